/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the bridge to the generated code, and lists the calls that go through it. */

#include "config.h"

#include "hbase-wire-stubs-private.h"

#include <gmodule.h>
#include <thrift/c_glib/protocol/thrift_binary_protocol.h>
#include <thrift/c_glib/protocol/thrift_compact_protocol.h>
#include <thrift/c_glib/thrift_struct.h>
#include <thrift/c_glib/transport/thrift_transport.h>

#include "hbase-error.h"
#include "hbt_hbase_types.h"

/* ---- a Thrift transport in memory ---- */

/* Each function of the class is implemented, because the base class's functions call themselves if they
 * aren't overridden. Reading beyond the end is an error, because the generated code would repeat a read that
 * returns 0 without end. */
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
  /* Thrift's compact protocol doesn't free its state of structs after a read failed in them. */
  if (THRIFT_IS_COMPACT_PROTOCOL (reader))
    g_queue_clear (&THRIFT_COMPACT_PROTOCOL (reader)->_last_field);
  g_set_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL, "the reply to %s can't be read: %s",
               block->method != NULL ? block->method->name : "an unknown method",
               problem != NULL ? problem->message : "no reason given");
  return FALSE;
}

/* ---- the calls ---- */

typedef GType (*GetType) (void);

static const GetType structs[HBASE_N_STUB_STRUCTS] = {
  [HBASE_STUB_TABLE_NAME] = hbt_t_table_name_get_type,
  [HBASE_STUB_TABLE] = hbt_t_table_descriptor_get_type,
  [HBASE_STUB_FAMILY] = hbt_t_column_family_descriptor_get_type,
  [HBASE_STUB_NAMESPACE] = hbt_t_namespace_descriptor_get_type,
  [HBASE_STUB_SERVER_NAME] = hbt_t_server_name_get_type,
  [HBASE_STUB_LOG_QUERY] = hbt_t_log_query_filter_get_type,
};

#define CALL(ID, name)                                                                                       \
  [HBASE_WIRE_METHOD_##ID]                                                                                   \
      = { hbt_t_h_base_service_##name##_args_get_type, hbt_t_h_base_service_##name##_result_get_type }

/* All calls that carry no cells. */
static const struct {
  GetType arguments, result;
} calls[HBASE_WIRE_N_METHODS] = {
  CALL (ADD_COLUMN_FAMILY, add_column_family),
  CALL (CLEAR_SLOW_LOG_RESPONSES, clear_slow_log_responses),
  CALL (CREATE_NAMESPACE, create_namespace),
  CALL (CREATE_TABLE, create_table),
  CALL (DELETE_COLUMN_FAMILY, delete_column_family),
  CALL (DELETE_NAMESPACE, delete_namespace),
  CALL (DELETE_TABLE, delete_table),
  CALL (DISABLE_TABLE, disable_table),
  CALL (ENABLE_TABLE, enable_table),
  CALL (GET_ALL_REGION_LOCATIONS, get_all_region_locations),
  CALL (GET_CLUSTER_ID, get_cluster_id),
  CALL (GET_NAMESPACE_DESCRIPTOR, get_namespace_descriptor),
  CALL (GET_REGION_LOCATION, get_region_location),
  CALL (GET_SLOW_LOG_RESPONSES, get_slow_log_responses),
  CALL (GET_TABLE_DESCRIPTOR, get_table_descriptor),
  CALL (GET_TABLE_DESCRIPTORS, get_table_descriptors),
  CALL (GET_TABLE_DESCRIPTORS_BY_NAMESPACE, get_table_descriptors_by_namespace),
  CALL (GET_TABLE_DESCRIPTORS_BY_PATTERN, get_table_descriptors_by_pattern),
  CALL (GET_TABLE_NAMES_BY_NAMESPACE, get_table_names_by_namespace),
  CALL (GET_TABLE_NAMES_BY_PATTERN, get_table_names_by_pattern),
  CALL (GET_THRIFT_SERVER_TYPE, get_thrift_server_type),
  CALL (IS_TABLE_AVAILABLE, is_table_available),
  CALL (IS_TABLE_AVAILABLE_WITH_SPLIT, is_table_available_with_split),
  CALL (IS_TABLE_DISABLED, is_table_disabled),
  CALL (IS_TABLE_ENABLED, is_table_enabled),
  CALL (LIST_NAMESPACE_DESCRIPTORS, list_namespace_descriptors),
  CALL (LIST_NAMESPACES, list_namespaces),
  CALL (MODIFY_COLUMN_FAMILY, modify_column_family),
  CALL (MODIFY_NAMESPACE, modify_namespace),
  CALL (MODIFY_TABLE, modify_table),
  CALL (TABLE_EXISTS, table_exists),
  CALL (TRUNCATE_TABLE, truncate_table),
};

static GObject *
struct_new (HBaseStubStruct type)
{
  return g_object_new (structs[type](), NULL);
}

static GObject *
arguments_new (HBaseWireMethodId method)
{
  return calls[method].arguments != NULL ? g_object_new (calls[method].arguments (), NULL) : NULL;
}

static GObject *
result_new (HBaseWireMethodId method)
{
  return g_object_new (calls[method].result (), NULL);
}

G_MODULE_EXPORT const HBaseStubs hbase_stubs = {
  .version = PACKAGE_VERSION,
  .struct_new = struct_new,
  .arguments_new = arguments_new,
  .result_new = result_new,
  .write = hbase_wire_stub_write,
  .read = hbase_wire_stub_read,
};

/* For programs that contain the generated code; the library loads it. */
const HBaseStubs *
hbase_stubs_load (GError **error)
{
  return &hbase_stubs;
}
