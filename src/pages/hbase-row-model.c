/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseRowModel, which lists the rows of a scan and loads them page by page.
 *
 *  1. All members are used in `context` only, and every request begins in a dispatch of its own there:
 *     nothing is loaded while the caller requests an item.
 *  2. One page at a time is loaded at the end: `loading`. Dropped pages are reloaded independently, each by
 *     an iterator of its own.
 *  3. After a load has failed, nothing is loaded automatically until a load succeeds: `is_stopped`. Its
 *     error is `load_error` until the next load begins; the error of pages that couldn't be reloaded is
 *     `reload_error` until a page is reloaded.
 *  4. A page that couldn't be reloaded is in `failed`. While an item waits for it, it is requested again
 *     when more rows are requested, and after any other load has succeeded. */

#include "config.h"

#include "hbase-row-model.h"

#include "hbase-object-private.h"
#include "hbase-row-keys-private.h"
#include "hbase-row-pages-private.h"

struct _HBaseRowModel {
  GObject parent_instance;
  HBasePageIterator *iterator;
  GMainContext *context;
  int io_priority;
  GCancellable *cancellable; /* of loads for which no caller waits */
  HBaseRowPages pages;
  GBytes *last; /* the last row's key; NULL: nothing is loaded yet */
  gboolean auto_load, loading, has_more;
  gboolean is_near_end; /* an automatic load is about to begin */
  gboolean is_stopped;
  GError *load_error, *reload_error;
  GPtrArray *failed; /* (element-type HBaseRowPage), each once */
};

/**
 * HBaseRowModel:
 *
 * Lists the rows of a scan as a #GListModel of [class@HBase.RowItem], and loads them page by page: for list
 * widgets, such as GTK's, over tables of any length.
 *
 * A model is empty at first. [method@HBase.RowModel.load_more_async] adds the next page at its end; with
 * [property@HBase.RowModel:auto-load] the model does so itself when an item of the last page is requested.
 * Don't set it if another model that requests all items, for example one that sorts or filters, is based on
 * this one: that would load the whole table.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBasePageIterator) iterator = hbase_page_iterator_new (table, scan, 50);
 * g_autoptr (HBaseRowModel) model = hbase_row_model_new (iterator);
 *
 * hbase_row_model_set_max_pages (model, 20);
 * hbase_row_model_set_auto_load (model, TRUE);
 * ```
 *
 * Positions never change: a row keeps its position while the model exists, whatever is inserted and deleted
 * in the table, so that a list doesn't jump while it is scrolled. To see new rows, make a new model. With
 * [property@HBase.RowModel:max-pages] the rows of the pages used least recently are dropped, except for
 * their keys. An item that is requested at such a position has no row at first. The page is read again, by
 * the range of its keys, and then [property@HBase.RowItem:row] is notified, or
 * [property@HBase.RowItem:deleted] if the row was deleted. So the row key of a position never changes.
 *
 * A model belongs to the main context that was the thread-default one when it was made, and must be used
 * there only. It emits its signals there: `items-changed` once for each page, and never while an item is
 * requested. Only [method@HBase.RowModel.load_more_async] may be called in any thread. The page iterator
 * belongs to the model and must not be used otherwise.
 *
 * Since: 0.1
 */

static void hbase_row_model_list_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseRowModel,
                               hbase_row_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, hbase_row_model_list_init))

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

/* ---- loads ---- */

/* A load at the end, or the reload of a page. If a caller waits for it, its task references the model;
 * otherwise nothing does. */
typedef struct {
  GWeakRef model;
  HBaseRowPage *page; /* the model's; NULL: a load at the end */
  GTask *task;        /* NULL: no caller waits */
  GMainContext *context;
  GCancellable *cancellable;
} Load;

/* Takes the task. */
static Load *
load_new (HBaseRowModel *model, HBaseRowPage *page, GTask *task, GCancellable *cancellable)
{
  Load *load = g_atomic_rc_box_new0 (Load);

  g_weak_ref_init (&load->model, model);
  load->page = page;
  load->task = task;
  load->context = g_main_context_ref (model->context);
  load->cancellable = g_object_ref (cancellable != NULL ? cancellable : model->cancellable);
  return load;
}

