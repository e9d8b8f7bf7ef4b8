/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-row-model-private.h"

#include "hbase-object-private.h"

/* How a row model gets its rows. */

/* ---- what is told ---- */

static void
model_set_flag (HBaseRowModel *model, gboolean *flag, gboolean value, const char *property)
{
  if (*flag == value)
    return;
  *flag = value;
  g_object_notify (G_OBJECT (model), property);
}

/* Copies the error, which may be NULL. */
static void
model_set_error (HBaseRowModel *model, GError **place, const GError *error)
{
  const GError *told = hbase_row_model_get_error (model);
  GError *old = *place;

  *place = error != NULL ? g_error_copy (error) : NULL;
  if (hbase_row_model_get_error (model) != told)
    g_object_notify (G_OBJECT (model), "error");
  g_clear_error (&old);
}

/* ---- turns of its own in the model's context ---- */

static void
model_defer (HBaseRowModel *model, GSourceFunc function, gpointer data, GDestroyNotify destroy)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, function, data, destroy);
  g_source_set_static_name (source, "[hbase-glib] row model");
  g_source_attach (source, model->context);
}

/* ---- what failed before ---- */

static void
model_try_again (HBaseRowModel *model)
{
  g_autoptr (GPtrArray) failed = g_steal_pointer (&model->failed);

  model->failed = g_ptr_array_new ();
  model_set_error (model, &model->return_error, NULL);
  for (guint i = 0; i < failed->len; i++)
    if (hbase_row_page_is_wanted (failed->pdata[i]))
      hbase_row_model_bring_back (model, failed->pdata[i]);
}

/* ---- loading at the end ---- */

/* A cancel says nothing about loads. */
static void
model_end_load (HBaseRowModel *model, const GError *error)
{
  model_set_flag (model, &model->loading, FALSE, "loading");
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  model->is_stopped = error != NULL;
  if (error != NULL)
    model_set_error (model, &model->load_error, error);
  else
    model_try_again (model);
}

static void
model_append (HBaseRowModel *model, HBasePage *page)
{
  guint n = hbase_page_get_n_rows (page), before = model->pages.n_places;

  g_clear_pointer (&model->last, g_bytes_unref);
  model->last = hbase_row_ref_key (hbase_page_get_row (page, n - 1));
  hbase_row_pages_append (&model->pages, page);
  hbase_row_pages_trim (&model->pages);
  g_list_model_items_changed (G_LIST_MODEL (model), before, 0, n);
}

static void
model_page_came (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  HBaseRowModel *model = g_task_get_source_object (task);
  GError *error = NULL;
  g_autoptr (HBasePage) page
      = hbase_page_iterator_move_finish (HBASE_PAGE_ITERATOR (source), model_page_came, result, &error);

  /* Handlers see the model as it will be: they may load more at once. */
  g_object_freeze_notify (G_OBJECT (model));
  model_end_load (model, error);
  if (error == NULL)
    model_set_flag (model, &model->has_more, page != NULL && hbase_page_get_next_token (page) != NULL,
                    "has-more");
  if (page != NULL)
    model_append (model, page);
  g_object_thaw_notify (G_OBJECT (model));
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_int (task, page != NULL ? hbase_page_get_n_rows (page) : 0);
}

/* Takes the task. */
static void
model_ask_for_page (HBaseRowModel *model, GTask *task)
{
  HBasePagePlace place = { FALSE, model->last };
  const HBasePageMove move
      = { .kind = model->last != NULL ? HBASE_PAGE_MOVE_TO : HBASE_PAGE_MOVE_NEXT, .place = &place };

  g_object_freeze_notify (G_OBJECT (model));
  model_set_flag (model, &model->loading, TRUE, "loading");
  model_set_error (model, &model->load_error, NULL);
  g_object_thaw_notify (G_OBJECT (model));
  g_main_context_push_thread_default (model->context);
  hbase_page_iterator_move_async (model->iterator, &move, model_page_came, g_task_get_cancellable (task),
                                  model_page_came, task);
  g_main_context_pop_thread_default (model->context);
}

static void
model_load (HBaseRowModel *model, GTask *task)
{
  model_try_again (model);
  if (model->has_more)
    model_ask_for_page (model, g_object_ref (task));
  else
    g_task_return_int (task, 0);
}

static gboolean
model_begin_load (gpointer data)
{
  GTask *task = data;
  HBaseRowModel *model = g_task_get_source_object (task);
  GError *error = NULL;

  if (!hbase_object_check_property (model, "pages", model->iterator, &error))
    g_task_return_error (task, error);
  else if (model->iterator->is_of_columns)
    g_task_return_new_error (task, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                             "a row model lists rows, not the columns of one: give it pages of a scan");
  else if (model->loading)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_PENDING,
                             "this row model is busy with loading a page: wait for its end");
  else
    model_load (model, task);
  return G_SOURCE_REMOVE;
}

