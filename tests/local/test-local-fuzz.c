/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "hbase-block-private.h"
#include "random-message.h"
#include "test-seed.h"

/* Random calls of all methods, valid and damaged: each gets a reply that its method allows, and the
 * service continues. (local-call.c reads each reply as a client would.) */

#define CALLS 20000

static void
check_alive (Local *local)
{
  HBaseWireWriter *out;

  make_table (local, "alive", "f");
  out = call_begin_table (local, "alive");
  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:q@5=v");
  hbase_wire_end_struct (out);
  ck_text (call_text (local, HBASE_WIRE_METHOD_PUT), "ok");
}

static void
damage (guint8 *data, gsize length, GRand *rand)
{
  for (int n = g_rand_int_range (rand, 1, 4); n > 0; n--)
    data[g_rand_int_range (rand, 0, (gint32) length)] = (guint8) g_rand_int_range (rand, 0, 256);
}

/* Gives half of the calls the name of an existing table: otherwise nearly all would fail for the lack of
 * one. */
static void
name_table (GByteArray *bytes, HBaseWireProtocol protocol, const HBaseBlock *call)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  HBaseWireWriter writer;
  guint id;
  gsize end;

  hbase_wire_decoder_init (&decoder, call, call->body);
  if (!hbase_wire_decoder_next (&decoder, &id, &type) || id != 1 || type != HBASE_WIRE_BINARY)
    return;
  hbase_wire_decoder_binary (&decoder);
  end = hbase_wire_decoder_position (&decoder);
  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_put_raw (&writer, call->data, call->body);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, 1, HBASE_SLICE_LITERAL (TABLE));
  hbase_wire_put_raw (&writer, call->data + end, call->length - end);
  g_byte_array_set_size (bytes, 0);
  g_byte_array_append (bytes, writer.data, (guint) writer.length);
  hbase_wire_writer_clear (&writer);
}

static HBaseBlock *
read_call (const TestMessage *message, const GByteArray *bytes)
{
  HBaseWireReader reader;

  hbase_wire_reader_init_call (&reader, message->protocol, FALSE, TEST_MAX_SIZE);
  ck_assert_int_eq (hbase_wire_reader_feed (&reader, bytes->data, bytes->len), HBASE_WIRE_WHOLE);
  return hbase_wire_reader_take (&reader, g_memdup2 (bytes->data, bytes->len));
}

START_TEST (test_random_calls)
{
  g_autoptr (GRand) rand = test_rand_new ("local-fuzz");
  guint n_calls = test_times (CALLS), answered = 0, damaged = 0;
  Local local;

  local_open (&local);
  for (guint i = 0; i < n_calls; i++)
    {
      TestMessage message;
      g_autoptr (GBytes) whole = NULL;
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autoptr (HBaseBlock) call = NULL;
      g_autoptr (HBaseBlock) reply = NULL;

      test_message_draw (&message, rand);
      message.is_call = TRUE;
      message.framed = FALSE;
      whole = test_message_make (&message, rand);
      g_byte_array_append (bytes, g_bytes_get_data (whole, NULL), (guint) g_bytes_get_size (whole));
      call = read_call (&message, bytes);
      if (g_rand_boolean (rand))
        name_table (bytes, message.protocol, call);
      if (g_rand_boolean (rand))
        damage (bytes->data, bytes->len, rand);
      reply = call_raw (&local, message.protocol, bytes->data, bytes->len);
      answered += reply != NULL;
      damaged += reply == NULL;
    }
  /* Both must have occurred, or the test has tested nothing. */
  ck_assert_uint_gt (answered, n_calls / 4);
  ck_assert_uint_gt (damaged, n_calls / 20);
  check_alive (&local);
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("fuzz");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, test_random_calls);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-fuzz", fill)
