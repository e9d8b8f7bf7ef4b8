/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "prepending.h"

/* This tests keys, guards and strategies other than the default ones. */

static HBasePrependRequest *
prepend_cells (HBasePrepender *prepender, const char *qualifier, const char *text)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (GError) error = NULL;
  HBasePrependRequest *comment;

  hbase_put_add_utf8 (cells, "f", qualifier, text);
  comment = hbase_prepend_request_new (cells);
  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  return comment;
}

static HBaseRow *
get_row (HBaseTable *table, HBasePrependRequest *comment)
{
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (comment, &length);
  g_autoptr (HBaseGet) get = hbase_get_new (key, length);
  g_autoptr (GError) error = NULL;
  HBaseRow *row = hbase_table_get (table, get, NULL, &error);

  ck_assert_no_error (error);
  return row;
}

/* ---- keys that are times ---- */

static const struct {
  const char *schema;
  gint64 us;
} clocks[] = { { "at:reverse-s", G_TIME_SPAN_SECOND }, { "at:reverse-ms", 1000 }, { "at:reverse-us", 1 } };

START_TEST (a_time_key_is_now_or_one_below_the_first)
{
  g_autoptr (HBaseTable) table = memory_table (clocks[_i].schema);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  gint64 before = g_get_real_time () / clocks[_i].us, last = G_MAXINT64 - before, now;

  for (guint i = 0; i < 50; i++)
    {
      g_autoptr (HBasePrepender) other = hbase_prepender_new (table);
      gint64 counter = prepend_one (i % 3 == 0 ? other : prepender, "hello");

      ck_assert_int_le (counter, i == 0 ? last : last - 1);
      last = counter;
    }
  now = g_get_real_time () / clocks[_i].us;
  ck_assert_int_ge (last, G_MAXINT64 - now - 50);
}
END_TEST

/* Another program's clock is ahead. */
START_TEST (keys_continue_below_a_first_row_in_the_future)
{
  g_autoptr (HBaseTable) table = memory_table ("at:reverse-ms");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePut) ahead = hbase_put_new ((const guint8 *) "\x40\0\0\0\0\0\0\x09", 8);
  g_autoptr (GError) error = NULL;

  prepend_one (prepender, "now");
  hbase_put_add_utf8 (ahead, "g", "", "another program's token");
  assert_works (hbase_table_put (table, ahead, NULL, &error), error);
  ck_assert_int_eq (prepend_one (prepender, "below"), (G_GINT64_CONSTANT (0x40) << 56) + 8);
}
END_TEST

START_TEST (a_prefix_as_long_as_its_value)
{
  g_autoptr (HBaseTable) table = memory_table ("article:text-z,id:downward");
  const char *const articles[] = { "a", "ab", "", "b" };

  for (gint64 i = 0; i < 3; i++)
    for (guint j = 0; j < G_N_ELEMENTS (articles); j++)
      {
        g_autoptr (HBasePrepender) prepender = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "prefix",
                                                             g_variant_new ("(s)", articles[j]), NULL);

        ck_assert_int_eq (prepend_one (prepender, "hello"), G_MAXINT64 - i);
      }
}
END_TEST

/* ---- a column of the content as the guard ---- */

static HBasePrepender *
content_guarded (HBaseTable *table, const char *token_column)
{
  return g_object_new (HBASE_TYPE_PREPENDER, "table", table, "guard-family", "f", "guard-qualifier", "text",
                       "token-column", token_column, NULL);
}

START_TEST (a_column_of_content_may_be_the_guard)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = content_guarded (table, "g:token");
  g_autoptr (HBasePrependRequest) comment = prepend_cells (prepender, "text", "hello");
  g_autoptr (HBaseRow) row = get_row (table, comment);
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text");
  gsize token_length, length;
  const guint8 *token = hbase_prepend_request_get_token (comment, &token_length);

  ck_assert_str_eq (text, "hello");
  ck_assert_mem_eq (hbase_row_get_value (row, "g", BYTES ("token"), &length), token, token_length);
  ck_assert_uint_eq (length, token_length);
  ck_assert_int_eq (prepend_one (prepender, "world"), G_MAXINT64 - 1);
}
END_TEST

/* Two processes had chosen the same key; one of them had written it. */
START_TEST (content_guards_identify_their_owner)
{
  for (guint ours = 0; ours < 2; ours++)
    {
      g_autoptr (HBaseTable) table = memory_table ("id:downward");
      g_autoptr (HBasePrepender) prepender = content_guarded (table, "f:token");
      g_autoptr (HBasePrependRequest) comment = prepend_cells (prepender, "text", "hello");
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) resumed = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;
      const guint8 *key = hbase_prepend_request_get_row (comment, &length);

      hbase_put_add_utf8 (cells, "f", "text", "hello");
      resumed
          = hbase_prepend_request_new_resumed (cells,
                                               ours ? hbase_prepend_request_get_token (comment, &(gsize){ 0 })
                                                    : (const guint8 *) "another 16 bytes",
                                               16, key, length, NULL);
      assert_works (hbase_prepender_settle (prepender, resumed, NULL, &error), error);
      ck_assert_int_eq (counter_of (resumed), G_MAXINT64 - (ours ? 0 : 1));
      ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), ours ? 1 : 2);
    }
}
END_TEST

