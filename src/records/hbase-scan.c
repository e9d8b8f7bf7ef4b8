/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-private.h"

/* This file implements scans: which rows to read and what of each, and scans derived from a scan. What is sent for one
 * is in hbase-scan-request.c. */

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

G_DEFINE_ENUM_TYPE (HBaseReadType,
                    hbase_read_type,
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_DEFAULT, "default"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_STREAM, "stream"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_PREAD, "pread"))

G_DEFINE_ENUM_TYPE (HBaseConsistency,
                    hbase_consistency,
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_STRONG, "strong"),
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_TIMELINE, "timeline"))

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

/* Takes the value, if it floats. */
static void
map_set (HBaseScanMap **map, const char *name, GVariant *value)
{
  if (*map == NULL)
    *map = g_tree_new_full (compare_names, NULL, g_free, (GDestroyNotify) g_variant_unref);
  g_tree_replace (*map, g_strdup (name), g_variant_ref_sink (value));
}

static HBaseScanMap *
copy_map (HBaseScanMap *map)
{
  HBaseScanMap *copy = NULL;

  for (GTreeNode *node = map != NULL ? g_tree_node_first (map) : NULL; node != NULL;
       node = g_tree_node_next (node))
    map_set (&copy, g_tree_node_key (node), g_tree_node_value (node));
  return copy;
}

guint
hbase_scan_map_count (HBaseScanMap *map)
{
  return map != NULL ? (guint) g_tree_nnodes (map) : 0;
}

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
  copy->family_ranges = copy_map (scan->family_ranges);
  copy->attributes = copy_map (scan->attributes);
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

/* ---- the range ---- */

/**
 * hbase_scan_set_start_inclusive:
 * @scan: a scan
 * @inclusive: whether the row that is named by [method@HBase.Scan.set_start] is wanted; %TRUE by default
 *
 * Says on which side of its start a scan begins. Without a start it says nothing.
 *
 * Since: 0.1
 */
void
hbase_scan_set_start_inclusive (HBaseScan *scan, gboolean inclusive)
{
  g_return_if_fail (scan != NULL);

  scan->without_start = !inclusive;
}

/**
 * hbase_scan_set_stop_inclusive:
 * @scan: a scan
 * @inclusive: whether the row that is named by [method@HBase.Scan.set_stop] is wanted, too; %FALSE by default
 *
 * Says on which side of its stop a scan ends. Without a stop it says nothing.
 *
 * Since: 0.1
 */
void
hbase_scan_set_stop_inclusive (HBaseScan *scan, gboolean inclusive)
{
  g_return_if_fail (scan != NULL);

  scan->with_stop = inclusive != FALSE;
}

/**
 * hbase_scan_set_parallelism:
 * @scan: a scan
 * @lanes: how many parts of the table are read at a time; 0 or 1: one after the other
 * @ordered: whether rows come in the order of their keys all the same
 *
 * Reads several regions of the table at a time: the cursor asks where they are, and each lane reads one after
 * another. No more lanes are used than there are regions, and no more than 256: a table of one region is read by one
 * lane, as is a scan whose limit fits into one reply.
 *
 * Unordered lanes give rows as they come, each row once, as fast as the gateways and this program can. With
 * ordered ones the first region's rows come first, while each other lane waits with the first of its own, at
 * most four mebibytes a lane: that helps where regions are small.
 *
 * Since: 0.1
 */
void
hbase_scan_set_parallelism (HBaseScan *scan, guint lanes, gboolean ordered)
{
  g_return_if_fail (scan != NULL);

  scan->lanes = lanes;
  scan->unordered = !ordered;
}

/* ---- what of the rows ---- */

