/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-put-private.h"
#include "hbase-wire-tables.h"

/**
 * HBasePut:
 *
 * Cells to write into one row, all of them or none.
 *
 * ```c
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * if (!hbase_table_put (table, put, NULL, &error))
 *   return FALSE;
 * ```
 *
 * It may be changed after it was used, and used again: a call takes what it needs before it, or its `_async`
 * function, returns. It isn't to be changed by two threads at a time.
 *
 * Since: 0.1
 */
struct _HBasePut {
  HBaseMutation base;
};

static const char *
find_problem (const HBaseMutation *base)
{
  return base->cells.count == 0 ? "it has no cells: add at least one" : NULL;
}

/* The capacity is that of about ten short cells. */
static const HBaseMutationClass put_class = {
  .name = "put",
  .size = sizeof (HBasePut),
  .first_capacity = 640,
  .row_field = HBASE_T_PUT_ROW,
  .cells_field = HBASE_T_PUT_COLUMN_VALUES,
  .timestamp_field = HBASE_T_PUT_TIMESTAMP,
  .durability_field = HBASE_T_PUT_DURABILITY,
  .find_problem = find_problem,
};

HBASE_DEFINE_MUTATION (HBasePut, hbase_put, put_class)

/**
 * hbase_put_new:
 * @row: (array length=row_length) (nullable): the row's key; %NULL where @row_length is 0
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a put without cells. For a [struct@HBase.PrependRequest], which finds its row itself, the key is
 * left empty.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */

/**
 * hbase_put_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a put for a row whose key is text.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */

/**
 * hbase_put_new_for_row: (constructor)
 * @row: a row that was read
 *
 * Makes a put for a row that was read, by its stored key: also on a handle whose keys have no salts
 * ([ctor@HBase.Table.new_unsalted]) it needs no lookup, and changes the row that was read if it is stored
 * twice. The row's key must be one of the handle's.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */

/**
 * hbase_put_ref: (skip)
 * @put: a put
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @put
 *
 * Since: 0.1
 */

/**
 * hbase_put_unref: (skip)
 * @put: (transfer full): a put
 *
 * Gives a reference back; the last one frees the put.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_row:
 * @put: a put
 * @length: (out): how many bytes
 *
 * The key of the row to write.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_n_cells:
 * @put: a put
 *
 * How many cells were added.
 *
 * Returns: their number
 *
 * Since: 0.1
 */
guint
hbase_put_get_n_cells (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, 0);

  return put->base.cells.count;
}

/* HBase's advice is names of one letter: their length needs no call. */
static inline HBaseSlice
slice_of_family (const char *family)
{
  return family[0] != '\0' && family[1] == '\0' ? hbase_slice (family, 1) : hbase_slice_text (family);
}

/**
 * hbase_put_add:
 * @put: a put
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: how many bytes; may be 0; HBase takes 10 MiB a cell unless it is configured otherwise
 *
 * Adds a cell. Its time stamp is the put's ([method@HBase.Put.set_timestamp]), or, where it has none, the
 * server's clock. Of two cells of the same column and stamp the later one is kept.
 *
 * Since: 0.1
 */
void
hbase_put_add (HBasePut *put,
               const char *family,
               const guint8 *qualifier,
               gsize qualifier_length,
               const guint8 *value,
               gsize value_length)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);

  hbase_mutation_add_cell (&put->base, slice_of_family (family), hbase_slice (qualifier, qualifier_length),
                           hbase_slice (value, value_length), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_add_with_timestamp:
 * @put: a put
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: how many bytes; may be 0
 * @timestamp: its stamp in ms since 1970, at least 0; %G_MAXINT64 stands for the server's clock
 *
 * Adds a cell with a time stamp of its own. Take care: a cell with a stamp not above that of an earlier
 * delete of its column stays invisible.
 *
 * Since: 0.1
 */
void
hbase_put_add_with_timestamp (HBasePut *put,
                              const char *family,
                              const guint8 *qualifier,
                              gsize qualifier_length,
                              const guint8 *value,
                              gsize value_length,
                              gint64 timestamp)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);

  if (timestamp < 0)
    put->base.problem = "a cell's timestamp is below 0";
  hbase_mutation_add_cell (&put->base, hbase_slice_text (family), hbase_slice (qualifier, qualifier_length),
                           hbase_slice (value, value_length), timestamp);
}

