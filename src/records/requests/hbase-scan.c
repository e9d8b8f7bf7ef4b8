/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-private.h"

/* This file implements scans: which rows to read and what of each, and scans derived from a scan. What is
 * sent for one is in hbase-scan-bounds.c, hbase-scan-filter.c and hbase-scan-encoding.c. */

/**
 * HBaseScan:
 *
 * Describes which rows to read, and what of each. [method@HBase.Table.scan] makes a cursor for it, and
 * [ctor@HBase.PageIterator.new] pages.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 *
 * hbase_scan_set_prefix (scan, g_bytes_get_data (user, NULL), g_bytes_get_size (user));
 * hbase_query_add_family (HBASE_QUERY (scan), "content");
 * hbase_scan_set_limit (scan, 10);
 * ```
 *
 * In C what a scan reads of each row is set as for an `HBaseQuery`, which gets are, too, as shown here.
 *
 * A scan may be changed and used again after a call: a cursor has a copy. It must not be changed by several
 * threads at the same time.
 */
static void
clear (HBaseQuery *base)
{
  HBaseScan *scan = (HBaseScan *) base;

  g_clear_pointer (&scan->start, g_bytes_unref);
  g_clear_pointer (&scan->stop, g_bytes_unref);
  g_clear_pointer (&scan->prefix, g_bytes_unref);
  g_clear_pointer (&scan->above_prefix, g_bytes_unref);
  g_clear_pointer (&scan->above_filter_prefix, g_bytes_unref);
  g_clear_pointer (&scan->sent_filter, hbase_filter_unref);
  g_clear_pointer (&scan->guard_qualifier, g_bytes_unref);
  g_clear_pointer (&scan->family_ranges, g_tree_unref);
  g_free (scan->guard_family);
}

G_DEFINE_BOXED_TYPE (HBaseScan, hbase_scan, hbase_query_ref, hbase_query_unref)

G_DEFINE_ENUM_TYPE (HBaseReadType,
                    hbase_read_type,
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_DEFAULT, "default"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_STREAM, "stream"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_PREAD, "pread"))

/**
 * hbase_scan_new:
 *
 * Makes a scan of a whole table.
 *
 * Returns: (transfer full): the scan
 */
HBaseScan *
hbase_scan_new (void)
{
  HBaseScan *scan = g_new0 (HBaseScan, 1);

  hbase_query_init (&scan->base, clear);
  return scan;
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
 * Copies a scan.
 *
 * Returns: (transfer full): the copy
 */
HBaseScan *
hbase_scan_copy (HBaseScan *scan)
{
  HBaseScan *copy;

  g_return_val_if_fail (scan != NULL, NULL);

  copy = g_memdup2 (scan, sizeof *scan);
  hbase_query_copy (&copy->base, &scan->base);
  copy->start = ref_bytes (scan->start);
  copy->stop = ref_bytes (scan->stop);
  copy->prefix = ref_bytes (scan->prefix);
  copy->above_prefix = copy->above_filter_prefix = NULL;
  copy->sent_filter = scan->sent_filter != NULL ? hbase_filter_ref (scan->sent_filter) : NULL;
  copy->guard_family = g_strdup (scan->guard_family);
  copy->guard_qualifier = ref_bytes (scan->guard_qualifier);
  copy->family_ranges = hbase_named_values_copy (scan->family_ranges);
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
 * @row: (array length=row_length) (nullable): a row key; the row needn't exist
 * @row_length: its length in bytes; 0 for none
 *
 * Sets the row at which the scan begins. By default it begins at the table's first row, or, if it is
 * reversed, at its last. [method@HBase.Scan.set_start_inclusive] can exclude the row itself.
 */
void
hbase_scan_set_start (HBaseScan *scan, const guint8 *row, gsize row_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (row);

  set_bytes (&scan->start, row, row_length);
}

/**
 * hbase_scan_set_start_utf8:
 * @scan: a scan
 * @row: a row key as text; the row needn't exist; empty for none
 *
 * Sets the row at which the scan begins, as [method@HBase.Scan.set_start] does.
 */
void
hbase_scan_set_start_utf8 (HBaseScan *scan, const char *row)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (row != NULL);

  set_bytes (&scan->start, (const guint8 *) row, strlen (row));
}

/**
 * hbase_scan_set_start_bytes:
 * @scan: a scan
 * @row: (nullable): a row key; %NULL or empty for none
 *
 * Does the same as [method@HBase.Scan.set_start].
 */
void
hbase_scan_set_start_bytes (HBaseScan *scan, GBytes *row)
{
  HBaseSlice slice = hbase_slice_of_bytes (row);

  g_return_if_fail (scan != NULL);

  hbase_scan_set_start (scan, slice.data, slice.length);
}

/**
 * hbase_scan_ref_start:
 * @scan: a scan
 *
 * Returns the row key that was set by [method@HBase.Scan.set_start].
 *
 * Returns: (transfer full) (nullable): the key, or %NULL if none is set
 */
GBytes *
hbase_scan_ref_start (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, NULL);

  return ref_bytes (scan->start);
}

