/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-operation-private.h"
#include "hbase-task-private.h"

GTask *
hbase_task_new (gpointer source,
                gpointer tag,
                GCancellable *cancellable,
                GAsyncReadyCallback callback,
                gpointer user_data)
{
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  return task;
}

gboolean
hbase_task_take_operation (GTask *task, HBaseOperation *operation, GError *error)
{
  if (operation != NULL)
    g_task_set_task_data (task, operation, hbase_operation_free);
  else
    g_task_return_error (task, error);
  return operation != NULL;
}

/* Another call's result has another type of value: to take it for one's own would crash. */
#define RETURN_IF_NOT_OF(source, tag, result, value)                                                         \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    g_return_val_if_fail (g_task_is_valid (result, source), value);                                          \
    g_return_val_if_fail (g_async_result_is_tagged (result, tag), value);                                    \
  }                                                                                                          \
  G_STMT_END

gboolean
hbase_task_finish_boolean (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  RETURN_IF_NOT_OF (source, tag, result, FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

gpointer
hbase_task_finish_pointer (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  RETURN_IF_NOT_OF (source, tag, result, NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

gssize
hbase_task_finish_int (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  RETURN_IF_NOT_OF (source, tag, result, -1);

  return g_task_propagate_int (G_TASK (result), error);
}

gpointer
hbase_task_finish (gpointer source, gpointer tag, GAsyncResult *result, GError **error)
{
  if (!hbase_task_finish_boolean (source, tag, result, error))
    return NULL;
  return g_task_get_task_data (G_TASK (result));
}

gboolean
hbase_task_take_flag (HBaseOperation *operation, gboolean *flag)
{
  gboolean answer = operation != NULL && hbase_call_operation_take_flag (operation);

  if (flag != NULL)
    *flag = answer;
  return operation != NULL;
}
