/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file parses rows and their cells, which are given as words or as JSON. */

#include "config.h"

#include <string.h>

#include "advice.h"
#include "column.h"
#include "json.h"
#include "markers.h"
#include "rows.h"
#include "value-types.h"

#define FEW_COLUMNS 8

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
  advice_add (error, "--raw accepts it");
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

static void
add_cell (HBasePut *put, const ToolColumn *column)
{
  const ToolBytes *qualifier = &column->qualifier, *value = &column->value;

  if (column->has_timestamp)
    hbase_put_add_with_timestamp (put, column->family, qualifier->data, qualifier->length, value->data,
                                  value->length, column->timestamp);
  else
    hbase_put_add (put, column->family, qualifier->data, qualifier->length, value->data, value->length);
}

static int
compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

/* Returns 0 for two cells of which a put would keep one. */
static int
compare_columns (gconstpointer a, gconstpointer b)
{
  const ToolColumn *one = a, *other = b;
  int families = strcmp (one->family, other->family);

  if (families != 0)
    return families;
  if (one->has_timestamp != other->has_timestamp || one->timestamp != other->timestamp)
    return 2 * compare_numbers (one->has_timestamp, other->has_timestamp)
           + compare_numbers (one->timestamp, other->timestamp);
  if (one->qualifier.length != other->qualifier.length)
    return one->qualifier.length < other->qualifier.length ? -1 : 1;
  return memcmp (one->qualifier.data, other->qualifier.data, one->qualifier.length);
}

static gboolean
refuse_twice (const ToolColumn *column, GError **error)
{
  g_autofree char *qualifier
      = hbase_bytes_to_printable (column->qualifier.data, column->qualifier.length, ":=");

  g_set_error (
      error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
      "the column “%s:%s” is given twice with the same timestamp, or without one, so that one would be lost; "
      "to keep versions, scan with --timestamps or --format=json",
      column->family, qualifier);
  return FALSE;
}

/* Each of a few columns is compared with those before it; many are sorted. The last of equal ones would
 * silently replace the others. */
static gboolean
check_are_different (GArray *columns, GError **error)
{
  const ToolColumn *all = (const ToolColumn *) (gconstpointer) columns->data;
  gboolean is_sorted = columns->len > FEW_COLUMNS;

  if (is_sorted)
    g_array_sort (columns, compare_columns);
  for (guint i = 1; i < columns->len; i++)
    for (guint k = is_sorted ? i - 1 : 0; k < i; k++)
      if (compare_columns (&all[k], &all[i]) == 0)
        return refuse_twice (&all[i], error);
  return TRUE;
}

/* `timestamp`: of the cells that have none; NULL: the server's time. */
static gboolean
add_cells (HBasePut *put, GArray *columns, const gint64 *timestamp, GError **error)
{
  for (guint i = 0; i < columns->len; i++)
    {
      ToolColumn *column = &g_array_index (columns, ToolColumn, i);

      if (timestamp != NULL && !column->has_timestamp)
        column->timestamp = *timestamp;
      column->has_timestamp = column->has_timestamp || timestamp != NULL;
      add_cell (put, column);
    }
  return check_are_different (columns, error);
}

/* Returns an array of empty columns, which is kept for the next row. */
static GArray *
get_columns (guint n_columns)
{
  static GArray *columns;

  if (columns == NULL)
    {
      columns = g_array_new (FALSE, TRUE, sizeof (ToolColumn));
      g_array_set_clear_func (columns, (GDestroyNotify) tool_clear_column);
    }
  g_array_set_size (columns, 0);
  return g_array_set_size (columns, n_columns);
}

/* Returns the array that get_columns() keeps; NULL: an error. */
static GArray *
parse_columns (char **texts, ColumnParts parts, GError **error)
{
  GArray *columns = get_columns (g_strv_length (texts));

  for (guint i = 0; i < columns->len; i++)
    if (!tool_parse_column (texts[i], parts, &g_array_index (columns, ToolColumn, i), error))
      return NULL;
  return columns;
}

static gboolean
parse_cells (HBasePut *put, char **texts, ColumnParts parts, const gint64 *timestamp, GError **error)
{
  GArray *columns = parse_columns (texts, parts, error);

  return columns != NULL && add_cells (put, columns, timestamp, error);
}

gboolean
row_check_cells (char **texts, ColumnParts parts, GError **error)
{
  GArray *columns = parse_columns (texts, parts, error);

  return columns != NULL && check_are_different (columns, error);
}

gboolean
row_add_cells (HBasePut *put, char **texts, ColumnParts parts, GError **error)
{
  return parse_cells (put, texts, parts, NULL, error);
}

static HBasePut *
put_new (GBytes *key)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);

  return hbase_put_new (data, length);
}

HBasePut *
row_make_put (
    Tool *tool, HBaseTable *table, char **words, ColumnParts parts, const gint64 *timestamp, GError **error)
{
  g_autoptr (GBytes) key = row_find (tool, table, words[0], TRUE, error);
  g_autoptr (HBasePut) put = key != NULL ? put_new (key) : NULL;

  if (put == NULL || !parse_cells (put, words + 1, parts, timestamp, error))
    return NULL;
  return g_steal_pointer (&put);
}

HBasePut *
row_make_put_of_cells (
    Tool *tool, HBaseTable *table, const char *key, GArray *cells, const gint64 *timestamp, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, key, TRUE, error);
  g_autoptr (HBasePut) put = row != NULL ? put_new (row) : NULL;

  return put != NULL && add_cells (put, cells, timestamp, error) ? g_steal_pointer (&put) : NULL;
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
read_qualifier (const JsonValue *cell, ToolColumn *column, GError **error)
{
  const JsonValue *member = need_member (cell, "qualifier", JSON_STRING, error);

  return member != NULL && tool_parse_bytes (member->text, strlen (member->text), &column->qualifier, error);
}

static gboolean
read_value (const JsonValue *cell, ToolColumn *column, GError **error)
{
  const JsonValue *member = need_member (cell, "value", JSON_STRING, error);

  return member != NULL && value_from_text (column, member->text, error);
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
check_type (const JsonValue *cell, GError **error)
{
  const JsonValue *member = json_get (cell, "type");

  if (member == NULL)
    return TRUE;
  member = need_member (cell, "type", JSON_STRING, error);
  return member != NULL && marker_refuse (member->text, error);
}

static gboolean
read_cell (const JsonValue *cell, ToolColumn *column, GError **error)
{
  static const char *const known[] = { "family", "qualifier", "timestamp", "type", "value", NULL };
  const JsonValue *family;

  if (!check_members (cell, known, error) || !check_type (cell, error))
    return FALSE;
  family = need_member (cell, "family", JSON_STRING, error);
  if (family == NULL)
    return FALSE;
  column->family = tool_parse_family (family->text, strlen (family->text), error);
  return column->family != NULL && read_qualifier (cell, column, error) && read_value (cell, column, error)
         && read_timestamp (cell, column, error);
}

static gboolean
add_json_cells (HBasePut *put, const JsonValue *cells, const gint64 *timestamp, GError **error)
{
  GArray *columns = get_columns (cells->items->len);

  for (guint i = 0; i < columns->len; i++)
    if (!read_cell (cells->items->pdata[i], &g_array_index (columns, ToolColumn, i), error))
      return FALSE;
  return add_cells (put, columns, timestamp, error);
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
row_make_put_of_json (
    Tool *tool, HBaseTable *table, const char *json, const gint64 *timestamp, GError **error)
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
  return add_json_cells (put, cells, timestamp, error) ? g_steal_pointer (&put) : NULL;
}
