/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-filter-text-private.h"

static void
render (const HBaseFilterNode *node, GString *text)
{
  static const char *const marks[] = { "", "&", "|", "skip", "while" };

  if (node->kind == HBASE_FILTER_NAMED)
    g_string_append_len (text, g_bytes_get_data (node->name, NULL), (gssize) g_bytes_get_size (node->name));
  g_string_append_printf (text, "%s(", marks[node->kind]);
  for (guint i = 0; i < node->children->len; i++)
    {
      g_string_append (text, i > 0 ? " " : "");
      render (hbase_filter_node_child (node, i), text);
    }
  for (guint i = 0; i < node->arguments->len; i++)
    {
      const HBaseFilterArgument *argument = &g_array_index (node->arguments, HBaseFilterArgument, i);
      HBaseSlice bytes = hbase_slice_of_bytes (argument->bytes);

      g_string_append_printf (text, "%s%s", i > 0 ? " " : "", argument->quoted ? "“" : "");
      g_string_append_len (text, (const char *) hbase_slice_bytes (bytes), (gssize) bytes.length);
      g_string_append (text, argument->quoted ? "”" : "");
    }
  g_string_append_c (text, ')');
}

static void
assert_tree (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilterNode) node = hbase_filter_text_parse (hbase_slice_text (text), &error);
  g_autoptr (GString) rendered = g_string_new (NULL);

  ck_assert_no_error (error);
  render (node, rendered);
  ck_assert_str_eq (rendered->str, expected);
}

