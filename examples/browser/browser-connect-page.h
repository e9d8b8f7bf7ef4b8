/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The page on which a database is chosen: by its URI, or from those that were opened recently.
 *
 * Signals: open (URI). */
#define BROWSER_TYPE_CONNECT_PAGE (browser_connect_page_get_type ())
G_DECLARE_FINAL_TYPE (BrowserConnectPage, browser_connect_page, BROWSER, CONNECT_PAGE, GtkWidget)

/* Reads the list of recent databases anew. */
void browser_connect_page_reload (BrowserConnectPage *page);
/* Shows why the URI can't be opened. */
void browser_connect_page_show_error (BrowserConnectPage *page, const char *uri, const GError *error);

G_END_DECLS
