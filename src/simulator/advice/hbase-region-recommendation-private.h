/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-region-recommendation.h"

/* Takes over `advice` and `basis`, and adds a reference to `keys`, which is NULL for no keys. */
HBaseRegionRecommendation *hbase_region_recommendation_new (
    HBaseRegionTopic topic, gboolean is_change, char *advice, char *basis, GPtrArray *keys);
/* Appends the recommendation as lines of text, and as an object of JSON. */
void hbase_region_recommendation_append_text (HBaseRegionRecommendation *recommendation, GString *text);
void hbase_region_recommendation_append_json (HBaseRegionRecommendation *recommendation, GString *json);
