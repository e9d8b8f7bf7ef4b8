/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes rows as lines of text.
 *
 *  1. Rows usually have the same columns in the same order. So `columns[i]` keeps the name and the text of
 *     the column that the last row had at position i, and most names are compared rather than written
 *     again. */

#include "config.h"

#include <string.h>

#include "markers.h"
#include "row-text.h"
#include "value-types.h"

#define MAX_COLUMNS 32 /* later positions share those of the first ones */

typedef struct {
  GString *name; /* the bytes of family and qualifier; NULL: not used yet */
  gsize family_length;
  GString *text; /* `family:qualifier=`, in printable escapes */
} Column;

static Column columns[MAX_COLUMNS];

void
row_text_append_key (GString *text, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autofree char *fields
      = schema != NULL ? hbase_key_schema_key_to_escaped (schema, key, length, NULL) : NULL;

  g_string_append (text, fields != NULL ? fields : schema != NULL ? "=" : "");
  if (fields == NULL)
    hbase_bytes_append_escaped (text, key, length);
}

static gboolean
is_column_of (const Column *column, const HBaseCellIter *cell)
{
  return column->name != NULL && column->family_length == cell->family_length
         && column->name->len == cell->family_length + cell->qualifier_length
         && memcmp (column->name->str, cell->family, cell->family_length) == 0
         && memcmp (column->name->str + cell->family_length, cell->qualifier, cell->qualifier_length) == 0;
}

static void
set_column (Column *column, const HBaseCellIter *cell)
{
  if (column->name == NULL)
    {
      column->name = g_string_new (NULL);
      column->text = g_string_new (NULL);
    }
  column->family_length = cell->family_length;
  g_string_truncate (column->name, 0);
  g_string_append_len (column->name, (const char *) cell->family, (gssize) cell->family_length);
  g_string_append_len (column->name, (const char *) cell->qualifier, (gssize) cell->qualifier_length);
  g_string_truncate (column->text, 0);
  hbase_bytes_append_printable (column->text, cell->family, cell->family_length, ":=");
  g_string_append_c (column->text, ':');
  hbase_bytes_append_printable (column->text, cell->qualifier, cell->qualifier_length, "=");
  g_string_append_c (column->text, '=');
}

static void
append_column (GString *text, guint index, const HBaseCellIter *cell)
{
  Column *column = &columns[index % MAX_COLUMNS];

  if (!is_column_of (column, cell))
    set_column (column, cell);
  g_string_append_len (text, column->text->str, (gssize) column->text->len);
}

static void
append_cell (GString *text, const Tool *tool, guint index, const HBaseCellIter *cell)
{
  if (tool->with_deleted && marker_is (cell))
    {
      marker_append (text, cell);
      return;
    }
  append_column (text, index, cell);
  value_append (text, cell);
}

void
row_text_append (GString *text, const Tool *tool, HBaseRow *row)
{
  HBaseCellIter cell;
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);

  row_text_append_key (text, tool->schema, key, length);
  if (tool->keys_only)
    return;
  hbase_cell_iter_init (&cell, row);
  for (guint i = 0; hbase_cell_iter_next (&cell); i++)
    {
      g_string_append_c (text, '\t');
      if (tool->timestamps)
        g_string_append_printf (text, "%" G_GINT64_FORMAT "/", cell.timestamp);
      append_cell (text, tool, i, &cell);
    }
}
