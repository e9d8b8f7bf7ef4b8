/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-page-plan-private.h"
#include "hbase-target-private.h"

/* The page operation reads one page of a scan. It runs scan operations as its children: first the operations
 * that only count the rows to skip, then the operation that reads the page. Each run of a child has the whole
 * timeout. A run that was interrupted can be repeated: it continues to read. */

/* The operation's result. */
typedef struct {
  GPtrArray *rows; /* (element-type HBaseRow) in the scan's order; may be empty */
  HBasePageBounds bounds;
} HBasePageResult;

void hbase_page_result_clear (HBasePageResult *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePageResult, hbase_page_result_clear)

/* The plan must live as long as the operation. `n_skipped`: the number of rows between the position and the
 * page. */
HBaseOperation *hbase_page_operation_new (HBaseTarget target,
                                          const HBasePagePlan *plan,
                                          const HBasePagePosition *position,
                                          guint64 n_skipped);
/* Reads all pages, each after the last row of the page before. The result has all rows, and no bounds. */
HBaseOperation *hbase_page_operation_new_all (HBaseTarget target, const HBasePagePlan *plan);
