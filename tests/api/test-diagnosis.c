/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "ports.h"

/* This tests diagnoses, against the embedded engine and against peers that follow a script.
 * tests/hbase/test-diagnosis-hbase.c tests them against gateways. */

/* ---- scripted peers ---- */

/* What a peer sends to any connection: bytes; or, where `calls` is set, responses of Thrift to the calls that
 * it lists, and the exception for an unknown method to all others. */
typedef struct {
  const char *name;
  const char *bytes;
  gsize length;
  gboolean closes;
  const char *calls; /* names, each with a space after it; NULL: not Thrift */
  gboolean is_read_only;
  HBaseServiceKind kind;
  const char *version;
} Script;

#define SENDS(text) .bytes = text, .length = sizeof text - 1

static const Script scripts[] = {
  { "a web server", SENDS ("HTTP/1.1 400 Bad Request\r\n\r\n"), .closes = TRUE,
    .kind = HBASE_SERVICE_KIND_HTTP },
  { "a gateway in HTTP mode", SENDS ("HTTP/1.1 200 OK\r\nContent-Type: application/x-thrift\r\n\r\n"),
    .kind = HBASE_SERVICE_KIND_THRIFT_HTTP },
  { "a gateway in HTTP mode with Kerberos",
    SENDS ("HTTP/1.1 401 Unauthorized\r\nDate: Mon, 23 Nov 2026 09:00:00 GMT\r\n"
           "Content-Type: application/x-thrift\r\nWWW-Authenticate: Negotiate\r\n\r\n"),
    .closes = TRUE, .kind = HBASE_SERVICE_KIND_SPNEGO },
  { "a TLS server", SENDS ("\x15\x03\x03\x00\x02\x02\x50"), .closes = TRUE, .kind = HBASE_SERVICE_KIND_TLS },
  { "a gateway with Kerberos", SENDS ("\x04\x00\x00\x00\x13Invalid status -128"), .closes = TRUE,
    .kind = HBASE_SERVICE_KIND_SASL },
  { "an SSH server", SENDS ("SSH-2.0-OpenSSH_9.2\r\n"), .kind = HBASE_SERVICE_KIND_UNKNOWN },
  { "one that closes", SENDS (""), .closes = TRUE, .kind = HBASE_SERVICE_KIND_UNKNOWN },
  { "one that is silent", SENDS (""), .kind = HBASE_SERVICE_KIND_SILENT },
  { "a response to another call", SENDS ("\x80\x01\x00\x02\x00\x00\x00\x03get\x00\x00\x00\x63\x00"),
    .kind = HBASE_SERVICE_KIND_UNKNOWN },
  { "an endless length", SENDS ("\x7f\xff\xff\xff\xff\xff\xff\xff"), .kind = HBASE_SERVICE_KIND_UNKNOWN },
  { "HBase 2.4", .calls = "getThriftServerType getClusterId deleteMultiple ",
    .kind = HBASE_SERVICE_KIND_THRIFT2, .version = "2.4 or newer" },
  { "a read-only one", .calls = "getThriftServerType getClusterId deleteMultiple ", .is_read_only = TRUE,
    .kind = HBASE_SERVICE_KIND_THRIFT2, .version = "2.4 or newer" },
  { "HBase 2.3", .calls = "getThriftServerType deleteMultiple ", .kind = HBASE_SERVICE_KIND_THRIFT2,
    .version = "2.3" },
  { "HBase 2.2", .calls = "listNamespaceDescriptors deleteMultiple ", .kind = HBASE_SERVICE_KIND_THRIFT2,
    .version = "2.2" },
  { "HBase 1.4", .calls = "getScannerRows deleteMultiple ", .kind = HBASE_SERVICE_KIND_THRIFT2,
    .version = "older than 2.2" },
  { "an old Thrift1", .calls = "scannerGet ", .kind = HBASE_SERVICE_KIND_THRIFT1 },
  { "another Thrift service", .calls = "getStatus ", .kind = HBASE_SERVICE_KIND_UNKNOWN },
};

