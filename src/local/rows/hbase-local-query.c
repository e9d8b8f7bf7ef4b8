/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* The cells that a get or scan selects: its columns, time ranges, versions and filter. */

#include "config.h"

#include "hbase-unsupported-message-private.h"
#include "hbase-local-error-private.h"
#include "hbase-filter-bytes-private.h"
#include "hbase-local-filter-private.h"
#include "hbase-local-query-private.h"
#include "hbase-wire-tables.h"

#define ROW_MAX 32767
/* The greatest number of time ranges: each takes many times the memory that it takes in the call. */
#define FAMILY_RANGES_MAX 1000
#define TOO_MANY HBASE_UNSUPPORTED_MESSAGE "queries of so many %s: at most %d"

typedef struct {
  HBaseSlice family;
  HBaseLocalRange range;
} FamilyRange;

void
hbase_local_query_init (HBaseLocalQuery *query)
{
  *query = (HBaseLocalQuery){ .range = { 0, G_MAXINT64 }, .max_versions = 1, .store_limit = -1 };
}

void
hbase_local_query_clear (HBaseLocalQuery *query)
{
  g_clear_pointer (&query->columns, g_array_unref);
  g_clear_pointer (&query->family_ranges, g_array_unref);
  g_clear_pointer (&query->filter, hbase_filter_node_free);
}

/* The approximate bytes that malloc and GLib add to each allocation. */
#define ALLOCATION_OVERHEAD 64

static gsize
array_bytes (const GArray *array)
{
  return array != NULL
             ? ALLOCATION_OVERHEAD + (gsize) array->len * g_array_get_element_size ((GArray *) array)
             : 0;
}

static gsize
filter_bytes (const HBaseFilterNode *node)
{
  gsize bytes = sizeof *node + ALLOCATION_OVERHEAD + array_bytes (node->arguments);

  for (guint i = 0; node->arguments != NULL && i < node->arguments->len; i++)
    bytes += ALLOCATION_OVERHEAD + g_bytes_get_size (hbase_filter_node_argument (node, i)->bytes);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    bytes += sizeof (gpointer) + filter_bytes (hbase_filter_node_child (node, i));
  return bytes;
}

gsize
hbase_local_query_memory_size (const HBaseLocalQuery *query)
{
  return array_bytes (query->columns) + array_bytes (query->family_ranges)
         + (query->filter != NULL ? filter_bytes (query->filter) : 0);
}

/* A whole family sorts before its qualifiers, including the empty qualifier. */
static int
compare_columns (const HBaseLocalColumn *a, HBaseSlice family, HBaseSlice qualifier)
{
  int order = hbase_slice_compare (a->family, family);

  if (order == 0)
    order = (a->qualifier.data != NULL) - (qualifier.data != NULL);
  return order != 0 ? order : hbase_slice_compare (a->qualifier, qualifier);
}

/* Returns the index where the column is, or would be inserted. */
static guint
find_column (const GArray *columns, HBaseSlice family, HBaseSlice qualifier, gboolean *found)
{
  guint low = 0, high = columns->len;

  *found = FALSE;
  while (low < high && !*found)
    {
      guint middle = low + (high - low) / 2;
      int order = compare_columns (&g_array_index (columns, HBaseLocalColumn, middle), family, qualifier);

      if (order < 0)
        low = middle + 1;
      else
        high = middle;
      *found = order == 0;
    }
  return *found ? high : low;
}

/* Returns the number of the family's entries from index `from` on. */
static guint
count_family (const GArray *columns, HBaseSlice family, guint from)
{
  guint n = 0;

  while (from + n < columns->len
         && hbase_slice_equal (g_array_index (columns, HBaseLocalColumn, from + n).family, family))
    n++;
  return n;
}

void
hbase_local_query_add_column (HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier)
{
  HBaseLocalColumn column = { family, qualifier, 0 };

  if (query->columns == NULL)
    query->columns = g_array_new (FALSE, FALSE, sizeof (HBaseLocalColumn));
  column.position = query->columns->len;
  g_array_append_val (query->columns, column);
}

/* Of equal columns, the column that was added last comes first. */
static int
compare_by_column_and_position (gconstpointer a, gconstpointer b)
{
  const HBaseLocalColumn *one = a, *other = b;
  int order = compare_columns (one, other->family, other->qualifier);

  return order != 0 ? order : (one->position < other->position) - (one->position > other->position);
}

/* Of the entries from `from` to `to` − 1, of one family, copies those that have an effect to index `n`:
 * the qualifiers that were added after the whole family, or the whole family if there are none. Returns
 * the index after them. */
