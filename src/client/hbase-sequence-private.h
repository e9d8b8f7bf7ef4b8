/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-sequence-operation-private.h"
#include "hbase-sequence-store-private.h"
#include "hbase-sequence.h"
#include "hbase-table-private.h"

/* What a prepender needs of a sequence whose blocks its own operations take. May be used from any thread. */

/* Returns an operation that takes a block of `n` numbers. */
HBaseOperation *hbase_sequence_make_block_operation (HBaseSequence *sequence, gint64 n);
/* Records the increments of such an operation, after its last run. */
void hbase_sequence_record_calls (HBaseSequence *sequence, HBaseOperation *operation);
/* Returns the ids of this process. */
HBaseSequenceStore *hbase_sequence_get_store (HBaseSequence *sequence);
