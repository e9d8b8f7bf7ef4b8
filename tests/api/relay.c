/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "ports.h"
#include "relay.h"

#include <arpa/inet.h>
#include <glib/gstdio.h>
#include <hbase-glib.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* This implements the relay with three processes: the test's; a keeper, forked while there are no threads,
 * which alone can fork safely later; and the gateway's, which the keeper starts and kills by its pid. */

typedef struct {
  RelayLog *log;
  int client;
  int gateway;
  GByteArray *reply; /* of the current exchange, or the last one */
  GByteArray *stale; /* of the one before */
  gboolean replying; /* bytes of the reply have been received */
  RelayDeed deed;
} Connection;

/* ---- one connection, in the gateway's process ---- */

static gboolean
send_all (int socket, const guint8 *data, gsize length)
{
  while (length > 0)
    {
      gssize n = send (socket, data, length, MSG_NOSIGNAL);

      if (n <= 0)
        return FALSE;
      data += n;
      length -= (gsize) n;
    }
  return TRUE;
}

static void
begin_exchange (Connection *connection)
{
  RelayLog *log = connection->log;
  gint n = g_atomic_int_add (&log->exchanges, 1);
  GByteArray *swap = connection->stale;

  connection->stale = connection->reply;
  connection->reply = swap;
  g_byte_array_set_size (connection->reply, 0);
  connection->replying = FALSE;
  connection->deed = n < RELAY_MAX_DEEDS ? (RelayDeed) g_atomic_int_get (&log->deeds[n]) : RELAY_PASS;
  if (connection->deed != RELAY_PASS)
    g_atomic_int_inc (&log->faults);
}

static gboolean
send_garbled (int socket, const guint8 *data, gsize length)
{
  g_autofree guint8 *garbled = g_memdup2 (data, length);

  for (gsize i = 0; i < length; i++)
    if (garbled[i] == 'Z')
      garbled[i] = 'z';
  return send_all (socket, garbled, length);
}

/* FALSE: the connection is to be closed. */
static gboolean
take_request (Connection *connection, const guint8 *data, gsize length)
{
  if (connection->replying)
    begin_exchange (connection);
  if (connection->deed == RELAY_LOSE_REQUEST)
    return FALSE;
  if (connection->deed == RELAY_DIE_BEFORE)
    kill (getpid (), SIGKILL);
  if (connection->deed == RELAY_GARBLE)
    return send_garbled (connection->gateway, data, length);
  return connection->deed == RELAY_HOLD_REQUEST || send_all (connection->gateway, data, length);
}

static gboolean
take_reply (Connection *connection, const guint8 *data, gsize length)
{
  gsize before = connection->reply->len, cut = (gsize) g_atomic_int_get (&connection->log->cut);
  gboolean is_first = !connection->replying;

  connection->replying = TRUE;
  g_byte_array_append (connection->reply, data, (guint) length);
  switch (connection->deed)
    {
    case RELAY_CUT:
      return send_all (connection->client, data, MIN (length, cut - before)) && before + length < cut;
    case RELAY_HOLD_REPLY:
      return TRUE;
    case RELAY_STALE:
      if (connection->stale->len == 0)
        return FALSE;
      return !is_first || send_all (connection->client, connection->stale->data, connection->stale->len);
    case RELAY_DIE_CUT:
      send_all (connection->client, data, MIN (length, cut - before));
      kill (getpid (), SIGKILL);
      return FALSE;
    case RELAY_DIE:
      kill (getpid (), SIGKILL);
      return FALSE;
    case RELAY_LOSE_REPLY:
      return FALSE;
    default:
      return send_all (connection->client, data, length);
    }
}

/* FALSE: the peer has closed, or the connection is to be closed. */
static gboolean
pass (Connection *connection, int from)
{
  guint8 buffer[65536];
  gssize n = recv (from, buffer, sizeof buffer, 0);

  if (n <= 0)
    return FALSE;
  return from == connection->client ? take_request (connection, buffer, (gsize) n)
                                    : take_reply (connection, buffer, (gsize) n);
}

static gpointer
relay_connection (gpointer data)
{
  Connection *connection = data;
  struct pollfd ends[] = { { connection->client, POLLIN, 0 }, { connection->gateway, POLLIN, 0 } };
  gboolean on = TRUE;

  while (on && poll (ends, 2, -1) > 0)
    for (guint i = 0; on && i < 2; i++)
      if (ends[i].revents != 0)
        on = pass (connection, ends[i].fd);
  close (connection->client);
  close (connection->gateway);
  g_atomic_int_add (&connection->log->open, -1);
  g_byte_array_unref (connection->reply);
  g_byte_array_unref (connection->stale);
  g_free (connection);
  return NULL;
}

/* ---- the gateway's process ---- */

static int
connect_to (guint port)
{
  struct sockaddr_storage address = loopback_address ((guint16) port);
  int socket_ = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert (connect (socket_, (struct sockaddr *) &address, sizeof (struct sockaddr_in)) == 0);
  return socket_;
}

