/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes records of the cells of rows, for CSV and tables. */

#include "config.h"

#include "markers.h"
#include "records.h"
#include "row-records.h"
#include "row-text.h"
#include "value-types.h"

/* Returns the columns: the row, or the fields of its key, and what a cell has. */
static GStrv
name_columns (const Tool *tool)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; tool->schema != NULL && i < hbase_key_schema_get_n_fields (tool->schema); i++)
    g_strv_builder_add (names, hbase_key_schema_get_field_name (tool->schema, i));
  if (tool->schema == NULL)
    g_strv_builder_add (names, "row");
  if (tool->keys_only)
    return g_strv_builder_end (names);
  g_strv_builder_add (names, "column");
  if (tool->timestamps)
    g_strv_builder_add (names, "timestamp");
  if (tool->with_deleted)
    g_strv_builder_add (names, "type");
  g_strv_builder_add (names, "value");
  return g_strv_builder_end (names);
}

/* Replaces a `=` at the beginning of a text by its escape. */
static void
escape_equals (gpointer *text)
{
  g_autofree char *old = *text;

  *text = *old == '=' ? g_strconcat ("\\x3D", old + 1, NULL) : g_steal_pointer (&old);
}

/* A key that doesn't match the schema is shown in the first field, after a `=`. A value there doesn't begin
 * with one. */
static void
add_key (GPtrArray *fields, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GVariant) values = schema != NULL ? hbase_key_schema_decode (schema, key, length, NULL) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; values != NULL && i < hbase_key_schema_get_n_fields (schema); i++)
    g_ptr_array_add (fields, hbase_key_schema_key_field_to_escaped (
                                 schema, key, length, hbase_key_schema_get_field_name (schema, i), NULL));
  if (values != NULL)
    {
      escape_equals (&fields->pdata[0]);
      return;
    }
  row_text_append_key (text, schema, key, length);
  g_ptr_array_add (fields, g_strdup (text->str));
  for (guint i = 1; schema != NULL && i < hbase_key_schema_get_n_fields (schema); i++)
    g_ptr_array_add (fields, g_strdup (""));
}

static void
add_cell (GPtrArray *fields, const Tool *tool, const HBaseCellIter *cell)
{
  g_autofree char *family = hbase_bytes_to_printable (cell->family, cell->family_length, ":=");
  g_autofree char *qualifier = hbase_bytes_to_printable (cell->qualifier, cell->qualifier_length, "=");

  g_ptr_array_add (fields, g_strconcat (family, ":", qualifier, NULL));
  if (tool->timestamps)
    g_ptr_array_add (fields, g_strdup_printf ("%" G_GINT64_FORMAT, cell->timestamp));
  if (tool->with_deleted)
    g_ptr_array_add (fields, marker_name_type (cell));
  g_ptr_array_add (fields, tool->with_deleted && marker_is (cell) ? g_strdup ("") : value_to_text (cell));
}

static void
add_record (const Tool *tool, const GStrv names, GPtrArray *fields, guint n_keys)
{
  g_ptr_array_add (fields, NULL);
  records_add (tool, (const char *const *) names, (const char *const *) fields->pdata, n_keys);
}

void
row_records_add (const Tool *tool, HBaseRow *row)
{
  g_auto (GStrv) names = name_columns (tool);
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  g_autoptr (GPtrArray) fields = g_ptr_array_new_with_free_func (g_free);
  HBaseCellIter cell;
  guint n_keys;

  add_key (fields, tool->schema, key, length);
  n_keys = fields->len;
  if (tool->keys_only)
    {
      add_record (tool, names, fields, 0);
      return;
    }
  hbase_cell_iter_init (&cell, row);
  while (hbase_cell_iter_next (&cell))
    {
      g_ptr_array_set_size (fields, (int) n_keys);
      add_cell (fields, tool, &cell);
      add_record (tool, names, fields, n_keys);
    }
}
