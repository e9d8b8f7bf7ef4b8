/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-cell-private.h"
#include "hbase-error-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-row-private.h"
#include "hbase-value-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

/* This file implements rows that were read: their cells, their keys and the fields of these, and copies. */

/**
 * HBaseRow:
 *
 * A row that was read: its key and its cells, ordered by family, qualifier, and descending timestamp.
 *
 * A row is a view of the response that it arrived with, and keeps the whole response in memory, which can
 * have some MB for a scan. To keep a row for longer, use a copy made by [method@HBase.Row.copy]. Rows are
 * immutable and may be used by several threads.
 *
 * A column is named `family:qualifier`. [method@HBase.Row.dup_value_escaped] and
 * [method@HBase.RowItem.dup_text] read this name in printable escapes, as
 * [method@HBase.Cell.dup_column_escaped] writes it; in all other functions it is UTF-8 text, where a
 * backslash is a backslash.
 */
struct _HBaseRow {
  gatomicrefcount ref_count;
  guint index; /* in the block */
  HBaseBlock *block;
  HBaseKeySchema *schema; /* NULL: none */
  gboolean is_missing;    /* it has no stored key: `key` is the requested key, without salts, or empty */
  gboolean hides_salts;   /* it was read by a handle whose keys have no salts */
  GBytes *unsalted_key;   /* atomic; made by the first call that needs it; NULL: not yet */
  HBaseSlice key;         /* in the block, or own_key */
  guint8 own_key[];       /* where the response has none */
};

static void
free_row (HBaseRow *row)
{
  hbase_block_unref (row->block);
  g_clear_pointer (&row->schema, hbase_key_schema_unref);
  g_clear_pointer (&row->unsalted_key, g_bytes_unref);
  g_free (row);
}

HBASE_DEFINE_REF_COUNTED (HBaseRow, hbase_row, free_row)

HBaseRow *
hbase_row_new (HBaseBlock *block, guint index, HBaseSlice key, HBaseKeySchema *schema)
{
  HBaseSlice named = hbase_block_row_key (block, index);
  gsize own_length = named.data == NULL ? key.length : 0;
  HBaseRow *row = g_malloc (sizeof *row + own_length);

  g_atomic_ref_count_init (&row->ref_count);
  row->index = index;
  row->block = hbase_block_ref (block);
  row->schema = schema != NULL ? hbase_key_schema_ref (schema) : NULL;
  row->is_missing = row->hides_salts = FALSE;
  row->unsalted_key = NULL;
  row->key = named;
  if (named.data == NULL)
    {
      memcpy (row->own_key, hbase_slice_bytes (key), own_length);
      row->key = hbase_slice (row->own_key, own_length);
    }
  return row;
}

HBaseRow *
hbase_row_new_unsalted (HBaseBlock *block, guint index, HBaseSlice key, HBaseKeySchema *schema)
{
  HBaseRow *row = hbase_row_new (block, index, key, schema);

  row->hides_salts = schema != NULL;
  return row;
}

static HBaseRow *
row_new_like (HBaseRow *other, HBaseBlock *block)
{
  HBaseRow *row = hbase_row_new (block, 0, other->key, other->schema);

  row->is_missing = other->is_missing;
  row->hides_salts = other->hides_salts;
  return row;
}

/* Returns the row's key in the form of the handle that read it: unsalted if the handle's keys are. A stored
 * key that doesn't match the schema is returned unchanged. */
static HBaseSlice
get_handle_key (HBaseRow *row)
{
  GBytes *key;

  if (!row->hides_salts || row->is_missing)
    return row->key;
  key = g_atomic_pointer_get (&row->unsalted_key);
  if (key != NULL)
    return hbase_slice_of_bytes (key);
  key = hbase_key_schema_unsalt (row->schema, row->key.data, row->key.length, NULL);
  if (key == NULL)
    key = g_bytes_new (row->key.data, row->key.length);
  if (!g_atomic_pointer_compare_and_exchange (&row->unsalted_key, NULL, key))
    g_bytes_unref (key);
  return hbase_slice_of_bytes (g_atomic_pointer_get (&row->unsalted_key));
}

