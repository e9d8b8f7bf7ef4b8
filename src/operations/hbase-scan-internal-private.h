/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-scan-progress-private.h"

#define HBASE_RANGE_READER_MAX_ROWS G_MAXUINT16 /* a reply */

/* What a scan operation is made of, for its own files:
 *
 *   plan    which ranges there are, and who reads which
 *   part    reads one range at a time, on one lane
 *   merge   whose row is the next
 *   operation   the runs, and what the owner sees
 */

typedef struct {
  HBaseScanBounds bounds; /* slices into `scan`, `start`, or the operation's scan */
  HBaseScan *scan;        /* NULL: the operation's */
  GBytes *start, *stop;   /* may be NULL */
  GBytes *after;          /* NULL: from its beginning */
} HBaseScanRange;

typedef enum {
  HBASE_SCAN_MERGED,     /* by what follows the keys' heads: all lanes must have a row */
  HBASE_SCAN_SEQUENTIAL, /* one range after the other */
  HBASE_SCAN_UNORDERED,
} HBaseScanOrder;

typedef struct {
  GPtrArray *ranges; /* of HBaseScanRange; NULL: the regions aren't known yet */
  guint next;        /* the first one that no part has begun */
  HBaseScanOrder order;
  gsize head_length; /* of keys, which doesn't count for the order */
} HBaseScanPlan;

/* Rows `row` … `end` − 1 of the block. */
typedef struct {
  HBaseBlock *block; /* NULL: none */
  guint row, end;
} HBaseScanRows;

typedef struct {
  HBaseScanProgress progress;
  HBaseRetry retry;
  guint range; /* its index in the plan */
  /* on the gateway */
  gboolean open;
  gboolean needs_close;
  gint32 scanner;
  guint channel;
  guint asked;        /* rows, by the request under way */
  guint cap;          /* never more rows a reply than that: more were too large once, */
  gboolean late;      /* or took too long, and may again take less */
  guint n_misordered; /* replies in a row with rows out of order */
  /* what came */
  HBaseScanRows buffered, ahead;
  gboolean begun; /* the range was */
  gboolean ended; /* the range has no more rows than these; TRUE before the first one */
  gboolean gone;  /* and there is no other range */
} HBaseRangeReader;

struct _HBaseScanOperation {
  HBaseOperation parent;
  HBaseScan *scan;       /* as servers are asked */
  HBaseScanBounds whole; /* of all ranges */
  gboolean reversed;
  gboolean remembers; /* it has a filter that can't be gone on with */
  gboolean reads_whole_rows;
  GPtrArray *families; /* of char *: those asked for; NULL: all */
  HBaseScanPlan plan;
  HBaseRangeReader *readers; /* one a lane */
  guint
      n_readers; /* that have, or may get, a range: as soon as the ranges are known, no more than there are */
  guint *heap;   /* parts with rows at hand, the next row's first */
  guint n_heap;
  const HBaseRangeReader *within; /* that gave a piece of a row of which more may follow; NULL: none */
  GBytes *within_row;             /* that row's key */
  guint n_waiting;                /* parts without a row at hand that may get one */
  HBaseRetry locating;
  gsize row_width;
  gsize learned_width; /* of whole rows that have come since it was taken; 0: none have */
  guint left;          /* rows to be begun yet; G_MAXUINT: no limit */
  gboolean ended;
  gboolean closing;
  GError *problem;
  HBaseScanCounts counts;
};

/* ---- hbase-scan-plan.c ---- */

/* FALSE: the scan can't be. The plan may have to be finished by regions, then. */
gboolean hbase_scan_plan_begin (HBaseScanOperation *scan, const HBaseScanRequest *request, GError **error);
/* element-type HBaseRegion */
void hbase_scan_plan_cut (HBaseScanOperation *scan, GPtrArray *regions);
void hbase_scan_plan_clear (HBaseScanPlan *plan);
static inline gboolean
hbase_scan_plan_has_range (const HBaseScanPlan *plan)
{
  return plan->next < plan->ranges->len;
}
/* Gives the part the next range to be read, which there must be. */
void hbase_scan_plan_take_range (HBaseScanOperation *scan, HBaseRangeReader *reader);

/* ---- hbase-range-reader.c ---- */

static inline HBaseRangeReader *
hbase_range_reader_of (const HBaseLane *lane)
{
  return ((HBaseScanOperation *) lane->operation)->readers + (lane - lane->operation->lanes);
}

/* Whether so many rows are worth one call; G_MAXUINT: all there are. */
gboolean hbase_range_reader_fits_one_reply (HBaseScanOperation *scan, guint n_rows);
/* Asks for what the part lacks, if it lacks anything: rows, behind those that it has. WAIT or FAIL. */
HBaseNext hbase_range_reader_go_on (HBaseRangeReader *reader, HBaseLane *lane);
/* Its scanner, if it has one, will not be asked for rows again. */
void hbase_range_reader_abandon (HBaseRangeReader *reader);
/* Closes it; FALSE: there is nothing to be closed. */
gboolean hbase_range_reader_close (HBaseRangeReader *reader, HBaseLane *lane, HBaseStep next);
gboolean
hbase_range_reader_take_close (HBaseScanOperation *scan, HBaseRangeReader *reader, HBaseRequest *late_reply);
/* Its lane's answer, that nobody waits for any more, has come. */
void hbase_range_reader_drain (HBaseRangeReader *reader, HBaseLane *lane);
void hbase_range_reader_clear (HBaseRangeReader *reader);

/* ---- hbase-scan-reply.c ---- */

/* Which rows of the reply are taken: they follow each other, as only first and last ones are dropped; none, and the
 * block of `rows` stays NULL. MISORDERED, FAULT: none are, and the error says why; else TAKE. */
HBaseScanRowDecision hbase_range_reader_accept (HBaseScanOperation *scan,
                                                HBaseRangeReader *reader,
                                                HBaseBlock *block,
                                                HBaseScanRows *rows,
                                                GError **error);

/* ---- hbase-scan-merge.c ---- */

/* The part has a row at hand again. */
void hbase_scan_merge_add (HBaseScanOperation *scan, guint reader);
/* Whether the next row is known. */
gboolean hbase_scan_merge_is_ready (HBaseScanOperation *scan);
/* The part that has it. */
static inline HBaseRangeReader *
hbase_scan_merge_top (HBaseScanOperation *scan)
{
  return &scan->readers[scan->heap[0]];
}
/* Its row was taken. */
void hbase_scan_merge_advance (HBaseScanOperation *scan);
/* The part will have none any more. */
void hbase_scan_merge_leave (HBaseScanOperation *scan, HBaseRangeReader *reader);

/* ---- hbase-scan-operation.c ---- */

/* No more comes of the row of which a piece was given last. */
void hbase_scan_operation_end_row (HBaseScanOperation *scan);
/* What a step returns after the part went on: rows may have come. */
HBaseNext hbase_scan_operation_look (HBaseScanOperation *scan, HBaseNext next);
HBaseNext hbase_scan_operation_fail_for_good (HBaseScanOperation *scan, GError *problem);
