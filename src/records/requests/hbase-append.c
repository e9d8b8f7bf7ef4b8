/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-append.h"
#include "hbase-mutation-private.h"

/* This file implements appends: bytes that are appended to the values of one row's columns. */

/**
 * HBaseAppend:
 *
 * Describes bytes to append to the values of columns of one row; all columns are changed, or none. A missing
 * column is treated as an empty one.
 *
 * ```c
 * g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("page-1");
 * g_autoptr (HBaseRow) longer = NULL;
 *
 * hbase_append_add_utf8 (append, "content", "log", "seen;");
 * longer = hbase_table_append (table, append, NULL, &error);
 * if (longer == NULL)
 *   return FALSE;
 * ```
 *
 * An append may be changed and used again after a call: the call encodes what it needs before it, or its
 * `_async` form, returns. It must not be changed by several threads at the same time.
 *
 * Since: 0.1
 */
struct _HBaseAppend {
  HBaseMutation base;
};

static const char *
find_problem (const HBaseMutation *base)
{
  return base->cells.count == 0 ? "it has no columns: add at least one" : NULL;
}

static const HBaseMutationClass append_class = {
  .name = "append",
  .size = sizeof (HBaseAppend),
  .method = HBASE_WIRE_METHOD_APPEND,
  .row_field = HBASE_T_APPEND_ROW,
  .cells_field = HBASE_T_APPEND_COLUMNS,
  .attributes_field = HBASE_T_APPEND_ATTRIBUTES,
  .durability_field = HBASE_T_APPEND_DURABILITY,
  .visibility_field = HBASE_T_APPEND_CELL_VISIBILITY,
  .return_results_field = HBASE_T_APPEND_RETURN_RESULTS,
  .adds = TRUE,
  .find_problem = find_problem,
};

HBASE_DEFINE_MUTATION (HBaseAppend, hbase_append, append_class)
HBASE_DEFINE_MUTATION_CELLS (HBaseAppend, hbase_append)
HBASE_DEFINE_MUTATION_RETURN_RESULTS (HBaseAppend, hbase_append)

/**
 * hbase_append_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes an append without columns.
 *
 * Returns: (transfer full): the append
 *
 * Since: 0.1
 */

/**
 * hbase_append_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes an append for a row whose key is text.
 *
 * Returns: (transfer full): the append
 *
 * Since: 0.1
 */

/**
 * hbase_append_new_for_row: (constructor)
 * @row: a row that was read
 *
 * Makes an append for a row that was read. It has the row's stored key: on a handle of unsalted keys
 * ([ctor@HBase.Table.new_unsalted]) the row isn't looked up, and if it is stored twice, the one that was read
 * is changed. Such a handle accepts only rows that were read with unsalted keys; for others the call fails
 * with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Returns: (transfer full): the append
 *
 * Since: 0.1
 */

/**
 * hbase_append_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Append.new].
 *
 * Returns: (transfer full): the append
 *
 * Since: 0.1
 */

/**
 * hbase_append_ref: (skip)
 * @append: an append
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @append
 *
 * Since: 0.1
 */

/**
 * hbase_append_unref: (skip)
 * @append: (transfer full): an append
 *
 * Releases a reference; the last one frees the append.
 *
 * Since: 0.1
 */

/**
 * hbase_append_get_row:
 * @append: an append
 * @length: (out): its length in bytes
 *
 * Returns the key of the row.
 *
 * Returns: (array length=length) (transfer none): the row's key
 *
 * Since: 0.1
 */

/**
 * hbase_append_ref_row:
 * @append: an append
 *
 * Returns the key of the row, as bytes.
 *
 * Returns: (transfer full): the row's key
 *
 * Since: 0.1
 */

/**
 * hbase_append_add:
 * @append: an append
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes; may be 0
 * @value: (array length=value_length) (nullable): the bytes to append to the column's value
 * @value_length: its length in bytes; may be 0
 *
 * Adds a column and what to append to its value.
 *
 * An append with two entries for the same column, of which HBase would use only the last, isn't sent: the
 * call fails with %HBASE_ERROR_INVALID_ARGUMENT.
 *
 * Since: 0.1
 */
