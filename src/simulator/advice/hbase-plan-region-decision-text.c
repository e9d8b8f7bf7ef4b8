/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "hbase-plan-region-decision-private.h"
#include "hbase-plan-region-recommendation-private.h"
#include "hbase-plan-report-text-private.h"
#include "hbase-plan-sampled-keys-private.h"

/* This file describes decisions as recommendations: what to do, and the figures on which that rests. */

static char *
show_percent (double share)
{
  return hbase_plan_report_show_decimal ("%.1f", 100 * share);
}

static char *
show_count (guint n, const char *noun)
{
  return g_strdup_printf ("%u %s%s", n, noun, n == 1 ? "" : "s");
}

/* Adds a recommendation, and takes over the texts. */
static void
recommend (HBasePlanRegionDecision *decision,
           HBasePlanRegionTopic topic,
           gboolean is_change,
           char *advice,
           char *basis,
           GPtrArray *keys)
{
  g_ptr_array_add (decision->advice->list,
                   hbase_plan_region_recommendation_new (topic, is_change, advice, basis, keys));
}

/* ---- regions ---- */

static void
append_rate (const HBasePlanRegionDecision *decision, GString *basis)
{
  double rate = decision->rate;
  g_autofree char *rows = hbase_plan_report_show_decimal ("%.6g", rate / decision->plan.n_servers);
  g_autofree char *bytes
      = hbase_plan_report_show_bytes (rate * decision->row_size / decision->plan.n_servers);

  if (rate > 0)
    g_string_append_printf (basis, "; each server gets %s rows/s, %s/s", rows, bytes);
}

static void
append_largest (const HBasePlanRegionDecision *decision, GString *basis)
{
  double largest = 0;
  g_autofree char *text = NULL, *limit = hbase_plan_report_show_bytes (decision->load.limit);

  for (guint i = 0; i < decision->load.n_regions; i++)
    largest = fmax (largest, decision->load.regions[i].target);
  text = hbase_plan_report_show_bytes (largest);
  if (largest > 0)
    g_string_append_printf (basis, "the largest region gets %s, and a region should have at most %s", text,
                            limit);
  else
    g_string_append_printf (basis, "there is at least one for each of %s", decision->servers);
}

static void
append_limit (const HBasePlanRegionDecision *decision, GString *basis)
{
  g_autofree char *size = hbase_plan_report_show_bytes (decision->plan.region_size);
  g_autofree char *jitter
      = hbase_plan_report_show_decimal ("%.3g", decision->plan.values->max_file_size_jitter);
  g_autofree char *least
      = hbase_plan_report_show_bytes (hbase_plan_region_plan_get_least_size (&decision->plan));

  g_string_append_printf (
      basis, "%s, which is MAX_FILESIZE (hbase.hregion.max.filesize) %s less half of its jitter %s", least,
      size, jitter);
}

static const char *
get_policy_name (const HBasePlanRegionDecision *decision)
{
  static const char *const names[] = {
    [HBASE_PLAN_SPLIT_POLICY_DISABLED] = "DisabledRegionSplitPolicy",
    [HBASE_PLAN_SPLIT_POLICY_CONSTANT_SIZE] = "ConstantSizeRegionSplitPolicy",
    [HBASE_PLAN_SPLIT_POLICY_INCREASING] = "IncreasingToUpperBoundRegionSplitPolicy",
    [HBASE_PLAN_SPLIT_POLICY_STEPPING] = "SteppingSplitPolicy",
  };

  return decision->plan.values->split_enabled ? names[decision->plan.values->split_policy]
                                              : "SPLIT_ENABLED => false";
}

static void
append_size (const HBasePlanRegionDecision *decision, GString *basis)
{
  g_autofree char *target = hbase_plan_report_show_bytes (decision->plan.target);
  g_autofree char *n = hbase_plan_report_show_decimal (
      "%.1f", decision->plan.target
                  / (HBASE_PLAN_REGION_PLAN_FILL * hbase_plan_region_plan_get_least_size (&decision->plan)));

  g_string_append_printf (basis, "%s fill %s regions to 80 %% of ", target, n);
  append_limit (decision, basis);
}

