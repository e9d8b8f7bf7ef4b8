/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "local-call.h"
#include "test-seed.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "hbase-error.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-fsck-private.h"
#include "hbase-local-vfs-private.h"

/* A changed byte anywhere in a database or its log is detected: a row is returned as it was written, or
 * not at all. */

#define ROWS 60
#define LOG_HEADER 32
#define PAGE 16384
#define FRAME (24 + PAGE)

static char *
file_in (const char *directory, const char *suffix)
{
  return g_strdup_printf ("%s/hbase-glib.sqlite%s", directory, suffix);
}

static void
put_row (Local *local, guint i, gsize length)
{
  g_autofree char *row = g_strdup_printf ("r%03u", i), *value = g_strnfill (length, (char) ('a' + i % 26));
  g_autofree char *cell = g_strconcat ("f:q=", value, NULL);

  ck_text (put (local, row, cell), "ok");
}

/* Small values, and long ones, which have pages of their own. */
static void
fill_table (Local *local)
{
  make_table (local, TABLE, "f:3 g:1");
  make_table (local, "other", "h");
  for (guint i = 0; i < ROWS; i++)
    put_row (local, i, i % 10 == 0 ? 40000 : 300);
}

/* Everything that can be read, as text: names, descriptors, regions, rows. A part that fails is its error. */
static GPtrArray *
read_all (Local *local)
{
  static const HBaseWireMethodId listings[]
      = { HBASE_WIRE_METHOD_GET_TABLE_NAMES_BY_PATTERN, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTORS_BY_PATTERN };
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < G_N_ELEMENTS (listings); i++)
    {
      hbase_wire_write_bool (call_begin (local), HBASE_GET_TABLE_NAMES_BY_PATTERN_ARGS_INCLUDE_SYS_TABLES,
                             FALSE);
      g_ptr_array_add (texts, call_text (local, listings[i]));
    }
  call_begin_table (local, TABLE);
  g_ptr_array_add (texts, call_text (local, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS));
  for (guint i = 0; i < ROWS; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%03u", i);

      g_ptr_array_add (texts, get (local, row, NULL, 1));
    }
  g_ptr_array_add (texts, scan (local, "rows=100"));
  g_ptr_array_add (texts, scan (local, "rows=100 reversed=1"));
  return texts;
}

static gboolean
is_storage_error (const char *text)
{
  return g_str_has_prefix (text, "IO: StorageException: hbase-glib: storage: ");
}

/* Copies of the files of a database: itself, its log and what tells how far that was synced; empty where
 * there is no file. */
typedef struct {
  char *bytes[3];
  gsize lengths[3];
} Files;

static const char *const suffixes[] = { "", "-wal", "-synced" };

static void
read_files (const char *directory, Files *files)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = file_in (directory, suffixes[i]);

      files->bytes[i] = NULL;
      files->lengths[i] = 0;
      g_file_get_contents (path, &files->bytes[i], &files->lengths[i], NULL);
    }
}

static void
write_files (const char *directory, const Files *files)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = file_in (directory, suffixes[i]);

      if (files->lengths[i] > 0)
        ck_assert (g_file_set_contents (path, files->bytes[i], (gssize) files->lengths[i], NULL));
    }
}

static void
clear_files (Files *files)
{
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    g_free (files->bytes[i]);
}

/* Each part is as it was written, or reports that it can't be read. Returns TRUE if one does. */
static gboolean
compare (Local *local, const GPtrArray *expected)
{
  g_autoptr (GPtrArray) found = read_all (local);
  gboolean has_failed = FALSE;

  ck_assert_uint_eq (found->len, expected->len);
  for (guint i = 0; i < found->len; i++)
    if (is_storage_error (found->pdata[i]))
      has_failed = TRUE;
    else
      ck_assert_msg (strcmp (found->pdata[i], expected->pdata[i]) == 0, "part %u is another one: %.100s", i,
                     (char *) found->pdata[i]);
  return has_failed;
}

