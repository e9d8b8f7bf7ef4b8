/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "random-message.h"
#include "test-seed.h"

/* The reader with valid, truncated and mutated messages, at once and in slices. */

#define ROUNDS 300
#define MUTATIONS 120000

static GBytes *
draw_message (TestMessage *message, GRand *rand)
{
  GBytes *bytes;

  /* The tests of every prefix take quadratic time. */
  for (;;)
    {
      test_message_draw (message, rand);
      bytes = test_message_make (message, rand);
      if (g_bytes_get_size (bytes) < 1500)
        return bytes;
      g_bytes_unref (bytes);
    }
}

START_TEST (valid_messages_are_accepted)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/whole");

  for (guint i = 0; i < test_times (3000); i++)
    {
      g_autofree char *fault = NULL;
      g_autoptr (HBaseBlock) block = NULL;
      g_autoptr (GBytes) bytes = NULL;
      TestMessage message;

      test_message_draw (&message, rand);
      bytes = test_message_make (&message, rand);
      block = test_read_block (&message, bytes, &fault);
      ck_assert_msg (block != NULL, "%s: %s", message.method->name, fault);
      ck_assert_ptr_eq (block->method, message.method);
      ck_assert_int_eq (block->sequence_id, message.sequence_id);
      ck_assert_uint_eq (block->rows[block->n_rows].at, block->length);
      ck_assert_uint_eq (block->rows[block->n_rows].first_cell, block->n_cells);
    }
}
END_TEST

START_TEST (a_message_may_arrive_in_any_parts)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/any-slicing");

  for (guint i = 0; i < test_times (ROUNDS * 5); i++)
    {
      TestMessage message;
      g_autoptr (GBytes) bytes = draw_message (&message, rand);
      g_autofree char *whole = test_read_all (&message, bytes);
      g_autofree char *sliced = test_read_sliced (&message, bytes, rand);

      ck_assert_str_eq (whole, sliced);
    }
}
END_TEST

/* Each shorter prefix is MORE, never WHOLE or BAD; and `wanted` is more than what was fed, and never more
 * than the length of the message. */
START_TEST (a_prefix_is_incomplete)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/every-prefix");

  for (guint i = 0; i < test_times (ROUNDS); i++)
    {
      TestMessage message;
      g_autoptr (GBytes) bytes = draw_message (&message, rand);
      gsize length;
      const guint8 *data = g_bytes_get_data (bytes, &length);

      for (gsize n = 0; n < length; n++)
        {
          g_autofree guint8 *copy = g_memdup2 (data, n);
          HBaseWireReader reader;

          test_reader_init (&reader, &message);
          ck_assert_int_eq (hbase_wire_reader_feed (&reader, copy, n), HBASE_WIRE_MORE);
          ck_assert_uint_gt (reader.wanted, n);
          ck_assert_uint_le (reader.wanted, length);
          hbase_wire_reader_clear (&reader);
        }
    }
}
END_TEST

/* Bytes after an unframed message belong to the next one. */
START_TEST (bytes_after_a_message_belong_to_the_next)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/bytes-behind");

  for (guint i = 0; i < test_times (ROUNDS); i++)
    {
      TestMessage message;
      g_autoptr (GBytes) bytes = draw_message (&message, rand);
      gsize length = g_bytes_get_size (bytes);
      g_autofree guint8 *longer = g_malloc0 (length + 9);
      HBaseWireReader reader;

      memcpy (longer, g_bytes_get_data (bytes, NULL), length);
      test_reader_init (&reader, &message);
      ck_assert_int_eq (hbase_wire_reader_feed (&reader, longer, length + 9), HBASE_WIRE_WHOLE);
      ck_assert_uint_eq (hbase_wire_reader_consumed (&reader), length);
      hbase_wire_reader_clear (&reader);
    }
}
END_TEST

