/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "script.h"

#include <check.h>

#include "hbase-wire-tables.h"
#include "hbase-wire-writer-private.h"

#define SUCCESS 0
#define DECLARED_EXCEPTION 1

/* ---- responses ---- */

static void
put_result (HBaseWireWriter *writer, char key)
{
  const guint8 bytes[] = { (guint8) key };

  if (key != '-')
    hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, hbase_slice (bytes, 1));
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, key != '-');
  if (key != '-')
    hbase_wire_put_cell (writer, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("q"),
                         HBASE_SLICE_LITERAL ("v"), 1, 0);
  hbase_wire_end_struct (writer);
}

static void
put_rows (HBaseWireWriter *writer, const char *method, const char *keys)
{
  if (g_str_equal (method, "get"))
    {
      hbase_wire_write_struct (writer, SUCCESS);
      put_result (writer, keys[0]);
      return;
    }
  hbase_wire_write_list (writer, SUCCESS, HBASE_WIRE_STRUCT, (guint) strlen (keys));
  for (; *keys != '\0'; keys++)
    {
      hbase_wire_begin_struct (writer);
      put_result (writer, *keys);
    }
}

static void
put_table (HBaseWireWriter *writer, const char *families)
{
  hbase_wire_write_struct (writer, SUCCESS);
  hbase_wire_write_struct (writer, HBASE_T_TABLE_DESCRIPTOR_TABLE_NAME);
  hbase_wire_write_binary (writer, HBASE_T_TABLE_NAME_QUALIFIER, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_end_struct (writer);
  hbase_wire_write_list (writer, HBASE_T_TABLE_DESCRIPTOR_COLUMNS, HBASE_WIRE_STRUCT,
                         (guint) strlen (families));
  for (; *families != '\0'; families++)
    {
      hbase_wire_begin_struct (writer);
      hbase_wire_write_binary (writer, HBASE_T_COLUMN_FAMILY_DESCRIPTOR_NAME, hbase_slice (families, 1));
      hbase_wire_end_struct (writer);
    }
  hbase_wire_end_struct (writer);
}

static void
put_region (HBaseWireWriter *writer, HBaseSlice start, HBaseSlice end)
{
  hbase_wire_begin_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_SERVER_NAME);
  hbase_wire_write_binary (writer, HBASE_T_SERVER_NAME_HOST_NAME, HBASE_SLICE_LITERAL ("server"));
  hbase_wire_end_struct (writer);
  hbase_wire_write_struct (writer, HBASE_T_H_REGION_LOCATION_REGION_INFO);
  hbase_wire_write_i64 (writer, HBASE_T_H_REGION_INFO_REGION_ID, 0);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_TABLE_NAME, HBASE_SLICE_LITERAL ("t"));
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_START_KEY, start);
  hbase_wire_write_binary (writer, HBASE_T_H_REGION_INFO_END_KEY, end);
  hbase_wire_end_struct (writer);
  hbase_wire_end_struct (writer);
}

static guint
count_dots (const char *text)
{
  guint n = 0;

  for (; *text != '\0'; text++)
    n += *text == '.';
  return n;
}

static void
put_regions (HBaseWireWriter *writer, const char *text)
{
  HBaseSlice start = HBASE_SLICE_LITERAL ("");
  guint dots = text != NULL ? count_dots (text) : 0;

  hbase_wire_write_list (writer, SUCCESS, HBASE_WIRE_STRUCT,
                         text != NULL ? (guint) strlen (text) + 1 - 2 * dots : 0);
  while (text != NULL)
    {
      gboolean is_reported = *text != '.';

      text += !is_reported;
      if (is_reported)
        put_region (writer, start, hbase_slice (text, *text != '\0'));
      start = hbase_slice (text, 1);
      text = *text != '\0' ? text + 1 : NULL;
    }
}

static void
put_namespace (HBaseWireWriter *writer, const char *name)
{
  hbase_wire_write_struct (writer, SUCCESS);
  hbase_wire_write_binary (writer, HBASE_T_NAMESPACE_DESCRIPTOR_NAME, hbase_slice_text (name));
  hbase_wire_end_struct (writer);
}

static void
put_exception (HBaseWireWriter *writer, const char *message)
{
  hbase_wire_write_struct (writer, DECLARED_EXCEPTION);
  hbase_wire_write_binary (writer, HBASE_T_IO_ERROR_MESSAGE, hbase_slice_text (message));
  hbase_wire_end_struct (writer);
}

