/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-operation-private.h"

/* An operation that runs other operations one after the other. Each has the whole timeout. */

typedef struct {
  /* Makes the next operation (transfer full). NULL without an error: there are no more. It is called first
   * when the series is made, and then after each `ended` without an error. */
  HBaseOperation *(*next) (gpointer data, GError **error);
  /* Records what became of an operation, once for each that `next` has made, before it is freed. `*error`
   * NULL: its run is done; else it failed, or was interrupted, or was never started. The error may be
   * changed; it ends the series. */
  void (*ended) (gpointer data, HBaseOperation *operation, GError **error);
  GDestroyNotify free;
} HBaseSeriesFuncs;

/* `data` (transfer full). */
HBaseOperation *
hbase_series_operation_new (HBaseWireProtocol protocol, const HBaseSeriesFuncs *funcs, gpointer data);
