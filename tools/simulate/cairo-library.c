/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "cairo-library.h"
#include "loaded-library.h"

const CairoLibrary *
cairo_library_load (GError **error)
{
  /* The name of cairo's ABI, which hasn't changed since version 1.0. */
  static const char *const files[] = { "libcairo.so.2", NULL };
#define NAME(name) #name,
  static const char *const names[] = { CAIRO_FUNCTIONS (NAME) NULL };
#undef NAME
  static CairoLibrary library;
  g_autoptr (GError) problem = NULL;

  if (loaded_library_open (files, names, (gpointer *) &library, &problem))
    return &library;
  g_set_error (error, problem->domain, problem->code,
               "cairo, which paints PNG pictures, can't be loaded: %s; install it, or give --svg",
               problem->message);
  return NULL;
}
