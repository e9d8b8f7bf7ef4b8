/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

#include "hbase-local-chunk-private.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"
#include "hbase-local-vfs-private.h"

/* How cells are stored: in chunks, or by themselves. */

#define COUNT_STORED "SELECT count(*) FROM cells_1"

static GPtrArray *
check (const char *directory)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *problems = hbase_local_fsck (directory, NULL, &error);

  ck_assert_no_error (error);
  return problems;
}

static void
check_is_sound (const char *directory)
{
  g_autoptr (GPtrArray) problems = check (directory);

  ck_assert_msg (problems->len == 0, "%s", problems->len > 0 ? (char *) problems->pdata[0] : "");
}

/* "f:PREFIX0=v f:PREFIX1=v …" */
static char *
make_cells (const char *prefix, guint n, const char *value)
{
  GString *cells = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (cells, "%sf:%s%u=%s", i > 0 ? " " : "", prefix, i, value);
  return g_string_free (cells, FALSE);
}

static void
put_cells (Local *local, const char *row, const char *prefix, guint n, const char *value)
{
  g_autofree char *cells = make_cells (prefix, n, value);

  ck_text (put (local, row, cells), "ok");
}

/* The cells of a row are together, even if they were put one by one, and not in order. */
START_TEST (cells_of_a_row_are_stored_together)
{
  char *directory = local_directory ();
  g_autofree char *large = g_strnfill (HBASE_LOCAL_CHUNK_CELL_MAX + 1, 'v');
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:3");
  put_cells (&local, "r", "q", 10, "value");
  ck_text (put (&local, "r", "f:z=last"), "ok");
  ck_text (put (&local, "r", "f:a=first"), "ok");
  ck_assert_int_eq (local_run_sql (directory, COUNT_STORED), 1);
  put_cells (&local, "r", "m", 1, large);
  ck_assert_int_eq (local_run_sql (directory, COUNT_STORED), 3);
  put_cells (&local, "s", "q", 1, "value");
  ck_assert_int_eq (local_run_sql (directory, COUNT_STORED), 4);
  ck_text_begins (scan (&local, "rows=9 columns=f:a,f:q5,f:z"),
                  "[r f:a@1000000=first f:q5@1000000=value f:z@");
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

/* Each chunk is far smaller than a page, in whatever order the cells came. */
START_TEST (chunks_are_divided)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  put_cells (&local, "r", "n", 2000, "value");
  put_cells (&local, "r", "a", 2000, "value");
  for (guint i = 0; i < 200; i++)
    put_cells (&local, "r", i % 2 == 0 ? "m" : "z", 1 + i, "value");
  ck_assert_int_gt (local_run_sql (directory, COUNT_STORED), 20);
  ck_assert_int_lt (local_run_sql (directory, "SELECT max (length (value)) FROM cells_1"),
                    2 * HBASE_LOCAL_CHUNK_SIZE);
  ck_assert_int_gt (local_run_sql (directory, "SELECT avg (length (value)) FROM cells_1"),
                    HBASE_LOCAL_CHUNK_SIZE / 4);
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

/* ---- random changes, beside a database that stores each cell by itself ---- */

#define N_STEPS 150
#define ENOUGH_STEPS 20 /* for cells that make a chunk */

typedef struct {
  char *directories[2];
  Local locals[2];
} Pair;

/* The second database is of version 1. */
static void
open_pair (Pair *pair)
{
  for (guint i = 0; i < 2; i++)
    {
      pair->directories[i] = local_directory ();
      local_open_at (&pair->locals[i], pair->directories[i]);
      make_table (&pair->locals[i], TABLE, "f:4 g:1");
    }
  local_close (&pair->locals[1]);
  local_run_sql (pair->directories[1], "PRAGMA user_version = 1");
  local_open_at (&pair->locals[1], pair->directories[1]);
}

static void
close_pair (Pair *pair)
{
  for (guint i = 0; i < 2; i++)
    {
      local_close (&pair->locals[i]);
      check_is_sound (pair->directories[i]);
      local_remove (pair->directories[i]);
    }
}

static char *
random_row (GRand *rand)
{
  return g_strdup_printf ("r%d", g_rand_int_range (rand, 0, 4));
}

/* Sizes around those at which cells are stored by themselves. */
static char *
random_value (GRand *rand)
{
  static const gint32 most[]
      = { 4, 4, 4, 60, 400, HBASE_LOCAL_CHUNK_CELL_MAX + 50, 3 * HBASE_LOCAL_CHUNK_SIZE };
  gsize length = (gsize) g_rand_int_range (rand, 0, most[g_rand_int_range (rand, 0, G_N_ELEMENTS (most))]);

  return g_strnfill (length, (char) g_rand_int_range (rand, 'a', 'z' + 1));
}

static char *
random_column (GRand *rand)
{
  const char *family = g_rand_boolean (rand) ? F : G;

  if (g_rand_int_range (rand, 0, 8) == 0)
    return g_strdup_printf ("%s:", family);
  return g_strdup_printf ("%s:q%d", family, g_rand_int_range (rand, 0, 30));
}

/* None: that of the clock, which stands still. */
static char *
random_timestamp (GRand *rand)
{
  gint32 timestamp = g_rand_int_range (rand, 0, 7);

  return timestamp > 0 ? g_strdup_printf ("@%d", timestamp) : g_strdup ("");
}

static char *
random_cells (GRand *rand)
{
  GString *cells = g_string_new (NULL);
  gint32 n = g_rand_int_range (rand, 0, 3) == 0 ? 40 : 3;

  for (gint32 i = g_rand_int_range (rand, 0, n); i >= 0; i--)
    {
      g_autofree char *column = random_column (rand), *value = random_value (rand);

      g_autofree char *timestamp = random_timestamp (rand);

      g_string_append_printf (cells, "%s%s=%s%s", column, timestamp, value, i > 0 ? " " : "");
    }
  return g_string_free (cells, FALSE);
}

static char *
make_delete (Local *local, const char *row, guint32 kind, const char *column, gint32 timestamp)
{
  g_autofree char *cell = g_strdup_printf ("%s@%d", column, timestamp);
  g_autofree char *family = g_strdup_printf ("%c@%d", column[0], timestamp);

  switch (kind % 4)
    {
    case 0:
      return delete_columns (local, row, HBASE_T_DELETE_TYPE_DELETE_COLUMN, cell);
    case 1:
      return delete_columns (local, row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, cell);
    case 2:
      return delete_columns (local, row, HBASE_T_DELETE_TYPE_DELETE_FAMILY, family);
    default:
      return delete_columns (local, row, HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, family);
    }
}

static void
compact_pair (Pair *pair)
{
  guint64 n_removed[2];

  for (guint i = 0; i < 2; i++)
    ck_assert (hbase_local_compact (pair->directories[i], TABLE, NULL, &n_removed[i], NULL));
  ck_assert_uint_eq (n_removed[0], n_removed[1]);
}

static void
change_pair (Pair *pair, GRand *rand)
{
  g_autofree char *row = random_row (rand), *cells = random_cells (rand), *column = random_column (rand);
  gint32 choice = g_rand_int_range (rand, 0, 20), timestamp = g_rand_int_range (rand, 1, 7);
  guint32 kind = g_rand_int (rand);

  if (choice == 0)
    {
      compact_pair (pair);
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      Local *local = &pair->locals[i];

      ck_text (choice < 14 ? put (local, row, cells) : make_delete (local, row, kind, column, timestamp),
               "ok");
    }
}

/* All reads return the same. */
static void
compare_pair (Pair *pair, GRand *rand)
{
  g_autofree char *first = random_column (rand), *second = random_column (rand), *row = random_row (rand);
  g_autofree char *columns = g_strdup_printf ("rows=9 versions=9 columns=%s,%s", first, second);
  g_autofree char *partial = g_strdup_printf ("rows=50 versions=3 batch=%d", g_rand_int_range (rand, 1, 9));
  g_autofree char *begun = g_strdup_printf ("rows=9 start=%s", row);
  const char *const options[] = { "rows=9 versions=9",
                                  "rows=9 versions=9 reversed=1",
                                  "rows=9 columns=g",
                                  "rows=9 filter=KeyOnlyFilter()",
                                  "rows=9 filter=ColumnPrefixFilter('q2')",
                                  columns,
                                  partial,
                                  begun };

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autofree char *one = scan (&pair->locals[0], options[i]);

      ck_text (scan (&pair->locals[1], options[i]), one);
    }
}

