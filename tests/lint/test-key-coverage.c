/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-plan-key-coverage-private.h"

#include "check-main.h"
#include "test-seed.h"

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* Schemas with few keys. */
static const char *const small_schemas[] = {
  "a:hex(2)",
  "a:hex(1) desc,b:decimal(1)",
  "a:uint8 desc,b:hex(1) desc",
  "s:random(3),k:uint8",
  "k:uint8,s:random(2)",
  "s:one-of(bb,dd),k:decimal(1)",
  "s:random(300),t:one-of(x,y),k:hex(1)",
  "a:ob-int8",
  "a:ob-int8 desc",
};

static gsize
unsalted_length (HBaseKeySchema *schema)
{
  gsize length = 0;

  for (guint i = 0; i < schema->fields->len; i++)
    if (hbase_key_schema_field (schema, i)->salt == NULL)
      length += hbase_key_schema_field (schema, i)->format.width;
  return length;
}

/* All keys of the schema: the byte strings that are valid values, each with all its salts. */
static GPtrArray *
list_keys (HBaseKeySchema *schema)
{
  gsize length = unsalted_length (schema);
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  ck_assert_uint_le (length, 2);
  for (guint64 number = 0; number < (guint64) 1 << 8 * length; number++)
    {
      g_autoptr (GPtrArray) salted = NULL;
      guint8 bytes[2];

      hbase_key_number_write (bytes, length, number);
      salted = hbase_key_schema_list_salted_keys (schema, bytes, length, NULL);
      for (guint i = 0; i < salted->len; i++)
        {
          HBaseSlice key = hbase_slice_of_bytes (salted->pdata[i]);
          g_autoptr (GVariant) values = hbase_key_schema_decode (schema, key.data, key.length, NULL);

          if (values != NULL)
            g_ptr_array_add (keys, g_bytes_ref (salted->pdata[i]));
        }
    }
  return keys;
}

static gboolean
has_key (GPtrArray *keys, HBaseSlice start, HBaseSlice stop)
{
  for (guint i = 0; i < keys->len; i++)
    {
      HBaseSlice key = hbase_slice_of_bytes (keys->pdata[i]);

      if (hbase_slice_compare (key, start) >= 0 && (stop.length == 0 || hbase_slice_compare (key, stop) < 0))
        return TRUE;
    }
  return FALSE;
}

/* A random bound near a key of the schema: the key truncated, extended or altered. */
static HBaseSlice
random_bound (GRand *rand, GPtrArray *keys, guint8 *bytes)
{
  HBaseSlice key = hbase_slice_of_bytes (keys->pdata[g_rand_int_range (rand, 0, (gint32) keys->len)]);
  gsize length = (gsize) g_rand_int_range (rand, 0, (gint32) key.length + 2);

  memset (bytes, g_rand_boolean (rand) ? 0 : 0xff, 8);
  memcpy (bytes, key.data, key.length);
  if (length > 0 && g_rand_boolean (rand))
    bytes[g_rand_int_range (rand, 0, (gint32) length)] += (guint8) g_rand_int_range (rand, -2, 3);
  return hbase_slice (bytes, length);
}

START_TEST (a_region_is_reachable_where_a_key_of_the_schema_is_in_it)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (small_schemas[_i]);
  g_autoptr (HBasePlanKeyCoverage) coverage = hbase_plan_key_coverage_new (schema);
  g_autoptr (GRand) rand = test_rand_new (small_schemas[_i]);
  g_autoptr (GPtrArray) keys = list_keys (schema);
  guint n_reachable = 0, n_times = test_times (3000);

  ck_assert_uint_gt (keys->len, 0);
  for (guint i = 0; i < n_times; i++)
    {
      guint8 first[8], second[8];
      HBaseSlice start = random_bound (rand, keys, first), stop = random_bound (rand, keys, second);
      gboolean reachable = has_key (keys, start, stop);
      g_autofree char *from = hbase_bytes_to_escaped (start.data, start.length);
      g_autofree char *to = hbase_bytes_to_escaped (stop.data, stop.length);

      ck_assert_msg (hbase_plan_key_coverage_has (coverage, start, stop) == reachable, "“%s” to “%s”: %d",
                     from, to, reachable);
      n_reachable += reachable;
    }
  if (n_times > 100)
    ck_assert (n_reachable > 0 && n_reachable < n_times);
}
END_TEST

/* A schema with one field of the type. */
static char *
one_field (const HBaseKeyType *type, gboolean descending)
{
  return g_strdup_printf ("x:%s%s%s", type->name, type->shape == HBASE_KEY_SIZED ? "(3)" : "",
                          descending && type->shape != HBASE_KEY_REST ? " desc" : "");
}

/* Random bytes that may be a key: OrderedBytes begin with a header. */
static gsize
random_bytes (GRand *rand, gsize length, guint8 *bytes)
{
  if (length == 0)
    length = (gsize) g_rand_int_range (rand, 1, 6);
  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) g_rand_int (rand);
  if (g_rand_boolean (rand))
    bytes[0] = (guint8) g_rand_int_range (rand, 0x29, 0x39);
  if (g_rand_boolean (rand))
    bytes[length - 1] = 0;
  if (g_rand_int_range (rand, 0, 3) == 0)
    for (gsize i = 0; i < length; i++)
      bytes[i] = (guint8) ('0' + bytes[i] % 10);
  return length;
}

