/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema-private.h"
#include "hbase-salt-private.h"

#define CASES 100000

static char *
hex_of (const guint8 *bytes, gsize length)
{
  GString *hex = g_string_new (NULL);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (hex, "%02x", bytes[i]);
  return g_string_free (hex, FALSE);
}

/* ---- the formulas ---- */

/* Makes a salt from its text, `phoenix(16)`. */
static HBaseSalt *
salt_of (const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, "(,)", -1);
  HBaseSlice slices[16];
  HBaseSaltArguments arguments = { .words = slices };
  g_autoptr (GError) error = NULL;
  HBaseSalt *salt;

  arguments.n_words = g_strv_length (words) - 2; /* without the type, and the empty word after the `)` */
  for (guint i = 0; i < arguments.n_words; i++)
    slices[i] = hbase_slice_text (words[i + 1]);
  salt = hbase_salt_new (hbase_salt_type_lookup (hbase_slice_text (words[0])), &arguments, &error);
  ck_assert_no_error (error);
  return salt;
}

static void
assert_salt (const char *text, HBaseSlice material, const char *expected)
{
  g_autoptr (HBaseSalt) salt = salt_of (text);
  guint8 bytes[32];
  g_autofree char *hex = NULL;

  hbase_salt_compute (salt, material, material.length, 0, bytes);
  hex = hex_of (bytes, salt->width);
  ck_assert_msg (strcmp (hex, expected) == 0, "%s gives %s, not %s", text, hex, expected);
}

/* Results of Java: MD5 by MessageDigest, and |Arrays.hashCode(bytes) % n| for 16, 256 and 7. */
static const struct {
  const char *material, *md5;
  guint8 of_16, of_256, of_7;
} known[] = {
  { "", "d41d8cd98f00b204e9800998ecf8427e", 1, 1, 1 },
  { "00", "93b885adfe0da089cdf634904fd59f71", 15, 31, 3 },
  { "ff", "00594fd4f42ba43fc1ca0427a0576295", 14, 30, 2 },
  { "80", "8d39dd7eef115ea6975446ef4082951f", 1, 97, 6 },
  { "61", "0cc175b9c0f1b6a831c399e269772661", 0, 128, 2 },
  { "0000000000000001", "fa5ad9a8557e5a84cf23e52d3d3adf77", 14, 254, 2 },
  { "ffffffffffffffff", "c2cb56f4c5bf656faca0986e7eba0308", 15, 127, 0 },
  { "7fffffffffffffff", "bd5f6598b2d2cd7f130ba3e152116ff7", 15, 255, 5 },
  { "68656c6c6f", "5d41402abc4b2a76b9719d911017c592", 1, 113, 5 },
  { "deadbeef00ff80", "cf503924374630136a7d8605cfa204ed", 0, 128, 1 },
  { "c3a4c3b6c3bc", "0a09d7ee1e23c509e5e6846c86823081", 2, 18, 2 },
};

static void
assert_digests (HBaseSlice material, const char *md5)
{
  g_autofree char *readable = g_strndup (md5, 8);
  g_autofree char *as_hex = hex_of ((const guint8 *) readable, 8);
  g_autofree char *raw = g_strndup (md5, 6);

  assert_salt ("md5-hex(8)", material, as_hex);
  assert_salt ("md5(3)", material, raw);
  assert_salt ("md5(16)", material, md5);
}

START_TEST (formulas_are_those_of_java)
{
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      guint8 bytes[16];
      HBaseSlice material = hbase_slice (bytes, strlen (known[i].material) / 2);
      g_autofree char *of_16 = g_strdup_printf ("%02x", known[i].of_16);
      g_autofree char *of_256 = g_strdup_printf ("%02x", known[i].of_256);
      g_autofree char *of_7 = g_strdup_printf ("000000%02x", known[i].of_7);

      for (gsize n = 0; n < material.length; n++)
        bytes[n] = (guint8) (g_ascii_xdigit_value (known[i].material[2 * n]) << 4
                             | g_ascii_xdigit_value (known[i].material[2 * n + 1]));
      assert_digests (material, known[i].md5);
      assert_salt ("phoenix(16)", material, of_16);
      assert_salt ("phoenix(256)", material, of_256);
      assert_salt ("opentsdb(4,7)", material, strcmp (known[i].material, "00") != 0 ? of_7 : "00000000");
    }
}
END_TEST