/**
 * hbase_scan_set_skip_guards:
 * @scan: a scan
 * @family: (nullable): the column family of the guards, as [property@HBase.Prepender:guard-family]; %NULL: no
 *   row is left out
 * @qualifier: (array length=qualifier_length) (nullable): their qualifier
 * @qualifier_length: how many bytes; guards usually have the empty qualifier
 *
 * Leaves out the guards of a [class@HBase.Prepender], and with them the rows that hold nothing else, which
 * are those that were retired or cancelled. The server does it, by a filter that is added to the scan's own.
 *
 * Since: 0.1
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
 * hbase_scan_set_filter_bytes:
 * @scan: a scan
 * @filter: (array length=filter_length) (nullable): a serialized `hbase.pb.Filter`, or %NULL for none
 * @filter_length: how many bytes
 *
 * Lets the server choose by a filter that HBase's filter language has no word for. It stands in place of
 * [method@HBase.Scan.set_filter]'s. A scan with it can't be gone on with where it was interrupted: nobody here
 * knows what the filter remembers.
 *
 * Since: 0.1
 */
void
hbase_scan_set_filter_bytes (HBaseScan *scan, const guint8 *filter, gsize filter_length)
{
  g_return_if_fail (scan != NULL);
  hbase_return_if_no_bytes (filter);

  g_clear_pointer (&scan->filter_bytes, g_bytes_unref);
  if (filter_length > 0)
    scan->filter_bytes = g_bytes_new (filter, filter_length);
}

/**
 * hbase_scan_set_family_time_range:
 * @scan: a scan
 * @family: a column family's name
 * @min_timestamp: the first stamp wanted of its cells, in ms since 1970; at least 0
 * @max_timestamp: the first one not wanted any more
 *
 * Asks of one family only for cells with such time stamps, whatever [method@HBase.Scan.set_time_range] says of
 * the others. Framed gateways pay no heed to it: where the connection is framed, an unframed gateway is asked
 * (see the URI's `admin`), and without one the scan is refused with %HBASE_ERROR_UNSUPPORTED.
 *
 * Since: 0.1
 */
void
hbase_scan_set_family_time_range (HBaseScan *scan,
                                  const char *family,
                                  gint64 min_timestamp,
                                  gint64 max_timestamp)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (family != NULL);

  map_set (&scan->family_ranges, family, g_variant_new ("(xx)", min_timestamp, max_timestamp));
}

/**
 * hbase_scan_set_attribute:
 * @scan: a scan
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: how many bytes
 *
 * Passes something on to the server, for HBase's own code there or somebody's coprocessor.
 *
 * Since: 0.1
 */
void
hbase_scan_set_attribute (HBaseScan *scan, const char *name, const guint8 *value, gsize value_length)
{
  g_return_if_fail (scan != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  map_set (&scan->attributes, name, g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, value, value_length, 1));
}

/**
 * hbase_scan_set_authorizations:
 * @scan: a scan
 * @labels: (array zero-terminated=1) (nullable): visibility labels, or %NULL to claim none
 *
 * Claims visibility labels. They count only where the cluster runs HBase's visibility coprocessor.
 *
 * Since: 0.1
 */
void
hbase_scan_set_authorizations (HBaseScan *scan, const char *const *labels)
{
  g_return_if_fail (scan != NULL);

  g_strfreev (scan->authorizations);
  scan->authorizations = g_strdupv ((char **) labels);
}

/* ---- how servers read ---- */

/**
 * hbase_scan_set_read_type:
 * @scan: a scan
 * @read_type: how region servers read their files
 *
 * Tells the servers how much of a table will be read. What comes is the same.
 *
 * Since: 0.1
 */
void
hbase_scan_set_read_type (HBaseScan *scan, HBaseReadType read_type)
{
  g_return_if_fail (scan != NULL);

  scan->read_type = read_type;
}

/**
 * hbase_scan_set_consistency:
 * @scan: a scan
 * @consistency: who may answer
 *
 * Lets copies of regions answer that may be behind. Strong by default.
 *
 * Since: 0.1
 */
void
hbase_scan_set_consistency (HBaseScan *scan, HBaseConsistency consistency)
{
  g_return_if_fail (scan != NULL);

  scan->consistency = consistency;
}

/**
 * hbase_scan_set_replica:
 * @scan: a scan
 * @replica: the number of the region's copy to be read, 0 for the region itself; −1 to leave it to the server
 *
 * Asks one copy of the regions, and no other. A table without such copies gives an error.
 *
 * Since: 0.1
 */
void
hbase_scan_set_replica (HBaseScan *scan, gint replica)
{
  g_return_if_fail (scan != NULL);

  scan->replica = replica;
}

