/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command exists. */

#include "config.h"

#include "gets.h"
#include "output.h"
#include "rows.h"

/* The gets of the rows. `positions` are those of the gets in the list of rows: a row with a random salt that
 * was looked up, and doesn't exist, has no get. */
typedef struct {
  GPtrArray *gets;
  GArray *positions; /* of guint */
} Lookup;

static void
lookup_clear (Lookup *lookup)
{
  g_clear_pointer (&lookup->gets, g_ptr_array_unref);
  g_clear_pointer (&lookup->positions, g_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Lookup, lookup_clear)

static gboolean
make_lookup (Tool *tool,
             HBaseTable *table,
             char **rows,
             char **columns,
             const GetOptions *options,
             Lookup *lookup,
             GError **error)
{
  lookup->gets = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);
  lookup->positions = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; rows[i] != NULL; i++)
    {
      g_autoptr (GError) problem = NULL;
      HBaseGet *get = gets_make (tool, table, rows[i], columns, options, &problem);

      if (g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_ROW_NOT_FOUND))
        continue;
      if (get == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      g_ptr_array_add (lookup->gets, get);
      g_array_append_val (lookup->positions, i);
    }
  return TRUE;
}

/* Returns for each get whether its row exists. One row is looked up by the call for one row. */
static GArray *
send (Tool *tool, HBaseTable *table, GPtrArray *gets, GError **error)
{
  g_autoptr (GArray) results = NULL;
  gboolean exists;

  if (gets->len != 1)
    return hbase_table_exists_multiple (table, gets, tool->cancellable, error);
  if (!hbase_table_exists (table, gets->pdata[0], &exists, tool->cancellable, error))
    return NULL;
  results = g_array_new (FALSE, FALSE, sizeof exists);
  g_array_append_val (results, exists);
  return g_steal_pointer (&results);
}

/* Prints a record for each row. */
static int
print_results (Tool *tool, char **rows, const Lookup *lookup, GArray *results)
{
  static const char *const names[] = { "row", "exists", NULL };
  gboolean all_exist = TRUE;

  for (guint i = 0, next = 0; rows[i] != NULL; i++)
    {
      gboolean is_looked_up = next < results->len && g_array_index (lookup->positions, guint, next) == i;
      gboolean exists = is_looked_up && g_array_index (results, gboolean, next);
      g_autofree char *row = output_escape (rows[i]);
      char *fields[] = { row, (char *) (exists ? "true" : "false") };

      next += is_looked_up;
      all_exist = all_exist && exists;
      output_record (tool, names, fields, G_N_ELEMENTS (fields));
    }
  return all_exist ? TOOL_DONE : TOOL_FAILED;
}

static int
look_up (Tool *tool, const char *name, char **rows, char **columns, const GetOptions *options)
{
  g_auto (Lookup) lookup = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseTable) table = tool_open_table (tool, name, &error);
  g_autoptr (GArray) results = NULL;

  if (table != NULL && make_lookup (tool, table, rows, columns, options, &lookup, &error))
    results = send (tool, table, lookup.gets, &error);
  return results != NULL ? print_results (tool, rows, &lookup, results) : tool_failed (error);
}

static int
run_exists (Tool *tool, char **argv)
{
  g_auto (GetOptions) options = GET_OPTIONS_INIT;
  GOptionEntry entries[] = { GET_ENTRIES (&options), G_OPTION_ENTRY_NULL };
  GOptionEntry more[] = { READ_OPTIONS_ENTRIES (&options.read), G_OPTION_ENTRY_NULL };
  g_auto (GStrv) words = g_strdupv (argv);
  char *single[2], **rows, **columns;

  if (!tool_parse_more (tool, &command_exists, entries, more, &words, 1, G_MAXINT))
    return TOOL_USAGE;
  if (!gets_find_rows (&options, words, single, &rows, &columns))
    return tool_usage (&command_exists, "ROW is missing");
  return look_up (tool, words[1], rows, columns, &options);
}

const ToolCommand command_exists = {
  "exists",
  "TABLE ROW [COLUMN…]",
  "print whether a row exists, or several",
  "Prints each row, and true or false. The exit status is 1 if one of the rows doesn't exist. With columns,\n"
  "or the names of families, a row exists if it has one of them. No cells are sent.\n"
  "\n"
  "Several rows are looked up by one call: hbase-glib exists TABLE --row=a --row=b [COLUMN…]",
  run_exists,
  TOOL_CSV | TOOL_TABLE,
};
