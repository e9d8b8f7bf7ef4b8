/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes-private.h"
#include "hbase-bytes.h"
#include "hbase-error-private.h"
#include "hbase-filter-bytes-private.h"
#include "hbase-filter-private.h"
#include "hbase-object-private.h"
#include "hbase-ref-counted-private.h"

/* This file implements filters: their construction, as text in HBase's filter language, and their printable
 * form.
 *
 * 1. A filter is its text; the tree is what the parser makes of it. So each filter, whether built or written,
 *    is checked by the same rules.
 * 2. The text is sent unchanged, and page tokens are bound to it. All that callers write and read is in
 *    escapes; the functions that convert them are here.
 * 3. A constructor never fails. If the text isn't valid, `problem` says why, `tree` is NULL, and each call
 *    with the filter fails. A filter that contains such a filter has the same problem. */

/**
 * HBaseFilter:
 *
 * Selects rows and cells on the servers: see [method@HBase.Scan.set_filter] and
 * [method@HBase.Get.set_filter].
 *
 * A filter is made by a constructor for each kind of HBase's filters, by [ctor@HBase.Filter.new_and],
 * [ctor@HBase.Filter.new_or], [ctor@HBase.Filter.new_skip] and [ctor@HBase.Filter.new_while] from other
 * filters, or by [func@HBase.Filter.parse] from text. It is immutable, and may be used by several threads.
 *
 * ```c
 * g_autoptr (HBaseFilter) filter
 *     = hbase_filter_new_value (HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, HBASE_COMPARATOR_BINARY,
 *                               (const guint8 *) "it's", 4);
 * g_autofree char *text = hbase_filter_to_string (filter);
 *
 * g_assert_cmpstr (text, ==, "ValueFilter(>=,'binary:it''s')");
 * ```
 *
 * Constructors never fail. Arguments that HBase would refuse, such as a regular expression that is compared
 * by `<`, or a limit above 2,147,483,647, make the call that uses the filter fail with
 * %HBASE_ERROR_INVALID_ARGUMENT. A filter may consist of at most 100,000 filters, arguments, operators and
 * parentheses, nested at most 100 deep.
 *
 * Each region has a filter of its own, in its initial state. So `PageFilter` accepts that many rows *in each
 * region*, and `WHILE`, `InclusiveStopFilter` and `ColumnCountGetFilter` end a region but not the scan.
 * [method@HBase.Scan.set_limit] is exact, and so is a `PageFilter` that becomes the scan's limit
 * ([method@HBase.Scan.set_filter]).
 */
struct _HBaseFilter {
  gatomicrefcount ref_count;
  GBytes *text;
  GBytes *bytes;         /* the serialized form, which is sent instead of the text; NULL: the text is sent */
  HBaseFilterNode *tree; /* NULL: the text isn't valid */
  GError *problem;       /* NULL: none */
};

static void
free_filter (HBaseFilter *filter)
{
  g_bytes_unref (filter->text);
  g_clear_pointer (&filter->bytes, g_bytes_unref);
  g_clear_pointer (&filter->tree, hbase_filter_node_free);
  g_clear_error (&filter->problem);
  g_free (filter);
}

HBASE_DEFINE_REF_COUNTED (HBaseFilter, hbase_filter, free_filter)

/**
 * hbase_filter_ref: (skip)
 * @filter: a filter
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @filter
 */

/**
 * hbase_filter_unref: (skip)
 * @filter: (transfer full): a filter
 *
 * Releases a reference; the last reference frees the filter.
 */

/* ---- text ---- */

/* Takes ownership of the text. */
static HBaseFilter *
filter_new_unread (GBytes *text)
{
  HBaseFilter *filter = g_new0 (HBaseFilter, 1);

  g_atomic_ref_count_init (&filter->ref_count);
  filter->text = text;
  return filter;
}

/* The same. */
static HBaseFilter *
filter_new (GBytes *text)
{
  HBaseFilter *filter = filter_new_unread (text);

  filter->tree = hbase_filter_text_read (hbase_slice_of_bytes (text), &filter->problem);
  if (filter->tree == NULL || !hbase_filter_node_is_binary (filter->tree))
    return filter;
  filter->bytes = hbase_filter_node_serialize (filter->tree, hbase_slice_of_bytes (text), &filter->problem);
  if (filter->bytes == NULL)
    g_clear_pointer (&filter->tree, hbase_filter_node_free);
  return filter;
}

