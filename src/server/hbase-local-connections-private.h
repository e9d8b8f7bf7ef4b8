/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-local-budget-private.h"

/* The connections of a server, and the choice of those that are evicted when there are too many.
 *
 * 1. The number of connections is limited in all and for each peer: an address (of IPv6 a /64 network), or
 *    the user at the other end of a Unix socket.
 * 2. When a limit is reached a connection is evicted: the idle one that was used least recently; if there
 *    is none, the one that has been receiving a call or sending a reply for longest, and for at least a
 *    second. A connection whose call is being executed isn't evicted, nor one whose next call has arrived,
 *    nor one that waits for memory; the time of that wait doesn't count.
 * 3. The socket of an evicted connection is shut down. The connection counts until its thread has removed
 *    it.
 * 4. The memory of the calls that are received and of the replies that are sent is limited in sum; messages
 *    of up to HBASE_LOCAL_UNCOUNTED_MAX bytes don't count. A connection whose message grows beyond the limit
 *    waits until others have sent theirs, and evicts one whose client has taken or sent nothing for a second,
 *    or whose message is in transfer for ten seconds: the slowest one first. If nothing is in transfer, one
 *    connection may exceed the limit until it has no memory. While its call waits for a connection to the
 *    database another one whose call has one may do so instead, since the first one waits for it. There is no
 *    order: a large message may wait until its time is over while small ones come and go.
 *
 * All functions are thread-safe. Times are µs of a monotonic clock. */

typedef struct _HBaseLocalConnections HBaseLocalConnections;
typedef struct _HBaseLocalConnection HBaseLocalConnection;

typedef enum {
  HBASE_LOCAL_CONNECTION_IDLE,      /* between two calls */
  HBASE_LOCAL_CONNECTION_TRANSFER,  /* receives a call, or sends a reply */
  HBASE_LOCAL_CONNECTION_EXECUTION, /* executes a call */
} HBaseLocalConnectionState;

typedef enum {
  HBASE_LOCAL_ADMISSION_ADMITTED,
  HBASE_LOCAL_ADMISSION_FULL,    /* try again after hbase_local_connections_wait() */
  HBASE_LOCAL_ADMISSION_REFUSED, /* the peer's limit is reached, and none of its connections can be evicted */
} HBaseLocalAdmission;

#define HBASE_LOCAL_UNCOUNTED_MAX ((gsize) 256 * 1024)

HBaseLocalConnections *hbase_local_connections_new (guint max, guint max_of_peer, gsize max_memory);
/* There must be no connections left. */
void hbase_local_connections_free (HBaseLocalConnections *connections);

/* Describes the peer: equal strings are one peer. */
char *hbase_local_connections_describe_peer (GSocket *socket);
/* Adds a connection for the socket, if the limits allow it; the connection is idle. */
HBaseLocalAdmission hbase_local_connections_admit (HBaseLocalConnections *connections,
                                                   GSocket *socket,
                                                   const char *peer,
                                                   gint64 now,
                                                   HBaseLocalConnection **connection);
/* Waits until a connection has been removed since the last one wasn't admitted, or the last eviction, or
 * `timeout` µs have passed: returns FALSE then. */
gboolean hbase_local_connections_wait (HBaseLocalConnections *connections, gint64 timeout);

/* Evicts a connection, if one can be, because something else than their number is short. */
void hbase_local_connections_evict (HBaseLocalConnections *connections, gint64 now);
guint hbase_local_connections_count (HBaseLocalConnections *connections);
/* Returns the number of those that haven't set a state yet: their sessions may still open descriptors. */
guint hbase_local_connections_count_new (HBaseLocalConnections *connections);
/* Returns whether messages that count have been freed since the last call. */
gboolean hbase_local_connections_take_freed (HBaseLocalConnections *connections);
/* Returns the memory of all messages that count, in bytes. */
gsize hbase_local_connections_get_memory (HBaseLocalConnections *connections);

GSocket *hbase_local_connection_get_socket (HBaseLocalConnection *connection);
/* Returns FALSE if the connection was evicted, and must not begin anything more. */
gboolean hbase_local_connection_set_state (HBaseLocalConnection *connection,
                                           HBaseLocalConnectionState state,
                                           gint64 now);
/* Returns when the state began. The time for which its message has waited for memory is left out: it is later
 * by as much. */
gint64 hbase_local_connection_get_state_since (HBaseLocalConnection *connection);
/* Sets the memory of the connection's messages, as soon as the limit allows it. `budget` NULL: at once.
 * Returns FALSE if the budget was exhausted: the memory is set all the same. */
gboolean
hbase_local_connection_set_memory (HBaseLocalConnection *connection, gsize bytes, HBaseLocalBudget *budget);
/* Says that the client has received or sent a part of the message. */
void hbase_local_connection_note_progress (HBaseLocalConnection *connection, gint64 now);
/* Closes and frees the connection. */
void hbase_local_connection_remove (HBaseLocalConnection *connection);
