/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the commands get and delete. */

#include "config.h"

#include "output.h"
#include "rows.h"
#include "selection.h"
#include "tool.h"

/* ---- get ---- */

static HBaseGet *
make_get (Tool *tool, HBaseTable *table, char **words, int versions, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], FALSE, error);
  g_autoptr (HBaseGet) get = NULL;

  if (row == NULL)
    return NULL;
  get = hbase_get_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  hbase_get_set_max_versions (get, versions > 1 ? (guint) versions : 0);
  for (char **text = words + 1; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, COLUMN_NAME, &column, error))
        return NULL;
      if (column.qualifier == NULL)
        hbase_get_add_family (get, column.family);
      else
        hbase_get_add_column (get, column.family, g_bytes_get_data (column.qualifier, NULL),
                              g_bytes_get_size (column.qualifier));
    }
  return g_steal_pointer (&get);
}

static int
get_row (Tool *tool, char **words, int versions)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, words[1], &error);
  g_autoptr (HBaseGet) get = table != NULL ? make_get (tool, table, words + 2, versions, &error) : NULL;
  g_autoptr (HBaseRow) row = get != NULL ? hbase_table_get (table, get, tool->cancellable, &error) : NULL;

  if (row == NULL)
    return tool_failed (error);
  if (hbase_row_is_empty (row))
    return tool_not_found ("table “%s” has no row “%s” with such columns", words[1], words[2]);
  output_row (tool, row);
  return TOOL_DONE;
}

static int
run_get (Tool *tool, char **argv)
{
  int versions = 1;
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &versions, "how many versions of each column are read (1)", "N" },
    SELECTION_TIMESTAMPS_ENTRY (tool),
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);

  if (!tool_parse (tool, &command_get, entries, &words, 2, G_MAXINT))
    return TOOL_USAGE;
  if (versions < 1)
    return tool_usage (&command_get, "--versions must be at least 1");
  return get_row (tool, words, versions);
}

const ToolCommand command_get = {
  "get",
  "TABLE ROW [COLUMN…]",
  "print a row",
  "Without columns, all are read. A column is family:qualifier; the name of a family stands for all its\n"
  "columns. The exit status is 1 if the row doesn't exist. With --schema the row can be given by its\n"
  "fields: userid=7,stamp=2024-05-01,actionid=1; a comma in a value is written \\x2C. A key that doesn't\n"
  "match the schema is refused without --raw.",
  run_get,
  TOOL_RECORDS,
};

/* ---- delete ---- */

/* A delete names either columns or families, as its type is the same for all of them. */
static gboolean
add_deleted (HBaseDelete *delete_, const char *text, gboolean of_families, GError **error)
{
  g_auto (ToolColumn) column = { 0 };

  if (!tool_parse_column (text, COLUMN_NAME, &column, error))
    return FALSE;
  if (of_families != (column.qualifier == NULL))
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "columns and whole families can't be deleted together");
      return FALSE;
    }
  if (of_families)
    hbase_delete_add_family (delete_, column.family);
  else
    hbase_delete_add_column (delete_, column.family, g_bytes_get_data (column.qualifier, NULL),
                             g_bytes_get_size (column.qualifier));
  return TRUE;
}

static HBaseDelete *
make_delete (Tool *tool, HBaseTable *table, char **words, GError **error)
{
  g_autoptr (GBytes) row = row_find (tool, table, words[0], FALSE, error);
  g_autoptr (HBaseDelete) delete_ = NULL;
  gboolean of_families = words[1] != NULL && strchr (words[1], ':') == NULL;

  if (row == NULL)
    return NULL;
  delete_ = hbase_delete_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  if (of_families)
    hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_FAMILY);
  for (char **text = words + 1; *text != NULL; text++)
    if (!add_deleted (delete_, *text, of_families, error))
      return NULL;
  return g_steal_pointer (&delete_);
}

static int
run_delete (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseDelete) delete_ = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_delete, NULL, &words, 2, G_MAXINT))
    return TOOL_USAGE;
  table = tool_open_table (tool, words[1], &error);
  delete_ = table != NULL ? make_delete (tool, table, words + 2, &error) : NULL;
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND))
    return TOOL_DONE;
  if (delete_ == NULL || !hbase_table_delete (table, delete_, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_delete = {
  "delete",
  "TABLE ROW [COLUMN…]",
  "delete a row, or some of its columns or families",
  "Without columns, the whole row is deleted. A column is family:qualifier, of which all versions are\n"
  "deleted; the name of a family stands for all its columns. It isn't an error if the row doesn't exist.",
  run_delete,
};
