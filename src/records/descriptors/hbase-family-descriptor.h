/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-settings.h"

G_BEGIN_DECLS

#define HBASE_TYPE_FAMILY_DESCRIPTOR (hbase_family_descriptor_get_type ())
typedef struct _HBaseFamilyDescriptor HBaseFamilyDescriptor;

HBASE_AVAILABLE_IN_0_1
GType hbase_family_descriptor_get_type (void);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_new (const char *name);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_new_from_string (const char *text, GError **error);
HBASE_AVAILABLE_IN_0_1
char *hbase_family_descriptor_to_string (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_ref (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_unref (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
HBaseFamilyDescriptor *hbase_family_descriptor_copy (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_equal (HBaseFamilyDescriptor *a, HBaseFamilyDescriptor *b);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_merge (HBaseFamilyDescriptor *family, HBaseFamilyDescriptor *changes);
HBASE_AVAILABLE_IN_0_1
const char *hbase_family_descriptor_get_name (HBaseFamilyDescriptor *family);
/* `setting`: HBase's name, as “VERSIONS” */
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_is_set (HBaseFamilyDescriptor *family, const char *setting);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_unset (HBaseFamilyDescriptor *family, const char *setting);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_max_versions (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_max_versions (HBaseFamilyDescriptor *family, guint max_versions);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_min_versions (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_min_versions (HBaseFamilyDescriptor *family, guint min_versions);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_time_to_live (HBaseFamilyDescriptor *family);
/* seconds; 0: permanently */
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_time_to_live (HBaseFamilyDescriptor *family, guint seconds);
HBASE_AVAILABLE_IN_0_1
HBaseCompression hbase_family_descriptor_get_compression (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_compression (HBaseFamilyDescriptor *family, HBaseCompression compression);
HBASE_AVAILABLE_IN_0_1
HBaseBloomFilter hbase_family_descriptor_get_bloom_filter (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_bloom_filter (HBaseFamilyDescriptor *family, HBaseBloomFilter bloom_filter);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_block_size (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_block_size (HBaseFamilyDescriptor *family, guint bytes);
HBASE_AVAILABLE_IN_0_1
HBaseDataBlockEncoding hbase_family_descriptor_get_data_block_encoding (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_data_block_encoding (HBaseFamilyDescriptor *family,
                                                      HBaseDataBlockEncoding encoding);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_in_memory (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_in_memory (HBaseFamilyDescriptor *family, gboolean in_memory);
HBASE_AVAILABLE_IN_0_1
HBaseKeepDeletedCells hbase_family_descriptor_get_keep_deleted_cells (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_keep_deleted_cells (HBaseFamilyDescriptor *family,
                                                     HBaseKeepDeletedCells keep);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_replication_scope (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_replication_scope (HBaseFamilyDescriptor *family, guint scope);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_block_cache (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_block_cache (HBaseFamilyDescriptor *family, gboolean block_cache);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_cache_data_on_write (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_cache_data_on_write (HBaseFamilyDescriptor *family, gboolean cache);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_cache_indexes_on_write (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_cache_indexes_on_write (HBaseFamilyDescriptor *family, gboolean cache);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_cache_blooms_on_write (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_cache_blooms_on_write (HBaseFamilyDescriptor *family, gboolean cache);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_evict_blocks_on_close (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_evict_blocks_on_close (HBaseFamilyDescriptor *family, gboolean evict);
HBASE_AVAILABLE_IN_0_1
gboolean hbase_family_descriptor_get_compress_tags (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_compress_tags (HBaseFamilyDescriptor *family, gboolean compress);
HBASE_AVAILABLE_IN_0_1
guint hbase_family_descriptor_get_dfs_replication (HBaseFamilyDescriptor *family);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_dfs_replication (HBaseFamilyDescriptor *family, guint replicas);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_attribute (HBaseFamilyDescriptor *family,
                                            const char *name,
                                            const guint8 *value,
                                            gsize value_length);
HBASE_AVAILABLE_IN_0_1
GBytes *hbase_family_descriptor_ref_attribute (HBaseFamilyDescriptor *family, const char *name);
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_remove_attribute (HBaseFamilyDescriptor *family, const char *name);
HBASE_AVAILABLE_IN_0_1
char **hbase_family_descriptor_list_attributes (HBaseFamilyDescriptor *family);
/* `value` NULL: removes it */
HBASE_AVAILABLE_IN_0_1
void hbase_family_descriptor_set_configuration (HBaseFamilyDescriptor *family,
                                                const char *name,
                                                const char *value);
HBASE_AVAILABLE_IN_0_1
char *hbase_family_descriptor_dup_configuration (HBaseFamilyDescriptor *family, const char *name);
HBASE_AVAILABLE_IN_0_1
char **hbase_family_descriptor_list_configuration (HBaseFamilyDescriptor *family);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseFamilyDescriptor, hbase_family_descriptor_unref)

G_END_DECLS
