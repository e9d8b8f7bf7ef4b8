/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-advice-private.h"
#include "hbase-plan-region-recommendation-private.h"
#include "hbase-plan-report-text-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanRegionAdvice, a boxed type, and its forms: text and JSON. */

/**
 * HBasePlanRegionAdvice:
 *
 * The recommendations of [class@HBasePlan.RegionAdvisor] for the regions of a table.
 *
 * It is immutable and may be used from any thread.
 */

static void
free_advice (HBasePlanRegionAdvice *advice)
{
  g_ptr_array_unref (advice->splits);
  g_ptr_array_unref (advice->list);
  g_free (advice);
}

HBASE_DEFINE_REF_COUNTED (HBasePlanRegionAdvice, hbase_plan_region_advice, free_advice)

HBasePlanRegionAdvice *
hbase_plan_region_advice_new (void)
{
  HBasePlanRegionAdvice *advice = g_new0 (HBasePlanRegionAdvice, 1);

  g_atomic_ref_count_init (&advice->ref_count);
  advice->splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  advice->list = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_region_recommendation_unref);
  return advice;
}

/**
 * hbase_plan_region_advice_ref: (skip)
 * @advice: advice
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @advice
 */

/**
 * hbase_plan_region_advice_unref: (skip)
 * @advice: (transfer full): advice
 *
 * Releases a reference; the last one frees the advice.
 */

/**
 * hbase_plan_region_advice_has_changes:
 * @advice: advice
 *
 * Returns whether something should be done or changed.
 *
 * Returns: %FALSE if everything can be left as it is
 */
gboolean
hbase_plan_region_advice_has_changes (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, FALSE);

  for (guint i = 0; i < advice->list->len; i++)
    if (hbase_plan_region_recommendation_is_change (advice->list->pdata[i]))
      return TRUE;
  return FALSE;
}

/**
 * hbase_plan_region_advice_get_n_regions:
 * @advice: advice
 *
 * Returns the number of regions that the table should have.
 *
 * Returns: the number of regions
 */
guint
hbase_plan_region_advice_get_n_regions (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, 0);

  return advice->n_regions;
}

/**
 * hbase_plan_region_advice_get_n_salts:
 * @advice: advice
 *
 * Returns the number of salts that the keys should have.
 *
 * Returns: the number of salts; 0 if the keys need none, or if their schema has more than 4,096 already
 */
guint
hbase_plan_region_advice_get_n_salts (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, 0);

  return advice->n_salts;
}

/**
 * hbase_plan_region_advice_get_region_size:
 * @advice: advice
 *
 * Returns the size at which HBase should split a region, a table descriptor's `MAX_FILESIZE`.
 *
 * Returns: the size in bytes
 */
guint64
hbase_plan_region_advice_get_region_size (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, 0);

  return advice->region_size;
}

/**
 * hbase_plan_region_advice_get_splits:
 * @advice: advice
 *
 * Returns the keys at which a new table should be split, or those that an existing table should have in the
 * end: its own, and the recommended ones.
 *
 * Returns: (transfer container) (element-type GBytes): the keys, in ascending order
 */
GPtrArray *
hbase_plan_region_advice_get_splits (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, NULL);

  return g_ptr_array_ref (advice->splits);
}

/**
 * hbase_plan_region_advice_list:
 * @advice: advice
 *
 * Returns the recommendations in the order of their topics, those to leave something as it is included.
 *
 * Returns: (transfer container) (element-type HBasePlanRegionRecommendation): the recommendations
 */
GPtrArray *
hbase_plan_region_advice_list (HBasePlanRegionAdvice *advice)
{
  g_return_val_if_fail (advice != NULL, NULL);

  return g_ptr_array_ref (advice->list);
}

/* ---- text and JSON ---- */

static void
append_target (GString *text, HBasePlanRegionAdvice *advice)
{
  g_string_append (text, "advice for ");
  if (advice->rate > 0)
    hbase_plan_report_append_decimal (text, "%.6g", advice->rate);
  g_string_append (text, advice->rate > 0 ? " rows/s of " : "rows of ");
  hbase_plan_report_append_bytes (text, advice->row_size);
  if (advice->bytes > 0)
    g_string_append (text, ", ");
  if (advice->bytes > 0)
    hbase_plan_report_append_bytes (text, advice->bytes);
  g_string_append_printf (text, " on %u %s:\n", advice->n_servers,
                          advice->n_servers == 1 ? "server" : "servers");
}

/**
 * hbase_plan_region_advice_to_text:
 * @advice: advice
 *
 * Formats the advice for people: the target, then each recommendation on two lines. The first begins with
 * `*` if something should be done, and with `-` otherwise. Up to 20 keys follow, one on each line.
 *
 * Returns: (transfer full): lines of text
 */
char *
hbase_plan_region_advice_to_text (HBasePlanRegionAdvice *advice)
{
  GString *text;

  g_return_val_if_fail (advice != NULL, NULL);

  text = g_string_new (NULL);
  append_target (text, advice);
  if (!hbase_plan_region_advice_has_changes (advice))
    g_string_append (text, "leave the table as it is\n");
  for (guint i = 0; i < advice->list->len; i++)
    hbase_plan_region_recommendation_append_text (advice->list->pdata[i], text);
  return g_string_free (text, FALSE);
}

static void
append_splits (GString *json, GPtrArray *splits)
{
  for (guint i = 0; i < splits->len; i++)
    {
      g_autofree char *key = hbase_plan_report_describe_key (splits->pdata[i]);

      g_string_append (json, i > 0 ? "," : "");
      hbase_plan_report_append_string (json, key);
    }
}

/**
 * hbase_plan_region_advice_to_json:
 * @advice: advice
 *
 * Formats the advice as a JSON object on one line: `rate`, `bytes`, `row_size` and `servers` are the target,
 * with 0 for what isn't known; `change`, `regions`, `salts`, `region_size`, and `splits` in printable
 * escapes; and `recommendations`, an array of objects with `topic`, `change`, `advice`, `basis` and `keys`.
 *
 * Returns: (transfer full): the object, without a line feed
 */
char *
hbase_plan_region_advice_to_json (HBasePlanRegionAdvice *advice)
{
  GString *json;

  g_return_val_if_fail (advice != NULL, NULL);

  json = g_string_new ("{\"rate\":");
  hbase_plan_report_append_decimal (json, "%.15g", advice->rate);
  g_string_append (json, ",\"bytes\":");
  hbase_plan_report_append_decimal (json, "%.0f", advice->bytes);
  g_string_append (json, ",\"row_size\":");
  hbase_plan_report_append_decimal (json, "%.15g", advice->row_size);
  g_string_append_printf (
      json, ",\"servers\":%u,\"change\":%s,\"regions\":%u,\"salts\":%u,\"region_size\":", advice->n_servers,
      hbase_plan_region_advice_has_changes (advice) ? "true" : "false", advice->n_regions, advice->n_salts);
  g_string_append_printf (json, "%" G_GUINT64_FORMAT ",\"splits\":[", advice->region_size);
  append_splits (json, advice->splits);
  g_string_append (json, "],\"recommendations\":[");
  for (guint i = 0; i < advice->list->len; i++)
    {
      g_string_append (json, i > 0 ? "," : "");
      hbase_plan_region_recommendation_append_json (advice->list->pdata[i], json);
    }
  g_string_append (json, "]}");
  return g_string_free (json, FALSE);
}
