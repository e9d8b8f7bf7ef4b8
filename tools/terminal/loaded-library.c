/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file loads libraries. */

#include "config.h"

#include <gmodule.h>

#include "loaded-library.h"

static GModule *
open_first (const char *const *files)
{
  GModule *module = NULL;

  for (; module == NULL && *files != NULL; files++)
    module = g_module_open (*files, G_MODULE_BIND_LAZY);
  return module;
}

static gboolean
find_functions (GModule *module, const char *const *names, gpointer *functions)
{
  for (; *names != NULL; names++, functions++)
    if (!g_module_symbol (module, *names, functions))
      return FALSE;
  return TRUE;
}

gboolean
loaded_library_open (const char *const *files, const char *const *names, gpointer *functions, GError **error)
{
  GModule *module = open_first (files);

  if (module != NULL && find_functions (module, names, functions))
    {
      g_module_make_resident (module);
      return TRUE;
    }
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED, g_module_error ());
  g_clear_pointer (&module, g_module_close);
  return FALSE;
}
