/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-operation-private.h"
#include "hbase-uri-private.h"

/* The only way from an operation to the world: a pool lends channels to lanes, the pump moves them. */

typedef struct _HBasePool HBasePool;

typedef struct {
  guint opened;  /* channels connected, ever */
  guint dropped; /* closed after an error */
  guint renewed; /* closed because they had been idle too long, or the peer had closed them */
  guint exchanges;
  guint acquired; /* now */
  guint idle;     /* now */
  guint64 bytes_sent;
  guint64 bytes_received;
} HBasePoolStatistics;

HBasePool *hbase_pool_new (HBaseUri *uri /* (transfer none) */, guint max_channels, gsize max_reply_size);
HBasePool *hbase_pool_ref (HBasePool *pool);
void hbase_pool_unref (HBasePool *pool);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBasePool, hbase_pool_unref)
void hbase_pool_get_statistics (HBasePool *pool, HBasePoolStatistics *statistics);
/* Closes what is idle, fails what comes after with CLOSED; settles what finalizers left owed. */
void hbase_pool_close (HBasePool *pool);

/* Drives one run of the operation, which stays the caller's. Timeouts in ms, 0: none; `attempt` is for each
 * exchange. */
gboolean hbase_pool_run (HBasePool *pool,
                         HBaseOperation *operation,
                         guint timeout,
                         guint attempt_timeout,
                         GCancellable *cancellable,
                         GError **error);
/* The same in the thread-default context; returns TRUE or an error through the task, whose cancellable it
 * heeds. The operation must stay until then: it is the task's data. */
void hbase_pool_run_async (HBasePool *pool,
                           HBaseOperation *operation,
                           guint timeout,
                           guint attempt_timeout,
                           GTask *task /* (transfer full) */);
/* For finalizers, any thread: asks this of the channel with that ticket if it is idle here and now, without
 * blocking; the channel owes a reply, its next borrower drops it. Else nothing happens. */
void
hbase_pool_send_unawaited (HBasePool *pool, guint ticket, HBaseWireMethod const *method, GBytes *arguments);
