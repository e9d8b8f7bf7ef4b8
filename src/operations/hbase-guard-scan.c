/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-guard-private.h"

#include "hbase-wire-tables.h"

/* Looks at several rows' guards. Nothing is said of consistency, as in the gets: each region's own server
 * answers. */

static GBytes *
write_results (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseOperation *operation)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, operation->protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TABLE,
                           hbase_slice_text (operation->table));
  hbase_wire_write_struct (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_TSCAN);
  hbase_scan_write (scan, bounds, &writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) bounds->limit);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseScan *
scan_new (HBaseSlice prefix, guint n_rows, HBaseScanBounds *bounds)
{
  HBaseScan *scan = hbase_scan_new ();

  if (prefix.length > 0)
    hbase_scan_set_prefix (scan, prefix.data, prefix.length);
  hbase_scan_get_bounds (scan, bounds);
  bounds->limit = bounds->caching = n_rows;
  return scan;
}

/* All columns are asked for, so that a row without a guard is seen, too; but of their values the lengths only:
 * content may be large. */
GBytes *
hbase_guard_write_first (HBaseOperation *operation, HBaseSlice prefix)
{
  HBaseScanBounds bounds;
  g_autoptr (HBaseScan) scan = scan_new (prefix, 1, &bounds);

  hbase_scan_set_filter (scan, "KeyOnlyFilter(true)");
  return write_results (scan, &bounds, operation);
}

gboolean
hbase_guard_exists (const HBaseGuard *guard, const HBaseBlock *block)
{
  static const guint8 nothing[4];
  HBaseSlice length = hbase_guard_find (guard, block);

  return length.data != NULL && !hbase_slice_equal (length, hbase_slice (nothing, sizeof nothing));
}

static void
add_column (HBaseScan *scan, const GByteArray *family, const GByteArray *qualifier)
{
  g_autofree char *name = hbase_guard_dup_text (family);
  HBaseSlice slice = hbase_guard_slice (qualifier);

  hbase_scan_add_column (scan, name, slice.data, slice.length);
}

GBytes *
hbase_guard_write_scan (const HBaseGuard *guard,
                        HBaseOperation *operation,
                        const HBaseGuardRange *range,
                        guint n_rows)
{
  HBaseScanBounds bounds;
  g_autoptr (HBaseScan) scan = scan_new (range->prefix, n_rows, &bounds);

  add_column (scan, guard->family, guard->qualifier);
  if (hbase_guard_has_separate_token (guard))
    add_column (scan, guard->token_family, guard->token_qualifier);
  if (range->start.data != NULL)
    bounds.start = range->start;
  if (range->stop.data != NULL)
    bounds.stop = range->stop;
  return write_results (scan, &bounds, operation);
}
