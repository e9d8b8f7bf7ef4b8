/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-family-descriptor-private.h"
#include "hbase-ref-counted-private.h"
#include "hbase-table-names-private.h"

/* This file implements descriptors of column families: which settings they have, and how they are sent and
 * received. A setting that isn't set isn't sent, so that the server's default holds. */

/**
 * HBaseFamilyDescriptor:
 *
 * Describes a column family of a table: its name, how many versions of each cell it keeps, for how long, and
 * how they are stored.
 *
 * A setting that isn't set has HBase's default. Settings for which HBase's Thrift service has no field are
 * attributes; HBase calls them metadata. The configuration overrides that of the servers, for this family.
 *
 * A descriptor can be written as a text, which [ctor@HBase.FamilyDescriptor.new_from_string] explains:
 *
 * ```c
 * g_autoptr (HBaseFamilyDescriptor) content
 *     = hbase_family_descriptor_new_from_string ("content {VERSIONS 3, TTL 7d, COMPRESSION snappy}", &error);
 * ```
 */
struct _HBaseFamilyDescriptor {
  gatomicrefcount ref_count;
  char *name;
  gint32 values[HBASE_N_SETTINGS];
  guint32 is_set; /* a bit for each of them */
  HBaseNamedValues *attributes;
  HBaseNamedValues *configuration;
};

static void
free_family (HBaseFamilyDescriptor *family)
{
  g_clear_pointer (&family->attributes, g_tree_unref);
  g_clear_pointer (&family->configuration, g_tree_unref);
  g_free (family->name);
  g_free (family);
}

HBASE_DEFINE_REF_COUNTED (HBaseFamilyDescriptor, hbase_family_descriptor, free_family)

static gboolean
has_value (const HBaseFamilyDescriptor *family, guint setting)
{
  return (family->is_set & 1u << setting) != 0;
}

static gint32
get_value (const HBaseFamilyDescriptor *family, guint setting)
{
  return has_value (family, setting) ? family->values[setting] : hbase_family_settings[setting].default_value;
}

static void
set_value (HBaseFamilyDescriptor *family, guint setting, gint32 value)
{
  family->values[setting] = value;
  family->is_set |= 1u << setting;
}

static void
unset_value (HBaseFamilyDescriptor *family, guint setting)
{
  family->is_set &= ~(1u << setting);
}

/**
 * hbase_family_descriptor_new:
 * @name: its name: 1 to 127 bytes, without control characters, `:`, `/` and `\`, and not beginning with a dot
 *
 * Makes a descriptor of a family with HBase's defaults: one version, kept permanently. The name is checked
 * when a table is created. It is stored and sent with each cell, so it should be short.
 *
 * Returns: (transfer full): the descriptor
 */
HBaseFamilyDescriptor *
hbase_family_descriptor_new (const char *name)
{
  HBaseFamilyDescriptor *family;

  g_return_val_if_fail (name != NULL, NULL);

  family = g_new0 (HBaseFamilyDescriptor, 1);
  g_atomic_ref_count_init (&family->ref_count);
  family->name = g_strdup (name);
  return family;
}

/**
 * hbase_family_descriptor_ref: (skip)
 * @family: a family's descriptor
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @family
 */

/**
 * hbase_family_descriptor_unref: (skip)
 * @family: (transfer full): a family's descriptor
 *
 * Releases a reference; the last one frees the descriptor.
 */

/**
 * hbase_family_descriptor_copy:
 * @family: a family's descriptor
 *
 * Copies a descriptor; the copy can be changed without changing @family.
 *
 * Returns: (transfer full): the copy
 */
HBaseFamilyDescriptor *
hbase_family_descriptor_copy (HBaseFamilyDescriptor *family)
{
  HBaseFamilyDescriptor *copy;

  g_return_val_if_fail (family != NULL, NULL);

  copy = hbase_family_descriptor_new (family->name);
  hbase_family_descriptor_merge (copy, family);
  return copy;
}

/**
 * hbase_family_descriptor_equal:
 * @a: a family's descriptor
 * @b: another one
 *
 * Compares two descriptors. A setting that isn't set equals HBase's default.
 *
 * Returns: %TRUE if name, settings, attributes and configuration are equal
 */
