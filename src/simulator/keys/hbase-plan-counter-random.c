/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-counter-random-private.h"
#include "hbase-splitmix-private.h"

#include <math.h>

/* This file implements random numbers that are functions of a seed and a counter, and some distributions.
 *
 * The numbers are those of SplitMix64, whose state is a counter, so that any number of a stream can be
 * computed directly.
 *
 * 1. A number depends on nothing but seed, stream and counter.
 * 2. Whole numbers are the same on all machines. Those of zipf and normal are rounded by the machine's
 *    library of mathematical functions. */

HBasePlanCounterRandom
hbase_plan_counter_random_init (guint64 seed, guint64 stream)
{
  return (HBasePlanCounterRandom){ hbase_splitmix_at (hbase_splitmix_at (seed, 0), stream - 1) };
}

guint64
hbase_plan_counter_random_at (HBasePlanCounterRandom random, guint64 counter)
{
  return hbase_splitmix_at (random.key, counter);
}

HBasePlanRandomDraws
hbase_plan_counter_random_draws (HBasePlanCounterRandom random, guint64 counter)
{
  return (HBasePlanRandomDraws){ hbase_plan_counter_random_at (random, counter) };
}

guint64
hbase_plan_random_draws_next (HBasePlanRandomDraws *draws)
{
  return hbase_splitmix_next (&draws->state);
}

double
hbase_plan_random_draws_next_double (HBasePlanRandomDraws *draws)
{
  return ((double) (hbase_plan_random_draws_next (draws) >> 11) + 0.5) / 9007199254740992.0; /* 2⁵³ */
}

/* The upper 64 bits of the product, by halves of 32 bits. */
guint64
hbase_plan_random_scale (guint64 number, guint64 bound)
{
  guint64 low = (number & G_MAXUINT32) * (bound & G_MAXUINT32);
  guint64 middle = (number >> 32) * (bound & G_MAXUINT32) + (low >> 32);
  guint64 other = (number & G_MAXUINT32) * (bound >> 32) + (middle & G_MAXUINT32);

  return bound == 0 ? number : (number >> 32) * (bound >> 32) + (middle >> 32) + (other >> 32);
}

/* The method of Box and Muller (1958). */
double
hbase_plan_random_draws_normal (HBasePlanRandomDraws *draws)
{
  double radius = sqrt (-2 * log (hbase_plan_random_draws_next_double (draws)));

  return radius * cos (2 * G_PI * hbase_plan_random_draws_next_double (draws));
}

/* ---- Zipf ----
 *
 * Rejection-inversion (Hörmann, Derflinger: "Rejection-inversion to generate variates from monotone discrete
 * distributions", ACM TOMACS 6(3), 1996) needs no table, and 1.1 tries on average. */

/* An integral of x^−exponent. */
static double
integrate (const HBasePlanZipf *zipf, double x)
{
  double log_x = log (x), power = (1 - zipf->exponent) * log_x;

  return fabs (power) > 1e-8 ? expm1 (power) / power * log_x : log_x;
}

static double
invert (const HBasePlanZipf *zipf, double y)
{
  double scaled = MAX (y * (1 - zipf->exponent), -1);

  return exp (fabs (scaled) > 1e-8 ? log1p (scaled) / scaled * y : y);
}

void
hbase_plan_zipf_init (HBasePlanZipf *zipf, guint64 n, double exponent)
{
  zipf->n = (double) n;
  zipf->exponent = exponent;
  zipf->h_first = integrate (zipf, 1.5) - 1;
  zipf->h_last = integrate (zipf, (double) n + 0.5);
  zipf->threshold = 2 - invert (zipf, integrate (zipf, 2.5) - pow (2, -exponent));
}

guint64
hbase_plan_zipf_draw (const HBasePlanZipf *zipf, HBasePlanRandomDraws *draws)
{
  for (;;)
    {
      double u = zipf->h_last + hbase_plan_random_draws_next_double (draws) * (zipf->h_first - zipf->h_last);
      double x = invert (zipf, u), rank = CLAMP (floor (x + 0.5), 1, zipf->n);

      if (rank - x <= zipf->threshold || u >= integrate (zipf, rank + 0.5) - pow (rank, -zipf->exponent))
        return (guint64) rank;
    }
}
