/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepends comments to the table `comments`, whose first row ever has the highest key:
 *
 *   comments URI WRITER COUNT
 *
 * Any number of these may run at once: no key is given twice, none is left out. */

#include <locale.h>

#include <hbase-glib.h>

static gboolean
prepend_one (HBasePrepender *prepender, const char *writer, guint number, GError **error)
{
  g_autofree char *text = g_strdup_printf ("comment %u of writer %s", number, writer);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrepend) prepend = NULL;

  hbase_put_add_text (cells, "content", "text", text);
  prepend = hbase_prepend_new (cells);
  return hbase_prepender_prepend (prepender, prepend, NULL, error);
}

static gboolean
run (const char *uri, const char *writer, guint count, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", error);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBasePrepender) prepender = NULL;

  if (connection == NULL || schema == NULL)
    return FALSE;
  table = hbase_connection_get_table (connection, "comments");
  hbase_table_set_key_schema (table, schema);
  prepender = hbase_prepender_new (table);
  for (guint i = 1; i <= count; i++)
    if (!prepend_one (prepender, writer, i, error))
      return FALSE;
  g_print ("writer %s has prepended %u comments\n", writer, count);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc != 4)
    {
      g_printerr ("usage: comments URI WRITER COUNT\n");
      return 2;
    }
  if (!run (argv[1], argv[2], (guint) g_ascii_strtoull (argv[3], NULL, 10), &error))
    {
      g_printerr ("comments: %s\n", error->message);
      return 1;
    }
  return 0;
}
