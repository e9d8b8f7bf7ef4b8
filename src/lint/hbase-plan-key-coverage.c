/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-key-coverage-private.h"

#include <math.h>

/* This file computes which keys a schema can produce: it describes the possible bytes of each field, and
 * from these finds the least key above a bound. */

#define N_BYTES 256

/* The possible bytes of a field. */
typedef enum {
  RANGE, /* big-endian numbers from `low` to `high` */
  CLASS, /* a byte of `first`, then bytes of `rest` */
  WORDS, /* one of `words` */
} PartKind;

typedef struct {
  PartKind kind;
  gsize width;           /* 0: variable, so that the field may be the rest of the key */
  gboolean may_be_empty; /* of width 0 */
  guint8 *low, *high;
  gboolean first[N_BYTES], rest[N_BYTES];
  char **words; /* sorted; owned by the schema */
} Part;

struct _HBasePlanKeyCoverage {
  HBaseKeySchema *schema;
  guint n_parts;
  Part parts[HBASE_KEY_MAX_FIELDS];
};

/* ---- the possible bytes of fields; those with values are found by the encoder ---- */

/* Encodes a value; NULL if the type refuses it. */
static GByteArray *
encode (const HBaseKeyFormat *format, const HBaseKeyValue *value)
{
  g_auto (HBaseKeyBuffer) buffer;
  GByteArray *bytes;

  hbase_key_buffer_init (&buffer);
  if (!format->type->encode (format, value, &buffer, NULL))
    return NULL;
  bytes = g_byte_array_sized_new ((guint) buffer.length);
  g_byte_array_append (bytes, buffer.data, (guint) buffer.length);
  for (guint i = 0; i < bytes->len && format->descending; i++)
    bytes->data[i] ^= G_MAXUINT8;
  return bytes;
}

static void
set_all_numbers (Part *part)
{
  part->kind = RANGE;
  part->low = g_malloc0 (part->width);
  part->high = g_malloc (part->width);
  memset (part->high, G_MAXUINT8, part->width);
}

/* If bytes are in the order of the numbers, the least and the greatest number bound the range. */
static void
set_numbers (Part *part, const HBaseKeyFormat *format)
{
  const HBaseKeyType *type = format->type;
  HBaseKeyValue least = { .kind = type->kind, .i = type->minimum };
  HBaseKeyValue greatest = { .kind = type->kind, .u = type->maximum };
  g_autoptr (GByteArray) a = NULL, b = NULL;

  if (type->kind == HBASE_KEY_BYTES || type->order == 0)
    {
      set_all_numbers (part);
      return;
    }
  if (type->kind == HBASE_KEY_DOUBLE)
    {
      least.d = -HUGE_VAL;
      greatest.d = HUGE_VAL;
    }
  a = encode (format, &least);
  b = encode (format, &greatest);
  g_assert (a != NULL && b != NULL);
  part->kind = RANGE;
  part->low = g_memdup2 (memcmp (a->data, b->data, part->width) < 0 ? a->data : b->data, part->width);
  part->high = g_memdup2 (memcmp (a->data, b->data, part->width) < 0 ? b->data : a->data, part->width);
}

/* The digits are the bytes that the type decodes. */
static void
set_digits (Part *part, const HBaseKeyFormat *format)
{
  HBaseKeyFormat one = { .type = format->type, .width = 1 };

  part->kind = CLASS;
  for (guint i = 0; i < N_BYTES; i++)
    {
      guint8 byte = (guint8) (format->descending ? ~i : i);
      GVariant *digit = format->type->decode (&one, hbase_slice (&byte, 1), NULL);

      part->first[i] = part->rest[i] = digit != NULL;
      if (digit != NULL)
        g_variant_unref (g_variant_ref_sink (digit));
    }
}

static void
try_value (Part *part, const HBaseKeyFormat *format, HBaseSlice bytes)
{
  HBaseKeyValue value = { .kind = HBASE_KEY_BYTES, .bytes = bytes };
  g_autoptr (GByteArray) encoded = encode (format, &value);

  if (encoded == NULL)
    return;
  if (encoded->len == 0)
    part->may_be_empty = TRUE;
  else
    part->first[encoded->data[0]] = TRUE;
}

/* Finds the first bytes of text and bytes of variable length, by values of one to four bytes: a UTF-8
 * character has up to three bytes after the first. (After E0 and F0 these must be high, after ED and F4
 * low.) */
