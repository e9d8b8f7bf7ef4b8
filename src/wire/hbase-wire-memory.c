/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-memory-private.h"

#include <thrift/c_glib/protocol/thrift_binary_protocol.h>
#include <thrift/c_glib/protocol/thrift_compact_protocol.h>

/* The base class' functions call themselves where a subclass leaves them out, and a read that returns 0 at the end is
 * asked again for ever: so all are here, and the end is an error. */

struct _HBaseWireMemory {
  ThriftTransport parent_instance;
  HBaseSlice input; /* what is left of it */
  GByteArray *output;
};

typedef ThriftTransportClass HBaseWireMemoryClass;

G_DEFINE_TYPE (HBaseWireMemory, hbase_wire_memory, THRIFT_TYPE_TRANSPORT)

#define MEMORY(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), hbase_wire_memory_get_type (), HBaseWireMemory))

static gboolean
hbase_wire_memory_is_open (ThriftTransport *transport)
{
  return TRUE;
}

/* For all that has nothing to do: open, close, flush, the ends of reading and writing. */
static gboolean
hbase_wire_memory_stay (ThriftTransport *transport, GError **error)
{
  return TRUE;
}

static gint32
hbase_wire_memory_read (ThriftTransport *transport, gpointer buffer, guint32 length, GError **error)
{
  HBaseWireMemory *self = MEMORY (transport);

  if (length > self->input.length || length > G_MAXINT32)
    {
      g_set_error (error, THRIFT_TRANSPORT_ERROR, THRIFT_TRANSPORT_ERROR_RECEIVE,
                   "%u bytes wanted, %" G_GSIZE_FORMAT " left", length, self->input.length);
      return -1;
    }
  if (length > 0)
    memcpy (buffer, self->input.data, length);
  self->input = hbase_slice (self->input.data + length, self->input.length - length);
  return (gint32) length;
}

static gboolean
hbase_wire_memory_write (ThriftTransport *transport,
                         const gpointer buffer,
                         const guint32 length,
                         GError **error)
{
  HBaseWireMemory *self = MEMORY (transport);

  if (length > 0)
    g_byte_array_append (self->output, buffer, length);
  return TRUE;
}

static void
hbase_wire_memory_finalize (GObject *object)
{
  HBaseWireMemory *self = MEMORY (object);

  g_clear_pointer (&self->output, g_byte_array_unref);
  G_OBJECT_CLASS (hbase_wire_memory_parent_class)->finalize (object);
}

static void
hbase_wire_memory_class_init (HBaseWireMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = hbase_wire_memory_finalize;
  klass->is_open = hbase_wire_memory_is_open;
  klass->open = hbase_wire_memory_stay;
  klass->close = hbase_wire_memory_stay;
  klass->read = hbase_wire_memory_read;
  klass->read_end = hbase_wire_memory_stay;
  klass->write = hbase_wire_memory_write;
  klass->write_end = hbase_wire_memory_stay;
  klass->flush = hbase_wire_memory_stay;
}

static void
hbase_wire_memory_init (HBaseWireMemory *self)
{
}

HBaseWireMemory *
hbase_wire_memory_new_reader (HBaseSlice input)
{
  HBaseWireMemory *self = g_object_new (hbase_wire_memory_get_type (), NULL);

  self->input = input;
  return self;
}

HBaseWireMemory *
hbase_wire_memory_new_writer (void)
{
  HBaseWireMemory *self = g_object_new (hbase_wire_memory_get_type (), NULL);

  self->output = g_byte_array_new ();
  return self;
}

GBytes *
hbase_wire_memory_take (HBaseWireMemory *memory)
{
  return g_byte_array_free_to_bytes (g_steal_pointer (&memory->output));
}

GObject *
hbase_wire_memory_protocol (HBaseWireMemory *memory, HBaseWireProtocol protocol)
{
  GType type
      = protocol == HBASE_WIRE_PROTOCOL_BINARY ? THRIFT_TYPE_BINARY_PROTOCOL : THRIFT_TYPE_COMPACT_PROTOCOL;

  return g_object_new (type, "transport", memory, NULL);
}
