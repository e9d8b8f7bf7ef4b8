/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-block-private.h"
#include "hbase-record-check-private.h"
#include "hbase-query-private.h"
#include "hbase-wire-tables.h"

/* This file implements the base of get and scan: columns, versions, time range, filter, and options of their
 * execution. */

void
hbase_query_init (HBaseQuery *query, void (*clear) (HBaseQuery *query))
{
  memset (query, 0, sizeof *query);
  g_atomic_ref_count_init (&query->ref_count);
  query->clear = clear;
  hbase_packed_init (&query->columns, NULL, 0);
  query->replica = query->cache_blocks = -1;
}

void
hbase_query_copy (HBaseQuery *query, const HBaseQuery *from)
{
  *query = *from;
  g_atomic_ref_count_init (&query->ref_count);
  hbase_packed_init (&query->columns, NULL, 0);
  hbase_packed_copy (&query->columns, &from->columns);
  if (from->filter != NULL)
    hbase_filter_ref (from->filter);
  if (from->filter_bytes != NULL)
    g_bytes_ref (from->filter_bytes);
  query->attributes = hbase_named_values_copy (from->attributes);
  query->authorizations = g_strdupv (from->authorizations);
}

/**
 * hbase_query_ref: (skip)
 * @query: a get or scan
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @query
 */
gpointer
hbase_query_ref (gpointer query)
{
  g_return_val_if_fail (query != NULL, NULL);

  g_atomic_ref_count_inc (&((HBaseQuery *) query)->ref_count);
  return query;
}

/**
 * hbase_query_unref: (skip)
 * @query: (transfer full): a get or scan
 *
 * Releases a reference; the last one frees the query.
 */
void
hbase_query_unref (gpointer query)
{
  HBaseQuery *self = query;

  g_return_if_fail (query != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  self->clear (self);
  hbase_packed_clear (&self->columns);
  g_clear_pointer (&self->filter, hbase_filter_unref);
  g_clear_pointer (&self->filter_bytes, g_bytes_unref);
  g_clear_pointer (&self->attributes, g_tree_unref);
  g_clear_pointer (&self->authorizations, g_strfreev);
  g_free (self);
}

gboolean
hbase_query_check_time_range (
    gint64 min_timestamp, gint64 max_timestamp, const char *what, HBaseSlice row, GError **error)
{
  return (min_timestamp >= 0 && max_timestamp >= min_timestamp)
         || hbase_record_fail (error, what, row,
                               "no timestamp is in the time range from %" G_GINT64_FORMAT
                               " up to %" G_GINT64_FORMAT
                               ": it must begin at 0 or later, and not end before it begins",
                               min_timestamp, max_timestamp);
}

gboolean
hbase_query_check (const HBaseQuery *query, const char *what, HBaseSlice row, GError **error)
{
  if (query->has_unnamed_family)
    return hbase_record_fail (error, what, row,
                              "a column family's name is empty; to read all families, name none");
  return !query->has_time_range
         || hbase_query_check_time_range (query->min_timestamp, query->max_timestamp, what, row, error);
}

void
hbase_query_write_max_versions (const HBaseQuery *query, guint id, HBaseWireWriter *writer)
{
  if (query->max_versions > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (query->max_versions, G_MAXINT32));
}

void
hbase_query_write_time_range (const HBaseQuery *query, guint id, HBaseWireWriter *writer)
{
  if (!query->has_time_range)
    return;
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MIN_STAMP, query->min_timestamp);
  hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MAX_STAMP, query->max_timestamp);
  hbase_wire_end_struct (writer);
}

void
hbase_query_write_authorizations (const HBaseQuery *query, guint id, HBaseWireWriter *writer)
{
  if (query->authorizations == NULL)
    return;
  hbase_wire_write_struct (writer, id);
  hbase_wire_write_list (writer, HBASE_T_AUTHORIZATION_LABELS, HBASE_WIRE_BINARY,
                         g_strv_length (query->authorizations));
  for (GStrv label = query->authorizations; *label != NULL; label++)
    hbase_wire_put_binary (writer, hbase_slice_text (*label));
  hbase_wire_end_struct (writer);
}

