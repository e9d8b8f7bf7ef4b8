/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "engine.h"

#include "check-main.h"
#include "hbase-admin-operations-private.h"
#include "hbase-batch-operation-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-wire-tables.h"
#include "test-seed.h"

/* This tests the operation of a batch against the embedded engine, with failures at every request. */

typedef struct {
  Engine engine;
  GPtrArray *items; /* of the next operation */
  HBaseTarget target;
  guint n_calls[HBASE_WIRE_N_METHODS];
} World;

static void
world_init (World *world)
{
  *world = (World){ .target = target () };
  engine_init (&world->engine);
  world->items = g_ptr_array_new_with_free_func (hbase_batch_item_free);
}

static void
world_clear (World *world)
{
  engine_clear (&world->engine);
  g_ptr_array_unref (world->items);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static void
count_and_serve (gpointer data, const HBaseBlock *call, HBaseWireWriter *reply)
{
  World *world = data;

  world->n_calls[call->method - hbase_wire_methods]++;
  serve (&world->engine, call, reply);
}

static void
add (World *world, gpointer change /* (transfer full) */)
{
  g_autoptr (HBaseMutation) held = change;
  g_autoptr (GError) error = NULL;
  HBaseBatchItem *item = hbase_batch_item_new (world->target, held, &error);

  ck_assert_no_error (error);
  g_ptr_array_add (world->items, item);
}

/* Timestamps are those of `timestamp`; below 0: none. */
static void
add_put (World *world, const char *row, const char *family, const char *value, gint64 timestamp)
{
  HBasePut *put = hbase_put_new_utf8 (row);

  hbase_put_add_utf8 (put, family, "q", value);
  if (timestamp >= 0)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), timestamp);
  add (world, put);
}

static void
add_increment (World *world, const char *row)
{
  HBaseIncrement *increment = hbase_increment_new_utf8 (row);

  hbase_increment_add (increment, "f", (const guint8 *) "n", 1, 1);
  add (world, increment);
}

static void
add_delete (World *world, const char *row)
{
  add (world, hbase_delete_new_utf8 (row));
}

static ScriptedPump
pump_of (World *world)
{
  return (ScriptedPump){ .serve = count_and_serve, .service = world };
}

/* Runs the operation of the items; returns them when all late requests are executed. */
static GPtrArray *
run (World *world, ScriptedPump *pump, guint n_lanes, guint max_count, gsize max_bytes)
{
  g_autoptr (HBaseOperation) operation = hbase_batch_operation_new (
      world->target, g_steal_pointer (&world->items), n_lanes, max_count, max_bytes);
  g_autoptr (GError) error = NULL;
  gboolean done = scripted_pump_run (pump, operation, &error);
  GPtrArray *items = hbase_batch_operation_take_items (operation, error);

  ck_assert_int_eq (done, error == NULL);
  world->items = g_ptr_array_new_with_free_func (hbase_batch_item_free);
  g_clear_pointer (&operation, hbase_operation_free);
  scripted_pump_clear (pump);
  return items;
}

static const HBaseBatchItem *
item_at (GPtrArray *items, guint i)
{
  const HBaseBatchItem *item = items->pdata[i];

  ck_assert (item->state != HBASE_BATCH_ITEM_PENDING);
  ck_assert_int_eq (item->state == HBASE_BATCH_ITEM_FAILED, item->error != NULL);
  return item;
}

static void
assert_written (GPtrArray *items, guint i)
{
  ck_assert_no_error (item_at (items, i)->error);
}

static void
assert_failed (GPtrArray *items, guint i, HBaseError code)
{
  ck_assert_error (item_at (items, i)->error, HBASE_ERROR, code);
}

static HBaseSlice
name_row (char *buffer, guint i)
{
  g_snprintf (buffer, 16, "row%u", i);
  return hbase_slice_text (buffer);
}

/* ---- what is sent ---- */

START_TEST (requests_are_of_one_kind_and_not_too_large)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;
  char row[16];

  world_init (&world);
  pump = pump_of (&world);
  for (guint i = 0; i < 25; i++)
    {
      name_row (row, i);
      add_put (&world, row, "f", "v", i < 10 ? 5 : -1);
    }
  add_increment (&world, "n");
  add_increment (&world, "n");
  add_delete (&world, "a");
  add_delete (&world, "b");
  items = run (&world, &pump, 2, 6, G_MAXINT32);
  for (guint i = 0; i < items->len; i++)
    assert_written (items, i);
  /* 10 of 25 puts have timestamps: 2 requests, and 3 for the others. */
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_PUT_MULTIPLE], 5);
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_DELETE_MULTIPLE], 1);
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_INCREMENT], 2);
  ck_assert_uint_eq (pump.requests, 8);
}
END_TEST

