/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What the browser remembers between two runs: the databases that were opened, and the key schemas that were
 * typed in for their tables. It is stored in a key file that only its user can read, because a URI may
 * contain a password. What can't be stored is forgotten. */

/* Returns the URIs that were opened, the last one first. (transfer full) */
char **browser_settings_list_recent (void);
void browser_settings_add_recent (const char *uri);
void browser_settings_remove_recent (const char *uri);

/* Returns the schema that was last used for the table; NULL: none. */
char *browser_settings_dup_schema (const char *uri, const char *table);
/* `schema` empty: forgets it. */
void browser_settings_set_schema (const char *uri, const char *table, const char *schema);
