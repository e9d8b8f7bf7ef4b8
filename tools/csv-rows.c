/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes rows of the records of CSV.
 *
 *  1. `record` is the next record, of which no row has been made yet; NULL: it must be read.
 *  2. A record that is invalid ends the row before it. `problem` is reported for the next row. */

#include "config.h"

#include <string.h>

#include "csv-reader.h"
#include "csv-rows.h"
#include "markers.h"

#define KEY "row"

struct _CsvRows {
  Load *load;
  CsvReader *reader;
  HBaseKeySchema *schema; /* NULL: none */
  GStrv names;            /* the heading; NULL: it must be read */
  guint n_keys;           /* how many of them are the key */
  gboolean is_of_cells;   /* each record is a cell */
  char **record;
  GError *problem;
  GPtrArray *words; /* of the last row */
  guint64 line;     /* of the last row */
};

CsvRows *
csv_rows_new (Load *load, HBaseKeySchema *schema)
{
  CsvRows *rows = g_new0 (CsvRows, 1);

  rows->load = load;
  rows->reader = csv_reader_new (load);
  rows->schema = schema;
  rows->words = g_ptr_array_new_with_free_func (g_free);
  return rows;
}

void
csv_rows_free (CsvRows *rows)
{
  csv_reader_free (rows->reader);
  g_strfreev (rows->names);
  g_clear_error (&rows->problem);
  g_ptr_array_unref (rows->words);
  g_free (rows);
}

guint64
csv_rows_get_line (const CsvRows *rows)
{
  return rows->line;
}

/* ---- the heading ---- */

/* Returns how many of the names are the key; 0: the first ones are others. */
static guint
count_keys (const CsvRows *rows)
{
  guint n_fields = rows->schema != NULL ? hbase_key_schema_get_n_fields (rows->schema) : 0;
  guint n_equal = 0;

  if (strcmp (rows->names[0], KEY) == 0)
    return 1;
  while (n_equal < n_fields
         && g_strcmp0 (rows->names[n_equal], hbase_key_schema_get_field_name (rows->schema, n_equal)) == 0)
    n_equal++;
  return n_equal == n_fields ? n_equal : 0;
}

static gboolean
are_of_cells (char **names)
{
  static const char *const with_type[] = { "column", "timestamp", "type", "value", NULL };
  static const char *const with_time[] = { "column", "timestamp", "value", NULL };
  static const char *const without[] = { "column", "value", NULL };
  const char *const *found = (const char *const *) names;

  return g_strv_equal (found, with_type) || g_strv_equal (found, with_time) || g_strv_equal (found, without);
}

static gboolean
check_heading (CsvRows *rows, GError **error)
{
  rows->n_keys = count_keys (rows);
  if (rows->n_keys == 0)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "the heading must begin with “" KEY "”%s",
                 rows->schema != NULL ? ", or with the fields of the schema" : "");
  rows->is_of_cells = rows->n_keys > 0 && are_of_cells (rows->names + rows->n_keys);
  if (rows->n_keys == 0 || rows->is_of_cells)
    return rows->n_keys > 0;
  for (char **name = rows->names + rows->n_keys; *name != NULL; name++)
    if (strchr (*name, ':') == NULL)
      {
        g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                     "the heading “%s” is no column: give family:qualifier", *name);
        return FALSE;
      }
  return TRUE;
}

static gboolean
read_heading (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  rows->names = g_strdupv (csv_reader_next (rows->reader, cancellable, error));
  if (rows->names == NULL)
    return FALSE;
  if (check_heading (rows, error))
    return TRUE;
  load_prefix_error (rows->load, csv_reader_get_line (rows->reader), error);
  return FALSE;
}

/* ---- records ---- */

/* Returns the field of the record with that name in the heading, or NULL. */
static const char *
get_field (const CsvRows *rows, const char *name)
{
  for (guint i = rows->n_keys; rows->names[i] != NULL; i++)
    if (strcmp (rows->names[i], name) == 0)
      return rows->record[i];
  return NULL;
}

