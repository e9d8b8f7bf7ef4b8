/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulation-picture-private.h"

#include <math.h>

#include "hbase-plan-emulated-region-private.h"

/* This file draws emulations: time from left to right, keys from top to bottom. Each region is a bar from its
 * birth to its split, in the colour of its server; a line leads from it to each daughter. */

#define WIDTH 1000.0
#define LEFT 20.0
#define RIGHT 790.0 /* the keys are right of it */
#define TOP 76.0
#define BOTTOM 46.0 /* the height of the time axis */
#define MIN_ROW 3.0
#define MAX_ROW 18.0
#define USUAL_HEIGHT 640.0
#define MAX_HEIGHT 12000.0 /* cairo and browsers paint up to 32,767 pixels */
#define LABEL_DISTANCE 12.0
#define MAX_TICKS 10
#define LEGEND_WIDTH 88.0

/* Colours that most people can distinguish. Servers after these have the same ones again. */
static const guint32 server_colours[]
    = { 0x0072B2FF, 0xE69F00FF, 0x009E73FF, 0xCC79A7FF, 0x56B4E9FF, 0xD55E00FF, 0xBBAA00FF, 0x777777FF };

/* Units of time: the largest is used of which the axis has at least two. */
static const struct {
  const char *name;
  double ms;
} units[]
    = { { "days", 86400000 }, { "hours", 3600000 }, { "minutes", 60000 }, { "seconds", 1000 }, { "ms", 1 } };

typedef struct {
  HBasePlanPicture *picture;
  GPtrArray *regions;
  GPtrArray *leaves;
  GArray *heights; /* of double: the positions of the regions, by number */
  double end, row, bottom;
} Drawing;

static HBasePlanEmulatedRegion *
get (const Drawing *drawing, guint i)
{
  return g_ptr_array_index (drawing->regions, i);
}

static double *
height_of (const Drawing *drawing, guint number)
{
  return &g_array_index (drawing->heights, double, number - 1);
}

/* A region that was split is in the middle of its daughters, whose numbers are greater. */
static void
compute_heights (Drawing *drawing)
{
  g_array_set_size (drawing->heights, drawing->regions->len);
  for (guint i = 0; i < drawing->leaves->len; i++)
    *height_of (drawing, ((HBasePlanEmulatedRegion *) drawing->leaves->pdata[i])->number)
        = TOP + (i + 0.5) * drawing->row;
  for (guint i = drawing->regions->len; i-- > 0;)
    {
      HBasePlanEmulatedRegion *region = get (drawing, i);
      guint parent = (guint) region->figures[HBASE_PLAN_REGION_FIGURE_PARENT];

      if (parent > 0)
        *height_of (drawing, parent) += *height_of (drawing, region->number) / 2;
    }
}

static double
x_of (const Drawing *drawing, double time)
{
  return LEFT + (drawing->end > 0 ? time / drawing->end : 0) * (RIGHT - LEFT);
}

/* ---- regions ---- */

static void
add_line_to_parent (const Drawing *drawing, const HBasePlanEmulatedRegion *region)
{
  guint parent = (guint) region->figures[HBASE_PLAN_REGION_FIGURE_PARENT];
  double x = x_of (drawing, region->figures[HBASE_PLAN_REGION_FIGURE_BORN]);

  if (parent > 0)
    hbase_plan_picture_add_line (drawing->picture, x, *height_of (drawing, parent), x,
                                 *height_of (drawing, region->number), HBASE_PLAN_COLOUR_GREY);
}

static void
add_region (const Drawing *drawing, const HBasePlanEmulatedRegion *region, const char *label)
{
  const double *figures = region->figures;
  guint server = (guint) figures[HBASE_PLAN_REGION_FIGURE_SERVER];
  double split = figures[HBASE_PLAN_REGION_FIGURE_SPLIT];
  double x = x_of (drawing, figures[HBASE_PLAN_REGION_FIGURE_BORN]);
  double width = x_of (drawing, split < 0 ? drawing->end : split) - x;
  double thickness = fmin (drawing->row * 0.7, 8);
  HBasePlanShape *shape;

  add_line_to_parent (drawing, region);
  shape = hbase_plan_picture_add_rectangle (
      drawing->picture, x, *height_of (drawing, region->number) - thickness / 2, fmax (width, 0.5), thickness,
      server_colours[server % G_N_ELEMENTS (server_colours)]);
  hbase_plan_shape_take_text (shape,
                              g_strdup_printf ("region %u, server %u: from %s; %.0f rows", region->number,
                                               server, label, figures[HBASE_PLAN_REGION_FIGURE_ROWS]));
}

static GStrv
label_regions (GPtrArray *regions)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new ();

  for (guint i = 0; i < regions->len; i++)
    g_ptr_array_add (starts, ((HBasePlanEmulatedRegion *) regions->pdata[i])->start);
  return hbase_plan_key_labels_new (starts);
}

static void
add_regions (const Drawing *drawing, GStrv labels)
{
  for (guint i = 0; i < drawing->regions->len; i++)
    add_region (drawing, get (drawing, i), labels[i]);
}

