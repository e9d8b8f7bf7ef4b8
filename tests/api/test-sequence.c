/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api.h"

#define PROCESSES 4
#define IDS 1000

static HBaseSequence *
sequence_of (HBaseTable *table, guint block)
{
  HBaseSequence *sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", "f", NULL);
  g_autoptr (GError) error = NULL;

  g_object_set (sequence, "block-size", block, NULL);
  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  return sequence;
}

static gint64
next_of (HBaseSequence *sequence)
{
  g_autoptr (GError) error = NULL;
  gint64 id = -1;

  assert_works (hbase_sequence_next (sequence, &id, NULL, &error), error);
  return id;
}

static guint64
count_of (HBaseSequence *sequence, const char *what)
{
  g_autoptr (GVariant) statistics = hbase_sequence_get_statistics (sequence);
  guint64 count = 0;

  ck_assert (g_variant_lookup (statistics, what, "t", &count));
  return count;
}

/* ---- arguments ---- */

START_TEST (more_ids_than_memory_can_hold_are_refused)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 3);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL, async_error = NULL;

  ck_assert_ptr_null (hbase_sequence_next_n (sequence, G_MAXUINT, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "“ids”");
  hbase_sequence_next_n_async (sequence, G_MAXUINT, NULL, api_done, &result);
  api_wait (&result);
  ck_assert_ptr_null (hbase_sequence_next_n_finish (sequence, result, &async_error));
  assert_reported (async_error, HBASE_ERROR_INVALID_ARGUMENT, "“ids”");
  ck_assert_int_eq (next_of (sequence), 1);
}
END_TEST

START_TEST (a_sequence_without_a_family_is_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", NULL, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_sequence_create (sequence, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "“t”");
}
END_TEST

/* ---- ids ---- */

START_TEST (ids_come_in_blocks)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) one = sequence_of (table, 3), other = sequence_of (table, 1);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (next_of (one), 1);
  ck_assert_int_eq (next_of (other), 4);
  ck_assert_int_eq (next_of (one), 2);
  ck_assert_int_eq (next_of (one), 3);
  ck_assert_int_eq (next_of (one), 5);
  text = hbase_sequence_next_text (other, NULL, &error);
  ck_assert_str_eq (text, "8");
  ck_assert_uint_eq (count_of (one, "blocks"), 2);
  ck_assert_uint_eq (count_of (one, "ids-handed-out"), 4);
  ck_assert_uint_eq (count_of (one, "ids-buffered"), 2);
  ck_assert_uint_eq (count_of (one, "lost-increments"), 0);
}
END_TEST

START_TEST (several_ids_cost_one_call)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) few = NULL, many = NULL;

  few = hbase_sequence_next_n (sequence, 4, NULL, &error);
  many = hbase_sequence_next_n (sequence, 100, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (few->len, 4);
  ck_assert_uint_eq (many->len, 100);
  for (guint i = 0; i < many->len; i++)
    ck_assert_int_eq (g_array_index (many, gint64, i), 5 + i);
  ck_assert_uint_eq (count_of (sequence, "blocks"), 2);
}
END_TEST

START_TEST (ids_may_go_down_to_0)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "down", "family", "f", "start", (gint64) 2,
                      "downward", TRUE, "block-size", 2, NULL);
  g_autoptr (GError) error = NULL, end = NULL;
  g_autoptr (GArray) too_many = NULL;
  gint64 id;

  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  ck_assert_int_eq (next_of (sequence), 2);
  too_many = hbase_sequence_next_n (sequence, 3, NULL, &end);
  ck_assert_ptr_null (too_many);
  assert_reported (end, HBASE_ERROR_KEY_SPACE_EXHAUSTED, "down to 0");
  g_clear_error (&end);
  ck_assert_int_eq (next_of (sequence), 1);
  ck_assert_int_eq (next_of (sequence), 0);
  ck_assert (!hbase_sequence_next (sequence, &id, NULL, &end));
  assert_reported (end, HBASE_ERROR_KEY_SPACE_EXHAUSTED, "down to 0");
}
END_TEST

