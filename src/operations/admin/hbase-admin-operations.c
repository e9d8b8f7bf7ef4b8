/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that read: names, descriptors and regions of tables. Namespaces, and what
 * there is to know about the cluster, are read alike. */

#include "hbase-admin-operations-private.h"

#include "hbase-call-operation-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-unsalted-operations-private.h"

/* Takes arguments and error: one of them is NULL. */
static HBaseOperation *
read_call (
    HBaseTarget target, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseTakeFunc take)
{
  HBaseOperation *operation
      = hbase_call_operation_new_stub (target, method, arguments, error, HBASE_CALL_READ);

  hbase_call_operation_set_take (operation, take);
  return operation;
}

/* Defines a HBaseTakeFunc, whose result `make` makes of that of the generated code. */
#define DEFINE_TAKE(name, Type, make)                                                                        \
  static gboolean name (HBaseOperation *operation, gpointer result, GError **error)                          \
  {                                                                                                          \
    g_autoptr (GObject) stub = hbase_call_operation_take_result (operation, error);                          \
                                                                                                             \
    if (stub != NULL && result != NULL)                                                                      \
      *(Type *) result = make (stub);                                                                        \
    return stub != NULL;                                                                                     \
  }

DEFINE_TAKE (take_all_flags, gboolean, hbase_result_are_all_true)
DEFINE_TAKE (take_text, char *, hbase_result_dup_text)
DEFINE_TAKE (take_texts, char **, hbase_result_dup_texts)
DEFINE_TAKE (take_table_names, char **, hbase_result_dup_table_names)
DEFINE_TAKE (take_table, HBaseTableDescriptor *, hbase_result_make_table)
DEFINE_TAKE (take_tables, GPtrArray *, hbase_result_make_tables)
DEFINE_TAKE (take_namespace, HBaseNamespaceDescriptor *, hbase_result_make_namespace)
DEFINE_TAKE (take_namespaces, GPtrArray *, hbase_result_make_namespaces)
DEFINE_TAKE (take_region, HBaseRegion *, hbase_result_make_region)
DEFINE_TAKE (take_slow_log, GVariant *, hbase_result_make_slow_log)

/* ---- tables ---- */

/* Makes a read whose only argument is the table's name. */
static HBaseOperation *
read_by_name (HBaseTarget target, HBaseWireMethodId method, HBaseTakeFunc take)
{
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_table_name_check (target.table, &error))
    arguments = hbase_arguments_of_table_name (method, target.table, &error);
  return read_call (target, method, arguments, error, take);
}

HBaseOperation *
hbase_describe_table_operation_new (HBaseTarget target)
{
  return read_by_name (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, take_table);
}

/* ---- lists ---- */

/* Makes a read that isn't for one table. */
static HBaseOperation *
read_all (HBaseTarget target, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseTakeFunc take)
{
  return read_call ((HBaseTarget){ target.protocol, NULL }, method, arguments, error, take);
}

/* Makes a read without arguments. */
static HBaseOperation *
read_whole (HBaseTarget target, HBaseWireMethodId method, HBaseTakeFunc take)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_nothing (method, &error);

  return read_all (target, method, arguments, error, take);
}

/* Makes a read whose only argument is the name of a namespace. */
static HBaseOperation *
read_of_namespace (HBaseTarget target, HBaseWireMethodId method, const char *name, HBaseTakeFunc take)
{
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_namespace_name_check (name, &error))
    arguments = hbase_arguments_of_namespace_name (method, name, &error);
  return read_all (target, method, arguments, error, take);
}

/* Makes a read of the tables whose names match the pattern. */
static HBaseOperation *
read_matching (HBaseTarget target,
               HBaseWireMethodId method,
               const char *pattern,
               gboolean system_tables,
               HBaseTakeFunc take)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_pattern (method, pattern, system_tables, &error);

  return read_all (target, method, arguments, error, take);
}

HBaseOperation *
hbase_list_tables_operation_new (HBaseTarget target, const char *pattern, gboolean system_tables)
{
  return read_matching (target, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN, pattern, system_tables,
                        take_table_names);
}

