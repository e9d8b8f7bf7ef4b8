/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-builder.h"
#include "hbase-key-schema-private.h"

#include <math.h>

#define CASES 100000
#define N_TYPES 38
#define LONGEST 12

/* This file tests each key type, with an argument if it takes one, against what its entry in the table of
 * types declares. */

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* Makes a schema `f:hex(7)` of a type; `rest` is appended to the text. */
static HBaseKeySchema *
schema_of_type (const HBaseKeyType *type, gsize width, const char *rest)
{
  g_autofree char *argument
      = type->shape == HBASE_KEY_SIZED ? g_strdup_printf ("(%" G_GSIZE_FORMAT ")", width) : g_strdup ("");
  g_autofree char *text = g_strdup_printf ("f:%s%s%s", type->name, argument, rest);

  return schema_of (text);
}

static HBaseSlice
slice_of (GBytes *bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return hbase_slice (data, length);
}

/* Checks a condition without ck_assert(), which writes to a file each time. */
#define CHECK(condition, ...)                                                                                \
  do                                                                                                         \
    if (!(condition))                                                                                        \
      ck_abort_msg (__VA_ARGS__);                                                                            \
  while (0)

/* ---- values of all sizes ---- */

/* Returns with equal probability any number, a number of any magnitude, or one next to a power of two. */
static guint64
draw_number (GRand *rand)
{
  guint shift = (guint) g_rand_int_range (rand, 0, 64);

  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      return test_rand_uint64 (rand);
    case 1:
      return test_rand_uint64 (rand) >> shift;
    default:
      return (G_GUINT64_CONSTANT (1) << shift) + (guint64) g_rand_int_range (rand, -1, 2);
    }
}

static guint64
greatest (const HBaseKeyType *type, gsize width)
{
  guint base = strstr (type->name, "hex") != NULL ? 16 : 10;
  guint64 number = 0;

  if (type->shape != HBASE_KEY_SIZED)
    return type->maximum;
  while (width-- > 0)
    number = number * base + base - 1;
  return number;
}

static GVariant *
draw_uint (GRand *rand, const HBaseKeyType *type, gsize width)
{
  guint64 most = greatest (type, width);
  guint64 number = draw_number (rand);

  return hbase_key_variant_of_uint (type, most == G_MAXUINT64 ? number : number % (most + 1));
}

static GVariant *
draw_int (GRand *rand, const HBaseKeyType *type)
{
  gint64 number = (gint64) draw_number (rand);

  while (number < type->minimum || number > (gint64) type->maximum)
    number = number == -1 ? 0 : number / 2 + (number < 0 && type->minimum == 0 ? 1 : 0);
  if (type->minimum == 0)
    number = ABS (number);
  return hbase_key_variant_of_int (type, number);
}

static GVariant *
draw_double (GRand *rand, const HBaseKeyType *type)
{
  guint64 bits = draw_number (rand);
  double number;

  memcpy (&number, &bits, sizeof number);
  if (g_str_equal (type->name, "ob-float32"))
    number = (float) number;
  return g_variant_new_double (isnan (number) || number == 0 ? 0.5 : number); /* −0 has a test of its own */
}

/* Returns text of characters of one to four bytes each, without NULs. */
static GVariant *
draw_text (GRand *rand, gsize most)
{
  static const gunichar tops[] = { 0x3, 0x7f, 0x7ff, 0xd7ff, 0x10ffff };
  gsize n_characters = (gsize) g_rand_int_range (rand, 0, LONGEST);
  g_autoptr (GString) text = g_string_new (NULL);

  for (gsize i = 0; i < n_characters; i++)
    {
      gunichar character
          = (gunichar) g_rand_int_range (rand, 1, (gint32) tops[g_rand_int_range (rand, 0, 5)]);

      if (text->len + 4 <= most && g_unichar_validate (character))
        g_string_append_unichar (text, character);
    }
  return g_variant_new_string (text->str);
}

static void
draw_bytes (GRand *rand, guint8 *bytes, gsize length)
{
  for (gsize i = 0; i < length; i++)
    switch (g_rand_int_range (rand, 0, 4))
      {
      case 0:
        bytes[i] = 0;
        break;
      case 1:
        bytes[i] = G_MAXUINT8;
        break;
      default:
        bytes[i] = (guint8) g_rand_int (rand);
      }
}

