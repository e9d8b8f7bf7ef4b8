/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the range reader, which reads the ranges of a scan that it is assigned, one at a time.
 *
 * begin ─┬─ one call (getScannerResults) ── rows ───────────────────────────────┬─ begin: what is left
 *        ├─ getAllRegionLocations, once a scan ─────────────────────────────────┤
 *        └─ openScanner ── getScannerRows ── rows ── getScannerRows (prefetched) … ┴─ ended
 *
 *  1. `is_open` is TRUE from openScanner's response for as long as the scanner is asked for rows;
 *     `needs_close` from then on until closeScanner is sent. A scanner's calls use the channel `channel_id`
 *     only: a restarted gateway assigns the same ids again, so that elsewhere the id may be another client's
 *     scanner.
 *  2. getScannerRows is never repeated: it advances the scanner even if its response is lost. After a loss
 *     the range is opened again after the last row that was received.
 *  3. At most two replies are kept: the reply whose rows are being taken, and the prefetched reply. While the
 *     reader has both it sends no request.
 *  4. After `has_ended` no request is sent except closeScanner.
 *  5. HBase itself sometimes sends a row out of order, or twice, while regions move. Such a reply is dropped,
 *     and the range is opened again after the rows before it; the scan fails after
 *     HBASE_SCAN_MAX_MISORDERED such replies in a row.
 *  6. A scanner reads one region. If that is merged with the next region meanwhile, HBase's client goes on in
 *     the merged region with the read point of the old region, and doesn't see what the other region had
 *     stored under greater sequence numbers (as of 2.6.1). Only a scanner whose filter remembers rows reads
 *     all regions: a second scanner's filter wouldn't know the rows of the first. One call may read several
 *     regions while these aren't known: docs/deviations.md says when it can lose rows.
 */

#include "config.h"

#include "hbase-scan-internal-private.h"

#include "hbase-arguments-private.h"
#include "hbase-bytes.h"
#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

static HBaseNext reader_handle_rows (HBaseOperation *operation, HBaseLane *lane);

static HBaseScanOperation *
scan_of (const HBaseLane *lane)
{
  return (HBaseScanOperation *) lane->operation;
}

/* ---- requests ---- */

static HBaseNext
reader_send (HBaseLane *lane, HBaseWireMethodId method, GBytes *arguments, guint channel, HBaseStep next)
{
  scan_of (lane)->counts.calls++;
  return hbase_lane_send (lane, &hbase_wire_methods[method], arguments, channel, next);
}

static GBytes *
encode_begin (HBaseRangeReader *reader, guint rows)
{
  return hbase_arguments_of_scan (hbase_operation_get_target (&reader->scan->parent), reader->scan->scan,
                                  &reader->progress.sent_bounds, rows);
}

G_STATIC_ASSERT ((int) HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID == (int) HBASE_CLOSE_SCANNER_ARGS_SCANNER_ID);

/* Encodes the arguments of getScannerRows; without a number of rows (0), of closeScanner. */
static GBytes *
encode_scanner (HBaseWireProtocol protocol, gint32 scanner_id, guint rows)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 32);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, scanner_id);
  if (rows > 0)
    hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, (gint32) rows);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
reader_send_get_rows (HBaseRangeReader *reader, HBaseLane *lane)
{
  reader->n_requested = hbase_scan_choose_rows (reader);
  return reader_send (lane, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
                      encode_scanner (lane->operation->protocol, reader->scanner_id, reader->n_requested),
                      reader->channel_id, reader_handle_rows);
}

/* ---- closing ---- */

void
hbase_range_reader_abandon (HBaseRangeReader *reader)
{
  reader->needs_close |= reader->is_open;
  reader->is_open = FALSE;
}

gboolean
hbase_range_reader_close (HBaseRangeReader *reader, HBaseLane *lane, HBaseStep next)
{
  if (!reader->needs_close)
    return FALSE;
  reader->needs_close = FALSE;
  reader_send (lane, HBASE_WIRE_METHOD_CLOSE_SCANNER,
               encode_scanner (lane->operation->protocol, reader->scanner_id, 0), reader->channel_id, next);
  return TRUE;
}

