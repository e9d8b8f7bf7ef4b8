/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* What random calls are drawn with. */

#define PICK(rand, list) ((list)[g_rand_int_range ((rand), 0, G_N_ELEMENTS (list))])

static inline int
below (GRand *rand, int end)
{
  return g_rand_int_range (rand, 0, end);
}

static inline gboolean
one_in (GRand *rand, int n)
{
  return below (rand, n) == 0;
}
