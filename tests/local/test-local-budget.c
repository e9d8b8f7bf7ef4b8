/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-local-listener-private.h"
#include "hbase-local-vfs-private.h"
#include "local-call.h"

#include <sqlite3.h>

/* A call ends when its budget is exhausted: between rows, in a filter, in a statement, and while it waits
 * for a lock. What it has written is rolled back. */

#define ROWS 200

/* Each reading of the clock advances it by a tick. */
static gint64
tick (gpointer ticks)
{
  return ++*(gint64 *) ticks;
}

/* Exhausted at the nth reading. */
static void
budget_of_looks (HBaseLocalBudget *budget, gint64 *ticks, gint64 n)
{
  *ticks = 0;
  *budget = (HBaseLocalBudget){ .ticks = tick, .ticks_data = ticks, .deadline = n };
}

static void
begin_scan (Local *local, const char *options, int rows)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  write_scan (out, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN, options);
  hbase_wire_write_i32 (out, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, rows);
}

static void
begin_puts (Local *local, guint n)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%05u", i);

      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
      write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:q=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
      hbase_wire_end_struct (out);
    }
}

static void
open_filled (Local *local)
{
  local_open (local);
  begin_puts (local, ROWS);
  ck_text (call_text (local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
}

#define STOPPED "IO: CallLimitException: the call was stopped after it had examined "

/* Whenever the time is over, the call says so or has its whole result. */
START_TEST (test_time_of_a_scan)
{
  Local local;
  gboolean is_whole = FALSE;
  gint64 n, ticks;

  open_filled (&local);
  for (n = 1; !is_whole; n++)
    {
      HBaseLocalBudget budget;
      g_autofree char *text = NULL;

      budget_of_looks (&budget, &ticks, n);
      begin_scan (&local, "", ROWS);
      text = call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole);
      if (!is_whole)
        ck_assert_msg (g_str_has_prefix (text, STOPPED), "%s", text);
      ck_assert_uint_le (budget.n_rows, ROWS);
    }
  ck_assert_int_gt (n, 3);
  local_close (&local);
}
END_TEST

/* A regular expression may take long for each cell: no more cells are matched once the time is over. (This
 * one doesn't: the clock here advances whenever it is read.) */
START_TEST (test_time_of_a_filter)
{
  Local local;
  HBaseLocalBudget budget;
  gboolean is_whole;
  gint64 ticks;

  open_filled (&local);
  budget_of_looks (&budget, &ticks, 5);
  begin_scan (&local, "filter=ValueFilter(=,'regexstring:(a|a){10}b')", ROWS);
  ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole), STOPPED);
  ck_assert (!is_whole);
  ck_assert_uint_le (budget.n_rows, 5);
  local_close (&local);
}
END_TEST

START_TEST (test_rows_examined)
{
  Local local;
  HBaseLocalBudget budget;
  gboolean is_whole;

  open_filled (&local);
  budget = (HBaseLocalBudget){ .max_rows = 10 };
  begin_scan (&local, "filter=PrefixFilter('x')", 1);
  ck_text (
      call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole), STOPPED
      "10 rows: that is as many as a call may examine; nothing was written; ask for fewer rows a call, or "
      "for rows that lie closer together");
  ck_assert (!is_whole);
  budget = (HBaseLocalBudget){ .max_rows = 10 };
  begin_scan (&local, "", 10);
  g_free (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole));
  ck_assert (is_whole);
  local_close (&local);
}
END_TEST

/* A write that is ended leaves nothing, wherever it is ended. */
START_TEST (test_writes_are_rolled_back)
{
  Local local;
  gboolean is_whole = FALSE;
  gint64 n, ticks;

  local_open (&local);
  for (n = 1; !is_whole; n++)
    {
      HBaseLocalBudget budget;

      ck_text (scan (&local, ""), "[]");
      budget_of_looks (&budget, &ticks, n);
      begin_puts (&local, ROWS);
      ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE, &budget, &is_whole),
                      is_whole ? "ok"
                               : STOPPED "0 rows: the time allowed for a call was over; nothing was written");
    }
  ck_assert_int_gt (n, 5);
  ck_text_begins (scan (&local, "rows=1"), "[r00000 ");
  local_close (&local);
}
END_TEST

