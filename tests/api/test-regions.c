/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

/* This tests tables that are created with split keys, and their regions: in process, through gateways, and
 * where the keys that arrive differ from those that were sent. */

#define UNFRAMED 0
#define FRAMED 2

static GPtrArray *
keys_of (const char *first, ...)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  va_list more;

  va_start (more, first);
  for (const char *key = first; key != NULL; key = va_arg (more, const char *))
    g_ptr_array_add (keys, g_bytes_new (key, strlen (key)));
  va_end (more);
  return keys;
}

static gboolean
create (HBaseConnection *connection, const char *name, GPtrArray *splits, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);

  return hbase_admin_create_table (admin, descriptor, splits, NULL, error);
}

/* Returns the regions' start keys, separated by bars. */
static char *
starts_of (GPtrArray *regions)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < regions->len; i++)
    {
      gsize length;
      const guint8 *key = hbase_region_get_start_key (regions->pdata[i], &length);
      g_autofree char *start = hbase_bytes_to_escaped (key, length);

      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", start);
    }
  return g_string_free (text, FALSE);
}

static void
assert_regions (HBaseConnection *connection, const char *name, const char *expected)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, name);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);
  g_autofree char *starts = NULL;

  ck_assert_no_error (error);
  starts = starts_of (regions);
  ck_assert_str_eq (starts, expected);
}

static void
assert_missing (HBaseConnection *connection, const char *name)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);

  ck_assert_int_eq (api_get_state (admin, name), HBASE_TABLE_STATE_MISSING);
}

START_TEST (a_table_has_the_regions_asked_for)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (GPtrArray) splits = keys_of ("m", "b\xff", NULL), none = keys_of (NULL, NULL);
  g_autoptr (GPtrArray) others = keys_of ("x", NULL);
  g_autoptr (GError) error = NULL, again = NULL;

  assert_works (create (connection, "split", splits, &error), error);
  assert_works (create (connection, "whole", none, &error), error);
  assert_regions (connection, "split", "|b\\xFF|m");
  assert_regions (connection, "whole", "");
  ck_assert (!create (connection, "split", others, &again));
  assert_reported (again, HBASE_ERROR_TABLE_EXISTS, "split");
  assert_regions (connection, "split", "|b\\xFF|m");
}
END_TEST

START_TEST (a_row_is_in_a_region)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (GPtrArray) splits = keys_of ("b", "m", NULL);
  g_autoptr (HBaseRegion) first = NULL, middle = NULL;
  g_autoptr (GBytes) start = NULL, end = NULL;
  g_autoptr (GError) error = NULL, missing = NULL, too_long = NULL;
  g_autofree char *longer = g_strnfill (32768, 'x');
  gsize length;

  ck_assert_ptr_null (hbase_table_get_region (table, BYTES ("c"), NULL, &missing));
  assert_reported (missing, HBASE_ERROR_TABLE_NOT_FOUND, "“t”");
  assert_works (create (connection, "t", splits, &error), error);
  first = hbase_table_get_region (table, NULL, 0, NULL, &error);
  middle = hbase_table_get_region (table, BYTES ("c"), NULL, &error);
  ck_assert_no_error (error);
  hbase_region_get_start_key (first, &length);
  ck_assert_uint_eq (length, 0);
  start = hbase_region_ref_start_key (middle);
  end = hbase_region_ref_end_key (middle);
  ck_assert (g_bytes_equal (start, splits->pdata[0]));
  ck_assert (g_bytes_equal (end, splits->pdata[1]));
  ck_assert_mem_eq (hbase_region_get_end_key (first, &length), "b", 1);
  ck_assert_str_eq (hbase_region_get_host (middle), "localhost");
  ck_assert_uint_eq (hbase_region_get_port (middle), 0);
  ck_assert_ptr_null (hbase_table_get_region (table, BYTES (longer), NULL, &too_long));
  ck_assert_error (too_long, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (async_calls_do_the_same)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("t");
  g_autoptr (GPtrArray) splits = keys_of ("m", NULL), regions = NULL;
  g_autoptr (GAsyncResult) created = NULL, listed = NULL, found = NULL;
  g_autoptr (HBaseRegion) region = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *starts = NULL;
  gsize length;

  hbase_admin_create_table_async (admin, descriptor, splits, NULL, api_done, &created);
  assert_works (hbase_admin_create_table_finish (admin, api_wait (&created), &error), error);
  hbase_table_get_regions_async (table, NULL, api_done, &listed);
  regions = hbase_table_get_regions_finish (table, api_wait (&listed), &error);
  ck_assert_no_error (error);
  starts = starts_of (regions);
  ck_assert_str_eq (starts, "|m");
  hbase_table_get_region_async (table, BYTES ("z"), NULL, api_done, &found);
  region = hbase_table_get_region_finish (table, api_wait (&found), &error);
  ck_assert_no_error (error);
  ck_assert_mem_eq (hbase_region_get_start_key (region, &length), "m", 1);
}
END_TEST

/* ---- framed gateways ---- */

static int
exchanges_of (Relay *relay)
{
  return g_atomic_int_get (&relay->log->exchanges);
}

