/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Returns the split keys of a table's regions: the keys at which all but the first one begin.
 * (element-type HBaseRegion; returns element-type GBytes) */
GPtrArray *region_splits (GPtrArray *regions);