void
hbase_query_write_cache_blocks (const HBaseQuery *query, guint id, HBaseWireWriter *writer)
{
  if (query->cache_blocks >= 0)
    hbase_wire_write_bool (writer, id, query->cache_blocks != 0);
}

void
hbase_query_write_replica (const HBaseQuery *query, guint id, HBaseWireWriter *writer)
{
  if (query->replica >= 0)
    hbase_wire_write_i32 (writer, id, query->replica);
}

void
hbase_query_write_filter_bytes (const HBaseQuery *query, HBaseFilter *sent, guint id, HBaseWireWriter *writer)
{
  if (query->filter_bytes != NULL)
    hbase_wire_write_binary (writer, id, hbase_slice_of_bytes (query->filter_bytes));
  else
    hbase_filter_write_bytes (sent, id, writer);
}

/* ---- fingerprints ---- */

void
hbase_fingerprint_add_number (GChecksum *checksum, guint64 number)
{
  guint64 bytes = GUINT64_TO_BE (number);

  g_checksum_update (checksum, (const guchar *) &bytes, sizeof bytes);
}

void
hbase_fingerprint_add (GChecksum *checksum, HBaseSlice slice)
{
  hbase_fingerprint_add_number (checksum, slice.length);
  g_checksum_update (checksum, hbase_slice_bytes (slice), (gssize) slice.length);
}

void
hbase_query_fingerprint (const HBaseQuery *query, GChecksum *checksum)
{
  hbase_fingerprint_add_number (checksum, (guint64) query->has_time_range);
  hbase_fingerprint_add_number (checksum, (guint64) query->min_timestamp);
  hbase_fingerprint_add_number (checksum, (guint64) query->max_timestamp);
  hbase_fingerprint_add_number (checksum, query->filter != NULL);
  hbase_fingerprint_add (checksum, hbase_filter_get_text (query->filter));
}

void
hbase_fingerprint_add_map (GChecksum *checksum, HBaseFingerprintSetting what, HBaseNamedValues *map)
{
  for (GTreeNode *node = map != NULL ? g_tree_node_first (map) : NULL; node != NULL;
       node = g_tree_node_next (node))
    {
      g_autofree char *value = g_variant_print (g_tree_node_value (node), FALSE);

      hbase_fingerprint_add_number (checksum, what);
      hbase_fingerprint_add (checksum, hbase_slice_text (g_tree_node_key (node)));
      hbase_fingerprint_add (checksum, hbase_slice_text (value));
    }
}

void
hbase_query_fingerprint_filter_bytes (const HBaseQuery *query, GChecksum *checksum)
{
  if (query->filter_bytes == NULL)
    return;
  hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_FILTER_BYTES);
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (query->filter_bytes));
}

void
hbase_query_fingerprint_options (const HBaseQuery *query, GChecksum *checksum)
{
  hbase_fingerprint_add_map (checksum, HBASE_FINGERPRINT_ATTRIBUTE, query->attributes);
  for (GStrv label = query->authorizations; label != NULL && *label != NULL; label++)
    {
      hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_AUTHORIZATION);
      hbase_fingerprint_add (checksum, hbase_slice_text (*label));
    }
}

/* ---- what callers set ---- */