#define ILLEGAL "\x0c\x00\x02\x0b\x00\x01\x00\x00\x00\x12Invalid scanner Id\x00\x00"
#define NO_ROWS "\x0f\x00\x00\x0c\x00\x00\x00\x00\x00"

/* The structs of results, in the binary protocol. */
static const struct {
  const char *call, *result;
  gsize length;
} results[] = {
#define RESULT(call, result)                                                                                 \
  {                                                                                                          \
    call, result, sizeof result - 1                                                                          \
  }
  RESULT ("getThriftServerType", "\x08\x00\x00\x00\x00\x00\x02\x00"),
  RESULT ("getClusterId", "\x0b\x00\x00\x00\x00\x00\x01x\x00"),
  RESULT ("listNamespaceDescriptors", NO_ROWS),
  RESULT ("getScannerRows", ILLEGAL),
  RESULT ("scannerGet", ILLEGAL),
  RESULT ("deleteMultiple", NO_ROWS),
};

static const char read_only[]
    = "\x0c\x00\x01\x0b\x00\x01\x00\x00\x00\x23Thrift Server is in Read-only mode.\x00\x00";
static const char unknown_method[]
    = "\x0b\x00\x01\x00\x00\x00\x13Invalid method name\x08\x00\x02\x00\x00\x00\x01\x00";

typedef struct {
  const Script *script;
  GSocketListener *listener;
  GCancellable *stop;
  GThread *thread;
  GPtrArray *connections;
  guint16 port;
  char *uri;
} Peer;

static gboolean
has_call (const Script *script, const char *name)
{
  g_autofree char *word = g_strconcat (name, " ", NULL);

  return strstr (script->calls, word) != NULL;
}

static void
append_result (const Script *script, const char *name, GString *reply)
{
  if (script->is_read_only && strcmp (name, "deleteMultiple") == 0)
    {
      g_string_append_len (reply, read_only, sizeof read_only - 1);
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    if (strcmp (results[i].call, name) == 0)
      g_string_append_len (reply, results[i].result, (gssize) results[i].length);
}

/* Returns what to send as a response to the call; NULL: it isn't in the binary protocol without frames. */
static GString *
make_reply (const Script *script, const char *call, gssize length)
{
  gsize name_length = length > 8 ? (guint8) call[7] : 0;
  g_autofree char *name = g_strndup (call + 8, name_length);
  gboolean known = has_call (script, name);
  GString *reply;

  if (length < 13 || (guint8) call[0] != 0x80)
    return NULL;
  reply = g_string_new_len (known ? "\x80\x01\x00\x02" : "\x80\x01\x00\x03", 4);
  g_string_append_len (reply, call + 4, (gssize) name_length + 8);
  if (known)
    append_result (script, name, reply);
  else
    g_string_append_len (reply, unknown_method, sizeof unknown_method - 1);
  return reply;
}

/* Serves one connection until its client closes it. */
static gpointer
talk (gpointer data)
{
  Peer *peer = g_object_get_data (data, "peer");
  GInputStream *input = g_io_stream_get_input_stream (data);
  GOutputStream *output = g_io_stream_get_output_stream (data);
  char call[1024];
  gssize n;

  while ((n = g_input_stream_read (input, call, sizeof call, peer->stop, NULL)) > 0)
    {
      g_autoptr (GString) reply = peer->script->calls != NULL ? make_reply (peer->script, call, n) : NULL;

      if (peer->script->calls == NULL)
        g_output_stream_write_all (output, peer->script->bytes, peer->script->length, NULL, NULL, NULL);
      else if (reply != NULL)
        g_output_stream_write_all (output, reply->str, reply->len, NULL, NULL, NULL);
      if (peer->script->closes || (peer->script->calls != NULL && reply == NULL))
        break;
    }
  g_io_stream_close (data, NULL, NULL);
  return NULL;
}

static gpointer
accept_all (gpointer data)
{
  Peer *peer = data;
  g_autoptr (GPtrArray) threads = g_ptr_array_new ();
  GSocketConnection *connection;

  while ((connection = g_socket_listener_accept (peer->listener, NULL, peer->stop, NULL)) != NULL)
    {
      g_object_set_data (G_OBJECT (connection), "peer", peer);
      g_ptr_array_add (peer->connections, connection);
      g_ptr_array_add (threads, g_thread_new ("connection", talk, connection));
    }
  for (guint i = 0; i < threads->len; i++)
    g_thread_join (threads->pdata[i]);
  return NULL;
}

static Peer *
peer_new (const Script *script)
{
  Peer *peer = g_new0 (Peer, 1);

  peer->script = script;
  peer->listener = g_socket_listener_new ();
  peer->stop = g_cancellable_new ();
  peer->connections = g_ptr_array_new_with_free_func (g_object_unref);
  peer->port = g_socket_listener_add_any_inet_port (peer->listener, NULL, NULL);
  peer->uri = g_strdup_printf ("thrift://127.0.0.1:%u/", peer->port);
  peer->thread = g_thread_new ("listener", accept_all, peer);
  return peer;
}

static void
peer_free (Peer *peer)
{
  g_cancellable_cancel (peer->stop);
  g_thread_join (peer->thread);
  g_ptr_array_unref (peer->connections);
  g_object_unref (peer->stop);
  g_object_unref (peer->listener);
  g_free (peer->uri);
  g_free (peer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Peer, peer_free)

/* ---- tests ---- */

/* Diagnoses a URI of one gateway. NULL: it wasn't done in time. */
static HBaseDiagnosis *
diagnose_within (const char *uri, guint timeout)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GPtrArray) diagnoses = NULL;
  g_autoptr (GError) error = NULL;

  hbase_connection_set_timeout (connection, timeout);
  diagnoses = hbase_connection_diagnose (connection, NULL, &error);
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
    return NULL;
  ck_assert_no_error (error);
  ck_assert_uint_eq (diagnoses->len, 1);
  return hbase_diagnosis_ref (diagnoses->pdata[0]);
}

