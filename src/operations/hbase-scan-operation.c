/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-operation-private.h"

#include "hbase-retry-private.h"
#include "hbase-scan-rest-private.h"
#include "hbase-wire-decoder-private.h"
#include "hbase-wire-tables.h"

/* What a reply of several rows should take: between one and two mebibytes a gateway is at its best, and one
 * row more or less doesn't matter. */
#define REPLY_SIZE (1536 * 1024)
/* A scan that fits into this is read by one call. */
#define ONE_REPLY_SIZE (2 * 1024 * 1024)
/* Before anything is known of a table's rows. */
#define FIRST_ROW_WIDTH 1024
#define FIRST_ROWS 16
/* The rows of a reply may be untypically narrow: the next one asks for so many times as many at most. */
#define GROWTH 8
#define MAX_ROWS 65536

/* begin ─┬─ one call (getScannerResults) ──────────────────────────────── rows … ended
 *        └─ openScanner ── opened ── getScannerRows ── rows ── getScannerRows (asked ahead) ── rows … ended
 *
 *  1. `open` is TRUE from openScanner's answer for as long as the scanner is asked for rows, `forsaken` from
 *     then on until it is closed. Its calls go down `channel` only: ids restart with a gateway, so that the
 *     same id elsewhere may be a stranger's.
 *  2. getScannerRows is never asked twice for the same rows: it advances the scanner even if its answer is
 *     lost. After a loss the scan is begun anew behind the last row taken.
 *  3. At most one block is at hand; a run begins only when it is used up. What was asked ahead meanwhile is
 *     the next one.
 *  4. After `ended` nothing is asked any more but closeScanner.
 *  5. A peer that sends rows out of order is never believed again: `fault` ends every later run, too.
 */
struct _HBaseScanOperation {
  HBaseOperation parent;
  HBaseScanRest rest;
  HBaseRetry retry;
  /* on the gateway */
  gboolean open;
  gboolean forsaken;
  gint32 scanner;
  guint channel;
  guint asked;      /* rows, by the request under way */
  guint cap;        /* never more rows a reply than that: more were too large once */
  gsize row_width;
  /* at hand: rows `row` … `end` − 1 of the block */
  HBaseBlock *block;
  guint row, end;
  gboolean ended;
  gboolean closing;
  GError *fault;
};

static HBaseNext scan_begin (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext scan_rows_came (HBaseOperation *operation, HBaseLane *lane);

/* ---- how much to ask for ---- */

static gboolean
scan_fits_one_reply (HBaseScanOperation *scan)
{
  guint wanted = hbase_scan_rest_get_n_wanted (&scan->rest);
  gsize width = scan->row_width > 0 ? scan->row_width : FIRST_ROW_WIDTH;

  /* Pieces are counted by the reply, rows by the limit: what a reply of pieces holds can't be foretold. */
  return scan->rest.left != G_MAXUINT && hbase_scan_get_batch_size (scan->rest.scan) == 0
         && wanted <= scan->cap && wanted <= ONE_REPLY_SIZE / width;
}

static guint
scan_choose_rows (HBaseScanOperation *scan)
{
  guint rows = FIRST_ROWS;

  if (scan->rest.bounds.caching > 0)
    rows = scan->rest.bounds.caching;
  else if (scan->row_width > 0)
    rows = (guint) CLAMP (REPLY_SIZE / scan->row_width, 1, MAX (FIRST_ROWS, scan->asked) * GROWTH);
  rows = MIN (rows, scan->cap);
  if (hbase_scan_get_batch_size (scan->rest.scan) == 0)
    rows = MIN (rows, hbase_scan_rest_get_n_wanted (&scan->rest));
  return rows;
}

/* ---- what is asked ---- */

static GBytes *
scan_write_begin (HBaseScanOperation *scan, guint rows)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, scan->parent.protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, hbase_slice_text (scan->parent.table));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_scan_write (scan->rest.scan, &scan->rest.now, &writer);
  if (rows > 0)
    hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_RESULTS_ARGS_NUM_ROWS, (gint32) rows);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static GBytes *
scan_write_rows (HBaseScanOperation *scan)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, scan->parent.protocol, 32);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, scan->scanner);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, (gint32) scan->asked);
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
scan_ask_rows (HBaseScanOperation *scan, HBaseLane *lane)
{
  scan->asked = scan_choose_rows (scan);
  return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS],
                         scan_write_rows (scan), scan->channel, scan_rows_came);
}

static HBaseNext
scan_ask_close (HBaseScanOperation *scan, HBaseLane *lane, HBaseStep next)
{
  scan->forsaken = FALSE;
  return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                         write_close (scan->parent.protocol, scan->scanner), scan->channel, next);
}

