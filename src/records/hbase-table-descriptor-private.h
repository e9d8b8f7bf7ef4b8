/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-settings-private.h"
#include "hbase-named-values-private.h"
#include "hbase-table-descriptor.h"

/* ---- messages ---- */

/* Write the fields of a struct that was begun, and end it. */
void hbase_table_descriptor_write (HBaseTableDescriptor *table, HBaseWireWriter *writer);
void hbase_family_descriptor_write (HBaseFamilyDescriptor *family, HBaseWireWriter *writer);
/* Writes a TTableName; `name` as `name` or `namespace:name`. */
void hbase_table_name_write (const char *name, HBaseWireWriter *writer);
/* Read the struct that the decoder has entered. */
HBaseTableDescriptor *hbase_table_descriptor_read (HBaseWireDecoder *decoder);
HBaseFamilyDescriptor *hbase_family_descriptor_read (HBaseWireDecoder *decoder);
/* Returns the name without the default namespace. */
char *hbase_table_name_read (HBaseWireDecoder *decoder);
/* Reads the descriptor that a response is. */
HBaseTableDescriptor *hbase_table_descriptor_of_block (const HBaseBlock *block);

/* ---- settings ---- */

/* Returns whether the setting (HBaseFamilySettingId) is set; `*value` is its value or default. */
gboolean hbase_family_descriptor_get_setting (HBaseFamilyDescriptor *family, guint setting, gint32 *value);
void hbase_family_descriptor_set_setting (HBaseFamilyDescriptor *family, guint setting, gint32 value);

typedef enum {
  HBASE_DESCRIPTOR_ATTRIBUTES,
  HBASE_DESCRIPTOR_CONFIGURATION,
} HBaseDescriptorMap;

HBaseNamedValues **hbase_family_descriptor_get_map (HBaseFamilyDescriptor *family, HBaseDescriptorMap map);
HBaseNamedValues **hbase_table_descriptor_get_attributes (HBaseTableDescriptor *table);
/* Returns whether it, or one of its families, has attributes, which framed gateways corrupt. */
gboolean hbase_table_descriptor_has_attributes (HBaseTableDescriptor *table);

/* ---- checks ---- */

/* INVALID_ARGUMENT if a table can't be created so. */
gboolean hbase_table_descriptor_check (HBaseTableDescriptor *descriptor, GError **error);
gboolean hbase_family_descriptor_check (HBaseFamilyDescriptor *family, const char *table, GError **error);
gboolean hbase_table_name_check (const char *name, GError **error);
gboolean hbase_family_name_check (const char *table, const char *family, GError **error);
gboolean hbase_namespace_name_check (const char *name, GError **error);
/* Returns the keys in order; NULL, with INVALID_ARGUMENT, if a table can't be split at them. (element-type
 * GBytes) */
GPtrArray *hbase_splits_sort (GPtrArray *splits, const char *table, GError **error);
