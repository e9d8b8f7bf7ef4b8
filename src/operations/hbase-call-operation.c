/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the operation of one request and its reply. */

#include "config.h"

#include "hbase-call-operation-private.h"

typedef struct {
  HBaseOperation parent;
  GError *problem; /* fails each run; NULL: the arguments are valid */
  const HBaseWireMethod *method;
  GBytes *arguments; /* NULL: nothing is sent */
  GArray *segments;  /* (element-type HBaseWireSegment) NULL: none */
  HBaseRetry retry;
  HBaseBlock *reply;
  gpointer data;
  GDestroyNotify destroy;
  gboolean (*take) (HBaseOperation *operation,
                    gpointer result,
                    GError **error); /* NULL: there is no result */
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
send_request (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  if (self->problem != NULL)
    return hbase_operation_fail (operation, g_error_copy (self->problem));
  if (self->arguments == NULL)
    return HBASE_DONE;
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

  g_clear_error (&self->problem);
  g_clear_pointer (&self->arguments, g_bytes_unref);
  g_clear_pointer (&self->segments, g_array_unref);
  g_clear_pointer (&self->reply, hbase_block_unref);
  if (self->destroy != NULL)
    self->destroy (self->data);
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
hbase_call_operation_new (HBaseWireProtocol protocol,
                          const char *table,
                          const HBaseWireMethod *method,
                          GBytes *arguments,
                          HBaseCallClass class)
{
  HBaseCallOperation *self = hbase_operation_new (&call_class, protocol, 1);

  hbase_operation_set_subject (&self->parent, table, hbase_slice (NULL, 0));
  self->method = method;
  self->arguments = arguments;
  hbase_retry_init (&self->retry, class);
  return &self->parent;
}

HBaseOperation *
hbase_call_operation_new_failed (HBaseWireProtocol protocol, GError *error)
{
  HBaseOperation *operation = hbase_call_operation_new (protocol, NULL, NULL, NULL, HBASE_CALL_READ);

  ((HBaseCallOperation *) operation)->problem = error;
  return operation;
}

void
hbase_call_operation_set_segments (HBaseOperation *operation, GArray *segments)
{
  ((HBaseCallOperation *) operation)->segments = segments;
}

void
hbase_call_operation_set_data (HBaseOperation *operation, gpointer data, GDestroyNotify destroy)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  self->data = data;
  self->destroy = destroy;
}

gpointer
hbase_call_operation_get_data (HBaseOperation *operation)
{
  return ((HBaseCallOperation *) operation)->data;
}

HBaseBlock *
hbase_call_operation_take_reply (HBaseOperation *operation)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  return g_steal_pointer (&self->reply);
}

void
hbase_call_operation_set_take (HBaseOperation *operation,
                               gboolean (*take) (HBaseOperation *operation, gpointer result, GError **error))
{
  ((HBaseCallOperation *) operation)->take = take;
}

gboolean
hbase_call_operation_take_flag (HBaseOperation *operation, gpointer result, GError **error)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  if (result != NULL)
    *(gboolean *) result = hbase_response_get_flag (block);
  return TRUE;
}
