/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "load.h"

/* Reads rows from CSV, whose first record is a heading. It names first what the keys of rows are in: `row`,
 * or the fields of the key schema. Then there are either
 *
 *  - `column`, `timestamp`, `type` and `value`, of which the timestamp and the type can be left out, as
 *    `scan` prints them: each record is a cell, and those of a row follow one another; a delete marker is
 *    refused;
 *  - or columns, family:qualifier: each record is a row, which has no cell where a field is empty. */

typedef struct _CsvRows CsvRows;

/* `load` must stay. `schema`: NULL: none */
CsvRows *csv_rows_new (Load *load, HBaseKeySchema *schema);
void csv_rows_free (CsvRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CsvRows, csv_rows_free)

/* Returns the words of the next row, its key and cells as `put` takes them; NULL without an error at the end.
 * They stay until the next row is read. */
char **csv_rows_next (CsvRows *rows, GCancellable *cancellable, GError **error);
/* Returns the number of the line in which that row begins. */
guint64 csv_rows_get_line (const CsvRows *rows);
