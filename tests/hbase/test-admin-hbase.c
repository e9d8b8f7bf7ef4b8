/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/admin-cases.h"
#include "api/api.h"
#include "hbase/fixture.h"

/* This tests administration on a real HBase: each call through an unframed gateway, through one in HTTP mode,
 * and through a framed one, beside which the URI names an unframed one. */

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start ("binary http framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseConnection *
open_gateway (int index)
{
  static const char *const modes[] = { "binary", "http", "framed" };
  g_autofree char *uri = fixture_uri (fixture, modes[index]);
  g_autofree char *with_admin
      = g_strdup_printf ("%s&admin=127.0.0.1:%u", uri, fixture_port (fixture, "binary"));

  return api_connect (index == 2 ? with_admin : uri);
}

static HBaseAdmin *
framed_admin (void)
{
  g_autofree char *uri = fixture_uri (fixture, "framed");
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  return hbase_admin_new (connection);
}

static void
assert_unsupported (gboolean works, GError **error)
{
  ck_assert (!works);
  ck_assert_error (*error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull (strstr ((*error)->message, "admin=host:port"));
  g_clear_error (error);
}

/* Each would be corrupted. */
START_TEST (a_framed_gateway_gets_nothing_that_it_corrupts)
{
  g_autoptr (HBaseAdmin) admin = framed_admin ();
  g_autoptr (HBaseFamilyDescriptor) special = hbase_family_descriptor_new ("g");
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new_from_string ("framed f", NULL);
  g_autoptr (HBaseTableDescriptor) owned
      = hbase_table_descriptor_new_from_string ("framed {METADATA {OWNER me}} f", NULL);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (splits, g_bytes_new ("m", 1));
  hbase_family_descriptor_set_attribute (special, "OWNER", (const guint8 *) "me", 2);
  assert_works (hbase_admin_create_table (admin, table, NULL, NULL, &error), error);
  assert_unsupported (hbase_admin_create_table (admin, table, splits, NULL, &error), &error);
  assert_unsupported (hbase_admin_modify_table (admin, owned, NULL, &error), &error);
  assert_unsupported (hbase_admin_add_family (admin, "framed", special, NULL, &error), &error);
  assert_unsupported (hbase_admin_modify_family (admin, "framed", special, NULL, &error), &error);
  assert_unsupported (hbase_admin_delete_family (admin, "framed", "f", NULL, &error), &error);
  assert_unsupported (hbase_admin_wait_available (admin, "framed", splits, NULL, &error), &error);
  assert_works (hbase_admin_delete_table (admin, "framed", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
}
END_TEST

/* What a framed gateway describes can be sent to it again, because HBase's own attributes are dropped. */
START_TEST (a_description_passes_a_framed_gateway)
{
  g_autoptr (HBaseAdmin) admin = framed_admin ();
  g_autoptr (HBaseTableDescriptor) table = hbase_table_descriptor_new_from_string (
      "framed2 {DURABILITY async-wal} f {VERSIONS 3, TTL 1d}", NULL);
  g_autoptr (HBaseTableDescriptor) described = NULL, again = NULL;
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_create_table (admin, table, NULL, NULL, &error), error);
  described = hbase_admin_describe_table (admin, "framed2", NULL, &error);
  ck_assert_no_error (error);
  ck_assert (hbase_table_descriptor_equal (table, described));
  assert_works (hbase_admin_delete_table (admin, "framed2", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  assert_works (hbase_admin_create_table (admin, described, NULL, NULL, &error), error);
  again = hbase_admin_describe_table (admin, "framed2", NULL, &error);
  ck_assert_no_error (error);
  ck_assert (hbase_table_descriptor_equal (table, again));
}
END_TEST

START_TEST (system_tables_are_listed_only_if_wanted)
{
  g_autoptr (HBaseConnection) connection = open_gateway (0);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) all = hbase_admin_list_tables (admin, NULL, "hbase:.*", TRUE, NULL, &error);
  g_auto (GStrv) own = hbase_admin_list_tables (admin, "hbase", NULL, FALSE, NULL, &error);
  g_auto (GStrv) meta = hbase_admin_list_tables (admin, "hbase", "m.t.", FALSE, NULL, &error);
  g_auto (GStrv) users = hbase_admin_list_tables (admin, NULL, "hbase:.*", FALSE, NULL, &error);

  ck_assert_no_error (error);
  ck_assert (g_strv_contains ((const char *const *) all, "hbase:meta"));
  ck_assert (g_strv_equal ((const char *const *) all, (const char *const *) own));
  ck_assert (g_strv_equal ((const char *const *) meta, (const char *const[]){ "hbase:meta", NULL }));
  ck_assert_uint_eq (g_strv_length (users), 0);
}
END_TEST

/* The gateway gives no reason. */
START_TEST (an_invalid_pattern_is_explained)
{
  g_autoptr (HBaseConnection) connection = open_gateway (0);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_admin_describe_tables (admin, NULL, "(", FALSE, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "the pattern isn't a regular expression: "));
}
END_TEST

START_TEST (the_log_of_a_server_is_read)
{
  g_autoptr (HBaseConnection) connection = open_gateway (0);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("log");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "log");
  g_autoptr (GPtrArray) regions = NULL;
  g_autofree char *server = NULL;
  g_autoptr (GVariant) calls = NULL;
  g_autoptr (GError) error = NULL;
  const char *servers[] = { NULL, NULL };
  gboolean cleared;

  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  regions = hbase_table_get_regions (table, NULL, &error);
  ck_assert_no_error (error);
  servers[0] = server = hbase_region_dup_server_name (regions->pdata[0]);
  calls = hbase_admin_get_slow_log (admin, servers, NULL, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (g_variant_get_type_string (calls), "aa{sv}");
  assert_works (hbase_admin_clear_slow_log (admin, servers, &cleared, NULL, &error), error);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("admin-hbase");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 120);
  admin_cases_add (tests, open_gateway, 3);
  tcase_add_test (tests, a_framed_gateway_gets_nothing_that_it_corrupts);
  tcase_add_test (tests, a_description_passes_a_framed_gateway);
  tcase_add_test (tests, system_tables_are_listed_only_if_wanted);
  tcase_add_test (tests, an_invalid_pattern_is_explained);
  tcase_add_test (tests, the_log_of_a_server_is_read);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("admin-hbase", fill)
