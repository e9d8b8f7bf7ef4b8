/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-key-schema-private.h"
#include "hbase-plan-field-key-generator.h"

#include "check-main.h"

static HBasePlanFieldKeyGenerator *
generator_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return hbase_plan_field_key_generator_new (schema, 1);
}

static void
define (HBasePlanFieldKeyGenerator *generator, const char *definition)
{
  g_autoptr (GError) error = NULL;
  gboolean defined = hbase_plan_field_key_generator_define (generator, definition, &error);

  ck_assert_no_error (error);
  ck_assert (defined);
}

/* The key of a put as text. */
static char *
key_text (HBasePlanFieldKeyGenerator *generator, guint64 index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = hbase_plan_field_key_generator_get_key (generator, index, &error);
  g_autoptr (HBaseKeySchema) schema = NULL;
  char *text;

  ck_assert_no_error (error);
  g_object_get (generator, "schema", &schema, NULL);
  text = hbase_key_schema_key_to_escaped (schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                          &error);
  ck_assert_no_error (error);
  return text;
}

static const struct {
  const char *schema, *definition;
  guint64 index;
  const char *key;
} values[] = {
  { "id:uint32", "id=constant(7)", 5, "id=7" },
  { "name:text", "name=constant(ada)", 5, "name=ada" },
  { "id:int64", "id=sequence", 5, "id=5" },
  { "id:int64", "id=sequence(1)", 5, "id=6" },
  { "id:int64", "id = sequence( -1 , -10 )", 5, "id=-51" },
  { "id:uint8", "id=sequence(0,1,256)", 257, "id=1" },
  { "id:uint64", "id=sequence(18446744073709551615)", 0, "id=18446744073709551615" },
  { "id:downward", "id=sequence(9223372036854775807,-1)", 2, "id=9223372036854775805" },
  { "name:text", "name=sequence", 42, "name=0000000042" },
  { "name:text(4)", "name=sequence", 42, "name=0042" },
  { "id:bytes(2)", "id=sequence", 258, "id=\\x01\\x02" },
  { "id:decimal(3)", "id=uniform(5,5)", 9, "id=5" },
  { "at:ms", "at=time(1000,0,2024-05-01T12:00)", 500, "at=2024-05-01T12:00:00.500Z" },
  { "at:reverse-s", "at=time(2,0,2024-05-01)", 5, "at=2024-05-01T00:00:02Z" },
  { "at:uint64", "at=time(10)", 5, "at=500" },
  { "a:hex(8),id:int64", "a=md5(id)", 0, NULL },
  { "a:uint64,b:uint32", "b=copy(a)", 0, NULL },
};

START_TEST (values_are_those_that_were_defined)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of (values[_i].schema);
  g_autofree char *key = NULL;

  define (generator, values[_i].definition);
  key = key_text (generator, values[_i].index);
  if (values[_i].key != NULL)
    ck_assert_str_eq (key, values[_i].key);
}
END_TEST

START_TEST (a_hash_is_that_of_the_fields_bytes)
{
  /* md5 (toBytes (1L)) and md5 (low4 (1) · low4 (2)), which isn't stored, with md5sum(1). */
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("hash:hex(8),id:int64");
  g_autofree char *plain = NULL, *hidden = NULL;

  define (generator, "id=constant(1)");
  define (generator, "hash=md5(id)");
  plain = key_text (generator, 0);
  ck_assert_str_eq (plain, "hash=fa5ad9a8,id=1");
  define (generator, "time:uint32=constant(2)");
  define (generator, "low:uint32=copy(id)");
  ck_assert (!hbase_plan_field_key_generator_define (generator, "hash=md5(hash)", NULL));
  ck_assert (!hbase_plan_field_key_generator_define (generator, "hash=md5(nothing)", NULL));
  define (generator, "low:uint32=constant(1)");
  define (generator, "hash=md5(low,time)");
  hidden = key_text (generator, 0);
  ck_assert_str_ne (hidden, plain);
  define (generator, "hash=md5(id)");
  g_free (hidden);
  hidden = key_text (generator, 0);
  ck_assert_str_eq (hidden, plain);
}
END_TEST

