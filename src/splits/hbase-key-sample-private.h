/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* A sample of any number of keys in bounded memory, exact enough to divide the keys into parts of equal
 * size. */
typedef struct _HBaseKeySample HBaseKeySample;

#define HBASE_KEY_SAMPLE_MIN_MEMORY (1024 * 1024)

/* `max_memory` is in bytes, at least HBASE_KEY_SAMPLE_MIN_MEMORY. */
HBaseKeySample *hbase_key_sample_new (guint64 max_memory);
void hbase_key_sample_free (HBaseKeySample *sample);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseKeySample, hbase_key_sample_free)

/* Copies the key, of 1 to 32,767 bytes. */
void hbase_key_sample_add (HBaseKeySample *sample, HBaseSlice key);
/* Returns the first keys of all parts but the first: different keys in order. NULL: there are fewer
 * different keys than parts. `*n_different` is the number of different keys. */
GPtrArray *hbase_key_sample_cut (HBaseKeySample *sample, guint n_parts, guint64 *n_different);
/* Whether the sample still has all keys. */
gboolean hbase_key_sample_is_complete (HBaseKeySample *sample);
