/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "scripted-pump.h"

#include <gio/gio.h>

#include "hbase-error.h"

/* A lane's link is its next response. */
typedef struct {
  HBaseBlock *block;
  GError *error;
} Due;

typedef struct {
  GBytes *message;
  HBaseWireProtocol protocol;
  guint at; /* executed after this many requests */
} Late;

static void
unlink_lane (HBaseLane *lane)
{
  Due *due = g_steal_pointer (&lane->link);

  g_clear_pointer (&due->block, hbase_block_unref);
  g_clear_error (&due->error);
  g_free (due);
}

/* ---- messages ---- */

static GBytes *
make_message (HBaseOperation *operation, const HBaseRequest *request, gint32 sequence_id)
{
  g_autoptr (GBytes) arguments = hbase_wire_message_join (request->arguments, request->segments);
  HBaseWireWriter writer;
  gsize length = g_bytes_get_size (arguments);

  hbase_wire_writer_init (&writer, operation->protocol, 64 + length);
  hbase_wire_write_message (&writer, hbase_slice_text (request->method->name), HBASE_WIRE_CALL, sequence_id);
  hbase_wire_put_raw (&writer, g_bytes_get_data (arguments, NULL), length);
  return hbase_wire_writer_end (&writer);
}

static HBaseBlock *
check_message (HBaseWireReader *reader, GBytes *message)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (message, &length);
  guint8 *memory = g_memdup2 (data, length);
  HBaseWireStatus status = hbase_wire_reader_feed (reader, memory, length);

  if (status != HBASE_WIRE_WHOLE || hbase_wire_reader_consumed (reader) != length)
    g_error ("not a whole message: %s",
             status == HBASE_WIRE_BAD ? hbase_wire_reader_get_problem (reader) : "it is incomplete");
  return hbase_wire_reader_take (reader, memory);
}

/* Returns the message of the reply. */
static GBytes *
execute (ScriptedPump *pump, GBytes *message, HBaseWireProtocol protocol)
{
  g_autoptr (HBaseBlock) call = NULL;
  HBaseWireReader reader;
  HBaseWireWriter writer;

  hbase_wire_reader_init_call (&reader, protocol, FALSE, G_MAXINT32);
  call = check_message (&reader, message);
  hbase_wire_writer_init (&writer, protocol, 256);
  pump->serve (pump->service, call, &writer);
  return hbase_wire_writer_end (&writer);
}

void
scripted_reply_begin (HBaseWireWriter *reply, const HBaseBlock *call)
{
  hbase_wire_write_message (reply, hbase_slice_text (call->method->name), HBASE_WIRE_REPLY,
                            call->sequence_id);
}

/* ---- late requests ---- */

static void
execute_late (ScriptedPump *pump, guint now)
{
  for (GList *i = pump->late.head, *next; i != NULL; i = next)
    {
      Late *late = i->data;

      next = i->next;
      if (late->at > now)
        continue;
      g_bytes_unref (execute (pump, late->message, late->protocol));
      g_bytes_unref (late->message);
      g_free (late);
      g_queue_delete_link (&pump->late, i);
    }
}

static void
add_late (ScriptedPump *pump, GBytes *message, HBaseWireProtocol protocol, guint at)
{
  Late *late = g_new (Late, 1);

  *late = (Late){ g_bytes_ref (message), protocol, at };
  g_queue_push_tail (&pump->late, late);
}

/* ---- one request ---- */

static GError *
lost (void)
{
  return g_error_new_literal (HBASE_ERROR, HBASE_ERROR_UNAVAILABLE, "the script lost the connection");
}

static HBaseBlock *
exchange (ScriptedPump *pump, HBaseLane *lane, GBytes *message, gint32 sequence_id)
{
  g_autoptr (GBytes) reply = execute (pump, message, lane->operation->protocol);
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, lane->operation->protocol, FALSE, G_MAXINT32, lane->request.method,
                                sequence_id);
  return check_message (&reader, reply);
}

/* The lane is AWAITING then; its link has the response. */
static void
send_request (ScriptedPump *pump, HBaseLane *lane)
{
  gboolean gone = lane->request.channel != 0 && lane->request.channel != pump->channel_id;
  guint n = gone ? 0 : pump->requests++;
  ScriptedFault fault = gone ? SCRIPTED_NOT_SENT : n < pump->n_faults ? pump->faults[n] : SCRIPTED_ANSWER;
  g_autoptr (GBytes) message = make_message (lane->operation, &lane->request, (gint32) n + 1);
  Due *due = lane->link;

  lane->channel_id = pump->channel_id;
  lane->sent = fault == SCRIPTED_NOT_SENT ? 0 : g_bytes_get_size (message);
  if (fault == SCRIPTED_ANSWER)
    due->block = exchange (pump, lane, message, (gint32) n + 1);
  else if (fault == SCRIPTED_LOST_AFTER)
    g_bytes_unref (execute (pump, message, lane->operation->protocol));
  else if (fault >= SCRIPTED_LATE_1)
    add_late (pump, message, lane->operation->protocol, n + 1 + (guint) (fault - SCRIPTED_LATE_1));
  if (due->block == NULL)
    due->error = lost ();
  if (due->block == NULL && !gone)
    pump->channel_id++;
  if (!gone)
    execute_late (pump, n);
  lane->state = HBASE_LANE_AWAITING;
  pump->in_run++;
}

