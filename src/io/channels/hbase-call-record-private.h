/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What is reported of a call that has ended; no values, and nothing that is secret. */
typedef struct {
  const char *method; /* of its first request; NULL: it sent none, and isn't reported */
  const char *table;  /* NULL: none */
  guint64 bytes_sent, bytes_received;
  gint64 duration_us;
  guint n_attempts; /* exchanges that were begun, or failed because there was no connection */
  const GError *error;
} HBaseCallRecord;

/* Latencies in four buckets for each power of two of microseconds: a quantile is at most 19 % too large. */
#define HBASE_LATENCY_BUCKETS 160

void hbase_latencies_add (guint64 *buckets, gint64 duration_us);
/* Returns the upper end of the bucket in which the quantile is, in µs; 0 if there are no calls. */
guint64 hbase_latencies_get_quantile (const guint64 *buckets, double quantile);

/* ---- HBASE_DEBUG ---- */

typedef enum {
  HBASE_DEBUG_CALLS = 1 << 0,
  HBASE_DEBUG_PROTOCOL = 1 << 1,
  HBASE_DEBUG_POOL = 1 << 2,
  HBASE_DEBUG_RETRY = 1 << 3,
} HBaseDebugFlags;

/* Returns whether the environment variable HBASE_DEBUG has the word. */
gboolean hbase_debug_has (HBaseDebugFlags flag);
/* Logs a message where HBASE_DEBUG has the word; not under a lock. Otherwise the arguments aren't
 * evaluated. */
#define hbase_debug_log(flag, ...)                                                                           \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    if (G_UNLIKELY (hbase_debug_has (flag)))                                                                 \
      hbase_debug_print (flag, __VA_ARGS__);                                                                 \
  }                                                                                                          \
  G_STMT_END
void hbase_debug_print (HBaseDebugFlags flag, const char *format, ...) G_GNUC_PRINTF (2, 3);
void hbase_debug_log_call (const HBaseCallRecord *call);

/* ---- sysprof ---- */

/* Adds a mark for a call that has just ended, if sysprof records this process. */
void hbase_trace_call (const HBaseCallRecord *call);