START_TEST (content_guards_cannot_become_tombstones)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = content_guarded (table, "f:token");
  g_autoptr (HBasePrependRequest) comment = prepend_cells (prepender, "text", "hello");
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) resumed = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (comment, &length);

  ck_assert (!hbase_prepender_retire (prepender, key, length, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "column of content");
  g_clear_error (&error);
  hbase_put_add_utf8 (cells, "f", "text", "hello");
  resumed
      = hbase_prepend_request_new_resumed (cells, (const guint8 *) "another 16 bytes", 16, key, length, NULL);
  ck_assert (!hbase_prepender_cancel (prepender, resumed, NULL, &error));
  assert_reported (error, HBASE_ERROR_UNSUPPORTED, "column of content");
}
END_TEST

static void
assert_fails (
    HBasePrepender *prepender, const char *qualifier, const char *text, HBaseError code, const char *word)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", qualifier, text);
  comment = hbase_prepend_request_new (cells);
  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  assert_reported (error, code, word);
}

START_TEST (content_guards_need_content)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = content_guarded (table, "f:token");

  assert_fails (prepender, "other", "hello", HBASE_ERROR_INVALID_ARGUMENT, "column “f:text”: ");
  assert_fails (prepender, "text", "", HBASE_ERROR_INVALID_ARGUMENT, "isn't empty");
  g_object_set (prepender, "token-column", "token", NULL);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "FAMILY:QUALIFIER");
  g_object_set (prepender, "token-column", "f:text", NULL);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "that of the guard");
  g_object_set (prepender, "token-column", "none:token", NULL);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_FAMILY_NOT_FOUND, "“none” to hold the tokens");
}
END_TEST

/* ---- tickets ---- */

static HBaseSequence *
sequence_of (HBaseConnection *connection, const char *name, guint block_size)
{
  g_autoptr (HBaseTable) ids = hbase_table_new (connection, "ids");
  HBaseSequence *sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", ids, "name", name, "family", "f", "downward", TRUE,
                      "start", (gint64) 1000, "block-size", block_size, NULL);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  return sequence;
}

static HBaseTable *
ticket_table (const char *schema)
{
  HBaseTable *table = memory_table (schema);

  api_create (hbase_table_get_connection (table), "ids");
  return table;
}

static HBasePrepender *
by_strategy (HBaseTable *table, HBasePrependStrategy strategy, guint block_size)
{
  g_autoptr (HBaseSequence) sequence = sequence_of (hbase_table_get_connection (table), "rows", block_size);

  return g_object_new (HBASE_TYPE_PREPENDER, "table", table, "strategy", strategy, "sequence", sequence,
                       NULL);
}

START_TEST (tickets_count_down_one_by_one)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = by_strategy (table, HBASE_PREPEND_STRATEGY_TICKET, 1000);
  g_autoptr (HBasePrepender) other = by_strategy (table, HBASE_PREPEND_STRATEGY_TICKET, 1000);

  for (gint64 i = 0; i < 20; i++)
    ck_assert_int_eq (prepend_one (i % 3 == 0 ? other : prepender, "hello"), 1000 - i);
  ck_assert_uint_eq (count_contiguous (table, 1000), 20);
}
END_TEST

START_TEST (blocks_are_used_up)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = by_strategy (table, HBASE_PREPEND_STRATEGY_BLOCK, 8);
  g_autoptr (HBasePrepender) other = by_strategy (table, HBASE_PREPEND_STRATEGY_BLOCK, 4);

  ck_assert_int_eq (prepend_one (prepender, "hello"), 1000);
  ck_assert_int_eq (prepend_one (other, "hello"), 992);
  ck_assert_int_eq (prepend_one (prepender, "hello"), 999);
  for (guint i = 0; i < 6; i++)
    prepend_one (prepender, "hello");
  for (guint i = 0; i < 3; i++)
    prepend_one (other, "hello");
  ck_assert_uint_eq (count_contiguous (table, 1000), 12);
  ck_assert_int_eq (prepend_one (other, "hello"), 988);
}
END_TEST

static guint64
statistic (HBasePrepender *prepender, const char *name)
{
  g_autoptr (HBaseSequence) sequence = NULL;
  g_autoptr (GVariant) statistics = NULL;
  guint64 n;

  g_object_get (prepender, "sequence", &sequence, NULL);
  statistics = hbase_sequence_get_statistics (sequence);
  ck_assert (g_variant_lookup (statistics, name, "t", &n));
  return n;
}

