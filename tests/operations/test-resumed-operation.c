/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"

#include "engine.h"
#include "hbase-error.h"

/* Rows that another process resumes: it has the token, and maybe the key of unknown outcome; and others may
 * have them, too. */

#define REQUESTS 4
#define RIVAL "a-rival-16-bytes"
#define N_RIVALS 5
#define OURS "f:a=1 g:=" TOKEN

/* Rows from the start downwards. */
static void
put_rivals (Engine *engine, guint list, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      Key key;

      put (engine, key_of (&key, list, START - (gint64) i), "f:a=rival g:=" RIVAL);
    }
}

/* Counts the keys, from the start downwards, at which the row is; `*counter`: the last one. */
static guint
count_keys_of_row (Engine *engine, guint list, gint64 *counter)
{
  guint n = 0;

  for (gint64 i = START; i > START - 3 * N_RIVALS; i--)
    {
      Key key;
      g_autofree char *text = get (engine, key_of (&key, list, i));

      if (strcmp (text, OURS) != 0)
        continue;
      n++;
      *counter = i;
    }
  return n;
}

/* Runs it until it is done; returns the counter. */
static gint64
settle (const HBasePrependSettings *settings, gint64 taken, ScriptedPump *pump, guint number)
{
  HBasePrependOperation *operation = prepend_new_below (settings, taken);
  g_autoptr (GError) error = NULL;
  HBaseSlice row;
  gint64 counter;

  if (!scripted_pump_run (pump, (HBaseOperation *) operation, &error))
    ck_abort_msg ("history %u: %s", number, error->message);
  row = hbase_prepend_operation_get_outcome (operation).row;
  ck_assert (hbase_key_schema_get_counter (settings->schema, row, &counter, NULL));
  hbase_operation_free (operation);
  return counter;
}

static void
assert_there_once (Engine *engine, guint number, gint64 reported)
{
  gint64 counter = -1;
  guint n = count_keys_of_row (engine, number, &counter);

  ck_assert_msg (n == 1 && counter == reported,
                 "history %u: %u rows, the last one at %" G_GINT64_FORMAT ", told: %" G_GINT64_FORMAT, number,
                 n, counter, reported);
}

/* ---- with a key ---- */

/* The first process that settled it died before it could report that; the next one has the same record. */
static void
settle_twice (Engine *engine, guint number, ScriptedPump *pump)
{
  ScriptedPump fine = { .serve = serve, .service = engine };
  Key key;
  HBaseSlice row = key_of (&key, number, START);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  gint64 counter;

  put_rivals (engine, number, N_RIVALS);
  settings.row = row;
  counter = settle (&settings, START, pump, number);
  ck_assert_int_eq (counter, START - N_RIVALS);
  ck_assert_int_eq (settle (&settings, START, &fine, number), counter);
  scripted_pump_clear (pump);
  scripted_pump_clear (&fine);
  assert_there_once (engine, number, counter);
}

START_TEST (a_row_settled_twice_is_written_once)
{
  play_all (settle_twice, REQUESTS);
}
END_TEST

