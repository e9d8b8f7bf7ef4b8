/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-records-private.h"
#include "hbase-target-private.h"

/* Encode the arguments of the calls that read and write rows. The records must have been checked. */

/* Requests of many records are split at this length: framed gateways accept 2 MiB by default. */
#define HBASE_ARGUMENTS_MAX_BYTES 2000000
/* Returns an upper bound of the bytes that such a request has besides its records: the frame, the envelope
 * and the beginning of the arguments. */
gsize hbase_arguments_get_overhead (HBaseTarget target);

/* Begins arguments whose field 1 is the table's name; `capacity` is for what follows. */
void hbase_arguments_begin (HBaseTarget target, gsize capacity, HBaseWireWriter *writer);
GBytes *hbase_arguments_end (HBaseWireWriter *writer);

/* Of get and exists. */
GBytes *hbase_arguments_of_get (HBaseTarget target, HBaseGet *get);
/* Of getMultiple and existsAll, for `count` of the gets. */
GBytes *hbase_arguments_of_gets (HBaseTarget target, GPtrArray *gets, guint first, guint count);
/* Of getScannerResults; without a number of rows (0), of openScanner. */
GBytes *
hbase_arguments_of_scan (HBaseTarget target, HBaseScan *scan, const HBaseScanBounds *bounds, guint n_rows);
/* Of getScannerResults, for so many rows and no more. */
GBytes *
hbase_arguments_of_first_rows (HBaseTarget target, HBaseScan *scan, HBaseScanBounds bounds, guint n_rows);
/* Of put, increment, append and deleteSingle. */
GBytes *hbase_arguments_of_mutation (HBaseTarget target, HBaseMutation *mutation);
/* Of putMultiple and deleteMultiple. `*segments` (transfer full): NULL if there are none. */
GBytes *hbase_arguments_of_mutations (HBaseTarget target, GPtrArray *mutations, GArray **segments);
/* Of checkAndMutate, for puts and deletes of one row, if the column's value is in that relation to `value`;
 * without bytes, EQUAL means that the column is missing or empty. */
GBytes *hbase_arguments_of_check_and_mutate (HBaseTarget target,
                                             HBaseSlice family,
                                             HBaseSlice qualifier,
                                             HBaseCompareOperator
                                             operator,
                                             HBaseSlice value,
                                             GPtrArray *mutations);
/* Of mutateRow, for puts and deletes of one row. */
GBytes *hbase_arguments_of_mutate_row (HBaseTarget target, GPtrArray *mutations);
/* Of checkAndPut and checkAndDelete. `value` with data NULL: the column must not exist. */
GBytes *hbase_arguments_of_check_and_change (
    HBaseTarget target, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, HBaseMutation *change);
