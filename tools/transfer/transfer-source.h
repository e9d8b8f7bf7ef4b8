/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "export-reader.h"

/* Cells of a table or of an export file, in the order of rows. */
typedef struct _TransferSource TransferSource;

/* What is read of a table. */
typedef struct {
  GBytes *after;       /* the rows after this one; NULL: from the first row */
  gint64 since;        /* cells with this timestamp or a later one, in ms since 1970; 0: all */
  gboolean is_visible; /* only what other reads return; FALSE: deleted cells and delete markers, too */
  guint parallelism;   /* how many regions are read at a time */
} TransferRange;

TransferSource *transfer_source_new_table (HBaseTable *table, const TransferRange *range);
/* The reader stays the caller's; it has begun. */
TransferSource *transfer_source_new_export (ExportReader *reader);
void transfer_source_free (TransferSource *source);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TransferSource, transfer_source_free)

/* Sets `*cell` to the next one, whose bytes stay until the next call. FALSE without an error: at the end. */
gboolean
transfer_source_next (TransferSource *source, TransferCell *cell, GCancellable *cancellable, GError **error);
