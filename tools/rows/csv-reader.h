/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "load.h"

/* Reads records of CSV (RFC 4180): fields are separated by commas, or by another character; one in quotes may
 * contain commas, line breaks and doubled quotes. */

typedef struct _CsvReader CsvReader;

/* `load` must stay. `has_quotes`: otherwise quotes are characters like others. */
CsvReader *csv_reader_new (Load *load, char delimiter, gboolean has_quotes);
void csv_reader_free (CsvReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CsvReader, csv_reader_free)

/* Returns the fields of the next record, of which there is at least one; NULL without an error at the end.
 * They stay until the next record is read. */
char **csv_reader_next (CsvReader *reader, GCancellable *cancellable, GError **error);
/* Returns the number of the line in which the record that was read last begins. */
guint64 csv_reader_get_line (const CsvReader *reader);
