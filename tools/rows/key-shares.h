/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <hbase-glib.h>

/* Returns which share of all possible keys each of the regions, which are in order, has. `keys`: which keys
 * are possible, as “hex digits”. */
double *key_shares_compute (GPtrArray *regions, const char **keys);
