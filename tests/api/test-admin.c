/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

static HBaseAdmin *
an_admin (void)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");

  api_create (connection, "t");
  return hbase_admin_new (connection);
}

START_TEST (a_table_that_was_created_can_be_described)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) made = hbase_table_descriptor_new ("t");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseTableDescriptor) seen = NULL;
  g_autoptr (GPtrArray) families = NULL;
  g_autoptr (GError) error = NULL;

  hbase_family_descriptor_set_max_versions (family, 5);
  hbase_table_descriptor_add_family (made, family);
  assert_works (hbase_admin_create_table (admin, made, NULL, NULL, &error), error);
  seen = hbase_admin_describe_table (admin, "t", NULL, &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (hbase_table_descriptor_get_name (seen), "t");
  families = hbase_table_descriptor_get_families (seen);
  ck_assert_uint_eq (families->len, 1);
  ck_assert_uint_eq (hbase_family_descriptor_get_max_versions (hbase_table_descriptor_get_family (seen, "f")),
                     5);
}
END_TEST

START_TEST (tables_are_listed_sorted)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_auto (GStrv) none = NULL, names = NULL;
  g_autoptr (GError) error = NULL;

  none = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (g_strv_length (none), 0);
  api_create (connection, "b");
  api_create (connection, "c");
  api_create (connection, "a");
  names = hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (g_strv_equal ((const char *const *) names, (const char *const[]){ "a", "b", "c", NULL }));
}
END_TEST

START_TEST (a_table_is_disabled_before_it_is_deleted)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (GError) refused = NULL, error = NULL;

  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_AVAILABLE);
  ck_assert (!hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_NONE, NULL, &refused));
  ck_assert_error (refused, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_DISABLED);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_DISABLED);
  assert_works (hbase_admin_enable_table (admin, "t", NULL, &error), error);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_AVAILABLE);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_NONE, NULL, &error), error);
  ck_assert_int_eq (api_get_state (admin, "t"), HBASE_TABLE_STATE_MISSING);
}
END_TEST

START_TEST (creating_enabling_or_disabling_twice_is_refused)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (HBaseTableDescriptor) same = api_descriptor ("t");
  g_autoptr (GError) exists = NULL, enabled = NULL, disabled = NULL, error = NULL;

  ck_assert (!hbase_admin_create_table (admin, same, NULL, NULL, &exists));
  ck_assert_error (exists, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS);
  ck_assert_ptr_nonnull (strstr (exists->message, "“t”"));
  ck_assert (!hbase_admin_enable_table (admin, "t", NULL, &enabled));
  ck_assert_error (enabled, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_DISABLED);
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  ck_assert_no_error (error);
  ck_assert (!hbase_admin_disable_table (admin, "t", NULL, &disabled));
  ck_assert_error (disabled, HBASE_ERROR, HBASE_ERROR_TABLE_DISABLED);
}
END_TEST

START_TEST (a_missing_table_is_named)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (GError) described = NULL, enabled = NULL, disabled = NULL, dropped = NULL;

  ck_assert_ptr_null (hbase_admin_describe_table (admin, "u", NULL, &described));
  ck_assert_error (described, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert_ptr_nonnull (strstr (described->message, "“u”"));
  ck_assert (!hbase_admin_enable_table (admin, "u", NULL, &enabled));
  ck_assert_error (enabled, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert (!hbase_admin_disable_table (admin, "u", NULL, &disabled));
  ck_assert_error (disabled, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert (!hbase_admin_delete_table (admin, "u", HBASE_DELETE_TABLE_DISABLE, NULL, &dropped));
  ck_assert_error (dropped, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
}
END_TEST

START_TEST (a_pattern_that_doesnt_parse_is_shown)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_admin_list_tables (admin, NULL, "user(", FALSE, NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "user(");
}
END_TEST

static const char *const bad_names[] = { "", "a b", "-a", ".a", "a:b:c", ":a", "a:", "a.b:c", "a/b", "\xff" };

START_TEST (an_invalid_name_is_refused_before_sending)
{
  g_autoptr (HBaseConnection) connection = api_connect ("thrift://no-such-host.invalid/");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, bad_names[_i]);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) asked = NULL, got = NULL;

  ck_assert (!hbase_admin_get_table_state (admin, bad_names[_i], NULL, NULL, &asked));
  ck_assert_error (asked, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &got));
  ck_assert_error (got, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert (g_utf8_validate (got->message, -1, NULL));
}
END_TEST

