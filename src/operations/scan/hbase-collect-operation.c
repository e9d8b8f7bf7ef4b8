/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the operations that collect the rows of a scan: the first row, the last rows, and the
 * last row that isn't after a key. */

#include "config.h"

#include "hbase-collect-operation-private.h"

#include "hbase-call-operation-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-unsalted-operations-private.h"

typedef struct {
  HBaseOperation parent;
  HBaseScanOperation *scan;
  HBaseKeySchema *schema; /* of the rows; NULL: none */
  GPtrArray *rows;        /* (element-type HBaseRow) in the scan's order; NULL: taken */
} HBaseCollectOperation;

static HBaseNext
handle_run_end (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  HBaseCollectOperation *self = (HBaseCollectOperation *) operation;

  if (error != NULL)
    return hbase_operation_fail (operation, error);
  hbase_scan_operation_take_rows (self->scan, self->schema, self->rows);
  return hbase_scan_operation_has_ended (self->scan)
             ? HBASE_DONE
             : hbase_operation_run_child (operation, child, handle_run_end);
}

static HBaseNext
start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseOperation *child = (HBaseOperation *) ((HBaseCollectOperation *) operation)->scan;

  return hbase_operation_run_child (operation, child, handle_run_end);
}

static void
clear (HBaseOperation *operation)
{
  HBaseCollectOperation *self = (HBaseCollectOperation *) operation;

  hbase_operation_free (self->scan);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static gboolean
take_row (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCollectOperation *self = (HBaseCollectOperation *) operation;

  *(HBaseRow **) result = self->rows->len > 0 ? g_ptr_array_steal_index (self->rows, 0)
                                              : hbase_row_new_missing (hbase_slice (NULL, 0), self->schema);
  return TRUE;
}

static gboolean
take_reversed_rows (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCollectOperation *self = (HBaseCollectOperation *) operation;

  hbase_rows_reverse (self->rows);
  *(GPtrArray **) result = g_steal_pointer (&self->rows);
  return TRUE;
}

static const HBaseOperationClass row_class = {
  .size = sizeof (HBaseCollectOperation),
  .start = start,
  .clear = clear,
  .take = take_row,
  .child_has_own_deadline = TRUE,
};

static const HBaseOperationClass last_rows_class = {
  .size = sizeof (HBaseCollectOperation),
  .start = start,
  .clear = clear,
  .take = take_reversed_rows,
  .child_has_own_deadline = TRUE,
};

/* Makes the operation of a scan, which is taken, and whose limit is set. */
static HBaseOperation *
collect_operation_new (const HBaseOperationClass *class, HBaseTarget target, HBaseScan *scan)
{
  g_autoptr (HBaseScan) held = scan;
  HBaseScanRequest request = hbase_scan_request (target, scan);
  HBaseCollectOperation *self;
  GError *error = NULL;

  if (!hbase_target_prefix_error (target, hbase_scan_check (scan, &error), &error)
      || !hbase_unsalted_check_scan (target, scan, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  self = hbase_operation_new (class, target.protocol, 1);
  self->scan = hbase_scan_operation_new (target.protocol, &request);
  self->parent.unframed = ((HBaseOperation *) self->scan)->unframed;
  self->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  return &self->parent;
}

HBaseOperation *
hbase_first_row_operation_new (HBaseTarget target, HBaseScan *scan)
{
  return collect_operation_new (&row_class, target, hbase_scan_copy_reversed (scan, FALSE, 1));
}

HBaseOperation *
hbase_row_at_or_before_operation_new (HBaseTarget target, HBaseScan *scan, HBaseSlice key)
{
  GError *error = NULL;

  if (!hbase_target_prefix_error (target, hbase_row_key_check (key, &error), &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  return collect_operation_new (&row_class, target, hbase_scan_copy_down_from (scan, key));
}

HBaseOperation *
hbase_last_rows_operation_new (HBaseTarget target, HBaseScan *scan, guint n_rows)
{
  GError *error = NULL;

  if (n_rows > 0)
    return collect_operation_new (&last_rows_class, target, hbase_scan_copy_reversed (scan, TRUE, n_rows));
  hbase_error_set (&error, HBASE_ERROR_INVALID_ARGUMENT,
                   "table “%s”: its last 0 rows were asked for; ask for 1 or more", target.table);
  return hbase_call_operation_new_failed (target.protocol, error);
}