/* How the number of regions follows from the size and the split policy. */
static void
append_number (const HBasePlanRegionDecision *decision, GString *basis)
{
  const HBasePlanRegionPlan *plan = &decision->plan;
  double size = hbase_plan_region_plan_get_split_size (plan, plan->n_for_size);
  g_autofree char *split = hbase_plan_report_show_bytes (size);

  if (plan->target > 0)
    append_size (decision, basis);
  else
    g_string_append (basis, "the size that the table will have isn't known");
  if (!plan->needs_policy && plan->n_regions > plan->n_for_size)
    g_string_append_printf (basis,
                            "; with %u on each server %s would split them at %s already, computed from "
                            "hbase.hregion.memstore.flush.size",
                            plan->n_for_size / plan->n_servers, get_policy_name (decision), split);
  g_string_append_printf (basis, "; a multiple of %s", decision->servers);
}

static char *
describe_number (const HBasePlanRegionDecision *decision)
{
  guint n = decision->advice->n_regions;
  g_autofree char *regions = show_count (n, "region");

  if (hbase_plan_region_decision_keeps_regions (decision)
      || (decision->exists && n == decision->load.n_regions))
    return g_strdup_printf ("leave the %s", regions);
  if (decision->exists)
    return g_strdup_printf ("split regions as below, so that there are %u instead of %u", n,
                            decision->load.n_regions);
  return g_strdup_printf ("create the table with %s, %u on each server", regions,
                          n / decision->plan.n_servers);
}

static void
advise_on_regions (HBasePlanRegionDecision *decision)
{
  GString *basis = g_string_new (NULL);

  if (hbase_plan_region_decision_keeps_regions (decision) || decision->exists)
    append_largest (decision, basis);
  else
    append_number (decision, basis);
  append_rate (decision, basis);
  recommend (decision, HBASE_PLAN_REGION_TOPIC_REGIONS,
             !hbase_plan_region_decision_keeps_regions (decision)
                 && decision->advice->n_regions != decision->load.n_regions,
             describe_number (decision), g_string_free (basis, FALSE), NULL);
}

static char *
describe_memory (const HBasePlanRegionDecision *decision)
{
  const HBasePlanRegionPlan *plan = &decision->plan;
  g_autofree char *heap = hbase_plan_report_show_bytes (plan->heap_size);
  g_autofree char *memory = hbase_plan_report_show_bytes (plan->memory);
  g_autofree char *size = hbase_plan_report_show_decimal ("%.3g", plan->values->global_memstore_size);
  g_autofree char *lower = hbase_plan_report_show_decimal ("%.3g", plan->values->global_memstore_lower_limit);
  g_autofree char *flush = hbase_plan_report_show_bytes ((double) plan->values->flush_size);
  g_autofree char *regions = show_count (plan->n_memstores, "region");

  return g_strdup_printf (
      "a heap of %s × hbase.regionserver.global.memstore.size %s × its lower.limit %s = %s, "
      "enough for %s with %u × hbase.hregion.memstore.flush.size %s",
      heap, size, lower, memory, regions, plan->n_families, flush);
}

static void
advise_on_memory (HBasePlanRegionDecision *decision)
{
  const HBasePlanRegionPlan *plan = &decision->plan;
  guint n_on_server = (decision->advice->n_regions - 1) / plan->n_servers + 1;
  guint n_servers = (decision->advice->n_regions - 1) / plan->n_memstores + 1;
  g_autofree char *heap = hbase_plan_report_show_bytes (
      plan->heap_size / plan->memory * n_on_server * (double) plan->values->flush_size * plan->n_families);
  g_autofree char *regions = show_count (n_on_server, "region");
  gboolean is_enough = n_on_server <= plan->n_memstores;

  recommend (decision, HBASE_PLAN_REGION_TOPIC_MEMORY, !is_enough,
             is_enough
                 ? g_strdup_printf ("a server has memory for the memstores of %s", regions)
                 : g_strdup_printf ("use %u servers, or a heap of %s; otherwise the memstores of %s on a "
                                    "server are flushed before they are full",
                                    n_servers, heap, regions),
             describe_memory (decision), NULL);
}

