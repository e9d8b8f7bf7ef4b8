/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "world-regions.h"

#include "hbase-scan-bounds-private.h"
#include "hbase-wire-tables.h"
#include "random-keys.h"

typedef struct {
  GBytes *key;
  gboolean is_new; /* the history has made it: such regions aren't merged again */
} Border;

/* From `from` on, and before `to`; NULL: no limit. */
typedef struct {
  GBytes *from, *to;
} Range;

typedef struct {
  gboolean reversed;
  GBytes *position;  /* the last row; NULL: none yet */
  GPtrArray *hidden; /* of Range */
} Scanner;

struct _WorldRegions {
  GArray *borders;      /* of Border, in order */
  GHashTable *scanners; /* id → Scanner */
};

static void
border_clear (gpointer data)
{
  g_bytes_unref (((Border *) data)->key);
}

static void
range_free (gpointer data)
{
  Range *range = data;

  g_clear_pointer (&range->from, g_bytes_unref);
  g_clear_pointer (&range->to, g_bytes_unref);
  g_free (range);
}

static void
scanner_free (gpointer data)
{
  Scanner *scanner = data;

  g_clear_pointer (&scanner->position, g_bytes_unref);
  g_ptr_array_unref (scanner->hidden);
  g_free (scanner);
}

static int
compare_borders (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (((const Border *) a)->key, ((const Border *) b)->key);
}

static void
add_border (WorldRegions *regions, GBytes *key, gboolean is_new)
{
  Border border = { g_bytes_ref (key), is_new };

  g_array_append_val (regions->borders, border);
  g_array_sort (regions->borders, compare_borders);
}

WorldRegions *
world_regions_new (const GPtrArray *splits)
{
  WorldRegions *regions = g_new0 (WorldRegions, 1);

  regions->borders = g_array_new (FALSE, FALSE, sizeof (Border));
  g_array_set_clear_func (regions->borders, border_clear);
  regions->scanners = g_hash_table_new_full (NULL, NULL, NULL, scanner_free);
  for (guint i = 0; splits != NULL && i < splits->len; i++)
    add_border (regions, splits->pdata[i], FALSE);
  return regions;
}

void
world_regions_free (WorldRegions *regions)
{
  g_array_unref (regions->borders);
  g_hash_table_unref (regions->scanners);
  g_free (regions);
}

/* Returns NULL before the first one and after the last one. */
static GBytes *
border_at (const WorldRegions *regions, guint i)
{
  return i < regions->borders->len ? g_array_index (regions->borders, Border, i).key : NULL;
}

/* ---- changes ---- */

static gboolean
is_in (GBytes *row, GBytes *from, GBytes *to)
{
  return (from == NULL || g_bytes_compare (row, from) >= 0) && (to == NULL || g_bytes_compare (row, to) < 0);
}

/* Hides the rows of the other one of two regions that are merged. */
static void
hide_range (Scanner *scanner, GBytes *from, GBytes *to)
{
  Range *range = g_new0 (Range, 1);

  range->from = from != NULL ? g_bytes_ref (from) : NULL;
  range->to = to != NULL ? g_bytes_ref (to) : NULL;
  g_ptr_array_add (scanner->hidden, range);
}

/* A reversed scan that ends with the region's first row has a stop below it, and may lose rows between the
 * two, whose keys end in many bytes FF. */
static void
hide_rows_below (Scanner *scanner, GBytes *from, GBytes *border)
{
  g_autoptr (GBytes) below = hbase_scan_key_below (hbase_slice_of_bytes (border));

  if (below != NULL)
    hide_range (scanner, from, below);
}

static void
merge_at (WorldRegions *regions, guint i)
{
  GBytes *begin = border_at (regions, i - 1), *border = border_at (regions, i),
         *end = border_at (regions, i + 1);
  GHashTableIter scanners;
  gpointer value;

  g_hash_table_iter_init (&scanners, regions->scanners);
  while (g_hash_table_iter_next (&scanners, NULL, &value))
    {
      Scanner *scanner = value;

      if (scanner->position == NULL)
        continue;
      if (!scanner->reversed && is_in (scanner->position, begin, border))
        hide_range (scanner, border, end);
      else if (scanner->reversed && is_in (scanner->position, border, end))
        hide_rows_below (scanner, begin, border);
    }
  g_array_remove_index (regions->borders, i);
}

static gboolean
has_border (const WorldRegions *regions, GBytes *key)
{
  for (guint i = 0; i < regions->borders->len; i++)
    if (g_bytes_equal (border_at (regions, i), key))
      return TRUE;
  return FALSE;
}

const char *
world_regions_change (WorldRegions *regions, GRand *rand)
{
  guint n = regions->borders->len, i = n > 0 ? (guint) g_rand_int_range (rand, 0, (gint32) n) : 0;
  g_autoptr (GBytes) key = random_short_key (rand, 1, 2);

  if (n > 0 && g_rand_boolean (rand) && !g_array_index (regions->borders, Border, i).is_new)
    {
      merge_at (regions, i);
      return "regions are merged";
    }
  if (!has_border (regions, key))
    add_border (regions, key, TRUE);
  return "a region is split";
}

/* ---- scanners ---- */

void
world_regions_open_scanner (WorldRegions *regions, gint32 id, gboolean reversed)
{
  Scanner *scanner = g_new0 (Scanner, 1);

  scanner->reversed = reversed;
  scanner->hidden = g_ptr_array_new_with_free_func (range_free);
  g_hash_table_replace (regions->scanners, GINT_TO_POINTER (id), scanner);
}

gboolean
world_regions_hide_row (WorldRegions *regions, gint32 id, HBaseSlice row)
{
  Scanner *scanner = g_hash_table_lookup (regions->scanners, GINT_TO_POINTER (id));

  g_clear_pointer (&scanner->position, g_bytes_unref);
  scanner->position = g_bytes_new (row.data, row.length);
  for (guint i = 0; i < scanner->hidden->len; i++)
    {
      const Range *range = scanner->hidden->pdata[i];

      if (is_in (scanner->position, range->from, range->to))
        return TRUE;
    }
  return FALSE;
}

/* ---- locations ---- */

static HBaseSlice
slice_of (GBytes *key)
{
  return key != NULL ? hbase_slice_of_bytes (key) : HBASE_SLICE_LITERAL ("");
}

static void
write_region (const WorldRegions *regions, HBaseWireWriter *writer, const char *table, guint i)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_SERVER_NAME);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("h"));
  hbase_wire_end_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_REGION_INFO);
  hbase_wire_write_i64 (writer, HBASE_T_H_REGION_INFO_REGION_ID, i);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_TABLE_NAME, hbase_slice_text (table));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_START_KEY, slice_of (border_at (regions, i - 1)));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_END_KEY, slice_of (border_at (regions, i)));
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

void
world_regions_write (const WorldRegions *regions, HBaseWireWriter *writer, const char *table)
{
  guint n = regions->borders->len + 1;

  hbase_wire_write_list (writer, 0, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    write_region (regions, writer, table, i);
}
