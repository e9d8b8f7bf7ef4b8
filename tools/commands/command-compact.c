/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command compact. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "tool.h"

/* HBase's shell has a command of this name that takes a table. */
static void
add_advice (const char *directory, GError **error)
{
  if (!g_file_test (directory, G_FILE_TEST_EXISTS) && strchr (directory, '/') == NULL)
    advice_add (error,
                "this compacts an embedded database in a directory; `compact` in `hbase shell` compacts "
                "a table of HBase");
}

static int
run_compact (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  if (!tool_parse (tool, &command_compact, NULL, &words, 1, 2))
    return TOOL_USAGE;
  if (!hbase_local_server_compact_directory (words[1], words[2], &n_removed, tool->cancellable, &error))
    {
      add_advice (words[1], &error);
      return tool_failed (error);
    }
  printf ("%" G_GUINT64_FORMAT " cells removed\n", n_removed);
  return TOOL_DONE;
}

const ToolCommand command_compact = {
  "compact",
  "DIRECTORY [TABLE]",
  "remove the deleted, excess and expired cells of an embedded database",
  "Removes what no read returns any more, as HBase's major compaction does, of a table or of all tables.\n"
  "Then the file becomes smaller by what is unused in it. The directory can be in use.\n"
  "Where much is written this also happens by itself.",
  run_compact,
};
