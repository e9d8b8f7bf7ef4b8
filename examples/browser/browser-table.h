/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

G_BEGIN_DECLS

/* A table in the list of tables. Its regions are read when it is shown first.
 *
 * Properties, read only: name, details. */
#define BROWSER_TYPE_TABLE (browser_table_get_type ())
G_DECLARE_FINAL_TYPE (BrowserTable, browser_table, BROWSER, TABLE, GObject)

BrowserTable *browser_table_new (HBaseConnection *connection, const char *name);
const char *browser_table_get_name (BrowserTable *table);
/* Reads the number of regions and servers, once, and then notifies `details`. */
void browser_table_load_details (BrowserTable *table);

G_END_DECLS
