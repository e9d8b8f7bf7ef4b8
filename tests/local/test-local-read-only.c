/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A service of a database that is opened for reading only: what it refuses, and where it can be opened. */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check-main.h"
#include "faulty-vfs.h"
#include "hbase-error.h"
#include "local-call.h"

#define REFUSED "IO: Thrift Server is in Read-only mode."
#define OTHER_USER 65534

static const char *const changing[] = { "append",
                                        "increment",
                                        "put",
                                        "putMultiple",
                                        "deleteSingle",
                                        "deleteMultiple",
                                        "mutateRow",
                                        "checkAndPut",
                                        "checkAndDelete",
                                        "checkAndMutate",
                                        "createTable",
                                        "deleteTable",
                                        "truncateTable",
                                        "enableTable",
                                        "disableTable",
                                        "modifyTable",
                                        "addColumnFamily",
                                        "createNamespace",
                                        "modifyColumnFamily",
                                        "deleteColumnFamily",
                                        "modifyNamespace",
                                        "deleteNamespace",
                                        NULL };

/* A directory with a table of one row, whose database is closed. */
static char *
make_database (void)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3");
  ck_text (put (&local, "a", "f:q=1"), "ok");
  local_close (&local);
  return directory;
}

static void
refuse_to_open (const char *directory, const char *expected)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_local_service_open (directory, HBASE_LOCAL_OPEN_READ_ONLY, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_msg (strstr (error->message, expected) != NULL, "%s", error->message);
  ck_assert_ptr_nonnull (strstr (error->message, directory));
}

static GBytes *
read_database (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  char *bytes;
  gsize length;

  ck_assert (g_file_get_contents (path, &bytes, &length, NULL));
  return g_bytes_new_take (bytes, length);
}

/* What changes something is refused, whatever it is; all else is executed. */
START_TEST (test_methods)
{
  char *directory = make_database ();
  g_autoptr (GBytes) before = read_database (directory), after = NULL;
  Local local;

  local_open_how (&local, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  for (guint method = 0; method < HBASE_WIRE_N_METHODS; method++)
    {
      const char *name = hbase_wire_methods[method].name;
      gboolean is_change = g_strv_contains (changing, name);
      g_autofree char *text = NULL;

      write_required_fields (call_begin (&local), hbase_wire_methods[method].arguments);
      text = call_text (&local, (HBaseWireMethodId) method);
      ck_assert_msg (g_str_equal (text, REFUSED) == is_change, "%s: %s", name, text);
      ck_assert_msg (is_change || strstr (text, "StorageException") == NULL, "%s: %s", name, text);
    }
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  ck_text (scan (&local, "rows=9"), "[a f:q@1000000=1]");
  local_close (&local);
  after = read_database (directory);
  ck_assert (g_bytes_equal (before, after));
  local_remove (directory);
}
END_TEST

/* It doesn't make what isn't there, nor change another program's file. */
START_TEST (test_no_database)
{
  char *directory = local_directory ();
  g_autofree char *missing = g_build_filename (directory, "missing", NULL);
  g_autofree char *endless = g_build_filename (directory, "endless", NULL);
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autofree char *bytes = NULL;

  refuse_to_open (missing, "there is no database");
  ck_assert (!g_file_test (missing, G_FILE_TEST_EXISTS));
  refuse_to_open (directory, "there is no database");
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  /* Whether there is one can't be found out. */
  ck_assert_int_eq (symlink ("endless", endless), 0);
  refuse_to_open (endless, g_strerror (ELOOP));
  ck_assert (g_file_set_contents (path, "", 0, NULL));
  refuse_to_open (directory, "there is no database");
  ck_assert (g_file_set_contents (path, "These are no tables.", -1, NULL));
  refuse_to_open (directory, "not a database");
  ck_assert (g_file_get_contents (path, &bytes, NULL, NULL));
  ck_assert_str_eq (bytes, "These are no tables.");
  local_remove (directory);
}
END_TEST

/* Writes of others are seen, by a connection that was opened before them. */
START_TEST (test_other_writers)
{
  char *directory = make_database ();
  Local reader, writer;

  local_open_how (&reader, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  local_open_at (&writer, directory);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *cell = g_strdup_printf ("f:q@5=%u", i), *row = g_strconcat ("b ", cell, NULL);

      ck_text (put (&writer, "b", cell), "ok");
      ck_text (get (&reader, "b", NULL, 1), row);
    }
  local_close (&writer);
  ck_text (get (&reader, "b", NULL, 1), "b f:q@5=2");
  local_close (&reader);
  local_remove (directory);
}
END_TEST

/* ---- directories without permission to write ---- */

static gboolean
has_file (const char *directory, const char *suffix)
{
  g_autofree char *path = g_strconcat (directory, "/hbase-glib.sqlite", suffix, NULL);

  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* Takes the permission to write to the files from everybody. Root has it anyway, and becomes another user. */
static void
forbid_writes_to_files (const char *directory, int directory_mode)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      ck_assert_int_eq (g_chmod (path, 0444), 0);
    }
  ck_assert_int_eq (g_chmod (directory, directory_mode), 0);
  if (geteuid () == 0)
    ck_assert_int_eq (seteuid (OTHER_USER), 0);
}

