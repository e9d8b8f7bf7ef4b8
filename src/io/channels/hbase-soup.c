/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file loads libsoup when the first gateway in HTTP mode is connected to. */

#include "config.h"

#include "hbase-soup-private.h"

#include <gmodule.h>

#include "hbase-error-private.h"

/* The name of libsoup's ABI. */
#define SOUP_FILE "libsoup-3.0.so.0"

/* libsoup 3 ends the process if it finds this function of libsoup 2. */
static gboolean
process_has_soup_2 (void)
{
  GModule *process = g_module_open (NULL, G_MODULE_BIND_LAZY);
  gpointer function;
  gboolean found = g_module_symbol (process, "soup_uri_new", &function);

  g_module_close (process);
  return found;
}

static gboolean
find_functions (HBaseSoup *soup, GModule *module)
{
  gboolean found = TRUE;

#define FIND_FUNCTION(name)                                                                                  \
  found = found && g_module_symbol (module, "soup_" #name, (gpointer *) &soup->name);
  HBASE_SOUP_FUNCTIONS (FIND_FUNCTION)
#undef FIND_FUNCTION
  return found;
}

gboolean
hbase_soup_find (HBaseSoup *soup, const char *file, GError **error)
{
  GModule *module = g_module_open (file, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);

  if (module != NULL && find_functions (soup, module))
    {
      g_module_make_resident (module);
      return TRUE;
    }
  hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                   "libsoup 3, which http: and https: URIs need, can't be loaded: %s; install it (Debian: "
                   "libsoup-3.0-0)",
                   g_module_error ());
  g_clear_pointer (&module, g_module_close);
  return FALSE;
}

const HBaseSoup *
hbase_soup_load (GError **error)
{
  static GMutex lock;
  static gboolean is_loaded;
  static HBaseSoup soup;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (!is_loaded && process_has_soup_2 ())
    hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                     "this process uses libsoup 2, beside which libsoup 3 can't be loaded, which http: and "
                     "https: URIs need: use a thrift: URI, or a program without libsoup 2");
  else if (!is_loaded)
    is_loaded = hbase_soup_find (&soup, SOUP_FILE, error);
  return is_loaded ? &soup : NULL;
}
