/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The check of a whole database: SQLite's own check of its trees, then all tables and their cells. In
 * each table the damage lies between the last cell that can be read from the beginning and the first cell
 * that can be read from the end. Then the cells that belong to no table.
 *
 * Cells that are ahead of the clock aren't damaged, but puts and deletes may fail because of them: they are
 * reported by a note. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-cells-ahead-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-fsck-private.h"

#define LINES_MAX 100
#define US_PER_MS 1000

typedef struct {
  HBaseLocalDb *db;
  GPtrArray *problems; /* (element-type utf8) */
  gint64 limit;        /* later timestamps are ahead of the clock: in this table … */
  guint64 n_ahead;
  char *ahead; /* the first such cell; NULL: there is none */
} Check;

static void G_GNUC_PRINTF (2, 3) report (Check *check, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_ptr_array_add (check->problems, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

/* Reports damage as a problem. Returns FALSE for any other error, which ends the check. `failure` is NULL
 * if the catalogue names something that doesn't exist. */
static gboolean
report_error (Check *check, const char *what, GError *failure, GError **error)
{
  g_autoptr (GError) own = failure;

  if (own != NULL && !g_error_matches (own, HBASE_ERROR, HBASE_ERROR_STORAGE))
    {
      g_propagate_error (error, g_steal_pointer (&own));
      return FALSE;
    }
  report (check, "%s: %s", what, own != NULL ? own->message : "it isn't there");
  return TRUE;
}

/* ---- SQLite's trees ---- */

static gboolean
check_trees (Check *check, GError **error)
{
  GError *failure = NULL;
  sqlite3_stmt *statement
      = hbase_local_db_statement (check->db, &failure, "PRAGMA integrity_check(%d)", LINES_MAX);
  int code;

  while ((code = hbase_local_db_step (check->db, statement, &failure)) == SQLITE_ROW)
    {
      const char *line = (const char *) sqlite3_column_text (statement, 0);

      if (g_strcmp0 (line, "ok") != 0)
        report (check, "the database's pages: %s", line);
    }
  hbase_local_db_reset (check->db);
  return code == SQLITE_DONE || report_error (check, "the database's pages", failure, error);
}

/* Trees of damaged cells, whose table was dropped or truncated. */
static gboolean
check_orphans (Check *check, GError **error)
{
  GError *failure = NULL;
  sqlite3_stmt *statement = hbase_local_db_statement (
      check->db, &failure,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'cells_[0-9]*'"
      "  AND CAST (substr (name, 7) AS INTEGER) NOT IN (SELECT id FROM tables)");
  int code;

  while ((code = hbase_local_db_step (check->db, statement, &failure)) == SQLITE_ROW)
    report (check,
            "%s: cells that were damaged when their table was dropped or truncated; export and import the "
            "tables to have a directory without them",
            (const char *) sqlite3_column_text (statement, 0));
  hbase_local_db_reset (check->db);
  return code == SQLITE_DONE || report_error (check, "the list of trees", failure, error);
}

/* ---- the cells of a table ---- */

static gboolean
is_known_type (guint8 type)
{
  switch ((int) type)
    {
    case HBASE_LOCAL_PUT:
    case HBASE_LOCAL_DELETE:
    case HBASE_LOCAL_DELETE_FAMILY_VERSION:
    case HBASE_LOCAL_DELETE_COLUMN:
    case HBASE_LOCAL_DELETE_FAMILY:
      return TRUE;
    default:
      return FALSE;
    }
}

static char *
row_text (HBaseSlice component)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();

  hbase_local_key_decode_component (component, 0, component.length, row);
  return hbase_bytes_to_escaped (row->len > 0 ? row->data : (const guint8 *) "", row->len);
}

static void
check_cell (Check *check, const HBaseLocalCursor *cursor, const HBaseLocalTable *table)
{
  HBaseSlice component
      = hbase_slice (cursor->key.data + cursor->row_end, cursor->family_end - cursor->row_end);
  gboolean is_known = hbase_local_table_find_family_by_component (table, component) != NULL;
  g_autofree char *row = NULL;

  if (is_known && is_known_type (hbase_local_key_type (cursor->key)))
    return;
  row = row_text (hbase_local_cursor_row (cursor));
  report (check, "table “%s”, row “%s”: a cell of %s", table->name, row,
          is_known ? "an unknown type" : "a family that the table doesn't have");
}

static char *
component_text (HBaseSlice key, gsize from, gsize end)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  hbase_local_key_decode_component (key, from, end, bytes);
  return hbase_bytes_to_escaped (bytes->len > 0 ? bytes->data : (const guint8 *) "", bytes->len);
}

