/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The README's tour as one program: tour URI */

#include <locale.h>

#include <hbase-glib.h>

static gboolean
make_tables (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) actions = hbase_table_descriptor_new ("actions");
  g_autoptr (HBaseTableDescriptor) comments = hbase_table_descriptor_new ("comments");
  g_autoptr (HBaseTableDescriptor) events = hbase_table_descriptor_new ("events");
  g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
  g_autoptr (HBaseFamilyDescriptor) guard = hbase_family_descriptor_new ("g");

  hbase_table_descriptor_add_family (actions, content);
  hbase_table_descriptor_add_family (comments, content);
  hbase_table_descriptor_add_family (comments, guard);
  hbase_table_descriptor_add_family (events, content);
  return hbase_admin_create_table (admin, actions, NULL, NULL, error)
         && hbase_admin_create_table (admin, comments, NULL, NULL, error)
         && hbase_admin_create_table (admin, events, NULL, NULL, error);
}

static gboolean
put_and_get (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "actions");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("row");
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *name = NULL;

  hbase_put_add_utf8 (put, "content", "name", "login");
  if (!hbase_table_put (table, put, NULL, error))
    return FALSE;
  row = hbase_table_get (table, get, NULL, error);
  if (row == NULL)
    return FALSE;
  name = hbase_row_dup_value_utf8 (row, "content:name");
  g_print ("row says %s\n", name);
  return TRUE;
}

static gboolean
walk (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "actions");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) fault = NULL;
  HBaseRow *row;

  hbase_scan_set_reversed (scan, TRUE);
  hbase_scan_set_limit (scan, 100);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &fault)) != NULL)
    {
      g_autofree char *key = hbase_row_dup_key_escaped (row);

      g_print ("%s has %u cells\n", key, hbase_row_get_n_cells (row));
      hbase_row_unref (row);
    }
  if (fault != NULL)
    g_propagate_error (error, g_steal_pointer (&fault));
  return error == NULL || *error == NULL;
}

static gboolean
prepend (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", error);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBasePrepender) prepender = NULL;
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;

  if (schema == NULL)
    return FALSE;
  table = hbase_table_new_with_key_schema (connection, "comments", schema);
  prepender = hbase_prepender_new (table);
  hbase_put_add_utf8 (cells, "content", "text", "first!");
  comment = hbase_prepend_request_new (cells);
  return hbase_prepender_prepend (prepender, comment, NULL, error);
}

static gboolean
ends (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "comments");
  g_autoptr (HBaseRow) newest = NULL, oldest = NULL;

  newest = hbase_table_first_row (table, NULL, NULL, error);
  oldest = hbase_table_last_row (table, NULL, HBASE_LAST_ROW_METHOD_AUTO, NULL, error);
  return newest != NULL && oldest != NULL;
}

static gboolean
page (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "comments");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 10);
  g_autoptr (HBasePage) newest = hbase_page_iterator_next (pages, NULL, error);

  if (newest == NULL)
    return FALSE;
  g_print ("%u rows; the next page is opened by %s\n", hbase_page_get_n_rows (newest),
           hbase_page_get_next_token (newest) != NULL ? hbase_page_get_next_token (newest)
                                                      : "nothing: that was all");
  return TRUE;
}

static gboolean
scan_salted (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(8),stamp:uint64", error);
  g_autoptr (HBaseTable) events = NULL;
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) fault = NULL;

  events = hbase_table_new_unsalted (connection, "events", schema);
  hbase_scan_set_reversed (scan, TRUE);
  cursor = hbase_table_scan (events, scan);
  if (hbase_table_cursor_next (cursor, NULL, &fault) == NULL && fault == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = NULL;

  setlocale (LC_ALL, "");
  if (argc != 2)
    {
      g_printerr ("usage: tour URI\n");
      return 2;
    }
  connection = hbase_connection_new (argv[1], &error);
  if (connection == NULL || !make_tables (connection, &error) || !put_and_get (connection, &error)
      || !walk (connection, &error) || !prepend (connection, &error) || !ends (connection, &error)
      || !page (connection, &error) || !scan_salted (connection, &error))
    {
      g_printerr ("tour: %s\n", error->message);
      return 1;
    }
  return 0;
}
