/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "idle-fork.h"
#include "prepending.h"
#include "processes.h"
#include "relay.h"

#include <sys/socket.h>

/* This tests objects that were made before a fork, and are used in both processes at the same time. The
 * gateway is a process of its own. */

#define N_EACH 12

typedef struct {
  gint64 numbers[2][N_EACH]; /* the parent's, the child's */
  guint64 counts[2];
} Shared;

typedef struct {
  Relay *relay;
  HBaseConnection *connection;
  HBaseTable *table;
  Shared *shared;
} Stage;

static Stage *
stage_new (void)
{
  Stage *stage = g_new0 (Stage, 1);
  g_autofree char *uri = NULL;

  stage->relay = relay_new (NULL);
  stage->shared = share_memory (sizeof (Shared));
  uri = relay_uri (stage->relay, 0);
  stage->connection = api_connect (uri);
  api_create (stage->connection, "t");
  stage->table = growing_table (stage->connection, "id:downward");
  return stage;
}

static void
stage_free (Stage *stage)
{
  g_object_unref (stage->table);
  g_object_unref (stage->connection);
  munmap (stage->shared, sizeof (Shared));
  relay_free (stage->relay);
  g_free (stage);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Stage, stage_free)

/* What each process does; `side` 1 is the child. */
typedef void (*Side) (Stage *stage, gpointer what, guint side);

typedef struct {
  Stage *stage;
  Side side;
  gpointer what;
} Act;

static void
act_side (gpointer data, guint number)
{
  const Act *act = data;

  act->side (act->stage, act->what, number);
}

static void
run_both (Stage *stage, Side side, gpointer what)
{
  Act act = { stage, side, what };
  pid_t child = begin_process (act_side, &act, 1);

  act_side (&act, 0);
  await_process (child);
}

static int
compare_numbers (const void *a, const void *b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return (one > other) - (one < other);
}

static void
assert_all_different (Shared *shared)
{
  gint64 *numbers = &shared->numbers[0][0];

  qsort (numbers, 2 * N_EACH, sizeof (gint64), compare_numbers);
  for (guint i = 1; i < 2 * N_EACH; i++)
    ck_assert_int_lt (numbers[i - 1], numbers[i]);
}

/* ---- sequences ---- */

static HBaseSequence *
sequence_of (HBaseTable *table, gboolean downward)
{
  HBaseSequence *sequence = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", "f",
                                          "block-size", 20, "downward", downward, NULL);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
  return sequence;
}

static void
take_ids (Stage *stage, gpointer sequence, guint side)
{
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_EACH; i++)
    assert_works (hbase_sequence_next (sequence, &stage->shared->numbers[side][i], NULL, &error), error);
}

/* There is a block in memory when the child is forked. */
START_TEST (after_a_fork_an_id_is_given_in_one_process_only)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBaseSequence) sequence = sequence_of (stage->table, FALSE);
  g_autoptr (GError) error = NULL;
  gint64 id;

  assert_works (hbase_sequence_next (sequence, &id, NULL, &error), error);
  run_both (stage, take_ids, sequence);
  assert_all_different (stage->shared);
}
END_TEST

static void
take_id_in_child (Stage *stage, gpointer sequence, guint side)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  if (side == 0)
    return;
  hbase_sequence_next_async (sequence, NULL, api_done, &result);
  assert_works (hbase_sequence_next_finish (sequence, api_wait (&result), &id, &error), error);
}