/* md5 (toBytes (1L)) is fa5ad9a8557e5a84cf23e52d3d3adf77. */
START_TEST (a_hash_is_the_beginning_of_the_sum)
{
  static const char *const cases[][2] = {
    { "hash:uint8,id:int64", "hash=250,id=1" },
    { "hash:uint16,id:int64", "hash=64090,id=1" },
    { "hash:uint32,id:int64", "hash=4200257960,id=1" },
    { "hash:uint64,id:int64", "hash=18039970574398020228,id=1" },
    { "hash:hex(5),id:int64", "hash=fa5ad,id=1" },
    { "hash:text(5),id:int64", "hash=fa5ad,id=1" },
    { "hash:bytes(2),id:int64", "hash=\\xFAZ,id=1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of (cases[i][0]);
      g_autofree char *key = NULL;

      define (generator, "id=constant(1)");
      define (generator, "hash=md5(id)");
      key = key_text (generator, 0);
      ck_assert_str_eq (key, cases[i][1]);
    }
}
END_TEST

START_TEST (salts_are_computed_by_the_schema)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("salt:md5-hex(8,id),id:int64");
  g_autoptr (GBytes) key = NULL;

  define (generator, "id=constant(1)");
  key = hbase_plan_field_key_generator_get_key (generator, 0, NULL);
  ck_assert_int_eq (memcmp (g_bytes_get_data (key, NULL), "fa5ad9a8\0\0\0\0\0\0\0\1", 16), 0);
}
END_TEST

/* The types of hashes in the schema language, and the same as definitions of a field. */
static const struct {
  const char *schema, *field, *definition;
} hashes[] = {
  { "s:md5-hex(8,id),id:uint64,at:ms", "s:text(8),id:uint64,at:ms", "s=md5-hex(8,id)" },
  { "s:md5-hex(7,id,at),id:uint64,at:ms", "s:hex(7),id:uint64,at:ms", "s=md5-hex(7,id,at)" },
  { "s:md5(2,id,at),id:uint64,at:ms", "s:bytes(2),id:uint64,at:ms", "s=md5(id,at)" },
  { "s:modulo(13,id),id:uint64,at:ms", "s:uint64,id:uint64,at:ms", "s=modulo(13,id)" },
  { "s:modulo(13,id),id:uint64,at:ms", "s:bytes(8),id:uint64,at:ms", "s=modulo(13,id)" },
  { "s:phoenix(16),id:uint64,at:ms", "s:uint8,id:uint64,at:ms", "s=phoenix(16,id,at)" },
  { "s:opentsdb(2,400,id,at),id:uint64,at:ms", "s:uint16,id:uint64,at:ms", "s=opentsdb(2,400,id,at)" },
  { "s:hash-of(aa,bb,cc),id:uint64,at:ms", "s:text(2),id:uint64,at:ms", "s=hash-of(aa|bb|cc,id,at)" },
};

START_TEST (hashes_are_those_of_the_schema_language)
{
  g_autoptr (HBasePlanFieldKeyGenerator) salted = generator_of (hashes[_i].schema);
  g_autoptr (HBasePlanFieldKeyGenerator) defined = generator_of (hashes[_i].field);

  define (salted, "id=zipf(1000000)");
  define (salted, "at=time(10)");
  define (defined, "id=zipf(1000000)");
  define (defined, "at=time(10)");
  define (defined, hashes[_i].definition);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (GBytes) expected = hbase_plan_field_key_generator_get_key (salted, i, NULL);
      g_autoptr (GBytes) key = hbase_plan_field_key_generator_get_key (defined, i, NULL);

      ck_assert (g_bytes_equal (expected, key));
    }
}
END_TEST

