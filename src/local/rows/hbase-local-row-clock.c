/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes the timestamps of mutations without any.
 *
 * In HBase they are the region server's time. A put in the millisecond of a delete is hidden by it, and so is
 * a put after the clock was set back; a delete then leaves cells.
 *
 * 1. A put is newer than each delete marker of its columns and families, and isn't older than the cells of
 *    its columns: it is visible. A delete isn't older than the cells that it is to hide.
 * 2. Stored cells more than an hour ahead of the clock don't count: they aren't times, or so wrong that the
 *    row shouldn't follow them. No timestamp is more than an hour ahead because of other cells. So 1 is true
 *    of cells that are an hour ahead at most, and of markers that are less than an hour ahead. A write that
 *    has no effect because of other cells fails (hbase-local-cells-ahead.c). What the same call writes
 *    doesn't count either.
 * 3. What isn't ahead of the clock doesn't count. So the time is that of the clock, except for rows that were
 *    deleted and put again in the same millisecond, whose clients gave them later timestamps, or that were
 *    written before the clock was set back.
 * 4. The time depends on what is stored only: other processes and restarts make no difference.
 * 5. With the fidelity `strict` it is the clock's time, as in HBase. */

#include "config.h"

#include "hbase-local-cells-ahead-private.h"
#include "hbase-local-row-clock-private.h"

#define BEFORE_ALL_TYPES G_MAXUINT8
#define STEPS_BEFORE_SEEK 2
#define KEY_CAPACITY 128

void
hbase_local_row_clock_init (HBaseLocalRowClock *clock, const HBaseLocalCall *call)
{
  *clock = (HBaseLocalRowClock){ .call = call,
                                 .time = call->now,
                                 .key = g_byte_array_sized_new (KEY_CAPACITY),
                                 .gap = g_byte_array_sized_new (KEY_CAPACITY) };
  hbase_local_cursor_init (&clock->cursor, call->db, call->table, TRUE);
}

void
hbase_local_row_clock_begin (HBaseLocalRowClock *clock)
{
  clock->time = clock->call->now;
  clock->family = hbase_slice (NULL, 0);
}

void
hbase_local_row_clock_clear (HBaseLocalRowClock *clock)
{
  hbase_local_cursor_clear (&clock->cursor);
  g_clear_pointer (&clock->key, g_byte_array_unref);
  g_clear_pointer (&clock->gap, g_byte_array_unref);
}

gint64
hbase_local_row_clock_limit (const HBaseLocalCall *call)
{
  return hbase_local_cells_ahead_limit (call->now);
}

/* The other half is left for what is deleted and put again afterwards. */
gint64
hbase_local_row_clock_limit_of_updates (const HBaseLocalCall *call)
{
  return call->now + (hbase_local_row_clock_limit (call) - call->now) / 2;
}

static gboolean
move_next (HBaseLocalRowClock *clock, GError **error)
{
  hbase_local_key_set (clock->gap, clock->cursor.key);
  return hbase_local_cursor_next (&clock->cursor, error);
}

static gboolean
is_before_key (const HBaseLocalRowClock *clock)
{
  HBaseSlice key = clock->cursor.key;

  return key.data != NULL && hbase_slice_compare (key, hbase_local_key_slice (clock->key)) < 0;
}

/* Moves the cursor to the first cell whose key isn't less than the clock's. It is there already if nothing is
 * stored between the last key and this key; so new rows, in order, cost no seeks. The columns of a row are
 * often the next cells. */
static gboolean
seek (HBaseLocalRowClock *clock, GError **error)
{
  HBaseSlice key = hbase_local_key_slice (clock->key);
  gboolean is_after_gap
      = clock->cursor.statement != NULL && hbase_slice_compare (hbase_local_key_slice (clock->gap), key) <= 0;

  for (guint i = 0; is_after_gap && i < STEPS_BEFORE_SEEK && is_before_key (clock); i++)
    if (!move_next (clock, error))
      return FALSE;
  if (is_after_gap && !is_before_key (clock))
    return TRUE;
  hbase_local_key_set (clock->gap, key);
  return is_after_gap ? hbase_local_cursor_advance (&clock->cursor, key, error)
                      : hbase_local_cursor_seek (&clock->cursor, key, error);
}

static gboolean
is_at (const HBaseLocalRowClock *clock, gsize prefix_length)
{
  return clock->cursor.key.data != NULL
         && hbase_local_key_begins_with (clock->cursor.key, hbase_slice (clock->key->data, prefix_length));
}

/* The columns of a new row needn't be looked up, and its writer needn't look it up again. */
static gboolean
look_up_row (HBaseLocalRowClock *clock, HBaseSlice row, GError **error)
{
  if (clock->row.data != NULL && hbase_slice_equal (row, clock->row))
    return TRUE;
  clock->row = row;
  g_byte_array_set_size (clock->key, 0);
  hbase_local_key_append_component (clock->key, row);
  if (!seek (clock, error))
    return FALSE;
  clock->is_new = !is_at (clock, clock->key->len);
  if (clock->is_new)
    hbase_local_cell_writer_set_gap (clock->call->writer, hbase_local_key_slice (clock->key),
                                     clock->cursor.key);
  return TRUE;
}

/* `margin`: the time is at least so much later than the cell's. */
static void
add_cell (HBaseLocalRowClock *clock, gint64 margin)
{
  gint64 timestamp = hbase_local_key_timestamp (clock->cursor.key),
         limit = hbase_local_row_clock_limit (clock->call);

  if (timestamp <= limit)
    clock->time = MAX (clock->time, MIN (timestamp + margin, limit));
}