static void
load_clear (gpointer data)
{
  Load *load = data;

  g_weak_ref_clear (&load->model);
  g_clear_object (&load->task);
  g_clear_pointer (&load->context, g_main_context_unref);
  g_clear_object (&load->cancellable);
}

static void
load_unref (gpointer load)
{
  g_atomic_rc_box_release_full (load, load_clear);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Load, load_unref)

/* Has the function begin the load, which is taken, in a dispatch of its own in the model's context. */
static void
model_defer (HBaseRowModel *model, GSourceFunc function, Load *load)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_priority (source, model->io_priority);
  g_source_set_callback (source, function, load, load_unref);
  g_source_set_static_name (source, "[hbase-glib] row model");
  g_source_attach (source, model->context);
}

/* ---- loading at the end ---- */

static void model_reload (HBaseRowModel *model, HBaseRowPage *page);

static void
model_try_again (HBaseRowModel *model)
{
  g_autoptr (GPtrArray) failed = g_steal_pointer (&model->failed);

  model->failed = g_ptr_array_new ();
  model_set_error (model, &model->reload_error, NULL);
  for (guint i = 0; i < failed->len; i++)
    if (hbase_row_page_is_wanted (failed->pdata[i]))
      model_reload (model, failed->pdata[i]);
}

/* A cancelled load leaves `is_stopped` as it was. */
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
  guint n = hbase_page_get_n_rows (page), before = model->pages.n_positions;

  g_clear_pointer (&model->last, g_bytes_unref);
  model->last = hbase_row_copy_stored_key (hbase_page_get_row (page, n - 1));
  hbase_row_pages_append (&model->pages, page);
  hbase_row_pages_trim (&model->pages);
  g_list_model_items_changed (G_LIST_MODEL (model), before, 0, n);
}

static void
load_return (Load *load, guint n_rows, const GError *error)
{
  if (load->task != NULL && error != NULL)
    g_task_return_error (load->task, g_error_copy (error));
  else if (load->task != NULL)
    g_task_return_int (load->task, n_rows);
}

/* Notifies after all changes, because handlers may load more immediately. */
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
model_page_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Load) load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page
      = hbase_task_finish_pointer (HBASE_PAGE_ITERATOR (source), model_page_loaded, result, &error);

  if (model == NULL)
    return;
  model_take_page (model, page, error);
  load_return (load, page != NULL ? hbase_page_get_n_rows (page) : 0, error);
}

static void
model_load_page (HBaseRowModel *model, Load *load)
{
  const HBasePageMove move
      = { .kind = model->last != NULL ? HBASE_PAGE_MOVE_AFTER : HBASE_PAGE_MOVE_NEXT, .row = model->last };

  g_object_freeze_notify (G_OBJECT (model));
  model_set_flag (model, &model->loading, TRUE, "loading");
  model_set_error (model, &model->load_error, NULL);
  g_object_thaw_notify (G_OBJECT (model));
  hbase_page_iterator_set_io_priority (model->iterator, model->io_priority);
  g_main_context_push_thread_default (model->context);
  hbase_page_iterator_move_async (model->iterator, &move, model_page_loaded, load->cancellable,
                                  model_page_loaded, g_atomic_rc_box_acquire (load));
  g_main_context_pop_thread_default (model->context);
}

static gboolean
model_check_load (HBaseRowModel *model, GError **error)
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
    model_load_page (model, load);
  else
    load_return (load, 0, error);
  return G_SOURCE_REMOVE;
}

static gboolean
model_begin_auto_load (gpointer data)
{
  Load *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);

  if (model == NULL)
    return G_SOURCE_REMOVE;
  model->is_near_end = FALSE;
  if (model->auto_load && model->has_more && !model->is_stopped && model_check_load (model, NULL))
    model_load_page (model, load);
  return G_SOURCE_REMOVE;
}

/* An item near the end was requested. */
static void
model_auto_load (HBaseRowModel *model)
{
  if (!model->auto_load || model->is_near_end || model->loading || !model->has_more || model->is_stopped)
    return;
  model->is_near_end = TRUE;
  model_defer (model, model_begin_auto_load, load_new (model, NULL, NULL, NULL));
}

/* ---- reloading dropped pages ---- */

static void
reload_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Load) load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
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
      model_try_again (model);
      return;
    }
  if (!g_ptr_array_find (model->failed, load->page, NULL))
    g_ptr_array_add (model->failed, load->page);
  model_set_error (model, &model->reload_error, error);
}

