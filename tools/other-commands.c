/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This file knows the commands of other programs: which command of this one does the same, and for which ones
 * of HBase's shell the Thrift2 service has no calls. */

#include "config.h"

#include <string.h>

#include "other-commands.h"
#include "suggest.h"

/* What HBase's shell, cbt, redis-cli, psql, sqlite3 and SQL call the commands. */
static const struct {
  const char *word, *command;
} synonyms[] = {
  { "list", "tables" },
  { "ls", "tables" },
  { "show", "tables" },
  { "dt", "tables" },
  { "\\d", "tables" },
  { ".tables", "tables" },
  { ".schema", "describe" },
  { "createtable", "create" },
  { "deletetable", "drop" },
  { "rm", "drop" },
  { "drop_all", "drop" },
  { "truncate_preserve", "truncate" },
  { "enable_all", "enable" },
  { "disable_all", "disable" },
  { "is_enabled", "tables" },
  { "is_disabled", "tables" },
  { "list_enabled_tables", "tables" },
  { "list_disabled_tables", "tables" },
  { "alter_async", "alter" },
  { "clone_table_schema", "create" },
  { "list_regions", "regions" },
  { "list_namespace", "namespace" },
  { "list_namespace_tables", "tables" },
  { "create_namespace", "namespace" },
  { "describe_namespace", "namespace" },
  { "alter_namespace", "namespace" },
  { "drop_namespace", "namespace" },
  { "get_slowlog_responses", "slowlog" },
  { "get_largelog_responses", "slowlog" },
  { "clear_slowlog_responses", "slowlog" },
  { "list_regionservers", "status" },
  { "list_liveservers", "status" },
  { "get_splits", "regions" },
  { "locate_region", "regions" },
  { "select", "scan" },
  { "read", "scan" },
  { "cat", "scan" },
  { "keys", "scan" },
  { "head", "first" },
  { "tail", "last" },
  { "backup", "export" },
  { "dump", "export" },
  { ".dump", "export" },
  { "lookup", "get" },
  { "mget", "get" },
  { "insert", "put" },
  { "set", "put" },
  { "upsert", "put" },
  { "load", "put" },
  { ".import", "put" },
  { "copy", "put" },
  { "restore", "import" },
  { "deleteall", "delete" },
  { "deleterow", "delete" },
  { "deletecolumn", "delete" },
  { "del", "delete" },
  { "incrby", "incr" },
  { "increment", "incr" },
  { "get_counter", "incr" },
  { "checkAndPut", "check" },
  { "ping", "doctor" },
  { "?", "help" },
  { ".help", "help" },
  { "connect", "use" },
  { "q", "quit" },
  { ".quit", "quit" },
  { "bye", "quit" },
};

/* What HBase's Thrift2 service can't do: patterns of the names that HBase's shell has for it, and what does
 * nearly the same here, or NULL. HBase 3 has calls for permissions. */
static const struct {
  const char *what, *patterns, *instead;
} missing[] = {
  { "snapshots", "*snapshot snapshot *snapshots snapshot_*", "`export` and `mirror` copy a table" },
  { "flushes", "flush flush_master_store", NULL },
  { "compactions", "major_compact compact_rs compaction_* clear_compaction_queues",
    "`compact DIRECTORY` is for an embedded database" },
  { "splitting, merging and moving regions",
    "split merge_region merge assign unassign move close_region truncate_region regioninfo rit "
    "splitormerge_*",
    "`create --split` and `splits` make a table of several regions" },
  { "the balancer and the master's other chores",
    "balance* get_balancer_* normalize* catalogjanitor_* cleaner_chore_* hbck_chore_run", NULL },
  { "permissions", "grant revoke user_permission whoami list_security_capabilities", NULL },
  { "labels and the users who have them", "*_labels *_auths set_visibility",
    "`put --visibility` and `scan --authorizations` use them" },
  { "quotas", "*_quota *_quotas list_quota_* *_throttle", NULL },
  { "replication", "*_peer *_peers *_peer_* *_table_replication list_replicated_tables",
    "`mirror` keeps a second table up to date" },
  { "groups of servers", "*rsgroup *rsgroup_* *rsgroups", NULL },
  { "procedures and locks", "list_procedures list_locks abort_procedure processlist", NULL },
  { "the administration of servers",
    "stop_* *_regionserver decommission_* list_deadservers list_unknownservers list_decommissioned_* "
    "clear_deadservers clear_block_cache update_*config wal_roll zk_dump trace is_in_maintenance_mode",
    NULL },
};

/* Returns whether a pattern of the list matches. */
static gboolean
matches (const char *patterns, const char *word)
{
  g_auto (GStrv) list = g_strsplit (patterns, " ", -1);
  g_autofree char *lower = g_ascii_strdown (word, -1);

  for (char **pattern = list; *pattern != NULL; pattern++)
    if (g_pattern_match_simple (*pattern, lower))
      return TRUE;
  return FALSE;
}

char *
other_commands_advise (const char *word, const char *const *commands)
{
  for (guint i = 0; i < G_N_ELEMENTS (synonyms); i++)
    if (g_ascii_strcasecmp (synonyms[i].word, word) == 0 && g_strv_contains (commands, synonyms[i].command))
      return g_strdup_printf ("; did you mean “%s”?", synonyms[i].command);
  for (guint i = 0; i < G_N_ELEMENTS (missing); i++)
    if (matches (missing[i].patterns, word))
      return g_strdup_printf (
          ": the Thrift2 service of HBase 2 has no calls for %s; use `hbase shell` on a host "
          "of the cluster%s%s",
          missing[i].what, missing[i].instead != NULL ? "; here " : "",
          missing[i].instead != NULL ? missing[i].instead : "");
  return suggest_text (word, commands);
}
