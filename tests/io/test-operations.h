/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "io-test.h"

/* Operations for tests of the pump. */

/* A cursor on the mock's scanner: each run returns one row, named by its number; the next one is prefetched.
 * It may be run any number of times. After the scanner was lost `row` is −1. */
typedef struct {
  HBaseOperation parent;
  guint channel_id; /* of the channel that has the scanner; 0: none yet */
  int row;
} Walk;

HBaseOperation *walk_new (void);
/* Return the arguments of its openScanner, getScannerRows and closeScanner. */
GBytes *walk_open_arguments (void);
GBytes *walk_rows_arguments (void);
GBytes *walk_close_arguments (void);

/* Runs `n_lanes` lanes, each with `n` gets of row "a", one after the other. */
HBaseOperation *fan_new (guint n_lanes, guint n);
guint fan_get_n_answers (HBaseOperation *operation);
