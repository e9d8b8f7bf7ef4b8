/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "pages.h"
#include "relay.h"

#include <poll.h>

/* This tests pages that are read through another gateway than usual: framed ones corrupt time ranges of
 * families. */

#define FRAMED 2
#define WIDTH (512 * 1024)

static int
exchanges_of (Relay *relay)
{
  return g_atomic_int_get (&relay->log->exchanges);
}

static void
write_wide_rows (HBaseTable *table, guint n)
{
  g_autofree char *value = g_strnfill (WIDTH, 'v');

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
      g_autoptr (GError) error = NULL;

      hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES (value), 5);
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
}

static guint64
n_exchanges (HBaseConnection *connection)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (connection);
  guint64 exchanges = 0;

  ck_assert (g_variant_lookup (statistics, "exchanges", "t", &exchanges));
  return exchanges;
}

/* A page too large for one reply leaves a scanner, which must be closed at the gateway that has it. */
START_TEST (scanners_are_closed_on_the_gateway_that_opened_them)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-XXXXXX", NULL);
  g_autoptr (Relay) framed = relay_new (directory), unframed = relay_new (directory);
  g_autofree char *base = relay_uri (framed, FRAMED), *admin = relay_address (unframed);
  g_autofree char *uri = g_strdup_printf ("%s&admin=%s", base, admin);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) narrow = NULL, wide = NULL;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("row000");
  g_autoptr (GError) error = NULL;
  gboolean exists;
  guint64 asked;
  int before, calls;

  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
  write_wide_rows (table, 12);
  hbase_scan_set_family_time_range (scan, "f", 0, 10);
  pages = hbase_page_iterator_new (table, scan, 8);
  narrow = go (pages, FIRST);
  before = exchanges_of (framed);
  calls = exchanges_of (unframed);
  asked = n_exchanges (connection);
  wide = go (pages, FIRST);
  assert_page (wide, 0, 8);
  /* The page doesn't wait for closeScanner. */
  while (exchanges_of (unframed) < calls + (int) (n_exchanges (connection) - asked) + 1)
    poll (NULL, 0, 1);
  assert_works (hbase_table_exists (table, get, &exists, NULL, &error), error);
  ck_assert_int_eq (exchanges_of (framed), before + 1);
  relay_kill (framed);
  relay_kill (unframed);
  relay_remove_data (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page gateways");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, scanners_are_closed_on_the_gateway_that_opened_them);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page gateways", fill)