START_TEST (a_table_without_families_is_refused)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (HBaseTableDescriptor) bare = hbase_table_descriptor_new ("u");
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_admin_create_table (admin, bare, NULL, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

typedef void (*StartByName) (HBaseAdmin *, const char *, GCancellable *, GAsyncReadyCallback, gpointer);
typedef gboolean (*Finish) (HBaseAdmin *, GAsyncResult *, GError **);

static void
change_async (HBaseAdmin *admin, StartByName start, Finish finish)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  start (admin, "u", NULL, api_done, &result);
  ck_assert_ptr_null (result);
  ck_assert (finish (admin, api_wait (&result), &error));
  ck_assert_no_error (error);
}

static HBaseTableState
get_state_async (HBaseAdmin *admin)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  HBaseTableState state = HBASE_TABLE_STATE_CHANGING;

  hbase_admin_get_table_state_async (admin, "u", NULL, api_done, &result);
  ck_assert (hbase_admin_get_table_state_finish (admin, api_wait (&result), &state, &error));
  ck_assert_no_error (error);
  return state;
}

static void
look_async (HBaseAdmin *admin)
{
  g_autoptr (GAsyncResult) described = NULL, listed = NULL;
  g_autoptr (HBaseTableDescriptor) seen = NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;

  hbase_admin_describe_table_async (admin, "u", NULL, api_done, &described);
  seen = hbase_admin_describe_table_finish (admin, api_wait (&described), &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (hbase_table_descriptor_get_name (seen), "u");
  hbase_admin_list_tables_async (admin, NULL, NULL, FALSE, NULL, api_done, &listed);
  names = hbase_admin_list_tables_finish (admin, api_wait (&listed), &error);
  ck_assert_no_error (error);
  ck_assert (g_strv_equal ((const char *const *) names, (const char *const[]){ "t", "u", NULL }));
}

START_TEST (every_call_has_an_async_form)
{
  g_autoptr (HBaseAdmin) admin = an_admin ();
  g_autoptr (HBaseTableDescriptor) made = api_descriptor ("u");
  g_autoptr (GAsyncResult) created = NULL, deleted = NULL;
  g_autoptr (GError) error = NULL;

  hbase_admin_create_table_async (admin, made, NULL, NULL, api_done, &created);
  g_clear_pointer (&made, hbase_table_descriptor_unref);
  assert_works (hbase_admin_create_table_finish (admin, api_wait (&created), &error), error);
  ck_assert_no_error (error);
  look_async (admin);
  ck_assert_int_eq (get_state_async (admin), HBASE_TABLE_STATE_AVAILABLE);
  change_async (admin, hbase_admin_disable_table_async, hbase_admin_disable_table_finish);
  ck_assert_int_eq (get_state_async (admin), HBASE_TABLE_STATE_DISABLED);
  change_async (admin, hbase_admin_enable_table_async, hbase_admin_enable_table_finish);
  hbase_admin_delete_table_async (admin, "u", HBASE_DELETE_TABLE_DISABLE, NULL, api_done, &deleted);
  assert_works (hbase_admin_delete_table_finish (admin, api_wait (&deleted), &error), error);
  ck_assert_int_eq (get_state_async (admin), HBASE_TABLE_STATE_MISSING);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("admin");

  tcase_add_test (tests, a_table_that_was_created_can_be_described);
  tcase_add_test (tests, tables_are_listed_sorted);
  tcase_add_test (tests, a_table_is_disabled_before_it_is_deleted);
  tcase_add_test (tests, creating_enabling_or_disabling_twice_is_refused);
  tcase_add_test (tests, a_missing_table_is_named);
  tcase_add_test (tests, a_pattern_that_doesnt_parse_is_shown);
  tcase_add_loop_test (tests, an_invalid_name_is_refused_before_sending, 0, G_N_ELEMENTS (bad_names));
  tcase_add_test (tests, a_table_without_families_is_refused);
  tcase_add_test (tests, every_call_has_an_async_form);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("admin", fill)
