/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-filter-text-private.h"
#include "hbase-record-check-private.h"
#include "hbase-records-private.h"
#include "hbase-scan-private.h"

/* What becomes of a scan's filter before it is sent.
 *
 *  1. A PageFilter that is the filter, or one of those joined by AND at its top, becomes the scan's limit: a
 *     server counts each region's rows anew, and anew again when the scan is gone on with.
 *  2. PageFilter elsewhere, WHILE, ColumnCountGetFilter (which ends the scan behind the first row that has
 *     too many columns), and a filter that only servers can read, remember rows: a scan with one can't be
 *     gone on with.
 *  3. Guards are left out by a filter of ours, joined to the caller's by AND.
 *  4. So are values, where only keys are wanted, after all others have looked at them; a filter in bytes is
 *     left alone.
 *  5. Some filters say of a row that is read backwards what they don't say of it forwards. */

/* ---- from a tree back to text ---- */

static void append_node (GByteArray *text, const HBaseFilterNode *node);

static void
append_named (GByteArray *text, const HBaseFilterNode *node)
{
  HBaseSlice name = hbase_slice_of_bytes (node->name);

  g_byte_array_append (text, name.data, (guint) name.length);
  hbase_filter_append_text (text, "(");
  for (guint i = 0; i < node->arguments->len; i++)
    {
      const HBaseFilterArgument *argument = hbase_filter_node_argument (node, i);
      HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);

      hbase_filter_append_text (text, i > 0 ? "," : "");
      if (argument->quoted)
        hbase_filter_append_quoted (text, "", bytes);
      else
        g_byte_array_append (text, hbase_slice_bytes (bytes), (guint) bytes.length);
    }
  hbase_filter_append_text (text, ")");
}

static void
append_list (GByteArray *text, const HBaseFilterNode *node, const char *between)
{
  for (guint i = 0; i < node->children->len; i++)
    {
      hbase_filter_append_text (text, i > 0 ? between : "");
      append_node (text, hbase_filter_node_child (node, i));
    }
}

static void
append_node (GByteArray *text, const HBaseFilterNode *node)
{
  if (node->kind == HBASE_FILTER_NAMED)
    {
      append_named (text, node);
      return;
    }
  hbase_filter_append_text (text, node->kind == HBASE_FILTER_SKIP ? "SKIP " : "");
  hbase_filter_append_text (text, node->kind == HBASE_FILTER_WHILE ? "WHILE " : "");
  hbase_filter_append_text (text, "(");
  append_list (text, node, node->kind == HBASE_FILTER_AND ? " AND " : " OR ");
  hbase_filter_append_text (text, ")");
}

/* ---- PageFilter ---- */

static gboolean
is_page_filter (const HBaseFilterNode *node, gint64 *rows)
{
  return node->kind == HBASE_FILTER_NAMED && hbase_filter_node_is (node, "PageFilter")
         && node->arguments->len == 1
         && hbase_filter_argument_number (hbase_filter_node_argument (node, 0), rows);
}

/* Whether what it says of a row depends on the rows before it. */
static gboolean
remembers_rows (const HBaseFilterNode *node)
{
  gint64 rows;

  if (node->kind == HBASE_FILTER_WHILE || is_page_filter (node, &rows)
      || hbase_filter_node_is (node, "ColumnCountGetFilter"))
    return TRUE;
  for (guint i = 0; node->kind != HBASE_FILTER_NAMED && i < node->children->len; i++)
    if (remembers_rows (hbase_filter_node_child (node, i)))
      return TRUE;
  return FALSE;
}

/* One of what the filter's top joins by AND: part of the text, or of the limit. */
static void
resolve_part (HBaseScan *scan, const HBaseFilterNode *node, GByteArray *text, gboolean *remembers)
{
  gint64 rows;

  if (is_page_filter (node, &rows) && rows > 0 && rows <= G_MAXINT32)
    {
      scan->limit = scan->limit > 0 ? MIN (scan->limit, (guint) rows) : (guint) rows;
      return;
    }
  hbase_filter_append_text (text, text->len > 0 ? " AND " : "");
  append_node (text, node);
  *remembers |= remembers_rows (node);
}

static gboolean
resolve_filter (HBaseScan *scan, GByteArray *text, gboolean *remembers, GError **error)
{
  g_autoptr (HBaseFilterNode) tree = NULL;

  if (scan->selection.filter == NULL)
    return TRUE;
  tree = hbase_filter_text_read (hbase_slice_text (scan->selection.filter), error);
  if (tree == NULL)
    return FALSE;
  if (tree->kind != HBASE_FILTER_AND)
    resolve_part (scan, tree, text, remembers);
  for (guint i = 0; tree->kind == HBASE_FILTER_AND && i < tree->children->len; i++)
    resolve_part (scan, hbase_filter_node_child (tree, i), text, remembers);
  return TRUE;
}