static gboolean
try_damage (const Files *files, const GPtrArray *expected)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  HBaseLocalService *service;
  gboolean has_failed;
  Local local;

  write_files (directory, files);
  service = hbase_local_service_open (directory, HBASE_LOCAL_OPEN_CREATE, NULL, &error);
  has_failed = service == NULL;
  if (service == NULL)
    ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  else
    {
      hbase_local_service_unref (service);
      local_open_at (&local, directory);
      has_failed = compare (&local, expected);
      local_close (&local);
    }
  problems = hbase_local_fsck (directory, NULL, NULL);
  ck_assert_ptr_nonnull (problems);
  ck_assert_msg (!has_failed || problems->len > 0, "the check finds nothing");
  local_remove (directory);
  return has_failed;
}

/* With fewer changes too many could be in unused space. */
#define ENOUGH_TRIES 20

START_TEST (test_flipped_bytes)
{
  guint tries = MAX (test_times (40), ENOUGH_TRIES);
  gboolean with_log = _i == 1;
  char *directory = local_directory ();
  g_autoptr (GPtrArray) expected = NULL;
  GRand *rand = test_rand_new ("flipped bytes");
  guint n_failed = 0;
  Files files;
  Local local;

  local_open_at (&local, directory);
  fill_table (&local);
  expected = read_all (&local);
  put_row (&local, ROWS, 10);
  ck_text (delete_columns (&local, "r060", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:q"), "ok");
  if (with_log)
    read_files (directory, &files);
  local_close (&local);
  if (!with_log)
    read_files (directory, &files);
  ck_assert_int_eq (files.lengths[1] > 0, with_log);
  for (guint i = 0; i < tries; i++)
    {
      gsize at = (gsize) g_rand_int_range (rand, 0, (gint32) files.lengths[with_log]);
      char *byte = files.bytes[with_log] + at, old = *byte;

      *byte ^= (char) g_rand_int_range (rand, 1, 256);
      n_failed += try_damage (&files, expected);
      *byte = old;
    }
  /* undetected changes are in free pages */
  ck_assert_uint_gt (n_failed, with_log ? tries * 9 / 10 : tries / 2);
  clear_files (&files);
  g_rand_free (rand);
  local_remove (directory);
}
END_TEST

/* As the error says, one can go on with what is left. */
START_TEST (test_damaged_log_is_used_up_to_the_damage)
{
  char *directory = local_directory (), *copy = local_directory ();
  g_autofree char *note = file_in (copy, "-synced");
  g_autoptr (GError) error = NULL;
  Files files;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  ck_text (put (&local, "a", "f:q@1=1"), "ok");
  ck_text (put (&local, "b", "f:q@1=2"), "ok");
  read_files (directory, &files);
  local_close (&local);
  files.bytes[1][files.lengths[1] - FRAME / 2] ^= 1;
  write_files (copy, &files);
  ck_assert_ptr_null (hbase_local_service_open (copy, HBASE_LOCAL_OPEN_EXISTING, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_msg (strstr (error->message, note) != NULL, "%s", error->message);
  ck_assert_int_eq (g_unlink (note), 0);
  local_open_at (&local, copy);
  ck_text (scan (&local, ""), "[a f:q@1=1]");
  local_close (&local);
  clear_files (&files);
  local_remove (copy);
  local_remove (directory);
}
END_TEST

/* Pages of the log that are read while its writer lives: the other service has read none of them before. */
START_TEST (test_log_in_use)
{
  char *directory = local_directory ();
  g_autofree char *path = file_in (directory, "-wal"), *found = NULL;
  g_autofree char *bytes = NULL;
  Local local, other;
  gsize length;
  FILE *file;

  local_open_at (&local, directory);
  local_open_at (&other, directory);
  fill_table (&local);
  ck_assert (g_file_get_contents (path, &bytes, &length, NULL));
  file = g_fopen (path, "r+b");
  for (gsize at = LOG_HEADER + 24 + 9000; at < length; at += FRAME)
    {
      ck_assert_int_eq (fseek (file, (long) at, SEEK_SET), 0);
      ck_assert_int_eq (fputc (~bytes[at], file), (guint8) ~bytes[at]);
    }
  ck_assert_int_eq (fclose (file), 0);
  found = scan (&other, "rows=100");
  ck_assert_msg (is_storage_error (found), "%.100s", found);
  local_close (&other);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* ---- the report of the check ---- */

static GPtrArray *
check (const char *directory)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *problems = hbase_local_fsck (directory, NULL, &error);

  ck_assert_no_error (error);
  return problems;
}

START_TEST (test_check)
{
  char *directory = local_directory ();
  g_autofree char *nowhere = g_build_filename (directory, "nowhere", NULL);
  g_autoptr (GPtrArray) none = NULL, some = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *answer = NULL;
  Files files;
  Local local;
  char *value;

  ck_assert_ptr_null (hbase_local_fsck (nowhere, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_STORAGE);
  ck_assert_ptr_nonnull (strstr (error->message, "there is no database in "));
  ck_assert (!g_file_test (nowhere, G_FILE_TEST_EXISTS));
  g_clear_error (&error);
  local_open_at (&local, directory);
  fill_table (&local);
  ck_text (put (&local, "r004x", "f:q@5=needleneedleneedle"), "ok");
  local_close (&local);
  none = check (directory);
  ck_assert_uint_eq (none->len, 0);
  read_files (directory, &files);
  value = memmem (files.bytes[0], files.lengths[0], "needleneedleneedle", 18);
  ck_assert_ptr_nonnull (value);
  *value ^= 1;
  write_files (directory, &files);
  some = check (directory);
  ck_assert_uint_gt (some->len, 0);
  ck_assert_msg (g_str_has_prefix (some->pdata[0], "table “t”: cells can't be read "), "%s",
                 (char *) some->pdata[0]);
  ck_assert_ptr_nonnull (strstr (some->pdata[0], "before row “r0"));
  local_open_at (&local, directory);
  answer = get (&local, "r004x", NULL, 1);
  ck_assert (is_storage_error (answer));
  ck_assert_ptr_nonnull (strstr (answer, "hbase-glib fsck"));
  ck_assert_ptr_nonnull (strstr (answer, "row “r004x” of table “t”"));
  local_close (&local);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_local_fsck (directory, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  clear_files (&files);
  local_remove (directory);
}
END_TEST

/* The damaged page holds the last row before those of FF bytes, which fill pages of their own. */
START_TEST (test_place_of_damage)
{
  enum { ROWS_OF_KIND = 40 };
  static const char *const kinds[] = { "a", "m", "\xff\xff\xff\xff" };
  static const char needle[] = "needleneedleneedle";
  char *directory = local_directory (), *value;
  g_autofree char *filler = g_strnfill (1000, 'v');
  g_autoptr (GPtrArray) problems = NULL;
  Files files;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, F);
  for (guint i = 0; i < G_N_ELEMENTS (kinds) * ROWS_OF_KIND; i++)
    {
      g_autofree char *row = g_strdup_printf ("%s%02u", kinds[i / ROWS_OF_KIND], i % ROWS_OF_KIND);
      g_autofree char *cell = g_strconcat ("f:q@5=", filler, strcmp (row, "m39") == 0 ? needle : NULL, NULL);

      ck_text (put (&local, row, cell), "ok");
    }
  local_close (&local);
  read_files (directory, &files);
  value = memmem (files.bytes[0], files.lengths[0], needle, strlen (needle));
  ck_assert_ptr_nonnull (value);
  *value ^= 1;
  write_files (directory, &files);
  problems = check (directory);
  ck_assert_uint_gt (problems->len, 0);
  value = problems->pdata[0];
  ck_assert_msg (g_str_has_prefix (value, "table “t”: cells can't be read in or after row “m"), "%s", value);
  ck_assert_msg (strstr (value, "” and before row “\\xFF\\xFF\\xFF\\xFF") != NULL, "%s", value);
  clear_files (&files);
  local_remove (directory);
}
END_TEST

/* ---- damaged tables ---- */

static void
damage_table (const char *directory)
{
  static const char needle[] = "needleneedleneedle";
  Files files;
  char *value;

  read_files (directory, &files);
  value = memmem (files.bytes[0], files.lengths[0], needle, strlen (needle));
  ck_assert_ptr_nonnull (value);
  *value ^= 1;
  write_files (directory, &files);
  clear_files (&files);
}

static void
check_orphan (const char *directory, const char *name)
{
  g_autoptr (GPtrArray) problems = check (directory);

  ck_assert_uint_gt (problems->len, 0);
  ck_assert_msg (g_str_has_prefix (problems->pdata[0], name), "%s", (char *) problems->pdata[0]);
  ck_assert_msg (strstr (problems->pdata[0], "damaged when their table was") != NULL, "%s",
                 (char *) problems->pdata[0]);
}

/* They can be dropped and truncated. The damage stays, and is reported. */
START_TEST (test_damaged_tables_are_removed)
{
  gboolean is_dropped = _i == 0;
  char *directory = local_directory ();
  Local local;

  local_open_at (&local, directory);
  fill_table (&local);
  ck_text (put (&local, "r055x", "f:q@5=needleneedleneedle"), "ok");
  local_close (&local);
  damage_table (directory);
  local_open_at (&local, directory);
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  if (is_dropped)
    {
      ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE), "ok");
      ck_text (get (&local, "r055x", NULL, 1), "IO: t");
      make_table (&local, TABLE, "f:3 g:1");
    }
  else
    ck_text (call_of_table (&local, HBASE_WIRE_METHOD_TRUNCATE_TABLE, TABLE), "ok");
  ck_text (scan (&local, "rows=9"), "[]");
  put_row (&local, 0, 40000);
  make_table (&local, "third", "f");
  local_close (&local);
  check_orphan (directory, "cells_1: ");
  local_open_at (&local, directory);
  ck_text_begins (get (&local, "r000", NULL, 1), "r000 f:q@");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, TABLE), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, TABLE), "ok");
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* ---- no false alarms ---- */

/* A transaction that is larger than the cache writes pages to the log, reads and writes them again before
 * it is committed. */
START_TEST (test_large_transactions)
{
  enum { PUTS = 3000, DIFFERENT = 1300, LENGTH = 8000 };
  char *directory = local_directory ();
  g_autofree char *value = g_strnfill (LENGTH, 'v'), *cell = g_strconcat ("f:q@5=", value, NULL);
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  local_open_at (&local, directory);
  make_table (&local, TABLE, "f");
  for (guint turn = 0; turn < 2; turn++)
    {
      HBaseWireWriter *out = call_begin_table (&local, TABLE);

      hbase_wire_write_list (out, HBASE_PUT_MULTIPLE_ARGS_TPUTS, HBASE_WIRE_STRUCT, PUTS);
      for (guint i = 0; i < PUTS; i++)
        {
          g_autofree char *row = g_strdup_printf ("r%04u", i * 607 % DIFFERENT);

          hbase_wire_begin_struct (out);
          hbase_wire_write_binary (out, HBASE_T_PUT_ROW, hbase_slice_text (row));
          write_cells (out, HBASE_T_PUT_COLUMN_VALUES, cell);
          hbase_wire_end_struct (out);
        }
      ck_text (call_text (&local, HBASE_WIRE_METHOD_PUT_MULTIPLE), "ok");
    }
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_close (&local);
  local_remove (directory);
}
END_TEST

/* ---- earlier formats ---- */

static void
unpack (const char *name, const char *directory)
{
  g_autofree char *path = file_in (directory, "");
  g_autofree char *stored = g_build_filename (DATA, name, NULL);
  g_autoptr (GFile) packed = g_file_new_for_path (stored), file = g_file_new_for_path (path);
  g_autoptr (GConverter) converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr (GInputStream) in = G_INPUT_STREAM (g_file_read (packed, NULL, NULL)), unpacked = NULL;
  g_autoptr (GOutputStream) out = G_OUTPUT_STREAM (g_file_create (file, 0, NULL, NULL));

  ck_assert_ptr_nonnull (in);
  unpacked = g_converter_input_stream_new (in, converter);
  ck_assert_int_gt (g_output_stream_splice (out, unpacked, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL),
                    0);
}

/* The VFS's result where SQLite reads the beginning of the second page. */
static int
read_part (const char *directory, int length)
{
  g_autofree char *path = file_in (directory, "");
  guint8 bytes[PAGE];
  sqlite3_file *file = NULL;
  sqlite3 *sqlite;
  int code;

  ck_assert_int_eq (sqlite3_open_v2 (path, &sqlite, SQLITE_OPEN_READWRITE, hbase_local_vfs_name ()),
                    SQLITE_OK);
  ck_assert_int_eq (sqlite3_file_control (sqlite, NULL, SQLITE_FCNTL_FILE_POINTER, &file), SQLITE_OK);
  code = file->pMethods->xRead (file, bytes, length, PAGE);
  sqlite3_close (sqlite);
  return code;
}

/* SQLite 3.45 and newer reads of a page no more than a value has in it; all of the page is verified. */
START_TEST (test_parts_of_pages)
{
  static const int lengths[] = { 5, 100, 1000, PAGE - 8, PAGE };
  char *directory = local_directory ();
  Files files;
  Local local;

  local_open_at (&local, directory);
  fill_table (&local);
  local_close (&local);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    ck_assert_int_eq (read_part (directory, lengths[i]), SQLITE_OK);
  read_files (directory, &files);
  files.bytes[0][2 * PAGE - 9] ^= 1;
  write_files (directory, &files);
  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    ck_assert_int_eq (read_part (directory, lengths[i]), SQLITE_IOERR_DATA);
  clear_files (&files);
  local_remove (directory);
}
END_TEST

/* It has no checksums. It is read and written, and has none afterwards. */
START_TEST (test_version_1)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *rows = NULL;
  Local local;

  unpack ("version-1.sqlite.gz", directory);
  for (guint turn = 0; turn < 2; turn++)
    {
      local_open_at (&local, directory);
      rows = (g_free (rows), scan (&local, "rows=1 columns=f"));
      ck_assert_msg (g_str_has_prefix (rows, "[a f:q@") && strstr (rows, "=1 f:r@") != NULL, "%s", rows);
      ck_text_begins (get (&local, "m", NULL, 1), "m f:q@");
      ck_text (put (&local, "new", "f:q@7=v"), "ok");
      ck_text (get (&local, "new", NULL, 1), "new f:q@7=v");
      for (guint i = 0; i < ROWS; i++)
        put_row (&local, i, 2000);
      local_close (&local);
    }
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

START_TEST (test_version_2)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *text = NULL;
  Local local;

  unpack ("version-2.sqlite.gz", directory);
  local_open_at (&local, directory);
  text = scan (&local, "rows=9");
  ck_assert_msg (g_str_has_prefix (text, "[a f:q@") && strstr (text, "=last]") != NULL, "%s", text);
  ck_text (put (&local, "new", "f:q@7=v"), "ok");
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_LIST_NAMESPACES), "[default, hbase]");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, "u"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, "u"), "ok");
  local_close (&local);
  local_open_at (&local, directory);
  ck_text (get (&local, "new", NULL, 1), "new f:q@7=v");
  local_close (&local);
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

