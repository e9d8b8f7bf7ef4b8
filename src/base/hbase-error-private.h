/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"

/* As g_set_error() in the domain HBASE_ERROR, for messages with text of others in them, a caller's or a peer's,
 * which may be no UTF-8 or hold control characters: these bytes come as printable escapes. A message is one line
 * of UTF-8. */
void hbase_error_set (GError **error, HBaseError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* As g_prefix_error(), of an error that was set so. */
void hbase_error_prefix (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Takes a message and gives it as it may stand in an error. */
char *hbase_error_text (char *text);
