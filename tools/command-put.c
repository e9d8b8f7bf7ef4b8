/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command put, which writes a row or a file of rows. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "column.h"
#include "load.h"
#include "output.h"
#include "record-options.h"
#include "rows.h"
#include "tool.h"

#define BATCH_ROWS 1000
#define BATCH_BYTES (1 << 20)

/* What holds for all rows. */
typedef struct {
  WriteOptions write;
  char *timestamp_text;    /* NULL: none */
  gint64 parsed_timestamp; /* ms since 1970 */
  const gint64 *timestamp; /* of the cells that are given without one; NULL: the server's time */
} PutOptions;

static void
put_options_clear (PutOptions *options)
{
  write_options_clear (&options->write);
  g_free (options->timestamp_text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (PutOptions, put_options_clear)

static gboolean
parse_timestamp (PutOptions *options, GError **error)
{
  if (options->timestamp_text == NULL)
    return TRUE;
  options->timestamp = &options->parsed_timestamp;
  return tool_parse_timestamp (options->timestamp_text, &options->parsed_timestamp, error);
}

static int
put_row (Tool *tool, const char *name, char **words, const PutOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (HBasePut) put
      = table != NULL ? row_make_put (tool, table, words, options->timestamp, &error) : NULL;

  if (put == NULL || !write_options_set_put (&options->write, put, &error)
      || !hbase_table_put (table, put, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

/* ---- a file of rows ---- */

/* The rows of several lines, which are sent together. An HBaseBatch would copy each put, and go on after one
 * that is refused. */
typedef struct {
  Tool *tool;
  const PutOptions *options;
  HBaseTable *table;
  Load *load;
  GPtrArray *puts;
  GArray *lines; /* their numbers, of guint64 */
  gsize bytes;
  guint64 n_written; /* rows of all batches */
} Batch;

static HBasePut *
make_put (Batch *batch, const char *line, GError **error)
{
  char **words;

  if (batch->tool->json)
    return row_make_put_of_json (batch->tool, batch->table, line, batch->options->timestamp, error);
  words = load_split_line (batch->load);
  if (words[1] == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "the row has no cells; %s",
                   *line == '{' ? "if the lines are JSON, give --format=json"
                                : "a tab must precede each family:qualifier=value");
      return NULL;
    }
  return row_make_put (batch->tool, batch->table, words, batch->options->timestamp, error);
}

/* Adds the row of the next line. Returns FALSE without an error at the end. */
static gboolean
read_row (Batch *batch, GError **error)
{
  const char *line = load_next_line (batch->load, batch->tool->cancellable, error);
  gsize length = line != NULL ? strlen (line) : 0;
  guint64 number = load_get_line (batch->load);
  g_autoptr (HBasePut) put = NULL;

  if (line == NULL)
    return FALSE;
  put = make_put (batch, line, error);
  if (put == NULL || !write_options_set_put (&batch->options->write, put, error))
    {
      load_prefix_error (batch->load, number, error);
      return FALSE;
    }
  g_array_append_val (batch->lines, number);
  g_ptr_array_add (batch->puts, g_steal_pointer (&put));
  batch->bytes += length;
  return TRUE;
}

/* Reads a batch. After an error it contains the rows before the invalid line. */
static gboolean
read_batch (Batch *batch, GError **error)
{
  g_ptr_array_set_size (batch->puts, 0);
  g_array_set_size (batch->lines, 0);
  batch->bytes = 0;
  while (batch->puts->len < BATCH_ROWS && batch->bytes < BATCH_BYTES)
    if (!read_row (batch, error))
      return FALSE;
  return TRUE;
}

/* Returns whether all rows may have been refused because of one of them. */
static gboolean
is_refusal (const GError *error)
{
  static const HBaseError codes[] = { HBASE_ERROR_INVALID_ARGUMENT, HBASE_ERROR_FAMILY_NOT_FOUND,
                                      HBASE_ERROR_TOO_LARGE, HBASE_ERROR_REMOTE, HBASE_ERROR_FAILED };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, HBASE_ERROR, (int) codes[i]))
      return TRUE;
  return FALSE;
}

/* Sends the rows one by one, up to the first that is refused. */
static gboolean
send_one_by_one (Batch *batch, GError **error)
{
  for (guint i = 0; i < batch->puts->len; i++, batch->n_written++)
    if (!hbase_table_put (batch->table, batch->puts->pdata[i], batch->tool->cancellable, error))
      {
        load_prefix_error (batch->load, g_array_index (batch->lines, guint64, i), error);
        return FALSE;
      }
  return TRUE;
}

static gboolean
send_batch (Batch *batch, GError **error)
{
  g_autoptr (GError) failure = NULL;

  if (batch->puts->len == 0)
    return TRUE;
  if (hbase_table_put_multiple (batch->table, batch->puts, batch->tool->cancellable, &failure))
    batch->n_written += batch->puts->len;
  else if (!is_refusal (failure))
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&failure),
                                  "some of the rows up to here may not be written: ");
      load_prefix_error (batch->load, g_array_index (batch->lines, guint64, batch->lines->len - 1), error);
      return FALSE;
    }
  else if (!send_one_by_one (batch, error))
    return FALSE;
  load_show_progress (batch->load, batch->n_written);
  return TRUE;
}

