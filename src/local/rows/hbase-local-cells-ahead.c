/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the stored cells that are too far ahead of the clock for what is written now.
 *
 * They would hide puts without a timestamp, and survive deletes without a timestamp, for the row's clock
 * doesn't follow them. HBase reports success then; with a limit for timestamps
 * (hbase.hregion.keyvalue.timestamp.slop.millisecs) it refuses the cells themselves, by the exception that is
 * reported here, before anything is written.
 *
 * Only what is visible counts: a cell ahead that was deleted with its own timestamp hides nothing, but the
 * marker of a delete of all versions does, until a compaction removes it. */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-local-cells-ahead-private.h"
#include "hbase-local-error-private.h"

#define NONE (-1)
#define MS_PER_HOUR (60 * 60 * 1000)
#define FARTHEST_MS MS_PER_HOUR /* ahead of the clock */
#define BEFORE_ALL_TYPES G_MAXUINT8

typedef struct {
  HBaseLocalCursor *cursor;
  const HBaseLocalCall *call;
  HBaseSlice row;
  gint64 limit;
  GByteArray *key;
  GByteArray *family;      /* the component of the current family; the markers are its own: */
  gint64 family_marker;    /* timestamp of the newest marker of all versions, or NONE */
  GArray *versions;        /* (element-type gint64) of markers of one version of each column */
  gboolean is_for_markers; /* the column is walked for these only */
  /* of the column that was walked last, or NONE: */
  gint64 cell;   /* timestamp of the newest cell that isn't deleted */
  gint64 marker; /* timestamp of the newest marker of all versions */
} Walk;

gint64
hbase_local_cells_ahead_limit (gint64 now)
{
  return now + FARTHEST_MS;
}

static void
walk_init (Walk *walk, HBaseLocalCursor *cursor, const HBaseLocalCall *call, HBaseSlice row)
{
  *walk = (Walk){ .cursor = cursor,
                  .call = call,
                  .row = row,
                  .limit = hbase_local_cells_ahead_limit (call->now),
                  .key = g_byte_array_new (),
                  .family = g_byte_array_new (),
                  .family_marker = NONE,
                  .versions = g_array_new (FALSE, FALSE, sizeof (gint64)) };
}

static void
walk_clear (Walk *walk)
{
  hbase_local_cursor_reset (walk->cursor);
  g_byte_array_unref (walk->key);
  g_byte_array_unref (walk->family);
  g_array_unref (walk->versions);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walk, walk_clear)

/* ---- errors ---- */

static char *
show (HBaseSlice bytes)
{
  return hbase_bytes_to_escaped ((const guint8 *) hbase_slice_bytes (bytes), bytes.length);
}

static gboolean
refuse (const Walk *walk,
        HBaseSlice family,
        HBaseSlice qualifier,
        const char *what,
        gint64 timestamp,
        const char *advice,
        GError **error)
{
  g_autofree char *row = show (walk->row), *family_text = show (family), *qualifier_text = show (qualifier);

  return hbase_local_error_set (
      error, HBASE_LOCAL_ERROR_IO,
      HBASE_LOCAL_EXCEPTION "exceptions.FailedSanityCheckException: row “%s”, column “%s:%s”: %s, whose "
                            "timestamp %" G_GINT64_FORMAT " is %" G_GINT64_FORMAT
                            " h ahead of the clock: set the clock, or %s",
      row, family_text, qualifier_text, what, timestamp, (timestamp - walk->call->now) / MS_PER_HOUR, advice);
}

static gboolean
refuse_put (const Walk *walk,
            HBaseSlice family,
            HBaseSlice qualifier,
            gboolean follows,
            gint64 marker,
            GError **error)
{
  if (walk->cell != NONE)
    return follows
           || refuse (walk, family, qualifier, "a put now would be hidden by a cell", walk->cell,
                      "give the put a later timestamp", error);
  return marker == NONE
         || refuse (walk, family, qualifier, "a put now would be hidden by the marker of a delete", marker,
                    "give the put a later timestamp, or compact the table, which removes the marker", error);
}

