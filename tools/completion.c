/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the words that complete a command.
 *
 *  1. A command's options are those that its own function gives to tool_parse(); what stands at a position is
 *     the name that `arguments` of the command has for it. So a new command needs nothing here. */

#include "config.h"

#include <string.h>

#include "advice.h"
#include "commands.h"
#include "completion.h"
#include "profile.h"

/* A database that doesn't respond in this time is as good as none. */
#define DEFAULT_WAIT_SECONDS 2
#define MAX_WAIT_SECONDS 3600

/* What is completed. */
typedef struct {
  Tool tool;                  /* with the options of the command */
  const ToolCommand *command; /* NULL: its name isn't whole */
  GPtrArray *options;         /* of the command (element-type utf8) */
  GPtrArray *arguments;       /* those after the command that aren't options (element-type utf8) */
  const char *last;
  GPtrArray *found; /* (element-type utf8) */
} Completion;

static void
completion_clear (Completion *completion)
{
  tool_clear (&completion->tool);
  g_clear_pointer (&completion->options, g_ptr_array_unref);
  g_clear_pointer (&completion->arguments, g_ptr_array_unref);
  g_clear_pointer (&completion->found, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Completion, completion_clear)

/* Adds the word, after `before`, if it begins with what was typed. A name that has to be escaped can't be
 * completed, and isn't shown. */
static void
add (Completion *completion, const char *before, const char *word, const char *after)
{
  g_autofree char *whole = g_strconcat (before, word, after, NULL), *printable = advice_make_printable (word);

  if (strcmp (printable, word) == 0 && g_str_has_prefix (whole, completion->last))
    g_ptr_array_add (completion->found, g_steal_pointer (&whole));
}

static void
add_all (Completion *completion, const char *before, const char *const *words, const char *after)
{
  for (; words != NULL && *words != NULL; words++)
    add (completion, before, *words, after);
}

/* ---- what a database has ---- */

static HBaseAdmin *
open_admin (Completion *completion)
{
  HBaseConnection *connection = tool_connect (&completion->tool, NULL);

  return connection != NULL ? hbase_admin_new (connection) : NULL;
}

static void
add_tables (Completion *completion, const char *before)
{
  g_autoptr (HBaseAdmin) admin = open_admin (completion);
  g_auto (GStrv) names
      = admin != NULL ? hbase_admin_list_tables (admin, NULL, NULL, FALSE, NULL, NULL) : NULL;

  add_all (completion, before, (const char *const *) names, "");
}

static void
add_namespaces (Completion *completion, const char *before)
{
  g_autoptr (HBaseAdmin) admin = open_admin (completion);
  g_auto (GStrv) names = admin != NULL ? hbase_admin_list_namespaces (admin, NULL, NULL) : NULL;

  add_all (completion, before, (const char *const *) names, "");
}

/* Returns the table that the command names, or NULL. */
static const char *
get_table (const Completion *completion)
{
  const char *names = completion->command->arguments;

  return names != NULL && g_str_has_prefix (names, "TABLE") && completion->arguments->len > 0
             ? completion->arguments->pdata[0]
             : NULL;
}

static void
add_families (Completion *completion, const char *before, const char *after)
{
  const char *name = get_table (completion);
  g_autoptr (HBaseAdmin) admin = name != NULL ? open_admin (completion) : NULL;
  g_autoptr (HBaseTableDescriptor) table
      = admin != NULL ? hbase_admin_describe_table (admin, name, NULL, NULL) : NULL;
  g_autoptr (GPtrArray) families = table != NULL ? hbase_table_descriptor_get_families (table) : NULL;

  for (guint i = 0; families != NULL && i < families->len; i++)
    add (completion, before, hbase_family_descriptor_get_name (families->pdata[i]), after);
}

/* Returns the schema of --schema, or the profile's schema of the table. */
static HBaseKeySchema *
make_schema (Completion *completion)
{
  const char *table = get_table (completion);
  g_autofree char *text = g_strdup (completion->tool.schema_text);

  if (text == NULL && table != NULL)
    text = profile_find_schema (&completion->tool, table, NULL);
  return text != NULL ? hbase_key_schema_new (text, NULL) : NULL;
}

/* Adds the first field of the key that isn't given yet. */
static void
add_field (Completion *completion, const char *before)
{
  g_autoptr (HBaseKeySchema) schema = make_schema (completion);
  const char *comma = strrchr (completion->last, ','), *typed = completion->last + strlen (before);
  g_autofree char *given = comma != NULL
                               ? g_strndup (completion->last, (gsize) (comma + 1 - completion->last))
                               : g_strdup (before);
  g_auto (GStrv) fields = g_strsplit (comma != NULL ? typed : "", ",", -1);
  guint n_given = comma != NULL ? g_strv_length (fields) - 1 : 0;

  if (schema != NULL && n_given < hbase_key_schema_get_n_fields (schema))
    add (completion, given, hbase_key_schema_get_field_name (schema, n_given), "=");
}

/* ---- values of options ---- */

static const struct {
  const char *option;
  const char *values[7];
} values_of_options[] = {
  { "--format=", { "text", "json", "csv", "table", NULL } },
  { "--consistency=", { "strong", "timeline", NULL } },
  { "--durability=", { "use-default", "skip-wal", "async-wal", "sync-wal", "fsync-wal", NULL } },
  { "--read-type=", { "default", "stream", "pread", NULL } },
  { "--method=", { "auto", "reverse", "bisection", "constant", NULL } },
  { "--strategy=", { "probe", "ticket", "block", NULL } },
  { "--versions=", { "all", NULL } },
  { "--uri=", { "local://", "thrift://", NULL } },
};

static void
add_profiles (Completion *completion, const char *before)
{
  g_autoptr (GKeyFile) file = profile_load (NULL);
  g_auto (GStrv) names = file != NULL ? g_key_file_get_groups (file, NULL) : NULL;

  add_all (completion, before, (const char *const *) names, "");
}

/* `option`: with its `=`; `before`: what precedes the value in the last word. */
static void
add_values (Completion *completion, const char *option, const char *before)
{
  static const char *const rows[] = { "--prefix=", "--start=", "--stop=", "--row=", NULL };
  static const char *const families[]
      = { "--skip-guards=", "--guard-family=", "--family=", "--delete=", NULL };

  for (guint i = 0; i < G_N_ELEMENTS (values_of_options); i++)
    if (strcmp (values_of_options[i].option, option) == 0)
      add_all (completion, before, values_of_options[i].values, "");
  if (strcmp (option, "--namespace=") == 0)
    add_namespaces (completion, before);
  if (strcmp (option, "--table=") == 0)
    add_tables (completion, before);
  if (strcmp (option, "--profile=") == 0 || strcmp (option, "-p=") == 0)
    add_profiles (completion, before);
  if (completion->command == NULL)
    return;
  if (g_strv_contains (rows, option))
    add_field (completion, before);
  if (g_strv_contains (families, option))
    add_families (completion, before, "");
  if (strcmp (option, "--as=") == 0)
    add_families (completion, before, ":");
}

/* ---- arguments ---- */

/* Returns how the command names the next argument (transfer full), or NULL. */
static char *
name_argument (const Completion *completion)
{
  const char *arguments = completion->command->arguments;
  g_auto (GStrv) names = g_strsplit (arguments != NULL ? arguments : "", " ", -1);
  guint n_names = g_strv_length (names), index = completion->arguments->len;

  if (n_names == 0 || (index >= n_names && strstr (names[n_names - 1], "…") == NULL))
    return NULL;
  return g_strdelimit (g_strdup (names[MIN (index, n_names - 1)]), "[]", ' ');
}

static void
add_commands (Completion *completion)
{
  g_auto (GStrv) names = commands_list_names ();

  add_all (completion, "", (const char *const *) names, "");
}

static void
add_argument (Completion *completion)
{
  static const char *const verbs[] = { "put", "delete", NULL };
  g_autofree char *name = name_argument (completion);

  if (name == NULL)
    return;
  g_strstrip (name);
  if (g_str_has_prefix (name, "TABLE") || strcmp (name, "FROM") == 0 || strcmp (name, "TO") == 0)
    add_tables (completion, "");
  else if (strcmp (name, "NAMESPACE") == 0)
    add_namespaces (completion, "");
  else if (g_str_has_prefix (name, "FAMILY"))
    add_families (completion, "", "");
  else if (strcmp (name, "ROW") == 0)
    add_field (completion, "");
  else if (strcmp (name, "COMMAND") == 0)
    add_commands (completion);
  else if (g_str_has_prefix (name, "ACTION…"))
    {
      add_all (completion, "", verbs, "");
      add_families (completion, "", ":");
    }
  else if (g_str_has_prefix (name, "COLUMN"))
    add_families (completion, "", ":");
  else if (g_ascii_islower (*name))
    {
      g_auto (GStrv) choices = g_strsplit (name, "|", -1);

      add_all (completion, "", (const char *const *) choices, "");
    }
}

/* ---- words ---- */

static double
choose_wait (void)
{
  const char *text = g_getenv ("HBASE_TAB_WAIT");
  double seconds = text != NULL ? g_ascii_strtod (text, NULL) : 0;

  return seconds > 0 ? MIN (seconds, MAX_WAIT_SECONDS) : DEFAULT_WAIT_SECONDS;
}

/* Parses the common options; others, and what is invalid, are left. */
static void
parse_options (Completion *completion, char **words)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();
  g_auto (GStrv) left = NULL;

  g_strv_builder_add (all, "hbase-glib");
  g_strv_builder_addv (all, (const char **) words);
  left = g_strv_builder_end (all);
  g_option_context_set_ignore_unknown_options (context, TRUE);
  g_option_context_set_help_enabled (context, FALSE);
  tool_add_common_options (&completion->tool, context);
  g_option_context_parse_strv (context, &left, NULL);
  completion->tool.quiet = TRUE;
  completion->tool.timeout = choose_wait ();
}

