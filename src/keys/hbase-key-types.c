/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-key-types-private.h"

/* This file finds types by their names and numbers. */

static const HBaseKeyType *const families[] = {
  hbase_key_number_types, hbase_key_timestamp_types,     hbase_key_text_types,
  hbase_key_digit_types,  hbase_key_ordered_bytes_types,
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
    if (hbase_slice_equal (hbase_slice_text (type->name), name) && (type->shape == HBASE_KEY_SIZED) == sized)
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