static GVariant *
draw_uuid (GRand *rand)
{
  return g_variant_new_take_string (g_strdup_printf (
      "%08x-%04x-%04x-%04x-%04x%08x", g_rand_int (rand), g_rand_int (rand) & 0xffff,
      g_rand_int (rand) & 0xffff, g_rand_int (rand) & 0xffff, g_rand_int (rand) & 0xffff, g_rand_int (rand)));
}

static GVariant *
draw (GRand *rand, const HBaseKeyType *type, gsize width)
{
  gboolean sized = type->shape == HBASE_KEY_SIZED;
  guint8 bytes[LONGEST];
  gsize length = sized ? width : (gsize) g_rand_int_range (rand, 0, LONGEST);

  switch (type->kind)
    {
    case HBASE_KEY_UINT:
      return draw_uint (rand, type, width);
    case HBASE_KEY_INT:
      return draw_int (rand, type);
    case HBASE_KEY_DOUBLE:
      return draw_double (rand, type);
    default:
      if (g_str_equal (type->name, "uuid"))
        return draw_uuid (rand);
      if (g_str_equal (type->variant, "s"))
        return draw_text (rand, sized ? width : G_MAXSIZE);
      draw_bytes (rand, bytes, length);
      return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, bytes, length, 1);
    }
}

static int
compare_values (GVariant *a, GVariant *b)
{
  HBaseKeyValue left = hbase_key_value_of (a);
  HBaseKeyValue right = hbase_key_value_of (b);

  switch (left.kind)
    {
    case HBASE_KEY_UINT:
      return (left.u > right.u) - (left.u < right.u);
    case HBASE_KEY_INT:
      return (left.i > right.i) - (left.i < right.i);
    case HBASE_KEY_DOUBLE:
      return (left.d > right.d) - (left.d < right.d);
    default:
      return hbase_slice_compare (left.bytes, right.bytes);
    }
}

static int
sign (int number)
{
  return (number > 0) - (number < 0);
}

/* ---- properties of every type ---- */

static GBytes *
encode_one (HBaseKeySchema *schema, GVariant *value, GVariant *next)
{
  GVariant *values[] = { value, next };
  g_autoptr (GError) error = NULL;
  GBytes *key = hbase_key_schema_encode (schema, g_variant_new_tuple (values, next != NULL ? 2 : 1), &error);

  CHECK (key != NULL, "%s", error->message);
  return key;
}

static gsize
draw_width (GRand *rand, const HBaseKeyType *type)
{
  return (gsize) g_rand_int_range (rand, 1, (gint32) MIN (type->width, LONGEST) + 1);
}

/* Checks that values are decoded as they were encoded, and that keys are in the order that the type declares.
 * `direction` is 1, or −1 for descending fields. */
static void
check_values_and_order (const HBaseKeyType *type, const char *rest, int direction, guint n_cases)
{
  g_autoptr (GRand) rand = test_rand_new (type->name);
  gsize width = type->shape == HBASE_KEY_SIZED ? draw_width (rand, type) : 0;
  g_autoptr (HBaseKeySchema) schema = schema_of_type (type, width, rest);
  g_autoptr (GVariant) last = NULL;
  g_autoptr (GBytes) last_key = NULL;

  for (guint i = 0; i < n_cases; i++)
    {
      g_autoptr (GVariant) value = g_variant_ref_sink (draw (rand, type, width));
      g_autoptr (GBytes) key = encode_one (schema, value, NULL);
      HBaseSlice bytes = slice_of (key);
      g_autoptr (GVariant) back = hbase_key_schema_decode (schema, bytes.data, bytes.length, NULL);
      g_autoptr (GVariant) first = back != NULL ? g_variant_get_child_value (back, 0) : NULL;

      CHECK (first != NULL && g_variant_equal (first, value), "%s", g_variant_print (value, TRUE));
      if (last != NULL && type->order != 0)
        CHECK (sign (hbase_slice_compare (bytes, slice_of (last_key)))
                   == direction * type->order * sign (compare_values (value, last)),
               "%s against %s", g_variant_print (value, TRUE), g_variant_print (last, TRUE));
      g_clear_pointer (&last, g_variant_unref);
      g_clear_pointer (&last_key, g_bytes_unref);
      last = g_steal_pointer (&value);
      last_key = g_steal_pointer (&key);
    }
}

