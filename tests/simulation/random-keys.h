/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Keys of which many are neighbours: few bytes, and those at the ends of their range. `low` to `high` bytes long, now
 * and then with so many FF behind them that no padding reaches them, or as long as a key may be. */
GBytes *random_key (GRand *rand, guint low, guint high);
/* Only few bytes: for prefixes. */
GBytes *random_short_key (GRand *rand, guint low, guint high);
