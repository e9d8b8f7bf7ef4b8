/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "fake-gateway.h"
#include "hbase-error.h"
#include "hbase-prepend-operation-private.h"
#include "hbase-wire-tables.h"
#include "test-seed.h"

/* All tests check the same: whatever happens, one row of ours is written, at the key that is reported, and no
 * key is left out. */

#define TOKEN "our own 16 bytes"
#define START 1000

typedef struct {
  HBaseKeySchema *schema;
  HBasePut *cells;
  FakeGateway *gateway;
} Stage;

static void
stage_init (Stage *stage, const char *schema)
{
  stage->schema = hbase_key_schema_new (schema, NULL);
  stage->cells = hbase_put_new (NULL, 0);
  hbase_put_add_utf8 (stage->cells, "f", "text", "hello");
  stage->gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
}

static void
stage_clear (Stage *stage)
{
  fake_gateway_free (stage->gateway);
  hbase_mutation_unref (stage->cells);
  hbase_key_schema_unref (stage->schema);
}

static HBasePrependSettings
settings_of_stage (Stage *stage)
{
  return (HBasePrependSettings){ .table = "t",
                                 .schema = stage->schema,
                                 .strategy = &hbase_prepend_probe_class,
                                 .start = START,
                                 .guard_family = "g",
                                 .guard_qualifier = "",
                                 .cells = stage->cells,
                                 .token = (const guint8 *) TOKEN,
                                 .checked = TRUE };
}

static HBasePrependOperation *
make_operation_at (Stage *stage, gint64 taken, HBaseSlice row)
{
  HBasePrependSettings settings = settings_of_stage (stage);
  HBasePrependOperation *prepend;

  settings.row = row;
  settings.coordinator = hbase_prepend_coordinator_new ();
  if (taken >= 0)
    hbase_prepend_coordinator_record_taken (settings.coordinator, taken);
  prepend = hbase_prepend_operation_new (stage->gateway->protocol, &settings);
  hbase_prepend_coordinator_unref (settings.coordinator);

  return prepend;
}

static HBasePrependOperation *
make_operation (Stage *stage)
{
  return make_operation_at (stage, -1, hbase_slice (NULL, 0));
}

static HBasePrependOperation *
make_operation_in_line (Stage *stage, HBasePrependCoordinator *coordinator)
{
  HBasePrependSettings settings = settings_of_stage (stage);

  settings.coordinator = coordinator;
  return hbase_prepend_operation_new (stage->gateway->protocol, &settings);
}

static HBaseSlice
key_of (guint8 *buffer, gint64 counter)
{
  guint64 big = GUINT64_TO_BE ((guint64) counter);

  memcpy (buffer, &big, sizeof big);
  return hbase_slice (buffer, sizeof big);
}

static gint64
counter_of (HBaseSlice key)
{
  guint64 big;

  ck_assert_uint_eq (key.length, sizeof big);
  memcpy (&big, key.data, sizeof big);
  return (gint64) GUINT64_FROM_BE (big);
}

static void
rival_prepends (FakeGateway *gateway)
{
  gint64 first
      = fake_gateway_get_n_rows (gateway) > 0 ? counter_of (fake_gateway_get_key (gateway, 0)) : START + 1;
  guint8 key[8];

  fake_gateway_put (gateway, key_of (key, first - 1), "g", "", HBASE_SLICE_LITERAL ("a rival's token!"));
}

static void
fill_downwards (FakeGateway *gateway, guint n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    rival_prepends (gateway);
}

static gboolean
is_guard_of_call (HBaseSlice guard)
{
  /* All bytes except the one that a gateway may salt. */
  return guard.length == strlen (TOKEN) && memcmp (guard.data, TOKEN, strlen (TOKEN) - 1) == 0;
}

