/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Reads text that people and other programs have written. Some of them begin a file with a byte order mark,
 * which isn't part of the text. */

/* Returns how many bytes the mark at the beginning of a file has; 0: there is none. */
gsize text_file_measure_mark (const char *data, gsize length);
/* Reads a whole file, as g_file_get_contents() does, without the mark. `length` may be NULL. */
gboolean text_file_read (const char *path, char **text, gsize *length, GError **error);
