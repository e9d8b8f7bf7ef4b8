/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", OOPSLA 2014), whose
 * state is a counter. Its numbers are the same on every machine. */

#define HBASE_SPLITMIX_STEP G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

/* Returns the next number. */
static inline guint64
hbase_splitmix_next (guint64 *state)
{
  guint64 z = *state += HBASE_SPLITMIX_STEP;

  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Returns the number that follows n others, without computing these. */
static inline guint64
hbase_splitmix_at (guint64 state, guint64 n)
{
  state += n * HBASE_SPLITMIX_STEP;
  return hbase_splitmix_next (&state);
}
