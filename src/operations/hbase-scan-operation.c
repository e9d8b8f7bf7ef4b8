/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-scan-internal-private.h"
#include "hbase-wire-tables.h"

/* A scan on one lane or several: where are the regions (if they are to be read side by side) ── all lanes read
 * ── rows, until each range has none any more, or there are as many as were wanted ── ended.
 *
 *  1. A run ends when the next row is known. What was asked ahead meanwhile brings those behind it.
 *  2. After `ended` no rows are given; a run does nothing then, or closes.
 *  3. A peer that sends rows out of order is never believed again: `problem` ends every later run, too.
 */

/* More lanes than that make a client's day no better. */
#define MAX_LANES 256

/* ---- rows ---- */

static HBaseRangeReader *
part_at (HBaseScanOperation *scan, guint i)
{
  return &scan->readers[i];
}

static void
abandon_all (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    hbase_range_reader_abandon (part_at (scan, i));
}

static gboolean
has_no_rows_any_more (HBaseScanOperation *scan)
{
  return scan->ended || (scan->n_heap == 0 && scan->n_waiting == 0);
}

HBaseNext
hbase_scan_operation_fail_for_good (HBaseScanOperation *scan, GError *problem)
{
  abandon_all (scan);
  scan->problem = problem;
  return hbase_operation_fail (&scan->parent, g_error_copy (problem));
}

/* The row of which a piece was given goes on; or it isn't known yet whether it does. */
static gboolean
is_within_row (HBaseScanOperation *scan)
{
  const HBaseScanRows *rows;

  if (scan->within == NULL)
    return FALSE;
  rows = &scan->within->buffered;
  return rows->block != NULL ? hbase_slice_equal (hbase_block_row_key (rows->block, rows->row),
                                                  hbase_slice_of_bytes (scan->within_row))
                             : !scan->within->ended;
}

void
hbase_scan_operation_end_row (HBaseScanOperation *scan)
{
  scan->within = NULL;
  scan->counts.rows++;
}

/* A row that was given half, and whose other half somebody deleted, counts. */
static void
end_if_satisfied (HBaseScanOperation *scan)
{
  if (scan->within != NULL && !is_within_row (scan))
    hbase_scan_operation_end_row (scan);
  if (scan->left > 0 || scan->within != NULL)
    return;
  scan->ended = TRUE;
  abandon_all (scan);
}

HBaseNext
hbase_scan_operation_look (HBaseScanOperation *scan, HBaseNext next)
{
  if (next == HBASE_FAIL)
    return next;
  end_if_satisfied (scan);
  return hbase_scan_merge_is_ready (scan) || has_no_rows_any_more (scan) ? HBASE_DONE : HBASE_WAIT;
}

static void
note_piece (HBaseScanOperation *scan, const HBaseBlock *block, guint row)
{
  gboolean is_whole = !hbase_block_row_is_partial (block, row);
  HBaseSlice key = hbase_block_row_key (block, row);

  if (scan->within == NULL && scan->left != G_MAXUINT)
    scan->left--;
  g_clear_pointer (&scan->within_row, g_bytes_unref);
  scan->within = hbase_scan_merge_top (scan);
  scan->within_row = is_whole ? NULL : g_bytes_new (key.data, key.length);
  if (is_whole)
    hbase_scan_operation_end_row (scan);
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
  note_piece (scan, *block, *row);
  hbase_scan_merge_advance (scan);
  end_if_satisfied (scan);
  return TRUE;
}

/* ---- a run ---- */

static HBaseNext
go_on (HBaseScanOperation *scan)
{
  HBaseNext next = HBASE_WAIT;

  for (guint i = 0; i < scan->n_readers && next != HBASE_FAIL; i++)
    next = hbase_range_reader_go_on (part_at (scan, i), &scan->parent.lanes[i]);
  return hbase_scan_operation_look (scan, next);
}

/* Those that there is no range for. */
static void
drop_parts (HBaseScanOperation *scan)
{
  while (scan->n_readers > scan->plan.ranges->len)
    hbase_scan_merge_leave (scan, part_at (scan, --scan->n_readers));
}

