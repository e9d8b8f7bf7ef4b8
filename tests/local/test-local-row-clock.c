/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

/* This tests the timestamps of what is written without any, by a clock that stands still at 1,000,000: what
 * is put is visible, and what is deleted isn't, or the call fails. With the fidelity `strict` it is as in
 * HBase. */

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

#define AHEAD "IO: org.apache.hadoop.hbase.exceptions.FailedSanityCheckException: row “r”, column “f:q”: "
#define HIDDEN AHEAD "a put now would be hidden by a cell, whose timestamp 4102444800000 is 1139567 h ahead"
#define MASKED AHEAD "a put now would be hidden by the marker of a delete, whose timestamp "
#define LEFT AHEAD "a delete now would leave a cell, whose timestamp 4102444800000 is 1139567 h ahead"

static void
assert_contains (char *answer, const char *error)
{
  ck_assert_msg (strstr (answer, error + strlen ("IO: ")) != NULL, "%s", answer);
  g_free (answer);
}

/* Timestamps that aren't times, as of a client that counts in microseconds. */
START_TEST (a_put_that_a_cell_ahead_would_hide_is_refused)
{
  Write write = put_ways[_i];
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4102444800000=far f:q@4600001=less"), "ok");
  if (write == put_checked)
    ck_text (write (&local), "false");
  else if (write != append)
    assert_contains (write (&local), HIDDEN);
  if (write != append)
    ck_text (get (&local, "r", NULL, 3), "r f:q@4102444800000=far f:q@4600001=less");
  ck_text (get (&local, "a", NULL, 1), "-");
  ck_text (put (&local, "r", "f:other=v g:q=v"), "ok");
  ck_text (get (&local, "r", "f:other g", 1), "r f:other@1000000=v g:q@1000000=v");
  local_close (&local);
}
END_TEST

START_TEST (a_delete_that_would_leave_a_cell_ahead_is_refused)
{
  Write delete = DELETE_OF (_i);
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:p@1000000=v f:q@4102444800000=far f:q@1000000=now"), "ok");
  if (delete == delete_version)
    ck_text (delete (&local), "ok");
  else
    ck_text_begins (delete (&local), LEFT);
  ck_text (get (&local, "r", NULL, 3), delete == delete_version
                                           ? "r f:p@1000000=v f:q@1000000=now"
                                           : "r f:p@1000000=v f:q@4102444800000=far f:q@1000000=now");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:p"), "ok");
  ck_text (get (&local, "r", "f:p", 1), "-");
  local_close (&local);
}
END_TEST

/* Its own timestamp deletes the cell; then it neither hides nor stays. */
START_TEST (a_deleted_cell_ahead_does_not_count)
{
  static const struct {
    int type;
    const char *column, *answer; /* of a put afterwards */
  } cases[] = {
    { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q@4102444800000", "ok" },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f@4102444800000", "ok" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@4102444800000", MASKED "4102444800000 is" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@4600000", HIDDEN },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f@4102444800001", MASKED "4102444800001 is" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean is_deleted = !g_str_equal (cases[i].answer, HIDDEN);
      Local local;

      local_open (&local);
      ck_text (put (&local, "r", "f:q@4102444800000=far"), "ok");
      ck_text (delete_columns (&local, "r", cases[i].type, cases[i].column), "ok");
      ck_text_begins (delete_row (&local), is_deleted ? "ok" : LEFT);
      ck_text_begins (delete_family (&local), is_deleted ? "ok" : LEFT);
      ck_text_begins (delete_column (&local), is_deleted ? "ok" : LEFT);
      ck_text_begins (put (&local, "r", "f:q=new"), cases[i].answer);
      local_close (&local);
    }
}
END_TEST

/* An update is written after the old cell, so only a marker can hide it; so is the put of a checkAndPut. */
START_TEST (an_update_follows_a_cell_ahead)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4102444800000=far"), "ok");
  ck_text (append (&local), "ok");
  ck_text (get (&local, "r", "f:q", 1), "r f:q@4102444800001=far2");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q@4102444800001"), "ok");
  ck_text (append (&local), "ok");
  ck_text (get (&local, "r", "f:q", 1), "-");
  local_close (&local);
}
END_TEST

/* Two days, after which the clock is right again. */
START_TEST (writes_are_refused_while_the_clock_is_wrong)
{
  gint64 two_days = 48 * HOUR_MS;
  Local local;

  local_open (&local);
  local.now += two_days;
  ck_text (put (&local, "r", "f:q=old"), "ok");
  local.now -= two_days;
  ck_text_begins (put (&local, "r", "f:q=new"),
                  AHEAD "a put now would be hidden by a cell, whose timestamp 173800000 is 48 h ahead of the "
                        "clock: set the clock, or give the put a later timestamp");
  ck_text_begins (delete_row (&local),
                  AHEAD "a delete now would leave a cell, whose timestamp 173800000 is 48 h ahead of the "
                        "clock: set the clock, or give the delete this timestamp");
  ck_text (get (&local, "r", NULL, 3), "r f:q@173800000=old");
  local.now += two_days;
  ck_text (put (&local, "r", "f:q=new"), "ok");
  ck_text (delete_row (&local), "ok");
  ck_text (get (&local, "r", NULL, 3), "-");
  local_close (&local);
}
END_TEST

/* Around the limit, which is 4600000. */
static const gint64 times[] = { 1, 1000000, 4599999, 4600001, 4600002, 4102444800000, 4600000 };

static gint64
pick_time (GRand *rand, gboolean may_be_limit)
{
  return times[g_rand_int_range (rand, 0, (int) G_N_ELEMENTS (times) - (may_be_limit ? 0 : 1))];
}

