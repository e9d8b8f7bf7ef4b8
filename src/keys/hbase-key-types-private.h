/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A type of a key's field. Everything that is known of it stands in its entry of the table in
 * hbase-key-types.c. */

typedef struct _HBaseKeyType HBaseKeyType;

struct _HBaseKeyType {
  const char *name;    /* in a schema's text */
  const char *variant; /* GVariant type of its values */
  gsize width;         /* in bytes */
  guint64 maximum;     /* greatest value; of types whose values have no sign */
  /* `value` is of the type's GVariant type; writes `width` bytes. */
  gboolean (*encode) (const HBaseKeyType *type, GVariant *value, guint8 *bytes, GError **error);
  /* Reads `width` bytes; returns a floating value. */
  GVariant *(*decode) (const HBaseKeyType *type, const guint8 *bytes, GError **error);
  /* What people write, and what is written for them; print() gives what parse() takes. */
  GVariant *(*parse) (const HBaseKeyType *type, const char *text, GError **error);
  char *(*print) (GVariant *value);
};

/* By its name, or NULL. */
const HBaseKeyType *hbase_key_type_lookup (const char *name, gsize length);
/* The names of them all: `uint8, uint16, …`. */
char *hbase_key_type_list (void);
gboolean hbase_key_type_is_counter (const HBaseKeyType *type);

/* Big-endian numbers of up to eight bytes: their order as unsigned bytes is that of the numbers. */
static inline void
hbase_key_number_write (guint8 *bytes, gsize width, guint64 number)
{
  for (gsize i = width; i-- > 0; number >>= 8)
    bytes[i] = (guint8) number;
}

static inline guint64
hbase_key_number_read (const guint8 *bytes, gsize width)
{
  guint64 number = 0;

  for (gsize i = 0; i < width; i++)
    number = number << 8 | bytes[i];
  return number;
}
