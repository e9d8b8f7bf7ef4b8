/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-mutation-private.h"
#include "hbase-record-check-private.h"
#include "hbase-wire-tables.h"

/* This file implements the base of put, append, increment and delete: the row, its cells, and the settings
 * that they share.
 *
 * 1. Setters and add functions never fail. What is invalid is recorded in `problem` and reported by
 *    hbase_mutation_check(), before anything is sent.
 * 2. Struct, row key and the first cells are one allocation, which never moves. */

/* Makes the struct's copy of the row key, and an empty list of cells. */
static void
init (HBaseMutation *mutation, HBaseSlice row)
{
  g_atomic_ref_count_init (&mutation->ref_count);
  mutation->row = (guint8 *) mutation + mutation->class->size;
  mutation->row_length = row.length;
  memcpy (mutation->row, hbase_slice_bytes (row), row.length);
  hbase_packed_init (&mutation->cells, mutation->row + row.length, mutation->class->first_capacity);
}

static gpointer
allocate (const HBaseMutationClass *class, HBaseSlice row)
{
  return g_malloc (class->size + row.length + class->first_capacity);
}

gpointer
hbase_mutation_new (const HBaseMutationClass *class, HBaseSlice row)
{
  HBaseMutation *mutation = allocate (class, row);

  memset (mutation, 0, class->size);
  mutation->class = class;
  mutation->timestamp = HBASE_CELL_NO_TIMESTAMP;
  mutation->return_results = TRUE;
  init (mutation, row);
  return mutation;
}

gpointer
hbase_mutation_new_for_row (const HBaseMutationClass *class, HBaseRow *row)
{
  gsize length, stored_length;
  const guint8 *key = hbase_row_get_key (row, &length);
  const guint8 *stored_key = hbase_row_get_stored_key (row, &stored_length);
  HBaseMutation *mutation = hbase_mutation_new (class, hbase_slice (key, length));

  if (stored_key != NULL)
    mutation->stored_key = g_bytes_new (stored_key, stored_length);
  return mutation;
}

gpointer
hbase_mutation_copy_to (const HBaseMutation *mutation, HBaseSlice row)
{
  HBaseMutation *copy = allocate (mutation->class, row);

  memcpy (copy, mutation, mutation->class->size);
  init (copy, row);
  copy->stored_key = NULL;
  copy->attributes = hbase_named_values_copy (mutation->attributes);
  copy->visibility = g_strdup (mutation->visibility);
  hbase_packed_copy (&copy->cells, &mutation->cells);
  return copy;
}

gpointer
hbase_mutation_copy (const HBaseMutation *mutation)
{
  return hbase_mutation_copy_to (mutation, hbase_mutation_row_slice (mutation));
}

gpointer
hbase_mutation_ref (gpointer mutation)
{
  g_atomic_ref_count_inc (&((HBaseMutation *) mutation)->ref_count);
  return mutation;
}

void
hbase_mutation_unref (gpointer mutation)
{
  HBaseMutation *self = mutation;

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  hbase_packed_clear (&self->cells);
  g_clear_pointer (&self->stored_key, g_bytes_unref);
  g_clear_pointer (&self->attributes, g_tree_unref);
  g_free (self->visibility);
  g_free (self);
}

/* Returns whether the column can be encoded, and records what is invalid. */
static gboolean
check_column (HBaseMutation *mutation, HBaseSlice family, HBaseSlice qualifier)
{
  if (family.length == 0)
    mutation->problem = "a column family's name is empty";
  if ((family.length | qualifier.length) <= G_MAXINT32)
    return TRUE;
  mutation->problem = "a column's name has more than 2,147,483,647 bytes";
  return FALSE;
}

void
hbase_mutation_add_column (HBaseMutation *mutation,
                           const char *family,
                           HBaseSlice qualifier,
                           gint64 timestamp)
{
  HBaseSlice name = hbase_slice_text (family);

  mutation->n_untimed += timestamp == HBASE_CELL_NO_TIMESTAMP;
  mutation->n_server_timed += timestamp == G_MAXINT64;
  if (check_column (mutation, name, qualifier))
    hbase_packed_add_column (&mutation->cells, name, qualifier, timestamp);
}

void
hbase_mutation_add_counter (HBaseMutation *mutation, const char *family, HBaseSlice qualifier, gint64 amount)
{
  HBaseSlice name = hbase_slice_text (family);

  if (check_column (mutation, name, qualifier))
    hbase_packed_add_counter (&mutation->cells, name, qualifier, amount);
}

static HBaseCell *
make_cell (const HBaseMutation *mutation, const HBasePackedElement *cell)
{
  gboolean has_own = cell->timestamp != HBASE_CELL_NO_TIMESTAMP;

  if (mutation->class->make_cell != NULL)
    return mutation->class->make_cell (mutation, cell);
  return hbase_cell_new_copy (cell->family, cell->qualifier, cell->value,
                              has_own ? cell->timestamp : mutation->timestamp, HBASE_CELL_TYPE_PUT);
}

GPtrArray *
hbase_mutation_list_cells (const HBaseMutation *mutation)
{
  guint n_cells = mutation->cells.count;
  GPtrArray *cells = g_ptr_array_new_full (n_cells, (GDestroyNotify) hbase_cell_unref);
  const guint8 *p = mutation->cells.data;

  for (guint i = 0; i < n_cells; i++)
    {
      HBasePackedElement cell;

      p = hbase_packed_load (p, &cell);
      g_ptr_array_add (cells, make_cell (mutation, &cell));
    }
  return cells;
}

