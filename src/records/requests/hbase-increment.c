/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-increment.h"
#include "hbase-mutation-private.h"

/* This file implements increments of counters in one row. */

/**
 * HBaseIncrement:
 *
 * Describes numbers to add to counters in one row; all counters are changed, or none.
 *
 * A missing column is treated as 0. A counter has 8 bytes, big-endian, as Java's `Bytes.toBytes(long)`
 * writes them.
 *
 * ```c
 * g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("page-1");
 * g_autoptr (HBaseRow) raised = NULL;
 *
 * hbase_increment_add_utf8 (increment, "content", "views", 1);
 * raised = hbase_table_increment (table, increment, NULL, &error);
 * if (raised == NULL)
 *   return FALSE;
 * ```
 *
 * An increment may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
 *
 * Since: 0.1
 */
struct _HBaseIncrement {
  HBaseMutation base;
};

static const char *
find_problem (const HBaseMutation *base)
{
  return base->cells.count == 0 ? "it has no columns: add at least one" : NULL;
}

/* The amount is the value, as counters store it; it is packed in the place of a timestamp. */
static HBaseCell *
make_cell (const HBaseMutation *mutation, const HBasePackedElement *counter)
{
  gint64 amount = GINT64_TO_BE (counter->timestamp);

  return hbase_cell_new_copy (counter->family, counter->qualifier, hbase_slice (&amount, sizeof amount),
                              HBASE_CELL_NO_TIMESTAMP, HBASE_CELL_TYPE_PUT);
}

static const HBaseMutationClass increment_class = {
  .name = "increment",
  .size = sizeof (HBaseIncrement),
  .method = HBASE_WIRE_METHOD_INCREMENT,
  .row_field = HBASE_T_INCREMENT_ROW,
  .cells_field = HBASE_T_INCREMENT_COLUMNS,
  .attributes_field = HBASE_T_INCREMENT_ATTRIBUTES,
  .durability_field = HBASE_T_INCREMENT_DURABILITY,
  .visibility_field = HBASE_T_INCREMENT_CELL_VISIBILITY,
  .return_results_field = HBASE_T_INCREMENT_RETURN_RESULTS,
  .adds = TRUE,
  .make_cell = make_cell,
  .find_problem = find_problem,
};

HBASE_DEFINE_MUTATION (HBaseIncrement, hbase_increment, increment_class)
HBASE_DEFINE_MUTATION_CELLS (HBaseIncrement, hbase_increment)
HBASE_DEFINE_MUTATION_RETURN_RESULTS (HBaseIncrement, hbase_increment)

/**
 * hbase_increment_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes an increment without columns.
 *
 * Returns: (transfer full): the increment
 *
 * Since: 0.1
 */

/**
 * hbase_increment_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes an increment for a row whose key is text.
 *
 * Returns: (transfer full): the increment
 *
 * Since: 0.1
 */

/**
 * hbase_increment_new_for_row: (constructor)
 * @row: a row that was read
 *
 * Makes an increment for a row that was read. It has the row's stored key: on a handle of unsalted keys
 * ([ctor@HBase.Table.new_unsalted]) the row isn't looked up, and if it is stored twice, the one that was read
 * is changed. Such a handle accepts only rows that were read with unsalted keys; for others the call fails
 * with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the increment
 *
 * Since: 0.1
 */

/**
 * hbase_increment_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Increment.new].
 *
 * Returns: (transfer full): the increment
 *
 * Since: 0.1
 */

/**
 * hbase_increment_ref: (skip)
 * @increment: an increment
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @increment
 *
 * Since: 0.1
 */

/**
 * hbase_increment_unref: (skip)
 * @increment: (transfer full): an increment
 *
 * Releases a reference; the last one frees the increment.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_row:
 * @increment: an increment
 * @length: (out): its length in bytes
 *
 * Returns the key of the row.
 *
 * Returns: (array length=length) (transfer none): the row's key
 *
 * Since: 0.1
 */

/**
 * hbase_increment_ref_row:
 * @increment: an increment
 *
 * Returns the key of the row, as bytes.
 *
 * Returns: (transfer full): the row's key
 *
 * Since: 0.1
 */

