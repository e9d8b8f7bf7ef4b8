/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* Bytes that are owned by something else. `data` is NULL if there is no value, which differs from an empty
 * value. */
typedef struct {
  const guint8 *data;
  gsize length;
} HBaseSlice;

#define HBASE_SLICE_LITERAL(text) ((HBaseSlice){ (const guint8 *) "" text, sizeof (text) - 1 })

static inline HBaseSlice
hbase_slice (gconstpointer data, gsize length)
{
  return (HBaseSlice){ data, length };
}

static inline HBaseSlice
hbase_slice_text (const char *text)
{
  return (HBaseSlice){ (const guint8 *) text, text != NULL ? strlen (text) : 0 };
}

/* Checks an argument of a public function that is a pointer and its length, named `data` and `data_length`:
 * logs a critical warning and returns the value that follows the name if the pointer is NULL and the length
 * isn't 0. */
#define hbase_return_if_no_bytes(data, ...)                                                                  \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    if (G_UNLIKELY ((data) == NULL && data##_length > 0))                                                    \
      {                                                                                                      \
        g_return_if_fail_warning (G_LOG_DOMAIN, G_STRFUNC, #data " != NULL || " #data "_length == 0");       \
        return __VA_ARGS__;                                                                                  \
      }                                                                                                      \
  }                                                                                                          \
  G_STMT_END

/* A view of `bytes`, which may be NULL. */
static inline HBaseSlice
hbase_slice_of_bytes (GBytes *bytes)
{
  gsize length = 0;
  gconstpointer data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return hbase_slice (data, length);
}

/* A view of `array`, which may be NULL; an empty array is a value. */
static inline HBaseSlice
hbase_slice_of_array (const GByteArray *array)
{
  if (array == NULL)
    return hbase_slice (NULL, 0);
  return hbase_slice (array->data != NULL ? array->data : (const guint8 *) "", array->len);
}

/* A pointer that is never NULL, as memcpy() and introspection require. */
static inline const guint8 *
hbase_slice_bytes (HBaseSlice slice)
{
  return slice.data != NULL ? slice.data : (const guint8 *) "";
}

/* Decodes bytes as Java does: invalid UTF-8 and NUL become U+FFFD. */
static inline char *
hbase_slice_dup_valid_text (HBaseSlice bytes)
{
  return g_utf8_make_valid ((const char *) hbase_slice_bytes (bytes), (gssize) bytes.length);
}

static inline GByteArray *
hbase_slice_to_array (HBaseSlice slice)
{
  return g_byte_array_append (g_byte_array_new (), hbase_slice_bytes (slice), (guint) slice.length);
}

/* Compares as HBase does: by unsigned bytes, and a prefix before the longer key. */
static inline int
hbase_slice_compare (HBaseSlice a, HBaseSlice b)
{
  gsize common = MIN (a.length, b.length);
  int order = common > 0 ? memcmp (a.data, b.data, common) : 0;

  return order != 0 ? order : (a.length > b.length) - (a.length < b.length);
}

static inline gboolean
hbase_slice_equal (HBaseSlice a, HBaseSlice b)
{
  return a.length == b.length && (a.length == 0 || memcmp (a.data, b.data, a.length) == 0);
}

/* Returns the number of bytes with which both begin. */
static inline gsize
hbase_slice_count_shared (HBaseSlice a, HBaseSlice b)
{
  gsize n = 0, most = MIN (a.length, b.length);

  while (n < most && a.data[n] == b.data[n])
    n++;
  return n;
}
