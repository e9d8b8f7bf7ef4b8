/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-region-recommendation.h"

G_BEGIN_DECLS

#define HBASE_TYPE_REGION_ADVICE (hbase_region_advice_get_type ())
typedef struct _HBaseRegionAdvice HBaseRegionAdvice;

HBASE_AVAILABLE_IN_0_1
GType hbase_region_advice_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseRegionAdvice *hbase_region_advice_ref (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
void hbase_region_advice_unref (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_region_advice_has_changes (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint hbase_region_advice_get_n_regions (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint hbase_region_advice_get_n_salts (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
guint64 hbase_region_advice_get_region_size (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_region_advice_get_splits (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_region_advice_list (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
char *hbase_region_advice_to_text (HBaseRegionAdvice *advice);
HBASE_AVAILABLE_IN_0_1
char *hbase_region_advice_to_json (HBaseRegionAdvice *advice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseRegionAdvice, hbase_region_advice_unref)

G_END_DECLS
