/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase/history.h"
#include "hbase/lifetimes.h"

/* This tests the checks of what calls returned: right histories pass, and planted faults are found. */

static GArray *
numbers (const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  GArray *array = g_array_new (FALSE, FALSE, sizeof (guint));

  for (char **word = words; *word != NULL && **word != '\0'; word++)
    {
      guint number = (guint) g_ascii_strtoull (*word, NULL, 10);

      g_array_append_val (array, number);
    }
  return array;
}

static void
see_since (History *history, gint64 begin, const char *text)
{
  g_autoptr (GArray) writes = numbers (text);

  history_saw (history, begin, writes);
}

static void
see (History *history, const char *text)
{
  see_since (history, history_now (), text);
}

static guint
write_as (History *history, HistoryOutcome outcome)
{
  guint write = history_begin (history);

  history_end (history, write, outcome);
  return write;
}

static void
assert_found (char *found, const char *word)
{
  g_autofree char *held = found;

  if (word == NULL)
    ck_assert_msg (found == NULL, "%s", found);
  else
    ck_assert_msg (found != NULL && strstr (found, word) != NULL, "“%s” isn't found, but “%s”", word,
                   found != NULL ? found : "nothing");
}

static void
assert_history (History *history, const char *word)
{
  assert_found (history_check (history), word);
}

/* ---- sets ---- */

START_TEST (a_write_of_unknown_outcome_may_be_seen_or_not)
{
  g_autoptr (History) history = history_new (HISTORY_SET, "row");
  gint64 begin;

  write_as (history, HISTORY_ACKNOWLEDGED);
  write_as (history, HISTORY_UNKNOWN);
  write_as (history, HISTORY_REFUSED);
  see (history, "0");
  begin = history_now ();
  see (history, "1 0");
  see_since (history, begin, "0"); /* at the same time as the one before */
  see (history, "0 1");
  assert_history (history, NULL);
}
END_TEST

START_TEST (a_lost_write_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_SET, "row");

  write_as (history, HISTORY_ACKNOWLEDGED);
  write_as (history, HISTORY_ACKNOWLEDGED);
  see (history, "1");
  assert_history (history, "row: write 0, which was acknowledged");
}
END_TEST

START_TEST (a_read_may_miss_a_write_that_ended_after_it_began)
{
  g_autoptr (History) history = history_new (HISTORY_SET, "row");
  guint write = history_begin (history);
  gint64 begin = history_now ();

  history_end (history, write, HISTORY_ACKNOWLEDGED);
  see_since (history, begin, "");
  assert_history (history, NULL);
}
END_TEST

START_TEST (a_write_that_was_seen_and_then_lost_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_SET, "row");

  write_as (history, HISTORY_UNKNOWN);
  see (history, "0");
  see (history, "");
  assert_history (history, "write 0, which a read had returned");
}
END_TEST

START_TEST (a_write_that_must_not_be_seen_is_found)
{
  g_autoptr (History) refused = history_new (HISTORY_SET, "row"), early = history_new (HISTORY_SET, "row"),
                      unknown = history_new (HISTORY_SET, "row");

  write_as (refused, HISTORY_REFUSED);
  see (refused, "0");
  assert_history (refused, "was refused");
  see (early, "0");
  write_as (early, HISTORY_ACKNOWLEDGED);
  assert_history (early, "before it began");
  see (unknown, "0");
  assert_history (unknown, "doesn't exist");
}
END_TEST

/* ---- lists ---- */

START_TEST (a_list_in_any_order_of_concurrent_writes_passes)
{
  g_autoptr (History) history = history_new (HISTORY_LIST, "list");
  guint first = history_begin (history), second = history_begin (history);

  history_end (history, first, HISTORY_ACKNOWLEDGED);
  history_end (history, second, HISTORY_ACKNOWLEDGED);
  write_as (history, HISTORY_ACKNOWLEDGED);
  see (history, "1 0 2");
  assert_history (history, NULL);
}
END_TEST