static gboolean
reload_begin (gpointer data)
{
  Load *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
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
static void
model_reload (HBaseRowModel *model, HBaseRowPage *page)
{
  page->is_coming = TRUE;
  model_defer (model, reload_begin, load_new (model, page, NULL, NULL));
}

/* ---- the object ---- */

enum {
  PROP_ITERATOR = 1,
  PROP_AUTO_LOAD,
  PROP_MAX_PAGES,
  PROP_IO_PRIORITY,
  PROP_LOADING,
  PROP_HAS_MORE,
  PROP_ERROR,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_row_model_dispose (GObject *object)
{
  g_cancellable_cancel (HBASE_ROW_MODEL (object)->cancellable);
  G_OBJECT_CLASS (hbase_row_model_parent_class)->dispose (object);
}

static void
hbase_row_model_finalize (GObject *object)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  hbase_row_pages_clear (&model->pages);
  g_clear_pointer (&model->last, g_bytes_unref);
  g_clear_pointer (&model->context, g_main_context_unref);
  g_clear_object (&model->cancellable);
  g_clear_error (&model->load_error);
  g_clear_error (&model->reload_error);
  g_clear_pointer (&model->failed, g_ptr_array_unref);
  g_clear_object (&model->iterator);
  G_OBJECT_CLASS (hbase_row_model_parent_class)->finalize (object);
}

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_ITERATOR] = G_STRUCT_OFFSET (HBaseRowModel, iterator),
  [PROP_AUTO_LOAD] = G_STRUCT_OFFSET (HBaseRowModel, auto_load),
  [PROP_MAX_PAGES] = G_STRUCT_OFFSET (HBaseRowModel, pages.max_pages),
  [PROP_IO_PRIORITY] = G_STRUCT_OFFSET (HBaseRowModel, io_priority),
  [PROP_LOADING] = G_STRUCT_OFFSET (HBaseRowModel, loading),
  [PROP_HAS_MORE] = G_STRUCT_OFFSET (HBaseRowModel, has_more),
};

static void
hbase_row_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ERROR)
    g_value_set_boxed (value, hbase_row_model_get_error (HBASE_ROW_MODEL (object)));
  else
    hbase_object_get_member (object, members[id], value);
}

static void
hbase_row_model_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  hbase_object_set_member (object, members[id], value);
  if (id == PROP_MAX_PAGES)
    hbase_row_pages_trim (&model->pages);
  else if (id == PROP_AUTO_LOAD && model->pages.n_positions == 0)
    model_auto_load (model);
}

static void
hbase_row_model_class_init (HBaseRowModelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;
  const GParamFlags writable = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->dispose = hbase_row_model_dispose;
  object_class->finalize = hbase_row_model_finalize;
  object_class->get_property = hbase_row_model_get_property;
  object_class->set_property = hbase_row_model_set_property;

  /**
   * HBaseRowModel:iterator: (getter get_iterator)
   *
   * The page iterator that reads the rows, beginning with the page that it would read next.
   *
   * Since: 0.1
   */
  properties[PROP_ITERATOR] = g_param_spec_object ("iterator", NULL, NULL, HBASE_TYPE_PAGE_ITERATOR,
                                                   writable | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseRowModel:auto-load: (getter get_auto_load) (setter set_auto_load)
   *
   * Whether the first page is loaded immediately, and each next page when an item of the last one is
   * requested. If a page couldn't be loaded, no page is loaded automatically until
   * [method@HBase.RowModel.load_more_async] has succeeded.
   *
   * Since: 0.1
   */
  properties[PROP_AUTO_LOAD] = g_param_spec_boolean ("auto-load", NULL, NULL, FALSE, writable);
  /**
   * HBaseRowModel:max-pages: (getter get_max_pages) (setter set_max_pages)
   *
   * The number of pages whose rows are kept in memory; 0, the default, means all. Of the other pages only
   * the row keys are kept.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_PAGES] = g_param_spec_uint ("max-pages", NULL, NULL, 0, G_MAXUINT, 0, writable);
  /**
   * HBaseRowModel:io-priority: (getter get_io_priority) (setter set_io_priority)
   *
   * The priority of the sources that load pages, for example %G_PRIORITY_DEFAULT_IDLE; the default is
   * %G_PRIORITY_DEFAULT. It replaces that of the page iterator, and applies to the next load.
   *
   * Since: 0.1
   */
  properties[PROP_IO_PRIORITY]
      = g_param_spec_int ("io-priority", NULL, NULL, G_MININT, G_MAXINT, G_PRIORITY_DEFAULT, writable);
  /**
   * HBaseRowModel:loading: (getter get_loading)
   *
   * Whether a page is being loaded that will be added at the end.
   *
   * Since: 0.1
   */
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, readable);
  /**
   * HBaseRowModel:has-more: (getter get_has_more)
   *
   * Whether there may be rows after the last one of the model; %TRUE at first, when that isn't known. When
   * it is %FALSE, the model sends no further requests for rows after the last one; to see rows that are
   * inserted there later, make a new model.
   *
   * Since: 0.1
   */
  properties[PROP_HAS_MORE] = g_param_spec_boolean ("has-more", NULL, NULL, TRUE, readable);
  /**
   * HBaseRowModel:error: (getter get_error)
   *
   * The error of the last load, or, if there is none, of reading dropped rows again; %NULL if both
   * succeeded. A cancelled load isn't an error. Loading more rows clears it, and requests the dropped rows
   * again.
   *
   * Since: 0.1
   */
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, readable);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_row_model_init (HBaseRowModel *model)
{
  hbase_row_pages_init (&model->pages);
  model->context = g_main_context_ref_thread_default ();
  model->cancellable = g_cancellable_new ();
  model->failed = g_ptr_array_new ();
  model->has_more = TRUE;
}