/* Returns NULL, or what is wrong. */
static const char *
find_violation (FakeGateway *gateway, HBasePrependOperation *prepend)
{
  guint n_rows = fake_gateway_get_n_rows (gateway), n_ours = 0;
  gint64 ours = -1;

  for (guint i = 0; i < n_rows; i++)
    {
      HBaseSlice key = fake_gateway_get_key (gateway, i);

      if (counter_of (key) != START - (gint64) n_rows + 1 + i)
        return "a key was left out";
      if (!is_guard_of_call (fake_gateway_get_guard (gateway, key)))
        continue;
      n_ours++;
      ours = counter_of (key);
    }
  if (n_ours != 1)
    return n_ours == 0 ? "the row isn't there" : "the row is there more than once";
  return ours == counter_of (hbase_prepend_operation_get_outcome (prepend).row) ? NULL
                                                                                : "another key was reported";
}

/* ---- all failures at all requests ---- */

#define N_KINDS 7
#define N_FAULTS 6

typedef struct {
  FakeFault faults[N_FAULTS];
} History;

static FakeFault
fault_of_history (FakeGateway *gateway, const HBaseWireMethod *method)
{
  History *history = gateway->data;

  return gateway->n_calls <= N_FAULTS ? history->faults[gateway->n_calls - 1] : FAKE_FINE;
}

static void
history_init (History *history, guint number)
{
  for (guint i = 0; i < N_FAULTS; i++, number /= N_KINDS)
    history->faults[i] = (FakeFault) (number % N_KINDS);
}

static guint
n_histories (void)
{
  guint n = 1;

  for (guint i = 0; i < N_FAULTS; i++)
    n *= N_KINDS;
  return test_times (n);
}

static const char *
play (Stage *stage, guint number)
{
  HBasePrependOperation *prepend;
  const char *wrong;
  History history;

  while (fake_gateway_get_n_rows (stage->gateway) > 0)
    fake_gateway_delete (stage->gateway, fake_gateway_get_key (stage->gateway, 0));
  history_init (&history, number);
  stage->gateway->data = &history;
  stage->gateway->fault = fault_of_history;
  stage->gateway->rival = rival_prepends;
  stage->gateway->n_calls = 0;
  prepend = make_operation (stage);
  ck_assert_int_eq (fake_gateway_drive (stage->gateway, (HBaseOperation *) prepend), HBASE_DONE);
  fake_gateway_settle (stage->gateway);
  wrong = find_violation (stage->gateway, prepend);
  hbase_operation_free (prepend);
  return wrong;
}

START_TEST (every_history_ends_in_one_row)
{
  guint n = n_histories ();
  Stage stage;

  stage_init (&stage, "id:downward");
  for (guint i = 0; i < n; i++)
    {
      const char *wrong = play (&stage, i);

      ck_assert_msg (wrong == NULL, "history %u: %s", i, wrong);
    }
  g_print ("%u histories of %d faults, %u placed\n", n, N_FAULTS, stage.gateway->n_faults);
  ck_assert_uint_gt (stage.gateway->n_faults, n);
  stage_clear (&stage);
}
END_TEST

static guint
count_wrong (Stage *stage, guint n)
{
  guint wrong = 0;

  for (guint i = 0; i < n; i++)
    wrong += play (stage, i) != NULL;
  return wrong;
}

/* The same histories find what is wrong with other protocols. */
START_TEST (one_token_for_each_attempt_is_detected)
{
  guint n = MIN (n_histories (), 2401), wrong;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->salts_guards = TRUE;
  wrong = count_wrong (&stage, n);
  g_print ("a token an attempt: %u of %u histories end wrong\n", wrong, n);
  ck_assert_uint_gt (wrong, n / 50);
  stage_clear (&stage);
}
END_TEST

START_TEST (leaving_an_empty_key_is_detected)
{
  guint n = MIN (n_histories (), 2401), wrong;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->shows_guards = TRUE;
  wrong = count_wrong (&stage, n);
  g_print ("leaving an empty key: %u of %u histories end wrong\n", wrong, n);
  ck_assert_uint_gt (wrong, n / 50);
  stage_clear (&stage);
}
END_TEST

