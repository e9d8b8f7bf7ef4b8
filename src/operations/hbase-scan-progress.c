/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-progress-private.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"

static HBaseSlice
progress_last (const HBaseScanProgress *progress)
{
  return progress->last != NULL ? hbase_slice (progress->last->data, progress->last->len)
                                : hbase_slice (NULL, 0);
}

void
hbase_scan_progress_init (HBaseScanProgress *progress,
                          const char *table,
                          const HBaseScanBounds *bounds,
                          gboolean reversed,
                          gboolean in_pieces,
                          HBaseSlice after)
{
  *progress = (HBaseScanProgress){
    .table = table,
    .bounds = *bounds,
    .reversed = reversed,
    .in_pieces = in_pieces,
    .left = bounds->limit > 0 ? bounds->limit : G_MAXUINT,
  };
  progress->recent = g_array_new (FALSE, FALSE, sizeof (guint64));
  progress->coming = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (after.data != NULL)
    progress->last = g_byte_array_append (g_byte_array_new (), after.data, (guint) after.length);
}

void
hbase_scan_progress_clear (HBaseScanProgress *progress)
{
  g_clear_pointer (&progress->last, g_byte_array_unref);
  g_clear_pointer (&progress->place.column, g_byte_array_unref);
  g_clear_pointer (&progress->recent, g_array_unref);
  g_clear_pointer (&progress->coming, g_array_unref);
  g_clear_pointer (&progress->from, g_bytes_unref);
  g_clear_pointer (&progress->kept[0], g_bytes_unref);
  g_clear_pointer (&progress->kept[1], g_bytes_unref);
}

/* ---- where to begin ---- */

/* Behind the last row, or at its first cell again. */
static HBaseScanBounds
progress_remaining (HBaseScanProgress *progress)
{
  HBaseScanBounds remaining = progress->bounds;

  if (progress->last == NULL)
    return remaining;
  g_clear_pointer (&progress->from, g_bytes_unref);
  progress->from = g_bytes_new (progress->last->data, progress->last->len);
  remaining.start = hbase_slice_of_bytes (progress->from);
  remaining.skip_start = !progress->within;
  return remaining;
}

gboolean
hbase_scan_progress_begin (HBaseScanProgress *progress)
{
  HBaseScanBounds remaining = progress_remaining (progress);

  if (progress->left == 0
      || !hbase_scan_bounds_to_wire (&remaining, progress->reversed, &progress->now, progress->kept))
    return FALSE;
  progress->again = progress->within;
  progress->n_skipped = progress->now.skip_start ? 0 : G_MAXUINT;
  progress->now.limit
      = progress->left != G_MAXUINT && !progress->in_pieces ? hbase_scan_progress_get_n_wanted (progress) : 0;
  return TRUE;
}

guint
hbase_scan_progress_get_n_wanted (const HBaseScanProgress *progress)
{
  return progress->left + (progress->now.skip_start && progress->left < G_MAXINT32 ? 1 : 0);
}

/* ---- replies ---- */

static GBytes *
copy_bytes (const GByteArray *bytes)
{
  return bytes != NULL ? g_bytes_new (bytes->data, bytes->len) : NULL;
}

static void
set_bytes (GByteArray **bytes, GBytes *copy)
{
  g_clear_pointer (bytes, g_byte_array_unref);
  if (copy != NULL)
    *bytes = g_bytes_unref_to_array (copy);
}

void
hbase_scan_progress_mark (HBaseScanProgress *progress, HBaseScanProgressMark *mark)
{
  *mark = (HBaseScanProgressMark){ .left = progress->left,
                                   .last = copy_bytes (progress->last),
                                   .within = progress->within,
                                   .column = copy_bytes (progress->place.column),
                                   .place = progress->place };
  g_array_set_size (progress->coming, 0);
}

void
hbase_scan_progress_keep (HBaseScanProgress *progress, HBaseScanProgressMark *mark)
{
  GArray *recent = progress->recent;

  g_clear_pointer (&mark->last, g_bytes_unref);
  g_clear_pointer (&mark->column, g_bytes_unref);
  if (progress->coming->len == 0)
    return;
  progress->recent = progress->coming;
  progress->coming = recent;
}

