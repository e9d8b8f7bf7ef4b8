/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns the end of a message about a word that isn't one of `words` (NULL-terminated; elements may be
 * repeated): `; did you mean “scan”?`, or nothing. */
char *suggest_text (const char *word, const char *const *words);
