/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "expectation.h"

#include <stdlib.h>

#include "hbase-bytes.h"
#include "histories.h"
#include "random-keys.h"

#define MAX_LIMIT 40
/* As many rows as most ranges have. */
#define FEW 8

/* ---- keys ---- */

static HBaseSlice
unsalted (const Expectation *expectation, GBytes *key)
{
  HBaseSlice slice = hbase_slice_of_bytes (key);

  return hbase_slice (slice.data + expectation->salt_length, slice.length - expectation->salt_length);
}

static int
compare (const Expectation *expectation, GBytes *key, GBytes *other)
{
  int order = hbase_slice_compare (unsalted (expectation, key), unsalted (expectation, other));

  if (order == 0)
    order = hbase_slice_compare (hbase_slice_of_bytes (key), hbase_slice_of_bytes (other));
  return expectation->reversed ? -order : order;
}

static int
compare_with_bound (const Expectation *expectation, GBytes *key, GBytes *bound)
{
  int order = hbase_slice_compare (unsalted (expectation, key), hbase_slice_of_bytes (bound));

  return expectation->reversed ? -order : order;
}

static gboolean
has_prefix (const Expectation *expectation, GBytes *key)
{
  HBaseSlice all = unsalted (expectation, key), head = hbase_slice_of_bytes (expectation->prefix);

  return all.length >= head.length && memcmp (all.data, head.data, head.length) == 0;
}

static gboolean
is_wanted (const Expectation *expectation, GBytes *key)
{
  int at_start = expectation->start != NULL ? compare_with_bound (expectation, key, expectation->start) : 1;
  int at_stop = expectation->stop != NULL ? compare_with_bound (expectation, key, expectation->stop) : -1;

  if (at_start < 0 || (at_start == 0 && expectation->skips_start))
    return FALSE;
  if (at_stop > 0 || (at_stop == 0 && !expectation->has_stop))
    return FALSE;
  return expectation->prefix == NULL || has_prefix (expectation, key);
}

/* Returns whether the row was already returned or passed over. */
static gboolean
is_passed (const Expectation *expectation, GBytes *key)
{
  if (expectation->unordered)
    return g_hash_table_contains (expectation->came, key);
  return expectation->last != NULL && compare (expectation, key, expectation->last) <= 0;
}

/* ---- received rows ---- */

/* `until` NULL: to the end. */
static void
check_none_skipped (const Expectation *expectation, GBytes *until)
{
  for (guint i = 0; expectation->page == 0 && i < model_get_n_rows (expectation->model); i++)
    {
      ModelRow *row = model_get_row (expectation->model, i);
      g_autofree char *text = NULL;

      if (!is_wanted (expectation, row->key) || is_passed (expectation, row->key)
          || (until != NULL && compare (expectation, row->key, until) >= 0))
        continue;
      text = hbase_bytes_to_escaped (hbase_slice_of_bytes (row->key).data,
                                     MIN (g_bytes_get_size (row->key), 40));
      promise (!model_row_stayed (row, expectation->since),
               "row “%s” existed all the time, but wasn't returned", text);
    }
}

/* Each cell of a row that is read as partial rows has the state of some moment. */
static void
check_cell (const Expectation *expectation, const ModelRow *row, const HBaseCellView *cell, guint *write)
{
  g_autofree char *value = g_strndup ((const char *) cell->value.data, cell->value.length);
  gboolean first = expectation->n_cells == 0;

  promise (hbase_slice_equal (cell->family, HBASE_SLICE_LITERAL ("f")),
           "a cell of a family was returned that wasn't requested");
  promise (cell->qualifier.length == 1 && cell->qualifier.data[0] >= '0' + expectation->n_cells,
           "a cell was returned twice, or out of order");
  promise (expectation->batch_size > 0 || first || (guint) atoi (value) == *write,
           "a row was returned with cells of two writes");
  *write = (guint) atoi (value);
  promise (model_row_was (row, *write, expectation->since),
           "a row was returned as it was before the scan began");
}

