/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file sends a call without an effect down a new channel. A gateway of the call's format responds to it,
 * if only that it doesn't have the call; one of another format closes the connection.
 *
 * The channel belongs to the probe's task, whose context watches its descriptor. */

#include "config.h"

#include "hbase-format-probe-private.h"

#include <glib-unix.h>

#include "hbase-wire-tables.h"

/* More than any response to the call. */
#define MAX_REPLY_SIZE (1 << 20)

typedef struct {
  HBaseChannel *channel; /* NULL: taken */
  HBaseReplyBuffer *reply_buffer;
  GSource *source; /* NULL: nothing is awaited */
} Probe;

static void
stop_waiting (Probe *probe)
{
  if (probe->source == NULL)
    return;
  g_source_destroy (probe->source);
  g_clear_pointer (&probe->source, g_source_unref);
}

static void
probe_free (Probe *probe)
{
  stop_waiting (probe);
  g_clear_pointer (&probe->reply_buffer, hbase_reply_buffer_free);
  g_clear_pointer (&probe->channel, hbase_channel_close);
  g_free (probe);
}

/* Sends the call, which a new connection takes whole. */
static gboolean
send_call (Probe *probe, HBaseWireProtocol protocol, gboolean framed, GError **error)
{
  g_autoptr (GBytes) arguments = hbase_wire_make_empty_struct (protocol);
  HBaseRequest request = { .method = &hbase_wire_methods[HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE],
                           .arguments = arguments,
                           .format = HBASE_FORMAT_GIVEN,
                           .protocol = protocol,
                           .framed = framed };
  GOutputVector vectors[2];
  HBaseWireWriter head;
  gssize sent;

  probe->channel->max_reply_size = MAX_REPLY_SIZE;
  probe->reply_buffer = hbase_channel_begin_call (probe->channel, &request, 0, &head, error);
  if (probe->reply_buffer == NULL)
    return FALSE;
  vectors[0] = (GOutputVector){ head.data, head.length };
  vectors[1].buffer = g_bytes_get_data (arguments, &vectors[1].size);
  sent = hbase_channel_write (probe->channel, vectors, G_N_ELEMENTS (vectors), error);
  hbase_wire_writer_clear (&head);
  return sent >= 0;
}

static gboolean
is_ready (int fd, GIOCondition condition, gpointer data)
{
  GTask *task = data;
  Probe *probe = g_task_get_task_data (task);
  GError *error = NULL;
  HBaseWireStatus status;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  status = hbase_channel_receive (probe->channel, probe->reply_buffer, NULL, &error);
  if (status == HBASE_WIRE_MORE)
    return G_SOURCE_CONTINUE;
  if (status == HBASE_WIRE_WHOLE)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
  return G_SOURCE_REMOVE;
}

/* The source has a reference to the task, until it is removed. */
static void
await_reply (Probe *probe, GTask *task)
{
  g_autoptr (GSource) cancelled = NULL;

  probe->source = g_unix_fd_source_new (probe->channel->fd, G_IO_IN);
  if (g_task_get_cancellable (task) != NULL)
    {
      cancelled = g_cancellable_source_new (g_task_get_cancellable (task));
      g_source_set_dummy_callback (cancelled);
      g_source_add_child_source (probe->source, cancelled);
    }
  g_source_set_callback (probe->source, G_SOURCE_FUNC (is_ready), g_object_ref (task), g_object_unref);
  g_source_attach (probe->source, g_task_get_context (task));
}

void
hbase_format_probe_async (HBaseChannel *channel,
                          HBaseWireProtocol protocol,
                          gboolean framed,
                          GCancellable *cancellable,
                          GAsyncReadyCallback callback,
                          gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Probe *probe = g_new0 (Probe, 1);
  GError *error = NULL;

  probe->channel = channel;
  g_task_set_source_tag (task, hbase_format_probe_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, probe, (GDestroyNotify) probe_free);
  if (send_call (probe, protocol, framed, &error))
    await_reply (probe, task);
  else
    g_task_return_error (task, error);
}

HBaseChannel *
hbase_format_probe_finish (GAsyncResult *result, GError **error)
{
  Probe *probe = g_task_get_task_data (G_TASK (result));

  g_assert (g_task_get_source_tag (G_TASK (result)) == hbase_format_probe_async);

  stop_waiting (probe);
  return g_task_propagate_boolean (G_TASK (result), error) ? g_steal_pointer (&probe->channel) : NULL;
}
