/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command delete. */

#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "output.h"
#include "progress.h"
#include "rows.h"
#include "selection.h"
#include "tool.h"

/* `timestamp`: NULL: all versions are deleted, not only those up to it. */
static void
add_column (HBaseDelete *delete_, const ToolColumn *column, const gint64 *timestamp)
{
  gsize length = 0;
  const guint8 *qualifier = column->qualifier != NULL ? g_bytes_get_data (column->qualifier, &length) : NULL;

  if (column->qualifier == NULL && timestamp == NULL)
    hbase_delete_add_family (delete_, column->family);
  else if (column->qualifier == NULL)
    hbase_delete_add_family_with_timestamp (delete_, column->family, *timestamp);
  else if (timestamp == NULL)
    hbase_delete_add_column (delete_, column->family, qualifier, length);
  else
    hbase_delete_add_column_with_timestamp (delete_, column->family, qualifier, length, *timestamp);
}

/* A delete names either columns or families, as its type is the same for all of them. */
static gboolean
add_deleted (
    HBaseDelete *delete_, const char *text, gboolean of_families, const gint64 *timestamp, GError **error)
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
  add_column (delete_, &column, timestamp);
  return TRUE;
}

static HBaseDelete *
make_delete (GBytes *row, char **columns, const gint64 *timestamp, GError **error)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
  gboolean of_families = columns[0] != NULL && strchr (columns[0], ':') == NULL;

  if (of_families)
    hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_FAMILY);
  if (columns[0] == NULL && timestamp != NULL)
    hbase_delete_set_timestamp (delete_, *timestamp);
  for (char **text = columns; *text != NULL; text++)
    if (!add_deleted (delete_, *text, of_families, timestamp, error))
      return NULL;
  return g_steal_pointer (&delete_);
}

typedef struct {
  char **rows;     /* NULL: none */
  char *prefix;    /* NULL: none */
  char *timestamp; /* NULL: all versions */
  gboolean yes;
} DeleteOptions;

static void
delete_options_clear (DeleteOptions *options)
{
  g_strfreev (options->rows);
  g_free (options->prefix);
  g_free (options->timestamp);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DeleteOptions, delete_options_clear)

/* Adds a delete of the row, whose columns are given. */
static gboolean
add_delete (GPtrArray *deletes, GBytes *row, char **columns, const char *timestamp, GError **error)
{
  HBaseDelete *delete_;
  gint64 ms;

  if (timestamp != NULL && !tool_parse_timestamp (timestamp, &ms, error))
    return FALSE;
  delete_ = make_delete (row, columns, timestamp != NULL ? &ms : NULL, error);
  if (delete_ != NULL)
    g_ptr_array_add (deletes, delete_);
  return delete_ != NULL;
}

static gboolean
delete_rows (
    Tool *tool, HBaseTable *table, char **rows, char **columns, const DeleteOptions *options, GError **error)
{
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_delete_unref);

  for (char **text = rows; *text != NULL; text++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) row = row_find (tool, table, *text, FALSE, &problem);

      /* A row that doesn't exist is as good as deleted. */
      if (g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND))
        continue;
      if (row == NULL || !add_delete (deletes, row, columns, options->timestamp, &problem))
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
    }
  if (deletes->len == 1)
    return hbase_table_delete (table, deletes->pdata[0], tool->cancellable, error);
  return deletes->len == 0 || hbase_table_delete_multiple (table, deletes, tool->cancellable, error);
}

/* ---- rows with a prefix ---- */

#define BATCH_ROWS 1000

/* Asks on a terminal; elsewhere --yes must be given. Returns TOOL_DONE if the rows are to be deleted. */
static int
confirm (const DeleteOptions *options, const char *name)
{
  g_autofree char *prefix = output_escape (options->prefix);
  int answer;

  if (options->yes)
    return TOOL_DONE;
  if (!isatty (STDIN_FILENO) || !isatty (STDERR_FILENO))
    return tool_usage (&command_delete, "this deletes all rows with a prefix: give --yes");
  fprintf (stderr, "Delete all rows of table “%s” that begin with “%s”? [y/N] ", name, prefix);
  answer = getchar ();
  return answer == 'y' || answer == 'Y' ? TOOL_DONE : tool_not_found ("nothing was deleted");
}