static void
assert_fault (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_filter_text_parse (hbase_slice_text (text), &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_str_eq (error->message, expected);
}

START_TEST (test_arguments)
{
  assert_tree ("A()", "A()");
  assert_tree ("  A \t ( ) ", "A()");
  assert_tree ("PrefixFilter('row')", "PrefixFilter(“row”)");
  assert_tree ("F('', 'a''b', '''', ''')', -12, TRUE, !=, 'binary:x')",
               "F(“” “a'b” “'” “')” -12 TRUE != “binary:x”)");
  assert_tree ("F('a','b'  'c',,1)", "F(“a” “b” “c” 1)");
  assert_tree ("F(a'b c')", "F(a'b c')");
  assert_tree ("F(\t1)", "F(\t1)");
  /* HBase skips the byte after a quoted argument, and text between the name and the parenthesis. */
  assert_tree ("F('a'xy, 'b')", "F(“a” y “b”)");
  assert_tree ("F strange(1)", "F(1)");
  assert_tree ("F('(AND) ', ')')", "F(“(AND) ” “)”)");
}
END_TEST

START_TEST (test_operators)
{
  assert_tree ("A() AND B()", "&(A() B())");
  assert_tree ("A()AND(B())", "&(A() B())");
  assert_tree ("A() AND B() AND C()", "&(A() B() C())");
  assert_tree ("A() OR B() OR C()", "|(A() B() C())");
  assert_tree ("A() OR B() AND C() OR D()", "|(A() &(B() C()) D())");
  assert_tree ("(A() OR B()) AND C()", "&(|(A() B()) C())");
  assert_tree ("A() AND (B() AND C())", "&(A() &(B() C()))");
  assert_tree ("SKIP A() AND B()", "&(skip(A()) B())");
  assert_tree ("SKIP (A() AND B())", "skip(&(A() B()))");
  assert_tree ("A() AND WHILE SKIP B() AND C()", "&(A() while(skip(B())) C())");
  assert_tree ("(SKIP A() OR B())", "|(skip(A()) B())");
  assert_tree ("(WHILE(A()))", "while(A())");
  assert_tree ("((A() OR (B() AND C())))", "|(A() &(B() C()))");
  assert_tree ("ANDROID() AND SKIPPER()", "&(ANDROID() SKIPPER())");
}
END_TEST

/* HBase's parser accepts these texts, although they aren't well-formed. */
START_TEST (test_oddities)
{
  assert_tree ("(A()", "A()");
  assert_tree ("((A() AND B()", "&(A() B())");
  assert_tree ("A() B() OR ", "|(A() B())");
  assert_tree ("()A()", "A()");
  assert_tree ("(((A() OR B() AND C())) OR ", "|(A() &(B() C()))");
}
END_TEST

START_TEST (test_faults)
{
  assert_fault ("", "filter, byte 1 (its end): a filter was expected: Name (argument, …)");
  assert_fault (" \t", "filter, byte 3 (its end): a filter was expected: Name (argument, …)");
  assert_fault ("()", "filter, byte 3 (its end): a filter was expected: Name (argument, …)");
  assert_fault ("A() AND B", "filter, byte 9 (B): a filter was expected: Name (argument, …)");
  assert_fault ("A() AND B)", "filter, byte 9 (B)): a filter was expected: Name (argument, …)");
  assert_fault ("A() AND ", "filter, byte 5 (AND ): a filter was expected on either side of this");
  assert_fault ("A() AND SKIP ", "filter, byte 5 (AND SKIP ): a filter was expected on either side of this");
  assert_fault ("SKIP (", "filter, byte 6 ((): there is no filter in these parentheses");
  assert_fault ("SKIP ", "filter, byte 1 (SKIP ): a filter was expected behind this");
  assert_fault ("A())", "filter, byte 4 ()): no parenthesis is open here");
  assert_fault ("A() OR B())", "filter, byte 11 ()): no parenthesis is open here");
  assert_fault ("A() and B()",
                "filter, byte 5 (and B()): AND and OR are written in capitals, with a space on either side");
  assert_fault ("A() AND (B('x'", "filter, byte 11 (('x'): the parenthesis that opens here isn't closed");
  assert_fault ("A() B()", "filter, byte 5 (B()): AND or OR was expected between two filters");
  assert_fault ("A()\tAND\tB()", "filter, byte 5 (AND\\x09B()): AND or OR was expected between two filters");
  assert_fault ("F('a)", "filter, byte 3 ('a)): the quotes that begin here aren't closed");
  assert_fault (
      "F('\x01 and more bytes than would fit into a message\xff",
      "filter, byte 3 ('\\x01 and more bytes than would fit into a …): the quotes that begin here aren't "
      "closed");
  assert_fault ("(A() OR B() AND C())",
                "filter, byte 6 (OR B() AND C())): HBase understands operators of one kind only between two "
                "parentheses: what binds tighter wants parentheses of its own");
  assert_fault ("(A() AND SKIP B())",
                "filter, byte 6 (AND SKIP B())): HBase understands operators of one kind only between two "
                "parentheses: what binds tighter wants parentheses of its own");
}
END_TEST

START_TEST (test_depth)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  HBaseFilterNode *node;

  for (guint i = 1; i < HBASE_FILTER_DEPTH_MAX; i++)
    g_string_append (text, "SKIP ");
  g_string_append (text, "A()");
  node = hbase_filter_text_parse (hbase_slice_text (text->str), &error);
  ck_assert_no_error (error);
  hbase_filter_node_free (node);
  g_string_prepend (text, "SKIP ");
  assert_fault (text->str,
                "filter, byte 1 (SKIP SKIP SKIP SKIP SKIP SKIP SKIP SKIP …): filters are nested more "
                "than 100 deep");
}
END_TEST

static HBaseFilterArgument
argument_of (const char *text, gboolean quoted)
{
  return (HBaseFilterArgument){ .bytes = g_bytes_new (text, strlen (text)), .quoted = quoted };
}

static gboolean
is_number (const char *text, gboolean quoted, gint64 expected)
{
  HBaseFilterArgument argument = argument_of (text, quoted);
  gint64 number = 0;
  gboolean is = hbase_filter_argument_number (&argument, &number);

  ck_assert (!is || number == expected);
  g_bytes_unref (argument.bytes);
  return is;
}

