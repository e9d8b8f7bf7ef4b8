/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-records-private.h"
#include "hbase-row-private.h"
#include "hbase-wire-reader-private.h"
#include "hbase-wire-tables.h"

/* Rows that hold their own bytes. */

static void
write_cells (HBaseWireWriter *writer, HBaseRow *row, guint n_cells)
{
  for (guint i = 0; i < n_cells; i++)
    {
      HBaseCellView view;

      hbase_row_view_cell (row, i, &view);
      hbase_wire_put_cell (writer, view.family, view.qualifier, view.value, view.timestamp, view.type);
    }
}

/* The reply that a gateway would give to a get that finds the first `n_cells` cells of these rows, which are
 * parts of one. */
static GBytes *
write_alone (HBaseRow *const *rows, guint n_cells, gboolean partial)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 256);
  hbase_wire_write_message (&writer, HBASE_SLICE_LITERAL ("get"), HBASE_WIRE_REPLY, 0);
  hbase_wire_begin_struct (&writer);
  hbase_wire_write_struct (&writer, HBASE_GET_RESULT_SUCCESS);
  hbase_wire_write_binary (&writer, HBASE_T_RESULT_ROW, hbase_row_key_slice (rows[0]));
  hbase_wire_write_list (&writer, HBASE_T_RESULT_COLUMN_VALUES, HBASE_WIRE_STRUCT, n_cells);
  for (guint i = 0; n_cells > 0; i++)
    {
      guint n = MIN (n_cells, hbase_row_get_n_cells (rows[i]));

      write_cells (&writer, rows[i], n);
      n_cells -= n;
    }
  hbase_wire_write_bool (&writer, HBASE_T_RESULT_PARTIAL, partial);
  hbase_wire_end_struct (&writer);
  hbase_wire_end_struct (&writer);
  return hbase_wire_writer_end (&writer);
}

static HBaseBlock *
read_alone (GBytes *reply)
{
  HBaseWireReader reader;
  gsize length;
  guint8 *memory = g_bytes_unref_to_data (reply, &length);

  /* The writer's buffer has grown by doubling, and a row that is kept needs none of that. */
  memory = g_realloc (memory, length);
  hbase_wire_reader_init_reply (&reader, HBASE_WIRE_PROTOCOL_BINARY, FALSE, length,
                                &hbase_wire_methods[HBASE_WIRE_METHOD_GET], 0);
  if (hbase_wire_reader_feed (&reader, memory, length) != HBASE_WIRE_WHOLE)
    g_assert_not_reached ();
  return hbase_wire_reader_take (&reader, memory);
}

HBaseRow *
hbase_row_join (HBaseRow *const *rows, guint n_cells)
{
  g_autoptr (HBaseBlock) block = read_alone (write_alone (rows, n_cells, FALSE));

  return hbase_row_new (block, 0, hbase_row_key_slice (rows[0]), hbase_row_get_key_schema (rows[0]));
}

/**
 * hbase_row_copy:
 * @row: a row
 *
 * Makes a copy that holds its own bytes only. A row that is kept for long is better detached from the reply
 * that it came with.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 0.1
 */
HBaseRow *
hbase_row_copy (HBaseRow *row)
{
  g_autoptr (HBaseBlock) block = NULL;

  g_return_val_if_fail (row != NULL, NULL);

  block = read_alone (write_alone (&row, hbase_row_get_n_cells (row), hbase_row_is_partial (row)));
  if (hbase_row_is_unsalted (row))
    return hbase_row_new_missing (block, 0, hbase_row_key_slice (row), hbase_row_get_key_schema (row));
  return hbase_row_new (block, 0, hbase_row_key_slice (row), hbase_row_get_key_schema (row));
}
