/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-cell.h"

/* Makes a cell of the block; `view` refers to it. */
HBaseCell *hbase_cell_new (HBaseBlock *block, const HBaseCellView *view);
/* Makes a cell that has a copy of the bytes. Without a timestamp it has G_MAXINT64, which stands for the
 * server's clock. */
HBaseCell *hbase_cell_new_copy (
    HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp, HBaseCellType type);
