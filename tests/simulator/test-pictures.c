/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>
#include <string.h>

#include "hbase-error.h"
#include "hbase-list-key-generator.h"
#include "hbase-plan-emulated-region-private.h"
#include "hbase-plan-emulation-picture-private.h"
#include "hbase-plan-simulator.h"

#include "check-main.h"

/* How the keys of regions look. */
typedef enum {
  SHORT,
  LONG,   /* 200 bytes that have to be escaped, and the same 100 bytes at the beginning */
  MARKUP, /* they have a meaning in XML */
  N_KINDS,
} Kind;

static GBytes *
make_key (Kind kind, guint i)
{
  g_autofree char *text
      = g_strdup_printf ("%0*u%s", kind == LONG ? 106 : 6, i, kind == MARKUP ? "<&>\"']]>" : "");
  gsize length = strlen (text);
  GByteArray *bytes = g_byte_array_new_take ((guint8 *) g_steal_pointer (&text), length);

  g_byte_array_set_size (bytes, (guint) length + (kind == LONG ? 94 : 0));
  memset (bytes->data + length, 0xFF, bytes->len - length);
  return g_byte_array_free_to_bytes (bytes);
}

static GPtrArray *
make_keys (Kind kind, guint first, guint n, guint step)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (keys, make_key (kind, first + i * step));
  return keys;
}

/* 1000 ascending keys; the last regions have none if there are more than these. */
static HBasePlanPicture *
draw_simulation (Kind kind, guint n_regions)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) splits = make_keys (kind, 1, n_regions - 1, MAX (1000 / n_regions, 1));
  g_autoptr (GPtrArray) keys = make_keys (kind, 0, 1000, 1);
  g_autoptr (HBaseKeyGenerator) generator = HBASE_KEY_GENERATOR (hbase_list_key_generator_new (keys));
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (generator, splits, 0);
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulator_run (simulator, NULL, &error);

  ck_assert_no_error (error);
  return hbase_plan_simulation_to_picture (simulation);
}

/* Each region is split at the time of its number, until there are that many. */
static HBasePlanPicture *
draw_emulation (Kind kind, guint n_regions)
{
  g_autoptr (GPtrArray) regions
      = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_emulated_region_unref);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);

  g_ptr_array_add (regions, hbase_plan_emulated_region_new (1, empty, empty));
  for (guint i = 1; i < n_regions; i++)
    {
      HBasePlanEmulatedRegion *parent = g_ptr_array_index (regions, regions->len - 1);
      g_autoptr (GBytes) split = make_key (kind, i);
      guint number = regions->len + 1;

      parent->figures[HBASE_PLAN_REGION_FIGURE_SPLIT] = i;
      g_ptr_array_add (regions, hbase_plan_emulated_region_new (number, parent->start, split));
      g_ptr_array_add (regions, hbase_plan_emulated_region_new (number + 1, split, parent->end));
      for (guint j = 0; j < 2; j++)
        {
          HBasePlanEmulatedRegion *daughter = regions->pdata[number - 1 + j];

          daughter->figures[HBASE_PLAN_REGION_FIGURE_PARENT] = parent->number;
          daughter->figures[HBASE_PLAN_REGION_FIGURE_BORN] = i;
          daughter->figures[HBASE_PLAN_REGION_FIGURE_SERVER] = i % 20;
          daughter->figures[HBASE_PLAN_REGION_FIGURE_SPLIT] = -1;
        }
    }
  if (n_regions == 1)
    ((HBasePlanEmulatedRegion *) regions->pdata[0])->figures[HBASE_PLAN_REGION_FIGURE_SPLIT] = -1;
  return hbase_plan_emulation_picture_new (regions, n_regions);
}

static const guint sizes[] = { 1, 2, 10, 100, 5000 };

static HBasePlanPicture *
draw (int i)
{
  guint n_regions = sizes[(guint) i / 2 / N_KINDS];
  Kind kind = (Kind) ((guint) i / 2 % N_KINDS);

  return i % 2 == 0 ? draw_simulation (kind, n_regions) : draw_emulation (kind, n_regions);
}

#define N_PICTURES ((int) G_N_ELEMENTS (sizes) * N_KINDS * 2)

/* ---- what is in a picture ---- */

static void
check_inside (HBasePlanPicture *picture, double x, double y, const char *what)
{
  ck_assert_msg (x >= 0 && x <= hbase_plan_picture_get_width (picture) && y >= 0
                     && y <= hbase_plan_picture_get_height (picture),
                 "%s is outside: %g, %g", what, x, y);
}

