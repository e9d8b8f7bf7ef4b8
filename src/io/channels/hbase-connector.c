/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements connecting to a gateway of a URI, over a plain socket, TLS or HTTP. Which gateway
 * is the pool's decision. GSocketClient connects, which tries the addresses of a name side by side (RFC 8305,
 * "happy eyeballs").
 *
 * The credentials of TLS are read by the first connection, under `lock`; they don't change after that. An
 * Attempt belongs to the thread that iterates its task's context. All else is constant. */

#include "config.h"

#include "hbase-connector-private.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include "hbase-error-private.h"
#include "hbase-format-probe-private.h"
#include "hbase-http-channel-private.h"
#include "hbase-io-error-private.h"
#include "hbase-lost-threads-private.h"
#include "hbase-tls-channel-private.h"
#include "hbase-tls-private.h"

struct _HBaseConnector {
  HBaseUri *uri;
  GStrv names; /* of the gateways */
  HBaseAuthenticator *authenticator;
  GMutex lock;
  guint *formats; /* of the gateways: 1 + an index of formats[]; 0: not known */
  gboolean has_credentials;
  HBaseTlsCredentials credentials;
};

/* In the order in which they are tried: a gateway of another format than the first one closes at once, and so
 * on with those that remain. */
static const struct {
  HBaseWireProtocol protocol;
  gboolean framed;
} formats[] = {
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE },
  { HBASE_WIRE_PROTOCOL_BINARY, TRUE },
  { HBASE_WIRE_PROTOCOL_COMPACT, FALSE },
  { HBASE_WIRE_PROTOCOL_COMPACT, TRUE },
};

/* A connection that is being made: a task's data. */
typedef struct {
  HBaseConnector *connector; /* it has what is borrowed */
  guint index;               /* of the gateway */
  guint format;              /* of formats[], that is being tried */
  gboolean has_answered;     /* something, in one of the formats */
  const char *name;          /* the connector's */
  GSocketConnectable *gateway;
  GSocketClient *client;
  GTlsConnection *handshaking; /* NULL: no handshake has begun */
} Attempt;

HBaseConnector *
hbase_connector_new (HBaseUri *uri)
{
  HBaseConnector *connector = g_atomic_rc_box_new0 (HBaseConnector);

  g_mutex_init (&connector->lock);
  connector->uri = g_atomic_rc_box_acquire (uri);
  connector->names = g_new0 (char *, uri->gateways->len + 1);
  connector->formats = g_new0 (guint, uri->gateways->len);
  connector->authenticator = hbase_authenticator_new ();
  for (guint i = 0; i < uri->gateways->len; i++)
    connector->names[i] = g_socket_connectable_to_string (uri->gateways->pdata[i]);
  return connector;
}

static void
connector_clear (HBaseConnector *connector)
{
  hbase_tls_credentials_clear (&connector->credentials);
  hbase_authenticator_unref (connector->authenticator);
  g_mutex_clear (&connector->lock);
  g_strfreev (connector->names);
  g_free (connector->formats);
  hbase_uri_unref (connector->uri);
}

void
hbase_connector_unref (HBaseConnector *connector)
{
  g_atomic_rc_box_release_full (connector, (GDestroyNotify) connector_clear);
}

void
hbase_connector_set_authenticator (HBaseConnector *connector, HBaseAuthenticator *authenticator)
{
  hbase_authenticator_unref (connector->authenticator);
  connector->authenticator = hbase_authenticator_ref (authenticator);
}

const char *
hbase_connector_get_name (const HBaseConnector *connector, guint gateway)
{
  return connector->names[gateway];
}

static void
attempt_free (Attempt *attempt)
{
  hbase_connector_unref (attempt->connector);
  g_object_unref (attempt->gateway);
  g_object_unref (attempt->client);
  g_clear_object (&attempt->handshaking);
  g_free (attempt);
}

/* Returns NULL for a local socket. */
static const char *
get_host (GSocketConnectable *gateway)
{
  return G_IS_NETWORK_ADDRESS (gateway) ? g_network_address_get_hostname (G_NETWORK_ADDRESS (gateway)) : NULL;
}

/* Each attempt needs an address of its own: a GNetworkAddress caches addresses without a lock, and threads
 * may connect at the same time. */
static GSocketConnectable *
dup_address (GSocketConnectable *gateway)
{
  GNetworkAddress *address;

  if (!G_IS_NETWORK_ADDRESS (gateway))
    return g_object_ref (gateway);
  address = G_NETWORK_ADDRESS (gateway);
  return g_network_address_new (g_network_address_get_hostname (address),
                                g_network_address_get_port (address));
}

