/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check-main.h"
#include "hbase-local-connections-private.h"

/* The connection that is evicted, at given times. */

#define SECOND G_USEC_PER_SEC
#define N_MAX 8
#define MEMORY ((gsize) 4 << 20)

typedef struct {
  HBaseLocalConnections *connections;
  HBaseLocalConnection *open[N_MAX];
  GSocket *clients[N_MAX];
  guint n;
} World;

static HBaseLocalAdmission
connect_peer (World *world, const char *peer, gint64 now)
{
  HBaseLocalAdmission admission;
  g_autoptr (GSocket) server = NULL;
  int pair[2];

  ck_assert_int_eq (socketpair (AF_UNIX, SOCK_STREAM, 0, pair), 0);
  server = g_socket_new_from_fd (pair[1], NULL);
  world->clients[world->n] = g_socket_new_from_fd (pair[0], NULL);
  admission = hbase_local_connections_admit (world->connections, server, peer, now, &world->open[world->n]);
  if (admission == HBASE_LOCAL_ADMISSION_ADMITTED)
    world->n++;
  else
    g_clear_object (&world->clients[world->n]);
  return admission;
}

static gboolean
is_closed (World *world, guint i)
{
  return (g_socket_condition_check (world->clients[i], G_IO_IN) & (G_IO_IN | G_IO_HUP)) != 0;
}

static void
leave (World *world, guint i)
{
  hbase_local_connection_remove (world->open[i]);
  world->open[i] = NULL;
}

static void
set_up (World *world, guint max, guint max_of_peer)
{
  *world = (World){ .connections = hbase_local_connections_new (max, max_of_peer, MEMORY) };
}

static void
tear_down (World *world)
{
  for (guint i = 0; i < world->n; i++)
    {
      g_clear_pointer (&world->open[i], hbase_local_connection_remove);
      g_object_unref (world->clients[i]);
    }
  hbase_local_connections_free (world->connections);
}

