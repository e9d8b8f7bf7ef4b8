/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Counts a visit, and prints the number of visits so far:
 *
 *   counter URI PAGE
 *
 * Any number of programs may count at the same time: no visit is lost, and none is counted twice. */

#include <locale.h>

#include <hbase-glib.h>

static gboolean
create_table (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("visits");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("count");

  hbase_table_descriptor_add_family (descriptor, family);
  return hbase_admin_ensure_table (admin, descriptor, NULL, NULL, NULL, error);
}

static gboolean
count (const char *uri, const char *page, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (page);
  g_autoptr (HBaseRow) row = NULL;
  gint64 visits;

  if (connection == NULL || !create_table (connection, error))
    return FALSE;
  table = hbase_table_new (connection, "visits");
  hbase_increment_add_utf8 (increment, "count", "visits", 1);
  row = hbase_table_increment (table, increment, NULL, error);
  if (row == NULL || !hbase_row_get_counter (row, "count:visits", &visits, error))
    return FALSE;
  g_print ("visits of %s: %" G_GINT64_FORMAT "\n", page, visits);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc != 3)
    {
      g_printerr ("usage: counter URI PAGE\n");
      return 2;
    }
  if (count (argv[1], argv[2], &error))
    return 0;
  g_printerr ("counter: %s\n", error->message);
  return 1;
}