/* `qualifier` of data NULL: the whole family. */
static void
add (HBaseQuery *query, const char *family, HBaseSlice qualifier)
{
  query->has_unnamed_family |= *family == '\0';
  hbase_packed_add_column (&query->columns, hbase_slice_text (family), qualifier, HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_query_add_family:
 * @query: a get or scan
 * @family: a column family's name
 *
 * Adds a family, of which all columns are read. Once families or columns are added, nothing else is read, and
 * a scan leaves out rows without any of them. Columns of the family that were added before have no effect any
 * more.
 */
void
hbase_query_add_family (HBaseQuery *query, const char *family)
{
  g_return_if_fail (query != NULL);
  g_return_if_fail (family != NULL);

  add (query, family, hbase_slice (NULL, 0));
}

/**
 * hbase_query_add_column:
 * @query: a get or scan
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes; the empty qualifier is a column like any other
 *
 * Adds a column. Once families or columns are added, nothing else is read, and a scan leaves
 * out rows without any of them. If its family was added before, only the column is read of it.
 */
void
hbase_query_add_column (HBaseQuery *query,
                        const char *family,
                        const guint8 *qualifier,
                        gsize qualifier_length)
{
  HBaseSlice slice = hbase_slice (qualifier, qualifier_length);

  g_return_if_fail (query != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  add (query, family, hbase_slice (hbase_slice_bytes (slice), qualifier_length));
}

/**
 * hbase_query_add_column_utf8:
 * @query: a get or scan
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 *
 * Adds a column whose qualifier is UTF-8 text, as [method@HBase.Scan.add_column] does.
 */
void
hbase_query_add_column_utf8 (HBaseQuery *query, const char *family, const char *qualifier)
{
  g_return_if_fail (query != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_query_add_column (query, family, (const guint8 *) qualifier, strlen (qualifier));
}

/**
 * hbase_query_list_columns:
 * @query: a get or scan
 *
 * Returns the columns and families that were added, in this order: a column as `family:qualifier` in
 * printable escapes ([func@HBase.bytes_to_escaped]), a family as its name without a colon.
 *
 * Returns: (transfer full) (array zero-terminated=1): the columns and families; empty: all are read
 */
char **
hbase_query_list_columns (HBaseQuery *query)
{
  const guint8 *p;
  char **columns;

  g_return_val_if_fail (query != NULL, NULL);

  columns = g_new0 (char *, query->columns.count + 1);
  p = query->columns.data;
  for (guint i = 0; i < query->columns.count; i++)
    {
      HBasePackedElement element;

      p = hbase_packed_load (p, &element);
      columns[i] = hbase_record_show_column (element.family, element.qualifier);
    }
  return columns;
}

/**
 * hbase_query_set_max_versions:
 * @query: a get or scan
 * @max_versions: how many versions of each column, at most; 0 for HBase's default, which is 1
 *
 * Sets how many versions of each column are read. A family keeps at most as many as its descriptor has.
 */
void
hbase_query_set_max_versions (HBaseQuery *query, guint max_versions)
{
  g_return_if_fail (query != NULL);

  query->max_versions = max_versions;
}

/**
 * hbase_query_get_max_versions:
 * @query: a get or scan
 *
 * Returns how many versions of each column are read at most.
 *
 * Returns: the number; 0 for HBase's default, which is 1
 */
guint
hbase_query_get_max_versions (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, 0);

  return query->max_versions;
}

/**
 * hbase_query_set_time_range:
 * @query: a get or scan
 * @min_timestamp: the first timestamp of the range, in ms since 1970; at least 0
 * @max_timestamp: the first timestamp after the range
 *
 * Sets the range of timestamps that is read.
 */
void
hbase_query_set_time_range (HBaseQuery *query, gint64 min_timestamp, gint64 max_timestamp)
{
  g_return_if_fail (query != NULL);

  query->has_time_range = TRUE;
  query->min_timestamp = min_timestamp;
  query->max_timestamp = max_timestamp;
}

/**
 * hbase_query_get_time_range:
 * @query: a get or scan
 * @min_timestamp: (out) (optional): the first timestamp of the range, in ms since 1970
 * @max_timestamp: (out) (optional): the first timestamp after the range
 *
 * Returns the range of timestamps that is read.
 *
 * Returns: %TRUE if [method@HBase.Scan.set_time_range] was called; otherwise all timestamps are read
 */
gboolean
hbase_query_get_time_range (HBaseQuery *query, gint64 *min_timestamp, gint64 *max_timestamp)
{
  g_return_val_if_fail (query != NULL, FALSE);

  if (min_timestamp != NULL)
    *min_timestamp = query->has_time_range ? query->min_timestamp : 0;
  if (max_timestamp != NULL)
    *max_timestamp = query->has_time_range ? query->max_timestamp : G_MAXINT64;
  return query->has_time_range;
}

/**
 * hbase_query_set_filter:
 * @query: a get or scan
 * @filter: (nullable): a filter, or %NULL for none
 *
 * Sets a filter by which the servers select rows and cells. A filter that isn't valid makes calls with the
 * scan fail with %HBASE_ERROR_INVALID_ARGUMENT, before anything is sent. In the embedded engine a filter may
 * have at most 1,000 regular expressions.
 *
 * Servers count a `PageFilter`'s rows separately for each region. If it is the whole filter, or joined to
 * others by AND at the top, it becomes the scan's limit instead, which is exact. Elsewhere it is sent
 * unchanged, as is WHILE. The results of both depend on earlier rows: a scan with one of them can't be
 * resumed when the connection to its gateway is lost, and fails with %HBASE_ERROR_UNSUPPORTED then.
 *
 * A `PrefixFilter` that is the whole filter, or joined to others by AND at the top, narrows the scan's range,
 * unless another filter may depend on earlier rows. HBase alone would read the rows before the prefix, too.
 */
void
hbase_query_set_filter (HBaseQuery *query, HBaseFilter *filter)
{
  HBaseFilter *old;

  g_return_if_fail (query != NULL);

  old = query->filter;
  query->filter = filter != NULL ? hbase_filter_ref (filter) : NULL;
  if (old != NULL)
    hbase_filter_unref (old);
}

/**
 * hbase_query_set_filter_text:
 * @query: a get or scan
 * @text: (nullable): a filter in HBase's filter language, or %NULL for none
 *
 * Does the same as [method@HBase.Scan.set_filter] with a filter that is written as text, for example
 * `ValueFilter(=,'substring:x')`. It is read by [func@HBase.Filter.parse]: `\xNN` is a byte, and `\\` a
 * backslash.
 *
 * Syntax errors, and invalid arguments of HBase's own filters, are reported by calls with the scan, with the
 * position in the text. Filters with other names are sent, because a gateway's operator may have registered
 * them.
 */
void
hbase_query_set_filter_text (HBaseQuery *query, const char *text)
{
  g_autoptr (HBaseFilter) filter = NULL;

  g_return_if_fail (query != NULL);

  filter = text != NULL ? hbase_filter_new_from_escaped (text) : NULL;
  hbase_query_set_filter (query, filter);
}

/**
 * hbase_query_get_filter:
 * @query: a get or scan
 *
 * Returns the filter that was set. [method@HBase.Filter.to_string] returns its text.
 *
 * Returns: (transfer none) (nullable): the filter, or %NULL if there is none; valid until another one is set
 */
HBaseFilter *
hbase_query_get_filter (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  return query->filter;
}

/**
 * hbase_query_set_filter_bytes:
 * @query: a get or scan
 * @filter: (array length=filter_length) (nullable): a serialized `hbase.pb.Filter`, or %NULL for none
 * @filter_length: its length in bytes
 *
 * Sets a filter that HBase's filter language can't express. It replaces that of
 * [method@HBase.Scan.set_filter]. A scan with such a filter isn't resumed after a failure, because the
 * filter's result may depend on earlier rows.
 */
void
hbase_query_set_filter_bytes (HBaseQuery *query, const guint8 *filter, gsize filter_length)
{
  g_return_if_fail (query != NULL);
  hbase_return_if_no_bytes (filter);

  g_clear_pointer (&query->filter_bytes, g_bytes_unref);
  if (filter_length > 0)
    query->filter_bytes = g_bytes_new (filter, filter_length);
}

/**
 * hbase_query_ref_filter_bytes:
 * @query: a get or scan
 *
 * Returns the filter that was set by [method@HBase.Scan.set_filter_bytes].
 *
 * Returns: (transfer full) (nullable): the serialized filter, or %NULL if there is none
 */
GBytes *
hbase_query_ref_filter_bytes (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  return query->filter_bytes != NULL ? g_bytes_ref (query->filter_bytes) : NULL;
}

/**
 * hbase_query_set_attribute:
 * @query: a get or scan
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 */
void
hbase_query_set_attribute (HBaseQuery *query, const char *name, const guint8 *value, gsize value_length)
{
  g_return_if_fail (query != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  hbase_attributes_set (&query->attributes, name, hbase_slice (value, value_length));
}

/**
 * hbase_query_ref_attribute:
 * @query: a get or scan
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 */
GBytes *
hbase_query_ref_attribute (HBaseQuery *query, const char *name)
{
  g_return_val_if_fail (query != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_attributes_ref (query->attributes, name);
}

/**
 * hbase_query_set_authorizations:
 * @query: a get or scan
 * @labels: (array zero-terminated=1) (nullable): visibility labels, or %NULL for none
 *
 * Sets the visibility labels that the query is authorized for. They have an effect only if the cluster runs
 * HBase's visibility coprocessor.
 */
void
hbase_query_set_authorizations (HBaseQuery *query, const char *const *labels)
{
  char **copy;

  g_return_if_fail (query != NULL);

  copy = g_strdupv ((char **) labels);
  g_strfreev (query->authorizations);
  query->authorizations = copy;
}

/**
 * hbase_query_get_authorizations:
 * @query: a get or scan
 *
 * Returns the visibility labels.
 *
 * Returns: (transfer none) (array zero-terminated=1) (nullable): the labels, or %NULL if none are set; valid
 * until others are set
 */
const char *const *
hbase_query_get_authorizations (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  return (const char *const *) query->authorizations;
}

/**
 * hbase_query_set_consistency:
 * @query: a get or scan
 * @consistency: which copies of a region may be read
 *
 * Sets whether replicas of regions may be read, whose data may be older. The default is
 * %HBASE_CONSISTENCY_STRONG.
 */
void
hbase_query_set_consistency (HBaseQuery *query, HBaseConsistency consistency)
{
  g_return_if_fail (query != NULL);

  query->consistency = consistency;
}

/**
 * hbase_query_get_consistency:
 * @query: a get or scan
 *
 * Returns which copies of a region may be read.
 *
 * Returns: the consistency; %HBASE_CONSISTENCY_STRONG if none is set
 */
HBaseConsistency
hbase_query_get_consistency (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, HBASE_CONSISTENCY_STRONG);

  return query->consistency != 0 ? query->consistency : HBASE_CONSISTENCY_STRONG;
}

/**
 * hbase_query_set_replica:
 * @query: a get or scan
 * @replica: the number of the replica, 0 for the region itself; -1 if the server chooses
 *
 * Sets which replica of the regions is read. If the table has no such replica, the scan fails.
 */
void
hbase_query_set_replica (HBaseQuery *query, gint replica)
{
  g_return_if_fail (query != NULL);

  query->replica = replica;
}

/**
 * hbase_query_get_replica:
 * @query: a get or scan
 *
 * Returns which replica of the regions is read.
 *
 * Returns: its number, 0 for the region itself; -1 if the server chooses
 */
gint
hbase_query_get_replica (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, -1);

  return query->replica;
}

/**
 * hbase_query_set_cache_blocks:
 * @query: a get or scan
 * @cache_blocks: whether region servers keep the blocks that they read in their cache; %TRUE by default
 *
 * Sets whether region servers cache what they read. Large scans whose rows aren't read again soon should
 * disable it, so that they don't displace other blocks.
 */
void
hbase_query_set_cache_blocks (HBaseQuery *query, gboolean cache_blocks)
{
  g_return_if_fail (query != NULL);

  query->cache_blocks = cache_blocks != FALSE;
}

/**
 * hbase_query_get_cache_blocks:
 * @query: a get or scan
 *
 * Returns whether region servers keep the blocks that they read in their cache.
 *
 * Returns: %TRUE if they do; the default
 */
gboolean
hbase_query_get_cache_blocks (HBaseQuery *query)
{
  g_return_val_if_fail (query != NULL, TRUE);

  return query->cache_blocks != 0;
}