/* Withdraws a closeScanner that waits to be sent by another run: a scan that is given up isn't run again. */
static void
withdraw_close (HBaseRangeReader *reader, HBaseLane *lane)
{
  if (lane->state != HBASE_LANE_SENDING || lane->sent > 0
      || lane->request.method != &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER])
    return;
  lane->state = HBASE_LANE_IDLE;
  reader->needs_close = TRUE;
}

gboolean
hbase_range_reader_take_close (HBaseRangeReader *reader, HBaseRequest *late_reply)
{
  HBaseOperation *operation = &reader->scan->parent;

  if (reader->scan->is_closing)
    withdraw_close (reader, &operation->lanes[reader - reader->scan->readers]);
  if (!reader->needs_close)
    return FALSE;
  reader->needs_close = FALSE;
  *late_reply = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                                .arguments = encode_scanner (operation->protocol, reader->scanner_id, 0),
                                .channel = reader->channel_id };
  return TRUE;
}

/* ---- failures ---- */

static HBaseNext
reader_advance_step (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseNext next = hbase_range_reader_advance (hbase_range_reader_for_lane (lane), lane);

  return hbase_scan_operation_end_step (scan_of (lane), next);
}

/* Whether the old scanner was closed doesn't matter: a gateway forgets an unused scanner after a minute. */
static HBaseNext
reader_handle_closed (HBaseOperation *operation, HBaseLane *lane)
{
  hbase_lane_take_response (lane, NULL, NULL);
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&hbase_range_reader_for_lane (lane)->retry),
                           reader_advance_step);
}

/* Retries what another try may fix: reads can be repeated. */
static HBaseNext
reader_handle_failure (HBaseRangeReader *reader, HBaseLane *lane, GError *error)
{
  HBaseRetryDecision decision = hbase_retry_decide (&reader->retry, lane, &error);
  gboolean too_large = reader->n_requested > 1 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
  gboolean has_timed_out = lane->sent > 0 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  /* The rows were too large for a reply, or the filter matches so rarely that they weren't found in time. */
  if (too_large || has_timed_out)
    {
      reader->max_rows = reader->n_requested / HBASE_SCAN_MAX_GROWTH + 1;
      reader->has_timed_out = has_timed_out;
    }
  hbase_range_reader_abandon (reader);
  reader->is_interrupted = TRUE;
  if (decision != HBASE_RETRY_REPEAT && !too_large && !lane->unknown_scanner)
    {
      /* The next run tries as often as this run did. */
      hbase_retry_init (&reader->retry, HBASE_CALL_READ);
      return hbase_operation_fail (lane->operation, error);
    }
  if (!reader->needs_close)
    return hbase_retry_back_off (&reader->retry, lane, error, reader_advance_step);
  hbase_operation_record_failure (lane->operation, error);
  hbase_range_reader_close (reader, lane, reader_handle_closed);
  return HBASE_WAIT;
}

/* Takes the response, and records if the scanner is gone: lost with its channel, or forgotten by the gateway
 * after a minute without a call. */
static gboolean
reader_take_response (HBaseRangeReader *reader, HBaseLane *lane, HBaseBlock **block, GError **error)
{
  gboolean lost = lane->error != NULL;
  gboolean succeeded = hbase_lane_take_response (lane, block, error);

  if (lost || lane->unknown_scanner)
    reader->is_open = reader->needs_close = FALSE;
  return succeeded;
}

/* ---- checking a reply's rows ---- */

static gboolean
is_requested_family (const GPtrArray *families, HBaseSlice family)
{
  for (guint i = 0; i < families->len; i++)
    if (hbase_slice_equal (hbase_slice_text (families->pdata[i]), family))
      return TRUE;
  return FALSE;
}

/* Checks that all cells are of requested families. Cells are ordered by family, so most are of the family
 * before. */
static gboolean
check_families (HBaseScanOperation *scan, const HBaseBlock *block, guint row, GError **error)
{
  HBaseSlice known = hbase_slice (NULL, 0);
  HBaseCellView cell;
  g_autofree char *family = NULL;

  for (guint i = block->rows[row].first_cell; i < block->rows[row + 1].first_cell; i++)
    {
      hbase_block_cell (block, i, &cell);
      if (known.data != NULL && hbase_slice_equal (cell.family, known))
        continue;
      known = cell.family;
      if (is_requested_family (scan->families, known))
        continue;
      family = hbase_bytes_to_escaped (known.data, known.length);
      hbase_operation_set_subject (&scan->parent, scan->parent.table, hbase_block_row_key (block, row));
      g_propagate_error (error,
                         hbase_operation_error (&scan->parent, HBASE_ERROR_PROTOCOL,
                                                "the peer's reply to a scan has a cell of family “%s”, "
                                                "which wasn't requested: check the gateway and any proxy "
                                                "between this program and HBase",
                                                family));
      return FALSE;
    }
  return TRUE;
}

