/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-operation-private.h"

/* The plan of the pages of a scan: which rows are requested for a page, and which page they make. It sends
 * nothing.
 *
 *  1. A page is `size` rows that follow each other in the scan, in the scan's order even if they are read
 *     backwards. The last page, and a page that was read backwards near the beginning, may have fewer.
 *  2. One row more than the page has is read. It shows whether there is another page, and isn't on the
 *     page. It may only position this page, never another page, because no caller has seen it.
 *  3. A page is positioned by a row that was seen: forwards it begins immediately after it, backwards it
 *     ends immediately before it. So a row that stays in the table is on exactly one page, whatever rows
 *     are inserted and deleted.
 *  4. Backwards the scan is reversed, and the rows are brought into order here.
 *  5. Positions are stored keys, with their salts, even if rows are merged by their keys without salts. */

typedef struct {
  const char *table;     /* the owner's, as all of these */
  HBaseScan *scan;       /* of whole rows, without a limit: as hbase_page_plan_init() made it */
  HBaseScan *reversed;   /* the same rows in reverse */
  HBaseKeySchema *salts; /* the scan's keys are those of this schema without salts; NULL: stored keys */
  guint size;
  /* as in a scan's request */
  gsize row_width;
  void (*learn_row_width) (gpointer data, gsize width);
  gpointer learn_data;
} HBasePagePlan;

/* The position of a page. Forwards without a row: the first page; backwards without a row: the last. */
typedef struct {
  gboolean backward;
  GBytes *from; /* the row next to it; NULL: none */
} HBasePagePosition;

void hbase_page_position_clear (HBasePagePosition *position);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePagePosition, hbase_page_position_clear)

/* The scan is copied; `table` must live as long as the plan. */
void hbase_page_plan_init (HBasePagePlan *plan, const char *table, HBaseScan *scan, guint size);
void hbase_page_plan_clear (HBasePagePlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePagePlan, hbase_page_plan_clear)
/* Checks that such pages can be read; else INVALID_ARGUMENT. */
gboolean hbase_page_plan_check (const HBasePagePlan *plan, GError **error);
/* Checks that the page can be read in the position's direction; else INVALID_ARGUMENT. */
gboolean hbase_page_plan_check_direction (const HBasePagePlan *plan,
                                          const HBasePagePosition *position,
                                          GError **error);
/* Returns whether a page of the scan can have that position: a token may name any row. */
gboolean hbase_page_plan_has_position (const HBasePagePlan *plan, const HBasePagePosition *position);

/* Returns a scan of the plan's rows from `first` to `last`, both included; both were once rows of the
 * scan. */
HBaseScan *hbase_page_plan_narrow (const HBasePagePlan *plan, GBytes *first, GBytes *last);

/* Returns what to read, to the request's limit or the end of the rows. It points into the plan and the
   position. */
HBaseScanRequest hbase_page_plan_request (const HBasePagePlan *plan, const HBasePagePosition *position);

/* What is before and after a page. */
typedef struct {
  GBytes *first, *last;            /* its own first and last rows; NULL: it has none */
  gboolean has_previous, has_next; /* rows were seen before it, after it */
  HBasePagePosition own;           /* of the page itself; rows that are added before it don't move it */
} HBasePageBounds;

typedef HBaseSlice (*HBasePageRowKey) (gconstpointer row);

/* Makes the page of all rows that were read: removes the additional row, and brings the others into order. */
void hbase_page_plan_finish (const HBasePagePlan *plan,
                             const HBasePagePosition *position,
                             GPtrArray *rows,
                             HBasePageRowKey key,
                             HBasePageBounds *bounds);
void hbase_page_bounds_clear (HBasePageBounds *bounds);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePageBounds, hbase_page_bounds_clear)
