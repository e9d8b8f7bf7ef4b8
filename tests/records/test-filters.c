/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"
#include "random-filters.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-filter-bytes-private.h"
#include "hbase-filter-private.h"
#include "hbase-get.h"
#include "hbase-scan.h"

/* This file tests the constructors of filters, their printable form, and that it is parsed to the same
 * filter. */

#define N_TREES 3000
#define X (const guint8 *) "x", 1

static void
assert_same (HBaseFilter *filter, HBaseFilter *again)
{
  ck_assert (hbase_slice_equal (hbase_filter_get_text (again), hbase_filter_get_text (filter)));
}

/* All functions that take a filter as text make the same filter of what is printed. */
static void
assert_read_by_all (HBaseFilter *filter, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilter) again = hbase_filter_parse (text, &error);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");

  ck_assert_no_error (error);
  assert_same (filter, again);
  hbase_query_set_filter_text (HBASE_QUERY (scan), text);
  assert_same (filter, hbase_query_get_filter (HBASE_QUERY (scan)));
  hbase_query_set_filter_text (HBASE_QUERY (get), text);
  assert_same (filter, hbase_query_get_filter (HBASE_QUERY (get)));
}

static void
assert_printed (HBaseFilter *filter, const char *expected)
{
  g_autofree char *text = hbase_filter_to_string (filter);

  ck_assert_str_eq (text, expected);
  ck_assert (hbase_filter_check (filter, NULL));
  assert_read_by_all (filter, text);
  hbase_filter_unref (filter);
}

START_TEST (each_constructor_makes_the_text_of_its_filter)
{
  const gint64 timestamps[] = { 5, 0, G_MAXINT64 };
  g_autoptr (GPtrArray) prefixes = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (prefixes, g_bytes_new ("a", 1));
  g_ptr_array_add (prefixes, g_bytes_new (NULL, 0));
  assert_printed (hbase_filter_new_row (HBASE_COMPARE_OPERATOR_LESS, HBASE_COMPARATOR_BINARY, X),
                  "RowFilter(<,'binary:x')");
  assert_printed (hbase_filter_new_prefix (NULL, 0), "PrefixFilter('')");
  assert_printed (hbase_filter_new_inclusive_stop (X), "InclusiveStopFilter('x')");
  assert_printed (hbase_filter_new_page (G_MAXINT64), "PageFilter(9223372036854775807)");
  assert_printed (
      hbase_filter_new_family (HBASE_COMPARE_OPERATOR_LESS_OR_EQUAL, HBASE_COMPARATOR_BINARY_PREFIX, X),
      "FamilyFilter(<=,'binaryprefix:x')");
  assert_printed (hbase_filter_new_qualifier (HBASE_COMPARE_OPERATOR_EQUAL, HBASE_COMPARATOR_REGEX, X),
                  "QualifierFilter(=,'regexstring:x')");
  assert_printed (hbase_filter_new_column_prefix (X), "ColumnPrefixFilter('x')");
  assert_printed (hbase_filter_new_multiple_column_prefix (prefixes), "MultipleColumnPrefixFilter('a','')");
  assert_printed (hbase_filter_new_column_range (X, TRUE, NULL, 0, FALSE),
                  "ColumnRangeFilter('x',true,'',false)");
  assert_printed (hbase_filter_new_column_count_get (G_MAXINT32), "ColumnCountGetFilter(2147483647)");
  assert_printed (hbase_filter_new_column_pagination (2, 0), "ColumnPaginationFilter(2,0)");
  assert_printed (hbase_filter_new_first_key_only (), "FirstKeyOnlyFilter()");
  assert_printed (hbase_filter_new_key_only (TRUE), "KeyOnlyFilter(true)");
  assert_printed (hbase_filter_new_timestamps (timestamps, 3), "TimestampsFilter(5,0,9223372036854775807)");
  assert_printed (
      hbase_filter_new_value (HBASE_COMPARE_OPERATOR_NOT_EQUAL, HBASE_COMPARATOR_REGEX_NO_CASE, X),
      "ValueFilter(!=,'regexstringnocase:x')");
  assert_printed (
      hbase_filter_new_column_value ("f", X, HBASE_COMPARE_OPERATOR_NOT_EQUAL, HBASE_COMPARATOR_SUBSTRING, X),
      "ColumnValueFilter('f','x',!=,'substring:x')");
  assert_printed (hbase_filter_new_single_column_value ("f", NULL, 0, HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL,
                                                        HBASE_COMPARATOR_BINARY, X, TRUE, FALSE),
                  "SingleColumnValueFilter('f','',>=,'binary:x',true,false)");
  assert_printed (hbase_filter_new_single_column_value_exclude (
                      "f", X, HBASE_COMPARE_OPERATOR_GREATER, HBASE_COMPARATOR_BINARY, NULL, 0, FALSE, TRUE),
                  "SingleColumnValueExcludeFilter('f','x',>,'binary:',false,true)");
  assert_printed (hbase_filter_new_dependent_column ("f", X, TRUE), "DependentColumnFilter('f','x',true)");
  assert_printed (hbase_filter_new_dependent_column_value ("f", X, FALSE, HBASE_COMPARE_OPERATOR_LESS,
                                                           HBASE_COMPARATOR_BINARY, X),
                  "DependentColumnFilter('f','x',false,<,'binary:x')");
}
END_TEST

