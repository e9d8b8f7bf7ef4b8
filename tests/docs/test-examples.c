/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This runs every example of the doc comments, each in a process and on a database of its own. */

#include "config.h"

#include "check-main.h"

#include "examples-frame.h"

HBaseConnection *connection;
HBaseTable *table, *comments;
HBasePrepender *prepender;
HBasePrependRequest *comment;
HBaseKeySchema *schema;
HBaseRow *row;
GBytes *user, *key;
const char *token;
gint64 timestamp_in_ms = G_GINT64_CONSTANT (1700000000000);
gsize total;
GError *error;

static HBaseTable *
make_table (const char *name, HBaseKeySchema *key_schema)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (name);
  g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
  g_autoptr (HBaseFamilyDescriptor) guard = hbase_family_descriptor_new ("g");
  HBaseTable *made;

  hbase_table_descriptor_add_family (descriptor, content);
  hbase_table_descriptor_add_family (descriptor, guard);
  hbase_admin_create_table (admin, descriptor, NULL, NULL, &error);
  ck_assert_no_error (error);
  made = hbase_table_new_with_key_schema (connection, name, key_schema);
  return made;
}

static void
make_row (void)
{
  g_autoptr (HBasePut) put = NULL;
  g_autoptr (HBaseGet) get = NULL;

  user = hbase_key_schema_encode_prefix (schema, g_variant_new ("(u)", 7), &error);
  key = hbase_key_schema_encode (schema, g_variant_new ("(uxu)", 7, timestamp_in_ms, 1), &error);
  put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  hbase_put_add_utf8 (put, "content", "name", "login");
  hbase_table_put (table, put, NULL, &error);
  get = hbase_get_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  g_clear_pointer (&key, g_bytes_unref);
}

static void
set_up (void)
{
  g_autoptr (HBaseKeySchema) downward = hbase_key_schema_new ("id:downward", NULL);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);

  schema = hbase_key_schema_new ("userid:uint32,stamp:reverse-ms,actionid:uint32", NULL);
  connection = hbase_connection_new ("local::memory:", &error);
  ck_assert_no_error (error);
  table = make_table ("useractions", schema);
  comments = make_table ("prepended", downward);
  g_object_unref (make_table ("users", NULL));
  prepender = hbase_prepender_new (comments);
  hbase_put_add_utf8 (cells, "content", "text", "hello");
  comment = hbase_prepend_request_new (cells);
  make_row ();
}

static void
tear_down (void)
{
  g_clear_object (&prepender);
  g_clear_object (&comments);
  g_clear_object (&table);
  g_clear_object (&connection);
  g_clear_pointer (&comment, hbase_prepend_request_unref);
  g_clear_pointer (&row, hbase_row_unref);
  g_clear_pointer (&schema, hbase_key_schema_unref);
  g_clear_pointer (&user, g_bytes_unref);
  g_clear_pointer (&key, g_bytes_unref);
}

START_TEST (example_runs)
{
  gboolean passed = examples[_i].run ();

  ck_assert_msg (passed && error == NULL, "%s: %s", examples[_i].where,
                 error != NULL ? error->message : "failed");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("examples");

  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_loop_test (tests, example_runs, 0, (int) n_examples);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("examples", fill)
