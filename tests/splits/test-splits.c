/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "splits.h"
#include "test-seed.h"

#include "hbase-bytes-splits.h"
#include "hbase-fixed-splits.h"
#include "hbase-number-splits.h"
#include "hbase-partition-splits.h"
#include "hbase-salt-splits.h"
#include "hbase-sampled-splits.h"

#define RANGES 2000
#define MANY_REGIONS 100000

static gpointer
bytes_splits (const char *start, const char *end, gboolean inclusive)
{
  return hbase_bytes_splits_new ((const guint8 *) start, strlen (start), (const guint8 *) end, strlen (end),
                                 inclusive);
}

static gpointer
splits_with_ends (const char *start, const char *end)
{
  return hbase_bytes_splits_new_with_ends ((const guint8 *) start, strlen (start), (const guint8 *) end,
                                           strlen (end));
}

/* ---- results of HBase's classes; tests/hbase/test-splits-hbase.c compares them with a real HBase ---- */

START_TEST (hex_strings_split_as_hbase_does)
{
  splits_assert (hbase_number_splits_new_hex_string (NULL, NULL), 2, "80000000");
  splits_assert (hbase_number_splits_new_hex_string (NULL, NULL), 3, "55555555 aaaaaaaa");
  splits_assert (hbase_number_splits_new_hex_string ("0", "ff"), 4, "40 80 c0");
  splits_assert (hbase_number_splits_new_hex_string ("0ff", "1000"), 5, "03ff 06ff 09ff 0cff");
  splits_assert (hbase_number_splits_new_hex_string ("0001", "f"), 3, "6 b");
  splits_assert (hbase_number_splits_new_hex_string ("0", "F"), 16, "1 2 3 4 5 6 7 8 9 a b c d e f");
}
END_TEST

START_TEST (decimal_strings_split_as_hbase_does)
{
  splits_assert (hbase_number_splits_new_decimal_string (NULL, NULL), 2, "50000000");
  splits_assert (hbase_number_splits_new_decimal_string (NULL, NULL), 7,
                 "14285714 28571428 42857142 57142856 71428570 85714284");
  splits_assert (hbase_number_splits_new_decimal_string ("5", "1000"), 3, "0337 0669");
}
END_TEST

START_TEST (uniform_splits_are_as_hbase_has_them)
{
  splits_assert (hbase_bytes_splits_new_uniform (), 2, "\\x80\\x00\\x00\\x00\\x00\\x00\\x00\\x00");
  splits_assert (hbase_bytes_splits_new_uniform (), 3, "UUUUUUUU \\xAA\\xAA\\xAA\\xAA\\xAA\\xAA\\xAA\\xAA");
  splits_assert (bytes_splits ("", "", TRUE), 3, "UUUUUUUU \\xAA\\xAA\\xAA\\xAA\\xAA\\xAA\\xAA\\xAA");
  splits_assert (bytes_splits ("a", "z", TRUE), 3, "i q");
}
END_TEST

START_TEST (bytes_split_as_hbase_does)
{
  splits_assert (bytes_splits ("a", "b", FALSE), 3, "aU a\\xAA");
  splits_assert (bytes_splits ("", "a", FALSE), 3, "  @");
  splits_assert (bytes_splits ("ab", "abc", FALSE), 2, "ab1");
  splits_assert (bytes_splits ("", "\1", TRUE), 5, "\\x003 \\x00f \\x00\\x99 \\x00\\xCC");
  splits_assert (hbase_bytes_splits_new ((const guint8 *) "\0", 1, (const guint8 *) "\3", 1, TRUE), 4,
                 "\\x01 \\x02 \\x03");
}
END_TEST

/* If the keys consist of hexadecimal digits, 5 of these 8 regions stay empty. */
START_TEST (bytes_between_hex_digits_are_split_all_the_same)
{
  const guint expected[] = { 54, 61, 68, 75, 82, 88, 95 };
  g_autoptr (HBaseBytesSplits) splits = bytes_splits ("0000000000000000", "ffffffffffffffff", FALSE);
  g_autoptr (GPtrArray) keys
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), 8, NULL, NULL);

  splits_assert_order (keys, 8);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    ck_assert_uint_eq (splits_slice (keys, i).data[0], expected[i]);
}
END_TEST

