/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements HBase's filters. Each is a port of the Java class of that name. */

#include "config.h"

#include "hbase-local-filter-private.h"

/* ---- arguments of several filters ---- */

static gboolean
bytes_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->bytes = hbase_local_filter_bytes (node, 0);
  return TRUE;
}

static gboolean
limit_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->limit = hbase_local_filter_number (node, 0);
  return TRUE;
}

static gboolean
comparator_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  return hbase_local_comparator_init (&self->comparator, self->limits, node, 0, error);
}

static gboolean
column_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->family = hbase_local_filter_bytes (node, 0);
  self->qualifier = hbase_local_filter_bytes (node, 1);
  return hbase_local_comparator_init (&self->comparator, self->limits, node, 2, error);
}

/* ---- functions of several filters ---- */

static gboolean
is_done (HBaseLocalFilter *self)
{
  return self->done;
}

/* The hint of filters that decide to seek `bytes`. */
static gboolean
bytes_hint (HBaseLocalFilter *self, HBaseSlice *qualifier)
{
  *qualifier = self->bytes;
  return TRUE;
}

static gboolean
is_of_column (const HBaseLocalFilter *self, const HBaseCellView *cell)
{
  return hbase_slice_equal (cell->family, self->family)
         && hbase_slice_equal (cell->qualifier, self->qualifier);
}

/* ---- FirstKeyOnlyFilter ---- */

static HBaseLocalFilterDecision
first_key_only_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  if (self->found)
    return HBASE_LOCAL_NEXT_FAMILY;
  self->found = TRUE;
  return HBASE_LOCAL_INCLUDE;
}

/* ---- PrefixFilter ---- */

static gboolean
prefix_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  int order;

  if (self->done || row.length < self->bytes.length)
    return TRUE;
  order = hbase_slice_compare (hbase_slice (row.data, self->bytes.length), self->bytes);
  self->done |= self->reversed ? order < 0 : order > 0;
  self->matched = order == 0;
  return !self->matched;
}

static HBaseLocalFilterDecision
prefix_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return self->matched ? HBASE_LOCAL_INCLUDE : HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
prefix_row (HBaseLocalFilter *self)
{
  return !self->matched;
}

/* ---- InclusiveStopFilter ---- */

static gboolean
inclusive_stop_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  int order = hbase_slice_compare (row, self->bytes);

  self->done |= self->reversed ? order < 0 : order > 0;
  return self->done;
}

static HBaseLocalFilterDecision
inclusive_stop_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return self->done ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_INCLUDE;
}

/* ---- PageFilter ---- */

static gboolean
page_all_remaining (HBaseLocalFilter *self)
{
  return self->n_rows >= self->limit;
}

static gboolean
page_row (HBaseLocalFilter *self)
{
  return ++self->n_rows > self->limit;
}

/* ---- RowFilter ---- */

static gboolean
row_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  self->rejects |= hbase_local_comparator_rejects (&self->comparator, row);
  return self->rejects;
}

static HBaseLocalFilterDecision
row_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return self->rejects ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_INCLUDE;
}

static gboolean
row_row (HBaseLocalFilter *self)
{
  return self->rejects;
}

/* ---- RandomRowFilter ---- */

static gboolean
random_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  return hbase_filter_argument_fraction (hbase_filter_node_argument (node, 0), &self->chance);
}

static gboolean
random_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  self->rejects = g_random_double () >= self->chance;
  return self->rejects;
}

/* ---- FuzzyRowFilter, MultiRowRangeFilter: they accept rows, and don't leave them out by their keys ---- */

static gboolean
arguments_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->node = node;
  return TRUE;
}

/* A row that is shorter than the key matches if all of its bytes do. HBase leaves some of these rows out: the
 * rows before the next key that it seeks. */
static gboolean
is_fuzzy_match (HBaseSlice row, HBaseSlice key, HBaseSlice mask)
{
  for (gsize i = 0; i < MIN (row.length, key.length); i++)
    if (mask.data[i] == 0 && row.data[i] != key.data[i])
      return FALSE;
  return TRUE;
}

/* A row that doesn't match is also left out at its end, where an OR asks for it. */
static HBaseLocalFilterDecision
fuzzy_row_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  const HBaseLocalRow *row = self->limits->row;
  HBaseSlice key = hbase_local_row_get_key (row);

  for (guint i = 0; i < self->node->arguments->len; i += 2)
    if (is_fuzzy_match (key, hbase_local_filter_bytes (self->node, i),
                        hbase_local_filter_bytes (self->node, i + 1)))
      return HBASE_LOCAL_INCLUDE;
  self->rejects = TRUE;
  return HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
