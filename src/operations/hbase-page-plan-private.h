/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-scan-operation-private.h"

/* Which rows to ask for, for a page of a scan, and what page they are. Pure: it asks nobody.
 *
 *  1. A page is `size` rows that follow each other in the scan, in the scan's own order whichever way the
 *     reader went. The last page of all, and a page that was read backwards from near the beginning, may have
 *     fewer.
 *  2. One row more than the page has is read. It tells whether there is a page beyond; it isn't on the page. Only
 *     the page's own place may be named by it, never that of another page, as no caller has seen it.
 *  3. A place is named by a row that was seen: forward the page begins right behind it, backward it ends
 *     right before it. So a row that stays in the table is on one page, whatever comes and goes around it.
 *  4. Backward the scan is turned: what comes is brought into order here.
 *  5. Places are named by rows' own keys, with their salts, also where rows are merged by unsalted ones.
 */

typedef struct {
  const char *table;     /* the owner's, as all of these */
  HBaseScan *scan;       /* of whole rows, without a limit: as hbase_page_plan_init() made it */
  HBaseScan *turned;     /* the same rows the other way round */
  HBaseKeySchema *salts; /* as of the scan operation: of whose unsalted keys the scan is; NULL: of row keys */
  guint size;
  /* as in a scan's request */
  gsize row_width;
  void (*learn_row_width) (gpointer data, gsize width);
  gpointer learn_data;
} HBasePagePlan;

/* Where a page lies. Forward without a row: the first page; backward without one: the last. */
typedef struct {
  gboolean backward;
  GBytes *from; /* the row next to it; NULL: none */
} HBasePagePosition;

void hbase_page_position_clear (HBasePagePosition *place);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePagePosition, hbase_page_position_clear)

/* The scan is copied; `table` must live as long as the plan. */
void hbase_page_plan_init (HBasePagePlan *plan, const char *table, HBaseScan *scan, guint size);
void hbase_page_plan_clear (HBasePagePlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePagePlan, hbase_page_plan_clear)
/* Whether there can be such pages; else INVALID_ARGUMENT. */
gboolean hbase_page_plan_check (const HBasePagePlan *plan, GError **error);
/* Whether the page there can be read from that side; else INVALID_ARGUMENT. */
gboolean
hbase_page_plan_check_direction (const HBasePagePlan *plan, const HBasePagePosition *place, GError **error);
/* Whether a page of the scan can lie there: anybody can name a row. */
gboolean hbase_page_plan_has_position (const HBasePagePlan *plan, const HBasePagePosition *place);

/* Of the plan's rows those from `first` to `last`, both included, which were rows of it once. */
HBaseScan *hbase_page_plan_narrow (const HBasePagePlan *plan, GBytes *first, GBytes *last);

/* What to read, to the request's limit or the end of the rows. It points into the plan and the place. */
HBaseScanRequest hbase_page_plan_request (const HBasePagePlan *plan, const HBasePagePosition *place);

/* What a page lies between. */
typedef struct {
  GBytes *first, *last;            /* its own first and last rows; NULL: it has none */
  gboolean has_previous, has_next; /* rows were seen before it, behind it */
  HBasePagePosition own; /* where the page itself lies; rows that are added before it don't move it */
} HBasePageBounds;

typedef HBaseSlice (*HBasePageRowKey) (gconstpointer row);

/* Makes the page of all the rows that came: they are the page's then, in its order. */
void hbase_page_plan_finish (const HBasePagePlan *plan,
                             const HBasePagePosition *place,
                             GPtrArray *rows,
                             HBasePageRowKey key,
                             HBasePageBounds *ends);
void hbase_page_bounds_clear (HBasePageBounds *ends);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBasePageBounds, hbase_page_bounds_clear)
