/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* AND, OR, SKIP and WHILE: HBase's FilterListWithAND, FilterListWithOR, SkipFilter and WhileMatchFilter. */

#include "config.h"

#include "hbase-local-filter-private.h"

static HBaseLocalFilter *
child_at (const HBaseLocalFilter *list, guint i)
{
  return list->children->pdata[i];
}

/* Returns whether the test has the result `result` for a child. */
static gboolean
any_child (const HBaseLocalFilter *self, gboolean (*test) (HBaseLocalFilter *child), gboolean result)
{
  for (guint i = 0; i < self->children->len; i++)
    if (test (child_at (self, i)) == result)
      return TRUE;
  return FALSE;
}

/* HBase passes `reversed` on to the children of AND and OR only; SKIP and WHILE don't pass it on. */
static gboolean
list_init (HBaseLocalFilter *self, const HBaseFilterNode *node, GError **error)
{
  gboolean is_list = node->kind == HBASE_FILTER_AND || node->kind == HBASE_FILTER_OR;

  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_local_filter_free);
  for (guint i = 0; i < node->children->len; i++)
    {
      HBaseLocalFilter *child = hbase_local_filter_new (hbase_filter_node_child (node, i),
                                                        self->reversed && is_list, self->limits, error);

      if (child == NULL)
        return FALSE;
      g_ptr_array_add (self->children, child);
      self->decides_rows |= child->decides_rows;
      self->reads_values |= child->reads_values;
      self->drops_values = node->kind == HBASE_FILTER_OR && i > 0 ? self->drops_values && child->drops_values
                                                                  : self->drops_values || child->drops_values;
    }
  return TRUE;
}

static void
list_row_cells (HBaseLocalFilter *self, HBaseLocalRow *row)
{
  for (guint i = 0; i < self->children->len; i++)
    hbase_local_filter_row_cells (child_at (self, i), row);
}

static gboolean
list_is_essential (const HBaseLocalFilter *self, HBaseSlice family)
{
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

/* Calls the children in order until one doesn't include the cell; after that it calls only the children that
 * give hints. */
static HBaseLocalFilterDecision
and_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  HBaseLocalFilterDecision decision = HBASE_LOCAL_INCLUDE;
  gboolean seeks = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      HBaseLocalFilter *child = child_at (self, i);
      HBaseLocalFilterDecision child_decision;

      child->marked = FALSE;
      if (!hbase_local_filter_decision_includes (decision) && !child->klass->hints)
        continue;
      child_decision
          = hbase_local_filter_decision_includes (decision) && hbase_local_filter_all_remaining (child)
                ? HBASE_LOCAL_NEXT_FAMILY
                : hbase_local_filter_cell (child, cell);
      child->marked = child_decision == HBASE_LOCAL_SEEK;
      seeks |= child->marked;
      if (!hbase_local_filter_decision_includes (decision))
        continue;
      if (child_decision == HBASE_LOCAL_SKIP && decision == HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN)
        child_decision = HBASE_LOCAL_NEXT_COLUMN;
      decision = child_decision == HBASE_LOCAL_INCLUDE ? decision : child_decision;
    }
  return seeks ? HBASE_LOCAL_SEEK : decision;
}

static gboolean
and_all_remaining (HBaseLocalFilter *self)
{
  return any_child (self, hbase_local_filter_all_remaining, TRUE);
}

/* A child that gives hints and accepts the row overrides the others; the row's cells are filtered later. */
static gboolean
and_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
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
and_transform (HBaseLocalFilter *self, HBaseCellView *cell)
{
  for (guint i = 0; i < self->children->len; i++)
    hbase_local_filter_transform (child_at (self, i), cell);
}

static gboolean
and_hint (HBaseLocalFilter *self, HBaseSlice *qualifier)
{
  gboolean any = FALSE;
  HBaseSlice hint;

  for (guint i = 0; i < self->children->len; i++)
    if (child_at (self, i)->marked && !hbase_local_filter_all_remaining (child_at (self, i))
        && hbase_local_filter_hint (child_at (self, i), &hint))
      any = choose_hint (qualifier, any, hint, !self->reversed);
  return any;
}

static gboolean
and_row (HBaseLocalFilter *self)
{
  return any_child (self, hbase_local_filter_row, TRUE);
}

/* ---- OR ---- */

/* A child of an OR has a previous decision. While that holds, the child isn't called for cells that it asked
 * to skip, which would corrupt its state. */

static int
compare_to_previous (const HBaseCellView *cell, const HBaseLocalFilter *child, HBaseSlice qualifier)
{
  int order = hbase_slice_compare (cell->family,
                                   hbase_slice (child->previous_column->data, child->previous_family_length));

  return order != 0 ? order : hbase_slice_compare (cell->qualifier, qualifier);
}

/* Returns whether the child's previous decision holds for this cell, too. */
static gboolean
still_holds (HBaseLocalFilter *child,
             gboolean reversed,
             const HBaseCellView *cell,
             HBaseLocalFilterDecision *decision)
{
  gsize length = child->previous_family_length;
  HBaseSlice column, hint;
  int order;

  if (!child->has_previous)
    return FALSE;
  column = hbase_slice (child->previous_column->data + length, child->previous_column->len - length);
  *decision = child->previous;
  switch ((int) child->previous)
    {
    case HBASE_LOCAL_SEEK:
      if (!hbase_local_filter_hint (child, &hint))
        return FALSE;
      /* The hint comes before all cells of its column. */
      order = compare_to_previous (cell, child, hint);
      return reversed ? order >= 0 : order < 0;
    case HBASE_LOCAL_NEXT_COLUMN:
    case HBASE_LOCAL_INCLUDE_AND_NEXT_COLUMN:
      *decision = HBASE_LOCAL_NEXT_COLUMN;
      return compare_to_previous (cell, child, column) == 0;
    case HBASE_LOCAL_NEXT_FAMILY:
      return hbase_slice_equal (cell->family, hbase_slice (child->previous_column->data, length));
    default:
      return FALSE;
    }
}

