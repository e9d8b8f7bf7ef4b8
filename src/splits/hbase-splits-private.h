/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Arrays of split keys. */

static inline GPtrArray *
hbase_splits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

/* Copies the array, with references to the same keys. */
GPtrArray *hbase_splits_copy (GPtrArray *keys);

/* Converts the array for compute_splits(); takes ownership of it. */
GList *hbase_splits_to_list (GPtrArray *keys);