HBaseFilter *
hbase_filter_new_from_text (HBaseSlice text)
{
  return filter_new (g_bytes_new (text.data, text.length));
}

HBaseFilter *
hbase_filter_new_from_escaped (const char *text)
{
  g_autoptr (GError) problem = NULL;
  GBytes *bytes = hbase_bytes_from_loosely_escaped (text, &problem);
  HBaseFilter *filter;

  if (bytes != NULL)
    return filter_new (bytes);
  filter = filter_new_unread (g_bytes_new (text, strlen (text)));
  filter->problem = g_steal_pointer (&problem);
  hbase_error_prefix (&filter->problem, "filter: ");
  return filter;
}

gboolean
hbase_filter_check (HBaseFilter *filter, GError **error)
{
  if (filter->problem == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (filter->problem));
  return FALSE;
}

HBaseSlice
hbase_filter_get_text (HBaseFilter *filter)
{
  return filter != NULL ? hbase_slice_of_bytes (filter->text) : hbase_slice (NULL, 0);
}

const HBaseFilterNode *
hbase_filter_get_tree (HBaseFilter *filter)
{
  return filter != NULL ? filter->tree : NULL;
}

void
hbase_filter_write_text (HBaseFilter *filter, guint id, HBaseWireWriter *writer)
{
  if (filter != NULL && filter->bytes == NULL)
    hbase_wire_write_binary (writer, id, hbase_slice_of_bytes (filter->text));
}

void
hbase_filter_write_bytes (HBaseFilter *filter, guint id, HBaseWireWriter *writer)
{
  if (filter != NULL && filter->bytes != NULL)
    hbase_wire_write_binary (writer, id, hbase_slice_of_bytes (filter->bytes));
}

/**
 * hbase_filter_parse:
 * @text: a filter in HBase's filter language, in printable escapes
 * @error: return location for an error
 *
 * Parses a filter, for example `PrefixFilter('a') AND ValueFilter(=,'substring:x')`.
 *
 * Bytes are in single quotes, and a quote in them is written twice. Before the language is parsed, `\xNN` is
 * replaced by the byte with that hexadecimal number, and `\\` by a backslash, so that each filter can be
 * written as printable text. A backslash before any other character stays: `RowFilter(=,'regexstring:\d+')`
 * and `RowFilter(=,'regexstring:\\d+')` have the regular expression `\d+`. All functions that take a filter
 * as text read it like this, so that what [method@HBase.Filter.to_string] returns is the same filter for all.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if the text isn't a filter, or if an argument of one of HBase's own
 * filters is invalid; the message contains the position. Filters with other names are accepted, because a
 * gateway's operator may have registered them.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_parse (const char *text, GError **error)
{
  g_autoptr (HBaseFilter) filter = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  filter = hbase_filter_new_from_escaped (text);
  return hbase_filter_check (filter, error) ? g_steal_pointer (&filter) : NULL;
}

/**
 * hbase_filter_to_string:
 * @filter: a filter
 *
 * Returns the filter in HBase's filter language, in the printable escapes of
 * [func@HBase.bytes_to_printable]. [func@HBase.Filter.parse], [method@HBase.Scan.set_filter_text] and
 * [method@HBase.Get.set_filter_text] make an equal filter of it.
 *
 * Returns: (transfer full): the text, one line
 */
char *
hbase_filter_to_string (HBaseFilter *filter)
{
  gsize length;
  const guint8 *data;

  g_return_val_if_fail (filter != NULL, NULL);

  data = g_bytes_get_data (filter->text, &length);
  return hbase_bytes_to_printable (data, length, "");
}

/* ---- construction from arguments ---- */

static void
append_number (GByteArray *text, gint64 number)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  hbase_filter_append_text (text, digits);
}

/* Appends an argument. An unsigned number above G_MAXINT64 becomes a negative number, which is refused
 * too. */
