/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands enable and disable. As in HBase's own shell, a table that is in that
 * state already is no error. */

#include "config.h"

#include "table-change.h"

/* Returns whether there was no error, or only `already`, as there was nothing to do. Takes `problem`. */
static gboolean
finish (GError *problem, HBaseError already, GError **error)
{
  if (problem == NULL)
    return TRUE;
  if (!g_error_matches (problem, HBASE_ERROR, (int) already))
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  g_error_free (problem);
  return TRUE;
}

/* ---- enable ---- */

static gboolean
enable (Tool *tool, HBaseAdmin *admin, const char *table, gboolean unused, GError **error)
{
  GError *problem = NULL;

  hbase_admin_enable_table (admin, table, tool->cancellable, &problem);
  return finish (problem, HBASE_ERROR_TABLE_NOT_DISABLED, error);
}

static int
run_enable (Tool *tool, char **argv)
{
  static const TableChange change = { &command_enable, "enable", "enabled", FALSE, enable };

  return table_change_run (tool, &change, NULL, argv);
}

const ToolCommand command_enable = {
  "enable",
  "TABLE",
  "allow a disabled table to be read and written again",
  "A table that is enabled stays so.",
  run_enable,
};

/* ---- disable ---- */

static gboolean
disable (Tool *tool, HBaseAdmin *admin, const char *table, gboolean unused, GError **error)
{
  GError *problem = NULL;

  hbase_admin_disable_table (admin, table, tool->cancellable, &problem);
  return finish (problem, HBASE_ERROR_TABLE_DISABLED, error);
}

static int
run_disable (Tool *tool, char **argv)
{
  static const TableChange change = { &command_disable, "disable", "disabled", FALSE, disable };

  return table_change_run (tool, &change, NULL, argv);
}

const ToolCommand command_disable = {
  "disable",
  "TABLE",
  "forbid reading and writing a table until it is enabled",
  "A table that is disabled stays so.",
  run_disable,
};
