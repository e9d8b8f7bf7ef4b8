/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-retry-private.h"

/* This file implements the operations that change existing tables: enableTable, disableTable and
 * deleteTable. Tables are created in hbase-create-operation.c.
 *
 *  1. After a lost response the change may have been executed, may be executed later, or may never be. So
 *     the operation reads the table's state: if it is the wanted one, it is DONE; otherwise the change is
 *     sent again.
 *  2. If a request may have been executed, the refusal of a later one because the table has that state
 *     already may be caused by the first one. Then the state is read, too.
 *  3. Every other refusal is final. If the timeout expires, the operation fails with OUTCOME_UNKNOWN. */

typedef struct {
  HBaseWireMethodId change;
  HBaseWireMethodId read; /* of the state */
  HBaseError already;     /* the error of a second such change */
} Change;

typedef struct {
  HBaseOperation parent;
  const Change *kind;
  HBaseRetry retry;
  HBaseRetry read_retry;
} HBaseChangeOperation;

static HBaseNext send_change (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext read_state (HBaseOperation *operation, HBaseLane *lane);

static const Change enabling = {
  HBASE_WIRE_METHOD_ENABLE_TABLE,
  HBASE_WIRE_METHOD_IS_TABLE_ENABLED,
  HBASE_ERROR_TABLE_NOT_DISABLED,
};

static const Change disabling = {
  HBASE_WIRE_METHOD_DISABLE_TABLE,
  HBASE_WIRE_METHOD_IS_TABLE_DISABLED,
  HBASE_ERROR_TABLE_DISABLED,
};

/* A deleted table has no descriptor: reading it fails with the same error as a second deletion. */
static const Change dropping = {
  HBASE_WIRE_METHOD_DELETE_TABLE,
  HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR,
  HBASE_ERROR_TABLE_NOT_FOUND,
};

/* ---- the steps ---- */

static HBaseNext
send_again (HBaseChangeOperation *self, HBaseLane *lane)
{
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&self->retry), send_change);
}

static HBaseNext
read_failed (HBaseChangeOperation *self, HBaseLane *lane, GError *error)
{
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_error_free (error);
      return self->kind == &dropping ? HBASE_DONE : send_again (self, lane);
    }
  if (hbase_retry_decide (&self->read_retry, lane, &error) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->read_retry, lane, error, read_state);
  return hbase_operation_fail (&self->parent, hbase_retry_outcome_unknown (error));
}

static HBaseNext
state_received (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  g_autoptr (HBaseBlock) block = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &block, &error))
    return read_failed (self, lane, error);
  return self->kind != &dropping && hbase_response_get_flag (block) ? HBASE_DONE : send_again (self, lane);
}

static HBaseNext
read_state (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, ((HBaseChangeOperation *) operation)->kind->read, state_received);
}

static HBaseNext
change_responded (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  GError *error = NULL;
  HBaseRetryDecision decision;

  if (hbase_lane_take_response (lane, NULL, &error))
    return HBASE_DONE;
  decision = hbase_retry_decide (&self->retry, lane, &error);
  if (decision == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, send_change);
  if (decision == HBASE_RETRY_UNKNOWN
      || (self->retry.may_be_executed && g_error_matches (error, HBASE_ERROR, (int) self->kind->already)))
    return hbase_retry_back_off (&self->retry, lane, error, read_state);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
send_change (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, ((HBaseChangeOperation *) operation)->kind->change, change_responded);
}

static GError *
change_interrupted (HBaseOperation *operation, GError *why)
{
  return hbase_retry_interrupted (&((HBaseChangeOperation *) operation)->retry, &operation->lanes[0], why);
}

static const HBaseOperationClass change_class = {
  .size = sizeof (HBaseChangeOperation),
  .start = send_change,
  .interrupted = change_interrupted,
};

/* ---- the constructors ---- */

static HBaseOperation *
change_new (HBaseTarget target, const Change *kind)
{
  HBaseChangeOperation *self = hbase_operation_new (&change_class, target.protocol, 1);

  hbase_table_name_check (target.table, &self->parent.problem);
  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->kind = kind;
  hbase_retry_init (&self->retry, HBASE_CALL_DESCRIBE);
  hbase_retry_init (&self->read_retry, HBASE_CALL_READ);
  return &self->parent;
}

HBaseOperation *
hbase_enable_table_operation_new (HBaseTarget target)
{
  return change_new (target, &enabling);
}

HBaseOperation *
hbase_disable_table_operation_new (HBaseTarget target)
{
  return change_new (target, &disabling);
}

HBaseOperation *
hbase_drop_table_operation_new (HBaseTarget target)
{
  return change_new (target, &dropping);
}
