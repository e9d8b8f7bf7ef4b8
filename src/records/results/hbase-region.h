/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include "hbase-macros.h"

G_BEGIN_DECLS

#define HBASE_TYPE_REGION (hbase_region_get_type ())

typedef struct _HBaseRegion HBaseRegion;

HBASE_AVAILABLE_IN_0_1
GType hbase_region_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseRegion *hbase_region_ref (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
void hbase_region_unref (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_region_get_start_key (HBaseRegion *region, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_region_ref_start_key (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
const guint8 *hbase_region_get_end_key (HBaseRegion *region, gsize *length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_region_ref_end_key (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
const char *hbase_region_get_host (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
guint hbase_region_get_port (HBaseRegion *region);
HBASE_AVAILABLE_IN_0_1
char *hbase_region_dup_server_name (HBaseRegion *region);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseRegion, hbase_region_unref)

G_END_DECLS
