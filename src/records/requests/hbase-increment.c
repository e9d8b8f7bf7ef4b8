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

/**
 * hbase_increment_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes an increment without columns.
 *
 * Returns: (transfer full): the increment
 */

/**
 * hbase_increment_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes an increment for a row whose key is text.
 *
 * Returns: (transfer full): the increment
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
 */

/**
 * hbase_increment_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Increment.new].
 *
 * Returns: (transfer full): the increment
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
 */
void
hbase_increment_add_utf8 (HBaseIncrement *increment, const char *family, const char *qualifier, gint64 amount)
{
  g_return_if_fail (increment != NULL);
  g_return_if_fail (family != NULL);
  g_return_if_fail (qualifier != NULL);

  hbase_increment_add (increment, family, (const guint8 *) qualifier, strlen (qualifier), amount);
}
