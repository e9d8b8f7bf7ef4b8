/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-get-private.h"
#include "hbase-record-check-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-selection-private.h"
#include "hbase-wire-tables.h"

/* This file implements gets: what to read of one row, its encoding, and gets of the columns after a given
 * one. */

/* More than the fields of a fixed length and the headers of the others take. */
#define FIXED_BYTES 160

/**
 * HBaseGet:
 *
 * Describes what to read of one row: its key, and optionally columns, versions, a range of timestamps and a
 * filter.
 *
 * A get may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
 *
 * Since: 0.1
 */
struct _HBaseGet {
  gatomicrefcount ref_count;
  HBaseSelection selection;
  guint store_limit;        /* cells of each family; 0: all */
  guint store_offset;       /* cells of each family that are left out before them */
  HBaseFilter *sent_filter; /* in place of the selection's; NULL: that one */
  gsize row_length;
  guint8 row[];
};

static void
free_get (HBaseGet *get)
{
  hbase_selection_clear (&get->selection);
  g_clear_pointer (&get->sent_filter, hbase_filter_unref);
  g_free (get);
}

HBASE_DEFINE_REF_COUNTED (HBaseGet, hbase_get, free_get)

/**
 * hbase_get_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a get of the newest versions of all columns of a row.
 *
 * Returns: (transfer full): the get
 *
 * Since: 0.1
 */
HBaseGet *
hbase_get_new (const guint8 *row, gsize row_length)
{
  HBaseGet *get;

  hbase_return_if_no_bytes (row, NULL);

  get = g_malloc (sizeof *get + row_length);
  g_atomic_ref_count_init (&get->ref_count);
  hbase_selection_init (&get->selection);
  get->store_limit = get->store_offset = 0;
  get->sent_filter = NULL;
  get->row_length = row_length;
  memcpy (get->row, hbase_slice_bytes (hbase_slice (row, row_length)), row_length);
  return get;
}

/**
 * hbase_get_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a get of a row whose key is text.
 *
 * Returns: (transfer full): the get
 *
 * Since: 0.1
 */
HBaseGet *
hbase_get_new_utf8 (const char *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_get_new ((const guint8 *) row, strlen (row));
}

/**
 * hbase_get_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Get.new].
 *
 * Returns: (transfer full): the get
 *
 * Since: 0.1
 */
HBaseGet *
hbase_get_new_bytes (GBytes *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_get_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
}

/**
 * hbase_get_ref: (skip)
 * @get: a get
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @get
 *
 * Since: 0.1
 */

/**
 * hbase_get_unref: (skip)
 * @get: (transfer full): a get
 *
 * Releases a reference; the last one frees the get.
 *
 * Since: 0.1
 */

static HBaseSlice
get_row (HBaseGet *get)
{
  return hbase_slice (get->row, get->row_length);
}

/**
 * hbase_get_get_row:
 * @get: a get
 * @length: (out): its length in bytes
 *
 * Returns the key of the row to read.
 *
 * Returns: (array length=length) (transfer none): the row's key
 *
 * Since: 0.1
 */
