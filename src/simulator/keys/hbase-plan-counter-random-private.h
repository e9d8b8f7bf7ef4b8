/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Random numbers that are functions of a seed and a counter: the n-th number of a stream can be computed
 * without those before it, in any thread. */

/* A stream of random numbers. `key` selects the stream. */
typedef struct {
  guint64 key;
} HBasePlanCounterRandom;

/* Further random numbers for one counter. */
typedef struct {
  guint64 state;
} HBasePlanRandomDraws;

/* Makes the stream number `stream` of a seed. */
HBasePlanCounterRandom hbase_plan_counter_random_init (guint64 seed, guint64 stream);
/* Returns a number of 64 bits. */
guint64 hbase_plan_counter_random_at (HBasePlanCounterRandom random, guint64 counter);
/* Returns a sequence of numbers for a counter, for those who need an unknown number of them. */
HBasePlanRandomDraws hbase_plan_counter_random_draws (HBasePlanCounterRandom random, guint64 counter);
guint64 hbase_plan_random_draws_next (HBasePlanRandomDraws *draws);
/* Returns a number in (0, 1). */
double hbase_plan_random_draws_next_double (HBasePlanRandomDraws *draws);
/* Scales a number of 64 bits to [0, bound); 0 stands for 2⁶⁴. */
guint64 hbase_plan_random_scale (guint64 number, guint64 bound);
/* Returns a normally distributed number with mean 0 and standard deviation 1. */
double hbase_plan_random_draws_normal (HBasePlanRandomDraws *draws);

/* The Zipf distribution of the ranks 1 … n: the probability of a rank is proportional to rank^−exponent. */
typedef struct {
  double n, exponent;
  double h_first, h_last, threshold; /* see the .c file */
} HBasePlanZipf;

void hbase_plan_zipf_init (HBasePlanZipf *zipf, guint64 n, double exponent);
guint64 hbase_plan_zipf_draw (const HBasePlanZipf *zipf, HBasePlanRandomDraws *draws);