static guint
merge_family_columns (HBaseLocalColumn *columns, guint from, guint to, guint n)
{
  HBaseLocalColumn first = columns[from];
  gboolean has_whole = first.qualifier.data == NULL;
  guint start = n;

  for (guint i = from; i < to; i++)
    if (columns[i].qualifier.data != NULL && (!has_whole || columns[i].position > first.position)
        && (n == start || !hbase_slice_equal (columns[i].qualifier, columns[n - 1].qualifier)))
      columns[n++] = columns[i];
  if (n == start)
    columns[n++] = first;
  return n;
}

void
hbase_local_query_sort_columns (HBaseLocalQuery *query)
{
  HBaseLocalColumn *columns;
  guint n = 0, end;

  if (query->columns == NULL)
    return;
  g_array_sort (query->columns, compare_by_column_and_position);
  columns = &g_array_index (query->columns, HBaseLocalColumn, 0);
  for (guint i = 0; i < query->columns->len; i = end)
    {
      end = i + count_family (query->columns, columns[i].family, i);
      n = merge_family_columns (columns, i, end, n);
    }
  g_array_set_size (query->columns, n);
}

gboolean
hbase_local_query_selects_family (const HBaseLocalQuery *query, HBaseSlice family)
{
  gboolean found;
  guint at;

  if (query->columns == NULL)
    return TRUE;
  at = find_column (query->columns, family, (HBaseSlice){ NULL, 0 }, &found);
  return found || count_family (query->columns, family, at) > 0;
}

gboolean
hbase_local_query_is_restricted_to_columns (const HBaseLocalQuery *query, HBaseSlice family)
{
  gboolean whole = query->columns == NULL;

  if (!whole)
    find_column (query->columns, family, (HBaseSlice){ NULL, 0 }, &whole);
  return !whole;
}

gboolean
hbase_local_query_names (const HBaseLocalQuery *query, HBaseSlice family, HBaseSlice qualifier)
{
  gboolean found;

  find_column (query->columns, family, qualifier, &found);
  if (!found)
    find_column (query->columns, family, (HBaseSlice){ NULL, 0 }, &found);
  return found;
}

gboolean
hbase_local_query_find_next_qualifier (const HBaseLocalQuery *query,
                                       HBaseSlice family,
                                       HBaseSlice qualifier,
                                       HBaseSlice *next)
{
  gboolean found;
  guint at = find_column (query->columns, family, qualifier, &found);
  const HBaseLocalColumn *column;

  if (found)
    at++;
  if (at == query->columns->len)
    return FALSE;
  column = &g_array_index (query->columns, HBaseLocalColumn, at);
  if (!hbase_slice_equal (column->family, family))
    return FALSE;
  *next = column->qualifier;
  return TRUE;
}

gboolean
hbase_local_query_selects_between (const HBaseLocalQuery *query,
                                   HBaseSlice family,
                                   HBaseSlice first,
                                   HBaseSlice last)
{
  HBaseSlice next;

  return !hbase_local_query_is_restricted_to_columns (query, family)
         || (hbase_local_query_find_next_qualifier (query, family, first, &next)
             && hbase_slice_compare (next, last) <= 0);
}

HBaseLocalRange
hbase_local_query_range (const HBaseLocalQuery *query, HBaseSlice family)
{
  for (guint i = 0; query->family_ranges != NULL && i < query->family_ranges->len; i++)
    {
      const FamilyRange *one = &g_array_index (query->family_ranges, FamilyRange, i);

      if (hbase_slice_equal (one->family, family))
        return one->range;
    }
  return query->range;
}

static gboolean
refuse_replica (gint64 replica, GError **error)
{
  return replica <= 0
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                   "Cannot get the location for replica%" G_GINT64_FORMAT, replica);
}

gboolean
hbase_local_query_check (const HBaseLocalQuery *query, const HBaseLocalTable *table, GError **error)
{
  gboolean names_columns = FALSE;

  for (guint i = 0; query->columns != NULL && i < query->columns->len; i++)
    {
      const HBaseLocalColumn *column = &g_array_index (query->columns, HBaseLocalColumn, i);

      if (!hbase_local_table_check_family (table, column->family, error))
        return FALSE;
      names_columns |= column->qualifier.data != NULL;
    }
  if (!refuse_replica (query->replica, error))
    return FALSE;
  return !query->raw || !names_columns
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO,
                                   HBASE_LOCAL_DO_NOT_RETRY "Cannot specify any column for a "
                                                            "raw scan");
}

gboolean
hbase_local_check_row_key (HBaseSlice row, GError **error)
{
  return (row.length > 0 && row.length <= ROW_MAX)
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a row of %" G_GSIZE_FORMAT " bytes",
                                   row.length);
}

