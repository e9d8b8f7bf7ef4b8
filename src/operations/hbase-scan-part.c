/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-parts-private.h"

#include "hbase-wire-decoder-private.h"
#include "hbase-wire-tables.h"

/* Reads a range of a scan on one lane.
 *
 * begin ─┬─ one call (getScannerResults) ──────────────────────────────── rows … ended
 *        └─ openScanner ── opened ── getScannerRows ── rows ── getScannerRows (asked ahead) ── rows … ended
 *
 *  1. `open` is TRUE from openScanner's answer for as long as the scanner is asked for rows, `forsaken` from
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

static HBaseNext part_rows_came (HBaseOperation *operation, HBaseLane *lane);

static HBaseScanOperation *
scan_of (const HBaseLane *lane)
{
  return (HBaseScanOperation *) lane->operation;
}

/* ---- how much to ask for ---- */

static gsize
share_of (HBaseScanOperation *scan, gsize all, gsize size)
{
  return CLAMP (all / MAX (1, scan->n_parts), LEAST_REPLY_SIZE, size);
}

gboolean
hbase_scan_part_fits_one_reply (HBaseScanOperation *scan, guint n_rows)
{
  gsize width = scan->row_width > 0 ? scan->row_width : FIRST_ROW_WIDTH;

  /* Pieces are counted by the reply, rows by the limit: what a reply of pieces holds can't be foretold. */
  return n_rows != G_MAXUINT && hbase_scan_get_batch_size (scan->scan) == 0
         && n_rows <= MAX (FEW_ROWS, share_of (scan, ALL_ONE_REPLIES_SIZE, ONE_REPLY_SIZE) / width);
}

static guint
choose_rows (HBaseScanOperation *scan, HBaseScanPart *part)
{
  guint rows = FIRST_ROWS;

  if (part->rest.bounds.caching > 0)
    rows = part->rest.bounds.caching;
  else if (scan->row_width > 0)
    rows = (guint) CLAMP (share_of (scan, REPLY_SIZE, REPLY_SIZE) / scan->row_width, 1,
                          MAX (FIRST_ROWS, part->asked) * GROWTH);
  rows = MIN (rows, part->cap);
  if (hbase_scan_get_batch_size (scan->scan) == 0)
    rows = MIN (rows, hbase_scan_rest_get_n_wanted (&part->rest));
  return rows;
}

/* ---- what is asked ---- */

static HBaseNext
part_ask (HBaseLane *lane, HBaseWireMethodId method, GBytes *arguments, guint channel, HBaseStep next)
{
  scan_of (lane)->counts.calls++;
  return hbase_lane_ask (lane, &hbase_wire_methods[method], arguments, channel, next);
}

static GBytes *
write_begin (HBaseScanOperation *scan, HBaseScanPart *part, guint rows)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, scan->parent.protocol, 256);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, hbase_slice_text (scan->parent.table));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_scan_write (scan->scan, &part->rest.now, &writer);
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
part_ask_rows (HBaseScanPart *part, HBaseLane *lane)
{
  part->asked = choose_rows (scan_of (lane), part);
  return part_ask (lane, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
                   write_rows (lane->operation->protocol, part->scanner, part->asked), part->channel,
                   part_rows_came);
}

/* ---- closing ---- */

void
hbase_scan_part_forsake (HBaseScanPart *part)
{
  part->forsaken |= part->open;
  part->open = FALSE;
}

gboolean
hbase_scan_part_close (HBaseScanPart *part, HBaseLane *lane, HBaseStep next)
{
  if (!part->forsaken)
    return FALSE;
  part->forsaken = FALSE;
  part_ask (lane, HBASE_WIRE_METHOD_CLOSE_SCANNER, write_close (lane->operation->protocol, part->scanner),
            part->channel, next);
  return TRUE;
}

/* Of a scan that is given up, a closeScanner that was asked for waits for a run that won't be. */
static void
take_back_close (HBaseScanPart *part, HBaseLane *lane)
{
  if (lane->state != HBASE_LANE_ASKING || lane->sent > 0
      || lane->request.method != &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER])
    return;
  lane->state = HBASE_LANE_IDLE;
  part->forsaken = TRUE;
}

gboolean
hbase_scan_part_take_farewell (HBaseScanOperation *scan, HBaseScanPart *part, HBaseRequest *farewell)
{
  if (scan->closing)
    take_back_close (part, &scan->parent.lanes[part - scan->parts]);
  if (!part->forsaken)
    return FALSE;
  part->forsaken = FALSE;
  *farewell = (HBaseRequest){ .method = &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER],
                              .arguments = write_close (scan->parent.protocol, part->scanner),
                              .channel = part->channel };
  return TRUE;
}

/* ---- what goes wrong ---- */

static HBaseNext
part_go_on (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseNext next = hbase_scan_part_go_on (hbase_scan_part_of (lane), lane);

  return hbase_scan_operation_look (scan_of (lane), next);
}

