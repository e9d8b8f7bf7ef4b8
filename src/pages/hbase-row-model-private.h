/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-row-model.h"

#include "hbase-row-pages-private.h"

/* What the files of HBaseRowModel share: its state and its loads. */

struct _HBaseRowModel {
  GObject parent_instance;
  HBasePageIterator *iterator;
  GMainContext *context;
  int io_priority;
  GCancellable *cancellable; /* of loads for which no caller waits */
  HBaseRowPages pages;
  guint n_refreshes; /* loads that began before the last are ignored */
  GBytes *last;      /* the last row's key; NULL: there are no rows */
  gboolean auto_load, loading, has_more;
  gboolean is_near_end; /* an automatic load is about to begin */
  gboolean is_stopped;
  gboolean is_refresh_wanted;
  GError *load_error, *reload_error, *poll_error;
  GPtrArray *failed; /* (element-type HBaseRowPage), each once */

  /* following */
  gboolean follow;
  guint follow_interval; /* ms */
  guint n_failed_polls;  /* since the last poll that succeeded */
  GSource *poll_timer;   /* NULL: a poll is under way, or the model doesn't follow */
  GCancellable *poll_cancellable;
};

static inline GError *
hbase_row_model_find_error (const HBaseRowModel *model)
{
  if (model->load_error != NULL)
    return model->load_error;
  return model->reload_error != NULL ? model->reload_error : model->poll_error;
}

/* A load at the end, the reload of a page, a refresh, or a poll. If a caller waits for it, its task
 * references the model; otherwise nothing does. */
typedef struct {
  GWeakRef model;
  guint n_refreshes;  /* of the model, when the load was made */
  HBaseRowPage *page; /* the model's, to reload; NULL: another load */
  gboolean is_refresh;
  GTask *task; /* NULL: no caller waits */
  GMainContext *context;
  GCancellable *cancellable;
} HBaseRowLoad;

/* Takes the task. `cancellable` NULL: the model's. */
HBaseRowLoad *
hbase_row_load_new (HBaseRowModel *model, HBaseRowPage *page, GTask *task, GCancellable *cancellable);
void hbase_row_load_unref (gpointer load);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseRowLoad, hbase_row_load_unref)
/* Returns the model, or NULL if it was freed, or refreshed since the load began. (transfer full) */
HBaseRowModel *hbase_row_load_get_model (HBaseRowLoad *load);

/* Has the function begin the load, which is taken, in a dispatch of its own in the model's context. */
void hbase_row_model_defer (HBaseRowModel *model, GSourceFunc function, HBaseRowLoad *load);
/* Loads the page after the last row, or the first page if there are no rows. */
void hbase_row_model_load_page (HBaseRowModel *model, HBaseRowLoad *load);
gboolean hbase_row_model_check_load (HBaseRowModel *model, GError **error);
/* Loads the next page because an item near the end was requested. */
void hbase_row_model_auto_load (HBaseRowModel *model);
/* Has the first page replace all rows when it was read. */
void hbase_row_model_begin_refresh (HBaseRowModel *model);
/* Begins a load for a caller; `data` is the load. */
gboolean hbase_row_model_begin_load (gpointer data);
/* Reads the rows of a dropped page again. */
void hbase_row_model_reload (HBaseRowModel *model, HBaseRowPage *page);
/* Requests pages again that couldn't be reloaded, as another load has succeeded. */
void hbase_row_model_try_again (HBaseRowModel *model);
/* Copies the error, which may be NULL, to a member of the model. */
void hbase_row_model_set_error (HBaseRowModel *model, GError **place, const GError *error);
/* Emits items-changed, and notifies n-items. */
void hbase_row_model_change_items (HBaseRowModel *model, guint position, guint n_removed, guint n_added);

/* Begins or ends to follow, as `follow` is. */
void hbase_row_model_update_follow (HBaseRowModel *model);
/* Has the next poll wait for the present interval. */
void hbase_row_model_update_follow_interval (HBaseRowModel *model);
