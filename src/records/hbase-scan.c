/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/**
 * HBaseScan:
 *
 * Which rows to read, and what of each. [method@HBase.Table.scan] makes a cursor of it,
 * [ctor@HBase.PageIterator.new] pages.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 *
 * hbase_scan_set_prefix (scan, g_bytes_get_data (user, NULL), g_bytes_get_size (user));
 * hbase_scan_add_family (scan, "content");
 * hbase_scan_set_limit (scan, 10);
 * ```
 *
 * It may be changed after it was used, and used again: a cursor has a copy. It isn't to be changed by two
 * threads at a time.
 *
 * Since: 0.1
 */
G_DEFINE_BOXED_TYPE (HBaseScan, hbase_scan, hbase_scan_ref, hbase_scan_unref)

/**
 * hbase_scan_new:
 *
 * Makes a scan of a whole table.
 *
 * Returns: (transfer full): the scan
 *
 * Since: 0.1
 */
HBaseScan *
hbase_scan_new (void)
{
  HBaseScan *scan = g_new0 (HBaseScan, 1);

  g_atomic_ref_count_init (&scan->ref_count);
  hbase_selection_init (&scan->selection);
  scan->replica = scan->cache_blocks = -1;
  return scan;
}

/**
 * hbase_scan_ref: (skip)
 * @scan: a scan
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @scan
 *
 * Since: 0.1
 */
HBaseScan *
hbase_scan_ref (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, NULL);

  g_atomic_ref_count_inc (&scan->ref_count);
  return scan;
}

/**
 * hbase_scan_unref: (skip)
 * @scan: (transfer full): a scan
 *
 * Gives a reference back; the last one frees the scan.
 *
 * Since: 0.1
 */
void
hbase_scan_unref (HBaseScan *scan)
{
  g_return_if_fail (scan != NULL);

  if (!g_atomic_ref_count_dec (&scan->ref_count))
    return;
  hbase_selection_clear (&scan->selection);
  g_clear_pointer (&scan->start, g_bytes_unref);
  g_clear_pointer (&scan->stop, g_bytes_unref);
  g_clear_pointer (&scan->prefix, g_bytes_unref);
  g_clear_pointer (&scan->above, g_bytes_unref);
  g_clear_pointer (&scan->filter_bytes, g_bytes_unref);
  g_clear_pointer (&scan->sent_filter, g_bytes_unref);
  g_clear_pointer (&scan->guard_qualifier, g_bytes_unref);
  g_clear_pointer (&scan->family_ranges, g_tree_unref);
  g_clear_pointer (&scan->attributes, g_tree_unref);
  g_strfreev (scan->authorizations);
  g_free (scan->guard_family);
  g_free (scan);
}

static GBytes *
ref_bytes (GBytes *bytes)
{
  return bytes != NULL ? g_bytes_ref (bytes) : NULL;
}

/**
 * hbase_scan_copy:
 * @scan: a scan
 *
 * Makes a scan of its own that says the same.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 0.1
 */
HBaseScan *
hbase_scan_copy (HBaseScan *scan)
{
  HBaseScan *copy;

  g_return_val_if_fail (scan != NULL, NULL);

  copy = g_memdup2 (scan, sizeof *scan);
  g_atomic_ref_count_init (&copy->ref_count);
  hbase_selection_copy (&copy->selection, &scan->selection);
  copy->start = ref_bytes (scan->start);
  copy->stop = ref_bytes (scan->stop);
  copy->prefix = ref_bytes (scan->prefix);
  copy->above = NULL;
  copy->filter_bytes = ref_bytes (scan->filter_bytes);
  copy->sent_filter = ref_bytes (scan->sent_filter);
  copy->guard_family = g_strdup (scan->guard_family);
  copy->guard_qualifier = ref_bytes (scan->guard_qualifier);
  copy->family_ranges = hbase_scan_map_copy (scan->family_ranges);
  copy->attributes = hbase_scan_map_copy (scan->attributes);
  copy->authorizations = g_strdupv (scan->authorizations);
  return copy;
}

