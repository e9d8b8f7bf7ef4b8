/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Handlers of the calls about namespaces, and of those that describe the server: getNamespaceDescriptor,
 * listNamespaceDescriptors, listNamespaces, getThriftServerType, getClusterId. */

#include "config.h"

#include "hbase-local-call-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-name-private.h"

gboolean
hbase_local_handle_get_namespace_descriptor (HBaseLocalCall *call, GError **error)
{
  HBaseSlice name = call->arguments[HBASE_GET_NAMESPACE_DESCRIPTOR_ARGS_NAME].bytes;

  if (!hbase_local_name_check_namespace (name, error))
    return FALSE;
  hbase_local_reply_begin (call);
  hbase_wire_write_struct (call->reply, HBASE_LOCAL_RESULT_SUCCESS);
  hbase_wire_write_binary (call->reply, HBASE_T_NAMESPACE_DESCRIPTOR_NAME, name);
  hbase_wire_end_struct (call->reply);
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_handle_list_namespace_descriptors (HBaseLocalCall *call, GError **error)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_STRUCT,
                         HBASE_LOCAL_N_NAMESPACES);
  for (guint i = 0; i < HBASE_LOCAL_N_NAMESPACES; i++)
    {
      hbase_wire_begin_struct (call->reply);
      hbase_wire_write_binary (call->reply, HBASE_T_NAMESPACE_DESCRIPTOR_NAME,
                               hbase_slice_text (hbase_local_namespaces[i]));
      hbase_wire_end_struct (call->reply);
    }
  hbase_local_reply_end (call);
  return TRUE;
}

gboolean
hbase_local_handle_list_namespaces (HBaseLocalCall *call, GError **error)
{
  hbase_local_reply_begin (call);
  hbase_wire_write_list (call->reply, HBASE_LOCAL_RESULT_SUCCESS, HBASE_WIRE_BINARY,
                         HBASE_LOCAL_N_NAMESPACES);
  for (guint i = 0; i < HBASE_LOCAL_N_NAMESPACES; i++)
    hbase_wire_put_binary (call->reply, hbase_slice_text (hbase_local_namespaces[i]));
  hbase_local_reply_end (call);
  return TRUE;
}

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
