/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "engine.h"
#include "hbase-arguments-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-error.h"
#include "hbase-retire-operation-private.h"
#include "hbase-wire-tables.h"

/* Fences and retirements over the embedded engine, through all histories of some faults. */

#define REQUESTS 4
#define RETIRED TOKEN "r"
#define GUARD_IN_CONTENT ((HBaseGuard){ (char *) "f", (char *) "guard", (char *) "f", (char *) "guard" })

/* The clocks of three servers that have the region one after the other: the first one writes the row, the
 * second one changes its content, and the third one retires it. */
#define WRITTEN_AT 10000
#define CHANGED_AT 12000
static const gint64 retired_at[] = { 13000, CHANGED_AT, 11000, 5000 };
static gint64 clock_now;
static guint clock_of_the_third;

static gint64
get_now (gpointer unused)
{
  return clock_now;
}

static gint64
get_ticks (gpointer unused)
{
  return 0;
}

static void
set_clock (Engine *engine, gint64 now)
{
  HBaseLocalClock clock = { get_now, get_ticks, NULL };

  hbase_local_service_set_clock (engine->service, &clock);
  clock_now = now;
}

static void
retire (Engine *engine, guint number, ScriptedPump *pump, const HBaseGuard *columns, const char *guard)
{
  Key key;
  HBaseSlice row = key_of (&key, number, 1);
  g_autofree char *cells = g_strdup_printf ("f:a=1 f:b=2 h:c=3 %s=%s", guard, TOKEN);
  g_autofree char *expected = g_strdup_printf ("%s=%s", guard, RETIRED);
  g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", columns, row);
  g_autoptr (HBaseOperation) again = hbase_retire_operation_new (PROTOCOL, "t", columns, row);
  g_autoptr (GError) error = NULL;

  set_clock (engine, WRITTEN_AT);
  put (engine, row, cells);
  set_clock (engine, CHANGED_AT);
  put (engine, row, "f:b=4 f:d=5 h:e=6");
  set_clock (engine, retired_at[clock_of_the_third]);
  if (!scripted_pump_run (pump, operation, &error))
    ck_abort_msg ("history %u: %s", number, error->message);
  assert_row (engine, row, expected, number);
  scripted_pump_clear (pump);
  assert_row (engine, row, expected, number);
  run_successfully (engine, again);
  assert_row (engine, row, expected, number);
}

static void
retire_with_guard_in_own_family (Engine *engine, guint number, ScriptedPump *pump)
{
  retire (engine, number, pump, &GUARD, "g:");
}

static void
retire_with_guard_in_content_family (Engine *engine, guint number, ScriptedPump *pump)
{
  retire (engine, number, pump, &GUARD_IN_CONTENT, "f:guard");
}

START_TEST (content_is_deleted_and_the_guard_stays)
{
  clock_of_the_third = (guint) _i / 2;
  play_all (_i % 2 == 0 ? retire_with_guard_in_own_family : retire_with_guard_in_content_family, REQUESTS);
}
END_TEST

static void
put_guarded (Engine *engine, HBaseSlice row, const char *content, const char *guard)
{
  guint8 fence[HBASE_GUARD_FENCE_LENGTH];
  g_autoptr (HBasePut) put_guard = hbase_put_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = NULL;
  gboolean burnt = strcmp (guard, "!") == 0;

  hbase_guard_make_fence ((const guint8 *) TOKEN, fence);
  hbase_put_add (put_guard, "g", NULL, 0, burnt ? fence : (const guint8 *) guard,
                 burnt ? sizeof fence : strlen (guard));
  operation = hbase_put_operation_new (target (), put_guard);
  run_successfully (engine, operation);
  put (engine, row, content);
}

