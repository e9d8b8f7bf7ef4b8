/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"
#include "test-seed.h"

/* This tests first and last rows on a real HBase, over several regions, some of which are empty. */

#define N_ROWS 60
#define MAX_LENGTH 6

static const char *const gateways[] = { "binary", "compact-framed" };

static const HBaseLastRowMethod methods[]
    = { HBASE_LAST_ROW_METHOD_AUTO, HBASE_LAST_ROW_METHOD_REVERSE, HBASE_LAST_ROW_METHOD_BISECTION };

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary compact-framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

/* Creates a table, split at the keys; the object's gateway is of that mode. */
static HBaseTable *
new_table (const char *mode, const char *name, const char *splits)
{
  g_autofree char *unframed_uri = fixture_uri (fixture, "binary");
  g_autofree char *uri = fixture_uri (fixture, mode);
  g_autoptr (HBaseConnection) unframed = api_connect (unframed_uri);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (unframed);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (const char *split = splits; *split != '\0'; split++)
    g_ptr_array_add (keys, g_bytes_new (split, 1));
  assert_works (hbase_admin_create_table (admin, descriptor, keys, NULL, &error), error);
  return hbase_table_new (connection, name);
}

static void
put_key (HBaseTable *table, GBytes *key)
{
  g_autoptr (HBasePut) put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "f", "q", "v");
  hbase_put_add_utf8 (put, "g", "r", "w");
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

/* ---- a table compared with a model: sorted keys (GBytes) ---- */

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* Keys are below \xc0: the last regions are empty. */
static GPtrArray *
fill_randomly (HBaseTable *table, GRand *rand)
{
  static const guint8 bytes[] = { 0x00, 0x01, 0x3f, 0x40, 0x7f, 0xbf };
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < N_ROWS; i++)
    {
      guint8 key[MAX_LENGTH];
      gsize length = 1 + g_rand_int (rand) % MAX_LENGTH;
      g_autoptr (GBytes) row = NULL;

      for (gsize k = 0; k < length; k++)
        key[k] = bytes[g_rand_int (rand) % G_N_ELEMENTS (bytes)];
      row = g_bytes_new (key, length);
      if (g_ptr_array_find_with_equal_func (keys, row, g_bytes_equal, NULL))
        continue;
      put_key (table, row);
      g_ptr_array_add (keys, g_steal_pointer (&row));
    }
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}

/* Takes the row. */
static void
assert_row (HBaseRow *row, const GError *error, GBytes *key)
{
  g_autoptr (HBaseRow) held = row;
  gsize length, expected;
  const guint8 *found;

  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (row);
  found = hbase_row_get_key (row, &length);
  g_bytes_get_data (key, &expected);
  ck_assert_uint_eq (length, expected);
  ck_assert_mem_eq (found, g_bytes_get_data (key, NULL), length);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 2);
}

static guint64
n_exchanges (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

static void
check_last (HBaseTable *table, GPtrArray *keys)
{
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      guint64 before = n_exchanges (table);
      GError *error = NULL;
      HBaseRow *row = hbase_table_last_row (table, NULL, methods[i], NULL, &error);

      assert_row (row, error, keys->pdata[keys->len - 1]);
      ck_assert_uint_le (n_exchanges (table) - before,
                         methods[i] == HBASE_LAST_ROW_METHOD_BISECTION ? 9 * MAX_LENGTH + 1 : 1);
    }
}

static void
check_ends (HBaseTable *table, GPtrArray *keys)
{
  g_autoptr (GPtrArray) rows = NULL;
  GError *error = NULL;
  HBaseRow *row = hbase_table_first_row (table, NULL, NULL, &error);

  assert_row (row, error, keys->pdata[0]);
  check_last (table, keys);
  rows = hbase_table_last_rows (table, NULL, keys->len / 2, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, keys->len / 2);
  for (guint i = 0; i < rows->len; i++)
    assert_row (hbase_row_ref (rows->pdata[i]), NULL, keys->pdata[keys->len - rows->len + i]);
}

static void
check_at_or_before (HBaseTable *table, GPtrArray *keys)
{
  for (guint i = 0; i < keys->len; i++)
    {
      g_autoptr (GByteArray) behind = g_byte_array_new ();
      GError *error = NULL;
      HBaseRow *row;

      g_byte_array_append (behind, g_bytes_get_data (keys->pdata[i], NULL),
                           (guint) g_bytes_get_size (keys->pdata[i]));
      row = hbase_table_row_at_or_before (table, behind->data, behind->len, NULL, NULL, &error);
      assert_row (row, error, keys->pdata[i]);
      g_byte_array_append (behind, (const guint8 *) "\0\0", 2);
      if (i + 1 < keys->len
          && memcmp (g_bytes_get_data (keys->pdata[i + 1], NULL), behind->data,
                     MIN (behind->len, g_bytes_get_size (keys->pdata[i + 1])))
                 == 0)
        continue;
      row = hbase_table_row_at_or_before (table, behind->data, behind->len, NULL, NULL, &error);
      assert_row (row, error, keys->pdata[i]);
    }
}

static void
delete_last (HBaseTable *table, GPtrArray *keys)
{
  GBytes *last = keys->pdata[keys->len - 1];
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (g_bytes_get_data (last, NULL), g_bytes_get_size (last));
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  g_ptr_array_set_size (keys, (gint) keys->len - 1);
}

