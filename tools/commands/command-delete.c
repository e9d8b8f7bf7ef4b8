/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command delete. */

#include "config.h"

#include "column.h"
#include "confirm.h"
#include "deletes.h"
#include "output.h"
#include "progress.h"
#include "rows.h"
#include "selection.h"
#include "tool.h"

typedef struct {
  char **rows;     /* NULL: none */
  char *prefix;    /* NULL: none */
  char *timestamp; /* NULL: all versions */
  gboolean newest, exact;
  gboolean yes;
  WriteOptions write;
} DeleteOptions;

static void
delete_options_clear (DeleteOptions *options)
{
  g_strfreev (options->rows);
  g_free (options->prefix);
  g_free (options->timestamp);
  write_options_clear (&options->write);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DeleteOptions, delete_options_clear)

static gboolean
make_request (const DeleteOptions *options, DeleteRequest *request, GError **error)
{
  request->write = &options->write;
  request->has_timestamp = options->timestamp != NULL;
  if (!delete_parse_versions (options->newest, options->exact, &request->versions, error))
    return FALSE;
  return options->timestamp == NULL || tool_parse_timestamp (options->timestamp, &request->timestamp, error);
}

/* Adds a delete of the row, whose columns are given. */
static gboolean
add_delete (GPtrArray *deletes, GBytes *row, char **columns, const DeleteRequest *request, GError **error)
{
  HBaseDelete *delete_ = delete_make (row, columns, request, error);

  if (delete_ != NULL)
    g_ptr_array_add (deletes, delete_);
  return delete_ != NULL;
}

static gboolean
delete_rows (
    Tool *tool, HBaseTable *table, char **rows, char **columns, const DeleteRequest *request, GError **error)
{
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (char **text = rows; *text != NULL; text++)
    {
      g_autoptr (GError) problem = NULL;
      g_autoptr (GBytes) row = row_find (tool, table, *text, FALSE, &problem);

      /* A row that doesn't exist is as good as deleted. */
      if (g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND))
        continue;
      if (row == NULL || !add_delete (deletes, row, columns, request, &problem))
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

static gboolean
send_deletes (Tool *tool, HBaseTable *table, GPtrArray *deletes, guint64 *n_rows, GError **error)
{
  if (deletes->len > 0 && !hbase_table_delete_multiple (table, deletes, tool->cancellable, error))
    return FALSE;
  *n_rows += deletes->len;
  if (deletes->len == BATCH_ROWS)
    progress_show ("deleted", *n_rows, "rows");
  g_ptr_array_set_size (deletes, 0);
  return TRUE;
}

/* Deletes the rows that the scan finds. */
static gboolean
delete_found (Tool *tool,
              HBaseTable *table,
              HBaseScan *scan,
              gboolean is_salted,
              char **columns,
              const DeleteRequest *request,
              guint64 *n_rows,
              GError **error)
{
  g_autoptr (HBaseTable) handle = is_salted ? tool_unsalted_table (tool, table) : g_object_ref (table);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (handle, scan);
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);
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
      if (!add_delete (deletes, key, columns, request, &problem)
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
delete_prefix (Tool *tool, char **words, const DeleteOptions *options, const DeleteRequest *request)
{
  g_auto (Selection) selection = SELECTION_INIT;
  g_autoptr (HBaseScan) scan = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autofree char *prefix = NULL, *question = NULL;
  g_autoptr (GError) error = NULL;
  guint64 n_rows = 0;
  int status;

  selection.prefix = g_strdup (options->prefix);
  selection.filter = g_strdup ("FirstKeyOnlyFilter() AND KeyOnlyFilter()");
  scan = selection_prepare (&selection, tool, &command_delete, (char *[]){ words[0], words[1], NULL });
  if (scan == NULL)
    return TOOL_USAGE;
  prefix = output_escape (options->prefix);
  question = g_strdup_printf ("Delete all rows of table “%s” that begin with “%s”?", words[1], prefix);
  status = confirm (tool, &command_delete, options->yes, "deletes all rows with a prefix", question);
  if (status != TOOL_DONE)
    return status;
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL
      || !delete_found (tool, table, scan, selection.salted, words + 2, request, &n_rows, &error))
    {
      if (n_rows > 0)
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
    { "exact", 0, 0, G_OPTION_ARG_NONE, &options.exact,
      "with --timestamp: only versions with exactly that timestamp", NULL },
    DELETE_NEWEST_ENTRY (&options.newest),
    G_OPTION_ENTRY_NULL,
  };
  GOptionEntry more[] = { WRITE_OPTIONS_ENTRIES (&options.write), G_OPTION_ENTRY_NULL };
  DeleteRequest request = { 0 };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_row;

  if (!tool_parse_more (tool, &command_delete, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (options.prefix != NULL && (options.rows != NULL || *options.prefix == '\0'))
    return tool_usage (&command_delete, "%s",
                       options.rows != NULL ? "give either --row or --prefix" : "--prefix is empty");
  if (!make_request (&options, &request, &error))
    return tool_usage (&command_delete, "%s", error->message);
  if (options.prefix != NULL)
    return delete_prefix (tool, words, &options, &request);
  has_row = options.rows == NULL;
  if (has_row && words[2] == NULL)
    return tool_usage (&command_delete, "ROW is missing");
  table = tool_open_table (tool, words[1], &error);
  if (table == NULL
      || !delete_rows (tool, table, has_row ? (char *[]){ words[2], NULL } : options.rows,
                       words + (has_row ? 3 : 2), &request, &error))
    {
      column_add_advice (words + (has_row ? 3 : 2), !has_row, &error);
      return tool_failed (error);
    }
  return TOOL_DONE;
}

const ToolCommand command_delete = {
  "delete",
  "TABLE ROW [COLUMN…]",
  "delete rows, or some of their columns or families",
  "Without columns, the whole row is deleted. A column is family:qualifier, of which all versions are\n"
  "deleted; the name of a family stands for all its columns. It isn't an error if the row doesn't exist.\n"
  "A column after a timestamp, 1714550400000/family:qualifier, is deleted as with --timestamp.\n"
  "\n"
  "--prefix asks before it deletes; where the standard input isn't a terminal, --yes must be given. It\n"
  "prints the number of rows. Several rows are deleted by one call:\n"
  "  hbase-glib delete TABLE --row=a --row=b [COLUMN…]",
  run_delete,
};
