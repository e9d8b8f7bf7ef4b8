/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-fields-private.h"
#include "hbase-wire-writer-private.h"

/* Attributes or the configuration of a table, family or namespace: bytes by names, sorted. NULL is an empty
 * map. (element-type GBytes GBytes) */

typedef GTree HBaseLocalAttributes;
typedef gboolean (*HBaseLocalAttributeFunc) (HBaseSlice name,
                                             HBaseSlice value,
                                             gpointer data,
                                             GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseLocalAttributes, g_tree_unref)

/* Sets a value. Makes the map if it is NULL. */
void hbase_local_attributes_set (HBaseLocalAttributes **attributes, HBaseSlice name, HBaseSlice value);
/* Returns the value of that name. Its data is NULL if there is none. */
HBaseSlice hbase_local_attributes_get (HBaseLocalAttributes *attributes, HBaseSlice name);
/* Removes the pairs whose value is empty: in the descriptors of HBase's client such a value removes an
 * attribute. */
void hbase_local_attributes_remove_empty (HBaseLocalAttributes *attributes);
/* Calls `func` with each pair until it returns FALSE with an error set. Returns its last result. */
gboolean hbase_local_attributes_foreach (HBaseLocalAttributes *attributes,
                                         HBaseLocalAttributeFunc func,
                                         gpointer data,
                                         GError **error);
/* Adds the pairs of the map in `field`. */
void hbase_local_attributes_read (HBaseLocalAttributes **attributes, const HBaseLocalField *field);
/* Writes the field; an empty map isn't written. */
void hbase_local_attributes_write (HBaseLocalAttributes *attributes, guint id, HBaseWireWriter *writer);
