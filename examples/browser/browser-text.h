/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* How bytes, numbers and times are written. */

/* Returns whether a character is shown as it is. Others, as those that turn the order of text around, would
 * make a value look like another one. */
gboolean browser_text_is_shown (gunichar c);
/* Returns the bytes as they are if they are text (UTF-8) whose characters are all shown, else in printable
 * escapes. `is_cut`: they are the beginning of a value, so that the last character may be incomplete. */
char *browser_text_print (const guint8 *bytes, gsize length, gboolean is_cut);
/* Returns one short line: the beginning of the value as text, or in printable escapes. */
char *browser_text_of_value (const guint8 *value, gsize length);
/* Returns “family:qualifier” in printable escapes. */
char *browser_text_of_column (const HBaseCellIter *cell);
/* Returns the local time of a timestamp in ms, or its number if it is no time since 1970. */
char *browser_text_of_timestamp (gint64 timestamp);
/* Returns lines of an offset, 8 bytes, and the characters that they are. */
char *browser_text_of_hex (const guint8 *bytes, gsize length);
/* Returns “1,234 rows”, or “1 row”. */
char *browser_text_of_count (guint64 count, const char *singular, const char *plural);
