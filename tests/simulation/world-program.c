/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "world.h"

#include "hbase-admin-operations-private.h"
#include "hbase-data-operations-private.h"
#include "hbase-operation-stack-private.h"
#include "hbase-wire-reader-private.h"

/* What another program does in the world; its calls never fail. */

static HBaseBlock *
read_reply (GBytes *message, const HBaseLane *lane)
{
  HBaseSlice bytes = hbase_slice_of_bytes (message);
  HBaseWireReader reader;

  hbase_wire_reader_init_reply (&reader, lane->operation->protocol, FALSE, G_MAXINT32, lane->request.method,
                                1);
  if (hbase_wire_reader_feed (&reader, bytes.data, bytes.length) != HBASE_WIRE_WHOLE)
    g_error ("%s: %s", lane->request.method->name, hbase_wire_reader_get_problem (&reader));
  return hbase_wire_reader_take (&reader, g_memdup2 (bytes.data, bytes.length));
}

static void
serve (World *world, HBaseLane *lane)
{
  const HBaseRequest *request = &lane->request;
  g_autoptr (GBytes) arguments = hbase_wire_message_join (request->arguments, request->segments);
  g_autoptr (GBytes) message = NULL;
  g_autoptr (GBytes) reply = NULL;
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, lane->operation->protocol, 256);
  hbase_wire_write_message (&writer, hbase_slice_text (request->method->name), HBASE_WIRE_CALL, 1);
  hbase_wire_put_raw (&writer, hbase_slice_of_bytes (arguments).data, g_bytes_get_size (arguments));
  message = hbase_wire_writer_end (&writer);
  reply = world_execute (world, 0, message, lane->operation->protocol, WORLD_FINE);
  lane->block = read_reply (reply, lane);
}

void
world_run (World *world, HBaseOperation *operation)
{
  HBaseOperationStack stack;
  g_autoptr (GError) error = NULL;

  hbase_operation_stack_init (&stack, operation, NULL, NULL);
  hbase_operation_stack_start (&stack);
  while (!hbase_operation_stack_advance (&stack))
    {
      HBaseLane *lane = &stack.operation->lanes[0];

      if (lane->state == HBASE_LANE_SENDING)
        serve (world, lane);
      hbase_operation_stack_call_step (&stack, lane);
    }
  if (!hbase_operation_stack_finish (&stack, &error))
    g_error ("%s", error->message);
}

static HBaseTarget
target_of (World *world)
{
  return (HBaseTarget){ HBASE_WIRE_PROTOCOL_BINARY, world_get_table (world) };
}

void
world_put (World *world, HBaseSlice row, guint n_cells, const char *value)
{
  g_autoptr (HBasePut) put = hbase_put_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = NULL;

  world_tick (world);
  for (guint i = 0; i < n_cells; i++)
    {
      guint8 qualifier = (guint8) ('0' + i);

      hbase_put_add (put, "f", &qualifier, 1, (const guint8 *) value, strlen (value));
    }
  operation = hbase_put_operation_new (target_of (world), put);
  world_run (world, operation);
  world_tick (world);
}

void
world_delete (World *world, HBaseSlice row)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = hbase_delete_operation_new (target_of (world), delete_);

  world_tick (world);
  world_run (world, operation);
  world_tick (world);
}

HBaseRow *
world_get (World *world, HBaseSlice row)
{
  g_autoptr (HBaseGet) get = hbase_get_new (row.data, row.length);
  g_autoptr (HBaseOperation) operation = hbase_get_operation_new (target_of (world), get);
  HBaseRow *found = NULL;

  world_run (world, operation);
  hbase_operation_take (operation, &found, NULL);
  return found;
}

static void
add_family (HBaseTableDescriptor *descriptor, const char *name)
{
  g_autoptr (HBaseFamilyDescriptor) family = hbase_family_descriptor_new (name);

  hbase_table_descriptor_add_family (descriptor, family);
}

void
world_create_table (World *world, const char *name, GPtrArray *splits)
{
  HBaseTarget target = { HBASE_WIRE_PROTOCOL_BINARY, name };
  g_autoptr (HBaseTableDescriptor) descriptor = hbase_table_descriptor_new (name);
  g_autoptr (HBaseOperation) operation = NULL;

  add_family (descriptor, "f");
  add_family (descriptor, "g");
  operation = hbase_create_table_operation_new (target, descriptor, splits);
  world_run (world, operation);
}
