/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads and shows values by the types of their columns. Numbers are big-endian, as HBase's class
 * Bytes stores them. */

#include "config.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "column.h"
#include "value-types.h"

/* Precedes a value that isn't of its column's type. */
#define MARK '='

typedef struct {
  const char *name;
  gsize length; /* of a number, in bytes; 0: not a number */
  gboolean is_signed;
  char *(*show) (const guint8 *data, gsize length); /* NULL: in printable escapes */
  GBytes *(*read) (const char *text);
} ValueType;

typedef struct {
  char *family;
  GBytes *qualifier; /* NULL: any */
  const ValueType *type;
} TypedColumn;

static GArray *columns; /* of TypedColumn; NULL: none */

/* ---- whole numbers ---- */

static gint64
decode_integer (const guint8 *data, gsize length, gboolean is_signed)
{
  guint64 number = is_signed && (data[0] & 0x80) != 0 ? G_MAXUINT64 : 0;

  for (gsize i = 0; i < length; i++)
    number = number << 8 | data[i];
  return (gint64) number;
}

static GBytes *
encode_integer (guint64 number, gsize length)
{
  guint64 stored = GUINT64_TO_BE (number);

  return g_bytes_new ((const guint8 *) &stored + sizeof stored - length, length);
}

static char *
show_integer (const ValueType *type, const guint8 *data, gsize length)
{
  gint64 number;

  if (length != type->length)
    return NULL;
  number = decode_integer (data, length, type->is_signed);
  return type->is_signed ? g_strdup_printf ("%" G_GINT64_FORMAT, number)
                         : g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) number);
}

static GBytes *
read_integer (const ValueType *type, const char *text)
{
  guint bits = (guint) type->length * 8;
  gint64 most = G_MAXINT64 >> (64 - bits), number = 0;
  guint64 unsigned_number = 0;

  if (type->is_signed && g_ascii_string_to_signed (text, 10, -most - 1, most, &number, NULL))
    return encode_integer ((guint64) number, type->length);
  if (!type->is_signed
      && g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64 >> (64 - bits), &unsigned_number, NULL))
    return encode_integer (unsigned_number, type->length);
  return NULL;
}

/* ---- other types: functions return NULL if the value or the text isn't of the type ---- */

static char *
show_boolean (const guint8 *data, gsize length)
{
  return length == 1 ? g_strdup (data[0] != 0 ? "true" : "false") : NULL;
}

static GBytes *
read_boolean (const char *text)
{
  guint8 value = strcmp (text, "true") == 0 ? 0xFF : 0;

  return value != 0 || strcmp (text, "false") == 0 ? g_bytes_new (&value, sizeof value) : NULL;
}

static double
parse_double (const char *text)
{
  char *end;
  double number = g_ascii_strtod (text, &end);

  return *text != '\0' && *end == '\0' ? number : NAN;
}

/* With as few digits as suffice, of which there are 15 to 17. */
static char *
show_double (const guint8 *data, gsize length)
{
  guint64 bits;
  double number;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (length != sizeof number)
    return NULL;
  bits = (guint64) decode_integer (data, length, FALSE);
  memcpy (&number, &bits, sizeof number);
  g_ascii_formatd (text, sizeof text, "%.15g", number);
  if (parse_double (text) != number)
    g_ascii_formatd (text, sizeof text, "%.17g", number);
  return g_strdup (text);
}

/* All other text that is parsed as infinity is a number that is too large. */
static gboolean
names_infinity (const char *text)
{
  return g_ascii_strncasecmp (text + strspn (text, " +-"), "inf", strlen ("inf")) == 0;
}

static GBytes *
read_double (const char *text)
{
  double number = parse_double (text);
  guint64 bits;

  if (isnan (number) || (isinf (number) && !names_infinity (text)))
    return NULL;
  memcpy (&bits, &number, sizeof bits);
  return encode_integer (bits, sizeof bits);
}

static char *
show_float (const guint8 *data, gsize length)
{
  guint32 bits;
  float number;
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  if (length != sizeof number)
    return NULL;
  bits = (guint32) decode_integer (data, length, FALSE);
  memcpy (&number, &bits, sizeof number);
  g_ascii_formatd (text, sizeof text, "%.6g", (double) number);
  if ((float) parse_double (text) != number)
    g_ascii_formatd (text, sizeof text, "%.9g", (double) number);
  return g_strdup (text);
}