HBaseOperation *
hbase_list_namespace_tables_operation_new (HBaseTarget target, const char *namespace)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_NAMESPACE, namespace,
                            take_table_names);
}

HBaseOperation *
hbase_describe_tables_operation_new (HBaseTarget target)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_all_tables (&error);

  return read_all (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS, arguments, error, take_tables);
}

HBaseOperation *
hbase_describe_matching_tables_operation_new (HBaseTarget target, const char *pattern, gboolean system_tables)
{
  return read_matching (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_PATTERN, pattern, system_tables,
                        take_tables);
}

HBaseOperation *
hbase_describe_namespace_tables_operation_new (HBaseTarget target, const char *namespace)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_NAMESPACE, namespace,
                            take_tables);
}

/* ---- namespaces ---- */

HBaseOperation *
hbase_describe_namespace_operation_new (HBaseTarget target, const char *name)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_NAMESPACE_DESCRIPTOR, name, take_namespace);
}

HBaseOperation *
hbase_describe_namespaces_operation_new (HBaseTarget target)
{
  return read_whole (target, HBASE_WIRE_METHOD_LIST_NAMESPACE_DESCRIPTORS, take_namespaces);
}

HBaseOperation *
hbase_list_namespaces_operation_new (HBaseTarget target)
{
  return read_whole (target, HBASE_WIRE_METHOD_LIST_NAMESPACES, take_texts);
}

/* ---- the gateway and the cluster ---- */

HBaseOperation *
hbase_cluster_id_operation_new (HBaseTarget target)
{
  return read_whole (target, HBASE_WIRE_METHOD_GET_CLUSTER_ID, take_text);
}

/* ---- logs of slow calls ---- */

HBaseOperation *
hbase_slow_log_operation_new (HBaseTarget target, const char *const *servers, GVariant *query)
{
  g_autoptr (GVariant) held = g_variant_ref_sink (query != NULL ? query : g_variant_new ("a{sv}", NULL));
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_servers (servers, held, &error);

  return read_all (target, HBASE_WIRE_METHOD_GET_SLOW_LOG_RESPONSES, arguments, error, take_slow_log);
}

HBaseOperation *
hbase_clear_slow_log_operation_new (HBaseTarget target, const char *const *servers)
{
  HBaseWireMethodId method = HBASE_WIRE_METHOD_CLEAR_SLOW_LOG_RESPONSES;
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_servers (servers, NULL, &error);
  HBaseOperation *operation = hbase_call_operation_new_stub ((HBaseTarget){ target.protocol, NULL }, method,
                                                             arguments, error, HBASE_CALL_IDEMPOTENT);

  hbase_call_operation_set_take (operation, take_all_flags);
  return operation;
}

/* ---- regions ---- */

static gboolean
take_regions (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (GObject) stub = hbase_call_operation_take_result (operation, error);
  g_autoptr (GPtrArray) regions = NULL;

  if (stub == NULL)
    return FALSE;
  regions = hbase_result_make_regions (stub);
  if (regions->len == 0)
    {
      g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_TABLE_NOT_FOUND,
                                                       "there is no such table; create it first"));
      return FALSE;
    }
  if (result != NULL)
    *(GPtrArray **) result = g_steal_pointer (&regions);
  return TRUE;
}

HBaseOperation *
hbase_list_regions_operation_new (HBaseTarget target)
{
  GObject *arguments = NULL;
  GError *error = NULL;

  if (hbase_table_name_check (target.table, &error)
      && hbase_unsalted_refuse (target, "regions can't be listed", &error))
    arguments = hbase_arguments_of_regions (target.table, &error);
  return read_call (target, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, arguments, error, take_regions);
}

HBaseOperation *
hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row)
{
  GObject *arguments = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  if (hbase_table_name_check (target.table, &error)
      && hbase_unsalted_refuse (target, "regions can't be looked up", &error)
      && (row.length == 0 || hbase_row_key_check (row, &error)))
    arguments = hbase_arguments_of_region (target.table, row, &error);
  operation = read_call (target, HBASE_WIRE_METHOD_GET_REGION_LOCATION, arguments, error, take_region);
  hbase_operation_set_subject (operation, target.table, row);
  return operation;
}
