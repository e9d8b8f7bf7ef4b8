/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-cell-private.h"
#include "hbase-wire-writer-private.h"

#include <glib-object.h>

/* A list of cells (TColumnValue) or columns (TColumn) of a record, which are encoded in the binary protocol
 * when they are added. To send them in that protocol takes one copy of them all, or none; for the compact
 * protocol they are encoded again.
 *
 * 1. Encoded bytes never change and never move: when the list needs more memory, messages that refer to
 *    the old memory keep it. */
typedef struct {
  guint8 *data;
  gsize length, capacity;
  const guint8 *initial; /* the caller's memory that the list began with */
  guint count;
} HBasePacked;

/* A cell or a column of a list; `data` of missing parts is NULL. */
typedef struct {
  HBaseSlice family, qualifier, value;
  gint64 timestamp; /* HBASE_CELL_NO_TIMESTAMP: none; of an increment the amount */
} HBasePackedElement;

/* Loads the element at `p`, and returns the beginning of the next. The first is at `data`. */
const guint8 *hbase_packed_load (const guint8 *p, HBasePackedElement *element);

/* `initial` is memory that lives as long as the record, so that a small list needs no allocation; NULL:
 * none. */
void hbase_packed_init (HBasePacked *packed, guint8 *initial, gsize capacity);
void hbase_packed_clear (HBasePacked *packed);
/* `packed` must be empty. */
void hbase_packed_copy (HBasePacked *packed, const HBasePacked *from);
/* Grows the capacity by at least `more` bytes. */
void hbase_packed_grow (HBasePacked *packed, gsize more);
/* Whether the list has a cell of that column, and the value of the last such cell. */
gboolean hbase_packed_find_column (const HBasePacked *packed,
                                   HBaseSlice family,
                                   HBaseSlice qualifier,
                                   HBaseSlice *value);
/* Whether two elements are of the same column, or family; `found` is set to one of the two. */
gboolean hbase_packed_find_twice (const HBasePacked *packed, HBasePackedElement *found);
/* Adds the columns of a family, or those of the families `after` it. */
void
hbase_packed_copy_families (HBasePacked *packed, const HBasePacked *from, HBaseSlice family, gboolean after);
/* Returns each family once. (element-type utf8) */
GPtrArray *hbase_packed_list_families (const HBasePacked *packed);
/* `qualifier` of data NULL: the whole family. */
void hbase_packed_add_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp);
/* Adds an increment's column. The amount has the id of a column's timestamp, but every amount is valid. */
void hbase_packed_add_counter (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 amount);
/* Writes the elements in the writer's protocol. */
void hbase_packed_write (const HBasePacked *packed, HBaseWireWriter *writer);
/* Writes the field `id`, a list of the elements; nothing if there are none. */
void hbase_packed_write_list (const HBasePacked *packed, guint id, HBaseWireWriter *writer);

/* Whether there are so many bytes that copying them costs more than a segment. */
static inline gboolean
hbase_packed_is_worth_a_segment (const HBasePacked *packed)
{
  return packed->length >= 256;
}

/* Does the same, with a segment that isn't copied, if the writer allows segments. `record` owns the initial
 * memory. */
void hbase_packed_write_list_in_place (const HBasePacked *packed,
                                       guint id,
                                       gpointer record,
                                       GBoxedCopyFunc ref,
                                       GDestroyNotify unref,
                                       HBaseWireWriter *writer);

/* Returns where to store an element whose parts have `bytes` bytes in all; hbase_packed_added() completes
 * it. */
static inline guint8 *
hbase_packed_reserve (HBasePacked *packed, gsize bytes)
{
  gsize most = hbase_wire_binary_cell_max (bytes);

  if (G_UNLIKELY (packed->capacity - packed->length < most))
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
