/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements connecting to the gateways of a URI, one after the other.
 *
 *  1. Each connection begins its round at the gateway after that of the previous round, and goes on in the
 *     URI's order.
 *  2. A gateway that failed comes last for AVOIDED, but is still tried: a round leaves no gateway out.
 *  3. An attempt that was cancelled after PATIENCE (the attempt's time was over) counts as failed, so that
 *     the next round begins at another gateway.
 *
 * gateways[].avoided_until and next_first are protected by `lock`; a Round belongs to the thread that
 * iterates its task's context. */

#include "config.h"

#include "hbase-connector-private.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include "hbase-io-error-private.h"

#define AVOIDED (10 * G_USEC_PER_SEC)
#define PATIENCE (1 * G_USEC_PER_SEC)

typedef struct {
  GSocketConnectable *where;
  char *name;
  gint64 avoided_until;
} Gateway;

struct _HBaseConnector {
  GMutex lock;
  Gateway *gateways;
  guint n_gateways;
  guint next_first; /* where the next round begins */
};

/* One round over the gateways: a task's data. */
typedef struct {
  HBaseConnector *connector;
  GSocketClient *client;
  guint *order;
  guint next;      /* in `order` */
  gint64 began;    /* with the current gateway */
  HBaseError code; /* of the failures, if all have the same; else UNREACHABLE */
  GString *failures;
} Round;

static void
round_free (Round *round)
{
  hbase_connector_unref (round->connector);
  g_object_unref (round->client);
  g_free (round->order);
  g_string_free (round->failures, TRUE);
  g_free (round);
}

HBaseConnector *
hbase_connector_new (HBaseUri *uri)
{
  HBaseConnector *connector = g_atomic_rc_box_new0 (HBaseConnector);

  g_mutex_init (&connector->lock);
  connector->n_gateways = uri->gateways->len;
  connector->gateways = g_new0 (Gateway, connector->n_gateways);
  for (guint i = 0; i < connector->n_gateways; i++)
    {
      connector->gateways[i].where = g_object_ref (uri->gateways->pdata[i]);
      connector->gateways[i].name = g_socket_connectable_to_string (uri->gateways->pdata[i]);
    }
  return connector;
}

static void
connector_clear (HBaseConnector *connector)
{
  for (guint i = 0; i < connector->n_gateways; i++)
    {
      g_object_unref (connector->gateways[i].where);
      g_free (connector->gateways[i].name);
    }
  g_free (connector->gateways);
  g_mutex_clear (&connector->lock);
}

void
hbase_connector_unref (HBaseConnector *connector)
{
  g_atomic_rc_box_release_full (connector, (GDestroyNotify) connector_clear);
}

static void
set_avoided (HBaseConnector *connector, Gateway *gateway, gint64 until)
{
  g_mutex_lock (&connector->lock);
  gateway->avoided_until = until;
  g_mutex_unlock (&connector->lock);
}

/* Gateways that failed recently come last. */
static guint *
choose_order (HBaseConnector *connector)
{
  guint n = connector->n_gateways, filled = 0;
  guint *order = g_new (guint, n);
  gint64 now = g_get_monotonic_time ();

  g_mutex_lock (&connector->lock);
  for (guint avoided = 0; avoided < 2; avoided++)
    for (guint i = 0; i < n; i++)
      {
        guint candidate = (connector->next_first + i) % n;

        if ((connector->gateways[candidate].avoided_until > now) == (avoided == 1))
          order[filled++] = candidate;
      }
  connector->next_first = (connector->next_first + 1) % n;
  g_mutex_unlock (&connector->lock);
  return order;
}

static void connect_next (GTask *task);

/* Takes the task and `problem`. */
static void
gateway_failed (GTask *task, Gateway *gateway, GError *problem)
{
  Round *round = g_task_get_task_data (task);
  HBaseError code = hbase_io_error_code (problem, HBASE_ERROR_UNREACHABLE);
  gboolean first = round->failures->len == 0;
  gint64 now = g_get_monotonic_time ();
  gboolean cancelled = g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED);

  if (!cancelled || now - round->began > PATIENCE)
    set_avoided (round->connector, gateway, now + AVOIDED);
  if (cancelled)
    {
      g_task_return_error (task, problem);
      g_object_unref (task);
      return;
    }
  round->code = first || round->code == code ? code : HBASE_ERROR_UNREACHABLE;
  g_string_append_printf (round->failures, "%s%s: %s", first ? "" : "; ", gateway->name, problem->message);
  g_error_free (problem);
  connect_next (task);
}

static void
gateway_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Round *round = g_task_get_task_data (task);
  Gateway *gateway = &round->connector->gateways[round->order[round->next - 1]];
  GError *problem = NULL;
  GSocketConnection *connection = g_socket_client_connect_finish (G_SOCKET_CLIENT (client), result, &problem);
  HBaseChannel *channel;
  GSocket *socket;

  if (connection == NULL)
    {
      gateway_failed (task, gateway, problem);
      return;
    }
  set_avoided (round->connector, gateway, 0);
  socket = g_socket_connection_get_socket (connection);
  if (g_socket_get_family (socket) != G_SOCKET_FAMILY_UNIX)
    g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, TRUE, NULL);
  channel = hbase_socket_channel_new (connection, g_strdup (gateway->name));
  g_task_return_pointer (task, channel, (GDestroyNotify) hbase_channel_close);
  g_object_unref (task);
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

static void
connect_next (GTask *task)
{
  g_autoptr (GSocketConnectable) where = NULL;
  Round *round = g_task_get_task_data (task);
  HBaseConnector *connector = round->connector;

  if (round->next == connector->n_gateways)
    {
      g_task_return_new_error (task, HBASE_ERROR, (int) round->code, "no gateway accepts connections (%s)",
                               round->failures->str);
      g_object_unref (task);
      return;
    }
  round->began = g_get_monotonic_time ();
  where = dup_address (connector->gateways[round->order[round->next++]].where);
  g_socket_client_connect_async (round->client, where, g_task_get_cancellable (task), gateway_connected,
                                 task);
}

void
hbase_connector_connect_async (HBaseConnector *connector,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);
  Round *round = g_new0 (Round, 1);

  g_task_set_source_tag (task, hbase_connector_connect_async);
  g_task_set_check_cancellable (task, FALSE);
  round->connector = g_atomic_rc_box_acquire (connector);
  round->client = g_socket_client_new ();
  g_socket_client_set_enable_proxy (round->client, FALSE);
  round->order = choose_order (connector);
  round->failures = g_string_new (NULL);
  g_task_set_task_data (task, round, (GDestroyNotify) round_free);
  connect_next (task);
}

HBaseChannel *
hbase_connector_connect_finish (GAsyncResult *result, GError **error)
{
  g_assert (g_task_get_source_tag (G_TASK (result)) == hbase_connector_connect_async);

  return g_task_propagate_pointer (G_TASK (result), error);
}
