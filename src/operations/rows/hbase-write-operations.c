/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that write rows by their stored keys. */

#include "hbase-write-operations-private.h"

#include "hbase-arguments-private.h"

static gboolean
check (HBaseTarget target, const GPtrArray *mutations, GError **error)
{
  if (!hbase_table_name_check (target.table, error))
    return FALSE;
  for (guint i = 0; i < mutations->len; i++)
    if (!hbase_target_prefix_error (target, hbase_mutation_check (mutations->pdata[i], error), error))
      return FALSE;
  return TRUE;
}

HBaseMutation *
hbase_write_stamp (HBaseTarget target, HBaseMutation *mutation)
{
  return target.draw_timestamp != NULL && hbase_mutation_needs_timestamp (mutation)
             ? hbase_mutation_stamp (mutation, target.draw_timestamp (target.timestamps))
             : hbase_mutation_ref (mutation);
}

GPtrArray *
hbase_write_stamp_all (HBaseTarget target, const GPtrArray *mutations)
{
  GPtrArray *stamped = g_ptr_array_new_full (mutations->len, hbase_mutation_unref);
  gint64 timestamp = target.draw_timestamp != NULL && mutations->len > 0
                         ? target.draw_timestamp (target.timestamps)
                         : HBASE_CELL_NO_TIMESTAMP;

  for (guint i = 0; i < mutations->len; i++)
    g_ptr_array_add (stamped, timestamp != HBASE_CELL_NO_TIMESTAMP
                                  ? hbase_mutation_stamp (mutations->pdata[i], timestamp)
                                  : hbase_mutation_ref (mutations->pdata[i]));
  return stamped;
}

HBaseCallClass
hbase_write_classify (const GPtrArray *mutations)
{
  HBaseCallClass class = HBASE_CALL_TIMESTAMPED;

  for (guint i = 0; i < mutations->len; i++)
    if (hbase_mutation_is_timestamped (mutations->pdata[i]))
      continue;
    else if (HBASE_MUTATION (mutations->pdata[i])->idempotent)
      class = HBASE_CALL_IDEMPOTENT;
    else
      return HBASE_CALL_ONCE;
  return class;
}

HBaseCallClass
hbase_write_classify_conditional (const GPtrArray *mutations)
{
  for (guint i = 0; i < mutations->len; i++)
    if (!HBASE_MUTATION (mutations->pdata[i])->idempotent)
      return HBASE_CALL_ONCE;
  return HBASE_CALL_IDEMPOTENT;
}

HBaseOperation *
hbase_write_operation_new (HBaseTarget target, HBaseMutation *mutation)
{
  g_autoptr (HBaseMutation) stamped = hbase_write_stamp (target, mutation);
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check (target, &(GPtrArray){ (gpointer *) &mutation, 1 }, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  operation = hbase_call_operation_new (target, mutation->class->method,
                                        hbase_arguments_of_mutation (target, stamped),
                                        hbase_write_classify (&(GPtrArray){ (gpointer *) &stamped, 1 }));
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (mutation));
  return operation;
}

HBaseOperation *
hbase_write_multiple_operation_new (HBaseTarget target, GPtrArray *mutations)
{
  HBaseWireMethodId method = HBASE_WIRE_METHOD_PUT_MULTIPLE;
  g_autoptr (GPtrArray) stamped = NULL;
  GArray *segments = NULL;
  GBytes *arguments = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check (target, mutations, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  stamped = hbase_write_stamp_all (target, mutations);
  if (mutations->len > 0)
    {
      method = HBASE_MUTATION (mutations->pdata[0])->class->method_of_several;
      arguments = hbase_arguments_of_mutations (target, stamped, &segments);
    }
  operation = hbase_call_operation_new (target, method, arguments, hbase_write_classify (stamped));
  hbase_call_operation_set_segments (operation, segments);
  return operation;
}
