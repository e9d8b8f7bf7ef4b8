/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests channels over TLS: certificates that are accepted and refused, large messages, connections that
 * are cut in the middle of a record, servers that never finish the handshake, and processes that fork. */

#include "config.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include "io-test.h"
#include "tls-terminator.h"

#include "hbase-forks-private.h"

#include "check-main.h"
#include "idle-fork.h"

/* More than the socket's buffers hold, and many records. */
#define LARGE (6 << 20)

typedef struct {
  MockGateway *mock;
  TlsTerminator *terminator;
  HBasePool *pool;
} Setting;

static HBasePool *
pool_with_options (TlsTerminator *terminator, const char *host, const char *authority, const char *options)
{
  g_autofree char *uri = tls_terminator_dup_uri (terminator, host, authority);
  g_autofree char *whole = g_strconcat (uri, options, NULL);

  return io_pool_new (whole, 2);
}

static Setting *
setting_new (const char *certificate, const char *host, const char *authority)
{
  Setting *setting = g_new0 (Setting, 1);

  setting->mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  setting->terminator = tls_terminator_new (setting->mock->port, certificate, FALSE);
  setting->pool = pool_with_options (setting->terminator, host, authority, "");
  return setting;
}

static Setting *
usual_setting (void)
{
  return setting_new ("gateway.pem", "127.0.0.1", "authority.pem");
}

static void
setting_free (Setting *setting)
{
  hbase_pool_unref (setting->pool);
  tls_terminator_free (setting->terminator);
  mock_gateway_free (setting->mock);
  g_free (setting);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Setting, setting_free)

static void
assert_works (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  io_get (pool, "still", 20000, 0, &error);
  ck_assert_no_error (error);
}

static guint
count_opened (HBasePool *pool)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (pool, &statistics);
  return statistics.opened;
}

/* ---- messages ---- */

START_TEST (calls_go_over_one_channel)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autoptr (HBaseOperation) get = io_get_new (setting->pool, "b");
  g_autoptr (GError) error = NULL;
  IOAsync async;

  assert_works (setting->pool);
  io_async_begin (&async, setting->pool, get, 20000, NULL);
  ck_assert (io_async_end (&async, &error));
  io_assert_row (get, "b");
  assert_works (setting->pool);
  ck_assert_uint_eq (count_opened (setting->pool), 1);
}
END_TEST

START_TEST (a_host_name_is_checked)
{
  g_autoptr (Setting) setting = setting_new ("gateway.pem", "localhost", "authority.pem");

  assert_works (setting->pool);
}
END_TEST

/* The gateway reads nothing until the socket is full: the rest is sent later, from the same bytes. */
START_TEST (a_large_request_arrives_whole)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autoptr (HBaseOperation) put = io_put_new (setting->pool, "a", LARGE);
  g_autoptr (GError) error = NULL;
  IOAsync async;

  assert_works (setting->pool);
  g_atomic_int_set (&setting->mock->log->reads_nothing, TRUE);
  io_async_begin (&async, setting->pool, put, 50000, NULL);
  while (!g_atomic_int_get (&setting->mock->log->noticed))
    g_main_context_iteration (NULL, FALSE);
  g_atomic_int_set (&setting->mock->log->reads_nothing, FALSE);
  ck_assert (io_async_end (&async, &error));
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->requests), 2);
  assert_works (setting->pool);
  ck_assert_uint_eq (count_opened (setting->pool), 1);
}
END_TEST

/* The reply has the row twice: several records, of which the socket shows nothing once they are decrypted. */
START_TEST (a_large_reply_arrives_whole)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autofree char *row = g_strnfill (32767, 'r');
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    ck_assert (io_get (setting->pool, row, 20000, 0, &error));
  ck_assert_uint_eq (count_opened (setting->pool), 1);
}
END_TEST

START_TEST (a_reply_may_come_byte_by_byte)
{
  g_autoptr (Setting) setting = usual_setting ();

  mock_gateway_set_behaviour (setting->mock, 0, 1, MOCK_BYTE_BY_BYTE);
  assert_works (setting->pool);
}
END_TEST

