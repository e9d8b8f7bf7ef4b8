/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the progress of a scan through one range: where it resumes, and which rows of a reply
 * are accepted. The numbers in comments are those of the rules in the header. */

#include "config.h"

#include "hbase-scan-progress-private.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"

void
hbase_scan_progress_init (HBaseScanProgress *progress,
                          const char *table,
                          const HBaseScanBounds *bounds,
                          gboolean reversed,
                          gboolean has_batch_size,
                          HBaseSlice after)
{
  *progress = (HBaseScanProgress){
    .table = table,
    .bounds = *bounds,
    .reversed = reversed,
    .has_batch_size = has_batch_size,
    .n_rows_left = bounds->limit > 0 ? bounds->limit : G_MAXUINT,
  };
  progress->previous_hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  progress->reply_hashes = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (after.data != NULL)
    progress->last_key = hbase_slice_to_array (after);
}

static void
clear_savepoint (HBaseScanSavepoint *saved)
{
  g_clear_pointer (&saved->last_key, g_byte_array_unref);
  g_clear_pointer (&saved->last_cell.column, g_byte_array_unref);
}

void
hbase_scan_progress_clear (HBaseScanProgress *progress)
{
  g_clear_pointer (&progress->last_key, g_byte_array_unref);
  g_clear_pointer (&progress->last_cell.column, g_byte_array_unref);
  g_clear_pointer (&progress->previous_key, g_byte_array_unref);
  g_clear_pointer (&progress->previous_cell.column, g_byte_array_unref);
  clear_savepoint (&progress->saved);
  g_clear_pointer (&progress->previous_hashes, g_array_unref);
  g_clear_pointer (&progress->reply_hashes, g_array_unref);
  g_clear_pointer (&progress->start_key, g_bytes_unref);
  g_clear_pointer (&progress->sent_keys[0], g_bytes_unref);
  g_clear_pointer (&progress->sent_keys[1], g_bytes_unref);
}

static void
finish_row (HBaseScanProgress *progress)
{
  progress->is_within_row = progress->is_repeating_row = FALSE;
  if (progress->n_rows_left != G_MAXUINT)
    progress->n_rows_left--;
}

/* ---- where to begin ---- */

static gboolean
key_follows_last (const HBaseScanProgress *progress, HBaseSlice key)
{
  int order;

  if (progress->last_key == NULL)
    return TRUE;
  order = hbase_slice_compare (key, hbase_slice_of_array (progress->last_key));
  return order == 0 ? progress->is_within_row : (order < 0) == progress->reversed;
}

/* At the cut that was passed last (8); after the last row or, if it was partial, at its first cell again. */
static HBaseScanBounds
get_remaining_bounds (HBaseScanProgress *progress)
{
  HBaseScanBounds remaining = progress->bounds;

  if (progress->passed.data != NULL && key_follows_last (progress, progress->passed))
    {
      remaining.start = progress->passed;
      remaining.skip_start = FALSE;
      return remaining;
    }
  if (progress->last_key == NULL)
    return remaining;
  g_clear_pointer (&progress->start_key, g_bytes_unref);
  progress->start_key = g_bytes_new (progress->last_key->data, progress->last_key->len);
  remaining.start = hbase_slice_of_bytes (progress->start_key);
  remaining.skip_start = !progress->is_within_row;
  return remaining;
}

gboolean
hbase_scan_progress_begin (HBaseScanProgress *progress)
{
  HBaseScanBounds remaining = get_remaining_bounds (progress);

  progress->is_cut = FALSE;
  if (progress->n_rows_left == 0
      || !hbase_scan_bounds_to_wire (&remaining, progress->reversed, &progress->sent_bounds,
                                     progress->sent_keys))
    return FALSE;
  progress->is_repeating_row = progress->is_within_row;
  progress->is_skipping_start = progress->sent_bounds.skip_start;
  g_clear_pointer (&progress->previous_key, g_byte_array_unref);
  progress->sent_bounds.limit = progress->n_rows_left != G_MAXUINT && !progress->has_batch_size
                                    ? hbase_scan_progress_get_n_wanted (progress)
                                    : 0;
  return TRUE;
}

