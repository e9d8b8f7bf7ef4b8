/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements what all commands share: options, errors and connections. */

#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "advice.h"
#include "first-response.h"
#include "profile.h"
#include "progress.h"
#include "output.h"
#include "pager.h"
#include "session.h"
#include "statistics.h"
#include "suggest.h"
#include "tool.h"
#include "value-types.h"

#define MS_PER_SECOND 1000

/* The table that the command opened last, for suggestions. */
static struct {
  HBaseConnection *connection; /* NULL: none */
  char *table;                 /* the same */
} opened;

static void
forget_opened (void)
{
  g_clear_object (&opened.connection);
  g_clear_pointer (&opened.table, g_free);
}

/* ---- options ---- */

/* Returns the common options; NULL-terminated. */
static GOptionEntry *
make_common_entries (Tool *tool)
{
  const GOptionEntry entries[] = {
    { "uri", 0, 0, G_OPTION_ARG_FILENAME, &tool->uri,
      "the database: thrift://HOST, thrift+unix:///SOCKET or local:///DIRECTORY; default: $HBASE_URI",
      "URI" },
    { "profile", 'p', 0, G_OPTION_ARG_STRING, &tool->profile,
      "the profile with the database's URI and the tables' schemas; default: $HBASE_PROFILE", "NAME" },
    { "timeout", 0, 0, G_OPTION_ARG_DOUBLE, &tool->timeout, "the time limit of each call (60); 0: no limit",
      "SECONDS" },
    { "format", 0, 0, G_OPTION_ARG_STRING, &tool->format,
      "the output: text or json, which `put --from` reads; csv or table, where a command prints them",
      "FORMAT" },
    { "schema", 0, 0, G_OPTION_ARG_STRING, &tool->schema_text,
      "the fields of row keys, name:type,name:type…: rows are shown, and can be given, by field", "SCHEMA" },
    { "raw", 0, 0, G_OPTION_ARG_NONE, &tool->raw, "with --schema: accept row keys that don't match it",
      NULL },
    { "as", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &tool->types,
      "show, and read, a column's values as " VALUE_TYPES_NAMES "; can be given several times",
      "FAMILY:QUALIFIER:TYPE" },
    { "timing", 0, 0, G_OPTION_ARG_NONE, &tool->timing, "print at the end how long the command took", NULL },
    { "verbose", 'v', 0, G_OPTION_ARG_NONE, &tool->verbose,
      "print at the end how many calls were made, and how many bytes were sent and received", NULL },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &tool->quiet, "show no progress, and print errors only", NULL },
    G_OPTION_ENTRY_NULL,
  };

  return g_memdup2 (entries, sizeof entries);
}

Tool
tool_copy (const Tool *base)
{
  return (Tool){
    .uri = g_strdup (base->uri),
    .profile = g_strdup (base->profile),
    .timeout = base->timeout,
    .format = g_strdup (base->format),
    .schema_text = g_strdup (base->schema_text),
    .raw = base->raw,
    .types = g_strdupv (base->types),
    .timing = base->timing,
    .verbose = base->verbose,
    .quiet = base->quiet,
    .session = base->session,
    .cancellable = g_cancellable_new (),
  };
}

void
tool_clear (Tool *tool)
{
  forget_opened ();
  g_clear_object (&tool->connection);
  g_clear_pointer (&tool->schema, hbase_key_schema_unref);
  g_clear_pointer (&tool->uri, g_free);
  g_clear_pointer (&tool->profile, g_free);
  g_clear_pointer (&tool->format, g_free);
  g_clear_pointer (&tool->schema_text, g_free);
  g_clear_pointer (&tool->types, g_strfreev);
  value_types_clear ();
  g_clear_object (&tool->cancellable);
}

void
tool_add_common_options (Tool *tool, GOptionContext *context)
{
  g_autofree GOptionEntry *entries = make_common_entries (tool);

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

gboolean
tool_check_options (Tool *tool, guint formats, GError **error)
{
  if (!parse_format (tool, formats, error) || !value_types_set (tool->types, error))
    return FALSE;
  if (tool->timeout < 0 || tool->timeout > G_MAXINT32 / MS_PER_SECOND)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "a timeout must be from 0 to %d seconds",
                   G_MAXINT32 / MS_PER_SECOND);
      return FALSE;
    }
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
  g_autofree GOptionEntry *entries = make_common_entries (&unused);

  return takes_value (entries, word);
}

