/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests channels to gateways in HTTP mode, over TLS too: what is sent, responses that aren't replies,
 * bodies that are cut, gateways that are silent, and who may use a channel when. */

#include "config.h"

#include <poll.h>
#include <sys/wait.h>

#include "hbase-pump-private.h"
#include "http-front.h"
#include "io-test.h"
#include "test-operations.h"
#include "tls-terminator.h"

#include "check-main.h"
#include "idle-fork.h"
#include "ports.h"

#define LARGE (6 << 20)

typedef struct {
  MockGateway *mock;
  HttpFront *front;
  char *uri;
  HBasePool *pool;
} Setting;

static Setting *
setting_new (const char *rest)
{
  Setting *setting = g_new0 (Setting, 1);

  setting->mock = mock_gateway_new (HBASE_WIRE_PROTOCOL_BINARY, TRUE);
  setting->front = http_front_new (setting->mock->port);
  setting->uri = g_strdup_printf ("http://127.0.0.1:%u%s", http_front_get_port (setting->front), rest);
  setting->pool = io_pool_new (setting->uri, 2);
  return setting;
}

static void
setting_free (Setting *setting)
{
  hbase_pool_unref (setting->pool);
  http_front_free (setting->front);
  mock_gateway_free (setting->mock);
  g_free (setting->uri);
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

/* ---- libsoup ---- */

static gboolean
has_libsoup (void)
{
  g_autofree char *maps = NULL;

  ck_assert (g_file_get_contents ("/proc/self/maps", &maps, NULL, NULL));
  return strstr (maps, "/libsoup") != NULL;
}

/* Comes before tests that use HTTP, as it is loaded once for a process. */
START_TEST (libsoup_is_loaded_for_http_only)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBasePool) framed = io_pool_new (setting->mock->uri, 1);

  assert_works (framed);
  ck_assert (!has_libsoup ());
  assert_works (setting->pool);
  ck_assert (has_libsoup ());
}
END_TEST

#ifdef HBASE_WITH_LOCAL
START_TEST (a_local_engine_needs_no_libsoup)
{
  g_autoptr (HBasePool) pool = io_pool_new ("local::memory:", 1);
  g_autoptr (GError) error = NULL;

  io_get (pool, "a", 20000, 0, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert (!has_libsoup ());
}
END_TEST
#endif

/* ---- messages ---- */

static void
get_asynchronously (HBasePool *pool)
{
  g_autoptr (HBaseOperation) get = io_get_new (pool, "b");
  g_autoptr (GError) error = NULL;
  IOAsync async;

  io_async_begin (&async, pool, get, 20000, NULL);
  ck_assert (io_async_end (&async, &error));
  io_assert_row (get, "b");
}

/* The end of a body comes after the reply: nobody waits for it, and it doesn't cost the connection. */
START_TEST (all_calls_go_over_one_connection)
{
  g_autoptr (Setting) setting = setting_new ("/");

  for (guint i = 0; i < 10; i++)
    {
      assert_works (setting->pool);
      get_asynchronously (setting->pool);
    }
  http_front_set_behaviour (setting->front, 0, HTTP_LENGTH);
  assert_works (setting->pool);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 22);
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
}
END_TEST

START_TEST (large_messages_arrive_whole)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBaseOperation) put = io_put_new (setting->pool, "a", LARGE);
  g_autofree char *row = g_strnfill (32767, 'r');
  g_autoptr (GError) error = NULL;

  hbase_pool_run (setting->pool, put, 30000, 0, NULL, &error);
  ck_assert_no_error (error);
  for (guint i = 0; i < 10; i++)
    ck_assert (io_get (setting->pool, row, 20000, 0, &error));
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
}
END_TEST

START_TEST (the_request_has_what_the_gateway_wants)
{
  g_autoptr (Setting) setting = setting_new ("/some/path?do-as=alan%40EXAMPLE.ORG");
  g_autofree char *head = NULL;

  assert_works (setting->pool);
  head = http_front_dup_head (setting->front);
  ck_assert_msg (g_str_has_prefix (head, "POST /some/path HTTP/1.1\r\n"), "%s", head);
  ck_assert_msg (strstr (head, "\r\ndoAs: alan@EXAMPLE.ORG\r\n") != NULL, "%s", head);
  ck_assert_msg (strstr (head, "\r\nContent-Type: application/x-thrift\r\n") != NULL, "%s", head);
  ck_assert_msg (strstr (head, "Authorization") == NULL, "%s", head);
}
END_TEST