static void
advise_on_region_size (HBasePlanRegionDecision *decision)
{
  const HBasePlanRegionPlan *plan = &decision->plan;
  double configured = (double) plan->values->max_file_size;
  gboolean is_change = plan->region_size > configured;
  guint n_memstores = plan->n_servers * plan->n_memstores;
  g_autofree char *size = hbase_plan_report_show_bytes (plan->region_size);
  g_autofree char *old = hbase_plan_report_show_bytes (configured);
  g_autofree char *n = hbase_plan_report_show_decimal (
      "%.0f", ceil (plan->target / HBASE_PLAN_REGION_PLAN_FILL / configured));

  if (is_change)
    recommend (decision, HBASE_PLAN_REGION_TOPIC_REGION_SIZE, TRUE,
               g_strdup_printf ("set the table's MAX_FILESIZE to %.0f (%s)", plan->region_size, size),
               g_strdup_printf ("at %s there would be at least %s regions, and %s have memory for the "
                                "memstores of %u",
                                old, n, decision->servers, n_memstores),
               NULL);
  else
    recommend (decision, HBASE_PLAN_REGION_TOPIC_REGION_SIZE, FALSE,
               g_strdup_printf ("leave MAX_FILESIZE at %s", size),
               g_strdup_printf ("memory for memstores: for %u regions on %s; needed: for %u", n_memstores,
                                decision->servers, decision->advice->n_regions),
               NULL);
}

static gboolean
has_large_region (const HBasePlanRegionDecision *decision)
{
  for (guint i = 0; i < decision->load.n_regions; i++)
    if (decision->load.regions[i].is_too_large)
      return TRUE;
  return FALSE;
}

static void
advise_on_split_policy (HBasePlanRegionDecision *decision)
{
  double size = hbase_plan_region_plan_get_split_size (&decision->plan, decision->advice->n_regions);
  g_autofree char *text = hbase_plan_report_show_bytes (size);
  g_autofree char *regions = show_count (decision->advice->n_regions, "region");
  gboolean is_new = !decision->exists && !hbase_plan_region_decision_keeps_regions (decision);
  gboolean is_missing = isinf (size) && decision->exists && has_large_region (decision);
  char *advice;

  if (is_missing)
    advice = g_strdup ("let HBase split regions, or split those below by hand");
  else if (decision->plan.needs_policy && is_new)
    advice = g_strdup ("set the table's SPLIT_POLICY to ConstantSizeRegionSplitPolicy");
  else
    advice = g_strdup ("leave the split policy");
  recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLIT_POLICY,
             is_missing || (decision->plan.needs_policy && is_new), advice,
             isinf (size) ? g_strdup_printf ("%s: HBase splits no region", get_policy_name (decision))
                          : g_strdup_printf ("with %s on %s %s splits a region at %s", regions,
                                             decision->servers, get_policy_name (decision), text),
             NULL);
}

/* ---- salts and splits ---- */

static void
advise_on_salts (HBasePlanRegionDecision *decision)
{
  guint n = decision->advice->n_salts, n_servers = decision->plan.n_servers;
  g_autofree char *busiest = show_percent (decision->busiest), *even = show_percent (1.0 / n_servers);
  gboolean is_change = n > decision->n_salts;
  GString *basis = g_string_new (NULL);
  char *text;

  if (n_servers == 1)
    g_string_append (basis, "one server gets all writes, whatever the keys are");
  else
    g_string_append_printf (basis,
                            "with %s the busiest of %u servers gets %s %% of the writes, on average over "
                            "windows of a 16th of them; %s %% would be even",
                            hbase_plan_region_decision_keeps_regions (decision) || decision->exists
                                ? "these regions"
                                : "regions at the keys' quantiles",
                            n_servers, busiest, even);
  if (is_change && decision->n_idle > 0)
    g_string_append_printf (basis, "; %u of %u regions get none of the newest quarter", decision->n_idle,
                            decision->n_tried);
  if (is_change)
    g_string_append_printf (basis, "; one salt for each region; a scan over all salts needs %u ranges", n);
  if (!is_change)
    text = decision->has_many_salts ? g_strdup ("leave the salts of the key schema")
           : decision->n_salts == 0
               ? g_strdup ("the keys need no salt")
               : g_strdup_printf ("leave the %u salts of the key schema", decision->n_salts);
  else if (decision->n_salts == 0)
    text = g_strdup_printf ("begin the keys with one of %u salts, such as salt:phoenix(%u)%s", n, n,
                            decision->exists ? ", in a new table: splits don't help these keys" : "");
  else
    text = g_strdup_printf ("use %u salts instead of %u", n, decision->n_salts);
  recommend (decision, HBASE_PLAN_REGION_TOPIC_SALTS, is_change, text, g_string_free (basis, FALSE), NULL);
}

static char *
describe_splits (const HBasePlanRegionDecision *decision)
{
  g_autofree char *largest = show_percent (
      hbase_plan_sampled_keys_get_largest_share (decision->load.keys, decision->advice->splits));

  return g_strdup_printf ("quantiles of %u sampled keys, shortened; the largest region has %s %% of them",
                          decision->load.n_sampled, largest);
}

