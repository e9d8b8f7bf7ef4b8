/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "messages.h"

#include <gio/gio.h>
#include <string.h>

#define TIMEOUT_S 30
#define BYTES(text) (text), sizeof (text) - 1

enum { CALL = 1, REPLY = 2, EXCEPTION = 3, ONEWAY = 4 };

static char *(*uri_of) (const char *name);
static const char *const targets[] = { "binary", "framed" };
static gboolean is_engine;

/* ---- a connection ---- */

typedef struct {
  GSocketConnection *connection;
  gboolean is_framed;
} Peer;

static Peer
connect_to (const char *target)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autofree char *text = uri_of (target);
  g_autoptr (GUri) uri = g_uri_parse (text, G_URI_FLAGS_NONE, NULL);
  g_autoptr (GError) error = NULL;
  Peer peer = { .is_framed = strstr (target, "framed") != NULL };

  g_socket_client_set_enable_proxy (client, FALSE);
  g_socket_client_set_timeout (client, TIMEOUT_S);
  peer.connection = g_socket_client_connect_to_host (client, g_uri_get_host (uri),
                                                     (guint16) g_uri_get_port (uri), NULL, &error);
  ck_assert_msg (peer.connection != NULL, "%s", error != NULL ? error->message : "");
  return peer;
}

static void
send_bytes (Peer *peer, GByteArray *bytes)
{
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (peer->connection));
  guint32 length = GUINT32_TO_BE (bytes->len);

  if (peer->is_framed)
    g_byte_array_prepend (bytes, (const guint8 *) &length, sizeof length);
  ck_assert (g_output_stream_write_all (out, bytes->data, bytes->len, NULL, NULL, NULL));
}

/* Returns FALSE at the end of the stream, and where the connection was reset. */
static gboolean
try_read (Peer *peer, gpointer data, gsize length)
{
  GInputStream *in = g_io_stream_get_input_stream (G_IO_STREAM (peer->connection));
  g_autoptr (GError) error = NULL;
  gsize got = 0;

  g_input_stream_read_all (in, data, length, &got, NULL, &error);
  ck_assert_msg (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_TIMED_OUT), "no reply");
  return got == length;
}

static gint32
read_i32 (Peer *peer)
{
  gint32 number = 0;

  ck_assert (try_read (peer, &number, sizeof number));
  return GINT32_FROM_BE (number);
}

static char *
read_text (Peer *peer)
{
  gint32 length = read_i32 (peer);
  char *text;

  ck_assert_int_ge (length, 0);
  ck_assert_int_lt (length, 100000);
  text = g_malloc0 ((gsize) length + 1);
  ck_assert (try_read (peer, text, (gsize) length));
  return text;
}

/* ---- messages ---- */

static void
append_i32 (GByteArray *out, guint32 number)
{
  number = GUINT32_TO_BE (number);
  g_byte_array_append (out, (const guint8 *) &number, sizeof number);
}

static void
append_text (GByteArray *out, const char *text)
{
  append_i32 (out, (guint32) strlen (text));
  g_byte_array_append (out, (const guint8 *) text, (guint) strlen (text));
}

static void
append_call (
    GByteArray *out, guint type, const char *method, gint32 sequence_id, const char *arguments, gsize length)
{
  append_i32 (out, 0x80010000 | type);
  append_text (out, method);
  append_i32 (out, (guint32) sequence_id);
  g_byte_array_append (out, (const guint8 *) arguments, (guint) length);
}

static void
send_call (
    Peer *peer, guint type, const char *method, gint32 sequence_id, const char *arguments, gsize length)
{
  g_autoptr (GByteArray) call = g_byte_array_new ();

  append_call (call, type, method, sequence_id, arguments, length);
  send_bytes (peer, call);
}

/* Reads the beginning of a reply. */
static void
expect_message (Peer *peer, guint type, const char *method, gint32 sequence_id)
{
  g_autofree char *name = NULL;

  if (peer->is_framed)
    read_i32 (peer);
  ck_assert_uint_eq ((guint32) read_i32 (peer), 0x80010000 | type);
  name = read_text (peer);
  ck_assert_str_eq (name, method);
  ck_assert_int_eq (read_i32 (peer), sequence_id);
}

