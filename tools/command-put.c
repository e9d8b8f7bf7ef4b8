/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>

#include "load.h"
#include "output.h"
#include "tool.h"

/* put: a row, or a file of them. */

#define BATCH_ROWS 1000
#define BATCH_BYTES (1 << 20)

static HBasePut *
make_put (Tool *tool, char **words, GError **error)
{
  g_autoptr (GBytes) row = tool_parse_row (tool, words[0], FALSE, error);
  g_autoptr (HBasePut) put = NULL;

  if (row == NULL)
    return NULL;
  put = hbase_put_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  return tool_add_cells (put, words + 1, error) ? g_steal_pointer (&put) : NULL;
}

static int
put_row (Tool *tool, const char *name, char **words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePut) put = make_put (tool, words, &error);
  g_autoptr (HBaseTable) table = NULL;

  if (put == NULL)
    return tool_usage (&command_put, "%s", error->message);
  table = tool_open_table (tool, name, &error);
  if (table == NULL || !hbase_table_put (table, put, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- a file of rows ---- */

/* The rows of some lines, which are sent together. */
typedef struct {
  GPtrArray *puts;
  guint64 first_line;
  gsize bytes;
} Batch;

static gsize
length_of (char **words)
{
  gsize length = 0;

  for (char **word = words; *word != NULL; word++)
    length += strlen (*word);
  return length;
}

/* Adds the next line. FALSE: there is none, or it is faulty. */
static gboolean
read_row (Tool *tool, Load *load, Batch *batch, GError **error)
{
  g_auto (GStrv) words = load_next (load, tool->cancellable, error);
  HBasePut *put;

  if (words == NULL)
    return FALSE;
  put = make_put (tool, words, error);
  if (put == NULL)
    {
      load_prefix_error (load, load_get_line (load), error);
      return FALSE;
    }
  if (batch->puts->len == 0)
    batch->first_line = load_get_line (load);
  g_ptr_array_add (batch->puts, put);
  batch->bytes += length_of (words);
  return TRUE;
}

/* Reads a batch. What comes before a faulty line is in it. */
static gboolean
read_batch (Tool *tool, Load *load, Batch *batch, GError **error)
{
  g_ptr_array_set_size (batch->puts, 0);
  batch->bytes = 0;
  while (batch->puts->len < BATCH_ROWS && batch->bytes < BATCH_BYTES)
    if (!read_row (tool, load, batch, error))
      return FALSE;
  return TRUE;
}

static gboolean
send_batch (Tool *tool, HBaseTable *table, Load *load, Batch *batch, guint64 *n_rows, GError **error)
{
  if (batch->puts->len == 0)
    return TRUE;
  if (!hbase_table_put_multiple (table, batch->puts, tool->cancellable, error))
    {
      g_prefix_error (error, "not all of them are written: ");
      load_prefix_error (load, batch->first_line, error);
      return FALSE;
    }
  *n_rows += batch->puts->len;
  load_show_progress (load, *n_rows);
  return TRUE;
}

/* Until the end, or the first fault; rows before that are written. */
static gboolean
load_rows (Tool *tool, HBaseTable *table, Load *load, guint64 *n_rows, GError **error)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  g_autoptr (GError) fault = NULL;
  Batch batch = { .puts = puts };
  gboolean more;

  do
    {
      more = read_batch (tool, load, &batch, &fault);
      if (!send_batch (tool, table, load, &batch, n_rows, error))
        return FALSE;
    }
  while (more);
  if (fault == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&fault));
  return FALSE;
}

static int
put_file (Tool *tool, const char *name, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  Load *load = table != NULL ? load_open (path, &error) : NULL;
  guint64 n_rows = 0;
  int status = TOOL_DONE;

  if (load == NULL)
    return tool_failed (error);
  load_rows (tool, table, load, &n_rows, &error);
  load_close (load);
  if (error != NULL)
    {
      status = tool_failed (error);
      fprintf (stderr, "%" G_GUINT64_FORMAT " rows before that were written\n", n_rows);
    }
  else
    output_number (tool, "rows", n_rows);
  return status;
}

static int
run_put (Tool *tool, char **argv)
{
  g_autofree char *path = NULL;
  GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &path, "take rows from a file, or from the standard input",
      "FILE|-" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  guint n_words;

  if (!tool_parse (tool, &command_put, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  n_words = g_strv_length (words) - 1;
  if (path != NULL && n_words == 1)
    return put_file (tool, words[1], path);
  if (path != NULL || n_words < 3)
    return tool_usage (&command_put, "give either a row and its columns, or --from");
  return put_row (tool, words[1], words + 2);
}

const ToolCommand command_put = {
  "put",
  "TABLE [ROW COLUMN=VALUE…]",
  "write a row, or a file of rows",
  "A column is family:qualifier. A file has a row a line, split by tabs:\n"
  "  ROW<TAB>family:qualifier=value<TAB>family:qualifier=value…\n"
  "which is what `scan` prints. Lines may end in CR LF, too; a value's own CR is written \\x0D. How many\n"
  "rows were written is printed at the end. A faulty line ends it and is named by its number; the rows\n"
  "before it are written.",
  run_put,
};
