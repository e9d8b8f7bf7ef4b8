/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

#include <gio/gio.h>
#include <sys/stat.h>

#include "hbase-error.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"

/* Compaction in a directory. Its rules are in the transcript `compactions` of tests/conformance. */

static guint64
compact (const char *directory, const char *table)
{
  g_autoptr (GError) error = NULL;
  guint64 n_removed;

  hbase_local_compact (directory, table, NULL, &n_removed, &error);
  ck_assert_no_error (error);
  return n_removed;
}

static HBaseLocalStore *
open_store (const char *directory)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  g_autoptr (GError) error = NULL;
  HBaseLocalStore *store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &unlimited, &error);

  ck_assert_no_error (error);
  return store;
}

/* Returns the number of stored cells of the table, visible or not. */
static guint
count_cells (const char *directory)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  HBaseLocalStore *store = open_store (directory);
  HBaseLocalDb *db = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, &unlimited, NULL);
  HBaseLocalTable table = { .id = 1 };
  HBaseLocalCursor cursor;
  guint n = 0;
  gboolean ok;

  hbase_local_cursor_init (&cursor, db, &table, TRUE);
  for (ok = hbase_local_cursor_seek (&cursor, hbase_slice ("", 0), NULL); ok && cursor.key.data != NULL; n++)
    ok = hbase_local_cursor_next (&cursor, NULL);
  ck_assert (ok);
  hbase_local_cursor_clear (&cursor);
  hbase_local_store_rollback (store, db, HBASE_LOCAL_ACCESS_READ);
  hbase_local_store_close (store);
  return n;
}

/* Makes a step of that many cells, which may end within a column. */
static void
make_step (HBaseLocalCompaction *compaction, HBaseLocalStore *store, gint64 now, guint64 n_cells)
{
  HBaseLocalBudget unlimited = { .deadline = 0 };
  g_autoptr (GError) error = NULL;

  compaction->n_cells = n_cells;
  compaction->deadline = G_MAXINT64;
  hbase_local_compaction_run (compaction, store, TABLE, now, &unlimited, &error);
  ck_assert_no_error (error);
}

static void
check_is_sound (const char *directory)
{
  g_autoptr (GPtrArray) problems = hbase_local_fsck (directory, NULL, NULL);

  ck_assert_uint_eq (problems->len, 0);
}

