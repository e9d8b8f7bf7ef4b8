/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "faulty-vfs.h"
#include "numbered-row.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "hbase-error.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-store-private.h"
#include "hbase-local-vfs-private.h"

/* A disk is full, fails or is read-only: the call reports it, the process continues, later calls work, and
 * acknowledged writes are there. */

static void
refuse (const char *directory, const char *part)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_local_service_open (directory, HBASE_LOCAL_OPEN_CREATE, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_msg (strstr (error->message, part) != NULL, "“%s” isn't in: %s", part, error->message);
  ck_assert_ptr_null (strchr (error->message, '\n'));
}

#define ROW "r"

static void
compact (const char *directory)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  if (!hbase_local_compact (directory, NULL, NULL, &n_removed, &error))
    ck_assert_msg (g_str_has_prefix (error->message, "hbase-glib: storage: "), "%s", error->message);
}

/* Writes ten times, or until a call fails, and compacts in between. Returns the number that was
 * acknowledged. */
static guint64
write_until_failure (Local *local, const char *directory)
{
  for (guint64 number = 1; number <= 10; number++)
    {
      g_autofree char *failure = numbered_row_write (local, ROW, number, 4000);

      if (failure != NULL)
        {
          ck_assert_msg (strstr (failure, "hbase-glib: storage: ") != NULL, "%s", failure);
          return number - 1;
        }
      if (number == 5)
        compact (directory);
    }
  return 10;
}

/* Nothing is known of the disk after a failed sync, until the database is opened again. */
static void
reopen_after_failed_sync (Local *local, const char *directory)
{
  ck_text_begins (put (local, ROW, "f:n@1=0"), "IO: StorageException: ");
  ck_text_begins (get (local, ROW, "f:n", 1), "IO: StorageException: ");
  local_close (local);
  local_open_at (local, directory);
}

/* Lets a fault begin at the nth call. Returns FALSE if there was no such call. */
static gboolean
try_fault (Fault fault, guint nth)
{
  char *directory = local_directory ();
  guint64 acknowledged, found;
  gboolean has_failed;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, NUMBERED_ROW_FAMILIES);
  faulty_vfs_arm (fault, nth);
  acknowledged = write_until_failure (&local, directory);
  has_failed = faulty_vfs_disarm () > 0;
  ck_assert (has_failed || acknowledged == 10);
  if (fault == FAULT_SYNC && acknowledged < 10)
    reopen_after_failed_sync (&local, directory);
  found = numbered_row_read (&local, ROW);
  ck_assert (found == acknowledged || (found == acknowledged + 1 && fault != FAULT_FULL));
  ck_assert_ptr_null (numbered_row_write (&local, ROW, found + 1, 0));
  local_close (&local);
  local_open_at (&local, directory);
  ck_assert_uint_eq (numbered_row_read (&local, ROW), found + 1);
  local_close (&local);
  local_remove (directory);
  return has_failed;
}

START_TEST (test_disk_faults_under_writes)
{
  static const Fault faults[] = { FAULT_FULL, FAULT_WRITE, FAULT_SYNC };
  guint nth = 1;

  faulty_vfs_register ();
  while (try_fault (faults[_i], nth))
    nth++;
  /* Each write made at least one such call. */
  ck_assert_uint_gt (nth, 10);
}
END_TEST

/* Returns the number of rows of 1 MB that fit. */
static guint
fill_disk (Local *local, guint most)
{
  g_autofree char *value = g_strnfill (1000000, 'v'), *cell = g_strconcat ("f:q=", value, NULL);
  guint n;

  for (n = 0; n < most; n++)
    {
      g_autofree char *row = g_strdup_printf ("r%03u", n), *text = put (local, row, cell);

      if (strcmp (text, "ok") == 0)
        continue;
      ck_assert_msg (strstr (text, "free some space") != NULL, "%s", text);
      break;
    }
  return n;
}

/* Calls that free space work on a full disk, also if a table is larger than the reserve; and then there is
 * space. */
