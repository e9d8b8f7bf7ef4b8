/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-region-scan-private.h"
#include "hbase-local-row-reader-private.h"
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
#define ROW_CAPACITY_MAX 65536 /* bytes of a row that is delivered, for the next one */

struct _HBaseLocalScan {
  gatomicrefcount ref_count;
  gsize n_bytes; /* what it holds all the time: the call, what was read from it, and a filter at work */
  GMutex mutex;
  GCond became_idle;
  gboolean is_busy; /* by a call; another one waits */
  HBaseBlock *block;
  char *table;
  HBaseLocalQuery query;
  gboolean reversed;
  gboolean is_single_row; /* start and stop are the same row, which is meant */
  gint64 limit;           /* n_rows, ≤ 0: all */
  gint64 batch;           /* cells a result, ≤ 0: whole rows */
  GByteArray *stop;       /* as a prefix; empty: none */
  /* where it stands */
  GByteArray *resume_key;
  gboolean must_seek; /* `at` isn't where the cursor is */
  HBaseLocalRegionScan region;
  gint64 n_rows; /* delivered */
  gboolean has_ended;
  gboolean has_lost_rows;
  HBaseLocalRow row;        /* being delivered */
  guint n_delivered;        /* cells of it */
  gboolean has_pending_end; /* the end of the piece that was written last isn't */
};

static void
set_bounds (HBaseLocalScan *scan, HBaseSlice start, HBaseSlice stop)
{
  scan->is_single_row = start.length > 0 && hbase_slice_equal (start, stop);
  if (stop.length > 0)
    hbase_local_key_append_component (scan->stop, stop);
  if (start.length > 0 || !scan->reversed)
    {
      hbase_local_key_append_component (scan->resume_key, start);
      if (scan->reversed)
        hbase_local_key_skip_prefix (scan->resume_key);
      return;
    }
  hbase_local_key_fill_after_all (scan->resume_key);
}

static gsize
measure (const HBaseLocalScan *scan)
{
  const HBaseBlock *block = scan->block;

  return sizeof *scan + block->length + block->n_cells * sizeof *block->cells
         + (block->n_rows + 1) * sizeof *block->rows + 2 * hbase_local_query_memory_size (&scan->query)
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
  g_cond_init (&scan->became_idle);
  scan->block = hbase_block_ref ((HBaseBlock *) block);
  scan->stop = g_byte_array_new ();
  scan->resume_key = g_byte_array_new ();
  scan->reversed = fields[HBASE_T_SCAN_REVERSED].number != 0;
  scan->limit = fields[HBASE_T_SCAN_LIMIT].number;
  scan->batch = fields[HBASE_T_SCAN_BATCH_SIZE].number;
  hbase_local_query_init (&scan->query);
  hbase_local_row_init (&scan->row);
  hbase_local_region_scan_init (&scan->region, scan->reversed, fields[HBASE_T_SCAN_CACHING].number);
  scan->table = hbase_local_name_parse (table, error);
  if (scan->table == NULL || !hbase_local_query_parse_scan (&scan->query, fields, block, error))
    return NULL;
  set_bounds (scan, fields[HBASE_T_SCAN_START_ROW].bytes, fields[HBASE_T_SCAN_STOP_ROW].bytes);
  scan->has_ended
      = scan->query.max_versions <= 0 && (scan->query.columns == NULL || scan->query.filter != NULL);
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
  g_byte_array_unref (scan->resume_key);
  g_mutex_clear (&scan->mutex);
  g_cond_clear (&scan->became_idle);
  g_free (scan->table);
  g_free (scan);
}

const char *
hbase_local_scan_get_table_name (const HBaseLocalScan *scan)
{
  return scan->table;
}

gsize
hbase_local_scan_memory_size (const HBaseLocalScan *scan)
{
  return scan->n_bytes + scan->resume_key->len + hbase_local_row_memory_size (&scan->row);
}

void
hbase_local_scan_trim (HBaseLocalScan *scan)
{
  if (scan->n_delivered < hbase_local_row_n_cells (&scan->row)
      || hbase_local_row_memory_size (&scan->row) <= ROW_CAPACITY_MAX)
    return;
  hbase_local_row_free_memory (&scan->row);
  scan->n_delivered = 0;
}

static gboolean
is_past_stop (const HBaseLocalScan *scan, HBaseSlice row)
{
  int order = hbase_slice_compare (row, hbase_local_key_slice (scan->stop));

  if (scan->stop->len == 0)
    return FALSE;
  if (scan->reversed)
    order = -order;
  return scan->is_single_row ? order > 0 : order >= 0;
}

/* What the scan has passed ends in another byte than a row's key; else it is where it starts. */
static gboolean
add_position_to_error (const HBaseLocalScan *scan, const HBaseLocalTable *table, GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();

  if (scan->resume_key->len >= 2 && scan->resume_key->len < HBASE_LOCAL_KEY_AFTER_ALL_LENGTH)
    hbase_local_key_decode_component (hbase_local_key_slice (scan->resume_key), 0, scan->resume_key->len,
                                      row);
  return hbase_local_error_add_row (table, hbase_local_key_slice (row), scan->reversed ? "before" : "after",
                                    error);
}