void
hbase_append_add (HBaseAppend *append,
                  const char *family,
                  const guint8 *qualifier,
                  gsize qualifier_length,
                  const guint8 *value,
                  gsize value_length)
{
  g_return_if_fail (append != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);
  hbase_return_if_no_bytes (value);

  hbase_mutation_add_cell (&append->base, hbase_slice_text (family),
                           hbase_slice (qualifier, qualifier_length), hbase_slice (value, value_length),
                           HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_append_add_utf8:
 * @append: an append
 * @family: a column family's name
 * @qualifier: the column's qualifier as text
 * @value: the text to append to the column's value
 *
 * Adds a column whose qualifier is UTF-8 text, and the text to append to its value; they are stored without
 * the terminating NULs.
 *
 * Since: 0.1
 */
void
hbase_append_add_utf8 (HBaseAppend *append, const char *family, const char *qualifier, const char *value)
{
  g_return_if_fail (append != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);
  g_return_if_fail (value != NULL);

  hbase_append_add (append, family, (const guint8 *) qualifier, strlen (qualifier), (const guint8 *) value,
                    strlen (value));
}

/**
 * hbase_append_list_cells:
 * @append: an append
 *
 * Returns the columns that were added, in this order. A cell's value is what is appended to that of the
 * column. Its timestamp is %G_MAXINT64.
 *
 * Returns: (transfer container) (element-type HBaseCell): copies of the columns and bytes
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_return_results:
 * @append: an append
 * @return_results: whether the response has the columns' new values
 *
 * Sets whether the call returns the columns' new values; by default it does. Without them it returns an
 * empty row.
 *
 * Since: 0.1
 */

/**
 * hbase_append_get_return_results:
 * @append: an append
 *
 * Returns whether the call returns the columns' new values.
 *
 * Returns: %TRUE if it does
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_durability:
 * @append: an append
 * @durability: how durable the change must be before the call returns
 *
 * Sets the durability; by default it is the table's.
 *
 * Since: 0.1
 */

/**
 * hbase_append_get_durability:
 * @append: an append
 *
 * Returns the durability.
 *
 * Returns: the durability; %HBASE_DURABILITY_USE_DEFAULT for the table's
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_idempotent:
 * @append: an append
 * @idempotent: whether it may be executed twice
 *
 * Sets whether the append is sent again if its response was lost, though it may have been executed. The
 * default is %FALSE: the call then fails with %HBASE_ERROR_OUTCOME_UNKNOWN.
 *
 * An append that is executed twice appends the value twice: that is right only where readers drop
 * repetitions.
 *
 * A call with several changes is sent again if that is allowed for each of them. The result of a checked
 * change may then be %FALSE because the first execution changed the value that is compared.
 *
 * Since: 0.1
 */

/**
 * hbase_append_get_idempotent:
 * @append: an append
 *
 * Returns whether the append may be executed twice ([method@HBase.Append.set_idempotent]).
 *
 * Returns: %TRUE if it may
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_attribute:
 * @append: an append
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value
 * @value_length: its length in bytes
 *
 * Sets an attribute, which is passed to HBase's region servers and their coprocessors.
 *
 * Since: 0.1
 */

/**
 * hbase_append_ref_attribute:
 * @append: an append
 * @name: the attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL if it isn't set
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_time_to_live:
 * @append: an append
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
 * hbase_append_get_time_to_live:
 * @append: an append
 *
 * Returns the time to live of the cells that are written.
 *
 * Returns: milliseconds; 0: as long as their families keep cells
 *
 * Since: 0.1
 */

/**
 * hbase_append_set_cell_visibility:
 * @append: an append
 * @expression: (nullable): an expression of visibility labels, as `secret&!probationary`, or %NULL for none
 *
 * Sets who may read the cells that are written. It has an effect only if the cluster runs HBase's visibility
 * coprocessor; otherwise, and in the embedded engine, the expression is ignored, and everybody may read them.
 *
 * Since: 0.1
 */

/**
 * hbase_append_get_cell_visibility:
 * @append: an append
 *
 * Returns who may read the cells that are written.
 *
 * Returns: (transfer none) (nullable): the expression, or %NULL if none is set; valid until another one is
 * set
 *
 * Since: 0.1
 */