static HBaseNext locate (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
located (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return hbase_retry_or_fail (&scan->locating, lane, error, locate);
  regions = hbase_regions_read (block);
  hbase_scan_plan_cut (scan, regions);
  drop_parts (scan);
  return go_on (scan);
}

static HBaseNext
locate (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseTarget target = { operation->protocol, operation->table };

  ((HBaseScanOperation *) operation)->counts.calls++;
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS],
                          hbase_list_regions_arguments (target), 0, located);
}

/* ---- closing ---- */

/* Its answer may even have come, just not been taken. */
static gboolean
lane_is_due (const HBaseLane *lane)
{
  return lane->state != HBASE_LANE_IDLE && lane->state != HBASE_LANE_SLEEPING;
}

static gboolean
any_lane_is_due (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (lane_is_due (&scan->parent.lanes[i]))
      return TRUE;
  return FALSE;
}

static HBaseNext
look_whether_closed (HBaseScanOperation *scan)
{
  return any_lane_is_due (scan) ? HBASE_WAIT : HBASE_DONE;
}

static HBaseNext
closed (HBaseOperation *operation, HBaseLane *lane)
{
  /* An error is nobody's business: what can't be told any more forgets the scanner by itself. */
  hbase_lane_take_response (lane, NULL, NULL);
  return look_whether_closed ((HBaseScanOperation *) operation);
}

/* What was due when the scan was closed has come: it may be the id of a scanner that nobody knew of. */
static HBaseNext
drained (HBaseOperation *operation, HBaseLane *lane)
{
  hbase_range_reader_drain (hbase_range_reader_of (lane), lane);
  hbase_range_reader_close (hbase_range_reader_of (lane), lane, closed);
  return look_whether_closed ((HBaseScanOperation *) operation);
}

/* A lane that was going to try again has nothing open, and is done. */
static HBaseNext
napped (HBaseOperation *operation, HBaseLane *lane)
{
  return look_whether_closed ((HBaseScanOperation *) operation);
}

static HBaseNext
start_close (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    {
      HBaseLane *lane = &scan->parent.lanes[i];

      if (lane_is_due (lane))
        lane->next = drained;
      else if (lane->state == HBASE_LANE_SLEEPING)
        lane->next = napped;
      else
        hbase_range_reader_close (part_at (scan, i), lane, closed);
    }
  return look_whether_closed (scan);
}

/* ---- the whole ---- */

static HBaseNext
start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  if (scan->closing)
    return start_close (scan);
  if (scan->problem != NULL)
    return hbase_operation_fail (operation, g_error_copy (scan->problem));
  if (scan->plan.ranges != NULL)
    return go_on (scan);
  /* Asked, or left behind by a run that was cut short. */
  if (lane->state != HBASE_LANE_IDLE)
    return HBASE_WAIT;
  hbase_retry_init (&scan->locating, HBASE_CALL_READ);
  return locate (operation, lane);
}

static void
clear (HBaseOperation *operation)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  for (guint i = 0; scan->readers != NULL && i < operation->n_lanes; i++)
    hbase_range_reader_clear (part_at (scan, i));
  hbase_scan_plan_clear (&scan->plan);
  g_clear_pointer (&scan->families, g_ptr_array_unref);
  g_clear_pointer (&scan->within_row, g_bytes_unref);
  g_clear_pointer (&scan->scan, hbase_scan_unref);
  g_clear_error (&scan->problem);
  g_free (scan->readers);
  g_free (scan->heap);
}

static const HBaseOperationClass scan_class = {
  .size = sizeof (HBaseScanOperation),
  .start = start,
  .clear = clear,
};

static guint
count_lanes (HBaseScanOperation *scan)
{
  gboolean unordered;
  guint lanes = CLAMP (hbase_scan_get_parallelism (scan->scan, &unordered), 1, MAX_LANES);

  if (scan->plan.ranges == NULL)
    return lanes;
  /* All ranges that are merged must be read at a time. */
  return MAX (1, scan->plan.order == HBASE_SCAN_MERGED ? scan->plan.ranges->len
                                                       : MIN (lanes, scan->plan.ranges->len));
}