/**
 * hbase_scan_set_cache_blocks:
 * @scan: a scan
 * @cache_blocks: whether servers keep what they read in memory, for others
 *
 * A scan of a whole table that nobody will read again soon had better leave the cache alone.
 *
 * Since: 0.1
 */
void
hbase_scan_set_cache_blocks (HBaseScan *scan, gboolean cache_blocks)
{
  g_return_if_fail (scan != NULL);

  scan->cache_blocks = cache_blocks != FALSE;
}

/* ---- for operations ---- */

gboolean
hbase_scan_is_unframed (HBaseScan *scan)
{
  return scan->family_ranges != NULL;
}

guint
hbase_scan_get_parallelism (HBaseScan *scan, gboolean *unordered)
{
  *unordered = scan->unordered;
  return scan->lanes;
}

gboolean
hbase_scan_reads_whole_rows (HBaseScan *scan)
{
  return scan->selection.columns.count == 0 && scan->selection.filter == NULL && scan->filter_bytes == NULL
         && scan->batch_size == 0;
}

GPtrArray *
hbase_scan_list_families (HBaseScan *scan)
{
  return scan->selection.columns.count > 0 ? hbase_packed_list_families (&scan->selection.columns) : NULL;
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

/* ---- scans derived from a scan ---- */

HBaseScan *
hbase_scan_reverse (HBaseScan *scan)
{
  HBaseScan *reversed = hbase_scan_copy (scan);
  GBytes *start = reversed->start;

  reversed->reversed = !scan->reversed;
  reversed->is_turned = !scan->is_turned;
  reversed->start = reversed->stop;
  reversed->stop = start;
  reversed->without_start = !scan->with_stop;
  reversed->with_stop = !scan->without_start;
  return reversed;
}

/* An empty bound would be none. The least unsalted key may be empty: right behind it a zero byte is. */
static void
set_upper_end (HBaseScan *scan, HBaseSlice key)
{
  gboolean empty = key.length == 0;
  HBaseSlice end = empty ? HBASE_SLICE_LITERAL ("\0") : key;

  (scan->reversed ? hbase_scan_set_start : hbase_scan_set_stop) (scan, end.data, end.length);
  (scan->reversed ? hbase_scan_set_start_inclusive : hbase_scan_set_stop_inclusive) (scan, !empty);
}

static void
set_lower_end (HBaseScan *scan, HBaseSlice key)
{
  (scan->reversed ? hbase_scan_set_stop : hbase_scan_set_start) (scan, key.data, key.length);
  (scan->reversed ? hbase_scan_set_stop_inclusive : hbase_scan_set_start_inclusive) (scan, TRUE);
}

HBaseScan *
hbase_scan_narrow (HBaseScan *scan, HBaseSlice first, HBaseSlice last)
{
  HBaseScan *narrow = hbase_scan_copy (scan);

  set_lower_end (narrow, scan->reversed ? last : first);
  set_upper_end (narrow, scan->reversed ? first : last);
  return narrow;
}

HBaseScan *
hbase_scan_copy_reversed (HBaseScan *scan, gboolean reversed, guint limit)
{
  g_autoptr (HBaseScan) given = scan != NULL ? hbase_scan_ref (scan) : hbase_scan_new ();
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

  /* A range that can't be stays one, to be told of. */
  if (start.data != NULL && hbase_slice_compare (start, top) < (below ? 0 : 1))
    return copy;
  hbase_scan_set_start (copy, top.data, top.length);
  copy->without_start = below; /* all of the range is above the key: nothing is left of it */
  return copy;
}

/* A filter may let a row through for an older version. */
HBaseScan *
hbase_scan_copy_key_only (HBaseScan *scan)
{
  HBaseScan *copy = hbase_scan_copy (scan);

  if (copy->selection.filter == NULL && copy->filter_bytes == NULL)
    copy->selection.max_versions = 0;
  copy->only_keys = TRUE;
  return copy;
}

GBytes *
hbase_scan_ref_prefix (HBaseScan *scan)
{
  return scan->prefix != NULL ? g_bytes_ref (scan->prefix) : NULL;
}
