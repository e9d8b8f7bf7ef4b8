/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "local-call.h"

/* A row whose families f and g hold the same number. Each write makes it one greater, by put, putMultiple,
 * mutateRow and checkAndPut in turn. So a test that has interrupted a write sees whether it was done wholly
 * or not at all. */

#define NUMBERED_ROW_FAMILIES "f g"

/* Writes the number after the one that the row holds, and beside it a value of `padding` bytes. Returns NULL,
 * or the error; free by g_free(). */
char *numbered_row_write (Local *local, const char *row, guint64 number, gsize padding);
/* Returns the number, or 0 if there is no row, after a check that both families hold it. */
guint64 numbered_row_read (Local *local, const char *row);
