/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

/* This tests the timestamps of what is written without any, by a clock that stands still at 1,000,000: what
 * is put is visible, and what is deleted isn't. With the fidelity `strict` it is as in HBase. */

#define HOUR_MS G_GINT64_CONSTANT (3600000)

typedef char *(*Write) (Local *local);

static char *
delete_row (Local *local)
{
  return delete_columns (local, "r", -1, NULL);
}

static char *
delete_family (Local *local)
{
  return delete_columns (local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f");
}

static char *
delete_column (Local *local)
{
  return delete_columns (local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f: f:q");
}

static char *
delete_version (Local *local)
{
  return delete_columns (local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f: f:q");
}

/* A list of one delete, without columns. */
static char *
delete_in_batch (Local *local)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  g_autofree char *reply = NULL;

  hbase_wire_write_list (out, HBASE_DELETE_MULTIPLE_ARGS_TDELETES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_begin_struct (out);
  hbase_wire_write_binary (out, HBASE_T_DELETE_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_end_struct (out);
  reply = call_text (local, HBASE_WIRE_METHOD_DELETE_MULTIPLE);
  return g_strdup (g_str_equal (reply, "[]") ? "ok" : reply);
}

static const Write delete_ways[]
    = { delete_row, delete_family, delete_column, delete_version, delete_in_batch };

static char *
put_single (Local *local)
{
  return put (local, "r", "f:=1 f:q=2");
}

static char *
put_in_batch (Local *local)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 3);
  write_put (out, "a", "f:q=other");
  write_put (out, "r", "f:=1 f:q=replaced");
  write_put (out, "r", "f:q=2");
  return call_text (local, HBASE_WIRE_METHOD_PUT_MULTIPLE);
}

/* checkAndPut, if there is no such cell. */
static char *
put_checked (Local *local)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  g_autofree char *reply = NULL;

  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_FAMILY, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, HBASE_SLICE_LITERAL ("q"));
  hbase_wire_write_struct (out, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, "f:=1 f:q=2");
  hbase_wire_end_struct (out);
  reply = call_text (local, HBASE_WIRE_METHOD_CHECK_AND_PUT);
  return g_strdup (g_str_equal (reply, "true") ? "ok" : reply);
}

static char *
put_mutation (Local *local)
{
  write_mutations (call_begin_table (local, TABLE), HBASE_MUTATE_ROW_ARGS_TROW_MUTATIONS, "r", "+f:=1 f:q=2");
  return call_text (local, HBASE_WIRE_METHOD_MUTATE_ROW);
}

/* An append to cells that are deleted. */
static char *
append (Local *local)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_APPEND_ARGS_TAPPEND);
  hbase_wire_write_binary (out, HBASE_T_APPEND_ROW, HBASE_SLICE_LITERAL ("r"));
  write_cells (out, HBASE_T_APPEND_COLUMNS, "f:=1 f:q=2");
  hbase_wire_write_bool (out, HBASE_T_APPEND_RETURN_RESULTS, FALSE);
  hbase_wire_end_struct (out);
  g_free (call_text (local, HBASE_WIRE_METHOD_APPEND));
  return g_strdup ("ok");
}

static const Write put_ways[] = { put_single, put_in_batch, put_checked, put_mutation, append };

#define CASES ((int) (G_N_ELEMENTS (delete_ways) * G_N_ELEMENTS (put_ways)))
#define DELETE_OF(i) delete_ways[(guint) (i) % G_N_ELEMENTS (delete_ways)]
#define PUT_OF(i) put_ways[(guint) (i) / G_N_ELEMENTS (delete_ways)]

START_TEST (what_is_put_after_a_delete_is_visible)
{
  Local local;

  local_open (&local);
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *seen = g_strdup_printf ("r f:@%u=1 f:q@%u=2", 1000000 + i, 1000000 + i);

      ck_text (PUT_OF (_i) (&local), "ok");
      ck_text (get (&local, "r", NULL, 1), seen);
      ck_text (DELETE_OF (_i) (&local), "ok");
      ck_text (get (&local, "r", NULL, 1), "-");
    }
  local_close (&local);
}
END_TEST

