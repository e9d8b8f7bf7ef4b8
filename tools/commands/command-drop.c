/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command drop. */

#include "config.h"

#include "table-change.h"

static gboolean
drop (Tool *tool, HBaseAdmin *admin, const char *table, gboolean unused, GError **error)
{
  return hbase_admin_delete_table (admin, table, HBASE_DELETE_TABLE_DISABLE, tool->cancellable, error);
}

static int
run_drop (Tool *tool, char **argv)
{
  static const TableChange change = { &command_drop, "drop", NULL, TRUE, drop };

  return table_change_run (tool, &change, NULL, argv);
}

const ToolCommand command_drop = {
  "drop",
  "TABLE",
  "delete a table and all its rows",
  "A dropped table can't be restored: it asks before; where the standard input isn't a terminal, --yes must\n"
  "be given. The table needn't be disabled first.",
  run_drop,
};
