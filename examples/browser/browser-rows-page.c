/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the page of a table's rows.
 *
 *  1. Each query has a row model of its own, which loads by itself as the view requests its last items. The
 *     old one is dropped, which cancels what it was reading.
 *  2. An error is shown in place of the rows if there are none, and in the bar above them otherwise. Rows
 *     stay while what is in the entries can't be used.
 *  3. While new rows are followed, the first row stays in sight if it was: the view would keep the rows that
 *     it shows in their places. */

#include "config.h"

#include <adwaita.h>

#include "browser-columns.h"
#include "browser-connection.h"
#include "browser-error-bar.h"
#include "browser-inspector.h"
#include "browser-query-bar.h"
#include "browser-rows-page.h"
#include "browser-settings.h"
#include "browser-text.h"

#define PAGE_SIZE 100 /* rows */
#define MOST_PAGES 20 /* in memory */

struct _BrowserRowsPage {
  GtkWidget parent_instance;
  GtkWidget *content, *toolbar;
  BrowserQueryBar *query;
  BrowserErrorBar *error_bar;
  AdwFlap *flap;
  GtkStack *stack;
  AdwStatusPage *error_page, *empty_page;
  GtkScrolledWindow *scrolled_window;
  GtkColumnView *view;
  GtkSingleSelection *selection;
  GtkLabel *status;
  GtkSpinner *spinner;
  BrowserInspector *inspector;
  GtkListView *column_list;
  GtkToggleButton *live;
  GtkCheckButton *restriction;

  BrowserColumns *columns;
  HBaseConnection *connection;
  char *table;
  HBaseRowModel *model;
  GError *problem; /* of the entries, which aren't those of the rows then; NULL: none */
  GSignalGroup *model_signals;
  GSignalGroup *item_signals; /* of the selected item */
};

G_DEFINE_FINAL_TYPE (BrowserRowsPage, browser_rows_page, GTK_TYPE_WIDGET)

enum {
  PROP_IS_INSPECTING = 1,
  N_PROPERTIES,
};

/* ---- status ---- */

/* Descriptions are markup. */
static void
show_error (BrowserRowsPage *page, const GError *error, gboolean has_rows)
{
  g_autofree char *description = error != NULL ? g_markup_escape_text (error->message, -1) : NULL;

  browser_error_bar_set_error (page->error_bar, has_rows ? error : NULL);
  if (error == NULL || has_rows)
    return;
  adw_status_page_set_description (page->error_page, description);
  gtk_stack_set_visible_child_name (page->stack, "error");
}

static void
show_empty (BrowserRowsPage *page)
{
  gboolean is_selective = browser_query_bar_is_selective (page->query);

  adw_status_page_set_title (page->empty_page, is_selective ? "No Matching Rows" : "No Rows");
  adw_status_page_set_description (page->empty_page, is_selective
                                                         ? "No row has this key prefix and passes the filter."
                                                         : "This table is empty.");
  gtk_stack_set_visible_child_name (page->stack, "empty");
}

static char *
describe_rows (BrowserRowsPage *page, guint n_rows)
{
  g_autofree char *count = browser_text_of_count (n_rows, "row", "rows");

  return hbase_row_model_get_has_more (page->model) ? g_strconcat (count, " and more", NULL)
                                                    : g_steal_pointer (&count);
}

static void
update_status (BrowserRowsPage *page)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (page->model));
  const GError *error = page->problem != NULL ? page->problem : hbase_row_model_get_error (page->model);
  g_autofree char *text = describe_rows (page, n_rows);

  gtk_label_set_label (page->status, n_rows > 0 ? text : "");
  gtk_spinner_set_spinning (page->spinner, hbase_row_model_get_loading (page->model));
  show_error (page, error, n_rows > 0);
  if (n_rows > 0)
    gtk_stack_set_visible_child_name (page->stack, "rows");
  else if (error == NULL && !hbase_row_model_get_has_more (page->model))
    show_empty (page);
}

/* ---- live rows ---- */

static GtkWidget *
find_list (BrowserRowsPage *page)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (page->view));

  while (child != NULL && !GTK_IS_LIST_VIEW (child))
    child = gtk_widget_get_next_sibling (child);
  return child;
}

/* The view's position is that of the last frame. */
static void
items_changed (BrowserRowsPage *page, guint position, guint removed, guint added, GListModel *model)
{
  GtkAdjustment *scrolled = gtk_scrolled_window_get_vadjustment (page->scrolled_window);

  update_status (page);
  if (position == 0 && added < g_list_model_get_n_items (model) && gtk_adjustment_get_value (scrolled) < 1)
    gtk_widget_activate_action (find_list (page), "list.scroll-to-item", "u", 0);
}

static void
set_live (BrowserRowsPage *page)
{
  if (page->model != NULL)
    hbase_row_model_set_follow (page->model, gtk_toggle_button_get_active (page->live));
}

void
browser_rows_page_toggle_live (BrowserRowsPage *page)
{
  gtk_toggle_button_set_active (page->live, !gtk_toggle_button_get_active (page->live));
}

