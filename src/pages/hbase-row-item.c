/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseRowItem, a row of a row model. */

#include "config.h"

#include "hbase-row-item-private.h"

#include "hbase-bytes.h"
#include "hbase-row-private.h"

/**
 * HBaseRowItem:
 *
 * Represents a row of a [class@HBase.RowModel] as an object.
 *
 * An item has its row from the beginning, with one exception: if the model has dropped the row to save
 * memory, and must read it again, [property@HBase.RowItem:row] is %NULL at first, and is notified when the
 * row has been read. If the row was deleted meanwhile, [property@HBase.RowItem:deleted] is notified instead.
 * So a list binds to these properties and needs no further request. If rows couldn't be read again,
 * [property@HBase.RowModel:error] has the reason; they are requested once more when more rows or such an
 * item are requested from the model, and when the model has read any other rows.
 */
struct _HBaseRowItem {
  GObject parent_instance;
  HBaseRow *row; /* NULL: it isn't read yet, or was deleted */
  GBytes *key;   /* NULL: the row has it */
  gboolean deleted;
};

G_DEFINE_FINAL_TYPE (HBaseRowItem, hbase_row_item, G_TYPE_OBJECT)

enum {
  PROP_ROW = 1,
  PROP_DELETED,
  PROP_KEY,
  PROP_KEY_ESCAPED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_row_item_finalize (GObject *object)
{
  HBaseRowItem *item = HBASE_ROW_ITEM (object);

  g_clear_pointer (&item->row, hbase_row_unref);
  g_clear_pointer (&item->key, g_bytes_unref);
  G_OBJECT_CLASS (hbase_row_item_parent_class)->finalize (object);
}

static void
hbase_row_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  HBaseRowItem *item = HBASE_ROW_ITEM (object);

  if (id == PROP_ROW)
    g_value_set_boxed (value, item->row);
  else if (id == PROP_DELETED)
    g_value_set_boolean (value, item->deleted);
  else if (id == PROP_KEY)
    g_value_take_boxed (value, hbase_row_item_ref_key (item));
  else if (id == PROP_KEY_ESCAPED)
    g_value_take_string (value, hbase_row_item_dup_key_escaped (item));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
hbase_row_item_class_init (HBaseRowItemClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);

  object_class->finalize = hbase_row_item_finalize;
  object_class->get_property = hbase_row_item_get_property;

