/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseRowModel, which lists the rows of a scan: the list and its properties. Its loads
 * are in hbase-row-loads.c, its polls in hbase-row-follow.c.
 *
 *  1. All members are used in `context` only, and every request begins in a dispatch of its own there:
 *     nothing is loaded while the caller requests an item.
 *  2. One page at a time is loaded at the end: `loading`. A refresh is such a load, too, and waits for
 *     the end of another load. Dropped pages are reloaded independently, each by an iterator of its own;
 *     so are the rows in front.
 *  3. After a load has failed, nothing is loaded automatically at the end until a load succeeds:
 *     `is_stopped`. Its error is `load_error` until the next load begins; the error of pages that
 *     couldn't be reloaded is `reload_error` until a page is reloaded.
 *  4. A page that couldn't be reloaded is in `failed`. While an item waits for it, it is requested again
 *     when more rows are requested, and after any other load has succeeded.
 *  5. The list changes in three ways only: rows are added at the end, rows are added in front, or a refresh
 *     replaces all of them. Each is one items-changed. So a row keeps its order among the others, and its
 *     item, until a refresh.
 *  6. A refresh that fails changes no rows. A refresh that succeeds frees all pages, and increases
 *     `n_refreshes`: a reload or a poll that began before is discarded. */

#include "config.h"

#include "hbase-row-model-private.h"

#include "hbase-object-private.h"

/**
 * HBaseRowModel:
 *
 * Lists the rows of a scan as a #GListModel of [class@HBase.RowItem], and loads them page by page: for list
 * widgets, such as GTK's, over tables of any length.
 *
 * A model is empty at first. [method@HBase.RowModel.load_more_async] adds the next page at its end; with
 * [property@HBase.RowModel:auto-load] the model does so itself when an item of the last page is requested.
 * Don't set it if another model that requests all items, for example a model that sorts or filters, is based
 * on this model: that would load the whole table.
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
 * Rows stay in the list, in the same order and with the same items, whatever is inserted and deleted in the
 * table, so that a list doesn't jump while it is scrolled, and a selection stays on its row. New rows appear
 * in two ways. If [property@HBase.RowModel:follow] is set, rows that precede the first row are added in
 * front. All others appear after [method@HBase.RowModel.refresh]. Without both, positions never change.
 *
 * With [property@HBase.RowModel:max-pages] the rows of the pages used least recently are dropped, except for
 * their keys. An item that is requested at such a position has no row at first. The page is read again, by
 * the range of its keys, and then [property@HBase.RowItem:row] is notified, or
 * [property@HBase.RowItem:deleted] if the row was deleted.
 *
 * A model belongs to the main context that was the thread-default context when it was made, and must be used
 * there only. It emits its signals there: `items-changed` once for each page, poll or refresh, and
 * never while an item is requested. Only [method@HBase.RowModel.load_more_async] may be called in any
 * thread. The page iterator belongs to the model and must not be used otherwise.
 */

#define DEFAULT_FOLLOW_INTERVAL 1000

static void hbase_row_model_list_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseRowModel,
                               hbase_row_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, hbase_row_model_list_init))

/* ---- the object ---- */

enum {
  PROP_ITERATOR = 1,
  PROP_AUTO_LOAD,
  PROP_MAX_PAGES,
  PROP_IO_PRIORITY,
  PROP_LOADING,
  PROP_HAS_MORE,
  PROP_ERROR,
  PROP_FOLLOW,
  PROP_FOLLOW_INTERVAL,
  PROP_ITEM_TYPE,
  PROP_N_ITEMS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

#define READABLE (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)
#define WRITABLE (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY)

static void
hbase_row_model_dispose (GObject *object)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  g_cancellable_cancel (model->cancellable);
  model->follow = FALSE;
  hbase_row_model_update_follow (model);
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
  g_clear_error (&model->poll_error);
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
  [PROP_FOLLOW] = G_STRUCT_OFFSET (HBaseRowModel, follow),
  [PROP_FOLLOW_INTERVAL] = G_STRUCT_OFFSET (HBaseRowModel, follow_interval),
  [PROP_N_ITEMS] = G_STRUCT_OFFSET (HBaseRowModel, pages.n_positions),
};

static void
hbase_row_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_ERROR)
    g_value_set_boxed (value, hbase_row_model_get_error (HBASE_ROW_MODEL (object)));
  else if (id == PROP_ITEM_TYPE)
    g_value_set_gtype (value, HBASE_TYPE_ROW_ITEM);
  else
    hbase_object_get_member (object, members[id], value);
}

