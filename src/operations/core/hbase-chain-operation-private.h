/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-target-private.h"

/* An operation that runs other operations of a table in a fixed order, all in one timeout. The first error
 * ends it. */
HBaseOperation *hbase_chain_operation_new (HBaseTarget target);
/* Adds an operation (taken). Its error of the code `tolerated` is ignored; HBASE_ERROR_FAILED: no error is
 * ignored. */
void hbase_chain_operation_add (HBaseOperation *chain, HBaseOperation *operation, HBaseError tolerated);