START_TEST (ids_end_at_the_largest_number)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "high",
                                                     "family", "f", "start", G_MAXINT64 - 1, NULL);
  g_autoptr (GError) error = NULL, end = NULL;
  gint64 id;

  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  ck_assert_int_eq (next_of (sequence), G_MAXINT64 - 1);
  ck_assert_int_eq (next_of (sequence), G_MAXINT64);
  ck_assert (!hbase_sequence_next (sequence, &id, NULL, &end));
  assert_reported (end, HBASE_ERROR_KEY_SPACE_EXHAUSTED, "are taken");
}
END_TEST

START_TEST (a_sequence_returns_its_settings)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) up = hbase_sequence_new (table, "ids");
  g_autoptr (HBaseSequence) down = g_object_new (HBASE_TYPE_SEQUENCE, "family", "f", "downward", TRUE, NULL);

  ck_assert_ptr_eq (hbase_sequence_get_table (up), table);
  ck_assert_str_eq (hbase_sequence_get_name (up), "ids");
  ck_assert_str_eq (hbase_sequence_get_family (up), "s");
  ck_assert_uint_eq (hbase_sequence_get_block_size (up), 1000);
  ck_assert_int_eq (hbase_sequence_get_start (up), 1);
  ck_assert (!hbase_sequence_is_downward (up));
  g_object_set (up, "block-size", 7, NULL);
  ck_assert_uint_eq (hbase_sequence_get_block_size (up), 7);
  ck_assert_ptr_null (hbase_sequence_get_table (down));
  ck_assert_str_eq (hbase_sequence_get_family (down), "f");
  ck_assert_int_eq (hbase_sequence_get_start (down), G_MAXINT64);
  ck_assert (hbase_sequence_is_downward (down));
}
END_TEST

/* ---- a counter that isn't there ---- */

static void
assert_missing (HBaseTable *table)
{
  g_autoptr (HBaseSequence) sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", "f", NULL);
  g_autoptr (GError) error = NULL;
  gint64 id;

  ck_assert (!hbase_sequence_next (sequence, &id, NULL, &error));
  assert_reported (error, HBASE_ERROR_SEQUENCE_MISSING, "table “t”, row “ids”");
}

START_TEST (a_deleted_sequence_row_is_not_created_anew)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("ids");
  g_autoptr (HBaseSequence) sequence = NULL;
  g_autoptr (GError) error = NULL, gone = NULL;
  gint64 id;

  assert_missing (table);
  sequence = sequence_of (table, 1);
  ck_assert_int_eq (next_of (sequence), 1);
  /* An increment's timestamp may be ahead of the clock: the delete must cover it all the same. */
  hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), g_get_real_time () / 1000 + 60000);
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  ck_assert (!hbase_sequence_next (sequence, &id, NULL, &gone));
  assert_reported (gone, HBASE_ERROR_SEQUENCE_MISSING, "deleted");
  assert_missing (table);
}
END_TEST

/* The table is restored to what it was before the object took its numbers. */
START_TEST (a_restored_counter_hands_out_nothing)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 3);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("ids");
  g_autoptr (GError) error = NULL, gone_back = NULL;
  guint64 base = GUINT64_TO_BE (G_GUINT64_CONSTANT (1) << 62);
  gint64 id;

  for (guint i = 1; i <= 3; i++)
    ck_assert_int_eq (next_of (sequence), i);
  hbase_put_add (put, "f", BYTES ("counter"), (const guint8 *) &base, sizeof base);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  ck_assert (!hbase_sequence_next (sequence, &id, NULL, &gone_back));
  assert_reported (gone_back, HBASE_ERROR_SEQUENCE_MISSING, "went back, to 3 numbers, after 3");
}
END_TEST

START_TEST (all_users_of_a_sequence_must_agree_on_its_start)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) up = sequence_of (table, 1);
  g_autoptr (HBaseSequence) down = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family",
                                                 "f", "downward", TRUE, NULL);
  g_autoptr (GError) error = NULL;
  gint64 id;

  ck_assert (!hbase_sequence_next (down, &id, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "“from 1 up”");
  ck_assert_int_eq (next_of (up), 1);
}
END_TEST

