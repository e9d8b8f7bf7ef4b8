/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file checks that this library and libhbase-glib are of the same version. */

#include "config.h"

#include "hbase-plan-compatibility-private.h"

char *
hbase_plan_compatibility_check (const HBasePrivateFunctions *functions)
{
  gsize size = sizeof (HBasePrivateFunctions);

  if (g_str_equal (functions->version, PACKAGE_VERSION) && functions->size == size)
    return NULL;
  return g_strdup_printf ("libhbase-plan is of version %s (with %" G_GSIZE_FORMAT
                          " bytes of functions), but the libhbase-glib that is loaded is of version %s "
                          "(%" G_GSIZE_FORMAT " bytes): install both of the same version",
                          PACKAGE_VERSION, size, functions->version, functions->size);
}
