/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <hbase-glib.h>

G_BEGIN_DECLS

/* Counts the rows of a table's regions, by reading one key of each row: gateways don't report how large a
 * region is.
 *
 * Properties, read only: is-counting; n-rows, of all regions so far; problem, why the count isn't
 * complete. */
#define BROWSER_TYPE_ROW_COUNTER (browser_row_counter_get_type ())
G_DECLARE_FINAL_TYPE (BrowserRowCounter, browser_row_counter, BROWSER, ROW_COUNTER, GObject)

BrowserRowCounter *browser_row_counter_new (void);
/* Begins to count. `regions`: (element-type BrowserRegion): all of the table, in their order; their numbers
 * of rows are set while rows are counted. */
void browser_row_counter_start (BrowserRowCounter *counter, HBaseTable *table, GListModel *regions);
void browser_row_counter_stop (BrowserRowCounter *counter);

G_END_DECLS
