/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The connections of a server, their limits, and the eviction of idle and slow ones. */

#include "config.h"

#include "hbase-local-connections-private.h"

#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#define TRANSFER_MIN_US G_USEC_PER_SEC
#define STALLED_US G_USEC_PER_SEC
#define SLOW_US (10 * G_USEC_PER_SEC)
#define IPV6_LENGTH 16
#define IPV6_NETWORK_LENGTH 8

struct _HBaseLocalConnections {
  GMutex mutex;
  GCond removed; /* or it has less memory */
  guint max, max_of_peer;
  gsize max_memory, memory;
  HBaseLocalConnection *exceeding; /* it may exceed the limit of memory; NULL: none */
  GHashTable *open;                /* set of HBaseLocalConnection */
  GHashTable *n_of_peer;           /* peer → number of its connections */
  guint n_new;                     /* connections that haven't set a state yet */
  gboolean was_removed;            /* since the last call of hbase_local_connections_admit() */
  gboolean was_freed;              /* memory, since the last call of hbase_local_connections_take_freed() */
};

struct _HBaseLocalConnection {
  HBaseLocalConnections *connections;
  GSocket *socket;
  char *peer;
  HBaseLocalConnectionState state;
  gboolean is_new; /* it hasn't set a state yet */
  gint64 state_since;
  gint64 progress_at; /* when the client has taken or sent something */
  gsize memory;
  gboolean is_waiting;   /* for memory */
  gboolean has_database; /* its call had a connection to the database when it wanted memory last */
  gboolean is_closing;   /* it was evicted */
};

HBaseLocalConnections *
hbase_local_connections_new (guint max, guint max_of_peer, gsize max_memory)
{
  HBaseLocalConnections *connections = g_new0 (HBaseLocalConnections, 1);

  g_mutex_init (&connections->mutex);
  g_cond_init (&connections->removed);
  connections->max = max;
  connections->max_of_peer = max_of_peer;
  connections->max_memory = max_memory;
  connections->open = g_hash_table_new (NULL, NULL);
  connections->n_of_peer = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return connections;
}

void
hbase_local_connections_free (HBaseLocalConnections *connections)
{
  g_assert (g_hash_table_size (connections->open) == 0);
  g_hash_table_unref (connections->open);
  g_hash_table_unref (connections->n_of_peer);
  g_mutex_clear (&connections->mutex);
  g_cond_clear (&connections->removed);
  g_free (connections);
}

/* ---- peers ---- */

/* A peer that has an IPv6 address has at least 2⁶⁴ of them. The system reports an IPv4 address that is
 * mapped into IPv6 as IPv4. */
static char *
name_network (GInetAddress *address)
{
  guint8 bytes[IPV6_LENGTH] = { 0 };
  g_autoptr (GInetAddress) network = NULL;

  if (g_inet_address_get_family (address) != G_SOCKET_FAMILY_IPV6)
    return g_inet_address_to_string (address);
  memcpy (bytes, g_inet_address_to_bytes (address), IPV6_NETWORK_LENGTH);
  network = g_inet_address_new_from_bytes (bytes, G_SOCKET_FAMILY_IPV6);
  return g_inet_address_to_string (network);
}

char *
hbase_local_connections_describe_peer (GSocket *socket)
{
  g_autoptr (GSocketAddress) address = g_socket_get_remote_address (socket, NULL);
  g_autoptr (GCredentials) credentials = NULL;

  if (G_IS_INET_SOCKET_ADDRESS (address))
    return name_network (g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
  credentials = g_socket_get_credentials (socket, NULL);
  return credentials != NULL
             ? g_strdup_printf ("user %u", (guint) g_credentials_get_unix_user (credentials, NULL))
             : g_strdup ("unknown");
}

static guint
count_of_peer_locked (HBaseLocalConnections *connections, const char *peer)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (connections->n_of_peer, peer));
}

static void
set_count_of_peer_locked (HBaseLocalConnections *connections, const char *peer, guint count)
{
  if (count > 0)
    g_hash_table_insert (connections->n_of_peer, g_strdup (peer), GUINT_TO_POINTER (count));
  else
    g_hash_table_remove (connections->n_of_peer, peer);
}

/* ---- eviction ---- */

static gboolean
is_of_peer (const HBaseLocalConnection *connection, const char *peer)
{
  return peer == NULL || strcmp (connection->peer, peer) == 0;
}

/* Its thread may not have noticed yet. */
static gboolean
has_received (const HBaseLocalConnection *connection)
{
  struct pollfd fd = { g_socket_get_fd (connection->socket), POLLIN, 0 };

  return poll (&fd, 1, 0) > 0;
}

static gboolean
can_evict (const HBaseLocalConnection *connection, const char *peer, gint64 now)
{
  if (!is_of_peer (connection, peer))
    return FALSE;
  if (connection->state == HBASE_LOCAL_CONNECTION_IDLE)
    return !has_received (connection);
  return (connection->state == HBASE_LOCAL_CONNECTION_TRANSFER && !connection->is_waiting
          && now - connection->state_since >= TRANSFER_MIN_US);
}

