/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-internal-private.h"

#include "hbase-wire-decoder-private.h"
#include "hbase-wire-tables.h"

/* Reads a range of a scan on one lane.
 *
 * begin ─┬─ one call (getScannerResults) ──────────────────────────────── rows … ended
 *        └─ openScanner ── opened ── getScannerRows ── rows ── getScannerRows (asked ahead) ── rows … ended
 *
 *  1. `open` is TRUE from openScanner's answer for as long as the scanner is asked for rows, `needs_close` from
 *     then on until it is closed. Its calls go down `channel` only: ids restart with a gateway, so that the
 *     same id elsewhere may be a stranger's.
 *  2. getScannerRows is never asked twice for the same rows: it advances the scanner even if its answer is
 *     lost. After a loss the range is begun anew behind the last row that came.
 *  3. At most two replies are kept, the one whose rows are being taken and the next. While both are there
 *     nothing is asked.
 *  4. After `ended` nothing is asked any more but closeScanner.
 *  5. HBase itself now and then sends a row out of order, or twice, while regions move. Such a reply is dropped, and the
 *     range is begun anew behind the rows before; after MISORDERED_MAX such replies in a row the peer is at fault.
 */

/* What a reply of several rows should take: between one and two mebibytes a gateway is at its best, and one
 * row more or less doesn't matter. Several lanes share that: from gateways and region servers at work side by
 * side a fifth more rows come so, as what they work on stays in their caches. */
#define REPLY_SIZE (1536 * 1024)
/* A range that fits into this is read by one call. */
#define ONE_REPLY_SIZE (2 * 1024 * 1024)
/* …for all lanes together; but each may have as much as is worth a call. */
#define ALL_ONE_REPLIES_SIZE (12 * 1024 * 1024)
#define LEAST_REPLY_SIZE (64 * 1024)
/* A row, and the one that is dropped where a reversed scan begins: a scanner would bring them by no less. */
#define FEW_ROWS 2
#define MISORDERED_MAX 3
/* Before anything is known of a table's rows. */
#define FIRST_ROW_WIDTH 1024
#define FIRST_ROWS 16
/* The rows of a reply may be untypically narrow: the next one asks for so many times as many at most. */
#define GROWTH 8

static HBaseNext reader_rows_came (HBaseOperation *operation, HBaseLane *lane);

static HBaseScanOperation *
scan_of (const HBaseLane *lane)
{
  return (HBaseScanOperation *) lane->operation;
}

/* ---- how much to ask for ---- */

static gsize
share_of (HBaseScanOperation *scan, gsize all, gsize size)
{
  return CLAMP (all / MAX (1, scan->n_readers), LEAST_REPLY_SIZE, size);
}

gboolean
hbase_range_reader_fits_one_reply (HBaseScanOperation *scan, guint n_rows)
{
  gsize width = scan->row_width > 0 ? scan->row_width : FIRST_ROW_WIDTH;

  /* Pieces are counted by the reply, rows by the limit: what a reply of pieces holds can't be foretold. */
  return n_rows != G_MAXUINT && hbase_scan_get_batch_size (scan->scan) == 0
         && n_rows <= MAX (FEW_ROWS, share_of (scan, ALL_ONE_REPLIES_SIZE, ONE_REPLY_SIZE) / width);
}

static guint
choose_rows (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  guint rows = FIRST_ROWS;

  if (reader->progress.bounds.caching > 0)
    rows = reader->progress.bounds.caching;
  else if (scan->row_width > 0)
    rows = (guint) CLAMP (share_of (scan, REPLY_SIZE, REPLY_SIZE) / scan->row_width, 1,
                          MAX (FIRST_ROWS, reader->asked) * GROWTH);
  rows = MIN (rows, reader->cap);
  if (hbase_scan_get_batch_size (scan->scan) == 0)
    rows = MIN (rows, hbase_scan_progress_get_n_wanted (&reader->progress));
  return rows;
}

/* ---- what is asked ---- */

static HBaseNext
reader_ask (HBaseLane *lane, HBaseWireMethodId method, GBytes *arguments, guint channel, HBaseStep next)
{
  scan_of (lane)->counts.calls++;
  return hbase_lane_send (lane, &hbase_wire_methods[method], arguments, channel, next);
}