is_in_range (HBaseSlice row, const HBaseFilterNode *node, guint i)
{
  HBaseSlice first = hbase_local_filter_bytes (node, i), last = hbase_local_filter_bytes (node, i + 2);
  int from_first = first.length > 0 ? hbase_slice_compare (row, first) : 1;
  int from_last = last.length > 0 ? hbase_slice_compare (row, last) : -1;

  return (from_first > 0 || (from_first == 0 && hbase_local_filter_flag (node, i + 1)))
         && (from_last < 0 || (from_last == 0 && hbase_local_filter_flag (node, i + 3)));
}

static gboolean
row_ranges_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  self->matched = FALSE;
  for (guint i = 0; i < self->node->arguments->len && !self->matched; i += 4)
    self->matched = is_in_range (row, self->node, i);
  return FALSE;
}

/* ---- KeyOnlyFilter: replaces values by nothing, or by their lengths ---- */

static gboolean
key_only_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->drops_values = node->arguments->len == 0 || !hbase_local_filter_flag (node, 0);
  return TRUE;
}

static void
key_only_transform (HBaseLocalFilter *self, HBaseCellView *cell)
{
  guint32 length = GUINT32_TO_BE ((guint32) cell->value.length);

  memcpy (self->length, &length, sizeof length);
  cell->value = hbase_slice (self->length, self->drops_values ? 0 : sizeof length);
}

/* ---- FamilyFilter, QualifierFilter, ValueFilter ---- */

static HBaseLocalFilterDecision
family_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  return hbase_local_comparator_rejects (&self->comparator, cell->family) ? HBASE_LOCAL_NEXT_FAMILY
                                                                          : HBASE_LOCAL_INCLUDE;
}

static HBaseLocalFilterDecision
qualifier_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  return hbase_local_comparator_rejects (&self->comparator, cell->qualifier) ? HBASE_LOCAL_SKIP
                                                                             : HBASE_LOCAL_INCLUDE;
}

static HBaseLocalFilterDecision
value_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  return hbase_local_comparator_rejects (&self->comparator, cell->value) ? HBASE_LOCAL_SKIP
                                                                         : HBASE_LOCAL_INCLUDE;
}

/* ---- ColumnPrefixFilter ---- */

static gboolean
begins_with (HBaseSlice bytes, HBaseSlice prefix)
{
  return bytes.length >= prefix.length && hbase_slice_equal (hbase_slice (bytes.data, prefix.length), prefix);
}

static HBaseLocalFilterDecision
column_prefix_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  if (begins_with (cell->qualifier, self->bytes))
    return HBASE_LOCAL_INCLUDE;
  return hbase_slice_compare (cell->qualifier, self->bytes) < 0 ? HBASE_LOCAL_SEEK : HBASE_LOCAL_NEXT_FAMILY;
}

/* ---- MultipleColumnPrefixFilter ---- */

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (*(const HBaseSlice *) a, *(const HBaseSlice *) b);
}

static gboolean
column_prefixes_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->values = g_array_new (FALSE, FALSE, sizeof (HBaseSlice));
  for (guint i = 0; i < node->arguments->len; i++)
    {
      HBaseSlice prefix = hbase_local_filter_bytes (node, i);

      g_array_append_val (self->values, prefix);
    }
  g_array_sort (self->values, compare_slices);
  return TRUE;
}

/* Returns the number of prefixes that aren't greater than the qualifier. */
static guint
count_up_to (const GArray *prefixes, HBaseSlice qualifier)
{
  guint low = 0, high = prefixes->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (hbase_slice_compare (g_array_index (prefixes, HBaseSlice, middle), qualifier) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* As in HBase, only the last prefix that isn't greater than the qualifier is tried, not a shorter prefix of
 * it. */
static HBaseLocalFilterDecision
column_prefixes_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  guint n = count_up_to (self->values, cell->qualifier);

  if (self->values->len == 0
      || (n > 0 && begins_with (cell->qualifier, g_array_index (self->values, HBaseSlice, n - 1))))
    return HBASE_LOCAL_INCLUDE;
  if (n == self->values->len)
    return HBASE_LOCAL_NEXT_FAMILY;
  self->bytes = g_array_index (self->values, HBaseSlice, n);
  return HBASE_LOCAL_SEEK;
}

/* ---- ColumnRangeFilter: an empty column is no bound ---- */

static gboolean
column_range_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->bytes = hbase_local_filter_bytes (node, 0);
  self->includes_first = hbase_local_filter_flag (node, 1);
  self->last = hbase_local_filter_bytes (node, 2);
  self->includes_last = hbase_local_filter_flag (node, 3);
  return TRUE;
}