static gboolean
check_record (const CsvRows *rows, GError **error)
{
  guint n_names = g_strv_length (rows->names), n_fields = g_strv_length (rows->record);

  if (n_fields == n_names)
    return !rows->is_of_cells || marker_refuse (get_field (rows, "type"), error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "the heading has %u fields, but the record %u", n_names, n_fields);
  return FALSE;
}

/* Reads the next record. Returns FALSE without an error at the end. */
static gboolean
read_record (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  rows->record = csv_reader_next (rows->reader, cancellable, error);
  if (rows->record == NULL || check_record (rows, error))
    return rows->record != NULL;
  rows->record = NULL;
  load_prefix_error (rows->load, csv_reader_get_line (rows->reader), error);
  return FALSE;
}

/* A key that doesn't match the schema is alone in the first field. */
static gboolean
has_whole_key (const CsvRows *rows)
{
  guint n_given = 0;

  for (guint i = 0; i < rows->n_keys; i++)
    n_given += *rows->record[i] != '\0';
  return strcmp (rows->names[0], KEY) == 0 || (n_given == 1 && rows->record[0][0] == '=');
}

/* Returns the key as `put` takes it, where a comma separates fields. */
static char *
make_key (const CsvRows *rows)
{
  g_autoptr (GString) key = g_string_new (NULL);

  if (has_whole_key (rows))
    return g_strdup (rows->record[0]);
  for (guint i = 0; i < rows->n_keys; i++)
    {
      g_autoptr (GString) value = g_string_new (rows->record[i]);

      g_string_replace (value, ",", "\\x2C", 0);
      g_string_append_printf (key, "%s%s=%s", i > 0 ? "," : "", rows->names[i], value->str);
    }
  return g_string_free (g_steal_pointer (&key), FALSE);
}

/* ---- rows ---- */

/* Adds the cell of a record. */
static void
add_cell (CsvRows *rows)
{
  const char *timestamp = get_field (rows, "timestamp");
  gboolean has_timestamp = timestamp != NULL && *timestamp != '\0';

  g_ptr_array_add (rows->words,
                   g_strconcat (has_timestamp ? timestamp : "", has_timestamp ? "/" : "",
                                get_field (rows, "column"), "=", get_field (rows, "value"), NULL));
}

/* Adds the cells of a record that is a row. */
static void
add_cells (CsvRows *rows)
{
  for (guint i = rows->n_keys; rows->names[i] != NULL; i++)
    if (*rows->record[i] != '\0')
      g_ptr_array_add (rows->words, g_strconcat (rows->names[i], "=", rows->record[i], NULL));
}

/* Returns whether the next record has another cell of the last row. */
static gboolean
has_another_cell (CsvRows *rows, GCancellable *cancellable)
{
  g_autofree char *key = NULL;

  if (!read_record (rows, cancellable, &rows->problem))
    return FALSE;
  key = make_key (rows);
  return strcmp (key, rows->words->pdata[0]) == 0;
}

/* Makes a row of the next record, and of those after it if they are cells. */
static void
make_row (CsvRows *rows, GCancellable *cancellable)
{
  rows->line = csv_reader_get_line (rows->reader);
  g_ptr_array_set_size (rows->words, 0);
  g_ptr_array_add (rows->words, make_key (rows));
  if (rows->is_of_cells)
    do
      add_cell (rows);
    while (has_another_cell (rows, cancellable));
  else
    {
      add_cells (rows);
      rows->record = NULL;
    }
  g_ptr_array_add (rows->words, NULL);
}

char **
csv_rows_next (CsvRows *rows, GCancellable *cancellable, GError **error)
{
  if (rows->names == NULL && !read_heading (rows, cancellable, error))
    return NULL;
  if (rows->problem != NULL)
    g_propagate_error (error, g_steal_pointer (&rows->problem));
  else if (rows->record != NULL || read_record (rows, cancellable, error))
    {
      make_row (rows, cancellable);
      return (char **) rows->words->pdata;
    }
  return NULL;
}
