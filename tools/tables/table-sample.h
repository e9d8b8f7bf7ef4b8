/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* Row keys of a table, chosen at random from all that a scan returns, with the times at which they were
 * written. */

typedef struct _TableSample TableSample;

TableSample *table_sample_new (void);
void table_sample_free (TableSample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TableSample, table_sample_free)

/* Shows a row of the scan, with at least one cell, to the sample. */
void table_sample_add (TableSample *sample, HBaseRow *row);
/* Returns the keys in the order of the timestamps of their rows' first cells (element-type GBytes). */
GPtrArray *table_sample_list_keys (TableSample *sample);
/* Reads some of the rows, and computes the mean number of bytes of a row in store files: of each cell its
 * row key, its names and value, and `overhead` bytes. 0: the rows don't exist any more, or an error. */
double table_sample_measure_rows (
    TableSample *sample, HBaseTable *table, guint overhead, GCancellable *cancellable, GError **error);
