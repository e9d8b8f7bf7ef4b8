/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns the end of a message about a word that is none of `commands` (NULL-terminated): the command that is
 * meant, or why there is none; or nothing. */
char *other_commands_advise (const char *word, const char *const *commands);
