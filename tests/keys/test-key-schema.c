/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-key-builder.h"
#include "hbase-key-schema-private.h"

#define CASES 100000
#define ACTIONS "userid:uint32,stamp:reverse-ms,actionid:uint32"

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

static HBaseSlice
slice_of (GBytes *bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return hbase_slice (data, length);
}

static void
assert_bytes (GBytes *bytes, const char *expected, gsize length)
{
  ck_assert_ptr_nonnull (bytes);
  ck_assert_uint_eq (g_bytes_get_size (bytes), length);
  if (length > 0)
    ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), expected, length);
}

static void
assert_fault (GError *error, HBaseError code, const char *part)
{
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_msg (strstr (error->message, part) != NULL, "“%s” isn't in “%s”", part, error->message);
  ck_assert_ptr_null (strchr (error->message, '\n'));
}

/* ---- the schema language ---- */

START_TEST (text_has_one_form)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (" userid : uint32,\tstamp:reverse-ms ,actionid: uint32 ");
  g_autoptr (HBaseKeySchema) again = schema_of (hbase_key_schema_get_text (schema));

  ck_assert_str_eq (hbase_key_schema_get_text (schema), ACTIONS);
  ck_assert_str_eq (hbase_key_schema_get_text (again), ACTIONS);
  ck_assert_uint_eq (hbase_key_schema_get_n_fields (schema), 3);
  ck_assert_str_eq (hbase_key_schema_get_field_name (schema, 1), "stamp");
  ck_assert_uint_eq (schema->length, 16);
}
END_TEST

static const struct {
  const char *text, *column, *part;
} faulty_schemas[] = {
  { "", "column 1:", "name is missing" },
  { "   ", "column 4:", "name is missing" },
  { "id:uint32,", "column 11:", "name is missing" },
  { "id:uint32,,b:uint8", "column 11:", "name is missing" },
  { "id", "column 3:", "type are missing" },
  { "id:", "column 4:", "the types are uint8, uint16, uint32, uint64" },
  { "id:uint33", "column 4:", "“uint33”; the types are uint8" },
  { "id:uint3", "column 4:", "“uint3”" },
  { "id:UINT32", "column 4:", "“UINT32”" },
  { "a:uint8,b:uint8,a:uint8", "column 17:", "“a” already" },
  { "1a:uint8", "column 1:", "begins with" },
  { "a:uint8 b:uint8", "column 9:", "comma" },
  { "a:uint8;b:uint8", "column 8:", "comma" },
  { "\xc3\xa4:uint8", "column 1:", "name is missing" },
  { "a:uint8\xff", "column 8:", "\\xFF" },
};

START_TEST (faults_of_the_text_are_pointed_at)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_key_schema_new (faulty_schemas[_i].text, &error));
  assert_fault (error, HBASE_ERROR_INVALID_SCHEMA, faulty_schemas[_i].column);
  assert_fault (error, HBASE_ERROR_INVALID_SCHEMA, faulty_schemas[_i].part);
  ck_assert (g_utf8_validate (error->message, -1, NULL));
}
END_TEST

/* ---- bytes ---- */

START_TEST (keys_are_big_endian_and_stamps_reversed)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key
      = hbase_key_schema_encode (schema, g_variant_new ("(uxu)", 7, (gint64) 0, 0x01020304), &error);

  ck_assert_no_error (error);
  assert_bytes (key, "\0\0\0\7\x7f\xff\xff\xff\xff\xff\xff\xff\1\2\3\4", 16);
}
END_TEST

START_TEST (prefixes_are_what_keys_begin_with)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GBytes) none = hbase_key_schema_encode_prefix (schema, g_variant_new ("()"), NULL);
  g_autoptr (GBytes) user = hbase_key_schema_encode_prefix (schema, g_variant_new ("(u)", 7), NULL);
  g_autoptr (GBytes) timestamp
      = hbase_key_schema_encode_prefix (schema, g_variant_new ("(ux)", 7, G_MAXINT64), NULL);
  g_autoptr (GBytes) whole
      = hbase_key_schema_encode_prefix (schema, g_variant_new ("(uxu)", 7, G_MAXINT64, 1), NULL);

  assert_bytes (none, "", 0);
  assert_bytes (user, "\0\0\0\7", 4);
  assert_bytes (timestamp, "\0\0\0\7\0\0\0\0\0\0\0\0", 12);
  assert_bytes (whole, "\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0\1", 16);
}
END_TEST

