/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes the timestamps of what is written without any.
 *
 * In HBase they are the region server's time. A put in the millisecond of a delete is hidden by it, and so is
 * one after the clock was set back; a delete then leaves cells.
 *
 * 1. A put is newer than each delete marker of its columns and families, and isn't older than the cells of
 *    its columns: it is visible. A delete isn't older than the cells that it is to hide.
 * 2. Stored cells more than an hour ahead of the clock don't count: they aren't times, or so wrong that the
 *    row shouldn't follow them. No timestamp is more than an hour ahead because of other cells. So 1 is true
 *    of cells that are an hour ahead at most, and of markers that are less than an hour ahead: one of exactly
 *    an hour hides a put. What the same call writes doesn't count either.
 * 3. What isn't ahead of the clock doesn't count. So the time is that of the clock, but for rows that were
 *    deleted and put again in the same millisecond, whose clients gave them later timestamps, or that were
 *    written before the clock was set back.
 * 4. The time depends on what is stored only: other processes and restarts make no difference.
 * 5. With the fidelity `strict` it is the clock's time, as in HBase. */

#include "config.h"

#include "hbase-local-row-clock-private.h"

#define FARTHEST_MS (60 * 60 * 1000) /* ahead of the clock */
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
  return call->now + FARTHEST_MS;
}

/* The other half is left for what is deleted and put again afterwards. */
gint64
hbase_local_row_clock_limit_of_updates (const HBaseLocalCall *call)
{
  return call->now + FARTHEST_MS / 2;
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
 * stored between the last key and this one; so new rows, in order, cost no seeks. The columns of a row are
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

/* Looks at the newest cell of the column: at one timestamp, markers come first. That of the empty qualifier
 * also has the family's markers, so that all of its cells count for the whole family. */
static gboolean
add_column (HBaseLocalRowClock *clock,
            HBaseSlice row,
            HBaseSlice family,
            HBaseSlice qualifier,
            gboolean is_put,
            GError **error)
{
  HBaseCellView first = { .family = family,
                          .qualifier = qualifier,
                          .timestamp = hbase_local_row_clock_limit (clock->call),
                          .type = BEFORE_ALL_TYPES };

  g_byte_array_set_size (clock->key, 0);
  hbase_local_key_append (clock->key, row, &first);
  if (!seek (clock, error))
    return FALSE;
  if (is_at (clock, clock->key->len - HBASE_LOCAL_KEY_TAIL))
    add_cell (clock, is_put && hbase_local_key_type (clock->cursor.key) != HBASE_LOCAL_PUT ? 1 : 0);
  return TRUE;
}

gboolean
hbase_local_row_clock_add_put (
    HBaseLocalRowClock *clock, HBaseSlice row, HBaseSlice family, HBaseSlice qualifier, GError **error)
{
  HBaseSlice none = { (const guint8 *) "", 0 };
  gboolean is_same_family = clock->family.data != NULL && hbase_slice_equal (family, clock->family);

  if (clock->call->is_strict)
    return TRUE;
  if (!look_up_row (clock, row, error))
    return FALSE;
  if (clock->is_new)
    return TRUE;
  if (!is_same_family && !add_column (clock, row, family, none, TRUE, error))
    return FALSE;
  clock->family = family;
  return qualifier.length == 0 || add_column (clock, row, family, qualifier, TRUE, error);
}

gboolean
hbase_local_row_clock_add_delete (
    HBaseLocalRowClock *clock, HBaseSlice row, HBaseSlice family, HBaseSlice qualifier, GError **error)
{
  if (clock->call->is_strict)
    return TRUE;
  return look_up_row (clock, row, error)
         && (clock->is_new || add_column (clock, row, family, qualifier, FALSE, error));
}

/* Moves to the next column if the cell counts: it is the column's newest one that does. */
static gboolean
move_past (HBaseLocalRowClock *clock, GError **error)
{
  HBaseSlice cell = clock->cursor.key;

  if (hbase_local_key_timestamp (cell) > hbase_local_row_clock_limit (clock->call))
    return move_next (clock, error);
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
  gint64 limit = hbase_local_row_clock_limit (clock->call);
  gsize prefix_length;
  gboolean ok;

  if (clock->call->is_strict)
    return TRUE;
  g_byte_array_set_size (clock->key, 0);
  hbase_local_key_append_component (clock->key, row);
  if (family != NULL)
    hbase_local_key_append_component (clock->key, *family);
  prefix_length = clock->key->len;
  for (ok = seek (clock, error); ok && clock->time < limit && is_at (clock, prefix_length);
       ok = move_past (clock, error))
    add_cell (clock, 0);
  return ok;
}
