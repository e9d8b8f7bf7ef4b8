/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-ref-counted-private.h"
#include "hbase-region-private.h"

/* This file implements regions of tables. */

/**
 * HBaseRegion:
 *
 * A region of a table: the range of rows from its start key up to, but not including, its end key, and the
 * server that hosted it when the region was read. [method@HBase.Table.get_regions] returns the regions of a
 * table.
 *
 * Thrift2 gateways don't send a region's name and id. Regions are immutable and may be used by several
 * threads.
 */
struct _HBaseRegion {
  gatomicrefcount ref_count;
  GBytes *start;
  GBytes *end;
  char *host; /* NULL: unknown */
  guint port;
  gint64 start_code;
};

static void
free_region (HBaseRegion *region)
{
  g_bytes_unref (region->start);
  g_bytes_unref (region->end);
  g_free (region->host);
  g_free (region);
}

HBASE_DEFINE_REF_COUNTED (HBaseRegion, hbase_region, free_region)

/**
 * hbase_region_ref: (skip)
 * @region: a region
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @region
 */

/**
 * hbase_region_unref: (skip)
 * @region: (transfer full): a region
 *
 * Releases a reference; the last reference frees the region.
 */

/**
 * hbase_region_get_start_key:
 * @region: a region
 * @length: (out): its length in bytes
 *
 * Returns the least key that a row of the region can have. It is empty for the table's first region.
 *
 * Returns: (array length=length) (transfer none): the key
 */
const guint8 *
hbase_region_get_start_key (HBaseRegion *region, gsize *length)
{
  g_return_val_if_fail (region != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = g_bytes_get_size (region->start);
  return hbase_slice_bytes (hbase_slice_of_bytes (region->start));
}

/**
 * hbase_region_ref_start_key:
 * @region: a region
 *
 * Returns the same as [method@HBase.Region.get_start_key], as bytes with a reference.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_region_ref_start_key (HBaseRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->start);
}

/**
 * hbase_region_get_end_key:
 * @region: a region
 * @length: (out): its length in bytes
 *
 * Returns the key at which the region ends, exclusive: the next region's start key. It is empty for the
 * table's last region.
 *
 * Returns: (array length=length) (transfer none): the key
 */
const guint8 *
hbase_region_get_end_key (HBaseRegion *region, gsize *length)
{
  g_return_val_if_fail (region != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  *length = g_bytes_get_size (region->end);
  return hbase_slice_bytes (hbase_slice_of_bytes (region->end));
}

/**
 * hbase_region_ref_end_key:
 * @region: a region
 *
 * Returns the same as [method@HBase.Region.get_end_key], as bytes with a reference.
 *
 * Returns: (transfer full): the key
 */
GBytes *
hbase_region_ref_end_key (HBaseRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return g_bytes_ref (region->end);
}

/**
 * hbase_region_get_host:
 * @region: a region
 *
 * Returns the name of the region server that has the region; `localhost` in the embedded engine.
 *
 * Returns: (transfer none) (nullable): the host's name, or %NULL if the response has none
 */
const char *
hbase_region_get_host (HBaseRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return region->host;
}

/**
 * hbase_region_get_port:
 * @region: a region
 *
 * Returns the port of the region server that has the region.
 *
 * Returns: the port; 0 if it has none, as in the embedded engine
 */
guint
hbase_region_get_port (HBaseRegion *region)
{
  g_return_val_if_fail (region != NULL, 0);

  return region->port;
}

/**
 * hbase_region_dup_server_name:
 * @region: a region
 *
 * Returns the name by which HBase distinguishes the region's server from an earlier server at the same
 * address: its host, its port, and when it was started, in milliseconds since 1970.
 * [method@HBase.Admin.get_slow_log] takes such names.
 *
 * Returns: (transfer full) (nullable): `host,port,startcode`; %NULL if the gateway sent no server
 */
char *
hbase_region_dup_server_name (HBaseRegion *region)
{
  g_return_val_if_fail (region != NULL, NULL);

  return region->host != NULL
             ? g_strdup_printf ("%s,%u,%" G_GINT64_FORMAT, region->host, region->port, region->start_code)
             : NULL;
}

HBaseRegion *
hbase_region_new (HBaseSlice start, HBaseSlice end, const char *host, gint32 port, gint64 start_code)
{
  HBaseRegion *region = g_new0 (HBaseRegion, 1);

  g_atomic_ref_count_init (&region->ref_count);
  region->start = g_bytes_new (start.data, start.length);
  region->end = g_bytes_new (end.data, end.length);
  region->host = g_strdup (host);
  region->port = (guint) CLAMP (port, 0, G_MAXUINT16);
  region->start_code = start_code;
  return region;
}
