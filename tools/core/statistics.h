/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Prints what --timing and --verbose request, to the standard error. `start`: when the command began, by the
 * monotonic clock. */
void statistics_print (const Tool *tool, gint64 start);
/* Counts from now on, for --verbose: the connection may have been used by earlier commands. */
void statistics_begin (HBaseConnection *connection);
/* Returns one of the connection's counters. */
guint64 statistics_get (HBaseConnection *connection, const char *name);
