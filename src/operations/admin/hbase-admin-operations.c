/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file makes the calls that read: names, descriptors, states and regions of tables. Namespaces, and what
 * there is to know about the cluster, are read alike. */

#include "hbase-admin-operations-private.h"

#include "hbase-admin-arguments-private.h"
#include "hbase-arguments-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-unsalted-operations-private.h"
#include "hbase-wire-stubs-private.h"

static HBaseOperation *
read_call (HBaseTarget target, HBaseWireMethodId method, GBytes *arguments, HBaseTakeFunc take)
{
  HBaseOperation *operation = hbase_call_operation_new (target, method, arguments, HBASE_CALL_READ);

  hbase_call_operation_set_take (operation, take);
  return operation;
}

/* Makes a read whose only argument is the table's name. */
static HBaseOperation *
read_by_name (HBaseTarget target, HBaseWireMethodId id, HBaseTakeFunc take)
{
  const HBaseWireMethod *method = &hbase_wire_methods[id];
  GError *error = NULL;
  GBytes *arguments = NULL;

  if (hbase_table_name_check (target.table, &error))
    arguments = hbase_wire_arguments_table_name (target.protocol, method, target.table, &error);
  return arguments != NULL ? read_call (target, id, arguments, take)
                           : hbase_call_operation_new_failed (target.protocol, error);
}

static gboolean
take_descriptor (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(HBaseTableDescriptor **) result = hbase_table_descriptor_of_block (block);
  return TRUE;
}

HBaseOperation *
hbase_describe_table_operation_new (HBaseTarget target)
{
  return read_by_name (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, take_descriptor);
}

static HBaseOperation *
read_flag (HBaseTarget target, HBaseWireMethodId id)
{
  return read_by_name (target, id, hbase_call_operation_take_flag);
}

HBaseOperation *
hbase_table_exists_operation_new (HBaseTarget target)
{
  return read_flag (target, HBASE_WIRE_METHOD_TABLE_EXISTS);
}

HBaseOperation *
hbase_is_table_enabled_operation_new (HBaseTarget target)
{
  return read_flag (target, HBASE_WIRE_METHOD_IS_TABLE_ENABLED);
}

HBaseOperation *
hbase_is_table_disabled_operation_new (HBaseTarget target)
{
  return read_flag (target, HBASE_WIRE_METHOD_IS_TABLE_DISABLED);
}

HBaseOperation *
hbase_is_table_available_operation_new (HBaseTarget target, GPtrArray *splits)
{
  g_autoptr (GPtrArray) sorted = NULL;
  HBaseOperation *operation;
  GError *error = NULL;

  if (splits == NULL || splits->len == 0)
    return read_flag (target, HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE);
  if (!hbase_table_name_check (target.table, &error)
      || (sorted = hbase_splits_sort (splits, target.table, &error)) == NULL)
    return hbase_call_operation_new_failed (target.protocol, error);
  operation = read_call (target, HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE_WITH_SPLIT,
                         hbase_arguments_of_availability (target.protocol, target.table, sorted),
                         hbase_call_operation_take_flag);
  operation->unframed = TRUE;
  return operation;
}

/* ---- lists ---- */

/* Reads an element of a list. */
typedef gpointer (*ReadElement) (HBaseWireDecoder *decoder);

static GPtrArray *
read_list (const HBaseBlock *block, ReadElement read_element, GDestroyNotify free_element)
{
  GPtrArray *list = g_ptr_array_new_with_free_func (free_element);
  HBaseWireDecoder decoder;
  HBaseWireType element;
  guint n
      = hbase_wire_decoder_init_result (&decoder, block) ? hbase_wire_decoder_list (&decoder, &element) : 0;

  for (; n > 0; n--)
    g_ptr_array_add (list, read_element (&decoder));
  return list;
}

static gpointer
read_table_name (HBaseWireDecoder *decoder)
{
  hbase_wire_decoder_enter (decoder);
  return hbase_table_name_read (decoder);
}

static gpointer
read_text (HBaseWireDecoder *decoder)
{
  return hbase_slice_dup_valid_text (hbase_wire_decoder_binary (decoder));
}

static gpointer
read_table (HBaseWireDecoder *decoder)
{
  hbase_wire_decoder_enter (decoder);
  return hbase_table_descriptor_read (decoder);
}

static gpointer
read_namespace (HBaseWireDecoder *decoder)
{
  hbase_wire_decoder_enter (decoder);
  return hbase_namespace_descriptor_read (decoder);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Takes the names (char ***) that the reply lists, sorted by their bytes. */
static gboolean
take_sorted (HBaseOperation *operation, gpointer result, ReadElement read_name)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) names = read_list (block, read_name, g_free);

  g_ptr_array_sort (names, compare_names);
  g_ptr_array_add (names, NULL);
  if (result != NULL)
    *(char ***) result = g_strdupv ((char **) names->pdata);
  return TRUE;
}