gboolean
hbase_family_descriptor_equal (HBaseFamilyDescriptor *a, HBaseFamilyDescriptor *b)
{
  g_return_val_if_fail (a != NULL, FALSE);
  g_return_val_if_fail (b != NULL, FALSE);

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (get_value (a, i) != get_value (b, i))
      return FALSE;
  return strcmp (a->name, b->name) == 0 && hbase_named_values_equal (a->attributes, b->attributes)
         && hbase_named_values_equal (a->configuration, b->configuration);
}

/**
 * hbase_family_descriptor_get_name:
 * @family: a family's descriptor
 *
 * Returns the family's name.
 *
 * Returns: (transfer none): the name
 */
const char *
hbase_family_descriptor_get_name (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, NULL);

  return family->name;
}

/**
 * hbase_family_descriptor_is_set:
 * @family: a family's descriptor
 * @setting: HBase's name of a setting: `VERSIONS`, `TTL`, …, in any case of letters
 *
 * Returns whether a setting has a value of its own. If it hasn't, its getter returns HBase's default. All
 * settings of a descriptor that was read from HBase are set.
 *
 * Returns: %TRUE if the setting was set; %FALSE if it wasn't, or if there is no setting of that name
 */
gboolean
hbase_family_descriptor_is_set (HBaseFamilyDescriptor *family, const char *setting)
{
  const HBaseFamilySetting *found;

  g_return_val_if_fail (family != NULL, FALSE);
  g_return_val_if_fail (setting != NULL, FALSE);

  found = hbase_family_setting_by_name (setting);
  return found != NULL && has_value (family, hbase_family_setting_index (found));
}

/**
 * hbase_family_descriptor_unset:
 * @family: a family's descriptor
 * @setting: HBase's name of a setting: `VERSIONS`, `TTL`, …, in any case of letters
 *
 * Removes the value of a setting, so that it has the default. A name that no setting has is ignored.
 */
void
hbase_family_descriptor_unset (HBaseFamilyDescriptor *family, const char *setting)
{
  const HBaseFamilySetting *found;

  g_return_if_fail (family != NULL);
  g_return_if_fail (setting != NULL);

  found = hbase_family_setting_by_name (setting);
  if (found != NULL)
    unset_value (family, hbase_family_setting_index (found));
}

/* HBase ignores an attribute that has the name of a setting if this is set, too. */
static void
merge_setting (HBaseFamilyDescriptor *family, HBaseFamilyDescriptor *changes, guint setting)
{
  if (has_value (changes, setting))
    set_value (family, setting, changes->values[setting]);
  else if (hbase_named_values_find (changes->attributes, hbase_family_settings[setting].name) != NULL)
    unset_value (family, setting);
}

/**
 * hbase_family_descriptor_merge:
 * @family: a family's descriptor
 * @changes: the descriptor of the changes
 *
 * Sets all settings, attributes and configuration in @family that are set in @changes; the name and all else
 * stay. An attribute of @changes that has the name of a setting replaces this. So a family that was described
 * can be changed as a text says, and then be modified by [method@HBase.Admin.modify_family].
 */
void
hbase_family_descriptor_merge (HBaseFamilyDescriptor *family, HBaseFamilyDescriptor *changes)
{
  g_return_if_fail (family != NULL);
  g_return_if_fail (changes != NULL);

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    merge_setting (family, changes, i);
  hbase_named_values_merge (&family->attributes, changes->attributes);
  hbase_named_values_merge (&family->configuration, changes->configuration);
}

/* ---- settings ---- */

/**
 * hbase_family_descriptor_get_max_versions:
 * @family: a family's descriptor
 *
 * Returns how many versions of a cell are kept.
 *
 * Returns: the number; 1 by default
 */
guint
hbase_family_descriptor_get_max_versions (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return (guint) get_value (family, HBASE_FAMILY_SETTING_VERSIONS);
}

/**
 * hbase_family_descriptor_set_max_versions:
 * @family: a family's descriptor
 * @max_versions: how many versions of a cell to keep; 0 for HBase's default, which is 1
 *
 * Sets how many versions of a cell are kept.
 */
void
hbase_family_descriptor_set_max_versions (HBaseFamilyDescriptor *family, guint max_versions)
{
  g_return_if_fail (family != NULL);

  if (max_versions == 0)
    unset_value (family, HBASE_FAMILY_SETTING_VERSIONS);
  else
    set_value (family, HBASE_FAMILY_SETTING_VERSIONS, (gint32) MIN (max_versions, G_MAXINT32));
}