static HBaseLocalFilterDecision
column_range_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  int from_first = self->bytes.length > 0 ? hbase_slice_compare (cell->qualifier, self->bytes) : 1;
  int from_last = self->last.length > 0 ? hbase_slice_compare (cell->qualifier, self->last) : -1;

  if (from_first < 0)
    return HBASE_LOCAL_SEEK;
  if (from_first == 0 && !self->includes_first)
    return HBASE_LOCAL_NEXT_COLUMN;
  return from_last < 0 || (from_last == 0 && self->includes_last) ? HBASE_LOCAL_INCLUDE
                                                                  : HBASE_LOCAL_NEXT_FAMILY;
}

/* ---- ColumnCountGetFilter ---- */

static gboolean
column_count_all_remaining (HBaseLocalFilter *self)
{
  return self->n_cells > self->limit;
}

static HBaseLocalFilterDecision
column_count_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return ++self->n_cells > self->limit ? HBASE_LOCAL_NEXT_COLUMN : HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* ---- ColumnPaginationFilter ---- */

/* HBase adds the two as 32-bit integers. */
static gboolean
pagination_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->offset = hbase_local_filter_number (node, 1);
  self->limit = (gint32) (guint32) (hbase_local_filter_number (node, 0) + self->offset);
  return TRUE;
}

static HBaseLocalFilterDecision
pagination_cell (HBaseLocalFilter *self, const HBaseCellView *cell G_GNUC_UNUSED)
{
  if (self->n_cells >= self->limit)
    return HBASE_LOCAL_NEXT_FAMILY;
  return self->n_cells++ < self->offset ? HBASE_LOCAL_NEXT_COLUMN : HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* ---- TimestampsFilter ---- */

static int
compare_timestamps (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static gboolean
timestamps_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->values = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < node->arguments->len; i++)
    {
      gint64 timestamp = hbase_local_filter_number (node, i);

      g_array_append_val (self->values, timestamp);
    }
  g_array_sort (self->values, compare_timestamps);
  return TRUE;
}

static HBaseLocalFilterDecision
timestamps_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  if (g_array_binary_search (self->values, &cell->timestamp, compare_timestamps, NULL))
    return HBASE_LOCAL_INCLUDE;
  return self->values->len == 0 || cell->timestamp < g_array_index (self->values, gint64, 0)
             ? HBASE_LOCAL_NEXT_COLUMN
             : HBASE_LOCAL_SKIP;
}

/* ---- ColumnValueFilter ---- */

static HBaseLocalFilterDecision
column_value_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  if (!is_of_column (self, cell))
    return self->found ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_NEXT_COLUMN;
  self->found = TRUE;
  return value_cell (self, cell);
}

static gboolean
column_value_is_essential (const HBaseLocalFilter *self, HBaseSlice family)
{
  return hbase_slice_equal (self->family, family);
}

/* ---- SingleColumnValueFilter, SingleColumnValueExcludeFilter ---- */

static gboolean
single_column_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  gboolean has_all_arguments = node->arguments->len == 6;

  self->filter_if_missing = has_all_arguments && hbase_local_filter_flag (node, 4);
  self->latest_only = !has_all_arguments || hbase_local_filter_flag (node, 5);
  return column_init (self, node, error);
}

static HBaseLocalFilterDecision
single_column_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  if (self->matched)
    return HBASE_LOCAL_INCLUDE;
  if (self->latest_only && self->found)
    return HBASE_LOCAL_NEXT_FAMILY;
  if (!is_of_column (self, cell))
    return HBASE_LOCAL_INCLUDE;
  self->found = TRUE;
  self->matched = !hbase_local_comparator_rejects (&self->comparator, cell->value);
  return self->matched || !self->latest_only ? HBASE_LOCAL_INCLUDE : HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
single_column_row (HBaseLocalFilter *self)
{
  return self->found ? !self->matched : self->filter_if_missing;
}

static gboolean
single_column_is_essential (const HBaseLocalFilter *self, HBaseSlice family)
{
  return !self->filter_if_missing || column_value_is_essential (self, family);
}

static gboolean
is_other_column (const HBaseCellView *cell, gpointer self)
{
  return !is_of_column (self, cell);
}

static void
single_column_exclude (HBaseLocalFilter *self, HBaseLocalRow *row)
{
  hbase_local_row_keep_if (row, is_other_column, self);
}

/* ---- DependentColumnFilter ---- */

