/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the options of commands: their own, and those that all commands have. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "pager.h"
#include "tool-options.h"
#include "value-types.h"

#define MS_PER_SECOND 1000

GOptionEntry *
tool_make_common_entries (Tool *tool)
{
  const GOptionEntry entries[] = {
    { "uri", 0, 0, G_OPTION_ARG_FILENAME, &tool->uri,
      "the database: thrift://HOST, thrift+unix:///SOCKET or local:///DIRECTORY; default: $HBASE_URI",
      "URI" },
    { "profile", 'p', 0, G_OPTION_ARG_STRING, &tool->profile,
      "the profile with the database's URI and the tables' schemas; default: $HBASE_PROFILE", "NAME" },
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &tool->timeout, "the time limit of each call (60); 0: no limit",
      "SECONDS" },
    { "attempt-timeout", 0, 0, G_OPTION_ARG_DOUBLE, &tool->attempt_timeout,
      "the time limit of each request and its response, after which a call tries again (20); 0: no limit",
      "SECONDS" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &tool->format,
      "the output: text or json; csv or table, where a command prints them; `put --from` reads all but table",
      "FORMAT" },
    { "schema", 0, 0, G_OPTION_ARG_STRING, &tool->schema_text,
      "the fields of row keys, name:type,name:type…: rows are shown, and can be given, by field", "SCHEMA" },
    { "raw", 0, 0, G_OPTION_ARG_NONE, &tool->raw, "with --schema: accept row keys that don't match it",
      NULL },
    { "as", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &tool->types,
      "show, and read, a column's values as " VALUE_TYPES_NAMES "; can be given several times",
      "FAMILY:QUALIFIER:TYPE" },
    { "spreadsheet", 0, 0, G_OPTION_ARG_NONE, &tool->spreadsheet,
      "with --format=csv: put an apostrophe before fields that spreadsheets would take for formulas", NULL },
    { "timing", 0, 0, G_OPTION_ARG_NONE, &tool->timing, "print at the end how long the command took", NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &tool->verbose,
      "print at the end how many calls were made, and how many bytes were sent and received", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &tool->quiet,
      "show no progress and no notes, but results and errors", NULL },
    G_OPTION_ENTRY_NULL,
  };

  return g_memdup2 (entries, sizeof entries);
}

void
tool_add_common_options (Tool *tool, GOptionContext *context)
{
  g_autofree GOptionEntry *entries = tool_make_common_entries (tool);

  g_option_context_add_main_entries (context, entries, NULL);
}

/* Without --format a command prints text; on a terminal a table, if that reads better. */
static const char *
choose_format (const Tool *tool, guint formats)
{
  if (tool->format != NULL)
    return tool->format;
  return (formats & TOOL_TABLE_ON_TERMINAL) && isatty (STDOUT_FILENO) ? "table" : "text";
}

static gboolean
parse_format (Tool *tool, guint formats, GError **error)
{
  const char *format = choose_format (tool, formats);

  tool->json = strcmp (format, "json") == 0;
  tool->csv = (formats & TOOL_CSV) && strcmp (format, "csv") == 0;
  tool->table = (formats & TOOL_TABLE) && strcmp (format, "table") == 0;
  if (tool->json || tool->csv || tool->table || strcmp (format, "text") == 0)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               "there is no format “%s”: give text%s%s or json", format,
               formats & TOOL_TABLE ? ", table" : "", formats & TOOL_CSV ? ", csv" : "");
  return FALSE;
}

static gboolean
check_timeout (double seconds, GError **error)
{
  if (isnan (seconds) || (seconds >= 0 && seconds <= G_MAXINT32 / MS_PER_SECOND))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "a timeout must be from 0 to %d seconds",
               G_MAXINT32 / MS_PER_SECOND);
  return FALSE;
}

gboolean
tool_check_options (Tool *tool, guint formats, GError **error)
{
  if (!parse_format (tool, formats, error) || !value_types_set (tool->types, error)
      || !check_timeout (tool->timeout, error) || !check_timeout (tool->attempt_timeout, error))
    return FALSE;
  if (tool->schema_text == NULL || *tool->schema_text == '\0' || tool->schema != NULL)
    return TRUE;
  tool->schema = hbase_key_schema_new (tool->schema_text, error);
  return tool->schema != NULL;
}

static gboolean
takes_value (const GOptionEntry *entries, const char *word)
{
  for (const GOptionEntry *entry = entries; entry != NULL && entry->long_name != NULL; entry++)
    {
      const char name[] = { '-', entry->short_name, '\0' };

      if ((g_str_has_prefix (word, "--") && strcmp (word + strlen ("--"), entry->long_name) == 0)
          || (entry->short_name != 0 && strcmp (word, name) == 0))
        return entry->arg != G_OPTION_ARG_NONE;
    }
  return FALSE;
}