static char *
describe_cell (const HBaseLocalCursor *cursor)
{
  HBaseSlice key = cursor->key;
  g_autofree char *row = row_text (hbase_local_cursor_row (cursor));
  g_autofree char *family = component_text (key, cursor->row_end, cursor->family_end);
  g_autofree char *qualifier = component_text (key, cursor->family_end, key.length - HBASE_LOCAL_KEY_TAIL);

  return g_strdup_printf ("%s of row “%s”, column “%s:%s”, timestamp %" G_GINT64_FORMAT,
                          hbase_local_key_type (key) == HBASE_LOCAL_PUT ? "a cell" : "a delete's marker", row,
                          family, qualifier, hbase_local_key_timestamp (key));
}

static void
count_ahead (Check *check, const HBaseLocalCursor *cursor)
{
  if (hbase_local_key_timestamp (cursor->key) <= check->limit)
    return;
  if (check->n_ahead++ == 0)
    check->ahead = describe_cell (cursor);
}

static void
report_ahead (Check *check, const HBaseLocalTable *table)
{
  if (check->n_ahead > 0)
    report (check,
            HBASE_LOCAL_FSCK_NOTE
            "table “%s”: timestamps more than an hour ahead of the clock: %" G_GUINT64_FORMAT
            ", the first of %s; puts and deletes without a timestamp may fail there",
            table->name, check->n_ahead, check->ahead);
  check->n_ahead = 0;
  g_clear_pointer (&check->ahead, g_free);
}

/* The row is stored as a key component. */
static void
remember_row (const HBaseLocalCursor *cursor, GByteArray *row)
{
  HBaseSlice component = hbase_local_cursor_row (cursor);

  if (hbase_slice_equal (component, hbase_local_key_slice (row)))
    return;
  g_byte_array_set_size (row, 0);
  g_byte_array_append (row, component.data, (guint) component.length);
}

/* Compares a cell's key with that of the cell before it, and keeps it. */
static void
check_order (Check *check, const HBaseLocalCursor *cursor, const HBaseLocalTable *table, GByteArray *before)
{
  if (hbase_slice_compare (hbase_local_key_slice (before), cursor->key) >= 0)
    {
      g_autofree char *row = row_text (hbase_local_cursor_row (cursor));

      report (check, "table “%s”, row “%s”: a cell isn't where its key belongs", table->name, row);
    }
  hbase_local_key_set (before, cursor->key);
}

static gboolean
read_all_cells (Check *check, const HBaseLocalTable *table, GByteArray *last, GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  g_autoptr (GByteArray) before = g_byte_array_new ();
  HBaseSlice value, time_to_live;
  gboolean ok;

  hbase_local_cursor_init (&cursor, check->db, table, FALSE);
  ok = hbase_local_cursor_seek (&cursor, hbase_slice ("", 0), error);
  while (ok && cursor.key.data != NULL)
    {
      remember_row (&cursor, last);
      check_cell (check, &cursor, table);
      check_order (check, &cursor, table, before);
      count_ahead (check, &cursor);
      ok = hbase_local_cursor_get_value (&cursor, &value, &time_to_live, error)
           && hbase_local_cursor_next (&cursor, error);
    }
  return ok;
}

/* Reads rows backwards from the end. Returns NULL if not even the last row can be read. */
static char *
find_readable_row_after (Check *check, const HBaseLocalTable *table)
{
  g_auto (HBaseLocalCursor) cursor;
  g_autoptr (GByteArray) bound = g_byte_array_new ();
  gboolean found = FALSE;

  hbase_local_cursor_init (&cursor, check->db, table, FALSE);
  hbase_local_key_fill_after_all (bound);
  while (hbase_local_cursor_seek_before (&cursor, hbase_local_key_slice (bound), NULL)
         && cursor.key.data != NULL)
    {
      remember_row (&cursor, bound);
      found = TRUE;
    }
  return found ? row_text (hbase_local_key_slice (bound)) : NULL;
}