/* ---- without failures ---- */

START_TEST (alone_it_takes_two_calls_and_then_one)
{
  HBasePrependCoordinator *coordinator = hbase_prepend_coordinator_new ();
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  prepend = make_operation_in_line (&stage, coordinator);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_uint_eq (stage.gateway->n_calls, 2);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START);
  ck_assert_int_eq (hbase_prepend_coordinator_get_taken (coordinator), START);
  hbase_operation_free (prepend);
  hbase_prepend_coordinator_unref (coordinator);

  prepend = make_operation_at (&stage, START, hbase_slice (NULL, 0));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_uint_eq (stage.gateway->n_calls, 3);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START - 1);
  ck_assert (hbase_prepend_operation_get_outcome (prepend).settled);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

START_TEST (an_outdated_hint_is_only_slow)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  fill_downwards (stage.gateway, 500);
  prepend = make_operation_at (&stage, START, hbase_slice (NULL, 0));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_ptr_null (find_violation (stage.gateway, prepend));
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START - 500);
  ck_assert_uint_le (stage.gateway->n_calls, 10);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The highest of the keys that are taken: the guards are read at a time, or not. */
static const gint64 taken_keys[] = { 1, 2, 20, 500 };

START_TEST (the_key_space_has_an_end)
{
  HBasePrependOperation *prepend;
  guint8 key[8];
  Stage stage;

  stage_init (&stage, "id:downward");
  fake_gateway_put (stage.gateway, key_of (key, 0), "g", "", HBASE_SLICE_LITERAL ("x"));
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_FAIL);
  ck_assert_error (((HBaseOperation *) prepend)->error, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED);
  ck_assert_ptr_null (hbase_prepend_operation_get_outcome (prepend).row.data);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The first key is exactly 0, whatever is known of it when the key above is found to be another row's. */
START_TEST (the_key_space_ends_at_once_where_other_rows_have_all_keys)
{
  HBasePrependOperation *prepend;
  guint8 key[8];
  Stage stage;

  stage_init (&stage, "id:downward");
  for (gint64 i = 0; i <= taken_keys[_i]; i++)
    fake_gateway_put (stage.gateway, key_of (key, i), "g", "", HBASE_SLICE_LITERAL ("a rival's token!"));
  prepend = make_operation_at (&stage, taken_keys[_i], hbase_slice (NULL, 0));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_FAIL);
  ck_assert_error (((HBaseOperation *) prepend)->error, HBASE_ERROR, HBASE_ERROR_KEY_SPACE_EXHAUSTED);
  ck_assert_uint_eq (hbase_prepend_operation_get_outcome (prepend).counts.puts, 1);
  ck_assert_uint_eq (hbase_prepend_operation_get_outcome (prepend).counts.missed, 1);
  /* The put, the first guards, and that of the key if it isn't among them. */
  ck_assert_uint_eq (stage.gateway->n_calls, taken_keys[_i] < 100 ? 2 : 3);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

START_TEST (a_row_without_a_guard_is_an_error)
{
  const char *values[] = { NULL, "" };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      HBasePrependOperation *prepend;
      guint8 key[8];
      Stage stage;

      stage_init (&stage, "id:downward");
      fake_gateway_put (stage.gateway, key_of (key, 17), "f", "text",
                        HBASE_SLICE_LITERAL ("another program's"));
      if (values[i] != NULL)
        fake_gateway_put (stage.gateway, key_of (key, 17), "g", "", hbase_slice_text (values[i]));
      prepend = make_operation (&stage);
      ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_FAIL);
      ck_assert_error (((HBaseOperation *) prepend)->error, HBASE_ERROR, HBASE_ERROR_UNGUARDED_ROW);
      ck_assert_uint_eq (fake_gateway_get_n_rows (stage.gateway), 1);
      hbase_operation_free (prepend);
      stage_clear (&stage);
    }
}
END_TEST

