/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "http-front.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ports.h"

#define MAX_BEHAVIOURS 64

struct _HttpFront {
  int listener;
  guint16 port, gateway_port;
  GThread *accepting;
  gint behaviours[MAX_BEHAVIOURS];
  gint n_requests, n_responses, n_connections;
  GMutex lock;
  char *head;                 /* of the last request */
  char *status, *status_body; /* of HTTP_STATUS */
  const char *flood_head, *flood;
  char *authorization; /* that requests need; NULL: none */
  char *challenge;
  GPtrArray *connections;
};

typedef struct {
  HttpFront *front;
  int client, gateway;
  GThread *thread;
  GString *received;
} Connection;

/* ---- bytes ---- */

static gboolean
send_all (int to, gconstpointer bytes, gsize n)
{
  const char *next = bytes;

  while (n > 0)
    {
      gssize sent = send (to, next, n, MSG_NOSIGNAL);

      if (sent <= 0)
        return FALSE;
      next += sent;
      n -= (gsize) sent;
    }
  return TRUE;
}

static gboolean
send_text (int to, const char *text)
{
  return send_all (to, text, strlen (text));
}

static gboolean
receive_all (int from, guint8 *memory, gsize n)
{
  return n == 0 || recv (from, memory, n, MSG_WAITALL) == (gssize) n;
}

static gboolean
receive_more (Connection *connection)
{
  char bytes[16384];
  gssize n = recv (connection->client, bytes, sizeof bytes, 0);

  if (n > 0)
    g_string_append_len (connection->received, bytes, n);
  return n > 0;
}

/* ---- a request ---- */

/* Returns its head, whose length with the empty line is stored; NULL: the connection has ended. */
static char *
receive_head (Connection *connection)
{
  const char *end;
  char *head;

  while ((end = strstr (connection->received->str, "\r\n\r\n")) == NULL)
    if (!receive_more (connection))
      return NULL;
  head = g_strndup (connection->received->str, (gsize) (end - connection->received->str) + 4);
  g_string_erase (connection->received, 0, (gssize) strlen (head));
  return head;
}

static GBytes *
receive_body (Connection *connection, const char *head)
{
  const char *length = strstr (head, "Content-Length: ");
  gsize n = length != NULL ? strtoul (length + 16, NULL, 10) : 0;
  GBytes *body;

  while (connection->received->len < n)
    if (!receive_more (connection))
      return NULL;
  body = g_bytes_new (connection->received->str, n);
  g_string_erase (connection->received, 0, (gssize) n);
  return body;
}

/* Returns the reply of the mock gateway to the call. */
static GBytes *
forward (Connection *connection, GBytes *call)
{
  gsize n;
  gconstpointer data = g_bytes_get_data (call, &n);
  guint32 length = GUINT32_TO_BE ((guint32) n);
  guint8 *reply;

  if (!send_all (connection->gateway, &length, 4) || !send_all (connection->gateway, data, n)
      || !receive_all (connection->gateway, (guint8 *) &length, 4))
    return NULL;
  length = GUINT32_FROM_BE (length);
  reply = g_malloc (length);
  if (receive_all (connection->gateway, reply, length))
    return g_bytes_new_take (reply, length);
  g_free (reply);
  return NULL;
}

/* ---- a response ---- */

static gboolean
send_chunk (int to, const guint8 *bytes, gsize n)
{
  g_autofree char *head = g_strdup_printf ("%zx\r\n", n);

  return send_text (to, head) && send_all (to, bytes, n) && send_text (to, "\r\n");
}

#define HEAD "HTTP/1.1 200 OK\r\nContent-Type: application/x-thrift\r\n"