/* The child would wait for a block that only its parent can receive, so it would wait endlessly. */
START_TEST (after_a_fork_a_requested_block_is_the_parents)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBaseSequence) sequence = sequence_of (stage->table, FALSE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  gint64 id;

  relay_tell (stage->relay, 0, 1, RELAY_HOLD_REPLY);
  hbase_sequence_next_async (sequence, cancellable, api_done, &result);
  run_both (stage, take_id_in_child, sequence);
  g_cancellable_cancel (cancellable);
  ck_assert (!hbase_sequence_next_finish (sequence, api_wait (&result), &id, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

/* ---- prependers ---- */

static guint64
count_missed (HBasePrepender *prepender)
{
  g_autoptr (GVariant) statistics = hbase_prepender_get_statistics (prepender);
  guint64 missed = 0;

  ck_assert (g_variant_lookup (statistics, "missed-keys", "t", &missed));
  return missed;
}

static void
prepend_rows (Stage *stage, gpointer prepender, guint side)
{
  for (guint i = 0; i < N_EACH; i++)
    stage->shared->numbers[side][i] = prepend_one (prepender, "a row");
  stage->shared->counts[side] = count_missed (prepender);
}

START_TEST (after_a_fork_both_processes_prepend)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (stage->table);

  prepend_one (prepender, "the first");
  run_both (stage, prepend_rows, prepender);
  assert_all_different (stage->shared);
  ck_assert_uint_eq (count_contiguous (stage->table, G_MAXINT64), 1 + 2 * N_EACH);
}
END_TEST

/* With the same block in both processes keys would be attempted twice: each is used once. */
START_TEST (after_a_fork_a_block_of_keys_is_the_parents)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBaseSequence) sequence = NULL;
  g_autoptr (HBaseTable) ids = NULL;
  g_autoptr (HBasePrepender) prepender = NULL;

  api_create (stage->connection, "ids");
  ids = hbase_table_new (stage->connection, "ids");
  sequence = sequence_of (ids, TRUE);
  prepender = g_object_new (HBASE_TYPE_PREPENDER, "table", stage->table, "strategy",
                            HBASE_PREPEND_STRATEGY_BLOCK, "sequence", sequence, NULL);
  prepend_one (prepender, "the first");
  run_both (stage, prepend_rows, prepender);
  assert_all_different (stage->shared);
  ck_assert_uint_eq (stage->shared->counts[0] + stage->shared->counts[1], 0);
}
END_TEST

static void
note_writer (Stage *stage, gpointer unused, guint side)
{
  g_autoptr (HBasePrependRequest) row = comment_new ("a row");
  gsize length;
  gint32 writer;

  memcpy (&writer, hbase_prepend_request_get_token (row, &length), sizeof writer);
  stage->shared->numbers[side][0] = writer;
}

/* Guards must show that two processes write. */
START_TEST (tokens_name_the_process)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBasePrependRequest) before = comment_new ("a row");
  gsize length;
  gint32 writer;

  memcpy (&writer, hbase_prepend_request_get_token (before, &length), sizeof writer);
  run_both (stage, note_writer, NULL);
  ck_assert_int_eq (stage->shared->numbers[0][0], writer);
  ck_assert_int_ne (stage->shared->numbers[1][0], writer);
}
END_TEST

/* ---- cursors and connections ---- */

#define N_ROWS 40
#define N_BEFORE 7

static void
read_rest (Stage *stage, gpointer cursor, guint side)
{
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = N_BEFORE;

  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; n++)
    {
      g_autofree char *expected = g_strdup_printf ("%03u", n), *value = hbase_row_dup_value_utf8 (row, "f:q");

      ck_assert_str_eq (value, expected);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (n, N_ROWS);
}

/* Its scanner is on a channel of the parent. */
START_TEST (after_a_fork_a_cursor_continues_in_both_processes)
{
  g_autoptr (Stage) stage = stage_new ();
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("%03u", i);

      api_write (stage->table, key, key);
    }
  hbase_scan_set_caching (scan, 5);
  cursor = hbase_table_scan (stage->table, scan);
  for (guint i = 0; i < N_BEFORE; i++)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

      ck_assert_no_error (error);
      ck_assert_ptr_nonnull (row);
    }
  run_both (stage, read_rest, cursor);
}
END_TEST

static void
write_and_read (Stage *stage, gpointer unused, guint side)
{
  for (guint i = 0; i < 4 * N_EACH; i++)
    {
      g_autofree char *key = g_strdup_printf ("%u-%u", side, i), *value = NULL;

      api_write (stage->table, key, key);
      value = api_read (stage->table, key);
      ck_assert_str_eq (value, key);
    }
}

