/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the inspector of a row. */

#include "config.h"

#include "browser-cell.h"
#include "browser-inspector.h"
#include "browser-value-view.h"

#define MOST_CELLS 10000u /* that are listed */

struct _BrowserInspector {
  GtkWidget parent_instance;
  GtkStack *stack;
  GtkLabel *key, *fields;
  GListStore *cells; /* (element-type BrowserCell) */
  GtkSingleSelection *selection;
  BrowserValueView *value;
};

G_DEFINE_FINAL_TYPE (BrowserInspector, browser_inspector, GTK_TYPE_WIDGET)

static GPtrArray *
list_cells (HBaseRow *row)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_object_unref);
  HBaseCellIter iter;

  hbase_cell_iter_init (&iter, row);
  while (cells->len < MOST_CELLS && hbase_cell_iter_next (&iter))
    g_ptr_array_add (cells, browser_cell_new (&iter));
  return cells;
}

static guint
find_column (GPtrArray *cells, const char *column)
{
  for (guint i = 0; column != NULL && i < cells->len; i++)
    if (g_str_equal (browser_cell_get_column (cells->pdata[i]), column))
      return i;
  return 0;
}

static char *
dup_selected_column (BrowserInspector *inspector)
{
  BrowserCell *cell = gtk_single_selection_get_selected_item (inspector->selection);

  return cell != NULL ? g_strdup (browser_cell_get_column (cell)) : NULL;
}

static void
show_cells (BrowserInspector *inspector, HBaseRow *row)
{
  g_autofree char *column = dup_selected_column (inspector);
  g_autoptr (GPtrArray) cells = list_cells (row);

  g_list_store_splice (inspector->cells, 0, g_list_model_get_n_items (G_LIST_MODEL (inspector->cells)),
                       cells->pdata, cells->len);
  gtk_single_selection_set_selected (inspector->selection, find_column (cells, column));
}

/* Shows the key's fields, if there is a schema that it matches. */
static void
show_key (BrowserInspector *inspector, HBaseRow *row)
{
  HBaseKeySchema *schema = hbase_row_get_key_schema (row);
  gsize length;
  const guint8 *stored = hbase_row_get_stored_key (row, &length);
  g_autofree char *key = hbase_bytes_to_escaped (stored, length);
  g_autofree char *fields
      = schema != NULL ? hbase_key_schema_key_to_escaped (schema, stored, length, NULL) : NULL;

  gtk_label_set_label (inspector->key, key);
  gtk_label_set_label (inspector->fields, fields != NULL ? g_strdelimit (fields, ",", '\n') : "");
  gtk_widget_set_visible (GTK_WIDGET (inspector->fields), fields != NULL);
}

void
browser_inspector_set_row (BrowserInspector *inspector, HBaseRow *row)
{
  gtk_stack_set_visible_child_name (inspector->stack, row != NULL ? "row" : "none");
  if (row == NULL)
    return;
  show_key (inspector, row);
  show_cells (inspector, row);
}

static void
show_value (BrowserInspector *inspector)
{
  BrowserCell *cell = gtk_single_selection_get_selected_item (inspector->selection);

  browser_value_view_set_value (inspector->value, cell != NULL ? browser_cell_get_value (cell) : NULL);
}

static void
copy_key (BrowserInspector *inspector)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (inspector)),
                          gtk_label_get_label (inspector->key));
}

static void
browser_inspector_dispose (GObject *object)
{
  BrowserInspector *inspector = BROWSER_INSPECTOR (object);

  if (inspector->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (inspector->stack));
  inspector->stack = NULL;
  G_OBJECT_CLASS (browser_inspector_parent_class)->dispose (object);
}

static void
browser_inspector_class_init (BrowserInspectorClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_inspector_dispose;
  g_type_ensure (BROWSER_TYPE_CELL);
  g_type_ensure (BROWSER_TYPE_VALUE_VIEW);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-inspector.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, key);
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, fields);
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, cells);
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, selection);
  gtk_widget_class_bind_template_child (widget_class, BrowserInspector, value);
  gtk_widget_class_bind_template_callback (widget_class, show_value);
  gtk_widget_class_bind_template_callback (widget_class, copy_key);
}

static void
browser_inspector_init (BrowserInspector *inspector)
{
  gtk_widget_init_template (GTK_WIDGET (inspector));
}