static const char *misfits[] = { "(ut)", "(uxs)", "(uuu)", "(xu)" };

START_TEST (values_of_another_shape_are_named)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GError) error = NULL, missing = NULL, single = NULL;
  g_autoptr (GVariant) values = g_variant_ref_sink (g_strcmp0 (misfits[_i], "(uxs)") == 0
                                                        ? g_variant_new ("(uxs)", 1, (gint64) 1, "x")
                                                    : _i == 0 ? g_variant_new ("(ut)", 1, (guint64) 1)
                                                    : _i == 2 ? g_variant_new ("(uuu)", 1, 1, 1)
                                                              : g_variant_new ("(xu)", (gint64) 1, 1));

  ck_assert_ptr_null (hbase_key_schema_encode_prefix (schema, values, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, misfits[_i]);
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "(uxu)");
  ck_assert_ptr_null (hbase_key_schema_encode (schema, g_variant_new ("(ux)", 1, (gint64) 1), &missing));
  assert_fault (missing, HBASE_ERROR_INVALID_KEY, "(ux)");
  ck_assert_ptr_null (hbase_key_schema_encode (schema, g_variant_new_uint32 (1), &single));
  assert_fault (single, HBASE_ERROR_INVALID_KEY, "“u”");
}
END_TEST

static const struct {
  const char *key;
  gsize length;
  const char *part;
} foreign_keys[] = {
  { "", 0, "ends at byte 0 of 16, in the field “userid”" },
  { "\0\0\0\7", 4, "ends at byte 4 of 16, in the field “stamp”" },
  { "\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0", 15, "ends at byte 15 of 16, in the field “actionid”" },
  { "\0\0\0\7\0\0\0\0\0\0\0\0\0\0\0\0x", 17, "continues after byte 16" },
};

START_TEST (keys_of_another_length_are_named)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  const guint8 *key = (const guint8 *) foreign_keys[_i].key;
  g_autoptr (GError) error = NULL, of_field = NULL, of_text = NULL;

  ck_assert_ptr_null (hbase_key_schema_decode (schema, key, foreign_keys[_i].length, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, foreign_keys[_i].part);
  ck_assert_ptr_null (
      hbase_key_schema_decode_field (schema, key, foreign_keys[_i].length, "userid", &of_field));
  assert_fault (of_field, HBASE_ERROR_INVALID_KEY, foreign_keys[_i].part);
  ck_assert_ptr_null (hbase_key_schema_key_to_escaped (schema, key, foreign_keys[_i].length, &of_text));
  assert_fault (of_text, HBASE_ERROR_INVALID_KEY, foreign_keys[_i].part);
}
END_TEST

START_TEST (a_counter_has_no_high_bit)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("room:uint8,id:downward");
  g_autoptr (GError) error = NULL, negative = NULL;

  ck_assert_ptr_null (hbase_key_schema_decode (schema, (const guint8 *) "\1\x80\0\0\0\0\0\0\0", 9, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "byte 1, field “id”");
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "\\x80");
  ck_assert_ptr_null (hbase_key_schema_encode (schema, g_variant_new ("(yx)", 1, (gint64) -1), &negative));
  assert_fault (negative, HBASE_ERROR_INVALID_KEY, "“id”: -1 is negative");
}
END_TEST

/* ---- keys as text ---- */

static GBytes *
encode_words (HBaseKeySchema *schema, const char *words, gboolean prefix, GError **error)
{
  g_auto (GStrv) fields = g_strsplit (words, " ", -1);

  return hbase_key_schema_encode_escaped (schema, (const char *const *) fields, prefix, error);
}

