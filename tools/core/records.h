/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Prints records, which are lists of fields under the names of columns, as CSV (RFC 4180) or as an aligned
 * table. */

/* Adds a record. `names` and `fields` are NULL-terminated and equally long; the names are printed above the
 * first record. The first `n_keys` fields are the record's key, which a table doesn't repeat. The fields are
 * in printable escapes. */
void records_add (const Tool *tool, const char *const *names, const char *const *fields, guint n_keys);
/* Prints the records that wait for the alignment of others. The next record begins a new table. */
void records_print (void);
