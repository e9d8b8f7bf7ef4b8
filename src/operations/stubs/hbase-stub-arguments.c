/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file has the generated code encode the arguments of the calls that carry no cells. Fields are set by
 * their names in the IDL. */

#include "config.h"

#include "hbase-stub-arguments-private.h"

#include "hbase-error-private.h"
#include "hbase-stub-records-private.h"
#include "hbase-wire-stubs-private.h"

GObject *
hbase_arguments_of_nothing (HBaseWireMethodId method, GError **error)
{
  const HBaseStubs *stubs = hbase_stubs_load (error);

  return stubs != NULL ? stubs->arguments_new (method) : NULL;
}

GBytes *
hbase_arguments_encode (GObject *arguments, HBaseWireProtocol protocol)
{
  g_autoptr (GObject) taken = arguments;
  g_autoptr (GError) problem = NULL;
  GBytes *bytes;

  if (arguments == NULL)
    return NULL;
  bytes = hbase_stubs_load (NULL)->write (arguments, protocol, &problem);
  if (bytes == NULL) /* writing to memory fails only if the generated code isn't what the IDL says */
    g_error ("%s can't be written: %s", G_OBJECT_TYPE_NAME (arguments), problem->message);
  return bytes;
}

/* Takes the struct. */
static void
set_struct (GObject *arguments, const char *field, GObject *stub)
{
  g_object_set (arguments, field, stub, NULL);
  g_object_unref (stub);
}

static void
set_keys (GObject *arguments, const GPtrArray *splits)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_byte_array_unref);

  for (guint i = 0; i < splits->len; i++)
    g_ptr_array_add (keys, hbase_slice_to_array (hbase_slice_of_bytes (splits->pdata[i])));
  g_object_set (arguments, "splitKeys", keys, NULL);
}

/* ---- tables ---- */

/* The name is the first argument, and may be followed by others. */
GObject *
hbase_arguments_of_table_name (HBaseWireMethodId method, const char *table, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (method, error);

  if (arguments != NULL)
    set_struct (arguments, hbase_wire_methods[method].arguments->fields[1].name,
                hbase_stub_of_table_name (table));
  return arguments;
}

GObject *
hbase_arguments_of_all_tables (GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS, error);
  g_autoptr (GPtrArray) no_names = g_ptr_array_new ();

  if (arguments != NULL)
    g_object_set (arguments, "tables", no_names, NULL);
  return arguments;
}

GObject *
hbase_arguments_of_pattern (HBaseWireMethodId method,
                            const char *pattern,
                            gboolean system_tables,
                            GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (method, error);

  if (arguments != NULL)
    g_object_set (arguments, "regex", pattern != NULL ? pattern : ".*", "includeSysTables",
                  system_tables != FALSE, NULL);
  return arguments;
}

GObject *
hbase_arguments_of_descriptor (HBaseTableDescriptor *table, const GPtrArray *splits, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (
      splits != NULL ? HBASE_WIRE_METHOD_CREATE_TABLE : HBASE_WIRE_METHOD_MODIFY_TABLE, error);

  if (arguments != NULL)
    set_struct (arguments, "desc", hbase_stub_of_table (table));
  if (arguments != NULL && splits != NULL)
    set_keys (arguments, splits);
  return arguments;
}

GObject *
hbase_arguments_of_truncation (const char *table, gboolean preserve_splits, GError **error)
{
  GObject *arguments = hbase_arguments_of_table_name (HBASE_WIRE_METHOD_TRUNCATE_TABLE, table, error);

  if (arguments != NULL)
    g_object_set (arguments, "preserveSplits", preserve_splits, NULL);
  return arguments;
}

GObject *
hbase_arguments_of_availability (const char *table, const GPtrArray *splits, GError **error)
{
  GObject *arguments
      = hbase_arguments_of_table_name (HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE_WITH_SPLIT, table, error);

  if (arguments != NULL)
    set_keys (arguments, splits);
  return arguments;
}

/* ---- families ---- */

GObject *
hbase_arguments_of_family (HBaseWireMethodId method,
                           const char *table,
                           HBaseFamilyDescriptor *family,
                           GError **error)
{
  GObject *arguments = hbase_arguments_of_table_name (method, table, error);

  if (arguments != NULL)
    set_struct (arguments, "column", hbase_stub_of_family (family));
  return arguments;
}

GObject *
hbase_arguments_of_family_name (const char *table, const char *family, GError **error)
{
  GObject *arguments = hbase_arguments_of_table_name (HBASE_WIRE_METHOD_DELETE_COLUMN_FAMILY, table, error);

  if (arguments != NULL)
    hbase_stub_set_bytes (arguments, "column", hbase_slice_text (family));
  return arguments;
}

/* ---- namespaces ---- */

GObject *
hbase_arguments_of_namespace_name (HBaseWireMethodId method, const char *name, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (method, error);

  if (arguments != NULL)
    g_object_set (arguments, "name", name, NULL);
  return arguments;
}

