/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Keys in order, one behind the other: of each the length in two bytes, then the key. */
typedef struct {
  guint8 *bytes;
  gsize length;
  guint64 n_keys;
  guint64 weight; /* each key stands for so many */
} HBaseSortedRun;

/* How many bytes a key takes in a run. */
#define HBASE_SORTED_RUN_SIZE(key) ((key).length + 2)

/* There must be room for it. */
void hbase_sorted_run_append (HBaseSortedRun *run, HBaseSlice key);
/* The key that is written at a place, as hbase_sorted_run_append() does it. */
HBaseSlice hbase_sorted_run_read (const guint8 *at);

/* The first eight bytes of a key, so that what is the smaller number is the smaller key. */
guint64 hbase_sorted_run_prefix (HBaseSlice key);

/* A walk through several runs at once, in the order of their keys; the runs stay where they are meanwhile. */
typedef struct {
  GArray *heads; /* Head: of each run that isn't at its end; a heap */
} HBaseKeyMerge;

void hbase_key_merge_init (HBaseKeyMerge *merge, const HBaseSortedRun *runs, guint n_runs);
/* FALSE: the end. */
gboolean hbase_key_merge_next (HBaseKeyMerge *merge, HBaseSlice *key, guint64 *weight);
void hbase_key_merge_clear (HBaseKeyMerge *merge);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HBaseKeyMerge, hbase_key_merge_clear)