static GBytes *
write_begin (HBaseScanOperation *scan, HBaseRangeReader *reader, guint rows)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, scan->parent.protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, hbase_slice_text (scan->parent.table));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_scan_write (scan->scan, &reader->progress.now, &writer);
  if (rows > 0)
    hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) rows);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static GBytes *
write_rows (HBaseWireProtocol protocol, gint32 scanner, guint rows)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 32);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, scanner);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, (gint32) rows);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static GBytes *
write_close (HBaseWireProtocol protocol, gint32 scanner)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, protocol, 32);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_CLOSE_SCANNER_ARGS_SCANNER_ID, scanner);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext
reader_ask_rows (HBaseRangeReader *reader, HBaseLane *lane)
{
  reader->asked = choose_rows (scan_of (lane), reader);
  return reader_ask (lane, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
                     write_rows (lane->operation->protocol, reader->scanner, reader->asked), reader->channel,
                     reader_rows_came);
}

/* ---- closing ---- */

void
hbase_range_reader_abandon (HBaseRangeReader *reader)
{
  reader->needs_close |= reader->open;
  reader->open = FALSE;
}

gboolean
hbase_range_reader_close (HBaseRangeReader *reader, HBaseLane *lane, HBaseStep next)
{
  if (!reader->needs_close)
    return FALSE;
  reader->needs_close = FALSE;
  reader_ask (lane, HBASE_WIRE_METHOD_CLOSE_SCANNER, write_close (lane->operation->protocol, reader->scanner),
              reader->channel, next);
  return TRUE;
}

/* Of a scan that is given up, a closeScanner that was asked for waits for a run that won't be. */
static void
take_back_close (HBaseRangeReader *reader, HBaseLane *lane)
{
  if (lane->state != HBASE_LANE_SENDING || lane->sent > 0
      || lane->request.method != &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER])
    return;
  lane->state = HBASE_LANE_IDLE;
  reader->needs_close = TRUE;
}

gboolean
hbase_range_reader_take_close (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseRequest *late_reply)
{
  if (scan->closing)
    take_back_close (reader, &scan->parent.lanes[reader - scan->readers]);
  if (!reader->needs_close)
    return FALSE;
  reader->needs_close = FALSE;
  *late_reply = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                                .arguments = write_close (scan->parent.protocol, reader->scanner),
                                .channel = reader->channel };
  return TRUE;
}

/* ---- what goes wrong ---- */

static HBaseNext
reader_go_on (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseNext next = hbase_range_reader_go_on (hbase_range_reader_of (lane), lane);

  return hbase_scan_operation_look (scan_of (lane), next);
}

/* The old scanner has been closed, or hasn't, which is nobody's business: what can't be told any more forgets
 * it by itself. */
static HBaseNext
reader_closed (HBaseOperation *operation, HBaseLane *lane)
{
  hbase_lane_take_response (lane, NULL, NULL);
  return hbase_lane_sleep (lane, hbase_retry_delay (&hbase_range_reader_of (lane)->retry), reader_go_on);
}

/* So many rows were too large for a reply; or a filter finds them so rarely that they weren't found in time. */
static void
reader_ask_for_fewer (HBaseRangeReader *reader, gboolean late)
{
  reader->cap = reader->asked / GROWTH + 1;
  reader->late = late;
}

/* What may go better the next time is tried again: a read harms nobody. */
static HBaseNext
reader_failed (HBaseRangeReader *reader, HBaseLane *lane, GError *error)
{
  HBaseRetryDecision verdict = hbase_retry_decide (&reader->retry, error, lane->sent);
  gboolean too_large = reader->asked > 1 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
  gboolean late = lane->sent > 0 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  if (too_large || late)
    reader_ask_for_fewer (reader, late);
  hbase_range_reader_abandon (reader);
  if (verdict != HBASE_RETRY_REPEAT && !too_large && !lane->unknown_scanner)
    {
      /* The next run tries as often as this one did. */
      hbase_retry_init (&reader->retry, HBASE_CALL_READ);
      return hbase_operation_fail (lane->operation, error);
    }
  if (!reader->needs_close)
    return hbase_retry_back_off (&reader->retry, lane, error, reader_go_on);
  hbase_operation_record_failure (lane->operation, error);
  hbase_range_reader_close (reader, lane, reader_closed);
  return HBASE_WAIT;
}

/* Takes the answer, and notes where the scanner is gone: lost with its channel, or forgotten by the gateway
 * after a minute without a call. */
