/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-picture-private.h"

/* This file writes pictures as SVG. Numbers have a point in every locale, and at most two digits after it. */

/* Appends ` name="number"`. */
static void
append_number (GString *svg, const char *name, double number)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.10g",
                   (double) (gint64) (number * 100 + (number < 0 ? -0.5 : 0.5)) / 100);
  g_string_append_printf (svg, " %s=\"%s\"", name, digits);
}

static void
append_numbers (GString *svg, const char *x, const char *y, double x_value, double y_value)
{
  append_number (svg, x, x_value);
  append_number (svg, y, y_value);
}

/* Appends ` name="colour"`, and how opaque it is. */
static void
append_colour (GString *svg, const char *name, guint32 colour)
{
  g_autofree char *opacity = g_strconcat (name, "-opacity", NULL);

  if ((colour & 0xFF) == 0)
    {
      g_string_append_printf (svg, " %s=\"none\"", name);
      return;
    }
  g_string_append_printf (svg, " %s=\"#%06x\"", name, colour >> 8);
  if ((colour & 0xFF) != 0xFF)
    append_number (svg, opacity, (colour & 0xFF) / 255.0);
}

static void
append_stroke (GString *svg, const HBasePlanShape *shape)
{
  append_colour (svg, "stroke", shape->stroke);
  if (shape->stroke_width != 1)
    append_number (svg, "stroke-width", shape->stroke_width);
  if (shape->is_dashed)
    g_string_append (svg, " stroke-dasharray=\"6 4\"");
}

static void
append_rectangle (GString *svg, const HBasePlanShape *shape)
{
  g_autofree char *text = shape->text != NULL ? g_markup_escape_text (shape->text, -1) : NULL;

  g_string_append (svg, "<rect");
  append_numbers (svg, "x", "y", shape->x, shape->y);
  append_numbers (svg, "width", "height", shape->width, shape->height);
  append_colour (svg, "fill", shape->fill);
  if (shape->stroke != 0)
    append_stroke (svg, shape);
  if (text != NULL)
    g_string_append_printf (svg, "><title>%s</title></rect>\n", text);
  else
    g_string_append (svg, "/>\n");
}

static void
append_line (GString *svg, const HBasePlanShape *shape)
{
  g_string_append (svg, "<line");
  append_numbers (svg, "x1", "y1", shape->x, shape->y);
  append_numbers (svg, "x2", "y2", shape->x + shape->width, shape->y + shape->height);
  append_stroke (svg, shape);
  g_string_append (svg, "/>\n");
}

static void
append_text (GString *svg, const HBasePlanShape *shape)
{
  g_autofree char *text = g_markup_escape_text (shape->text, -1);

  g_string_append (svg, "<text");
  append_numbers (svg, "x", "y", shape->x, shape->y);
  append_number (svg, "font-size", shape->size);
  append_colour (svg, "fill", shape->fill);
  if (shape->is_bold)
    g_string_append (svg, " font-weight=\"bold\"");
  if (shape->is_monospace)
    g_string_append (svg, " font-family=\"monospace\"");
  if (shape->anchor != 0)
    g_string_append_printf (svg, " text-anchor=\"%s\"", shape->anchor < 1 ? "middle" : "end");
  g_string_append_printf (svg, ">%s</text>\n", text);
}

static void
append_head (GString *svg, HBasePlanPicture *picture)
{
  double width = hbase_plan_picture_get_width (picture), height = hbase_plan_picture_get_height (picture);
  g_autofree char *title = g_markup_escape_text (hbase_plan_picture_get_title (picture), -1);
  g_autofree char *description = g_markup_escape_text (hbase_plan_picture_get_description (picture), -1);

  g_string_append (svg,
                   "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
  append_numbers (svg, "width", "height", width, height);
  g_string_append_printf (svg,
                          " viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"title description\" "
                          "font-family=\"sans-serif\">\n"
                          "<title id=\"title\">%s</title>\n<desc id=\"description\">%s</desc>\n",
                          (int) width, (int) height, title, description);
}

/**
 * hbase_plan_picture_to_svg:
 * @picture: a picture
 *
 * Writes the picture as SVG, with title and description for programs that read it aloud.
 *
 * Returns: (transfer full): a document of SVG 1.1 in UTF-8
 */
char *
hbase_plan_picture_to_svg (HBasePlanPicture *picture)
{
  static void (*const append[]) (GString * svg, const HBasePlanShape *shape)
      = { append_rectangle, append_line, append_text };
  GString *svg;

  g_return_val_if_fail (picture != NULL, NULL);

  svg = g_string_new (NULL);
  append_head (svg, picture);
  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);

      append[shape->kind](svg, shape);
    }
  g_string_append (svg, "</svg>\n");
  return g_string_free (svg, FALSE);
}
