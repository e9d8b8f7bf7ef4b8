/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "prepending.h"

/* ---- one row after the other ---- */

START_TEST (keys_count_down_from_the_highest)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  for (gint64 i = 0; i < 10; i++)
    {
      g_autoptr (HBasePrepender) other = hbase_prepender_new (table);

      ck_assert_int_eq (prepend_one (i % 3 == 0 ? other : prepender, "hello"), G_MAXINT64 - i);
    }
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 10);
}
END_TEST

START_TEST (a_prepended_row_has_its_cells_and_its_guard)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (HBaseGet) get = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *key, *token, *guard;
  gsize key_length, token_length, guard_length;

  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  key = hbase_prepend_request_get_row (comment, &key_length);
  token = hbase_prepend_request_get_token (comment, &token_length);
  get = hbase_get_new (key, key_length);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  text = hbase_row_dup_value_utf8 (row, "f:text");
  ck_assert_str_eq (text, "hello");
  guard = hbase_row_get_value (row, "g", NULL, 0, &guard_length);
  ck_assert_uint_eq (token_length, HBASE_PREPEND_TOKEN_LENGTH);
  ck_assert_uint_eq (guard_length, token_length);
  ck_assert_mem_eq (guard, token, token_length);
}
END_TEST

static void
note_table (HBaseConnection *connection,
            const char *method,
            const char *table,
            guint64 bytes_sent,
            guint64 bytes_received,
            gint64 duration,
            guint attempts,
            const GError *error,
            char **noted)
{
  g_free (*noted);
  *noted = g_strdup (table != NULL ? table : "none");
}

START_TEST (the_table_of_a_prepend_is_reported)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autofree char *noted = NULL;
  gulong handler = g_signal_connect (connection, "call-finished", G_CALLBACK (note_table), &noted);

  prepend_one (prepender, "hello");
  while (noted == NULL)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_str_eq (noted, hbase_table_get_name (table));
  g_signal_handler_disconnect (connection, handler);
}
END_TEST

START_TEST (a_null_among_the_requests_is_reported)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GPtrArray) requests = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (requests, comment);
  g_ptr_array_add (requests, NULL);
  ck_assert (!hbase_prepender_prepend_many (prepender, requests, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "element 1 of the list");
  ck_assert (!hbase_prepend_request_is_settled (comment));
}
END_TEST

START_TEST (prepending_a_request_twice_writes_one_row)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  assert_works (hbase_prepender_settle (prepender, comment, NULL, &error), error);
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 1);
}
END_TEST

START_TEST (the_cells_are_copied)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  comment = hbase_prepend_request_new (cells);
  hbase_put_add_utf8 (cells, "nofamily", "text", "hello");
  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
}
END_TEST

START_TEST (a_chosen_start_and_the_end_of_the_keys)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("one too many");

  g_object_set (prepender, "start", (gint64) 2, NULL);
  for (gint64 i = 2; i >= 0; i--)
    ck_assert_int_eq (prepend_one (prepender, "hello"), i);
  assert_refused (prepender, comment, HBASE_ERROR_KEY_SPACE_EXHAUSTED);
}
END_TEST

START_TEST (each_prefix_has_a_list_of_its_own)
{
  g_autoptr (HBaseTable) table = memory_table ("article:uint32,id:downward");
  g_autoptr (HBasePrependRequest) lost = comment_new ("where to?");

  for (gint64 i = 0; i < 5; i++)
    for (guint32 article = 6; article < 9; article++)
      {
        g_autoptr (HBasePrepender) prepender = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "prefix",
                                                             g_variant_new ("(u)", article), NULL);

        ck_assert_int_eq (prepend_one (prepender, "hello"), G_MAXINT64 - i);
      }
  for (guint i = 0; i < 3; i++)
    {
      GVariant *const prefixes[]
          = { NULL, g_variant_new ("(ux)", 7, (gint64) 1), g_variant_new ("(s)", "seven") };
      const HBaseError codes[]
          = { HBASE_ERROR_INVALID_ARGUMENT, HBASE_ERROR_INVALID_ARGUMENT, HBASE_ERROR_INVALID_KEY };
      g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

      for (guint j = 0; j < 3; j++)
        if (prefixes[j] != NULL)
          g_variant_ref_sink (prefixes[j]);
      g_object_set (prepender, "prefix", prefixes[i], NULL);
      assert_refused (prepender, lost, codes[i]);
      for (guint j = 0; j < 3; j++)
        if (prefixes[j] != NULL)
          g_variant_unref (prefixes[j]);
    }
}
END_TEST