static void
set_no_delay (int socket)
{
  int on = 1;

  setsockopt (socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* As if a reply had been received: the client's first bytes begin an exchange. */
static Connection *
connection_new (RelayLog *log, int client, guint gateway_port)
{
  Connection *connection = g_new0 (Connection, 1);

  *connection = (Connection){ .log = log, .client = client, .gateway = connect_to (gateway_port) };
  connection->reply = g_byte_array_new ();
  connection->stale = g_byte_array_new ();
  connection->replying = TRUE;
  set_no_delay (connection->client);
  set_no_delay (connection->gateway);
  return connection;
}

G_NORETURN static void
serve (Relay *relay, int ready)
{
  g_autoptr (GError) error = NULL;
  HBaseLocalServer *server = hbase_local_server_new (relay->directory, "tcp://127.0.0.1:0", NULL, &error);
  struct sockaddr_storage address = loopback_address (relay->port);
  int listener = listen_at_address (&address);
  guint gateway_port;

  if (server == NULL)
    g_error ("%s", error->message);
  gateway_port
      = (guint) g_ascii_strtoull (strrchr (hbase_local_server_get_address (server), ':') + 1, NULL, 10);
  g_assert (write (ready, "r", 1) == 1);
  for (;;)
    {
      int client = accept (listener, NULL, NULL);

      g_assert (client >= 0);
      g_atomic_int_inc (&relay->log->open);
      g_thread_unref (
          g_thread_new ("relay", relay_connection, connection_new (relay->log, client, gateway_port)));
    }
}

/* ---- the keeper ---- */

static void
end_gateway (pid_t *gateway, RelayLog *log)
{
  if (*gateway == 0)
    return;
  kill (*gateway, SIGKILL);
  waitpid (*gateway, NULL, 0);
  *gateway = 0;
  g_atomic_int_set (&log->open, 0);
}

G_NORETURN static void
keep (Relay *relay, int commands, int answers)
{
  pid_t gateway = 0;
  char command;

  while (read (commands, &command, 1) == 1 && command != 'q')
    {
      end_gateway (&gateway, relay->log);
      if (command == 'k')
        g_assert (write (answers, "k", 1) == 1);
      else if ((gateway = fork ()) == 0)
        {
          prctl (PR_SET_PDEATHSIG, SIGKILL);
          serve (relay, answers);
        }
    }
  end_gateway (&gateway, relay->log);
  test_child_end (TRUE);
}

/* ---- the test's side ---- */

static void
command (Relay *relay, char word)
{
  char answer;

  g_assert (write (relay->commands, &word, 1) == 1);
  g_assert (read (relay->answers, &answer, 1) == 1);
}

Relay *
relay_new (const char *directory)
{
  Relay *relay = g_new0 (Relay, 1);
  int commands[2], answers[2];

  relay->directory = g_strdup (directory);
  relay->port = keep_loopback_port ();
  relay->log = mmap (NULL, sizeof (RelayLog), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  g_assert (relay->log != MAP_FAILED && pipe (commands) == 0 && pipe (answers) == 0);
  relay->commands = commands[1];
  relay->answers = answers[0];
  if ((relay->pid = fork ()) == 0)
    {
      close (commands[1]);
      close (answers[0]);
      keep (relay, commands[0], answers[1]);
    }
  close (commands[0]);
  close (answers[1]);
  relay_start (relay);
  return relay;
}

void
relay_free (Relay *relay)
{
  /* Closing the pipe isn't sufficient: a relay that was made later has its other end, too. */
  g_assert (write (relay->commands, "q", 1) == 1);
  close (relay->commands);
  waitpid (relay->pid, NULL, 0);
  close (relay->answers);
  munmap (relay->log, sizeof (RelayLog));
  g_free (relay->directory);
  g_free (relay);
}

void
relay_kill (Relay *relay)
{
  command (relay, 'k');
}

void
relay_start (Relay *relay)
{
  command (relay, 's');
}

char *
relay_address (Relay *relay)
{
  return g_strdup_printf ("127.0.0.1:%u", relay->port);
}

const char *
relay_mode_options (int mode)
{
  static const char *const options[]
      = { "protocol=binary&framing=none", "protocol=compact&framing=none", "protocol=binary&framing=framed",
          "protocol=compact&framing=framed" };

  return options[mode];
}

char *
relay_uri (Relay *relay, int mode)
{
  g_autofree char *address = relay_address (relay);

  return g_strdup_printf ("thrift://%s/?%s", address, relay_mode_options (mode));
}

void
relay_await_one_connection (Relay *relay)
{
  while (g_atomic_int_get (&relay->log->open) > 1)
    g_thread_yield ();
}

void
relay_tell (Relay *relay, guint skipped, guint n, RelayDeed deed)
{
  guint first = (guint) g_atomic_int_get (&relay->log->exchanges) + skipped;

  for (guint i = 0; i < RELAY_MAX_DEEDS; i++)
    g_atomic_int_set (&relay->log->deeds[i], i >= first && i < first + n ? (gint) deed : RELAY_PASS);
}

void
relay_remove_data (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_rmdir (path);
}