static void
add_more (GOptionContext *context, const GOptionEntry *entries)
{
  GOptionGroup *group
      = g_option_group_new ("more", "More options:", "Show options that are rarely needed", NULL, NULL);

  g_option_group_add_entries (group, entries);
  g_option_context_add_group (context, group);
}

static GOptionContext *
make_context (Tool *tool, const ToolCommand *command, const GOptionEntry *entries, const GOptionEntry *more)
{
  GOptionContext *context = g_option_context_new (command->arguments);
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
    add_more (context, more);
  tool_add_common_options (tool, context);
  return context;
}

/* ---- invalid arguments ---- */

static void
add_names (GPtrArray *names, const GOptionEntry *entries)
{
  for (; entries != NULL && entries->long_name != NULL; entries++)
    g_ptr_array_add (names, g_strconcat ("--", entries->long_name, NULL));
}

/* Adds the options of a command, and the common ones, with a `=` after those that have a value. */
static void
list_options (Tool *tool, const GOptionEntry *entries, const GOptionEntry *more)
{
  Tool unused = { 0 };
  g_autofree GOptionEntry *common = make_common_entries (&unused);
  const GOptionEntry *const lists[] = { entries, more, common };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const GOptionEntry *entry = lists[i]; entry != NULL && entry->long_name != NULL; entry++)
      g_ptr_array_add (tool->listed_options, g_strconcat ("--", entry->long_name,
                                                          entry->arg != G_OPTION_ARG_NONE ? "=" : "", NULL));
  g_ptr_array_add (tool->listed_options, g_strdup ("--help"));
  if (more != NULL)
    g_ptr_array_add (tool->listed_options, g_strdup ("--help-more"));
}

/* Returns what the option would be called as an argument: “COLUMN” for `--columns`. */
static char *
make_singular (const char *option)
{
  char *name = g_ascii_strup (option + strlen ("--"), -1);
  gsize length = strlen (name);

  if (g_str_has_suffix (name, "IES"))
    strcpy (name + length - strlen ("IES"), "Y");
  else if (g_str_has_suffix (name, "S"))
    name[length - strlen ("S")] = '\0';
  return name;
}

/* Returns whether one of the command's arguments is called so. `command`: NULL: none. */
static gboolean
has_argument (const ToolCommand *command, const char *name)
{
  g_auto (GStrv) words
      = g_strsplit (command != NULL && command->arguments != NULL ? command->arguments : "", " ", -1);

  for (char **word = words; *word != NULL; word++)
    {
      const char *argument = *word + strspn (*word, "[");
      gsize length = strspn (argument, G_CSET_A_2_Z);

      if (length > 0 && length == strlen (name) && strncmp (argument, name, length) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns the first word that is a long option and isn't in `names`, without its value; NULL if there is
 * none. */
static char *
find_unknown_option (char **words, const char *const *names)
{
  for (char **word = words + 1; *word != NULL && strcmp (*word, "--") != 0; word++)
    {
      g_autofree char *name = NULL;

      if (!g_str_has_prefix (*word, "--"))
        continue;
      name = g_strndup (*word, strcspn (*word, "="));
      if (!g_strv_contains (names, name))
        return g_steal_pointer (&name);
    }
  return NULL;
}

char *
tool_describe_option_error (const ToolCommand *command,
                            const GOptionEntry *entries,
                            const GOptionEntry *more,
                            char **words,
                            const GError *error)
{
  Tool unused = { 0 };
  g_autofree GOptionEntry *common = make_common_entries (&unused);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *unknown = NULL, *argument = NULL, *advice = NULL;

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION))
    return g_strdup (error->message);
  add_names (names, entries);
  add_names (names, more);
  add_names (names, common);
  g_ptr_array_add (names, g_strdup ("--help"));
  g_ptr_array_add (names, NULL);
  unknown = find_unknown_option (words, (const char *const *) names->pdata);
  if (unknown == NULL)
    return g_strdup (error->message);
  advice = suggest_text (unknown, (const char *const *) names->pdata);
  argument = make_singular (unknown);
  if (*advice == '\0' && has_argument (command, argument))
    return g_strdup_printf ("there is no option %s: give each %s as a word", unknown, argument);
  return g_strdup_printf ("there is no option %s%s", unknown, advice);
}

/* Returns how --help names the word at `index` after the command; required words come first. */
static char *
name_argument (const ToolCommand *command, guint index)
{
  g_auto (GStrv) names = g_strsplit (command->arguments != NULL ? command->arguments : "", " ", -1);
  const char *name = index < g_strv_length (names) ? names[index] : "an argument";

  name += *name == '[';
  return g_strndup (name, strcspn (name, "[]") - (g_str_has_suffix (name, "…") ? strlen ("…") : 0));
}

static gboolean
check_n_words (const ToolCommand *command, char **words, guint least, guint most)
{
  guint n_words = g_strv_length (words) - 1;
  g_autofree char *missing = n_words < least ? name_argument (command, n_words) : NULL;

  if (missing != NULL)
    tool_usage (command, "%s is missing", missing);
  else if (n_words > most)
    tool_usage (command, "“%s” is one argument too many", words[most + 1]);
  return n_words >= least && n_words <= most;
}

/* In HBase's own shell words are separated by commas. No table can have one in its name. */
static gboolean
refuse_comma (const ToolCommand *command, const char *word)
{
  g_autofree char *argument = name_argument (command, 0);

  if (word == NULL || strcmp (argument, "TABLE") != 0 || !g_str_has_suffix (word, ","))
    return TRUE;
  tool_usage (command, "words are separated by spaces, not by commas: “%s”", word);
  return FALSE;
}

/* Sets the types that the profile has for the table's columns, unless --as is given. */
static gboolean
use_types_of_profile (Tool *tool, const char *table, GError **error)
{
  g_autoptr (GError) problem = NULL;

  if (tool->types == NULL)
    tool->types = profile_find_types (tool, table, &problem);
  if (problem == NULL && value_types_set (tool->types, &problem))
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&problem),
                              "the profile's types of table “%s”: ", table);
  return FALSE;
}