static void
forbid_writes (const char *directory)
{
  forbid_writes_to_files (directory, 0555);
}

static void
allow_writes (const char *directory)
{
  if (getuid () == 0)
    ck_assert_int_eq (seteuid (0), 0);
  ck_assert_int_eq (g_chmod (directory, 0755), 0);
}

/* Reads a database in a directory that can't be written to, and removes it. */
static void
check_reading (char *directory)
{
  Local local;

  forbid_writes (directory);
  local_open_how (&local, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  ck_text (put (&local, "b", "f:q=2"), REFUSED);
  local_close (&local);
  allow_writes (directory);
  local_remove (directory);
}

START_TEST (test_closed_database)
{
  check_reading (make_database ());
}
END_TEST

/* A process is killed: the last write is in the log only. */
static char *
make_database_with_log (void)
{
  char *directory = local_directory ();
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      Local local;

      local_open_at (&local, directory);
      make_table (&local, TABLE, "f:3");
      ck_text (put (&local, "a", "f:q=1"), "ok");
      _exit (0);
    }
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  return directory;
}

START_TEST (test_log)
{
  check_reading (make_database_with_log ());
}
END_TEST

/* Without its shared memory the log can't be read; what is in it must not be left out. */
START_TEST (test_log_alone)
{
  char *directory = make_database_with_log ();
  g_autofree char *shared = g_build_filename (directory, "hbase-glib.sqlite-shm", NULL);

  ck_assert_int_eq (g_unlink (shared), 0);
  forbid_writes (directory);
  refuse_to_open (directory, "-wal holds writes of a process that was killed");
  allow_writes (directory);
  local_remove (directory);
}
END_TEST