static gboolean
refuse_delete (const Walk *walk, HBaseSlice family, HBaseSlice qualifier, GError **error)
{
  return walk->cell == NONE
         || refuse (walk, family, qualifier, "a delete now would leave a cell", walk->cell,
                    "give the delete this timestamp", error);
}

/* ---- cells ---- */

static gboolean
has_version (const Walk *walk, gint64 timestamp)
{
  for (guint i = 0; i < walk->versions->len; i++)
    if (g_array_index (walk->versions, gint64, i) == timestamp)
      return TRUE;
  return FALSE;
}

static gboolean
is_deleted (const Walk *walk, gint64 timestamp, gint64 version)
{
  return timestamp <= walk->family_marker || timestamp <= walk->marker || timestamp == version
         || has_version (walk, timestamp);
}

/* No put is later than the limit; so a put at the limit is hidden by any marker there. */
static void
add_cell (Walk *walk, guint8 type, gint64 timestamp, gint64 *version)
{
  gboolean is_at_limit = timestamp == walk->limit;

  if (type == HBASE_LOCAL_DELETE_FAMILY || (type == HBASE_LOCAL_DELETE_FAMILY_VERSION && is_at_limit))
    walk->family_marker = MAX (walk->family_marker, timestamp);
  else if (type == HBASE_LOCAL_DELETE_FAMILY_VERSION)
    g_array_append_val (walk->versions, timestamp);
  else if (type == HBASE_LOCAL_DELETE_COLUMN || (type == HBASE_LOCAL_DELETE && is_at_limit))
    walk->marker = MAX (walk->marker, timestamp);
  else if (type == HBASE_LOCAL_DELETE)
    *version = timestamp;
  else if (walk->cell == NONE && !is_at_limit && !is_deleted (walk, timestamp, *version))
    walk->cell = timestamp;
}

/* Returns whether the cursor is at a cell ahead whose key begins with the walk's. */
static gboolean
is_ahead (const Walk *walk)
{
  HBaseSlice key = walk->cursor->key;

  return key.data != NULL && hbase_local_key_begins_with (key, hbase_local_key_slice (walk->key))
         && hbase_local_key_timestamp (key) >= walk->limit;
}

/* Walks through the cells ahead of the column at which the cursor is, up to the newest cell that isn't
 * deleted: it decides, and a counter may have many versions after it. The markers of the family may be after
 * it, too. */
static gboolean
walk_column (Walk *walk, GError **error)
{
  HBaseSlice key = walk->cursor->key;
  gint64 version = NONE;

  walk->cell = walk->marker = NONE;
  hbase_local_key_set (walk->key, hbase_slice (key.data, key.length - HBASE_LOCAL_KEY_TAIL));
  while (is_ahead (walk) && (walk->cell == NONE || walk->is_for_markers))
    {
      key = walk->cursor->key;
      add_cell (walk, hbase_local_key_type (key), hbase_local_key_timestamp (key), &version);
      if (!hbase_local_cursor_next (walk->cursor, error))
        return FALSE;
    }
  return TRUE;
}

/* The same for a column by its name, if there are cells of it. */
static gboolean
find_column (Walk *walk, HBaseSlice family, HBaseSlice qualifier, GError **error)
{
  HBaseCellView first
      = { .family = family, .qualifier = qualifier, .timestamp = G_MAXINT64, .type = BEFORE_ALL_TYPES };

  g_byte_array_set_size (walk->key, 0);
  hbase_local_key_append (walk->key, walk->row, &first);
  if (!hbase_local_cursor_seek (walk->cursor, hbase_local_key_slice (walk->key), error))
    return FALSE;
  walk->cell = walk->marker = NONE;
  g_byte_array_set_size (walk->key, walk->key->len - HBASE_LOCAL_KEY_TAIL);
  return !is_ahead (walk) || walk_column (walk, error);
}

