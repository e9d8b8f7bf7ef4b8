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
 * 6. A filter is evaluated region by region: each region has a filter of its own, in its initial state. When
 *    the filter ends the region, the scan continues in the next one, unless HBase's reply would be empty so
 *    far: then the whole scan ends. A reply of HBase holds `caching` rows of one region (or 2 MB, which isn't
 *    counted here). Without a filter regions don't matter, except for partial results. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-key-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-local-scan-private.h"
#include "hbase-wire-tables.h"

#define N_SCAN_FIELDS (HBASE_T_SCAN_FILTER_BYTES + 1)
#define ROW_CAPACITY_MAX 65536 /* The greatest row in bytes whose memory is kept for the next one. */

/* The part of the scan that lies in one region. */
typedef struct {
  HBaseLocalFilterScan filtering;
  gboolean is_open;
  gboolean reversed;
  GByteArray *
      boundary; /* a key component: the first row after the region, or backwards its first row; empty: none */
  gint64 caching; /* ≤ 0: no limit */
  gint64 n_in_reply;
  guint n_entered; /* regions */
} RegionScan;

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
  RegionScan region;
  gint64 n_rows; /* delivered */
  gboolean has_ended;
  gboolean has_lost_rows;
  HBaseLocalRow row;        /* being delivered */
  guint n_delivered;        /* cells of `row` */
  gboolean has_pending_end; /* the last result's end isn't written yet */
};

/* ---- the part of a scan in one region ---- */

/* Returns whether HBase's reply would be full. */
static gboolean
is_reply_full (const RegionScan *region)
{
  return region->caching > 0 && region->n_in_reply >= region->caching;
}

static gboolean
has_region_ended (const RegionScan *region)
{
  return region->is_open && region->filtering.ended;
}

static void
region_init (RegionScan *region, gboolean reversed, gint64 caching)
{
  *region = (RegionScan){ .reversed = reversed, .caching = caching, .boundary = g_byte_array_new () };
}

static void
close_region (RegionScan *region)
{
  hbase_local_filter_scan_clear (&region->filtering);
  region->is_open = FALSE;
}

static void
region_clear (RegionScan *region)
{
  close_region (region);
  g_clear_pointer (&region->boundary, g_byte_array_unref);
}

static gboolean
needs_all_families (const HBaseLocalFilter *filter,
                    const HBaseLocalQuery *query,
                    const HBaseLocalTable *table)
{
  for (guint i = 0; i < hbase_local_table_n_families (table); i++)
    {
      HBaseSlice name = hbase_local_table_family (table, i)->name;

      if (hbase_local_query_selects_family (query, name) && !hbase_local_filter_is_essential (filter, name))
        return FALSE;
    }
  return TRUE;
}

/* Fails with HBase's errors for what its filters can't do: decide on rows that are returned in results of
 * `batch` cells, and scan backwards without reading all families. */
static gboolean
check_filter (const RegionScan *region,
              const HBaseLocalQuery *query,
              gint64 batch,
              const HBaseLocalTable *table,
              GError **error)
{
  g_autoptr (HBaseLocalFilter) filter = NULL;

  if (query->filter == NULL || (batch <= 0 && !region->reversed))
    return TRUE;
  filter = hbase_local_filter_new (query->filter, region->reversed, NULL, error);
  if (filter == NULL)
    return FALSE;
  if (batch > 0 && filter->decides_rows)
    return hbase_local_error_set (
        error, HBASE_LOCAL_ERROR_IO_RETRY,
        "Failed after attempts=1, exceptions:\n"
        "org.apache.hadoop.hbase.filter.IncompatibleFilterException: Cannot set batch on a "
        "scan using a filter that returns true for filter.hasFilterRow");
  return !region->reversed || needs_all_families (filter, query, table)
         || hbase_local_error_set (
             error, HBASE_LOCAL_ERROR_IO,
             "org.apache.hadoop.hbase.DoNotRetryIOException: Reverse scan with loading CFs on "
             "demand is not supported");
}