#define ck_admission(world, peer, now, expected)                                                             \
  ck_assert_int_eq (connect_peer (world, peer, now), HBASE_LOCAL_ADMISSION_##expected)

/* The idle connection that was used least recently is evicted, once, and nothing may begin on it. */
START_TEST (test_least_recently_used)
{
  World world;

  set_up (&world, 3, 3);
  ck_admission (&world, "a", 1, ADMITTED);
  ck_admission (&world, "b", 2, ADMITTED);
  ck_admission (&world, "c", 3, ADMITTED);
  ck_assert (hbase_local_connection_set_state (world.open[0], HBASE_LOCAL_CONNECTION_EXECUTION, 4));
  ck_assert (hbase_local_connection_set_state (world.open[0], HBASE_LOCAL_CONNECTION_IDLE, 5));
  ck_admission (&world, "d", 6, FULL);
  ck_admission (&world, "d", 7, FULL);
  ck_assert (is_closed (&world, 1));
  ck_assert (!is_closed (&world, 0) && !is_closed (&world, 2));
  ck_assert (!hbase_local_connection_set_state (world.open[1], HBASE_LOCAL_CONNECTION_TRANSFER, 8));
  leave (&world, 1);
  ck_admission (&world, "d", 9, ADMITTED);
  ck_admission (&world, "e", 10, FULL);
  ck_assert (is_closed (&world, 2) && !is_closed (&world, 0));
  tear_down (&world);
}
END_TEST

/* Without idle connections the longest transfer is evicted, if it has lasted for a second. A call that is
 * executed stays. */
START_TEST (test_longest_transfer)
{
  World world;

  set_up (&world, 3, 3);
  for (int i = 0; i < 3; i++)
    ck_admission (&world, "a", 1, ADMITTED);
  hbase_local_connection_set_state (world.open[0], HBASE_LOCAL_CONNECTION_EXECUTION, 1);
  hbase_local_connection_set_state (world.open[1], HBASE_LOCAL_CONNECTION_TRANSFER, 20);
  hbase_local_connection_set_state (world.open[2], HBASE_LOCAL_CONNECTION_TRANSFER, 10);
  ck_admission (&world, "b", SECOND + 9, FULL);
  ck_assert (!is_closed (&world, 0) && !is_closed (&world, 1) && !is_closed (&world, 2));
  ck_admission (&world, "b", SECOND + 10, FULL);
  ck_assert (!is_closed (&world, 0) && !is_closed (&world, 1) && is_closed (&world, 2));
  leave (&world, 2);
  ck_admission (&world, "b", SECOND + 11, ADMITTED);
  tear_down (&world);
}
END_TEST

/* A peer takes no connections from others: its own idle connection is closed, or it is refused. */
START_TEST (test_peer)
{
  World world;

  set_up (&world, 4, 2);
  ck_admission (&world, "a", 1, ADMITTED);
  ck_admission (&world, "b", 2, ADMITTED);
  ck_admission (&world, "b", 3, ADMITTED);
  ck_admission (&world, "b", 4, FULL);
  ck_assert (!is_closed (&world, 0) && is_closed (&world, 1) && !is_closed (&world, 2));
  leave (&world, 1);
  ck_admission (&world, "b", 5, ADMITTED);
  hbase_local_connection_set_state (world.open[2], HBASE_LOCAL_CONNECTION_EXECUTION, 6);
  hbase_local_connection_set_state (world.open[3], HBASE_LOCAL_CONNECTION_EXECUTION, 6);
  ck_admission (&world, "b", 10 * SECOND, REFUSED);
  ck_admission (&world, "c", 10 * SECOND, ADMITTED);
  leave (&world, 2);
  leave (&world, 3);
  ck_admission (&world, "b", 10 * SECOND, ADMITTED);
  tear_down (&world);
}
END_TEST

/* A connection isn't idle once its next call has arrived, though no thread has read it. */
START_TEST (test_arrived_call)
{
  World world;

  set_up (&world, 2, 2);
  ck_admission (&world, "a", 1, ADMITTED);
  ck_admission (&world, "b", 2, ADMITTED);
  ck_assert_int_eq (g_socket_send (world.clients[0], "x", 1, NULL, NULL), 1);
  ck_admission (&world, "c", 3, FULL);
  ck_assert (!is_closed (&world, 0) && is_closed (&world, 1));
  tear_down (&world);
}
END_TEST

/* ---- memory ---- */

/* A clock that goes on by a quarter of a second whenever it is read. */
static gint64
advance (gpointer now)
{
  return *(gint64 *) now += SECOND / 4;
}

/* Evicted connections are removed by their threads. */
typedef struct {
  World *world;
  guint i;
} Leaving;

static gpointer
leave_when_closed (gpointer data)
{
  Leaving *leaving = data;

  g_socket_condition_wait (leaving->world->clients[leaving->i], G_IO_IN | G_IO_HUP, NULL, NULL);
  leave (leaving->world, leaving->i);
  return NULL;
}

static void
begin_reply (World *world, guint i, gsize bytes, gint64 now)
{
  hbase_local_connection_set_memory (world->open[i], bytes, NULL);
  hbase_local_connection_set_state (world->open[i], HBASE_LOCAL_CONNECTION_TRANSFER, now);
}

/* Of two replies that are being sent the one is ended whose client has taken nothing for longest, and no
 * sooner than after a second; then what waited for its memory proceeds. */
START_TEST (test_slowest_reply)
{
  gint64 now = 0;
  HBaseLocalBudget budget = { .ticks = advance, .ticks_data = &now };
  Leaving leaving;
  GThread *thread;
  World world;

  set_up (&world, 3, 3);
  for (guint i = 0; i < 3; i++)
    ck_admission (&world, "a", 0, ADMITTED);
  begin_reply (&world, 0, MEMORY / 2, 0);
  begin_reply (&world, 1, MEMORY / 2, 0);
  hbase_local_connection_set_state (world.open[2], HBASE_LOCAL_CONNECTION_EXECUTION, 0);
  hbase_local_connection_note_progress (world.open[0], SECOND / 2);
  leaving = (Leaving){ &world, 1 };
  thread = g_thread_new ("leave", leave_when_closed, &leaving);
  ck_assert (hbase_local_connection_set_memory (world.open[2], MEMORY / 2, &budget));
  g_thread_join (thread);
  ck_assert_int_ge (now, SECOND);
  ck_assert (!is_closed (&world, 0) && !is_closed (&world, 2));
  ck_assert_uint_eq (hbase_local_connections_get_memory (world.connections), MEMORY);
  tear_down (&world);
}
END_TEST

/* A client that takes some of its reply isn't disconnected, until the reply is in transfer for ten seconds.
 * What waits for its memory fails with its own budget. */
START_TEST (test_reply_in_progress)
{
  gint64 now = 0;
  HBaseLocalBudget budget = { .deadline = 9 * SECOND, .ticks = advance, .ticks_data = &now };
  Leaving leaving;
  GThread *thread;
  World world;

  set_up (&world, 2, 2);
  ck_admission (&world, "a", 0, ADMITTED);
  ck_admission (&world, "a", 0, ADMITTED);
  begin_reply (&world, 0, MEMORY, 0);
  hbase_local_connection_note_progress (world.open[0], 100 * SECOND);
  ck_assert (!hbase_local_connection_set_memory (world.open[1], MEMORY, &budget));
  hbase_local_connection_set_memory (world.open[1], 0, NULL);
  ck_assert (!is_closed (&world, 0));
  now = 10 * SECOND;
  budget = (HBaseLocalBudget){ .ticks = advance, .ticks_data = &now };
  leaving = (Leaving){ &world, 0 };
  thread = g_thread_new ("leave", leave_when_closed, &leaving);
  ck_assert (hbase_local_connection_set_memory (world.open[1], MEMORY, &budget));
  g_thread_join (thread);
  tear_down (&world);
}
END_TEST

/* If nothing is in transfer one connection exceeds the limit, and another one waits until it has ended. */
START_TEST (test_exceeding_reply)
{
  gint64 now = 0;
  HBaseLocalBudget budget = { .ticks = advance, .ticks_data = &now };
  HBaseLocalBudget other = { .deadline = SECOND, .ticks = advance, .ticks_data = &now };
  World world;

  set_up (&world, 2, 2);
  for (guint i = 0; i < 2; i++)
    {
      ck_admission (&world, "a", 0, ADMITTED);
      hbase_local_connection_set_state (world.open[i], HBASE_LOCAL_CONNECTION_EXECUTION, 0);
    }
  ck_assert (hbase_local_connection_set_memory (world.open[0], 3 * MEMORY, &budget));
  ck_assert (hbase_local_connection_set_memory (world.open[0], 4 * MEMORY, &budget));
  ck_assert (!hbase_local_connection_set_memory (world.open[1], HBASE_LOCAL_UNCOUNTED_MAX + 1, &other));
  hbase_local_connection_set_memory (world.open[1], 0, NULL);
  ck_assert (hbase_local_connection_set_memory (world.open[1], HBASE_LOCAL_UNCOUNTED_MAX, &other));
  ck_assert_uint_eq (hbase_local_connections_get_memory (world.connections), 4 * MEMORY);
  hbase_local_connection_set_memory (world.open[0], 0, NULL);
  ck_assert (hbase_local_connection_set_memory (world.open[1], 2 * MEMORY, &budget));
  ck_assert_uint_eq (hbase_local_connections_get_memory (world.connections), 2 * MEMORY);
  ck_assert (hbase_local_connections_take_freed (world.connections));
  ck_assert (!hbase_local_connections_take_freed (world.connections));
  leave (&world, 1);
  ck_assert_uint_eq (hbase_local_connections_get_memory (world.connections), 0);
  tear_down (&world);
}
END_TEST

/* A client whose message waits for memory, in a thread of its own, by a clock that the test sets. */
typedef struct {
  HBaseLocalConnection *connection;
  int *now;    /* atomic, in seconds */
  int n_reads; /* atomic: of the clock */
  int is_done; /* atomic */
  GThread *thread;
} Waiting;

static gint64
read_clock (gpointer data)
{
  Waiting *waiting = data;

  g_atomic_int_inc (&waiting->n_reads);
  return g_atomic_int_get (waiting->now) * SECOND;
}

static gpointer
wait_for_memory (gpointer data)
{
  Waiting *waiting = data;
  HBaseLocalBudget budget = { .ticks = read_clock, .ticks_data = waiting };

  hbase_local_connection_set_memory (waiting->connection, MEMORY, &budget);
  g_atomic_int_set (&waiting->is_done, TRUE);
  return NULL;
}

/* It has tried once more when this returns. */
static void
let_try (Waiting *waiting)
{
  int before = g_atomic_int_get (&waiting->n_reads);

  while (g_atomic_int_get (&waiting->n_reads) < before + 4)
    g_thread_yield ();
}

static void
begin_waiting (Waiting *waiting, HBaseLocalConnection *connection, int *now)
{
  *waiting = (Waiting){ connection, now };
  waiting->thread = g_thread_new ("waiting", wait_for_memory, waiting);
  let_try (waiting);
}

static void
end_waiting (Waiting *waiting)
{
  g_thread_join (waiting->thread);
  hbase_local_connection_set_memory (waiting->connection, 0, NULL);
}

/* Of two clients whose calls have waited for memory the one that gets it first isn't slow: neither the other
 * one nor a new client has it disconnected. */
START_TEST (test_waited_calls)
{
  enum { WAITED = 20 };
  int now = 0;
  Waiting waiting[2];
  guint first;
  World world;

  set_up (&world, 3, 3);
  for (guint i = 0; i < 3; i++)
    ck_admission (&world, "a", 0, ADMITTED);
  begin_reply (&world, 2, MEMORY, 100 * SECOND);
  for (guint i = 0; i < 2; i++)
    {
      hbase_local_connection_set_state (world.open[i], HBASE_LOCAL_CONNECTION_TRANSFER, 0);
      begin_waiting (&waiting[i], world.open[i], &now);
    }
  g_atomic_int_set (&now, WAITED);
  hbase_local_connection_set_memory (world.open[2], 0, NULL);
  while (!g_atomic_int_get (&waiting[0].is_done) && !g_atomic_int_get (&waiting[1].is_done))
    g_thread_yield ();
  first = g_atomic_int_get (&waiting[0].is_done) ? 0 : 1;
  let_try (&waiting[1 - first]);
  ck_admission (&world, "b", WAITED * SECOND, FULL);
  ck_assert (!is_closed (&world, first));
  ck_assert_int_eq (hbase_local_connection_get_state_since (world.open[first]), WAITED * SECOND);
  end_waiting (&waiting[first]);
  end_waiting (&waiting[1 - first]);
  tear_down (&world);
}
END_TEST

/* Connections are new until they have set a state, or are removed. */
START_TEST (test_new_connections)
{
  World world;

  set_up (&world, 2, 2);
  ck_admission (&world, "a", 0, ADMITTED);
  ck_admission (&world, "a", 0, ADMITTED);
  ck_assert_uint_eq (hbase_local_connections_count_new (world.connections), 2);
  hbase_local_connection_set_state (world.open[0], HBASE_LOCAL_CONNECTION_IDLE, 1);
  hbase_local_connection_set_state (world.open[0], HBASE_LOCAL_CONNECTION_TRANSFER, 1);
  ck_assert_uint_eq (hbase_local_connections_count_new (world.connections), 1);
  leave (&world, 1);
  ck_assert_uint_eq (hbase_local_connections_count_new (world.connections), 0);
  ck_assert_uint_eq (hbase_local_connections_count (world.connections), 1);
  tear_down (&world);
}
END_TEST

/* A call that has exceeded the limit, and waits for a connection to the database, doesn't keep the reply
 * waiting of one that has it; that keeps the next one waiting. */
START_TEST (test_exceeding_call_without_a_database)
{
  gint64 now = 0;
  HBaseLocalBudget reading
      = { .has_database = TRUE, .deadline = SECOND, .ticks = advance, .ticks_data = &now };
  HBaseLocalBudget other = { .has_database = TRUE, .deadline = SECOND, .ticks = advance, .ticks_data = &now };
  World world;

  set_up (&world, 3, 3);
  for (guint i = 0; i < 3; i++)
    {
      ck_admission (&world, "a", 0, ADMITTED);
      hbase_local_connection_set_state (world.open[i], HBASE_LOCAL_CONNECTION_EXECUTION, 0);
    }
  hbase_local_connection_set_memory (world.open[0], 2 * MEMORY, &(HBaseLocalBudget){ .deadline = 0 });
  ck_assert (hbase_local_connection_set_memory (world.open[1], MEMORY, &reading));
  ck_assert (!hbase_local_connection_set_memory (world.open[2], MEMORY, &other));
  tear_down (&world);
}
END_TEST

static gpointer
remove_connection (gpointer connection)
{
  hbase_local_connection_remove (connection);
  return NULL;
}

/* A waiting client is woken when a connection is removed, also if that was before. */
START_TEST (test_wait)
{
  GThread *thread;
  World world;

  set_up (&world, 1, 1);
  ck_admission (&world, "a", 1, ADMITTED);
  ck_admission (&world, "b", 1, FULL);
  thread = g_thread_new ("remove", remove_connection, g_steal_pointer (&world.open[0]));
  if (_i == 0)
    g_thread_join (g_steal_pointer (&thread));
  hbase_local_connections_wait (world.connections, G_TIME_SPAN_HOUR);
  ck_admission (&world, "b", 1, ADMITTED);
  g_clear_pointer (&thread, g_thread_join);
  tear_down (&world);
}
END_TEST

/* An IPv4 address, an IPv6 network, a user. */
START_TEST (test_peers)
{
  static const struct {
    const char *address;
    const char *peer;
  } peers[] = { { "127.0.0.1", "127.0.0.1" }, { "::1", "::" }, { "::ffff:127.0.0.1", "127.0.0.1" } };
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (peers[_i].address, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GSocket) listener = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                               G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GSocket) client = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_DEFAULT, NULL);
  g_autoptr (GSocket) server = NULL;
  g_autofree char *peer = NULL;

  /* A machine may have no IPv6. */
  if (listener == NULL || !g_socket_bind (listener, address, TRUE, NULL))
    return;
  ck_assert (g_socket_listen (listener, NULL));
  bound = g_socket_get_local_address (listener, NULL);
  ck_assert (g_socket_connect (client, bound, NULL, NULL));
  server = g_socket_accept (listener, NULL, NULL);
  peer = hbase_local_connections_describe_peer (server);
  ck_assert_str_eq (peer, peers[_i].peer);
}
END_TEST