/* The width of a text in DejaVu Sans Mono; in DejaVu Sans, a wide font, our texts are narrower. */
static double
measure_text (const HBasePlanShape *shape)
{
  return 0.603 * shape->size * (double) g_utf8_strlen (shape->text, -1);
}

START_TEST (nothing_is_cut_off)
{
  g_autoptr (HBasePlanPicture) picture = draw (_i);

  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);
      gboolean is_text = shape->kind == HBASE_PLAN_SHAPE_KIND_TEXT;
      double width = is_text ? measure_text (shape) : shape->width;
      double left = shape->x - shape->anchor * width;

      check_inside (picture, left, shape->y, shape->text != NULL ? shape->text : "a shape");
      check_inside (picture, left + width, shape->y + shape->height,
                    shape->text != NULL ? shape->text : "a shape");
    }
}
END_TEST

START_TEST (texts_do_not_overlap)
{
  g_autoptr (HBasePlanPicture) picture = draw (_i);
  const HBasePlanShape *last = NULL;

  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);

      if (shape->kind != HBASE_PLAN_SHAPE_KIND_TEXT)
        continue;
      if (last != NULL && last->x == shape->x && last->anchor == shape->anchor)
        ck_assert_msg (ABS (shape->y - last->y) >= shape->size, "“%s” and “%s” overlap", last->text,
                       shape->text);
      last = shape;
    }
}
END_TEST

START_TEST (many_regions_do_not_make_a_picture_too_large)
{
  g_autoptr (HBasePlanPicture) simulation = draw_simulation (SHORT, 5000);
  g_autoptr (HBasePlanPicture) emulation = draw_emulation (SHORT, 5000);

  ck_assert_uint_lt (hbase_plan_picture_get_n_shapes (simulation), 2500);
  ck_assert_double_lt (hbase_plan_picture_get_height (emulation), 12200);
}
END_TEST

/* Whether a line ends at the middle of a rectangle's left edge. */
static gboolean
has_line_to (HBasePlanPicture *picture, const HBasePlanShape *rectangle)
{
  double middle = rectangle->y + rectangle->height / 2;

  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);

      if (shape->kind == HBASE_PLAN_SHAPE_KIND_LINE && fabs (shape->x + shape->width - rectangle->x) < 1e-6
          && fabs (shape->y + shape->height - middle) < 1e-6)
        return TRUE;
    }
  return FALSE;
}

START_TEST (daughters_are_joined_to_their_parent)
{
  g_autoptr (HBasePlanPicture) picture = draw_emulation (SHORT, 10);
  guint n_joined = 0;

  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);

      if (shape->kind == HBASE_PLAN_SHAPE_KIND_RECTANGLE && shape->text != NULL
          && g_str_has_prefix (shape->text, "region "))
        n_joined += has_line_to (picture, shape);
    }
  ck_assert_uint_eq (n_joined, 18); /* all but the first */
}
END_TEST

/* The largest unit of which the axis has at least two. */
START_TEST (time_has_a_unit_that_suits_it)
{
  static const struct {
    gint64 end_ms;
    const char *time;
  } cases[] = {
    { 1, "1 ms" },           { 1999, "2e+03 ms" },       { 2000, "2 seconds" },
    { 120000, "2 minutes" }, { 7199999, "120 minutes" }, { 7200000, "2 hours" },
    { 172800000, "2 days" }, { 864000000, "10 days" },
  };
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  g_autoptr (HBasePlanEmulatedRegion) region = hbase_plan_emulated_region_new (1, empty, empty);
  g_autoptr (GPtrArray) regions = g_ptr_array_new ();

  region->figures[HBASE_PLAN_REGION_FIGURE_SPLIT] = -1;
  g_ptr_array_add (regions, region);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBasePlanPicture) picture = hbase_plan_emulation_picture_new (regions, cases[i].end_ms);
      g_autofree char *expected = g_strconcat ("Regions over ", cases[i].time, ": ", NULL);

      ck_assert_msg (g_str_has_prefix (hbase_plan_picture_get_title (picture), expected), "%s",
                     hbase_plan_picture_get_title (picture));
    }
}
END_TEST

/* ---- SVG ---- */

typedef struct {
  guint n_titles, n_descriptions, n_texts;
} Found;

static void
on_element (GMarkupParseContext *context G_GNUC_UNUSED,
            const char *name,
            const char **names,
            const char **values G_GNUC_UNUSED,
            gpointer user_data,
            GError **error G_GNUC_UNUSED)
{
  Found *found = user_data;

  found->n_texts += strcmp (name, "text") == 0;
  found->n_descriptions += strcmp (name, "desc") == 0;
  found->n_titles += strcmp (name, "title") == 0 && names[0] != NULL; /* tooltips have no id */
}