/**
 * hbase_family_descriptor_get_min_versions:
 * @family: a family's descriptor
 *
 * Returns how many versions of a cell are kept even after the time to live.
 *
 * Returns: the number; 0 by default
 */
guint
hbase_family_descriptor_get_min_versions (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return (guint) get_value (family, HBASE_FAMILY_SETTING_MIN_VERSIONS);
}

/**
 * hbase_family_descriptor_set_min_versions:
 * @family: a family's descriptor
 * @min_versions: how many versions to keep at least; not more than the greatest number
 *
 * Sets how many versions of a cell are kept even after the time to live.
 */
void
hbase_family_descriptor_set_min_versions (HBaseFamilyDescriptor *family, guint min_versions)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_MIN_VERSIONS, (gint32) MIN (min_versions, G_MAXINT32));
}

/**
 * hbase_family_descriptor_get_time_to_live:
 * @family: a family's descriptor
 *
 * Returns for how long cells are kept after their timestamp.
 *
 * Returns: the duration in seconds; 0, the default: permanently
 */
guint
hbase_family_descriptor_get_time_to_live (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  /* HBase stores the greatest number for cells that are kept permanently. */
  return get_value (family, HBASE_FAMILY_SETTING_TTL) == G_MAXINT32
             ? 0
             : (guint) get_value (family, HBASE_FAMILY_SETTING_TTL);
}

/**
 * hbase_family_descriptor_set_time_to_live:
 * @family: a family's descriptor
 * @seconds: for how long cells are kept after their timestamp, in seconds; 0: permanently
 *
 * Sets for how long cells are kept.
 */
void
hbase_family_descriptor_set_time_to_live (HBaseFamilyDescriptor *family, guint seconds)
{
  g_return_if_fail (family != NULL);

  if (seconds == 0)
    unset_value (family, HBASE_FAMILY_SETTING_TTL);
  else
    set_value (family, HBASE_FAMILY_SETTING_TTL, (gint32) MIN (seconds, G_MAXINT32));
}

/**
 * hbase_family_descriptor_get_compression:
 * @family: a family's descriptor
 *
 * Returns how store files are compressed.
 *
 * Returns: the algorithm; %HBASE_COMPRESSION_NONE by default
 */
HBaseCompression
hbase_family_descriptor_get_compression (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, HBASE_COMPRESSION_NONE);

  return (HBaseCompression) get_value (family, HBASE_FAMILY_SETTING_COMPRESSION);
}

/**
 * hbase_family_descriptor_set_compression:
 * @family: a family's descriptor
 * @compression: the algorithm, which the cluster must have
 *
 * Sets how store files are compressed.
 */
void
hbase_family_descriptor_set_compression (HBaseFamilyDescriptor *family, HBaseCompression compression)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_COMPRESSION, (gint32) compression);
}

/**
 * hbase_family_descriptor_get_bloom_filter:
 * @family: a family's descriptor
 *
 * Returns what store files have Bloom filters of.
 *
 * Returns: the kind; %HBASE_BLOOM_FILTER_ROW by default
 */
HBaseBloomFilter
hbase_family_descriptor_get_bloom_filter (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, HBASE_BLOOM_FILTER_NONE);

  return (HBaseBloomFilter) get_value (family, HBASE_FAMILY_SETTING_BLOOMFILTER);
}

/**
 * hbase_family_descriptor_set_bloom_filter:
 * @family: a family's descriptor
 * @bloom_filter: the kind of filter
 *
 * Sets what store files have Bloom filters of.
 */
void
hbase_family_descriptor_set_bloom_filter (HBaseFamilyDescriptor *family, HBaseBloomFilter bloom_filter)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_BLOOMFILTER, (gint32) bloom_filter);
}

/**
 * hbase_family_descriptor_get_block_size:
 * @family: a family's descriptor
 *
 * Returns the size of a block of a store file: what a read of one cell reads.
 *
 * Returns: the size in bytes; 65,536 by default
 */
guint
hbase_family_descriptor_get_block_size (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return (guint) get_value (family, HBASE_FAMILY_SETTING_BLOCKSIZE);
}

/**
 * hbase_family_descriptor_set_block_size:
 * @family: a family's descriptor
 * @bytes: the size in bytes, from 1,024 to 16,777,216; 0 for HBase's default, which is 65,536
 *
 * Sets the size of a block of a store file. Smaller blocks make reads of single cells faster, and scans
 * slower.
 */
