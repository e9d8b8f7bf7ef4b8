/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "hbase-sequence-operation-private.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"
#include "scripted-pump.h"

#define BLOCK 10
#define REQUESTS 5
#define TAKES 4

/* ---- a service with one row ---- */

typedef struct {
  gboolean exists;
  gint64 counter;
  char definition[64];
  guint n_forgotten;   /* so many increments are executed, and their responses have no cells */
  gboolean fails_late; /* an increment is executed, and its response is an unknown failure */
  gboolean restores;   /* a defect: a deleted row is restored with its first content */
} Service;

static void
reply_with_cell (HBaseWireWriter *reply, const char *qualifier, HBaseSlice value)
{
  hbase_wire_write_struct (reply, 0);
  hbase_wire_write_binary (reply, HBASE_T_RESULT_ROW, HBASE_SLICE_LITERAL ("ids"));
  hbase_wire_write_list (reply, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, value.data != NULL);
  if (value.data != NULL)
    hbase_wire_put_cell (reply, HBASE_SLICE_LITERAL ("s"), hbase_slice_text (qualifier), value, 1, 0);
  hbase_wire_end_struct (reply);
}

/* The amount is the last field of the call, before the stop bytes of the column, the increment and the
 * arguments. */
static gint64
amount_of (const HBaseBlock *call)
{
  return (gint64) hbase_wire_load_64 (call->data + call->length - 3 - sizeof (gint64));
}

static void
create (Service *service)
{
  if (service->exists)
    return;
  service->exists = TRUE;
  service->counter = HBASE_SEQUENCE_BASE;
  g_strlcpy (service->definition, "from 1 up", sizeof service->definition);
}

static void
increment (Service *service, HBaseWireWriter *reply, gint64 amount)
{
  guint64 big_endian;

  if (!service->exists && service->restores)
    create (service);
  if (!service->exists) /* as HBase does */
    service->counter = 0;
  service->exists = TRUE;
  service->counter += amount;
  big_endian = GUINT64_TO_BE ((guint64) service->counter);
  if (service->n_forgotten > 0 && service->n_forgotten-- > 0)
    reply_with_cell (reply, "counter", hbase_slice (NULL, 0));
  else
    reply_with_cell (reply, "counter", hbase_slice (&big_endian, sizeof big_endian));
}

static void
reply_with_failure (HBaseWireWriter *reply)
{
  hbase_wire_write_struct (reply, 1);
  hbase_wire_write_binary (
      reply, HBASE_T_IO_ERROR_MESSAGE,
      HBASE_SLICE_LITERAL ("java.io.IOException: Failed to get sync result after 300000 ms"));
  hbase_wire_write_bool (reply, HBASE_T_IO_ERROR_CAN_RETRY, TRUE);
  hbase_wire_end_struct (reply);
}

static void
increment_and_fail (Service *service, HBaseWireWriter *reply, gint64 amount)
{
  service->counter += amount;
  reply_with_failure (reply);
}

static void
serve (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  Service *service = data;
  gboolean absent = !service->exists;

  scripted_reply_begin (reply, call);
  hbase_wire_begin_struct (reply);
  if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_GET])
    reply_with_cell (reply, "definition",
                     service->exists && *service->definition != '\0' ? hbase_slice_text (service->definition)
                                                                     : hbase_slice (NULL, 0));
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_INCREMENT] && service->fails_late)
    increment_and_fail (service, reply, amount_of (call));
  else if (call->method == &hbase_wire_methods[HBASE_WIRE_METHOD_INCREMENT])
    increment (service, reply, amount_of (call));
  else
    {
      create (service);
      hbase_wire_write_bool (reply, 0, absent);
    }
  hbase_wire_end_struct (reply);
}

/* ---- numbers given out ---- */

typedef struct {
  gint64 last[2 * TAKES]; /* of each block of BLOCK numbers */
  guint n_blocks;
  guint unknown;
  gint64 highest;
} Ledger;

/* Returns FALSE if one of its numbers was given out before. */
static gboolean
note_block (Ledger *ledger, gint64 last)
{
  for (guint i = 0; i < ledger->n_blocks; i++)
    if (ABS (ledger->last[i] - last) < BLOCK)
      return FALSE;
  ledger->last[ledger->n_blocks++] = last;
  ledger->highest = MAX (ledger->highest, last);
  return TRUE;
}

static HBaseSequenceKey
sequence_key_at (const char *definition)
{
  return (HBaseSequenceKey){ { HBASE_WIRE_PROTOCOL_BINARY, "t" }, "ids", "s", definition };
}