static gboolean
is_within (const RegionScan *region, HBaseSlice row)
{
  int order = hbase_slice_compare (row, hbase_local_key_slice (region->boundary));

  return region->boundary->len == 0 || (region->reversed ? order >= 0 : order < 0);
}

static gboolean
find_boundary (
    RegionScan *region, HBaseLocalDb *db, const HBaseLocalTable *table, HBaseSlice part, GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();
  g_autoptr (GBytes) boundary = NULL;
  gboolean found;

  hbase_local_key_decode_component (part, 0, part.length, row);
  found = region->reversed
              ? hbase_local_catalogue_region_start (db, table, hbase_local_key_slice (row), &boundary, error)
              : hbase_local_catalogue_region_end (db, table, hbase_local_key_slice (row), &boundary, error);
  g_byte_array_set_size (region->boundary, 0);
  if (boundary != NULL)
    hbase_local_key_append_component (region->boundary, hbase_slice_of_bytes (boundary));
  return found;
}

/* Enters the region of the next row, a key component, unless the scan is in it already. `filter` may be
 * NULL. */
static gboolean
region_enter (RegionScan *region,
              HBaseLocalDb *db,
              const HBaseLocalTable *table,
              const HBaseFilterNode *filter,
              HBaseSlice row,
              GError **error)
{
  if (region->is_open && is_within (region, row))
    {
      if (is_reply_full (region))
        region->n_in_reply = 0;
      return TRUE;
    }
  close_region (region);
  region->n_in_reply = 0;
  region->is_open
      = find_boundary (region, db, table, row, error)
        && (filter == NULL
            || hbase_local_filter_scan_init (&region->filtering, filter, region->reversed, error));
  region->n_entered += region->is_open;
  return region->is_open;
}

/* Leaves a region that has ended. Sets `*at` to the key to seek; FALSE: the scan has ended. */
static gboolean
region_leave (RegionScan *region, GByteArray *at)
{
  gboolean all_out = hbase_local_filter_all_remaining (region->filtering.filter);

  if ((all_out && region->n_in_reply == 0) || region->boundary->len == 0)
    return FALSE;
  g_byte_array_set_size (at, 0);
  g_byte_array_append (at, region->boundary->data, region->boundary->len);
  close_region (region);
  return TRUE;
}

/* Counts a result that was added to the reply. */
static void
region_count_result (RegionScan *region)
{
  if (is_reply_full (region))
    region->n_in_reply = 0;
  region->n_in_reply++;
}

/* ---- the scan ---- */

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
  region_init (&scan->region, scan->reversed, fields[HBASE_T_SCAN_CACHING].number);
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
  region_clear (&scan->region);
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

/* One call that reads the scan. */
typedef struct {
  HBaseLocalCursor cursor;
  const HBaseLocalTable *table;
  gint64 now;
  HBaseWireWriter *results;
} Reading;

static gboolean
has_reached_limit (const HBaseLocalScan *scan)
{
  return scan->limit > 0 && scan->n_rows >= scan->limit;
}

static gboolean
seek (HBaseLocalScan *scan, Reading *reading, GError **error)
{
  gboolean ok
      = scan->reversed
            ? hbase_local_cursor_seek_before (&reading->cursor, hbase_local_key_slice (scan->resume_key),
                                              error)
            : hbase_local_cursor_seek (&reading->cursor, hbase_local_key_slice (scan->resume_key), error);

  return ok || add_position_to_error (scan, reading->table, error);
}

/* Reads the row at the cursor and advances past it. If it can't be read the scan's position stays before
 * it. */
