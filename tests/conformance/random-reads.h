/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Random tables and reads, as calls in the notation of call-parser.h: filters of all kinds, also nested, and
 * the other settings of a read. */

/* Returns the calls that create the table, of one region or of four, and fill it. (element-type utf8) */
GPtrArray *random_table (GRand *rand, const char *name);
/* Returns a get or a scan with a filter. */
char *random_read (GRand *rand, const char *table);
