/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-mutation-private.h"
#include "hbase-put.h"
#include "hbase-value-private.h"

/* This file implements puts: cells that are written into one row. */

/**
 * HBasePut:
 *
 * Describes cells to write into one row; all of them are written, or none.
 *
 * ```c
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * if (!hbase_table_put (table, put, NULL, &error))
 *   return FALSE;
 * ```
 *
 * A put may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
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
static HBaseMutation *
stamp (HBaseMutation *put, gint64 timestamp)
{
  HBaseMutation *copy = hbase_mutation_copy (put);

  copy->timestamp = timestamp;
  return copy;
}

static const HBaseMutationClass put_class = {
  .name = "put",
  .size = sizeof (HBasePut),
  .first_capacity = 640,
  .method = HBASE_WIRE_METHOD_PUT,
  .method_of_several = HBASE_WIRE_METHOD_PUT_MULTIPLE,
  .row_field = HBASE_T_PUT_ROW,
  .cells_field = HBASE_T_PUT_COLUMN_VALUES,
  .timestamp_field = HBASE_T_PUT_TIMESTAMP,
  .attributes_field = HBASE_T_PUT_ATTRIBUTES,
  .durability_field = HBASE_T_PUT_DURABILITY,
  .visibility_field = HBASE_T_PUT_CELL_VISIBILITY,
  .find_problem = find_problem,
  .stamp = stamp,
};

HBASE_DEFINE_MUTATION (HBasePut, hbase_put, put_class)
HBASE_DEFINE_MUTATION_CELLS (HBasePut, hbase_put)
HBASE_DEFINE_MUTATION_TIMESTAMP (HBasePut, hbase_put)

/**
 * hbase_put_new:
 * @row: (array length=row_length) (nullable): the row's key; %NULL where @row_length is 0
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a put without cells. For a [struct@HBase.PrependRequest], whose row is
 * chosen by the prepender, the key is empty.
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
 * Makes a put for a row that was read. It has the row's stored key: on a handle of unsalted keys
 * ([ctor@HBase.Table.new_unsalted]) the row isn't looked up, and if it is stored twice, the one that was read
 * is changed. Such a handle accepts only rows that were read with unsalted keys; for others the call fails
 * with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the put
 *
 * Since: 0.1
 */

/**
 * hbase_put_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Put.new].
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
 * Releases a reference; the last one frees the put.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_row:
 * @put: a put
 * @length: (out): its length in bytes
 *
 * Returns the key of the row to write.
 *
 * Returns: (array length=length) (transfer none): the row's key
 *
 * Since: 0.1
 */

/**
 * hbase_put_ref_row:
 * @put: a put
 *
 * Returns the key of the row to write, as bytes.
 *
 * Returns: (transfer full): the row's key
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_n_cells:
 * @put: a put
 *
 * Returns the number of cells that were added.
 *
 * Returns: the number of cells
 *
 * Since: 0.1
 */
guint
hbase_put_get_n_cells (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, 0);

  return put->base.cells.count;
}

/**
 * hbase_put_list_cells:
 * @put: a put
 *
 * Returns the cells that were added, in this order. The timestamp of a cell that has none of its own is that
 * of the put; if that isn't set, it is %G_MAXINT64, which stands for the server's clock.
 *
 * ```c
 * g_autoptr (HBasePut) put = hbase_put_new_utf8 ("row-1");
 * g_autoptr (GPtrArray) cells = NULL;
 *
 * hbase_put_add_utf8 (put, "content", "name", "Ada");
 * cells = hbase_put_list_cells (put);
 * for (guint i = 0; i < cells->len; i++)
 *   {
 *     g_autofree char *column = hbase_cell_dup_column_escaped (cells->pdata[i]);
 *
 *     g_print ("%s\n", column);
 *   }
 * ```
 *
 * Returns: (transfer container) (element-type HBaseCell): copies of the cells
 *
 * Since: 0.1
 */

/* HBase recommends names of one letter: their length is known without a call of strlen(). */
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
 * @qualifier_length: its length in bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes; may be 0; HBase's default limit is 10 MiB for each cell
 *
 * Adds a cell. Its timestamp is the put's ([method@HBase.Put.set_timestamp]), or, if none is set, the time
 * of the server's clock. Of two cells of the same column and timestamp the one that was added later is kept.
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
 * @qualifier_length: its length in bytes; may be 0
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes; may be 0
 * @timestamp: its timestamp in ms since 1970, at least 0; %G_MAXINT64, HBase's `LATEST_TIMESTAMP`, stands
 *   for the server's clock
 *
 * Adds a cell with a timestamp of its own. Note that a cell stays invisible if its timestamp isn't greater
 * than that of an earlier delete of its column.
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
 * Adds a cell whose qualifier and value are UTF-8 text; they are stored without the terminating NULs.
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
 * hbase_put_add_bytes:
 * @put: a put
 * @family: a column family's name
 * @qualifier: (nullable): the column's qualifier; %NULL: the empty one
 * @value: the value
 *
 * Adds a cell as [method@HBase.Put.add] does.
 *
 * Since: 0.1
 */
