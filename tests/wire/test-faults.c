/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-wire-bytes-private.h"
#include "random-message.h"

/* Each error of a peer is BAD at once, with a message that helps. */

#define SEQUENCE_ID 7

typedef void (*Fill) (HBaseWireWriter *writer);

static TestMessage
expected_message (HBaseWireProtocol protocol, gboolean framed, HBaseWireMethodId method)
{
  return (TestMessage){
    .protocol = protocol, .framed = framed, .method = &hbase_wire_methods[method], .sequence_id = SEQUENCE_ID
  };
}

static void
begin (HBaseWireWriter *writer, const TestMessage *message)
{
  hbase_wire_writer_init (writer, message->protocol, 0);
  hbase_wire_write_message (writer, hbase_slice_text (message->method->name),
                            message->is_call ? HBASE_WIRE_CALL : HBASE_WIRE_REPLY, message->sequence_id);
  hbase_wire_begin_struct (writer);
}

static void
assert_bad (const TestMessage *message, const guint8 *data, gsize length, const char *words)
{
  g_autofree guint8 *copy = g_memdup2 (data, length);
  HBaseWireReader reader;
  HBaseWireStatus status;

  test_reader_init (&reader, message);
  status = hbase_wire_reader_feed (&reader, copy, length);
  ck_assert_msg (status == HBASE_WIRE_BAD, "status %u where “%s” was due", status, words);
  ck_assert_msg (strstr (hbase_wire_reader_get_problem (&reader), words) != NULL, "“%s” isn't in: %s", words,
                 hbase_wire_reader_get_problem (&reader));
  /* The status stays BAD. */
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, copy, length), HBASE_WIRE_BAD);
  hbase_wire_reader_clear (&reader);
}

/* A reply whose result struct holds what `fill` writes. */
static void
assert_bad_reply (const TestMessage *message, Fill fill, const char *words)
{
  g_autoptr (GBytes) bytes = NULL;
  HBaseWireWriter writer;

  begin (&writer, message);
  fill (&writer);
  hbase_wire_end_struct (&writer);
  bytes = test_frame (message->framed, &writer);
  assert_bad (message, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), words);
  hbase_wire_writer_clear (&writer);
}

/* In both protocols, with and without frames. */
static void
assert_bad_everywhere (HBaseWireMethodId method, Fill fill, const char *words)
{
  for (guint i = 0; i < 4; i++)
    {
      TestMessage message = expected_message ((HBaseWireProtocol) (i & 1), i >> 1 & 1, method);

      assert_bad_reply (&message, fill, words);
    }
}

/* ---- bodies ---- */

static void
fill_twice (HBaseWireWriter *writer)
{
  hbase_wire_write_bool (writer, HBASE_EXISTS_RESULT_SUCCESS, TRUE);
  hbase_wire_write_bool (writer, HBASE_EXISTS_RESULT_SUCCESS, TRUE);
}

static void
fill_row_twice (HBaseWireWriter *writer)
{
  hbase_wire_write_struct (writer, HBASE_GET_RESULT_SUCCESS);
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL ("a"));
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL ("b"));
  hbase_wire_end_struct (writer);
}

static void
fill_wrong_type (HBaseWireWriter *writer)
{
  hbase_wire_write_struct (writer, HBASE_GET_RESULT_SUCCESS);
  hbase_wire_write_i64 (writer, HBASE_T_RESULT_ROW, 5);
  hbase_wire_end_struct (writer);
}

static void
fill_wrong_elements (HBaseWireWriter *writer)
{
  hbase_wire_write_list (writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_I32, 1);
  hbase_wire_put_i32 (writer, 1);
}

static void
fill_without_cells (HBaseWireWriter *writer)
{
  hbase_wire_write_struct (writer, HBASE_GET_RESULT_SUCCESS);
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL ("a"));
  hbase_wire_end_struct (writer);
}

static void
fill_nothing (HBaseWireWriter *writer)
{
}

static void
fill_unknown_field (HBaseWireWriter *writer)
{
  hbase_wire_write_bool (writer, 40, TRUE);
}

static void
fill_huge_list (HBaseWireWriter *writer)
{
  hbase_wire_write_list (writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_STRUCT, G_MAXINT32);
}

static void
fill_huge_map (HBaseWireWriter *writer)
{
  hbase_wire_write_map (writer, 40, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, G_MAXINT32);
}

/* Their least size isn't a number of 32 bits: without its higher bits it is 0. */
static void
fill_wrapping_map (HBaseWireWriter *writer)
{
  hbase_wire_write_map (writer, 40, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, 1 << 29);
}

