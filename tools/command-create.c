/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "load.h"
#include "tool.h"

/* create. */

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
    { "versions", 0, 0, G_OPTION_ARG_INT, &options->versions, "how many versions of a cell to keep (1)",
      "N" },
    { "time-to-live", 0, 0, G_OPTION_ARG_INT, &options->time_to_live, "for how long to keep cells (for ever)",
      "SECONDS" },
    { "split", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->splits,
      "let a region begin at this key; may be given again", "KEY" },
    { "splits-from", 0, 0, G_OPTION_ARG_FILENAME, &options->splits_path,
      "let regions begin at the keys of a file's lines; - for the standard input", "FILE" },
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
      if (options->time_to_live < G_MAXINT32) /* which is for ever to HBase */
        hbase_family_descriptor_set_time_to_live (family, (guint) options->time_to_live);
      hbase_table_descriptor_add_family (table, family);
    }
  return table;
}

/* ---- split keys ---- */

static gboolean
add_split (GPtrArray *splits, const char *text, GError **error)
{
  GBytes *key = hbase_bytes_from_text (text, error);

  if (key != NULL)
    g_ptr_array_add (splits, key);
  return key != NULL;
}

/* FALSE without an error: the end. */
static gboolean
add_line (Tool *tool, Load *load, GPtrArray *splits, GError **error)
{
  g_auto (GStrv) words = load_next (load, tool->cancellable, error);

  if (words == NULL)
    return FALSE;
  if (words[1] != NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "one key a line is expected; a tab in a key is written \\x09");
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
    return tool_usage (&command_create, "--versions and --time-to-live are 1 at least, as HBase has it");
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
  "make a table",
  "Example: hbase-glib create useractions content --split=g --split='m\\x00'\n\n"
  "Split keys are given in printable escapes, in any order. With n of them the table has n + 1 regions.\n"
  "HBase's framed gateways corrupt them: a URI with framing=framed has to name an unframed gateway, too,\n"
  "&admin=host:port.",
  run_create,
};