void
hbase_put_add_bytes (HBasePut *put, const char *family, GBytes *qualifier, GBytes *value)
{
  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (value != NULL);

  hbase_mutation_add_cell (&put->base, hbase_slice_text (family), hbase_slice_of_bytes (qualifier),
                           hbase_slice_of_bytes (value), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_add_int64:
 * @put: a put
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @number: the value
 *
 * Adds a cell whose value is a number of eight bytes, big-endian, as Java's `Bytes.toBytes(long)` writes it.
 * So a counter can be set, which [method@HBase.Table.increment] changes, and
 * [method@HBase.Row.get_counter] reads.
 *
 * Since: 0.1
 */
void
hbase_put_add_int64 (HBasePut *put, const char *family, const char *qualifier, gint64 number)
{
  gint64 bytes = GINT64_TO_BE (number);

  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_mutation_add_cell (&put->base, hbase_slice_text (family), hbase_slice_text (qualifier),
                           hbase_slice (&bytes, sizeof bytes), HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_add_variant:
 * @put: a put
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @value: the value; a floating reference is taken
 *
 * Adds a cell whose value is a #GVariant. It is stored in a variant of type `v`, serialized in little-endian
 * byte order on every machine, so that its type is stored with it: [method@HBase.Row.get_value_variant] reads
 * it, and checks the type.
 *
 * Since: 0.1
 */
void
hbase_put_add_variant (HBasePut *put, const char *family, const char *qualifier, GVariant *value)
{
  g_autoptr (GVariant) boxed = NULL;

  g_return_if_fail (put != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);
  g_return_if_fail (value != NULL);

  boxed = hbase_value_box_variant (value);
  hbase_mutation_add_cell (&put->base, hbase_slice_text (family), hbase_slice_text (qualifier),
                           hbase_slice (g_variant_get_data (boxed), g_variant_get_size (boxed)),
                           HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_put_set_timestamp:
 * @put: a put
 * @timestamp: a timestamp in ms since 1970, at least 0; %G_MAXINT64, HBase's `LATEST_TIMESTAMP`, stands for
 *   the server's clock
 *
 * Sets the timestamp of all cells that have none of their own.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_timestamp:
 * @put: a put
 *
 * Returns the timestamp that was set by [method@HBase.Put.set_timestamp].
 *
 * Returns: the timestamp in ms since 1970, or -1 if none is set
 *
 * Since: 0.1
 */

/**
 * hbase_put_set_durability:
 * @put: a put
 * @durability: how durable the change must be before the call returns
 *
 * Sets the durability; by default it is the table's.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_durability:
 * @put: a put
 *
 * Returns the durability.
 *
 * Returns: the durability; %HBASE_DURABILITY_USE_DEFAULT for the table's
 *
 * Since: 0.1
 */

/**
 * hbase_put_set_assume_new:
 * @put: a put
 * @assume_new: whether the row is assumed not to exist
 *
 * Sets whether the row is assumed to be new. A handle of unsalted keys ([ctor@HBase.Table.new_unsalted])
 * then doesn't look the row up, and sends one request even if a salt is random. If the row existed
 * nevertheless, it is stored twice afterwards. On other handles it has no effect. The default is %FALSE.
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
 * Returns whether the row is assumed to be new ([method@HBase.Put.set_assume_new]).
 *
 * Returns: %TRUE if it is
 *
 * Since: 0.1
 */
gboolean
hbase_put_get_assume_new (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, FALSE);

  return put->base.assume_new;
}

/**
 * hbase_put_set_idempotent:
 * @put: a put
 * @idempotent: whether it may be executed twice
 *
 * Sets whether the put is sent again if its response was lost, though it may have been executed. The
 * default is %FALSE: the call then fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * A put that is executed twice writes the same values with two timestamps. That is right where the
 * columns have one writer at a time, or the last one wins anyway; where another program may change the
 * same columns meanwhile, the second execution would undo its change. A put whose cells all have explicit
 * timestamps is sent again in any case.
 *
 * A call with several changes is sent again if that is allowed for each of them. The result of a checked
 * change may then be %FALSE because the first execution changed the value that is compared.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_idempotent:
 * @put: a put
 *
 * Returns whether the put may be executed twice ([method@HBase.Put.set_idempotent]).
 *
 * Returns: %TRUE if it may
 *
 * Since: 0.1
 */

/**
 * hbase_put_set_attribute:
 * @put: a put
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 *
 * Since: 0.1
 */

/**
 * hbase_put_ref_attribute:
 * @put: a put
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 *
 * Since: 0.1
 */

/**
 * hbase_put_set_time_to_live:
 * @put: a put
 * @milliseconds: how long the cells that are written are visible; 0, the default: as long as their families
 *   keep cells
 *
 * Sets the time to live of the cells that are written, in milliseconds from their timestamps. The time to
 * live of a family, if it is shorter, holds for these cells, too. It is sent as the attribute `_ttl`.
 * The embedded engine has no such cells: with it the call fails with %HBASE_ERROR_UNSUPPORTED.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_time_to_live:
 * @put: a put
 *
 * Returns the time to live of the cells that are written.
 *
 * Returns: milliseconds; 0: as long as their families keep cells
 *
 * Since: 0.1
 */

/**
 * hbase_put_set_cell_visibility:
 * @put: a put
 * @expression: (nullable): an expression of visibility labels, as `secret&!probationary`, or %NULL for none
 *
 * Sets who may read the cells that are written. It has an effect only if the cluster runs HBase's visibility
 * coprocessor; otherwise, and in the embedded engine, the expression is ignored, and everybody may read them.
 *
 * Since: 0.1
 */

/**
 * hbase_put_get_cell_visibility:
 * @put: a put
 *
 * Returns who may read the cells that are written.
 *
 * Returns: (transfer none) (nullable): the expression, or %NULL if none is set; valid until another one is
 * set
 *
 * Since: 0.1
 */
