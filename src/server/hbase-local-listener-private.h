/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-local-connections-private.h"
#include "hbase-local-server-faults-private.h"
#include "hbase-local-service-private.h"

/* The service on a socket, for binary and compact clients, framed or not, which are distinguished by their
 * first bytes. */

typedef struct _HBaseLocalListener HBaseLocalListener;

/* The limits of a call. */
typedef struct {
  guint time_ms; /* 0: no limit */
  guint64 rows;  /* examined rows */
} HBaseLocalCallLimits;

typedef struct _HBaseLocalListenerOptions HBaseLocalListenerOptions;

/* Serves one client until it hangs up, sends what can't be parsed, takes too long, is evicted, or `stop` is
 * cancelled. */
typedef void (*HBaseLocalSessionFunc) (HBaseLocalConnection *connection,
                                       HBaseLocalService *service,
                                       const HBaseLocalListenerOptions *options,
                                       GCancellable *stop);

struct _HBaseLocalListenerOptions {
  HBaseLocalSessionFunc run_session;
  guint max_connections;
  guint max_connections_of_peer;
  guint idle_timeout;    /* ms without a call; 0: no limit */
  guint message_timeout; /* see hbase-local-session.c; ms, 0: no limit */
  gsize max_call_size;   /* bytes; a larger one is refused */
  gsize max_memory;      /* of all calls that arrive and all replies that leave, in bytes */
  guint tidy_interval;   /* ms after which unused memory is returned and unused databases are closed */
  guint descriptors;     /* that a connection needs */
  HBaseLocalCallLimits call_limits;
  gboolean accepts_any_host;       /* of HTTP requests: see hbase-http-session.c */
  HBaseServerFaults *faults;       /* NULL: none */
  HBaseLocalClient *shared_client; /* set by the listener: for sessions whose clients have no connections */
};
HBaseLocalListenerOptions hbase_local_listener_default_options (void);

/* Listens when it returns. A stale socket file, at which no process listens any more, is replaced.
 * `options` NULL: the defaults. */
HBaseLocalListener *hbase_local_listener_new (HBaseLocalService *service,
                                              GSocketAddress *address,
                                              const HBaseLocalListenerOptions *options,
                                              GError **error);
/* Serves a socket that listens already, and that belongs to somebody else: a socket file isn't removed. */
HBaseLocalListener *hbase_local_listener_new_for_socket (HBaseLocalService *service,
                                                         GSocket *socket,
                                                         const HBaseLocalListenerOptions *options,
                                                         GError **error);
HBaseLocalListener *hbase_local_listener_ref (HBaseLocalListener *server);
/* Releasing the last reference doesn't stop the listener: hbase_local_listener_begin_stop() does. */
void hbase_local_listener_unref (HBaseLocalListener *server);
/* Returns the address with the port that the system chose. (transfer none) */
GSocketAddress *hbase_local_listener_get_address (HBaseLocalListener *server);
/* Accepts no more connections and closes the open ones, without waiting for them. A call that is being
 * executed is interrupted, and its reply says so, unless it is completed first. */
void hbase_local_listener_begin_stop (HBaseLocalListener *server);
/* Returns a cancellable that is cancelled when the listener has stopped. (transfer none) */
GCancellable *hbase_local_listener_get_stopped (HBaseLocalListener *server);
/* For tests. */
HBaseLocalConnections *hbase_local_listener_get_connections (HBaseLocalListener *server);
/* Whether it has stopped, or is stopping. */
gboolean hbase_local_listener_is_stopping (HBaseLocalListener *server);
/* Stops the listener and waits until it has stopped. */
void hbase_local_listener_stop (HBaseLocalListener *server);

/* The session of a client that sends messages of Thrift one after the other. */
void hbase_local_session_run (HBaseLocalConnection *connection,
                              HBaseLocalService *service,
                              const HBaseLocalListenerOptions *options,
                              GCancellable *stop);
/* Returns the limits of a call that begins now, and that came from this socket. */
HBaseLocalBudget hbase_local_session_begin_budget (const HBaseLocalListenerOptions *options,
                                                   GSocket *socket,
                                                   GCancellable *stop);
/* Chooses the call's fault, that of a delay of 0 if it has none, and waits for its delay. FALSE: the call is
 * lost with its connection, by the fault or because the server stops. */
gboolean hbase_local_session_begin_call (const HBaseLocalListenerOptions *options,
                                         GCancellable *stop,
                                         const HBaseBlock *call,
                                         HBaseServerFault *fault);
/* Executes a call that isn't lost, and writes its reply, or the error that is its fault. */
void hbase_local_session_execute (HBaseLocalClient *client,
                                  HBaseLocalBudget *budget,
                                  const HBaseBlock *call,
                                  HBaseServerFault fault,
                                  HBaseWireWriter *reply);
/* What is counted while the reply of a call grows. */
typedef struct {
  HBaseLocalConnection *connection;
  HBaseLocalBudget *budget; /* of the call */
  gsize call;               /* bytes that are allocated beside the reply */
} HBaseLocalReplyMemory;

/* Counts the memory of the reply, before it grows, as the connection's. */
void hbase_local_session_count_reply (HBaseWireWriter *reply, HBaseLocalReplyMemory *memory);
/* Returns whether the client at this GSocket has closed the connection, or its sending side. */
gboolean hbase_local_session_has_hung_up (gpointer socket);
/* Returns when the transfer of a message of this length, as far as it is known, has to be over: µs of the
 * monotonic clock. */
gint64
hbase_local_session_message_deadline (const HBaseLocalListenerOptions *options, gint64 begun, gsize length);
/* Returns when the connection has been idle for too long. */
gint64 hbase_local_session_idle_deadline (const HBaseLocalListenerOptions *options, gint64 idle_since);
