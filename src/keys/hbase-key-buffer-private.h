/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Bytes to which more bytes are appended. They are in the struct itself as long as they fit, so the struct
 * must not be moved. */
typedef struct {
  guint8 *data; /* `space`, or allocated */
  gsize length, capacity;
  guint8 space[128];
} HBaseKeyBuffer;

/* Makes the capacity at least `length` bytes larger than the current length. */
void hbase_key_buffer_grow (HBaseKeyBuffer *buffer, gsize length);

static inline void
hbase_key_buffer_init (HBaseKeyBuffer *buffer)
{
  buffer->data = buffer->space;
  buffer->capacity = sizeof buffer->space;
  buffer->length = 0;
}

static inline void
hbase_key_buffer_clear (HBaseKeyBuffer *buffer)
{
  if (G_UNLIKELY (buffer->data != buffer->space))
    g_free (buffer->data);
  hbase_key_buffer_init (buffer);
}

/* Appends `length` uninitialized bytes, and returns their address. */
static inline guint8 *
hbase_key_buffer_reserve (HBaseKeyBuffer *buffer, gsize length)
{
  guint8 *at;

  if (G_UNLIKELY (length > buffer->capacity - buffer->length))
    hbase_key_buffer_grow (buffer, length);
  at = buffer->data + buffer->length;
  buffer->length += length;
  return at;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseKeyBuffer, hbase_key_buffer_clear)
