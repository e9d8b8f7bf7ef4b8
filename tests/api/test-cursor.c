/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

#define N_ROWS 120

/* Creates rows row000 … with f:a, f:b, f:c and g:x. */
static HBaseTable *
filled_table (void)
{
  HBaseTable *table = api_table ();
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      HBasePut *put = hbase_put_new_utf8 (key);

      hbase_put_add_utf8 (put, "f", "a", key);
      hbase_put_add_utf8 (put, "f", "b", "B");
      hbase_put_add_utf8 (put, "f", "c", "C");
      hbase_put_add_utf8 (put, "g", "x", "X");
      g_ptr_array_add (puts, put);
    }
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
  return table;
}

static void
assert_key (HBaseRow *row, guint number)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row);
  g_autofree char *expected = g_strdup_printf ("row%03u", number);

  ck_assert_str_eq (key, expected);
}

/* Checks that the next row is that one; −1: there is none. */
static void
assert_next (HBaseTableCursor *cursor, int number)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

  ck_assert_no_error (error);
  ck_assert ((row != NULL) == (number >= 0));
  if (row != NULL)
    assert_key (row, (guint) number);
}

static void
assert_rows (HBaseTable *table, HBaseScan *scan, int first, int step, guint count)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);

  for (guint i = 0; i < count; i++)
    assert_next (cursor, first + step * (int) i);
  assert_next (cursor, -1);
  assert_next (cursor, -1);
}

START_TEST (all_rows_in_both_directions)
{
  const guint cachings[] = { 0, 1, 7, N_ROWS, N_ROWS + 1 };
  g_autoptr (HBaseTable) table = filled_table ();

  for (guint i = 0; i < G_N_ELEMENTS (cachings); i++)
    for (guint limit = 0; limit < N_ROWS + 20; limit += 7)
      {
        g_autoptr (HBaseScan) scan = hbase_scan_new ();
        guint count = limit > 0 ? MIN (limit, N_ROWS) : N_ROWS;

        hbase_scan_set_caching (scan, cachings[i]);
        hbase_scan_set_limit (scan, limit);
        assert_rows (table, scan, 0, 1, count);
        hbase_scan_set_reversed (scan, TRUE);
        assert_rows (table, scan, N_ROWS - 1, -1, count);
      }
}
END_TEST

START_TEST (bounds_and_prefixes)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_scan_set_start (scan, BYTES ("row010"));
  hbase_scan_set_stop (scan, BYTES ("row020"));
  assert_rows (table, scan, 10, 1, 10);
  hbase_scan_set_prefix (scan, BYTES ("row01"));
  assert_rows (table, scan, 10, 1, 10);
  hbase_scan_set_start (scan, BYTES ("row020"));
  assert_rows (table, scan, 0, 1, 0);
  hbase_scan_set_prefix (scan, BYTES (""));
  assert_rows (table, scan, 0, 1, 0);
  hbase_scan_set_reversed (scan, TRUE);
  hbase_scan_set_stop (scan, BYTES ("row010"));
  assert_rows (table, scan, 20, -1, 10);
  hbase_scan_set_start (scan, BYTES (""));
  hbase_scan_set_stop (scan, BYTES (""));
  hbase_scan_set_prefix (scan, BYTES ("row05"));
  assert_rows (table, scan, 59, -1, 10);
}
END_TEST

START_TEST (only_the_columns_asked_for)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *b = NULL;
  g_autofree char *x = NULL;

  hbase_query_add_column (HBASE_QUERY (scan), "f", BYTES ("b"));
  cursor = hbase_table_scan (table, scan);
  row = hbase_table_cursor_next (cursor, NULL, NULL);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
  b = hbase_row_dup_value_utf8 (row, "f:b");
  x = hbase_row_dup_value_utf8 (row, "g:x");
  ck_assert_str_eq (b, "B");
  ck_assert_ptr_null (x);
}
END_TEST

START_TEST (wide_rows_in_partial_rows)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_batch_size (scan, 3);
  hbase_scan_set_limit (scan, 5);
  hbase_scan_set_caching (scan, 3);
  cursor = hbase_table_scan (table, scan);
  for (guint i = 0; i < 10; i++)
    {
      g_autoptr (HBaseRow) piece = hbase_table_cursor_next (cursor, NULL, &error);

      ck_assert_no_error (error);
      assert_key (piece, i / 2);
      ck_assert_uint_eq (hbase_row_get_n_cells (piece), i % 2 == 0 ? 3 : 1);
      ck_assert_int_eq (hbase_row_is_partial (piece), i % 2 == 0);
    }
  assert_next (cursor, -1);
}
END_TEST