/* The message of the exception begins with `text`. */
static void
expect_exception (Peer *peer, const char *method, gint32 sequence_id, gint32 kind, const char *text)
{
  guint8 header[3], stop;
  g_autofree char *message = NULL;

  expect_message (peer, EXCEPTION, method, sequence_id);
  ck_assert (try_read (peer, header, sizeof header));
  ck_assert_mem_eq (header, "\x0B\0\1", sizeof header);
  message = read_text (peer);
  ck_assert_msg (g_str_has_prefix (message, text), "%s", message);
  ck_assert (try_read (peer, header, sizeof header));
  ck_assert_mem_eq (header, "\x08\0\2", sizeof header);
  ck_assert_int_eq (read_i32 (peer), kind);
  ck_assert (try_read (peer, &stop, sizeof stop));
  ck_assert_uint_eq (stop, 0);
}

/* getThriftServerType returns 2. */
#define QUESTION "getThriftServerType"
#define ANSWER "\x08\0\0\0\0\0\2\0"

static void
expect_answer (Peer *peer, gint32 sequence_id)
{
  char result[sizeof ANSWER - 1];

  expect_message (peer, REPLY, QUESTION, sequence_id);
  ck_assert (try_read (peer, result, sizeof result));
  ck_assert_mem_eq (result, ANSWER, sizeof result);
}

static void
disconnect (Peer *peer)
{
  g_object_unref (peer->connection);
}

static void
expect_usable (Peer *peer)
{
  send_call (peer, CALL, QUESTION, 42, BYTES ("\0"));
  expect_answer (peer, 42);
  disconnect (peer);
}

static void
expect_closed (Peer *peer)
{
  guint8 byte;

  ck_assert_msg (!try_read (peer, &byte, 1), "a reply");
  disconnect (peer);
}

/* ---- tests ---- */

START_TEST (an_unknown_method_is_named)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, "nonsense", 7, BYTES ("\0"));
  expect_exception (&peer, "nonsense", 7, 1, "Invalid method name: 'nonsense'");
  expect_usable (&peer);
}
END_TEST

#define NO_TABLE "Required field 'table' was not present! Struct: get"

START_TEST (a_missing_argument_is_named)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, "get", 7, BYTES ("\0"));
  expect_exception (&peer, "get", 7, 7, NO_TABLE);
  expect_usable (&peer);
}
END_TEST

/* An error within the arguments is reported before the last byte of them is read: unframed, HBase takes that
 * byte for the next call. */
START_TEST (a_missing_field_of_an_argument_is_named)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, "get", 7, BYTES ("\x0B\0\1\0\0\0\1t\x0C\0\2\0\0"));
  expect_exception (&peer, "get", 7, 7, "Required field 'row' was");
  disconnect (&peer);
}
END_TEST

/* An argument of another type is like none. The engine closes the connection. */
START_TEST (an_argument_of_another_type_is_none)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, "get", 7, BYTES ("\x08\0\1\0\0\0\5\0"));
  if (is_engine)
    {
      expect_closed (&peer);
      return;
    }
  expect_exception (&peer, "get", 7, 7, NO_TABLE);
  expect_usable (&peer);
}
END_TEST

START_TEST (unknown_fields_are_skipped)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, QUESTION, 1,
             BYTES ("\x0C\0\x63\x0B\0\1\0\0\0\1x\0"         /* a struct */
                    "\x0F\0\x64\x08\0\0\0\1\0\0\0\5"        /* a list */
                    "\x0D\0\x65\x0B\x02\0\0\0\1\0\0\0\1x\1" /* a map */
                    "\0"));
  expect_answer (&peer, 1);
  expect_usable (&peer);
}
END_TEST

START_TEST (the_sequence_id_is_returned)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, QUESTION, G_MAXINT32, BYTES ("\0"));
  expect_answer (&peer, G_MAXINT32);
  send_call (&peer, CALL, QUESTION, -1, BYTES ("\0"));
  expect_answer (&peer, -1);
  expect_usable (&peer);
}
END_TEST

