/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* Making filters from their text, and calling them. */

#include "config.h"

#include "hbase-local-error-private.h"
#include "hbase-local-filter-private.h"

/* ---- arguments ---- */

HBaseSlice
hbase_local_filter_bytes (const HBaseFilterNode *node, guint i)
{
  return hbase_slice_of_bytes (hbase_filter_node_argument (node, i)->bytes);
}

gint64
hbase_local_filter_number (const HBaseFilterNode *node, guint i)
{
  gint64 number = 0;

  hbase_filter_argument_number (hbase_filter_node_argument (node, i), &number);
  return number;
}

gboolean
hbase_local_filter_flag (const HBaseFilterNode *node, guint i)
{
  gboolean flag = FALSE;

  hbase_filter_argument_boolean (hbase_filter_node_argument (node, i), &flag);
  return flag;
}

static guint
count_regexes (const HBaseFilterNode *node)
{
  HBaseComparator type;
  HBaseSlice value;
  guint n = 0;

  for (guint i = 0; i < node->arguments->len; i++)
    {
      const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i);

      n += argument->quoted && hbase_filter_argument_comparator (argument, &type, &value)
           && (type == HBASE_COMPARATOR_REGEX || type == HBASE_COMPARATOR_REGEX_NO_CASE);
    }
  for (guint i = 0; i < node->children->len; i++)
    n += count_regexes (hbase_filter_node_child (node, i));
  return n;
}

static HBaseFilterNode *
parse (HBaseSlice text, gboolean is_serialized, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autoptr (HBaseFilterNode) tree = hbase_filter_text_read (text, &problem);

  if (tree == NULL || (!is_serialized && !hbase_filter_check_names (tree, text, &problem)))
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "%s", problem->message);
  else if (count_regexes (tree) > HBASE_LOCAL_REGEX_MAX)
    hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL,
                           "the filter has more than %d regular expressions", HBASE_LOCAL_REGEX_MAX);
  else
    return g_steal_pointer (&tree);
  return NULL;
}

HBaseFilterNode *
hbase_local_filter_parse (HBaseSlice text, GError **error)
{
  return parse (text, FALSE, error);
}

HBaseFilterNode *
hbase_local_filter_parse_serialized (HBaseSlice text, GError **error)
{
  return parse (text, TRUE, error);
}

/* ---- construction ---- */

static const HBaseLocalFilterClass *
find_class (const HBaseFilterNode *node)
{
  if (node->kind != HBASE_FILTER_NAMED)
    return &hbase_local_filter_lists[node->kind];
  for (const HBaseLocalFilterClass *klass = hbase_local_filters; klass->name != NULL; klass++)
    if (hbase_filter_node_is (node, klass->name))
      return klass;
  return NULL;
}

HBaseLocalFilter *
hbase_local_filter_new (const HBaseFilterNode *node,
                        gboolean reversed,
                        HBaseLocalFilterLimits *limits,
                        GError **error)
{
  const HBaseLocalFilterClass *klass = find_class (node);
  g_autoptr (HBaseLocalFilter) filter = NULL;

  g_assert (klass != NULL);
  filter = g_new0 (HBaseLocalFilter, 1);
  filter->klass = klass;
  filter->reversed = reversed;
  filter->limits = limits;
  filter->decides_rows = klass->decides_rows;
  filter->reads_values = klass->reads_values;
  return klass->init == NULL || klass->init (filter, node, error) ? g_steal_pointer (&filter) : NULL;
}

void
hbase_local_filter_free (HBaseLocalFilter *filter)
{
  hbase_local_comparator_clear (&filter->comparator);
  g_clear_pointer (&filter->values, g_array_unref);
  g_clear_pointer (&filter->timestamps, g_hash_table_unref);
  g_clear_pointer (&filter->children, g_ptr_array_unref);
  g_clear_pointer (&filter->previous_column, g_byte_array_unref);
  g_free (filter);
}

/* ---- calls ---- */

void
hbase_local_filter_reset (HBaseLocalFilter *filter)
{
  filter->rejects = filter->found = filter->matched = filter->marked = filter->has_previous = FALSE;
  filter->n_cells = 0;
  if (filter->timestamps != NULL)
    g_hash_table_remove_all (filter->timestamps);
  for (guint i = 0; filter->children != NULL && i < filter->children->len; i++)
    hbase_local_filter_reset (filter->children->pdata[i]);
}

gboolean
hbase_local_filter_all_remaining (HBaseLocalFilter *filter)
{
  return filter->klass->all_remaining != NULL && filter->klass->all_remaining (filter);
}

gboolean
hbase_local_filter_row_key (HBaseLocalFilter *filter, HBaseSlice row)
{
  return filter->klass->row_key != NULL ? filter->klass->row_key (filter, row)
                                        : hbase_local_filter_all_remaining (filter);
}

HBaseLocalFilterDecision
hbase_local_filter_cell (HBaseLocalFilter *filter, const HBaseCellView *cell)
{
  return filter->klass->cell != NULL ? filter->klass->cell (filter, cell) : HBASE_LOCAL_INCLUDE;
}

void
hbase_local_filter_transform (HBaseLocalFilter *filter, HBaseCellView *cell)
{
  if (filter->klass->transform != NULL)
    filter->klass->transform (filter, cell);
}

gboolean
hbase_local_filter_hint (HBaseLocalFilter *filter, HBaseSlice *qualifier)
{
  return filter->klass->hint != NULL && filter->klass->hint (filter, qualifier);
}

void
hbase_local_filter_row_cells (HBaseLocalFilter *filter, HBaseLocalRow *row)
{
  if (filter->klass->row_cells != NULL)
    filter->klass->row_cells (filter, row);
}

gboolean
hbase_local_filter_row (HBaseLocalFilter *filter)
{
  return filter->klass->row != NULL && filter->klass->row (filter);
}

gboolean
hbase_local_filter_is_essential (const HBaseLocalFilter *filter, HBaseSlice family)
{
  return filter->klass->is_essential == NULL || filter->klass->is_essential (filter, family);
}
