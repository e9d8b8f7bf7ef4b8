/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Table names and table descriptors: parsing them from a call, checking them as HBase does, and writing
 * them to a reply. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-unsupported-message-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-settings-private.h"
#include "hbase-table-names-private.h"
#include "hbase-wire-tables.h"

#define SETTING(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name
/* Families are compared with each other, and take many times the memory that they take in the call. */
#define FAMILIES_MAX 1000
/* HBase's limits, in bytes. */
#define BLOCK_SIZE_MIN 1024
#define BLOCK_SIZE_MAX (16 * 1024 * 1024)
#define FILE_SIZE_MIN (2 * 1024 * 1024)
#define FLUSH_SIZE_MIN (1024 * 1024)

char *
hbase_local_descriptor_parse_name (const HBaseLocalField *field, GError **error)
{
  HBaseLocalField name[HBASE_T_TABLE_NAME_QUALIFIER + 1];

  hbase_local_fields_read (name, G_N_ELEMENTS (name), field);
  return hbase_local_name_join (name[HBASE_T_TABLE_NAME_NS].bytes, name[HBASE_T_TABLE_NAME_QUALIFIER].bytes,
                                error);
}

/* ---- checks: those of HBase's client, which are internal errors, then those of its master ---- */

static gboolean
check_family (const HBaseLocalFamily *family, GError **error)
{
  if (family->settings[SETTING (MAX_VERSIONS)] <= 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "Maximum versions must be positive");
  return family->settings[SETTING (DFS_REPLICATION)] >= 0
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                                   "DFS replication factor cannot be less than 1 if specified.");
}

static gboolean
refuse_family (const HBaseLocalFamily *family, const char *what, const char *rule, GError **error)
{
  g_autofree char *name = hbase_bytes_to_escaped (family->name.data, family->name.length);

  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                HBASE_LOCAL_DO_NOT_RETRY "%s for column family %s %s", what, name, rule);
}

static gboolean
check_family_sanity (const HBaseLocalFamily *family, GError **error)
{
  const gint64 *settings = family->settings;

  if (settings[SETTING (TIME_TO_LIVE)] <= 0)
    return refuse_family (family, "TTL", "must be positive.", error);
  if (settings[SETTING (BLOCK_SIZE)] < BLOCK_SIZE_MIN || settings[SETTING (BLOCK_SIZE)] > BLOCK_SIZE_MAX)
    return refuse_family (family, "Block size", " must be between 1K and 16MB.", error);
  if (settings[SETTING (MIN_VERSIONS)] < 0)
    return refuse_family (family, "Min versions", "must be positive.", error);
  if (settings[SETTING (MIN_VERSIONS)] > settings[SETTING (MAX_VERSIONS)])
    return refuse_family (family, "Min versions", "must be less than the Max versions.", error);
  if (settings[SETTING (SCOPE)] < 0)
    return refuse_family (family, "Replication scope", "is invalid.", error);
  return TRUE;
}

/* Checks an attribute that is a number, if it is given. */
static gboolean
check_limit (
    const HBaseLocalTable *table, const char *name, gint64 least, const char *complaint, GError **error)
{
  HBaseSlice value = hbase_local_attributes_get (table->attributes, hbase_slice_text (name));
  g_autofree char *text = g_strndup ((const char *) hbase_slice_bytes (value), value.length);
  gint64 number;

  if (value.length == 0
      || (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &number, NULL) && number >= least))
    return TRUE;
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO, HBASE_LOCAL_DO_NOT_RETRY "%s (%s)", complaint,
                                text);
}

gboolean
hbase_local_descriptor_check (const HBaseLocalTable *table, GError **error)
{
  if (!check_limit (table, "MAX_FILESIZE", FILE_SIZE_MIN,
                    "MAX_FILESIZE for table descriptor is too small, which might cause over splitting into "
                    "unmanageable number of regions.",
                    error)
      || !check_limit (table, "MEMSTORE_FLUSHSIZE", FLUSH_SIZE_MIN,
                       "MEMSTORE_FLUSHSIZE for table descriptor is too small, which might cause very "
                       "frequent flushing.",
                       error))
    return FALSE;
  if (hbase_local_table_n_families (table) == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  HBASE_LOCAL_DO_NOT_RETRY "Table should have at least one column family.");
  if (!check_limit (table, "REGION_REPLICATION", 1, "Table region replication should be at least one.",
                    error))
    return FALSE;
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    if (!check_family_sanity (hbase_local_table_family (table, i), error))
      return FALSE;
  return TRUE;
}

/* ---- parsing: typed fields override attributes ---- */

