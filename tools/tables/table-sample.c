/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements random samples of a table's rows. */

#include "config.h"

#include <string.h>

#include "table-sample.h"

#define SIZE 8192                     /* keys */
#define N_MEASURED 64                 /* rows */
#define LENGTHS "KeyOnlyFilter(true)" /* of values, instead of these, as four bytes */
#define SEED 1                        /* the same rows give the same sample */

typedef struct {
  GBytes *key;
  gint64 timestamp;
  double random; /* the order of rows with the same timestamp, which may have been written in any */
} SampledRow;

struct _TableSample {
  GArray *rows; /* of SampledRow */
  guint64 n_seen;
  GRand *rand;
};

static void
clear_row (gpointer row)
{
  g_bytes_unref (((SampledRow *) row)->key);
}

TableSample *
table_sample_new (void)
{
  TableSample *sample = g_new0 (TableSample, 1);

  sample->rows = g_array_new (FALSE, FALSE, sizeof (SampledRow));
  g_array_set_clear_func (sample->rows, clear_row);
  sample->rand = g_rand_new_with_seed (SEED);
  return sample;
}

void
table_sample_free (TableSample *sample)
{
  g_array_unref (sample->rows);
  g_rand_free (sample->rand);
  g_free (sample);
}

/* Each row stays with the probability SIZE / number of rows. */
void
table_sample_add (TableSample *sample, HBaseRow *row)
{
  guint64 place = sample->n_seen++;
  SampledRow new_row;
  HBaseCellIter cell;

  if (place >= SIZE)
    place = (guint64) (g_rand_double (sample->rand) * (double) sample->n_seen);
  if (place >= SIZE)
    return;
  new_row.random = g_rand_double (sample->rand);
  hbase_cell_iter_init (&cell, row);
  new_row.timestamp = hbase_cell_iter_next (&cell) ? cell.timestamp : 0;
  new_row.key = hbase_row_ref_key (row);
  if (place == sample->rows->len)
    {
      g_array_append_val (sample->rows, new_row);
      return;
    }
  clear_row (&g_array_index (sample->rows, SampledRow, place));
  g_array_index (sample->rows, SampledRow, place) = new_row;
}

static int
compare_timestamps (gconstpointer a, gconstpointer b)
{
  const SampledRow *one = a, *other = b;

  if (one->timestamp != other->timestamp)
    return one->timestamp < other->timestamp ? -1 : 1;
  return (one->random > other->random) - (one->random < other->random);
}

GPtrArray *
table_sample_list_keys (TableSample *sample)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_array_sort (sample->rows, compare_timestamps);
  for (guint i = 0; i < sample->rows->len; i++)
    g_ptr_array_add (keys, g_bytes_ref (g_array_index (sample->rows, SampledRow, i).key));
  return keys;
}

/* ---- sizes ---- */

static GPtrArray *
make_gets (TableSample *sample)
{
  GPtrArray *gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  guint n = MIN (sample->rows->len, N_MEASURED);

  for (guint i = 0; i < n; i++)
    {
      SampledRow *row = &g_array_index (sample->rows, SampledRow, sample->rows->len * i / n);
      HBaseGet *get = hbase_get_new_bytes (row->key);

      hbase_query_set_filter_text (HBASE_QUERY (get), LENGTHS);
      g_ptr_array_add (gets, get);
    }
  return gets;
}

/* Reads a length that LENGTHS returns as the value. */
static gsize
get_value_length (const HBaseCellIter *cell)
{
  guint32 length = 0;

  memcpy (&length, cell->value, MIN (cell->value_length, sizeof length));
  return GUINT32_FROM_BE (length);
}

static double
measure_row (HBaseRow *row, guint overhead)
{
  HBaseCellIter cell;
  gsize length;
  double bytes = 0;

  hbase_row_get_stored_key (row, &length);
  for (hbase_cell_iter_init (&cell, row); hbase_cell_iter_next (&cell);)
    bytes += (double) (length + cell.family_length + cell.qualifier_length + get_value_length (&cell)
                       + overhead);
  return bytes;
}

double
table_sample_measure_rows (
    TableSample *sample, HBaseTable *table, guint overhead, GCancellable *cancellable, GError **error)
{
  g_autoptr (GPtrArray) gets = make_gets (sample), rows = NULL;
  double bytes = 0;
  guint n = 0;

  if (gets->len == 0)
    return 0;
  rows = hbase_table_get_multiple (table, gets, cancellable, error);
  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      double size = measure_row (rows->pdata[i], overhead);

      bytes += size;
      n += size > 0;
    }
  return n > 0 ? bytes / n : 0;
}
