/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file makes structs of the generated code of records, and records of such structs. */

#include "config.h"

#include "hbase-stub-records-private.h"

#include "hbase-wire-stubs-private.h"
#include "hbt_hbase_types.h"

static GObject *
struct_new (HBaseStubStruct type)
{
  return hbase_stubs_load (NULL)->struct_new (type);
}

void
hbase_stub_set_bytes (GObject *stub, const char *field, HBaseSlice bytes)
{
  g_autoptr (GByteArray) array = hbase_slice_to_array (bytes);

  g_object_set (stub, field, array, NULL);
}

static char *
text_of_bytes (const GByteArray *bytes)
{
  return hbase_slice_dup_valid_text (hbase_slice_of_array (bytes));
}

gpointer
hbase_stub_to_text (gconstpointer text)
{
  return hbase_slice_dup_valid_text (hbase_slice_text (text));
}

/* ---- maps ---- */

static HBaseSlice
value_of (GTreeNode *node)
{
  gsize length;
  const guint8 *bytes = g_variant_get_fixed_array (g_tree_node_value (node), &length, 1);

  return hbase_slice (bytes, length);
}

static GTreeNode *
first_of (HBaseNamedValues *values)
{
  return values != NULL ? g_tree_node_first (values) : NULL;
}

/* Fills a map<binary, binary>. */
static gboolean
fill_bytes (GHashTable *map, HBaseNamedValues *values)
{
  for (GTreeNode *node = first_of (values); node != NULL; node = g_tree_node_next (node))
    g_hash_table_insert (map, hbase_slice_to_array (hbase_slice_text (g_tree_node_key (node))),
                         hbase_slice_to_array (value_of (node)));
  return values != NULL;
}

/* Fills a map<string, string>. */
static gboolean
fill_texts (GHashTable *map, HBaseNamedValues *values)
{
  for (GTreeNode *node = first_of (values); node != NULL; node = g_tree_node_next (node))
    g_hash_table_insert (map, g_strdup (g_tree_node_key (node)),
                         hbase_slice_dup_valid_text (value_of (node)));
  return values != NULL;
}

static void
take_bytes (GHashTable *map, HBaseNamedValues **values)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, map);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = text_of_bytes (key);

      hbase_attributes_set (values, name, hbase_slice_of_array (value));
    }
}

static void
take_texts (GHashTable *map, HBaseNamedValues **values)
{
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, map);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = hbase_stub_to_text (key);

      hbase_attributes_set (values, name, hbase_slice_text (value));
    }
}

/* ---- names of tables ---- */

GObject *
hbase_stub_of_table_name (const char *name)
{
  GObject *stub = struct_new (HBASE_STUB_TABLE_NAME);
  const char *colon = strchr (name, ':');

  if (colon != NULL)
    hbase_stub_set_bytes (stub, "ns", hbase_slice (name, (gsize) (colon - name)));
  hbase_stub_set_bytes (stub, "qualifier", hbase_slice_text (colon != NULL ? colon + 1 : name));
  return stub;
}

gpointer
hbase_stub_to_table_name (gconstpointer stub)
{
  const HbtTTableName *name = stub;
  g_autofree char *namespace = text_of_bytes (name->ns);
  g_autofree char *qualifier = text_of_bytes (name->qualifier);

  if (*namespace == '\0' || strcmp (namespace, HBASE_DEFAULT_NAMESPACE) == 0)
    return g_steal_pointer (&qualifier);
  return g_strdup_printf ("%s:%s", namespace, qualifier);
}

/* ---- families ---- */

/* Where a struct has the value of a setting, and whether it has one. */
typedef struct {
  gsize value, is_set;
} SettingField;