START_TEST (values_come_back_and_bytes_are_in_order)
{
  check_values_and_order (hbase_key_type_nth ((guint) _i), "", 1, test_times (CASES));
}
END_TEST

START_TEST (descending_ones_are_the_other_way_round)
{
  const HBaseKeyType *type = hbase_key_type_nth ((guint) _i);

  if (type->shape != HBASE_KEY_REST)
    check_values_and_order (type, " desc", -1, test_times (CASES / 10));
}
END_TEST

/* The end of a field is found whatever bytes the next field begins with, and keys are ordered by the first
 * field before the next one. */
START_TEST (fields_behind_are_found)
{
  const HBaseKeyType *type = hbase_key_type_nth ((guint) _i);
  g_autoptr (GRand) rand = test_rand_new (type->name);
  g_autoptr (HBaseKeySchema) schema = NULL;
  gsize width = type->shape == HBASE_KEY_SIZED ? draw_width (rand, type) : 0;

  if (type->shape == HBASE_KEY_REST)
    return;
  schema = schema_of_type (type, width, ",next:uint8");
  for (guint i = 0; i < test_times (CASES / 10); i++)
    {
      guint8 next[2]
          = { (guint8) g_rand_int_range (rand, 0, 2) * 255, (guint8) g_rand_int_range (rand, 0, 2) * 255 };
      g_autoptr (GVariant) a = g_variant_ref_sink (draw (rand, type, width));
      g_autoptr (GVariant) b = g_variant_ref_sink (draw (rand, type, width));
      g_autoptr (GBytes) key_a = encode_one (schema, a, g_variant_new_byte (next[0]));
      g_autoptr (GBytes) key_b = encode_one (schema, b, g_variant_new_byte (next[1]));
      HBaseSlice bytes = slice_of (key_a);
      g_autoptr (GVariant) back = hbase_key_schema_decode_field (schema, bytes.data, bytes.length, "f", NULL);
      g_autoptr (GVariant) behind
          = hbase_key_schema_decode_field (schema, bytes.data, bytes.length, "next", NULL);
      int order = sign (compare_values (a, b));

      CHECK (back != NULL && g_variant_equal (back, a), "%s", g_variant_print (a, TRUE));
      CHECK (g_variant_get_byte (behind) == next[0], "behind %s", g_variant_print (a, TRUE));
      if (order != 0 && type->order != 0)
        CHECK (sign (hbase_slice_compare (bytes, slice_of (key_b))) == type->order * order, "%s against %s",
               g_variant_print (a, TRUE), g_variant_print (b, TRUE));
    }
}
END_TEST

START_TEST (text_comes_back_as_the_same_key)
{
  const HBaseKeyType *type = hbase_key_type_nth ((guint) _i);
  g_autoptr (GRand) rand = test_rand_new (type->name);
  gsize width = type->shape == HBASE_KEY_SIZED ? draw_width (rand, type) : 0;
  g_autoptr (HBaseKeySchema) schema = schema_of_type (type, width, "");

  for (guint i = 0; i < test_times (CASES / 10); i++)
    {
      g_autoptr (GBytes) key = encode_one (schema, draw (rand, type, width), NULL);
      HBaseSlice bytes = slice_of (key);
      g_autofree char *text = hbase_key_schema_key_to_escaped (schema, bytes.data, bytes.length, NULL);
      g_autoptr (GBytes) back
          = hbase_key_schema_encode_escaped (schema, (const char *[]){ text, NULL }, FALSE, NULL);

      CHECK (back != NULL && g_bytes_equal (key, back), "%s", text);
    }
}
END_TEST

/* Any bytes are either refused, with the position of the wrong byte, or are a key, and the only key of its
 * values. */
