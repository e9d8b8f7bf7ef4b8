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

/* A gateway sends only the method's name, and logs the reason. */
static void
write_internal_error (HBaseSlice method, gint32 sequence_id, const char *reason, HBaseWireWriter *reply)
{
  g_autofree char *message = g_strdup_printf (HBASE_INTERNAL_ERROR "%.*s: %s", (int) method.length,
                                              hbase_slice_bytes (method), reason);

  write_application_exception (method, sequence_id, APPLICATION_TYPE (INTERNAL_ERROR), message, reply);
}

/* A limit that was exceeded needs another request from the caller; after any other end of a budget
 * another server may execute the call. */
static void
write_budget_error (const GError *error, HBaseSlice method, gint32 sequence_id, HBaseWireWriter *reply)
{
  gboolean is_limit = error->code == HBASE_LOCAL_BUDGET_TIME || error->code == HBASE_LOCAL_BUDGET_ROWS;
  g_autofree char *text = g_strdup_printf (
      "%s: %s; nothing was written%s", is_limit ? "CallLimitException" : "RegionServerStoppedException",
      error->message, is_limit ? "; ask for fewer rows a call, or for rows that lie closer together" : "");

  write_exception (method, sequence_id, RESULT_IO, text, !is_limit, reply);
}

void
hbase_local_error_write (const GError *error, HBaseSlice method, gint32 sequence_id, HBaseWireWriter *reply)
{
  g_autofree char *storage = NULL;

  if (error->domain == HBASE_LOCAL_BUDGET_ERROR)
    {
      write_budget_error (error, method, sequence_id, reply);
      return;
    }
  if (error->domain != HBASE_LOCAL_ERROR)
    {
      gboolean in_doubt = g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);

      storage = g_strdup_printf ("Storage%sException: %s", in_doubt ? "InDoubt" : "", error->message);
      write_exception (method, sequence_id, RESULT_IO, storage, FALSE, reply);
      return;
    }
  switch ((HBaseLocalError) error->code)
    {
    case HBASE_LOCAL_ERROR_IO:
    case HBASE_LOCAL_ERROR_DISABLED:
      write_exception (method, sequence_id, RESULT_IO, error->message, FALSE, reply);
      break;
    case HBASE_LOCAL_ERROR_IO_RETRY:
      write_exception (method, sequence_id, RESULT_IO, error->message, TRUE, reply);
      break;
    case HBASE_LOCAL_ERROR_ILLEGAL_ARGUMENT:
      write_exception (method, sequence_id, RESULT_ILLEGAL_ARGUMENT, error->message, FALSE, reply);
      break;
    case HBASE_LOCAL_ERROR_UNSUPPORTED:
      write_application_exception (method, sequence_id, APPLICATION_TYPE (INTERNAL_ERROR), error->message,
                                   reply);
      break;
    case HBASE_LOCAL_ERROR_PROTOCOL:
      write_application_exception (method, sequence_id, APPLICATION_TYPE (PROTOCOL_ERROR), error->message,
                                   reply);
      break;
    case HBASE_LOCAL_ERROR_UNKNOWN_METHOD:
      write_application_exception (method, sequence_id, APPLICATION_TYPE (UNKNOWN_METHOD), error->message,
                                   reply);
      break;
    case HBASE_LOCAL_ERROR_INTERNAL:
    default:
      write_internal_error (method, sequence_id, error->message, reply);
      break;
    }
}