static HBaseScanRowDecision
accept_row (HBaseRangeReader *reader, HBaseBlock *block, guint row, GError **error)
{
  HBaseScanOperation *scan = reader->scan;
  HBaseScanRowDecision decision = hbase_scan_progress_accept (&reader->progress, block, row, error);

  if (decision == HBASE_SCAN_TAKE && scan->families != NULL && !check_families (scan, block, row, error))
    return HBASE_SCAN_FAILURE;
  return decision;
}

/* Decides which rows of the reply are taken. They are contiguous, as only first and last rows are dropped; if
 * none is, `rows->block` stays NULL. Returns TAKE, or MISORDERED or FAILURE with an error: then no row is
 * taken. */
static HBaseScanRowDecision
reader_accept_rows (HBaseRangeReader *reader, HBaseBlock *block, HBaseScanRows *rows, GError **error)
{
  HBaseScanRowDecision decision = HBASE_SCAN_TAKE;

  hbase_scan_progress_save (&reader->progress);
  for (guint i = 0; i < block->n_rows && decision < HBASE_SCAN_MISORDERED; i++)
    {
      decision = accept_row (reader, block, i, error);
      if (decision != HBASE_SCAN_TAKE)
        continue;
      rows->row = rows->end == 0 ? i : rows->row;
      rows->end = i + 1;
    }
  if (decision >= HBASE_SCAN_MISORDERED)
    {
      hbase_scan_progress_roll_back (&reader->progress);
      return decision;
    }
  reader->has_ended |= decision == HBASE_SCAN_PAST_END;
  rows->block = rows->end > 0 ? hbase_block_ref (block) : NULL;
  hbase_scan_progress_commit (&reader->progress);
  return HBASE_SCAN_TAKE;
}

/* ---- replies with rows ---- */

static void
learn_row_width (HBaseScanOperation *scan, gsize width)
{
  scan->row_width = width;
  if (scan->reads_whole_rows && scan->learn_row_width != NULL)
    scan->learn_row_width (scan->learn_data, width);
}

static void
reader_buffer_rows (HBaseRangeReader *reader, const HBaseScanRows *rows)
{
  if (rows->block == NULL)
    return;
  if (reader->buffered.block != NULL)
    {
      reader->prefetched = *rows;
      return;
    }
  reader->buffered = *rows;
  hbase_scan_merge_add (reader->scan, (guint) (reader - reader->scan->readers));
}

static HBaseScanRowDecision
reader_take_block (HBaseRangeReader *reader, HBaseBlock *block, GError **error)
{
  HBaseScanRows rows = { NULL, 0, 0 };
  HBaseScanRowDecision decision = reader_accept_rows (reader, block, &rows, error);
  gboolean has_no_more = decision == HBASE_SCAN_TAKE && block->n_rows < reader->n_requested;

  reader->scan->counts.bytes += block->length;
  if (block->n_rows > 0)
    learn_row_width (reader->scan, block->length / block->n_rows + 1);
  reader->has_begun = !(has_no_more && hbase_scan_progress_pass_cut (&reader->progress));
  reader->has_ended |= has_no_more && reader->has_begun;
  reader->has_ended |= hbase_scan_progress_is_satisfied (&reader->progress);
  if (reader->has_ended || has_no_more || decision != HBASE_SCAN_TAKE)
    hbase_range_reader_abandon (reader);
  reader_buffer_rows (reader, &rows);
  return decision;
}

/* Opens the range again after a misordered reply; takes `error`. */
static HBaseNext
reader_retry_misordered (HBaseRangeReader *reader, HBaseLane *lane, GError *error)
{
  reader->scan->counts.rejected++;
  reader->is_interrupted = TRUE;
  reader->retry.n_losses = ++reader->n_misordered;
  hbase_operation_record_failure (lane->operation, error);
  if (!reader->needs_close)
    hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&reader->retry), reader_advance_step);
  return reader_advance_step (lane->operation, lane);
}

