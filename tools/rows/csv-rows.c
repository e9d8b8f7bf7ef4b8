/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes rows of the records of CSV.
 *
 *  1. `record` is the next record, of which no row has been made yet; NULL: it must be read.
 *  2. A record that is invalid ends the row before it. `problem` is reported for the next row.
 *  3. Names, timestamps and values become cells separately: what one of them contains never changes how
 *     another is read. */

#include "config.h"

#include <string.h>

#include "column.h"
#include "csv-heading.h"
#include "csv-reader.h"
#include "csv-rows.h"
#include "markers.h"
#include "spreadsheet.h"
#include "value-types.h"

struct _CsvRows {
  Tool *tool;
  Load *load;
  const CsvOptions *options;
  CsvReader *reader;
  CsvHeading *heading; /* NULL: it must be read */
  char **record;
  GError *problem;
  char *key;     /* of the last row */
  GArray *cells; /* ToolColumn: of the last row */
  guint64 line;  /* of the last row */
};

void
csv_options_clear (CsvOptions *options)
{
  g_free (options->delimiter);
  g_free (options->columns);
  g_free (options->key);
  g_free (options->family);
}

gboolean
csv_options_are_given (const CsvOptions *options)
{
  return options->delimiter != NULL || options->no_quotes || options->escapes || options->columns != NULL
         || options->key != NULL || options->family != NULL;
}

static gboolean
parse_delimiter (const char *text, char *delimiter, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  *delimiter = text == NULL ? ',' : '\t';
  if (text == NULL || strcmp (text, "\\t") == 0)
    return TRUE;
  bytes = hbase_bytes_from_escaped (text, NULL);
  if (bytes != NULL && g_bytes_get_size (bytes) == 1)
    *delimiter = *(const char *) g_bytes_get_data (bytes, NULL);
  if (bytes != NULL && g_bytes_get_size (bytes) == 1 && strchr ("\"\r\n", *delimiter) == NULL)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--delimiter: “%s” isn't one character, such as ; or \\t, and no quote or line break", text);
  return FALSE;
}

CsvRows *
csv_rows_new (Tool *tool, Load *load, const CsvOptions *options, GError **error)
{
  CsvRows *rows;
  char delimiter;

  if (!parse_delimiter (options->delimiter, &delimiter, error))
    return NULL;
  rows = g_new0 (CsvRows, 1);
  rows->tool = tool;
  rows->load = load;
  rows->options = options;
  rows->reader = csv_reader_new (load, delimiter, !options->no_quotes);
  rows->cells = g_array_new (FALSE, TRUE, sizeof (ToolColumn));
  g_array_set_clear_func (rows->cells, (GDestroyNotify) tool_clear_column);
  return rows;
}

void
csv_rows_free (CsvRows *rows)
{
  csv_reader_free (rows->reader);
  g_clear_pointer (&rows->heading, csv_heading_free);
  g_clear_error (&rows->problem);
  g_free (rows->key);
  g_array_unref (rows->cells);
  g_free (rows);
}

guint64
csv_rows_get_line (const CsvRows *rows)
{
  return rows->line;
}

/* ---- records ---- */

static gboolean
fail_at_record (const CsvRows *rows, GError **error)
{
  load_prefix_error (rows->load, csv_reader_get_line (rows->reader), error);
  return FALSE;
}

static char **
read_fields (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  char **fields = csv_reader_next (rows->reader, cancellable, error);

  for (char **field = fields; rows->tool->spreadsheet && field != NULL && *field != NULL; field++)
    *field += spreadsheet_measure_mark (*field);
  return fields;
}

static gboolean
read_heading (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  char **names = NULL;

  if (rows->options->columns != NULL)
    {
      rows->heading = csv_heading_new_of_option (rows->tool, rows->options, error);
      return rows->heading != NULL;
    }
  names = read_fields (rows, cancellable, error);
  if (names == NULL)
    return FALSE;
  rows->heading = csv_heading_new (rows->tool, rows->options, names, error);
  return rows->heading != NULL || fail_at_record (rows, error);
}

static gboolean
check_record (const CsvRows *rows, GError **error)
{
  guint n_names = rows->heading->columns->len, n_fields = g_strv_length (rows->record);

  if (n_fields == n_names)
    return rows->heading->type == CSV_NO_FIELD || marker_refuse (rows->record[rows->heading->type], error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "the heading has %u fields, but the record %u", n_names, n_fields);
  return FALSE;
}

/* Reads the next record. Returns FALSE without an error at the end. */
static gboolean
read_record (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  rows->record = read_fields (rows, cancellable, error);
  if (rows->record == NULL || check_record (rows, error))
    return rows->record != NULL;
  rows->record = NULL;
  return fail_at_record (rows, error);
}

/* ---- keys ---- */

/* Returns a field of the record that is the key, or a part of it. */
static const char *
get_key_field (const CsvRows *rows, guint i)
{
  return rows->record[g_array_index (rows->heading->keys, guint, i)];
}

