/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <check.h>

#include "world.h"

/* Each runs one history: a new table, some operations, and random failures. */

/* Returns the seed of the current history; HBASE_TEST_HISTORY=SEED runs that one alone. */
extern guint32 history_seed;

/* Fails the test: a guarantee was broken. `format` says how. */
#define promise(kept, format, ...)                                                                           \
  ck_assert_msg (kept, "HBASE_TEST_HISTORY=%u: " format, history_seed, ##__VA_ARGS__)

void history_of_scans (World *world, GRand *rand);
void history_of_scans_of_changing_regions (World *world, GRand *rand);
void history_of_salted_scans (World *world, GRand *rand);
void history_of_pages (World *world, GRand *rand);
void history_of_salted_pages (World *world, GRand *rand);
void history_of_prepends (World *world, GRand *rand);
void history_of_writes (World *world, GRand *rand);
void history_of_salted_rows (World *world, GRand *rand);
