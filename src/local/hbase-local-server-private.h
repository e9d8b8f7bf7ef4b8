/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-local-service-private.h"

/* The service on a socket: binary and compact clients, framed or not, told apart by the first bytes that they
 * send. */

typedef struct _HBaseLocalServer HBaseLocalServer;

/* Listens when it returns. A socket file that nobody listens at any more is replaced. */
HBaseLocalServer *hbase_local_server_new (HBaseLocalService *service,
                                          GSocketAddress *address,
                                          GError **error);
/* With the port that the system chose. (transfer none) */
GSocketAddress *hbase_local_server_get_address (HBaseLocalServer *server);
/* How long a client may be silent, of those that connect from now on; 60 s unless it is set. */
void hbase_local_server_set_idle_limit (HBaseLocalServer *server, guint seconds);
/* What a call may cost; CALL_TIME_MS and CALL_ROWS unless they are set, before the first client comes. */
typedef struct {
  guint time_ms;
  guint64 rows; /* examined */
} HBaseLocalCallLimits;
void hbase_local_server_set_call_limits (HBaseLocalServer *server, const HBaseLocalCallLimits *limits);
/* Takes no more connections and closes those there are. A call that is being answered is ended, with a reply that
 * says so, unless it is done first. Waits for all that. */
void hbase_local_server_stop (HBaseLocalServer *server);
/* Stops it, too. */
void hbase_local_server_free (HBaseLocalServer *server);

/* Talks to one client until it leaves, sends what can't be read, or `stop` is cancelled. */
void hbase_local_session_run (GSocket *socket,
                              HBaseLocalService *service,
                              const HBaseLocalCallLimits *limits,
                              GCancellable *stop);
