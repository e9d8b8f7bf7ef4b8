/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-wire-tables.h"

/**
 * HBaseAppend:
 *
 * Bytes to put behind the values of one row's columns, of all of them or none. A column that isn't there
 * counts as empty.
 *
 * ```c
 * g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("page-1");
 * g_autoptr (HBaseRow) longer = NULL;
 *
 * hbase_append_add (append, "content", (const guint8 *) "log", 3, (const guint8 *) "seen;", 5);
 * longer = hbase_table_append (table, append, NULL, &error);
 * if (longer == NULL)
 *   return FALSE;
 * ```
 *
 * It may be changed after it was used, and used again. It isn't to be changed by two threads at a time.
 *
 * Since: 0.1
 */
struct _HBaseAppend {
  gatomicrefcount ref_count;
  HBasePacked columns;
  const char *problem; /* what is wrong with a column that was added; NULL: nothing */
  gboolean return_results;
  HBaseDurability durability;
  gsize row_length;
  guint8 row[];
};

G_DEFINE_BOXED_TYPE (HBaseAppend, hbase_append, hbase_append_ref, hbase_append_unref)

/**
 * hbase_append_new:
 * @row: (array length=row_length): the row's key
 * @row_length: how many bytes, 1 to 32,767; checked when it is sent
 *
 * Makes an append without columns.
 *
 * Returns: (transfer full): the append
 *
 * Since: 0.1
 */
HBaseAppend *
hbase_append_new (const guint8 *row, gsize row_length)
{
  HBaseAppend *append;

  hbase_return_if_no_bytes (row, NULL);

  append = g_malloc (sizeof *append + row_length);
  g_atomic_ref_count_init (&append->ref_count);
  hbase_packed_init (&append->columns, NULL, 0);
  append->problem = NULL;
  append->return_results = TRUE;
  append->durability = HBASE_DURABILITY_USE_DEFAULT;
  append->row_length = row_length;
  memcpy (append->row, hbase_slice_bytes (hbase_slice (row, row_length)), row_length);
  return append;
}

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
HBaseAppend *
hbase_append_new_utf8 (const char *row)
{
  g_return_val_if_fail (row != NULL, NULL);

  return hbase_append_new ((const guint8 *) row, strlen (row));
}

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
HBaseAppend *
hbase_append_ref (HBaseAppend *append)
{
  g_return_val_if_fail (append != NULL, NULL);

  g_atomic_ref_count_inc (&append->ref_count);
  return append;
}

/**
 * hbase_append_unref: (skip)
 * @append: (transfer full): an append
 *
 * Gives a reference back; the last one frees the append.
 *
 * Since: 0.1
 */
void
hbase_append_unref (HBaseAppend *append)
{
  g_return_if_fail (append != NULL);

  if (!g_atomic_ref_count_dec (&append->ref_count))
    return;
  hbase_packed_clear (&append->columns);
  g_free (append);
}

static HBaseSlice
get_row (HBaseAppend *append)
{
  return hbase_slice (append->row, append->row_length);
}

/**
 * hbase_append_get_row:
 * @append: an append
 * @length: (out): how many bytes
 *
 * The key of the row.
 *
 * Returns: (array length=length) (transfer none): the key
 *
 * Since: 0.1
 */
const guint8 *
hbase_append_get_row (HBaseAppend *append, gsize *length)
{
  g_return_val_if_fail (append != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = append->row_length;
  return append->row;
}

/**
 * hbase_append_add:
 * @append: an append
 * @family: a column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: how many bytes; may be 0
 * @value: (array length=value_length) (nullable): the bytes to put behind those that are there
 * @value_length: how many bytes; may be 0
 *
 * Adds a column whose value is to be lengthened.
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

  if (*family == '\0')
    append->problem = "a column family's name is empty";
  if (MAX (qualifier_length, value_length) > G_MAXINT32)
    append->problem = "a qualifier or a value has more than 2,147,483,647 bytes";
  else
    hbase_packed_add_cell (&append->columns, hbase_slice_text (family),
                           hbase_slice (qualifier, qualifier_length), hbase_slice (value, value_length),
                           HBASE_CELL_NO_TIMESTAMP);
}

/**
 * hbase_append_set_return_results:
 * @append: an append
 * @return_results: whether the columns' new values are to be sent back
 *
 * Whether the answer is to have the columns as they are then; without it, it has.
 *
 * Since: 0.1
 */
void
hbase_append_set_return_results (HBaseAppend *append, gboolean return_results)
{
  g_return_if_fail (append != NULL);

  append->return_results = return_results;
}

/**
 * hbase_append_set_durability:
 * @append: an append
 * @durability: how safe it is to be when the call is answered
 *
 * Sets the durability; without it the table's own holds.
 *
 * Since: 0.1
 */
void
hbase_append_set_durability (HBaseAppend *append, HBaseDurability durability)
{
  g_return_if_fail (append != NULL);

  append->durability = durability;
}

HBaseAppend *
hbase_append_copy_to (HBaseAppend *append, HBaseSlice row)
{
  HBaseAppend *copy = hbase_append_new (row.data, row.length);

  hbase_packed_copy (&copy->columns, &append->columns);
  copy->problem = append->problem;
  copy->return_results = append->return_results;
  copy->durability = append->durability;
  return copy;
}

gboolean
hbase_append_check (HBaseAppend *append, GError **error)
{
  if (!hbase_row_key_check (get_row (append), error))
    return FALSE;
  if (append->problem != NULL)
    return hbase_record_fail (error, "append", get_row (append), "%s", append->problem);
  return append->columns.count > 0
         || hbase_record_fail (error, "append", get_row (append), "it has no columns: add at least one");
}

void
hbase_append_write (HBaseAppend *append, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_APPEND_ROW, get_row (append));
  hbase_packed_write_list (&append->columns, HBASE_T_APPEND_COLUMNS, writer);
  if (append->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, HBASE_T_APPEND_DURABILITY, (gint32) append->durability);
  if (!append->return_results)
    hbase_wire_write_bool (writer, HBASE_T_APPEND_RETURN_RESULTS, FALSE);
  hbase_wire_end_struct (writer);
}
