/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the page on which a database is chosen. */

#include "config.h"

#include <adwaita.h>

#include "browser-connect-page.h"
#include "browser-error-bar.h"
#include "browser-settings.h"

struct _BrowserConnectPage {
  GtkWidget parent_instance;
  GtkWidget *content;
  BrowserErrorBar *error_bar;
  GtkEditable *uri;
  GtkWidget *recent_group;
  GtkListBox *recent;
};

G_DEFINE_FINAL_TYPE (BrowserConnectPage, browser_connect_page, GTK_TYPE_WIDGET)

enum {
  SIGNAL_OPEN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
open_uri (BrowserConnectPage *page)
{
  g_autofree char *uri = g_strstrip (g_strdup (gtk_editable_get_text (page->uri)));

  browser_error_bar_set_error (page->error_bar, NULL);
  if (*uri != '\0')
    g_signal_emit (page, signals[SIGNAL_OPEN], 0, uri);
}

void
browser_connect_page_show_error (BrowserConnectPage *page, const char *uri, const GError *error)
{
  gtk_editable_set_text (page->uri, uri);
  browser_error_bar_set_error (page->error_bar, error);
}

/* ---- recent databases ---- */

static void
open_recent (BrowserConnectPage *page, AdwPreferencesRow *row)
{
  gtk_editable_set_text (page->uri, adw_preferences_row_get_title (row));
  open_uri (page);
}

static void
forget (GtkButton *button, AdwPreferencesRow *row)
{
  BrowserConnectPage *page
      = BROWSER_CONNECT_PAGE (gtk_widget_get_ancestor (GTK_WIDGET (row), BROWSER_TYPE_CONNECT_PAGE));

  browser_settings_remove_recent (adw_preferences_row_get_title (row));
  browser_connect_page_reload (page);
}

static GtkWidget *
make_forget_button (GtkWidget *row)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");

  gtk_widget_set_tooltip_text (button, "Remove from the List");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect (button, "clicked", G_CALLBACK (forget), row);
  return button;
}

static void
add_recent (BrowserConnectPage *page, const char *uri)
{
  GtkWidget *row = adw_action_row_new ();
  gboolean is_local = g_str_has_prefix (uri, "local:");

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), uri);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_icon_name (ADW_ACTION_ROW (row),
                                is_local ? "drive-harddisk-symbolic" : "network-server-symbolic");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), make_forget_button (row));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  gtk_list_box_append (page->recent, row);
}

void
browser_connect_page_reload (BrowserConnectPage *page)
{
  g_auto (GStrv) recent = browser_settings_list_recent ();
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (page->recent))) != NULL)
    gtk_list_box_remove (page->recent, child);
  for (guint i = 0; recent[i] != NULL; i++)
    add_recent (page, recent[i]);
  gtk_widget_set_visible (page->recent_group, recent[0] != NULL);
}

/* ---- the widget ---- */

static gboolean
grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (BROWSER_CONNECT_PAGE (widget)->uri));
}

static void
browser_connect_page_dispose (GObject *object)
{
  g_clear_pointer (&BROWSER_CONNECT_PAGE (object)->content, gtk_widget_unparent);
  G_OBJECT_CLASS (browser_connect_page_parent_class)->dispose (object);
}

static void
browser_connect_page_class_init (BrowserConnectPageClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_connect_page_dispose;
  widget_class->grab_focus = grab_focus;
  g_type_ensure (BROWSER_TYPE_ERROR_BAR);
  signals[SIGNAL_OPEN] = g_signal_new ("open", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                       NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-connect-page.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserConnectPage, content);
  gtk_widget_class_bind_template_child (widget_class, BrowserConnectPage, error_bar);
  gtk_widget_class_bind_template_child (widget_class, BrowserConnectPage, uri);
  gtk_widget_class_bind_template_child (widget_class, BrowserConnectPage, recent_group);
  gtk_widget_class_bind_template_child (widget_class, BrowserConnectPage, recent);
  gtk_widget_class_bind_template_callback (widget_class, open_uri);
  gtk_widget_class_bind_template_callback (widget_class, open_recent);
}

static void
browser_connect_page_init (BrowserConnectPage *page)
{
  gtk_widget_init_template (GTK_WIDGET (page));
  browser_connect_page_reload (page);
}