static gboolean
dependent_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  self->timestamps = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->family = hbase_local_filter_bytes (node, 0);
  self->qualifier = hbase_local_filter_bytes (node, 1);
  self->drops_column = node->arguments->len > 2 && hbase_local_filter_flag (node, 2);
  self->compares = node->arguments->len > 3;
  return !self->compares || hbase_local_comparator_init (&self->comparator, self->limits, node, 3, error);
}

static HBaseLocalFilterDecision
dependent_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  if (!is_of_column (self, cell))
    return HBASE_LOCAL_INCLUDE;
  if (self->compares && hbase_local_comparator_rejects (&self->comparator, cell->value))
    return HBASE_LOCAL_SKIP;
  g_hash_table_add (self->timestamps, g_memdup2 (&cell->timestamp, sizeof cell->timestamp));
  return self->drops_column ? HBASE_LOCAL_SKIP : HBASE_LOCAL_INCLUDE;
}

static gboolean
has_timestamp (const HBaseCellView *cell, gpointer timestamps)
{
  return g_hash_table_contains (timestamps, &cell->timestamp);
}

static void
dependent_row_cells (HBaseLocalFilter *self, HBaseLocalRow *row)
{
  hbase_local_row_keep_if (row, has_timestamp, self->timestamps);
}

/* clang-format off */
const HBaseLocalFilterClass hbase_local_filters[] = {
  { .name = "FirstKeyOnlyFilter", .cell = first_key_only_cell },
  { .name = "PrefixFilter", .init = bytes_init, .all_remaining = is_done, .row_key = prefix_row_key,
    .cell = prefix_cell, .row = prefix_row },
  { .name = "InclusiveStopFilter", .init = bytes_init, .all_remaining = is_done,
    .row_key = inclusive_stop_row_key, .cell = inclusive_stop_cell },
  { .name = "PageFilter", .decides_rows = TRUE, .init = limit_init, .all_remaining = page_all_remaining,
    .row = page_row },
  { .name = "RowFilter", .init = comparator_init, .row_key = row_row_key, .cell = row_cell, .row = row_row },
  { .name = "RandomRowFilter", .decides_rows = TRUE, .init = random_init, .row_key = random_row_key,
    .cell = row_cell, .row = row_row },
  { .name = "FuzzyRowFilter", .hints = TRUE, .init = arguments_init, .cell = fuzzy_row_cell,
    .row = row_row },
  { .name = "MultiRowRangeFilter", .hints = TRUE, .init = arguments_init, .row_key = row_ranges_row_key,
    .cell = prefix_cell },
  { .name = "KeyOnlyFilter", .init = key_only_init, .transform = key_only_transform },
  { .name = "FamilyFilter", .init = comparator_init, .cell = family_cell },
  { .name = "QualifierFilter", .init = comparator_init, .cell = qualifier_cell },
  { .name = "ColumnPrefixFilter", .hints = TRUE, .init = bytes_init, .cell = column_prefix_cell,
    .hint = bytes_hint },
  { .name = "MultipleColumnPrefixFilter", .hints = TRUE, .init = column_prefixes_init,
    .cell = column_prefixes_cell, .hint = bytes_hint },
  { .name = "ColumnRangeFilter", .hints = TRUE, .init = column_range_init, .cell = column_range_cell,
    .hint = bytes_hint },
  { .name = "ColumnCountGetFilter", .init = limit_init, .all_remaining = column_count_all_remaining,
    .cell = column_count_cell },
  { .name = "ColumnPaginationFilter", .init = pagination_init, .cell = pagination_cell },
  { .name = "TimestampsFilter", .hints = TRUE, .init = timestamps_init, .cell = timestamps_cell },
  { .name = "ValueFilter", .reads_values = TRUE, .init = comparator_init, .cell = value_cell },
  { .name = "ColumnValueFilter", .reads_values = TRUE, .init = column_init, .cell = column_value_cell,
    .is_essential = column_value_is_essential },
  { .name = "SingleColumnValueFilter", .decides_rows = TRUE, .reads_values = TRUE,
    .init = single_column_init, .cell = single_column_cell, .row = single_column_row,
    .is_essential = single_column_is_essential },
  { .name = "SingleColumnValueExcludeFilter", .decides_rows = TRUE, .reads_values = TRUE,
    .init = single_column_init, .cell = single_column_cell, .row_cells = single_column_exclude,
    .row = single_column_row, .is_essential = single_column_is_essential },
  { .name = "DependentColumnFilter", .decides_rows = TRUE, .reads_values = TRUE, .init = dependent_init,
    .cell = dependent_cell, .row_cells = dependent_row_cells },
  { .name = NULL },
};
/* clang-format on */
