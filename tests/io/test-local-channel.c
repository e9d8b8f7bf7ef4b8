/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hbase-admin-operations-private.h"
#include "hbase-pool-private.h"
#include "hbase-local-channel-private.h"

#include "check-main.h"

static void
create_table (HBasePool *pool)
{
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseOperation) operation = NULL;
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (table, family);
  operation
      = hbase_create_table_operation_new ((HBaseTarget){ HBASE_WIRE_PROTOCOL_BINARY, "t" }, table, NULL);
  hbase_pool_run (pool, operation, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
}

static void
put (HBasePool *pool, const char *row)
{
  g_autoptr (HBaseOperation) operation = io_put_new (pool, row, 8);
  g_autoptr (GError) error = NULL;

  hbase_pool_run (pool, operation, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
}

START_TEST (a_pool_in_memory_is_one_database)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 4), other = io_pool_new ("local::memory:", 4);
  g_autoptr (GError) error = NULL;

  create_table (pool);
  put (pool, "a");
  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
  ck_assert (!io_get (other, "a", 5000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

/* This tests that a call in memory is written and read as bytes, in whole messages, as over a socket. */
START_TEST (calls_are_messages)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 1);
  HBasePoolStatistics before, after;
  g_autoptr (GError) error = NULL;

  create_table (pool);
  put (pool, "a");
  hbase_pool_get_statistics (pool, &before);
  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
  hbase_pool_get_statistics (pool, &after);
  /* version, name, sequence id, then the arguments: table, and the row in a TGet, each with its header and
   * stop */
  ck_assert_uint_eq (after.bytes_sent - before.bytes_sent,
                     4 + 4 + 3 + 4 + (3 + 4 + 1) + 3 + (3 + 4 + 1) + 1 + 1);
  ck_assert_uint_gt (after.bytes_received - before.bytes_received, 4 + 4 + 3 + 4 + 8);
  ck_assert_uint_eq (after.exchanges, 4);
}
END_TEST

/* The library makes no such call; the engine mustn't read one either. */
START_TEST (a_malformed_call_is_not_sent)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse ("local::memory:", &error);
  HBaseLocal *local = hbase_local_new (uri, 1);
  HBaseChannel *channel = hbase_local_channel_new (local);
  GOutputVector vector = { "\x80\x01\0\x07no call", 11 };

  ck_assert_int_eq (hbase_channel_write (channel, &vector, 1, &error), -1);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (g_str_has_prefix (error->message, "the call is malformed: "), "%s", error->message);
  ck_assert (channel->not_sent);
  hbase_channel_close (channel);
  hbase_local_unref (local);
}
END_TEST

#define MANY 200

START_TEST (async_calls_are_executed_by_the_engines_threads)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 4);
  IOAsync async[MANY];
  HBasePoolStatistics statistics;

  create_table (pool);
  put (pool, "a");
  for (guint i = 0; i < MANY; i++)
    io_async_begin (&async[i], pool, i % 2 ? io_get_new (pool, "a") : io_put_new (pool, "b", 10), 20000,
                    NULL);
  for (guint i = 0; i < MANY; i++)
    {
      g_autoptr (GError) error = NULL;

      io_async_end (&async[i], &error);
      ck_assert_no_error (error);
      if (i % 2)
        io_assert_row (async[i].operation, "a");
      hbase_operation_free (async[i].operation);
    }
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.acquired, 0);
  ck_assert_uint_le (statistics.opened, 5);
}
END_TEST

/* Operations are freed while a thread executes their calls; the pool, too. */
START_TEST (freed_operations_leave_nothing_behind)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 4);

  create_table (pool);
  for (guint i = 0; i < MANY; i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      IOAsync async;

      io_async_begin (&async, pool, io_put_new (pool, "b", 1000), 5000, cancellable);
      g_cancellable_cancel (cancellable);
      if (!io_async_end (&async, &error))
        ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      hbase_operation_free (async.operation);
    }
  put (pool, "c");
}
END_TEST

static guint
count_late_replies (HBasePool *pool)
{
  guint n = 0;

  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    n += ((HBaseChannel *) i->data)->late_replies.length;
  return n;
}

