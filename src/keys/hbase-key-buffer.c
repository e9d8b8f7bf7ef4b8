/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-buffer-private.h"

/* This file implements HBaseKeyBuffer, in which a key is built. */

void
hbase_key_buffer_init (HBaseKeyBuffer *buffer)
{
  buffer->data = buffer->space;
  buffer->capacity = sizeof buffer->space;
  buffer->length = 0;
}

void
hbase_key_buffer_clear (HBaseKeyBuffer *buffer)
{
  if (buffer->data != buffer->space)
    g_free (buffer->data);
  hbase_key_buffer_init (buffer);
}

void
hbase_key_buffer_grow (HBaseKeyBuffer *buffer, gsize length)
{
  gsize capacity = MAX (buffer->capacity * 2, buffer->length + length);

  if (buffer->data != buffer->space)
    buffer->data = g_realloc (buffer->data, capacity);
  else
    buffer->data = memcpy (g_malloc (capacity), buffer->space, buffer->length);
  buffer->capacity = capacity;
}
