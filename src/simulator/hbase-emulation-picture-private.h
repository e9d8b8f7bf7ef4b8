/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <glib.h>

/* Draws the tree of regions over time. `regions` are HBaseEmulatedRegion, in the order of their numbers;
 * `end` is the time of the last event, in ms. Returns an SVG document. */
char *hbase_emulation_picture_draw (GPtrArray *regions, double end);
