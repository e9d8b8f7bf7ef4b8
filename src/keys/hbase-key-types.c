/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-types-private.h"

static const HBaseKeyType *const families[] = {
  hbase_key_number_types,
  hbase_key_stamp_types,
};

const HBaseKeyType *
hbase_key_type_nth (guint index)
{
  for (guint i = 0; i < G_N_ELEMENTS (families); i++)
    for (const HBaseKeyType *type = families[i]; type->name != NULL; type++)
      if (index-- == 0)
        return type;
  return NULL;
}

const HBaseKeyType *
hbase_key_type_lookup (HBaseSlice name, gboolean sized)
{
  const HBaseKeyType *type;

  for (guint i = 0; (type = hbase_key_type_nth (i)) != NULL; i++)
    if (hbase_slice_equal (hbase_slice_text (type->name), name)
        && (type->shape == HBASE_KEY_SIZED) == sized)
      return type;
  return NULL;
}

char *
hbase_key_type_list (void)
{
  GString *list = g_string_new (NULL);
  const HBaseKeyType *type;

  for (guint i = 0; (type = hbase_key_type_nth (i)) != NULL; i++)
    g_string_append_printf (list, "%s%s%s", i > 0 ? ", " : "", type->name,
                            type->shape == HBASE_KEY_SIZED ? "(N)" : "");
  return g_string_free (list, FALSE);
}

HBaseKeyValue
hbase_key_value_of (GVariant *variant)
{
  HBaseSlice bytes = { 0 };

  switch (g_variant_classify (variant))
    {
    case G_VARIANT_CLASS_BYTE:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_byte (variant) };
    case G_VARIANT_CLASS_UINT16:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint16 (variant) };
    case G_VARIANT_CLASS_UINT32:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint32 (variant) };
    case G_VARIANT_CLASS_UINT64:
      return (HBaseKeyValue){ HBASE_KEY_UINT, .u = g_variant_get_uint64 (variant) };
    case G_VARIANT_CLASS_INT16:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int16 (variant) };
    case G_VARIANT_CLASS_INT32:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int32 (variant) };
    case G_VARIANT_CLASS_INT64:
      return (HBaseKeyValue){ HBASE_KEY_INT, .i = g_variant_get_int64 (variant) };
    case G_VARIANT_CLASS_DOUBLE:
      return (HBaseKeyValue){ HBASE_KEY_DOUBLE, .d = g_variant_get_double (variant) };
    case G_VARIANT_CLASS_STRING:
      bytes.data = (const guint8 *) g_variant_get_string (variant, &bytes.length);
      return (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = bytes };
    default: /* `ay` */
      bytes.data = g_variant_get_fixed_array (variant, &bytes.length, 1);
      return (HBaseKeyValue){ HBASE_KEY_BYTES, .bytes = bytes };
    }
}