START_TEST (credentials_come_from_the_environment)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autofree char *head = NULL;

  g_setenv ("HBASE_HTTP_USER", "Aladdin", TRUE);
  g_setenv ("HBASE_HTTP_PASSWORD", "open sesame", TRUE);
  assert_works (setting->pool);
  g_unsetenv ("HBASE_HTTP_USER");
  g_unsetenv ("HBASE_HTTP_PASSWORD");
  head = http_front_dup_head (setting->front);
  ck_assert_msg (strstr (head, "\r\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n") != NULL, "%s",
                 head);
}
END_TEST

/* ---- credentials ---- */

#define ALADDIN "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
#define BASIC "Basic realm=\"the cave\""

/* What a function of the program was called with, and gives. */
typedef struct {
  guint n_calls, n_refused;
  char *gateway, *realm;
  GThread *thread;
  const char *passwords[3]; /* of the calls, one after the other; NULL: there is none */
} Keeper;

static void
keeper_clear (Keeper *keeper)
{
  g_free (keeper->gateway);
  g_free (keeper->realm);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Keeper, keeper_clear)

static gboolean
give_credentials (
    const char *gateway, const char *realm, gboolean was_refused, char **user, char **password, gpointer data)
{
  Keeper *keeper = data;
  const char *given = keeper->passwords[MIN (keeper->n_calls, 2)];

  keeper->n_calls++;
  keeper->n_refused += was_refused;
  keeper->thread = g_thread_self ();
  g_free (keeper->gateway);
  g_free (keeper->realm);
  keeper->gateway = g_strdup (gateway);
  keeper->realm = g_strdup (realm);
  *user = g_strdup ("Aladdin");
  *password = g_strdup (given);
  return given != NULL;
}

static Setting *
guarded_setting_new (Keeper *keeper)
{
  Setting *setting = setting_new ("/");
  HBaseAuthenticator *authenticator = hbase_authenticator_new ();

  hbase_authenticator_set_func (authenticator, give_credentials, keeper, NULL);
  hbase_pool_set_authenticator (setting->pool, authenticator);
  hbase_authenticator_unref (authenticator);
  http_front_require (setting->front, ALADDIN, BASIC);
  return setting;
}

static void
assert_refused (Setting *setting)
{
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (setting->pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNAUTHENTICATED);
  ck_assert_msg (strstr (error->message, "sesame") == NULL, "%s", error->message);
}

/* A put isn't sent again otherwise. */
START_TEST (credentials_are_asked_for_once)
{
  g_auto (Keeper) keeper = { .passwords = { "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);
  g_autofree char *gateway = g_strdup_printf ("127.0.0.1:%u", http_front_get_port (setting->front));
  g_autoptr (GError) error = NULL;

  ck_assert (io_put (setting->pool, "a", 20000, &error));
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->requests), 1);
  ck_assert_int_eq (http_front_count_requests (setting->front), 2);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 3);
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
  ck_assert_uint_eq (keeper.n_calls, 1);
  ck_assert_uint_eq (keeper.n_refused, 0);
  ck_assert_str_eq (keeper.gateway, gateway);
  ck_assert_str_eq (keeper.realm, "the cave");
}
END_TEST

START_TEST (refused_credentials_are_asked_for_again)
{
  g_auto (Keeper) keeper = { .passwords = { "barley", "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  assert_works (setting->pool);
  ck_assert_uint_eq (keeper.n_calls, 2);
  ck_assert_uint_eq (keeper.n_refused, 1);
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->requests), 1);
}
END_TEST