static void
set_beginnings (Part *part, const HBaseKeyFormat *format)
{
  static const guint8 tails[] = { 0x80, 0xa0 };

  part->kind = CLASS;
  for (guint i = 0; i < N_BYTES; i++)
    part->rest[i] = TRUE;
  try_value (part, format, HBASE_SLICE_LITERAL (""));
  for (guint i = 0; i < N_BYTES; i++)
    for (guint j = 0; j < G_N_ELEMENTS (tails); j++)
      for (gsize length = 1; length <= 4; length++)
        {
          guint8 bytes[] = { (guint8) i, tails[j], tails[j], tails[j] };

          try_value (part, format, hbase_slice (bytes, length));
        }
}

/* A salt that is an index is bounded by the first and the last bucket; hexadecimal salts have all digits. */
static void
set_salt (Part *part, const HBaseSalt *salt)
{
  if (salt->prefixes != NULL)
    {
      part->kind = WORDS;
      part->words = salt->prefixes;
      return;
    }
  if (hbase_salt_is_hex (salt))
    {
      part->kind = CLASS;
      for (guint i = 0; i < N_BYTES; i++)
        part->first[i] = part->rest[i] = g_ascii_isxdigit (i) && !g_ascii_isupper (i);
      return;
    }
  set_all_numbers (part);
  if (salt->n_buckets < G_MAXUINT64)
    hbase_key_number_write (part->high, part->width, salt->n_buckets - 1);
}

static void
set_part (Part *part, const HBaseKeyField *field)
{
  const HBaseKeyType *type = field->format.type;

  part->width = field->format.width;
  if (field->salt != NULL)
    set_salt (part, field->salt);
  else if (type->shape == HBASE_KEY_FIXED)
    set_numbers (part, &field->format);
  else if (type->shape == HBASE_KEY_SIZED && type->kind == HBASE_KEY_UINT)
    set_digits (part, &field->format);
  else if (type->shape == HBASE_KEY_SIZED && strcmp (type->variant, "ay") == 0)
    set_all_numbers (part);
  else
    set_beginnings (part, &field->format);
}

HBasePlanKeyCoverage *
hbase_plan_key_coverage_new (HBaseKeySchema *schema)
{
  HBasePlanKeyCoverage *coverage = g_new0 (HBasePlanKeyCoverage, 1);

  coverage->schema = hbase_key_schema_ref (schema);
  coverage->n_parts = schema->fields->len;
  for (guint i = 0; i < coverage->n_parts; i++)
    set_part (&coverage->parts[i], hbase_key_schema_field (schema, i));
  return coverage;
}

void
hbase_plan_key_coverage_free (HBasePlanKeyCoverage *coverage)
{
  for (guint i = 0; i < coverage->n_parts; i++)
    {
      g_free (coverage->parts[i].low);
      g_free (coverage->parts[i].high);
    }
  hbase_key_schema_unref (coverage->schema);
  g_free (coverage);
}

/* ---- bytes ---- */

static int
next_in_range (const Part *part, const guint8 *before, gsize n, int at_least)
{
  int lowest = memcmp (before, part->low, n) == 0 ? part->low[n] : 0;
  int highest = memcmp (before, part->high, n) == 0 ? part->high[n] : G_MAXUINT8;
  int byte = MAX (at_least, lowest);

  return byte <= highest ? byte : -1;
}

static int
next_in_class (const Part *part, gsize n, int at_least)
{
  const gboolean *allowed = n == 0 ? part->first : part->rest;

  for (int byte = at_least; byte < N_BYTES; byte++)
    if (allowed[byte])
      return byte;
  return -1;
}

static int
next_in_words (const Part *part, const guint8 *before, gsize n, int at_least)
{
  for (char **word = part->words; *word != NULL; word++)
    if (memcmp (*word, before, n) == 0 && (guint8) (*word)[n] >= at_least)
      return (guint8) (*word)[n];
  return -1;
}

/* The part that contains byte number `at` of a key; NULL if the key has ended. */
static const Part *
part_at (const HBasePlanKeyCoverage *coverage, gsize at, gsize *start)
{
  *start = 0;
  for (guint i = 0; i < coverage->n_parts; i++)
    {
      const Part *part = &coverage->parts[i];

      if (part->width == 0 || at < *start + part->width)
        return part;
      *start += part->width;
    }
  return NULL;
}