static void
set_bytes (GBytes **bytes, const guint8 *data, gsize length)
{
  g_clear_pointer (bytes, g_bytes_unref);
  if (length > 0)
    *bytes = g_bytes_new (data, length);
}

/**
 * hbase_scan_set_start:
 * @scan: a scan
 * @row: (array length=row_length) (nullable): a row key; there need not be such a row
 * @row_length: how many bytes; 0 for none
 *
 * Sets the first row wanted. Without it, a scan begins at the table's first row, a reversed one at its last.
 * [method@HBase.Scan.set_start_inclusive] can leave that very row out.
 *
 * Since: 0.1
 */
void
hbase_scan_set_start (HBaseScan *scan, const guint8 *row, gsize row_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (row);

  set_bytes (&scan->start, row, row_length);
}

/**
 * hbase_scan_set_stop:
 * @scan: a scan
 * @row: (array length=row_length) (nullable): a row key; there need not be such a row
 * @row_length: how many bytes; 0 for none
 *
 * Sets the first row not wanted any more. Without it, a scan goes to the table's last row, a reversed one to
 * its first. A scan that begins where it stops has no rows; one that begins behind its stop is refused when it
 * is read. [method@HBase.Scan.set_stop_inclusive] takes that very row in.
 *
 * Since: 0.1
 */
void
hbase_scan_set_stop (HBaseScan *scan, const guint8 *row, gsize row_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (row);

  set_bytes (&scan->stop, row, row_length);
}

/**
 * hbase_scan_set_prefix:
 * @scan: a scan
 * @prefix: (array length=prefix_length) (nullable): what the rows' keys begin with
 * @prefix_length: how many bytes; 0 for none
 *
 * Asks only for rows whose key begins so, in either direction. Start and stop hold within them.
 *
 * Since: 0.1
 */
void
hbase_scan_set_prefix (HBaseScan *scan, const guint8 *prefix, gsize prefix_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (prefix);

  set_bytes (&scan->prefix, prefix, prefix_length);
}

/**
 * hbase_scan_add_family:
 * @scan: a scan
 * @family: a column family's name
 *
 * Asks for all columns of a family. Where families or columns are named, nothing else is read, and rows
 * without any of them don't come. A family that was named before by some of its columns is read whole now.
 *
 * Since: 0.1
 */
void
hbase_scan_add_family (HBaseScan *scan, const char *family)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (family != NULL);

  hbase_selection_add (&scan->selection, family, hbase_slice (NULL, 0));
}

/**
 * hbase_scan_add_column:
 * @scan: a scan
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; the empty qualifier is a column like any other
 *
 * Asks for one column. Where families or columns are named, nothing else is read, and rows without any of
 * them don't come; of a family that was named whole before, this column only.
 *
 * Since: 0.1
 */
