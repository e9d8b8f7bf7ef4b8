/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "prepending.h"

/* This tests cancelling rows in doubt and retiring rows that were prepended. */

#define SECOND_KEY (const guint8 *) "\x7f\xff\xff\xff\xff\xff\xff\xfe", 8

/* As if another process had begun to write it: perhaps as far as the put. */
static HBasePrependRequest *
doubtful (HBasePrepender *prepender, gboolean written)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = comment_new ("doubtful");
  g_autoptr (GError) error = NULL;
  const guint8 *token;
  gsize length;

  prepend_one (prepender, "the first");
  if (written)
    assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  token = hbase_prepend_request_get_token (comment, &length);
  hbase_put_add_utf8 (cells, "f", "text", "doubtful");
  return hbase_prepend_request_new_resumed (cells, token, length, SECOND_KEY, NULL);
}

/* returns "f:text=hello g:=…"; of a guard only the letter of its state */
static char *
describe (HBaseTable *table, const guint8 *key, gsize length)
{
  g_autoptr (HBaseGet) get = hbase_get_new (key, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  GString *text = g_string_new (NULL);

  ck_assert_no_error (error);
  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);
      g_autofree char *column = hbase_cell_dup_column_escaped (cell);
      gsize skipped = g_str_has_prefix (column, "g:") ? HBASE_PREPEND_TOKEN_LENGTH : 0, value_length;
      const guint8 *value = hbase_cell_get_value (cell, &value_length);
      gsize shown = skipped > 0 ? MIN (value_length - skipped, 1) : value_length;

      g_string_append_printf (text, "%s%s=%.*s", i > 0 ? " " : "", column, (int) shown,
                              (const char *) value + skipped);
    }
  return g_string_free (text, FALSE);
}

static void
assert_row (HBaseTable *table, const guint8 *key, gsize length, const char *expected)
{
  g_autofree char *text = describe (table, key, length);

  ck_assert_str_eq (text, expected);
}

/* ---- cancelling ---- */

START_TEST (a_cancelled_row_is_never_written)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = doubtful (prepender, FALSE);
  g_autoptr (GError) error = NULL;
  gsize length;

  for (guint i = 0; i < 2; i++)
    assert_works (hbase_prepender_cancel (prepender, comment, NULL, &error), error);
  ck_assert (hbase_prepend_request_is_cancelled (comment));
  ck_assert (!hbase_prepend_request_is_settled (comment));
  hbase_prepend_request_get_row (comment, &length);
  ck_assert_uint_eq (length, 0);
  assert_row (table, SECOND_KEY, "g:=b");
  for (guint i = 0; i < 2; i++)
    {
      ck_assert (i == 0 ? !hbase_prepender_prepend (prepender, comment, NULL, &error)
                        : !hbase_prepender_settle (prepender, comment, NULL, &error));
      assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "was cancelled");
      g_clear_error (&error);
    }
  ck_assert_int_eq (prepend_one (prepender, "below the burnt key"), G_MAXINT64 - 2);
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 3);
}
END_TEST

/* Another process continues with the row, and doesn't know of the cancellation. */
START_TEST (holders_of_the_token_learn_of_the_cancel)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = doubtful (prepender, FALSE);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) other = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *token = hbase_prepend_request_get_token (comment, &length);

  hbase_put_add_utf8 (cells, "f", "text", "doubtful");
  other = hbase_prepend_request_new_resumed (cells, token, length, SECOND_KEY, NULL);
  assert_works (hbase_prepender_cancel (prepender, comment, NULL, &error), error);
  ck_assert (!hbase_prepender_settle (prepender, other, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "was cancelled");
  ck_assert (hbase_prepend_request_is_cancelled (other));
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 2);
}
END_TEST