START_TEST (test_full_disk_is_emptied)
{
  static const HBaseWireMethodId ways[]
      = { HBASE_WIRE_METHOD_DELETE_TABLE, HBASE_WIRE_METHOD_TRUNCATE_TABLE };
  enum { MANY = 300 };
  char *directory = local_directory ();
  g_autofree char *reserve = g_build_filename (directory, "hbase-glib.reserve", NULL);
  struct stat status;
  guint n;
  Local local;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_assert_int_eq (stat (reserve, &status), 0);
  faulty_vfs_set_capacity (directory, status.st_size + 24 * 1024 * 1024);
  n = fill_disk (&local, MANY);
  ck_assert (n > 10 && n < MANY);
  ck_text (delete_columns (&local, "r000", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q"), "ok");
  ck_text (get (&local, "r000", NULL, 1), "-");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, ways[_i], TABLE), "ok");
  if (_i == 0)
    make_table (&local, TABLE, "f");
  ck_assert_uint_ge (fill_disk (&local, 8), 8);
  local_close (&local);
  /* There is space again, and enough for the reserve. */
  faulty_vfs_set_capacity (NULL, 0);
  local_open_at (&local, directory);
  ck_text (put (&local, "later", "f:q=1"), "ok");
  ck_assert_int_eq (stat (reserve, &status), 0);
  ck_assert_int_ge (status.st_size, 4 * 1024 * 1024);
  ck_assert_int_ge ((gint64) status.st_blocks * 512, status.st_size);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* A full disk under an open: the reserve is for those that write. */
START_TEST (test_reserve_under_open)
{
  static const HBaseLocalOpen ways[] = { HBASE_LOCAL_OPEN_READ_ONLY, HBASE_LOCAL_OPEN_EXISTING };
  g_autoptr (GError) error = NULL;
  char *directory = local_directory ();
  g_autofree char *reserve = g_build_filename (directory, "hbase-glib.reserve", NULL);
  struct stat before, after;
  Local local;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  local_close (&local);
  ck_assert_int_eq (stat (reserve, &before), 0);
  ck_assert_int_gt (before.st_size, 0);
  faulty_vfs_arm (FAULT_SHM_FULL, 1);
  ck_assert_ptr_null (hbase_local_service_open (directory, ways[_i], NULL, &error));
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_int_eq (stat (reserve, &after), 0);
  ck_assert_int_eq (after.st_size, ways[_i] == HBASE_LOCAL_OPEN_READ_ONLY ? before.st_size : 0);
  local_remove (directory);
}
END_TEST

/* The directory is read-only from the start, or fails at any point while the database is made. */
START_TEST (test_faults_under_open)
{
  static const Fault faults[] = { FAULT_FULL, FAULT_WRITE, FAULT_SYNC };
  guint nth;

  faulty_vfs_register ();
  for (nth = 1;; nth++)
    {
      char *directory = local_directory ();
      g_autoptr (GError) error = NULL;
      HBaseLocalService *service;
      Local local;

      faulty_vfs_arm (faults[_i], nth);
      service = hbase_local_service_open (directory, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
      if (faulty_vfs_disarm () == 0)
        {
          ck_assert_no_error (error);
          hbase_local_service_unref (service);
          local_remove (directory);
          break;
        }
      if (service == NULL)
        {
          ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
          ck_assert_ptr_nonnull (strstr (error->message, directory));
        }
      else
        hbase_local_service_unref (service);
      local_open_at (&local, directory);
      make_table (&local, TABLE, "f");
      local_close (&local);
      local_remove (directory);
    }
  ck_assert_uint_gt (nth, 1);
}
END_TEST

START_TEST (test_read_only)
{
  Local local;
  char *directory = local_directory ();
  char *empty = local_directory ();

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_text (put (&local, "a", "f:q=1"), "ok");
  local_close (&local);
  faulty_vfs_arm (FAULT_READ_ONLY, 0);
  /* Even to read, SQLite needs its log; and no database can be made. */
  refuse (directory, directory);
  refuse (empty, empty);
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  local_open_at (&local, directory);
  ck_text (put (&local, "b", "f:q=2"), "ok");
  local_close (&local);
  local_remove (empty);
  local_remove (directory);
}
END_TEST

/* The disk becomes read-only while a service is open. */
START_TEST (test_turns_read_only)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *answer = NULL;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_text (put (&local, "a", "f:q=1"), "ok");
  faulty_vfs_arm (FAULT_NOT_WRITABLE, 0);
  answer = put (&local, "b", "f:q=2");
  ck_assert_msg (g_str_has_prefix (answer, "IO: StorageException: hbase-glib: storage: "), "%s", answer);
  ck_assert_ptr_nonnull (strstr (answer, directory));
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  ck_text (put (&local, "b", "f:q=2"), "ok");
  local_close (&local);
  local_remove (directory);
}
END_TEST

START_TEST (test_read_fault)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *answer = NULL;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_text (put (&local, "a", "f:q=1"), "ok");
  local_close (&local);
  local_open_at (&local, directory);
  faulty_vfs_arm (FAULT_READ, 1);
  answer = get (&local, "a", NULL, 1);
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  ck_assert_msg (g_str_has_prefix (answer, "IO: StorageException: hbase-glib: storage: "), "%s", answer);
  ck_text (get (&local, "a", NULL, 1), "a f:q@1000000=1");
  local_close (&local);
  local_remove (directory);
}
END_TEST