START_TEST (test_numbers)
{
  ck_assert (is_number ("0", FALSE, 0));
  ck_assert (is_number ("-12", FALSE, -12));
  ck_assert (is_number ("-", FALSE, 0));
  ck_assert (is_number ("9223372036854775807", FALSE, G_MAXINT64));
  ck_assert (is_number ("18446744073709551617", FALSE, 1)); /* it overflows, as in Java */
  ck_assert (!is_number ("9223372036854775808", FALSE, 0));
  ck_assert (!is_number ("1x", FALSE, 0));
  ck_assert (!is_number ("+1", FALSE, 0));
  ck_assert (!is_number ("1", TRUE, 0));
}
END_TEST

START_TEST (test_words)
{
  HBaseFilterArgument yes = argument_of ("tRue", FALSE), no = argument_of ("FALSE", FALSE),
                      neither = argument_of ("truely", FALSE), quoted = argument_of ("true", TRUE),
                      at_least = argument_of (">=", FALSE);
  HBaseCompareOperator operator;
  gboolean value;
  HBaseSlice bytes;

  ck_assert (hbase_filter_argument_boolean (&yes, &value) && value);
  ck_assert (hbase_filter_argument_boolean (&no, &value) && !value);
  ck_assert (!hbase_filter_argument_boolean (&neither, &value));
  ck_assert (!hbase_filter_argument_boolean (&quoted, &value));
  ck_assert (hbase_filter_argument_operator (&at_least, &operator));
  ck_assert_int_eq (operator, HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL);
  ck_assert (!hbase_filter_argument_operator (&yes, &operator));
  ck_assert (hbase_filter_argument_bytes (&quoted, &bytes));
  ck_assert (hbase_slice_equal (bytes, HBASE_SLICE_LITERAL ("true")));
  ck_assert (!hbase_filter_argument_bytes (&yes, &bytes));
  g_bytes_unref (yes.bytes);
  g_bytes_unref (no.bytes);
  g_bytes_unref (neither.bytes);
  g_bytes_unref (quoted.bytes);
  g_bytes_unref (at_least.bytes);
}
END_TEST

/* ---- arguments of HBase's own filters ---- */

