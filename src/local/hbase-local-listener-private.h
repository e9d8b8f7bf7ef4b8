/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-local-connections-private.h"
#include "hbase-local-service-private.h"

/* The service on a socket: binary and compact clients, framed or not, told apart by the first bytes that they
 * send. */

typedef struct _HBaseLocalListener HBaseLocalListener;

/* What a call may cost. */
typedef struct {
  guint time_ms;
  guint64 rows; /* examined */
} HBaseLocalCallLimits;

typedef struct {
  guint max_connections;
  guint max_connections_of_peer;
  guint idle_timeout; /* ms without a call; 0: any time */
  guint
      message_timeout; /* ms for a call to arrive, or a reply to leave, and a second more for each 64 KiB; 0: any time */
  HBaseLocalCallLimits call_limits;
} HBaseLocalListenerOptions;
HBaseLocalListenerOptions hbase_local_listener_default_options (void);

/* Listens when it returns. A socket file that nobody listens at any more is replaced. `options` NULL: the
 * defaults. */
HBaseLocalListener *hbase_local_listener_new (HBaseLocalService *service,
                                              GSocketAddress *address,
                                              const HBaseLocalListenerOptions *options,
                                              GError **error);
HBaseLocalListener *hbase_local_listener_ref (HBaseLocalListener *server);
/* The last one doesn't stop it: begin_stop() does. */
void hbase_local_listener_unref (HBaseLocalListener *server);
/* With the port that the system chose. (transfer none) */
GSocketAddress *hbase_local_listener_get_address (HBaseLocalListener *server);
/* Takes no more connections and closes those there are. A call that is being answered is ended, with a reply that
 * says so, unless it is done first. Waits for nothing. */
void hbase_local_listener_begin_stop (HBaseLocalListener *server);
/* Is cancelled when all that is done. (transfer none) */
GCancellable *hbase_local_listener_get_stopped (HBaseLocalListener *server);
/* The same, and waits for it. */
void hbase_local_listener_stop (HBaseLocalListener *server);

/* Talks to one client until it leaves, sends what can't be read, takes too long, has to give way, or `stop` is
 * cancelled. */
void hbase_local_session_run (HBaseLocalConnection *connection,
                              HBaseLocalService *service,
                              const HBaseLocalListenerOptions *options,
                              GCancellable *stop);
