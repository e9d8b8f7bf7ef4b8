/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

/* This declares what classes share: properties that are members of the object's struct, required properties,
 * and checks of lists.
 *
 * Language bindings construct objects by g_object_new(), possibly without required properties. Each call of
 * such an object begins with hbase_object_check_property(). */

/* Fails with INVALID_ARGUMENT and returns FALSE. */
gboolean hbase_object_fail_property (gpointer object, const char *property, GError **error);

/* Set a property's value from the member at this offset in the object, and the member from the value. The
 * member has the property's type: gboolean, int, guint, gint64, guint64, double, an enumeration, or a
 * pointer to a string, an object, a boxed type or a GVariant, which the object owns.
 *
 * If the member already has an equal value, it stays as it is. Otherwise the setters return TRUE, and emit
 * `notify`: the property is G_PARAM_EXPLICIT_NOTIFY if it can be set after construction. Objects and boxed
 * types are equal if they are the same object. */
void hbase_object_get_member (gpointer object, gsize offset, GValue *value);
gboolean hbase_object_set_member (gpointer object, gsize offset, const GValue *value, GParamSpec *pspec);

/* Likewise, for a member that a lock protects: handlers of `notify`, which may call the object, run without
 * the lock. The caller of the second function holds the lock, and emits `notify` after it if this returns
 * TRUE. */
void hbase_object_set_locked_member (
    gpointer object, GMutex *lock, gsize offset, const GValue *value, GParamSpec *pspec);
gboolean hbase_object_change_member (gpointer object, gsize offset, const GValue *value, GParamSpec *pspec);

/* Whether the property was set; `value` is NULL if it wasn't. */
static inline gboolean
hbase_object_check_property (gpointer object, const char *property, gconstpointer value, GError **error)
{
  return value != NULL || hbase_object_fail_property (object, property, error);
}

/* Fails with INVALID_ARGUMENT and returns FALSE if one of these is NULL: languages have lists with a null. */
gboolean hbase_elements_check (gpointer *elements, guint n_elements, GError **error);
