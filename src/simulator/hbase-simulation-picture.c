/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-simulation-private.h"

/* This file draws simulations as SVG: a bar for each region, and a heat map of key range and time.
 *
 * 1. The heat map counts the samples, whose keys are replaced by their ranks: each row has the same number of
 *    samples, so that neither dense nor wide ranges of keys hide what is in them.
 * 2. At most MAX_BARS bars and MAX_LINES lines are drawn, so that a picture's size is limited. */

#define WIDTH 960
#define LEFT 60
#define PLOT (WIDTH - LEFT - 20)
#define BARS_TOP 50
#define BARS_HEIGHT 180
#define MAP_TOP 290
#define MAP_HEIGHT 360
#define HEIGHT (MAP_TOP + MAP_HEIGHT + 50)
#define MAX_BARS 400
#define MAX_LINES 100
#define MOST_CELLS 64 /* columns and rows of the heat map */

static void
append_number (GString *svg, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (svg, g_ascii_formatd (digits, sizeof digits, "%.2f", number));
}

/* Appends ` name="number"`. */
static void
append_attribute (GString *svg, const char *name, double number)
{
  g_string_append_printf (svg, " %s=\"", name);
  append_number (svg, number);
  g_string_append_c (svg, '"');
}

static void
append_rectangle (GString *svg, double x, double y, double width, double height, const char *attributes)
{
  g_string_append (svg, "<rect");
  append_attribute (svg, "x", x);
  append_attribute (svg, "y", y);
  append_attribute (svg, "width", width);
  append_attribute (svg, "height", height);
  g_string_append_printf (svg, " %s/>\n", attributes);
}

static void
append_line (GString *svg, double y, const char *attributes)
{
  g_string_append (svg, "<line");
  append_attribute (svg, "x1", LEFT);
  append_attribute (svg, "x2", LEFT + PLOT);
  append_attribute (svg, "y1", y);
  append_attribute (svg, "y2", y);
  g_string_append_printf (svg, " %s/>\n", attributes);
}

static void
append_text (GString *svg, double x, double y, const char *attributes, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (svg, "<text");
  append_attribute (svg, "x", x);
  append_attribute (svg, "y", y);
  g_string_append_printf (svg, " %s>%s</text>\n", attributes, escaped);
}

static char *
show_start (HBaseSimulation *simulation, guint region)
{
  g_autoptr (GBytes) start = hbase_simulation_get_region_start (simulation, region);

  return hbase_bytes_to_escaped (g_bytes_get_data (start, NULL), g_bytes_get_size (start));
}

/* ---- bars ---- */

/* The largest share of the regions first … last. */
static guint
find_largest (HBaseSimulation *simulation, guint first, guint last)
{
  guint largest = first;

  for (guint i = first + 1; i <= last; i++)
    if (hbase_simulation_get_region_puts (simulation, i)
        > hbase_simulation_get_region_puts (simulation, largest))
      largest = i;
  return largest;
}

static void
append_bar (GString *svg, HBaseSimulation *simulation, guint bar, guint n_bars)
{
  guint n_regions = hbase_simulation_get_n_regions (simulation);
  guint first = (guint) ((guint64) bar * n_regions / n_bars);
  guint last = (guint) ((guint64) (bar + 1) * n_regions / n_bars) - 1;
  guint region = find_largest (simulation, first, last);
  guint highest = find_largest (simulation, 0, n_regions - 1);
  double most = MAX (hbase_simulation_get_region_share (simulation, highest), 1e-9);
  double share = hbase_simulation_get_region_share (simulation, region);
  double width = (double) PLOT / n_bars, height = BARS_HEIGHT * share / most;
  g_autofree char *start = show_start (simulation, region), *escaped = g_markup_escape_text (start, -1);

  g_string_append_printf (svg, "<g><title>region %u from “%s”: %" G_GUINT64_FORMAT " puts</title>\n",
                          region + 1, escaped, hbase_simulation_get_region_puts (simulation, region));
  append_rectangle (svg, LEFT + bar * width + width * 0.05, BARS_TOP + BARS_HEIGHT - MAX (height, 1),
                    width * 0.9, MAX (height, 1), share > 0 ? "fill=\"#3465a4\"" : "fill=\"#cc0000\"");
  g_string_append (svg, "</g>\n");
}