/* Many rows, so that it takes several steps, and a large one. */
START_TEST (hidden_cells_are_removed_from_all_rows)
{
  char *directory = local_directory ();
  g_autoptr (GString) wide = g_string_new (NULL);
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1 g:2");
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (wide, "%sf:q%04u@1=v", i > 0 ? " " : "", i);
  ck_text (put (&local, "wide", wide->str), "ok");
  for (guint i = 0; i < 2000; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%04u", i);

      ck_text (put (&local, row, "f:a@1=1 f:a@2=2 f:a@3=3 g:a@1=1 g:a@2=2"), "ok");
    }
  ck_text (delete_columns (&local, "r0007", -1, "g:a"), "ok");
  ck_assert_uint_eq (count_cells (directory), 15001);
  ck_assert_uint_eq (compact (directory, TABLE), 4003);
  ck_assert_uint_eq (count_cells (directory), 10998);
  ck_assert_uint_eq (compact (directory, NULL), 0);
  ck_assert_uint_eq (compact (directory, "default:" TABLE), 0);
  ck_text (get (&local, "r0007", NULL, 9), "r0007 f:a@3=3");
  ck_text (get (&local, "r1999", NULL, 9), "r1999 f:a@3=3 g:a@2=2 g:a@1=1");
  ck_text (get (&local, "wide", "f:q4999", 9), "wide f:q4999@1=v");
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

/* k and l keep deleted cells; l and m have a time to live with MIN_VERSIONS. No timestamp is near its end. */
#define KEEPING_FAMILIES "k l"
#define AGE_MS 100000
#define TIME_TO_LIVE_S 1000

static void
set_family (const char *directory, const char *family, guint setting, gint64 value)
{
  g_autofree char *sql = g_strdup_printf (
      "INSERT OR REPLACE INTO families VALUES (1, CAST ('%s' AS BLOB), %u, %" G_GINT64_FORMAT ")", family,
      setting, value);

  local_run_sql (directory, sql);
}

static void
make_varied_table (Local *local, const char *directory)
{
  local->now = g_get_real_time () / 1000;
  make_table (local, TABLE, "f:1 g:3 k:1 l:2 m:3");
  set_family (directory, "k", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_KEEP_DELETED_CELLS,
              HBASE_T_KEEP_DELETED_CELLS_TRUE);
  set_family (directory, "l", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_KEEP_DELETED_CELLS,
              HBASE_T_KEEP_DELETED_CELLS_TTL);
  set_family (directory, "l", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE, TIME_TO_LIVE_S);
  set_family (directory, "l", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MIN_VERSIONS, 1);
  set_family (directory, "m", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE, TIME_TO_LIVE_S);
  set_family (directory, "m", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_MIN_VERSIONS, 2);
}

static void
change_randomly (Local *local, GRand *rand)
{
  static const char *const families[] = { "f", "g", "k", "l", "m" }, *const qualifiers[] = { "", "a", "b" };
  const char *family = families[g_rand_int_range (rand, 0, G_N_ELEMENTS (families))];
  const char *qualifier = qualifiers[g_rand_int_range (rand, 0, 3)];
  gint64 timestamp = g_rand_int_range (rand, 1, 5) + (g_rand_boolean (rand) ? local->now - AGE_MS : 0);
  g_autofree char *row = g_strdup_printf ("r%d", g_rand_int_range (rand, 0, 3));
  g_autofree char *column = g_strdup_printf ("%s:%s@%" G_GINT64_FORMAT, family, qualifier, timestamp);
  g_autofree char *cell = g_strdup_printf ("%s=%u", column, g_rand_int (rand) % 99);
  int type = g_rand_int_range (rand, HBASE_T_DELETE_TYPE_DELETE_COLUMN,
                               HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION + 1);

  if (g_rand_int_range (rand, 0, 3) > 0)
    ck_text (put (local, row, cell), "ok");
  else
    ck_text (delete_columns (local, row, type, column), "ok");
}

/* All that reads return of a table. */
typedef struct {
  char *newest, *all; /* of families that don't keep deleted cells */
  char *kept[3];      /* of the others, for each row */
} Contents;

static void
contents_read (Contents *contents, Local *local)
{
  contents->newest = scan (local, "rows=9 columns=f,g,m");
  contents->all = scan (local, "rows=9 versions=9 columns=f,g,m");
  for (guint i = 0; i < G_N_ELEMENTS (contents->kept); i++)
    {
      g_autofree char *row = g_strdup_printf ("r%u", i);

      contents->kept[i] = get (local, row, KEEPING_FAMILIES, 9);
    }
}

static void
contents_clear (Contents *contents)
{
  g_free (contents->newest);
  g_free (contents->all);
  for (guint i = 0; i < G_N_ELEMENTS (contents->kept); i++)
    g_free (contents->kept[i]);
}

static void
check_is_part (const char *part, const char *whole)
{
  g_auto (GStrv) cells = g_strsplit (part, " ", -1), before = g_strsplit (whole, " ", -1);

  for (guint i = 0; cells[i] != NULL; i++)
    ck_assert_msg (g_str_equal (part, "-") || g_strv_contains ((const char *const *) before, cells[i]),
                   "%s isn't in %s", cells[i], whole);
}

/* Where deleted cells are kept, they count as versions in a compaction, though not in reads: so cells may
 * disappear, as in HBase, but none comes back. */
static void
check_contents (Local *local, const Contents *before)
{
  Contents now;

  contents_read (&now, local);
  ck_assert_str_eq (now.newest, before->newest);
  ck_assert_str_eq (now.all, before->all);
  for (guint i = 0; i < G_N_ELEMENTS (now.kept); i++)
    check_is_part (now.kept[i], before->kept[i]);
  contents_clear (&now);
}

START_TEST (reads_return_the_same_after_a_compaction)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-compaction");

  for (guint n = test_times (60); n > 0; n--)
    {
      char *directory = local_directory ();
      Contents before;
      Local local;

      local_open_at (&local, directory);
      make_varied_table (&local, directory);
      for (guint i = 0; i < 150; i++)
        change_randomly (&local, rand);
      contents_read (&before, &local);
      compact (directory, TABLE);
      check_contents (&local, &before);
      ck_assert_uint_eq (compact (directory, TABLE), 0);
      contents_clear (&before);
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

/* Also between two steps, which end anywhere. */
START_TEST (reads_return_the_same_after_each_step)
{
  g_autoptr (GRand) rand = test_rand_new ("test-local-compaction");

  for (guint n = test_times (30); n > 0; n--)
    {
      char *directory = local_directory ();
      g_auto (HBaseLocalCompaction) compaction;
      HBaseLocalStore *store;
      Contents before;
      Local local;

      local_open_at (&local, directory);
      make_varied_table (&local, directory);
      for (guint i = 0; i < 150; i++)
        change_randomly (&local, rand);
      contents_read (&before, &local);
      store = open_store (directory);
      hbase_local_compaction_init (&compaction);
      while (!compaction.is_done)
        {
          make_step (&compaction, store, local.now, (guint64) g_rand_int_range (rand, 1, 9));
          check_contents (&local, &before);
        }
      ck_assert_uint_gt (compaction.n_removed, 0);
      compact (directory, TABLE);
      check_contents (&local, &before);
      hbase_local_store_close (store);
      contents_clear (&before);
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

/* The first step ends in the column with the markers, and the second begins behind its first cell. */
START_TEST (a_step_that_begins_within_a_column_sees_the_markers_of_the_family)
{
  char *directory = local_directory ();
  g_auto (HBaseLocalCompaction) compaction;
  HBaseLocalStore *store;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  ck_text (put (&local, "r", "f:@9=v f:a@5=masked f:a@4=visible"), "ok");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "f@5"), "ok");
  store = open_store (directory);
  hbase_local_compaction_init (&compaction);
  make_step (&compaction, store, local.now, 1);
  make_step (&compaction, store, local.now, 3);
  ck_text (get (&local, "r", "f:a", 1), "r f:a@4=visible");
  hbase_local_store_close (store);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* A row, and a column, of more cells than a step examines. */
START_TEST (a_step_examines_no_more_cells_than_it_should)
{
  char *directory = local_directory ();
  g_autoptr (GString) cells = g_string_new ("f:a@1=v");
  g_auto (HBaseLocalCompaction) compaction;
  HBaseLocalStore *store;
  Local local;

  for (guint i = 2; i <= 500; i++)
    g_string_append_printf (cells, " f:a@%u=v f:b%u@1=v f:b%u@2=w", i, i, i);
  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  ck_text (put (&local, "r", cells->str), "ok");
  store = open_store (directory);
  hbase_local_compaction_init (&compaction);
  for (guint64 n = 0; !compaction.is_done; n++)
    {
      ck_assert_uint_eq (compaction.n_examined, 100 * n);
      make_step (&compaction, store, local.now, 100);
    }
  ck_assert_uint_eq (compaction.n_removed, 499 + 499);
  ck_assert_uint_eq (count_cells (directory), 500);
  hbase_local_store_close (store);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Steps of any size, from that of a row's cells on, end within rows. No marker stays. */
START_TEST (markers_of_small_families_are_removed_by_steps_of_any_size)
{
  for (guint64 n_cells = 3; n_cells <= 11; n_cells++)
    {
      char *directory = local_directory ();
      g_auto (HBaseLocalCompaction) compaction;
      HBaseLocalStore *store;
      Local local;

      local_open_at (&local, directory);
      make_table (&local, TABLE, "f:1");
      for (guint i = 0; i < 30; i++)
        {
          g_autofree char *row = g_strdup_printf ("r%02u", i);

          ck_text (put (&local, row, "f:a@5=v f:b@5=v"), "ok");
          ck_text (delete_columns (&local, row, HBASE_T_DELETE_TYPE_DELETE_FAMILY, "f@9"), "ok");
        }
      store = open_store (directory);
      hbase_local_compaction_init (&compaction);
      while (!compaction.is_done)
        make_step (&compaction, store, local.now, n_cells);
      ck_assert_uint_eq (count_cells (directory), 0);
      hbase_local_store_close (store);
      local_close (&local);
      local_remove (directory);
    }
}
END_TEST

static void
check_is_skipped (HBaseLocalCompaction *compaction, HBaseLocalStore *store, gint64 now)
{
  HBaseLocalBudget impatient = { .wait_deadline = 1 };
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_local_compaction_run (compaction, store, TABLE, now, &impatient, &error));
  ck_assert_int_eq (impatient.state, HBASE_LOCAL_BUDGET_LOCKED);
  ck_assert_uint_eq (compaction->n_examined, 0);
  ck_assert (!compaction->is_done);
}

/* A writer of the same process, and one of another. Without the limit these steps would wait for 30 s. */
START_TEST (a_step_that_would_wait_for_a_writer_is_skipped)
{
  char *directory = local_directory ();
  HBaseLocalBudget unlimited = { .deadline = 0 };
  g_auto (HBaseLocalCompaction) compaction;
  HBaseLocalStore *store, *other;
  HBaseLocalDb *writer;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  ck_text (put (&local, "r", "f:a@1=v f:a@2=w"), "ok");
  store = open_store (directory);
  other = open_store (directory);
  hbase_local_compaction_init (&compaction);
  writer = hbase_local_store_begin (other, HBASE_LOCAL_ACCESS_WRITE, &unlimited, NULL);
  check_is_skipped (&compaction, store, local.now);
  check_is_skipped (&compaction, other, local.now);
  hbase_local_store_rollback (other, writer, HBASE_LOCAL_ACCESS_WRITE);
  make_step (&compaction, store, local.now, 100);
  ck_assert_uint_eq (compaction.n_removed, 1);
  hbase_local_store_close (other);
  hbase_local_store_close (store);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* The markers lie behind as many versions of the empty qualifier as the family keeps. */
START_TEST (markers_of_a_family_are_kept_for_its_other_columns)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_varied_table (&local, directory);
  ck_text (put (&local, "r", "k:a@3=deleted k:b@5=deleted"), "ok");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY, "k@4"), "ok");
  ck_text (delete_columns (&local, "r", HBASE_T_DELETE_TYPE_DELETE_FAMILY_VERSION, "k@5"), "ok");
  ck_text (put (&local, "r", "k:@9=old k:@10=new"), "ok");
  ck_text (get (&local, "r", "k", 9), "r k:@10=new");
  ck_assert_uint_eq (compact (directory, TABLE), 1);
  ck_text (get (&local, "r", "k", 9), "r k:@10=new");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* Writes a row of two thousand cells a hundred times, so that the calls compact the table themselves. */
static void
overwrite_row (Local *local)
{
  g_autoptr (GString) cells = g_string_new (NULL);

  for (guint i = 0; i < 100; i++)
    {
      g_string_truncate (cells, 0);
      for (guint j = 0; j < 2000; j++)
        g_string_append_printf (cells, "%sf:%u@%u=v", j > 0 ? " " : "", j, i + 1);
      ck_text (put (local, "r", cells->str), "ok");
    }
}

START_TEST (a_table_that_is_overwritten_does_not_grow)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1 g:1");
  overwrite_row (&local);
  ck_assert_uint_lt (count_cells (directory), 60000);
  ck_text (get (&local, "r", "f:1999", 9), "r f:1999@100=v");
  local_close (&local);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

#define N_NEW_ROWS 140
#define N_COLUMNS 1000

typedef enum { EXPIRING, MARKERS, DELETED_ROWS, N_WAYS } Way;

static void
write_new_rows (Local *local, Way way, guint from, guint to)
{
  g_autoptr (GString) columns = g_string_new (NULL);

  for (guint i = 0; i < N_COLUMNS; i++)
    g_string_append_printf (columns, way == MARKERS ? "%sf:%u" : "%sf:%u=v", i > 0 ? " " : "", i);
  for (guint i = from; i < to; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%03u", i);

      ck_text (way == MARKERS ? delete_columns (local, row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, columns->str)
                              : put (local, row, columns->str),
               "ok");
      if (way == DELETED_ROWS)
        ck_text (delete_columns (local, row, -1, NULL), "ok");
    }
}

/* A table that gets only new rows isn't compacted, unless there is something in them to remove: cells that
 * expire, or markers of deletes; or if rows are deleted. */
START_TEST (new_rows_with_something_to_remove_are_compacted)
{
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f:1");
  local_close (&local);
  if (_i == EXPIRING)
    set_family (directory, "f", HBASE_T_COLUMN_FAMILY_DESCRIPTOR_TIME_TO_LIVE, TIME_TO_LIVE_S);
  local_open_at (&local, directory);
  write_new_rows (&local, (Way) _i, 0, N_NEW_ROWS / 2);
  local.now += 2 * TIME_TO_LIVE_S * 1000;
  write_new_rows (&local, (Way) _i, N_NEW_ROWS / 2, N_NEW_ROWS);
  local_close (&local);
  ck_assert_uint_lt (count_cells (directory), N_NEW_ROWS * N_COLUMNS * 8 / 10);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

static guint
n_compacted_tables (Local *local)
{
  return hbase_local_compactor_get_n_tables (hbase_local_service_get_compactor (local->service));
}

/* Ids aren't used again, so a process that makes and drops tables would keep something for each. */
START_TEST (a_dropped_table_is_forgotten)
{
  Local local;

  local_open (&local);
  make_table (&local, "other", "f:1");
  ck_text (put (&local, "r", "f:q=v"), "ok");
  ck_assert_uint_eq (n_compacted_tables (&local), 1);
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text_begins (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, "other"), "IO: ");
  ck_assert_uint_eq (n_compacted_tables (&local), 1);
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE), "ok");
  ck_assert_uint_eq (n_compacted_tables (&local), 0);
  local_close (&local);
}
END_TEST

