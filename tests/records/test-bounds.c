/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-key-schema-private.h"
#include "hbase-records-private.h"

/* This file tests the bounds of scans: for each row of a small table, the test determines whether it is in
 * the scan from the scan's settings, with a filter of row keys or without, and from the bounds that are
 * computed from them. It also tests fingerprints. */

#define CASES 20000
#define LONGEST 4

static const guint8 letters[] = { 0x00, 0x01, 0x7f, 0xfe, 0xff };

typedef struct {
  guint8 data[LONGEST];
  gsize length;
} Key;

static Key
draw_key (GRand *rand, gsize least, gsize most)
{
  Key key = { .length = (gsize) g_rand_int_range (rand, (gint32) least, (gint32) most + 1) };

  for (gsize i = 0; i < key.length; i++)
    key.data[i] = letters[g_rand_int_range (rand, 0, G_N_ELEMENTS (letters))];
  return key;
}

static HBaseSlice
slice_of (const Key *key)
{
  return hbase_slice (key->data, key->length);
}

typedef struct {
  Key start, stop, prefix, filter; /* `filter`: that of a PrefixFilter */
  gboolean reversed, without_start, with_stop;
} Question;

static Question
draw_question (GRand *rand)
{
  Question question = { .reversed = g_rand_boolean (rand),
                        .without_start = g_rand_boolean (rand),
                        .with_stop = g_rand_boolean (rand) };

  if (g_rand_boolean (rand))
    question.start = draw_key (rand, 0, LONGEST);
  if (g_rand_boolean (rand))
    question.stop = draw_key (rand, 0, LONGEST);
  question.prefix = draw_key (rand, 0, 3);
  question.filter = draw_key (rand, 0, 2);
  return question;
}

/* Makes one that all rows must pass: by itself, or joined to another one by AND. */
static HBaseFilter *
prefix_filter (const Key *prefix, gboolean joined)
{
  HBaseFilter *filter = hbase_filter_new_prefix (prefix->data, prefix->length);
  g_autoptr (GPtrArray) both = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_filter_unref);

  if (!joined)
    return filter;
  g_ptr_array_add (both, hbase_filter_new_key_only (FALSE));
  g_ptr_array_add (both, filter);
  return hbase_filter_new_and (both);
}

static HBaseScan *
scan_of (const Question *question)
{
  HBaseScan *scan = hbase_scan_new ();
  g_autoptr (HBaseFilter) filter = prefix_filter (&question->filter, question->without_start);

  if (question->filter.length > 0 || question->with_stop)
    hbase_query_set_filter (HBASE_QUERY (scan), filter);
  hbase_scan_set_start (scan, question->start.data, question->start.length);
  hbase_scan_set_stop (scan, question->stop.data, question->stop.length);
  hbase_scan_set_prefix (scan, question->prefix.data, question->prefix.length);
  hbase_scan_set_reversed (scan, question->reversed);
  hbase_scan_set_start_inclusive (scan, !question->without_start);
  hbase_scan_set_stop_inclusive (scan, question->with_stop);
  return scan;
}

static gboolean
has_prefix (const Key *row, const Key *prefix)
{
  return row->length >= prefix->length && memcmp (row->data, prefix->data, prefix->length) == 0;
}

static gboolean
is_asked_for (const Question *question, const Key *row)
{
  HBaseSlice slice = slice_of (row);
  int sign = question->reversed ? -1 : 1;

  if (!has_prefix (row, &question->prefix) || !has_prefix (row, &question->filter))
    return FALSE;
  if (question->start.length > 0
      && sign * hbase_slice_compare (slice, slice_of (&question->start)) < (question->without_start ? 1 : 0))
    return FALSE;
  return question->stop.length == 0
         || sign * hbase_slice_compare (slice, slice_of (&question->stop)) < (question->with_stop ? 1 : 0);
}

/* Whether a server would return the row for a TScan with these bounds. */
static gboolean
server_would_send (const HBaseScanBounds *sent, gboolean reversed, HBaseSlice row)
{
  int sign = reversed ? -1 : 1;

  if (sent->start.data != NULL && sent->stop.data != NULL && hbase_slice_equal (sent->start, sent->stop))
    return hbase_slice_equal (sent->start, row);
  if (sent->start.data != NULL && sign * hbase_slice_compare (row, sent->start) < 0)
    return FALSE;
  return sent->stop.data == NULL || sign * hbase_slice_compare (row, sent->stop) < 0;
}

/* Whether the client leaves the row out although a server returns it: a start row that isn't included, and
 * rows just below the stop of a reversed scan. */
static gboolean
may_be_dropped (const HBaseScanBounds *bounds, const HBaseScanBounds *sent, gboolean reversed, HBaseSlice row)
{
  return (sent->skip_start && hbase_slice_equal (row, sent->start))
         || (reversed && bounds->with_stop && hbase_slice_compare (row, bounds->stop) < 0);
}