static gboolean
read_attributes (HBaseLocalFamily *family, const HBaseLocalField *map, GError **error)
{
  HBaseWireDecoder decoder;

  for (guint n = hbase_local_fields_map (map, &decoder); n > 0; n--)
    {
      HBaseSlice name = hbase_wire_decoder_binary (&decoder);
      HBaseSlice value = hbase_wire_decoder_binary (&decoder);

      if (!hbase_local_settings_parse (family, name, value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_family (HBaseLocalTable *table, const HBaseLocalField *fields, GError **error)
{
  HBaseLocalFamily *family;

  if (!hbase_local_name_check_family (fields[SETTING (NAME)].bytes, error))
    return FALSE;
  family = hbase_local_table_add_family (table, fields[SETTING (NAME)].bytes);
  if (family == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a family is named twice");
  if (!read_attributes (family, &fields[SETTING (ATTRIBUTES)], error))
    return FALSE;
  hbase_local_attributes_read (&family->configuration, &fields[SETTING (CONFIGURATION)]);
  hbase_local_attributes_remove_empty (family->configuration);
  for (guint i = SETTING (BLOCK_SIZE); i < HBASE_LOCAL_N_SETTINGS; i++)
    if (fields[i].given)
      hbase_local_settings_set (family, i, fields[i].number);
  return check_family (family, error);
}

gboolean
hbase_local_descriptor_parse_family (const HBaseLocalField *field, HBaseLocalTable *table, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_SETTINGS];

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), field);
  return read_family (table, fields, error);
}

static gboolean
read_families (HBaseLocalTable *table, const HBaseLocalField *columns, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_SETTINGS];
  HBaseLocalStructs list;
  guint count = hbase_local_structs_init (&list, columns);

  if (!columns->given)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no families");
  if (count > FAMILIES_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE "tables of so many families: at most %d",
                                  FAMILIES_MAX);
  while (hbase_local_structs_next (&list, fields, G_N_ELEMENTS (fields)))
    if (!read_family (table, fields, error))
      return FALSE;
  return TRUE;
}

HBaseLocalTable *
hbase_local_descriptor_parse (const HBaseLocalField *field, GError **error)
{
  HBaseLocalField fields[HBASE_T_TABLE_DESCRIPTOR_DURABILITY + 1];
  const HBaseLocalField *durability = &fields[HBASE_T_TABLE_DESCRIPTOR_DURABILITY];
  g_autoptr (HBaseLocalTable) table = NULL;
  g_autofree char *name = NULL;

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), field);
  name = hbase_local_descriptor_parse_name (&fields[HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME], error);
  if (name == NULL)
    return NULL;
  table = hbase_local_table_new (name);
  hbase_local_attributes_read (&table->attributes, &fields[HBASE_T_TABLE_DESCRIPTOR_ATTRIBUTES]);
  hbase_local_attributes_remove_empty (table->attributes);
  hbase_local_settings_parse_durability (table);
  if (durability->given)
    hbase_local_settings_set_durability (table, durability->number);
  if (!read_families (table, &fields[HBASE_T_TABLE_DESCRIPTOR_COLUMNS], error)
      || !hbase_local_descriptor_check (table, error))
    return NULL;
  return g_steal_pointer (&table);
}

/* ---- writing ---- */

void
hbase_local_descriptor_write_name (const char *name, HBaseWireWriter *writer)
{
  gsize length = hbase_local_name_namespace (name);
  const char *qualifier = length > 0 ? name + length + 1 : name;

  hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_NS,
                           length > 0 ? hbase_slice (name, length)
                                      : HBASE_SLICE_LITERAL (HBASE_DEFAULT_NAMESPACE));
  hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_QUALIFIER, hbase_slice_text (qualifier));
  hbase_wire_end_struct (writer);
}

static void
write_setting (guint field, gint64 value, HBaseWireWriter *writer)
{
  switch ((int) hbase_wire_t_column_family_descriptor.fields[field].type)
    {
    case HBASE_WIRE_BOOL:
      hbase_wire_write_bool (writer, field, value != 0);
      break;
    case HBASE_WIRE_I16:
      hbase_wire_write_i16 (writer, field, (gint16) value);
      break;
    default:
      hbase_wire_write_i32 (writer, field, (gint32) value);
      break;
    }
}

static void
write_family (const HBaseLocalFamily *family, HBaseWireWriter *writer)
{
  g_autoptr (HBaseLocalAttributes) attributes = hbase_local_settings_to_attributes (family);

  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, SETTING (NAME), family->name);
  hbase_local_attributes_write (attributes, SETTING (ATTRIBUTES), writer);
  hbase_local_attributes_write (family->configuration, SETTING (CONFIGURATION), writer);
  for (guint i = SETTING (BLOCK_SIZE); i < HBASE_LOCAL_N_SETTINGS; i++)
    write_setting (i, family->settings[i], writer);
  hbase_wire_end_struct (writer);
}

void
hbase_local_descriptor_write (const HBaseLocalTable *table, HBaseWireWriter *writer)
{
  guint count = hbase_local_table_n_families (table);

  hbase_wire_write_struct (writer, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_local_descriptor_write_name (table->name, writer);
  hbase_wire_write_list (writer, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT, count);
  for (guint i = 0; i < count; i++)
    write_family (hbase_local_table_family (table, i), writer);
  hbase_local_attributes_write (table->attributes, HBASE_T_TABLE_DESCRIPTOR_ATTRIBUTES, writer);
  hbase_wire_write_i32 (writer, HBASE_T_TABLE_DESCRIPTOR_DURABILITY, table->durability);
  hbase_wire_end_struct (writer);
}