/* What a call finds out about one list isn't used for the other one. */
START_TEST (the_prefix_may_change_during_a_call)
{
  g_autoptr (HBaseTable) table = memory_table ("article:uint32,id:downward");
  g_autoptr (HBasePrepender) prepender
      = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "prefix", g_variant_new ("(u)", 6), NULL);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_prepender_prepend_async (prepender, comment, NULL, api_done, &result);
  g_object_set (prepender, "prefix", g_variant_new ("(u)", 7), NULL);
  assert_works (hbase_prepender_prepend_finish (prepender, api_wait (&result), &error), error);
  ck_assert_int_eq (counter_of (comment), G_MAXINT64);
  ck_assert_int_eq (prepend_one (prepender, "the first here"), G_MAXINT64);
}
END_TEST

/* ---- unsuitable tables and arguments ---- */

START_TEST (a_row_whose_guard_would_expire_is_refused)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePut) put = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) request = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  hbase_mutation_set_time_to_live (HBASE_MUTATION (put), 1000);
  request = hbase_prepend_request_new (put);
  assert_refused (prepender, request, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (a_table_without_a_counter_is_refused)
{
  g_autoptr (HBaseTable) plain = api_table ();
  g_autoptr (HBaseTable) typed = memory_table ("id:uint64");
  g_autoptr (HBasePrepender) no_schema = hbase_prepender_new (plain);
  g_autoptr (HBasePrepender) no_counter = hbase_prepender_new (typed);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");

  assert_refused (no_schema, comment, HBASE_ERROR_INVALID_ARGUMENT);
  assert_refused (no_counter, comment, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

static HBaseTable *
table_of (HBaseTableDescriptor *descriptor)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  return growing_table (connection, "id:downward");
}

START_TEST (a_table_whose_guards_may_expire_is_refused)
{
  g_autoptr (HBaseTableDescriptor) skipping = api_descriptor ("t");
  g_autoptr (HBaseTableDescriptor) fading = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) f = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) g = hbase_family_descriptor_new ("g");
  g_autoptr (HBaseTable) skipping_table = NULL;
  g_autoptr (HBaseTable) fading_table = NULL;
  g_autoptr (HBasePrepender) skips = NULL;
  g_autoptr (HBasePrepender) fades = NULL;
  g_autoptr (HBasePrepender) elsewhere = NULL;
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");

  hbase_table_descriptor_set_durability (skipping, HBASE_DURABILITY_SKIP_WAL);
  skipping_table = table_of (skipping);
  skips = hbase_prepender_new (skipping_table);
  assert_refused (skips, comment, HBASE_ERROR_UNSUPPORTED);

  hbase_family_descriptor_set_time_to_live (g, 1000);
  hbase_table_descriptor_add_family (fading, f);
  hbase_table_descriptor_add_family (fading, g);
  fading_table = table_of (fading);
  fades = hbase_prepender_new (fading_table);
  assert_refused (fades, comment, HBASE_ERROR_UNSUPPORTED);
  elsewhere = g_object_new (HBASE_TYPE_PREPENDER, "table", fading_table, "guard-family", "nofamily", NULL);
  assert_refused (elsewhere, comment, HBASE_ERROR_FAMILY_NOT_FOUND);
  g_object_set (elsewhere, "guard-family", "f", "guard-qualifier", "guard", NULL);
  ck_assert_int_eq (prepend_one (elsewhere, "hello"), G_MAXINT64);
}
END_TEST

