/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements what a scan's filter means for the scan, and the filter that is sent for it.
 *
 * 1. A PageFilter that is the whole filter, or one of those joined by AND at its top, becomes the scan's
 *    limit: a server counts rows for each region, and counts again from 0 when the scan is resumed.
 * 2. PageFilter elsewhere, WHILE, ColumnCountGetFilter (which ends the scan after the first row that has
 *    too many columns), and a filter in bytes, which only servers can read, remember rows: a scan with one
 *    can't be resumed.
 * 3. Guards are left out by a filter that is joined to the caller's by AND.
 * 4. Where only keys are read, values are removed by a filter after all others, which may depend on
 *    values. A filter in bytes stays as it is.
 * 5. Some filters select other cells when the same rows are read in the other direction.
 * 6. A PrefixFilter that all rows must pass narrows the scan's range. HBase would read all rows before the
 *    prefix, and this library would ask each region behind it. A scan with a filter that may
 *    remember rows isn't narrowed. */

#include "config.h"

#include "hbase-filter-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-known-filters-private.h"
#include "hbase-record-check-private.h"
#include "hbase-scan-filter-private.h"

/* ---- what a filter does with rows ---- */

static gboolean
is_page_filter (const HBaseFilterNode *node, gint64 *rows)
{
  return node->kind == HBASE_FILTER_NAMED && hbase_filter_node_is (node, "PageFilter")
         && node->arguments->len == 1
         && hbase_filter_argument_number (hbase_filter_node_argument (node, 0), rows);
}

static gboolean
has_node (const HBaseFilterNode *node, gboolean (*is) (const HBaseFilterNode *node))
{
  gboolean has = is (node);

  for (guint i = 0; !has && i < node->children->len; i++)
    has = has_node (hbase_filter_node_child (node, i), is);
  return has;
}

static gboolean
is_stateful (const HBaseFilterNode *node)
{
  gint64 rows;

  return node->kind == HBASE_FILTER_WHILE || is_page_filter (node, &rows)
         || hbase_filter_node_is (node, "ColumnCountGetFilter");
}

/* Whether its result for a row depends on the rows before. */
static gboolean
remembers_rows (const HBaseFilterNode *node)
{
  return has_node (node, is_stateful);
}

/* Filters that aren't HBase's own may be stateful, too. */
static gboolean
may_be_stateful (const HBaseFilterNode *node)
{
  return is_stateful (node) || (node->kind == HBASE_FILTER_NAMED && hbase_known_filter_find (node) == NULL);
}

/* ---- the parts of a filter that are joined by AND at its top, or the filter itself ---- */

static guint
count_parts (const HBaseFilterNode *tree)
{
  return tree->kind == HBASE_FILTER_AND ? tree->children->len : 1;
}

static const HBaseFilterNode *
get_part (const HBaseFilterNode *tree, guint i)
{
  return tree->kind == HBASE_FILTER_AND ? hbase_filter_node_child (tree, i) : tree;
}

static gboolean
becomes_limit (const HBaseFilterNode *part, gint64 *rows)
{
  return is_page_filter (part, rows) && *rows > 0 && *rows <= G_MAXINT32;
}

/* ---- filters that narrow the range ---- */

/* Finds the PrefixFilter with the longest prefix of those that all rows must pass. */
static void
find_longest_prefix (const HBaseFilterNode *node, const HBaseFilterNode **found, HBaseSlice *prefix)
{
  HBaseSlice other;

  if (hbase_filter_node_is (node, "PrefixFilter")
      && hbase_filter_argument_bytes (hbase_filter_node_argument (node, 0), &other)
      && other.length > prefix->length && other.length <= HBASE_MAX_ROW_LENGTH)
    {
      *found = node;
      *prefix = other;
    }
  for (guint i = 0; node->kind == HBASE_FILTER_AND && i < node->children->len; i++)
    find_longest_prefix (hbase_filter_node_child (node, i), found, prefix);
}

/* Returns the filter by which the scan's range is narrowed, and its prefix; NULL: none. */
static const HBaseFilterNode *
find_narrowing_filter (HBaseScan *scan, HBaseSlice *prefix)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->base.filter), *found = NULL;
  gint64 rows;

  *prefix = hbase_slice (NULL, 0);
  for (guint i = 0; tree != NULL && i < count_parts (tree); i++)
    if (!becomes_limit (get_part (tree, i), &rows) && has_node (get_part (tree, i), may_be_stateful))
      return NULL;
  if (tree != NULL)
    find_longest_prefix (tree, &found, prefix);
  return found;
}

gboolean
hbase_scan_get_filter_prefix (HBaseScan *scan, HBaseSlice *prefix)
{
  return find_narrowing_filter (scan, prefix) != NULL;
}