static void
append_argument (GByteArray *text, char type, va_list *arguments)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];
  const char *head = "";

  switch (type)
    {
    case 'b':
      hbase_filter_append_text (text, va_arg (*arguments, gboolean) ? "true" : "false");
      return;
    case 'l':
      append_number (text, va_arg (*arguments, gint64));
      return;
    case 'f':
      hbase_filter_append_text (text,
                                g_ascii_formatd (digits, sizeof digits, "%.9g", va_arg (*arguments, double)));
      return;
    case 'o':
      hbase_filter_append_text (text, hbase_filter_operators[va_arg (*arguments, guint)]);
      return;
    case 'c':
      head = hbase_filter_comparators[va_arg (*arguments, guint)];
      break;
    }
  hbase_filter_append_quoted (text, head, va_arg (*arguments, HBaseSlice));
}

static void
begin_argument (GByteArray *text)
{
  hbase_filter_append_text (text, text->data[text->len - 1] != '(' ? "," : "");
}

static GByteArray *
begin_filter (const char *name)
{
  GByteArray *text = g_byte_array_new ();

  hbase_filter_append_text (text, name);
  hbase_filter_append_text (text, "(");
  return text;
}

static HBaseFilter *
end_filter (GByteArray *text)
{
  hbase_filter_append_text (text, ")");
  return filter_new (g_byte_array_free_to_bytes (text));
}

/* Makes a filter. `types` has a letter for each argument that follows: b gboolean, f double, l gint64, o
 * HBaseCompareOperator, s HBaseSlice, c HBaseComparator and HBaseSlice. */
static HBaseFilter *
build (const char *name, const char *types, ...)
{
  GByteArray *text = begin_filter (name);
  va_list arguments;

  va_start (arguments, types);
  for (; *types != '\0'; types++)
    {
      begin_argument (text);
      append_argument (text, *types, &arguments);
    }
  va_end (arguments);
  return end_filter (text);
}

#define RETURN_IF_NOT_COMPARABLE(value)                                                                      \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    g_return_val_if_fail ((guint) compare_operator <= HBASE_COMPARE_OPERATOR_GREATER, NULL);                 \
    g_return_val_if_fail ((guint) comparator <= HBASE_COMPARATOR_SUBSTRING, NULL);                           \
    hbase_return_if_no_bytes (value, NULL);                                                                  \
  }                                                                                                          \
  G_STMT_END

/* ---- filters of rows ---- */