/* ---- guards ---- */

static void
append_binary (GByteArray *text, const char *name, HBaseSlice bytes)
{
  hbase_filter_append_text (text, name);
  hbase_filter_append_text (text, "(!=,");
  hbase_filter_append_quoted (text, "binary:", bytes);
  hbase_filter_append_text (text, ")");
}

/* Cells of another family, or of another column of the guards' family. */
static void
append_guard_filter (GByteArray *text, HBaseScan *scan)
{
  hbase_filter_append_text (text, text->len > 0 ? " AND (" : "(");
  append_binary (text, "FamilyFilter", hbase_slice_text (scan->guard_family));
  hbase_filter_append_text (text, " OR ");
  append_binary (text, "QualifierFilter", hbase_slice_of_bytes (scan->guard_qualifier));
  hbase_filter_append_text (text, ")");
}

/* ---- keys ---- */

/* FirstKeyOnlyFilter takes the first cell for the row even if another filter has none of it: beside others it
 * would lose rows. */
static void
append_key_filter (GByteArray *text)
{
  hbase_filter_append_text (text, text->len > 0 ? " AND " : "FirstKeyOnlyFilter() AND ");
  hbase_filter_append_text (text, "KeyOnlyFilter()");
}

/* ---- directions ---- */

typedef const char *const Names[];

static Names seekers = { "ColumnPrefixFilter", "MultipleColumnPrefixFilter", "ColumnRangeFilter", NULL };
/* What they say of a cell doesn't depend on which others they have seen. */
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

static gboolean
is_among (const HBaseFilterNode *node, const char *const *names)
{
  for (; *names != NULL; names++)
    if (hbase_filter_node_is (node, *names))
      return TRUE;
  return FALSE;
}

/* Whether there is one of these, or, where they aren't `named`, one that is none of them. Lists are looked
 * into; SKIP is as any other filter: it tells those within of no direction. */
static gboolean
list_has (const HBaseFilterNode *node, const char *const *names, gboolean named)
{
  if (!is_list (node))
    return is_among (node, names) == named;
  for (guint i = 0; i < node->children->len; i++)
    if (list_has (hbase_filter_node_child (node, i), names, named))
      return TRUE;
  return FALSE;
}

/* Backwards HBase doesn't seek the columns that a filter names: an OR gets its places wrong then, and
 * within an AND filters that remember cells see more of them. A DependentColumnFilter has seen no cells of
 * rows behind the prefix, and then an OR leaves all of theirs out. */
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

gboolean
hbase_scan_is_one_way (HBaseScan *scan)
{
  const char *filter = scan->selection.filter;
  g_autoptr (HBaseFilterNode) tree
      = filter != NULL ? hbase_filter_text_parse (hbase_slice_text (filter), NULL) : NULL;

  return tree != NULL && is_one_way (tree);
}

/* ---- the whole ---- */

HBaseScan *
hbase_scan_resolve (HBaseScan *scan, gboolean *remembers, GError **error)
{
  g_autoptr (HBaseScan) resolved = hbase_scan_copy (scan);
  GByteArray *text = g_byte_array_new ();
  gboolean fine = resolve_filter (resolved, text, remembers, error);

  *remembers |= scan->filter_bytes != NULL;
  if (scan->guard_family != NULL)
    append_guard_filter (text, scan);
  if (scan->only_keys && scan->filter_bytes == NULL)
    append_key_filter (text);
  g_clear_pointer (&resolved->sent_filter, g_bytes_unref);
  resolved->sent_filter = g_byte_array_free_to_bytes (text);
  return fine ? g_steal_pointer (&resolved) : NULL;
}

gboolean
hbase_scan_check_filter (HBaseScan *scan, GError **error)
{
  g_autoptr (HBaseScan) resolved = NULL;
  gboolean remembers = FALSE;

  if (scan->guard_family != NULL && scan->filter_bytes != NULL)
    return hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                              "it has a filter as bytes, to which none can be joined that leaves guards out: "
                              "say the filter in words");
  resolved = hbase_scan_resolve (scan, &remembers, error);
  return resolved != NULL;
}

GBytes *
hbase_scan_ref_filter (HBaseScan *scan)
{
  if (scan->sent_filter != NULL)
    return g_bytes_get_size (scan->sent_filter) > 0 ? g_bytes_ref (scan->sent_filter) : NULL;
  return scan->selection.filter != NULL
             ? g_bytes_new (scan->selection.filter, strlen (scan->selection.filter))
             : NULL;
}