START_TEST (ends_are_splits_where_a_table_is_made_with_them)
{
  splits_assert (splits_with_ends ("a", "z"), 3, "a z");
  splits_assert (splits_with_ends ("a", "z"), 4, "a m z");
  splits_assert (splits_with_ends ("aa", "z"), 5, "aa i\\x96 q\\xCB z");
  splits_assert (splits_with_ends ("a", "b"), 4, "a\\x00 a\\x80 b\\x00");
  splits_assert_fault (splits_with_ends ("a", "z"), 2, "at least three regions, not 2");
  splits_assert_fault (splits_with_ends ("z", "a"), 3, "“z” to “a”");
  splits_assert_fault (splits_with_ends ("a", "a"), 4, "“a” to “a”");
  splits_assert_fault (splits_with_ends ("", "a"), 3, "has 0 bytes");
}
END_TEST

/* ---- splits that HBase doesn't have ---- */

START_TEST (hex_splits_are_the_guides)
{
  splits_assert (hbase_number_splits_new_hex ("0000000000000000", "ffffffffffffffff"), 4,
                 "3fffffffffffffff 7ffffffffffffffe bffffffffffffffd");
  splits_assert (hbase_number_splits_new_hex ("00", "FF"), 2, "7f");
  splits_assert (hbase_number_splits_new_hex ("0", "100"), 4, "040 080 0c0");
}
END_TEST

START_TEST (partitions_are_eight_bytes)
{
  splits_assert (hbase_partition_splits_new (), 3,
                 "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x01 \\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x02");
}
END_TEST

static gpointer
fixed_splits (const char *words)
{
  g_auto (GStrv) keys = g_strsplit (words, " ", -1);
  g_autoptr (GPtrArray) array = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (char **key = keys; *key != NULL; key++)
    g_ptr_array_add (array, g_bytes_new (*key, strlen (*key)));
  return hbase_fixed_splits_new (array);
}

START_TEST (given_keys_are_put_in_order)
{
  g_autoptr (HBaseFixedSplits) splits = fixed_splits ("m b x");
  g_autofree char *long_key = g_strnfill (HBASE_MAX_ROW_LENGTH + 1, 'k');

  ck_assert_uint_eq (hbase_fixed_splits_get_n_regions (splits), 4);
  splits_assert (g_object_ref (splits), 4, "b m x");
  splits_assert_fault (g_object_ref (splits), 5, "3 split keys were given, for 4 regions, not 5");
  splits_assert_fault (fixed_splits ("m b m"), 4, "split key 3 of HBaseFixedSplits, “m”, isn't greater");
  splits_assert_fault (fixed_splits ("b  "), 4, "has 0 bytes");
  splits_assert_fault (fixed_splits (long_key), 2, "32768 bytes: a row key has 1 to 32767");
}
END_TEST

/* ---- errors ---- */

START_TEST (faulty_ranges_are_named)
{
  splits_assert_fault (hbase_number_splits_new_hex_string ("0", "f"), 17, "fewer numbers than 17 regions");
  splits_assert_fault (hbase_number_splits_new_hex ("0", "f"), 16, "fewer numbers than 16 regions");
  splits_assert_fault (hbase_number_splits_new_hex_string ("f", "0"), 3, "“f” to “0”");
  splits_assert_fault (hbase_number_splits_new_hex_string ("7", "07"), 3, "“7” to “07”");
  splits_assert_fault (hbase_number_splits_new_hex ("", "ff"), 3, "“” to “ff”");
  splits_assert_fault (hbase_number_splits_new_hex ("0", "fg"), 3, "“fg” is not a number");
  splits_assert_fault (hbase_number_splits_new_hex ("0", "fg"), 3, "byte 2 is not a hex digit");
  splits_assert_fault (hbase_number_splits_new_decimal_string ("-5", "5"), 3,
                       "byte 1 is not a decimal digit");
  splits_assert_fault (hbase_number_splits_new_decimal_string ("a", "1000"), 3, "is not a decimal digit");
  splits_assert_fault (bytes_splits ("b", "a", FALSE), 2, "“b” to “a”");
  splits_assert_fault (bytes_splits ("a", "", FALSE), 2, "“a” to “”");
  splits_assert_fault (bytes_splits ("", "", FALSE), 2, "“” to “”");
  splits_assert_fault (hbase_bytes_splits_new ((const guint8 *) "a", 1, (const guint8 *) "a\0", 2, FALSE), 2,
                       "“a” to “a\\x00”");
}
END_TEST