GBytes *
hbase_row_copy_stored_key (HBaseRow *row)
{
  return g_bytes_new (row->key.data, row->key.length);
}

HBaseSlice
hbase_row_key_slice (HBaseRow *row)
{
  return row->key;
}

/**
 * hbase_row_ref: (skip)
 * @row: a row
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @row
 */

/**
 * hbase_row_unref: (skip)
 * @row: (transfer full): a row
 *
 * Releases a reference; the last reference frees the row.
 */

/* ---- cells ---- */

void
hbase_row_view_cell (HBaseRow *row, guint index, HBaseCellView *view)
{
  hbase_block_cell (row->block, row->block->rows[row->index].first_cell + index, view);
}

/**
 * hbase_row_is_empty:
 * @row: a row
 *
 * Returns whether the row has no cells. A missing row is an empty row in the result of every call that reads
 * one row. Its key is the key that the call named; it is empty if the call named none, as
 * [method@HBase.Table.first_row].
 *
 * Returns: %TRUE if nothing was found
 */
gboolean
hbase_row_is_empty (HBaseRow *row)
{
  return hbase_row_get_n_cells (row) == 0;
}

/**
 * hbase_row_is_partial:
 * @row: a row
 *
 * Returns whether this is a partial row, after which more cells of the same row may follow. Only scans with
 * [method@HBase.Scan.set_batch_size] return partial rows.
 *
 * A row ends with the first of its parts that isn't partial, before a part with another key, or at the end of
 * the scan. The last part may be partial although nothing follows it: HBase marks it so if it has as many
 * cells as the batch size, and the row has stored cells after it that the scan doesn't return (deleted cells,
 * older versions, cells that a filter leaves out).
 *
 * Returns: %TRUE if the next row of the scan may be a part of the same row
 */
gboolean
hbase_row_is_partial (HBaseRow *row)
{
  g_return_val_if_fail (row != NULL, FALSE);

  return hbase_block_row_is_partial (row->block, row->index);
}

/**
 * hbase_row_get_n_cells:
 * @row: a row
 *
 * Returns the number of cells.
 *
 * Returns: the number of cells
 */
guint
hbase_row_get_n_cells (HBaseRow *row)
{
  g_return_val_if_fail (row != NULL, 0);

  return hbase_block_row_n_cells (row->block, row->index);
}

/**
 * hbase_row_get_cell:
 * @row: a row
 * @index: which cell, from 0; less than [method@HBase.Row.get_n_cells]
 *
 * Returns one of the row's cells.
 *
 * Returns: (transfer full): the cell
 */
HBaseCell *
hbase_row_get_cell (HBaseRow *row, guint index)
{
  HBaseCellView view;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (index < hbase_row_get_n_cells (row), NULL);

  hbase_row_view_cell (row, index, &view);
  return hbase_cell_new (row->block, &view);
}

/**
 * hbase_row_list_cells:
 * @row: a row
 *
 * Returns all of the row's cells, ordered by family, qualifier, and descending timestamp. In C,
 * [struct@HBase.CellIter] iterates over them without making objects.
 *
 * Returns: (transfer container) (element-type HBaseCell): the cells
 */
GPtrArray *
hbase_row_list_cells (HBaseRow *row)
{
  GPtrArray *cells;
  guint n;

  g_return_val_if_fail (row != NULL, NULL);

  n = hbase_row_get_n_cells (row);
  cells = g_ptr_array_new_full (n, (GDestroyNotify) hbase_cell_unref);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (cells, hbase_row_get_cell (row, i));
  return cells;
}