START_TEST (a_row_of_another_schema_is_reported)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  fake_gateway_put (stage.gateway, HBASE_SLICE_LITERAL ("abc"), "g", "", HBASE_SLICE_LITERAL ("x"));
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_FAIL);
  ck_assert_error (((HBaseOperation *) prepend)->error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* ---- several writers ---- */

/* The list's first guards show whose the key is, how many rows were added meanwhile, and where the next one
 * is put. */
START_TEST (a_taken_key_costs_one_lookup)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  fill_downwards (stage.gateway, 20);
  prepend = make_operation_at (&stage, START, hbase_slice (NULL, 0));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_uint_eq (stage.gateway->n_calls, 3);
  ck_assert_uint_eq (hbase_prepend_operation_get_outcome (prepend).counts.missed, 1);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START - 20);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The next call sends nothing before the first one has ended, and then needs no lookup. */
START_TEST (calls_of_one_process_are_queued)
{
  HBasePrependCoordinator *coordinator = hbase_prepend_coordinator_new ();
  HBaseOperation *first, *next;
  Stage stage;

  stage_init (&stage, "id:downward");
  hbase_prepend_coordinator_record_taken (coordinator, START + 1);
  first = (HBaseOperation *) make_operation_in_line (&stage, coordinator);
  next = (HBaseOperation *) make_operation_in_line (&stage, coordinator);
  ck_assert_int_eq (first->class->start (first, first->lanes), HBASE_WAIT);
  ck_assert_int_eq (first->lanes[0].state, HBASE_LANE_SENDING);
  ck_assert_int_eq (next->class->start (next, next->lanes), HBASE_WAIT);
  ck_assert_int_eq (next->lanes[0].state, HBASE_LANE_SLEEPING);
  hbase_prepend_coordinator_record_taken (coordinator, START);
  hbase_operation_free (first);
  next->lanes[0].state = HBASE_LANE_IDLE;
  ck_assert_int_eq (next->lanes[0].next (next, next->lanes), HBASE_WAIT);
  ck_assert_ptr_eq (next->lanes[0].request.method, &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT]);
  hbase_operation_free (next);
  hbase_prepend_coordinator_unref (coordinator);
  stage_clear (&stage);
}
END_TEST

/* The first call in the queue may be in a main loop that has ended. */
START_TEST (a_stalled_queue_is_left)
{
  HBasePrependCoordinator *coordinator = hbase_prepend_coordinator_new ();
  HBasePrependOperation *prepend;
  guint64 n_moves;
  Stage stage;

  stage_init (&stage, "id:downward");
  hbase_prepend_coordinator_enqueue (coordinator, &stage, &n_moves);
  prepend = make_operation_in_line (&stage, coordinator);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START);
  hbase_operation_free (prepend);
  hbase_prepend_coordinator_unref (coordinator);
  stage_clear (&stage);
}
END_TEST

static guint
count_turns (HBasePrependCoordinator *coordinator, HBasePrependAdvice end)
{
  HBasePrependAdvice turn;
  guint n = 0;

  while ((turn = hbase_prepend_coordinator_begin_row (coordinator)) == HBASE_PREPEND_ATTEMPT && n < 1000)
    {
      hbase_prepend_coordinator_record_row (coordinator, 0);
      n++;
    }
  ck_assert_int_eq (turn, end);
  return n;
}

