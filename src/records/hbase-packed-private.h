/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-cell-private.h"
#include "hbase-wire-writer-private.h"

#include <glib-object.h>

/* Cells (TColumnValue) or columns (TColumn) of a record, packed the moment they are added: all of them in one
 * run of bytes, as the binary protocol writes them. So adding one is a copy, and sending them in that
 * protocol one more of them all, or none; for the compact protocol they are written anew.
 *
 * 1. What is packed never changes, and never moves: the record outgrows its bytes by leaving them to whoever
 *    refers to them. */
typedef struct {
  guint8 *data;
  gsize length, room;
  const guint8 *acquired; /* the room it began with, which isn't its own */
  guint count;
} HBasePacked;

/* `acquired` is room that lives as long as the record, so that a small one needs no more; NULL: none. */
void hbase_packed_init (HBasePacked *packed, guint8 *acquired, gsize room);
void hbase_packed_clear (HBasePacked *packed);
/* To one without any. */
void hbase_packed_copy (HBasePacked *packed, const HBasePacked *from);
/* Makes room for `more` bytes, at least. */
void hbase_packed_grow (HBasePacked *packed, gsize more);
/* Of cells or columns. `value`: the last such cell's. */
gboolean hbase_packed_find_column (const HBasePacked *packed,
                                   HBaseSlice family,
                                   HBaseSlice qualifier,
                                   HBaseSlice *value);
/* Adds the columns of a family, or those of the families behind it. */
void
hbase_packed_copy_families (HBasePacked *packed, const HBasePacked *from, HBaseSlice family, gboolean behind);
/* Each once: char *. */
GPtrArray *hbase_packed_list_families (const HBasePacked *packed);
/* A qualifier whose data is NULL: the whole family. */
void hbase_packed_add_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp);
/* The elements, in the writer's protocol. */
void hbase_packed_write (const HBasePacked *packed, HBaseWireWriter *writer);
/* The field `id`, a list of them; nothing where there are none. */
void hbase_packed_write_list (const HBasePacked *packed, guint id, HBaseWireWriter *writer);

/* Below some size copying is no dearer than what a run costs. */
static inline gboolean
hbase_packed_is_worth_a_run (const HBasePacked *packed)
{
  return packed->length >= 256;
}

/* The same, by reference where the writer allows runs: `record` is whose room was lent. What is added to the
 * record later goes behind what was written. */
void hbase_packed_write_list_in_place (const HBasePacked *packed,
                                       guint id,
                                       gpointer record,
                                       GBoxedCopyFunc ref,
                                       GDestroyNotify unref,
                                       HBaseWireWriter *writer);

/* Where to store one whose parts have so many bytes in all; added() says how far it went. */
static inline guint8 *
hbase_packed_reserve (HBasePacked *packed, gsize bytes)
{
  gsize most = hbase_wire_binary_cell_max (bytes);

  if (G_UNLIKELY (packed->room - packed->length < most))
    hbase_packed_grow (packed, most);
  return packed->data + packed->length;
}

static inline void
hbase_packed_added (HBasePacked *packed, const guint8 *p)
{
  packed->length = (gsize) (p - packed->data);
  packed->count++;
}

HBASE_WIRE_INLINE void
hbase_packed_add_cell (
    HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, HBaseSlice value, gint64 timestamp)
{
  guint8 *p = hbase_packed_reserve (packed, family.length + qualifier.length + value.length);

  hbase_packed_added (packed, hbase_wire_store_binary_cell (p, family, qualifier, value, timestamp));
}
