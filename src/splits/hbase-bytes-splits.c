/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-bytes.h"
#include "hbase-bytes-splits.h"
#include "hbase-digit-range-private.h"
#include "hbase-error-private.h"
#include "hbase-split-calculator-private.h"

/* This file implements HBaseBytesSplits. The splits of ranges of bytes are those of HBase's Java code. */

/**
 * HBaseBytesSplits:
 *
 * Splits a table whose keys are any bytes, distributed evenly between two keys.
 *
 * The two keys are read as numbers, the shorter key padded with zero bytes, and the range between them is
 * divided into equal parts; the remainder goes to the last part. If there are fewer numbers than regions,
 * the split keys are one byte longer. There are three kinds, which return what HBase's Java classes
 * return:
 *
 * | constructor                            | in Java                                                        |
 * |----------------------------------------|----------------------------------------------------------------|
 * | [ctor@HBase.BytesSplits.new_uniform]   | `RegionSplitter.UniformSplit`: from no bytes to eight bytes FF |
 * | [ctor@HBase.BytesSplits.new]           | `Bytes.split (start, end, inclusive, regions - 1)`, no ends    |
 * | [ctor@HBase.BytesSplits.new_with_ends] | `createTable (table, start, end, regions)`                     |
 *
 * An object that was made by none of these constructors returns the splits of UniformSplit. Calculators are
 * immutable.
 *
 * [method@HBase.SplitCalculator.calculate] fails with %HBASE_ERROR_INVALID_ARGUMENT if the end isn't greater
 * than the start. Keys of hexadecimal digits don't contain most of the bytes between `0` and `f`: use
 * [class@HBase.NumberSplits] for these.
 */
struct _HBaseBytesSplits {
  GObject parent_instance;

  GBytes *start, *end; /* NULL: empty */
  gboolean inclusive, with_ends;
};

HBASE_DEFINE_SPLIT_CALCULATOR (HBaseBytesSplits, hbase_bytes_splits)

/* ---- calculating ---- */

static gboolean
fail_range (HBaseSlice start, HBaseSlice end, GError **error)
{
  g_autofree char *start_text = hbase_bytes_to_escaped (start.data, start.length);
  g_autofree char *end_text = hbase_bytes_to_escaped (end.data, end.length);

  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "“%s” to “%s” is not a range of keys: the end must be greater than the start, also "
                          "after the shorter one is padded with zero bytes",
                          start_text, end_text);
}

static guint8 *
pad (HBaseSlice key, gsize length)
{
  guint8 *padded = g_malloc0 (length);

  if (key.length > 0)
    memcpy (padded, key.data, key.length);
  return padded;
}

static GPtrArray *
cut (HBaseSlice start, HBaseSlice end, gsize length, gboolean inclusive, guint n_parts, GError **error)
{
  g_autofree guint8 *first = pad (start, length);
  g_autofree guint8 *last = pad (end, length);
  HBaseDigitRange range = { first, last, length, 256, inclusive };

  if (length > 0 && memcmp (first, last, length) < 0)
    return hbase_digit_range_cut (&range, n_parts, length);
  fail_range (start, end, error);
  return NULL;
}

/* Implements Bytes.split() without the ends. `*length` is the length of the keys. */
static GPtrArray *
split (HBaseSlice start, HBaseSlice end, gboolean inclusive, guint n_parts, gsize *length, GError **error)
{
  GError *problem = NULL;
  GPtrArray *keys = NULL;

  for (*length = MAX (start.length, end.length); keys == NULL && problem == NULL; ++*length)
    keys = cut (start, end, *length, inclusive, n_parts, &problem);
  --*length;
  if (problem != NULL)
    g_propagate_error (error, problem);
  return keys;
}

/* As HBase does, pads an end with zero bytes only if all keys had to be made longer. */
static GBytes *
make_end (HBaseSlice end, gsize length, gboolean longer)
{
  return longer ? g_bytes_new_take (pad (end, length), length) : g_bytes_new (end.data, end.length);
}

static GPtrArray *
split_between_ends (HBaseSlice start, HBaseSlice end, guint n_regions, GError **error)
{
  gsize length = 0;
  GPtrArray *keys
      = n_regions > 3 ? split (start, end, FALSE, n_regions - 2, &length, error) : hbase_splits_new ();
  gboolean longer = length > MAX (start.length, end.length);

  if (keys == NULL)
    return NULL;
  g_ptr_array_insert (keys, 0, make_end (start, length, longer));
  g_ptr_array_add (keys, make_end (end, length, longer));
  return keys;
}

