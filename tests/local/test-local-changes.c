/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

/* checkAndPut, checkAndMutate, mutateRow, increment, append, putMultiple, deleteMultiple. */

static char *
check_and_put (Local *local, const char *value, const char *put_row, const char *cells)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_FAMILY, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_QUALIFIER, HBASE_SLICE_LITERAL ("q"));
  if (value != NULL)
    hbase_wire_write_binary (out, HBASE_CHECK_AND_PUT_ARGS_VALUE, hbase_slice_text (value));
  hbase_wire_write_struct (out, HBASE_CHECK_AND_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (put_row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cells);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_CHECK_AND_PUT);
}

static char *
check_and_mutate (Local *local, int operator, const char * value, const char *mutations)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_binary (out, HBASE_CHECK_AND_MUTATE_ARGS_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_MUTATE_ARGS_FAMILY, HBASE_SLICE_LITERAL ("f"));
  hbase_wire_write_binary (out, HBASE_CHECK_AND_MUTATE_ARGS_QUALIFIER, HBASE_SLICE_LITERAL ("q"));
  hbase_wire_write_i32 (out, HBASE_CHECK_AND_MUTATE_ARGS_COMPARE_OP, operator);
  if (value != NULL)
    hbase_wire_write_binary (out, HBASE_CHECK_AND_MUTATE_ARGS_VALUE, hbase_slice_text (value));
  write_mutations (out, HBASE_CHECK_AND_MUTATE_ARGS_ROW_MUTATIONS, "r", mutations);
  return call_text (local, HBASE_WIRE_METHOD_CHECK_AND_MUTATE);
}

/* The results of conditions: the value that is sent against a cell that is absent, empty, or 5. */
START_TEST (test_check_and_put)
{
  static const struct {
    const char *value;
    const char *cell; /* NULL: none */
    const char *answer;
  } table[] = {
    { NULL, NULL, "true" }, { NULL, "", "true" },  { NULL, "5", "false" }, { "", NULL, "true" },
    { "", "", "true" },     { "", "5", "false" },  { "5", NULL, "false" }, { "5", "", "false" },
    { "5", "5", "true" },   { "4", "5", "false" }, { "55", "5", "false" },
  };
  Local local;

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      g_autofree char *cell = g_strconcat ("f:q=", table[i].cell, NULL);

      local_open (&local);
      if (table[i].cell != NULL)
        ck_text (put (&local, "r", cell), "ok");
      ck_text (check_and_put (&local, table[i].value, "r", "f:x=new"), table[i].answer);
      ck_text (get (&local, "r", "f:x", 1),
               strcmp (table[i].answer, "true") == 0 ? "r f:x@1000000=new" : "-");
      local_close (&local);
    }
}
END_TEST

START_TEST (test_check_and_put_faults)
{
  Local local;

  local_open (&local);
  ck_text (check_and_put (&local, NULL, "other", "f:x=1"),
           "IO: org.apache.hadoop.hbase.DoNotRetryIOException: The row of the action <other> doesn't match "
           "the original one <r>");
  ck_text (check_and_put (&local, NULL, "r", ""), "EXCEPTION 6: Internal error processing checkAndPut");
  ck_text_begins (check_and_put (&local, NULL, "r", "zz:x=1"),
                  "IO: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: "
                  "Column family zz does not exist");
  ck_text (check_and_put (&local, "no", "r", "zz:x=1"), "false");
  ck_text (get (&local, "r", NULL, 1), "-");
  local_close (&local);
}
END_TEST

/* A put without a timestamp isn't older than the cell that was examined. */
START_TEST (test_check_and_put_is_not_eclipsed)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4102444800000=a"), "ok");
  ck_text (check_and_put (&local, "a", "r", "f:q=b"), "true");
  ck_text (get (&local, "r", NULL, 3), "r f:q@4102444800000=b");
  local_close (&local);
}
END_TEST

/* A cell of the year 2100 that is checked doesn't give its timestamp to other columns: they could neither be
 * changed nor deleted. In HBase it does. */
