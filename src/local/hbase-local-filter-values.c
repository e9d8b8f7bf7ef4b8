/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Filters that examine the values of cells. */

#include "config.h"

#include "hbase-local-filter-private.h"

/* ---- ValueFilter ---- */

/* Compares the cells of one column; without a column, all cells. */
typedef struct {
  HBaseLocalFilter base;
  HBaseSlice family, qualifier;
  HBaseLocalComparator comparator;
} Comparing;

static gboolean
value_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  return hbase_local_comparator_init (&((Comparing *) filter)->comparator, filter, node, 0, error);
}

static gboolean
column_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  Comparing *self = (Comparing *) filter;

  self->family = hbase_local_filter_bytes (node, 0);
  self->qualifier = hbase_local_filter_bytes (node, 1);
  return hbase_local_comparator_init (&self->comparator, filter, node, 2, error);
}

static void
comparing_clear (HBaseLocalFilter *filter)
{
  hbase_local_comparator_clear (&((Comparing *) filter)->comparator);
}

static gboolean
is_of_column (const Comparing *self, const HBaseCellView *cell)
{
  return hbase_slice_equal (cell->family, self->family)
         && hbase_slice_equal (cell->qualifier, self->qualifier);
}

static HBaseLocalFilterDecision
value_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  const Comparing *self = (const Comparing *) filter;

  return hbase_local_comparator_rejects (&self->comparator, cell->value) ? HBASE_LOCAL_SKIP
                                                                         : HBASE_LOCAL_INCLUDE;
}

/* ---- ColumnValueFilter ---- */

typedef struct {
  Comparing comparing;
  gboolean found;
} ColumnValue;

static void
column_value_reset (HBaseLocalFilter *filter)
{
  ((ColumnValue *) filter)->found = FALSE;
}

static HBaseLocalFilterDecision
column_value_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  ColumnValue *self = (ColumnValue *) filter;

  if (!is_of_column (&self->comparing, cell))
    return self->found ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_NEXT_COLUMN;
  self->found = TRUE;
  return value_cell (filter, cell);
}

static gboolean
column_value_is_essential (const HBaseLocalFilter *filter, HBaseSlice family)
{
  return hbase_slice_equal (((const Comparing *) filter)->family, family);
}

/* ---- SingleColumnValueFilter, SingleColumnValueExcludeFilter ---- */

typedef struct {
  Comparing comparing;
  gboolean filter_if_missing; /* leaves out rows without the column */
  gboolean latest_only;
  gboolean found, matched;
} SingleColumn;

static gboolean
single_column_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  SingleColumn *self = (SingleColumn *) filter;
  gboolean has_all_arguments = hbase_local_filter_n_arguments (node) == 6;

  self->filter_if_missing = has_all_arguments && hbase_local_filter_flag (node, 4);
  self->latest_only = !has_all_arguments || hbase_local_filter_flag (node, 5);
  return column_init (filter, node, error);
}

static void
single_column_reset (HBaseLocalFilter *filter)
{
  SingleColumn *self = (SingleColumn *) filter;

  self->found = self->matched = FALSE;
}

static HBaseLocalFilterDecision
single_column_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  SingleColumn *self = (SingleColumn *) filter;

  if (self->matched)
    return HBASE_LOCAL_INCLUDE;
  if (self->latest_only && self->found)
    return HBASE_LOCAL_NEXT_FAMILY;
  if (!is_of_column (&self->comparing, cell))
    return HBASE_LOCAL_INCLUDE;
  self->found = TRUE;
  self->matched = !hbase_local_comparator_rejects (&self->comparing.comparator, cell->value);
  return self->matched || !self->latest_only ? HBASE_LOCAL_INCLUDE : HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
single_column_row (HBaseLocalFilter *filter)
{
  const SingleColumn *self = (const SingleColumn *) filter;

  return self->found ? !self->matched : self->filter_if_missing;
}

static gboolean
single_column_is_essential (const HBaseLocalFilter *filter, HBaseSlice family)
{
  return !((const SingleColumn *) filter)->filter_if_missing || column_value_is_essential (filter, family);
}

