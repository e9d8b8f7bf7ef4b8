/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-call-operation-private.h"
#include "hbase-data-operations-private.h"
#include "script.h"

/* Every test runs in both protocols: the number of its loop is the protocol. */
#define TARGET ((HBaseTarget){ (HBaseWireProtocol) _i, "t" })

static HBasePut *
a_put (gboolean timestamped)
{
  HBasePut *put = hbase_put_new_utf8 ("r");

  if (timestamped)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), 5);
  hbase_put_add_utf8 (put, "f", "q", "v");
  return put;
}

static HBaseDelete *
a_delete (gboolean timestamped)
{
  HBaseDelete *delete_ = hbase_delete_new_utf8 ("r");

  if (timestamped)
    hbase_mutation_set_timestamp (HBASE_MUTATION (delete_), 5);
  return delete_;
}

static void
assert_done (HBaseOperation *operation, const ScriptLine *script)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_nonnull (operation);
  ck_assert (script_run (operation, script, &error));
  ck_assert_no_error (error);
}

static void
assert_fails (HBaseOperation *operation, const ScriptLine *script, HBaseError code, const char *word)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_nonnull (operation);
  ck_assert (!script_run (operation, script, &error));
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_msg (strstr (error->message, word) != NULL, "“%s” doesn't say “%s”", error->message, word);
}

START_TEST (a_read_is_repeated_after_any_loss)
{
  static const ScriptLine script[] = {
    { "get", LOSE_BEFORE, NULL },
    { "get", LOSE_AFTER, NULL },
    { "get", RESPOND_EXCEPTION, "org.apache.hadoop.hbase.NotServingRegionException: moved" },
    { "get", RESPOND_ROWS, "r" },
    { NULL },
  };
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseOperation) operation = hbase_get_operation_new (TARGET, get);
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  assert_done (operation, script);
  ck_assert (hbase_operation_take (operation, &row, &error));
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
}
END_TEST