/* `narrowing`: accepts all rows of the range. */
static gboolean
keeps_rows (const HBaseFilterNode *node, const HBaseFilterNode *narrowing)
{
  gboolean keeps = node->kind == HBASE_FILTER_AND;
  gint64 rows;

  if (node->kind == HBASE_FILTER_NAMED)
    return node == narrowing || is_page_filter (node, &rows) || hbase_filter_node_is (node, "KeyOnlyFilter")
           || hbase_filter_node_is (node, "FirstKeyOnlyFilter");
  for (guint i = 0; keeps && i < node->children->len; i++)
    keeps = keeps_rows (hbase_filter_node_child (node, i), narrowing);
  return keeps;
}

gboolean
hbase_scan_may_pass_over_rows (HBaseScan *scan)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->base.filter);
  HBaseSlice prefix;

  if (tree != NULL)
    return !keeps_rows (tree, find_narrowing_filter (scan, &prefix));
  return scan->base.filter != NULL || scan->base.filter_bytes != NULL;
}

/* ---- the filter that is sent ---- */

/* Adds a filter that is joined to others by AND at the top: to the text, or to the limit. */
static void
resolve_part (HBaseScan *scan, const HBaseFilterNode *node, GByteArray *text, gboolean *remembers)
{
  gint64 rows;

  if (becomes_limit (node, &rows))
    {
      scan->limit = scan->limit > 0 ? MIN (scan->limit, (guint) rows) : (guint) rows;
      return;
    }
  hbase_filter_append_text (text, text->len > 0 ? " AND " : "");
  hbase_filter_append_node (text, node);
  *remembers |= remembers_rows (node);
}

static gboolean
resolve_filter (HBaseScan *scan, GByteArray *text, gboolean *remembers, GError **error)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->base.filter);

  if (tree == NULL)
    return scan->base.filter == NULL || hbase_filter_check (scan->base.filter, error);
  for (guint i = 0; i < count_parts (tree); i++)
    resolve_part (scan, get_part (tree, i), text, remembers);
  return TRUE;
}

static void
append_binary (GByteArray *text, const char *name, HBaseSlice bytes)
{
  hbase_filter_append_text (text, name);
  hbase_filter_append_text (text, "(!=,");
  hbase_filter_append_quoted (text, "binary:", bytes);
  hbase_filter_append_text (text, ")");
}

/* Appends a filter that selects cells of other families, and of other columns of the guards' family. */
static void
append_guard_filter (GByteArray *text, HBaseScan *scan)
{
  hbase_filter_append_text (text, text->len > 0 ? " AND (" : "(");
  append_binary (text, "FamilyFilter", hbase_slice_text (scan->guard_family));
  hbase_filter_append_text (text, " OR ");
  append_binary (text, "QualifierFilter", hbase_slice_of_bytes (scan->guard_qualifier));
  hbase_filter_append_text (text, ")");
}

/* FirstKeyOnlyFilter ends a row after its first cell, even if another filter leaves this cell out, so that
 * rows would be lost: it is only used without other filters. */
static void
append_key_filter (GByteArray *text)
{
  hbase_filter_append_text (text, text->len > 0 ? " AND " : "FirstKeyOnlyFilter() AND ");
  hbase_filter_append_text (text, "KeyOnlyFilter()");
}

/* ---- filters that depend on the direction ---- */

typedef const char *const Names[];

static Names seekers = { "ColumnPrefixFilter", "MultipleColumnPrefixFilter", "ColumnRangeFilter", NULL };
/* Filters whose result for a cell doesn't depend on the cells before it. */
static Names filters_of_cells = {
  "ColumnPrefixFilter", "MultipleColumnPrefixFilter",
  "ColumnRangeFilter",  "FamilyFilter",
  "KeyOnlyFilter",      "PageFilter",
  "PrefixFilter",       "QualifierFilter",
  "RowFilter",          "TimestampsFilter",
  "ValueFilter",        NULL,
};

static gboolean
is_list (const HBaseFilterNode *node)
{
  return node->kind == HBASE_FILTER_AND || node->kind == HBASE_FILTER_OR;
}

/* Whether a list, or a list within it, contains one of these filters, or, if `named` is FALSE, any other
 * one. SKIP is treated as any other filter, because it doesn't pass the direction on. */
static gboolean
list_has (const HBaseFilterNode *node, const char *const *names, gboolean named)
{
  if (!is_list (node))
    return (hbase_filter_node_find_name (node, names) != NULL) == named;
  for (guint i = 0; i < node->children->len; i++)
    if (list_has (hbase_filter_node_child (node, i), names, named))
      return TRUE;
  return FALSE;
}

