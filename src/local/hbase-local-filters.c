/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements HBase's filters. Each is a port of the Java class of that name. */

#include "config.h"

#include "hbase-local-filter-private.h"

/* ---- filters with a comparator ---- */

typedef struct {
  HBaseLocalFilter base;
  HBaseSlice family, qualifier; /* of filters that examine one column */
  HBaseLocalComparator comparator;
} Comparing;

static gboolean
comparing_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  return hbase_local_comparator_init (&((Comparing *) filter)->comparator, filter, node, 0, error);
}

static void
comparing_clear (HBaseLocalFilter *filter)
{
  hbase_local_comparator_clear (&((Comparing *) filter)->comparator);
}

/* ---- FirstKeyOnlyFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  gboolean found;
} FirstKeyOnly;

static void
first_key_only_reset (HBaseLocalFilter *filter)
{
  ((FirstKeyOnly *) filter)->found = FALSE;
}

static HBaseLocalFilterDecision
first_key_only_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  FirstKeyOnly *self = (FirstKeyOnly *) filter;

  if (self->found)
    return HBASE_LOCAL_NEXT_FAMILY;
  self->found = TRUE;
  return HBASE_LOCAL_INCLUDE;
}

/* ---- PrefixFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  HBaseSlice prefix;
  gboolean passed;  /* no later row can have the prefix */
  gboolean rejects; /* this row */
} Prefix;

static gboolean
prefix_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  Prefix *self = (Prefix *) filter;

  self->prefix = hbase_local_filter_bytes (node, 0);
  self->rejects = TRUE;
  return TRUE;
}

static void
prefix_reset (HBaseLocalFilter *filter)
{
  ((Prefix *) filter)->rejects = TRUE;
}

static gboolean
prefix_all_remaining (HBaseLocalFilter *filter)
{
  return ((Prefix *) filter)->passed;
}

static gboolean
prefix_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  Prefix *self = (Prefix *) filter;
  int order;

  if (self->passed || row.length < self->prefix.length)
    return TRUE;
  order = hbase_slice_compare (hbase_slice (row.data, self->prefix.length), self->prefix);
  self->passed |= filter->reversed ? order < 0 : order > 0;
  self->rejects = order != 0;
  return self->rejects;
}

static HBaseLocalFilterDecision
prefix_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return ((Prefix *) filter)->rejects ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_INCLUDE;
}

static gboolean
prefix_row (HBaseLocalFilter *filter)
{
  return ((Prefix *) filter)->rejects;
}

/* ---- InclusiveStopFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  HBaseSlice stop;
  gboolean done;
} InclusiveStop;

static gboolean
inclusive_stop_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  ((InclusiveStop *) filter)->stop = hbase_local_filter_bytes (node, 0);
  return TRUE;
}

static gboolean
inclusive_stop_all_remaining (HBaseLocalFilter *filter)
{
  return ((InclusiveStop *) filter)->done;
}

static gboolean
inclusive_stop_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  InclusiveStop *self = (InclusiveStop *) filter;
  int order = hbase_slice_compare (row, self->stop);

  self->done |= filter->reversed ? order < 0 : order > 0;
  return self->done;
}

static HBaseLocalFilterDecision
inclusive_stop_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return ((InclusiveStop *) filter)->done ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_INCLUDE;
}

/* ---- PageFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  gint64 size;
  gint64 accepted;
} Page;

static gboolean
page_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  ((Page *) filter)->size = hbase_local_filter_number (node, 0);
  return TRUE;
}

static gboolean
page_all_remaining (HBaseLocalFilter *filter)
{
  const Page *self = (const Page *) filter;

  return self->accepted >= self->size;
}

static gboolean
page_row (HBaseLocalFilter *filter)
{
  Page *self = (Page *) filter;

  return ++self->accepted > self->size;
}

/* ---- RowFilter ---- */

typedef struct {
  Comparing comparing;
  gboolean rejects; /* this row */
} Row;

static void
row_reset (HBaseLocalFilter *filter)
{
  ((Row *) filter)->rejects = FALSE;
}

static gboolean
row_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  Row *self = (Row *) filter;

  self->rejects |= hbase_local_comparator_rejects (&self->comparing.comparator, row);
  return self->rejects;
}

static HBaseLocalFilterDecision
row_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  return ((Row *) filter)->rejects ? HBASE_LOCAL_NEXT_FAMILY : HBASE_LOCAL_INCLUDE;
}

static gboolean
row_row (HBaseLocalFilter *filter)
{
  return ((Row *) filter)->rejects;
}

