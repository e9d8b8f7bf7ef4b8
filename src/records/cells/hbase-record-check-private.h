/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

#include "hbase-slice-private.h"

/* Returns the row in quotes and printable escapes, shortened if it is long. */
char *hbase_record_show_row (HBaseSlice row);

/* Returns `family:qualifier` in printable escapes; `family` if the qualifier's data is NULL. */
char *hbase_record_show_column (HBaseSlice family, HBaseSlice qualifier);

/* Sets INVALID_ARGUMENT: `put of row “a\x00”: …`, `scan: …` (row's data NULL). Returns FALSE. */
gboolean hbase_record_fail (GError **error, const char *what, HBaseSlice row, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* INVALID_ARGUMENT unless the key has 1 to 32,767 bytes. */
gboolean hbase_row_key_check (HBaseSlice row, GError **error);
