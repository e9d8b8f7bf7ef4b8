/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "api/api.h"

/* Tables with random histories, which are copied by `hbase-glib` from one database to another, and compared
 * with what they were copied from. */

/* Creates a table with random settings, and changes it in all ways. */
void transfers_draw_table (GRand *rand, const char *uri, const char *name);
/* Copies the table, by a file in the folder or by a mirror, to a new table of that name. */
void transfers_copy (GRand *rand,
                     const char *folder,
                     const char *from_uri,
                     const char *from,
                     const char *to_uri,
                     const char *to);
/* Checks that all reads of both return the same: raw ones, of versions, of time ranges. */
void transfers_assert_equal (const char *a_uri, const char *a, const char *b_uri, const char *b);
/* Copies tables from one database to another and back, and checks that all three are equal. */
void transfers_go_there_and_back (GRand *rand, const char *folder, const char *from, const char *to);
/* Runs `hbase-glib` with these words and checks its exit status. */
void transfers_run (const char *folder, int expected, const char *format, ...) G_GNUC_PRINTF (3, 4);
