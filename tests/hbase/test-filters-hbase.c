/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"
#include "hbase-filter-text-private.h"
#include "java-keys.h"
#include "test-seed.h"

/* This tests that our filter parser and its checks accept the texts that HBase's ParseFilter accepts. */

#define N_TEXTS 5000

static JavaKeys *java;

typedef struct {
  const char *name, *arguments; /* a letter each */
} Filter;

static const Filter filters[] = {
  { "ColumnCountGetFilter", "i" },
  { "ColumnPaginationFilter", "ii" },
  { "ColumnPrefixFilter", "s" },
  { "ColumnRangeFilter", "sbsb" },
  { "ColumnValueFilter", "ssoc" },
  { "DependentColumnFilter", "ssboc" },
  { "FamilyFilter", "oc" },
  { "FirstKeyOnlyFilter", "" },
  { "InclusiveStopFilter", "s" },
  { "KeyOnlyFilter", "b" },
  { "MultipleColumnPrefixFilter", "sss" },
  { "PageFilter", "i" },
  { "PrefixFilter", "s" },
  { "QualifierFilter", "oc" },
  { "RowFilter", "oc" },
  { "SingleColumnValueExcludeFilter", "ssocbb" },
  { "SingleColumnValueFilter", "ssocbb" },
  { "TimestampsFilter", "iii" },
  { "ValueFilter", "oc" },
  { "NoFilter", "s" },
};

typedef const char *const Words[];

static Words numbers
    = { "0", "1", "-1", "2147483647", "2147483648", "9223372036854775808", "18446744073709551617", NULL };
static Words bytes = { "''", "'a'", "'b'", "'it''s'", "')'", NULL };
static Words booleans = { "true", "FALSE", "tRue", "tru", NULL };
static Words operators = { "=", "<", "<=", ">=", "!=", ">", "==", NULL };
static Words comparators = { "'binary:a'",
                             "'binaryprefix:'",
                             "'regexstring:a.b'",
                             "'regexstringnocase:x'",
                             "'substring:q'",
                             "'Binary:a'",
                             "'binary'",
                             "'binary:a:b'",
                             NULL };
static Words others = { "x", "1x", "'1'", "-", "+1", "a'b", "\t1", "1\t", NULL };
static Words separators = { ",", ", ", " ", ",,", NULL };
static Words joints = { " AND ", " OR ", " and ", "\tAND ", ")AND(", " ", "", NULL };
static Words heads = { "SKIP ", "WHILE ", "SKIP(", "(", "((", NULL };

static const char *
pick (const char *const *words, GRand *rand)
{
  guint n = 0;

  while (words[n] != NULL)
    n++;
  return words[g_rand_int_range (rand, 0, (gint32) n)];
}

static const char *
argument (char type, GRand *rand)
{
  static const char types[] = "isboc";
  static const char *const *const words[] = { numbers, bytes, booleans, operators, comparators, others };

  if (g_rand_int_range (rand, 0, 12) == 0)
    return pick (words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))], rand);
  return pick (words[strchr (types, type) - types], rand);
}

static void
append_filter (GString *text, GRand *rand)
{
  const Filter *filter = &filters[g_rand_int_range (rand, 0, G_N_ELEMENTS (filters))];
  gsize n = strlen (filter->arguments), most = n;

  if (g_rand_int_range (rand, 0, 4) == 0)
    most = (gsize) g_rand_int_range (rand, 0, 7);
  g_string_append_printf (text, "%s%s(", filter->name, g_rand_boolean (rand) ? "" : " ");
  for (gsize i = 0; i < most; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? pick (separators, rand) : "",
                            argument (i < n ? filter->arguments[i] : 's', rand));
  g_string_append_c (text, ')');
}

static void
append_filters (GString *text, guint depth, GRand *rand)
{
  gboolean has_head = g_rand_int_range (rand, 0, 4) == 0;

  if (has_head)
    g_string_append (text, pick (heads, rand));
  if (depth == 0 || g_rand_boolean (rand))
    append_filter (text, rand);
  else
    {
      append_filters (text, depth - 1, rand);
      g_string_append (text, pick (joints, rand));
      append_filters (text, depth - 1, rand);
    }
  if (has_head && g_rand_boolean (rand))
    g_string_append_c (text, ')');
}

static void
mutate_text (GString *text, GRand *rand)
{
  static const char letters[] = "'(),  =<>AND\xff";

  for (gint32 n = g_rand_int_range (rand, 1, 4); n > 0 && text->len > 0; n--)
    {
      gssize at = g_rand_int_range (rand, 0, (gint32) text->len);

      if (g_rand_boolean (rand))
        g_string_erase (text, at, 1);
      else
        g_string_insert_c (text, at, letters[g_rand_int_range (rand, 0, sizeof letters - 1)]);
    }
}

static gboolean
is_accepted_by_library (HBaseSlice text)
{
  g_autoptr (HBaseFilterNode) tree = hbase_filter_text_read (text, NULL);

  return tree != NULL && hbase_filter_check_names (tree, text, NULL);
}

static gboolean
is_accepted_by_hbase (HBaseSlice text)
{
  g_autofree char *hex = java_keys_hex (text.data, text.length);
  g_autofree char *command = g_strconcat ("filter ", hex, NULL);
  g_autofree char *answer = java_keys_ask (java, command);

  return g_str_has_prefix (answer, "ok");
}

START_TEST (hbase_accepts_the_same_filters)
{
  g_autoptr (GRand) rand = test_rand_new ("filters-hbase");
  guint taken = 0, refused = 0;

  for (guint i = test_times (N_TEXTS); i > 0; i--)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      HBaseSlice slice;
      gboolean here;

      append_filters (text, (guint) g_rand_int_range (rand, 0, 3), rand);
      /* An invalid regular expression is refused by Java; ours isn't checked here. */
      if (g_rand_int_range (rand, 0, 5) == 0 && strstr (text->str, "regexstring") == NULL)
        mutate_text (text, rand);
      slice = hbase_slice (text->str, text->len);
      here = is_accepted_by_library (slice);
      ck_assert_msg (here == is_accepted_by_hbase (slice), "HBase %s “%s”", here ? "refuses" : "takes",
                     text->str);
      taken += here;
      refused += !here;
    }
  ck_assert_uint_gt (taken, 0);
  ck_assert_uint_gt (refused, 0);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("filters");

  tcase_add_test (tests, hbase_accepts_the_same_filters);
  suite_add_tcase (suite, tests);
}

int
main (void)
{
  int failed;

  java = java_keys_start ();
  failed = test_main ("filters-hbase", fill, CK_FORK_GETENV);
  java_keys_stop (java);
  return failed;
}
