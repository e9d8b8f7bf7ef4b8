/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "bench-wire.h"
#include "hbase-wire-stubs-private.h"
#include "hbt_hbase_types.h"

static HBaseSlice
slice_of (const GByteArray *array)
{
  return hbase_slice (array->data, array->len);
}

guint64
bench_stubs_read (const BenchData *data)
{
  g_autoptr (GObject) stub = g_object_new (HBT_TYPE_T_H_BASE_SERVICE_GET_MULTIPLE_RESULT, NULL);
  g_autoptr (GError) error = NULL;
  guint64 sum = 0, place = 0;
  GPtrArray *rows;

  if (!hbase_wire_stub_read (stub, data->block, data->block->body, &error))
    g_error ("%s", error->message);
  rows = ((HbtTHBaseServiceGetMultipleResult *) stub)->success;
  for (guint i = 0; i < rows->len; i++)
    {
      const HbtTResult *row = g_ptr_array_index (rows, i);

      for (guint j = 0; j < row->columnValues->len; j++)
        {
          const HbtTColumnValue *cell = g_ptr_array_index (row->columnValues, j);

          sum = bench_touch (sum, place++, slice_of (cell->family), slice_of (cell->qualifier),
                             slice_of (cell->value), cell->timestamp);
        }
      sum += row->row->data[row->row->len - 1];
    }
  return sum;
}

static GByteArray *
array_of (gconstpointer data, gsize length)
{
  return g_byte_array_append (g_byte_array_sized_new ((guint) length), data, (guint) length);
}

/* Fields are filled as the stubs' own reader does it: g_object_set() would cost half as much again. */
static HbtTColumnValue *
make_cell (const BenchData *data, guint row, guint index)
{
  HbtTColumnValue *cell = g_object_new (HBT_TYPE_T_COLUMN_VALUE, NULL);

  cell->family = array_of (BENCH_FAMILY, strlen (BENCH_FAMILY));
  cell->qualifier = array_of (data->qualifiers[index], strlen (data->qualifiers[index]));
  cell->value = array_of (bench_value (data, row, index), data->value_length);
  return cell;
}

gpointer
bench_stubs_write (const BenchData *data)
{
  g_autoptr (GObject) stub = g_object_new (HBT_TYPE_T_H_BASE_SERVICE_PUT_MULTIPLE_ARGS, NULL);
  HbtTHBaseServicePutMultipleArgs *arguments = (HbtTHBaseServicePutMultipleArgs *) stub;
  g_autoptr (GError) error = NULL;
  GBytes *bytes;

  arguments->table = array_of (BENCH_TABLE, strlen (BENCH_TABLE));
  for (guint i = 0; i < BENCH_ROWS; i++)
    {
      HbtTPut *put = g_object_new (HBT_TYPE_T_PUT, NULL);

      put->row = array_of (data->rows[i], strlen (data->rows[i]));
      for (guint j = 0; j < BENCH_CELLS_A_ROW; j++)
        g_ptr_array_add (put->columnValues, make_cell (data, i, j));
      g_ptr_array_add (arguments->tputs, put);
    }
  bytes = hbase_wire_stub_write (stub, data->protocol, &error);
  if (bytes == NULL)
    g_error ("%s", error->message);
  return bytes;
}
