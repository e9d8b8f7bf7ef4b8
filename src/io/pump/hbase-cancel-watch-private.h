/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

/* A watch calls a function when a cancellable is cancelled, in the thread that cancels it; immediately if it
 * is cancelled already. Unlike g_cancellable_disconnect(), hbase_cancel_watch_free() doesn't wait for the
 * other handlers of the cancellable: one of them may have caused it, by iterating a main context. After it
 * the function isn't called any more. */
typedef struct _HBaseCancelWatch HBaseCancelWatch;

/* The function may be called more than once. It must neither free the watch nor iterate a main context.
 * `cancellable` NULL: returns NULL. */
HBaseCancelWatch *
hbase_cancel_watch_new (GCancellable *cancellable, void (*cancelled) (gpointer data), gpointer data);
/* Does nothing if `watch` is NULL. */
void hbase_cancel_watch_free (HBaseCancelWatch *watch);
