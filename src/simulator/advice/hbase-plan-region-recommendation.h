/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-macros.h"

G_BEGIN_DECLS

/**
 * HBasePlanRegionTopic:
 * @HBASE_PLAN_REGION_TOPIC_REGIONS: how many regions the table should have
 * @HBASE_PLAN_REGION_TOPIC_MEMORY: whether the servers have memory for the memstores of these regions
 * @HBASE_PLAN_REGION_TOPIC_REGION_SIZE: the size at which HBase should split a region: `MAX_FILESIZE`
 * @HBASE_PLAN_REGION_TOPIC_SPLIT_POLICY: by which policy HBase should split regions: `SPLIT_POLICY`
 * @HBASE_PLAN_REGION_TOPIC_SALTS: how many salts the keys should have
 * @HBASE_PLAN_REGION_TOPIC_SPLITS: at which keys a new table should be split
 * @HBASE_PLAN_REGION_TOPIC_SPLIT_REGION: a region of an existing table that should be split, and at which
 *   keys
 * @HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS: regions of an existing table that could be merged
 * @HBASE_PLAN_REGION_TOPIC_NEXT_SPLIT: when HBase will split a region
 *
 * What a recommendation is about. The numbers are never changed or reused.
 */
typedef enum {
  HBASE_PLAN_REGION_TOPIC_REGIONS = 0,
  HBASE_PLAN_REGION_TOPIC_MEMORY = 1,
  HBASE_PLAN_REGION_TOPIC_REGION_SIZE = 2,
  HBASE_PLAN_REGION_TOPIC_SPLIT_POLICY = 3,
  HBASE_PLAN_REGION_TOPIC_SALTS = 4,
  HBASE_PLAN_REGION_TOPIC_SPLITS = 5,
  HBASE_PLAN_REGION_TOPIC_SPLIT_REGION = 6,
  HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS = 7,
  HBASE_PLAN_REGION_TOPIC_NEXT_SPLIT = 8,
} HBasePlanRegionTopic;

#define HBASE_PLAN_TYPE_REGION_TOPIC (hbase_plan_region_topic_get_type ())
HBASE_AVAILABLE_IN_0_1
GType hbase_plan_region_topic_get_type (void);

#define HBASE_PLAN_TYPE_REGION_RECOMMENDATION (hbase_plan_region_recommendation_get_type ())
typedef struct _HBasePlanRegionRecommendation HBasePlanRegionRecommendation;

HBASE_AVAILABLE_IN_0_1
GType hbase_plan_region_recommendation_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBasePlanRegionRecommendation *
hbase_plan_region_recommendation_ref (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
void hbase_plan_region_recommendation_unref (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
HBasePlanRegionTopic
hbase_plan_region_recommendation_get_topic (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_plan_region_recommendation_is_change (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_region_recommendation_get_advice (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
const char *hbase_plan_region_recommendation_get_basis (HBasePlanRegionRecommendation *recommendation);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_plan_region_recommendation_get_keys (HBasePlanRegionRecommendation *recommendation);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePlanRegionRecommendation, hbase_plan_region_recommendation_unref)

G_END_DECLS