/**
 * hbase_filter_new_row:
 * @compare_operator: how the row key is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `RowFilter`, which accepts rows by their keys.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_row (HBaseCompareOperator compare_operator,
                      HBaseComparator comparator,
                      const guint8 *value,
                      gsize value_length)
{
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("RowFilter", "oc", compare_operator, comparator, hbase_slice (value, value_length));
}

/**
 * hbase_filter_new_prefix:
 * @prefix: (array length=prefix_length) (nullable): the beginning of the row keys
 * @prefix_length: its length in bytes
 *
 * Makes a `PrefixFilter`, which accepts rows whose keys begin with a prefix. If it is a scan's whole filter,
 * or joined to others by AND at its top, the scan reads nothing but these rows, as with
 * [method@HBase.Scan.set_prefix], unless another filter may depend on the rows before. Elsewhere the servers
 * read all rows of the scan's range.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_prefix (const guint8 *prefix, gsize prefix_length)
{
  hbase_return_if_no_bytes (prefix, NULL);

  return build ("PrefixFilter", "s", hbase_slice (prefix, prefix_length));
}

/**
 * hbase_filter_new_inclusive_stop:
 * @row: (array length=row_length) (nullable): the last row that is accepted
 * @row_length: its length in bytes
 *
 * Makes an `InclusiveStopFilter`, which accepts rows up to that row. Regions after it are read, without
 * a result:
 * [method@HBase.Scan.set_stop] with [method@HBase.Scan.set_stop_inclusive] doesn't read them.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_inclusive_stop (const guint8 *row, gsize row_length)
{
  hbase_return_if_no_bytes (row, NULL);

  return build ("InclusiveStopFilter", "s", hbase_slice (row, row_length));
}

/**
 * hbase_filter_new_page:
 * @rows: how many rows are accepted in each region
 *
 * Makes a `PageFilter`, which accepts a number of rows *in each region*. If it is a scan's whole
 * filter, or one of
 * those joined by AND, it becomes the scan's limit, which is exact.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_page (guint64 rows)
{
  return build ("PageFilter", "l", (gint64) rows);
}

/**
 * hbase_filter_new_fuzzy_row:
 * @keys: (element-type GBytes): row keys, or beginnings of row keys, with any bytes in the variable places
 * @masks: (element-type GBytes): for each key as many bytes: 0 where the byte must be the same, 1 where it
 *   may be any
 *
 * Makes a `FuzzyRowFilter`, which accepts rows whose keys begin with one of the patterns. Servers search for
 * the next key that can match, so that they needn't read all rows in between. Row keys that are shorter than
 * a pattern should not occur: HBase accepts some of them.
 *
 * HBase's filter language doesn't have this filter: it is sent in its serialized form. As text it is
 * `FuzzyRowFilter('key','mask',…)`.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_fuzzy_row (GPtrArray *keys, GPtrArray *masks)
{
  GByteArray *text;

  g_return_val_if_fail (keys != NULL && masks != NULL, NULL);
  g_return_val_if_fail (keys->len == masks->len, NULL);
  g_return_val_if_fail (hbase_elements_check (keys->pdata, keys->len, NULL), NULL);
  g_return_val_if_fail (hbase_elements_check (masks->pdata, masks->len, NULL), NULL);

  text = begin_filter ("FuzzyRowFilter");
  for (guint i = 0; i < keys->len; i++)
    {
      begin_argument (text);
      hbase_filter_append_quoted (text, "", hbase_slice_of_bytes (keys->pdata[i]));
      begin_argument (text);
      hbase_filter_append_quoted (text, "", hbase_slice_of_bytes (masks->pdata[i]));
    }
  return end_filter (text);
}

/**
 * hbase_filter_new_multi_row_range:
 * @starts: (element-type GBytes): the first row of each range; empty: from the first row on
 * @stops: (element-type GBytes): the first row after each range; empty: up to the last row
 *
 * Makes a `MultiRowRangeFilter`, which accepts rows in one of the ranges. Servers search for the next range
 * instead of reading the rows in between.
 *
 * HBase's filter language doesn't have this filter: it is sent in its serialized form. As text it is
 * `MultiRowRangeFilter('first',true,'last',false,…)`, where the booleans tell whether the bounds themselves
 * are in the range.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_multi_row_range (GPtrArray *starts, GPtrArray *stops)
{
  GByteArray *text;

  g_return_val_if_fail (starts != NULL && stops != NULL, NULL);
  g_return_val_if_fail (starts->len == stops->len, NULL);
  g_return_val_if_fail (hbase_elements_check (starts->pdata, starts->len, NULL), NULL);
  g_return_val_if_fail (hbase_elements_check (stops->pdata, stops->len, NULL), NULL);

  text = begin_filter ("MultiRowRangeFilter");
  for (guint i = 0; i < starts->len; i++)
    {
      begin_argument (text);
      hbase_filter_append_quoted (text, "", hbase_slice_of_bytes (starts->pdata[i]));
      hbase_filter_append_text (text, ",true,");
      hbase_filter_append_quoted (text, "", hbase_slice_of_bytes (stops->pdata[i]));
      hbase_filter_append_text (text, ",false");
    }
  return end_filter (text);
}

/**
 * hbase_filter_new_random_row:
 * @chance: the chance of each row to be accepted, from 0 to 1
 *
 * Makes a `RandomRowFilter`, which accepts a random sample of rows.
 *
 * HBase's filter language doesn't have this filter: it is sent in its serialized form. As text it is
 * `RandomRowFilter(0.5)`.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_random_row (double chance)
{
  return build ("RandomRowFilter", "f", chance);
}

/* ---- filters of columns ---- */

