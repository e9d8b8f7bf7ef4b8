/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the page of a table's regions. */

#include "config.h"

#include <adwaita.h>

#include "browser-region.h"
#include "browser-regions-page.h"
#include "browser-row-counter.h"
#include "browser-share-bar.h"
#include "browser-text.h"
#include "key-shares.h"

struct _BrowserRegionsPage {
  GtkWidget parent_instance;
  GtkStack *stack;
  AdwStatusPage *error_page;
  GListStore *regions; /* (element-type BrowserRegion) */
  GtkLabel *heading, *explanation, *count;
  GtkButton *count_button;
  GtkSpinner *spinner;
  BrowserRowCounter *counter;
  HBaseTable *table;
  GCancellable *cancellable; /* of the call that reads the regions */
};

G_DEFINE_FINAL_TYPE (BrowserRegionsPage, browser_regions_page, GTK_TYPE_WIDGET)

static void
show_headings (BrowserRegionsPage *page, guint n_regions, const char *keys)
{
  g_autofree char *count = browser_text_of_count (n_regions, "Region", "Regions");
  g_autofree char *explanation = g_strdup_printf ("A bar is as long as a region’s share of all keys that can "
                                                  "be made of %s. It isn’t the share of the rows.",
                                                  keys);

  gtk_label_set_label (page->heading, count);
  gtk_label_set_label (page->explanation, explanation);
}

static void
show_regions (BrowserRegionsPage *page, GPtrArray *regions)
{
  const char *keys;
  g_autofree double *shares = key_shares_compute (regions, &keys);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < regions->len; i++)
    g_ptr_array_add (items, browser_region_new (regions->pdata[i], CLAMP (shares[i], 0, 1)));
  g_list_store_splice (page->regions, 0, g_list_model_get_n_items (G_LIST_MODEL (page->regions)),
                       items->pdata, items->len);
  show_headings (page, regions->len, keys);
  gtk_stack_set_visible_child_name (page->stack, "regions");
}

static void
regions_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (BrowserRegionsPage) page = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions_finish (HBASE_TABLE (source), result, &error);
  g_autofree char *description = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (regions != NULL)
    {
      show_regions (page, regions);
      return;
    }
  description = g_markup_escape_text (error->message, -1);
  adw_status_page_set_description (page->error_page, description);
  gtk_stack_set_visible_child_name (page->stack, "error");
}

/* ---- the number of rows ---- */

static void
show_count (BrowserRegionsPage *page)
{
  g_autofree char *problem = NULL, *rows = NULL, *text = NULL;
  gboolean is_counting;
  guint64 n_rows;

  g_object_get (page->counter, "is-counting", &is_counting, "n-rows", &n_rows, "problem", &problem, NULL);
  rows = browser_text_of_count (n_rows, "row", "rows");
  text = problem != NULL ? g_strdup_printf ("%s (%s)", rows, problem) : g_steal_pointer (&rows);
  gtk_label_set_label (page->count, text);
  gtk_button_set_label (page->count_button, is_counting ? "Stop" : "Count Rows");
  gtk_spinner_set_spinning (page->spinner, is_counting);
}

static void
toggle_count (BrowserRegionsPage *page)
{
  gboolean is_counting;

  g_object_get (page->counter, "is-counting", &is_counting, NULL);
  if (is_counting)
    browser_row_counter_stop (page->counter);
  else if (page->table != NULL)
    browser_row_counter_start (page->counter, page->table, G_LIST_MODEL (page->regions));
}

/* ---- reading the regions ---- */

static void
cancel (BrowserRegionsPage *page)
{
  browser_row_counter_stop (page->counter);
  gtk_label_set_label (page->count, "");
  g_cancellable_cancel (page->cancellable);
  g_clear_object (&page->cancellable);
}

void
browser_regions_page_reload (BrowserRegionsPage *page)
{
  cancel (page);
  if (page->table == NULL || !gtk_widget_get_mapped (GTK_WIDGET (page)))
    return;
  page->cancellable = g_cancellable_new ();
  hbase_table_get_regions_async (page->table, page->cancellable, regions_read, g_object_ref (page));
}

void
browser_regions_page_show (BrowserRegionsPage *page, HBaseConnection *connection, const char *table)
{
  g_clear_object (&page->table);
  g_list_store_remove_all (page->regions);
  gtk_stack_set_visible_child_name (page->stack, connection != NULL ? "loading" : "none");
  if (connection != NULL)
    page->table = hbase_table_new (connection, table);
  browser_regions_page_reload (page);
}

/* ---- the widget ---- */

static void
browser_regions_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (browser_regions_page_parent_class)->map (widget);
  browser_regions_page_reload (BROWSER_REGIONS_PAGE (widget));
}

static void
browser_regions_page_dispose (GObject *object)
{
  BrowserRegionsPage *page = BROWSER_REGIONS_PAGE (object);

  if (page->stack != NULL)
    cancel (page);
  g_clear_object (&page->counter);
  g_clear_object (&page->table);
  if (page->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (page->stack));
  page->stack = NULL;
  G_OBJECT_CLASS (browser_regions_page_parent_class)->dispose (object);
}

static void
browser_regions_page_class_init (BrowserRegionsPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_regions_page_dispose;
  widget_class->map = browser_regions_page_map;
  g_type_ensure (BROWSER_TYPE_REGION);
  g_type_ensure (BROWSER_TYPE_SHARE_BAR);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-regions-page.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, stack);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, error_page);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, regions);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, heading);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, explanation);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, count);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, count_button);
  gtk_widget_class_bind_template_child (widget_class, BrowserRegionsPage, spinner);
  gtk_widget_class_bind_template_callback (widget_class, browser_regions_page_reload);
  gtk_widget_class_bind_template_callback (widget_class, toggle_count);
}

static void
browser_regions_page_init (BrowserRegionsPage *page)
{
  gtk_widget_init_template (GTK_WIDGET (page));
  page->counter = browser_row_counter_new ();
  g_signal_connect_object (page->counter, "notify", G_CALLBACK (show_count), page, G_CONNECT_SWAPPED);
}