typedef struct {
  const char *data;
  gsize length;
  const char *expected;
} Escape;

static const Escape escapes[] = {
  { "it's", 4, "PrefixFilter('it''s')" },
  { "'", 1, "PrefixFilter('''')" },
  { "') OR PrefixFilter('", 20, "PrefixFilter(''') OR PrefixFilter(''')" },
  { "a\0b", 3, "PrefixFilter('a\\x00b')" },
  { "\\x00", 4, "PrefixFilter('\\x5Cx00')" },
  { "\xff\xc3\xa4", 3, "PrefixFilter('\\xFF\\xC3\\xA4')" },
  { "\xc3\xa4\n", 3, "PrefixFilter('ä\\x0A')" },
};

START_TEST (bytes_of_any_value_are_printed)
{
  const Escape *one = &escapes[_i];

  assert_printed (hbase_filter_new_prefix ((const guint8 *) one->data, one->length), one->expected);
}
END_TEST

static void
add (GPtrArray *filters, HBaseFilter *filter)
{
  g_ptr_array_add (filters, filter);
}

#define BYTES bytes, length
#define SAME HBASE_COMPARE_OPERATOR_EQUAL, HBASE_COMPARATOR_BINARY, BYTES

/* All kinds of filters; those that take bytes have these. */
static GPtrArray *
make_filters (const guint8 *bytes, gsize length)
{
  GPtrArray *filters = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_unref);
  g_autoptr (GPtrArray) one = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) mask = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  const gint64 timestamp = 5;

  g_ptr_array_add (one, g_bytes_new (bytes, length));
  g_ptr_array_add (mask, g_bytes_new_take (g_malloc0 (length), length));
  add (filters, hbase_filter_new_row (SAME));
  add (filters, hbase_filter_new_prefix (BYTES));
  add (filters, hbase_filter_new_inclusive_stop (BYTES));
  add (filters, hbase_filter_new_page (7));
  add (filters, hbase_filter_new_family (SAME));
  add (filters, hbase_filter_new_qualifier (SAME));
  add (filters, hbase_filter_new_column_prefix (BYTES));
  add (filters, hbase_filter_new_multiple_column_prefix (one));
  add (filters, hbase_filter_new_column_range (BYTES, TRUE, BYTES, TRUE));
  add (filters, hbase_filter_new_column_count_get (7));
  add (filters, hbase_filter_new_column_pagination (7, 7));
  add (filters, hbase_filter_new_first_key_only ());
  add (filters, hbase_filter_new_key_only (TRUE));
  add (filters, hbase_filter_new_timestamps (&timestamp, 1));
  add (filters, hbase_filter_new_value (SAME));
  add (filters, hbase_filter_new_column_value ("f", BYTES, SAME));
  add (filters, hbase_filter_new_single_column_value ("f", BYTES, SAME, TRUE, TRUE));
  add (filters, hbase_filter_new_single_column_value_exclude ("f", BYTES, SAME, TRUE, TRUE));
  add (filters, hbase_filter_new_dependent_column_value ("f", BYTES, TRUE, SAME));
  add (filters, hbase_filter_new_fuzzy_row (one, mask));
  add (filters, hbase_filter_new_random_row (0.5));
  return filters;
}