static void
append_bars (GString *svg, HBaseSimulation *simulation)
{
  guint n_regions = hbase_simulation_get_n_regions (simulation), n_bars = MIN (n_regions, MAX_BARS);
  double most = hbase_simulation_get_region_share (simulation, find_largest (simulation, 0, n_regions - 1));
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *axis = NULL, *below = NULL;

  g_ascii_formatd (digits, sizeof digits, "%.1f", 100 * most);
  axis = g_strdup_printf ("%s %%", digits);
  append_text (svg, LEFT - 6, BARS_TOP + 10, "text-anchor=\"end\"", axis);
  append_text (svg, LEFT - 6, BARS_TOP + BARS_HEIGHT, "text-anchor=\"end\"", "0");
  for (guint i = 0; i < n_bars; i++)
    append_bar (svg, simulation, i, n_bars);
  append_line (svg, BARS_TOP + BARS_HEIGHT, "stroke=\"#000\"");
  if (n_regions > 1) /* where each bar would end if all were even */
    append_line (svg, BARS_TOP + BARS_HEIGHT * (1 - 1 / (n_regions * MAX (most, 1e-9))),
                 "stroke=\"#4e9a06\" stroke-dasharray=\"6 4\"");
  below = g_strdup_printf ("%u regions, in the order of their keys; %u without puts", n_regions,
                           hbase_simulation_get_n_dead_regions (simulation));
  append_text (svg, LEFT, BARS_TOP + BARS_HEIGHT + 18, "", below);
}

/* ---- heat map ---- */