static gboolean
take_table_names (HBaseOperation *operation, gpointer result, GError **error)
{
  return take_sorted (operation, result, read_table_name);
}

static gboolean
take_texts (HBaseOperation *operation, gpointer result, GError **error)
{
  return take_sorted (operation, result, read_text);
}

static gboolean
take_tables (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(GPtrArray **) result = read_list (block, read_table, (GDestroyNotify) hbase_table_descriptor_unref);
  return TRUE;
}

static gboolean
take_namespaces (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(GPtrArray **) result
        = read_list (block, read_namespace, (GDestroyNotify) hbase_namespace_descriptor_unref);
  return TRUE;
}

/* Makes a read that isn't for one table. */
static HBaseOperation *
read_all (HBaseTarget target, HBaseWireMethodId method, GBytes *arguments, HBaseTakeFunc take)
{
  return read_call ((HBaseTarget){ target.protocol, NULL }, method, arguments, take);
}

/* Makes a read whose only argument is the name of a namespace. */
static HBaseOperation *
read_of_namespace (HBaseTarget target, HBaseWireMethodId method, const char *name, HBaseTakeFunc take)
{
  GError *error = NULL;

  return hbase_namespace_name_check (name, &error)
             ? read_all (target, method, hbase_arguments_of_namespace_name (target.protocol, name), take)
             : hbase_call_operation_new_failed (target.protocol, error);
}

HBaseOperation *
hbase_list_tables_operation_new (HBaseTarget target, const char *pattern, gboolean system_tables)
{
  return read_all (target, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN,
                   hbase_arguments_of_pattern (target.protocol, pattern, system_tables), take_table_names);
}

HBaseOperation *
hbase_list_namespace_tables_operation_new (HBaseTarget target, const char *namespace)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_NAMESPACE, namespace,
                            take_table_names);
}

static gboolean
check_names (const char *const *names, GError **error)
{
  for (; names != NULL && *names != NULL; names++)
    if (!hbase_table_name_check (*names, error))
      return FALSE;
  return TRUE;
}

HBaseOperation *
hbase_describe_tables_operation_new (HBaseTarget target, const char *const *names)
{
  GError *error = NULL;

  return check_names (names, &error)
             ? read_all (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS,
                         hbase_arguments_of_table_names (target.protocol, names), take_tables)
             : hbase_call_operation_new_failed (target.protocol, error);
}

HBaseOperation *
hbase_describe_matching_tables_operation_new (HBaseTarget target, const char *pattern, gboolean system_tables)
{
  return read_all (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_PATTERN,
                   hbase_arguments_of_pattern (target.protocol, pattern, system_tables), take_tables);
}

HBaseOperation *
hbase_describe_namespace_tables_operation_new (HBaseTarget target, const char *namespace)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_NAMESPACE, namespace,
                            take_tables);
}

/* ---- namespaces ---- */

static gboolean
take_namespace (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  HBaseWireDecoder decoder;

  if (result != NULL && hbase_wire_decoder_init_result (&decoder, block))
    *(HBaseNamespaceDescriptor **) result = read_namespace (&decoder);
  return TRUE;
}

HBaseOperation *
hbase_describe_namespace_operation_new (HBaseTarget target, const char *name)
{
  return read_of_namespace (target, HBASE_WIRE_METHOD_GET_NAMESPACE_DESCRIPTOR, name, take_namespace);
}

HBaseOperation *
hbase_describe_namespaces_operation_new (HBaseTarget target)
{
  return read_all (target, HBASE_WIRE_METHOD_LIST_NAMESPACE_DESCRIPTORS,
                   hbase_arguments_of_nothing (target.protocol), take_namespaces);
}

HBaseOperation *
hbase_list_namespaces_operation_new (HBaseTarget target)
{
  return read_all (target, HBASE_WIRE_METHOD_LIST_NAMESPACES, hbase_arguments_of_nothing (target.protocol),
                   take_texts);
}

/* ---- the gateway and the cluster ---- */

static gboolean
take_number (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  HBaseWireDecoder decoder;

  if (result != NULL && hbase_wire_decoder_init_result (&decoder, block))
    *(gint32 *) result = hbase_wire_decoder_i32 (&decoder);
  return TRUE;
}

static gboolean
take_text (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  HBaseWireDecoder decoder;

  if (result != NULL && hbase_wire_decoder_init_result (&decoder, block))
    *(char **) result = read_text (&decoder);
  return TRUE;
}

HBaseOperation *
hbase_thrift_server_type_operation_new (HBaseTarget target)
{
  return read_all (target, HBASE_WIRE_METHOD_GET_THRIFT_SERVER_TYPE,
                   hbase_arguments_of_nothing (target.protocol), take_number);
}

HBaseOperation *
hbase_cluster_id_operation_new (HBaseTarget target)
{
  return read_all (target, HBASE_WIRE_METHOD_GET_CLUSTER_ID, hbase_arguments_of_nothing (target.protocol),
                   take_text);
}

/* ---- logs of slow calls ---- */