/* The old scanner has been closed, or hasn't, which is nobody's business: what can't be told any more forgets
 * it by itself. */
static HBaseNext
part_closed (HBaseOperation *operation, HBaseLane *lane)
{
  hbase_lane_answer (lane, NULL, NULL);
  return hbase_lane_nap (lane, hbase_retry_delay (&hbase_scan_part_of (lane)->retry), part_go_on);
}

/* So many rows were too large for a reply; or a filter finds them so rarely that they weren't found in time. */
static void
part_ask_for_fewer (HBaseScanPart *part, gboolean late)
{
  part->cap = part->asked / GROWTH + 1;
  part->late = late;
}

/* What may go better the next time is tried again: a read harms nobody. */
static HBaseNext
part_failed (HBaseScanPart *part, HBaseLane *lane, GError *error)
{
  HBaseVerdict verdict = hbase_retry_judge (&part->retry, error, lane->sent);
  gboolean too_large = part->asked > 1 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
  gboolean late = lane->sent > 0 && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT);

  if (too_large || late)
    part_ask_for_fewer (part, late);
  hbase_scan_part_forsake (part);
  if (verdict != HBASE_VERDICT_REPEAT && !too_large && !lane->unknown_scanner)
    {
      /* The next run tries as often as this one did. */
      hbase_retry_init (&part->retry, HBASE_CALL_READ);
      return hbase_operation_fail (lane->operation, error);
    }
  if (!part->forsaken)
    return hbase_retry_nap (&part->retry, lane, error, part_go_on);
  hbase_operation_note_trouble (lane->operation, error);
  hbase_scan_part_close (part, lane, part_closed);
  return HBASE_WAIT;
}

/* Takes the answer, and notes where the scanner is gone: lost with its channel, or forgotten by the gateway
 * after a minute without a call. */
