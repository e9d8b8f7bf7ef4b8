/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"
#include "hbase-wire-writer-private.h"

/* Why a call failed, as the peer is to learn it: HBase's own kinds. Inside the engine they travel as GErrors
 * of this domain; HBASE_ERROR_STORAGE beside them is SQLite's. */

#define HBASE_LOCAL_ERROR (hbase_local_error_quark ())
GQuark hbase_local_error_quark (void);

typedef enum {
  HBASE_LOCAL_ERROR_IO,               /* TIOError: asking again won't help */
  HBASE_LOCAL_ERROR_IO_RETRY,         /* TIOError with canRetry */
  HBASE_LOCAL_ERROR_DISABLED,         /* TIOError: the table is; in a batch HBase has other words for it */
  HBASE_LOCAL_ERROR_ILLEGAL_ARGUMENT, /* TIllegalArgument */
  HBASE_LOCAL_ERROR_INTERNAL,         /* a RuntimeException in the gateway, which wouldn't send the message */
  HBASE_LOCAL_ERROR_UNSUPPORTED,      /* an application exception that says so */
  HBASE_LOCAL_ERROR_PROTOCOL,         /* a required field is missing */
  HBASE_LOCAL_ERROR_UNKNOWN_METHOD,
} HBaseLocalError;

/* Sets the error and returns FALSE, so: return hbase_local_error_set (…); */
gboolean hbase_local_error_set (GError **error, HBaseLocalError problem, const char *format, ...)
    G_GNUC_PRINTF (3, 4);
/* What the gateway's batch path makes of an I/O fault: it says how many actions failed, and always that one
 * may retry. */
void hbase_local_error_in_batch (GError **error, guint failed);

/* The whole message that tells the peer. */
void
hbase_local_error_write (const GError *error, HBaseSlice method, gint32 sequence_id, HBaseWireWriter *reply);
