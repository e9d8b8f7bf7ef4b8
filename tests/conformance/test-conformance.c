/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <glib/gstdio.h>

#include "check-main.h"
#include "conformance.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-listener-private.h"
#include "messages.h"
#include "test-seed.h"

/* This tests that the embedded engine responds as HBase does: in process, and served to clients of every
 * kind. */

static char *directory;
static HBaseLocalService *service;
static HBaseLocalListener *server;

static void
set_up (void)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GError) error = NULL;

  directory = g_dir_make_tmp ("conformance-XXXXXX", &error);
  ck_assert_no_error (error);
  service = hbase_local_service_open (directory, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
  ck_assert_no_error (error);
  server = hbase_local_listener_new (service, address, NULL, &error);
  ck_assert_no_error (error);
}

static void
remove_directory (void)
{
  g_autoptr (GDir) dir = g_dir_open (directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (directory, name, NULL);

      g_unlink (path);
    }
  g_rmdir (directory);
  g_clear_pointer (&directory, g_free);
}

static void
tear_down (void)
{
  hbase_local_listener_stop (server);
  hbase_local_listener_unref (server);
  hbase_local_service_unref (service);
  remove_directory ();
}

static void
compact (const char *table)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  hbase_local_compact (directory, table, NULL, &n_removed, &error);
  ck_assert_no_error (error);
}

static char *
uri_in_memory (const char *name)
{
  return g_strdup ("local::memory:");
}

static char *
uri_in_process (const char *name)
{
  return g_strconcat ("local://", directory, NULL);
}

static char *
uri_served (const char *name)
{
  GSocketAddress *address = hbase_local_listener_get_address (server);

  return g_strdup_printf ("thrift://127.0.0.1:%u/?protocol=%s&framing=%s",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)),
                          strstr (name, "compact") != NULL ? "compact" : "binary",
                          strstr (name, "framed") != NULL ? "framed" : "none");
}

/* One connection is the whole database, and stays open after errors. */
static const ConformanceTarget memory_targets[] = {
  { "memory", uri_in_memory, FALSE },
  { NULL, NULL, FALSE },
};

static const ConformanceTarget targets[] = {
  { "directory", uri_in_process, FALSE },
  { "binary", uri_served, FALSE },
  { "compact-framed", uri_served, FALSE },
  { NULL, NULL, FALSE },
};

/* Those before the last one differ from it in the bytes on the wire only, or from one in memory in where it
 * stores cells; a reduced run leaves them out. */
static const ConformanceTarget *
choose_targets (void)
{
  guint n = test_times (G_N_ELEMENTS (targets) - 1);

  return targets + G_N_ELEMENTS (targets) - 1 - n;
}

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("engine");

  tcase_set_timeout (tests, 60);
  tcase_add_checked_fixture (tests, set_up, tear_down);
  conformance_fill (tests, choose_targets (), "engine", CONFORMANCE_ALL, compact);
  conformance_fill (tests, memory_targets, "engine", CONFORMANCE_ALL, NULL);
  messages_fill (tests, uri_served, "engine");
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("conformance", fill)
