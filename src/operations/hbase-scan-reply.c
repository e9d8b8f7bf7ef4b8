/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-scan-parts-private.h"

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
      g_propagate_error (error, hbase_operation_error (&scan->parent, HBASE_ERROR_WRONG_PEER,
                                                       "the peer's reply to a scan has a cell of family “%s”, "
                                                       "which wasn't asked for: look at what stands between "
                                                       "this program and HBase",
                                                       family));
      return FALSE;
    }
  return TRUE;
}

static HBaseScanVerdict
accept_row (HBaseScanOperation *scan,
            HBaseScanPart *part,
            const HBaseScanRestMark *mark,
            HBaseBlock *block,
            guint row,
            GError **error)
{
  HBaseScanVerdict verdict = hbase_scan_rest_accept (&part->rest, mark, block, row, error);

  if (verdict == HBASE_SCAN_TAKE && scan->families != NULL && !check_families (scan, block, row, error))
    return HBASE_SCAN_FAULT;
  return verdict;
}

static HBaseScanVerdict
accept_rows (HBaseScanOperation *scan,
             HBaseScanPart *part,
             const HBaseScanRestMark *mark,
             HBaseBlock *block,
             HBaseScanRows *rows,
             GError **error)
{
  HBaseScanVerdict verdict = HBASE_SCAN_TAKE;

  for (guint i = 0; i < block->n_rows && verdict < HBASE_SCAN_MISORDERED; i++)
    {
      verdict = accept_row (scan, part, mark, block, i, error);
      if (verdict != HBASE_SCAN_TAKE)
        continue;
      rows->row = rows->end == 0 ? i : rows->row;
      rows->end = i + 1;
    }
  return verdict;
}

HBaseScanVerdict
hbase_scan_part_accept (
    HBaseScanOperation *scan, HBaseScanPart *part, HBaseBlock *block, HBaseScanRows *rows, GError **error)
{
  HBaseScanRestMark mark;
  HBaseScanVerdict verdict;

  hbase_scan_rest_mark (&part->rest, &mark);
  verdict = accept_rows (scan, part, &mark, block, rows, error);
  if (verdict == HBASE_SCAN_MISORDERED || verdict == HBASE_SCAN_FAULT)
    {
      hbase_scan_rest_return (&part->rest, &mark);
      return verdict;
    }
  part->ended |= verdict == HBASE_SCAN_BEYOND;
  rows->block = rows->end > 0 ? hbase_block_ref (block) : NULL;
  hbase_scan_rest_keep (&part->rest, &mark);
  return HBASE_SCAN_TAKE;
}