static void
list_options (Completion *completion)
{
  g_ptr_array_unref (completion->options);
  completion->options = tool_list_options (completion->command);
}

static gboolean
takes_value (const Completion *completion, const char *word)
{
  g_autofree char *with_value = g_strconcat (word, "=", NULL);

  if (tool_option_takes_value (word))
    return TRUE;
  for (guint i = 0; i < completion->options->len; i++)
    if (strcmp (completion->options->pdata[i], with_value) == 0)
      return TRUE;
  return FALSE;
}

/* Finds the command and its arguments. Returns the option whose value comes next, or NULL. */
static const char *
divide (Completion *completion, char **words)
{
  for (; *words != NULL; words++)
    if (**words == '-' && takes_value (completion, *words))
      {
        if (words[1] == NULL)
          return *words;
        words++;
      }
    else if (**words == '-')
      continue;
    else if (completion->command != NULL)
      g_ptr_array_add (completion->arguments, *words);
    else if ((completion->command = commands_find (*words)) != NULL)
      list_options (completion);
    else
      {
        /* There is no such command. */
        g_ptr_array_add (completion->arguments, *words);
        return NULL;
      }
  return NULL;
}

static void
add_options (Completion *completion)
{
  static const char *const of_all[] = { "--uri=", "--profile=", "--help", "--version", NULL };

  for (guint i = 0; i < completion->options->len; i++)
    add (completion, "", completion->options->pdata[i], "");
  if (completion->command == NULL)
    add_all (completion, "", of_all, "");
}

