/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "tool.h"

/* What the regions of tables say of a cluster. */
typedef struct {
  guint n_tables, n_disabled, n_regions;
  guint n_system; /* of the tables: HBase's own */
  GTree *servers; /* from the name of a region server, `host,port,startcode`, to its number of regions */
} Cluster;

#define CLUSTER_INIT                                                                                         \
  {                                                                                                          \
    .servers = g_tree_new_full ((GCompareDataFunc) strcmp, NULL, g_free, NULL)                               \
  }

void cluster_clear (Cluster *cluster);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Cluster, cluster_clear)

/* Adds the regions of a table. */
gboolean
cluster_add_table (Cluster *cluster, Tool *tool, HBaseAdmin *admin, const char *table, GError **error);
/* Adds those of all tables, by two to four calls for each. A table that was dropped meanwhile isn't an
 * error. */
gboolean cluster_add_tables (Cluster *cluster, Tool *tool, HBaseAdmin *admin, GError **error);
/* Returns the names of the servers. */
char **cluster_list_servers (const Cluster *cluster);
