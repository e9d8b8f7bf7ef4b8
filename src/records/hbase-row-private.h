/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"
#include "hbase-row.h"

/* A cell of the row; `view` is of the row's block. */
HBaseCell *hbase_cell_new (HBaseRow *row, const HBaseCellView *view);
/* Whether its key hasn't the salts of its schema. */
gboolean hbase_row_is_unsalted (HBaseRow *row);