/* The least byte, at least `at_least`, that can follow `key`; −1 if there is none. */
static int
next_byte (const HBasePlanKeyCoverage *coverage, const GByteArray *key, int at_least)
{
  gsize start;
  const Part *part = part_at (coverage, key->len, &start);

  if (part == NULL || at_least >= N_BYTES)
    return -1;
  switch (part->kind)
    {
    case RANGE:
      return next_in_range (part, key->data + start, key->len - start, at_least);
    case WORDS:
      return next_in_words (part, key->data + start, key->len - start, at_least);
    default:
      return next_in_class (part, key->len - start, at_least);
    }
}

static void
append (GByteArray *key, int byte)
{
  g_byte_array_append (key, &(guint8){ (guint8) byte }, 1);
}

/* Makes `key` the beginning of a key above `from`: increases the last byte that can be increased. */
static gboolean
raise_above (const HBasePlanKeyCoverage *coverage, HBaseSlice from, GByteArray *key)
{
  for (;;)
    {
      int byte = next_byte (coverage, key, from.data[key->len] + 1);

      if (byte >= 0)
        {
          append (key, byte);
          return TRUE;
        }
      if (key->len == 0)
        return FALSE;
      g_byte_array_set_size (key, key->len - 1);
    }
}

/* Whether a key may end here, or the following bytes are unknown. No key is empty. */
static gboolean
may_end (const HBasePlanKeyCoverage *coverage, const GByteArray *key)
{
  gsize start;
  const Part *part = part_at (coverage, key->len, &start);

  if (part == NULL)
    return TRUE;
  return part->width == 0 && (key->len > start || (part->may_be_empty && key->len > 0));
}

/* Finds the beginning of the least key that is not below `from`: `from` itself, or bytes that are
 * certainly above it. FALSE: all keys are below `from`. */
static gboolean
find_least (const HBasePlanKeyCoverage *coverage, HBaseSlice from, GByteArray *key)
{
  append (key, 0); /* so that data isn't NULL */
  g_byte_array_set_size (key, 0);
  while (key->len < from.length && next_byte (coverage, key, from.data[key->len]) == from.data[key->len])
    append (key, from.data[key->len]);
  return key->len == from.length || raise_above (coverage, from, key);
}

/* Extends the least key only as far as it takes to compare it with `stop`. */
gboolean
hbase_plan_key_coverage_has (const HBasePlanKeyCoverage *coverage, HBaseSlice start, HBaseSlice stop)
{
  g_autoptr (GByteArray) key = g_byte_array_new ();

  if (!find_least (coverage, start, key))
    return FALSE;
  while (key->len < stop.length && !may_end (coverage, key))
    append (key, next_byte (coverage, key, 0));
  return stop.length == 0 || hbase_slice_compare (hbase_slice (key->data, key->len), stop) < 0;
}

/* ---- shares ---- */

/* The first `width` bytes as a number; missing bytes are 0. */
static double
number_of (const guint8 *bytes, gsize length, gsize width)
{
  double number = 0;

  for (gsize i = 0; i < width; i++)
    number = number * N_BYTES + (i < length ? bytes[i] : 0);
  return number;
}

static double
share_of_range (const Part *part, HBaseSlice bound)
{
  double low = number_of (part->low, part->width, part->width);
  double high = number_of (part->high, part->width, part->width);
  double at = number_of (bound.data, bound.length, part->width);

  return CLAMP ((at - low) / (high - low + 1), 0, 1);
}

static double
share_of_class (const Part *part, HBaseSlice bound)
{
  double share = 0, unit = 1;

  for (gsize i = 0; i < bound.length && (part->width == 0 || i < part->width); i++)
    {
      const gboolean *allowed = i == 0 ? part->first : part->rest;
      guint n_below = 0, n_all = 0;

      for (guint byte = 0; byte < N_BYTES; byte++)
        {
          n_all += allowed[byte];
          n_below += allowed[byte] && byte < bound.data[i];
        }
      unit /= n_all;
      share += n_below * unit;
      if (!allowed[bound.data[i]])
        break;
    }
  return share;
}

static double
share_of_words (const Part *part, HBaseSlice bound)
{
  guint n_below = 0, n_words = g_strv_length (part->words);

  for (guint i = 0; i < n_words; i++)
    n_below += hbase_slice_compare (hbase_slice_text (part->words[i]), bound) < 0;
  return (double) n_below / n_words;
}

double
hbase_plan_key_coverage_share_below (const HBasePlanKeyCoverage *coverage, HBaseSlice bound)
{
  const Part *part = &coverage->parts[0];

  switch (part->kind)
    {
    case RANGE:
      return share_of_range (part, bound);
    case WORDS:
      return share_of_words (part, bound);
    default:
      return share_of_class (part, bound);
    }
}