START_TEST (a_strict_engine_loses_what_is_put_after_a_delete)
{
  Local local;

  local_open (&local);
  hbase_local_service_set_strict (local.service, TRUE);
  ck_text (PUT_OF (_i) (&local), "ok");
  ck_text (DELETE_OF (_i) (&local), "ok");
  ck_text (PUT_OF (_i) (&local), "ok");
  ck_text (get (&local, "r", NULL, 1), "-");
  local.now++;
  ck_text (PUT_OF (_i) (&local), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:@1000001=1 f:q@1000001=2");
  local_close (&local);
}
END_TEST

/* With the strict fidelity nothing is deleted, and the old value is seen. */
START_TEST (a_clock_that_is_set_back_loses_nothing)
{
  Local local;
  gboolean is_strict = _i >= CASES;
  Write delete = DELETE_OF (_i % CASES), write = PUT_OF (_i % CASES);

  local_open (&local);
  hbase_local_service_set_strict (local.service, is_strict);
  ck_text (put (&local, "r", "f:=old f:q=old"), "ok");
  local.now -= 5000;
  ck_text (put (&local, "r", "f:=1 f:q=2"), "ok");
  ck_text (get (&local, "r", NULL, 1),
           is_strict ? "r f:@1000000=old f:q@1000000=old" : "r f:@1000000=1 f:q@1000000=2");
  if (!is_strict)
    {
      ck_text (delete (&local), "ok");
      ck_text (get (&local, "r", NULL, 1), "-");
      ck_text (write (&local), "ok");
      ck_text (get (&local, "r", NULL, 1), "r f:@1000001=1 f:q@1000001=2");
    }
  local_close (&local);
}
END_TEST

/* Timestamps that aren't times, as of a client that counts in seconds, or in microseconds. */
START_TEST (cells_more_than_an_hour_ahead_do_not_count)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4600001=far f:q@4102444800000=farther"), "ok");
  ck_text (put (&local, "r", "f:q=now"), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:q@4102444800000=farther f:q@4600001=far f:q@1000000=now");
  ck_text (DELETE_OF (_i) (&local), "ok");
  ck_text (put (&local, "r", "f:q=new"), "ok");
  if (DELETE_OF (_i) == delete_version)
    ck_text (get (&local, "r", NULL, 3), "r f:q@4600001=far f:q@1000001=new f:q@1000000=now");
  else
    ck_text (get (&local, "r", NULL, 3), "r f:q@4102444800000=farther f:q@4600001=far f:q@1000001=new");
  local_close (&local);
}
END_TEST

START_TEST (no_time_is_more_than_an_hour_ahead)
{
  gint64 limit = 1000000 + HOUR_MS;
  g_autofree char *before = g_strdup_printf ("r f:q@%" G_GINT64_FORMAT "=w", limit);
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4600000=v"), "ok");
  ck_text (put (&local, "r", "f:q=w"), "ok");
  ck_text (get (&local, "r", NULL, 1), before);
  ck_text (delete_column (&local), "ok");
  ck_text (put (&local, "r", "f:q=hidden"), "ok");
  ck_text (get (&local, "r", NULL, 1), "-");
  local.now++;
  ck_text (put (&local, "r", "f:q=x"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@4600001=x");
  local_close (&local);
}
END_TEST

/* The last delete that a put can follow is a millisecond before the limit. */
START_TEST (a_delete_just_before_the_limit_hides_no_put)
{
  Local local;

  local_open (&local);
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@4599999"), "ok");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@4600000=v");
  local_close (&local);
}
END_TEST

/* A batch, a mutateRow, and one put: in HBase, too, the later timestamp hides the other one. */
START_TEST (cells_of_the_same_call_do_not_count)
{
  HBaseWireWriter *out;
  Local local;

  local_open (&local);
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 2);
  write_put (out, "r", "f:a@1000005=later");
  write_put (out, "r", "f:a=now");
  ck_text (call_text (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
  ck_text (mutate_row (&local, "r", "+f:b@1000005=later|+f:b=now"), "ok");
  ck_text (put (&local, "r", "f:c@1000005=later f:c=now"), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:a@1000005=later f:a@1000000=now f:b@1000005=later "
                                       "f:b@1000000=now f:c@1000005=later f:c@1000000=now");
  ck_text (put (&local, "r", "f:a=next"), "ok");
  ck_text (get (&local, "r", "f:a", 1), "r f:a@1000005=next");
  local_close (&local);
}
END_TEST

/* Each put of a batch has a time of its own, those of a mutateRow the latest one of theirs. */
START_TEST (the_time_of_a_batch_is_that_of_each_put)
{
  HBaseWireWriter *out;
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@1000005=old"), "ok");
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 2);
  write_put (out, "r", "f:a=1");
  write_put (out, "r", "f:b=2");
  ck_text (call_text (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:a@1000005=1 f:b@1000000=2");
  ck_text (mutate_row (&local, "r", "+f:a=3|+f:b=4"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:a@1000005=3 f:b@1000005=4");
  local_close (&local);
}
END_TEST

#define MANY 3000

/* Puts many versions of a column, or many columns of which the first is as far ahead as counts. */
static void
put_many (Local *local, gboolean are_columns)
{
  g_autoptr (GString) cells = g_string_new (are_columns ? "f:a@4600000=v" : "f:q@1000005=v");

  for (guint i = 1; i < MANY; i++)
    g_string_append_printf (cells, are_columns ? " f:q%u@1=v" : " f:q@%u=v", i);
  ck_text (put (local, "r", cells->str), "ok");
}

static gint64
count_look (gpointer looks)
{
  return ++*(gint64 *) looks;
}

/* Deletes the row, and returns how often the budget looked at the clock. It does so after a number of
 * steps. */
static gint64
delete_and_count (Local *local)
{
  gint64 looks = 0;
  HBaseLocalBudget budget = { .ticks = count_look, .ticks_data = &looks, .deadline = G_MAXINT64 };
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  gboolean is_whole;

  hbase_wire_write_struct (out, HBASE_DELETE_SINGLE_ARGS_TDELETE);
  hbase_wire_write_binary (out, HBASE_T_DELETE_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_end_struct (out);
  ck_text (call_within (local, HBASE_WIRE_METHOD_DELETE_SINGLE, &budget, &is_whole), "ok");
  ck_assert (is_whole);
  return looks;
}

/* It looks at one cell of each column, and at no more of them once it can't get a later time. */
START_TEST (a_delete_of_a_row_does_not_read_all_cells)
{
  gboolean are_columns = _i == 1;
  Local local;

  local_open (&local);
  put_many (&local, are_columns);
  ck_assert_int_lt (delete_and_count (&local), MANY / HBASE_LOCAL_BUDGET_STEPS / 2);
  ck_text (get (&local, "r", NULL, 1), "-");
  local_close (&local);
}
END_TEST

/* Cells that don't count are passed over, one by one. */
START_TEST (a_delete_of_a_row_finds_the_newest_cell_that_counts)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@4600001=far f:a@1000002=v f:b@1000007=v f:b@1000006=v g:a@1000004=v"),
           "ok");
  ck_text (delete_row (&local), "ok");
  ck_text (get (&local, "r", NULL, 3), "r f:a@4600001=far");
  ck_text (put (&local, "r", "f:b=new"), "ok");
  ck_text (get (&local, "r", "f:b", 3), "r f:b@1000008=new");
  local_close (&local);
}
END_TEST

/* Other rows, families and columns have their own time, also those of which the name begins as this one's. */
START_TEST (the_time_of_other_columns_does_not_count)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@2000000=v"), "ok");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY, "g@3000000"), "ok");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:qq@3000000"), "ok");
  ck_text (put (&local, "rr", "f:q=other f:=empty"), "ok");
  ck_text (get (&local, "rr", NULL, 1), "rr f:@1000000=empty f:q@1000000=other");
  ck_text (put (&local, "r", "f:p=other"), "ok");
  ck_text (get (&local, "r", "f:p", 1), "r f:p@1000000=other");
  local_close (&local);
}
END_TEST

/* Explicit timestamps are what they are. */
START_TEST (only_cells_without_timestamps_follow_the_row)
{
  Local local;

  local_open (&local);
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f@1000005"), "ok");
  ck_text (put (&local, "r", "f:p@1000000=hidden f:q=seen"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1000006=seen");
  ck_text (put (&local, "r", "f:q@1000001=hidden"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:q@1000006=seen");
  local_close (&local);
}
END_TEST

/* A service that opens the database later, as another process does. */
START_TEST (the_time_is_that_of_the_stored_cells)
{
  char *directory = local_directory ();
  Local local, other;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3 g:1");
  ck_text (put_single (&local), "ok");
  ck_text (delete_row (&local), "ok");
  local_open_at (&other, directory);
  ck_text (put_single (&other), "ok");
  local_close (&other);
  ck_text (get (&local, "r", NULL, 1), "r f:@1000001=1 f:q@1000001=2");
  ck_text (delete_row (&local), "ok");
  local_close (&local);
  local_open_at (&local, directory);
  ck_text (put_single (&local), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:@1000002=1 f:q@1000002=2");
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("times");

  tcase_add_loop_test (tests, what_is_put_after_a_delete_is_visible, 0, CASES);
  tcase_add_loop_test (tests, a_strict_engine_loses_what_is_put_after_a_delete, 0, CASES);
  tcase_add_loop_test (tests, a_clock_that_is_set_back_loses_nothing, 0, CASES + 1);
  tcase_add_loop_test (tests, cells_more_than_an_hour_ahead_do_not_count, 0, G_N_ELEMENTS (delete_ways));
  tcase_add_test (tests, no_time_is_more_than_an_hour_ahead);
  tcase_add_test (tests, a_delete_just_before_the_limit_hides_no_put);
  tcase_add_test (tests, cells_of_the_same_call_do_not_count);
  tcase_add_test (tests, the_time_of_a_batch_is_that_of_each_put);
  tcase_add_loop_test (tests, a_delete_of_a_row_does_not_read_all_cells, 0, 2);
  tcase_add_test (tests, a_delete_of_a_row_finds_the_newest_cell_that_counts);
  tcase_add_test (tests, the_time_of_other_columns_does_not_count);
  tcase_add_test (tests, only_cells_without_timestamps_follow_the_row);
  tcase_add_test (tests, the_time_is_that_of_the_stored_cells);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("local-row-clock", fill)
