/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds out what is in the fields of a CSV file by their names. */

#include "config.h"

#include <string.h>

#include "column.h"
#include "csv-heading.h"

#define KEY "row"

void
csv_heading_free (CsvHeading *heading)
{
  g_strfreev (heading->names);
  g_array_unref (heading->columns);
  g_array_unref (heading->keys);
  g_free (heading);
}

static gboolean
refuse (const char *problem, GError **error)
{
  g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT, problem);
  return FALSE;
}

static guint
find (const CsvHeading *heading, const char *name)
{
  for (guint i = 0; heading->names[i] != NULL; i++)
    if (strcmp (heading->names[i], name) == 0)
      return i;
  return CSV_NO_FIELD;
}

/* ---- the key ---- */

static gboolean
add_key (CsvHeading *heading, const char *name)
{
  guint field = find (heading, name);

  if (field != CSV_NO_FIELD)
    g_array_append_val (heading->keys, field);
  return field != CSV_NO_FIELD;
}

static gboolean
add_key_fields (CsvHeading *heading, HBaseKeySchema *schema)
{
  guint n_fields = hbase_key_schema_get_n_fields (schema);

  for (guint i = 0; i < n_fields; i++)
    add_key (heading, hbase_key_schema_get_field_name (schema, i));
  return n_fields > 0 && heading->keys->len == n_fields;
}

/* Returns the character that probably separates the fields of a heading that has one field; 0: none does. */
static char
guess_delimiter (const CsvHeading *heading)
{
  const char *found = heading->names[1] == NULL ? strpbrk (heading->names[0], ";\t|,") : NULL;

  return found != NULL ? *found : '\0';
}

static gboolean
refuse_key (const CsvHeading *heading, const Tool *tool, const CsvOptions *options, GError **error)
{
  char delimiter = guess_delimiter (heading);
  const char *name = options->key != NULL ? options->key : KEY;
  g_autofree char *advice = g_strdup ("name the field that is the key by --key=NAME");
  g_autofree char *problem = NULL;

  if (delimiter != '\0')
    {
      g_free (advice);
      advice = delimiter == '\t' ? g_strdup ("if tabs separate its fields, give --delimiter='\\t'")
                                 : g_strdup_printf ("if “%c” separates its fields, give --delimiter='%c'",
                                                    delimiter, delimiter);
    }
  problem = g_strdup_printf (
      "the heading has no “%s”%s; %s", name,
      options->key == NULL && tool->schema != NULL ? ", nor all fields of the schema" : "", advice);
  return refuse (problem, error);
}

static gboolean
set_keys (CsvHeading *heading, const Tool *tool, const CsvOptions *options, GError **error)
{
  heading->has_whole_key = add_key (heading, options->key != NULL ? options->key : KEY);
  if (heading->has_whole_key
      || (options->key == NULL && tool->schema != NULL && add_key_fields (heading, tool->schema)))
    return TRUE;
  return refuse_key (heading, tool, options, error);
}

/* ---- cells ---- */

/* Returns whether the names after the key are those of `scan`, which has the key's fields first. */
static gboolean
are_of_cells (const CsvHeading *heading)
{
  static const char *const with_type[] = { "column", "timestamp", "type", "value", NULL };
  static const char *const with_time[] = { "column", "timestamp", "value", NULL };
  static const char *const without[] = { "column", "value", NULL };
  const char *const *others = (const char *const *) heading->names + heading->keys->len;

  for (guint i = 0; i < heading->keys->len; i++)
    if (g_array_index (heading->keys, guint, i) != i)
      return FALSE;
  return g_strv_equal (others, with_type) || g_strv_equal (others, with_time)
         || g_strv_equal (others, without);
}

static void
find_parts_of_cells (CsvHeading *heading)
{
  heading->column = find (heading, "column");
  heading->timestamp = find (heading, "timestamp");
  heading->type = find (heading, "type");
  heading->value = find (heading, "value");
}

/* ---- columns ---- */

static gboolean
is_key (const CsvHeading *heading, guint field)
{
  for (guint i = 0; i < heading->keys->len; i++)
    if (g_array_index (heading->keys, guint, i) == field)
      return TRUE;
  return FALSE;
}

/* A name without a colon is a qualifier of the family that is given for all. */
static gboolean
parse_column (const char *name, const char *family, gboolean escaped, ToolColumn *column, GError **error)
{
  if (strchr (name, ':') != NULL)
    return column_parse_field (name, escaped, column, error);
  if (family == NULL)
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "the heading “%s” is no column: give family:qualifier, or --family=FAMILY", name);
      return FALSE;
    }
  column->family = tool_parse_family (family, strlen (family), error);
  return column->family != NULL && column_parse_qualifier (name, escaped, column, error);
}

static gboolean
parse_columns (CsvHeading *heading, const CsvOptions *options, gboolean escaped, GError **error)
{
  for (guint i = 0; !heading->is_of_cells && heading->names[i] != NULL; i++)
    if (!is_key (heading, i)
        && !parse_column (heading->names[i], options->family, escaped,
                          &g_array_index (heading->columns, ToolColumn, i), error))
      return FALSE;
  return TRUE;
}

/* ---- headings ---- */

/* `escaped`: the names are in printable escapes. */
static CsvHeading *
make (const Tool *tool, const CsvOptions *options, char **names, gboolean escaped, GError **error)
{
  g_autoptr (CsvHeading) heading = g_new0 (CsvHeading, 1);

  heading->names = g_strdupv (names);
  heading->columns = g_array_new (FALSE, TRUE, sizeof (ToolColumn));
  g_array_set_clear_func (heading->columns, (GDestroyNotify) tool_clear_column);
  g_array_set_size (heading->columns, g_strv_length (names));
  heading->keys = g_array_new (FALSE, FALSE, sizeof (guint));
  heading->type = heading->timestamp = CSV_NO_FIELD;
  if (!set_keys (heading, tool, options, error))
    return NULL;
  heading->is_of_cells = options->key == NULL && options->family == NULL && are_of_cells (heading);
  heading->is_escaped = heading->is_of_cells || options->escapes;
  if (heading->is_of_cells)
    find_parts_of_cells (heading);
  return parse_columns (heading, options, escaped, error) ? g_steal_pointer (&heading) : NULL;
}

CsvHeading *
csv_heading_new (const Tool *tool, const CsvOptions *options, char **names, GError **error)
{
  return make (tool, options, names, options->escapes, error);
}

CsvHeading *
csv_heading_new_of_option (const Tool *tool, const CsvOptions *options, GError **error)
{
  g_auto (GStrv) names = g_strsplit (options->columns, ",", -1);
  CsvHeading *heading = make (tool, options, names, TRUE, error);

  if (heading == NULL)
    g_prefix_error (error, "--columns: ");
  return heading;
}