START_TEST (a_check_does_not_spread_a_far_timestamp)
{
  gboolean is_strict = _i % 2 == 1, is_mutate = _i / 2 == 1;
  Local local;

  local_open (&local);
  hbase_local_service_set_strict (local.service, is_strict);
  ck_text (put (&local, "r", "f:q@4102444800000=1"), "ok");
  ck_text (is_mutate ? check_and_mutate (&local, HBASE_T_COMPARE_OP_EQUAL, "1", "+f:q=2 f:qq=a g:q=a")
                     : check_and_put (&local, "1", "r", "f:q=2 f:qq=a g:q=a"),
           "true");
  ck_text (get (&local, "r", NULL, 1), is_strict
                                           ? "r f:q@4102444800000=2 f:qq@4102444800000=a g:q@4102444800000=a"
                                           : "r f:q@4102444800000=2 f:qq@1000000=a g:q@1000000=a");
  ck_text (put (&local, "r", "f:qq=b"), "ok");
  ck_text (get (&local, "r", "f:qq", 1), is_strict ? "r f:qq@4102444800000=a" : "r f:qq@1000000=b");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:qq g:q"), "ok");
  ck_text (get (&local, "r", "f:qq g", 1), is_strict ? "r f:qq@4102444800000=a g:q@4102444800000=a" : "-");
  local_close (&local);
}
END_TEST

/* One of the next hour does, as in HBase: later puts and deletes follow it. */
START_TEST (what_is_put_is_not_older_than_the_checked_cell)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q@4600000=1"), "ok");
  ck_text (check_and_put (&local, "1", "r", "f:x=a"), "true");
  ck_text (get (&local, "r", "f:x", 1), "r f:x@4600000=a");
  ck_text (put (&local, "r", "f:x=b"), "ok");
  ck_text (get (&local, "r", "f:x", 1), "r f:x@4600000=b");
  ck_text (delete_columns (&local, "r", -1, NULL), "ok");
  ck_text (get (&local, "r", NULL, 1), "-");
  local_close (&local);
}
END_TEST

START_TEST (test_operators)
{
  /* for the values 4, 5, 6 against a cell of 5, in the order of the enum */
  static const char *const answers[] = { "true false false", "true true false", "false true false",
                                         "true false true",  "false true true", "false false true" };
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:q=5"), "ok");
  for (int operator= HBASE_T_COMPARE_OP_LESS; operator<= HBASE_T_COMPARE_OP_GREATER; operator++)
    {
      g_autofree char *four = check_and_mutate (&local, operator, "4", "+f:x=1");
      g_autofree char *five = check_and_mutate (&local, operator, "5", "+f:x=1");
      g_autofree char *six = check_and_mutate (&local, operator, "6", "+f:x=1");

      ck_text (g_strjoin (" ", four, five, six, NULL), answers[operator]);
      ck_text (check_and_mutate (&local, operator, "", "+f:x=1"), operator== HBASE_T_COMPARE_OP_NOT_EQUAL
                                                                      ? "true"
                                                                      : "false");
    }
  ck_text_begins (check_and_mutate (&local, HBASE_T_COMPARE_OP_NO_OP, "5", "+f:x=1"), "IO?: ");
  ck_text (check_and_mutate (&local, HBASE_T_COMPARE_OP_EQUAL, NULL, "+f:x=1"),
           "EXCEPTION 6: Internal error processing checkAndMutate");
  ck_text (check_and_mutate (&local, HBASE_T_COMPARE_OP_EQUAL, "5", ""),
           "EXCEPTION 6: Internal error processing checkAndMutate");
  ck_text (delete_columns (&local, "r", -1, NULL), "ok");
  ck_text (check_and_mutate (&local, HBASE_T_COMPARE_OP_NOT_EQUAL, "5", "+f:x=1"), "false");
  ck_text (check_and_mutate (&local, HBASE_T_COMPARE_OP_NO_OP, "", "+f:x=1"), "true");
  local_close (&local);
}
END_TEST

