/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Keys of which many are neighbours: few bytes, and those at the ends of their range. `low` to `high` bytes long; now
 * and then with more FF behind them than anybody would pad a key with, or even `longest`. */
GBytes *random_key (GRand *rand, guint low, guint high, gsize longest);
/* Only few bytes: for prefixes. */
GBytes *random_short_key (GRand *rand, guint low, guint high);
