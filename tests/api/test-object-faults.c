/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

/* This tests cursor, pages and prepender with gateways that fail at each of their exchanges: no row is lost
 * or duplicated. */

#define N_ROWS 40
#define N_MODES 4

static const RelayDeed deeds[]
    = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY, RELAY_CUT, RELAY_STALE, RELAY_HOLD_REQUEST, RELAY_HOLD_REPLY };

/* All modes with all deeds. */
#define N_LOOPS (N_MODES * (int) G_N_ELEMENTS (deeds))

static RelayDeed
deed_of (int loop)
{
  return deeds[loop / N_MODES];
}

static HBaseTable *
table_after (Relay *relay, int loop)
{
  g_autofree char *uri = relay_uri (relay, loop % N_MODES);
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  api_create (connection, "t");
  g_atomic_int_set (&relay->log->cut, 30);
  if (relay_is_silence (deed_of (loop)))
    g_object_set (connection, "attempt-timeout", 60, NULL);
  return hbase_table_new (connection, "t");
}

/* Nothing fails yet, so a slow machine is given more time. Returns the previous timeout. */
static guint
extend_timeout (HBaseTable *table)
{
  guint attempt_timeout;

  g_object_get (table, "attempt-timeout", &attempt_timeout, NULL);
  g_object_set (table, "attempt-timeout", 20000, NULL);
  return attempt_timeout;
}

static HBaseTable *
filled_table (Relay *relay, int loop)
{
  HBaseTable *table = table_after (relay, loop);
  guint attempt_timeout = extend_timeout (table);

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);

      api_write (table, key, key);
    }
  g_object_set (table, "attempt-timeout", attempt_timeout, NULL);
  return table;
}

static void
assert_key (HBaseRow *row, guint number)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row);
  g_autofree char *expected = g_strdup_printf ("row%03u", number);

  ck_assert_str_eq (key, expected);
}

/* A reply to another call is the only one of these failures that a read doesn't recover from. */
static void
assert_may_be (const GError *error, int loop)
{
  ck_assert_int_eq (deed_of (loop), RELAY_STALE);
  assert_reported (error, HBASE_ERROR_PROTOCOL, "“t”");
}

static guint
exchanges_of (Relay *relay)
{
  return (guint) g_atomic_int_get (&relay->log->exchanges);
}

/* ---- cursor ---- */

/* Reads all rows, and continues after an error. Returns the number of errors. */
static guint
walk (HBaseTable *table, gboolean reversed, int loop)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  guint n = 0, n_errors = 0;

  hbase_scan_set_caching (scan, 7);
  hbase_scan_set_reversed (scan, reversed);
  cursor = hbase_table_scan (table, scan);
  for (;;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

      if (row == NULL && error == NULL)
        break;
      if (error != NULL)
        assert_may_be (error, loop), n_errors++;
      else
        assert_key (row, reversed ? N_ROWS - 1 - n : n), n++;
    }
  ck_assert_uint_eq (n, N_ROWS);
  return n_errors;
}

START_TEST (a_cursor_returns_each_row_once_over_gateway_failures)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = filled_table (relay, _i);
  guint before = exchanges_of (relay), n_exchanges, n_errors = 0;
  guint attempt_timeout = extend_timeout (table);

  walk (table, FALSE, _i);
  g_object_set (table, "attempt-timeout", attempt_timeout, NULL);
  n_exchanges = exchanges_of (relay) - before;
  ck_assert_uint_gt (n_exchanges, 6);
  for (guint at = 0; at < 2 * n_exchanges; at++)
    {
      gint faults = relay->log->faults;

      relay_tell (relay, at / 2, 1, deed_of (_i));
      n_errors += walk (table, at % 2, _i);
      ck_assert_int_ge (relay->log->faults, faults);
    }
  /* A failure of the last exchange, which closes the scanner, isn't reported. */
  ck_assert_int_ge (relay->log->faults, (int) (2 * n_exchanges) - 2);
  ck_assert_int_eq (n_errors > 0, deed_of (_i) == RELAY_STALE);
}
END_TEST