START_TEST (foreign_bytes_are_refused_or_are_keys)
{
  const HBaseKeyType *type = hbase_key_type_nth ((guint) _i);
  g_autoptr (GRand) rand = test_rand_new (type->name);
  gsize width = type->shape == HBASE_KEY_SIZED ? draw_width (rand, type) : 0;
  g_autoptr (HBaseKeySchema) schema = schema_of_type (type, width, "");
  guint8 bytes[2 * LONGEST];

  for (guint i = 0; i < test_times (CASES / 10); i++)
    {
      gsize length = (gsize) g_rand_int_range (rand, 0, G_N_ELEMENTS (bytes));
      g_autoptr (GBytes) key = encode_one (schema, draw (rand, type, width), NULL);
      g_autoptr (GVariant) values = NULL;
      g_autoptr (GBytes) again = NULL;
      g_autoptr (GError) error = NULL;

      draw_bytes (rand, bytes, length);
      if (g_rand_boolean (rand) && g_bytes_get_size (key) > 0) /* a key with one byte changed */
        {
          length = MIN (g_bytes_get_size (key), sizeof bytes);
          memcpy (bytes, g_bytes_get_data (key, NULL), length);
          bytes[g_rand_int_range (rand, 0, (gint32) length)] = (guint8) g_rand_int (rand);
        }
      values = hbase_key_schema_decode (schema, bytes, length, &error);
      if (values == NULL)
        {
          CHECK (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY)
                     && strstr (error->message, "byte ") != NULL,
                 "%s", error->message);
          continue;
        }
      again = hbase_key_schema_encode (schema, values, NULL);
      CHECK (again != NULL && hbase_slice_equal (slice_of (again), hbase_slice (bytes, length)), "%s",
             g_variant_print (values, TRUE));
    }
}
END_TEST

/* ---- types that declare no order have none ---- */

static const struct {
  const char *type, *small, *great;
} disorders[] = {
  { "int32", "f=-1", "f=1" },
  { "int64", "f=-1", "f=1" },
  { "reversed-bytes(2)", "f=ab", "f=ba" },
  { "reversed-decimal(2)", "f=12", "f=21" },
  { "reversed-uint32", "f=1", "f=256" },
  { "reversed-uint64", "f=1", "f=256" },
  { "ob-blob-var", "f=\\xFF\\xFF\\x00}", "f=\\xFF\\xFF\\x04" },
};

START_TEST (what_claims_no_order_has_none)
{
  g_autofree char *text = g_strdup_printf ("f:%s", disorders[_i].type);
  g_autoptr (HBaseKeySchema) schema = schema_of (text);
  const char *small[] = { disorders[_i].small, NULL }, *great[] = { disorders[_i].great, NULL };
  g_autoptr (GBytes) a = hbase_key_schema_encode_escaped (schema, small, FALSE, NULL);
  g_autoptr (GBytes) b = hbase_key_schema_encode_escaped (schema, great, FALSE, NULL);

  ck_assert_int_eq (hbase_key_schema_field (schema, 0)->format.type->order, 0);
  ck_assert_int_gt (g_bytes_compare (a, b), 0);
}
END_TEST

/* ---- known encodings ---- */

