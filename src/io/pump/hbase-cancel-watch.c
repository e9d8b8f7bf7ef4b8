/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements watches of cancellables.
 *
 *  1. The watch's owner has one reference, the handler of the signal another: an emission in another
 *     thread may be about to call it.
 *  2. `lock` is held while the function is called, and no other code of the program is called then.
 *  3. g_cancellable_connect() isn't used: some versions of GLib hold a lock in it that an emission holds,
 *     too. The cancellable is looked at after the handler was connected instead. */

#include "config.h"

#include "hbase-cancel-watch-private.h"

struct _HBaseCancelWatch {
  GCancellable *cancellable;
  gulong handler;
  GMutex lock;
  void (*cancelled) (gpointer data); /* NULL: the owner has freed the watch */
  gpointer data;
};

static void
clear (HBaseCancelWatch *watch)
{
  g_mutex_clear (&watch->lock);
}

static void
handle_cancelled (GCancellable *cancellable, HBaseCancelWatch *watch)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&watch->lock);

  if (watch->cancelled != NULL)
    watch->cancelled (watch->data);
}

static void
release (gpointer watch, GClosure *closure)
{
  g_atomic_rc_box_release_full (watch, (GDestroyNotify) clear);
}

HBaseCancelWatch *
hbase_cancel_watch_new (GCancellable *cancellable, void (*cancelled) (gpointer data), gpointer data)
{
  HBaseCancelWatch *watch;

  if (cancellable == NULL)
    return NULL;
  watch = g_atomic_rc_box_new0 (HBaseCancelWatch);
  g_mutex_init (&watch->lock);
  watch->cancellable = g_object_ref (cancellable);
  watch->cancelled = cancelled;
  watch->data = data;
  watch->handler = g_signal_connect_data (cancellable, "cancelled", G_CALLBACK (handle_cancelled),
                                          g_atomic_rc_box_acquire (watch), release, 0);
  if (g_cancellable_is_cancelled (cancellable))
    handle_cancelled (cancellable, watch);
  return watch;
}

void
hbase_cancel_watch_free (HBaseCancelWatch *watch)
{
  if (watch == NULL)
    return;
  g_mutex_lock (&watch->lock);
  watch->cancelled = NULL;
  g_mutex_unlock (&watch->lock);
  g_signal_handler_disconnect (watch->cancellable, watch->handler);
  g_clear_object (&watch->cancellable);
  release (watch, NULL);
}
