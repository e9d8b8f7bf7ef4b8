/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-arguments-private.h"
#include "hbase-arguments-private.h"
#include "hbase-error-private.h"
#include "hbase-wire-tables.h"

/* This file implements the encoding of the arguments of administrative calls. */

#define CAPACITY 256

/* Calls with the same arguments have the same fields. */
#define TABLE_NAME HBASE_TRUNCATE_TABLE_ARGS_TABLE_NAME
G_STATIC_ASSERT ((int) TABLE_NAME == (int) HBASE_ADD_COLUMN_FAMILY_ARGS_TABLE_NAME);
G_STATIC_ASSERT ((int) TABLE_NAME == (int) HBASE_DELETE_COLUMN_FAMILY_ARGS_TABLE_NAME);
G_STATIC_ASSERT ((int) TABLE_NAME == (int) HBASE_IS_TABLE_AVAILABLE_WITH_SPLIT_ARGS_TABLE_NAME);
G_STATIC_ASSERT ((int) HBASE_ADD_COLUMN_FAMILY_ARGS_COLUMN == (int) HBASE_MODIFY_COLUMN_FAMILY_ARGS_COLUMN);
G_STATIC_ASSERT ((int) HBASE_CREATE_NAMESPACE_ARGS_NAMESPACE_DESC
                 == (int) HBASE_MODIFY_NAMESPACE_ARGS_NAMESPACE_DESC);
G_STATIC_ASSERT ((int) HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_REGEX
                 == (int) HBASE_GET_TABLE_DESCRIPTORS_BY_PATTERN_ARGS_REGEX);
G_STATIC_ASSERT ((int) HBASE_DELETE_NAMESPACE_ARGS_NAME == (int) HBASE_GET_NAMESPACE_DESCRIPTOR_ARGS_NAME);
G_STATIC_ASSERT ((int) HBASE_GET_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES
                 == (int) HBASE_CLEAR_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES);

static void
begin (HBaseWireProtocol protocol, HBaseWireWriter *writer)
{
  hbase_wire_writer_init (writer, protocol, CAPACITY);
  hbase_wire_begin_struct (writer);
}

static void
begin_with_table (HBaseWireProtocol protocol, const char *table, HBaseWireWriter *writer)
{
  begin (protocol, writer);
  hbase_wire_write_struct (writer, TABLE_NAME);
  hbase_table_name_write (table, writer);
}

static void
write_keys (const GPtrArray *splits, guint id, HBaseWireWriter *writer)
{
  hbase_wire_write_list (writer, id, HBASE_WIRE_BINARY, splits->len);
  for (guint i = 0; i < splits->len; i++)
    hbase_wire_put_binary (writer, hbase_slice_of_bytes (splits->pdata[i]));
}

GBytes *
hbase_arguments_of_nothing (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  return hbase_arguments_end (&writer);
}

/* ---- tables ---- */

