/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the list of tables. */

#include "config.h"

#include <adwaita.h>

#include "browser-sidebar.h"
#include "browser-table.h"

struct _BrowserSidebar {
  GtkWidget parent_instance;
  GtkWidget *content;
  GtkStack *stack;
  GListStore *tables; /* (element-type BrowserTable) */
  GtkSingleSelection *selection;
  GtkStringFilter *filter;
  AdwStatusPage *error_page;
  HBaseConnection *connection;
  GCancellable *cancellable; /* of the call that reads the list */
};

G_DEFINE_FINAL_TYPE (BrowserSidebar, browser_sidebar, GTK_TYPE_WIDGET)

enum {
  SIGNAL_SELECTED,
  SIGNAL_LOADED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const char *
browser_sidebar_get_selected (BrowserSidebar *sidebar)
{
  BrowserTable *table = gtk_single_selection_get_selected_item (sidebar->selection);

  return table != NULL ? browser_table_get_name (table) : NULL;
}

gboolean
browser_sidebar_select (BrowserSidebar *sidebar, const char *name)
{
  GListModel *shown = G_LIST_MODEL (sidebar->selection);

  for (guint i = 0; name != NULL && i < g_list_model_get_n_items (shown); i++)
    {
      g_autoptr (BrowserTable) table = g_list_model_get_item (shown, i);

      if (!g_str_equal (browser_table_get_name (table), name))
        continue;
      gtk_single_selection_set_selected (sidebar->selection, i);
      return TRUE;
    }
  return FALSE;
}

static void
emit_selected (BrowserSidebar *sidebar)
{
  g_signal_emit (sidebar, signals[SIGNAL_SELECTED], 0);
}

/* ---- reading the list ---- */

static void
set_names (BrowserSidebar *sidebar, char **names)
{
  g_autofree char *selected = g_strdup (browser_sidebar_get_selected (sidebar));
  g_autoptr (GPtrArray) tables = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (tables, browser_table_new (sidebar->connection, names[i]));
  g_list_store_splice (sidebar->tables, 0, g_list_model_get_n_items (G_LIST_MODEL (sidebar->tables)),
                       tables->pdata, tables->len);
  gtk_stack_set_visible_child_name (sidebar->stack, tables->len > 0 ? "tables" : "empty");
  if (!browser_sidebar_select (sidebar, selected) && tables->len > 0)
    gtk_single_selection_set_selected (sidebar->selection, 0);
  g_signal_emit (sidebar, signals[SIGNAL_LOADED], 0);
}

static void
show_error (BrowserSidebar *sidebar, const GError *error)
{
  g_autofree char *description = g_markup_escape_text (error->message, -1);

  adw_status_page_set_description (sidebar->error_page, description);
  gtk_stack_set_visible_child_name (sidebar->stack, "error");
}

static void
tables_listed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (BrowserSidebar) sidebar = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = hbase_admin_list_tables_finish (HBASE_ADMIN (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (names != NULL)
    set_names (sidebar, names);
  else
    show_error (sidebar, error);
}

static void
cancel (BrowserSidebar *sidebar)
{
  g_cancellable_cancel (sidebar->cancellable);
  g_clear_object (&sidebar->cancellable);
}

void
browser_sidebar_reload (BrowserSidebar *sidebar)
{
  g_autoptr (HBaseAdmin) admin = NULL;

  cancel (sidebar);
  if (sidebar->connection == NULL)
    return;
  sidebar->cancellable = g_cancellable_new ();
  admin = hbase_admin_new (sidebar->connection);
  hbase_admin_list_tables_async (admin, NULL, NULL, FALSE, sidebar->cancellable, tables_listed,
                                 g_object_ref (sidebar));
}

void
browser_sidebar_set_connection (BrowserSidebar *sidebar, HBaseConnection *connection)
{
  g_set_object (&sidebar->connection, connection);
  gtk_string_filter_set_search (sidebar->filter, NULL);
  g_list_store_remove_all (sidebar->tables);
  gtk_stack_set_visible_child_name (sidebar->stack, "loading");
  browser_sidebar_reload (sidebar);
}

/* ---- the widget ---- */

static void
setup_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource (BROWSER_RESOURCES "ui/browser-table-row.ui");
  GtkExpression *item = gtk_property_expression_new (GTK_TYPE_LIST_ITEM, NULL, "item");
  GtkExpression *name = gtk_property_expression_new (BROWSER_TYPE_TABLE, gtk_expression_ref (item), "name");
  GtkExpression *details = gtk_property_expression_new (BROWSER_TYPE_TABLE, item, "details");

  gtk_expression_bind (name, gtk_builder_get_object (builder, "name"), "label", list_item);
  gtk_expression_bind (details, gtk_builder_get_object (builder, "details"), "label", list_item);
  gtk_list_item_set_child (list_item, GTK_WIDGET (gtk_builder_get_object (builder, "row")));
}

/* Only of tables that are shown are the regions read. */
static void
bind_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  browser_table_load_details (gtk_list_item_get_item (list_item));
}

static void
search_changed (BrowserSidebar *sidebar, GtkSearchEntry *entry)
{
  gtk_string_filter_set_search (sidebar->filter, gtk_editable_get_text (GTK_EDITABLE (entry)));
}

static void
browser_sidebar_dispose (GObject *object)
{
  BrowserSidebar *sidebar = BROWSER_SIDEBAR (object);

  cancel (sidebar);
  g_clear_object (&sidebar->connection);
  g_clear_pointer (&sidebar->content, gtk_widget_unparent);
  G_OBJECT_CLASS (browser_sidebar_parent_class)->dispose (object);
}

static void
browser_sidebar_class_init (BrowserSidebarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_sidebar_dispose;
  g_type_ensure (BROWSER_TYPE_TABLE);
  signals[SIGNAL_SELECTED] = g_signal_new ("selected", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0,
                                           NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_LOADED] = g_signal_new ("loaded", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                         NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-sidebar.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, content);
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, tables);
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, selection);
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, filter);
  gtk_widget_class_bind_template_child (widget_class, BrowserSidebar, error_page);
  gtk_widget_class_bind_template_callback (widget_class, setup_row);
  gtk_widget_class_bind_template_callback (widget_class, bind_row);
  gtk_widget_class_bind_template_callback (widget_class, search_changed);
  gtk_widget_class_bind_template_callback (widget_class, emit_selected);
  gtk_widget_class_bind_template_callback (widget_class, browser_sidebar_reload);
}

static void
browser_sidebar_init (BrowserSidebar *sidebar)
{
  gtk_widget_init_template (GTK_WIDGET (sidebar));
}