static gboolean
send_in_chunks (int to, GBytes *reply, HttpBehaviour behaviour)
{
  gsize n;
  const guint8 *bytes = g_bytes_get_data (reply, &n);
  gsize half = n / 2;

  if (!send_text (to, HEAD "Transfer-Encoding: chunked\r\n\r\n") || !send_chunk (to, bytes, half))
    return FALSE;
  if (behaviour == HTTP_CUT)
    {
      send_text (to, "fff\r\nhalf of a chunk");
      return FALSE;
    }
  if (!send_chunk (to, bytes + half, n - half)
      || (behaviour == HTTP_TRAILING && !send_chunk (to, (const guint8 *) "trailing", 8)))
    return FALSE;
  /* The end of the body mustn't come with the reply. Nothing waits for this time. */
  poll (NULL, 0, 2);
  return send_text (to, "0\r\n\r\n") && behaviour != HTTP_REPLY_AND_CLOSE;
}

static gboolean
send_with_length (int to, GBytes *reply)
{
  g_autofree char *head
      = g_strdup_printf (HEAD "Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n", g_bytes_get_size (reply));

  return send_text (to, head) && send_all (to, g_bytes_get_data (reply, NULL), g_bytes_get_size (reply));
}

static gboolean
send_status (Connection *connection)
{
  HttpFront *front = connection->front;
  g_autofree char *text = NULL;

  g_mutex_lock (&front->lock);
  text = g_strdup_printf ("%sContent-Length: %" G_GSIZE_FORMAT "\r\n\r\n%s", front->status,
                          strlen (front->status_body), front->status_body);
  g_mutex_unlock (&front->lock);
  return send_text (connection->client, text);
}

static gboolean
is_authorized (HttpFront *front, const char *head)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&front->lock);
  g_autofree char *line = g_strdup_printf ("\r\nAuthorization: %s\r\n", front->authorization);

  return front->authorization == NULL || strstr (head, line) != NULL;
}

static gboolean
send_challenge (Connection *connection)
{
  HttpFront *front = connection->front;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&front->lock);
  g_autofree char *text = g_strdup_printf (
      "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: %s\r\nContent-Length: 2\r\n\r\nno", front->challenge);

  return send_text (connection->client, text);
}

static gboolean
send_flood (Connection *connection)
{
  GString *many = g_string_new (NULL);
  gboolean sent = send_text (connection->client, connection->front->flood_head);

  while (many->len < 65536)
    g_string_append (many, connection->front->flood);
  while (sent)
    sent = send_all (connection->client, many->str, many->len);
  g_string_free (many, TRUE);
  return FALSE;
}

#define CONTINUE "HTTP/1.1 100 Continue\r\n\r\n"

static gboolean
respond (Connection *connection, GBytes *call, HttpBehaviour behaviour)
{
  g_autoptr (GBytes) reply = NULL;

  if (behaviour == HTTP_FLOOD)
    return send_flood (connection);
  if (behaviour == HTTP_CONTINUE && !send_text (connection->client, CONTINUE CONTINUE))
    return FALSE;
  if (behaviour == HTTP_HOLD)
    return TRUE;
  if (behaviour == HTTP_CLOSE)
    return FALSE;
  if (behaviour == HTTP_STATUS)
    return send_status (connection);
  reply = forward (connection, call);
  if (reply == NULL)
    return FALSE;
  return behaviour == HTTP_LENGTH ? send_with_length (connection->client, reply)
                                  : send_in_chunks (connection->client, reply, behaviour);
}

static gboolean
handle_request (Connection *connection)
{
  HttpFront *front = connection->front;
  g_autofree char *head = receive_head (connection);
  g_autoptr (GBytes) call = head != NULL ? receive_body (connection, head) : NULL;
  gboolean authorized;
  gint n;

  if (call == NULL)
    return FALSE;
  authorized = is_authorized (front, head);
  g_mutex_lock (&front->lock);
  g_free (front->head);
  front->head = g_steal_pointer (&head);
  g_mutex_unlock (&front->lock);
  n = g_atomic_int_add (&front->n_requests, 1);
  if (!authorized)
    return send_challenge (connection);
  return respond (connection, call,
                  (HttpBehaviour) g_atomic_int_get (&front->behaviours[n % MAX_BEHAVIOURS]));
}

/* ---- connections ---- */