/* In Java, Math.abs() of −2³¹ is −2³¹: so the remainder must be computed before the absolute value. */
START_TEST (the_least_hash_has_a_bucket)
{
  HBaseSlice material = HBASE_SLICE_LITERAL ("\x2b\x3c\x07\x7f\x04\x78\xda\x9c");

  assert_salt ("phoenix(7)", material, "02");
  assert_salt ("phoenix(256)", material, "00");
  assert_salt ("opentsdb(4,2147483647)", material, "00000001");
}
END_TEST

START_TEST (partitions_are_longs)
{
  assert_salt ("modulo(7,id)", HBASE_SLICE_LITERAL ("\x00\x00\x00\x64"), "0000000000000002");
  assert_salt ("modulo(1000,id)", HBASE_SLICE_LITERAL ("\x00\x00\x00\x00\x00\x01\x86\x9f"),
               "00000000000003e7");
  assert_salt ("modulo(10,id)", HBASE_SLICE_LITERAL ("\xff\xff\xff\xff\xff\xff\xff\xff"), "0000000000000005");
}
END_TEST

/* The MD5 sum of the number 1 is fa5ad9a8557e5a84…; its first 8 bytes modulo 3 and 4 were computed by Java's
 * BigInteger. */
START_TEST (names_are_chosen_by_hash)
{
  HBaseSlice one = HBASE_SLICE_LITERAL ("\0\0\0\0\0\0\0\x01");

  assert_salt ("hash-of(a,b,c,d)", one, "61");
  assert_salt ("hash-of(d,c,b,a)", one, "61");
  assert_salt ("hash-of(a,b,c,d)", HBASE_SLICE_LITERAL ("hello"), "63");
  assert_salt ("hash-of(aa,bb,cc,dd)", HBASE_SLICE_LITERAL ("\xff"), "6464");
}
END_TEST

/* ---- buckets ---- */

static void
assert_bucket_is_known (const HBaseSalt *salt, const char *text, const guint8 *bytes, GHashTable *seen)
{
  g_autofree char *hex = hex_of (bytes, salt->width);

  ck_assert_msg (g_hash_table_contains (seen, hex), "%s gives %s, which isn't one of its buckets", text, hex);
}

static GHashTable *
enumerate (const HBaseSalt *salt, const char *text)
{
  GHashTable *seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint8 last[32], bytes[32];

  for (guint64 i = 0; i < salt->n_buckets; i++)
    {
      hbase_salt_bucket (salt, i, bytes);
      ck_assert_msg (i == 0 || memcmp (last, bytes, salt->width) < 0,
                     "%s: bucket %u isn't above the last one", text, (guint) i);
      memcpy (last, bytes, salt->width);
      g_hash_table_add (seen, hex_of (bytes, salt->width));
    }
  return seen;
}

START_TEST (what_a_salt_gives_is_among_its_buckets)
{
  static const char *const texts[] = {
    "random(1)",      "random(4)",    "random(256)",     "random(257)",     "random(4096)",  "one-of(c,a,b)",
    "hash-of(ab,a1)", "md5-hex(1)",   "md5-hex(3)",      "md5(1)",          "md5(2)",        "modulo(13,id)",
    "phoenix(1)",     "phoenix(256)", "opentsdb(1,200)", "opentsdb(2,999)", "opentsdb(3,1)",
  };
  g_autoptr (GRand) rand = test_rand_new ("salts");

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (HBaseSalt) salt = salt_of (texts[i]);
      g_autoptr (GHashTable) seen = enumerate (salt, texts[i]);
      guint8 bytes[32];

      for (guint n = test_times (CASES / 10); n > 0; n--)
        {
          guint64 material = test_rand_uint64 (rand) >> g_rand_int_range (rand, 0, 64);

          hbase_salt_compute (salt, hbase_slice (&material, 1 + n % 8), 1 + n % 8, g_rand_int (rand), bytes);
          assert_bucket_is_known (salt, texts[i], bytes, seen);
        }
    }
}
END_TEST

/* ---- schemas ---- */

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  ck_assert_str_eq (hbase_key_schema_get_text (schema), text);
  return schema;
}

static char *
to_text (GBytes *bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return hbase_bytes_to_escaped (data, length);
}

static GBytes *
rebuild (HBaseKeySchema *schema, guint64 id, GError **error)
{
  guint64 key = GUINT64_TO_BE (id);

  return hbase_key_schema_salt (schema, (const guint8 *) &key, sizeof key, error);
}

