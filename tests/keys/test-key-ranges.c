/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-key-builder.h"
#include "hbase-key-schema-private.h"

#define CASES 120000

/* Checks a condition without ck_assert(), which writes to a file each time. */
#define CHECK(condition, ...)                                                                                \
  do                                                                                                         \
    if (!(condition))                                                                                        \
      ck_abort_msg (__VA_ARGS__);                                                                            \
  while (0)

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
  gsize length = 0;
  gconstpointer data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  return hbase_slice (data, length);
}

static void
assert_reported (GError *error, HBaseError code, const char *part)
{
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_msg (strstr (error->message, part) != NULL, "“%s” isn't in “%s”", part, error->message);
}

/* ---- the normal form of texts ---- */

/* These texts are accepted by a released version: lines are added here, and never changed. */
static const struct {
  const char *written, *canonical;
} texts[] = {
  { "id:uint32", "id:uint32" },
  { " userid : uint32 ,\tstamp :reverse-ms,actionid:uint32 ",
    "userid:uint32,stamp:reverse-ms,actionid:uint32" },
  { "salt:md5-hex( 8 , id ),id:int64", "salt:md5-hex(8,id),id:int64" },
  { "salt:md5-hex(8),id:int64", "salt:md5-hex(8),id:int64" },
  { "salt:md5-hex(8,a,b),a:int64,b:text", "salt:md5-hex(8,a,b),a:int64,b:text" },
  { "salt:random(4),name:text", "salt:random(4),name:text" },
  { "salt:phoenix(16),key:bytes", "salt:phoenix(16),key:bytes" },
  { "metric:text-z,at:seconds", "metric:text-z,at:seconds" },
  { "at:seconds   desc ,n:uint8", "at:seconds desc,n:uint8" },
  { "salt:one-of(d,b,a,c),key:bytes", "salt:one-of(a,b,c,d),key:bytes" },
  { "part:modulo(16,id),sub:md5-hex(2,id),id:uint64", "part:modulo(16,id),sub:md5-hex(2,id),id:uint64" },
  { "salt:opentsdb(1,20,m,t),m:bytes(3),at:uint32,t:bytes",
    "salt:opentsdb(1,20,m,t),m:bytes(3),at:uint32,t:bytes" },
  { "a:text(007),b:hex(8) desc", "a:text(7),b:hex(8) desc" },
  { "desc:uint8 desc", "desc:uint8 desc" },
};

START_TEST (released_texts_keep_their_normal_form)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (texts[_i].written);
  g_autoptr (HBaseKeySchema) again = schema_of (texts[_i].canonical);

  ck_assert_str_eq (hbase_key_schema_get_text (schema), texts[_i].canonical);
  ck_assert_str_eq (hbase_key_schema_get_text (again), texts[_i].canonical);
}
END_TEST

static const struct {
  const char *text, *column, *part;
} faults[] = {
  { "a:text,b:uint8", "column 8:", "“a” must be the last field" },
  { "a:uint8(3)", "column 3:", "takes no parentheses" },
  { "a:hex", "column 3:", "needs a width: hex(N)" },
  { "a:hex(0)", "column 7:", "from 1 to 16" },
  { "a:hex(17)", "column 7:", "from 1 to 16" },
  { "a:hex(x)", "column 7:", "from 1 to 16" },
  { "a:hex(2,3)", "column 9:", "one number only" },
  { "a:hex(2", "column 8:", "closing parenthesis" },
  { "a:hex()", "column 7:", "missing in the parentheses" },
  { "a:uint8 up", "column 9:", "desc or the end" },
  { "a:bytes desc", "column 9:", "can't be descending" },
  { "a:bytes(32767),b:uint8", "column 16:", "32767 bytes" },
};

START_TEST (faults_are_pointed_at)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_key_schema_new (faults[_i].text, &error));
  assert_reported (error, HBASE_ERROR_INVALID_SCHEMA, faults[_i].column);
  assert_reported (error, HBASE_ERROR_INVALID_SCHEMA, faults[_i].part);
}
END_TEST

START_TEST (a_key_has_32_fields_at_most)
{
  g_autoptr (GString) text = g_string_new ("f0:uint8");
  g_autoptr (HBaseKeySchema) most = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < HBASE_KEY_MAX_FIELDS; i++)
    g_string_append_printf (text, ",f%u:uint8", i);
  most = schema_of (text->str);
  ck_assert_uint_eq (hbase_key_schema_get_n_fields (most), 32);
  g_string_append (text, ",one:uint8");
  ck_assert_ptr_null (hbase_key_schema_new (text->str, &error));
  assert_reported (error, HBASE_ERROR_INVALID_SCHEMA, "more than 32 fields");
}
END_TEST

/* ---- the builder ---- */

#define MIXED "salt:md5-hex(4,id),id:uint32,at:ms desc,name:text-z,x:double,rest:bytes"