START_TEST (the_environment_is_ignored_while_there_is_a_function)
{
  g_auto (Keeper) keeper = { .passwords = { "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  g_setenv ("HBASE_HTTP_USER", "Cassim", TRUE);
  assert_works (setting->pool);
  g_unsetenv ("HBASE_HTTP_USER");
  ck_assert_uint_eq (keeper.n_calls, 1);
  ck_assert_uint_eq (keeper.n_refused, 0);
}
END_TEST

static gboolean
alternate (
    const char *gateway, const char *realm, gboolean was_refused, char **user, char **password, gpointer data)
{
  guint *n_calls = data;

  *user = g_strdup ("Aladdin");
  *password = g_strdup (*n_calls % 2 == 0 ? "barley" : "rye");
  ++*n_calls;
  return TRUE;
}

START_TEST (wrong_passwords_end)
{
  g_autoptr (Setting) setting = setting_new ("/");
  HBaseAuthenticator *authenticator = hbase_authenticator_new ();
  guint n_calls = 0;

  hbase_authenticator_set_func (authenticator, alternate, &n_calls, NULL);
  hbase_pool_set_authenticator (setting->pool, authenticator);
  hbase_authenticator_unref (authenticator);
  http_front_require (setting->front, ALADDIN, BASIC);
  assert_refused (setting);
  ck_assert_uint_eq (n_calls, 3);
  ck_assert_int_eq (http_front_count_requests (setting->front), 4);
}
END_TEST

static gboolean
give_and_leave (
    const char *gateway, const char *realm, gboolean was_refused, char **user, char **password, gpointer data)
{
  hbase_authenticator_set_func (data, NULL, NULL, NULL);
  *user = g_strdup ("Aladdin");
  return TRUE;
}

START_TEST (what_a_replaced_function_gives_is_forgotten)
{
  HBaseAuthenticator *authenticator = hbase_authenticator_new ();
  guint number;

  hbase_authenticator_set_func (authenticator, give_and_leave, authenticator, NULL);
  ck_assert_ptr_null (hbase_authenticator_dup_authorization (authenticator, &number));
  ck_assert (!hbase_authenticator_renew (authenticator, number, FALSE, "gateway", NULL));
  ck_assert_ptr_null (hbase_authenticator_dup_authorization (authenticator, &number));
  hbase_authenticator_unref (authenticator);
}
END_TEST

/* The second call is as that of another thread, which ends first. */
static gboolean
give_to_the_second (
    const char *gateway, const char *realm, gboolean was_refused, char **user, char **password, gpointer data)
{
  if (g_strcmp0 (realm, "second") != 0)
    {
      ck_assert (hbase_authenticator_renew (data, 1, FALSE, gateway, "second"));
      return FALSE;
    }
  *user = g_strdup ("Aladdin");
  *password = g_strdup ("open sesame");
  return TRUE;
}

START_TEST (a_refusal_leaves_what_another_thread_got)
{
  HBaseAuthenticator *authenticator = hbase_authenticator_new ();
  g_autofree char *authorization = NULL;
  guint number;

  hbase_authenticator_set_func (authenticator, give_to_the_second, authenticator, NULL);
  ck_assert_ptr_null (hbase_authenticator_dup_authorization (authenticator, &number));
  ck_assert_uint_eq (number, 1);
  ck_assert (hbase_authenticator_renew (authenticator, number, FALSE, "gateway", "first"));
  authorization = hbase_authenticator_dup_authorization (authenticator, &number);
  ck_assert_str_eq (authorization, ALADDIN);
  hbase_authenticator_unref (authenticator);
}
END_TEST

static const struct {
  const char *challenges, *realm;
} challenges[] = {
  { "Basic realm=\"the cave\"", "the cave" },
  { "Basic charset=\"UTF-8\", realm=\"the cave\"", "the cave" },
  { "basic Realm=cave, charset=\"UTF-8\"", "cave" },
  { "Basic realm = \"the cave\"", "the cave" },
  { "Basic realm=\"the \\\"cave\\\"\"", "the \"cave\"" },
  { "Negotiate abc==, Digest realm=\"other\", qop=auth, Basic charset=\"UTF-8\" , realm = cave", "cave" },
  { "Basic, Digest realm=\"other\"", NULL },
  { "Basic realm=\"\"", NULL },
  { "Basic realm", NULL },
};

START_TEST (a_challenge_has_a_realm)
{
  g_auto (Keeper) keeper = { .passwords = { "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  http_front_require (setting->front, ALADDIN, challenges[_i].challenges);
  assert_works (setting->pool);
  ck_assert_uint_eq (keeper.n_calls, 1);
  ck_assert_msg (g_strcmp0 (keeper.realm, challenges[_i].realm) == 0, "%s: “%s”", challenges[_i].challenges,
                 keeper.realm);
}
END_TEST

static const char *const other_challenges[] = {
  "Negotiate, Digest realm=\"the cave\"",
  "Digest realm=\"a, Basic b\"",
  "Digest basic = x",
  "Basics realm=\"the cave\"",
  "",
  "Digest realm=\"a, Basic realm=",
};

START_TEST (a_call_without_credentials_fails)
{
  g_auto (Keeper) keeper = { .passwords = { NULL, "sesame", "sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  assert_refused (setting);
  ck_assert_uint_eq (keeper.n_calls, 1);
  /* The same ones aren't tried again and again. */
  assert_refused (setting);
  ck_assert_uint_eq (keeper.n_calls, 3);
  ck_assert_int_eq (g_atomic_int_get (&setting->mock->log->requests), 0);
}
END_TEST

START_TEST (nobody_is_asked_for_what_a_function_cannot_give)
{
  g_auto (Keeper) keeper = { .passwords = { "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  http_front_require (setting->front, ALADDIN, other_challenges[_i]);
  assert_refused (setting);
  ck_assert_uint_eq (keeper.n_calls, 0);
}
END_TEST

static void
get_four (HBasePool *pool)
{
  IOAsync async[4];

  for (guint i = 0; i < G_N_ELEMENTS (async); i++)
    io_async_begin (&async[i], pool, io_get_new (pool, "b"), 20000, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (async); i++)
    {
      g_autoptr (GError) error = NULL;

      io_async_end (&async[i], &error);
      ck_assert_no_error (error);
      hbase_operation_free (async[i].operation);
    }
}

START_TEST (one_thread_is_asked_once_for_all_its_calls)
{
  g_auto (Keeper) keeper = { .passwords = { "open sesame" } };
  g_autoptr (Setting) setting = guarded_setting_new (&keeper);

  get_four (setting->pool);
  ck_assert_uint_eq (keeper.n_calls, 1);
  ck_assert_ptr_eq (keeper.thread, g_thread_self ());
}
END_TEST

/* ---- responses that aren't replies ---- */

typedef struct {
  const char *head, *body;
  HBaseError code;
  const char *text;
} Refused;

#define PAGE                                                                                                 \
  "<html><h2>HTTP ERROR 500</h2><table><tr><th>MESSAGE:</th><td>Support for proxyuser is not configured"     \
  "</td></tr></table></html>"

static const Refused refused[] = {
  { "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\n", "", HBASE_ERROR_UNAUTHENTICATED,
    "Kerberos" },
  { "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Negotiate\r\nWWW-Authenticate: Basic realm=\"cave\"\r\n",
    "", HBASE_ERROR_UNAUTHENTICATED, "HBASE_HTTP_USER" },
  { "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n", "", HBASE_ERROR_UNAUTHENTICATED,
    "HBASE_HTTP_USER" },
  { "HTTP/1.1 403 Forbidden\r\n", "not you", HBASE_ERROR_ACCESS_DENIED, "HTTP 403 Forbidden: not you" },
  { "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/x\r\n", "", HBASE_ERROR_PROTOCOL,
    "redirects to http://127.0.0.1:1/x" },
  { "HTTP/1.1 404 Not Found\r\n", "", HBASE_ERROR_PROTOCOL, "is it a Thrift2 gateway in HTTP mode?" },
  { "HTTP/1.1 501 Unsupported method\r\n", PAGE, HBASE_ERROR_PROTOCOL,
    "is it a Thrift2 gateway in HTTP mode?" },
  { "HTTP/1.1 500 Server Error\r\n", PAGE, HBASE_ERROR_REMOTE, "Support for proxyuser is not configured" },
  { "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", "<html>", HBASE_ERROR_PROTOCOL, "in HTTP mode?" },
};

START_TEST (a_status_is_an_error)
{
  const Refused *this = &refused[_i];
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  http_front_set_status (setting->front, this->head, this->body);
  http_front_set_behaviour (setting->front, 0, HTTP_STATUS);
  ck_assert (!io_get (setting->pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, this->code);
  ck_assert_msg (strstr (error->message, this->text) != NULL, "%s", error->message);
  ck_assert_msg (strstr (error->message, "gateway 127.0.0.1:") != NULL, "%s", error->message);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 2);
}
END_TEST

START_TEST (an_unavailable_gateway_is_tried_again)
{
  g_autoptr (Setting) setting = setting_new ("/");

  http_front_set_status (setting->front, "HTTP/1.1 503 Service Unavailable\r\n", "");
  http_front_set_behaviour (setting->front, 0, HTTP_STATUS);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 2);
}
END_TEST

/* ---- failures ---- */

static const HttpBehaviour losses[] = { HTTP_CUT, HTTP_CLOSE };

START_TEST (a_lost_reply_leaves_a_write_unknown)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  assert_works (setting->pool);
  http_front_set_behaviour (setting->front, 0, losses[_i]);
  ck_assert (!io_put (setting->pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_int_eq (http_front_count_requests (setting->front), 2);
  http_front_set_behaviour (setting->front, 0, losses[_i]);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 4);
}
END_TEST

/* A write would fail if the request were sent down the connection that has ended. */
START_TEST (a_connection_that_ended_while_idle_is_replaced)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 3; i++)
    {
      http_front_set_behaviour (setting->front, 0, HTTP_REPLY_AND_CLOSE);
      assert_works (setting->pool);
      io_put (setting->pool, "a", 20000, &error);
      if (error == NULL)
        continue;
      /* The end of the connection may be seen only after the request was sent. */
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      g_clear_error (&error);
    }
  assert_works (setting->pool);
}
END_TEST

static void
await_bytes (HBaseChannel *channel)
{
  while (!channel->class->is_readable (channel))
    poll (NULL, 0, 1);
}

/* They are seen with the reply, or before the channel is used again. */
START_TEST (bytes_after_the_reply_cost_the_connection)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  http_front_set_behaviour (setting->front, 0, HTTP_TRAILING);
  io_get (setting->pool, "a", 20000, 0, &error);
  if (error != NULL)
    ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  else
    await_bytes (g_queue_peek_head (&setting->pool->idle));
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_connections (setting->front), 2);
}
END_TEST

START_TEST (a_silent_gateway_ends_by_the_timeout)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  http_front_set_behaviour (setting->front, 0, HTTP_HOLD);
  error = io_put_in_silence (setting->pool);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  http_front_await (setting->front, 1);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 2);
}
END_TEST

/* As if the process was stopped from the time when the reply had come until the call's time was over. */
START_TEST (a_reply_that_has_come_counts_after_the_deadline)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBaseOperation) put = io_put_new (setting->pool, "a", 1);
  g_autoptr (GError) error = NULL;
  HBaseLaneLink *link;
  IOAsync async;

  g_atomic_int_set (&setting->mock->log->paused, TRUE);
  io_async_begin (&async, setting->pool, put, 60000, NULL);
  while (put->lanes[0].state != HBASE_LANE_AWAITING)
    g_main_context_iteration (NULL, TRUE);
  g_atomic_int_set (&setting->mock->log->paused, FALSE);
  http_front_await_responses (setting->front, 1);
  link = put->lanes[0].link;
  link->run->deadline = 1;
  io_async_end (&async, &error);
  ck_assert_no_error (error);
}
END_TEST

