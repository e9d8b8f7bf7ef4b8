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

  /* The macro of that name would name the task, too. */
  (g_task_set_source_tag) (task, tag);
  g_task_set_check_cancellable (task, FALSE);
  return task;
}

GTask *
hbase_task_new_with_priority (gpointer source,
                              int priority,
                              gpointer tag,
                              GCancellable *cancellable,
                              GAsyncReadyCallback callback,
                              gpointer user_data)
{
  GTask *task = hbase_task_new (source, tag, cancellable, callback, user_data);

  g_task_set_priority (task, priority);
  return task;
}

/* The result of another call has a value of another type, so using it would crash. */
#define RETURN_IF_NOT_OF(source, tag, result, value)                                                         \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    g_return_val_if_fail (g_task_is_valid (result, source), value);                                          \
    g_return_val_if_fail (g_task_get_source_tag (G_TASK (result)) == (tag), value);                          \
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

gboolean
hbase_call_flag (gpointer object,
                 HBaseRunFunc run,
                 HBaseOperation *operation,
                 gboolean *flag,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (HBaseOperation) held = operation;

  if (flag != NULL)
    *flag = FALSE;
  return run (object, operation, cancellable, error) && hbase_operation_take (operation, flag, error);
}

gboolean
hbase_call (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  return hbase_call_flag (object, run, operation, NULL, cancellable, error);
}

gpointer
hbase_call_pointer (
    gpointer object, HBaseRunFunc run, HBaseOperation *operation, GCancellable *cancellable, GError **error)
{
  g_autoptr (HBaseOperation) held = operation;
  gpointer found = NULL;

  if (run (object, operation, cancellable, error))
    hbase_operation_take (operation, &found, error);
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

/* The task of a call that was gathered with others has no operation, and returns the result. */
static gboolean
is_gathered (GAsyncResult *result)
{
  return G_IS_TASK (result) && g_task_get_task_data (G_TASK (result)) == NULL;
}

gboolean
hbase_call_finish_flag (gpointer object, gpointer tag, GAsyncResult *result, gboolean *flag, GError **error)
{
  HBaseOperation *operation = hbase_task_finish (object, tag, result, error);

  if (flag != NULL)
    *flag = FALSE;
  return operation != NULL && hbase_operation_take (operation, flag, error);
}

gboolean
hbase_call_finish (gpointer object, gpointer tag, GAsyncResult *result, GError **error)
{
  return is_gathered (result) ? hbase_task_finish_boolean (object, tag, result, error)
                              : hbase_call_finish_flag (object, tag, result, NULL, error);
}

gpointer
hbase_call_finish_pointer (gpointer object, gpointer tag, GAsyncResult *result, GError **error)
{
  HBaseOperation *operation;
  gpointer found = NULL;

  if (is_gathered (result))
    return hbase_task_finish_pointer (object, tag, result, error);
  operation = hbase_task_finish (object, tag, result, error);
  if (operation != NULL)
    hbase_operation_take (operation, &found, error);
  return found;
}
