/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "export-format.h"

/* Writes export files. After an error a writer isn't used any more. */
typedef struct _ExportWriter ExportWriter;

/* The stream stays the caller's until the writer is freed. */
ExportWriter *export_writer_new (GOutputStream *stream);
/* Continues a file at this position, which must be that of the stream. */
ExportWriter *export_writer_new_at (GOutputStream *stream, const ExportState *state);
void export_writer_free (ExportWriter *writer);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExportWriter, export_writer_free)

/* Begins a file. `splits` (element-type GBytes): the first keys of the table's regions but the first. */
gboolean export_writer_begin (ExportWriter *writer,
                              HBaseTableDescriptor *table,
                              GPtrArray *splits,
                              GCancellable *cancellable,
                              GError **error);
/* Adds the next cell: in the order of rows, and all cells of a row one after another. */
gboolean
export_writer_add (ExportWriter *writer, const TransferCell *cell, GCancellable *cancellable, GError **error);
/* Ends the file. The stream isn't flushed. */
gboolean export_writer_end (ExportWriter *writer, GCancellable *cancellable, GError **error);
/* Appends the cell, without its row, as it is in a file. */
void export_append_cell (GByteArray *array, const TransferCell *cell);
/* Returns what was added. */
const ExportCounts *export_writer_get_counts (ExportWriter *writer);
