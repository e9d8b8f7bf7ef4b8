/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "faulty-vfs.h"
#include "local-call.h"

#include "hbase-error.h"
#include "hbase-local-error-private.h"
#include "hbase-local-store-private.h"

/* Writers that wait for their turn are executed in the transaction of the one that has it. Here each adds its
 * number to a table. The first one has the turn until the others wait, in their order; they have threads of
 * their own. */

#define N_WRITERS 5

typedef struct _Group Group;

typedef struct {
  Group *group;
  HBaseLocalWriter writer;
  HBaseLocalBudget budget;
  gint64 number;
  gboolean fails_at_once, fails_late; /* before or after it has written */
  Fault fault;                        /* begins after it has written */
  gboolean is_late;                   /* its budget is exhausted by the time when it has written */
  GThread *thread;
  gboolean waits; /* protected by the group's mutex */
  GThread *executor;
  guint n_executions;
  gboolean ok;
  GError *error;
} Member;

struct _Group {
  HBaseLocalStore *store;
  Member members[N_WRITERS];
  GMutex mutex;
  GCond changed;
};

/* A writer reads its clock right before it waits, with the lock that guards the queue. */
static gint64
note_waiting (gpointer data)
{
  Member *member = data;
  Group *group = member->group;

  g_mutex_lock (&group->mutex);
  member->waits = TRUE;
  g_cond_signal (&group->changed);
  g_mutex_unlock (&group->mutex);
  return member->is_late && member->n_executions > 0 ? 2 : 0;
}

static gpointer
write_member (gpointer data)
{
  Member *member = data;

  member->ok = hbase_local_store_write (member->group->store, &member->writer, &member->error);
  return NULL;
}

static void
start_others (Group *group)
{
  for (guint i = 1; i < N_WRITERS; i++)
    {
      Member *member = &group->members[i];

      member->thread = g_thread_new ("writer", write_member, member);
      g_mutex_lock (&group->mutex);
      while (!member->waits)
        g_cond_wait (&group->changed, &group->mutex);
      g_mutex_unlock (&group->mutex);
    }
}

static gboolean
set_error (GError **error)
{
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, "this writer fails");
}

static gboolean
add_number (HBaseLocalDb *db, gpointer data, GError **error)
{
  Member *member = data;
  g_autofree char *sql
      = g_strdup_printf ("INSERT INTO numbers VALUES (%" G_GINT64_FORMAT ")", member->number);

  member->executor = g_thread_self ();
  if (member->n_executions++ == 0 && member == member->group->members)
    start_others (member->group);
  if (member->fails_at_once)
    return set_error (error);
  if (!hbase_local_db_run (db, sql, error))
    return FALSE;
  if (member->fault != FAULT_NONE)
    faulty_vfs_arm (member->fault, 1);
  member->fault = FAULT_NONE;
  return !member->fails_late || set_error (error);
}

/* ---- groups ---- */

static HBaseLocalDb *
begin (Group *group, HBaseLocalAccess access, HBaseLocalBudget *budget)
{
  HBaseLocalDb *db = hbase_local_store_begin (group->store, access, budget, NULL);

  ck_assert_ptr_nonnull (db);
  return db;
}

static void
make_numbers (Group *group)
{
  HBaseLocalBudget budget = { .deadline = 0 };
  HBaseLocalDb *db = begin (group, HBASE_LOCAL_ACCESS_WRITE, &budget);

  ck_assert (hbase_local_db_run (db, "CREATE TABLE numbers (number INTEGER)", NULL));
  ck_assert (hbase_local_store_commit (group->store, db, HBASE_LOCAL_ACCESS_WRITE, NULL));
}

static void
group_open (Group *group, const char *directory)
{
  HBaseLocalBudget budget = { .deadline = 0 };

  *group = (Group){ .store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_CREATE, &budget, NULL) };
  ck_assert_ptr_nonnull (group->store);
  g_mutex_init (&group->mutex);
  g_cond_init (&group->changed);
  for (guint i = 0; i < N_WRITERS; i++)
    {
      Member *member = &group->members[i];

      *member = (Member){ .group = group, .number = i };
      member->budget = (HBaseLocalBudget){ .deadline = 1, .ticks = note_waiting, .ticks_data = member };
      member->writer = (HBaseLocalWriter){ .access = HBASE_LOCAL_ACCESS_WRITE,
                                           .budget = &member->budget,
                                           .shares = TRUE,
                                           .execute = add_number,
                                           .data = member };
    }
  make_numbers (group);
}

/* Returns the number of syncs. */
static guint
group_write (Group *group)
{
  guint before = faulty_vfs_syncs ();

  write_member (group->members);
  for (guint i = 1; i < N_WRITERS; i++)
    g_thread_join (group->members[i].thread);
  return faulty_vfs_syncs () - before;
}

