/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* What is left of a range of a scan: where it goes on after the last row that came, wherever and however often
 * it is begun anew. Pure: it asks nobody.
 *
 *  1. Forward the rest begins just behind the last row: at its key with a zero byte more, or, where a key
 *     can't be longer, at the next key of its length. Reversed there is no such key: it begins at the last
 *     row itself, which is dropped when it is met again.
 *  2. A row that was interrupted between two of its pieces is begun anew, and its cells up to the last one that came are
 *     dropped: by their columns, timestamps and types, as the row may have been changed meanwhile.
 *  3. Rows are taken in strict order, inside the bounds, and never more than the limit: what the peer sends
 *     beyond the limit is dropped, what it sends out of order or out of bounds is a fault of its.
 *  4. A reversed range that has its stop in it is asked for down to a key a little below; the first row from
 *     there is its end.
 *  5. The peer isn't told the limit of rows in pieces: HBase counts some of them twice (BatchScanResultCache of 2.6
 *     counts a row with a short last piece when it ends, and again when the next one begins), so that rows were missing.
 *  6. A reply with a row out of order is left out as a whole, as it may lack the rows that its earlier ones passed over,
 *     and the range is begun anew where it was before. Only if that row should have come in an earlier reply, and
 *     didn't, is nothing to be mended: a row has been passed over that the owner believes isn't there.
 *  7. A piece that is said to be partial may be its row's last one; only what comes next tells.
 */

/* Where a cell stands in its row. */
typedef struct {
  GByteArray *column; /* its family and its qualifier; NULL: there is no cell */
  gsize family_length;
  gint64 timestamp;
  guint8 type;
} HBaseCellPosition;

typedef struct {
  const char *table;      /* for messages; the owner's */
  HBaseScanBounds bounds; /* slices are the owner's */
  gboolean reversed;
  guint left;              /* rows still wanted; G_MAXUINT: no limit */
  GByteArray *last;        /* the key of the last row taken; NULL: none yet */
  gboolean in_pieces;      /* the scan has a batch size */
  gboolean within;         /* more cells of the last row may come, behind … */
  HBaseCellPosition place; /* … this one */
  gboolean again;          /* that row's cells up to there come once more */
  gboolean over;           /* a row from behind the range has come */
  guint n_skipped;         /* pieces of the row to begin behind; G_MAXUINT: it doesn't come any more */
  GArray *recent;          /* guint64: hashes of the keys of the last reply that had rows */
  GArray *coming;          /* …and of this one */
  HBaseScanBounds now;     /* where it was begun last, as it was sent */
  GBytes *from;            /* the last row when it was begun */
  GBytes *kept[2];         /* the bytes of now.start and now.stop, where they aren't the owner's */
} HBaseScanProgress;

typedef enum {
  HBASE_SCAN_TAKE,
  HBASE_SCAN_DROP,
  HBASE_SCAN_BEYOND, /* the range has no rows any more */
  HBASE_SCAN_MISORDERED, /* an error: a row out of order, twice, or outside the range; another reply may be right */
  HBASE_SCAN_FAILURE, /* an error that no other reply would mend */
} HBaseScanRowDecision;

/* Of the bounds' limit; 0: none. `after`: a row that was the last one once; data NULL: from the beginning. */
void hbase_scan_progress_init (HBaseScanProgress *progress,
                               const char *table,
                               const HBaseScanBounds *bounds,
                               gboolean reversed,
                               gboolean in_pieces,
                               HBaseSlice after);
void hbase_scan_progress_clear (HBaseScanProgress *progress);
/* The range is begun (anew), by rest->now. FALSE: nothing is left of it. */
gboolean hbase_scan_progress_begin (HBaseScanProgress *progress);
/* How many rows it takes to bring all that is wanted, those that will be dropped included. G_MAXUINT: no
 * limit. */
guint hbase_scan_progress_get_n_wanted (const HBaseScanProgress *progress);
/* Where a range is between two replies. */
typedef struct {
  guint left;
  GBytes *last; /* NULL: none */
  gboolean within;
  GBytes *column;
  HBaseCellPosition place; /* but for its column */
} HBaseScanProgressMark;

/* Before a reply's rows are accepted; then one of: all of it is right, or it is as if it hadn't come, and the range
 * is to be begun anew. */
void hbase_scan_progress_mark (HBaseScanProgress *progress, HBaseScanProgressMark *mark);
void hbase_scan_progress_keep (HBaseScanProgress *progress, HBaseScanProgressMark *mark);
void hbase_scan_progress_return (HBaseScanProgress *progress, HBaseScanProgressMark *mark);
/* Whether to begin it again would be to go on with it. */
static inline gboolean
hbase_scan_progress_has_begun (const HBaseScanProgress *progress)
{
  return progress->last != NULL;
}
static inline gboolean
hbase_scan_progress_is_satisfied (const HBaseScanProgress *progress)
{
  return progress->left == 0;
}
/* A row of a fresh reply, in the order in which the peer sent them: may leave out its first cells. */
HBaseScanRowDecision hbase_scan_progress_accept (HBaseScanProgress *progress,
                                                 const HBaseScanProgressMark *mark,
                                                 HBaseBlock *block,
                                                 guint row,
                                                 GError **error);
