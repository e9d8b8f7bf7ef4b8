/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prints a page of ten of a user's actions, newest first:
 *
 *   feed URI USER [TOKEN]
 *
 * and the tokens that open the next page and the previous one. import fills the table `useractions`. */

#include <locale.h>

#include <hbase-glib.h>

#define SCHEMA "userid:uint32,stamp:reverse-ms,actionid:uint32"

static HBasePageIterator *
list_actions (HBaseConnection *connection, const char *user, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (SCHEMA, error);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTable) table = NULL;
  g_autofree char *fields = g_strdup_printf ("userid=%s", user);
  g_autoptr (GBytes) prefix = NULL;

  prefix = schema != NULL ? hbase_key_schema_key_from_escaped (schema, fields, TRUE, error) : NULL;
  if (prefix == NULL)
    return NULL;
  hbase_scan_set_prefix_bytes (scan, prefix);
  table = hbase_table_new_with_key_schema (connection, "useractions", schema);
  return hbase_page_iterator_new (table, scan, 10);
}

static void
print_page (HBasePage *page)
{
  for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
    {
      HBaseRow *row = hbase_page_get_row (page, i);
      g_autofree char *time = hbase_row_dup_key_field_escaped (row, "stamp", NULL);
      g_autofree char *action = hbase_row_dup_value_utf8 (row, "content:name");

      g_print ("%s  %s\n", time, action);
    }
  if (hbase_page_get_next_token (page) != NULL)
    g_print ("next page: %s\n", hbase_page_get_next_token (page));
  if (hbase_page_get_previous_token (page) != NULL)
    g_print ("previous page: %s\n", hbase_page_get_previous_token (page));
}

static gboolean
feed (const char *uri, const char *user, const char *token, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBasePageIterator) pages = NULL;
  g_autoptr (HBasePage) page = NULL;
  g_autoptr (GError) failure = NULL;

  pages = connection != NULL ? list_actions (connection, user, error) : NULL;
  if (pages == NULL)
    return FALSE;
  page = hbase_page_iterator_open (pages, token, NULL, &failure);
  if (failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return FALSE;
    }
  if (page != NULL)
    print_page (page);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc < 3 || argc > 4)
    {
      g_printerr ("usage: feed URI USER [TOKEN]\n");
      return 2;
    }
  if (feed (argv[1], argv[2], argv[3], &error))
    return 0;
  g_printerr ("feed: %s\n", error->message);
  return 1;
}
