/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* Language bindings construct objects by g_object_new(), possibly without required properties. Each call of
 * such an object begins with hbase_object_check_property(). */

/* Fails with INVALID_ARGUMENT and returns FALSE. */
gboolean hbase_object_fail_property (gpointer object, const char *property, GError **error);

/* Whether the property was set; `value` is NULL if it wasn't. */
static inline gboolean
hbase_object_check_property (gpointer object, const char *property, gconstpointer value, GError **error)
{
  return value != NULL || hbase_object_fail_property (object, property, error);
}