START_TEST (keys_are_salted_where_the_schema_says)
{
  static const struct {
    const char *schema, *key;
  } cases[] = {
    { "salt:md5-hex(8,id),id:uint64", "fa5ad9a8\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "salt:md5(2,id),id:uint64", "\\xFAZ\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "part:modulo(4,id),id:uint64",
      "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "salt:phoenix(16),id:uint64", "\\x0E\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "salt:hash-of(a,b,c,d),id:uint64", "a\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "part:opentsdb(1,7),sub:md5-hex(2,id),id:uint64", "\\x02fa\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01" },
    { "high:uint32,salt:phoenix(16),low:uint32", "\\x00\\x00\\x00\\x00\\x0E\\x00\\x00\\x00\\x01" },
    { "id:uint64,salt:md5-hex(4)", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01fa5a" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (cases[i].schema);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) key = rebuild (schema, 1, &error);
      g_autofree char *text = NULL;

      ck_assert_no_error (error);
      text = to_text (key);
      ck_assert_str_eq (text, cases[i].key);
    }
}
END_TEST

/* OpenTSDB's RowKey.prefixKeyWithSalt() leaves the salt of global annotations zero: the rows of metric 0. */
START_TEST (opentsdb_salts_no_row_of_metric_zero)
{
  static const struct {
    const char *unsalted, *key;
  } cases[] = {
    { "\\x00\\x00\\x00time", "\\x00\\x00\\x00\\x00time" },
    { "\\x00\\x00\\x00timeab", "\\x00\\x00\\x00\\x00timeab" },
    { "\\x00\\x00\\x01time", "\\x0C\\x00\\x00\\x01time" },
    { "\\x00\\x00\\x01timeab", "\\x11\\x00\\x00\\x01timeab" },
  };
  g_autoptr (HBaseKeySchema) schema
      = schema_of ("salt:opentsdb(1,20,metric,tags),metric:bytes(3),at:uint32,tags:bytes");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) unsalted = hbase_bytes_from_escaped (cases[i].unsalted, NULL);
      g_autoptr (GBytes) key = hbase_key_schema_salt (schema, g_bytes_get_data (unsalted, NULL),
                                                      g_bytes_get_size (unsalted), &error);
      g_autofree char *text = NULL;

      ck_assert_no_error (error);
      text = to_text (key);
      ck_assert_str_eq (text, cases[i].key);
    }
}
END_TEST

START_TEST (a_salted_key_gives_the_unsalted_one_back)
{
  static const char *const texts[] = {
    "salt:md5-hex(8,id),id:uint64",
    "part:modulo(4,id),sub:phoenix(16),id:uint64",
    "high:uint32,salt:random(4),low:uint32,more:random(300)",
    "salt:one-of(no,so,we),high:uint32,low:uint32",
  };
  g_autoptr (GRand) rand = test_rand_new ("unsalted");

  for (guint n = 0; n < test_times (CASES); n++)
    {
      g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (texts[n % G_N_ELEMENTS (texts)], NULL);
      guint64 key = test_rand_uint64 (rand);
      g_autoptr (GBytes) salted
          = hbase_key_schema_salt_with_random (schema, (const guint8 *) &key, 8, g_rand_int (rand), NULL);
      g_autoptr (GBytes) back = hbase_key_schema_unsalt (schema, g_bytes_get_data (salted, NULL),
                                                         g_bytes_get_size (salted), NULL);

      ck_assert_uint_eq (g_bytes_get_size (back), 8);
      ck_assert_mem_eq (g_bytes_get_data (back, NULL), &key, 8);
    }
}
END_TEST

START_TEST (a_key_with_random_salts_is_listed_once_for_each_salt)
{
  static const struct {
    const char *schema;
    guint n_places;
  } cases[] = {
    { "salt:md5-hex(8,id),id:uint64", 1 },
    { "salt:random(4),id:uint64", 4 },
    { "salt:one-of(a,b,c),id:uint64", 3 },
    { "first:random(4),second:random(300),id:uint64", 1200 },
    { "part:modulo(4,id),salt:random(5),id:uint64", 5 },
    { "id:uint64,salt:random(64),more:random(64)", 4096 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (cases[i].schema);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_bytes_hash, g_bytes_equal);
      guint64 id = GUINT64_TO_BE (42);
      g_autoptr (GPtrArray) places
          = hbase_key_schema_list_salted_keys (schema, (const guint8 *) &id, 8, NULL);

      ck_assert_uint_eq (places->len, cases[i].n_places);
      for (guint place = 0; place < places->len; place++)
        g_hash_table_add (seen, places->pdata[place]);
      ck_assert_uint_eq (g_hash_table_size (seen), cases[i].n_places);
      /* The random numbers below n_places choose each of the keys once. */
      for (guint32 draw = 0; draw < cases[i].n_places; draw++)
        {
          g_autoptr (GBytes) key
              = hbase_key_schema_salt_with_random (schema, (const guint8 *) &id, 8, draw, NULL);

          ck_assert (g_hash_table_remove (seen, key));
        }
      ck_assert_uint_eq (g_hash_table_size (seen), 0);
    }
}
END_TEST

