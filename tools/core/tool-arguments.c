/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file reads the arguments of a command, and says what is wrong with them. */

#include "config.h"

#include <string.h>

#include "profile.h"
#include "progress.h"
#include "suggest.h"
#include "tool-options.h"
#include "value-types.h"

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
  g_autofree GOptionEntry *common = tool_make_common_entries (&unused);
  const GOptionEntry *const lists[] = { entries, more, common };

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (const GOptionEntry *entry = lists[i]; entry != NULL && entry->long_name != NULL; entry++)
      g_ptr_array_add (tool->listed_options, g_strconcat ("--", entry->long_name,
                                                          entry->arg != G_OPTION_ARG_NONE ? "=" : "", NULL));
  g_ptr_array_add (tool->listed_options, g_strdup ("--help"));
  g_ptr_array_add (tool->listed_options, g_strdup ("--help-common"));
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

/* Returns whether one of the options is called so, in small letters. */
static gboolean
has_option (const char *const *options, const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1), *option = g_strconcat ("--", lower, NULL);

  return g_strv_contains (options, option);
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

GPtrArray *
tool_list_options (const ToolCommand *command)
{
  GPtrArray *listed = g_ptr_array_new_with_free_func (g_free);
  Tool lister = { TOOL_DEFAULT_TIMEOUTS, .listed_options = listed };
  g_autofree char *program = g_strdup (g_get_prgname ());

  command->run (&lister, (char *[]){ (char *) command->name, NULL });
  g_set_prgname (program);
  return listed;
}

/* Returns whether the command reads rows that are named, and `scan` has the option, as `--prefix`. */
static gboolean
is_for_scan (const ToolCommand *command, const char *option)
{
  g_autoptr (GPtrArray) listed = NULL;
  g_autofree char *with_value = g_strconcat (option, "=", NULL);

  if (command != &command_get && command != &command_exists)
    return FALSE;
  listed = tool_list_options (&command_scan);
  return g_ptr_array_find_with_equal_func (listed, option, g_str_equal, NULL)
         || g_ptr_array_find_with_equal_func (listed, with_value, g_str_equal, NULL);
}

char *
tool_describe_option_error (const ToolCommand *command,
                            const GOptionEntry *entries,
                            const GOptionEntry *more,
                            char **words,
                            const GError *error)
{
  Tool unused = { 0 };
  g_autofree GOptionEntry *common = tool_make_common_entries (&unused);
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
  if (is_for_scan (command, unknown))
    return g_strdup_printf ("there is no option %s; did you mean `scan %s`?", unknown, unknown);
  argument = make_singular (unknown);
  if (has_argument (command, argument) && !has_option ((const char *const *) names->pdata, argument))
    return g_strdup_printf ("there is no option %s: give each %s as a word", unknown, argument);
  advice = suggest_text (unknown, (const char *const *) names->pdata);
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

/* The first word of some commands is one of several, `create|next`. */
static gboolean
check_verb (const ToolCommand *command, const char *word)
{
  g_autofree char *verbs = name_argument (command, 0), *list = NULL, *advice = NULL;
  g_auto (GStrv) names = g_strsplit (verbs, "|", -1);

  if (word == NULL || strchr (verbs, '|') == NULL || g_strv_contains ((const char *const *) names, word))
    return TRUE;
  advice = suggest_text (word, (const char *const *) names);
  list = g_strjoinv (", ", names);
  tool_usage (command, "“%s” is none of %s%s", word, list, advice);
  return FALSE;
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

/* `is_new`: whether --raw was given for this command, and not for all lines of a shell. */
static gboolean
check_raw (const Tool *tool, gboolean is_new, GError **error)
{
  if (!tool->raw || !is_new || tool->schema != NULL)
    return TRUE;
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "--raw is for row keys that don't match the schema, but the table has no schema: keys are shown "
      "as they are (`scan --with-deleted` shows delete markers)");
  return FALSE;
}

/* Uses what the profile has for the table, if the first argument is a table. */
static gboolean
use_profile (Tool *tool, const ToolCommand *command, const char *word, gboolean raw_is_new, GError **error)
{
  g_autofree char *argument = name_argument (command, 0);

  return word == NULL || strcmp (argument, "TABLE") != 0
         || (use_schema_of_profile (tool, word, error) && use_types_of_profile (tool, word, error)
             && check_raw (tool, raw_is_new, error));
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
  g_autoptr (GOptionContext) context = tool_make_context (tool, command, entries, more);
  gboolean raw_is_new = tool->session == NULL || !tool->raw;
  g_autoptr (GError) error = NULL;

  if (tool->listed_options != NULL)
    {
      list_options (tool, entries, more);
      return FALSE;
    }
  if (tool->session != NULL && tool_print_help (tool, context, *argv))
    return FALSE;
  if (!tool_parse_own_options (tool, context, entries, more, argv, &error)
      || !tool_check_options (tool, command->formats, &error))
    {
      g_autofree char *text = tool_describe_option_error (command, entries, more, *argv, error);

      tool_usage (command, "%s", text);
      return FALSE;
    }
  progress_set_enabled (!tool->quiet);
  remove_separator (*argv + 1);
  if (!refuse_comma (command, (*argv)[1]) || !check_verb (command, (*argv)[1])
      || !check_n_words (command, *argv, least, most))
    return FALSE;
  if (use_profile (tool, command, (*argv)[1], raw_is_new, &error))
    return TRUE;
  tool_failed (error);
  return FALSE;
}
