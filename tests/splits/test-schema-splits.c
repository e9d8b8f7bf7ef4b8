/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema-private.h"
#include "hbase-salt-splits.h"
#include "hbase-sampled-splits.h"
#include "hbase-schema-key-generator.h"

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* ---- splits by salts ---- */

static char *
salt_splits (const char *text, guint n_regions, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (text);
  g_autoptr (HBaseSaltSplits) splits = hbase_salt_splits_new (schema);
  g_autoptr (GPtrArray) keys
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), n_regions, NULL, error);
  g_autoptr (GString) shown = g_string_new (NULL);

  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      g_autofree char *key = hbase_bytes_to_escaped (g_bytes_get_data (keys->pdata[i], NULL),
                                                     g_bytes_get_size (keys->pdata[i]));

      g_string_append_printf (shown, "%s%s", i > 0 ? " " : "", key);
    }
  return keys != NULL ? g_string_free (g_steal_pointer (&shown), FALSE) : NULL;
}

static const struct {
  const char *schema;
  guint n_regions;
  const char *keys;
} known_splits[] = {
  { "salt:random(4),name:text", 4, "\\x01 \\x02 \\x03" },
  { "salt:random(4),name:text", 2, "\\x02" },
  { "salt:random(4),name:text", 1, "" },
  { "salt:phoenix(5),key:bytes", 5, "\\x01 \\x02 \\x03 \\x04" },
  { "salt:one-of(d,a,c,b),key:bytes", 4, "b c d" },
  { "salt:md5-hex(8,id),id:int64", 4, "40000000 80000000 c0000000" },
  { "salt:md5-hex(3),id:int64", 4, "400 800 c00" },
  { "salt:md5-hex(32),id:int64", 2, "80000000" },
  { "salt:md5(16),id:int64", 2, "\\x80\\x00\\x00\\x00" },
  { "salt:md5(1),id:int64", 3, "U \\xAA" },
  { "part:modulo(3,id),id:int64", 3,
    "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01 \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02" },
  { "a:random(2),b:one-of(x,y),key:bytes", 4, "\\x00y \\x01x \\x01y" },
  { "a:random(2),b:one-of(x,y),key:bytes", 2, "\\x01" },
};

START_TEST (salts_have_known_splits)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *keys = salt_splits (known_splits[_i].schema, known_splits[_i].n_regions, &error);

  ck_assert_no_error (error);
  ck_assert_str_eq (keys, known_splits[_i].keys);
}
END_TEST

START_TEST (more_regions_than_salts_are_refused)
{
  g_autoptr (GError) few = NULL, none = NULL;
  g_autofree char *keys = salt_splits ("salt:random(4),name:text", 5, &few);
  g_autofree char *unsalted = salt_splits ("name:text", 2, &none);

  ck_assert_error (few, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (few->message, "has 4 salts, fewer than 5 regions"));
  ck_assert_error (none, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (none->message, "don't begin with a salt"));
  ck_assert_ptr_null (keys);
  ck_assert_ptr_null (unsalted);
}
END_TEST

/* ---- keys of a schema ---- */

static const char *const schemas[] = {
  "a:uint8,b:uint64,c:reverse-ms,d:downward,e:ordered-int32 desc",
  "salt:md5-hex(8,id),id:int64,name:text",
  "a:text-z,b:bytes-z desc,c:text(20),d:bytes(3),e:uuid",
  "a:decimal(19),b:hex(16),c:reversed-decimal(2),d:reversed-uint32,e:double",
  "a:ob-int8,b:ob-float32,c:ob-text,d:ob-blob-var,e:ob-blob",
  "salt:random(300),at:us,s:seconds,b:bytes",
};

