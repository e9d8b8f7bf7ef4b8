/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-model.h"

#include "hbase-row-pages-private.h"

/*  1. All is touched in `context` only, and what talks to the outside begins in a turn of its own there:
 *     nothing happens inside of who asks for an item.
 *  2. One page at a time is loaded at the end: `loading`. Dropped pages come back beside that, each by an
 *     iterator of its own.
 *  3. After a load that failed nothing loads by itself, until one went well: `is_stopped`. That load is told
 *     of by `load_error` until the next one begins, pages that failed to come back by `return_error` until one
 *     comes.
 *  4. A page that failed to come back is in `failed`: it is tried again, as long as somebody waits for it, when
 *     more is asked for, and when anything else came. */
struct _HBaseRowModel {
  GObject parent_instance;
  HBasePageIterator *iterator;
  GMainContext *context;
  GCancellable *cancellable; /* of all that nobody waits for but the model */
  HBaseRowPages pages;
  GBytes *last; /* the last row's key; NULL: nothing is loaded yet */
  gboolean auto_load, loading, has_more;
  gboolean is_near_end; /* a load will begin by itself */
  gboolean is_stopped;
  GError *load_error, *return_error;
  GPtrArray *failed; /* (element-type HBaseRowPage), each once */
};

/* An item near the end was asked for: loads the next page, where the model is to do so. */
void hbase_row_model_load_by_itself (HBaseRowModel *model);
/* An item of a page without rows was asked for. */
void hbase_row_model_reload (HBaseRowModel *model, HBaseRowPage *page);