START_TEST (informational_responses_are_skipped)
{
  g_autoptr (Setting) setting = setting_new ("/");

  http_front_set_behaviour (setting->front, 0, HTTP_CONTINUE);
  assert_works (setting->pool);
  ck_assert_int_eq (http_front_count_requests (setting->front), 1);
}
END_TEST

#define CHUNKED "HTTP/1.1 200 OK\r\nContent-Type: application/x-thrift\r\nTransfer-Encoding: chunked\r\n\r\n"

/* In one dispatch, libsoup reads all that comes until the response's head ends. */
static const struct {
  const char *head, *flood, *word;
} floods[] = {
  { "", "HTTP/1.1 100 Continue\r\n\r\n", "informational" },
  { "", "HTTP/1.1 102 Processing\r\nX: y\r\n\r\n", "informational" },
  { "HTTP/1.1 200 OK\r\n", "X: y\r\n", "eader" },
  { "HTTP/1.1 200 OK\r\n", "XXXXXXXX", "eader" },
  { CHUNKED, "0", "" },
  { CHUNKED "0\r\n", "X: y\r\n", "" },
};

START_TEST (a_response_without_end_is_refused)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (GError) error = NULL;

  http_front_set_flood (setting->front, floods[_i].head, floods[_i].flood);
  http_front_set_behaviour (setting->front, 0, HTTP_FLOOD);
  ck_assert (!io_put (setting->pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_ptr_nonnull (strstr (error->message, floods[_i].word));
  assert_works (setting->pool);
}
END_TEST

START_TEST (a_waiting_call_can_be_cancelled)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBaseOperation) get = io_get_new (setting->pool, "a");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IOAsync async;

  http_front_set_behaviour (setting->front, 0, HTTP_HOLD);
  io_async_begin (&async, setting->pool, get, 30000, cancellable);
  while (http_front_count_requests (setting->front) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

/* A run that was cancelled left its exchange to the next one, which continues it in another context. */
START_TEST (an_exchange_continues_in_another_context)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBaseOperation) walk = walk_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IOAsync async;

  g_atomic_int_set (&setting->mock->log->paused, TRUE);
  io_async_begin (&async, setting->pool, walk, 30000, cancellable);
  while (g_atomic_int_get (&setting->mock->log->requests) == 0)
    g_main_context_iteration (NULL, FALSE);
  g_cancellable_cancel (cancellable);
  ck_assert (!io_async_end (&async, &error));
  g_clear_error (&error);
  g_atomic_int_set (&setting->mock->log->paused, FALSE);
  hbase_pool_run (setting->pool, walk, 20000, 0, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (((Walk *) walk)->row, 0);
}
END_TEST