START_TEST (a_writer_lets_the_next_one_continue)
{
  HBasePrependCoordinator *coordinator = hbase_prepend_coordinator_new ();

  ck_assert_uint_eq (count_turns (coordinator, HBASE_PREPEND_PAUSE), 8);
  ck_assert_uint_eq (count_turns (coordinator, HBASE_PREPEND_PAUSE), 16);
  hbase_prepend_coordinator_record_writers (coordinator, 5, FALSE);
  ck_assert_uint_eq (count_turns (coordinator, HBASE_PREPEND_YIELD), HBASE_PREPEND_MAX_CONSECUTIVE_ROWS);
  for (guint i = 0; i < 3; i++)
    {
      ck_assert_uint_eq (hbase_prepend_coordinator_get_n_writers (coordinator), 5);
      hbase_prepend_coordinator_record_writers (coordinator, 5, TRUE);
    }
  ck_assert_uint_eq (hbase_prepend_coordinator_get_n_writers (coordinator), 1);
  ck_assert_uint_eq (hbase_prepend_coordinator_get_exchange_us (coordinator), 1000);
  ck_assert_uint_eq (count_turns (coordinator, HBASE_PREPEND_PAUSE), 8);
  hbase_prepend_coordinator_unref (coordinator);
}
END_TEST

/* ---- HBase's errors for a put ---- */

static FakeFault
fail_first_put (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return gateway->n_calls == 2 ? GPOINTER_TO_UINT (gateway->data) : FAKE_FINE;
}

/* A caller that took it for a failure would prepend the row twice. */
START_TEST (an_unknown_failure_proves_nothing)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->fault = fail_first_put;
  stage.gateway->data = GUINT_TO_POINTER (FAKE_FAILED_THOUGH_DONE);
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_ptr_null (find_violation (stage.gateway, prepend));
  ck_assert_uint_eq (stage.gateway->n_calls, 3);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The error refers to the gateway's last attempt. */
START_TEST (a_final_error_may_follow_an_executed_attempt)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->fault = fail_first_put;
  stage.gateway->data = GUINT_TO_POINTER (FAKE_REFUSED_THOUGH_DONE);
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_ptr_null (find_violation (stage.gateway, prepend));
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The error is reported, and the outcome stays unknown: the row isn't written yet. */
START_TEST (a_final_error_is_reported)
{
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->fault = fail_first_put;
  stage.gateway->data = GUINT_TO_POINTER (FAKE_REFUSED);
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_FAIL);
  ck_assert_error (((HBaseOperation *) prepend)->error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START);
  ck_assert_uint_eq (stage.gateway->n_calls, 3);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* ---- statistics ---- */

static FakeFault
first_put_fails (FakeGateway *gateway, const HBaseWireMethod *method)
{
  FakeFault *fault = gateway->data, now = *fault;

  if (method != &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT])
    return FAKE_FINE;
  *fault = FAKE_FINE;
  return now;
}

