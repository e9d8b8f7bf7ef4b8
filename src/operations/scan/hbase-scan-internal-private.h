/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"
#include "hbase-scan-progress-private.h"
#include "hbase-scan-operation-types-private.h"

/* The interface between the files of a scan operation:
 *
 *   scan-sizes       decides how many rows are requested
 *   scan-plan        decides which ranges are read, and which reader reads which
 *   range-reader     reads one range at a time on one lane, and checks its replies
 *   scan-merge       decides which reader has the next row
 *   scan-operation   has the runs, and what the operation's owner calls
 */

#define HBASE_RANGE_READER_MAX_ROWS G_MAXUINT16 /* in one reply */

typedef struct {
  HBaseScanBounds bounds; /* slices into `scan`, `start`, `stop` or the operation's scan */
  HBaseScan *scan;        /* NULL: the operation's */
  GBytes *start, *stop;   /* own the bounds' slices; may be NULL */
  GBytes *after;          /* the row after which the range resumes; NULL: it is read from its beginning */
} HBaseScanRange;

typedef enum {
  HBASE_SCAN_MERGED,     /* by the keys without their salted prefixes; every reader must have a row */
  HBASE_SCAN_SEQUENTIAL, /* one range after the other */
  HBASE_SCAN_UNORDERED,  /* rows of any range as they come */
} HBaseScanOrder;

typedef struct {
  GPtrArray *ranges; /* of HBaseScanRange; NULL: not yet known, as the regions aren't */
  guint next;        /* index of the first range that no reader has been assigned */
  HBaseScanOrder order;
  gsize prefix_length; /* of the keys' salted prefixes, which don't count in the merge order; 0: no salts */
} HBaseScanPlan;

/* Rows `row` … `end` − 1 of the block. */
typedef struct {
  HBaseBlock *block; /* NULL: no rows */
  guint row, end;
} HBaseScanRows;

typedef struct {
  HBaseScanOperation *scan;
  HBaseScanProgress progress;
  HBaseRetry retry;
  guint range_index; /* in the plan */
  /* the scanner on the gateway */
  gboolean is_open;     /* it is, and will be asked for rows */
  gboolean needs_close; /* it is open, and abandoned */
  gint32 scanner_id;
  guint channel_id;       /* of the channel that opened it */
  guint n_requested;      /* rows, by the last request */
  guint max_rows;         /* of a request: larger requests gave too large a reply, or timed out */
  gboolean has_timed_out; /* `max_rows` was lowered by a time-out: it grows again with each reply */
  guint n_misordered;     /* consecutive replies with rows out of order */
  /* the rows that have come */
  HBaseScanRows buffered, prefetched;
  gboolean has_begun;      /* a reply of the range, or of its current region, was received */
  gboolean is_interrupted; /* by a failure: opening the range again resumes it */
  gboolean has_ended;      /* the range has no rows but these; TRUE before the first range is assigned */
  gboolean is_exhausted;   /* the range has ended, its rows are taken, and no range is left to be assigned */
} HBaseRangeReader;

struct _HBaseScanOperation {
  HBaseOperation parent;
  HBaseScan *scan;        /* as it is sent */
  HBaseScanBounds bounds; /* of all ranges */
  gboolean reversed;
  gboolean has_stateful_filter; /* it depends on the rows before, so that no range can be resumed */
  gboolean reads_whole_rows;
  gboolean hides_salts; /* its rows' keys are those without salts */
  GPtrArray *families;  /* of char *: the requested families; NULL: all */
  HBaseScanPlan plan;
  HBaseRangeReader *readers; /* one reader a lane */
  guint n_readers; /* readers that have or may get a range: at most the number of ranges, once it is known */
  guint *heap;     /* indexes of readers with buffered rows; the reader with the next row is first */
  guint n_heap;
  const HBaseRangeReader
      *partial_row_reader; /* whose last taken row was partial, so that it may continue; NULL: none */
  GBytes *partial_row_key; /* that row's key */
  guint n_waiting;         /* readers without a buffered row that may still get a row */
  GPtrArray *region_ends;  /* of GBytes: where it comes from region to region; NULL: not looked up */
  gboolean is_locating;    /* a lane looks them up */
  HBaseRetry locate_retry; /* of that */
  gsize row_width;         /* bytes of a row in a reply; 0: unknown */
  void (*learn_row_width) (gpointer data, gsize width); /* the request's */
  gpointer learn_data;
  guint n_rows_left; /* rows still to be begun; G_MAXUINT: no limit */
  gboolean has_ended;
  gboolean is_closing;
  GError *permanent_error; /* fails every later run, too; NULL: none */
  HBaseScanCounts counts;
};

