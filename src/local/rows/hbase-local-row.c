/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* A row of a result: its cells in memory, and writing them to a reply, at once or later. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-row-private.h"
#include "hbase-wire-tables.h"

/* The bytes that a cell takes in a reply or in memory, beside its contents. */
#define CELL_COST 40
/* The smallest capacities are those of a short row, which needs no larger capacities. */
#define ARENA_CAPACITY_MIN 1024
#define CELLS_CAPACITY_MIN 16

typedef struct _HBaseLocalRowCell {
  guint at; /* in the arena, where family, qualifier, value and tags are adjacent */
  guint family, qualifier, value, tags;
  gint64 timestamp;
  guint8 type;
} Cell;

void
hbase_local_row_init (HBaseLocalRow *row)
{
  *row = (HBaseLocalRow){ .writer = NULL };
}

void
hbase_local_row_clear (HBaseLocalRow *row)
{
  g_clear_pointer (&row->arena, g_free);
  g_clear_pointer (&row->cells, g_free);
}

static void
grow_arena (HBaseLocalRow *row, gsize length)
{
  row->arena_capacity = MAX (MAX (2 * row->arena_capacity, row->n_bytes + length + 1), ARENA_CAPACITY_MIN);
  row->arena = g_realloc (row->arena, row->arena_capacity);
}

/* Returns the address of so many more bytes of the arena; it isn't NULL, even for no bytes. */
static guint8 *
add_bytes (HBaseLocalRow *row, gsize length)
{
  guint8 *added;

  if (G_UNLIKELY (row->n_bytes + length >= row->arena_capacity))
    grow_arena (row, length);
  added = row->arena + row->n_bytes;
  row->n_bytes += length;
  return added;
}

static void
grow_cells (HBaseLocalRow *row)
{
  row->cells_capacity = MAX (2 * row->cells_capacity, CELLS_CAPACITY_MIN);
  row->cells = g_renew (Cell, row->cells, row->cells_capacity);
}

static void
add_cell (HBaseLocalRow *row, const Cell *cell)
{
  if (G_UNLIKELY (row->n_cells == row->cells_capacity))
    grow_cells (row);
  row->cells[row->n_cells++] = *cell;
}

void
hbase_local_row_begin (HBaseLocalRow *row, HBaseSlice key)
{
  row->n_bytes = row->n_cells = 0;
  memcpy (add_bytes (row, key.length), hbase_slice_bytes (key), key.length);
  row->row_length = key.length;
  row->has_tail = FALSE;
}

gsize
hbase_local_row_memory_size (const HBaseLocalRow *row)
{
  return row->n_bytes + row->n_cells * sizeof (Cell);
}

void
hbase_local_row_free_memory (HBaseLocalRow *row)
{
  hbase_local_row_clear (row);
  hbase_local_row_init (row);
}

/* Returns the address after the copied bytes. */
static guint8 *
append_bytes (guint8 *end, HBaseSlice bytes)
{
  memcpy (end, hbase_slice_bytes (bytes), bytes.length);
  return end + bytes.length;
}

void
hbase_local_row_set_writer (HBaseLocalRow *row, HBaseWireWriter *writer)
{
  row->writer = writer;
}

static gboolean
set_too_large (GError **error)
{
  return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                "a row of more than %" G_GSIZE_FORMAT " bytes: ask for fewer columns or "
                                "versions, or scan with a batch size",
                                HBASE_LOCAL_REPLY_MAX);
}

static void
write_row_key (const HBaseLocalRow *row, HBaseWireWriter *writer)
{
  hbase_wire_write_binary (writer, HBASE_T_RESULT_ROW, hbase_local_row_get_key (row));
}

static void
put_cell (HBaseWireWriter *writer, const HBaseCellView *cell)
{
  hbase_wire_put_cell (writer, cell->family, cell->qualifier, cell->value, cell->timestamp, cell->type);
}

static gboolean
write_cell (HBaseLocalRow *row, const HBaseCellView *cell, GError **error)
{
  if (row->n_cells == 0)
    {
      row->written_from = row->writer->length;
      write_row_key (row, row->writer);
      row->list = hbase_wire_begin_list (row->writer, HBASE_T_RESULT_COLUMN_VALUES);
    }
  put_cell (row->writer, cell);
  row->n_cells++;
  return row->writer->length - row->written_from <= HBASE_LOCAL_REPLY_MAX || set_too_large (error);
}

