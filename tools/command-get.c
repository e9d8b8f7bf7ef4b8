/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "output.h"
#include "tool.h"

/* get, delete: of one row, named. */

/* ---- get ---- */

static HBaseGet *
make_get (Tool *tool, char **words, int versions, GError **error)
{
  g_autoptr (GBytes) row = tool_parse_row (tool, words[0], FALSE, error);
  g_autoptr (HBaseGet) get = NULL;

  if (row == NULL)
    return NULL;
  get = hbase_get_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  hbase_get_set_max_versions (get, (guint) versions);
  for (char **text = words + 1; *text != NULL; text++)
    {
      g_auto (ToolColumn) column = { 0 };

      if (!tool_parse_column (*text, FALSE, &column, error))
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
get_row (Tool *tool, char **words, HBaseGet *get)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, words[1], &error);
  g_autoptr (HBaseRow) row = table != NULL ? hbase_table_get (table, get, tool->cancellable, &error) : NULL;

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
  int versions = 0;
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &versions, "of each column so many versions (1)", "N" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseGet) get = NULL;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_get, entries, &words, 2, G_MAXINT))
    return TOOL_USAGE;
  if (versions < 0)
    return tool_usage (&command_get, "--versions can't be below 0");
  get = make_get (tool, words + 2, versions, &error);
  if (get == NULL)
    return tool_usage (&command_get, "%s", error->message);
  return get_row (tool, words, get);
}

const ToolCommand command_get = {
  "get",
  "TABLE ROW [COLUMN…]",
  "print a row",
  "Without columns, all are read. A column is family:qualifier; a family's name stands for all its\n"
  "columns. Exit status 1 where there is no such row.",
  run_get,
};

/* ---- delete ---- */

/* One delete is of columns or of families, as there is one type for all it names. */
static gboolean
add_deleted (HBaseDelete *delete_, const char *text, gboolean of_families, GError **error)
{
  g_auto (ToolColumn) column = { 0 };

  if (!tool_parse_column (text, FALSE, &column, error))
    return FALSE;
  if (of_families != (column.qualifier == NULL))
    {
      g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                   "columns and whole families can't be named together");
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
make_delete (Tool *tool, char **words, GError **error)
{
  g_autoptr (GBytes) row = tool_parse_row (tool, words[0], FALSE, error);
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
  delete_ = make_delete (tool, words + 2, &error);
  if (delete_ == NULL)
    return tool_usage (&command_delete, "%s", error->message);
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL || !hbase_table_delete (table, delete_, tool->cancellable, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_delete = {
  "delete",
  "TABLE ROW [COLUMN…]",
  "delete a row, or columns or families of it",
  "Without columns, the whole row is deleted. A column is family:qualifier, of which all versions are\n"
  "deleted; a family's name stands for all its columns. To delete what isn't there is no fault.",
  run_delete,
};
