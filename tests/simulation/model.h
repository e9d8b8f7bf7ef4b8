/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* A table as it should be: rows in an array, sorted, each with all that it has been. A row has as many cells
 * as its key says, all of one value, that of the write that put it there: so a read can be told to be of one
 * moment. */

typedef struct _Model Model;

typedef struct {
  GBytes *key;
  guint n_cells;
  GArray *spells; /* of Spell: in order; between two of them the row wasn't there */
} ModelRow;

typedef struct {
  guint64 from, until; /* moments; `until` G_MAXUINT64: it is so now */
  guint write;
} Interval;

Model *model_new (void);
void model_free (Model *model);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Model, model_free)

/* Counts the changes. */
guint64 model_get_moment (Model *model);
/* Returns the row as it is now; its last spell has the write. */
ModelRow *model_put (Model *model, HBaseSlice key);
/* FALSE: there is no such row. */
gboolean model_delete (Model *model, HBaseSlice key);
/* All that ever were; also those that aren't there now. */
guint model_get_n_rows (Model *model);
ModelRow *model_get_row (Model *model, guint index);
/* NULL: there never was one. */
ModelRow *model_find (Model *model, HBaseSlice key);

/* Whether the row was there from that moment till now, and nothing happened to it. */
gboolean model_row_stayed (const ModelRow *row, guint64 since);
/* Whether it was what that write made of it at any moment since then. */
gboolean model_row_was (const ModelRow *row, guint write, guint64 since);
