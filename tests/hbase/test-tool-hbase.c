/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests the command line on a real HBase: commands that read and change rows, and `simulate --table`,
 * for which the keys of a table of several regions are counted in the table's own regions, and emulated.
 * Python's overrides are tested there, too. */

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
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
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

/* Runs a command on a table of the gateway's, whose name replaces TABLE. */
static void
assert_prints_of (guint gateway, int expected, const char *words, const char *expected_text)
{
  g_autofree char *table = g_strdup_printf ("data%u", gateway), *errors = NULL, *printed = NULL;
  g_autoptr (GString) line = g_string_new (words);

  g_string_replace (line, "TABLE", table, 0);
  printed = run (gateways[gateway], expected, line->str, &errors);
  ck_assert_str_eq (printed, expected_text);
}

START_TEST (rows_are_changed_and_read)
{
  guint gateway = (guint) _i;

  assert_prints_of (gateway, 0, "create TABLE f g --versions=3", "");
  assert_prints_of (gateway, 0, "put TABLE r f:a=1 --durability=fsync-wal --ttl=600000", "");
  assert_prints_of (gateway, 0, "put TABLE r 100/f:b=2", "");
  assert_prints_of (gateway, 0, "exists TABLE r f:a", "r\ttrue\n");
  assert_prints_of (gateway, 1, "exists TABLE --row=r --row=s", "r\ttrue\ns\tfalse\n");
  assert_prints_of (gateway, 0, "get TABLE r f:b --timestamps --no-cache-blocks", "r\t100/f:b=2\n");
  assert_prints_of (gateway, 0, "check TABLE r f:a ge 1 put f:a=2 delete f:b g", "");
  assert_prints_of (gateway, 1, "check TABLE r f:a '<' 2 put f:a=3", "");
  assert_prints_of (gateway, 0, "check TABLE r f:z missing put f:z=0", "");
  assert_prints_of (gateway, 0, "check TABLE r f:z = 0 delete f:z", "");
  assert_prints_of (gateway, 0, "mutate TABLE r put f:c=3 delete f:a", "");
  assert_prints_of (gateway, 0, "append TABLE r f:c=4", "r\tf:c=34\n");
  assert_prints_of (gateway, 0, "incr TABLE r f:n 5", "5\n");
  assert_prints_of (gateway, 0, "get TABLE r --as=f:n:int64", "r\tf:c=34\tf:n=5\n");
  assert_prints_of (gateway, 0, "get TABLE r --store-limit=1", "r\tf:c=34\n");
  assert_prints_of (gateway, 0, "get TABLE r --store-offset=1 --as=f:int64", "r\tf:n=5\n");
  assert_prints_of (gateway, 0, "scan TABLE --batch=1 --caching=5 --as=f:n:int64", "r\tf:c=34\nr\tf:n=5\n");
}
END_TEST

START_TEST (versions_are_read_and_deleted)
{
  guint gateway = (guint) _i;

  assert_prints_of (gateway, 0, "put TABLE v 1/g:q=1 2/g:q=2 3/g:q=3", "");
  assert_prints_of (gateway, 0, "get TABLE v --versions=all --timestamps", "v\t3/g:q=3\t2/g:q=2\t1/g:q=1\n");
  assert_prints_of (gateway, 0, "delete TABLE v g:q --exact --timestamp=2", "");
  assert_prints_of (gateway, 0, "delete TABLE v g:q --newest", "");
  assert_prints_of (gateway, 0, "get TABLE v --versions=all --timestamps", "v\t1/g:q=1\n");
  assert_prints_of (gateway, 0, "scan TABLE g --start=v --include-stop --stop=v", "v\tg:q=1\n");
  /* Framed gateways get these wrong. */
  if (gateway == 0)
    assert_prints_of (gateway, 0, "scan TABLE g --start=v --family-time-range=g:1,2", "v\tg:q=1\n");
  assert_prints_of (gateway, 0, "delete TABLE --prefix=v --yes", "1\n");
  assert_prints_of (gateway, 1, "get TABLE v", "");
}
END_TEST

/* The text that a table is created from, with attributes and split keys, which framed gateways corrupt. */
#define DESCRIBED                                                                                            \
  "described {DURABILITY async-wal, METADATA {MAX_FILESIZE 10737418240, 'x y' 'a\\x27b\\x00'}}\n"            \
  "  f {VERSIONS 3, TTL 7d}\n"                                                                               \
  "  g {METADATA {Q 1}, CONFIGURATION {a.b c}}\n"                                                            \
  "  --split=m\\x00\n"