START_TEST (test_mutate_row)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@5=1 f:b@5=2 g:c@5=3"), "ok");
  ck_text (mutate_row (&local, "r", "+f:d=4|-f:a|+g:e=5"), "ok");
  ck_text (get (&local, "r", NULL, 1), "r f:b@5=2 f:d@1000000=4 g:c@5=3 g:e@1000000=5");
  ck_text_begins (mutate_row (&local, "r", "+f:x=1|+zz:y=1"),
                  "IO?: Failed 2 actions: org.apache.hadoop.hbase.regionserver.N");
  ck_text (get (&local, "r", "f:x", 1), "-");
  /* A put and a delete of one column have the same timestamp: the delete masks the put, in either order. */
  ck_text (mutate_row (&local, "r", "+f:z=1|-f:z"), "ok");
  ck_text (get (&local, "r", "f:z", 1), "-");
  ck_text (mutate_row (&local, "r", "-f:y|+f:y=1"), "ok");
  ck_text (get (&local, "r", "f:y", 1), "-");
  ck_text (mutate_row (&local, "r", ""), "EXCEPTION 6: Internal error processing mutateRow");
  local_close (&local);
}
END_TEST

static char *
increment (Local *local, const char *qualifiers, gint64 amount, gboolean returned)
{
  g_auto (GStrv) parts = g_strsplit (qualifiers, " ", -1);
  HBaseWireWriter *out = call_begin_table (local, TABLE);
  g_autoptr (HBaseBlock) reply = NULL;
  GString *text = g_string_new (NULL);

  hbase_wire_write_struct (out, HBASE_INCREMENT_ARGS_TINCREMENT);
  hbase_wire_write_binary (out, HBASE_T_INCREMENT_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_write_list (out, HBASE_T_INCREMENT_COLUMNS, HBASE_WIRE_STRUCT, g_strv_length (parts));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_COLUMN_INCREMENT_FAMILY, HBASE_SLICE_LITERAL ("f"));
      hbase_wire_write_binary (out, HBASE_T_COLUMN_INCREMENT_QUALIFIER, hbase_slice_text (parts[i]));
      hbase_wire_write_i64 (out, HBASE_T_COLUMN_INCREMENT_AMOUNT, amount);
      hbase_wire_end_struct (out);
    }
  if (!returned)
    hbase_wire_write_bool (out, HBASE_T_INCREMENT_RETURN_RESULTS, FALSE);
  hbase_wire_end_struct (out);
  reply = call_end (local, HBASE_WIRE_METHOD_INCREMENT);
  if (reply->n_rows == 0)
    {
      g_string_free (text, TRUE);
      return reply_text (reply);
    }
  for (guint i = 0; i < reply->n_cells; i++)
    {
      HBaseCellView cell;
      guint64 value;

      hbase_block_cell (reply, i, &cell);
      ck_assert_uint_eq (cell.value.length, sizeof value);
      memcpy (&value, cell.value.data, sizeof value);
      g_string_append_printf (text, "%.*s@%" G_GINT64_FORMAT "=%" G_GINT64_FORMAT " ",
                              (int) cell.qualifier.length, cell.qualifier.data, cell.timestamp,
                              (gint64) GUINT64_FROM_BE (value));
    }
  return g_string_free (text, FALSE);
}

START_TEST (test_increment)
{
  Local local;

  local_open (&local);
  ck_text (increment (&local, "n", 5, TRUE), "n@1000000=5 ");
  ck_text (increment (&local, "n", 5, TRUE), "n@1000001=10 ");
  ck_text (increment (&local, "n", -11, TRUE), "n@1000002=-1 ");
  ck_text (increment (&local, "z m", 2, TRUE), "m@1000000=2 z@1000000=2 ");
  ck_text (increment (&local, "n", G_MAXINT64, TRUE), "n@1000003=9223372036854775806 ");
  ck_text (increment (&local, "n", 2, TRUE), "n@1000004=-9223372036854775808 ");
  ck_text (increment (&local, "m", 1, FALSE), "");
  ck_text (increment (&local, "m", 0, TRUE), "m@1000002=3 ");
  ck_text (put (&local, "r", "f:t=abc"), "ok");
  ck_text (increment (&local, "m t", 1, TRUE),
           "IO: org.apache.hadoop.hbase.DoNotRetryIOException: Field is not a long, it's 3 bytes wide");
  ck_text (increment (&local, "m", 0, TRUE), "m@1000003=3 ");
  local_close (&local);
}
END_TEST

