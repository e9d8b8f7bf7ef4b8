/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase/java-keys.h"
#include "splits/splits.h"
#include "test-seed.h"

#include "hbase-bytes-splits.h"
#include "hbase-number-splits.h"

/* This tests split calculators against the classes of HBase that they are named after: the same keys, byte
 * for byte, and an error wherever these throw or return nothing. One region is left out: ours returns no
 * splits, and UniformSplit throws. */

#define RANGES 3000

static JavaKeys *java;

static void
set_up (void)
{
  java = java_keys_start ();
}

static void
tear_down (void)
{
  java_keys_stop (java);
}

/* Our result, in Java's format. */
static char *
answer_of (gpointer calculator, guint n_regions)
{
  g_autoptr (GObject) owned = calculator;
  g_autoptr (GPtrArray) keys = hbase_split_calculator_calculate (calculator, n_regions, NULL, NULL);
  GString *answer;

  if (keys == NULL)
    return g_strdup ("error");
  answer = g_string_new ("ok");
  for (guint i = 0; i < keys->len; i++)
    {
      HBaseSlice key = splits_slice (keys, i);
      g_autofree char *hex = java_keys_hex (key.data, key.length);

      g_string_append_printf (answer, " %s", hex);
    }
  return g_string_free (answer, FALSE);
}

/* Takes both arguments but not the number; returns whether there were splits. */
static gboolean
compare (gpointer calculator, guint n_regions, char *command)
{
  g_autofree char *owned = command;
  g_autofree char *theirs = java_keys_ask (java, command);
  g_autofree char *ours = answer_of (calculator, n_regions);

  if (g_str_has_prefix (theirs, "error "))
    theirs[strlen ("error")] = '\0';
  ck_assert_msg (strcmp (ours, theirs) == 0, "%s: %.300s, and not %.300s", command, ours, theirs);
  return *theirs == 'o';
}

/* ---- numbers ---- */

static gboolean
compare_numbers (guint radix, const char *first, const char *last, guint n)
{
  return compare (
      radix == 16 ? hbase_number_splits_new_hex_string (first, last)
                  : hbase_number_splits_new_decimal_string (first, last),
      n, g_strdup_printf ("%s %u %s %s", radix == 16 ? "hexstring" : "decimalstring", n, first, last));
}

static char *
random_number (GRand *rand, guint radix, guint n_digits)
{
  char *text = g_malloc0 (n_digits + 1);

  for (guint i = 0; i < n_digits; i++)
    text[i] = "0123456789abcdefABCDEF"[g_rand_int_range (rand, 0, radix == 16 ? 22 : 10)];
  return text;
}

/* Most are small. */
static guint
random_n (GRand *rand)
{
  return 2 + (g_rand_int (rand) >> g_rand_int_range (rand, 22, 32));
}

START_TEST (numbers_are_split_as_by_hbase)
{
  guint radix = _i == 0 ? 16 : 10, n_answers = 0;
  g_autoptr (GRand) rand = test_rand_new ("numbers_are_split_as_by_hbase");

  for (guint i = RANGES; i > 0; i--)
    {
      guint n_digits = (guint) g_rand_int_range (rand, 1, 24);
      g_autofree char *first = random_number (
          rand, radix, g_rand_boolean (rand) ? n_digits : (guint) g_rand_int_range (rand, 1, 24));
      g_autofree char *last = random_number (rand, radix, n_digits);

      n_answers += compare_numbers (radix, first, last, random_n (rand));
    }
  ck_assert_uint_ge (n_answers, RANGES / 10);
  ck_assert_uint_le (n_answers, RANGES - RANGES / 10);
}
END_TEST

START_TEST (whole_ranges_of_numbers_are_split_as_by_hbase)
{
  const guint numbers[] = { 1, 2, 3, 4, 7, 16, 1000, 65536, 100000 };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      ck_assert (compare_numbers (16, "00000000", "FFFFFFFF", numbers[i]));
      ck_assert (compare_numbers (10, "00000000", "99999999", numbers[i]));
    }
  ck_assert (compare_numbers (16, "0", "f", 16));
  ck_assert (!compare_numbers (16, "0", "f", 17));
  ck_assert (!compare_numbers (16, "0", "f", 0));
  ck_assert (!compare_numbers (16, "f", "f", 2));
  ck_assert (!compare_numbers (10, "0", "a", 2));
  ck_assert (!compare_numbers (16, "g", "ff", 2));
}
END_TEST

/* ---- bytes ---- */