START_TEST (text_takes_fields_in_any_order)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GBytes) a = encode_words (schema, "actionid=16909060 stamp=0 userid=7", FALSE, NULL);
  g_autoptr (GBytes) b
      = encode_words (schema, "userid=7 stamp=1970-01-01T00:00:00Z actionid=16909060", FALSE, NULL);
  g_autoptr (GBytes) zoned = encode_words (schema, "stamp=1970-01-01T02:00:00+02 userid=7", TRUE, NULL);

  assert_bytes (a, "\0\0\0\7\x7f\xff\xff\xff\xff\xff\xff\xff\1\2\3\4", 16);
  assert_bytes (b, "\0\0\0\7\x7f\xff\xff\xff\xff\xff\xff\xff\1\2\3\4", 16);
  assert_bytes (zoned, "\0\0\0\7\x7f\xff\xff\xff\xff\xff\xff\xff", 12);
}
END_TEST

static const struct {
  const char *words;
  gboolean prefix;
  const char *part;
} faulty_words[] = {
  { "userid=7 stamp=0", FALSE, "“actionid” is missing" },
  { "userid=7 actionid=0", TRUE, "“stamp” is missing" },
  { "userid=4294967296", TRUE, "“userid”: “4294967296” isn't a whole number from 0 to 4294967295" },
  { "userid=-1", TRUE, "“-1”" },
  { "userid=", TRUE, "“userid”" },
  { "userid=7x", TRUE, "“7x”" },
  { "userid=7 userid=7", TRUE, "twice" },
  { "user=7", TRUE, "no field “user”" },
  { "userid", TRUE, "isn't NAME=VALUE" },
  { "userid=7 stamp=yesterday", TRUE, "“stamp”: “yesterday” is neither" },
  { "userid=7 stamp=9223372036854775808", TRUE, "“stamp”" },
};

START_TEST (faulty_words_are_named)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (encode_words (schema, faulty_words[_i].words, faulty_words[_i].prefix, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, faulty_words[_i].part);
}
END_TEST

START_TEST (keys_are_shown_by_fields)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (ACTIONS);
  g_autoptr (GBytes) key = hbase_key_schema_encode (schema, g_variant_new ("(uxu)", 7, (gint64) -1, 9), NULL);
  g_autofree char *text = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), 16, NULL);
  g_autofree char *field
      = hbase_key_schema_key_field_to_escaped (schema, g_bytes_get_data (key, NULL), 16, "userid", NULL);
  g_autoptr (GVariant) action
      = hbase_key_schema_decode_field (schema, g_bytes_get_data (key, NULL), 16, "actionid", NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_str_eq (text, "userid=7,stamp=1969-12-31T23:59:59.999Z,actionid=9");
  ck_assert_str_eq (field, "7");
  ck_assert_uint_eq (g_variant_get_uint32 (action), 9);
  ck_assert (!g_variant_is_floating (action));
  ck_assert_ptr_null (
      hbase_key_schema_key_field_to_escaped (schema, g_bytes_get_data (key, NULL), 16, "x", &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "no field “x”");
}
END_TEST

/* ---- each type, with values of all sizes ---- */

typedef struct {
  const char *schema;
  const char *variant;
  guint bits;
  gboolean is_signed, reversed;
} TypeCase;

static const TypeCase type_cases[] = {
  { "f:uint8", "(y)", 8, FALSE, FALSE },     { "f:uint16", "(q)", 16, FALSE, FALSE },
  { "f:uint32", "(u)", 32, FALSE, FALSE },   { "f:uint64", "(t)", 64, FALSE, FALSE },
  { "f:reverse-ms", "(x)", 64, TRUE, TRUE }, { "f:downward", "(x)", 63, TRUE, FALSE },
};

/* Returns with equal probability any number, a number of any magnitude, or one next to a power of two. */
static guint64
draw (GRand *rand, guint bits)
{
  guint64 all = bits == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << bits) - 1;
  guint shift = (guint) g_rand_int_range (rand, 0, (gint32) bits);

  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      return test_rand_uint64 (rand) & all;
    case 1:
      return test_rand_uint64 (rand) & all >> shift;
    default:
      return ((G_GUINT64_CONSTANT (1) << shift) + (guint64) g_rand_int_range (rand, -1, 2)) & all;
    }
}

