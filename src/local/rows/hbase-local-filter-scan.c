/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A filter during the scan of one region, or during a get. */

#include "config.h"

#include "hbase-local-filter-scan-private.h"

gboolean
hbase_local_filter_scan_init (HBaseLocalFilterScan *filtering,
                              const HBaseFilterNode *node,
                              gboolean reversed,
                              GError **error)
{
  *filtering = (HBaseLocalFilterScan){ .reversed = reversed, .closed = g_byte_array_new () };
  filtering->filter = hbase_local_filter_new (node, reversed, &filtering->limits, error);
  return filtering->filter != NULL;
}

void
hbase_local_filter_scan_clear (HBaseLocalFilterScan *filtering)
{
  g_clear_pointer (&filtering->filter, hbase_local_filter_free);
  g_clear_pointer (&filtering->closed, g_byte_array_unref);
}

gboolean
hbase_local_filter_scan_is_family_closed (const HBaseLocalFilterScan *filtering, guint family)
{
  return family < filtering->closed->len && filtering->closed->data[family] != 0;
}

gboolean
hbase_local_filter_scan_close_family_if_done (HBaseLocalFilterScan *filtering, guint family)
{
  guint old = filtering->closed->len;

  if (!hbase_local_filter_all_remaining (filtering->filter))
    return FALSE;
  if (old <= family)
    {
      g_byte_array_set_size (filtering->closed, family + 1);
      memset (filtering->closed->data + old, 0, family + 1 - old);
    }
  filtering->closed->data[family] = 1;
  return TRUE;
}

gboolean
hbase_local_filter_scan_rejects_row (HBaseLocalFilterScan *filtering, HBaseLocalRow *row)
{
  if (hbase_local_row_n_cells (row) == 0)
    return TRUE;
  if (filtering->filter->decides_rows)
    hbase_local_filter_row_cells (filtering->filter, row);
  /* filterRow() isn't called for a row if the filter has just removed all its cells: the families that
   * weren't read yet are not considered. */
  return hbase_local_row_n_cells (row) > 0 && hbase_local_filter_row (filtering->filter);
}

void
hbase_local_filter_scan_end_row (HBaseLocalFilterScan *filtering)
{
  hbase_local_filter_reset (filtering->filter);
  filtering->ended |= hbase_local_filter_all_remaining (filtering->filter);
}