START_TEST (requests_are_limited_in_bytes)
{
  g_auto (World) world;
  g_autofree char *large = g_strnfill (1000, 'v');
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;
  char row[16];

  world_init (&world);
  pump = pump_of (&world);
  for (guint i = 0; i < 10; i++)
    {
      name_row (row, i);
      add_put (&world, row, "f", large, -1);
    }
  items = run (&world, &pump, 1, 1000, 2500);
  ck_assert_uint_eq (items->len, 10);
  ck_assert_uint_eq (pump.requests, 5);
}
END_TEST

START_TEST (a_delete_of_the_newest_version_is_sent_alone)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  pump = pump_of (&world);
  for (guint i = 0; i < 3; i++)
    {
      char row[16];
      HBaseSlice name = name_row (row, i);
      HBaseDelete *delete_ = hbase_delete_new (name.data, name.length);

      hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
      hbase_delete_add_column (delete_, "f", (const guint8 *) "q", 1);
      add (&world, delete_);
    }
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  ck_assert_uint_eq (items->len, 3);
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_DELETE_SINGLE], 3);
}
END_TEST

/* ---- refusals ---- */

#define MANY 100

START_TEST (a_refused_change_fails_alone)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;
  char row[16];

  world_init (&world);
  pump = pump_of (&world);
  for (guint i = 0; i < MANY; i++)
    {
      name_row (row, i);
      add_put (&world, row, i == MANY / 2 ? "x" : "f", "v", -1);
    }
  items = run (&world, &pump, 3, 1000, G_MAXINT32);
  for (guint i = 0; i < MANY; i++)
    {
      if (i != MANY / 2)
        assert_written (items, i);
      assert_row (&world.engine, name_row (row, i), i != MANY / 2 ? "f:q=v" : "", i);
    }
  assert_failed (items, MANY / 2, HBASE_ERROR_FAMILY_NOT_FOUND);
  ck_assert_ptr_nonnull (strstr (item_at (items, MANY / 2)->error->message, "row “row50”"));
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_PUT], MANY);
}
END_TEST

START_TEST (a_missing_table_fails_all_at_once)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  world.target.table = "nowhere";
  pump = pump_of (&world);
  add_put (&world, "a", "f", "v", -1);
  add_put (&world, "b", "f", "v", -1);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_failed (items, 0, HBASE_ERROR_TABLE_NOT_FOUND);
  assert_failed (items, 1, HBASE_ERROR_TABLE_NOT_FOUND);
  ck_assert_uint_eq (pump.requests, 1);
}
END_TEST

/* A part of the changes may have been written before the table was disabled. */
START_TEST (a_disabled_table_fails_all_at_once)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (HBaseOperation) disabling = NULL;
  ScriptedPump pump;

  world_init (&world);
  disabling = hbase_disable_table_operation_new (world.target);
  run_successfully (&world.engine, disabling);
  pump = pump_of (&world);
  for (guint i = 0; i < 4; i++)
    add_put (&world, (const char *[]){ "a", "b", "c", "d" }[i], "f", "v", i < 2 ? 7 : -1);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  for (guint i = 0; i < 4; i++)
    {
      const char *expected = i < 2 ? ": the table is disabled;" : "the table may be disabled;";

      assert_failed (items, i, HBASE_ERROR_OUTCOME_UNKNOWN);
      ck_assert_ptr_nonnull (strstr (item_at (items, i)->error->message, expected));
    }
  ck_assert_uint_eq (world.n_calls[HBASE_WIRE_METHOD_PUT_MULTIPLE], 2);
  ck_assert_uint_eq (pump.requests, 3);
}
END_TEST

/* ---- losses ---- */

START_TEST (changes_without_timestamps_are_not_repeated_after_a_loss)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  pump = pump_of (&world);
  pump.faults[0] = SCRIPTED_LOST_AFTER;
  pump.n_faults = 1;
  add_put (&world, "a", "f", "v", -1);
  add_put (&world, "b", "f", "v", -1);
  add_put (&world, "c", "f", "v", 7);
  add_put (&world, "a", "f", "w", -1);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_failed (items, 0, HBASE_ERROR_OUTCOME_UNKNOWN);
  assert_failed (items, 1, HBASE_ERROR_OUTCOME_UNKNOWN);
  assert_written (items, 2);
  assert_written (items, 3);
  ck_assert_uint_eq (pump.requests, 3);
}
END_TEST

