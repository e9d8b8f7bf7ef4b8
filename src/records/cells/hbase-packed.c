/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-packed-private.h"
#include "hbase-wire-cell-private.h"
#include "hbase-wire-tables.h"

/* This file implements lists of encoded cells and columns; its invariant is in the header. */

void
hbase_packed_init (HBasePacked *packed, guint8 *initial, gsize capacity)
{
  *packed = (HBasePacked){ .data = initial, .capacity = capacity, .initial = initial };
}

void
hbase_packed_clear (HBasePacked *packed)
{
  if (packed->data != packed->initial)
    g_atomic_rc_box_release (packed->data);
}

/* Small lists grow faster, which saves records of few cells a copy. The old memory lives as long as a
 * message refers to it. */
void
hbase_packed_grow (HBasePacked *packed, gsize more)
{
  gsize capacity = MAX (packed->capacity * (packed->capacity < 4096 ? 4 : 2), packed->length + more);

  guint8 *data = g_atomic_rc_box_alloc (capacity);

  memcpy (data, hbase_slice_bytes (hbase_slice (packed->data, packed->length)), packed->length);
  hbase_packed_clear (packed);
  packed->data = data;
  packed->capacity = capacity;
}

void
hbase_packed_copy (HBasePacked *packed, const HBasePacked *from)
{
  if (from->count == 0)
    return;
  if (packed->capacity < from->length)
    hbase_packed_grow (packed, from->length);
  memcpy (packed->data, from->data, from->length);
  packed->length = from->length;
  packed->count = from->count;
}

/* Reserves space, and returns the end of the column's name. */
static guint8 *
begin_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier)
{
  guint8 *p = hbase_packed_reserve (packed, family.length + qualifier.length);

  g_assert (MAX (family.length, qualifier.length) <= G_MAXINT32);
  p = hbase_wire_store_binary_field (p, HBASE_T_COLUMN_FAMILY, family);
  return qualifier.data != NULL ? hbase_wire_store_binary_field (p, HBASE_T_COLUMN_QUALIFIER, qualifier) : p;
}

void
hbase_packed_add_column (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 timestamp)
{
  guint8 *p = begin_column (packed, family, qualifier);

  p = hbase_wire_store_binary_timestamp (p, HBASE_T_COLUMN_TIMESTAMP, timestamp);
  *p++ = HBASE_WIRE_STOP;
  hbase_packed_added (packed, p);
}

void
hbase_packed_add_counter (HBasePacked *packed, HBaseSlice family, HBaseSlice qualifier, gint64 amount)
{
  guint8 *p = begin_column (packed, family, qualifier);

  p = hbase_wire_store_binary_i64 (p, HBASE_T_COLUMN_INCREMENT_AMOUNT, amount);
  *p++ = HBASE_WIRE_STOP;
  hbase_packed_added (packed, p);
}

/* A field as it is stored: type, id, and bytes or a timestamp. */
typedef struct {
  HBaseWireType type;
  guint id;
  HBaseSlice bytes;
  gint64 timestamp;
} PackedField;

/* Returns the beginning of the next field. */
static const guint8 *
load_field (const guint8 *p, PackedField *field)
{
  *field = (PackedField){ .type = p[0], .id = hbase_wire_load_16 (p + 1) };
  p += 3;
  if (field->type == HBASE_WIRE_I64)
    {
      field->timestamp = (gint64) hbase_wire_load_64 (p);
      return p + sizeof (gint64);
    }
  field->bytes = hbase_slice (p + sizeof (guint32), hbase_wire_load_32 (p));
  return field->bytes.data + field->bytes.length;
}

/* Writes an element in the writer's protocol, and returns the beginning of the next. Cells have a faster
 * path. */
static const guint8 *
rewrite_element (const guint8 *p, const guint8 *end, HBaseWireWriter *writer)
{
  HBaseCellView cell;
  gsize length = hbase_wire_cell_binary (p, end, &cell);
  PackedField field;

  if (length > 0)
    {
      hbase_wire_put_cell (writer, cell.family, cell.qualifier, cell.value, cell.timestamp, 0);
      return p + length;
    }
  hbase_wire_begin_struct (writer);
  while (*p != HBASE_WIRE_STOP)
    {
      p = load_field (p, &field);
      if (field.type == HBASE_WIRE_I64)
        hbase_wire_write_i64 (writer, field.id, field.timestamp);
      else
        hbase_wire_write_binary (writer, field.id, field.bytes);
    }
  hbase_wire_end_struct (writer);
  return p + 1;
}