void
hbase_family_descriptor_set_block_size (HBaseFamilyDescriptor *family, guint bytes)
{
  g_return_if_fail (family != NULL);

  if (bytes == 0)
    unset_value (family, HBASE_FAMILY_SETTING_BLOCKSIZE);
  else
    set_value (family, HBASE_FAMILY_SETTING_BLOCKSIZE, (gint32) MIN (bytes, G_MAXINT32));
}

/**
 * hbase_family_descriptor_get_data_block_encoding:
 * @family: a family's descriptor
 *
 * Returns how keys are written within a block.
 *
 * Returns: the encoding; %HBASE_DATA_BLOCK_ENCODING_NONE by default
 */
HBaseDataBlockEncoding
hbase_family_descriptor_get_data_block_encoding (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, HBASE_DATA_BLOCK_ENCODING_NONE);

  return (HBaseDataBlockEncoding) get_value (family, HBASE_FAMILY_SETTING_DATA_BLOCK_ENCODING);
}

/**
 * hbase_family_descriptor_set_data_block_encoding:
 * @family: a family's descriptor
 * @encoding: the encoding
 *
 * Sets how keys are written within a block.
 */
void
hbase_family_descriptor_set_data_block_encoding (HBaseFamilyDescriptor *family,
                                                 HBaseDataBlockEncoding encoding)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_DATA_BLOCK_ENCODING, (gint32) encoding);
}

/**
 * hbase_family_descriptor_get_in_memory:
 * @family: a family's descriptor
 *
 * Returns whether the block cache prefers the family's blocks.
 *
 * Returns: %TRUE if it does; %FALSE by default
 */
gboolean
hbase_family_descriptor_get_in_memory (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_IN_MEMORY);
}

/**
 * hbase_family_descriptor_set_in_memory:
 * @family: a family's descriptor
 * @in_memory: whether the block cache prefers the family's blocks
 *
 * Sets whether the block cache prefers the family's blocks.
 */
void
hbase_family_descriptor_set_in_memory (HBaseFamilyDescriptor *family, gboolean in_memory)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_IN_MEMORY, in_memory != FALSE);
}

/**
 * hbase_family_descriptor_get_keep_deleted_cells:
 * @family: a family's descriptor
 *
 * Returns whether deleted cells are kept.
 *
 * Returns: the kind; %HBASE_KEEP_DELETED_CELLS_FALSE by default
 */
HBaseKeepDeletedCells
hbase_family_descriptor_get_keep_deleted_cells (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, HBASE_KEEP_DELETED_CELLS_FALSE);

  return (HBaseKeepDeletedCells) get_value (family, HBASE_FAMILY_SETTING_KEEP_DELETED_CELLS);
}

/**
 * hbase_family_descriptor_set_keep_deleted_cells:
 * @family: a family's descriptor
 * @keep: whether, and for how long
 *
 * Sets whether deleted cells are kept, so that reads of an earlier time range find them.
 */
void
hbase_family_descriptor_set_keep_deleted_cells (HBaseFamilyDescriptor *family, HBaseKeepDeletedCells keep)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_KEEP_DELETED_CELLS, (gint32) keep);
}

/**
 * hbase_family_descriptor_get_replication_scope:
 * @family: a family's descriptor
 *
 * Returns whether the family's writes are replicated to other clusters.
 *
 * Returns: the scope; 0, the default: they aren't; 1: they are
 */
guint
hbase_family_descriptor_get_replication_scope (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return (guint) get_value (family, HBASE_FAMILY_SETTING_REPLICATION_SCOPE);
}

/**
 * hbase_family_descriptor_set_replication_scope:
 * @family: a family's descriptor
 * @scope: 0: they aren't replicated; 1: they are
 *
 * Sets whether the family's writes are replicated to other clusters.
 */
void
hbase_family_descriptor_set_replication_scope (HBaseFamilyDescriptor *family, guint scope)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_REPLICATION_SCOPE, (gint32) MIN (scope, G_MAXINT32));
}

/**
 * hbase_family_descriptor_get_block_cache:
 * @family: a family's descriptor
 *
 * Returns whether blocks that were read are put into the block cache.
 *
 * Returns: %TRUE if they are, which is the default
 */
gboolean
hbase_family_descriptor_get_block_cache (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_BLOCKCACHE);
}

/**
 * hbase_family_descriptor_set_block_cache:
 * @family: a family's descriptor
 * @block_cache: whether blocks that are read are cached
 *
 * Sets whether blocks that were read are put into the block cache.
 */
