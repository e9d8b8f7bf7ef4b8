/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"
#include "hbase-wire-tables.h"

/* The bridge to the code that Thrift generates (the private library in gen-c_glib). It encodes and decodes
 * contiguous memory only, and decodes only blocks that the reader has checked.
 *
 * The generated structs are GObjects. Their fields are set as properties, which note that a field is there,
 * and are read in the structs. So code that fills and reads them includes the generated header, but needs
 * nothing of the generated code besides this table. */

/* Structs that are elements or fields of arguments. */
typedef enum {
  HBASE_STUB_TABLE_NAME,
  HBASE_STUB_TABLE,
  HBASE_STUB_FAMILY,
  HBASE_STUB_NAMESPACE,
  HBASE_STUB_SERVER_NAME,
  HBASE_STUB_LOG_QUERY,
  HBASE_N_STUB_STRUCTS,
} HBaseStubStruct;

/* What the module exports, as `hbase_stubs`. */
typedef struct {
  /* The library's version, by which it recognises its module. It is the first member in all versions. */
  const char *version;
  GObject *(*struct_new) (HBaseStubStruct type);
  /* Makes the arguments of a call. NULL: our own codec encodes and decodes it, because it carries cells. */
  GObject *(*arguments_new) (HBaseWireMethodId method);
  /* Makes the result of such a call. */
  GObject *(*result_new) (HBaseWireMethodId method);
  /* Encodes a struct, with its stop byte. */
  GBytes *(*write) (GObject *stub, HBaseWireProtocol protocol, GError **error);
  /* Decodes the struct at `at` in the block into a new object of its type. */
  gboolean (*read) (GObject *stub, const HBaseBlock *block, gsize at, GError **error);
} HBaseStubs;

/* Returns the table. In the library this loads the module, if it isn't loaded yet, and fails with UNSUPPORTED
 * if it isn't installed. */
const HBaseStubs *hbase_stubs_load (GError **error);

/* ---- of the bridge, for tests ---- */

GBytes *hbase_wire_stub_write (GObject *stub, HBaseWireProtocol protocol, GError **error);
gboolean hbase_wire_stub_read (GObject *stub, const HBaseBlock *block, gsize at, GError **error);
