/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the scan operation, which reads the rows of a scan on one lane or several.
 *
 *   look up the regions (for parallel ranges) ── all lanes read ── rows … ── ended
 *
 * If the ranges aren't regions, a lane looks the regions up when its range has more than its first rows.
 *
 *  1. A run ends when the next row is known. Requests in flight then prefetch the rows after it.
 *  2. After `has_ended` no more rows are returned; a run then does nothing, or closes scanners.
 *  3. After a peer has repeatedly sent rows out of order, `permanent_error` fails every later run, too.
 *  4. A closing run waits for every response in flight, as it may have the id of a scanner, and closes every
 *     scanner.
 */

#include "config.h"

#include "hbase-scan-operation-private.h"

#include "hbase-arguments-private.h"
#include "hbase-scan-internal-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-wire-tables.h"

/* More lanes don't make a client faster. */
#define MAX_LANES 256

/* ---- rows ---- */

static void
abandon_scanners (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    hbase_range_reader_abandon (&scan->readers[i]);
}

static gboolean
has_no_more_rows (HBaseScanOperation *scan)
{
  return scan->has_ended || (scan->n_heap == 0 && scan->n_waiting == 0);
}

HBaseNext
hbase_scan_operation_fail_permanently (HBaseScanOperation *scan, GError *error)
{
  abandon_scanners (scan);
  scan->permanent_error = error;
  return hbase_operation_fail (&scan->parent, g_error_copy (error));
}

/* Returns whether the last taken row, which was partial, continues or may continue. */
static gboolean
partial_row_continues (HBaseScanOperation *scan)
{
  const HBaseScanRows *rows;

  if (scan->partial_row_reader == NULL)
    return FALSE;
  rows = &scan->partial_row_reader->buffered;
  return rows->block != NULL ? hbase_slice_equal (hbase_block_row_key (rows->block, rows->row),
                                                  hbase_slice_of_bytes (scan->partial_row_key))
                             : !scan->partial_row_reader->has_ended;
}

void
hbase_scan_operation_finish_row (HBaseScanOperation *scan)
{
  scan->partial_row_reader = NULL;
  scan->counts.rows++;
}

/* A row counts once a part of it was taken, also if its other cells were deleted meanwhile. */
static void
end_if_limit_reached (HBaseScanOperation *scan)
{
  if (scan->partial_row_reader != NULL && !partial_row_continues (scan))
    hbase_scan_operation_finish_row (scan);
  if (scan->n_rows_left > 0 || scan->partial_row_reader != NULL)
    return;
  scan->has_ended = TRUE;
  abandon_scanners (scan);
}

HBaseNext
hbase_scan_operation_end_step (HBaseScanOperation *scan, HBaseNext next)
{
  if (next == HBASE_FAIL)
    return next;
  end_if_limit_reached (scan);
  return hbase_scan_merge_is_ready (scan) || has_no_more_rows (scan) ? HBASE_DONE : HBASE_WAIT;
}

static void
count_given_row (HBaseScanOperation *scan, const HBaseBlock *block, guint row)
{
  gboolean is_whole = !hbase_block_row_is_partial (block, row);
  HBaseSlice key = hbase_block_row_key (block, row);

  if (scan->partial_row_reader == NULL && scan->n_rows_left != G_MAXUINT)
    scan->n_rows_left--;
  g_clear_pointer (&scan->partial_row_key, g_bytes_unref);
  scan->partial_row_reader = hbase_scan_merge_top (scan);
  scan->partial_row_key = is_whole ? NULL : g_bytes_new (key.data, key.length);
  if (is_whole)
    hbase_scan_operation_finish_row (scan);
  scan->counts.cells += hbase_block_row_n_cells (block, row);
}

gboolean
hbase_scan_operation_take (HBaseScanOperation *scan, HBaseBlock **block, guint *row)
{
  HBaseScanRows *rows;

  if (!hbase_scan_merge_is_ready (scan))
    return FALSE;
  rows = &hbase_scan_merge_top (scan)->buffered;
  *row = rows->row;
  *block = hbase_block_ref (rows->block);
  count_given_row (scan, *block, *row);
  hbase_scan_merge_advance (scan);
  end_if_limit_reached (scan);
  return TRUE;
}

HBaseRow *
hbase_scan_operation_make_row (HBaseScanOperation *scan, HBaseBlock *block, guint row, HBaseKeySchema *schema)
{
  return (scan->hides_salts ? hbase_row_new_unsalted : hbase_row_new) (block, row, hbase_slice (NULL, 0),
                                                                       schema);
}

void
hbase_scan_operation_take_rows (HBaseScanOperation *scan, HBaseKeySchema *schema, GPtrArray *rows)
{
  HBaseBlock *block;
  guint row;

  while (hbase_scan_operation_take (scan, &block, &row))
    {
      g_ptr_array_add (rows, hbase_scan_operation_make_row (scan, block, row, schema));
      hbase_block_unref (block);
    }
}

void
hbase_rows_reverse (GPtrArray *rows)
{
  for (guint low = 0, high = rows->len; low + 1 < high; low++)
    {
      gpointer row = rows->pdata[low];

      rows->pdata[low] = rows->pdata[--high];
      rows->pdata[high] = row;
    }
}

