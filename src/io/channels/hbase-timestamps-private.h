/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-block-private.h"

/* The timestamps (in ms) that a connection gives to writes without one: each is greater than those it gave
 * before, and than those it has seen in responses. Any thread. */

/* A cell whose timestamp is further ahead of the clock isn't a time, or is wrong by so much that nobody
 * should follow it. */
#define HBASE_TIMESTAMPS_MAX_AHEAD_MS (60 * 60 * 1000)

typedef struct {
  gint64 (*now) (void); /* ms since 1970; tests replace it */
  GMutex lock;
  gint64 last; /* given, or seen */
} HBaseTimestamps;

HBaseTimestamps *hbase_timestamps_new (void);
void hbase_timestamps_free (HBaseTimestamps *timestamps);
gint64 hbase_timestamps_draw (gpointer timestamps);
/* Looks at the timestamps of the response's cells. */
void hbase_timestamps_observe (HBaseTimestamps *timestamps, const HBaseBlock *block);