/* Cells that were written to the row afterwards, or left over, are deleted; the guard stays as it is. */
START_TEST (a_tombstone_row_is_cleared)
{
  static const char *const guards[] = { RETIRED, "!" };
  Engine engine;

  engine_init (&engine);
  for (guint i = 0; i < G_N_ELEMENTS (guards); i++)
    {
      g_autofree char *expected = g_strdup_printf ("g:=%s", guards[i]);
      HBaseSlice row = HBASE_SLICE_LITERAL ("r");
      g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", &GUARD, row);

      set_clock (&engine, WRITTEN_AT);
      put_guarded (&engine, row, "f:a=1 h:b=2", guards[i]);
      set_clock (&engine, 5000);
      run_successfully (&engine, operation);
      assert_row (&engine, row, expected, 0);
    }
  engine_clear (&engine);
}
END_TEST

static guint calls_in_time;

/* A result that allows the change is only reported if it was made, and the other way round. */
static void
retire_until_timeout (Engine *engine, guint number, ScriptedPump *pump)
{
  Key key;
  HBaseSlice row = key_of (&key, number, 1);
  g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", &GUARD, row);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  gboolean done;

  put (engine, row, "f:a=1 g:=" TOKEN);
  pump->time = calls_in_time;
  done = scripted_pump_run (pump, operation, &error);
  scripted_pump_clear (pump);
  text = get (engine, row);
  if (done)
    ck_assert_str_eq (text, "g:=" RETIRED);
  else if (strcmp (text, "g:=" RETIRED) == 0)
    ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  else
    ck_assert_str_eq (text, "f:a=1 g:=" TOKEN);
}

/* The third call is the change; the fourth one finds out its outcome. */
START_TEST (a_timeout_leaves_the_outcome_unknown)
{
  calls_in_time = 3 + (guint) _i;
  play_all (retire_until_timeout, REQUESTS);
}
END_TEST

/* A final error of HBase, as the gateway passes it on. */
static void
write_refusal (const HBaseBlock *call, HBaseWireWriter *reply)
{
  scripted_reply_begin (reply, call);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_struct (reply, 1);
  hbase_wire_write_binary (reply, HBASE_T_IO_ERROR_MESSAGE,
                           HBASE_SLICE_LITERAL ("org.apache.hadoop.hbase.DoNotRetryIOException: closing"));
  hbase_wire_write_bool (reply, HBASE_T_IO_ERROR_CAN_RETRY, FALSE);
  hbase_wire_end_struct (reply);
  hbase_wire_end_struct (reply);
}

static gboolean
is_change (const HBaseBlock *call)
{
  return call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_MUTATE];
}

static void
refuse (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  if (is_change (call))
    write_refusal (call, reply);
  else
    serve (data, call, reply);
}

/* The gateway lost the response to its first attempt, and its next one was refused. */
static void
execute_and_refuse (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  HBaseWireWriter unheard;

  if (is_change (call))
    {
      hbase_wire_writer_init (&unheard, PROTOCOL, 256);
      serve (data, call, &unheard);
      hbase_wire_writer_clear (&unheard);
    }
  refuse (data, call, reply);
}

