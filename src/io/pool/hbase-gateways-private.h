/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>

#include "hbase-error.h"

/* Which gateway of a URI the next connection goes to. Pure: time and random numbers are arguments. The pool
 * owns it and protects it by its lock. */

/* A gateway that failed is tried again after a second, and after twice the time of the previous try each
 * time that it fails again, up to the maximum. The random half of this time keeps programs from trying
 * together. */
#define HBASE_GATEWAY_MIN_DELAY (1 * G_USEC_PER_SEC)
#define HBASE_GATEWAY_MAX_DELAY (60 * G_USEC_PER_SEC)

typedef struct {
  guint acquired[2]; /* channels in use by asynchronous and by blocking callers; or being connected */
  guint n_failures;  /* since a reply came last */
  gboolean is_down;
  gint64 next_probe;      /* while it is down: when one caller tries it again */
  guint first_trusted_id; /* a reply on a channel with an older id doesn't show that it is up again */
  gint64 checked_until;   /* the pool checks all of its idle channels before their use */
  /* statistics */
  guint opened;
  guint failures;
} HBaseGateway;

typedef struct {
  guint n;
  guint max_channels; /* of one gateway, for each kind of caller */
  guint next_first;   /* of gateways that are alike, where the next round begins */
  HBaseGateway *all;
} HBaseGateways;

void hbase_gateways_init (HBaseGateways *gateways, guint n, guint max_channels);
void hbase_gateways_clear (HBaseGateways *gateways);

gboolean hbase_gateways_is_full (const HBaseGateways *gateways, guint i, gboolean blocking);
/* Returns how many more channels may be in use now. */
guint hbase_gateways_count_places (const HBaseGateways *gateways, gboolean blocking, gint64 now);
/* Returns whether a caller should try a gateway that is down. */
gboolean hbase_gateways_is_probe_due (const HBaseGateways *gateways, gboolean blocking, gint64 now);
/* Returns whether a gateway other than this is up and has a place. */
gboolean hbase_gateways_has_other (const HBaseGateways *gateways, guint i, gboolean blocking);
/* Records a failure of the gateway. `is_certain`: FALSE if one connection was lost, which may have other
 * reasons; the second time in a row counts. `random`: from 0 to 1. */
void hbase_gateways_fail (
    HBaseGateways *gateways, guint i, gboolean is_certain, guint next_channel_id, gint64 now, double random);
/* Records that a whole reply came on that channel. TRUE: the gateway was down, and isn't any more. */
gboolean hbase_gateways_reply (HBaseGateways *gateways, guint i, guint channel_id);

/* A round: one caller's attempt to connect to one gateway after the other. */
typedef struct {
  guint *order; /* NULL: no round */
  guint next;   /* in `order` */
  gboolean is_probing;
  gboolean has_skipped; /* a gateway that had no place */
  HBaseError code;      /* of the failures, if all have the same; else UNREACHABLE */
  GString *failures;
} HBaseRound;

/* Begins a round: first a gateway that is down and due to be tried, then the gateways that are up, in the
 * order of their open channels (`open[i]`), fewest first, and `avoided` last; then the gateways that are
 * down, `avoided` last, too. `avoided`: a gateway that just failed its caller; G_MAXUINT: none. */
void hbase_round_begin (HBaseRound *round,
                        HBaseGateways *gateways,
                        const guint *open,
                        guint avoided,
                        gboolean probes,
                        gboolean blocking,
                        gint64 now);
/* Chooses the next gateway that has a place, and takes the place; a gateway that is down only if none is
 * up. */
gboolean hbase_round_next (
    HBaseRound *round, HBaseGateways *gateways, gboolean blocking, gint64 now, double random, guint *gateway);
void hbase_round_add_failure (HBaseRound *round, const char *gateway, const GError *error);
/* Returns the error of a round in which no gateway accepted the connection. NULL: the caller waits for a
 * place, as a gateway that is up had none, or all were full. */
GError *hbase_round_get_error (const HBaseRound *round, const HBaseGateways *gateways);
void hbase_round_clear (HBaseRound *round);