static void
assert_stopped (Engine *engine, const HBasePrependSettings *settings)
{
  HBasePrependOperation *operation = prepend_new_below (settings, START);
  ScriptedPump pump = { .serve = serve, .service = engine };
  g_autoptr (GError) error = NULL;

  ck_assert (!scripted_pump_run (&pump, (HBaseOperation *) operation, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNGUARDED_ROW);
  ck_assert_ptr_nonnull (strstr (error->message, "token-column"));
  ck_assert (hbase_slice_equal (hbase_prepend_operation_get_outcome (operation).row, settings->row));
  scripted_pump_clear (&pump);
  hbase_operation_free (operation);
}

/* Its key belongs to another row, and below that a program without guards has written. */
START_TEST (an_unguarded_row_is_detected)
{
  Key key, below;
  HBaseSlice row = key_of (&key, 1, START);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  Engine engine;

  engine_init (&engine);
  put_rivals (&engine, 1, 1);
  put (&engine, key_of (&below, 1, START - 1), "f:b=unguarded");
  settings.row = row;
  assert_stopped (&engine, &settings);
  assert_row (&engine, key_of (&below, 1, START - 1), "f:b=unguarded", 0);
  engine_clear (&engine);
}
END_TEST

/* A slow clock gives a time above that of a row that was acknowledged. */
START_TEST (a_time_is_below_the_first_row)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("list:uint32,at:reverse-ms", NULL);
  ScriptedPump pump = { 0 };
  Key key, first;
  HBaseSlice row = key_of (&key, 1, START);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  Engine engine;

  engine_init (&engine);
  put_rivals (&engine, 1, 1);
  put (&engine, key_of (&first, 1, START - 500), "g:=" RIVAL);
  settings.schema = schema;
  settings.row = row;
  settings.start = START + 500;
  pump = (ScriptedPump){ .serve = serve, .service = &engine };
  ck_assert_int_eq (settle (&settings, START, &pump, 0), START - 501);
  scripted_pump_clear (&pump);
  engine_clear (&engine);
}
END_TEST

/* ---- with the token alone ---- */

/* The process dies during its call, so that the key is unknown. */
static void
prepend_without_learning_key (const HBasePrependSettings *settings, ScriptedPump *pump)
{
  HBasePrependOperation *operation = prepend_new_below (settings, START);
  g_autoptr (GError) error = NULL;

  pump->time = 1;
  scripted_pump_run (pump, (HBaseOperation *) operation, &error);
  pump->time = 0;
  hbase_operation_free (operation);
}

static void
resume_by_token (Engine *engine, guint number, ScriptedPump *pump)
{
  Key key;
  HBasePrependSettings settings;
  gint64 counter, taken = START;

  key_of (&key, number, START);
  settings = settings_of (&key, TOKEN);
  put_rivals (engine, number, 1);
  prepend_without_learning_key (&settings, pump);
  if (number % 2 == 0)
    {
      Key below;
      g_autofree char *there = get (engine, key_of (&below, number, START - 1));

      taken = START - 1 - (gint64) (*there != '\0');
      put (engine, key_of (&below, number, taken), "g:=" RIVAL);
    }
  settings.resumed = TRUE;
  counter = settle (&settings, taken, pump, number);
  scripted_pump_clear (pump);
  assert_there_once (engine, number, counter);
}

START_TEST (the_token_alone_finds_it)
{
  play_all (resume_by_token, REQUESTS);
}
END_TEST

/* ---- lookups ---- */

static gsize longest_reply;

static void
serve_measured (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  serve (data, call, reply);
  longest_reply = MAX (longest_reply, reply->length);
}

/* The newest rows may be large. */
START_TEST (the_first_row_is_not_sent_whole)
{
  g_autofree char *text = g_strnfill (100000, 'x');
  g_autofree char *cells = g_strconcat ("f:a=", text, " g:=" RIVAL, NULL);
  Key key;
  HBaseSlice row = key_of (&key, 1, START);
  HBasePrependSettings settings = settings_of (&key, TOKEN);
  ScriptedPump pump = { .serve = serve_measured };
  Engine engine;

  engine_init (&engine);
  put (&engine, row, cells);
  pump.service = &engine;
  ck_assert_int_eq (settle (&settings, -1, &pump, 0), START - 1);
  ck_assert_uint_gt (longest_reply, 0);
  ck_assert_uint_lt (longest_reply, 1000);
  scripted_pump_clear (&pump);
  engine_clear (&engine);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("resumed operation");

  tcase_add_checked_fixture (tests, make_test_settings, free_test_settings);
  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, a_row_settled_twice_is_written_once);
  tcase_add_test (tests, an_unguarded_row_is_detected);
  tcase_add_test (tests, a_time_is_below_the_first_row);
  tcase_add_test (tests, the_token_alone_finds_it);
  tcase_add_test (tests, the_first_row_is_not_sent_whole);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("resumed operation", fill)