/* Executes the call as a server does, with a budget that is exhausted at once. */
static char *
serve_call (Local *local, HBaseWireMethodId method, GCancellable *stop)
{
  g_autoptr (HBaseBlock) call = call_block (local, method), answer = NULL;
  HBaseLocalBudget budget;
  HBaseWireWriter reply;
  gint64 ticks;

  budget_of_looks (&budget, &ticks, 1);
  budget.max_rows = 1;
  budget.cancellable = stop;
  hbase_wire_writer_init (&reply, local->protocol, 256);
  hbase_local_session_execute (local->client, &budget, call, HBASE_SERVER_FAULT_DELAY, &reply);
  answer = call_read_reply (call, &reply);
  return reply_text (answer);
}

/* Begins a call whose first argument is the table's name. */
static HBaseWireWriter *
begin_change (Local *local)
{
  HBaseWireWriter *out = call_begin (local);

  hbase_wire_write_struct (out, HBASE_DELETE_COLUMN_FAMILY_ARGS_TABLE_NAME);
  hbase_wire_write_binary (out, HBASE_T_TABLE_NAME_QUALIFIER, HBASE_SLICE_LITERAL (TABLE));
  hbase_wire_end_struct (out);
  return out;
}

static char *
serve_deletion_of_family (Local *local, GCancellable *stop)
{
  hbase_wire_write_binary (begin_change (local), HBASE_DELETE_COLUMN_FAMILY_ARGS_COLUMN,
                           HBASE_SLICE_LITERAL ("f"));
  return serve_call (local, HBASE_WIRE_METHOD_DELETE_COLUMN_FAMILY, stop);
}

/* A server's limits don't end calls that read a whole table and can't be made smaller; its stop does. */
START_TEST (test_changes_of_whole_tables)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  Local local;

  open_filled (&local);
  begin_change (&local);
  ck_text_begins (serve_call (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, NULL), STOPPED);
  g_cancellable_cancel (stop);
  ck_text_begins (serve_deletion_of_family (&local, stop), "IO?: RegionServerStoppedException: ");
  ck_text (serve_deletion_of_family (&local, NULL), "ok");
  ck_text (scan (&local, ""), "[]");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  hbase_wire_write_bool (begin_change (&local), HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS, TRUE);
  ck_text (serve_call (&local, HBASE_WIRE_METHOD_TRUNCATE_TABLE, NULL), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  begin_change (&local);
  ck_text (serve_call (&local, HBASE_WIRE_METHOD_DELETE_TABLE, NULL), "ok");
  local_close (&local);
}
END_TEST

static gboolean
guard_is_gone (gpointer asked)
{
  ++*(guint *) asked;
  return TRUE;
}

START_TEST (test_cancelled_and_abandoned)
{
  Local local;
  HBaseLocalBudget budget;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gboolean is_whole;
  gint64 ticks;
  guint asked = 0;

  open_filled (&local);
  g_cancellable_cancel (cancellable);
  budget = (HBaseLocalBudget){ .cancellable = cancellable };
  begin_scan (&local, "", ROWS);
  ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole),
                  "IO?: RegionServerStoppedException: the call was stopped");
  ck_assert (!is_whole);
  /* A short call doesn't query the state of its client. */
  budget_of_looks (&budget, &ticks, G_MAXINT64);
  budget.is_abandoned = guard_is_gone;
  budget.data = &asked;
  begin_scan (&local, "filter=ValueFilter(=,'regexstring:x')", ROWS);
  g_free (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole));
  ck_assert (is_whole && asked == 0);
  budget_of_looks (&budget, &ticks, G_MAXINT64);
  budget.is_abandoned = guard_is_gone;
  budget.data = &asked;
  ticks = G_MAXINT32;
  budget.last_poll = 1;
  begin_scan (&local, "", ROWS);
  ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole),
                  "IO?: RegionServerStoppedException: ");
  ck_assert (!is_whole);
  ck_assert_uint_eq (asked, 1);
  local_close (&local);
}
END_TEST

static void
begin_append (Local *local, const char *row, const char *cells)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_APPEND_ARGS_TAPPEND);
  hbase_wire_write_binary (out, HBASE_T_APPEND_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_APPEND_COLUMNS, cells);
  hbase_wire_end_struct (out);
}