/* The first cell of a column is its newest version. */
static gboolean
find_value (HBaseRow *row, HBaseSlice family, HBaseSlice qualifier, HBaseSlice *value)
{
  guint n_cells = hbase_row_get_n_cells (row);

  for (guint i = 0; i < n_cells; i++)
    {
      HBaseCellView view;

      hbase_row_view_cell (row, i, &view);
      if (!hbase_slice_equal (view.qualifier, qualifier) || !hbase_slice_equal (view.family, family))
        continue;
      *value = view.value;
      return TRUE;
    }
  return FALSE;
}

/**
 * hbase_row_get_value:
 * @row: a row
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @length: (out): the value's length in bytes
 *
 * Returns the newest of the values of a column that were read. In languages that don't distinguish an empty
 * array from %NULL, use [method@HBase.Row.ref_value].
 *
 * Returns: (array length=length) (transfer none) (nullable): the value, or %NULL if the row has no such
 * column; an empty value isn't %NULL, and has length 0
 */
const guint8 *
hbase_row_get_value (
    HBaseRow *row, const char *family, const guint8 *qualifier, gsize qualifier_length, gsize *length)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = 0;
  if (!find_value (row, hbase_slice_text (family), hbase_slice (qualifier, qualifier_length), &value))
    return NULL;
  *length = value.length;
  return hbase_slice_bytes (value);
}

/**
 * hbase_row_ref_value:
 * @row: a row
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 *
 * Returns the same value as [method@HBase.Row.get_value], as bytes. They keep the whole response that the row
 * arrived with in memory.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL if the row has no such column
 */
GBytes *
hbase_row_ref_value (HBaseRow *row, const char *family, const guint8 *qualifier, gsize qualifier_length)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);

  if (!find_value (row, hbase_slice_text (family), hbase_slice (qualifier, qualifier_length), &value))
    return NULL;
  return g_bytes_new_with_free_func (hbase_slice_bytes (value), value.length,
                                     (GDestroyNotify) hbase_row_unref, hbase_row_ref (row));
}

/* Finds the newest value of `family:qualifier`. */
static gboolean
find_column (HBaseRow *row, const char *column, HBaseSlice *value)
{
  const char *colon = strchr (column, ':');

  return colon != NULL
         && find_value (row, hbase_slice (column, (gsize) (colon - column)), hbase_slice_text (colon + 1),
                        value);
}

/* Returns a copy of bytes that are UTF-8 text without a NUL; NULL if they aren't. */
static char *
dup_utf8 (HBaseSlice bytes)
{
  const char *text = (const char *) hbase_slice_bytes (bytes);

  return g_utf8_validate_len (text, bytes.length, NULL) ? g_strndup (text, bytes.length) : NULL;
}

/**
 * hbase_row_dup_value_utf8:
 * @row: a row
 * @column: a column as `family:qualifier`, both as UTF-8 text without escapes; the first colon separates them
 *
 * Returns the newest value of a column as text, as [method@HBase.Put.add_utf8] writes it. Values that aren't
 * text are read by [method@HBase.Row.ref_value] or [method@HBase.Row.dup_value_escaped].
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if the row has no such column, or if its value
 * isn't UTF-8 or contains a NUL
 */
char *
hbase_row_dup_value_utf8 (HBaseRow *row, const char *column)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (column != NULL, NULL);

  return find_column (row, column, &value) ? dup_utf8 (value) : NULL;
}

/* Names row and column in an error. */
static void
prefix_error (HBaseRow *row, const char *column, GError **error)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row);
  g_autofree char *shown = hbase_bytes_to_escaped ((const guint8 *) column, strlen (column));

  hbase_error_prefix (error, "row “%s”, column “%s”: ", key, shown);
}

/**
 * hbase_row_get_counter:
 * @row: a row
 * @column: a column as `family:qualifier`, both as UTF-8 text without escapes; the first colon separates them
 * @number: (out): the number; 0 if the row has no such column
 * @error: return location for an error
 *
 * Returns the newest value of a column as a number of eight bytes, big-endian, as
 * [method@HBase.Table.increment] and [method@HBase.Put.add_int64] write it. A missing column is a counter of
 * 0, as for an increment.
 *
 * Errors: %HBASE_ERROR_INVALID_VALUE if the value doesn't have eight bytes.
 *
 * Returns: (skip): %TRUE if @number was set; %FALSE on error
 */
