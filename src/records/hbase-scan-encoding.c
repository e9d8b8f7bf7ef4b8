/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-filter-private.h"
#include "hbase-key-schema-private.h"
#include "hbase-record-check-private.h"
#include "hbase-scan-encoding-private.h"
#include "hbase-wire-tables.h"

/* This file implements the encoding of scans: their bounds, filters, the TScan, and the fingerprint that page
 * tokens are bound to.
 *
 * 1. A PageFilter that is the whole filter, or one of those joined by AND at its top, becomes the scan's
 *    limit: a server counts rows for each region, and counts again from 0 when the scan is resumed.
 * 2. PageFilter elsewhere, WHILE, ColumnCountGetFilter (which ends the scan after the first row that has
 *    too many columns), and a filter in bytes, which only servers can read, remember rows: a scan with one
 *    can't be resumed.
 * 3. Guards are left out by a filter that is joined to the caller's by AND.
 * 4. Where only keys are read, values are removed by a filter after all others, which may depend on
 *    values. A filter in bytes stays as it is.
 * 5. Some filters select other cells when the same rows are read in the other direction. */

/* ---- bounds ---- */

/* Returns the least key above all that begin with the prefix; data NULL: none, because all its bytes are FF.
 */
static HBaseSlice
row_above (HBaseScan *scan)
{
  g_clear_pointer (&scan->above, g_bytes_unref);
  scan->above
      = hbase_key_prefix_stop (g_bytes_get_data (scan->prefix, NULL), g_bytes_get_size (scan->prefix));
  return hbase_slice_of_bytes (scan->above);
}

/* Restricts the bounds to the prefix: from the prefix itself, included, to the row above, excluded. */
static void
narrow (HBaseScan *scan, HBaseScanBounds *bounds)
{
  HBaseSlice prefix = hbase_slice_of_bytes (scan->prefix), above = row_above (scan);
  HBaseSlice *low = scan->reversed ? &bounds->stop : &bounds->start;
  HBaseSlice *high = scan->reversed ? &bounds->start : &bounds->stop;

  if (low->data == NULL || hbase_slice_compare (*low, prefix) < 0)
    {
      *low = prefix;
      if (scan->reversed)
        bounds->with_stop = TRUE;
      else
        bounds->skip_start = FALSE;
    }
  if (above.data != NULL && (high->data == NULL || hbase_slice_compare (above, *high) <= 0))
    {
      *high = above;
      if (scan->reversed)
        bounds->skip_start = TRUE;
      else
        bounds->with_stop = FALSE;
    }
}

gboolean
hbase_scan_bounds_have_room (const HBaseScanBounds *bounds, gboolean reversed)
{
  int order;

  if (bounds->start.data == NULL || bounds->stop.data == NULL)
    return TRUE;
  order = hbase_slice_compare (bounds->start, bounds->stop);
  if (order == 0)
    return bounds->with_stop && !bounds->skip_start;
  return (order > 0) == reversed;
}

gboolean
hbase_scan_get_bounds (HBaseScan *scan, HBaseScanBounds *bounds)
{
  *bounds = (HBaseScanBounds){ .start = hbase_slice_of_bytes (scan->start),
                               .stop = hbase_slice_of_bytes (scan->stop),
                               .skip_start = scan->start != NULL && scan->without_start,
                               .with_stop = scan->stop != NULL && scan->with_stop,
                               .limit = scan->limit,
                               .caching = scan->caching };
  if (scan->prefix != NULL)
    narrow (scan, bounds);
  return hbase_scan_bounds_have_room (bounds, scan->reversed);
}

/* Whether the key is on the inner side of this bound, or is the bound itself, and that is included. */
static gboolean
is_within (HBaseSlice bound, gboolean included, gboolean is_low, HBaseSlice key)
{
  int order;

  if (bound.data == NULL)
    return TRUE;
  order = hbase_slice_compare (key, bound);
  return order == 0 ? included : (order > 0) == is_low;
}

gboolean
hbase_scan_bounds_contain (const HBaseScanBounds *bounds, gboolean reversed, HBaseSlice key)
{
  return is_within (bounds->start, !bounds->skip_start, !reversed, key)
         && is_within (bounds->stop, bounds->with_stop, reversed, key);
}

/* ---- bounds as a TScan expresses them ---- */

/* How many bytes are appended to the stop of a reversed scan that includes its stop row. Rows between the
 * stop and the resulting key are very unlikely, and are left out by the client. */
#define STOP_PADDING 8

