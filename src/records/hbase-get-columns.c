/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-get-private.h"
#include "hbase-record-check-private.h"

/* Gets of some of a row's columns at a time, in their order: by family, then by qualifier. */

/* ---- whether it can be read so ---- */

/* Those that look at one cell only, so that it doesn't matter which others are read. */
static const char *const filters_of_cells[] = {
  "ColumnPrefixFilter",         "ColumnRangeFilter", "ColumnValueFilter", "FamilyFilter", "KeyOnlyFilter",
  "MultipleColumnPrefixFilter", "QualifierFilter",   "TimestampsFilter",  "ValueFilter",
};

static gboolean
looks_at_cells (const HBaseFilterNode *node)
{
  if (node->kind == HBASE_FILTER_NAMED)
    {
      for (guint i = 0; i < G_N_ELEMENTS (filters_of_cells); i++)
        if (hbase_filter_node_is (node, filters_of_cells[i]))
          return TRUE;
      return FALSE;
    }
  if (node->kind != HBASE_FILTER_AND && node->kind != HBASE_FILTER_OR)
    return FALSE;
  for (guint i = 0; i < node->children->len; i++)
    if (!looks_at_cells (hbase_filter_node_child (node, i)))
      return FALSE;
  return TRUE;
}

gboolean
hbase_get_check_columns (HBaseGet *get, GError **error)
{
  HBaseSlice row = hbase_slice (get->row, get->row_length);
  g_autoptr (HBaseFilterNode) tree = NULL;

  if (!hbase_get_check_tree (get, &tree, error))
    return FALSE;
  if (get->selection.max_versions > 1)
    return hbase_record_fail (error, "get", row,
                              "pages of columns have one version of each: ask for no more");
  if (tree == NULL || looks_at_cells (tree))
    return TRUE;
  return hbase_record_fail (
      error, "get", row,
      "its filter looks at more than one cell: columns can't be read page by page with it");
}

/* ---- filters ---- */

static GByteArray *
begin_filter (HBaseGet *get)
{
  GByteArray *filter = g_byte_array_new ();

  if (get->selection.filter == NULL)
    return filter;
  hbase_filter_append_text (filter, "(");
  hbase_filter_append_text (filter, get->selection.filter);
  hbase_filter_append_text (filter, ") AND ");
  return filter;
}

/* An empty bound is none: the least qualifier behind the empty one is a zero byte. */
static GBytes *
filter_after_qualifier (HBaseGet *get, HBaseSlice qualifier)
{
  GByteArray *filter = begin_filter (get);

  hbase_filter_append_text (filter, "ColumnRangeFilter(");
  hbase_filter_append_quoted (filter, "", qualifier.length > 0 ? qualifier : HBASE_SLICE_LITERAL ("\0"));
  hbase_filter_append_text (filter, qualifier.length > 0 ? ",false,'',false)" : ",true,'',false)");
  return g_byte_array_free_to_bytes (filter);
}

static GBytes *
filter_after_family (HBaseGet *get, HBaseSlice family)
{
  GByteArray *filter = begin_filter (get);

  hbase_filter_append_text (filter, "FamilyFilter(>,");
  hbase_filter_append_quoted (filter, "binary:", family);
  hbase_filter_append_text (filter, ")");
  return g_byte_array_free_to_bytes (filter);
}

/* ---- gets ---- */

static HBaseGet *
copy_to_limit (HBaseGet *get, guint limit)
{
  HBaseGet *copy = hbase_get_copy_to (get, hbase_slice (get->row, get->row_length));

  copy->store_limit = limit;
  return copy;
}

static void
select_families (HBaseGet *part, HBaseGet *get, HBaseSlice family, gboolean behind)
{
  hbase_packed_clear (&part->selection.columns);
  hbase_packed_init (&part->selection.columns, NULL, 0);
  hbase_packed_copy_families (&part->selection.columns, &get->selection.columns, family, behind);
}

/* The rest of a family. */
static HBaseGet *
get_after_qualifier (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  select_families (part, get, family, FALSE);
  if (get->selection.columns.count == 0)
    hbase_packed_add_column (&part->selection.columns, family, hbase_slice (NULL, 0),
                             HBASE_CELL_NO_TIMESTAMP);
  part->sent_filter = filter_after_qualifier (get, qualifier);
  return part;
}

/* The families behind one; NULL: there are none. */
static HBaseGet *
get_after_family (HBaseGet *get, HBaseSlice family, guint limit)
{
  HBaseGet *part = copy_to_limit (get, limit);

  if (get->selection.columns.count == 0)
    {
      part->sent_filter = filter_after_family (get, family);
      return part;
    }
  select_families (part, get, family, TRUE);
  if (part->selection.columns.count == 0)
    g_clear_pointer (&part, hbase_get_unref);
  return part;
}

GPtrArray *
hbase_get_list_columns_after (HBaseGet *get, HBaseSlice family, HBaseSlice qualifier, guint limit)
{
  GPtrArray *gets = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_get_unref);
  HBaseGet *others;

  if (family.data == NULL)
    {
      g_ptr_array_add (gets, copy_to_limit (get, limit));
      return gets;
    }
  g_ptr_array_add (gets, get_after_qualifier (get, family, qualifier, limit));
  others = get_after_family (get, family, limit);
  if (others != NULL)
    g_ptr_array_add (gets, others);
  return gets;
}

gboolean
hbase_get_has_family (HBaseGet *get, HBaseSlice family)
{
  HBasePacked found;
  gboolean has;

  hbase_packed_init (&found, NULL, 0);
  hbase_packed_copy_families (&found, &get->selection.columns, family, FALSE);
  has = found.count > 0 || get->selection.columns.count == 0;
  hbase_packed_clear (&found);
  return has;
}

/* ---- the fingerprint ---- */

void
hbase_get_fingerprint (HBaseGet *get, GChecksum *checksum)
{
  const HBaseSelection *selection = &get->selection;
  const guint64 numbers[] = { GUINT64_TO_BE ((guint64) selection->has_time_range),
                              GUINT64_TO_BE ((guint64) selection->min_timestamp),
                              GUINT64_TO_BE ((guint64) selection->max_timestamp),
                              GUINT64_TO_BE ((guint64) (selection->filter != NULL)) };

  hbase_fingerprint_add (checksum, hbase_slice (get->row, get->row_length));
  hbase_fingerprint_add (checksum, hbase_slice (selection->columns.data, selection->columns.length));
  hbase_fingerprint_add (checksum, hbase_slice (numbers, sizeof numbers));
  hbase_fingerprint_add (checksum, hbase_slice_text (selection->filter));
}
