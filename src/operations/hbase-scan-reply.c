/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-internal-private.h"

#include "hbase-bytes.h"

/* What a reply of a scanner has brought: nothing of it is believed unseen. */

static gboolean
is_asked_for (const GPtrArray *families, HBaseSlice family)
{
  for (guint i = 0; i < families->len; i++)
    if (hbase_slice_equal (hbase_slice_text (families->pdata[i]), family))
      return TRUE;
  return FALSE;
}

/* Cells come by families, so most are of the one before. */
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
      if (is_asked_for (scan->families, known))
        continue;
      family = hbase_bytes_to_text (known.data, known.length);
      hbase_operation_set_subject (&scan->parent, scan->parent.table, hbase_block_row_key (block, row));
      g_propagate_error (error,
                         hbase_operation_error (&scan->parent, HBASE_ERROR_PROTOCOL,
                                                "the peer's reply to a scan has a cell of family “%s”, "
                                                "which wasn't asked for: look at what stands between "
                                                "this program and HBase",
                                                family));
      return FALSE;
    }
  return TRUE;
}

static HBaseScanRowDecision
accept_row (HBaseScanOperation *scan,
            HBaseRangeReader *reader,
            const HBaseScanProgressMark *mark,
            HBaseBlock *block,
            guint row,
            GError **error)
{
  HBaseScanRowDecision verdict = hbase_scan_progress_accept (&reader->progress, mark, block, row, error);

  if (verdict == HBASE_SCAN_TAKE && scan->families != NULL && !check_families (scan, block, row, error))
    return HBASE_SCAN_FAILURE;
  return verdict;
}

static HBaseScanRowDecision
accept_rows (HBaseScanOperation *scan,
             HBaseRangeReader *reader,
             const HBaseScanProgressMark *mark,
             HBaseBlock *block,
             HBaseScanRows *rows,
             GError **error)
{
  HBaseScanRowDecision verdict = HBASE_SCAN_TAKE;

  for (guint i = 0; i < block->n_rows && verdict < HBASE_SCAN_MISORDERED; i++)
    {
      verdict = accept_row (scan, reader, mark, block, i, error);
      if (verdict != HBASE_SCAN_TAKE)
        continue;
      rows->row = rows->end == 0 ? i : rows->row;
      rows->end = i + 1;
    }
  return verdict;
}

HBaseScanRowDecision
hbase_range_reader_accept (HBaseScanOperation *scan,
                           HBaseRangeReader *reader,
                           HBaseBlock *block,
                           HBaseScanRows *rows,
                           GError **error)
{
  HBaseScanProgressMark mark;
  HBaseScanRowDecision verdict;

  hbase_scan_progress_mark (&reader->progress, &mark);
  verdict = accept_rows (scan, reader, &mark, block, rows, error);
  if (verdict == HBASE_SCAN_MISORDERED || verdict == HBASE_SCAN_FAILURE)
    {
      hbase_scan_progress_return (&reader->progress, &mark);
      return verdict;
    }
  reader->ended |= verdict == HBASE_SCAN_BEYOND;
  rows->block = rows->end > 0 ? hbase_block_ref (block) : NULL;
  hbase_scan_progress_keep (&reader->progress, &mark);
  return HBASE_SCAN_TAKE;
}
