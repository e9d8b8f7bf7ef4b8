/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the loads of a row model: of pages at its end, of dropped pages, and refreshes. The
 * numbered invariants are in hbase-row-model.c. */

#include "config.h"

#include "hbase-row-model-private.h"

#include "hbase-object-private.h"
#include "hbase-row-keys-private.h"

/* ---- notifications ---- */

static void
model_set_flag (HBaseRowModel *model, gboolean *flag, gboolean value, const char *property)
{
  if (*flag == value)
    return;
  *flag = value;
  g_object_notify (G_OBJECT (model), property);
}

/* Copies the error, which may be NULL. */
void
hbase_row_model_set_error (HBaseRowModel *model, GError **place, const GError *error)
{
  const GError *reported = hbase_row_model_find_error (model);
  GError *old = *place;

  *place = error != NULL ? g_error_copy (error) : NULL;
  if (hbase_row_model_find_error (model) != reported)
    g_object_notify (G_OBJECT (model), "error");
  g_clear_error (&old);
}

void
hbase_row_model_change_items (HBaseRowModel *model, guint position, guint n_removed, guint n_added)
{
  if (n_removed == 0 && n_added == 0)
    return;
  if (n_removed != n_added)
    g_object_notify (G_OBJECT (model), "n-items");
  g_list_model_items_changed (G_LIST_MODEL (model), position, n_removed, n_added);
}

/* ---- loads ---- */

HBaseRowLoad *
hbase_row_load_new (HBaseRowModel *model, HBaseRowPage *page, GTask *task, GCancellable *cancellable)
{
  HBaseRowLoad *load = g_atomic_rc_box_new0 (HBaseRowLoad);

  g_weak_ref_init (&load->model, model);
  load->n_refreshes = model->n_refreshes;
  load->page = page;
  load->task = task;
  load->context = g_main_context_ref (model->context);
  load->cancellable = g_object_ref (cancellable != NULL ? cancellable : model->cancellable);
  return load;
}

static void
load_clear (gpointer data)
{
  HBaseRowLoad *load = data;

  g_weak_ref_clear (&load->model);
  g_clear_object (&load->task);
  g_clear_pointer (&load->context, g_main_context_unref);
  g_clear_object (&load->cancellable);
}

void
hbase_row_load_unref (gpointer load)
{
  g_atomic_rc_box_release_full (load, load_clear);
}

HBaseRowModel *
hbase_row_load_get_model (HBaseRowLoad *load)
{
  HBaseRowModel *model = g_weak_ref_get (&load->model);

  if (model != NULL && model->n_refreshes != load->n_refreshes)
    g_clear_object (&model);
  return model;
}

void
hbase_row_model_defer (HBaseRowModel *model, GSourceFunc function, HBaseRowLoad *load)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, model->io_priority);
  g_source_set_callback (source, function, load, hbase_row_load_unref);
  g_source_set_static_name (source, "[hbase-glib] row model");
  g_source_attach (source, model->context);
}

/* ---- loading at the end ---- */

void
hbase_row_model_try_again (HBaseRowModel *model)
{
  g_autoptr (GPtrArray) failed = g_steal_pointer (&model->failed);

  model->failed = g_ptr_array_new ();
  hbase_row_model_set_error (model, &model->reload_error, NULL);
  for (guint i = 0; i < failed->len; i++)
    if (hbase_row_page_is_wanted (failed->pdata[i]))
      hbase_row_model_reload (model, failed->pdata[i]);
}

/* A cancelled load leaves `is_stopped` as it was. */
static void
model_end_load (HBaseRowModel *model, const GError *error)
{
  model_set_flag (model, &model->loading, FALSE, "loading");
  if (model->is_refresh_wanted)
    {
      model->is_refresh_wanted = FALSE;
      hbase_row_model_begin_refresh (model);
    }
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  model->is_stopped = error != NULL;
  if (error != NULL)
    hbase_row_model_set_error (model, &model->load_error, error);
  else
    hbase_row_model_try_again (model);
}