/* ---- many at once ---- */

typedef struct {
  gint64 ids[PROCESSES * IDS];
} Shared;

static int
compare_ids (const void *a, const void *b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return (one > other) - (one < other);
}

static void
wait_for (pid_t child)
{
  int status = -1;

  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

static void
remove_all (const char *directory)
{
  const char *arguments[] = { "rm", "-rf", directory, NULL };

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL);
}

static void
take_in_child (const char *uri, gint64 *ids, guint block)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseSequence) sequence = sequence_of (table, block);

  for (guint i = 0; i < IDS; i++)
    ids[i] = next_of (sequence);
}

START_TEST (many_processes_get_no_id_twice)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-sequence-XXXXXX", NULL);
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);
  Shared *shared = mmap (NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t children[PROCESSES];

  children[0] = fork ();
  if (children[0] == 0)
    {
      g_autoptr (HBaseConnection) connection = api_connect (uri);

      api_create (connection, "t");
      test_child_end (TRUE);
    }
  wait_for (children[0]);
  for (guint i = 0; i < PROCESSES; i++)
    if ((children[i] = fork ()) == 0)
      {
        take_in_child (uri, shared->ids + i * IDS, 1 + 16 * i);
        test_child_end (TRUE);
      }
  for (guint i = 0; i < PROCESSES; i++)
    wait_for (children[i]);
  qsort (shared->ids, PROCESSES * IDS, sizeof *shared->ids, compare_ids);
  for (guint i = 1; i < PROCESSES * IDS; i++)
    if (shared->ids[i] <= shared->ids[i - 1])
      ck_abort_msg ("%" G_GINT64_FORMAT " was handed out twice", shared->ids[i]);
  munmap (shared, sizeof *shared);
  remove_all (directory);
}
END_TEST

/* ---- async ---- */

static void
collect (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  gint64 id = -1;

  assert_works (hbase_sequence_next_finish (HBASE_SEQUENCE (source), result, &id, &error), error);
  g_array_append_val ((GArray *) data, id);
}

START_TEST (async_calls_are_served_in_order)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 100);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < IDS; i++)
    hbase_sequence_next_async (sequence, NULL, collect, ids);
  while (ids->len < IDS)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < IDS; i++)
    ck_assert_int_eq (g_array_index (ids, gint64, i), 1 + i);
  ck_assert_uint_le (count_of (sequence, "blocks"), IDS / 100 + 1);
}
END_TEST

/* The next block is requested before this one is used up, so that at its end no call waits. */
START_TEST (the_next_block_is_prefetched)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 8);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < 7; i++)
    {
      hbase_sequence_next_async (sequence, NULL, collect, ids);
      while (ids->len <= i)
        g_main_context_iteration (NULL, TRUE);
    }
  while (count_of (sequence, "blocks") < 2)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (count_of (sequence, "ids-buffered"), 1 + 8);
}
END_TEST

