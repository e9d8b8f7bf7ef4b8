/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes the scans of first and last. */

#include "config.h"

#include "end-options.h"
#include "output.h"

/* Where rows are retired instead of deleted, rows that have only a guard are left out. */
#define GUARD_FAMILY "g"

void
end_options_clear (EndOptions *options)
{
  selection_clear (&options->selection);
}

/* Returns whether rows can be prepended with that schema: its last field is a downward counter or a reversed
 * time. */
static gboolean
is_prepended (HBaseKeySchema *schema)
{
  static const char *const types[] = { ":downward", ":reverse-s", ":reverse-ms", ":reverse-us" };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (g_str_has_suffix (hbase_key_schema_get_text (schema), types[i]))
      return TRUE;
  return FALSE;
}

HBaseScan *
end_options_prepare (Tool *tool, const ToolCommand *command, char **words, EndOptions *options)
{
  Selection *selection = &options->selection;

  if (options->with_guards && selection->guards != NULL)
    {
      tool_usage (command, "give either --skip-guards or --with-guards");
      return NULL;
    }
  if (!options->with_guards && selection->guards == NULL && tool->schema != NULL
      && is_prepended (tool->schema))
    selection->guards = g_strdup (GUARD_FAMILY);
  return selection_prepare (selection, tool, command, words);
}

int
end_options_print_row (Tool *tool, const char *name, HBaseRow *row, const GError *error)
{
  if (error != NULL)
    return tool_failed (error);
  if (hbase_row_is_empty (row))
    return tool_not_found ("table “%s” has no such row", name);
  output_row (tool, row);
  return TOOL_DONE;
}