static const struct {
  const char *type, *value, *key;
} known_keys[] = {
  { "int64", "-2", "\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE" },
  { "ordered-int32", "-2", "\\x7F\\xFF\\xFF\\xFE" },
  { "double", "1", "\\xBF\\xF0\\x00\\x00\\x00\\x00\\x00\\x00" },
  { "double", "-1", "@\\x0F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF" },
  { "seconds", "1970-01-01T00:01:00Z", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "ms", "1970-01-02", "\\x00\\x00\\x00\\x00\\x05&\\x5C\\x00" },
  { "ms", "1970-01-02Z", "\\x00\\x00\\x00\\x00\\x05&\\x5C\\x00" },
  { "ms", "1970-01-02+01:00", "\\x00\\x00\\x00\\x00\\x04\\xEFm\\x80" },
  { "seconds", "1970-01-01T00:01", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "seconds", "1970-01-01T00:01:00.000Z", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "ms", "1970-01-01T00:00:00.06000000000000000000000Z", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "seconds", "1970-01-01T00:01Z", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "seconds", "1970-01-01T01:01+01:00", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "seconds", "1969-12-31T23:01-01", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00<" },
  { "us", "1970-01-01T00:00:00.000001Z", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
  { "reverse-s", "0", "\\x7F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF" },
  { "uint16 desc", "1", "\\xFF\\xFE" },
  { "text", "a\\x2C\\\\\\x0A\\xC3\\xA9", "a,\\x5C\\x0A\\xC3\\xA9" },
  { "text-z", "ab", "ab\\x00" },
  { "text-z desc", "ab", "\\x9E\\x9D\\xFF" },
  { "text(4)", "ab", "ab\\x00\\x00" },
  { "bytes-z", "a\\x00b", "a\\x00\\xFFb\\x00\\x00" },
  { "reversed-bytes(3)", "abc", "cba" },
  { "uuid", "123E4567-e89b-12d3-a456-426614174000", "\\x12>Eg\\xE8\\x9B\\x12\\xD3\\xA4VBf\\x14\\x17@\\x00" },
  { "decimal(5)", "42", "00042" },
  { "hex(8)", "BEEF", "0000beef" },
  { "reversed-decimal(5)", "42", "24000" },
  { "reversed-uint32", "258", "\\x02\\x01\\x00\\x00" },
  { "ob-int8", "-1", ")\\x7F" },
  { "ob-int16", "1", "*\\x80\\x01" },
  { "ob-int32", "1", "+\\x80\\x00\\x00\\x01" },
  { "ob-int64", "1", ",\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
  { "ob-int8 desc", "-1", "\\xD6\\x80" },
  { "ob-float32", "1", "0\\xBF\\x80\\x00\\x00" },
  { "ob-float64", "-1", "1@\\x0F\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF" },
  { "ob-text", "ab", "4ab\\x00" },
  { "ob-blob-var", "", "7\\x00" },
  { "ob-blob-var", "a", "7\\xB0@" },
  { "ob-blob", "ab", "8ab" },
};

START_TEST (known_values_have_known_bytes)
{
  g_autofree char *text = g_strdup_printf ("f:%s", known_keys[_i].type);
  g_autofree char *word = g_strdup_printf ("f=%s", known_keys[_i].value);
  g_autoptr (HBaseKeySchema) schema = schema_of (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_encode_escaped (schema, (const char *[]){ word, NULL }, FALSE, &error);
  g_autofree char *shown = NULL;

  ck_assert_no_error (error);
  shown = hbase_bytes_to_escaped (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  ck_assert_str_eq (shown, known_keys[_i].key);
}
END_TEST

/* ---- invalid values ---- */

static const struct {
  const char *type, *word, *part;
} faulty_values[] = {
  { "int32", "f=2147483648", "from -2147483648 to 2147483647" },
  { "uint8", "f=256", "from 0 to 255" },
  { "ordered-int64", "f=1.5", "whole number" },
  { "double", "f=nan", "as double requires" },
  { "double", "f=", "as double requires" },
  { "seconds", "f=-1", "not before 1970" },
  { "ms", "f=1969-12-31T00:00:00Z", "not before 1970" },
  { "seconds", "f=2024-05-01T12:00.5", "as seconds requires" },
  { "seconds", "f=2024-05-01T12", "as seconds requires" },
  { "seconds", "f=2024-05-01T12:00:00.2Z", "isn't a whole number of seconds, as seconds requires" },
  { "reverse-s", "f=2024-05-01T12:00:00.000001Z", "isn't a whole number of seconds, as reverse-s requires" },
  { "ms", "f=2024-05-01T12:00:00.1234Z", "isn't a whole number of ms, as ms requires" },
  { "reverse-ms", "f=1969-05-01T12:00:00,0009", "isn't a whole number of ms, as reverse-ms requires" },
  { "us", "f=2024-05-01T12:00:00.1234567+02:00", "isn't a whole number of us, as us requires" },
  { "reverse-us", "f=2024-05-01T12:00:00.0000001", "isn't a whole number of us, as reverse-us requires" },
  { "seconds", "f=2024-5-1", "as seconds requires" },
  { "seconds", "f=2024-02-30", "as seconds requires" },
  { "text", "f=\\x00", "text has no NUL" },
  { "text(3)", "f=abcd", "4 bytes, but text(3) takes at most 3" },
  { "text", "f=\xff", "isn't UTF-8 from byte 0 (\\xFF)" },
  { "bytes(2)", "f=abc", "3 bytes, but bytes(2) takes 2" },
  { "reversed-bytes(2)", "f=a", "1 bytes, but reversed-bytes(2) takes 2" },
  { "uuid", "f=123e4567-e89b-12d3-a456-42661417400", "isn't a UUID like" },
  { "uuid", "f=123e4567ae89b-12d3-a456-426614174000", "isn't a UUID like" },
  { "decimal(3)", "f=1000", "at most 3 decimal digits" },
  { "hex(2)", "f=xy", "at most 2 hexadecimal digits" },
  { "downward", "f=-1", "from 0 to 9223372036854775807" },
  { "ob-int8", "f=128", "from -128 to 127" },
};

START_TEST (values_that_dont_fit_name_field_and_limit)
{
  g_autofree char *text = g_strdup_printf ("f:%s", faulty_values[_i].type);
  g_autoptr (HBaseKeySchema) schema = schema_of (text);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_key_schema_encode_escaped (
      schema, (const char *[]){ faulty_values[_i].word, NULL }, FALSE, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  ck_assert_msg (strstr (error->message, "key field “f”: ") == error->message, "%s", error->message);
  ck_assert_msg (strstr (error->message, faulty_values[_i].part) != NULL, "%s", error->message);
}
END_TEST

START_TEST (a_nul_in_text_is_refused)
{
  static const char *const types[] = { "f:text", "f:text-z", "f:text(9)", "f:ob-text" };
  g_auto (HBaseKeyBuilder) builder;
  g_autoptr (HBaseKeySchema) schema = schema_of (types[_i]);
  g_autoptr (GError) error = NULL;

  hbase_key_builder_init (&builder, schema);
  hbase_key_builder_add_bytes (&builder, (const guint8 *) "a\0b", 3);
  ck_assert_ptr_null (hbase_key_builder_end (&builder, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  ck_assert_ptr_nonnull (strstr (error->message, "key field “f”: text has no NUL"));
}
END_TEST

START_TEST (hex_in_mixed_case_is_refused)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("a:uint8,f:hex(4)");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_key_schema_decode (schema, (const guint8 *) "\1beeF", 5, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  ck_assert_ptr_nonnull (strstr (error->message, "byte 1, field “f”: \\x46 isn't a lower-case digit"));
}
END_TEST

START_TEST (all_types_are_tested)
{
  ck_assert_ptr_nonnull (hbase_key_type_nth (N_TYPES - 1));
  ck_assert_ptr_null (hbase_key_type_nth (N_TYPES));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *every = tcase_create ("every type");
  TCase *known = tcase_create ("known");
  TCase *faults = tcase_create ("faults");

  tcase_add_test (every, all_types_are_tested);
  tcase_add_loop_test (every, values_come_back_and_bytes_are_in_order, 0, N_TYPES);
  tcase_add_loop_test (every, descending_ones_are_the_other_way_round, 0, N_TYPES);
  tcase_add_loop_test (every, fields_behind_are_found, 0, N_TYPES);
  tcase_add_loop_test (every, text_comes_back_as_the_same_key, 0, N_TYPES);
  tcase_add_loop_test (every, foreign_bytes_are_refused_or_are_keys, 0, N_TYPES);
  suite_add_tcase (suite, every);
  tcase_add_loop_test (known, known_values_have_known_bytes, 0, G_N_ELEMENTS (known_keys));
  tcase_add_loop_test (known, what_claims_no_order_has_none, 0, G_N_ELEMENTS (disorders));
  suite_add_tcase (suite, known);
  tcase_add_loop_test (faults, values_that_dont_fit_name_field_and_limit, 0, G_N_ELEMENTS (faulty_values));
  tcase_add_loop_test (faults, a_nul_in_text_is_refused, 0, 4);
  tcase_add_test (faults, hex_in_mixed_case_is_refused);
  suite_add_tcase (suite, faults);
}

TEST_MAIN ("key-types", fill)