#define ENOUGH 60000

static HBaseDiagnosis *
diagnose (const char *uri)
{
  HBaseDiagnosis *diagnosis = diagnose_within (uri, ENOUGH);

  ck_assert_ptr_nonnull (diagnosis);
  return diagnosis;
}

/* Servers of TLS are asked over TLS, for which GIO warns where the system has no certificate to trust. */
static void
trust_test_authority (void)
{
  g_autofree char *path
      = g_build_filename (g_getenv ("top_srcdir"), "tests/io/certificates/authority.pem", NULL);
  g_autofree char *file = g_canonicalize_filename (path, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsDatabase) authority = g_tls_file_database_new (file, &error);

  ck_assert_no_error (error);
  g_tls_backend_set_default_database (g_tls_backend_get_default (), authority);
}

/* A silent peer costs the timeout, which is doubled where the process was stopped for a part of it. */
static HBaseDiagnosis *
diagnose_peer (Peer *peer)
{
  guint timeout = peer->script->kind == HBASE_SERVICE_KIND_SILENT ? 1200 : ENOUGH;

  for (; timeout < ENOUGH; timeout *= 2)
    {
      g_autoptr (HBaseDiagnosis) diagnosis = diagnose_within (peer->uri, timeout);

      if (diagnosis != NULL && hbase_diagnosis_get_kind (diagnosis) != HBASE_SERVICE_KIND_NONE)
        return g_steal_pointer (&diagnosis);
    }
  return diagnose (peer->uri);
}

START_TEST (a_peer_is_recognised)
{
  const Script *script = &scripts[_i];
  g_autoptr (Peer) peer = peer_new (script);
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose_peer (peer);
  g_autofree char *text = hbase_diagnosis_to_string (diagnosis);
  gboolean usable = script->kind == HBASE_SERVICE_KIND_THRIFT2;

  ck_assert_msg (hbase_diagnosis_get_kind (diagnosis) == script->kind, "%s: %s", script->name, text);
  ck_assert_pstr_eq (hbase_diagnosis_get_version (diagnosis), script->version);
  ck_assert_int_eq (hbase_diagnosis_fits_uri (diagnosis), usable);
  ck_assert_int_eq (hbase_diagnosis_get_uri (diagnosis) != NULL, usable);
  ck_assert_int_eq (hbase_diagnosis_is_read_only (diagnosis), script->is_read_only);
  ck_assert_int_eq (hbase_diagnosis_get_round_trip_time (diagnosis) >= 0, script->calls != NULL);
  ck_assert (g_str_has_prefix (text, hbase_diagnosis_get_gateway (diagnosis)));
  ck_assert (script->calls != NULL || hbase_diagnosis_get_reason (diagnosis) != NULL);
}
END_TEST