static guint n_changes;

static int
count_change (unsigned event, gpointer unused, gpointer statement, gpointer sql)
{
  n_changes += !sqlite3_stmt_readonly (statement) && !g_str_has_prefix (sql, "BEGIN");
  return 0;
}

/* SQLite calls this with each connection that it opens. */
static int
trace (sqlite3 *sqlite, char **message, gpointer api)
{
  return sqlite3_trace_v2 (sqlite, SQLITE_TRACE_STMT, count_change, NULL);
}

/* A change would have to be undone, with the whole transaction, which other writers may share. */
START_TEST (test_a_refused_increment_writes_nothing)
{
  Local local;

  sqlite3_auto_extension ((void (*) (void)) trace);
  local_open (&local);
  ck_text (put (&local, "r", "f:t=abc"), "ok");
  n_changes = 0;
  ck_text (increment (&local, "m", 1, FALSE), "");
  ck_assert_uint_gt (n_changes, 0);
  n_changes = 0;
  ck_text_begins (increment (&local, "m t", 1, FALSE), "IO: ");
  ck_assert_uint_eq (n_changes, 0);
  local_close (&local);
  sqlite3_reset_auto_extension ();
}
END_TEST

/* A counter whose timestamp is the greatest possible one still counts. */
START_TEST (test_increment_latest)
{
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:n@9223372036854775806=\1\2\3\4\5\6\7\x8"), "ok");
  ck_text (increment (&local, "n", 1, TRUE), "n@9223372036854775806=72623859790382857 ");
  ck_text (increment (&local, "n", 1, TRUE), "n@9223372036854775806=72623859790382858 ");
  local_close (&local);
}
END_TEST

static char *
append_to (Local *local, const char *row, const char *cells)
{
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_APPEND_ARGS_TAPPEND);
  hbase_wire_write_binary (out, HBASE_T_APPEND_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_APPEND_COLUMNS, cells);
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_APPEND);
}

static char *
append (Local *local, const char *cells)
{
  return append_to (local, "r", cells);
}

START_TEST (test_append)
{
  Local local;

  local_open (&local);
  ck_text (append (&local, "g:q=x"), "r g:q@1000000=x");
  ck_text (append (&local, "g:q@5=y f:a=1"), "r f:a@1000000=1 g:q@1000000=xy");
  local.now = 2000000;
  ck_text (append (&local, "g:q="), "r g:q@2000000=xy");
  ck_text (get (&local, "r", NULL, 3), "r f:a@1000000=1 g:q@2000000=xy");
  ck_text (append (&local, ""), "EXCEPTION 6: Internal error processing append");
  local_close (&local);
}
END_TEST

/* Appends to a cell which is so far ahead that another millisecond, or two, would pass the limit of an hour
 * or, in the family f, which keeps three versions, of half an hour. The clock stands still, so each append
 * would be a version of its own in HBase. */
START_TEST (a_cell_does_not_run_ahead_of_deletes)
{
  static const struct {
    const char *old, *column, *one, *two, *again;
  } cases[] = {
    { "g:q@4599999=x", "g:q=y", "r g:q@4599999=xy", "r g:q@4599999=xyy", "r g:q@4600000=y" },
    { "f:q@2799999=x", "f:q=y", "r f:q@2800000=xy", "r f:q@2800000=xyy", "r f:q@2800001=y" },
    { "f:q@4599999=x", "f:q=y", "r f:q@4599999=xy", "r f:q@4599999=xyy", "r f:q@4600000=y" },
  };
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", cases[_i].old), "ok");
  ck_text (append (&local, cases[_i].column), cases[_i].one);
  ck_text (append (&local, cases[_i].column), cases[_i].two);
  ck_text (delete_columns (&local, "r", -1, NULL), "ok");
  ck_text (get (&local, "r", NULL, 1), "-");
  ck_text (append (&local, cases[_i].column), cases[_i].again);
  ck_text (get (&local, "r", NULL, 1), cases[_i].again);
  local_close (&local);
}
END_TEST

