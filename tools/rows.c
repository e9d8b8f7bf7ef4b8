/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses rows and their cells, which are given as words or as JSON. */

#include "config.h"

#include <string.h>

#include "json.h"
#include "rows.h"
#include "value-types.h"

/* Precedes a key that doesn't match the schema. */
#define MARK '='

/* ---- keys ---- */

static gboolean
has_fields (const Tool *tool, const char *text)
{
  return tool->schema != NULL && *text != MARK && strchr (text, '=') != NULL;
}

/* Returns the text after the mark, if it has one. */
static const char *
skip_mark (const Tool *tool, const char *text)
{
  return tool->schema != NULL && *text == MARK ? text + 1 : text;
}

/* Parses a key in printable escapes, which must match the schema unless any key is accepted. */
static GBytes *
parse_bytes (Tool *tool, const char *text, GError **error)
{
  g_autoptr (GBytes) key = hbase_bytes_from_escaped (text, error);
  g_autoptr (GVariant) values = NULL;

  if (key == NULL || tool->schema == NULL || tool->raw)
    return g_steal_pointer (&key);
  values
      = hbase_key_schema_decode (tool->schema, g_bytes_get_data (key, NULL), g_bytes_get_size (key), error);
  if (values != NULL)
    return g_steal_pointer (&key);
  tool_add_advice (error, "--raw accepts it");
  return NULL;
}

/* Replaces the error: one of another domain has another size. */
static void
make_usage_error (GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (error == NULL || *error == NULL)
    return;
  cause = g_steal_pointer (error);
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, cause->message);
}

GBytes *
row_parse_key (Tool *tool, const char *text, GError **error)
{
  GBytes *key = has_fields (tool, text) ? hbase_key_schema_key_from_escaped (tool->schema, text, FALSE, error)
                                        : parse_bytes (tool, skip_mark (tool, text), error);

  if (key == NULL)
    make_usage_error (error);
  return key;
}

GBytes *
row_parse_bound (Tool *tool, const char *text, gboolean unsalted, GError **error)
{
  GBytes *key;

  if (!has_fields (tool, text))
    key = hbase_bytes_from_escaped (skip_mark (tool, text), error);
  else if (unsalted)
    key = hbase_key_schema_unsalted_key_from_escaped (tool->schema, text, TRUE, error);
  else
    key = hbase_key_schema_key_from_escaped (tool->schema, text, TRUE, error);
  if (key == NULL)
    make_usage_error (error);
  return key;
}

/* ---- random salts ---- */

static GBytes *
find_salted (Tool *tool, HBaseTable *table, GBytes *unsalted, GError **error)
{
  gsize length;
  const guint8 *key = g_bytes_get_data (unsalted, &length);
  g_autoptr (HBaseTable) by_unsalted = tool_unsalted_table (tool, table);
  g_autoptr (HBaseGet) get = hbase_get_new (key, length);
  g_autoptr (HBaseRow) row = hbase_table_get (by_unsalted, get, tool->cancellable, error);
  const guint8 *stored;

  if (row == NULL)
    return NULL;
  stored = hbase_row_get_stored_key (row, &length);
  return g_bytes_new (stored, length);
}

static GBytes *
make_random_key (Tool *tool, GBytes *unsalted, GError **error)
{
  gsize length;
  const guint8 *key = g_bytes_get_data (unsalted, &length);

  return hbase_key_schema_salt_with_random (tool->schema, key, length, g_random_int (), error);
}

GBytes *
row_find (Tool *tool, HBaseTable *table, const char *text, gboolean may_be_new, GError **error)
{
  g_autoptr (GBytes) unsalted = NULL;
  g_autoptr (GBytes) key = NULL;

  if (!has_fields (tool, text) || !hbase_key_schema_has_random_salt (tool->schema))
    return row_parse_key (tool, text, error);
  unsalted = hbase_key_schema_unsalted_key_from_escaped (tool->schema, text, FALSE, error);
  if (unsalted == NULL)
    {
      make_usage_error (error);
      return NULL;
    }
  key = find_salted (tool, table, unsalted, error);
  if (key == NULL || g_bytes_get_size (key) > 0)
    return g_steal_pointer (&key);
  if (may_be_new)
    return make_random_key (tool, unsalted, error);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND, "table “%s” has no row “%s”",
               hbase_table_get_name (table), text);
  return NULL;
}