gboolean
tool_option_takes_value (const char *word)
{
  Tool unused = { 0 };
  g_autofree GOptionEntry *entries = tool_make_common_entries (&unused);

  return takes_value (entries, word);
}

/* --help-NAME describes the options of the group. */
static void
add_group (GOptionContext *context,
           const char *name,
           const char *heading,
           const char *summary,
           const GOptionEntry *entries)
{
  GOptionGroup *group = g_option_group_new (name, heading, summary, NULL, NULL);

  g_option_group_add_entries (group, entries);
  g_option_context_add_group (context, group);
}

GOptionContext *
tool_make_context (Tool *tool,
                   const ToolCommand *command,
                   const GOptionEntry *entries,
                   const GOptionEntry *more)
{
  GOptionContext *context = g_option_context_new (command->arguments);
  g_autofree GOptionEntry *common = tool_make_common_entries (tool);
  g_autofree char *name = g_strconcat ("hbase-glib ", command->name, NULL);
  g_autofree char *description
      = g_strdup_printf ("%s%s" TOOL_EXIT_STATUS, command->description != NULL ? command->description : "",
                         command->description != NULL ? "\n\n" : "");

  g_set_prgname (name);
  g_option_context_set_summary (context, command->summary);
  g_option_context_set_description (context, description);
  if (entries != NULL)
    g_option_context_add_main_entries (context, entries, NULL);
  if (more != NULL)
    add_group (context, "more", "More options:", "Show options that are rarely needed", more);
  add_group (context, "common", "Common options:", "Show the options of all commands: --uri, --format …",
             common);
  return context;
}

/* GOption replaces strings without freeing them if they aren't its own. */
gboolean
tool_parse_options (Tool *tool, GOptionContext *context, char ***argv, GError **error)
{
  struct {
    char **now, *before;
  } texts[] = { { &tool->uri, tool->uri },
                { &tool->profile, tool->profile },
                { &tool->format, tool->format },
                { &tool->schema_text, tool->schema_text } };
  GStrv types = g_steal_pointer (&tool->types);
  gboolean is_valid;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    *texts[i].now = NULL;
  is_valid = g_option_context_parse_strv (context, argv, error);
  if (tool->profile != NULL)
    g_clear_pointer (&texts[0].before, g_free);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (*texts[i].now == NULL)
      *texts[i].now = texts[i].before;
    else
      g_free (texts[i].before);
  if (tool->types == NULL)
    tool->types = types;
  else
    g_strfreev (types);
  return is_valid;
}

/* Begins a word instead of the `-` of a negative number, which GOption takes for an option. */
#define HIDDEN '\x01'

static gboolean
is_negative_number (const char *word)
{
  return word[0] == '-' && g_ascii_isdigit (word[word[1] == '.' ? 2 : 1]);
}

/* Hides the words that are negative numbers and no values of options, and returns them. */
static GPtrArray *
hide_negative_numbers (char **words, const GOptionEntry *entries, const GOptionEntry *more)
{
  GPtrArray *hidden = g_ptr_array_new ();

  for (char **word = words + 1; *word != NULL && strcmp (*word, "--") != 0; word++)
    if (is_negative_number (*word) && !takes_value (entries, word[-1]) && !takes_value (more, word[-1])
        && !tool_option_takes_value (word[-1]))
      {
        **word = HIDDEN;
        g_ptr_array_add (hidden, *word);
      }
  return hidden;
}

/* Of the hidden words GOption may have freed some, but not those that are left. */
gboolean
tool_parse_own_options (Tool *tool,
                        GOptionContext *context,
                        const GOptionEntry *entries,
                        const GOptionEntry *more,
                        char ***argv,
                        GError **error)
{
  g_autoptr (GPtrArray) hidden = hide_negative_numbers (*argv, entries, more);
  gboolean is_valid = tool_parse_options (tool, context, argv, error);

  for (char **word = *argv + 1; *word != NULL; word++)
    if (g_ptr_array_find (hidden, *word, NULL))
      **word = '-';
  return is_valid;
}

/* GOption's own --help ends the program. */
gboolean
tool_print_help (Tool *tool, GOptionContext *context, char **words)
{
  static const char *const all[] = { "--help-all", "--help-common", "--help-more", NULL };
  g_autofree char *help = NULL;

  for (char **word = words + 1; help == NULL && *word != NULL && strcmp (*word, "--") != 0; word++)
    if (strcmp (*word, "--help") == 0 || strcmp (*word, "-h") == 0)
      help = g_option_context_get_help (context, TRUE, NULL);
    else if (g_strv_contains (all, *word))
      help = g_option_context_get_help (context, FALSE, NULL);
  if (help != NULL)
    {
      pager_start_for_text (help);
      printf ("%s\n", help);
    }
  tool->helped = help != NULL;
  return tool->helped;
}
