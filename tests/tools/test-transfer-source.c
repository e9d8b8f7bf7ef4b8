/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* All cells are read once, however large they are. */

#include "config.h"

#include "api/api.h"
#include "tools/transfer/transfer-source.h"

#define MAX_REPLY_SIZE 20000
#define N_COLUMNS 25

static HBaseTable *
create_table (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = g_initable_new (
      HBASE_TYPE_CONNECTION, NULL, &error, "uri", "local::memory:", "max-reply-size", MAX_REPLY_SIZE, NULL);

  ck_assert_no_error (error);
  api_create (connection, "t");
  return hbase_table_new (connection, "t");
}

/* The cells are in the order of their families: those of even numbers before those of odd ones. */
static void
put_row (HBaseTable *table, const char *row, gsize length)
{
  g_autofree guint8 *value = g_malloc0 (length);

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
      g_autofree char *qualifier = g_strdup_printf ("%02u", i);
      g_autoptr (GError) error = NULL;

      hbase_put_add_with_timestamp (put, i % 2 == 0 ? "f" : "g", BYTES (qualifier), value, length, 2);
      assert_works (hbase_table_put (table, put, NULL, &error), error);
    }
}

START_TEST (large_cells_are_read_once)
{
  static const struct {
    const char *row;
    gsize length;
  } rows[] = { { "a", 10 }, { "b", 1500 }, { "c", 15000 }, { "d", 10 } };
  g_autoptr (HBaseTable) table = create_table ();
  TransferRange range = { .parallelism = 1 };
  g_autoptr (TransferSource) source = transfer_source_new_table (table, &range);
  g_autoptr (GError) error = NULL;
  TransferCell cell;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    put_row (table, rows[i].row, rows[i].length);
  for (guint i = 0; i < G_N_ELEMENTS (rows) * N_COLUMNS; i++)
    {
      guint column = i % N_COLUMNS * 2;
      g_autofree char *qualifier
          = g_strdup_printf ("%02u", column < N_COLUMNS ? column : column - N_COLUMNS / 2 * 2 - 1);

      assert_works (transfer_source_next (source, &cell, NULL, &error), error);
      ck_assert (cell.row_length == 1 && *cell.row == (guint8) *rows[i / N_COLUMNS].row);
      ck_assert_uint_eq (cell.value_length, rows[i / N_COLUMNS].length);
      ck_assert_mem_eq (cell.qualifier, qualifier, 2);
    }
  ck_assert (!transfer_source_next (source, &cell, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("transfer-source");

  tcase_add_test (tests, large_cells_are_read_once);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("transfer-source", fill)
