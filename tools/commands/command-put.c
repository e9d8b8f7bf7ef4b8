/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command put, which writes a row, a file of rows, or a file as a value. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "column.h"
#include "load.h"
#include "put-rows.h"
#include "record-options.h"
#include "rows.h"
#include "tool.h"

/* What holds for all rows. */
typedef struct {
  WriteOptions write;
  CsvOptions csv;
  char *timestamp_text;    /* NULL: none */
  gint64 parsed_timestamp; /* ms since 1970 */
  const gint64 *timestamp; /* of the cells that are given without one; NULL: the server's time */
} PutOptions;

static void
put_options_clear (PutOptions *options)
{
  write_options_clear (&options->write);
  csv_options_clear (&options->csv);
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
send_put (Tool *tool, HBaseTable *table, HBasePut *put, const PutOptions *options)
{
  g_autoptr (GError) error = NULL;

  if (!write_options_set (&options->write, HBASE_MUTATION (put), &error)
      || !hbase_table_put (table, put, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

static int
put_row (Tool *tool, const char *name, char **words, const PutOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (HBasePut) put
      = table != NULL ? row_make_put (tool, table, words, COLUMN_CELL, options->timestamp, &error) : NULL;

  return put != NULL ? send_put (tool, table, put, options) : tool_failed (error);
}

/* ---- a file as a value ---- */

static GBytes *
read_file (Tool *tool, const char *path, GError **error)
{
  guint64 size;
  g_autoptr (GInputStream) file = load_open_stream (path, &size, error);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();

  if (file == NULL
      || g_output_stream_splice (memory, file, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, tool->cancellable, error)
             < 0)
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}

static HBasePut *
make_value_put (
    Tool *tool, HBaseTable *table, char **words, GBytes *value, const PutOptions *options, GError **error)
{
  g_auto (ToolColumn) column = { 0 };
  g_autoptr (GBytes) key = NULL;
  HBasePut *put;

  if (!column_refuse_value (words[1], "--value-from gives the value", error)
      || !tool_parse_column (words[1], COLUMN_QUALIFIED, &column, error))
    return NULL;
  key = row_find (tool, table, words[0], TRUE, error);
  if (key == NULL)
    return NULL;
  put = hbase_put_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  if (options->timestamp != NULL)
    hbase_put_add_with_timestamp (put, column.family, column.qualifier.data, column.qualifier.length,
                                  g_bytes_get_data (value, NULL), g_bytes_get_size (value),
                                  *options->timestamp);
  else
    hbase_put_add (put, column.family, column.qualifier.data, column.qualifier.length,
                   g_bytes_get_data (value, NULL), g_bytes_get_size (value));
  return put;
}

static int
put_value (Tool *tool, const char *name, char **words, const char *path, const PutOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GBytes) value = table != NULL ? read_file (tool, path, &error) : NULL;
  g_autoptr (HBasePut) put
      = value != NULL ? make_value_put (tool, table, words, value, options, &error) : NULL;

  return put != NULL ? send_put (tool, table, put, options) : tool_failed (error);
}

static int
run_put (Tool *tool, char **argv)
{
  g_auto (PutOptions) options = { 0 };
  g_autofree char *path = NULL, *value_path = NULL;
  GOptionEntry entries[] = {
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &path, "read rows from a file, or from the standard input",
      "FILE|-" },
    { "value-from", 0, 0, G_OPTION_ARG_FILENAME, &value_path,
      "write the bytes of a file as the value of ROW's COLUMN, which is given without =VALUE", "FILE|-" },
    { "timestamp", 0, 0, G_OPTION_ARG_STRING, &options.timestamp_text,
      "the timestamp of the cells that are given without one, in ms since 1970; default: the server's time",
      "MS" },
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[]
      = { CSV_ENTRIES (&options.csv), WRITE_OPTIONS_CELL_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  guint n_words;

  if (!tool_parse_more (tool, &command_put, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (!parse_timestamp (&options, &error))
    return tool_usage (&command_put, "%s", error->message);
  if (csv_options_are_given (&options.csv) && (path == NULL || !tool->csv))
    return tool_usage (&command_put,
                       "--key, --family, --columns, --delimiter, --no-quotes and --escapes are for "
                       "--from and --format=csv");
  n_words = g_strv_length (words) - 1;
  if (value_path != NULL && n_words == 3 && path == NULL)
    return put_value (tool, words[1], words + 2, value_path, &options);
  if (value_path != NULL)
    return tool_usage (&command_put, "--value-from is for one ROW and one COLUMN");
  if (path != NULL && n_words == 1)
    return put_rows (tool, words[1], path, &options.write, &options.csv, options.timestamp);
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
  "Strings are in printable escapes. The timestamp can be left out, and with --schema the row\n"
  "can be given by its fields, \"key\":{\"NAME\":\"VALUE\"}.\n"
  "\n"
  "With --format=csv the file begins with a heading: `row`, or the names of the schema's fields, and\n"
  "columns. Each line is a row then; an empty field is no cell, and all others are taken as they are:\n"
  "  row,family:qualifier,family:qualifier…\n"
  "--key and --family read the headings of databases, such as id,name, and --columns files without a\n"
  "heading (--help-more). Or each line is a cell, as `scan --format=csv` prints it, in printable escapes;\n"
  "the timestamp can be left out:\n"
  "  row,column,timestamp,value\n"
  "\n"
  "The number of rows written is printed at the end. After an invalid line, whose number is\n"
  "printed, no more rows are read; the rows before it are written, and some of those after it may\n"
  "be. If HBase refuses a row, the others are sent again, singly: those without timestamps may have\n"
  "two versions then.\n"
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
  TOOL_CSV,
};