static gboolean
is_evicted_before (const HBaseLocalConnection *a, const HBaseLocalConnection *b)
{
  return b == NULL || a->state < b->state || (a->state == b->state && a->state_since < b->state_since);
}

static void
evict (HBaseLocalConnection *connection)
{
  connection->is_closing = TRUE;
  shutdown (g_socket_get_fd (connection->socket), SHUT_RDWR);
}

/* Evicts a connection of the peer, or of any one if it is NULL, unless one is being closed already. Returns
 * FALSE if none can be evicted. */
static gboolean
evict_one_locked (HBaseLocalConnections *connections, const char *peer, gint64 now)
{
  HBaseLocalConnection *victim = NULL;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, connections->open);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      HBaseLocalConnection *connection = key;

      if (connection->is_closing && is_of_peer (connection, peer))
        return TRUE;
      if (is_evicted_before (connection, victim) && can_evict (connection, peer, now))
        victim = connection;
    }
  if (victim == NULL)
    return FALSE;
  evict (victim);
  return TRUE;
}

/* ---- the set of connections ---- */

static HBaseLocalConnection *
add_locked (HBaseLocalConnections *connections, GSocket *socket, const char *peer, gint64 now)
{
  HBaseLocalConnection *connection = g_new0 (HBaseLocalConnection, 1);

  *connection = (HBaseLocalConnection){ .connections = connections,
                                        .socket = g_object_ref (socket),
                                        .peer = g_strdup (peer),
                                        .is_new = TRUE,
                                        .state_since = now,
                                        .progress_at = now };
  connections->n_new++;
  g_hash_table_add (connections->open, connection);
  set_count_of_peer_locked (connections, peer, count_of_peer_locked (connections, peer) + 1);
  return connection;
}

HBaseLocalAdmission
hbase_local_connections_admit (HBaseLocalConnections *connections,
                               GSocket *socket,
                               const char *peer,
                               gint64 now,
                               HBaseLocalConnection **connection)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  connections->was_removed = FALSE;
  if (count_of_peer_locked (connections, peer) >= connections->max_of_peer)
    return evict_one_locked (connections, peer, now) ? HBASE_LOCAL_ADMISSION_FULL
                                                     : HBASE_LOCAL_ADMISSION_REFUSED;
  if (g_hash_table_size (connections->open) >= connections->max)
    {
      evict_one_locked (connections, NULL, now);
      return HBASE_LOCAL_ADMISSION_FULL;
    }
  *connection = add_locked (connections, socket, peer, now);
  return HBASE_LOCAL_ADMISSION_ADMITTED;
}

gboolean
hbase_local_connections_wait (HBaseLocalConnections *connections, gint64 timeout)
{
  gint64 end = g_get_monotonic_time () + timeout;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  while (!connections->was_removed && g_cond_wait_until (&connections->removed, &connections->mutex, end))
    ;
  return connections->was_removed;
}

void
hbase_local_connections_evict (HBaseLocalConnections *connections, gint64 now)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  connections->was_removed = FALSE;
  evict_one_locked (connections, NULL, now);
}

guint
hbase_local_connections_count (HBaseLocalConnections *connections)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  return g_hash_table_size (connections->open);
}

guint
hbase_local_connections_count_new (HBaseLocalConnections *connections)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  return connections->n_new;
}

GSocket *
hbase_local_connection_get_socket (HBaseLocalConnection *connection)
{
  return connection->socket;
}

static void
end_beginning_locked (HBaseLocalConnection *connection)
{
  connection->connections->n_new -= connection->is_new;
  connection->is_new = FALSE;
}

gboolean
hbase_local_connection_set_state (HBaseLocalConnection *connection,
                                  HBaseLocalConnectionState state,
                                  gint64 now)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connection->connections->mutex);

  end_beginning_locked (connection);
  connection->has_database = FALSE;
  connection->state = state;
  connection->state_since = connection->progress_at = now;
  return !connection->is_closing;
}

/* Only the connection's own thread changes it. */
gint64
hbase_local_connection_get_state_since (HBaseLocalConnection *connection)
{
  return connection->state_since;
}

/* ---- memory ---- */

static gboolean
is_in_transfer (const HBaseLocalConnection *connection)
{
  return connection->memory > 0 && !connection->is_waiting
         && connection->state == HBASE_LOCAL_CONNECTION_TRANSFER;
}

static gboolean
is_slow (const HBaseLocalConnection *connection, gint64 now)
{
  return is_in_transfer (connection)
         && (now - connection->progress_at >= STALLED_US || now - connection->state_since >= SLOW_US);
}

/* Evicts the slowest connection whose message is in transfer, unless one is being closed already. Returns
 * FALSE if nothing is in transfer. */