START_TEST (a_write_without_timestamps_is_sent_once)
{
  static const ScriptLine put_script[]
      = { { "put", LOSE_BEFORE, NULL }, { "put", LOSE_AFTER, NULL }, { NULL } };
  static const ScriptLine delete_script[] = { { "deleteSingle", LOSE_AFTER, NULL }, { NULL } };
  static const ScriptLine check_script[] = { { "checkAndPut", LOSE_AFTER, NULL }, { NULL } };
  static const ScriptLine check_delete_script[] = { { "checkAndDelete", LOSE_AFTER, NULL }, { NULL } };
  g_autoptr (HBasePut) put = a_put (FALSE);
  g_autoptr (HBaseDelete) delete_ = a_delete (FALSE), timestamped = a_delete (TRUE);
  g_autoptr (HBaseOperation) putting = hbase_put_operation_new (TARGET, put);
  g_autoptr (HBaseOperation) deleting = hbase_delete_operation_new (TARGET, delete_);
  g_autoptr (HBaseOperation) checking_delete = hbase_check_and_delete_operation_new (
      TARGET, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"), hbase_slice (NULL, 0), timestamped);
  g_autoptr (HBaseOperation) checking = hbase_check_and_put_operation_new (
      TARGET, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"), hbase_slice (NULL, 0), put);

  assert_fails (putting, put_script, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
  assert_fails (deleting, delete_script, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
  assert_fails (checking, check_script, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
  assert_fails (checking_delete, check_delete_script, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
}
END_TEST

START_TEST (a_write_with_timestamps_is_repeated)
{
  static const ScriptLine put_script[]
      = { { "put", LOSE_AFTER, NULL }, { "put", RESPOND_VOID, NULL }, { NULL } };
  static const ScriptLine delete_script[] = {
    { "deleteSingle", LOSE_AFTER, NULL },
    { "deleteSingle", RESPOND_VOID, NULL },
    { NULL },
  };
  g_autoptr (HBasePut) put = a_put (TRUE);
  g_autoptr (HBaseDelete) delete_ = a_delete (TRUE);
  g_autoptr (HBaseOperation) putting = hbase_put_operation_new (TARGET, put);
  g_autoptr (HBaseOperation) deleting = hbase_delete_operation_new (TARGET, delete_);

  assert_done (putting, put_script);
  assert_done (deleting, delete_script);
}
END_TEST

static HBaseRowMutations *
mutations_of (gboolean put_timestamped, gboolean delete_timestamped)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = a_put (put_timestamped);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");

  if (delete_timestamped)
    hbase_delete_add_column_with_timestamp (delete_, "f", (const guint8 *) "p", 1, 5);
  else
    hbase_delete_add_column (delete_, "f", (const guint8 *) "p", 1);
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  return mutations;
}

static void
try_mutate_row (HBaseTarget target, gboolean put_timestamped, gboolean delete_timestamped)
{
  static const ScriptLine once[] = { { "mutateRow", LOSE_AFTER, NULL }, { NULL } };
  static const ScriptLine again[]
      = { { "mutateRow", LOSE_AFTER, NULL }, { "mutateRow", RESPOND_VOID, NULL }, { NULL } };
  g_autoptr (HBaseRowMutations) mutations = mutations_of (put_timestamped, delete_timestamped);
  g_autoptr (HBaseOperation) operation = hbase_mutate_row_operation_new (target, mutations);

  if (put_timestamped && delete_timestamped)
    assert_done (operation, again);
  else
    assert_fails (operation, once, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
}

START_TEST (mutations_are_repeated_only_if_all_have_timestamps)
{
  static const ScriptLine once[] = { { "checkAndMutate", LOSE_AFTER, NULL }, { NULL } };
  g_autoptr (HBaseRowMutations) mutations = mutations_of (TRUE, TRUE);
  g_autoptr (HBaseOperation) checking = hbase_check_and_mutate_operation_new (
      TARGET, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"), HBASE_COMPARE_OPERATOR_EQUAL,
      HBASE_SLICE_LITERAL ("v"), mutations);

  for (guint i = 0; i < 4; i++)
    try_mutate_row (TARGET, i % 2, i / 2);
  assert_fails (checking, once, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”, row “r”");
}
END_TEST

START_TEST (one_put_without_a_timestamp_prevents_repetition)
{
  static const ScriptLine once[] = { { "putMultiple", LOSE_AFTER, NULL }, { NULL } };
  static const ScriptLine again[] = {
    { "putMultiple", LOSE_AFTER, NULL },
    { "putMultiple", RESPOND_VOID, NULL },
    { NULL },
  };
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (HBaseOperation) timestamped = NULL, mixed = NULL;

  g_ptr_array_add (puts, a_put (TRUE));
  g_ptr_array_add (puts, a_put (TRUE));
  timestamped = hbase_put_multiple_operation_new (TARGET, puts);
  assert_done (timestamped, again);
  g_ptr_array_add (puts, a_put (FALSE));
  mixed = hbase_put_multiple_operation_new (TARGET, puts);
  assert_fails (mixed, once, HBASE_ERROR_OUTCOME_UNKNOWN, "table “t”");
}
END_TEST

START_TEST (a_refusal_is_final)
{
  static const ScriptLine script[] = {
    { "put", RESPOND_EXCEPTION,
      "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException: Column family x does not exist in "
      "region t" },
    { NULL },
  };
  g_autoptr (HBasePut) put = a_put (TRUE);
  g_autoptr (HBaseOperation) operation = hbase_put_operation_new (TARGET, put);

  assert_fails (operation, script, HBASE_ERROR_FAMILY_NOT_FOUND, "table “t”, row “r”");
}
END_TEST

/* The table may have been disabled after the first request was executed. */
START_TEST (after_a_loss_a_refusal_leaves_the_outcome_unknown)
{
  static const char disabled[] = "org.apache.hadoop.hbase.TableNotEnabledException: t is disabled.";
  static const char denied[] = "org.apache.hadoop.hbase.security.AccessDeniedException: no";
  static const struct {
    ScriptLine script[3];
    HBaseError code;
  } cases[] = {
    { { { "put", LOSE_AFTER, NULL }, { "put", RESPOND_EXCEPTION, disabled } }, HBASE_ERROR_OUTCOME_UNKNOWN },
    { { { "put", LOSE_BEFORE, NULL }, { "put", RESPOND_EXCEPTION, disabled } }, HBASE_ERROR_TABLE_DISABLED },
    /* Then HBase would have denied the first one, too. */
    { { { "put", LOSE_AFTER, NULL }, { "put", RESPOND_EXCEPTION, denied } }, HBASE_ERROR_ACCESS_DENIED },
  };
  g_autoptr (HBasePut) put = a_put (TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseOperation) operation = hbase_put_operation_new (TARGET, put);

      assert_fails (operation, cases[i].script, cases[i].code, "table “t”, row “r”");
    }
}
END_TEST

/* A server of ours refuses a call by its size before it executes it, and rolls back one that it stops. Only
 * the first refusal holds for an earlier request, too; and one that may be tried elsewhere is tried again. */
START_TEST (refusals_of_our_server_leave_no_doubt)
{
  static const char large[] = "CallLimitException: the call has more than 1048576 bytes, the largest size";
  static const char slow[]
      = "CallLimitException: the call was stopped after it had examined 9 rows: the time "
        "allowed for a call was over; nothing was written; ask for fewer rows a call";
  static const char ending[] = "RegionServerStoppedException: the call was stopped after it had examined 0 "
                               "rows: it was cancelled; nothing was written";
  static const struct {
    ScriptLine script[3];
    HBaseError code;
  } cases[] = {
    { { { "put", RESPOND_EXCEPTION, large } }, HBASE_ERROR_REMOTE },
    { { { "put", RESPOND_EXCEPTION, slow } }, HBASE_ERROR_REMOTE },
    { { { "put", LOSE_AFTER, NULL }, { "put", RESPOND_EXCEPTION, large } }, HBASE_ERROR_REMOTE },
    { { { "put", LOSE_AFTER, NULL }, { "put", RESPOND_EXCEPTION, slow } }, HBASE_ERROR_OUTCOME_UNKNOWN },
    { { { "put", RESPOND_EXCEPTION, ending }, { "put", RESPOND_EXCEPTION, slow } }, HBASE_ERROR_REMOTE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBasePut) put = a_put (cases[i].script[0].kind == LOSE_AFTER);
      g_autoptr (HBaseOperation) operation = hbase_put_operation_new (TARGET, put);

      assert_fails (operation, cases[i].script, cases[i].code, "the call ");
    }
}
END_TEST

START_TEST (a_timeout_depends_on_what_was_sent)
{
  static const ScriptLine reading[] = { { "exists", LET_TIME_PASS, NULL }, { NULL } };
  static const ScriptLine writing[] = { { "put", LET_TIME_PASS, NULL }, { NULL } };
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBasePut) put = a_put (TRUE);
  g_autoptr (HBaseOperation) exists = hbase_exists_operation_new (TARGET, get);
  g_autoptr (HBaseOperation) putting = hbase_put_operation_new (TARGET, put);

  assert_fails (exists, reading, HBASE_ERROR_TIMED_OUT, "time");
  assert_fails (putting, writing, HBASE_ERROR_OUTCOME_UNKNOWN, "may or may not");
}
END_TEST

static HBaseOperation *
three_gets (HBaseTarget target)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);

  g_ptr_array_add (gets, hbase_get_new_utf8 ("b"));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("x"));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("a"));
  return hbase_get_multiple_operation_new (target, gets);
}

#define NO_REGION "Failed 3 actions: NotServingRegionException: 3 times, servers with issues: localhost,1,2"

/* Of several rows a gateway says the same as of a region that is being moved. It is asked once. */
START_TEST (a_disabled_table_is_recognised_by_its_state)
{
  static const ScriptLine disabled[] = {
    { "getMultiple", RESPOND_EXCEPTION, NO_REGION },
    { "isTableDisabled", RESPOND_TRUE, NULL },
    { NULL },
  };
  static const ScriptLine enabled[] = {
    { "getMultiple", RESPOND_EXCEPTION, NO_REGION },
    { "isTableDisabled", RESPOND_FALSE, NULL },
    { "getMultiple", RESPOND_EXCEPTION, NO_REGION },
    { "getMultiple", RESPOND_ROWS, "b-a" },
    { NULL },
  };
  static const ScriptLine silent[] = {
    { "getMultiple", RESPOND_EXCEPTION, NO_REGION },
    { "isTableDisabled", RESPOND_EXCEPTION, "t" },
    { "getMultiple", RESPOND_ROWS, "b-a" },
    { NULL },
  };
  g_autoptr (HBaseOperation) failing = three_gets (TARGET), moved = three_gets (TARGET);
  g_autoptr (HBaseOperation) unanswered = three_gets (TARGET);

  assert_fails (failing, disabled, HBASE_ERROR_TABLE_DISABLED, "table “t”: the table is disabled");
  assert_done (moved, enabled);
  assert_done (unanswered, silent);
}
END_TEST

START_TEST (rows_have_the_keys_that_were_requested)
{
  static const ScriptLine script[] = { { "getMultiple", RESPOND_ROWS, "b-a" }, { NULL } };
  g_autoptr (HBaseOperation) operation = three_gets (TARGET);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  assert_done (operation, script);
  ck_assert (hbase_operation_take (operation, &rows, &error));
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *key = hbase_row_dup_key_escaped (rows->pdata[i]);

      ck_assert_int_eq (key[0], "bxa"[i]);
      ck_assert_int_eq (hbase_row_is_empty (rows->pdata[i]), i == 1);
    }
}
END_TEST

