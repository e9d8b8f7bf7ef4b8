/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests split keys and regions on a real HBase: through gateways that preserve split keys, and through
 * those that corrupt them. */

static const char *const modes = "binary compact framed compact-framed";
static const char *const unframed[] = { "binary", "compact" };
static const char *const framed[] = { "framed", "compact-framed" };

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start (modes);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseConnection *
connect_to (const char *mode)
{
  g_autofree char *uri = fixture_uri (fixture, mode);

  return api_connect (uri);
}

static GPtrArray *
keys_of (const char *words)
{
  g_auto (GStrv) texts = g_strsplit (words, " ", -1);
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (char **text = texts; *text != NULL; text++)
    g_ptr_array_add (keys, hbase_bytes_from_escaped (*text, NULL));
  return keys;
}

static gboolean
create (HBaseConnection *connection, const char *name, const char *words, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GPtrArray) splits = keys_of (words);

  return hbase_admin_create_table (admin, descriptor, splits, NULL, error);
}

static GPtrArray *
regions_of (HBaseConnection *connection, const char *name)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, name);
  g_autoptr (GError) error = NULL;
  GPtrArray *regions = hbase_table_get_regions (table, NULL, &error);

  ck_assert_no_error (error);
  return regions;
}

static char *
start_of (HBaseRegion *region)
{
  gsize length;
  const guint8 *key = hbase_region_get_start_key (region, &length);

  return hbase_bytes_to_escaped (key, length);
}

static void
assert_regions (HBaseConnection *connection, const char *name, const char *expected)
{
  g_autoptr (GPtrArray) regions = regions_of (connection, name);
  g_autoptr (GString) starts = g_string_new (NULL);

  for (guint i = 0; i < regions->len; i++)
    {
      g_autofree char *start = start_of (regions->pdata[i]);

      g_string_append_printf (starts, "%s%s", i > 0 ? " " : "", start);
      ck_assert_ptr_nonnull (hbase_region_get_host (regions->pdata[i]));
      ck_assert_uint_ne (hbase_region_get_port (regions->pdata[i]), 0);
    }
  ck_assert_str_eq (starts->str, expected);
}

START_TEST (a_table_has_the_regions_asked_for)
{
  g_autofree char *name = g_strdup_printf ("split%d", _i);
  g_autoptr (HBaseConnection) connection = connect_to (unframed[_i]);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, name);
  g_autoptr (HBaseRegion) region = NULL;
  g_autoptr (GError) error = NULL, again = NULL;
  g_autofree char *start = NULL;

  assert_works (create (connection, name, "m \\x00 b\\xFF", &error), error);
  assert_regions (connection, name, " \\x00 b\\xFF m");
  ck_assert (!create (connection, name, "x", &again));
  assert_reported (again, HBASE_ERROR_TABLE_EXISTS, name);
  assert_regions (connection, name, " \\x00 b\\xFF m");
  region = hbase_table_get_region (table, BYTES ("lz"), NULL, &error);
  ck_assert_no_error (error);
  start = start_of (region);
  ck_assert_str_eq (start, "b\\xFF");
  api_write (table, "z", "v");
}
END_TEST

START_TEST (many_regions_are_listed)
{
  g_autoptr (HBaseConnection) connection = connect_to ("binary");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("many");
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseSplitCalculator) calculator
      = HBASE_SPLIT_CALCULATOR (hbase_number_splits_new_hex_string (NULL, NULL));
  g_autoptr (GPtrArray) splits = hbase_split_calculator_calculate (calculator, 64, NULL, &error);
  g_autoptr (GPtrArray) regions = NULL;

  ck_assert_no_error (error);
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  regions = regions_of (connection, "many");
  ck_assert_uint_eq (regions->len, 64);
}
END_TEST

/* A table that is dropped and created again: what a gateway remembers of the old one isn't returned. */
START_TEST (regions_are_current)
{
  g_autoptr (HBaseConnection) connection = connect_to ("compact");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "anew");
  g_autoptr (GError) error = NULL, missing = NULL, nowhere = NULL;
  static const char *const words[] = { "b", "m x" };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HBaseRegion) region = NULL;
      g_autofree char *start = NULL;

      assert_works (create (connection, "anew", words[i], &error), error);
      region = hbase_table_get_region (table, BYTES ("n"), NULL, &error);
      ck_assert_no_error (error);
      start = start_of (region);
      ck_assert_str_eq (start, i == 0 ? "b" : "m");
      assert_works (hbase_admin_disable_table (admin, "anew", NULL, &error), error);
      assert_works (hbase_admin_delete_table (admin, "anew", HBASE_DELETE_TABLE_DISABLE, NULL, &error),
                    error);
    }
  ck_assert_ptr_null (hbase_table_get_regions (table, NULL, &missing));
  assert_reported (missing, HBASE_ERROR_TABLE_NOT_FOUND, "anew");
  ck_assert_ptr_null (hbase_table_get_region (table, BYTES ("n"), NULL, &nowhere));
  assert_reported (nowhere, HBASE_ERROR_TABLE_NOT_FOUND, "anew");
}
END_TEST

START_TEST (framed_gateways_get_no_split_keys)
{
  g_autofree char *name = g_strdup_printf ("refused%d", _i);
  g_autoptr (HBaseConnection) connection = connect_to (framed[_i]);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GError) refused = NULL;

  ck_assert (!create (connection, name, "m", &refused));
  assert_reported (refused, HBASE_ERROR_UNSUPPORTED, "&admin=host:port");
  ck_assert_int_eq (api_get_state (admin, name), HBASE_TABLE_STATE_MISSING);
}
END_TEST