/* Writes the first keys of the regions at the end, as many as there is space for. */
static void
add_labels (const Drawing *drawing, GStrv labels)
{
  guint step = (guint) ceil (LABEL_DISTANCE / drawing->row);

  hbase_plan_picture_add_text (drawing->picture, RIGHT + 8, TOP - 8, "first keys of regions");
  for (guint i = 0; i < drawing->leaves->len; i += step)
    {
      guint number = ((HBasePlanEmulatedRegion *) drawing->leaves->pdata[i])->number;
      HBasePlanShape *shape = hbase_plan_picture_add_text (
          drawing->picture, RIGHT + 8, *height_of (drawing, number) + 3, labels[number - 1]);

      shape->size = 10;
      shape->is_monospace = TRUE;
    }
}

/* ---- axis and legend ---- */

/* The distance of the ticks: 1, 2 or 5 times a power of ten. */
static double
find_step (double most)
{
  static const double factors[] = { 1, 2, 5, 10 };
  double power = pow (10, floor (log10 (most / MAX_TICKS)));

  for (guint i = 0; i < G_N_ELEMENTS (factors) - 1; i++)
    if (most / (power * factors[i]) <= MAX_TICKS)
      return power * factors[i];
  return 10 * power;
}

static guint
find_unit (double end)
{
  guint unit = 0;

  while (unit < G_N_ELEMENTS (units) - 1 && end < 2 * units[unit].ms)
    unit++;
  return unit;
}

static void
add_tick (const Drawing *drawing, double x, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  HBasePlanShape *shape;

  hbase_plan_picture_add_line (drawing->picture, x, TOP, x, drawing->bottom + 4,
                               HBASE_PLAN_COLOUR_LIGHT_GREY);
  shape = hbase_plan_picture_add_text (drawing->picture, x, drawing->bottom + 18,
                                       g_ascii_formatd (digits, sizeof digits, "%.6g", number));
  shape->anchor = 0.5;
}

static void
add_time_axis (const Drawing *drawing)
{
  guint unit = find_unit (drawing->end);
  double most = fmax (drawing->end / units[unit].ms, 1), step = find_step (most);
  g_autofree char *text = g_strdup_printf ("%s since the first row", units[unit].name);
  HBasePlanShape *shape;

  for (guint i = 0; i * step <= most * (1 + 1e-9); i++)
    add_tick (drawing, LEFT + i * step / most * (RIGHT - LEFT), i * step);
  hbase_plan_picture_add_line (drawing->picture, LEFT, drawing->bottom, RIGHT, drawing->bottom,
                               HBASE_PLAN_COLOUR_BLACK);
  shape = hbase_plan_picture_add_text (drawing->picture, (LEFT + RIGHT) / 2, drawing->bottom + 36, text);
  shape->anchor = 0.5;
}

static void
add_legend (const Drawing *drawing)
{
  guint n_servers = 0;

  for (guint i = 0; i < drawing->regions->len; i++)
    n_servers = MAX (n_servers, (guint) get (drawing, i)->figures[HBASE_PLAN_REGION_FIGURE_SERVER] + 1);
  for (guint i = 0; i < MIN (n_servers, G_N_ELEMENTS (server_colours)); i++)
    {
      gboolean is_shared = i + G_N_ELEMENTS (server_colours) < n_servers;
      g_autofree char *text = is_shared
                                  ? g_strdup_printf ("server %u, %zu…", i, i + G_N_ELEMENTS (server_colours))
                                  : g_strdup_printf ("server %u", i);
      double x = LEFT + i * LEGEND_WIDTH;

      hbase_plan_picture_add_rectangle (drawing->picture, x, TOP - 33, 10, 10, server_colours[i]);
      hbase_plan_picture_add_text (drawing->picture, x + 14, TOP - 24, text)->size = 10;
    }
}

/* ---- the picture ---- */

static char *
make_title (const Drawing *drawing)
{
  guint unit = find_unit (drawing->end);
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.3g", drawing->end / units[unit].ms);
  return g_strdup_printf ("Regions over %s %s: %u at the end, %u in all", digits, units[unit].name,
                          drawing->leaves->len, drawing->regions->len);
}

static void
draw (Drawing *drawing)
{
  g_autofree char *title = make_title (drawing);
  g_auto (GStrv) labels = label_regions (drawing->regions);
  HBasePlanShape *shape;

  drawing->picture = hbase_plan_picture_new (
      WIDTH, ceil (drawing->bottom + BOTTOM), title,
      "The tree of regions: a bar for each region from its birth to its split, from the first key at the top "
      "to the last one at the bottom, in the colour of the server on which it was last.");
  shape = hbase_plan_picture_add_text (drawing->picture, LEFT, 24, title);
  shape->size = 16;
  shape->is_bold = TRUE;
  add_legend (drawing);
  add_time_axis (drawing);
  add_regions (drawing, labels);
  add_labels (drawing, labels);
}

HBasePlanPicture *
hbase_plan_emulation_picture_new (GPtrArray *regions, double end)
{
  g_autoptr (GPtrArray) leaves = hbase_plan_emulated_regions_find_live (regions);
  g_autoptr (GArray) heights = g_array_new (FALSE, TRUE, sizeof (double));
  Drawing drawing = { .regions = regions, .leaves = leaves, .heights = heights, .end = end };
  guint n_leaves = MAX (leaves->len, 1);

  drawing.row = fmin (CLAMP (USUAL_HEIGHT / n_leaves, MIN_ROW, MAX_ROW), MAX_HEIGHT / n_leaves);
  drawing.bottom = TOP + n_leaves * drawing.row;
  compute_heights (&drawing);
  draw (&drawing);
  return drawing.picture;
}