static GVariant *
read_value (HBaseWireDecoder *decoder, HBaseWireType type)
{
  if (type == HBASE_WIRE_I64)
    return g_variant_new_int64 (hbase_wire_decoder_i64 (decoder));
  return type == HBASE_WIRE_I32 ? g_variant_new_int32 (hbase_wire_decoder_i32 (decoder))
                                : g_variant_new_take_string (read_text (decoder));
}

/* Makes a dictionary of the record's fields, by their names in the IDL. */
static gpointer
read_log_record (HBaseWireDecoder *decoder)
{
  const HBaseWireSchema *schema = &hbase_wire_t_online_log_record;
  GVariantDict fields;
  HBaseWireType type;
  guint id;

  g_variant_dict_init (&fields, NULL);
  hbase_wire_decoder_enter (decoder);
  while (hbase_wire_decoder_next (decoder, &id, &type))
    if (id < schema->n_fields && schema->fields[id].name != NULL)
      g_variant_dict_insert_value (&fields, schema->fields[id].name, read_value (decoder, type));
    else
      hbase_wire_decoder_skip (decoder, type);
  return g_variant_ref_sink (g_variant_dict_end (&fields));
}

static gboolean
take_slow_log (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) records = read_list (block, read_log_record, (GDestroyNotify) g_variant_unref);

  if (result != NULL)
    *(GVariant **) result = g_variant_ref_sink (
        g_variant_new_array (G_VARIANT_TYPE_VARDICT, (GVariant **) records->pdata, records->len));
  return TRUE;
}

static gboolean
take_all_flags (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GArray) flags = hbase_response_get_flags (block);
  gboolean are_all = TRUE;

  for (guint i = 0; i < flags->len; i++)
    are_all = are_all && g_array_index (flags, gboolean, i);
  if (result != NULL)
    *(gboolean *) result = are_all;
  return TRUE;
}

HBaseOperation *
hbase_slow_log_operation_new (HBaseTarget target, const char *const *servers, GVariant *query)
{
  g_autoptr (GVariant) held = g_variant_ref_sink (query != NULL ? query : g_variant_new ("a{sv}", NULL));
  GError *error = NULL;
  GBytes *arguments = hbase_arguments_of_servers (target.protocol, servers, held, &error);

  return arguments != NULL
             ? read_all (target, HBASE_WIRE_METHOD_GET_SLOW_LOG_RESPONSES, arguments, take_slow_log)
             : hbase_call_operation_new_failed (target.protocol, error);
}

HBaseOperation *
hbase_clear_slow_log_operation_new (HBaseTarget target, const char *const *servers)
{
  GError *error = NULL;
  GBytes *arguments = hbase_arguments_of_servers (target.protocol, servers, NULL, &error);
  HBaseOperation *operation;

  if (arguments == NULL)
    return hbase_call_operation_new_failed (target.protocol, error);
  operation = hbase_call_operation_new ((HBaseTarget){ target.protocol, NULL },
                                        HBASE_WIRE_METHOD_CLEAR_SLOW_LOG_RESPONSES, arguments,
                                        HBASE_CALL_IDEMPOTENT);
  hbase_call_operation_set_take (operation, take_all_flags);
  return operation;
}

/* ---- regions ---- */

static gboolean
take_regions (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GPtrArray) regions = hbase_regions_read (block);
  gboolean exists = regions->len > 0;

  if (!exists)
    g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_TABLE_NOT_FOUND,
                                                     "there is no such table; create it first"));
  else if (result != NULL)
    *(GPtrArray **) result = g_steal_pointer (&regions);
  return exists;
}

HBaseOperation *
hbase_list_regions_operation_new (HBaseTarget target)
{
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error)
      || !hbase_unsalted_refuse (target, "regions can't be listed", &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  return read_call (target, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, hbase_arguments_of_table (target),
                    take_regions);
}

static gboolean
take_region (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(HBaseRegion **) result = hbase_region_read (block);
  return TRUE;
}

HBaseOperation *
hbase_find_region_operation_new (HBaseTarget target, HBaseSlice row)
{
  HBaseOperation *operation;
  HBaseWireWriter writer;
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error)
      || !hbase_unsalted_refuse (target, "regions can't be looked up", &error)
      || (row.length > 0 && !hbase_row_key_check (row, &error)))
    return hbase_call_operation_new_failed (target.protocol, error);
  hbase_arguments_begin (target, row.length, &writer);
  hbase_wire_write_binary (&writer, HBASE_GET_REGION_LOCATION_ARGS_ROW, row);
  /* The gateway's cached locations may be those of a table that has been dropped. */
  hbase_wire_write_bool (&writer, HBASE_GET_REGION_LOCATION_ARGS_RELOAD, TRUE);
  operation
      = read_call (target, HBASE_WIRE_METHOD_GET_REGION_LOCATION, hbase_arguments_end (&writer), take_region);
  hbase_operation_set_subject (operation, target.table, row);
  return operation;
}