START_TEST (a_written_row_is_not_cancelled)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = doubtful (prepender, TRUE);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 2; i++)
    assert_works (hbase_prepender_cancel (prepender, comment, NULL, &error), error);
  ck_assert (!hbase_prepend_request_is_cancelled (comment));
  ck_assert (hbase_prepend_request_is_settled (comment));
  ck_assert_int_eq (counter_of (comment), G_MAXINT64 - 1);
  assert_row (table, SECOND_KEY, "f:text=doubtful g:=");
}
END_TEST

START_TEST (cancelling_an_unsent_prepend_needs_no_call)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://127.0.0.1:1");
  g_autoptr (HBaseTable) table = growing_table (connection, "id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("hello");
  g_autoptr (GError) error = NULL;

  assert_works (hbase_prepender_cancel (prepender, comment, NULL, &error), error);
  ck_assert (hbase_prepend_request_is_cancelled (comment));
}
END_TEST

/* ---- old records: several processes have the token ---- */

#define LAST_KEY (const guint8 *) "\x7f\xff\xff\xff\xff\xff\xff\xff", 8

/* As another process has it: with the row of a record, or by its token alone (length 0). */
static HBasePrependRequest *
holder_of (HBasePrependRequest *comment, const guint8 *row, gsize row_length)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  gsize length;
  const guint8 *token = hbase_prepend_request_get_token (comment, &length);

  hbase_put_add_utf8 (cells, "f", "text", "doubtful");
  return hbase_prepend_request_new_resumed (cells, token, length, row, row_length, NULL);
}

static void
assert_stands (HBasePrepender *prepender, HBasePrependRequest *holder, gint64 counter)
{
  g_autoptr (GError) error = NULL;

  assert_works (hbase_prepender_cancel (prepender, holder, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (holder), HBASE_PREPEND_STATE_WRITTEN);
  ck_assert_int_eq (counter_of (holder), counter);
}

/* The key of the record belongs to another row; this row was written two keys below. */
START_TEST (a_cancel_with_an_old_key_finds_the_row_below)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("doubtful");
  g_autoptr (HBasePrependRequest) holder = holder_of (comment, LAST_KEY),
                                  token_only = holder_of (comment, NULL, 0);
  g_autoptr (GError) error = NULL;

  ck_assert_int_eq (hbase_prepend_request_get_state (comment), HBASE_PREPEND_STATE_NEW);
  prepend_one (prepender, "the first");
  prepend_one (prepender, "the second");
  assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
  prepend_one (prepender, "the last");
  assert_stands (prepender, holder, G_MAXINT64 - 2);
  assert_stands (prepender, token_only, G_MAXINT64 - 2);
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 4);
}
END_TEST

/* Nothing of the row exists, and its key belongs to another row: a fence is written below, for all processes
 * that have the token. */
