/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Deleted cells stay deleted in a copy, though the table is compacted while they are written. */

#include "config.h"

#include "api/api.h"
#include "tools/transfer/transfer-target.h"

/* More values than a request has are added before the compaction. */
#define N_VALUES 60
#define COMPACTED_AFTER 50
#define VALUE_LENGTH 100000

static char *folder;
static HBaseTable *table;

static void
set_up (void)
{
  g_autofree char *uri = NULL;
  g_autoptr (HBaseConnection) connection = NULL;

  folder = g_dir_make_tmp ("hbase-transfer-target-XXXXXX", NULL);
  ck_assert_ptr_nonnull (folder);
  uri = g_strdup_printf ("local://%s", folder);
  connection = api_connect (uri);
  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
}

static void
tear_down (void)
{
  const char *const words[] = { "rm", "-r", folder, NULL };

  g_clear_object (&table);
  ck_assert (
      g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, NULL));
  g_free (folder);
}

static void
add (TransferTarget *target, HBaseCellType type, const char *qualifier, gint64 timestamp)
{
  static const guint8 value[VALUE_LENGTH];
  TransferCell cell = { .row = (const guint8 *) "row",
                        .row_length = 3,
                        .family = (const guint8 *) "f",
                        .family_length = 1,
                        .qualifier = (const guint8 *) qualifier,
                        .qualifier_length = strlen (qualifier),
                        .value = value,
                        .value_length = type == HBASE_CELL_TYPE_PUT ? sizeof value : 0,
                        .timestamp = timestamp,
                        .type = type };
  g_autoptr (GError) error = NULL;

  assert_works (transfer_target_add (target, &cell, NULL, &error), error);
}

static void
compact (void)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  assert_works (hbase_local_server_compact_directory (folder, NULL, &n_removed, NULL, &error), error);
}

static gboolean
is_empty (void)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);

  ck_assert_no_error (error);
  return row == NULL;
}

/* A marker of this type hides values: of many columns, or many versions of one. */
static void
check_hidden (HBaseCellType type)
{
  gboolean is_family = type == HBASE_CELL_TYPE_DELETE_FAMILY || type == HBASE_CELL_TYPE_DELETE_FAMILY_VERSION;
  g_autoptr (TransferTarget) target = transfer_target_new (table, 1);
  g_autoptr (GError) error = NULL;

  add (target, type, is_family ? "" : "column", N_VALUES);
  for (guint i = 0; i < N_VALUES; i++)
    {
      g_autofree char *qualifier = is_family ? g_strdup_printf ("column%03u", i) : g_strdup ("column");

      if (i == COMPACTED_AFTER)
        compact ();
      add (target, HBASE_CELL_TYPE_PUT, qualifier, is_family ? N_VALUES : N_VALUES - i);
    }
  assert_works (transfer_target_flush (target, NULL, &error), error);
  ck_assert (is_empty ());
}

START_TEST (deleted_cells_stay_deleted)
{
  check_hidden (HBASE_CELL_TYPE_DELETE_FAMILY);
  check_hidden (HBASE_CELL_TYPE_DELETE_FAMILY_VERSION);
  check_hidden (HBASE_CELL_TYPE_DELETE_COLUMN);
}
END_TEST

/* More markers than are kept at a time, each before the value that it hides. */
START_TEST (columns_of_a_row_are_deleted)
{
  g_autoptr (TransferTarget) target = transfer_target_new (table, 1);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 6000; i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("column%05u", i);

      add (target, i % 2 == 0 ? HBASE_CELL_TYPE_DELETE : HBASE_CELL_TYPE_DELETE_COLUMN, qualifier, 1);
      if (i % 100 == 0)
        add (target, HBASE_CELL_TYPE_PUT, qualifier, 1);
    }
  compact ();
  assert_works (transfer_target_flush (target, NULL, &error), error);
  ck_assert (is_empty ());
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("transfer-target");

  tcase_add_checked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, deleted_cells_stay_deleted);
  tcase_add_test (tests, columns_of_a_row_are_deleted);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("transfer-target", fill)