static gboolean
is_other_column (const HBaseCellView *cell, gpointer self)
{
  return !is_of_column (self, cell);
}

static void
single_column_exclude (HBaseLocalFilter *filter, HBaseLocalRow *row)
{
  hbase_local_row_keep_if (row, is_other_column, filter);
}

/* ---- DependentColumnFilter ---- */

typedef struct {
  Comparing comparing;
  gboolean compares;
  gboolean drops;         /* leaves out the column itself */
  GHashTable *timestamps; /* gint64, of the column's cells in this row */
} Dependent;

static gboolean
dependent_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  Dependent *self = (Dependent *) filter;

  self->timestamps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->comparing.family = hbase_local_filter_bytes (node, 0);
  self->comparing.qualifier = hbase_local_filter_bytes (node, 1);
  self->drops = hbase_local_filter_n_arguments (node) > 2 && hbase_local_filter_flag (node, 2);
  self->compares = hbase_local_filter_n_arguments (node) > 3;
  return !self->compares || hbase_local_comparator_init (&self->comparing.comparator, filter, node, 3, error);
}

static void
dependent_clear (HBaseLocalFilter *filter)
{
  g_clear_pointer (&((Dependent *) filter)->timestamps, g_hash_table_unref);
  comparing_clear (filter);
}

static void
dependent_reset (HBaseLocalFilter *filter)
{
  g_hash_table_remove_all (((Dependent *) filter)->timestamps);
}

static HBaseLocalFilterDecision
dependent_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  Dependent *self = (Dependent *) filter;

  if (!is_of_column (&self->comparing, cell))
    return HBASE_LOCAL_INCLUDE;
  if (self->compares && hbase_local_comparator_rejects (&self->comparing.comparator, cell->value))
    return HBASE_LOCAL_SKIP;
  g_hash_table_add (self->timestamps, g_memdup2 (&cell->timestamp, sizeof cell->timestamp));
  return self->drops ? HBASE_LOCAL_SKIP : HBASE_LOCAL_INCLUDE;
}

static gboolean
has_timestamp (const HBaseCellView *cell, gpointer timestamps)
{
  return g_hash_table_contains (timestamps, &cell->timestamp);
}

static void
dependent_row_cells (HBaseLocalFilter *filter, HBaseLocalRow *row)
{
  hbase_local_row_keep_if (row, has_timestamp, ((Dependent *) filter)->timestamps);
}

const HBaseLocalFilterClass hbase_local_value_filters[] = {
  { .name = "ValueFilter",
    .size = sizeof (Comparing),
    .reads_values = TRUE,
    .init = value_init,
    .clear = comparing_clear,
    .cell = value_cell },
  { .name = "ColumnValueFilter",
    .size = sizeof (ColumnValue),
    .reads_values = TRUE,
    .init = column_init,
    .clear = comparing_clear,
    .reset = column_value_reset,
    .cell = column_value_cell,
    .is_essential = column_value_is_essential },
  { .name = "SingleColumnValueFilter",
    .size = sizeof (SingleColumn),
    .decides_rows = TRUE,
    .reads_values = TRUE,
    .init = single_column_init,
    .clear = comparing_clear,
    .reset = single_column_reset,
    .cell = single_column_cell,
    .row = single_column_row,
    .is_essential = single_column_is_essential },
  { .name = "SingleColumnValueExcludeFilter",
    .size = sizeof (SingleColumn),
    .decides_rows = TRUE,
    .reads_values = TRUE,
    .init = single_column_init,
    .clear = comparing_clear,
    .reset = single_column_reset,
    .cell = single_column_cell,
    .row_cells = single_column_exclude,
    .row = single_column_row,
    .is_essential = single_column_is_essential },
  { .name = "DependentColumnFilter",
    .size = sizeof (Dependent),
    .decides_rows = TRUE,
    .reads_values = TRUE,
    .init = dependent_init,
    .clear = dependent_clear,
    .reset = dependent_reset,
    .cell = dependent_cell,
    .row_cells = dependent_row_cells },
  { .name = NULL },
};
