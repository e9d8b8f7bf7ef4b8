/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "changing-table.h"

#include "random-keys.h"

#define MAX_ROWS 40
#define MAX_SPLITS 4
#define SALTS 4

static gboolean
one_in (ChangingTable *table, gint32 n)
{
  return g_rand_int_range (table->rand, 0, n) == 0;
}

static GBytes *
new_key (ChangingTable *table)
{
  guint8 salt = (guint8) g_rand_int_range (table->rand, 0, SALTS);
  g_autoptr (GBytes) unsalted = NULL;
  GByteArray *key;

  if (table->salts == NULL)
    return random_key (table->rand, 1, 4, HBASE_MAX_ROW_LENGTH);
  unsalted = random_key (table->rand, 1, 3, HBASE_MAX_ROW_LENGTH - 1);
  key = g_byte_array_append (g_byte_array_new (), &salt, 1);
  g_byte_array_append (key, g_bytes_get_data (unsalted, NULL), (guint) g_bytes_get_size (unsalted));
  return g_byte_array_free_to_bytes (key);
}

static void
put (ChangingTable *table)
{
  g_autoptr (GBytes) key = new_key (table);
  HBaseSlice slice = hbase_slice_of_bytes (key);
  ModelRow *row = model_put (table->model, slice);
  g_autofree char *value
      = g_strdup_printf ("%u", g_array_index (row->intervals, Interval, row->intervals->len - 1).write);

  world_put (table->world, slice, row->n_cells, value);
}

static void delete (ChangingTable *table)
{
  guint n = model_get_n_rows (table->model);
  ModelRow *row;

  if (n == 0)
    return;
  row = model_get_row (table->model, (guint) g_rand_int_range (table->rand, 0, (gint32) n));
  if (model_delete (table->model, hbase_slice_of_bytes (row->key)))
    world_delete (table->world, hbase_slice_of_bytes (row->key));
}

void
changing_table_change (ChangingTable *table)
{
  if (one_in (table, table->calm))
    put (table);
  if (one_in (table, table->calm))
    delete (table);
}

static GPtrArray *
choose_splits (GRand *rand)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  guint n = (guint) g_rand_int_range (rand, 0, MAX_SPLITS);

  for (guint i = 0; i < n; i++)
    {
      GBytes *key = random_short_key (rand, 1, 2);

      if (g_ptr_array_find_with_equal_func (splits, key, g_bytes_equal, NULL))
        g_bytes_unref (key);
      else
        g_ptr_array_add (splits, key);
    }
  return splits;
}

void
changing_table_init (ChangingTable *table, World *world, GRand *rand, gboolean salted)
{
  GPtrArray *splits = choose_splits (rand);
  guint n_rows = (guint) g_rand_int_range (rand, 0, MAX_ROWS);

  *table = (ChangingTable){ .world = world, .rand = rand, .model = model_new (), .splits = splits };
  table->calm = g_rand_int_range (rand, 4, 60);
  table->salts = salted ? hbase_key_schema_new ("salt:random(4),id:bytes", NULL) : NULL;
  world_begin_history (world, splits);
  for (guint i = 0; i < n_rows; i++)
    put (table);
}

void
changing_table_clear (ChangingTable *table)
{
  model_free (table->model);
  g_clear_pointer (&table->splits, g_ptr_array_unref);
  g_clear_pointer (&table->salts, hbase_key_schema_unref);
}
