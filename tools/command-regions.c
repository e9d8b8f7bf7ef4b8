/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command regions. */

#include "config.h"

#include "output.h"
#include "tool.h"

static int
run_regions (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_regions, NULL, &words, 1, 1))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  regions = table != NULL ? hbase_table_get_regions (table, tool->cancellable, &error) : NULL;
  if (regions == NULL)
    return tool_failed (error);
  for (guint i = 0; i < regions->len; i++)
    output_region (tool, g_ptr_array_index (regions, i));
  return TOOL_DONE;
}

const ToolCommand command_regions = {
  "regions",
  "TABLE",
  "list the regions of a table",
  "Prints each region on a line, with tabs between: its first key, which is empty for the first region; the\n"
  "key before which it ends, which is empty for the last region; and its server. --splits of `lint` and\n"
  "`simulate` accepts these lines.",
  run_regions,
  TOOL_RECORDS,
};