/* Makes the schema that the profile has for the table, unless --schema is given. */
static gboolean
use_schema_of_profile (Tool *tool, const char *word, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) problem = NULL;

  if (tool->schema_text != NULL)
    return TRUE;
  text = profile_find_schema (tool, word, &problem);
  if (text != NULL)
    tool->schema = hbase_key_schema_new (text, &problem);
  if (problem == NULL)
    return TRUE;
  g_propagate_prefixed_error (error, g_steal_pointer (&problem), "%s%s%s",
                              text != NULL ? "the profile's schema of table “" : "", text != NULL ? word : "",
                              text != NULL ? "”: " : "");
  return FALSE;
}

/* Uses what the profile has for the table, if the first argument is a table. */
static gboolean
use_profile (Tool *tool, const ToolCommand *command, const char *word, GError **error)
{
  g_autofree char *argument = name_argument (command, 0);

  return word == NULL || strcmp (argument, "TABLE") != 0
         || (use_schema_of_profile (tool, word, error) && use_types_of_profile (tool, word, error));
}

gboolean
tool_parse (Tool *tool,
            const ToolCommand *command,
            const GOptionEntry *entries,
            char ***argv,
            guint least,
            guint most)
{
  return tool_parse_more (tool, command, entries, NULL, argv, least, most);
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

/* Parses the options. Of the hidden words GOption may have freed some, but not those that are left. */
static gboolean
parse_options (Tool *tool,
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

/* GOption leaves the first `--` where it is if a word after it begins with a `-`. */
static void
remove_separator (char **words)
{
  while (*words != NULL && strcmp (*words, "--") != 0)
    words++;
  if (*words == NULL)
    return;
  g_free (*words);
  memmove (words, words + 1, (g_strv_length (words + 1) + 1) * sizeof (char *));
}

gboolean
tool_parse_more (Tool *tool,
                 const ToolCommand *command,
                 const GOptionEntry *entries,
                 const GOptionEntry *more,
                 char ***argv,
                 guint least,
                 guint most)
{
  g_autoptr (GOptionContext) context = make_context (tool, command, entries, more);
  g_autoptr (GError) error = NULL;

  if (tool->listed_options != NULL)
    {
      list_options (tool, entries, more);
      return FALSE;
    }
  if (tool->session != NULL && tool_print_help (tool, context, *argv))
    return FALSE;
  if (!parse_options (tool, context, entries, more, argv, &error)
      || !tool_check_options (tool, command->formats, &error))
    {
      g_autofree char *text = tool_describe_option_error (command, entries, more, *argv, error);

      tool_usage (command, "%s", text);
      return FALSE;
    }
  progress_set_enabled (!tool->quiet);
  remove_separator (*argv + 1);
  if (!refuse_comma (command, (*argv)[1]) || !check_n_words (command, *argv, least, most))
    return FALSE;
  if (use_profile (tool, command, (*argv)[1], &error))
    return TRUE;
  tool_failed (error);
  return FALSE;
}

/* GOption's own --help ends the program. */
gboolean
tool_print_help (Tool *tool, GOptionContext *context, char **words)
{
  g_autofree char *help = NULL;

  for (char **word = words + 1; help == NULL && *word != NULL && strcmp (*word, "--") != 0; word++)
    if (strcmp (*word, "--help") == 0 || strcmp (*word, "-h") == 0)
      help = g_option_context_get_help (context, TRUE, NULL);
    else if (strcmp (*word, "--help-all") == 0 || strcmp (*word, "--help-more") == 0)
      help = g_option_context_get_help (context, FALSE, NULL);
  if (help != NULL)
    {
      pager_start_for_text (help);
      printf ("%s\n", help);
    }
  tool->helped = help != NULL;
  return tool->helped;
}

/* ---- errors ---- */

static char *message_prefix; /* NULL: none */

void
tool_set_message_prefix (const char *prefix)
{
  g_free (message_prefix);
  message_prefix = g_strdup (prefix);
}

static void
complain (const char *text)
{
  g_autofree char *line = advice_make_printable (text);

  progress_end ();
  output_write ();
  pager_end ();
  fprintf (stderr, "%s%s: %s\n", message_prefix != NULL ? message_prefix : "", g_get_prgname (), line);
}

void
tool_complain (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complain (text);
}

void
tool_note (const Tool *tool, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  if (tool->quiet)
    return;
  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complain (text);
}

int
tool_usage (const ToolCommand *command, const char *format, ...)
{
  g_autofree char *text = NULL, *reported = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  reported = advice_for_shell (text);
  complain (reported);
  fprintf (stderr, "usage: hbase-glib %s [OPTION…]%s%s\nSee `hbase-glib %s --help`.\n", command->name,
           command->arguments != NULL ? " " : "", command->arguments != NULL ? command->arguments : "",
           command->name);
  return TOOL_USAGE;
}

/* Returns whether the error is caused by the arguments, so that nothing was sent. */
static gboolean
is_wrong_call (const GError *error)
{
  return error->domain == G_OPTION_ERROR || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI)
         || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_SCHEMA);
}