/**
 * hbase_row_model_load_more_async:
 * @model: a model
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page was added
 * @user_data: for the callback
 *
 * Adds the next page at the end of the model. It is there when `items-changed` is emitted, before the
 * callback. It may be called from any thread; the callback is called in the caller's thread-default main
 * context. Rows that couldn't be read again are tried once more, even where no page follows.
 *
 * Since: 0.1
 */
void
hbase_row_model_load_more_async (HBaseRowModel *model,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task;

  g_return_if_fail (HBASE_IS_ROW_MODEL (model));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = hbase_task_new (model, hbase_row_model_load_more_async, cancellable, callback, user_data);
  model_defer (model, model_begin_load, task, g_object_unref);
}

/**
 * hbase_row_model_load_more_finish:
 * @model: a model
 * @result: what the callback was given
 * @n_loaded: (out) (optional): how many rows were added; 0: there are no more
 * @error: return location for an error
 *
 * Ends [method@HBase.RowModel.load_more_async].
 *
 * Errors: those of [method@HBase.PageIterator.next]; %G_IO_ERROR_PENDING while another page is being loaded.
 * The same page can be asked for again then.
 *
 * Returns: whether all went well
 *
 * Since: 0.1
 */
gboolean
hbase_row_model_load_more_finish (HBaseRowModel *model, GAsyncResult *result, guint *n_loaded, GError **error)
{
  gssize n;

  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), FALSE);

  n = hbase_task_finish_int (model, hbase_row_model_load_more_async, result, error);
  if (n_loaded != NULL)
    *n_loaded = n > 0 ? (guint) n : 0;
  return n >= 0;
}

static gboolean
model_begin_load_by_itself (gpointer data)
{
  HBaseRowModel *model = data;

  model->is_near_end = FALSE;
  if (model->auto_load && !model->loading && model->has_more && !model->is_stopped
      && model->iterator != NULL && !model->iterator->is_of_columns)
    model_ask_for_page (model, hbase_task_new (model, model_begin_load_by_itself, NULL, NULL, NULL));
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_load_by_itself (HBaseRowModel *model)
{
  if (!model->auto_load || model->is_near_end || model->loading || !model->has_more || model->is_stopped)
    return;
  model->is_near_end = TRUE;
  model_defer (model, model_begin_load_by_itself, g_object_ref (model), g_object_unref);
}

/* ---- dropped pages come back ---- */

typedef struct {
  HBaseRowModel *model;
  HBaseRowPage *page;
  HBasePageIterator *iterator; /* over what lies between the page's first and last rows */
  GHashTable *found;           /* GBytes → HBaseRow */
} Return;

static void
return_free (Return *back)
{
  g_clear_pointer (&back->found, g_hash_table_unref);
  g_clear_object (&back->iterator);
  g_clear_object (&back->model);
  g_free (back);
}

static void return_go_on (Return *back);

static void
return_end (Return *back, const GError *error)
{
  HBaseRowModel *model = back->model;

  back->page->is_coming = FALSE;
  if (error == NULL)
    {
      /* First, lest whoever hears of anything asks for the page once more. */
      hbase_row_pages_restore (&model->pages, back->page, back->found);
      model_try_again (model);
    }
  else
    {
      if (!g_ptr_array_find (model->failed, back->page, NULL))
        g_ptr_array_add (model->failed, back->page);
      model_set_error (model, &model->return_error, error);
    }
  return_free (back);
}

static void
return_page_came (GObject *source, GAsyncResult *result, gpointer data)
{
  Return *back = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page = hbase_page_iterator_next_finish (HBASE_PAGE_ITERATOR (source), result, &error);

  for (guint i = 0; page != NULL && i < hbase_page_get_n_rows (page); i++)
    {
      HBaseRow *row = hbase_page_get_row (page, i);

      g_hash_table_insert (back->found, hbase_row_ref_key (row), hbase_row_ref (row));
    }
  if (page != NULL && hbase_page_get_next_token (page) != NULL)
    return_go_on (back);
  else
    return_end (back, error);
}

static void
return_go_on (Return *back)
{
  g_main_context_push_thread_default (back->model->context);
  hbase_page_iterator_next_async (back->iterator, NULL, return_page_came, back);
  g_main_context_pop_thread_default (back->model->context);
}

static gboolean
return_begin (gpointer data)
{
  Return *back = data;

  back->iterator
      = hbase_page_iterator_new_between (back->model->iterator, hbase_row_page_get_first_key (back->page),
                                         hbase_row_page_get_last_key (back->page), back->page->n_rows);
  return_go_on (back);
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_bring_back (HBaseRowModel *model, HBaseRowPage *page)
{
  Return *back = g_new0 (Return, 1);

  page->is_coming = TRUE;
  back->model = g_object_ref (model);
  back->page = page;
  back->found = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                       (GDestroyNotify) hbase_row_unref);
  model_defer (model, return_begin, back, NULL);
}
