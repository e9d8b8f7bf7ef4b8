/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "engine.h"
#include "hbase-error.h"
#include "hbase-sequence-operation-private.h"

/* Prepending by tickets on the embedded engine, in all histories of some failures. */

#define TAKES 3
#define REQUESTS 4

static HBaseSequenceKey
place_of (char *name, gsize size, guint number)
{
  g_snprintf (name, size, "ids%u", number);
  return (HBaseSequenceKey){ target (), name, "h", "from 1000 down" };
}

static void
create_sequence (Engine *engine, guint number)
{
  char name[20];
  HBaseSequenceKey place = place_of (name, sizeof name, number);
  g_autoptr (HBaseOperation) creation = hbase_sequence_creation_new (&place);

  run_successfully (engine, creation);
}

static HBasePrependOperation *
by_block (HBasePrependSettings settings, guint number, gint64 block, gint64 buffered)
{
  char name[20];
  HBaseSequenceKey place = place_of (name, sizeof name, number);
  HBasePrependOperation *prepend;

  settings.strategy = block > 1 ? &hbase_prepend_block_class : &hbase_prepend_ticket_class;
  settings.has_sequence = TRUE;
  prepend = hbase_prepend_operation_new (PROTOCOL, &settings);
  hbase_prepend_operation_set_tickets (prepend, hbase_sequence_operation_new (&place, block, FALSE),
                                       buffered);
  return prepend;
}

static HBasePrependOperation *
by_ticket (HBasePrependSettings settings, guint number)
{
  return by_block (settings, number, 1, -1);
}

static gint64
counter_of (HBaseSlice row)
{
  guint64 big;

  ck_assert_uint_eq (row.length, sizeof ((Key *) NULL)->bytes);
  memcpy (&big, row.data + 4, sizeof big);
  return (gint64) GUINT64_FROM_BE (big);
}

/* Counts the rows of the list, from the start to `last`, that have that token. */
static guint
count_rows (Engine *engine, guint number, gint64 last, const char *token)
{
  g_autofree char *expected = g_strconcat ("f:a=1 g:=", token, NULL);
  guint n = 0;

  for (gint64 i = START; i >= last; i--)
    {
      Key key;
      g_autofree char *text = get (engine, key_of (&key, number, i));

      n += strcmp (text, expected) == 0;
    }
  return n;
}

/* The second key is already taken by another row. */
static void
draw_tickets (Engine *engine, guint number, ScriptedPump *pump)
{
  gint64 last = START + 1, unknown = 0;
  char token[] = TOKEN;
  Key key;

  create_sequence (engine, number);
  put (engine, key_of (&key, number, START - 1), "g:=somebody-else's!");
  engine->writes = 0;
  for (guint i = 0; i < TAKES; i++)
    {
      HBasePrependOperation *prepend;
      g_autoptr (GError) error = NULL;
      gint64 counter;

      token[0] = (char) ('a' + i);
      prepend = by_ticket (settings_of (&key, token), number);
      if (!scripted_pump_run (pump, (HBaseOperation *) prepend, &error))
        ck_abort_msg ("history %u: %s", number, error->message);
      counter = counter_of (hbase_prepend_operation_get_outcome (prepend).row);
      ck_assert_int_lt (counter, last);
      last = counter;
      unknown += hbase_prepend_operation_get_outcome (prepend).n_unknown_blocks;
      hbase_operation_free (prepend);
    }
  scripted_pump_clear (pump);
  ck_assert_int_ge (last, START - TAKES - unknown);
  for (guint i = 0; i < TAKES; i++)
    {
      token[0] = (char) ('a' + i);
      ck_assert_msg (count_rows (engine, number, last, token) == 1, "history %u: row %u", number, i);
    }
}

START_TEST (each_ticket_is_one_row_below_the_one_before)
{
  play_all (draw_tickets, REQUESTS);
}
END_TEST

START_TEST (the_rest_of_a_block_is_reported)
{
  HBasePrependOperation *prepend;
  Engine engine;
  Key key;

  engine_init (&engine);
  key_of (&key, 0, 0);
  create_sequence (&engine, 0);
  prepend = by_block (settings_of (&key, TOKEN), 0, 10, -1);
  run_successfully (&engine, (HBaseOperation *) prepend);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START);
  ck_assert_int_eq (hbase_prepend_operation_get_outcome (prepend).n_buffered, 9);
  ck_assert_int_eq (hbase_prepend_operation_get_outcome (prepend).next_buffered, START - 1);
  hbase_operation_free (prepend);

  prepend = by_block (settings_of (&key, "another-16-bytes"), 0, 10, START - 1);
  run_successfully (&engine, (HBaseOperation *) prepend);
  ck_assert_int_eq (counter_of (hbase_prepend_operation_get_outcome (prepend).row), START - 1);
  ck_assert_int_eq (hbase_prepend_operation_get_outcome (prepend).n_buffered, 0);
  hbase_operation_free (prepend);
  engine_clear (&engine);
}
END_TEST

START_TEST (a_deleted_counter_is_detected)
{
  HBasePrependOperation *prepend;
  ScriptedPump pump = { .serve = serve };
  g_autoptr (GError) error = NULL;
  Engine engine;
  Key key;

  engine_init (&engine);
  pump.service = &engine;
  key_of (&key, 0, 0);
  prepend = by_ticket (settings_of (&key, TOKEN), 5);
  ck_assert (!scripted_pump_run (&pump, (HBaseOperation *) prepend, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_SEQUENCE_MISSING);
  ck_assert_ptr_nonnull (strstr (error->message, "row “ids5”"));
  ck_assert_ptr_null (hbase_prepend_operation_get_outcome (prepend).row.data);
  hbase_operation_free (prepend);
  engine_clear (&engine);
}
END_TEST

/* The deadline comes with the increment in flight: nothing was prepended, but a number may be lost. */
START_TEST (a_ticket_without_a_response_is_counted)
{
  ScriptedPump pump
      = { .serve = serve, .faults = { SCRIPTED_ANSWER, SCRIPTED_LATE_2 }, .n_faults = 2, .time = 2 };
  HBasePrependOperation *prepend;
  g_autoptr (GError) error = NULL;
  Engine engine;
  Key key;

  engine_init (&engine);
  pump.service = &engine;
  key_of (&key, 0, 0);
  create_sequence (&engine, 0);
  prepend = by_ticket (settings_of (&key, TOKEN), 0);
  ck_assert (!scripted_pump_run (&pump, (HBaseOperation *) prepend, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);
  ck_assert_ptr_null (hbase_prepend_operation_get_outcome (prepend).row.data);
  ck_assert_uint_eq (hbase_prepend_operation_get_outcome (prepend).n_unknown_blocks, 1);
  hbase_operation_free (prepend);
  scripted_pump_clear (&pump);
  engine_clear (&engine);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("ticket operation");

  tcase_add_checked_fixture (tests, make_test_settings, free_test_settings);
  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, each_ticket_is_one_row_below_the_one_before);
  tcase_add_test (tests, the_rest_of_a_block_is_reported);
  tcase_add_test (tests, a_deleted_counter_is_detected);
  tcase_add_test (tests, a_ticket_without_a_response_is_counted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("ticket operation", fill)
