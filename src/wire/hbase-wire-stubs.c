/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the bridge to the generated code: what the writer and the decoder don't handle. */

#include "config.h"

#include "hbase-wire-stubs-private.h"

#include <gmodule.h>
#include <thrift/c_glib/protocol/thrift_binary_protocol.h>
#include <thrift/c_glib/protocol/thrift_compact_protocol.h>
#include <thrift/c_glib/thrift_struct.h>
#include <thrift/c_glib/transport/thrift_transport.h>

#include "hbase-error.h"
#include "hbase-wire-tables.h"
#include "hbt_hbase_types.h"

G_MODULE_EXPORT const char hbase_stubs_version[] = PACKAGE_VERSION;

/* ---- a Thrift transport in memory ---- */

/* Each function of the class is implemented, because those of the base class call themselves if they aren't
 * overridden. Reading beyond the end is an error, because the generated code would repeat a read that returns
 * 0 without end. */
typedef struct {
  ThriftTransport parent_instance;
  HBaseSlice input; /* the bytes that weren't read yet; they must outlive the transport */
  GByteArray *output;
} HBaseWireMemory;

typedef ThriftTransportClass HBaseWireMemoryClass;

GType hbase_wire_memory_get_type (void);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseWireMemory, g_object_unref)
G_DEFINE_TYPE (HBaseWireMemory, hbase_wire_memory, THRIFT_TYPE_TRANSPORT)

#define MEMORY(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), hbase_wire_memory_get_type (), HBaseWireMemory))

static gboolean
hbase_wire_memory_is_open (ThriftTransport *transport)
{
  return TRUE;
}

/* The implementation of functions that have nothing to do. */
static gboolean
hbase_wire_memory_do_nothing (ThriftTransport *transport, GError **error)
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
                   "%u bytes are needed, %" G_GSIZE_FORMAT " left", length, self->input.length);
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
  klass->open = hbase_wire_memory_do_nothing;
  klass->close = hbase_wire_memory_do_nothing;
  klass->read = hbase_wire_memory_read;
  klass->read_end = hbase_wire_memory_do_nothing;
  klass->write = hbase_wire_memory_write;
  klass->write_end = hbase_wire_memory_do_nothing;
  klass->flush = hbase_wire_memory_do_nothing;
}

static void
hbase_wire_memory_init (HBaseWireMemory *self)
{
  self->output = g_byte_array_new ();
}

/* Makes Thrift's object that encodes and decodes the protocol. */
static GObject *
protocol_new (HBaseWireMemory *memory, HBaseWireProtocol protocol)
{
  GType type
      = protocol == HBASE_WIRE_PROTOCOL_BINARY ? THRIFT_TYPE_BINARY_PROTOCOL : THRIFT_TYPE_COMPACT_PROTOCOL;

  return g_object_new (type, "transport", memory, NULL);
}

/* ---- structs of the generated code ---- */

GBytes *
hbase_wire_stub_write (GObject *stub, HBaseWireProtocol protocol, GError **error)
{
  g_autoptr (HBaseWireMemory) memory = g_object_new (hbase_wire_memory_get_type (), NULL);
  g_autoptr (GObject) writer = protocol_new (memory, protocol);

  if (thrift_struct_write (THRIFT_STRUCT (stub), THRIFT_PROTOCOL (writer), error) < 0)
    return NULL;
  return g_byte_array_free_to_bytes (g_steal_pointer (&memory->output));
}

gboolean
hbase_wire_stub_read (GObject *stub, const HBaseBlock *block, gsize at, GError **error)
{
  g_autoptr (HBaseWireMemory) memory = g_object_new (hbase_wire_memory_get_type (), NULL);
  g_autoptr (GObject) reader = protocol_new (memory, block->protocol);
  g_autoptr (GError) problem = NULL;

  memory->input = hbase_slice (block->data + at, block->length - at);
  if (thrift_struct_read (THRIFT_STRUCT (stub), THRIFT_PROTOCOL (reader), &problem) >= 0)
    return TRUE;
  /* Thrift's compact protocol doesn't free its state of the structs in which a read failed. */
  if (THRIFT_IS_COMPACT_PROTOCOL (reader))
    g_queue_clear (&THRIFT_COMPACT_PROTOCOL (reader)->_last_field);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL, "the reply to %s can't be read: %s",
               block->method != NULL ? block->method->name : "an unknown method",
               problem != NULL ? problem->message : "no reason given");
  return FALSE;
}

/* Encodes an object that this file has filled, which can fail only by an error in this file. */
static GBytes *
write_filled (gpointer stub, HBaseWireProtocol protocol)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = hbase_wire_stub_write (G_OBJECT (stub), protocol, &error);

  if (bytes == NULL)
    g_error ("%s can't be written: %s", G_OBJECT_TYPE_NAME (stub), error->message);
  return bytes;
}

/* ---- names ---- */

static GByteArray *
bytes_of (const char *text, gsize length)
{
  GByteArray *bytes = g_byte_array_sized_new ((guint) length);

  return g_byte_array_append (bytes, (const guint8 *) text, (guint) length);
}

static void
set_binary (gpointer stub, const char *property, const char *text, gsize length)
{
  g_autoptr (GByteArray) bytes = bytes_of (text, length);

  g_object_set (stub, property, bytes, NULL);
}

static void
fill_table_name (HbtTTableName *stub, const char *name)
{
  const char *colon = strchr (name, ':');
  const char *qualifier = colon != NULL ? colon + 1 : name;

  set_binary (stub, "qualifier", qualifier, strlen (qualifier));
  if (colon != NULL)
    set_binary (stub, "ns", name, (gsize) (colon - name));
}

/* ---- arguments ---- */

/* The generated code has a type for the arguments of each of these methods; all are a struct with one
 * TTableName, and are encoded alike. The module exports this function. */
G_MODULE_EXPORT GBytes *
hbase_wire_arguments_table_name (HBaseWireProtocol protocol,
                                 const HBaseWireMethod *method,
                                 const char *name,
                                 GError **error)
{
  g_autoptr (GObject) stub = g_object_new (HBT_TYPE_T_H_BASE_SERVICE_TABLE_EXISTS_ARGS, NULL);

  g_assert (method->arguments->n_fields == 2
            && strcmp (method->arguments->fields[1].sub->name, "TTableName") == 0);

  fill_table_name (((HbtTHBaseServiceTableExistsArgs *) stub)->tableName, name);
  return write_filled (stub, protocol);
}
