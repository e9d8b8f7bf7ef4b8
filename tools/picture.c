/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file writes pictures to files: as SVG, which the library makes, and as PNG, which cairo paints. */

#include "config.h"

#include "picture.h"

#ifdef HBASE_WITH_PNG
#include <cairo.h>
#endif

void
picture_files_clear (PictureFiles *files)
{
  g_free (files->svg);
  g_free (files->png);
}

gboolean
picture_is_wanted (const PictureFiles *files)
{
  return files->svg != NULL || files->png != NULL;
}

/* ---- PNG ---- */

#ifdef HBASE_WITH_PNG

const char *
picture_find_problem (const PictureFiles *files G_GNUC_UNUSED)
{
  return NULL;
}

static void
set_colour (cairo_t *cairo, guint32 colour)
{
  cairo_set_source_rgba (cairo, (colour >> 24) / 255.0, ((colour >> 16) & 0xFF) / 255.0,
                         ((colour >> 8) & 0xFF) / 255.0, (colour & 0xFF) / 255.0);
}

static void
stroke (cairo_t *cairo, const HBaseShape *shape)
{
  static const double dashes[] = { 6, 4 };

  set_colour (cairo, shape->stroke);
  cairo_set_line_width (cairo, shape->stroke_width);
  cairo_set_dash (cairo, dashes, shape->is_dashed ? G_N_ELEMENTS (dashes) : 0, 0);
  cairo_stroke (cairo);
}

static void
paint_rectangle (cairo_t *cairo, const HBaseShape *shape)
{
  set_colour (cairo, shape->fill);
  cairo_rectangle (cairo, shape->x, shape->y, shape->width, shape->height);
  cairo_fill_preserve (cairo);
  stroke (cairo, shape);
}

static void
paint_line (cairo_t *cairo, const HBaseShape *shape)
{
  cairo_move_to (cairo, shape->x, shape->y);
  cairo_rel_line_to (cairo, shape->width, shape->height);
  stroke (cairo, shape);
}

static void
paint_text (cairo_t *cairo, const HBaseShape *shape)
{
  cairo_text_extents_t extents;

  cairo_select_font_face (cairo, shape->is_monospace ? "monospace" : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                          shape->is_bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size (cairo, shape->size);
  cairo_text_extents (cairo, shape->text, &extents);
  set_colour (cairo, shape->fill);
  cairo_move_to (cairo, shape->x - shape->anchor * extents.x_advance, shape->y);
  cairo_show_text (cairo, shape->text);
}

/* Returns the picture's pixels; the surface may be in an error state. */
static cairo_surface_t *
paint (HBasePicture *picture)
{
  static void (*const painters[]) (cairo_t *, const HBaseShape *)
      = { paint_rectangle, paint_line, paint_text };
  cairo_surface_t *surface = cairo_image_surface_create (
      CAIRO_FORMAT_RGB24, (int) hbase_picture_get_width (picture), (int) hbase_picture_get_height (picture));
  cairo_t *cairo = cairo_create (surface);

  for (guint i = 0; i < hbase_picture_get_n_shapes (picture); i++)
    {
      const HBaseShape *shape = hbase_picture_get_shape (picture, i);

      painters[shape->kind](cairo, shape);
    }
  cairo_destroy (cairo);
  return surface;
}

static cairo_status_t
append_bytes (void *png, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (png, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
write_png (const char *file, HBasePicture *picture, GError **error)
{
  g_autoptr (GByteArray) png = g_byte_array_new ();
  cairo_surface_t *surface = paint (picture);
  cairo_status_t status = cairo_surface_write_to_png_stream (surface, append_bytes, png);

  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_file_set_contents (file, (const char *) png->data, png->len, error);
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s”: cairo can't paint the picture: %s", file,
               cairo_status_to_string (status));
  return FALSE;
}

#else

const char *
picture_find_problem (const PictureFiles *files)
{
  return files->png == NULL ? NULL
                            : "--png: this hbase-glib was built without cairo; give --svg, or install cairo "
                              "(Debian: libcairo2-dev) and build it again by configure --with-png";
}

static gboolean
write_png (const char *file G_GNUC_UNUSED, HBasePicture *picture G_GNUC_UNUSED, GError **error G_GNUC_UNUSED)
{
  g_return_val_if_reached (FALSE);
}

#endif

/* ---- both ---- */

gboolean
picture_write (const PictureFiles *files, HBasePicture *picture, GError **error)
{
  g_autofree char *svg = files->svg != NULL ? hbase_picture_to_svg (picture) : NULL;

  if (svg != NULL && !g_file_set_contents (files->svg, svg, -1, error))
    return FALSE;
  return files->png == NULL || write_png (files->png, picture, error);
}
