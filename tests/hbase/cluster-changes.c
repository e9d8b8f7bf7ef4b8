/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "cluster-changes.h"

#include <signal.h>

/* A change is a command of the fixture, or several. */

#define MAX_SKEW_MS (10 * 60 * 1000)
#define MIN_STALL_US 200000
#define MAX_STALL_US 3000000

const char *const cluster_gateways[CLUSTER_GATEWAYS]
    = { "binary-detour", "binary-detour-patient", "compact" };

struct _ClusterChanges {
  Fixture *fixture;
  guint servers[CLUSTER_SERVERS]; /* the numbers of those that run */
  const ClusterTarget *target;    /* of the change under way */
  GHashTable *counts;             /* name → number */
  guint n_crashes;
};

Fixture *
cluster_changes_start (ClusterChanges **changes)
{
  g_autofree char *gateways
      = g_strjoin (" ", cluster_gateways[0], cluster_gateways[1], cluster_gateways[2], NULL);
  g_autofree char *modes = g_strdup_printf ("servers=%u %s", CLUSTER_SERVERS, gateways);

  *changes = g_new0 (ClusterChanges, 1);
  for (guint i = 0; i < CLUSTER_SERVERS; i++)
    (*changes)->servers[i] = i + 1;
  (*changes)->counts = g_hash_table_new (g_str_hash, g_str_equal);
  return (*changes)->fixture = fixture_start (modes);
}

void
cluster_changes_free (ClusterChanges *changes)
{
  g_hash_table_unref (changes->counts);
  g_free (changes);
}

char *
cluster_changes_uri (Fixture *fixture)
{
  return g_strdup_printf ("thrift://127.0.0.1:%u,127.0.0.1:%u/?protocol=binary&framing=none",
                          fixture_port (fixture, cluster_gateways[0]),
                          fixture_port (fixture, cluster_gateways[1]));
}

static guint
draw (ClusterChanges *changes, guint n)
{
  return (guint) g_rand_int_range (changes->target->rand, 0, (gint32) n);
}

static gint
draw_skew (ClusterChanges *changes)
{
  return g_rand_int_range (changes->target->rand, -MAX_SKEW_MS, MAX_SKEW_MS + 1);
}

static gulong
draw_stall (ClusterChanges *changes)
{
  return (gulong) g_rand_int_range (changes->target->rand, MIN_STALL_US, MAX_STALL_US);
}

/* Returns "TABLE ROW" of a row that exists or could exist. */
static char *
draw_row (ClusterChanges *changes)
{
  guint table = draw (changes, changes->target->n_tables);
  g_autofree char *row = changes->target->draw_row (changes->target->rand, table);

  return g_strdup_printf ("%s %s", changes->target->tables[table], row);
}

static const char *
draw_table (ClusterChanges *changes)
{
  return changes->target->tables[draw (changes, changes->target->n_tables)];
}

/* What HBase refuses changes nothing: the region is in transition, or has files of the one that it was split
 * from. */
G_GNUC_PRINTF (2, 3)
static gboolean
ask (ClusterChanges *changes, const char *format, ...)
{
  g_autofree char *command = NULL, *answer = NULL;
  va_list arguments;

  va_start (arguments, format);
  command = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  answer = fixture_ask (changes->fixture, command);
  return g_str_has_prefix (answer, "ok");
}

static guint *
draw_server (ClusterChanges *changes)
{
  return &changes->servers[draw (changes, CLUSTER_SERVERS)];
}

static gboolean
move (ClusterChanges *changes)
{
  g_autofree char *place = draw_row (changes);

  return ask (changes, "move %s %u", place, *draw_server (changes));
}

static gboolean
split (ClusterChanges *changes)
{
  g_autofree char *place = draw_row (changes);

  return changes->target->with_splits && ask (changes, "split %s", place);
}

static gboolean
merge (ClusterChanges *changes)
{
  g_autofree char *place = draw_row (changes);

  return changes->target->with_splits && ask (changes, "merge %s", place);
}

static gboolean
flush (ClusterChanges *changes)
{
  return ask (changes, "flush %s", draw_table (changes));
}

static gboolean
compact (ClusterChanges *changes)
{
  return ask (changes, "compact %s", draw_table (changes));
}

static gboolean
set_clock (ClusterChanges *changes)
{
  return ask (changes, "clock %u %d", *draw_server (changes), draw_skew (changes));
}

static void
start_server (ClusterChanges *changes, guint *server)
{
  *server = fixture_query (changes->fixture, "start-server %d", draw_skew (changes));
}