#define BIG_ROWS 100

/* Lets the nth read of a scanner's call fail. Returns FALSE if there was no nth read. */
static gboolean
try_scan (const char *directory, guint nth)
{
  Local local;
  HBaseBlock *rows;
  gboolean failed;

  local_open_at (&local, directory);
  ck_text (open_scanner (&local, TABLE, ""), "0");
  faulty_vfs_arm (FAULT_READ, nth);
  rows = ask_rows (&local, 0, BIG_ROWS);
  failed = faulty_vfs_disarm () > 0;
  ck_assert_uint_eq (rows->n_rows, failed ? 0 : BIG_ROWS);
  hbase_block_unref (rows);
  if (failed)
    {
      g_autofree char *text = reply_text (rows = ask_rows (&local, 0, BIG_ROWS));

      ck_assert_msg (rows->n_rows == BIG_ROWS || g_str_has_prefix (text, "IO: "), "%u rows: %.100s",
                     rows->n_rows, text);
      hbase_block_unref (rows);
    }
  local_close (&local);
  return failed;
}

/* Rows that were read before the disk failed aren't lost silently: the scanner returns them, or fails. */
START_TEST (test_read_fault_under_a_scan)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *value = g_strnfill (5000, 'v');
  guint nth = 1;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (int i = 0; i < BIG_ROWS; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%03d", i);
      g_autofree char *cell = g_strconcat ("f:q=", value, NULL);

      ck_text (put (&local, row, cell), "ok");
    }
  local_close (&local);
  while (try_scan (directory, nth))
    nth += 7;
  ck_assert_uint_gt (nth, BIG_ROWS);
  local_remove (directory);
}
END_TEST

/* ---- files of other programs ---- */

static void
run_sql (const char *path, const char *sql)
{
  sqlite3 *sqlite;

  ck_assert_int_eq (
      sqlite3_open_v2 (path, &sqlite, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, hbase_local_vfs_name ()),
      SQLITE_OK);
  ck_assert_int_eq (sqlite3_exec (sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
  sqlite3_close (sqlite);
}

START_TEST (test_other_files)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autofree char *below = g_build_filename (directory, "no", "such", NULL);
  g_autofree char *text = NULL;
  Local local;

  refuse (below, below);
  ck_assert (g_file_set_contents (path, "this is a letter to my aunt, and no database at all\n", -1, NULL));
  refuse (directory, "not a database");
  refuse (path, path); /* a file in place of the directory */
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_str_eq (text, "this is a letter to my aunt, and no database at all\n");
  g_unlink (path);
  run_sql (path, "CREATE TABLE addresses (name)");
  refuse (directory, "another program");
  g_unlink (path);
  local_open_at (&local, directory);
  local_close (&local);
  run_sql (path, "PRAGMA user_version = 99");
  refuse (directory, "version 99");
  local_remove (directory);
}
END_TEST

static char *
put_with (Local *local, int durability)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:q=v");
  hbase_wire_write_i32 (out, HBASE_T_PUT_DURABILITY, durability);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_PUT);
}

