/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-call-operation-private.h"
#include "hbase-error.h"
#include "hbase-pool-private.h"
#include "hbase-scan-operation-private.h"
#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"
#include "mock-gateway.h"

/* Functions that the tests of src/io share: pools of URIs, gets and puts, and their results. */

HBasePool *io_pool_new (const char *uri, guint max_channels);
GBytes *io_get_arguments (HBaseWireProtocol protocol, const char *row);
HBaseOperation *io_get_new (HBasePool *pool, const char *row);
/* A call that isn't repeated. */
HBaseOperation *io_put_new (HBasePool *pool, const char *row, gsize value_length);
/* A timeout in ms that a silent gateway exceeds. On a busy machine it is enough to connect and to send. */
#define IO_SILENCE 1500
/* Makes a scan that requests one row at a time. It begins by openScanner, as its filter remembers rows. */
HBaseScanOperation *io_scan_new (HBasePool *pool);
/* Checks that the get's result is that row, and no other. */
void io_assert_row (HBaseOperation *get, const char *row);
/* Runs one get, from the pool to its result. */
gboolean io_get (HBasePool *pool, const char *row, guint timeout, guint attempt_timeout, GError **error);

/* Does the same with a put. */
gboolean io_put (HBasePool *pool, const char *row, guint timeout, GError **error);

/* Return the error of a get or a put at a gateway that doesn't respond. One that wasn't sent within its time
 * is made again, with twice the time. */
GError *io_get_in_silence (HBasePool *pool);
GError *io_put_in_silence (HBasePool *pool);

/* An asynchronous run and its result. */
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
