/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file finds the region servers of a cluster that serve regions of tables. No call lists all servers. */

#include "config.h"

#include "cluster.h"
#include "progress.h"
#include "table-state.h"

#define SYSTEM_PREFIX "hbase:"

void
cluster_clear (Cluster *cluster)
{
  g_tree_unref (cluster->servers);
}

static void
add_region (Cluster *cluster, HBaseRegion *region)
{
  char *server = hbase_region_dup_server_name (region);
  guint n_regions;

  cluster->n_regions++;
  if (server == NULL)
    return;
  n_regions = GPOINTER_TO_UINT (g_tree_lookup (cluster->servers, server));
  g_tree_insert (cluster->servers, server, GUINT_TO_POINTER (n_regions + 1));
}

gboolean
cluster_add_table (Cluster *cluster, Tool *tool, HBaseAdmin *admin, const char *table, GError **error)
{
  g_auto (TableState) state = { 0 };

  if (!table_state_read (tool, admin, table, &state, error))
    return FALSE;
  cluster->n_tables++;
  cluster->n_disabled += !state.is_enabled;
  cluster->n_system += g_str_has_prefix (table, SYSTEM_PREFIX);
  for (guint i = 0; i < state.regions->len; i++)
    add_region (cluster, state.regions->pdata[i]);
  return TRUE;
}

gboolean
cluster_add_tables (Cluster *cluster, Tool *tool, HBaseAdmin *admin, GError **error)
{
  g_auto (GStrv) names = hbase_admin_list_tables (admin, NULL, NULL, TRUE, tool->cancellable, error);

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      g_autoptr (GError) problem = NULL;

      progress_show ("read", i, "tables");
      if (cluster_add_table (cluster, tool, admin, names[i], &problem)
          || g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_TABLE_NOT_FOUND))
        continue;
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  progress_end ();
  return names != NULL;
}

static gboolean
add_name (gpointer server, gpointer n_regions, gpointer builder)
{
  g_strv_builder_add (builder, server);
  return FALSE;
}

char **
cluster_list_servers (const Cluster *cluster)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_tree_foreach (cluster->servers, add_name, builder);
  return g_strv_builder_end (builder);
}
