/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-plan-private.h"
#include "hbase-table-private.h"

/* Reads the rows of one page: one scan operation to its end, after those that only count the rows before it.
 *
 *  1. `operation` is the one that is read, NULL before the first and after the last.
 *  2. While rows are counted none is kept, but the key of the last one, which is the place to go on from.
 *  3. A reader that was given up half-way leaves nothing open on the gateway when it is cleared. */

typedef struct {
  HBaseTable *table;      /* the owner's, as the next two */
  HBaseKeySchema *schema; /* of rows; may be NULL */
  const HBasePagePlan *plan;
  HBasePagePosition place; /* where the page lies; for as long as rows are counted, how far that is */
  HBaseScan *keys;         /* what is counted; NULL: nothing was yet */
  guint64 to_skip;
  HBaseScanOperation *operation;
  guint n_asked, n_came;
  GPtrArray *rows; /* (element-type HBaseRow): what came of the page */
} HBasePageReader;

/* Takes the place. `skip`: rows between it and the page. */
void hbase_page_reader_init (HBasePageReader *reader,
                             HBaseTable *table,
                             HBaseKeySchema *schema,
                             const HBasePagePlan *plan,
                             HBasePagePosition *place,
                             guint64 skip);
void hbase_page_reader_clear (HBasePageReader *reader);
/* Takes what is at hand. The operation to run next, once; NULL: the page is there. */
HBaseOperation *hbase_page_reader_go_on (HBasePageReader *reader);