void
hbase_scan_progress_cut (HBaseScanProgress *progress, HBaseSlice key)
{
  progress->sent_bounds.stop = key;
  progress->sent_bounds.with_stop = FALSE;
  progress->is_cut = TRUE;
}

gboolean
hbase_scan_progress_pass_cut (HBaseScanProgress *progress)
{
  if (!progress->is_cut)
    return FALSE;
  progress->passed = progress->sent_bounds.stop;
  /* A partial row that didn't continue was complete (7): a row is never on both sides of a cut. */
  if (progress->is_within_row)
    finish_row (progress);
  return TRUE;
}

guint
hbase_scan_progress_get_n_wanted (const HBaseScanProgress *progress)
{
  return progress->n_rows_left
         + (progress->sent_bounds.skip_start && progress->n_rows_left < G_MAXINT32 ? 1 : 0);
}

/* ---- replies ---- */

static GByteArray *
copy_array (const GByteArray *array)
{
  return array != NULL ? hbase_slice_to_array (hbase_slice_of_array (array)) : NULL;
}

void
hbase_scan_progress_save (HBaseScanProgress *progress)
{
  progress->saved = (HBaseScanSavepoint){ .n_rows_left = progress->n_rows_left,
                                          .last_key = copy_array (progress->last_key),
                                          .is_within_row = progress->is_within_row,
                                          .last_cell = progress->last_cell };
  progress->saved.last_cell.column = copy_array (progress->last_cell.column);
  g_array_set_size (progress->reply_hashes, 0);
}

void
hbase_scan_progress_commit (HBaseScanProgress *progress)
{
  GArray *previous_hashes = progress->previous_hashes;

  clear_savepoint (&progress->saved);
  if (progress->reply_hashes->len == 0)
    return;
  progress->previous_hashes = progress->reply_hashes;
  progress->reply_hashes = previous_hashes;
}

void
hbase_scan_progress_roll_back (HBaseScanProgress *progress)
{
  HBaseScanSavepoint undone = { .last_key = progress->last_key, .last_cell = progress->last_cell };

  progress->n_rows_left = progress->saved.n_rows_left;
  progress->is_within_row = progress->saved.is_within_row;
  progress->last_key = progress->saved.last_key;
  progress->last_cell = progress->saved.last_cell;
  progress->saved = (HBaseScanSavepoint){ 0 };
  clear_savepoint (&undone);
}

/* FNV-1a. */
static guint64
hash_key (HBaseSlice key)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize i = 0; i < key.length; i++)
    hash = (hash ^ key.data[i]) * G_GUINT64_CONSTANT (0x100000001b3);
  return hash;
}

static gboolean
has_hash (const GArray *hashes, guint64 hash)
{
  for (guint i = 0; i < hashes->len; i++)
    if (g_array_index (hashes, guint64, i) == hash)
      return TRUE;
  return FALSE;
}

/* Returns whether the key is before the cut that was passed last (8), so that no later reply has it. */
static gboolean
is_before_passed (const HBaseScanProgress *progress, HBaseSlice key)
{
  const HBaseScanBounds later = { .start = progress->passed };

  return !hbase_scan_bounds_contain (&later, progress->reversed, key);
}

static gboolean
is_before_cut (const HBaseScanProgress *progress, HBaseSlice key)
{
  const HBaseScanBounds piece = { .stop = progress->sent_bounds.stop };

  return !progress->is_cut || hbase_scan_bounds_contain (&piece, progress->reversed, key);
}

/* Returns whether a row that is out of order isn't in the range, or will come when the range is opened again,
 * as only this reply has passed over it. FALSE: it should have come in an earlier reply, whose rows are
 * accepted (6). */
static gboolean
comes_again_later (const HBaseScanProgress *progress, HBaseSlice key)
{
  int order;

  if (!hbase_scan_bounds_contain (&progress->bounds, progress->reversed, key))
    return TRUE;
  if (is_before_passed (progress, key))
    return has_hash (progress->previous_hashes, hash_key (key));
  if (progress->saved.last_key == NULL)
    return TRUE;
  order = hbase_slice_compare (key, hbase_slice_of_array (progress->saved.last_key));
  return order == 0 || (order < 0) == progress->reversed
         || has_hash (progress->previous_hashes, hash_key (key));
}

