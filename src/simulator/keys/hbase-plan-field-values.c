/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-md5-private.h"
#include "hbase-plan-field-values-private.h"

#include <math.h>

/* This file implements the kinds of values that a field of simulated keys can have: a table of them, with the
 * arguments and the formula of each. */

#define TEXT_LENGTH 8                              /* of random text and bytes of variable length */
#define DIGITS 10                                  /* of a number as text of variable length */
#define LAST_SECOND (G_GUINT64_CONSTANT (1) << 31) /* of random timestamps, in 2038 */
#define FIRST_TIME "2024-01-01"

struct _HBasePlanFieldKind {
  const char *name;
  guint least, most; /* arguments */
  const char *arguments;
  /* Reads the arguments. */
  gboolean (*read) (HBasePlanFieldValues *values, char **arguments, GError **error);
  /* Computes a number; its bits are those of a signed or an unsigned one, as the field's type wants. */
  guint64 (*number) (const HBasePlanFieldValues *values, guint64 index);
  /* Or computes any value. */
  gboolean (*get) (const HBasePlanFieldValues *values,
                   guint64 index,
                   HBasePlanFieldSpace *space,
                   HBaseKeyValue *value,
                   GError **error);
};

/* ---- arguments ---- */

static gboolean
fail (GError **error, const char *argument, const char *expected)
{
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't %s", argument, expected);
  return FALSE;
}

/* Reads a whole number that is signed or unsigned; its bits are returned. */
static gboolean
read_whole (const HBasePlanFieldValues *values, const char *text, gint64 *number, GError **error)
{
  guint64 bits;

  if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, number, NULL))
    return TRUE;
  if (values->format.type->kind != HBASE_KEY_UINT
      || !g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &bits, NULL))
    return fail (error, text, "a whole number");
  *number = (gint64) bits;
  return TRUE;
}

static gboolean
read_real (const char *text, double least, double *number, GError **error)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  if (end != text && *end == '\0' && isfinite (*number) && *number >= least)
    return TRUE;
  return fail (error, text, least == 0 ? "a number of at least 0" : "a number");
}

/* Parses a value as text in keys is parsed. */
static GVariant *
read_value (const HBasePlanFieldValues *values, const char *text, GError **error)
{
  GVariant *value = values->format.type->parse (&values->format, text, error);

  return value != NULL ? g_variant_ref_sink (value) : NULL;
}

static GPtrArray *
new_values (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
}

static gboolean
read_constant (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  GVariant *value = read_value (values, arguments[0], error);

  if (value == NULL)
    return FALSE;
  values->values = new_values ();
  g_ptr_array_add (values->values, value);
  return TRUE;
}

static gboolean
read_sequence (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  guint n = g_strv_length (arguments);

  values->step = 1;
  if ((n > 0 && !read_whole (values, arguments[0], &values->start, error))
      || (n > 1 && !read_whole (values, arguments[1], &values->step, error)))
    return FALSE;
  if (n > 2 && !g_ascii_string_to_unsigned (arguments[2], 10, 1, G_MAXUINT64, &values->length, NULL))
    return fail (error, arguments[2], "the number of values after which the sequence begins again");
  return TRUE;
}

/* The number of values that the digits of a field have; 0: 2⁶⁴. */
static guint64
count_digits (const HBaseKeyFormat *format)
{
  guint64 base = g_str_has_suffix (format->type->name, "hex") ? 16 : 10, product = 1;

  for (gsize i = 0; i < format->width; i++)
    product *= base;
  return product;
}

static void
use_whole_range (HBasePlanFieldValues *values)
{
  const HBaseKeyType *type = values->format.type;
  gint64 units = hbase_key_timestamp_units (type);

  values->is_any = type->kind == HBASE_KEY_BYTES;
  values->start = units > 0 || type->kind != HBASE_KEY_INT ? 0 : type->minimum;
  if (units > 0)
    values->length = LAST_SECOND * (guint64) units;
  else if (type->shape == HBASE_KEY_SIZED)
    values->length = count_digits (&values->format);
  else if (type->kind == HBASE_KEY_DOUBLE)
    values->length = 1 << 24;
  else
    values->length = type->maximum - (guint64) values->start + 1;
}