/* As over a socket, a scanner that was being opened is closed by the code that reads the reply; or the engine
 * notices that no caller waits, aborts the call, and its channel is closed. The engine's threads and this one
 * may use the channel at the same time. */
START_TEST (scans_that_are_freed_are_closed)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 4);
  HBasePoolStatistics statistics;
  guint n_late_replies = 0;

  create_table (pool);
  for (guint i = 0; i < MANY; i++)
    {
      HBaseScanOperation *operation = io_scan_new (pool);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      IOAsync async;

      io_async_begin (&async, pool, (HBaseOperation *) operation, 5000, cancellable);
      g_cancellable_cancel (cancellable);
      if (!io_async_end (&async, &error))
        ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      hbase_operation_free (operation);
      n_late_replies += count_late_replies (pool);
    }
  ck_assert_uint_gt (n_late_replies, 0);
  while (count_late_replies (pool) > 0)
    put (pool, "a");
  hbase_pool_get_statistics (pool, &statistics);
  ck_assert_uint_eq (statistics.acquired, 0);
}
END_TEST

/* A call without a pool, its arguments written so far; the reply as it was received. */
static GBytes *
exchange (HBaseChannel *channel, HBaseWireWriter *call)
{
  g_autoptr (GBytes) message = NULL;
  g_autoptr (GError) error = NULL;
  GOutputVector vector;
  guint8 *reply;
  gsize length;

  hbase_wire_end_struct (call);
  message = hbase_wire_writer_end (call);
  vector.buffer = g_bytes_get_data (message, &vector.size);
  channel->blocking = TRUE;
  ck_assert_int_eq (hbase_channel_write (channel, &vector, 1, &error), (gssize) vector.size);
  ck_assert_no_error (error);
  reply = channel->class->take (channel, &length);
  ck_assert_ptr_nonnull (reply);
  return g_bytes_new_take (reply, length);
}

static void
begin_call (HBaseWireWriter *writer, HBaseWireMethodId method)
{
  hbase_wire_writer_init (writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_write_message (writer, hbase_slice_text (hbase_wire_methods[method].name), HBASE_WIRE_CALL, 1);
  hbase_wire_begin_struct (writer);
}

static gint32
open_scanner (HBaseChannel *channel)
{
  /* version, name, sequence id, and the result's field header */
  static const gsize before = 4 + 4 + 11 + 4 + 3;
  g_autoptr (GBytes) reply = NULL;
  HBaseWireWriter writer;
  gint32 id;

  begin_call (&writer, HBASE_WIRE_METHOD_OPEN_SCANNER);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_wire_end_struct (&writer);
  reply = exchange (channel, &writer);
  ck_assert_uint_eq (g_bytes_get_size (reply), before + sizeof id + 1);
  memcpy (&id, (const guint8 *) g_bytes_get_data (reply, NULL) + before, sizeof id);
  return GINT32_FROM_BE (id);
}

static gboolean
knows_scanner (HBaseChannel *channel, gint32 id)
{
  static const char unknown[] = "Invalid scanner Id";
  g_autoptr (GBytes) reply = NULL;
  HBaseWireWriter writer;

  begin_call (&writer, HBASE_WIRE_METHOD_GET_SCANNER_ROWS);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, id);
  reply = exchange (channel, &writer);
  return memmem (g_bytes_get_data (reply, NULL), g_bytes_get_size (reply), unknown, strlen (unknown)) == NULL;
}

static const HBaseUri in_memory = { .kind = HBASE_URI_LOCAL };

/* As on a server, a scanner belongs to its connection. */
START_TEST (a_scanner_belongs_to_its_channel)
{
  HBaseLocal *local = hbase_local_new (&in_memory, 1);
  HBaseChannel *mine = hbase_local_channel_new (local), *other = hbase_local_channel_new (local);
  gint32 id = open_scanner (mine);

  ck_assert (!knows_scanner (other, id));
  ck_assert (knows_scanner (mine, id));
  hbase_channel_close (mine);
  hbase_channel_close (other);
  hbase_local_unref (local);
}
END_TEST

