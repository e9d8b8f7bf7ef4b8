/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"
#include "hbase/java-keys.h"
#include "test-seed.h"

/* This tests salts against what Java computes for the same keys, and salted tables on a real HBase. */

#define KEYS 2000

static const char *const gateways[] = { "binary", "compact-framed" };

static JavaKeys *java;
static Fixture *fixture;

static void
set_up (void)
{
  java = java_keys_start ();
  fixture = fixture_start ("binary compact-framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
  java_keys_stop (java);
}

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* ---- formulas ---- */

/* Takes both strings. */
static void
compare (char *schema_text, char *command, const guint8 *key, gsize length)
{
  g_autofree char *owned_text = schema_text, *owned_command = command;
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) salted = hbase_key_schema_salt (schema, key, length, &error);
  g_autofree char *theirs = java_keys_ask (java, command);
  g_autofree char *hex = NULL;
  g_autofree char *ours = NULL;

  ck_assert_no_error (error);
  hex = java_keys_hex (g_bytes_get_data (salted, NULL), g_bytes_get_size (salted));
  ours = g_strconcat ("ok ", hex, NULL);
  ck_assert_msg (strcmp (ours, theirs) == 0, "%s: %s, and not %s", command, ours, theirs);
}

START_TEST (salts_equal_those_computed_in_java)
{
  g_autoptr (GRand) rand = test_rand_new ("salts_equal_those_computed_in_java");

  for (guint i = 0; i < KEYS; i++)
    {
      guint8 key[40];
      gsize length = (gsize) g_rand_int_range (rand, 1, sizeof key);
      guint n_buckets = (guint) g_rand_int_range (rand, 1, 257);
      g_autofree char *hex = NULL;

      for (gsize n = 0; n < length; n++)
        key[n] = (guint8) g_rand_int (rand);
      hex = java_keys_hex (key, length);
      compare (g_strdup ("salt:md5-hex(8),key:bytes"), g_strdup_printf ("md5 %s", hex), key, length);
      compare (g_strdup_printf ("salt:phoenix(%u),key:bytes", n_buckets),
               g_strdup_printf ("phoenix %u %s", n_buckets, hex), key, length);
    }
}
END_TEST

/* ---- on a real HBase ---- */

static HBaseTable *
salted_table (const char *mode, const char *name, const char *schema_text)
{
  g_autofree char *uri = fixture_uri (fixture, mode);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);

  api_create (connection, name);
  return hbase_table_new_unsalted (connection, name, schema);
}

static void
assert_reads (HBaseTable *salted, const char *name, const char *value)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (name);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (salted, get, NULL, &error);
  g_autofree char *text = NULL, *field = NULL;
  gboolean exists;

  ck_assert_no_error (error);
  text = hbase_row_dup_value_utf8 (row, "f:q");
  field = hbase_row_dup_key_field_escaped (row, "name", &error);
  ck_assert_pstr_eq (text, value);
  ck_assert_str_eq (field, name);
  assert_works (hbase_table_exists (salted, get, &exists, NULL, &error), error);
  ck_assert_int_eq (exists, value != NULL);
}

static void
check_and_put (HBaseTable *salted, const char *name, const char *old, const char *value)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (name);
  g_autoptr (HBasePut) put = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (salted, get, NULL, &error);
  gboolean applied = FALSE;

  ck_assert_no_error (error);
  put = hbase_put_new_for_row (row);
  hbase_put_add_utf8 (put, "f", "q", value);
  assert_works (
      hbase_table_check_and_put (salted, "f", BYTES ("q"), BYTES (old), put, &applied, NULL, &error), error);
  ck_assert (applied);
}

/* Increments a row that was read; the other columns stay. */
static void
count_up (HBaseTable *salted, const char *name, guint8 expected)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (name);
  g_autoptr (HBaseIncrement) increment = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (salted, get, NULL, &error);
  g_autoptr (HBaseRow) raised = NULL;
  const guint8 *value;
  gsize length;

  ck_assert_no_error (error);
  increment = hbase_increment_new_for_row (row);
  hbase_increment_add (increment, "g", BYTES ("n"), 1);
  raised = hbase_table_increment (salted, increment, NULL, &error);
  ck_assert_no_error (error);
  value = hbase_row_get_value (raised, "g", BYTES ("n"), &length);
  ck_assert_uint_eq (length, 8);
  ck_assert_uint_eq (value[7], expected);
}

static void
live (HBaseTable *salted, const char *name)
{
  g_autoptr (HBasePut) first = api_put (name, "1");
  g_autoptr (HBasePut) second = api_put (name, "2");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (name);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_put (salted, first, NULL, &error), error);
  assert_reads (salted, name, "1");
  assert_works (hbase_table_put (salted, second, NULL, &error), error);
  assert_reads (salted, name, "2");
  check_and_put (salted, name, "2", "3");
  assert_reads (salted, name, "3");
  count_up (salted, name, 1);
  count_up (salted, name, 2);
  assert_reads (salted, name, "3");
  hbase_mutation_set_timestamp (HBASE_MUTATION (delete_),
                                G_MAXINT64 - 1); /* whatever timestamps the increments got */
  assert_works (hbase_table_delete (salted, delete_, NULL, &error), error);
  assert_reads (salted, name, NULL);
}

START_TEST (rows_are_written_and_read_in_salted_tables)
{
  static const char *const schemas[] = {
    "salt:random(4),name:text",
    "salt:one-of(a,b,c,d),name:text",
    "salt:phoenix(16),name:text",
    "salt:md5-hex(8,name),name:text",
    "part:opentsdb(1,8),sub:random(3),name:text",
  };
  guint gateway = (guint) _i / G_N_ELEMENTS (schemas), schema = (guint) _i % G_N_ELEMENTS (schemas);
  g_autofree char *name = g_strdup_printf ("salted%d", _i);
  g_autoptr (HBaseTable) salted = salted_table (gateways[gateway], name, schemas[schema]);

  live (salted, "ada");
  live (salted, "grace");
}
END_TEST

static void
write_timestamped (HBaseTable *salted, const char *row, const char *value, gint64 timestamp)
{
  g_autoptr (HBaseTable) table
      = hbase_table_new (hbase_table_get_connection (salted), hbase_table_get_name (salted));
  g_autoptr (HBasePut) put = api_put (row, value);
  g_autoptr (GError) error = NULL;

  hbase_mutation_set_timestamp (HBASE_MUTATION (put), timestamp);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

START_TEST (a_duplicate_row_is_reported)
{
  g_autofree char *name = g_strdup_printf ("twice%d", _i);
  g_autoptr (HBaseTable) salted = salted_table (gateways[_i], name, "salt:one-of(a,b,c),name:text");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("ada");
  g_autoptr (GError) error = NULL;

  write_timestamped (salted, "bada", "old", 1);
  write_timestamped (salted, "cada", "new", 2);
  ck_assert_ptr_null (hbase_table_get (salted, get, NULL, &error));
  assert_reported (error, HBASE_ERROR_DUPLICATE_KEY, "as “bada” and as “cada”");
  hbase_table_set_prefer_newest (salted, TRUE);
  assert_reads (salted, "ada", "new");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salts");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, salts_equal_those_computed_in_java);
  tcase_add_loop_test (tests, rows_are_written_and_read_in_salted_tables, 0, 10);
  tcase_add_loop_test (tests, a_duplicate_row_is_reported, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salts on a real HBase", fill)