/* The byte is also alone, before digits like those of an escape, and after a backslash. */
START_TEST (each_byte_is_read_as_it_was_printed)
{
  const guint8 byte = (guint8) _i, bytes[] = { byte, 'x', '4', '1', '\\', byte, byte };

  for (gsize length = 1; length <= sizeof bytes; length += sizeof bytes - 1)
    {
      g_autoptr (GPtrArray) filters = make_filters (bytes, length);

      for (guint i = 0; i < filters->len; i++)
        {
          g_autofree char *text = hbase_filter_to_string (filters->pdata[i]);

          ck_assert (hbase_filter_check (filters->pdata[i], NULL));
          assert_read_by_all (filters->pdata[i], text);
        }
    }
}
END_TEST

START_TEST (a_backslash_that_begins_no_escape_stays)
{
  g_autoptr (HBaseFilter) filter = hbase_filter_new_row (HBASE_COMPARE_OPERATOR_EQUAL, HBASE_COMPARATOR_REGEX,
                                                         (const guint8 *) "\\d\\.A", 5);

  assert_read_by_all (filter, "RowFilter(=,'regexstring:\\d\\.\\x41')");
  assert_read_by_all (filter, "RowFilter(=,'regexstring:\\\\d\\\\.A')");
}
END_TEST

START_TEST (lists_are_printed_with_parentheses)
{
  g_autoptr (GPtrArray) two = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_unref);
  g_autoptr (HBaseFilter) list = NULL, skip = NULL, text = NULL;

  g_ptr_array_add (two, hbase_filter_new_first_key_only ());
  assert_printed (hbase_filter_new_or (two), "(FirstKeyOnlyFilter())");
  g_ptr_array_add (two, hbase_filter_new_page (1));
  list = hbase_filter_new_or (two);
  skip = hbase_filter_new_skip (list);
  g_ptr_array_add (two, hbase_filter_ref (skip));
  assert_printed (
      hbase_filter_new_and (two),
      "(FirstKeyOnlyFilter() AND PageFilter(1) AND (SKIP ((FirstKeyOnlyFilter() OR PageFilter(1)))))");
  assert_printed (hbase_filter_new_while (skip), "WHILE (SKIP ((FirstKeyOnlyFilter() OR PageFilter(1))))");
  /* Text that isn't well-formed, which HBase accepts, means the same within others. */
  text = hbase_filter_parse ("PageFilter(1) PageFilter (2) OR ", NULL);
  assert_printed (hbase_filter_new_skip (text), "SKIP ((PageFilter(1) OR PageFilter(2)))");
}
END_TEST

/* ---- filters that HBase would refuse ---- */

static void
assert_problem (HBaseFilter *filter, const char *expected)
{
  g_autoptr (HBaseFilter) skip = hbase_filter_new_skip (filter);
  g_autoptr (GPtrArray) one = g_ptr_array_new ();
  g_autoptr (HBaseFilter) list = NULL;
  HBaseFilter *const all[]
      = { filter, skip, (g_ptr_array_add (one, skip), list = hbase_filter_new_or (one)) };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert (!hbase_filter_check (all[i], &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
      ck_assert_msg (g_str_has_suffix (error->message, expected), "%s", error->message);
    }
  hbase_filter_unref (filter);
}

START_TEST (a_broken_escape_is_reported)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  hbase_query_set_filter_text (HBASE_QUERY (scan), "PrefixFilter('\\x4')");
  assert_problem (hbase_filter_ref (hbase_query_get_filter (HBASE_QUERY (scan))),
                  "filter: the backslash at byte 15 of “PrefixFilter('\\x4')” begins no escape: write \\xNN "
                  "for a byte, \\\\ for a backslash");
}
END_TEST