START_TEST (a_cancel_below_another_row_is_final)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table), other = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = comment_new ("doubtful");
  g_autoptr (HBasePrependRequest) cancelled
      = _i == 0 ? holder_of (comment, LAST_KEY) : holder_of (comment, NULL, 0);
  g_autoptr (HBasePrependRequest) later = holder_of (comment, LAST_KEY),
                                  token_only = holder_of (comment, NULL, 0);
  g_autoptr (GError) error = NULL;

  prepend_one (prepender, "the first");
  ck_assert_int_eq (hbase_prepend_request_get_state (cancelled), HBASE_PREPEND_STATE_IN_DOUBT);
  assert_works (hbase_prepender_cancel (prepender, cancelled, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (cancelled), HBASE_PREPEND_STATE_CANCELLED);
  assert_row (table, SECOND_KEY, "g:=b");
  prepend_one (prepender, "the next");
  ck_assert (!hbase_prepender_settle (other, later, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "was cancelled");
  g_clear_error (&error);
  assert_works (hbase_prepender_cancel (other, token_only, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (token_only), HBASE_PREPEND_STATE_CANCELLED);
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 3);
}
END_TEST

/* Where keys are times, no fence can be written for processes with a request under way. */
START_TEST (a_cancel_between_times_is_not_final)
{
  g_autoptr (HBaseTable) table = memory_table ("at:reverse-ms");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) first = comment_new ("the first"), comment = comment_new ("doubtful"),
                                  holder = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *key;
  gsize length;

  assert_works (hbase_prepender_prepend (prepender, first, NULL, &error), error);
  key = hbase_prepend_request_get_row (first, &length);
  holder = holder_of (comment, key, length);
  assert_works (hbase_prepender_cancel (prepender, holder, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (holder), HBASE_PREPEND_STATE_NOT_FINAL);
  ck_assert (!hbase_prepend_request_is_cancelled (holder));
  /* This is reported: a process that continues with the token writes the row. */
  assert_works (hbase_prepender_settle (prepender, holder, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (holder), HBASE_PREPEND_STATE_WRITTEN);
}
END_TEST

START_TEST (without_a_key_left_nothing_can_be_written)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender
      = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "start", (gint64) 0, NULL);
  g_autoptr (HBasePrependRequest) comment = comment_new ("doubtful");
  g_autoptr (HBasePrependRequest) holder = holder_of (comment, (const guint8 *) "\0\0\0\0\0\0\0\0", 8);
  g_autoptr (GError) error = NULL;

  prepend_one (prepender, "the last one there can be");
  assert_works (hbase_prepender_cancel (prepender, holder, NULL, &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (holder), HBASE_PREPEND_STATE_CANCELLED);
}
END_TEST

START_TEST (an_unreachable_gateway_leaves_the_row_in_doubt)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://127.0.0.1:1");
  g_autoptr (HBaseTable) table = growing_table (connection, "id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  comment
      = hbase_prepend_request_new_resumed (cells, (const guint8 *) "sixteen bytes it", 16, SECOND_KEY, NULL);
  ck_assert (!hbase_prepender_cancel (prepender, comment, NULL, &error));
  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "127.0.0.1");
  ck_assert (!hbase_prepend_request_is_cancelled (comment));
  hbase_prepend_request_get_row (comment, &length);
  ck_assert_uint_eq (length, 8);
}
END_TEST

START_TEST (cancel_by_async_calls)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = doubtful (prepender, FALSE);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_prepender_cancel_async (prepender, comment, NULL, api_done, &result);
  assert_works (hbase_prepender_cancel_finish (prepender, api_wait (&result), &error), error);
  ck_assert (hbase_prepend_request_is_cancelled (comment));
}
END_TEST

START_TEST (settle_by_async_calls)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = doubtful (prepender, _i == 0),
                                  fresh = comment_new ("never attempted");
  g_autoptr (GAsyncResult) result = NULL, refused = NULL;
  g_autoptr (GError) error = NULL;

  hbase_prepender_settle_async (prepender, comment, NULL, api_done, &result);
  assert_works (hbase_prepender_settle_finish (prepender, api_wait (&result), &error), error);
  ck_assert_int_eq (hbase_prepend_request_get_state (comment), HBASE_PREPEND_STATE_WRITTEN);
  assert_row (table, SECOND_KEY, "f:text=doubtful g:=");
  hbase_prepender_settle_async (prepender, fresh, NULL, api_done, &refused);
  ck_assert (!hbase_prepender_settle_finish (prepender, api_wait (&refused), &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "no row is in doubt");
}
END_TEST

/* ---- retiring ---- */

static const guint8 *
write_one (HBasePrepender *prepender, HBasePrependRequest **comment, gsize *length)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  hbase_put_add_utf8 (cells, "f", "", "empty");
  *comment = hbase_prepend_request_new (cells);
  assert_works (hbase_prepender_prepend (prepender, *comment, NULL, &error), error);
  return hbase_prepend_request_get_row (*comment, length);
}

