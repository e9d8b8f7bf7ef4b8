/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-error.h"

/* The ids that a process has taken from a sequence: parts of blocks. May be used from any thread.
 *
 * 1. Each id is in the store, or was handed out, or was dropped.
 * 2. A forked child drops its parent's ids.
 * 3. No block is added that has an id of one of the last HBASE_SEQUENCE_REMEMBERED blocks. */

/* So many calls may take blocks at the same time without that a block that HBase returns twice is missed. */
#define HBASE_SEQUENCE_REMEMBERED 64

typedef struct _HBaseSequenceStore HBaseSequenceStore;

/* Ids go from `start` up to the largest number, or down to 0. */
HBaseSequenceStore *hbase_sequence_store_new (gint64 start, gboolean downward);
void hbase_sequence_store_free (HBaseSequenceStore *store);

/* Adds the last `block` of the `taken` numbers that all users have taken. Fails with KEY_SPACE_EXHAUSTED if
 * none of them is an id, and with PROTOCOL if one of them was added before. */
gboolean hbase_sequence_store_add (HBaseSequenceStore *store, gint64 taken, gint64 block, GError **error);
/* Records an operation's calls: how many numbers all users have taken, or 0, and how many increments may have
 * cost a block. */
void hbase_sequence_store_record_calls (HBaseSequenceStore *store, gint64 taken, guint n_lost);
/* Returns how many numbers all users have taken, as far as calls have recorded it. */
gint64 hbase_sequence_store_get_taken (HBaseSequenceStore *store);
/* Moves ids to `ids` (element-type gint64) until it has `n` elements; returns how many are missing. */
gint64 hbase_sequence_store_take (HBaseSequenceStore *store, GArray *ids, guint n);
/* Puts ids back that weren't handed out, and empties the array. */
void hbase_sequence_store_release (HBaseSequenceStore *store, GArray *ids);
guint64 hbase_sequence_store_get_buffered (HBaseSequenceStore *store);
/* Returns an `a{sv}` (transfer full), see hbase_sequence_get_statistics(). */
GVariant *hbase_sequence_store_get_statistics (HBaseSequenceStore *store);
