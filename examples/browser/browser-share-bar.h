/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows a list of BrowserRegion as one bar, in which each region is as wide as its share of the key space.
 * Its colour is that of CSS; every second region is paler. Properties: regions (GListModel). */
#define BROWSER_TYPE_SHARE_BAR (browser_share_bar_get_type ())
G_DECLARE_FINAL_TYPE (BrowserShareBar, browser_share_bar, BROWSER, SHARE_BAR, GtkWidget)

G_END_DECLS