/* If both used one idle channel, each would receive replies of the other. */
START_TEST (after_a_fork_channels_are_the_parents)
{
  g_autoptr (Stage) stage = stage_new ();

  api_write (stage->table, "before", "a channel is idle");
  run_both (stage, write_and_read, NULL);
}
END_TEST

/* ---- threads ---- */

/* A call that isn't executed is made again after a while. */
static void
assert_no_retries (HBaseConnection *connection)
{
  ck_assert_uint_eq (api_get_count (hbase_connection_get_statistics (connection), "retries"), 0);
}

/* An asynchronous call on a database in memory. */
static void
ask_engine (void)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = NULL;

  hbase_admin_list_tables_async (admin, NULL, NULL, FALSE, NULL, api_done, &result);
  names = hbase_admin_list_tables_finish (admin, api_wait (&result), &error);
  ck_assert_no_error (error);
  assert_no_retries (connection);
}

static void
do_nothing (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
}

static void
use_glibs_threads (void)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_run_in_thread (task, do_nothing);
}

/* GLib counts the parent's idle threads as the child's, where they don't exist. */
static pid_t
fork_with_idle_thread (void (*use_threads) (void))
{
  use_threads ();
  while (g_thread_pool_get_num_unused_threads () == 0)
    g_thread_yield ();
  return idle_fork ();
}

/* Whether or not the parent has used the library. */
START_TEST (after_a_fork_the_engine_has_threads_of_its_own)
{
  pid_t child = fork_with_idle_thread (_i == 0 ? ask_engine : use_glibs_threads);

  if (child == 0)
    {
      ask_engine ();
      test_child_end (TRUE);
    }
  await_process (child);
}
END_TEST

/* Serves until the other end of the socket is closed. */
static void
serve (int end)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);
  const char *address = strchr (hbase_local_server_get_address (server), '/');
  char byte;

  ck_assert_int_gt (send (end, address, strlen (address) + 1, 0), 0);
  ck_assert_int_eq (recv (end, &byte, 1, 0), 0);
}

static void
ask_server (const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  api_create (connection, "t");
  assert_no_retries (connection);
}

START_TEST (after_a_fork_a_server_has_threads_of_its_own)
{
  char uri[64] = "thrift:";
  int ends[2];
  pid_t child;

  ck_assert_int_eq (socketpair (AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
  child = fork_with_idle_thread (ask_engine);
  close (ends[child != 0]);
  if (child == 0)
    {
      serve (ends[1]);
      test_child_end (TRUE);
    }
  ck_assert_int_gt (recv (ends[0], uri + strlen (uri), sizeof uri - strlen (uri), 0), 0);
  ask_server (uri);
  close (ends[0]);
  await_process (child);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("forks");

  tcase_add_test (tests, after_a_fork_an_id_is_given_in_one_process_only);
  tcase_add_test (tests, after_a_fork_a_requested_block_is_the_parents);
  tcase_add_test (tests, after_a_fork_both_processes_prepend);
  tcase_add_test (tests, after_a_fork_a_block_of_keys_is_the_parents);
  tcase_add_test (tests, tokens_name_the_process);
  tcase_add_test (tests, after_a_fork_a_cursor_continues_in_both_processes);
  tcase_add_test (tests, after_a_fork_channels_are_the_parents);
  /* Under valgrind, where Check doesn't fork, a thread that waits for its turn looks asleep. */
  if (g_strcmp0 (g_getenv ("CK_FORK"), "no") != 0)
    {
      tcase_add_loop_test (tests, after_a_fork_the_engine_has_threads_of_its_own, 0, 2);
      tcase_add_test (tests, after_a_fork_a_server_has_threads_of_its_own);
    }
  suite_add_tcase (suite, tests);
}

/* Each of them needs the embedded engine: without it they are skipped. */
int
main (void)
{
#ifdef HBASE_WITH_LOCAL
  return test_main ("forks", fill, CK_FORK_GETENV);
#else
  (void) fill;
  return 77;
#endif
}
