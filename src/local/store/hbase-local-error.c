/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Errors of a call, and the exception messages that report them in HBase's words. */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-error.h"
#include "hbase-local-budget-private.h"
#include "hbase-local-error-private.h"
#include "hbase-wire-tables.h"

/* The formatter takes the name for a difference. */
/* clang-format off */
G_DEFINE_QUARK (hbase-local-error-quark, hbase_local_error)
/* clang-format on */

#define APPLICATION_TYPE(name) HBASE_T_APPLICATION_EXCEPTION_TYPE_##name

/* The result struct's fields of the first and the second declared exception. */
enum { RESULT_IO = 1, RESULT_ILLEGAL_ARGUMENT = 2 };

G_STATIC_ASSERT ((guint) HBASE_T_IO_ERROR_MESSAGE == (guint) HBASE_T_ILLEGAL_ARGUMENT_MESSAGE);

gboolean
hbase_local_error_set (GError **error, HBaseLocalError problem, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, HBASE_LOCAL_ERROR, (int) problem, message);
  return FALSE;
}

void
hbase_local_error_in_batch (GError **error, guint failed)
{
  GError *cause;
  const char *plural = failed == 1 ? "" : "s";

  if (error == NULL || *error == NULL || (*error)->domain != HBASE_LOCAL_ERROR
      || (*error)->code > HBASE_LOCAL_ERROR_DISABLED)
    return;
  cause = g_steal_pointer (error);
  hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                         "Failed %u action%s: %s: %u time%s, servers with issues: null", failed, plural,
                         cause->code == HBASE_LOCAL_ERROR_DISABLED ? "NotServingRegionException"
                                                                   : cause->message,
                         failed, plural);
  g_error_free (cause);
}

/* How the errors of the engine are reported: as the declared exception that is a field of the result
 * struct, or as an application exception. */
static const struct {
  guint field; /* 0: an application exception */
  gboolean can_retry;
  gint32 type;
} reports[] = {
  [HBASE_LOCAL_ERROR_IO] = { RESULT_IO },
  [HBASE_LOCAL_ERROR_IO_RETRY] = { RESULT_IO, TRUE },
  [HBASE_LOCAL_ERROR_DISABLED] = { RESULT_IO },
  [HBASE_LOCAL_ERROR_ILLEGAL_ARGUMENT] = { RESULT_ILLEGAL_ARGUMENT },
  [HBASE_LOCAL_ERROR_INTERNAL] = { .type = APPLICATION_TYPE (INTERNAL_ERROR) },
  [HBASE_LOCAL_ERROR_UNSUPPORTED] = { .type = APPLICATION_TYPE (INTERNAL_ERROR) },
  [HBASE_LOCAL_ERROR_PROTOCOL] = { .type = APPLICATION_TYPE (PROTOCOL_ERROR) },
  [HBASE_LOCAL_ERROR_UNKNOWN_METHOD] = { .type = APPLICATION_TYPE (UNKNOWN_METHOD) },
};

static void
write_application_exception (
    HBaseSlice method, gint32 sequence_id, gint32 type, const char *message, HBaseWireWriter *reply)
{
  hbase_wire_write_message (reply, method, HBASE_WIRE_EXCEPTION, sequence_id);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_binary (reply, HBASE_T_APPLICATION_EXCEPTION_MESSAGE, hbase_slice_text (message));
  hbase_wire_write_i32 (reply, HBASE_T_APPLICATION_EXCEPTION_TYPE, type);
  hbase_wire_end_struct (reply);
}

/* Writes the exception that is the result's field `field`; only an I/O error has `can_retry`. */
static void
write_exception (HBaseSlice method,
                 gint32 sequence_id,
                 guint field,
                 const char *message,
                 gboolean can_retry,
                 HBaseWireWriter *reply)
{
  hbase_wire_write_message (reply, method, HBASE_WIRE_REPLY, sequence_id);
  hbase_wire_begin_struct (reply);
  hbase_wire_write_struct (reply, field);
  hbase_wire_write_binary (reply, HBASE_T_IO_ERROR_MESSAGE, hbase_slice_text (message));
  if (field == RESULT_IO)
    hbase_wire_write_bool (reply, HBASE_T_IO_ERROR_CAN_RETRY, can_retry);
  hbase_wire_end_struct (reply);
  hbase_wire_end_struct (reply);
}

/* Returns the message for the client. */
static char *
describe (const GError *error, HBaseSlice method)
{
  gboolean is_limit = error->code == HBASE_LOCAL_BUDGET_TIME || error->code == HBASE_LOCAL_BUDGET_ROWS;

  if (error->domain == HBASE_LOCAL_BUDGET_ERROR)
    return g_strdup_printf (
        "%s: %s; nothing was written%s", is_limit ? "CallLimitException" : "RegionServerStoppedException",
        error->message, is_limit ? "; ask for fewer rows a call, or for rows that lie closer together" : "");
  if (error->domain != HBASE_LOCAL_ERROR)
    return g_strdup_printf (
        "Storage%sException: %s",
        g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN) ? "InDoubt" : "", error->message);
  /* A gateway sends only the method's name, and logs the reason. */
  if (error->code == HBASE_LOCAL_ERROR_INTERNAL)
    return g_strdup_printf (HBASE_INTERNAL_ERROR "%.*s: %s", (int) method.length, hbase_slice_bytes (method),
                            error->message);
  return g_strdup (error->message);
}

/* After a limit was exceeded the caller must send another request; after any other end of a budget another
 * server may execute the call. */
static gboolean
can_retry (const GError *error)
{
  if (error->domain == HBASE_LOCAL_BUDGET_ERROR)
    return error->code != HBASE_LOCAL_BUDGET_TIME && error->code != HBASE_LOCAL_BUDGET_ROWS;
  return error->domain == HBASE_LOCAL_ERROR && reports[error->code].can_retry;
}

void
hbase_local_error_write (const GError *error, HBaseSlice method, gint32 sequence_id, HBaseWireWriter *reply)
{
  g_autofree char *message = describe (error, method);
  guint field = error->domain == HBASE_LOCAL_ERROR ? reports[error->code].field : RESULT_IO;

  if (field != 0)
    write_exception (method, sequence_id, field, message, can_retry (error), reply);
  else
    write_application_exception (method, sequence_id, reports[error->code].type, message, reply);
}
