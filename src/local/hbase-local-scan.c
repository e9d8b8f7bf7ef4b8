/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-region-scan-private.h"
#include "hbase-local-scanners-private.h"
#include "hbase-wire-tables.h"

/* A scan, resumed by key.
 *
 * 1. Between calls a scan holds no transaction: it knows the key where it goes on, and what is left of a row
 *    that is delivered in pieces. So each row is of one moment, and the rows of two calls may be of two.
 * 2. `at` forwards is the first key not yet seen; backwards, all keys from it on have been seen.
 * 3. Once `ended`, for ever.
 * 4. When a read fails that had taken rows already, they are `lost` with its reply: from then on the scan
 *    only fails, for to go on behind them would look as if they weren't there. So is what a filter knows
 *    when any read fails.
 * 5. Of a full last piece with a tail HBase says that more follows, unless its next call of the same reply finds no row
 *    any more in the region. So the next row is read before that piece's end is written: `held`.
 * 6. A filter goes through the regions one by one, see hbase-local-region-scan-private.h; without one they
 *    don't matter, but for rows in pieces.
 */

#define N_SCAN_FIELDS (HBASE_T_SCAN_FILTER_BYTES + 1)
#define ROW_KEPT 65536 /* bytes of a row that is delivered, for the next one */

struct _HBaseLocalScan {
  gatomicrefcount ref_count;
  gsize n_bytes; /* what it holds all the time: the call, what was read from it, and a filter at work */
  GMutex mutex;
  GCond released;
  gboolean is_read; /* by a call; another one waits */
  HBaseBlock *block;
  char *table;
  HBaseLocalQuery query;
  gboolean reversed;
  gboolean one_row; /* start and stop are the same row, which is meant */
  gint64 limit;     /* rows, ≤ 0: all */
  gint64 batch;     /* cells a result, ≤ 0: whole rows */
  GByteArray *stop; /* as a prefix; empty: none */
  /* where it stands */
  GByteArray *at;
  gboolean moved; /* `at` isn't where the cursor is */
  HBaseLocalRegionScan region;
  gint64 rows; /* delivered */
  gboolean ended;
  gboolean lost;
  HBaseLocalRow row; /* being delivered */
  guint delivered;   /* cells of it */
  gboolean held;     /* the end of the piece that was written last isn't */
};

static void
set_bounds (HBaseLocalScan *scan, HBaseSlice start, HBaseSlice stop)
{
  scan->one_row = start.length > 0 && hbase_slice_equal (start, stop);
  if (stop.length > 0)
    hbase_local_key_append (scan->stop, stop);
  if (start.length > 0 || !scan->reversed)
    {
      hbase_local_key_append (scan->at, start);
      if (scan->reversed)
        hbase_local_key_pass (scan->at);
      return;
    }
  hbase_local_key_fill_beyond_all (scan->at);
}

static gsize
measure (const HBaseLocalScan *scan)
{
  const HBaseBlock *block = scan->block;

  return sizeof *scan + block->length + block->n_cells * sizeof *block->cells
         + (block->n_rows + 1) * sizeof *block->rows + 2 * hbase_local_query_bytes (&scan->query)
         + scan->stop->len;
}

HBaseLocalScan *
hbase_local_scan_new (const HBaseBlock *block, HBaseSlice table, gsize at, GError **error)
{
  g_autoptr (HBaseLocalScan) scan = g_new0 (HBaseLocalScan, 1);
  HBaseLocalField fields[N_SCAN_FIELDS];

  hbase_local_fields_read_at (fields, G_N_ELEMENTS (fields), block, at);
  g_atomic_ref_count_init (&scan->ref_count);
  g_mutex_init (&scan->mutex);
  g_cond_init (&scan->released);
  scan->block = hbase_block_ref ((HBaseBlock *) block);
  scan->stop = g_byte_array_new ();
  scan->at = g_byte_array_new ();
  scan->reversed = fields[HBASE_T_SCAN_REVERSED].number != 0;
  scan->limit = fields[HBASE_T_SCAN_LIMIT].number;
  scan->batch = fields[HBASE_T_SCAN_BATCH_SIZE].number;
  hbase_local_query_init (&scan->query);
  hbase_local_row_init (&scan->row);
  hbase_local_region_scan_init (&scan->region, scan->reversed, fields[HBASE_T_SCAN_CACHING].number);
  scan->table = hbase_local_name_parse (table, error);
  if (scan->table == NULL || !hbase_local_query_read_scan (&scan->query, fields, block, error))
    return NULL;
  set_bounds (scan, fields[HBASE_T_SCAN_START_ROW].bytes, fields[HBASE_T_SCAN_STOP_ROW].bytes);
  scan->ended = scan->query.max_versions <= 0 && (scan->query.columns == NULL || scan->query.filter != NULL);
  scan->n_bytes = measure (scan);
  return g_steal_pointer (&scan);
}

