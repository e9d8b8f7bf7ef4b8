/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file computes which share of all keys a region has.
 *
 *  1. A key is a fraction from 0 to 1, whose digits are its bytes. Which bytes are digits isn't stored with
 *     a table: where all split keys have digits of one of the sets below only, they are taken for these.
 *  2. If they fit several sets, then the one counts by which the shares are the most even, as tables are
 *     usually split evenly when they are created; without split keys it is that of all bytes. */

#include "config.h"

#include <string.h>

#include "key-shares.h"

#define MOST_DIGITS 64 /* of a key; more are beyond the precision of a double */

static const struct {
  const char *digits; /* in order; NULL: any byte */
  const char *name;
} sets[] = {
  { NULL, "bytes" },
  { "0123456789", "decimal digits" },
  { "0123456789abcdef", "hex digits" },
  { "0123456789ABCDEF", "hex digits" },
  { "abcdefghijklmnopqrstuvwxyz", "lower-case letters" },
  { "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", "letters and digits" },
};

/* Returns the digit's value; −1: it isn't one. */
static int
get_digit (guint set, guint8 byte)
{
  const char *digit = sets[set].digits != NULL && byte != '\0' ? strchr (sets[set].digits, byte) : NULL;

  if (sets[set].digits == NULL)
    return byte;
  return digit != NULL ? (int) (digit - sets[set].digits) : -1;
}

/* Returns the key as a fraction; −1 if it has other bytes than digits. */
static double
get_fraction (guint set, HBaseRegion *region)
{
  double base = sets[set].digits != NULL ? (double) strlen (sets[set].digits) : 256, weight = 1, sum = 0;
  gsize length;
  const guint8 *key = hbase_region_get_start_key (region, &length);

  for (gsize i = 0; i < MIN (length, MOST_DIGITS); i++)
    {
      int digit = get_digit (set, key[i]);

      if (digit < 0)
        return -1;
      weight /= base;
      sum += weight * digit;
    }
  return sum;
}

/* Sets the shares, and returns the greatest of them; 2 if the keys have other bytes than digits. */
static double
compute (guint set, GPtrArray *regions, double *shares)
{
  double end = 1, greatest = 0;

  for (guint i = regions->len; i > 0; i--)
    {
      double start = get_fraction (set, regions->pdata[i - 1]);

      if (start < 0)
        return 2;
      shares[i - 1] = end - start;
      greatest = MAX (greatest, shares[i - 1]);
      end = start;
    }
  return greatest;
}

/* The first set fits any keys. */
double *
key_shares_compute (GPtrArray *regions, const char **keys)
{
  double *best = g_new0 (double, MAX (regions->len, 1)), least = compute (0, regions, best);

  *keys = sets[0].name;
  for (guint set = 1; set < G_N_ELEMENTS (sets); set++)
    {
      g_autofree double *shares = g_new0 (double, MAX (regions->len, 1));
      double greatest = compute (set, regions, shares);
      double *worse = best;

      if (greatest >= least)
        continue;
      least = greatest;
      best = g_steal_pointer (&shares);
      g_free (worse);
      *keys = sets[set].name;
    }
  return best;
}