GBytes *
hbase_scan_key_below (HBaseSlice key)
{
  guint8 *below;

  if (key.length > 0 && key.data[key.length - 1] == 0)
    return key.length > 1 ? g_bytes_new (key.data, key.length - 1) : NULL;
  below = g_malloc (key.length + STOP_PADDING);
  memcpy (below, key.data, key.length);
  memset (below + key.length, G_MAXUINT8, STOP_PADDING);
  below[key.length - 1]--;
  return g_bytes_new_take (below, MIN (key.length + STOP_PADDING, HBASE_MAX_ROW_LENGTH));
}

static gboolean
start_after (const HBaseScanBounds *bounds, HBaseScanBounds *sent, GBytes **kept)
{
  *kept = hbase_key_successor (bounds->start.data, bounds->start.length);
  sent->start = hbase_slice_of_bytes (*kept);
  sent->skip_start = FALSE;
  return *kept != NULL;
}

static void
stop_after (const HBaseScanBounds *bounds, gboolean reversed, HBaseScanBounds *sent, GBytes **kept)
{
  *kept = reversed ? hbase_scan_key_below (bounds->stop)
                   : hbase_key_successor (bounds->stop.data, bounds->stop.length);
  sent->stop = hbase_slice_of_bytes (*kept);
  sent->with_stop = FALSE;
}

gboolean
hbase_scan_bounds_to_wire (const HBaseScanBounds *bounds,
                           gboolean reversed,
                           HBaseScanBounds *sent,
                           GBytes *kept[2])
{
  g_clear_pointer (&kept[0], g_bytes_unref);
  g_clear_pointer (&kept[1], g_bytes_unref);
  *sent = *bounds;
  if (!hbase_scan_bounds_have_room (bounds, reversed))
    return FALSE;
  if (bounds->skip_start && !reversed && !start_after (bounds, sent, &kept[0]))
    return FALSE;
  if (bounds->with_stop)
    stop_after (bounds, reversed, sent, &kept[1]);
  /* Equal bounds have no rows, though a server would return that one row. */
  return hbase_scan_bounds_have_room (sent, reversed);
}

/* ---- the filter ---- */

static gboolean
is_page_filter (const HBaseFilterNode *node, gint64 *rows)
{
  return node->kind == HBASE_FILTER_NAMED && hbase_filter_node_is (node, "PageFilter")
         && node->arguments->len == 1
         && hbase_filter_argument_number (hbase_filter_node_argument (node, 0), rows);
}

/* Whether its result for a row depends on the rows before. */
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

static gboolean
keeps_rows (const HBaseFilterNode *node)
{
  gboolean keeps = node->kind == HBASE_FILTER_AND;
  gint64 rows;

  if (node->kind == HBASE_FILTER_NAMED)
    return is_page_filter (node, &rows) || hbase_filter_node_is (node, "KeyOnlyFilter")
           || hbase_filter_node_is (node, "FirstKeyOnlyFilter");
  for (guint i = 0; keeps && i < node->children->len; i++)
    keeps = keeps_rows (hbase_filter_node_child (node, i));
  return keeps;
}

gboolean
hbase_scan_may_pass_over_rows (HBaseScan *scan)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->selection.filter);

  if (tree != NULL)
    return !keeps_rows (tree);
  return scan->selection.filter != NULL || scan->selection.filter_bytes != NULL;
}

/* Adds a filter that is joined to others by AND at the top: to the text, or to the limit. */
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
  hbase_filter_append_node (text, node);
  *remembers |= remembers_rows (node);
}

static gboolean
resolve_filter (HBaseScan *scan, GByteArray *text, gboolean *remembers, GError **error)
{
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->selection.filter);

  if (tree == NULL)
    return scan->selection.filter == NULL || hbase_filter_check (scan->selection.filter, error);
  if (tree->kind != HBASE_FILTER_AND)
    resolve_part (scan, tree, text, remembers);
  for (guint i = 0; tree->kind == HBASE_FILTER_AND && i < tree->children->len; i++)
    resolve_part (scan, hbase_filter_node_child (tree, i), text, remembers);
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

  *remembers |= scan->selection.filter_bytes != NULL;
  if (scan->guard_family != NULL)
    append_guard_filter (text, scan);
  if (scan->only_keys && scan->selection.filter_bytes == NULL)
    append_key_filter (text);
  return fine && set_sent_filter (resolved, text, error) ? g_steal_pointer (&resolved) : NULL;
}

