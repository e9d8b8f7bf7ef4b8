/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command complete, which is for the completion of other shells. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "completion.h"

static int
run_complete (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv), found = NULL;
  const char *line;
  gsize start;

  if (!tool_parse (tool, &command_complete, NULL, &words, 1, 1))
    return TOOL_USAGE;
  /* The program's name comes first. */
  line = words[1] + strcspn (words[1], " \t");
  found = *line != '\0' ? completion_of_line (tool, line, &start) : g_new0 (char *, 1);
  for (char **word = found; *word != NULL; word++)
    printf ("%s\n", *word);
  return found[0] != NULL ? TOOL_DONE : TOOL_FAILED;
}

const ToolCommand command_complete = {
  "complete",
  "LINE",
  NULL,
  "Prints the words that can stand at the end of an incomplete command line, each on a line and quoted for\n"
  "a shell. bash's completion uses this; a word that ends in =, : or , isn't whole.\n"
  "\n"
  "Example: hbase-glib complete 'hbase-glib scan --for'",
  run_complete,
};
