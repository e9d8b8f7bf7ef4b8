/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes gets from the options and words of a command. */

#include "config.h"

#include "column.h"
#include "filters.h"
#include "gets.h"
#include "rows.h"

void
get_options_clear (GetOptions *options)
{
  selection_clear_times (&options->times);
  read_options_clear (&options->read);
  g_strfreev (options->rows);
  g_free (options->versions);
  g_free (options->filter);
}

gboolean
gets_find_rows (const GetOptions *options, char **words, char **single, char ***rows, char ***columns)
{
  gboolean has_row = options->rows == NULL;

  single[0] = has_row ? words[2] : NULL;
  single[1] = NULL;
  *rows = has_row ? single : options->rows;
  *columns = words + (has_row && words[2] != NULL ? 3 : 2);
  return (*rows)[0] != NULL;
}

static gboolean
add_columns (HBaseGet *get, char **texts, GError **error)
{
  for (char **text = texts; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_NAME, &column, error))
        return FALSE;
      if (column.qualifier.data == NULL)
        hbase_query_add_family (HBASE_QUERY (get), column.family);
      else
        hbase_query_add_column (HBASE_QUERY (get), column.family, column.qualifier.data,
                                column.qualifier.length);
    }
  return TRUE;
}

static gboolean
set_options (HBaseGet *get, const GetOptions *options, GError **error)
{
  g_autoptr (HBaseFilter) filter = NULL;
  guint versions;
  gint64 min, max;

  if (!option_parse_versions (options->versions, &versions, error)
      || !selection_parse_times (&options->times, &min, &max, error)
      || !filter_parse (options->filter, &filter, error))
    return FALSE;
  if (options->store_limit < 0 || options->store_offset < 0)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   "--store-limit and --store-offset must be at least 0");
      return FALSE;
    }
  hbase_query_set_max_versions (HBASE_QUERY (get), versions > 1 ? versions : 0);
  if (min > 0 || max < G_MAXINT64)
    hbase_query_set_time_range (HBASE_QUERY (get), min, max);
  hbase_query_set_filter (HBASE_QUERY (get), filter);
  hbase_get_set_store_limit (get, (guint) options->store_limit);
  hbase_get_set_store_offset (get, (guint) options->store_offset);
  return read_options_set (&options->read, HBASE_QUERY (get), error);
}

static HBaseGet *
make_get (
    Tool *tool, HBaseTable *table, const char *row, char **columns, const GetOptions *options, GError **error)
{
  g_autoptr (GBytes) key = row_find (tool, table, row, FALSE, error);
  g_autoptr (HBaseGet) get = NULL;

  if (key == NULL)
    return NULL;
  get = hbase_get_new (g_bytes_get_data (key, NULL), g_bytes_get_size (key));
  if (!add_columns (get, columns, error) || !set_options (get, options, error))
    return NULL;
  return g_steal_pointer (&get);
}

void
get_list_clear (GetList *list)
{
  g_clear_pointer (&list->gets, g_ptr_array_unref);
  g_clear_pointer (&list->indices, g_array_unref);
}

gboolean
gets_make (Tool *tool,
           HBaseTable *table,
           char **rows,
           char **columns,
           const GetOptions *options,
           GetList *list,
           GError **error)
{
  list->gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  list->indices = g_array_new (FALSE, FALSE, sizeof (int));
  for (char **row = rows; *row != NULL; row++)
    {
      g_autoptr (GError) problem = NULL;
      HBaseGet *get = make_get (tool, table, *row, columns, options, &problem);
      int index = get != NULL ? (int) list->gets->len : -1;

      g_array_append_val (list->indices, index);
      if (get != NULL)
        g_ptr_array_add (list->gets, get);
      else if (!g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
    }
  return TRUE;
}