/* Implements createTable() with both ends, which are split keys as well. */
static GPtrArray *
split_with_ends (HBaseSlice start, HBaseSlice end, guint n_regions, GError **error)
{
  if (n_regions < 3)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "with a start key and an end key there are at least three regions, not %u: before the "
                       "start, after the end, and between them",
                       n_regions);
      return NULL;
    }
  if (hbase_slice_compare (start, end) < 0)
    return split_between_ends (start, end, n_regions, error);
  fail_range (start, end, error);
  return NULL;
}

static GList *
compute_splits (HBaseSplitCalculator *calculator, guint n_regions, GCancellable *cancellable, GError **error)
{
  HBaseBytesSplits *splits = HBASE_BYTES_SPLITS (calculator);
  HBaseSlice start = hbase_slice_of_bytes (splits->start), end = hbase_slice_of_bytes (splits->end);
  GPtrArray *keys;
  gsize length;

  if (splits->inclusive && end.length == 0)
    end = HBASE_SLICE_LITERAL ("\xff\xff\xff\xff\xff\xff\xff\xff");
  if (splits->with_ends)
    keys = split_with_ends (start, end, n_regions, error);
  else
    keys = split (start, end, splits->inclusive, n_regions, &length, error);
  return keys != NULL ? hbase_splits_to_list (keys) : NULL;
}

/* ---- the object ---- */

static void
hbase_bytes_splits_finalize (GObject *object)
{
  HBaseBytesSplits *splits = HBASE_BYTES_SPLITS (object);

  g_clear_pointer (&splits->start, g_bytes_unref);
  g_clear_pointer (&splits->end, g_bytes_unref);
  G_OBJECT_CLASS (hbase_bytes_splits_parent_class)->finalize (object);
}

static void
hbase_bytes_splits_class_init (HBaseBytesSplitsClass *class)
{
  G_OBJECT_CLASS (class)->finalize = hbase_bytes_splits_finalize;
}

static void
hbase_bytes_splits_init (HBaseBytesSplits *splits)
{
  splits->inclusive = TRUE;
}

static HBaseBytesSplits *
make (HBaseSlice start, HBaseSlice end, gboolean inclusive, gboolean with_ends)
{
  HBaseBytesSplits *splits = g_object_new (HBASE_TYPE_BYTES_SPLITS, NULL);

  splits->start = g_bytes_new (start.data, start.length);
  splits->end = g_bytes_new (end.data, end.length);
  splits->inclusive = inclusive;
  splits->with_ends = with_ends;
  return splits;
}

/**
 * hbase_bytes_splits_new_uniform:
 *
 * Makes a calculator for keys whose first eight bytes may have any value: the range is from no bytes to
 * eight bytes FF. The splits are those of HBase's `UniformSplit`.
 *
 * Returns: (transfer full): the calculator
 */
HBaseBytesSplits *
hbase_bytes_splits_new_uniform (void)
{
  return g_object_new (HBASE_TYPE_BYTES_SPLITS, NULL);
}

/**
 * hbase_bytes_splits_new:
 * @start: (array length=start_length) (nullable): the start of the first region's keys; may be empty
 * @start_length: the length of @start in bytes
 * @end: (array length=end_length) (nullable): the end of the last region's keys
 * @end_length: the length of @end in bytes
 * @inclusive: %TRUE if @end is the last key, %FALSE if it is the first key after it
 *
 * Makes a calculator for keys that are distributed evenly between two keys, whose lengths may differ. If
 * @inclusive is %TRUE, an empty @end stands for eight bytes FF, as in HBase's `UniformSplit`; otherwise @end
 * must not be empty.
 *
 * Returns: (transfer full): the calculator
 */
HBaseBytesSplits *
hbase_bytes_splits_new (
    const guint8 *start, gsize start_length, const guint8 *end, gsize end_length, gboolean inclusive)
{
  hbase_return_if_no_bytes (start, NULL);
  hbase_return_if_no_bytes (end, NULL);

  return make (hbase_slice (start, start_length), hbase_slice (end, end_length), inclusive, FALSE);
}

/**
 * hbase_bytes_splits_new_with_ends:
 * @start: (array length=start_length) (nullable): the first split key
 * @start_length: the length of @start in bytes
 * @end: (array length=end_length) (nullable): the last split key
 * @end_length: the length of @end in bytes
 *
 * Makes a calculator that splits at @start, at @end, and evenly between them, as HBase's `createTable()`
 * does with a start key, an end key and a number of regions, which must be at least three. If the split keys
 * have to be one byte longer than @start and @end, a zero byte is appended to these two as well.
 *
 * Returns: (transfer full): the calculator
 */
HBaseBytesSplits *
hbase_bytes_splits_new_with_ends (const guint8 *start,
                                  gsize start_length,
                                  const guint8 *end,
                                  gsize end_length)
{
  hbase_return_if_no_bytes (start, NULL);
  hbase_return_if_no_bytes (end, NULL);

  return make (hbase_slice (start, start_length), hbase_slice (end, end_length), FALSE, TRUE);
}