static gboolean
connect_to_gateway (Connection *connection)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = g_htons (connection->front->gateway_port),
                                 .sin_addr.s_addr = g_htonl (INADDR_LOOPBACK) };
  int on = 1;

  setsockopt (connection->client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt (connection->gateway, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return connect (connection->gateway, (struct sockaddr *) &address, sizeof address) == 0;
}

static gpointer
serve (gpointer data)
{
  Connection *connection = data;

  if (connect_to_gateway (connection))
    while (handle_request (connection))
      g_atomic_int_inc (&connection->front->n_responses);
  shutdown (connection->client, SHUT_RDWR);
  return NULL;
}

static void
connection_free (gpointer data)
{
  Connection *connection = data;

  shutdown (connection->client, SHUT_RDWR);
  shutdown (connection->gateway, SHUT_RDWR);
  g_thread_join (connection->thread);
  close (connection->client);
  close (connection->gateway);
  g_string_free (connection->received, TRUE);
  g_free (connection);
}

static gpointer
accept_all (gpointer data)
{
  HttpFront *front = data;
  int client;

  while ((client = accept (front->listener, NULL, NULL)) >= 0)
    {
      Connection *connection = g_new0 (Connection, 1);

      *connection = (Connection){ front, client, socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), NULL,
                                  g_string_new (NULL) };
      g_atomic_int_inc (&front->n_connections);
      g_ptr_array_add (front->connections, connection);
      connection->thread = g_thread_new ("HTTP", serve, connection);
    }
  return NULL;
}

HttpFront *
http_front_new (guint16 gateway_port)
{
  HttpFront *front = g_new0 (HttpFront, 1);
  struct sockaddr_storage address = loopback_address (0);

  front->listener = listen_at_address (&address);
  front->port = port_of (&address);
  front->gateway_port = gateway_port;
  g_mutex_init (&front->lock);
  front->connections = g_ptr_array_new_with_free_func (connection_free);
  front->accepting = g_thread_new ("accept", accept_all, front);
  return front;
}

void
http_front_free (HttpFront *front)
{
  shutdown (front->listener, SHUT_RDWR);
  g_thread_join (front->accepting);
  close (front->listener);
  g_ptr_array_unref (front->connections);
  g_free (front->head);
  g_free (front->status);
  g_free (front->status_body);
  g_free (front->authorization);
  g_free (front->challenge);
  g_mutex_clear (&front->lock);
  g_free (front);
}

guint16
http_front_get_port (HttpFront *front)
{
  return front->port;
}

void
http_front_set_behaviour (HttpFront *front, guint n, HttpBehaviour behaviour)
{
  guint next = (guint) g_atomic_int_get (&front->n_requests) + n;

  g_atomic_int_set (&front->behaviours[next % MAX_BEHAVIOURS], (gint) behaviour);
}

void
http_front_set_status (HttpFront *front, const char *head, const char *body)
{
  g_mutex_lock (&front->lock);
  g_free (front->status);
  g_free (front->status_body);
  front->status = g_strdup (head);
  front->status_body = g_strdup (body);
  g_mutex_unlock (&front->lock);
}

void
http_front_set_flood (HttpFront *front, const char *head, const char *flood)
{
  front->flood_head = head;
  front->flood = flood;
}

void
http_front_require (HttpFront *front, const char *authorization, const char *challenge)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&front->lock);

  g_free (front->authorization);
  g_free (front->challenge);
  front->authorization = g_strdup (authorization);
  front->challenge = g_strdup (challenge);
}

gint
http_front_count_requests (HttpFront *front)
{
  return g_atomic_int_get (&front->n_requests);
}

gint
http_front_count_connections (HttpFront *front)
{
  return g_atomic_int_get (&front->n_connections);
}

char *
http_front_dup_head (HttpFront *front)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&front->lock);

  return g_strdup (front->head);
}

void
http_front_await (HttpFront *front, gint n_requests)
{
  while (g_atomic_int_get (&front->n_requests) < n_requests)
    poll (NULL, 0, 1);
}

void
http_front_await_responses (HttpFront *front, gint n_responses)
{
  while (g_atomic_int_get (&front->n_responses) < n_responses)
    poll (NULL, 0, 1);
}