static gpointer
make_any (guint index)
{
  switch (index)
    {
    case 0:
      return hbase_number_splits_new_hex_string (NULL, NULL);
    case 1:
      return hbase_bytes_splits_new_uniform ();
    case 2:
      return hbase_partition_splits_new ();
    default:
      return g_object_new (HBASE_TYPE_FIXED_SPLITS, NULL);
    }
}

START_TEST (one_region_has_no_splits_and_none_is_no_number)
{
  splits_assert (make_any (_i), 1, "");
  splits_assert_fault (make_any (_i), 0, "a number from 1 to 1000000");
  splits_assert_fault (make_any (_i), HBASE_MAX_REGIONS + 1, "a number from 1 to 1000000");
  splits_assert_fault (make_any (_i), G_MAXUINT, "4294967295 regions");
}
END_TEST

/* compute_splits(), the method that has the type of the virtual function, makes the same checks. */
START_TEST (lists_of_splits_are_checked_too)
{
  const GType types[] = { HBASE_TYPE_NUMBER_SPLITS,  HBASE_TYPE_BYTES_SPLITS, HBASE_TYPE_PARTITION_SPLITS,
                          HBASE_TYPE_SAMPLED_SPLITS, HBASE_TYPE_SALT_SPLITS,  HBASE_TYPE_FIXED_SPLITS };
  const guint impossible[] = { 0, HBASE_MAX_REGIONS + 1, G_MAXUINT };

  for (guint i = 0; i < G_N_ELEMENTS (types) * G_N_ELEMENTS (impossible); i++)
    {
      g_autoptr (HBaseSplitCalculator) splits = g_object_new (types[i / G_N_ELEMENTS (impossible)], NULL);
      g_autoptr (GError) error = NULL;

      ck_assert_ptr_null (hbase_split_calculator_compute_splits (
          splits, impossible[i % G_N_ELEMENTS (impossible)], NULL, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
    }
}
END_TEST

START_TEST (many_regions_are_split)
{
  g_autoptr (HBaseSplitCalculator) splits = make_any (_i);
  guint n = test_times (MANY_REGIONS);
  g_autoptr (GPtrArray) keys = hbase_split_calculator_calculate (splits, n, NULL, NULL);

  splits_assert_order (keys, n);
}
END_TEST

/* ---- properties ---- */

static void
random_bytes (GRand *rand, guint8 *bytes, guint *length)
{
  *length = (guint) g_rand_int_range (rand, 0, 12);
  for (guint i = 0; i < *length; i++)
    bytes[i] = (guint8) (g_rand_boolean (rand) ? g_rand_int (rand) : g_rand_boolean (rand) ? 0 : 0xff);
}

static void
check_between (GPtrArray *keys, guint n_regions, HBaseSlice start, HBaseSlice end, gboolean inclusive)
{
  splits_assert_order (keys, n_regions);
  ck_assert_int_lt (hbase_slice_compare (start, splits_slice (keys, 0)), 0);
  ck_assert_int_lt (hbase_slice_compare (splits_slice (keys, keys->len - 1), end), inclusive ? 1 : 0);
}

/* Whether `start` is less than `end`, if the shorter one is padded with zero bytes. */
static gboolean
is_range (HBaseSlice start, HBaseSlice end)
{
  guint8 padded[2][16] = { 0 };

  memcpy (padded[0], start.data, start.length);
  memcpy (padded[1], end.data, end.length);
  return memcmp (padded[0], padded[1], sizeof padded[0]) < 0;
}

START_TEST (bytes_splits_lie_between_their_ends)
{
  g_autoptr (GRand) rand = test_rand_new ("bytes_splits_lie_between_their_ends");

  for (guint i = test_times (RANGES); i > 0; i--)
    {
      guint8 bytes[2][12];
      guint lengths[2], n_regions = 2 + (g_rand_int (rand) >> g_rand_int_range (rand, 20, 32));
      gboolean inclusive = g_rand_boolean (rand);
      g_autoptr (HBaseBytesSplits) splits = NULL;
      g_autoptr (GPtrArray) keys = NULL;
      g_autoptr (GError) error = NULL;
      HBaseSlice start, end;

      random_bytes (rand, bytes[0], &lengths[0]);
      random_bytes (rand, bytes[1], &lengths[1]);
      start = hbase_slice (bytes[0], lengths[0]);
      end = hbase_slice (bytes[1], lengths[1]);
      if (inclusive && end.length == 0)
        continue; /* an empty end stands for eight bytes FF, as in UniformSplit */
      splits = hbase_bytes_splits_new (bytes[0], lengths[0], bytes[1], lengths[1], inclusive);
      keys = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), n_regions, NULL, &error);
      ck_assert_int_eq (keys != NULL, is_range (start, end));
      if (keys != NULL)
        check_between (keys, n_regions, start, end, inclusive);
    }
}
END_TEST