START_TEST (svg_is_well_formed_and_has_title_and_description)
{
  GMarkupParser parser = { .start_element = on_element };
  g_autoptr (HBasePlanPicture) picture = draw (_i);
  g_autofree char *svg = hbase_plan_picture_to_svg (picture);
  g_autoptr (GError) error = NULL;
  Found found = { 0 };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &found, NULL);
  guint n_texts = 0;

  g_markup_parse_context_parse (context, svg, -1, &error);
  ck_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (found.n_titles, 1);
  ck_assert_uint_eq (found.n_descriptions, 1);
  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    n_texts += hbase_plan_picture_get_shape (picture, i)->kind == HBASE_PLAN_SHAPE_KIND_TEXT;
  ck_assert_uint_eq (found.n_texts, n_texts);
}
END_TEST

START_TEST (numbers_and_colours_have_the_form_of_svg)
{
  g_autoptr (HBasePlanPicture) picture = hbase_plan_picture_new (10, 20, "a < b", "c & d");
  g_autofree char *svg = NULL;
  HBasePlanShape *shape = hbase_plan_picture_add_rectangle (picture, 1.234, -0.126, 1e6, 0.001, 0x01020380);

  shape->text = g_strdup ("<>");
  hbase_plan_picture_add_line (picture, 1, 2, 4, 8, 0xFF0000FF)->is_dashed = TRUE;
  shape = hbase_plan_picture_add_text (picture, 0, 0, "e\"f");
  shape->anchor = 0.5;
  shape->is_monospace = TRUE;
  svg = hbase_plan_picture_to_svg (picture);
  ck_assert_str_eq (
      svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
           "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\" viewBox=\"0 0 10 20\" "
           "role=\"img\" "
           "aria-labelledby=\"title description\" font-family=\"sans-serif\">\n"
           "<title id=\"title\">a &lt; b</title>\n<desc id=\"description\">c &amp; d</desc>\n"
           "<rect x=\"0\" y=\"0\" width=\"10\" height=\"20\" fill=\"#ffffff\"/>\n"
           "<rect x=\"1.23\" y=\"-0.13\" width=\"1000000\" height=\"0\" fill=\"#010203\" "
           "fill-opacity=\"0.5\"><title>&lt;&gt;</title></rect>\n"
           "<line x1=\"1\" y1=\"2\" x2=\"4\" y2=\"8\" stroke=\"#ff0000\" stroke-dasharray=\"6 4\"/>\n"
           "<text x=\"0\" y=\"0\" font-size=\"12\" fill=\"#000000\" font-family=\"monospace\" "
           "text-anchor=\"middle\">e&quot;f</text>\n</svg>\n");
}
END_TEST

/* ---- labels ---- */

START_TEST (labels_of_long_keys_begin_where_they_differ)
{
  static const char *const texts[][2] = {
    { "", "(first key)" },
    { "tenant-0000000001/a", "tenant-0000000001/a" },
    { "tenant-0000000001/abcdefghijklmnopqrstuvwxyz", "…abcdefghijklmnopqrstuvwxyz" },
    { "tenant-0000000001/abcdefghijklmnopqrstuvwxyzabcdef", "…abcdefghijklmnopqrstuvwxyzabcd…" },
  };
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_auto (GStrv) labels = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_ptr_array_add (keys, g_bytes_new (texts[i][0], strlen (texts[i][0])));
  labels = hbase_plan_key_labels_new (keys);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ck_assert_str_eq (labels[i], texts[i][1]);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *pictures = tcase_create ("pictures");

  tcase_add_loop_test (pictures, nothing_is_cut_off, 0, N_PICTURES);
  tcase_add_loop_test (pictures, texts_do_not_overlap, 0, N_PICTURES);
  tcase_add_test (pictures, many_regions_do_not_make_a_picture_too_large);
  tcase_add_test (pictures, daughters_are_joined_to_their_parent);
  tcase_add_test (pictures, time_has_a_unit_that_suits_it);
  tcase_add_loop_test (pictures, svg_is_well_formed_and_has_title_and_description, 0, N_PICTURES);
  tcase_add_test (pictures, numbers_and_colours_have_the_form_of_svg);
  tcase_add_test (pictures, labels_of_long_keys_begin_where_they_differ);
  suite_add_tcase (suite, pictures);
}

TEST_MAIN ("pictures", fill)
