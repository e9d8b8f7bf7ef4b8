/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

G_BEGIN_DECLS

/* A region in the list of regions. Properties, read only: range, server, share (of the key space, 0 to 1),
 * percentage, rows (how many, as text; empty if it isn't known). */
#define BROWSER_TYPE_REGION (browser_region_get_type ())
G_DECLARE_FINAL_TYPE (BrowserRegion, browser_region, BROWSER, REGION, GObject)

BrowserRegion *browser_region_new (HBaseRegion *region, double share);
/* Whether the row isn't after the region. */
gboolean browser_region_ends_after (BrowserRegion *region, HBaseRow *row);
/* Sets the number of the region's rows to 0. */
void browser_region_reset_rows (BrowserRegion *region);
void browser_region_add_rows (BrowserRegion *region, guint64 n_rows);

G_END_DECLS