START_TEST (an_idle_channel_that_was_closed_is_renewed)
{
  g_autoptr (Setting) setting = usual_setting ();

  mock_gateway_set_behaviour (setting->mock, 0, 1, MOCK_REPLY_AND_CLOSE);
  assert_works (setting->pool);
  mock_gateway_await (&setting->mock->log->ended, 1);
  assert_works (setting->pool);
  assert_works (setting->pool);
  ck_assert_uint_eq (count_opened (setting->pool), 2);
}
END_TEST

/* ---- certificates ---- */

typedef struct {
  const char *certificate, *host, *authority, *text;
} Refused;

static const Refused refused[] = {
  { "gateway.pem", "127.0.0.1", NULL, "add ca=" },
  { "gateway.pem", "127.0.0.1", "other-authority.pem", "isn't signed by an authority in /" },
  { "other-name.pem", "127.0.0.1", "authority.pem", "isn't made out for “127.0.0.1”" },
  { "other-name.pem", "localhost", "authority.pem", "isn't made out for “localhost”" },
  { "expired.pem", "127.0.0.1", "authority.pem", "has expired" },
};

START_TEST (a_certificate_is_refused)
{
  const Refused *this = &refused[_i];
  g_autoptr (Setting) setting = setting_new (this->certificate, this->host, this->authority);
  g_autofree char *gateway = g_strdup_printf ("%s:%u: its certificate ", this->host,
                                              tls_terminator_get_port (setting->terminator));
  g_autoptr (GError) error = NULL;

  ck_assert (!io_put (setting->pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNTRUSTED);
  ck_assert_msg (strstr (error->message, this->text) != NULL, "%s", error->message);
  ck_assert_msg (strstr (error->message, gateway) != NULL, "%s", error->message);
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->connections), 0);
}
END_TEST

/* GnuTLS reads its settings once, from the environment. */
START_TEST (an_old_version_is_refused)
{
  g_autoptr (Setting) setting = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("G_TLS_GNUTLS_PRIORITY", "NORMAL:-VERS-ALL:+VERS-TLS1.1:%COMPAT", TRUE);
  setting = usual_setting ();
  ck_assert (!io_put (setting->pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNTRUSTED);
  ck_assert_msg (strstr (error->message, "the gateway needs TLS 1.2 or 1.3") != NULL, "%s", error->message);
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->requests), 0);
}
END_TEST

START_TEST (a_client_shows_its_certificate)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (TlsTerminator) terminator = tls_terminator_new (mock->port, "gateway.pem", TRUE);
  g_autofree char *file = tls_certificate_path ("client.pem");
  g_autofree char *both = g_strdup_printf ("&cert=%s&key=%s", file, file);
  g_autofree char *one = g_strdup_printf ("&cert=%s", file);
  g_autoptr (HBasePool) with_both = pool_with_options (terminator, "127.0.0.1", "authority.pem", both);
  g_autoptr (HBasePool) with_one = pool_with_options (terminator, "127.0.0.1", "authority.pem", one);

  assert_works (with_both);
  assert_works (with_one);
}
END_TEST

static void
assert_password_is_refused (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_msg (strstr (error->message, "HBASE_TLS_PASSWORD") != NULL, "%s", error->message);
  ck_assert_ptr_null (strstr (error->message, "another"));
}

START_TEST (the_password_of_a_certificate_is_in_the_environment)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (TlsTerminator) terminator = tls_terminator_new (mock->port, "gateway.pem", TRUE);
  g_autofree char *file = tls_certificate_path ("client.p12"), *option = g_strdup_printf ("&cert=%s", file);
  g_autoptr (HBasePool) pool = pool_with_options (terminator, "127.0.0.1", "authority.pem", option);

  assert_password_is_refused (pool);
  g_setenv ("HBASE_TLS_PASSWORD", "another", TRUE);
  assert_password_is_refused (pool);
  g_setenv ("HBASE_TLS_PASSWORD", "of the tests", TRUE);
  assert_works (pool);
}
END_TEST

