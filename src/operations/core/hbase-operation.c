/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the base of all operations: their lanes, their errors, and what a step may do. */

#include "config.h"

#include "hbase-operation-private.h"

#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-memory-private.h"
#include "hbase-stub-arguments-private.h"

/* Bytes of a row that an error shows: of a longer row it shows the beginning. */
#define MAX_ROW_SHOWN 96

gpointer
hbase_operation_new (const HBaseOperationClass *class, HBaseWireProtocol protocol, guint n_lanes)
{
  HBaseOperation *operation;

  g_assert (class->size >= sizeof (HBaseOperation) && n_lanes > 0);

  operation = hbase_malloc0 (class->size);
  operation->class = class;
  operation->protocol = protocol;
  hbase_operation_set_n_lanes (operation, n_lanes);
  return operation;
}

static void
free_lanes (HBaseOperation *operation)
{
  if (operation->lanes != &operation->only_lane)
    g_free (operation->lanes);
}

void
hbase_operation_set_n_lanes (HBaseOperation *operation, guint n_lanes)
{
  free_lanes (operation);
  operation->n_lanes = n_lanes;
  operation->lanes = n_lanes > 1 ? hbase_malloc0 (sizeof (HBaseLane) * n_lanes) : &operation->only_lane;
  for (guint i = 0; i < n_lanes; i++)
    operation->lanes[i].operation = operation;
}

static void
clear_request (HBaseRequest *request)
{
  g_clear_pointer (&request->arguments, g_bytes_unref);
  g_clear_pointer (&request->segments, g_array_unref);
}

/* Doesn't wait for a response that hasn't come: the driver's unlink() releases the channel. */
static void
lane_clear (HBaseLane *lane)
{
  if (lane->unlink != NULL)
    lane->unlink (lane);
  clear_request (&lane->request);
  g_clear_pointer (&lane->block, hbase_block_unref);
  g_clear_error (&lane->error);
}

void
hbase_operation_release_channels (HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    {
      lane_clear (&operation->lanes[i]);
      operation->lanes[i] = (HBaseLane){ .operation = operation };
    }
}

void
hbase_operation_free (gpointer data)
{
  HBaseOperation *operation = data;

  if (operation == NULL)
    return;
  g_assert (operation->parent == NULL && operation->child == NULL);

  for (guint i = 0; i < operation->n_lanes; i++)
    lane_clear (&operation->lanes[i]);
  if (operation->class->clear != NULL)
    operation->class->clear (operation);
  g_clear_error (&operation->error);
  g_clear_error (&operation->problem);
  g_free (operation->table);
  g_free ((gpointer) operation->row.data);
  g_clear_error (&operation->last_failure);
  free_lanes (operation);
  g_free (operation);
}

/* Returns what errors show of a row. */
static char *
describe_row (HBaseSlice row)
{
  g_autofree char *beginning = NULL;

  if (row.length <= MAX_ROW_SHOWN)
    return hbase_bytes_to_escaped (row.data, row.length);
  beginning = hbase_bytes_to_escaped (row.data, MAX_ROW_SHOWN);
  return g_strconcat (beginning, "…", NULL);
}

/* A copy of an empty row has memory, too. */
static HBaseSlice
copy_row (HBaseSlice row)
{
  if (row.data == NULL)
    return row;
  return hbase_slice (memcpy (g_malloc (row.length + 1), row.data, row.length), row.length);
}

void
hbase_operation_set_subject (HBaseOperation *operation, const char *table, HBaseSlice row)
{
  HBaseSlice previous = operation->row;

  /* A step may pass the operation's own table, with another row. */
  if (table != operation->table)
    {
      g_free (operation->table);
      operation->table = g_strdup (table);
    }
  operation->row = copy_row (row);
  g_free ((gpointer) previous.data);
}

/* Returns what the operation's errors begin with. */
static GString *
describe_subject (const HBaseOperation *operation)
{
  GString *text = g_string_new (NULL);
  g_autofree char *row = operation->row.data != NULL ? describe_row (operation->row) : NULL;

  if (operation->table != NULL)
    g_string_append_printf (text, "table “%s”", operation->table);
  if (row != NULL)
    g_string_append_printf (text, "%srow “%s”", text->len > 0 ? ", " : "", row);
  if (text->len > 0)
    g_string_append (text, ": ");
  return text;
}

const char *
hbase_operation_skip_subject (const HBaseOperation *operation, const char *message)
{
  GString *subject = describe_subject (operation);
  gsize length = g_str_has_prefix (message, subject->str) ? subject->len : 0;

  g_string_free (subject, TRUE);
  return message + length;
}