/* Another process may have dropped it. */
START_TEST (a_table_that_a_step_does_not_find_is_forgotten)
{
  static const HBaseLocalWritten many = { .n_cells = 100000, .n_hiding = 100000 };
  char *directory = local_directory ();
  HBaseLocalCompactor *compactor = hbase_local_compactor_new ();
  g_autoptr (HBaseLocalTable) missing = hbase_local_table_new ("missing");
  HBaseLocalStore *store;
  Local local;

  local_open_at (&local, directory);
  store = open_store (directory);
  hbase_local_compactor_add (compactor, store, missing, &many, local.now);
  ck_assert_uint_eq (hbase_local_compactor_get_n_tables (compactor), 0);
  hbase_local_store_close (store);
  hbase_local_compactor_free (compactor);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* ---- the size of the file ---- */

#define N_LARGE 300

/* Writes six megabytes. */
static void
write_large_rows (Local *local)
{
  g_autofree char *value = g_strnfill (20000, 'v'), *cell = g_strconcat ("f:large=", value, NULL);

  for (guint i = 0; i < N_LARGE; i++)
    {
      g_autofree char *row = g_strdup_printf ("large%u", i);

      ck_text (put (local, row, cell), "ok");
    }
}

static gint64
file_size (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_FILE_NAME, NULL);
  struct stat status;

  ck_assert_int_eq (stat (path, &status), 0);
  return status.st_size;
}