/**
 * hbase_filter_new_family:
 * @compare_operator: how the column family's name is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `FamilyFilter`, which accepts cells by their column families.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_family (HBaseCompareOperator compare_operator,
                         HBaseComparator comparator,
                         const guint8 *value,
                         gsize value_length)
{
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("FamilyFilter", "oc", compare_operator, comparator, hbase_slice (value, value_length));
}

/**
 * hbase_filter_new_qualifier:
 * @compare_operator: how the qualifier is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `QualifierFilter`, which accepts cells by their qualifiers.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_qualifier (HBaseCompareOperator compare_operator,
                            HBaseComparator comparator,
                            const guint8 *value,
                            gsize value_length)
{
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("QualifierFilter", "oc", compare_operator, comparator, hbase_slice (value, value_length));
}

/**
 * hbase_filter_new_column_prefix:
 * @prefix: (array length=prefix_length) (nullable): the beginning of the qualifiers
 * @prefix_length: its length in bytes
 *
 * Makes a `ColumnPrefixFilter`, which accepts cells whose qualifiers begin with a prefix.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_column_prefix (const guint8 *prefix, gsize prefix_length)
{
  hbase_return_if_no_bytes (prefix, NULL);

  return build ("ColumnPrefixFilter", "s", hbase_slice (prefix, prefix_length));
}

/**
 * hbase_filter_new_multiple_column_prefix:
 * @prefixes: (element-type GBytes): different beginnings of qualifiers
 *
 * Makes a `MultipleColumnPrefixFilter`, which accepts cells whose qualifiers begin with one of the
 * prefixes.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_multiple_column_prefix (GPtrArray *prefixes)
{
  GByteArray *text;

  g_return_val_if_fail (prefixes != NULL, NULL);
  g_return_val_if_fail (hbase_elements_check (prefixes->pdata, prefixes->len, NULL), NULL);

  text = begin_filter ("MultipleColumnPrefixFilter");
  for (guint i = 0; i < prefixes->len; i++)
    {
      begin_argument (text);
      hbase_filter_append_quoted (text, "", hbase_slice_of_bytes (prefixes->pdata[i]));
    }
  return end_filter (text);
}

/**
 * hbase_filter_new_column_range:
 * @first: (array length=first_length) (nullable): the first qualifier; empty: no lower bound
 * @first_length: its length in bytes
 * @with_first: whether @first itself is in the range
 * @last: (array length=last_length) (nullable): the last qualifier; empty: no upper bound
 * @last_length: its length in bytes
 * @with_last: whether @last itself is in the range
 *
 * Makes a `ColumnRangeFilter`, which accepts cells whose qualifiers are in a range.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_column_range (const guint8 *first,
                               gsize first_length,
                               gboolean with_first,
                               const guint8 *last,
                               gsize last_length,
                               gboolean with_last)
{
  hbase_return_if_no_bytes (first, NULL);
  hbase_return_if_no_bytes (last, NULL);

  return build ("ColumnRangeFilter", "sbsb", hbase_slice (first, first_length), with_first,
                hbase_slice (last, last_length), with_last);
}

/**
 * hbase_filter_new_column_count_get:
 * @columns: how many columns of a row are accepted, at most 2,147,483,647
 *
 * Makes a `ColumnCountGetFilter`, which accepts the first columns of a row. In a scan it ends the
 * region after the
 * first row that has more columns: it is meant for gets.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_column_count_get (guint columns)
{
  return build ("ColumnCountGetFilter", "l", (gint64) columns);
}

/**
 * hbase_filter_new_column_pagination:
 * @columns: how many columns of a row are accepted, at most 2,147,483,647
 * @offset: how many columns are left out before them, at most 2,147,483,647
 *
 * Makes a `ColumnPaginationFilter`, which accepts some consecutive columns of each row.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_column_pagination (guint columns, guint offset)
{
  return build ("ColumnPaginationFilter", "ll", (gint64) columns, (gint64) offset);
}

/**
 * hbase_filter_new_first_key_only:
 *
 * Makes a `FirstKeyOnlyFilter`, which accepts the first cell of each row.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_first_key_only (void)
{
  return build ("FirstKeyOnlyFilter", "");
}

/* ---- filters of cells ---- */

