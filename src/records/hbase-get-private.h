/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-filter-text-private.h"
#include "hbase-records-private.h"
#include "hbase-selection-private.h"

/* What a get is made of, for the files of this folder only. */

struct _HBaseGet {
  gatomicrefcount ref_count;
  HBaseSelection selection;
  guint store_limit;   /* cells a family; 0: all */
  GBytes *sent_filter; /* in place of the selection's; NULL: that one */
  gsize row_length;
  guint8 row[];
};

/* hbase_get_check(), and what its filter says; `*tree` stays as it is, NULL, where it has none. */
gboolean hbase_get_check_tree (HBaseGet *get, HBaseFilterNode **tree, GError **error);
