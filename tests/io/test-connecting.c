/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests connecting: addresses and gateways that don't respond, and connections that are cancelled. */

#include "config.h"

#include "io-test.h"

#include "check-main.h"

/* ---- an address that neither accepts nor refuses connections ---- */

/* Enough to fill the listener's queue, whatever the system rounds its length to. */
#define N_QUEUED 4

typedef struct {
  GSocket *listener;
  GSocket *queued[N_QUEUED];
} SilentAddress;

static GSocket *
new_socket (void)
{
  g_autoptr (GError) error = NULL;
  GSocket *socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);

  ck_assert_no_error (error);
  g_socket_set_blocking (socket, FALSE);
  return socket;
}

static SilentAddress *
silent_address_new (const char *host, guint16 port)
{
  g_autoptr (GSocketAddress) wanted = g_inet_socket_address_new_from_string (host, port);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) error = NULL;
  SilentAddress *silent = g_new0 (SilentAddress, 1);

  silent->listener = new_socket ();
  g_socket_bind (silent->listener, wanted, FALSE, &error);
  ck_assert_no_error (error);
  g_socket_set_listen_backlog (silent->listener, 0);
  g_socket_listen (silent->listener, &error);
  ck_assert_no_error (error);
  address = g_socket_get_local_address (silent->listener, &error);
  for (guint i = 0; i < N_QUEUED; i++)
    {
      silent->queued[i] = new_socket ();
      g_socket_connect (silent->queued[i], address, NULL, NULL);
    }
  /* The last of them would have been accepted by now if the queue weren't full. */
  ck_assert (!g_socket_condition_check (silent->queued[N_QUEUED - 1], G_IO_OUT));
  return silent;
}

static guint16
silent_address_get_port (SilentAddress *silent)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (silent->listener, NULL);

  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

static void
silent_address_free (SilentAddress *silent)
{
  for (guint i = 0; i < N_QUEUED; i++)
    g_object_unref (silent->queued[i]);
  g_object_unref (silent->listener);
  g_free (silent);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SilentAddress, silent_address_free)

/* ---- a resolver with one name, of two addresses ---- */

#define TWO_ADDRESSES "two-addresses.invalid"
#define SILENT_HOST "127.0.0.2"
#define GATEWAYS_HOST "127.0.0.1"

typedef GResolver TestResolver;
typedef GResolverClass TestResolverClass;
GType test_resolver_get_type (void);
G_DEFINE_TYPE (TestResolver, test_resolver, G_TYPE_RESOLVER)

static void
lookup_async (GResolver *resolver,
              const char *name,
              GResolverNameLookupFlags flags,
              GCancellable *cancellable,
              GAsyncReadyCallback callback,
              gpointer data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, data);
  GList *addresses = NULL;

  if (flags == G_RESOLVER_NAME_LOOKUP_FLAGS_IPV6_ONLY || strcmp (name, TWO_ADDRESSES) != 0)
    {
      g_task_return_new_error (task, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND, "no such name");
      return;
    }
  addresses = g_list_append (addresses, g_inet_address_new_from_string (SILENT_HOST));
  addresses = g_list_append (addresses, g_inet_address_new_from_string (GATEWAYS_HOST));
  g_task_return_pointer (task, addresses, (GDestroyNotify) g_resolver_free_addresses);
}

static GList *
lookup_finish (GResolver *resolver, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
test_resolver_class_init (GResolverClass *class)
{
  class->lookup_by_name_with_flags_async = lookup_async;
  class->lookup_by_name_with_flags_finish = lookup_finish;
}

static void
test_resolver_init (GResolver *resolver)
{
}

/* A blocking call has a context of its own, and GIO starts on the second address in a callback of the first:
 * that must happen in the same context, or the call would never end. */
START_TEST (a_silent_address_is_passed_over)
{
  g_autoptr (GResolver) resolver = g_object_new (test_resolver_get_type (), NULL);
  g_autoptr (GResolver) usual = g_resolver_get_default ();
  g_autoptr (MockGateway) mock = mock_gateway_new_at (GATEWAYS_HOST);
  g_autoptr (SilentAddress) silent = silent_address_new (SILENT_HOST, mock->port);
  g_autofree char *uri = g_strdup_printf ("thrift://" TWO_ADDRESSES ":%u/", mock->port);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  g_resolver_set_default (resolver);
  io_get (pool, "a", 20000, 0, &error);
  g_resolver_set_default (usual);
  ck_assert_no_error (error);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 1);
}
END_TEST

/* ---- which gateway comes first ---- */

/* Opens one more connection: the idle one is closed by its gateway first. */
static void
get_by_a_new_connection (HBasePool *pool, guint timeout)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", timeout, timeout, &error);
  ck_assert_no_error (error);
}

static HBasePool *
pool_of_two (const char *a, const char *b)
{
  g_autofree char *uri = g_strdup_printf ("thrift://%s,%s/", a, b);

  return io_pool_new (uri, 2);
}

static gint64
stopped_clock (void)
{
  return 0;
}

/* The attempt timed out after more than a second. The third connection would be made to that gateway again,
 * and would wait until the call's timeout. */
START_TEST (a_gateway_that_hangs_is_avoided_by_the_next_call)
{
  g_autoptr (SilentAddress) silent = silent_address_new ("127.0.0.1", 0);
  g_autofree char *address = g_strdup_printf ("127.0.0.1:%u", silent_address_get_port (silent));
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = pool_of_two (address, mock->address);
  g_autoptr (GError) error = NULL;
  gint n_connections;

  pool->now = stopped_clock;
  mock_gateway_set_behaviour (mock, 0, MOCK_MAX_REQUESTS, MOCK_REPLY_AND_CLOSE);
  io_get (pool, "a", 30000, 1100, &error);
  ck_assert_no_error (error);
  /* More than one if the mock was slower than an attempt. */
  n_connections = g_atomic_int_get (&mock->log->connections);
  mock_gateway_await (&mock->log->ended, n_connections);
  get_by_a_new_connection (pool, 20000);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->connections), n_connections + 1);
}
END_TEST

static void
cancel_while_connecting (HBasePool *pool)
{
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IOAsync async;

  io_async_begin (&async, pool, get, 30000, cancellable);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The caller's cancellation doesn't make the gateway suspicious. The order is a, b, a: the third connection
 * is to a. */
START_TEST (a_gateway_whose_connection_was_cancelled_isnt_avoided)
{
  g_autoptr (MockGateway) a = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (MockGateway) b = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (HBasePool) pool = pool_of_two (a->address, b->address);

  cancel_while_connecting (pool);
  mock_gateway_set_behaviour (b, 0, 1, MOCK_REPLY_AND_CLOSE);
  get_by_a_new_connection (pool, 30000);
  ck_assert_int_eq (g_atomic_int_get (&b->log->requests), 1);
  mock_gateway_await (&b->log->ended, 1);
  get_by_a_new_connection (pool, 30000);
  ck_assert_int_eq (g_atomic_int_get (&a->log->requests), 1);
  ck_assert_int_eq (g_atomic_int_get (&b->log->requests), 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("connecting");

  tcase_add_test (tests, a_silent_address_is_passed_over);
  tcase_add_test (tests, a_gateway_that_hangs_is_avoided_by_the_next_call);
  tcase_add_test (tests, a_gateway_whose_connection_was_cancelled_isnt_avoided);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("connecting", fill)
