/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Shows the progress of a long command in one line, if the standard error is a terminal. */

/* Whether progress is shown at all; by default it is. */
void progress_set_enabled (gboolean enabled);
/* Returns whether the standard error is a terminal, and the last line is old enough to be replaced. */
gboolean progress_is_due (void);
/* Replaces the last line. */
void progress_print (const char *line);
/* Shows "what: n units", at most a few times a second. */
void progress_show (const char *what, guint64 n, const char *units);
/* Removes the line, if there is one. */
void progress_end (void);
