/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-operation-private.h"
#include "hbase-error.h"
#include "hbase-wire-tables.h"
#include "scripted-pump.h"

#include <gio/gio.h>

#include "check-main.h"

/* The service counts the calls that it executes. */
static void
serve (gpointer service, const HBaseBlock *call, HBaseWireWriter *reply)
{
  (*(guint *) service)++;
  scripted_reply_begin (reply, call);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_bool (reply, 0, TRUE);
  hbase_wire_end_struct (reply);
}

static HBaseOperation *
make_call (HBaseCallClass class)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_GET_ARGS_TABLE, hbase_slice_text ("t"));
  hbase_wire_write_struct (&writer, HBASE_GET_ARGS_TGET);
  hbase_wire_write_binary (&writer, HBASE_T_GET_ROW, hbase_slice_text ("r"));
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_call_operation_new ((HBaseTarget){ HBASE_WIRE_PROTOCOL_BINARY, "t" }, HBASE_WIRE_METHOD_EXISTS,
                                   hbase_wire_writer_end (&writer), class);
}

#define DEPTH 4

static gboolean
may_have_been_executed (ScriptedFault fault)
{
  return fault != SCRIPTED_NOT_SENT;
}

/* The number of failures before the first response, and whether a request was sent meanwhile. */
static guint
faults_before_answer (const ScriptedPump *pump, gboolean *left)
{
  guint n = 0;

  *left = FALSE;
  for (; n < pump->n_faults && pump->faults[n] != SCRIPTED_ANSWER; n++)
    *left |= may_have_been_executed (pump->faults[n]);
  return n;
}

START_TEST (reads_and_timestamped_writes_succeed_in_every_history)
{
  HBaseCallClass class = _i == 0 ? HBASE_CALL_READ : HBASE_CALL_TIMESTAMPED;

  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      g_autoptr (HBaseOperation) operation = make_call (class);
      g_autoptr (HBaseBlock) reply = NULL;
      g_autoptr (GError) error = NULL;
      guint executed = 0;
      gboolean left;
      ScriptedPump pump = { .serve = serve, .service = &executed };

      scripted_history (&pump, i, DEPTH);
      ck_assert (scripted_pump_run (&pump, operation, &error));
      reply = hbase_call_operation_take_reply (operation);
      ck_assert_ptr_nonnull (reply);
      ck_assert_uint_eq (pump.n_sleeps, faults_before_answer (&pump, &left));
      ck_assert_uint_eq (pump.requests, pump.n_sleeps + 1);
      scripted_pump_clear (&pump);
    }
}
END_TEST

/* Nothing is executed twice, and an unknown outcome is reported: success means once, an error other than
 * OUTCOME_UNKNOWN never. */
START_TEST (writes_are_executed_once_or_their_outcome_is_unknown)
{
  static const HBaseCallClass classes[] = { HBASE_CALL_ONCE, HBASE_CALL_TOKEN, HBASE_CALL_DESCRIBE };
  guint unknown = 0, done = 0;

  for (guint i = 0; i < scripted_histories (DEPTH); i++)
    {
      g_autoptr (HBaseOperation) operation = make_call (classes[_i]);
      g_autoptr (GError) error = NULL;
      guint executed = 0;
      ScriptedPump pump = { .serve = serve, .service = &executed };

      scripted_history (&pump, i, DEPTH);
      if (scripted_pump_run (&pump, operation, &error))
        done++;
      else
        unknown++;
      scripted_pump_clear (&pump);
      ck_assert_uint_le (executed, 1);
      if (error == NULL)
        ck_assert_uint_eq (executed, 1);
      else
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
    }
  ck_assert_uint_gt (unknown, 0);
  ck_assert_uint_gt (done, 0);
}
END_TEST

