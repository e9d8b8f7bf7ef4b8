/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the bar that shows an error. */

#include "config.h"

#include "browser-error-bar.h"

struct _BrowserErrorBar {
  GtkWidget parent_instance;
  GtkInfoBar *bar;
  GtkLabel *message;
  GError *error;
};

G_DEFINE_FINAL_TYPE (BrowserErrorBar, browser_error_bar, GTK_TYPE_WIDGET)

enum {
  SIGNAL_RETRY,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

const GError *
browser_error_bar_get_error (BrowserErrorBar *bar)
{
  return bar->error;
}

/* The old message stays while the bar folds. */
void
browser_error_bar_set_error (BrowserErrorBar *bar, const GError *error)
{
  g_clear_error (&bar->error);
  bar->error = error != NULL ? g_error_copy (error) : NULL;
  if (error != NULL)
    gtk_label_set_label (bar->message, error->message);
  gtk_info_bar_set_revealed (bar->bar, error != NULL);
}

static void
respond (BrowserErrorBar *bar, int response)
{
  browser_error_bar_set_error (bar, NULL);
  if (response == GTK_RESPONSE_APPLY)
    g_signal_emit (bar, signals[SIGNAL_RETRY], 0);
}

static void
browser_error_bar_dispose (GObject *object)
{
  BrowserErrorBar *bar = BROWSER_ERROR_BAR (object);

  g_clear_error (&bar->error);
  if (bar->bar != NULL)
    gtk_widget_unparent (GTK_WIDGET (bar->bar));
  bar->bar = NULL;
  G_OBJECT_CLASS (browser_error_bar_parent_class)->dispose (object);
}

static void
browser_error_bar_class_init (BrowserErrorBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);

  G_OBJECT_CLASS (class)->dispose = browser_error_bar_dispose;
  signals[SIGNAL_RETRY] = g_signal_new ("retry", G_OBJECT_CLASS_TYPE (class), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, BROWSER_RESOURCES "ui/browser-error-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, BrowserErrorBar, bar);
  gtk_widget_class_bind_template_child (widget_class, BrowserErrorBar, message);
  gtk_widget_class_bind_template_callback (widget_class, respond);
}

static void
browser_error_bar_init (BrowserErrorBar *bar)
{
  gtk_widget_init_template (GTK_WIDGET (bar));
}
