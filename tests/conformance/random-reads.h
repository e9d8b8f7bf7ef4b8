/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Tables and reads by chance, as calls in the notation of notation.h: filters of all kinds, in each other, and what
 * else a read can say. */

/* What makes the table, in one region or in four, and fills it. (element-type utf8) */
GPtrArray *random_table (GRand *rand, const char *name);
/* A get, or a scan, with a filter. */
char *random_read (GRand *rand, const char *table);
