/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command regions. */

#include "config.h"

#include "output.h"
#include "rows.h"
#include "tool.h"

/* Prints the region that has the row, or would have it. */
static int
print_region (Tool *tool, HBaseTable *table, const char *row)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) key = row_parse_bound (tool, row, FALSE, &error);
  g_autoptr (HBaseRegion) region
      = key != NULL ? hbase_table_get_region (table, g_bytes_get_data (key, NULL), g_bytes_get_size (key),
                                              tool->cancellable, &error)
                    : NULL;

  if (region == NULL)
    return tool_failed (error);
  output_region (tool, region);
  return TOOL_DONE;
}

static int
run_regions (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_regions, NULL, &words, 1, 2))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  if (table != NULL && words[2] != NULL)
    return print_region (tool, table, words[2]);
  regions = table != NULL ? hbase_table_get_regions (table, tool->cancellable, &error) : NULL;
  if (regions == NULL)
    return tool_failed (error);
  for (guint i = 0; i < regions->len; i++)
    output_region (tool, g_ptr_array_index (regions, i));
  return TOOL_DONE;
}

const ToolCommand command_regions = {
  "regions",
  "TABLE [ROW]",
  "list the regions of a table, or print that of a row",
  "Prints each region on a line, with tabs between: its first key, which is empty for the first region; the\n"
  "key before which it ends, which is empty for the last region; and its server. --splits of `lint` and\n"
  "`simulate` accepts these lines. With ROW, only the region is printed that has that row, or would have it.",
  run_regions,
  TOOL_RECORDS,
};
