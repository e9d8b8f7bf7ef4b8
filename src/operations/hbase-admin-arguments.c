/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-admin-arguments-private.h"
#include "hbase-arguments-private.h"
#include "hbase-wire-tables.h"

/* This file implements the encoding of the arguments of administrative calls. */

#define CAPACITY 256

static void
begin (HBaseWireProtocol protocol, HBaseWireWriter *writer)
{
  hbase_wire_writer_init (writer, protocol, CAPACITY);
  hbase_wire_begin_struct (writer);
}

static void
write_keys (const GPtrArray *splits, guint id, HBaseWireWriter *writer)
{
  hbase_wire_write_list (writer, id, HBASE_WIRE_BINARY, splits->len);
  for (guint i = 0; i < splits->len; i++)
    hbase_wire_put_binary (writer, hbase_slice_of_bytes (splits->pdata[i]));
}

GBytes *
hbase_arguments_of_create_table (HBaseWireProtocol protocol,
                                 HBaseTableDescriptor *table,
                                 const GPtrArray *splits)
{
  HBaseWireWriter writer;

  begin (protocol, &writer);
  hbase_wire_write_struct (&writer, HBASE_CREATE_TABLE_ARGS_DESC);
  hbase_table_descriptor_write (table, &writer);
  write_keys (splits, HBASE_CREATE_TABLE_ARGS_SPLIT_KEYS, &writer);
  return hbase_arguments_end (&writer);
}
