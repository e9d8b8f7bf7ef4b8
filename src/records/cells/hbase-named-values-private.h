/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-writer-private.h"

/* Named settings of a record (char * → GVariant), in the order of their names; NULL: none. */
typedef GTree HBaseNamedValues;

/* Takes ownership of a floating value. */
void hbase_named_values_set (HBaseNamedValues **values, const char *name, GVariant *value);
/* Returns the value (transfer none); NULL: there is none of that name. */
GVariant *hbase_named_values_find (HBaseNamedValues *values, const char *name);
HBaseNamedValues *hbase_named_values_copy (HBaseNamedValues *values);
guint hbase_named_values_count (HBaseNamedValues *values);
gboolean hbase_named_values_equal (HBaseNamedValues *a, HBaseNamedValues *b);
/* Sets all values of `changes`. */
void hbase_named_values_merge (HBaseNamedValues **values, HBaseNamedValues *changes);
/* Returns the names (transfer full). */
char **hbase_named_values_list (HBaseNamedValues *values);

/* ---- attributes: values of bytes ---- */

void hbase_attributes_set (HBaseNamedValues **attributes, const char *name, HBaseSlice value);
void hbase_attributes_remove (HBaseNamedValues **attributes, const char *name);
/* Returns the value (transfer full); NULL: there is none of that name. */
GBytes *hbase_attributes_ref (HBaseNamedValues *attributes, const char *name);
/* Returns an upper bound of the bytes that hbase_attributes_write() writes. */
gsize hbase_attributes_get_max_length (HBaseNamedValues *attributes);
/* Writes the field `id` of a struct, if there are any. */
void hbase_attributes_write (HBaseNamedValues *attributes, guint id, HBaseWireWriter *writer);

typedef struct {
  const char *name; /* NULL: the end */
  const char *value;
} HBaseNamedDefault;

/* Removes the attributes that have these values. */
void hbase_attributes_remove_defaults (HBaseNamedValues **attributes, const HBaseNamedDefault *defaults);

/* ---- configuration: attributes whose values are text ---- */

/* `value` NULL: removes it. */
void hbase_configuration_set (HBaseNamedValues **configuration, const char *name, const char *value);
/* Returns the value (transfer full); NULL: it isn't set. */
char *hbase_configuration_dup (HBaseNamedValues *configuration, const char *name);
