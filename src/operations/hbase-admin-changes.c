/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-call-operation-private.h"
#include "hbase-wire-tables.h"

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
  HBaseWireMethodId look;
  HBaseError already; /* the error of a second such change */
  gboolean shows;     /* `look` returns whether the state is reached; FALSE: it fails with `already` then */
} Change;

typedef struct {
  HBaseOperation parent;
  const Change *kind;
  GBytes *arguments;
  GBytes *look_arguments;
  HBaseRetry retry;
  HBaseRetry look_retry;
} HBaseChangeOperation;

static HBaseNext change_ask (HBaseOperation *operation, HBaseLane *lane);
static HBaseNext change_look (HBaseOperation *operation, HBaseLane *lane);

static const Change enabling = {
  HBASE_WIRE_METHOD_ENABLE_TABLE,
  HBASE_WIRE_METHOD_IS_TABLE_ENABLED,
  HBASE_ERROR_TABLE_NOT_DISABLED,
  TRUE,
};

static const Change disabling = {
  HBASE_WIRE_METHOD_DISABLE_TABLE,
  HBASE_WIRE_METHOD_IS_TABLE_DISABLED,
  HBASE_ERROR_TABLE_DISABLED,
  TRUE,
};

/* A deleted table has no descriptor: reading it fails with the same error as a second deletion. */
static const Change dropping = {
  HBASE_WIRE_METHOD_DELETE_TABLE,
  HBASE_WIRE_METHOD_GET_TABLE_DESCRIPTOR,
  HBASE_ERROR_TABLE_NOT_FOUND,
  FALSE,
};

/* ---- the steps ---- */

static HBaseNext
ask_again (HBaseChangeOperation *self, HBaseLane *lane)
{
  return hbase_lane_sleep (lane, hbase_retry_get_delay_ms (&self->retry), change_ask);
}

static HBaseNext
look_failed (HBaseChangeOperation *self, HBaseLane *lane, GError *error)
{
  if (g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
    {
      g_error_free (error);
      return self->kind == &dropping ? HBASE_DONE : ask_again (self, lane);
    }
  if (hbase_retry_decide (&self->look_retry, error, lane->sent) == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->look_retry, lane, error, change_look);
  return hbase_operation_fail (&self->parent, hbase_retry_outcome_unknown (error));
}

static HBaseNext
change_looked (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  g_autoptr (HBaseBlock) seen = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, &seen, &error))
    return look_failed (self, lane, error);
  return self->kind->shows && hbase_response_get_flag (seen) ? HBASE_DONE : ask_again (self, lane);
}

static HBaseNext
change_look (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  return hbase_lane_send (lane, &hbase_wire_methods[self->kind->look], g_bytes_ref (self->look_arguments), 0,
                          change_looked);
}

static HBaseNext
change_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;
  GError *error = NULL;
  HBaseRetryDecision verdict;

  if (hbase_lane_take_response (lane, NULL, &error))
    return HBASE_DONE;
  verdict = hbase_retry_decide (&self->retry, error, lane->sent);
  if (verdict == HBASE_RETRY_REPEAT)
    return hbase_retry_back_off (&self->retry, lane, error, change_ask);
  if (verdict == HBASE_RETRY_UNKNOWN
      || (self->retry.may_be_executed && g_error_matches (error, HBASE_ERROR, (int) self->kind->already)))
    return hbase_retry_back_off (&self->retry, lane, error, change_look);
  return hbase_operation_fail (operation, error);
}

static HBaseNext
change_ask (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  return hbase_lane_send (lane, &hbase_wire_methods[self->kind->change], g_bytes_ref (self->arguments), 0,
                          change_answered);
}

static GError *
change_interrupted (HBaseOperation *operation, GError *why)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  return hbase_retry_interrupted (&self->retry, &operation->lanes[0], why);
}

static void
change_clear (HBaseOperation *operation)
{
  HBaseChangeOperation *self = (HBaseChangeOperation *) operation;

  g_bytes_unref (self->arguments);
  g_bytes_unref (self->look_arguments);
}

static const HBaseOperationClass change_class = {
  .size = sizeof (HBaseChangeOperation),
  .start = change_ask,
  .clear = change_clear,
  .interrupted = change_interrupted,
};

/* ---- the constructors ---- */

static GBytes *
name_arguments (HBaseTarget target, HBaseWireMethodId method)
{
  return hbase_wire_arguments_table_name (target.protocol, &hbase_wire_methods[method], target.table);
}

static HBaseChangeOperation *
change_new (HBaseTarget target, const Change *kind, GBytes *arguments)
{
  HBaseChangeOperation *self = hbase_operation_new (&change_class, target.protocol, 1);

  hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  self->kind = kind;
  self->arguments = arguments;
  self->look_arguments = name_arguments (target, kind->look);
  hbase_retry_init (&self->retry, HBASE_CALL_DESCRIBE);
  hbase_retry_init (&self->look_retry, HBASE_CALL_READ);
  return self;
}

static HBaseOperation *
change_by_name (HBaseTarget target, const Change *kind)
{
  GError *error = NULL;

  if (!hbase_table_name_check (target.table, &error))
    return hbase_call_operation_new_failed (target.protocol, error);
  return &change_new (target, kind, name_arguments (target, kind->change))->parent;
}

HBaseOperation *
hbase_enable_table_operation_new (HBaseTarget target)
{
  return change_by_name (target, &enabling);
}

HBaseOperation *
hbase_disable_table_operation_new (HBaseTarget target)
{
  return change_by_name (target, &disabling);
}

HBaseOperation *
hbase_drop_table_operation_new (HBaseTarget target)
{
  return change_by_name (target, &dropping);
}
