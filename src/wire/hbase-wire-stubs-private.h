/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"

/* The bridge to the code that Thrift generates (the private library in gen-c_glib). It encodes and decodes
 * contiguous memory only, and decodes only blocks that the reader has checked. */

/* Encodes an object of a generated type (HbtTGet, HbtTTableDescriptor, …), with its stop byte. */
GBytes *hbase_wire_stub_write (GObject *stub, HBaseWireProtocol protocol, GError **error);
/* Decodes the struct at `at` in the block into a new object of a generated type. */
gboolean hbase_wire_stub_read (GObject *stub, const HBaseBlock *block, gsize at, GError **error);

/* ---- arguments and results of calls that the generated code encodes and decodes ---- */

/* Encode structs of arguments. */
/* For each method whose only argument is a TTableName: getTableDescriptor, tableExists, deleteTable,
 * enableTable, … */
GBytes *
hbase_wire_arguments_table_name (HBaseWireProtocol protocol, const HBaseWireMethod *method, const char *name);