const guint8 *
hbase_get_get_row (HBaseGet *get, gsize *length)
{
  g_return_val_if_fail (get != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = get->row_length;
  return get->row;
}

/**
 * hbase_get_ref_row:
 * @get: a get
 *
 * Returns the key of the row to read, as bytes.
 *
 * Returns: (transfer full): the row's key
 *
 * Since: 0.1
 */
GBytes *
hbase_get_ref_row (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return g_bytes_new (get->row, get->row_length);
}

/**
 * hbase_get_add_family:
 * @get: a get
 * @family: a column family's name
 *
 * Adds a family, of which all columns are read. Once families or columns are added, nothing else is read.
 * Columns of the family that were added before have no effect any more.
 *
 * Since: 0.1
 */
void
hbase_get_add_family (HBaseGet *get, const char *family)
{
  g_return_if_fail (get != NULL);
  g_return_if_fail (family != NULL);

  hbase_selection_add (&get->selection, family, hbase_slice (NULL, 0));
}

/**
 * hbase_get_add_column:
 * @get: a get
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes; the empty qualifier is a column like any other
 *
 * Adds a column. Once families or columns are added, nothing else is read. If its family was added before,
 * only the column is read of it.
 *
 * Since: 0.1
 */
void
hbase_get_add_column (HBaseGet *get, const char *family, const guint8 *qualifier, gsize qualifier_length)
{
  HBaseSlice slice = hbase_slice (qualifier, qualifier_length);

  g_return_if_fail (get != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  hbase_selection_add (&get->selection, family, hbase_slice (hbase_slice_bytes (slice), qualifier_length));
}

/**
 * hbase_get_add_column_utf8:
 * @get: a get
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 *
 * Adds a column whose qualifier is UTF-8 text, as [method@HBase.Get.add_column] does.
 *
 * Since: 0.1
 */
void
hbase_get_add_column_utf8 (HBaseGet *get, const char *family, const char *qualifier)
{
  g_return_if_fail (get != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_get_add_column (get, family, (const guint8 *) qualifier, strlen (qualifier));
}

/**
 * hbase_get_list_columns:
 * @get: a get
 *
 * Returns the columns and families that were added, in this order: a column as `family:qualifier` in
 * printable escapes ([func@HBase.bytes_to_escaped]), a family as its name without a colon.
 *
 * Returns: (transfer full) (array zero-terminated=1): the columns and families; empty: all are read
 *
 * Since: 0.1
 */
char **
hbase_get_list_columns (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return hbase_selection_list_columns (&get->selection);
}

/**
 * hbase_get_set_max_versions:
 * @get: a get
 * @max_versions: how many versions of each column, at most; 0 for HBase's default, which is 1
 *
 * Sets how many versions of each column are read. A family keeps at most as many as its descriptor has.
 *
 * Since: 0.1
 */
void
hbase_get_set_max_versions (HBaseGet *get, guint max_versions)
{
  g_return_if_fail (get != NULL);

  get->selection.max_versions = max_versions;
}

/**
 * hbase_get_get_max_versions:
 * @get: a get
 *
 * Returns how many versions of each column are read at most.
 *
 * Returns: the number; 0 for HBase's default, which is 1
 *
 * Since: 0.1
 */
guint
hbase_get_get_max_versions (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, 0);

  return get->selection.max_versions;
}

/**
 * hbase_get_set_time_range:
 * @get: a get
 * @min_timestamp: the first timestamp of the range, in ms since 1970; at least 0
 * @max_timestamp: the first timestamp after the range
 *
 * Sets the range of timestamps that is read.
 *
 * Since: 0.1
 */
void
hbase_get_set_time_range (HBaseGet *get, gint64 min_timestamp, gint64 max_timestamp)
{
  g_return_if_fail (get != NULL);

  hbase_selection_set_time_range (&get->selection, min_timestamp, max_timestamp);
}

/**
 * hbase_get_get_time_range:
 * @get: a get
 * @min_timestamp: (out) (optional): the first timestamp of the range, in ms since 1970
 * @max_timestamp: (out) (optional): the first timestamp after the range
 *
 * Returns the range of timestamps that is read.
 *
 * Returns: %TRUE if [method@HBase.Get.set_time_range] was called; otherwise all timestamps are read
 *
 * Since: 0.1
 */
gboolean
hbase_get_get_time_range (HBaseGet *get, gint64 *min_timestamp, gint64 *max_timestamp)
{
  g_return_val_if_fail (get != NULL, FALSE);

  return hbase_selection_get_time_range (&get->selection, min_timestamp, max_timestamp);
}

/**
 * hbase_get_set_filter:
 * @get: a get
 * @filter: (nullable): a filter, or %NULL for none
 *
 * Sets a filter by which the server selects cells of the row. It is checked before it is sent.
 *
 * Since: 0.1
 */
void
hbase_get_set_filter (HBaseGet *get, HBaseFilter *filter)
{
  g_return_if_fail (get != NULL);

  hbase_selection_set_filter (&get->selection, filter);
}

/**
 * hbase_get_set_filter_text:
 * @get: a get
 * @text: (nullable): a filter in HBase's filter language, or %NULL for none
 *
 * Does the same as [method@HBase.Get.set_filter] with a filter that is written as text, for example
 * `QualifierFilter(>=,'binary:m')`: see [method@HBase.Scan.set_filter_text].
 *
 * Since: 0.1
 */
void
hbase_get_set_filter_text (HBaseGet *get, const char *text)
{
  g_return_if_fail (get != NULL);

  hbase_selection_set_filter_text (&get->selection, text);
}

/**
 * hbase_get_get_filter:
 * @get: a get
 *
 * Returns the filter that was set. [method@HBase.Filter.to_string] returns its text.
 *
 * Returns: (transfer none) (nullable): the filter, or %NULL if there is none; valid until another one is set
 *
 * Since: 0.1
 */
HBaseFilter *
hbase_get_get_filter (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return get->selection.filter;
}

/**
 * hbase_get_set_store_limit:
 * @get: a get
 * @cells: how many cells of each family, at most; 0 for all
 *
 * Sets how many cells of each family are read, in the order of their columns; each version is a cell.
 *
 * Since: 0.1
 */
void
hbase_get_set_store_limit (HBaseGet *get, guint cells)
{
  g_return_if_fail (get != NULL);

  get->store_limit = cells;
}

/**
 * hbase_get_get_store_limit:
 * @get: a get
 *
 * Returns how many cells of each family are read at most.
 *
 * Returns: the number of cells; 0 for all
 *
 * Since: 0.1
 */
guint
hbase_get_get_store_limit (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, 0);

  return get->store_limit;
}

/**
 * hbase_get_set_store_offset:
 * @get: a get
 * @cells: how many cells of each family are left out
 *
 * Sets how many of the first cells of each family are left out, in the order of their columns; each version
 * is a cell. The limit counts those after them.
 *
 * Since: 0.1
 */
void
hbase_get_set_store_offset (HBaseGet *get, guint cells)
{
  g_return_if_fail (get != NULL);

  get->store_offset = cells;
}

/**
 * hbase_get_get_store_offset:
 * @get: a get
 *
 * Returns how many of the first cells of each family are left out.
 *
 * Returns: the number of cells
 *
 * Since: 0.1
 */
guint
hbase_get_get_store_offset (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, 0);

  return get->store_offset;
}

