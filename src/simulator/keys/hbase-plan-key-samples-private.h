/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Row keys that stand for the keys of a memstore or a store file, each with the bytes of the rows for
 * which it stands. */
typedef struct {
  GBytes *key;
  double bytes;
} HBaseKeySample;

/* Keys in any order, of HBaseKeySample; the array frees them. */
GArray *hbase_plan_key_samples_new (void);
void hbase_plan_key_samples_add (GArray *samples, GBytes *key, double bytes);
/* Sorts by key, and then reduces the samples to `max` at most. */
void hbase_plan_key_samples_sort (GArray *samples, guint max);
void hbase_plan_key_samples_append (GArray *samples, const GArray *other);
/* The rest are functions of sorted samples. */
/* Makes a copy of the samples before `key`, or of those from it on. */
GArray *hbase_plan_key_samples_part (const GArray *samples, GBytes *key, gboolean is_upper);
double hbase_plan_key_samples_sum (const GArray *samples);
/* Returns the first key of the block, of `block_size` bytes, in the middle of a store file: HBase's
 * mid-key. The key belongs to the samples; NULL: there are none. */
GBytes *hbase_plan_key_samples_find_mid_key (const GArray *samples, double block_size);