START_TEST (what_is_described_is_created_again)
{
  g_autofree char *file = g_build_filename (fixture_directory (fixture), "tables", NULL);

  ck_assert (g_file_set_contents (file, DESCRIBED, -1, NULL));
  assert_prints_of (0, 0, "create --from=tables --dry-run", DESCRIBED);
  assert_prints_of (0, 0, "create --from=tables", "");
  assert_prints_of (0, 0, "describe described --splits", DESCRIBED);
  assert_prints_of (0, 0, "create again --from=tables --if-not-exists", "");
  assert_prints_of (0, 0, "alter 'again {DURABILITY use-default}' --unset=MAX_FILESIZE --unset=f:TTL", "");
  assert_prints_of (0, 0, "describe again",
                    "again {METADATA {'x y' 'a\\x27b\\x00'}}\n  f {VERSIONS 3}\n"
                    "  g {METADATA {Q 1}, CONFIGURATION {a.b c}}\n");
}
END_TEST

START_TEST (tables_and_namespaces_are_administered)
{
  guint gateway = (guint) _i;

  assert_prints_of (gateway, 0, "namespace create ns_TABLE a.b=1", "");
  assert_prints_of (gateway, 0, "namespace describe ns_TABLE",
                    gateway == 0 ? "ns_data0 {a.b 1}\n" : "ns_data1 {a.b 1}\n");
  assert_prints_of (gateway, 0, "create ns_TABLE:t f g", "");
  /* One call makes both changes. Framed gateways corrupt that which only deletes a family. */
  assert_prints_of (gateway, 0, "alter ns_TABLE:t h --delete=g --yes", "");
  assert_prints_of (gateway, 0, "tables --long --namespace=ns_TABLE",
                    gateway == 0 ? "ns_data0:t\tenabled\t1\tf h\n" : "ns_data1:t\tenabled\t1\tf h\n");
  assert_prints_of (gateway, 0, "enable ns_TABLE:t", "");
  assert_prints_of (gateway, 0, "disable ns_TABLE:t", "");
  assert_prints_of (gateway, 0, "disable ns_TABLE:t", "");
  assert_prints_of (gateway, 2, "drop ns_TABLE:t", "");
  assert_prints_of (gateway, 0, "drop ns_TABLE:t --yes", "");
  assert_prints_of (gateway, 0, "drop ns_TABLE:t --yes --if-exists", "");
  assert_prints_of (gateway, 0, "namespace drop ns_TABLE --yes", "");
  assert_prints (gateways[gateway], "status", "service\tThrift2\n");
  assert_prints (gateways[gateway], "tables --system", "hbase:meta\n");
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

/* Runs tests/python/test-ten-tasks.py, where Python with PyGObject was found. */
START_TEST (the_ten_tasks_in_python_are_done)
{
  const char *python = g_getenv ("HBASE_TEST_PYTHON"), *build = g_getenv ("top_builddir");
  g_autofree char *modules = g_build_filename (g_getenv ("top_srcdir"), "src", "python", NULL);
  g_autofree char *libraries = g_build_filename (build, "src", ".libs", NULL);
  g_autofree char *script
      = g_build_filename (g_getenv ("top_srcdir"), "tests", "python", "test-ten-tasks.py", NULL);
  g_autofree char *uri = fixture_uri (fixture, gateways[_i]), *printed = NULL, *errors = NULL;
  const char *arguments[] = { python, script, uri, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  if (g_strcmp0 (python, "no") == 0)
    return;
  g_setenv ("PYTHONPATH", modules, TRUE);
  g_setenv ("PYTHONDONTWRITEBYTECODE", "1", TRUE);
  g_setenv ("GI_TYPELIB_PATH", build, TRUE);
  g_setenv ("LD_LIBRARY_PATH", libraries, TRUE);
  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &printed, &errors, &status,
                &error);
  ck_assert_no_error (error);
  ck_assert_msg (WIFEXITED (status) && WEXITSTATUS (status) == 0, "%s\n%s", printed, errors);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tool = tcase_create ("tool");

  tcase_set_timeout (tool, 120);
  tcase_add_unchecked_fixture (tool, set_up, tear_down);
  tcase_add_loop_test (tool, the_rows_of_a_table_are_counted_in_its_regions, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tool, the_rows_of_a_table_are_emulated, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tool, a_table_that_does_not_exist_is_reported, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tool, rows_are_changed_and_read, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tool, versions_are_read_and_deleted, 0, G_N_ELEMENTS (gateways));
  tcase_add_test (tool, what_is_described_is_created_again);
  tcase_add_loop_test (tool, tables_and_namespaces_are_administered, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tool, the_ten_tasks_in_python_are_done, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, tool);
}

TEST_MAIN ("tool-hbase", fill)