/* ---- TLS ---- */

static gboolean
load_credentials (HBaseConnector *connector, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connector->lock);

  if (!connector->has_credentials)
    connector->has_credentials
        = hbase_tls_credentials_load (&connector->credentials, &connector->uri->tls, error);
  return connector->has_credentials;
}

static void
prepare_handshake (Attempt *attempt, GTlsConnection *connection)
{
  const HBaseTlsCredentials *credentials = &attempt->connector->credentials;

  g_set_object (&attempt->handshaking, connection);
  if (credentials->database != NULL)
    g_tls_connection_set_database (connection, credentials->database);
  if (credentials->certificate != NULL)
    g_tls_connection_set_certificate (connection, credentials->certificate);
}

static void
client_event (GSocketClient *client,
              GSocketClientEvent event,
              GSocketConnectable *gateway,
              GIOStream *connection,
              gpointer attempt)
{
  if (event == G_SOCKET_CLIENT_RESOLVING ? !hbase_is_resolved_at_once (get_host (gateway))
                                         : event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    hbase_replace_lost_threads ();
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKING)
    prepare_handshake (attempt, G_TLS_CONNECTION (connection));
}

/* ---- connecting ---- */

static gboolean
has_tls (const HBaseConnector *connector)
{
  return connector->uri->transport == HBASE_TRANSPORT_TLS
         || connector->uri->transport == HBASE_TRANSPORT_HTTPS;
}

static gboolean
has_http (const HBaseConnector *connector)
{
  return connector->uri->transport == HBASE_TRANSPORT_HTTP
         || connector->uri->transport == HBASE_TRANSPORT_HTTPS;
}

/* Before anything else is begun. */
static gboolean
prepare (HBaseConnector *connector, GSocketConnectable *gateway, GError **error)
{
  return hbase_can_connect (get_host (gateway), has_tls (connector), error)
         && (!has_tls (connector) || load_credentials (connector, error));
}

static HBaseChannel *
make_channel (const Attempt *attempt, GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);
  char *peer = g_strdup (attempt->name);

  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  return attempt->connector->uri->transport == HBASE_TRANSPORT_TLS
             ? hbase_tls_channel_new (connection, peer, attempt->connector->uri)
             : hbase_socket_channel_new (connection, peer);
}

static GError *
explain (const Attempt *attempt, GError *failure)
{
  GTlsCertificateFlags flags = 0;

  if (attempt->handshaking != NULL)
    flags = g_tls_connection_get_peer_certificate_errors (attempt->handshaking);
  return hbase_tls_explain_handshake (failure, flags, attempt->gateway, &attempt->connector->uri->tls);
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

/* Nothing was sent over it yet. */
static GError *
check_version (const Attempt *attempt)
{
  return attempt->handshaking != NULL ? hbase_tls_check_version (attempt->handshaking) : NULL;
}

/* ---- the format ---- */

/* TRUE: the URI allows this format. */
static gboolean
is_allowed (const HBaseUri *uri, guint format)
{
  return (uri->is_protocol_unknown || uri->protocol == formats[format].protocol)
         && (uri->is_framing_unknown || uri->framed == formats[format].framed);
}

gboolean
hbase_connector_is_framed (HBaseConnector *connector)
{
  g_autoptr (GMutexLocker) locker = NULL;

  if (!connector->uri->is_framing_unknown)
    return connector->uri->framed;
  locker = g_mutex_locker_new (&connector->lock);
  for (guint i = 0; i < connector->uri->gateways->len; i++)
    if (connector->formats[i] > 0 && formats[connector->formats[i] - 1].framed)
      return TRUE;
  return FALSE;
}

/* Returns the next format to try, from `format` on. */
static guint
find_format (const HBaseUri *uri, guint format)
{
  while (format < G_N_ELEMENTS (formats) && !is_allowed (uri, format))
    format++;
  return format;
}

/* Returns 1 + the known format of the gateway, 0 if it must be found out. */
static guint
get_known_format (const Attempt *attempt)
{
  HBaseConnector *connector = attempt->connector;
  g_autoptr (GMutexLocker) locker = NULL;

  if (!connector->uri->is_protocol_unknown && !connector->uri->is_framing_unknown)
    return 1 + find_format (connector->uri, 0);
  locker = g_mutex_locker_new (&connector->lock);
  return connector->formats[attempt->index];
}

static void
remember_format (const Attempt *attempt)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&attempt->connector->lock);

  attempt->connector->formats[attempt->index] = 1 + attempt->format;
}

