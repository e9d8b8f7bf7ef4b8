/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* A range of whole numbers. A number has `n_digits` digits of any radix up to 256, one byte each, the most
 * significant first. */
typedef struct {
  const guint8 *first, *last; /* first < last */
  gsize n_digits;
  guint radix;
  gboolean inclusive; /* whether the range contains `last` */
} HBaseDigitRange;

/* Divides the range into equal parts; the remainder goes to the last part. Returns the first numbers of all
 * parts but the first (n_parts − 1 GBytes): as raw bytes for radix 256, otherwise as text of lower-case
 * digits, and the last `width` digits are used. NULL if there are fewer numbers than parts. */
GPtrArray *hbase_digit_range_cut (const HBaseDigitRange *range, guint n_parts, gsize width);
