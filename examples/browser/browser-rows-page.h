/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* Shows the rows of a table, and the cells of the selected one. Rows are read as they are scrolled to, and a
 * fixed number of them is kept in memory.
 *
 * Properties: is-inspecting, whether the cells of a row are shown. */
#define BROWSER_TYPE_ROWS_PAGE (browser_rows_page_get_type ())
G_DECLARE_FINAL_TYPE (BrowserRowsPage, browser_rows_page, BROWSER, ROWS_PAGE, GtkWidget)

/* `connection` NULL: no rows are shown. */
void browser_rows_page_show (BrowserRowsPage *page, HBaseConnection *connection, const char *table);
/* Reads the rows anew. */
void browser_rows_page_reload (BrowserRowsPage *page);
/* Begins or ends to add rows that are inserted before the first one. */
void browser_rows_page_toggle_live (BrowserRowsPage *page);
void browser_rows_page_focus_filter (BrowserRowsPage *page);
void browser_rows_page_focus_prefix (BrowserRowsPage *page);

G_END_DECLS