START_TEST (an_interruption_depends_on_what_was_sent)
{
  static const struct {
    HBaseCallClass class;
    ScriptedFault fault;
    gboolean cancelled;
    GQuark (*domain) (void);
    int code;
  } ends[] = {
    { HBASE_CALL_READ, SCRIPTED_ANSWER, FALSE, hbase_error_quark, HBASE_ERROR_TIMED_OUT },
    { HBASE_CALL_ONCE, SCRIPTED_ANSWER, FALSE, hbase_error_quark, HBASE_ERROR_OUTCOME_UNKNOWN },
    { HBASE_CALL_TIMESTAMPED, SCRIPTED_LOST_BEFORE, FALSE, hbase_error_quark, HBASE_ERROR_OUTCOME_UNKNOWN },
    { HBASE_CALL_ONCE, SCRIPTED_ANSWER, TRUE, g_io_error_quark, G_IO_ERROR_CANCELLED },
    { HBASE_CALL_READ, SCRIPTED_ANSWER, TRUE, g_io_error_quark, G_IO_ERROR_CANCELLED },
  };
  g_autoptr (HBaseOperation) operation = make_call (ends[_i].class);
  g_autoptr (GError) error = NULL;
  guint executed = 0;
  ScriptedPump pump = { .serve = serve, .service = &executed, .time = 1 };

  pump.cancelled_at = ends[_i].cancelled ? 1 : 0;
  pump.n_faults = 1;
  pump.faults[0] = ends[_i].fault;
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, ends[_i].domain (), ends[_i].code);
  ck_assert_uint_eq (pump.requests, 1);
  scripted_pump_clear (&pump);
}
END_TEST

/* ---- the rules of retries ---- */

static HBaseRetryDecision
decide (HBaseRetry *retry, HBaseError code, gsize sent)
{
  g_autoptr (GError) error = g_error_new_literal (HBASE_ERROR, (int) code, "");
  HBaseLane lane = { .sent = sent };

  return hbase_retry_decide (retry, &lane, &error);
}

static gboolean
refuse_retry (HBaseLane *lane)
{
  return FALSE;
}

/* Where nothing was sent, nothing is taken from the budget. */
START_TEST (the_driver_may_refuse_repetitions)
{
  static const HBaseCallClass classes[] = { HBASE_CALL_READ, HBASE_CALL_TIMESTAMPED };

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      g_autoptr (GError) error
          = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST, "it was lost");
      HBaseLane lane = { .sent = 0, .take_retry = refuse_retry };
      HBaseRetry retry;

      hbase_retry_init (&retry, classes[i]);
      ck_assert_int_eq (hbase_retry_decide (&retry, &lane, &error), HBASE_RETRY_REPEAT);
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_LOST);
      lane.sent = 9;
      ck_assert_int_eq (hbase_retry_decide (&retry, &lane, &error),
                        i == 0 ? HBASE_RETRY_GIVE_UP : HBASE_RETRY_UNKNOWN);
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_RETRY_BUDGET);
      ck_assert_ptr_nonnull (strstr (error->message, "it was lost; it isn't sent again"));
    }
}
END_TEST

static HBaseRetryDecision
decide_first (HBaseCallClass class, HBaseError code, gsize sent)
{
  HBaseRetry retry;

  hbase_retry_init (&retry, class);
  return decide (&retry, code, sent);
}

