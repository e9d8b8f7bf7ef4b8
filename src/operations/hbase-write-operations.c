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
  const GPtrArray one = { (gpointer *) &mutation, 1 };
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check (target, &one, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  operation = hbase_call_operation_new (target, mutation->class->method,
                                        hbase_arguments_of_mutation (target, mutation),
                                        hbase_write_classify (&one));
  hbase_operation_set_subject (operation, target.table, hbase_mutation_row_slice (mutation));
  return operation;
}

HBaseOperation *
hbase_write_multiple_operation_new (HBaseTarget target, GPtrArray *mutations)
{
  HBaseWireMethodId method = HBASE_WIRE_METHOD_PUT_MULTIPLE;
  GArray *segments = NULL;
  GBytes *arguments = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  if (!check (target, mutations, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  if (mutations->len > 0)
    {
      method = HBASE_MUTATION (mutations->pdata[0])->class->method_of_several;
      arguments = hbase_arguments_of_mutations (target, mutations, &segments);
    }
  operation = hbase_call_operation_new (target, method, arguments, hbase_write_classify (mutations));
  hbase_call_operation_set_segments (operation, segments);
  return operation;
}
