/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-emulated-region-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements HBaseEmulatedRegion, a boxed type: a region as an emulation's report shows it. */

G_DEFINE_ENUM_TYPE (HBaseRegionFigure,
                    hbase_region_figure,
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_PARENT, "parent"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_SERVER, "server"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_BORN, "born"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_SPLIT, "split"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_ROWS, "rows"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_STORE_BYTES, "store-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_MEMSTORE_BYTES, "memstore-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_FILES, "files"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_FLUSHES, "flushes"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_COMPACTED_BYTES, "compacted-bytes"),
                    G_DEFINE_ENUM_VALUE (HBASE_REGION_FIGURE_STALLED, "stalled"))

static void
free_region (HBaseEmulatedRegion *region)
{
  g_bytes_unref (region->start);
  g_bytes_unref (region->end);
  g_free (region);
}

/**
 * HBaseEmulatedRegion:
 *
 * A region as [struct@HBase.EmulationReport] shows it: its keys, and what happened to it.
 *
 * It is immutable and may be used from any thread.
 *
 * Since: 0.1
 */
HBASE_DEFINE_REF_COUNTED (HBaseEmulatedRegion, hbase_emulated_region, free_region)

HBaseEmulatedRegion *
hbase_emulated_region_new (guint number, GBytes *start, GBytes *end)
{
  HBaseEmulatedRegion *region = g_new0 (HBaseEmulatedRegion, 1);

  g_atomic_ref_count_init (&region->ref_count);
  region->number = number;
  region->start = g_bytes_ref (start);
  region->end = g_bytes_ref (end);
  return region;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare ((*(HBaseEmulatedRegion *const *) a)->start,
                          (*(HBaseEmulatedRegion *const *) b)->start);
}

GPtrArray *
hbase_emulated_regions_find_live (GPtrArray *regions)
{
  GPtrArray *live = g_ptr_array_new ();

  for (guint i = 0; i < regions->len; i++)
    if (((HBaseEmulatedRegion *) regions->pdata[i])->figures[HBASE_REGION_FIGURE_SPLIT] < 0)
      g_ptr_array_add (live, regions->pdata[i]);
  g_ptr_array_sort (live, compare_starts);
  return live;
}

/**
 * hbase_emulated_region_ref: (skip)
 * @region: a region
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @region
 *
 * Since: 0.1
 */

/**
 * hbase_emulated_region_unref: (skip)
 * @region: (transfer full): a region
 *
 * Releases a reference; the last one frees the region.
 *
 * Since: 0.1
 */

/**
 * hbase_emulated_region_get_number:
 * @region: a region
 *
 * Returns the region's number. Regions are numbered from 1, in the order in which they are created.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
guint
hbase_emulated_region_get_number (HBaseEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, 0);

  return region->number;
}

/**
 * hbase_emulated_region_get_start_key:
 * @region: a region
 *
 * Returns the first key that can lie in the region; empty: it is the table's first region.
 *
 * Returns: (transfer full): the key
 *
 * Since: 0.1
 */
GBytes *
hbase_emulated_region_get_start_key (HBaseEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->start);
}

/**
 * hbase_emulated_region_get_end_key:
 * @region: a region
 *
 * Returns the key before which the region ends; empty: it is the table's last region.
 *
 * Returns: (transfer full): the key
 *
 * Since: 0.1
 */
GBytes *
hbase_emulated_region_get_end_key (HBaseEmulatedRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->end);
}

/**
 * hbase_emulated_region_get_figure:
 * @region: a region
 * @figure: what to return
 *
 * Returns a number that describes the region; its unit is in the description of @figure.
 *
 * Returns: the number
 *
 * Since: 0.1
 */
double
hbase_emulated_region_get_figure (HBaseEmulatedRegion *region, HBaseRegionFigure figure)
{
  g_return_val_if_fail (region != NULL, 0);
  g_return_val_if_fail ((guint) figure < HBASE_N_REGION_FIGURES, 0);

  return region->figures[figure];
}
