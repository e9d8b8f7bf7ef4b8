/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* For the keys of the stubs' binary maps: a GByteArray is what its bytes are. */

/* FNV-1a: unlike g_str_hash() it goes on behind a NUL. */
static inline guint
hbt_byte_array_hash (gconstpointer array)
{
  const GByteArray *bytes = array;
  guint32 hash = 2166136261u;

  for (guint i = 0; i < bytes->len; i++)
    hash = (hash ^ bytes->data[i]) * 16777619u;
  return hash;
}

static inline gboolean
hbt_byte_array_equal (gconstpointer a, gconstpointer b)
{
  const GByteArray *one = a;
  const GByteArray *other = b;

  return one->len == other->len && (one->len == 0 || memcmp (one->data, other->data, one->len) == 0);
}
