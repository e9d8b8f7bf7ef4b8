/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-reader-private.h"

/* What the reader's parts share. */

/* Sets the fault, unless there is one, and returns BAD. */
HBaseWireStatus hbase_wire_reader_bad (HBaseWireReader *reader, const char *format, ...) G_GNUC_PRINTF (2, 3);
/* `count` bytes from `at` on are due: MORE, or BAD if they can't come any more. */
HBaseWireStatus hbase_wire_reader_more (HBaseWireReader *reader, gsize at, gsize count);

/* The index. Makes room for more cells in it. */
void hbase_wire_reader_grow_cells (HBaseWireReader *reader);
/* A struct of this schema (NULL: unknown) begins at offset `at` of the message. */
void hbase_wire_reader_mark (HBaseWireReader *reader, const HBaseWireSchema *schema, gsize at);

/* The offset that no byte of the message lies beyond. */
static inline gsize
hbase_wire_reader_limit (const HBaseWireReader *reader)
{
  return reader->end != 0 ? reader->end : reader->max_size;
}

/* Walks the body, from where it stopped. */
HBaseWireStatus hbase_wire_walk (HBaseWireReader *reader, const guint8 *data, gsize length);