START_TEST (an_unframed_gateway_is_used_for_split_keys)
{
  g_autofree char *name = g_strdup_printf ("elsewhere%d", _i);
  g_autofree char *base = fixture_uri (fixture, framed[_i]);
  g_autofree char *uri
      = g_strdup_printf ("%s&admin=127.0.0.1:%u", base, fixture_port (fixture, unframed[_i]));
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GError) error = NULL, again = NULL;

  assert_works (create (connection, name, "m b c", &error), error);
  assert_regions (connection, name, " b c m");
  ck_assert (!create (connection, name, "x", &again));
  assert_reported (again, HBASE_ERROR_TABLE_EXISTS, name);
  assert_regions (connection, name, " b c m");
}
END_TEST

/* ---- the gateway's bug itself: unframed calls, put into frames on their way ---- */

static gboolean
pass_request (GSocketConnection *client, GSocketConnection *gateway)
{
  guint8 buffer[65536];
  gssize n = g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (client)), buffer, sizeof buffer,
                                  NULL, NULL);
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (gateway));
  guint32 header = GUINT32_TO_BE ((guint32) MAX (n, 0));

  return n > 0 && g_output_stream_write_all (out, &header, sizeof header, NULL, NULL, NULL)
         && g_output_stream_write_all (out, buffer, (gsize) n, NULL, NULL, NULL);
}

static gboolean
pass_reply (GSocketConnection *gateway, GSocketConnection *client)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (gateway));
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (client));
  guint8 buffer[65536];
  guint32 header;
  gsize n;

  if (!g_input_stream_read_all (in, &header, sizeof header, &n, NULL, NULL) || n < sizeof header)
    return FALSE;
  header = GUINT32_FROM_BE (header);
  ck_assert_uint_le (header, sizeof buffer);
  return g_input_stream_read_all (in, buffer, header, &n, NULL, NULL)
         && g_output_stream_write_all (out, buffer, n, NULL, NULL, NULL);
}

/* One exchange at a time; a request as small as these arrives in one read. */
static gboolean
put_in_frames (GThreadedSocketService *service, GSocketConnection *client, GObject *source, gpointer mode)
{
  g_autoptr (GSocketClient) connector = g_socket_client_new ();
  g_autoptr (GSocketConnection) gateway = g_socket_client_connect_to_host (
      connector, "127.0.0.1", (guint16) fixture_port (fixture, mode), NULL, NULL);

  while (pass_request (client, gateway) && pass_reply (gateway, client))
    continue;
  return TRUE;
}

static gpointer
iterate (gpointer data)
{
  g_main_context_push_thread_default (data);
  for (;;)
    g_main_context_iteration (data, TRUE);
  return NULL;
}

/* Its URI says framing=none, and it leads to the framed gateway. It exists as long as the test's process. */
static HBaseConnection *
connect_through_frames (const char *mode)
{
  GMainContext *context = g_main_context_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;
  GSocketService *service;
  guint16 port;

  g_main_context_push_thread_default (context);
  service = g_threaded_socket_service_new (8);
  port = g_socket_listener_add_any_inet_port (G_SOCKET_LISTENER (service), NULL, &error);
  ck_assert_no_error (error);
  g_signal_connect (service, "run", G_CALLBACK (put_in_frames), (gpointer) mode);
  g_main_context_pop_thread_default (context);
  g_thread_unref (g_thread_new ("frames", iterate, context));
  uri = g_strdup_printf ("thrift://127.0.0.1:%u/?protocol=%s", port,
                         strstr (mode, "compact") != NULL ? "compact" : "binary");
  return api_connect (uri);
}

START_TEST (split_keys_that_a_framed_gateway_corrupted_are_detected)
{
  g_autofree char *name = g_strdup_printf ("garbage%d", _i);
  g_autoptr (HBaseConnection) tricked = connect_through_frames (framed[_i]);
  g_autoptr (HBaseConnection) connection = connect_to (unframed[_i]);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (GPtrArray) regions = NULL;
  g_autoptr (GError) wrong = NULL, error = NULL;
  g_autofree char *start = NULL;

  ck_assert (!create (tricked, name, "m", &wrong));
  assert_reported (wrong, HBASE_ERROR_WRONG_REGIONS, name);
  assert_reported (wrong, HBASE_ERROR_WRONG_REGIONS, "drop it");
  regions = regions_of (connection, name);
  ck_assert_uint_eq (regions->len, 2);
  start = start_of (regions->pdata[1]);
  ck_assert_msg (strstr (start, "createTable") != NULL, "“%s” isn't the frame's bytes", start);
  assert_works (hbase_admin_disable_table (admin, name, NULL, &error), error);
  assert_works (hbase_admin_delete_table (admin, name, HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("regions on HBase");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_loop_test (tests, a_table_has_the_regions_asked_for, 0, G_N_ELEMENTS (unframed));
  tcase_add_test (tests, many_regions_are_listed);
  tcase_add_test (tests, regions_are_current);
  tcase_add_loop_test (tests, framed_gateways_get_no_split_keys, 0, G_N_ELEMENTS (framed));
  tcase_add_loop_test (tests, an_unframed_gateway_is_used_for_split_keys, 0, G_N_ELEMENTS (framed));
  tcase_add_loop_test (tests, split_keys_that_a_framed_gateway_corrupted_are_detected, 0,
                       G_N_ELEMENTS (framed));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("regions on HBase", fill)
