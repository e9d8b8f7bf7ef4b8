/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the operation of one request and its reply. */

#include "config.h"

#include "hbase-call-operation-private.h"

#include "hbase-records-private.h"
#include "hbase-stub-arguments-private.h"
#include "hbase-stub-results-private.h"

typedef struct {
  HBaseOperation parent;
  const HBaseWireMethod *method;
  GBytes *arguments; /* NULL: nothing is sent */
  GArray *segments;  /* (element-type HBaseWireSegment) NULL: none */
  HBaseRetry retry;
  HBaseBlock *reply;
  HBaseTakeFunc take; /* NULL: there is no result */
  guint n_flags;      /* for a result of several booleans */
  /* for a result of rows */
  GPtrArray *keys;        /* of GBytes; NULL: the result isn't several rows */
  HBaseKeySchema *schema; /* NULL: none */
  gboolean unsalted;      /* the rows' handle hides the salts */
} HBaseCallOperation;

static HBaseNext send_request (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
handle_reply (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, &self->reply, &error))
    return HBASE_DONE;
  return hbase_retry_or_fail (&self->retry, lane, error, send_request);
}

static HBaseNext
handle_state (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;
  GError *error = NULL;

  return hbase_retry_check_state (lane, &error) ? send_request (operation, lane)
                                                : hbase_retry_or_fail (&self->retry, lane, error, NULL);
}

static HBaseNext
send_request (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  if (self->arguments == NULL)
    return HBASE_DONE;
  if (hbase_retry_wants_state (&self->retry))
    return hbase_retry_ask_for_state (&self->retry, lane, handle_state);
  hbase_lane_send (lane, self->method, g_bytes_ref (self->arguments), 0, handle_reply);
  if (self->segments != NULL)
    lane->request.segments = g_array_ref (self->segments);
  return HBASE_WAIT;
}

static GError *
call_interrupted (HBaseOperation *operation, GError *why)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  return hbase_retry_interrupted (&self->retry, &operation->lanes[0], why);
}

static void
call_clear (HBaseOperation *operation)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  g_clear_pointer (&self->arguments, g_bytes_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  g_clear_pointer (&self->reply, hbase_block_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
}

static gboolean
call_take (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  return self->take == NULL || self->take (operation, result, error);
}

static const HBaseOperationClass call_class = {
  .size = sizeof (HBaseCallOperation),
  .start = send_request,
  .clear = call_clear,
  .interrupted = call_interrupted,
  .take = call_take,
};

HBaseOperation *
hbase_call_operation_new (HBaseTarget target,
                          HBaseWireMethodId method,
                          GBytes *arguments,
                          HBaseCallClass class)
{
  HBaseCallOperation *self = hbase_operation_new (&call_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->method = &hbase_wire_methods[method];
  self->arguments = arguments;
  self->schema = target.schema != NULL ? hbase_key_schema_ref (target.schema) : NULL;
  self->unsalted = target.unsalted;
  hbase_retry_init (&self->retry, class);
  return &self->parent;
}

HBaseOperation *
hbase_call_operation_new_failed (HBaseWireProtocol protocol, GError *error)
{
  HBaseOperation *operation = hbase_operation_new (&call_class, protocol, 1);

  operation->problem = error;
  return operation;
}

HBaseOperation *
hbase_call_operation_new_stub (
    HBaseTarget target, HBaseWireMethodId method, GObject *arguments, GError *error, HBaseCallClass class)
{
  return arguments != NULL ? hbase_call_operation_new (
             target, method, hbase_arguments_encode (arguments, target.protocol), class)
                           : hbase_call_operation_new_failed (target.protocol, error);
}

void
hbase_call_operation_set_segments (HBaseOperation *operation, GArray *segments)
{
  ((HBaseCallOperation *) operation)->segments = segments;
}

/* ---- the result ---- */

void
hbase_call_operation_set_take (HBaseOperation *operation, HBaseTakeFunc take)
{
  ((HBaseCallOperation *) operation)->take = take;
}

HBaseBlock *
hbase_call_operation_take_reply (HBaseOperation *operation)
{
  return g_steal_pointer (&((HBaseCallOperation *) operation)->reply);
}

GObject *
hbase_call_operation_take_result (HBaseOperation *operation, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  return hbase_result_read (block, error);
}

gboolean
hbase_call_operation_take_flag (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(gboolean *) result = hbase_response_get_flag (block);
  return TRUE;
}

static gboolean
take_flags (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);
  g_autoptr (GArray) flags
      = block != NULL ? hbase_response_get_flags (block) : g_array_new (FALSE, FALSE, sizeof (gboolean));

  if (!hbase_operation_check_count (operation, self->n_flags, flags->len, error))
    return FALSE;
  *(GArray **) result = g_steal_pointer (&flags);
  return TRUE;
}

void
hbase_call_operation_return_flags (HBaseOperation *operation, guint n_flags)
{
  ((HBaseCallOperation *) operation)->n_flags = n_flags;
  hbase_call_operation_set_take (operation, take_flags);
}

static HBaseRow *
make_row (HBaseCallOperation *self, guint index, HBaseSlice key)
{
  return (self->unsalted ? hbase_row_new_unsalted : hbase_row_new) (self->reply, index, key, self->schema);
}

static gboolean
take_rows (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);

  if (self->reply != NULL
      && !hbase_operation_check_count (operation, self->keys->len, self->reply->n_rows, error))
    return FALSE;
  for (guint i = 0; i < self->keys->len; i++)
    g_ptr_array_add (rows, make_row (self, i, hbase_slice_of_bytes (self->keys->pdata[i])));
  if (result != NULL)
    *(GPtrArray **) result = g_steal_pointer (&rows);
  g_clear_pointer (&self->reply, hbase_block_unref);
  return TRUE;
}

static gboolean
take_row (HBaseOperation *operation, gpointer result, GError **error)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  if (!hbase_operation_check_count (operation, 1, self->reply->n_rows, error))
    return FALSE;
  if (result != NULL)
    *(HBaseRow **) result = make_row (self, 0, operation->row);
  g_clear_pointer (&self->reply, hbase_block_unref);
  return TRUE;
}

void
hbase_call_operation_return_rows (HBaseOperation *operation, GPtrArray *keys)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  self->keys = keys;
  self->take = take_rows;
}

void
hbase_call_operation_return_row (HBaseOperation *operation)
{
  hbase_call_operation_set_take (operation, take_row);
}