HBaseLocalScan *
hbase_local_scan_ref (HBaseLocalScan *scan)
{
  g_atomic_ref_count_inc (&scan->ref_count);
  return scan;
}

void
hbase_local_scan_unref (HBaseLocalScan *scan)
{
  if (!g_atomic_ref_count_dec (&scan->ref_count))
    return;
  hbase_block_unref (scan->block);
  hbase_local_query_clear (&scan->query);
  hbase_local_row_clear (&scan->row);
  hbase_local_region_scan_clear (&scan->region);
  g_byte_array_unref (scan->stop);
  g_byte_array_unref (scan->at);
  g_mutex_clear (&scan->mutex);
  g_cond_clear (&scan->released);
  g_free (scan->table);
  g_free (scan);
}

const char *
hbase_local_scan_table (const HBaseLocalScan *scan)
{
  return scan->table;
}

gsize
hbase_local_scan_bytes (const HBaseLocalScan *scan)
{
  return scan->n_bytes + scan->at->len + hbase_local_row_bytes (&scan->row);
}

void
hbase_local_scan_trim (HBaseLocalScan *scan)
{
  if (scan->delivered < hbase_local_row_n_cells (&scan->row)
      || hbase_local_row_bytes (&scan->row) <= ROW_KEPT)
    return;
  hbase_local_row_release (&scan->row);
  scan->delivered = 0;
}

static gboolean
is_beyond (const HBaseLocalScan *scan, HBaseSlice row)
{
  int order = hbase_slice_compare (row, hbase_local_key_slice (scan->stop));

  if (scan->stop->len == 0)
    return FALSE;
  if (scan->reversed)
    order = -order;
  return scan->one_row ? order > 0 : order >= 0;
}

/* What the scan has passed ends in another byte than a row's key; else it is where it starts. */
static gboolean
fail_at (const HBaseLocalScan *scan, const HBaseLocalTable *table, GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();

  if (scan->at->len >= 2 && scan->at->len < HBASE_LOCAL_KEY_BEYOND_ALL)
    hbase_local_key_read_part (hbase_local_key_slice (scan->at), 0, scan->at->len, row);
  return hbase_local_cells_fail_at (table, hbase_local_key_slice (row), scan->reversed ? "before" : "after",
                                    error);
}

static gboolean
seek (HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, GError **error)
{
  gboolean ok = scan->reversed
                    ? hbase_local_cursor_seek_before (cursor, hbase_local_key_slice (scan->at), error)
                    : hbase_local_cursor_seek (cursor, hbase_local_key_slice (scan->at), error);

  return ok || fail_at (scan, table, error);
}

/* Reads the row that the cursor is at, and goes past it. If it can't be read the scan stays before it. */
static gboolean
take_row (
    HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, gint64 now, GError **error)
{
  HBaseLocalFilterScan *filtering = scan->query.filter != NULL ? &scan->region.filtering : NULL;
  g_autoptr (GByteArray) passed = g_byte_array_new ();
  HBaseSlice row = hbase_local_cursor_row (cursor);

  g_byte_array_append (passed, row.data, (guint) row.length);
  if (!scan->reversed)
    hbase_local_key_pass (passed);
  if (!hbase_local_cells_read_row (cursor, table, &scan->query, filtering, now, &scan->row, error))
    {
      hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
      return FALSE;
    }
  g_byte_array_unref (scan->at);
  scan->at = g_steal_pointer (&passed);
  return TRUE;
}

/* The cursor is brought to the next row that the scan has to look at; or the scan has ended. */
static gboolean
find_row (HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, GError **error)
{
  if (hbase_local_region_scan_has_ended (&scan->region))
    {
      scan->ended = !hbase_local_region_scan_leave (&scan->region, scan->at);
      scan->moved = TRUE;
    }
  if (scan->ended)
    return TRUE;
  /* Forwards the cursor goes on by itself: it was at the row's end. */
  if ((scan->reversed || scan->moved || cursor->statement == NULL) && !seek (scan, cursor, table, error))
    return FALSE;
  scan->moved = FALSE;
  scan->ended = cursor->key.data == NULL || is_beyond (scan, hbase_local_cursor_row (cursor));
  return scan->ended || (scan->query.filter == NULL && scan->batch <= 0)
         || hbase_local_region_scan_enter (&scan->region, cursor->db, table, scan->query.filter,
                                           hbase_local_cursor_row (cursor), error);
}

