/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands tables, describe, enable, disable and drop. */

#include "config.h"

#include "output.h"
#include "tool.h"

/* ---- tables ---- */

static int
run_tables (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (GStrv) names = NULL;
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_tables, NULL, &words, 0, 0))
    return TOOL_USAGE;
  admin = tool_open_admin (tool, words[1], &error);
  names = admin != NULL ? hbase_admin_list_tables (admin, tool->cancellable, &error) : NULL;
  if (names == NULL)
    return tool_failed (error);
  output_names (tool, names);
  return TOOL_DONE;
}

const ToolCommand command_tables = {
  "tables",          NULL,
  "list the tables", "Prints one name on each line; with --format=json, an array.",
  run_tables,        TOOL_CSV | TOOL_TABLE,
};

/* ---- describe ---- */

static int
run_describe (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTableDescriptor) table = NULL;
  g_autoptr (GPtrArray) families = NULL;
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_describe, NULL, &words, 1, 1))
    return TOOL_USAGE;
  admin = tool_open_admin (tool, words[1], &error);
  table = admin != NULL ? hbase_admin_describe_table (admin, words[1], tool->cancellable, &error) : NULL;
  if (table == NULL)
    return tool_failed (error);
  families = hbase_table_descriptor_get_families (table);
  for (guint i = 0; i < families->len; i++)
    output_family (tool, families->pdata[i]);
  return TOOL_DONE;
}

const ToolCommand command_describe = {
  "describe",
  "TABLE",
  "list the column families of a table",
  "Prints each family on a line: its name, how many versions of a cell it keeps, and for how many\n"
  "seconds, or “forever”.",
  run_describe,
  TOOL_RECORDS,
};

/* ---- enable, disable ---- */

typedef gboolean (*Change) (HBaseAdmin *admin, const char *name, GCancellable *cancellable, GError **error);

static int
change_table (Tool *tool, const ToolCommand *command, Change change, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, command, NULL, &words, 1, 1))
    return TOOL_USAGE;
  admin = tool_open_admin (tool, words[1], &error);
  if (admin == NULL || !change (admin, words[1], tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

static int
run_enable (Tool *tool, char **argv)
{
  return change_table (tool, &command_enable, hbase_admin_enable_table, argv);
}

const ToolCommand command_enable = {
  "enable", "TABLE", "allow a disabled table to be read and written again", NULL, run_enable,
};

static int
run_disable (Tool *tool, char **argv)
{
  return change_table (tool, &command_disable, hbase_admin_disable_table, argv);
}

const ToolCommand command_disable = {
  "disable", "TABLE", "forbid reading and writing a table until it is enabled", NULL, run_disable,
};

/* ---- drop ---- */

static int
run_drop (Tool *tool, char **argv)
{
  return change_table (tool, &command_drop, hbase_admin_drop_table, argv);
}

const ToolCommand command_drop = {
  "drop",
  "TABLE",
  "delete a table and all its rows",
  "There is no confirmation, and a dropped table can't be restored.",
  run_drop,
};
