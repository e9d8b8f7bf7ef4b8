/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"
#include "records/random-filters.h"
#include "test-seed.h"

/* This tests that random filters select the same cells on a real HBase and in the embedded engine, as text in
 * HBase's language and serialized, and that filters in bytes select what they promise. Scans are forward:
 * reversed, HBase may loop endlessly in an OR of filters that seek columns. */

#define N_FILTERS 400
#define TABLE "filter-trees"

static Fixture *fixture;
/* None is shorter than a fuzzy key: HBase accepts some of those, which depends on the rows before. */
static const char *const rows[] = { "a1", "ab", "b0", "b1", "bc", "c1", "d0", "dab" };

static void
create (HBaseConnection *connection)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (TABLE);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (const char *name = "fg"; *name != '\0'; name++)
    {
      g_autofree char *one = g_strndup (name, 1);
      g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (one);

      hbase_family_descriptor_set_max_versions (family, 3);
      hbase_table_descriptor_add_family (descriptor, family);
    }
  g_ptr_array_add (splits, g_bytes_new ("b1", 2));
  g_ptr_array_add (splits, g_bytes_new ("d0", 2));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
}

/* Every row has some cells of both families, in up to three versions. */
static void
fill (HBaseTable *table)
{
  static const char *const values[] = { "", "a", "b", "B", "c", "ab", "it's", "a\nb" };
  static const char *const qualifiers[] = { "", "a", "b", "ab", "c", "d" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (rows[g_rand_int_range (rand, 0, G_N_ELEMENTS (rows))]);
      const char *qualifier = qualifiers[g_rand_int_range (rand, 0, G_N_ELEMENTS (qualifiers))];
      const char *value = values[g_rand_int_range (rand, 0, G_N_ELEMENTS (values))];
      g_autoptr (GError) error = NULL;

      hbase_mutation_set_timestamp (HBASE_MUTATION (put), g_rand_int_range (rand, 0, 9));
      hbase_put_add_utf8 (put, g_rand_boolean (rand) ? "f" : "g", qualifier, value);
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
}

static HBaseTable *
make_table (const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  HBaseTable *table;

  create (connection);
  table = hbase_table_new (connection, TABLE);
  fill (table);
  return table;
}

static void
append_row (GString *text, HBaseRow *row)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row);

  g_string_append_printf (text, "%s:", key);
  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);
      gsize family_length, length, value_length;
      const guint8 *family = hbase_cell_get_family (cell, &family_length);
      const guint8 *qualifier = hbase_cell_get_qualifier (cell, &length);
      const guint8 *value = hbase_cell_get_value (cell, &value_length);
      g_autofree char *shown = hbase_bytes_to_escaped (value, value_length);

      g_string_append_printf (text, " %.*s:%.*s@%" G_GINT64_FORMAT "=%s", (int) family_length, family,
                              (int) length, qualifier, hbase_cell_get_timestamp (cell), shown);
    }
  g_string_append (text, "\n");
}

/* Returns what the scan reads, or "error". */
static char *
read_scan (HBaseTable *table, HBaseScan *scan)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  GString *text = g_string_new (NULL);

  for (;;)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);
      if (error != NULL)
        g_string_assign (text, "error\n");
      if (row == NULL)
        break;
      append_row (text, row);
    }
  return g_string_free (text, FALSE);
}

static char *
read_filtered (HBaseTable *table, HBaseFilter *filter, guint max_versions)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_query_set_filter (HBASE_QUERY (scan), filter);
  hbase_query_set_max_versions (HBASE_QUERY (scan), max_versions);
  return read_scan (table, scan);
}

/* The same, with the filter as text. */
static char *
read_by_text (HBaseTable *table, const char *filter, guint max_versions)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_query_set_filter_text (HBASE_QUERY (scan), filter);
  hbase_query_set_max_versions (HBASE_QUERY (scan), max_versions);
  return read_scan (table, scan);
}

/* Joins a filter to one that accepts all rows, and that can only be sent in bytes. */
static HBaseFilter *
serialized (HBaseFilter *filter)
{
  g_autoptr (HBaseFilter) all = hbase_filter_parse ("MultiRowRangeFilter('',true,'',false)", NULL);
  g_autoptr (GPtrArray) both = g_ptr_array_new ();

  g_ptr_array_add (both, all);
  g_ptr_array_add (both, filter);
  return hbase_filter_new_and (both);
}