static GVariant *
tuple_of (const TypeCase *type, guint64 number)
{
  switch (type->variant[1])
    {
    case 'y':
      return g_variant_new ("(y)", (guchar) number);
    case 'q':
      return g_variant_new ("(q)", (guint16) number);
    case 'u':
      return g_variant_new ("(u)", (guint32) number);
    case 't':
      return g_variant_new ("(t)", number);
    default:
      return g_variant_new ("(x)", (gint64) number);
    }
}

static int
compare_numbers (const TypeCase *type, guint64 a, guint64 b)
{
  int order = (a > b) - (a < b);

  if (type->is_signed)
    order = ((gint64) a > (gint64) b) - ((gint64) a < (gint64) b);
  return type->reversed ? -order : order;
}

static int
sign (int number)
{
  return (number > 0) - (number < 0);
}

START_TEST (every_value_comes_back_and_bytes_are_in_order)
{
  const TypeCase *type = &type_cases[_i];
  g_autoptr (HBaseKeySchema) schema = schema_of (type->schema);
  g_autoptr (GRand) rand = test_rand_new (type->schema);
  g_autoptr (GBytes) last = NULL;
  guint64 last_number = 0;

  for (guint i = 0; i < test_times (CASES); i++)
    {
      guint64 number = draw (rand, type->bits);
      g_autoptr (GVariant) values = g_variant_ref_sink (tuple_of (type, number));
      g_autoptr (GBytes) key = hbase_key_schema_encode (schema, values, NULL);
      HBaseSlice slice = slice_of (key);
      g_autoptr (GVariant) back = hbase_key_schema_decode (schema, slice.data, slice.length, NULL);

      ck_assert (g_variant_equal (values, back));
      if (last != NULL)
        ck_assert_int_eq (sign (hbase_slice_compare (slice_of (last), slice)),
                          compare_numbers (type, last_number, number));
      g_clear_pointer (&last, g_bytes_unref);
      last = g_steal_pointer (&key);
      last_number = number;
    }
}
END_TEST

START_TEST (text_comes_back_as_the_same_key)
{
  const TypeCase *type = &type_cases[_i];
  g_autoptr (HBaseKeySchema) schema = schema_of (type->schema);
  g_autoptr (GRand) rand = test_rand_new (type->schema);

  for (guint i = 0; i < test_times (CASES / 10); i++)
    {
      g_autoptr (GBytes) key
          = hbase_key_schema_encode (schema, tuple_of (type, draw (rand, type->bits)), NULL);
      HBaseSlice slice = slice_of (key);
      g_autofree char *text = hbase_key_schema_key_to_escaped (schema, slice.data, slice.length, NULL);
      g_autoptr (GBytes) back
          = hbase_key_schema_encode_escaped (schema, (const char *[]){ text, NULL }, FALSE, NULL);

      ck_assert_msg (back != NULL && g_bytes_equal (key, back), "%s", text);
    }
}
END_TEST

/* Returns a key whose first field contains the byte between two others; NULL if text can't contain it. */
static GBytes *
key_with_byte (HBaseKeySchema *schema, guint8 byte, gboolean is_text)
{
  const guint8 data[] = { 'a', byte, 'b' };
  g_autoptr (GVariant) bytes
      = g_variant_ref_sink (g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, sizeof data, 1));
  g_autofree char *text = g_strndup ((const char *) data, sizeof data);

  if (is_text && (byte == 0 || byte >= 128))
    return NULL;
  return hbase_key_schema_encode (
      schema, is_text ? g_variant_new ("(su)", text, byte) : g_variant_new ("(@ayu)", bytes, byte), NULL);
}

/* Checks that the text has no control characters and only the comma between the two fields: others could be
 * taken for another row or field, or control a terminal. */
static void
assert_is_one_plain_line (const char *text)
{
  ck_assert (g_utf8_validate (text, -1, NULL));
  for (const char *p = text; *p != '\0'; p++)
    ck_assert_msg ((guchar) *p >= ' ' && *p != 127, "%s", text);
  ck_assert_msg (strchr (text, ',') == strrchr (text, ','), "%s", text);
}

