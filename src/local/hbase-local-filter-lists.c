/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* AND, OR, SKIP and WHILE: HBase's FilterListWithAND, FilterListWithOR, SkipFilter and WhileMatchFilter. */

#include "config.h"

#include "hbase-local-filter-private.h"

/* The last decision of a child of an OR. While it holds, the child isn't called for cells that it asked
 * to skip: that would corrupt its state. */
typedef struct {
  gboolean is_valid;
  HBaseLocalFilterDecision decision;
  GByteArray *column; /* family and qualifier of the cell */
  gsize family_length;
} PreviousDecision;

typedef struct {
  HBaseLocalFilter base;
  GPtrArray *children;        /* HBaseLocalFilter */
  gboolean *marked;           /* for each child. AND: it decided to seek. OR: it included the last cell */
  PreviousDecision *previous; /* for each child of an OR */
  gboolean flag;              /* SKIP: the row is left out. WHILE: so is all that remains */
} List;

static HBaseLocalFilter *
child_at (const List *list, guint i)
{
  return list->children->pdata[i];
}

/* Returns whether the test has the result `result` for a child. */
static gboolean
any_child (const List *self, gboolean (*test) (HBaseLocalFilter *child), gboolean result)
{
  for (guint i = 0; i < self->children->len; i++)
    if (test (child_at (self, i)) == result)
      return TRUE;
  return FALSE;
}

static void
add_child (HBaseLocalFilter *filter, HBaseLocalFilter *child, gboolean is_first)
{
  gboolean is_or = filter->klass == &hbase_local_filter_lists[HBASE_FILTER_OR];

  g_ptr_array_add (((List *) filter)->children, child);
  filter->decides_rows |= child->decides_rows;
  filter->reads_values |= child->reads_values;
  filter->drops_values = is_or && !is_first ? filter->drops_values && child->drops_values
                                            : filter->drops_values || child->drops_values;
}

/* HBase passes `reversed` on to the children of AND and OR only; SKIP and WHILE don't pass it on. */
static gboolean
list_init (HBaseLocalFilter *filter, const HBaseFilterNode *node, GError **error)
{
  gboolean is_list = node->kind == HBASE_FILTER_AND || node->kind == HBASE_FILTER_OR;
  List *self = (List *) filter;

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_local_filter_free);
  self->marked = g_new0 (gboolean, node->children->len);
  self->previous = g_new0 (PreviousDecision, node->children->len);
  for (guint i = 0; i < node->children->len; i++)
    {
      HBaseLocalFilter *child = hbase_local_filter_new (hbase_filter_node_child (node, i),
                                                        filter->reversed && is_list, filter->limits, error);

      if (child == NULL)
        return FALSE;
      add_child (filter, child, i == 0);
    }
  return TRUE;
}

static void
list_clear (HBaseLocalFilter *filter)
{
  List *self = (List *) filter;

  for (guint i = 0; self->previous != NULL && i < self->children->len; i++)
    if (self->previous[i].column != NULL)
      g_byte_array_unref (self->previous[i].column);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_clear_pointer (&self->marked, g_free);
  g_clear_pointer (&self->previous, g_free);
}

static void
list_reset (HBaseLocalFilter *filter)
{
  List *self = (List *) filter;

  for (guint i = 0; i < self->children->len; i++)
    {
      hbase_local_filter_reset (child_at (self, i));
      self->marked[i] = self->previous[i].is_valid = FALSE;
    }
}

static void
list_row_cells (HBaseLocalFilter *filter, HBaseLocalRow *row)
{
  List *self = (List *) filter;

  for (guint i = 0; i < self->children->len; i++)
    hbase_local_filter_row_cells (child_at (self, i), row);
}

static gboolean
list_is_essential (const HBaseLocalFilter *filter, HBaseSlice family)
{
  const List *self = (const List *) filter;

  for (guint i = 0; i < self->children->len; i++)
    if (hbase_local_filter_is_essential (child_at (self, i), family))
      return TRUE;
  return FALSE;
}

/* Chooses the first or the last of the children's hints. HBase confuses the two for reversed scans, and
 * so does this. */
static gboolean
choose_hint (HBaseSlice *qualifier, gboolean any, HBaseSlice hint, gboolean last)
{
  int order = any ? hbase_slice_compare (*qualifier, hint) : 0;

  if (!any || (last ? order < 0 : order > 0))
    *qualifier = hint;
  return TRUE;
}

/* ---- AND ---- */

/* Calls the children in order until one doesn't include the cell; after that only those that give hints. */
static HBaseLocalFilterDecision
and_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  List *self = (List *) filter;
  HBaseLocalFilterDecision decision = HBASE_LOCAL_INCLUDE;
  gboolean seeks = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      HBaseLocalFilter *child = child_at (self, i);
      HBaseLocalFilterDecision child_decision;

      self->marked[i] = FALSE;
      if (!hbase_local_filter_decision_includes (decision) && !child->klass->hints)
        continue;
      child_decision
          = hbase_local_filter_decision_includes (decision) && hbase_local_filter_all_remaining (child)
                ? HBASE_LOCAL_NEXT_FAMILY
                : hbase_local_filter_cell (child, cell);
      self->marked[i] = child_decision == HBASE_LOCAL_SEEK;
      seeks |= self->marked[i];
      if (!hbase_local_filter_decision_includes (decision))
        continue;
      if (child_decision == HBASE_LOCAL_SKIP && decision == HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN)
        child_decision = HBASE_LOCAL_NEXT_COLUMN;
      decision = child_decision == HBASE_LOCAL_INCLUDE ? decision : child_decision;
    }
  return seeks ? HBASE_LOCAL_SEEK : decision;
}

