/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file implements the command slowlog. */

#include "config.h"

#include "advice.h"
#include "cluster.h"
#include "output.h"
#include "tool.h"

#define MS_PER_SECOND 1000
#define ENABLED "hbase.regionserver.slowlog.buffer.enabled"

typedef struct {
  char **servers; /* NULL: those that serve regions */
  char *table, *user, *client, *region;
  int limit;
  gboolean large, clear, dry_run;
} SlowLogOptions;

static void
slow_log_options_clear (SlowLogOptions *options)
{
  g_strfreev (options->servers);
  g_free (options->table);
  g_free (options->user);
  g_free (options->client);
  g_free (options->region);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SlowLogOptions, slow_log_options_clear)

/* Returns the names of the servers that are asked. */
static char **
find_servers (Tool *tool, HBaseAdmin *admin, const SlowLogOptions *options, GError **error)
{
  g_auto (Cluster) cluster = CLUSTER_INIT;

  if (options->servers != NULL)
    return g_strdupv (options->servers);
  if (options->table != NULL ? !cluster_add_table (&cluster, tool, admin, options->table, error)
                             : !cluster_add_tables (&cluster, tool, admin, error))
    return NULL;
  return cluster_list_servers (&cluster);
}

/* ---- printing ---- */

static void
add_condition (GVariantDict *query, const char *name, const char *value)
{
  if (value != NULL)
    g_variant_dict_insert (query, name, "s", value);
}

static GVariant *
make_query (const SlowLogOptions *options)
{
  GVariantDict query;

  g_variant_dict_init (&query, NULL);
  add_condition (&query, "tableName", options->table);
  add_condition (&query, "userName", options->user);
  add_condition (&query, "clientAddress", options->client);
  add_condition (&query, "regionName", options->region);
  g_variant_dict_insert (&query, "limit", "i", options->limit);
  g_variant_dict_insert (&query, "filterByOperator", "s", "and");
  g_variant_dict_insert (&query, "logType", "s", options->large ? "large" : "slow");
  return g_variant_dict_end (&query);
}

/* Returns a member of the call as text; "" if the server didn't send it. */
static char *
get_text (GVariant *call, const char *name)
{
  g_autoptr (GVariant) value = g_variant_lookup_value (call, name, NULL);

  if (value == NULL)
    return g_strdup ("");
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return output_escape (g_variant_get_string (value, NULL));
  return g_variant_print (value, FALSE);
}

static char *
get_time (GVariant *call)
{
  gint64 ms = 0;
  g_autoptr (GDateTime) seconds = NULL;
  g_autofree char *text = NULL;

  g_variant_lookup (call, "startTime", "x", &ms);
  seconds = g_date_time_new_from_unix_utc (ms / MS_PER_SECOND);
  text = seconds != NULL ? g_date_time_format (seconds, "%Y-%m-%dT%H:%M:%S") : NULL;
  return text != NULL ? g_strdup_printf ("%s.%03dZ", text, (int) (ms % MS_PER_SECOND)) : g_strdup ("");
}

static void
print_call (Tool *tool, GVariant *call)
{
  g_autofree char *start = get_time (call), *ms = get_text (call, "processingTime");
  g_autofree char *queued = get_text (call, "queueTime"), *bytes = get_text (call, "responseSize");
  g_autofree char *client = get_text (call, "clientAddress"), *user = get_text (call, "userName");
  g_autofree char *method = get_text (call, "methodName"), *region = get_text (call, "regionName");
  g_autofree char *details = get_text (call, "param");
  const OutputField fields[] = {
    { "start", start },        { "ms", ms, ms },     { "queued-ms", queued, queued },
    { "bytes", bytes, bytes }, { "client", client }, { "user", user },
    { "method", method },      { "region", region }, { "details", details },
  };

  output_record (tool, fields, G_N_ELEMENTS (fields));
}

static gboolean
print_log (Tool *tool, HBaseAdmin *admin, char **servers, const SlowLogOptions *options, GError **error)
{
  g_autoptr (GVariant) query = g_variant_ref_sink (make_query (options));
  g_autoptr (GVariant) calls
      = hbase_admin_get_slow_log (admin, (const char *const *) servers, query, tool->cancellable, error);

  if (calls == NULL)
    return FALSE;
  for (gsize i = 0; i < g_variant_n_children (calls); i++)
    {
      g_autoptr (GVariant) call = g_variant_get_child_value (calls, i);

      print_call (tool, call);
    }
  if (g_variant_n_children (calls) == 0)
    tool_note (tool, tool_is_embedded (tool->connection)
                         ? "no such calls are recorded: the embedded engine records none"
                         : "no such calls are recorded; servers record calls if " ENABLED " is set");
  return TRUE;
}

