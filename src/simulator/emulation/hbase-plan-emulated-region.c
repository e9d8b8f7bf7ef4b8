/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulated-region-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBasePlanEmulatedRegion, a boxed type: a region as an emulation's report shows it. */

G_DEFINE_ENUM_TYPE (HBasePlanRegionFigure,
                    hbase_plan_region_figure,
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_PARENT, "parent"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_SERVER, "server"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_BORN, "born"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_SPLIT, "split"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_ROWS, "rows"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_STORE_BYTES, "store-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES, "memstore-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_FILES, "files"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_FLUSHES, "flushes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_COMPACTED_BYTES, "compacted-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_PLAN_REGION_FIGURE_STALLED, "stalled"))

static void
free_region (HBasePlanEmulatedRegion *region)
{
  g_bytes_unref (region->start);
  g_bytes_unref (region->end);
  g_free (region);
}

/**
 * HBasePlanEmulatedRegion:
 *
 * A region as [struct@HBasePlan.EmulationReport] shows it: its keys, and what happened to it.
 *
 * It is immutable and may be used from any thread.
 */
HBASE_DEFINE_REF_COUNTED (HBasePlanEmulatedRegion, hbase_plan_emulated_region, free_region)

HBasePlanEmulatedRegion *
hbase_plan_emulated_region_new (guint number, GBytes *start, GBytes *end)
{
  HBasePlanEmulatedRegion *region = g_new0 (HBasePlanEmulatedRegion, 1);

  g_atomic_ref_count_init (&region->ref_count);
  region->number = number;
  region->start = g_bytes_ref (start);
  region->end = g_bytes_ref (end);
  return region;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare ((*(HBasePlanEmulatedRegion *const *) a)->start,
                          (*(HBasePlanEmulatedRegion *const *) b)->start);
}

GPtrArray *
hbase_plan_emulated_regions_find_live (GPtrArray *regions)
{
  GPtrArray *live = g_ptr_array_new ();

  for (guint i = 0; i < regions->len; i++)
    if (((HBasePlanEmulatedRegion *) regions->pdata[i])->figures[HBASE_PLAN_REGION_FIGURE_SPLIT] < 0)
      g_ptr_array_add (live, regions->pdata[i]);
  g_ptr_array_sort (live, compare_starts);
  return live;
}

/**
 * hbase_plan_emulated_region_ref: (skip)
 * @region: a region
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @region
 */

/**
 * hbase_plan_emulated_region_unref: (skip)
 * @region: (transfer full): a region
 *
 * Releases a reference; the last one frees the region.
 */

/**
 * hbase_plan_emulated_region_get_number:
 * @region: a region
 *
 * Returns the region's number. Regions are numbered from 1, in the order in which they are created.
 *
 * Returns: the number
 */
guint
hbase_plan_emulated_region_get_number (HBasePlanEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, 0);

  return region->number;
}

/**
 * hbase_plan_emulated_region_get_start_key:
 * @region: a region
 *
 * Returns the first key that can lie in the region; empty: it is the table's first region.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_plan_emulated_region_get_start_key (HBasePlanEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->start);
}

/**
 * hbase_plan_emulated_region_get_end_key:
 * @region: a region
 *
 * Returns the key before which the region ends; empty: it is the table's last region.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_plan_emulated_region_get_end_key (HBasePlanEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->end);
}

/**
 * hbase_plan_emulated_region_get_figure:
 * @region: a region
 * @figure: what to return
 *
 * Returns a number that describes the region; its unit is in the description of @figure.
 *
 * Returns: the number
 */
double
hbase_plan_emulated_region_get_figure (HBasePlanEmulatedRegion *region, HBasePlanRegionFigure figure)
{
  g_return_val_if_fail (region != NULL, 0);
  g_return_val_if_fail ((guint) figure < HBASE_PLAN_N_REGION_FIGURES, 0);

  return region->figures[figure];
}