START_TEST (chunks_answer_as_single_cells_do)
{
  GRand *rand = test_rand_new ("chunks");
  Pair pair;

  open_pair (&pair);
  for (guint i = 0; i < MAX (test_times (N_STEPS), ENOUGH_STEPS); i++)
    {
      change_pair (&pair, rand);
      compare_pair (&pair, rand);
    }
  /* so that the test has compared something */
  ck_assert_int_lt (local_run_sql (pair.directories[0], COUNT_STORED),
                    local_run_sql (pair.directories[1], COUNT_STORED));
  close_pair (&pair);
  g_rand_free (rand);
}
END_TEST

#define N_BATCHES 60
#define BATCH_MAX 20
#define N_ROWS 30

/* One database gets a batch, the other one its puts one by one. */
static void
put_batch (Pair *pair, GRand *rand)
{
  char *rows[BATCH_MAX], *cells[BATCH_MAX];
  guint n = (guint) g_rand_int_range (rand, 1, BATCH_MAX + 1);
  HBaseWireWriter *out;

  for (guint i = 0; i < n; i++)
    {
      rows[i] = g_strdup_printf ("r%d", g_rand_int_range (rand, 0, N_ROWS));
      cells[i] = random_cells (rand);
      ck_text (put (&pair->locals[1], rows[i], cells[i]), "ok");
    }
  out = call_begin_table (&pair->locals[0], TABLE);
  hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, n);
  for (guint i = 0; i < n; i++)
    {
      write_put (out, rows[i], cells[i]);
      g_free (rows[i]);
      g_free (cells[i]);
    }
  ck_text (call_text (&pair->locals[0], HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
}

START_TEST (batches_write_what_single_puts_do)
{
  GRand *rand = test_rand_new ("batches");
  Pair pair;

  open_pair (&pair);
  for (guint i = 0; i < test_times (N_BATCHES); i++)
    {
      g_autofree char *one = NULL;

      put_batch (&pair, rand);
      one = scan (&pair.locals[0], "rows=99 versions=9");
      ck_text (scan (&pair.locals[1], "rows=99 versions=9"), one);
    }
  close_pair (&pair);
  g_rand_free (rand);
}
END_TEST

/* ---- damage ---- */

/* All chunks of the row become the same. */
START_TEST (the_check_finds_cells_that_are_not_in_order)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  put_cells (&local, "r", "a", 300, "value");
  local_close (&local);
  check_is_sound (directory);
  local_run_sql (directory, "UPDATE cells_1 SET value = (SELECT value FROM cells_1 ORDER BY key LIMIT 1)");
  problems = check (directory);
  ck_assert_uint_gt (problems->len, 0);
  ck_assert_str_eq (problems->pdata[0], "table “t”, row “r”: a cell isn't where its key belongs");
  local_remove (directory);
}
END_TEST

