/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"
#include "hbase-wire-writer-private.h"

/* Errors of a call, by the kind of Thrift exception that reports them. Inside the engine they are GErrors
 * of this domain; an HBASE_ERROR_STORAGE beside them is SQLite's, an HBASE_LOCAL_BUDGET_ERROR the budget's.
 */

/* The package of HBase's exceptions, at the head of messages. */
#define HBASE_LOCAL_EXCEPTION "org.apache.hadoop.hbase."
#define HBASE_LOCAL_DO_NOT_RETRY HBASE_LOCAL_EXCEPTION "DoNotRetryIOException: "

#define HBASE_LOCAL_ERROR (hbase_local_error_quark ())
GQuark hbase_local_error_quark (void);

typedef enum {
  HBASE_LOCAL_ERROR_IO,               /* TIOError without canRetry */
  HBASE_LOCAL_ERROR_IO_RETRY,         /* TIOError with canRetry */
  HBASE_LOCAL_ERROR_DISABLED,         /* TIOError; a batch reports it by another message */
  HBASE_LOCAL_ERROR_ILLEGAL_ARGUMENT, /* TIllegalArgument */
  HBASE_LOCAL_ERROR_INTERNAL,         /* a RuntimeException in the gateway, which doesn't send the message */
  HBASE_LOCAL_ERROR_UNSUPPORTED,      /* an application exception that says so */
  HBASE_LOCAL_ERROR_PROTOCOL,         /* a required field is missing */
  HBASE_LOCAL_ERROR_UNKNOWN_METHOD,
} HBaseLocalError;

/* Sets the error. Always returns FALSE, so that callers write: return hbase_local_error_set (…); */
gboolean hbase_local_error_set (GError **error, HBaseLocalError problem, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* Converts an I/O error to what HBase's gateway reports for a batch: the number of failed actions, always
 * with canRetry. */
void hbase_local_error_in_batch (GError **error, guint failed);

/* Writes the whole message that reports the error to the client. */
void
hbase_local_error_write (const GError *error, HBaseSlice method, gint32 sequence_id, HBaseWireWriter *reply);