/**
 * hbase_scan_set_stop:
 * @scan: a scan
 * @row: (array length=row_length) (nullable): a row key; the row needn't exist
 * @row_length: its length in bytes; 0 for none
 *
 * Sets the row before which the scan ends. By default it ends after the table's last row, or, if it is
 * reversed, after its first. A scan whose start equals its stop has no rows; one whose start is after its
 * stop (for a reversed scan: below it) fails with %HBASE_ERROR_INVALID_ARGUMENT when it is read.
 * [method@HBase.Scan.set_stop_inclusive] can include the row itself.
 */
void
hbase_scan_set_stop (HBaseScan *scan, const guint8 *row, gsize row_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (row);

  set_bytes (&scan->stop, row, row_length);
}

/**
 * hbase_scan_set_stop_utf8:
 * @scan: a scan
 * @row: a row key as text; the row needn't exist; empty for none
 *
 * Sets the row before which the scan ends, as [method@HBase.Scan.set_stop] does.
 */
void
hbase_scan_set_stop_utf8 (HBaseScan *scan, const char *row)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (row != NULL);

  set_bytes (&scan->stop, (const guint8 *) row, strlen (row));
}

/**
 * hbase_scan_set_stop_bytes:
 * @scan: a scan
 * @row: (nullable): a row key; %NULL or empty for none
 *
 * Does the same as [method@HBase.Scan.set_stop].
 */
void
hbase_scan_set_stop_bytes (HBaseScan *scan, GBytes *row)
{
  HBaseSlice slice = hbase_slice_of_bytes (row);

  g_return_if_fail (scan != NULL);

  hbase_scan_set_stop (scan, slice.data, slice.length);
}

/**
 * hbase_scan_ref_stop:
 * @scan: a scan
 *
 * Returns the row key that was set by [method@HBase.Scan.set_stop].
 *
 * Returns: (transfer full) (nullable): the key, or %NULL if none is set
 */
GBytes *
hbase_scan_ref_stop (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, NULL);

  return ref_bytes (scan->stop);
}

/**
 * hbase_scan_set_prefix:
 * @scan: a scan
 * @prefix: (array length=prefix_length) (nullable): what the rows' keys begin with
 * @prefix_length: its length in bytes; 0 for none
 *
 * Restricts the scan to rows whose keys begin with the prefix, in either direction. Start and stop apply in
 * addition.
 */
void
hbase_scan_set_prefix (HBaseScan *scan, const guint8 *prefix, gsize prefix_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (prefix);

  set_bytes (&scan->prefix, prefix, prefix_length);
}

/**
 * hbase_scan_set_prefix_utf8:
 * @scan: a scan
 * @prefix: what the rows' keys begin with, as text; empty for none
 *
 * Restricts the scan to rows whose keys begin with the text, as [method@HBase.Scan.set_prefix] does.
 */
void
hbase_scan_set_prefix_utf8 (HBaseScan *scan, const char *prefix)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (prefix != NULL);

  set_bytes (&scan->prefix, (const guint8 *) prefix, strlen (prefix));
}

/**
 * hbase_scan_set_prefix_bytes:
 * @scan: a scan
 * @prefix: (nullable): what the rows' keys begin with; %NULL or empty for none
 *
 * Does the same as [method@HBase.Scan.set_prefix].
 */