START_TEST (an_invalid_directory_is_reported)
{
  g_autofree char *top = g_dir_make_tmp ("hbase-local-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (top, "file", NULL);
  g_autofree char *uri = g_strdup_printf ("local://%s/db", file);
  g_autoptr (HBasePool) pool = NULL;

  ck_assert (g_file_set_contents (file, "", 0, NULL));
  pool = io_pool_new (uri, 2);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HBaseOperation) operation = io_put_new (pool, "a", 1);
      g_autoptr (GError) error = NULL;

      ck_assert (!hbase_pool_run (pool, operation, 5000, 0, NULL, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
    }
  ck_assert_int_eq (g_unlink (file), 0);
  ck_assert_int_eq (g_rmdir (top), 0);
}
END_TEST

/* Otherwise a write that times out while the engine executes it would be taken for one that certainly wasn't
 * executed, and be repeated. */
START_TEST (a_write_without_a_response_is_in_doubt)
{
  HBaseLocal *local = hbase_local_new (&in_memory, 1);
  HBaseChannel *channel = hbase_local_channel_new (local);
  g_autoptr (GError) error = NULL;
  guint8 byte;

  ck_assert_int_eq (channel->class->read (channel, &byte, 1, &error), -1);
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK);
  ck_assert (!channel->not_sent);
  hbase_channel_close (channel);
  hbase_local_unref (local);
}
END_TEST