static gboolean
take_row (HBaseLocalScan *scan, Reading *reading, GError **error)
{
  HBaseLocalFilterScan *filtering = scan->query.filter != NULL ? &scan->region.filtering : NULL;
  g_autoptr (GByteArray) passed = g_byte_array_new ();
  HBaseSlice row = hbase_local_cursor_row (&reading->cursor);

  g_byte_array_append (passed, row.data, (guint) row.length);
  if (!scan->reversed)
    hbase_local_key_skip_prefix (passed);
  if (!hbase_local_read_row (&reading->cursor, reading->table, &scan->query, filtering, reading->now,
                             &scan->row, error))
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
find_row (HBaseLocalScan *scan, Reading *reading, GError **error)
{
  if (has_region_ended (&scan->region))
    {
      scan->has_ended = !region_leave (&scan->region, scan->resume_key);
      scan->must_seek = TRUE;
    }
  if (scan->has_ended)
    return TRUE;
  /* Forwards, the cursor is at the next row already. */
  if ((scan->reversed || scan->must_seek || reading->cursor.statement == NULL)
      && !seek (scan, reading, error))
    return FALSE;
  scan->must_seek = FALSE;
  scan->has_ended
      = reading->cursor.key.data == NULL || is_past_stop (scan, hbase_local_cursor_row (&reading->cursor));
  return scan->has_ended || (scan->query.filter == NULL && scan->batch <= 0)
         || region_enter (&scan->region, reading->cursor.db, reading->table, scan->query.filter,
                          hbase_local_cursor_row (&reading->cursor), error);
}

/* Reads the next row that has selected cells, or ends the scan. */
static gboolean
next_row (HBaseLocalScan *scan, Reading *reading, GError **error)
{
  scan->n_delivered = 0;
  hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
  scan->has_ended |= has_reached_limit (scan);
  while (!scan->has_ended && hbase_local_row_n_cells (&scan->row) == 0)
    if (!find_row (scan, reading, error) || (!scan->has_ended && !take_row (scan, reading, error)))
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
  region_count_result (&scan->region);
  scan->has_pending_end = has_tail && !is_reply_full (&scan->region);
  if (!scan->has_pending_end)
    hbase_local_row_write_end (n < left || has_tail, results);
}

static gboolean
read_next_row (HBaseLocalScan *scan, Reading *reading, GError **error)
{
  guint n_entered = scan->region.n_entered;

  if (!next_row (scan, reading, error))
    return FALSE;
  if (scan->has_pending_end)
    hbase_local_row_write_end ((!scan->has_ended || has_reached_limit (scan))
                                   && scan->region.n_entered == n_entered,
                               reading->results);
  scan->has_pending_end = FALSE;
  return TRUE;
}

static gboolean
read_results (HBaseLocalScan *scan, Reading *reading, guint wanted, guint *count, GError **error)
{
  while (*count < wanted || scan->has_pending_end)
    {
      if (scan->n_delivered == hbase_local_row_n_cells (&scan->row) && !read_next_row (scan, reading, error))
        return FALSE;
      if (scan->has_ended || *count == wanted)
        return TRUE;
      write_partial_row (scan, reading->results);
      ++*count;
      if (reading->results->length > HBASE_LOCAL_REPLY_MAX)
        return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                      "the reply is too large: ask for fewer rows at a time");
    }
  return TRUE;
}

static gboolean
read_exclusively (HBaseLocalScan *scan, Reading *reading, guint wanted, guint *count, GError **error)
{
  if (scan->has_lost_rows)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  "an earlier reply of this scan was lost: open it anew");
  if (!hbase_local_query_check (&scan->query, reading->table, error)
      || !check_filter (&scan->region, &scan->query, scan->batch, reading->table, error))
    return FALSE;
  if (read_results (scan, reading, wanted, count, error))
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
  Reading reading = { .table = table, .now = now, .results = results };
  gboolean ok;

  *count = 0;
  if (!hbase_local_budget_acquire_flag (db->budget, &scan->is_busy, &scan->became_idle, &scan->mutex, error))
    return FALSE;
  hbase_local_cursor_init (&reading.cursor, db, table, scan->query.keys_only);
  ok = read_exclusively (scan, &reading, wanted, count, error);
  hbase_local_cursor_clear (&reading.cursor);
  hbase_local_budget_release_flag (&scan->is_busy, &scan->became_idle, &scan->mutex);
  return ok;
}
