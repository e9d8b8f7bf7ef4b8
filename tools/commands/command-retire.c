/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command retire. */

#include "config.h"

#include "prepender.h"
#include "rows.h"

static int
run_retire (Tool *tool, char **argv)
{
  g_auto (PrependOptions) options = PREPEND_OPTIONS_INIT;
  GOptionEntry entries[] = {
    GUARD_ENTRIES (&options),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePrepender) prepender = NULL;
  g_autoptr (GBytes) row = NULL;

  if (!tool_parse (tool, &command_retire, entries, &words, 2, 2))
    return TOOL_USAGE;
  if (tool->schema == NULL)
    return tool_usage (&command_retire, "--schema is missing: the schema of the table's keys");
  row = row_parse_key (tool, words[2], &error);
  if (row == NULL)
    return tool_usage (&command_retire, "%s", error->message);
  prepender = prepender_make (tool, words[1], &options, &error);
  if (prepender == NULL
      || !hbase_prepender_retire (prepender, g_bytes_get_data (row, NULL), g_bytes_get_size (row),
                                  tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_retire = {
  "retire",
  "TABLE ROW",
  "delete the content of a prepended row, and keep its key taken",
  "A table that grows downwards keeps the guards of its rows, so that no key is used again. `scan` leaves\n"
  "retired rows out with --skip-guards=g.\n"
  "\n"
  "Example: hbase-glib retire comments --schema=id:downward id=9223372036854775805",
  run_retire,
};