/* ---- the selected row ---- */

static void
inspect_item (BrowserRowsPage *page)
{
  HBaseRowItem *item = gtk_single_selection_get_selected_item (page->selection);

  browser_inspector_set_row (page->inspector, item != NULL ? hbase_row_item_get_row (item) : NULL);
}

static void
selection_changed (BrowserRowsPage *page)
{
  g_signal_group_set_target (page->item_signals, gtk_single_selection_get_selected_item (page->selection));
  inspect_item (page);
}

static void
inspect (BrowserRowsPage *page)
{
  adw_flap_set_reveal_flap (page->flap, TRUE);
}

/* ---- queries ---- */

static void
set_model (BrowserRowsPage *page, HBasePageIterator *pages)
{
  g_autoptr (HBaseRowModel) model = hbase_row_model_new (pages);

  hbase_row_model_set_max_pages (model, MOST_PAGES);
  browser_columns_set_schema (page->columns,
                              hbase_table_get_key_schema (hbase_page_iterator_get_table (pages)));
  g_set_object (&page->model, model);
  gtk_single_selection_set_model (page->selection, G_LIST_MODEL (model));
  /* After the view has connected to the model: it must know of new items before they are scrolled to. */
  g_signal_group_set_target (page->model_signals, model);
  gtk_stack_set_visible_child_name (page->stack, "loading");
  update_status (page);
  hbase_row_model_set_auto_load (model, TRUE);
  set_live (page);
}

/* Shows no rows. */
static void
clear_model (BrowserRowsPage *page)
{
  g_signal_group_set_target (page->model_signals, NULL);
  gtk_single_selection_set_model (page->selection, NULL);
  g_clear_object (&page->model);
  gtk_label_set_label (page->status, "");
  gtk_spinner_set_spinning (page->spinner, FALSE);
}

static void
show_nothing (BrowserRowsPage *page)
{
  clear_model (page);
  browser_error_bar_set_error (page->error_bar, NULL);
  gtk_stack_set_visible_child_name (page->stack, "none");
}

static HBasePageIterator *
make_pages (BrowserRowsPage *page, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  if (gtk_check_button_get_active (page->restriction))
    browser_columns_restrict (page->columns, scan);
  return browser_query_bar_make_pages (page->query, page->connection, page->table, scan, PAGE_SIZE, error);
}

void
browser_rows_page_reload (BrowserRowsPage *page)
{
  g_autoptr (HBasePageIterator) pages = NULL;

  g_clear_error (&page->problem);
  if (page->connection != NULL)
    pages = make_pages (page, &page->problem);
  if (page->problem == NULL)
    show_nothing (page);
  if (pages != NULL)
    set_model (page, pages);
  else if (page->model != NULL)
    update_status (page);
  else
    show_error (page, page->problem, FALSE);
}

static void
query_changed (BrowserRowsPage *page)
{
  if (page->connection == NULL)
    return;
  browser_rows_page_reload (page);
  if (page->problem == NULL)
    browser_settings_set_schema (browser_connection_get_uri (page->connection), page->table,
                                 browser_query_bar_get_schema (page->query));
}

static void
columns_chosen (BrowserRowsPage *page)
{
  if (gtk_check_button_get_active (page->restriction))
    browser_rows_page_reload (page);
}

void
browser_rows_page_show (BrowserRowsPage *page, HBaseConnection *connection, const char *table)
{
  g_autofree char *schema = NULL;

  g_set_object (&page->connection, connection);
  g_free (page->table);
  page->table = g_strdup (table);
  if (connection != NULL)
    schema = browser_settings_dup_schema (browser_connection_get_uri (connection), table);
  browser_query_bar_reset (page->query, schema);
  gtk_widget_set_sensitive (page->toolbar, connection != NULL);
  gtk_toggle_button_set_active (page->live, FALSE);
  clear_model (page);
  browser_columns_clear (page->columns);
  if (gtk_check_button_get_active (page->restriction))
    gtk_check_button_set_active (page->restriction, FALSE);
  else
    browser_rows_page_reload (page);
}

/* Loads the page that couldn't be loaded; if there are no rows, or it is the entries' problem, all begins
 * anew. */
static void
retry (BrowserRowsPage *page)
{
  if (page->problem == NULL && page->model != NULL
      && g_list_model_get_n_items (G_LIST_MODEL (page->model)) > 0)
    hbase_row_model_load_more_async (page->model, NULL, NULL, NULL);
  else
    browser_rows_page_reload (page);
}

/* ---- the list of columns ---- */

static void
setup_column_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  gtk_list_item_set_child (list_item, gtk_check_button_new ());
  gtk_list_item_set_activatable (list_item, FALSE);
}

static void
bind_column_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  GtkWidget *button = gtk_list_item_get_child (list_item);
  GtkColumnViewColumn *column = gtk_list_item_get_item (list_item);

  gtk_check_button_set_label (GTK_CHECK_BUTTON (button), gtk_column_view_column_get_title (column));
  g_object_set_data_full (
      G_OBJECT (list_item), "binding",
      g_object_ref (g_object_bind_property (column, "visible", button, "active",
                                            G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL)),
      g_object_unref);
}

