/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "export-format.h"

/* Reads export files. Errors name the file and the position in bytes: G_IO_ERROR_PARTIAL_INPUT if it ends
 * too early, G_IO_ERROR_NOT_SUPPORTED if its version is newer, else G_IO_ERROR_INVALID_DATA, and those of the
 * stream. After an error a reader isn't used any more. */
typedef struct _ExportReader ExportReader;

/* `name`: of the file, for errors. */
ExportReader *export_reader_new (GInputStream *stream, const char *name);
void export_reader_free (ExportReader *reader);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExportReader, export_reader_free)

/* Reads the description of the table, which must be done first. */
gboolean export_reader_begin (ExportReader *reader, GCancellable *cancellable, GError **error);
/* Both are the reader's. Splits: (element-type GBytes) */
HBaseTableDescriptor *export_reader_get_table (ExportReader *reader);
GPtrArray *export_reader_get_splits (ExportReader *reader);
/* Sets `*cell` to the next one, whose bytes stay until the next call. FALSE without an error: there are no
 * more, and the file is complete. */
gboolean
export_reader_next (ExportReader *reader, TransferCell *cell, GCancellable *cancellable, GError **error);
/* Returns the last position between rows before which all cells were returned. It is the reader's. */
const ExportState *export_reader_get_state (ExportReader *reader);
