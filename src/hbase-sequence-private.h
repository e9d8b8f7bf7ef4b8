/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-sequence-operation-private.h"
#include "hbase-sequence-store-private.h"
#include "hbase-sequence.h"
#include "hbase-table-private.h"

/* A sequence as its blocking calls (hbase-sequence.c) and its async ones (hbase-sequence-async.c) share it. */
struct _HBaseSequence {
  GObject parent_instance;
  HBaseTable *table;
  char *name, *family;
  gint block_size; /* atomic */
  gint64 start;
  gboolean downward;
  char *definition;
  gint checked; /* atomic: the definition was compared */
  HBaseSequenceStore *store;
  GMutex lock;
  /* under the lock: the async calls that wait for ids, in order, and whether a block is under way for them */
  GQueue waiters;
  gboolean fetching;
};

HBaseSequencePlace hbase_sequence_place (HBaseSequence *sequence);
/* An operation that takes a block of at least `missing` numbers. */
HBaseOperation *hbase_sequence_block_operation (HBaseSequence *sequence, gint64 missing, GError **error);
/* What such an operation brought, also where it failed. `block`: what it was made for. */
gboolean hbase_sequence_take_block (
    HBaseSequence *sequence, HBaseOperation *operation, gint64 block, gboolean done, GError **error);
gint64 hbase_sequence_block_for (HBaseSequence *sequence, gint64 missing);
