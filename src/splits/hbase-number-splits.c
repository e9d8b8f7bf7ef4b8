/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-digit-range-private.h"
#include "hbase-error-private.h"
#include "hbase-number-splits.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseNumberSplits. The splits are those of HBase's HexStringSplit and
 * DecimalStringSplit. */

/**
 * HBaseNumberSplits:
 *
 * Splits a table whose keys begin with a number that has a fixed number of hexadecimal or decimal digits.
 *
 * The range of numbers is divided into equal parts; the remainder goes to the last region. Split keys have
 * lower-case digits. There are three kinds; two of them return what the classes of the same names in HBase's
 * `RegionSplitter` return:
 *
 * | constructor                                   | step to the next split        | digits of a split      |
 * |-----------------------------------------------|-------------------------------|------------------------|
 * | [ctor@HBase.NumberSplits.new_hex]             | (last − first) / regions      | of the longer number   |
 * | [ctor@HBase.NumberSplits.new_hex_string]      | (last − first + 1) / regions  | of the last number     |
 * | [ctor@HBase.NumberSplits.new_decimal_string]  | the same, in decimal          | of the last number     |
 *
 * An object that was made by none of these constructors returns the splits of HexStringSplit from 00000000 to
 * FFFFFFFF. Calculators are immutable.
 *
 * [method@HBase.SplitCalculator.calculate] fails with %HBASE_ERROR_INVALID_ARGUMENT if a number has
 * characters other than digits, if the last number isn't greater than the first, or if there are more regions
 * than numbers. Numbers have no sign.
 */
struct _HBaseNumberSplits {
  GObject parent_instance;

  guint radix;
  gboolean inclusive;
  char *first, *last;
};

HBASE_DEFINE_SPLIT_CALCULATOR (HBaseNumberSplits, hbase_number_splits)

/* ---- calculating ---- */

static gboolean
parse_digit (char c, guint radix, guint8 *digit)
{
  int value = g_ascii_xdigit_value (c);

  *digit = (guint8) value;
  return value >= 0 && (guint) value < radix;
}

/* Reads the digits of a number, and pads them with leading zeros. */
static guint8 *
parse (const char *text, guint radix, gsize n_digits, GError **error)
{
  gsize length = strlen (text);
  g_autofree guint8 *digits = g_malloc0 (n_digits);

  for (gsize i = 0; i < length; i++)
    if (!parse_digit (text[i], radix, &digits[n_digits - length + i]))
      {
        hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                         "“%s” is not a number: byte %" G_GSIZE_FORMAT " is not a %s digit", text, i + 1,
                         radix == 16 ? "hex" : "decimal");
        return NULL;
      }
  return g_steal_pointer (&digits);
}

static gboolean
check_range (HBaseNumberSplits *splits, const HBaseDigitRange *range, GError **error)
{
  return (*splits->first != '\0' && *splits->last != '\0'
          && memcmp (range->first, range->last, range->n_digits) < 0)
         || hbase_error_set (
             error, HBASE_ERROR_INVALID_ARGUMENT,
             "“%s” to “%s” is not a range of numbers: the last number must be greater than the first",
             splits->first, splits->last);
}

static GList *
cut (HBaseNumberSplits *splits, const HBaseDigitRange *range, guint n_regions, GError **error)
{
  GPtrArray *keys
      = hbase_digit_range_cut (range, n_regions, splits->inclusive ? strlen (splits->last) : range->n_digits);

  if (keys != NULL)
    return hbase_splits_to_list (keys);
  hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                   "“%s” to “%s” has fewer numbers than %u regions: use fewer regions, or more digits",
                   splits->first, splits->last, n_regions);
  return NULL;
}

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  HBaseNumberSplits *splits = HBASE_NUMBER_SPLITS (calculator);
  gsize n_digits = MAX (strlen (splits->first), strlen (splits->last));
  g_autofree guint8 *first = NULL, *last = NULL;
  HBaseDigitRange range = { NULL, NULL, n_digits, splits->radix, splits->inclusive };

  if ((range.first = first = parse (splits->first, splits->radix, n_digits, error)) == NULL
      || (range.last = last = parse (splits->last, splits->radix, n_digits, error)) == NULL
      || !check_range (splits, &range, error))
    return NULL;
  return cut (splits, &range, n_regions, error);
}

/* ---- the object ---- */

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
hbase_number_splits_init (HBaseNumberSplits *splits)
{
  splits->radix = 16;
  splits->inclusive = TRUE;
  splits->first = g_strdup ("00000000");
  splits->last = g_strdup ("FFFFFFFF");
}

/* `first` and `last`: NULL for the least and the greatest number of eight digits. */
static HBaseNumberSplits *
make (guint radix, gboolean inclusive, const char *first, const char *last)
{
  HBaseNumberSplits *splits = g_object_new (HBASE_TYPE_NUMBER_SPLITS, NULL);

  splits->radix = radix;
  splits->inclusive = inclusive;
  g_free (splits->first);
  g_free (splits->last);
  splits->first = g_strdup (first != NULL ? first : "00000000");
  splits->last = g_strdup (last != NULL ? last : radix == 16 ? "FFFFFFFF" : "99999999");
  return splits;
}

/**
 * hbase_number_splits_new_hex:
 * @first: the lowest number that keys have, in hexadecimal digits of either case; `0000000000000000`
 * @last: the highest number; `ffffffffffffffff`
 *
 * Makes a calculator for hexadecimal numbers whose step is (last − first) / regions, so that no split is the
 * last number. The splits have as many digits as the longer of the two numbers.
 *
 * Returns: (transfer full): the calculator
 */
HBaseNumberSplits *
hbase_number_splits_new_hex (const char *first, const char *last)
{
  g_return_val_if_fail (first != NULL, NULL);
  g_return_val_if_fail (last != NULL, NULL);

  return make (16, FALSE, first, last);
}

/**
 * hbase_number_splits_new_hex_string:
 * @first: (nullable): the lowest number that keys have, in hexadecimal digits of either case; %NULL:
 *   `00000000`
 * @last: (nullable): the highest number; %NULL: `FFFFFFFF`
 *
 * Makes a calculator whose splits are those of HBase's `HexStringSplit`: for keys that begin with the digits
 * of an MD5 sum, or of another evenly distributed number.
 *
 * Returns: (transfer full): the calculator
 */
HBaseNumberSplits *
hbase_number_splits_new_hex_string (const char *first, const char *last)
{
  return make (16, TRUE, first, last);
}

/**
 * hbase_number_splits_new_decimal_string:
 * @first: (nullable): the lowest number that keys have, in decimal digits; %NULL: `00000000`
 * @last: (nullable): the highest number; %NULL: `99999999`
 *
 * Makes a calculator whose splits are those of HBase's `DecimalStringSplit`: for keys that begin with an
 * evenly distributed decimal number, such as a number with reversed digits.
 *
 * Returns: (transfer full): the calculator
 */
HBaseNumberSplits *
hbase_number_splits_new_decimal_string (const char *first, const char *last)
{
  return make (10, TRUE, first, last);
}
