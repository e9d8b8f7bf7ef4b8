/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* This file implements what is reported of calls: the histogram of latencies, messages, marks for sysprof. */

#include "config.h"

#include "hbase-call-record-private.h"

#include <math.h>
#ifdef HBASE_WITH_SYSPROF
#include <sysprof-capture.h>
#endif

#include "hbase-error-private.h"

/* ---- latencies ---- */

#define PER_OCTAVE 4 /* find_bucket() relies on it */

/* Returns the logarithm of duration⁴ to the base 2, rounded up: PER_OCTAVE buckets for each octave. frexp()
 * is in the C library itself, while one call of log2() reads pages of the mathematical library. */
static int
find_bucket (double duration)
{
  int exponent;
  double fraction = frexp (duration * duration * duration * duration, &exponent);

  return fraction > 0.5 ? exponent : exponent - 1;
}

void
hbase_latencies_add (guint64 *buckets, gint64 duration_us)
{
  int bucket = find_bucket ((double) MAX (duration_us, 1));

  buckets[MIN (bucket, HBASE_LATENCY_BUCKETS - 1)]++;
}

guint64
hbase_latencies_get_quantile (const guint64 *buckets, double quantile)
{
  guint64 n = 0, seen = 0;

  for (guint i = 0; i < HBASE_LATENCY_BUCKETS; i++)
    n += buckets[i];
  for (guint i = 0; i < HBASE_LATENCY_BUCKETS; i++)
    {
      seen += buckets[i];
      if (n > 0 && (double) seen >= quantile * (double) n)
        return (guint64) exp2 ((double) i / PER_OCTAVE);
    }
  return 0;
}

/* ---- HBASE_DEBUG ---- */

static const GDebugKey debug_keys[] = {
  { "calls", HBASE_DEBUG_CALLS },
  { "protocol", HBASE_DEBUG_PROTOCOL },
  { "pool", HBASE_DEBUG_POOL },
  { "retry", HBASE_DEBUG_RETRY },
};

static gpointer
parse_debug (gpointer unused)
{
  return GUINT_TO_POINTER (
      g_parse_debug_string (g_getenv ("HBASE_DEBUG"), debug_keys, G_N_ELEMENTS (debug_keys)));
}

gboolean
hbase_debug_has (HBaseDebugFlags flag)
{
  static GOnce once = G_ONCE_INIT;

  return (GPOINTER_TO_UINT (g_once (&once, parse_debug, NULL)) & flag) != 0;
}

static const char *
name_of (HBaseDebugFlags flag)
{
  for (guint i = 0; i < G_N_ELEMENTS (debug_keys); i++)
    if (debug_keys[i].value == (guint) flag)
      return debug_keys[i].key;
  g_assert_not_reached ();
}

void
hbase_debug_print (HBaseDebugFlags flag, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = hbase_error_text (g_strdup_vprintf (format, arguments));
  va_end (arguments);
  g_log_structured (G_LOG_DOMAIN, G_LOG_LEVEL_MESSAGE, "HBASE_TOPIC", name_of (flag), "MESSAGE", "%s: %s",
                    name_of (flag), text);
}

void
hbase_debug_log_call (const HBaseCallRecord *call)
{
  const char *details;

  hbase_debug_log (HBASE_DEBUG_CALLS,
                   "%s%s%s: %u attempt%s, %" G_GUINT64_FORMAT " bytes sent, %" G_GUINT64_FORMAT
                   " bytes received, %.3f ms%s%s",
                   call->method, call->table != NULL ? " of " : "", call->table != NULL ? call->table : "",
                   call->n_attempts, call->n_attempts == 1 ? "" : "s", call->bytes_sent, call->bytes_received,
                   (double) call->duration_us / 1000, call->error != NULL ? ": " : "",
                   call->error != NULL ? call->error->message : "");
  if (call->error != NULL && (details = hbase_error_get_details (call->error)) != NULL)
    hbase_debug_log (HBASE_DEBUG_PROTOCOL, "%s: the gateway reported: %s", call->method, details);
}

/* ---- sysprof ---- */

#ifdef HBASE_WITH_SYSPROF

void
hbase_trace_call (const HBaseCallRecord *call)
{
  gint64 duration_ns = call->duration_us * 1000;
  g_autofree char *message = NULL;

  if (!sysprof_collector_is_active ())
    return;
  message = g_strdup_printf ("%s%s%u attempt%s%s", call->table != NULL ? call->table : "",
                             call->table != NULL ? ", " : "", call->n_attempts,
                             call->n_attempts == 1 ? "" : "s", call->error != NULL ? ", failed" : "");
  sysprof_collector_mark (SYSPROF_CAPTURE_CURRENT_TIME - duration_ns, duration_ns, "HBase", call->method,
                          message);
}

#else

void
hbase_trace_call (const HBaseCallRecord *call G_GNUC_UNUSED)
{
}

#endif
