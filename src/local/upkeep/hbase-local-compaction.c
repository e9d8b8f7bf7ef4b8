/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Compaction: a walk over all stored cells of a table that removes what no read returns any more, as HBase's
 * major compaction does.
 *
 * 1. A compaction removes cells that a delete marker masks, versions beyond the family's number, expired
 *    cells beyond MIN_VERSIONS, and then the markers, so that later puts of an old timestamp are visible.
 * 2. A family that keeps deleted cells keeps markers and masked cells; versions and times to live still limit
 *    them, but not the family's markers, which mask cells of other columns. With TTL, only markers that
 *    haven't expired are kept like this.
 * 3. After each step reads return the same, even if no other step follows. So a marker is removed only in
 *    the step that ends the column, or the family, whose cells it masks; and in a family that keeps deleted
 *    cells, where reads count versions otherwise, nothing is removed but in the step that ends the column.
 *    Of a family that takes several steps the newest marker stays. Therefore a step that would end in a
 *    family with markers, after other families, leaves that family to the next step.
 * 4. What others have changed between two steps isn't known: a step reads the family's markers again, and
 *    begins again with the column in which the last step has ended. But if the last step had begun there,
 *    too, and found nothing to remove, the next step goes on after it, and removes only expired cells up to
 *    the next column.
 * 5. A step's transaction isn't synced, because nothing is lost if it is undone.
 * 6. A step first collects the keys, then removes them: SQLite's cursor doesn't see the table change. */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-cell-writer-private.h"
#include "hbase-local-cells-private.h"
#include "hbase-local-compaction-private.h"
#include "hbase-local-delete-tracker-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-shrinking-private.h"
#include "hbase-table-names-private.h"
#include "hbase-wire-tables.h"

#define CELLS_PER_STEP 2000 /* some milliseconds */
#define CELLS_PER_CLOCK_READING 64
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
  gboolean is_column_done;    /* no more of its cells are kept */
  gboolean is_column_partial; /* its first cells weren't examined */
  gboolean is_family_partial; /* some of its markers weren't read */
  guint n_removed_before;     /* this column */
  guint64 n_examined_before;  /* this column */
  guint64 n_examined_before_family;
  guint64 n_examined;
  GPtrArray *removed;        /* keys (element-type GBytes) */
  GPtrArray *column_cells;   /* to be removed at the end of the column */
  GPtrArray *family_markers; /* … and of the family */
} Walk;

static GPtrArray *
keys_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

static void
walk_init (Walk *walk, gint64 now)
{
  *walk = (Walk){ .now = now,
                  .column = g_byte_array_new (),
                  .deletes = { .family_versions = g_array_new (FALSE, FALSE, sizeof (gint64)) },
                  .removed = keys_new (),
                  .column_cells = keys_new (),
                  .family_markers = keys_new () };
}