START_TEST (the_scan_is_copied)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);

  hbase_scan_set_reversed (scan, TRUE);
  assert_next (cursor, 0);
  ck_assert_ptr_eq (hbase_table_cursor_get_table (cursor), table);
}
END_TEST

START_TEST (a_row_outlives_cursor_table_and_connection)
{
  HBaseTable *table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseTableCursor *cursor = hbase_table_scan (table, scan);
  g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, NULL);
  g_autoptr (HBaseRow) detached = hbase_row_copy (row);
  g_autofree char *value = NULL;

  g_object_unref (cursor);
  g_object_unref (table);
  assert_key (row, 0);
  assert_key (detached, 0);
  value = hbase_row_dup_value_utf8 (detached, "g:x");
  ck_assert_str_eq (value, "X");
}
END_TEST

START_TEST (fields_by_their_names)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("user:uint32,stamp:reverse-ms", NULL);
  g_autoptr (GBytes) key
      = hbase_key_schema_encode (schema, g_variant_new ("(ux)", 7, (gint64) 1700000000000), NULL);
  g_autoptr (HBasePut) put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GVariant) user = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  table = api_add_key_schema (table, schema);
  cursor = hbase_table_scan (table, scan);
  row = hbase_table_cursor_next (cursor, NULL, &error);
  ck_assert_no_error (error);
  user = hbase_row_get_key_field (row, "user", &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (g_variant_get_uint32 (user), 7);
}
END_TEST

/* ---- errors ---- */

static void
assert_fails (HBaseTableCursor *cursor, GCancellable *cancellable, GQuark domain, int code)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_cursor_next (cursor, cancellable, &error));
  ck_assert_error (error, domain, code);
}

START_TEST (unknown_tables_and_families)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseTable) none = hbase_table_new (hbase_table_get_connection (table), "none");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  for (guint limit = 0; limit < 6; limit += 5)
    {
      g_autoptr (HBaseScan) strange = hbase_scan_new ();
      g_autoptr (HBaseTableCursor) cursor = NULL;
      g_autoptr (HBaseTableCursor) other = NULL;

      hbase_scan_set_limit (scan, limit);
      hbase_scan_set_limit (strange, limit);
      hbase_query_add_family (HBASE_QUERY (strange), "nofamily");
      cursor = hbase_table_scan (none, scan);
      assert_fails (cursor, NULL, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
      other = hbase_table_scan (table, strange);
      assert_fails (other, NULL, HBASE_ERROR, HBASE_ERROR_FAMILY_NOT_FOUND);
    }
}
END_TEST

