/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Does the same as hbase_bytes_from_escaped(), but a backslash before any other character than `x` and a
 * backslash stays, as in the regular expression `\d`. */
GBytes *hbase_bytes_from_loosely_escaped (const char *text, GError **error);
/* Returns the length of the byte order mark, with which some programs begin a file; it isn't part of the
 * text. 0: there is none. */
gsize hbase_text_measure_mark (const char *text, gsize length);