void
hbase_scan_add_column (HBaseScan *scan, const char *family, const guint8 *qualifier, gsize qualifier_length)
{
  HBaseSlice slice = hbase_slice (qualifier, qualifier_length);

  g_return_if_fail (scan != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  hbase_selection_add (&scan->selection, family, hbase_slice (hbase_slice_bytes (slice), qualifier_length));
}

/**
 * hbase_scan_set_limit:
 * @scan: a scan
 * @limit: how many rows, at most; 0 for no limit
 *
 * Ends the scan after so many rows. It is of no meaning to pages.
 *
 * Since: 0.1
 */
void
hbase_scan_set_limit (HBaseScan *scan, guint limit)
{
  g_return_if_fail (scan != NULL);

  scan->limit = limit;
}

/**
 * hbase_scan_set_batch_size:
 * @scan: a scan
 * @cells: how many cells a piece has, at most; 0: rows come whole
 *
 * Lets wide rows come in pieces, see [method@HBase.Row.is_partial]. The limit is in rows all the same; it is counted by
 * the cursor then, and isn't sent, as HBase counts some rows in pieces twice.
 *
 * Since: 0.1
 */
void
hbase_scan_set_batch_size (HBaseScan *scan, guint cells)
{
  g_return_if_fail (scan != NULL);

  scan->batch_size = cells;
}

/**
 * hbase_scan_set_caching:
 * @scan: a scan
 * @rows: how many rows a reply has, at most; 0: the cursor finds it out
 *
 * Sets how many rows are fetched at a time. What comes is the same for any number.
 *
 * Since: 0.1
 */
void
hbase_scan_set_caching (HBaseScan *scan, guint rows)
{
  g_return_if_fail (scan != NULL);

  scan->caching = rows;
}

/**
 * hbase_scan_set_reversed:
 * @scan: a scan
 * @reversed: whether rows come from the last to the first
 *
 * Sets the direction. Start is the higher end of a reversed scan.
 *
 * Since: 0.1
 */
void
hbase_scan_set_reversed (HBaseScan *scan, gboolean reversed)
{
  g_return_if_fail (scan != NULL);

  scan->reversed = reversed != FALSE;
}

/**
 * hbase_scan_set_max_versions:
 * @scan: a scan
 * @max_versions: how many versions of each column, at most; 0 for HBase's default, which is 1
 *
 * Asks for older versions, too. A family keeps only as many as its descriptor says.
 *
 * Since: 0.1
 */
void
hbase_scan_set_max_versions (HBaseScan *scan, guint max_versions)
{
  g_return_if_fail (scan != NULL);

  scan->selection.max_versions = max_versions;
}

/**
 * hbase_scan_set_time_range:
 * @scan: a scan
 * @min_timestamp: the first stamp wanted, in ms since 1970; at least 0
 * @max_timestamp: the first one not wanted any more
 *
 * Asks only for cells with such time stamps.
 *
 * Since: 0.1
 */
void
hbase_scan_set_time_range (HBaseScan *scan, gint64 min_timestamp, gint64 max_timestamp)
{
  g_return_if_fail (scan != NULL);

  hbase_selection_set_time_range (&scan->selection, min_timestamp, max_timestamp);
}

/**
 * hbase_scan_set_filter:
 * @scan: a scan
 * @filter: (nullable): a filter in HBase's filter language, or %NULL for none
 *
 * Lets the server choose among rows and cells: `ValueFilter(=,'substring:x')`. What HBase's language doesn't
 * allow, and arguments that its own filters don't take, are reported before anything is sent, as
 * %HBASE_ERROR_INVALID_ARGUMENT with the place. Filters of other names are sent: a gateway may know some that
 * its operator has registered.
 *
 * A filter has at most 100,000 filters, arguments, operators and parentheses, which nest at most 100 deep; on
 * the embedded engine at most 1,000 regular expressions.
 *
 * Servers count a `PageFilter`'s rows for each region anew. Where it is the whole filter, or joined to others
 * by `AND` at the top, it becomes the scan's limit instead, which is exact. Elsewhere it is sent as it is, as is
 * `WHILE`: both remember rows, so that a scan with one can't be gone on with once its gateway was lost, which is
 * %HBASE_ERROR_UNSUPPORTED then.
 *
 * Since: 0.1
 */
void
hbase_scan_set_filter (HBaseScan *scan, const char *filter)
{
  g_return_if_fail (scan != NULL);

  hbase_selection_set_filter (&scan->selection, filter);
}

gboolean
hbase_scan_is_reversed (HBaseScan *scan)
{
  return scan->reversed;
}

guint
hbase_scan_get_batch_size (HBaseScan *scan)
{
  return scan->batch_size;
}

HBaseSlice
hbase_scan_get_prefix (HBaseScan *scan)
{
  return hbase_slice_of_bytes (scan->prefix);
}
