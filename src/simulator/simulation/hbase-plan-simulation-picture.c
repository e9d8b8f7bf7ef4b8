/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-picture-private.h"
#include "hbase-plan-simulation-private.h"

/* This file draws simulations: a bar for each region, and a heat map of key range and time.
 *
 * 1. The heat map counts the samples, whose keys are replaced by their ranks: each row has the same number of
 *    samples, so that neither dense nor wide ranges of keys hide what is in them.
 * 2. At most MAX_BARS bars and marks of regions are drawn, so that a picture's size is limited. */

#define WIDTH 1000
#define LEFT 76
#define PLOT 704 /* a multiple of the columns of the heat map: their edges are between pixels */
#define RIGHT (LEFT + PLOT)
#define BARS_TOP 60
#define BARS_HEIGHT 180
#define BARS_BOTTOM (BARS_TOP + BARS_HEIGHT)
#define MAP_TOP 318
#define MAP_HEIGHT 384
#define MAP_BOTTOM (MAP_TOP + MAP_HEIGHT)
#define HEIGHT (MAP_BOTTOM + 52)
#define GAP 8 /* between a plot and the texts at its side */
#define MAX_BARS 400
#define MAX_LINES 32
#define MARK 6             /* the length of the mark of a region, if there are more */
#define NUMBER_DISTANCE 30 /* between the regions' numbers below the bars, and */
#define LABEL_DISTANCE 12  /* between their keys beside the heat map, at least */
#define MIN_CELL_SAMPLES 7 /* for each cell of the heat map, on average */
#define BAR_COLOUR 0x3465A4FF
#define DEAD_COLOUR 0xCC0000FF
#define EVEN_COLOUR 0x3A7A04FF
#define CELL_COLOUR 0xA40000

/* Shows a share as “12.5 %”. */
static char *
show_share (double share)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strconcat (g_ascii_formatd (digits, sizeof digits, "%.3g", 100 * share), " %", NULL);
}

static GStrv
label_regions (HBasePlanSimulation *simulation)
{
  g_autoptr (GPtrArray) starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    g_ptr_array_add (starts, hbase_plan_simulation_get_region_start (simulation, i));
  return hbase_plan_key_labels_new (starts);
}

/* ---- bars ---- */

/* The region with the most puts of first … last. */
static guint
find_largest (HBasePlanSimulation *simulation, guint first, guint last)
{
  guint largest = first;

  for (guint i = first + 1; i <= last; i++)
    if (hbase_plan_simulation_get_region_puts (simulation, i)
        > hbase_plan_simulation_get_region_puts (simulation, largest))
      largest = i;
  return largest;
}

/* The share to which the axis of the bars extends. */
static double
find_largest_share (HBasePlanSimulation *simulation)
{
  guint largest = find_largest (simulation, 0, hbase_plan_simulation_get_n_regions (simulation) - 1);

  return MAX (hbase_plan_simulation_get_region_share (simulation, largest), 1e-9);
}

/* A bar is that of the largest of several regions if there are too many. */
static void
add_bar (HBasePlanPicture *picture, HBasePlanSimulation *simulation, GStrv labels, guint bar, guint n_bars)
{
  guint n_regions = hbase_plan_simulation_get_n_regions (simulation);
  guint first = (guint) ((guint64) bar * n_regions / n_bars);
  guint last = (guint) ((guint64) (bar + 1) * n_regions / n_bars) - 1;
  guint region = find_largest (simulation, first, last);
  guint64 puts = hbase_plan_simulation_get_region_puts (simulation, region);
  double share = hbase_plan_simulation_get_region_share (simulation, region);
  double width = (double) PLOT / n_bars;
  double height = puts > 0 ? MAX (BARS_HEIGHT * share / find_largest_share (simulation), 1) : 4;
  HBasePlanShape *shape
      = hbase_plan_picture_add_rectangle (picture, LEFT + width * (bar + 0.05), BARS_BOTTOM - height,
                                          width * 0.9, height, puts > 0 ? BAR_COLOUR : DEAD_COLOUR);

  hbase_plan_shape_take_text (shape, g_strdup_printf ("region %u from %s: %" G_GUINT64_FORMAT " puts",
                                                      region + 1, labels[region], puts));
}