/* Sets `*value` to the value of the attribute, the last attribute of that name. */
static gboolean
find_attribute (const HBaseLocalField *attributes, HBaseSlice name, HBaseSlice *value)
{
  HBaseWireDecoder decoder;
  gboolean found = FALSE;

  for (guint n = hbase_local_fields_map (attributes, &decoder); n > 0; n--)
    {
      HBaseSlice key = hbase_wire_decoder_binary (&decoder), bytes = hbase_wire_decoder_binary (&decoder);

      if (!hbase_slice_equal (key, name))
        continue;
      *value = bytes;
      found = TRUE;
    }
  return found;
}

gboolean
hbase_local_read_time_to_live (const HBaseLocalField *attributes, HBaseSlice *time_to_live, GError **error)
{
  enum { SIZE = 8 };
  HBaseSlice value;

  *time_to_live = hbase_slice (NULL, 0);
  if (!find_attribute (attributes, HBASE_SLICE_LITERAL ("_ttl"), &value))
    return TRUE;
  if (value.length < SIZE) /* HBase ignores bytes after the eighth */
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY,
                                  "Failed after attempts=1, exceptions: java.lang.IllegalArgumentException: "
                                  "offset (0) + length (8) exceed the capacity of the array: "
                                  "%" G_GSIZE_FORMAT,
                                  value.length);
  if ((gint64) hbase_wire_load_64 (value.data) != G_MAXINT64)
    *time_to_live = hbase_slice (value.data, SIZE);
  return TRUE;
}

static gboolean
read_raw (HBaseLocalQuery *query, const HBaseLocalField *attributes, GError **error)
{
  HBaseSlice value;

  if (!find_attribute (attributes, HBASE_SLICE_LITERAL ("_raw_"), &value))
    return TRUE;
  if (value.length != 1)
    return hbase_local_error_set (
        error, HBASE_LOCAL_ERROR_IO_RETRY,
        "Failed after attempts=1, exceptions:\n"
        "java.lang.IllegalArgumentException: Array has wrong size: %" G_GSIZE_FORMAT,
        value.length);
  query->raw = value.data[0] != 0;
  return TRUE;
}

static gboolean
read_columns (HBaseLocalQuery *query, const HBaseLocalField *columns, GError **error)
{
  HBaseLocalField column[HBASE_T_COLUMN_QUALIFIER + 1];
  HBaseLocalStructs list;

  if (hbase_local_structs_init (&list, columns) > HBASE_LOCAL_COLUMNS_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED, TOO_MANY, "columns",
                                  HBASE_LOCAL_COLUMNS_MAX);
  while (hbase_local_structs_next (&list, column, G_N_ELEMENTS (column)))
    hbase_local_query_add_column (query, column[HBASE_T_COLUMN_FAMILY].bytes,
                                  column[HBASE_T_COLUMN_QUALIFIER].bytes);
  hbase_local_query_sort_columns (query);
  return TRUE;
}

static gboolean
set_range (HBaseLocalRange *range, const HBaseLocalField *timestamps, GError **error)
{
  range->min = timestamps[HBASE_T_TIME_RANGE_MIN_STAMP].number;
  range->max = timestamps[HBASE_T_TIME_RANGE_MAX_STAMP].number;
  return (range->min >= 0 && range->max >= range->min)
         || hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "invalid time range");
}

static gboolean
read_range (HBaseLocalRange *range, const HBaseLocalField *field, GError **error)
{
  HBaseLocalField timestamps[HBASE_T_TIME_RANGE_MAX_STAMP + 1];

  if (!field->given)
    return TRUE;
  hbase_local_fields_read (timestamps, G_N_ELEMENTS (timestamps), field);
  return set_range (range, timestamps, error);
}

static gboolean
read_family_ranges (HBaseLocalQuery *query, const HBaseLocalField *map, GError **error)
{
  HBaseLocalField timestamps[HBASE_T_TIME_RANGE_MAX_STAMP + 1];
  HBaseWireDecoder decoder;
  guint count = hbase_local_fields_map (map, &decoder);

  if (count > FAMILY_RANGES_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED, TOO_MANY, "families' time ranges",
                                  FAMILY_RANGES_MAX);
  if (count > 0)
    query->family_ranges = g_array_new (FALSE, FALSE, sizeof (FamilyRange));
  for (guint i = 0; i < count; i++)
    {
      FamilyRange one = { .family = hbase_wire_decoder_binary (&decoder) };

      hbase_wire_decoder_enter (&decoder);
      hbase_local_fields_decode (timestamps, G_N_ELEMENTS (timestamps), map->block, &decoder);
      if (!set_range (&one.range, timestamps, error))
        return FALSE;
      g_array_append_val (query->family_ranges, one);
    }
  return TRUE;
}

