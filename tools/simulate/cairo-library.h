/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

/* The functions of cairo that paint pictures. The program isn't linked with cairo, which needs those of X11
 * and many other libraries: to load them takes longer than most commands, which paint nothing. */

#define CAIRO_FUNCTIONS(F)                                                                                   \
  F (cairo_create)                                                                                           \
  F (cairo_destroy)                                                                                          \
  F (cairo_fill_preserve)                                                                                    \
  F (cairo_image_surface_create)                                                                             \
  F (cairo_move_to)                                                                                          \
  F (cairo_rectangle)                                                                                        \
  F (cairo_rel_line_to)                                                                                      \
  F (cairo_select_font_face)                                                                                 \
  F (cairo_set_dash)                                                                                         \
  F (cairo_set_font_size)                                                                                    \
  F (cairo_set_line_width)                                                                                   \
  F (cairo_set_source_rgba)                                                                                  \
  F (cairo_show_text)                                                                                        \
  F (cairo_status_to_string)                                                                                 \
  F (cairo_stroke)                                                                                           \
  F (cairo_surface_destroy)                                                                                  \
  F (cairo_surface_write_to_png_stream)                                                                      \
  F (cairo_text_extents)

typedef struct {
#define DECLARE_FUNCTION(name) __typeof__ (name) *name;
  CAIRO_FUNCTIONS (DECLARE_FUNCTION)
#undef DECLARE_FUNCTION
} CairoLibrary;

/* Loads cairo, which stays loaded. Returns NULL with an error if it isn't installed. */
const CairoLibrary *cairo_library_load (GError **error);