/* ---- rows ---- */

static HBaseScanRowDecision
reject_row (const HBaseScanProgress *progress,
            HBaseScanRowDecision decision,
            HBaseSlice key,
            const char *problem,
            GError **error)
{
  const GByteArray *previous = progress->previous_key != NULL ? progress->previous_key : progress->last_key;
  HBaseSlice last = hbase_slice_of_array (previous);
  g_autofree char *row = hbase_bytes_to_escaped (key.data, key.length);
  g_autofree char *before = hbase_bytes_to_escaped (last.data, last.length);

  hbase_error_set (error, HBASE_ERROR_PROTOCOL,
                   "table “%s”: the peer's reply to a scan has row “%s”, %s (the row before it: “%s”): "
                   "check the gateway and any proxy between this program and HBase",
                   progress->table, row, problem, before);
  return decision;
}

static void
set_cell_position (HBaseCellPosition *position, const HBaseCellView *cell)
{
  if (position->column == NULL)
    position->column = g_byte_array_new ();
  g_byte_array_set_size (position->column, 0);
  g_byte_array_append (position->column, hbase_slice_bytes (cell->family), (guint) cell->family.length);
  g_byte_array_append (position->column, hbase_slice_bytes (cell->qualifier), (guint) cell->qualifier.length);
  position->family_length = cell->family.length;
  position->timestamp = cell->timestamp;
  position->type = cell->type;
}

/* Compares in HBase's order of a row's cells: by column, then the newest first, then delete markers before
 * the cells that they mask. */
static gboolean
position_is_before (const HBaseCellPosition *position, const HBaseCellView *cell)
{
  HBaseSlice family = hbase_slice (position->column->data, position->family_length);
  HBaseSlice qualifier = hbase_slice (position->column->data + position->family_length,
                                      position->column->len - position->family_length);
  int order = hbase_slice_compare (family, cell->family);

  if (order == 0)
    order = hbase_slice_compare (qualifier, cell->qualifier);
  if (order == 0)
    order = (cell->timestamp > position->timestamp) - (cell->timestamp < position->timestamp);
  return order < 0 || (order == 0 && cell->type < position->type);
}

/* Counts the row's first cells that aren't after the position. */
static guint
count_cells_until (const HBaseCellPosition *position, const HBaseBlock *block, guint row)
{
  guint n = hbase_block_row_n_cells (block, row);

  for (guint i = 0; i < n; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
      if (position_is_before (position, &cell))
        return i;
    }
  return n;
}

static void
record_last_cell (HBaseCellPosition *position, const HBaseBlock *block, guint row)
{
  HBaseCellView cell;

  hbase_block_cell (block, block->rows[row + 1].first_cell - 1, &cell);
  set_cell_position (position, &cell);
}

static void
record_key (GByteArray **array, HBaseSlice key)
{
  if (*array == NULL)
    *array = g_byte_array_new ();
  g_byte_array_set_size (*array, 0);
  g_byte_array_append (*array, key.data, (guint) key.length);
}

/* Returns whether the row may continue after this part of it (7). */
static gboolean
may_continue (const HBaseBlock *block, guint row)
{
  return hbase_block_row_is_partial (block, row) && hbase_block_row_n_cells (block, row) > 0;
}

static HBaseScanRowDecision
take_row (HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  guint64 hash = hash_key (key);

  record_key (&progress->last_key, key);
  g_array_append_val (progress->reply_hashes, hash);
  progress->is_within_row = may_continue (block, row);
  if (progress->is_within_row)
    record_last_cell (&progress->last_cell, block, row);
  else
    finish_row (progress);
  return HBASE_SCAN_TAKE;
}

