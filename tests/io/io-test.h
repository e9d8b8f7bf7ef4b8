/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-call-operation-private.h"
#include "hbase-error.h"
#include "hbase-pool-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"
#include "mock-gateway.h"

/* What the tests of this room share: pools of URIs' texts, gets and puts, and their answers. */

HBasePool *io_pool_new (const char *uri, guint max_channels);
GBytes *io_get_arguments (HBaseWireProtocol protocol, const char *row);
HBaseOperation *io_get_new (HBasePool *pool, const char *row);
/* Not to be repeated. */
HBaseOperation *io_put_new (HBasePool *pool, const char *row, gsize value_length);
/* The get's answer is that row's, and nobody else's. */
void io_assert_row (HBaseOperation *get, const char *row);
/* One get, all there is to it. */
gboolean io_get (HBasePool *pool, const char *row, guint timeout, guint attempt_timeout, GError **error);

/* The same of a put. */
gboolean io_put (HBasePool *pool, const char *row, guint timeout, GError **error);
/* A port of the loopback on which nobody listens. */
guint16 io_find_dead_port (void);

/* An async run and its end. */
typedef struct {
  HBaseOperation *operation;
  gboolean over;
  gboolean done;
  GError *error;
} IOAsync;

void io_async_begin (
    IOAsync *async, HBasePool *pool, HBaseOperation *operation, guint timeout, GCancellable *cancellable);
/* Iterates the default context until it is over. */
gboolean io_async_end (IOAsync *async, GError **error);
