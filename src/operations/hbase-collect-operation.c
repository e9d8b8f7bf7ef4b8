/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the operation that collects the rows of a scan. */

#include "config.h"

#include "hbase-collect-operation-private.h"

typedef struct {
  HBaseOperation parent;
  HBaseScanOperation *scan;
  HBaseKeySchema *schema; /* of the rows; NULL: none */
  GPtrArray *rows;        /* (element-type HBaseRow) NULL: taken */
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

static gboolean
take (HBaseOperation *operation, gpointer result, GError **error)
{
  *(GPtrArray **) result = g_steal_pointer (&((HBaseCollectOperation *) operation)->rows);
  return TRUE;
}

static void
clear (HBaseOperation *operation)
{
  HBaseCollectOperation *self = (HBaseCollectOperation *) operation;

  hbase_operation_free (self->scan);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

static const HBaseOperationClass collect_class = {
  .size = sizeof (HBaseCollectOperation),
  .start = start,
  .clear = clear,
  .take = take,
  .child_has_own_deadline = TRUE,
};

HBaseOperation *
hbase_collect_operation_new (HBaseTarget target, const HBaseScanRequest *request)
{
  HBaseCollectOperation *self = hbase_operation_new (&collect_class, target.protocol, 1);

  self->scan = hbase_scan_operation_new (target.protocol, request);
  self->parent.unframed = ((HBaseOperation *) self->scan)->unframed;
  self->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  return &self->parent;
}