static void
make_parts (HBaseScanOperation *scan)
{
  guint n = count_lanes (scan);

  hbase_operation_set_n_lanes (&scan->parent, n);
  scan->readers = g_new0 (HBaseRangeReader, n);
  scan->heap = g_new0 (guint, n);
  scan->n_readers = scan->n_waiting = n;
  for (guint i = 0; i < n; i++)
    {
      hbase_retry_init (&scan->readers[i].retry, HBASE_CALL_READ);
      scan->readers[i].cap = HBASE_RANGE_READER_MAX_ROWS;
      scan->readers[i].ended = TRUE;
    }
}

/* FALSE: the scan can't be; why is its fault. */
static gboolean
prepare (HBaseScanOperation *scan, const HBaseScanRequest *request)
{
  scan->scan = hbase_scan_resolve (request->scan, &scan->remembers, &scan->problem);
  if (scan->scan == NULL)
    return FALSE;
  scan->reversed = hbase_scan_is_reversed (scan->scan);
  scan->families = hbase_scan_list_families (scan->scan);
  scan->reads_whole_rows = hbase_scan_reads_whole_rows (scan->scan);
  scan->parent.unframed = hbase_scan_is_unframed (scan->scan);
  scan->ended = !hbase_scan_get_bounds (scan->scan, &scan->whole);
  if (request->limit > 0)
    scan->whole.limit = request->limit;
  scan->left = scan->whole.limit > 0 ? scan->whole.limit : G_MAXUINT;
  return hbase_scan_plan_begin (scan, request, &scan->problem);
}

HBaseScanOperation *
hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request)
{
  HBaseScanOperation *scan = hbase_operation_new (&scan_class, protocol, 1);

  hbase_operation_set_subject (&scan->parent, request->table, hbase_slice (NULL, 0));
  scan->row_width = request->row_width;
  if (prepare (scan, request))
    make_parts (scan);
  return scan;
}

/* ---- what the owner sees ---- */

gboolean
hbase_scan_operation_has_row (HBaseScanOperation *scan)
{
  return hbase_scan_merge_is_ready (scan);
}

gboolean
hbase_scan_operation_has_ended (HBaseScanOperation *scan)
{
  return scan->problem == NULL && has_no_rows_any_more (scan);
}

gsize
hbase_scan_operation_take_row_width (HBaseScanOperation *scan)
{
  gsize width = scan->learned_width;

  scan->learned_width = 0;
  return width;
}

const HBaseScanCounts *
hbase_scan_operation_get_counts (HBaseScanOperation *scan)
{
  return &scan->counts;
}

void
hbase_scan_operation_begin_close (HBaseScanOperation *scan)
{
  scan->closing = TRUE;
  abandon_all (scan);
}

gboolean
hbase_scan_operation_is_open (HBaseScanOperation *scan)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if (part_at (scan, i)->open || part_at (scan, i)->needs_close)
      return TRUE;
  return any_lane_is_due (scan);
}

/* Another lane's exchange is under way down the channel: a word in between would put it out of step. Or another
 * scanner is to be asked by it: a channel that owes an answer is lent to nobody. At the end neither matters. */
static gboolean
channel_is_wanted (HBaseScanOperation *scan, guint channel)
{
  for (guint i = 0; i < scan->n_readers && !scan->closing; i++)
    if ((lane_is_due (&scan->parent.lanes[i]) && scan->parent.lanes[i].ticket == channel)
        || (part_at (scan, i)->open && part_at (scan, i)->channel == channel))
      return TRUE;
  return FALSE;
}

gboolean
hbase_scan_operation_take_close (HBaseScanOperation *scan, HBaseRequest *late_reply)
{
  for (guint i = 0; i < scan->n_readers; i++)
    if ((part_at (scan, i)->needs_close || scan->closing)
        && !channel_is_wanted (scan, part_at (scan, i)->channel)
        && hbase_range_reader_take_close (scan, part_at (scan, i), late_reply))
      return TRUE;
  return FALSE;
}