static gboolean
read_uniform (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  gboolean is_unsigned = values->format.type->kind == HBASE_KEY_UINT;
  gint64 low, high;

  if (arguments[0] == NULL)
    {
      use_whole_range (values);
      return TRUE;
    }
  if (arguments[1] == NULL)
    return fail (error, arguments[0], "a range: uniform(LOW,HIGH)");
  if (!read_whole (values, arguments[0], &low, error) || !read_whole (values, arguments[1], &high, error))
    return FALSE;
  if (is_unsigned ? (guint64) high < (guint64) low : high < low)
    return fail (error, arguments[1], "at least the lower limit");
  values->start = low;
  values->length = (guint64) high - (guint64) low + 1;
  return TRUE;
}

static gboolean
read_zipf (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  double exponent = 1;

  if (!g_ascii_string_to_unsigned (arguments[0], 10, 1, (guint64) 1 << 53, &values->length, NULL))
    return fail (error, arguments[0], "the number of different values");
  if (arguments[1] != NULL && !read_real (arguments[1], 0, &exponent, error))
    return FALSE;
  hbase_plan_zipf_init (&values->zipf, values->length, exponent);
  return TRUE;
}

static gboolean
read_normal (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  return read_real (arguments[0], -G_MAXDOUBLE, &values->rate, error)
         && read_real (arguments[1], 0, &values->jitter, error);
}

/* In units of the type; other numbers are ms. */
static gboolean
read_time (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  gint64 units = hbase_key_timestamp_units (values->format.type);
  guint n = g_strv_length (arguments);
  g_autoptr (GVariant) start = NULL;
  double rate, jitter = 0;

  if (!read_real (arguments[0], 0, &rate, error) || (n > 1 && !read_real (arguments[1], 0, &jitter, error)))
    return FALSE;
  if (rate == 0)
    return fail (error, arguments[0], "a number of puts in a second");
  values->rate = (double) (units > 0 ? units : 1000) / rate;
  values->jitter = jitter * (double) (units > 0 ? units : 1000);
  if (units == 0)
    return n <= 2 || read_whole (values, arguments[2], &values->start, error);
  start = read_value (values, n > 2 ? arguments[2] : FIRST_TIME, error);
  if (start != NULL)
    values->start = g_variant_get_int64 (start);
  return start != NULL;
}

static gboolean
read_column (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  return TRUE; /* hbase_plan_field_values_set_column() follows */
}

static gboolean
read_sources (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  values->source_names = g_strdupv (arguments);
  return TRUE;
}

/* Makes the salt of which the kind has the name, from the arguments as the schema language has them. The
 * words of hash-of are one argument, separated by bars, because fields follow them. */
static gboolean
read_hash (HBasePlanFieldValues *values, char **arguments, GError **error)
{
  gboolean has_words = strcmp (values->kind->name, "hash-of") == 0;
  g_auto (GStrv) words = has_words ? g_strsplit (arguments[0], "|", -1) : g_strdupv (arguments);
  g_autofree HBaseSlice *slices = g_new (HBaseSlice, g_strv_length (words) + 1);
  HBaseSaltArguments taken = { slices, g_strv_length (words), 0 };
  g_autoptr (GError) problem = NULL;

  for (guint i = 0; words[i] != NULL; i++)
    slices[i] = hbase_slice_text (words[i]);
  values->salt
      = hbase_salt_new (hbase_salt_type_lookup (hbase_slice_text (values->kind->name)), &taken, &problem);
  if (values->salt == NULL)
    return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%s: %s", arguments[0], problem->message);
  if (values->format.type->kind != HBASE_KEY_BYTES && values->salt->width > 8)
    return fail (error, arguments[0], "a hash of up to 8 bytes for a number");
  values->source_names = g_strdupv (arguments + (has_words ? 1 : taken.n_taken));
  if (values->source_names[0] != NULL)
    return TRUE;
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "the hash needs the name of a field");
}