GBytes *
hbase_arguments_of_create_table (HBaseWireProtocol protocol,
                                 HBaseTableDescriptor *table,
                                 const GPtrArray *splits)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_struct (&writer, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_table_descriptor_write (table, &writer);
  write_keys (splits, HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_modify_table (HBaseWireProtocol protocol, HBaseTableDescriptor *table)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_struct (&writer, HBASE_MODIFY_TABLE_ARGS_DESC);
  hbase_table_descriptor_write (table, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_truncate_table (HBaseWireProtocol protocol, const char *table, gboolean preserve_splits)
{
  HBaseWireWriter writer;

  begin_with_table (protocol, table, &writer);
  hbase_wire_write_bool (&writer, HBASE_TRUNCATE_TABLE_ARGS_PRESERVE_SPLITS, preserve_splits);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_availability (HBaseWireProtocol protocol, const char *table, const GPtrArray *splits)
{
  HBaseWireWriter writer;

  begin_with_table (protocol, table, &writer);
  write_keys (splits, HBASE_IS_TABLE_AVAILABLE_WITH_SPLIT_ARGS_SPLIT_KEYS, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_table_names (HBaseWireProtocol protocol, const char *const *names)
{
  guint count = names != NULL ? g_strv_length ((char **) names) : 0;
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_list (&writer, HBASE_GET_TABLE_DESCRIPTORS_ARGS_TABLES, HBASE_WIRE_STRUCT, count);
  for (guint i = 0; i < count; i++)
    {
      hbase_wire_begin_struct (&writer);
      hbase_table_name_write (names[i], &writer);
    }
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_pattern (HBaseWireProtocol protocol, const char *pattern, gboolean system_tables)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_binary (&writer, HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_REGEX,
                           hbase_slice_text (pattern != NULL ? pattern : ".*"));
  hbase_wire_write_bool (&writer, HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_INCLUDE_SYS_TABLES,
                         system_tables != FALSE);
  return hbase_arguments_end (&writer);
}

/* ---- families ---- */

GBytes *
hbase_arguments_of_family (HBaseWireProtocol protocol, const char *table, HBaseFamilyDescriptor *family)
{
  HBaseWireWriter writer;

  begin_with_table (protocol, table, &writer);
  hbase_wire_write_struct (&writer, HBASE_ADD_COLUMN_FAMILY_ARGS_COLUMN);
  hbase_family_descriptor_write (family, &writer);
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_delete_family (HBaseWireProtocol protocol, const char *table, const char *family)
{
  HBaseWireWriter writer;

  begin_with_table (protocol, table, &writer);
  hbase_wire_write_binary (&writer, HBASE_DELETE_COLUMN_FAMILY_ARGS_COLUMN, hbase_slice_text (family));
  return hbase_arguments_end (&writer);
}

/* ---- namespaces ---- */

GBytes *
hbase_arguments_of_namespace_name (HBaseWireProtocol protocol, const char *name)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_binary (&writer, HBASE_DELETE_NAMESPACE_ARGS_NAME, hbase_slice_text (name));
  return hbase_arguments_end (&writer);
}

GBytes *
hbase_arguments_of_namespace (HBaseWireProtocol protocol, HBaseNamespaceDescriptor *descriptor)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_struct (&writer, HBASE_CREATE_NAMESPACE_ARGS_NAMESPACE_DESC);
  hbase_namespace_descriptor_write (descriptor, &writer);
  return hbase_arguments_end (&writer);
}

/* ---- logs of slow calls ---- */

static gboolean
write_server (const char *name, HBaseWireWriter *writer, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (name, ",", 3);
  guint64 port, start_code;

  if (g_strv_length (parts) != 3 || *parts[0] == '\0'
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT16, &port, NULL)
      || !g_ascii_string_to_unsigned (parts[2], 10, 0, G_MAXINT64, &start_code, NULL))
    return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                            "“%s” isn't the name of a region server, as host,port,startcode", name);
  hbase_wire_begin_struct (writer);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, hbase_slice_text (parts[0]));
  hbase_wire_write_i32 (writer, HBASE_T_SERVER_NAME_PORT, (gint32) port);
  hbase_wire_write_i64 (writer, HBASE_T_SERVER_NAME_START_CODE, (gint64) start_code);
  hbase_wire_end_struct (writer);
  return TRUE;
}

/* The choices of a field of the query; their numbers are those of the IDL. */
typedef struct {
  guint field;
  const char *name;
  gint32 number;
} QueryChoice;

static const QueryChoice query_choices[] = {
  { HBASE_T_LOG_QUERY_FILTER_LOG_TYPE, "slow", HBASE_T_LOG_TYPE_SLOW_LOG },
  { HBASE_T_LOG_QUERY_FILTER_LOG_TYPE, "large", HBASE_T_LOG_TYPE_LARGE_LOG },
  { HBASE_T_LOG_QUERY_FILTER_FILTER_BY_OPERATOR, "and", HBASE_T_FILTER_BY_OPERATOR_AND },
  { HBASE_T_LOG_QUERY_FILTER_FILTER_BY_OPERATOR, "or", HBASE_T_FILTER_BY_OPERATOR_OR },
};

static gboolean
write_number (guint field, GVariant *value, HBaseWireWriter *writer)
{
  gboolean is_number = g_variant_is_of_type (value, G_VARIANT_TYPE_INT32);
  gboolean is_text = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING);

  if (field == HBASE_T_LOG_QUERY_FILTER_LIMIT && is_number)
    {
      hbase_wire_write_i32 (writer, field, g_variant_get_int32 (value));
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (query_choices); i++)
    if (is_text && query_choices[i].field == field
        && g_str_equal (query_choices[i].name, g_variant_get_string (value, NULL)))
      {
        hbase_wire_write_i32 (writer, field, query_choices[i].number);
        return TRUE;
      }
  return FALSE;
}

static gboolean
write_condition (guint field, GVariant *value, HBaseWireWriter *writer)
{
  if (hbase_wire_t_log_query_filter.fields[field].type != HBASE_WIRE_BINARY)
    return write_number (field, value, writer);
  if (!g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return FALSE;
  hbase_wire_write_binary (writer, field, hbase_slice_text (g_variant_get_string (value, NULL)));
  return TRUE;
}

/* Returns 0 for a key that the query can't have. */
static guint
find_field (const char *key)
{
  const HBaseWireSchema *schema = &hbase_wire_t_log_query_filter;

  for (guint i = 1; i < schema->n_fields; i++)
    if (g_strcmp0 (schema->fields[i].name, key) == 0)
      return i;
  return 0;
}

static gboolean
write_query (GVariant *query, HBaseWireWriter *writer, GError **error)
{
  GVariantIter iter;
  const char *key;
  GVariant *value;

  if (!g_variant_is_of_type (query, G_VARIANT_TYPE_VARDICT))
    return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT, "the query's type is %s, not a{sv}",
                            g_variant_get_type_string (query));
  g_variant_iter_init (&iter, query);
  while (g_variant_iter_next (&iter, "{&sv}", &key, &value))
    {
      g_autoptr (GVariant) held = value;
      guint field = find_field (key);

      if (field == 0 || !write_condition (field, value, writer))
        return hbase_error_set (
            error, HBASE_ERROR_INVALID_ARGUMENT,
            "“%s” isn't a condition of a query of slow calls, or has an invalid value; there "
            "are regionName, clientAddress, tableName and userName (texts), limit (a 32-bit "
            "number), logType (slow, large) and filterByOperator (and, or)",
            key);
    }
  return TRUE;
}

static gboolean
write_servers (HBaseWireWriter *writer, const char *const *servers, GVariant *query, GError **error)
{
  guint count = g_strv_length ((char **) servers);

  hbase_wire_write_set (writer, HBASE_GET_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES, HBASE_WIRE_STRUCT, count);
  for (guint i = 0; i < count; i++)
    if (!write_server (servers[i], writer, error))
      return FALSE;
  if (query == NULL)
    return TRUE;
  hbase_wire_write_struct (writer, HBASE_GET_SLOW_LOG_RESPONSES_ARGS_LOG_QUERY_FILTER);
  if (!write_query (query, writer, error))
    return FALSE;
  hbase_wire_end_struct (writer);
  return TRUE;
}

GBytes *
hbase_arguments_of_servers (HBaseWireProtocol protocol,
                            const char *const *servers,
                            GVariant *query,
                            GError **error)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  if (write_servers (&writer, servers, query, error))
    return hbase_arguments_end (&writer);
  hbase_wire_writer_clear (&writer);
  return NULL;
}
