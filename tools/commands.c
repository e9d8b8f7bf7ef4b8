/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file contains the list of commands, and runs them: once for the whole program, or once for each line
 * of the shell. */

#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "advice.h"
#include "commands.h"
#include "first-response.h"
#include "other-commands.h"
#include "output.h"
#include "session.h"
#include "statistics.h"

static const ToolCommand *const commands[] = {
  &command_create,  &command_tables,  &command_describe, &command_regions,  &command_enable,
  &command_disable, &command_drop,    &command_alter,    &command_truncate, &command_namespace,
  &command_status,  &command_slowlog, &command_put,      &command_get,      &command_delete,
  &command_scan,    &command_count,   &command_exists,   &command_check,    &command_mutate,
  &command_page,    &command_first,   &command_last,     &command_prepend,  &command_retire,
  &command_incr,    &command_append,  &command_cas,      &command_sequence, &command_rekey,
  &command_key,     &command_splits,  &command_lint,     &command_simulate, &command_serve,
  &command_fsck,    &command_compact, &command_profile,  &command_doctor,   &command_export,
  &command_import,  &command_mirror,  &command_verify,   &command_shell,    &command_complete,
  &command_help,
};

#define ENVIRONMENT                                                                                          \
  "Environment:\n"                                                                                           \
  "  HBASE_URI        the database, without --uri and --profile\n"                                           \
  "  HBASE_PROFILE    the profile, without --profile\n"                                                      \
  "  HBASE_DEBUG      what is logged to the standard error: calls, protocol, pool, retry or all\n"           \
  "  HBASE_TAB_WAIT   for how many seconds Tab, which completes words, waits for the database (2)\n"         \
  "  PAGER            what shows output that doesn't fit on the terminal (less); empty or cat: nothing "     \
  "does\n"                                                                                                   \
  "  NO_COLOR         if it is set, tables have no colours on a terminal\n"                                  \
  "  XDG_CONFIG_HOME  the folder of hbase-glib/config, which has the profiles (~/.config)\n"                 \
  "  XDG_STATE_HOME   the folder of hbase-glib/history, which has the lines of the shell (~/.local/state)\n"

static char *
describe_commands (const Session *session)
{
  GString *text = g_string_new ("Commands:\n");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i]->summary != NULL)
      g_string_append_printf (text, "  %-9s %s\n", commands[i]->name, commands[i]->summary);
  if (session != NULL)
    g_string_append (text, "  use       work on another database: use PROFILE, or use URI\n"
                           "  set       let options precede those of each line: set --format=json --timing\n"
                           "  unset     let no options precede those of each line\n"
                           "  quit      end the shell, as do exit and Ctrl-D\n");
  g_string_append_printf (text, "\n`%s` describes a command.\n\n",
                          session != NULL ? "help COMMAND" : "hbase-glib COMMAND --help");
  g_string_append (
      text, "Rows, columns and values are given and shown in printable escapes: \\x00 is a byte, and other\n"
            "characters stand for themselves. With --schema a row is given by its fields,\n"
            "NAME=VALUE,NAME=VALUE…; a comma in a value is written \\x2C.\n\n");
  if (session == NULL)
    g_string_append (text, ENVIRONMENT "\n");
  g_string_append (text, TOOL_EXIT_STATUS "\n");
  return g_string_free (text, FALSE);
}

const ToolCommand *
commands_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

char **
commands_list_names (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (commands[i]->summary != NULL)
      g_strv_builder_add (names, commands[i]->name);
  return g_strv_builder_end (names);
}

static gboolean
print_version (const char *name, const char *value, gpointer data, GError **error)
{
  printf ("hbase-glib %u.%u.%u\n", hbase_version_get_major (), hbase_version_get_minor (),
          hbase_version_get_micro ());
  exit (TOOL_DONE);
}

/* Parses the options before the command, of which there is at least one. The words from the command on are
 * left. */
