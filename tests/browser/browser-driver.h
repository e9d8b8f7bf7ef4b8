/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

#include "browser-application.h"
#include "browser-window.h"

/* Drives the browser in an X server of its own, without a session bus, and looks at what it shows. */

typedef struct {
  GSubprocess *server;
  char *folder; /* of the database and the settings */
  char *uri;
  BrowserApplication *application;
  BrowserWindow *window; /* NULL: not yet opened */
} BrowserDriver;

/* Starts the X server and the application. The database is empty. */
void browser_driver_init (BrowserDriver *driver);
void browser_driver_clear (BrowserDriver *driver);
/* Opens the database in a window. */
void browser_driver_open (BrowserDriver *driver, const char *uri);

typedef gboolean (*BrowserCondition) (BrowserDriver *driver, gpointer data);
/* Iterates the main context until the condition holds. */
void browser_driver_wait (BrowserDriver *driver, BrowserCondition condition, gpointer data);
/* Iterates until nothing is pending, and some frames were painted. */
void browser_driver_settle (BrowserDriver *driver);

/* Finds the widget of a type, which must be there. If there are several, the first one that is mapped; if
 * none is, the first one. */
gpointer browser_driver_find (BrowserDriver *driver, GType type);
gpointer browser_driver_find_in (gpointer parent, GType type);
/* Returns a label that is shown and has the text; NULL: none. */
GtkWidget *browser_driver_find_text (BrowserDriver *driver, const char *text);
/* Returns the check button with the label, shown or not. */
GtkWidget *browser_driver_find_check_button (BrowserDriver *driver, const char *label);
/* Waits until a label shows the text. */
void browser_driver_wait_for_text (BrowserDriver *driver, const char *text);
/* Types into the entry with that placeholder, and presses Enter. */
void browser_driver_enter (BrowserDriver *driver, const char *placeholder, const char *text);
/* Selects the table in the list, and waits until it is shown. */
void browser_driver_select_table (BrowserDriver *driver, const char *name);
/* Shows the page “rows” or “regions”. */
void browser_driver_show_page (BrowserDriver *driver, const char *name);

/* Returns where the rows are scrolled to. */
GtkAdjustment *browser_driver_get_position (BrowserDriver *driver);
/* Returns the selection of the rows; its model is the row model. */
GtkSingleSelection *browser_driver_get_selection (BrowserDriver *driver);
/* Scrolls the rows: when the last frame has been painted, as its user does. */
void browser_driver_scroll (BrowserDriver *driver, double value);

/* Renders the window as it is shown. */
GdkTexture *browser_driver_render (BrowserDriver *driver);
/* Returns how many pixels of the widget differ from its first one. */
guint browser_driver_count_pixels (BrowserDriver *driver, GdkTexture *picture, GtkWidget *widget);