static void
add_mixed (HBaseKeyBuilder *builder, guint32 id, gint64 at, const char *name, double x)
{
  hbase_key_builder_add_uint64 (builder, id);
  hbase_key_builder_add_int64 (builder, at);
  hbase_key_builder_add_utf8 (builder, name);
  hbase_key_builder_add_double (builder, x);
}

START_TEST (a_builder_makes_what_tuples_make)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (MIXED);
  g_autoptr (GRand) rand = test_rand_new ("builder");

  for (guint i = 0; i < test_times (CASES / 10); i++)
    {
      guint32 id = g_rand_int (rand);
      gint64 at = (gint64) (test_rand_uint64 (rand) >> 1);
      g_autofree char *name = g_strnfill ((gsize) g_rand_int_range (rand, 0, 200), 'n');
      double x = g_rand_double (rand);
      g_autoptr (GBytes) tuple = hbase_key_schema_encode (
          schema, g_variant_new ("(uxsd@ay)", id, at, name, x, g_variant_new_bytestring ("xy")), NULL);
      g_autoptr (GBytes) key = NULL;
      g_auto (HBaseKeyBuilder) builder;

      hbase_key_builder_init (&builder, schema);
      add_mixed (&builder, id, at, name, x);
      hbase_key_builder_add_bytes (&builder, (const guint8 *) "xy", 3); /* with the NUL of a bytestring */
      key = hbase_key_builder_end (&builder, NULL);
      CHECK (key != NULL && tuple != NULL && g_bytes_equal (key, tuple), "%u %s", id, name);
    }
}
END_TEST

static GBytes *
build_wrongly (guint fault, HBaseKeyBuilder *builder, GError **error)
{
  static const guint8 long_bytes[HBASE_MAX_ROW_LENGTH];

  if (fault == 0)
    hbase_key_builder_add_int64 (builder, -1);
  else if (fault == 1)
    hbase_key_builder_add_utf8 (builder, "text");
  else if (fault == 2)
    hbase_key_builder_add_uint64 (builder, G_GUINT64_CONSTANT (1) << 32);
  else
    add_mixed (builder, 7, fault == 3 ? -5 : 5, "name", 1.5);
  if (fault >= 5)
    hbase_key_builder_add_bytes (builder, long_bytes, fault == 5 ? sizeof long_bytes : 1);
  if (fault == 6)
    hbase_key_builder_add_uint64 (builder, 1);
  return hbase_key_builder_end (builder, error);
}

static const char *const builder_faults[] = {
  "key field “id”: -1 is below 0, the least uint32",
  "key field “id”: the value is text or bytes, but uint32 takes a whole number",
  "key field “id”: 4294967296 is above 4294967295, the greatest uint32",
  "key field “at”: -5 is before 1970",
  "key field “rest” is missing",
  "more than the 32767 bytes",
  "more values than the 5",
};

/* After clear() and init() the builder makes keys again. */
START_TEST (a_builder_tells_its_first_fault_at_the_end)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (MIXED);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = NULL;
  g_auto (HBaseKeyBuilder) builder;

  hbase_key_builder_init (&builder, schema);
  ck_assert_ptr_null (build_wrongly ((guint) _i, &builder, &error));
  assert_reported (error, HBASE_ERROR_INVALID_KEY, builder_faults[_i]);
  hbase_key_builder_clear (&builder);
  hbase_key_builder_init (&builder, schema);
  add_mixed (&builder, 1, 2, "n", 3);
  hbase_key_builder_add_bytes (&builder, NULL, 0);
  key = hbase_key_builder_end (&builder, NULL);
  ck_assert_ptr_nonnull (key);
}
END_TEST

/* ---- ranges ---- */

static const char *const range_schemas[] = {
  "a:uint8,b:uint16,c:uint8",
  "a:text-z,b:bytes-z desc,c:bytes",
  "a:bytes-z,b:uint8,c:text",
  "a:bytes(2),b:uint8 desc,c:bytes-z",
};

/* Returns one of few values, which are close to the smallest or the largest one, so that cases of equality
 * occur. */
static GVariant *
draw_value (GRand *rand, const HBaseKeyType *type, gsize width)
{
  static const guint8 bytes[] = { 0, 1, 0xfe, 0xff };
  guint8 drawn[3];
  gsize length = width > 0 ? width : (gsize) g_rand_int_range (rand, 0, 4);

  if (type->kind == HBASE_KEY_UINT)
    return hbase_key_variant_of_uint (type, g_rand_boolean (rand)
                                                ? type->maximum - (guint64) g_rand_int_range (rand, 0, 2)
                                                : (guint64) g_rand_int_range (rand, 0, 3));
  for (gsize i = 0; i < length; i++)
    drawn[i] = bytes[g_rand_int_range (rand, 0, 4)];
  if (*type->variant != 's')
    return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, drawn, length, 1);
  return g_variant_new_take_string (g_strnfill (length, (char) g_rand_int_range (rand, 'a', 'c')));
}