/**
 * hbase_get_set_filter_bytes:
 * @get: a get
 * @filter: (array length=filter_length) (nullable): a serialized `hbase.pb.Filter`, or %NULL for none
 * @filter_length: its length in bytes
 *
 * Sets a filter that HBase's filter language can't express. It replaces that of
 * [method@HBase.Get.set_filter].
 *
 * Since: 0.1
 */
void
hbase_get_set_filter_bytes (HBaseGet *get, const guint8 *filter, gsize filter_length)
{
  g_return_if_fail (get != NULL);
  hbase_return_if_no_bytes (filter);

  hbase_selection_set_filter_bytes (&get->selection, hbase_slice (filter, filter_length));
}

/**
 * hbase_get_ref_filter_bytes:
 * @get: a get
 *
 * Returns the filter that was set by [method@HBase.Get.set_filter_bytes].
 *
 * Returns: (transfer full) (nullable): the serialized filter, or %NULL if there is none
 *
 * Since: 0.1
 */
GBytes *
hbase_get_ref_filter_bytes (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return get->selection.filter_bytes != NULL ? g_bytes_ref (get->selection.filter_bytes) : NULL;
}

/**
 * hbase_get_set_attribute:
 * @get: a get
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 *
 * Since: 0.1
 */
void
hbase_get_set_attribute (HBaseGet *get, const char *name, const guint8 *value, gsize value_length)
{
  g_return_if_fail (get != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  hbase_attributes_set (&get->selection.attributes, name, hbase_slice (value, value_length));
}

/**
 * hbase_get_ref_attribute:
 * @get: a get
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 *
 * Since: 0.1
 */
GBytes *
hbase_get_ref_attribute (HBaseGet *get, const char *name)
{
  g_return_val_if_fail (get != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_attributes_ref (get->selection.attributes, name);
}

/**
 * hbase_get_set_authorizations:
 * @get: a get
 * @labels: (array zero-terminated=1) (nullable): visibility labels, or %NULL for none
 *
 * Sets the visibility labels that the get is authorized for. They have an effect only if the cluster runs
 * HBase's visibility coprocessor.
 *
 * Since: 0.1
 */
void
hbase_get_set_authorizations (HBaseGet *get, const char *const *labels)
{
  g_return_if_fail (get != NULL);

  hbase_selection_set_authorizations (&get->selection, labels);
}

/**
 * hbase_get_get_authorizations:
 * @get: a get
 *
 * Returns the visibility labels.
 *
 * Returns: (transfer none) (array zero-terminated=1) (nullable): the labels, or %NULL if none are set; valid
 * until others are set
 *
 * Since: 0.1
 */
const char *const *
hbase_get_get_authorizations (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return (const char *const *) get->selection.authorizations;
}

/**
 * hbase_get_set_consistency:
 * @get: a get
 * @consistency: which copies of the region may be read
 *
 * Sets which copies of the region may be read; the default is %HBASE_CONSISTENCY_STRONG.
 *
 * Since: 0.1
 */
void
hbase_get_set_consistency (HBaseGet *get, HBaseConsistency consistency)
{
  g_return_if_fail (get != NULL);

  get->selection.consistency = consistency;
}

/**
 * hbase_get_get_consistency:
 * @get: a get
 *
 * Returns which copies of the region may be read.
 *
 * Returns: the consistency; %HBASE_CONSISTENCY_STRONG by default
 *
 * Since: 0.1
 */
HBaseConsistency
hbase_get_get_consistency (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, HBASE_CONSISTENCY_STRONG);

  return hbase_selection_get_consistency (&get->selection);
}

/**
 * hbase_get_set_replica:
 * @get: a get
 * @replica: a replica's number; 0 is the region itself; below 0, the default: any that the consistency allows
 *
 * Sets which replica of the region is read. If the table has no such replica, the call fails.
 *
 * Since: 0.1
 */
void
hbase_get_set_replica (HBaseGet *get, gint replica)
{
  g_return_if_fail (get != NULL);

  get->selection.replica = replica;
}

/**
 * hbase_get_get_replica:
 * @get: a get
 *
 * Returns which replica of the region is read.
 *
 * Returns: its number; below 0: any that the consistency allows
 *
 * Since: 0.1
 */
gint
hbase_get_get_replica (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, -1);

  return get->selection.replica;
}