START_TEST (another_number_of_rows_is_an_error)
{
  static const ScriptLine script[] = { { "getMultiple", RESPOND_ROWS, "ba" }, { NULL } };
  g_autoptr (HBaseOperation) operation = three_gets (TARGET);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GError) error = NULL;

  assert_done (operation, script);
  ck_assert (!hbase_operation_take (operation, &rows, &error));
  ck_assert_ptr_null (rows);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
}
END_TEST

START_TEST (flags_are_taken_from_the_response)
{
  static const ScriptLine yes[] = { { "exists", RESPOND_TRUE, NULL }, { NULL } };
  static const ScriptLine no[] = { { "exists", RESPOND_FALSE, NULL }, { NULL } };
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseOperation) there = hbase_exists_operation_new (TARGET, get);
  g_autoptr (HBaseOperation) missing = hbase_exists_operation_new (TARGET, get);
  gboolean flag = FALSE;

  assert_done (there, yes);
  ck_assert (hbase_operation_take (there, &flag, NULL));
  ck_assert (flag);
  assert_done (missing, no);
  ck_assert (hbase_operation_take (missing, &flag, NULL));
  ck_assert (!flag);
}
END_TEST

START_TEST (an_empty_list_sends_nothing)
{
  static const ScriptLine script[] = { { NULL } };
  g_autoptr (GPtrArray) none = g_ptr_array_new ();
  g_autoptr (HBaseOperation) reading = hbase_get_multiple_operation_new (TARGET, none);
  g_autoptr (HBaseOperation) writing = hbase_put_multiple_operation_new (TARGET, none);
  g_autoptr (GPtrArray) rows = NULL;

  assert_done (writing, script);
  assert_done (reading, script);
  ck_assert (hbase_operation_take (reading, &rows, NULL));
  ck_assert_uint_eq (rows->len, 0);
}
END_TEST

