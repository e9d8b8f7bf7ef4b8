/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

G_BEGIN_DECLS

/* A cell of a row, in a list. Properties, read only: column, details, value. */
#define BROWSER_TYPE_CELL (browser_cell_get_type ())
G_DECLARE_FINAL_TYPE (BrowserCell, browser_cell, BROWSER, CELL, GObject)

/* Copies the cell, so that it doesn't keep the row's response in memory. */
BrowserCell *browser_cell_new (const HBaseCellIter *cell);
/* “family:qualifier” in printable escapes. */
const char *browser_cell_get_column (BrowserCell *cell);
GBytes *browser_cell_get_value (BrowserCell *cell);

G_END_DECLS