/* Writes all rows, or those before the first error. */
static gboolean
load_rows (Batch *batch, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean more;

  do
    {
      more = read_batch (batch, &failure);
      if (!send_batch (batch, error))
        return FALSE;
    }
  while (more);
  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

static int
put_file (Tool *tool, const char *name, const char *path, const PutOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_put_unref);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint64));
  Batch batch = { .tool = tool, .options = options, .table = table, .puts = puts, .lines = lines };

  if (table != NULL)
    batch.load = load_open (path, &error);
  if (batch.load == NULL)
    return tool_failed (error);
  load_rows (&batch, &error);
  load_close (batch.load);
  if (error == NULL)
    {
      output_number (tool, "rows", batch.n_written);
      return TOOL_DONE;
    }
  tool_failed_in_data (error);
  fprintf (stderr, "%" G_GUINT64_FORMAT " rows before that were written\n", batch.n_written);
  return TOOL_FAILED;
}

static int
run_put (Tool *tool, char **argv)
{
  g_auto (PutOptions) options = { 0 };
  g_autofree char *path = NULL;
  GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &path, "read rows from a file, or from the standard input",
      "FILE|-" },
    { "timestamp", 0, 0, G_OPTION_ARG_STRING, &options.timestamp_text,
      "the timestamp of the cells that are given without one, in ms since 1970; default: the server's time",
      "MS" },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { WRITE_OPTIONS_CELL_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  guint n_words;

  if (!tool_parse_more (tool, &command_put, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (!parse_timestamp (&options, &error))
    return tool_usage (&command_put, "%s", error->message);
  n_words = g_strv_length (words) - 1;
  if (path != NULL && n_words == 1)
    return put_file (tool, words[1], path, &options);
  if (path != NULL)
    return tool_usage (&command_put, "give either a row and its columns, or --from");
  if (n_words < 3)
    return tool_usage (&command_put,
                       n_words == 1 ? "ROW or --from=FILE is missing" : "COLUMN=VALUE is missing");
  return put_row (tool, words[1], words + 2, &options);
}

const ToolCommand command_put = {
  "put",
  "TABLE [ROW COLUMN=VALUE…]",
  "write a row, or a file of rows",
  "A column is family:qualifier. Each line of a file is a row, with tabs between the key and the\n"
  "columns:\n"
  "  ROW<TAB>family:qualifier=value<TAB>family:qualifier=value…\n"
  "which is what `scan` prints. A column can be preceded by a timestamp, in ms since 1970, as\n"
  "`scan --timestamps` prints it:\n"
  "  1714550400000/family:qualifier=value\n"
  "Without a timestamp the server sets its time. Lines can end in CR LF; a CR at the end of a value\n"
  "is written \\x0D. With --format=json each line is an object, as `scan --format=json` prints it:\n"
  "  "
  "{\"row\":\"…\",\"cells\":[{\"family\":\"…\",\"qualifier\":\"…\",\"timestamp\":1714550400000,\"value\":"
  "\"…\"}]}\n"
  "The strings are in printable escapes. The timestamp can be left out, and with --schema the row\n"
  "can be given by its fields, \"key\":{\"NAME\":\"VALUE\"}.\n"
  "\n"
  "The number of rows written is printed at the end. After an invalid line, whose number is\n"
  "printed, no more rows are read; the rows before it are written, and some of those after it may\n"
  "be.\n"
  "\n"
  "With --schema a row can be given by its fields: userid=7,stamp=2024-05-01,actionid=1; a comma in\n"
  "a value is written \\x2C. A key that doesn't match the schema is refused, as are rows that `scan\n"
  "--schema` prints with a = before the key; --raw accepts them.\n"
  "\n"
  "To copy a table with all versions, or to store it in a file:\n"
  "  hbase-glib scan FROM --versions=all --timestamps | hbase-glib put TO --from=-\n"
  "The column families must exist and keep enough versions. Such a file doesn't contain the table's\n"
  "description and splits, deletes that are still remembered, and the time to live, visibility\n"
  "labels and tags of cells, which gateways don't report. A random salt is shown only without\n"
  "--schema, and in JSON.",
  run_put,
};