START_TEST (the_decision_depends_on_what_was_sent)
{
  for (HBaseCallClass class = HBASE_CALL_READ; class <= HBASE_CALL_DESCRIBE; class ++)
    {
      gboolean sticky = class == HBASE_CALL_STICKY;
      gboolean read = class == HBASE_CALL_READ || sticky;
      gboolean harmless = class == HBASE_CALL_READ || class == HBASE_CALL_TIMESTAMPED
                          || class == HBASE_CALL_IDEMPOTENT || class == HBASE_CALL_MODIFY;
      HBaseRetryDecision lost = harmless ? HBASE_RETRY_REPEAT : HBASE_RETRY_UNKNOWN;

      ck_assert_int_eq (decide_first (class, HBASE_ERROR_UNAVAILABLE, 0),
                        sticky ? HBASE_RETRY_UNKNOWN : HBASE_RETRY_REPEAT);
      ck_assert_int_eq (decide_first (class, HBASE_ERROR_UNAVAILABLE, 9), lost);
      ck_assert_int_eq (decide_first (class, HBASE_ERROR_TIMED_OUT, 9), lost);
      ck_assert_int_eq (decide_first (class, HBASE_ERROR_TABLE_NOT_FOUND, 9), HBASE_RETRY_GIVE_UP);
      ck_assert_int_eq (decide_first (class, HBASE_ERROR_PROTOCOL, 9),
                        read ? HBASE_RETRY_GIVE_UP : HBASE_RETRY_UNKNOWN);
      ck_assert_int_eq (decide_first (class, HBASE_ERROR_CLOSED, 0), HBASE_RETRY_GIVE_UP);
    }
}
END_TEST

START_TEST (unreachable_gateways_are_reported_after_some_rounds)
{
  HBaseRetry retry;

  hbase_retry_init (&retry, HBASE_CALL_ONCE);
  for (guint i = 1; i < HBASE_RETRY_ROUNDS; i++)
    ck_assert_int_eq (decide (&retry, HBASE_ERROR_UNREACHABLE, 0), HBASE_RETRY_REPEAT);
  ck_assert_int_eq (decide (&retry, HBASE_ERROR_UNREACHABLE, 0), HBASE_RETRY_GIVE_UP);

  /* A loss of another kind between them restarts the count. */
  hbase_retry_init (&retry, HBASE_CALL_READ);
  for (guint i = 0; i < 4 * HBASE_RETRY_ROUNDS; i++)
    ck_assert_int_eq (decide (&retry, i % 2 ? HBASE_ERROR_UNREACHABLE : HBASE_ERROR_UNAVAILABLE, 1),
                      HBASE_RETRY_REPEAT);

  /* The request sent before may have been executed. */
  hbase_retry_init (&retry, HBASE_CALL_TIMESTAMPED);
  ck_assert_int_eq (decide (&retry, HBASE_ERROR_UNAVAILABLE, 7), HBASE_RETRY_REPEAT);
  for (guint i = 1; i < HBASE_RETRY_ROUNDS; i++)
    decide (&retry, HBASE_ERROR_UNREACHABLE, 0);
  ck_assert_int_eq (decide (&retry, HBASE_ERROR_UNREACHABLE, 0), HBASE_RETRY_UNKNOWN);
}
END_TEST

START_TEST (the_first_repetition_is_immediate_then_delays_double)
{
  HBaseRetry retry;
  guint expected = 0;

  hbase_retry_init (&retry, HBASE_CALL_READ);
  for (guint i = 0; i < 100; i++)
    {
      decide (&retry, HBASE_ERROR_UNAVAILABLE, 1);
      ck_assert_uint_eq (hbase_retry_get_delay_ms (&retry), expected);
      expected = expected == 0 ? HBASE_RETRY_MIN_DELAY_MS : MIN (expected * 2, HBASE_RETRY_MAX_DELAY_MS);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *calls = tcase_create ("calls");
  TCase *rules = tcase_create ("rules");

  tcase_add_loop_test (calls, reads_and_timestamped_writes_succeed_in_every_history, 0, 2);
  tcase_add_loop_test (calls, writes_are_executed_once_or_their_outcome_is_unknown, 0, 3);
  tcase_add_loop_test (calls, an_interruption_depends_on_what_was_sent, 0, 5);
  suite_add_tcase (suite, calls);
  tcase_add_test (rules, the_decision_depends_on_what_was_sent);
  tcase_add_test (rules, the_driver_may_refuse_repetitions);
  tcase_add_test (rules, unreachable_gateways_are_reported_after_some_rounds);
  tcase_add_test (rules, the_first_repetition_is_immediate_then_delays_double);
  suite_add_tcase (suite, rules);
}

TEST_MAIN ("call", fill)
