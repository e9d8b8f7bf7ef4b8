/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* Calls about rows of salted tables, by their unsalted keys. A row whose salts can be computed of its key is
 * asked for at one place; one whose salts are drawn at all that there are. One-shot operations, made like
 * those of hbase-data-operations-private.h. */

/* What to make of a row that is there twice. */
typedef enum {
  HBASE_DUPLICATES_REFUSED, /* DUPLICATE_KEY */
  HBASE_DUPLICATES_NEWEST,  /* it is the one with the newest cell, of those that were asked for */
} HBaseDuplicates;

/* Where the rows are drawn among several places the gets are sent to all of them. */
HBaseOperation *hbase_salted_get_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, GPtrArray *gets, HBaseDuplicates duplicates, GError **error);
/* Once it is done, once: the rows asked for, in that order; one that wasn't found is empty, with the unsalted
 * key. */
GPtrArray *hbase_salted_operation_take_rows (HBaseOperation *operation);

HBaseOperation *
hbase_salted_exists_operation_new (HBaseTarget target, HBaseKeySchema *schema, HBaseGet *get, GError **error);
gboolean hbase_salted_operation_get_exists (HBaseOperation *operation);

/* Looks where the row is, and then writes it there. Where it isn't: ROW_NOT_FOUND, or, if there is a `draw`,
 * it is written where that says. */
HBaseOperation *hbase_salted_update_operation_new (HBaseTarget target,
                                                   HBaseKeySchema *schema,
                                                   HBasePut *put,
                                                   const guint32 *draw,
                                                   HBaseDuplicates duplicates,
                                                   GError **error);

/* ---- single calls of hbase-data-operations-private.h, about other rows ---- */

/* An insert: the row isn't looked for. All attempts go to the place that the draw gives. */
HBaseOperation *hbase_salted_put_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBasePut *put, guint32 draw, GError **error);
/* At all places. */
HBaseOperation *hbase_salted_delete_operation_new (HBaseTarget target,
                                                   HBaseKeySchema *schema,
                                                   HBaseDelete *delete_,
                                                   GError **error);
/* Where a salt is drawn, `row` must be that row as it was read; else it may be NULL. */
HBaseOperation *hbase_salted_check_and_put_operation_new (HBaseTarget target,
                                                          HBaseKeySchema *schema,
                                                          HBaseRow *row,
                                                          HBaseSlice family,
                                                          HBaseSlice qualifier,
                                                          HBaseSlice value,
                                                          HBasePut *put,
                                                          GError **error);
HBaseOperation *hbase_salted_increment_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBaseRow *row, HBaseIncrement *increment, GError **error);
HBaseOperation *hbase_salted_append_operation_new (
    HBaseTarget target, HBaseKeySchema *schema, HBaseRow *row, HBaseAppend *append, GError **error);
