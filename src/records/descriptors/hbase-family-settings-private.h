/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-family-settings.h"

/* The settings of a column family that have fields in TColumnFamilyDescriptor, by HBase's names. All values
 * fit 32 bits. They are numbered in the order in which texts show them. */

typedef enum {
  HBASE_FAMILY_SETTING_VERSIONS,
  HBASE_FAMILY_SETTING_MIN_VERSIONS,
  HBASE_FAMILY_SETTING_TTL,
  HBASE_FAMILY_SETTING_COMPRESSION,
  HBASE_FAMILY_SETTING_BLOOMFILTER,
  HBASE_FAMILY_SETTING_BLOCKSIZE,
  HBASE_FAMILY_SETTING_DATA_BLOCK_ENCODING,
  HBASE_FAMILY_SETTING_IN_MEMORY,
  HBASE_FAMILY_SETTING_KEEP_DELETED_CELLS,
  HBASE_FAMILY_SETTING_REPLICATION_SCOPE,
  HBASE_FAMILY_SETTING_BLOCKCACHE,
  HBASE_FAMILY_SETTING_CACHE_DATA_ON_WRITE,
  HBASE_FAMILY_SETTING_CACHE_INDEX_ON_WRITE,
  HBASE_FAMILY_SETTING_CACHE_BLOOMS_ON_WRITE,
  HBASE_FAMILY_SETTING_EVICT_BLOCKS_ON_CLOSE,
  HBASE_FAMILY_SETTING_COMPRESS_TAGS,
  HBASE_FAMILY_SETTING_DFS_REPLICATION,
  HBASE_N_SETTINGS,
} HBaseFamilySettingId;

typedef enum {
  HBASE_FAMILY_SETTING_COUNT,
  HBASE_FAMILY_SETTING_BYTES,
  HBASE_FAMILY_SETTING_SECONDS, /* the greatest value: permanently */
  HBASE_FAMILY_SETTING_FLAG,
  HBASE_FAMILY_SETTING_CHOICE, /* of an enumeration */
} HBaseFamilySettingKind;

typedef struct {
  const char *name;
  HBaseFamilySettingKind kind;
  gint32 default_value; /* HBase's */
  gint32 least, greatest;
  GType (*get_type) (void); /* the enumeration of a CHOICE */
} HBaseFamilySetting;

extern const HBaseFamilySetting hbase_family_settings[HBASE_N_SETTINGS];

/* Returns the setting of that name, in any case of letters; NULL: there is none. */
const HBaseFamilySetting *hbase_family_setting_by_name (const char *name);
static inline guint
hbase_family_setting_index (const HBaseFamilySetting *setting)
{
  return (guint) (setting - hbase_family_settings);
}

/* Checks that HBase accepts the value: INVALID_ARGUMENT with the rule. */
gboolean hbase_family_setting_check (const HBaseFamilySetting *setting, gint32 value, GError **error);
/* Returns the value in readable units: “7d”, “64K”, “snappy”, “true”. */
char *hbase_family_setting_print (const HBaseFamilySetting *setting, gint32 value);
/* Parses such a text. INVALID_ARGUMENT with what was expected. */
gboolean hbase_family_setting_parse (const HBaseFamilySetting *setting,
                                     const char *text,
                                     gint32 *value,
                                     GError **error);