static gboolean
check_filter (HBaseScan *scan, GError **error)
{
  g_autoptr (HBaseScan) resolved = NULL;
  gboolean remembers = FALSE;

  if (scan->guard_family != NULL && scan->selection.filter_bytes != NULL)
    return hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                              "it has a filter in bytes, to which the filter that leaves guards out can't be "
                              "joined: set it in HBase's filter language");
  resolved = hbase_scan_resolve (scan, &remembers, error);
  return resolved != NULL;
}

HBaseFilter *
hbase_scan_get_sent_filter (HBaseScan *scan)
{
  return scan->is_resolved ? scan->sent_filter : scan->selection.filter;
}

/* ---- checks and encoding ---- */

static gboolean
check_length (GBytes *row, const char *what, GError **error)
{
  gsize length = row != NULL ? g_bytes_get_size (row) : 0;

  return length <= HBASE_MAX_ROW_LENGTH
         || hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                               "its %s has %" G_GSIZE_FORMAT " bytes: a row key has at most %d", what, length,
                               HBASE_MAX_ROW_LENGTH);
}

/* A scan whose start is after its stop has no rows: most likely the two were interchanged. */
static gboolean
check_direction (HBaseScan *scan, GError **error)
{
  HBaseSlice start = hbase_slice_of_bytes (scan->start), stop = hbase_slice_of_bytes (scan->stop);
  g_autofree char *first = NULL, *last = NULL;
  int order;

  if (start.data == NULL || stop.data == NULL)
    return TRUE;
  order = hbase_slice_compare (start, stop);
  if (scan->reversed ? order >= 0 : order <= 0)
    return TRUE;
  first = hbase_record_show_row (start);
  last = hbase_record_show_row (stop);
  return hbase_record_fail (error, "scan", hbase_slice (NULL, 0),
                            "its range is impossible: it starts at %s, %s its stop %s%s", first,
                            scan->reversed ? "below" : "after", last,
                            scan->reversed ? "; a reversed scan starts at the higher row" : "");
}