/* While another connection is open the file is cut by the next checkpoint only. */
START_TEST (a_compaction_makes_the_file_smaller)
{
  char *directory = local_directory ();
  gint64 size;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  write_large_rows (&local);
  ck_text (put (&local, "small", "f:q@1=v"), "ok");
  for (guint i = 0; i < N_LARGE; i++)
    {
      g_autofree char *row = g_strdup_printf ("large%u", i);

      ck_text (delete_columns (&local, row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:large"), "ok");
    }
  local_close (&local);
  size = file_size (directory);
  ck_assert_int_gt (size, 20000 * N_LARGE);
  ck_assert_uint_eq (compact (directory, NULL), 2 * N_LARGE);
  ck_assert_int_lt (file_size (directory), size / 10);
  check_is_sound (directory);
  local_open_at (&local, directory);
  ck_text (get (&local, "small", NULL, 1), "small f:q@1=v");
  local_close (&local);
  local_remove (directory);
}
END_TEST

START_TEST (the_file_becomes_smaller_by_itself)
{
  char *directory = local_directory ();
  gint64 size;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  write_large_rows (&local);
  local_close (&local);
  size = file_size (directory);
  local_open_at (&local, directory);
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE), "ok");
  make_table (&local, TABLE, "f:1");
  overwrite_row (&local);
  local_close (&local);
  ck_assert_int_lt (local_run_sql (directory, "PRAGMA freelist_count"),
                    local_run_sql (directory, "PRAGMA page_count") / 2);
  ck_assert_int_lt (file_size (directory), size);
  check_is_sound (directory);
  local_remove (directory);
}
END_TEST

