/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Table names and table descriptors: parsing them from a call, checking them as HBase does, and writing
 * them to a reply. */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-local-descriptor-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-wire-tables.h"

#define SETTING(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name
/* Families are compared with each other, and take many times the memory that they take in the call. */
#define FAMILIES_MAX 1000
#define DO_NOT_RETRY "org.apache.hadoop.hbase.DoNotRetryIOException: "

char *
hbase_local_descriptor_parse_name (const HBaseLocalField *field, GError **error)
{
  HBaseLocalField name[HBASE_T_TABLE_NAME_QUALIFIER + 1];

  hbase_local_fields_read (name, G_N_ELEMENTS (name), field);
  return hbase_local_name_join (name[HBASE_T_TABLE_NAME_NS].bytes, name[HBASE_T_TABLE_NAME_QUALIFIER].bytes,
                                error);
}

/* Attributes are refused rather than ignored: a table must not appear to have settings that have no
 * effect. */
static gboolean
refuse_attributes (const HBaseLocalField *map, const char *what, GError **error)
{
  HBaseWireDecoder decoder;

  return hbase_local_fields_map (map, &decoder) == 0
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                   HBASE_UNSUPPORTED_MESSAGE "%s yet: "
                                                             "use the descriptor's typed fields",
                                   what);
}

static gboolean
check_settings (const HBaseLocalFamily *family, GError **error)
{
  const gint64 *settings = family->settings;
  int length = (int) family->name.length;
  const char *name = (const char *) family->name.data;

  if (settings[SETTING (MAX_VERSIONS)] <= 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "Maximum versions must be positive");
  if (settings[SETTING (MIN_VERSIONS)] < 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "Min versions for column family %.*s must be positive", length,
                                  name);
  if (settings[SETTING (MIN_VERSIONS)] > settings[SETTING (MAX_VERSIONS)])
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "Min versions for column family %.*s must be less than the "
                                               "Max versions",
                                  length, name);
  if (settings[SETTING (TIME_TO_LIVE)] <= 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "TTL for column family %.*s must be positive", length, name);
  if (settings[SETTING (KEEP_DELETED_CELLS)] != HBASE_T_KEEP_DELETED_CELLS_FALSE)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE "KEEP_DELETED_CELLS yet");
  return TRUE;
}

static gboolean
read_family (HBaseLocalTable *table, const HBaseLocalField *fields, GError **error)
{
  HBaseLocalFamily *family;

  if (!hbase_local_name_check_family (fields[SETTING (NAME)].bytes, error)
      || !refuse_attributes (&fields[SETTING (ATTRIBUTES)], "family attributes", error)
      || !refuse_attributes (&fields[SETTING (CONFIGURATION)], "family configuration", error))
    return FALSE;
  family = hbase_local_table_add_family (table, fields[SETTING (NAME)].bytes);
  if (family == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a family is named twice");
  for (guint i = SETTING (BLOCK_SIZE); i < HBASE_LOCAL_N_SETTINGS; i++)
    if (fields[i].given)
      {
        family->settings[i] = fields[i].number;
        family->given |= 1u << i;
      }
  return check_settings (family, error);
}

static gboolean
read_families (HBaseLocalTable *table, const HBaseLocalField *columns, GError **error)
{
  HBaseLocalField fields[HBASE_LOCAL_N_SETTINGS];
  HBaseLocalStructs list;
  guint count = hbase_local_structs_init (&list, columns);

  if (!columns->given)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "no families");
  if (count == 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  DO_NOT_RETRY "Table should have at least one column family");
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
  g_autoptr (HBaseLocalTable) table = NULL;
  g_autofree char *name = NULL;

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), field);
  name = hbase_local_descriptor_parse_name (&fields[HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME], error);
  if (name == NULL
      || !refuse_attributes (&fields[HBASE_T_TABLE_DESCRIPTOR_ATTRIBUTES], "table attributes", error))
    return NULL;
  table = hbase_local_table_new (name);
  table->durability = (gint32) fields[HBASE_T_TABLE_DESCRIPTOR_DURABILITY].number;
  if (!read_families (table, &fields[HBASE_T_TABLE_DESCRIPTOR_COLUMNS], error))
    return NULL;
  return g_steal_pointer (&table);
}

void
hbase_local_descriptor_write_name (const char *name, HBaseWireWriter *writer)
{
  gsize length = hbase_local_name_namespace (name);
  const char *qualifier = length > 0 ? name + length + 1 : name;

  hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_NS,
                           length > 0 ? hbase_slice (name, length) : HBASE_SLICE_LITERAL ("default"));
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
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, SETTING (NAME), family->name);
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
  hbase_wire_write_i32 (writer, HBASE_T_TABLE_DESCRIPTOR_DURABILITY, table->durability);
  hbase_wire_end_struct (writer);
}
