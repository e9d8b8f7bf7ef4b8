/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements what the commands have in common that change or delete one existing table. */

#include "config.h"

#include <string.h>

#include "confirm.h"
#include "output.h"
#include "table-change.h"
#include "table-state.h"

typedef struct {
  gboolean dry_run, if_exists, yes;
  gboolean option; /* of the command itself */
} Options;

static gboolean
parse (Tool *tool, const TableChange *change, const GOptionEntry *option, char ***words, Options *options)
{
  const GOptionEntry yes = CONFIRM_ENTRY (&options->yes);
  GOptionEntry entries[] = {
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options->dry_run, "print what would be done, and change nothing",
      NULL },
    { "if-exists", 0, 0, G_OPTION_ARG_NONE, &options->if_exists,
      "do nothing if there is no such table, which isn't an error then", NULL },
    change->deletes_rows ? yes : (GOptionEntry) G_OPTION_ENTRY_NULL,
    option != NULL ? *option : (GOptionEntry) G_OPTION_ENTRY_NULL,
    G_OPTION_ENTRY_NULL,
  };

  entries[3].arg_data = &options->option;
  return tool_parse (tool, change->command, entries, words, 1, 1);
}

/* Prints what would be done to the table as it is. */
static gboolean
print_plan (Tool *tool, HBaseAdmin *admin, const TableChange *change, const char *name, GError **error)
{
  g_auto (TableState) state = { 0 };
  g_autofree char *shown = output_escape (name);
  g_autoptr (GString) line = g_string_new (NULL);

  if (!table_state_read (tool, admin, name, &state, error))
    return FALSE;
  if (g_strcmp0 (change->new_state, table_state_name (&state)) == 0)
    g_string_printf (line, "nothing would be done: table “%s” is %s already", shown, change->new_state);
  else
    g_string_printf (line, "would %s table “%s” (%s, %u region%s)", change->verb, shown,
                     table_state_name (&state), state.regions->len, state.regions->len == 1 ? "" : "s");
  output_line (line);
  return TRUE;
}

/* HBase carries out what is requested of its own tables, and then doesn't work any more. */
static gboolean
refuse_system_table (const TableChange *change, const char *name, GError **error)
{
  if (!g_str_has_prefix (name, "hbase:") || g_strcmp0 (change->new_state, "enabled") == 0)
    return TRUE;
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "“%s” is a table of HBase itself, without which it doesn't work: this command doesn't %s it",
               name, change->verb);
  return FALSE;
}

/* Asks about a table only if it exists. Returns TOOL_FAILED with an error or after a message. */
static int
ask (Tool *tool, HBaseAdmin *admin, const TableChange *change, const char *name, gboolean yes, GError **error)
{
  g_autofree char *question = NULL;
  g_autoptr (HBaseTableDescriptor) table = NULL;

  if (!change->deletes_rows || yes)
    return TOOL_DONE;
  if (confirm_can_ask ())
    table = hbase_admin_describe_table (admin, name, tool->cancellable, error);
  if (table == NULL && confirm_can_ask ())
    return TOOL_FAILED;
  question = g_strdup_printf ("%c%s table “%s”, and delete all its rows?", g_ascii_toupper (change->verb[0]),
                              change->verb + 1, name);
  return confirm (tool, change->command, FALSE, "deletes all rows of the table", question);
}

static int
change_table (Tool *tool, const TableChange *change, const Options *options, const char *name, GError **error)
{
  g_autoptr (HBaseAdmin) admin
      = refuse_system_table (change, name, error) ? tool_open_admin (tool, name, error) : NULL;
  int status;

  if (admin == NULL)
    return TOOL_FAILED;
  if (options->dry_run)
    return print_plan (tool, admin, change, name, error) ? TOOL_DONE : TOOL_FAILED;
  status = ask (tool, admin, change, name, options->yes, error);
  if (status != TOOL_DONE)
    return status;
  return change->run (tool, admin, name, options->option, error) ? TOOL_DONE : TOOL_FAILED;
}

int
table_change_run (Tool *tool, const TableChange *change, const GOptionEntry *option, char **argv)
{
  Options options = { 0 };
  g_auto (GStrv) words = g_strdupv (argv);
  g_autoptr (GError) error = NULL;
  int status;

  if (!parse (tool, change, option, &words, &options))
    return TOOL_USAGE;
  status = change_table (tool, change, &options, words[1], &error);
  if (options.if_exists && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      tool_note (tool, "there is no table “%s”: nothing was done", words[1]);
      return TOOL_DONE;
    }
  return error != NULL ? tool_failed (error) : status;
}
