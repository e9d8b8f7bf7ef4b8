/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The bytes that a connection has received and that aren't parsed as calls yet. Clients pipeline: thousands
 * of calls may follow the first, so taking a call out costs time in proportion to its own length, never
 * to that of the bytes after it. */

typedef struct {
  guint8 *data;
  gsize start;  /* offset of the first byte that wasn't taken */
  gsize length; /* bytes from `start` on */
  gsize capacity;
  guint64 copied; /* bytes moved in all, for tests of the cost */
} HBaseLocalCallBuffer;

void hbase_local_call_buffer_clear (HBaseLocalCallBuffer *buffer);
/* Makes space for more bytes after the buffered bytes, and sets `*space` to its size, which is at least 1. */
guint8 *hbase_local_call_buffer_reserve (HBaseLocalCallBuffer *buffer, gsize *space);
/* Adds the first `n` bytes of the reserved space to the buffered bytes. */
static inline void
hbase_local_call_buffer_commit (HBaseLocalCallBuffer *buffer, gsize n)
{
  buffer->length += n;
}
static inline const guint8 *
hbase_local_call_buffer_peek (const HBaseLocalCallBuffer *buffer)
{
  return buffer->data + buffer->start;
}
/* Takes the first `length` bytes out, in memory of exactly that size. (transfer full) */
guint8 *hbase_local_call_buffer_take (HBaseLocalCallBuffer *buffer, gsize length);