START_TEST (text_of_a_key_keeps_every_byte)
{
  gboolean is_text = _i == 1;
  g_autoptr (HBaseKeySchema) schema = schema_of (is_text ? "name:text-z,n:uint32" : "name:bytes-z,n:uint32");
  g_autoptr (GError) error = NULL;

  for (guint byte = 0; byte < 256; byte++)
    {
      g_autoptr (GBytes) key = key_with_byte (schema, (guint8) byte, is_text);
      g_autoptr (GBytes) back = NULL;
      g_autofree char *text = NULL;

      if (key == NULL)
        continue;
      text = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                              &error);
      ck_assert_no_error (error);
      assert_is_one_plain_line (text);
      back = hbase_key_schema_key_from_escaped (schema, text, FALSE, &error);
      ck_assert_no_error (error);
      ck_assert_msg (g_bytes_equal (key, back), "%s", text);
    }
}
END_TEST

/* Adds the values to a key, and checks that they are decoded from the key and from its text. */
static void
assert_round_trip (HBaseKeySchema *schema, const char *text, const char *bytes, gsize length)
{
  g_auto (HBaseKeyBuilder) builder;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = NULL, again = NULL, encoded = NULL;
  g_autoptr (GVariant) values = NULL, value = NULL;
  g_autofree char *escaped = NULL;
  gconstpointer seen;
  const char *seen_text;
  gsize seen_length;

  hbase_key_builder_init (&builder, schema);
  hbase_key_builder_add_utf8 (&builder, text);
  hbase_key_builder_add_bytes (&builder, (const guint8 *) bytes, length);
  key = hbase_key_builder_end (&builder, &error);
  ck_assert_no_error (error);
  values = hbase_key_schema_decode (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key), &error);
  ck_assert_no_error (error);
  g_variant_get_child (values, 0, "&s", &seen_text);
  ck_assert_str_eq (seen_text, text);
  value = g_variant_get_child_value (values, 1);
  seen = g_variant_get_fixed_array (value, &seen_length, 1);
  ck_assert_uint_eq (seen_length, length);
  ck_assert (length == 0 || memcmp (seen, bytes, length) == 0);
  escaped = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                             &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (strchr (escaped, '\n'));
  again = hbase_key_schema_key_from_escaped (schema, escaped, FALSE, &error);
  ck_assert_no_error (error);
  ck_assert (g_bytes_equal (key, again));
  encoded = hbase_key_schema_encode (schema, values, &error);
  ck_assert_no_error (error);
  ck_assert (g_bytes_equal (key, encoded));
}

START_TEST (text_and_bytes_survive_each_round_trip)
{
  static const char *const texts[] = { "Zoë", "a\\b", "a,b", "a\nb", "a=b", "\\x2C", "" };
  static const char with_nul[] = "a\0b\0";
  static const char *const schemas[]
      = { "salt:md5-hex(4),t:text-z,b:bytes", "t:text(16),b:bytes-z", "t:ob-text desc,b:ob-blob" };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (schemas[i]);

      for (guint j = 0; j < G_N_ELEMENTS (texts); j++)
        assert_round_trip (schema, texts[j], texts[j], strlen (texts[j]));
      assert_round_trip (schema, "Zoë", with_nul, sizeof with_nul - 1);
    }
}
END_TEST

START_TEST (utf8_that_is_none_is_refused_in_fields_of_text_and_of_bytes)
{
  static const char *const schemas[] = { "k:text", "k:bytes" };

  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (schemas[i]);
      g_auto (HBaseKeyBuilder) builder;
      g_autoptr (GError) error = NULL;

      hbase_key_builder_init (&builder, schema);
      hbase_key_builder_add_utf8 (&builder, "Zo\xeb");
      ck_assert_ptr_null (hbase_key_builder_end (&builder, &error));
      assert_fault (error, HBASE_ERROR_INVALID_KEY, "UTF-8");
    }
}
END_TEST

