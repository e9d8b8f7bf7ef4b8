/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-decision-private.h"

#include "hbase-plan-sampled-keys-private.h"

/* This file decides how many regions and salts are recommended, and where to split. It does so from the plan,
 * the load of the simulation's regions, and the sampled keys. */

#define MAX_SALTS 256

/* Whether too many regions of a new table won't get rows any more: the keys ascend within a prefix. */
static gboolean
are_too_idle (guint n_idle, guint n_regions)
{
  return n_idle > n_regions / 4;
}

gboolean
hbase_plan_region_decision_keeps_regions (const HBasePlanRegionDecision *decision)
{
  const HBasePlanTableLoad *load = &decision->load;

  return load->is_fit
         && (decision->exists || (load->n_dead == 0 && !are_too_idle (load->n_idle, load->n_regions)));
}

/* The first byte of salted keys (`salt:phoenix(N)`) is less than the number of salts. */
static void
add_salt_splits (GPtrArray *splits, guint n_salts)
{
  for (guint i = 1; i < n_salts; i++)
    {
      guint8 salt = (guint8) i;

      g_ptr_array_add (splits, g_bytes_new (&salt, 1));
    }
}

static void
count_salts (HBasePlanRegionDecision *decision, HBaseKeySchema *schema)
{
  g_autoptr (GPtrArray) prefixes = NULL;

  if (schema == NULL || !hbase_key_schema_has_salt (schema))
    return;
  prefixes = hbase_key_schema_list_salted_prefixes (schema, g_variant_new_tuple (NULL, 0), NULL);
  decision->has_many_salts = prefixes == NULL;
  decision->n_salts = prefixes != NULL && prefixes->len > 1 ? prefixes->len : 0;
}

/* The number of salts if those of the schema don't divide the writes. */
static guint
count_needed_salts (const HBasePlanRegionDecision *decision)
{
  return decision->has_many_salts ? 0 : MAX (decision->n_salts, MIN (decision->plan.n_regions, MAX_SALTS));
}

/* Chooses splits of a new table by the sampled keys, and finds out whether they divide the writes. */
static void
choose_splits (HBasePlanRegionDecision *decision)
{
  guint n_keys = decision->load.keys->len, n = decision->plan.n_regions;
  guint n_tried = CLAMP (n_keys / HBASE_PLAN_KEYS_A_REGION, MIN (decision->plan.n_servers, n), n);

  decision->splits = hbase_plan_sampled_keys_choose_splits (decision->load.keys, n_tried);
  decision->is_hot = hbase_plan_table_load_is_hot (decision->load.keys, decision->splits,
                                                   decision->plan.n_servers, &decision->busiest);
  decision->n_tried = decision->splits->len + 1;
  decision->n_idle = hbase_plan_sampled_keys_count_idle (decision->load.keys, decision->splits);
  decision->is_hot |= are_too_idle (decision->n_idle, decision->n_tried);
  if (n_tried < n || n_keys < n * HBASE_PLAN_KEYS_A_REGION)
    g_ptr_array_set_size (decision->splits, 0);
}

static void
plan_new_table (HBasePlanRegionDecision *decision)
{
  choose_splits (decision);
  decision->advice->n_regions = decision->plan.n_regions;
  decision->advice->n_salts = decision->n_salts;
  if (!decision->is_hot)
    {
      g_ptr_array_extend (decision->advice->splits, decision->splits, (GCopyFunc) g_bytes_ref, NULL);
      if (decision->splits->len > 0)
        decision->advice->n_regions = decision->splits->len + 1;
      return;
    }
  decision->advice->n_salts = count_needed_salts (decision);
  if (decision->n_salts == 0 && !decision->has_many_salts && decision->plan.n_regions <= MAX_SALTS)
    add_salt_splits (decision->advice->splits, decision->advice->n_salts);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

static void
plan_existing_table (HBasePlanRegionDecision *decision)
{
  g_ptr_array_extend (decision->advice->splits, decision->load.splits, (GCopyFunc) g_bytes_ref, NULL);
  decision->advice->n_salts = decision->n_salts;
  decision->busiest = decision->load.busiest;
  for (guint i = 0; i < decision->load.n_regions; i++)
    {
      HBasePlanRegionLoad *region = &decision->load.regions[i];

      if (region->is_ascending)
        decision->advice->n_salts = count_needed_salts (decision);
      else
        g_ptr_array_extend (decision->advice->splits, region->splits, (GCopyFunc) g_bytes_ref, NULL);
    }
  g_ptr_array_sort (decision->advice->splits, compare_keys);
  decision->advice->n_regions = decision->advice->splits->len + 1;
}

static void
keep_regions (HBasePlanRegionDecision *decision)
{
  g_ptr_array_extend (decision->advice->splits, decision->load.splits, (GCopyFunc) g_bytes_ref, NULL);
  decision->splits = g_ptr_array_ref (decision->load.splits);
  decision->busiest = decision->load.busiest;
  decision->advice->n_regions = decision->load.n_regions;
  decision->advice->n_salts = decision->n_salts;
}

static void
begin_advice (HBasePlanRegionDecision *decision)
{
  HBasePlanRegionAdvice *advice = hbase_plan_region_advice_new ();

  advice->rate = decision->rate;
  advice->bytes = decision->plan.target;
  advice->row_size = decision->row_size;
  advice->n_servers = decision->plan.n_servers;
  advice->region_size = (guint64) decision->plan.region_size;
  decision->advice = advice;
}

void
hbase_plan_region_decision_make (HBasePlanRegionDecision *decision)
{
  HBasePlanSimulation *written = decision->written != NULL ? decision->written : decision->simulation;

  hbase_plan_region_plan_compute (&decision->plan);
  hbase_plan_table_load_init (&decision->load, &decision->plan, decision->simulation, written, decision->now);
  begin_advice (decision);
  count_salts (decision, decision->schema);
  if (hbase_plan_region_decision_keeps_regions (decision))
    keep_regions (decision);
  else if (decision->exists)
    plan_existing_table (decision);
  else
    plan_new_table (decision);
}

void
hbase_plan_region_decision_clear (HBasePlanRegionDecision *decision)
{
  hbase_plan_table_load_clear (&decision->load);
  g_clear_pointer (&decision->advice, hbase_plan_region_advice_unref);
  g_clear_pointer (&decision->splits, g_ptr_array_unref);
  g_clear_pointer (&decision->servers, g_free);
}