void
hbase_scan_set_prefix_bytes (HBaseScan *scan, GBytes *prefix)
{
  HBaseSlice slice = hbase_slice_of_bytes (prefix);

  g_return_if_fail (scan != NULL);

  hbase_scan_set_prefix (scan, slice.data, slice.length);
}

/**
 * hbase_scan_ref_prefix:
 * @scan: a scan
 *
 * Returns the prefix that was set by [method@HBase.Scan.set_prefix].
 *
 * Returns: (transfer full) (nullable): the prefix, or %NULL if none is set
 */
GBytes *
hbase_scan_ref_prefix (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, NULL);

  return ref_bytes (scan->prefix);
}

/**
 * hbase_scan_set_limit:
 * @scan: a scan
 * @limit: how many rows, at most; 0 for no limit
 *
 * Limits the number of rows. Page iterators ignore the limit.
 */
void
hbase_scan_set_limit (HBaseScan *scan, guint limit)
{
  g_return_if_fail (scan != NULL);

  scan->limit = limit;
}

/**
 * hbase_scan_get_limit:
 * @scan: a scan
 *
 * Returns how many rows the scan returns at most.
 *
 * Returns: the number; 0 for no limit
 */
guint
hbase_scan_get_limit (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, 0);

  return scan->limit;
}

/**
 * hbase_scan_set_batch_size:
 * @scan: a scan
 * @cells: how many cells a partial row has at most; 0: rows are whole
 *
 * Sets whether wide rows are divided into partial rows ([method@HBase.Row.is_partial]), and the size of
 * these. The limit still counts whole rows; the cursor counts them then, and the limit isn't sent, because
 * HBase counts some of the rows twice that it sends in parts.
 */
void
hbase_scan_set_batch_size (HBaseScan *scan, guint cells)
{
  g_return_if_fail (scan != NULL);

  scan->batch_size = cells;
}

/**
 * hbase_scan_get_batch_size:
 * @scan: a scan
 *
 * Returns how many cells a partial row has at most.
 *
 * Returns: the number; 0 if rows are whole
 */
guint
hbase_scan_get_batch_size (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, 0);

  return scan->batch_size;
}

/**
 * hbase_scan_set_caching:
 * @scan: a scan
 * @rows: how many rows a response has at most; 0: the cursor chooses it
 *
 * Sets how many rows are read by one request. The result doesn't depend on it.
 */
void
hbase_scan_set_caching (HBaseScan *scan, guint rows)
{
  g_return_if_fail (scan != NULL);

  scan->caching = rows;
}

/**
 * hbase_scan_get_caching:
 * @scan: a scan
 *
 * Returns how many rows a response has at most.
 *
 * Returns: the number; 0 if the cursor chooses it
 */
guint
hbase_scan_get_caching (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, 0);

  return scan->caching;
}

/**
 * hbase_scan_set_reversed:
 * @scan: a scan
 * @reversed: whether rows are read from the last to the first
 *
 * Sets the direction. The start of a reversed scan is its greatest key.
 */
void
hbase_scan_set_reversed (HBaseScan *scan, gboolean reversed)
{
  g_return_if_fail (scan != NULL);

  scan->reversed = reversed != FALSE;
}

/**
 * hbase_scan_get_reversed:
 * @scan: a scan
 *
 * Returns whether rows are read from the last to the first.
 *
 * Returns: %TRUE if they are
 */
gboolean
hbase_scan_get_reversed (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, FALSE);

  return scan->reversed;
}

/**
 * hbase_scan_set_start_inclusive:
 * @scan: a scan
 * @inclusive: whether the row of [method@HBase.Scan.set_start] is read; %TRUE by default
 *
 * Sets whether the scan includes its start row. It has no effect without a start.
 */
void
hbase_scan_set_start_inclusive (HBaseScan *scan, gboolean inclusive)
{
  g_return_if_fail (scan != NULL);

  scan->without_start = !inclusive;
}

/**
 * hbase_scan_get_start_inclusive:
 * @scan: a scan
 *
 * Returns whether the start row itself is read.
 *
 * Returns: %TRUE if it is; the default
 */
gboolean
hbase_scan_get_start_inclusive (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, FALSE);

  return !scan->without_start;
}

