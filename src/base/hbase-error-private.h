/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"

/* Sets an error of the domain HBASE_ERROR as g_set_error() does. The message may include text of a caller or
 * a peer: bytes of it that aren't valid UTF-8, and control characters, are replaced by printable escapes, so
 * that a message is always one line of UTF-8. Returns FALSE, for checks that return whether they succeed. */
gboolean hbase_error_set (GError **error, HBaseError code, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Prefixes an error as g_prefix_error() does, with the same escapes. */
void hbase_error_prefix (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* Sets what an error of the domain HBASE_ERROR has beside its message; (transfer full), NULL: nothing. */
void hbase_error_take_details (GError *error, char *java_class, char *details);
/* Returns `error` itself, with the details of its cause, which may be NULL or of another domain. */
GError *hbase_error_with_details_of (GError *error, const GError *cause);
/* Returns `text` (transfer full) with the same escapes. */
char *hbase_error_text (char *text);
