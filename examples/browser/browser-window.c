/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the windows of the browser. */

#include "config.h"

#include "browser-connect-page.h"
#include "browser-connection.h"
#include "browser-regions-page.h"
#include "browser-rows-page.h"
#include "browser-settings.h"
#include "browser-sidebar.h"
#include "browser-window.h"

struct _BrowserWindow {
  AdwApplicationWindow parent_instance;
  GtkStack *stack;
  BrowserConnectPage *connect_page;
  AdwLeaflet *leaflet;
  GtkLabel *uri;
  BrowserSidebar *sidebar;
  AdwViewSwitcherTitle *table_title;
  AdwViewStack *table_stack;
  BrowserRowsPage *rows_page;
  BrowserRegionsPage *regions_page;
  HBaseConnection *connection;
  char *table; /* that is shown; NULL: none */
};

G_DEFINE_FINAL_TYPE (BrowserWindow, browser_window, ADW_TYPE_APPLICATION_WINDOW)

/* ---- tables ---- */

static void
show_table (BrowserWindow *window, const char *table)
{
  HBaseConnection *connection = table != NULL ? window->connection : NULL;

  g_free (window->table);
  window->table = g_strdup (table);
  adw_view_switcher_title_set_title (window->table_title, table != NULL ? table : "");
  browser_rows_page_show (window->rows_page, connection, table);
  browser_regions_page_show (window->regions_page, connection, table);
}

/* While the list is searched, the table that is shown may be filtered out, and is shown still. */
static void
table_selected (BrowserWindow *window)
{
  const char *table = browser_sidebar_get_selected (window->sidebar);

  if (table == NULL || g_strcmp0 (table, window->table) == 0)
    return;
  show_table (window, table);
  adw_leaflet_navigate (window->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
}

static void
tables_loaded (BrowserWindow *window)
{
  browser_settings_add_recent (browser_connection_get_uri (window->connection));
}

/* ---- databases ---- */

static void
set_connection (BrowserWindow *window, HBaseConnection *connection)
{
  const char *uri = connection != NULL ? browser_connection_get_uri (connection) : "";
  g_autofree char *title = connection != NULL ? g_strdup_printf ("%s – HBase Browser", uri) : NULL;

  g_set_object (&window->connection, connection);
  show_table (window, NULL);
  gtk_label_set_label (window->uri, uri);
  gtk_widget_set_tooltip_text (GTK_WIDGET (window->uri), uri);
  gtk_window_set_title (GTK_WINDOW (window), title != NULL ? title : "HBase Browser");
  browser_sidebar_set_connection (window->sidebar, connection);
  gtk_stack_set_visible_child_name (window->stack, connection != NULL ? "database" : "connect");
}

void
browser_window_open (BrowserWindow *window, const char *uri)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = browser_connection_new (uri, &error);

  if (connection != NULL)
    set_connection (window, connection);
  else
    browser_connect_page_show_error (window->connect_page, uri, error);
}

static void
close_database (GtkWidget *widget, const char *action, GVariant *parameter)
{
  BrowserWindow *window = BROWSER_WINDOW (widget);

  set_connection (window, NULL);
  browser_connect_page_reload (window->connect_page);
  gtk_widget_grab_focus (GTK_WIDGET (window->connect_page));
}

/* ---- actions ---- */

static void
reload (GtkWidget *widget, const char *action, GVariant *parameter)
{
  BrowserWindow *window = BROWSER_WINDOW (widget);

  browser_sidebar_reload (window->sidebar);
  browser_rows_page_reload (window->rows_page);
  browser_regions_page_reload (window->regions_page);
}

static void
find (GtkWidget *widget, const char *action, GVariant *parameter)
{
  BrowserWindow *window = BROWSER_WINDOW (widget);

  adw_view_stack_set_visible_child_name (window->table_stack, "rows");
  if (g_str_equal (action, "win.find"))
    browser_rows_page_focus_filter (window->rows_page);
  else
    browser_rows_page_focus_prefix (window->rows_page);
}

static void
toggle_inspector (GtkWidget *widget, const char *action, GVariant *parameter)
{
  BrowserRowsPage *page = BROWSER_WINDOW (widget)->rows_page;
  gboolean is_inspecting;

  g_object_get (page, "is-inspecting", &is_inspecting, NULL);
  g_object_set (page, "is-inspecting", !is_inspecting, NULL);
}

static void
toggle_live (GtkWidget *widget, const char *action, GVariant *parameter)
{
  browser_rows_page_toggle_live (BROWSER_WINDOW (widget)->rows_page);
}

static void
show_tables (GtkWidget *widget, const char *action, GVariant *parameter)
{
  adw_leaflet_navigate (BROWSER_WINDOW (widget)->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
}

static void
install_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_action (class, "win.close-database", NULL, close_database);
  gtk_widget_class_install_action (class, "win.reload", NULL, reload);
  gtk_widget_class_install_action (class, "win.find", NULL, find);
  gtk_widget_class_install_action (class, "win.find-key", NULL, find);
  gtk_widget_class_install_action (class, "win.inspect", NULL, toggle_inspector);
  gtk_widget_class_install_action (class, "win.toggle-live", NULL, toggle_live);
  gtk_widget_class_install_action (class, "win.show-tables", NULL, show_tables);
  gtk_widget_class_add_binding_action (class, GDK_KEY_o, GDK_CONTROL_MASK, "win.close-database", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_r, GDK_CONTROL_MASK, "win.reload", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_F5, 0, "win.reload", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_f, GDK_CONTROL_MASK, "win.find", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_l, GDK_CONTROL_MASK, "win.find-key", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_F8, 0, "win.toggle-live", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_F9, 0, "win.inspect", NULL);
  gtk_widget_class_add_binding_action (class, GDK_KEY_Left, GDK_ALT_MASK, "win.show-tables", NULL);
}

/* ---- the widget ---- */

static void
browser_window_dispose (GObject *object)
{
  BrowserWindow *window = BROWSER_WINDOW (object);

  g_clear_object (&window->connection);
  g_clear_pointer (&window->table, g_free);
  G_OBJECT_CLASS (browser_window_parent_class)->dispose (object);
}

static void
browser_window_class_init (BrowserWindowClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_window_dispose;
  g_type_ensure (BROWSER_TYPE_CONNECT_PAGE);
  g_type_ensure (BROWSER_TYPE_REGIONS_PAGE);
  g_type_ensure (BROWSER_TYPE_ROWS_PAGE);
  g_type_ensure (BROWSER_TYPE_SIDEBAR);
  install_actions (widget_class);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-window.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, connect_page);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, uri);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, table_title);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, table_stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, rows_page);
  gtk_widget_class_bind_template_child (widget_class, BrowserWindow, regions_page);
  gtk_widget_class_bind_template_callback (widget_class, browser_window_open);
  gtk_widget_class_bind_template_callback (widget_class, table_selected);
  gtk_widget_class_bind_template_callback (widget_class, tables_loaded);
}

static void
browser_window_init (BrowserWindow *window)
{
  gtk_widget_init_template (GTK_WIDGET (window));
  gtk_widget_grab_focus (GTK_WIDGET (window->connect_page));
}

BrowserWindow *
browser_window_new (GtkApplication *application)
{
  return g_object_new (BROWSER_TYPE_WINDOW, "application", application, NULL);
}