START_TEST (a_key_with_another_salt_is_not_of_the_schema)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("high:uint32,salt:md5-hex(4,high),id:uint32");
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = hbase_key_schema_encode (schema, g_variant_new ("(uu)", 1, 2), &error);
  g_autofree guint8 *bytes = g_memdup2 (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  g_autoptr (GVariant) values = hbase_key_schema_decode (schema, bytes, g_bytes_get_size (key), &error);
  g_autofree char *text = NULL;

  ck_assert_no_error (error);
  text = g_variant_print (values, FALSE);
  ck_assert_str_eq (text, "(1, 2)");
  bytes[4] ^= 1;
  ck_assert_ptr_null (hbase_key_schema_decode (schema, bytes, g_bytes_get_size (key), &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  ck_assert_ptr_nonnull (strstr (error->message, "byte 4, field “salt”: its salt should be “f145”"));
}
END_TEST

static const struct {
  const char *schema;
  guint8 salts[4]; /* three that the schema can choose, and one that it can't */
} random_salts[] = {
  { "salt:random(3),id:uint8", { 0, 1, 2, 3 } },
  { "salt:one-of(b,x,y),id:uint8", { 'b', 'x', 'y', 'z' } },
  { "salt:one-of(b,x,y),id:uint8", { 'x', 'y', 'b', 'c' } },
};

START_TEST (a_key_with_an_impossible_random_salt_is_refused)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (random_salts[_i].schema);

  for (guint i = 0; i < G_N_ELEMENTS (random_salts[_i].salts); i++)
    {
      const guint8 key[] = { random_salts[_i].salts[i], 7 };
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) values = hbase_key_schema_decode (schema, key, sizeof key, &error);

      if (i < 3)
        ck_assert_no_error (error);
      else
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
      ck_assert ((values != NULL) == (i < 3));
      if (i == 3)
        ck_assert_ptr_nonnull (strstr (error->message, "its salt should be one of the random salts"));
    }
}
END_TEST

START_TEST (values_and_unsalted_keys_give_the_same_row_keys)
{
  g_autoptr (HBaseKeySchema) schema
      = schema_of ("one:random(3),two:md5(2,id),high:uint32,three:random(5),id:uint32");
  g_autoptr (GRand) rand = test_rand_new ("encoded");

  for (guint n = 0; n < test_times (CASES / 10); n++)
    {
      guint32 high = g_rand_int (rand), id = g_rand_int (rand), draw = g_rand_int (rand);
      const guint32 unsalted[] = { GUINT32_TO_BE (high), GUINT32_TO_BE (id) };
      g_autoptr (GBytes) encoded
          = hbase_key_schema_encode_with_random (schema, g_variant_new ("(uu)", high, id), draw, NULL);
      g_autoptr (GBytes) salted = hbase_key_schema_salt_with_random (schema, (const guint8 *) unsalted,
                                                                     sizeof unsalted, draw, NULL);

      ck_assert (g_bytes_equal (encoded, salted));
    }
}
END_TEST

/* ---- the documentation ---- */

/* Returns the schema in backquotes at the beginning of a table's row; NULL if the line isn't such a row. */
static char *
take_example (const char *line)
{
  const char *end = g_str_has_prefix (line, "| `") ? strchr (line + 3, '`') : NULL;

  return end != NULL ? g_strndup (line + 3, (gsize) (end - line) - 3) : NULL;
}

