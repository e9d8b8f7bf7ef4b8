/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Each connection is relayed by threads: encrypted bytes between the client and a pair of sockets, at whose
 * other end TLS is spoken; and decrypted bytes between TLS and the gateway, one thread for each direction. */

#include "config.h"

#include "tls-terminator.h"

#include <gio/gunixsocketaddress.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

struct _TlsTerminator {
  GSocket *listener;
  guint16 port, gateway_port;
  GTlsCertificate *certificate;
  GTlsDatabase *authority; /* NULL: clients show no certificate */
  GThread *accepting;
  gint remaining; /* encrypted bytes to clients before the cut; −1: no cut */
  gint cuts;
  GMutex lock;
  GPtrArray *connections;
};

typedef struct {
  TlsTerminator *terminator;
  int client, outer, gateway; /* `outer` is the relay's end of the pair */
  GIOStream *tls;
  GThread *relaying, *speaking;
} Connection;

char *
tls_certificate_path (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("top_srcdir"), "tests/io/certificates", name, NULL);

  return g_canonicalize_filename (path, NULL);
}

void
tls_trust_other_authority (void)
{
  g_autofree char *file = tls_certificate_path ("other-authority.pem");
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsDatabase) authority = g_tls_file_database_new (file, &error);

  g_assert_no_error (error);
  g_tls_backend_set_default_database (g_tls_backend_get_default (), authority);
}

/* ---- encrypted bytes ---- */

static gboolean
send_all (int to, const char *bytes, gssize n)
{
  while (n > 0)
    {
      gssize sent = send (to, bytes, (size_t) n, MSG_NOSIGNAL);

      if (sent <= 0)
        return FALSE;
      bytes += sent;
      n -= sent;
    }
  return TRUE;
}

/* FALSE: the connection is cut now. */
static gboolean
send_to_client (Connection *connection, const char *bytes, gssize n)
{
  TlsTerminator *terminator = connection->terminator;
  gint remaining = g_atomic_int_get (&terminator->remaining);

  if (remaining < 0)
    return send_all (connection->client, bytes, n);
  send_all (connection->client, bytes, MIN (n, remaining));
  g_atomic_int_set (&terminator->remaining, n < remaining ? remaining - (gint) n : -1);
  if (n < remaining)
    return TRUE;
  g_atomic_int_inc (&terminator->cuts);
  return FALSE;
}

static gpointer
relay (gpointer data)
{
  Connection *connection = data;
  gboolean on = TRUE;

  while (on)
    {
      struct pollfd fds[] = { { connection->client, POLLIN, 0 }, { connection->outer, POLLIN, 0 } };
      char bytes[4096];

      poll (fds, 2, -1);
      for (guint i = 0; i < 2 && on; i++)
        if (fds[i].revents != 0)
          {
            gssize n = recv (fds[i].fd, bytes, sizeof bytes, 0);

            on = n > 0
                 && (i == 0 ? send_all (connection->outer, bytes, n) : send_to_client (connection, bytes, n));
          }
    }
  shutdown (connection->client, SHUT_RDWR);
  shutdown (connection->outer, SHUT_RDWR);
  return NULL;
}

/* ---- decrypted bytes ---- */

static gpointer
pass_on_replies (gpointer data)
{
  Connection *connection = data;
  GOutputStream *output = g_io_stream_get_output_stream (connection->tls);
  char bytes[65536];
  gssize n;

  while ((n = recv (connection->gateway, bytes, sizeof bytes, 0)) > 0
         && g_output_stream_write_all (output, bytes, (gsize) n, NULL, NULL, NULL))
    ;
  shutdown (connection->outer, SHUT_RDWR);
  return NULL;
}

static gboolean
connect_to_gateway (Connection *connection)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = g_htons (connection->terminator->gateway_port),
                                 .sin_addr.s_addr = g_htonl (INADDR_LOOPBACK) };

  return connect (connection->gateway, (struct sockaddr *) &address, sizeof address) == 0;
}

/* The handshake, then what the client sends. */
static gpointer
speak (gpointer data)
{
  Connection *connection = data;
  GInputStream *input = g_io_stream_get_input_stream (connection->tls);
  GThread *replies;
  char bytes[65536];
  gssize n;

  if (!g_tls_connection_handshake (G_TLS_CONNECTION (connection->tls), NULL, NULL)
      || !connect_to_gateway (connection))
    {
      shutdown (connection->outer, SHUT_RDWR);
      return NULL;
    }
  replies = g_thread_new ("replies", pass_on_replies, connection);
  while ((n = g_input_stream_read (input, bytes, sizeof bytes, NULL, NULL)) > 0
         && send_all (connection->gateway, bytes, n))
    ;
  shutdown (connection->gateway, SHUT_RDWR);
  g_thread_join (replies);
  return NULL;
}

