/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-wire-segments-private.h"
#include "hbase-wire-writer-private.h"

#define CASES 300
#define MOST 40

static guint n_released;

static void
release (gpointer owner)
{
  n_released++;
  g_free (owner);
}

static guint8 *
draw_bytes (GRand *rand, gsize length)
{
  guint8 *bytes = g_malloc (length + 1);

  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) g_rand_int (rand);
  return bytes;
}

/* A message of own bytes and segments, and the same in one piece. */
static GBytes *
draw_message (GRand *rand, GArray *segments, GByteArray *flat)
{
  GByteArray *own = g_byte_array_new ();
  guint n_segments = (guint) g_rand_int_range (rand, 0, 6);

  for (guint i = 0; i <= n_segments; i++)
    {
      gsize length = (gsize) g_rand_int_range (rand, 0, MOST);
      g_autofree guint8 *piece = draw_bytes (rand, length);
      guint8 *segment = NULL;

      g_byte_array_append (own, piece, (guint) length);
      g_byte_array_append (flat, piece, (guint) length);
      if (i == n_segments)
        break;
      length = (gsize) g_rand_int_range (rand, 1, MOST);
      segment = draw_bytes (rand, length);
      g_byte_array_append (flat, segment, (guint) length);
      hbase_wire_segments_add (segments, own->len, hbase_slice (segment, length), segment, release);
    }
  return g_byte_array_free_to_bytes (own);
}

/* The slices hold what comes next, and there is at least one as long as something is left. */
static gsize
check_slices (GBytes *own, const GArray *segments, const GByteArray *flat, gsize skip, guint n_max)
{
  HBaseSlice slices[8];
  guint n = hbase_wire_message_slices (own, segments, skip, slices, n_max);
  gsize done = skip;

  ck_assert_uint_le (n, n_max);
  ck_assert ((n > 0) == (skip < flat->len));
  for (guint i = 0; i < n; i++)
    {
      ck_assert_uint_gt (slices[i].length, 0);
      ck_assert_uint_le (done + slices[i].length, flat->len);
      ck_assert_mem_eq (slices[i].data, flat->data + done, slices[i].length);
      done += slices[i].length;
    }
  return done;
}

START_TEST (slices_are_the_message_from_any_byte_on)
{
  g_autoptr (GRand) rand = test_rand_new ("slices");

  for (guint i = 0; i < test_times (CASES); i++)
    {
      g_autoptr (GByteArray) flat = g_byte_array_new ();
      g_autoptr (GArray) segments = hbase_wire_segments_new (2);
      g_autoptr (GBytes) own = draw_message (rand, segments, flat);
      g_autoptr (GBytes) joined = hbase_wire_message_join (own, segments);
      guint n_max = (guint) g_rand_int_range (rand, 1, 9);

      ck_assert_uint_eq (hbase_wire_message_length (own, segments), flat->len);
      ck_assert_uint_eq (g_bytes_get_size (joined), flat->len);
      for (gsize skip = 0; skip <= flat->len; skip++)
        check_slices (own, segments, flat, skip, n_max);
      for (gsize done = 0; done < flat->len;)
        done = check_slices (own, segments, flat, done, n_max);
    }
}
END_TEST

/* In the compact protocol: the difference and the type, or the type and the number itself. */
START_TEST (a_field_at_most_15_after_the_last_has_a_header_of_one_byte)
{
  static const guint8 expected[] = { 0xF3, 7, 0x03, 2 * 31, 8, 0x03, 2 * 31, 9, 0 };
  g_autoptr (GBytes) bytes = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_COMPACT, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i8 (&writer, 15, 7);
  hbase_wire_write_i8 (&writer, 31, 8);
  hbase_wire_write_i8 (&writer, 31, 9);
  hbase_wire_end_struct (&writer);
  bytes = hbase_wire_writer_end (&writer);
  ck_assert_uint_eq (g_bytes_get_size (bytes), sizeof expected);
  ck_assert_mem_eq (g_bytes_get_data (bytes, NULL), expected, sizeof expected);
}
END_TEST

START_TEST (a_message_may_have_no_segments)
{
  g_autoptr (GBytes) own = g_bytes_new_static ("abc", 3);
  g_autoptr (GBytes) joined = hbase_wire_message_join (own, NULL);
  HBaseSlice slice;

  ck_assert_uint_eq (hbase_wire_message_length (own, NULL), 3);
  ck_assert_uint_eq (hbase_wire_message_slices (own, NULL, 1, &slice, 1), 1);
  ck_assert_mem_eq (slice.data, "bc", 2);
  ck_assert_uint_eq (hbase_wire_message_slices (own, NULL, 3, &slice, 1), 0);
  ck_assert_ptr_eq (joined, own);
}
END_TEST

START_TEST (owners_are_released_with_the_last_reference)
{
  HBaseWireWriter writer;
  GArray *segments;

  n_released = 0;
  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 16);
  hbase_wire_writer_allow_segments (&writer, 1);
  hbase_wire_put_segment (&writer, HBASE_SLICE_LITERAL ("ab"), g_strdup ("owner"), release);
  segments = g_array_ref (writer.segments);
  hbase_wire_writer_clear (&writer);
  ck_assert_uint_eq (n_released, 0);
  g_array_unref (segments);
  ck_assert_uint_eq (n_released, 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("segments");

  tcase_add_test (tests, slices_are_the_message_from_any_byte_on);
  tcase_add_test (tests, a_field_at_most_15_after_the_last_has_a_header_of_one_byte);
  tcase_add_test (tests, a_message_may_have_no_segments);
  tcase_add_test (tests, owners_are_released_with_the_last_reference);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("segments", fill)