/* The terminator closes without a reason: that comes in the handshake, or shortly after it. */
START_TEST (a_client_without_a_certificate_is_told)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autoptr (TlsTerminator) terminator = tls_terminator_new (mock->port, "gateway.pem", TRUE);
  g_autoptr (HBasePool) pool = pool_with_options (terminator, "127.0.0.1", "authority.pem", "");
  g_autoptr (GError) error = NULL;

  ck_assert (!io_put (pool, "a", 20000, &error));
  ck_assert_msg (strstr (error->message, "cert=") != NULL, "%s", error->message);
  ck_assert_int_eq (g_atomic_int_get (&mock->log->requests), 0);
}
END_TEST

/* Without its key a certificate isn't shown, and the gateway would only report that none came. */
START_TEST (a_certificate_without_its_key_is_refused)
{
  g_autofree char *file = tls_certificate_path ("authority.pem");
  g_autofree char *uri = g_strdup_printf ("thrifts://127.0.0.1:1/?cert=%s", file);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_msg (strstr (error->message, "key=") != NULL, "%s", error->message);
}
END_TEST

static const char *const unusable[] = { "?ca=/no/such/file.pem", "?cert=/no/such/file.pem" };

START_TEST (a_file_that_cant_be_read_is_named)
{
  g_autofree char *uri = g_strconcat ("thrifts://127.0.0.1:1/", unusable[_i], NULL);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_URI);
  ck_assert_msg (strstr (error->message, "/no/such/file.pem") != NULL, "%s", error->message);
}
END_TEST

/* ---- failures ---- */

START_TEST (a_gateway_without_tls_is_reported)
{
  g_autoptr (MockGateway) mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, FALSE);
  g_autofree char *uri = g_strdup_printf ("thrifts://%s/", mock->address);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert_msg (strstr (error->message, "doesn't speak TLS") != NULL, "%s", error->message);
}
END_TEST

/* In the middle of a record: a write isn't repeated, a read is. */
START_TEST (a_cut_record_is_a_loss)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autoptr (GError) error = NULL;

  assert_works (setting->pool);
  tls_terminator_cut_after (setting->terminator, 10);
  ck_assert (!io_put (setting->pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_int_eq (tls_terminator_get_cuts (setting->terminator), 1);
  assert_works (setting->pool);
  tls_terminator_cut_after (setting->terminator, 10);
  assert_works (setting->pool);
  ck_assert_int_eq (tls_terminator_get_cuts (setting->terminator), 2);
}
END_TEST

/* It accepts connections, by its kernel, and never sends a byte. */
static GSocket *
new_silent_listener (char **uri)
{
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) bound = NULL;
  GSocket *listener = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);

  ck_assert (g_socket_bind (listener, any, FALSE, NULL) && g_socket_listen (listener, NULL));
  bound = g_socket_get_local_address (listener, NULL);
  *uri = g_strdup_printf ("thrifts://127.0.0.1:%u/",
                          g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  return listener;
}

static void
iterate_until_readable (GSocket *socket)
{
  while (!g_socket_condition_check (socket, G_IO_IN))
    g_main_context_iteration (NULL, FALSE);
}

START_TEST (a_silent_handshake_ends_by_the_timeout)
{
  g_autofree char *uri = NULL;
  g_autoptr (GSocket) listener = new_silent_listener (&uri);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 500, 100, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
}
END_TEST