/* The table is another one now; its guards expire, or they don't. */
START_TEST (a_missing_guard_has_the_table_checked_again)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) f = hbase_family_descriptor_new ("f"),
                                    g = hbase_family_descriptor_new ("g");
  g_autoptr (HBasePut) others = hbase_put_new (BYTES ("\x7f\xff\xff\xff\xff\xff\xff\xfd"));
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (prepend_one (prepender, "the first"), G_MAXINT64);
  ck_assert_int_eq (prepend_one (prepender, "the second"), G_MAXINT64 - 1);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  if (_i == 0)
    hbase_family_descriptor_set_time_to_live (g, 1000);
  hbase_table_descriptor_add_family (descriptor, f);
  hbase_table_descriptor_add_family (descriptor, g);
  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  hbase_put_add_utf8 (others, "g", "", "another's token!");
  assert_works (hbase_table_put (table, others, NULL, &error), error);
  if (_i > 0)
    {
      ck_assert_int_eq (prepend_one (prepender, "below"), G_MAXINT64 - 3);
      return;
    }
  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "would vanish");
}
END_TEST

START_TEST (invalid_cells_are_refused)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) comment = NULL;

      hbase_put_add_utf8 (cells, "f", "text", "hello");
      if (i == 0)
        hbase_put_add_utf8 (cells, "g", "", "mine");
      else if (i == 1)
        hbase_put_add_with_timestamp (cells, "f", BYTES ("q"), BYTES ("v"), 17);
      else if (i == 2)
        hbase_mutation_set_timestamp (HBASE_MUTATION (cells), 17);
      else if (i == 3)
        hbase_mutation_set_durability (HBASE_MUTATION (cells), HBASE_DURABILITY_SKIP_WAL);
      else if (i == 4)
        hbase_mutation_set_durability (HBASE_MUTATION (cells), HBASE_DURABILITY_ASYNC_WAL);
      else
        hbase_put_add_utf8 (cells, "nofamily", "q", "v");
      comment = hbase_prepend_request_new (cells);
      assert_refused (prepender, comment,
                      i < 5 ? HBASE_ERROR_INVALID_ARGUMENT : HBASE_ERROR_FAMILY_NOT_FOUND);
    }
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 0);
}
END_TEST

START_TEST (a_row_without_a_guard_is_reported)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (HBasePut) put = hbase_put_new ((const guint8 *) "\0\0\0\0\0\0\0\7", 8);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", "text", "not prepended");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  assert_refused (prepender, comment, HBASE_ERROR_UNGUARDED_ROW);
}
END_TEST

/* ---- unsettled ---- */

START_TEST (a_prepender_returns_its_settings)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBaseSequence) sequence = hbase_sequence_new (table, "ids"), same = NULL;
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autofree char *family = hbase_prepender_dup_guard_family (prepender), *qualifier = NULL, *column = NULL;
  g_autoptr (GVariant) prefix = NULL;

  ck_assert_ptr_eq (hbase_prepender_get_table (prepender), table);
  ck_assert_str_eq (family, "g");
  ck_assert_ptr_null (hbase_prepender_dup_token_column (prepender));
  ck_assert_ptr_null (hbase_prepender_dup_prefix (prepender));
  ck_assert_ptr_null (hbase_prepender_dup_sequence (prepender));
  ck_assert_int_eq (hbase_prepender_get_start (prepender), G_MAXINT64);
  ck_assert_int_eq (hbase_prepender_get_strategy (prepender), HBASE_PREPEND_STRATEGY_PROBE);
  g_object_set (prepender, "guard-qualifier", "q", "token-column", "f:t", "prefix", g_variant_new ("(u)", 7),
                "start", (gint64) 9, "strategy", HBASE_PREPEND_STRATEGY_BLOCK, "sequence", sequence, NULL);
  qualifier = hbase_prepender_dup_guard_qualifier (prepender);
  column = hbase_prepender_dup_token_column (prepender);
  prefix = hbase_prepender_dup_prefix (prepender);
  same = hbase_prepender_dup_sequence (prepender);
  ck_assert_str_eq (qualifier, "q");
  ck_assert_str_eq (column, "f:t");
  ck_assert (g_variant_is_of_type (prefix, G_VARIANT_TYPE ("(u)")));
  ck_assert_int_eq (hbase_prepender_get_start (prepender), 9);
  ck_assert_int_eq (hbase_prepender_get_strategy (prepender), HBASE_PREPEND_STRATEGY_BLOCK);
  ck_assert_ptr_eq (same, sequence);
}
END_TEST

