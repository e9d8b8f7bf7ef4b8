/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>

#include "world.h"

/* One history each: a fresh table, some operations, and whatever happens to them. */

/* The seed of the history under way: HBASE_TEST_HISTORY takes it back, and runs that one alone. */
extern guint32 history_seed;

/* What isn't kept fails the test: `format` says what came instead. */
#define promise(kept, format, ...)                                                                           \
  ck_assert_msg (kept, "HBASE_TEST_HISTORY=%u: " format, history_seed, ##__VA_ARGS__)

void history_of_scans (World *world, GRand *rand);
void history_of_salted_scans (World *world, GRand *rand);
void history_of_pages (World *world, GRand *rand);
void history_of_salted_pages (World *world, GRand *rand);
void history_of_prepends (World *world, GRand *rand);
void history_of_salted_rows (World *world, GRand *rand);
