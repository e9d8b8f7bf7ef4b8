/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-diagnose-operation-private.h"
#include "hbase-error-private.h"
#include "hbase-operation-stack-private.h"

#include <gio/gio.h>

#include "check-main.h"

/* This tests how long a diagnosis takes, on a clock of its own. tests/api/test-diagnosis.c tests what is
 * found, by real connections. */

#define ATTEMPT_MS 5000
#define NEVER G_MAXUINT

/* When a server responds to each kind of probe, and how; `text` NULL: it closes the connection. */
typedef struct {
  guint ms;
  const char *text;
} Response;

typedef struct {
  const char *name;
  Response first, http, tls, others;
  HBaseServiceKind kind;
  guint most_ms; /* how long the diagnosis may take */
} Server;

#define BAD_REQUEST "HTTP/1.1 400 Bad Request"
#define THRIFT_OVER_HTTP "HTTP/1.1 200 OK\\x0D\\x0AContent-Type: application/x-thrift"
#define ALERT "\\x15\\x03\\x03\\x00\\x02\\x02\\x50"

static const Server servers[] = {
  { "of HTTP, that waits for the end of a line",
    { NEVER },
    { 10, BAD_REQUEST },
    { 20, BAD_REQUEST },
    { NEVER },
    HBASE_SERVICE_KIND_HTTP,
    2100 },
  { "of HTTP, that refuses all",
    { 5, BAD_REQUEST },
    { 5, BAD_REQUEST },
    { 5, BAD_REQUEST },
    { NEVER },
    HBASE_SERVICE_KIND_HTTP,
    100 },
  { "of HTTP, that waits after a hello",
    { NEVER },
    { 10, BAD_REQUEST },
    { NEVER },
    { NEVER },
    HBASE_SERVICE_KIND_HTTP,
    2000 + ATTEMPT_MS },
  { "of TLS, that refuses HTTP by HTTP",
    { NEVER },
    { 10, BAD_REQUEST },
    { 900, ALERT },
    { NEVER },
    HBASE_SERVICE_KIND_TLS,
    3000 },
  { "in HTTP mode",
    { NEVER },
    { 10, THRIFT_OVER_HTTP },
    { NEVER },
    { NEVER },
    HBASE_SERVICE_KIND_THRIFT_HTTP,
    2100 },
  { "that is silent",
    { NEVER },
    { NEVER },
    { NEVER },
    { NEVER },
    HBASE_SERVICE_KIND_SILENT,
    2000 + ATTEMPT_MS },
  { "that closes all connections",
    { 3, NULL },
    { 3, NULL },
    { 3, NULL },
    { 3, NULL },
    HBASE_SERVICE_KIND_UNKNOWN,
    100 },
};

/* ---- the driver ---- */

typedef struct {
  const Server *server;
  guint now;                            /* ms since the start */
  guint ends[HBASE_DIAGNOSE_LANES];     /* when what the lane waits for happens */
  gboolean begun[HBASE_DIAGNOSE_LANES]; /* the lane waits */
  guint n_sent;
} Clock;

/* ---- the hello ---- */

/* The rest of a message. */
typedef struct {
  const guint8 *data;
  gsize length;
} Rest;

static guint
read_number (Rest *rest, guint width)
{
  guint number = 0;

  ck_assert_uint_ge (rest->length, width);
  for (guint i = 0; i < width; i++)
    number = number << 8 | rest->data[i];
  rest->data += width;
  rest->length -= width;
  return number;
}

/* Reads what is preceded by its length. */
static Rest
read_vector (Rest *rest, guint width)
{
  guint length = read_number (rest, width);
  Rest vector = { rest->data, length };

  ck_assert_uint_ge (rest->length, length);
  rest->data += length;
  rest->length -= length;
  return vector;
}

static void
assert_numbers (Rest rest, guint width, const guint *expected)
{
  for (; rest.length > 0; expected++)
    ck_assert_uint_eq (read_number (&rest, width), *expected);
  ck_assert_uint_eq (*expected, 0);
}

/* Reads the extension of that type, and the list in it. */
static Rest
read_extension (Rest *extensions, guint type, guint length_width)
{
  Rest extension, list;

  ck_assert_uint_eq (read_number (extensions, 2), type);
  extension = read_vector (extensions, 2);
  list = read_vector (&extension, length_width);
  ck_assert_uint_eq (extension.length, 0);
  return list;
}

static void
assert_extensions (Rest extensions)
{
  Rest groups = read_extension (&extensions, 10, 2), formats = read_extension (&extensions, 11, 1),
       algorithms = read_extension (&extensions, 13, 2);

  /* X25519 and P-256; ECDSA, RSA-PSS and RSA, each with SHA-256. */
  assert_numbers (groups, 2, (const guint[]){ 0x1d, 0x17, 0 });
  ck_assert_uint_eq (formats.length, 1);
  ck_assert_uint_eq (*formats.data, 0); /* uncompressed */
  assert_numbers (algorithms, 2, (const guint[]){ 0x0403, 0x0804, 0x0401, 0 });
  ck_assert_uint_eq (extensions.length, 0);
}