/* The owner couldn't write to files that belong to the reader. */
START_TEST (test_no_files_of_a_reader)
{
  char *directory = make_database ();
  Local local;

  forbid_writes_to_files (directory, 0777);
  local_open_how (&local, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  ck_assert (!has_file (directory, "-wal") && !has_file (directory, "-shm"));
  local_close (&local);
  ck_assert (!has_file (directory, "-wal") && !has_file (directory, "-shm"));
  allow_writes (directory);
  local_remove (directory);
}
END_TEST

START_TEST (test_no_shared_memory_of_a_reader)
{
  char *directory = make_database_with_log ();
  g_autofree char *shared = g_build_filename (directory, "hbase-glib.sqlite-shm", NULL);

  ck_assert_int_eq (g_unlink (shared), 0);
  forbid_writes_to_files (directory, 0777);
  refuse_to_open (directory, "-wal holds writes of a process that was killed");
  ck_assert (!has_file (directory, "-shm"));
  allow_writes (directory);
  local_remove (directory);
}
END_TEST

/* A reader that may write to the database takes locks, for which it needs the files. */
START_TEST (test_files_are_removed)
{
  char *directory = make_database ();
  Local reader, writer;

  local_open_how (&reader, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  ck_assert (has_file (directory, "-wal") && has_file (directory, "-shm"));
  local_close (&reader);
  ck_assert (!has_file (directory, "-wal") && !has_file (directory, "-shm"));
  local_open_at (&writer, directory);
  local_open_how (&reader, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  local_close (&reader);
  ck_assert (has_file (directory, "-wal") && has_file (directory, "-shm"));
  ck_text (put (&writer, "b", "f:q@5=2"), "ok");
  local_open_how (&reader, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  ck_text (get (&reader, "b", NULL, 1), "b f:q@5=2");
  local_close (&reader);
  local_close (&writer);
  local_remove (directory);
}
END_TEST

/* ---- writes of others to a database that is read without locks ---- */

typedef struct {
  const char *directory;
  gboolean writes;
} Other;

/* The clock of the reading service, which is read when a transaction has begun. */
static gint64
write_meanwhile (gpointer data)
{
  Other *other = data;
  Local writer;

  if (!other->writes)
    return 1000000;
  other->writes = FALSE;
  local_open_at (&writer, other->directory);
  ck_text (put (&writer, "b", "f:q@5=2"), "ok");
  local_close (&writer);
  return 1000000;
}

static gint64
no_ticks (gpointer unused)
{
  return 1000;
}

static gint32
open_id (Local *local)
{
  g_autofree char *text = open_scanner (local, TABLE, "");

  return (gint32) g_ascii_strtoll (text, NULL, 10);
}

static char *
ask_row (Local *local, gint32 id)
{
  g_autoptr (HBaseBlock) reply = ask_rows (local, id, 1);

  return reply_text (reply);
}

/* Opens a new database so that it is read without locks. Returns its directory. */
static char *
open_unlocked (Local *local, Other *other, const HBaseLocalClock *clock)
{
  char *directory;

  faulty_vfs_register ();
  other->directory = directory = make_database ();
  faulty_vfs_arm (FAULT_READ_ONLY, 0);
  local_open_how (local, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  hbase_local_service_set_clock (local->service, clock);
  return directory;
}

/* A call that is being executed fails, because it may have read parts of both states; the next one reads the
 * new state. */
START_TEST (test_unlocked_database_changes)
{
  Other other = { NULL };
  HBaseLocalClock clock = { .now = write_meanwhile, .ticks = no_ticks, .data = &other };
  g_autofree char *failed = NULL;
  char *directory;
  Local local;

  directory = open_unlocked (&local, &other, &clock);
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  other.writes = TRUE;
  failed = get (&local, "a", NULL, 1);
  ck_assert_msg (g_str_has_prefix (failed, "IO: StorageException: ")
                     && strstr (failed, "written to by another process") != NULL,
                 "%s", failed);
  ck_text (get (&local, "b", NULL, 1), "b f:q@5=2");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* The rows of the reply that failed aren't left out. */
START_TEST (test_scan_while_an_unlocked_database_changes)
{
  Other other = { NULL };
  HBaseLocalClock clock = { .now = write_meanwhile, .ticks = no_ticks, .data = &other };
  char *directory;
  gint32 id;
  Local local;

  directory = open_unlocked (&local, &other, &clock);
  id = open_id (&local);
  other.writes = TRUE;
  ck_text_begins (ask_row (&local, id), "IO: StorageException: ");
  ck_text (ask_row (&local, id), "IO: an earlier reply of this scan was lost: open it anew");
  id = open_id (&local);
  ck_text (ask_row (&local, id), "[a f:q@1000000=1]");
  ck_text (ask_row (&local, id), "[b f:q@5=2]");
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("read-only");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, test_methods);
  tcase_add_test (tcase, test_no_database);
  tcase_add_test (tcase, test_other_writers);
  tcase_add_test (tcase, test_closed_database);
  tcase_add_test (tcase, test_log);
  tcase_add_test (tcase, test_log_alone);
  tcase_add_test (tcase, test_no_files_of_a_reader);
  tcase_add_test (tcase, test_no_shared_memory_of_a_reader);
  tcase_add_test (tcase, test_files_are_removed);
  tcase_add_test (tcase, test_unlocked_database_changes);
  tcase_add_test (tcase, test_scan_while_an_unlocked_database_changes);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN_FORKED ("local-read-only", fill)