/* ---- formulas of numbers ---- */

static guint64
get_sequence (const HBasePlanFieldValues *values, guint64 index)
{
  return (guint64) values->start
         + (guint64) values->step * (values->length > 0 ? index % values->length : index);
}

static guint64
get_uniform (const HBasePlanFieldValues *values, guint64 index)
{
  return (guint64) values->start
         + hbase_plan_random_scale (hbase_plan_counter_random_at (values->random, index), values->length);
}

static guint64
get_zipf (const HBasePlanFieldValues *values, guint64 index)
{
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (values->random, index);

  return hbase_plan_zipf_draw (&values->zipf, &draws) - 1;
}

/* The nearest number that the type has. */
static guint64
round_to_type (const HBasePlanFieldValues *values, double x)
{
  const HBaseKeyType *type = values->format.type;
  gboolean is_signed = type->kind == HBASE_KEY_INT || type->kind == HBASE_KEY_DOUBLE;
  double least = type->kind == HBASE_KEY_INT ? (double) type->minimum : is_signed ? (double) G_MININT64 : 0;
  double most
      = type->kind == HBASE_KEY_BYTES || type->maximum == 0 ? (double) G_MAXINT64 : (double) type->maximum;

  if (type->shape == HBASE_KEY_SIZED && type->kind == HBASE_KEY_UINT && count_digits (&values->format) > 0)
    most = (double) (count_digits (&values->format) - 1);
  x = CLAMP (rint (x), least, most);
  if (is_signed)
    return x >= 9223372036854775807.0 ? G_MAXINT64 : (guint64) (gint64) x;
  return x >= 18446744073709551615.0 ? G_MAXUINT64 : (guint64) x;
}

static guint64
get_normal (const HBasePlanFieldValues *values, guint64 index)
{
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (values->random, index);

  return round_to_type (values, values->rate + values->jitter * hbase_plan_random_draws_normal (&draws));
}

static guint64
get_time (const HBasePlanFieldValues *values, guint64 index)
{
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (values->random, index);
  double jitter
      = values->jitter > 0 ? values->jitter * (2 * hbase_plan_random_draws_next_double (&draws) - 1) : 0;
  double time = (double) values->start + floor ((double) index * values->rate + jitter);

  return (guint64) (gint64) MAX (time, 0);
}

/* ---- numbers as values ---- */

static gboolean
is_text (const HBaseKeyType *type)
{
  return type->shape != HBASE_KEY_FIXED && *type->variant == 's';
}

/* The number as decimal digits, or as a big-endian number, in the width of the field. */
static HBaseSlice
write_number (const HBaseKeyFormat *format, guint64 number, HBasePlanFieldSpace *space)
{
  gsize width = format->width > 0 ? format->width : is_text (format->type) ? DIGITS : 8;
  guint8 *bytes = space->bytes;

  width = MIN (width, sizeof space->bytes);
  for (gsize i = width; i-- > 0;)
    if (is_text (format->type))
      {
        bytes[i] = (guint8) ('0' + number % 10);
        number /= 10;
      }
    else
      {
        bytes[i] = (guint8) number;
        number >>= 8;
      }
  return hbase_slice (bytes, width);
}

static void
set_number (const HBaseKeyFormat *format, guint64 number, HBasePlanFieldSpace *space, HBaseKeyValue *value)
{
  *value = (HBaseKeyValue){ .kind = format->type->kind };
  switch (value->kind)
    {
    case HBASE_KEY_UINT:
      value->u = number;
      break;
    case HBASE_KEY_INT:
      value->i = (gint64) number;
      break;
    case HBASE_KEY_DOUBLE:
      value->d = (double) (gint64) number;
      break;
    default:
      value->bytes = write_number (format, number, space);
    }
}