/* Fails unless those are in the table whose writers have succeeded, in that order. */
static void
check_numbers (Group *group)
{
  HBaseLocalBudget budget = { .deadline = 0 };
  HBaseLocalDb *db = begin (group, HBASE_LOCAL_ACCESS_READ, &budget);
  sqlite3_stmt *statement = hbase_local_db_statement (db, NULL, "SELECT number FROM numbers ORDER BY rowid");
  GString *found = g_string_new (NULL), *expected = g_string_new (NULL);

  while (hbase_local_db_step (db, statement, NULL) == SQLITE_ROW)
    g_string_append_printf (found, "%d ", sqlite3_column_int (statement, 0));
  hbase_local_store_rollback (group->store, db, HBASE_LOCAL_ACCESS_READ);
  for (guint i = 0; i < N_WRITERS; i++)
    if (group->members[i].ok)
      g_string_append_printf (expected, "%u ", i);
  ck_assert_str_eq (found->str, expected->str);
  g_string_free (found, TRUE);
  g_string_free (expected, TRUE);
}

static void
group_close (Group *group)
{
  for (guint i = 0; i < N_WRITERS; i++)
    g_clear_error (&group->members[i].error);
  hbase_local_store_close (group->store);
  g_mutex_clear (&group->mutex);
  g_cond_clear (&group->changed);
}

/* How often each was executed, and by whose thread: "2" by its own, "1*" by that of the first one. */
static char *
executions (const Group *group)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_WRITERS; i++)
    g_string_append_printf (text, "%u%s ", group->members[i].n_executions,
                            i > 0 && group->members[i].executor == g_thread_self () ? "*" : "");
  return g_string_free (text, FALSE);
}

/* Who has succeeded. */
static char *
outcomes (const Group *group)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_WRITERS; i++)
    {
      ck_assert (group->members[i].ok == (group->members[i].error == NULL));
      g_string_append (text, group->members[i].ok ? "ok " : "failed ");
    }
  return g_string_free (text, FALSE);
}

#define ck_group(group, expected_executions, expected_outcomes)                                              \
  do                                                                                                         \
    {                                                                                                        \
      ck_text (executions (group), expected_executions);                                                     \
      ck_text (outcomes (group), expected_outcomes);                                                         \
      check_numbers (group);                                                                                 \
    }                                                                                                        \
  while (0)

/* ---- what is tested ---- */

START_TEST (test_shared_transaction)
{
  char *directory = local_directory ();
  Group group;
  guint n_syncs;

  faulty_vfs_register ();
  group_open (&group, _i == 0 ? directory : NULL);
  n_syncs = group_write (&group);
  ck_assert_uint_eq (n_syncs, _i == 0 ? 1 : 0);
  ck_group (&group, "1 1* 1* 1* 1* ", "ok ok ok ok ok ");
  group_close (&group);
  local_remove (directory);
}
END_TEST

/* A writer that fails before it has written, or whose budget ends then, concerns nobody else. */
START_TEST (test_failure_without_changes)
{
  Group group;

  group_open (&group, NULL);
  group.members[2].fails_at_once = TRUE;
  group_write (&group);
  ck_group (&group, "1 1* 1* 1* 1* ", "ok ok failed ok ok ");
  ck_assert_error (group.members[2].error, HBASE_LOCAL_ERROR, HBASE_LOCAL_ERROR_IO);
  group_close (&group);
}
END_TEST

/* A transaction in which a writer has failed after it had written is undone, and each is executed alone.
 * Those that weren't executed yet share the next one's. */
START_TEST (test_failure_after_changes)
{
  Group group;

  group_open (&group, NULL);
  if (_i == 0)
    group.members[2].fails_late = TRUE;
  else
    group.members[2].is_late = TRUE;
  group_write (&group);
  ck_text (outcomes (&group), "ok ok failed ok ok ");
  ck_assert_error (group.members[2].error, _i == 0 ? HBASE_LOCAL_ERROR : HBASE_LOCAL_BUDGET_ERROR,
                   _i == 0 ? (int) HBASE_LOCAL_ERROR_IO : (int) HBASE_LOCAL_BUDGET_TIME);
  for (guint i = 0; i < 2; i++)
    {
      ck_assert_uint_eq (group.members[i].n_executions, 2);
      ck_assert_ptr_eq (group.members[i].executor, i == 0 ? g_thread_self () : group.members[i].thread);
    }
  for (guint i = 3; i < N_WRITERS; i++)
    ck_assert_uint_eq (group.members[i].n_executions, 1);
  group_close (&group);
}
END_TEST

/* The first one's failure is its own. */
START_TEST (test_failure_of_the_first)
{
  Group group;

  group_open (&group, NULL);
  group.members[0].fails_late = TRUE;
  group_write (&group);
  ck_assert (!group.members[0].ok);
  for (guint i = 1; i < N_WRITERS; i++)
    ck_assert (group.members[i].ok && group.members[i].n_executions == 1
               && group.members[i].executor != g_thread_self ());
  group_close (&group);
}
END_TEST

/* The commit fails, or its sync. On a full disk nothing was written, and each is executed again, with its own
 * error; otherwise it isn't known what was written, by none of them. */
