/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Attributes and configuration as they are in calls and replies: maps of bytes. */

#include "config.h"

#include "hbase-local-attributes-private.h"

static int
compare_names (gconstpointer a, gconstpointer b, gpointer unused)
{
  return g_bytes_compare (a, b);
}

void
hbase_local_attributes_set (HBaseLocalAttributes **attributes, HBaseSlice name, HBaseSlice value)
{
  if (*attributes == NULL)
    *attributes = g_tree_new_full (compare_names, NULL, (GDestroyNotify) g_bytes_unref,
                                   (GDestroyNotify) g_bytes_unref);
  g_tree_replace (*attributes, g_bytes_new (name.data, name.length), g_bytes_new (value.data, value.length));
}

HBaseSlice
hbase_local_attributes_get (HBaseLocalAttributes *attributes, HBaseSlice name)
{
  g_autoptr (GBytes) key = g_bytes_new (name.data, name.length);
  GBytes *value = attributes != NULL ? g_tree_lookup (attributes, key) : NULL;

  return value != NULL ? hbase_slice_of_bytes (value) : (HBaseSlice){ NULL, 0 };
}

typedef struct {
  HBaseLocalAttributeFunc func;
  gpointer data;
  GError *error;
} Walk;

/* Returns TRUE to stop. */
static gboolean
pass_pair (gpointer name, gpointer value, gpointer data)
{
  Walk *walk = data;

  return !walk->func (hbase_slice_of_bytes (name), hbase_slice_of_bytes (value), walk->data, &walk->error);
}

gboolean
hbase_local_attributes_foreach (HBaseLocalAttributes *attributes,
                                HBaseLocalAttributeFunc func,
                                gpointer data,
                                GError **error)
{
  Walk walk = { .func = func, .data = data };

  if (attributes != NULL)
    g_tree_foreach (attributes, pass_pair, &walk);
  if (walk.error == NULL)
    return TRUE;
  g_propagate_error (error, walk.error);
  return FALSE;
}

static gboolean
add_if_empty (gpointer name, gpointer value, gpointer names)
{
  if (g_bytes_get_size (value) == 0)
    g_ptr_array_add (names, name);
  return FALSE;
}

void
hbase_local_attributes_remove_empty (HBaseLocalAttributes *attributes)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  if (attributes == NULL)
    return;
  g_tree_foreach (attributes, add_if_empty, names);
  for (guint i = 0; i < names->len; i++)
    g_tree_remove (attributes, names->pdata[i]);
}

void
hbase_local_attributes_read (HBaseLocalAttributes **attributes, const HBaseLocalField *field)
{
  HBaseWireDecoder decoder;

  for (guint n = hbase_local_fields_map (field, &decoder); n > 0; n--)
    {
      HBaseSlice name = hbase_wire_decoder_binary (&decoder);
      HBaseSlice value = hbase_wire_decoder_binary (&decoder);

      hbase_local_attributes_set (attributes, name, value);
    }
}

static gboolean
write_pair (HBaseSlice name, HBaseSlice value, gpointer writer, GError **unused)
{
  hbase_wire_put_binary (writer, name);
  hbase_wire_put_binary (writer, value);
  return TRUE;
}

void
hbase_local_attributes_write (HBaseLocalAttributes *attributes, guint id, HBaseWireWriter *writer)
{
  guint count = attributes != NULL ? (guint) g_tree_nnodes (attributes) : 0;

  if (count == 0)
    return;
  hbase_wire_write_map (writer, id, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, count);
  hbase_local_attributes_foreach (attributes, write_pair, writer, NULL);
}
