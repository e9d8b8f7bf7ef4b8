/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-wire-writer-private.h"

/* The regions of the history's table, which are split and merged as time goes by, and what a scanner misses
 * then. The engine's own regions don't change.
 *
 * HBase's client goes on in a merged region with the read point of the region that it was reading, so that
 * rows of the other one are invisible to its scanner. No error is reported. */

typedef struct _WorldRegions WorldRegions;

/* `splits` (element-type GBytes); NULL: one region. */
WorldRegions *world_regions_new (const GPtrArray *splits);
void world_regions_free (WorldRegions *regions);
/* Splits a region at a random key, or merges two that aren't parts of one. Returns the event's name. */
const char *world_regions_change (WorldRegions *regions, GRand *rand);
/* Writes the list of locations that a gateway returns. */
void world_regions_write (const WorldRegions *regions, HBaseWireWriter *writer, const char *table);

void world_regions_open_scanner (WorldRegions *regions, gint32 id, gboolean reversed);
/* Advances the scanner to a row that it would return. Returns whether the row is invisible to it. */
gboolean world_regions_hide_row (WorldRegions *regions, gint32 id, HBaseSlice row);