/* ---- cells ---- */

/* Returns what must differ between two cells of a put: family, qualifier and timestamp. */
static GBytes *
name_cell (const ToolColumn *column)
{
  gsize length;
  const guint8 *qualifier = g_bytes_get_data (column->qualifier, &length);
  GByteArray *name = g_byte_array_sized_new ((guint) (strlen (column->family) + length + 16));
  guint8 has_timestamp = (guint8) column->has_timestamp;

  g_byte_array_append (name, &has_timestamp, sizeof has_timestamp);
  g_byte_array_append (name, (const guint8 *) &column->timestamp, sizeof column->timestamp);
  /* The name of a family has no NUL. */
  g_byte_array_append (name, (const guint8 *) column->family, (guint) strlen (column->family) + 1);
  g_byte_array_append (name, qualifier, (guint) length);
  return g_byte_array_free_to_bytes (name);
}

/* The last one would silently replace the others. */
static gboolean
check_is_new (GHashTable *names, const ToolColumn *column, GError **error)
{
  g_autofree char *qualifier = NULL;

  if (g_hash_table_add (names, name_cell (column)))
    return TRUE;
  qualifier = hbase_bytes_to_printable (g_bytes_get_data (column->qualifier, NULL),
                                        g_bytes_get_size (column->qualifier), ":=");
  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "the column “%s:%s” is given twice with the same timestamp, or without one, so that one would be lost; "
      "to keep versions, scan with --timestamps or --format=json",
      column->family, qualifier);
  return FALSE;
}

static GHashTable *
names_new (void)
{
  return g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
}

static void
add_cell (HBasePut *put, const ToolColumn *column)
{
  gsize qualifier_length, value_length;
  const guint8 *qualifier = g_bytes_get_data (column->qualifier, &qualifier_length);
  const guint8 *value = g_bytes_get_data (column->value, &value_length);

  if (column->has_timestamp)
    hbase_put_add_with_timestamp (put, column->family, qualifier, qualifier_length, value, value_length,
                                  column->timestamp);
  else
    hbase_put_add (put, column->family, qualifier, qualifier_length, value, value_length);
}

gboolean
row_add_cells (HBasePut *put, char **texts, ColumnParts parts, GError **error)
{
  g_autoptr (GHashTable) names = names_new ();

  for (char **text = texts; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, parts, &column, error) || !check_is_new (names, &column, error))
        return FALSE;
      add_cell (put, &column);
    }
  return TRUE;
}

static HBasePut *
put_new (GBytes *key)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);

  return hbase_put_new (data, length);
}

HBasePut *
row_make_put (Tool *tool, HBaseTable *table, char **words, GError **error)
{
  g_autoptr (GBytes) key = row_find (tool, table, words[0], TRUE, error);
  g_autoptr (HBasePut) put = key != NULL ? put_new (key) : NULL;

  if (put == NULL || !row_add_cells (put, words + 1, COLUMN_CELL, error))
    return NULL;
  return g_steal_pointer (&put);
}

/* ---- JSON ---- */

static gboolean
refuse_json (GError **error, const char *what, const char *name)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, "%s%s", what, name);
  return FALSE;
}

/* Returns the member, which must exist and be of that kind. */
static const JsonValue *
need_member (const JsonValue *object, const char *name, JsonKind kind, GError **error)
{
  const JsonValue *member = json_get (object, name);

  if (member != NULL && member->kind == kind)
    return member;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "the member “%s” is required, and must be %s", name, json_kind_text (kind));
  return NULL;
}

/* An unknown member is an error. */
static gboolean
check_members (const JsonValue *object, const char *const *known, GError **error)
{
  if (object->kind != JSON_OBJECT)
    return refuse_json (error, "an object is required: ", "{\"row\":…,\"cells\":[…]}");
  for (guint i = 0; i < object->names->len; i++)
    if (!g_strv_contains (known, object->names->pdata[i]))
      return refuse_json (error, "unknown member: ", object->names->pdata[i]);
  return TRUE;
}