/* Writes the numbers of regions below their bars, as many as there is space for. */
static void
add_bar_numbers (HBasePlanPicture *picture, guint n_regions)
{
  double width = (double) PLOT / n_regions;
  guint step = (guint) (NUMBER_DISTANCE / width) + 1;

  for (guint i = 0; i < n_regions; i += step)
    {
      g_autofree char *number = g_strdup_printf ("%u", i + 1);
      HBasePlanShape *shape
          = hbase_plan_picture_add_text (picture, LEFT + width * (i + 0.5), BARS_BOTTOM + 16, number);

      shape->anchor = 0.5;
    }
}

static void
add_bar_axis (HBasePlanPicture *picture, double y, double share)
{
  g_autofree char *text = show_share (share);
  HBasePlanShape *shape = hbase_plan_picture_add_text (picture, LEFT - GAP, y + 4, text);

  shape->anchor = 1;
  hbase_plan_picture_add_line (picture, LEFT - 4, y, LEFT, y, HBASE_PLAN_COLOUR_BLACK);
}

/* Shows where each bar would end if all were even. */
static void
add_even_share (HBasePlanPicture *picture, double share, double most)
{
  double y = BARS_BOTTOM - BARS_HEIGHT * share / most;
  g_autofree char *percents = show_share (share), *text = g_strconcat ("even share: ", percents, NULL);
  HBasePlanShape *shape = hbase_plan_picture_add_line (picture, LEFT, y, RIGHT, y, EVEN_COLOUR);

  shape->is_dashed = TRUE;
  shape = hbase_plan_picture_add_text (picture, RIGHT + GAP, y + 4, text);
  shape->fill = EVEN_COLOUR;
}

static void
add_dead_regions (HBasePlanPicture *picture, guint n_dead)
{
  g_autofree char *text
      = g_strdup_printf (n_dead == 1 ? "%u region without puts" : "%u regions without puts", n_dead);
  HBasePlanShape *shape = hbase_plan_picture_add_text (picture, RIGHT + GAP, BARS_BOTTOM + 4, text);

  shape->fill = DEAD_COLOUR;
}

static void
add_bars (HBasePlanPicture *picture, HBasePlanSimulation *simulation, GStrv labels)
{
  guint n_regions = hbase_plan_simulation_get_n_regions (simulation), n_bars = MIN (n_regions, MAX_BARS);
  guint n_dead = hbase_plan_simulation_get_n_dead_regions (simulation);
  double most = find_largest_share (simulation);

  hbase_plan_picture_add_text (picture, LEFT, BARS_TOP - 12, "share of the puts");
  for (guint i = 0; i < n_bars; i++)
    add_bar (picture, simulation, labels, i, n_bars);
  hbase_plan_picture_add_line (picture, LEFT, BARS_TOP, LEFT, BARS_BOTTOM, HBASE_PLAN_COLOUR_BLACK);
  hbase_plan_picture_add_line (picture, LEFT, BARS_BOTTOM, RIGHT, BARS_BOTTOM, HBASE_PLAN_COLOUR_BLACK);
  add_bar_axis (picture, BARS_TOP, most);
  add_bar_axis (picture, BARS_BOTTOM, 0);
  add_bar_numbers (picture, n_regions);
  if (n_regions > 1)
    add_even_share (picture, 1.0 / n_regions, most);
  if (n_dead > 0)
    add_dead_regions (picture, n_dead);
  hbase_plan_picture_add_text (picture, LEFT, BARS_BOTTOM + 34, "regions, in the order of their keys");
}

/* ---- heat map ---- */

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  const HBasePlanSimulationSample *one = a, *other = b;
  int order = g_bytes_compare (one->key, other->key);

  return order != 0 ? order : (one->put > other->put) - (one->put < other->put);
}