static GBytes *
read_float (const char *text)
{
  double number = parse_double (text);
  float rounded;
  guint32 bits;

  if (isnan (number) || (fabs (number) > (double) FLT_MAX && !names_infinity (text)))
    return NULL;
  rounded = (float) number;
  memcpy (&bits, &rounded, sizeof bits);
  return encode_integer (bits, sizeof bits);
}

static char *
show_hex (const guint8 *data, gsize length)
{
  GString *digits = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (digits, "%02x", data[i]);
  return g_string_free (digits, FALSE);
}

static GBytes *
read_hex (const char *text)
{
  gsize n_digits = strspn (text, "0123456789abcdefABCDEF");
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  if (text[n_digits] != '\0' || n_digits % 2 != 0)
    return NULL;
  for (gsize i = 0; i < n_digits; i += 2)
    {
      guint8 byte = (guint8) (g_ascii_xdigit_value (text[i]) << 4 | g_ascii_xdigit_value (text[i + 1]));

      g_byte_array_append (bytes, &byte, sizeof byte);
    }
  return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
}

/* A GVariant in a variant of type `v`, little-endian, as hbase_put_add_variant() writes it. */
static GVariant *
to_little_endian (GVariant *value)
{
  return G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (value) : g_variant_ref (value);
}

static char *
show_variant (const guint8 *data, gsize length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  g_autoptr (GVariant) boxed
      = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, bytes, FALSE));
  g_autoptr (GVariant) ordered = NULL, value = NULL;
  g_autofree char *text = NULL;

  if (!g_variant_is_normal_form (boxed))
    return NULL;
  ordered = to_little_endian (boxed);
  value = g_variant_get_variant (ordered);
  text = g_variant_print (value, TRUE);
  return hbase_bytes_to_printable ((const guint8 *) text, strlen (text), "");
}

static GBytes *
read_variant (const char *text)
{
  g_autoptr (GBytes) bytes = hbase_bytes_from_escaped (text, NULL);
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;
  g_autoptr (GVariant) value
      = data != NULL ? g_variant_parse (NULL, data, data + g_bytes_get_size (bytes), NULL, NULL) : NULL;
  g_autoptr (GVariant) boxed = NULL, ordered = NULL;

  if (value == NULL)
    return NULL;
  boxed = g_variant_ref_sink (g_variant_new_variant (value));
  ordered = to_little_endian (boxed);
  return g_variant_get_data_as_bytes (ordered);
}

/* ---- types ---- */

static const ValueType types[] = {
  { "boolean", 0, FALSE, show_boolean, read_boolean },
  { "int16", 2, TRUE, NULL, NULL },
  { "int32", 4, TRUE, NULL, NULL },
  { "int64", 8, TRUE, NULL, NULL },
  { "uint16", 2, FALSE, NULL, NULL },
  { "uint32", 4, FALSE, NULL, NULL },
  { "uint64", 8, FALSE, NULL, NULL },
  { "float", 0, FALSE, show_float, read_float },
  { "double", 0, FALSE, show_double, read_double },
  { "text", 0, FALSE, NULL, NULL },
  { "bytes", 0, FALSE, NULL, NULL },
  { "hex", 0, FALSE, show_hex, read_hex },
  { "variant", 0, FALSE, show_variant, read_variant },
};

static gboolean
is_typed (const ValueType *type)
{
  return type->length > 0 || type->show != NULL;
}

static char *
show (const ValueType *type, const guint8 *data, gsize length)
{
  return type->length > 0 ? show_integer (type, data, length) : type->show (data, length);
}

static GBytes *
read_text (const ValueType *type, const char *text)
{
  return type->length > 0 ? read_integer (type, text) : type->read (text);
}

static const ValueType *
find_type (const char *name, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (strcmp (types[i].name, name) == 0)
      return &types[i];
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--as: there is no type “%s”: give " VALUE_TYPES_NAMES, name);
  return NULL;
}

/* ---- columns ---- */

static void
typed_column_clear (gpointer data)
{
  TypedColumn *column = data;

  g_free (column->family);
  g_clear_pointer (&column->qualifier, g_bytes_unref);
}

void
value_types_clear (void)
{
  g_clear_pointer (&columns, g_array_unref);
}