void
hbase_family_descriptor_set_block_cache (HBaseFamilyDescriptor *family, gboolean block_cache)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_BLOCKCACHE, block_cache != FALSE);
}

/**
 * hbase_family_descriptor_get_cache_data_on_write:
 * @family: a family's descriptor
 *
 * Returns whether blocks of data are put into the block cache when they are written.
 *
 * Returns: %TRUE if they are; %FALSE by default
 */
gboolean
hbase_family_descriptor_get_cache_data_on_write (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_CACHE_DATA_ON_WRITE);
}

/**
 * hbase_family_descriptor_set_cache_data_on_write:
 * @family: a family's descriptor
 * @cache: whether they are cached
 *
 * Sets whether blocks of data are put into the block cache when they are written.
 */
void
hbase_family_descriptor_set_cache_data_on_write (HBaseFamilyDescriptor *family, gboolean cache)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_CACHE_DATA_ON_WRITE, cache != FALSE);
}

/**
 * hbase_family_descriptor_get_cache_indexes_on_write:
 * @family: a family's descriptor
 *
 * Returns whether indexes are put into the block cache when they are written.
 *
 * Returns: %TRUE if they are; %FALSE by default
 */
gboolean
hbase_family_descriptor_get_cache_indexes_on_write (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_CACHE_INDEX_ON_WRITE);
}

/**
 * hbase_family_descriptor_set_cache_indexes_on_write:
 * @family: a family's descriptor
 * @cache: whether they are cached
 *
 * Sets whether indexes are put into the block cache when they are written.
 */
void
hbase_family_descriptor_set_cache_indexes_on_write (HBaseFamilyDescriptor *family, gboolean cache)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_CACHE_INDEX_ON_WRITE, cache != FALSE);
}

/**
 * hbase_family_descriptor_get_cache_blooms_on_write:
 * @family: a family's descriptor
 *
 * Returns whether Bloom filters are put into the block cache when they are written.
 *
 * Returns: %TRUE if they are; %FALSE by default
 */
gboolean
hbase_family_descriptor_get_cache_blooms_on_write (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_CACHE_BLOOMS_ON_WRITE);
}

/**
 * hbase_family_descriptor_set_cache_blooms_on_write:
 * @family: a family's descriptor
 * @cache: whether they are cached
 *
 * Sets whether Bloom filters are put into the block cache when they are written.
 */
void
hbase_family_descriptor_set_cache_blooms_on_write (HBaseFamilyDescriptor *family, gboolean cache)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_CACHE_BLOOMS_ON_WRITE, cache != FALSE);
}

/**
 * hbase_family_descriptor_get_evict_blocks_on_close:
 * @family: a family's descriptor
 *
 * Returns whether a file's blocks leave the block cache when the file is closed.
 *
 * Returns: %TRUE if they do; %FALSE by default
 */
gboolean
hbase_family_descriptor_get_evict_blocks_on_close (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_EVICT_BLOCKS_ON_CLOSE);
}

/**
 * hbase_family_descriptor_set_evict_blocks_on_close:
 * @family: a family's descriptor
 * @evict: whether they leave it
 *
 * Sets whether a file's blocks leave the block cache when the file is closed.
 */
void
hbase_family_descriptor_set_evict_blocks_on_close (HBaseFamilyDescriptor *family, gboolean evict)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_EVICT_BLOCKS_ON_CLOSE, evict != FALSE);
}

/**
 * hbase_family_descriptor_get_compress_tags:
 * @family: a family's descriptor
 *
 * Returns whether tags of cells are compressed, too.
 *
 * Returns: %TRUE if they are, which is the default
 */
gboolean
hbase_family_descriptor_get_compress_tags (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, FALSE);

  return get_value (family, HBASE_FAMILY_SETTING_COMPRESS_TAGS);
}

/**
 * hbase_family_descriptor_set_compress_tags:
 * @family: a family's descriptor
 * @compress: whether they are compressed
 *
 * Sets whether tags of cells are compressed, too, where keys are encoded.
 */
void
hbase_family_descriptor_set_compress_tags (HBaseFamilyDescriptor *family, gboolean compress)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_COMPRESS_TAGS, compress != FALSE);
}

/**
 * hbase_family_descriptor_get_dfs_replication:
 * @family: a family's descriptor
 *
 * Returns how many copies of a store file the file system keeps.
 *
 * Returns: the number; 0, the default: as the file system is configured
 */
