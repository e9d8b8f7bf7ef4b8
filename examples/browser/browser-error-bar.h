/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A bar that shows an error and a button to try again, and is hidden while there is no error.
 *
 * Properties: error (boxed GError, nullable). Signals: retry. */
#define BROWSER_TYPE_ERROR_BAR (browser_error_bar_get_type ())
G_DECLARE_FINAL_TYPE (BrowserErrorBar, browser_error_bar, BROWSER, ERROR_BAR, GtkWidget)

/* `error`: NULL hides the bar. It is copied. */
void browser_error_bar_set_error (BrowserErrorBar *bar, const GError *error);
const GError *browser_error_bar_get_error (BrowserErrorBar *bar);

G_END_DECLS
