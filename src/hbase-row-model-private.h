/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-model.h"

#include "hbase-row-pages-private.h"

/*  1. All is touched in `context` only, and what talks to the outside begins in a turn of its own there:
 *     nothing happens inside of who asks for an item.
 *  2. One page at a time is loaded at the end: `loading`. Dropped pages come back beside that, each by an
 *     iterator of its own.
 *  3. What has failed is told by `error`, until the next load begins; nothing loads by itself until then. */
struct _HBaseRowModel {
  GObject parent_instance;
  HBasePageIterator *iterator;
  GMainContext *context;
  HBaseRowPages pages;
  GBytes *last;         /* the last row's key; NULL: nothing is loaded yet */
  gboolean auto_load, loading, has_more;
  gboolean is_near_end; /* a load will begin by itself */
  GError *error;
};

/* An item near the end was asked for: loads the next page, where the model is to do so. */
void hbase_row_model_load_by_itself (HBaseRowModel *model);
/* An item of a page without rows was asked for. */
void hbase_row_model_bring_back (HBaseRowModel *model, HBaseRowPage *page);
