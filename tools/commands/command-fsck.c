/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command fsck. */

#include "config.h"

#include "advice.h"
#include "tool.h"

/* Prints the lines, and returns whether all of them are notes. */
static gboolean
print_lines (char **lines)
{
  gboolean is_sound = TRUE;

  for (char **line = lines; *line != NULL; line++)
    {
      is_sound = is_sound && g_str_has_prefix (*line, "note: ");
      advice_print_lines (*line);
    }
  return is_sound;
}

static int
run_fsck (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (GStrv) lines = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_fsck, NULL, &words, 1, 1))
    return TOOL_USAGE;
  lines = hbase_local_server_check_directory (words[1], tool->cancellable, &error);
  if (lines == NULL)
    return tool_failed (error);
  return print_lines (lines) ? TOOL_DONE : TOOL_FAILED;
}

const ToolCommand command_fsck = {
  "fsck",
  "DIRECTORY",
  "read everything in a directory, and report what is damaged",
  "Prints each problem on a line, and nothing if there is none; the exit status is 1 if there is a problem.\n"
  "Nothing is changed, and the directory can be in use. This process must be allowed to write to it, as it\n"
  "takes part in the locks. Undamaged rows of a table can still be read: scan it up to the row that is\n"
  "named, and again from the first row after the damage. If several places are damaged, a scan fails at the\n"
  "first of them; rows between them can be read by scans that begin there.\n\n"
  "A line that begins with “note: ” reports no damage, and doesn't change the exit status. It names a table\n"
  "in which cells or markers of deletes have timestamps more than an hour ahead of the clock: puts and\n"
  "deletes without a timestamp may fail in their columns.",
  run_fsck,
};
