/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
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
  gatomicrefcount ref_count;
  HBasePacked columns;
  const char *problem; /* what is wrong with a column that was added; NULL: nothing */
  gboolean return_results;
  HBaseDurability durability;
  gsize row_length;
  guint8 row[];
};

G_DEFINE_BOXED_TYPE (HBaseIncrement, hbase_increment, hbase_increment_ref, hbase_increment_unref)

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
HBaseIncrement *
hbase_increment_new (const guint8 *row, gsize row_length)
{
  HBaseIncrement *increment;

  hbase_return_if_no_bytes (row, NULL);

  increment = g_malloc (sizeof *increment + row_length);
  g_atomic_ref_count_init (&increment->ref_count);
  hbase_packed_init (&increment->columns, NULL, 0);
  increment->problem = NULL;
  increment->return_results = TRUE;
  increment->durability = HBASE_DURABILITY_USE_DEFAULT;
  increment->row_length = row_length;
  memcpy (increment->row, hbase_slice_bytes (hbase_slice (row, row_length)), row_length);
  return increment;
}

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
HBaseIncrement *
hbase_increment_new_utf8 (const char *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_increment_new ((const guint8 *) row, strlen (row));
}

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
HBaseIncrement *
hbase_increment_ref (HBaseIncrement *increment)
{
  g_return_val_if_fail (increment != NULL, NULL);

  g_atomic_ref_count_inc (&increment->ref_count);
  return increment;
}

/**
 * hbase_increment_unref: (skip)
 * @increment: (transfer full): an increment
 *
 * Gives a reference back; the last one frees the increment.
 *
 * Since: 0.1
 */
void
hbase_increment_unref (HBaseIncrement *increment)
{
  g_return_if_fail (increment != NULL);

  if (!g_atomic_ref_count_dec (&increment->ref_count))
    return;
  hbase_packed_clear (&increment->columns);
  g_free (increment);
}

static HBaseSlice
get_row (HBaseIncrement *increment)
{
  return hbase_slice (increment->row, increment->row_length);
}

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
const guint8 *
hbase_increment_get_row (HBaseIncrement *increment, gsize *length)
{
  g_return_val_if_fail (increment != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = increment->row_length;
  return increment->row;
}

/* An increment's columns are packed as columns with a stamp are: the amount stands where that would. */
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
  g_return_if_fail (increment != NULL);
  g_return_if_fail (family != NULL);
  hbase_return_if_no_bytes (qualifier);

  if (*family == '\0')
    increment->problem = "a column family's name is empty";
  if (amount == G_MININT64)
    increment->problem = "an amount is -9223372036854775808, which can't be sent";
  if (qualifier_length > G_MAXINT32)
    increment->problem = "a qualifier has more than 2,147,483,647 bytes";
  else
    hbase_packed_add_column (
        &increment->columns, hbase_slice_text (family),
        hbase_slice (qualifier != NULL ? qualifier : (const guint8 *) "", qualifier_length), amount);
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

  increment->return_results = return_results;
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
void
hbase_increment_set_durability (HBaseIncrement *increment, HBaseDurability durability)
{
  g_return_if_fail (increment != NULL);

  increment->durability = durability;
}

HBaseIncrement *
hbase_increment_copy_to (HBaseIncrement *increment, HBaseSlice row)
{
  HBaseIncrement *copy = hbase_increment_new (row.data, row.length);

  hbase_packed_copy (&copy->columns, &increment->columns);
  copy->problem = increment->problem;
  copy->return_results = increment->return_results;
  copy->durability = increment->durability;
  return copy;
}

gboolean
hbase_increment_check (HBaseIncrement *increment, GError **error)
{
  if (!hbase_row_key_check (get_row (increment), error))
    return FALSE;
  if (increment->problem != NULL)
    return hbase_record_fail (error, "increment", get_row (increment), "%s", increment->problem);
  return increment->columns.count > 0
         || hbase_record_fail (error, "increment", get_row (increment),
                               "it has no columns: add at least one");
}

void
hbase_increment_write (HBaseIncrement *increment, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_INCREMENT_ROW, get_row (increment));
  hbase_packed_write_list (&increment->columns, HBASE_T_INCREMENT_COLUMNS, writer);
  if (increment->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, HBASE_T_INCREMENT_DURABILITY, (gint32) increment->durability);
  if (!increment->return_results)
    hbase_wire_write_bool (writer, HBASE_T_INCREMENT_RETURN_RESULTS, FALSE);
  hbase_wire_end_struct (writer);
}
