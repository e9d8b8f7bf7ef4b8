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

/**
 * hbase_append_new:
 * @row: (array length=row_length): the row's key
 * @row_length: its length in bytes, 1 to 32,767; checked when it is sent
 *
 * Makes an append without columns.
 *
 * Returns: (transfer full): the append
 */

/**
 * hbase_append_new_utf8: (constructor)
 * @row: the row's key as text: its bytes without the terminating NUL
 *
 * Makes an append for a row whose key is text.
 *
 * Returns: (transfer full): the append
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
 */

/**
 * hbase_append_new_bytes: (constructor)
 * @row: the row's key, 1 to 32,767 bytes; checked when it is sent
 *
 * Does the same as [ctor@HBase.Append.new].
 *
 * Returns: (transfer full): the append
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
