/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "model.h"

#define MAX_CELLS 4

struct _Model {
  GPtrArray *rows;
  guint64 moment;
  guint n_writes;
};

static void
row_free (gpointer data)
{
  ModelRow *row = data;

  g_bytes_unref (row->key);
  g_array_unref (row->intervals);
  g_free (row);
}

Model *
model_new (void)
{
  Model *model = g_new0 (Model, 1);

  model->rows = g_ptr_array_new_with_free_func (row_free);
  return model;
}

void
model_free (Model *model)
{
  g_ptr_array_unref (model->rows);
  g_free (model);
}

guint64
model_get_moment (Model *model)
{
  return model->moment;
}

guint
model_get_n_rows (Model *model)
{
  return model->rows->len;
}

ModelRow *
model_get_row (Model *model, guint index)
{
  return model->rows->pdata[index];
}

/* Returns the index of the row, or where it would be inserted. */
static guint
find_place (Model *model, HBaseSlice key)
{
  guint low = 0, high = model->rows->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (hbase_slice_compare (hbase_slice_of_bytes (model_get_row (model, middle)->key), key) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

ModelRow *
model_find (Model *model, HBaseSlice key)
{
  guint place = find_place (model, key);
  ModelRow *row = place < model->rows->len ? model_get_row (model, place) : NULL;

  return row != NULL && hbase_slice_equal (hbase_slice_of_bytes (row->key), key) ? row : NULL;
}

static ModelRow *
add_row (Model *model, HBaseSlice key)
{
  ModelRow *row = g_new (ModelRow, 1);

  row->key = g_bytes_new (key.data, key.length);
  row->n_cells = 1 + g_bytes_hash (row->key) % MAX_CELLS;
  row->intervals = g_array_new (FALSE, FALSE, sizeof (Interval));
  g_ptr_array_insert (model->rows, (gint) find_place (model, key), row);
  return row;
}

/* Returns the current interval; NULL: the row doesn't exist. */
static Interval *
current_interval (const ModelRow *row)
{
  Interval *last
      = row->intervals->len > 0 ? &g_array_index (row->intervals, Interval, row->intervals->len - 1) : NULL;

  return last != NULL && last->until == G_MAXUINT64 ? last : NULL;
}

static gboolean
end_interval (Model *model, ModelRow *row)
{
  Interval *interval = row != NULL ? current_interval (row) : NULL;

  model->moment++;
  if (interval != NULL)
    interval->until = model->moment;
  return interval != NULL;
}

ModelRow *
model_put (Model *model, HBaseSlice key)
{
  ModelRow *row = model_find (model, key);
  Interval interval;

  if (row == NULL)
    row = add_row (model, key);
  end_interval (model, row);
  interval = (Interval){ model->moment, G_MAXUINT64, ++model->n_writes };
  g_array_append_val (row->intervals, interval);
  return row;
}

gboolean
model_delete (Model *model, HBaseSlice key)
{
  return end_interval (model, model_find (model, key));
}

gboolean
model_row_stayed (const ModelRow *row, guint64 since)
{
  const Interval *interval = current_interval (row);

  return interval != NULL && interval->from <= since;
}

gboolean
model_row_was (const ModelRow *row, guint write, guint64 since)
{
  for (guint i = 0; i < row->intervals->len; i++)
    {
      const Interval *interval = &g_array_index (row->intervals, Interval, i);

      if (interval->write == write)
        return interval->until > since;
    }
  return FALSE;
}