#define FIELD(name)                                                                                          \
  {                                                                                                          \
    G_STRUCT_OFFSET (HbtTColumnFamilyDescriptor, name),                                                      \
        G_STRUCT_OFFSET (HbtTColumnFamilyDescriptor, __isset_##name)                                         \
  }

static const SettingField setting_fields[HBASE_N_SETTINGS] = {
  [HBASE_FAMILY_SETTING_VERSIONS] = FIELD (maxVersions),
  [HBASE_FAMILY_SETTING_MIN_VERSIONS] = FIELD (minVersions),
  [HBASE_FAMILY_SETTING_TTL] = FIELD (timeToLive),
  [HBASE_FAMILY_SETTING_COMPRESSION] = FIELD (compressionType),
  [HBASE_FAMILY_SETTING_BLOOMFILTER] = FIELD (bloomnFilterType),
  [HBASE_FAMILY_SETTING_BLOCKSIZE] = FIELD (blockSize),
  [HBASE_FAMILY_SETTING_DATA_BLOCK_ENCODING] = FIELD (dataBlockEncoding),
  [HBASE_FAMILY_SETTING_IN_MEMORY] = FIELD (inMemory),
  [HBASE_FAMILY_SETTING_KEEP_DELETED_CELLS] = FIELD (keepDeletedCells),
  [HBASE_FAMILY_SETTING_REPLICATION_SCOPE] = FIELD (scope),
  [HBASE_FAMILY_SETTING_BLOCKCACHE] = FIELD (blockCacheEnabled),
  [HBASE_FAMILY_SETTING_CACHE_DATA_ON_WRITE] = FIELD (cacheDataOnWrite),
  [HBASE_FAMILY_SETTING_CACHE_INDEX_ON_WRITE] = FIELD (cacheIndexesOnWrite),
  [HBASE_FAMILY_SETTING_CACHE_BLOOMS_ON_WRITE] = FIELD (cacheBloomsOnWrite),
  [HBASE_FAMILY_SETTING_EVICT_BLOCKS_ON_CLOSE] = FIELD (evictBlocksOnClose),
  [HBASE_FAMILY_SETTING_COMPRESS_TAGS] = FIELD (compressTags),
  [HBASE_FAMILY_SETTING_DFS_REPLICATION] = FIELD (dfsReplication),
};

/* Numbers, booleans and enumerations are of this type; the only number of 16 bits is dfsReplication. */
G_STATIC_ASSERT (sizeof (gboolean) == sizeof (gint32));
G_STATIC_ASSERT (sizeof (HbtTKeepDeletedCells) == sizeof (gint32));
G_STATIC_ASSERT (sizeof (((HbtTColumnFamilyDescriptor *) NULL)->dfsReplication) == sizeof (gint16));

static void
fill_setting (GObject *stub, HBaseFamilySettingId id, gint32 value)
{
  SettingField field = setting_fields[id];

  if (id == HBASE_FAMILY_SETTING_DFS_REPLICATION)
    G_STRUCT_MEMBER (gint16, stub, field.value) = (gint16) value;
  else
    G_STRUCT_MEMBER (gint32, stub, field.value) = value;
  G_STRUCT_MEMBER (gboolean, stub, field.is_set) = TRUE;
}

GObject *
hbase_stub_of_family (HBaseFamilyDescriptor *family)
{
  GObject *stub = struct_new (HBASE_STUB_FAMILY);
  HbtTColumnFamilyDescriptor *fields = (HbtTColumnFamilyDescriptor *) stub;
  gint32 value;

  hbase_stub_set_bytes (stub, "name", hbase_slice_text (hbase_family_descriptor_get_name (family)));
  fields->__isset_attributes = fill_bytes (
      fields->attributes, *hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_ATTRIBUTES));
  fields->__isset_configuration = fill_texts (
      fields->configuration, *hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_CONFIGURATION));
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    if (hbase_family_descriptor_get_setting (family, i, &value))
      fill_setting (stub, i, value);
  return stub;
}

static void
take_setting (HBaseFamilyDescriptor *family, HBaseFamilySettingId id, gconstpointer stub)
{
  SettingField field = setting_fields[id];

  if (!G_STRUCT_MEMBER (const gboolean, stub, field.is_set))
    return;
  hbase_family_descriptor_set_setting (family, id,
                                       id == HBASE_FAMILY_SETTING_DFS_REPLICATION
                                           ? G_STRUCT_MEMBER (const gint16, stub, field.value)
                                           : G_STRUCT_MEMBER (const gint32, stub, field.value));
}

gpointer
hbase_stub_to_family (gconstpointer stub)
{
  const HbtTColumnFamilyDescriptor *fields = stub;
  g_autofree char *name = text_of_bytes (fields->name);
  HBaseFamilyDescriptor *family = hbase_family_descriptor_new (name);

  take_bytes (fields->attributes, hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_ATTRIBUTES));
  take_texts (fields->configuration,
              hbase_family_descriptor_get_map (family, HBASE_DESCRIPTOR_CONFIGURATION));
  for (guint i = 0; i < HBASE_N_SETTINGS; i++)
    take_setting (family, i, stub);
  hbase_family_descriptor_simplify (family, TRUE);
  return family;
}

/* ---- tables ---- */

static GPtrArray *
stubs_of_families (HBaseTableDescriptor *table)
{
  g_autoptr (GPtrArray) families = hbase_table_descriptor_get_families (table);
  GPtrArray *stubs = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < families->len; i++)
    g_ptr_array_add (stubs, hbase_stub_of_family (families->pdata[i]));
  return stubs;
}