/* The rows that a blocking run prefetched are taken by an asynchronous one, and the reverse. */
START_TEST (a_prefetch_continues_in_another_context)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (HBaseOperation) walk = walk_new ();
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 20; i++)
    {
      IOAsync async;

      if (i % 3 == 0)
        {
          io_async_begin (&async, setting->pool, walk, 20000, NULL);
          io_async_end (&async, &error);
        }
      else
        hbase_pool_run (setting->pool, walk, 20000, 0, NULL, &error);
      ck_assert_no_error (error);
      ck_assert_int_eq (((Walk *) walk)->row, i);
    }
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
}
END_TEST

START_TEST (a_port_without_a_listener_is_reported)
{
  g_autofree char *uri = g_strdup_printf ("http://127.0.0.1:%u/", keep_loopback_port ());
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_put (pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
}
END_TEST

START_TEST (the_next_gateway_is_used)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autofree char *uri = g_strdup_printf ("http://127.0.0.1:%u,127.0.0.1:%u/", keep_loopback_port (),
                                          http_front_get_port (setting->front));
  g_autoptr (HBasePool) pool = io_pool_new (uri, 2);

  for (guint i = 0; i < 3; i++)
    assert_works (pool);
}
END_TEST

START_TEST (a_forked_child_leaves_the_parents_channel_alone)
{
  g_autoptr (Setting) setting = setting_new ("/");
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
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
}
END_TEST