static void
kill_server (ClusterChanges *changes, guint server)
{
  fixture_command (changes->fixture, "crash %u", server);
  changes->n_crashes++;
}

/* Another one is started before or after its regions have been opened elsewhere. */
static gboolean
crash (ClusterChanges *changes)
{
  guint *server = draw_server (changes);

  kill_server (changes, *server);
  if (draw (changes, 2) == 0)
    fixture_command (changes->fixture, "recover");
  start_server (changes, server);
  fixture_command (changes->fixture, "recover");
  return TRUE;
}

static gboolean
crash_two (ClusterChanges *changes)
{
  guint spared = draw (changes, CLUSTER_SERVERS);

  for (guint i = 0; i < CLUSTER_SERVERS; i++)
    if (i != spared)
      kill_server (changes, changes->servers[i]);
  for (guint i = 0; i < CLUSTER_SERVERS; i++)
    if (i != spared)
      start_server (changes, &changes->servers[i]);
  fixture_command (changes->fixture, "recover");
  return TRUE;
}

/* The system stops the process, which doesn't notice. */
static gboolean
freeze (ClusterChanges *changes)
{
  pid_t process = (pid_t) fixture_query (changes->fixture, "pid %u", *draw_server (changes));

  kill (process, SIGSTOP);
  g_usleep (draw_stall (changes));
  kill (process, SIGCONT);
  return TRUE;
}

static gboolean
restart_gateway (ClusterChanges *changes)
{
  const char *mode = cluster_gateways[draw (changes, CLUSTER_GATEWAYS)];

  fixture_command (changes->fixture, "stop %s", mode);
  g_usleep (draw_stall (changes) / 10);
  fixture_command (changes->fixture, "start %s", mode);
  return TRUE;
}

static gboolean
restart_all_gateways (ClusterChanges *changes)
{
  for (guint i = 0; i < CLUSTER_GATEWAYS; i++)
    fixture_command (changes->fixture, "stop %s", cluster_gateways[i]);
  for (guint i = 0; i < CLUSTER_GATEWAYS; i++)
    fixture_command (changes->fixture, "start %s", cluster_gateways[i]);
  return TRUE;
}

/* No gateway on a detour reaches a server; what was sent arrives later. Some stalls are longer, because a
 * server crashes. */
static gboolean
stall (ClusterChanges *changes)
{
  fixture_command (changes->fixture, "hold");
  if (draw (changes, 2) == 0)
    move (changes);
  g_usleep (draw_stall (changes));
  if (draw (changes, 3) == 0)
    crash (changes);
  fixture_command (changes->fixture, "release");
  return TRUE;
}

static const struct {
  const char *name;
  guint weight;
  gboolean (*happen) (ClusterChanges *changes);
} kinds[] = {
  { "move", 6, move },
  { "split", 4, split },
  { "merge", 3, merge },
  { "flush", 2, flush },
  { "compact", 3, compact },
  { "clock", 4, set_clock },
  { "crash", 3, crash },
  { "crash of two", 1, crash_two },
  { "freeze", 2, freeze },
  { "gateway", 2, restart_gateway },
  { "all gateways", 1, restart_all_gateways },
  { "stall", 3, stall },
};

static guint
draw_kind (ClusterChanges *changes)
{
  guint sum = 0, drawn, kind = 0;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    sum += kinds[i].weight;
  for (drawn = draw (changes, sum); drawn >= kinds[kind].weight; kind++)
    drawn -= kinds[kind].weight;
  return kind;
}

static void
count (ClusterChanges *changes, const char *name)
{
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (changes->counts, name));

  g_hash_table_insert (changes->counts, (gpointer) name, GUINT_TO_POINTER (n + 1));
}

void
cluster_change (ClusterChanges *changes, const ClusterTarget *target)
{
  guint kind;

  changes->target = target;
  kind = draw_kind (changes);
  if (kinds[kind].happen (changes))
    count (changes, kinds[kind].name);
}

char *
cluster_changes_take_summary (ClusterChanges *changes)
{
  GString *summary = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n = GPOINTER_TO_UINT (g_hash_table_lookup (changes->counts, kinds[i].name));

      if (n > 0)
        g_string_append_printf (summary, "%s%s %u", summary->len > 0 ? ", " : "", kinds[i].name, n);
    }
  g_hash_table_remove_all (changes->counts);
  return g_string_free (summary, FALSE);
}

guint
cluster_changes_get_crashes (ClusterChanges *changes)
{
  return changes->n_crashes;
}
