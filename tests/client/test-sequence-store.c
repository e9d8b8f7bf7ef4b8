/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-sequence-store-private.h"

/* This tests which blocks of ids the store takes. */

#define BLOCK 10

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseSequenceStore, hbase_sequence_store_free)

/* Adds the n-th block of the counter. */
static void
assert_added (HBaseSequenceStore *store, gint64 n)
{
  g_autoptr (GError) error = NULL;

  hbase_sequence_store_add (store, n * BLOCK, BLOCK, &error);
  ck_assert_no_error (error);
}

static void
assert_repeated (HBaseSequenceStore *store, gint64 taken, gint64 block, const char *what)
{
  g_autoptr (GError) error = NULL;
  guint64 buffered = hbase_sequence_store_get_buffered (store);

  ck_assert (!hbase_sequence_store_add (store, taken, block, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert_ptr_nonnull (strstr (error->message, what));
  ck_assert_uint_eq (hbase_sequence_store_get_buffered (store), buffered);
}

/* Calls of several threads are under way at the same time. */
START_TEST (blocks_may_come_in_any_order)
{
  g_autoptr (HBaseSequenceStore) store = hbase_sequence_store_new (1, FALSE);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  assert_added (store, 3);
  assert_added (store, 1);
  assert_added (store, 2);
  ck_assert_int_eq (hbase_sequence_store_take (store, ids, 3 * BLOCK), 0);
  ck_assert_int_eq (g_array_index (ids, gint64, 0), 21);
  ck_assert_int_eq (g_array_index (ids, gint64, BLOCK), 1);
}
END_TEST

START_TEST (a_block_that_comes_twice_is_refused)
{
  g_autoptr (HBaseSequenceStore) store = hbase_sequence_store_new (1, FALSE);
  g_autoptr (GArray) ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  assert_added (store, 2);
  assert_repeated (store, 2 * BLOCK, BLOCK, "the numbers 11 to 20");
  /* Also after its ids were handed out, and where one number is the same. */
  ck_assert_int_eq (hbase_sequence_store_take (store, ids, BLOCK), 0);
  assert_repeated (store, 2 * BLOCK, BLOCK, "the numbers 11 to 20");
  assert_repeated (store, BLOCK + 1, 2, "the numbers 10 to 11");
  assert_repeated (store, 2 * BLOCK + 4, 5, "the numbers 20 to 24");
  assert_added (store, 1);
  assert_added (store, 3);
}
END_TEST

START_TEST (the_last_blocks_are_remembered)
{
  g_autoptr (HBaseSequenceStore) store = hbase_sequence_store_new (1, FALSE);

  for (gint64 n = 1; n <= 2 * HBASE_SEQUENCE_REMEMBERED; n++)
    assert_added (store, n);
  for (gint64 n = HBASE_SEQUENCE_REMEMBERED + 2; n <= 2 * HBASE_SEQUENCE_REMEMBERED; n++)
    assert_repeated (store, n * BLOCK, 1, "to two increments");
}
END_TEST

START_TEST (the_most_that_was_taken_is_known)
{
  g_autoptr (HBaseSequenceStore) store = hbase_sequence_store_new (1, FALSE);

  ck_assert_int_eq (hbase_sequence_store_get_taken (store), 0);
  hbase_sequence_store_record_calls (store, 20, 0);
  hbase_sequence_store_record_calls (store, 10, 0);
  ck_assert_int_eq (hbase_sequence_store_get_taken (store), 20);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("sequence store");

  tcase_add_test (tests, blocks_may_come_in_any_order);
  tcase_add_test (tests, a_block_that_comes_twice_is_refused);
  tcase_add_test (tests, the_last_blocks_are_remembered);
  tcase_add_test (tests, the_most_that_was_taken_is_known);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("sequence-store", fill)