#ifdef HBASE_WITH_HTTP

#define RESPONDS(status)                                                                                     \
  SENDS ("HTTP/1.1 " status "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"), .closes = TRUE

/* A gateway has the method POST. Other statuses may be those of a gateway, or of a proxy before it. */
static const Script http_scripts[] = {
  { "a server of files", RESPONDS ("501 Unsupported method ('POST')"), .kind = HBASE_SERVICE_KIND_HTTP },
  { "a server that is read", RESPONDS ("405 Method Not Allowed"), .kind = HBASE_SERVICE_KIND_HTTP },
  { "one of other paths", RESPONDS ("404 Not Found"), .kind = HBASE_SERVICE_KIND_HTTP },
  { "one that asks who it is", RESPONDS ("401 Unauthorized"), .kind = HBASE_SERVICE_KIND_THRIFT_HTTP },
  { "one that refuses", RESPONDS ("403 Forbidden"), .kind = HBASE_SERVICE_KIND_THRIFT_HTTP },
  { "one that fails", RESPONDS ("500 Internal Server Error"), .kind = HBASE_SERVICE_KIND_THRIFT_HTTP },
  { "one that is busy", RESPONDS ("503 Service Unavailable"), .kind = HBASE_SERVICE_KIND_THRIFT_HTTP },
};

START_TEST (a_server_of_http_is_no_gateway_by_its_errors)
{
  const Script *script = &http_scripts[_i];
  g_autoptr (Peer) peer = peer_new (script);
  g_autofree char *uri = g_strdup_printf ("http://127.0.0.1:%u/", peer->port);
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose (uri);
  g_autofree char *text = hbase_diagnosis_to_string (diagnosis);
  gboolean may_be = script->kind == HBASE_SERVICE_KIND_THRIFT_HTTP;

  ck_assert_msg (hbase_diagnosis_get_kind (diagnosis) == script->kind, "%s: %s", script->name, text);
  ck_assert_ptr_nonnull (strstr (text, may_be ? " may be a gateway" : " is an HTTP server, not a gateway"));
  ck_assert_ptr_nonnull (strstr (text, "The error was: gateway 127.0.0.1:"));
  ck_assert (!hbase_diagnosis_fits_uri (diagnosis));
}
END_TEST

#endif

static const Script *
find_silent_script (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    if (scripts[i].kind == HBASE_SERVICE_KIND_SILENT)
      return &scripts[i];
  g_assert_not_reached ();
}

/* With TLS no connection is made to a service that waits for something else. */
START_TEST (a_service_is_tried_without_tls_too)
{
  g_autoptr (Peer) peer = peer_new (find_silent_script ());
  g_autofree char *plain = g_steal_pointer (&peer->uri);
  g_autoptr (HBaseDiagnosis) diagnosis = NULL;

  peer->uri = g_strconcat ("thrifts", strchr (plain, ':'), NULL);
  diagnosis = diagnose_peer (peer);
  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis), HBASE_SERVICE_KIND_SILENT);
}
END_TEST

START_TEST (a_closed_port_is_recognised)
{
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/", keep_loopback_port ());
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose (uri);
  g_autofree char *text = NULL;

  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis), HBASE_SERVICE_KIND_NONE);
  ck_assert_ptr_nonnull (strstr (hbase_diagnosis_get_reason (diagnosis), "refused"));
  text = hbase_diagnosis_to_string (diagnosis);
  ck_assert_ptr_nonnull (strstr (text, "can't be connected to"));
}
END_TEST

START_TEST (a_missing_socket_is_recognised)
{
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose ("thrift+unix:///no/such/socket");
  g_autofree char *text = hbase_diagnosis_to_string (diagnosis);

  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis), HBASE_SERVICE_KIND_NONE);
  ck_assert_msg (g_str_has_prefix (text, "/no/such/socket can't be connected to. Start a server"), "%s",
                 text);
}
END_TEST