static gpointer
get_in_a_thread (gpointer pool)
{
  for (guint i = 0; i < 20; i++)
    assert_works (pool);
  return NULL;
}

START_TEST (threads_share_channels)
{
  g_autoptr (Setting) setting = setting_new ("/");
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("get", get_in_a_thread, setting->pool);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  ck_assert_int_eq (http_front_count_requests (setting->front), 80);
  ck_assert_int_le (http_front_count_connections (setting->front), 2);
}
END_TEST

/* ---- late replies ---- */

static void
read_row (Setting *setting, gpointer scan)
{
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (GError) error = NULL;
  guint row;

  hbase_pool_run (setting->pool, scan, 20000, 0, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (hbase_scan_operation_take (scan, &block, &row));
}

static void
await_no_request (const MockLog *log)
{
  while (g_atomic_int_get (&log->unanswered) > 0)
    poll (NULL, 0, 1);
}

/* Has the scan read two rows and send the prefetch of the third one, to which the gateway doesn't respond
 * before it is resumed. */
static void
begin_scan (Setting *setting, gpointer scan)
{
  MockLog *log = setting->mock->log;

  /* A prefetch is sent at once only if the end of the body before it has come with the reply. */
  for (guint i = 0; i < 4; i++)
    http_front_set_behaviour (setting->front, i, HTTP_LENGTH);
  read_row (setting, scan);
  mock_gateway_await (&log->requests, 3);
  await_no_request (log);
  g_atomic_int_set (&log->paused, TRUE);
  read_row (setting, scan);
  mock_gateway_await (&log->requests, 4);
}

static void
await_reply (Setting *setting)
{
  g_atomic_int_set (&setting->mock->log->paused, FALSE);
  await_bytes (g_queue_peek_head (&setting->pool->detached));
}

static guint
count_dropped (Setting *setting)
{
  HBasePoolStatistics statistics;

  hbase_pool_get_statistics (setting->pool, &statistics);
  return statistics.dropped;
}

/* Whether the response to the prefetch hasn't come or hasn't been read. */
START_TEST (a_dropped_scan_closes_its_scanner)
{
  g_autoptr (Setting) setting = setting_new ("/");
  MockLog *log = setting->mock->log;
  gpointer scan = io_scan_new (setting->pool);

  begin_scan (setting, scan);
  ck_assert_int_eq (g_atomic_int_get (&log->scanners), 1);
  if (_i == 1)
    await_reply (setting);
  hbase_operation_free (scan);
  g_atomic_int_set (&log->paused, FALSE);
  while (g_atomic_int_get (&log->scanners) != 0)
    assert_works (setting->pool);
  ck_assert_uint_eq (count_dropped (setting), 0);
}
END_TEST

START_TEST (a_scan_that_is_dropped_before_its_prefetch_is_sent_closes_its_scanner)
{
  g_autoptr (Setting) setting = setting_new ("/");
  MockLog *log = setting->mock->log;
  gpointer scan = io_scan_new (setting->pool);

  read_row (setting, scan);
  ck_assert_int_eq (g_atomic_int_get (&log->scanners), 1);
  hbase_operation_free (scan);
  while (g_atomic_int_get (&log->scanners) != 0)
    assert_works (setting->pool);
  ck_assert_uint_eq (count_dropped (setting), 0);
}
END_TEST

static gboolean
has_late_replies (HBasePool *pool)
{
  for (GList *i = pool->idle.head; i != NULL; i = i->next)
    if (((HBaseChannel *) i->data)->late_replies.length > 0)
      return TRUE;
  return FALSE;
}

/* A channel may have the scanners of several lanes. */
START_TEST (requests_wait_for_each_other)
{
  g_autoptr (Setting) setting = setting_new ("/");
  guint channel_id;

  assert_works (setting->pool);
  channel_id = ((HBaseChannel *) g_queue_peek_head (&setting->pool->idle))->id;
  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GBytes) arguments = walk_close_arguments ();

      hbase_pool_send_unawaited (setting->pool, channel_id,
                                 &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER], arguments);
    }
  while (has_late_replies (setting->pool))
    assert_works (setting->pool);
  ck_assert_uint_eq (count_dropped (setting), 0);
}
END_TEST