/* ---- pages ---- */

static guint
turn_pages (HBaseTable *table, int loop)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 7);
  guint n = 0, n_errors = 0;

  for (;;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBasePage) page = hbase_page_iterator_next (pages, NULL, &error);

      if (page == NULL && error == NULL)
        break;
      if (error != NULL)
        assert_may_be (error, loop), n_errors++;
      for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
        assert_key (hbase_page_get_row (page, i), n++);
    }
  ck_assert_uint_eq (n, N_ROWS);
  return n_errors;
}

START_TEST (lost_pages_are_requested_again)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = filled_table (relay, _i);
  guint before = exchanges_of (relay), n_exchanges, n_errors = 0;
  guint attempt_timeout = extend_timeout (table);

  turn_pages (table, _i);
  g_object_set (table, "attempt-timeout", attempt_timeout, NULL);
  n_exchanges = exchanges_of (relay) - before;
  ck_assert_uint_eq (n_exchanges, N_ROWS / 7 + 1);
  for (guint at = 0; at < n_exchanges; at++)
    {
      relay_tell (relay, at, 1, deed_of (_i));
      n_errors += turn_pages (table, _i);
    }
  ck_assert_int_ge (relay->log->faults, (int) n_exchanges);
  ck_assert_uint_eq (n_errors, deed_of (_i) == RELAY_STALE ? n_exchanges : 0);
}
END_TEST

/* ---- prepender ---- */

static HBaseTable *
growing_table (Relay *relay, int loop)
{
  HBaseTable *table = table_after (relay, loop);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);

  return api_add_key_schema (table, schema);
}

static HBasePut *
cells_new (void)
{
  HBasePut *cells = hbase_put_new (NULL, 0);

  hbase_put_add_utf8 (cells, "f", "text", "hello");
  return cells;
}

static guint64
number_in (const guint8 *key, gsize length)
{
  guint64 big;

  ck_assert_uint_eq (length, sizeof big);
  memcpy (&big, key, sizeof big);
  return GUINT64_FROM_BE (big);
}

/* Rows are contiguous down from the highest key: none is lost or duplicated. */
static guint
count_rows (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  guint64 next = G_MAXINT64;
  HBaseRow *row;
  guint n = 0;

  hbase_scan_set_reversed (scan, TRUE);
  cursor = hbase_table_scan (table, scan);
  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; n++)
    {
      gsize length;
      const guint8 *key = hbase_row_get_key (row, &length);

      ck_assert_uint_eq (number_in (key, length), next--);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  return n;
}

static void
assert_count (HBaseTable *table, guint expected)
{
  ck_assert_uint_eq (count_rows (table), expected);
}

/* If `error` says that the outcome is unknown, another process, with the token, the row and the cells,
 * settles it. */
static void
settle_elsewhere (Relay *relay, HBasePrependRequest *comment, const GError *error)
{
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  g_autoptr (HBaseTable) table = hbase_table_new_with_key_schema (connection, "t", schema);
  g_autoptr (HBasePrepender) prepender = NULL;
  g_autoptr (HBasePut) cells = cells_new ();
  g_autoptr (HBasePrependRequest) resumed = NULL;
  g_autoptr (GError) failure = NULL;
  gsize token_length, row_length;
  const guint8 *token = hbase_prepend_request_get_token (comment, &token_length);
  const guint8 *row = hbase_prepend_request_get_row (comment, &row_length);

  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“t”");
  ck_assert (!hbase_prepend_request_is_settled (comment));
  resumed = hbase_prepend_request_new_resumed (cells, token, token_length, row, row_length, NULL);
  prepender = hbase_prepender_new (table);
  assert_works (hbase_prepender_settle (prepender, resumed, NULL, &failure), failure);
  ck_assert (hbase_prepend_request_is_settled (resumed));
}

