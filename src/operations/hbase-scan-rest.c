/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-rest-private.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"

static HBaseSlice
rest_last (const HBaseScanRest *rest)
{
  return rest->last != NULL ? hbase_slice (rest->last->data, rest->last->len) : hbase_slice (NULL, 0);
}

void
hbase_scan_rest_init (HBaseScanRest *rest,
                      const char *table,
                      const HBaseScanBounds *bounds,
                      gboolean reversed,
                      gboolean in_pieces,
                      HBaseSlice after)
{
  *rest = (HBaseScanRest){
    .table = table,
    .bounds = *bounds,
    .reversed = reversed,
    .in_pieces = in_pieces,
    .left = bounds->limit > 0 ? bounds->limit : G_MAXUINT,
  };
  rest->recent = g_array_new (FALSE, FALSE, sizeof (guint64));
  rest->coming = g_array_new (FALSE, FALSE, sizeof (guint64));
  if (after.data != NULL)
    rest->last = g_byte_array_append (g_byte_array_new (), after.data, (guint) after.length);
}

void
hbase_scan_rest_clear (HBaseScanRest *rest)
{
  g_clear_pointer (&rest->last, g_byte_array_unref);
  g_clear_pointer (&rest->place.column, g_byte_array_unref);
  g_clear_pointer (&rest->recent, g_array_unref);
  g_clear_pointer (&rest->coming, g_array_unref);
  g_clear_pointer (&rest->from, g_bytes_unref);
  g_clear_pointer (&rest->kept[0], g_bytes_unref);
  g_clear_pointer (&rest->kept[1], g_bytes_unref);
}

/* ---- where to begin ---- */

/* Behind the last row, or at its first cell again. */
static HBaseScanBounds
rest_remaining (HBaseScanRest *rest)
{
  HBaseScanBounds remaining = rest->bounds;

  if (rest->last == NULL)
    return remaining;
  g_clear_pointer (&rest->from, g_bytes_unref);
  rest->from = g_bytes_new (rest->last->data, rest->last->len);
  remaining.start = hbase_slice_of_bytes (rest->from);
  remaining.skip_start = !rest->within;
  return remaining;
}

gboolean
hbase_scan_rest_begin (HBaseScanRest *rest)
{
  HBaseScanBounds remaining = rest_remaining (rest);

  if (rest->left == 0 || !hbase_scan_bounds_to_wire (&remaining, rest->reversed, &rest->now, rest->kept))
    return FALSE;
  rest->again = rest->within;
  rest->n_skipped = rest->now.skip_start ? 0 : G_MAXUINT;
  rest->now.limit = rest->left != G_MAXUINT && !rest->in_pieces ? hbase_scan_rest_get_n_wanted (rest) : 0;
  return TRUE;
}