static char *
describe_damage (Check *check, const HBaseLocalTable *table, const GByteArray *last_row)
{
  g_autofree char *last = last_row->len > 0 ? row_text (hbase_local_key_slice (last_row)) : NULL;
  g_autofree char *next = find_readable_row_after (check, table);
  GString *description = g_string_new (NULL);

  g_string_printf (description, "table “%s”: cells can't be read", table->name);
  if (last != NULL)
    g_string_append_printf (description, " in or after row “%s”", last);
  if (next != NULL)
    g_string_append_printf (description, "%s before row “%s”", last != NULL ? " and" : "", next);
  return g_string_free (description, FALSE);
}

static gboolean
check_cells (Check *check, const HBaseLocalTable *table, GError **error)
{
  g_autoptr (GByteArray) last = g_byte_array_new ();
  g_autofree char *description = NULL;
  GError *failure = NULL;
  gboolean ok;

  ok = read_all_cells (check, table, last, &failure);
  report_ahead (check, table);
  if (ok)
    return TRUE;
  hbase_local_db_reset (check->db);
  if (g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_STORAGE))
    description = describe_damage (check, table, last);
  return report_error (check, description, failure, error);
}

/* ---- tables ---- */

static gboolean
check_table (Check *check, const char *name, GError **error)
{
  g_autofree char *what = g_strdup_printf ("table “%s”", name);
  GError *failure = NULL;
  g_autoptr (HBaseLocalTable) table = NULL;
  g_autoptr (GPtrArray) splits = NULL;

  if (hbase_local_catalogue_find (check->db, name, &table, &failure) && table != NULL)
    splits = hbase_local_catalogue_splits (check->db, table, &failure);
  hbase_local_db_reset (check->db);
  if (splits == NULL)
    return report_error (check, what, failure, error);
  return check_cells (check, table, error);
}

static gboolean
check_tables (Check *check, GError **error)
{
  GError *failure = NULL;
  g_autoptr (GPtrArray) names = hbase_local_catalogue_names (check->db, &failure);

  hbase_local_db_reset (check->db);
  if (names == NULL)
    return report_error (check, "the list of tables", failure, error);
  for (guint i = 0; i < names->len; i++)
    if (!check_table (check, names->pdata[i], error))
      return FALSE;
  return TRUE;
}

static gboolean
check_store (Check *check, HBaseLocalStore *store, HBaseLocalBudget *budget, GError **error)
{
  gboolean ok;

  check->db = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, budget, error);
  if (check->db == NULL)
    return FALSE;
  ok = check_tables (check, error) && check_orphans (check, error) && check_trees (check, error);
  hbase_local_store_rollback (store, check->db, HBASE_LOCAL_ACCESS_READ);
  return ok;
}

/* A database that can't be opened is one problem. */
static gboolean
check_directory (Check *check, const char *directory, HBaseLocalBudget *budget, GError **error)
{
  g_autofree char *path = g_build_filename (directory, HBASE_LOCAL_FILE_NAME, NULL);
  GError *failure = NULL;
  HBaseLocalStore *store;
  gboolean ok;

  store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_CHECK, budget, &failure);
  if (store == NULL && !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      g_propagate_error (error, failure);
      return FALSE;
    }
  if (store == NULL)
    return report_error (check, "the database", failure, error);
  ok = check_store (check, store, budget, error);
  hbase_local_store_close (store);
  return ok;
}

GPtrArray *
hbase_local_fsck (const char *directory, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  Check check
      = { .problems = problems, .limit = hbase_local_cells_ahead_limit (g_get_real_time () / US_PER_MS) };
  GError *failure = NULL;
  HBaseLocalBudget budget = { .cancellable = cancellable };

  if (check_directory (&check, directory, &budget, &failure))
    return g_steal_pointer (&problems);
  if (!g_cancellable_set_error_if_cancelled (cancellable, error))
    g_propagate_error (error, failure);
  else
    g_error_free (failure);
  return NULL;
}