START_TEST (an_invalid_body_is_reported)
{
  assert_bad_everywhere (HBASE_WIRE_METHOD_EXISTS, fill_twice, "field 0 of existsResult came twice");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET, fill_row_twice, "field 1 of TResult came twice");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET, fill_wrong_type, "TResult.row is of type 11, not 10");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET_MULTIPLE, fill_wrong_elements,
                         "success has elements of type 12, not 8");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET, fill_without_cells, "TResult lacks its field columnValues");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET, fill_nothing, "neither a result nor an exception");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET, fill_unknown_field, "neither a result nor an exception");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET_MULTIPLE, fill_huge_list, "are announced at byte");
  assert_bad_everywhere (HBASE_WIRE_METHOD_GET_MULTIPLE, fill_huge_map, "are announced at byte");
}
END_TEST

/* ---- lengths ---- */

static void
assert_bad_binary (HBaseWireProtocol protocol, const guint8 *size, gsize n, const char *words)
{
  TestMessage message = expected_message (protocol, FALSE, HBASE_WIRE_METHOD_GET_CLUSTER_ID);
  HBaseWireWriter writer;

  begin (&writer, &message);
  if (protocol == HBASE_WIRE_PROTOCOL_BINARY)
    hbase_wire_put_raw (&writer, "\x0b\0\0", 3);
  else
    hbase_wire_put_raw (&writer, "\x08\0", 2);
  hbase_wire_put_raw (&writer, size, n);
  assert_bad (&message, writer.data, writer.length, words);
  hbase_wire_writer_clear (&writer);
}

/* A struct takes at least one byte, and an entry of a map from binaries to binaries 8, or 2 if compact. */
START_TEST (the_least_size_of_announced_elements_is_reported)
{
  TestMessage binary = expected_message (HBASE_WIRE_PROTOCOL_BINARY, FALSE, HBASE_WIRE_METHOD_GET_MULTIPLE);
  TestMessage compact = expected_message (HBASE_WIRE_PROTOCOL_COMPACT, FALSE, HBASE_WIRE_METHOD_GET_MULTIPLE);

  assert_bad_reply (&binary, fill_huge_list, "2147483647 bytes more are announced");
  assert_bad_reply (&binary, fill_huge_map, "17179869176 bytes more are announced");
  assert_bad_reply (&binary, fill_wrapping_map, "4294967296 bytes more are announced");
  assert_bad_reply (&compact, fill_huge_map, "4294967294 bytes more are announced");
}
END_TEST

START_TEST (an_invalid_length_is_reported)
{
  static const guint8 minus_one[] = { 0xff, 0xff, 0xff, 0xff };
  static const guint8 least[] = { 0x80, 0, 0, 0 };
  static const guint8 huge[] = { 0x7f, 0xff, 0xff, 0xff };
  static const guint8 compact_minus_one[] = { 0xff, 0xff, 0xff, 0xff, 0x0f };
  static const guint8 compact_huge[] = { 0xff, 0xff, 0xff, 0xff, 0x07 };
  static const guint8 endless[] = { 0x80, 0x80, 0x80, 0x80, 0x80, 0x80 };

  assert_bad_binary (HBASE_WIRE_PROTOCOL_BINARY, minus_one, 4, "a length of -1");
  assert_bad_binary (HBASE_WIRE_PROTOCOL_BINARY, least, 4, "a length of -2147483648");
  assert_bad_binary (HBASE_WIRE_PROTOCOL_BINARY, huge, 4, "2147483647 bytes more are announced");
  assert_bad_binary (HBASE_WIRE_PROTOCOL_COMPACT, compact_minus_one, 5, "a length of -1");
  assert_bad_binary (HBASE_WIRE_PROTOCOL_COMPACT, compact_huge, 5, "2147483647 bytes more are announced");
  assert_bad_binary (HBASE_WIRE_PROTOCOL_COMPACT, endless, 6, "a number of more than 5 bytes");
}
END_TEST

