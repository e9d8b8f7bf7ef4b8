/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-get.h"
#include "hbase-operation-private.h"
#include "hbase-put.h"
#include "hbase-target-private.h"

/* A gatherer sends the asynchronous gets of one table that begin in one iteration of a main context as one
 * getMultiple, and the puts as one putMultiple. Each table has one. Any thread. */

typedef struct _HBaseGatherer HBaseGatherer;
/* A get or a put that isn't sent yet. */
typedef struct _HBaseGatheredCall HBaseGatheredCall;

/* Runs the operation in the thread-default main context, with timeouts in ms: the task returns TRUE or an
 * error. */
typedef void (*HBaseGatherRunFunc) (gpointer table,
                                    HBaseOperation *operation,
                                    guint timeout,
                                    guint attempt_timeout,
                                    GTask *task /* (transfer full) */);

/* What the calls that are sent together have in common. */
typedef struct {
  gpointer table; /* a GObject */
  HBaseGatherRunFunc run_async;
  HBaseTarget target;
  guint max_count;                /* gets, or puts, in a request */
  guint timeout, attempt_timeout; /* ms */
} HBaseGatherSettings;

HBaseGatherer *hbase_gatherer_new (void);
/* Only when no call is under way. */
void hbase_gatherer_free (HBaseGatherer *gatherer);

/* Copy the get or put; NULL: it is invalid, and must be called alone to find out why. */
HBaseGatheredCall *hbase_gathered_get_new (HBaseTarget target, HBaseGet *get);
HBaseGatheredCall *hbase_gathered_put_new (HBaseGatherer *gatherer, HBaseTarget target, HBasePut *put);
/* Sends the call with others. Takes the call, and the task, which has no data and returns the row
 * (HBaseRow *), or TRUE for a put; or whose data is the operation of the call, if that was called alone. */
void hbase_gatherer_add (HBaseGatherer *gatherer,
                         const HBaseGatherSettings *settings,
                         HBaseGatheredCall *call,
                         GTask *task);