gboolean
hbase_row_get_counter (HBaseRow *row, const char *column, gint64 *number, GError **error)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);
  g_return_val_if_fail (number != NULL, FALSE);

  *number = 0;
  if (!find_column (row, column, &value) || hbase_value_read_int64 (value, number, error))
    return TRUE;
  prefix_error (row, column, error);
  return FALSE;
}

/**
 * hbase_row_get_int64:
 * @row: a row
 * @column: a column as `family:qualifier`, both as UTF-8 text without escapes; the first colon separates them
 * @number: (out): the number
 * @error: return location for an error
 *
 * Returns the newest value of a column as a number of eight bytes, big-endian, as
 * [method@HBase.Put.add_int64] writes it. Unlike in [method@HBase.Row.get_counter], a missing column is an
 * error. In JavaScript, whose numbers are exact up to 2⁵³ only, `row.getBigInt()` returns a BigInt.
 *
 * Errors: %HBASE_ERROR_COLUMN_NOT_FOUND if the row has no such column; %HBASE_ERROR_INVALID_VALUE if the
 * value doesn't have eight bytes.
 *
 * Returns: (skip): %TRUE if @number was set; %FALSE on error
 */
gboolean
hbase_row_get_int64 (HBaseRow *row, const char *column, gint64 *number, GError **error)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, FALSE);
  g_return_val_if_fail (column != NULL, FALSE);
  g_return_val_if_fail (number != NULL, FALSE);

  *number = 0;
  if (!find_column (row, column, &value))
    hbase_error_set (error, HBASE_ERROR_COLUMN_NOT_FOUND,
                     "the row was read without such a column: check its name, `family:qualifier`, and what "
                     "the get or scan selects");
  else if (hbase_value_read_int64 (value, number, error))
    return TRUE;
  prefix_error (row, column, error);
  return FALSE;
}

/**
 * hbase_row_get_value_variant:
 * @row: a row
 * @column: a column as `family:qualifier`, both as UTF-8 text without escapes; the first colon separates them
 * @type: (nullable): the type string that the value must have, for example `a{sv}`; %NULL for any type
 * @error: return location for an error
 *
 * Returns the newest value of a column as the #GVariant that [method@HBase.Put.add_variant] has written.
 *
 * Errors: %HBASE_ERROR_INVALID_VALUE if the value isn't such a #GVariant, or has another type;
 * %HBASE_ERROR_INVALID_ARGUMENT if @type isn't a valid type string.
 *
 * Returns: (transfer full) (nullable): the value; %NULL if the row has no such column, or on error
 */
GVariant *
hbase_row_get_value_variant (HBaseRow *row, const char *column, const char *type, GError **error)
{
  GVariant *found = NULL;
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (column != NULL, NULL);

  if (!hbase_value_check_type (type, error) || !find_column (row, column, &value))
    return NULL;
  found = hbase_value_read_variant (value, type, error);
  if (found == NULL)
    prefix_error (row, column, error);
  return found;
}

/* Finds the newest value of a column that is named in printable escapes. */
static gboolean
find_escaped (HBaseRow *row, const char *column, HBaseSlice *value)
{
  const char *colon = strchr (column, ':');
  g_autofree char *name = NULL;
  g_autoptr (GBytes) family = NULL, qualifier = NULL;

  if (colon == NULL)
    return FALSE;
  name = g_strndup (column, (gsize) (colon - column));
  family = hbase_bytes_from_escaped (name, NULL);
  qualifier = hbase_bytes_from_escaped (colon + 1, NULL);
  return family != NULL && qualifier != NULL
         && find_value (row, hbase_slice_of_bytes (family), hbase_slice_of_bytes (qualifier), value);
}

/**
 * hbase_row_dup_value_escaped:
 * @row: a row
 * @column: a column as `family:qualifier`, both in printable escapes ([func@HBase.bytes_from_escaped])
 *
 * Returns the newest value of a column in printable escapes, which can express any bytes.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL if the row has no such column, or if @column has
 * no colon or an invalid escape
 */