static void
assert_refused (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_filter_text_read (hbase_slice_text (text), &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_str_eq (error->message, expected);
}

START_TEST (test_wrong_arguments)
{
  assert_refused ("PrefixFilter(user)", "filter, byte 14 (user)): quote the argument: PrefixFilter('user')");
  assert_refused ("PageFilter('10')",
                  "filter, byte 12 ('10')): a number from 0 to 9223372036854775807 is expected "
                  "here, without quotes: PageFilter(rows)");
  assert_refused (
      "ColumnCountGetFilter(2147483648)",
      "filter, byte 22 (2147483648)): a number from 0 to 2147483647 is expected here, without quotes: "
      "ColumnCountGetFilter(columns)");
  assert_refused (
      "TimestampsFilter(1,-1)",
      "filter, byte 20 (-1)): a number from 0 to 9223372036854775807 is expected here, without quotes: "
      "TimestampsFilter(timestamp, …)");
  assert_refused (
      "A() AND KeyOnlyFilter(1)",
      "filter, byte 23 (1)): true or false is expected here, without quotes: KeyOnlyFilter([lengths])");
  assert_refused (
      "RowFilter(==,'binary:a')",
      "filter, byte 11 (==,'binary:a')): an operator is expected here, without quotes: <, <=, =, !=, "
      ">= or >: RowFilter(operator, 'comparator:value')");
  assert_refused ("ColumnRangeFilter('a',true,b,true)",
                  "filter, byte 28 (b,true)): quote the argument: "
                  "ColumnRangeFilter('first', inclusive, 'last', inclusive)");
  assert_refused ("F' '(1)", "filter, byte 1 (F' '(1)): a filter's name has no quotes");
  assert_refused ("MultipleColumnPrefixFilter('a','b','a')",
                  "filter, byte 36 ('a')): this prefix is given twice");
}
END_TEST

START_TEST (test_wrong_number_of_arguments)
{
  assert_refused ("PrefixFilter('a','b')",
                  "filter, byte 1 (PrefixFilter('a','b')): 1 argument too many: PrefixFilter('prefix')");
  assert_refused ("SKIP PrefixFilter()",
                  "filter, byte 6 (PrefixFilter()): 1 argument too few: PrefixFilter('prefix')");
  assert_refused (
      "SingleColumnValueFilter('f','q')",
      "filter, byte 1 (SingleColumnValueFilter('f','q')): 4 arguments too few: "
      "SingleColumnValueFilter('family', 'qualifier', operator, 'comparator:value' [, if_missing, "
      "latest_only])");
  assert_refused ("FirstKeyOnlyFilter(1)",
                  "filter, byte 1 (FirstKeyOnlyFilter(1)): 1 argument too many: FirstKeyOnlyFilter()");
}
END_TEST

/* clang-format counts the bytes of “…”, and would make these lines longer. */
/* clang-format off */
#define COMPARATOR_EXPECTED \
  "a comparator is expected here: 'binary:…', 'binaryprefix:…', 'regexstring:…', 'regexstringnocase:…' " \
  "or 'substring:…'"
/* clang-format on */

START_TEST (test_wrong_comparators)
{
  assert_refused ("ValueFilter(=,'a')", "filter, byte 15 ('a')): " COMPARATOR_EXPECTED);
  assert_refused ("ValueFilter(=,'Binary:a')", "filter, byte 15 ('Binary:a')): " COMPARATOR_EXPECTED);
  assert_refused (
      "ValueFilter(<,'substring:a')",
      "filter, byte 13 (<,'substring:a')): regular expressions and substrings are compared by = or != "
      "only");
}
END_TEST

/* HBase accepts these calls of its own filters, and unknown filters may be registered with a gateway. */
START_TEST (test_right_arguments)
{
  static const char *const texts[] = {
    "KeyOnlyFilter() AND KeyOnlyFilter(TRUE)",
    "MultipleColumnPrefixFilter() OR TimestampsFilter()",
    "DependentColumnFilter('f','q') OR DependentColumnFilter('f','q',true)",
    "DependentColumnFilter('f','q',true,<,'regexstring:x')",
    "SingleColumnValueExcludeFilter('f','q',>=,'binaryprefix::',true,false)",
    "OurOwnFilter(anything, '', 1) AND SKIP prefixfilter(x)",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseFilterNode) node = hbase_filter_text_read (hbase_slice_text (texts[i]), &error);

      ck_assert_no_error (error);
    }
}
END_TEST

static void
assert_unknown (const char *text, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilterNode) node = hbase_filter_text_read (hbase_slice_text (text), NULL);

  ck_assert (!hbase_filter_check_names (node, hbase_slice_text (text), &error));
  ck_assert_str_eq (error->message, expected);
}

START_TEST (test_unknown_names)
{
  assert_unknown (
      "PageFilter(1) AND FooFilter()",
      "filter, byte 19 (FooFilter()): HBase itself has no filter “FooFilter”: did you mean “RowFilter”?");
  assert_unknown (
      "SKIP prefixfilter('a')",
      "filter, byte 6 (prefixfilter('a')): HBase itself has no filter “prefixfilter”: did you mean "
      "“PrefixFilter”?");
  assert_unknown ("\xff(1)", "filter, byte 1 (\\xFF(1)): HBase itself has no filter “\\xFF”");
}
END_TEST

/* ---- limits ---- */

