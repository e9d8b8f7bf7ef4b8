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
 *    holds for the state of a filter when any read fails, and if the transaction can't be ended.
 * 5. HBase marks a full last partial result of a row with a tail (see hbase-local-row-reader.c) as
 *    partial, unless its next request for the same reply finds no more rows in the region. So the next
 *    row is read before the end of that result is written (`has_pending_end`).
 * 6. A filter is evaluated region by region: each region has a filter of its own, in its initial state. When
 *    the filter ends the region, the scan continues in the next region, unless HBase's reply would be empty
 *    so far: then the whole scan ends. A reply of HBase holds `caching` rows of one region (or 2 MB, which
 *    isn't counted here). Without a filter regions don't matter, except for partial results. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-name-private.h"
#include "hbase-local-catalogue-private.h"
#include "hbase-local-key-private.h"
#include "hbase-local-row-reader-private.h"
#include "hbase-local-scan-private.h"
#include "hbase-wire-tables.h"

#define N_SCAN_FIELDS (HBASE_T_SCAN_FILTER_BYTES + 1)
#define ROW_CAPACITY_MAX 65536 /* The greatest row in bytes whose memory is kept for the next row. */

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
  gboolean is_single_row; /* start and stop row are the same row, which is included */
  gint64 limit;           /* rows, ≤ 0: no limit */
  gint64 batch;           /* cells a result, ≤ 0: whole rows */
  GByteArray *stop;       /* a key component; empty: none */
  /* position */
  GByteArray *resume_key;
  gboolean must_seek; /* the cursor isn't at `resume_key` */
  gint64 n_rows;      /* delivered */
  gboolean has_ended;
  gint has_lost_rows;       /* atomic */
  HBaseLocalRow row;        /* being delivered */
  guint n_delivered;        /* cells of `row` */
  gboolean has_pending_end; /* the last result's end isn't written yet */
  /* the region of the position */
  gboolean is_in_region;
  HBaseLocalFilterScan filtering;
  GByteArray *boundary; /* a key component: the first row after the region, or backwards its first row; empty:
                           none */
  guint n_regions;      /* that were entered */
  gint64 caching;       /* rows in a reply of HBase; ≤ 0: no limit */
  gint64 n_in_reply;    /* of this region, to HBase's reply */
  /* the call that reads the scan now */
  const HBaseLocalCall *call;
  HBaseLocalRowReader *reader;
  HBaseWireWriter *results;
};

/* ---- the region of the position ---- */

/* Returns whether HBase's reply would be full. */
static gboolean
is_reply_full (const HBaseLocalScan *scan)
{
  return scan->caching > 0 && scan->n_in_reply >= scan->caching;
}

static void
close_region (HBaseLocalScan *scan)
{
  hbase_local_filter_scan_clear (&scan->filtering);
  scan->is_in_region = FALSE;
}

static gboolean
needs_all_families (const HBaseLocalScan *scan, const HBaseLocalFilter *filter)
{
  for (guint i = 0; i < hbase_local_table_n_families (scan->call->table); i++)
    {
      HBaseSlice name = hbase_local_table_family (scan->call->table, i)->name;

      if (hbase_local_query_selects_family (&scan->query, name)
          && !hbase_local_filter_is_essential (filter, name))
        return FALSE;
    }
  return TRUE;
}

/* Fails as HBase does before it checks anything else of the scan: a filter can't decide on rows that are
 * returned in results of `batch` cells. */
static gboolean
check_batch (const HBaseLocalScan *scan, GError **error)
{
  g_autoptr (HBaseLocalFilter) filter = NULL;

  if (scan->query.filter == NULL || scan->batch <= 0)
    return TRUE;
  filter = hbase_local_filter_new (scan->query.filter, scan->reversed, NULL, error);
  if (filter == NULL || !filter->decides_rows)
    return filter != NULL;
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                "Failed after attempts=1, exceptions:\n" HBASE_LOCAL_EXCEPTION
                                "filter.IncompatibleFilterException: Cannot set batch on a "
                                "scan using a filter that returns true for filter.hasFilterRow");
}

