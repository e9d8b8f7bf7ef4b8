/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-named-values-private.h"

/* This file implements the named settings of records, such as attributes. */

static int
compare_names (gconstpointer a, gconstpointer b, gpointer data)
{
  return strcmp (a, b);
}

void
hbase_named_values_set (HBaseNamedValues **values, const char *name, GVariant *value)
{
  if (*values == NULL)
    *values = g_tree_new_full (compare_names, NULL, g_free, (GDestroyNotify) g_variant_unref);
  g_tree_replace (*values, g_strdup (name), g_variant_ref_sink (value));
}

GVariant *
hbase_named_values_find (HBaseNamedValues *values, const char *name)
{
  return values != NULL ? g_tree_lookup (values, name) : NULL;
}

static GTreeNode *
first_node (HBaseNamedValues *values)
{
  return values != NULL ? g_tree_node_first (values) : NULL;
}

void
hbase_named_values_merge (HBaseNamedValues **values, HBaseNamedValues *changes)
{
  for (GTreeNode *node = first_node (changes); node != NULL; node = g_tree_node_next (node))
    hbase_named_values_set (values, g_tree_node_key (node), g_tree_node_value (node));
}

HBaseNamedValues *
hbase_named_values_copy (HBaseNamedValues *values)
{
  HBaseNamedValues *copy = NULL;

  hbase_named_values_merge (&copy, values);
  return copy;
}

guint
hbase_named_values_count (HBaseNamedValues *values)
{
  return values != NULL ? (guint) g_tree_nnodes (values) : 0;
}

gboolean
hbase_named_values_equal (HBaseNamedValues *a, HBaseNamedValues *b)
{
  for (GTreeNode *node = first_node (a); node != NULL; node = g_tree_node_next (node))
    {
      GVariant *other = hbase_named_values_find (b, g_tree_node_key (node));

      if (other == NULL || !g_variant_equal (g_tree_node_value (node), other))
        return FALSE;
    }
  return hbase_named_values_count (a) == hbase_named_values_count (b);
}

char **
hbase_named_values_list (HBaseNamedValues *values)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (GTreeNode *node = first_node (values); node != NULL; node = g_tree_node_next (node))
    g_ptr_array_add (names, g_strdup (g_tree_node_key (node)));
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* ---- attributes ---- */

void
hbase_attributes_set (HBaseNamedValues **attributes, const char *name, HBaseSlice value)
{
  hbase_named_values_set (attributes, name,
                          g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, value.data, value.length, 1));
}

void
hbase_attributes_remove (HBaseNamedValues **attributes, const char *name)
{
  if (*attributes != NULL)
    g_tree_remove (*attributes, name);
  if (hbase_named_values_count (*attributes) == 0)
    g_clear_pointer (attributes, g_tree_unref);
}

GBytes *
hbase_attributes_ref (HBaseNamedValues *attributes, const char *name)
{
  GVariant *value = hbase_named_values_find (attributes, name);

  return value != NULL ? g_variant_get_data_as_bytes (value) : NULL;
}

/* Of a map, or of a pair of binaries, besides their bytes. */
#define MAX_HEADER 16

gsize
hbase_attributes_get_max_length (HBaseNamedValues *attributes)
{
  gsize length = 0;

  for (GTreeNode *node = first_node (attributes); node != NULL; node = g_tree_node_next (node))
    length += MAX_HEADER + strlen (g_tree_node_key (node)) + g_variant_get_size (g_tree_node_value (node));
  return length > 0 ? MAX_HEADER + length : 0;
}

void
hbase_attributes_write (HBaseNamedValues *attributes, guint id, HBaseWireWriter *writer)
{
  if (attributes == NULL)
    return;
  hbase_wire_write_map (writer, id, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY,
                        hbase_named_values_count (attributes));
  for (GTreeNode *node = g_tree_node_first (attributes); node != NULL; node = g_tree_node_next (node))
    {
      gsize length;
      const guint8 *value = g_variant_get_fixed_array (g_tree_node_value (node), &length, 1);

      hbase_wire_put_binary (writer, hbase_slice_text (g_tree_node_key (node)));
      hbase_wire_put_binary (writer, hbase_slice (value, length));
    }
}

void
hbase_attributes_remove_defaults (HBaseNamedValues **attributes, const HBaseNamedDefault *defaults)
{
  for (; defaults->name != NULL; defaults++)
    {
      g_autoptr (GBytes) value = hbase_attributes_ref (*attributes, defaults->name);

      if (value != NULL
          && hbase_slice_equal (hbase_slice_of_bytes (value), hbase_slice_text (defaults->value)))
        hbase_attributes_remove (attributes, defaults->name);
    }
}

/* ---- configuration ---- */

void
hbase_configuration_set (HBaseNamedValues **configuration, const char *name, const char *value)
{
  if (value != NULL)
    hbase_attributes_set (configuration, name, hbase_slice_text (value));
  else
    hbase_attributes_remove (configuration, name);
}

char *
hbase_configuration_dup (HBaseNamedValues *configuration, const char *name)
{
  g_autoptr (GBytes) value = hbase_attributes_ref (configuration, name);

  return value != NULL ? hbase_slice_dup_valid_text (hbase_slice_of_bytes (value)) : NULL;
}