char *
hbase_row_dup_value_escaped (HBaseRow *row, const char *column)
{
  HBaseSlice value;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (column != NULL, NULL);

  return find_escaped (row, column, &value) ? hbase_bytes_to_escaped (value.data, value.length) : NULL;
}

char *
hbase_row_dup_value_for_display (HBaseRow *row, const char *column)
{
  HBaseSlice value;
  char *text;

  if (!find_escaped (row, column, &value))
    return NULL;
  text = dup_utf8 (value);
  return text != NULL ? text : hbase_bytes_to_escaped (value.data, value.length);
}

/**
 * hbase_cell_iter_init: (skip)
 * @iter: an iterator, on the stack
 * @row: a row; the caller keeps a reference while it uses the iterator
 *
 * Initializes an iterator over a row's cells. It needn't be cleared.
 *
 * ```c
 * HBaseCellIter iter;
 *
 * hbase_cell_iter_init (&iter, row);
 * while (hbase_cell_iter_next (&iter))
 *   total += iter.value_length;
 * ```
 */
void
hbase_cell_iter_init (HBaseCellIter *iter, HBaseRow *row)
{
  g_return_if_fail (iter != NULL);
  g_return_if_fail (row != NULL);

  *iter = (HBaseCellIter){ .row = row };
}

/**
 * hbase_cell_iter_next: (skip)
 * @iter: an iterator
 *
 * Advances to the next cell, and sets the iterator's fields to its contents, which belong to the row.
 *
 * Returns: %FALSE if there are no more cells
 */
gboolean
hbase_cell_iter_next (HBaseCellIter *iter)
{
  HBaseCellView view;

  g_return_val_if_fail (iter != NULL, FALSE);

  if (iter->index == hbase_row_get_n_cells (iter->row))
    return FALSE;
  hbase_row_view_cell (iter->row, iter->index++, &view);
  iter->family = hbase_slice_bytes (view.family);
  iter->family_length = view.family.length;
  iter->qualifier = hbase_slice_bytes (view.qualifier);
  iter->qualifier_length = view.qualifier.length;
  iter->value = hbase_slice_bytes (view.value);
  iter->value_length = view.value.length;
  iter->timestamp = view.timestamp;
  iter->type = (HBaseCellType) view.type;
  return TRUE;
}

/* ---- the key ---- */

/**
 * hbase_row_get_key:
 * @row: a row
 * @length: (out): its length in bytes
 *
 * Returns the row's key. If the row was read by a handle of unsalted keys ([ctor@HBase.Table.new_unsalted]),
 * this is the unsalted key; [method@HBase.Row.get_stored_key] returns the key with its salts.
 *
 * Returns: (array length=length) (transfer none): the key
 */
const guint8 *
hbase_row_get_key (HBaseRow *row, gsize *length)
{
  HBaseSlice key;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  key = get_handle_key (row);
  *length = key.length;
  return hbase_slice_bytes (key);
}

/**
 * hbase_row_get_stored_key:
 * @row: a row
 * @length: (out): its length in bytes; 0 if there is no stored key
 *
 * Returns the key under which the row is stored, with its salts. If the row was read by a handle of stored
 * keys ([ctor@HBase.Table.new]), it is the same as [method@HBase.Row.get_key].
 *
 * Returns: (array length=length) (transfer none) (nullable): the stored key, or %NULL if
 * [method@HBase.Table.get] on a handle of unsalted keys didn't find the row
 */
const guint8 *
hbase_row_get_stored_key (HBaseRow *row, gsize *length)
{
  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = row->is_missing ? 0 : row->key.length;
  return row->is_missing ? NULL : hbase_slice_bytes (row->key);
}

