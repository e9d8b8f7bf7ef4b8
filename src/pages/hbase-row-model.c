/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-row-model-private.h"

/**
 * HBaseRowModel:
 *
 * The rows of a scan as a #GListModel of [class@HBase.RowItem], loaded page by page: for lists, as GTK's,
 * over tables of any length.
 *
 * A model is empty at first. [method@HBase.RowModel.load_more_async] adds the next page at its end; with
 * [property@HBase.RowModel:auto-load] the model does so itself when an item of the last page is asked for.
 * Leave that off where the model is below another one that asks for all items, as one that sorts or filters:
 * it would load the whole table.
 *
 * ```c
 * g_autoptr (HBaseScan) scan = hbase_scan_new ();
 * g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 50);
 * g_autoptr (HBaseRowModel) model = hbase_row_model_new (pages);
 *
 * hbase_row_model_set_max_pages (model, 20);
 * hbase_row_model_set_auto_load (model, TRUE);
 * ```
 *
 * Places never move: a row keeps its number for as long as the model lives, whatever is inserted and deleted
 * in the table meanwhile, so nothing jumps under who scrolls. To see new rows, make a new model. With
 * [property@HBase.RowModel:max-pages] rows that were not asked for lately are dropped, but for their keys.
 * Who asks for the item of such a place has one without a row at once; the page is read again, by the range
 * of its keys, and the row is told by [property@HBase.RowItem:row], or that it is
 * [property@HBase.RowItem:gone]. So a place is always that of the same row key.
 *
 * A model belongs to the thread-default main context that it was made in: ask it there only. There, and
 * nowhere else, it emits its signals: `items-changed` once a page, and never while an item is asked for. Only
 * [method@HBase.RowModel.load_more_async] may be called from anywhere. The page iterator belongs to the model
 * from then on.
 *
 * Since: 0.1
 */

static void hbase_row_model_list_init (GListModelInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseRowModel,
                               hbase_row_model,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, hbase_row_model_list_init))

enum {
  PROP_PAGES = 1,
  PROP_AUTO_LOAD,
  PROP_MAX_PAGES,
  PROP_LOADING,
  PROP_HAS_MORE,
  PROP_ERROR,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

/* ---- the object ---- */

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
  g_clear_error (&model->return_error);
  g_clear_pointer (&model->failed, g_ptr_array_unref);
  g_clear_object (&model->iterator);
  G_OBJECT_CLASS (hbase_row_model_parent_class)->finalize (object);
}

static void
hbase_row_model_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  switch (id)
    {
    case PROP_PAGES:
      g_value_set_object (value, model->iterator);
      break;
    case PROP_AUTO_LOAD:
      g_value_set_boolean (value, model->auto_load);
      break;
    case PROP_MAX_PAGES:
      g_value_set_uint (value, model->pages.max_pages);
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, model->loading);
      break;
    case PROP_HAS_MORE:
      g_value_set_boolean (value, model->has_more);
      break;
    case PROP_ERROR:
      g_value_set_boxed (value, hbase_row_model_get_error (model));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