static gboolean
add_column (const char *text, GError **error)
{
  const char *last = strrchr (text, ':');
  g_autofree char *name = last != NULL ? g_strndup (text, (gsize) (last - text)) : NULL;
  g_auto (ToolColumn) parsed = { 0 };
  TypedColumn column = { 0 };

  if (name == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--as: “%s” isn't FAMILY:QUALIFIER:TYPE",
                   text);
      return FALSE;
    }
  column.type = find_type (last + 1, error);
  if (column.type == NULL || !column_parse_name (name, COLUMN_NAME, &parsed, NULL, error))
    return FALSE;
  column.family = g_steal_pointer (&parsed.family);
  if (parsed.qualifier.data != NULL)
    column.qualifier = g_bytes_new (parsed.qualifier.data, parsed.qualifier.length);
  g_array_append_val (columns, column);
  return TRUE;
}

gboolean
value_types_set (char **texts, GError **error)
{
  value_types_clear ();
  if (texts == NULL)
    return TRUE;
  columns = g_array_new (FALSE, FALSE, sizeof (TypedColumn));
  g_array_set_clear_func (columns, typed_column_clear);
  for (char **text = texts; *text != NULL; text++)
    if (!add_column (*text, error))
      return FALSE;
  return TRUE;
}

static gboolean
is_same (const void *a, gsize a_length, const void *b, gsize b_length)
{
  return a_length == b_length && (a_length == 0 || memcmp (a, b, a_length) == 0);
}

/* Returns the type of a column, or else of its family; NULL: none, or one that is in printable escapes. */
static const ValueType *
type_of (const void *family, gsize family_length, const void *qualifier, gsize qualifier_length)
{
  const ValueType *found = NULL;

  for (guint i = 0; columns != NULL && i < columns->len; i++)
    {
      const TypedColumn *column = &g_array_index (columns, TypedColumn, i);
      gsize length = 0;
      gconstpointer data = column->qualifier != NULL ? g_bytes_get_data (column->qualifier, &length) : NULL;

      if (!is_same (column->family, strlen (column->family), family, family_length))
        continue;
      if (column->qualifier == NULL)
        found = column->type;
      else if (is_same (data, length, qualifier, qualifier_length))
        return is_typed (column->type) ? column->type : NULL;
    }
  return found != NULL && is_typed (found) ? found : NULL;
}

/* Returns whether the text stands for these bytes. */
static gboolean
is_text_of (const ValueType *type, const char *text, const HBaseCellIter *cell)
{
  g_autoptr (GBytes) bytes = read_text (type, text);

  return bytes != NULL
         && is_same (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), cell->value,
                     cell->value_length);
}

void
value_append (GString *text, const HBaseCellIter *cell)
{
  const ValueType *type
      = columns != NULL ? type_of (cell->family, cell->family_length, cell->qualifier, cell->qualifier_length)
                        : NULL;
  g_autofree char *shown = type != NULL ? show (type, cell->value, cell->value_length) : NULL;

  if (shown != NULL && is_text_of (type, shown, cell))
    {
      g_string_append (text, shown);
      return;
    }
  if (type != NULL)
    g_string_append_c (text, MARK);
  hbase_bytes_append_printable (text, cell->value, cell->value_length, "");
}

char *
value_to_text (const HBaseCellIter *cell)
{
  GString *text = g_string_new (NULL);

  value_append (text, cell);
  return g_string_free (text, FALSE);
}

/* Returns the type of the values of a column; NULL: they are bytes. */
static const ValueType *
find_type_of (const ToolColumn *column)
{
  return columns != NULL ? type_of (column->family, strlen (column->family), column->qualifier.data,
                                    column->qualifier.length)
                         : NULL;
}

static gboolean
set_typed_value (ToolColumn *column, const ValueType *type, const char *text, GError **error)
{
  ToolBytes *value = &column->value;

  value->owner = read_text (type, text);
  if (value->owner == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't a value of the type %s",
                   text, type->name);
      return FALSE;
    }
  value->data = g_bytes_get_data (value->owner, &value->length);
  return TRUE;
}

gboolean
value_from_text (ToolColumn *column, const char *text, GError **error)
{
  const ValueType *type = find_type_of (column);

  if (type == NULL || *text == MARK)
    return tool_parse_bytes (text + (type != NULL), strlen (text) - (type != NULL), &column->value, error);
  return set_typed_value (column, type, text, error);
}

gboolean
value_from_plain (ToolColumn *column, const char *text, GError **error)
{
  const ValueType *type = find_type_of (column);

  if (type != NULL)
    return set_typed_value (column, type, text, error);
  column->value = (ToolBytes){ .data = (const guint8 *) text, .length = strlen (text) };
  return TRUE;
}
