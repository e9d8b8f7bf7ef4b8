/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>
#include <thrift/c_glib/transport/thrift_transport.h>

#include "hbase-wire-types-private.h"

/* What the stubs read from and write to: one contiguous run of memory, and nothing else. */

typedef struct _HBaseWireMemory HBaseWireMemory;

GType hbase_wire_memory_get_type (void);
/* To read: `input` must stay until the transport is gone. */
HBaseWireMemory *hbase_wire_memory_new_reader (HBaseSlice input);
HBaseWireMemory *hbase_wire_memory_new_writer (void);
/* What was written; the transport is empty then. */
GBytes *hbase_wire_memory_take (HBaseWireMemory *memory);

/* Thrift's own object that speaks the protocol over it. */
GObject *hbase_wire_memory_protocol (HBaseWireMemory *memory, HBaseWireProtocol protocol);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseWireMemory, g_object_unref)