/* ---- a run ---- */

static HBaseNext
advance_readers (HBaseScanOperation *scan)
{
  HBaseNext next = HBASE_WAIT;

  for (guint i = 0; i < scan->n_readers && next != HBASE_FAIL; i++)
    next = hbase_range_reader_advance (&scan->readers[i], &scan->parent.lanes[i]);
  return hbase_scan_operation_end_step (scan, next);
}

static HBaseNext send_locate_regions (HBaseOperation *operation, HBaseLane *lane);

static void
plan_regions (HBaseScanOperation *scan)
{
  hbase_scan_plan_split_by_regions (scan);
  /* Some readers have no range. */
  while (scan->n_readers > scan->plan.ranges->len)
    hbase_scan_merge_remove (&scan->readers[--scan->n_readers]);
}

static HBaseNext
retry_locate (HBaseScanOperation *scan, HBaseLane *lane, GError *error)
{
  HBaseNext next = hbase_retry_or_fail (&scan->locate_retry, lane, error, send_locate_regions);

  scan->is_locating = next != HBASE_FAIL;
  return next;
}

static HBaseNext
handle_regions (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  g_autoptr (GObject) result = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    return retry_locate (scan, lane, error);
  scan->is_locating = FALSE;
  g_clear_error (&operation->last_failure);
  regions = hbase_result_make_regions (result);
  hbase_scan_plan_set_regions (scan, regions);
  if (scan->plan.ranges == NULL)
    plan_regions (scan);
  return advance_readers (scan);
}

static HBaseNext
send_locate_regions (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_regions (operation->table, &error);

  ((HBaseScanOperation *) operation)->counts.calls++;
  return hbase_lane_call_stub (lane, HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, arguments, error,
                               handle_regions);
}

HBaseNext
hbase_scan_operation_locate_regions (HBaseScanOperation *scan, HBaseLane *lane)
{
  if (scan->is_locating)
    return HBASE_WAIT;
  scan->is_locating = TRUE;
  hbase_retry_init (&scan->locate_retry, HBASE_CALL_READ);
  return send_locate_regions (&scan->parent, lane);
}

/* ---- closing ---- */

/* Returns whether a response is in flight, or has come and wasn't taken. */
static gboolean
lane_awaits_response (const HBaseLane *lane)
{
  return lane->state != HBASE_LANE_IDLE && lane->state != HBASE_LANE_SLEEPING;
}

static gboolean
any_lane_awaits_response (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (lane_awaits_response (&scan->parent.lanes[i]))
      return TRUE;
  return FALSE;
}

static HBaseNext
continue_until_closed (HBaseScanOperation *scan)
{
  return any_lane_awaits_response (scan) ? HBASE_WAIT : HBASE_DONE;
}

static HBaseNext
handle_closed (HBaseOperation *operation, HBaseLane *lane)
{
  /* An error doesn't matter: a gateway forgets an unused scanner after a minute. */
  hbase_lane_take_response (lane, NULL, NULL);
  return continue_until_closed ((HBaseScanOperation *) operation);
}

/* A response that was in flight when the scan was closed may have the id of an open scanner. */
static HBaseNext
handle_late_response (HBaseOperation *operation, HBaseLane *lane)
{
  hbase_range_reader_handle_late_response (hbase_range_reader_for_lane (lane), lane);
  hbase_range_reader_close (hbase_range_reader_for_lane (lane), lane, handle_closed);
  return continue_until_closed ((HBaseScanOperation *) operation);
}

/* A lane that slept before a retry has no open scanner. */
static HBaseNext
handle_wakeup (HBaseOperation *operation, HBaseLane *lane)
{
  return continue_until_closed ((HBaseScanOperation *) operation);
}

static HBaseNext
start_close (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    {
      HBaseLane *lane = &scan->parent.lanes[i];

      if (lane_awaits_response (lane))
        lane->next = handle_late_response;
      else if (lane->state == HBASE_LANE_SLEEPING)
        lane->next = handle_wakeup;
      else
        hbase_range_reader_close (&scan->readers[i], lane, handle_closed);
    }
  return continue_until_closed (scan);
}

/* ---- the operation ---- */

static HBaseNext
start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  if (scan->is_closing)
    return start_close (scan);
  if (scan->permanent_error != NULL)
    return hbase_operation_fail (operation, g_error_copy (scan->permanent_error));
  return scan->plan.ranges != NULL ? advance_readers (scan)
                                   : hbase_scan_operation_locate_regions (scan, lane);
}

static void
clear (HBaseOperation *operation)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  for (guint i = 0; scan->readers != NULL && i < operation->n_lanes; i++)
    hbase_range_reader_clear (&scan->readers[i]);
  hbase_scan_plan_clear (&scan->plan);
  g_clear_pointer (&scan->region_ends, g_ptr_array_unref);
  g_clear_pointer (&scan->families, g_ptr_array_unref);
  g_clear_pointer (&scan->partial_row_key, g_bytes_unref);
  g_clear_pointer (&scan->scan, hbase_query_unref);
  g_clear_error (&scan->permanent_error);
  g_free (scan->readers);
  g_free (scan->heap);
}

