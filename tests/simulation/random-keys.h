/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-slice-private.h"

/* Makes random keys of `low` to `high` bytes, of which many are neighbours: they have few different bytes,
 * among them the least and the greatest. Sometimes they end in more bytes FF than any padding has, or have
 * even `longest` bytes. */
GBytes *random_key (GRand *rand, guint low, guint high, gsize longest);
/* Makes short keys, for prefixes. */
GBytes *random_short_key (GRand *rand, guint low, guint high);