/* A refusal was misreported only if HBase did refuse, and the key's guard is the row's own. */
START_TEST (misreported_refusals_are_counted)
{
  static const struct {
    FakeFault fault;
    guint misreported, lost, missed;
  } cases[] = {
    { FAKE_FALSE_THOUGH_DONE, 1, 0, 0 },
    { FAKE_LOST_AFTER, 0, 1, 0 },
    { FAKE_RIVAL_FIRST, 0, 0, 1 },
  };
  FakeFault fault = cases[_i].fault;
  HBasePrependOutcome outcome;
  HBasePrependOperation *prepend;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->fault = first_put_fails;
  stage.gateway->rival = rival_prepends;
  stage.gateway->data = &fault;
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  outcome = hbase_prepend_operation_get_outcome (prepend);
  ck_assert_uint_eq (outcome.counts.misreported_refusals, cases[_i].misreported);
  ck_assert_uint_eq (outcome.counts.lost, cases[_i].lost);
  ck_assert_uint_eq (outcome.counts.missed, cases[_i].missed);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* ---- deadlines ---- */

static FakeFault
time_over_at (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return gateway->n_calls == GPOINTER_TO_UINT (gateway->data) ? FAKE_TIME_OVER : FAKE_FINE;
}

static FakeFault
execute_puts_late (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return method == &hbase_wire_methods[HBASE_WIRE_METHOD_CHECK_AND_PUT] ? FAKE_LATE_3
                                                                        : time_over_at (gateway, method);
}

static GError *
interrupt (HBasePrependOperation *prepend, GQuark domain, int code)
{
  HBaseOperation *operation = (HBaseOperation *) prepend;

  return operation->class->interrupted (operation, g_error_new_literal (domain, code, "the time was over"));
}

START_TEST (without_an_attempt_nothing_is_unknown)
{
  HBasePrependOperation *prepend;
  g_autoptr (GError) error = NULL;
  Stage stage;

  stage_init (&stage, "id:downward");
  stage.gateway->fault = time_over_at;
  stage.gateway->data = GUINT_TO_POINTER (1); /* the lookup of the first row */
  prepend = make_operation (&stage);
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_WAIT);
  error = interrupt (prepend, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_ptr_null (hbase_prepend_operation_get_outcome (prepend).row.data);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* Interrupted with the put in flight, or before its guard was read; then settled, before or after the put was
 * executed. */
START_TEST (an_unknown_outcome_can_be_settled)
{
  for (guint variant = 0; variant < 8; variant++)
    {
      gboolean late = variant & 1, first_settled = variant & 2, cancelled = variant & 4;
      HBasePrependOperation *prepend, *again;
      g_autoptr (GError) error = NULL;
      Stage stage;

      stage_init (&stage, "id:downward");
      stage.gateway->fault = late ? execute_puts_late : time_over_at;
      stage.gateway->data = GUINT_TO_POINTER (late ? 3 : 2);
      prepend = make_operation (&stage);
      ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_WAIT);
      error = cancelled ? interrupt (prepend, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                        : interrupt (prepend, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
      ck_assert (cancelled ? g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                           : g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN));
      ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START);
      ck_assert (!hbase_prepend_operation_get_outcome (prepend).settled);

      stage.gateway->fault = NULL;
      if (first_settled)
        fake_gateway_settle (stage.gateway);
      again = make_operation_at (&stage, -1, hbase_prepend_operation_get_outcome (prepend).row);
      ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) again), HBASE_DONE);
      fake_gateway_settle (stage.gateway);
      ck_assert_ptr_null (find_violation (stage.gateway, again));
      hbase_operation_free (again);
      hbase_operation_free (prepend);
      stage_clear (&stage);
    }
}
END_TEST

START_TEST (a_row_is_settled_below_another_writers)
{
  HBasePrependOperation *prepend;
  guint8 key[8];
  Stage stage;

  stage_init (&stage, "id:downward");
  fill_downwards (stage.gateway, 3);
  prepend = make_operation_at (&stage, -1, key_of (key, START - 1));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_ptr_null (find_violation (stage.gateway, prepend));
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START - 3);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* Sends a guard twice, once, in place of the row's own. */
static void
hide_own_row (FakeGateway *gateway, GPtrArray *pieces)
{
  for (guint i = 1; i < pieces->len; i++)
    {
      FakePiece *piece = pieces->pdata[i];

      if (!is_guard_of_call (fake_gateway_get_guard (gateway, piece->key)))
        continue;
      *piece = *(FakePiece *) pieces->pdata[i - 1];
      gateway->tamper = NULL;
      return;
    }
}

/* A token that isn't seen for that lets the row be written again. */
START_TEST (a_guard_in_place_of_the_rows_own_is_noticed)
{
  HBasePrependOperation *prepend;
  guint8 key[8];
  Stage stage;

  stage_init (&stage, "id:downward");
  fill_downwards (stage.gateway, 2);
  fake_gateway_put (stage.gateway, key_of (key, START - 2), "g", "", HBASE_SLICE_LITERAL (TOKEN));
  fill_downwards (stage.gateway, 2);
  stage.gateway->tamper = hide_own_row;
  prepend = make_operation_at (&stage, -1, key_of (key, START));
  ck_assert_int_eq (fake_gateway_drive (stage.gateway, (HBaseOperation *) prepend), HBASE_DONE);
  ck_assert_ptr_null (stage.gateway->tamper);
  ck_assert_pstr_eq (find_violation (stage.gateway, prepend), NULL);
  hbase_operation_free (prepend);
  stage_clear (&stage);
}
END_TEST