/* As RFC 5246 defines it: a server that reads it strictly must not refuse it. */
static void
assert_hello (const guint8 *bytes, gsize length)
{
  static const guint8 random[32] = "hbase-glib";
  Rest record = { bytes, length }, message, hello, methods;

  ck_assert_uint_eq (read_number (&record, 1), 22);     /* a handshake */
  ck_assert_uint_eq (read_number (&record, 2), 0x0301); /* as old servers expect it */
  message = read_vector (&record, 2);
  ck_assert_uint_eq (record.length, 0);
  ck_assert_uint_eq (read_number (&message, 1), 1); /* a client's hello */
  hello = read_vector (&message, 3);
  ck_assert_uint_eq (message.length, 0);
  ck_assert_uint_eq (read_number (&hello, 2), 0x0303); /* TLS 1.2 */
  ck_assert_uint_ge (hello.length, sizeof random);
  ck_assert_mem_eq (hello.data, random, sizeof random);
  hello.data += sizeof random;
  hello.length -= sizeof random;
  ck_assert_uint_eq (read_vector (&hello, 1).length, 0); /* no session */
  /* ECDHE with RSA and with ECDSA, and RSA, by AES-128-GCM; RSA by AES-128-CBC with SHA */
  assert_numbers (read_vector (&hello, 2), 2, (const guint[]){ 0xc02f, 0xc02b, 0x9c, 0x2f, 0 });
  methods = read_vector (&hello, 1);
  ck_assert_uint_eq (methods.length, 1);
  ck_assert_uint_eq (*methods.data, 0); /* no compression */
  assert_extensions (read_vector (&hello, 2));
  ck_assert_uint_eq (hello.length, 0);
}

/* ---- what servers respond ---- */

static const Response *
find_response (Clock *clock, const HBaseLane *lane)
{
  gsize length;
  const guint8 *bytes = g_bytes_get_data (lane->request.arguments, &length);

  if (clock->n_sent++ == 0)
    return &clock->server->first;
  if (lane->request.format != HBASE_FORMAT_RAW)
    return &clock->server->others;
  if (bytes[0] == 'P')
    return &clock->server->http;
  assert_hello (bytes, length);
  return &clock->server->tls;
}

static GError *
make_error (const Response *response)
{
  GError *error;

  if (response->ms > ATTEMPT_MS)
    return g_error_new_literal (HBASE_ERROR, HBASE_ERROR_TIMED_OUT, "no response");
  if (response->text == NULL)
    return g_error_new_literal (HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST, "closed");
  error = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_PROTOCOL, "what came isn't Thrift");
  hbase_error_take_details (error, NULL, g_strdup (response->text));
  return error;
}

/* Begins what the lane requests, if it hasn't been begun. */
static void
begin (Clock *clock, HBaseLane *lane, guint index)
{
  const Response *response;

  if (lane->state == HBASE_LANE_IDLE || clock->begun[index])
    return;
  clock->begun[index] = TRUE;
  clock->ends[index] = clock->now + lane->sleep_ms;
  if (lane->state == HBASE_LANE_SLEEPING)
    return;
  response = find_response (clock, lane);
  clock->ends[index] = clock->now + MIN (response->ms, ATTEMPT_MS);
  lane->state = HBASE_LANE_AWAITING;
  lane->sent = 1;
  lane->error = make_error (response);
}

/* Returns the lane for which the next thing happens. */
static guint
find_next (Clock *clock, HBaseOperation *operation)
{
  guint next = NEVER;

  for (guint i = 0; i < operation->n_lanes; i++)
    {
      begin (clock, &operation->lanes[i], i);
      if (clock->begun[i] && (next == NEVER || clock->ends[i] < clock->ends[next]))
        next = i;
    }
  ck_assert_uint_ne (next, NEVER);
  return next;
}

/* Returns how many ms the operation took. */
static guint
run (const Server *server, HBaseOperation *operation)
{
  Clock clock = { .server = server };
  HBaseOperationStack stack;
  GError *error = NULL;

  hbase_operation_stack_init (&stack, operation, NULL, NULL);
  hbase_operation_stack_start (&stack);
  while (!hbase_operation_stack_advance (&stack))
    {
      guint next = find_next (&clock, operation);

      clock.now = clock.ends[next];
      clock.begun[next] = FALSE;
      hbase_operation_stack_call_step (&stack, &operation->lanes[next]);
    }
  ck_assert (hbase_operation_stack_finish (&stack, &error));
  ck_assert_ptr_null (error);
  return clock.now;
}

/* ---- tests ---- */

START_TEST (a_server_is_recognised_as_soon_as_it_shows_what_it_is)
{
  const Server *server = &servers[_i];
  HBaseDiagnosisTarget target = { .gateway = "gateway:80", .address = "thrift://gateway:80/", .over = "" };
  g_autoptr (HBaseOperation) operation = NULL;
  g_autoptr (HBaseDiagnosis) diagnosis = NULL;
  guint ms;

  target.options = "";
  operation = hbase_diagnose_operation_new (&target);
  ms = run (server, operation);
  ck_assert (hbase_operation_take (operation, &diagnosis, NULL));
  ck_assert_msg (hbase_diagnosis_get_kind (diagnosis) == server->kind, "a server %s: kind %d", server->name,
                 (int) hbase_diagnosis_get_kind (diagnosis));
  ck_assert_msg (ms <= server->most_ms, "a server %s: %u ms", server->name, ms);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *durations = tcase_create ("durations");

  tcase_add_loop_test (durations, a_server_is_recognised_as_soon_as_it_shows_what_it_is, 0,
                       G_N_ELEMENTS (servers));
  suite_add_tcase (suite, durations);
}

TEST_MAIN ("diagnose-operation", fill)
