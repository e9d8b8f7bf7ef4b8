/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Finds the words that can stand at the end of an incomplete command. `base` has the options that precede all
 * commands. Errors, such as of a database that isn't there, only make fewer words. */

/* `words`: the whole words after the program's name; `last`: the beginning of the next one. The result
 * (transfer full, sorted) has no quotes. A word that ends in `=`, `:` or `,` isn't whole. */
char **completion_of_words (const Tool *base, char **words, const char *last);
/* The same for a line of the shell; `start`: where the last word begins. The result is quoted as a shell
 * needs it. */
char **completion_of_line (const Tool *base, const char *text, gsize *start);
