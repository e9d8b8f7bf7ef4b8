/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-durability.h"

G_BEGIN_DECLS

#define HBASE_TYPE_FAMILY_DESCRIPTOR (hbase_family_descriptor_get_type ())
typedef struct _HBaseFamilyDescriptor HBaseFamilyDescriptor;

HBASE_AVAILABLE_IN_0_1
GType hbase_family_descriptor_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_new (const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_ref (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_unref (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
const char *hbase_family_descriptor_get_name (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_max_versions (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_max_versions (HBaseFamilyDescriptor *family, guint max_versions);
/* seconds; 0: permanently */
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_time_to_live (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_time_to_live (HBaseFamilyDescriptor *family, guint seconds);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseFamilyDescriptor, hbase_family_descriptor_unref)

#define HBASE_TYPE_TABLE_DESCRIPTOR (hbase_table_descriptor_get_type ())
typedef struct _HBaseTableDescriptor HBaseTableDescriptor;

HBASE_AVAILABLE_IN_0_1
GType hbase_table_descriptor_get_type (void);
/* `name` or `namespace:name` */
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_new (const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_ref (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_unref (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
const char *hbase_table_descriptor_get_name (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_add_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_table_descriptor_get_family (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_descriptor_get_families (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_table_descriptor_get_durability (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_set_durability (HBaseTableDescriptor *table, HBaseDurability durability);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseTableDescriptor, hbase_table_descriptor_unref)

G_END_DECLS