/* ---- formulas of any values ---- */

static gboolean
get_value (const HBasePlanFieldValues *values,
           guint64 index,
           HBasePlanFieldSpace *space,
           HBaseKeyValue *value,
           GError **error)
{
  if (values->values != NULL)
    {
      *value = hbase_key_value_of (g_ptr_array_index (values->values, index % values->values->len));
      return TRUE;
    }
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "the column has no values yet");
  return FALSE;
}

/* Random letters or bytes. */
static void
write_random (const HBasePlanFieldValues *values,
              guint64 index,
              HBasePlanFieldSpace *space,
              HBaseKeyValue *value)
{
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (values->random, index);
  gsize width = values->format.width;
  gboolean letters = is_text (values->format.type);

  width = width == 0 || (letters && width > TEXT_LENGTH) ? TEXT_LENGTH : MIN (width, sizeof space->bytes);
  for (gsize i = 0; i < width; i++)
    space->bytes[i]
        = letters ? (guint8) ('a' + hbase_plan_random_scale (hbase_plan_random_draws_next (&draws), 26))
                  : (guint8) hbase_plan_random_draws_next (&draws);
  *value = (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice (space->bytes, width) };
}

static gboolean
get_any_uniform (const HBasePlanFieldValues *values,
                 guint64 index,
                 HBasePlanFieldSpace *space,
                 HBaseKeyValue *value,
                 GError **error)
{
  if (values->is_any)
    write_random (values, index, space, value);
  else
    set_number (&values->format, get_uniform (values, index), space, value);
  return TRUE;
}

/* Adds the bytes that the source has in a key. */
static gboolean
add_source (const HBasePlanFieldValues *source, guint64 index, HBaseKeyBuffer *buffer, GError **error)
{
  HBasePlanFieldSpace space;
  HBaseKeyValue value;

  return hbase_plan_field_values_get (source, index, &space, &value, error)
         && source->format.type->encode (&source->format, &value, buffer, error);
}

/* The first digits or bytes of the sum, as many as the type holds. */
static guint64
number_of_digest (const HBaseKeyFormat *format, const guint8 *md5)
{
  guint64 number = 0, maximum = format->type->maximum;

  for (guint i = 0; i < 8; i++)
    number = number << 8 | md5[i];
  if (format->type->kind == HBASE_KEY_DOUBLE)
    return number >> 40; /* also exact as a float */
  if (format->type->shape == HBASE_KEY_FIXED)
    return number >> (maximum > G_MAXUINT32   ? 0
                      : maximum > G_MAXUINT16 ? 32
                      : maximum > G_MAXUINT8  ? 48
                                              : 56)
           & maximum;
  if (g_str_has_suffix (format->type->name, "hex"))
    return number >> (64 - 4 * format->width);
  return number % count_digits (format);
}

static void
set_digest (const HBaseKeyFormat *format, const guint8 *md5, HBasePlanFieldSpace *space, HBaseKeyValue *value)
{
  gboolean as_text = is_text (format->type);
  gsize width = format->width > 0 ? format->width : HBASE_MD5_LENGTH;

  if (format->type->kind != HBASE_KEY_BYTES)
    {
      set_number (format, number_of_digest (format, md5), space, value);
      return;
    }
  width = MIN (width, as_text ? 2 * HBASE_MD5_LENGTH : HBASE_MD5_LENGTH);
  for (gsize i = 0; i < width; i++)
    space->bytes[i]
        = as_text ? (guint8) "0123456789abcdef"[md5[i / 2] >> (i % 2 == 0 ? 4 : 0) & 0xf] : md5[i];
  *value = (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice (space->bytes, width) };
}

