/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prints the newest twenty comments, and those that are written from now on, the oldest first:
 *
 *   live URI [COUNT]
 *
 * It ends after COUNT comments; 0, the default: never. The table `comments` is created if it doesn't exist.
 * The list is a GListModel, as those that widgets show: rows that are prepended to the table appear in
 * front. This prepends one:
 *
 *   hbase-glib prepend comments --schema=id:downward content:text=hello */

#include <locale.h>

#include <hbase-glib.h>

typedef struct {
  GMainLoop *loop;
  guint64 left; /* comments still to print; 0: no limit */
} Live;

static void
print_comments (GListModel *model, guint position, guint n_removed, guint n_added, gpointer user_data)
{
  Live *live = user_data;

  for (guint i = position + n_added; i-- > position;)
    {
      g_autoptr (HBaseRowItem) item = g_list_model_get_item (model, i);
      g_autofree char *text = hbase_row_dup_value_utf8 (hbase_row_item_get_row (item), "content:text");

      g_print ("%s\n", text);
      if (live->left > 0 && --live->left == 0)
        {
          g_main_loop_quit (live->loop);
          return;
        }
    }
}

/* The model polls again after an error. */
static void
print_error (HBaseRowModel *model)
{
  GError *error = hbase_row_model_get_error (model);

  if (error != NULL)
    g_printerr ("live: %s\n", error->message);
}

static HBaseTable *
open_table (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", error);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("comments");
  g_autoptr (HBaseFamilyDescriptor) content = hbase_family_descriptor_new ("content");
  g_autoptr (HBaseFamilyDescriptor) guard = hbase_family_descriptor_new ("g");

  hbase_table_descriptor_add_family (descriptor, content);
  hbase_table_descriptor_add_family (descriptor, guard);
  if (schema == NULL || !hbase_admin_ensure_table (admin, descriptor, NULL, NULL, NULL, error))
    return NULL;
  return hbase_table_new_with_key_schema (connection, "comments", schema);
}

static HBaseRowModel *
list_comments (HBaseTable *table)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBasePageIterator) pages = NULL;

  hbase_query_add_family (HBASE_QUERY (scan), "content");
  pages = hbase_page_iterator_new (table, scan, 20);
  return hbase_row_model_new (pages);
}

static gboolean
follow (const char *uri, guint64 count, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBaseTable) table = connection != NULL ? open_table (connection, error) : NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (HBaseRowModel) model = NULL;
  Live live = { loop, count };

  if (table == NULL)
    return FALSE;
  model = list_comments (table);
  g_signal_connect (model, "items-changed", G_CALLBACK (print_comments), &live);
  g_signal_connect (model, "notify::error", G_CALLBACK (print_error), NULL);
  hbase_row_model_set_follow (model, TRUE);
  g_main_loop_run (loop);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc < 2 || argc > 3)
    {
      g_printerr ("usage: live URI [COUNT]\n");
      return 2;
    }
  if (follow (argv[1], argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : 0, &error))
    return 0;
  g_printerr ("live: %s\n", error->message);
  return 1;
}