/* ---- the list ---- */

static GType
hbase_row_model_get_item_type (GListModel *list)
{
  return HBASE_TYPE_ROW_ITEM;
}

static guint
hbase_row_model_get_n_items (GListModel *list)
{
  return HBASE_ROW_MODEL (list)->pages.n_positions;
}

static gpointer
hbase_row_model_get_item (GListModel *list, guint position)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (list);
  HBaseRowPage *page = hbase_row_pages_use (&model->pages, position);
  HBaseRowItem *item;

  if (page == NULL)
    return NULL;
  item = hbase_row_page_get_item (page, position);
  if (hbase_row_item_is_waiting (item) && !page->is_coming)
    model_reload (model, page);
  if (page->start + page->n_rows == model->pages.n_positions)
    model_auto_load (model);
  return item;
}

static void
hbase_row_model_list_init (GListModelInterface *interface)
{
  interface->get_item_type = hbase_row_model_get_item_type;
  interface->get_n_items = hbase_row_model_get_n_items;
  interface->get_item = hbase_row_model_get_item;
}

/* ---- properties ---- */

/**
 * hbase_row_model_new:
 * @iterator: a page iterator, which belongs to the model from now on
 *
 * Creates a model, which has no rows at first. It will list the rows of the page that the iterator would
 * read next, and all rows after them. Nothing is sent yet.
 *
 * Returns: (transfer full): the model
 *
 * Since: 0.1
 */
HBaseRowModel *
hbase_row_model_new (HBasePageIterator *iterator)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (iterator), NULL);

  return g_object_new (HBASE_TYPE_ROW_MODEL, "iterator", iterator, NULL);
}

/**
 * hbase_row_model_get_iterator: (get-property iterator)
 * @model: a model
 *
 * Returns the page iterator that reads the rows.
 *
 * Returns: (transfer none) (nullable): the page iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_row_model_get_iterator (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), NULL);

  return model->iterator;
}

/**
 * hbase_row_model_get_auto_load: (get-property auto-load)
 * @model: a model
 *
 * Returns whether the next page is loaded when an item of the last one is requested.
 *
 * Returns: %TRUE if pages are loaded automatically
 *
 * Since: 0.1
 */
gboolean
hbase_row_model_get_auto_load (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), FALSE);

  return model->auto_load;
}

/**
 * hbase_row_model_set_auto_load: (set-property auto-load)
 * @model: a model
 * @auto_load: %TRUE to load the next page when an item of the last one is requested
 *
 * Sets whether the model loads pages automatically. If it has no rows yet, it loads the first page.
 *
 * Since: 0.1
 */
void
hbase_row_model_set_auto_load (HBaseRowModel *model, gboolean auto_load)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));

  g_object_set (model, "auto-load", auto_load, NULL);
}