void
hbase_packed_write_list_in_place (const HBasePacked *packed,
                                  guint id,
                                  gpointer record,
                                  GBoxedCopyFunc ref,
                                  GDestroyNotify unref,
                                  HBaseWireWriter *writer)
{
  HBaseSlice bytes = hbase_slice (packed->data, packed->length);

  if (writer->segments == NULL || writer->protocol != HBASE_WIRE_PROTOCOL_BINARY
      || !hbase_packed_is_worth_a_segment (packed))
    {
      hbase_packed_write_list (packed, id, writer);
      return;
    }
  hbase_wire_write_list (writer, id, HBASE_WIRE_STRUCT, packed->count);
  if (packed->data == packed->initial)
    hbase_wire_put_segment (writer, bytes, ref (record), unref);
  else
    hbase_wire_put_segment (writer, bytes, g_atomic_rc_box_acquire (packed->data), g_atomic_rc_box_release);
}

/* Cells and columns have the same ids. */
const guint8 *
hbase_packed_load (const guint8 *p, HBasePackedElement *element)
{
  PackedField field;

  *element = (HBasePackedElement){ .timestamp = HBASE_CELL_NO_TIMESTAMP };
  while (*p != HBASE_WIRE_STOP)
    {
      p = load_field (p, &field);
      if (field.id == HBASE_T_COLUMN_VALUE_FAMILY)
        element->family = field.bytes;
      else if (field.id == HBASE_T_COLUMN_VALUE_QUALIFIER)
        element->qualifier = field.bytes;
      else if (field.type == HBASE_WIRE_I64)
        element->timestamp = field.timestamp;
      else if (field.id == HBASE_T_COLUMN_VALUE_VALUE)
        element->value = field.bytes;
    }
  return p + 1;
}

gboolean
hbase_packed_find_column (const HBasePacked *packed,
                          HBaseSlice family,
                          HBaseSlice qualifier,
                          HBaseSlice *value)
{
  const guint8 *p = packed->data;
  gboolean found = FALSE;

  for (guint i = 0; i < packed->count; i++)
    {
      HBasePackedElement element;

      p = hbase_packed_load (p, &element);
      if (!hbase_slice_equal (element.family, family) || !hbase_slice_equal (element.qualifier, qualifier))
        continue;
      found = TRUE;
      *value = element.value;
    }
  return found;
}

static int
compare_columns (gconstpointer a, gconstpointer b)
{
  const HBasePackedElement *one = a, *other = b;
  int order = hbase_slice_compare (one->qualifier, other->qualifier);

  return order != 0 ? order : hbase_slice_compare (one->family, other->family);
}

static void
load_sorted (const HBasePacked *packed, HBasePackedElement *elements)
{
  const guint8 *p = packed->data;

  for (guint i = 0; i < packed->count; i++)
    p = hbase_packed_load (p, &elements[i]);
  qsort (elements, packed->count, sizeof *elements, compare_columns);
}

gboolean
hbase_packed_find_twice (const HBasePacked *packed, HBasePackedElement *found)
{
  HBasePackedElement few[8]; /* most records have no more */
  g_autofree HBasePackedElement *many = NULL;
  HBasePackedElement *elements = few;

  if (packed->count > G_N_ELEMENTS (few))
    elements = many = g_new (HBasePackedElement, packed->count);
  load_sorted (packed, elements);
  for (guint i = 1; i < packed->count; i++)
    if (compare_columns (&elements[i - 1], &elements[i]) == 0)
      {
        *found = elements[i];
        return TRUE;
      }
  return FALSE;
}

GPtrArray *
hbase_packed_list_families (const HBasePacked *packed)
{
  GPtrArray *families = g_ptr_array_new_with_free_func (g_free);
  const guint8 *p = packed->data;

  for (guint i = 0; i < packed->count; i++)
    {
      g_autofree char *family = NULL;
      HBasePackedElement element;

      p = hbase_packed_load (p, &element);
      family = g_strndup ((const char *) hbase_slice_bytes (element.family), element.family.length);
      if (!g_ptr_array_find_with_equal_func (families, family, g_str_equal, NULL))
        g_ptr_array_add (families, g_steal_pointer (&family));
    }
  return families;
}

void
hbase_packed_copy_families (HBasePacked *packed, const HBasePacked *from, HBaseSlice family, gboolean after)
{
  const guint8 *p = from->data;

  for (guint i = 0; i < from->count; i++)
    {
      HBasePackedElement element;
      int order;

      p = hbase_packed_load (p, &element);
      order = hbase_slice_compare (element.family, family);
      if (after ? order > 0 : order == 0)
        hbase_packed_add_column (packed, element.family, element.qualifier, HBASE_CELL_NO_TIMESTAMP);
    }
}

void
hbase_packed_write (const HBasePacked *packed, HBaseWireWriter *writer)
{
  const guint8 *p = packed->data, *end = p + packed->length;

  if (writer->protocol == HBASE_WIRE_PROTOCOL_BINARY)
    hbase_wire_put_raw (writer, packed->data, packed->length);
  else
    while (p < end)
      p = rewrite_element (p, end, writer);
}

void
hbase_packed_write_list (const HBasePacked *packed, guint id, HBaseWireWriter *writer)
{
  if (packed->count == 0)
    return;
  hbase_wire_write_list (writer, id, HBASE_WIRE_STRUCT, packed->count);
  hbase_packed_write (packed, writer);
}