/* One call finds its row already written, another one is refused. */
START_TEST (unused_numbers_are_used_later)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = by_strategy (table, HBASE_PREPEND_STRATEGY_BLOCK, 8);
  g_autoptr (HBasePrependRequest) comment = prepend_cells (prepender, "text", "hello");
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) written = NULL;
  g_autoptr (HBasePrependRequest) wrong = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (comment, &length),
               *token = hbase_prepend_request_get_token (comment, &(gsize){ 0 });

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  written = hbase_prepend_request_new_resumed (cells, token, 16, key, length, NULL);
  wrong = hbase_prepend_request_new_resumed (cells, token, 16, (const guint8 *) "abc", 3, NULL);
  assert_works (hbase_prepender_settle (prepender, written, NULL, &error), error);
  ck_assert (!hbase_prepender_settle (prepender, wrong, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_KEY, "table “");
  ck_assert_uint_eq (statistic (prepender, "ids-buffered"), 7);
  ck_assert_int_eq (prepend_one (prepender, "hello"), 999);
  ck_assert_uint_eq (statistic (prepender, "blocks"), 1);
}
END_TEST

START_TEST (salted_keys_use_tickets)
{
  g_autoptr (HBaseTable) table = ticket_table ("salt:modulo(4,id),id:downward");
  g_autoptr (HBasePrepender) prepender = by_strategy (table, HBASE_PREPEND_STRATEGY_TICKET, 1);
  g_autoptr (HBasePrepender) probing = hbase_prepender_new (table);

  for (gint64 i = 0; i < 10; i++)
    {
      g_autoptr (HBasePrependRequest) comment = prepend_cells (prepender, "text", "hello");
      gsize length;
      const guint8 *key = hbase_prepend_request_get_row (comment, &length);

      ck_assert_uint_eq (length, 16);
      ck_assert_int_eq (key[7], (1000 - i) % 4);
      ck_assert_int_eq (counter_of (comment), 1000 - i);
    }
  assert_fails (probing, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "“ticket”");
}
END_TEST

START_TEST (tickets_end_at_0)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBaseTable) ids = hbase_table_new (hbase_table_get_connection (table), "ids");
  g_autoptr (HBaseSequence) sequence
      = g_object_new (HBASE_TYPE_SEQUENCE, "table", ids, "name", "few", "family", "f", "downward", TRUE,
                      "start", (gint64) 1, NULL);
  g_autoptr (HBasePrepender) prepender
      = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "strategy", HBASE_PREPEND_STRATEGY_TICKET,
                      "sequence", sequence, NULL);
  g_autoptr (GError) error = NULL;

  assert_fails (prepender, "text", "hello", HBASE_ERROR_SEQUENCE_MISSING, "row “few”");
  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  ck_assert_int_eq (prepend_one (prepender, "hello"), 1);
  ck_assert_int_eq (prepend_one (prepender, "hello"), 0);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_KEY_SPACE_EXHAUSTED, "no key is left");
}
END_TEST

START_TEST (sequences_of_the_wrong_kind_are_refused)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBaseTable) elsewhere = ticket_table ("id:downward");
  g_autoptr (HBaseTable) timed = ticket_table ("at:reverse-ms");
  g_autoptr (HBaseTable) ids = hbase_table_new (hbase_table_get_connection (table), "ids");
  g_autoptr (HBaseSequence) upward = hbase_sequence_new (ids, "up");
  g_autoptr (HBaseSequence) foreign = sequence_of (hbase_table_get_connection (elsewhere), "rows", 1);
  g_autoptr (HBasePrepender) prepender
      = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "strategy", HBASE_PREPEND_STRATEGY_TICKET, NULL);
  g_autoptr (HBasePrepender) by_time = by_strategy (timed, HBASE_PREPEND_STRATEGY_TICKET, 1);

  assert_fails (prepender, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "“sequence”");
  g_object_set (prepender, "sequence", upward, NULL);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "counts down");
  g_object_set (prepender, "sequence", foreign, NULL);
  assert_fails (prepender, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "one connection");
  assert_fails (by_time, "text", "hello", HBASE_ERROR_INVALID_ARGUMENT, "“downward”");
}
END_TEST

START_TEST (tickets_stop_at_an_unguarded_row)
{
  g_autoptr (HBaseTable) table = ticket_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = by_strategy (table, HBASE_PREPEND_STRATEGY_TICKET, 1);

  api_write (table, "another", "hello");
  assert_fails (prepender, "text", "hello", HBASE_ERROR_UNGUARDED_ROW, "“another”");
}
END_TEST

/* ---- several rows at once ---- */