START_TEST (every_salt_is_documented_by_an_example)
{
  const char *top = g_getenv ("top_srcdir");
  g_autofree char *path = g_build_filename (top != NULL ? top : ".", "docs/key-schema.md", NULL);
  g_autofree char *text = NULL, *types = hbase_salt_type_list ();
  g_autoptr (GString) examples = g_string_new (NULL);
  g_auto (GStrv) lines = NULL, names = g_strsplit (types, ", ", -1);
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (strstr (text, "## Salts"));
  lines = g_strsplit (strstr (text, "## Salts"), "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *example = take_example (lines[i]);

      if (example == NULL)
        continue;
      hbase_key_schema_unref (schema_of (example));
      g_string_append (examples, example);
    }
  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autofree char *call = g_strdup_printf (":%s(", names[i]);

      ck_assert_msg (strstr (examples->str, call) != NULL, "%s has no example in %s", names[i], path);
    }
}
END_TEST

/* ---- invalid salts ---- */

START_TEST (bad_salts_point_at_their_fault)
{
  static const struct {
    const char *schema;
    guint column;
    const char *part;
  } cases[] = {
    { "s:random,id:uint64", 9, "1 to 4096" },          { "s:random(0),id:uint64", 10, "1 to 4096" },
    { "s:random(4097),id:uint64", 10, "1 to 4096" },   { "s:random(4,id),id:uint64", 12, "takes no fields" },
    { "s:phoenix(257),id:uint64", 11, "1 to 256" },    { "s:phoenix(x),id:uint64", 11, "1 to 256" },
    { "s:md5-hex(33,id),id:uint64", 11, "1 to 32" },   { "s:md5(17),id:uint64", 7, "1 to 16" },
    { "s:md5(4,ix),id:uint64", 9, "no field “ix”" },   { "s:md5(4,s),id:uint64", 9, "values" },
    { "s:modulo(4),id:uint64", 12, "one field" },      { "s:modulo(4,id,id),id:uint64", 15, "one field" },
    { "s:modulo(0,id),id:uint64", 10, "from 1" },      { "s:opentsdb(5,9),id:uint64", 12, "1 to 4" },
    { "s:opentsdb(1,257),id:uint64", 14, "1 to 256" }, { "s:opentsdb(1),id:uint64", 14, "1 to 256" },
    { "s:one-of(a,bb),id:uint64", 12, "same length" }, { "s:one-of(a,b,a),id:uint64", 14, "twice" },
    { "s:hash-of,id:uint64", 10, "prefixes" },         { "s:random(4)", 12, "only salts" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *where = g_strdup_printf ("column %u", cases[i].column);

      ck_assert_ptr_null (hbase_key_schema_new (cases[i].schema, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_SCHEMA);
      ck_assert_msg (strstr (error->message, cases[i].part) != NULL && strstr (error->message, where) != NULL,
                     "“%s”: “%s” doesn't say “%s” at %s", cases[i].schema, error->message, cases[i].part,
                     where);
    }
}
END_TEST

START_TEST (what_cannot_be_computed_or_visited_is_refused)
{
  g_autoptr (HBaseKeySchema) random = schema_of ("salt:random(4),id:uint64");
  g_autoptr (HBaseKeySchema) many = schema_of ("salt:random(64),more:random(65),id:uint64");
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (rebuild (random, 1, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_key_schema_list_salted_keys (many, (const guint8 *) "12345678", 8, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "4096"));
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_key_schema_list_salted_keys (random, (const guint8 *) "1234567", 7, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salts");

  tcase_add_test (tests, formulas_are_those_of_java);
  tcase_add_test (tests, the_least_hash_has_a_bucket);
  tcase_add_test (tests, opentsdb_salts_no_row_of_metric_zero);
  tcase_add_test (tests, partitions_are_longs);
  tcase_add_test (tests, names_are_chosen_by_hash);
  tcase_add_test (tests, what_a_salt_gives_is_among_its_buckets);
  tcase_add_test (tests, keys_are_salted_where_the_schema_says);
  tcase_add_test (tests, a_salted_key_gives_the_unsalted_one_back);
  tcase_add_test (tests, a_key_with_random_salts_is_listed_once_for_each_salt);
  tcase_add_test (tests, a_key_with_another_salt_is_not_of_the_schema);
  tcase_add_loop_test (tests, a_key_with_an_impossible_random_salt_is_refused, 0,
                       G_N_ELEMENTS (random_salts));
  tcase_add_test (tests, values_and_unsalted_keys_give_the_same_row_keys);
  tcase_add_test (tests, every_salt_is_documented_by_an_example);
  tcase_add_test (tests, bad_salts_point_at_their_fault);
  tcase_add_test (tests, what_cannot_be_computed_or_visited_is_refused);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salts", fill)
