/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Compaction: a walk over all stored cells of a table that removes what no read returns any more, as HBase's
 * major compaction does.
 *
 * 1. Removed are cells that a delete marker masks, versions beyond the family's number, expired cells beyond
 *    MIN_VERSIONS, and then the markers, so that later puts of an old timestamp are visible.
 * 2. A family that keeps deleted cells keeps markers and masked cells; versions and times to live still limit
 *    them, but not the family's markers, which mask cells of other columns. With TTL only markers that
 *    haven't expired are kept so.
 * 3. A step ends between two rows: what the walk knows of deletes is of one row. Writers wait for one step at
 *    most. Its transaction isn't synced, because nothing is lost if it is undone.
 * 4. A step first collects the keys, then removes them: SQLite's cursor doesn't see the table change. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-delete-tracker-private.h"
#include "hbase-wire-tables.h"

#define CELLS_PER_STEP 2000 /* some milliseconds */
#define SETTING(name) HBASE_T_COLUMN_FAMILY_DESCRIPTOR_##name

void
hbase_local_compaction_init (HBaseLocalCompaction *compaction)
{
  *compaction = (HBaseLocalCompaction){ .position = g_byte_array_new () };
}

void
hbase_local_compaction_clear (HBaseLocalCompaction *compaction)
{
  g_clear_pointer (&compaction->position, g_byte_array_unref);
}

typedef struct {
  const HBaseLocalTable *table;
  gint64 now;
  GByteArray *column; /* the current column's key, without timestamp and type; empty: none */
  gsize family_end;   /* in `column` */
  const HBaseLocalFamily *family;
  gint64 oldest;
  HBaseLocalDeleteTracker deletes;
  gint64 n_versions;
  gboolean is_column_done; /* no more of its cells are kept */
} Walk;

static void
enter_column (Walk *walk, const HBaseLocalCursor *cursor)
{
  HBaseSlice key = cursor->key, column = hbase_slice (key.data, key.length - HBASE_LOCAL_KEY_TAIL);
  gboolean is_same_family = walk->column->len > 0 && walk->family_end == cursor->family_end
                            && memcmp (walk->column->data, key.data, walk->family_end) == 0;

  if (!is_same_family)
    {
      walk->family = hbase_local_table_find_family_by_component (
          walk->table, hbase_slice (key.data + cursor->row_end, cursor->family_end - cursor->row_end));
      walk->oldest = walk->family != NULL ? hbase_local_family_oldest (walk->family, walk->now) : 0;
      hbase_local_delete_tracker_enter_family (&walk->deletes);
    }
  else
    hbase_local_delete_tracker_enter_column (&walk->deletes);
  hbase_local_key_set (walk->column, column);
  walk->family_end = cursor->family_end;
  walk->n_versions = 0;
  walk->is_column_done = FALSE;
}

/* Returns whether the family keeps such a marker, and what it masks. */
static gboolean
keeps_marker (const Walk *walk, gint64 timestamp)
{
  switch ((int) walk->family->settings[SETTING (KEEP_DELETED_CELLS)])
    {
    case HBASE_T_KEEP_DELETED_CELLS_TRUE:
      return TRUE;
    case HBASE_T_KEEP_DELETED_CELLS_TTL:
      return timestamp >= walk->oldest;
    default:
      return FALSE;
    }
}

/* Counts a put. Returns whether versions and times to live let the cell stay. A column's marker after as many
 * versions as the family keeps masks nothing that stays. */
static gboolean
is_within_limits (Walk *walk, guint8 type, gint64 timestamp)
{
  const gint64 *settings = walk->family->settings;

  walk->n_versions += type == HBASE_LOCAL_PUT;
  walk->is_column_done = walk->n_versions + (type != HBASE_LOCAL_PUT) > settings[SETTING (MAX_VERSIONS)]
                         || (timestamp < walk->oldest && walk->n_versions > settings[SETTING (MIN_VERSIONS)]);
  return !walk->is_column_done;
}

