/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the code that all public calls share: their tasks, and the run of one operation. */

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

/* The result of another call has a value of another type, so using it would crash. */
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

/* ---- calls ---- */

/* Takes the operation. Returns its result if it has run. */
static gboolean
end_call (HBaseOperation *operation, gboolean ran, gpointer result, GError **error)
{
  g_autoptr (HBaseOperation) held = operation;

  return ran && hbase_operation_take (operation, result, error);
}

gboolean
hbase_call (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return end_call (operation, run (object, operation, cancellable, error), NULL, error);
}

gboolean
hbase_call_flag (gpointer object,
                 HBaseRunFunc run,
                 HBaseOperation *operation,
                 gboolean *flag,
                 GCancellable *cancellable,
                 GError **error)
{
  if (flag != NULL)
    *flag = FALSE;
  return end_call (operation, run (object, operation, cancellable, error), flag, error);
}

gpointer
hbase_call_pointer (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  gpointer found = NULL;

  end_call (operation, run (object, operation, cancellable, error), &found, error);
  return found;
}

void
hbase_call_async (gpointer object,
                  HBaseRunAsyncFunc run_async,
                  gpointer tag,
                  HBaseOperation *operation,
                  GCancellable *cancellable,
                  GAsyncReadyCallback callback,
                  gpointer user_data)
{
  GTask *task = hbase_task_new (object, tag, cancellable, callback, user_data);

  g_task_set_task_data (task, operation, hbase_operation_free);
  run_async (object, operation, task);
}

static gboolean
finish_call (gpointer object, gpointer tag, GAsyncResult *result, gpointer found, GError **error)
{
  HBaseOperation *operation = hbase_task_finish (object, tag, result, error);

  return operation != NULL && hbase_operation_take (operation, found, error);
}

gboolean
hbase_call_finish (gpointer object, gpointer tag, GAsyncResult *result, GError **error)
{
  return finish_call (object, tag, result, NULL, error);
}

gboolean
hbase_call_finish_flag (gpointer object, gpointer tag, GAsyncResult *result, gboolean *flag, GError **error)
{
  if (flag != NULL)
    *flag = FALSE;
  return finish_call (object, tag, result, flag, error);
}

gpointer
hbase_call_finish_pointer (gpointer object, gpointer tag, GAsyncResult *result, GError **error)
{
  gpointer found = NULL;

  finish_call (object, tag, result, &found, error);
  return found;
}
