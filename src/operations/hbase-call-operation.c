/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-call-operation-private.h"

typedef struct {
  HBaseOperation parent;
  const HBaseWireMethod *method;
  GBytes *arguments;       /* NULL: nothing is to be asked */
  HBaseWireSegments *runs; /* NULL: none */
  HBaseRetry retry;
  HBaseBlock *reply;
  gpointer data;
  GDestroyNotify destroy;
} HBaseCallOperation;

static HBaseNext call_ask (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
call_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;
  GError *error = NULL;

  if (hbase_lane_take_response (lane, &self->reply, &error))
    return HBASE_DONE;
  return hbase_retry_or_fail (&self->retry, lane, error, call_ask);
}

static HBaseNext
call_ask (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseCallOperation *self = (HBaseCallOperation *) operation;

  if (self->arguments == NULL)
    return HBASE_DONE;
  hbase_lane_send (lane, self->method, g_bytes_ref (self->arguments), 0, call_answered);
  if (self->runs != NULL)
    lane->request.runs = hbase_wire_segments_ref (self->runs);
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
  g_clear_pointer (&self->runs, hbase_wire_segments_unref);
  g_clear_pointer (&self->reply, hbase_block_unref);
  if (self->destroy != NULL)
    self->destroy (self->data);
}

static const HBaseOperationClass call_class = {
  .size = sizeof (HBaseCallOperation),
  .start = call_ask,
  .clear = call_clear,
  .interrupted = call_interrupted,
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

void
hbase_call_operation_set_runs (HBaseOperation *operation, HBaseWireSegments *runs)
{
  ((HBaseCallOperation *) operation)->runs = runs;
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

gboolean
hbase_call_operation_take_flag (HBaseOperation *operation)
{
  g_autoptr (HBaseBlock) block = hbase_call_operation_take_reply (operation);

  return hbase_response_get_flag (block);
}