/* Moves the cursor to the first cell of the column with this timestamp or an earlier timestamp. */
static gboolean
seek_column (HBaseLocalRowClock *clock,
             HBaseSlice row,
             HBaseSlice family,
             HBaseSlice qualifier,
             gint64 timestamp,
             GError **error)
{
  HBaseCellView first
      = { .family = family, .qualifier = qualifier, .timestamp = timestamp, .type = BEFORE_ALL_TYPES };

  g_byte_array_set_size (clock->key, 0);
  hbase_local_key_append (clock->key, row, &first);
  return seek (clock, error);
}

/* Whether the cursor is at a cell that the time can't follow. */
static gboolean
is_at_cell_ahead (const HBaseLocalRowClock *clock)
{
  HBaseSlice key = clock->cursor.key;
  gint64 timestamp = hbase_local_key_timestamp (key), limit = hbase_local_row_clock_limit (clock->call);

  return timestamp > limit || (timestamp == limit && hbase_local_key_type (key) != HBASE_LOCAL_PUT);
}

/* Looks at the newest cell of the column that counts: at one timestamp, markers come first. That of the empty
 * qualifier also has the family's markers, so that all of its cells count for the whole family. */
static gboolean
add_column (HBaseLocalRowClock *clock,
            HBaseSlice row,
            HBaseSlice family,
            HBaseSlice qualifier,
            gboolean is_put,
            GError **error)
{
  gint64 limit = hbase_local_row_clock_limit (clock->call);
  gsize length;

  if (!seek_column (clock, row, family, qualifier, G_MAXINT64, error))
    return FALSE;
  length = clock->key->len - HBASE_LOCAL_KEY_TAIL;
  if (is_at (clock, length) && is_at_cell_ahead (clock))
    {
      clock->is_ahead = TRUE;
      if (!seek_column (clock, row, family, qualifier, limit, error))
        return FALSE;
    }
  if (is_at (clock, length))
    add_cell (clock, is_put && hbase_local_key_type (clock->cursor.key) != HBASE_LOCAL_PUT ? 1 : 0);
  return TRUE;
}

/* Looks at the family's markers, unless the last column was of the same family. */
static gboolean
add_family (HBaseLocalRowClock *clock, HBaseSlice row, HBaseSlice family, GError **error)
{
  HBaseSlice none = { (const guint8 *) "", 0 };

  if (clock->family.data != NULL && hbase_slice_equal (family, clock->family))
    return TRUE;
  clock->is_ahead = FALSE;
  clock->family = family;
  if (!add_column (clock, row, family, none, TRUE, error))
    return FALSE;
  clock->is_family_ahead = clock->is_ahead;
  return TRUE;
}

gboolean
hbase_local_row_clock_add_put (HBaseLocalRowClock *clock,
                               HBaseSlice row,
                               HBaseSlice family,
                               HBaseSlice qualifier,
                               gboolean follows,
                               GError **error)
{
  if (clock->call->is_strict)
    return TRUE;
  if (!look_up_row (clock, row, error))
    return FALSE;
  if (clock->is_new)
    return TRUE;
  if (!add_family (clock, row, family, error))
    return FALSE;
  clock->is_ahead = clock->is_family_ahead;
  if (qualifier.length > 0 && !add_column (clock, row, family, qualifier, TRUE, error))
    return FALSE;
  return !clock->is_ahead
         || hbase_local_cells_ahead_check_put (&clock->cursor, clock->call, row, family, qualifier, follows,
                                               error);
}

gboolean
hbase_local_row_clock_add_delete (HBaseLocalRowClock *clock,
                                  HBaseSlice row,
                                  HBaseSlice family,
                                  HBaseSlice qualifier,
                                  gboolean is_of_all_versions,
                                  GError **error)
{
  if (clock->call->is_strict)
    return TRUE;
  clock->is_ahead = FALSE;
  if (!look_up_row (clock, row, error)
      || (!clock->is_new && !add_column (clock, row, family, qualifier, FALSE, error)))
    return FALSE;
  return !clock->is_ahead || !is_of_all_versions
         || hbase_local_cells_ahead_check_delete (&clock->cursor, clock->call, row, family, qualifier, error);
}

/* Moves to the next column if the cell counts: it is then the column's newest cell that counts. */
static gboolean
move_past (HBaseLocalRowClock *clock, GError **error)
{
  HBaseSlice cell = clock->cursor.key;

  if (hbase_local_key_timestamp (cell) > hbase_local_row_clock_limit (clock->call))
    {
      clock->is_ahead = TRUE;
      return move_next (clock, error);
    }
  hbase_local_key_set (clock->key, hbase_slice (cell.data, cell.length - HBASE_LOCAL_KEY_TAIL));
  hbase_local_key_skip_prefix (clock->key);
  return seek (clock, error);
}

gboolean
hbase_local_row_clock_add_delete_of_all (HBaseLocalRowClock *clock,
                                         HBaseSlice row,
                                         const HBaseSlice *family,
                                         GError **error)
{
  gsize prefix_length;
  gboolean ok;

  if (clock->call->is_strict)
    return TRUE;
  clock->is_ahead = FALSE;
  g_byte_array_set_size (clock->key, 0);
  hbase_local_key_append_component (clock->key, row);
  if (family != NULL)
    hbase_local_key_append_component (clock->key, *family);
  prefix_length = clock->key->len;
  for (ok = seek (clock, error); ok && is_at (clock, prefix_length); ok = move_past (clock, error))
    add_cell (clock, 0);
  return ok
         && (!clock->is_ahead
             || hbase_local_cells_ahead_check_delete_of_all (&clock->cursor, clock->call, row, family,
                                                             error));
}
