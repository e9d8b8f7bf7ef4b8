/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* What the network leads to: HBase, which is the embedded engine in memory, behind gateways. Each gateway
 * counts its scanners from 0, and forgets them when it restarts. The clock advances by a few milliseconds now
 * and then, so that several writes may have the same time; or it jumps, forwards and backwards, as regions
 * move. */

#define WORLD_N_GATEWAYS 2

/* What HBase does with a call. */
typedef enum {
  WORLD_FINE,
  WORLD_TWICE, /* a gateway lost the response and repeated the call, whose second response it returns */
  WORLD_REFUSED_FOR_NOW,     /* not executed; a later attempt may be */
  WORLD_FAILED_FOR_NOW,      /* executed, and the gateway reports a timeout */
  WORLD_FAILED_THOUGH_DONE,  /* executed, and HBase reports an unknown failure */
  WORLD_REFUSED_THOUGH_DONE, /* executed, a gateway lost the response, and its next attempt is refused */
  /* wrong rows of a scanner, in histories that allow them: */
  WORLD_MISORDERED,     /* two rows are swapped, or one is returned twice, as HBase does while regions move */
  WORLD_FOREIGN_FAMILY, /* a cell has another family than it was stored in */
  WORLD_N_WAYS,
} WorldWay;

typedef struct _World World;

World *world_new (GRand *rand);
void world_free (World *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (World, world_free)

/* Creates a new table with the families f and g, whose regions are split at these keys (element-type GBytes;
 * NULL: one region). */
void world_begin_history (World *world, GPtrArray *splits);
const char *world_get_table (World *world);
gboolean world_is_write (const HBaseWireMethod *method);
/* Returns whether that can happen to such a call. */
gboolean world_allows (const HBaseWireMethod *method, WorldWay way);
/* Returns the message of the reply. */
GBytes *world_execute (World *world, guint gateway, GBytes *call, HBaseWireProtocol protocol, WorldWay way);
void world_restart_gateway (World *world, guint gateway);
/* Expires all scanners, as after a minute without a call. */
void world_expire_scanners (World *world);
guint world_get_n_scanners (World *world);
/* Counts an event by its name, over all histories; for a call, what HBase did with it. */
void world_note (World *world, const char *name);
guint world_get_n_noted (World *world, const char *name);
/* Returns how many calls HBase has got: those of one request have the same number. */
guint world_get_n_calls (World *world);
/* Is called with each row that a call may have changed, after each time that it was executed. */
typedef void (*WorldObserver) (gpointer data, HBaseSlice row);
void world_set_observer (World *world, WorldObserver observer, gpointer data);

/* In ms since 1970. */
gint64 world_get_now (World *world);
/* From now on, in this history, regions move between servers with different clocks. */
void world_let_regions_move (World *world);
/* From now on, in this history, the regions that begin at these keys (element-type GBytes) may be split and
 * merged. */
void world_let_regions_change (World *world, const GPtrArray *splits);
/* Splits one, or merges two. */
void world_change_regions (World *world);
/* From now on, in this history, gateways send wrong rows of scanners: in another order, or also with wrong
 * families. */
void world_let_gateways_send_wrong_rows (World *world, gboolean families);
/* Returns whether one has done so, in this history. */
gboolean world_has_sent_wrong_rows (World *world);
/* Advances the clock by a millisecond. */
void world_tick (World *world);

/* ---- world-program.c: another program, whose calls never fail ---- */

/* Runs an operation that must be DONE; it is owned by the caller. */
void world_run (World *world, HBaseOperation *operation);
void world_create_table (World *world, const char *name, GPtrArray *splits);
/* Puts a row with `n_cells` cells f:0, f:1…, all with the same value. */
void world_put (World *world, HBaseSlice row, guint n_cells, const char *value);
void world_delete (World *world, HBaseSlice row);
/* Reads the whole row; it is empty if it doesn't exist. */
HBaseRow *world_get (World *world, HBaseSlice row);