static void
hbase_row_model_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  if (!hbase_object_set_member (object, members[id], value, pspec))
    return;
  if (id == PROP_MAX_PAGES)
    hbase_row_pages_trim (&model->pages);
  else if (id == PROP_AUTO_LOAD && model->pages.n_positions == 0)
    hbase_row_model_auto_load (model);
  else if (id == PROP_FOLLOW)
    hbase_row_model_update_follow (model);
  else if (id == PROP_FOLLOW_INTERVAL)
    hbase_row_model_update_follow_interval (model);
  else if (id == PROP_ITERATOR && model->iterator != NULL)
    model->pages.salts = model->iterator->plan.salts;
}

static void
add_load_properties (void)
{
  /**
   * HBaseRowModel:iterator: (getter get_iterator)
   *
   * The page iterator that reads the rows, beginning with the page that it would read next.
   */
  properties[PROP_ITERATOR] = g_param_spec_object ("iterator", NULL, NULL, HBASE_TYPE_PAGE_ITERATOR,
                                                   WRITABLE | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseRowModel:auto-load: (getter get_auto_load) (setter set_auto_load)
   *
   * Whether the first page is loaded immediately, and each next page when an item of the last page is
   * requested. If a page couldn't be loaded, no page is loaded automatically until
   * [method@HBase.RowModel.load_more_async] has succeeded.
   */
  properties[PROP_AUTO_LOAD] = g_param_spec_boolean ("auto-load", NULL, NULL, FALSE, WRITABLE);
  /**
   * HBaseRowModel:max-pages: (getter get_max_pages) (setter set_max_pages)
   *
   * The number of pages whose rows are kept in memory; 0, the default, means all. Of the other pages only
   * the row keys are kept.
   */
  properties[PROP_MAX_PAGES] = g_param_spec_uint ("max-pages", NULL, NULL, 0, G_MAXUINT, 0, WRITABLE);
  /**
   * HBaseRowModel:io-priority: (getter get_io_priority) (setter set_io_priority)
   *
   * The priority of the sources that load pages, for example %G_PRIORITY_DEFAULT_IDLE; the default is
   * %G_PRIORITY_DEFAULT. It replaces that of the page iterator, and applies to the next load.
   */
  properties[PROP_IO_PRIORITY]
      = g_param_spec_int ("io-priority", NULL, NULL, G_MININT, G_MAXINT, G_PRIORITY_DEFAULT, WRITABLE);
}

static void
add_state_properties (void)
{
  /**
   * HBaseRowModel:loading: (getter get_loading)
   *
   * Whether a page is being loaded that will be added at the end.
   */
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, READABLE);
  /**
   * HBaseRowModel:has-more: (getter get_has_more)
   *
   * Whether there may be rows after the last row of the model; %TRUE at first, when that isn't known. When
   * it is %FALSE, the model sends no further requests for rows after the last row; to see rows that are
   * inserted there later, refresh it ([method@HBase.RowModel.refresh]).
   */
  properties[PROP_HAS_MORE] = g_param_spec_boolean ("has-more", NULL, NULL, TRUE, READABLE);
  /**
   * HBaseRowModel:error: (getter get_error)
   *
   * The error of the last load; if there is none, of reading dropped rows again; if there is none, of the
   * last poll ([property@HBase.RowModel:follow]); %NULL if all succeeded. A cancelled load isn't an
   * error. Loading more rows clears it, and requests the dropped rows again.
   */
  properties[PROP_ERROR] = g_param_spec_boxed ("error", NULL, NULL, G_TYPE_ERROR, READABLE);
}

static void
add_follow_properties (void)
{
  /**
   * HBaseRowModel:follow: (getter get_follow) (setter set_follow)
   *
   * Whether rows that precede the first row are added in front, so that a feed is live; %FALSE by default.
   *
   * The first poll begins immediately, each other poll [property@HBase.RowModel:follow-interval] after the
   * end of the poll before. A poll is one page of a reversed scan from the model's first row: a short scan if
   * there is no new row. It adds the rows immediately before the first row by one `items-changed`; if there
   * are more, another poll follows at once. Rows that are inserted after the first row aren't found. If the
   * model has no rows, a poll loads the first page.
   *
   * A failed poll sets [property@HBase.RowModel:error]. Each failure doubles the delay of the next poll, from
   * the interval up to a minute, until a poll succeeds. A filter that can't be read backwards
   * ([ctor@HBase.PageIterator.new]) makes polls fail with %HBASE_ERROR_INVALID_ARGUMENT. Polls end when the
   * last reference to the model is released.
   */
  properties[PROP_FOLLOW] = g_param_spec_boolean ("follow", NULL, NULL, FALSE, WRITABLE);
  /**
   * HBaseRowModel:follow-interval: (getter get_follow_interval) (setter set_follow_interval)
   *
   * The time between two polls in milliseconds, at least 1; the default is 1000.
   */
  properties[PROP_FOLLOW_INTERVAL]
      = g_param_spec_uint ("follow-interval", NULL, NULL, 1, G_MAXUINT, DEFAULT_FOLLOW_INTERVAL, WRITABLE);
}

