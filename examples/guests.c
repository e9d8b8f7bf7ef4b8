/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The README's first example: guests URI puts a row into the table `guests`, which is created if it doesn't
 * exist, and prints all rows of it. */

#include <locale.h>

#include <hbase-glib.h>

static gboolean
create_table (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("guests");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("content");

  hbase_table_descriptor_add_family (descriptor, family);
  return hbase_admin_ensure_table (admin, descriptor, NULL, NULL, NULL, error);
}

static gboolean
add_guest (HBaseTable *table, GError **error)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("grace");

  hbase_put_add_utf8 (put, "content", "name", "Grace Hopper");
  return hbase_table_put (table, put, NULL, error);
}

static void
list_guests (HBaseTable *table, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, error)) != NULL)
    {
      g_autofree char *key = hbase_row_dup_key_utf8 (row);
      g_autofree char *name = hbase_row_dup_value_utf8 (row, "content:name");

      g_print ("%s %s\n", key, name);
      hbase_row_unref (row);
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = NULL;
  g_autoptr (HBaseTable) table = NULL;

  /* Messages are UTF-8, which g_printerr() writes in the locale's character set. */
  setlocale (LC_ALL, "");
  if (argc != 2)
    {
      g_printerr ("usage: guests URI\n");
      return 2;
    }
  connection = hbase_connection_new (argv[1], &error);
  if (connection != NULL && create_table (connection, &error))
    table = hbase_table_new (connection, "guests");
  if (table != NULL && add_guest (table, &error))
    list_guests (table, &error);
  if (error == NULL)
    return 0;
  g_printerr ("guests: %s\n", error->message);
  return 1;
}
