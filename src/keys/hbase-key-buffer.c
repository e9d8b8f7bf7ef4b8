/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-buffer-private.h"

/* This file implements HBaseKeyBuffer, in which a key is built. */

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