/* Fails as HBase does for a filter that can't scan backwards without reading all families. */
static gboolean
check_direction (const HBaseLocalScan *scan, GError **error)
{
  g_autoptr (HBaseLocalFilter) filter = NULL;

  if (scan->query.filter == NULL || !scan->reversed)
    return TRUE;
  filter = hbase_local_filter_new (scan->query.filter, TRUE, NULL, error);
  if (filter == NULL || needs_all_families (scan, filter))
    return filter != NULL;
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                HBASE_LOCAL_DO_NOT_RETRY "Reverse scan with loading CFs on "
                                                         "demand is not supported");
}

static gboolean
is_within_region (const HBaseLocalScan *scan, HBaseSlice row)
{
  int order = hbase_slice_compare (row, hbase_local_key_slice (scan->boundary));

  return scan->is_in_region && (scan->boundary->len == 0 || (scan->reversed ? order >= 0 : order < 0));
}

static gboolean
find_boundary (HBaseLocalScan *scan, HBaseSlice part, GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();
  g_autoptr (GBytes) boundary = NULL;
  gboolean found;

  hbase_local_key_decode_component (part, 0, part.length, row);
  found = hbase_local_catalogue_find_bound (scan->call->db, scan->call->table, hbase_local_key_slice (row),
                                            scan->reversed, &boundary, error);
  g_byte_array_set_size (scan->boundary, 0);
  if (boundary != NULL)
    hbase_local_key_append_component (scan->boundary, hbase_slice_of_bytes (boundary));
  return found;
}

/* Enters the region of the next row, a key component, unless the scan is in it already. */
static gboolean
enter_region (HBaseLocalScan *scan, HBaseSlice row, GError **error)
{
  const HBaseFilterNode *filter = scan->query.filter;

  if (is_within_region (scan, row))
    {
      if (is_reply_full (scan))
        scan->n_in_reply = 0;
      return TRUE;
    }
  close_region (scan);
  scan->n_in_reply = 0;
  scan->is_in_region
      = find_boundary (scan, row, error)
        && (filter == NULL || hbase_local_filter_scan_init (&scan->filtering, filter, scan->reversed, error));
  scan->n_regions += scan->is_in_region;
  return scan->is_in_region;
}

