/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Filters that examine the row key, count rows, or include only the first cell of each row. */

#include "config.h"

#include "hbase-local-filter-private.h"

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
  HBaseLocalFilter base;
  HBaseLocalComparator comparator;
  gboolean rejects; /* this row */
} Row;

static gboolean
row_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  return hbase_local_comparator_init (&((Row *) filter)->comparator, filter, node, 0, error);
}

static void
row_clear (HBaseLocalFilter *filter)
{
  hbase_local_comparator_clear (&((Row *) filter)->comparator);
}

static void
row_reset (HBaseLocalFilter *filter)
{
  ((Row *) filter)->rejects = FALSE;
}

static gboolean
row_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  Row *self = (Row *) filter;

  self->rejects |= hbase_local_comparator_rejects (&self->comparator, row);
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

const HBaseLocalFilterClass hbase_local_row_filters[] = {
  { .name = "FirstKeyOnlyFilter",
    .size = sizeof (FirstKeyOnly),
    .reset = first_key_only_reset,
    .cell = first_key_only_cell },
  { .name = "PrefixFilter",
    .size = sizeof (Prefix),
    .init = prefix_init,
    .reset = prefix_reset,
    .all_remaining = prefix_all_remaining,
    .row_key = prefix_row_key,
    .cell = prefix_cell,
    .row = prefix_row },
  { .name = "InclusiveStopFilter",
    .size = sizeof (InclusiveStop),
    .init = inclusive_stop_init,
    .all_remaining = inclusive_stop_all_remaining,
    .row_key = inclusive_stop_row_key,
    .cell = inclusive_stop_cell },
  { .name = "PageFilter",
    .size = sizeof (Page),
    .decides_rows = TRUE,
    .init = page_init,
    .all_remaining = page_all_remaining,
    .row = page_row },
  { .name = "RowFilter",
    .size = sizeof (Row),
    .init = row_init,
    .clear = row_clear,
    .reset = row_reset,
    .row_key = row_row_key,
    .cell = row_cell,
    .row = row_row },
  { .name = NULL },
};