static gboolean
read_bytes (const JsonValue *object, const char *name, GBytes **bytes, GError **error)
{
  const JsonValue *member = need_member (object, name, JSON_STRING, error);

  *bytes = member != NULL ? hbase_bytes_from_escaped (member->text, error) : NULL;
  return *bytes != NULL;
}

static gboolean
read_value (const JsonValue *cell, ToolColumn *column, GError **error)
{
  const JsonValue *member = need_member (cell, "value", JSON_STRING, error);

  if (member != NULL)
    column->value = value_from_text (column->family, column->qualifier, member->text, error);
  return column->value != NULL;
}

static gboolean
read_timestamp (const JsonValue *cell, ToolColumn *column, GError **error)
{
  const JsonValue *member = json_get (cell, "timestamp");

  column->has_timestamp = member != NULL;
  if (member == NULL)
    return TRUE;
  return need_member (cell, "timestamp", JSON_NUMBER, error) != NULL
         && tool_parse_timestamp (member->text, &column->timestamp, error);
}

static gboolean
read_cell (const JsonValue *cell, ToolColumn *column, GError **error)
{
  static const char *const known[] = { "family", "qualifier", "timestamp", "value", NULL };
  const JsonValue *family;

  if (!check_members (cell, known, error))
    return FALSE;
  family = need_member (cell, "family", JSON_STRING, error);
  if (family == NULL)
    return FALSE;
  column->family = tool_parse_family (family->text, strlen (family->text), error);
  return column->family != NULL && read_bytes (cell, "qualifier", &column->qualifier, error)
         && read_value (cell, column, error) && read_timestamp (cell, column, error);
}

static gboolean
add_json_cells (HBasePut *put, const JsonValue *cells, GError **error)
{
  g_autoptr (GHashTable) names = names_new ();

  for (guint i = 0; i < cells->items->len; i++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!read_cell (cells->items->pdata[i], &column, error) || !check_is_new (names, &column, error))
        return FALSE;
      add_cell (put, &column);
    }
  return TRUE;
}

/* Returns the fields in the form of a row argument. */
static char *
list_fields (const JsonValue *key, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < key->items->len; i++)
    {
      const JsonValue *field = need_member (key, key->names->pdata[i], JSON_STRING, error);
      g_autoptr (GString) listed = NULL;

      if (field == NULL)
        return NULL;
      listed = g_string_new (field->text);
      g_string_replace (listed, ",", "\\x2C", 0);
      g_string_append_printf (text, "%s%s=%s", i > 0 ? "," : "", (const char *) key->names->pdata[i],
                              listed->str);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Finds the row by “row”, which is the key itself, or else by the fields in “key”. */
static GBytes *
find_json_row (Tool *tool, HBaseTable *table, const JsonValue *object, GError **error)
{
  const JsonValue *key = json_get (object, "key");
  const JsonValue *row = NULL;
  g_autofree char *fields = NULL;

  if (json_get (object, "row") == NULL && key != NULL && key->kind == JSON_OBJECT && tool->schema != NULL)
    {
      fields = list_fields (key, error);
      return fields != NULL ? row_find (tool, table, fields, TRUE, error) : NULL;
    }
  row = need_member (object, "row", JSON_STRING, error);
  return row != NULL ? parse_bytes (tool, row->text, error) : NULL;
}

HBasePut *
row_make_put_of_json (Tool *tool, HBaseTable *table, const char *json, GError **error)
{
  static const char *const known[] = { "row", "key", "cells", NULL };
  g_autoptr (JsonValue) object = json_parse (json, error);
  g_autoptr (GBytes) key = NULL;
  g_autoptr (HBasePut) put = NULL;
  const JsonValue *cells;

  if (object == NULL || !check_members (object, known, error))
    return NULL;
  cells = need_member (object, "cells", JSON_ARRAY, error);
  key = cells != NULL ? find_json_row (tool, table, object, error) : NULL;
  if (key == NULL)
    return NULL;
  put = put_new (key);
  return add_json_cells (put, cells, error) ? g_steal_pointer (&put) : NULL;
}