static gint
compare_keys (gconstpointer a, gconstpointer b)
{
  const HBaseSimulationSample *one = a, *other = b;
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

      if (g_bytes_compare (g_array_index (sorted, HBaseSimulationSample, middle).key, key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return (double) low / sorted->len;
}

/* Equal keys get the rank of the middle of them. */
static void
count_cells (HBaseSimulation *simulation, GArray *sorted, guint n_cells, guint *cells)
{
  guint64 n_puts = hbase_simulation_get_puts (simulation);

  for (guint first = 0, next; first < sorted->len; first = next)
    {
      const HBaseSimulationSample *sample = &g_array_index (sorted, HBaseSimulationSample, first);
      guint row;

      for (next = first + 1; next < sorted->len; next++)
        if (!g_bytes_equal (g_array_index (sorted, HBaseSimulationSample, next).key, sample->key))
          break;
      row = (guint) ((guint64) (first + next - 1) / 2 * n_cells / sorted->len);
      for (guint i = first; i < next; i++)
        {
          guint64 put = g_array_index (sorted, HBaseSimulationSample, i).put;
          guint column = (guint) ((double) put / (double) n_puts * n_cells);

          cells[row * n_cells + MIN (column, n_cells - 1)]++;
        }
    }
}

static void
append_cells (GString *svg, const guint *cells, guint n_cells)
{
  double width = (double) PLOT / n_cells, height = (double) MAP_HEIGHT / n_cells;
  guint most = 1;

  for (guint i = 0; i < n_cells * n_cells; i++)
    most = MAX (most, cells[i]);
  for (guint i = 0; i < n_cells * n_cells; i++)
    {
      char opacity[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *attributes = NULL;

      if (cells[i] == 0)
        continue;
      g_ascii_formatd (opacity, sizeof opacity, "%.2f", 0.15 + 0.85 * cells[i] / most);
      attributes = g_strdup_printf ("fill=\"#a40000\" fill-opacity=\"%s\"", opacity);
      append_rectangle (svg, LEFT + i % n_cells * width, MAP_TOP + MAP_HEIGHT - (i / n_cells + 1) * height,
                        width, height, attributes);
    }
}

/* Draws where regions begin. */
static void
append_region_lines (GString *svg, HBaseSimulation *simulation, GArray *sorted)
{
  guint n_regions = hbase_simulation_get_n_regions (simulation);

  for (guint i = 1; i < n_regions && n_regions <= MAX_LINES; i++)
    {
      g_autoptr (GBytes) start = hbase_simulation_get_region_start (simulation, i);

      append_line (svg, MAP_TOP + MAP_HEIGHT * (1 - find_rank (sorted, start)),
                   "stroke=\"#3465a4\" stroke-width=\"0.5\"");
    }
}

static void
append_heat_map (GString *svg, HBaseSimulation *simulation)
{
  GArray *samples = hbase_simulation_get_samples (simulation);
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (HBaseSimulationSample)); /* owns no keys */
  guint n_cells = 8;
  g_autofree guint *cells = NULL;

  while (n_cells < MOST_CELLS && n_cells * n_cells * 8 <= samples->len)
    n_cells *= 2;
  cells = g_new0 (guint, n_cells * n_cells);
  append_text (svg, LEFT, MAP_TOP - 12, "font-weight=\"bold\"",
               "Keys over time: a diagonal, or any other narrow line, is a hot spot");
  if (samples->len > 0)
    {
      g_array_append_vals (sorted, samples->data, samples->len);
      g_array_sort (sorted, compare_keys);
      count_cells (simulation, sorted, n_cells, cells);
      append_cells (svg, cells, n_cells);
      append_region_lines (svg, simulation, sorted);
    }
  append_rectangle (svg, LEFT, MAP_TOP, PLOT, MAP_HEIGHT, "fill=\"none\" stroke=\"#000\"");
  append_text (svg, LEFT, MAP_TOP + MAP_HEIGHT + 18, "", "first put");
  append_text (svg, LEFT + PLOT, MAP_TOP + MAP_HEIGHT + 18, "text-anchor=\"end\"", "last put");
  append_text (svg, LEFT - 6, MAP_TOP + 10, "text-anchor=\"end\"", "last key");
  append_text (svg, LEFT - 6, MAP_TOP + MAP_HEIGHT, "text-anchor=\"end\"", "first key");
  append_text (svg, LEFT, MAP_TOP + MAP_HEIGHT + 36, "",
               "lines: where regions begin; rows: equal numbers of puts");
}

/**
 * hbase_simulation_to_svg:
 * @simulation: a simulation
 *
 * Draws the distribution as a picture: a bar for each region, and a heat map of the keys, by their rank, over
 * time. Keys that ascend with time are a diagonal in it; keys that are spread evenly fill it.
 *
 * Returns: (transfer full): a document of SVG 1.1 in UTF-8
 *
 * Since: 0.1
 */
char *
hbase_simulation_to_svg (HBaseSimulation *simulation)
{
  GString *svg;
  g_autofree char *title = NULL;

  g_return_val_if_fail (HBASE_IS_SIMULATION (simulation), NULL);

  title = g_strdup_printf ("%" G_GUINT64_FORMAT " puts by region", hbase_simulation_get_puts (simulation));
  svg = g_string_new (NULL);
  g_string_append_printf (svg,
                          "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                          "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                          "font-family=\"sans-serif\" font-size=\"12\">\n",
                          WIDTH, HEIGHT);
  append_rectangle (svg, 0, 0, WIDTH, HEIGHT, "fill=\"#fff\"");
  append_text (svg, LEFT, 24, "font-size=\"16\" font-weight=\"bold\"", title);
  append_bars (svg, simulation);
  append_heat_map (svg, simulation);
  g_string_append (svg, "</svg>\n");
  return g_string_free (svg, FALSE);
}