/**
 * hbase_filter_new_key_only:
 * @with_lengths: whether a value is replaced by its length, in four bytes, highest byte first;
 *   otherwise by nothing
 *
 * Makes a `KeyOnlyFilter`, which accepts all cells, and removes their values.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_key_only (gboolean with_lengths)
{
  return build ("KeyOnlyFilter", "b", with_lengths);
}

/**
 * hbase_filter_new_timestamps:
 * @timestamps: (array length=timestamps_length) (nullable): timestamps in ms since 1970, each at least 0
 * @timestamps_length: their number
 *
 * Makes a `TimestampsFilter`, which accepts cells that have one of the timestamps. Set the number of
 * versions that are
 * read too: by default only the newest version of each column can be accepted.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_timestamps (const gint64 *timestamps, gsize timestamps_length)
{
  GByteArray *text;

  hbase_return_if_no_bytes (timestamps, NULL);

  text = begin_filter ("TimestampsFilter");
  for (gsize i = 0; i < timestamps_length; i++)
    {
      begin_argument (text);
      append_number (text, timestamps[i]);
    }
  return end_filter (text);
}

/**
 * hbase_filter_new_value:
 * @compare_operator: how the cell's value is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `ValueFilter`, which accepts cells by their values.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_value (HBaseCompareOperator compare_operator,
                        HBaseComparator comparator,
                        const guint8 *value,
                        gsize value_length)
{
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("ValueFilter", "oc", compare_operator, comparator, hbase_slice (value, value_length));
}

/**
 * hbase_filter_new_column_value:
 * @family: the column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @compare_operator: how the column's value is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `ColumnValueFilter`, which accepts the cells of one column by their values, and no cells of
 * other columns.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_column_value (const char *family,
                               const guint8 *qualifier,
                               gsize qualifier_length,
                               HBaseCompareOperator compare_operator,
                               HBaseComparator comparator,
                               const guint8 *value,
                               gsize value_length)
{
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("ColumnValueFilter", "ssoc", hbase_slice_text (family),
                hbase_slice (qualifier, qualifier_length), compare_operator, comparator,
                hbase_slice (value, value_length));
}

/**
 * hbase_filter_new_single_column_value:
 * @family: the column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @compare_operator: how the column's value is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 * @filter_if_missing: whether rows without the column are left out; otherwise they are accepted
 * @latest_only: whether only the newest version of the column is examined
 *
 * Makes a `SingleColumnValueFilter`, which accepts whole rows by the value of one column. The column
 * must be read: add it to the get or scan if that names columns.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_single_column_value (const char *family,
                                      const guint8 *qualifier,
                                      gsize qualifier_length,
                                      HBaseCompareOperator compare_operator,
                                      HBaseComparator comparator,
                                      const guint8 *value,
                                      gsize value_length,
                                      gboolean filter_if_missing,
                                      gboolean latest_only)
{
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("SingleColumnValueFilter", "ssocbb", hbase_slice_text (family),
                hbase_slice (qualifier, qualifier_length), compare_operator, comparator,
                hbase_slice (value, value_length), filter_if_missing, latest_only);
}

/**
 * hbase_filter_new_single_column_value_exclude:
 * @family: the column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @compare_operator: how the column's value is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 * @filter_if_missing: whether rows without the column are left out; otherwise they are accepted
 * @latest_only: whether only the newest version of the column is examined
 *
 * Makes a `SingleColumnValueExcludeFilter`, which accepts rows as
 * [ctor@HBase.Filter.new_single_column_value] does, and leaves out the column itself.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_single_column_value_exclude (const char *family,
                                              const guint8 *qualifier,
                                              gsize qualifier_length,
                                              HBaseCompareOperator compare_operator,
                                              HBaseComparator comparator,
                                              const guint8 *value,
                                              gsize value_length,
                                              gboolean filter_if_missing,
                                              gboolean latest_only)
{
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("SingleColumnValueExcludeFilter", "ssocbb", hbase_slice_text (family),
                hbase_slice (qualifier, qualifier_length), compare_operator, comparator,
                hbase_slice (value, value_length), filter_if_missing, latest_only);
}

/**
 * hbase_filter_new_dependent_column:
 * @family: the column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @drop_column: whether the cells of the column itself are left out
 *
 * Makes a `DependentColumnFilter`, which accepts the cells of a row that have the same timestamp as a
 * cell of the column.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_dependent_column (const char *family,
                                   const guint8 *qualifier,
                                   gsize qualifier_length,
                                   gboolean drop_column)
{
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);

  return build ("DependentColumnFilter", "ssb", hbase_slice_text (family),
                hbase_slice (qualifier, qualifier_length), drop_column);
}

/**
 * hbase_filter_new_dependent_column_value:
 * @family: the column family's name
 * @qualifier: (array length=qualifier_length) (nullable): the column's qualifier
 * @qualifier_length: its length in bytes
 * @drop_column: whether the cells of the column itself are left out
 * @compare_operator: how the column's value is compared with the value
 * @comparator: which part of it is compared, and how
 * @value: (array length=value_length) (nullable): the value
 * @value_length: its length in bytes
 *
 * Makes a `DependentColumnFilter` that considers only those cells of the column whose values match.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_dependent_column_value (const char *family,
                                         const guint8 *qualifier,
                                         gsize qualifier_length,
                                         gboolean drop_column,
                                         HBaseCompareOperator compare_operator,
                                         HBaseComparator comparator,
                                         const guint8 *value,
                                         gsize value_length)
{
  g_return_val_if_fail (family != NULL, NULL);
  hbase_return_if_no_bytes (qualifier, NULL);
  RETURN_IF_NOT_COMPARABLE (value);

  return build ("DependentColumnFilter", "ssboc", hbase_slice_text (family),
                hbase_slice (qualifier, qualifier_length), drop_column, compare_operator, comparator,
                hbase_slice (value, value_length));
}

/* ---- filters of filters ---- */