/* ---- KeyOnlyFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  gboolean with_length;
  guint8 length[4]; /* big-endian, in place of the value */
} KeyOnly;

static gboolean
key_only_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  KeyOnly *self = (KeyOnly *) filter;

  self->with_length = hbase_local_filter_n_arguments (node) > 0 && hbase_local_filter_flag (node, 0);
  filter->drops_values = !self->with_length;
  return TRUE;
}

static void
key_only_transform (HBaseLocalFilter *filter, HBaseCellView *cell)
{
  KeyOnly *self = (KeyOnly *) filter;
  guint32 length = GUINT32_TO_BE ((guint32) cell->value.length);

  memcpy (self->length, &length, sizeof length);
  cell->value = hbase_slice (self->length, self->with_length ? sizeof length : 0);
}

/* ---- FamilyFilter, QualifierFilter ---- */

static HBaseLocalFilterDecision
family_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  const Comparing *self = (const Comparing *) filter;

  return hbase_local_comparator_rejects (&self->comparator, cell->family) ? HBASE_LOCAL_NEXT_FAMILY
                                                                          : HBASE_LOCAL_INCLUDE;
}

static HBaseLocalFilterDecision
qualifier_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  const Comparing *self = (const Comparing *) filter;

  return hbase_local_comparator_rejects (&self->comparator, cell->qualifier) ? HBASE_LOCAL_SKIP
                                                                             : HBASE_LOCAL_INCLUDE;
}

/* ---- ColumnPrefixFilter ---- */

static gboolean
begins_with (HBaseSlice bytes, HBaseSlice prefix)
{
  return bytes.length >= prefix.length && hbase_slice_equal (hbase_slice (bytes.data, prefix.length), prefix);
}

typedef struct {
  HBaseLocalFilter base;
  HBaseSlice prefix;
} ColumnPrefix;

static gboolean
column_prefix_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  ((ColumnPrefix *) filter)->prefix = hbase_local_filter_bytes (node, 0);
  return TRUE;
}

static HBaseLocalFilterDecision
column_prefix_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  HBaseSlice prefix = ((const ColumnPrefix *) filter)->prefix;

  if (begins_with (cell->qualifier, prefix))
    return HBASE_LOCAL_INCLUDE;
  return hbase_slice_compare (cell->qualifier, prefix) < 0 ? HBASE_LOCAL_SEEK : HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
column_prefix_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  *qualifier = ((const ColumnPrefix *) filter)->prefix;
  return TRUE;
}

/* ---- MultipleColumnPrefixFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  GArray *prefixes; /* HBaseSlice, sorted */
  HBaseSlice hint;
} ColumnPrefixes;

static int
compare_slices (gconstpointer a, gconstpointer b)
{
  return hbase_slice_compare (*(const HBaseSlice *) a, *(const HBaseSlice *) b);
}

static gboolean
column_prefixes_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  GArray *prefixes = g_array_new (FALSE, FALSE, sizeof (HBaseSlice));

  ((ColumnPrefixes *) filter)->prefixes = prefixes;
  for (guint i = 0; i < hbase_local_filter_n_arguments (node); i++)
    {
      HBaseSlice prefix = hbase_local_filter_bytes (node, i);

      g_array_append_val (prefixes, prefix);
    }
  g_array_sort (prefixes, compare_slices);
  return TRUE;
}

static void
column_prefixes_clear (HBaseLocalFilter *filter)
{
  g_clear_pointer (&((ColumnPrefixes *) filter)->prefixes, g_array_unref);
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

/* As in HBase, only the last prefix that isn't greater than the qualifier is tried, not a shorter one of
 * which it is an extension. */
static HBaseLocalFilterDecision
column_prefixes_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  ColumnPrefixes *self = (ColumnPrefixes *) filter;
  guint n = count_up_to (self->prefixes, cell->qualifier);

  if (self->prefixes->len == 0
      || (n > 0 && begins_with (cell->qualifier, g_array_index (self->prefixes, HBaseSlice, n - 1))))
    return HBASE_LOCAL_INCLUDE;
  if (n == self->prefixes->len)
    return HBASE_LOCAL_NEXT_FAMILY;
  self->hint = g_array_index (self->prefixes, HBaseSlice, n);
  return HBASE_LOCAL_SEEK;
}

static gboolean
column_prefixes_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  *qualifier = ((const ColumnPrefixes *) filter)->hint;
  return TRUE;
}

