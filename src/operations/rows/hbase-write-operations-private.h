/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-call-operation-private.h"
#include "hbase-mutation-private.h"

/* The calls that write rows by their stored keys. With an invalid table name or mutation the first step fails
 * with INVALID_ARGUMENT. */

HBaseOperation *hbase_write_operation_new (HBaseTarget target, HBaseMutation *mutation);
/* All mutations are of one class, which has a call for several. Without any nothing is sent. */
HBaseOperation *hbase_write_multiple_operation_new (HBaseTarget target, GPtrArray *mutations);

/* Give changes without a timestamp a timestamp from the target, if it has any: the change itself, or a copy
 * (transfer full); and a list of changes that are sent together, which get the same timestamp. */
HBaseMutation *hbase_write_stamp (HBaseTarget target, HBaseMutation *mutation);
GPtrArray *hbase_write_stamp_all (HBaseTarget target, const GPtrArray *mutations);

/* Returns TIMESTAMPED if all mutations have timestamps, or IDEMPOTENT if the others are marked: a mutation
 * without either makes a repetition of all of them harmful. */
HBaseCallClass hbase_write_classify (const GPtrArray *mutations);
/* Does the same for a write on a condition: after a repetition its result may be FALSE because of the first
 * attempt, whatever the timestamps are. */
HBaseCallClass hbase_write_classify_conditional (const GPtrArray *mutations);