/**
 * hbase_get_set_cache_blocks:
 * @get: a get
 * @cache_blocks: whether region servers keep what is read in their block cache; %TRUE by default
 *
 * Sets whether region servers keep what is read in their block cache. The result doesn't depend on it.
 *
 * Since: 0.1
 */
void
hbase_get_set_cache_blocks (HBaseGet *get, gboolean cache_blocks)
{
  g_return_if_fail (get != NULL);

  get->selection.cache_blocks = cache_blocks != FALSE;
}

/**
 * hbase_get_get_cache_blocks:
 * @get: a get
 *
 * Returns whether region servers keep what is read in their block cache.
 *
 * Returns: %TRUE if they do; the default
 *
 * Since: 0.1
 */
gboolean
hbase_get_get_cache_blocks (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, TRUE);

  return get->selection.cache_blocks != 0;
}

HBaseGet *
hbase_get_copy_to (HBaseGet *get, HBaseSlice row)
{
  HBaseGet *copy = hbase_get_new (row.data, row.length);

  hbase_selection_copy (&copy->selection, &get->selection);
  copy->store_limit = get->store_limit;
  copy->store_offset = get->store_offset;
  return copy;
}

gboolean
hbase_get_check (HBaseGet *get, GError **error)
{
  return hbase_row_key_check (get_row (get), error)
         && hbase_selection_check (&get->selection, "get", get_row (get), error)
         && (get->selection.filter == NULL || hbase_filter_check (get->selection.filter, error));
}

static void
write_number (HBaseWireWriter *writer, guint id, guint number)
{
  if (number > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (number, G_MAXINT32));
}

