/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-descriptor-difference-private.h"
#include "hbase-table-descriptor-private.h"

/* This file compares a table with the descriptor that was requested, for people: it lists the differences. */

static void
add_difference (
    GPtrArray *lines, const char *where, const char *name, const char *found, const char *requested)
{
  g_ptr_array_add (lines, g_strdup_printf ("%s: %s is %s, not %s", where, name,
                                           found != NULL ? found : "not set", requested));
}

static char *
show (GBytes *value)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (value, &length);

  return hbase_bytes_to_escaped (data, length);
}

static void
compare_pair (GPtrArray *lines, const char *where, const char *name, GBytes *requested, GBytes *found)
{
  g_autofree char *requested_text = show (requested), *found_text = found != NULL ? show (found) : NULL;

  if (found == NULL || !g_bytes_equal (found, requested))
    add_difference (lines, where, name, found_text, requested_text);
}

static void
compare_maps (GPtrArray *lines, const char *where, HBaseNamedValues *requested, HBaseNamedValues *found)
{
  g_auto (GStrv) names = hbase_named_values_list (requested);

  for (char **name = names; *name != NULL; name++)
    {
      g_autoptr (GBytes) wanted = hbase_attributes_ref (requested, *name);
      g_autoptr (GBytes) there = hbase_attributes_ref (found, *name);

      /* Setting an attribute to nothing removes it. */
      if (g_bytes_get_size (wanted) == 0 && there == NULL)
        continue;
      compare_pair (lines, where, *name, wanted, there);
    }
}

static void
compare_setting (GPtrArray *lines, HBaseFamilyDescriptor *requested, HBaseFamilyDescriptor *found, guint i)
{
  g_autofree char *requested_text = NULL, *found_text = NULL;
  const HBaseFamilySetting *setting = &hbase_family_settings[i];
  gint32 wanted, there;

  if (!hbase_family_descriptor_get_setting (requested, i, &wanted))
    return;
  hbase_family_descriptor_get_setting (found, i, &there);
  if (there == wanted)
    return;
  requested_text = hbase_family_setting_print (setting, wanted);
  found_text = hbase_family_setting_print (setting, there);
  add_difference (lines, hbase_family_descriptor_get_name (requested), setting->name, found_text,
                  requested_text);
}

static void
compare_families (GPtrArray *lines, HBaseFamilyDescriptor *requested, HBaseFamilyDescriptor *found)
{
  const char *name = hbase_family_descriptor_get_name (requested);

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    compare_setting (lines, requested, found, i);
  for (HBaseDescriptorMap map = HBASE_DESCRIPTOR_ATTRIBUTES; map <= HBASE_DESCRIPTOR_CONFIGURATION; map++)
    compare_maps (lines, name, *hbase_family_descriptor_get_map (requested, map),
                  *hbase_family_descriptor_get_map (found, map));
}

static void
compare_durabilities (GPtrArray *lines, HBaseTableDescriptor *requested, HBaseTableDescriptor *found)
{
  HBaseDurability wanted = hbase_table_descriptor_get_durability (requested);
  HBaseDurability there = hbase_table_descriptor_get_durability (found);
  g_autoptr (GTypeClass) class = g_type_class_ref (HBASE_TYPE_DURABILITY);
  const GEnumValue *wanted_value = g_enum_get_value ((GEnumClass *) class, (int) wanted);
  const GEnumValue *there_value = g_enum_get_value ((GEnumClass *) class, (int) there);

  if (wanted != HBASE_DURABILITY_USE_DEFAULT && wanted != there && wanted_value != NULL)
    add_difference (lines, hbase_table_descriptor_get_name (requested), "DURABILITY",
                    there_value != NULL ? there_value->value_nick : NULL, wanted_value->value_nick);
}

GPtrArray *
hbase_table_descriptor_list_differences (HBaseTableDescriptor *request, HBaseTableDescriptor *found)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (HBaseTableDescriptor) requested = hbase_table_descriptor_simplify (request);
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (requested);

  compare_durabilities (lines, requested, found);
  compare_maps (lines, hbase_table_descriptor_get_name (requested),
                *hbase_table_descriptor_get_attributes (requested),
                *hbase_table_descriptor_get_attributes (found));
  for (guint i = 0; i < families->len; i++)
    {
      const char *name = hbase_family_descriptor_get_name (families->pdata[i]);
      HBaseFamilyDescriptor *own = hbase_table_descriptor_get_family (found, name);

      if (own != NULL)
        compare_families (lines, families->pdata[i], own);
      else
        g_ptr_array_add (lines, g_strdup_printf ("%s: this column family is missing", name));
    }
  return lines;
}