/* A key that doesn't match the schema is alone in the first field, as `scan` prints it. */
static gboolean
has_whole_key (const CsvRows *rows)
{
  guint n_given = 0;

  if (rows->heading->has_whole_key || !rows->heading->is_of_cells)
    return rows->heading->has_whole_key;
  for (guint i = 0; i < rows->heading->keys->len; i++)
    n_given += *get_key_field (rows, i) != '\0';
  return n_given == 1 && *get_key_field (rows, 0) == '=';
}

static char *
make_whole_key (const CsvRows *rows)
{
  g_autoptr (GString) key = g_string_new (get_key_field (rows, 0));

  if (!rows->heading->is_escaped && rows->tool->schema == NULL)
    g_string_replace (key, "\\", "\\\\", 0);
  return g_string_free (g_steal_pointer (&key), FALSE);
}

/* Returns the key as `put` takes it, in printable escapes, where a comma separates fields. */
static char *
make_key (const CsvRows *rows)
{
  g_autoptr (GString) key = g_string_new (NULL);

  if (has_whole_key (rows))
    return make_whole_key (rows);
  for (guint i = 0; i < rows->heading->keys->len; i++)
    {
      g_autoptr (GString) value = g_string_new (get_key_field (rows, i));

      if (!rows->heading->is_escaped)
        g_string_replace (value, "\\", "\\\\", 0);
      g_string_replace (value, ",", "\\x2C", 0);
      g_string_append_printf (key, "%s%s=%s", i > 0 ? "," : "",
                              hbase_key_schema_get_field_name (rows->tool->schema, i), value->str);
    }
  return g_string_free (g_steal_pointer (&key), FALSE);
}

/* ---- cells ---- */

static ToolColumn *
append_cell (CsvRows *rows)
{
  g_array_set_size (rows->cells, rows->cells->len + 1);
  return &g_array_index (rows->cells, ToolColumn, rows->cells->len - 1);
}

/* The next record is read into the same memory. */
static void
own_bytes (ToolBytes *bytes)
{
  if (bytes->owner != NULL || bytes->data == NULL)
    return;
  bytes->owner = g_bytes_new (bytes->data, bytes->length);
  bytes->data = g_bytes_get_data (bytes->owner, NULL);
  bytes->data = bytes->data != NULL ? bytes->data : (const guint8 *) "";
}

/* Adds the cell of a record. */
static gboolean
add_cell (CsvRows *rows, GError **error)
{
  const CsvHeading *heading = rows->heading;
  const char *timestamp = heading->timestamp != CSV_NO_FIELD ? rows->record[heading->timestamp] : "";
  ToolColumn *cell = append_cell (rows);

  cell->has_timestamp = *timestamp != '\0';
  if ((cell->has_timestamp && !tool_parse_timestamp (timestamp, &cell->timestamp, error))
      || !column_parse_field (rows->record[heading->column], TRUE, cell, error)
      || !value_from_text (cell, rows->record[heading->value], error))
    return fail_at_record (rows, error);
  own_bytes (&cell->qualifier);
  own_bytes (&cell->value);
  return TRUE;
}

static gboolean
set_value (const CsvRows *rows, ToolColumn *cell, const char *text, GError **error)
{
  return (rows->heading->is_escaped ? value_from_text : value_from_plain) (cell, text, error)
         || fail_at_record (rows, error);
}

/* Adds the cells of a record that is a row. */
static gboolean
add_cells (CsvRows *rows, GError **error)
{
  for (guint i = 0; rows->record[i] != NULL; i++)
    {
      const ToolColumn *column = &g_array_index (rows->heading->columns, ToolColumn, i);
      ToolColumn *cell;

      if (column->family == NULL || *rows->record[i] == '\0')
        continue;
      cell = append_cell (rows);
      cell->family = g_strdup (column->family);
      cell->qualifier = (ToolBytes){ .data = column->qualifier.data, .length = column->qualifier.length };
      if (!set_value (rows, cell, rows->record[i], error))
        return FALSE;
    }
  return TRUE;
}

/* ---- rows ---- */

/* Returns whether the next record has another cell of the last row. */
static gboolean
has_another_cell (CsvRows *rows, GCancellable *cancellable)
{
  g_autofree char *key = NULL;

  if (!read_record (rows, cancellable, &rows->problem))
    return FALSE;
  key = make_key (rows);
  return strcmp (key, rows->key) == 0;
}

/* Adds the cells of the next record, and of those after it if they are cells of the same row. */
static gboolean
add_row (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  if (!rows->heading->is_of_cells)
    {
      gboolean is_valid = add_cells (rows, error);

      rows->record = NULL;
      return is_valid;
    }
  do
    if (!add_cell (rows, error))
      return FALSE;
  while (has_another_cell (rows, cancellable));
  return TRUE;
}

gboolean
csv_rows_next (CsvRows *rows, const char **key, GArray **cells, GCancellable *cancellable, GError **error)
{
  if (rows->heading == NULL && !read_heading (rows, cancellable, error))
    return FALSE;
  if (rows->problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&rows->problem));
      return FALSE;
    }
  if (rows->record == NULL && !read_record (rows, cancellable, error))
    return FALSE;
  rows->line = csv_reader_get_line (rows->reader);
  g_free (rows->key);
  rows->key = make_key (rows);
  g_array_set_size (rows->cells, 0);
  *key = rows->key;
  *cells = rows->cells;
  return add_row (rows, cancellable, error);
}
