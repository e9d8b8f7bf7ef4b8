/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-emulation-picture-private.h"

#include <math.h>

#include "hbase-bytes.h"
#include "hbase-emulated-region-private.h"

/* This file implements the picture of an emulation: time from left to right, keys from top to bottom. Each
 * region is a bar from its birth to its split, in the colour of its server; a line leads from it to each
 * daughter. */

#define WIDTH 1000.0
#define LEFT 20.0
#define RIGHT 200.0 /* for the keys */
#define TOP 40.0
#define MIN_ROW 3.0
#define MAX_ROW 18.0
#define MAX_LABELLED 60

typedef struct {
  GString *svg;
  GPtrArray *regions;
  GArray *heights; /* of double: the positions of the regions, by number */
  double end, row;
} Picture;

static HBaseEmulatedRegion *
get (const Picture *picture, guint i)
{
  return g_ptr_array_index (picture->regions, i);
}

static double *
height_of (const Picture *picture, guint number)
{
  return &g_array_index (picture->heights, double, number - 1);
}

/* Numbers have a point in every locale. */
static void
append_number (GString *svg, const char *before, double number, const char *after)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (svg, "%s%s%s", before, g_ascii_formatd (buffer, sizeof buffer, "%.1f", number),
                          after);
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare ((*(HBaseEmulatedRegion *const *) a)->start,
                          (*(HBaseEmulatedRegion *const *) b)->start);
}

/* The regions that were never split, sorted by key. */
static GPtrArray *
find_leaves (const Picture *picture)
{
  GPtrArray *leaves = g_ptr_array_new ();

  for (guint i = 0; i < picture->regions->len; i++)
    if (get (picture, i)->figures[HBASE_REGION_FIGURE_SPLIT] < 0)
      g_ptr_array_add (leaves, get (picture, i));
  g_ptr_array_sort (leaves, compare_starts);
  return leaves;
}

/* A region that was split is in the middle of its daughters, whose numbers are greater. */
static void
compute_heights (Picture *picture, GPtrArray *leaves)
{
  g_array_set_size (picture->heights, picture->regions->len);
  for (guint i = 0; i < leaves->len; i++)
    *height_of (picture, ((HBaseEmulatedRegion *) leaves->pdata[i])->number) = TOP + (i + 0.5) * picture->row;
  for (guint i = picture->regions->len; i-- > 0;)
    {
      HBaseEmulatedRegion *region = get (picture, i);
      guint parent = (guint) region->figures[HBASE_REGION_FIGURE_PARENT];

      if (parent > 0)
        *height_of (picture, parent) += *height_of (picture, region->number) / 2;
    }
}

static double
x_of (const Picture *picture, double time)
{
  return LEFT + (picture->end > 0 ? time / picture->end : 0) * (WIDTH - LEFT - RIGHT);
}

/* XML has no other control characters, and the text is in printable ASCII already. */
static char *
describe_key (GBytes *key)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (key, &length);
  g_autofree char *text = hbase_bytes_to_escaped (data, MIN (length, 24));

  return length == 0 ? g_strdup ("(first key)") : g_markup_escape_text (text, -1);
}

static void
draw_line_to_parent (const Picture *picture, const HBaseEmulatedRegion *region)
{
  guint parent = (guint) region->figures[HBASE_REGION_FIGURE_PARENT];
  double x = x_of (picture, region->figures[HBASE_REGION_FIGURE_BORN]);

  if (parent == 0)
    return;
  append_number (picture->svg, "<line x1=\"", x, "\"");
  append_number (picture->svg, " x2=\"", x, "\"");
  append_number (picture->svg, " y1=\"", *height_of (picture, parent), "\"");
  append_number (picture->svg, " y2=\"", *height_of (picture, region->number), "\" stroke=\"#999\"/>\n");
}

static void
draw_region (const Picture *picture, const HBaseEmulatedRegion *region)
{
  const double *figures = region->figures;
  double born = x_of (picture, figures[HBASE_REGION_FIGURE_BORN]);
  double end = x_of (picture, figures[HBASE_REGION_FIGURE_SPLIT] < 0 ? picture->end
                                                                     : figures[HBASE_REGION_FIGURE_SPLIT]);
  double thickness = fmin (picture->row * 0.7, 8);
  g_autofree char *key = describe_key (region->start);

  draw_line_to_parent (picture, region);
  append_number (picture->svg, "<rect x=\"", born, "\"");
  append_number (picture->svg, " y=\"", *height_of (picture, region->number) - thickness / 2, "\"");
  append_number (picture->svg, " width=\"", fmax (end - born, 0.5), "\"");
  append_number (picture->svg, " height=\"", thickness, "\"");
  g_string_append_printf (
      picture->svg,
      " fill=\"hsl(%d,60%%,50%%)\"><title>region %u, server %.0f: from %s; %.0f rows</title></rect>\n",
      (int) fmod (figures[HBASE_REGION_FIGURE_SERVER] * 137.5, 360), region->number,
      figures[HBASE_REGION_FIGURE_SERVER], key, figures[HBASE_REGION_FIGURE_ROWS]);
}

static void
draw_labels (const Picture *picture, GPtrArray *leaves)
{
  guint step = leaves->len / MAX_LABELLED + 1;

  for (guint i = 0; i < leaves->len; i += step)
    {
      HBaseEmulatedRegion *region = leaves->pdata[i];
      g_autofree char *key = describe_key (region->start);

      append_number (picture->svg, "<text x=\"", WIDTH - RIGHT + 6, "\"");
      append_number (picture->svg, " y=\"", *height_of (picture, region->number) + 3, "\">");
      g_string_append_printf (picture->svg, "%s</text>\n", key);
    }
}

static void
draw_frame (const Picture *picture, guint n_leaves)
{
  double height = TOP + n_leaves * picture->row + 20;

  append_number (picture->svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", WIDTH, "\"");
  append_number (picture->svg, " height=\"", height, "\" font-family=\"sans-serif\" font-size=\"9\">\n");
  g_string_append (picture->svg, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  append_number (picture->svg, "<text x=\"20\" y=\"20\" font-size=\"12\">Regions over ",
                 picture->end / 3600000, " hours");
  g_string_append_printf (picture->svg, ": %u at the end, %u in all; one colour for each server</text>\n",
                          n_leaves, picture->regions->len);
}

char *
hbase_emulation_picture_draw (GPtrArray *regions, double end)
{
  Picture picture = { .svg = g_string_new (NULL), .regions = regions, .end = end };
  g_autoptr (GPtrArray) leaves = find_leaves (&picture);

  picture.heights = g_array_new (FALSE, TRUE, sizeof (double));
  picture.row = CLAMP (600.0 / MAX (leaves->len, 1), MIN_ROW, MAX_ROW);
  compute_heights (&picture, leaves);
  draw_frame (&picture, leaves->len);
  for (guint i = 0; i < regions->len; i++)
    draw_region (&picture, get (&picture, i));
  draw_labels (&picture, leaves);
  g_string_append (picture.svg, "</svg>\n");
  g_array_unref (picture.heights);
  return g_string_free (picture.svg, FALSE);
}
