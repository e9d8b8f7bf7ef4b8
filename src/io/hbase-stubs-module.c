/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file loads the module with the generated code. */

#include "config.h"

#include "hbase-stubs-module-private.h"

#include <dlfcn.h>
#include <gmodule.h>
#include <string.h>

#include "hbase-error-private.h"

#define FILE_NAME "hbase-stubs.so"

/* NULL until the module is loaded. */
static const HBaseStubs *stubs;

static void
set_error (const char *problem, const char *advice, GError **error)
{
  hbase_error_set (error, HBASE_ERROR_UNSUPPORTED, "a part of hbase-glib can't be loaded: %s; %s", problem,
                   advice);
}

/* The library may have been replaced on the disk since this process has loaded it. */
static gboolean
check_version (GModule *module, const HBaseStubs *found, GError **error)
{
  g_autofree char *problem = NULL;

  if (strcmp (found->version, PACKAGE_VERSION) == 0)
    return TRUE;
  problem = g_strdup_printf ("%s isn't of version %s", g_module_name (module), PACKAGE_VERSION);
  set_error (problem, "start this program again", error);
  return FALSE;
}

const HBaseStubs *
hbase_stubs_module_find (const char *file, GError **error)
{
  GModule *module = g_module_open (file, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  gpointer found = NULL;

  if (module == NULL || !g_module_symbol (module, "hbase_stubs", &found))
    set_error (g_module_error (), "install hbase-glib again", error);
  else if (check_version (module, found, error))
    {
      g_module_make_resident (module);
      return found;
    }
  g_clear_pointer (&module, g_module_close);
  return NULL;
}

/* Returns the file in the folder, if there is one and the folder's name is absolute: a program that contains
 * the library may be known by a relative name, by which the working directory would be searched. */
static char *
find_in (const char *folder, const char *name)
{
  g_autofree char *file = g_build_filename (folder, name, NULL);

  return g_path_is_absolute (folder) && g_file_test (file, G_FILE_TEST_EXISTS) ? g_steal_pointer (&file)
                                                                               : NULL;
}

char *
hbase_stubs_module_locate (const char *library)
{
  g_autofree char *folder = g_path_get_dirname (library);
  char *file = find_in (folder, "hbase-glib-1.0/" FILE_NAME);

  if (file == NULL)
    file = find_in (folder, FILE_NAME);
  return file != NULL ? file : g_strdup (HBASE_MODULE_DIR "/" FILE_NAME);
}

static char *
locate (void)
{
  Dl_info library = { .dli_fname = "" };

  dladdr (&stubs, &library);
  return hbase_stubs_module_locate (library.dli_fname);
}

const HBaseStubs *
hbase_stubs_load (GError **error)
{
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (stubs == NULL)
    {
      g_autofree char *file = locate ();

      stubs = hbase_stubs_module_find (file, error);
    }
  return stubs;
}
