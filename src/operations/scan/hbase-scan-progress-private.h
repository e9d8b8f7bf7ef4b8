/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"

/* The progress of a scan through one range: which rows have come, and from where the range is opened again
 * after an interruption. It is pure: it sends nothing. docs/design.md explains it.
 *
 *  1. A forward range resumes right after the last row: at its key with a zero byte appended or, if the key
 *     has the maximal length, at the next key of that length. A reversed range can't name the key right
 *     before a row: it resumes at the last row itself, which is dropped when it comes again.
 *  2. A row that was interrupted between two partial rows is read again from its first cell, and its cells up
 *     to the last cell that came are dropped. They are compared by column, timestamp and type, as the row may
 *     have changed meanwhile.
 *  3. Rows are accepted in strict order, inside the bounds, and up to the limit. Rows beyond the limit are
 *     dropped; rows out of order or out of bounds are errors of the peer.
 *  4. A reversed range that includes its stop row is requested down to a key a little before it; the first
 *     row before the stop row ends the range.
 *  5. No limit is sent with a batch size. HBase counts some rows twice then (BatchScanResultCache of HBase
 *     2.6 counts a row with a short last partial row when it ends, and again when the next row begins), so
 *     rows would be missing.
 *  6. A reply with a row out of order is rejected as a whole, as it may lack rows that it passed over, and
 *     the range is opened again where it was before the reply. If such a row should have come in an earlier
 *     reply, the scan fails: its owner has already been given the rows around it.
 *  7. A row marked as partial may be the row's last part; only the next row tells.
 *  8. A range may be opened up to a key inside it, where it is cut. It goes on from there once all rows
 *     before the cut have come.
 *  9. Since the range was opened, each row and each part of a row comes after the row or part before it. This
 *     is checked for rows that are dropped, too: a row that comes twice, or out of order, may have come in
 *     place of a missing row.
 */

/* So many replies with a row out of place are requested again, as HBase itself sends such replies while
 * regions move. */
#define HBASE_SCAN_MAX_MISORDERED 3

/* The position of a cell in its row. */
typedef struct {
  GByteArray *column; /* its family followed by its qualifier; NULL: no cell */
  gsize family_length;
  gint64 timestamp;
  guint8 type;
} HBaseCellPosition;

/* The progress between two replies. */
typedef struct {
  guint n_rows_left;
  GByteArray *last_key; /* NULL: none */
  gboolean is_within_row;
  HBaseCellPosition last_cell;
} HBaseScanSavepoint;

typedef struct {
  const char *table;      /* for messages; owned by the caller */
  HBaseScanBounds bounds; /* the slices are owned by the caller */
  gboolean reversed;
  guint n_rows_left;           /* rows still to be accepted; G_MAXUINT: no limit */
  GByteArray *last_key;        /* of the last row accepted; NULL: none yet */
  gboolean has_batch_size;     /* rows may come as several partial rows */
  gboolean is_within_row;      /* the last row accepted was partial: it may continue after … */
  HBaseCellPosition last_cell; /* … this cell */
  gboolean is_repeating_row;   /* the range was opened again at that row: its cells up to there come again */
  gboolean is_skipping_start;  /* parts of the row that the range was opened after may come again */
  GByteArray *previous_key;    /* of the last row since the range was opened, taken or not; NULL: none */
  gboolean previous_may_continue;  /* that row was partial: it may continue after … */
  HBaseCellPosition previous_cell; /* … this cell */
  HBaseScanSavepoint saved;        /* before the rows of the current reply */
  GArray *previous_hashes;         /* guint64: hashes of the row keys of the last reply that had rows … */
  GArray *reply_hashes;            /* … and of the current reply */
  HBaseScanBounds sent_bounds;     /* with which the range was opened last */
  gboolean is_cut;                 /* their stop is a cut (8), owned by the caller */
  HBaseSlice passed;               /* all rows before this cut have come; data NULL: no cut was passed */
  GBytes *start_key;               /* the last row when the range was opened; owns a slice of `sent_bounds` */
  GBytes *sent_keys[2];            /* own the other slices of `sent_bounds`, where the caller doesn't */
} HBaseScanProgress;

typedef enum {
  HBASE_SCAN_TAKE,
  HBASE_SCAN_DROP,
  HBASE_SCAN_PAST_END,   /* the range has no more rows */
  HBASE_SCAN_MISORDERED, /* error: a row out of order or outside the range; another reply may be right */
  HBASE_SCAN_FAILURE,    /* error that another reply wouldn't fix */
} HBaseScanRowDecision;

/* Initializes the progress, with the bounds' limit (0: none). `after`: the last row of an earlier scan of the
 * range; data NULL: the range is read from its beginning. */
void hbase_scan_progress_init (HBaseScanProgress *progress,
                               const char *table,
                               const HBaseScanBounds *bounds,
                               gboolean reversed,
                               gboolean has_batch_size,
                               HBaseSlice after);
void hbase_scan_progress_clear (HBaseScanProgress *progress);
/* Prepares for opening the range, for the first time or again, with progress->sent_bounds. Returns FALSE if
 * nothing of the range is left. */
gboolean hbase_scan_progress_begin (HBaseScanProgress *progress);
/* Cuts the bounds that were prepared at a key inside them, which must be valid until the range has ended. */
void hbase_scan_progress_cut (HBaseScanProgress *progress, HBaseSlice key);
/* Goes on after the cut, as all rows before it have come. Returns FALSE if the range wasn't cut. */
gboolean hbase_scan_progress_pass_cut (HBaseScanProgress *progress);
/* Returns how many rows the peer has to send for all rows that are left, including rows that will be dropped;
 * G_MAXUINT: no limit. */
guint hbase_scan_progress_get_n_wanted (const HBaseScanProgress *progress);

/* Saves the progress before the rows of a reply are accepted; then either commit (all rows were right) or
 * roll back (as if the reply hadn't come: the range is to be opened again) must follow. */
void hbase_scan_progress_save (HBaseScanProgress *progress);
void hbase_scan_progress_commit (HBaseScanProgress *progress);
void hbase_scan_progress_roll_back (HBaseScanProgress *progress);
/* Returns whether opening the range again would resume it after a row. */
static inline gboolean
hbase_scan_progress_has_begun (const HBaseScanProgress *progress)
{
  return progress->last_key != NULL;
}
static inline gboolean
hbase_scan_progress_is_satisfied (const HBaseScanProgress *progress)
{
  return progress->n_rows_left == 0;
}
/* Decides about a row of a reply; rows must be passed in the order in which the peer sent them. May drop the
 * row's first cells from the block. */
HBaseScanRowDecision
hbase_scan_progress_accept (HBaseScanProgress *progress, HBaseBlock *block, guint row, GError **error);
