/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-builder.h"
#include "hbase-slice-private.h"

/* The types of a key's fields. Everything that is known of one stands in its entry of a table:
 * hbase-key-types-numbers.c, -stamps.c… have one table a family. */

/* How a value is handed in; text is bytes. */
typedef enum { HBASE_KEY_UINT, HBASE_KEY_INT, HBASE_KEY_DOUBLE, HBASE_KEY_BYTES } HBaseKeyKind;

typedef struct {
  HBaseKeyKind kind;
  union {
    guint64 u;
    gint64 i;
    double d;
    HBaseSlice bytes;
  };
} HBaseKeyValue;

/* How long a field is. */
typedef enum {
  HBASE_KEY_FIXED,      /* type->width bytes */
  HBASE_KEY_SIZED,      /* as many as its argument says: `hex(8)` */
  HBASE_KEY_TERMINATED, /* as long as its value; its bytes tell where it ends */
  HBASE_KEY_REST,       /* to the key's end: the last field only */
} HBaseKeyShape;

typedef struct _HBaseKeyType HBaseKeyType;

/* A type with its argument. */
typedef struct {
  const HBaseKeyType *type;
  gsize width;         /* in bytes; 0 where it is as long as its value */
  gboolean descending; /* the complement of its bytes is in the key */
} HBaseKeyFormat;

struct _HBaseKeyType {
  const char *name;    /* in a schema's text */
  const char *variant; /* GVariant type of its values */
  HBaseKeyKind kind;
  HBaseKeyShape shape;
  gsize width;     /* FIXED: in bytes; SIZED: the greatest argument */
  int order;       /* of the bytes: 1, that of the values; −1, the other way round; 0, neither */
  gint64 minimum;  /* of whole numbers: the least value */
  guint64 maximum; /* … and the greatest */
  /* Appends to `out` what `value`, of the type's kind, is in a key. */
  gboolean (*encode) (const HBaseKeyFormat *format,
                      const HBaseKeyValue *value,
                      HBaseKeyBuilder *out,
                      GError **error);
  /* Reads the field's bytes, all of them; returns a floating value. */
  GVariant *(*decode) (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error);
  /* TERMINATED only: how many bytes at the head of `rest` are the field's. */
  gboolean (*measure) (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error);
  /* What people write, and what is written for them; print() gives what parse() takes. */
  GVariant *(*parse) (const HBaseKeyFormat *format, const char *text, GError **error);
  char *(*print) (const HBaseKeyFormat *format, GVariant *value);
};

/* The tables, each ended by an entry without a name. */
extern const HBaseKeyType hbase_key_number_types[];
extern const HBaseKeyType hbase_key_timestamp_types[];
extern const HBaseKeyType hbase_key_text_types[];
extern const HBaseKeyType hbase_key_digit_types[];
extern const HBaseKeyType hbase_key_ordered_bytes_types[];

/* By its name, the one that takes an argument or the one that takes none; or NULL. */
const HBaseKeyType *hbase_key_type_lookup (HBaseSlice name, gboolean sized);
/* The names of them all: `uint8, uint16, …, hex(N)`. */
char *hbase_key_type_list (void);
/* All of them, by number; NULL behind the last. */
const HBaseKeyType *hbase_key_type_nth (guint index);
gboolean hbase_key_type_is_counter (const HBaseKeyType *type);
/* Of a stamp: how many of its units a second has; 0: it is none. */
gint64 hbase_key_timestamp_units (const HBaseKeyType *type);

/* ---- what the types share: hbase-key-type-values.c ---- */

/* A variant of one of the types' types as a value; one of bytes belongs to the variant. */
HBaseKeyValue hbase_key_value_of (GVariant *variant);
/* A number as the type's variant; floating. */
GVariant *hbase_key_variant_of_uint (const HBaseKeyType *type, guint64 number);
GVariant *hbase_key_variant_of_int (const HBaseKeyType *type, gint64 number);
/* Whether a number is within the type's limits, and bytes are UTF-8 without a NUL; or INVALID_KEY. */
gboolean hbase_key_check_uint (const HBaseKeyType *type, guint64 number, GError **error);
gboolean hbase_key_check_int (const HBaseKeyType *type, gint64 number, GError **error);
gboolean hbase_key_check_utf8 (HBaseSlice bytes, GError **error);
/* What people write of a kind: text is as it is, bytes are in printable escapes. */
GVariant *hbase_key_uint_parse (const HBaseKeyFormat *format, const char *text, GError **error);
char *hbase_key_uint_print (const HBaseKeyFormat *format, GVariant *value);
GVariant *hbase_key_int_parse (const HBaseKeyFormat *format, const char *text, GError **error);
char *hbase_key_int_print (const HBaseKeyFormat *format, GVariant *value);
GVariant *hbase_key_double_parse (const HBaseKeyFormat *format, const char *text, GError **error);
char *hbase_key_double_print (const HBaseKeyFormat *format, GVariant *value);
GVariant *hbase_key_text_parse (const HBaseKeyFormat *format, const char *text, GError **error);
char *hbase_key_text_print (const HBaseKeyFormat *format, GVariant *value);
GVariant *hbase_key_bytes_parse (const HBaseKeyFormat *format, const char *text, GError **error);
char *hbase_key_bytes_print (const HBaseKeyFormat *format, GVariant *value);

/* Room for `length` more bytes at the end of what is being built. */
void hbase_key_builder_grow (HBaseKeyBuilder *builder, gsize length);
static inline guint8 *
hbase_key_builder_reserve (HBaseKeyBuilder *builder, gsize length)
{
  guint8 *place;

  if (G_UNLIKELY (length > builder->capacity - builder->length))
    hbase_key_builder_grow (builder, length);
  place = builder->data + builder->length;
  builder->length += length;
  return place;
}

/* Big-endian numbers of 1, 2, 4, 8 bytes: their order as unsigned bytes is that of the numbers. */
static inline void
hbase_key_number_write (guint8 *bytes, gsize width, guint64 number)
{
  guint64 big_endian = GUINT64_TO_BE (number << (8 - width) * 8);

  switch (width) /* a constant length is one store */
    {
    case 8:
      memcpy (bytes, &big_endian, 8);
      break;
    case 4:
      memcpy (bytes, &big_endian, 4);
      break;
    default:
      memcpy (bytes, &big_endian, width);
    }
}

static inline guint64
hbase_key_number_read (const guint8 *bytes, gsize width)
{
  guint64 number = 0;

  for (gsize i = 0; i < width; i++)
    number = number << 8 | bytes[i];
  return number;
}
