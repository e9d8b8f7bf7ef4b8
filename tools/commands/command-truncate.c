/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command truncate. */

#include "config.h"

#include "table-change.h"

static gboolean
truncate_table (Tool *tool, HBaseAdmin *admin, const char *table, gboolean merges, GError **error)
{
  HBaseTruncateTableFlags flags = merges ? HBASE_TRUNCATE_TABLE_NONE : HBASE_TRUNCATE_TABLE_PRESERVE_SPLITS;

  return hbase_admin_truncate_table (admin, table, flags | HBASE_TRUNCATE_TABLE_DISABLE, tool->cancellable,
                                     error);
}

static int
run_truncate (Tool *tool, char **argv)
{
  static const TableChange change = { &command_truncate, "truncate", NULL, TRUE, truncate_table };
  const GOptionEntry option
      = { "one-region", 0, 0, G_OPTION_ARG_NONE, NULL, "leave one region, instead of those that there are",
          NULL };

  return table_change_run (tool, &change, &option, argv);
}

const ToolCommand command_truncate = {
  "truncate",
  "TABLE",
  "delete all rows of a table",
  "The table keeps its column families, and is enabled afterwards. The rows can't be restored: it asks\n"
  "before; where the standard input isn't a terminal, --yes must be given.",
  run_truncate,
};
