/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-cell.h"

/* Makes a cell of the block; `view` refers to it. */
HBaseCell *hbase_cell_new (HBaseBlock *block, const HBaseCellView *view);