START_TEST (keys_are_of_the_schema_and_the_same_again)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (schemas[_i]);
  g_autoptr (HBaseSchemaKeyGenerator) one = hbase_schema_key_generator_new (schema, 7);
  g_autoptr (HBaseSchemaKeyGenerator) same = hbase_schema_key_generator_new (schema, 7);
  g_autoptr (HBaseSchemaKeyGenerator) other = hbase_schema_key_generator_new (schema, 8);
  guint n_equal = 0;

  for (guint i = 0; i < test_times (2000); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) key = hbase_key_generator_next (HBASE_KEY_GENERATOR (one), NULL, &error);
      g_autoptr (GBytes) again = hbase_key_generator_next (HBASE_KEY_GENERATOR (same), NULL, NULL);
      g_autoptr (GBytes) third = hbase_key_generator_next (HBASE_KEY_GENERATOR (other), NULL, NULL);
      g_autoptr (GVariant) values = NULL;

      ck_assert_no_error (error);
      values = hbase_key_schema_decode (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key), &error);
      ck_assert_no_error (error);
      ck_assert (g_bytes_equal (key, again));
      n_equal += g_bytes_equal (key, third);
    }
  ck_assert_uint_le (n_equal, 1);
}
END_TEST

/* The quantile of n even keys deviates by less than 6 standard deviations, each at most 0x8000 / √n of the
 * range 0x10000. With many keys it deviates by less than 0x400, which covers the calculator's own error. */
static void
assert_even (gint64 at, gint64 even, gint64 n_keys)
{
  gint64 deviation = ABS (at - even);

  if (deviation >= 0x400)
    ck_assert_int_lt (deviation * deviation * n_keys, G_GINT64_CONSTANT (36) * 0x8000 * 0x8000);
}

START_TEST (sampled_splits_of_evenly_spread_keys_are_even)
{
  const guint n_keys = test_times (100000);
  g_autoptr (HBaseKeySchema) schema = schema_of ("salt:md5-hex(8,id),id:int64");
  guint32 seed = test_seed ("sampled_splits_of_evenly_spread_keys_are_even");
  g_autoptr (HBaseSchemaKeyGenerator) keys = hbase_schema_key_generator_new (schema, seed);
  g_autoptr (HBaseSampledSplits) splits = hbase_sampled_splits_new (HBASE_KEY_GENERATOR (keys), n_keys);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) bounds
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), 16, NULL, &error);

  ck_assert_no_error (error);
  for (guint i = 0; i < bounds->len; i++)
    {
      const char *text = g_bytes_get_data (bounds->pdata[i], NULL);
      g_autofree char *digits = g_strndup (text, 4);

      assert_even ((gint64) g_ascii_strtoull (digits, NULL, 16), (i + 1) * 0x1000, n_keys);
    }
}
END_TEST

/* Text consists of all lower-case letters and nothing else, in every kind of field; bytes have all values. */
START_TEST (texts_are_of_an_alphabet)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("t:text(5),u:text-z,b:bytes(3),v:text");
  g_autoptr (HBaseSchemaKeyGenerator) generator = hbase_schema_key_generator_new (schema, 1);
  guint seen[3][256] = { 0 }; /* in text of fixed width, in other text, in bytes */

  for (guint n = 0; n < 20000; n++)
    {
      g_autoptr (GBytes) key = hbase_key_generator_next (HBASE_KEY_GENERATOR (generator), NULL, NULL);
      const guint8 *data = g_bytes_get_data (key, NULL);

      ck_assert_uint_eq (g_bytes_get_size (key), 5 + 8 + 1 + 3 + 8);
      for (guint i = 0; i < 25; i++)
        if (i != 13)
          seen[i < 5 ? 0 : i < 14 || i >= 17 ? 1 : 2][data[i]]++;
      ck_assert_uint_eq (data[13], 0);
    }
  for (guint c = 0; c < 256; c++)
    {
      gboolean letter = c >= 'a' && c <= 'z';

      ck_assert_msg ((seen[0][c] > 0) == letter && (seen[1][c] > 0) == letter && seen[2][c] > 0, "byte %u",
                     c);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("splits of schemas");

  tcase_add_loop_test (tests, salts_have_known_splits, 0, G_N_ELEMENTS (known_splits));
  tcase_add_test (tests, more_regions_than_salts_are_refused);
  tcase_add_loop_test (tests, keys_are_of_the_schema_and_the_same_again, 0, G_N_ELEMENTS (schemas));
  tcase_add_test (tests, texts_are_of_an_alphabet);
  tcase_add_test (tests, sampled_splits_of_evenly_spread_keys_are_even);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("schema-splits", fill)
