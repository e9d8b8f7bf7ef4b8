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
 * In C its settings are those of an `HBaseMutation`, as are those of appends, increments and deletes:
 * `hbase_mutation_set_timestamp (HBASE_MUTATION (put), 7)`.
 *
 * A put may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
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

/**
 * hbase_put_new:
 * @row: (array length=row_length) (nullable): the row's key; %NULL where @row_length is 0
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes a put without cells. For a [struct@HBase.PrependRequest], whose row is
 * chosen by the prepender, the key is empty.
 *
 * Returns: (transfer full): the put
 */

/**
 * hbase_put_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes a put for a row whose key is text.
 *
 * Returns: (transfer full): the put
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
 */

/**
 * hbase_put_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Put.new].
 *
 * Returns: (transfer full): the put
 */

/**
 * hbase_put_get_n_cells:
 * @put: a put
 *
 * Returns the number of cells that were added.
 *
 * Returns: the number of cells
 */
guint
hbase_put_get_n_cells (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, 0);

  return put->base.cells.count;
}

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
 * hbase_put_set_assume_new:
 * @put: a put
 * @assume_new: whether the row is assumed not to exist
 *
 * Sets whether the row is assumed to be new. A handle of unsalted keys ([ctor@HBase.Table.new_unsalted])
 * then doesn't look the row up, and sends one request even if a salt is random. If the row existed
 * nevertheless, it is stored twice afterwards. On other handles it has no effect. The default is %FALSE.
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
 */
gboolean
hbase_put_get_assume_new (HBasePut *put)
{
  g_return_val_if_fail (put != NULL, FALSE);

  return put->base.assume_new;
}