/* The rank of a key in the sorted samples, as a part of 1. */
static double
find_rank (GArray *sorted, GBytes *key)
{
  guint low = 0, high = sorted->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_bytes_compare (g_array_index (sorted, HBasePlanSimulationSample, middle).key, key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return (double) low / sorted->len;
}

/* Equal keys get the rank of the middle of them. */
static void
count_cells (HBasePlanSimulation *simulation, GArray *sorted, guint n_cells, guint *cells)
{
  guint64 n_puts = hbase_plan_simulation_get_puts (simulation);

  for (guint first = 0, next; first < sorted->len; first = next)
    {
      const HBasePlanSimulationSample *sample = &g_array_index (sorted, HBasePlanSimulationSample, first);
      guint row;

      for (next = first + 1; next < sorted->len; next++)
        if (!g_bytes_equal (g_array_index (sorted, HBasePlanSimulationSample, next).key, sample->key))
          break;
      row = (guint) ((guint64) (first + next - 1) / 2 * n_cells / sorted->len);
      for (guint i = first; i < next; i++)
        {
          guint64 put = g_array_index (sorted, HBasePlanSimulationSample, i).put;
          guint column = (guint) ((double) put / (double) n_puts * n_cells);

          cells[row * n_cells + MIN (column, n_cells - 1)]++;
        }
    }
}

/* The colour of a cell on white: the more puts, the darker. */
static guint32
mix_colour (double part)
{
  guint32 colour = 0xFF;

  for (guint shift = 0; shift < 24; shift += 8)
    colour |= (guint32) (255 - part * (255 - ((CELL_COLOUR >> shift) & 0xFF)) + 0.5) << (shift + 8);
  return colour;
}

static void
add_cells (HBasePlanPicture *picture, const guint *cells, guint n_cells)
{
  double width = (double) PLOT / n_cells, height = (double) MAP_HEIGHT / n_cells;
  guint most = 1;

  for (guint i = 0; i < n_cells * n_cells; i++)
    most = MAX (most, cells[i]);
  for (guint i = 0; i < n_cells * n_cells; i++)
    if (cells[i] > 0)
      hbase_plan_picture_add_rectangle (picture, LEFT + i % n_cells * width,
                                        MAP_BOTTOM - (i / n_cells + 1) * height, width, height,
                                        mix_colour (0.1 + 0.9 * cells[i] / most));
}

/* Draws where regions begin: lines, or marks at the right edge if there are many. */
static void
add_region_starts (HBasePlanPicture *picture, HBasePlanSimulation *simulation, GStrv labels, GArray *sorted)
{
  guint n_regions = hbase_plan_simulation_get_n_regions (simulation);
  double labelled = G_MAXDOUBLE;

  if (n_regions > 1)
    hbase_plan_picture_add_text (picture, RIGHT + GAP, MAP_TOP - 8, "first keys of regions");
  for (guint i = 1, step = n_regions / MAX_BARS + 1; i < n_regions; i += step)
    {
      g_autoptr (GBytes) start = hbase_plan_simulation_get_region_start (simulation, i);
      double y = MAP_TOP + MAP_HEIGHT * (1 - find_rank (sorted, start));
      HBasePlanShape *shape = hbase_plan_picture_add_line (
          picture, n_regions > MAX_LINES ? RIGHT - MARK : LEFT, y, RIGHT + 4, y, BAR_COLOUR);

      shape->stroke_width = 0.5;
      if (labelled - y < LABEL_DISTANCE)
        continue;
      labelled = y;
      shape = hbase_plan_picture_add_text (picture, RIGHT + GAP, y + 3, labels[i]);
      shape->size = 10;
      shape->is_monospace = TRUE;
    }
}

static void
add_map_texts (HBasePlanPicture *picture)
{
  static const struct {
    double x, y, anchor;
    const char *text;
  } texts[] = {
    { LEFT - GAP, MAP_TOP + 10, 1, "last key" },
    { LEFT - GAP, MAP_BOTTOM, 1, "first key" },
    { LEFT, MAP_BOTTOM + 18, 0, "first put" },
    { LEFT + PLOT / 2, MAP_BOTTOM + 18, 0.5, "puts, in the order in which they are written" },
    { RIGHT, MAP_BOTTOM + 18, 1, "last put" },
    { LEFT, MAP_BOTTOM + 38, 0,
      "darker: more puts; all rows have the same number of puts; lines: where regions begin" },
  };
  HBasePlanShape *shape = hbase_plan_picture_add_text (
      picture, LEFT, MAP_TOP - 8, "Keys over time: a diagonal, or any other narrow line, is a hot spot");

  shape->is_bold = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      shape = hbase_plan_picture_add_text (picture, texts[i].x, texts[i].y, texts[i].text);
      shape->anchor = texts[i].anchor;
    }
}