static gboolean
seek (HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, GError **error)
{
  gboolean ok = scan->reversed
                    ? hbase_local_cursor_seek_before (cursor, hbase_local_key_slice (scan->resume_key), error)
                    : hbase_local_cursor_seek (cursor, hbase_local_key_slice (scan->resume_key), error);

  return ok || add_position_to_error (scan, table, error);
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
    hbase_local_key_skip_prefix (passed);
  if (!hbase_local_read_row (cursor, table, &scan->query, filtering, now, &scan->row, error))
    {
      hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
      return FALSE;
    }
  g_byte_array_unref (scan->resume_key);
  scan->resume_key = g_steal_pointer (&passed);
  return TRUE;
}

/* The cursor is brought to the next row that the scan has to look at; or the scan has ended. */
static gboolean
find_row (HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, GError **error)
{
  if (hbase_local_region_scan_has_ended (&scan->region))
    {
      scan->has_ended = !hbase_local_region_scan_leave (&scan->region, scan->resume_key);
      scan->must_seek = TRUE;
    }
  if (scan->has_ended)
    return TRUE;
  /* Forwards the cursor goes on by itself: it was at the row's end. */
  if ((scan->reversed || scan->must_seek || cursor->statement == NULL) && !seek (scan, cursor, table, error))
    return FALSE;
  scan->must_seek = FALSE;
  scan->has_ended = cursor->key.data == NULL || is_past_stop (scan, hbase_local_cursor_row (cursor));
  return scan->has_ended || (scan->query.filter == NULL && scan->batch <= 0)
         || hbase_local_region_scan_enter (&scan->region, cursor->db, table, scan->query.filter,
                                           hbase_local_cursor_row (cursor), error);
}

/* To the next row that has anything to be seen, or to the end. */
static gboolean
next_row (
    HBaseLocalScan *scan, HBaseLocalCursor *cursor, const HBaseLocalTable *table, gint64 now, GError **error)
{
  scan->n_delivered = 0;
  hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
  scan->has_ended |= scan->limit > 0 && scan->n_rows >= scan->limit;
  while (!scan->has_ended && hbase_local_row_n_cells (&scan->row) == 0)
    if (!find_row (scan, cursor, table, error)
        || (!scan->has_ended && !take_row (scan, cursor, table, now, error)))
      return FALSE;
  scan->n_rows += !scan->has_ended;
  return TRUE;
}

static void
write_partial_row (HBaseLocalScan *scan, HBaseWireWriter *results)
{
  guint left = hbase_local_row_n_cells (&scan->row) - scan->n_delivered;
  guint n = scan->batch > 0 ? (guint) MIN (scan->batch, (gint64) left) : left;
  gboolean has_tail = n == left && n == scan->batch && scan->row.has_tail;

  hbase_wire_begin_struct (results);
  hbase_local_row_write_cells (&scan->row, scan->n_delivered, n, results);
  scan->n_delivered += n;
  hbase_local_region_scan_count_result (&scan->region);
  scan->has_pending_end = has_tail && !hbase_local_region_scan_reply_is_full (&scan->region);
  if (!scan->has_pending_end)
    hbase_local_row_write_end (n < left || has_tail, results);
}

static gboolean
has_reached_limit (const HBaseLocalScan *scan)
{
  return scan->limit > 0 && scan->n_rows >= scan->limit;
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
  if (scan->has_pending_end)
    hbase_local_row_write_end (
        (!scan->has_ended || has_reached_limit (scan)) && scan->region.n_entered == n_entered, results);
  scan->has_pending_end = FALSE;
  return TRUE;
}

static gboolean
read_results (HBaseLocalScan *scan,
              HBaseLocalCursor *cursor,
              const HBaseLocalTable *table,
              gint64 now,
              guint wanted,
              HBaseWireWriter *results,
              guint *count,
              GError **error)
{
  while (*count < wanted || scan->has_pending_end)
    {
      if (scan->n_delivered == hbase_local_row_n_cells (&scan->row)
          && !read_next_row (scan, cursor, table, now, results, error))
        return FALSE;
      if (scan->has_ended || *count == wanted)
        return TRUE;
      write_partial_row (scan, results);
      ++*count;
      if (results->length > HBASE_LOCAL_REPLY_MAX)
        return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                      "the reply is too large: ask for fewer rows at a time");
    }
  return TRUE;
}

static gboolean
read_locked (HBaseLocalScan *scan,
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
  if (scan->has_lost_rows)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  "an earlier reply of this scan was lost: open it anew");
  if (!hbase_local_query_check (&scan->query, table, error)
      || !hbase_local_region_scan_check (&scan->region, &scan->query, scan->batch, table, error))
    return FALSE;
  if (read_results (scan, &cursor, table, now, wanted, results, count, error))
    return TRUE;
  scan->has_lost_rows = *count > 0 || scan->query.filter != NULL;
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

  if (!hbase_local_budget_acquire_flag (db->budget, &scan->is_busy, &scan->became_idle, &scan->mutex, error))
    return FALSE;
  ok = read_locked (scan, db, table, now, wanted, results, count, error);
  hbase_local_budget_release_flag (&scan->is_busy, &scan->became_idle, &scan->mutex);
  return ok;
}