/* A message that is too large has a flag of its own, because the caller may raise the limit. */
START_TEST (a_message_beyond_the_limit_is_too_large)
{
  TestMessage message
      = expected_message (HBASE_WIRE_PROTOCOL_BINARY, _i == 1, HBASE_WIRE_METHOD_GET_CLUSTER_ID);
  g_autofree guint8 *value = g_malloc0 (2 * TEST_MAX_SIZE);
  g_autoptr (GBytes) bytes = NULL;
  HBaseWireWriter writer;
  HBaseWireReader reader;

  begin (&writer, &message);
  hbase_wire_write_binary (&writer, 0, hbase_slice (value, 2 * TEST_MAX_SIZE));
  hbase_wire_end_struct (&writer);
  bytes = test_frame (message.framed, &writer);
  test_reader_init (&reader, &message);
  /* Long before it has been received. */
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, g_bytes_get_data (bytes, NULL), 40), HBASE_WIRE_BAD);
  ck_assert (reader.too_large);
  ck_assert_ptr_nonnull (strstr (hbase_wire_reader_get_problem (&reader), "limit of 1048576"));
  hbase_wire_reader_clear (&reader);
  hbase_wire_writer_clear (&writer);
}
END_TEST

/* ---- nesting ---- */

/* `levels` structs inside each other, the arguments or result struct included, in an unknown field. */
static HBaseWireStatus
read_nested (HBaseWireProtocol protocol, guint levels, char **fault)
{
  TestMessage message = expected_message (protocol, FALSE, HBASE_WIRE_METHOD_DELETE_TABLE);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  gboolean binary = protocol == HBASE_WIRE_PROTOCOL_BINARY;
  HBaseWireWriter writer;
  HBaseWireReader reader;
  HBaseWireStatus status;

  begin (&writer, &message);
  g_byte_array_append (bytes, writer.data, (guint) writer.length);
  for (guint i = 1; i < levels; i++)
    g_byte_array_append (bytes, (const guint8 *) (binary ? "\x0c\0\x09" : "\x9c"), binary ? 3 : 1);
  for (guint i = 0; i < levels; i++)
    g_byte_array_append (bytes, (const guint8 *) "", 1);
  test_reader_init (&reader, &message);
  status = hbase_wire_reader_feed (&reader, bytes->data, bytes->len);
  *fault = g_strdup (hbase_wire_reader_get_problem (&reader));
  hbase_wire_reader_clear (&reader);
  hbase_wire_writer_clear (&writer);
  return status;
}

START_TEST (at_most_64_levels_are_nested)
{
  static const guint too_many[] = { 65, 66, 1000, 100000 };
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  char *fault;

  ck_assert_int_eq (read_nested (protocol, 64, &fault), HBASE_WIRE_WHOLE);
  g_free (fault);
  for (guint i = 0; i < G_N_ELEMENTS (too_many); i++)
    {
      ck_assert_int_eq (read_nested (protocol, too_many[i], &fault), HBASE_WIRE_BAD);
      ck_assert_ptr_nonnull (strstr (fault, "more than 64 levels"));
      g_free (fault);
    }
}
END_TEST

/* ---- headers ---- */

static void
assert_bad_header (
    const TestMessage *message, const char *name, HBaseWireMessageType type, gint32 id, const char *words)
{
  g_autoptr (GBytes) bytes = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, message->protocol, 0);
  hbase_wire_write_message (&writer, hbase_slice_text (name), type, id);
  hbase_wire_put_raw (&writer, "", 1);
  bytes = test_frame (message->framed, &writer);
  assert_bad (message, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), words);
  hbase_wire_writer_clear (&writer);
}

START_TEST (an_invalid_header_is_reported)
{
  TestMessage message = expected_message ((HBaseWireProtocol) (_i & 1), _i >> 1 & 1, HBASE_WIRE_METHOD_GET);

  assert_bad_header (&message, "getMultiple", HBASE_WIRE_REPLY, SEQUENCE_ID, "another method than get");
  assert_bad_header (&message, "ge", HBASE_WIRE_REPLY, SEQUENCE_ID, "another method than get");
  assert_bad_header (&message, "put", HBASE_WIRE_EXCEPTION, SEQUENCE_ID, "another method than get");
  assert_bad_header (&message, "get", HBASE_WIRE_REPLY, 8, "its sequence id isn't 7");
  assert_bad_header (&message, "get", HBASE_WIRE_EXCEPTION, -7, "its sequence id isn't 7");
  assert_bad_header (&message, "get", HBASE_WIRE_CALL, SEQUENCE_ID,
                     "type 1 came where a reply to get was due");
  assert_bad_header (&message, "get", HBASE_WIRE_ONEWAY, SEQUENCE_ID,
                     "type 4 came where a reply to get was due");
  message.is_call = TRUE;
  assert_bad_header (&message, "get", HBASE_WIRE_REPLY, SEQUENCE_ID, "type 2 came where a call was due");
}
END_TEST

