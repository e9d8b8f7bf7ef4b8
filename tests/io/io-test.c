/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "io-test.h"

#include "hbase-filter.h"
#include "hbase-pool-private.h"
#include "hbase-scan.h"

#include <netinet/in.h>
#include <sys/socket.h>

#include "check-main.h"

HBasePool *
io_pool_new (const char *text, guint max_channels)
{
  GError *error = NULL;
  g_autoptr (HBaseUri) uri = hbase_uri_parse (text, &error);

  ck_assert_no_error (error);
  return hbase_pool_new (uri, max_channels, 64 << 20);
}

static HBaseWireProtocol
protocol_of (HBasePool *pool)
{
  return pool->uri->protocol;
}

GBytes *
io_get_arguments (HBaseWireProtocol protocol, const char *row)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text ("t"));
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (&writer, HBASE_T_GET_ROW, hbase_slice_text (row));
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

HBaseScanOperation *
io_scan_new (HBasePool *pool)
{
  g_autoptr (HBaseFilter) all = hbase_filter_new_prefix (NULL, 0);
  g_autoptr (HBaseFilter) filter = hbase_filter_new_while (all);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanRequest request = { .table = "t", .scan = scan };

  hbase_query_set_filter (HBASE_QUERY (scan), filter);
  hbase_scan_set_caching (scan, 1);
  return hbase_scan_operation_new (protocol_of (pool), &request);
}

HBaseOperation *
io_get_new (HBasePool *pool, const char *row)
{
  HBaseOperation *get
      = hbase_call_operation_new ((HBaseTarget){ protocol_of (pool), "t" }, HBASE_WIRE_METHOD_GET,
                                  io_get_arguments (protocol_of (pool), row), HBASE_CALL_READ);

  hbase_operation_set_subject (get, "t", hbase_slice_text (row));
  return get;
}

HBaseOperation *
io_put_new (HBasePool *pool, const char *row, gsize value_length)
{
  g_autofree char *value = g_malloc0 (value_length + 1);
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol_of (pool), 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_PUT_ARGS_TABLE, hbase_slice_text ("t"));
  hbase_wire_write_struct (&writer, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (&writer, HBASE_T_PUT_ROW, hbase_slice_text (row));
  hbase_wire_write_list (&writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_put_cell (&writer, hbase_slice_text ("f"), hbase_slice_text ("q"),
                       hbase_slice (value, value_length), HBASE_CELL_NO_TIMESTAMP, 0);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_call_operation_new ((HBaseTarget){ protocol_of (pool), "t" }, HBASE_WIRE_METHOD_PUT,
                                   hbase_wire_writer_end (&writer), HBASE_CALL_ONCE);
}

void
io_assert_row (HBaseOperation *get, const char *row)
{
  g_autoptr (HBaseBlock) reply = hbase_call_operation_take_reply (get);

  ck_assert_ptr_nonnull (reply);
  ck_assert_uint_eq (reply->n_rows, 1);
  ck_assert (hbase_slice_equal (hbase_block_row_key (reply, 0), hbase_slice_text (row)));
}

gboolean
io_get (HBasePool *pool, const char *row, guint timeout, guint attempt_timeout, GError **error)
{
  g_autoptr (HBaseOperation) get = io_get_new (pool, row);

  if (!hbase_pool_run (pool, get, timeout, attempt_timeout, NULL, error))
    return FALSE;
  io_assert_row (get, row);
  return TRUE;
}

gboolean
io_put (HBasePool *pool, const char *row, guint timeout, GError **error)
{
  g_autoptr (HBaseOperation) put = io_put_new (pool, row, 10);

  return hbase_pool_run (pool, put, timeout, 0, NULL, error);
}

static guint64
count_sent (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics.bytes_sent;
}

#define LAST_SILENCE 30000

GError *
io_get_in_silence (HBasePool *pool)
{
  guint64 before = count_sent (pool);
  GError *error = NULL;

  for (guint timeout = IO_SILENCE; timeout < LAST_SILENCE && count_sent (pool) == before; timeout *= 2)
    {
      g_clear_error (&error);
      ck_assert (!io_get (pool, "a", timeout, 0, &error));
    }
  return error;
}

GError *
io_put_in_silence (HBasePool *pool)
{
  GError *error = NULL;

  for (guint timeout = IO_SILENCE;; timeout *= 2)
    {
      ck_assert (!io_put (pool, "a", timeout, &error));
      if (timeout >= LAST_SILENCE || !g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
        return error;
      g_clear_error (&error);
    }
}

static void
ended (GObject *source, GAsyncResult *result, gpointer data)
{
  IOAsync *async = data;

  async->done = g_task_propagate_boolean (G_TASK (result), &async->error);
  async->over = TRUE;
}

void
io_async_begin (
    IOAsync *async, HBasePool *pool, HBaseOperation *operation, guint timeout, GCancellable *cancellable)
{
  GTask *task = g_task_new (NULL, cancellable, ended, async);

  *async = (IOAsync){ .operation = operation };
  g_task_set_check_cancellable (task, FALSE);
  hbase_pool_run_async (pool, operation, timeout, 0, task);
}

gboolean
io_async_end (IOAsync *async, GError **error)
{
  while (!async->over)
    g_main_context_iteration (NULL, TRUE);
  if (async->error != NULL)
    g_propagate_error (error, g_steal_pointer (&async->error));
  return async->done;
}