/* ---- --clear ---- */

static gboolean
clear_log (Tool *tool, HBaseAdmin *admin, char **servers, const SlowLogOptions *options, GError **error)
{
  gboolean cleared;

  if (options->dry_run)
    {
      g_autofree char *names = g_strjoinv (" ", servers), *shown = output_escape (names);
      g_autoptr (GString) line = g_string_new ("would clear the log of ");

      g_string_append (line, shown);
      output_line (line);
      return TRUE;
    }
  if (!hbase_admin_clear_slow_log (admin, (const char *const *) servers, &cleared, tool->cancellable, error))
    return FALSE;
  if (!cleared)
    g_set_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE,
                 "not all servers have cleared their log: they have one if " ENABLED " is set");
  return cleared;
}

/* ---- the command ---- */

static gboolean
parse (Tool *tool, char ***words, SlowLogOptions *options)
{
  const GOptionEntry entries[] = {
    { "table", 0, 0, G_OPTION_ARG_FILENAME, &options->table, "only calls for that table", "TABLE" },
    { "region", 0, 0, G_OPTION_ARG_FILENAME, &options->region, "only calls for the region of that name",
      "REGION" },
    { "user", 0, 0, G_OPTION_ARG_FILENAME, &options->user, "only calls of that user", "USER" },
    { "client", 0, 0, G_OPTION_ARG_FILENAME, &options->client, "only calls from that address", "HOST:PORT" },
    { "server", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->servers,
      "only this region server; can be repeated (all that serve regions)", "HOST,PORT,STARTCODE" },
    { "limit", 0, 0, G_OPTION_ARG_INT, &options->limit, "the most calls of each server (10)", "N" },
    { "large", 0, 0, G_OPTION_ARG_NONE, &options->large, "calls with large responses, instead of slow ones",
      NULL },
    { "clear", 0, 0, G_OPTION_ARG_NONE, &options->clear, "clear the logs instead, slow and large calls",
      NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &options->dry_run,
      "with --clear: print whose logs would be cleared, and clear none", NULL },
    G_OPTION_ENTRY_NULL,
  };

  return tool_parse (tool, &command_slowlog, entries, words, 0, 0);
}

static const char *
find_conflict (const SlowLogOptions *options)
{
  gboolean has_condition = options->table != NULL || options->region != NULL || options->user != NULL
                           || options->client != NULL || options->large;

  if (options->limit < 1)
    return "--limit must be at least 1";
  if (options->clear && has_condition)
    return "--clear clears all of a server's log: only --server selects";
  return options->dry_run && !options->clear ? "--dry-run is for --clear" : NULL;
}

static gboolean
run (Tool *tool, const SlowLogOptions *options, GError **error)
{
  g_autoptr (HBaseAdmin) admin = tool_open_admin (tool, options->table, error);
  g_auto (GStrv) servers = admin != NULL ? find_servers (tool, admin, options, error) : NULL;

  return servers != NULL && (options->clear ? clear_log : print_log) (tool, admin, servers, options, error);
}

static int
run_slowlog (Tool *tool, char **argv)
{
  g_auto (GStrv) words = g_strdupv (argv);
  g_auto (SlowLogOptions) options = { .limit = 10 };
  g_autoptr (GError) error = NULL;
  const char *conflict;

  if (!parse (tool, &words, &options))
    return TOOL_USAGE;
  conflict = find_conflict (&options);
  if (conflict != NULL)
    return tool_usage (&command_slowlog, "%s", conflict);
  if (run (tool, &options, &error))
    return TOOL_DONE;
  if (options.servers != NULL)
    advice_add (&error, "`hbase-glib slowlog --clear --dry-run` prints the names of servers");
  return tool_failed (error);
}

const ToolCommand command_slowlog = {
  "slowlog",
  NULL,
  "print, or clear, the slow calls that region servers have recorded",
  "Prints each call on a line: when it began, how long it took and waited, the size of its response, who "
  "sent\n"
  "it, and what it did. Servers record calls if hbase.regionserver.slowlog.buffer.enabled is set there, and\n"
  "only the last ones. No call lists the servers: those are asked that serve regions of tables, for which\n"
  "two to four calls are made for each table unless --table or --server is given.",
  run_slowlog,
  TOOL_RECORDS,
};
