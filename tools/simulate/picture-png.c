/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file paints pictures by cairo, and writes them as PNG. */

#include "config.h"

#include "cairo-library.h"
#include "picture-png.h"

static const CairoLibrary *lib; /* NULL: not loaded */

const char *
picture_find_png_problem (void)
{
  return NULL;
}

static void
set_colour (cairo_t *cairo, guint32 colour)
{
  lib->cairo_set_source_rgba (cairo, (colour >> 24) / 255.0, ((colour >> 16) & 0xFF) / 255.0,
                              ((colour >> 8) & 0xFF) / 255.0, (colour & 0xFF) / 255.0);
}

static void
stroke (cairo_t *cairo, const HBasePlanShape *shape)
{
  static const double dashes[] = { 6, 4 };

  set_colour (cairo, shape->stroke);
  lib->cairo_set_line_width (cairo, shape->stroke_width);
  lib->cairo_set_dash (cairo, dashes, shape->is_dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  lib->cairo_stroke (cairo);
}

static void
paint_rectangle (cairo_t *cairo, const HBasePlanShape *shape)
{
  set_colour (cairo, shape->fill);
  lib->cairo_rectangle (cairo, shape->x, shape->y, shape->width, shape->height);
  lib->cairo_fill_preserve (cairo);
  stroke (cairo, shape);
}

static void
paint_line (cairo_t *cairo, const HBasePlanShape *shape)
{
  lib->cairo_move_to (cairo, shape->x, shape->y);
  lib->cairo_rel_line_to (cairo, shape->width, shape->height);
  stroke (cairo, shape);
}

static void
paint_text (cairo_t *cairo, const HBasePlanShape *shape)
{
  cairo_text_extents_t extents;

  lib->cairo_select_font_face (cairo, shape->is_monospace ? "monospace" : "sans-serif",
                               CAIRO_FONT_SLANT_NORMAL,
                               shape->is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  lib->cairo_set_font_size (cairo, shape->size);
  lib->cairo_text_extents (cairo, shape->text, &extents);
  set_colour (cairo, shape->fill);
  lib->cairo_move_to (cairo, shape->x - shape->anchor * extents.x_advance, shape->y);
  lib->cairo_show_text (cairo, shape->text);
}

/* Returns the picture's pixels; the surface may be in an error state. */
static cairo_surface_t *
paint (HBasePlanPicture *picture)
{
  static void (*const painters[]) (cairo_t *, const HBasePlanShape *)
      = { paint_rectangle, paint_line, paint_text };
  cairo_surface_t *surface
      = lib->cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) hbase_plan_picture_get_width (picture),
                                         (int) hbase_plan_picture_get_height (picture));
  cairo_t *cairo = lib->cairo_create (surface);

  for (guint i = 0; i < hbase_plan_picture_get_n_shapes (picture); i++)
    {
      const HBasePlanShape *shape = hbase_plan_picture_get_shape (picture, i);

      painters[shape->kind](cairo, shape);
    }
  lib->cairo_destroy (cairo);
  return surface;
}

static cairo_status_t
append_bytes (void *png, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (png, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

gboolean
picture_write_png (HBasePlanPicture *picture, const char *file, GError **error)
{
  g_autoptr (GByteArray) png = g_byte_array_new ();
  cairo_surface_t *surface;
  cairo_status_t status;

  if ((lib = cairo_library_load (error)) == NULL)
    return FALSE;
  surface = paint (picture);
  status = lib->cairo_surface_write_to_png_stream (surface, append_bytes, png);
  lib->cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_file_set_contents (file, (const char *) png->data, png->len, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s”: cairo can't paint the picture: %s", file,
               lib->cairo_status_to_string (status));
  return FALSE;
}