START_TEST (errors_name_what_is_missing)
{
  char *directory = local_directory ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  guint64 n_removed = 1;
  Local local;

  ck_assert (!hbase_local_compact (directory, NULL, NULL, &n_removed, &error));
  ck_assert (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_STORAGE));
  g_clear_error (&error);
  local_open_at (&local, directory);
  ck_assert (!hbase_local_compact (directory, "none", NULL, &n_removed, &error));
  ck_assert (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND));
  ck_assert (strstr (error->message, "“none”") != NULL);
  g_clear_error (&error);
  make_table (&local, TABLE, "f");
  g_cancellable_cancel (cancelled);
  ck_assert (!hbase_local_compact (directory, NULL, cancelled, &n_removed, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  local_close (&local);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("compaction");

  tcase_set_timeout (tests, 120);
  tcase_add_test (tests, hidden_cells_are_removed_from_all_rows);
  tcase_add_test (tests, reads_return_the_same_after_a_compaction);
  tcase_add_test (tests, reads_return_the_same_after_each_step);
  tcase_add_test (tests, a_step_that_begins_within_a_column_sees_the_markers_of_the_family);
  tcase_add_test (tests, a_step_examines_no_more_cells_than_it_should);
  tcase_add_test (tests, markers_of_small_families_are_removed_by_steps_of_any_size);
  tcase_add_test (tests, a_step_that_would_wait_for_a_writer_is_skipped);
  tcase_add_test (tests, markers_of_a_family_are_kept_for_its_other_columns);
  tcase_add_test (tests, a_table_that_is_overwritten_does_not_grow);
  tcase_add_test (tests, a_dropped_table_is_forgotten);
  tcase_add_test (tests, a_table_that_a_step_does_not_find_is_forgotten);
  tcase_add_loop_test (tests, new_rows_with_something_to_remove_are_compacted, EXPIRING, N_WAYS);
  tcase_add_test (tests, a_compaction_makes_the_file_smaller);
  tcase_add_test (tests, the_file_becomes_smaller_by_itself);
  tcase_add_test (tests, errors_name_what_is_missing);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("local-compaction", fill)