START_TEST (arguments_that_hbase_refuses_are_reported)
{
  const gint64 timestamp = -1;
  g_autoptr (GPtrArray) none = g_ptr_array_new (), same = g_ptr_array_new ();
  g_autoptr (GBytes) prefix = g_bytes_new ("p", 1);

  g_ptr_array_add (same, prefix);
  g_ptr_array_add (same, prefix);
  assert_problem (hbase_filter_new_row (HBASE_COMPARE_OPERATOR_LESS, HBASE_COMPARATOR_REGEX, X),
                  "regular expressions and substrings are compared by = or != only");
  assert_problem (hbase_filter_new_value (HBASE_COMPARE_OPERATOR_GREATER, HBASE_COMPARATOR_SUBSTRING, X),
                  "regular expressions and substrings are compared by = or != only");
  assert_problem (hbase_filter_new_column_count_get (G_MAXUINT),
                  "a number from 0 to 2147483647 is expected here, without quotes: "
                  "ColumnCountGetFilter(columns)");
  assert_problem (hbase_filter_new_column_pagination (1, (guint) G_MAXINT32 + 1),
                  "a number from 0 to 2147483647 is expected here, without quotes: "
                  "ColumnPaginationFilter(columns, offset)");
  assert_problem (hbase_filter_new_page (G_MAXUINT64),
                  "a number from 0 to 9223372036854775807 is expected here, without quotes: "
                  "PageFilter(rows)");
  assert_problem (hbase_filter_new_timestamps (&timestamp, 1),
                  "a number from 0 to 9223372036854775807 is expected here, without quotes: "
                  "TimestampsFilter(timestamp, …)");
  assert_problem (hbase_filter_new_multiple_column_prefix (same), "this prefix is given twice");
  assert_problem (hbase_filter_new_and (none), "a filter was expected: Name (argument, …)");
  assert_problem (hbase_filter_new_from_text (HBASE_SLICE_LITERAL ("A(")),
                  "the parenthesis that opens here isn't closed");
}
END_TEST

static GPtrArray *
bytes_of (const char *text, gsize length)
{
  GPtrArray *array = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (array, g_bytes_new (text, length));
  return array;
}

START_TEST (filters_that_are_serialized_are_checked)
{
  g_autoptr (GPtrArray) a = bytes_of ("a", 1), b = bytes_of ("b", 1), none = g_ptr_array_new ();
  g_autoptr (GPtrArray) any = bytes_of ("\1", 1), two = bytes_of ("\0\1", 2), empty = bytes_of ("", 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilter) ranges = hbase_filter_new_multi_row_range (a, b);

  assert_printed (hbase_filter_new_fuzzy_row (a, any), "FuzzyRowFilter('a','\\x01')");
  assert_printed (hbase_filter_new_multi_row_range (a, empty), "MultiRowRangeFilter('a',true,'',false)");
  assert_printed (hbase_filter_new_random_row (0.25), "RandomRowFilter(0.25)");
  assert_problem (hbase_filter_new_fuzzy_row (a, two), "key and mask must be of one length, at least 1");
  assert_problem (hbase_filter_new_fuzzy_row (a, b),
                  "a mask has a byte 0 for each byte that must match, and 1 for each other");
  assert_problem (hbase_filter_new_fuzzy_row (none, none),
                  "2 arguments too few: FuzzyRowFilter('key', 'mask', …)");
  assert_problem (hbase_filter_new_multi_row_range (b, a), "the range that ends here is empty");
  assert_problem (hbase_filter_new_multi_row_range (a, a), "the range that ends here is empty");
  assert_problem (hbase_filter_new_random_row (1.5),
                  "a number from 0 to 1 is expected here, without quotes: RandomRowFilter(chance)");
  assert_problem (hbase_filter_new_skip (ranges), "MultiRowRangeFilter doesn't work within SKIP");
  ck_assert_ptr_null (hbase_filter_parse ("RandomRowFilter(1) OR Registered()", &error));
  ck_assert_str_eq (
      error->message,
      "filter, byte 23 (Registered()): only HBase's own filters can be joined to FuzzyRowFilter, "
      "MultiRowRangeFilter and RandomRowFilter");
}
END_TEST