/* An expired cell isn't looked at any further in a family without MIN_VERSIONS. */
static gboolean
has_expired (const Walk *walk, gint64 timestamp, HBaseSlice time_to_live)
{
  return hbase_local_cell_has_expired (timestamp, time_to_live, walk->now)
         || (timestamp < walk->oldest && walk->family->settings[SETTING (MIN_VERSIONS)] <= 0);
}

static gboolean
is_family_marker (guint8 type)
{
  return type == HBASE_LOCAL_DELETE_FAMILY || type == HBASE_LOCAL_DELETE_FAMILY_VERSION;
}

static gboolean
keeps_cell (Walk *walk, guint8 type, gint64 timestamp, HBaseSlice time_to_live)
{
  if (walk->family == NULL || has_expired (walk, timestamp, time_to_live))
    return FALSE;
  if (type != HBASE_LOCAL_PUT && !keeps_marker (walk, timestamp))
    {
      hbase_local_delete_tracker_add (&walk->deletes, type, timestamp);
      return FALSE;
    }
  if (type == HBASE_LOCAL_PUT && hbase_local_delete_tracker_masks (&walk->deletes, timestamp))
    return FALSE;
  return is_family_marker (type) || (!walk->is_column_done && is_within_limits (walk, type, timestamp));
}

static gboolean
examine_cell (Walk *walk, HBaseLocalCursor *cursor, GPtrArray *removed, GError **error)
{
  HBaseSlice key = cursor->key, value, time_to_live;

  if (key.length != walk->column->len + HBASE_LOCAL_KEY_TAIL
      || memcmp (key.data, walk->column->data, walk->column->len) != 0)
    enter_column (walk, cursor);
  if (!hbase_local_cursor_get_value (cursor, &value, &time_to_live, error))
    return FALSE;
  if (!keeps_cell (walk, hbase_local_key_type (key), hbase_local_key_timestamp (key), time_to_live))
    g_ptr_array_add (removed, g_bytes_new (key.data, key.length));
  return TRUE;
}

static gboolean
is_at_row (const HBaseLocalCursor *cursor, const GByteArray *row)
{
  return cursor->key.data != NULL && hbase_local_key_begins_with (cursor->key, hbase_local_key_slice (row));
}

/* Examines the row at the cursor, and moves it to the next one. */
static gboolean
examine_row (HBaseLocalCompaction *compaction,
             Walk *walk,
             HBaseLocalCursor *cursor,
             GPtrArray *removed,
             GError **error)
{
  gboolean ok = TRUE;

  hbase_local_key_set (compaction->position, hbase_local_cursor_row (cursor));
  g_byte_array_set_size (walk->column, 0);
  while (ok && is_at_row (cursor, compaction->position))
    {
      compaction->n_examined++;
      ok = examine_cell (walk, cursor, removed, error) && hbase_local_cursor_next (cursor, error);
    }
  hbase_local_key_skip_prefix (compaction->position);
  return ok;
}

static gboolean
examine_rows (HBaseLocalCompaction *compaction,
              Walk *walk,
              HBaseLocalDb *db,
              guint64 n_cells,
              GPtrArray *removed,
              GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  guint64 enough = compaction->n_examined + n_cells;
  gboolean ok;

  hbase_local_cursor_init (&cursor, db, walk->table, TRUE);
  ok = hbase_local_cursor_seek (&cursor, hbase_local_key_slice (compaction->position), error);
  while (ok && cursor.key.data != NULL && compaction->n_examined < enough)
    ok = examine_row (compaction, walk, &cursor, removed, error);
  compaction->is_done = cursor.key.data == NULL;
  return ok;
}