static void
put_any (GRand *rand, Local *one, Local *other, const char *row)
{
  static const char *const columns[] = { "f:", "f:q", "f:r", "g:q" };
  g_autofree char *cell = g_strdup_printf ("%s@%" G_GINT64_FORMAT "=v",
                                           columns[g_rand_int_range (rand, 0, 4)], pick_time (rand, TRUE));

  ck_text (put (one, row, cell), "ok");
  ck_text (put (other, row, cell), "ok");
}

/* A marker of one version exactly at the limit is taken for one that hides the put, which gets the limit as
 * its timestamp. */
static void
delete_any (GRand *rand, Local *one, Local *other, const char *row)
{
  static const struct {
    int type;
    const char *column;
    gboolean is_of_all_versions;
  } markers[] = {
    { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:", FALSE },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:q", FALSE },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:", TRUE },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q", TRUE },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:r", TRUE },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f", TRUE },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "g", TRUE },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f", FALSE },
  };
  guint i = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (markers));
  g_autofree char *column = g_strdup_printf ("%s@%" G_GINT64_FORMAT, markers[i].column,
                                             pick_time (rand, markers[i].is_of_all_versions));

  ck_text (delete_columns (one, row, markers[i].type, column), "ok");
  ck_text (delete_columns (other, row, markers[i].type, column), "ok");
}

/* A write that succeeds has its effect; and one that is refused would have had none in HBase. */
static void
check_write (GRand *rand, Local *local, Local *strict, const char *row)
{
  static const struct {
    int type; /* −1: a put */
    const char *column, *seen;
  } writes[] = {
    { -1, "f:q=new", "f:q" },
    { -1, "f:=new", "f:" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q", "f:q" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:", "f:" },
    { HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f", "f" },
    { HBASE_T_DELETE_TYPE_DELETE_COLUMNS, NULL, NULL },
  };
  guint i = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (writes));
  gboolean is_put = writes[i].type < 0, has_effect;
  g_autofree char *answer = is_put ? put (local, row, writes[i].column)
                                   : delete_columns (local, row, writes[i].type, writes[i].column);
  gboolean is_refused = strcmp (answer, "ok") != 0;
  Local *executed = is_refused ? strict : local;
  g_autofree char *seen = NULL;

  if (is_refused)
    ck_text (is_put ? put (strict, row, writes[i].column)
                    : delete_columns (strict, row, writes[i].type, writes[i].column),
             "ok");
  seen = get (executed, row, writes[i].seen, 1);
  has_effect = is_put ? g_str_has_suffix (seen, "=new") : strcmp (seen, "-") == 0;
  ck_assert_msg (has_effect != is_refused, "row %s, %s: %s, but then there is %s", row, writes[i].column,
                 answer, seen);
}

START_TEST (a_write_is_refused_exactly_if_it_has_no_effect)
{
  g_autoptr (GRand) rand = test_rand_new ("cells-ahead");
  Local local, strict;

  local_open (&local);
  local_open (&strict);
  hbase_local_service_set_strict (strict.service, TRUE);
  for (guint i = test_times (2000); i > 0; i--)
    {
      g_autofree char *row = g_strdup_printf ("r%u", i);

      for (int n = g_rand_int_range (rand, 0, 7); n > 0; n--)
        (g_rand_boolean (rand) ? put_any : delete_any) (rand, &local, &strict, row);
      check_write (rand, &local, &strict, row);
    }
  local_close (&local);
  local_close (&strict);
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
  ck_text_begins (put (&local, "r", "f:q=hidden"), MASKED "4600000 is 1 h ahead");
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

/* Puts many versions of a column. */
static void
put_many (Local *local)
{
  g_autoptr (GString) cells = g_string_new ("f:q@1000005=v");

  for (guint i = 1; i < MANY; i++)
    g_string_append_printf (cells, " f:q@%u=v", i);
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

/* It looks at one cell of each column, however many there are. */
START_TEST (a_delete_of_a_row_does_not_read_all_cells)
{
  Local local;

  local_open (&local);
  put_many (&local);
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
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMN, "f:a@4600001"), "ok");
  ck_text (delete_row (&local), "ok");
  ck_text (get (&local, "r", NULL, 3), "-");
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
  tcase_add_loop_test (tests, a_put_that_a_cell_ahead_would_hide_is_refused, 0, G_N_ELEMENTS (put_ways));
  tcase_add_loop_test (tests, a_delete_that_would_leave_a_cell_ahead_is_refused, 0,
                       G_N_ELEMENTS (delete_ways));
  tcase_add_test (tests, a_deleted_cell_ahead_does_not_count);
  tcase_add_test (tests, an_update_follows_a_cell_ahead);
  tcase_add_test (tests, writes_are_refused_while_the_clock_is_wrong);
  tcase_add_test (tests, a_write_is_refused_exactly_if_it_has_no_effect);
  tcase_add_test (tests, no_time_is_more_than_an_hour_ahead);
  tcase_add_test (tests, a_delete_just_before_the_limit_hides_no_put);
  tcase_add_test (tests, cells_of_the_same_call_do_not_count);
  tcase_add_test (tests, the_time_of_a_batch_is_that_of_each_put);
  tcase_add_test (tests, a_delete_of_a_row_does_not_read_all_cells);
  tcase_add_test (tests, a_delete_of_a_row_finds_the_newest_cell_that_counts);
  tcase_add_test (tests, the_time_of_other_columns_does_not_count);
  tcase_add_test (tests, only_cells_without_timestamps_follow_the_row);
  tcase_add_test (tests, the_time_is_that_of_the_stored_cells);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("local-row-clock", fill)