START_TEST (filters_nested_too_deep_are_reported)
{
  HBaseFilter *filter = hbase_filter_new_first_key_only ();

  for (guint i = 0; i < HBASE_FILTER_DEPTH_MAX; i++)
    {
      HBaseFilter *inner = filter;

      ck_assert (hbase_filter_check (inner, NULL));
      filter = hbase_filter_new_skip (inner);
      hbase_filter_unref (inner);
    }
  assert_problem (filter, "filters are nested more than 100 deep");
}
END_TEST

START_TEST (invalid_text_is_not_parsed)
{
  static const char *const texts[] = { "", "A", "PageFilter(-1)", "PrefixFilter('\\x4')", "A() AND" };
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_filter_parse (texts[_i], &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

/* ---- random trees ---- */

static void
assert_same_tree (const HBaseFilterNode *one, const HBaseFilterNode *other)
{
  ck_assert_int_eq (one->kind, other->kind);
  ck_assert_uint_eq (one->children->len, other->children->len);
  ck_assert_uint_eq (one->arguments->len, other->arguments->len);
  if (one->kind == HBASE_FILTER_NAMED)
    ck_assert (g_bytes_equal (one->name, other->name));
  for (guint i = 0; i < one->arguments->len; i++)
    {
      const HBaseFilterArgument *a = hbase_filter_node_argument (one, i);
      const HBaseFilterArgument *b = hbase_filter_node_argument (other, i);

      ck_assert (a->quoted == b->quoted && g_bytes_equal (a->bytes, b->bytes));
    }
  for (guint i = 0; i < one->children->len; i++)
    assert_same_tree (hbase_filter_node_child (one, i), hbase_filter_node_child (other, i));
}

START_TEST (printed_filters_are_parsed_to_the_same_tree)
{
  g_autoptr (GRand) rand = test_rand_new ("filters");

  for (guint i = test_times (N_TREES); i > 0; i--)
    {
      g_autoptr (HBaseFilter) filter = random_filter (rand, 4), again = NULL;
      g_autofree char *text = hbase_filter_to_string (filter);
      g_autoptr (GByteArray) printed = g_byte_array_new ();
      g_autoptr (GBytes) serialized = NULL, read = NULL;
      g_autoptr (GError) error = NULL;

      ck_assert_msg (hbase_filter_check (filter, &error), "%s", text);
      again = hbase_filter_parse (text, &error);
      ck_assert_no_error (error);
      assert_same_tree (hbase_filter_get_tree (filter), hbase_filter_get_tree (again));
      hbase_filter_append_node (printed, hbase_filter_get_tree (again));
      g_clear_pointer (&again, hbase_filter_unref);
      again = hbase_filter_new_from_text (hbase_slice (printed->data, printed->len));
      ck_assert (hbase_filter_check (again, NULL));
      assert_same_tree (hbase_filter_get_tree (filter), hbase_filter_get_tree (again));
      serialized
          = hbase_filter_node_serialize (hbase_filter_get_tree (filter), HBASE_SLICE_LITERAL (""), NULL);
      read = hbase_filter_text_of_bytes (hbase_slice_of_bytes (serialized), &error);
      ck_assert_no_error (error);
      g_clear_pointer (&again, hbase_filter_unref);
      again = hbase_filter_new_from_text (hbase_slice_of_bytes (read));
      ck_assert_msg (hbase_filter_check (again, &error), "%s", text);
      assert_same_tree (hbase_filter_get_tree (filter), hbase_filter_get_tree (again));
    }
}
END_TEST

#define MESSAGE(text)                                                                                        \
  {                                                                                                          \
    (const guint8 *) text, sizeof text - 1                                                                   \
  }

/* The messages of HBase's Filter.proto: tags and lengths, numbers, bytes. Parsers read numbers that are
 * declared as packed in either form. */
static const struct {
  const char *text;
  HBaseSlice message;
} messages[] = {
  { "ColumnCountGetFilter(5)", MESSAGE ("\010\005") },
  { "ColumnPaginationFilter(3,4)", MESSAGE ("\010\003\020\004") },
  { "ColumnPrefixFilter('a')", MESSAGE ("\012\001a") },
  { "ColumnRangeFilter('a',true,'b',false)", MESSAGE ("\012\001a\020\001\032\001b\040\000") },
  { "ColumnRangeFilter('',true,'b',true)", MESSAGE ("\020\001\032\001b\040\001") },
  { "ColumnRangeFilter('a',false,'',false)", MESSAGE ("\012\001a\020\000\040\000") },
  { "FirstKeyOnlyFilter()", MESSAGE ("") },
  { "InclusiveStopFilter('a')", MESSAGE ("\012\001a") },
  { "KeyOnlyFilter(true)", MESSAGE ("\010\001") },
  { "MultipleColumnPrefixFilter('a','b')", MESSAGE ("\012\001a\012\001b") },
  { "PageFilter(300)", MESSAGE ("\010\254\002") },
  { "PrefixFilter('a')", MESSAGE ("\012\001a") },
  { "RandomRowFilter(0.5)", MESSAGE ("\015\000\000\000\077") },
  { "TimestampsFilter(1,2)", MESSAGE ("\010\001\010\002") },
};

static void
append_field (GByteArray *out, guint8 tag, HBaseSlice bytes)
{
  const guint8 head[] = { tag, (guint8) bytes.length };

  g_byte_array_append (out, head, sizeof head);
  g_byte_array_append (out, hbase_slice_bytes (bytes), (guint) bytes.length);
}

START_TEST (serialized_filters_are_the_messages_of_hbase)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilter) filter = hbase_filter_parse (messages[_i].text, &error);
  g_autoptr (GByteArray) expected = g_byte_array_new ();
  g_auto (GStrv) parts = g_strsplit (messages[_i].text, "(", 2);
  g_autofree char *name = g_strconcat ("org.apache.hadoop.hbase.filter.", parts[0], NULL);
  g_autoptr (GBytes) serialized = NULL;

  ck_assert_no_error (error);
  append_field (expected, 0x0A, hbase_slice_text (name));
  append_field (expected, 0x12, messages[_i].message);
  serialized = hbase_filter_node_serialize (hbase_filter_get_tree (filter), HBASE_SLICE_LITERAL (""), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (g_bytes_get_size (serialized), expected->len);
  ck_assert_mem_eq (g_bytes_get_data (serialized, NULL), expected->data, expected->len);
}
END_TEST

/* Languages have lists with a null. */
START_TEST (a_null_among_the_filters_is_refused)
{
  g_autoptr (GPtrArray) filters = g_ptr_array_new ();

  g_ptr_array_add (filters, NULL);
  for (guint i = 0; i < 2; i++)
    {
      g_test_expect_message ("HBase", G_LOG_LEVEL_CRITICAL, "*hbase_elements_check*");
      ck_assert_ptr_null (i == 0 ? hbase_filter_new_and (filters) : hbase_filter_new_or (filters));
      g_test_assert_expected_messages ();
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("filters");

  tcase_add_test (tests, each_constructor_makes_the_text_of_its_filter);
  tcase_add_loop_test (tests, bytes_of_any_value_are_printed, 0, G_N_ELEMENTS (escapes));
  tcase_add_loop_test (tests, each_byte_is_read_as_it_was_printed, 0, 256);
  tcase_add_test (tests, a_backslash_that_begins_no_escape_stays);
  tcase_add_test (tests, a_broken_escape_is_reported);
  tcase_add_test (tests, lists_are_printed_with_parentheses);
  tcase_add_test (tests, a_null_among_the_filters_is_refused);
  tcase_add_test (tests, arguments_that_hbase_refuses_are_reported);
  tcase_add_test (tests, filters_that_are_serialized_are_checked);
  tcase_add_test (tests, filters_nested_too_deep_are_reported);
  tcase_add_loop_test (tests, invalid_text_is_not_parsed, 0, 5);
  tcase_add_test (tests, printed_filters_are_parsed_to_the_same_tree);
  tcase_add_loop_test (tests, serialized_filters_are_the_messages_of_hbase, 0, G_N_ELEMENTS (messages));
  suite_add_tcase (suite, tests);
}

int
main (void)
{
  return test_main ("filters", fill, CK_FORK_GETENV);
}