/* A request doesn't change with the put that it was made of, or with a copy of its cells. */
START_TEST (a_request_returns_a_copy_of_its_cells)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0), copy = NULL, again = NULL;
  g_autoptr (HBasePrependRequest) request = NULL;

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  request = hbase_prepend_request_new (cells);
  copy = hbase_prepend_request_dup_cells (request);
  ck_assert_uint_eq (hbase_put_get_n_cells (copy), 1);
  hbase_put_add_utf8 (copy, "f", "more", "hello");
  again = hbase_prepend_request_dup_cells (request);
  ck_assert_uint_eq (hbase_put_get_n_cells (again), 1);
}
END_TEST

START_TEST (settling_a_row_not_in_doubt_is_refused)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_prepender_settle (prepender, comment, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

/* Another process had sent the put, or was about to. */
/* A process that kept the row too, or the token alone. */
START_TEST (a_prepend_is_resumed_by_another_process)
{
  for (guint written = 0; written < 2; written++)
    {
      const gsize row_length = _i == 0 ? 8 : 0;
      g_autoptr (HBaseTable) table = memory_table ("id:downward");
      g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
      g_autoptr (HBasePrependRequest) resumed = NULL;
      g_autoptr (GError) error = NULL;
      const guint8 *token;
      gsize length;

      prepend_one (prepender, "the first");
      token = hbase_prepend_request_get_token (comment, &length);
      if (written)
        assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
      hbase_put_add_utf8 (cells, "f", "text", "hello");
      resumed = hbase_prepend_request_new_resumed (
          cells, token, length, (const guint8 *) "\x7f\xff\xff\xff\xff\xff\xff\xfe", row_length, &error);
      assert_works (hbase_prepender_settle (prepender, resumed, NULL, &error), error);
      ck_assert (hbase_prepend_request_is_settled (resumed));
      ck_assert_int_eq (counter_of (resumed), G_MAXINT64 - 1);
      ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 2);
    }
}
END_TEST

static const struct {
  gsize token_length;
  const char *reported;
} impossible[] = {
  { 5, "a token of 5 bytes: a token has 16" },
  { 0, "a token of 0 bytes" },
  { 16, "16 zero bytes" },
  { 17, "a token of 17 bytes" },
};

START_TEST (invalid_tokens_are_refused)
{
  static const guint8 zeros[17];
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (
      hbase_prepend_request_new_resumed (cells, zeros, impossible[_i].token_length, NULL, 0, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, impossible[_i].reported);
}
END_TEST

START_TEST (invalid_rows_in_doubt_are_refused)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autofree guint8 *row = g_malloc0 (32768);
  g_autoptr (HBasePrependRequest) longest = NULL;
  g_autoptr (GError) error = NULL;

  longest = hbase_prepend_request_new_resumed (cells, (const guint8 *) "sixteen bytes it", 16, row, 32767,
                                               &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (
      hbase_prepend_request_new_resumed (cells, (const guint8 *) "sixteen bytes it", 16, row, 32768, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "32768 bytes");
}
END_TEST

/* It would be searched for there, and isn't. */
START_TEST (puts_with_row_keys_are_refused)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePut) cells = hbase_put_new_utf8 ("my\x01row");
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  comment = hbase_prepend_request_new (cells);
  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "“t”: a row to be prepended has the row key “my\\x01row”");
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 0);
}
END_TEST

START_TEST (a_prepend_cancelled_before_it_is_sent)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gsize length;

  g_cancellable_cancel (cancelled);
  ck_assert (!hbase_prepender_prepend (prepender, comment, cancelled, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  hbase_prepend_request_get_row (comment, &length);
  ck_assert_uint_eq (length, 0);
  g_clear_error (&error);
  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
}
END_TEST

/* ---- many at once ---- */

#define N_WRITERS 4
#define N_EACH 50

static void
prepend_many (HBasePrepender *prepender)
{
  gint64 before = G_MAXINT64;

  /* A row that is acknowledged before another call begins is above that call's row. */
  for (guint i = 0; i < N_EACH; i++)
    {
      gint64 counter = prepend_one (prepender, "hello");

      ck_assert (i == 0 || counter < before);
      before = counter;
    }
}

static void
write_as_process (const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = growing_table (connection, "id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  prepend_many (prepender);
}

static void
remove_directory (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

START_TEST (four_processes_prepend)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-prepender-XXXXXX", NULL);
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);
  pid_t writers[N_WRITERS];
  HBaseConnection *connection = api_connect (uri);
  HBaseTable *table;

  api_create (connection, "t");
  g_object_unref (connection);
  for (guint i = 0; i < N_WRITERS; i++)
    if ((writers[i] = fork ()) == 0)
      {
        write_as_process (uri);
        test_child_end (TRUE);
      }
  for (guint i = 0; i < N_WRITERS; i++)
    {
      int status;

      ck_assert_int_eq (waitpid (writers[i], &status, 0), writers[i]);
      ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
  connection = api_connect (uri);
  table = growing_table (connection, "id:downward");
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), N_WRITERS * N_EACH);
  g_object_unref (table);
  g_object_unref (connection);
  remove_directory (directory);
}
END_TEST

