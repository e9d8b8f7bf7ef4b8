/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* Functions named `_utf8` take and return text as it is, those named `_escaped` printable escapes: what one
 * writes, the other of its kind reads back. */

/* Text that looks like an escape, text with separators, and bytes that aren't text. */
static const struct {
  const char *bytes;
  gsize length;
  const char *escapes;
} samples[] = {
  { "Zoë", 4, "Zo\\xC3\\xAB" }, { "a\\b", 3, "a\\x5Cb" },   { "a,b", 3, "a,b" },
  { "a:b", 3, "a:b" },          { "a\nb", 3, "a\\x0Ab" },   { "\\x00", 4, "\\x5Cx00" },
  { "a\0b", 3, "a\\x00b" },     { "a\377b", 3, "a\\xFFb" }, { "a\xc3", 2, "a\\xC3" },
};

/* The first samples are text. */
#define N_TEXTS 6

static void
assert_bytes (GBytes *bytes, const char *expected, gsize length)
{
  ck_assert_ptr_nonnull (bytes);
  ck_assert_uint_eq (g_bytes_get_size (bytes), length);
  ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), expected, length);
}

/* Writes a row with the sample as its key, a qualifier and its value. */
static HBaseTable *
table_with_sample (guint index)
{
  g_autoptr (HBaseTable) table = api_table ();
  const guint8 *bytes = (const guint8 *) samples[index].bytes;
  gsize length = samples[index].length;
  g_autoptr (HBasePut) put = hbase_put_new (bytes, length);
  g_autoptr (GError) error = NULL;

  hbase_put_add (put, "f", bytes, length, bytes, length);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  return g_steal_pointer (&table);
}

/* Reads all rows from the sample to the sample, both included. */
static GPtrArray *
scan_sample (HBaseTable *table, guint index)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  g_autoptr (GError) error = NULL;

  hbase_scan_set_start (scan, (const guint8 *) samples[index].bytes, samples[index].length);
  hbase_scan_set_stop (scan, (const guint8 *) samples[index].bytes, samples[index].length);
  hbase_scan_set_stop_inclusive (scan, TRUE);
  cursor = hbase_table_scan (table, scan);
  for (HBaseRow *row; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL;)
    g_ptr_array_add (rows, row);
  ck_assert_no_error (error);
  return rows;
}

static void
assert_is_text (HBaseRow *row, const char *text)
{
  g_autofree char *column = g_strconcat ("f:", text, NULL);
  g_autofree char *key = hbase_row_dup_key_utf8 (row);
  g_autofree char *value = hbase_row_dup_value_utf8 (row, column);

  ck_assert_pstr_eq (key, text);
  ck_assert_pstr_eq (value, text);
}

START_TEST (text_is_read_as_it_was_written)
{
  const char *text = samples[_i].bytes;
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (text);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (text);
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GPtrArray) scanned = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", text, text);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  hbase_query_add_column (HBASE_QUERY (get), "f", BYTES (text));
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  assert_is_text (row, text);
  scanned = scan_sample (table, (guint) _i);
  ck_assert_uint_eq (scanned->len, 1);
  assert_is_text (scanned->pdata[0], text);
}
END_TEST

START_TEST (a_row_is_deleted_by_its_text)
{
  g_autoptr (HBaseTable) table = table_with_sample ((guint) _i);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (samples[_i].bytes);
  g_autoptr (GPtrArray) scanned = NULL;
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  scanned = scan_sample (table, (guint) _i);
  ck_assert_uint_eq (scanned->len, 0);
}
END_TEST

START_TEST (escapes_are_read_back_to_the_same_bytes)
{
  g_autoptr (HBaseTable) table = table_with_sample ((guint) _i);
  g_autoptr (GPtrArray) rows = scan_sample (table, (guint) _i);
  HBaseRow *row = rows->pdata[0];
  g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, 0);
  g_autofree char *key = hbase_row_dup_key_escaped (row);
  g_autofree char *column = hbase_cell_dup_column_escaped (cell);
  g_autofree char *value = hbase_row_dup_value_escaped (row, column);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key_read = hbase_bytes_from_escaped (key, &error);
  g_autoptr (GBytes) value_read = hbase_bytes_from_escaped (value, &error);

  ck_assert_no_error (error);
  ck_assert_str_eq (key, samples[_i].escapes);
  ck_assert_str_eq (value, samples[_i].escapes);
  assert_bytes (key_read, samples[_i].bytes, samples[_i].length);
  assert_bytes (value_read, samples[_i].bytes, samples[_i].length);
}
END_TEST

START_TEST (bytes_that_are_not_text_have_only_escapes)
{
  g_autoptr (HBaseTable) table = table_with_sample ((guint) _i);
  g_autoptr (GPtrArray) rows = scan_sample (table, (guint) _i);
  g_autofree char *key = hbase_row_dup_key_utf8 (rows->pdata[0]);

  ck_assert_ptr_null (key);
}
END_TEST

