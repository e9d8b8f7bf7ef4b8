/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements the regions of a list. */

#include "config.h"

#include "browser-region.h"
#include "browser-text.h"

struct _BrowserRegion {
  GObject parent_instance;
  HBaseRegion *region;
  double share;
  gboolean is_counted;
  guint64 n_rows;
};

G_DEFINE_FINAL_TYPE (BrowserRegion, browser_region, G_TYPE_OBJECT)

enum {
  PROP_RANGE = 1,
  PROP_SERVER,
  PROP_SHARE,
  PROP_PERCENTAGE,
  PROP_ROWS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static char *
dup_key (const guint8 *key, gsize length, const char *unbounded)
{
  return length > 0 ? hbase_bytes_to_escaped (key, length) : g_strdup (unbounded);
}

static char *
dup_range (HBaseRegion *region)
{
  gsize start_length, end_length;
  const guint8 *start = hbase_region_get_start_key (region, &start_length);
  const guint8 *end = hbase_region_get_end_key (region, &end_length);
  g_autofree char *from = dup_key (start, start_length, "first row");
  g_autofree char *to = dup_key (end, end_length, "last row");

  return g_strdup_printf ("%s … %s", from, to);
}

/* The embedded engine's regions have no port. */
static char *
dup_server (HBaseRegion *region)
{
  const char *host = hbase_region_get_host (region);

  return host != NULL && hbase_region_get_port (region) > 0
             ? g_strdup_printf ("%s:%u", host, hbase_region_get_port (region))
             : g_strdup ("");
}

static char *
dup_rows (BrowserRegion *region)
{
  return region->is_counted ? browser_text_of_count (region->n_rows, "row", "rows") : g_strdup ("");
}

static void
browser_region_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  BrowserRegion *region = BROWSER_REGION (object);

  if (id == PROP_RANGE)
    g_value_take_string (value, dup_range (region->region));
  else if (id == PROP_SERVER)
    g_value_take_string (value, dup_server (region->region));
  else if (id == PROP_SHARE)
    g_value_set_double (value, region->share);
  else if (id == PROP_ROWS)
    g_value_take_string (value, dup_rows (region));
  else
    g_value_take_string (value, g_strdup_printf ("%.1f %%", region->share * 100));
}

static void
browser_region_finalize (GObject *object)
{
  g_clear_pointer (&BROWSER_REGION (object)->region, hbase_region_unref);
  G_OBJECT_CLASS (browser_region_parent_class)->finalize (object);
}

static void
browser_region_class_init (BrowserRegionClass *class)
{
  const GParamFlags readable = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  G_OBJECT_CLASS (class)->get_property = browser_region_get_property;
  G_OBJECT_CLASS (class)->finalize = browser_region_finalize;
  properties[PROP_RANGE] = g_param_spec_string ("range", NULL, NULL, NULL, readable);
  properties[PROP_SERVER] = g_param_spec_string ("server", NULL, NULL, NULL, readable);
  properties[PROP_SHARE] = g_param_spec_double ("share", NULL, NULL, 0, 1, 0, readable);
  properties[PROP_PERCENTAGE] = g_param_spec_string ("percentage", NULL, NULL, NULL, readable);
  properties[PROP_ROWS] = g_param_spec_string ("rows", NULL, NULL, NULL, readable);
  g_object_class_install_properties (G_OBJECT_CLASS (class), N_PROPERTIES, properties);
}

static void
browser_region_init (BrowserRegion *region)
{
}

BrowserRegion *
browser_region_new (HBaseRegion *from, double share)
{
  BrowserRegion *region = g_object_new (BROWSER_TYPE_REGION, NULL);

  region->region = hbase_region_ref (from);
  region->share = share;
  return region;
}

/* ---- rows ---- */

gboolean
browser_region_ends_after (BrowserRegion *region, HBaseRow *row)
{
  gsize end_length, length;
  const guint8 *end = hbase_region_get_end_key (region->region, &end_length);
  const guint8 *key = hbase_row_get_stored_key (row, &length);
  int order = memcmp (key, end, MIN (length, end_length));

  return end_length == 0 || order < 0 || (order == 0 && length < end_length);
}

static void
set_rows (BrowserRegion *region, guint64 n_rows)
{
  region->is_counted = TRUE;
  region->n_rows = n_rows;
  g_object_notify_by_pspec (G_OBJECT (region), properties[PROP_ROWS]);
}

void
browser_region_reset_rows (BrowserRegion *region)
{
  set_rows (region, 0);
}

void
browser_region_add_rows (BrowserRegion *region, guint64 n_rows)
{
  set_rows (region, region->n_rows + n_rows);
}