/**
 * hbase_scan_set_stop_inclusive:
 * @scan: a scan
 * @inclusive: whether the row of [method@HBase.Scan.set_stop] is read; %FALSE by default
 *
 * Sets whether the scan includes its stop row. It has no effect without a stop.
 */
void
hbase_scan_set_stop_inclusive (HBaseScan *scan, gboolean inclusive)
{
  g_return_if_fail (scan != NULL);

  scan->with_stop = inclusive != FALSE;
}

/**
 * hbase_scan_get_stop_inclusive:
 * @scan: a scan
 *
 * Returns whether the stop row itself is read.
 *
 * Returns: %TRUE if it is; %FALSE is the default
 */
gboolean
hbase_scan_get_stop_inclusive (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, FALSE);

  return scan->with_stop;
}

/**
 * hbase_scan_set_parallelism:
 * @scan: a scan
 * @lanes: how many regions are read at a time; 0 or 1: one after the other
 * @ordered: whether rows are returned in the order of their keys
 *
 * Sets how many regions of the table are read in parallel. The cursor first requests the list of regions;
 * each lane then reads one region after another. There are at most as many lanes as regions, and at most 256.
 * A table with one region is read by one lane, and so is a scan whose limit fits into one response.
 *
 * If @ordered is %FALSE, rows are returned as they arrive, each row once. Otherwise the first region's rows
 * are returned first, while at most 4 MiB are read ahead from each of the other regions that are being read:
 * this helps if regions are small.
 */
void
hbase_scan_set_parallelism (HBaseScan *scan, guint lanes, gboolean ordered)
{
  g_return_if_fail (scan != NULL);

  scan->lanes = lanes;
  scan->unordered = !ordered;
}

/**
 * hbase_scan_get_parallelism:
 * @scan: a scan
 * @ordered: (out) (optional): whether rows are in the order of their keys
 *
 * Returns how many regions are read at a time.
 *
 * Returns: the number; 0 or 1 if one after the other
 */
guint
hbase_scan_get_parallelism (HBaseScan *scan, gboolean *ordered)
{
  g_return_val_if_fail (scan != NULL, 0);

  if (ordered != NULL)
    *ordered = !scan->unordered;
  return scan->lanes;
}

/**
 * hbase_scan_set_skip_guards:
 * @scan: a scan
 * @family: (nullable): the column family of the guards, as [property@HBase.Prepender:guard-family]; %NULL:
 *   none are left out
 * @qualifier: (array length=qualifier_length) (nullable): the guards' qualifier
 * @qualifier_length: its length in bytes; guards usually have the empty qualifier
 *
 * Sets that the guards of a [class@HBase.Prepender] are left out, and rows that have no other cells, which
 * are retired or cancelled rows. The server leaves them out, by a filter that is joined to the scan's own by
 * `AND`.
 */
void
hbase_scan_set_skip_guards (HBaseScan *scan,
                            const char *family,
                            const guint8 *qualifier,
                            gsize qualifier_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (qualifier);

  g_free (scan->guard_family);
  g_clear_pointer (&scan->guard_qualifier, g_bytes_unref);
  scan->guard_family = g_strdup (family);
  scan->guard_qualifier = g_bytes_new (qualifier, qualifier_length);
}

/**
 * hbase_scan_get_skip_guards:
 * @scan: a scan
 * @qualifier: (out) (transfer full) (optional) (nullable): the guards' qualifier
 *
 * Returns the column of the guards that are left out.
 *
 * Returns: (transfer none) (nullable): the guards' column family, or %NULL if guards are read
 */
const char *
hbase_scan_get_skip_guards (HBaseScan *scan, GBytes **qualifier)
{
  g_return_val_if_fail (scan != NULL, NULL);

  if (qualifier != NULL)
    *qualifier = scan->guard_family != NULL ? ref_bytes (scan->guard_qualifier) : NULL;
  return scan->guard_family;
}

/**
 * hbase_scan_set_family_time_range:
 * @scan: a scan
 * @family: a column family's name
 * @min_timestamp: the first timestamp of the range, in ms since 1970; at least 0
 * @max_timestamp: the first timestamp after the range
 *
 * Sets the range of timestamps that is read of one family, in place of that of
 * [method@HBase.Scan.set_time_range]. Framed gateways ignore it: on a framed connection the scan is sent to
 * an unframed gateway (the URI's `admin`), and fails with %HBASE_ERROR_UNSUPPORTED if there is none.
 */
