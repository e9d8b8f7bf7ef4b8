/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "model.h"

/* What a scan may return, and what it must. A scan guarantees:
 *
 *  1. Rows are in strict order (except in unordered scans); none is returned twice, and none from outside the
 *     range.
 *  2. A row that exists unchanged from the beginning of the scan on is returned exactly once.
 *  3. Each whole row has the state of one moment, which isn't before the beginning of the scan.
 *  4. As many rows are returned as were requested, unless there are fewer.
 *  5. With a filter that limits the rows of each region, no more are returned; which ones isn't specified.
 *  The keys of salted tables begin with a byte of salt, and scans are by unsalted keys; of two rows with the
 * same unsalted key that with the smaller salt is first, or last in a reversed scan. */

typedef struct {
  Model *model;
  gsize salt_length; /* 0 or 1 */
  gboolean reversed, unordered;
  GBytes *start, *stop, *prefix; /* NULL: none */
  gboolean skips_start, has_stop;
  guint limit;             /* 0: none */
  guint batch_size;        /* 0: whole rows */
  guint page;              /* rows of each region that a filter accepts; 0: no such filter */
  const GPtrArray *splits; /* of GBytes; for this filter */
  GHashTable *in_regions;  /* for this filter: number of a region → rows returned from it */
  guint64 since;
  GBytes *last;     /* the last row returned; NULL: none */
  GHashTable *came; /* of unordered scans: rows returned (GBytes) */
  guint n_rows;
  guint n_cells; /* received of the last row, while it may continue */
} Expectation;

/* Makes a random scan: half of its bounds are rows of the model, present or past ones. */
void expectation_init (Expectation *expectation, Model *model, GRand *rand, gsize salt_length);
/* The same with a filter that limits the rows of each region. */
void expectation_set_page (Expectation *expectation, guint page, const GPtrArray *splits);
/* Makes the expectation of the same rows in the other direction, from the moment of the call on: after
 * `from`, which isn't returned again (NULL: from the end). */
void expectation_turn (Expectation *expectation, gboolean around, GBytes *from);
void expectation_clear (Expectation *expectation);
/* Makes the scan, without what doesn't change its result. */
HBaseScan *expectation_make_scan (const Expectation *expectation);

/* Checks the next row that was received. */
void expectation_check_row (Expectation *expectation, HBaseRow *row);
/* Checks that no row is missing at the end. */
void expectation_check_end (Expectation *expectation);
