/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests that clients other than the library can use the embedded engine's server: HBase's own Java
 * client for the Thrift2 service, what Apache Thrift generates for C++ and Python, and thriftpy2. Each
 * expects the same of the server as of a real HBase. */

/* Runs the command with the server's host and port, and checks that it prints that all was as expected. */
static void
run_client (const char *uri, const char *command[])
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_NONE, NULL);
  g_autofree char *port = g_strdup_printf ("%d", g_uri_get_port (parsed));
  g_autofree char *printed = NULL, *errors = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GError) error = NULL;

  g_strv_builder_addv (builder, command);
  g_strv_builder_add_many (builder, g_uri_get_host (parsed), port, NULL);
  words = g_strv_builder_end (builder);
  g_spawn_sync (NULL, words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &printed, &errors, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_msg (g_str_has_suffix (printed, "done\n"), "%s: %s%s", command[0], printed, errors);
}

static char *
built (const char *path)
{
  return g_build_filename (g_getenv ("top_builddir"), "tests/hbase", path, NULL);
}

static char *
source (const char *path)
{
  return g_build_filename (g_getenv ("top_srcdir"), path, NULL);
}

static void
run_java (const char *uri)
{
  g_autofree char *jars = built ("cache/lib/*"), *program = source ("tests/hbase/ThriftClient.java");
  const char *command[] = { "java", "-XX:TieredStopAtLevel=1", "-cp", jars, program, NULL };

  run_client (uri, command);
}

static void
run_cxx (const char *uri)
{
  g_autofree char *program = built ("thrift-client");
  const char *command[] = { program, NULL };

  run_client (uri, command);
}

static void
run_python (const char *uri, const char *library, const char *definition)
{
  g_autofree char *program = source ("tests/hbase/thrift-client.py");
  const char *command[] = { g_getenv ("HBASE_TEST_PYTHON"), program, library, definition, NULL };

  run_client (uri, command);
}

static void
run_apache_python (const char *uri)
{
  g_autofree char *generated = built ("gen-py");

  run_python (uri, "apache", generated);
}

static void
run_thriftpy2 (const char *uri)
{
  g_autofree char *definition = source ("idl/hbase.thrift"), *modules = built ("cache/python");

  g_setenv ("PYTHONPATH", modules, TRUE);
  run_python (uri, "thriftpy2", definition);
  g_unsetenv ("PYTHONPATH");
}

static void
run_all (const char *uri)
{
  run_java (uri);
  run_cxx (uri);
  run_apache_python (uri);
  run_thriftpy2 (uri);
}

START_TEST (other_clients_use_the_embedded_engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);

  ck_assert_no_error (error);
  run_all (hbase_local_server_get_address (server));
  hbase_local_server_stop (server);
}
END_TEST

START_TEST (other_clients_find_the_same_in_a_real_hbase)
{
  Fixture *fixture = fixture_start ("binary");
  g_autofree char *uri = fixture_uri (fixture, "binary");

  run_all (uri);
  fixture_stop (fixture);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("clients");

  tcase_set_timeout (tests, 180);
  tcase_add_test (tests, other_clients_use_the_embedded_engine);
  tcase_add_test (tests, other_clients_find_the_same_in_a_real_hbase);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("other clients", fill)