void
hbase_scan_set_family_time_range (HBaseScan *scan,
                                  const char *family,
                                  gint64 min_timestamp,
                                  gint64 max_timestamp)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (family != NULL);

  hbase_named_values_set (&scan->family_ranges, family, g_variant_new ("(xx)", min_timestamp, max_timestamp));
}

/**
 * hbase_scan_get_family_time_range:
 * @scan: a scan
 * @family: a column family's name
 * @min_timestamp: (out) (optional): the first timestamp of the range, in ms since 1970
 * @max_timestamp: (out) (optional): the first timestamp after the range
 *
 * Returns the range of timestamps that is read of one family.
 *
 * Returns: %TRUE if the family has a range of its own
 */
gboolean
hbase_scan_get_family_time_range (HBaseScan *scan,
                                  const char *family,
                                  gint64 *min_timestamp,
                                  gint64 *max_timestamp)
{
  gint64 first = 0, end = G_MAXINT64;
  GVariant *value;

  g_return_val_if_fail (scan != NULL, FALSE);
  g_return_val_if_fail (family != NULL, FALSE);

  value = hbase_named_values_find (scan->family_ranges, family);
  if (value != NULL)
    g_variant_get (value, "(xx)", &first, &end);
  if (min_timestamp != NULL)
    *min_timestamp = first;
  if (max_timestamp != NULL)
    *max_timestamp = end;
  return value != NULL;
}

/* The attribute of HBase's own clients. */
#define RAW "_raw_"

/**
 * hbase_scan_set_raw:
 * @scan: a scan
 * @raw: whether the scan is raw; %FALSE by default
 *
 * Sets whether the scan returns everything that is stored: delete markers, the cells that they hide, and
 * versions that aren't removed yet although there are more of them than the family keeps.
 * [method@HBase.Cell.get_cell_type] distinguishes markers from values. HBase returns one version of each
 * column unless [method@HBase.Scan.set_max_versions] is called; markers are versions, too.
 *
 * What a raw scan returns may change without any write: compactions of HBase remove what other reads don't
 * return. HBase refuses raw scans of single columns; those of families are allowed. This sets the attribute
 * `_raw_` ([method@HBase.Scan.set_attribute]).
 */
void
hbase_scan_set_raw (HBaseScan *scan, gboolean raw)
{
  guint8 value = raw ? 0xff : 0; /* as HBase encodes booleans */

  g_return_if_fail (scan != NULL);

  hbase_query_set_attribute (HBASE_QUERY (scan), RAW, &value, sizeof value);
}

/**
 * hbase_scan_get_raw:
 * @scan: a scan
 *
 * Returns whether the scan returns delete markers and what they hide.
 *
 * Returns: %TRUE if the scan is raw
 */
gboolean
hbase_scan_get_raw (HBaseScan *scan)
{
  g_autoptr (GBytes) value = NULL;
  const guint8 *data;
  gsize length;

  g_return_val_if_fail (scan != NULL, FALSE);

  value = hbase_query_ref_attribute (HBASE_QUERY (scan), RAW);
  if (value == NULL)
    return FALSE;
  data = g_bytes_get_data (value, &length);
  return length == 1 && data[0] != 0;
}

/**
 * hbase_scan_set_read_type:
 * @scan: a scan
 * @read_type: how region servers read their files
 *
 * Sets how region servers read their files. The result doesn't depend on it.
 */
void
hbase_scan_set_read_type (HBaseScan *scan, HBaseReadType read_type)
{
  g_return_if_fail (scan != NULL);

  scan->read_type = read_type;
}

/**
 * hbase_scan_get_read_type:
 * @scan: a scan
 *
 * Returns how region servers read their files.
 *
 * Returns: the type; %HBASE_READ_TYPE_DEFAULT if none is set
 */
HBaseReadType
hbase_scan_get_read_type (HBaseScan *scan)
{
  g_return_val_if_fail (scan != NULL, HBASE_READ_TYPE_DEFAULT);

  return scan->read_type != 0 ? scan->read_type : HBASE_READ_TYPE_DEFAULT;
}

