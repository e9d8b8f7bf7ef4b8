/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Imports users' actions into the table `useractions`:
 *
 *   import URI FILE
 *
 * Each line of the file is USER,TIME,ACTION, such as 7,2024-05-01T12:00:00Z,login. The table is created if it
 * doesn't exist. A batch sends the rows in few requests. */

#include <locale.h>

#include <hbase-glib.h>

#define SCHEMA "userid:uint32,stamp:reverse-ms,actionid:uint32"

static HBaseTable *
open_table (HBaseConnection *connection, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (SCHEMA, error);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new ("useractions");
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new ("content");

  hbase_table_descriptor_add_family (descriptor, family);
  if (schema == NULL || !hbase_admin_ensure_table (admin, descriptor, NULL, NULL, NULL, error))
    return NULL;
  return hbase_table_new_with_key_schema (connection, "useractions", schema);
}

static HBasePut *
parse_line (HBaseKeySchema *schema, const char *line, guint number, GError **error)
{
  g_auto (GStrv) values = g_strsplit (line, ",", 3);
  g_autofree char *fields = NULL;
  g_autoptr (GBytes) key = NULL;
  HBasePut *put;

  if (g_strv_length (values) < 3)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "“%s” isn't USER,TIME,ACTION", line);
      return NULL;
    }
  fields = g_strdup_printf ("userid=%s,stamp=%s,actionid=%u", values[0], values[1], number);
  key = hbase_key_schema_key_from_escaped (schema, fields, FALSE, error);
  if (key == NULL)
    return NULL;
  put = hbase_put_new_bytes (key);
  hbase_put_add_utf8 (put, "content", "name", values[2]);
  return put;
}

static gboolean
add_lines (HBaseBatch *batch, HBaseKeySchema *schema, char **lines, guint count, GError **error)
{
  for (guint i = 0; i < count; i++)
    {
      g_autoptr (HBasePut) put = parse_line (schema, lines[i], i + 1, error);

      if (put == NULL)
        {
          g_prefix_error (error, "line %u: ", i + 1);
          return FALSE;
        }
      if (!hbase_batch_add (batch, HBASE_MUTATION (put), NULL, error))
        return FALSE;
    }
  return hbase_batch_flush (batch, NULL, error);
}

static gboolean
import (const char *uri, const char *file, GError **error)
{
  g_autoptr (HBaseConnection) connection = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (HBaseBatch) batch = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint count;

  if (!g_file_get_contents (file, &text, NULL, error))
    return FALSE;
  connection = hbase_connection_new (uri, error);
  table = connection != NULL ? open_table (connection, error) : NULL;
  if (table == NULL)
    return FALSE;
  batch = hbase_batch_new (table);
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  count = g_strv_length (lines);
  if (!add_lines (batch, hbase_table_get_key_schema (table), lines, count, error))
    return FALSE;
  g_print ("%u actions were imported\n", count);
  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  if (argc != 3)
    {
      g_printerr ("usage: import URI FILE\n");
      return 2;
    }
  if (import (argv[1], argv[2], &error))
    return 0;
  g_printerr ("import: %s\n", error->message);
  return 1;
}