/* Nothing is sent, and what the incomplete operation owns is freed. */
START_TEST (invalid_arguments_fail_the_first_step)
{
  static const ScriptLine script[] = { { NULL } };
  HBaseTarget unnamed = { (HBaseWireProtocol) _i, "not a name" };
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r"), keyless = hbase_get_new (NULL, 0);
  g_autoptr (HBasePut) empty = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseOperation) getting = hbase_get_operation_new (TARGET, keyless);
  g_autoptr (HBaseOperation) asking = hbase_exists_operation_new (unnamed, get);
  g_autoptr (HBaseOperation) putting = hbase_put_operation_new (TARGET, empty);

  assert_fails (getting, script, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  assert_fails (getting, script, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  assert_fails (asking, script, HBASE_ERROR_INVALID_ARGUMENT, "not a name");
  assert_fails (putting, script, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("data-operations");

  tcase_add_loop_test (tests, a_read_is_repeated_after_any_loss, 0, 2);
  tcase_add_loop_test (tests, a_write_without_timestamps_is_sent_once, 0, 2);
  tcase_add_loop_test (tests, a_write_with_timestamps_is_repeated, 0, 2);
  tcase_add_loop_test (tests, mutations_are_repeated_only_if_all_have_timestamps, 0, 2);
  tcase_add_loop_test (tests, one_put_without_a_timestamp_prevents_repetition, 0, 2);
  tcase_add_loop_test (tests, a_refusal_is_final, 0, 2);
  tcase_add_loop_test (tests, after_a_loss_a_refusal_leaves_the_outcome_unknown, 0, 2);
  tcase_add_loop_test (tests, refusals_of_our_server_leave_no_doubt, 0, 2);
  tcase_add_loop_test (tests, a_timeout_depends_on_what_was_sent, 0, 2);
  tcase_add_loop_test (tests, a_disabled_table_is_recognised_by_its_state, 0, 2);
  tcase_add_loop_test (tests, rows_have_the_keys_that_were_requested, 0, 2);
  tcase_add_loop_test (tests, another_number_of_rows_is_an_error, 0, 2);
  tcase_add_loop_test (tests, flags_are_taken_from_the_response, 0, 2);
  tcase_add_loop_test (tests, an_empty_list_sends_nothing, 0, 2);
  tcase_add_loop_test (tests, invalid_arguments_fail_the_first_step, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("data-operations", fill)
