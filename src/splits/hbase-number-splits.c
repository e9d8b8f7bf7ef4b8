/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-error-private.h"
#include "hbase-number-splits.h"
#include "hbase-splits-private.h"

/**
 * HBaseNumberSplits:
 *
 * Splits a table whose keys begin with a number written in digits, as many for each: hex or decimal.
 *
 * The range of numbers is cut into parts of one size; what remains is the last region's. Split keys have
 * lower-case digits. There are three kinds, of which two do what classes of that name do in HBase's `RegionSplitter`:
 *
 * | constructor                                   | step to the next split        | digits of a split      |
 * |-----------------------------------------------|-------------------------------|------------------------|
 * | [ctor@HBase.NumberSplits.new_hex]             | (last − first) / regions      | of the longer number   |
 * | [ctor@HBase.NumberSplits.new_hex_string]      | (last − first + 1) / regions  | of the last number     |
 * | [ctor@HBase.NumberSplits.new_decimal_string]  | the same, in decimal          | of the last number     |
 *
 * An object that was made without any of these is a HexStringSplit from 00000000 to FFFFFFFF. It is immutable.
 *
 * A range that isn't one, of other digits or whose last number isn't greater than the first, and more regions than
 * numbers are %HBASE_ERROR_INVALID_ARGUMENT in [method@HBase.SplitCalculator.calculate]. Numbers have no sign.
 *
 * Since: 0.1
 */
struct _HBaseNumberSplits {
  GObject parent_instance;

  guint radix;
  gboolean inclusive;
  char *first, *last;
};

static void split_calculator_init (HBaseSplitCalculatorInterface *interface);

G_DEFINE_FINAL_TYPE_WITH_CODE (HBaseNumberSplits,
                               hbase_number_splits,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (HBASE_TYPE_SPLIT_CALCULATOR, split_calculator_init))

/* ---- calculating ---- */

static gboolean
parse_digit (char c, guint radix, guint8 *digit)
{
  int value = g_ascii_xdigit_value (c);

  *digit = (guint8) value;
  return value >= 0 && (guint) value < radix;
}

/* The digits of a number, filled up with zeros in front. */
static guint8 *
parse (const char *text, guint radix, gsize n_digits, GError **error)
{
  gsize length = strlen (text);
  g_autofree guint8 *digits = g_malloc0 (n_digits);

  for (gsize i = 0; i < length; i++)
    if (!parse_digit (text[i], radix, &digits[n_digits - length + i]))
      {
        hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                         "“%s” can't end a range of keys to split: at byte %" G_GSIZE_FORMAT
                         " it isn't a %s digit",
                         text, i + 1, radix == 16 ? "hex" : "decimal");
        return NULL;
      }
  return g_steal_pointer (&digits);
}

static gboolean
check_range (HBaseNumberSplits *splits, const HBaseDigitRange *range, GError **error)
{
  if (*splits->first != '\0' && *splits->last != '\0'
      && memcmp (range->first, range->last, range->n_digits) < 0)
    return TRUE;
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "“%s” to “%s” is no range of keys to split: the last number is greater than the first",
                   splits->first, splits->last);
  return FALSE;
}

static GList *
cut (HBaseNumberSplits *splits, const HBaseDigitRange *range, guint n_regions, GError **error)
{
  GPtrArray *keys
      = hbase_digit_range_cut (range, n_regions, splits->inclusive ? strlen (splits->last) : range->n_digits);

  if (keys != NULL)
    return hbase_splits_to_list (keys);
  hbase_error_set (
      error, HBASE_ERROR_INVALID_ARGUMENT,
      "“%s” to “%s” has fewer numbers than the %u regions wanted: give less regions, or more digits",
      splits->first, splits->last, n_regions);
  return NULL;
}

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GError **error)
{
  HBaseNumberSplits *splits = HBASE_NUMBER_SPLITS (calculator);
  gsize n_digits = MAX (strlen (splits->first), strlen (splits->last));
  g_autofree guint8 *first = NULL, *last = NULL;
  HBaseDigitRange range = { NULL, NULL, n_digits, splits->radix, splits->inclusive };

  if (!hbase_splits_check_n_regions (n_regions, error)
      || (range.first = first = parse (splits->first, splits->radix, n_digits, error)) == NULL
      || (range.last = last = parse (splits->last, splits->radix, n_digits, error)) == NULL
      || !check_range (splits, &range, error))
    return NULL;
  return cut (splits, &range, n_regions, error);
}

