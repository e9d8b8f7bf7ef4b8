/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command tables.
 *
 *  1. Names are read by one call, whatever the number of tables. --long reads the descriptions by one, and
 *     the state and the regions of each table by two to four. A table that is dropped meanwhile is left
 *     out. */

#include "config.h"

#include <string.h>

#include "output.h"
#include "progress.h"
#include "table-state.h"
#include "tool.h"

typedef struct {
  const char *pattern; /* NULL: all */
  char *namespace_;    /* NULL: all */
  gboolean system, is_long;
} TablesOptions;

static void
tables_options_clear (TablesOptions *options)
{
  g_free (options->namespace_);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TablesOptions, tables_options_clear)

/* ---- names ---- */

static gboolean
print_names (Tool *tool, HBaseAdmin *admin, const TablesOptions *options, guint *n_tables, GError **error)
{
  g_auto (GStrv) names = hbase_admin_list_tables (admin, options->namespace_, options->pattern,
                                                  options->system, tool->cancellable, error);

  if (names == NULL)
    return FALSE;
  *n_tables = g_strv_length (names);
  output_names (tool, "table", (const char *const *) names);
  return TRUE;
}

/* ---- --long ---- */

/* Returns the names of the families (element-type utf8), with a NULL at the end; they are the table's. */
static GPtrArray *
list_families (HBaseTableDescriptor *table)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (table);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < families->len; i++)
    g_ptr_array_add (names, (gpointer) hbase_family_descriptor_get_name (families->pdata[i]));
  g_ptr_array_add (names, NULL);
  return names;
}

static void
print_long (Tool *tool, HBaseTableDescriptor *table, const TableState *state)
{
  g_autoptr (GPtrArray) families = list_families (table);
  const char *const *names = (const char *const *) families->pdata;
  g_autofree char *name = output_escape (hbase_table_descriptor_get_name (table));
  g_autofree char *joined = g_strjoinv (" ", (char **) names), *shown = output_escape (joined);
  g_autofree char *list = output_make_json_array (names);
  g_autofree char *n_regions = g_strdup_printf ("%u", state->regions->len);
  const OutputField fields[] = {
    { "table", name },
    { "state", table_state_name (state) },
    { "regions", n_regions, n_regions },
    { "families", shown, list },
  };

  output_record (tool, fields, G_N_ELEMENTS (fields));
}

static gboolean
print_table (Tool *tool, HBaseAdmin *admin, HBaseTableDescriptor *table, GError **error)
{
  g_auto (TableState) state = { 0 };
  g_autoptr (GError) problem = NULL;

  if (table_state_read (tool, admin, hbase_table_descriptor_get_name (table), &state, &problem))
    print_long (tool, table, &state);
  else if (!g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return TRUE;
}

static gboolean
print_tables (Tool *tool, HBaseAdmin *admin, const TablesOptions *options, guint *n_tables, GError **error)
{
  g_autoptr (GPtrArray) tables = hbase_admin_describe_tables (admin, options->namespace_, options->pattern,
                                                              options->system, tool->cancellable, error);

  for (guint i = 0; tables != NULL && i < tables->len; i++)
    {
      if (!print_table (tool, admin, tables->pdata[i], error))
        return FALSE;
      progress_show ("read", i + 1, "tables");
    }
  progress_end ();
  *n_tables = tables != NULL ? tables->len : 0;
  return tables != NULL;
}

/* ---- the command ---- */

/* Those who write `user*` mean another language of patterns. */
static int
refuse_pattern (const char *pattern)
{
  const char *star = strchr (pattern, '*');
  gboolean is_glob = star != NULL && (star == pattern || strchr (".)]", star[-1]) == NULL);

  return tool_not_found ("no table matches “%s”%s", pattern,
                         is_glob ? ": a pattern is a regular expression, as user.* is" : "");
}

static int
run_tables (Tool *tool, char **argv)
{
  g_auto (TablesOptions) options = { 0 };
  const GOptionEntry entries[] = {
    { "long", 'l', 0, G_OPTION_ARG_NONE, &options.is_long,
      "also print the state, the number of regions and the families, by two to four calls for each table",
      NULL },
    { "namespace", 0, 0, G_OPTION_ARG_FILENAME, &options.namespace_, "only the tables of that namespace",
      "NAMESPACE" },
    { "system", 0, 0, G_OPTION_ARG_NONE, &options.system, "also HBase's own tables, as hbase:meta", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (HBaseAdmin) admin = NULL;
  g_autoptr (GError) error = NULL;
  guint n_tables = 0;

  if (!tool_parse (tool, &command_tables, entries, &words, 0, 1))
    return TOOL_USAGE;
  options.pattern = words[1];
  if (options.namespace_ != NULL && options.system)
    return tool_usage (&command_tables,
                       "give --namespace or --system, not both: HBase's own tables are those of the "
                       "namespace hbase");
  admin = tool_open_admin (tool, NULL, &error);
  if (admin == NULL
      || !(options.is_long ? print_tables : print_names) (tool, admin, &options, &n_tables, &error))
    return tool_failed (error);
  return n_tables > 0 || options.pattern == NULL ? TOOL_DONE : refuse_pattern (options.pattern);
}

const ToolCommand command_tables = {
  "tables",
  "[PATTERN]",
  "list the tables, all of them or those whose names match",
  "Prints one name on each line; with --format=json, an array. PATTERN is a regular expression for whole\n"
  "names: 'user.*', or 'shop:.*' for the tables of a namespace. With --namespace it is for the names within\n"
  "it. With --long each line also has the state (enabled or disabled), the number of regions and the column\n"
  "families.",
  run_tables,
  TOOL_CSV | TOOL_TABLE,
};
