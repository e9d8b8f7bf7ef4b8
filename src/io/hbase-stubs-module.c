/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file loads the module with the generated code. */

#include "config.h"

#include "hbase-stubs-module-private.h"

#include <dlfcn.h>
#include <gmodule.h>

#include "hbase-error-private.h"

#define FILE_NAME "hbase-stubs.so"

/* NULL until the module is loaded. */
static HBaseWireTableNameFunc table_name_arguments;

HBaseWireTableNameFunc
hbase_stubs_module_find (const char *file, GError **error)
{
  GModule *module = g_module_open (file, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  gpointer function;

  if (module != NULL && g_module_symbol (module, "hbase_wire_arguments_table_name", &function))
    {
      g_module_make_resident (module);
      return (HBaseWireTableNameFunc) function;
    }
  hbase_error_set (error, HBASE_ERROR_UNSUPPORTED,
                   "a part of hbase-glib can't be loaded: %s; install hbase-glib again", g_module_error ());
  g_clear_pointer (&module, g_module_close);
  return NULL;
}

/* Returns where the module is: in a folder beside this library, if that was installed; beside it in a build
 * folder; or where it was to be installed, if a program contains the library. */
static char *
find_file (void)
{
  Dl_info library = { .dli_fname = "" };
  g_autofree char *directory = NULL, *installed = NULL, *built = NULL;

  dladdr (&table_name_arguments, &library);
  directory = g_path_get_dirname (library.dli_fname);
  installed = g_build_filename (directory, "hbase-glib-1.0", FILE_NAME, NULL);
  built = g_build_filename (directory, FILE_NAME, NULL);
  if (g_file_test (installed, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&installed);
  if (g_file_test (built, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&built);
  return g_strdup (HBASE_MODULE_DIR "/" FILE_NAME);
}

static HBaseWireTableNameFunc
load (GError **error)
{
  static GMutex lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  if (table_name_arguments == NULL)
    {
      g_autofree char *file = find_file ();

      table_name_arguments = hbase_stubs_module_find (file, error);
    }
  return table_name_arguments;
}

GBytes *
hbase_wire_arguments_table_name (HBaseWireProtocol protocol,
                                 const HBaseWireMethod *method,
                                 const char *name,
                                 GError **error)
{
  HBaseWireTableNameFunc function = load (error);

  return function != NULL ? function (protocol, method, name, error) : NULL;
}
