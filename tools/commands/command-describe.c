/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command describe. */

#include "config.h"

#include "output.h"
#include "table-text.h"
#include "tool.h"

/* ---- families ---- */

static gboolean
is_forever (guint seconds)
{
  return seconds == 0 || seconds >= G_MAXINT32;
}

static void
print_family (Tool *tool, HBaseTableDescriptor *table, HBaseFamilyDescriptor *family)
{
  guint seconds = hbase_family_descriptor_get_time_to_live (family);
  g_autofree char *table_name = output_escape (hbase_table_descriptor_get_name (table));
  g_autofree char *name = output_escape (hbase_family_descriptor_get_name (family));
  g_autofree char *versions = g_strdup_printf ("%u", hbase_family_descriptor_get_max_versions (family));
  g_autofree char *time_to_live
      = is_forever (seconds) ? g_strdup (tool->json ? "null" : "forever") : g_strdup_printf ("%u", seconds);
  g_autofree char *text = hbase_family_descriptor_to_string (family);
  const OutputField fields[] = {
    { "table", table_name },
    { "family", name },
    { "versions", versions, versions },
    { "time-to-live", time_to_live, time_to_live },
    { "descriptor", text },
  };

  output_record (tool, fields, G_N_ELEMENTS (fields));
}

/* ---- tables ---- */

static void
print_text (const TableText *text)
{
  g_autofree char *printed = table_text_print (text);
  g_autoptr (GString) line = g_string_new (printed);

  output_line (line);
}

static void
print_table (Tool *tool, const TableText *text)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (text->table);

  if (!tool->json && !tool->csv && !tool->table)
    {
      print_text (text);
      return;
    }
  for (guint i = 0; i < families->len; i++)
    print_family (tool, text->table, families->pdata[i]);
}

static gboolean
add_splits (Tool *tool, HBaseAdmin *admin, TableText *text, GError **error)
{
  g_autoptr (HBaseTable) table
      = hbase_table_new (hbase_admin_get_connection (admin), hbase_table_descriptor_get_name (text->table));
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, tool->cancellable, error);

  if (regions != NULL)
    table_text_set_regions (text, regions);
  return regions != NULL;
}

static gboolean
describe (Tool *tool, const char *name, gboolean splits, GError **error)
{
  g_autoptr (HBaseAdmin) admin = tool_open_admin (tool, name, error);
  HBaseTableDescriptor *table
      = admin != NULL ? hbase_admin_describe_table (admin, name, tool->cancellable, error) : NULL;
  g_autoptr (TableText) text = table != NULL ? table_text_new (table) : NULL;

  if (text == NULL || (splits && !add_splits (tool, admin, text, error)))
    return FALSE;
  print_table (tool, text);
  return TRUE;
}

/* ---- the command ---- */

static int
run_describe (Tool *tool, char **argv)
{
  gboolean splits = FALSE;
  const GOptionEntry entries[] = {
    { "splits", 0, 0, G_OPTION_ARG_NONE, &splits, "also print the keys at which regions begin", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_describe, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (splits && (tool->json || tool->csv || tool->table))
    return tool_usage (&command_describe, "--splits needs --format=text; `regions` prints regions in others");
  for (char **name = words + 1; *name != NULL; name++)
    if (!describe (tool, *name, splits, &error))
      return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_describe = {
  "describe",
  "TABLE…",
  "print the description of tables: their settings, and those of their column families",
  "Prints the text that `create --from` reads and `alter` accepts parts of: a line for the table, and an\n"
  "indented one for each family. Settings that have HBase's default aren't printed.\n"
  "  hbase-glib describe actions --splits | hbase-glib create --from=-\n"
  "JSON, CSV and tables have each family on a line: which table has it, its name, how many versions of a\n"
  "cell it keeps, for how many seconds, and its text.",
  run_describe,
  TOOL_CSV | TOOL_TABLE,
};
