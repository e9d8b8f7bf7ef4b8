/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A receive buffer for pipelined calls, with amortised costs. */

#include "config.h"

#include "hbase-local-call-buffer-private.h"

#include <string.h>

#define READ_AHEAD ((gsize) 65536)
/* The greatest capacity that an idle connection keeps. */
#define IDLE_CAPACITY_MAX (4 * READ_AHEAD)

static void
release (HBaseLocalCallBuffer *buffer)
{
  g_clear_pointer (&buffer->data, g_free);
  buffer->start = buffer->length = buffer->capacity = 0;
}

void
hbase_local_call_buffer_clear (HBaseLocalCallBuffer *buffer)
{
  release (buffer);
  buffer->copied = 0;
}

/* Moves the buffered bytes to the front once the space there is as large as they are. */
static void
compact (HBaseLocalCallBuffer *buffer)
{
  if (buffer->start == 0 || buffer->start < buffer->length)
    return;
  memmove (buffer->data, buffer->data + buffer->start, buffer->length);
  buffer->copied += buffer->length;
  buffer->start = 0;
}

guint8 *
hbase_local_call_buffer_reserve (HBaseLocalCallBuffer *buffer, gsize *space)
{
  gsize end;

  compact (buffer);
  end = buffer->start + buffer->length;
  if (buffer->capacity - end < READ_AHEAD)
    {
      buffer->capacity = end + MAX (end / 2, READ_AHEAD);
      buffer->data = g_realloc (buffer->data, buffer->capacity);
      buffer->copied += end;
    }
  *space = buffer->capacity - end;
  return buffer->data + end;
}

/* Gives the buffer's memory to the call, and copies the bytes after it to new memory. */
static guint8 *
take_whole_memory (HBaseLocalCallBuffer *buffer, gsize length)
{
  guint8 *call = buffer->data;
  gsize remaining = buffer->length - length;

  buffer->capacity = MAX (remaining, READ_AHEAD);
  buffer->data = g_malloc (buffer->capacity);
  memcpy (buffer->data, call + length, remaining);
  buffer->length = remaining;
  buffer->copied += remaining;
  return g_realloc (call, length);
}

guint8 *
hbase_local_call_buffer_take (HBaseLocalCallBuffer *buffer, gsize length)
{
  guint8 *call;

  if (buffer->start == 0 && length >= READ_AHEAD && length >= buffer->length - length)
    return take_whole_memory (buffer, length);
  call = g_memdup2 (buffer->data + buffer->start, length);
  buffer->copied += length;
  buffer->length -= length;
  buffer->start = buffer->length > 0 ? buffer->start + length : 0;
  if (buffer->length == 0 && buffer->capacity > IDLE_CAPACITY_MAX)
    release (buffer);
  return call;
}