/* ---- TLS ---- */

static HBasePool *
pool_over_tls (TlsTerminator *terminator, const char *authority)
{
  g_autofree char *file = authority != NULL ? tls_certificate_path (authority) : NULL;
  g_autofree char *uri = g_strdup_printf ("https://127.0.0.1:%u/%s%s", tls_terminator_get_port (terminator),
                                          file != NULL ? "?ca=" : "", file != NULL ? file : "");

  return io_pool_new (uri, 2);
}

START_TEST (calls_go_over_tls)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (TlsTerminator) terminator
      = tls_terminator_new (http_front_get_port (setting->front), "gateway.pem", FALSE);
  g_autoptr (HBasePool) pool = pool_over_tls (terminator, "authority.pem");

  for (guint i = 0; i < 5; i++)
    {
      assert_works (pool);
      get_asynchronously (pool);
    }
  ck_assert_int_eq (http_front_count_connections (setting->front), 1);
}
END_TEST

/* GnuTLS reads its settings once, from the environment. */
START_TEST (an_old_version_is_refused)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (TlsTerminator) terminator = NULL;
  g_autoptr (HBasePool) pool = NULL;
  g_autoptr (GError) error = NULL;

  g_setenv ("G_TLS_GNUTLS_PRIORITY", "NORMAL:-VERS-ALL:+VERS-TLS1.1:%COMPAT", TRUE);
  terminator = tls_terminator_new (http_front_get_port (setting->front), "gateway.pem", FALSE);
  pool = pool_over_tls (terminator, "authority.pem");
  ck_assert (!io_put (pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNTRUSTED);
  ck_assert_msg (strstr (error->message, "the gateway needs TLS 1.2 or 1.3") != NULL, "%s", error->message);
  ck_assert_int_eq (http_front_count_requests (setting->front), 0);
}
END_TEST

