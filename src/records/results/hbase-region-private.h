/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-region.h"
#include "hbase-slice-private.h"

HBaseRegion *
hbase_region_new (HBaseSlice start, HBaseSlice end, const char *host, gint32 port, gint64 start_code);
