/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the buffer that receives a reply.
 *
 *  1. The memory is at most AHEAD bytes larger than what has come and what is expected from the last reply,
 *     whatever size the peer declares.
 *  2. A block's memory is shrunk to its length only if more than half of it is unused: shrinking always costs
 *     more than it saves. */

#include "config.h"

#include "hbase-reply-buffer-private.h"

#define SMALLEST 1024
#define AHEAD (1024 * 1024)

HBaseReplyBuffer *
hbase_reply_buffer_new (HBaseReplyBuffer **spare,
                        HBaseWireProtocol protocol,
                        gboolean framed,
                        gsize max_size,
                        const HBaseRequest *request,
                        gint32 sequence_id,
                        gsize expected_size)
{
  HBaseReplyBuffer *reply_buffer = g_steal_pointer (spare);

  if (reply_buffer == NULL)
    reply_buffer = g_new (HBaseReplyBuffer, 1);

  hbase_wire_reader_init_reply (&reply_buffer->reader, protocol, framed, max_size, request->method,
                                sequence_id);
  reply_buffer->memory = NULL;
  reply_buffer->length = 0;
  reply_buffer->capacity = 0;
  reply_buffer->expected_size = expected_size;
  reply_buffer->late_reply = request->late_reply;
  return reply_buffer;
}

void
hbase_reply_buffer_free (HBaseReplyBuffer *reply_buffer)
{
  if (reply_buffer == NULL)
    return;
  hbase_wire_reader_clear (&reply_buffer->reader);
  g_free (reply_buffer->memory);
  g_free (reply_buffer);
}

void
hbase_reply_buffer_keep (HBaseReplyBuffer *reply_buffer, HBaseReplyBuffer **spare)
{
  if (*spare != NULL)
    {
      hbase_reply_buffer_free (reply_buffer);
      return;
    }
  hbase_wire_reader_clear (&reply_buffer->reader);
  g_clear_pointer (&reply_buffer->memory, g_free);
  *spare = reply_buffer;
}

static gsize
next_capacity (const HBaseReplyBuffer *reply_buffer)
{
  gsize wanted = MIN (reply_buffer->reader.wanted, reply_buffer->length + AHEAD);

  if (reply_buffer->capacity == 0)
    return MAX (reply_buffer->expected_size + reply_buffer->expected_size / 8, SMALLEST);
  /* The reader may want the next value only: growing by that alone would move all bytes for each value. */
  return MAX (wanted, MIN (reply_buffer->capacity * 2, reply_buffer->capacity + AHEAD));
}

gsize
hbase_reply_buffer_reserve (HBaseReplyBuffer *reply_buffer)
{
  if (reply_buffer->length == reply_buffer->capacity)
    {
      reply_buffer->capacity = next_capacity (reply_buffer);
      reply_buffer->memory = g_realloc (reply_buffer->memory, reply_buffer->capacity);
    }
  return reply_buffer->capacity - reply_buffer->length;
}

void
hbase_reply_buffer_set_memory (HBaseReplyBuffer *reply_buffer, guint8 *memory, gsize capacity)
{
  g_assert (reply_buffer->length == 0);
  g_free (reply_buffer->memory);
  reply_buffer->memory = memory;
  reply_buffer->capacity = capacity;
}

HBaseWireStatus
hbase_reply_buffer_feed (HBaseReplyBuffer *reply_buffer, gsize n)
{
  reply_buffer->length += n;
  return hbase_wire_reader_feed (&reply_buffer->reader, reply_buffer->memory, reply_buffer->length);
}

gboolean
hbase_reply_buffer_hand_over (HBaseReplyBuffer *reply_buffer, HBaseReplyBuffer *next)
{
  gsize end = hbase_wire_reader_consumed (&reply_buffer->reader), excess = reply_buffer->length - end;

  if (excess == 0)
    return TRUE;
  if (next == NULL)
    {
      g_free (reply_buffer->reader.problem);
      reply_buffer->reader.problem = g_strdup ("bytes follow the reply's end");
      return FALSE;
    }
  next->memory = g_memdup2 (reply_buffer->memory + end, excess);
  next->length = next->capacity = excess;
  reply_buffer->length = end;
  return TRUE;
}

HBaseBlock *
hbase_reply_buffer_take (HBaseReplyBuffer *reply_buffer)
{
  if (reply_buffer->capacity / 2 > reply_buffer->length)
    reply_buffer->memory = g_realloc (reply_buffer->memory, reply_buffer->length);
  return hbase_wire_reader_take (&reply_buffer->reader, g_steal_pointer (&reply_buffer->memory));
}