static void
check_reads_fail (const char *sql)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  put_cells (&local, "r", "q", 10, "value");
  local_run_sql (directory, sql);
  ck_text_begins (get (&local, "r", NULL, 1), "IO: StorageException: hbase-glib: storage: ");
  ck_text_begins (put (&local, "r", "f:new=v"), "IO: StorageException: hbase-glib: storage: ");
  local_close (&local);
  problems = check (directory);
  ck_assert_uint_gt (problems->len, 0);
  local_remove (directory);
}

START_TEST (damaged_chunks_are_reported)
{
  check_reads_fail ("UPDATE cells_1 SET value = substr (value, 1, length (value) - 1)");
  check_reads_fail ("UPDATE cells_1 SET value = x'ffffffffffff'");
  check_reads_fail ("UPDATE cells_1 SET value = x'7f01'");
  check_reads_fail ("UPDATE cells_1 SET value = 'text'");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("chunks");

  tcase_set_timeout (tcase, 120);
  tcase_add_test (tcase, cells_of_a_row_are_stored_together);
  tcase_add_test (tcase, chunks_are_divided);
  tcase_add_test (tcase, chunks_answer_as_single_cells_do);
  tcase_add_test (tcase, batches_write_what_single_puts_do);
  tcase_add_test (tcase, the_check_finds_cells_that_are_not_in_order);
  tcase_add_test (tcase, damaged_chunks_are_reported);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-chunks", fill)
