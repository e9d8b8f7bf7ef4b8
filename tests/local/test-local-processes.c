/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-local-vfs-private.h"
#include "local-call.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Several processes on one directory, and one that is killed. Children are forked before anything is
 * opened. */

#define PROCESSES 4
#define TURNS 50

static HBaseBlock *
increment (Local *local, const char *row)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_wire_write_binary (out, HBASE_T_INCREMENT_ROW, hbase_slice_text (row));
  hbase_wire_write_list (out, HBASE_T_INCREMENT_COLUMNS, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_COLUMN_INCREMENT_FAMILY, HBASE_SLICE_LITERAL ("g"));
  hbase_wire_write_binary (out, HBASE_T_COLUMN_INCREMENT_QUALIFIER, HBASE_SLICE_LITERAL ("n"));
  hbase_wire_end_struct (out);
  hbase_wire_end_struct (out);
  return call_end (local, HBASE_WIRE_METHOD_INCREMENT);
}

static gint64
counter_of (HBaseBlock *reply)
{
  HBaseCellView cell;
  guint64 value;

  ck_assert_uint_eq (reply->n_rows, 1);
  ck_assert_uint_eq (reply->n_cells, 1);
  hbase_block_cell (reply, 0, &cell);
  ck_assert_uint_eq (cell.value.length, sizeof value);
  memcpy (&value, cell.value.data, sizeof value);
  return (gint64) GUINT64_FROM_BE (value);
}

static void
count_in_child (const char *directory, gboolean makes_table)
{
  Local local;

  local_open_at (&local, directory);
  if (makes_table)
    make_table (&local, TABLE, "g");
  for (int i = 0; i < TURNS; i++)
    {
      HBaseBlock *reply = increment (&local, "counter");

      counter_of (reply);
      hbase_block_unref (reply);
    }
  local_close (&local);
}