START_TEST (a_value_that_is_not_text_has_only_escapes)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("row");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *raw = NULL, *escaped = NULL;

  hbase_put_add (put, "f", BYTES ("q"), (const guint8 *) samples[_i].bytes, samples[_i].length);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  raw = hbase_row_dup_value_utf8 (row, "f:q");
  escaped = hbase_row_dup_value_escaped (row, "f:q");
  ck_assert_ptr_null (raw);
  ck_assert_str_eq (escaped, samples[_i].escapes);
}
END_TEST

/* Two fields, so that a comma and a NUL in the first one mustn't end it. */
START_TEST (key_fields_are_read_back_from_escapes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("name:bytes-z,rest:bytes", &error);
  g_auto (HBaseKeyBuilder) builder;
  g_autoptr (GBytes) key = NULL, again = NULL;
  g_autofree char *escaped = NULL;

  hbase_key_builder_init (&builder, schema);
  for (guint i = 0; i < 2; i++)
    hbase_key_builder_add_bytes (&builder, (const guint8 *) samples[_i].bytes, samples[_i].length);
  key = hbase_key_builder_end (&builder, &error);
  ck_assert_no_error (error);
  escaped = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                             &error);
  ck_assert_no_error (error);
  again = hbase_key_schema_key_from_escaped (schema, escaped, FALSE, &error);
  ck_assert_no_error (error);
  ck_assert (g_bytes_equal (key, again));
}
END_TEST

START_TEST (records_take_text)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("b");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("b");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("b");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("b");
  g_autoptr (HBaseRow) longer = NULL, raised = NULL, found = NULL, left = NULL;
  g_autofree char *text = NULL, *other = NULL;
  g_autoptr (GError) error = NULL;

  hbase_append_add_utf8 (append, "f", "é", "ü");
  longer = hbase_table_append (table, append, NULL, &error);
  ck_assert_no_error (error);
  hbase_increment_add_utf8 (increment, "f", "n", 7);
  raised = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  hbase_query_add_column_utf8 (HBASE_QUERY (get), "f", "é");
  found = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  text = hbase_row_dup_value_utf8 (found, "f:é");
  ck_assert_pstr_eq (text, "ü");
  ck_assert_uint_eq (hbase_row_get_n_cells (found), 1);
  hbase_delete_add_column_utf8 (delete_, "f", "é");
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  left = hbase_table_get (table, get, NULL, &error);
  ck_assert (hbase_row_is_empty (left));
}
END_TEST

static guint
count_rows (HBaseTable *table, HBaseScan *scan)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; hbase_row_unref (row))
    n++;
  ck_assert_no_error (error);
  return n;
}

START_TEST (scans_take_text)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseScan) range = hbase_scan_new (), prefix = hbase_scan_new (), column = hbase_scan_new ();

  api_write (table, "a", "1");
  api_write (table, "é1", "2");
  api_write (table, "é2", "3");
  hbase_scan_set_start_utf8 (range, "a");
  hbase_scan_set_stop_utf8 (range, "é2");
  ck_assert_uint_eq (count_rows (table, range), 2);
  hbase_scan_set_prefix_utf8 (prefix, "é");
  ck_assert_uint_eq (count_rows (table, prefix), 2);
  hbase_query_add_column_utf8 (HBASE_QUERY (column), "f", "none");
  ck_assert_uint_eq (count_rows (table, column), 0);
  hbase_query_add_column_utf8 (HBASE_QUERY (column), "f", "q");
  ck_assert_uint_eq (count_rows (table, column), 3);
  hbase_scan_set_prefix_utf8 (prefix, "");
  ck_assert_uint_eq (count_rows (table, prefix), 3);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("text");

  tcase_add_loop_test (tests, text_is_read_as_it_was_written, 0, N_TEXTS);
  tcase_add_loop_test (tests, a_row_is_deleted_by_its_text, 0, N_TEXTS);
  tcase_add_loop_test (tests, escapes_are_read_back_to_the_same_bytes, 0, G_N_ELEMENTS (samples));
  tcase_add_loop_test (tests, bytes_that_are_not_text_have_only_escapes, N_TEXTS, G_N_ELEMENTS (samples));
  tcase_add_loop_test (tests, a_value_that_is_not_text_has_only_escapes, N_TEXTS, G_N_ELEMENTS (samples));
  tcase_add_loop_test (tests, key_fields_are_read_back_from_escapes, 0, G_N_ELEMENTS (samples));
  tcase_add_test (tests, records_take_text);
  tcase_add_test (tests, scans_take_text);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("text", fill)
