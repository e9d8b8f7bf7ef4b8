/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command cas. */

#include "config.h"

#include "column.h"
#include "record-options.h"
#include "rows.h"
#include "tool.h"

static int
put_if (Tool *tool, char **words, const ToolColumn *check, const WriteOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, words[1], &error);
  g_autoptr (GBytes) row = table != NULL ? row_find (tool, table, words[2], TRUE, &error) : NULL;
  g_autoptr (HBasePut) put
      = row != NULL ? hbase_put_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row)) : NULL;
  gboolean applied = FALSE;

  if (put == NULL || !row_add_cells (put, words + 4, COLUMN_VALUE, &error)
      || !write_options_set (options, HBASE_MUTATION (put), &error)
      || !hbase_table_check_and_put (table, check->family, check->qualifier.data, check->qualifier.length,
                                     check->value.data, check->value.length, put, &applied, tool->cancellable,
                                     &error))
    return tool_failed (error);
  return applied ? TOOL_DONE
                 : tool_not_found ("row “%s” doesn't have the expected value: nothing was written", words[2]);
}

static int
run_cas (Tool *tool, char **argv)
{
  gboolean absent = FALSE;
  g_auto (WriteOptions) options = { 0 };
  GOptionEntry entries[] = {
    { "absent", 0, 0, G_OPTION_ARG_NONE, &absent,
      "the column, which is given without a value, must not exist", NULL },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (ToolColumn) check = { 0 };
  g_autoptr (GError) error = NULL;

  if (!tool_parse_more (tool, &command_cas, entries, more, &words, 4, G_MAXINT))
    return TOOL_USAGE;
  if (!tool_parse_column (words[3], absent ? COLUMN_QUALIFIED : COLUMN_VALUE, &check, &error))
    return tool_usage (&command_cas, "%s", error->message);
  return put_if (tool, words, &check, &options);
}

const ToolCommand command_cas = {
  "cas",
  "TABLE ROW COLUMN=EXPECTED COLUMN=VALUE…",
  "write cells if a column has the expected value",
  "With --absent: TABLE ROW COLUMN COLUMN=VALUE…, which writes if the column doesn't exist or is empty\n"
  "(HBase doesn't distinguish the two). The exit status is 1 if nothing was written because the column\n"
  "has another value.",
  run_cas,
};
