/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-plan-region-recommendation.h"

/* Takes over `advice` and `basis`, and adds a reference to `keys`, which is NULL for no keys. */
HBasePlanRegionRecommendation *hbase_plan_region_recommendation_new (
    HBasePlanRegionTopic topic, gboolean is_change, char *advice, char *basis, GPtrArray *keys);
/* Appends the recommendation as lines of text, and as an object of JSON. */
void hbase_plan_region_recommendation_append_text (HBasePlanRegionRecommendation *recommendation,
                                                   GString *text);
void hbase_plan_region_recommendation_append_json (HBasePlanRegionRecommendation *recommendation,
                                                   GString *json);
