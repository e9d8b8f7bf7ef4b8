/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"

/* Sets an error of the domain HBASE_ERROR as g_set_error() does. The message may include text of a caller or
 * a peer: bytes of it that aren't valid UTF-8, and control characters, are replaced by printable escapes, so
 * that a message is always one line of UTF-8. Returns FALSE, for checks that return whether they succeed. */
gboolean hbase_error_set (GError **error, HBaseError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Prefixes an error as g_prefix_error() does, with the same escapes. */
void hbase_error_prefix (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Returns `text` (transfer full) with the same escapes. */
char *hbase_error_text (char *text);