static gboolean
evict_slowest_locked (HBaseLocalConnections *connections, gint64 now)
{
  HBaseLocalConnection *victim = NULL;
  gboolean is_any_in_transfer = FALSE;
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, connections->open);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      HBaseLocalConnection *connection = key;

      if (connection->is_closing && connection->memory > 0)
        return TRUE;
      is_any_in_transfer |= is_in_transfer (connection);
      if (is_slow (connection, now) && (victim == NULL || connection->progress_at < victim->progress_at))
        victim = connection;
    }
  if (victim != NULL)
    evict (victim);
  return is_any_in_transfer;
}

/* A call that waits for a connection to the database doesn't keep those waiting that have one. */
static gboolean
may_exceed_locked (const HBaseLocalConnection *connection)
{
  const HBaseLocalConnection *exceeding = connection->connections->exceeding;

  return exceeding == NULL
         || (connection->has_database && !exceeding->has_database
             && exceeding->state == HBASE_LOCAL_CONNECTION_EXECUTION);
}

/* If not, what is too slow is evicted. */
static gboolean
may_take_locked (HBaseLocalConnection *connection, gsize bytes, gint64 now)
{
  HBaseLocalConnections *connections = connection->connections;

  if (connections->memory - connection->memory + bytes <= connections->max_memory
      || connections->exceeding == connection)
    return TRUE;
  if (evict_slowest_locked (connections, now) || !may_exceed_locked (connection))
    return FALSE;
  connections->exceeding = connection;
  return TRUE;
}

static void
set_memory_locked (HBaseLocalConnection *connection, gsize bytes)
{
  HBaseLocalConnections *connections = connection->connections;

  connections->memory += bytes - connection->memory;
  if (bytes < connection->memory)
    {
      connections->was_freed = TRUE;
      g_cond_broadcast (&connections->removed);
    }
  connection->memory = bytes;
  if (bytes == 0 && connections->exceeding == connection)
    connections->exceeding = NULL;
}

/* The client isn't slow because its message had to wait. */
static void
leave_out_wait (HBaseLocalConnection *connection, gint64 begun, gint64 now)
{
  if (now == begun)
    return;
  connection->state_since += now - begun;
  connection->progress_at = now;
}

/* Returns FALSE if the budget was exhausted. */
static gboolean
wait_for_memory_locked (HBaseLocalConnection *connection, gsize bytes, HBaseLocalBudget *budget)
{
  HBaseLocalConnections *connections = connection->connections;
  gint64 begun = hbase_local_budget_now (budget), now = begun;
  gboolean ok = TRUE;

  connection->is_waiting = TRUE;
  connection->has_database = budget->has_database;
  while (ok && !may_take_locked (connection, bytes, now))
    {
      ok = hbase_local_budget_wait (budget, &connections->removed, &connections->mutex, NULL);
      now = hbase_local_budget_now (budget);
    }
  connection->is_waiting = FALSE;
  leave_out_wait (connection, begun, now);
  return ok;
}

gboolean
hbase_local_connection_set_memory (HBaseLocalConnection *connection, gsize bytes, HBaseLocalBudget *budget)
{
  HBaseLocalConnections *connections = connection->connections;
  gboolean ok = TRUE;

  if (bytes <= HBASE_LOCAL_UNCOUNTED_MAX)
    bytes = 0;
  /* One thread at a time changes it: the connection's own, or, while it waits, the one that has the turn to
   * write and takes its call along. */
  if (bytes == connection->memory)
    return TRUE;
  g_mutex_lock (&connections->mutex);
  if (bytes > connection->memory && budget != NULL)
    ok = wait_for_memory_locked (connection, bytes, budget);
  else if (bytes > connection->memory)
    may_take_locked (connection, bytes, g_get_monotonic_time ());
  set_memory_locked (connection, bytes);
  g_mutex_unlock (&connections->mutex);
  return ok;
}

void
hbase_local_connection_note_progress (HBaseLocalConnection *connection, gint64 now)
{
  g_mutex_lock (&connection->connections->mutex);
  connection->progress_at = now;
  g_mutex_unlock (&connection->connections->mutex);
}

gsize
hbase_local_connections_get_memory (HBaseLocalConnections *connections)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);

  return connections->memory;
}

gboolean
hbase_local_connections_take_freed (HBaseLocalConnections *connections)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&connections->mutex);
  gboolean was_freed = connections->was_freed;

  connections->was_freed = FALSE;
  return was_freed;
}

void
hbase_local_connection_remove (HBaseLocalConnection *connection)
{
  HBaseLocalConnections *connections = connection->connections;

  g_mutex_lock (&connections->mutex);
  /* Under the lock, because the descriptor may be reused for another socket that must not be shut down. */
  g_socket_close (connection->socket, NULL);
  connections->was_removed = TRUE;
  set_memory_locked (connection, 0);
  end_beginning_locked (connection);
  g_hash_table_remove (connections->open, connection);
  set_count_of_peer_locked (connections, connection->peer,
                            count_of_peer_locked (connections, connection->peer) - 1);
  g_cond_broadcast (&connections->removed);
  g_mutex_unlock (&connections->mutex);
  g_object_unref (connection->socket);
  g_free (connection->peer);
  g_free (connection);
}
