/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-operations-private.h"
#include "hbase-retry-private.h"
#include "hbase-stub-results-private.h"
#include "hbase-table-names-private.h"

/* This file implements the operation that finds the state of a table. The service has a call for each state
 * that a table may be in, and none that returns the state.
 *
 *  1. The calls are made in the order of the table below. The first that is answered by `true` decides, so
 *     that the state is what one call has seen. An available table, as most are, takes one call.
 *  2. Of a missing table isTableAvailable says only that it isn't available; the others fail.
 *  3. If all say `false` the table was being enabled or disabled, or was enabled between two calls: its state
 *     was changing. */

typedef struct {
  HBaseOperation parent;
  HBaseRetry retry;
  guint n_asked; /* calls that were answered */
  HBaseTableState state;
} HBaseStateOperation;

static const struct {
  HBaseWireMethodId method;
  HBaseTableState state;
} questions[] = {
  { HBASE_WIRE_METHOD_IS_TABLE_AVAILABLE, HBASE_TABLE_STATE_AVAILABLE },
  { HBASE_WIRE_METHOD_IS_TABLE_ENABLED, HBASE_TABLE_STATE_ENABLED },
  { HBASE_WIRE_METHOD_IS_TABLE_DISABLED, HBASE_TABLE_STATE_DISABLED },
};

static HBaseNext state_ask (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
state_found (HBaseStateOperation *self, HBaseTableState state)
{
  self->state = state;
  return HBASE_DONE;
}

static HBaseNext
state_answered (HBaseOperation *operation, HBaseLane *lane)
{
  HBaseStateOperation *self = (HBaseStateOperation *) operation;
  g_autoptr (GObject) result = NULL;
  GError *error = NULL;

  if (!hbase_lane_take_result (lane, &result, &error))
    {
      if (!g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
        return hbase_retry_or_fail (&self->retry, lane, error, state_ask);
      g_error_free (error);
      return state_found (self, HBASE_TABLE_STATE_MISSING);
    }
  if (hbase_result_get_flag (result))
    return state_found (self, questions[self->n_asked].state);
  if (++self->n_asked == G_N_ELEMENTS (questions))
    return state_found (self, HBASE_TABLE_STATE_CHANGING);
  return state_ask (operation, lane);
}

static HBaseNext
state_ask (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_call_by_name (lane, questions[((HBaseStateOperation *) operation)->n_asked].method,
                                  state_answered);
}

static gboolean
state_take (HBaseOperation *operation, gpointer result, GError **error)
{
  if (result != NULL)
    *(HBaseTableState *) result = ((HBaseStateOperation *) operation)->state;
  return TRUE;
}

static const HBaseOperationClass state_class = {
  .size = sizeof (HBaseStateOperation),
  .start = state_ask,
  .take = state_take,
};

HBaseOperation *
hbase_table_state_operation_new (HBaseTarget target)
{
  HBaseStateOperation *self = hbase_operation_new (&state_class, target.protocol, 1);

  if (hbase_table_name_check (target.table, &self->parent.problem))
    hbase_operation_set_subject (&self->parent, target.table, hbase_slice (NULL, 0));
  hbase_retry_init (&self->retry, HBASE_CALL_READ);
  return &self->parent;
}