/* ---- connections ---- */

/* Some versions of glib-networking don't let servers verify their clients by such a database. */
static gboolean
accept_client (GTlsConnection *connection,
               GTlsCertificate *certificate,
               GTlsCertificateFlags flags,
               gpointer authority)
{
  return g_tls_database_verify_chain (authority, certificate, G_TLS_DATABASE_PURPOSE_AUTHENTICATE_CLIENT,
                                      NULL, NULL, G_TLS_DATABASE_VERIFY_NONE, NULL, NULL)
         == 0;
}

static GIOStream *
make_tls (TlsTerminator *terminator, int fd)
{
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, NULL);
  g_autoptr (GSocketConnection) base = g_socket_connection_factory_create_connection (socket);
  GIOStream *tls = g_tls_server_connection_new (G_IO_STREAM (base), terminator->certificate, NULL);

  if (terminator->authority != NULL)
    {
      g_object_set (tls, "authentication-mode", G_TLS_AUTHENTICATION_REQUIRED, NULL);
      g_signal_connect (tls, "accept-certificate", G_CALLBACK (accept_client), terminator->authority);
    }
  return tls;
}

static void
serve (TlsTerminator *terminator, int client)
{
  Connection *connection = g_new0 (Connection, 1);
  int pair[2];

  g_assert (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0);
  *connection = (Connection){ terminator,
                              client,
                              pair[0],
                              socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0),
                              make_tls (terminator, pair[1]),
                              NULL,
                              NULL };
  g_mutex_lock (&terminator->lock);
  g_ptr_array_add (terminator->connections, connection);
  connection->relaying = g_thread_new ("relay", relay, connection);
  connection->speaking = g_thread_new ("TLS", speak, connection);
  g_mutex_unlock (&terminator->lock);
}

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  shutdown (connection->client, SHUT_RDWR);
  shutdown (connection->gateway, SHUT_RDWR);
  g_thread_join (connection->relaying);
  g_thread_join (connection->speaking);
  g_object_unref (connection->tls);
  close (connection->client);
  close (connection->outer);
  close (connection->gateway);
  g_free (connection);
}

static gpointer
accept_all (gpointer data)
{
  TlsTerminator *terminator = data;
  int client = 0;

  while (client >= 0)
    {
      g_socket_condition_wait (terminator->listener, G_IO_IN, NULL, NULL);
      client = accept (g_socket_get_fd (terminator->listener), NULL, NULL);
      if (client >= 0)
        serve (terminator, client);
    }
  return NULL;
}

TlsTerminator *
tls_terminator_new (guint16 gateway_port, const char *certificate, gboolean wants_client)
{
  TlsTerminator *terminator = g_new0 (TlsTerminator, 1);
  g_autofree char *file = tls_certificate_path (certificate);
  g_autofree char *authority = tls_certificate_path ("authority.pem");
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  terminator->certificate = g_tls_certificate_new_from_file (file, &error);
  g_assert_no_error (error);
  if (wants_client)
    terminator->authority = g_tls_file_database_new (authority, &error);
  terminator->listener
      = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  g_assert (g_socket_bind (terminator->listener, address, FALSE, NULL)
            && g_socket_listen (terminator->listener, NULL));
  bound = g_socket_get_local_address (terminator->listener, NULL);
  terminator->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound));
  terminator->gateway_port = gateway_port;
  terminator->remaining = -1;
  terminator->connections = g_ptr_array_new_with_free_func (connection_free);
  g_mutex_init (&terminator->lock);
  terminator->accepting = g_thread_new ("accept", accept_all, terminator);
  return terminator;
}

void
tls_terminator_free (TlsTerminator *terminator)
{
  shutdown (g_socket_get_fd (terminator->listener), SHUT_RDWR);
  g_thread_join (terminator->accepting);
  g_ptr_array_unref (terminator->connections);
  g_object_unref (terminator->listener);
  g_object_unref (terminator->certificate);
  g_clear_object (&terminator->authority);
  g_mutex_clear (&terminator->lock);
  g_free (terminator);
}

guint16
tls_terminator_get_port (TlsTerminator *terminator)
{
  return terminator->port;
}

char *
tls_terminator_dup_uri (TlsTerminator *terminator, const char *host, const char *authority)
{
  g_autofree char *file = authority != NULL ? tls_certificate_path (authority) : NULL;

  return g_strdup_printf ("thrifts://%s:%u/%s%s", host, terminator->port, file != NULL ? "?ca=" : "",
                          file != NULL ? file : "");
}

void
tls_terminator_cut_after (TlsTerminator *terminator, gint n_bytes)
{
  g_atomic_int_set (&terminator->remaining, n_bytes);
}

gint
tls_terminator_get_cuts (TlsTerminator *terminator)
{
  return g_atomic_int_get (&terminator->cuts);
}