static GPtrArray *
make_many (const char *texts)
{
  GPtrArray *prepends = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_prepend_request_unref);

  for (; *texts != '\0'; texts++)
    g_ptr_array_add (prepends, comment_new ((char[]){ *texts, '\0' }));
  return prepends;
}

/* Returns the texts from the first row on. */
static void
assert_texts (HBaseTable *table, const char *expected)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GString) texts = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text");

      g_string_append (texts, text);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_str_eq (texts->str, expected);
}

START_TEST (many_keep_the_order_given)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (GPtrArray) first = make_many ("xyz");
  g_autoptr (GPtrArray) second = make_many ("abcd");
  g_autoptr (GPtrArray) none = make_many ("");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) nothing = NULL;
  g_autoptr (GError) error = NULL;

  assert_works (hbase_prepender_prepend_many (prepender, first, NULL, &error), error);
  assert_works (hbase_prepender_prepend_many (prepender, first, NULL, &error), error);
  hbase_prepender_prepend_many_async (prepender, second, NULL, api_done, &result);
  assert_works (hbase_prepender_prepend_many_finish (prepender, api_wait (&result), &error), error);
  assert_works (hbase_prepender_prepend_many (prepender, none, NULL, &error), error);
  hbase_prepender_prepend_many_async (prepender, none, NULL, api_done, &nothing);
  assert_works (hbase_prepender_prepend_many_finish (prepender, api_wait (&nothing), &error), error);
  assert_texts (table, "abcdxyz");
}
END_TEST

/* Two keys for three rows: the first of the list, which is written last, gets none. */
START_TEST (prepend_many_reports_how_many_were_written)
{
  for (guint blocks = 0; blocks < 2; blocks++)
    {
      g_autoptr (HBaseTable) table = memory_table ("id:downward");
      g_autoptr (HBasePrepender) prepender
          = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "start", (gint64) 1, NULL);
      g_autoptr (GPtrArray) rows = make_many ("abc");
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GError) error = NULL;

      if (blocks)
        ck_assert (!hbase_prepender_prepend_many (prepender, rows, NULL, &error));
      else
        {
          hbase_prepender_prepend_many_async (prepender, rows, NULL, api_done, &result);
          ck_assert (!hbase_prepender_prepend_many_finish (prepender, api_wait (&result), &error));
        }
      assert_reported (error, HBASE_ERROR_KEY_SPACE_EXHAUSTED, "2 of 3 rows are prepended");
      for (guint i = 0; i < rows->len; i++)
        ck_assert_int_eq (hbase_prepend_request_is_settled (rows->pdata[i]), i > 0);
      assert_texts (table, "bc");
    }
}
END_TEST

/* ---- what calls met ---- */

START_TEST (misses_are_counted)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) one = hbase_prepender_new (table);
  g_autoptr (HBasePrepender) other = hbase_prepender_new (table);
  g_autoptr (GVariant) statistics = NULL;
  guint64 rows, puts, missed, refusals;

  prepend_one (one, "hello");
  prepend_one (other, "hello");
  prepend_one (one, "hello");
  statistics = hbase_prepender_get_statistics (one);
  ck_assert (g_variant_lookup (statistics, "rows", "t", &rows)
             && g_variant_lookup (statistics, "puts", "t", &puts)
             && g_variant_lookup (statistics, "missed-keys", "t", &missed)
             && g_variant_lookup (statistics, "misreported-refusals", "t", &refusals));
  ck_assert_uint_eq (rows, 2);
  ck_assert_uint_eq (puts, 3);
  ck_assert_uint_eq (missed, 1);
  ck_assert_uint_eq (refusals, 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("prepender kinds");

  tcase_add_loop_test (tests, a_time_key_is_now_or_one_below_the_first, 0, G_N_ELEMENTS (clocks));
  tcase_add_test (tests, keys_continue_below_a_first_row_in_the_future);
  tcase_add_test (tests, a_prefix_as_long_as_its_value);
  tcase_add_test (tests, a_column_of_content_may_be_the_guard);
  tcase_add_test (tests, content_guards_identify_their_owner);
  tcase_add_test (tests, content_guards_cannot_become_tombstones);
  tcase_add_test (tests, content_guards_need_content);
  tcase_add_test (tests, tickets_count_down_one_by_one);
  tcase_add_test (tests, blocks_are_used_up);
  tcase_add_test (tests, unused_numbers_are_used_later);
  tcase_add_test (tests, salted_keys_use_tickets);
  tcase_add_test (tests, tickets_end_at_0);
  tcase_add_test (tests, sequences_of_the_wrong_kind_are_refused);
  tcase_add_test (tests, tickets_stop_at_an_unguarded_row);
  tcase_add_test (tests, many_keep_the_order_given);
  tcase_add_test (tests, prepend_many_reports_how_many_were_written);
  tcase_add_test (tests, misses_are_counted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("prepender kinds", fill)