/* Rows that were deleted leave markers, which must not be taken for rows. */
START_TEST (first_and_last_rows_over_several_regions)
{
  g_autoptr (GRand) rand = test_rand_new ("hbase/ends");
  g_autofree char *name = g_strdup_printf ("ends%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, "\x40\x80\xc0\xe0");
  g_autoptr (GPtrArray) keys = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) row = hbase_table_last_row (table, NULL, methods[i], NULL, &error);

      ck_assert_no_error (error);
      ck_assert (hbase_row_is_empty (row));
    }
  keys = fill_randomly (table, rand);
  check_ends (table, keys);
  check_at_or_before (table, keys);
  for (guint i = 0; i < 5; i++)
    {
      delete_last (table, keys);
      check_ends (table, keys);
    }
  fixture_command (fixture, "flush %s", name);
  delete_last (table, keys);
  check_ends (table, keys);
}
END_TEST

/* HBase itself refuses some reversed scans: those with a filter that lets it load families on demand. */
START_TEST (auto_bisects_where_reversed_scans_are_refused)
{
  g_autofree char *name = g_strdup_printf ("filters%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, "m");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GError) refused = NULL;

  api_write (table, "a", "no");
  api_write (table, "n", "yes");
  api_write (table, "o", "no");
  hbase_query_set_filter_text (HBASE_QUERY (scan),
                               "SingleColumnValueFilter('f','q',=,'binary:yes',true,true)");
  ck_assert_ptr_null (hbase_table_last_row (table, scan, HBASE_LAST_ROW_METHOD_REVERSE, NULL, &refused));
  assert_reported (refused, HBASE_ERROR_REMOTE, "Reverse");
  for (guint i = 0; i < 2; i++)
    {
      HBaseLastRowMethod method = i == 0 ? HBASE_LAST_ROW_METHOD_AUTO : HBASE_LAST_ROW_METHOD_BISECTION;
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) row = hbase_table_last_row (table, scan, method, NULL, &error);
      g_autofree char *value = NULL;

      ck_assert_no_error (error);
      ck_assert_ptr_nonnull (row);
      value = hbase_row_dup_value_utf8 (row, "f:q");
      ck_assert_str_eq (value, "yes");
    }
}
END_TEST

START_TEST (the_oldest_row_that_is_not_retired)
{
  g_autofree char *name = g_strdup_printf ("retired%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, "\x40");
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePrepender) prepender = NULL;
  const guint8 oldest[] = { 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
  g_autoptr (GError) error = NULL;

  table = api_add_key_schema (table, schema);
  prepender = hbase_prepender_new (table);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) prepend = NULL;

      hbase_put_add_utf8 (cells, "f", "q", "v");
      prepend = hbase_prepend_request_new (cells);
      assert_works (hbase_prepender_prepend (prepender, prepend, NULL, &error), error);
    }
  assert_works (hbase_prepender_retire (prepender, oldest, sizeof oldest, NULL, &error), error);
  hbase_scan_set_skip_guards (scan, "g", NULL, 0);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (HBaseRow) row = hbase_table_last_row (table, scan, methods[i], NULL, &error);
      g_autofree char *key = NULL;

      ck_assert_no_error (error);
      key = hbase_row_dup_key_escaped (row);
      ck_assert_str_eq (key, "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE");
    }
}
END_TEST

START_TEST (first_and_last_rows_of_salted_tables)
{
  g_autofree char *name = g_strdup_printf ("salted%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, "\x01\x02\x03");
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:phoenix(4),name:text", NULL);
  g_autoptr (HBaseTable) salted = hbase_table_new_unsalted (hbase_table_get_connection (table), name, schema);
  g_autoptr (HBaseRow) first = NULL, last = NULL, before = NULL;
  g_autofree char *first_name = NULL, *last_name = NULL, *name_before = NULL;
  g_autoptr (GError) error = NULL;

  table = api_add_key_schema (table, schema);
  for (guint i = 10; i < 60; i++)
    {
      g_autofree char *row = g_strdup_printf ("row%u", i);
      g_autoptr (HBasePut) put = api_put (row, row);

      assert_works (hbase_table_put (salted, put, NULL, &error), error);
    }
  first = hbase_table_first_row (salted, NULL, NULL, &error);
  ck_assert_no_error (error);
  last = hbase_table_last_row (salted, NULL, HBASE_LAST_ROW_METHOD_AUTO, NULL, &error);
  ck_assert_no_error (error);
  before = hbase_table_row_at_or_before (salted, BYTES ("row3x"), NULL, NULL, &error);
  ck_assert_no_error (error);
  first_name = hbase_row_dup_value_utf8 (first, "f:q");
  last_name = hbase_row_dup_value_utf8 (last, "f:q");
  name_before = hbase_row_dup_value_utf8 (before, "f:q");
  ck_assert_str_eq (first_name, "row10");
  ck_assert_str_eq (last_name, "row59");
  ck_assert_str_eq (name_before, "row39");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("ends on hbase");

  tcase_add_unchecked_fixture (tcase, set_up, tear_down);
  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, first_and_last_rows_over_several_regions, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tcase, auto_bisects_where_reversed_scans_are_refused, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tcase, the_oldest_row_that_is_not_retired, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tcase, first_and_last_rows_of_salted_tables, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("ends on hbase", fill)