/* Returns how often an append to a column reads the clock that has so many versions ahead of the clock. */
static gint64
count_looks_of_append (guint n_versions)
{
  g_autoptr (GString) versions = g_string_new (NULL);
  Local local;
  HBaseLocalBudget budget;
  gboolean is_whole;
  gint64 ticks;

  local_open (&local);
  for (guint i = 0; i < n_versions; i++)
    g_string_append_printf (versions, "%sf:q@%u=v", i > 0 ? " " : "", 90000000 + i);
  ck_text (put (&local, "r", versions->str), "ok");
  budget_of_looks (&budget, &ticks, G_MAXINT64);
  begin_append (&local, "r", "f:q=w");
  g_free (call_within (&local, HBASE_WIRE_METHOD_APPEND, &budget, &is_whole));
  ck_assert (is_whole);
  local_close (&local);
  return ticks;
}

/* Only the newest one decides. To write the cell, those of its chunk are read, too. */
START_TEST (an_append_ahead_of_the_clock_reads_few_versions)
{
  guint looks_at_all = 60;

  ck_assert_int_lt (count_looks_of_append (looks_at_all * HBASE_LOCAL_BUDGET_STEPS), looks_at_all / 3);
}
END_TEST

/* Writes, and callers that open the database, don't wait longer than their budget for the lock of another
 * process. */
