/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests `hbase-glib simulate --table` on a real HBase: the keys of a table of several regions are
 * counted in the table's own regions, and emulated. */

#define N_ROWS 2500 /* more than a scanner returns at once */
#define N_REGIONS 5

static const char *const gateways[] = { "binary", "compact-framed" };

static Fixture *fixture;

/* The table: row0000, row0001 … in regions of 500 rows. Only unframed gateways take splits. */
static void
fill_table (HBaseConnection *connection)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("simulated");
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "simulated");

  hbase_table_descriptor_add_family (descriptor, hbase_family_descriptor_new ("f"));
  for (guint i = 1; i < N_REGIONS; i++)
    g_ptr_array_add (splits, g_bytes_new_take (g_strdup_printf ("row%04u", i * N_ROWS / N_REGIONS), 7));
  hbase_admin_create_table (admin, descriptor, splits, NULL, &error);
  ck_assert_no_error (error);
  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autoptr (GBytes) key = g_bytes_new_take (g_strdup_printf ("row%04u", i), 7);
      HBasePut *put = hbase_put_new_bytes (key);

      hbase_put_add (put, "f", (const guint8 *) "a", 1, (const guint8 *) "1", 1);
      hbase_put_add (put, "f", (const guint8 *) "b", 1, (const guint8 *) "2", 1);
      g_ptr_array_add (puts, put);
    }
  hbase_table_put_multiple (table, puts, NULL, &error);
  ck_assert_no_error (error);
}

static void
set_up (void)
{
  g_autofree char *uri = NULL;
  g_autoptr (HBaseConnection) connection = NULL;

  fixture = fixture_start ("binary compact-framed");
  uri = fixture_uri (fixture, "binary");
  connection = api_connect (uri);
  fill_table (connection);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

/* Runs `hbase-glib --uri=URI WORDS` through a gateway, in the fixture's folder; returns what it prints. */
static char *
run (const char *gateway, int expected, const char *words, char **errors)
{
  g_autofree char *tool = g_build_filename (g_getenv ("top_builddir"), "tools", "hbase-glib", NULL);
  g_autofree char *uri = fixture_uri (fixture, gateway);
  g_autofree char *line = g_strdup_printf ("'%s' %s --uri='%s'", tool, words, uri);
  g_auto (GStrv) arguments = NULL;
  g_autoptr (GError) error = NULL;
  char *printed;
  int status;

  ck_assert (g_shell_parse_argv (line, NULL, &arguments, NULL));
  g_spawn_sync (fixture_directory (fixture), arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &printed, errors,
                &status, &error);
  ck_assert_no_error (error);
  ck_assert_msg (WIFEXITED (status) && WEXITSTATUS (status) == expected, "%s\n%s\n%s", line, printed,
                 *errors);
  return printed;
}

static void
assert_prints (const char *gateway, const char *words, const char *expected)
{
  g_autofree char *errors = NULL, *printed = run (gateway, 0, words, &errors);

  ck_assert_msg (strstr (printed, expected) != NULL, "%s should print\n%s\nbut prints\n%s", words, expected,
                 printed);
  ck_assert_str_eq (errors, "");
}

static const char counts[] = ":500:1.0\n"
                             "row0500:500:1.0\n"
                             "row1000:500:1.0\n"
                             "row1500:500:1.0\n"
                             "row2000:500:1.0\n"
                             "total requests:2500\n"
                             "dead regions:0 of 5\n";

START_TEST (the_rows_of_a_table_are_counted_in_its_regions)
{
  g_autofree char *errors = NULL, *regions = run (gateways[_i], 0, "regions simulated", &errors);
  g_autofree char *file = g_build_filename (fixture_directory (fixture), "splits", NULL);

  ck_assert (g_file_set_contents (file, regions, -1, NULL));
  assert_prints (gateways[_i], "simulate --table=simulated --splits=splits", counts);
  assert_prints (gateways[_i], "simulate --table=simulated --splits=splits --puts=750",
                 ":500:-\nrow0500:250:-\nrow1000:0:-\n");
  assert_prints (gateways[_i], "simulate --table=simulated --format=json", "{\"puts\":2500,");
}
END_TEST

START_TEST (the_rows_of_a_table_are_emulated)
{
  g_autofree char *file = g_build_filename (fixture_directory (fixture), "site.xml", NULL);

  ck_assert (g_file_set_contents (file, "<configuration/>", -1, NULL));
  assert_prints (gateways[_i], "simulate --table=simulated --emulate=site.xml --row-size=100",
                 "rows                         2500\n");
}
END_TEST

START_TEST (a_table_that_does_not_exist_is_reported)
{
  g_autofree char *errors = NULL,
                  *printed = run (gateways[_i], 1, "simulate --table=missing --svg=a.svg", &errors);
  g_autofree char *file = g_build_filename (fixture_directory (fixture), "a.svg", NULL);

  ck_assert_str_eq (printed, "");
  ck_assert_ptr_nonnull (strstr (errors, "missing"));
  ck_assert (!g_file_test (file, G_FILE_TEST_EXISTS));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *simulate = tcase_create ("simulate");

  tcase_set_timeout (simulate, 120);
  tcase_add_unchecked_fixture (simulate, set_up, tear_down);
  tcase_add_loop_test (simulate, the_rows_of_a_table_are_counted_in_its_regions, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (simulate, the_rows_of_a_table_are_emulated, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (simulate, a_table_that_does_not_exist_is_reported, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, simulate);
}

TEST_MAIN ("tool-hbase", fill)