START_TEST (a_retired_row_keeps_its_guard)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key = write_one (prepender, &comment, &length);

  for (guint i = 0; i < 2; i++)
    {
      assert_works (hbase_prepender_retire (prepender, key, length, NULL, &error), error);
      assert_row (table, key, length, "g:=r");
    }
  /* It still belongs to the row, and its key stays taken. */
  assert_works (hbase_prepender_settle (prepender, comment, NULL, &error), error);
  g_object_set (prepender, "guard-family", "g", NULL);
  ck_assert_int_eq (prepend_one (prepender, "the next"), G_MAXINT64 - 1);
}
END_TEST

START_TEST (a_guard_in_a_family_of_content_is_kept)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = g_object_new (HBASE_TYPE_PREPENDER, "table", table, "guard-family",
                                                       "f", "guard-qualifier", "guard", NULL);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (HBaseGet) get = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key = write_one (prepender, &comment, &length);

  assert_works (hbase_prepender_retire (prepender, key, length, NULL, &error), error);
  get = hbase_get_new (key, length);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
  ck_assert_ptr_nonnull (hbase_row_get_value (row, "f", BYTES ("guard"), &length));
  ck_assert_uint_eq (length, HBASE_PREPEND_TOKEN_LENGTH + 1);
}
END_TEST

START_TEST (retire_by_async_calls)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) failed = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *key = write_one (prepender, &comment, &length);

  hbase_prepender_retire_async (prepender, key, length, NULL, api_done, &result);
  assert_works (hbase_prepender_retire_finish (prepender, api_wait (&result), &error), error);
  assert_row (table, key, length, "g:=r");
  hbase_prepender_retire_async (prepender, key, 0, NULL, api_done, &failed);
  ck_assert (!hbase_prepender_retire_finish (prepender, api_wait (&failed), &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
}
END_TEST

START_TEST (rows_that_cannot_be_retired)
{
  g_autoptr (HBaseTable) table = memory_table ("id:downward");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (GError) error = NULL;

  api_write (table, "another's", "hello");
  ck_assert (!hbase_prepender_retire (prepender, BYTES ("nothing"), NULL, &error));
  assert_reported (error, HBASE_ERROR_ROW_NOT_FOUND, "row “nothing”");
  g_clear_error (&error);
  ck_assert (!hbase_prepender_retire (prepender, BYTES ("another's"), NULL, &error));
  assert_reported (error, HBASE_ERROR_ROW_NOT_FOUND, "row “another's”");
  g_clear_error (&error);
  ck_assert (!hbase_prepender_retire (prepender, NULL, 0, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  g_clear_error (&error);
  g_object_set (prepender, "guard-family", "none", NULL);
  ck_assert (!hbase_prepender_retire (prepender, BYTES ("another's"), NULL, &error));
  assert_reported (error, HBASE_ERROR_FAMILY_NOT_FOUND, "“none”");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("prepender ends");

  tcase_add_test (tests, a_cancelled_row_is_never_written);
  tcase_add_test (tests, holders_of_the_token_learn_of_the_cancel);
  tcase_add_test (tests, a_written_row_is_not_cancelled);
  tcase_add_test (tests, cancelling_an_unsent_prepend_needs_no_call);
  tcase_add_test (tests, a_cancel_with_an_old_key_finds_the_row_below);
  tcase_add_loop_test (tests, a_cancel_below_another_row_is_final, 0, 2);
  tcase_add_test (tests, a_cancel_between_times_is_not_final);
  tcase_add_test (tests, without_a_key_left_nothing_can_be_written);
  tcase_add_test (tests, an_unreachable_gateway_leaves_the_row_in_doubt);
  tcase_add_test (tests, cancel_by_async_calls);
  tcase_add_loop_test (tests, settle_by_async_calls, 0, 2);
  tcase_add_test (tests, a_retired_row_keeps_its_guard);
  tcase_add_test (tests, a_guard_in_a_family_of_content_is_kept);
  tcase_add_test (tests, retire_by_async_calls);
  tcase_add_test (tests, rows_that_cannot_be_retired);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("prepender ends", fill)