/* Parses a filter in the bytes of HBase's classes, which replaces a filter in text. */
static gboolean
read_filter_bytes (HBaseLocalQuery *query, HBaseSlice bytes, GError **error)
{
  g_autoptr (GBytes) text = hbase_filter_text_of_bytes (bytes, NULL);

  if (text == NULL)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_UNSUPPORTED,
                                  HBASE_UNSUPPORTED_MESSAGE
                                  "filters of other classes than HBase's own (filterBytes)");
  g_clear_pointer (&query->filter, hbase_filter_node_free);
  query->filter = hbase_local_filter_parse_serialized (hbase_slice_of_bytes (text), error);
  return query->filter != NULL;
}

/* The filter is built once here, so that its errors are reported. */
static gboolean
read_filter (HBaseLocalQuery *query,
             const HBaseLocalField *text,
             const HBaseLocalField *bytes,
             GError **error)
{
  g_autoptr (HBaseLocalFilter) filter = NULL;

  if (!text->given && !bytes->given)
    return TRUE;
  if (text->given && (query->filter = hbase_local_filter_parse (text->bytes, error)) == NULL)
    return FALSE;
  if (bytes->given && !read_filter_bytes (query, bytes->bytes, error))
    return FALSE;
  filter = hbase_local_filter_new (query->filter, FALSE, NULL, error);
  if (filter == NULL)
    return FALSE;
  query->compares_values = filter->reads_values;
  query->keys_only = filter->drops_values && !filter->reads_values;
  return TRUE;
}

/* HBase sends a get to a replica only if the get accepts outdated results. */
static gboolean
is_for_replica (const HBaseLocalField *get)
{
  return get[HBASE_T_GET_CONSISTENCY].number == HBASE_T_CONSISTENCY_TIMELINE;
}

gboolean
hbase_local_query_parse_get (HBaseLocalQuery *query, const HBaseLocalField *get, GError **error)
{
  gint64 timestamp = get[HBASE_T_GET_TIMESTAMP].number;

  if (!hbase_local_check_row_key (get[HBASE_T_GET_ROW].bytes, error)
      || !read_filter (query, &get[HBASE_T_GET_FILTER_STRING], &get[HBASE_T_GET_FILTER_BYTES], error)
      || (is_for_replica (get) && !refuse_replica (get[HBASE_T_GET_TARGET_REPLICA_ID].number, error))
      || !read_raw (query, &get[HBASE_T_GET_ATTRIBUTES], error))
    return FALSE;
  if (get[HBASE_T_GET_TIMESTAMP].given)
    {
      if (timestamp < 0 || timestamp == G_MAXINT64)
        return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "invalid time stamp");
      query->range = (HBaseLocalRange){ timestamp, timestamp + 1 };
    }
  else if (!read_range (&query->range, &get[HBASE_T_GET_TIME_RANGE], error))
    return FALSE;
  query->max_versions = (gint32) hbase_local_field_or (&get[HBASE_T_GET_MAX_VERSIONS], 1);
  if (query->max_versions <= 0)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_IO_RETRY, "versions must be positive");
  query->store_limit = hbase_local_field_or (&get[HBASE_T_GET_STORE_LIMIT], -1);
  query->store_offset = MAX (hbase_local_field_or (&get[HBASE_T_GET_STORE_OFFSET], 0), 0);
  return read_columns (query, &get[HBASE_T_GET_COLUMNS], error);
}

gboolean
hbase_local_query_parse_scan (HBaseLocalQuery *query, const HBaseLocalField *scan, GError **error)
{
  if (scan[HBASE_T_SCAN_START_ROW].bytes.length > ROW_MAX
      || scan[HBASE_T_SCAN_STOP_ROW].bytes.length > ROW_MAX)
    return hbase_local_error_set (error, HBASE_LOCAL_ERROR_INTERNAL, "a row of more than %d bytes", ROW_MAX);
  if (!read_filter (query, &scan[HBASE_T_SCAN_FILTER_STRING], &scan[HBASE_T_SCAN_FILTER_BYTES], error)
      || !read_raw (query, &scan[HBASE_T_SCAN_ATTRIBUTES], error)
      || !read_range (&query->range, &scan[HBASE_T_SCAN_TIME_RANGE], error)
      || !read_family_ranges (query, &scan[HBASE_T_SCAN_COL_FAM_TIME_RANGE_MAP], error))
    return FALSE;
  query->max_versions = (gint32) hbase_local_field_or (&scan[HBASE_T_SCAN_MAX_VERSIONS], 1);
  query->replica = scan[HBASE_T_SCAN_TARGET_REPLICA_ID].number;
  return read_columns (query, &scan[HBASE_T_SCAN_COLUMNS], error);
}
