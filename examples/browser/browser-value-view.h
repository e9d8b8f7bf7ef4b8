/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows a value as text, as bytes, and as JSON or an image if it is one. */
#define BROWSER_TYPE_VALUE_VIEW (browser_value_view_get_type ())
G_DECLARE_FINAL_TYPE (BrowserValueView, browser_value_view, BROWSER, VALUE_VIEW, GtkWidget)

/* `value`: NULL: nothing is shown. */
void browser_value_view_set_value (BrowserValueView *view, GBytes *value);

G_END_DECLS