guint
hbase_family_descriptor_get_dfs_replication (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, 0);

  return (guint) get_value (family, HBASE_FAMILY_SETTING_DFS_REPLICATION);
}

/**
 * hbase_family_descriptor_set_dfs_replication:
 * @family: a family's descriptor
 * @replicas: the number, at most 32,767; 0: as the file system is configured
 *
 * Sets how many copies of a store file the file system keeps.
 */
void
hbase_family_descriptor_set_dfs_replication (HBaseFamilyDescriptor *family, guint replicas)
{
  g_return_if_fail (family != NULL);

  set_value (family, HBASE_FAMILY_SETTING_DFS_REPLICATION, (gint32) MIN (replicas, G_MAXINT32));
}

/* ---- attributes and configuration ---- */

/**
 * hbase_family_descriptor_set_attribute:
 * @family: a family's descriptor
 * @name: the attribute's name
 * @value: (array length=value_length) (nullable): its value; %NULL: an empty one
 * @value_length: its length in bytes
 *
 * Sets an attribute, for example `IS_MOB` or `STORAGE_POLICY`. Framed gateways corrupt attributes, so a
 * descriptor that has some is sent through an unframed one.
 */
void
hbase_family_descriptor_set_attribute (HBaseFamilyDescriptor *family,
                                       const char *name,
                                       const guint8 *value,
                                       gsize value_length)
{
  g_return_if_fail (family != NULL);
  g_return_if_fail (name != NULL);
  hbase_return_if_no_bytes (value);

  hbase_attributes_set (&family->attributes, name, hbase_slice (value, value_length));
}

/**
 * hbase_family_descriptor_ref_attribute:
 * @family: a family's descriptor
 * @name: an attribute's name
 *
 * Returns an attribute.
 *
 * Returns: (transfer full) (nullable): its value; %NULL if there is none of that name
 */
GBytes *
hbase_family_descriptor_ref_attribute (HBaseFamilyDescriptor *family, const char *name)
{
  g_return_val_if_fail (family != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_attributes_ref (family->attributes, name);
}

/**
 * hbase_family_descriptor_remove_attribute:
 * @family: a family's descriptor
 * @name: an attribute's name
 *
 * Removes an attribute, if there is one of that name.
 */
void
hbase_family_descriptor_remove_attribute (HBaseFamilyDescriptor *family, const char *name)
{
  g_return_if_fail (family != NULL);
  g_return_if_fail (name != NULL);

  hbase_attributes_remove (&family->attributes, name);
}

/**
 * hbase_family_descriptor_list_attributes:
 * @family: a family's descriptor
 *
 * Returns the names of all attributes, sorted. Those of a descriptor that was read from HBase don't include
 * the settings that have getters, nor attributes that every family has with the same value.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
char **
hbase_family_descriptor_list_attributes (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, NULL);

  return hbase_named_values_list (family->attributes);
}

/**
 * hbase_family_descriptor_set_configuration:
 * @family: a family's descriptor
 * @name: the name of an option of HBase's configuration, as `hbase.hstore.blockingStoreFiles`
 * @value: (nullable): its value for this family; %NULL: that of the servers
 *
 * Sets or removes an option of the configuration.
 */
void
hbase_family_descriptor_set_configuration (HBaseFamilyDescriptor *family, const char *name, const char *value)
{
  g_return_if_fail (family != NULL);
  g_return_if_fail (name != NULL);

  hbase_configuration_set (&family->configuration, name, value);
}

/**
 * hbase_family_descriptor_dup_configuration:
 * @family: a family's descriptor
 * @name: the name of an option
 *
 * Returns an option of the configuration.
 *
 * Returns: (transfer full) (nullable): its value; %NULL if it isn't set
 */
char *
hbase_family_descriptor_dup_configuration (HBaseFamilyDescriptor *family, const char *name)
{
  g_return_val_if_fail (family != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return hbase_configuration_dup (family->configuration, name);
}

/**
 * hbase_family_descriptor_list_configuration:
 * @family: a family's descriptor
 *
 * Returns the names of all options that are set, sorted.
 *
 * Returns: (transfer full) (array zero-terminated=1): the names
 */
char **
hbase_family_descriptor_list_configuration (HBaseFamilyDescriptor *family)
{
  g_return_val_if_fail (family != NULL, NULL);

  return hbase_named_values_list (family->configuration);
}

/* ---- what checks, texts and comparisons need ---- */

gboolean
hbase_family_descriptor_get_setting (HBaseFamilyDescriptor *family, guint setting, gint32 *value)
{
  *value = get_value (family, setting);
  return has_value (family, setting);
}

void
hbase_family_descriptor_set_setting (HBaseFamilyDescriptor *family, guint setting, gint32 value)
{
  set_value (family, setting, value);
}

HBaseNamedValues **
hbase_family_descriptor_get_map (HBaseFamilyDescriptor *family, HBaseDescriptorMap map)
{
  return map == HBASE_DESCRIPTOR_ATTRIBUTES ? &family->attributes : &family->configuration;
}

gboolean
hbase_family_descriptor_has_attributes (HBaseFamilyDescriptor *family)
{
  return family->attributes != NULL;
}

static gboolean
check_settings (HBaseFamilyDescriptor *family, GError **error)
{
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (!hbase_family_setting_check (&hbase_family_settings[i], get_value (family, i), error))
      return FALSE;
  if (get_value (family, HBASE_FAMILY_SETTING_MIN_VERSIONS)
      <= get_value (family, HBASE_FAMILY_SETTING_VERSIONS))
    return TRUE;
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "MIN_VERSIONS is %d, VERSIONS only %d; at most as many can be kept",
                          get_value (family, HBASE_FAMILY_SETTING_MIN_VERSIONS),
                          get_value (family, HBASE_FAMILY_SETTING_VERSIONS));
}

/* HBase reads an attribute that has the name of a number as one, without units. */
static gboolean
check_attribute (HBaseFamilyDescriptor *family, const HBaseFamilySetting *setting, GError **error)
{
  g_autofree char *text = hbase_configuration_dup (family->attributes, setting->name);
  gint32 value;

  if (text == NULL || has_value (family, hbase_family_setting_index (setting))
      || setting->kind == HBASE_FAMILY_SETTING_FLAG || setting->kind == HBASE_FAMILY_SETTING_CHOICE)
    return TRUE;
  if (g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, NULL, NULL))
    return hbase_family_setting_parse (setting, text, &value, error);
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "the attribute %s is “%s”, but HBase requires a number: use the setting %s instead",
                          setting->name, text, setting->name);
}

