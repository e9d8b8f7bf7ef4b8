/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements HBaseRowItem, a row of a row model. */

#include "config.h"

#include "hbase-row-item-private.h"

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
 *
 * Since: 0.1
 */
struct _HBaseRowItem {
  GObject parent_instance;
  HBaseRow *row; /* NULL: it isn't read yet, or was deleted */
  gboolean deleted;
};

G_DEFINE_FINAL_TYPE (HBaseRowItem, hbase_row_item, G_TYPE_OBJECT)

enum {
  PROP_ROW = 1,
  PROP_DELETED,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static void
hbase_row_item_finalize (GObject *object)
{
  g_clear_pointer (&HBASE_ROW_ITEM (object)->row, hbase_row_unref);
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
   *
   * Since: 0.1
   */
  properties[PROP_ROW]
      = g_param_spec_boxed ("row", NULL, NULL, HBASE_TYPE_ROW, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  /**
   * HBaseRowItem:deleted: (getter get_deleted)
   *
   * Whether the row was deleted before it could be read again.
   *
   * Since: 0.1
   */
  properties[PROP_DELETED]
      = g_param_spec_boolean ("deleted", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
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

  item->row = row != NULL ? hbase_row_ref (row) : NULL;
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
 *
 * Since: 0.1
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
 * Returns: %TRUE if the item has no row and will never have one
 *
 * Since: 0.1
 */
gboolean
hbase_row_item_get_deleted (HBaseRowItem *item)
{
  g_return_val_if_fail (HBASE_IS_ROW_ITEM (item), FALSE);

  return item->deleted;
}