  /**
   * HBaseRowItem:row: (getter get_row)
   *
   * The row; %NULL while it is being read again, and if it was deleted.
   */
  properties[PROP_ROW]
      = g_param_spec_boxed ("row", NULL, NULL, HBASE_TYPE_ROW, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseRowItem:deleted: (getter get_deleted)
   *
   * Whether the row was deleted before it could be read again.
   */
  properties[PROP_DELETED]
      = g_param_spec_boolean ("deleted", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseRowItem:key: (getter ref_key)
   *
   * The row's key, as [method@HBase.Row.ref_key] returns it. It never changes, and is there even if the row
   * isn't.
   */
  properties[PROP_KEY]
      = g_param_spec_boxed ("key", NULL, NULL, G_TYPE_BYTES, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseRowItem:key-escaped: (getter dup_key_escaped)
   *
   * The row's key in printable escapes ([func@HBase.bytes_to_escaped]).
   */
  properties[PROP_KEY_ESCAPED]
      = g_param_spec_string ("key-escaped", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_row_item_init (HBaseRowItem *item)
{
}

HBaseRowItem *
hbase_row_item_new (HBaseRow *row)
{
  HBaseRowItem *item = g_object_new (HBASE_TYPE_ROW_ITEM, NULL);

  item->row = hbase_row_ref (row);
  return item;
}

HBaseRowItem *
hbase_row_item_new_waiting (GBytes *key)
{
  HBaseRowItem *item = g_object_new (HBASE_TYPE_ROW_ITEM, NULL);

  item->key = g_bytes_ref (key);
  return item;
}

gboolean
hbase_row_item_is_waiting (HBaseRowItem *item)
{
  return item->row == NULL && !item->deleted;
}

void
hbase_row_item_settle (HBaseRowItem *item, HBaseRow *row)
{
  if (!hbase_row_item_is_waiting (item))
    return;
  item->row = row != NULL ? hbase_row_ref (row) : NULL;
  item->deleted = row == NULL;
  g_object_notify_by_pspec (G_OBJECT (item), properties[row != NULL ? PROP_ROW : PROP_DELETED]);
}

/**
 * hbase_row_item_get_row: (get-property row)
 * @item: an item
 *
 * Returns the item's row.
 *
 * Returns: (transfer none) (nullable): the row; %NULL if it isn't read yet, or was deleted
 */
HBaseRow *
hbase_row_item_get_row (HBaseRowItem *item)
{
  g_return_val_if_fail (HBASE_IS_ROW_ITEM (item), NULL);

  return item->row;
}

/**
 * hbase_row_item_get_deleted: (get-property deleted)
 * @item: an item
 *
 * Returns whether the row was deleted before it could be read again.
 *
 * Returns: %TRUE if the item has no row and will never have a row
 */
gboolean
hbase_row_item_get_deleted (HBaseRowItem *item)
{
  g_return_val_if_fail (HBASE_IS_ROW_ITEM (item), FALSE);

  return item->deleted;
}

/**
 * hbase_row_item_ref_key: (get-property key)
 * @item: an item
 *
 * Returns the key of the item's row, as [method@HBase.Row.ref_key] returns it, even if the row isn't there.
 *
 * Returns: (transfer full) (nullable): the key; %NULL if the item isn't from a [class@HBase.RowModel]
 */
GBytes *
hbase_row_item_ref_key (HBaseRowItem *item)
{
  g_return_val_if_fail (HBASE_IS_ROW_ITEM (item), NULL);

  if (item->key != NULL)
    return g_bytes_ref (item->key);
  return item->row != NULL ? hbase_row_ref_key (item->row) : NULL;
}

/**
 * hbase_row_item_dup_key_escaped: (get-property key-escaped)
 * @item: an item
 *
 * Returns the key of the item's row in printable escapes ([func@HBase.bytes_to_escaped]).
 *
 * Returns: (transfer full) (nullable): the text; %NULL if the item isn't from a [class@HBase.RowModel]
 */
char *
hbase_row_item_dup_key_escaped (HBaseRowItem *item)
{
  g_autoptr (GBytes) key = NULL;

  g_return_val_if_fail (HBASE_IS_ROW_ITEM (item), NULL);

  key = hbase_row_item_ref_key (item);
  return key != NULL ? hbase_bytes_to_escaped (g_bytes_get_data (key, NULL), g_bytes_get_size (key)) : NULL;
}

/**
 * hbase_row_item_dup_text:
 * @item: (nullable): an item
 * @column: (nullable): a column as `family:qualifier`, both in printable escapes
 *   ([func@HBase.bytes_from_escaped])
 *
 * Returns the newest value of a column for display: UTF-8 text unchanged, other values in printable escapes.
 *
 * It can be the function of a `GtkClosureExpression` that is evaluated with the item as `this`, for sorters,
 * filters and bindings in files of GtkBuilder. If pages are dropped ([property@HBase.RowModel:max-pages]),
 * give the closure the item's row as a further argument, which isn't used, but has the expression evaluated
 * again when the row was read:
 *
 * ```xml
 * <closure type="gchararray" function="hbase_row_item_dup_text">
 *   <constant type="gchararray">content:name</constant>
 *   <lookup name="row"/>
 * </closure>
 * ```
 *
 * Returns: (transfer full) (nullable): the text; %NULL if @item or @column is %NULL, the row isn't there, or
 * the row has no such column
 */
char *
hbase_row_item_dup_text (HBaseRowItem *item, const char *column)
{
  g_return_val_if_fail (item == NULL || HBASE_IS_ROW_ITEM (item), NULL);

  if (item == NULL || item->row == NULL || column == NULL)
    return NULL;
  return hbase_row_dup_value_for_display (item->row, column);
}
