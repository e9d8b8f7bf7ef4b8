/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What doesn't fit on the terminal is shown by a pager: $PAGER, or less if it is installed. It is left out if
 * the standard output or input isn't a terminal, or $PAGER is empty or cat. */

/* Returns how many columns the terminal has; 0: there is no terminal, or the pager is left out. */
guint pager_get_columns (void);
/* Lets a pager show the standard output from now on if the terminal can't show so many lines. */
void pager_start_for (guint n_lines);
/* The same for lines that are printed next. */
void pager_start_for_text (const char *text);
/* Waits until the user leaves the pager. What is printed next goes to the terminal again. Returns whether
 * there was a pager. */
gboolean pager_end (void);