/* The markers of a family are in the column of the empty qualifier. */
static gboolean
find_in_family (Walk *walk, HBaseSlice family, HBaseSlice qualifier, GError **error)
{
  walk->is_for_markers = qualifier.length > 0;
  if (!find_column (walk, family, hbase_slice ("", 0), error))
    return FALSE;
  walk->is_for_markers = FALSE;
  return qualifier.length == 0 || find_column (walk, family, qualifier, error);
}

gboolean
hbase_local_cells_ahead_check_put (HBaseLocalCursor *cursor,
                                   const HBaseLocalCall *call,
                                   HBaseSlice row,
                                   HBaseSlice family,
                                   HBaseSlice qualifier,
                                   gboolean follows,
                                   GError **error)
{
  g_auto (Walk) walk;

  walk_init (&walk, cursor, call, row);
  return find_in_family (&walk, family, qualifier, error)
         && refuse_put (&walk, family, qualifier, follows, MAX (walk.marker, walk.family_marker), error);
}

gboolean
hbase_local_cells_ahead_check_delete (HBaseLocalCursor *cursor,
                                      const HBaseLocalCall *call,
                                      HBaseSlice row,
                                      HBaseSlice family,
                                      HBaseSlice qualifier,
                                      GError **error)
{
  g_auto (Walk) walk;

  walk_init (&walk, cursor, call, row);
  return find_in_family (&walk, family, qualifier, error) && refuse_delete (&walk, family, qualifier, error);
}

/* ---- several columns ---- */

/* Forgets the markers of another family than the cursor's. */
static void
enter_family (Walk *walk)
{
  const HBaseLocalCursor *cursor = walk->cursor;
  HBaseSlice family = hbase_slice (cursor->key.data, cursor->family_end);

  if (hbase_slice_equal (family, hbase_local_key_slice (walk->family)))
    return;
  hbase_local_key_set (walk->family, family);
  walk->family_marker = NONE;
  g_array_set_size (walk->versions, 0);
}

/* The column's name is in the walk's key. */
static gboolean
check_walked (const Walk *walk, gsize row_end, gsize family_end, GError **error)
{
  g_autoptr (GByteArray) family = g_byte_array_new (), qualifier = g_byte_array_new ();
  HBaseSlice key = hbase_local_key_slice (walk->key);

  if (walk->cell == NONE)
    return TRUE;
  hbase_local_key_decode_component (key, row_end, family_end, family);
  hbase_local_key_decode_component (key, family_end, key.length, qualifier);
  return refuse_delete (walk, hbase_local_key_slice (family), hbase_local_key_slice (qualifier), error);
}

/* Checks the column at which the cursor is, and goes to the next column. */
static gboolean
check_column (Walk *walk, GError **error)
{
  gsize row_end = walk->cursor->row_end, family_end = walk->cursor->family_end;

  enter_family (walk);
  if (!walk_column (walk, error) || !check_walked (walk, row_end, family_end, error))
    return FALSE;
  hbase_local_key_skip_prefix (walk->key);
  return walk->cursor->key.data == NULL
         || hbase_slice_compare (walk->cursor->key, hbase_local_key_slice (walk->key)) >= 0
         || hbase_local_cursor_advance (walk->cursor, hbase_local_key_slice (walk->key), error);
}

gboolean
hbase_local_cells_ahead_check_delete_of_all (HBaseLocalCursor *cursor,
                                             const HBaseLocalCall *call,
                                             HBaseSlice row,
                                             const HBaseSlice *family,
                                             GError **error)
{
  g_auto (Walk) walk;
  g_autoptr (GByteArray) prefix = g_byte_array_new ();
  gboolean ok;

  walk_init (&walk, cursor, call, row);
  hbase_local_key_append_component (prefix, row);
  if (family != NULL)
    hbase_local_key_append_component (prefix, *family);
  ok = hbase_local_cursor_seek (cursor, hbase_local_key_slice (prefix), error);
  while (ok && cursor->key.data != NULL
         && hbase_local_key_begins_with (cursor->key, hbase_local_key_slice (prefix)))
    ok = check_column (&walk, error);
  return ok;
}