/* Returns the advice for a table that doesn't exist, or NULL. The database has responded, so it can be asked
 * for the names of its tables. */
static char *
suggest_table (const GError *error)
{
  g_autoptr (HBaseAdmin) admin = NULL;
  g_auto (GStrv) names = NULL;

  if (opened.table == NULL || !g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    return NULL;
  admin = hbase_admin_new (opened.connection);
  names = hbase_admin_list_tables (admin, NULL, NULL);
  return names != NULL ? suggest_text (opened.table, (const char *const *) names) : NULL;
}

int
tool_failed (const GError *error)
{
  g_autofree char *text = NULL, *advice = suggest_table (error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    text = g_strdup ("stopped");
  else
    text = advice_for_shell (error->message);
  if (advice != NULL && *advice != '\0')
    tool_complain ("%s%s", text, advice);
  else
    complain (text);
  return is_wrong_call (error) ? TOOL_USAGE : TOOL_FAILED;
}

int
tool_failed_in_data (const GError *error)
{
  tool_failed (error);
  return TOOL_FAILED;
}

int
tool_not_found (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  complain (text);
  return TOOL_FAILED;
}

void
tool_add_advice (GError **error, const char *advice)
{
  g_autofree char *message = NULL;

  if (error == NULL || *error == NULL)
    return;
  message = (*error)->message;
  (*error)->message = g_strdup_printf ("%s; %s", message, advice);
}

/* ---- what commands work on ---- */

/* Commands that only read or write rows don't create a database, in case the URI is misspelt. */
static char *
complete_uri (const Tool *tool, const char *uri)
{
  const char *query = strchr (uri, '?');

  if (tool->may_create || !g_str_has_prefix (uri, "local:///")
      || (query != NULL && strstr (query, "create=") != NULL))
    return g_strdup (uri);
  return g_strconcat (uri, query == NULL ? "?" : "&", "create=no", NULL);
}

char *
tool_find_uri (const Tool *tool, GError **error)
{
  const char *of_environment = g_getenv ("HBASE_URI");
  g_autoptr (GError) problem = NULL;
  char *uri = g_strdup (tool->uri);

  if (uri == NULL && (tool->profile != NULL || of_environment == NULL))
    uri = profile_find_uri (tool, &problem);
  if (uri == NULL && problem == NULL)
    uri = g_strdup (of_environment);
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (uri == NULL)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI, "no database was named: %s",
                 tool->session != NULL ? "give `use URI` or `use PROFILE`"
                                       : "give --uri or --profile, or set HBASE_URI");
  return uri;
}

static gboolean
refuse_user (const char *uri, GError **error)
{
  const char *slashes = strstr (uri, "://");
  const char *host = slashes != NULL ? slashes + strlen ("://") : uri;

  if (memchr (host, '@', strcspn (host, "/?")) == NULL)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI,
               "the URI has a “@” in its host: give no user and no password");
  return FALSE;
}