static guint
try_keys (HBaseKeySchema *schema, GRand *rand)
{
  g_autoptr (HBasePlanKeyCoverage) coverage = hbase_plan_key_coverage_new (schema);
  guint n_keys = 0;

  for (guint i = 0; i < test_times (20000); i++)
    {
      guint8 bytes[32] = { 0 };
      gsize length = random_bytes (rand, schema->length, bytes);
      g_autoptr (GVariant) values = NULL;

      if (g_rand_boolean (rand)) /* as descending fields are */
        for (gsize j = 0; j < length; j++)
          bytes[j] ^= 0xff;
      values = hbase_key_schema_decode (schema, bytes, length, NULL);
      if (values == NULL)
        continue;
      n_keys++;
      ck_assert_msg (hbase_plan_key_coverage_has (coverage, hbase_slice (bytes, length),
                                                  hbase_slice (bytes, length + 1)),
                     "%s", hbase_key_schema_get_text (schema));
    }
  return n_keys;
}

START_TEST (each_key_is_reachable)
{
  g_autoptr (GRand) rand = test_rand_new ("each_key_is_reachable");
  const HBaseKeyType *type;

  for (guint i = 0; (type = hbase_key_type_nth (i)) != NULL; i++)
    for (guint descending = 0; descending < 2; descending++)
      {
        g_autofree char *text = one_field (type, descending == 1);
        g_autoptr (HBaseKeySchema) schema = schema_of (text);
        guint n_keys = try_keys (schema, rand);

        ck_assert_msg (n_keys > 0 || test_times (20000) < 20000, "no key of %s was made", text);
      }
}
END_TEST

START_TEST (text_begins_as_utf8_does)
{
  static const struct {
    const char *schema, *start, *stop;
    gboolean reachable;
  } cases[] = {
    { "t:text", "\\x80", "\\xC2", FALSE },
    { "t:text", "\\xC1\\xFF", "\\xC2\\x80\\x01", TRUE },
    { "t:text", "\\xF5", "", FALSE },
    { "t:text", "", "\\x01", FALSE },
    { "t:text", "\\xF4", "", TRUE },
    { "t:text-z,a:uint8", "", "\\x01", TRUE },
    { "s:one-of(a),t:text", "a", "a\\x00", TRUE },
    { "s:one-of(a),t:text", "a\\x00", "a\\x01", FALSE },
    { "t:ob-text", "\\x35", "", FALSE },
    { "t:ob-text desc", "\\xCB", "\\xCC", TRUE },
    { "a:seconds", "\\x80", "", FALSE },
    { "a:reverse-ms", "\\x80", "", TRUE },
    { "a:downward,b:uint8", "\\x7F\\xFF", "\\x80", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (cases[i].schema);
      g_autoptr (HBasePlanKeyCoverage) coverage = hbase_plan_key_coverage_new (schema);
      g_autoptr (GBytes) start = hbase_bytes_from_escaped (cases[i].start, NULL);
      g_autoptr (GBytes) stop = hbase_bytes_from_escaped (cases[i].stop, NULL);

      ck_assert_msg (
          hbase_plan_key_coverage_has (coverage, hbase_slice_of_bytes (start), hbase_slice_of_bytes (stop))
              == cases[i].reachable,
          "%s, “%s” to “%s”", cases[i].schema, cases[i].start, cases[i].stop);
    }
}
END_TEST

/* ---- shares ---- */

static const struct {
  const char *schema, *bound;
  double below;
} share_cases[] = {
  { "s:phoenix(4),k:bytes", "", 0 },
  { "s:phoenix(4),k:bytes", "\\x01", 0.25 },
  { "s:phoenix(4),k:bytes", "\\x05", 1 },
  { "s:modulo(10,k),k:uint8", "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x05", 0.5 },
  { "s:md5-hex(2),k:bytes", "8", 0.5 },
  { "s:md5-hex(2),k:bytes", "80", 0.5 },
  { "s:md5-hex(2),k:bytes", "8c", 0.546875 },
  { "s:md5-hex(2),k:bytes", "A", 0.625 },
  { "s:md5(3),k:bytes", "\\xC0", 0.75 },
  { "s:one-of(a,c,e,g),k:bytes", "c", 0.25 },
  { "s:one-of(a,c,e,g),k:bytes", "d", 0.5 },
  { "k:uint16", "\\x40\\x00", 0.25 },
  { "k:downward", "\\x40", 0.5 },
};

START_TEST (shares_are_those_of_the_values)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (share_cases[_i].schema);
  g_autoptr (HBasePlanKeyCoverage) coverage = hbase_plan_key_coverage_new (schema);
  g_autoptr (GBytes) bound = hbase_bytes_from_escaped (share_cases[_i].bound, NULL);

  ck_assert_double_eq_tol (hbase_plan_key_coverage_share_below (coverage, hbase_slice_of_bytes (bound)),
                           share_cases[_i].below, 1e-9);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *coverage = tcase_create ("coverage");

  tcase_set_timeout (coverage, 60);
  tcase_add_loop_test (coverage, a_region_is_reachable_where_a_key_of_the_schema_is_in_it, 0,
                       G_N_ELEMENTS (small_schemas));
  tcase_add_test (coverage, each_key_is_reachable);
  tcase_add_test (coverage, text_begins_as_utf8_does);
  tcase_add_loop_test (coverage, shares_are_those_of_the_values, 0, G_N_ELEMENTS (share_cases));
  suite_add_tcase (suite, coverage);
}

TEST_MAIN ("key-coverage", fill)
