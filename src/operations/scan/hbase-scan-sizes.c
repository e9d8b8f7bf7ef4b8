/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file chooses how many rows a scan requests at a time, by the size that a reply should have. */

#include "config.h"

#include "hbase-scan-internal-private.h"

/* The size of a reply of several rows that a reader aims at: between one and two mebibytes a gateway is
 * fastest, and one row more or less doesn't matter. Several lanes share this size: gateways and region
 * servers that work in parallel then send a fifth more rows a second, as their work stays in their caches. */
#define REPLY_SIZE (1536 * 1024)
/* A range of at most this size is read by one call. */
#define ONE_REPLY_SIZE (2 * 1024 * 1024)
/* … all lanes together, but at least MIN_REPLY_SIZE each. */
#define ALL_ONE_REPLIES_SIZE (12 * 1024 * 1024)
#define MIN_REPLY_SIZE (64 * 1024)
/* One row, and the row that is dropped where a reversed scan resumes: a scanner would need no fewer calls. */
#define FEW_ROWS 2
/* While the row width of a table is unknown. */
#define FIRST_ROW_WIDTH 1024
#define FIRST_ROWS 16

static gsize
get_lane_share (HBaseScanOperation *scan, gsize all, gsize size)
{
  return CLAMP (all / MAX (1, scan->n_readers), MIN_REPLY_SIZE, size);
}

gboolean
hbase_scan_fits_one_reply (HBaseScanOperation *scan, guint n_rows)
{
  gsize width = scan->row_width > 0 ? scan->row_width : FIRST_ROW_WIDTH;

  /* With a batch size a reply's rows are partial rows, so its number of whole rows isn't known beforehand. */
  return n_rows != G_MAXUINT && hbase_scan_get_batch_size (scan->scan) == 0
         && n_rows <= MAX (FEW_ROWS, get_lane_share (scan, ALL_ONE_REPLIES_SIZE, ONE_REPLY_SIZE) / width);
}

guint
hbase_scan_choose_rows (const HBaseRangeReader *reader)
{
  HBaseScanOperation *scan = reader->scan;
  guint rows = FIRST_ROWS;

  if (reader->progress.bounds.caching > 0)
    rows = reader->progress.bounds.caching;
  else if (scan->row_width > 0)
    rows = (guint) CLAMP (get_lane_share (scan, REPLY_SIZE, REPLY_SIZE) / scan->row_width, 1,
                          MAX (FIRST_ROWS, reader->n_requested) * HBASE_SCAN_MAX_GROWTH);
  rows = MIN (rows, reader->max_rows);
  if (hbase_scan_get_batch_size (scan->scan) == 0)
    rows = MIN (rows, hbase_scan_progress_get_n_wanted (&reader->progress));
  return rows;
}