#ifdef HBASE_WITH_LOCAL

START_TEST (the_embedded_engine_is_recognised)
{
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose ("local::memory:");

  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis), HBASE_SERVICE_KIND_THRIFT2);
  ck_assert (hbase_diagnosis_fits_uri (diagnosis));
  ck_assert_str_eq (hbase_diagnosis_get_uri (diagnosis), "local::memory:");
  ck_assert_ptr_null (hbase_diagnosis_get_reason (diagnosis));
}
END_TEST

/* The suggested URI works. */
START_TEST (the_uri_is_corrected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseLocalServer) server = hbase_local_server_new (NULL, "tcp://127.0.0.1:0", NULL, &error);
  g_autofree char *wrong = g_strconcat ("thrift:", strstr (hbase_local_server_get_address (server), "//"),
                                        "/?protocol=compact&framing=framed", NULL);
  g_autoptr (HBaseDiagnosis) diagnosis = diagnose (wrong);
  g_autoptr (HBaseConnection) right = api_connect (hbase_diagnosis_get_uri (diagnosis));

  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnosis), HBASE_SERVICE_KIND_THRIFT2);
  ck_assert (!hbase_diagnosis_fits_uri (diagnosis));
  api_create (right, "t");
  hbase_local_server_stop (server);
}
END_TEST

#endif

START_TEST (each_gateway_of_a_uri_is_diagnosed)
{
  g_autoptr (Peer) one = peer_new (&scripts[0]), two = peer_new (&scripts[4]), admin = peer_new (&scripts[2]);
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,127.0.0.1:%u/?framing=framed&admin=127.0.0.1:%u", one->port,
                         two->port, admin->port);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GPtrArray) diagnoses = NULL;
  g_autoptr (GError) error = NULL;

  hbase_connection_diagnose_async (connection, NULL, api_done, &result);
  diagnoses = hbase_connection_diagnose_finish (connection, api_wait (&result), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (diagnoses->len, 3);
  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnoses->pdata[0]), scripts[0].kind);
  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnoses->pdata[1]), scripts[4].kind);
  ck_assert_int_eq (hbase_diagnosis_get_kind (diagnoses->pdata[2]), scripts[2].kind);
}
END_TEST

static gboolean
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_REMOVE;
}

START_TEST (a_diagnosis_can_be_cancelled)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseConnection) connection = api_connect_to_silence (listener);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL, at_once = NULL;

  hbase_connection_diagnose_async (connection, cancellable, api_done, &result);
  g_idle_add (cancel, cancellable);
  ck_assert_ptr_null (hbase_connection_diagnose_finish (connection, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_ptr_null (hbase_connection_diagnose (connection, cancellable, &at_once));
  ck_assert_error (at_once, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *diagnoses = tcase_create ("diagnoses");

  tcase_add_checked_fixture (diagnoses, trust_test_authority, NULL);
  tcase_add_loop_test (diagnoses, a_peer_is_recognised, 0, G_N_ELEMENTS (scripts));
#ifdef HBASE_WITH_HTTP
  tcase_add_loop_test (diagnoses, a_server_of_http_is_no_gateway_by_its_errors, 0,
                       G_N_ELEMENTS (http_scripts));
#endif
  tcase_add_test (diagnoses, a_closed_port_is_recognised);
  tcase_add_test (diagnoses, a_service_is_tried_without_tls_too);
  tcase_add_test (diagnoses, a_missing_socket_is_recognised);
#ifdef HBASE_WITH_LOCAL
  tcase_add_test (diagnoses, the_embedded_engine_is_recognised);
  tcase_add_test (diagnoses, the_uri_is_corrected);
#endif
  tcase_add_test (diagnoses, each_gateway_of_a_uri_is_diagnosed);
  tcase_add_test (diagnoses, a_diagnosis_can_be_cancelled);
  suite_add_tcase (suite, diagnoses);
}

TEST_MAIN ("diagnosis", fill)
