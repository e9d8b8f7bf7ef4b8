/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib-object.h>

#include "hbase-block-private.h"

/* The bridge to the generated stubs (private library gen-c_glib), used as codecs only: over contiguous memory, and for
 * reading only on blocks that the reader has checked. */

/* A generated struct object (HbtTGet, HbtTTableDescriptor, …) as bytes of that protocol: with its stop byte. */
GBytes *hbase_wire_stub_write (GObject *stub, HBaseWireProtocol protocol, GError **error);
/* Fills a fresh generated struct object from the struct at `at` in the block. */
gboolean hbase_wire_stub_read (GObject *stub, const HBaseBlock *block, gsize at, GError **error);

/* ---- the calls that we don't pack ourselves: arguments and results by the stubs, as plain structs ---- */

typedef struct {
  char *name;
  gint32 max_versions; /* 0: not said */
  gint32 time_to_live; /* seconds; 0: not said */
} HBaseWireFamily;

typedef struct {
  char *name;        /* `name`, or `namespace:name` */
  gint32 durability; /* TDurability; 0: not said */
  guint n_families;
  HBaseWireFamily *families;
} HBaseWireTable;

HBaseWireTable *hbase_wire_table_new (const char *name, guint n_families);
void hbase_wire_table_free (HBaseWireTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (HBaseWireTable, hbase_wire_table_free)

/* Arguments structs, whole. `splits`: (element-type GBytes), or NULL. */
GBytes *hbase_wire_arguments_create_table (HBaseWireProtocol protocol,
                                           const HBaseWireTable *table,
                                           const GPtrArray *splits);
/* Of every call whose only argument is a TTableName: getTableDescriptor, tableExists, deleteTable, enableTable, … */
GBytes *
hbase_wire_arguments_table_name (HBaseWireProtocol protocol, const HBaseWireMethod *method, const char *name);
/* getTableNamesByPattern; `pattern` NULL: all */
GBytes *hbase_wire_arguments_names_by_pattern (HBaseWireProtocol protocol,
                                               const char *pattern,
                                               gboolean system_tables);

/* Results, from a reply block whose `success` is there. */
HBaseWireTable *hbase_wire_result_table (const HBaseBlock *block, GError **error);
/* `name` or `namespace:name` each (the default namespace isn't named). (element-type utf8) */
GPtrArray *hbase_wire_result_table_names (const HBaseBlock *block, GError **error);
