/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Filters that examine a cell's column or timestamp, or count columns. */

#include "config.h"

#include "hbase-local-filter-private.h"

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

typedef struct {
  HBaseLocalFilter base;
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

const HBaseLocalFilterClass hbase_local_column_filters[] = {
  { .name = "KeyOnlyFilter",
    .size = sizeof (KeyOnly),
    .init = key_only_init,
    .transform = key_only_transform },
  { .name = "FamilyFilter",
    .size = sizeof (Comparing),
    .init = comparing_init,
    .clear = comparing_clear,
    .cell = family_cell },
  { .name = "QualifierFilter",
    .size = sizeof (Comparing),
    .init = comparing_init,
    .clear = comparing_clear,
    .cell = qualifier_cell },
  { .name = "ColumnPrefixFilter",
    .size = sizeof (ColumnPrefix),
    .hints = TRUE,
    .init = column_prefix_init,
    .cell = column_prefix_cell,
    .hint = column_prefix_hint },
  { .name = "MultipleColumnPrefixFilter",
    .size = sizeof (ColumnPrefixes),
    .hints = TRUE,
    .init = column_prefixes_init,
    .clear = column_prefixes_clear,
    .cell = column_prefixes_cell,
    .hint = column_prefixes_hint },
  { .name = "ColumnRangeFilter",
    .size = sizeof (ColumnRange),
    .hints = TRUE,
    .init = column_range_init,
    .cell = column_range_cell,
    .hint = column_range_hint },
  { .name = "ColumnCountGetFilter",
    .size = sizeof (Counting),
    .init = column_count_init,
    .reset = counting_reset,
    .all_remaining = column_count_all_remaining,
    .cell = column_count_cell },
  { .name = "ColumnPaginationFilter",
    .size = sizeof (Counting),
    .init = pagination_init,
    .reset = counting_reset,
    .cell = pagination_cell },
  { .name = "TimestampsFilter",
    .size = sizeof (Timestamps),
    .hints = TRUE,
    .init = timestamps_init,
    .clear = timestamps_clear,
    .cell = timestamps_cell },
  { .name = NULL },
};