static gboolean
part_answer (HBaseScanPart *part, HBaseLane *lane, HBaseBlock **block, GError **error)
{
  gboolean lost = lane->error != NULL;
  gboolean answered = hbase_lane_answer (lane, block, error);

  if (lost || lane->unknown_scanner)
    part->open = part->forsaken = FALSE;
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
part_keep_rows (HBaseScanOperation *scan, HBaseScanPart *part, const HBaseScanRows *rows)
{
  if (rows->block == NULL)
    return;
  if (part->at_hand.block != NULL)
    {
      part->ahead = *rows;
      return;
    }
  part->at_hand = *rows;
  hbase_scan_merge_add (scan, (guint) (part - scan->parts));
}

/* Whether another reply may be right where this one wasn't. */
static gboolean
part_may_ask_again (HBaseScanOperation *scan, HBaseScanPart *part, HBaseScanVerdict verdict)
{
  return verdict == HBASE_SCAN_MISORDERED && !scan->remembers && part->n_misordered < MISORDERED_MAX;
}

static HBaseScanVerdict
part_take_block (HBaseScanOperation *scan, HBaseScanPart *part, HBaseBlock *block, GError **error)
{
  HBaseScanRows rows = { NULL, 0, 0 };
  HBaseScanVerdict verdict = hbase_scan_part_accept (scan, part, block, &rows, error);

  scan->counts.bytes += block->length;
  if (block->n_rows > 0)
    learn_row_width (scan, block->length / block->n_rows + 1);
  part->ended |= hbase_scan_rest_is_satisfied (&part->rest)
                 || (verdict == HBASE_SCAN_TAKE && block->n_rows < part->asked);
  if (part->ended || verdict != HBASE_SCAN_TAKE)
    hbase_scan_part_forsake (part);
  part_keep_rows (scan, part, &rows);
  return verdict;
}

/* Takes the error. */
static HBaseNext
part_ask_again (HBaseScanOperation *scan, HBaseScanPart *part, HBaseLane *lane, GError *error)
{
  scan->counts.misordered++;
  part->retry.losses = ++part->n_misordered;
  hbase_operation_note_trouble (lane->operation, error);
  if (!part->forsaken)
    hbase_lane_nap (lane, hbase_retry_delay (&part->retry), part_go_on);
  return part_go_on (lane->operation, lane);
}

static HBaseNext
part_rows_came (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanOperation *scan = scan_of (lane);
  HBaseScanPart *part = hbase_scan_part_of (lane);
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;
  HBaseScanVerdict verdict;

  if (!part_answer (part, lane, &block, &error))
    return part_failed (part, lane, error);
  verdict = part_take_block (scan, part, block, &error);
  if (part_may_ask_again (scan, part, verdict))
    return part_ask_again (scan, part, lane, error);
  if (verdict != HBASE_SCAN_TAKE)
    return hbase_scan_operation_fail_for_good (scan, error);
  part->n_misordered = 0;
  hbase_retry_init (&part->retry, HBASE_CALL_READ);
  g_clear_pointer (&operation->trouble, g_free);
  if (part->late)
    part->cap = MIN (2 * part->cap, HBASE_SCAN_PART_MAX_ROWS);
  return part_go_on (operation, lane);
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
part_read_id (HBaseScanPart *part, HBaseLane *lane, GError **error)
{
  g_autoptr (HBaseBlock) block = NULL;

  if (!part_answer (part, lane, &block, error))
    return FALSE;
  decode_id (block, &part->scanner);
  part->channel = lane->ticket;
  part->open = TRUE;
  return TRUE;
}

static HBaseNext
part_opened (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseScanPart *part = hbase_scan_part_of (lane);
  GError *error = NULL;

  return part_read_id (part, lane, &error) ? part_ask_rows (part, lane) : part_failed (part, lane, error);
}

void
hbase_scan_part_drain (HBaseScanPart *part, HBaseLane *lane)
{
  if (lane->request.method == &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER])
    part_read_id (part, lane, NULL);
  else
    part_answer (part, lane, NULL, NULL);
  hbase_scan_part_forsake (part);
}

static GError *
cannot_go_on (HBaseScanOperation *scan, HBaseScanPart *part)
{
  HBaseOperation *operation = &scan->parent;

  hbase_operation_set_subject (operation, operation->table,
                               hbase_slice (part->rest.last->data, part->rest.last->len));
  return hbase_operation_error (operation, HBASE_ERROR_UNSUPPORTED,
                                "the scan can't be gone on with behind this row, as its filter remembers the rows "
                                "before it (WHILE, a PageFilter among others, or a filter in bytes): begin it "
                                "anew%s%s",
                                operation->trouble != NULL ? "; it was interrupted: " : "",
                                operation->trouble != NULL ? operation->trouble : "");
}

/* Gateways fetch from HBase as many rows at a time as the scan's caching says. As long as rows of the table
 * are unknown it isn't sent: then HBase's own two mebibytes are the limit there. */
static HBaseNext
part_ask_begin (HBaseScanOperation *scan, HBaseScanPart *part, HBaseLane *lane)
{
  guint wanted = hbase_scan_rest_get_n_wanted (&part->rest);
  gboolean at_once = wanted <= part->cap && hbase_scan_part_fits_one_reply (scan, wanted);

  part->asked = at_once ? wanted : choose_rows (scan, part);
  if (part->rest.now.caching == 0 && (at_once || scan->row_width > 0))
    part->rest.now.caching = part->asked;
  if (at_once)
    return part_ask (lane, HBASE_WIRE_METHOD_GET_SCANNER_RESULTS, write_begin (scan, part, part->asked), 0,
                     part_rows_came);
  part_ask (lane, HBASE_WIRE_METHOD_OPEN_SCANNER, write_begin (scan, part, 0), 0, part_opened);
  lane->request.farewell = close_late_scanner;
  return HBASE_WAIT;
}

/* ---- going on ---- */

static HBaseNext
part_begin (HBaseScanOperation *scan, HBaseScanPart *part, HBaseLane *lane)
{
  if (scan->remembers && hbase_scan_rest_has_begun (&part->rest))
    return hbase_scan_operation_fail_for_good (scan, cannot_go_on (scan, part));
  scan->counts.resumes += part->begun;
  part->begun = TRUE;
  return part_ask_begin (scan, part, lane);
}

/* FALSE: what there is has to be taken first, or there is nothing left to read. */
static gboolean
part_lacks_rows (HBaseScanOperation *scan, HBaseScanPart *part)
{
  if (!part->ended || part->at_hand.block != NULL)
    return !part->ended && part->ahead.block == NULL;
  if (hbase_scan_plan_has_range (&scan->plan))
    return TRUE;
  hbase_scan_merge_leave (scan, part);
  return FALSE;
}

HBaseNext
hbase_scan_part_go_on (HBaseScanPart *part, HBaseLane *lane)
{
  HBaseScanOperation *scan = scan_of (lane);

  while (lane->state == HBASE_LANE_IDLE && part_lacks_rows (scan, part))
    {
      if (part->open)
        return part_ask_rows (part, lane);
      if (hbase_scan_part_close (part, lane, part_closed))
        return HBASE_WAIT;
      if (part->ended)
        hbase_scan_plan_take_range (scan, part);
      if (hbase_scan_rest_begin (&part->rest))
        return part_begin (scan, part, lane);
      part->ended = TRUE;
    }
  return HBASE_WAIT;
}

static void
rows_clear (HBaseScanRows *rows)
{
  g_clear_pointer (&rows->block, hbase_block_unref);
}

void
hbase_scan_part_clear (HBaseScanPart *part)
{
  hbase_scan_rest_clear (&part->rest);
  rows_clear (&part->at_hand);
  rows_clear (&part->ahead);
}