/* ---- the end, good or bad ---- */

/* The scanner on the gateway, if there is one, will not be asked for rows again. */
static void
scan_forsake (HBaseScanOperation *scan)
{
  scan->forsaken |= scan->open;
  scan->open = FALSE;
}

static HBaseNext
scan_end (HBaseScanOperation *scan)
{
  scan_forsake (scan);
  scan->ended = TRUE;
  return HBASE_DONE;
}

static HBaseNext
scan_fail_for_good (HBaseScanOperation *scan)
{
  scan_forsake (scan);
  return hbase_operation_fail (&scan->parent, g_error_copy (scan->fault));
}

/* The old scanner has been closed, or hasn't: it is none of ours any more. */
static HBaseNext
scan_begin_again (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  return hbase_lane_nap (lane, hbase_retry_delay (&scan->retry), scan_begin);
}

/* What may go better the next time is tried again: a read harms nobody. */
static HBaseNext
scan_failed (HBaseScanOperation *scan, HBaseLane *lane, GError *error)
{
  HBaseVerdict verdict = hbase_retry_judge (&scan->retry, error, lane->sent);
  gboolean too_large = scan->asked > 1 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);

  if (too_large)
    scan->cap = scan->asked / GROWTH + 1;
  scan_forsake (scan);
  if (verdict != HBASE_VERDICT_REPEAT && !too_large && !lane->unknown_scanner)
    return hbase_operation_fail (&scan->parent, error);
  if (!scan->forsaken)
    return hbase_retry_nap (&scan->retry, lane, error, scan_begin);
  g_error_free (error);
  return scan_ask_close (scan, lane, scan_begin_again);
}

/* Takes the answer, and notes where the scanner is gone: lost with its channel, or forgotten by the gateway
 * after a minute without a call. */
static gboolean
scan_answer (HBaseScanOperation *scan, HBaseLane *lane, HBaseBlock **block, GError **error)
{
  gboolean lost = lane->error != NULL;
  gboolean answered = hbase_lane_answer (lane, block, error);

  if (lost || lane->unknown_scanner)
    scan->open = scan->forsaken = FALSE;
  return answered;
}

/* ---- rows come ---- */

static gboolean
scan_take_block (HBaseScanOperation *scan, HBaseBlock *block)
{
  guint n_taken = 0;

  for (guint i = 0; i < block->n_rows; i++)
    switch (hbase_scan_rest_accept (&scan->rest, hbase_block_row_key (block, i),
                                    hbase_block_row_is_partial (block, i), &scan->fault))
      {
      case HBASE_SCAN_FAULT:
        return FALSE;
      case HBASE_SCAN_TAKE:
        scan->row = n_taken++ == 0 ? i : scan->row;
        scan->end = i + 1;
        break;
      case HBASE_SCAN_DROP:
        break;
      }
  if (n_taken > 0)
    scan->block = hbase_block_ref (block);
  if (block->n_rows > 0)
    scan->row_width = block->length / block->n_rows + 1;
  return TRUE;
}

static HBaseNext
scan_rows_came (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!scan_answer (scan, lane, &block, &error))
    return scan_failed (scan, lane, error);
  if (!scan_take_block (scan, block))
    return scan_fail_for_good (scan);

  hbase_retry_init (&scan->retry, HBASE_CALL_READ);
  if (hbase_scan_rest_is_satisfied (&scan->rest) || block->n_rows < scan->asked)
    return scan_end (scan);
  scan_ask_rows (scan, lane);
  return scan->block != NULL ? HBASE_DONE : HBASE_WAIT;
}

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
scan_read_id (HBaseScanOperation *scan, HBaseLane *lane, GError **error)
{
  g_autoptr (HBaseBlock) block = NULL;

  if (!scan_answer (scan, lane, &block, error))
    return FALSE;
  decode_id (block, &scan->scanner);
  scan->channel = lane->ticket;
  scan->open = TRUE;
  return TRUE;
}

static HBaseNext
scan_opened (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  GError *error = NULL;

  return scan_read_id (scan, lane, &error) ? scan_ask_rows (scan, lane) : scan_failed (scan, lane, error);
}

/* Gateways fetch from HBase as many rows at a time as the scan's caching says. As long as rows of the table
 * are unknown it isn't sent: then HBase's own two mebibytes are the limit there. */
static HBaseNext
scan_begin (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  gboolean at_once;

  if (!hbase_scan_rest_begin (&scan->rest))
    return scan_end (scan);
  at_once = scan_fits_one_reply (scan);
  scan->asked = at_once ? hbase_scan_rest_get_n_wanted (&scan->rest) : scan_choose_rows (scan);
  if (scan->rest.now.caching == 0 && (at_once || scan->row_width > 0))
    scan->rest.now.caching = scan->asked;
  if (at_once)
    return hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_RESULTS],
                           scan_write_begin (scan, scan->asked), 0, scan_rows_came);
  hbase_lane_ask (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER], scan_write_begin (scan, 0), 0,
                  scan_opened);
  lane->request.farewell = close_late_scanner;
  return HBASE_WAIT;
}