/* `complete`: the URI with all options. Nothing is connected yet. */
static HBaseConnection *
make_connection (const char *uri, const char *complete, GError **error)
{
  HBaseConnection *connection = hbase_connection_new (complete, error);
  g_autofree char *advice = connection == NULL ? advice_for_uri (uri) : NULL;

  if (advice != NULL)
    tool_add_advice (error, advice);
  return connection;
}

gboolean
tool_check_uri (const char *uri, GError **error)
{
  g_autoptr (HBaseConnection) connection
      = refuse_user (uri, error) ? make_connection (uri, uri, error) : NULL;

  return connection != NULL;
}

static HBaseConnection *
connect_to (Tool *tool, const char *uri, GError **error)
{
  g_autofree char *complete = complete_uri (tool, uri);
  HBaseConnection *connection = make_connection (uri, complete, error);

  if (connection != NULL && g_str_has_prefix (uri, "thrift") && !tool->quiet)
    first_response_watch (connection);
  return connection;
}

HBaseConnection *
tool_connect (Tool *tool, GError **error)
{
  g_autofree char *uri = NULL;

  if (tool->connection != NULL)
    return tool->connection;
  uri = tool_find_uri (tool, error);
  if (uri == NULL || !refuse_user (uri, error))
    return NULL;
  if (tool->session != NULL)
    tool->connection = session_find (tool->session, uri, tool->may_create);
  if (tool->connection == NULL)
    {
      tool->connection = connect_to (tool, uri, error);
      if (tool->connection != NULL && tool->session != NULL)
        session_keep (tool->session, uri, tool->may_create, tool->connection);
    }
  if (tool->connection != NULL && !isnan (tool->timeout))
    g_object_set (tool->connection, "timeout", (guint) ceil (tool->timeout * MS_PER_SECOND), NULL);
  if (tool->connection != NULL)
    statistics_begin (tool->connection);
  return tool->connection;
}

static HBaseConnection *
connect_for_table (Tool *tool, const char *name, GError **error)
{
  HBaseConnection *connection = tool_connect (tool, error);

  if (connection == NULL)
    return NULL;
  forget_opened ();
  opened.connection = g_object_ref (connection);
  opened.table = g_strdup (name);
  return connection;
}

HBaseTable *
tool_open_table (Tool *tool, const char *name, GError **error)
{
  HBaseConnection *connection = connect_for_table (tool, name, error);

  return connection != NULL ? hbase_table_new_with_key_schema (connection, name, tool->schema) : NULL;
}

HBaseAdmin *
tool_open_admin (Tool *tool, const char *table, GError **error)
{
  HBaseConnection *connection = connect_for_table (tool, table, error);

  return connection != NULL ? hbase_admin_new (connection) : NULL;
}

HBaseTable *
tool_unsalted_table (Tool *tool, HBaseTable *table)
{
  return hbase_table_new_unsalted (hbase_table_get_connection (table), hbase_table_get_name (table),
                                   tool->schema);
}