static gboolean
send_deletes (Tool *tool, HBaseTable *table, GPtrArray *deletes, guint64 *n_rows, GError **error)
{
  if (deletes->len > 0 && !hbase_table_delete_multiple (table, deletes, tool->cancellable, error))
    return FALSE;
  *n_rows += deletes->len;
  g_ptr_array_set_size (deletes, 0);
  progress_show ("deleted", *n_rows, "rows");
  return TRUE;
}

/* Deletes the rows that the scan finds. */
static gboolean
delete_found (Tool *tool,
              HBaseTable *table,
              HBaseScan *scan,
              char **columns,
              const char *timestamp,
              guint64 *n_rows,
              GError **error)
{
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_delete_unref);
  g_autoptr (GError) problem = NULL;

  do
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, tool->cancellable, &problem);
      g_autoptr (GBytes) key = NULL;
      gsize length;
      const guint8 *data;

      if (row == NULL)
        break;
      data = hbase_row_get_stored_key (row, &length);
      key = g_bytes_new (data, length);
      if (!add_delete (deletes, key, columns, timestamp, &problem)
          || (deletes->len == BATCH_ROWS && !send_deletes (tool, table, deletes, n_rows, &problem)))
        break;
    }
  while (problem == NULL);
  if (problem == NULL)
    return send_deletes (tool, table, deletes, n_rows, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static int
delete_prefix (Tool *tool, char **words, const DeleteOptions *options)
{
  g_auto (Selection) selection = SELECTION_INIT;
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_rows = 0;
  int status;

  selection.prefix = g_strdup (options->prefix);
  selection.filter = g_strdup ("FirstKeyOnlyFilter() AND KeyOnlyFilter()");
  scan = selection_prepare (&selection, tool, &command_delete, (char *[]){ words[0], words[1], NULL });
  if (scan == NULL)
    return TOOL_USAGE;
  status = confirm (options, words[1]);
  if (status != TOOL_DONE)
    return status;
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL || !delete_found (tool, table, scan, words + 2, options->timestamp, &n_rows, &error))
    {
      g_prefix_error (&error, "%" G_GUINT64_FORMAT " rows were deleted before this: ", n_rows);
      return tool_failed (error);
    }
  progress_end ();
  output_number (tool, "rows", n_rows);
  return TOOL_DONE;
}

static int
run_delete (Tool *tool, char **argv)
{
  g_auto (DeleteOptions) options = { 0 };
  GOptionEntry entries[] = {
    ROWS_ENTRY (&options.rows),
    { "prefix", 0, 0, G_OPTION_ARG_FILENAME, &options.prefix,
      "instead of ROW: all rows whose key begins with it", "PREFIX" },
    { "yes", 'y', 0, G_OPTION_ARG_NONE, &options.yes, "with --prefix: don't ask", NULL },
    { "timestamp", 0, 0, G_OPTION_ARG_STRING, &options.timestamp,
      "only versions up to that timestamp, in ms since 1970", "MS" },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_row;

  if (!tool_parse (tool, &command_delete, entries, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (options.prefix != NULL && (options.rows != NULL || *options.prefix == '\0'))
    return tool_usage (&command_delete, "%s",
                       options.rows != NULL ? "give either --row or --prefix" : "--prefix is empty");
  if (options.prefix != NULL)
    return delete_prefix (tool, words, &options);
  has_row = options.rows == NULL;
  if (has_row && words[2] == NULL)
    return tool_usage (&command_delete, "ROW is missing");
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL
      || !delete_rows (tool, table, has_row ? (char *[]){ words[2], NULL } : options.rows,
                       words + (has_row ? 3 : 2), &options, &error))
    return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_delete = {
  "delete",
  "TABLE ROW [COLUMN…]",
  "delete rows, or some of their columns or families",
  "Without columns, the whole row is deleted. A column is family:qualifier, of which all versions are\n"
  "deleted; the name of a family stands for all its columns. It isn't an error if the row doesn't exist.\n"
  "\n"
  "--prefix asks before it deletes; where the standard input isn't a terminal, --yes must be given. It\n"
  "prints the number of rows. Several rows are deleted by one call:\n"
  "  hbase-glib delete TABLE --row=a --row=b [COLUMN…]",
  run_delete,
};