START_TEST (test_user)
{
  g_autofree char *expected = g_strdup_printf ("user %u", (guint) getuid ());
  g_autofree char *peer = NULL;
  g_autoptr (GSocket) client = NULL;
  g_autoptr (GSocket) server = NULL;
  int pair[2];

  ck_assert_int_eq (socketpair (AF_UNIX, SOCK_STREAM, 0, pair), 0);
  client = g_socket_new_from_fd (pair[0], NULL);
  server = g_socket_new_from_fd (pair[1], NULL);
  peer = hbase_local_connections_describe_peer (server);
  ck_assert_str_eq (peer, expected);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("connections");

  tcase_set_timeout (tcase, 60);
  tcase_add_test (tcase, test_least_recently_used);
  tcase_add_test (tcase, test_longest_transfer);
  tcase_add_test (tcase, test_peer);
  tcase_add_test (tcase, test_arrived_call);
  tcase_add_test (tcase, test_slowest_reply);
  tcase_add_test (tcase, test_reply_in_progress);
  tcase_add_test (tcase, test_exceeding_reply);
  tcase_add_test (tcase, test_waited_calls);
  tcase_add_test (tcase, test_exceeding_call_without_a_database);
  tcase_add_test (tcase, test_new_connections);
  tcase_add_loop_test (tcase, test_wait, 0, 2);
  tcase_add_loop_test (tcase, test_peers, 0, 3);
  tcase_add_test (tcase, test_user);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-connections", fill)
