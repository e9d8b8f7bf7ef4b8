/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* A window of the browser: the page on which a database is chosen, or one with the tables of a database.
 *
 * Actions: win.close-database, win.reload, win.find, win.find-key, win.inspect, win.toggle-live,
 * win.show-tables. */
#define BROWSER_TYPE_WINDOW (browser_window_get_type ())
G_DECLARE_FINAL_TYPE (BrowserWindow, browser_window, BROWSER, WINDOW, AdwApplicationWindow)

BrowserWindow *browser_window_new (GtkApplication *application);
/* Opens a database. What is wrong with the URI is shown. */
void browser_window_open (BrowserWindow *window, const char *uri);

G_END_DECLS