START_TEST (an_order_that_contradicts_time_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_LIST, "list");

  write_as (history, HISTORY_ACKNOWLEDGED);
  write_as (history, HISTORY_ACKNOWLEDGED);
  see (history, "1 0");
  assert_history (history, "write 0 follows write 1");
}
END_TEST

/* Nothing is known of write 0 but that a read has returned it. */
START_TEST (a_write_below_one_that_was_seen_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_LIST, "list");

  write_as (history, HISTORY_UNKNOWN);
  see (history, "0");
  write_as (history, HISTORY_ACKNOWLEDGED);
  see (history, "1 0");
  assert_history (history, "position 0");
}
END_TEST

START_TEST (reordered_and_repeated_writes_are_found)
{
  g_autoptr (History) reordered = history_new (HISTORY_LIST, "list"),
                      twice = history_new (HISTORY_LIST, "list");
  guint first = history_begin (reordered), second = history_begin (reordered);

  history_end (reordered, first, HISTORY_ACKNOWLEDGED);
  history_end (reordered, second, HISTORY_ACKNOWLEDGED);
  see (reordered, "0 1");
  see (reordered, "1 0");
  assert_history (reordered, "at position 0");
  write_as (twice, HISTORY_ACKNOWLEDGED);
  see (twice, "0 0");
  assert_history (twice, "write 0 twice");
}
END_TEST

/* ---- counters ---- */

START_TEST (a_counter_between_its_bounds_passes)
{
  g_autoptr (History) history = history_new (HISTORY_COUNTER, "counter");
  guint write = history_begin (history);

  write_as (history, HISTORY_UNKNOWN);
  history_end_with_number (history, write, 1);
  write_as (history, HISTORY_REFUSED);
  history_saw_number (history, history_now (), 1);
  history_saw_number (history, history_now (), 2);
  history_end_with_number (history, history_begin (history), 3);
  history_saw_number (history, history_now (), 3);
  assert_history (history, NULL);
}
END_TEST

static const struct {
  HistoryOutcome second;
  gint64 seen[2];
  const char *word;
} counters[] = {
  { HISTORY_ACKNOWLEDGED, { 1, 2 }, "the counter was 1 after 2 to 2 increments" }, /* one is lost */
  { HISTORY_ACKNOWLEDGED, { 2, 3 }, "the counter was 3 after 2 to 2 increments" }, /* one counts twice */
  { HISTORY_REFUSED, { 1, 2 }, "the counter was 2 after 1 to 1 increments" },
  { HISTORY_UNKNOWN, { 2, 1 }, "the counter was 2, and 1 " },
};

START_TEST (a_wrong_counter_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_COUNTER, "counter");

  write_as (history, HISTORY_ACKNOWLEDGED);
  write_as (history, counters[_i].second);
  for (guint i = 0; i < 2; i++)
    history_saw_number (history, history_now (), counters[_i].seen[i]);
  assert_history (history, counters[_i].word);
}
END_TEST

START_TEST (a_number_that_was_returned_twice_is_found)
{
  g_autoptr (History) history = history_new (HISTORY_COUNTER, "counter");
  guint first = history_begin (history), second = history_begin (history);

  history_end_with_number (history, first, 1);
  history_end_with_number (history, second, 1);
  assert_history (history, "two increments returned 1");
}
END_TEST

/* ---- what rows contain ---- */

static GArray *
cells_of (const HistoryCell *cells, guint n)
{
  return g_array_append_vals (g_array_new (FALSE, FALSE, sizeof *cells), cells, n);
}

START_TEST (the_value_must_be_of_the_newest_write)
{
  static const HistoryCell cells[] = { { 0, 500, 0 }, { 1, 700, 0 }, { 2, 700, 0 } };
  g_autoptr (GArray) row = cells_of (cells, G_N_ELEMENTS (cells));

  assert_found (history_check_newest (row, 1, 700), NULL);
  assert_found (history_check_newest (row, 2, 700), NULL);
  assert_found (history_check_newest (row, 0, 500), "write 1 is newer");
  assert_found (history_check_newest (row, 2, 800), "a part of write 2");
  assert_found (history_check_newest (row, 3, 700), "a part of write 3");
}
END_TEST

