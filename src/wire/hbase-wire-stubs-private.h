/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"

/* The bridge to the code that Thrift generates (the private library in gen-c_glib). It encodes and decodes
 * contiguous memory only, and decodes only blocks that the reader has checked. */

/* The library's version, by which it recognises its module. */
extern const char hbase_stubs_version[];

/* Encodes an object of a generated type (HbtTGet, HbtTTableDescriptor, …), with its stop byte. */
GBytes *hbase_wire_stub_write (GObject *stub, HBaseWireProtocol protocol, GError **error);
/* Decodes the struct at `at` in the block into a new object of a generated type. */
gboolean hbase_wire_stub_read (GObject *stub, const HBaseBlock *block, gsize at, GError **error);

/* ---- arguments and results of calls that the generated code encodes and decodes ---- */

/* Encodes the struct of arguments of a method whose only argument is a TTableName: getTableDescriptor,
 * tableExists, deleteTable, enableTable, … In the library this loads the module with the generated code, and
 * fails with UNSUPPORTED if that isn't installed. */
GBytes *hbase_wire_arguments_table_name (HBaseWireProtocol protocol,
                                         const HBaseWireMethod *method,
                                         const char *name,
                                         GError **error);