/* ---- closing ---- */

static HBaseNext
scan_closed (HBaseOperation *operation, HBaseLane *lane)
{
  /* An error is nobody's business: what can't be told any more forgets the scanner by itself. */
  hbase_lane_answer (lane, NULL, NULL);
  return HBASE_DONE;
}

static HBaseNext
scan_close (HBaseScanOperation *scan, HBaseLane *lane)
{
  scan_forsake (scan);
  return scan->forsaken ? scan_ask_close (scan, lane, scan_closed) : HBASE_DONE;
}

/* What was due when the scan was closed has come: it may be the id of a scanner that nobody knew of. */
static HBaseNext
scan_drained (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  if (lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    scan_read_id (scan, lane, NULL);
  else
    scan_answer (scan, lane, NULL, NULL);
  return scan_close (scan, lane);
}

/* Its answer may even have come, just not been taken. */
static gboolean
lane_is_due (const HBaseLane *lane)
{
  return lane->state != HBASE_LANE_IDLE && lane->state != HBASE_LANE_NAPPING;
}

static HBaseNext
scan_start_close (HBaseScanOperation *scan, HBaseLane *lane)
{
  if (!lane_is_due (lane))
    return scan_close (scan, lane);
  lane->next = scan_drained;
  return HBASE_WAIT;
}

/* ---- a run ---- */

static HBaseNext
scan_start (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  if (scan->closing)
    return scan_start_close (scan, lane);
  if (scan->fault != NULL)
    return scan_fail_for_good (scan);
  if (scan->ended || scan->block != NULL)
    return HBASE_DONE;
  /* Asked ahead, or left behind by a run that was cut short. */
  if (lane->state != HBASE_LANE_IDLE)
    return HBASE_WAIT;
  return scan->forsaken ? scan_ask_close (scan, lane, scan_begin_again) : scan_begin (operation, lane);
}

static void
scan_clear (HBaseOperation *operation)
{
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;

  hbase_scan_rest_clear (&scan->rest);
  g_clear_pointer (&scan->block, hbase_block_unref);
  g_clear_error (&scan->fault);
}

static const HBaseOperationClass scan_class = {
  .size = sizeof (HBaseScanOperation),
  .start = scan_start,
  .clear = scan_clear,
};

HBaseScanOperation *
hbase_scan_operation_new (HBaseWireProtocol protocol, const HBaseScanRequest *request)
{
  HBaseScanOperation *scan = hbase_operation_new (&scan_class, protocol, 1);

  hbase_operation_set_subject (&scan->parent, request->table, hbase_slice (NULL, 0));
  hbase_retry_init (&scan->retry, HBASE_CALL_READ);
  scan->row_width = request->row_width;
  scan->cap = MAX_ROWS;
  hbase_scan_rest_init (&scan->rest, scan->parent.table, request->scan, request->limit, request->after);
  return scan;
}

gboolean
hbase_scan_operation_take (HBaseScanOperation *scan, HBaseBlock **block, guint *row)
{
  if (scan->block == NULL)
    return FALSE;
  *row = scan->row++;
  *block = hbase_block_ref (scan->block);
  if (scan->row == scan->end)
    g_clear_pointer (&scan->block, hbase_block_unref);
  return TRUE;
}

gboolean
hbase_scan_operation_has_row (HBaseScanOperation *scan)
{
  return scan->block != NULL;
}

gboolean
hbase_scan_operation_has_ended (HBaseScanOperation *scan)
{
  return scan->ended && scan->block == NULL;
}

gsize
hbase_scan_operation_get_row_width (HBaseScanOperation *scan)
{
  return scan->row_width;
}

void
hbase_scan_operation_begin_close (HBaseScanOperation *scan)
{
  scan->closing = TRUE;
  scan_forsake (scan);
}

gboolean
hbase_scan_operation_is_open (HBaseScanOperation *scan)
{
  return scan->open || scan->forsaken || lane_is_due (&scan->parent.lanes[0]);
}

gboolean
hbase_scan_operation_take_farewell (HBaseScanOperation *scan, HBaseRequest *farewell)
{
  if (!scan->forsaken)
    return FALSE;
  scan->forsaken = FALSE;
  *farewell = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                              .arguments = write_close (scan->parent.protocol, scan->scanner),
                              .channel = scan->channel };
  return TRUE;
}
