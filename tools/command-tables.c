/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "tool.h"

/* create, tables, drop. */

static HBaseAdmin *
open_admin (Tool *tool, GError **error)
{
  HBaseConnection *connection = tool_connect (tool, error);

  return connection != NULL ? hbase_connection_get_admin (connection) : NULL;
}

/* ---- create ---- */

static HBaseTableDescriptor *
describe (char **words, int versions, int time_to_live)
{
  HBaseTableDescriptor *table = hbase_table_descriptor_new (words[0]);

  for (char **name = words + 1; *name != NULL; name++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (*name);

      hbase_family_descriptor_set_max_versions (family, (guint) versions);
      hbase_family_descriptor_set_time_to_live (family, (guint) time_to_live);
      hbase_table_descriptor_add_family (table, family);
    }
  return table;
}

static int
run_create (Tool *tool, char **argv)
{
  int versions = 0, time_to_live = 0;
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &versions, "how many versions of a cell to keep (1)", "N" },
    { "time-to-live", 0, 0, G_OPTION_ARG_INT, &time_to_live, "for how long to keep cells (for ever)",
      "SECONDS" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTableDescriptor) table = NULL;
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_create, entries, &words, 2, G_MAXINT))
    return TOOL_USAGE;
  if (versions < 0 || time_to_live < 0)
    return tool_usage (&command_create, "neither --versions nor --time-to-live can be below 0");
  table = describe (words + 1, versions, time_to_live);
  admin = open_admin (tool, &error);
  if (admin == NULL || !hbase_admin_create_table (admin, table, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_create = {
  "create",
  "TABLE FAMILY…",
  "make a table",
  "Example: hbase-glib create useractions content",
  run_create,
};

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
  admin = open_admin (tool, &error);
  names = admin != NULL ? hbase_admin_list_tables (admin, tool->cancellable, &error) : NULL;
  if (names == NULL)
    return tool_failed (error);
  output_names (tool, names);
  return TOOL_DONE;
}

const ToolCommand command_tables = {
  "tables",
  NULL,
  "list the tables",
  "One name a line; as JSON, an array.",
  run_tables,
};

/* ---- drop ---- */

/* A table must be disabled to be dropped. */
static gboolean
drop (Tool *tool, HBaseAdmin *admin, const char *name, GError **error)
{
  gboolean enabled = FALSE;

  if (!hbase_admin_is_table_enabled (admin, name, &enabled, tool->cancellable, error))
    return FALSE;
  if (enabled && !hbase_admin_disable_table (admin, name, tool->cancellable, error))
    return FALSE;
  return hbase_admin_drop_table (admin, name, tool->cancellable, error);
}

static int
run_drop (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_drop, NULL, &words, 1, 1))
    return TOOL_USAGE;
  admin = open_admin (tool, &error);
  if (admin == NULL || !drop (tool, admin, words[1], &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_drop = {
  "drop",
  "TABLE",
  "delete a table and all that is in it",
  "It doesn't ask, and what is dropped doesn't come back.",
  run_drop,
};