START_TEST (a_directory_keeps_its_rows)
{
  g_autofree char *top = g_dir_make_tmp ("hbase-local-XXXXXX", NULL);
  g_autofree char *uri = g_strdup_printf ("local://%s/db%%20x", top);
  g_autofree char *database = g_build_filename (top, "db x", NULL);
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", top);
  HBasePool *pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  create_table (pool);
  put (pool, "a");
  hbase_pool_close (pool);
  ck_assert (!io_get (pool, "a", 5000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
  g_clear_error (&error);
  hbase_pool_unref (pool);
  ck_assert (g_file_test (database, G_FILE_TEST_IS_DIR));

  pool = io_pool_new (uri, 2);
  io_get (pool, "a", 5000, 0, &error);
  ck_assert_no_error (error);
  hbase_pool_unref (pool);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
}
END_TEST

/* ---- what limits a call ---- */

/* A directory with a table, which another program has locked for writing. */
typedef struct {
  char *directory;
  HBasePool *pool;
  sqlite3 *other;
} Locked;

static void
run_sql (sqlite3 *sqlite, const char *sql)
{
  ck_assert_int_eq (sqlite3_exec (sqlite, sql, NULL, NULL, NULL), SQLITE_OK);
}

static void
lock (Locked *locked)
{
  g_autofree char *uri = NULL, *file = NULL;

  locked->directory = g_dir_make_tmp ("hbase-local-XXXXXX", NULL);
  uri = g_strconcat ("local://", locked->directory, NULL);
  file = g_build_filename (locked->directory, "hbase-glib.sqlite", NULL);
  locked->pool = io_pool_new (uri, 4);
  create_table (locked->pool);
  ck_assert_int_eq (sqlite3_open_v2 (file, &locked->other, SQLITE_OPEN_READWRITE, "hbase-glib"), SQLITE_OK);
  run_sql (locked->other, "BEGIN IMMEDIATE");
}

static void
check_row_is_missing (Locked *locked, const char *row)
{
  g_autoptr (HBaseOperation) get = io_get_new (locked->pool, row);
  g_autoptr (HBaseBlock) reply = NULL;
  g_autoptr (GError) error = NULL;

  hbase_pool_run (locked->pool, get, 5000, 0, NULL, &error);
  ck_assert_no_error (error);
  reply = hbase_call_operation_take_reply (get);
  ck_assert_uint_eq (hbase_block_row_key (reply, 0).length, 0);
}

/* The lock was released, and later calls succeed. */
static void
unlock (Locked *locked)
{
  g_autofree char *remove = g_strdup_printf ("rm -r '%s'", locked->directory);

  run_sql (locked->other, "ROLLBACK");
  put (locked->pool, "later");
  check_row_is_missing (locked, "a");
  sqlite3_close (locked->other);
  hbase_pool_unref (locked->pool);
  ck_assert (g_spawn_command_line_sync (remove, NULL, NULL, NULL, NULL));
  g_free (locked->directory);
}

/* Another process's lock is waited for until the caller's timeout, not the engine's. A write that didn't get
 * the lock wrote nothing, and the error says so. */
START_TEST (a_blocking_call_keeps_its_timeouts)
{
  Locked locked;
  g_autoptr (HBaseOperation) operation = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begun;

  lock (&locked);
  begun = g_get_monotonic_time ();
  operation = io_put_new (locked.pool, "a", 1);
  ck_assert (!hbase_pool_run (locked.pool, operation, 300, _i == 0 ? 0 : 100, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_ptr_nonnull (strstr (error->message, "not done within 300 ms"));
  ck_assert_int_lt (g_get_monotonic_time () - begun, 15 * G_USEC_PER_SEC);
  unlock (&locked);
}
END_TEST

typedef struct {
  HBasePool *pool;
  GCancellable *cancellable;
} Canceller;

/* After the call has begun. */
static gpointer
cancel_call (gpointer data)
{
  Canceller *canceller = data;
  HBasePoolStatistics statistics;

  do
    {
      g_thread_yield ();
      hbase_pool_get_statistics (canceller->pool, &statistics);
    }
  while (statistics.acquired == 0);
  g_cancellable_cancel (canceller->cancellable);
  return NULL;
}

START_TEST (a_blocking_call_is_cancelled)
{
  Locked locked;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (HBaseOperation) operation = NULL;
  g_autoptr (GError) error = NULL;
  gint64 begun;
  Canceller canceller;
  GThread *thread;

  lock (&locked);
  begun = g_get_monotonic_time ();
  canceller = (Canceller){ locked.pool, cancellable };
  operation = io_put_new (locked.pool, "a", 1);
  thread = g_thread_new ("cancel", cancel_call, &canceller);
  ck_assert (!hbase_pool_run (locked.pool, operation, 0, 0, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_int_lt (g_get_monotonic_time () - begun, 15 * G_USEC_PER_SEC);
  g_thread_join (thread);
  unlock (&locked);
}
END_TEST

static void
wait_for_thread (HBasePool *pool)
{
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    while (((HBaseChannel *) i->data)->late_replies.length > 0
           && !((HBaseChannel *) i->data)->class->is_readable (i->data))
      g_thread_yield ();
}

/* The engine's thread stops working for an asynchronous call that has ended: otherwise the put would be
 * written as soon as the lock is released. */
START_TEST (the_thread_of_an_async_call_stops)
{
  Locked locked;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  HBasePoolStatistics statistics = { 0 };
  gint64 begun;
  IOAsync async;

  lock (&locked);
  begun = g_get_monotonic_time ();
  io_async_begin (&async, locked.pool, io_put_new (locked.pool, "a", 1), _i == 0 ? 100 : 0, cancellable);
  while (_i == 1 && statistics.acquired == 0)
    {
      g_main_context_iteration (NULL, FALSE);
      hbase_pool_get_statistics (locked.pool, &statistics);
    }
  if (_i == 1)
    g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  if (_i == 1)
    ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    ck_assert_int_eq (error->domain, HBASE_ERROR);
  hbase_operation_free (async.operation);
  wait_for_thread (locked.pool);
  ck_assert_int_lt (g_get_monotonic_time () - begun, 15 * G_USEC_PER_SEC);
  unlock (&locked);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *local = tcase_create ("local");

  tcase_set_timeout (local, 60);
  tcase_add_test (local, a_pool_in_memory_is_one_database);
  tcase_add_test (local, calls_are_messages);
  tcase_add_test (local, a_malformed_call_is_not_sent);
  tcase_add_test (local, async_calls_are_executed_by_the_engines_threads);
  tcase_add_test (local, freed_operations_leave_nothing_behind);
  tcase_add_test (local, scans_that_are_freed_are_closed);
  tcase_add_test (local, a_scanner_belongs_to_its_channel);
  tcase_add_test (local, an_invalid_directory_is_reported);
  tcase_add_test (local, a_write_without_a_response_is_in_doubt);
  tcase_add_test (local, a_directory_keeps_its_rows);
  tcase_add_loop_test (local, a_blocking_call_keeps_its_timeouts, 0, 2);
  tcase_add_test (local, a_blocking_call_is_cancelled);
  tcase_add_loop_test (local, the_thread_of_an_async_call_stops, 0, 2);
  suite_add_tcase (suite, local);
}

TEST_MAIN ("local-channel", fill)