START_TEST (a_method_name_that_is_too_long_is_reported)
{
  TestMessage message = expected_message ((HBaseWireProtocol) _i, FALSE, HBASE_WIRE_METHOD_GET);
  gboolean binary = message.protocol == HBASE_WIRE_PROTOCOL_BINARY;

  message.is_call = TRUE;
  if (binary)
    assert_bad (&message, (const guint8 *) "\x80\x01\0\x01\0\0\x01\0", 8, "name of more than 255 bytes");
  else
    assert_bad (&message, (const guint8 *) "\x82\x21\x07\x80\x02", 5, "name of more than 255 bytes");
}
END_TEST

/* ---- other services ---- */

typedef struct {
  HBaseWireProtocol protocol;
  gboolean framed;
  HBaseSlice first;
  const char *words;
} Unexpected;

static const Unexpected other_services[] = {
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE, { (const guint8 *) "HTTP/1.1 400 Bad", 16 }, "HTTP server" },
  { HBASE_WIRE_PROTOCOL_COMPACT, FALSE, { (const guint8 *) "HTTP/1.1 400 Bad", 16 }, "HTTP server" },
  { HBASE_WIRE_PROTOCOL_BINARY, TRUE, { (const guint8 *) "HTTP/1.1 400 Bad", 16 }, "HTTP server" },
  { HBASE_WIRE_PROTOCOL_COMPACT, TRUE, { (const guint8 *) "HTTP/1.1 400 Bad", 16 }, "HTTP server" },
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE, { (const guint8 *) "\x15\x03\x01\0\x02\x02\x46", 7 }, "TLS" },
  { HBASE_WIRE_PROTOCOL_COMPACT, TRUE, { (const guint8 *) "\x15\x03\x01\0\x02\x02\x46", 7 }, "TLS" },
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE, { (const guint8 *) "\x16\x03\x03\0\x31\x02\0", 7 }, "TLS" },
  { HBASE_WIRE_PROTOCOL_BINARY,
    FALSE,
    { (const guint8 *) "\0\0\0\x30\x80\x01\0\x02", 8 },
    "protocol=binary&framing=framed" },
  { HBASE_WIRE_PROTOCOL_BINARY,
    FALSE,
    { (const guint8 *) "\0\0\0\x30\x82\x41", 6 },
    "protocol=compact&framing=framed" },
  { HBASE_WIRE_PROTOCOL_COMPACT,
    FALSE,
    { (const guint8 *) "\0\0\0\x30\x82\x41", 6 },
    "protocol=compact&framing=framed" },
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE, { (const guint8 *) "\0", 1 }, "framing=framed" },
  { HBASE_WIRE_PROTOCOL_BINARY,
    FALSE,
    { (const guint8 *) "\x82\x41\x07\x03get", 7 },
    "protocol=compact&framing=none" },
  { HBASE_WIRE_PROTOCOL_COMPACT,
    FALSE,
    { (const guint8 *) "\x80\x01\0\x02", 4 },
    "protocol=binary&framing=none" },
  { HBASE_WIRE_PROTOCOL_BINARY,
    TRUE,
    { (const guint8 *) "\x80\x01\0\x02", 4 },
    "protocol=binary&framing=none" },
  { HBASE_WIRE_PROTOCOL_COMPACT,
    TRUE,
    { (const guint8 *) "\x82\x41\x07\x03", 4 },
    "protocol=compact&framing=none" },
  { HBASE_WIRE_PROTOCOL_BINARY,
    TRUE,
    { (const guint8 *) "\0\0\0\x30\x82\x41\x07\x03", 8 },
    "protocol=compact&framing=framed" },
  { HBASE_WIRE_PROTOCOL_COMPACT,
    TRUE,
    { (const guint8 *) "\0\0\0\x30\x80\x01\0\x02", 8 },
    "protocol=binary&framing=framed" },
  { HBASE_WIRE_PROTOCOL_BINARY, FALSE, { (const guint8 *) "SSH-2.0-", 8 }, "53 53 48 2D 32 2E 30 2D" },
};

/* Each is recognised by its first bytes, without waiting for more. */
START_TEST (other_services_are_recognised_by_their_first_bytes)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_services); i++)
    {
      TestMessage message
          = expected_message (other_services[i].protocol, other_services[i].framed, HBASE_WIRE_METHOD_GET);

      assert_bad (&message, other_services[i].first.data, other_services[i].first.length,
                  other_services[i].words);
      if (!message.framed)
        assert_bad (&message, other_services[i].first.data, 1, "the first bytes");
    }
}
END_TEST

