/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-cell-private.h"
#include "hbase-error-private.h"
#include "hbase-record-check-private.h"
#include "hbase-value-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements cells: of rows that were read, and of changes. */

/**
 * HBaseCell:
 *
 * One version of one column of a row: family, qualifier, timestamp, value.
 *
 * A cell of a row that was read is a view of the response that its row arrived with, and keeps it in memory;
 * a cell of a change ([method@HBase.Put.list_cells]) is a copy. It is immutable and may be used by several
 * threads. In C, [struct@HBase.CellIter] iterates over a row's cells without making objects.
 */
struct _HBaseCell {
  gatomicrefcount ref_count;
  HBaseBlock *block;  /* NULL: it has bytes of its own */
  HBaseCellView view; /* slices into the block, or of own_bytes */
  guint8 own_bytes[];
};

static void
free_cell (HBaseCell *cell)
{
  g_clear_pointer (&cell->block, hbase_block_unref);
  g_free (cell);
}

HBASE_DEFINE_REF_COUNTED (HBaseCell, hbase_cell, free_cell)

G_DEFINE_ENUM_TYPE (HBaseCellType,
                    hbase_cell_type,
                    G_DEFINE_ENUM_VALUE (HBASE_CELL_TYPE_PUT, "put"),
                    G_DEFINE_ENUM_VALUE (HBASE_CELL_TYPE_DELETE, "delete"),
                    G_DEFINE_ENUM_VALUE (HBASE_CELL_TYPE_DELETE_FAMILY_VERSION, "delete-family-version"),
                    G_DEFINE_ENUM_VALUE (HBASE_CELL_TYPE_DELETE_COLUMN, "delete-column"),
                    G_DEFINE_ENUM_VALUE (HBASE_CELL_TYPE_DELETE_FAMILY, "delete-family"))

HBaseCell *
hbase_cell_new (HBaseBlock *block, const HBaseCellView *view)
{
  HBaseCell *cell = g_new (HBaseCell, 1);

  g_atomic_ref_count_init (&cell->ref_count);
  cell->block = hbase_block_ref (block);
  cell->view = *view;
  return cell;
}

/* Returns the copy, and moves `p` after it. */
static HBaseSlice
store (guint8 **p, HBaseSlice bytes)
{
  guint8 *copy = *p;

  memcpy (copy, hbase_slice_bytes (bytes), bytes.length);
  *p += bytes.length;
  return hbase_slice (copy, bytes.length);
}

HBaseCell *
hbase_cell_new_copy (
    HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp, HBaseCellType type)
{
  HBaseCell *cell = g_malloc0 (sizeof *cell + family.length + qualifier.length + value.length);
  guint8 *p = cell->own_bytes;

  g_atomic_ref_count_init (&cell->ref_count);
  cell->view.family = store (&p, family);
  cell->view.qualifier = store (&p, qualifier);
  cell->view.value = store (&p, value);
  cell->view.timestamp = timestamp != HBASE_CELL_NO_TIMESTAMP ? timestamp : G_MAXINT64;
  cell->view.type = (guint8) type;
  return cell;
}

/**
 * hbase_cell_ref: (skip)
 * @cell: a cell
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @cell
 */

/**
 * hbase_cell_unref: (skip)
 * @cell: (transfer full): a cell
 *
 * Releases a reference; the last reference frees the cell.
 */

static const guint8 *
get_bytes (HBaseSlice slice, gsize *length)
{
  *length = slice.length;
  return hbase_slice_bytes (slice);
}

/**
 * hbase_cell_get_family:
 * @cell: a cell
 * @length: (out): its length in bytes
 *
 * Returns the name of the cell's column family.
 *
 * Returns: (array length=length) (transfer none): the name
 */
