/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"
#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* A batch operation sends many changes of a table's rows, several of them in a request and several
 * requests at a time, and finds out for each whether it was executed. */

typedef enum {
  HBASE_BATCH_ITEM_PENDING,
  HBASE_BATCH_ITEM_WRITTEN,
  HBASE_BATCH_ITEM_FAILED,
} HBaseBatchItemState;

/* One change. */
typedef struct {
  guint64 index;           /* the caller's number of it; unused here */
  HBaseMutation *mutation; /* as it was given: a copy */
  GPtrArray *changes;      /* the same of the row's stored keys; NULL: its key must be looked up */
  gsize length;            /* an upper bound of the bytes that it takes in a request */
  HBaseBatchItemState state;
  GError *error; /* why it failed */
  /* of the operation */
  gboolean alone;    /* it is sent again, alone, since HBase refused a request of several changes */
  guint next_of_row; /* the item that changes the same row next; 0: none */
} HBaseBatchItem;

/* Copies and checks the change; NULL: it is invalid. All items of an operation are made for one
 * target. */
HBaseBatchItem *hbase_batch_item_new (HBaseTarget target, HBaseMutation *mutation, GError **error);
void hbase_batch_item_free (gpointer item);

/* `items` (transfer full) (element-type HBaseBatchItem), which the function below returns again. A
 * request has at most `max_count` changes, and `max_bytes` bytes unless its only change is larger. The
 * operation runs once. It is done even if changes failed; it fails if it is interrupted. */
HBaseOperation *hbase_batch_operation_new (
    HBaseTarget target, GPtrArray *items, guint n_lanes, guint max_count, gsize max_bytes);
/* Returns the items after the run (transfer full). Those that weren't sent fail with `why`, the error of
 * the run; it is NULL if the run is done. */
GPtrArray *hbase_batch_operation_take_items (HBaseOperation *operation, const GError *why);
/* Returns whether the error that HBase reports for a request may concern some of its records only. */
gboolean hbase_batch_error_concerns_some (const GError *error);