START_TEST (text_of_a_key_may_lack_the_last_fields_of_a_prefix)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("name:text-z,n:uint8");
  g_autoptr (GBytes) whole = hbase_key_schema_key_from_escaped (schema, "n=7,name=a\\x2Cn=8", FALSE, NULL);
  g_autoptr (GBytes) prefix = hbase_key_schema_key_from_escaped (schema, "name=é", TRUE, NULL);
  g_autoptr (GBytes) none = hbase_key_schema_key_from_escaped (schema, "", TRUE, NULL);
  g_autoptr (GError) error = NULL, escape = NULL;

  assert_bytes (whole, "a,n=8\0\7", 7);
  assert_bytes (prefix, "\xc3\xa9\0", 3);
  ck_assert_uint_eq (g_bytes_get_size (none), 0);
  ck_assert_ptr_null (hbase_key_schema_key_from_escaped (schema, "name=a,b", FALSE, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "“b” isn't NAME=VALUE");
  ck_assert_ptr_null (hbase_key_schema_key_from_escaped (schema, "name=\\q,n=1", FALSE, &escape));
  assert_fault (escape, HBASE_ERROR_INVALID_ARGUMENT, "“name”: the backslash at byte 1");
}
END_TEST

START_TEST (text_of_a_key_may_be_without_salts)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("a:random(4),id:uint8,b:md5(2,name),name:text");
  g_autoptr (GBytes) whole = hbase_key_schema_unsalted_key_from_escaped (schema, "id=7,name=x", FALSE, NULL);
  g_autoptr (GBytes) prefix = hbase_key_schema_unsalted_key_from_escaped (schema, "id=7", TRUE, NULL);
  g_autoptr (GError) error = NULL, value = NULL;

  assert_bytes (whole, "\7x", 2);
  assert_bytes (prefix, "\7", 1);
  ck_assert_ptr_null (hbase_key_schema_unsalted_key_from_escaped (schema, "id=7", FALSE, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "“name” is missing");
  ck_assert_ptr_null (hbase_key_schema_unsalted_key_from_escaped (schema, "id=300", TRUE, &value));
  assert_fault (value, HBASE_ERROR_INVALID_KEY, "“id”: “300”");
}
END_TEST

/* ---- counters, for prependers ---- */

static void
assert_counting (const char *text, HBaseKeyCounting counting)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (text);

  ck_assert_int_eq (hbase_key_schema_get_counting (schema), counting);
}

START_TEST (some_schemas_count)
{
  assert_counting ("room:uint8,id:downward", HBASE_KEY_COUNTER_DOWN);
  assert_counting ("room:text-z,id:downward", HBASE_KEY_COUNTER_DOWN);
  assert_counting ("salt:modulo(4,id),id:downward", HBASE_KEY_COUNTER_DOWN);
  assert_counting ("room:uint8,at:reverse-ms", HBASE_KEY_COUNTER_TIME);
  assert_counting ("at:reverse-us", HBASE_KEY_COUNTER_TIME);
  assert_counting (ACTIONS, HBASE_KEY_COUNTER_NONE);
  assert_counting ("at:ms", HBASE_KEY_COUNTER_NONE);
  assert_counting ("id:uint64", HBASE_KEY_COUNTER_NONE);
  assert_counting ("salt:random(4),id:downward", HBASE_KEY_COUNTER_NONE);
}
END_TEST

/* Schemas, the values before the counter, and the key whose counter is 20. */
static const struct {
  const char *schema, *values;
  const char *key;
  gsize length;
} counted[] = {
  { "id:downward", "()", "\0\0\0\0\0\0\0\24", 8 },
  { "room:uint8,id:downward", "(byte 5,)", "\5\0\0\0\0\0\0\0\24", 9 },
  { "room:text-z,id:downward", "('ab',)", "ab\0\0\0\0\0\0\0\0\24", 11 },
  { "salt:modulo(7,id),id:downward", "()", "\0\0\0\0\0\0\0\6\0\0\0\0\0\0\0\24", 16 },
  { "at:reverse-ms", "()", "\0\0\0\0\0\0\0\24", 8 },
};