START_TEST (a_final_error_may_follow_an_executed_attempt)
{
  HBaseSlice row = HBASE_SLICE_LITERAL ("r");
  g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", &GUARD, row);
  ScriptedPump pump = { .serve = execute_and_refuse };
  g_autoptr (GError) error = NULL;
  Engine engine;

  engine_init (&engine);
  pump.service = &engine;
  put (&engine, row, "f:a=1 g:=" TOKEN);
  scripted_pump_run (&pump, operation, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (engine.writes, 1);
  assert_row (&engine, row, "g:=" RETIRED, 0);
  scripted_pump_clear (&pump);
  engine_clear (&engine);
}
END_TEST

/* The guard isn't marked: an attempt may still be in flight. */
START_TEST (a_final_error_may_leave_the_outcome_unknown)
{
  HBaseSlice row = HBASE_SLICE_LITERAL ("r");
  g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", &GUARD, row);
  ScriptedPump pump = { .serve = refuse };
  g_autoptr (GError) error = NULL;
  Engine engine;

  engine_init (&engine);
  pump.service = &engine;
  put (&engine, row, "f:a=1 g:=" TOKEN);
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_ptr_nonnull (strstr (error->message, "closing"));
  assert_row (&engine, row, "f:a=1 g:=" TOKEN, 0);
  scripted_pump_clear (&pump);
  engine_clear (&engine);
}
END_TEST

static void
assert_retiring_fails (Engine *engine, const HBaseGuard *columns, HBaseSlice row, HBaseError code)
{
  g_autoptr (HBaseOperation) operation = hbase_retire_operation_new (PROTOCOL, "t", columns, row);
  ScriptedPump pump = { .serve = serve, .service = engine };
  g_autoptr (GError) error = NULL;

  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_ptr_nonnull (strstr (error->message, "table “t”, row “r"));
  ck_assert_uint_eq (engine->writes, 0);
  scripted_pump_clear (&pump);
}

START_TEST (only_what_was_prepended_is_retired)
{
  HBaseGuard nowhere = { (char *) "no", (char *) "", (char *) "no", (char *) "" };
  Engine engine;

  engine_init (&engine);
  assert_retiring_fails (&engine, &GUARD, HBASE_SLICE_LITERAL ("r1"), HBASE_ERROR_ROW_NOT_FOUND);
  put (&engine, HBASE_SLICE_LITERAL ("r2"), "f:a=1 g:another=" TOKEN);
  assert_retiring_fails (&engine, &GUARD, HBASE_SLICE_LITERAL ("r2"), HBASE_ERROR_ROW_NOT_FOUND);
  assert_row (&engine, HBASE_SLICE_LITERAL ("r2"), "f:a=1 g:another=" TOKEN, 0);
  assert_retiring_fails (&engine, &nowhere, HBASE_SLICE_LITERAL ("r2"), HBASE_ERROR_FAMILY_NOT_FOUND);
  engine_clear (&engine);
}
END_TEST

/* ---- fencing ---- */

/* The deadline comes after the put was sent: it meets the first failure of the script. */
static void
prepend_with_unknown_outcome (const HBasePrependSettings *settings, ScriptedPump *pump)
{
  HBasePrependOperation *prepend = prepend_new_below (settings, START);
  g_autoptr (GError) error = NULL;

  pump->time = 1;
  scripted_pump_run (pump, (HBaseOperation *) prepend, &error);
  pump->time = 0;
  hbase_operation_free (prepend);
}

/* Another process with the token and the row, which doesn't know of the fence. */
static void
assert_fenced (const HBasePrependSettings *settings, Engine *engine, guint number)
{
  HBasePrependOperation *again = prepend_new_below (settings, START);
  ScriptedPump pump = { .serve = serve, .service = engine };
  g_autoptr (GError) error = NULL;

  ck_assert_msg (!scripted_pump_run (&pump, (HBaseOperation *) again, &error), "history %u: it was written",
                 number);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "was cancelled"));
  ck_assert (hbase_prepend_operation_get_outcome (again).fenced);
  ck_assert_ptr_null (hbase_prepend_operation_get_outcome (again).row.data);
  scripted_pump_clear (&pump);
  hbase_operation_free (again);
}

static void
fence (Engine *engine, guint number, ScriptedPump *pump)
{
  Key key;
  HBaseSlice row = key_of (&key, number, START - 1);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  g_autoptr (GError) error = NULL;
  HBasePrependOperation *operation;
  const char *expected;

  prepend_with_unknown_outcome (&settings, pump);
  settings.row = row;
  settings.cancel = TRUE;
  operation = prepend_new_below (&settings, START);
  settings.cancel = FALSE;
  if (!scripted_pump_run (pump, (HBaseOperation *) operation, &error))
    ck_abort_msg ("history %u: %s", number, error->message);
  ck_assert (hbase_prepend_operation_get_outcome (operation).settled
             != hbase_prepend_operation_get_outcome (operation).fenced);
  expected = hbase_prepend_operation_get_outcome (operation).settled ? "f:a=1 g:=" TOKEN : "g:=!";
  assert_row (engine, row, expected, number);
  scripted_pump_clear (pump);
  assert_row (engine, row, expected, number);
  if (hbase_prepend_operation_get_outcome (operation).fenced)
    assert_fenced (&settings, engine, number);
  assert_row (engine, row, expected, number);
  hbase_operation_free (operation);
}