START_TEST (a_row_key_too_long_is_refused_before_sending)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autofree guint8 *row = g_malloc0 (32768);
  g_autoptr (HBaseTableCursor) cursor = NULL;

  hbase_scan_set_start (scan, row, 32768);
  cursor = hbase_table_scan (table, scan);
  assert_fails (cursor, NULL, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (an_invalid_range_is_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_start (scan, BYTES ("b\x01"));
  hbase_scan_set_stop (scan, BYTES ("a"));
  cursor = hbase_table_scan (table, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_str_eq (error->message,
                    "table “t”: scan: its range is impossible: it starts at “b\\x01”, after its stop “a”");
}
END_TEST

START_TEST (a_closed_cursor_returns_no_rows)
{
  for (int n_read = 0; n_read < 30; n_read += 10)
    {
      g_autoptr (HBaseTable) table = filled_table ();
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
      g_autoptr (GError) error = NULL;

      hbase_scan_set_caching (scan, 4);
      for (int i = 0; i < n_read; i++)
        assert_next (cursor, i);
      assert_works (hbase_table_cursor_close (cursor, NULL, &error), error);
      assert_works (hbase_table_cursor_close (cursor, NULL, &error), error);
      assert_fails (cursor, NULL, HBASE_ERROR, HBASE_ERROR_CLOSED);
    }
}
END_TEST

START_TEST (a_closed_connection_is_reported)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  hbase_scan_set_caching (scan, 1);
  cursor = hbase_table_scan (table, scan);
  assert_next (cursor, 0);
  assert_works (hbase_connection_close (hbase_table_get_connection (table), NULL, &error), error);
  /* The prefetched rows may have been received before. */
  if ((row = hbase_table_cursor_next (cursor, NULL, NULL)) != NULL)
    hbase_row_unref (row);
  assert_fails (cursor, NULL, HBASE_ERROR, HBASE_ERROR_CLOSED);
}
END_TEST

START_TEST (a_cancelled_next_loses_nothing)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();

  g_cancellable_cancel (cancelled);
  hbase_scan_set_caching (scan, 2);
  cursor = hbase_table_scan (table, scan);
  for (int i = 0; i < N_ROWS; i++)
    {
      assert_fails (cursor, cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      assert_next (cursor, i);
    }
  assert_next (cursor, -1);
}
END_TEST

/* ---- asynchronous calls ---- */

static HBaseRow *
next_async (HBaseTableCursor *cursor, GCancellable *cancellable, GError **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  hbase_table_cursor_next_async (cursor, cancellable, api_done, &result);
  return hbase_table_cursor_next_finish (cursor, api_wait (&result), error);
}

START_TEST (blocking_and_async_calls_alternate)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_caching (scan, 2);
  cursor = hbase_table_scan (table, scan);
  for (guint i = 0; i < N_ROWS; i += 2)
    {
      g_autoptr (HBaseRow) row = next_async (cursor, NULL, &error);

      ck_assert_no_error (error);
      assert_key (row, i);
      assert_next (cursor, (int) i + 1);
    }
  ck_assert_ptr_null (next_async (cursor, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

START_TEST (one_call_at_a_time)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GAsyncResult) first = NULL;
  g_autoptr (GAsyncResult) second = NULL;
  g_autoptr (GAsyncResult) third = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_table_cursor_next_async (cursor, NULL, api_done, &first);
  assert_fails (cursor, NULL, G_IO_ERROR, G_IO_ERROR_PENDING);
  ck_assert (!hbase_table_cursor_close (cursor, NULL, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  hbase_table_cursor_next_async (cursor, NULL, api_done, &second);
  ck_assert_ptr_null (hbase_table_cursor_next_finish (cursor, api_wait (&second), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_clear_error (&error);
  row = hbase_table_cursor_next_finish (cursor, api_wait (&first), &error);
  ck_assert_no_error (error);
  assert_key (row, 0);
  assert_next (cursor, 1);
  hbase_table_cursor_close_async (cursor, NULL, api_done, &third);
  assert_works (hbase_table_cursor_close_finish (cursor, api_wait (&third), &error), error);
}
END_TEST

START_TEST (an_async_cancel_loses_nothing)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  guint n_cancelled = 0;

  hbase_scan_set_caching (scan, 2);
  cursor = hbase_table_scan (table, scan);
  for (int i = 0; i < N_ROWS;)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (HBaseRow) row = NULL;
      g_autoptr (GError) error = NULL;

      hbase_table_cursor_next_async (cursor, cancellable, api_done, &result);
      g_cancellable_cancel (cancellable);
      row = hbase_table_cursor_next_finish (cursor, api_wait (&result), &error);
      if (row != NULL)
        {
          assert_key (row, (guint) i++);
          continue;
        }
      ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      n_cancelled++;
      assert_next (cursor, i++);
    }
  ck_assert_uint_gt (n_cancelled, 0);
  assert_next (cursor, -1);
}
END_TEST

/* ---- many cursors ---- */

static guint64
get_acquired (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 acquired = 99;

  ck_assert (g_variant_lookup (statistics, "acquired", "t", &acquired));
  return acquired;
}

START_TEST (many_cursors_are_dropped_before_their_end)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_scan_set_caching (scan, 3);
  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);

      for (int row = 0; row < (int) (i % 8); row++)
        assert_next (cursor, row);
    }
  ck_assert_uint_eq (get_acquired (table), 0);
  assert_rows (table, scan, 0, 1, N_ROWS);
}
END_TEST

START_TEST (many_waiting_cursors_starve_no_call)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseTableCursor *cursors[50];

  hbase_scan_set_caching (scan, 3);
  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    {
      cursors[i] = hbase_table_scan (table, scan);
      assert_next (cursors[i], 0);
    }
  for (int row = 1; row < 20; row++)
    for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
      assert_next (cursors[i], row);
  for (guint i = 0; i < G_N_ELEMENTS (cursors); i++)
    g_object_unref (cursors[i]);
}
END_TEST

static gpointer
read_in_thread (gpointer data)
{
  HBaseTable *table = data;
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_scan_set_caching (scan, 5);
  for (guint i = 0; i < 10; i++)
    assert_rows (table, scan, 0, 1, N_ROWS);
  return NULL;
}

START_TEST (each_thread_its_cursor)
{
  g_autoptr (HBaseTable) table = filled_table ();
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("reader", read_in_thread, table);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}
END_TEST