static void
add_list_properties (void)
{
  /**
   * HBaseRowModel:item-type:
   *
   * The type of the items: [class@HBase.RowItem].
   */
  properties[PROP_ITEM_TYPE] = g_param_spec_gtype ("item-type", NULL, NULL, G_TYPE_OBJECT, READABLE);
  /**
   * HBaseRowModel:n-items:
   *
   * The number of items.
   */
  properties[PROP_N_ITEMS] = g_param_spec_uint ("n-items", NULL, NULL, 0, G_MAXUINT, 0, READABLE);
}

static void
hbase_row_model_class_init (HBaseRowModelClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->dispose = hbase_row_model_dispose;
  object_class->finalize = hbase_row_model_finalize;
  object_class->get_property = hbase_row_model_get_property;
  object_class->set_property = hbase_row_model_set_property;
  add_load_properties ();
  add_state_properties ();
  add_follow_properties ();
  add_list_properties ();
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
  model->follow_interval = DEFAULT_FOLLOW_INTERVAL;
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
  item = hbase_row_pages_get_item (&model->pages, page, position);
  if (hbase_row_item_is_waiting (item) && !page->is_coming)
    hbase_row_model_reload (model, page);
  if (hbase_row_pages_is_last (&model->pages, page))
    hbase_row_model_auto_load (model);
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
 * Returns whether the next page is loaded when an item of the last page is requested.
 *
 * Returns: %TRUE if pages are loaded automatically
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
 * @auto_load: %TRUE to load the next page when an item of the last page is requested
 *
 * Sets whether the model loads pages automatically. If it has no rows yet, it loads the first page.
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
 * Returns whether there may be rows after the last row.
 *
 * Returns: %FALSE if no row followed when the last page was read
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
 * Returns the error of the last load; if there is none, of reading dropped rows again; if there is none, of
 * the last poll.
 *
 * Returns: (transfer none) (nullable): the error; %NULL if there is none
 */
GError *
hbase_row_model_get_error (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), NULL);

  return hbase_row_model_find_error (model);
}

/**
 * hbase_row_model_get_follow: (get-property follow)
 * @model: a model
 *
 * Returns whether rows that precede the first row are added in front.
 *
 * Returns: %TRUE if the model polls for them
 */
gboolean
hbase_row_model_get_follow (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), FALSE);

  return model->follow;
}

/**
 * hbase_row_model_set_follow: (set-property follow)
 * @model: a model
 * @follow: %TRUE to add rows that precede the first row in front
 *
 * Sets [property@HBase.RowModel:follow]. If it is set to %FALSE, a poll that is under way is cancelled, and
 * adds no rows.
 */
void
hbase_row_model_set_follow (HBaseRowModel *model, gboolean follow)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));

  g_object_set (model, "follow", follow, NULL);
}

/**
 * hbase_row_model_get_follow_interval: (get-property follow-interval)
 * @model: a model
 *
 * Returns the time between two polls.
 *
 * Returns: the time in milliseconds
 */
guint
hbase_row_model_get_follow_interval (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), 0);

  return model->follow_interval;
}

/**
 * hbase_row_model_set_follow_interval: (set-property follow-interval)
 * @model: a model
 * @milliseconds: the time in milliseconds, at least 1
 *
 * Sets the time between two polls. It applies immediately: the wait for the next poll begins again.
 */
void
hbase_row_model_set_follow_interval (HBaseRowModel *model, guint milliseconds)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));
  g_return_if_fail (milliseconds > 0);

  g_object_set (model, "follow-interval", milliseconds, NULL);
}

/**
 * hbase_row_model_refresh:
 * @model: a model
 *
 * Has the model begin again with the first page of its scan. The rows stay in the list until that page was
 * read; then it replaces them by one `items-changed`. [property@HBase.RowModel:loading] is set meanwhile. If
 * the page can't be read, the rows stay, and [property@HBase.RowModel:error] is set. A refresh while a
 * page is being loaded begins after the load.
 */
void
hbase_row_model_refresh (HBaseRowModel *model)
{
  g_return_if_fail (HBASE_IS_ROW_MODEL (model));

  hbase_row_model_begin_refresh (model);
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
 * Like any asynchronous call, this call holds a reference to the model until @callback has been called: to
 * free the model earlier, cancel the call. Automatic loads, and loads without a callback, end when the last
 * reference to the model is released.
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
    task = hbase_task_new_with_priority (model, model->io_priority, hbase_row_model_load_more_async,
                                         cancellable, callback, user_data);
  hbase_row_model_defer (model, hbase_row_model_begin_load,
                         hbase_row_load_new (model, NULL, task, cancellable));
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