static guint
model_append (HBaseRowModel *model, HBasePage *page)
{
  guint n = hbase_page_get_n_rows (page);

  g_clear_pointer (&model->last, g_bytes_unref);
  model->last = hbase_row_copy_stored_key (hbase_page_get_row (page, n - 1));
  hbase_row_pages_append (&model->pages, page);
  hbase_row_pages_trim (&model->pages);
  return n;
}

/* A refresh replaces all rows. */
static void
model_reset (HBaseRowModel *model)
{
  model->n_refreshes++;
  hbase_row_pages_reset (&model->pages);
  g_clear_pointer (&model->last, g_bytes_unref);
  g_ptr_array_set_size (model->failed, 0);
  hbase_row_model_set_error (model, &model->reload_error, NULL);
}

static void
load_return (HBaseRowLoad *load, guint n_rows, const GError *error)
{
  if (load->task != NULL && error != NULL)
    g_task_return_error (load->task, g_error_copy (error));
  else if (load->task != NULL)
    g_task_return_int (load->task, n_rows);
}

/* Notifies after all changes, because handlers may load more immediately. */
static void
model_take_page (HBaseRowModel *model, gboolean is_refresh, HBasePage *page, const GError *error)
{
  guint before, n_removed, n_added;

  g_object_freeze_notify (G_OBJECT (model));
  model_end_load (model, error);
  if (error == NULL)
    model_set_flag (model, &model->has_more, page != NULL && hbase_page_get_next_token (page) != NULL,
                    "has-more");
  n_removed = is_refresh && error == NULL ? model->pages.n_positions : 0;
  before = model->pages.n_positions - n_removed;
  if (is_refresh && error == NULL)
    model_reset (model);
  n_added = page != NULL ? model_append (model, page) : 0;
  hbase_row_model_change_items (model, before, n_removed, n_added);
  g_object_thaw_notify (G_OBJECT (model));
}

static void
model_page_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (HBaseRowLoad) load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page
      = hbase_task_finish_pointer (HBASE_PAGE_ITERATOR (source), model_page_loaded, result, &error);

  if (model == NULL)
    return;
  model_take_page (model, load->is_refresh, page, error);
  load_return (load, page != NULL ? hbase_page_get_n_rows (page) : 0, error);
}

/* If rows are requested although none were found, it is for a poll, and the first page is read again. */
static HBasePageMove
find_move (HBaseRowModel *model, const HBaseRowLoad *load)
{
  if (load->is_refresh || (model->last == NULL && !model->has_more))
    return (HBasePageMove){ .kind = HBASE_PAGE_MOVE_FIRST };
  if (model->last == NULL)
    return (HBasePageMove){ .kind = HBASE_PAGE_MOVE_NEXT };
  return (HBasePageMove){ .kind = HBASE_PAGE_MOVE_AFTER, .row = model->last };
}

void
hbase_row_model_load_page (HBaseRowModel *model, HBaseRowLoad *load)
{
  const HBasePageMove move = find_move (model, load);

  g_object_freeze_notify (G_OBJECT (model));
  model_set_flag (model, &model->loading, TRUE, "loading");
  hbase_row_model_set_error (model, &model->load_error, NULL);
  g_object_thaw_notify (G_OBJECT (model));
  hbase_page_iterator_set_io_priority (model->iterator, model->io_priority);
  g_main_context_push_thread_default (model->context);
  hbase_page_iterator_move_async (model->iterator, &move, model_page_loaded, load->cancellable,
                                  model_page_loaded, g_atomic_rc_box_acquire (load));
  g_main_context_pop_thread_default (model->context);
}

gboolean
hbase_row_model_check_load (HBaseRowModel *model, GError **error)
{
  if (!hbase_object_check_property (model, "iterator", model->iterator, error))
    return FALSE;
  if (model->iterator->is_of_columns)
    g_set_error_literal (
        error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
        "a row model lists rows, not the columns of one: give it the page iterator of a scan");
  else if (model->loading)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PENDING,
                         "this row model is busy with loading a page: wait for its end");
  else
    return TRUE;
  return FALSE;
}