static gboolean
take (ScriptedPump *pump, Ledger *ledger, gboolean checked, GError **error)
{
  HBaseSequenceKey place = sequence_key_at ("from 1 up");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, checked);
  gboolean done = scripted_pump_run (pump, operation, error);

  ledger->unknown += hbase_sequence_operation_get_unknown (operation);
  return !done || note_block (ledger, hbase_sequence_operation_get_taken (operation));
}

static gboolean
run_creation (ScriptedPump *pump, const char *definition, GError **error)
{
  HBaseSequenceKey place = sequence_key_at (definition);
  g_autoptr (HBaseOperation) operation = hbase_sequence_creation_new (&place);

  return scripted_pump_run (pump, operation, error);
}

/* ---- lost calls ---- */

START_TEST (no_number_is_given_out_twice_and_few_are_lost)
{
  for (guint i = 0; i < scripted_histories (REQUESTS); i++)
    {
      Service service = { 0 };
      ScriptedPump pump = { .serve = serve, .service = &service };
      Ledger ledger = { 0 };
      g_autoptr (GError) error = NULL;
      gint64 taken;

      create (&service);
      scripted_history (&pump, i, REQUESTS);
      for (guint j = 0; j < TAKES; j++)
        if (!take (&pump, &ledger, j > 0, &error))
          ck_abort_msg ("history %u: a number was handed out twice", i);
      scripted_pump_clear (&pump);
      ck_assert_no_error (error);
      taken = service.counter - HBASE_SEQUENCE_BASE;
      if (ledger.n_blocks != TAKES || ledger.highest > taken
          || taken - TAKES * BLOCK > (gint64) ledger.unknown * BLOCK)
        ck_abort_msg ("history %u: %" G_GINT64_FORMAT " taken, %u blocks, %u unknown", i, taken,
                      ledger.n_blocks, ledger.unknown);
    }
}
END_TEST

START_TEST (a_creation_writes_the_row_once)
{
  for (guint i = 0; i < scripted_histories (REQUESTS); i++)
    {
      Service service = { 0 };
      ScriptedPump pump = { .serve = serve, .service = &service };
      g_autoptr (GError) error = NULL;

      scripted_history (&pump, i, REQUESTS);
      ck_assert (run_creation (&pump, "from 1 up", &error));
      scripted_pump_clear (&pump);
      ck_assert_int_eq (service.counter, HBASE_SEQUENCE_BASE);
    }
}
END_TEST

/* ---- deleted rows, and other definitions ---- */

START_TEST (a_deleted_row_is_always_detected)
{
  Service service = { 0 };
  ScriptedPump pump = { .serve = serve, .service = &service };
  Ledger ledger = { 0 };

  create (&service);
  ck_assert (take (&pump, &ledger, FALSE, NULL));
  service = (Service){ 0 };
  for (guint i = 0; i < TAKES; i++)
    {
      g_autoptr (GError) error = NULL;

      take (&pump, &ledger, i % 2 == 0, &error);
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_SEQUENCE_MISSING);
      ck_assert_ptr_nonnull (strstr (error->message, "table “t”, row “ids”"));
    }
  ck_assert_uint_eq (ledger.n_blocks, 1);
  scripted_pump_clear (&pump);
}
END_TEST

/* No counter is so far below the base that it seems to be above it. */
START_TEST (a_counter_below_all_others_is_detected)
{
  Service service = { .exists = TRUE, .counter = G_MININT64 };
  ScriptedPump pump = { .serve = serve, .service = &service };
  Ledger ledger = { 0 };
  g_autoptr (GError) error = NULL;

  take (&pump, &ledger, TRUE, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_SEQUENCE_MISSING);
  ck_assert_uint_eq (ledger.n_blocks, 0);
  scripted_pump_clear (&pump);
}
END_TEST

/* The check finds the defect: a row that starts again. */
START_TEST (numbers_given_out_twice_are_detected)
{
  Service service = { .restores = TRUE };
  ScriptedPump pump = { .serve = serve, .service = &service };
  Ledger ledger = { 0 };
  g_autoptr (GError) error = NULL;

  create (&service);
  ck_assert (take (&pump, &ledger, TRUE, &error));
  service = (Service){ .restores = TRUE };
  ck_assert (!take (&pump, &ledger, TRUE, &error));
  ck_assert_no_error (error);
  scripted_pump_clear (&pump);
}
END_TEST