static gpointer
write_as_thread (gpointer prepender)
{
  prepend_many (prepender);
  return NULL;
}

START_TEST (four_threads_share_one_prepender)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  GThread *threads[N_WRITERS];

  for (guint i = 0; i < N_WRITERS; i++)
    threads[i] = g_thread_new ("writer", write_as_thread, prepender);
  for (guint i = 0; i < N_WRITERS; i++)
    g_thread_join (threads[i]);
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), N_WRITERS * N_EACH);
}
END_TEST

START_TEST (many_prepends_run_at_once)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  HBasePrependRequest *comments[20];
  GAsyncResult *results[20] = { NULL };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    {
      comments[i] = comment_new ("hello");
      hbase_prepender_prepend_async (prepender, comments[i], NULL, api_done, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (comments); i++)
    {
      assert_works (hbase_prepender_prepend_finish (prepender, api_wait (&results[i]), &error), error);
      ck_assert (hbase_prepend_request_is_settled (comments[i]));
      hbase_prepend_request_unref (comments[i]);
      g_object_unref (results[i]);
    }
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), G_N_ELEMENTS (comments));
}
END_TEST

START_TEST (a_second_call_on_a_request_is_refused)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseConnection) connection = api_connect_to_silence (listener);
  g_autoptr (HBaseTable) table = growing_table (connection, "id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_prepender_prepend_async (prepender, comment, cancellable, api_done, &result);
  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  ck_assert (!hbase_prepender_prepend_finish (prepender, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("prepender");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, keys_count_down_from_the_highest);
  tcase_add_test (tests, a_prepended_row_has_its_cells_and_its_guard);
  tcase_add_test (tests, the_table_of_a_prepend_is_reported);
  tcase_add_test (tests, a_null_among_the_requests_is_reported);
  tcase_add_test (tests, prepending_a_request_twice_writes_one_row);
  tcase_add_test (tests, the_cells_are_copied);
  tcase_add_test (tests, a_chosen_start_and_the_end_of_the_keys);
  tcase_add_test (tests, each_prefix_has_a_list_of_its_own);
  tcase_add_test (tests, the_prefix_may_change_during_a_call);
  tcase_add_test (tests, a_row_whose_guard_would_expire_is_refused);
  tcase_add_test (tests, a_table_without_a_counter_is_refused);
  tcase_add_test (tests, a_table_whose_guards_may_expire_is_refused);
  tcase_add_loop_test (tests, a_missing_guard_has_the_table_checked_again, 0, 2);
  tcase_add_test (tests, invalid_cells_are_refused);
  tcase_add_test (tests, a_row_without_a_guard_is_reported);
  tcase_add_test (tests, a_prepender_returns_its_settings);
  tcase_add_test (tests, a_request_returns_a_copy_of_its_cells);
  tcase_add_test (tests, settling_a_row_not_in_doubt_is_refused);
  tcase_add_loop_test (tests, a_prepend_is_resumed_by_another_process, 0, 2);
  tcase_add_loop_test (tests, invalid_tokens_are_refused, 0, (int) G_N_ELEMENTS (impossible));
  tcase_add_test (tests, invalid_rows_in_doubt_are_refused);
  tcase_add_test (tests, puts_with_row_keys_are_refused);
  tcase_add_test (tests, a_prepend_cancelled_before_it_is_sent);
  tcase_add_test (tests, four_processes_prepend);
  tcase_add_test (tests, four_threads_share_one_prepender);
  tcase_add_test (tests, many_prepends_run_at_once);
  tcase_add_test (tests, a_second_call_on_a_request_is_refused);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("prepender", fill)
