/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* This tests URIs that lead to something else: another service, another protocol or framing, another kind of
 * server, or a peer that doesn't respond. The error says what was received from where, and what to check; the
 * process continues, and calls to a correct gateway succeed. */

typedef struct {
  GSubprocess *process;
  char *uri;     /* with its protocol and framing */
  char *address; /* host:port */
} Peer;

static Peer *
peer_new (const char *protocol, const char *framing, const char *deed)
{
  g_autofree char *program = g_build_filename (g_getenv ("top_builddir"), "tests", "io", "mock-server", NULL);
  g_autoptr (GError) error = NULL;
  Peer *peer = g_new0 (Peer, 1);
  g_autoptr (GDataInputStream) output = NULL;

  peer->process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                                    program, protocol, framing, deed, NULL);
  ck_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (peer->process));
  peer->uri = g_data_input_stream_read_line (output, NULL, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (g_str_has_prefix (peer->uri, "thrift://"));
  peer->address = g_strndup (peer->uri + 9, strcspn (peer->uri + 9, "/"));
  return peer;
}

static void
peer_free (Peer *peer)
{
  g_output_stream_close (g_subprocess_get_stdin_pipe (peer->process), NULL, NULL);
  g_subprocess_wait (peer->process, NULL, NULL);
  g_object_unref (peer->process);
  g_free (peer->uri);
  g_free (peer->address);
  g_free (peer);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Peer, peer_free)

/* The expected error of a call: a code, and what the message contains besides the table, the row and the
 * address. */
typedef struct {
  HBaseError code;
  const char *word;
} Outcome;

#define DOUBT "does it speak the URI's protocol and framing?"

/* The outcome of a write without a valid response is unknown. */
static const struct {
  const char *deed, *options;
  Outcome read, write;
} peers[] = {
  { "thrift1",
    "protocol=binary&framing=none",
    { HBASE_ERROR_INVALID_ARGUMENT, "Thrift2" },
    { HBASE_ERROR_UNSUPPORTED, "not Thrift1" } },
  { "answer",
    "protocol=compact&framing=none",
    { HBASE_ERROR_TIMED_OUT, DOUBT }, /* it closes the connection, each time */
    { HBASE_ERROR_OUTCOME_UNKNOWN, DOUBT } },
  { "answer",
    "protocol=binary&framing=framed",
    { HBASE_ERROR_TIMED_OUT, DOUBT },
    { HBASE_ERROR_OUTCOME_UNKNOWN, DOUBT } },
  { "garbage",
    "protocol=binary&framing=none",
    { HBASE_ERROR_PROTOCOL, DOUBT },
    { HBASE_ERROR_OUTCOME_UNKNOWN, DOUBT } },
  { "http",
    "protocol=binary&framing=none",
    { HBASE_ERROR_PROTOCOL, DOUBT },
    { HBASE_ERROR_OUTCOME_UNKNOWN, DOUBT } },
  { "hold",
    "protocol=binary&framing=none",
    { HBASE_ERROR_TIMED_OUT, DOUBT },
    { HBASE_ERROR_OUTCOME_UNKNOWN, DOUBT } },
};

static void
assert_outcome (const GError *error, Outcome outcome, const char *address)
{
  assert_reported (error, outcome.code, "table “t”, row “r\\xFF”: ");
  assert_reported (error, outcome.code, outcome.word);
  if (strcmp (outcome.word, DOUBT) == 0)
    assert_reported (error, outcome.code, address);
}

static HBaseTable *
table_at (const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  return hbase_table_new (connection, "t");
}

/* ---- calls that fail ---- */

typedef GError *(*Call) (HBaseTable *table);

static GError *
get (HBaseTable *table)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r\xff");
  GError *error = NULL;

  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  return error;
}

static GError *
get_async (HBaseTable *table)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r\xff");
  g_autoptr (GAsyncResult) result = NULL;
  GError *error = NULL;

  hbase_table_get_async (table, get, NULL, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &error));
  return error;
}

static GError *
put (HBaseTable *table)
{
  g_autoptr (HBasePut) put = api_put ("r\xff", "v");
  GError *error = NULL;

  ck_assert (!hbase_table_put (table, put, NULL, &error));
  return error;
}

/* The same for a peer that doesn't respond, or closes each connection. A call that wasn't sent within its
 * time is made again, with twice the time. */
static GError *
fail_in_time (HBaseTable *table, Call call)
{
  GError *error = NULL;

  for (guint timeout = 100; error == NULL; timeout *= 2)
    {
      g_object_set (table, "attempt-timeout", timeout, "timeout", timeout * 5 / 2, NULL);
      error = call (table);
      if (timeout < 20000 && strstr (error->message, DOUBT) == NULL)
        g_clear_error (&error);
    }
  return error;
}

static void
assert_fails (HBaseTable *table, Call call, Outcome outcome, const char *address)
{
  g_autoptr (GError) error = strcmp (outcome.word, DOUBT) == 0 ? fail_in_time (table, call) : call (table);

  assert_outcome (error, outcome, address);
}

static void
assert_right_gateway_works (void)
{
  g_autoptr (Peer) right = peer_new ("binary", "none", "answer");
  g_autoptr (HBaseTable) table = table_at (right->uri);
  g_autofree char *value = NULL;

  api_write (table, "r", "v");
  value = api_read (table, "r");
  ck_assert_str_eq (value, "r");
}

START_TEST (peers_of_another_protocol_are_reported)
{
  g_autoptr (Peer) peer = peer_new ("binary", "none", peers[_i].deed);
  g_autofree char *uri = g_strdup_printf ("thrift://%s/?%s", peer->address, peers[_i].options);
  g_autoptr (HBaseTable) table = table_at (uri);

  for (guint round = 0; round < 2; round++)
    {
      assert_fails (table, get, peers[_i].read, peer->address);
      assert_fails (table, put, peers[_i].write, peer->address);
      assert_fails (table, get_async, peers[_i].read, peer->address);
      assert_right_gateway_works ();
    }
}
END_TEST

static const char *const protocols[] = { "binary", "compact" };
static const char *const framings[] = { "none", "framed" };

/* Each of the four combinations of protocol and framing against the three others; and against itself, which
 * succeeds. */
START_TEST (every_combination_of_protocol_and_framing)
{
  const char *protocol = protocols[_i & 1], *framing = framings[_i >> 1 & 1];
  const char *spoken = protocols[_i >> 2 & 1], *framed = framings[_i >> 3 & 1];
  g_autoptr (Peer) peer = peer_new (spoken, framed, "answer");
  g_autofree char *uri
      = g_strdup_printf ("thrift://%s/?protocol=%s&framing=%s", peer->address, protocol, framing);
  g_autoptr (HBaseTable) table = table_at (uri), right = table_at (peer->uri);
  g_autofree char *value = NULL;

  if (protocol == spoken && framing == framed)
    {
      g_autofree char *read = api_read (table, "r");

      ck_assert_str_eq (read, "r");
    }
  else
    {
      g_autoptr (GError) error = fail_in_time (table, get);

      ck_assert (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL)
                 || g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT));
      assert_reported (error, (HBaseError) error->code, peer->address);
      assert_reported (error, (HBaseError) error->code, DOUBT);
    }
  value = api_read (right, "r");
  ck_assert_str_eq (value, "r");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("wrong peers");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, peers_of_another_protocol_are_reported, 0, G_N_ELEMENTS (peers));
  tcase_add_loop_test (tests, every_combination_of_protocol_and_framing, 0, 16);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("wrong peers", fill)