static HBaseNext
reader_handle_rows (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = scan_of (lane);
  HBaseRangeReader *reader = hbase_range_reader_for_lane (lane);
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseScanRowDecision decision;

  if (!reader_take_response (reader, lane, &block, &error))
    return reader_handle_failure (reader, lane, error);
  decision = reader_take_block (reader, block, &error);
  if (decision == HBASE_SCAN_MISORDERED && !scan->has_stateful_filter
      && reader->n_misordered < HBASE_SCAN_MAX_MISORDERED)
    return reader_retry_misordered (reader, lane, error);
  if (decision != HBASE_SCAN_TAKE)
    return hbase_scan_operation_fail_permanently (scan, error);
  reader->n_misordered = 0;
  hbase_retry_init (&reader->retry, HBASE_CALL_READ);
  g_clear_error (&operation->last_failure);
  if (reader->has_timed_out)
    reader->max_rows = MIN (2 * reader->max_rows, HBASE_RANGE_READER_MAX_ROWS);
  return reader_advance_step (operation, lane);
}

/* ---- opening ---- */

/* Returns FALSE if the block is an exception. */
static gboolean
decode_scanner_id (const HBaseBlock *block, gint32 *scanner_id)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (block->type == HBASE_WIRE_EXCEPTION || !hbase_wire_decoder_next (&decoder, &id, &type) || id != 0)
    return FALSE;
  *scanner_id = hbase_wire_decoder_i32 (&decoder);
  return TRUE;
}

/* Closes a scanner that has no owner, as openScanner's response came after the operation was freed. */
static gboolean
close_late_scanner (const HBaseBlock *response, HBaseRequest *request)
{
  gint32 scanner_id;

  if (!decode_scanner_id (response, &scanner_id))
    return FALSE;
  *request = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                             .arguments = encode_scanner (response->protocol, scanner_id, 0) };
  return TRUE;
}

static gboolean
reader_take_scanner_id (HBaseRangeReader *reader, HBaseLane *lane, GError **error)
{
  g_autoptr (HBaseBlock) block = NULL;

  if (!reader_take_response (reader, lane, &block, error))
    return FALSE;
  decode_scanner_id (block, &reader->scanner_id);
  reader->channel_id = lane->channel_id;
  reader->is_open = TRUE;
  return TRUE;
}

static HBaseNext
reader_handle_opened (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseRangeReader *reader = hbase_range_reader_for_lane (lane);
  GError *error = NULL;

  return reader_take_scanner_id (reader, lane, &error) ? reader_send_get_rows (reader, lane)
                                                       : reader_handle_failure (reader, lane, error);
}

