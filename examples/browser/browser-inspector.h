/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* Shows the key and the cells of a row, and the value of one of them. */
#define BROWSER_TYPE_INSPECTOR (browser_inspector_get_type ())
G_DECLARE_FINAL_TYPE (BrowserInspector, browser_inspector, BROWSER, INSPECTOR, GtkWidget)

/* `row`: NULL: no row is shown. The column of the cell that was shown stays selected if the row has it. */
void browser_inspector_set_row (BrowserInspector *inspector, HBaseRow *row);

G_END_DECLS