static void
walk_clear (Walk *walk)
{
  g_byte_array_unref (walk->column);
  g_array_unref (walk->deletes.family_versions);
  g_ptr_array_unref (walk->removed);
  g_ptr_array_unref (walk->column_cells);
  g_ptr_array_unref (walk->family_markers);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

static gpointer
copy_key (gconstpointer key, gpointer unused)
{
  return g_bytes_ref ((GBytes *) key);
}

static void
move_keys (GPtrArray *keys, GPtrArray *removed)
{
  g_ptr_array_extend (removed, keys, copy_key, NULL);
  g_ptr_array_set_size (keys, 0);
}

static gboolean
is_in_family (const Walk *walk, const HBaseLocalCursor *cursor)
{
  return walk->column->len > 0 && walk->family_end == cursor->family_end
         && memcmp (walk->column->data, cursor->key.data, walk->family_end) == 0;
}

static gboolean
is_in_column (const Walk *walk, const HBaseLocalCursor *cursor)
{
  return cursor->key.length == walk->column->len + HBASE_LOCAL_KEY_TAIL
         && memcmp (cursor->key.data, walk->column->data, walk->column->len) == 0;
}

/* Ends the column, and the family, that the cursor has left. */
static void
leave_column (Walk *walk, const HBaseLocalCursor *cursor)
{
  gboolean is_at_end = cursor->key.data == NULL;

  if (is_at_end || !is_in_column (walk, cursor))
    move_keys (walk->column_cells, walk->removed);
  if (is_at_end || !is_in_family (walk, cursor))
    move_keys (walk->family_markers, walk->removed);
}

/* `key` begins with the components of row and family. */
static void
enter_family (Walk *walk, HBaseSlice key, gsize row_end, gsize family_end)
{
  walk->family = hbase_local_table_find_family_by_component (
      walk->table, hbase_slice (key.data + row_end, family_end - row_end));
  walk->oldest = walk->family != NULL ? hbase_local_family_oldest (walk->family, walk->now) : 0;
  walk->family_end = family_end;
  walk->is_family_partial = FALSE;
  hbase_local_delete_tracker_enter_family (&walk->deletes);
}

static void
enter_column (Walk *walk, const HBaseLocalCursor *cursor)
{
  leave_column (walk, cursor);
  if (!is_in_family (walk, cursor))
    {
      enter_family (walk, cursor->key, cursor->row_end, cursor->family_end);
      walk->n_examined_before_family = walk->n_examined;
    }
  else
    hbase_local_delete_tracker_enter_column (&walk->deletes);
  hbase_local_key_set (walk->column,
                       hbase_slice (cursor->key.data, cursor->key.length - HBASE_LOCAL_KEY_TAIL));
  walk->n_versions = 0;
  walk->n_removed_before = walk->removed->len;
  walk->n_examined_before = walk->n_examined;
  walk->is_column_done = walk->is_column_partial = FALSE;
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

/* A family's markers may be in a column that isn't examined wholly; they mask cells of the next columns,
 * too. */
static gboolean
keeps_cell (Walk *walk, guint8 type, gint64 timestamp, HBaseSlice time_to_live)
{
  gboolean is_partial = walk->is_column_partial || walk->is_family_partial;

  if (walk->family == NULL || has_expired (walk, timestamp, time_to_live))
    return FALSE;
  if (type != HBASE_LOCAL_PUT && !keeps_marker (walk, timestamp))
    {
      hbase_local_delete_tracker_add (&walk->deletes, type, timestamp);
      return is_partial;
    }
  if (is_partial)
    return TRUE;
  if (type == HBASE_LOCAL_PUT && hbase_local_delete_tracker_masks (&walk->deletes, timestamp))
    return FALSE;
  return is_family_marker (type) || (!walk->is_column_done && is_within_limits (walk, type, timestamp));
}

static gboolean
keeps_deleted_cells (const Walk *walk)
{
  return walk->family != NULL
         && walk->family->settings[SETTING (KEEP_DELETED_CELLS)] != HBASE_T_KEEP_DELETED_CELLS_FALSE;
}

/* Returns the keys to which the key of a cell that isn't kept is added. A family's marker masks nothing if a
 * newer marker masks all columns. */
static GPtrArray *
choose_keys (const Walk *walk, guint8 type, gboolean is_superseded)
{
  if (is_family_marker (type) && !is_superseded)
    return walk->family_markers;
  return type != HBASE_LOCAL_PUT || keeps_deleted_cells (walk) ? walk->column_cells : walk->removed;
}

static gboolean
examine_cell (Walk *walk, HBaseLocalCursor *cursor, GError **error)
{
  HBaseSlice key = cursor->key, value, time_to_live;
  guint8 type = hbase_local_key_type (key);
  gint64 timestamp = hbase_local_key_timestamp (key);
  gboolean is_superseded;

  if (!is_in_column (walk, cursor))
    enter_column (walk, cursor);
  walk->n_examined++;
  if (!hbase_local_cursor_get_value (cursor, &value, &time_to_live, error))
    return FALSE;
  is_superseded = timestamp <= walk->deletes.family_timestamp;
  if (!keeps_cell (walk, type, timestamp, time_to_live))
    g_ptr_array_add (choose_keys (walk, type, is_superseded), g_bytes_new (key.data, key.length));
  return TRUE;
}

/* ---- steps ---- */

static gboolean
track_family_marker (Walk *walk, HBaseLocalCursor *cursor, GError **error)
{
  guint8 type = hbase_local_key_type (cursor->key);
  gint64 timestamp = hbase_local_key_timestamp (cursor->key);
  HBaseSlice value, time_to_live;

  if (!hbase_local_cursor_get_value (cursor, &value, &time_to_live, error))
    return FALSE;
  if (walk->family != NULL && is_family_marker (type) && !has_expired (walk, timestamp, time_to_live)
      && !keeps_marker (walk, timestamp))
    hbase_local_delete_tracker_add (&walk->deletes, type, timestamp);
  return hbase_local_cursor_next (cursor, error);
}

/* Reads the markers of the family that the walk has entered, up to a position in it. If there are too many,
 * only expired cells of the family are removed: others could count versions that a marker masks. */
static gboolean
read_family_markers (Walk *walk, HBaseLocalCursor *cursor, HBaseSlice position, guint64 n_max, GError **error)
{
  g_autoptr (GByteArray) empty = g_byte_array_new ();
  guint64 n = 0;
  gboolean ok;

  hbase_local_key_set (empty, hbase_local_key_slice (walk->column));
  hbase_local_key_append_component (empty, hbase_slice ("", 0));
  ok = hbase_local_cursor_seek (cursor, hbase_local_key_slice (empty), error);
  while (ok && cursor->key.data != NULL && !walk->is_family_partial
         && hbase_local_key_begins_with (cursor->key, hbase_local_key_slice (empty))
         && hbase_slice_compare (cursor->key, position) < 0)
    {
      ok = track_family_marker (walk, cursor, error);
      walk->is_family_partial = ++n >= n_max;
    }
  hbase_local_cursor_reset (cursor);
  return ok;
}

/* Moves the cursor to where the last step has ended. */
static gboolean
resume (const HBaseLocalCompaction *compaction, Walk *walk, HBaseLocalCursor *cursor, GError **error)
{
  HBaseSlice position = hbase_local_key_slice (compaction->position);
  gsize row_end, qualifier_end;

  if (position.length == 0)
    return hbase_local_cursor_seek (cursor, position, error);
  row_end = hbase_local_key_component_end (position, 0);
  enter_family (walk, position, row_end, hbase_local_key_component_end (position, row_end));
  hbase_local_key_set (walk->column, hbase_slice (position.data, walk->family_end));
  if (!read_family_markers (walk, cursor, position, compaction->n_cells, error))
    return FALSE;
  qualifier_end = hbase_local_key_component_end (position, walk->family_end);
  walk->is_column_partial = qualifier_end < position.length;
  if (walk->is_column_partial)
    hbase_local_key_set (walk->column, hbase_slice (position.data, qualifier_end));
  return hbase_local_cursor_seek (cursor, position, error);
}

/* Returns whether the next step is to examine the column of the cursor from its beginning, and will get
 * farther than this step. */
static gboolean
begins_column_again (const Walk *walk)
{
  return !walk->is_column_partial
         && (walk->n_examined_before > 0 || walk->removed->len > walk->n_removed_before);
}

/* Returns whether the next step is to examine the family of the cursor from its beginning: this step began
 * before it, and can't remove its markers. */
static gboolean
begins_family_again (const Walk *walk, const HBaseLocalCursor *cursor)
{
  return walk->n_examined_before_family > 0 && walk->family_markers->len > 0 && is_in_family (walk, cursor);
}

/* Sets `position` to where the next step begins. */
static void
set_position (const Walk *walk, const HBaseLocalCursor *cursor, GByteArray *position)
{
  HBaseSlice key = cursor->key;

  if (key.data == NULL)
    return;
  if (begins_family_again (walk, cursor))
    {
      hbase_local_key_set (position, hbase_slice (key.data, walk->family_end));
      hbase_local_key_append_component (position, hbase_slice ("", 0));
      return;
    }
  if (!is_in_column (walk, cursor) || begins_column_again (walk))
    key.length -= HBASE_LOCAL_KEY_TAIL;
  hbase_local_key_set (position, key);
}

static gboolean
ends_here (const HBaseLocalCompaction *compaction, const Walk *walk, const HBaseLocalCursor *cursor)
{
  if (compaction->deadline == 0)
    return walk->n_examined >= compaction->n_cells && !is_in_column (walk, cursor);
  return walk->n_examined >= compaction->n_cells
         || (walk->n_examined > 0 && walk->n_examined % CELLS_PER_CLOCK_READING == 0
             && g_get_monotonic_time () >= compaction->deadline);
}

static gboolean
examine_cells (const HBaseLocalCompaction *compaction,
               Walk *walk,
               HBaseLocalDb *db,
               GByteArray *position,
               GError **error)
{
  g_auto (HBaseLocalCursor) cursor;
  gboolean ok;

  hbase_local_cursor_init (&cursor, db, walk->table, TRUE);
  ok = resume (compaction, walk, &cursor, error);
  while (ok && cursor.key.data != NULL && !ends_here (compaction, walk, &cursor))
    ok = examine_cell (walk, &cursor, error) && hbase_local_cursor_next (&cursor, error);
  if (!ok)
    return FALSE;
  set_position (walk, &cursor, position);
  leave_column (walk, &cursor);
  return TRUE;
}

static gboolean
remove_cells (HBaseLocalDb *db, const HBaseLocalTable *table, const GPtrArray *keys, GError **error)
{
  HBaseLocalCellWriter *writer = hbase_local_cell_writer_begin (db);
  gboolean ok;

  for (guint i = 0; i < keys->len; i++)
    hbase_local_cell_writer_remove (writer, table, hbase_slice_of_bytes (keys->pdata[i]));
  ok = hbase_local_cell_writer_flush (writer, error);
  hbase_local_cell_writer_end (writer);
  return ok;
}

static gboolean
find_table (HBaseLocalDb *db, const char *name, HBaseLocalTable **table, GError **error)
{
  return hbase_local_catalogue_find (db, name, table, error)
         && (*table != NULL
             || hbase_error_set (error, HBASE_ERROR_TABLE_NOT_FOUND, "there is no table “%s” to compact",
                                 name));
}

static gboolean
make_step (const HBaseLocalCompaction *compaction,
           Walk *walk,
           HBaseLocalDb *db,
           const HBaseLocalTable *table,
           GByteArray *position,
           GError **error)
{
  walk->table = table;
  return examine_cells (compaction, walk, db, position, error)
         && remove_cells (db, table, walk->removed, error);
}

static void
advance (HBaseLocalCompaction *compaction, const Walk *walk, const GByteArray *position)
{
  hbase_local_key_set (compaction->position, hbase_local_key_slice (position));
  compaction->is_done = position->len == 0;
  compaction->n_examined += walk->n_examined;
  compaction->n_removed += walk->removed->len;
}

gboolean
hbase_local_compaction_run (HBaseLocalCompaction *compaction,
                            HBaseLocalStore *store,
                            const char *name,
                            gint64 now,
                            HBaseLocalBudget *budget,
                            GError **error)
{
  HBaseLocalAccess access = HBASE_LOCAL_ACCESS_WRITE_UNSYNCED;
  HBaseLocalDb *db = hbase_local_store_begin (store, access, budget, error);
  g_autoptr (HBaseLocalTable) table = NULL;
  g_autoptr (GByteArray) position = g_byte_array_new ();
  g_auto (Walk) walk;

  walk_init (&walk, now);
  if (db == NULL)
    return FALSE;
  if (!find_table (db, name, &table, error) || !make_step (compaction, &walk, db, table, position, error))
    {
      hbase_local_store_rollback (store, db, access);
      return FALSE;
    }
  if (!hbase_local_store_commit (store, db, access, error))
    return FALSE;
  advance (compaction, &walk, position);
  return TRUE;
}

/* ---- whole tables ---- */

static gboolean
compact_table (
    HBaseLocalStore *store, const char *name, HBaseLocalBudget *budget, guint64 *n_removed, GError **error)
{
  g_auto (HBaseLocalCompaction) compaction;
  guint64 n_before = *n_removed;

  hbase_local_compaction_init (&compaction);
  compaction.n_cells = CELLS_PER_STEP;
  while (!compaction.is_done)
    {
      if (!hbase_local_compaction_run (&compaction, store, name, g_get_real_time () / 1000, budget, error))
        return FALSE;
      *n_removed = n_before + compaction.n_removed;
    }
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

/* A table that has been dropped since is done. */
static gboolean
compact_listed_table (
    HBaseLocalStore *store, const char *name, HBaseLocalBudget *budget, guint64 *n_removed, GError **error)
{
  GError *failure = NULL;

  if (compact_table (store, name, budget, n_removed, &failure)
      || g_error_matches (failure, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_clear_error (&failure);
      return TRUE;
    }
  g_propagate_error (error, failure);
  return FALSE;
}

static gboolean
compact_tables (HBaseLocalStore *store, HBaseLocalBudget *budget, guint64 *n_removed, GError **error)
{
  g_autoptr (GPtrArray) names = list_tables (store, budget, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    if (!compact_listed_table (store, names->pdata[i], budget, n_removed, error))
      return FALSE;
  return names != NULL;
}

static gboolean
shrink (HBaseLocalStore *store, HBaseLocalBudget *budget, GError **error)
{
  gboolean is_done = FALSE;

  while (!is_done)
    if (!hbase_local_shrinking_run (store, TRUE, &is_done, budget, error))
      return FALSE;
  return TRUE;
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
       && (name != NULL
               ? compact_table (store, hbase_table_name_get_canonical (name), &budget, n_removed, &failure)
               : compact_tables (store, &budget, n_removed, &failure))
       && shrink (store, &budget, &failure);
  g_clear_pointer (&store, hbase_local_store_close);
  if (!ok && !g_cancellable_set_error_if_cancelled (cancellable, error))
    g_propagate_error (error, g_steal_pointer (&failure));
  g_clear_error (&failure);
  return ok;
}