void
hbase_get_write (HBaseGet *get, HBaseWireWriter *writer)
{
  HBaseFilter *filter = get->sent_filter != NULL ? get->sent_filter : get->selection.filter;

  hbase_wire_write_binary (writer, HBASE_T_GET_ROW, get_row (get));
  hbase_packed_write_list (&get->selection.columns, HBASE_T_GET_COLUMNS, writer);
  hbase_selection_write_time_range (&get->selection, HBASE_T_GET_TIME_RANGE, writer);
  hbase_selection_write_max_versions (&get->selection, HBASE_T_GET_MAX_VERSIONS, writer);
  hbase_filter_write_text (filter, HBASE_T_GET_FILTER_STRING, writer);
  hbase_attributes_write (get->selection.attributes, HBASE_T_GET_ATTRIBUTES, writer);
  hbase_selection_write_authorizations (&get->selection, HBASE_T_GET_AUTHORIZATIONS, writer);
  write_number (writer, HBASE_T_GET_CONSISTENCY, get->selection.consistency);
  hbase_selection_write_replica (&get->selection, HBASE_T_GET_TARGET_REPLICA_ID, writer);
  hbase_selection_write_cache_blocks (&get->selection, HBASE_T_GET_CACHE_BLOCKS, writer);
  write_number (writer, HBASE_T_GET_STORE_LIMIT, get->store_limit);
  write_number (writer, HBASE_T_GET_STORE_OFFSET, get->store_offset);
  hbase_selection_write_filter_bytes (&get->selection, filter, HBASE_T_GET_FILTER_BYTES, writer);
  hbase_wire_end_struct (writer);
}

/* Returns whether it has settings without a fixed length besides its columns. */
static gboolean
has_options (const HBaseGet *get)
{
  const HBaseSelection *selection = &get->selection;

  return selection->filter != NULL || get->sent_filter != NULL || selection->filter_bytes != NULL
         || selection->attributes != NULL || selection->authorizations != NULL;
}

gsize
hbase_get_get_max_length (HBaseGet *get)
{
  HBaseWireWriter writer;
  g_autoptr (GBytes) written = NULL;

  if (!has_options (get))
    return FIXED_BYTES + get->row_length + get->selection.columns.length;
  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_wire_begin_struct (&writer);
  hbase_get_write (get, &writer);
  written = hbase_wire_writer_end (&writer);
  return FIXED_BYTES + g_bytes_get_size (written);
}

/* ---- pages of columns: gets of some of a row's columns at a time, in their order ---- */

/* Filters whose result for a cell depends on this cell only, and not on which others are read. */
static const char *const filters_of_cells[] = {
  "ColumnPrefixFilter",         "ColumnRangeFilter", "ColumnValueFilter", "FamilyFilter", "KeyOnlyFilter",
  "MultipleColumnPrefixFilter", "QualifierFilter",   "TimestampsFilter",  "ValueFilter",  NULL,
};

static gboolean
depends_on_one_cell (const HBaseFilterNode *node)
{
  if (node->kind == HBASE_FILTER_NAMED)
    return hbase_filter_node_find_name (node, filters_of_cells) != NULL;
  if (node->kind != HBASE_FILTER_AND && node->kind != HBASE_FILTER_OR)
    return FALSE;
  for (guint i = 0; i < node->children->len; i++)
    if (!depends_on_one_cell (hbase_filter_node_child (node, i)))
      return FALSE;
  return TRUE;
}

gboolean
hbase_get_check_columns (HBaseGet *get, GError **error)
{
  HBaseSlice row = get_row (get);
  const HBaseFilterNode *tree = hbase_filter_get_tree (get->selection.filter);

  if (!hbase_get_check (get, error))
    return FALSE;
  if (get->selection.max_versions > 1)
    return hbase_record_fail (error, "get", row, "pages of columns have one version of each: set no more");
  if (get->store_limit > 0 || get->store_offset > 0)
    return hbase_record_fail (error, "get", row,
                              "pages of columns have limits of their own: set no store limit or offset");
  if (get->selection.filter_bytes != NULL)
    return hbase_record_fail (error, "get", row,
                              "its filter is serialized, and can't be joined to that of a page of columns: "
                              "set it by hbase_get_set_filter()");
  if (tree == NULL || depends_on_one_cell (tree))
    return TRUE;
  return hbase_record_fail (
      error, "get", row,
      "its filter depends on more than one cell: columns can't be read page by page with it");
}

static GByteArray *
begin_filter (HBaseGet *get)
{
  GByteArray *filter = g_byte_array_new ();

  if (get->selection.filter == NULL)
    return filter;
  hbase_filter_append_node (filter, hbase_filter_get_tree (get->selection.filter));
  hbase_filter_append_text (filter, " AND ");
  return filter;
}