START_TEST (framed_gateways_get_no_split_keys)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, FRAMED);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("t");
  g_autoptr (GPtrArray) splits = keys_of ("m", NULL);
  g_autoptr (GAsyncResult) created = NULL;
  g_autoptr (GError) refused = NULL, refused_async = NULL, error = NULL;

  ck_assert (!create (connection, "t", splits, &refused));
  assert_reported (refused, HBASE_ERROR_UNSUPPORTED, "&admin=host:port");
  hbase_admin_create_table_async (admin, descriptor, splits, NULL, api_done, &created);
  ck_assert (!hbase_admin_create_table_finish (admin, api_wait (&created), &refused_async));
  assert_reported (refused_async, HBASE_ERROR_UNSUPPORTED, "“t”");
  ck_assert_int_eq (exchanges_of (relay), 0);
  assert_missing (connection, "t");
  assert_works (create (connection, "t", NULL, &error), error);
  assert_regions (connection, "t", "");
}
END_TEST

/* Two gateways of the same data: only calls that need it go through the unframed one. */
START_TEST (an_unframed_gateway_is_used_for_split_keys)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-XXXXXX", NULL);
  g_autoptr (Relay) framed = relay_new (directory), unframed = relay_new (directory);
  g_autofree char *base = relay_uri (framed, _i), *admin = relay_address (unframed);
  g_autofree char *uri = g_strdup_printf ("%s&admin=%s", base, admin);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GPtrArray) splits = keys_of ("m", "b", NULL);
  g_autoptr (GError) error = NULL, closed = NULL;
  int before;

  assert_works (create (connection, "whole", NULL, &error), error);
  ck_assert_int_eq (exchanges_of (unframed), 0);
  before = exchanges_of (framed);
  assert_works (create (connection, "split", splits, &error), error);
  ck_assert_int_eq (exchanges_of (framed), before);
  ck_assert_int_eq (exchanges_of (unframed), 3);
  assert_regions (connection, "split", "|b|m");
  ck_assert_int_eq (exchanges_of (framed), before + 1);
  assert_works (hbase_connection_close (connection, NULL, &error), error);
  ck_assert (!create (connection, "late", splits, &closed));
  ck_assert_error (closed, HBASE_ERROR, HBASE_ERROR_CLOSED);
  ck_assert_int_eq (exchanges_of (unframed), 3);
  relay_kill (framed);
  relay_kill (unframed);
  relay_remove_data (directory);
}
END_TEST

/* ---- failures ---- */

START_TEST (split_keys_that_arrive_changed_are_detected)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, UNFRAMED);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GPtrArray) splits = keys_of ("a", "bZ", "c", NULL);
  g_autoptr (GError) wrong = NULL, error = NULL;

  relay_tell (relay, 1, 1, RELAY_GARBLE);
  ck_assert (!create (connection, "t", splits, &wrong));
  assert_reported (wrong, HBASE_ERROR_WRONG_REGIONS, "no region begins at “bZ”");
  assert_reported (wrong, HBASE_ERROR_WRONG_REGIONS, "“t”");
  ck_assert_int_eq (relay->log->faults, 1);
  assert_regions (connection, "t", "|a|bz|c");
  assert_works (hbase_admin_disable_table (admin, "t", NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, "t", HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  assert_works (create (connection, "t", splits, &error), error);
  assert_regions (connection, "t", "|a|bZ|c");
}
END_TEST

START_TEST (creating_a_table_survives_a_lost_connection)
{
  static const RelayDeed losses[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY };
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, UNFRAMED);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GPtrArray) splits = keys_of ("b", "m", NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *name = g_strdup_printf ("t%u", i);

      relay_tell (relay, i / 2, 1, losses[i % 2]);
      assert_works (create (connection, name, splits, &error), error);
      ck_assert_int_eq (g_atomic_int_get (&relay->log->faults), (int) i + 1);
      assert_regions (connection, name, "|b|m");
    }
}
END_TEST

/* The families' settings, as the service reports them, are compared too. */
START_TEST (a_table_created_with_settings_is_recognised)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, UNFRAMED);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("t");
  g_autoptr (GPtrArray) splits = keys_of ("b", NULL);
  g_autoptr (GError) error = NULL;
  HBaseFamilyDescriptor *family = hbase_table_descriptor_get_family (descriptor, "f");

  hbase_family_descriptor_set_max_versions (family, 3);
  hbase_family_descriptor_set_time_to_live (family, 3600);
  relay_tell (relay, 1, 1, RELAY_LOSE_REPLY);
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  ck_assert_int_eq (g_atomic_int_get (&relay->log->faults), 1);
}
END_TEST

START_TEST (another_clients_table_is_not_taken_for_ours)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, UNFRAMED);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GPtrArray) splits = keys_of ("b", NULL);
  g_autoptr (GError) error = NULL;

  assert_works (create (connection, "t", splits, &error), error);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) again = NULL;

      relay_tell (relay, i, 1, RELAY_LOSE_REPLY);
      ck_assert (!create (connection, "t", splits, &again));
      assert_reported (again, HBASE_ERROR_TABLE_EXISTS, "“t”");
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("regions");

  tcase_add_test (tests, framed_gateways_get_no_split_keys);
  tcase_add_loop_test (tests, an_unframed_gateway_is_used_for_split_keys, FRAMED, FRAMED + 2);
  tcase_add_test (tests, split_keys_that_arrive_changed_are_detected);
  tcase_add_test (tests, creating_a_table_survives_a_lost_connection);
  tcase_add_test (tests, a_table_created_with_settings_is_recognised);
  tcase_add_test (tests, another_clients_table_is_not_taken_for_ours);
  tcase_add_test (tests, a_table_has_the_regions_asked_for);
  tcase_add_test (tests, a_row_is_in_a_region);
  tcase_add_test (tests, async_calls_do_the_same);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("regions", fill)
