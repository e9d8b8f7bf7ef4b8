/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gtk/gtk.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* The columns of a view of rows: the row key, or the fields of a key schema, and each column of the table
 * that a row was seen to have. They are there, shown or hidden, until another table is shown.
 *
 * Signals: chosen, when a column of values was shown or hidden. */
#define BROWSER_TYPE_COLUMNS (browser_columns_get_type ())
G_DECLARE_FINAL_TYPE (BrowserColumns, browser_columns, BROWSER, COLUMNS, GObject)

BrowserColumns *browser_columns_new (GtkColumnView *view);
/* Removes all columns. */
void browser_columns_clear (BrowserColumns *columns);
/* Replaces the columns of the key. `schema`: NULL: the key isn't divided. */
void browser_columns_set_schema (BrowserColumns *columns, HBaseKeySchema *schema);
/* Has the scan read only those columns of values that are shown; all, if none is. */
void browser_columns_restrict (BrowserColumns *columns, HBaseScan *scan);
/* Adds the columns of the row that aren't there yet. Those beyond the first ones are hidden, and those
 * beyond a limit are left out. */
void browser_columns_learn (BrowserColumns *columns, HBaseRow *row);

G_END_DECLS
