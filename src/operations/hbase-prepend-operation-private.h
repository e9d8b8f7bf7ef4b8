/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-key-schema-private.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* Prepends one row: finds the first key that is free below all others, and puts the row there once, whatever
 * is lost, late or said wrongly on the way. */

typedef struct _HBasePrependOperation HBasePrependOperation;

/* How many bytes at the beginning of a guard's value name who wrote it. */
#define HBASE_GUARD_OWNER_LENGTH 16

typedef struct {
  const char *table;
  HBaseKeySchema *schema;     /* must count down */
  HBaseSlice prefix;          /* of the key, before the counter */
  gint64 start;               /* the counter of the first row ever */
  HBaseSlice guard_family;
  HBaseSlice guard_qualifier;
  HBasePut *cells;            /* must not change any more */
  const guint8 *token;        /* HBASE_GUARD_OWNER_LENGTH bytes, the same for all attempts, ever */
  HBaseSlice row;             /* where an earlier attempt was left unsettled; data NULL: there was none */
  gboolean checked;           /* the table's guards have been found fit */
  gint64 taken;               /* a counter that was seen taken, with those above it; < 0: none known */
} HBasePrependRequest;

/* Of the slices copies are taken. NULL: `row` isn't a key of the schema with that prefix. */
HBasePrependOperation *hbase_prepend_operation_new (HBaseWireProtocol protocol,
                                                    const HBasePrependRequest *request,
                                                    GError **error);
/* Whether the table's guards were found fit. */
gboolean hbase_prepend_operation_get_checked (HBasePrependOperation *prepend);
/* The key that was got, or that is not settled; data NULL: nothing was attempted that may have been done. */
HBaseSlice hbase_prepend_operation_get_row (HBasePrependOperation *prepend);
gboolean hbase_prepend_operation_is_settled (HBasePrependOperation *prepend);
/* The lowest counter that was seen taken; < 0: none was. */
gint64 hbase_prepend_operation_get_taken (HBasePrependOperation *prepend);