static gboolean
check_ranges (HBaseScan *scan, GError **error)
{
  for (GTreeNode *node = scan->family_ranges != NULL ? g_tree_node_first (scan->family_ranges) : NULL;
       node != NULL; node = g_tree_node_next (node))
    {
      gint64 min_timestamp, max_timestamp;

      g_variant_get (g_tree_node_value (node), "(xx)", &min_timestamp, &max_timestamp);
      if (!hbase_selection_check_time_range (min_timestamp, max_timestamp, "scan", hbase_slice (NULL, 0),
                                             error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_filter_direction (HBaseScan *scan, GError **error)
{
  HBaseFilter *filter = scan->is_direction_changed ? scan->selection.filter : NULL;
  const HBaseFilterNode *tree = hbase_filter_get_tree (filter);

  return tree == NULL || !is_one_way (tree)
         || hbase_record_fail (
             error, "scan", hbase_slice (NULL, 0),
             "in the other direction its filter would select other cells: use the scan's stop for "
             "InclusiveStopFilter, and MultipleColumnPrefixFilter for prefixes of columns joined by OR");
}

gboolean
hbase_scan_check (HBaseScan *scan, GError **error)
{
  return check_length (scan->start, "start", error) && check_length (scan->stop, "stop", error)
         && check_length (scan->prefix, "prefix", error) && check_direction (scan, error)
         && hbase_selection_check (&scan->selection, "scan", hbase_slice (NULL, 0), error)
         && check_ranges (scan, error) && check_filter (scan, error) && check_filter_direction (scan, error);
}

static void
write_number (HBaseWireWriter *writer, guint id, guint number)
{
  if (number > 0)
    hbase_wire_write_i32 (writer, id, (gint32) MIN (number, G_MAXINT32));
}

static void
write_bytes (HBaseWireWriter *writer, guint id, HBaseSlice bytes)
{
  if (bytes.data != NULL)
    hbase_wire_write_binary (writer, id, bytes);
}

static void
write_family_ranges (HBaseScan *scan, HBaseWireWriter *writer)
{
  if (scan->family_ranges == NULL)
    return;
  hbase_wire_write_map (writer, HBASE_T_SCAN_COL_FAM_TIME_RANGE_MAP, HBASE_WIRE_BINARY, HBASE_WIRE_STRUCT,
                        hbase_named_values_count (scan->family_ranges));
  for (GTreeNode *node = g_tree_node_first (scan->family_ranges); node != NULL;
       node = g_tree_node_next (node))
    {
      gint64 min_timestamp, max_timestamp;

      g_variant_get (g_tree_node_value (node), "(xx)", &min_timestamp, &max_timestamp);
      hbase_wire_put_binary (writer, hbase_slice_text (g_tree_node_key (node)));
      hbase_wire_begin_struct (writer);
      hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MIN_STAMP, min_timestamp);
      hbase_wire_write_i64 (writer, HBASE_T_TIME_RANGE_MAX_STAMP, max_timestamp);
      hbase_wire_end_struct (writer);
    }
}

/* The fields are in the order of their ids, which the compact protocol encodes as differences. */
void
hbase_scan_write (HBaseScan *scan, const HBaseScanBounds *bounds, HBaseWireWriter *writer)
{
  write_bytes (writer, HBASE_T_SCAN_START_ROW, bounds->start);
  write_bytes (writer, HBASE_T_SCAN_STOP_ROW, bounds->stop);
  hbase_packed_write_list (&scan->selection.columns, HBASE_T_SCAN_COLUMNS, writer);
  write_number (writer, HBASE_T_SCAN_CACHING, bounds->caching);
  hbase_selection_write_max_versions (&scan->selection, HBASE_T_SCAN_MAX_VERSIONS, writer);
  hbase_selection_write_time_range (&scan->selection, HBASE_T_SCAN_TIME_RANGE, writer);
  hbase_filter_write_text (hbase_scan_get_sent_filter (scan), HBASE_T_SCAN_FILTER_STRING, writer);
  write_number (writer, HBASE_T_SCAN_BATCH_SIZE, scan->batch_size);
  hbase_attributes_write (scan->selection.attributes, HBASE_T_SCAN_ATTRIBUTES, writer);
  hbase_selection_write_authorizations (&scan->selection, HBASE_T_SCAN_AUTHORIZATIONS, writer);
  if (scan->reversed)
    hbase_wire_write_bool (writer, HBASE_T_SCAN_REVERSED, TRUE);
  hbase_selection_write_cache_blocks (&scan->selection, HBASE_T_SCAN_CACHE_BLOCKS, writer);
  write_family_ranges (scan, writer);
  write_number (writer, HBASE_T_SCAN_READ_TYPE, scan->read_type);
  write_number (writer, HBASE_T_SCAN_LIMIT, bounds->limit);
  write_number (writer, HBASE_T_SCAN_CONSISTENCY, scan->selection.consistency);
  hbase_selection_write_replica (&scan->selection, HBASE_T_SCAN_TARGET_REPLICA_ID, writer);
  hbase_selection_write_filter_bytes (&scan->selection, hbase_scan_get_sent_filter (scan),
                                      HBASE_T_SCAN_FILTER_BYTES, writer);
  hbase_wire_end_struct (writer);
}

/* ---- the fingerprint ---- */

static void
add_flag (GChecksum *checksum, HBaseFingerprintSetting what, gboolean flag)
{
  if (flag)
    hbase_fingerprint_add_number (checksum, what);
}

static void
add_options (GChecksum *checksum, HBaseScan *scan)
{
  add_flag (checksum, HBASE_FINGERPRINT_WITHOUT_START, scan->without_start);
  add_flag (checksum, HBASE_FINGERPRINT_WITH_STOP, scan->with_stop);
  if (scan->guard_family != NULL)
    {
      hbase_fingerprint_add_number (checksum, HBASE_FINGERPRINT_GUARD);
      hbase_fingerprint_add (checksum, hbase_slice_text (scan->guard_family));
      hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->guard_qualifier));
    }
  hbase_selection_fingerprint_filter_bytes (&scan->selection, checksum);
  hbase_fingerprint_add_map (checksum, HBASE_FINGERPRINT_FAMILY_RANGE, scan->family_ranges);
  hbase_selection_fingerprint_options (&scan->selection, checksum);
}

void
hbase_scan_fingerprint (HBaseScan *scan, GChecksum *checksum)
{
  const HBaseSelection *selection = &scan->selection;

  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->start));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->stop));
  hbase_fingerprint_add (checksum, hbase_slice_of_bytes (scan->prefix));
  hbase_fingerprint_add (checksum, hbase_slice (selection->columns.data, selection->columns.length));
  hbase_fingerprint_add_number (checksum, selection->max_versions);
  hbase_selection_fingerprint (selection, checksum);
  hbase_fingerprint_add_number (checksum, (guint64) scan->reversed);
  add_options (checksum, scan);
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
  const HBaseFilterNode *tree = hbase_filter_get_tree (scan->selection.filter);

  if (scan->selection.filter == NULL)
    return scan->selection.filter_bytes != NULL ? "the filter in bytes" : NULL;
  return tree != NULL ? find_key_filter (tree) : NULL; /* NULL: the scan's check fails */
}