/* Compares the splits with those that are computed with integers of 64 bits. */
static void
check_numbers (GRand *rand, guint radix)
{
  guint64 first = test_rand_uint64 (rand) >> g_rand_int_range (rand, 2, 40);
  guint64 last = first + (test_rand_uint64 (rand) >> g_rand_int_range (rand, 2, 60)), step;
  guint n_regions = (guint) g_rand_int_range (rand, 2, 100);
  g_autofree char *first_text
      = g_strdup_printf (radix == 16 ? "%" G_GINT64_MODIFIER "x" : "%" G_GUINT64_FORMAT, first);
  g_autofree char *last_text
      = g_strdup_printf (radix == 16 ? "%" G_GINT64_MODIFIER "x" : "%" G_GUINT64_FORMAT, last);
  g_autoptr (HBaseNumberSplits) splits = radix == 16
                                             ? hbase_number_splits_new_hex_string (first_text, last_text)
                                             : hbase_number_splits_new_decimal_string (first_text, last_text);
  g_autoptr (GPtrArray) keys
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (splits), n_regions, NULL, NULL);

  step = (last - first + 1) / n_regions;
  ck_assert_int_eq (keys != NULL, step > 0 && last > first);
  for (guint i = 0; keys != NULL && i < keys->len; i++)
    {
      HBaseSlice key = splits_slice (keys, i);
      g_autofree char *text = g_strndup ((const char *) key.data, key.length);

      ck_assert_uint_eq (key.length, strlen (last_text));
      ck_assert_uint_eq (g_ascii_strtoull (text, NULL, radix), first + step * (i + 1));
    }
}

START_TEST (number_splits_are_whole_steps)
{
  g_autoptr (GRand) rand = test_rand_new ("number_splits_are_whole_steps");

  for (guint i = test_times (RANGES); i > 0; i--)
    check_numbers (rand, g_rand_boolean (rand) ? 16 : 10);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *hbase = tcase_create ("as HBase"), *ours = tcase_create ("ours"), *faults = tcase_create ("faults");
  TCase *properties = tcase_create ("properties");

  tcase_add_test (hbase, hex_strings_split_as_hbase_does);
  tcase_add_test (hbase, decimal_strings_split_as_hbase_does);
  tcase_add_test (hbase, uniform_splits_are_as_hbase_has_them);
  tcase_add_test (hbase, bytes_split_as_hbase_does);
  tcase_add_test (hbase, bytes_between_hex_digits_are_split_all_the_same);
  tcase_add_test (hbase, ends_are_splits_where_a_table_is_made_with_them);
  suite_add_tcase (suite, hbase);
  tcase_add_test (ours, hex_splits_are_the_guides);
  tcase_add_test (ours, partitions_are_eight_bytes);
  tcase_add_test (ours, given_keys_are_put_in_order);
  suite_add_tcase (suite, ours);
  tcase_add_test (faults, faulty_ranges_are_named);
  tcase_add_loop_test (faults, one_region_has_no_splits_and_none_is_no_number, 0, 4);
  tcase_add_test (faults, lists_of_splits_are_checked_too);
  tcase_add_loop_test (faults, many_regions_are_split, 0, 3);
  suite_add_tcase (suite, faults);
  tcase_add_test (properties, bytes_splits_lie_between_their_ends);
  tcase_add_test (properties, number_splits_are_whole_steps);
  suite_add_tcase (suite, properties);
}

TEST_MAIN ("splits", fill)
