/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-descriptor.h"
#include "hbase-family-settings-private.h"
#include "hbase-named-values-private.h"

/* Removes the attributes that every family of HBase 2 has, and makes settings of those that have the names of
 * settings. `from_hbase`: it was read from HBase, which stores settings as attributes: they are right where a
 * gateway has no name for a value. Otherwise HBase ignores attributes beside the fields of the same name. */
void hbase_family_descriptor_simplify (HBaseFamilyDescriptor *family, gboolean from_hbase);
/* Returns whether the setting (HBaseFamilySettingId) is set; `*value` is its value or default. */
gboolean hbase_family_descriptor_get_setting (HBaseFamilyDescriptor *family, guint setting, gint32 *value);
void hbase_family_descriptor_set_setting (HBaseFamilyDescriptor *family, guint setting, gint32 value);

typedef enum {
  HBASE_DESCRIPTOR_ATTRIBUTES,
  HBASE_DESCRIPTOR_CONFIGURATION,
} HBaseDescriptorMap;

HBaseNamedValues **hbase_family_descriptor_get_map (HBaseFamilyDescriptor *family, HBaseDescriptorMap map);
/* Returns whether it has attributes, which framed gateways corrupt. */
gboolean hbase_family_descriptor_has_attributes (HBaseFamilyDescriptor *family);

/* INVALID_ARGUMENT if a table can't have such a family. */
gboolean hbase_family_descriptor_check (HBaseFamilyDescriptor *family, const char *table, GError **error);