START_TEST (a_prepend_completes_over_gateway_failures)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = growing_table (relay, _i);
  guint n = 0;

  for (guint at = 0; at < 5; at++)
    for (guint length = 1; length <= 2; length++)
      {
        /* A new prepender each time, so that the first row is read anew. */
        g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
        g_autoptr (HBasePut) cells = cells_new ();
        g_autoptr (HBasePrependRequest) comment = hbase_prepend_request_new (cells);
        g_autoptr (GError) error = NULL;
        gboolean there;

        relay_tell (relay, at, deed_of (_i) == RELAY_STALE ? 1 : length, deed_of (_i));
        there = hbase_prepender_prepend (prepender, comment, NULL, &error);
        relay_tell (relay, 0, 0, RELAY_PASS);
        ck_assert_int_eq (there, hbase_prepend_request_is_settled (comment));
        if (there)
          n++;
        else if (!g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN))
          assert_may_be (error, _i);
        else
          settle_elsewhere (relay, comment, error), n++;
        assert_count (table, n);
      }
  ck_assert_int_ge (relay->log->faults, 3);
}
END_TEST

static guint
count_stored (const char *directory)
{
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  return count_rows (table);
}

/* Returns the error; a put that wasn't sent within its time is sent with twice the time. */
static GError *
prepend_in_doubt (HBaseTable *table, HBasePrepender *prepender, HBasePrependRequest *comment)
{
  GError *error = NULL;

  for (guint timeout = 300;; timeout *= 2)
    {
      g_object_set (table, "timeout", timeout, "attempt-timeout", timeout / 5, NULL);
      ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
      if (!g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
        return error;
      g_clear_error (&error);
    }
}

START_TEST (a_prepend_in_doubt_is_settled_later)
{
  for (guint done = 0; done < 2; done++)
    for (guint elsewhere = 0; elsewhere < 2; elsewhere++)
      {
        g_autofree char *directory = g_dir_make_tmp ("hbase-relay-XXXXXX", NULL);
        g_autoptr (Relay) relay = relay_new (directory);
        g_autoptr (HBaseTable) table = growing_table (relay, _i);
        g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
        g_autoptr (HBasePut) cells = cells_new ();
        g_autoptr (HBasePrependRequest) first = hbase_prepend_request_new (cells),
                                        comment = hbase_prepend_request_new (cells);
        g_autoptr (GError) error = NULL, failure = NULL;
        gsize length;

        assert_works (hbase_prepender_prepend (prepender, first, NULL, &error), error);
        relay_tell (relay, 0, 1000, done ? RELAY_HOLD_REPLY : RELAY_HOLD_REQUEST);
        error = prepend_in_doubt (table, prepender, comment);
        assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE");
        ck_assert_ptr_nonnull (hbase_prepend_request_get_row (comment, &length));
        ck_assert_uint_eq (length, 8);
        while (count_stored (directory) < 1 + done)
          g_thread_yield ();
        /* Another gateway: what this one hasn't executed yet never is. */
        relay_start (relay);
        relay_tell (relay, 0, 0, RELAY_PASS);
        g_object_set (table, "timeout", 60000, "attempt-timeout", 20000, NULL);
        assert_count (table, 1 + done);
        if (elsewhere)
          settle_elsewhere (relay, comment, error);
        else
          assert_works (hbase_prepender_settle (prepender, comment, NULL, &failure), failure);
        assert_count (table, 2);
        relay_kill (relay);
        relay_remove_data (directory);
      }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("object faults");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, a_cursor_returns_each_row_once_over_gateway_failures, 0, N_LOOPS);
  tcase_add_loop_test (tests, lost_pages_are_requested_again, 0, N_LOOPS);
  tcase_add_loop_test (tests, a_prepend_completes_over_gateway_failures, 0, N_LOOPS);
  tcase_add_loop_test (tests, a_prepend_in_doubt_is_settled_later, 0, N_MODES);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("object faults", fill)
