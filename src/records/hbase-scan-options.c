/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* What only some scans say. */

G_DEFINE_ENUM_TYPE (HBaseReadType,
                    hbase_read_type,
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_DEFAULT, "default"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_STREAM, "stream"),
                    G_DEFINE_ENUM_VALUE (HBASE_READ_TYPE_PREAD, "pread"))

G_DEFINE_ENUM_TYPE (HBaseConsistency,
                    hbase_consistency,
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_STRONG, "strong"),
                    G_DEFINE_ENUM_VALUE (HBASE_CONSISTENCY_TIMELINE, "timeline"))

/* ---- maps ---- */

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

HBaseScanMap *
hbase_scan_map_copy (HBaseScanMap *map)
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
