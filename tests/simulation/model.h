/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* A model of a table: a sorted array of rows, each with its whole history. The number of a row's cells
 * follows from its key, and all have the same value, that of the write: so the model can tell of which moment
 * a read is. */

typedef struct _Model Model;

typedef struct {
  GBytes *key;
  guint n_cells;
  GArray *intervals; /* of Interval: in order; between two of them the row didn't exist */
} ModelRow;

typedef struct {
  guint64 from, until; /* moments; `until` G_MAXUINT64: until now */
  guint write;
} Interval;

Model *model_new (void);
void model_free (Model *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Model, model_free)

/* The number of changes. */
guint64 model_get_moment (Model *model);
/* Returns the current row; its last interval has the write. */
ModelRow *model_put (Model *model, HBaseSlice key);
/* Returns FALSE if the row doesn't exist. */
gboolean model_delete (Model *model, HBaseSlice key);
/* Returns all rows that ever existed. */
guint model_get_n_rows (Model *model);
ModelRow *model_get_row (Model *model, guint index);
/* Returns NULL if the row never existed. */
ModelRow *model_find (Model *model, HBaseSlice key);

/* Returns whether the row has existed unchanged since that moment. */
gboolean model_row_stayed (const ModelRow *row, guint64 since);
/* Returns whether the row was as that write made it at any moment since then. */
gboolean model_row_was (const ModelRow *row, guint write, guint64 since);