static GBytes *
mutate (GBytes *bytes, GRand *rand)
{
  GByteArray *array = g_byte_array_new ();
  guint changes = (guint) g_rand_int_range (rand, 1, 5);

  g_byte_array_append (array, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
  for (guint i = 0; i < changes && array->len > 0; i++)
    {
      guint at = (guint) g_rand_int_range (rand, 0, (gint32) array->len);
      guint most = g_rand_int (rand) % 20;
      guint count = MIN (array->len - at, most);

      switch (g_rand_int_range (rand, 0, 5))
        {
        case 0:
          array->data[at] ^= (guint8) (1 << g_rand_int_range (rand, 0, 8));
          break;
        case 1:
          array->data[at] = (guint8) g_rand_int (rand);
          break;
        case 2:
          g_byte_array_remove_range (array, at, count);
          break;
        case 3:
          memset (array->data + at, g_rand_boolean (rand) ? 0xff : 0x7f, MIN (4, array->len - at));
          break;
        default:
          g_byte_array_set_size (array, array->len + count);
          memmove (array->data + at + count, array->data + at, array->len - at - count);
        }
    }
  return g_byte_array_free_to_bytes (array);
}

/* Whatever the reader accepts must be safe for the decoder and the cell views. */
static guint8
read_whole_block (HBaseBlock *block)
{
  HBaseCellView view;
  guint8 sum = 0;

  for (guint i = 0; i < block->n_rows; i++)
    {
      HBaseSlice key = hbase_block_row_key (block, i);

      for (gsize j = 0; j < key.length; j++)
        sum ^= key.data[j];
      sum ^= (guint8) hbase_block_row_is_partial (block, i);
    }
  for (guint i = 0; i < block->n_cells; i++)
    {
      hbase_block_cell (block, i, &view);
      for (gsize j = 0; j < view.value.length; j++)
        sum ^= view.value.data[j];
    }
  return sum;
}

START_TEST (mutated_messages_are_refused_or_safe_to_read)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/mutations");
  guint n_messages = test_times (MUTATIONS / 20), outcomes[3] = { 0, 0, 0 };
  guint8 sum = 0;

  for (guint i = 0; i < n_messages; i++)
    {
      TestMessage message;
      g_autoptr (GBytes) bytes = draw_message (&message, rand);

      for (guint j = 0; j < 20; j++)
        {
          g_autoptr (GBytes) mutant = mutate (bytes, rand);
          g_autofree guint8 *copy = g_memdup2 (g_bytes_get_data (mutant, NULL), g_bytes_get_size (mutant));
          HBaseWireReader reader;
          HBaseWireStatus status;

          test_reader_init (&reader, &message);
          status = hbase_wire_reader_feed (&reader, copy, g_bytes_get_size (mutant));
          outcomes[status]++;
          ck_assert ((status == HBASE_WIRE_BAD) == (hbase_wire_reader_get_problem (&reader) != NULL));
          if (status == HBASE_WIRE_WHOLE)
            {
              g_autoptr (HBaseBlock) block = hbase_wire_reader_take (&reader, g_steal_pointer (&copy));

              sum ^= read_whole_block (block);
            }
          hbase_wire_reader_clear (&reader);
        }
    }
  /* Some mutations must have been accepted and some refused. */
  ck_assert_uint_gt (outcomes[HBASE_WIRE_MORE], n_messages / 50);
  ck_assert_uint_gt (outcomes[HBASE_WIRE_WHOLE], n_messages / 50);
  ck_assert_uint_gt (outcomes[HBASE_WIRE_BAD], n_messages / 50);
  g_print ("reader/mutations: %u more, %u whole, %u bad, sum %u\n", outcomes[HBASE_WIRE_MORE],
           outcomes[HBASE_WIRE_WHOLE], outcomes[HBASE_WIRE_BAD], sum);
}
END_TEST

START_TEST (a_mutated_message_may_arrive_in_any_parts)
{
  g_autoptr (GRand) rand = test_rand_new ("reader/mutations-any-slicing");

  for (guint i = 0; i < test_times (ROUNDS * 5); i++)
    {
      TestMessage message;
      g_autoptr (GBytes) bytes = draw_message (&message, rand);
      g_autoptr (GBytes) mutant = mutate (bytes, rand);
      g_autofree char *whole = test_read_all (&message, mutant);
      g_autofree char *sliced = test_read_sliced (&message, mutant, rand);

      ck_assert_str_eq (whole, sliced);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("reader");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, valid_messages_are_accepted);
  tcase_add_test (tcase, a_message_may_arrive_in_any_parts);
  tcase_add_test (tcase, a_prefix_is_incomplete);
  tcase_add_test (tcase, bytes_after_a_message_belong_to_the_next);
  tcase_add_test (tcase, mutated_messages_are_refused_or_safe_to_read);
  tcase_add_test (tcase, a_mutated_message_may_arrive_in_any_parts);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("reader", fill)
