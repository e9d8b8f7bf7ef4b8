/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-measure.h"
#include "bench-scan.h"

#include <string.h>

#define PUTS_A_CALL 1000

static void
create (HBaseConnection *connection, const char *name, GPtrArray *splits)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (name);
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (SCAN_FAMILY);
  g_autoptr (GError) error = NULL;

  hbase_table_descriptor_add_family (descriptor, family);
  bench_must (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), &error);
}

void
scan_tables_make_value (guint number, guint cell, char *value)
{
  for (guint k = 0; k < SCAN_VALUE_LENGTH; k++)
    value[k] = (char) (number * 7 + cell * 31 + k);
}

HBasePut *
scan_tables_make_put (guint number, HBaseKeySchema *salts)
{
  char row[16], value[SCAN_VALUE_LENGTH];
  g_autoptr (GBytes) key = NULL;
  HBasePut *put;

  g_snprintf (row, sizeof row, SCAN_ROW_FORMAT, number);
  if (salts != NULL)
    key = hbase_key_schema_salt (salts, (const guint8 *) row, strlen (row), NULL);
  put = key != NULL ? hbase_put_new_bytes (key) : hbase_put_new_utf8 (row);
  for (guint i = 0; i < SCAN_CELLS_A_ROW; i++)
    {
      const guint8 qualifier[] = { 'q', (guint8) ('0' + i) };

      scan_tables_make_value (number, i, value);
      hbase_put_add (put, SCAN_FAMILY, qualifier, sizeof qualifier, (const guint8 *) value, sizeof value);
    }
  return put;
}

static void
fill (HBaseTable *table, guint n_rows, HBaseKeySchema *salts)
{
  for (guint first = 0; first < n_rows; first += PUTS_A_CALL)
    {
      g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
      g_autoptr (GError) error = NULL;

      for (guint i = first; i < MIN (first + PUTS_A_CALL, n_rows); i++)
        g_ptr_array_add (puts, scan_tables_make_put (i, salts));
      bench_must (hbase_table_put_multiple (table, puts, NULL, &error), &error);
    }
}

static GPtrArray *
split_by_rows (guint n_rows)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 1; i < SCAN_REGIONS; i++)
    {
      g_autofree char *row = g_strdup_printf (SCAN_ROW_FORMAT, (guint) ((guint64) n_rows * i / SCAN_REGIONS));

      g_ptr_array_add (splits, g_bytes_new (row, strlen (row)));
    }
  return splits;
}

static GPtrArray *
split_by_salts (void)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint8 i = 1; i < SCAN_REGIONS; i++)
    g_ptr_array_add (splits, g_bytes_new (&i, 1));
  return splits;
}

static HBaseConnection *
connect_to (const char *uri)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection = hbase_connection_new (uri, &error);

  bench_must (connection != NULL, &error);
  return connection;
}

void
scan_tables_fill (const char *uri, guint n_rows)
{
  g_autoptr (HBaseConnection) connection = connect_to (uri);
  g_autoptr (GPtrArray) splits = split_by_rows (n_rows);
  g_autoptr (HBaseTable) plain = hbase_table_new (connection, SCAN_PLAIN_TABLE);

  create (connection, SCAN_PLAIN_TABLE, splits);
  fill (plain, n_rows, NULL);
}

void
scan_tables_fill_salted (const char *uri, guint n_rows)
{
  g_autoptr (HBaseConnection) connection = connect_to (uri);
  g_autoptr (HBaseKeySchema) salts = hbase_key_schema_new (SCAN_SALTED_SCHEMA, NULL);
  g_autoptr (GPtrArray) splits = split_by_salts ();
  g_autoptr (HBaseTable) salted = hbase_table_new (connection, SCAN_SALTED_TABLE);

  create (connection, SCAN_SALTED_TABLE, splits);
  fill (salted, n_rows, salts);
}