/* Joins filters by an operator. */
static HBaseFilter *
join (HBaseFilterKind kind, gpointer *filters, guint n)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();
  GByteArray *text;

  for (guint i = 0; i < n; i++)
    {
      HBaseFilter *filter = filters[i];

      if (filter->problem != NULL)
        return hbase_filter_ref (filter);
      g_ptr_array_add (trees, filter->tree);
    }
  text = g_byte_array_new ();
  hbase_filter_append_node (text, &(HBaseFilterNode){ .kind = kind, .children = trees });
  return filter_new (g_byte_array_free_to_bytes (text));
}

/**
 * hbase_filter_new_and:
 * @filters: (element-type HBaseFilter): filters; at least one
 *
 * Makes a filter that accepts what all of the filters accept. HBase calls the filters in this order:
 * put first those
 * that leave out most.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_and (GPtrArray *filters)
{
  g_return_val_if_fail (filters != NULL, NULL);
  g_return_val_if_fail (hbase_elements_check (filters->pdata, filters->len, NULL), NULL);

  return join (HBASE_FILTER_AND, filters->pdata, filters->len);
}

/**
 * hbase_filter_new_or:
 * @filters: (element-type HBaseFilter): filters; at least one
 *
 * Makes a filter that accepts what at least one of the filters accepts.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_or (GPtrArray *filters)
{
  g_return_val_if_fail (filters != NULL, NULL);
  g_return_val_if_fail (hbase_elements_check (filters->pdata, filters->len, NULL), NULL);

  return join (HBASE_FILTER_OR, filters->pdata, filters->len);
}

/**
 * hbase_filter_new_skip: (constructor)
 * @filter: a filter
 *
 * Makes a filter that leaves out all of a row if the filter leaves out one of its cells.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_skip (HBaseFilter *filter)
{
  g_return_val_if_fail (filter != NULL, NULL);

  return join (HBASE_FILTER_SKIP, (gpointer[]){ filter }, 1);
}

/**
 * hbase_filter_new_while: (constructor)
 * @filter: a filter
 *
 * Makes a filter that accepts rows until the filter leaves something out, *in each region*. A scan with
 * it can't be
 * resumed when the connection to its gateway is lost.
 *
 * Returns: (transfer full): the filter
 */
HBaseFilter *
hbase_filter_new_while (HBaseFilter *filter)
{
  g_return_val_if_fail (filter != NULL, NULL);

  return join (HBASE_FILTER_WHILE, (gpointer[]){ filter }, 1);
}