gboolean
hbase_row_model_begin_load (gpointer data)
{
  HBaseRowLoad *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;

  if (model == NULL)
    return G_SOURCE_REMOVE;
  if (hbase_row_model_check_load (model, &error)
      && !g_cancellable_set_error_if_cancelled (load->cancellable, &error))
    hbase_row_model_try_again (model);
  if (error == NULL && !model->has_more)
    hbase_table_check (model->iterator, model->iterator->table, &error);
  if (error == NULL && model->has_more)
    hbase_row_model_load_page (model, load);
  else
    load_return (load, 0, error);
  return G_SOURCE_REMOVE;
}

/* ---- refreshing ---- */

/* A refresh waits for the end of a load. */
static gboolean
refresh_begin (gpointer data)
{
  HBaseRowLoad *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;

  if (model == NULL)
    return G_SOURCE_REMOVE;
  if (model->loading)
    model->is_refresh_wanted = TRUE;
  else if (hbase_row_model_check_load (model, &error))
    hbase_row_model_load_page (model, load);
  else
    hbase_row_model_set_error (model, &model->load_error, error);
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_begin_refresh (HBaseRowModel *model)
{
  HBaseRowLoad *load = hbase_row_load_new (model, NULL, NULL, NULL);

  load->is_refresh = TRUE;
  hbase_row_model_defer (model, refresh_begin, load);
}

/* ---- loading automatically ---- */

static gboolean
model_begin_auto_load (gpointer data)
{
  HBaseRowLoad *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);

  if (model == NULL)
    return G_SOURCE_REMOVE;
  model->is_near_end = FALSE;
  if (model->auto_load && model->has_more && !model->is_stopped && hbase_row_model_check_load (model, NULL))
    hbase_row_model_load_page (model, load);
  return G_SOURCE_REMOVE;
}

/* An item near the end was requested. */
void
hbase_row_model_auto_load (HBaseRowModel *model)
{
  if (!model->auto_load || model->is_near_end || model->loading || !model->has_more || model->is_stopped)
    return;
  model->is_near_end = TRUE;
  hbase_row_model_defer (model, model_begin_auto_load, hbase_row_load_new (model, NULL, NULL, NULL));
}

/* ---- reloading dropped pages ---- */

static void
reload_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (HBaseRowLoad) load = data;
  g_autoptr (HBaseRowModel) model = hbase_row_load_get_model (load);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows
      = hbase_page_iterator_read_all_finish (HBASE_PAGE_ITERATOR (source), result, &error);

  if (model == NULL)
    return;
  load->page->is_coming = FALSE;
  if (rows != NULL)
    {
      /* This comes before any notification, because a handler may request an item of the page. */
      hbase_row_pages_restore (&model->pages, load->page, rows);
      hbase_row_model_try_again (model);
      return;
    }
  if (!g_ptr_array_find (model->failed, load->page, NULL))
    g_ptr_array_add (model->failed, load->page);
  hbase_row_model_set_error (model, &model->reload_error, error);
}

static gboolean
reload_begin (gpointer data)
{
  HBaseRowLoad *load = data;
  g_autoptr (HBaseRowModel) model = hbase_row_load_get_model (load);
  g_autoptr (HBasePageIterator) iterator = NULL;
  g_autoptr (GPtrArray) keys = NULL;

  if (model == NULL)
    return G_SOURCE_REMOVE;
  keys = hbase_row_keys_unpack (load->page->keys);
  iterator = hbase_page_iterator_new_between (model->iterator, keys->pdata[0], keys->pdata[keys->len - 1],
                                              keys->len);
  hbase_page_iterator_set_io_priority (iterator, model->io_priority);
  g_main_context_push_thread_default (load->context);
  hbase_page_iterator_read_all_async (iterator, load->cancellable, reload_done,
                                      g_atomic_rc_box_acquire (load));
  g_main_context_pop_thread_default (load->context);
  return G_SOURCE_REMOVE;
}

/* An item of a page without rows was requested. */
void
hbase_row_model_reload (HBaseRowModel *model, HBaseRowPage *page)
{
  page->is_coming = TRUE;
  hbase_row_model_defer (model, reload_begin, hbase_row_load_new (model, page, NULL, NULL));
}
