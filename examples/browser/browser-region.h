/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

G_BEGIN_DECLS

/* A region in the list of regions. Properties, read only: range, server, share (of the key space, 0 to 1),
 * relative-share (of the greatest share), percentage. */
#define BROWSER_TYPE_REGION (browser_region_get_type ())
G_DECLARE_FINAL_TYPE (BrowserRegion, browser_region, BROWSER, REGION, GObject)

/* `greatest`: the greatest share of a region of the table. */
BrowserRegion *browser_region_new (HBaseRegion *region, double share, double greatest);

G_END_DECLS