static gboolean
compare_bytes (const char *how, HBaseSlice start, HBaseSlice end, guint n)
{
  g_autofree char *start_hex = java_keys_hex (start.data, start.length);
  g_autofree char *end_hex = java_keys_hex (end.data, end.length);
  gpointer calculator;

  if (strcmp (how, "ends") == 0)
    calculator = hbase_bytes_splits_new_with_ends (start.data, start.length, end.data, end.length);
  else
    calculator = hbase_bytes_splits_new (start.data, start.length, end.data, end.length,
                                         strcmp (how, "exclusive") != 0);
  return compare (calculator, n, g_strdup_printf ("%s %u %s %s", how, n, start_hex, end_hex));
}

/* Some have no bytes; many consist of zeros or FF. */
static HBaseSlice
random_key (GRand *rand, guint8 *bytes, guint least, guint most)
{
  guint length = (guint) g_rand_int_range (rand, (gint32) least, (gint32) most + 1);

  for (guint i = 0; i < length; i++)
    bytes[i] = (guint8) (g_rand_boolean (rand) ? g_rand_int (rand) : g_rand_boolean (rand) ? 0 : 0xff);
  return hbase_slice (bytes, length);
}

static const char *const ways[] = { "uniform", "exclusive", "inclusive", "ends" };

START_TEST (bytes_are_split_as_by_hbase)
{
  g_autoptr (GRand) rand = test_rand_new ("bytes_are_split_as_by_hbase");
  const char *how = ways[_i];
  gboolean must_end
      = strcmp (how, "inclusive") == 0; /* no bytes mean UniformSplit's own bound, and are invalid for
                                         * Bytes.split() */
  gboolean must_start = strcmp (how, "ends") == 0; /* HBase would create a table with an empty split key */
  guint n_answers = 0;

  for (guint i = RANGES; i > 0; i--)
    {
      guint8 start_bytes[20], end_bytes[20];
      HBaseSlice start = random_key (rand, start_bytes, must_start, 20);
      HBaseSlice end = random_key (rand, end_bytes, must_end, 20);

      n_answers += compare_bytes (how, start, end, random_n (rand));
    }
  ck_assert_uint_ge (n_answers, RANGES / 10);
  ck_assert_uint_le (n_answers, RANGES - RANGES / 10);
}
END_TEST

START_TEST (ranges_at_their_limits_are_split_as_by_hbase)
{
  const HBaseSlice none = hbase_slice ("", 0), zero = HBASE_SLICE_LITERAL ("\0"),
                   one = HBASE_SLICE_LITERAL ("\1");
  const HBaseSlice last = HBASE_SLICE_LITERAL ("\xff"), long_last = HBASE_SLICE_LITERAL ("\xff\xff\xff\xff");
  const HBaseSlice keys[] = { none, zero, one, last, long_last };
  const guint numbers[] = { 2, 3, 4, 255, 256, 257, 65535, 65536, 65537 };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    for (guint j = 0; j < G_N_ELEMENTS (keys); j++)
      for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
        {
          compare_bytes ("uniform", keys[i], keys[j], numbers[k]);
          compare_bytes ("exclusive", keys[i], keys[j], numbers[k]);
          if (keys[j].length > 0)
            compare_bytes ("inclusive", keys[i], keys[j], numbers[k]);
          if (keys[i].length > 0)
            compare_bytes ("ends", keys[i], keys[j], numbers[k]);
        }
}
END_TEST

/* If Java returned nothing at all, the comparison would prove little. */
START_TEST (the_java_helper_separates_errors_from_output)
{
  g_autofree char *answer = java_keys_ask (java, "exclusive 2 61 63");
  g_autofree char *error = java_keys_ask (java, "exclusive 2 63 61");
  g_autofree char *unknown = java_keys_ask (java, "dance");

  ck_assert_str_eq (answer, "ok 62");
  ck_assert_str_eq (error, "error java.lang.IllegalArgumentException: b <= a");
  ck_assert_str_eq (unknown, "error java.lang.IllegalArgumentException: no command 'dance'");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("splits");

  tcase_set_timeout (tests, 300);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, the_java_helper_separates_errors_from_output);
  tcase_add_loop_test (tests, numbers_are_split_as_by_hbase, 0, 2);
  tcase_add_test (tests, whole_ranges_of_numbers_are_split_as_by_hbase);
  tcase_add_loop_test (tests, bytes_are_split_as_by_hbase, 0, G_N_ELEMENTS (ways));
  tcase_add_test (tests, ranges_at_their_limits_are_split_as_by_hbase);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("splits beside HBase's", fill)
