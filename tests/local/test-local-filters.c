/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-filter-text-private.h"
#include "local-call.h"
#include "test-seed.h"

/* What the transcripts don't test of filters because it is specific to the engine: seeks in wide rows,
 * expressions that take too long, and depth. */

#define N_COLUMNS 300

/* Row w: three versions of each of f:c000 … f:c299, at 1, 2 and 3, and one of g:c000 … g:c299. */
static void
fill_wide_row (Local *local)
{
  local_open (local);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autofree char *cells = g_strdup_printf ("f:c%03u@1=a%u f:c%03u@2=b%u f:c%03u@3=c%u g:c%03u@1=d%u", i,
                                                i, i, i, i, i, i, i);

      ck_text (put (local, "w", cells), "ok");
    }
  ck_text (put (local, "x", "f:c000@1=x g:c299@1=x"), "ok");
}

static char *
filtered (Local *local, const char *options, const char *filter)
{
  g_autofree char *all = g_strdup_printf ("%s filter=%s", options, filter);

  return scan (local, all);
}

START_TEST (test_wide_rows)
{
  Local local;

  fill_wide_row (&local);
  ck_text (filtered (&local, "", "ColumnRangeFilter('c297',false,'c299',true)"),
           "[w f:c298@3=c298 f:c299@3=c299 g:c298@1=d298 g:c299@1=d299, x g:c299@1=x]");
  ck_text (filtered (&local, "reversed=1", "ColumnRangeFilter('c297',false,'c299',true)"),
           "[x g:c299@1=x, w f:c298@3=c298 f:c299@3=c299 g:c298@1=d298 g:c299@1=d299]");
  ck_text (filtered (&local, "versions=2", "ColumnPrefixFilter('c299')"),
           "[w f:c299@3=c299 f:c299@2=b299 g:c299@1=d299, x g:c299@1=x]");
  ck_text (filtered (&local, "columns=f:c007,f:c250,g:c250", "ColumnPrefixFilter('c2')"),
           "[w f:c250@3=c250 g:c250@1=d250]");
  ck_text (filtered (
               &local, "",
               "MultipleColumnPrefixFilter('c005','c290','c29')AND(ColumnRangeFilter('',true,'c291',false))"),
           "[w f:c005@3=c5 f:c290@3=c290 g:c005@1=d5 g:c290@1=d290]");
  ck_text (filtered (&local, "", "FirstKeyOnlyFilter()"), "[w f:c000@3=c0, x f:c000@1=x]");
  ck_text (filtered (&local, "", "FirstKeyOnlyFilter()AND(FamilyFilter(=,'binary:g'))"), "[]");
  ck_text (filtered (&local, "", "FamilyFilter(=,'binary:g')AND(FirstKeyOnlyFilter())"),
           "[w g:c000@1=d0, x g:c299@1=x]");
  ck_text (filtered (&local, "", "ColumnPaginationFilter(2,280)"), "[w f:c280@3=c280 f:c281@3=c281]");
  ck_text (filtered (&local, "", "ValueFilter(=,'binary:b123')"), "[w f:c123@2=b123]");
  ck_text (filtered (&local, "", "TimestampsFilter(2)AND(QualifierFilter(>=,'binary:c299'))"),
           "[w f:c299@2=b299]");
  local_close (&local);
}
END_TEST

/* Random ranges of columns, forwards and backwards, compared with the columns in them. */
START_TEST (test_ranges_of_wide_rows)
{
  GRand *rand = test_rand_new ("local-filters");
  Local local;

  fill_wide_row (&local);
  for (guint n = test_times (100); n > 0; n--)
    {
      guint first = (guint) g_rand_int_range (rand, 0, N_COLUMNS),
            beyond = first + (guint) g_rand_int_range (rand, 1, 9);
      g_autofree char *filter
          = g_strdup_printf ("ColumnRangeFilter('c%03u',true,'c%03u',false)", first, beyond);
      g_autoptr (GString) expected = g_string_new ("[w");

      for (guint i = first; i < MIN (beyond, N_COLUMNS); i++)
        g_string_append_printf (expected, " f:c%03u@3=c%u", i, i);
      g_string_append_c (expected, ']');
      ck_text (filtered (&local, "start=w stop=w columns=f", filter), expected->str);
      ck_text (filtered (&local, "start=w stop=w columns=f reversed=1", filter), expected->str);
    }
  g_rand_free (rand);
  local_close (&local);
}
END_TEST

