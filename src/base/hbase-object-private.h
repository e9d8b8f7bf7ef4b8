/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* Bindings can construct any object by g_object_new(), and leave out properties without which it can do
 * nothing. Each call of such an object begins with hbase_object_check_property(). */

/* Fails with INVALID_ARGUMENT. Always FALSE. */
gboolean hbase_object_fail_property (gpointer object, const char *property, GError **error);

/* Whether the object was given the property, whose value is NULL otherwise. */
static inline gboolean
hbase_object_check_property (gpointer object, const char *property, gconstpointer value, GError **error)
{
  return value != NULL || hbase_object_fail_property (object, property, error);
}