const guint8 *
hbase_cell_get_family (HBaseCell *cell, gsize *length)
{
  g_return_val_if_fail (cell != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  return get_bytes (cell->view.family, length);
}

/**
 * hbase_cell_get_qualifier:
 * @cell: a cell
 * @length: (out): its length in bytes; may be 0
 *
 * Returns the qualifier of the cell's column.
 *
 * Returns: (array length=length) (transfer none): the qualifier; never %NULL
 */
const guint8 *
hbase_cell_get_qualifier (HBaseCell *cell, gsize *length)
{
  g_return_val_if_fail (cell != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  return get_bytes (cell->view.qualifier, length);
}

/**
 * hbase_cell_get_value:
 * @cell: a cell
 * @length: (out): its length in bytes; may be 0
 *
 * Returns the cell's value.
 *
 * Returns: (array length=length) (transfer none): the value; never %NULL
 */
const guint8 *
hbase_cell_get_value (HBaseCell *cell, gsize *length)
{
  g_return_val_if_fail (cell != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  return get_bytes (cell->view.value, length);
}

/**
 * hbase_cell_ref_value:
 * @cell: a cell
 *
 * Returns the cell's value without copying it. The bytes keep the whole response that the row arrived with in
 * memory; see [method@HBase.Row.copy].
 *
 * Returns: (transfer full): the value
 */
GBytes *
hbase_cell_ref_value (HBaseCell *cell)
{
  HBaseSlice value;

  g_return_val_if_fail (cell != NULL, NULL);

  value = cell->view.value;
  return g_bytes_new_with_free_func (hbase_slice_bytes (value), value.length,
                                     (GDestroyNotify) hbase_cell_unref, hbase_cell_ref (cell));
}

/**
 * hbase_cell_ref_family:
 * @cell: a cell
 *
 * Returns the name of the cell's column family, as bytes that don't keep the response in memory.
 *
 * Returns: (transfer full): the name
 */
GBytes *
hbase_cell_ref_family (HBaseCell *cell)
{
  g_return_val_if_fail (cell != NULL, NULL);

  return g_bytes_new (cell->view.family.data, cell->view.family.length);
}

/**
 * hbase_cell_ref_qualifier:
 * @cell: a cell
 *
 * Returns the qualifier of the cell's column, as bytes that don't keep the response in memory.
 *
 * Returns: (transfer full): the qualifier; may be empty
 */
GBytes *
hbase_cell_ref_qualifier (HBaseCell *cell)
{
  g_return_val_if_fail (cell != NULL, NULL);

  return g_bytes_new (cell->view.qualifier.data, cell->view.qualifier.length);
}

static void
prefix_error (HBaseCell *cell, GError **error)
{
  g_autofree char *column = hbase_cell_dup_column_escaped (cell);

  hbase_error_prefix (error, "column “%s”: ", column);
}

/**
 * hbase_cell_get_int64:
 * @cell: a cell
 * @number: (out): the number
 * @error: return location for an error
 *
 * Returns the cell's value as a number of eight bytes, big-endian, as [method@HBase.Table.increment] and
 * [method@HBase.Put.add_int64] write it. In JavaScript, whose numbers are exact up to 2⁵³ only,
 * `cell.getBigInt()` returns a BigInt.
 *
 * Errors: %HBASE_ERROR_INVALID_VALUE if the value doesn't have eight bytes.
 *
 * Returns: (skip): %TRUE if @number was set; %FALSE on error
 */
gboolean
hbase_cell_get_int64 (HBaseCell *cell, gint64 *number, GError **error)
{
  g_return_val_if_fail (cell != NULL, FALSE);
  g_return_val_if_fail (number != NULL, FALSE);

  *number = 0;
  if (hbase_value_read_int64 (cell->view.value, number, error))
    return TRUE;
  prefix_error (cell, error);
  return FALSE;
}

/**
 * hbase_cell_get_variant:
 * @cell: a cell
 * @type: (nullable): the type string that the value must have, for example `a{sv}`; %NULL for any type
 * @error: return location for an error
 *
 * Returns the cell's value as the #GVariant that [method@HBase.Put.add_variant] has written.
 *
 * Errors: %HBASE_ERROR_INVALID_VALUE if the value isn't such a #GVariant, or has another type;
 * %HBASE_ERROR_INVALID_ARGUMENT if @type isn't a valid type string.
 *
 * Returns: (transfer full): the value; or %NULL on error
 */
GVariant *
hbase_cell_get_variant (HBaseCell *cell, const char *type, GError **error)
{
  GVariant *found;

  g_return_val_if_fail (cell != NULL, NULL);

  if (!hbase_value_check_type (type, error))
    return NULL;
  found = hbase_value_read_variant (cell->view.value, type, error);
  if (found == NULL)
    prefix_error (cell, error);
  return found;
}

/**
 * hbase_cell_get_timestamp:
 * @cell: a cell
 *
 * Returns the cell's timestamp: ms since 1970, unless the writer has set it to another number.
 *
 * Returns: the timestamp
 */
gint64
hbase_cell_get_timestamp (HBaseCell *cell)
{
  g_return_val_if_fail (cell != NULL, 0);

  return cell->view.timestamp;
}

/**
 * hbase_cell_dup_timestamp_text:
 * @cell: a cell
 *
 * Returns the cell's timestamp as decimal text, which is exact in every language. Timestamps in ms are exact
 * numbers in all languages; timestamps that a writer has set may be greater than 2⁵³.
 *
 * Returns: (transfer full): the timestamp
 */
char *
hbase_cell_dup_timestamp_text (HBaseCell *cell)
{
  g_return_val_if_fail (cell != NULL, NULL);

  return g_strdup_printf ("%" G_GINT64_FORMAT, cell->view.timestamp);
}

/**
 * hbase_cell_get_cell_type:
 * @cell: a cell
 *
 * Returns what the cell is: a value, or a delete marker, which has no value. Cells that raw scans
 * ([method@HBase.Scan.set_raw]) haven't read are always values. The number is the peer's.
 *
 * Returns: the cell's type
 */
HBaseCellType
hbase_cell_get_cell_type (HBaseCell *cell)
{
  g_return_val_if_fail (cell != NULL, HBASE_CELL_TYPE_PUT);

  return (HBaseCellType) cell->view.type;
}

/**
 * hbase_cell_dup_column_escaped:
 * @cell: a cell
 *
 * Returns the cell's column as `family:qualifier` in printable escapes ([func@HBase.bytes_to_escaped]).
 *
 * Returns: (transfer full): the column
 */
char *
hbase_cell_dup_column_escaped (HBaseCell *cell)
{
  HBaseSlice qualifier;

  g_return_val_if_fail (cell != NULL, NULL);

  qualifier = hbase_slice (hbase_slice_bytes (cell->view.qualifier), cell->view.qualifier.length);
  return hbase_record_show_column (cell->view.family, qualifier);
}