/* The engine wants calls. */
START_TEST (the_type_of_the_message_is_ignored)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, REPLY, QUESTION, 1, BYTES ("\0"));
  if (is_engine)
    {
      expect_closed (&peer);
      return;
    }
  expect_answer (&peer, 1);
  send_call (&peer, ONEWAY, QUESTION, 2, BYTES ("\0"));
  expect_answer (&peer, 2);
  expect_usable (&peer);
}
END_TEST

/* The header of the first version of the protocol; the reply has the current one. The engine doesn't know
 * it. */
START_TEST (an_old_header_is_understood)
{
  Peer peer = connect_to (targets[_i]);
  g_autoptr (GByteArray) call = g_byte_array_new ();

  append_text (call, QUESTION);
  g_byte_array_append (call, (const guint8 *) BYTES ("\1\0\0\0\5\0"));
  send_bytes (&peer, call);
  if (is_engine)
    {
      expect_closed (&peer);
      return;
    }
  expect_answer (&peer, 5);
  expect_usable (&peer);
}
END_TEST

START_TEST (calls_that_are_sent_ahead_are_answered_in_order)
{
  Peer peer = connect_to ("binary");
  g_autoptr (GByteArray) calls = g_byte_array_new ();

  for (gint32 i = 0; i < 20; i++)
    append_call (calls, CALL, QUESTION, i, BYTES ("\0"));
  send_bytes (&peer, calls);
  for (gint32 i = 0; i < 20; i++)
    expect_answer (&peer, i);
  expect_usable (&peer);
}
END_TEST

/* No reply, as the peer may speak another protocol. */
START_TEST (what_is_no_message_closes_the_connection)
{
  static const struct {
    const char *bytes;
    gsize length;
  } inputs[] = {
    { BYTES ("\x80\2\0\1\0\0\0\1x\0\0\0\1\0") }, /* another version */
    { BYTES ("\x7F\xFF\xFF\xFFname") },          /* an old header with an absurd length */
    { BYTES ("GET / HTTP/1.1\r\n\r\n") },         { BYTES ("\x80\1\0\1\x7F\xFF\xFF\xFFname") },
    { BYTES ("\x80\1\0\1\xFF\xFF\xFF\xFFname") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      Peer peer = connect_to (targets[_i]);
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, (const guint8 *) inputs[i].bytes, (guint) inputs[i].length);
      send_bytes (&peer, bytes);
      expect_closed (&peer);
    }
}
END_TEST

/* After an error within a message HBase goes on in the middle of it. The engine closes the connection. */
START_TEST (an_error_within_a_message_is_reported)
{
  Peer peer = connect_to (targets[_i]);

  send_call (&peer, CALL, "get", 7, BYTES ("\x0B\0\1\xFF\xFF\xFF\xFF"));
  if (is_engine)
    expect_closed (&peer);
  else
    {
      expect_exception (&peer, "get", 7, 7, "Negative length: -1");
      disconnect (&peer);
    }
}
END_TEST

void
messages_fill (TCase *tests, char *(*uri) (const char *name), const char *service)
{
  int n = G_N_ELEMENTS (targets);

  uri_of = uri;
  is_engine = g_str_equal (service, "engine");
  tcase_add_loop_test (tests, an_unknown_method_is_named, 0, n);
  tcase_add_loop_test (tests, a_missing_argument_is_named, 0, n);
  tcase_add_loop_test (tests, a_missing_field_of_an_argument_is_named, 0, n);
  tcase_add_loop_test (tests, an_argument_of_another_type_is_none, 0, n);
  tcase_add_loop_test (tests, unknown_fields_are_skipped, 0, n);
  tcase_add_loop_test (tests, the_sequence_id_is_returned, 0, n);
  tcase_add_loop_test (tests, the_type_of_the_message_is_ignored, 0, n);
  tcase_add_loop_test (tests, an_old_header_is_understood, 0, n);
  tcase_add_test (tests, calls_that_are_sent_ahead_are_answered_in_order);
  tcase_add_loop_test (tests, what_is_no_message_closes_the_connection, 0, n);
  tcase_add_loop_test (tests, an_error_within_a_message_is_reported, 0, n);
}
