/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A scan, which is resumed by key in each call.
 *
 * 1. Between calls a scan holds no transaction, but the key where it continues, and the undelivered cells
 *    of a row that is returned in partial results. So each row is consistent, but the rows of two calls
 *    may be of different times.
 * 2. `resume_key` is the first key that wasn't read; backwards, all keys from it on were read.
 * 3. Once `has_ended` is set it stays so.
 * 4. If a read fails after it has taken rows, these are lost with the reply, and from then on the scan
 *    only fails (`has_lost_rows`): if it continued after them they would seem not to exist. The same
 *    holds for the state of a filter when any read fails.
 * 5. HBase marks a full last partial result of a row with a tail (see hbase-local-row-reader.c) as
 *    partial, unless its next request for the same reply finds no more rows in the region. So the next
 *    row is read before the end of that result is written (`has_pending_end`).
 * 6. A filter is evaluated region by region, see hbase-local-region-scan-private.h. Without a filter
 *    regions don't matter, except for partial results. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-region-scan-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-local-scanners-private.h"
#include "hbase-wire-tables.h"

#define N_SCAN_FIELDS (HBASE_T_SCAN_FILTER_BYTES + 1)
#define ROW_CAPACITY_MAX 65536 /* The greatest row in bytes whose memory is kept for the next one. */

struct _HBaseLocalScan {
  gatomicrefcount ref_count;
  gsize n_bytes; /* held all the time: the call, the query, the filter */
  GMutex mutex;
  GCond became_idle;
  gboolean is_busy; /* a call reads it; others wait */
  HBaseBlock *block;
  char *table;
  HBaseLocalQuery query;
  gboolean reversed;
  gboolean is_single_row; /* start and stop row are the same, which is included */
  gint64 limit;           /* rows, ≤ 0: no limit */
  gint64 batch;           /* cells a result, ≤ 0: whole rows */
  GByteArray *stop;       /* a key component; empty: none */
  /* position */
  GByteArray *resume_key;
  gboolean must_seek; /* the cursor isn't at `resume_key` */
  HBaseLocalRegionScan region;
  gint64 n_rows; /* delivered */
  gboolean has_ended;
  gboolean has_lost_rows;
  HBaseLocalRow row;        /* being delivered */
  guint n_delivered;        /* cells of `row` */
  gboolean has_pending_end; /* the last result's end isn't written yet */
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

/* A resume key after a row differs from the row's component in its last byte; the first one is the start
 * row. */
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

/* Reads the row at the cursor and advances past it. If it can't be read the scan's position stays before
 * it. */
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

/* Moves the cursor to the next row to read, or ends the scan. */
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
  /* Forwards, the cursor is at the next row already. */
  if ((scan->reversed || scan->must_seek || cursor->statement == NULL) && !seek (scan, cursor, table, error))
    return FALSE;
  scan->must_seek = FALSE;
  scan->has_ended = cursor->key.data == NULL || is_past_stop (scan, hbase_local_cursor_row (cursor));
  return scan->has_ended || (scan->query.filter == NULL && scan->batch <= 0)
         || hbase_local_region_scan_enter (&scan->region, cursor->db, table, scan->query.filter,
                                           hbase_local_cursor_row (cursor), error);
}

/* Reads the next row that has selected cells, or ends the scan. */
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