GError *
hbase_operation_error (HBaseOperation *operation, HBaseError code, const char *format, ...)
{
  GString *text = describe_subject (operation);
  g_autofree char *line = NULL;
  va_list arguments;

  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
  line = hbase_error_text (g_string_free (text, FALSE));
  return g_error_new_literal (HBASE_ERROR, (int) code, line);
}

GError *
hbase_operation_error_of_row (const HBaseOperation *operation, const GError *error, HBaseSlice row)
{
  g_autofree char *table = g_strdup_printf ("table “%s”", operation->table);
  g_autofree char *shown = describe_row (row), *text = NULL;
  const char *rest = error->message + strlen (table);

  if (!g_str_has_prefix (error->message, table) || *rest != ':')
    return g_error_copy (error);
  text = g_strdup_printf ("%s, row “%s”%s", table, shown, rest);
  return hbase_error_with_details_of (g_error_new_literal (error->domain, error->code, text), error);
}

gboolean
hbase_operation_check_count (HBaseOperation *operation, guint requested, guint received, GError **error)
{
  if (requested != received)
    g_propagate_error (error, hbase_operation_error (operation, HBASE_ERROR_PROTOCOL,
                                                     "the gateway was asked for %u rows and answered with %u",
                                                     requested, received));
  return requested == received;
}

void
hbase_operation_record_failure (HBaseOperation *operation, GError *error)
{
  g_clear_error (&operation->last_failure);
  operation->last_failure = error;
}

HBaseNext
hbase_lane_send (
    HBaseLane *lane, const HBaseWireMethod *method, GBytes *arguments, guint channel, HBaseStep next)
{
  g_assert (lane->state == HBASE_LANE_IDLE);

  clear_request (&lane->request);
  g_clear_pointer (&lane->block, hbase_block_unref);
  g_clear_error (&lane->error);
  lane->request = (HBaseRequest){ .method = method, .arguments = arguments, .channel = channel };
  lane->sent = 0;
  lane->unknown_scanner = FALSE;
  lane->refused = FALSE;
  lane->not_executed = FALSE;
  lane->no_region = FALSE;
  lane->undone = FALSE;
  lane->next = next;
  lane->state = HBASE_LANE_SENDING;
  return HBASE_WAIT;
}

HBaseNext
hbase_lane_call (HBaseLane *lane, HBaseWireMethodId method, GBytes *arguments, HBaseStep next)
{
  return hbase_lane_send (lane, &hbase_wire_methods[method], arguments, 0, next);
}

HBaseNext
hbase_lane_call_stub (
    HBaseLane *lane, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseStep next)
{
  HBaseOperation *operation = lane->operation;

  return arguments != NULL
             ? hbase_lane_call (lane, method, hbase_arguments_encode (arguments, operation->protocol), next)
             : hbase_operation_fail (operation, error);
}

HBaseNext
hbase_lane_call_by_name (HBaseLane *lane, HBaseWireMethodId method, HBaseStep next)
{
  GError *error = NULL;
  GObject *arguments = hbase_arguments_of_table_name (method, lane->operation->table, &error);

  return hbase_lane_call_stub (lane, method, arguments, error, next);
}

HBaseNext
hbase_lane_sleep (HBaseLane *lane, guint ms, HBaseStep next)
{
  g_assert (lane->state == HBASE_LANE_IDLE);

  lane->sleep_ms = ms;
  lane->next = next;
  lane->state = HBASE_LANE_SLEEPING;
  return HBASE_WAIT;
}

static gboolean
is_idle (const HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    if (operation->lanes[i].state != HBASE_LANE_IDLE)
      return FALSE;
  return TRUE;
}

HBaseNext
hbase_operation_run_child (HBaseOperation *operation, HBaseOperation *child, HBaseChildStep ended)
{
  g_assert (operation->child == NULL && child->parent == NULL && child->child == NULL);
  g_assert (is_idle (operation));
  g_assert (operation->unframed || !child->unframed);

  operation->child = child;
  operation->child_ended = ended;
  return HBASE_WAIT;
}

HBaseNext
hbase_operation_fail (HBaseOperation *operation, GError *error)
{
  g_assert (error != NULL);

  g_clear_error (&operation->error);
  operation->error = error;
  return HBASE_FAIL;
}

gboolean
hbase_operation_take_unawaited (HBaseOperation *operation, gboolean is_freed, HBaseRequest *request)
{
  return operation->class->take_unawaited != NULL
         && operation->class->take_unawaited (operation, is_freed, request);
}

gboolean
hbase_operation_take (HBaseOperation *operation, gpointer result, GError **error)
{
  return operation->class->take == NULL || operation->class->take (operation, result, error);
}