/* ---- priorities ---- */

/* GTK's redraw: GDK_PRIORITY_REDRAW. */
#define REDRAW_PRIORITY (G_PRIORITY_HIGH_IDLE + 20)

typedef struct {
  HBaseTableCursor *cursor;
  gboolean by_batches;
  guint n_dispatches; /* of callbacks of the cursor */
  guint n_redraws, asked_at;
  gboolean is_redraw_pending, is_over;
} Redraws;

static gboolean
redraw (gpointer data)
{
  Redraws *redraws = data;

  ck_assert_uint_le (redraws->n_dispatches - redraws->asked_at, 1);
  redraws->n_redraws++;
  redraws->is_redraw_pending = FALSE;
  return G_SOURCE_REMOVE;
}

static void
ask_for_redraw (Redraws *redraws)
{
  if (redraws->is_redraw_pending)
    return;
  redraws->is_redraw_pending = TRUE;
  redraws->asked_at = redraws->n_dispatches;
  g_idle_add_full (REDRAW_PRIORITY, redraw, redraws, NULL);
}

static void
row_came_between_redraws (GObject *source, GAsyncResult *result, gpointer data)
{
  Redraws *redraws = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GPtrArray) rows = NULL;

  redraws->n_dispatches++;
  ck_assert_int_eq (g_source_get_priority (g_main_current_source ()), G_PRIORITY_DEFAULT_IDLE);
  if (redraws->by_batches)
    rows = hbase_table_cursor_next_batch_finish (redraws->cursor, result, &error);
  else
    row = hbase_table_cursor_next_finish (redraws->cursor, result, &error);
  ck_assert_no_error (error);
  redraws->is_over = row == NULL && rows == NULL;
  ask_for_redraw (redraws);
  if (redraws->is_over)
    return;
  if (redraws->by_batches)
    hbase_table_cursor_next_batch_async (redraws->cursor, 3, NULL, row_came_between_redraws, redraws);
  else
    hbase_table_cursor_next_async (redraws->cursor, NULL, row_came_between_redraws, redraws);
}

START_TEST (a_redraw_waits_for_one_row_at_most)
{
  g_autoptr (HBaseTable) table = filled_table ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  Redraws redraws = { .cursor = cursor, .by_batches = _i };

  ck_assert_int_eq (hbase_table_cursor_get_io_priority (cursor), G_PRIORITY_DEFAULT);
  hbase_table_cursor_set_io_priority (cursor, G_PRIORITY_DEFAULT_IDLE);
  ck_assert_int_eq (hbase_table_cursor_get_io_priority (cursor), G_PRIORITY_DEFAULT_IDLE);
  if (_i)
    hbase_table_cursor_next_batch_async (cursor, 3, NULL, row_came_between_redraws, &redraws);
  else
    hbase_table_cursor_next_async (cursor, NULL, row_came_between_redraws, &redraws);
  while (!redraws.is_over || redraws.is_redraw_pending)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_ge (redraws.n_dispatches, (_i ? N_ROWS / 3 : N_ROWS) + 1);
  ck_assert_uint_eq (redraws.n_redraws, redraws.n_dispatches);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("cursor");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, all_rows_in_both_directions);
  tcase_add_test (tests, bounds_and_prefixes);
  tcase_add_test (tests, only_the_columns_asked_for);
  tcase_add_test (tests, wide_rows_in_partial_rows);
  tcase_add_test (tests, the_scan_is_copied);
  tcase_add_test (tests, a_row_outlives_cursor_table_and_connection);
  tcase_add_test (tests, fields_by_their_names);
  tcase_add_test (tests, unknown_tables_and_families);
  tcase_add_test (tests, a_row_key_too_long_is_refused_before_sending);
  tcase_add_test (tests, an_invalid_range_is_reported);
  tcase_add_test (tests, a_closed_cursor_returns_no_rows);
  tcase_add_test (tests, a_closed_connection_is_reported);
  tcase_add_test (tests, a_cancelled_next_loses_nothing);
  tcase_add_test (tests, blocking_and_async_calls_alternate);
  tcase_add_test (tests, one_call_at_a_time);
  tcase_add_test (tests, an_async_cancel_loses_nothing);
  tcase_add_test (tests, many_cursors_are_dropped_before_their_end);
  tcase_add_test (tests, many_waiting_cursors_starve_no_call);
  tcase_add_test (tests, each_thread_its_cursor);
  tcase_add_loop_test (tests, a_redraw_waits_for_one_row_at_most, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("table cursor", fill)
