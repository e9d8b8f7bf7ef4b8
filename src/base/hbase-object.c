/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements what classes share: properties that are members of the object's struct, the error of
 * objects that were constructed without a required property, and the error of lists with a null. */

#include "config.h"

#include "hbase-object-private.h"

#include "hbase-error-private.h"

gboolean
hbase_object_fail_property (gpointer object, const char *property, GError **error)
{
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT,
               "this %s was constructed without its property “%s”: set it at construction, as the "
               "constructors do",
               G_OBJECT_TYPE_NAME (object), property);
  return FALSE;
}

void
hbase_object_get_member (gpointer object, gsize offset, GValue *value)
{
  gpointer member = G_STRUCT_MEMBER_P (object, offset);

  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value)))
    {
    case G_TYPE_BOOLEAN:
      g_value_set_boolean (value, *(gboolean *) member);
      break;
    case G_TYPE_INT:
      g_value_set_int (value, *(int *) member);
      break;
    case G_TYPE_UINT:
      g_value_set_uint (value, *(guint *) member);
      break;
    case G_TYPE_INT64:
      g_value_set_int64 (value, *(gint64 *) member);
      break;
    case G_TYPE_UINT64:
      g_value_set_uint64 (value, *(guint64 *) member);
      break;
    case G_TYPE_DOUBLE:
      g_value_set_double (value, *(double *) member);
      break;
    case G_TYPE_ENUM:
      g_value_set_enum (value, *(int *) member);
      break;
    case G_TYPE_STRING:
      g_value_set_string (value, *(char **) member);
      break;
    case G_TYPE_OBJECT:
    case G_TYPE_INTERFACE:
      g_value_set_object (value, *(gpointer *) member);
      break;
    case G_TYPE_BOXED:
      g_value_set_boxed (value, *(gpointer *) member);
      break;
    case G_TYPE_VARIANT:
      g_value_set_variant (value, *(GVariant **) member);
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
store_member (gpointer object, gsize offset, const GValue *value)
{
  gpointer *member = G_STRUCT_MEMBER_P (object, offset);
  void *number = member; /* whose type may need more alignment than a pointer */

  switch (G_TYPE_FUNDAMENTAL (G_VALUE_TYPE (value)))
    {
    case G_TYPE_BOOLEAN:
      *(gboolean *) number = g_value_get_boolean (value);
      break;
    case G_TYPE_INT:
      *(int *) number = g_value_get_int (value);
      break;
    case G_TYPE_UINT:
      *(guint *) number = g_value_get_uint (value);
      break;
    case G_TYPE_INT64:
      *(gint64 *) number = g_value_get_int64 (value);
      break;
    case G_TYPE_UINT64:
      *(guint64 *) number = g_value_get_uint64 (value);
      break;
    case G_TYPE_DOUBLE:
      *(double *) number = g_value_get_double (value);
      break;
    case G_TYPE_ENUM:
      *(int *) number = g_value_get_enum (value);
      break;
    case G_TYPE_STRING:
      g_free (*member);
      *member = g_value_dup_string (value);
      break;
    case G_TYPE_OBJECT:
    case G_TYPE_INTERFACE:
      g_clear_object (member);
      *member = g_value_dup_object (value);
      break;
    case G_TYPE_BOXED:
      if (*member != NULL)
        g_boxed_free (G_VALUE_TYPE (value), *member);
      *member = g_value_dup_boxed (value);
      break;
    case G_TYPE_VARIANT:
      g_clear_pointer ((GVariant **) member, g_variant_unref);
      *member = g_value_dup_variant (value);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* g_param_values_cmp() compares the addresses of GVariants. */
static gboolean
is_equal (GParamSpec *pspec, const GValue *value, const GValue *other)
{
  GVariant *variant = G_VALUE_HOLDS_VARIANT (value) ? g_value_get_variant (value) : NULL;
  GVariant *other_variant = variant != NULL ? g_value_get_variant (other) : NULL;

  if (variant != NULL && other_variant != NULL)
    return g_variant_equal (variant, other_variant);
  return g_param_values_cmp (pspec, value, other) == 0;
}

gboolean
hbase_object_change_member (gpointer object, gsize offset, const GValue *value, GParamSpec *pspec)
{
  g_auto (GValue) old = G_VALUE_INIT;

  g_value_init (&old, G_VALUE_TYPE (value));
  hbase_object_get_member (object, offset, &old);
  if (is_equal (pspec, &old, value))
    return FALSE;
  store_member (object, offset, value);
  return TRUE;
}

gboolean
hbase_object_set_member (gpointer object, gsize offset, const GValue *value, GParamSpec *pspec)
{
  if (!hbase_object_change_member (object, offset, value, pspec))
    return FALSE;
  g_object_notify_by_pspec (object, pspec);
  return TRUE;
}

void
hbase_object_set_locked_member (
    gpointer object, GMutex *lock, gsize offset, const GValue *value, GParamSpec *pspec)
{
  gboolean is_changed;

  g_mutex_lock (lock);
  is_changed = hbase_object_change_member (object, offset, value, pspec);
  g_mutex_unlock (lock);
  if (is_changed)
    g_object_notify_by_pspec (object, pspec);
}

gboolean
hbase_elements_check (gpointer *elements, guint n_elements, GError **error)
{
  for (guint i = 0; i < n_elements; i++)
    if (elements[i] == NULL)
      return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                              "element %u of the list of %u is null: leave it out", i, n_elements);
  return TRUE;
}