#define TOO_LONG "a filter's regular expression takes too long: it tries too many ways to match"
#define SLOW "'regexstring:(x+x+)+(y|z){2}'"

/* The scan fails from then on, because the state of its filter is lost. */
START_TEST (test_patience)
{
  Local local;
  g_autofree char *value = g_strnfill (40, 'x'),
                  *cells = g_strconcat ("f:a@1=", value, "wy f:b@1=", value, "wy", NULL);
  g_autoptr (HBaseBlock) first = NULL, second = NULL, third = NULL;

  local_open (&local);
  ck_text (put (&local, "a", "f:a@1=v"), "ok");
  ck_text (put (&local, "r", cells), "ok");
  ck_text (filtered (&local, "", "ValueFilter(=," SLOW ")"), "IO: " TOO_LONG);
  ck_text (filtered (&local, "limit=1", "ValueFilter(!=," SLOW ")"), "[a f:a@1=v]");
  ck_text (open_scanner (&local, TABLE, "filter=ValueFilter(!=," SLOW ")"), "0");
  first = ask_rows (&local, 0, 1);
  ck_assert_uint_eq (first->n_rows, 1);
  second = ask_rows (&local, 0, 1);
  ck_text (reply_text (second), "IO: " TOO_LONG);
  third = ask_rows (&local, 0, 1);
  ck_text (reply_text (third), "IO: an earlier reply of this scan was lost: open it anew");
  local_close (&local);
}
END_TEST

START_TEST (test_depth)
{
  g_autoptr (GString) filter = g_string_new (NULL);
  Local local;

  local_open (&local);
  ck_text (put (&local, "r", "f:a@1=v"), "ok");
  for (guint i = 1; i < HBASE_FILTER_DEPTH_MAX; i++)
    g_string_append (filter, i % 2 != 0 ? "SKIP(" : "WHILE(");
  g_string_append (filter, "KeyOnlyFilter()");
  ck_text (filtered (&local, "", filter->str), "[r f:a@1=]");
  g_string_prepend (filter, "SKIP(");
  ck_text (filtered (&local, "", filter->str), "EXCEPTION 6: Internal error processing getScannerResults");
  local_close (&local);
}
END_TEST

/* A filter may consist of any bytes, and compare with any. */
START_TEST (test_any_bytes)
{
  Local local;
  HBaseWireWriter *out;

  local_open (&local);
  out = call_begin_table (&local, TABLE);
  hbase_wire_write_struct (out, HBASE_PUT_ARGS_TPUT);
  hbase_wire_write_binary (out, HBASE_T_PUT_ROW, HBASE_SLICE_LITERAL ("r"));
  hbase_wire_write_list (out, HBASE_T_PUT_COLUMN_VALUES, HBASE_WIRE_STRUCT, 1);
  hbase_wire_put_cell (out, HBASE_SLICE_LITERAL ("f"), HBASE_SLICE_LITERAL ("a"),
                       HBASE_SLICE_LITERAL ("\0'\xff\xc3"), 1, 4);
  hbase_wire_end_struct (out);
  ck_text (call_text (&local, HBASE_WIRE_METHOD_PUT), "ok");
  for (guint i = 0; i < 3; i++)
    {
      static const HBaseSlice filters[] = { HBASE_SLICE_LITERAL ("ValueFilter(=,'binary:\0''\xff\xc3')"),
                                            HBASE_SLICE_LITERAL ("ValueFilter(=,'substring:''\xfe')"),
                                            HBASE_SLICE_LITERAL ("ValueFilter(=,'regexstring:^.''..\x24')") };

      out = call_begin_table (&local, TABLE);
      hbase_wire_write_struct (out, HBASE_EXISTS_ARGS_TGET);
      hbase_wire_write_binary (out, HBASE_T_GET_ROW, HBASE_SLICE_LITERAL ("r"));
      hbase_wire_write_binary (out, HBASE_T_GET_FILTER_STRING, filters[i]);
      hbase_wire_end_struct (out);
      ck_text (call_text (&local, HBASE_WIRE_METHOD_EXISTS), "true");
    }
  local_close (&local);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("filters");

  tcase_add_test (tcase, test_wide_rows);
  tcase_add_test (tcase, test_ranges_of_wide_rows);
  tcase_add_test (tcase, test_patience);
  tcase_add_test (tcase, test_depth);
  tcase_add_test (tcase, test_any_bytes);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("filters", fill)