/**
 * hbase_row_ref_key:
 * @row: a row
 *
 * Returns a copy of the row's key, which doesn't keep the row in memory.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_row_ref_key (HBaseRow *row)
{
  HBaseSlice key;

  g_return_val_if_fail (row != NULL, NULL);

  key = get_handle_key (row);
  return g_bytes_new (key.data, key.length);
}

/**
 * hbase_row_ref_stored_key:
 * @row: a row
 *
 * Returns a copy of the key of [method@HBase.Row.get_stored_key], which doesn't keep the row in memory.
 *
 * Returns: (transfer full) (nullable): the stored key, or %NULL if there is none
 */
GBytes *
hbase_row_ref_stored_key (HBaseRow *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return row->is_missing ? NULL : hbase_row_copy_stored_key (row);
}

/**
 * hbase_row_dup_key_utf8:
 * @row: a row
 *
 * Returns the row's key as text, as [ctor@HBase.Put.new_utf8] takes it.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if the key isn't UTF-8 or contains a NUL
 */
char *
hbase_row_dup_key_utf8 (HBaseRow *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return dup_utf8 (get_handle_key (row));
}

/**
 * hbase_row_dup_key_escaped:
 * @row: a row
 *
 * Returns the row's key in printable escapes ([func@HBase.bytes_to_escaped]), which can express any bytes.
 *
 * Returns: (transfer full): the text
 */
char *
hbase_row_dup_key_escaped (HBaseRow *row)
{
  HBaseSlice key;

  g_return_val_if_fail (row != NULL, NULL);

  key = get_handle_key (row);
  return hbase_bytes_to_escaped (key.data, key.length);
}

/**
 * hbase_row_get_key_schema:
 * @row: a row
 *
 * Returns the key schema that the table handle had when the row was read.
 *
 * Returns: (transfer none) (nullable): the schema, or %NULL if the handle had none
 */
HBaseKeySchema *
hbase_row_get_key_schema (HBaseRow *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return row->schema;
}

/* ---- the key's fields ---- */

static gboolean
need_schema (HBaseRow *row, GError **error)
{
  g_autofree char *text = NULL;

  if (hbase_row_get_key_schema (row) != NULL)
    return TRUE;
  text = hbase_row_dup_key_escaped (row);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "row “%s” was read by a table handle without a key schema: its key has no fields",
                          text);
}

/* Returns a key with any salts: the other fields are the same for all of them. */
static GBytes *
ref_salted_key (HBaseRow *row, GError **error)
{
  HBaseSlice key = hbase_row_key_slice (row);

  if (!need_schema (row, error))
    return NULL;
  if (!row->is_missing)
    return g_bytes_new (key.data, key.length);
  return hbase_key_schema_salt_with_random (hbase_row_get_key_schema (row), key.data, key.length, 0, error);
}

/**
 * hbase_row_get_key_field:
 * @row: a row
 * @name: a field's name
 * @error: return location for an error
 *
 * Returns the value of a field of the row's key. [struct@HBase.KeySchema] lists the types of fields.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the table handle had no key schema; %HBASE_ERROR_INVALID_KEY if
 * the schema has no such field, or the key doesn't match the schema.
 *
 * Returns: (transfer full): the value
 */
GVariant *
hbase_row_get_key_field (HBaseRow *row, const char *name, GError **error)
{
  g_autoptr (GBytes) key = NULL;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  key = ref_salted_key (row, error);
  if (key == NULL)
    return NULL;
  return hbase_key_schema_decode_field (hbase_row_get_key_schema (row), g_bytes_get_data (key, NULL),
                                        g_bytes_get_size (key), name, error);
}

/**
 * hbase_row_dup_key_field_escaped:
 * @row: a row
 * @name: a field's name
 * @error: return location for an error
 *
 * Returns a field of the row's key as printable text: numbers in decimal, timestamps as date and time.
 *
 * Errors: those of [method@HBase.Row.get_key_field].
 *
 * Returns: (transfer full): the value as text
 */