/* In reversed scans HBase doesn't seek the columns of a filter: an OR then gets positions wrong, and in an
 * AND filters that depend on cells before see more of them. A DependentColumnFilter has seen no cells of
 * rows after the prefix, and an OR then leaves out all of theirs. */
static gboolean
is_one_way_list (const HBaseFilterNode *list)
{
  gboolean is_or = list->kind == HBASE_FILTER_OR;

  if (list_has (list, seekers, TRUE) && (is_or || list_has (list, filters_of_cells, FALSE)))
    return TRUE;
  return is_or && list_has (list, (Names){ "DependentColumnFilter", NULL }, TRUE)
         && list_has (list, (Names){ "PrefixFilter", NULL }, TRUE);
}

static gboolean
is_one_way (const HBaseFilterNode *node)
{
  if (!is_list (node))
    return hbase_filter_node_is (node, "InclusiveStopFilter");
  if (is_one_way_list (node))
    return TRUE;
  for (guint i = 0; i < node->children->len; i++)
    if (is_one_way (hbase_filter_node_child (node, i)))
      return TRUE;
  return FALSE;
}

/* Sets the filter that is sent; an empty text for none. It fails if the filter is nested too deep with what
 * was added to it. */
static gboolean
set_sent_filter (HBaseScan *scan, const GByteArray *text, GError **error)
{
  g_clear_pointer (&scan->sent_filter, hbase_filter_unref);
  scan->is_resolved = TRUE;
  if (text->len > 0)
    scan->sent_filter = hbase_filter_new_from_text (hbase_slice (text->data, text->len));
  return text->len == 0 || hbase_filter_check (scan->sent_filter, error);
}

HBaseScan *
hbase_scan_resolve (HBaseScan *scan, gboolean *remembers, GError **error)
{
  g_autoptr (HBaseScan) resolved = hbase_scan_copy (scan);
  g_autoptr (GByteArray) text = g_byte_array_new ();
  gboolean fine = resolve_filter (resolved, text, remembers, error);

  *remembers |= scan->base.filter_bytes != NULL;
  if (scan->guard_family != NULL)
    append_guard_filter (text, scan);
  if (scan->only_keys && scan->base.filter_bytes == NULL)
    append_key_filter (text);
  return fine && set_sent_filter (resolved, text, error) ? g_steal_pointer (&resolved) : NULL;
}

static gboolean
check_filter (HBaseScan *scan, GError **error)
{
  g_autoptr (HBaseScan) resolved = NULL;
  gboolean remembers = FALSE;

  if (scan->guard_family != NULL && scan->base.filter_bytes != NULL)
    return hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                              "it has a filter in bytes, to which the filter that leaves guards out can't be "
                              "joined: set it in HBase's filter language");
  resolved = hbase_scan_resolve (scan, &remembers, error);
  return resolved != NULL;
}

static gboolean
check_filter_direction (HBaseScan *scan, GError **error)
{
  HBaseFilter *filter = scan->is_direction_changed ? scan->base.filter : NULL;
  const HBaseFilterNode *tree = hbase_filter_get_tree (filter);

  return tree == NULL || !is_one_way (tree)
         || hbase_record_fail (
             error, "scan", hbase_slice (NULL, 0),
             "in the other direction its filter would select other cells: use the scan's stop for "
             "InclusiveStopFilter, and MultipleColumnPrefixFilter for prefixes of columns joined by OR");
}

gboolean
hbase_scan_check_filter (HBaseScan *scan, GError **error)
{
  return check_filter (scan, error) && check_filter_direction (scan, error);
}

HBaseFilter *
hbase_scan_get_sent_filter (HBaseScan *scan)
{
  return scan->is_resolved ? scan->sent_filter : scan->base.filter;
}

/* ---- filters of row keys ---- */

static const char *
find_key_filter (const HBaseFilterNode *node)
{
  static Names key_filters
      = { "PrefixFilter", "RowFilter", "InclusiveStopFilter", "FuzzyRowFilter", "MultiRowRangeFilter", NULL };
  const char *found = hbase_filter_node_find_name (node, key_filters);

  for (guint i = 0; i < node->children->len && found == NULL; i++)
    found = find_key_filter (hbase_filter_node_child (node, i));
  return found;
}

const char *
hbase_scan_find_key_filter (HBaseScan *scan)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->base.filter);

  if (scan->base.filter == NULL)
    return scan->base.filter_bytes != NULL ? "the filter in bytes" : NULL;
  return tree != NULL ? find_key_filter (tree) : NULL; /* NULL: the scan's check fails */
}