GObject *
hbase_stub_of_table (HBaseTableDescriptor *table)
{
  GObject *stub = struct_new (HBASE_STUB_TABLE);
  HbtTTableDescriptor *fields = (HbtTTableDescriptor *) stub;
  g_autoptr (GObject) name = hbase_stub_of_table_name (hbase_table_descriptor_get_name (table));
  g_autoptr (GPtrArray) families = stubs_of_families (table);

  g_object_set (stub, "tableName", name, "columns", families, NULL);
  fields->__isset_attributes
      = fill_bytes (fields->attributes, *hbase_table_descriptor_get_attributes (table));
  fields->durability = (HbtTDurability) hbase_table_descriptor_get_durability (table);
  fields->__isset_durability = fields->durability != HBT_T_DURABILITY_USE_DEFAULT;
  return stub;
}

gpointer
hbase_stub_to_table (gconstpointer stub)
{
  const HbtTTableDescriptor *fields = stub;
  g_autofree char *name = hbase_stub_to_table_name (fields->tableName);
  HBaseTableDescriptor *table = hbase_table_descriptor_new (name);

  for (guint i = 0; i < fields->columns->len; i++)
    {
      g_autoptr (HBaseFamilyDescriptor) family = hbase_stub_to_family (fields->columns->pdata[i]);

      hbase_table_descriptor_add_family (table, family);
    }
  take_bytes (fields->attributes, hbase_table_descriptor_get_attributes (table));
  if (fields->__isset_durability)
    hbase_table_descriptor_set_durability (table, (HBaseDurability) fields->durability);
  hbase_table_descriptor_remove_redundant_attributes (table);
  return table;
}

/* ---- namespaces ---- */

GObject *
hbase_stub_of_namespace (HBaseNamespaceDescriptor *descriptor)
{
  GObject *stub = struct_new (HBASE_STUB_NAMESPACE);
  HbtTNamespaceDescriptor *fields = (HbtTNamespaceDescriptor *) stub;

  g_object_set (stub, "name", hbase_namespace_descriptor_get_name (descriptor), NULL);
  fields->__isset_configuration
      = fill_texts (fields->configuration, *hbase_namespace_descriptor_get_map (descriptor));
  return stub;
}

gpointer
hbase_stub_to_namespace (gconstpointer stub)
{
  const HbtTNamespaceDescriptor *fields = stub;
  g_autofree char *name = hbase_stub_to_text (fields->name);
  HBaseNamespaceDescriptor *descriptor = hbase_namespace_descriptor_new (name);

  take_texts (fields->configuration, hbase_namespace_descriptor_get_map (descriptor));
  return descriptor;
}

/* ---- regions ---- */

gpointer
hbase_stub_to_region (gconstpointer stub)
{
  const HbtTHRegionLocation *location = stub;
  const HbtTServerName *server = location->serverName;
  g_autofree char *host = hbase_stub_to_text (server->hostName);

  return hbase_region_new (hbase_slice_of_array (location->regionInfo->startKey),
                           hbase_slice_of_array (location->regionInfo->endKey), host, server->port,
                           server->startCode);
}

/* ---- logs of slow calls ---- */

/* Whether the record has the field; those before are required. */
static gboolean
has_field (const HbtTOnlineLogRecord *record, guint field)
{
  switch (field)
    {
    case HBASE_T_ONLINE_LOG_RECORD_REGION_NAME:
      return record->__isset_regionName;
    case HBASE_T_ONLINE_LOG_RECORD_BLOCK_BYTES_SCANNED:
      return record->__isset_blockBytesScanned;
    case HBASE_T_ONLINE_LOG_RECORD_FS_READ_TIME:
      return record->__isset_fsReadTime;
    default:
      return TRUE;
    }
}

static GVariant *
make_variant (const GValue *value)
{
  if (G_VALUE_HOLDS_INT64 (value))
    return g_variant_new_int64 (g_value_get_int64 (value));
  return G_VALUE_HOLDS_INT (value)
             ? g_variant_new_int32 (g_value_get_int (value))
             : g_variant_new_take_string (hbase_stub_to_text (g_value_get_string (value)));
}

gpointer
hbase_stub_to_log_record (gconstpointer stub)
{
  const HBaseWireSchema *schema = &hbase_wire_t_online_log_record;
  GVariantDict fields;

  g_variant_dict_init (&fields, NULL);
  for (guint id = 1; id < schema->n_fields; id++)
    if (has_field (stub, id))
      {
        g_auto (GValue) value = G_VALUE_INIT;

        g_object_get_property ((GObject *) stub, schema->fields[id].name, &value);
        g_variant_dict_insert_value (&fields, schema->fields[id].name, make_variant (&value));
      }
  return g_variant_ref_sink (g_variant_dict_end (&fields));
}