static void
unbind_column_row (GtkListItemFactory *factory, GtkListItem *list_item)
{
  g_binding_unbind (g_object_get_data (G_OBJECT (list_item), "binding"));
  g_object_set_data (G_OBJECT (list_item), "binding", NULL);
}

static void
list_columns (BrowserRowsPage *page)
{
  GListModel *columns = g_object_ref (gtk_column_view_get_columns (page->view));
  g_autoptr (GtkSelectionModel) shown = GTK_SELECTION_MODEL (gtk_no_selection_new (columns));

  gtk_list_view_set_model (page->column_list, shown);
}

/* ---- the widget ---- */

void
browser_rows_page_focus_filter (BrowserRowsPage *page)
{
  browser_query_bar_focus_filter (page->query);
}

void
browser_rows_page_focus_prefix (BrowserRowsPage *page)
{
  browser_query_bar_focus_prefix (page->query);
}

static void
browser_rows_page_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, adw_flap_get_reveal_flap (BROWSER_ROWS_PAGE (object)->flap));
}

static void
browser_rows_page_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  adw_flap_set_reveal_flap (BROWSER_ROWS_PAGE (object)->flap, g_value_get_boolean (value));
}

static void
notify_is_inspecting (BrowserRowsPage *page)
{
  g_object_notify (G_OBJECT (page), "is-inspecting");
}

static void
browser_rows_page_dispose (GObject *object)
{
  BrowserRowsPage *page = BROWSER_ROWS_PAGE (object);

  g_clear_object (&page->model_signals);
  g_clear_object (&page->item_signals);
  g_clear_object (&page->columns);
  g_clear_object (&page->model);
  g_clear_error (&page->problem);
  g_clear_object (&page->connection);
  g_clear_pointer (&page->table, g_free);
  g_clear_pointer (&page->content, gtk_widget_unparent);
  G_OBJECT_CLASS (browser_rows_page_parent_class)->dispose (object);
}

static void
bind_children (GtkWidgetClass *class)
{
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, content);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, toolbar);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, query);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, error_bar);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, flap);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, stack);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, error_page);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, empty_page);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, scrolled_window);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, view);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, selection);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, status);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, spinner);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, inspector);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, column_list);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, live);
  gtk_widget_class_bind_template_child (class, BrowserRowsPage, restriction);
  gtk_widget_class_bind_template_callback (class, query_changed);
  gtk_widget_class_bind_template_callback (class, set_live);
  gtk_widget_class_bind_template_callback (class, browser_rows_page_reload);
  gtk_widget_class_bind_template_callback (class, retry);
  gtk_widget_class_bind_template_callback (class, selection_changed);
  gtk_widget_class_bind_template_callback (class, inspect);
  gtk_widget_class_bind_template_callback (class, notify_is_inspecting);
  gtk_widget_class_bind_template_callback (class, setup_column_row);
  gtk_widget_class_bind_template_callback (class, bind_column_row);
  gtk_widget_class_bind_template_callback (class, unbind_column_row);
}

static void
browser_rows_page_class_init (BrowserRowsPageClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  g_type_ensure (BROWSER_TYPE_ERROR_BAR);
  g_type_ensure (BROWSER_TYPE_INSPECTOR);
  g_type_ensure (BROWSER_TYPE_QUERY_BAR);
  object_class->dispose = browser_rows_page_dispose;
  object_class->get_property = browser_rows_page_get_property;
  object_class->set_property = browser_rows_page_set_property;
  g_object_class_install_property (
      object_class, PROP_IS_INSPECTING,
      g_param_spec_boolean ("is-inspecting", NULL, NULL, FALSE,
                            G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS));
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-rows-page.ui");
  bind_children (widget_class);
}

static GSignalGroup *
make_model_signals (BrowserRowsPage *page)
{
  static const char *const names[] = { "notify::loading", "notify::has-more", "notify::error" };
  GSignalGroup *signals = g_signal_group_new (HBASE_TYPE_ROW_MODEL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_signal_group_connect_swapped (signals, names[i], G_CALLBACK (update_status), page);
  g_signal_group_connect_swapped (signals, "items-changed", G_CALLBACK (items_changed), page);
  return signals;
}

static void
browser_rows_page_init (BrowserRowsPage *page)
{
  gtk_widget_init_template (GTK_WIDGET (page));
  page->columns = browser_columns_new (page->view);
  g_signal_connect_object (page->columns, "chosen", G_CALLBACK (columns_chosen), page, G_CONNECT_SWAPPED);
  page->model_signals = make_model_signals (page);
  page->item_signals = g_signal_group_new (HBASE_TYPE_ROW_ITEM);
  g_signal_group_connect_swapped (page->item_signals, "notify::row", G_CALLBACK (inspect_item), page);
  list_columns (page);
}