/* ---- ColumnRangeFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  HBaseSlice min, max; /* empty: unbounded */
  gboolean min_inclusive, max_inclusive;
} ColumnRange;

static gboolean
column_range_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  ColumnRange *self = (ColumnRange *) filter;

  self->min = hbase_local_filter_bytes (node, 0);
  self->min_inclusive = hbase_local_filter_flag (node, 1);
  self->max = hbase_local_filter_bytes (node, 2);
  self->max_inclusive = hbase_local_filter_flag (node, 3);
  return TRUE;
}

static HBaseLocalFilterDecision
column_range_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  const ColumnRange *self = (const ColumnRange *) filter;
  int above_min = self->min.length > 0 ? hbase_slice_compare (cell->qualifier, self->min) : 1;
  int above_max = self->max.length > 0 ? hbase_slice_compare (cell->qualifier, self->max) : -1;

  if (above_min < 0)
    return HBASE_LOCAL_SEEK;
  if (above_min == 0 && !self->min_inclusive)
    return HBASE_LOCAL_NEXT_COLUMN;
  return above_max < 0 || (above_max == 0 && self->max_inclusive) ? HBASE_LOCAL_INCLUDE
                                                                  : HBASE_LOCAL_NEXT_FAMILY;
}

static gboolean
column_range_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  *qualifier = ((const ColumnRange *) filter)->min;
  return TRUE;
}

/* ---- ColumnCountGetFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  gint64 limit;
  gint64 offset; /* of ColumnPaginationFilter */
  gint64 count;
} Counting;

static gboolean
column_count_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  ((Counting *) filter)->limit = hbase_local_filter_number (node, 0);
  return TRUE;
}

static void
counting_reset (HBaseLocalFilter *filter)
{
  ((Counting *) filter)->count = 0;
}

static gboolean
column_count_all_remaining (HBaseLocalFilter *filter)
{
  const Counting *self = (const Counting *) filter;

  return self->count > self->limit;
}

static HBaseLocalFilterDecision
column_count_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  Counting *self = (Counting *) filter;

  return ++self->count > self->limit ? HBASE_LOCAL_NEXT_COLUMN : HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* ---- ColumnPaginationFilter ---- */

/* HBase adds the two as 32-bit integers. */
static gboolean
pagination_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  Counting *self = (Counting *) filter;
  gint64 limit = hbase_local_filter_number (node, 0), offset = hbase_local_filter_number (node, 1);

  self->limit = (gint32) (guint32) (limit + offset);
  self->offset = offset;
  return TRUE;
}

static HBaseLocalFilterDecision
pagination_cell (HBaseLocalFilter *filter, const HBaseCellView *cell G_GNUC_UNUSED)
{
  Counting *self = (Counting *) filter;

  if (self->count >= self->limit)
    return HBASE_LOCAL_NEXT_FAMILY;
  return self->count++ < self->offset ? HBASE_LOCAL_NEXT_COLUMN : HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN;
}

/* ---- TimestampsFilter ---- */

typedef struct {
  HBaseLocalFilter base;
  GArray *timestamps; /* gint64, sorted */
} Timestamps;

static int
compare_timestamps (gconstpointer a, gconstpointer b)
{
  gint64 left = *(const gint64 *) a, right = *(const gint64 *) b;

  return (left > right) - (left < right);
}

static gboolean
timestamps_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  GArray *timestamps = g_array_new (FALSE, FALSE, sizeof (gint64));

  ((Timestamps *) filter)->timestamps = timestamps;
  for (guint i = 0; i < hbase_local_filter_n_arguments (node); i++)
    {
      gint64 timestamp = hbase_local_filter_number (node, i);

      g_array_append_val (timestamps, timestamp);
    }
  g_array_sort (timestamps, compare_timestamps);
  return TRUE;
}

static void
timestamps_clear (HBaseLocalFilter *filter)
{
  g_clear_pointer (&((Timestamps *) filter)->timestamps, g_array_unref);
}

static HBaseLocalFilterDecision
timestamps_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  GArray *timestamps = ((Timestamps *) filter)->timestamps;

  if (g_array_binary_search (timestamps, &cell->timestamp, compare_timestamps, NULL))
    return HBASE_LOCAL_INCLUDE;
  return timestamps->len == 0 || cell->timestamp < g_array_index (timestamps, gint64, 0)
             ? HBASE_LOCAL_NEXT_COLUMN
             : HBASE_LOCAL_SKIP;
}

/* ---- ValueFilter ---- */