static void
assert_wire_is_right (const HBaseScanBounds *bounds, const Question *question, const Key *row)
{
  HBaseSlice slice = slice_of (row);
  HBaseScanBounds sent;
  GBytes *kept[2] = { NULL, NULL };
  gboolean any = hbase_scan_bounds_to_wire (bounds, question->reversed, &sent, kept);
  gboolean comes = any && server_would_send (&sent, question->reversed, slice);

  if (is_asked_for (question, row) ? !comes
                                   : comes && !may_be_dropped (bounds, &sent, question->reversed, slice))
    ck_abort_msg ("the server is asked for something else");
  g_clear_pointer (&kept[0], g_bytes_unref);
  g_clear_pointer (&kept[1], g_bytes_unref);
}

START_TEST (bounds_hold_just_the_rows_that_were_asked_for)
{
  g_autoptr (GRand) rand = test_rand_new ("bounds");
  guint n_cases = test_times (CASES), n_found = 0, n_empty = 0;

  for (guint i = 0; i < n_cases; i++)
    {
      Question question = draw_question (rand);
      g_autoptr (HBaseScan) scan = scan_of (&question);
      HBaseScanBounds bounds;
      gboolean any = hbase_scan_get_bounds (scan, &bounds);

      n_empty += !any;
      for (guint j = 0; j < 20; j++)
        {
          Key row = draw_key (rand, 1, LONGEST);
          gboolean asked_for = is_asked_for (&question, &row);

          n_found += asked_for;
          if (asked_for != (any && hbase_scan_bounds_contain (&bounds, question.reversed, slice_of (&row))))
            ck_abort_msg ("the bounds hold other rows than were asked for");
          assert_wire_is_right (&bounds, &question, &row);
        }
    }
  ck_assert_uint_gt (n_found, n_cases / 10);
  ck_assert_uint_gt (n_empty, n_cases / 100);
}
END_TEST

START_TEST (a_reversed_prefix_begins_behind_its_rows)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds, sent;
  GBytes *kept[2] = { NULL, NULL };

  hbase_scan_set_prefix (scan, (const guint8 *) "a\xff", 2);
  hbase_scan_set_reversed (scan, TRUE);
  ck_assert (hbase_scan_get_bounds (scan, &bounds));
  ck_assert (hbase_slice_equal (bounds.start, HBASE_SLICE_LITERAL ("b")));
  ck_assert (bounds.skip_start);
  ck_assert (hbase_slice_equal (bounds.stop, HBASE_SLICE_LITERAL ("a\xff")));
  ck_assert (bounds.with_stop);
  ck_assert (hbase_scan_bounds_to_wire (&bounds, TRUE, &sent, kept));
  ck_assert_uint_eq (sent.stop.length, 10);
  ck_assert_mem_eq (sent.stop.data, "a\xfe\xff\xff\xff\xff\xff\xff\xff\xff", 10);
  g_clear_pointer (&kept[0], g_bytes_unref);
  g_clear_pointer (&kept[1], g_bytes_unref);
}
END_TEST

static const char *const wide_filters[] = {
  "PrefixFilter('b') OR KeyOnlyFilter()",
  "SKIP PrefixFilter('b')",
  "WHILE PrefixFilter('b')",
  "PrefixFilter('b') AND WHILE RowFilter(>=,'binary:a')",
  "PrefixFilter('b') AND (PageFilter(2) OR KeyOnlyFilter())",
  "RowFilter(=,'binaryprefix:b')",
  "PrefixFilter('')",
  "PrefixFilter('b') AND ColumnCountGetFilter(2)",
  "PrefixFilter('b') AND SKIP FilterOfAnOperator()",
};

/* Other filters than PrefixFilter; such that accept rows without its prefix; and such that may depend on
 * these rows. */
START_TEST (other_filters_dont_narrow_the_bounds)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;

  hbase_query_set_filter_text (HBASE_QUERY (scan), wide_filters[_i]);
  ck_assert (hbase_scan_get_bounds (scan, &bounds));
  ck_assert_ptr_null (bounds.start.data);
  ck_assert_ptr_null (bounds.stop.data);
}
END_TEST

/* It accepts no row: no key is as long. */
START_TEST (a_prefix_longer_than_a_key_doesnt_narrow_the_bounds)
{
  g_autofree guint8 *prefix = g_malloc0 (HBASE_MAX_ROW_LENGTH + 1);
  g_autoptr (HBaseFilter) filter = hbase_filter_new_prefix (prefix, HBASE_MAX_ROW_LENGTH + 1);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;

  hbase_query_set_filter (HBASE_QUERY (scan), filter);
  ck_assert (hbase_scan_get_bounds (scan, &bounds));
  ck_assert_ptr_null (bounds.start.data);
}
END_TEST

START_TEST (limits_are_passed_on)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  HBaseScanBounds bounds;

  hbase_scan_set_limit (scan, 7);
  hbase_scan_set_caching (scan, 9);
  hbase_scan_set_batch_size (scan, 3);
  ck_assert (hbase_scan_get_bounds (scan, &bounds));
  ck_assert_uint_eq (bounds.limit, 7);
  ck_assert_uint_eq (bounds.caching, 9);
  ck_assert_ptr_null (bounds.start.data);
  ck_assert (!bounds.skip_start);
  ck_assert_uint_eq (hbase_scan_get_batch_size (scan), 3);
}
END_TEST

