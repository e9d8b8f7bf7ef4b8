/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The part of a filtered scan that lies in one region. */

#include "config.h"

#include "hbase-local-catalogue-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-key-private.h"
#include "hbase-local-region-scan-private.h"

void
hbase_local_region_scan_init (HBaseLocalRegionScan *region, gboolean reversed, gint64 caching)
{
  *region
      = (HBaseLocalRegionScan){ .reversed = reversed, .caching = caching, .boundary = g_byte_array_new () };
}

static void
close_region (HBaseLocalRegionScan *region)
{
  hbase_local_filter_scan_clear (&region->filtering);
  region->is_open = FALSE;
}

void
hbase_local_region_scan_clear (HBaseLocalRegionScan *region)
{
  close_region (region);
  g_clear_pointer (&region->boundary, g_byte_array_unref);
}

static gboolean
needs_all_families (const HBaseLocalFilter *filter,
                    const HBaseLocalQuery *query,
                    const HBaseLocalTable *table)
{
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    {
      HBaseSlice name = hbase_local_table_family (table, i)->name;

      if (hbase_local_query_selects_family (query, name) && !hbase_local_filter_is_essential (filter, name))
        return FALSE;
    }
  return TRUE;
}

gboolean
hbase_local_region_scan_check (const HBaseLocalRegionScan *region,
                               const HBaseLocalQuery *query,
                               gint64 batch,
                               const HBaseLocalTable *table,
                               GError **error)
{
  g_autoptr (HBaseLocalFilter) filter = NULL;

  if (query->filter == NULL || (batch <= 0 && !region->reversed))
    return TRUE;
  filter = hbase_local_filter_new (query->filter, region->reversed, NULL, error);
  if (filter == NULL)
    return FALSE;
  if (batch > 0 && filter->decides_rows)
    return hbase_local_error_set (
        error, HBASE_LOCAL_ERROR_IO_RETRY,
        "Failed after attempts=1, exceptions:\n"
        "org.apache.hadoop.hbase.filter.IncompatibleFilterException: Cannot set batch on a "
        "scan using a filter that returns true for filter.hasFilterRow");
  return !region->reversed || needs_all_families (filter, query, table)
         || hbase_local_error_set (
             error, HBASE_LOCAL_ERROR_IO,
             "org.apache.hadoop.hbase.DoNotRetryIOException: Reverse scan with loading CFs on "
             "demand is not supported");
}

static gboolean
is_within (const HBaseLocalRegionScan *region, HBaseSlice row)
{
  int order = hbase_slice_compare (row, hbase_local_key_slice (region->boundary));

  return region->boundary->len == 0 || (region->reversed ? order >= 0 : order < 0);
}

static gboolean
find_boundary (HBaseLocalRegionScan *region,
               HBaseLocalDb *db,
               const HBaseLocalTable *table,
               HBaseSlice part,
               GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();
  g_autoptr (GBytes) boundary = NULL;
  gboolean found;

  hbase_local_key_decode_component (part, 0, part.length, row);
  found = region->reversed
              ? hbase_local_catalogue_region_start (db, table, hbase_local_key_slice (row), &boundary, error)
              : hbase_local_catalogue_region_end (db, table, hbase_local_key_slice (row), &boundary, error);
  g_byte_array_set_size (region->boundary, 0);
  if (boundary != NULL)
    hbase_local_key_append_component (region->boundary, hbase_slice_of_bytes (boundary));
  return found;
}

gboolean
hbase_local_region_scan_enter (HBaseLocalRegionScan *region,
                               HBaseLocalDb *db,
                               const HBaseLocalTable *table,
                               const HBaseFilterNode *filter,
                               HBaseSlice row,
                               GError **error)
{
  if (region->is_open && is_within (region, row))
    {
      if (hbase_local_region_scan_reply_is_full (region))
        region->n_in_reply = 0;
      return TRUE;
    }
  close_region (region);
  region->n_in_reply = 0;
  region->is_open
      = find_boundary (region, db, table, row, error)
        && (filter == NULL
            || hbase_local_filter_scan_init (&region->filtering, filter, region->reversed, error));
  region->n_entered += region->is_open;
  return region->is_open;
}

gboolean
hbase_local_region_scan_leave (HBaseLocalRegionScan *region, GByteArray *at)
{
  gboolean all_out = hbase_local_filter_all_remaining (region->filtering.filter);

  if ((all_out && region->n_in_reply == 0) || region->boundary->len == 0)
    return FALSE;
  g_byte_array_set_size (at, 0);
  g_byte_array_append (at, region->boundary->data, region->boundary->len);
  close_region (region);
  return TRUE;
}

void
hbase_local_region_scan_count_result (HBaseLocalRegionScan *region)
{
  if (hbase_local_region_scan_reply_is_full (region))
    region->n_in_reply = 0;
  region->n_in_reply++;
}
