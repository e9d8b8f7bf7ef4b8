/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "hbase/fixture.h"

/* What happens to the regions, servers and gateways of a cluster, at random, while tests use it. */

#define CLUSTER_SERVERS 3U
#define CLUSTER_GATEWAYS 3U

/* The gateways' modes. The first two are of one URI. */
extern const char *const cluster_gateways[CLUSTER_GATEWAYS];

typedef struct {
  GRand *rand;
  guint n_tables;
  char **tables;
  /* Returns a row that the table has or could have, in printable escapes. */
  char *(*draw_row) (GRand *rand, guint table);
  gboolean with_splits; /* and merges */
} ClusterTarget;

typedef struct _ClusterChanges ClusterChanges;

/* Starts a cluster; returns a handle for changes of it. */
Fixture *cluster_changes_start (ClusterChanges **changes);
void cluster_changes_free (ClusterChanges *changes);
/* Does one thing at random. Afterwards all servers and gateways run. */
void cluster_change (ClusterChanges *changes, const ClusterTarget *target);
/* Returns what was done since the last call: "move 3, crash 1". */
char *cluster_changes_take_summary (ClusterChanges *changes);
/* Returns how many servers crashed, and had their logs replayed. */
guint cluster_changes_get_crashes (ClusterChanges *changes);
/* Returns "thrift://…" of the first two gateways. */
char *cluster_changes_uri (Fixture *fixture);