static gboolean
reader_answer (HBaseRangeReader *reader, HBaseLane *lane, HBaseBlock **block, GError **error)
{
  gboolean lost = lane->error != NULL;
  gboolean answered = hbase_lane_take_response (lane, block, error);

  if (lost || lane->unknown_scanner)
    reader->open = reader->needs_close = FALSE;
  return answered;
}

/* ---- rows come ---- */

static void
learn_row_width (HBaseScanOperation *scan, gsize width)
{
  scan->row_width = width;
  if (scan->reads_whole_rows)
    scan->learned_width = width;
}

static void
reader_keep_rows (HBaseScanOperation *scan, HBaseRangeReader *reader, const HBaseScanRows *rows)
{
  if (rows->block == NULL)
    return;
  if (reader->buffered.block != NULL)
    {
      reader->ahead = *rows;
      return;
    }
  reader->buffered = *rows;
  hbase_scan_merge_add (scan, (guint) (reader - scan->readers));
}

/* Whether another reply may be right where this one wasn't. */
static gboolean
reader_may_ask_again (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseScanRowDecision verdict)
{
  return verdict == HBASE_SCAN_MISORDERED && !scan->remembers && reader->n_misordered < MISORDERED_MAX;
}

static HBaseScanRowDecision
reader_take_block (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseBlock *block, GError **error)
{
  HBaseScanRows rows = { NULL, 0, 0 };
  HBaseScanRowDecision verdict = hbase_range_reader_accept (scan, reader, block, &rows, error);

  scan->counts.bytes += block->length;
  if (block->n_rows > 0)
    learn_row_width (scan, block->length / block->n_rows + 1);
  reader->ended |= hbase_scan_progress_is_satisfied (&reader->progress)
                   || (verdict == HBASE_SCAN_TAKE && block->n_rows < reader->asked);
  if (reader->ended || verdict != HBASE_SCAN_TAKE)
    hbase_range_reader_abandon (reader);
  reader_keep_rows (scan, reader, &rows);
  return verdict;
}

/* Takes the error. */
static HBaseNext
reader_ask_again (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseLane *lane, GError *error)
{
  scan->counts.misordered++;
  reader->retry.losses = ++reader->n_misordered;
  hbase_operation_record_failure (lane->operation, error);
  if (!reader->needs_close)
    hbase_lane_sleep (lane, hbase_retry_delay (&reader->retry), reader_go_on);
  return reader_go_on (lane->operation, lane);
}

static HBaseNext
reader_rows_came (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = scan_of (lane);
  HBaseRangeReader *reader = hbase_range_reader_of (lane);
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseScanRowDecision verdict;

  if (!reader_answer (reader, lane, &block, &error))
    return reader_failed (reader, lane, error);
  verdict = reader_take_block (scan, reader, block, &error);
  if (reader_may_ask_again (scan, reader, verdict))
    return reader_ask_again (scan, reader, lane, error);
  if (verdict != HBASE_SCAN_TAKE)
    return hbase_scan_operation_fail_for_good (scan, error);
  reader->n_misordered = 0;
  hbase_retry_init (&reader->retry, HBASE_CALL_READ);
  g_clear_pointer (&operation->last_failure, g_free);
  if (reader->late)
    reader->cap = MIN (2 * reader->cap, HBASE_RANGE_READER_MAX_ROWS);
  return reader_go_on (operation, lane);
}

/* ---- opening ---- */

/* FALSE: it is an exception. */
static gboolean
decode_id (const HBaseBlock *block, gint32 *scanner)
{
  HBaseWireDecoder decoder;
  HBaseWireType type;
  guint id;

  hbase_wire_decoder_init (&decoder, block, block->body);
  if (block->type == HBASE_WIRE_EXCEPTION || !hbase_wire_decoder_next (&decoder, &id, &type) || id != 0)
    return FALSE;
  *scanner = hbase_wire_decoder_i32 (&decoder);
  return TRUE;
}

/* A scanner of nobody's: the answer to openScanner comes when the operation is gone. */
static gboolean
close_late_scanner (const HBaseBlock *answer, HBaseRequest *request)
{
  gint32 scanner;

  if (!decode_id (answer, &scanner))
    return FALSE;
  *request = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                             .arguments = write_close (answer->protocol, scanner) };
  return TRUE;
}

