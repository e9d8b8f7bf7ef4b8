/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What was probably meant by a word that isn't among `words` (NULL-terminated; elements may be repeated), as the end of
 * a message: `; did you mean “scan”?`, or nothing. */
char *suggest_text (const char *word, const char *const *words);
