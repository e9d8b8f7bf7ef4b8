/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-increment-private.h"
#include "hbase-wire-tables.h"

/**
 * HBaseIncrement:
 *
 * Numbers to raise in one row, all of them or none.
 *
 * A column that isn't there counts as 0. A number is 8 bytes, big-endian, as Java's `Bytes.toBytes(long)`
 * writes it.
 *
 * ```c
 * g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("page-1");
 * g_autoptr (HBaseRow) raised = NULL;
 *
 * hbase_increment_add (increment, "content", (const guint8 *) "views", 5, 1);
 * raised = hbase_table_increment (table, increment, NULL, &error);
 * if (raised == NULL)
 *   return FALSE;
 * ```
 *
 * It may be changed after it was used, and used again. It isn't to be changed by two threads at a time.
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

static const HBaseMutationClass increment_class = {
  .name = "increment",
  .size = sizeof (HBaseIncrement),
  .row_field = HBASE_T_INCREMENT_ROW,
  .cells_field = HBASE_T_INCREMENT_COLUMNS,
  .durability_field = HBASE_T_INCREMENT_DURABILITY,
  .return_results_field = HBASE_T_INCREMENT_RETURN_RESULTS,
  .find_problem = find_problem,
};

HBASE_DEFINE_MUTATION (HBaseIncrement, hbase_increment, increment_class)

/**
 * hbase_increment_new:
 * @row: (array length=row_length): the row's key
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
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
 * Makes an increment for a row that was read, by its stored key: also on a handle whose keys have no salts
 * ([ctor@HBase.Table.new_unsalted]) it needs no lookup, and changes the row that was read if it is stored
 * twice. The row's key must be one of the handle's.
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
 * Gives a reference back; the last one frees the increment.
 *
 * Since: 0.1
 */

/**
 * hbase_increment_get_row:
 * @increment: an increment
 * @length: (out): how many bytes
 *
 * The key of the row.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */

/* An increment's columns are packed as columns with a timestamp are: the amount takes its place. */
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_FAMILY == (int) HBASE_T_COLUMN_FAMILY);
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_QUALIFIER == (int) HBASE_T_COLUMN_QUALIFIER);
G_STATIC_ASSERT ((int) HBASE_T_COLUMN_INCREMENT_AMOUNT == (int) HBASE_T_COLUMN_TIMESTAMP);

/**
 * hbase_increment_add:
 * @increment: an increment
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @amount: what to add; may be below 0, but not %G_MININT64
 *
 * Adds a column whose number is to be raised. Sums beyond 64 bits wrap around on the server, without a word.
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

  if (amount == G_MININT64)
    increment->base.problem = "an amount is -9223372036854775808, which can't be sent";
  hbase_mutation_add_column (&increment->base, family, hbase_slice (bytes, qualifier_length), amount);
}

/**
 * hbase_increment_set_return_results:
 * @increment: an increment
 * @return_results: whether the columns' new values are to be sent back
 *
 * Whether the answer is to have the columns as they are then; without it, it has.
 *
 * Since: 0.1
 */
void
hbase_increment_set_return_results (HBaseIncrement *increment, gboolean return_results)
{
  g_return_if_fail (increment != NULL);

  increment->base.return_results = return_results;
}

/**
 * hbase_increment_set_durability:
 * @increment: an increment
 * @durability: how safe it is to be when the call is answered
 *
 * Sets the durability; without it the table's own holds.
 *
 * Since: 0.1
 */
