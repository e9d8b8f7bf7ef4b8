/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-retry-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-scan-rest-private.h"

#define HBASE_SCAN_PART_MAX_ROWS G_MAXUINT16 /* a reply */

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
  HBASE_SCAN_MERGED,    /* by what follows the keys' heads: all lanes must have a row */
  HBASE_SCAN_IN_TURN,   /* one range after the other */
  HBASE_SCAN_UNORDERED,
} HBaseScanOrder;

typedef struct {
  GPtrArray *ranges;  /* of HBaseScanRange; NULL: the regions aren't known yet */
  guint next;         /* the first one that no part has begun */
  HBaseScanOrder order;
  gsize head_length;  /* of keys, which doesn't count for the order */
} HBaseScanPlan;

/* Rows `row` … `end` − 1 of the block. */
typedef struct {
  HBaseBlock *block; /* NULL: none */
  guint row, end;
} HBaseScanRows;

typedef struct {
  HBaseScanRest rest;
  HBaseRetry retry;
  guint range;       /* its index in the plan */
  /* on the gateway */
  gboolean open;
  gboolean forsaken;
  gint32 scanner;
  guint channel;
  guint asked;       /* rows, by the request under way */
  guint cap;         /* never more rows a reply than that: more were too large once, */
  gboolean late;     /* or took too long, and may again take less */
  guint n_misordered; /* replies in a row with rows out of order */
  /* what came */
  HBaseScanRows at_hand, ahead;
  gboolean begun;    /* the range was */
  gboolean ended;    /* the range has no more rows than these; TRUE before the first one */
  gboolean gone;     /* and there is no other range */
} HBaseScanPart;

struct _HBaseScanOperation {
  HBaseOperation parent;
  HBaseScan *scan;       /* as servers are asked */
  HBaseScanBounds whole; /* of all ranges */
  gboolean reversed;
  gboolean remembers;    /* it has a filter that can't be gone on with */
  gboolean reads_whole_rows;
  GPtrArray *families;   /* of char *: those asked for; NULL: all */
  HBaseScanPlan plan;
  HBaseScanPart *parts;  /* one a lane */
  guint n_parts;         /* that have, or may get, a range: as soon as the ranges are known, no more than there are */
  guint *heap;           /* parts with rows at hand, the next row's first */
  guint n_heap;
  const HBaseScanPart *within; /* that gave a piece of a row of which more may follow; NULL: none */
  GBytes *within_row;    /* that row's key */
  guint n_waiting;       /* parts without a row at hand that may get one */
  HBaseRetry locating;
  gsize row_width;
  gsize learned_width;   /* of whole rows that have come since it was taken; 0: none have */
  guint left;            /* rows to be begun yet; G_MAXUINT: no limit */
  gboolean ended;
  gboolean closing;
  GError *fault;
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
void hbase_scan_plan_take_range (HBaseScanOperation *scan, HBaseScanPart *part);

/* ---- hbase-scan-part.c ---- */

static inline HBaseScanPart *
hbase_scan_part_of (const HBaseLane *lane)
{
  return ((HBaseScanOperation *) lane->operation)->parts + (lane - lane->operation->lanes);
}

/* Whether so many rows are worth one call; G_MAXUINT: all there are. */
gboolean hbase_scan_part_fits_one_reply (HBaseScanOperation *scan, guint n_rows);
/* Asks for what the part lacks, if it lacks anything: rows, behind those that it has. WAIT or FAIL. */
HBaseNext hbase_scan_part_go_on (HBaseScanPart *part, HBaseLane *lane);
/* Its scanner, if it has one, will not be asked for rows again. */
void hbase_scan_part_forsake (HBaseScanPart *part);
/* Closes it; FALSE: there is nothing to be closed. */
gboolean hbase_scan_part_close (HBaseScanPart *part, HBaseLane *lane, HBaseStep next);
gboolean hbase_scan_part_take_farewell (HBaseScanOperation *scan, HBaseScanPart *part, HBaseRequest *farewell);
/* Its lane's answer, that nobody waits for any more, has come. */
void hbase_scan_part_drain (HBaseScanPart *part, HBaseLane *lane);
void hbase_scan_part_clear (HBaseScanPart *part);

/* ---- hbase-scan-reply.c ---- */

/* Which rows of the reply are taken: they follow each other, as only first and last ones are dropped; none, and the
 * block of `rows` stays NULL. MISORDERED, FAULT: none are, and the error says why; else TAKE. */
HBaseScanVerdict hbase_scan_part_accept (
    HBaseScanOperation *scan, HBaseScanPart *part, HBaseBlock *block, HBaseScanRows *rows, GError **error);

/* ---- hbase-scan-merge.c ---- */

/* The part has a row at hand again. */
void hbase_scan_merge_add (HBaseScanOperation *scan, guint part);
/* Whether the next row is known. */
gboolean hbase_scan_merge_is_ready (HBaseScanOperation *scan);
/* The part that has it. */
static inline HBaseScanPart *
hbase_scan_merge_top (HBaseScanOperation *scan)
{
  return &scan->parts[scan->heap[0]];
}
/* Its row was taken. */
void hbase_scan_merge_advance (HBaseScanOperation *scan);
/* The part will have none any more. */
void hbase_scan_merge_leave (HBaseScanOperation *scan, HBaseScanPart *part);

/* ---- hbase-scan-operation.c ---- */

/* No more comes of the row of which a piece was given last. */
void hbase_scan_operation_end_row (HBaseScanOperation *scan);
/* What a step returns after the part went on: rows may have come. */
HBaseNext hbase_scan_operation_look (HBaseScanOperation *scan, HBaseNext next);
HBaseNext hbase_scan_operation_fail_for_good (HBaseScanOperation *scan, GError *fault);
