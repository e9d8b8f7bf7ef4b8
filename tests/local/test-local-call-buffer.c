/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"
#include "hbase-local-call-buffer-private.h"

/* The buffer returns what it received, and calls that follow each other cost time in proportion to their
 * own length. */

#define KIB ((gsize) 1024)

/* Byte i of the stream. */
static guint8
byte_at (gsize i)
{
  return (guint8) (i * 31 + (i >> 8));
}

/* Receives as much as there is space for. */
static gsize
receive (HBaseLocalCallBuffer *buffer, gsize received, gsize total)
{
  gsize space;
  guint8 *end = hbase_local_call_buffer_reserve (buffer, &space);
  gsize n = MIN (space, total - received);

  if (space == 0)
    ck_abort_msg ("no space");
  for (gsize i = 0; i < n; i++)
    end[i] = byte_at (received + i);
  hbase_local_call_buffer_commit (buffer, n);
  return received + n;
}

static void
take (HBaseLocalCallBuffer *buffer, gsize at, gsize length)
{
  guint8 first = *hbase_local_call_buffer_peek (buffer);
  g_autofree guint8 *call = hbase_local_call_buffer_take (buffer, length);
  gsize n_right = 0;

  while (n_right < length && call[n_right] == byte_at (at + n_right))
    n_right++;
  if (first != byte_at (at) || n_right < length)
    ck_abort_msg ("byte %zu is wrong", at + n_right);
}

/* Takes calls of these lengths alternately, up to a total number of bytes; several are received at a time. */
START_TEST (test_cost_is_linear)
{
  static const gsize lengths[][3]
      = { { 64, 64, 64 }, { 2048 * KIB, 64, 64 }, { 70 * KIB, 70 * KIB, 70 * KIB }, { 1, 300 * KIB, 5000 } };
  static const gsize total = 6 * 1024 * KIB;
  HBaseLocalCallBuffer buffer = { 0 };
  gsize received = 0, taken = 0;
  guint n = 0;

  while (taken < total)
    {
      /* Of the second length there is only the first call: thousands of small ones follow it. */
      gsize next = MIN (lengths[_i][_i == 1 ? MIN (n, 1) : n % 3], total - taken);

      if (received - taken < next)
        received = receive (&buffer, received, total);
      else
        {
          take (&buffer, taken, next);
          taken += next;
          n++;
        }
    }
  ck_assert_uint_le (buffer.copied, 5 * total);
  ck_assert_uint_eq (buffer.length, 0);
  hbase_local_call_buffer_clear (&buffer);
}
END_TEST

/* An idle connection doesn't keep the memory of a large call. */
START_TEST (test_idle_is_small)
{
  HBaseLocalCallBuffer buffer = { 0 };
  gsize received = 0;

  while (received < 1024 * KIB)
    received = receive (&buffer, received, 1024 * KIB);
  take (&buffer, 0, 512 * KIB);
  take (&buffer, 512 * KIB, 100);
  take (&buffer, 512 * KIB + 100, 512 * KIB - 100);
  ck_assert_uint_le (buffer.capacity, 256 * KIB);
  hbase_local_call_buffer_clear (&buffer);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("call buffer");

  tcase_set_timeout (tcase, 60);
  tcase_add_loop_test (tcase, test_cost_is_linear, 0, 4);
  tcase_add_test (tcase, test_idle_is_small);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-call-buffer", fill)
