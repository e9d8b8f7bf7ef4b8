/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The calls that read and write rows by their keys, one operation each, which is run once. Arguments are
 * checked and encoded by the constructor, so that the records may be changed immediately; with invalid
 * arguments the first step fails with INVALID_ARGUMENT. hbase_operation_take() stores the results: a row in
 * an HBaseRow **, rows in a GPtrArray ** (in the order in which they were requested; a row that wasn't found
 * is empty), whether a row exists or was written in a gboolean *, whether several rows exist in a GArray **
 * of gboolean. */

HBaseOperation *hbase_get_operation_new (HBaseTarget target, HBaseGet *get);
HBaseOperation *hbase_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets);
HBaseOperation *hbase_exists_operation_new (HBaseTarget target, HBaseGet *get);
HBaseOperation *hbase_exists_multiple_operation_new (HBaseTarget target, GPtrArray *gets);
HBaseOperation *hbase_put_operation_new (HBaseTarget target, HBasePut *put);
HBaseOperation *hbase_put_multiple_operation_new (HBaseTarget target, GPtrArray *puts);
HBaseOperation *hbase_delete_operation_new (HBaseTarget target, HBaseDelete *delete_);
HBaseOperation *hbase_delete_multiple_operation_new (HBaseTarget target, GPtrArray *deletes);
HBaseOperation *hbase_increment_operation_new (HBaseTarget target, HBaseIncrement *increment);
HBaseOperation *hbase_append_operation_new (HBaseTarget target, HBaseAppend *append);
/* `value` with data NULL: the column must not exist. */
HBaseOperation *hbase_check_and_put_operation_new (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBasePut *put);
HBaseOperation *hbase_mutate_row_operation_new (HBaseTarget target, HBaseRowMutations *mutations);
/* `value` of length 0: EQUAL means that the column doesn't exist or is empty, NOT_EQUAL that it has bytes. */
HBaseOperation *hbase_check_and_mutate_operation_new (HBaseTarget target,
                                                      HBaseSlice family,
                                                      HBaseSlice qualifier,
                                                      HBaseCompareOperator
                                                      operator,
                                                      HBaseSlice value,
                                                      HBaseRowMutations *mutations);
HBaseOperation *hbase_check_and_delete_operation_new (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBaseDelete *delete_);