static void
remember_decision (HBaseLocalFilter *child, const HBaseCellView *cell, HBaseLocalFilterDecision decision)
{
  child->has_previous = decision != HBASE_LOCAL_INCLUDE && decision != HBASE_LOCAL_SKIP;
  child->previous = decision;
  if (!child->has_previous)
    return;
  if (child->previous_column == NULL)
    child->previous_column = g_byte_array_new ();
  g_byte_array_set_size (child->previous_column, 0);
  g_byte_array_append (child->previous_column, hbase_slice_bytes (cell->family), (guint) cell->family.length);
  g_byte_array_append (child->previous_column, hbase_slice_bytes (cell->qualifier),
                       (guint) cell->qualifier.length);
  child->previous_family_length = cell->family.length;
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
or_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  HBaseLocalFilterDecision decision = HBASE_LOCAL_SKIP;
  gboolean any = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      HBaseLocalFilter *child = child_at (self, i);
      HBaseLocalFilterDecision child_decision;

      child->marked = FALSE;
      if (hbase_local_filter_all_remaining (child))
        continue;
      if (!still_holds (child, self->reversed, cell, &child_decision))
        child_decision = hbase_local_filter_cell (child, cell);
      remember_decision (child, cell, child_decision);
      decision = any ? merge_decisions (decision, child_decision) : child_decision;
      any = TRUE;
      child->marked = hbase_local_filter_decision_includes (child_decision);
    }
  return decision;
}

static gboolean
or_all_remaining (HBaseLocalFilter *self)
{
  return !any_child (self, hbase_local_filter_all_remaining, FALSE);
}

static gboolean
or_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  gboolean rejected = TRUE;

  for (guint i = 0; i < self->children->len; i++)
    if (!hbase_local_filter_all_remaining (child_at (self, i))
        && !hbase_local_filter_row_key (child_at (self, i), row))
      rejected = FALSE;
  return rejected;
}

static void
or_transform (HBaseLocalFilter *self, HBaseCellView *cell)
{
  for (guint i = 0; i < self->children->len; i++)
    if (child_at (self, i)->marked)
      hbase_local_filter_transform (child_at (self, i), cell);
}

/* If one child has no hint, the list has none. */
static gboolean
or_hint (HBaseLocalFilter *self, HBaseSlice *qualifier)
{
  HBaseSlice chosen = { NULL, 0 }, hint;
  gboolean any = FALSE;

  for (guint i = 0; i < self->children->len; i++)
    {
      if (hbase_local_filter_all_remaining (child_at (self, i)))
        continue;
      if (!hbase_local_filter_hint (child_at (self, i), &hint))
        return FALSE;
      any = choose_hint (&chosen, any, hint, self->reversed);
    }
  if (any)
    *qualifier = chosen;
  return any;
}

static gboolean
or_row (HBaseLocalFilter *self)
{
  return !any_child (self, hbase_local_filter_row, FALSE);
}

/* ---- SKIP: leaves out a row if one of its cells isn't included ---- */

static HBaseLocalFilterDecision
skip_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  HBaseLocalFilterDecision decision = hbase_local_filter_cell (child_at (self, 0), cell);

  self->rejects |= decision != HBASE_LOCAL_INCLUDE;
  return decision;
}

static gboolean
skip_row (HBaseLocalFilter *self)
{
  return self->rejects;
}

/* ---- WHILE: ends the scan at the first cell or row that isn't included ---- */

static gboolean
while_all_remaining (HBaseLocalFilter *self)
{
  return self->done || hbase_local_filter_all_remaining (child_at (self, 0));
}

static gboolean
while_row_key (HBaseLocalFilter *self, HBaseSlice row)
{
  if (while_all_remaining (self))
    return TRUE;
  self->done = hbase_local_filter_row_key (child_at (self, 0), row);
  return self->done;
}

static HBaseLocalFilterDecision
while_cell (HBaseLocalFilter *self, const HBaseCellView *cell)
{
  HBaseLocalFilterDecision decision = hbase_local_filter_cell (child_at (self, 0), cell);

  self->done |= decision != HBASE_LOCAL_INCLUDE;
  return decision;
}

static gboolean
while_row (HBaseLocalFilter *self)
{
  gboolean rejected = hbase_local_filter_row (child_at (self, 0));

  self->done |= rejected;
  return rejected;
}

#define LIST .init = list_init, .is_essential = list_is_essential

/* clang-format off */
const HBaseLocalFilterClass hbase_local_filter_lists[] = {
  [HBASE_FILTER_AND] = { LIST, .all_remaining = and_all_remaining, .row_key = and_row_key, .cell = and_cell,
    .transform = and_transform, .hint = and_hint, .row_cells = list_row_cells, .row = and_row },
  [HBASE_FILTER_OR] = { LIST, .all_remaining = or_all_remaining, .row_key = or_row_key, .cell = or_cell,
    .transform = or_transform, .hint = or_hint, .row_cells = list_row_cells, .row = or_row },
  [HBASE_FILTER_SKIP] = { LIST, .decides_rows = TRUE, .cell = skip_cell, .transform = and_transform,
    .row = skip_row },
  [HBASE_FILTER_WHILE] = { LIST, .decides_rows = TRUE, .all_remaining = while_all_remaining,
    .row_key = while_row_key, .cell = while_cell, .transform = and_transform, .row = while_row },
};
/* clang-format on */
