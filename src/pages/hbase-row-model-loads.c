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
  const GError *reported = hbase_row_model_get_error (model);
  GError *old = *place;

  *place = error != NULL ? g_error_copy (error) : NULL;
  if (hbase_row_model_get_error (model) != reported)
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
      hbase_row_model_reload (model, failed->pdata[i]);
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

/* A load at the end. Only one that somebody waits for keeps the model: its task does. */
typedef struct {
  GWeakRef model;
  GTask *task; /* NULL: nobody waits */
  GCancellable *cancellable;
} Load;

/* Takes the task. */
static Load *
load_new (HBaseRowModel *model, GTask *task, GCancellable *cancellable)
{
  Load *load = g_atomic_rc_box_new0 (Load);

  g_weak_ref_init (&load->model, model);
  load->task = task;
  load->cancellable = g_object_ref (cancellable != NULL ? cancellable : model->cancellable);
  return load;
}

static void
load_clear (gpointer data)
{
  Load *load = data;

  g_weak_ref_clear (&load->model);
  g_clear_object (&load->task);
  g_clear_object (&load->cancellable);
}

static void
load_unref (gpointer load)
{
  g_atomic_rc_box_release_full (load, load_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_unref)

static void
load_return (Load *load, guint n_rows, const GError *error)
{
  if (load->task != NULL && error != NULL)
    g_task_return_error (load->task, g_error_copy (error));
  else if (load->task != NULL)
    g_task_return_int (load->task, n_rows);
}

/* Handlers see the model as it will be: they may load more at once. */
static void
model_take_page (HBaseRowModel *model, HBasePage *page, const GError *error)
{
  g_object_freeze_notify (G_OBJECT (model));
  model_end_load (model, error);
  if (error == NULL)
    model_set_flag (model, &model->has_more, page != NULL && hbase_page_get_next_token (page) != NULL,
                    "has-more");
  if (page != NULL)
    model_append (model, page);
  g_object_thaw_notify (G_OBJECT (model));
}

static void
model_page_came (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Load) load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page
      = hbase_page_iterator_move_finish (HBASE_PAGE_ITERATOR (source), model_page_came, result, &error);

  if (model == NULL)
    return;
  model_take_page (model, page, error);
  load_return (load, page != NULL ? hbase_page_get_n_rows (page) : 0, error);
}

static void
model_ask_for_page (HBaseRowModel *model, Load *load)
{
  const HBasePageMove move
      = { .kind = model->last != NULL ? HBASE_PAGE_MOVE_AFTER : HBASE_PAGE_MOVE_NEXT, .row = model->last };

  g_object_freeze_notify (G_OBJECT (model));
  model_set_flag (model, &model->loading, TRUE, "loading");
  model_set_error (model, &model->load_error, NULL);
  g_object_thaw_notify (G_OBJECT (model));
  g_main_context_push_thread_default (model->context);
  hbase_page_iterator_move_async (model->iterator, &move, model_page_came, load->cancellable, model_page_came,
                                  g_atomic_rc_box_acquire (load));
  g_main_context_pop_thread_default (model->context);
}

static gboolean
model_check_load (HBaseRowModel *model, GError **error)
{
  if (!hbase_object_check_property (model, "pages", model->iterator, error))
    return FALSE;
  if (model->iterator->is_of_columns)
    g_set_error_literal (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
                         "a row model lists rows, not the columns of one: give it pages of a scan");
  else if (model->loading)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PENDING,
                         "this row model is busy with loading a page: wait for its end");
  else
    return TRUE;
  return FALSE;
}

static gboolean
model_begin_load (gpointer data)
{
  Load *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;

  if (model == NULL)
    return G_SOURCE_REMOVE;
  if (model_check_load (model, &error))
    model_try_again (model);
  if (error == NULL && model->has_more)
    model_ask_for_page (model, load);
  else
    load_return (load, 0, error);
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
 * As with any asynchronous call, the model lives until @callback was called: to drop it at once, cancel the call.
 * What it loads by itself, and what is loaded without a callback, ends when the last reference to the model is
 * dropped.
 *
 * Since: 0.1
 */
void
hbase_row_model_load_more_async (HBaseRowModel *model,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  GTask *task = NULL;

  g_return_if_fail (HBASE_IS_ROW_MODEL (model));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  if (callback != NULL)
    task = hbase_task_new (model, hbase_row_model_load_more_async, cancellable, callback, user_data);
  model_defer (model, model_begin_load, load_new (model, task, cancellable), load_unref);
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
 * Returns: (skip): whether all went well
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
  Load *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);

  if (model == NULL)
    return G_SOURCE_REMOVE;
  model->is_near_end = FALSE;
  if (model->auto_load && model->has_more && !model->is_stopped && model_check_load (model, NULL))
    model_ask_for_page (model, load);
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_load_by_itself (HBaseRowModel *model)
{
  if (!model->auto_load || model->is_near_end || model->loading || !model->has_more || model->is_stopped)
    return;
  model->is_near_end = TRUE;
  model_defer (model, model_begin_load_by_itself, load_new (model, NULL, NULL), load_unref);
}

/* ---- dropped pages come back ---- */

/* It keeps the model's context and cancellable, but not the model. */
typedef struct {
  GWeakRef model;
  HBaseRowPage *page; /* the model's */
  GMainContext *context;
  GCancellable *cancellable;
  HBasePageIterator *iterator; /* over what lies between the page's first and last rows */
  GHashTable *found;           /* GBytes → HBaseRow */
} Return;

static Return *
return_new (HBaseRowModel *model, HBaseRowPage *page)
{
  Return *back = g_new0 (Return, 1);

  g_weak_ref_init (&back->model, model);
  back->page = page;
  back->context = g_main_context_ref (model->context);
  back->cancellable = g_object_ref (model->cancellable);
  back->found = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref,
                                       (GDestroyNotify) hbase_row_unref);
  return back;
}

static void
return_free (Return *back)
{
  g_clear_pointer (&back->found, g_hash_table_unref);
  g_clear_object (&back->iterator);
  g_clear_object (&back->cancellable);
  g_clear_pointer (&back->context, g_main_context_unref);
  g_weak_ref_clear (&back->model);
  g_free (back);
}

static void return_go_on (Return *back);

static void
model_note_failed_return (HBaseRowModel *model, HBaseRowPage *page, const GError *error)
{
  if (!g_ptr_array_find (model->failed, page, NULL))
    g_ptr_array_add (model->failed, page);
  model_set_error (model, &model->return_error, error);
}

static void
return_end (Return *back, const GError *error)
{
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&back->model);

  if (model != NULL)
    back->page->is_coming = FALSE;
  if (model != NULL && error != NULL)
    model_note_failed_return (model, back->page, error);
  else if (model != NULL)
    {
      /* First, lest whoever hears of anything asks for the page once more. */
      hbase_row_pages_restore (&model->pages, back->page, back->found);
      model_try_again (model);
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
  g_main_context_push_thread_default (back->context);
  hbase_page_iterator_next_async (back->iterator, back->cancellable, return_page_came, back);
  g_main_context_pop_thread_default (back->context);
}

static gboolean
return_begin (gpointer data)
{
  Return *back = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&back->model);

  if (model == NULL)
    return_free (back);
  else
    {
      back->iterator
          = hbase_page_iterator_new_between (model->iterator, hbase_row_page_get_first_key (back->page),
                                             hbase_row_page_get_last_key (back->page), back->page->n_rows);
      return_go_on (back);
    }
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_reload (HBaseRowModel *model, HBaseRowPage *page)
{
  page->is_coming = TRUE;
  model_defer (model, return_begin, return_new (model, page), NULL);
}
