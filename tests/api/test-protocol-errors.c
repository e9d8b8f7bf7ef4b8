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

/* For a peer that doesn't respond the timeout is short, but long enough for a slow machine to connect and to
 * send. */
static HBaseTable *
table_at (const char *uri, gboolean answers)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  if (!answers)
    g_object_set (connection, "attempt-timeout", 800, "timeout", 2000, NULL);
  return hbase_table_new (connection, "t");
}

static void
assert_right_gateway_works (void)
{
  g_autoptr (Peer) right = peer_new ("binary", "none", "answer");
  g_autoptr (HBaseTable) table = table_at (right->uri, TRUE);
  g_autofree char *value = NULL;

  api_write (table, "r", "v");
  value = api_read (table, "r");
  ck_assert_str_eq (value, "r");
}

START_TEST (peers_of_another_protocol_are_reported)
{
  g_autoptr (Peer) peer = peer_new ("binary", "none", peers[_i].deed);
  g_autofree char *uri = g_strdup_printf ("thrift://%s/?%s", peer->address, peers[_i].options);
  g_autoptr (HBaseTable) table = table_at (uri, peers[_i].read.code != HBASE_ERROR_TIMED_OUT);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r\xff");
  g_autoptr (HBasePut) put = api_put ("r\xff", "v");

  for (guint round = 0; round < 2; round++)
    {
      g_autoptr (GError) got = NULL, written = NULL, async_error = NULL;
      g_autoptr (GAsyncResult) result = NULL;

      ck_assert_ptr_null (hbase_table_get (table, get, NULL, &got));
      assert_outcome (got, peers[_i].read, peer->address);
      ck_assert (!hbase_table_put (table, put, NULL, &written));
      assert_outcome (written, peers[_i].write, peer->address);
      hbase_table_get_async (table, get, NULL, api_done, &result);
      ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &async_error));
      assert_outcome (async_error, peers[_i].read, peer->address);
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
  g_autoptr (HBaseTable) table = table_at (uri, protocol == spoken && framing == framed);
  g_autoptr (HBaseTable) right = table_at (peer->uri, TRUE);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  g_autofree char *value = NULL;

  if (protocol == spoken && framing == framed)
    ck_assert_no_error (error);
  else
    {
      ck_assert_ptr_null (row);
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