void
hbase_range_reader_handle_late_response (HBaseRangeReader *reader, HBaseLane *lane)
{
  if (lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    reader_take_scanner_id (reader, lane, NULL);
  else
    reader_take_response (reader, lane, NULL, NULL);
  hbase_range_reader_abandon (reader);
}

static GError *
make_resume_error (HBaseRangeReader *reader)
{
  HBaseOperation *operation = &reader->scan->parent;
  GError *error;

  hbase_operation_set_subject (operation, operation->table, hbase_slice_of_array (reader->progress.last_key));
  error = hbase_operation_error (
      operation, HBASE_ERROR_UNSUPPORTED,
      "the scan was interrupted and can't resume after this row, as its filter depends on the "
      "rows before it (WHILE, a PageFilter within others, or a filter in bytes): start the scan "
      "again%s%s",
      operation->last_failure != NULL ? "; the reason was: " : "",
      operation->last_failure != NULL ? operation->last_failure->message : "");
  return hbase_error_with_details_of (error, operation->last_failure);
}

/* By caching and limit the gateway reads no more rows from HBase than it returns. */
static HBaseNext
reader_send_one_call (HBaseRangeReader *reader, HBaseLane *lane, guint n_rows)
{
  reader->n_requested = reader->progress.sent_bounds.limit = n_rows;
  if (reader->progress.sent_bounds.caching == 0)
    reader->progress.sent_bounds.caching = n_rows;
  return reader_send (lane, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, encode_begin (reader, n_rows), 0,
                      reader_handle_rows);
}

/* No caching is sent but the caller's: then HBase's own limit of two mebibytes applies in the gateway. */
static HBaseNext
reader_send_open (HBaseRangeReader *reader, HBaseLane *lane)
{
  reader->n_requested = hbase_scan_choose_rows (reader);
  reader_send (lane, HBASE_WIRE_METHOD_OPEN_SCANNER, encode_begin (reader, 0), 0, reader_handle_opened);
  lane->request.late_reply = close_late_scanner;
  return HBASE_WAIT;
}

/* Returns how many rows are read by one call: all that are wanted, or the first rows, with which most ranges
 * and small regions end; 0: a scanner reads them. A filter may pass over so many rows and regions that the
 * regions must be known. */
static guint
choose_rows_of_one_call (HBaseRangeReader *reader)
{
  HBaseScanOperation *scan = reader->scan;
  guint wanted = hbase_scan_progress_get_n_wanted (&reader->progress),
        caching = reader->progress.bounds.caching;
  gboolean is_safe = scan->region_ends != NULL || !hbase_scan_may_pass_over_rows (scan->scan);

  if (wanted <= MIN (reader->max_rows, caching > 0 ? caching : wanted)
      && hbase_scan_fits_one_reply (scan, wanted))
    return wanted;
  if (reader->has_begun || scan->has_stateful_filter || hbase_scan_get_batch_size (scan->scan) > 0)
    return 0;
  return is_safe ? hbase_scan_choose_rows (reader) : 0;
}

static HBaseNext
reader_send_begin (HBaseRangeReader *reader, HBaseLane *lane)
{
  guint n_rows = choose_rows_of_one_call (reader);

  if (reader->scan->region_ends != NULL)
    hbase_scan_plan_cut_at_region (reader);
  if (n_rows > 0)
    return reader_send_one_call (reader, lane, n_rows);
  if (reader->scan->region_ends == NULL && !reader->scan->has_stateful_filter)
    return hbase_scan_operation_locate_regions (reader->scan, lane);
  return reader_send_open (reader, lane);
}

/* ---- the reader's next request ---- */

static HBaseNext
reader_begin (HBaseRangeReader *reader, HBaseLane *lane)
{
  HBaseScanOperation *scan = reader->scan;

  if (scan->has_stateful_filter && hbase_scan_progress_has_begun (&reader->progress))
    return hbase_scan_operation_fail_permanently (scan, make_resume_error (reader));
  scan->counts.resumes += reader->is_interrupted;
  reader->is_interrupted = FALSE;
  return reader_send_begin (reader, lane);
}

/* Returns whether the reader should read now. FALSE: its buffered rows are to be taken first, or nothing is
 * left. */
static gboolean
reader_needs_rows (HBaseRangeReader *reader)
{
  if (!reader->has_ended || reader->buffered.block != NULL)
    return !reader->has_ended && reader->prefetched.block == NULL;
  if (hbase_scan_plan_has_range (&reader->scan->plan))
    return TRUE;
  hbase_scan_merge_remove (reader);
  return FALSE;
}

/* The range that the reader had before has ended, and so has its last row. */
static void
reader_begin_range (HBaseRangeReader *reader)
{
  hbase_scan_plan_assign_range (reader);
  if (reader->scan->partial_row_reader == reader)
    hbase_scan_operation_finish_row (reader->scan);
}

HBaseNext
hbase_range_reader_advance (HBaseRangeReader *reader, HBaseLane *lane)
{
  while (lane->state == HBASE_LANE_IDLE && reader_needs_rows (reader))
    {
      if (reader->is_open)
        return reader_send_get_rows (reader, lane);
      if (hbase_range_reader_close (reader, lane, reader_handle_closed))
        return HBASE_WAIT;
      if (reader->has_ended)
        reader_begin_range (reader);
      if (hbase_scan_progress_begin (&reader->progress))
        return reader_begin (reader, lane);
      reader->has_ended = TRUE;
    }
  return HBASE_WAIT;
}

void
hbase_range_reader_clear (HBaseRangeReader *reader)
{
  hbase_scan_progress_clear (&reader->progress);
  g_clear_pointer (&reader->buffered.block, hbase_block_unref);
  g_clear_pointer (&reader->prefetched.block, hbase_block_unref);
}