GObject *
hbase_arguments_of_namespace (HBaseWireMethodId method, HBaseNamespaceDescriptor *descriptor, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (method, error);

  if (arguments != NULL)
    set_struct (arguments, "namespaceDesc", hbase_stub_of_namespace (descriptor));
  return arguments;
}

/* ---- regions ---- */

GObject *
hbase_arguments_of_regions (const char *table, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, error);

  if (arguments != NULL)
    hbase_stub_set_bytes (arguments, "table", hbase_slice_text (table));
  return arguments;
}

GObject *
hbase_arguments_of_region (const char *table, HBaseSlice row, GError **error)
{
  GObject *arguments = hbase_arguments_of_nothing (HBASE_WIRE_METHOD_GET_REGION_LOCATION, error);

  if (arguments == NULL)
    return NULL;
  hbase_stub_set_bytes (arguments, "table", hbase_slice_text (table));
  hbase_stub_set_bytes (arguments, "row", row);
  /* The gateway's cached locations may be those of a table that has been dropped. */
  g_object_set (arguments, "reload", TRUE, NULL);
  return arguments;
}

/* ---- logs of slow calls ---- */

static GObject *
stub_of_server (const char *name, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (name, ",", 3);
  guint64 port, start_code;
  GObject *stub;

  if (g_strv_length (parts) != 3 || *parts[0] == '\0'
      || !g_ascii_string_to_unsigned (parts[1], 10, 0, G_MAXUINT16, &port, NULL)
      || !g_ascii_string_to_unsigned (parts[2], 10, 0, G_MAXINT64, &start_code, NULL))
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "“%s” isn't the name of a region server, as host,port,startcode", name);
      return NULL;
    }
  stub = hbase_stubs_load (NULL)->struct_new (HBASE_STUB_SERVER_NAME);
  g_object_set (stub, "hostName", parts[0], "port", (gint) port, "startCode", (gint64) start_code, NULL);
  return stub;
}

static gboolean
set_servers (GObject *arguments, const char *const *servers, GError **error)
{
  g_autoptr (GHashTable) set = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);

  for (; *servers != NULL; servers++)
    {
      GObject *server = stub_of_server (*servers, error);

      if (server == NULL)
        return FALSE;
      g_hash_table_add (set, server);
    }
  g_object_set (arguments, "serverNames", set, NULL);
  return TRUE;
}

/* The choices of a field of the query; their numbers are those of the IDL. */
static const struct {
  const char *field, *name;
  gint number;
} query_choices[] = {
  { "logType", "slow", HBASE_T_LOG_TYPE_SLOW_LOG },
  { "logType", "large", HBASE_T_LOG_TYPE_LARGE_LOG },
  { "filterByOperator", "and", HBASE_T_FILTER_BY_OPERATOR_AND },
  { "filterByOperator", "or", HBASE_T_FILTER_BY_OPERATOR_OR },
};

static gboolean
set_choice (GObject *query, const char *field, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (query_choices); i++)
    if (g_str_equal (query_choices[i].field, field) && g_str_equal (query_choices[i].name, name))
      {
        g_object_set (query, field, query_choices[i].number, NULL);
        return TRUE;
      }
  return FALSE;
}

/* The query's properties are texts, the limit, and the choices. */
static gboolean
set_condition (GObject *query, const char *field, GVariant *value)
{
  GParamSpec *property = g_object_class_find_property (G_OBJECT_GET_CLASS (query), field);
  gboolean is_text = g_variant_is_of_type (value, G_VARIANT_TYPE_STRING);

  if (g_str_equal (field, "limit") && g_variant_is_of_type (value, G_VARIANT_TYPE_INT32))
    g_object_set (query, field, g_variant_get_int32 (value), NULL);
  else if (is_text && property != NULL && G_IS_PARAM_SPEC_STRING (property))
    g_object_set (query, field, g_variant_get_string (value, NULL), NULL);
  else
    return is_text && set_choice (query, field, g_variant_get_string (value, NULL));
  return TRUE;
}

static gboolean
set_conditions (GObject *stub, GVariant *query, GError **error)
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

      if (!set_condition (stub, key, value))
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
set_query (GObject *arguments, GVariant *query, GError **error)
{
  g_autoptr (GObject) stub = hbase_stubs_load (NULL)->struct_new (HBASE_STUB_LOG_QUERY);

  if (!set_conditions (stub, query, error))
    return FALSE;
  g_object_set (arguments, "logQueryFilter", stub, NULL);
  return TRUE;
}

GObject *
hbase_arguments_of_servers (const char *const *servers, GVariant *query, GError **error)
{
  HBaseWireMethodId method
      = query != NULL ? HBASE_WIRE_METHOD_GET_SLOW_LOG_RESPONSES : HBASE_WIRE_METHOD_CLEAR_SLOW_LOG_RESPONSES;
  g_autoptr (GObject) arguments = hbase_arguments_of_nothing (method, error);

  if (arguments == NULL || !set_servers (arguments, servers, error)
      || (query != NULL && !set_query (arguments, query, error)))
    return NULL;
  return g_steal_pointer (&arguments);
}