/* Checks attributes that have the names of settings, too. */
static gboolean
check_values (HBaseFamilyDescriptor *family, GError **error)
{
  g_autoptr (HBaseFamilyDescriptor) simple = hbase_family_descriptor_copy (family);

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (!check_attribute (family, &hbase_family_settings[i], error))
      return FALSE;
  hbase_family_descriptor_simplify (simple, FALSE);
  return check_settings (simple, error);
}

gboolean
hbase_family_descriptor_check (HBaseFamilyDescriptor *family, const char *table, GError **error)
{
  if (!hbase_family_name_check (table, family->name, error))
    return FALSE;
  if (check_values (family, error))
    return TRUE;
  hbase_error_prefix (error, "table “%s”, family “%s”: ", table, family->name);
  return FALSE;
}

/* ---- descriptors of HBase ---- */

/* Replaces the attribute that has a setting's name by the setting. What can't be a setting stays an
 * attribute. */
static void
take_setting (HBaseFamilyDescriptor *family, guint i, gboolean from_hbase)
{
  const HBaseFamilySetting *setting = &hbase_family_settings[i];
  g_autofree char *text = hbase_configuration_dup (family->attributes, setting->name);
  gint32 value;

  if (text == NULL)
    return;
  if (!hbase_family_setting_parse (setting, text, &value, NULL))
    {
      unset_value (family, i);
      return;
    }
  if (from_hbase || !has_value (family, i))
    set_value (family, i, value);
  hbase_attributes_remove (&family->attributes, setting->name);
}

void
hbase_family_descriptor_simplify (HBaseFamilyDescriptor *family, gboolean from_hbase)
{
  static const HBaseNamedDefault defaults[] = {
    { "INDEX_BLOCK_ENCODING", "NONE" },
    { "NEW_VERSION_BEHAVIOR", "false" },
    { "PREFETCH_BLOCKS_ON_OPEN", "false" },
    { "CACHE_DATA_IN_L1", "false" },
    { NULL, NULL },
  };

  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    take_setting (family, i, from_hbase);
  hbase_attributes_remove_defaults (&family->attributes, defaults);
}
