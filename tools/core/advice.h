/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* An error's message with what the library advises its callers in C turned into what one can do in a
 * shell. */
char *advice_for_shell (const char *message);
/* “did you mean URI?” for a URI that can't be used; NULL: nobody knows. */
char *advice_for_uri (const char *uri);
/* Appends “; ADVICE” to the error's message. */
void advice_add (GError **error, const char *advice);
/* As one line for a terminal: what can't be printed as escapes. */
char *advice_make_printable (const char *text);
/* Prints each line of a text that something else made, such as a server or a damaged file. */
void advice_print_lines (const char *text);