/**
 * hbase_put_add_utf8:
 * @put: a put
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @value: the value as text
 *
 * Adds a cell whose qualifier and value are text: their bytes without the terminating NULs.
 *
 * Since: 0.1
 */
void
hbase_put_add_utf8 (HBasePut *put, const char *family, const char *qualifier, const char *value)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);
  g_return_if_fail (value != NULL);

  hbase_mutation_add_cell (&put->base, hbase_slice_text (family), hbase_slice_text (qualifier),
                           hbase_slice_text (value), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_set_timestamp:
 * @put: a put
 * @timestamp: a stamp in ms since 1970, at least 0; %G_MAXINT64 stands for the server's clock
 *
 * Sets the time stamp of all cells that have none of their own.
 *
 * Since: 0.1
 */
void
hbase_put_set_timestamp (HBasePut *put, gint64 timestamp)
{
  g_return_if_fail (put != NULL);

  put->base.timestamp = timestamp;
}

/**
 * hbase_put_set_durability:
 * @put: a put
 * @durability: how safe it is to be when the call is answered
 *
 * Sets the durability; without it the table's own holds.
 *
 * Since: 0.1
 */

gboolean
hbase_put_check_cells (HBasePut *put, GError **error)
{
  return hbase_mutation_check_cells (&put->base, error);
}

gboolean
hbase_put_is_timestamped (HBasePut *put)
{
  return hbase_mutation_is_timestamped (&put->base);
}

gboolean
hbase_put_has_timestamps (HBasePut *put)
{
  return put->base.timestamp != HBASE_CELL_NO_TIMESTAMP || put->base.n_untimed < put->base.cells.count;
}

gboolean
hbase_put_find_column (HBasePut *put, HBaseSlice family, HBaseSlice qualifier, HBaseSlice *value)
{
  return hbase_packed_find_column (&put->base.cells, family, qualifier, value);
}

GPtrArray *
hbase_put_list_families (HBasePut *put)
{
  return hbase_packed_list_families (&put->base.cells);
}

HBaseDurability
hbase_put_get_durability (HBasePut *put)
{
  return put->base.durability;
}

HBasePut *
hbase_put_copy (HBasePut *put)
{
  return hbase_put_copy_to (put, hbase_mutation_row_slice (&put->base));
}

/**
 * hbase_put_set_assume_new:
 * @put: a put
 * @assume_new: whether the table has no such row
 *
 * Says that the row is new. A handle whose keys have no salts ([ctor@HBase.Table.new_unsalted]) needs one
 * request then also where a salt is random, as it doesn't look the row up. If the row was there
 * nevertheless, it is stored twice afterwards. On other handles it changes nothing. The default is %FALSE.
 *
 * Since: 0.1
 */
void
hbase_put_set_assume_new (HBasePut *put, gboolean assume_new)
{
  g_return_if_fail (put != NULL);

  put->base.assume_new = assume_new;
}

/**
 * hbase_put_get_assume_new:
 * @put: a put
 *
 * Returns whether [method@HBase.Put.set_assume_new] says that the row is new.
 *
 * Returns: %TRUE if it does
 *
 * Since: 0.1
 */
gboolean
hbase_put_get_assume_new (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, FALSE);

  return put->base.assume_new;
}

/* What is written of a put besides its row's key and its cells: field headers, lengths, the timestamp, the
 * durability and the stop byte, in the binary protocol; the compact one takes no more. */
#define FRAME_BYTES 64

gsize
hbase_put_get_room (HBasePut *put, gboolean in_place)
{
  const HBasePacked *cells = &put->base.cells;

  return FRAME_BYTES + put->base.row_length
         + (in_place && hbase_packed_is_worth_a_run (cells) ? 0 : cells->length);
}

void
hbase_put_write_at (HBasePut *put,
                    HBaseSlice row,
                    HBaseSlice family,
                    HBaseSlice qualifier,
                    HBaseSlice value,
                    HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_PUT_ROW, row);
  hbase_wire_write_list (writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, put->base.cells.count + 1);
  hbase_packed_write (&put->base.cells, writer);
  hbase_wire_put_cell (writer, family, qualifier, value, HBASE_CELL_NO_TIMESTAMP, 0);
  hbase_mutation_write_settings (&put->base, writer);
}