START_TEST (checked_changes_must_be_a_chain)
{
  static const HistoryCell cells[] = { { 7, 0, 4 }, { 4, 0, G_MAXUINT }, { 5, 0, 7 }, { 6, 0, 7 } };
  g_autoptr (GArray) chain = cells_of (cells, 3), fork = cells_of (cells, 4), gap = cells_of (cells + 2, 1);
  g_autofree char *wrong = NULL, *missing = NULL;
  g_autoptr (GArray) order = history_follow_chain (chain, 5, &wrong), expected = numbers ("4 7 5");

  ck_assert_ptr_null (wrong);
  ck_assert_mem_eq (order->data, expected->data, 3 * sizeof (guint));
  ck_assert_ptr_null (history_follow_chain (fork, 5, &wrong));
  assert_found (g_steal_pointer (&wrong), "one was overwritten");
  ck_assert_ptr_null (history_follow_chain (gap, 5, &missing));
  assert_found (g_steal_pointer (&missing), "lacks the checked change 7");
}
END_TEST

/* ---- scans ---- */

typedef struct {
  Lifetimes *lifetimes;
  GRand *rand;
  guint32 keys[3]; /* of three rows that were acknowledged, in order */
  guint rows[3];
} Table;

static gint
compare_keys (gconstpointer a, gconstpointer b, gpointer table)
{
  guint32 first = lifetimes_get_key (table, *(const guint *) a),
          second = lifetimes_get_key (table, *(const guint *) b);

  return (first > second) - (first < second);
}

static void
table_init (Table *table)
{
  table->lifetimes = lifetimes_new ();
  table->rand = g_rand_new_with_seed (1);
  for (guint i = 0; i < 3; i++)
    {
      table->rows[i] = lifetimes_begin_put (table->lifetimes, table->rand);
      lifetimes_end_put (table->lifetimes, table->rows[i], HISTORY_ACKNOWLEDGED);
    }
  g_qsort_with_data (table->rows, 3, sizeof (guint), compare_keys, table->lifetimes);
  for (guint i = 0; i < 3; i++)
    table->keys[i] = lifetimes_get_key (table->lifetimes, table->rows[i]);
}

static void
table_clear (Table *table)
{
  lifetimes_free (table->lifetimes);
  g_rand_free (table->rand);
}

/* `rows` are the positions of what the scan returned. */
static void
scan_range (Table *table, gint64 begin, const char *rows, guint32 first, guint32 last, gboolean reversed)
{
  g_autoptr (GArray) keys = numbers (rows);

  for (guint i = 0; i < keys->len; i++)
    g_array_index (keys, guint32, i) = table->keys[g_array_index (keys, guint, i)];
  lifetimes_saw (table->lifetimes, begin, "a scan", first, last, reversed, keys);
}

static void
scan (Table *table, const char *rows)
{
  scan_range (table, history_now (), rows, 0, G_MAXUINT32, FALSE);
}

static const struct {
  const char *rows, *word;
} scans[] = {
  { "0 1 2", NULL },
  { "0 2", "isn't returned, though it existed all the time" },
  { "0 2 1", "follows row" },
  { "0 1 1 2", "follows row" },
};

START_TEST (a_scan_must_return_each_row_once_in_order)
{
  Table table;

  table_init (&table);
  scan (&table, scans[_i].rows);
  assert_found (lifetimes_check (table.lifetimes), scans[_i].word);
  table_clear (&table);
}
END_TEST

START_TEST (a_scan_returns_only_rows_of_its_range)
{
  Table table;

  table_init (&table);
  scan_range (&table, history_now (), "1 0", 0, table.keys[1], TRUE);
  assert_found (lifetimes_check (table.lifetimes), NULL);
  scan_range (&table, history_now (), "1 2", table.keys[1], table.keys[1], FALSE);
  assert_found (lifetimes_check (table.lifetimes), "isn't between");
  table_clear (&table);
}
END_TEST