/* As in HBase, by the clock of a strict engine, or far from that of any. */
START_TEST (each_update_is_later_than_the_one_before)
{
  gboolean is_strict = _i == 1;
  Local local;

  local_open (&local);
  hbase_local_service_set_strict (local.service, is_strict);
  if (is_strict)
    {
      ck_text (append (&local, "g:q=x"), "r g:q@1000000=x");
      ck_text (append (&local, "g:q=y"), "r g:q@1000001=xy");
      ck_text (put (&local, "r", "f:q@4599999=x"), "ok");
      ck_text (append (&local, "f:q=y"), "r f:q@4600000=xy");
      ck_text (append (&local, "f:q=z"), "r f:q@4600001=xyz");
    }
  ck_text (put (&local, "far", "g:q@4600001=x"), "ok");
  ck_text (append_to (&local, "far", "g:q=y"), "far g:q@4600002=xy");
  local_close (&local);
}
END_TEST

static char *
put_multiple (Local *local, const char *table, const char *second)
{
  HBaseWireWriter *out = call_begin_table (local, table);

  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, 3);
  write_put (out, "m1", "f:q=1");
  write_put (out, "m2", second);
  write_put (out, "m3", "f:q=3");
  return call_text (local, HBASE_WIRE_METHOD_PUT_MULTIPLE);
}

/* Valid rows of a batch are written although the call reports an invalid one; but nothing is written of a
 * list with a malformed put. */
START_TEST (test_put_multiple)
{
  Local local;

  local_open (&local);
  ck_text (put_multiple (&local, TABLE, ""), "EXCEPTION 6: Internal error processing putMultiple");
  ck_text (scan (&local, ""), "[]");
  ck_text_begins (put_multiple (&local, TABLE, "f:a=1 zz:q=2"),
                  "IO?: Failed 1 action: org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: ");
  ck_text (scan (&local, ""), "[m1 f:q@1000000=1, m3 f:q@1000000=3]");
  ck_text (put_multiple (&local, TABLE, "f:q=2"), "ok");
  ck_text (scan (&local, ""), "[m1 f:q@1000000=1, m2 f:q@1000000=2, m3 f:q@1000000=3]");
  ck_text (put_multiple (&local, "nope", "f:q=2"),
           "IO?: Failed 3 actions: nope: 3 times, servers with issues: null");
  local_close (&local);
}
END_TEST

START_TEST (test_delete_multiple)
{
  Local local;
  HBaseWireWriter *out;

  local_open (&local);
  ck_text (put_multiple (&local, TABLE, "f:q=2"), "ok");
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_list (out, HBASE_DELETE_MULTIPLE_ARGS_TDELETES, HBASE_WIRE_STRUCT, 2);
  for (int i = 0; i < 2; i++)
    {
      hbase_wire_begin_struct (out);
      hbase_wire_write_binary (out, HBASE_T_DELETE_ROW, hbase_slice_text (i == 0 ? "m1" : "m3"));
      hbase_wire_end_struct (out);
    }
  ck_text (call_text (&local, HBASE_WIRE_METHOD_DELETE_MULTIPLE), "[]");
  ck_text (scan (&local, ""), "[m2 f:q@1000000=2]");
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("changes");

  tcase_add_test (tcase, test_check_and_put);
  tcase_add_test (tcase, test_check_and_put_faults);
  tcase_add_test (tcase, test_check_and_put_is_not_eclipsed);
  tcase_add_loop_test (tcase, a_check_does_not_spread_a_far_timestamp, 0, 4);
  tcase_add_test (tcase, what_is_put_is_not_older_than_the_checked_cell);
  tcase_add_test (tcase, test_operators);
  tcase_add_test (tcase, test_mutate_row);
  tcase_add_test (tcase, test_increment);
  tcase_add_test (tcase, test_a_refused_increment_writes_nothing);
  tcase_add_test (tcase, test_increment_latest);
  tcase_add_test (tcase, test_append);
  tcase_add_loop_test (tcase, a_cell_does_not_run_ahead_of_deletes, 0, 3);
  tcase_add_loop_test (tcase, each_update_is_later_than_the_one_before, 0, 2);
  tcase_add_test (tcase, test_put_multiple);
  tcase_add_test (tcase, test_delete_multiple);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-changes", fill)