START_TEST (a_column_is_repeated)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("name:text");
  const char *const names[] = { "ada", "bob", "eve", NULL };
  const char *const invalid[] = { "ada", "\\xZZ", NULL };
  g_autofree char *key = NULL;
  g_autoptr (GError) error = NULL;

  define (generator, "name=column");
  ck_assert_ptr_null (hbase_plan_field_key_generator_get_key (generator, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  ck_assert (hbase_plan_field_key_generator_set_column (generator, "name", names, NULL));
  key = key_text (generator, 4);
  ck_assert_str_eq (key, "name=bob");
  ck_assert (!hbase_plan_field_key_generator_set_column (generator, "name", invalid, &error));
  ck_assert_ptr_nonnull (strstr (error->message, "value 2 of the column “name”"));
}
END_TEST

static const char *const schemas[] = {
  "a:uint8,b:uint64,c:int32,d:int64,e:ordered-int32,f:downward,g:reverse-ms,h:double",
  "a:text(5),b:text-z,c:bytes(3),d:bytes-z,e:uuid,f:decimal(5),g:hex(16),h:text",
  "a:reversed-bytes(3),b:reversed-decimal(19),c:reversed-uint32,d:seconds desc,e:bytes",
  "a:ob-int8,b:ob-int64,c:ob-float32,d:ob-text,e:ob-blob-var,f:ob-blob",
  "salt:random(4),s:one-of(a,b),t:hash-of(x,y),name:text(3)",
  "p:modulo(16,id),q:phoenix(5),id:uint64",
};

START_TEST (keys_of_every_pattern_match_the_schema)
{
  static const char *const patterns[] = { "random", "sequential", "time" };
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of (schemas[_i]);

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      ck_assert (hbase_plan_field_key_generator_define_all (generator, patterns[i], NULL));
      for (guint64 index = 0; index < 100; index++)
        {
          g_autofree char *key = key_text (generator, index), *again = key_text (generator, index);

          ck_assert_str_eq (key, again);
        }
    }
}
END_TEST

START_TEST (every_kind_fits_every_type)
{
  static const char *const kinds[]
      = { "sequence(0,1,100)", "zipf(100)", "normal(50,5)", "time(1000)", "md5(source)", "uniform" };
  const HBaseKeyType *type;

  for (guint i = 0; (type = hbase_key_type_nth (i)) != NULL; i++)
    {
      g_autofree char *text
          = g_strdup_printf ("k:%s%s", type->name, type->shape == HBASE_KEY_SIZED ? "(3)" : "");
      g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of (text);

      define (generator, "source:uint64=sequence");
      for (guint j = 0; j < G_N_ELEMENTS (kinds); j++)
        {
          g_autofree char *definition = g_strconcat ("k=", kinds[j], NULL);
          g_autofree char *key = NULL;

          define (generator, definition);
          key = key_text (generator, 7);
          ck_assert_ptr_nonnull (key);
        }
    }
}
END_TEST

/* The library's own limit is that of 32 fields in a schema, the hash among them. */
START_TEST (a_hash_may_be_of_31_fields)
{
  static const char *const widest[]
      = { "s:bytes(2)|s=md5(", "s:text(8)|s=md5-hex(8,", "s:uint8|s=phoenix(16,",
          "s:uint16|s=opentsdb(2,400,", "s:text(1)|s=hash-of(a|b," };
  g_auto (GStrv) parts = g_strsplit (widest[_i], "|", 2);
  g_autoptr (GString) schema = g_string_new (parts[0]), definition = g_string_new (parts[1]);
  g_autoptr (HBasePlanFieldKeyGenerator) generator = NULL;
  g_autofree char *key = NULL;

  for (guint i = 0; i < 31; i++)
    {
      g_string_append_printf (schema, ",f%u:uint8", i);
      g_string_append_printf (definition, "%sf%u", i > 0 ? "," : "", i);
    }
  g_string_append_c (definition, ')');
  generator = generator_of (schema->str);
  define (generator, definition->str);
  key = key_text (generator, 0);
  ck_assert (g_str_has_prefix (key, "s="));
}
END_TEST

/* In 2038 the seconds take 32 bits. */
START_TEST (random_timestamps_are_before_2038)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("at:ms");

  define (generator, "at=uniform");
  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *key = key_text (generator, i);

      ck_assert_msg (strcmp (key, "at=1970") > 0 && strcmp (key, "at=2038-01-20") < 0, "%s", key);
    }
}
END_TEST

