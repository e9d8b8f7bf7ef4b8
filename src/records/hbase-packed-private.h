/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-writer-private.h"

/* Cells (TColumnValue) or columns (TColumn) of a record, packed the moment they are added: all of them in one
 * run of bytes, as the binary protocol writes them. So adding one is a copy, and sending them in that
 * protocol one more of them all; for the compact protocol they are written anew. */
typedef struct {
  HBaseWireWriter bytes;
  guint count;
} HBasePacked;

void hbase_packed_init (HBasePacked *packed);
void hbase_packed_clear (HBasePacked *packed);
void hbase_packed_copy (HBasePacked *packed, const HBasePacked *from);
/* Of cells or columns. */
gboolean hbase_packed_has_column (const HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier);
/* A qualifier whose data is NULL: the whole family. */
void hbase_packed_add_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp);
/* The elements, in the writer's protocol. */
void hbase_packed_write (const HBasePacked *packed, HBaseWireWriter *writer);
/* The field `id`, a list of them; nothing where there are none. */
void hbase_packed_write_list (const HBasePacked *packed, guint id, HBaseWireWriter *writer);

static inline void
hbase_packed_add_cell (HBasePacked *packed,
                       HBaseSlice family,
                       HBaseSlice qualifier,
                       HBaseSlice value,
                       gint64 timestamp)
{
  hbase_wire_put_binary_cell (&packed->bytes, family, qualifier, value, timestamp);
  packed->count++;
}