static void
add_heat_map (HBasePlanPicture *picture, HBasePlanSimulation *simulation, GStrv labels)
{
  GArray *samples = hbase_plan_simulation_get_samples (simulation);
  g_autoptr (GArray) sorted
      = g_array_new (FALSE, FALSE, sizeof (HBasePlanSimulationSample)); /* owns no keys */
  guint n_cells = 8;
  g_autofree guint *cells = NULL;
  HBasePlanShape *shape;

  while (4 * n_cells * n_cells * MIN_CELL_SAMPLES <= samples->len)
    n_cells *= 2;
  cells = g_new0 (guint, n_cells * n_cells);
  if (samples->len > 0)
    {
      g_array_append_vals (sorted, samples->data, samples->len);
      g_array_sort (sorted, compare_keys);
      count_cells (simulation, sorted, n_cells, cells);
      add_cells (picture, cells, n_cells);
      add_region_starts (picture, simulation, labels, sorted);
    }
  shape = hbase_plan_picture_add_rectangle (picture, LEFT, MAP_TOP, PLOT, MAP_HEIGHT, 0);
  shape->stroke = HBASE_PLAN_COLOUR_BLACK;
  add_map_texts (picture);
}

/* ---- the picture ---- */

static char *
describe (HBasePlanSimulation *simulation)
{
  g_autofree char *most = show_share (find_largest_share (simulation));
  g_autofree char *busiest = show_share (hbase_plan_simulation_get_busiest_share (simulation));

  return g_strdup_printf (
      "A bar for each region: the largest has %s of the puts, and %u have none. Below it, a heat "
      "map of keys over time: in %" G_GUINT64_FORMAT " successive puts one region has up to %s of them.",
      most, hbase_plan_simulation_get_n_dead_regions (simulation),
      hbase_plan_simulation_get_window (simulation), busiest);
}

/**
 * hbase_plan_simulation_to_picture:
 * @simulation: a simulation
 *
 * Draws the distribution as a picture: a bar for each region, and a heat map of the keys, by their rank, over
 * time. Keys that ascend with time are a diagonal in it; keys that are spread evenly fill it.
 *
 * Returns: (transfer full): the picture
 */
HBasePlanPicture *
hbase_plan_simulation_to_picture (HBasePlanSimulation *simulation)
{
  g_autofree char *title = NULL, *description = NULL;
  g_auto (GStrv) labels = NULL;
  HBasePlanPicture *picture;
  HBasePlanShape *shape;
  guint n_regions;

  g_return_val_if_fail (HBASE_PLAN_IS_SIMULATION (simulation), NULL);

  n_regions = hbase_plan_simulation_get_n_regions (simulation);
  title = g_strdup_printf ("%" G_GUINT64_FORMAT " puts in %u region%s",
                           hbase_plan_simulation_get_puts (simulation), n_regions, n_regions == 1 ? "" : "s");
  description = describe (simulation);
  labels = label_regions (simulation);
  picture = hbase_plan_picture_new (WIDTH, HEIGHT, title, description);
  shape = hbase_plan_picture_add_text (picture, LEFT, 24, title);
  shape->size = 16;
  shape->is_bold = TRUE;
  add_bars (picture, simulation, labels);
  add_heat_map (picture, simulation, labels);
  return picture;
}

/**
 * hbase_plan_simulation_to_svg:
 * @simulation: a simulation
 *
 * Draws the picture of [method@HBasePlan.Simulation.to_picture] as SVG.
 *
 * Returns: (transfer full): a document of SVG 1.1 in UTF-8
 */
char *
hbase_plan_simulation_to_svg (HBasePlanSimulation *simulation)
{
  g_autoptr (HBasePlanPicture) picture = hbase_plan_simulation_to_picture (simulation);

  return picture != NULL ? hbase_plan_picture_to_svg (picture) : NULL;
}
