/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests that HBase's own Java client for the Thrift2 service can use the embedded engine's server, for
 * tables as well as for rows: ThriftClient.java expects the same of the server as of a real HBase. */

/* Runs the program, and checks that it prints that all was as expected. */
static void
run_client (const char *uri)
{
  g_autofree char *jars = g_build_filename (g_getenv ("top_builddir"), "tests/hbase/cache/lib/*", NULL);
  g_autofree char *source = g_build_filename (g_getenv ("top_srcdir"), "tests/hbase/ThriftClient.java", NULL);
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_NONE, NULL);
  g_autofree char *port = g_strdup_printf ("%d", g_uri_get_port (parsed));
  const char *arguments[]
      = { "java", "-XX:TieredStopAtLevel=1", "-cp", jars, source, g_uri_get_host (parsed), port, NULL };
  g_autofree char *printed = NULL, *errors = NULL;
  g_autoptr (GError) error = NULL;

  g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &printed, &errors, NULL,
                &error);
  ck_assert_no_error (error);
  ck_assert_msg (g_str_has_suffix (printed, "done\n"), "%s%s", printed, errors);
}

START_TEST (hbases_java_client_uses_the_embedded_engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);

  ck_assert_no_error (error);
  run_client (hbase_local_server_get_address (server));
  hbase_local_server_stop (server);
}
END_TEST

START_TEST (hbases_java_client_finds_the_same_in_a_real_hbase)
{
  Fixture *fixture = fixture_start ("binary");
  g_autofree char *uri = fixture_uri (fixture, "binary");

  run_client (uri);
  fixture_stop (fixture);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("client");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, hbases_java_client_uses_the_embedded_engine);
  tcase_add_test (tests, hbases_java_client_finds_the_same_in_a_real_hbase);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("Java client", fill)
