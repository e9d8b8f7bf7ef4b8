/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-digit-range-private.h"
#include "hbase-split-calculator-private.h"

/* This file divides a range of long numbers into equal parts. All numbers here have one leading digit more
 * than the numbers of the range, because 0 … FF, both inclusive, has 100 numbers. */

static void
subtract (guint8 *a, const guint8 *b, gsize n, guint radix)
{
  guint borrow = 0;

  for (gsize i = n; i-- > 0;)
    {
      guint taken = b[i] + borrow;

      borrow = a[i] < taken;
      a[i] = (guint8) (a[i] + borrow * radix - taken);
    }
}

static void
add (guint8 *a, const guint8 *b, gsize n, guint radix)
{
  guint carry = 0;

  for (gsize i = n; i-- > 0;)
    {
      guint sum = a[i] + b[i] + carry;

      carry = sum >= radix;
      a[i] = (guint8) (sum - carry * radix);
    }
}

static void
increment (guint8 *a, gsize n, guint radix)
{
  while (n > 0 && a[n - 1] == radix - 1)
    a[--n] = 0;
  if (n > 0)
    a[n - 1]++;
}

/* Divides in place. Returns whether the quotient is not 0. */
static gboolean
divide (guint8 *a, gsize n, guint radix, guint divisor)
{
  guint64 remainder = 0;
  gboolean is_nonzero = FALSE;

  for (gsize i = 0; i < n; i++)
    {
      guint64 dividend = remainder * radix + a[i];

      a[i] = (guint8) (dividend / divisor);
      remainder = dividend % divisor;
      is_nonzero = is_nonzero || a[i] != 0;
    }
  return is_nonzero;
}

static guint8 *
widen (const guint8 *digits, gsize n)
{
  guint8 *wide = g_malloc0 (n + 1);

  memcpy (wide + 1, digits, n);
  return wide;
}

/* The distance between the starts of two parts; NULL if it is less than 1. */
static guint8 *
find_step (const HBaseDigitRange *range, guint n_parts)
{
  g_autofree guint8 *size = widen (range->last, range->n_digits);
  g_autofree guint8 *first = widen (range->first, range->n_digits);

  subtract (size, first, range->n_digits + 1, range->radix);
  if (range->inclusive)
    increment (size, range->n_digits + 1, range->radix);
  return divide (size, range->n_digits + 1, range->radix, n_parts) ? g_steal_pointer (&size) : NULL;
}

static GBytes *
make_key (const guint8 *digits, gsize n, guint radix)
{
  guint8 *key;

  if (radix == 256)
    return g_bytes_new (digits, n);
  key = g_malloc (n);
  for (gsize i = 0; i < n; i++)
    key[i] = (guint8) "0123456789abcdef"[digits[i]];
  return g_bytes_new_take (key, n);
}

GPtrArray *
hbase_digit_range_cut (const HBaseDigitRange *range, guint n_parts, gsize width)
{
  g_autofree guint8 *number = widen (range->first, range->n_digits);
  g_autofree guint8 *step = find_step (range, n_parts);
  GPtrArray *keys;

  if (step == NULL)
    return NULL;
  keys = hbase_splits_new ();
  for (guint i = 1; i < n_parts; i++)
    {
      add (number, step, range->n_digits + 1, range->radix);
      g_ptr_array_add (keys, make_key (number + 1 + range->n_digits - width, width, range->radix));
    }
  return keys;
}