START_TEST (a_fenced_row_is_never_written)
{
  play_all (fence, REQUESTS);
}
END_TEST

/* Reads the guard and takes an empty one for the end; a fence prevents this mistake. */
static guint n_resurrected;

static void
read_only (Engine *engine, guint number, ScriptedPump *pump)
{
  Key key;
  HBaseSlice row = key_of (&key, number, START - 1);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  prepend_with_unknown_outcome (&settings, pump);
  before = get (engine, row);
  scripted_pump_clear (pump);
  after = get (engine, row);
  n_resurrected += *before == '\0' && *after != '\0';
}

START_TEST (an_unfenced_row_may_still_be_written)
{
  play_all (read_only, 1);
  ck_assert_uint_gt (n_resurrected, 0);
}
END_TEST

START_TEST (a_fence_of_another_list_is_refused)
{
  Key key, other;
  HBasePrependSettings settings;
  g_autoptr (HBaseOperation) operation = NULL;
  ScriptedPump pump = { NULL };
  g_autoptr (GError) error = NULL;

  key_of (&key, 7, START);
  settings = settings_of (&key, TOKEN);
  settings.row = key_of (&other, 8, START);
  settings.cancel = TRUE;
  operation = (HBaseOperation *) prepend_new_below (&settings, START);
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert (hbase_prepend_operation_get_outcome ((HBasePrependOperation *) operation).refused);
  ck_assert_uint_eq (pump.requests, 0);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
}
END_TEST

/* No more is read of the row than the guard, which may be a row with large content; and the token, where that
 * is in a column of its own. */
START_TEST (only_guard_and_token_are_read)
{
  HBaseGuard separate = { (char *) "g", (char *) "", (char *) "f", (char *) "token" };
  const HBaseGuard *guards[] = { &GUARD, &separate };
  HBaseSlice row = HBASE_SLICE_LITERAL ("r");

  for (guint i = 0; i < G_N_ELEMENTS (guards); i++)
    {
      g_autoptr (HBaseGet) expected = hbase_get_new (row.data, row.length);
      g_autoptr (HBaseOperation) operation = hbase_get_operation_new (target (), expected);
      g_autoptr (GBytes) sent = NULL, expected_bytes = NULL;

      hbase_operation_set_subject (operation, "t", row);
      hbase_query_add_column (HBASE_QUERY (expected), "g", NULL, 0);
      if (i == 1)
        hbase_query_add_column (HBASE_QUERY (expected), "f", (const guint8 *) "token", strlen ("token"));
      sent = hbase_guard_write_get (guards[i], operation, row);
      expected_bytes = hbase_arguments_of_get (target (), expected);
      ck_assert (g_bytes_equal (sent, expected_bytes));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("guard operations");

  tcase_add_checked_fixture (tests, make_test_settings, free_test_settings);
  tcase_set_timeout (tests, 300);
  tcase_add_loop_test (tests, content_is_deleted_and_the_guard_stays, 0, 2 * G_N_ELEMENTS (retired_at));
  tcase_add_test (tests, a_tombstone_row_is_cleared);
  tcase_add_loop_test (tests, a_timeout_leaves_the_outcome_unknown, 0, 2);
  tcase_add_test (tests, a_final_error_may_follow_an_executed_attempt);
  tcase_add_test (tests, a_final_error_may_leave_the_outcome_unknown);
  tcase_add_test (tests, only_what_was_prepended_is_retired);
  tcase_add_test (tests, a_fenced_row_is_never_written);
  tcase_add_test (tests, an_unfenced_row_may_still_be_written);
  tcase_add_test (tests, a_fence_of_another_list_is_refused);
  tcase_add_test (tests, only_guard_and_token_are_read);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("guard operations", fill)
