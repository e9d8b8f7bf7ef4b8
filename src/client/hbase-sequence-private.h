/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <sys/types.h>

#include "hbase-sequence-operation-private.h"
#include "hbase-sequence-store-private.h"
#include "hbase-sequence.h"
#include "hbase-table-private.h"

/* A sequence as its blocking calls (hbase-sequence.c) and its async ones (hbase-sequence-async.c) share
 * it. */
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
  /* under the lock: the async calls that wait for ids, in order; the contexts in which a block for them is
   * under way (GMainContext); and whose they are */
  GQueue waiters;
  GPtrArray *fetching;
  pid_t process;
};

/* An operation that makes the counter's row. */
HBaseOperation *hbase_sequence_creation (HBaseSequence *sequence, GError **error);
/* An operation that takes `block` numbers. */
HBaseOperation *hbase_sequence_block_operation (HBaseSequence *sequence, gint64 block, GError **error);
/* What such an operation brought, also where it failed. `block`: what it was made for. */
gboolean hbase_sequence_take_block (
    HBaseSequence *sequence, HBaseOperation *operation, gint64 block, gboolean done, GError **error);
/* How many to take where so many are missing. */
gint64 hbase_sequence_block_for (HBaseSequence *sequence, gint64 missing);
