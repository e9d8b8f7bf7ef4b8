/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

/* This tests the timestamps that a connection gives to puts and deletes. */

#define HOUR_MS (60 * 60 * G_GINT64_CONSTANT (1000))

static HBaseTable *
table_with_timestamps (const char *uri)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri, "client-timestamps", TRUE, NULL);

  ck_assert_no_error (error);
  ck_assert (hbase_connection_get_client_timestamps (connection));
  api_create (connection, "t");
  return hbase_table_new (connection, "t");
}

static void
delete_row (HBaseTable *table, const char *row)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
}

static void
assert_value (HBaseTable *table, const char *row, const char *expected)
{
  g_autofree char *value = api_read (table, row);

  ck_assert_pstr_eq (value, expected);
}

static gint64
timestamp_of (HBaseTable *table, const char *row)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) found = hbase_table_get (table, get, NULL, &error);
  g_autoptr (HBaseCell) cell = NULL;

  ck_assert_no_error (error);
  cell = hbase_row_get_cell (found, 0);
  return hbase_cell_get_timestamp (cell);
}

/* Puts a cell with an explicit timestamp, that many milliseconds ahead of the clock. */
static gint64
put_ahead (HBaseTable *table, const char *row, gint64 ms)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
  gint64 timestamp = g_get_real_time () / 1000 + ms;
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("ahead"), timestamp);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  return timestamp;
}

START_TEST (they_are_off_by_default)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");

  ck_assert (!hbase_connection_get_client_timestamps (connection));
}
END_TEST

/* Most of these are made within one millisecond. */
START_TEST (a_put_after_a_delete_is_never_hidden)
{
  g_autoptr (HBaseTable) table = table_with_timestamps ("local::memory:");

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", i);

      api_write (table, "r", "before");
      delete_row (table, "r");
      api_write (table, "r", value);
      assert_value (table, "r", value);
      delete_row (table, "r");
      assert_value (table, "r", NULL);
    }
}
END_TEST

START_TEST (a_batch_keeps_the_order_of_changes)
{
  g_autoptr (HBaseTable) table = table_with_timestamps ("local::memory:");
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", i);
      g_autoptr (HBasePut) put = api_put ("r", value);
      g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");

      assert_works (hbase_batch_add (batch, HBASE_MUTATION (delete_), NULL, &error), error);
      assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
    }
  assert_works (hbase_batch_flush (batch, NULL, &error), error);
  assert_value (table, "r", "49");
}
END_TEST

/* The row is stored at a key with a random salt, which its other changes must find. */
START_TEST (a_change_of_a_row_that_was_read_keeps_its_salt)
{
  g_autoptr (HBaseTable) stored = table_with_timestamps ("local::memory:");
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  g_autoptr (HBasePut) first = api_put ("r", "1"), second = NULL;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (HBaseScan) everything = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) rows = NULL;
  g_autoptr (HBaseRow) only = NULL, none = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  assert_works (hbase_table_put (table, first, NULL, &error), error);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  second = hbase_put_new_for_row (row);
  hbase_put_add (second, "f", BYTES ("q"), BYTES ("2"));
  assert_works (
      hbase_table_check_and_put (table, "f", BYTES ("q"), BYTES ("1"), second, &applied, NULL, &error),
      error);
  ck_assert (applied);
  assert_value (table, "r", "2");
  rows = hbase_table_scan (stored, everything);
  only = hbase_table_cursor_next (rows, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (only);
  none = hbase_table_cursor_next (rows, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_ptr_null (none);
}
END_TEST

/* Without timestamps this is refused: whether the delete hides the put would be left to chance. */
START_TEST (a_column_is_deleted_and_put_in_one_step)
{
  g_autoptr (HBaseTable) table = table_with_timestamps ("local::memory:");
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = api_put ("r", "new");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "old");
  hbase_delete_add_column (delete_, "f", BYTES ("q"));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  assert_works (hbase_table_mutate_row (table, mutations, NULL, &error), error);
  assert_value (table, "r", "new");
}
END_TEST

/* As if another writer's clock were ahead: the cell was read, so it is replaced, and deleted. */
START_TEST (cells_that_were_read_are_older)
{
  g_autoptr (HBaseTable) table = table_with_timestamps ("local::memory:");
  gint64 ahead = put_ahead (table, "r", HOUR_MS / 2);

  assert_value (table, "r", "ahead");
  api_write (table, "r", "new");
  assert_value (table, "r", "new");
  ck_assert_int_gt (timestamp_of (table, "r"), ahead);
  put_ahead (table, "s", HOUR_MS / 2 + 5000);
  assert_value (table, "s", "ahead");
  delete_row (table, "s");
  assert_value (table, "s", NULL);
}
END_TEST

START_TEST (times_far_ahead_are_ignored)
{
  g_autoptr (HBaseTable) table = table_with_timestamps ("local::memory:");

  put_ahead (table, "r", 2 * HOUR_MS);
  assert_value (table, "r", "ahead");
  api_write (table, "s", "v");
  ck_assert_int_lt (timestamp_of (table, "s"), g_get_real_time () / 1000 + HOUR_MS);
}
END_TEST

/* Such writes are executed twice, with the same timestamp. */
START_TEST (lost_writes_are_sent_again)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, _i);
  g_autoptr (HBaseTable) table = table_with_timestamps (uri);
  g_autoptr (HBaseDelete) column = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  api_write (table, "r", "v");
  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  hbase_delete_add_column (column, "f", BYTES ("q"));
  assert_works (hbase_table_delete (table, column, NULL, &error), error);
  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  api_write (table, "r", "w");
  assert_value (table, "r", "w");
  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  delete_row (table, "r");
  assert_value (table, "r", NULL);
  ck_assert_int_eq (relay->log->faults, 4);
}
END_TEST

/* Executed twice, this deletes two versions, whatever its timestamp. */
START_TEST (a_delete_of_the_newest_version_is_in_doubt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autofree char *uri = relay_uri (relay, 0);
  g_autoptr (HBaseTable) table = table_with_timestamps (uri);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "v");
  hbase_delete_add_column (delete_, "f", BYTES ("q"));
  hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  ck_assert (!hbase_table_delete (table, delete_, NULL, &error));
  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“r”");
  assert_value (table, "r", NULL);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("client timestamps");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, they_are_off_by_default);
  tcase_add_test (tests, a_change_of_a_row_that_was_read_keeps_its_salt);
  tcase_add_test (tests, a_put_after_a_delete_is_never_hidden);
  tcase_add_test (tests, a_batch_keeps_the_order_of_changes);
  tcase_add_test (tests, a_column_is_deleted_and_put_in_one_step);
  tcase_add_test (tests, cells_that_were_read_are_older);
  tcase_add_test (tests, times_far_ahead_are_ignored);
  tcase_add_loop_test (tests, lost_writes_are_sent_again, 0, 4);
  tcase_add_test (tests, a_delete_of_the_newest_version_is_in_doubt);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("client timestamps", fill)