START_TEST (a_counter_makes_a_key_and_is_found_in_it)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (counted[_i].schema);
  g_autoptr (GVariant) values = g_variant_ref_sink (g_variant_new_parsed (counted[_i].values));
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) list = hbase_key_schema_encode_before_counter (schema, values, &error);
  g_autoptr (GBytes) key = NULL;
  HBaseSlice bytes;
  gint64 counter = 0;

  ck_assert_no_error (error);
  key = hbase_key_schema_encode_counter (schema, hbase_slice_of_bytes (list), 20, &error);
  ck_assert_no_error (error);
  bytes = hbase_slice_of_bytes (key);
  ck_assert (hbase_slice_equal (bytes, hbase_slice (counted[_i].key, counted[_i].length)));
  ck_assert (hbase_key_schema_get_counter (schema, bytes, &counter, &error));
  ck_assert_int_eq (counter, 20);
  ck_assert (hbase_key_schema_is_in_list (schema, hbase_slice_of_bytes (list), bytes));
  ck_assert (!hbase_key_schema_is_in_list (schema, HBASE_SLICE_LITERAL ("another"), bytes));
  bytes.length = 7;
  ck_assert (!hbase_key_schema_get_counter (schema, bytes, &counter, &error));
  assert_fault (error, HBASE_ERROR_INVALID_KEY, "ends at byte 7");
}
END_TEST

START_TEST (a_list_has_all_fields_before_its_counter)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("room:uint8,id:downward");
  g_autoptr (GVariant) nothing = g_variant_ref_sink (g_variant_new ("()"));
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_key_schema_encode_before_counter (schema, nothing, &error));
  assert_fault (error, HBASE_ERROR_INVALID_ARGUMENT, "before the counter");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *language = tcase_create ("language");
  TCase *keys = tcase_create ("keys");
  TCase *values = tcase_create ("values");

  tcase_add_test (language, text_has_one_form);
  tcase_add_loop_test (language, faults_of_the_text_are_pointed_at, 0, G_N_ELEMENTS (faulty_schemas));
  suite_add_tcase (suite, language);
  tcase_add_test (keys, keys_are_big_endian_and_stamps_reversed);
  tcase_add_test (keys, prefixes_are_what_keys_begin_with);
  tcase_add_loop_test (keys, values_of_another_shape_are_named, 0, G_N_ELEMENTS (misfits));
  tcase_add_loop_test (keys, keys_of_another_length_are_named, 0, G_N_ELEMENTS (foreign_keys));
  tcase_add_test (keys, a_counter_has_no_high_bit);
  tcase_add_test (keys, text_takes_fields_in_any_order);
  tcase_add_loop_test (keys, faulty_words_are_named, 0, G_N_ELEMENTS (faulty_words));
  tcase_add_test (keys, keys_are_shown_by_fields);
  tcase_add_loop_test (keys, text_of_a_key_keeps_every_byte, 0, 2);
  tcase_add_test (keys, text_and_bytes_survive_each_round_trip);
  tcase_add_test (keys, utf8_that_is_none_is_refused_in_fields_of_text_and_of_bytes);
  tcase_add_test (keys, text_of_a_key_may_lack_the_last_fields_of_a_prefix);
  tcase_add_test (keys, text_of_a_key_may_be_without_salts);
  tcase_add_test (keys, some_schemas_count);
  tcase_add_loop_test (keys, a_counter_makes_a_key_and_is_found_in_it, 0, G_N_ELEMENTS (counted));
  tcase_add_test (keys, a_list_has_all_fields_before_its_counter);
  suite_add_tcase (suite, keys);
  tcase_set_timeout (values, 60);
  tcase_add_loop_test (values, every_value_comes_back_and_bytes_are_in_order, 0, G_N_ELEMENTS (type_cases));
  tcase_add_loop_test (values, text_comes_back_as_the_same_key, 0, G_N_ELEMENTS (type_cases));
  suite_add_tcase (suite, values);
}

TEST_MAIN ("key-schema", fill)
