/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-value-private.h"

#include "hbase-error-private.h"
#include "hbase-wire-bytes-private.h"

/* This file implements values that have types: numbers of eight bytes, and GVariants. */

gboolean
hbase_value_read_int64 (HBaseSlice value, gint64 *number, GError **error)
{
  if (value.length != sizeof *number)
    return hbase_error_set (error, HBASE_ERROR_INVALID_VALUE,
                            "its value has %" G_GSIZE_FORMAT " bytes, but a number has 8", value.length);
  *number = (gint64) hbase_wire_load_64 (value.data);
  return TRUE;
}

/* ---- GVariants ---- */

/* Takes the value, and returns it in the other byte order if this machine's is big-endian. */
static GVariant *
convert_order (GVariant *value)
{
  g_autoptr (GVariant) held = value;

  return G_BYTE_ORDER == G_BIG_ENDIAN ? g_variant_byteswap (value) : g_steal_pointer (&held);
}

GVariant *
hbase_value_box_variant (GVariant *value)
{
  g_autoptr (GVariant) boxed = g_variant_ref_sink (g_variant_new_variant (value));

  return convert_order (g_variant_get_normal_form (boxed));
}

gboolean
hbase_value_check_type (const char *type, GError **error)
{
  return type == NULL || g_variant_type_string_is_valid (type)
         || hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                             "“%s” isn't the type of a GVariant, as “a{sv}” is", type);
}

GVariant *
hbase_value_read_variant (HBaseSlice value, const char *type, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (value.data, value.length);
  g_autoptr (GVariant) boxed
      = g_variant_ref_sink (g_variant_new_from_bytes (G_VARIANT_TYPE_VARIANT, bytes, FALSE));
  g_autoptr (GVariant) ordered = NULL, found = NULL;

  if (!g_variant_is_normal_form (boxed))
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_VALUE,
                       "its value isn't a GVariant as hbase_put_add_variant() writes it");
      return NULL;
    }
  ordered = convert_order (g_steal_pointer (&boxed));
  found = g_variant_get_variant (ordered);
  if (type == NULL || g_str_equal (g_variant_get_type_string (found), type))
    return g_steal_pointer (&found);
  hbase_error_set (error, HBASE_ERROR_INVALID_VALUE, "its value is a GVariant of type “%s”, and not of “%s”",
                   g_variant_get_type_string (found), type);
  return NULL;
}