/* ---- hbase-scan-sizes.c ---- */

/* A request asks for at most this many times the rows of the request before, as the rows of a reply may be
 * unusually narrow. */
#define HBASE_SCAN_MAX_GROWTH 8

/* Returns whether this number of rows is best read by one call. G_MAXUINT: all rows. */
gboolean hbase_scan_fits_one_reply (HBaseScanOperation *scan, guint n_rows);
/* Returns the number of rows of the reader's next request. */
guint hbase_scan_choose_rows (const HBaseRangeReader *reader);

/* ---- hbase-scan-plan.c ---- */

/* Plans the ranges, or leaves `ranges` NULL for hbase_scan_plan_split_by_regions(). Returns FALSE if the scan
 * is invalid. */
gboolean hbase_scan_plan_init (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error);
void hbase_scan_plan_split_by_regions (HBaseScanOperation *scan);
/* Sets `region_ends`. `regions`: of HBaseRegion, in the order of their keys. */
void hbase_scan_plan_set_regions (HBaseScanOperation *scan, const GPtrArray *regions);
/* Cuts what the reader is about to request where the region ends in which it begins. */
void hbase_scan_plan_cut_at_region (HBaseRangeReader *reader);
void hbase_scan_plan_clear (HBaseScanPlan *plan);
/* Returns whether a range is left to be assigned. */
static inline gboolean
hbase_scan_plan_has_range (const HBaseScanPlan *plan)
{
  return plan->next < plan->ranges->len;
}
/* Assigns the next range, which must exist, to the reader. */
void hbase_scan_plan_assign_range (HBaseRangeReader *reader);

/* ---- hbase-range-reader.c ---- */

static inline HBaseRangeReader *
hbase_range_reader_for_lane (const HBaseLane *lane)
{
  return ((HBaseScanOperation *) lane->operation)->readers + (lane - lane->operation->lanes);
}

/* Sends the reader's next request, if its lane is idle and it needs rows: the first rows, or the rows after
 * the buffered rows. Returns WAIT or FAIL. */
HBaseNext hbase_range_reader_advance (HBaseRangeReader *reader, HBaseLane *lane);
/* Marks the reader's scanner, if it has any, as to be closed. */
void hbase_range_reader_abandon (HBaseRangeReader *reader);
/* Sends closeScanner for an abandoned scanner. Returns FALSE if the reader has none. */
gboolean hbase_range_reader_close (HBaseRangeReader *reader, HBaseLane *lane, HBaseStep next);
/* Takes the request that closes an abandoned scanner, for hbase_scan_operation_take_close(). */
gboolean hbase_range_reader_take_close (HBaseRangeReader *reader, HBaseRequest *late_reply);
/* Takes the response to the last request of a scan that is being closed: only its scanner's id matters. */
void hbase_range_reader_handle_late_response (HBaseRangeReader *reader, HBaseLane *lane);
void hbase_range_reader_clear (HBaseRangeReader *reader);

/* ---- hbase-scan-merge.c ---- */

/* Adds a reader that has a buffered row again. */
void hbase_scan_merge_add (HBaseScanOperation *scan, guint reader);
/* Returns whether the next row is known. */
gboolean hbase_scan_merge_is_ready (HBaseScanOperation *scan);
/* Returns the reader that has the next row. */
static inline HBaseRangeReader *
hbase_scan_merge_top (HBaseScanOperation *scan)
{
  return &scan->readers[scan->heap[0]];
}
/* Steps over the next row, which was taken. */
void hbase_scan_merge_advance (HBaseScanOperation *scan);
/* Marks a reader without buffered rows as exhausted: it will have no more. */
void hbase_scan_merge_remove (HBaseRangeReader *reader);

/* ---- hbase-scan-operation.c ---- */

/* Ends the row whose last taken part was partial: no more of it comes. */
void hbase_scan_operation_finish_row (HBaseScanOperation *scan);
/* Returns what a step of a reader returns, after rows may have come: DONE if the next row is known or the
 * scan has ended. `next`: what hbase_range_reader_advance() returned. */
HBaseNext hbase_scan_operation_end_step (HBaseScanOperation *scan, HBaseNext next);
/* Looks up the regions, unless another lane does; then all readers advance. */
HBaseNext hbase_scan_operation_locate_regions (HBaseScanOperation *scan, HBaseLane *lane);
/* Fails this run and every later run; takes `error`. */
HBaseNext hbase_scan_operation_fail_permanently (HBaseScanOperation *scan, GError *error);
