/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "test-operations.h"

#include "check-main.h"

/* ---- the cursor ---- */

static GBytes *
scanner_arguments (gboolean with_count)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_SCANNER_ID, 7);
  if (with_count)
    hbase_wire_write_i32 (&writer, HBASE_GET_SCANNER_ROWS_ARGS_NUM_ROWS, 1);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

GBytes *
walk_close_arguments (void)
{
  return scanner_arguments (FALSE);
}

GBytes *
walk_rows_arguments (void)
{
  return scanner_arguments (TRUE);
}

GBytes *
walk_open_arguments (void)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_binary (&writer, HBASE_OPEN_SCANNER_ARGS_TABLE, hbase_slice_text ("t"));
  hbase_wire_write_struct (&writer, HBASE_OPEN_SCANNER_ARGS_TSCAN);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseNext walk_answered (HBaseOperation *operation, HBaseLane *lane);

static HBaseNext
walk_request_row (HBaseOperation *operation, HBaseLane *lane)
{
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET_SCANNER_ROWS],
                          walk_rows_arguments (), ((Walk *) operation)->channel_id, walk_answered);
}

static HBaseNext
walk_answered (HBaseOperation *operation, HBaseLane *lane)
{
  Walk *self = (Walk *) operation;
  g_autoptr (HBaseBlock) reply = NULL;
  g_autofree char *text = NULL;
  HBaseSlice key;
  GError *error = NULL;

  self->row = -1;
  if (!hbase_lane_take_response (lane, &reply, &error))
    return hbase_operation_fail (operation, error);
  key = hbase_block_row_key (reply, 0);
  text = g_strndup ((const char *) key.data, key.length);
  self->row = atoi (text);
  walk_request_row (operation, lane);
  return HBASE_DONE;
}

static HBaseNext
walk_opened (HBaseOperation *operation, HBaseLane *lane)
{
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  ((Walk *) operation)->channel_id = lane->channel_id;
  return walk_request_row (operation, lane);
}

static HBaseNext
walk_start (HBaseOperation *operation, HBaseLane *lane)
{
  Walk *self = (Walk *) operation;

  if (lane->state != HBASE_LANE_IDLE)
    return HBASE_WAIT;
  if (self->channel_id != 0)
    return walk_request_row (operation, lane);
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_OPEN_SCANNER], walk_open_arguments (),
                          0, walk_opened);
}

static const HBaseOperationClass walk_class = { .size = sizeof (Walk), .start = walk_start };

HBaseOperation *
walk_new (void)
{
  return hbase_operation_new (&walk_class, HBASE_WIRE_PROTOCOL_BINARY, 1);
}

/* ---- parallel gets ---- */

typedef struct {
  HBaseOperation parent;
  GBytes *arguments;
  guint each, answers;
} Fan;

static HBaseNext
fan_answered (HBaseOperation *operation, HBaseLane *lane)
{
  Fan *self = (Fan *) operation;
  GError *error = NULL;

  if (!hbase_lane_take_response (lane, NULL, &error))
    return hbase_operation_fail (operation, error);
  self->answers++;
  if (self->answers == self->each * operation->n_lanes)
    return HBASE_DONE;
  /* The remaining gets are shared: faster lanes send more. */
  for (guint asked = self->answers, i = 0; i < operation->n_lanes; i++)
    if ((asked += operation->lanes[i].state != HBASE_LANE_IDLE) >= self->each * operation->n_lanes)
      return HBASE_WAIT;
  return hbase_lane_send (lane, &hbase_wire_methods[HBASE_WIRE_METHOD_GET], g_bytes_ref (self->arguments), 0,
                          fan_answered);
}

static HBaseNext
fan_start (HBaseOperation *operation, HBaseLane *lane)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    hbase_lane_send (&operation->lanes[i], &hbase_wire_methods[HBASE_WIRE_METHOD_GET],
                     g_bytes_ref (((Fan *) operation)->arguments), 0, fan_answered);
  return HBASE_WAIT;
}

static void
fan_clear (HBaseOperation *operation)
{
  g_bytes_unref (((Fan *) operation)->arguments);
}

static const HBaseOperationClass fan_class = { .size = sizeof (Fan), .start = fan_start, .clear = fan_clear };

HBaseOperation *
fan_new (guint n_lanes, guint n)
{
  Fan *self = hbase_operation_new (&fan_class, HBASE_WIRE_PROTOCOL_BINARY, n_lanes);

  self->arguments = io_get_arguments (HBASE_WIRE_PROTOCOL_BINARY, "a");
  self->each = n;
  return &self->parent;
}

guint
fan_get_n_answers (HBaseOperation *operation)
{
  return ((Fan *) operation)->answers;
}
