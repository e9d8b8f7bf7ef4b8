/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-page-plan-private.h"

#include "hbase-target-private.h"

/* So that one row more, and a row that is dropped, can always be counted. */
#define MAX_PAGE_SIZE (G_MAXINT32 - 2)

void
hbase_page_position_clear (HBasePagePosition *place)
{
  g_clear_pointer (&place->from, g_bytes_unref);
}

void
hbase_page_bounds_clear (HBasePageBounds *ends)
{
  g_clear_pointer (&ends->first, g_bytes_unref);
  g_clear_pointer (&ends->last, g_bytes_unref);
  hbase_page_position_clear (&ends->own);
}

void
hbase_page_plan_init (HBasePagePlan *plan, const char *table, HBaseScan *scan, guint size)
{
  *plan = (HBasePagePlan){ .table = table, .scan = hbase_scan_copy (scan), .size = size };
  hbase_scan_set_batch_size (plan->scan, 0);
  hbase_scan_set_limit (plan->scan, 0);
  hbase_scan_set_parallelism (plan->scan, 0, TRUE);
  plan->turned = hbase_scan_reverse (plan->scan);
}

void
hbase_page_plan_clear (HBasePagePlan *plan)
{
  g_clear_pointer (&plan->scan, hbase_scan_unref);
  g_clear_pointer (&plan->turned, hbase_scan_unref);
}

/* Each page is a scan of its own. */
static gboolean
check_filter (const HBasePagePlan *plan, GError **error)
{
  gboolean remembers = FALSE;
  g_autoptr (HBaseScan) resolved = hbase_scan_resolve (plan->scan, &remembers, error);

  if (resolved != NULL && remembers)
    hbase_error_set (
        error, HBASE_ERROR_INVALID_ARGUMENT,
        "table “%s”: the scan's filter may remember rows (PageFilter within others, WHILE, "
        "ColumnCountGetFilter, a filter in bytes): there can be no pages of it, as each begins anew; read it "
        "with a cursor",
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
                   "table “%s”: pages of %u rows can't be: ask for 1 to %d rows a page", plan->table,
                   plan->size, MAX_PAGE_SIZE);
  return FALSE;
}

gboolean
hbase_page_plan_check_direction (const HBasePagePlan *plan, const HBasePagePosition *place, GError **error)
{
  const HBaseTarget target = { .table = plan->table };

  return !place->backward
         || hbase_target_prefix_error (target, hbase_scan_check (plan->turned, error), error);
}

/* What the scan's bounds are compared with. NULL: it is no key of the schema. */
static GBytes *
ref_scanned_key (const HBasePagePlan *plan, GBytes *row)
{
  HBaseSlice key = hbase_slice_of_bytes (row);

  return plan->salts != NULL ? hbase_key_schema_unsalt (plan->salts, key.data, key.length, NULL)
                             : g_bytes_ref (row);
}

gboolean
hbase_page_plan_has_position (const HBasePagePlan *plan, const HBasePagePosition *place)
{
  g_autoptr (GBytes) key = place->from != NULL ? ref_scanned_key (plan, place->from) : NULL;
  HBaseSlice row = hbase_slice_of_bytes (place->from);
  HBaseScanBounds bounds;

  if (place->from == NULL || key == NULL)
    return place->from == NULL;
  hbase_scan_get_bounds (plan->scan, &bounds);
  return row.length > 0 && row.length <= HBASE_MAX_ROW_LENGTH
         && hbase_scan_bounds_contain (&bounds, hbase_scan_is_reversed (plan->scan),
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
hbase_page_plan_request (const HBasePagePlan *plan, const HBasePagePosition *place)
{
  return (HBaseScanRequest){ .table = plan->table,
                             .scan = place->backward ? plan->turned : plan->scan,
                             .salts = plan->salts,
                             .limit = plan->size + 1,
                             .after = hbase_slice_of_bytes (place->from),
                             .row_width = plan->row_width,
                             .learn_row_width = plan->learn_row_width,
                             .learn_data = plan->learn_data };
}

static GBytes *
copy_key (HBaseSlice key)
{
  return g_bytes_new (key.data, key.length);
}

/* A page is named by the row before it where one was seen, else by the row after it, where it can be read from
 * there; else it is the first page. `beyond`: the row after the last one in the direction of reading, or NULL. */
static HBasePagePosition
find_own_place (const HBasePagePlan *plan, const HBasePagePosition *place, GBytes *beyond)
{
  GBytes *before = place->backward ? beyond : place->from;
  HBasePagePosition own = { TRUE, place->backward ? place->from : beyond };

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
                        const HBasePagePosition *place,
                        GPtrArray *rows,
                        HBasePageRowKey key,
                        HBasePageBounds *ends)
{
  gboolean more = rows->len > plan->size;
  g_autoptr (GBytes) beyond = more ? copy_key (key (rows->pdata[plan->size])) : NULL;

  *ends = (HBasePageBounds){ .has_previous = place->backward ? more : place->from != NULL,
                             .has_next = place->backward ? place->from != NULL : more };
  if (rows->len == 0)
    return;
  g_ptr_array_set_size (rows, (gint) MIN (rows->len, plan->size));
  if (place->backward)
    hbase_rows_reverse (rows);
  ends->first = copy_key (key (rows->pdata[0]));
  ends->last = copy_key (key (rows->pdata[rows->len - 1]));
  ends->own = find_own_place (plan, place, beyond);
}