static gboolean
take_unawaited (HBaseOperation *operation, gboolean is_freed, HBaseRequest *request)
{
  if (is_freed)
    hbase_scan_operation_begin_close ((HBaseScanOperation *) operation);
  return hbase_scan_operation_take_close ((HBaseScanOperation *) operation, request);
}

static const HBaseOperationClass scan_class = {
  .size = sizeof (HBaseScanOperation),
  .start = start,
  .clear = clear,
  .take_unawaited = take_unawaited,
};

static guint
count_lanes (HBaseScanOperation *scan)
{
  guint lanes = CLAMP (hbase_scan_get_parallelism (scan->scan, NULL), 1, MAX_LANES);

  if (scan->plan.ranges == NULL)
    return lanes;
  /* Merged ranges must all be read at a time. */
  return MAX (1, scan->plan.order == HBASE_SCAN_MERGED ? scan->plan.ranges->len
                                                       : MIN (lanes, scan->plan.ranges->len));
}

static void
create_readers (HBaseScanOperation *scan)
{
  guint n = count_lanes (scan);

  hbase_operation_set_n_lanes (&scan->parent, n);
  scan->readers = g_new0 (HBaseRangeReader, n);
  scan->heap = g_new0 (guint, n);
  scan->n_readers = scan->n_waiting = n;
  for (guint i = 0; i < n; i++)
    {
      scan->readers[i].scan = scan;
      hbase_retry_init (&scan->readers[i].retry, HBASE_CALL_READ);
      scan->readers[i].max_rows = HBASE_RANGE_READER_MAX_ROWS;
      scan->readers[i].has_ended = TRUE;
    }
}

/* Returns FALSE with `permanent_error` set if the scan is invalid. */
static gboolean
prepare (HBaseScanOperation *scan, const HBaseScanRequest *request)
{
  scan->scan = hbase_scan_resolve (request->scan, &scan->has_stateful_filter, &scan->permanent_error);
  if (scan->scan == NULL)
    return FALSE;
  scan->reversed = hbase_scan_get_reversed (scan->scan);
  scan->families = hbase_scan_list_families (scan->scan);
  scan->reads_whole_rows = hbase_scan_reads_whole_rows (scan->scan);
  scan->parent.unframed = hbase_scan_is_unframed (scan->scan);
  scan->has_ended = !hbase_scan_get_bounds (scan->scan, &scan->bounds);
  if (request->limit > 0)
    scan->bounds.limit = request->limit;
  scan->n_rows_left = scan->bounds.limit > 0 ? scan->bounds.limit : G_MAXUINT;
  return hbase_scan_plan_init (scan, request, &scan->permanent_error);
}

HBaseScanOperation *
hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request)
{
  HBaseScanOperation *scan = hbase_operation_new (&scan_class, protocol, 1);

  hbase_operation_set_subject (&scan->parent, request->table, hbase_slice (NULL, 0));
  scan->row_width = request->row_width;
  scan->hides_salts = request->salts != NULL;
  scan->learn_row_width = request->learn_row_width;
  scan->learn_data = request->learn_data;
  if (prepare (scan, request))
    create_readers (scan);
  return scan;
}

/* ---- the owner's calls ---- */

gboolean
hbase_scan_operation_has_row (HBaseScanOperation *scan)
{
  return hbase_scan_merge_is_ready (scan);
}

gboolean
hbase_scan_operation_has_ended (HBaseScanOperation *scan)
{
  return scan->permanent_error == NULL && has_no_more_rows (scan);
}

const HBaseScanCounts *
hbase_scan_operation_get_counts (HBaseScanOperation *scan)
{
  return &scan->counts;
}

void
hbase_scan_operation_begin_close (HBaseScanOperation *scan)
{
  scan->is_closing = TRUE;
  abandon_scanners (scan);
}

gboolean
hbase_scan_operation_is_open (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (scan->readers[i].is_open || scan->readers[i].needs_close)
      return TRUE;
  return any_lane_awaits_response (scan);
}

/* Returns whether the channel is needed for another lane's exchange, which a request in between would put out
 * of step, or for another reader's scanner: a channel with an outstanding late reply can't be acquired. While
 * closing, neither matters. */
static gboolean
channel_is_in_use (HBaseScanOperation *scan, guint channel)
{
  for (guint i = 0; i < scan->n_readers && !scan->is_closing; i++)
    if ((lane_awaits_response (&scan->parent.lanes[i]) && scan->parent.lanes[i].channel_id == channel)
        || (scan->readers[i].is_open && scan->readers[i].channel_id == channel))
      return TRUE;
  return FALSE;
}

gboolean
hbase_scan_operation_take_close (HBaseScanOperation *scan, HBaseRequest *late_reply)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if ((scan->readers[i].needs_close || scan->is_closing)
        && !channel_is_in_use (scan, scan->readers[i].channel_id)
        && hbase_range_reader_take_close (&scan->readers[i], late_reply))
      return TRUE;
  return FALSE;
}
