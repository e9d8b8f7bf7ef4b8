/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command create. */

#include "config.h"

#include "load.h"
#include "tool.h"

typedef struct {
  int versions;
  int time_to_live;
  char **splits;
  char *splits_path;
} CreateOptions;

static void
create_options_clear (CreateOptions *options)
{
  g_strfreev (options->splits);
  g_free (options->splits_path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CreateOptions, create_options_clear)

static gboolean
parse_options (Tool *tool, char ***words, CreateOptions *options)
{
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &options->versions, "how many versions of a cell are kept (1)",
      "N" },
    { "time-to-live", 0, 0, G_OPTION_ARG_INT, &options->time_to_live, "how long cells are kept (forever)",
      "SECONDS" },
    { "split", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->splits,
      "begin a region at this key; can be repeated", "KEY" },
    { "splits-from", 0, 0, G_OPTION_ARG_FILENAME, &options->splits_path,
      "begin regions at the keys in a file, one on each line; -: the standard input", "FILE" },
    G_OPTION_ENTRY_NULL,
  };

  return tool_parse (tool, &command_create, entries, words, 2, G_MAXINT);
}

static HBaseTableDescriptor *
describe (char **words, const CreateOptions *options)
{
  HBaseTableDescriptor *table = hbase_table_descriptor_new (words[0]);

  for (char **name = words + 1; *name != NULL; name++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (*name);

      hbase_family_descriptor_set_max_versions (family, (guint) options->versions);
      if (options->time_to_live < G_MAXINT32) /* which HBase takes for unlimited */
        hbase_family_descriptor_set_time_to_live (family, (guint) options->time_to_live);
      hbase_table_descriptor_add_family (table, family);
    }
  return table;
}

/* ---- split keys ---- */

static gboolean
add_split (GPtrArray *splits, const char *text, GError **error)
{
  GBytes *key = hbase_bytes_from_escaped (text, error);

  if (key != NULL)
    g_ptr_array_add (splits, key);
  return key != NULL;
}

/* Returns FALSE without an error at the end. */
static gboolean
add_line (Tool *tool, Load *load, GPtrArray *splits, GError **error)
{
  char **words = load_next (load, tool->cancellable, error);

  if (words == NULL)
    return FALSE;
  if (words[1] != NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "only one key is allowed on a line; a tab in a key is written \\x09");
  else if (add_split (splits, words[0], error))
    return TRUE;
  load_prefix_error (load, load_get_line (load), error);
  return FALSE;
}

static gboolean
add_lines (Tool *tool, const char *path, GPtrArray *splits, GError **error)
{
  g_autoptr (Load) load = load_open (path, error);
  GError *problem = NULL;

  if (load == NULL)
    return FALSE;
  while (add_line (tool, load, splits, &problem))
    continue;
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

static gboolean
add_given (char **texts, GPtrArray *splits, GError **error)
{
  for (char **text = texts; text != NULL && *text != NULL; text++)
    if (!add_split (splits, *text, error))
      return FALSE;
  return TRUE;
}

static gboolean
create (Tool *tool, HBaseTableDescriptor *table, GPtrArray *splits, GError **error)
{
  HBaseConnection *connection = tool_connect (tool, error);
  g_autoptr (HBaseAdmin) admin = connection != NULL ? hbase_admin_new (connection) : NULL;

  return admin != NULL && hbase_admin_create_table (admin, table, splits, tool->cancellable, error);
}

static int
run_create (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (CreateOptions) options = { .versions = 1, .time_to_live = G_MAXINT32 };
  g_autoptr (HBaseTableDescriptor) table = NULL;
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  if (!parse_options (tool, &words, &options))
    return TOOL_USAGE;
  if (options.versions < 1 || options.time_to_live < 1)
    return tool_usage (&command_create, "--versions and --time-to-live must be at least 1");
  if (!add_given (options.splits, splits, &error))
    return tool_usage (&command_create, "%s", error->message);
  if (options.splits_path != NULL && !add_lines (tool, options.splits_path, splits, &error))
    return tool_failed_in_data (error);
  table = describe (words + 1, &options);
  tool->may_create = TRUE;
  return create (tool, table, splits, &error) ? TOOL_DONE : tool_failed (error);
}

const ToolCommand command_create = {
  "create",
  "TABLE FAMILY…",
  "create a table",
  "Example: hbase-glib create useractions content --split=g --split='m\\x00'\n"
  "\n"
  "Split keys are given in printable escapes, in any order; n of them make n + 1 regions. HBase's framed\n"
  "gateways corrupt split keys: a URI with framing=framed must also name an unframed gateway,\n"
  "&admin=host:port.",
  run_create,
};
