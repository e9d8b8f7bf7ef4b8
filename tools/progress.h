/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* A line on the terminal that says how far a long command is; nothing where the standard error isn't a terminal. */

/* Whether somebody is there to see it, and the last one is old enough. */
gboolean progress_is_due (void);
/* Puts a line in place of the last one. */
void progress_print (const char *line);
/* "what: n units", a few times a second at most. */
void progress_show (const char *what, guint64 n, const char *units);
/* Takes the line away, if there is one. */
void progress_end (void);
