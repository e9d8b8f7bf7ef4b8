/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of the calls about namespaces, and of those about the server: its type, the id of the cluster, and
 * the logs of slow calls. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-error-private.h"
#include "hbase-local-namespaces-private.h"

/* Writes the fields of a TNamespaceDescriptor, and its stop byte. */
static gboolean
write_descriptor (HBaseLocalCall *call, HBaseSlice name, HBaseWireWriter *writer, GError **error)
{
  g_autoptr (HBaseLocalAttributes) configuration = NULL;

  if (!hbase_local_namespaces_load_configuration (call->db, name, &configuration, error))
    return FALSE;
  hbase_wire_write_binary (writer, HBASE_T_NAMESPACE_DESCRIPTOR_NAME, name);
  hbase_local_attributes_write (configuration, HBASE_T_NAMESPACE_DESCRIPTOR_CONFIGURATION, writer);
  hbase_wire_end_struct (writer);
  return TRUE;
}

gboolean
hbase_local_handle_get_namespace_descriptor (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = call->arguments[HBASE_GET_NAMESPACE_DESCRIPTOR_ARGS_NAME].bytes;

  if (!hbase_local_namespaces_check (call->db, name, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
  if (!write_descriptor (call, name, call->reply, error))
    return FALSE;
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_handle_list_namespace_descriptors (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = hbase_local_namespaces_list (call->db, error);

  if (names == NULL)
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_STRUCT, names->len);
  for (guint i = 0; i < names->len; i++)
    {
      hbase_wire_begin_struct (call->reply);
      if (!write_descriptor (call, hbase_slice_of_bytes (names->pdata[i]), call->reply, error))
        return FALSE;
    }
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_handle_list_namespaces (HBaseLocalCall *call, GError **error)
{
  g_autoptr (GPtrArray) names = hbase_local_namespaces_list (call->db, error);

  if (names == NULL)
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_BINARY, names->len);
  for (guint i = 0; i < names->len; i++)
    hbase_wire_put_binary (call->reply, hbase_slice_of_bytes (names->pdata[i]));
  hbase_local_reply_end (call);
  return TRUE;
}

/* ---- changes ---- */

/* Reads the descriptor that is the call's only argument. */
static HBaseSlice
read_descriptor (const HBaseLocalCall *call, HBaseLocalAttributes **configuration)
{
  HBaseLocalField fields[HBASE_T_NAMESPACE_DESCRIPTOR_CONFIGURATION + 1];

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields),
                           &call->arguments[HBASE_CREATE_NAMESPACE_ARGS_NAMESPACE_DESC]);
  hbase_local_attributes_read (configuration, &fields[HBASE_T_NAMESPACE_DESCRIPTOR_CONFIGURATION]);
  return fields[HBASE_T_NAMESPACE_DESCRIPTOR_NAME].bytes;
}

gboolean
hbase_local_handle_create_namespace (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalAttributes) configuration = NULL;
  HBaseSlice name = read_descriptor (call, &configuration);

  return hbase_local_namespaces_add (call->db, name, error)
         && hbase_local_namespaces_configure (call->db, name, configuration, error)
         && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_modify_namespace (HBaseLocalCall *call, GError **error)
{
  g_autoptr (HBaseLocalAttributes) configuration = NULL;
  HBaseSlice name = read_descriptor (call, &configuration);

  return hbase_local_namespaces_check (call->db, name, error)
         && hbase_local_namespaces_configure (call->db, name, configuration, error)
         && hbase_local_reply_void (call);
}

gboolean
hbase_local_handle_delete_namespace (HBaseLocalCall *call, GError **error)
{
  return hbase_local_namespaces_remove (call->db, call->arguments[HBASE_DELETE_NAMESPACE_ARGS_NAME].bytes,
                                        error)
         && hbase_local_reply_void (call);
}

/* ---- the server ---- */

gboolean
hbase_local_handle_get_thrift_server_type (HBaseLocalCall *call, GError **error)
{
  return hbase_local_reply_i32 (call, HBASE_T_THRIFT_SERVER_TYPE_TWO);
}

gboolean
hbase_local_handle_get_cluster_id (HBaseLocalCall *call, GError **error)
{
  g_autofree char *id = hbase_local_catalogue_cluster_id (call->db, error);

  return id != NULL && hbase_local_reply_text (call, id);
}

#define N_SERVER_FIELDS (HBASE_T_SERVER_NAME_START_CODE + 1)

/* Logs of slow calls are kept by region servers, and requested by the servers' names. The only server has no
 * logs. */
static gboolean
check_servers (const HBaseLocalCall *call, GError **error)
{
  HBaseLocalField fields[N_SERVER_FIELDS];
  HBaseLocalStructs servers;

  hbase_local_structs_init (&servers, &call->arguments[HBASE_GET_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES]);
  while (hbase_local_structs_next (&servers, fields, N_SERVER_FIELDS))
    if (!hbase_slice_equal (fields[HBASE_T_SERVER_NAME_HOST_NAME].bytes,
                            hbase_slice_text (HBASE_LOCAL_SERVER_HOST))
        || fields[HBASE_T_SERVER_NAME_PORT].number != 0 || fields[HBASE_T_SERVER_NAME_START_CODE].number != 0)
      return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "there is no such region server");
  return TRUE;
}

gboolean
hbase_local_handle_get_slow_log_responses (HBaseLocalCall *call, GError **error)
{
  return check_servers (call, error) && hbase_local_reply_empty_list (call, HBASE_WIRE_STRUCT);
}

/* Replies with one boolean for each server: whether its log is cleared. */
gboolean
hbase_local_handle_clear_slow_log_responses (HBaseLocalCall *call, GError **error)
{
  HBaseWireDecoder unused;
  guint n_servers
      = hbase_local_fields_list (&call->arguments[HBASE_CLEAR_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES], &unused);

  if (!check_servers (call, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_BOOL, n_servers);
  while (n_servers-- > 0)
    hbase_wire_put_bool (call->reply, TRUE);
  hbase_local_reply_end (call);
  return TRUE;
}
