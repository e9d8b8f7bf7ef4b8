/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-recommendation-private.h"
#include "hbase-plan-report-text-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanRegionRecommendation, a boxed type, and its enumeration. */

/* Keys that the text lists; the JSON lists all. */
#define MAX_LISTED 20

G_DEFINE_ENUM_TYPE (HBasePlanRegionTopic,
                    hbase_plan_region_topic,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_REGIONS, "regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_MEMORY, "memory"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_REGION_SIZE, "region-size"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_SPLIT_POLICY, "split-policy"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_SALTS, "salts"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_SPLITS, "splits"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, "split-region"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS, "empty-regions"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_TOPIC_NEXT_SPLIT, "next-split"))

/**
 * HBasePlanRegionRecommendation:
 *
 * What [class@HBasePlan.RegionAdvisor] recommends on one topic: to change something, or to leave it, and the
 * figures and settings on which that rests.
 *
 * It is immutable and may be used from any thread.
 */
struct _HBasePlanRegionRecommendation {
  gatomicrefcount ref_count;
  HBasePlanRegionTopic topic;
  gboolean is_change;
  char *advice, *basis;
  GPtrArray *keys; /* of GBytes */
};

static void
free_recommendation (HBasePlanRegionRecommendation *recommendation)
{
  g_free (recommendation->advice);
  g_free (recommendation->basis);
  g_ptr_array_unref (recommendation->keys);
  g_free (recommendation);
}

HBASE_DEFINE_REF_COUNTED (HBasePlanRegionRecommendation,
                          hbase_plan_region_recommendation,
                          free_recommendation)

HBasePlanRegionRecommendation *
hbase_plan_region_recommendation_new (
    HBasePlanRegionTopic topic, gboolean is_change, char *advice, char *basis, GPtrArray *keys)
{
  HBasePlanRegionRecommendation *recommendation = g_new (HBasePlanRegionRecommendation, 1);

  g_atomic_ref_count_init (&recommendation->ref_count);
  recommendation->topic = topic;
  recommendation->is_change = is_change;
  recommendation->advice = advice;
  recommendation->basis = basis;
  recommendation->keys = keys != NULL ? g_ptr_array_ref (keys) : g_ptr_array_new ();
  return recommendation;
}

/**
 * hbase_plan_region_recommendation_ref: (skip)
 * @recommendation: a recommendation
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @recommendation
 */

/**
 * hbase_plan_region_recommendation_unref: (skip)
 * @recommendation: (transfer full): a recommendation
 *
 * Releases a reference; the last one frees the recommendation.
 */

/**
 * hbase_plan_region_recommendation_get_topic:
 * @recommendation: a recommendation
 *
 * Returns what the recommendation is about.
 *
 * Returns: the topic
 */
HBasePlanRegionTopic
hbase_plan_region_recommendation_get_topic (HBasePlanRegionRecommendation *recommendation)
{
  g_return_val_if_fail (recommendation != NULL, HBASE_PLAN_REGION_TOPIC_REGIONS);

  return recommendation->topic;
}

/**
 * hbase_plan_region_recommendation_is_change:
 * @recommendation: a recommendation
 *
 * Returns whether something should be done or changed. Otherwise the advice is to leave it, or a forecast.
 *
 * Returns: %TRUE if something should be done
 */
gboolean
hbase_plan_region_recommendation_is_change (HBasePlanRegionRecommendation *recommendation)
{
  g_return_val_if_fail (recommendation != NULL, FALSE);

  return recommendation->is_change;
}

/**
 * hbase_plan_region_recommendation_get_advice:
 * @recommendation: a recommendation
 *
 * Returns what should be done, in English.
 *
 * Returns: (transfer none): a clause without a full stop: `create the table with 10 regions`
 */
const char *
hbase_plan_region_recommendation_get_advice (HBasePlanRegionRecommendation *recommendation)
{
  g_return_val_if_fail (recommendation != NULL, NULL);

  return recommendation->advice;
}

/**
 * hbase_plan_region_recommendation_get_basis:
 * @recommendation: a recommendation
 *
 * Returns the figures on which the advice rests, with the names of HBase's settings, in English.
 *
 * Returns: (transfer none): clauses with `; ` between them
 */
const char *
hbase_plan_region_recommendation_get_basis (HBasePlanRegionRecommendation *recommendation)
{
  g_return_val_if_fail (recommendation != NULL, NULL);

  return recommendation->basis;
}

/**
 * hbase_plan_region_recommendation_get_keys:
 * @recommendation: a recommendation
 *
 * Returns the keys at which the table or the region should be split, in ascending order; with
 * %HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS the first keys of the regions without rows.
 *
 * Returns: (transfer container) (element-type GBytes): the keys; empty if the advice has none
 */
GPtrArray *
hbase_plan_region_recommendation_get_keys (HBasePlanRegionRecommendation *recommendation)
{
  g_return_val_if_fail (recommendation != NULL, NULL);

  return g_ptr_array_ref (recommendation->keys);
}

/* ---- text and JSON ---- */

static const char *
get_topic_name (HBasePlanRegionRecommendation *recommendation)
{
  g_autoptr (GEnumClass) class = g_type_class_ref (HBASE_PLAN_TYPE_REGION_TOPIC);

  return g_enum_get_value (class, (int) recommendation->topic)->value_nick;
}

void
hbase_plan_region_recommendation_append_text (HBasePlanRegionRecommendation *recommendation, GString *text)
{
  GPtrArray *keys = recommendation->keys;

  g_string_append_printf (text, "%s %s: %s\n    because: %s\n", recommendation->is_change ? "*" : "-",
                          get_topic_name (recommendation), recommendation->advice, recommendation->basis);
  for (guint i = 0; i < MIN (keys->len, MAX_LISTED); i++)
    {
      g_autofree char *key = hbase_plan_report_describe_key (keys->pdata[i]);

      g_string_append_printf (text, "    %s\n", key);
    }
  if (keys->len > MAX_LISTED)
    g_string_append_printf (text, "    … and %u more\n", keys->len - MAX_LISTED);
}

void
hbase_plan_region_recommendation_append_json (HBasePlanRegionRecommendation *recommendation, GString *json)
{
  g_string_append_printf (json,
                          "{\"topic\":\"%s\",\"change\":%s,\"advice\":", get_topic_name (recommendation),
                          recommendation->is_change ? "true" : "false");
  hbase_plan_report_append_string (json, recommendation->advice);
  g_string_append (json, ",\"basis\":");
  hbase_plan_report_append_string (json, recommendation->basis);
  g_string_append (json, ",\"keys\":[");
  for (guint i = 0; i < recommendation->keys->len; i++)
    {
      g_autofree char *key = hbase_plan_report_describe_key (recommendation->keys->pdata[i]);

      g_string_append (json, i > 0 ? "," : "");
      hbase_plan_report_append_string (json, key);
    }
  g_string_append (json, "]}");
}
