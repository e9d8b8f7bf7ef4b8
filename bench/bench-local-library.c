/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This library as a contestant of bench-local: on the embedded engine, or on a gateway. The threads share a
 * connection, as those of an application do, with a channel for each. */

#include "config.h"

#include "bench-measure.h"
#include "bench-local.h"
#include "bench-scan.h"

static gpointer
open_uri (const char *uri)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri, "max-channels", N_CLIENTS, NULL);
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (SCAN_PLAIN_TABLE);
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (SCAN_FAMILY);

  bench_must (connection != NULL, &error);
  admin = hbase_admin_new (connection);
  hbase_table_descriptor_add_family (descriptor, family);
  /* of an earlier round, on a gateway */
  hbase_admin_delete_table (admin, SCAN_PLAIN_TABLE, HBASE_DELETE_TABLE_DISABLE, NULL, NULL);
  bench_must (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), &error);
  return connection;
}

static gpointer
open_directory (const char *directory)
{
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);

  return open_uri (uri);
}

static gpointer
connect_to (gpointer connection)
{
  return hbase_table_new (connection, SCAN_PLAIN_TABLE);
}

static void
put (gpointer table, guint first, guint n_rows)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = first; i < first + n_rows; i++)
    g_ptr_array_add (puts, scan_tables_make_put (i, NULL));
  bench_must (n_rows == 1 ? hbase_table_put (table, puts->pdata[0], NULL, &error)
                          : hbase_table_put_multiple (table, puts, NULL, &error),
              &error);
}

static void
get (gpointer table, guint number)
{
  char key[16];
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseGet) wanted = NULL;
  g_autoptr (HBaseRow) row = NULL;

  g_snprintf (key, sizeof key, SCAN_ROW_FORMAT, number);
  wanted = hbase_get_new_utf8 (key);
  row = hbase_table_get (table, wanted, NULL, &error);
  bench_must (row != NULL, &error);
  g_assert_cmpuint (hbase_row_get_n_cells (row), ==, SCAN_CELLS_A_ROW);
}

static guint64
scan (gpointer table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseScan) all = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, all);
  guint64 n_cells = 0;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      n_cells += hbase_row_get_n_cells (row);
      hbase_row_unref (row);
    }
  bench_must (error == NULL, &error);
  return n_cells;
}

const LocalContestant local_library
    = { "hbase-glib", open_directory, g_object_unref, connect_to, g_object_unref, put, get, scan };
const LocalContestant local_gateway
    = { "HBase", open_uri, g_object_unref, connect_to, g_object_unref, put, get, scan };
