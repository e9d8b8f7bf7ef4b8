/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"

#include "hbase-local-fsck-private.h"
#include "hbase-local-store-private.h"
#include "hbase-local-vfs-private.h"

/* Times to live of single cells, as they are stored. The transcript `expiries` of tests/conformance has their
 * meaning. */

static char *
put_for (Local *local, const char *row, const char *cells, gint64 time_to_live)
{
  gint64 bytes = GINT64_TO_BE (time_to_live);
  HBaseWireWriter *out = call_begin_table (local, TABLE);

  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
  write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cells);
  hbase_wire_write_map (out, HBASE_T_PUT_ATTRIBUTES, HBASE_WIRE_BINARY, HBASE_WIRE_BINARY, 1);
  hbase_wire_put_binary (out, hbase_slice_text ("_ttl"));
  hbase_wire_put_binary (out, hbase_slice ((const guint8 *) &bytes, sizeof bytes));
  hbase_wire_end_struct (out);
  return call_text (local, HBASE_WIRE_METHOD_PUT);
}

START_TEST (test_expiry)
{
  Local local;

  local_open (&local);
  ck_text (put_for (&local, "r", "f:a=v f:b=w", 1000), "ok");
  ck_text (put (&local, "r", "f:c=x"), "ok");
  local.now += 1000;
  ck_text (get (&local, "r", NULL, 1), "r f:a@1000000=v f:b@1000000=w f:c@1000000=x");
  ck_text (scan (&local, "filter=KeyOnlyFilter()"), "[r f:a@1000000= f:b@1000000= f:c@1000000=]");
  local.now++;
  ck_text (get (&local, "r", NULL, 1), "r f:c@1000000=x");
  ck_text (scan (&local, "filter=KeyOnlyFilter()"), "[r f:c@1000000=]");
  local_close (&local);
}
END_TEST

static void
remove_version_4 (const char *directory)
{
  local_run_sql (directory, "DROP TABLE attributes");
  local_run_sql (directory, "DROP TABLE namespaces");
  local_run_sql (directory, "DROP TABLE namespace_configuration");
  local_run_sql (directory, "PRAGMA user_version = 3");
}

/* A check doesn't change the version. */
START_TEST (test_version_3)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3 g:1");
  ck_text (put (&local, "r", "f:a@1=v"), "ok");
  ck_text (put_for (&local, "s", "f:a@5=v f:b@5=", 1000000), "ok");
  local_close (&local);
  remove_version_4 (directory);
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_uint_eq (problems->len, 0);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), 3);
  local_open_at (&local, directory);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), HBASE_LOCAL_VERSION);
  ck_assert_int_eq (local_run_sql (directory, "SELECT count(*) FROM namespaces"), 2);
  ck_text (put_for (&local, "t", "f:a@6=w", 1000000), "ok");
  local.now = 1000;
  ck_text (scan (&local, "rows=9"), "[r f:a@1=v, s f:a@5=v f:b@5=, t f:a@6=w]");
  local.now = 1000006;
  ck_text (scan (&local, "rows=9"), "[r f:a@1=v, t f:a@6=w]");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Opens a database while another connection writes. */
static void
check_opening_waits_for_nobody (const char *directory)
{
  HBaseLocalBudget unlimited = { .deadline = 0 }, impatient = { .wait_deadline = 1 };
  HBaseLocalStore *store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &unlimited, NULL);
  HBaseLocalDb *writer = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_WRITE, &unlimited, NULL);
  g_autoptr (GError) error = NULL;
  HBaseLocalStore *other = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &impatient, &error);

  ck_assert_no_error (error);
  hbase_local_store_close (other);
  hbase_local_store_rollback (store, writer, HBASE_LOCAL_ACCESS_WRITE);
  hbase_local_store_close (store);
}

/* In a database of version 1 there are none. */
START_TEST (test_old_database)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3 g:1");
  local_close (&local);
  local_run_sql (directory, "PRAGMA user_version = 1");
  local_open_at (&local, directory);
  check_opening_waits_for_nobody (directory);
  ck_text_begins (put_for (&local, "s", "f:a@5=v", 1000000), "IO: StorageException: ");
  ck_text (put (&local, "r", "f:a@1=v"), "ok");
  ck_text (scan (&local, "rows=9"), "[r f:a@1=v]");
  local_close (&local);
  local_remove (directory);
}
END_TEST

START_TEST (test_damage)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL, found = NULL;
  g_autofree char *text = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3 g:1");
  ck_text (put_for (&local, "r", "f:a=v", 1000), "ok");
  local_close (&local);
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_uint_eq (problems->len, 0);
  local_run_sql (directory, "UPDATE cells_1 SET value = 'short'");
  local_open_at (&local, directory);
  text = get (&local, "r", NULL, 1);
  ck_assert_msg (strstr (text, "a cell's value is damaged") != NULL && strstr (text, "row “r”") != NULL, "%s",
                 text);
  local_close (&local);
  found = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_uint_gt (found->len, 0);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("times to live");

  tcase_add_test (tcase, test_expiry);
  tcase_add_test (tcase, test_version_3);
  tcase_add_test (tcase, test_old_database);
  tcase_add_test (tcase, test_damage);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-times-to-live", fill)