static void
split_calculator_init (HBaseSplitCalculatorInterface *interface)
{
  interface->compute_splits = compute_splits;
}

/* ---- making one ---- */

static void
hbase_number_splits_finalize (GObject *object)
{
  HBaseNumberSplits *splits = HBASE_NUMBER_SPLITS (object);

  g_free (splits->first);
  g_free (splits->last);
  G_OBJECT_CLASS (hbase_number_splits_parent_class)->finalize (object);
}

static void
hbase_number_splits_class_init (HBaseNumberSplitsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hbase_number_splits_finalize;
}

static void
set_range (HBaseNumberSplits *splits, guint radix, gboolean inclusive, const char *first, const char *last)
{
  splits->radix = radix;
  splits->inclusive = inclusive;
  g_free (splits->first);
  g_free (splits->last);
  splits->first = g_strdup (first);
  splits->last = g_strdup (last);
}

static void
hbase_number_splits_init (HBaseNumberSplits *splits)
{
  set_range (splits, 16, TRUE, "00000000", "FFFFFFFF");
}

/**
 * hbase_number_splits_new_hex:
 * @first: the lowest number that keys have, in hex digits of either case; `0000000000000000`
 * @last: the highest one; `ffffffffffffffff`
 *
 * Makes a calculator for hex numbers that keeps clear of the last number: the step is (last − first) / regions. As
 * many digits are printed as the longer of the two has.
 *
 * Returns: (transfer full): the calculator
 *
 * Since: 0.1
 */
HBaseNumberSplits *
hbase_number_splits_new_hex (const char *first, const char *last)
{
  HBaseNumberSplits *splits;

  g_return_val_if_fail (first != NULL, NULL);
  g_return_val_if_fail (last != NULL, NULL);

  splits = g_object_new (HBASE_TYPE_NUMBER_SPLITS, NULL);
  set_range (splits, 16, FALSE, first, last);
  return splits;
}

/**
 * hbase_number_splits_new_hex_string:
 * @first: (nullable): the lowest number that keys have, in hex digits of either case; %NULL: `00000000`
 * @last: (nullable): the highest one; %NULL: `FFFFFFFF`
 *
 * Makes a calculator that gives what HBase's `HexStringSplit` gives: for keys that begin with the digits of an MD5
 * sum, or of another number spread evenly.
 *
 * Returns: (transfer full): the calculator
 *
 * Since: 0.1
 */
HBaseNumberSplits *
hbase_number_splits_new_hex_string (const char *first, const char *last)
{
  HBaseNumberSplits *splits = g_object_new (HBASE_TYPE_NUMBER_SPLITS, NULL);

  set_range (splits, 16, TRUE, first != NULL ? first : "00000000", last != NULL ? last : "FFFFFFFF");
  return splits;
}

/**
 * hbase_number_splits_new_decimal_string:
 * @first: (nullable): the lowest number that keys have, in decimal digits; %NULL: `00000000`
 * @last: (nullable): the highest one; %NULL: `99999999`
 *
 * Makes a calculator that gives what HBase's `DecimalStringSplit` gives: for keys that begin with a decimal number
 * spread evenly, such as digits from back to front.
 *
 * Returns: (transfer full): the calculator
 *
 * Since: 0.1
 */
HBaseNumberSplits *
hbase_number_splits_new_decimal_string (const char *first, const char *last)
{
  HBaseNumberSplits *splits = g_object_new (HBASE_TYPE_NUMBER_SPLITS, NULL);

  set_range (splits, 10, TRUE, first != NULL ? first : "00000000", last != NULL ? last : "99999999");
  return splits;
}
