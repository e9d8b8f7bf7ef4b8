/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes a file of rows. */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "advice.h"
#include "csv-rows.h"
#include "load.h"
#include "output.h"
#include "put-rows.h"
#include "rows.h"

#define BATCH_ROWS 1000
#define BATCH_BYTES (1 << 20)

/* The rows of several lines, which are sent together. An HBaseBatch would copy each put, and go on after one
 * that is refused. */
typedef struct {
  Tool *tool;
  const WriteOptions *options;
  const gint64 *timestamp; /* of the cells that are given without one; NULL: the server's time */
  HBaseTable *table;
  Load *load;
  CsvRows *csv; /* NULL: the format is another one */
  GPtrArray *puts;
  GArray *lines; /* their numbers, of guint64 */
  gsize bytes;
  guint64 n_written; /* rows of all batches */
} Batch;

static void
refuse_empty_row (const char *advice, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "the row has no cells; %s", advice);
}

static HBasePut *
make_put (Batch *batch, char **words, const char *advice, GError **error)
{
  if (words[1] != NULL)
    return row_make_put (batch->tool, batch->table, words, COLUMN_LINE, batch->timestamp, error);
  refuse_empty_row (advice, error);
  return NULL;
}

/* A line that doesn't begin and end like an object is probably a part of one, or an array of them. */
static HBasePut *
make_put_of_json (Batch *batch, const char *line, GError **error)
{
  HBasePut *put = row_make_put_of_json (batch->tool, batch->table, line, batch->timestamp, error);

  if (put == NULL && (*line != '{' || !g_str_has_suffix (line, "}")))
    advice_add (error, "each line must be a whole object, as `jq -c .` writes it, and `jq -c '.[]'` those of "
                       "an array");
  return put;
}

static HBasePut *
make_put_of_line (Batch *batch, const char *line, GError **error)
{
  if (batch->tool->json)
    return make_put_of_json (batch, line, error);
  return make_put (batch, load_split_line (batch->load),
                   *line == '{' ? "if the lines are JSON, give --format=json"
                                : "a tab must precede each family:qualifier=value",
                   error);
}

/* These two make a put of the next row, and set the number of the line where it begins, and the length of its
 * text. They return FALSE without an error at the end, and TRUE without a put if the row is invalid. */
static gboolean
read_line (Batch *batch, HBasePut **put, guint64 *number, gsize *length, GError **error)
{
  const char *line = load_next_line (batch->load, batch->tool->cancellable, error);

  if (line == NULL)
    return FALSE;
  *number = load_get_line (batch->load);
  *length = strlen (line);
  *put = make_put_of_line (batch, line, error);
  return TRUE;
}

static gsize
measure_cells (GArray *cells)
{
  gsize length = 0;

  for (guint i = 0; i < cells->len; i++)
    length += g_array_index (cells, ToolColumn, i).value.length;
  return length;
}

static gboolean
read_csv (Batch *batch, HBasePut **put, guint64 *number, gsize *length, GError **error)
{
  const char *key;
  GArray *cells;

  if (!csv_rows_next (batch->csv, &key, &cells, batch->tool->cancellable, error))
    return FALSE;
  *number = csv_rows_get_line (batch->csv);
  *length = measure_cells (cells);
  if (cells->len > 0)
    *put = row_make_put_of_cells (batch->tool, batch->table, key, cells, batch->timestamp, error);
  else
    refuse_empty_row ("all its fields are empty", error);
  return TRUE;
}

/* Adds the next row. Returns FALSE without an error at the end. */
static gboolean
read_row (Batch *batch, GError **error)
{
  g_autoptr (HBasePut) put = NULL;
  guint64 number;
  gsize length;

  if (!(batch->csv != NULL ? read_csv : read_line) (batch, &put, &number, &length, error))
    return FALSE;
  if (put == NULL || !write_options_set (batch->options, HBASE_MUTATION (put), error))
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

int
put_rows (Tool *tool,
          const char *name,
          const char *path,
          const WriteOptions *options,
          const CsvOptions *csv,
          const gint64 *timestamp)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GArray) lines = g_array_new (FALSE, FALSE, sizeof (guint64));
  Batch batch = {
    .tool = tool, .options = options, .timestamp = timestamp, .table = table, .puts = puts, .lines = lines
  };

  if (table != NULL)
    batch.load = load_open (path, &error);
  if (batch.load == NULL)
    return tool_failed (error);
  if (tool->csv)
    batch.csv = csv_rows_new (tool, batch.load, csv, &error);
  if (error == NULL)
    load_rows (&batch, &error);
  g_clear_pointer (&batch.csv, csv_rows_free);
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