/* ---- fingerprints ---- */

static char *
fingerprint (HBaseScan *scan)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);

  hbase_scan_fingerprint (scan, checksum);
  return g_strdup (g_checksum_get_string (checksum));
}

/* Changes the scan in one of several ways, each of which makes it another query. */
static void
alter (HBaseScan *scan, guint how)
{
  const guint8 *a = (const guint8 *) "a";

  switch (how)
    {
    case 1:
      return hbase_scan_set_start (scan, a, 1);
    case 2:
      return hbase_scan_set_stop (scan, a, 1);
    case 3:
      return hbase_scan_set_prefix (scan, a, 1);
    case 4:
      return hbase_query_add_family (HBASE_QUERY (scan), "a");
    case 5:
      return hbase_query_add_column (HBASE_QUERY (scan), "a", NULL, 0);
    case 6:
      return hbase_query_add_column (HBASE_QUERY (scan), "a", a, 1);
    case 7:
      return hbase_query_set_filter_text (HBASE_QUERY (scan), "");
    case 8:
      return hbase_query_set_filter_text (HBASE_QUERY (scan), "a");
    case 9:
      return hbase_query_set_max_versions (HBASE_QUERY (scan), 2);
    case 10:
      return hbase_query_set_time_range (HBASE_QUERY (scan), 0, 0);
    case 11:
      return hbase_query_set_time_range (HBASE_QUERY (scan), 0, 1);
    case 12:
      return hbase_scan_set_reversed (scan, TRUE);
    default:
      return;
    }
}

START_TEST (each_query_has_its_own_fingerprint)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint how = 0; how <= 12; how++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBaseScan) copy = NULL;
      g_autofree char *again = NULL;

      alter (scan, how);
      ck_assert_msg (g_hash_table_add (seen, fingerprint (scan)), "%u", how);
      copy = hbase_scan_copy (scan);
      hbase_scan_set_limit (copy, 5);
      hbase_scan_set_caching (copy, 5);
      again = fingerprint (copy);
      ck_assert (g_hash_table_contains (seen, again));
    }
}
END_TEST

/* Page tokens may be stored for years, so that the fingerprints that they are bound to must never change. */
START_TEST (fingerprints_never_change)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autofree char *plain = fingerprint (scan);
  g_autofree char *altered = NULL;

  for (guint how = 1; how <= 12; how++)
    alter (scan, how);
  altered = fingerprint (scan);
  ck_assert_str_eq (plain, "10eef285deef7a4b7c82b22aa53589b7833df29de3814649c772bbd5c832f365");
  ck_assert_str_eq (altered, "7313f57a889d10b3750f50006776d4e591f579b87fb48dedff067bb6f3ecac61");
}
END_TEST

/* The least unsalted key may be empty, but an empty bound means that there is none. */
START_TEST (narrow_ends_may_be_empty)
{
  const HBaseSlice none = hbase_slice (NULL, 0);
  const HBaseSlice rows[] = { none, HBASE_SLICE_LITERAL ("\0"), HBASE_SLICE_LITERAL ("a") };

  for (guint reversed = 0; reversed < 2; reversed++)
    for (guint high = 0; high < G_N_ELEMENTS (rows); high++)
      {
        g_autoptr (HBaseScan) scan = hbase_scan_new (), narrow = NULL;
        HBaseScanBounds bounds;

        hbase_scan_set_reversed (scan, (gboolean) reversed);
        narrow = hbase_scan_narrow (scan, reversed ? rows[high] : none, reversed ? none : rows[high]);
        ck_assert (hbase_scan_get_bounds (narrow, &bounds));
        for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
          ck_assert_int_eq (hbase_scan_bounds_contain (&bounds, (gboolean) reversed, rows[row]), row <= high);
      }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *bounds = tcase_create ("bounds");
  TCase *fingerprints = tcase_create ("fingerprints");

  tcase_set_timeout (bounds, 60);
  tcase_add_test (bounds, narrow_ends_may_be_empty);
  tcase_add_test (bounds, bounds_hold_just_the_rows_that_were_asked_for);
  tcase_add_test (bounds, a_reversed_prefix_begins_behind_its_rows);
  tcase_add_loop_test (bounds, other_filters_dont_narrow_the_bounds, 0, G_N_ELEMENTS (wide_filters));
  tcase_add_test (bounds, a_prefix_longer_than_a_key_doesnt_narrow_the_bounds);
  tcase_add_test (bounds, limits_are_passed_on);
  suite_add_tcase (suite, bounds);
  tcase_add_test (fingerprints, each_query_has_its_own_fingerprint);
  tcase_add_test (fingerprints, fingerprints_never_change);
  suite_add_tcase (suite, fingerprints);
}

TEST_MAIN ("bounds", fill)