void
hbase_scan_progress_return (HBaseScanProgress *progress, HBaseScanProgressMark *mark)
{
  progress->left = mark->left;
  progress->within = mark->within;
  progress->over = FALSE;
  set_bytes (&progress->last, g_steal_pointer (&mark->last));
  set_bytes (&progress->place.column, g_steal_pointer (&mark->column));
  progress->place.family_length = mark->place.family_length;
  progress->place.timestamp = mark->place.timestamp;
  progress->place.type = mark->place.type;
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

static void
progress_remember (HBaseScanProgress *progress, HBaseSlice key)
{
  guint64 hash = hash_key (key);

  g_array_append_val (progress->coming, hash);
}

/* Of a key that doesn't follow the last one: whether the rows that were taken by earlier replies don't lack it. What
 * this reply has passed over comes again with the next. */
static gboolean
was_not_passed_over (const HBaseScanProgress *progress, HBaseSlice key, const HBaseScanProgressMark *mark)
{
  int order;

  if (mark->last == NULL)
    return TRUE;
  order = hbase_slice_compare (key, hbase_slice_of_bytes (mark->last));
  return order == 0 || (order < 0) == progress->reversed || has_hash (progress->recent, hash_key (key));
}

/* ---- what comes ---- */

static gboolean
key_follows_last (const HBaseScanProgress *progress, HBaseSlice key)
{
  int order;

  if (progress->last == NULL)
    return TRUE;
  order = hbase_slice_compare (key, progress_last (progress));
  return order == 0 ? progress->within : (order < 0) == progress->reversed;
}

static HBaseScanRowDecision
progress_fail (const HBaseScanProgress *progress,
               HBaseScanRowDecision verdict,
               HBaseSlice key,
               const char *what,
               GError **error)
{
  HBaseSlice last = progress_last (progress);
  g_autofree char *row = hbase_bytes_to_text (key.data, key.length);
  g_autofree char *before = hbase_bytes_to_text (last.data, last.length);

  hbase_error_set (error, HBASE_ERROR_PROTOCOL,
                   "table “%s”: the peer's reply to a scan has row “%s” %s (the row before it: “%s”): "
                   "look at what stands between this program and HBase",
                   progress->table, row, what, before);
  return verdict;
}

static void
progress_row_is_whole (HBaseScanProgress *progress)
{
  progress->within = progress->again = FALSE;
  if (progress->left != G_MAXUINT)
    progress->left--;
}

static void
place_set (HBaseCellPosition *place, const HBaseCellView *cell)
{
  if (place->column == NULL)
    place->column = g_byte_array_new ();
  g_byte_array_set_size (place->column, 0);
  g_byte_array_append (place->column, hbase_slice_bytes (cell->family), (guint) cell->family.length);
  g_byte_array_append (place->column, hbase_slice_bytes (cell->qualifier), (guint) cell->qualifier.length);
  place->family_length = cell->family.length;
  place->timestamp = cell->timestamp;
  place->type = cell->type;
}

/* HBase's order of a row's cells: by columns, the newest one first, and markers before what they mask. */
static gboolean
place_is_before (const HBaseCellPosition *place, const HBaseCellView *cell)
{
  HBaseSlice family = hbase_slice (place->column->data, place->family_length);
  HBaseSlice qualifier
      = hbase_slice (place->column->data + place->family_length, place->column->len - place->family_length);
  int order = hbase_slice_compare (family, cell->family);

  if (order == 0)
    order = hbase_slice_compare (qualifier, cell->qualifier);
  if (order == 0)
    order = (cell->timestamp > place->timestamp) - (cell->timestamp < place->timestamp);
  return order < 0 || (order == 0 && cell->type < place->type);
}

/* How many of the row's first cells don't come after the last one that came. */
static guint
count_cells_again (const HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  guint n = hbase_block_row_n_cells (block, row);

  for (guint i = 0; i < n; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
      if (place_is_before (&progress->place, &cell))
        return i;
    }
  return n;
}

static void
note_place (HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  HBaseCellView cell;

  hbase_block_cell (block, block->rows[row + 1].first_cell - 1, &cell);
  place_set (&progress->place, &cell);
}

static HBaseScanRowDecision
progress_take (HBaseScanProgress *progress, const HBaseBlock *block, guint row)
{
  HBaseSlice key = hbase_block_row_key (block, row);

  if (progress->last == NULL)
    progress->last = g_byte_array_new ();
  g_byte_array_set_size (progress->last, 0);
  g_byte_array_append (progress->last, key.data, (guint) key.length);
  progress_remember (progress, key);
  progress->within = hbase_block_row_is_partial (block, row) && hbase_block_row_n_cells (block, row) > 0;
  if (progress->within)
    note_place (progress, block, row);
  else
    progress_row_is_whole (progress);
  return HBASE_SCAN_TAKE;
}

/* Of a row that was begun anew. */
static HBaseScanRowDecision
progress_take_again (HBaseScanProgress *progress, HBaseBlock *block, guint row)
{
  guint n_again = count_cells_again (progress, block, row);

  if (n_again == hbase_block_row_n_cells (block, row))
    {
      if (!hbase_block_row_is_partial (block, row))
        progress_row_is_whole (progress);
      return HBASE_SCAN_DROP;
    }
  progress->again = FALSE;
  hbase_block_drop_cells (block, row, n_again);
  return progress_take (progress, block, row);
}

/* Below the bounds' stop, not below what was sent for it. */
static gboolean
key_is_beyond (const HBaseScanProgress *progress, HBaseSlice key)
{
  return progress->reversed && progress->bounds.with_stop
         && hbase_slice_compare (key, progress->bounds.stop) < 0
         && (progress->now.stop.data == NULL || hbase_slice_compare (key, progress->now.stop) > 0);
}

/* The row to begin behind is met again: once, before all others. */
static gboolean
is_skipped (HBaseScanProgress *progress, HBaseSlice key, const HBaseBlock *block, guint row)
{
  gboolean comes_again = progress->n_skipped != G_MAXUINT && hbase_slice_equal (key, progress->now.start)
                         && (progress->n_skipped == 0
                             || (progress->in_pieces && count_cells_again (progress, block, row) == 0));

  progress->n_skipped = comes_again ? progress->n_skipped + 1 : G_MAXUINT;
  if (comes_again && hbase_block_row_n_cells (block, row) > 0)
    note_place (progress, block, row);
  return comes_again;
}

static HBaseScanRowDecision
progress_fail_order (const HBaseScanProgress *progress,
                     const HBaseScanProgressMark *mark,
                     HBaseSlice key,
                     GError **error)
{
  return progress_fail (
      progress, was_not_passed_over (progress, key, mark) ? HBASE_SCAN_MISORDERED : HBASE_SCAN_FAILURE, key,
      "out of order", error);
}

/* Beyond the limit. If it should have come before the last row, that isn't what the limit is full of. */
static HBaseScanRowDecision
progress_drop_surplus (const HBaseScanProgress *progress,
                       const HBaseScanProgressMark *mark,
                       HBaseSlice key,
                       GError **error)
{
  return progress->last == NULL || key_follows_last (progress, key) || key_is_beyond (progress, key)
             ? HBASE_SCAN_DROP
             : progress_fail_order (progress, mark, key, error);
}

HBaseScanRowDecision
hbase_scan_progress_accept (HBaseScanProgress *progress,
                            const HBaseScanProgressMark *mark,
                            HBaseBlock *block,
                            guint row,
                            GError **error)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  gboolean same = progress->last != NULL && hbase_slice_equal (key, progress_last (progress));

  if (is_skipped (progress, key, block, row))
    return HBASE_SCAN_DROP;
  if (progress->left == 0)
    return progress_drop_surplus (progress, mark, key, error);
  if (key.length == 0 || key.length > HBASE_MAX_ROW_LENGTH)
    return progress_fail (progress, HBASE_SCAN_FAILURE, key, "whose key has an impossible length", error);
  if (key_is_beyond (progress, key))
    {
      progress->over = TRUE;
      return HBASE_SCAN_BEYOND;
    }
  if (!hbase_scan_bounds_contain (&progress->bounds, progress->reversed, key))
    return progress_fail (progress, HBASE_SCAN_MISORDERED, key, "that is outside what was asked for", error);
  if (progress->over || !key_follows_last (progress, key))
    return progress_fail_order (progress, mark, key, error);

  if (same && progress->again)
    return progress_take_again (progress, block, row);
  if (same && count_cells_again (progress, block, row) > 0)
    return progress_fail (progress, HBASE_SCAN_MISORDERED, key, "with a piece out of order", error);
  /* That was all of the row before: HBase said that more may follow, or somebody has deleted the rest. */
  if (!same && progress->within)
    progress_row_is_whole (progress);
  return progress->left > 0 ? progress_take (progress, block, row) : HBASE_SCAN_DROP;
}