/* The table may have been dropped after the first request was executed. */
START_TEST (after_a_loss_a_refusal_leaves_the_outcome_unknown)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  world.target.table = "nowhere";
  pump = pump_of (&world);
  pump.faults[0] = SCRIPTED_LOST_AFTER;
  pump.n_faults = 1;
  add_put (&world, "a", "f", "v", 7);
  add_put (&world, "b", "f", "v", 7);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_failed (items, 0, HBASE_ERROR_OUTCOME_UNKNOWN);
  assert_failed (items, 1, HBASE_ERROR_OUTCOME_UNKNOWN);
  ck_assert_uint_eq (pump.requests, 2);
}
END_TEST

START_TEST (a_deadline_leaves_unknown_what_was_sent)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  pump = pump_of (&world);
  pump.time = 2;
  for (guint i = 0; i < 4; i++)
    add_increment (&world, "n");
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_written (items, 0);
  assert_failed (items, 1, HBASE_ERROR_OUTCOME_UNKNOWN);
  assert_failed (items, 2, HBASE_ERROR_TIMED_OUT);
  assert_failed (items, 3, HBASE_ERROR_TIMED_OUT);
}
END_TEST

/* Changes that a refused request had may be written, so that they aren't said to be unwritten. */
START_TEST (after_a_refusal_the_deadline_leaves_unknown_outcomes)
{
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  pump = pump_of (&world);
  pump.time = 3;
  add_put (&world, "a", "x", "v", -1);
  add_put (&world, "b", "f", "v", -1);
  add_put (&world, "c", "f", "v", -1);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_failed (items, 0, HBASE_ERROR_FAMILY_NOT_FOUND);
  assert_failed (items, 2, HBASE_ERROR_OUTCOME_UNKNOWN);
}
END_TEST

/* ---- all histories ---- */

/* Three changes of each of some rows, and of one counter. The last written put of a row is its value. */
#define N_ROWS 4
#define DEPTH 4

static void
add_history (World *world, guint history)
{
  char row[16];

  for (guint version = 0; version < 3; version++)
    for (guint i = 0; i < N_ROWS; i++)
      {
        const char *values[] = { "a", "b", "c" };

        name_row (row, history * N_ROWS + i);
        if (i == 0)
          add_increment (world, row);
        else if (i == 1 && version == 1)
          add_put (world, row, "x", "refused", -1);
        else
          add_put (world, row, "f", values[version], i == 2 ? 100 + (gint64) version : -1);
      }
}

static gint64
read_counter (World *world, HBaseSlice row)
{
  g_autoptr (HBaseGet) get = hbase_get_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = hbase_get_operation_new (target (), get);
  g_autoptr (HBaseRow) found = NULL;
  gsize length;
  const guint8 *value;
  gint64 number = 0;

  run_successfully (&world->engine, operation);
  hbase_operation_take (operation, &found, NULL);
  value = hbase_row_get_value (found, "f", (const guint8 *) "n", 1, &length);
  if (value != NULL)
    memcpy (&number, value, sizeof number);
  return GINT64_FROM_BE (number);
}

