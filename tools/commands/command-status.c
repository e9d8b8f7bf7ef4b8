/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command status.
 *
 *  1. Gateways report neither versions nor the number of regions: the version follows from the calls that a
 *     gateway has, and the rest from the regions of the tables.
 *  2. What a version of HBase doesn't report isn't printed. */

#include "config.h"

#include "advice.h"
#include "cluster.h"
#include "output.h"
#include "tool.h"

typedef struct {
  char *gateways; /* a line for each */
  gboolean all_fit;
  const char *service; /* NULL: no gateway has it */
  char *cluster_id;
  char *n_namespaces;
} Status;

static void
status_clear (Status *status)
{
  g_free (status->gateways);
  g_free (status->cluster_id);
  g_free (status->n_namespaces);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Status, status_clear)

/* ---- gateways ---- */

/* Returns a phrase: `host:9090 (HBase 2.4 or newer, 0.5 ms)`. The embedded engine has no version of HBase. */
static char *
describe_gateway (HBaseDiagnosis *diagnosis, gboolean is_embedded)
{
  const char *version = hbase_diagnosis_get_version (diagnosis);
  gint64 round_trip = hbase_diagnosis_get_round_trip_time (diagnosis);
  g_autofree char *gateway = output_escape (hbase_diagnosis_get_gateway (diagnosis));
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *joined = NULL, *time = NULL, *of_hbase = NULL;
  g_auto (GStrv) facts = NULL;

  if (version != NULL && !is_embedded)
    g_strv_builder_add (builder, of_hbase = g_strconcat ("HBase ", version, NULL));
  if (round_trip >= 0)
    g_strv_builder_add (builder, time = g_strdup_printf ("%.1f ms", (double) round_trip / 1000));
  if (hbase_diagnosis_is_read_only (diagnosis))
    g_strv_builder_add (builder, "read-only");
  if (!hbase_diagnosis_fits_uri (diagnosis))
    g_strv_builder_add (builder, "not as the URI says");
  facts = g_strv_builder_end (builder);
  joined = g_strjoinv (", ", facts);
  return *joined != '\0' ? g_strdup_printf ("%s (%s)", gateway, joined) : g_steal_pointer (&gateway);
}

static gboolean
read_gateways (Tool *tool, HBaseConnection *connection, Status *status, GError **error)
{
  g_autoptr (GPtrArray) diagnoses = hbase_connection_diagnose (connection, tool->cancellable, error);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) gateways = NULL;

  if (diagnoses == NULL)
    return FALSE;
  status->all_fit = TRUE;
  for (guint i = 0; i < diagnoses->len; i++)
    {
      g_autofree char *gateway = describe_gateway (diagnoses->pdata[i], tool_is_embedded (connection));

      g_strv_builder_add (builder, gateway);
      if (hbase_diagnosis_get_kind (diagnoses->pdata[i]) == HBASE_SERVICE_KIND_THRIFT2)
        status->service = "Thrift2";
      status->all_fit = status->all_fit && hbase_diagnosis_fits_uri (diagnoses->pdata[i]);
    }
  gateways = g_strv_builder_end (builder);
  status->gateways = g_strjoinv (", ", gateways);
  return TRUE;
}

/* ---- calls that not all versions have ---- */

/* Returns whether the call succeeded, or this version of HBase doesn't have it. */
static gboolean
ignore_unsupported (gboolean is_known, GError *problem, GError **error)
{
  if (is_known)
    return TRUE;
  if (!g_error_matches (problem, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED))
    {
      g_propagate_error (error, problem);
      return FALSE;
    }
  g_error_free (problem);
  return TRUE;
}

static gboolean
read_cluster_id (Tool *tool, HBaseAdmin *admin, Status *status, GError **error)
{
  GError *problem = NULL;
  g_autofree char *id = hbase_admin_get_cluster_id (admin, tool->cancellable, &problem);

  if (id != NULL)
    status->cluster_id = output_escape (id);
  return ignore_unsupported (id != NULL, problem, error);
}

