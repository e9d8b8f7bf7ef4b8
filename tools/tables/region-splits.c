/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file lists the split keys of a table. */

#include "config.h"

#include <hbase-glib.h>

#include "region-splits.h"

GPtrArray *
region_splits (GPtrArray *regions)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < regions->len; i++)
    {
      GBytes *key = hbase_region_ref_start_key (regions->pdata[i]);

      if (g_bytes_get_size (key) > 0)
        g_ptr_array_add (splits, key);
      else
        g_bytes_unref (key);
    }
  return splits;
}
