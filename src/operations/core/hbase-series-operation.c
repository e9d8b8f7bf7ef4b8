/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

/* This file implements the operation that runs other operations one after the other. */

#include "hbase-series-operation-private.h"

#include "hbase-error.h"

typedef struct {
  HBaseOperation parent;
  const HBaseSeriesFuncs *funcs;
  gpointer data;
  HBaseOperation *current; /* NULL: there are no more, or … */
  GError *problem;         /* … the next operation can't be made, for this reason */
  gboolean has_ended;      /* the current operation's end is recorded */
} SeriesOperation;

static void
series_prepare (SeriesOperation *series)
{
  series->has_ended = FALSE;
  series->current = series->funcs->next (series->data, &series->problem);
}

/* Records the end of the current operation. Takes the error, and returns the error of the series. */
static GError *
series_record_end (SeriesOperation *series, GError *error)
{
  if (series->current != NULL && !series->has_ended)
    series->funcs->ended (series->data, series->current, &error);
  series->has_ended = TRUE;
  return error;
}

static HBaseNext series_continue (SeriesOperation *series);

static HBaseNext
series_child_ended (HBaseOperation *operation, HBaseOperation *child, GError *error)
{
  SeriesOperation *series = (SeriesOperation *) operation;

  error = series_record_end (series, error);
  g_clear_pointer ((gpointer *) &series->current, hbase_operation_free);
  if (error != NULL)
    return hbase_operation_fail (operation, error);
  series_prepare (series);
  return series_continue (series);
}

static HBaseNext
series_continue (SeriesOperation *series)
{
  if (series->problem != NULL)
    return hbase_operation_fail (&series->parent, g_steal_pointer (&series->problem));
  return series->current != NULL
             ? hbase_operation_run_child (&series->parent, series->current, series_child_ended)
             : HBASE_DONE;
}

static HBaseNext
series_start (HBaseOperation *operation, HBaseLane *lane)
{
  return series_continue ((SeriesOperation *) operation);
}

static GError *
series_interrupted (HBaseOperation *operation, GError *why)
{
  return series_record_end ((SeriesOperation *) operation, why);
}

static void
series_clear (HBaseOperation *operation)
{
  SeriesOperation *series = (SeriesOperation *) operation;
  GError *error = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_CLOSED, "the operation was never run");

  g_error_free (series_record_end (series, error));
  hbase_operation_free (series->current);
  g_clear_error (&series->problem);
  series->funcs->free (series->data);
}

static const HBaseOperationClass series_class = {
  .size = sizeof (SeriesOperation),
  .start = series_start,
  .clear = series_clear,
  .interrupted = series_interrupted,
  .child_has_own_deadline = TRUE,
};

HBaseOperation *
hbase_series_operation_new (HBaseWireProtocol protocol, const HBaseSeriesFuncs *funcs, gpointer data)
{
  SeriesOperation *series = hbase_operation_new (&series_class, protocol, 1);

  series->funcs = funcs;
  series->data = data;
  series_prepare (series);
  return &series->parent;
}
