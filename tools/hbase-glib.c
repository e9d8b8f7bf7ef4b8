/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file contains main() and the list of commands. The command line uses the library's public headers
 * only. */

#include "config.h"

#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "first-response.h"
#include "output.h"
#include "statistics.h"
#include "suggest.h"
#include "tool.h"
#include "value-types.h"

static const ToolCommand *const commands[] = {
  &command_create,  &command_tables,  &command_describe, &command_regions,  &command_enable,
  &command_disable, &command_drop,    &command_put,      &command_get,      &command_delete,
  &command_scan,    &command_count,   &command_exists,   &command_check,    &command_mutate,
  &command_page,    &command_first,   &command_last,     &command_prepend,  &command_retire,
  &command_incr,    &command_append,  &command_cas,      &command_sequence, &command_rekey,
  &command_key,     &command_splits,  &command_lint,     &command_simulate, &command_serve,
  &command_fsck,    &command_profile, &command_doctor,   &command_help,
};

static char *
describe_commands (void)
{
  GString *text = g_string_new ("Commands:\n");

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (text, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
  g_string_append (
      text, "\n`hbase-glib COMMAND --help` describes a command.\n\n"
            "Rows, columns and values are given and shown in printable escapes: \\x00 is a byte, and other\n"
            "characters stand for themselves. With --schema a row is given by its fields,\n"
            "NAME=VALUE,NAME=VALUE…; a comma in a value is written \\x2C.\n\n" TOOL_EXIT_STATUS "\n");
  return g_string_free (text, FALSE);
}

static const ToolCommand *
find_command (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (strcmp (commands[i]->name, name) == 0)
      return commands[i];
  return NULL;
}

static gboolean
print_version (const char *name, const char *value, gpointer data, GError **error)
{
  printf ("hbase-glib %u.%u.%u\n", hbase_get_major_version (), hbase_get_minor_version (),
          hbase_get_micro_version ());
  exit (TOOL_DONE);
}

/* Parses the options before the command; the words from the command on are left. */
static gboolean
parse_common (Tool *tool, char ***argv)
{
  GOptionEntry entries[] = {
    { "version", 0, G_OPTION_FLAG_NO_ARG, G_OPTION_ARG_CALLBACK, print_version, "print the version", NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("COMMAND …");
  g_autofree char *description = describe_commands ();
  g_autofree char *text = NULL, *shown = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_set_strict_posix (context, TRUE);
  g_option_context_set_summary (
      context, "Reads and changes the tables of HBase, or of an embedded database in a directory.");
  g_option_context_set_description (context, description);
  g_option_context_add_main_entries (context, entries, NULL);
  tool_add_common_options (tool, context);
  if (g_option_context_parse_strv (context, argv, &error)
      && tool_check_options (tool, TOOL_CSV | TOOL_TABLE, &error))
    return TRUE;
  text = tool_describe_option_error (entries, NULL, *argv, error);
  shown = advice_make_printable (text);
  fprintf (stderr, "hbase-glib: %s\nSee `hbase-glib --help`.\n", shown);
  return FALSE;
}

static void
refuse_command (const char *name)
{
  const char *names[G_N_ELEMENTS (commands) + 1] = { NULL };
  g_autofree char *shown = advice_make_printable (name), *advice = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    names[i] = commands[i]->name;
  advice = suggest_text (name, names);
  fprintf (stderr, "hbase-glib: there is no command “%s”%s\n`hbase-glib --help` lists the commands.\n", shown,
           advice);
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
    return parse_common (tool, &all) ? TOOL_DONE : TOOL_USAGE;
  command = find_command (words[1]);
  if (command != NULL)
    return command->run (tool, (char *[]){ words[1], (char *) "--help", NULL });
  refuse_command (words[1]);
  return TOOL_USAGE;
}

const ToolCommand command_help = {
  "help", "[COMMAND]", "list the commands, or describe one", NULL, run_help,
};

static int
run (Tool *tool, char **argv)
{
  const ToolCommand *command;

  if (argv[1] == NULL)
    {
      fprintf (stderr, "hbase-glib: COMMAND is missing\n`hbase-glib --help` lists the commands.\n");
      return TOOL_USAGE;
    }
  command = find_command (argv[1]);
  if (command == NULL)
    {
      refuse_command (argv[1]);
      return TOOL_USAGE;
    }
  return command->run (tool, argv + 1);
}

/* Checks that the whole output was written, and closes the connection, which finishes what calls left open
 * at a gateway. */
static int
finish (Tool *tool, gint64 start, int status)
{
  g_autoptr (GError) error = NULL;

  first_response_stop ();
  if (tool->connection != NULL && !hbase_connection_close (tool->connection, NULL, &error)
      && status == TOOL_DONE)
    status = tool_failed (error);
  if (!output_flush ())
    status = TOOL_FAILED;
  statistics_print (tool, start);
  g_clear_object (&tool->connection);
  g_clear_pointer (&tool->schema, hbase_key_schema_unref);
  g_free (tool->uri);
  g_free (tool->profile);
  g_free (tool->format);
  g_free (tool->schema_text);
  g_strfreev (tool->types);
  value_types_clear ();
  g_clear_object (&tool->cancellable);
  return status;
}

int
main (int argc, char **argv)
{
  Tool tool = { .timeout = NAN };
  g_auto (GStrv) words = g_strdupv (argv);
  gint64 start = g_get_monotonic_time ();
  int status = TOOL_USAGE;

  setlocale (LC_ALL, "");
  /* A failed write is noticed where it is made, whether or not the library has used a socket. */
  signal (SIGPIPE, SIG_IGN);
  g_set_prgname ("hbase-glib");
  tool.cancellable = g_cancellable_new ();
  tool_watch_signals (tool.cancellable);
  if (parse_common (&tool, &words))
    status = run (&tool, words);
  return finish (&tool, start, status);
}
