/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* The calls that read and write rows by their keys, one one-shot operation each. They are made with their
 * arguments checked and encoded (NULL: INVALID_ARGUMENT), so that what they were made from may change at
 * once; then run; then taken from. */

HBaseOperation *hbase_get_operation_new (HBaseTarget target, HBaseGet *get, GError **error);
HBaseOperation *hbase_get_multiple_operation_new (HBaseTarget target, GPtrArray *gets, GError **error);
HBaseOperation *hbase_exists_operation_new (HBaseTarget target, HBaseGet *get, GError **error);
HBaseOperation *hbase_put_operation_new (HBaseTarget target, HBasePut *put, GError **error);
HBaseOperation *hbase_put_multiple_operation_new (HBaseTarget target, GPtrArray *puts, GError **error);
HBaseOperation *hbase_delete_operation_new (HBaseTarget target, HBaseDelete *delete_, GError **error);
HBaseOperation *hbase_delete_multiple_operation_new (HBaseTarget target, GPtrArray *deletes, GError **error);
HBaseOperation *hbase_increment_operation_new (HBaseTarget target, HBaseIncrement *increment, GError **error);
HBaseOperation *hbase_append_operation_new (HBaseTarget target, HBaseAppend *append, GError **error);
/* `value` with data NULL: the column mustn't be there. */
HBaseOperation *hbase_check_and_put_operation_new (HBaseTarget target,
                                                   HBaseSlice family,
                                                   HBaseSlice qualifier,
                                                   HBaseSlice value,
                                                   HBasePut *put,
                                                   GError **error);

/* Of get, getMultiple, increment and append, once they are done, once: the rows asked for, in that order; one that wasn't found
 * is empty. NULL: WRONG_PEER. */
HBaseRow *hbase_data_operation_take_row (HBaseOperation *operation, HBaseKeySchema *schema, GError **error);
GPtrArray *hbase_data_operation_take_rows (HBaseOperation *operation, HBaseKeySchema *schema, GError **error);

/* For operations of several calls, of what was checked: the arguments of getMultiple and existsAll, for so
 * many of the gets; those of a put. */
GBytes *hbase_data_arguments_of_gets (HBaseTarget target, GPtrArray *gets, guint first, guint count);
GBytes *hbase_data_arguments_of_put (HBaseTarget target, HBasePut *put);
/* Whether as many answers came as were asked for; else WRONG_PEER. */
gboolean hbase_data_check_count (HBaseOperation *operation, guint asked, guint came, GError **error);
