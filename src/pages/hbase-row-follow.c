/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements how a row model follows the front of its table: by polls that read the rows before its
 * first row.
 *
 *  1. While the model follows, either `poll_timer` waits for the next poll, or one poll is under way: polls
 *     don't overlap. Otherwise neither is there.
 *  2. A poll reads one page, the rows immediately before the first row of the model: no row that precedes it
 *     is passed over. If further rows precede that page, the next poll follows without a delay. If the model
 *     has no rows, a poll is over when it has begun the load of the first page, unless such a load is under
 *     way.
 *  3. The rows of a poll are added in front by one items-changed, or not at all: they are discarded if the
 *     model was refreshed, or stopped following, after the poll began.
 *  4. A poll that fails changes no rows. Its error is `poll_error` until a poll succeeds. Each failure
 *     doubles the delay of the next poll, from the interval up to a minute; `n_failed_polls` counts them.
 *  5. A timer and a poll hold only weak references to the model. Its disposal destroys the timer and cancels
 *     the poll. */

#include "config.h"

#include "hbase-row-model-private.h"

#define MAX_BACKOFF_MS 60000u

static gboolean poll_begin (gpointer data);

/* Returns the delay of the next poll. After failures it has jitter, so that models don't all poll at a time
 * when a server is available again. */
static guint
model_delay_ms (HBaseRowModel *model)
{
  guint64 doubled_ms = (guint64) model->follow_interval << MIN (model->n_failed_polls, 16);
  guint delay_ms = (guint) MAX (model->follow_interval, MIN (doubled_ms, MAX_BACKOFF_MS));

  return model->n_failed_polls == 0 ? delay_ms : delay_ms - (guint) (g_random_double () * (delay_ms / 4));
}

static void
model_schedule_poll (HBaseRowModel *model, guint delay_ms)
{
  model->poll_timer = g_timeout_source_new (delay_ms);
  g_source_set_priority (model->poll_timer, model->io_priority);
  g_source_set_callback (model->poll_timer, poll_begin,
                         hbase_row_load_new (model, NULL, NULL, model->poll_cancellable),
                         hbase_row_load_unref);
  g_source_set_static_name (model->poll_timer, "[hbase-glib] row model follows");
  g_source_attach (model->poll_timer, model->context);
}

static void
model_clear_timer (HBaseRowModel *model)
{
  if (model->poll_timer != NULL)
    g_source_destroy (model->poll_timer);
  g_clear_pointer (&model->poll_timer, g_source_unref);
}

static void
model_take_front (HBaseRowModel *model, HBasePage *page)
{
  guint n = page != NULL ? hbase_page_get_n_rows (page) : 0;

  model->n_failed_polls = 0;
  hbase_row_model_set_error (model, &model->poll_error, NULL);
  hbase_row_model_try_again (model);
  if (n == 0)
    return;
  hbase_row_pages_prepend (&model->pages, page, model->iterator->plan.size);
  hbase_row_pages_trim (&model->pages);
  hbase_row_model_change_items (model, 0, 0, n);
}

static void
model_fail_poll (HBaseRowModel *model, const GError *error)
{
  model->n_failed_polls++;
  hbase_row_model_set_error (model, &model->poll_error, error);
}

/* A handler of a notification may have stopped the polls, or begun others. */
static void
model_end_poll (HBaseRowModel *model, const HBaseRowLoad *poll, gboolean has_more)
{
  if (model->poll_cancellable == poll->cancellable)
    model_schedule_poll (model, has_more ? 0 : model_delay_ms (model));
}

static void
poll_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (HBaseRowLoad) load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePage) page
      = hbase_task_finish_pointer (HBASE_PAGE_ITERATOR (source), poll_done, result, &error);
  gboolean has_more = page != NULL && hbase_page_get_previous_token (page) != NULL;

  if (model == NULL || model->poll_cancellable != load->cancellable)
    return;
  g_object_freeze_notify (G_OBJECT (model));
  if (error != NULL)
    model_fail_poll (model, error);
  else if (model->n_refreshes == load->n_refreshes)
    model_take_front (model, page);
  g_object_thaw_notify (G_OBJECT (model));
  model_end_poll (model, load, has_more);
}

static void
model_poll_front (HBaseRowModel *model, HBaseRowLoad *load, GBytes *first)
{
  const HBasePageMove move = { .kind = HBASE_PAGE_MOVE_BEFORE, .row = first };
  g_autoptr (HBasePageIterator) iterator = hbase_page_iterator_new_like (model->iterator);

  hbase_page_iterator_set_io_priority (iterator, model->io_priority);
  g_main_context_push_thread_default (model->context);
  hbase_page_iterator_move_async (iterator, &move, poll_done, load->cancellable, poll_done,
                                  g_atomic_rc_box_acquire (load));
  g_main_context_pop_thread_default (model->context);
}

/* Without a row there is no front: the first page is loaded. If that fails, the next poll finds the error. */
static void
model_poll_empty (HBaseRowModel *model, const HBaseRowLoad *poll)
{
  g_autoptr (HBaseRowLoad) load = hbase_row_load_new (model, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;

  model->n_failed_polls = model->load_error != NULL ? model->n_failed_polls + 1 : 0;
  if (hbase_row_model_check_load (model, &error))
    hbase_row_model_load_page (model, load);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PENDING))
    hbase_row_model_set_error (model, &model->poll_error, error);
  model_end_poll (model, poll, FALSE);
}

static gboolean
poll_begin (gpointer data)
{
  HBaseRowLoad *load = data;
  g_autoptr (HBaseRowModel) model = g_weak_ref_get (&load->model);
  g_autoptr (GBytes) first = NULL;

  if (model == NULL)
    return G_SOURCE_REMOVE;
  g_clear_pointer (&model->poll_timer, g_source_unref);
  load->n_refreshes = model->n_refreshes;
  first = hbase_row_pages_copy_first_key (&model->pages);
  if (first != NULL)
    model_poll_front (model, load, first);
  else
    model_poll_empty (model, load);
  return G_SOURCE_REMOVE;
}

void
hbase_row_model_update_follow (HBaseRowModel *model)
{
  gboolean is_following = model->poll_cancellable != NULL;

  if (model->follow == is_following)
    return;
  if (model->follow)
    {
      model->poll_cancellable = g_cancellable_new ();
      model->n_failed_polls = 0;
      model_schedule_poll (model, 0);
      return;
    }
  g_cancellable_cancel (model->poll_cancellable);
  g_clear_object (&model->poll_cancellable);
  model_clear_timer (model);
  hbase_row_model_set_error (model, &model->poll_error, NULL);
}

void
hbase_row_model_update_follow_interval (HBaseRowModel *model)
{
  if (model->poll_timer == NULL)
    return;
  model_clear_timer (model);
  model_schedule_poll (model, model_delay_ms (model));
}