static void
compare (HBaseTable *real, HBaseTable *engine, HBaseFilter *filter, guint max_versions)
{
  g_autofree char *expected = read_filtered (real, filter, max_versions);
  g_autofree char *got = read_filtered (engine, filter, max_versions);
  g_autofree char *text = hbase_filter_to_string (filter);
  g_autofree char *by_text = read_by_text (real, text, max_versions);

  ck_assert_msg (strcmp (expected, got) == 0, "%s, %u versions: HBase has\n%sthe engine\n%s", text,
                 max_versions, expected, got);
  ck_assert_msg (strcmp (expected, by_text) == 0, "%s, %u versions: HBase has\n%sby the text\n%s", text,
                 max_versions, expected, by_text);
}

/* On HBase FuzzyRowFilter and MultiRowRangeFilter seek rows, so that the other filters of a list don't see
 * every row; in the engine they do. Filters that seek columns differ likewise in lists with SKIP. */
static gboolean
is_comparable (HBaseFilter *filter)
{
  g_autofree char *text = hbase_filter_to_string (filter);

  if (strstr (text, "FuzzyRowFilter(") != NULL || strstr (text, "MultiRowRangeFilter(") != NULL)
    return g_str_has_prefix (text, "FuzzyRowFilter(") || g_str_has_prefix (text, "MultiRowRangeFilter(");
  return strstr (text, "SKIP (") == NULL
         || (strstr (text, "ColumnPrefixFilter(") == NULL && strstr (text, "ColumnRangeFilter(") == NULL);
}

static HBaseFilter *
draw_filter (GRand *rand)
{
  HBaseFilter *filter = random_filter (rand, (guint) g_rand_int_range (rand, 0, 4));

  while (!is_comparable (filter))
    {
      hbase_filter_unref (filter);
      filter = random_filter (rand, (guint) g_rand_int_range (rand, 0, 4));
    }
  return filter;
}

START_TEST (random_filters_select_the_same_cells)
{
  g_autoptr (HBaseTable) engine = make_table ("local::memory:");
  g_autofree char *uri = fixture_uri (fixture, "binary");
  g_autoptr (HBaseTable) real = make_table (uri);
  g_autoptr (GRand) rand = test_rand_new ("filter-trees");

  for (guint i = test_times (N_FILTERS); i > 0; i--)
    {
      g_autoptr (HBaseFilter) filter = draw_filter (rand);
      g_autoptr (HBaseFilter) in_bytes = serialized (filter);
      guint max_versions = (guint) g_rand_int_range (rand, 1, 4);

      compare (real, engine, filter, max_versions);
      compare (real, engine, in_bytes, max_versions);
    }
}
END_TEST

/* ---- bytes ---- */

static HBaseTable *
make_table_of_bytes (const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("filter-bytes");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  HBaseTable *table = hbase_table_new (connection, "filter-bytes");
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (descriptor, family);
  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  for (guint i = 0; i < 256; i++)
    {
      const guint8 row[] = { (guint8) i };
      g_autoptr (HBasePut) put = hbase_put_new (row, 1);

      hbase_put_add_utf8 (put, "f", "q", "v");
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
  return table;
}

static char *
expect_row (guint8 byte)
{
  g_autofree char *row = hbase_bytes_to_escaped (&byte, 1);

  return g_strdup_printf ("%s:", row);
}

START_TEST (each_byte_of_a_filter_arrives)
{
  g_autofree char *uri = fixture_uri (fixture, "binary");
  g_autoptr (HBaseTable) table = make_table_of_bytes (uri);

  for (guint i = 0; i < 256; i++)
    {
      const guint8 byte = (guint8) i;
      g_autoptr (HBaseFilter) filter
          = hbase_filter_new_row (HBASE_COMPARE_OPERATOR_EQUAL, HBASE_COMPARATOR_BINARY, &byte, 1);
      g_autofree char *text = hbase_filter_to_string (filter);
      g_autofree char *found = read_by_text (table, text, 1), *expected = expect_row (byte);

      ck_assert_msg (g_str_has_prefix (found, expected) && strchr (found, '\n')[1] == '\0', "%s: %s", text,
                     found);
    }
}
END_TEST

static void
fill_suite (Suite *suite)
{
  TCase *tests = tcase_create ("filter trees");

  tcase_set_timeout (tests, 600);
  tcase_add_test (tests, random_filters_select_the_same_cells);
  tcase_add_test (tests, each_byte_of_a_filter_arrives);
  suite_add_tcase (suite, tests);
}

int
main (void)
{
  int failed;

  fixture = fixture_start ("binary");
  failed = test_main ("filter trees", fill_suite, CK_FORK_GETENV);
  fixture_stop (fixture);
  return failed;
}
