/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file plans the pages of a scan: which rows are requested for a page, and which page they make. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-plan-private.h"

#include "hbase-target-private.h"

/* One more row, and a row that is dropped, can still be counted. */
#define MAX_PAGE_SIZE (G_MAXINT32 - 2)

void
hbase_page_position_clear (HBasePagePosition *position)
{
  g_clear_pointer (&position->from, g_bytes_unref);
}

void
hbase_page_bounds_clear (HBasePageBounds *bounds)
{
  g_clear_pointer (&bounds->first, g_bytes_unref);
  g_clear_pointer (&bounds->last, g_bytes_unref);
  hbase_page_position_clear (&bounds->own);
}

void
hbase_page_plan_init (HBasePagePlan *plan, const char *table, HBaseScan *scan, guint size)
{
  *plan = (HBasePagePlan){ .table = table, .scan = hbase_scan_copy (scan), .size = size };
  hbase_scan_set_batch_size (plan->scan, 0);
  hbase_scan_set_limit (plan->scan, 0);
  hbase_scan_set_parallelism (plan->scan, 0, TRUE);
  plan->reversed = hbase_scan_reverse (plan->scan);
}

void
hbase_page_plan_clear (HBasePagePlan *plan)
{
  g_clear_pointer (&plan->scan, hbase_query_unref);
  g_clear_pointer (&plan->reversed, hbase_query_unref);
}

/* Each page is a scan of its own. */
static gboolean
check_filter (const HBasePagePlan *plan, GError **error)
{
  gboolean remembers = FALSE;
  g_autoptr (HBaseScan) resolved = hbase_scan_resolve (plan->scan, &remembers, error);

  if (resolved != NULL && remembers)
    hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                     "table “%s”: the scan's filter may remember rows (PageFilter within others, WHILE, "
                     "ColumnCountGetFilter, a filter in bytes): it can't be read page by page, as each page "
                     "is a scan of its own; read it with a cursor",
                     plan->table);
  return resolved != NULL && !remembers;
}

gboolean
hbase_page_plan_check (const HBasePagePlan *plan, GError **error)
{
  const HBaseTarget target = { .table = plan->table };

  if (plan->size > 0 && plan->size <= MAX_PAGE_SIZE)
    return hbase_target_prefix_error (target, hbase_scan_check (plan->scan, error), error)
           && check_filter (plan, error);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: pages of %u rows can't be read: ask for 1 to %d rows a page", plan->table,
                   plan->size, MAX_PAGE_SIZE);
  return FALSE;
}

gboolean
hbase_page_plan_check_direction (const HBasePagePlan *plan, const HBasePagePosition *position, GError **error)
{
  const HBaseTarget target = { .table = plan->table };

  return !position->backward
         || hbase_target_prefix_error (target, hbase_scan_check (plan->reversed, error), error);
}

/* Returns the key that is compared with the scan's bounds. NULL: it isn't a key of the schema. */
static GBytes *
ref_scanned_key (const HBasePagePlan *plan, GBytes *row)
{
  HBaseSlice key = hbase_slice_of_bytes (row);

  return plan->salts != NULL ? hbase_key_schema_unsalt (plan->salts, key.data, key.length, NULL)
                             : g_bytes_ref (row);
}

gboolean
hbase_page_plan_has_position (const HBasePagePlan *plan, const HBasePagePosition *position)
{
  g_autoptr (GBytes) key = position->from != NULL ? ref_scanned_key (plan, position->from) : NULL;
  HBaseSlice row = hbase_slice_of_bytes (position->from);
  HBaseScanBounds bounds;

  if (position->from == NULL || key == NULL)
    return position->from == NULL;
  hbase_scan_get_bounds (plan->scan, &bounds);
  return row.length > 0 && row.length <= HBASE_MAX_ROW_LENGTH
         && hbase_scan_bounds_contain (&bounds, hbase_scan_get_reversed (plan->scan),
                                       hbase_slice_of_bytes (key));
}

HBaseScan *
hbase_page_plan_narrow (const HBasePagePlan *plan, GBytes *first, GBytes *last)
{
  g_autoptr (GBytes) low = ref_scanned_key (plan, first);
  g_autoptr (GBytes) high = ref_scanned_key (plan, last);

  return hbase_scan_narrow (plan->scan, hbase_slice_of_bytes (low), hbase_slice_of_bytes (high));
}

HBaseScanRequest
hbase_page_plan_request (const HBasePagePlan *plan, const HBasePagePosition *position)
{
  return (HBaseScanRequest){ .table = plan->table,
                             .scan = position->backward ? plan->reversed : plan->scan,
                             .salts = plan->salts,
                             .limit = plan->size + 1,
                             .after = hbase_slice_of_bytes (position->from),
                             .row_width = plan->row_width,
                             .learn_row_width = plan->learn_row_width,
                             .learn_data = plan->learn_data };
}

static GBytes *
copy_key (HBaseSlice key)
{
  return g_bytes_new (key.data, key.length);
}

/* A page is positioned by the row before it if that was seen, else by the row after it, if it can be read
 * from there; else it is the first page. `beyond`: the row after the last row in the direction of reading, or
 * NULL. */
static HBasePagePosition
find_own_position (const HBasePagePlan *plan, const HBasePagePosition *position, GBytes *beyond)
{
  GBytes *before = position->backward ? beyond : position->from;
  HBasePagePosition own = { TRUE, position->backward ? position->from : beyond };

  if (before != NULL)
    own = (HBasePagePosition){ FALSE, before };
  else if (own.from == NULL || !hbase_page_plan_check_direction (plan, &own, NULL))
    own = (HBasePagePosition){ FALSE, NULL };
  if (own.from != NULL)
    g_bytes_ref (own.from);
  return own;
}

void
hbase_page_plan_finish (const HBasePagePlan *plan,
                        const HBasePagePosition *position,
                        GPtrArray *rows,
                        HBasePageRowKey key,
                        HBasePageBounds *bounds)
{
  gboolean more = rows->len > plan->size;
  g_autoptr (GBytes) beyond = more ? copy_key (key (rows->pdata[plan->size])) : NULL;

  *bounds = (HBasePageBounds){ .has_previous = position->backward ? more : position->from != NULL,
                               .has_next = position->backward ? position->from != NULL : more };
  if (rows->len == 0)
    return;
  g_ptr_array_set_size (rows, (gint) MIN (rows->len, plan->size));
  if (position->backward)
    hbase_rows_reverse (rows);
  bounds->first = copy_key (key (rows->pdata[0]));
  bounds->last = copy_key (key (rows->pdata[rows->len - 1]));
  bounds->own = find_own_position (plan, position, beyond);
}