static gboolean
remove_cells (HBaseLocalDb *db, const HBaseLocalTable *table, const GPtrArray *keys, GError **error)
{
  for (guint i = 0; i < keys->len; i++)
    {
      sqlite3_stmt *statement = hbase_local_db_statement (
          db, error, "DELETE FROM " HBASE_LOCAL_CELLS " WHERE key = ?", table->id);

      hbase_local_db_bind (statement, 1, hbase_slice_of_bytes (keys->pdata[i]));
      if (!hbase_local_db_finish (db, statement, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
compact_rows (HBaseLocalCompaction *compaction,
              HBaseLocalDb *db,
              const HBaseLocalTable *table,
              gint64 now,
              guint64 n_cells,
              GError **error)
{
  g_autoptr (GByteArray) column = g_byte_array_new ();
  g_autoptr (GArray) family_versions = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GPtrArray) removed = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  Walk walk
      = { .table = table, .now = now, .column = column, .deletes = { .family_versions = family_versions } };

  if (!examine_rows (compaction, &walk, db, n_cells, removed, error)
      || !remove_cells (db, table, removed, error))
    return FALSE;
  compaction->n_removed += removed->len;
  return TRUE;
}

/* ---- whole tables ---- */

gboolean
hbase_local_compaction_run (HBaseLocalCompaction *compaction,
                            HBaseLocalStore *store,
                            const char *name,
                            gint64 now,
                            guint64 n_cells,
                            HBaseLocalBudget *budget,
                            GError **error)
{
  HBaseLocalAccess access = HBASE_LOCAL_ACCESS_WRITE_UNSYNCED;
  HBaseLocalDb *db = hbase_local_store_begin (store, access, budget, error);
  g_autoptr (HBaseLocalTable) table = NULL;

  if (db == NULL)
    return FALSE;
  if (hbase_local_catalogue_find (db, name, &table, error)
      && (table != NULL
          || hbase_error_set (error, HBASE_ERROR_TABLE_NOT_FOUND, "there is no table “%s” to compact", name))
      && compact_rows (compaction, db, table, now, n_cells, error))
    return hbase_local_store_commit (store, db, access, error);
  hbase_local_store_rollback (store, db, access);
  return FALSE;
}

/* ---- whole tables ---- */

static gboolean
compact_table (
    HBaseLocalStore *store, const char *name, HBaseLocalBudget *budget, guint64 *n_removed, GError **error)
{
  g_auto (HBaseLocalCompaction) compaction;

  hbase_local_compaction_init (&compaction);
  while (!compaction.is_done)
    if (!hbase_local_compaction_run (&compaction, store, name, g_get_real_time () / 1000, CELLS_PER_STEP,
                                     budget, error))
      return FALSE;
  *n_removed += compaction.n_removed;
  return TRUE;
}

static GPtrArray *
list_tables (HBaseLocalStore *store, HBaseLocalBudget *budget, GError **error)
{
  HBaseLocalDb *db = hbase_local_store_begin (store, HBASE_LOCAL_ACCESS_READ, budget, error);
  GPtrArray *names;

  if (db == NULL)
    return NULL;
  names = hbase_local_catalogue_names (db, error);
  hbase_local_store_rollback (store, db, HBASE_LOCAL_ACCESS_READ);
  return names;
}

static gboolean
compact_tables (HBaseLocalStore *store, HBaseLocalBudget *budget, guint64 *n_removed, GError **error)
{
  g_autoptr (GPtrArray) names = list_tables (store, budget, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (!compact_table (store, names->pdata[i], budget, n_removed, error))
      return FALSE;
  return names != NULL;
}

gboolean
hbase_local_compact (
    const char *directory, const char *name, GCancellable *cancellable, guint64 *n_removed, GError **error)
{
  HBaseLocalBudget budget = { .cancellable = cancellable };
  GError *failure = NULL;
  HBaseLocalStore *store = hbase_local_store_open (directory, HBASE_LOCAL_OPEN_EXISTING, &budget, &failure);
  gboolean ok;

  *n_removed = 0;
  ok = store != NULL
       && (name != NULL ? compact_table (store, name, &budget, n_removed, &failure)
                        : compact_tables (store, &budget, n_removed, &failure));
  g_clear_pointer (&store, hbase_local_store_close);
  if (!ok && !g_cancellable_set_error_if_cancelled (cancellable, error))
    g_propagate_error (error, g_steal_pointer (&failure));
  g_clear_error (&failure);
  return ok;
}