/**
 * hbase_row_model_get_max_pages: (get-property max-pages)
 * @model: a model
 *
 * Returns the number of pages whose rows are kept in memory.
 *
 * Returns: the number of pages; 0 means all
 *
 * Since: 0.1
 */
guint
hbase_row_model_get_max_pages (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), 0);

  return model->pages.max_pages;
}

/**
 * hbase_row_model_set_max_pages: (set-property max-pages)
 * @model: a model
 * @max_pages: the number of pages; 0 means all
 *
 * Sets the number of pages whose rows are kept in memory. The rows of further pages are dropped immediately.
 *
 * Since: 0.1
 */
void
hbase_row_model_set_max_pages (HBaseRowModel *model, guint max_pages)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));

  g_object_set (model, "max-pages", max_pages, NULL);
}

/**
 * hbase_row_model_get_io_priority: (get-property io-priority)
 * @model: a model
 *
 * Returns the priority of the sources that load pages.
 *
 * Returns: the priority, for example %G_PRIORITY_DEFAULT
 *
 * Since: 0.1
 */
int
hbase_row_model_get_io_priority (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), 0);

  return model->io_priority;
}

/**
 * hbase_row_model_set_io_priority: (set-property io-priority)
 * @model: a model
 * @io_priority: the priority, for example %G_PRIORITY_DEFAULT_IDLE
 *
 * Sets the priority of the sources that load pages. It applies to the next load.
 *
 * Since: 0.1
 */
void
hbase_row_model_set_io_priority (HBaseRowModel *model, int io_priority)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));

  g_object_set (model, "io-priority", io_priority, NULL);
}

/**
 * hbase_row_model_get_loading: (get-property loading)
 * @model: a model
 *
 * Returns whether a page is being loaded that will be added at the end.
 *
 * Returns: %TRUE if a page is being loaded
 *
 * Since: 0.1
 */
gboolean
hbase_row_model_get_loading (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), FALSE);

  return model->loading;
}

/**
 * hbase_row_model_get_has_more: (get-property has-more)
 * @model: a model
 *
 * Returns whether there may be rows after the last one.
 *
 * Returns: %FALSE if no row followed when the last page was read
 *
 * Since: 0.1
 */
gboolean
hbase_row_model_get_has_more (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), FALSE);

  return model->has_more;
}

/**
 * hbase_row_model_get_error: (get-property error)
 * @model: a model
 *
 * Returns the error of the last load, or, if there is none, of reading dropped rows again.
 *
 * Returns: (transfer none) (nullable): the error; %NULL if there is none
 *
 * Since: 0.1
 */
GError *
hbase_row_model_get_error (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), NULL);

  return model->load_error != NULL ? model->load_error : model->reload_error;
}

/* ---- loading more ---- */

/**
 * hbase_row_model_load_more_async:
 * @model: a model
 * @cancellable: (nullable): ends the wait
 * @callback: (scope async) (closure user_data): called when the page has been added
 * @user_data: for the callback
 *
 * Starts loading the next page without blocking. The page is added at the end of the model, then
 * `items-changed` is emitted, then the callback is called. This function may be called in any thread; the
 * callback is called in the caller's thread-default main context. Dropped rows that couldn't be read again
 * are requested once more, even if no page follows.
 *
 * Like any asynchronous call, this one holds a reference to the model until @callback has been called: to
 * free the model earlier, cancel the call. Automatic loads, and loads without a callback, end when the last
 * reference to the model is released.
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

  if (callback != NULL)
    {
      task = hbase_task_new (model, hbase_row_model_load_more_async, cancellable, callback, user_data);
      g_task_set_priority (task, model->io_priority);
    }
  model_defer (model, model_begin_load, load_new (model, NULL, task, cancellable));
}

/**
 * hbase_row_model_load_more_finish:
 * @model: a model
 * @result: the result that the callback was given
 * @n_loaded: (out) (optional): the number of rows added; 0 if there are no more
 * @error: return location for an error
 *
 * Finishes [method@HBase.RowModel.load_more_async].
 *
 * Errors: those of [method@HBase.PageIterator.next]; %G_IO_ERROR_PENDING while another page is being loaded.
 * After an error the same page can be requested again.
 *
 * Returns: (skip): %TRUE if the load succeeded; %FALSE on error
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