static void
advise_on_splits (HBasePlanRegionDecision *decision)
{
  guint n = decision->advice->n_regions, n_splits = decision->advice->splits->len;

  if (hbase_plan_region_decision_keeps_regions (decision))
    recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLITS, FALSE, g_strdup ("leave the splits"),
               g_strdup ("no region is too large, without puts, or written too much"),
               decision->advice->splits);
  else if (decision->is_hot && n_splits > 0)
    recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLITS, TRUE,
               g_strdup_printf ("split the table, with keys that begin with salt:phoenix(%u), at these keys",
                                decision->advice->n_salts),
               g_strdup ("the salt is the first byte of a key"), decision->advice->splits);
  else if (decision->is_hot)
    recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLITS, TRUE,
               g_strdup_printf ("split the table by the new salts (--splits=salt:%u)", n),
               g_strdup ("the salts are the first bytes of the keys"), NULL);
  else if (n_splits == 0 && n > 1)
    recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLITS, TRUE,
               g_strdup_printf ("split the table by a sample of at least %" G_GUINT64_FORMAT
                                " keys (--splits=sampled:%u)",
                                (guint64) HBASE_PLAN_KEYS_A_REGION * n, n),
               g_strdup_printf ("%u keys are known here, fewer than %d for each region",
                                decision->load.n_sampled, HBASE_PLAN_KEYS_A_REGION),
               NULL);
  else
    recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLITS, n > 1,
               n > 1 ? g_strdup_printf ("split the table at these %u keys", n_splits)
                     : g_strdup ("don't split the table"),
               describe_splits (decision), decision->advice->splits);
}

/* ---- existing tables ---- */

static char *
describe_region (const HBasePlanRegionDecision *decision, guint i)
{
  const HBasePlanRegionLoad *region = &decision->load.regions[i];
  g_autofree char *now = hbase_plan_report_show_bytes (region->now),
                  *target = hbase_plan_report_show_bytes (region->target);
  g_autofree char *limit = hbase_plan_report_show_bytes (decision->load.limit),
                  *share = show_percent (region->write_share);
  g_autofree char *even = show_percent (1.0 / decision->plan.n_servers);
  GString *basis = g_string_new (NULL);

  g_string_append_printf (basis, "it has %s", now);
  if (region->target > region->now)
    g_string_append_printf (basis, ", and will have %s when the table has its target size", target);
  if (region->is_too_large)
    g_string_append_printf (basis, "; a region should have at most %s", limit);
  if (region->is_hot)
    g_string_append_printf (basis, "; it gets %s %% of the newest writes, and %s %% are a server's share",
                            share, even);
  if (region->is_ascending)
    g_string_append (basis, "; they go to one key range at a time, which moves");
  return g_string_free (basis, FALSE);
}

static char *
show_region (const HBasePlanRegionDecision *decision, guint i)
{
  g_autofree char *start = hbase_plan_report_describe_key (decision->load.regions[i].start);

  return i == 0 ? g_strdup ("the first region") : g_strdup_printf ("region %u, from “%s”,", i + 1, start);
}

static void
advise_on_region (HBasePlanRegionDecision *decision, guint i)
{
  const HBasePlanRegionLoad *region = &decision->load.regions[i];
  g_autofree char *name = show_region (decision, i);
  gboolean is_change = !region->is_ascending && region->splits->len > 0;
  char *text;

  if (region->is_ascending)
    text = g_strdup_printf ("don't split %s as all new rows would go to one part", name);
  else if (region->splits->len == 0)
    text = g_strdup_printf ("split %s in %u when more keys are known", name, region->n_parts);
  else
    text = g_strdup_printf ("split %s in %u at these keys", name, region->splits->len + 1);
  recommend (decision, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, is_change, text, describe_region (decision, i),
             is_change ? region->splits : NULL);
}

static void
advise_on_each_region (HBasePlanRegionDecision *decision)
{
  for (guint i = 0; i < decision->load.n_regions; i++)
    if (decision->load.regions[i].n_parts > 1)
      advise_on_region (decision, i);
}

static void
advise_on_empty_regions (HBasePlanRegionDecision *decision)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  HBasePlanSimulation *simulation = decision->simulation;

  for (guint i = 0; i < decision->load.n_regions; i++)
    if (hbase_plan_simulation_get_region_puts (simulation, i) == 0)
      g_ptr_array_add (keys, g_bytes_ref (decision->load.regions[i].start));
  if (keys->len > 0)
    recommend (
        decision, HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS, TRUE,
        g_strdup ("merge the regions from these keys with their neighbours, unless rows are expected there"),
        g_strdup_printf ("%u of %u regions have no rows", keys->len, decision->load.n_regions), keys);
}

