/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-enums.h"
#include "hbase-family-descriptor.h"

G_BEGIN_DECLS

#define HBASE_TYPE_TABLE_DESCRIPTOR (hbase_table_descriptor_get_type ())
typedef struct _HBaseTableDescriptor HBaseTableDescriptor;

HBASE_AVAILABLE_IN_0_1
GType hbase_table_descriptor_get_type (void);
/* `name` or `namespace:name` */
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_new (const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_new_from_string (const char *text, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_table_descriptor_to_string (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_ref (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_unref (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
HBaseTableDescriptor *hbase_table_descriptor_copy (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_merge (HBaseTableDescriptor *table, HBaseTableDescriptor *changes);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_descriptor_equal (HBaseTableDescriptor *a, HBaseTableDescriptor *b);
HBASE_AVAILABLE_IN_0_1
const char *hbase_table_descriptor_get_name (HBaseTableDescriptor *table);
/* `name` or `namespace:name` */
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_set_name (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_add_family (HBaseTableDescriptor *table, HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_descriptor_remove_family (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_table_descriptor_get_family (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
GPtrArray *hbase_table_descriptor_get_families (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
HBaseDurability hbase_table_descriptor_get_durability (HBaseTableDescriptor *table);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_set_durability (HBaseTableDescriptor *table, HBaseDurability durability);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_set_attribute (HBaseTableDescriptor *table,
                                           const char *name,
                                           const guint8 *value,
                                           gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_table_descriptor_ref_attribute (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_table_descriptor_remove_attribute (HBaseTableDescriptor *table, const char *name);
HBASE_AVAILABLE_IN_0_1
char **hbase_table_descriptor_list_attributes (HBaseTableDescriptor *table);

HBASE_AVAILABLE_IN_0_1
gboolean hbase_table_descriptor_check (HBaseTableDescriptor *table, GPtrArray *splits, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseTableDescriptor, hbase_table_descriptor_unref)

G_END_DECLS