/* Every write is synced before it is acknowledged, unless its caller waives that. */
START_TEST (test_durability)
{
  Local local;
  char *directory = local_directory ();

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (int durability = HBASE_T_DURABILITY_USE_DEFAULT; durability <= HBASE_T_DURABILITY_FSYNC_WAL;
       durability++)
    {
      gboolean is_synced
          = durability != HBASE_T_DURABILITY_SKIP_WAL && durability != HBASE_T_DURABILITY_ASYNC_WAL;
      guint before = faulty_vfs_syncs ();

      ck_text (put_with (&local, durability), "ok");
      ck_assert_msg ((faulty_vfs_syncs () > before) == is_synced, "durability %d", durability);
    }
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Also about a directory whose name isn't valid UTF-8. */
START_TEST (test_errors_are_lines_of_text)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "a\nb\xff", NULL);
  g_autofree char *expected
      = g_strdup_printf ("hbase-glib: storage: %s/a\\x0Ab\\xFF is a file: a database wants a "
                         "directory, name another",
                         directory);
  g_autoptr (GError) error = NULL;

  ck_assert (g_file_set_contents (path, "", 0, NULL));
  ck_assert_ptr_null (hbase_local_service_open (path, HBASE_LOCAL_OPEN_CREATE, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_str_eq (error->message, expected);
  local_remove (directory);
}
END_TEST

/* ---- many clients ---- */

#define CLIENTS 16
#define PUTS 10 /* the log is not begun anew */

typedef struct {
  Local *local;
  GBytes *message; /* a put to a row of the client's own */
} Client;

static gpointer
put_often (gpointer data)
{
  Client *self = data;
  HBaseLocalClient *client = hbase_local_client_new (self->local->service);
  gsize length;
  gconstpointer message = g_bytes_get_data (self->message, &length);

  for (guint i = 0; i < PUTS; i++)
    {
      g_autoptr (HBaseBlock) call = call_read (self->local->protocol, message, length);
      g_autoptr (HBaseBlock) answer = NULL;
      g_autofree char *text = NULL;
      HBaseWireWriter reply;

      hbase_wire_writer_init (&reply, self->local->protocol, 256);
      hbase_local_client_execute (client, NULL, call, &reply);
      answer = call_read_reply (call, &reply);
      text = reply_text (answer);
      ck_assert_str_eq (text, "ok");
    }
  hbase_local_client_free (client);
  return NULL;
}

static GBytes *
message_of_put (Local *local, guint i)
{
  g_autofree char *row = g_strdup_printf ("r%02u", i);
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:q=v");
  hbase_wire_end_struct (out);
  return call_message (local, HBASE_WIRE_METHOD_PUT);
}

/* Copies the database with damage in the last page of its log. */
static void
copy_damaged (const char *from, const char *to)
{
  static const char *const files[]
      = { "hbase-glib.sqlite", "hbase-glib.sqlite-wal", "hbase-glib.sqlite-synced" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (from, files[i], NULL);
      g_autofree char *copy = g_build_filename (to, files[i], NULL), *bytes = NULL;
      gsize length;

      ck_assert (g_file_get_contents (path, &bytes, &length, NULL));
      if (i == 1)
        bytes[length - 1] ^= 1;
      ck_assert (g_file_set_contents (copy, bytes, (gssize) length, NULL));
    }
}

/* Returns whether the database is refused if the last transaction in its log is damaged. */
static gboolean
knows_what_was_synced (const char *directory)
{
  char *copy = local_directory ();
  HBaseLocalService *service;
  gboolean is_refused;

  copy_damaged (directory, copy);
  service = hbase_local_service_open (copy, HBASE_LOCAL_OPEN_EXISTING, NULL, NULL);
  is_refused = service == NULL;
  g_clear_pointer (&service, hbase_local_service_unref);
  local_remove (copy);
  return is_refused;
}

static void
put_by_many_clients (Local *local)
{
  GThread *threads[CLIENTS];
  Client clients[CLIENTS];

  for (guint i = 0; i < CLIENTS; i++)
    {
      clients[i] = (Client){ local, message_of_put (local, i) };
      threads[i] = g_thread_new ("client", put_often, &clients[i]);
    }
  for (guint i = 0; i < CLIENTS; i++)
    {
      g_thread_join (threads[i]);
      g_bytes_unref (clients[i].message);
    }
}

/* Returns how often this process has opened the database; or 1 where the system doesn't tell. */
static guint
count_connections (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_FILE_NAME, NULL);
  g_autoptr (GDir) descriptors = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;
  guint n = 0;

  if (descriptors == NULL)
    return 1;
  while ((name = g_dir_read_name (descriptors)) != NULL)
    {
      g_autofree char *link = g_build_filename ("/proc/self/fd", name, NULL);
      g_autofree char *target = g_file_read_link (link, NULL);

      n += g_strcmp0 (target, path) == 0;
    }
  return n;
}