static void
check_counter (World *world, GPtrArray *items, HBaseSlice row)
{
  gint64 least = 0, most = 0, count = read_counter (world, row);

  for (guint version = 0; version < 3; version++)
    {
      const HBaseBatchItem *item = item_at (items, version * N_ROWS);

      least += item->error == NULL;
      most += item->error == NULL || g_error_matches (item->error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
    }
  ck_assert_msg (count >= least && count <= most, "%d of %d to %d", (int) count, (int) least, (int) most);
}

/* Where no outcome is unknown, the row has the value that was written last. A request that is executed late
 * may follow a later one only if its changes' outcome is unknown. */
static void
check_row (World *world, GPtrArray *items, guint i, HBaseSlice row, guint history)
{
  const char *expected = "";

  for (guint version = 0; version < 3; version++)
    {
      static const char *const texts[] = { "f:q=a", "f:q=b", "f:q=c" };
      const HBaseBatchItem *item = item_at (items, version * N_ROWS + i);

      if (item->error == NULL)
        expected = texts[version];
      else if (g_error_matches (item->error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN))
        return;
      else
        ck_assert_error (item->error, HBASE_ERROR, HBASE_ERROR_FAMILY_NOT_FOUND);
    }
  assert_row (&world->engine, row, expected, history);
}

START_TEST (results_are_true_in_every_history)
{
  g_autoptr (GRand) rand = test_rand_new ("batch");
  g_auto (World) world;
  guint n = scripted_histories (DEPTH);

  world_init (&world);
  for (guint history = 0; history < n; history++)
    {
      ScriptedPump pump = pump_of (&world);
      g_autoptr (GPtrArray) items = NULL;
      char row[16];

      pump.rand = rand;
      scripted_history (&pump, history, DEPTH);
      add_history (&world, history);
      items = run (&world, &pump, 1 + history % 3, 3, G_MAXINT32);
      check_counter (&world, items, name_row (row, history * N_ROWS));
      for (guint i = 1; i < N_ROWS; i++)
        check_row (&world, items, i, name_row (row, history * N_ROWS + i), history);
    }
}
END_TEST

/* ---- keys without salts ---- */

START_TEST (unknown_stored_keys_are_looked_up_together)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_auto (World) world;
  g_autoptr (GPtrArray) first = NULL, second = NULL, third = NULL;
  ScriptedPump pump;
  char row[16];

  world_init (&world);
  world.target.schema = schema;
  world.target.unsalted = TRUE;
  pump = pump_of (&world);
  for (guint i = 0; i < 5; i++)
    {
      name_row (row, i);
      add_put (&world, row, "f", "v", -1);
    }
  first = run (&world, &pump, 2, 1000, G_MAXINT32);
  ck_assert_uint_eq (pump.requests, 2);
  world.target.random = 1;
  for (guint i = 0; i < 5; i++)
    {
      const HBaseBatchItem *item = item_at (first, i);

      name_row (row, i);
      add_put (&world, row, "f", "w", -1);
      assert_written (first, i);
      assert_row (&world.engine, hbase_mutation_row_slice (item->changes->pdata[0]), "f:q=v", i);
    }
  second = run (&world, &pump, 2, 1000, G_MAXINT32);
  for (guint i = 0; i < 5; i++)
    {
      const HBaseBatchItem *item = item_at (first, i);

      assert_written (second, i);
      assert_row (&world.engine, hbase_mutation_row_slice (item->changes->pdata[0]), "f:q=w", i);
      name_row (row, i);
      add_delete (&world, row);
    }
  third = run (&world, &pump, 2, 1000, G_MAXINT32);
  for (guint i = 0; i < 5; i++)
    {
      const HBaseBatchItem *item = item_at (first, i);

      assert_written (third, i);
      assert_row (&world.engine, hbase_mutation_row_slice (item->changes->pdata[0]), "", i);
    }
}
END_TEST

START_TEST (a_row_stored_twice_fails_alone)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_auto (World) world;
  g_autoptr (GPtrArray) items = NULL;
  ScriptedPump pump;

  world_init (&world);
  put (&world.engine, hbase_slice ("\0ada", 4), "f:q=1");
  put (&world.engine, hbase_slice ("\2ada", 4), "f:q=2");
  world.target.schema = schema;
  world.target.unsalted = TRUE;
  pump = pump_of (&world);
  add_put (&world, "bob", "f", "v", -1);
  add_put (&world, "ada", "f", "v", -1);
  add_put (&world, "eve", "f", "v", -1);
  items = run (&world, &pump, 1, 1000, G_MAXINT32);
  assert_written (items, 0);
  assert_failed (items, 1, HBASE_ERROR_DUPLICATE_KEY);
  assert_written (items, 2);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("batch operation");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, requests_are_of_one_kind_and_not_too_large);
  tcase_add_test (tests, requests_are_limited_in_bytes);
  tcase_add_test (tests, a_delete_of_the_newest_version_is_sent_alone);
  tcase_add_test (tests, a_refused_change_fails_alone);
  tcase_add_test (tests, a_missing_table_fails_all_at_once);
  tcase_add_test (tests, a_disabled_table_fails_all_at_once);
  tcase_add_test (tests, changes_without_timestamps_are_not_repeated_after_a_loss);
  tcase_add_test (tests, after_a_loss_a_refusal_leaves_the_outcome_unknown);
  tcase_add_test (tests, a_deadline_leaves_unknown_what_was_sent);
  tcase_add_test (tests, after_a_refusal_the_deadline_leaves_unknown_outcomes);
  tcase_add_test (tests, results_are_true_in_every_history);
  tcase_add_test (tests, unknown_stored_keys_are_looked_up_together);
  tcase_add_test (tests, a_row_stored_twice_fails_alone);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("batch operation", fill)