/* Leaves a region that has ended: continues in the next region, or ends the scan. */
static void
leave_region (HBaseLocalScan *scan)
{
  gboolean all_out = hbase_local_filter_all_remaining (scan->filtering.filter);

  scan->must_seek = TRUE;
  scan->has_ended = (all_out && scan->n_in_reply == 0) || scan->boundary->len == 0;
  if (scan->has_ended)
    return;
  hbase_local_key_set (scan->resume_key, hbase_local_key_slice (scan->boundary));
  close_region (scan);
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

HBaseLocalScan *
hbase_local_scan_new (HBaseSlice table, const HBaseLocalField *field, GError **error)
{
  g_autoptr (HBaseLocalScan) scan = g_new0 (HBaseLocalScan, 1);
  HBaseBlock *block = hbase_block_ref ((HBaseBlock *) field->block);
  HBaseLocalField fields[N_SCAN_FIELDS];

  hbase_local_fields_read (fields, G_N_ELEMENTS (fields), field);
  g_atomic_ref_count_init (&scan->ref_count);
  g_mutex_init (&scan->mutex);
  g_cond_init (&scan->became_idle);
  scan->block = block;
  scan->stop = g_byte_array_new ();
  scan->resume_key = g_byte_array_new ();
  scan->boundary = g_byte_array_new ();
  scan->reversed = fields[HBASE_T_SCAN_REVERSED].number != 0;
  scan->limit = fields[HBASE_T_SCAN_LIMIT].number;
  scan->batch = fields[HBASE_T_SCAN_BATCH_SIZE].number;
  scan->caching = fields[HBASE_T_SCAN_CACHING].number;
  hbase_local_query_init (&scan->query);
  hbase_local_row_init (&scan->row);
  scan->table = hbase_local_name_parse (table, error);
  if (scan->table == NULL || !hbase_local_query_parse_scan (&scan->query, fields, error))
    return NULL;
  set_bounds (scan, fields[HBASE_T_SCAN_START_ROW].bytes, fields[HBASE_T_SCAN_STOP_ROW].bytes);
  scan->has_ended
      = scan->query.max_versions <= 0 && (scan->query.columns == NULL || scan->query.filter != NULL);
  scan->n_bytes = sizeof *scan + block->length + block->n_cells * sizeof *block->cells
                  + (block->n_rows + 1) * sizeof *block->rows
                  + 2 * hbase_local_query_memory_size (&scan->query) + scan->stop->len;
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
  hbase_local_filter_scan_clear (&scan->filtering);
  g_byte_array_unref (scan->boundary);
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

/* A resume key after a row differs from the row's component in its last byte; the first resume key is the
 * start row. */
static gboolean
add_position_to_error (const HBaseLocalScan *scan, GError **error)
{
  g_autoptr (GByteArray) row = g_byte_array_new ();

  if (scan->resume_key->len >= 2 && scan->resume_key->len < HBASE_LOCAL_KEY_AFTER_ALL_LENGTH)
    hbase_local_key_decode_component (hbase_local_key_slice (scan->resume_key), 0, scan->resume_key->len,
                                      row);
  return hbase_local_error_add_row (scan->call->table, hbase_local_key_slice (row),
                                    scan->reversed ? "before" : "after", error);
}

/* ---- reading ---- */

static gboolean
has_reached_limit (const HBaseLocalScan *scan)
{
  return scan->limit > 0 && scan->n_rows >= scan->limit;
}

static gboolean
seek (HBaseLocalScan *scan, GError **error)
{
  gboolean (*seek_key) (HBaseLocalCursor *, HBaseSlice, GError **)
      = scan->reversed ? hbase_local_cursor_seek_before : hbase_local_cursor_seek;

  scan->must_seek = FALSE;
  return seek_key (&scan->reader->cursor, hbase_local_key_slice (scan->resume_key), error)
         || add_position_to_error (scan, error);
}

/* Reads the row at the cursor and advances past it. If it can't be read the scan's position stays before
 * it. */
static gboolean
take_row (HBaseLocalScan *scan, GError **error)
{
  HBaseLocalFilterScan *filtering = scan->query.filter != NULL ? &scan->filtering : NULL;

  if (!hbase_local_read_row (scan->reader, &scan->query, filtering, &scan->row, error))
    {
      hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
      return FALSE;
    }
  hbase_local_key_set (scan->resume_key, hbase_local_key_slice (scan->reader->prefix));
  if (!scan->reversed)
    hbase_local_key_skip_prefix (scan->resume_key);
  return TRUE;
}

/* Moves the cursor to the next row to read, or ends the scan. */
static gboolean
find_row (HBaseLocalScan *scan, GError **error)
{
  HBaseSlice row;

  if (scan->is_in_region && scan->filtering.ended)
    leave_region (scan);
  if (scan->has_ended)
    return TRUE;
  /* Forwards, the cursor is at the next row already. */
  if ((scan->reversed || scan->must_seek || scan->reader->cursor.statement == NULL) && !seek (scan, error))
    return FALSE;
  row = hbase_local_cursor_row (&scan->reader->cursor);
  scan->has_ended = scan->reader->cursor.key.data == NULL || is_past_stop (scan, row);
  return scan->has_ended || (scan->query.filter == NULL && scan->batch <= 0)
         || enter_region (scan, row, error);
}

/* Reads the next row that has selected cells, or ends the scan. The end of the last result also depends on a
 * row beyond the limit. */
static gboolean
next_row (HBaseLocalScan *scan, GError **error)
{
  scan->n_delivered = 0;
  hbase_local_row_begin (&scan->row, hbase_slice ("", 0));
  scan->has_ended |= has_reached_limit (scan) && !scan->has_pending_end;
  while (!scan->has_ended && hbase_local_row_n_cells (&scan->row) == 0)
    if (!find_row (scan, error) || (!scan->has_ended && !take_row (scan, error)))
      return FALSE;
  scan->n_rows += !scan->has_ended;
  return TRUE;
}

/* A filter, and partial results, need a row's cells in memory. */
static gboolean
is_written_as_read (const HBaseLocalScan *scan)
{
  return scan->query.filter == NULL && scan->batch <= 0;
}

/* Reads the next row, and writes the end of the last result if that depends on it. */
static gboolean
read_next_row (HBaseLocalScan *scan, GError **error)
{
  guint n_regions = scan->n_regions;

  if (is_written_as_read (scan))
    hbase_wire_begin_struct (scan->results);
  if (!next_row (scan, error))
    return FALSE;
  if (is_written_as_read (scan) && scan->has_ended)
    hbase_wire_cancel_struct (scan->results);
  if (scan->has_pending_end)
    hbase_local_row_write_end (!scan->has_ended && scan->n_regions == n_regions, scan->results);
  scan->has_ended |= scan->limit > 0 && scan->n_rows > scan->limit;
  scan->has_pending_end = FALSE;
  return TRUE;
}

static void
write_partial_row (HBaseLocalScan *scan)
{
  guint left = hbase_local_row_n_cells (&scan->row) - scan->n_delivered;
  guint n = scan->batch > 0 ? (guint) MIN (scan->batch, (gint64) left) : left;
  gboolean has_tail = n == left && n == scan->batch && scan->row.has_tail;

  if (!is_written_as_read (scan))
    hbase_wire_begin_struct (scan->results);
  hbase_local_row_write_cells (&scan->row, scan->n_delivered, n, scan->results);
  scan->n_delivered += n;
  scan->n_in_reply = is_reply_full (scan) ? 1 : scan->n_in_reply + 1;
  scan->has_pending_end = has_tail && !is_reply_full (scan);
  if (!scan->has_pending_end)
    hbase_local_row_write_end (n < left || has_tail, scan->results);
}

static gboolean
read_results (HBaseLocalScan *scan, guint wanted, guint *count, GError **error)
{
  while (*count < wanted || scan->has_pending_end)
    {
      if (scan->n_delivered == hbase_local_row_n_cells (&scan->row) && !read_next_row (scan, error))
        return FALSE;
      if (scan->has_ended || *count == wanted)
        return TRUE;
      write_partial_row (scan);
      ++*count;
      if (scan->results->length > HBASE_LOCAL_REPLY_MAX)
        return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                      "the reply is too large: ask for fewer rows at a time");
    }
  return TRUE;
}

static gboolean
read_exclusively (HBaseLocalScan *scan, guint wanted, guint *count, GError **error)
{
  if (g_atomic_int_get (&scan->has_lost_rows))
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                  "an earlier reply of this scan was lost: open it anew");
  if (!check_batch (scan, error) || !hbase_local_query_check (&scan->query, scan->call->table, error)
      || !check_direction (scan, error))
    return FALSE;
  if (read_results (scan, wanted, count, error))
    return TRUE;
  if (*count > 0 || scan->query.filter != NULL)
    hbase_local_scan_lose_rows (scan);
  return FALSE;
}

void
hbase_local_scan_lose_rows (HBaseLocalScan *scan)
{
  g_atomic_int_set (&scan->has_lost_rows, TRUE);
}

gboolean
hbase_local_scan_read (
    HBaseLocalScan *scan, const HBaseLocalCall *call, guint wanted, guint *count, GError **error)
{
  gboolean ok;

  *count = 0;
  if (!hbase_local_budget_acquire_flag (call->budget, &scan->is_busy, &scan->became_idle, &scan->mutex,
                                        error))
    return FALSE;
  scan->call = call;
  scan->results = call->reply;
  hbase_local_row_set_writer (&scan->row, is_written_as_read (scan) ? call->reply : NULL);
  scan->reader = hbase_local_row_reader_begin (call, scan->query.keys_only);
  ok = read_exclusively (scan, wanted, count, error);
  hbase_local_row_reader_end (scan->reader);
  hbase_local_budget_release_flag (&scan->is_busy, &scan->became_idle, &scan->mutex);
  return ok;
}
