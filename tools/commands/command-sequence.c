/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command sequence. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tool.h"

typedef struct {
  char *table;
  char *family;
  gint64 start;
  gboolean downward;
  int block, count;
} Options;

static HBaseSequence *
open_sequence (Tool *tool, const Options *options, const char *name, GError **error)
{
  g_autoptr (HBaseTable) table
      = tool_open_table (tool, options->table != NULL ? options->table : "sequences", error);

  if (table == NULL)
    return NULL;
  return g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", name, "family",
                       options->family != NULL ? options->family : "s", "start", options->start, "downward",
                       options->downward, "block-size", (guint) MAX (options->block, options->count), NULL);
}

static int
print_ids (Tool *tool, HBaseSequence *sequence, const Options *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) ids
      = hbase_sequence_next_n (sequence, (guint) options->count, tool->cancellable, &error);

  if (ids == NULL)
    return tool_failed (error);
  for (guint i = 0; i < ids->len; i++)
    printf ("%" G_GINT64_FORMAT "\n", g_array_index (ids, gint64, i));
  return TOOL_DONE;
}

static int
run_on (Tool *tool, const Options *options, const char *verb, const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseSequence) sequence = NULL;

  if (options->count < 1 || options->block < 1)
    return tool_usage (&command_sequence, "--count and --block must be at least 1");
  if (options->start < -1)
    return tool_usage (&command_sequence, "--start must be at least 0");
  sequence = open_sequence (tool, options, name, &error);
  if (sequence == NULL)
    return tool_failed (error);
  if (strcmp (verb, "next") == 0)
    return print_ids (tool, sequence, options);
  return hbase_sequence_create (sequence, tool->cancellable, &error) ? TOOL_DONE : tool_failed (error);
}

static int
run_sequence (Tool *tool, char **argv)
{
  Options options = { .start = -1, .block = 1, .count = 1 };
  GOptionEntry entries[] = {
    { "table", 0, 0, G_OPTION_ARG_STRING, &options.table, "the table that has the counter (sequences)",
      "TABLE" },
    { "family", 0, 0, G_OPTION_ARG_STRING, &options.family, "its column family (s)", "FAMILY" },
    { "start", 0, 0, G_OPTION_ARG_INT64, &options.start, "the first id (1; 2^63-1 with --down)", "ID" },
    { "down", 0, 0, G_OPTION_ARG_NONE, &options.downward, "ids go down to 0", NULL },
    { "block", 0, 0, G_OPTION_ARG_INT, &options.block,
      "how many ids are taken at once; those that aren't printed are lost (1)", "N" },
    { "count", 0, 0, G_OPTION_ARG_INT, &options.count, "how many ids are printed (1)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  int status = TOOL_USAGE;

  if (tool_parse (tool, &command_sequence, entries, &words, 2, 2))
    status = run_on (tool, &options, words[1], words[2]);
  g_free (options.table);
  g_free (options.family);
  return status;
}

const ToolCommand command_sequence = {
  "sequence",
  "create|next NAME",
  "give out ids, each of them once",
  "`create` makes the counter's row, once; its table must exist: `hbase-glib create sequences s`. `next`\n"
  "prints ids, one on each line. All users of a sequence must give the same --start and --down. A counter\n"
  "that doesn't exist, or was deleted, is an error: it never starts again.",
  run_sequence,
};