char *
hbase_row_dup_key_field_escaped (HBaseRow *row, const char *name, GError **error)
{
  g_autoptr (GBytes) key = NULL;

  g_return_val_if_fail (row != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  key = ref_salted_key (row, error);
  if (key == NULL)
    return NULL;
  return hbase_key_schema_key_field_to_escaped (hbase_row_get_key_schema (row), g_bytes_get_data (key, NULL),
                                                g_bytes_get_size (key), name, error);
}

/**
 * hbase_row_ref_unsalted_key:
 * @row: a row
 * @error: return location for an error
 *
 * Returns the row's key without its salts, as handles made by [ctor@HBase.Table.new_unsalted] take it. If the
 * schema has no salts, this is the stored key.
 *
 * Errors: those of [method@HBase.Row.get_key_field].
 *
 * Returns: (transfer full): the unsalted key
 */
GBytes *
hbase_row_ref_unsalted_key (HBaseRow *row, GError **error)
{
  HBaseSlice key;

  g_return_val_if_fail (row != NULL, NULL);

  if (!need_schema (row, error))
    return NULL;
  if (row->is_missing)
    return hbase_row_ref_key (row);
  key = hbase_row_key_slice (row);
  return hbase_key_schema_unsalt (hbase_row_get_key_schema (row), key.data, key.length, error);
}

/* ---- rows with their own bytes ---- */

/* Writes the response of a gateway to a get of this key that finds the first `n_cells` cells of these partial
 * rows. */
static GBytes *
write_alone (HBaseSlice key, HBaseRow *const *rows, guint n_cells, gboolean partial)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_wire_write_message (&writer, HBASE_SLICE_LITERAL ("get"), HBASE_WIRE_REPLY, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_struct (&writer, HBASE_GET_RESULT_SUCCESS);
  hbase_wire_write_binary (&writer, HBASE_T_RESULT_ROW, key);
  hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n_cells);
  for (HBaseRow *const *row = rows; n_cells > 0; row++)
    for (guint i = 0; n_cells > 0 && i < hbase_row_get_n_cells (*row); i++, n_cells--)
      {
        HBaseCellView view;

        hbase_row_view_cell (*row, i, &view);
        hbase_wire_put_cell (&writer, view.family, view.qualifier, view.value, view.timestamp, view.type);
      }
  hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, partial);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseBlock *
read_alone (GBytes *reply)
{
  HBaseWireReader reader;
  gsize length;
  guint8 *memory = g_bytes_unref_to_data (reply, &length);

  /* The writer's buffer grows by doubling: the unused part is freed. */
  memory = g_realloc (memory, length);
  hbase_wire_reader_init_reply (&reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, length,
                                &hbase_wire_methods[HBASE_WIRE_METHOD_GET], 0);
  if (hbase_wire_reader_feed (&reader, memory, length) != HBASE_WIRE_WHOLE)
    g_assert_not_reached ();
  return hbase_wire_reader_take (&reader, memory);
}

HBaseRow *
hbase_row_new_missing (HBaseSlice key, HBaseKeySchema *schema)
{
  g_autoptr (HBaseBlock) block = read_alone (write_alone (key, NULL, 0, FALSE));
  HBaseRow *row = hbase_row_new (block, 0, key, schema);

  row->is_missing = TRUE;
  return row;
}

HBaseRow *
hbase_row_join (HBaseRow *const *rows, guint n_cells)
{
  g_autoptr (HBaseBlock) block = read_alone (write_alone (rows[0]->key, rows, n_cells, FALSE));

  return row_new_like (rows[0], block);
}

/**
 * hbase_row_copy:
 * @row: a row
 *
 * Makes a copy that keeps only its own bytes in memory, not the whole response that the row arrived with.
 *
 * Returns: (transfer full): the copy
 */
HBaseRow *
hbase_row_copy (HBaseRow *row)
{
  g_autoptr (HBaseBlock) block = NULL;

  g_return_val_if_fail (row != NULL, NULL);

  block = read_alone (write_alone (row->key, &row, hbase_row_get_n_cells (row), hbase_row_is_partial (row)));
  return row_new_like (row, block);
}