START_TEST (test_failed_commit)
{
  static const Fault faults[] = { FAULT_FULL, FAULT_WRITE, FAULT_SYNC };
  char *directory = local_directory ();
  Group group;

  faulty_vfs_register ();
  group_open (&group, directory);
  group.members[N_WRITERS - 1].fault = faults[_i];
  group_write (&group);
  ck_assert_uint_gt (faulty_vfs_disarm (), 0);
  ck_text (outcomes (&group), "failed failed failed failed failed ");
  for (guint i = 0; i < N_WRITERS; i++)
    {
      Member *member = &group.members[i];

      ck_assert_error (member->error, HBASE_ERROR,
                       faults[_i] == FAULT_FULL ? HBASE_ERROR_STORAGE : HBASE_ERROR_OUTCOME_UNKNOWN);
      ck_assert_uint_eq (member->n_executions, faults[_i] == FAULT_FULL ? 2 : 1);
      ck_assert (member->budget.is_disk_full == (faults[_i] == FAULT_FULL));
    }
  group_close (&group);
  local_remove (directory);
}
END_TEST

/* One that doesn't share isn't taken, nor are those behind it; it is next. A transaction that isn't
 * synced takes none that is to be. */
START_TEST (test_who_is_taken)
{
  Group group;

  group_open (&group, NULL);
  if (_i == 0)
    group.members[2].writer.shares = FALSE;
  else
    group.members[2].writer.access = HBASE_LOCAL_ACCESS_WRITE_UNSYNCED;
  group_write (&group);
  ck_text (outcomes (&group), "ok ok ok ok ok ");
  ck_assert_ptr_eq (group.members[1].executor, g_thread_self ());
  for (guint i = 2; i < N_WRITERS; i++)
    ck_assert_ptr_ne (group.members[i].executor, g_thread_self ());
  if (_i == 0)
    ck_assert_ptr_eq (group.members[2].executor, group.members[2].thread);
  group_close (&group);
}
END_TEST

/* ---- calls ---- */

#define N_CLIENTS 8
#define N_CALLS 50

typedef struct {
  Local *local;
  GBytes *append, *refused;
} Client;

static void
call_and_check (HBaseLocalClient *client, HBaseWireProtocol protocol, GBytes *message, const char *expected)
{
  gsize length;
  gconstpointer bytes = g_bytes_get_data (message, &length);
  g_autoptr (HBaseBlock) call = call_read (protocol, bytes, length);
  g_autoptr (HBaseBlock) answer = NULL;
  HBaseWireWriter reply;

  hbase_wire_writer_init (&reply, protocol, 256);
  hbase_local_client_execute (client, NULL, call, &reply);
  answer = call_read_reply (call, &reply);
  ck_text_begins (reply_text (answer), expected);
}

static gpointer
append_often (gpointer data)
{
  Client *self = data;
  HBaseLocalClient *client = hbase_local_client_new (self->local->service);

  for (guint i = 0; i < N_CALLS; i++)
    {
      call_and_check (client, self->local->protocol, self->append, "-");
      call_and_check (client, self->local->protocol, self->refused, "IO: ");
    }
  hbase_local_client_free (client);
  return NULL;
}

static GBytes *
message_of_append (Local *local, const char *cells)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_APPEND_ARGS_TAPPEND);
  hbase_wire_write_binary (out, HBASE_T_APPEND_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_APPEND_COLUMNS, cells);
  hbase_wire_write_bool (out, HBASE_T_APPEND_RETURN_RESULTS, FALSE);
  hbase_wire_end_struct (out);
  return call_message (local, HBASE_WIRE_METHOD_APPEND);
}

/* Each append is executed once, whoever executes it; calls that are refused beside them change nothing. */
START_TEST (test_appends_of_many_clients)
{
  char *directory = local_directory ();
  g_autofree char *value = g_strnfill (N_CLIENTS * N_CALLS, 'x');
  g_autofree char *expected = g_strconcat ("r f:q@1000000=", value, NULL);
  GThread *threads[N_CLIENTS];
  Client client;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  client = (Client){ &local, message_of_append (&local, "f:q=x"), message_of_append (&local, "none:q=x") };
  for (guint i = 0; i < N_CLIENTS; i++)
    threads[i] = g_thread_new ("client", append_often, &client);
  for (guint i = 0; i < N_CLIENTS; i++)
    g_thread_join (threads[i]);
  ck_text (get (&local, "r", NULL, 1), expected);
  g_bytes_unref (client.append);
  g_bytes_unref (client.refused);
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("writers");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_shared_transaction, 0, 2);
  tcase_add_test (tcase, test_failure_without_changes);
  tcase_add_loop_test (tcase, test_failure_after_changes, 0, 2);
  tcase_add_test (tcase, test_failure_of_the_first);
  tcase_add_loop_test (tcase, test_failed_commit, 0, 3);
  tcase_add_loop_test (tcase, test_who_is_taken, 0, 2);
  tcase_add_test (tcase, test_appends_of_many_clients);
  suite_add_tcase (suite, tcase);
}

/* A VFS is registered once in a process. */
TEST_MAIN_FORKED ("local-writers", fill)
