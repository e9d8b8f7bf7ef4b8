/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase-local-service-private.h"
#include "hbase-operation-private.h"
#include "hbase-records-private.h"

/* What lies behind the network: HBase, which is the embedded engine in memory, and gateways before it. Each
 * gateway counts its scanners from 0, and forgets them when it is restarted. A clock of its own goes on by a
 * few milliseconds now and then, or stands: several writes may be of one millisecond. Or it jumps, back and forth, as
 * regions move. */

#define WORLD_N_GATEWAYS 2

/* How HBase takes a call. */
typedef enum {
  WORLD_FINE,
  WORLD_TWICE,               /* a gateway lost the answer, and asked again: it gives the second answer */
  WORLD_REFUSED_FOR_NOW,     /* nothing was done; the next time it may be */
  WORLD_FAILED_FOR_NOW,      /* it was done, and the gateway says that it ran out of time */
  WORLD_FAILED_THOUGH_DONE,  /* it was done, and HBase says that it failed, with words that nobody knows */
  WORLD_REFUSED_THOUGH_DONE, /* it was done, a gateway lost the answer, and its next try is refused for good */
  /* Of a scanner's rows, where the history lets gateways lie: */
  WORLD_MISORDERED,     /* two are swapped, or one comes twice, as HBase does it while regions move */
  WORLD_FOREIGN_FAMILY, /* a cell is said to be of a family that it isn't of */
  WORLD_N_WAYS,
} WorldWay;

typedef struct _World World;

World *world_new (GRand *rand);
void world_free (World *world);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (World, world_free)

/* A table that nobody knows yet, with families f and g, and with regions that are split at such keys
 * (element-type GBytes; NULL: there is one). */
void world_begin_history (World *world, GPtrArray *splits);
const char *world_get_table (World *world);
gboolean world_is_write (const HBaseWireMethod *method);
/* Whether a gateway may take such a call in this way. */
gboolean world_allows (const HBaseWireMethod *method, WorldWay way);
/* The reply's message. */
GBytes *world_execute (World *world, guint gateway, GBytes *call, HBaseWireProtocol protocol, WorldWay way);
void world_restart_gateway (World *world, guint gateway);
/* As if a minute had gone by without a call. */
void world_expire_scanners (World *world);
guint world_get_n_scanners (World *world);
/* How often something happened, by its name, over all histories; of a call, the way in which HBase took it. */
void world_note (World *world, const char *name);
guint world_get_n_noted (World *world, const char *name);
/* Told of each call that may have changed a row, right after it. */
typedef void (*WorldWitness) (gpointer data, HBaseSlice row);
void world_set_witness (World *world, WorldWitness witness, gpointer data);

/* In ms since 1970. */
gint64 world_get_now (World *world);
/* From now on, in this history, regions move between servers whose clocks differ. */
void world_let_regions_move (World *world);
/* From now on, in this history, gateways lie about scanners' rows: about their order, or also about their families. */
void world_let_gateways_lie (World *world, gboolean families);
/* Whether one has, in this history. */
gboolean world_has_lied (World *world);
/* A millisecond goes by. */
void world_tick (World *world);

/* ---- world-program.c: what another program does, which nothing ever happens to ---- */

/* It must be DONE then; it is the caller's to free. */
void world_run (World *world, HBaseOperation *operation);
void world_create_table (World *world, const char *name, GPtrArray *splits);
/* A row with `n_cells` cells f:0, f:1…, all of the same value. */
void world_put (World *world, HBaseSlice row, guint n_cells, const char *value);
void world_delete (World *world, HBaseSlice row);
/* All of it; empty if it isn't there. */
HBaseRow *world_get (World *world, HBaseSlice row);