START_TEST (a_silent_handshake_can_be_cancelled)
{
  g_autofree char *uri = NULL;
  g_autoptr (GSocket) listener = new_silent_listener (&uri);
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (HBaseOperation) get = io_get_new (pool, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GSocket) accepted = NULL;
  g_autoptr (GError) error = NULL;
  IOAsync async;

  io_async_begin (&async, pool, get, 30000, cancellable);
  iterate_until_readable (listener);
  accepted = g_socket_accept (listener, NULL, NULL);
  iterate_until_readable (accepted);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

START_TEST (a_silent_gateway_ends_by_the_timeout)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autoptr (GError) error = NULL;

  assert_works (setting->pool);
  mock_gateway_set_behaviour (setting->mock, 1, 1, MOCK_HOLD);
  error = io_put_in_silence (setting->pool);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  mock_gateway_await (&setting->mock->log->requests, 2);
  assert_works (setting->pool);
}
END_TEST

/* The child closes the parent's channel: the terminator would take its notice of the end for the parent's. */
START_TEST (a_forked_child_leaves_the_parents_channel_alone)
{
  g_autoptr (Setting) setting = usual_setting ();
  pid_t child;
  int status = 0;

  assert_works (setting->pool);
  child = idle_fork ();
  if (child == 0)
    {
      hbase_pool_close (setting->pool);
      test_child_end (TRUE);
    }
  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
  assert_works (setting->pool);
  ck_assert_uint_eq (count_opened (setting->pool), 1);
}
END_TEST

/* GLib's threads that run tasks. */
static guint
count_task_threads (void)
{
  g_autoptr (GDir) threads = g_dir_open ("/proc/self/task", 0, NULL);
  const char *thread;
  guint n = 0;

  while ((thread = g_dir_read_name (threads)) != NULL)
    {
      g_autofree char *name = idle_fork_read (thread, "comm");

      n += name != NULL && g_str_has_prefix (name, "pool") && !g_str_has_prefix (name, "pool-spawner");
    }
  return n;
}

/* `n_lost`: the threads that GLib counted as idle when this process was forked. Returns FALSE if a thread is
 * busy for longer than any call may take. */
static gboolean
await_idle_threads (guint n_lost)
{
  gint64 deadline = g_get_monotonic_time () + 30 * G_USEC_PER_SEC;

  while (g_thread_pool_get_num_unused_threads () - n_lost < count_task_threads ())
    {
      if (g_get_monotonic_time () > deadline)
        {
          g_printerr ("%u of GLib's threads; it counts %u as idle, %u of them lost\n", count_task_threads (),
                      g_thread_pool_get_num_unused_threads (), n_lost);
          return FALSE;
        }
      poll (NULL, 0, 1);
    }
  return TRUE;
}

/* The second handshake comes when the threads that GLib has started for the first one wait for any task. */
static gboolean
connect_twice (Setting *setting)
{
  guint n_lost = g_thread_pool_get_num_unused_threads ();
  g_autoptr (HBasePool) pool = pool_with_options (setting->terminator, "127.0.0.1", "authority.pem", "");

  return io_get (setting->pool, "a", 10000, 0, NULL) && await_idle_threads (n_lost)
         && io_get (pool, "a", 10000, 0, NULL);
}

static gboolean
is_refused (HBasePool *pool)
{
  g_autoptr (GError) error = NULL;

  return !io_get (pool, "a", 60000, 0, &error)
         && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED)
         && strstr (error->message, "in a process that was forked after its parent") != NULL;
}

/* From GLib 2.76 on the child connects only if the parent has begun none of GLib's threads. */
static gboolean
connect_twice_or_refuse (Setting *setting)
{
  return hbase_have_pools_lost_spawner () ? is_refused (setting->pool) : connect_twice (setting);
}