START_TEST (a_deleted_row_must_not_return)
{
  Table table;

  table_init (&table);
  ck_assert (lifetimes_begin_delete (table.lifetimes, table.rows[1]));
  scan (&table, "0 1 2");
  scan (&table, "0 2");
  assert_found (lifetimes_check (table.lifetimes), NULL);
  scan (&table, "0 1 2");
  assert_found (lifetimes_check (table.lifetimes), "after it had been deleted");
  table_clear (&table);
}
END_TEST

START_TEST (a_scan_that_began_before_the_delete_was_done_may_return_the_row)
{
  Table table;
  gint64 begin = history_now ();

  table_init (&table);
  ck_assert (lifetimes_begin_delete (table.lifetimes, table.rows[1]));
  begin = history_now ();
  lifetimes_end_delete (table.lifetimes, table.rows[1], HISTORY_ACKNOWLEDGED);
  ck_assert (!lifetimes_begin_delete (table.lifetimes, table.rows[1]));
  scan_range (&table, begin, "0 1 2", 0, G_MAXUINT32, FALSE);
  assert_found (lifetimes_check (table.lifetimes), NULL);
  scan (&table, "0 1 2");
  assert_found (lifetimes_check (table.lifetimes), "after it had been deleted");
  table_clear (&table);
}
END_TEST

START_TEST (a_row_whose_put_or_delete_was_refused_is_known)
{
  Table table;

  table_init (&table);
  lifetimes_begin_delete (table.lifetimes, table.rows[1]);
  lifetimes_end_delete (table.lifetimes, table.rows[1], HISTORY_REFUSED);
  scan (&table, "0 1 2");
  lifetimes_end_put (table.lifetimes, table.rows[0], HISTORY_UNKNOWN);
  assert_found (lifetimes_check (table.lifetimes), NULL);
  scan (&table, "0 2");
  assert_found (lifetimes_check (table.lifetimes), "existed all the time");
  lifetimes_end_put (table.lifetimes, table.rows[2], HISTORY_REFUSED);
  assert_found (lifetimes_check (table.lifetimes), "was refused, but the row exists");
  table_clear (&table);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *histories = tcase_create ("histories"), *lifetimes = tcase_create ("scans");

  tcase_add_test (histories, a_write_of_unknown_outcome_may_be_seen_or_not);
  tcase_add_test (histories, a_lost_write_is_found);
  tcase_add_test (histories, a_read_may_miss_a_write_that_ended_after_it_began);
  tcase_add_test (histories, a_write_that_was_seen_and_then_lost_is_found);
  tcase_add_test (histories, a_write_that_must_not_be_seen_is_found);
  tcase_add_test (histories, a_list_in_any_order_of_concurrent_writes_passes);
  tcase_add_test (histories, an_order_that_contradicts_time_is_found);
  tcase_add_test (histories, a_write_below_one_that_was_seen_is_found);
  tcase_add_test (histories, reordered_and_repeated_writes_are_found);
  tcase_add_test (histories, a_counter_between_its_bounds_passes);
  tcase_add_loop_test (histories, a_wrong_counter_is_found, 0, G_N_ELEMENTS (counters));
  tcase_add_test (histories, a_number_that_was_returned_twice_is_found);
  tcase_add_test (histories, the_value_must_be_of_the_newest_write);
  tcase_add_test (histories, checked_changes_must_be_a_chain);
  suite_add_tcase (suite, histories);
  tcase_add_loop_test (lifetimes, a_scan_must_return_each_row_once_in_order, 0, G_N_ELEMENTS (scans));
  tcase_add_test (lifetimes, a_scan_returns_only_rows_of_its_range);
  tcase_add_test (lifetimes, a_deleted_row_must_not_return);
  tcase_add_test (lifetimes, a_scan_that_began_before_the_delete_was_done_may_return_the_row);
  tcase_add_test (lifetimes, a_row_whose_put_or_delete_was_refused_is_known);
  suite_add_tcase (suite, lifetimes);
}

TEST_MAIN ("histories", fill)