START_TEST (an_unknown_authority_is_refused)
{
  g_autoptr (Setting) setting = setting_new ("/");
  g_autoptr (TlsTerminator) terminator
      = tls_terminator_new (http_front_get_port (setting->front), "gateway.pem", FALSE);
  g_autoptr (HBasePool) pool = pool_over_tls (terminator, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_put (pool, "a", 20000, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNTRUSTED);
  ck_assert_msg (strstr (error->message, "add ca=") != NULL, "%s", error->message);
  ck_assert_int_eq (http_front_count_requests (setting->front), 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *messages = tcase_create ("messages"), *failures = tcase_create ("failures"),
        *soup = tcase_create ("libsoup"), *late = tcase_create ("late replies"), *tls = tcase_create ("TLS");

  tcase_add_checked_fixture (tls, tls_trust_other_authority, NULL);
#ifdef HBASE_WITH_LOCAL
  tcase_add_test (soup, a_local_engine_needs_no_libsoup);
#endif
  tcase_add_test (soup, libsoup_is_loaded_for_http_only);
  suite_add_tcase (suite, soup);
  tcase_add_test (messages, all_calls_go_over_one_connection);
  tcase_add_test (messages, large_messages_arrive_whole);
  tcase_add_test (messages, the_request_has_what_the_gateway_wants);
  tcase_add_test (messages, a_prefetch_continues_in_another_context);
  tcase_add_test (messages, credentials_come_from_the_environment);
  tcase_add_test (messages, credentials_are_asked_for_once);
  tcase_add_test (messages, refused_credentials_are_asked_for_again);
  tcase_add_test (messages, the_environment_is_ignored_while_there_is_a_function);
  tcase_add_test (messages, wrong_passwords_end);
  tcase_add_test (messages, what_a_replaced_function_gives_is_forgotten);
  tcase_add_test (messages, a_refusal_leaves_what_another_thread_got);
  tcase_add_loop_test (messages, a_challenge_has_a_realm, 0, G_N_ELEMENTS (challenges));
  tcase_add_test (messages, a_call_without_credentials_fails);
  tcase_add_loop_test (messages, nobody_is_asked_for_what_a_function_cannot_give, 0,
                       G_N_ELEMENTS (other_challenges));
  tcase_add_test (messages, one_thread_is_asked_once_for_all_its_calls);
  tcase_add_loop_test (messages, a_status_is_an_error, 0, G_N_ELEMENTS (refused));
  tcase_add_test (messages, an_unavailable_gateway_is_tried_again);
  suite_add_tcase (suite, messages);
  tcase_add_loop_test (failures, a_lost_reply_leaves_a_write_unknown, 0, G_N_ELEMENTS (losses));
  tcase_add_test (failures, a_connection_that_ended_while_idle_is_replaced);
  tcase_add_test (failures, bytes_after_the_reply_cost_the_connection);
  tcase_add_test (failures, a_silent_gateway_ends_by_the_timeout);
  tcase_add_test (failures, a_reply_that_has_come_counts_after_the_deadline);
  tcase_add_test (failures, informational_responses_are_skipped);
  tcase_add_loop_test (failures, a_response_without_end_is_refused, 0, G_N_ELEMENTS (floods));
  tcase_add_test (failures, a_waiting_call_can_be_cancelled);
  tcase_add_test (failures, an_exchange_continues_in_another_context);
  tcase_add_test (failures, a_port_without_a_listener_is_reported);
  tcase_add_test (failures, the_next_gateway_is_used);
  tcase_add_test (failures, a_forked_child_leaves_the_parents_channel_alone);
  tcase_add_test (failures, threads_share_channels);
  suite_add_tcase (suite, failures);
  tcase_add_loop_test (late, a_dropped_scan_closes_its_scanner, 0, 2);
  tcase_add_test (late, a_scan_that_is_dropped_before_its_prefetch_is_sent_closes_its_scanner);
  tcase_add_test (late, requests_wait_for_each_other);
  suite_add_tcase (suite, late);
  tcase_add_test (tls, calls_go_over_tls);
  tcase_add_test (tls, an_unknown_authority_is_refused);
  tcase_add_test (tls, an_old_version_is_refused);
  suite_add_tcase (suite, tls);
}

TEST_MAIN_FORKED ("http", fill)
