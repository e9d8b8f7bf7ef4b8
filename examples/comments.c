/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Prepends comments to the table `comments`, in which each new row has the next lower key:
 *
 *   comments URI WRITER COUNT
 *
 * Any number of processes may run it at once: no key is used twice, and none is left out. Without WRITER it
 * reads the table, prints its first and last row and the number of rows, and fails if a key is missing or
 * used twice. */

#include <locale.h>

#include <hbase-glib.h>

static gboolean
prepend_one (HBasePrepender *prepender, const char *writer, guint number, GError **error)
{
  g_autofree char *text = g_strdup_printf ("comment %u of writer %s", number, writer);
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) prepend = NULL;

  hbase_put_add_utf8 (cells, "content", "text", text);
  prepend = hbase_prepend_request_new (cells);
  return hbase_prepender_prepend (prepender, prepend, NULL, error);
}

static gboolean
prepend_all (HBaseTable *table, const char *writer, guint count, GError **error)
{
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  for (guint i = 1; i <= count; i++)
    if (!prepend_one (prepender, writer, i, error))
      return FALSE;
  g_print ("writer %s has prepended %u comments\n", writer, count);
  return TRUE;
}

static void
print_row (const char *which, HBaseRow *row)
{
  g_autofree char *id = hbase_row_dup_key_field_escaped (row, "id", NULL);
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "content:text");

  g_print ("%s row: %s %s\n", which, id, text);
}

/* Each key must be the previous one plus one: then no key is missing and none is used twice. */
static gboolean
report (HBaseTable *table, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (HBaseRow) last = NULL;
  g_autoptr (GError) fault = NULL;
  gint64 before = 0;
  guint count = 0, holes = 0;
  HBaseRow *row;

  for (; (row = hbase_table_cursor_next (cursor, NULL, &fault)) != NULL; count++)
    {
      g_autoptr (GVariant) id = hbase_row_get_key_field (row, "id", NULL);

      if (count == 0)
        print_row ("first", row);
      else if (g_variant_get_int64 (id) != before + 1)
        holes++;
      before = g_variant_get_int64 (id);
      g_clear_pointer (&last, hbase_row_unref);
      last = row;
    }
  if (fault != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&fault));
      return FALSE;
    }
  if (last != NULL)
    print_row ("last", last);
  g_print ("%u rows, %u keys missing or doubled\n", count, holes);
  if (holes > 0)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_FAILED, "keys of the table comments are missing or doubled");
  return holes == 0;
}

static gboolean
run (const char *uri, const char *writer, guint count, GError **error)
{
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, error);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", error);
  g_autoptr (HBaseTable) table = NULL;

  if (connection == NULL || schema == NULL)
    return FALSE;
  table = hbase_table_new_with_key_schema (connection, "comments", schema);
  return writer != NULL ? prepend_all (table, writer, count, error) : report (table, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc != 2 && argc != 4)
    {
      g_printerr ("usage: comments URI [WRITER COUNT]\n");
      return 2;
    }
  if (!run (argv[1], argv[2], argc == 4 ? (guint) g_ascii_strtoull (argv[3], NULL, 10) : 0, &error))
    {
      g_printerr ("comments: %s\n", error->message);
      return 1;
    }
  return 0;
}