static gboolean
get_md5 (const HBasePlanFieldValues *values,
         guint64 index,
         HBasePlanFieldSpace *space,
         HBaseKeyValue *value,
         GError **error)
{
  g_auto (HBaseKeyBuffer) buffer;
  guint8 md5[HBASE_MD5_LENGTH];

  hbase_key_buffer_init (&buffer);
  for (guint i = 0; i < values->sources->len; i++)
    if (!add_source (g_ptr_array_index (values->sources, i), index, &buffer, error))
      return FALSE;
  hbase_md5 (hbase_slice (buffer.data, buffer.length), md5);
  set_digest (&values->format, md5, space, value);
  return TRUE;
}

static guint64
read_hex (const guint8 *digits, gsize width)
{
  g_autofree char *text = g_strndup ((const char *) digits, width);

  return g_ascii_strtoull (text, NULL, 16);
}

/* A hash as the schema language computes it; in a field of numbers its bytes are a number, as is the text
 * of digits of md5-hex. */
static gboolean
get_hash (const HBasePlanFieldValues *values,
          guint64 index,
          HBasePlanFieldSpace *space,
          HBaseKeyValue *value,
          GError **error)
{
  g_auto (HBaseKeyBuffer) buffer;
  gsize width = values->salt->width, first_length = 0;

  hbase_key_buffer_init (&buffer);
  for (guint i = 0; i < values->sources->len; i++)
    {
      if (!add_source (g_ptr_array_index (values->sources, i), index, &buffer, error))
        return FALSE;
      if (i == 0)
        first_length = buffer.length;
    }
  hbase_salt_compute (values->salt, hbase_slice (buffer.data, buffer.length), first_length, 0, space->bytes);
  if (values->format.type->kind == HBASE_KEY_BYTES)
    *value = (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = hbase_slice (space->bytes, width) };
  else if (hbase_salt_is_hex (values->salt))
    set_number (&values->format, read_hex (space->bytes, width), space, value);
  else
    set_number (&values->format, hbase_key_number_read (space->bytes, width), space, value);
  return TRUE;
}

/* A number that is too large for the field loses its upper bytes. */
static gboolean
get_copy (const HBasePlanFieldValues *values,
          guint64 index,
          HBasePlanFieldSpace *space,
          HBaseKeyValue *value,
          GError **error)
{
  const HBaseKeyFormat *format = &values->format;
  guint64 number;

  if (!hbase_plan_field_values_get (g_ptr_array_index (values->sources, 0), index, space, value, error))
    return FALSE;
  if (value->kind == HBASE_KEY_BYTES || value->kind == HBASE_KEY_DOUBLE)
    return TRUE; /* the encoder checks it */
  number = value->kind == HBASE_KEY_UINT ? value->u : (guint64) value->i;
  if (format->type->kind == HBASE_KEY_UINT && format->type->shape == HBASE_KEY_FIXED)
    number &= format->type->maximum;
  set_number (format, number, space, value);
  return TRUE;
}

/* ---- the table ---- */

static const HBasePlanFieldKind kinds[] = {
  { "constant", 1, 1, "VALUE", read_constant, NULL, get_value },
  { "sequence", 0, 3, "START,STEP,LENGTH", read_sequence, get_sequence, NULL },
  { "uniform", 0, 2, "LOW,HIGH", read_uniform, NULL, get_any_uniform },
  { "zipf", 1, 2, "VALUES,EXPONENT", read_zipf, get_zipf, NULL },
  { "normal", 2, 2, "MEAN,DEVIATION", read_normal, get_normal, NULL },
  { "time", 1, 3, "PUTS_A_SECOND,JITTER_IN_SECONDS,START", read_time, get_time, NULL },
  { "column", 0, 0, "", read_column, NULL, get_value },
  { "md5", 1, 32, "FIELD,…", read_sources, NULL, get_md5 },
  { "md5-hex", 2, 32, "DIGITS,FIELD,…", read_hash, NULL, get_hash },
  { "modulo", 2, 2, "N,FIELD", read_hash, NULL, get_hash },
  { "phoenix", 2, 32, "N,FIELD,…", read_hash, NULL, get_hash },
  { "opentsdb", 3, 33, "WIDTH,N,FIELD,…", read_hash, NULL, get_hash },
  { "hash-of", 2, 32, "WORD|WORD|…,FIELD,…", read_hash, NULL, get_hash },
  { "copy", 1, 1, "FIELD", read_sources, NULL, get_copy },
};

