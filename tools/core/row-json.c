/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes rows and their keys as JSON. */

#include "config.h"

#include "json-writer.h"
#include "markers.h"
#include "row-json.h"
#include "value-types.h"

static void
append_bytes (GString *json, const char *name, const guint8 *data, gsize length)
{
  g_autofree char *text = hbase_bytes_to_printable (data, length, "");

  json_append_member (json, name, text);
}

void
row_json_append_fields (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_string_append_c (json, '{');
  for (guint i = 0; i < hbase_key_schema_get_n_fields (schema); i++)
    {
      const char *name = hbase_key_schema_get_field_name (schema, i);
      g_autofree char *value = hbase_key_schema_key_field_to_escaped (schema, key, length, name, NULL);

      g_string_append (json, i > 0 ? "," : "");
      json_append_member (json, name, value);
    }
  g_string_append_c (json, '}');
}

void
row_json_append_key (GString *json, HBaseKeySchema *schema, const guint8 *key, gsize length)
{
  g_autoptr (GVariant) values = schema != NULL ? hbase_key_schema_decode (schema, key, length, NULL) : NULL;
  g_autofree char *escaped = hbase_bytes_to_escaped (key, length);

  json_append_member (json, "row", escaped);
  if (schema == NULL)
    return;
  g_string_append (json, ",\"key\":");
  if (values != NULL)
    row_json_append_fields (json, schema, key, length);
  else
    g_string_append (json, "null");
}

static void
append_type (GString *json, const HBaseCellIter *cell)
{
  g_autofree char *type = marker_name_type (cell);

  json_append_member (json, "type", type);
  g_string_append_c (json, ',');
}

static void
append_cell (GString *json, const Tool *tool, const HBaseCellIter *cell)
{
  g_autofree char *value = tool->with_deleted && marker_is (cell) ? g_strdup ("") : value_to_text (cell);

  g_string_append_c (json, '{');
  append_bytes (json, "family", cell->family, cell->family_length);
  g_string_append_c (json, ',');
  append_bytes (json, "qualifier", cell->qualifier, cell->qualifier_length);
  g_string_append_printf (json, ",\"timestamp\":%" G_GINT64_FORMAT ",", cell->timestamp);
  if (tool->with_deleted)
    append_type (json, cell);
  json_append_member (json, "value", value);
  g_string_append_c (json, '}');
}

static void
append_cells (GString *json, const Tool *tool, HBaseRow *row)
{
  HBaseCellIter cell;
  const char *comma = "";

  g_string_append (json, ",\"cells\":[");
  hbase_cell_iter_init (&cell, row);
  for (; hbase_cell_iter_next (&cell); comma = ",")
    {
      g_string_append (json, comma);
      append_cell (json, tool, &cell);
    }
  g_string_append_c (json, ']');
}

void
row_json_append (GString *json, const Tool *tool, HBaseRow *row)
{
  gsize length;
  const guint8 *key = hbase_row_get_stored_key (row, &length);

  g_string_append_c (json, '{');
  row_json_append_key (json, tool->schema, key, length);
  if (!tool->keys_only)
    append_cells (json, tool, row);
  g_string_append_c (json, '}');
}
