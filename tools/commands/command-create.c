/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command create. */

#include "config.h"

#include <string.h>

#include "load.h"
#include "output.h"
#include "table-text.h"
#include "durations.h"
#include "tool.h"

#define NOT_GIVEN G_MININT

typedef struct {
  int versions;
  char *time_to_live; /* as it was given; NULL: forever */
  guint seconds;      /* the same; 0: forever */
  char **splits;
  char *splits_path;
  char *from;
  gboolean if_not_exists, dry_run;
} CreateOptions;

static void
create_options_clear (CreateOptions *options)
{
  g_free (options->time_to_live);
  g_strfreev (options->splits);
  g_free (options->splits_path);
  g_free (options->from);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CreateOptions, create_options_clear)

static gboolean
parse_options (Tool *tool, char ***words, CreateOptions *options)
{
  GOptionEntry entries[] = {
    { "versions", 0, 0, G_OPTION_ARG_INT, &options->versions,
      "how many versions of a cell are kept (1), if a FAMILY doesn't say it", "N" },
    { "time-to-live", 0, 0, G_OPTION_ARG_STRING, &options->time_to_live,
      "how long cells are kept (forever), if a FAMILY doesn't say it: 12h, 7d, or a number of seconds",
      "TIME" },
    { "split", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->splits,
      "begin a region at this key; can be repeated", "KEY" },
    { "splits-from", 0, 0, G_OPTION_ARG_FILENAME, &options->splits_path,
      "begin regions at the keys in a file, one on each line; -: the standard input", "FILE" },
    { "from", 0, 0, G_OPTION_ARG_FILENAME, &options->from,
      "create the tables that a file describes, as `describe` prints them; -: the standard input", "FILE" },
    { "if-not-exists", 0, 0, G_OPTION_ARG_NONE, &options->if_not_exists,
      "do nothing if there is such a table, which isn't an error then", NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options->dry_run,
      "print the table as it would be created, and create nothing", NULL },
    G_OPTION_ENTRY_NULL,
  };

  return tool_parse (tool, &command_create, entries, words, 0, G_MAXINT);
}

/* Returns what is wrong with the words and the options, or NULL. */
static const char *
find_conflict (char **words, const CreateOptions *options)
{
  gboolean has_defaults = options->versions != NOT_GIVEN || options->time_to_live != NULL;

  if (options->from == NULL && (words[0] == NULL || words[1] == NULL))
    return words[0] == NULL ? "TABLE is missing" : "FAMILY is missing";
  if (options->from != NULL && words[0] != NULL && words[1] != NULL)
    return "--from describes the families: give only the name of the table, or none";
  if (options->from != NULL && has_defaults)
    return "--from describes the families: leave --versions and --time-to-live out";
  if (options->versions != NOT_GIVEN && options->versions < 1)
    return "--versions must be at least 1";
  return NULL;
}

/* Reads the time as HBase's shell prints it, too: `604800 SECONDS (7 DAYS)`. */
static gboolean
parse_setting (CreateOptions *options)
{
  g_autofree char *value
      = hbase_bytes_to_escaped ((const guint8 *) options->time_to_live, strlen (options->time_to_live));
  g_autofree char *text = g_strdup_printf ("f {TTL '%s'}", value);
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new_from_string (text, NULL);

  options->seconds = family != NULL ? hbase_family_descriptor_get_time_to_live (family) : 0;
  return family != NULL;
}

/* HBase keeps cells for a number of seconds. */
static gboolean
parse_time_to_live (CreateOptions *options, GError **error)
{
  gint64 ms;

  if (options->time_to_live == NULL || parse_setting (options))
    return TRUE;
  if (!duration_parse ("--time-to-live", options->time_to_live, DURATION_SECOND, &ms, error))
    return FALSE;
  options->seconds = (guint) MIN (ms / DURATION_SECOND, G_MAXINT32);
  if (options->seconds * (gint64) DURATION_SECOND == ms)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "--time-to-live=%s: give whole seconds, at most %d", options->time_to_live, G_MAXINT32);
  return FALSE;
}

/* ---- families given as words ---- */

/* Returns a family with the settings of the options. */
static HBaseFamilyDescriptor *
make_defaults (const CreateOptions *options)
{
  HBaseFamilyDescriptor *defaults = hbase_family_descriptor_new ("");

  if (options->versions != NOT_GIVEN)
    hbase_family_descriptor_set_max_versions (defaults, (guint) options->versions);
  if (options->seconds > 0)
    hbase_family_descriptor_set_time_to_live (defaults, options->seconds);
  return defaults;
}

/* Returns the table that the words describe. (element-type TableText) */
static GPtrArray *
parse_words (char **words, const CreateOptions *options, GError **error)
{
  HBaseTableDescriptor *table = table_text_parse_words (words, error);
  g_autoptr (HBaseFamilyDescriptor) defaults = make_defaults (options);
  GPtrArray *texts;

  if (table == NULL)
    return NULL;
  table_text_complete_families (table, defaults);
  texts = g_ptr_array_new_with_free_func ((GDestroyNotify) table_text_free);
  g_ptr_array_add (texts, table_text_new (table));
  return texts;
}

/* ---- split keys ---- */