static const HBasePlanFieldKind *
find_kind (const char *name, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      if (strcmp (kinds[i].name, name) == 0)
        return &kinds[i];
      g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", kinds[i].name);
    }
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "there are no values of the kind “%s”; there are %s",
                   name, list->str);
  return NULL;
}

/* `text` is what follows the opening parenthesis; NULL: there is none. */
static gboolean
parse_arguments (HBasePlanFieldValues *values, char *text, GError **error)
{
  g_auto (GStrv) arguments = NULL;
  guint n;

  if (text != NULL && !g_str_has_suffix (g_strchomp (text), ")"))
    return fail (error, text, "followed by a closing parenthesis");
  if (text != NULL)
    text[strlen (text) - 1] = '\0';
  arguments = g_strsplit (text != NULL ? text : "", ",", -1);
  n = g_strv_length (arguments);
  for (guint i = 0; i < n; i++)
    g_strstrip (arguments[i]);
  if (n >= values->kind->least && n <= values->kind->most)
    return values->kind->read (values, arguments, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "%u arguments; expected: %s(%s)", n,
                   values->kind->name, values->kind->arguments);
  return FALSE;
}

HBasePlanFieldValues *
hbase_plan_field_values_new (HBaseKeySchema *schema,
                             const HBaseKeyField *field,
                             const char *text,
                             GError **error)
{
  g_autoptr (HBasePlanFieldValues) values = g_new0 (HBasePlanFieldValues, 1);
  g_autofree char *name = g_strdup (text);
  char *arguments = strchr (name, '(');

  if (arguments != NULL)
    *arguments++ = '\0';
  values->kind = find_kind (g_strstrip (name), error);
  values->schema = hbase_key_schema_ref (schema);
  values->format = field->format;
  values->name = g_strdup (field->name);
  if (values->kind == NULL || !parse_arguments (values, arguments, error))
    return NULL;
  return g_steal_pointer (&values);
}

void
hbase_plan_field_values_free (HBasePlanFieldValues *values)
{
  g_clear_pointer (&values->schema, hbase_key_schema_unref);
  g_clear_pointer (&values->values, g_ptr_array_unref);
  g_clear_pointer (&values->sources, g_ptr_array_unref);
  g_clear_pointer (&values->salt, hbase_salt_free);
  g_strfreev (values->source_names);
  g_free (values->name);
  g_free (values);
}

gboolean
hbase_plan_field_values_is_column (const HBasePlanFieldValues *values)
{
  return values->kind->read == read_column;
}

gboolean
hbase_plan_field_values_set_column (HBasePlanFieldValues *values, const char *const *texts, GError **error)
{
  g_autoptr (GPtrArray) parsed = new_values ();

  for (guint i = 0; texts[i] != NULL; i++)
    {
      GVariant *value = read_value (values, texts[i], error);

      if (value == NULL)
        {
          hbase_error_prefix (error, "value %u of the column “%s”: ", i + 1, values->name);
          return FALSE;
        }
      g_ptr_array_add (parsed, value);
    }
  if (parsed->len == 0)
    return fail (error, values->name, "a column with values");
  g_clear_pointer (&values->values, g_ptr_array_unref);
  values->values = g_steal_pointer (&parsed);
  return TRUE;
}

gboolean
hbase_plan_field_values_get (const HBasePlanFieldValues *values,
                             guint64 index,
                             HBasePlanFieldSpace *space,
                             HBaseKeyValue *value,
                             GError **error)
{
  if (values->kind->get != NULL)
    return values->kind->get (values, index, space, value, error);
  set_number (&values->format, values->kind->number (values, index), space, value);
  return TRUE;
}