/* ---- frames ---- */

START_TEST (a_frame_of_another_length_is_reported)
{
  TestMessage message = expected_message ((HBaseWireProtocol) _i, TRUE, HBASE_WIRE_METHOD_DELETE_TABLE);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (GBytes) frame = NULL;
  HBaseWireWriter writer;

  begin (&writer, &message);
  hbase_wire_end_struct (&writer);
  frame = test_frame (TRUE, &writer);
  g_byte_array_append (bytes, g_bytes_get_data (frame, NULL), (guint) g_bytes_get_size (frame));
  g_byte_array_append (bytes, (const guint8 *) "abc", 3);
  bytes->data[3] += 3;
  assert_bad (&message, bytes->data, bytes->len, "3 bytes too many");
  bytes->data[3] -= 4;
  assert_bad (&message, bytes->data, bytes->len, "the frame ends at");
  bytes->data[3] = 0;
  assert_bad (&message, bytes->data, bytes->len, "the frame ends at 4");
  hbase_wire_writer_clear (&writer);
}
END_TEST

/* ---- unusual messages that are valid ---- */

static HBaseBlock *
read_good (const TestMessage *message, HBaseWireWriter *writer)
{
  g_autoptr (GBytes) bytes = test_frame (message->framed, writer);
  g_autofree char *fault = NULL;
  HBaseBlock *block = test_read_block (message, bytes, &fault);

  ck_assert_msg (block != NULL, "%s", fault);
  hbase_wire_writer_clear (writer);
  return block;
}

START_TEST (an_application_exception_is_a_reply)
{
  TestMessage message = expected_message ((HBaseWireProtocol) (_i & 1), _i >> 1 & 1, HBASE_WIRE_METHOD_GET);
  g_autoptr (HBaseBlock) block = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, message.protocol, 0);
  hbase_wire_write_message (&writer, hbase_slice_text ("get"), HBASE_WIRE_EXCEPTION, SEQUENCE_ID);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_APPLICATION_EXCEPTION_MESSAGE, HBASE_SLICE_LITERAL ("no"));
  hbase_wire_write_i32 (&writer, HBASE_T_APPLICATION_EXCEPTION_TYPE,
                        HBASE_T_APPLICATION_EXCEPTION_TYPE_INTERNAL_ERROR);
  hbase_wire_end_struct (&writer);
  block = read_good (&message, &writer);
  ck_assert_uint_eq (block->type, HBASE_WIRE_EXCEPTION);
}
END_TEST

/* Calls that a service reports: they are WHOLE, and the block names the missing field. */
START_TEST (calls_without_a_required_field_are_accepted)
{
  TestMessage message = expected_message ((HBaseWireProtocol) _i, FALSE, HBASE_WIRE_METHOD_GET);
  g_autoptr (HBaseBlock) incomplete = NULL, unknown = NULL;
  HBaseWireWriter writer;

  message.is_call = TRUE;
  begin (&writer, &message);
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  incomplete = read_good (&message, &writer);
  ck_assert_str_eq (incomplete->incomplete->name, "TGet");
  ck_assert_str_eq (incomplete->missing, "row");

  hbase_wire_writer_init (&writer, message.protocol, 0);
  hbase_wire_write_message (&writer, hbase_slice_text ("getAnything"), HBASE_WIRE_CALL, -9);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, 1, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_end_struct (&writer);
  unknown = read_good (&message, &writer);
  ck_assert_ptr_null (unknown->method);
  ck_assert_int_eq (unknown->sequence_id, -9);
  ck_assert (hbase_slice_equal (unknown->name, hbase_slice_text ("getAnything")));
}
END_TEST

#define MANY 100000