static gboolean
and_all_remaining (HBaseLocalFilter *filter)
{
  return any_child ((const List *) filter, hbase_local_filter_all_remaining, TRUE);
}

/* A child that gives hints and accepts the row overrides the others; the row's cells are filtered later. */
static gboolean
and_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  List *self = (List *) filter;
  gboolean rejected = FALSE, hinting = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      HBaseLocalFilter *child = child_at (self, i);

      if (hbase_local_filter_all_remaining (child))
        return TRUE;
      if (hbase_local_filter_row_key (child, row))
        rejected = TRUE;
      else
        hinting |= child->klass->hints;
    }
  return rejected && !hinting;
}

static void
and_transform (HBaseLocalFilter *filter, HBaseCellView *cell)
{
  List *self = (List *) filter;

  for (guint i = 0; i < self->children->len; i++)
    hbase_local_filter_transform (child_at (self, i), cell);
}

static gboolean
and_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  List *self = (List *) filter;
  gboolean any = FALSE;
  HBaseSlice hint;

  for (guint i = 0; i < self->children->len; i++)
    if (self->marked[i] && !hbase_local_filter_all_remaining (child_at (self, i))
        && hbase_local_filter_hint (child_at (self, i), &hint))
      any = choose_hint (qualifier, any, hint, !filter->reversed);
  return any;
}

static gboolean
and_row (HBaseLocalFilter *filter)
{
  return any_child ((const List *) filter, hbase_local_filter_row, TRUE);
}

/* ---- OR ---- */

static int
compare_to_previous (const HBaseCellView *cell, const PreviousDecision *previous, HBaseSlice qualifier)
{
  int order
      = hbase_slice_compare (cell->family, hbase_slice (previous->column->data, previous->family_length));

  return order != 0 ? order : hbase_slice_compare (cell->qualifier, qualifier);
}

/* Returns whether the child's last decision holds for this cell, too. */
static gboolean
still_holds (const List *self, guint i, const HBaseCellView *cell, HBaseLocalFilterDecision *decision)
{
  const PreviousDecision *previous = &self->previous[i];
  HBaseSlice column, hint;
  int order;

  if (!previous->is_valid)
    return FALSE;
  column = hbase_slice (previous->column->data + previous->family_length,
                        previous->column->len - previous->family_length);
  *decision = previous->decision;
  switch ((int) previous->decision)
    {
    case HBASE_LOCAL_SEEK:
      if (!hbase_local_filter_hint (child_at (self, i), &hint))
        return FALSE;
      /* The hint comes before all cells of its column. */
      order = compare_to_previous (cell, previous, hint);
      return self->base.reversed ? order >= 0 : order < 0;
    case HBASE_LOCAL_NEXT_COLUMN:
    case HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN:
      *decision = HBASE_LOCAL_NEXT_COLUMN;
      return compare_to_previous (cell, previous, column) == 0;
    case HBASE_LOCAL_NEXT_FAMILY:
      return hbase_slice_equal (cell->family, hbase_slice (previous->column->data, previous->family_length));
    default:
      return FALSE;
    }
}

static void
remember_decision (PreviousDecision *previous, const HBaseCellView *cell, HBaseLocalFilterDecision decision)
{
  previous->is_valid = decision != HBASE_LOCAL_INCLUDE && decision != HBASE_LOCAL_SKIP;
  previous->decision = decision;
  if (!previous->is_valid)
    return;
  if (previous->column == NULL)
    previous->column = g_byte_array_new ();
  g_byte_array_set_size (previous->column, 0);
  g_byte_array_append (previous->column, hbase_slice_bytes (cell->family), (guint) cell->family.length);
  g_byte_array_append (previous->column, hbase_slice_bytes (cell->qualifier), (guint) cell->qualifier.length);
  previous->family_length = cell->family.length;
}

/* Combines the decisions of two children. */
static HBaseLocalFilterDecision
merge_decisions (HBaseLocalFilterDecision one, HBaseLocalFilterDecision other)
{
  enum {
    I = HBASE_LOCAL_INCLUDE,
    IC = HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN,
    S = HBASE_LOCAL_SKIP,
    C = HBASE_LOCAL_NEXT_COLUMN,
    F = HBASE_LOCAL_NEXT_FAMILY,
    H = HBASE_LOCAL_SEEK
  };
  static const guint8 table[][6] = {
    [I] = { I, I, I, I, I, I },  [IC] = { I, IC, I, IC, IC, I }, [S] = { I, I, S, S, S, S },
    [C] = { I, IC, S, C, C, S }, [F] = { I, IC, S, C, F, S },    [H] = { I, I, S, S, S, H },
  };

  return (HBaseLocalFilterDecision) table[one][other];
}