/* Takes a row whose first cells have come already (2). */
static HBaseScanRowDecision
take_repeated_row (HBaseScanProgress *progress, HBaseBlock *block, guint row)
{
  guint n_repeated = count_cells_until (&progress->last_cell, block, row);

  if (n_repeated == hbase_block_row_n_cells (block, row))
    {
      if (!hbase_block_row_is_partial (block, row))
        finish_row (progress);
      return HBASE_SCAN_DROP;
    }
  progress->is_repeating_row = FALSE;
  hbase_block_drop_cells (block, row, n_repeated);
  return take_row (progress, block, row);
}

/* Returns whether the key is before the stop row of a reversed range, but not before the stop that was sent
 * (4). */
static gboolean
key_is_past_end (const HBaseScanProgress *progress, HBaseSlice key)
{
  return progress->reversed && progress->bounds.with_stop
         && hbase_slice_compare (key, progress->bounds.stop) < 0
         && (progress->sent_bounds.stop.data == NULL
             || hbase_slice_compare (key, progress->sent_bounds.stop) > 0);
}

/* Returns whether the range resumes after this row, which comes again before all others (1). */
static gboolean
skip_start_row (HBaseScanProgress *progress, HBaseSlice key)
{
  progress->is_skipping_start
      = progress->is_skipping_start && hbase_slice_equal (key, progress->sent_bounds.start);
  return progress->is_skipping_start;
}

/* ---- the order of rows ---- */

static HBaseScanRowDecision
reject_order (const HBaseScanProgress *progress, HBaseSlice key, GError **error)
{
  return reject_row (progress, comes_again_later (progress, key) ? HBASE_SCAN_MISORDERED : HBASE_SCAN_FAILURE,
                     key, "which is out of order", error);
}

/* Returns whether the row comes after the row that the peer sent before it (9). */
static gboolean
follows_previous (const HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  int order;

  if (progress->previous_key == NULL)
    return TRUE;
  order
      = hbase_slice_compare (hbase_block_row_key (block, row), hbase_slice_of_array (progress->previous_key));
  if (order != 0)
    return (order < 0) == progress->reversed;
  return progress->previous_may_continue && count_cells_until (&progress->previous_cell, block, row) == 0;
}

static void
record_previous (HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  record_key (&progress->previous_key, hbase_block_row_key (block, row));
  progress->previous_may_continue = may_continue (block, row);
  if (progress->previous_may_continue)
    record_last_cell (&progress->previous_cell, block, row);
}

/* Decides about a row that is in order. */
static HBaseScanRowDecision
decide_row (HBaseScanProgress *progress, HBaseBlock *block, guint row, GError **error)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  gboolean same
      = progress->last_key != NULL && hbase_slice_equal (key, hbase_slice_of_array (progress->last_key));

  /* Rows beyond the limit are dropped (3). */
  if (skip_start_row (progress, key) || progress->n_rows_left == 0)
    return HBASE_SCAN_DROP;
  if (key_is_past_end (progress, key))
    return HBASE_SCAN_PAST_END;
  if (!hbase_scan_bounds_contain (&progress->bounds, progress->reversed, key)
      || !is_before_cut (progress, key))
    return reject_row (progress, HBASE_SCAN_MISORDERED, key, "which is outside the requested range", error);
  if (!key_follows_last (progress, key) || is_before_passed (progress, key))
    return reject_order (progress, key, error);

  if (same && progress->is_repeating_row)
    return take_repeated_row (progress, block, row);
  /* The partial row before was complete after all (7), or its other cells were deleted meanwhile. */
  if (!same && progress->is_within_row)
    finish_row (progress);
  return progress->n_rows_left > 0 ? take_row (progress, block, row) : HBASE_SCAN_DROP;
}

HBaseScanRowDecision
hbase_scan_progress_accept (HBaseScanProgress *progress, HBaseBlock *block, guint row, GError **error)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  HBaseScanRowDecision decision;

  if (key.length == 0 || key.length > HBASE_MAX_ROW_LENGTH)
    return reject_row (progress, HBASE_SCAN_FAILURE, key, "whose key has an invalid length", error);
  if (!follows_previous (progress, block, row))
    return reject_order (progress, key, error);
  decision = decide_row (progress, block, row, error);
  record_previous (progress, block, row);
  return decision;
}