/* A call allocates no memory beside its own bytes. */
START_TEST (calls_have_no_index)
{
  HBaseWireProtocol protocol = (HBaseWireProtocol) _i;
  TestMessage message = expected_message (protocol, FALSE, HBASE_WIRE_METHOD_PUT_MULTIPLE);
  g_autofree guint8 *nothing = g_malloc0 (MANY);
  HBaseWireReader reader;
  HBaseWireWriter writer;
  HBaseBlock *block;

  message.is_call = TRUE;
  begin (&writer, &message);
  hbase_wire_write_list (&writer, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, MANY + 1);
  hbase_wire_put_raw (&writer, nothing, MANY);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_list (&writer, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, MANY);
  for (guint i = 0; i < MANY; i++)
    hbase_wire_put_cell (&writer, hbase_slice ("", 0), hbase_slice ("", 0), hbase_slice ("", 0),
                         HBASE_CELL_NO_TIMESTAMP, 0);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  hbase_wire_reader_init_call (&reader, protocol, FALSE, G_MAXINT32);
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, writer.data, writer.length), HBASE_WIRE_WHOLE);
  ck_assert_uint_eq (reader.rows_capacity, 0);
  ck_assert_uint_lt (reader.cells_capacity, 1000);
  block = hbase_wire_reader_take (&reader, g_steal_pointer (&writer.data));
  ck_assert_str_eq (block->incomplete->name, "TPut");
  ck_assert_str_eq (block->missing, "row");
  hbase_block_unref (block);
  hbase_wire_writer_clear (&writer);
}
END_TEST

/* The length of a frame is a signed number. */
START_TEST (a_frame_has_at_most_2_gib)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 16);
  hbase_wire_begin_frame (&writer);
  hbase_wire_put_raw (&writer, "abc", 3);
  ck_assert (hbase_wire_end_frame (&writer, 0));
  ck_assert_mem_eq (writer.data, "\0\0\0\3abc", 7);
  ck_assert (hbase_wire_end_frame (&writer, HBASE_WIRE_FRAME_MAX - 3));
  ck_assert_mem_eq (writer.data, "\x7f\xff\xff\xff", 4);
  ck_assert (!hbase_wire_end_frame (&writer, HBASE_WIRE_FRAME_MAX - 2));
  ck_assert (!hbase_wire_end_frame (&writer, G_MAXSIZE - 1));
  hbase_wire_writer_clear (&writer);
}
END_TEST

/* Some peers send a meaningless element type for an empty list. */
START_TEST (an_empty_list_may_have_any_element_type)
{
  TestMessage message = expected_message ((HBaseWireProtocol) _i, FALSE, HBASE_WIRE_METHOD_GET_MULTIPLE);
  g_autoptr (HBaseBlock) block = NULL;
  HBaseWireWriter writer;

  begin (&writer, &message);
  hbase_wire_write_list (&writer, HBASE_GET_MULTIPLE_RESULT_SUCCESS, HBASE_WIRE_STOP, 0);
  hbase_wire_end_struct (&writer);
  block = read_good (&message, &writer);
  ck_assert_uint_eq (block->n_rows, 0);
}
END_TEST

/* The compact protocol has two numbers for the booleans of a list, and peers send either. */
START_TEST (both_compact_codes_of_false_are_read)
{
  TestMessage message = expected_message (HBASE_WIRE_PROTOCOL_COMPACT, FALSE, HBASE_WIRE_METHOD_EXISTS_ALL);
  g_autoptr (HBaseBlock) block = NULL;
  HBaseWireWriter writer;

  begin (&writer, &message);
  hbase_wire_put_raw (&writer, _i == 0 ? "\x09\0\x21\x01\x02" : "\x09\0\x22\x01\x02", 5);
  hbase_wire_end_struct (&writer);
  block = read_good (&message, &writer);
  ck_assert_uint_eq (block->length - block->body, 6);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("faults");

  tcase_add_test (tcase, an_invalid_body_is_reported);
  tcase_add_test (tcase, the_least_size_of_announced_elements_is_reported);
  tcase_add_test (tcase, an_invalid_length_is_reported);
  tcase_add_loop_test (tcase, a_message_beyond_the_limit_is_too_large, 0, 2);
  tcase_add_loop_test (tcase, at_most_64_levels_are_nested, 0, 2);
  tcase_add_loop_test (tcase, an_invalid_header_is_reported, 0, 4);
  tcase_add_loop_test (tcase, a_method_name_that_is_too_long_is_reported, 0, 2);
  tcase_add_test (tcase, other_services_are_recognised_by_their_first_bytes);
  tcase_add_loop_test (tcase, a_frame_of_another_length_is_reported, 0, 2);
  tcase_add_loop_test (tcase, an_application_exception_is_a_reply, 0, 4);
  tcase_add_loop_test (tcase, calls_without_a_required_field_are_accepted, 0, 2);
  tcase_add_loop_test (tcase, calls_have_no_index, 0, 2);
  tcase_add_test (tcase, a_frame_has_at_most_2_gib);
  tcase_add_loop_test (tcase, an_empty_list_may_have_any_element_type, 0, 2);
  tcase_add_loop_test (tcase, both_compact_codes_of_false_are_read, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("faults", fill)