static void
check_cells (Expectation *expectation, const ModelRow *expected, HBaseRow *row)
{
  guint write = 0;

  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      HBaseCellView cell;

      hbase_row_view_cell (row, i, &cell);
      check_cell (expectation, expected, &cell, &write);
      expectation->n_cells++;
    }
}

/* Ends the last row: it has no more parts. */
static void
check_whole (Expectation *expectation)
{
  HBaseSlice key = hbase_slice_of_bytes (expectation->last);
  const ModelRow *row = expectation->last != NULL ? model_find (expectation->model, key) : NULL;

  if (row == NULL || expectation->n_cells == 0)
    return;
  promise (expectation->n_cells == row->n_cells
               || (expectation->batch_size > 0 && !model_row_stayed (row, expectation->since)),
           "an incomplete row was returned");
  expectation->n_cells = 0;
}

static void
check_page (Expectation *expectation, GBytes *key)
{
  guint region = 0, n;

  for (guint i = 0; i < expectation->splits->len; i++)
    region += g_bytes_compare (expectation->splits->pdata[i], key) <= 0;
  n = GPOINTER_TO_UINT (g_hash_table_lookup (expectation->in_regions, GUINT_TO_POINTER (region))) + 1;
  g_hash_table_insert (expectation->in_regions, GUINT_TO_POINTER (region), GUINT_TO_POINTER (n));
  promise (n <= expectation->page, "more rows of a region were returned than the filter accepts");
}

static void
check_new_row (Expectation *expectation, GBytes *key)
{
  check_whole (expectation);
  promise (is_wanted (expectation, key), "a row outside the requested range was returned");
  promise (!is_passed (expectation, key), "a row was returned out of order, or twice");
  if (!expectation->unordered)
    check_none_skipped (expectation, key);
  if (expectation->page > 0)
    check_page (expectation, key);
  g_hash_table_add (expectation->came, g_bytes_ref (key));
  g_clear_pointer (&expectation->last, g_bytes_unref);
  expectation->last = g_bytes_ref (key);
  expectation->n_rows++;
  promise (expectation->limit == 0 || expectation->n_rows <= expectation->limit,
           "more rows were returned than the limit");
}

void
expectation_check_row (Expectation *expectation, HBaseRow *row)
{
  g_autoptr (GBytes) key = hbase_row_ref_key (row);
  ModelRow *expected = model_find (expectation->model, hbase_row_key_slice (row));

  promise (expected != NULL, "a row was returned that never existed");
  if (expectation->n_cells == 0 || !g_bytes_equal (key, expectation->last))
    check_new_row (expectation, key);
  check_cells (expectation, expected, row);
  if (!hbase_row_is_partial (row))
    check_whole (expectation);
}

void
expectation_check_end (Expectation *expectation)
{
  check_whole (expectation);
  if (expectation->limit == 0 || expectation->n_rows < expectation->limit)
    check_none_skipped (expectation, NULL);
}

/* ---- the scan ---- */

static gboolean
one_in (GRand *rand, gint32 n)
{
  return g_rand_int_range (rand, 0, n) == 0;
}

static GBytes *
choose_bound (Expectation *expectation, GRand *rand)
{
  guint n = model_get_n_rows (expectation->model);
  HBaseSlice key;

  if (one_in (rand, 2))
    return NULL;
  /* After which the keys come that a reversed scan passes at its end. */
  if (one_in (rand, 6))
    return random_short_key (rand, 1, 1);
  if (n == 0 || one_in (rand, 2))
    return random_key (rand, 1, 3, HBASE_MAX_ROW_LENGTH - expectation->salt_length);
  key = unsalted (expectation,
                  model_get_row (expectation->model, (guint) g_rand_int_range (rand, 0, (gint32) n))->key);
  return g_bytes_new (key.data, key.length);
}