static void
find (Completion *completion, char **words)
{
  const char *option = divide (completion, words), *last = completion->last;
  const char *equals = strchr (last, '=');
  g_autofree char *name = option != NULL ? g_strconcat (option, "=", NULL) : NULL;

  if (name == NULL && g_str_has_prefix (last, "--") && equals != NULL)
    {
      name = g_strndup (last, (gsize) (equals + 1 - last));
      add_values (completion, name, name);
    }
  else if (name != NULL)
    add_values (completion, name, "");
  else if (*last == '-')
    add_options (completion);
  else if (completion->command != NULL)
    add_argument (completion);
  else if (completion->arguments->len == 0)
    add_commands (completion);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

char **
completion_of_words (const Tool *base, char **words, const char *last)
{
  g_auto (Completion) completion = { .tool = tool_copy (base), .last = last };
  g_autoptr (GStrvBuilder) result = g_strv_builder_new ();

  completion.options = g_ptr_array_new_with_free_func (g_free);
  completion.arguments = g_ptr_array_new ();
  completion.found = g_ptr_array_new_with_free_func (g_free);
  parse_options (&completion, words);
  find (&completion, words);
  g_ptr_array_sort (completion.found, compare);
  for (guint i = 0; i < completion.found->len; i++)
    if (i == 0 || strcmp (completion.found->pdata[i], completion.found->pdata[i - 1]) != 0)
      g_strv_builder_add (result, completion.found->pdata[i]);
  return g_strv_builder_end (result);
}

/* ---- lines ---- */

#define CONTINUED "\\\n" /* which a shell removes */

/* Returns where the last word begins. */
static gsize
find_last_word (const char *text)
{
  gsize start = 0;
  char quote = '\0';

  for (gsize i = 0; text[i] != '\0'; i++)
    if (i == start && g_str_has_prefix (text + i, CONTINUED))
      start = ++i + 1;
    else if (text[i] == '\\' && quote != '\'' && text[i + 1] != '\0')
      i++;
    else if (quote != '\0')
      quote = text[i] == quote ? '\0' : quote;
    else if (text[i] == '\'' || text[i] == '"')
      quote = text[i];
    else if (text[i] == ' ' || text[i] == '\t')
      start = i + 1;
  return start;
}

/* Returns the word without quotes; one that isn't closed ends here. */
static char *
unquote (const char *word)
{
  static const char *const closing[] = { "", "'", "\"" };

  for (guint i = 0; i < G_N_ELEMENTS (closing); i++)
    {
      g_autofree char *closed = g_strconcat (word, closing[i], NULL);
      char *unquoted = g_shell_unquote (closed, NULL);

      if (unquoted != NULL)
        return unquoted;
    }
  return g_strdup (word);
}

/* A word that isn't whole gets no closing quote. */
static char *
quote (const char *word)
{
  static const char special[] = " \t\\'\"$`;&|<>()*?[]#~!{}";
  gsize length = strlen (word);
  gboolean is_whole = length > 0 && strchr ("=:,", word[length - 1]) == NULL;
  char *quoted;

  if (strpbrk (word, special) == NULL)
    return g_strdup (word);
  quoted = g_shell_quote (word);
  if (!is_whole)
    quoted[strlen (quoted) - 1] = '\0';
  return quoted;
}

char **
completion_of_line (const Tool *base, const char *text, gsize *start)
{
  g_autofree char *before = NULL, *last = NULL;
  g_auto (GStrv) words = NULL, found = NULL;

  *start = find_last_word (text);
  before = g_strndup (text, *start);
  last = unquote (text + *start);
  if (!g_shell_parse_argv (before, NULL, &words, NULL))
    words = g_new0 (char *, 1);
  found = completion_of_words (base, words, last);
  for (char **word = found; *word != NULL; word++)
    {
      char *quoted = quote (*word);

      g_free (*word);
      *word = quoted;
    }
  return g_steal_pointer (&found);
}
