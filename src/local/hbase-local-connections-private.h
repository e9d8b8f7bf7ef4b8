/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* The connections of a server, and which of them gives way when there are too many.
 *
 * 1. Their number is bounded, in all and for each peer: an address (of IPv6 a /64 network), or the user at the other
 *    end of a Unix socket.
 * 2. Where a limit is reached a connection is closed: the idle one that was used least recently; or else the one
 *    whose call has been arriving, or whose reply leaving, for longest, and for at least a second. Calls that are
 *    executed aren't touched.
 * 3. A connection that is closed so is told by its socket, and counts until its thread has removed it.
 *
 * Thread-safe. Times are µs of a clock that only goes forward. */

typedef struct _HBaseLocalConnections HBaseLocalConnections;
typedef struct _HBaseLocalConnection HBaseLocalConnection;

typedef enum {
  HBASE_LOCAL_CONNECTION_IDLE,      /* between two calls */
  HBASE_LOCAL_CONNECTION_TRANSFER,  /* a call arrives, or a reply leaves */
  HBASE_LOCAL_CONNECTION_EXECUTION, /* a call is executed */
} HBaseLocalConnectionState;

typedef enum {
  HBASE_LOCAL_ADMISSION_ADMITTED,
  HBASE_LOCAL_ADMISSION_FULL,    /* try again when one has gone, or in a while */
  HBASE_LOCAL_ADMISSION_REFUSED, /* the peer's limit is reached, and none of its connections can give way */
} HBaseLocalAdmission;

HBaseLocalConnections *hbase_local_connections_new (guint max, guint max_of_peer);
/* Without connections. */
void hbase_local_connections_free (HBaseLocalConnections *connections);

/* Who is at the other end. */
char *hbase_local_connections_describe_peer (GSocket *socket);
/* A connection that is admitted is idle. */
HBaseLocalAdmission hbase_local_connections_admit (HBaseLocalConnections *connections,
                                                   GSocket *socket,
                                                   const char *peer,
                                                   gint64 now,
                                                   HBaseLocalConnection **connection);
/* Until a connection has been removed since one wasn't admitted, or so many µs have passed. */
void hbase_local_connections_wait (HBaseLocalConnections *connections, gint64 timeout);

GSocket *hbase_local_connection_get_socket (HBaseLocalConnection *connection);
/* FALSE: it has had to give way, and must not begin anything more. */
gboolean hbase_local_connection_set_state (HBaseLocalConnection *connection,
                                           HBaseLocalConnectionState state,
                                           gint64 now);
/* Closes and frees it. */
void hbase_local_connection_remove (HBaseLocalConnection *connection);
