/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-get-private.h"
#include "hbase-record-check-private.h"
#include "hbase-query-private.h"
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
 * In C what is read is set as for an `HBaseQuery`, which scans are, too:
 * `hbase_query_add_family (HBASE_QUERY (get), "content")`.
 *
 * A get may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
 */
struct _HBaseGet {
  HBaseQuery base;
  guint store_limit;        /* cells of each family; 0: all */
  guint store_offset;       /* cells of each family that are left out before them */
  HBaseFilter *sent_filter; /* in place of the query's; NULL: that one */
  gsize row_length;
  guint8 row[];
};

static void
clear (HBaseQuery *base)
{
  HBaseGet *get = (HBaseGet *) base;

  g_clear_pointer (&get->sent_filter, hbase_filter_unref);
}

G_DEFINE_BOXED_TYPE (HBaseGet, hbase_get, hbase_query_ref, hbase_query_unref)

/**
 * hbase_get_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a get of the newest versions of all columns of a row.
 *
 * Returns: (transfer full): the get
 */
HBaseGet *
hbase_get_new (const guint8 *row, gsize row_length)
{
  HBaseGet *get;

  hbase_return_if_no_bytes (row, NULL);

  get = g_malloc (sizeof *get + row_length);
  hbase_query_init (&get->base, clear);
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
 */
HBaseGet *
hbase_get_new_bytes (GBytes *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_get_new (g_bytes_get_data (row, NULL), g_bytes_get_size (row));
}

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
 */
GBytes *
hbase_get_ref_row (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  return g_bytes_new (get->row, get->row_length);
}

/**
 * hbase_get_set_store_limit:
 * @get: a get
 * @cells: how many cells of each family, at most; 0 for all
 *
 * Sets how many cells of each family are read, in the order of their columns; each version is a cell.
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
 */
guint
hbase_get_get_store_offset (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, 0);

  return get->store_offset;
}

HBaseGet *
hbase_get_copy_to (HBaseGet *get, HBaseSlice row)
{
  HBaseGet *copy = hbase_get_new (row.data, row.length);

  hbase_query_copy (&copy->base, &get->base);
  copy->store_limit = get->store_limit;
  copy->store_offset = get->store_offset;
  return copy;
}

gboolean
hbase_get_check (HBaseGet *get, GError **error)
{
  return hbase_row_key_check (get_row (get), error)
         && hbase_query_check (&get->base, "get", get_row (get), error)
         && (get->base.filter == NULL || hbase_filter_check (get->base.filter, error));
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
  HBaseFilter *filter = get->sent_filter != NULL ? get->sent_filter : get->base.filter;

  hbase_wire_write_binary (writer, HBASE_T_GET_ROW, get_row (get));
  hbase_packed_write_list (&get->base.columns, HBASE_T_GET_COLUMNS, writer);
  hbase_query_write_time_range (&get->base, HBASE_T_GET_TIME_RANGE, writer);
  hbase_query_write_max_versions (&get->base, HBASE_T_GET_MAX_VERSIONS, writer);
  hbase_filter_write_text (filter, HBASE_T_GET_FILTER_STRING, writer);
  hbase_attributes_write (get->base.attributes, HBASE_T_GET_ATTRIBUTES, writer);
  hbase_query_write_authorizations (&get->base, HBASE_T_GET_AUTHORIZATIONS, writer);
  write_number (writer, HBASE_T_GET_CONSISTENCY, get->base.consistency);
  hbase_query_write_replica (&get->base, HBASE_T_GET_TARGET_REPLICA_ID, writer);
  hbase_query_write_cache_blocks (&get->base, HBASE_T_GET_CACHE_BLOCKS, writer);
  write_number (writer, HBASE_T_GET_STORE_LIMIT, get->store_limit);
  write_number (writer, HBASE_T_GET_STORE_OFFSET, get->store_offset);
  hbase_query_write_filter_bytes (&get->base, filter, HBASE_T_GET_FILTER_BYTES, writer);
  hbase_wire_end_struct (writer);
}

/* Returns whether it has settings without a fixed length besides its columns. */
static gboolean
has_options (const HBaseGet *get)
{
  const HBaseQuery *query = &get->base;

  return query->filter != NULL || get->sent_filter != NULL || query->filter_bytes != NULL
         || query->attributes != NULL || query->authorizations != NULL;
}

gsize
hbase_get_get_max_length (HBaseGet *get)
{
  HBaseWireWriter writer;
  g_autoptr (GBytes) written = NULL;

  if (!has_options (get))
    return FIXED_BYTES + get->row_length + get->base.columns.length;
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
  const HBaseFilterNode *tree = hbase_filter_get_tree (get->base.filter);

  if (!hbase_get_check (get, error))
    return FALSE;
  if (get->base.max_versions > 1)
    return hbase_record_fail (error, "get", row, "pages of columns have one version of each: set no more");
  if (get->store_limit > 0 || get->store_offset > 0)
    return hbase_record_fail (error, "get", row,
                              "pages of columns have limits of their own: set no store limit or offset");
  if (get->base.filter_bytes != NULL)
    return hbase_record_fail (error, "get", row,
                              "its filter is serialized, and can't be joined to that of a page of columns: "
                              "set it by hbase_query_set_filter()");
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

  if (get->base.filter == NULL)
    return filter;
  hbase_filter_append_node (filter, hbase_filter_get_tree (get->base.filter));
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
  hbase_packed_clear (&part->base.columns);
  hbase_packed_init (&part->base.columns, NULL, 0);
  hbase_packed_copy_families (&part->base.columns, &get->base.columns, family, after);
}

/* Returns a get of the columns of a family after the qualifier. */
static HBaseGet *
get_after_qualifier (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  select_families (part, get, family, FALSE);
  if (get->base.columns.count == 0)
    hbase_packed_add_column (&part->base.columns, family, hbase_slice (NULL, 0), HBASE_CELL_NO_TIMESTAMP);
  part->sent_filter = filter_after_qualifier (get, qualifier);
  return part;
}

/* Returns a get of the families after the given one; NULL: none are read. */
static HBaseGet *
get_after_family (HBaseGet *get, HBaseSlice family, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  if (get->base.columns.count == 0)
    {
      part->sent_filter = filter_after_family (get, family);
      return part;
    }
  select_families (part, get, family, TRUE);
  if (part->base.columns.count == 0)
    g_clear_pointer (&part, hbase_query_unref);
  return part;
}

GPtrArray *
hbase_get_list_columns_after (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  GPtrArray *gets = g_ptr_array_new_with_free_func (hbase_query_unref);
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
  hbase_packed_copy_families (&found, &get->base.columns, family, FALSE);
  has = found.count > 0 || get->base.columns.count == 0;
  hbase_packed_clear (&found);
  return has;
}

/* ---- the fingerprint ---- */

void
hbase_get_fingerprint (HBaseGet *get, GChecksum *checksum)
{
  const HBaseQuery *query = &get->base;

  hbase_fingerprint_add (checksum, get_row (get));
  hbase_fingerprint_add (checksum, hbase_slice (query->columns.data, query->columns.length));
  hbase_fingerprint_add_number (checksum, 4 * sizeof (guint64));
  hbase_query_fingerprint (query, checksum);
  hbase_query_fingerprint_filter_bytes (query, checksum);
  hbase_query_fingerprint_options (query, checksum);
}
