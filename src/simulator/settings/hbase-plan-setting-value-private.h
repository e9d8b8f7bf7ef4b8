/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* These functions read a value as the method of Hadoop's `Configuration` in their comment does. They
 * return NULL, or what is wrong with the text: “isn't an integer”. */

/* getLong(): decimal or hexadecimal, without a unit. */
const char *hbase_plan_setting_value_parse_integer (const char *text, gint64 *value);
/* getLongBytes(): as getLong(), or a decimal number with one of the binary prefixes k, m, g, t, p and e. */
const char *hbase_plan_setting_value_parse_bytes (const char *text, gint64 *value);
/* getFloat() and getDouble(): with a suffix f or d, as in Java. */
const char *hbase_plan_setting_value_parse_number (const char *text, double *value);
/* getBoolean() */
const char *hbase_plan_setting_value_parse_boolean (const char *text, gboolean *value);