/* ---- runs ---- */

static gboolean
is_ready (HBaseLane *lane)
{
  return lane->state != HBASE_LANE_IDLE;
}

static HBaseLane *
choose_lane (ScriptedPump *pump, HBaseOperation *operation, guint *turn)
{
  guint from = pump->rand != NULL ? (guint) g_rand_int (pump->rand) : (*turn)++;

  for (guint i = 0; i < operation->n_lanes; i++)
    {
      HBaseLane *lane = &operation->lanes[(from + i) % operation->n_lanes];

      if (is_ready (lane))
        return lane;
    }
  g_error ("the operation waits, but none of its lanes sends or sleeps");
}

static void
call_step (ScriptedPump *pump, HBaseOperationStack *stack, HBaseLane *lane)
{
  Due *due = lane->link;

  if (lane->state == HBASE_LANE_SLEEPING)
    {
      pump->n_sleeps++;
      pump->sleep_ms = lane->sleep_ms;
    }
  else
    {
      lane->block = g_steal_pointer (&due->block);
      lane->error = g_steal_pointer (&due->error);
    }
  hbase_operation_stack_call_step (stack, lane);
}

static void
send_all (ScriptedPump *pump, HBaseOperation *operation)
{
  for (guint i = 0; i < operation->n_lanes; i++)
    if (operation->lanes[i].state == HBASE_LANE_SENDING)
      send_request (pump, &operation->lanes[i]);
}

static void
attach (HBaseOperation *operation, gpointer data)
{
  ScriptedPump *pump = data;

  if (operation->parent != NULL && operation->parent->class->child_has_own_deadline)
    pump->in_run = 0;
  for (guint i = 0; i < operation->n_lanes; i++)
    if (operation->lanes[i].link == NULL)
      {
        operation->lanes[i].link = g_new0 (Due, 1);
        operation->lanes[i].unlink = unlink_lane;
      }
}

static gboolean
detach (HBaseOperation *operation, gboolean done, gpointer pump)
{
  if (done)
    send_all (pump, operation);
  return TRUE;
}

static const HBaseOperationDriver driver = { attach, detach };

/* Returns NULL if the run may go on. */
static GError *
interruption (ScriptedPump *pump, HBaseOperationStack *stack)
{
  HBaseOperation *subject = hbase_operation_stack_get_subject (stack);
  const GError *failure = hbase_operation_stack_get_last_failure (stack);

  if (pump->cancelled_at != 0 && pump->in_run >= pump->cancelled_at)
    return g_error_new_literal (G_IO_ERROR, G_IO_ERROR_CANCELLED, "the script cancelled");
  if (pump->time != 0 && pump->in_run >= pump->time)
    return hbase_operation_error (subject, HBASE_ERROR_TIMED_OUT, "the run reached the script's deadline%s%s",
                                  failure != NULL ? "; so far: " : "",
                                  failure != NULL ? failure->message : "");
  return NULL;
}

gboolean
scripted_pump_run (ScriptedPump *pump, HBaseOperation *operation, GError **error)
{
  HBaseOperationStack stack;
  guint turn = 0;
  GError *why;

  pump->channel_id = MAX (pump->channel_id, 1);
  pump->in_run = 0;
  hbase_operation_stack_init (&stack, operation, &driver, pump);
  hbase_operation_stack_start (&stack);
  while (!hbase_operation_stack_advance (&stack))
    {
      send_all (pump, stack.operation);
      if ((why = interruption (pump, &stack)) != NULL)
        hbase_operation_stack_interrupt (&stack, why);
      else
        call_step (pump, &stack, choose_lane (pump, stack.operation, &turn));
    }
  return hbase_operation_stack_finish (&stack, error);
}

void
scripted_pump_clear (ScriptedPump *pump)
{
  execute_late (pump, G_MAXUINT);
}

/* ---- histories ---- */

guint
scripted_histories (guint n)
{
  guint histories = 1;

  for (guint i = 0; i < n; i++)
    histories *= SCRIPTED_N_FAULTS;
  return histories;
}

void
scripted_history (ScriptedPump *pump, guint i, guint n)
{
  g_assert (n <= SCRIPTED_MAX_FAULTS);

  pump->n_faults = n;
  for (guint k = 0; k < n; k++, i /= SCRIPTED_N_FAULTS)
    pump->faults[k] = (ScriptedFault) (i % SCRIPTED_N_FAULTS);
}
