/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* The words that only the shell has (NULL-terminated). */
extern const char *const shell_words[];

/* Returns NULL if there is no such command. */
const ToolCommand *commands_find (const char *name);
/* Returns the names of the commands that --help lists (transfer full). */
char **commands_list_names (void);
/* Parses the options before a command; the words from the command on are left. Returns FALSE after an error
 * or the help, which was printed. */
gboolean commands_parse_options (Tool *tool, char ***argv);
/* Runs the command that `argv` names after its first word, which is the program's name. Frees what `tool`
 * has, and returns the exit status. */
int commands_execute (Tool *tool, char **argv);
