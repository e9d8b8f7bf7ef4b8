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

/* ---- attributes: values of bytes ---- */

void hbase_attributes_set (HBaseNamedValues **attributes, const char *name, HBaseSlice value);
void hbase_attributes_remove (HBaseNamedValues **attributes, const char *name);
/* Returns the value (transfer full); NULL: there is none of that name. */
GBytes *hbase_attributes_ref (HBaseNamedValues *attributes, const char *name);
/* Returns an upper bound of the bytes that hbase_attributes_write() writes. */
gsize hbase_attributes_get_max_length (HBaseNamedValues *attributes);
/* Writes the field `id` of a struct, if there are any. */
void hbase_attributes_write (HBaseNamedValues *attributes, guint id, HBaseWireWriter *writer);