static void
check_exit (pid_t child)
{
  int status;

  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* No increment is lost or counted twice. */
START_TEST (test_processes_share_a_directory)
{
  char *directory = local_directory ();
  pid_t children[PROCESSES];
  HBaseBlock *reply;
  Local local;
  pid_t maker = fork ();

  if (maker == 0)
    {
      count_in_child (directory, TRUE);
      _exit (0);
    }
  check_exit (maker);
  for (int i = 0; i < PROCESSES; i++)
    {
      children[i] = fork ();
      if (children[i] == 0)
        {
          count_in_child (directory, FALSE);
          _exit (0);
        }
    }
  for (int i = 0; i < PROCESSES; i++)
    check_exit (children[i]);
  local_open_at (&local, directory);
  reply = increment (&local, "counter");
  ck_assert_int_eq (counter_of (reply), (PROCESSES + 1) * TURNS + 1);
  hbase_block_unref (reply);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* All processes find an empty directory at once: one makes the database, the others use it. */
START_TEST (test_processes_make_a_directory)
{
  for (int turn = 0; turn < 5; turn++)
    {
      char *directory = local_directory ();
      pid_t children[PROCESSES];
      Local local;

      for (int i = 0; i < PROCESSES; i++)
        {
          children[i] = fork ();
          if (children[i] == 0)
            {
              g_autofree char *name = g_strdup_printf ("t%d", i);

              local_open_at (&local, directory);
              make_table (&local, name, "f");
              local_close (&local);
              _exit (0);
            }
        }
      for (int i = 0; i < PROCESSES; i++)
        check_exit (children[i]);
      local_open_at (&local, directory);
      call_begin (&local);
      ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN),
               "EXCEPTION 7: Required field 'includeSysTables' was not present! "
               "Struct: getTableNamesByPatternArgs");
      hbase_wire_write_bool (call_begin (&local), HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_INCLUDE_SYS_TABLES,
                             FALSE);
      ck_text (call_text (&local, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN),
               "[{1=default 2=t0}, {1=default 2=t1}, {1=default 2=t2}, {1=default 2=t3}]");
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

static void
run (sqlite3 *sqlite, const char *sql)
{
  ck_assert_int_eq (sqlite3_exec (sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
}

/* A database in a state that it has for a moment while it is made: with tables, without a log, and being
 * written to. */
static sqlite3 *
write_without_log (const char *path)
{
  sqlite3 *sqlite;

  ck_assert_int_eq (sqlite3_open_v2 (path, &sqlite, SQLITE_OPEN_READWRITE, hbase_local_vfs_name ()),
                    SQLITE_OK);
  sqlite3_busy_timeout (sqlite, 20000); /* the other process reads at intervals */
  run (sqlite, "PRAGMA journal_mode = DELETE; BEGIN IMMEDIATE");
  return sqlite;
}

static int to_parent;

/* Reports that a log is being created for the second time: the first attempt must have failed. */
static int
tell_of_second_try (unsigned int kind, void *tries, void *statement, void *text)
{
  if (g_str_has_prefix (text, "PRAGMA journal_mode") && ++*(int *) tries == 2)
    ck_assert_int_eq (write (to_parent, "", 1), 1);
  return 0;
}

static int
trace (sqlite3 *sqlite, const char **message, const struct sqlite3_api_routines *routines)
{
  static int tries;

  return sqlite3_trace_v2 (sqlite, SQLITE_TRACE_STMT, tell_of_second_try, &tries);
}

static void
open_when_told (const char *directory, int parent)
{
  Local local;
  char byte;

  to_parent = parent;
  ck_assert_int_eq (read (parent, &byte, 1), 1);
  sqlite3_auto_extension ((void (*) (void)) trace);
  local_open_at (&local, directory);
  local_close (&local);
  _exit (0);
}

/* A process that opens the database while the log is created waits for it, although SQLite wouldn't. */
START_TEST (test_process_waits_for_the_log)
{
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  sqlite3 *maker;
  int ends[2];
  char byte;
  Local local;
  pid_t child;

  ck_assert_int_eq (socketpair (AF_UNIX, SOCK_STREAM, 0, ends), 0);
  child = fork ();
  if (child == 0)
    {
      close (ends[0]);
      open_when_told (directory, ends[1]);
    }
  close (ends[1]);
  local_open_at (&local, directory);
  local_close (&local);
  maker = write_without_log (path);
  ck_assert_int_eq (write (ends[0], "", 1), 1);
  ck_assert_msg (read (ends[0], &byte, 1) == 1, "the other process gave up");
  run (maker, "COMMIT");
  check_exit (child);
  sqlite3_close (maker);
  close (ends[0]);
  local_remove (directory);
}
END_TEST

/* Writes rows until it is killed, and reports each acknowledged one. */
static void
write_until_killed (const char *directory, int acknowledged)
{
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (guint32 i = 0;; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%08u", i);

      ck_text (put (&local, row, "f:q=v"), "ok");
      if (write (acknowledged, &i, sizeof i) != sizeof i)
        _exit (1);
    }
}

START_TEST (test_killed_writer)
{
  char *directory = local_directory ();
  guint32 last = 0, n = 0;
  int ends[2], status;
  Local local;
  pid_t child;

  ck_assert_int_eq (pipe (ends), 0);
  child = fork ();
  if (child == 0)
    {
      close (ends[0]);
      write_until_killed (directory, ends[1]);
    }
  close (ends[1]);
  while (n < 100 && read (ends[0], &last, sizeof last) == sizeof last)
    n++;
  ck_assert_int_eq (kill (child, SIGKILL), 0);
  while (read (ends[0], &last, sizeof last) == sizeof last)
    n++;
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFSIGNALED (status) && WTERMSIG (status) == SIGKILL);
  ck_assert_uint_ge (n, 100);
  ck_assert_uint_eq (n, last + 1);
  local_open_at (&local, directory);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%08u", i);
      g_autofree char *expected = g_strdup_printf ("%s f:q@1000000=v", row);

      ck_text (get (&local, row, NULL, 1), expected);
    }
  local_close (&local);
  local_remove (directory);
  close (ends[0]);
}
END_TEST

/* A child doesn't touch what was opened before the fork: the locks belong to its parent. */
START_TEST (test_child_is_refused)
{
  char *directory = local_directory ();
  Local local;
  pid_t child;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  child = fork ();
  if (child == 0)
    {
      ck_text_begins (put (&local, "r", "f:q=v"), "IO: StorageException: hbase-glib: storage: ");
      local_close (&local);
      _exit (0);
    }
  check_exit (child);
  ck_text (put (&local, "r", "f:q=v"), "ok");
  local_close (&local);
  local_remove (directory);
}
END_TEST

typedef struct {
  sqlite3 *sqlite[2];
  gint stop;
} Readers;

/* Each begins before the other one ends, so that there always is a reader. */
static gpointer
read_in_turn (gpointer data)
{
  Readers *readers = data;

  run (readers->sqlite[0], "BEGIN; SELECT count (*) FROM tables");
  for (int i = 1; !g_atomic_int_get (&readers->stop); i = 1 - i)
    {
      run (readers->sqlite[i], "BEGIN; SELECT count (*) FROM tables");
      run (readers->sqlite[1 - i], "COMMIT");
    }
  return NULL;
}

/* Readers that always overlap don't let the log grow without limit. */
START_TEST (test_log_is_bounded)
{
  enum { MIB = 1 << 20, WRITES = 60, LOG_MAX = 32 };
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autofree char *value = g_strnfill (MIB, 'v');
  g_autofree char *cell = g_strconcat ("f:q@1=", value, NULL);
  Readers readers = { .stop = FALSE };
  GThread *reading;
  struct stat status;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (int i = 0; i < 2; i++)
    {
      ck_assert_int_eq (sqlite3_open (path, &readers.sqlite[i]), SQLITE_OK);
      sqlite3_busy_timeout (readers.sqlite[i], 20000);
    }
  reading = g_thread_new ("readers", read_in_turn, &readers);
  for (int i = 0; i < WRITES; i++)
    ck_text (put (&local, "r", cell), "ok");
  g_atomic_int_set (&readers.stop, TRUE);
  g_thread_join (reading);
  ck_assert_int_eq (stat (log, &status), 0);
  ck_assert_int_le (status.st_size / MIB, LOG_MAX);
  for (int i = 0; i < 2; i++)
    sqlite3_close (readers.sqlite[i]);
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("processes");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_processes_share_a_directory);
  tcase_add_test (tcase, test_processes_make_a_directory);
  tcase_add_test (tcase, test_process_waits_for_the_log);
  tcase_add_test (tcase, test_killed_writer);
  tcase_add_test (tcase, test_child_is_refused);
  tcase_add_test (tcase, test_log_is_bounded);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-processes", fill)
