/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "model.h"

/* What may come of a scan, and what must. A scan promises:
 *
 *  1. Rows come in strict order (but for unordered ones), none twice, none from outside.
 *  2. A row that is there from the scan's beginning on, untouched, comes exactly once.
 *  3. Each row that comes whole is of one moment, which isn't before the scan's beginning.
 *  4. As many rows come as were asked for, unless there are fewer.
 *  5. Behind a filter that lets so many rows of each region through no more come, and none says which.
 *
 * Of salted tables, the keys of whose rows begin with a byte of salt, it is scans by unsalted keys; where two rows
 * have the same, that with the smaller salt comes first, in a reversed scan the other one. */

typedef struct {
  Model *model;
  gsize salt_length; /* 0 or 1 */
  gboolean reversed, unordered;
  GBytes *start, *stop, *prefix; /* NULL: not said */
  gboolean skips_start, has_stop;
  guint limit;             /* 0: none */
  guint batch_size;        /* 0: rows come whole */
  guint page;              /* rows of each region that a filter lets through; 0: there is no such filter */
  const GPtrArray *splits; /* of GBytes; of this filter */
  GHashTable *in_regions;  /* of this filter: a region's number → rows that came of it */
  guint64 since;
  GBytes *last;     /* the last row that came; NULL: none did */
  GHashTable *came; /* of unordered ones: rows (GBytes) */
  guint n_rows;
  guint n_cells; /* that came of the last row, while more of it may come */
} Expectation;

/* Some scan of what is in the model, now or not: half of its bounds are its rows. */
void expectation_init (Expectation *expectation, Model *model, GRand *rand, gsize salt_length);
/* …through a filter that lets so many rows of each region through. */
void expectation_set_page (Expectation *expectation, guint page, const GPtrArray *splits);
/* The same rows the other way round: from that row on, which doesn't come again (NULL: from the end), and from this
 * moment on. */
void expectation_turn (Expectation *expectation, gboolean around, GBytes *from);
void expectation_clear (Expectation *expectation);
/* The scan of this, without what is only a matter of how it is done. */
HBaseScan *expectation_make_scan (const Expectation *expectation);

/* What came, in this order. */
void expectation_check_row (Expectation *expectation, HBaseRow *row);
/* …and that was all. */
void expectation_check_end (Expectation *expectation);
