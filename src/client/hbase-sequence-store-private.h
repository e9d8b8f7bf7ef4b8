/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"

/* The ids that a process holds: parts of blocks that were taken from a counter. Any thread.
 *
 * 1. An id is in the store, or was handed out, or was dropped: one of these, once.
 * 2. A forked child drops what its parent held. */

typedef struct _HBaseSequenceStore HBaseSequenceStore;

/* Ids from `start` upward to the greatest number there is, or downward to 0. */
HBaseSequenceStore *hbase_sequence_store_new (gint64 start, gboolean downward);
void hbase_sequence_store_free (HBaseSequenceStore *store);

/* Of `taken` numbers the last `block` are ours; KEY_SPACE_EXHAUSTED where none of them is an id any more. */
gboolean hbase_sequence_store_add (HBaseSequenceStore *store, gint64 taken, gint64 block, GError **error);
/* Notes how often a block may have been lost. */
void hbase_sequence_store_count_unknown (HBaseSequenceStore *store, guint n);
/* Moves ids to `ids` (element-type gint64) until it has `n`; how many are missing still. */
gint64 hbase_sequence_store_take (HBaseSequenceStore *store, GArray *ids, guint n);
/* Takes ids back that nobody was given. */
void hbase_sequence_store_release (HBaseSequenceStore *store, GArray *ids);
guint64 hbase_sequence_store_get_buffered (HBaseSequenceStore *store);
GVariant *hbase_sequence_store_get_statistics (HBaseSequenceStore *store);