static HBaseLocalFilterDecision
or_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  List *self = (List *) filter;
  HBaseLocalFilterDecision decision = HBASE_LOCAL_SKIP;
  gboolean any = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      HBaseLocalFilterDecision child_decision;

      self->marked[i] = FALSE;
      if (hbase_local_filter_all_remaining (child_at (self, i)))
        continue;
      if (!still_holds (self, i, cell, &child_decision))
        child_decision = hbase_local_filter_cell (child_at (self, i), cell);
      remember_decision (&self->previous[i], cell, child_decision);
      decision = any ? merge_decisions (decision, child_decision) : child_decision;
      any = TRUE;
      self->marked[i] = hbase_local_filter_decision_includes (child_decision);
    }
  return decision;
}

static gboolean
or_all_remaining (HBaseLocalFilter *filter)
{
  return !any_child ((const List *) filter, hbase_local_filter_all_remaining, FALSE);
}

static gboolean
or_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  List *self = (List *) filter;
  gboolean rejected = TRUE;

  for (guint i = 0; i < self->children->len; i++)
    if (!hbase_local_filter_all_remaining (child_at (self, i))
        && !hbase_local_filter_row_key (child_at (self, i), row))
      rejected = FALSE;
  return rejected;
}

static void
or_transform (HBaseLocalFilter *filter, HBaseCellView *cell)
{
  List *self = (List *) filter;

  for (guint i = 0; i < self->children->len; i++)
    if (self->marked[i])
      hbase_local_filter_transform (child_at (self, i), cell);
}

static gboolean
or_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  List *self = (List *) filter;
  gboolean any = FALSE;
  HBaseSlice hint;

  for (guint i = 0; i < self->children->len; i++)
    {
      if (hbase_local_filter_all_remaining (child_at (self, i)))
        continue;
      if (!hbase_local_filter_hint (child_at (self, i), &hint))
        return FALSE;
      any = choose_hint (qualifier, any, hint, filter->reversed);
    }
  return any;
}

static gboolean
or_row (HBaseLocalFilter *filter)
{
  return !any_child ((const List *) filter, hbase_local_filter_row, FALSE);
}

/* ---- SKIP: leaves out a row if one of its cells isn't included ---- */

/* For WHILE, too. */
static HBaseLocalFilterDecision
skip_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  List *self = (List *) filter;
  HBaseLocalFilterDecision decision = hbase_local_filter_cell (child_at (self, 0), cell);

  self->flag |= decision != HBASE_LOCAL_INCLUDE;
  return decision;
}

static void
skip_reset (HBaseLocalFilter *filter)
{
  ((List *) filter)->flag = FALSE;
  list_reset (filter);
}

static gboolean
skip_row (HBaseLocalFilter *filter)
{
  return ((List *) filter)->flag;
}

/* ---- WHILE: ends the scan at the first cell or row that isn't included ---- */

static gboolean
while_all_remaining (HBaseLocalFilter *filter)
{
  List *self = (List *) filter;

  return self->flag || hbase_local_filter_all_remaining (child_at (self, 0));
}

static gboolean
while_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  List *self = (List *) filter;

  if (while_all_remaining (filter))
    return TRUE;
  self->flag = hbase_local_filter_row_key (child_at (self, 0), row);
  return self->flag;
}

static gboolean
while_row (HBaseLocalFilter *filter)
{
  List *self = (List *) filter;
  gboolean rejected = hbase_local_filter_row (child_at (self, 0));

  self->flag |= rejected;
  return rejected;
}

#define LIST(...)                                                                                            \
  {                                                                                                          \
    .size = sizeof (List), .init = list_init, .clear = list_clear, .is_essential = list_is_essential,        \
    __VA_ARGS__                                                                                              \
  }

const HBaseLocalFilterClass hbase_local_filter_lists[] = {
  [HBASE_FILTER_AND] = LIST (.reset = list_reset,
                             .all_remaining = and_all_remaining,
                             .row_key = and_row_key,
                             .cell = and_cell,
                             .transform = and_transform,
                             .hint = and_hint,
                             .row_cells = list_row_cells,
                             .row = and_row),
  [HBASE_FILTER_OR] = LIST (.reset = list_reset,
                            .all_remaining = or_all_remaining,
                            .row_key = or_row_key,
                            .cell = or_cell,
                            .transform = or_transform,
                            .hint = or_hint,
                            .row_cells = list_row_cells,
                            .row = or_row),
  [HBASE_FILTER_SKIP] = LIST (.decides_rows = TRUE,
                              .reset = skip_reset,
                              .cell = skip_cell,
                              .transform = and_transform,
                              .row = skip_row),
  [HBASE_FILTER_WHILE] = LIST (.decides_rows = TRUE,
                               .reset = list_reset,
                               .all_remaining = while_all_remaining,
                               .row_key = while_row_key,
                               .cell = skip_cell,
                               .transform = and_transform,
                               .row = while_row),
};