/* An increment's columns are packed as columns with a timestamp are: the amount has the timestamp's id. */
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_FAMILY == (int) HBASE_T_COLUMN_FAMILY);
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_QUALIFIER == (int) HBASE_T_COLUMN_QUALIFIER);
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_AMOUNT == (int) HBASE_T_COLUMN_TIMESTAMP);

/**
 * hbase_increment_add:
 * @increment: an increment
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes; may be 0
 * @amount: what to add; may be negative
 *
 * Adds a counter and what to add to it. Sums beyond 64 bits wrap around on the server without an error.
 *
 * An increment with two entries for the same column, of which HBase would use only the last, isn't sent: the
 * call fails with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Since: 0.1
 */
void
hbase_increment_add (HBaseIncrement *increment,
                     const char *family,
                     const guint8 *qualifier,
                     gsize qualifier_length,
                     gint64 amount)
{
  const guint8 *bytes = hbase_slice_bytes (hbase_slice (qualifier, qualifier_length));

  g_return_if_fail (increment != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  hbase_mutation_add_counter (&increment->base, family, hbase_slice (bytes, qualifier_length), amount);
}

/**
 * hbase_increment_add_utf8:
 * @increment: an increment
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @amount: what to add; may be negative
 *
 * Adds a counter whose qualifier is UTF-8 text, as [method@HBase.Increment.add] does.
 *
 * Since: 0.1
 */
void
hbase_increment_add_utf8 (HBaseIncrement *increment, const char *family, const char *qualifier, gint64 amount)
{
  g_return_if_fail (increment != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_increment_add (increment, family, (const guint8 *) qualifier, strlen (qualifier), amount);
}

/**
 * hbase_increment_list_cells:
 * @increment: an increment
 *
 * Returns the counters that were added, in this order. A cell's value is what is added to the counter:
 * [method@HBase.Cell.get_int64] returns it as a number. Its timestamp is %G_MAXINT64.
 *
 * Returns: (transfer container) (element-type HBaseCell): copies of the counters and amounts
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_return_results:
 * @increment: an increment
 * @return_results: whether the response has the columns' new values
 *
 * Sets whether the call returns the columns' new values; by default it does. Without them it returns an
 * empty row.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_return_results:
 * @increment: an increment
 *
 * Returns whether the call returns the columns' new values.
 *
 * Returns: %TRUE if it does
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_durability:
 * @increment: an increment
 * @durability: how durable the change must be before the call returns
 *
 * Sets the durability; by default it is the table's.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_durability:
 * @increment: an increment
 *
 * Returns the durability.
 *
 * Returns: the durability; %HBASE_DURABILITY_USE_DEFAULT for the table's
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_idempotent:
 * @increment: an increment
 * @idempotent: whether it may be executed twice
 *
 * Sets whether the increment is sent again if its response was lost, though it may have been executed.
 * The default is %FALSE: the call then fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * An increment that is executed twice counts twice: that is right for approximate counters only.
 *
 * A call with several changes is sent again if that is allowed for each of them. The result of a checked
 * change may then be %FALSE because the first execution changed the value that is compared.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_idempotent:
 * @increment: an increment
 *
 * Returns whether the increment may be executed twice ([method@HBase.Increment.set_idempotent]).
 *
 * Returns: %TRUE if it may
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_attribute:
 * @increment: an increment
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_ref_attribute:
 * @increment: an increment
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_time_to_live:
 * @increment: an increment
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
 * hbase_increment_get_time_to_live:
 * @increment: an increment
 *
 * Returns the time to live of the cells that are written.
 *
 * Returns: milliseconds; 0: as long as their families keep cells
 *
 * Since: 0.1
 */

/**
 * hbase_increment_set_cell_visibility:
 * @increment: an increment
 * @expression: (nullable): an expression of visibility labels, as `secret&!probationary`, or %NULL for none
 *
 * Sets who may read the cells that are written. It has an effect only if the cluster runs HBase's visibility
 * coprocessor; otherwise, and in the embedded engine, the expression is ignored, and everybody may read them.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_cell_visibility:
 * @increment: an increment
 *
 * Returns who may read the cells that are written.
 *
 * Returns: (transfer none) (nullable): the expression, or %NULL if none is set; valid until another one is
 * set
 *
 * Since: 0.1
 */
