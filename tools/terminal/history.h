/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* The shell's history: the file hbase-glib/history in $XDG_STATE_HOME, a line for each command, which only
 * its owner can read. What can't be read or written is left out: a history isn't worth an error. */

/* Returns the last lines, the oldest first (transfer full). */
char **history_load (void);
/* Appends the line to the file. */
void history_append (const char *line);