START_TEST (a_waiting_call_can_be_cancelled)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) first = NULL, cancelled = NULL, last = NULL;
  g_autoptr (GError) error = NULL, why = NULL;
  g_autoptr (GArray) ids = NULL;
  g_autofree char *text = NULL;

  hbase_sequence_next_async (sequence, NULL, api_done, &first);
  hbase_sequence_next_n_async (sequence, 5, cancellable, api_done, &cancelled);
  hbase_sequence_next_async (sequence, NULL, api_done, &last);
  g_cancellable_cancel (cancellable);
  ids = hbase_sequence_next_n_finish (sequence, api_wait (&cancelled), &why);
  ck_assert_ptr_null (ids);
  ck_assert_error (why, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  text = hbase_sequence_next_text_finish (sequence, api_wait (&first), &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (text, "1");
  api_wait (&last);
}
END_TEST

static void
ask_and_stop (HBaseSequence *sequence, GMainContext *context, GAsyncResult **result)
{
  g_main_context_push_thread_default (context);
  hbase_sequence_next_async (sequence, NULL, api_done, result);
  g_main_context_pop_thread_default (context);
}

/* A main loop has ended while a block was being fetched in it: for a caller, or as a prefetch. */
START_TEST (calls_do_not_wait_for_another_main_loop)
{
  g_autoptr (GMainContext) stopped = g_main_context_new ();
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence = sequence_of (table, 8);
  GAsyncResult *one = NULL, *other = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id = 0, first = 0;

  if (_i == 1)
    g_array_unref (hbase_sequence_next_n (sequence, 7, NULL, &error));
  ask_and_stop (sequence, stopped, &one);
  for (guint i = 0; i < 20; i++)
    {
      hbase_sequence_next_async (sequence, NULL, api_done, &other);
      assert_works (hbase_sequence_next_finish (sequence, api_wait (&other), &id, &error), error);
      g_clear_object (&other);
      first = i == 0 ? id : first;
    }
  g_main_context_push_thread_default (stopped);
  assert_works (hbase_sequence_next_finish (sequence, api_wait (&one), &id, &error), error);
  g_main_context_pop_thread_default (stopped);
  /* The first block may have been received by the loop that has ended, or, if the engine was slower, not. */
  if (_i == 0)
    ck_assert (id < first && (id == 1 || id == 9));
  else
    ck_assert_int_eq (id, 8);
  g_object_unref (one);
  while (g_main_context_iteration (stopped, FALSE))
    continue;
}
END_TEST

START_TEST (all_waiting_calls_receive_the_error)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseSequence) sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "never made", "family", "f", NULL);
  g_autoptr (GAsyncResult) one = NULL, other = NULL, made = NULL, third = NULL;
  g_autoptr (GError) error = NULL, first = NULL, second = NULL;
  gint64 id;

  hbase_sequence_next_async (sequence, NULL, api_done, &one);
  hbase_sequence_next_async (sequence, NULL, api_done, &other);
  ck_assert (!hbase_sequence_next_finish (sequence, api_wait (&one), &id, &first));
  assert_reported (first, HBASE_ERROR_SEQUENCE_MISSING, "never created");
  ck_assert (!hbase_sequence_next_finish (sequence, api_wait (&other), &id, &second));
  assert_reported (second, HBASE_ERROR_SEQUENCE_MISSING, "never created");
  hbase_sequence_create_async (sequence, NULL, api_done, &made);
  assert_works (hbase_sequence_create_finish (sequence, api_wait (&made), &error), error);
  hbase_sequence_next_async (sequence, NULL, api_done, &third);
  assert_works (hbase_sequence_next_finish (sequence, api_wait (&third), &id, &error), error);
  ck_assert_int_eq (id, 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("sequence");

  tcase_add_test (tests, more_ids_than_memory_can_hold_are_refused);
  tcase_add_test (tests, a_sequence_without_a_family_is_reported);
  tcase_add_test (tests, ids_come_in_blocks);
  tcase_add_test (tests, several_ids_cost_one_call);
  tcase_add_test (tests, ids_may_go_down_to_0);
  tcase_add_test (tests, ids_end_at_the_largest_number);
  tcase_add_test (tests, a_sequence_returns_its_settings);
  tcase_add_test (tests, a_deleted_sequence_row_is_not_created_anew);
  tcase_add_test (tests, a_restored_counter_hands_out_nothing);
  tcase_add_test (tests, all_users_of_a_sequence_must_agree_on_its_start);
  tcase_add_test (tests, many_processes_get_no_id_twice);
  tcase_add_test (tests, async_calls_are_served_in_order);
  tcase_add_test (tests, the_next_block_is_prefetched);
  tcase_add_test (tests, a_waiting_call_can_be_cancelled);
  tcase_add_loop_test (tests, calls_do_not_wait_for_another_main_loop, 0, 2);
  tcase_add_test (tests, all_waiting_calls_receive_the_error);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("sequence", fill)