/* The settings are invalid: the operation fails without sending anything. */
static GError *
fail_settings (Stage *stage, const HBasePrependSettings *settings)
{
  HBasePrependOperation *prepend = hbase_prepend_operation_new (HBASE_WIRE_PROTOCOL_BINARY, settings);
  GError *error;

  ck_assert_int_eq (fake_gateway_drive (stage->gateway, (HBaseOperation *) prepend), HBASE_FAIL);
  error = g_steal_pointer (&((HBaseOperation *) prepend)->error);
  ck_assert (hbase_prepend_operation_get_outcome (prepend).refused);
  hbase_operation_free (prepend);
  return error;
}

START_TEST (a_foreign_row_cant_be_settled)
{
  g_autoptr (GError) error = NULL;
  HBasePrependSettings settings;
  Stage stage;

  stage_init (&stage, "id:downward");
  settings = settings_of_stage (&stage);
  settings.row = HBASE_SLICE_LITERAL ("abc");
  error = fail_settings (&stage, &settings);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  stage_clear (&stage);
}
END_TEST

START_TEST (a_row_of_another_list_cant_be_settled)
{
  g_autoptr (GVariant) prefix = g_variant_ref_sink (g_variant_new ("(u)", 7));
  g_autoptr (GError) error = NULL;
  HBasePrependSettings settings;
  Stage stage;

  stage_init (&stage, "article:uint32,id:downward");
  settings = settings_of_stage (&stage);
  settings.prefix = prefix;
  settings.row = HBASE_SLICE_LITERAL ("\0\0\0\10\0\0\0\0\0\0\3\350");
  error = fail_settings (&stage, &settings);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  ck_assert_ptr_nonnull (strstr (error->message, "prefix"));
  stage_clear (&stage);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("prepend");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, every_history_ends_in_one_row);
  tcase_add_test (tests, one_token_for_each_attempt_is_detected);
  tcase_add_test (tests, leaving_an_empty_key_is_detected);
  tcase_add_test (tests, alone_it_takes_two_calls_and_then_one);
  tcase_add_test (tests, an_outdated_hint_is_only_slow);
  tcase_add_test (tests, the_key_space_has_an_end);
  tcase_add_loop_test (tests, the_key_space_ends_at_once_where_other_rows_have_all_keys, 0,
                       G_N_ELEMENTS (taken_keys));
  tcase_add_test (tests, a_row_without_a_guard_is_an_error);
  tcase_add_test (tests, a_row_of_another_schema_is_reported);
  tcase_add_test (tests, a_taken_key_costs_one_lookup);
  tcase_add_test (tests, calls_of_one_process_are_queued);
  tcase_add_test (tests, a_stalled_queue_is_left);
  tcase_add_test (tests, a_writer_lets_the_next_one_continue);
  tcase_add_test (tests, an_unknown_failure_proves_nothing);
  tcase_add_test (tests, a_final_error_may_follow_an_executed_attempt);
  tcase_add_test (tests, a_final_error_is_reported);
  tcase_add_loop_test (tests, misreported_refusals_are_counted, 0, 3);
  tcase_add_test (tests, without_an_attempt_nothing_is_unknown);
  tcase_add_test (tests, an_unknown_outcome_can_be_settled);
  tcase_add_test (tests, a_row_is_settled_below_another_writers);
  tcase_add_test (tests, a_guard_in_place_of_the_rows_own_is_noticed);
  tcase_add_test (tests, a_foreign_row_cant_be_settled);
  tcase_add_test (tests, a_row_of_another_list_cant_be_settled);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("prepend operation", fill)