/* To the next row that has anything to be seen, or to the end. */
static gboolean
next_row (
    HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, gint64 now, GError **error)
{
  scan->delivered = 0;
  hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
  scan->ended |= scan->limit > 0 && scan->rows >= scan->limit;
  while (!scan->ended && hbase_local_row_n_cells (&scan->row) == 0)
    if (!find_row (scan, cursor, table, error)
        || (!scan->ended && !take_row (scan, cursor, table, now, error)))
      return FALSE;
  scan->rows += !scan->ended;
  return TRUE;
}

static void
write_piece (HBaseLocalScan *scan, HBaseWireWriter *results)
{
  guint left = hbase_local_row_n_cells (&scan->row) - scan->delivered;
  guint n = scan->batch > 0 ? (guint) MIN (scan->batch, (gint64) left) : left;
  gboolean has_tail = n == left && n == scan->batch && scan->row.has_tail;

  hbase_wire_begin_struct (results);
  hbase_local_row_write_cells (&scan->row, scan->delivered, n, results);
  scan->delivered += n;
  hbase_local_region_scan_count (&scan->region);
  scan->held = has_tail && !hbase_local_region_scan_reply_is_full (&scan->region);
  if (!scan->held)
    hbase_local_row_write_end (n < left || has_tail, results);
}

static gboolean
has_its_limit (const HBaseLocalScan *scan)
{
  return scan->limit > 0 && scan->rows >= scan->limit;
}

static gboolean
read_next_row (HBaseLocalScan *scan,
               HBaseLocalCursor *cursor,
               const HBaseLocalTable *table,
               gint64 now,
               HBaseWireWriter *results,
               GError **error)
{
  guint n_entered = scan->region.n_entered;

  if (!next_row (scan, cursor, table, now, error))
    return FALSE;
  if (scan->held)
    hbase_local_row_write_end ((!scan->ended || has_its_limit (scan)) && scan->region.n_entered == n_entered,
                               results);
  scan->held = FALSE;
  return TRUE;
}

static gboolean
read_pieces (HBaseLocalScan *scan,
             HBaseLocalCursor *cursor,
             const HBaseLocalTable *table,
             gint64 now,
             guint wanted,
             HBaseWireWriter *results,
             guint *count,
             GError **error)
{
  while (*count < wanted || scan->held)
    {
      if (scan->delivered == hbase_local_row_n_cells (&scan->row)
          && !read_next_row (scan, cursor, table, now, results, error))
        return FALSE;
      if (scan->ended || *count == wanted)
        return TRUE;
      write_piece (scan, results);
      ++*count;
      if (results->length > HBASE_LOCAL_REPLY_MAX)
        return hbase_local_error (error, HBASE_LOCAL_ERROR_IO,
                                  "the reply is too large: ask for fewer rows at a time");
    }
  return TRUE;
}

static gboolean
read_on (HBaseLocalScan *scan,
         HBaseLocalDb *db,
         const HBaseLocalTable *table,
         gint64 now,
         guint wanted,
         HBaseWireWriter *results,
         guint *count,
         GError **error)
{
  g_auto (HBaseLocalCursor) cursor;

  *count = 0;
  hbase_local_cursor_init (&cursor, db, table, scan->query.keys_only);
  if (scan->lost)
    return hbase_local_error (error, HBASE_LOCAL_ERROR_IO,
                              "an earlier reply of this scan was lost: open it anew");
  if (!hbase_local_query_check (&scan->query, table, error)
      || !hbase_local_region_scan_check (&scan->region, &scan->query, scan->batch, table, error))
    return FALSE;
  if (read_pieces (scan, &cursor, table, now, wanted, results, count, error))
    return TRUE;
  scan->lost = *count > 0 || scan->query.filter != NULL;
  return FALSE;
}

gboolean
hbase_local_scan_read (HBaseLocalScan *scan,
                       HBaseLocalDb *db,
                       const HBaseLocalTable *table,
                       gint64 now,
                       guint wanted,
                       HBaseWireWriter *results,
                       guint *count,
                       GError **error)
{
  gboolean ok;

  if (!hbase_local_budget_take_turn (db->budget, &scan->is_read, &scan->released, &scan->mutex, error))
    return FALSE;
  ok = read_on (scan, db, table, now, wanted, results, count, error);
  hbase_local_budget_give_turn_up (&scan->is_read, &scan->released, &scan->mutex);
  return ok;
}
