/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* The list of a database's tables, and an entry to search it.
 *
 * Signals: selected, when a table is selected; loaded, when the list has been read. */
#define BROWSER_TYPE_SIDEBAR (browser_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (BrowserSidebar, browser_sidebar, BROWSER, SIDEBAR, GtkWidget)

/* Lists the tables; NULL: none. */
void browser_sidebar_set_connection (BrowserSidebar *sidebar, HBaseConnection *connection);
/* Reads the list anew; the table that is selected stays so. */
void browser_sidebar_reload (BrowserSidebar *sidebar);
/* Returns the name of the table that is selected; NULL: none. */
const char *browser_sidebar_get_selected (BrowserSidebar *sidebar);
/* Selects a table. Returns whether there is such a table. */
gboolean browser_sidebar_select (BrowserSidebar *sidebar, const char *name);

G_END_DECLS
