/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* Loads libraries that only few commands need: to load them at the start takes longer than most commands. */

/* Loads the first of the files (NULL-terminated) that there is, which stays loaded, and sets `functions` to
 * the functions with these names (NULL-terminated). Returns FALSE with an error if there is none. */
gboolean
loaded_library_open (const char *const *files, const char *const *names, gpointer *functions, GError **error);