static void
put_answer (HBaseWireWriter *writer, const ScriptLine *line)
{
  if (line->kind == RESPOND_TRUE || line->kind == RESPOND_FALSE)
    hbase_wire_write_bool (writer, SUCCESS, line->kind == RESPOND_TRUE);
  else if (line->kind == RESPOND_ROWS)
    put_rows (writer, line->method, line->text);
  else if (line->kind == RESPOND_TABLE)
    put_table (writer, line->text);
  else if (line->kind == RESPOND_REGIONS)
    put_regions (writer, line->text);
  else if (line->kind == RESPOND_NAMESPACE)
    put_namespace (writer, line->text);
  else if (line->kind == RESPOND_EXCEPTION)
    put_exception (writer, line->text);
}

/* ---- encoding and decoding ---- */

static HBaseBlock *
read_message (HBaseWireReader *reader, HBaseWireWriter *writer)
{
  gsize length;
  guint8 *bytes = g_bytes_unref_to_data (hbase_wire_writer_end (writer), &length);

  if (hbase_wire_reader_feed (reader, bytes, length) != HBASE_WIRE_WHOLE)
    ck_abort_msg ("not a message: %s", hbase_wire_reader_get_problem (reader));
  ck_assert_uint_eq (hbase_wire_reader_consumed (reader), length);
  return hbase_wire_reader_take (reader, bytes);
}

static HBaseBlock *
answer_block (HBaseWireProtocol protocol, const HBaseWireMethod *method, const ScriptLine *line)
{
  HBaseWireWriter writer;
  HBaseWireReader reader;

  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_write_message (&writer, hbase_slice_text (method->name), HBASE_WIRE_REPLY, 7);
  hbase_wire_begin_struct (&writer);
  put_answer (&writer, line);
  hbase_wire_end_struct (&writer);
  hbase_wire_reader_init_reply (&reader, protocol, FALSE, 1 << 20, method, 7);
  return read_message (&reader, &writer);
}

static void
check_request (HBaseWireProtocol protocol, const HBaseRequest *request, const char *method)
{
  HBaseWireWriter writer;
  HBaseWireReader reader;
  g_autoptr (HBaseBlock) call = NULL;
  gsize length;
  gconstpointer arguments = g_bytes_get_data (request->arguments, &length);

  ck_assert_str_eq (request->method->name, method);
  hbase_wire_writer_init (&writer, protocol, 64);
  hbase_wire_write_message (&writer, hbase_slice_text (method), HBASE_WIRE_CALL, 1);
  hbase_wire_put_raw (&writer, arguments, length);
  hbase_wire_reader_init_call (&reader, protocol, FALSE, 1 << 20);
  call = read_message (&reader, &writer);
  ck_assert_ptr_eq (call->method, request->method);
}

/* ---- the driver ---- */

static void
answer_lane (HBaseLane *lane, const ScriptLine *line)
{
  lane->state = HBASE_LANE_IDLE;
  lane->sent = line->kind == LOSE_BEFORE ? 0 : g_bytes_get_size (lane->request.arguments);
  if (line->kind == LOSE_BEFORE || line->kind == LOSE_AFTER)
    lane->error = g_error_new_literal (HBASE_ERROR, HBASE_ERROR_UNAVAILABLE, "the connection was lost");
  else
    lane->block = answer_block (lane->operation->protocol, lane->request.method, line);
}

static void
time_out (HBaseOperationStack *stack)
{
  HBaseLane *lane = &stack->operation->lanes[0];

  lane->state = HBASE_LANE_AWAITING;
  lane->sent = g_bytes_get_size (lane->request.arguments);
  hbase_operation_stack_interrupt (
      stack, g_error_new_literal (HBASE_ERROR, HBASE_ERROR_TIMED_OUT, "the time is over"));
}

static void
play_line (HBaseOperationStack *stack, const ScriptLine *line)
{
  HBaseLane *lane = &stack->operation->lanes[0];

  ck_assert_msg (line->method != NULL, "sends “%s” after the script's end", lane->request.method->name);
  check_request (stack->operation->protocol, &lane->request, line->method);
  if (line->kind == LET_TIME_PASS)
    {
      time_out (stack);
      return;
    }
  answer_lane (lane, line);
  hbase_operation_stack_call_step (stack, lane);
}

gboolean
script_run (HBaseOperation *operation, const ScriptLine *script, GError **error)
{
  HBaseOperationStack stack;

  hbase_operation_stack_init (&stack, operation, NULL, NULL);
  hbase_operation_stack_start (&stack);
  while (!hbase_operation_stack_advance (&stack))
    if (stack.operation->lanes[0].state == HBASE_LANE_SLEEPING)
      hbase_operation_stack_call_step (&stack, &stack.operation->lanes[0]);
    else
      play_line (&stack, script++);
  ck_assert_msg (script->method == NULL, "doesn't send “%s”", script->method);
  return hbase_operation_stack_finish (&stack, error);
}
