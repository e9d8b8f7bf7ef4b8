/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The bytes that a connection has received and whose calls aren't executed yet. Clients pipeline: behind one call
 * there may be thousands more, so taking a call costs its own length, never that of what follows it. */

typedef struct {
  guint8 *data;
  gsize start;  /* the first byte that isn't taken */
  gsize length; /* how many follow it */
  gsize capacity;
  guint64 copied; /* bytes moved in all, for tests of the cost */
} HBaseLocalCallBuffer;

void hbase_local_call_buffer_clear (HBaseLocalCallBuffer *buffer);
/* Makes space for more bytes behind those there are; its size goes to *space, which isn't 0. */
guint8 *hbase_local_call_buffer_reserve (HBaseLocalCallBuffer *buffer, gsize *space);
/* So many bytes of that space are filled now. */
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
/* Takes the first bytes out, in memory of their own and of their own size. (transfer full) */
guint8 *hbase_local_call_buffer_take (HBaseLocalCallBuffer *buffer, gsize length);