static void
return_channel (GTask *task, HBaseChannel *channel, guint format)
{
  channel->protocol = formats[format].protocol;
  channel->framed = formats[format].framed;
  g_task_return_pointer (task, channel, (GDestroyNotify) hbase_channel_close);
}

static void connect_socket (GTask *task);

/* A gateway closes a connection with a request in another format, or misreads it. */
static gboolean
is_another_format (const GError *failure)
{
  return g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST)
         || g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_PROTOCOL)
         || g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
}

/* One that closed all connections may be restarting. */
static void
return_unknown_format (GTask *task, const Attempt *attempt)
{
  if (attempt->has_answered)
    g_task_return_new_error (
        task, HBASE_ERROR, HBASE_ERROR_PROTOCOL,
        "it answers in none of the formats that the URI allows: `hbase-glib doctor` shows "
        "what it is");
  else
    g_task_return_new_error (
        task, HBASE_ERROR, HBASE_ERROR_UNREACHABLE,
        "it closes connections, whatever format a request has: `hbase-glib doctor` shows "
        "what it is");
}

static void
probed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Attempt *attempt = g_task_get_task_data (task);
  GError *failure = NULL;
  HBaseChannel *channel = hbase_format_probe_finish (result, &failure);

  if (channel != NULL)
    {
      remember_format (attempt);
      return_channel (task, channel, attempt->format);
      return;
    }
  if (!is_another_format (failure))
    {
      g_task_return_error (task, failure);
      return;
    }
  attempt->has_answered |= !g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST);
  attempt->format = find_format (attempt->connector->uri, attempt->format + 1);
  if (attempt->format < G_N_ELEMENTS (formats))
    connect_socket (g_steal_pointer (&task));
  else
    return_unknown_format (task, attempt);
  g_error_free (failure);
}

static void
connected (GObject *client, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Attempt *attempt = g_task_get_task_data (task);
  GError *failure = NULL;
  GSocketConnection *connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &failure);
  guint known = get_known_format (attempt);

  if (connection == NULL)
    failure = explain (attempt, failure);
  else if ((failure = check_version (attempt)) != NULL)
    g_clear_object (&connection);
  if (connection == NULL)
    return_failure (task, failure);
  else if (known > 0)
    return_channel (task, make_channel (attempt, connection), known - 1);
  else
    hbase_format_probe_async (make_channel (attempt, connection), formats[attempt->format].protocol,
                              formats[attempt->format].framed, g_task_get_cancellable (task), probed,
                              g_object_ref (task));
}

/* Takes the task. */
static void
connect_socket (GTask *task)
{
  Attempt *attempt = g_task_get_task_data (task);

  g_socket_client_connect_async (attempt->client, attempt->gateway, g_task_get_cancellable (task), connected,
                                 task);
}

static void
http_connected (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GError *failure = NULL;
  HBaseChannel *channel = hbase_http_connect_finish (result, &failure);

  if (channel == NULL)
    return_failure (task, failure);
  else
    g_task_return_pointer (task, channel, (GDestroyNotify) hbase_channel_close);
}

static Attempt *
attempt_new (HBaseConnector *connector, guint gateway)
{
  Attempt *attempt = g_new0 (Attempt, 1);

  attempt->connector = g_atomic_rc_box_acquire (connector);
  attempt->index = gateway;
  attempt->name = connector->names[gateway];
  attempt->gateway = dup_address (connector->uri->gateways->pdata[gateway]);
  attempt->client = g_socket_client_new ();
  g_socket_client_set_enable_proxy (attempt->client, FALSE);
  g_socket_client_set_tls (attempt->client, connector->uri->transport == HBASE_TRANSPORT_TLS);
  g_signal_connect (attempt->client, "event", G_CALLBACK (client_event), attempt);
  return attempt;
}

void
hbase_connector_connect_async (HBaseConnector *connector,
                               guint gateway,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Attempt *attempt = attempt_new (connector, gateway);
  GError *error = NULL;

  g_task_set_source_tag (task, hbase_connector_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, attempt, (GDestroyNotify) attempt_free);
  if (!prepare (connector, attempt->gateway, &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
    }
  else if (has_http (connector))
    hbase_http_connect_async (connector->uri, &connector->credentials, connector->authenticator,
                              attempt->gateway, cancellable, http_connected, task);
  else
    {
      attempt->format = find_format (connector->uri, 0);
      connect_socket (task);
    }
}

HBaseChannel *
hbase_connector_connect_finish (GAsyncResult *result, GError **error)
{
  g_assert (g_task_get_source_tag (G_TASK (result)) == hbase_connector_connect_async);

  return g_task_propagate_pointer (G_TASK (result), error);
}