static gboolean
read_namespaces (Tool *tool, HBaseAdmin *admin, Status *status, GError **error)
{
  GError *problem = NULL;
  g_auto (GStrv) names = hbase_admin_list_namespaces (admin, tool->cancellable, &problem);

  if (names != NULL)
    status->n_namespaces = g_strdup_printf ("%u", g_strv_length (names));
  return ignore_unsupported (names != NULL, problem, error);
}

/* ---- printing ---- */

/* Adds the server's address, and its number of regions. An embedded database has no server: its port is 0. */
static gboolean
add_server (gpointer name, gpointer n_regions, gpointer builder)
{
  g_auto (GStrv) parts = g_strsplit (name, ",", 3);
  g_autofree char *host = output_escape (parts[0]);
  g_autofree char *text
      = g_strdup_printf ("%s:%s (%u regions)", host, parts[1], GPOINTER_TO_UINT (n_regions));

  if (strcmp (parts[1], "0") != 0)
    g_strv_builder_add (builder, text);
  return FALSE;
}

static void
print (Tool *tool, const Status *status, const Cluster *cluster)
{
  g_autofree char *n_tables = g_strdup_printf ("%u", cluster->n_tables - cluster->n_system);
  g_autofree char *n_disabled = g_strdup_printf ("%u", cluster->n_disabled);
  g_autofree char *n_system = g_strdup_printf ("%u", cluster->n_system);
  g_autofree char *n_regions = g_strdup_printf ("%u", cluster->n_regions);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) servers = NULL;
  g_autofree char *joined = NULL, *list = NULL;

  g_tree_foreach (cluster->servers, add_server, builder);
  servers = g_strv_builder_end (builder);
  joined = g_strjoinv (", ", servers);
  list = output_make_json_array ((const char *const *) servers);
  output_properties (tool,
                     (OutputField[]){
                         { "gateways", status->gateways },
                         { "service", status->service },
                         { "cluster-id", status->cluster_id },
                         { "namespaces", status->n_namespaces, status->n_namespaces },
                         { "tables", n_tables, n_tables },
                         { "disabled-tables", n_disabled, n_disabled },
                         { "system-tables", n_system, n_system },
                         { "regions", n_regions, n_regions },
                         { "servers", *joined != '\0' ? joined : NULL, list },
                     },
                     9);
}

/* ---- the command ---- */

static gboolean
read_status (Tool *tool, Status *status, Cluster *cluster, GError **error)
{
  g_autoptr (HBaseAdmin) admin = tool_open_admin (tool, NULL, error);

  return admin != NULL && read_gateways (tool, hbase_admin_get_connection (admin), status, error)
         && read_cluster_id (tool, admin, status, error) && read_namespaces (tool, admin, status, error)
         && cluster_add_tables (cluster, tool, admin, error);
}

static int
run_status (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (Status) status = { NULL };
  g_auto (Cluster) cluster = CLUSTER_INIT;
  g_autoptr (GError) error = NULL;

  if (!tool_parse (tool, &command_status, NULL, &words, 0, 0))
    return TOOL_USAGE;
  if (!read_status (tool, &status, &cluster, &error))
    {
      advice_add (&error, "`hbase-glib doctor` says what there is at the addresses of the URI");
      return tool_failed (error);
    }
  print (tool, &status, &cluster);
  return status.all_fit ? TOOL_DONE : TOOL_FAILED;
}

const ToolCommand command_status = {
  "status",
  NULL,
  "print what is known of the cluster: gateways, tables, regions, servers",
  "Prints the gateways with the version of HBase that they may be of and the time of a round trip; which\n"
  "Thrift service they have; the cluster's id; and how many namespaces, tables and regions there are.\n"
  "Servers are those that serve regions: of the others gateways report nothing. Two to four calls are made\n"
  "for each table.\n"
  "The exit status is 1 if a gateway doesn't respond as the URI says; `doctor` says more then.",
  run_status,
  TOOL_RECORDS,
};
