/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-table-private.h"

static GPtrArray *
take_regions (HBaseOperation *operation, GError **error)
{
  return operation != NULL ? hbase_admin_operation_take_regions (operation, error) : NULL;
}

static HBaseRegion *
take_region (HBaseOperation *operation)
{
  return operation != NULL ? hbase_admin_operation_take_region (operation) : NULL;
}

/**
 * hbase_table_get_regions:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads which regions the table has, and which servers have them. Together they hold all keys; while HBase
 * creates, splits or merges regions, some may be missing for a moment. Copies for reading aren't listed.
 *
 * ```c
 * g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);
 *
 * for (guint i = 0; regions != NULL && i < regions->len; i++)
 *   {
 *     gsize length;
 *     const guint8 *start = hbase_region_get_start_key (regions->pdata[i], &length);
 *     g_autofree char *text = hbase_bytes_to_text (start, length);
 *
 *     g_print ("%s at %s\n", text, hbase_region_get_host (regions->pdata[i]));
 *   }
 * ```
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, and those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, by their start keys
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_regions (HBaseTable *table, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  operation = hbase_list_regions_operation_new (hbase_table_get_target (table), error);
  return take_regions (hbase_table_call (table, operation, cancellable, error), error);
}

/**
 * hbase_table_get_regions_async:
 * @table: a table
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads which regions the table has, see [method@HBase.Table.get_regions].
 *
 * Since: 0.1
 */
void
hbase_table_get_regions_async (HBaseTable *table,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));

  operation = hbase_list_regions_operation_new (hbase_table_get_target (table), &error);
  hbase_table_call_async (table, hbase_table_get_regions_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_get_regions_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_regions_async].
 *
 * Returns: (transfer container) (element-type HBase.Region): the regions, by their start keys
 *
 * Since: 0.1
 */
GPtrArray *
hbase_table_get_regions_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_regions (hbase_task_finish (table, hbase_table_get_regions_async, result, error), error);
}

/**
 * hbase_table_get_region:
 * @table: a table
 * @row: (array length=row_length): a row's key, whether there is such a row or not; no bytes: the first region's
 * @row_length: how many bytes
 * @cancellable: (nullable): a cancellable
 * @error: return location for an error
 *
 * Reads which region a row is in, and which server has it.
 *
 * Errors: %HBASE_ERROR_TABLE_NOT_FOUND, %HBASE_ERROR_INVALID_ARGUMENT (a key of more than 32,767 bytes), and
 * those of any call, see [class@HBase.Table].
 *
 * Returns: (transfer full): the region
 *
 * Since: 0.1
 */
HBaseRegion *
hbase_table_get_region (
    HBaseTable *table, const guint8 *row, gsize row_length, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) operation = NULL;

  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);
  hbase_return_if_no_bytes (row, NULL);

  operation = hbase_find_region_operation_new (hbase_table_get_target (table), hbase_slice (row, row_length),
                                               error);
  return take_region (hbase_table_call (table, operation, cancellable, error));
}

/**
 * hbase_table_get_region_async:
 * @table: a table
 * @row: (array length=row_length): a row's key
 * @row_length: how many bytes
 * @cancellable: (nullable): a cancellable
 * @callback: (scope async) (closure user_data): called when it is done
 * @user_data: data for @callback
 *
 * Reads which region a row is in, see [method@HBase.Table.get_region].
 *
 * Since: 0.1
 */
void
hbase_table_get_region_async (HBaseTable *table,
                              const guint8 *row,
                              gsize row_length,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GError *error = NULL;
  HBaseOperation *operation;

  g_return_if_fail (HBASE_IS_TABLE (table));
  hbase_return_if_no_bytes (row);

  operation = hbase_find_region_operation_new (hbase_table_get_target (table), hbase_slice (row, row_length),
                                               &error);
  hbase_table_call_async (table, hbase_table_get_region_async, operation, error, cancellable, callback,
                          user_data);
}

/**
 * hbase_table_get_region_finish:
 * @table: a table
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Table.get_region_async].
 *
 * Returns: (transfer full): the region
 *
 * Since: 0.1
 */
HBaseRegion *
hbase_table_get_region_finish (HBaseTable *table, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_TABLE (table), NULL);

  return take_region (hbase_task_finish (table, hbase_table_get_region_async, result, error));
}
