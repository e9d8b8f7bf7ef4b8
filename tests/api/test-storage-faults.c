/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "api.h"
#include "local/faulty-vfs.h"

/* This tests the embedded engine on a disk that is full, fails or is read-only, as a program sees it. */

static void
remove_directory (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}

static HBaseTable *
open_table (const char *directory)
{
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  return hbase_table_new (connection, "t");
}

static HBaseTable *
new_table (const char *directory)
{
  HBaseTable *table = open_table (directory);

  api_create (hbase_table_get_connection (table), "t");
  api_write (table, "acknowledged", "v");
  return table;
}

static void
assert_value (HBaseTable *table, const char *row, const char *expected)
{
  g_autofree char *value = api_read (table, row);

  ck_assert_pstr_eq (value, expected);
}

/* Checks it now, and after the database was opened again. */
static void
assert_is_there (HBaseTable *table, const char *directory, const char *row)
{
  g_autoptr (HBaseTable) again = open_table (directory);

  assert_value (table, row, "v");
  assert_value (again, row, "v");
}

/* If a commit couldn't be synced it is unknown what a crash would leave of it. */
static const struct {
  Fault fault;
  HBaseError code;
} write_faults[] = { { FAULT_FULL, HBASE_ERROR_STORAGE },
                     { FAULT_NOT_WRITABLE, HBASE_ERROR_STORAGE },
                     { FAULT_WRITE, HBASE_ERROR_OUTCOME_UNKNOWN },
                     { FAULT_SYNC, HBASE_ERROR_OUTCOME_UNKNOWN } };

/* FALSE: it was acknowledged. */
static gboolean
put_fails (HBaseTable *table, guint nth, const char *directory, Fault fault, HBaseError code)
{
  g_autofree char *row = g_strdup_printf ("r\x01%u", nth), *shown = g_strdup_printf ("“r\\x01%u”", nth);
  g_autoptr (HBasePut) put = api_put (row, "v");
  g_autoptr (GError) error = NULL;
  guint n_failures;

  faulty_vfs_arm (fault, nth);
  hbase_table_put (table, put, NULL, &error);
  n_failures = faulty_vfs_disarm ();
  if (error == NULL)
    {
      assert_is_there (table, directory, row);
      return FALSE;
    }
  ck_assert_uint_gt (n_failures, 0);
  assert_reported (error, code, shown);
  assert_reported (error, code, directory);
  if (code == HBASE_ERROR_STORAGE)
    assert_value (table, row, NULL);
  return TRUE;
}

/* After a failed sync the database has to be opened again, even for reading. */
static HBaseTable *
open_again (HBaseTable *table /* (transfer full) */, const char *directory)
{
  g_autoptr (HBaseTable) stopped = table;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("acknowledged");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get (stopped, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_STORAGE, "open it again");
  return open_table (directory);
}

START_TEST (a_failed_write_to_disk_is_reported)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);
  HBaseTable *table;
  guint n_failures = 0;

  faulty_vfs_register ();
  table = new_table (directory);
  for (guint nth = 1; nth <= 4; nth++)
    {
      gboolean failed = put_fails (table, nth, directory, write_faults[_i].fault, write_faults[_i].code);

      if (failed && write_faults[_i].fault == FAULT_SYNC)
        table = open_again (table, directory);
      n_failures += (guint) failed;
      assert_is_there (table, directory, "acknowledged");
    }
  ck_assert_uint_gt (n_failures, 0);
  api_write (table, "later", "v");
  assert_is_there (table, directory, "later");
  g_object_unref (table);
  remove_directory (directory);
}
END_TEST

START_TEST (a_read_only_directory_is_reported)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);

  faulty_vfs_register ();
  g_object_unref (new_table (directory));
  {
    g_autoptr (HBaseTable) table = open_table (directory);
    g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("acknowledged");
    g_autoptr (GError) error = NULL;

    faulty_vfs_arm (FAULT_READ_ONLY, 0);
    ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
    ck_assert_uint_gt (faulty_vfs_disarm (), 0);
    assert_reported (error, HBASE_ERROR_STORAGE, directory);
    /* Uses the same object, after the disk works again. */
    assert_is_there (table, directory, "acknowledged");
    api_write (table, "later", "v");
    assert_is_there (table, directory, "later");
  }
  remove_directory (directory);
}
END_TEST

static void
assert_cannot_open (const char *directory, const char *why)
{
  g_autoptr (HBaseTable) table = open_table (directory);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_STORAGE, why);
}

START_TEST (a_file_in_the_directorys_place)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "db", NULL);
  g_autofree char *why = g_strconcat (path, " is a file: a database wants a directory", NULL);

  ck_assert (g_file_set_contents (path, "text", -1, NULL));
  assert_cannot_open (path, why);
  g_unlink (path);
  g_object_unref (new_table (path));
  remove_directory (path);
  remove_directory (directory);
}
END_TEST

START_TEST (a_directory_in_the_files_place)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autofree char *why = g_strconcat (path, " is a directory where the database's file should be", NULL);

  ck_assert_int_eq (g_mkdir (path, 0777), 0);
  assert_cannot_open (directory, why);
  g_rmdir (path);
  g_object_unref (new_table (directory));
  remove_directory (directory);
}
END_TEST

START_TEST (a_scan_over_a_failing_disk_is_reported)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);

  faulty_vfs_register ();
  g_object_unref (new_table (directory));
  {
    g_autoptr (HBaseTable) table = open_table (directory);
    g_autoptr (HBaseScan) scan = hbase_scan_new ();
    g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
    g_autoptr (HBaseRow) row = NULL;
    g_autoptr (GError) error = NULL, none = NULL;

    faulty_vfs_arm (FAULT_READ, 1);
    ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
    ck_assert_uint_gt (faulty_vfs_disarm (), 0);
    assert_reported (error, HBASE_ERROR_STORAGE, directory);
    row = hbase_table_cursor_next (cursor, NULL, &none);
    ck_assert_no_error (none);
    ck_assert_ptr_nonnull (row);
  }
  remove_directory (directory);
}
END_TEST

/* Another program has locked the database's file, so a call would wait for it. */
START_TEST (a_server_that_waits_for_a_lock_can_be_cancelled)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-faults-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (HBaseLocalServer) server = NULL;
  g_autoptr (GError) error = NULL, none = NULL;
  sqlite3 *other;

  ck_assert_int_eq (sqlite3_open (file, &other), SQLITE_OK);
  ck_assert_int_eq (sqlite3_exec (other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_local_server_new (directory, "tcp://127.0.0.1:0", cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_int_eq (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (other);
  server = hbase_local_server_new (directory, "tcp://127.0.0.1:0", NULL, &none);
  ck_assert_no_error (none);
  hbase_local_server_stop (server);
  remove_directory (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("storage faults");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, a_failed_write_to_disk_is_reported, 0, G_N_ELEMENTS (write_faults));
  tcase_add_test (tests, a_read_only_directory_is_reported);
  tcase_add_test (tests, a_file_in_the_directorys_place);
  tcase_add_test (tests, a_directory_in_the_files_place);
  tcase_add_test (tests, a_scan_over_a_failing_disk_is_reported);
  tcase_add_test (tests, a_server_that_waits_for_a_lock_can_be_cancelled);
  suite_add_tcase (suite, tests);
}

TEST_MAIN_FORKED ("storage faults", fill)
