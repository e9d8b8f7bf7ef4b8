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
/* For getTableNamesByPattern. `pattern` NULL: all tables. */
GBytes *hbase_wire_arguments_names_by_pattern (HBaseWireProtocol protocol,
                                               const char *pattern,
                                               gboolean system_tables);

/* Decode results, of a response that has the field `success`. */
/* Returns names of tables, without the default namespace. (element-type utf8) */
GPtrArray *hbase_wire_result_table_names (const HBaseBlock *block, GError **error);