static HBaseFilter *
end_filter (GByteArray *text)
{
  HBaseFilter *filter = hbase_filter_new_from_text (hbase_slice (text->data, text->len));

  g_byte_array_unref (text);
  return filter;
}

/* An empty bound means none: the least qualifier after the empty one is a zero byte. */
static HBaseFilter *
filter_after_qualifier (HBaseGet *get, HBaseSlice qualifier)
{
  GByteArray *filter = begin_filter (get);

  hbase_filter_append_text (filter, "ColumnRangeFilter(");
  hbase_filter_append_quoted (filter, "", qualifier.length > 0 ? qualifier : HBASE_SLICE_LITERAL ("\0"));
  hbase_filter_append_text (filter, qualifier.length > 0 ? ",false,'',false)" : ",true,'',false)");
  return end_filter (filter);
}

static HBaseFilter *
filter_after_family (HBaseGet *get, HBaseSlice family)
{
  GByteArray *filter = begin_filter (get);

  hbase_filter_append_text (filter, "FamilyFilter(>,");
  hbase_filter_append_quoted (filter, "binary:", family);
  hbase_filter_append_text (filter, ")");
  return end_filter (filter);
}

static HBaseGet *
copy_to_limit (HBaseGet *get, guint limit)
{
  HBaseGet *copy = hbase_get_copy_to (get, get_row (get));

  copy->store_limit = limit;
  return copy;
}

static void
select_families (HBaseGet *part, HBaseGet *get, HBaseSlice family, gboolean after)
{
  hbase_packed_clear (&part->selection.columns);
  hbase_packed_init (&part->selection.columns, NULL, 0);
  hbase_packed_copy_families (&part->selection.columns, &get->selection.columns, family, after);
}

/* Returns a get of the columns of a family after the qualifier. */
static HBaseGet *
get_after_qualifier (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  select_families (part, get, family, FALSE);
  if (get->selection.columns.count == 0)
    hbase_packed_add_column (&part->selection.columns, family, hbase_slice (NULL, 0),
                             HBASE_CELL_NO_TIMESTAMP);
  part->sent_filter = filter_after_qualifier (get, qualifier);
  return part;
}

/* Returns a get of the families after the given one; NULL: none are read. */
static HBaseGet *
get_after_family (HBaseGet *get, HBaseSlice family, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  if (get->selection.columns.count == 0)
    {
      part->sent_filter = filter_after_family (get, family);
      return part;
    }
  select_families (part, get, family, TRUE);
  if (part->selection.columns.count == 0)
    g_clear_pointer (&part, hbase_get_unref);
  return part;
}

GPtrArray *
hbase_get_list_columns_after (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  GPtrArray *gets = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);
  HBaseGet *others;

  if (family.data == NULL)
    {
      g_ptr_array_add (gets, copy_to_limit (get, limit));
      return gets;
    }
  g_ptr_array_add (gets, get_after_qualifier (get, family, qualifier, limit));
  others = get_after_family (get, family, limit);
  if (others != NULL)
    g_ptr_array_add (gets, others);
  return gets;
}

gboolean
hbase_get_has_family (HBaseGet *get, HBaseSlice family)
{
  HBasePacked found;
  gboolean has;

  hbase_packed_init (&found, NULL, 0);
  hbase_packed_copy_families (&found, &get->selection.columns, family, FALSE);
  has = found.count > 0 || get->selection.columns.count == 0;
  hbase_packed_clear (&found);
  return has;
}

/* ---- the fingerprint ---- */

void
hbase_get_fingerprint (HBaseGet *get, GChecksum *checksum)
{
  const HBaseSelection *selection = &get->selection;

  hbase_fingerprint_add (checksum, get_row (get));
  hbase_fingerprint_add (checksum, hbase_slice (selection->columns.data, selection->columns.length));
  hbase_fingerprint_add_number (checksum, 4 * sizeof (guint64));
  hbase_selection_fingerprint (selection, checksum);
  hbase_selection_fingerprint_filter_bytes (selection, checksum);
  hbase_selection_fingerprint_options (selection, checksum);
}