/* It has cells with times to live of their own. */
START_TEST (test_version_3)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autofree char *text = NULL;
  Local local;

  unpack ("version-3.sqlite.gz", directory);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), 3);
  ck_assert_int_eq (local_run_sql (directory, "SELECT count(*) FROM cells_1"), 7);
  local_open_at (&local, directory);
  text = scan (&local, "rows=9");
  ck_assert_msg (g_str_has_prefix (text, "[a f:q@") && strstr (text, "=last]") != NULL, "%s", text);
  ck_text_begins (get (&local, "kept", NULL, 1), "kept f:q@");
  ck_text (put (&local, "kept", "f:a@7=v"), "ok");
  ck_text (get (&local, "kept", "f:a", 1), "kept f:a@7=v");
  local_close (&local);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), HBASE_LOCAL_VERSION);
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

/* Its cells are stored one by one. Those that are put beside them are merged with them. */
START_TEST (test_version_4)
{
  char *directory = local_directory ();
  g_autofree char *before = NULL, *after = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  Local local;

  unpack ("version-4.sqlite.gz", directory);
  local_open_at (&local, directory);
  before = scan (&local, "rows=9");
  ck_assert_msg (g_str_has_prefix (before, "[a f:q@") && strstr (before, "=last]") != NULL, "%s", before);
  ck_text_begins (get (&local, "a", "f", 1), "a f:q@");
  ck_text (put (&local, "a", "f:a@7=new f:z@7=new"), "ok");
  ck_text (put (&local, "b", "f:a@7=new f:c@7=new f:z@7=new"), "ok");
  ck_text (put (&local, "c", "f:other@7=old"), "ok");
  ck_text_begins (get (&local, "b", "f:a f:c", 1), "b f:a@7=new f:c@7=new");
  for (const char *const *row = (const char *const[]){ "a", "b", NULL }; *row != NULL; row++)
    {
      ck_text (delete_columns (&local, *row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:a@7"), "ok");
      ck_text (delete_columns (&local, *row, HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:z@7"), "ok");
    }
  ck_text (delete_columns (&local, "b", HBASE_T_DELETE_TYPE_DELETE_COLUMNS, "f:c@7"), "ok");
  after = scan (&local, "rows=9");
  ck_assert_str_eq (after, before);
  local_close (&local);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), HBASE_LOCAL_VERSION);
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

/* It has chunks, a namespace, and no index of the owners of pages: a compaction leaves the file as large as
 * it is. */
START_TEST (test_version_5)
{
  char *directory = local_directory ();
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *many = NULL;
  guint64 n_removed;
  Local local;

  unpack ("version-5.sqlite.gz", directory);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), 5);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA auto_vacuum"), 0);
  ck_assert (hbase_local_compact (directory, NULL, NULL, &n_removed, &error));
  ck_assert_uint_eq (n_removed, 1); /* it has expired */
  local_open_at (&local, directory);
  many = get (&local, "many", "f:q39", 9);
  ck_assert_msg (strstr (many, "=v2 ") && strstr (many, "=v1 ") && g_str_has_suffix (many, "=v0"), "%s",
                 many);
  ck_text_begins (get (&local, "kept", NULL, 1), "kept f:q@");
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_LIST_NAMESPACES), "[default, hbase, space]");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DISABLE_TABLE, "t"), "ok");
  ck_text (call_of_table (&local, HBASE_WIRE_METHOD_DELETE_TABLE, "t"), "ok");
  local_close (&local);
  ck_assert (hbase_local_compact (directory, NULL, NULL, &n_removed, &error));
  ck_assert_int_gt (local_run_sql (directory, "PRAGMA freelist_count"), 0);
  problems = check (directory);
  ck_assert_uint_eq (problems->len, 0);
  local_remove (directory);
}
END_TEST

