/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* Shows the regions of a table, and which share of all keys each of them has. */
#define BROWSER_TYPE_REGIONS_PAGE (browser_regions_page_get_type ())
G_DECLARE_FINAL_TYPE (BrowserRegionsPage, browser_regions_page, BROWSER, REGIONS_PAGE, GtkWidget)

/* `connection` NULL: no regions are shown. They are read when the page becomes visible. */
void browser_regions_page_show (BrowserRegionsPage *page, HBaseConnection *connection, const char *table);
void browser_regions_page_reload (BrowserRegionsPage *page);

G_END_DECLS
