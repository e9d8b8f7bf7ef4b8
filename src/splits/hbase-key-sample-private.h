/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Any number of keys in bounded memory, as exactly as this allows: enough to cut them into parts of one size. */
typedef struct _HBaseKeySample HBaseKeySample;

#define HBASE_KEY_SAMPLE_LEAST_MEMORY (1024 * 1024)

/* `max_memory`: bytes, at least HBASE_KEY_SAMPLE_LEAST_MEMORY */
HBaseKeySample *hbase_key_sample_new (guint64 max_memory);
void hbase_key_sample_free (HBaseKeySample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeySample, hbase_key_sample_free)

/* 1 to 32,767 bytes; copied */
void hbase_key_sample_add (HBaseKeySample *sample, HBaseSlice key);
/* The keys with which the second and each later one of so many parts begin: different ones, in order. NULL: there
 * are less different keys than parts. `n_different`: how many are there. */
GPtrArray *hbase_key_sample_cut (HBaseKeySample *sample, guint n_parts, guint64 *n_different);
/* Whether all keys are there still. */
gboolean hbase_key_sample_is_whole (HBaseKeySample *sample);
