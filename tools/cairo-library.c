/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gmodule.h>

#include "cairo-library.h"

/* The name of cairo's ABI, which hasn't changed since version 1.0. */
#define CAIRO_FILE "libcairo.so.2"

static gboolean
find_functions (GModule *module, CairoLibrary *library)
{
  gboolean found = TRUE;

#define FIND_FUNCTION(name) found &= g_module_symbol (module, #name, (gpointer *) &library->name);
  CAIRO_FUNCTIONS (FIND_FUNCTION)
#undef FIND_FUNCTION
  return found;
}

const CairoLibrary *
cairo_library_load (GError **error)
{
  static CairoLibrary library;
  GModule *module = g_module_open (CAIRO_FILE, G_MODULE_BIND_LAZY);

  if (module != NULL && find_functions (module, &library))
    {
      g_module_make_resident (module);
      return &library;
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
               "cairo, which paints PNG pictures, can't be loaded: %s; install it, or give --svg",
               g_module_error ());
  g_clear_pointer (&module, g_module_close);
  return NULL;
}
