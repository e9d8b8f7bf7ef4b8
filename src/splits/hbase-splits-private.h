/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* What split calculators are made of. */

static inline GPtrArray *
hbase_splits_new (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

/* Another array of the same keys. */
GPtrArray *hbase_splits_copy (GPtrArray *keys);

/* What compute_splits() returns; takes the array. */
GList *hbase_splits_to_list (GPtrArray *keys);

/* Whether a table can have so many regions. */
gboolean hbase_splits_check_n_regions (guint n_regions, GError **error);

/* A range of whole numbers, cut into parts of equal size. A number is n digits of any radix up to 256, a byte each,
 * the most significant one first. */
typedef struct {
  const guint8 *first, *last; /* first < last */
  gsize n_digits;
  guint radix;
  gboolean inclusive; /* the last one is of the range, too */
} HBaseDigitRange;

/* Where the second part begins, and every later one: n_parts − 1 numbers, as raw bytes for radix 256 and else as text
 * of lower-case digits, the last `width` of them. What remains is the last part's. NULL: there are fewer numbers than
 * parts. */
GPtrArray *hbase_digit_range_cut (const HBaseDigitRange *range, guint n_parts, gsize width);