/* While one sync is under way the other clients' commits gather for the next one. They are written with one
 * connection, so that none reads what another one has written. */
START_TEST (test_commits_share_syncs)
{
  char *directory = local_directory ();
  guint before;
  Local local;

  faulty_vfs_register ();
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  before = faulty_vfs_syncs ();
  faulty_vfs_set_sync_time (2000);
  put_by_many_clients (&local);
  faulty_vfs_set_sync_time (0);
  ck_assert_uint_lt (faulty_vfs_syncs () - before, CLIENTS * PUTS / 2);
  ck_assert_uint_eq (count_connections (directory), 1);
  ck_text (get (&local, "r15", "f:q", 1), "r15 f:q@1000000=v");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Whichever of the clients has synced the last commit. */
START_TEST (test_shared_syncs_are_noted)
{
  Local local;

  faulty_vfs_register ();
  faulty_vfs_set_sync_time (2000);
  for (guint n = 10; n > 0; n--)
    {
      char *directory = local_directory ();

      local_open_at (&local, directory);
      make_table (&local, TABLE, "f");
      put_by_many_clients (&local);
      ck_assert (knows_what_was_synced (directory));
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

/* A write fails, before it writes anything, if no descriptor is left for its sync. */
START_TEST (test_log_that_cannot_be_opened)
{
  char *directory = local_directory ();
  g_autofree char *text = NULL;
  struct rlimit limit, none;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  local_close (&local);
  local_open_how (&local, directory, HBASE_LOCAL_OPEN_EXISTING);
  ck_text (get (&local, "r", NULL, 1), "-");
  ck_assert_int_eq (getrlimit (RLIMIT_NOFILE, &limit), 0);
  none = (struct rlimit){ 3, limit.rlim_max };
  ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &none), 0);
  text = put (&local, "r", "f:q=v");
  ck_assert_msg (strstr (text, "-wal can't be opened: is a file descriptor left?") != NULL, "%s", text);
  ck_assert_int_eq (setrlimit (RLIMIT_NOFILE, &limit), 0);
  ck_text (get (&local, "r", NULL, 1), "-");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("faults");

  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_disk_faults_under_writes, 0, 3);
  tcase_add_loop_test (tcase, test_reserve_under_open, 0, 2);
  tcase_add_loop_test (tcase, test_faults_under_open, 0, 3);
  tcase_add_loop_test (tcase, test_full_disk_is_emptied, 0, 2);
  tcase_add_test (tcase, test_read_only);
  tcase_add_test (tcase, test_turns_read_only);
  tcase_add_test (tcase, test_read_fault);
  tcase_add_test (tcase, test_read_fault_under_a_scan);
  tcase_add_test (tcase, test_other_files);
  tcase_add_test (tcase, test_durability);
  tcase_add_test (tcase, test_commits_share_syncs);
  tcase_add_test (tcase, test_shared_syncs_are_noted);
  tcase_add_test (tcase, test_log_that_cannot_be_opened);
  tcase_add_test (tcase, test_errors_are_lines_of_text);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN_FORKED ("local-faults", fill)
