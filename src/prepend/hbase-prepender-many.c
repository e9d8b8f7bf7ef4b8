/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-prepender-private.h"

/* Several rows, one after the other: a row's key must be below that of the one written before it. */

typedef struct {
  GPtrArray *prepends; /* (element-type HBasePrependRequest) */
  guint left;          /* of them, from the head */
} Many;

static Many *
many_new (GPtrArray *prepends)
{
  Many *many = g_new0 (Many, 1);

  many->prepends = g_ptr_array_new_full (prepends->len, (GDestroyNotify) hbase_prepend_request_unref);
  for (guint i = 0; i < prepends->len; i++)
    g_ptr_array_add (many->prepends, hbase_prepend_request_ref (prepends->pdata[i]));
  many->left = prepends->len;
  return many;
}

static void
many_free (gpointer data)
{
  Many *many = data;

  g_ptr_array_unref (many->prepends);
  g_free (many);
}

/* Says how far it went. */
static void
many_tell (const Many *many, GError **error)
{
  g_prefix_error (error, "%u of %u rows are prepended, the last ones of the list, and row %u isn't: ",
                  many->prepends->len - many->left, many->prepends->len, many->left);
}

/**
 * hbase_prepender_prepend_many:
 * @prepender: a prepender
 * @prepends: (element-type HBase.PrependRequest): the rows to be prepended; none of them twice
 * @cancellable: (nullable): ends the wait
 * @error: return location for an error
 *
 * Prepends several rows, so that who reads the table from its first row on meets them in the order given: the
 * last one of the list is written first, the first one last. (With %HBASE_PREPEND_STRATEGY_BLOCK they are in
 * no order.) Other programs' rows may get in between.
 *
 * Each row is atomic by itself, and all of them aren't: a reader may see some. After an error the message
 * says how many are there, and [method@HBase.PrependRequest.is_settled] which; the same call with the same list goes
 * on where it ended, and brings a row in doubt to its end first. Each row may take the table's timeout.
 *
 * Errors: those of [method@HBase.Prepender.prepend].
 *
 * Returns: whether all rows are there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend_many (HBasePrepender *prepender,
                              GPtrArray *prepends,
                              GCancellable *cancellable,
                              GError **error)
{
  Many *many;
  gboolean done = TRUE;

  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);
  g_return_val_if_fail (prepends != NULL, FALSE);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), FALSE);

  if (!hbase_table_check (prepender, prepender->table, error))
    return FALSE;
  many = many_new (prepends);
  while (done && many->left > 0)
    {
      done = hbase_prepender_call (prepender, many->prepends->pdata[many->left - 1],
                                   HBASE_PREPEND_ACTION_WRITE, cancellable, error);
      many->left -= (guint) done;
    }
  if (!done)
    many_tell (many, error);
  many_free (many);
  return done;
}

static void many_row_ran (GObject *source, GAsyncResult *result, gpointer data);

/* Takes the task. */
static void
many_go_on (HBasePrepender *prepender, GTask *task)
{
  Many *many = g_task_get_task_data (task);

  if (many->left > 0)
    {
      hbase_prepender_call_async (
          prepender, many->prepends->pdata[many->left - 1], HBASE_PREPEND_ACTION_WRITE,
          hbase_task_new (prepender, many_row_ran, g_task_get_cancellable (task), many_row_ran, task));
      return;
    }
  g_task_return_boolean (task, TRUE);
  g_object_unref (task);
}

static void
many_row_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Many *many = g_task_get_task_data (task);
  GError *error = NULL;

  if (g_task_propagate_boolean (G_TASK (result), &error))
    {
      many->left--;
      many_go_on (HBASE_PREPENDER (source), task);
      return;
    }
  many_tell (many, &error);
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * hbase_prepender_prepend_many_async:
 * @prepender: a prepender
 * @prepends: (element-type HBase.PrependRequest): the rows to be prepended; the list is copied
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the rows are there
 * @user_data: for the callback
 *
 * [method@HBase.Prepender.prepend_many] without blocking; ends in the thread-default main context of the
 * caller.
 *
 * Since: 0.1
 */
void
hbase_prepender_prepend_many_async (HBasePrepender *prepender,
                                    GPtrArray *prepends,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  GTask *task;
  GError *error = NULL;

  g_return_if_fail (HBASE_IS_PREPENDER (prepender));
  g_return_if_fail (prepends != NULL);
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (prepender, hbase_prepender_prepend_many_async, cancellable, callback, user_data);
  g_task_set_task_data (task, many_new (prepends), many_free);
  if (hbase_table_check (prepender, prepender->table, &error))
    {
      many_go_on (prepender, task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * hbase_prepender_prepend_many_finish:
 * @prepender: a prepender
 * @result: what the callback was given
 * @error: return location for an error
 *
 * Ends [method@HBase.Prepender.prepend_many_async].
 *
 * Returns: whether all rows are there
 *
 * Since: 0.1
 */
gboolean
hbase_prepender_prepend_many_finish (HBasePrepender *prepender, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (HBASE_IS_PREPENDER (prepender), FALSE);

  return hbase_task_finish_boolean (prepender, hbase_prepender_prepend_many_async, result, error);
}