START_TEST (test_lock_of_another_process)
{
  Local local;
  char *directory = local_directory ();
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  g_autoptr (GError) error = NULL;
  HBaseLocalBudget budget;
  sqlite3 *other;
  gboolean is_whole;
  gint64 ticks;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_assert_int_eq (sqlite3_open_v2 (path, &other, SQLITE_OPEN_READWRITE, hbase_local_vfs_name ()),
                    SQLITE_OK);
  ck_assert_int_eq (sqlite3_exec (other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
  budget_of_looks (&budget, &ticks, 5);
  begin_puts (&local, 1);
  ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE, &budget, &is_whole), STOPPED);
  ck_assert (!is_whole);
  ck_assert_int_eq (sqlite3_exec (other, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
  ck_text (put (&local, "a", "f:q=1"), "ok");
  local_close (&local);

  ck_assert_int_eq (
      sqlite3_exec (other, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT", NULL, NULL, NULL),
      SQLITE_OK);
  budget_of_looks (&budget, &ticks, 5);
  ck_assert_ptr_null (hbase_local_service_open (directory, HBASE_LOCAL_OPEN_EXISTING, &budget, &error));
  ck_assert_int_eq (error->domain, HBASE_LOCAL_BUDGET_ERROR);
  sqlite3_close (other);
  local_remove (directory);
}
END_TEST

/* A call that stays in its transaction until it may end. */
typedef struct {
  GMutex mutex;
  GCond cond;
  gboolean has_begun, may_end;
} Blocker;

static gint64
block (gpointer data)
{
  Blocker *blocker = data;

  g_mutex_lock (&blocker->mutex);
  blocker->has_begun = TRUE;
  g_cond_broadcast (&blocker->cond);
  while (!blocker->may_end)
    g_cond_wait (&blocker->cond, &blocker->mutex);
  g_mutex_unlock (&blocker->mutex);
  return 0;
}

static gint64
no_ticks (gpointer blocker)
{
  return 0;
}

static gpointer
put_blocked (gpointer arguments)
{
  g_autoptr (HBaseLocalClient) client = hbase_local_client_new (((gpointer *) arguments)[0]);
  HBaseWireWriter reply;

  hbase_wire_writer_init (&reply, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_local_client_execute (client, NULL, ((gpointer *) arguments)[1], &reply);
  hbase_wire_writer_clear (&reply);
  return NULL;
}

static HBaseBlock *
puts_call (Local *local)
{
  begin_puts (local, 1);
  return call_block (local, HBASE_WIRE_METHOD_PUT_MULTIPLE);
}

static void
wait_until_begun (Blocker *blocker)
{
  g_mutex_lock (&blocker->mutex);
  while (!blocker->has_begun)
    g_cond_wait (&blocker->cond, &blocker->mutex);
  g_mutex_unlock (&blocker->mutex);
}

static void
let_end (Blocker *blocker)
{
  g_mutex_lock (&blocker->mutex);
  blocker->may_end = TRUE;
  g_cond_broadcast (&blocker->cond);
  g_mutex_unlock (&blocker->mutex);
}

/* In memory a call waits for the connection that another one uses; on disk a write waits for another
 * write. */
START_TEST (test_other_threads)
{
  char *directory = _i == 0 ? NULL : local_directory ();
  Local local;
  Blocker blocker = { .has_begun = FALSE };
  HBaseLocalClock clock = { block, no_ticks, &blocker };
  g_autoptr (HBaseBlock) call = NULL;
  HBaseLocalBudget budget;
  gpointer arguments[2];
  GThread *thread;
  gboolean is_whole;
  gint64 ticks;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  call = puts_call (&local);
  arguments[0] = local.service;
  arguments[1] = call;
  hbase_local_service_set_clock (local.service, &clock);
  thread = g_thread_new ("blocked", put_blocked, arguments);
  wait_until_begun (&blocker);
  budget_of_looks (&budget, &ticks, 3);
  begin_puts (&local, 1);
  ck_text_begins (call_within (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE, &budget, &is_whole), STOPPED);
  ck_assert (!is_whole);
  let_end (&blocker);
  g_thread_join (thread);
  ck_text (put (&local, "a", "f:q=1"), "ok");
  local_close (&local);
  if (directory != NULL)
    local_remove (directory);
}
END_TEST

/* ---- seeks ---- */

#define WIDE 4000

static void
put_wide_row (Local *local)
{
  GString *cells = g_string_new (NULL);

  for (guint i = 0; i < WIDE; i++)
    g_string_append_printf (cells, "%sf:v@%u=x g:c%04u@1=x", i > 0 ? " " : "", i + 1, i);
  ck_text (put (local, "w", cells->str), "ok");
  ck_text (put (local, "x", "f:v@1=x g:c3999@1=x"), "ok");
  g_string_free (cells, TRUE);
}

static const struct {
  const char *options;
  gboolean all;
} reads[] = {
  { "columns=g:c3999", FALSE },
  { "columns=g:c0000,g:c2000,g:c3999", FALSE },
  { "columns=f:v", FALSE },
  { "columns=f:v versions=3", FALSE },
  { "columns=f", FALSE },
  { "columns=f reversed=1", FALSE },
  { "columns=g filter=ColumnPrefixFilter('c399')", FALSE },
  { "columns=g filter=MultipleColumnPrefixFilter('c00','c399')", FALSE },
  { "columns=g filter=FirstKeyOnlyFilter()", FALSE },
  { "columns=g limit=1 batch=10 filter=ColumnPrefixFilter('c399')", FALSE },
  { "columns=g", TRUE },
  { "columns=g filter=KeyOnlyFilter()", TRUE },
};

/* Unselected cells of a wide row are skipped by a seek, not read: the clock is read after a number of
 * steps. */
START_TEST (test_seeks)
{
  Local local;

  local_open (&local);
  put_wide_row (&local);
  for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
    {
      HBaseLocalBudget budget;
      gboolean is_whole;
      gint64 ticks;

      budget_of_looks (&budget, &ticks, G_MAXINT64);
      begin_scan (&local, reads[i].options, 9);
      g_free (call_within (&local, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, &budget, &is_whole));
      ck_assert_msg (is_whole, "%s", reads[i].options);
      if (reads[i].all)
        ck_assert_int_ge (ticks, WIDE / HBASE_LOCAL_BUDGET_STEPS);
      else
        ck_assert_int_lt (ticks, WIDE / HBASE_LOCAL_BUDGET_STEPS / 4);
    }
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("budget");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, test_time_of_a_scan);
  tcase_add_test (tcase, test_time_of_a_filter);
  tcase_add_test (tcase, test_rows_examined);
  tcase_add_test (tcase, test_writes_are_rolled_back);
  tcase_add_test (tcase, test_changes_of_whole_tables);
  tcase_add_test (tcase, test_cancelled_and_abandoned);
  tcase_add_test (tcase, an_append_ahead_of_the_clock_reads_few_versions);
  tcase_add_test (tcase, test_lock_of_another_process);
  tcase_add_loop_test (tcase, test_other_threads, 0, 2);
  tcase_add_test (tcase, test_seeks);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-budget", fill)