/* As after a snapshot of the table was restored. */
START_TEST (a_counter_that_went_back_is_detected)
{
  Service service = { 0 };
  ScriptedPump pump = { .serve = serve, .service = &service };
  HBaseSequenceKey place = sequence_key_at ("from 1 up");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, TRUE);
  g_autoptr (GError) error = NULL, gone_back = NULL;

  create (&service);
  service.counter += 2 * BLOCK;
  hbase_sequence_operation_set_floor (operation, 2 * BLOCK);
  ck_assert (scripted_pump_run (&pump, operation, &error));
  ck_assert_int_eq (hbase_sequence_operation_get_taken (operation), 3 * BLOCK);
  service.counter -= 1;
  ck_assert (!scripted_pump_run (&pump, operation, &gone_back));
  ck_assert_error (gone_back, HBASE_ERROR, HBASE_ERROR_SEQUENCE_MISSING);
  ck_assert_ptr_nonnull (strstr (gone_back->message, "went back, to 39 numbers, after 30 had been taken"));
  ck_assert_int_eq (hbase_sequence_operation_get_taken (operation), 3 * BLOCK);
  scripted_pump_clear (&pump);
}
END_TEST

START_TEST (another_definition_is_refused)
{
  Service service = { 0 };
  ScriptedPump pump = { .serve = serve, .service = &service };
  HBaseSequenceKey place = sequence_key_at ("from 9 down");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, FALSE);
  g_autoptr (GError) taking = NULL, creating = NULL;

  create (&service);
  ck_assert (!scripted_pump_run (&pump, operation, &taking));
  ck_assert_error (taking, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (taking->message, "“from 1 up”, but is used as “from 9 down”"));
  ck_assert (!run_creation (&pump, "from 9 down", &creating));
  ck_assert_error (creating, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_int_eq (service.counter, HBASE_SEQUENCE_BASE);
  scripted_pump_clear (&pump);
}
END_TEST

/* An increment in flight at the deadline counts as one that may have taken a block. */
START_TEST (a_timeout_counts_as_unknown)
{
  Service service = { 0 };
  ScriptedPump pump = { .serve = serve,
                        .service = &service,
                        .faults = { SCRIPTED_LOST_AFTER, SCRIPTED_LOST_AFTER, SCRIPTED_LOST_AFTER },
                        .n_faults = 3,
                        .time = 3 };
  HBaseSequenceKey place = sequence_key_at ("from 1 up");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, TRUE);
  g_autoptr (GError) error = NULL;
  gint64 taken;

  create (&service);
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  scripted_pump_clear (&pump);
  taken = service.counter - HBASE_SEQUENCE_BASE;
  ck_assert_int_gt (taken, 0);
  ck_assert_int_ge ((gint64) hbase_sequence_operation_get_unknown (operation) * BLOCK, taken);
}
END_TEST

/* HBase's response if a gateway repeats an increment that was executed by a server that crashed then. */
START_TEST (a_forgotten_result_counts_as_unknown)
{
  Service service = { .n_forgotten = 2 };
  ScriptedPump pump = { .serve = serve, .service = &service };
  HBaseSequenceKey place = sequence_key_at ("from 1 up");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, TRUE);
  g_autoptr (GError) error = NULL;

  create (&service);
  ck_assert (scripted_pump_run (&pump, operation, &error));
  ck_assert_no_error (error);
  scripted_pump_clear (&pump);
  ck_assert_int_eq (hbase_sequence_operation_get_taken (operation), 3 * BLOCK);
  ck_assert_uint_eq (hbase_sequence_operation_get_unknown (operation), 2);
}
END_TEST

/* The failure ends the call, and its block may be lost. */
START_TEST (an_unknown_failure_counts_as_unknown)
{
  Service service = { .fails_late = TRUE };
  ScriptedPump pump = { .serve = serve, .service = &service };
  HBaseSequenceKey place = sequence_key_at ("from 1 up");
  g_autoptr (HBaseOperation) operation = hbase_sequence_operation_new (&place, BLOCK, TRUE);
  g_autoptr (GError) error = NULL;

  create (&service);
  ck_assert (!scripted_pump_run (&pump, operation, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
  scripted_pump_clear (&pump);
  ck_assert_int_eq (service.counter - HBASE_SEQUENCE_BASE, BLOCK);
  ck_assert_uint_eq (hbase_sequence_operation_get_unknown (operation), 1);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("sequence operation");

  tcase_add_test (tests, no_number_is_given_out_twice_and_few_are_lost);
  tcase_add_test (tests, a_creation_writes_the_row_once);
  tcase_add_test (tests, a_deleted_row_is_always_detected);
  tcase_add_test (tests, a_counter_below_all_others_is_detected);
  tcase_add_test (tests, numbers_given_out_twice_are_detected);
  tcase_add_test (tests, a_counter_that_went_back_is_detected);
  tcase_add_test (tests, another_definition_is_refused);
  tcase_add_test (tests, a_timeout_counts_as_unknown);
  tcase_add_test (tests, a_forgotten_result_counts_as_unknown);
  tcase_add_test (tests, an_unknown_failure_counts_as_unknown);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("sequence operation", fill)