START_TEST (test_many_operands)
{
  g_autoptr (GString) text = g_string_new ("A0()");
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseFilterNode) node = NULL;

  for (guint i = 1; i < HBASE_FILTER_PARTS_MAX / 2; i++)
    g_string_append_printf (text, " OR A%u()", i);
  node = hbase_filter_text_parse (hbase_slice_text (text->str), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (node->children->len, HBASE_FILTER_PARTS_MAX / 2);
  ck_assert (hbase_filter_node_is (hbase_filter_node_child (node, 12345), "A12345"));
  g_string_append (text, " OR B()");
  ck_assert_ptr_null (hbase_filter_text_parse (hbase_slice_text (text->str), &error));
  ck_assert_ptr_nonnull (
      strstr (error->message, "more than 100000 filters, arguments, operators and parentheses"));
}
END_TEST

/* These parts take memory for each byte or two of the text. */
START_TEST (test_many_parts)
{
  static const char *const parts[] = { "(", "1,", "'',", "SKIP " };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr (GString) text = g_string_new (i == 1 || i == 2 ? "F(" : "");
      g_autoptr (GError) error = NULL;

      for (guint n = 0; n <= HBASE_FILTER_PARTS_MAX; n++)
        g_string_append (text, parts[i]);
      g_string_append (text, "A())");
      ck_assert_ptr_null (hbase_filter_text_parse (hbase_slice_text (text->str), &error));
      ck_assert_ptr_nonnull (strstr (error->message, "more than 100000"));
    }
}
END_TEST

/* Checks that the positions in a tree are within the text. */
static void
assert_sane (const HBaseFilterNode *node, gsize length)
{
  ck_assert_uint_lt (node->at, length);
  ck_assert_uint_le (node->depth, HBASE_FILTER_DEPTH_MAX);
  ck_assert ((node->kind == HBASE_FILTER_NAMED) == (node->children->len == 0));
  for (guint i = 0; i < node->arguments->len; i++)
    ck_assert_uint_lt (g_array_index (node->arguments, HBaseFilterArgument, i).at, length);
  for (guint i = 0; i < node->children->len; i++)
    assert_sane (hbase_filter_node_child (node, i), length);
}

START_TEST (test_any_text)
{
  static const char *const pieces[] = { "A()", "B('x')", "(", ")",  " ",  " AND ", " OR ", "SKIP ", "WHILE ",
                                        "'",   "''",     ",", "\t", "F(", "1",     "\xff", "AND",   "x" };
  GRand *rand = test_rand_new ("filter-text");
  guint taken = 0;

  for (guint i = test_times (20000); i > 0; i--)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (HBaseFilterNode) node = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *copy = NULL; /* without a NUL: valgrind then finds reads beyond it */

      for (gint32 n = g_rand_int_range (rand, 0, 12); n > 0; n--)
        g_string_append (text, pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))]);
      copy = g_memdup2 (text->str, text->len);
      node = hbase_filter_text_parse (hbase_slice (copy, text->len), &error);
      ck_assert ((node == NULL) == (error != NULL));
      if (node != NULL)
        assert_sane (node, text->len);
      taken += node != NULL;
    }
  ck_assert_uint_gt (taken, 0);
  g_rand_free (rand);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("filter-text");

  tcase_add_test (tests, test_arguments);
  tcase_add_test (tests, test_operators);
  tcase_add_test (tests, test_oddities);
  tcase_add_test (tests, test_wrong_arguments);
  tcase_add_test (tests, test_wrong_number_of_arguments);
  tcase_add_test (tests, test_wrong_comparators);
  tcase_add_test (tests, test_right_arguments);
  tcase_add_test (tests, test_unknown_names);
  tcase_add_test (tests, test_many_operands);
  tcase_add_test (tests, test_many_parts);
  tcase_add_test (tests, test_faults);
  tcase_add_test (tests, test_depth);
  tcase_add_test (tests, test_numbers);
  tcase_add_test (tests, test_words);
  tcase_add_test (tests, test_any_text);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("filter-text", fill)