static gboolean
column_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  Comparing *self = (Comparing *) filter;

  self->family = hbase_local_filter_bytes (node, 0);
  self->qualifier = hbase_local_filter_bytes (node, 1);
  return hbase_local_comparator_init (&self->comparator, filter, node, 2, error);
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

/* clang-format off */
const HBaseLocalFilterClass hbase_local_filters[] = {
  { .name = "FirstKeyOnlyFilter", .size = sizeof (FirstKeyOnly), .reset = first_key_only_reset,
    .cell = first_key_only_cell },
  { .name = "PrefixFilter", .size = sizeof (Prefix), .init = prefix_init, .reset = prefix_reset,
    .all_remaining = prefix_all_remaining, .row_key = prefix_row_key, .cell = prefix_cell,
    .row = prefix_row },
  { .name = "InclusiveStopFilter", .size = sizeof (InclusiveStop), .init = inclusive_stop_init,
    .all_remaining = inclusive_stop_all_remaining, .row_key = inclusive_stop_row_key,
    .cell = inclusive_stop_cell },
  { .name = "PageFilter", .size = sizeof (Page), .decides_rows = TRUE, .init = page_init,
    .all_remaining = page_all_remaining, .row = page_row },
  { .name = "RowFilter", .size = sizeof (Row), .init = comparing_init, .clear = comparing_clear,
    .reset = row_reset, .row_key = row_row_key, .cell = row_cell, .row = row_row },
  { .name = "KeyOnlyFilter", .size = sizeof (KeyOnly), .init = key_only_init,
    .transform = key_only_transform },
  { .name = "FamilyFilter", .size = sizeof (Comparing), .init = comparing_init, .clear = comparing_clear,
    .cell = family_cell },
  { .name = "QualifierFilter", .size = sizeof (Comparing), .init = comparing_init,
    .clear = comparing_clear, .cell = qualifier_cell },
  { .name = "ColumnPrefixFilter", .size = sizeof (ColumnPrefix), .hints = TRUE,
    .init = column_prefix_init, .cell = column_prefix_cell, .hint = column_prefix_hint },
  { .name = "MultipleColumnPrefixFilter", .size = sizeof (ColumnPrefixes), .hints = TRUE,
    .init = column_prefixes_init, .clear = column_prefixes_clear, .cell = column_prefixes_cell,
    .hint = column_prefixes_hint },
  { .name = "ColumnRangeFilter", .size = sizeof (ColumnRange), .hints = TRUE, .init = column_range_init,
    .cell = column_range_cell, .hint = column_range_hint },
  { .name = "ColumnCountGetFilter", .size = sizeof (Counting), .init = column_count_init,
    .reset = counting_reset, .all_remaining = column_count_all_remaining, .cell = column_count_cell },
  { .name = "ColumnPaginationFilter", .size = sizeof (Counting), .init = pagination_init,
    .reset = counting_reset, .cell = pagination_cell },
  { .name = "TimestampsFilter", .size = sizeof (Timestamps), .hints = TRUE, .init = timestamps_init,
    .clear = timestamps_clear, .cell = timestamps_cell },
  { .name = "ValueFilter", .size = sizeof (Comparing), .reads_values = TRUE, .init = comparing_init,
    .clear = comparing_clear, .cell = value_cell },
  { .name = "ColumnValueFilter", .size = sizeof (ColumnValue), .reads_values = TRUE, .init = column_init,
    .clear = comparing_clear, .reset = column_value_reset, .cell = column_value_cell,
    .is_essential = column_value_is_essential },
  { .name = "SingleColumnValueFilter", .size = sizeof (SingleColumn), .decides_rows = TRUE,
    .reads_values = TRUE, .init = single_column_init, .clear = comparing_clear,
    .reset = single_column_reset, .cell = single_column_cell, .row = single_column_row,
    .is_essential = single_column_is_essential },
  { .name = "SingleColumnValueExcludeFilter", .size = sizeof (SingleColumn), .decides_rows = TRUE,
    .reads_values = TRUE, .init = single_column_init, .clear = comparing_clear,
    .reset = single_column_reset, .cell = single_column_cell, .row_cells = single_column_exclude,
    .row = single_column_row, .is_essential = single_column_is_essential },
  { .name = "DependentColumnFilter", .size = sizeof (Dependent), .decides_rows = TRUE,
    .reads_values = TRUE, .init = dependent_init, .clear = dependent_clear, .reset = dependent_reset,
    .cell = dependent_cell, .row_cells = dependent_row_cells },
  { .name = NULL },
};
/* clang-format on */