static gboolean
reader_read_id (HBaseRangeReader *reader, HBaseLane *lane, GError **error)
{
  g_autoptr (HBaseBlock) block = NULL;

  if (!reader_answer (reader, lane, &block, error))
    return FALSE;
  decode_id (block, &reader->scanner);
  reader->channel = lane->ticket;
  reader->open = TRUE;
  return TRUE;
}

static HBaseNext
reader_opened (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseRangeReader *reader = hbase_range_reader_of (lane);
  GError *error = NULL;

  return reader_read_id (reader, lane, &error) ? reader_ask_rows (reader, lane)
                                               : reader_failed (reader, lane, error);
}

void
hbase_range_reader_drain (HBaseRangeReader *reader, HBaseLane *lane)
{
  if (lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    reader_read_id (reader, lane, NULL);
  else
    reader_answer (reader, lane, NULL, NULL);
  hbase_range_reader_abandon (reader);
}

static GError *
cannot_go_on (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  HBaseOperation *operation = &scan->parent;

  hbase_operation_set_subject (operation, operation->table,
                               hbase_slice (reader->progress.last->data, reader->progress.last->len));
  return hbase_operation_error (
      operation, HBASE_ERROR_UNSUPPORTED,
      "the scan can't be gone on with behind this row, as its filter remembers the rows "
      "before it (WHILE, a PageFilter among others, or a filter in bytes): begin it "
      "anew%s%s",
      operation->last_failure != NULL ? "; it was interrupted: " : "",
      operation->last_failure != NULL ? operation->last_failure : "");
}

/* Gateways fetch from HBase as many rows at a time as the scan's caching says. As long as rows of the table
 * are unknown it isn't sent: then HBase's own two mebibytes are the limit there. */
static HBaseNext
reader_ask_begin (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseLane *lane)
{
  guint wanted = hbase_scan_progress_get_n_wanted (&reader->progress);
  gboolean at_once = wanted <= reader->cap && hbase_range_reader_fits_one_reply (scan, wanted);

  reader->asked = at_once ? wanted : choose_rows (scan, reader);
  if (reader->progress.now.caching == 0 && (at_once || scan->row_width > 0))
    reader->progress.now.caching = reader->asked;
  if (at_once)
    return reader_ask (lane, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, write_begin (scan, reader, reader->asked),
                       0, reader_rows_came);
  reader_ask (lane, HBASE_WIRE_METHOD_OPEN_SCANNER, write_begin (scan, reader, 0), 0, reader_opened);
  lane->request.late_reply = close_late_scanner;
  return HBASE_WAIT;
}

/* ---- going on ---- */

static HBaseNext
reader_begin (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseLane *lane)
{
  if (scan->remembers && hbase_scan_progress_has_begun (&reader->progress))
    return hbase_scan_operation_fail_for_good (scan, cannot_go_on (scan, reader));
  scan->counts.resumes += reader->begun;
  reader->begun = TRUE;
  return reader_ask_begin (scan, reader, lane);
}

/* FALSE: what there is has to be taken first, or there is nothing left to read. */
static gboolean
reader_lacks_rows (HBaseScanOperation *scan, HBaseRangeReader *reader)
{
  if (!reader->ended || reader->buffered.block != NULL)
    return !reader->ended && reader->ahead.block == NULL;
  if (hbase_scan_plan_has_range (&scan->plan))
    return TRUE;
  hbase_scan_merge_leave (scan, reader);
  return FALSE;
}

HBaseNext
hbase_range_reader_go_on (HBaseRangeReader *reader, HBaseLane *lane)
{
  HBaseScanOperation *scan = scan_of (lane);

  while (lane->state == HBASE_LANE_IDLE && reader_lacks_rows (scan, reader))
    {
      if (reader->open)
        return reader_ask_rows (reader, lane);
      if (hbase_range_reader_close (reader, lane, reader_closed))
        return HBASE_WAIT;
      if (reader->ended)
        hbase_scan_plan_take_range (scan, reader);
      if (hbase_scan_progress_begin (&reader->progress))
        return reader_begin (scan, reader, lane);
      reader->ended = TRUE;
    }
  return HBASE_WAIT;
}

static void
rows_clear (HBaseScanRows *rows)
{
  g_clear_pointer (&rows->block, hbase_block_unref);
}

void
hbase_range_reader_clear (HBaseRangeReader *reader)
{
  hbase_scan_progress_clear (&reader->progress);
  rows_clear (&reader->buffered);
  rows_clear (&reader->ahead);
}
