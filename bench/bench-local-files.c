/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The part of bench-local that looks at the files of the embedded engine: the size of a database, and the
 * processor time of a process that gets one row from it, beside that of a GLib program which reads the first
 * row of the same file by plain SQLite. */

#include "config.h"

#include "bench-local.h"
#include "bench-measure.h"
#include "bench-scan.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define N_ROWS 50000
#define ROWS_A_CALL 1000
#define N_FIRST_GETS 21
#define FIRST_ROW "row00000042"

char *
local_make_directory (void)
{
  g_autoptr (GError) error = NULL;
  char *directory = g_dir_make_tmp ("bench-local-XXXXXX", &error);

  if (directory == NULL)
    g_error ("%s", error->message);
  return directory;
}

void
local_remove_directory (const char *path)
{
  GDir *files = g_dir_open (path, 0, NULL);
  const char *name;

  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_clear_pointer (&files, g_dir_close);
  g_rmdir (path);
}

/* ---- the size of a database ---- */

static HBasePut *
make_short_row (guint number)
{
  g_autofree char *key = g_strdup_printf (SCAN_ROW_FORMAT, number);
  g_autofree char *name = g_strdup_printf ("Ada %u", number * 7919 % N_ROWS);
  g_autofree char *text = g_strdup_printf ("a text of some length, which has the number %u in it", number);
  g_autofree char *n = g_strdup_printf ("%u", number);
  HBasePut *put = hbase_put_new_utf8 (key);

  hbase_put_add_utf8 (put, SCAN_FAMILY, "name", name);
  hbase_put_add_utf8 (put, SCAN_FAMILY, "text", text);
  hbase_put_add_utf8 (put, SCAN_FAMILY, "n", n);
  return put;
}

static HBasePut *
make_row (guint number)
{
  return scan_tables_make_put (number, NULL);
}

static void
fill (HBaseTable *table, HBasePut *(*make) (guint number))
{
  for (guint first = 0; first < N_ROWS; first += ROWS_A_CALL)
    {
      g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
      g_autoptr (GError) error = NULL;

      for (guint i = first; i < first + ROWS_A_CALL; i++)
        g_ptr_array_add (puts, make (i));
      bench_must (hbase_table_put_multiple (table, puts, NULL, &error), &error);
    }
}

/* Returns the sum over all cells of row, family, qualifier, eight bytes and value. */
static double
measure_cells (HBaseTable *table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseScan) all = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, all);
  double size = 0;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      gsize key_length, qualifier_length, value_length;

      hbase_row_get_key (row, &key_length);
      for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
        {
          g_autoptr (HBaseCell) cell = hbase_row_get_cell (row, i);

          hbase_cell_get_qualifier (cell, &qualifier_length);
          hbase_cell_get_value (cell, &value_length);
          size += (double) (key_length + strlen (SCAN_FAMILY) + qualifier_length + 8 + value_length);
        }
      hbase_row_unref (row);
    }
  bench_must (error == NULL, &error);
  return size;
}

static double
measure_file (const char *directory)
{
  g_autofree char *path = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  struct stat status;

  if (stat (path, &status) != 0)
    g_error ("%s isn't there", path);
  return (double) status.st_size;
}

/* Fills a table, and prints the size of its database when it is closed. */
static void
bench_size (const char *directory, const char *what, HBasePut *(*make) (guint number))
{
  g_autofree char *title = g_strdup_printf ("size of the database, of its cells, %s", what);
  gpointer store = local_library.open (directory);
  gpointer table = local_library.connect (store);
  double size;

  fill (table, make);
  size = measure_cells (table);
  local_library.disconnect (table);
  local_library.close (store);
  bench_print_limit (title, measure_file (directory) / size, 1.4);
}

/* ---- a first get ---- */

int
local_first_get (const char *directory)
{
  g_autofree char *uri = g_strconcat ("local://", directory, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = hbase_connection_new (uri, &error);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, SCAN_PLAIN_TABLE);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (FIRST_ROW);
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);

  bench_must (row != NULL, &error);
  return hbase_row_is_empty (row) ? EXIT_FAILURE : EXIT_SUCCESS;
}

static double
get_children_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_CHILDREN, &usage);
  return (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
         + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static double
run_program (const char *program, const char *first, const char *second)
{
  const char *words[] = { program, first, second, NULL };
  double before = get_children_cpu_seconds ();
  g_autoptr (GError) error = NULL;
  int status;

  bench_must (
      g_spawn_sync (NULL, (char **) words, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, NULL, &status, &error)
          && g_spawn_check_wait_status (status, &error),
      &error);
  return get_children_cpu_seconds () - before;
}

static void
bench_first_get (const char *directory)
{
  g_autofree char *file = g_build_filename (directory, "hbase-glib.sqlite", NULL);
  double library[N_FIRST_GETS], sqlite[N_FIRST_GETS], ratio[N_FIRST_GETS];

  for (guint i = 0; i < N_FIRST_GETS; i++)
    {
      library[i] = run_program ("/proc/self/exe", "--first-get", directory);
      sqlite[i] = run_program (BENCH_BUILD "/bench-local-first", file, "cells_1");
      ratio[i] = library[i] / sqlite[i];
    }
  printf ("%-44s %6.2f ms, plain SQLite %.2f ms\n", "first get in a process, processor time",
          bench_median (library, N_FIRST_GETS) * 1e3, bench_median (sqlite, N_FIRST_GETS) * 1e3);
  bench_print_limit ("the same, of plain SQLite", bench_median (ratio, N_FIRST_GETS), 1.5);
}

void
local_bench_files (void)
{
  g_autofree char *directory = local_make_directory (), *other = local_make_directory ();

  bench_size (directory, "10 of 32 B", make_row);
  bench_size (other, "3 short ones", make_short_row);
  bench_first_get (directory);
  local_remove_directory (directory);
  local_remove_directory (other);
}
