/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "first-last.h"
#include "test-seed.h"

/* This tests first and last rows of salted tables, by unsalted keys. */

#define SALTS 4
#define MAX_NAMES 30

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Returns rows of few letters, so that keys have common beginnings; each once. Sorted (char *). */
static GPtrArray *
fill_salted (HBaseTable *table, HBaseKeySchema *schema, GRand *rand)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (gint32 i = g_rand_int_range (rand, 0, MAX_NAMES); i > 0; i--)
    {
      g_autofree char *name = g_strdup_printf ("%o", g_rand_int (rand) % 512);
      g_autoptr (GBytes) row = hbase_key_schema_salt (schema, BYTES (name), NULL);

      if (g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        continue;
      put_key (table, g_bytes_get_data (row, NULL), g_bytes_get_size (row));
      g_ptr_array_add (names, g_steal_pointer (&name));
    }
  g_ptr_array_sort (names, compare_names);
  return names;
}

/* Of the model's names from `from` on, those that aren't in the range are skipped. */
static const char *
name_in_range (GPtrArray *names, const char *prefix, const char *at_most, gboolean last)
{
  const char *found = NULL;

  for (guint i = 0; i < names->len && (last || found == NULL); i++)
    if (g_str_has_prefix (names->pdata[i], prefix)
        && (at_most == NULL || strcmp (names->pdata[i], at_most) <= 0))
      found = names->pdata[i];
  return found;
}

/* Takes the row. */
static void
assert_unsalted (HBaseRow *row, const GError *error, const char *name)
{
  g_autoptr (HBaseRow) held = row;
  g_autoptr (GBytes) key = NULL, expected = g_bytes_new_static (name, name != NULL ? strlen (name) : 0);

  ck_assert_no_error (error);
  ck_assert_int_eq (hbase_row_is_empty (row), name == NULL);
  key = hbase_row_ref_unsalted_key (row, NULL);
  ck_assert (g_bytes_equal (key, expected));
}

static void
check_salted (HBaseTable *salted, GPtrArray *names, HBaseScan *scan, const char *prefix, const char *at)
{
  g_autoptr (GPtrArray) rows = NULL;
  GError *error = NULL;
  HBaseRow *row;

  row = hbase_table_first_row (salted, scan, NULL, &error);
  assert_unsalted (row, error, name_in_range (names, prefix, NULL, FALSE));
  row = hbase_table_last_row (salted, scan, HBASE_LAST_ROW_METHOD_AUTO, NULL, &error);
  assert_unsalted (row, error, name_in_range (names, prefix, NULL, TRUE));
  row = hbase_table_row_at_or_before (salted, BYTES (at), scan, NULL, &error);
  assert_unsalted (row, error, name_in_range (names, prefix, at, TRUE));
  rows = hbase_table_last_rows (salted, scan, MAX_NAMES, NULL, &error);
  ck_assert_no_error (error);
  for (guint i = 0, n = 0; i < names->len; i++)
    if (g_str_has_prefix (names->pdata[i], prefix))
      assert_unsalted (hbase_row_ref (rows->pdata[n++]), NULL, names->pdata[i]);
}

START_TEST (all_places_together_have_ends)
{
  g_autoptr (GRand) rand = test_rand_new ("ends/salted");

  for (guint round = 0; round < test_times (40); round++)
    {
      g_autoptr (HBaseTable) table = api_table ();
      g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:phoenix(4),name:text", NULL);
      g_autoptr (GPtrArray) names = fill_salted (table, schema, rand);
      g_autoptr (HBaseTable) salted
          = hbase_table_new_unsalted (hbase_table_get_connection (table), "t", schema);
      g_autofree char *prefix = g_strdup_printf ("%d", g_rand_int_range (rand, 0, 8));
      g_autofree char *at = g_strdup_printf ("%o", g_rand_int (rand) % 512);
      g_autoptr (HBaseScan) scan = scan_of ("", "", prefix, round % 2);

      check_salted (salted, names, NULL, "", at);
      check_salted (salted, names, scan, prefix, at);
    }
}
END_TEST

START_TEST (one_call_a_salt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_autoptr (HBaseTable) salted = hbase_table_new_unsalted (hbase_table_get_connection (table), "t", schema);
  g_autoptr (GPtrArray) rows = NULL;
  GError *error = NULL;
  HBaseRow *row;
  guint before;

  put_keys (table, (const char *const[]){ "\1ada", "\2bob", "\3cleo", NULL });
  before = exchanges_of (relay);
  row = hbase_table_first_row (salted, NULL, NULL, &error);
  assert_unsalted (row, error, "ada");
  row = hbase_table_last_row (salted, NULL, HBASE_LAST_ROW_METHOD_AUTO, NULL, &error);
  assert_unsalted (row, error, "cleo");
  row = hbase_table_row_at_or_before (salted, BYTES ("c"), NULL, NULL, &error);
  assert_unsalted (row, error, "bob");
  rows = hbase_table_last_rows (salted, NULL, 2, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 2);
  ck_assert_uint_eq (exchanges_of (relay) - before, 4 * SALTS);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("salted ends");

  tcase_add_loop_test (tcase, one_call_a_salt, 0, 4);
  tcase_add_test (tcase, all_places_together_have_ends);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("salted ends", fill)