static gboolean
parse_leading_options (Tool *tool, char ***argv)
{
  GOptionEntry entries[] = {
    { "version", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, print_version, "print the version", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("COMMAND …");
  g_autofree char *description = describe_commands (tool->session);
  g_autofree char *text = NULL, *shown = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_set_strict_posix (context, TRUE);
  g_option_context_set_summary (
      context, "Reads and changes the tables of HBase, or of an embedded database in a directory.");
  g_option_context_set_description (context, description);
  if (tool->session == NULL)
    g_option_context_add_main_entries (context, entries, NULL);
  tool_add_common_options (tool, context);
  if (tool->session != NULL && tool_print_help (tool, context, *argv))
    return FALSE;
  if (tool_parse_options (tool, context, argv, &error)
      && tool_check_options (tool, TOOL_CSV | TOOL_TABLE, &error))
    return TRUE;
  text = tool_describe_option_error (NULL, entries, NULL, *argv, error);
  shown = advice_make_printable (text);
  tool_complain ("%s", shown);
  fprintf (stderr, "See `hbase-glib --help`.\n");
  return FALSE;
}

/* Mostly a line begins with the command. */
gboolean
commands_parse_options (Tool *tool, char ***argv)
{
  const char *first = (*argv)[1];

  g_set_prgname ("hbase-glib");
  return first == NULL || first[0] != '-' || parse_leading_options (tool, argv);
}

/* Returns the words that can begin a command line, or a line of the shell. */
static char **
list_first_words (const Session *session)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) names = commands_list_names ();

  g_strv_builder_addv (builder, (const char **) names);
  if (session != NULL)
    g_strv_builder_addv (builder, (const char **) shell_words);
  return g_strv_builder_end (builder);
}

static void
refuse_command (const Session *session, const char *name)
{
  g_auto (GStrv) words = list_first_words (session);
  g_autofree char *shown = advice_make_printable (name);
  g_autofree char *advice = other_commands_advise (name, (const char *const *) words);

  tool_complain ("there is no command “%s”%s", shown, advice);
  fprintf (stderr, "`%s` lists the commands.\n", session != NULL ? "help" : "hbase-glib --help");
}

/* Prints the help of the command that follows, or the list of commands. */
static int
run_help (Tool *tool, char **argv)
{
  char *of_all[] = { (char *) "hbase-glib", (char *) "--help", NULL };
  g_auto (GStrv) words = g_strdupv (argv), all = g_strdupv (of_all);
  const ToolCommand *command;

  if (!tool_parse (tool, &command_help, NULL, &words, 0, 1))
    return TOOL_USAGE;
  if (words[1] == NULL)
    return commands_parse_options (tool, &all) || tool->helped ? TOOL_DONE : TOOL_USAGE;
  command = commands_find (words[1]);
  if (command != NULL)
    return command->run (tool, (char *[]){ words[1], (char *) "--help", NULL });
  refuse_command (tool->session, words[1]);
  return TOOL_USAGE;
}

const ToolCommand command_help = {
  "help", "[COMMAND]", "list the commands, or describe one", NULL, run_help,
};

/* Starting the thread that waits for signals takes as long as reading a row of an embedded database. So a
 * brief command starts it when it connects, and only if calls are sent to a gateway; otherwise a signal ends
 * the program. On a terminal there may be a pager: until it ends, signals mustn't end the program. */
static int
run_command (Tool *tool, const ToolCommand *command, char **argv)
{
  if (!command->is_brief || isatty (STDOUT_FILENO))
    tool_watch_signals (tool->cancellable);
  return command->run (tool, argv);
}

static int
run (Tool *tool, char **argv)
{
  const ToolCommand *command;

  if (argv[1] == NULL && tool->session == NULL && isatty (STDIN_FILENO) && isatty (STDOUT_FILENO))
    return run_command (tool, &command_shell, (char *[]){ (char *) command_shell.name, NULL });
  if (argv[1] == NULL)
    {
      tool_complain ("COMMAND is missing");
      fprintf (stderr,
               "`hbase-glib --help` lists the commands; `hbase-glib shell` reads them from the standard "
               "input.\n");
      return TOOL_USAGE;
    }
  command = commands_find (argv[1]);
  if (command == NULL)
    {
      refuse_command (tool->session, argv[1]);
      return TOOL_USAGE;
    }
  return run_command (tool, command, argv + 1);
}

/* Checks that the whole output was written, and closes the connection, which finishes what calls left open
 * at a gateway. A session's connection stays open. */
static int
finish (Tool *tool, gint64 start, int status)
{
  g_autoptr (GError) error = NULL;

  first_response_stop ();
  if (tool->session == NULL && tool->connection != NULL
      && !hbase_connection_close (tool->connection, NULL, &error) && status == TOOL_DONE)
    status = tool_failed (error);
  if (!output_flush ())
    status = TOOL_FAILED;
  statistics_print (tool, start);
  tool_clear (tool);
  return status;
}

int
commands_execute (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  gint64 start = g_get_monotonic_time ();
  int status = TOOL_USAGE;

  if (commands_parse_options (tool, &words))
    status = run (tool, words);
  return finish (tool, start, tool->helped ? TOOL_DONE : status);
}
