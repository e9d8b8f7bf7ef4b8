/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-filter-text-private.h"
#include "hbase-get-private.h"
#include "hbase-wire-tables.h"

/**
 * HBaseGet:
 *
 * What to read of one row: a row key, and, if not everything is wanted, columns, versions, time stamps, a
 * filter.
 *
 * It may be changed after it was used, and used again: a call takes what it needs before it, or its `_async`
 * function, returns. It isn't to be changed by two threads at a time.
 *
 * Since: 0.1
 */
G_DEFINE_BOXED_TYPE (HBaseGet, hbase_get, hbase_get_ref, hbase_get_unref)

/**
 * hbase_get_new:
 * @row: (array length=row_length): the row's key
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a get of a whole row: of all its columns the newest versions.
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
  get->store_limit = 0;
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
 * hbase_get_ref: (skip)
 * @get: a get
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @get
 *
 * Since: 0.1
 */
HBaseGet *
hbase_get_ref (HBaseGet *get)
{
  g_return_val_if_fail (get != NULL, NULL);

  g_atomic_ref_count_inc (&get->ref_count);
  return get;
}

/**
 * hbase_get_unref: (skip)
 * @get: (transfer full): a get
 *
 * Gives a reference back; the last one frees the get.
 *
 * Since: 0.1
 */
void
hbase_get_unref (HBaseGet *get)
{
  g_return_if_fail (get != NULL);

  if (!g_atomic_ref_count_dec (&get->ref_count))
    return;
  hbase_selection_clear (&get->selection);
  g_clear_pointer (&get->sent_filter, g_bytes_unref);
  g_free (get);
}

static HBaseSlice
get_row (HBaseGet *get)
{
  return hbase_slice (get->row, get->row_length);
}

/**
 * hbase_get_get_row:
 * @get: a get
 * @length: (out): how many bytes
 *
 * The key of the row to read.
 *
 * Returns: (array length=length) (transfer none): the key
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
 * hbase_get_add_family:
 * @get: a get
 * @family: a column family's name
 *
 * Asks for all columns of a family. Where families or columns are named, nothing else is read. A family that
 * was named before by some of its columns is read whole now.
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
 * @qualifier_length: how many bytes; the empty qualifier is a column like any other
 *
 * Asks for one column. Where families or columns are named, nothing else is read; of a family that was named
 * whole before, this column only.
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
 * hbase_get_set_max_versions:
 * @get: a get
 * @max_versions: how many versions of each column, at most; 0 for HBase's default, which is 1
 *
 * Asks for older versions, too. A family keeps only as many as its descriptor says.
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
 * hbase_get_set_time_range:
 * @get: a get
 * @min_timestamp: the first stamp wanted, in ms since 1970; at least 0
 * @max_timestamp: the first one not wanted any more
 *
 * Asks only for cells with such time stamps.
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
 * hbase_get_set_filter:
 * @get: a get
 * @filter: (nullable): a filter in HBase's filter language, or %NULL for none
 *
 * Lets the server choose among the row's cells: `QualifierFilter(>=,'binary:m')`. It is checked before anything
 * is sent, as that of [method@HBase.Scan.set_filter] is, with the same limits.
 *
 * Since: 0.1
 */
void
hbase_get_set_filter (HBaseGet *get, const char *filter)
{
  g_return_if_fail (get != NULL);

  hbase_selection_set_filter (&get->selection, filter);
}

HBaseGet *
hbase_get_copy_to (HBaseGet *get, HBaseSlice row)
{
  HBaseGet *copy = hbase_get_new (row.data, row.length);

  hbase_selection_copy (&copy->selection, &get->selection);
  return copy;
}

gboolean
hbase_get_check_tree (HBaseGet *get, HBaseFilterNode **tree, GError **error)
{
  if (!hbase_row_key_check (get_row (get), error)
      || !hbase_selection_check (&get->selection, "get", get_row (get), error))
    return FALSE;
  if (get->selection.filter == NULL)
    return TRUE;
  *tree = hbase_filter_text_read (hbase_slice_text (get->selection.filter), error);
  return *tree != NULL;
}

gboolean
hbase_get_check (HBaseGet *get, GError **error)
{
  g_autoptr (HBaseFilterNode) tree = NULL;

  return hbase_get_check_tree (get, &tree, error);
}

void
hbase_get_write (HBaseGet *get, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_GET_ROW, get_row (get));
  hbase_packed_write_list (&get->selection.columns, HBASE_T_GET_COLUMNS, writer);
  hbase_selection_write_time_range (&get->selection, HBASE_T_GET_TIME_RANGE, writer);
  hbase_selection_write_max_versions (&get->selection, HBASE_T_GET_MAX_VERSIONS, writer);
  if (get->sent_filter != NULL)
    hbase_wire_write_binary (writer, HBASE_T_GET_FILTER_STRING, hbase_slice_of_bytes (get->sent_filter));
  else
    hbase_selection_write_filter (&get->selection, HBASE_T_GET_FILTER_STRING, writer);
  if (get->store_limit > 0)
    hbase_wire_write_i32 (writer, HBASE_T_GET_STORE_LIMIT, (gint32) get->store_limit);
  hbase_wire_end_struct (writer);
}
