/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-buffer-private.h"
#include "hbase-slice-private.h"

/* The types of a key's fields. All properties of a type are in its entry of a table;
 * hbase-key-types-numbers.c, -timestamps.c etc. have one table for each family of types. */

/* The kind of a value that is passed to an encoder; text is bytes. */
typedef enum { HBASE_KEY_UINT, HBASE_KEY_INT, HBASE_KEY_DOUBLE, HBASE_KEY_BYTES } HBaseKeyKind;

typedef struct {
  HBaseKeyKind kind;
  union {
    guint64 u;
    gint64 i;
    double d;
    HBaseSlice bytes;
  };
  gboolean is_text; /* BYTES: they must be UTF-8, whatever the field's type */
} HBaseKeyValue;

/* How the length of a field is determined. */
typedef enum {
  HBASE_KEY_FIXED,      /* type->width bytes */
  HBASE_KEY_SIZED,      /* its argument: `hex(8)` */
  HBASE_KEY_TERMINATED, /* as long as its value; its bytes contain the end */
  HBASE_KEY_REST,       /* to the end of the key; the last field only */
} HBaseKeyShape;

typedef struct _HBaseKeyType HBaseKeyType;

/* A type with its argument. */
typedef struct {
  const HBaseKeyType *type;
  gsize width;         /* in bytes; 0: variable */
  gboolean descending; /* the key has the complement of its bytes */
} HBaseKeyFormat;

struct _HBaseKeyType {
  const char *name;    /* in a schema's text */
  const char *variant; /* GVariant type of its values */
  HBaseKeyKind kind;
  HBaseKeyShape shape;
  gsize width;     /* FIXED: in bytes; SIZED: the largest argument */
  int order;       /* of the bytes: 1: as the values; −1: reversed; 0: neither */
  gint64 minimum;  /* of whole numbers: the smallest value */
  guint64 maximum; /* of whole numbers: the largest value */
  /* Appends the encoded value, which is of the kind of the type. */
  gboolean (*encode) (const HBaseKeyFormat *format,
                      const HBaseKeyValue *value,
                      HBaseKeyBuffer *out,
                      GError **error);
  /* Decodes all bytes of the field; returns a floating value. */
  GVariant *(*decode) (const HBaseKeyFormat *format, HBaseSlice bytes, GError **error);
  /* TERMINATED only: finds the number of bytes at the beginning of `rest` that belong to the field. */
  gboolean (*measure) (const HBaseKeyFormat *format, HBaseSlice rest, gsize *length, GError **error);
  /* Converts from and to text in printable escapes; parse() accepts what print() returns. */
  GVariant *(*parse) (const HBaseKeyFormat *format, const char *text, GError **error);
  char *(*print) (const HBaseKeyFormat *format, GVariant *value);
};

/* The tables; each ends with an entry without a name. */
extern const HBaseKeyType hbase_key_number_types[];
extern const HBaseKeyType hbase_key_timestamp_types[];
extern const HBaseKeyType hbase_key_text_types[];
extern const HBaseKeyType hbase_key_digit_types[];
extern const HBaseKeyType hbase_key_ordered_bytes_types[];

/* Finds the type of this name, which takes an argument or doesn't; NULL if there is none. */
const HBaseKeyType *hbase_key_type_lookup (HBaseSlice name, gboolean sized);
/* The names of all types: `uint8, uint16, …, hex(N)`. */
char *hbase_key_type_list (void);
/* Gets a type by its number; NULL after the last. */
const HBaseKeyType *hbase_key_type_nth (guint index);
gboolean hbase_key_type_is_counter (const HBaseKeyType *type);
/* The units of a timestamp type in a second; 0 for other types. */
gint64 hbase_key_timestamp_units (const HBaseKeyType *type);

/* ---- hbase-key-conversions.c: what the types share ---- */

/* Converts a variant; a value of bytes refers to memory of the variant. */
HBaseKeyValue hbase_key_value_of (GVariant *variant);
/* Makes a floating variant of the type. */
GVariant *hbase_key_variant_of_uint (const HBaseKeyType *type, guint64 number);
GVariant *hbase_key_variant_of_int (const HBaseKeyType *type, gint64 number);
/* Check that a number is within the limits of the type, and that bytes are UTF-8 without NUL; INVALID_KEY. */
gboolean hbase_key_check_uint (const HBaseKeyType *type, guint64 number, GError **error);
gboolean hbase_key_check_int (const HBaseKeyType *type, gint64 number, GError **error);
gboolean hbase_key_check_utf8 (HBaseSlice bytes, GError **error);
/* Conversions from and to text, in printable escapes, for each kind. */
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

/* Big-endian numbers of 1, 2, 4 or 8 bytes, which sort as the numbers do. */
static inline void
hbase_key_number_write (guint8 *bytes, gsize width, guint64 number)
{
  guint64 big_endian = GUINT64_TO_BE (number << (8 - width) * 8);

  switch (width) /* with a constant length, the compiler makes a single store */
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