/* Copies the cell. */
static gboolean
keep_cell (HBaseLocalRow *row, const HBaseCellView *cell, GError **error)
{
  Cell added = { .at = (guint) row->n_bytes,
                 .family = (guint) cell->family.length,
                 .qualifier = (guint) cell->qualifier.length,
                 .value = (guint) cell->value.length,
                 .tags = (guint) cell->tags.length,
                 .timestamp = cell->timestamp,
                 .type = cell->type };
  guint8 *end;

  if (row->n_bytes + row->n_cells * CELL_COST + cell->family.length + cell->qualifier.length
          + cell->value.length
      > HBASE_LOCAL_REPLY_MAX)
    return set_too_large (error);
  end = add_bytes (row, (gsize) added.family + added.qualifier + added.value + added.tags);
  end = append_bytes (end, cell->family);
  end = append_bytes (end, cell->qualifier);
  end = append_bytes (end, cell->value);
  append_bytes (end, cell->tags);
  add_cell (row, &added);
  return TRUE;
}

gboolean
hbase_local_row_add (HBaseLocalRow *row, const HBaseCellView *cell, GError **error)
{
  return row->writer != NULL ? write_cell (row, cell, error) : keep_cell (row, cell, error);
}

static HBaseCellView
view (const guint8 *arena, const Cell *cell)
{
  const guint8 *p = arena + cell->at;

  return (HBaseCellView){
    .family = hbase_slice (p, cell->family),
    .qualifier = hbase_slice (p + cell->family, cell->qualifier),
    .value = hbase_slice (p + cell->family + cell->qualifier, cell->value),
    .tags = cell->tags > 0 ? hbase_slice (p + cell->family + cell->qualifier + cell->value, cell->tags)
                           : hbase_slice (NULL, 0),
    .timestamp = cell->timestamp,
    .type = cell->type,
  };
}

HBaseCellView
hbase_local_row_get_cell (const HBaseLocalRow *row, guint i)
{
  return view (row->arena, &row->cells[i]);
}

static int
compare_column (const HBaseCellView *cell, HBaseSlice family, HBaseSlice qualifier)
{
  int order = hbase_slice_compare (cell->family, family);

  return order != 0 ? order : hbase_slice_compare (cell->qualifier, qualifier);
}

gboolean
hbase_local_row_find (const HBaseLocalRow *row, HBaseSlice family, HBaseSlice qualifier, HBaseCellView *cell)
{
  guint low = 0, high = row->n_cells;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      *cell = hbase_local_row_get_cell (row, middle);
      if (compare_column (cell, family, qualifier) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == row->n_cells)
    return FALSE;
  *cell = hbase_local_row_get_cell (row, low);
  return compare_column (cell, family, qualifier) == 0;
}

void
hbase_local_row_keep_if (HBaseLocalRow *row,
                         gboolean (*wanted) (const HBaseCellView *cell, gpointer data),
                         gpointer data)
{
  guint kept = 0;

  for (guint i = 0; i < row->n_cells; i++)
    {
      HBaseCellView cell = hbase_local_row_get_cell (row, i);

      if (wanted (&cell, data))
        row->cells[kept++] = row->cells[i];
    }
  row->n_cells = kept;
}

static int
compare_cells (gconstpointer a, gconstpointer b, gpointer arena)
{
  HBaseCellView left = view (arena, a), right = view (arena, b);

  return compare_column (&left, right.family, right.qualifier);
}

void
hbase_local_row_sort (HBaseLocalRow *row)
{
  g_qsort_with_data (row->cells, (gint) row->n_cells, sizeof (Cell), compare_cells, row->arena);
}

void
hbase_local_row_write_cells (const HBaseLocalRow *row, guint from, guint n, HBaseWireWriter *writer)
{
  if (row->writer != NULL && n > 0)
    {
      hbase_wire_end_list (writer, row->list, HBASE_WIRE_STRUCT, n);
      return;
    }
  if (n > 0)
    write_row_key (row, writer);
  hbase_wire_write_list (writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n);
  for (guint i = from; i < from + n; i++)
    {
      HBaseCellView cell = hbase_local_row_get_cell (row, i);

      put_cell (writer, &cell);
    }
}

void
hbase_local_row_write_end (gboolean partial, HBaseWireWriter *writer)
{
  hbase_wire_write_bool (writer, HBASE_T_RESULT_STALE, FALSE);
  hbase_wire_write_bool (writer, HBASE_T_RESULT_PARTIAL, partial);
  hbase_wire_end_struct (writer);
}

void
hbase_local_row_write (const HBaseLocalRow *row, HBaseWireWriter *writer)
{
  hbase_local_row_write_cells (row, 0, hbase_local_row_n_cells (row), writer);
  hbase_local_row_write_end (FALSE, writer);
}
