/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests the transcoder with random arguments of all methods: what it makes of the writer's bytes in the
 * binary protocol is what the writer makes in the compact one. test-oracle compares the writer with the
 * stubs. */

#include "config.h"

#include "check-main.h"
#include "random-message.h"
#include "test-seed.h"

#include "hbase-wire-transcoder-private.h"

#define CASES 40

static GBytes *
write_arguments (HBaseWireProtocol protocol, const HBaseWireMethod *method, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_begin_struct (&writer);
  test_write_struct (&writer, method->arguments, rand);
  return hbase_wire_writer_end (&writer);
}

START_TEST (arguments_are_those_of_the_writer)
{
  const HBaseWireMethod *method = &hbase_wire_methods[_i];
  g_autoptr (GRand) rand = test_rand_new (method->name);

  test_for_stubs = TRUE;
  for (guint i = 0; i < test_times (CASES); i++)
    {
      guint32 seed = g_rand_int (rand);
      g_autoptr (GBytes) binary = write_arguments (HBASE_WIRE_PROTOCOL_BINARY, method, seed);
      g_autoptr (GBytes) compact = write_arguments (HBASE_WIRE_PROTOCOL_COMPACT, method, seed);
      g_autoptr (GBytes) made = hbase_wire_make_compact (binary, NULL);

      ck_assert_msg (g_bytes_equal (made, compact), "%s, seed %u", method->name, seed);
    }
}
END_TEST

static void
forget (gpointer unused)
{
}

START_TEST (segments_belong_to_the_message)
{
  const HBaseWireMethod *method = &hbase_wire_methods[HBASE_WIRE_METHOD_PUT];
  g_autoptr (GBytes) binary = NULL, compact = NULL, own = NULL, made = NULL;
  g_autoptr (GArray) segments = hbase_wire_segments_new (1);
  GByteArray *rest = g_byte_array_new ();
  const guint8 *data;
  gsize length;

  test_for_stubs = TRUE;
  binary = write_arguments (HBASE_WIRE_PROTOCOL_BINARY, method, 7);
  compact = write_arguments (HBASE_WIRE_PROTOCOL_COMPACT, method, 7);
  data = g_bytes_get_data (binary, &length);
  g_byte_array_append (rest, data, 3);
  g_byte_array_append (rest, data + 9, (guint) length - 9);
  own = g_byte_array_free_to_bytes (rest);
  hbase_wire_segments_add (segments, 3, hbase_slice (data + 3, 6), NULL, forget);
  made = hbase_wire_make_compact (own, segments);
  ck_assert (g_bytes_equal (made, compact));
}
END_TEST

/* Random arguments have no sets. */
static GBytes *
write_set (HBaseWireProtocol protocol)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_set (&writer, HBASE_CLEAR_SLOW_LOG_RESPONSES_ARGS_SERVER_NAMES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("host"));
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

START_TEST (a_set_is_converted)
{
  g_autoptr (GBytes) binary = write_set (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (GBytes) compact = write_set (HBASE_WIRE_PROTOCOL_COMPACT);
  g_autoptr (GBytes) made = hbase_wire_make_compact (binary, NULL);

  ck_assert (g_bytes_equal (made, compact));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("transcoder");

  tcase_add_loop_test (tests, arguments_are_those_of_the_writer, 0, HBASE_WIRE_N_METHODS);
  tcase_add_test (tests, segments_belong_to_the_message);
  tcase_add_test (tests, a_set_is_converted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("transcoder", fill)