/* Returns FALSE without an error at the end. */
static gboolean
add_line (Tool *tool, Load *load, TableText *text, GError **error)
{
  char **words = load_next (load, tool->cancellable, error);

  if (words == NULL)
    return FALSE;
  if (words[1] != NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                 "only one key is allowed on a line; a tab in a key is written \\x09");
  else if (table_text_add_split (text, words[0], error))
    return TRUE;
  load_prefix_error (load, load_get_line (load), error);
  return FALSE;
}

static gboolean
add_lines (Tool *tool, const char *path, TableText *text, GError **error)
{
  g_autoptr (Load) load = load_open (path, error);
  GError *problem = NULL;

  if (load == NULL)
    return FALSE;
  while (add_line (tool, load, text, &problem))
    continue;
  if (problem != NULL)
    g_propagate_error (error, problem);
  return problem == NULL;
}

/* Mostly it separates two keys. */
static gboolean
refuse_comma (const char *key, GError **error)
{
  if (strchr (key, ',') == NULL)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "--split=%s: give each key by a --split of its own; a comma in a key is written \\x2C", key);
  return FALSE;
}

static gboolean
add_given (char **keys, TableText *text, GError **error)
{
  for (char **key = keys; key != NULL && *key != NULL; key++)
    if (!refuse_comma (*key, error) || !table_text_add_split (text, *key, error))
      return FALSE;
  return TRUE;
}

/* ---- tables ---- */

/* Reads or parses what is to be created. (element-type TableText) */
static GPtrArray *
make_texts (Tool *tool, char **words, const CreateOptions *options, int *status)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) texts = options->from != NULL ? table_texts_read (tool, options->from, &error)
                                                      : parse_words (words, options, &error);
  gboolean is_single = words[0] != NULL || options->splits != NULL || options->splits_path != NULL;

  if (texts == NULL)
    *status = options->from != NULL ? tool_failed_in_data (error) : tool_failed (error);
  else if (is_single && texts->len > 1)
    *status = tool_usage (&command_create, "%s describes %u tables: leave TABLE and split keys out",
                          options->from, texts->len);
  else if (!add_given (options->splits, texts->pdata[0], &error))
    *status = tool_usage (&command_create, "%s", error->message);
  else if (options->splits_path != NULL && !add_lines (tool, options->splits_path, texts->pdata[0], &error))
    *status = tool_failed_in_data (error);
  else
    return g_steal_pointer (&texts);
  return NULL;
}

static gboolean
create (Tool *tool, const TableText *text, const CreateOptions *options, GError **error)
{
  const char *name = hbase_table_descriptor_get_name (text->table);
  g_autoptr (HBaseAdmin) admin = tool_open_admin (tool, NULL, error);
  g_autoptr (GError) problem = NULL;

  if (admin == NULL)
    return FALSE;
  if (options->dry_run
          ? table_text_print_plan (tool, admin, text, &problem)
          : hbase_admin_create_table (admin, text->table, text->splits, tool->cancellable, &problem))
    return TRUE;
  if (options->if_not_exists && g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_TABLE_EXISTS))
    {
      tool_note (tool, "table “%s” exists already: nothing was done", name);
      return TRUE;
    }
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static int
run_create (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (CreateOptions) options = { .versions = NOT_GIVEN };
  g_autoptr (GPtrArray) texts = NULL;
  g_autoptr (GError) error = NULL;
  const char *conflict;
  int status = TOOL_USAGE;

  if (!parse_options (tool, &words, &options))
    return TOOL_USAGE;
  conflict = find_conflict (words + 1, &options);
  if (conflict != NULL)
    return tool_usage (&command_create, "%s", conflict);
  if (!parse_time_to_live (&options, &error))
    return tool_usage (&command_create, "%s", error->message);
  texts = make_texts (tool, words + 1, &options, &status);
  if (texts == NULL)
    return status;
  if (options.from != NULL && words[1] != NULL)
    hbase_table_descriptor_set_name (((TableText *) texts->pdata[0])->table, words[1]);
  tool->may_create = !options.dry_run;
  for (guint i = 0; i < texts->len; i++)
    if (!create (tool, texts->pdata[i], &options, &error))
      return tool_failed (error);
  return TOOL_DONE;
}

const ToolCommand command_create = {
  "create",
  "TABLE [FAMILY…]",
  "create a table",
  "A FAMILY is its name, or its name and settings in braces; so is TABLE:\n"
  "  hbase-glib create useractions content --split=g --split='m\\x00'\n"
  "  hbase-glib create 'log {DURABILITY async-wal}' 'f {VERSIONS 3, TTL 7d, COMPRESSION snappy}' g\n"
  "\n"
  "--from creates what `describe` printed, under the same name or as TABLE. In such a file a line that "
  "isn't\n"
  "indented begins a table, and a line --split=KEY is a split key of it:\n"
  "  hbase-glib describe actions --splits | hbase-glib create copy --from=-\n"
  "\n"
  "Split keys are given in printable escapes, in any order; n of them make n + 1 regions. HBase's framed\n"
  "gateways corrupt split keys: a URI with framing=framed must also name an unframed gateway,\n"
  "&admin=host:port.",
  run_create,
};
