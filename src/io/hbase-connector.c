/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements connecting to a gateway of a URI. Which one is the pool's decision. */

#include "config.h"

#include "hbase-connector-private.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include "hbase-io-error-private.h"

/* Constant. */
struct _HBaseConnector {
  GPtrArray *gateways; /* GSocketConnectable */
  GStrv names;
};

HBaseConnector *
hbase_connector_new (HBaseUri *uri)
{
  HBaseConnector *connector = g_atomic_rc_box_new0 (HBaseConnector);

  connector->gateways = g_ptr_array_ref (uri->gateways);
  connector->names = g_new0 (char *, uri->gateways->len + 1);
  for (guint i = 0; i < uri->gateways->len; i++)
    connector->names[i] = g_socket_connectable_to_string (uri->gateways->pdata[i]);
  return connector;
}

static void
connector_clear (HBaseConnector *connector)
{
  g_ptr_array_unref (connector->gateways);
  g_strfreev (connector->names);
}

void
hbase_connector_unref (HBaseConnector *connector)
{
  g_atomic_rc_box_release_full (connector, (GDestroyNotify) connector_clear);
}

const char *
hbase_connector_get_name (const HBaseConnector *connector, guint gateway)
{
  return connector->names[gateway];
}

/* Takes `failure`. */
static void
return_failure (GTask *task, GError *failure)
{
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, failure);
      return;
    }
  g_task_return_new_error (task, HBASE_ERROR, (int) hbase_io_error_code (failure, HBASE_ERROR_UNREACHABLE),
                           "%s", failure->message);
  g_error_free (failure);
}

static void
gateway_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *failure = NULL;
  GSocketConnection *connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &failure);
  HBaseChannel *channel;
  GSocket *socket;

  if (connection == NULL)
    {
      return_failure (task, failure);
      return;
    }
  socket = g_socket_connection_get_socket (connection);
  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  channel = hbase_socket_channel_new (connection, g_strdup (g_task_get_task_data (task)));
  g_task_return_pointer (task, channel, (GDestroyNotify) hbase_channel_close);
}

/* Each attempt needs an address of its own: a GNetworkAddress caches addresses without a lock, and threads
 * may connect at the same time. */
static GSocketConnectable *
dup_address (GSocketConnectable *where)
{
  GNetworkAddress *address;

  if (!G_IS_NETWORK_ADDRESS (where))
    return g_object_ref (where);
  address = G_NETWORK_ADDRESS (where);
  return g_network_address_new (g_network_address_get_hostname (address),
                                g_network_address_get_port (address));
}

void
hbase_connector_connect_async (HBaseConnector *connector,
                               guint gateway,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnectable) where = dup_address (connector->gateways->pdata[gateway]);
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, hbase_connector_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, g_strdup (connector->names[gateway]), g_free);
  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_connect_async (client, where, cancellable, gateway_connected, task);
}

HBaseChannel *
hbase_connector_connect_finish (GAsyncResult *result, GError **error)
{
  g_assert (g_task_get_source_tag (G_TASK (result)) == hbase_connector_connect_async);

  return g_task_propagate_pointer (G_TASK (result), error);
}