static const struct {
  const char *definition, *message;
} wrong[] = {
  { "id", "isn't FIELD=KIND(ARGUMENT,…)" },
  { "id=serial", "there are no values of the kind “serial”; there are constant, sequence" },
  { "id=sequence(a)", "field “id”: “a” isn't a whole number" },
  { "id=sequence(1", "isn't followed by a closing parenthesis" },
  { "id=sequence(1,1,0)", "“0” isn't the number of values" },
  { "id=uniform(5,1)", "“1” isn't at least the lower limit" },
  { "id=uniform(5)", "“5” isn't a range" },
  { "id=zipf", "expected: zipf(VALUES,EXPONENT)" },
  { "id=zipf(0)", "“0” isn't the number of different values" },
  { "id=zipf(10,-1)", "“-1” isn't a number of at least 0" },
  { "id=modulo(0,at)", "field “id”: 0: a whole number from 1 to " },
  { "id=phoenix(257,at)", "257: a whole number from 1 to 256 is expected here" },
  { "id=hash-of(a|bb,at)", "a|bb: all prefixes must have the same length" },
  { "id=hash-of(a|a,at)", "this prefix occurs twice" },
  { "id=md5-hex(9,at)", "“9” isn't a hash of up to 8 bytes for a number" },
  { "id=opentsdb(1,20)", "expected: opentsdb(WIDTH,N,FIELD,…)" },
  { "id=phoenix(4,none)", "there is no field “none” with values" },
  { "id=normal(x,1)", "“x” isn't a number" },
  { "id=time(0)", "“0” isn't a number of puts in a second" },
  { "other=sequence", "has no such field; one that isn't stored needs a type" },
  { "id:uint8=sequence", "must be the name and type of one field that isn't in the schema" },
  { "salt=sequence", "it is a salt" },
  { "id=md5(id)", "are computed from others themselves" },
};

START_TEST (a_wrong_definition_is_explained)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("salt:phoenix(4),id:int64");
  g_autoptr (GError) error = NULL;
  g_autofree char *before = key_text (generator, 3), *after = NULL;

  ck_assert (!hbase_plan_field_key_generator_define (generator, wrong[_i].definition, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_msg (strstr (error->message, wrong[_i].message) != NULL, "%s", error->message);
  after = key_text (generator, 3);
  ck_assert_str_eq (before, after);
}
END_TEST

START_TEST (a_value_out_of_range_is_an_error)
{
  g_autoptr (HBasePlanFieldKeyGenerator) generator = generator_of ("id:uint8");
  g_autoptr (GError) error = NULL;

  define (generator, "id=sequence");
  ck_assert_ptr_null (hbase_plan_field_key_generator_get_key (generator, 256, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *fields = tcase_create ("fields");

  tcase_add_loop_test (fields, values_are_those_that_were_defined, 0, G_N_ELEMENTS (values));
  tcase_add_test (fields, a_hash_is_that_of_the_fields_bytes);
  tcase_add_test (fields, a_hash_is_the_beginning_of_the_sum);
  tcase_add_test (fields, salts_are_computed_by_the_schema);
  tcase_add_loop_test (fields, hashes_are_those_of_the_schema_language, 0, G_N_ELEMENTS (hashes));
  tcase_add_test (fields, a_column_is_repeated);
  tcase_add_loop_test (fields, keys_of_every_pattern_match_the_schema, 0, G_N_ELEMENTS (schemas));
  tcase_add_test (fields, every_kind_fits_every_type);
  tcase_add_loop_test (fields, a_hash_may_be_of_31_fields, 0, 5);
  tcase_add_test (fields, random_timestamps_are_before_2038);
  tcase_add_loop_test (fields, a_wrong_definition_is_explained, 0, G_N_ELEMENTS (wrong));
  tcase_add_test (fields, a_value_out_of_range_is_an_error);
  suite_add_tcase (suite, fields);
}

TEST_MAIN ("field-keys", fill)