/* ---- for operations ---- */

gboolean
hbase_scan_is_unframed (HBaseScan *scan)
{
  return scan->family_ranges != NULL;
}

gboolean
hbase_scan_reads_whole_rows (HBaseScan *scan)
{
  return scan->base.columns.count == 0 && scan->base.filter == NULL && scan->base.filter_bytes == NULL
         && scan->batch_size == 0;
}

GPtrArray *
hbase_scan_list_families (HBaseScan *scan)
{
  return scan->base.columns.count > 0 ? hbase_packed_list_families (&scan->base.columns) : NULL;
}

HBaseSlice
hbase_scan_get_prefix (HBaseScan *scan)
{
  return hbase_slice_of_bytes (scan->prefix);
}

/* ---- scans derived from a scan ---- */

HBaseScan *
hbase_scan_reverse (HBaseScan *scan)
{
  HBaseScan *reversed = hbase_scan_copy (scan);
  GBytes *start = reversed->start;

  reversed->reversed = !scan->reversed;
  reversed->is_direction_changed = !scan->is_direction_changed;
  reversed->start = reversed->stop;
  reversed->stop = start;
  reversed->without_start = !scan->with_stop;
  reversed->with_stop = !scan->without_start;
  return reversed;
}

/* An empty bound means that there is none. The least unsalted key may be empty: the next key after it is a
 * zero byte. */
static void
set_upper_bound (HBaseScan *scan, HBaseSlice key)
{
  gboolean empty = key.length == 0;
  HBaseSlice end = empty ? HBASE_SLICE_LITERAL ("\0") : key;

  (scan->reversed ? hbase_scan_set_start : hbase_scan_set_stop) (scan, end.data, end.length);
  (scan->reversed ? hbase_scan_set_start_inclusive : hbase_scan_set_stop_inclusive) (scan, !empty);
}

static void
set_lower_bound (HBaseScan *scan, HBaseSlice key)
{
  (scan->reversed ? hbase_scan_set_stop : hbase_scan_set_start) (scan, key.data, key.length);
  (scan->reversed ? hbase_scan_set_stop_inclusive : hbase_scan_set_start_inclusive) (scan, TRUE);
}

HBaseScan *
hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last)
{
  HBaseScan *narrow = hbase_scan_copy (scan);

  set_lower_bound (narrow, scan->reversed ? last : first);
  set_upper_bound (narrow, scan->reversed ? first : last);
  return narrow;
}

HBaseScan *
hbase_scan_copy_reversed (HBaseScan *scan, gboolean reversed, guint limit)
{
  g_autoptr (HBaseScan) given = scan != NULL ? hbase_query_ref (scan) : hbase_scan_new ();
  HBaseScan *copy = given->reversed != reversed ? hbase_scan_reverse (given) : hbase_scan_copy (given);

  copy->batch_size = 0;
  copy->caching = 0;
  copy->limit = limit;
  copy->lanes = 0;
  return copy;
}

HBaseScan *
hbase_scan_copy_down_from (HBaseScan *scan, HBaseSlice key)
{
  HBaseScan *copy = hbase_scan_copy_reversed (scan, TRUE, 1);
  HBaseSlice start = hbase_slice_of_bytes (copy->start), stop = hbase_slice_of_bytes (copy->stop);
  gboolean below = stop.data != NULL && hbase_slice_compare (key, stop) < 0;
  HBaseSlice top = below ? stop : key;

  /* An invalid range stays invalid, and is reported when it is checked. */
  if (start.data != NULL && hbase_slice_compare (start, top) < (below ? 0 : 1))
    return copy;
  hbase_scan_set_start (copy, top.data, top.length);
  copy->without_start = below; /* all of the range is above the key: the result is empty */
  return copy;
}

/* With a filter the number of versions isn't changed, because it may accept a row for an older version. */
HBaseScan *
hbase_scan_copy_key_only (HBaseScan *scan)
{
  HBaseScan *copy = hbase_scan_copy (scan);

  if (copy->base.filter == NULL && copy->base.filter_bytes == NULL)
    copy->base.max_versions = 0;
  copy->only_keys = TRUE;
  return copy;
}