/* For reading only, a database of an earlier version stays one, and has what later versions added. */
START_TEST (test_earlier_version_read_only)
{
  static const gint64 versions[] = { 1, 2, 3, 4 };
  char *directory = local_directory ();
  g_autofree char *name = g_strdup_printf ("version-%d.sqlite.gz", (int) versions[_i]);
  g_autofree char *text = NULL;
  Local local;

  unpack (name, directory);
  local_open_how (&local, directory, HBASE_LOCAL_OPEN_READ_ONLY);
  text = scan (&local, "rows=9");
  ck_assert_msg (g_str_has_prefix (text, "[a f:q@"), "%s", text);
  call_begin (&local);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_LIST_NAMESPACES), "[default, hbase]");
  ck_text_begins (call_of_table (&local, HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR, TABLE),
                  "{1={1=default 2=t} ");
  local_close (&local);
  ck_assert_int_eq (local_run_sql (directory, "PRAGMA user_version"), versions[_i]);
  ck_assert_int_eq (local_run_sql (directory, "SELECT count(*) FROM sqlite_schema WHERE name = 'namespaces'"),
                    versions[_i] == 4);
  local_remove (directory);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("damage");

  tcase_set_timeout (tcase, 120);
  tcase_add_loop_test (tcase, test_flipped_bytes, 0, 2);
  tcase_add_test (tcase, test_damaged_log_is_used_up_to_the_damage);
  tcase_add_test (tcase, test_log_in_use);
  tcase_add_test (tcase, test_check);
  tcase_add_test (tcase, test_place_of_damage);
  tcase_add_loop_test (tcase, test_damaged_tables_are_removed, 0, 2);
  tcase_add_test (tcase, test_large_transactions);
  tcase_add_test (tcase, test_parts_of_pages);
  tcase_add_test (tcase, test_version_1);
  tcase_add_test (tcase, test_version_2);
  tcase_add_test (tcase, test_version_3);
  tcase_add_test (tcase, test_version_4);
  tcase_add_test (tcase, test_version_5);
  tcase_add_loop_test (tcase, test_earlier_version_read_only, 0, 4);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("local-damage", fill)