/* With small ones most rows come as several partial rows, between which a scan may be interrupted. */
static guint
choose_batch_size (GRand *rand)
{
  static const guint sizes[] = { 0, 0, 0, 0, 0, 1, 1, 2, 3 };

  return sizes[g_rand_int_range (rand, 0, G_N_ELEMENTS (sizes))];
}

void
expectation_init (Expectation *expectation, Model *model, GRand *rand, gsize salt_length)
{
  *expectation = (Expectation){ .model = model, .salt_length = salt_length };
  expectation->reversed = one_in (rand, 2);
  expectation->start = choose_bound (expectation, rand);
  expectation->stop = choose_bound (expectation, rand);
  expectation->skips_start = one_in (rand, 4);
  expectation->has_stop = one_in (rand, 2);
  expectation->prefix = one_in (rand, 3) ? random_short_key (rand, 1, 2) : NULL;
  expectation->limit = one_in (rand, 2) ? 1 + g_rand_int (rand) % (one_in (rand, 2) ? FEW : MAX_LIMIT) : 0;
  expectation->batch_size = choose_batch_size (rand);
  expectation->since = model_get_moment (model);
  expectation->came
      = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
}

void
expectation_set_page (Expectation *expectation, guint page, const GPtrArray *splits)
{
  expectation->page = page;
  expectation->splits = splits;
  expectation->in_regions = g_hash_table_new (NULL, NULL);
  expectation->batch_size = 0;
}

void
expectation_turn (Expectation *expectation, gboolean around, GBytes *from)
{
  Expectation before = *expectation;

  if (around)
    {
      expectation->reversed = !before.reversed;
      expectation->start = before.stop;
      expectation->stop = before.start;
      expectation->skips_start = !before.has_stop;
      expectation->has_stop = !before.skips_start;
    }
  expectation->last = from != NULL ? g_bytes_ref (from) : NULL;
  expectation->since = model_get_moment (before.model);
  expectation->n_rows = 0;
  g_clear_pointer (&before.last, g_bytes_unref);
}

void
expectation_clear (Expectation *expectation)
{
  g_clear_pointer (&expectation->start, g_bytes_unref);
  g_clear_pointer (&expectation->stop, g_bytes_unref);
  g_clear_pointer (&expectation->prefix, g_bytes_unref);
  g_clear_pointer (&expectation->last, g_bytes_unref);
  g_hash_table_unref (expectation->came);
  g_clear_pointer (&expectation->in_regions, g_hash_table_unref);
}

static void
set_bytes (HBaseScan *scan, void (*set) (HBaseScan *, const guint8 *, gsize), GBytes *bytes)
{
  HBaseSlice slice = hbase_slice_of_bytes (bytes);

  if (bytes != NULL)
    set (scan, slice.data, slice.length);
}

HBaseScan *
expectation_make_scan (const Expectation *expectation)
{
  HBaseScan *scan = hbase_scan_new ();

  set_bytes (scan, hbase_scan_set_start, expectation->start);
  set_bytes (scan, hbase_scan_set_stop, expectation->stop);
  set_bytes (scan, hbase_scan_set_prefix, expectation->prefix);
  hbase_scan_set_start_inclusive (scan, !expectation->skips_start);
  hbase_scan_set_stop_inclusive (scan, expectation->has_stop);
  hbase_scan_set_reversed (scan, expectation->reversed);
  hbase_scan_set_limit (scan, expectation->limit);
  hbase_scan_set_batch_size (scan, expectation->batch_size);
  if (expectation->page > 0)
    {
      /* The OR prevents that it becomes the scan's limit; no row has an empty key. */
      g_autofree char *filter
          = g_strdup_printf ("PageFilter(%u) OR RowFilter(=,'binary:')", expectation->page);

      hbase_query_set_filter_text (HBASE_QUERY (scan), filter);
    }
  return scan;
}