/* ---- the next split ---- */

/* The size of the table when HBase first splits one of its regions. */
static double
find_first_split (const HBasePlanRegionDecision *decision, double split_size, guint *number)
{
  double first = INFINITY;

  for (guint i = 0; i < decision->load.n_regions; i++)
    {
      const HBasePlanRegionLoad *region = &decision->load.regions[i];
      double size = decision->now + fmax (split_size - region->now, 0) / region->write_share;

      if (region->write_share <= 0 || size >= first)
        continue;
      first = size;
      *number = i;
    }
  return first;
}

/* The same for a table with the recommended splits. */
static double
compute_first_split (const HBasePlanRegionDecision *decision, double split_size)
{
  if (decision->is_hot || decision->splits->len == 0)
    return split_size * decision->advice->n_regions;
  return split_size / hbase_plan_sampled_keys_get_largest_share (decision->load.keys, decision->splits);
}

/* When the table has that size. */
static char *
show_time (const HBasePlanRegionDecision *decision, double size)
{
  double rate = decision->rate * decision->row_size;
  g_autofree char *table = hbase_plan_report_show_bytes (size), *after = NULL;

  if (size <= decision->now)
    return g_strdup ("at any time");
  if (rate <= 0)
    return g_strdup_printf ("when the table has %s", table);
  after = hbase_plan_report_show_duration ((size - decision->now) / rate);
  return g_strdup_printf ("when the table has %s, after %s", table, after);
}

static char *
describe_split_size (const HBasePlanRegionDecision *decision, guint n_regions, double split_size)
{
  g_autofree char *limit = hbase_plan_report_show_bytes (split_size);
  g_autofree char *now = hbase_plan_report_show_bytes (decision->now);
  g_autofree char *regions = show_count (n_regions, "region");

  return g_strdup_printf ("with %s on %s a region is split at %s%s%s", regions, decision->servers, limit,
                          decision->exists ? "; the table now has " : "", decision->exists ? now : "");
}

static void
advise_on_first_split (HBasePlanRegionDecision *decision)
{
  double split_size = hbase_plan_region_plan_get_split_size (&decision->plan, decision->advice->n_regions);
  g_autofree char *time = show_time (decision, compute_first_split (decision, split_size));

  if (!isinf (split_size))
    recommend (decision, HBASE_PLAN_REGION_TOPIC_NEXT_SPLIT, FALSE,
               g_strdup_printf ("HBase splits the first region %s", time),
               describe_split_size (decision, decision->advice->n_regions, split_size), NULL);
}

static void
advise_on_next_split (HBasePlanRegionDecision *decision)
{
  double split_size = hbase_plan_region_plan_get_split_size (&decision->plan, decision->load.n_regions);
  guint number = 0;
  double size = find_first_split (decision, split_size, &number);
  const HBasePlanRegionLoad *region = &decision->load.regions[number];
  g_autoptr (GPtrArray) own
      = hbase_plan_sampled_keys_find_in_region (decision->load.keys, region->start, region->end);
  g_autoptr (GPtrArray) splits = hbase_plan_sampled_keys_choose_splits (own, 2);
  g_autofree char *name = show_region (decision, number), *time = show_time (decision, size);

  if (!isinf (size))
    recommend (
        decision, HBASE_PLAN_REGION_TOPIC_NEXT_SPLIT, FALSE,
        g_strdup_printf ("HBase splits %s %s%s", name, time, splits->len > 0 ? ", at about this key" : ""),
        describe_split_size (decision, decision->load.n_regions, split_size), splits);
}

/* ---- all recommendations ---- */

void
hbase_plan_region_decision_describe (HBasePlanRegionDecision *decision)
{
  decision->servers = show_count (decision->plan.n_servers, "server");
  advise_on_regions (decision);
  advise_on_memory (decision);
  advise_on_region_size (decision);
  advise_on_split_policy (decision);
  advise_on_salts (decision);
  if (decision->exists)
    {
      advise_on_each_region (decision);
      advise_on_empty_regions (decision);
    }
  else
    advise_on_splits (decision);
  if (decision->exists || hbase_plan_region_decision_keeps_regions (decision))
    advise_on_next_split (decision);
  else
    advise_on_first_split (decision);
}