static void
assert_passed (pid_t child)
{
  int status = 0;

  ck_assert_int_eq (waitpid (child, &status, 0), child);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

/* Whether the parent has made no handshake; one, whose threads wait for more of them; or one, whose threads
 * have become GLib's idle ones: all of them, as one that wakes up for that while the process is forked leaves
 * GLib's lock locked in the child. They don't exist in the child. */
START_TEST (a_forked_child_connects_anew)
{
  g_autoptr (Setting) setting = usual_setting ();
  pid_t child;

  if (_i > 0)
    assert_works (setting->pool);
  if (_i == 2)
    ck_assert (await_idle_threads (0));
  child = idle_fork ();
  if (child == 0)
    test_child_end (connect_twice_or_refuse (setting));
  assert_passed (child);
  assert_works (setting->pool);
}
END_TEST

static gpointer
wait_without_end (gpointer unused)
{
  for (;;)
    pause ();
  return NULL;
}

/* GLib needn't have such a thread in this process. */
static pid_t
fork_beside_spawner (void)
{
  g_thread_unref (g_thread_new ("pool-spawner", wait_without_end, NULL));
  return idle_fork ();
}

/* GLib would wait for the thread without end. */
START_TEST (a_child_without_glibs_spawner_is_refused_at_once)
{
  g_autoptr (Setting) setting = usual_setting ();
  g_autoptr (HBasePool) named = io_pool_new ("thrift://gateway.invalid:1/", 1);
  g_autoptr (HBasePool) numbered = io_pool_new (setting->mock->uri, 1);
  pid_t child = fork_beside_spawner ();

  if (child == 0)
    test_child_end (is_refused (setting->pool) && is_refused (named)
                    && io_get (numbered, "a", 10000, 0, NULL));
  assert_passed (child);
}
END_TEST

START_TEST (a_child_is_refused_that_is_the_first_to_use_the_library)
{
  pid_t child = fork_beside_spawner ();

  if (child == 0)
    test_child_end (is_refused (io_pool_new ("thrift://gateway.invalid:1/", 1)));
  assert_passed (child);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *messages = tcase_create ("messages"), *certificates = tcase_create ("certificates"),
        *failures = tcase_create ("failures");
  TCase *const all[] = { messages, certificates, failures };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    tcase_add_checked_fixture (all[i], tls_trust_other_authority, NULL);
  tcase_add_test (messages, calls_go_over_one_channel);
  tcase_add_test (messages, a_host_name_is_checked);
  tcase_add_test (messages, a_large_request_arrives_whole);
  tcase_add_test (messages, a_large_reply_arrives_whole);
  tcase_add_test (messages, a_reply_may_come_byte_by_byte);
  tcase_add_test (messages, an_idle_channel_that_was_closed_is_renewed);
  suite_add_tcase (suite, messages);
  tcase_add_loop_test (certificates, a_certificate_is_refused, 0, G_N_ELEMENTS (refused));
  tcase_add_test (certificates, an_old_version_is_refused);
  tcase_add_test (certificates, a_client_shows_its_certificate);
  tcase_add_test (certificates, the_password_of_a_certificate_is_in_the_environment);
  tcase_add_test (certificates, a_client_without_a_certificate_is_told);
  tcase_add_test (certificates, a_certificate_without_its_key_is_refused);
  tcase_add_loop_test (certificates, a_file_that_cant_be_read_is_named, 0, G_N_ELEMENTS (unusable));
  suite_add_tcase (suite, certificates);
  tcase_add_test (failures, a_gateway_without_tls_is_reported);
  tcase_add_test (failures, a_cut_record_is_a_loss);
  tcase_add_test (failures, a_silent_handshake_ends_by_the_timeout);
  tcase_add_test (failures, a_silent_handshake_can_be_cancelled);
  tcase_add_test (failures, a_silent_gateway_ends_by_the_timeout);
  tcase_add_test (failures, a_forked_child_leaves_the_parents_channel_alone);
  /* Under valgrind, where Check doesn't fork, a thread that waits for its turn looks asleep. */
  if (g_strcmp0 (g_getenv ("CK_FORK"), "no") != 0)
    {
      tcase_add_loop_test (failures, a_forked_child_connects_anew, 0, 3);
      tcase_add_test (failures, a_child_without_glibs_spawner_is_refused_at_once);
      tcase_add_test (failures, a_child_is_refused_that_is_the_first_to_use_the_library);
    }
  suite_add_tcase (suite, failures);
}

TEST_MAIN_FORKED ("tls", fill)