static void
draw_values (GRand *rand, HBaseKeySchema *schema, GVariant **values)
{
  for (guint i = 0; i < schema->fields->len; i++)
    {
      const HBaseKeyFormat *format = &hbase_key_schema_field (schema, i)->format;

      values[i] = g_variant_ref_sink (draw_value (rand, format->type, format->width));
    }
}

static void
unref_values (GVariant **values, guint n)
{
  for (guint i = 0; i < n; i++)
    g_variant_unref (values[i]);
}

static gboolean
begin_alike (GVariant **a, GVariant **b, guint n)
{
  for (guint i = 0; i < n; i++)
    if (!g_variant_equal (a[i], b[i]))
      return FALSE;
  return TRUE;
}

START_TEST (a_range_holds_just_the_keys_with_its_values)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (range_schemas[_i]);
  g_autoptr (GRand) rand = test_rand_new (range_schemas[_i]);
  guint n_fields = schema->fields->len, n_inside = 0;

  for (guint i = 0; i < test_times (CASES / G_N_ELEMENTS (range_schemas)); i++)
    {
      guint n = (guint) g_rand_int_range (rand, 0, (gint32) n_fields + 1);
      GVariant *wanted[HBASE_KEY_MAX_FIELDS], *drawn[HBASE_KEY_MAX_FIELDS];
      g_autoptr (GBytes) start = NULL, stop = NULL, key = NULL;
      gboolean inside;

      draw_values (rand, schema, wanted);
      draw_values (rand, schema, drawn);
      CHECK (hbase_key_schema_prefix_range (schema, g_variant_new_tuple (wanted, n), &start, &stop, NULL),
             "%u", n);
      key = hbase_key_schema_encode (schema, g_variant_new_tuple (drawn, n_fields), NULL);
      inside = hbase_slice_compare (slice_of (key), slice_of (start)) >= 0
               && (stop == NULL || hbase_slice_compare (slice_of (key), slice_of (stop)) < 0);
      CHECK (inside == begin_alike (wanted, drawn, n), "case %u, %u values", i, n);
      n_inside += inside;
      unref_values (wanted, n_fields);
      unref_values (drawn, n_fields);
    }
  ck_assert_uint_gt (n_inside, 0);
}
END_TEST

static void
assert_bytes (GBytes *bytes, const char *expected, gsize length)
{
  ck_assert_ptr_nonnull (bytes);
  ck_assert_uint_eq (g_bytes_get_size (bytes), length);
  ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), expected, length);
}

START_TEST (successors_are_the_next_keys)
{
  g_autofree guint8 *longest = g_malloc (HBASE_MAX_ROW_LENGTH);
  g_autoptr (GBytes) of_empty = hbase_key_successor (NULL, 0);
  g_autoptr (GBytes) of_a = hbase_key_successor ((const guint8 *) "a", 1);
  g_autoptr (GBytes) of_long = NULL;

  assert_bytes (of_empty, "\0", 1);
  assert_bytes (of_a, "a\0", 2);
  memset (longest, 0xff, HBASE_MAX_ROW_LENGTH);
  ck_assert_ptr_null (hbase_key_successor (longest, HBASE_MAX_ROW_LENGTH));
  longest[1] = 'b';
  of_long = hbase_key_successor (longest, HBASE_MAX_ROW_LENGTH);
  assert_bytes (of_long,
                "\xff"
                "c",
                2);
}
END_TEST

START_TEST (stops_are_above_all_that_begin_so)
{
  g_autoptr (GBytes) plain = hbase_key_prefix_stop ((const guint8 *) "ab", 2);
  g_autoptr (GBytes) carried = hbase_key_prefix_stop ((const guint8 *) "a\xff\xff", 3);

  assert_bytes (plain, "ac", 2);
  assert_bytes (carried, "b", 1);
  ck_assert_ptr_null (hbase_key_prefix_stop ((const guint8 *) "\xff\xff", 2));
  ck_assert_ptr_null (hbase_key_prefix_stop (NULL, 0));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("key ranges");

  tcase_add_loop_test (tests, released_texts_keep_their_normal_form, 0, G_N_ELEMENTS (texts));
  tcase_add_loop_test (tests, faults_are_pointed_at, 0, G_N_ELEMENTS (faults));
  tcase_add_test (tests, a_key_has_32_fields_at_most);
  tcase_add_test (tests, a_builder_makes_what_tuples_make);
  tcase_add_loop_test (tests, a_builder_tells_its_first_fault_at_the_end, 0, G_N_ELEMENTS (builder_faults));
  tcase_add_loop_test (tests, a_range_holds_just_the_keys_with_its_values, 0, G_N_ELEMENTS (range_schemas));
  tcase_add_test (tests, successors_are_the_next_keys);
  tcase_add_test (tests, stops_are_above_all_that_begin_so);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("key-ranges", fill)