gboolean
hbase_mutation_check_cells (const HBaseMutation *mutation, GError **error)
{
  HBaseSlice row = hbase_mutation_row_slice (mutation);

  if (mutation->problem != NULL)
    return hbase_record_fail (error, mutation->class->name, row, "%s", mutation->problem);
  return mutation->timestamp >= 0 || mutation->timestamp == HBASE_CELL_NO_TIMESTAMP
         || hbase_record_fail (error, mutation->class->name, row, "its timestamp is below 0");
}

static gboolean
check_columns_differ (const HBaseMutation *mutation, GError **error)
{
  g_autofree char *column = NULL;
  HBasePackedElement twice;

  if (!hbase_packed_find_twice (&mutation->cells, &twice))
    return TRUE;
  column = hbase_record_show_column (twice.family, twice.qualifier);
  return hbase_record_fail (error, mutation->class->name, hbase_mutation_row_slice (mutation),
                            "the column “%s” was added more than once, and HBase would use only the last "
                            "entry: add each column once, or send one %s for each",
                            column, mutation->class->name);
}

gboolean
hbase_mutation_check (const HBaseMutation *mutation, GError **error)
{
  HBaseSlice row = hbase_mutation_row_slice (mutation);
  const char *problem;

  if (!hbase_row_key_check (row, error) || !hbase_mutation_check_cells (mutation, error))
    return FALSE;
  problem = mutation->class->find_problem (mutation);
  if (problem != NULL)
    return hbase_record_fail (error, mutation->class->name, row, "%s", problem);
  return !mutation->class->adds || check_columns_differ (mutation, error);
}

gboolean
hbase_mutation_is_timestamped (const HBaseMutation *mutation)
{
  gboolean by_default = mutation->timestamp >= 0 && mutation->timestamp != G_MAXINT64;
  gboolean by_itself = mutation->n_untimed == 0 && mutation->cells.count > 0;

  return mutation->class->timestamp_field != 0 && mutation->n_server_timed == 0 && (by_default || by_itself);
}

gboolean
hbase_mutation_needs_timestamp (const HBaseMutation *mutation)
{
  return mutation->class->stamp != NULL && mutation->timestamp == HBASE_CELL_NO_TIMESTAMP
         && (mutation->n_untimed > 0 || mutation->cells.count == 0);
}

HBaseMutation *
hbase_mutation_stamp (HBaseMutation *mutation, gint64 timestamp)
{
  return hbase_mutation_needs_timestamp (mutation) ? mutation->class->stamp (mutation, timestamp)
                                                   : hbase_mutation_ref (mutation);
}

#define TIME_TO_LIVE "_ttl"

void
hbase_mutation_set_time_to_live (HBaseMutation *mutation, gint64 milliseconds)
{
  gint64 bytes = GINT64_TO_BE (milliseconds);

  if (milliseconds > 0)
    hbase_attributes_set (&mutation->attributes, TIME_TO_LIVE, hbase_slice (&bytes, sizeof bytes));
  else
    hbase_attributes_remove (&mutation->attributes, TIME_TO_LIVE);
}

gint64
hbase_mutation_get_time_to_live (const HBaseMutation *mutation)
{
  g_autoptr (GBytes) value = hbase_attributes_ref (mutation->attributes, TIME_TO_LIVE);
  HBaseSlice bytes = hbase_slice_of_bytes (value);

  return bytes.length == sizeof (gint64) ? (gint64) hbase_wire_load_64 (bytes.data) : 0;
}

/* The size of what is written besides the row key and the cells: field headers, lengths, the timestamp, the
 * durability and the stop byte, in the binary protocol; the compact one takes no more. */
#define FRAME_BYTES 64

gsize
hbase_mutation_get_max_length (const HBaseMutation *mutation, gboolean in_place)
{
  const HBasePacked *cells = &mutation->cells;

  return FRAME_BYTES + mutation->row_length + hbase_attributes_get_max_length (mutation->attributes)
         + hbase_slice_text (mutation->visibility).length
         + (in_place && hbase_packed_is_worth_a_segment (cells) ? 0 : cells->length);
}

static void
write_visibility (const HBaseMutation *mutation, HBaseWireWriter *writer)
{
  if (mutation->visibility == NULL)
    return;
  hbase_wire_write_struct (writer, mutation->class->visibility_field);
  hbase_wire_write_binary (writer, HBASE_T_CELL_VISIBILITY_EXPRESSION,
                           hbase_slice_text (mutation->visibility));
  hbase_wire_end_struct (writer);
}

void
hbase_mutation_write (HBaseMutation *mutation, HBaseWireWriter *writer)
{
  const HBaseMutationClass *class = mutation->class;

  hbase_wire_write_binary (writer, class->row_field, hbase_mutation_row_slice (mutation));
  hbase_packed_write_list_in_place (&mutation->cells, class->cells_field, mutation, hbase_mutation_ref,
                                    hbase_mutation_unref, writer);
  if (mutation->timestamp != HBASE_CELL_NO_TIMESTAMP)
    hbase_wire_write_i64 (writer, class->timestamp_field, mutation->timestamp);
  if (class->write_more != NULL)
    class->write_more (mutation, writer);
  hbase_attributes_write (mutation->attributes, class->attributes_field, writer);
  if (mutation->durability != HBASE_DURABILITY_USE_DEFAULT)
    hbase_wire_write_i32 (writer, class->durability_field, (gint32) mutation->durability);
  write_visibility (mutation, writer);
  if (!mutation->return_results)
    hbase_wire_write_bool (writer, class->return_results_field, FALSE);
  hbase_wire_end_struct (writer);
}