hbase_row_model_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  HBaseRowModel *model = HBASE_ROW_MODEL (object);

  switch (id)
    {
    case PROP_PAGES:
      model->iterator = g_value_dup_object (value);
      break;
    case PROP_AUTO_LOAD:
      model->auto_load = g_value_get_boolean (value);
      if (model->auto_load && model->pages.n_places == 0)
        hbase_row_model_load_by_itself (model);
      break;
    case PROP_MAX_PAGES:
      model->pages.max_pages = g_value_get_uint (value);
      hbase_row_pages_trim (&model->pages);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
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
   * HBaseRowModel:pages: (getter get_pages)
   *
   * Where rows come from, beginning with the page where it stands.
   *
   * Since: 0.1
   */
  properties[PROP_PAGES] = g_param_spec_object ("pages", NULL, NULL, HBASE_TYPE_PAGE_ITERATOR,
                                                writable | G_PARAM_CONSTRUCT_ONLY);
  /**
   * HBaseRowModel:auto-load: (getter get_auto_load) (setter set_auto_load)
   *
   * Whether the next page is loaded when an item of the last one is asked for, and the first one at once.
   * After a page that couldn't be loaded nothing is loaded so, until [method@HBase.RowModel.load_more_async]
   * went well.
   *
   * Since: 0.1
   */
  properties[PROP_AUTO_LOAD] = g_param_spec_boolean ("auto-load", NULL, NULL, FALSE, writable);
  /**
   * HBaseRowModel:max-pages: (getter get_max_pages) (setter set_max_pages)
   *
   * How many pages' rows are kept in memory; 0, the default: all. Of other rows only the keys are.
   *
   * Since: 0.1
   */
  properties[PROP_MAX_PAGES] = g_param_spec_uint ("max-pages", NULL, NULL, 0, G_MAXUINT, 0, writable);
  /**
   * HBaseRowModel:loading: (getter get_loading)
   *
   * Whether a page is being loaded, to be added at the end.
   *
   * Since: 0.1
   */
  properties[PROP_LOADING] = g_param_spec_boolean ("loading", NULL, NULL, FALSE, readable);
  /**
   * HBaseRowModel:has-more: (getter get_has_more)
   *
   * Whether there may be rows behind the last one; at first it isn't known, and %TRUE. Once it is %FALSE
   * nobody is asked again: rows that come later are seen by a new model.
   *
   * Since: 0.1
   */
  properties[PROP_HAS_MORE] = g_param_spec_boolean ("has-more", NULL, NULL, TRUE, readable);
  /**
   * HBaseRowModel:error: (getter get_error)
   *
   * What went wrong when rows were loaded the last time, or else when rows were read again; %NULL: nothing. A
   * cancel is no error. Loading more clears it, and tries to read again what couldn't be.
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
  return HBASE_ROW_MODEL (list)->pages.n_places;
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
    hbase_row_model_reload (model, page);
  if (page->start + page->n_rows == model->pages.n_places)
    hbase_row_model_load_by_itself (model);
  return item;
}

static void
hbase_row_model_list_init (GListModelInterface *interface)
{
  interface->get_item_type = hbase_row_model_get_item_type;
  interface->get_n_items = hbase_row_model_get_n_items;
  interface->get_item = hbase_row_model_get_item;
}

/* ---- what can be asked and set ---- */

/**
 * hbase_row_model_new:
 * @pages: a page iterator, which belongs to the model from now on
 *
 * Makes a model without rows, which will have those of the page that the iterator would give next, and all
 * behind it. Nothing is sent yet.
 *
 * Returns: (transfer full): the model
 *
 * Since: 0.1
 */
HBaseRowModel *
hbase_row_model_new (HBasePageIterator *pages)
{
  g_return_val_if_fail (HBASE_IS_PAGE_ITERATOR (pages), NULL);

  return g_object_new (HBASE_TYPE_ROW_MODEL, "pages", pages, NULL);
}

/**
 * hbase_row_model_get_pages: (get-property pages)
 * @model: a model
 *
 * Where rows come from.
 *
 * Returns: (transfer none) (nullable): the page iterator
 *
 * Since: 0.1
 */
HBasePageIterator *
hbase_row_model_get_pages (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), NULL);

  return model->iterator;
}

/**
 * hbase_row_model_get_auto_load: (get-property auto-load)
 * @model: a model
 *
 * Whether pages are loaded as the end comes near.
 *
 * Returns: %TRUE: they are
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
 * @auto_load: %TRUE: the next page is loaded when an item of the last one is asked for
 *
 * Lets the model load pages as the end comes near, beginning with the first one.
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
 * How many pages’ rows are kept in memory.
 *
 * Returns: their number; 0: all
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
 * @max_pages: how many; 0: all
 *
 * Sets how many pages’ rows are kept in memory. What is beyond is dropped at once.
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
 * hbase_row_model_get_loading: (get-property loading)
 * @model: a model
 *
 * Whether a page is being loaded, to be added at the end.
 *
 * Returns: %TRUE: there is
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
 * Whether there may be rows behind the last one.
 *
 * Returns: %FALSE: there were none when the last page was read
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
 * What went wrong when rows were loaded the last time, or else when rows were read again.
 *
 * Returns: (transfer none) (nullable): the error; %NULL: nothing
 *
 * Since: 0.1
 */
GError *
hbase_row_model_get_error (HBaseRowModel *model)
{
  g_return_val_if_fail (HBASE_IS_ROW_MODEL (model), NULL);

  return model->load_error != NULL ? model->load_error : model->return_error;
}