guint
hbase_scan_rest_get_n_wanted (const HBaseScanRest *rest)
{
  return rest->left + (rest->now.skip_start && rest->left < G_MAXINT32 ? 1 : 0);
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
hbase_scan_rest_mark (HBaseScanRest *rest, HBaseScanRestMark *mark)
{
  *mark = (HBaseScanRestMark){ .left = rest->left,
                               .last = copy_bytes (rest->last),
                               .within = rest->within,
                               .column = copy_bytes (rest->place.column),
                               .place = rest->place };
  g_array_set_size (rest->coming, 0);
}

void
hbase_scan_rest_keep (HBaseScanRest *rest, HBaseScanRestMark *mark)
{
  GArray *recent = rest->recent;

  g_clear_pointer (&mark->last, g_bytes_unref);
  g_clear_pointer (&mark->column, g_bytes_unref);
  if (rest->coming->len == 0)
    return;
  rest->recent = rest->coming;
  rest->coming = recent;
}

void
hbase_scan_rest_return (HBaseScanRest *rest, HBaseScanRestMark *mark)
{
  rest->left = mark->left;
  rest->within = mark->within;
  rest->over = FALSE;
  set_bytes (&rest->last, g_steal_pointer (&mark->last));
  set_bytes (&rest->place.column, g_steal_pointer (&mark->column));
  rest->place.family_length = mark->place.family_length;
  rest->place.timestamp = mark->place.timestamp;
  rest->place.type = mark->place.type;
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
rest_remember (HBaseScanRest *rest, HBaseSlice key)
{
  guint64 hash = hash_key (key);

  g_array_append_val (rest->coming, hash);
}

/* Of a key that doesn't follow the last one: whether the rows that were taken by earlier replies don't lack it. What
 * this reply has passed over comes again with the next. */
static gboolean
was_not_passed_over (const HBaseScanRest *rest, HBaseSlice key, const HBaseScanRestMark *mark)
{
  int order;

  if (mark->last == NULL)
    return TRUE;
  order = hbase_slice_compare (key, hbase_slice_of_bytes (mark->last));
  return order == 0 || (order < 0) == rest->reversed || has_hash (rest->recent, hash_key (key));
}

/* ---- what comes ---- */

static gboolean
key_follows_last (const HBaseScanRest *rest, HBaseSlice key)
{
  int order;

  if (rest->last == NULL)
    return TRUE;
  order = hbase_slice_compare (key, rest_last (rest));
  return order == 0 ? rest->within : (order < 0) == rest->reversed;
}

static HBaseScanVerdict
rest_fault (
    const HBaseScanRest *rest, HBaseScanVerdict verdict, HBaseSlice key, const char *what, GError **error)
{
  HBaseSlice last = rest_last (rest);
  g_autofree char *row = hbase_bytes_to_text (key.data, key.length);
  g_autofree char *before = hbase_bytes_to_text (last.data, last.length);

  hbase_error_set (error, HBASE_ERROR_WRONG_PEER,
                   "table “%s”: the peer's reply to a scan has row “%s” %s (the row before it: “%s”): "
                   "look at what stands between this program and HBase",
                   rest->table, row, what, before);
  return verdict;
}

static void
rest_row_is_whole (HBaseScanRest *rest)
{
  rest->within = rest->again = FALSE;
  if (rest->left != G_MAXUINT)
    rest->left--;
}

static void
place_set (HBaseScanPlace *place, const HBaseCellView *cell)
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
place_is_before (const HBaseScanPlace *place, const HBaseCellView *cell)
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
count_cells_again (const HBaseScanRest *rest, const HBaseBlock *block, guint row)
{
  guint n = hbase_block_row_n_cells (block, row);

  for (guint i = 0; i < n; i++)
    {
      HBaseCellView cell;

      hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
      if (place_is_before (&rest->place, &cell))
        return i;
    }
  return n;
}

static void
note_place (HBaseScanRest *rest, const HBaseBlock *block, guint row)
{
  HBaseCellView cell;

  hbase_block_cell (block, block->rows[row + 1].first_cell - 1, &cell);
  place_set (&rest->place, &cell);
}

static HBaseScanVerdict
rest_take (HBaseScanRest *rest, const HBaseBlock *block, guint row)
{
  HBaseSlice key = hbase_block_row_key (block, row);

  if (rest->last == NULL)
    rest->last = g_byte_array_new ();
  g_byte_array_set_size (rest->last, 0);
  g_byte_array_append (rest->last, key.data, (guint) key.length);
  rest_remember (rest, key);
  rest->within = hbase_block_row_is_partial (block, row) && hbase_block_row_n_cells (block, row) > 0;
  if (rest->within)
    note_place (rest, block, row);
  else
    rest_row_is_whole (rest);
  return HBASE_SCAN_TAKE;
}

/* Of a row that was begun anew. */
static HBaseScanVerdict
rest_take_again (HBaseScanRest *rest, HBaseBlock *block, guint row)
{
  guint n_again = count_cells_again (rest, block, row);

  if (n_again == hbase_block_row_n_cells (block, row))
    {
      if (!hbase_block_row_is_partial (block, row))
        rest_row_is_whole (rest);
      return HBASE_SCAN_DROP;
    }
  rest->again = FALSE;
  hbase_block_drop_cells (block, row, n_again);
  return rest_take (rest, block, row);
}

/* Below the bounds' stop, not below what was sent for it. */
static gboolean
key_is_beyond (const HBaseScanRest *rest, HBaseSlice key)
{
  return rest->reversed && rest->bounds.with_stop && hbase_slice_compare (key, rest->bounds.stop) < 0
         && (rest->now.stop.data == NULL || hbase_slice_compare (key, rest->now.stop) > 0);
}

/* The row to begin behind is met again: once, before all others. */
static gboolean
is_skipped (HBaseScanRest *rest, HBaseSlice key, const HBaseBlock *block, guint row)
{
  gboolean comes_again = rest->n_skipped != G_MAXUINT && hbase_slice_equal (key, rest->now.start)
                         && (rest->n_skipped == 0 || (rest->in_pieces && count_cells_again (rest, block, row) == 0));

  rest->n_skipped = comes_again ? rest->n_skipped + 1 : G_MAXUINT;
  if (comes_again && hbase_block_row_n_cells (block, row) > 0)
    note_place (rest, block, row);
  return comes_again;
}

static HBaseScanVerdict
rest_fault_order (const HBaseScanRest *rest, const HBaseScanRestMark *mark, HBaseSlice key, GError **error)
{
  return rest_fault (rest, was_not_passed_over (rest, key, mark) ? HBASE_SCAN_MISORDERED : HBASE_SCAN_FAULT, key,
                     "out of order", error);
}

/* Beyond the limit. If it should have come before the last row, that isn't what the limit is full of. */
static HBaseScanVerdict
rest_drop_surplus (const HBaseScanRest *rest, const HBaseScanRestMark *mark, HBaseSlice key, GError **error)
{
  return rest->last == NULL || key_follows_last (rest, key) || key_is_beyond (rest, key)
             ? HBASE_SCAN_DROP
             : rest_fault_order (rest, mark, key, error);
}

HBaseScanVerdict
hbase_scan_rest_accept (
    HBaseScanRest *rest, const HBaseScanRestMark *mark, HBaseBlock *block, guint row, GError **error)
{
  HBaseSlice key = hbase_block_row_key (block, row);
  gboolean same = rest->last != NULL && hbase_slice_equal (key, rest_last (rest));

  if (is_skipped (rest, key, block, row))
    return HBASE_SCAN_DROP;
  if (rest->left == 0)
    return rest_drop_surplus (rest, mark, key, error);
  if (key.length == 0 || key.length > HBASE_MAX_ROW_LENGTH)
    return rest_fault (rest, HBASE_SCAN_FAULT, key, "whose key has an impossible length", error);
  if (key_is_beyond (rest, key))
    {
      rest->over = TRUE;
      return HBASE_SCAN_BEYOND;
    }
  if (!hbase_scan_bounds_contain (&rest->bounds, rest->reversed, key))
    return rest_fault (rest, HBASE_SCAN_MISORDERED, key, "that is outside what was asked for", error);
  if (rest->over || !key_follows_last (rest, key))
    return rest_fault_order (rest, mark, key, error);

  if (same && rest->again)
    return rest_take_again (rest, block, row);
  if (same && count_cells_again (rest, block, row) > 0)
    return rest_fault (rest, HBASE_SCAN_MISORDERED, key, "with a piece out of order", error);
  /* That was all of the row before: HBase said that more may follow, or somebody has deleted the rest. */
  if (!same && rest->within)
    rest_row_is_whole (rest);
  return rest->left > 0 ? rest_take (rest, block, row) : HBASE_SCAN_DROP;
}
