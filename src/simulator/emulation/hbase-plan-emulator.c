/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-emulator.h"

#include <math.h>
#include <string.h>

#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-plan-balancer-private.h"
#include "hbase-plan-emulated-region-private.h"
#include "hbase-plan-emulation-events-private.h"
#include "hbase-plan-emulation-report-private.h"
#include "hbase-plan-region-state-private.h"
#include "hbase-plan-split-policy-private.h"

/* This file implements HBasePlanEmulator: a state machine of regions and servers that is driven by events.
 *
 * Invariants:
 * 1. Time never goes back: it is that of the last row or of the last event, whichever is later.
 * 2. The live regions are sorted and cover all keys without a gap; each is on one server.
 * 3. The bytes of all memstores and store files of live regions are those that were written.
 * 4. A server's `heap` is the sum of its regions' memstores and snapshots.
 * 5. A region is flushed by one thread at a time, and compacted by one. A region that is being flushed
 *    is neither split nor moved; a compaction of a region that is split or moved is abandoned: its event has
 *    an old serial.
 * 6. `n_working` is the number of flushes and compactions in progress; each has one event.
 * 7. A row isn't written to a region, or on a server, whose memory is full: time passes before.
 * 8. A region isn't split while it has references, nor before `references_archived`. */

/* What a cell takes in memory beside its bytes: 40 for CONCURRENT_SKIPLISTMAP_ENTRY of ClassSize.java, and
 * about 52 for a KeyValue, as KeyValue.heapSize() computes them. */
#define CELL_OVERHEAD 92
/* Samples that a memstore of the flush size has. */
#define SAMPLES_PER_FLUSH 256
#define MAX_SAMPLES_PER_FILE 1024
#define MAX_GROWTH 4096
/* PeriodicMemStoreFlusher.RANGE_OF_DELAY, in ms. */
#define MAX_FLUSH_DELAY 300000.0
/* In ms: an event may come so much too early. */
#define ROUNDING 0.001

/**
 * HBasePlanEmulator:
 *
 * Follows the regions of a table under the settings of a real HBase, without one: memstores, flushes, store
 * files, compactions, splits, and moves between servers, in virtual time.
 *
 * The emulator is shown keys, each of which stands for a number of rows, in the order in which they are
 * written:
 *
 * ```c
 * g_autoptr (HBasePlanEmulationSettings) settings = hbase_plan_emulation_settings_new (NULL, &error);
 * g_autoptr (HBasePlanEmulator) emulator = hbase_plan_emulator_new (settings);
 * g_autoptr (HBasePlanEmulationReport) report = NULL;
 * g_autofree char *text = NULL;
 * guint64 n = hbase_plan_emulator_get_sample_rows (emulator);
 *
 * for (guint64 i = 0; i < 10000000; i += n)
 *   {
 *     g_autofree char *id = g_strdup_printf ("%012" G_GUINT64_FORMAT, i);
 *     g_autoptr (GBytes) key = g_bytes_new (id, 12);
 *
 *     if (!hbase_plan_emulator_write (emulator, key, n, &error))
 *       return FALSE;
 *   }
 * hbase_plan_emulator_wait (emulator);
 * report = hbase_plan_emulator_report (emulator);
 * text = hbase_plan_emulation_report_to_text (report);
 * ```
 *
 * The same settings, properties and keys give the same report. `docs/emulation.md` describes what is
 * emulated, and what isn't. An emulator may be used by one thread at a time.
 */

typedef struct {
  double heap, log_bytes, log_rolled, n_rows;
  guint64 log; /* the number of the log that is being written */
  guint n_flushing, n_large, n_small;
  GQueue flushes;     /* of HBasePlanRegionState that wait for a thread, or for a compaction */
  GPtrArray *waiting; /* of HBasePlanRegionState that wait for a thread that compacts */
} Server;

struct _HBasePlanEmulator {
  GObject parent;
  HBasePlanEmulationSettings *settings;
  const HBasePlanEmulationValues *values;
  guint64 row_size, heap_size, throughput, seed;
  guint n_cells, n_servers;
  double rate;

  GPtrArray *splits;  /* of GBytes; NULL: none */
  GPtrArray *regions; /* of HBasePlanRegionState, all that there ever were */
  GPtrArray *live;    /* of HBasePlanRegionState, sorted by key */
  Server *servers;    /* NULL: nothing was written yet */
  HBasePlanEventQueue events;
  HBasePlanRandomDraws draws;
  double now;
  guint n_working;
  double figures[HBASE_PLAN_N_EMULATION_FIGURES];
  GArray *growth; /* of HBasePlanGrowth */
};

enum {
  PROP_SETTINGS = 1,
  PROP_ROW_SIZE,
  PROP_CELLS,
  PROP_RATE,
  PROP_SERVERS,
  PROP_HEAP_SIZE,
  PROP_THROUGHPUT,
  PROP_SEED,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (HBasePlanEmulator, hbase_plan_emulator, G_TYPE_OBJECT)

/* Where the properties are stored. */
static const gsize members[N_PROPERTIES] = {
  [PROP_SETTINGS] = G_STRUCT_OFFSET (HBasePlanEmulator, settings),
  [PROP_ROW_SIZE] = G_STRUCT_OFFSET (HBasePlanEmulator, row_size),
  [PROP_CELLS] = G_STRUCT_OFFSET (HBasePlanEmulator, n_cells),
  [PROP_RATE] = G_STRUCT_OFFSET (HBasePlanEmulator, rate),
  [PROP_SERVERS] = G_STRUCT_OFFSET (HBasePlanEmulator, n_servers),
  [PROP_HEAP_SIZE] = G_STRUCT_OFFSET (HBasePlanEmulator, heap_size),
  [PROP_THROUGHPUT] = G_STRUCT_OFFSET (HBasePlanEmulator, throughput),
  [PROP_SEED] = G_STRUCT_OFFSET (HBasePlanEmulator, seed),
};

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
constructed (GObject *object)
{
  HBasePlanEmulator *emulator = HBASE_PLAN_EMULATOR (object);

  G_OBJECT_CLASS (hbase_plan_emulator_parent_class)->constructed (object);
  if (emulator->settings != NULL)
    emulator->values = hbase_plan_emulation_settings_get_values (emulator->settings);
}

static void
free_servers (HBasePlanEmulator *emulator)
{
  for (guint i = 0; emulator->servers != NULL && i < emulator->n_servers; i++)
    {
      g_queue_clear (&emulator->servers[i].flushes);
      g_ptr_array_unref (emulator->servers[i].waiting);
    }
  g_free (emulator->servers);
}

static void
finalize (GObject *object)
{
  HBasePlanEmulator *emulator = HBASE_PLAN_EMULATOR (object);

  free_servers (emulator);
  g_clear_object (&emulator->settings);
  g_clear_pointer (&emulator->splits, g_ptr_array_unref);
  g_ptr_array_unref (emulator->live);
  g_ptr_array_unref (emulator->regions);
  g_array_unref (emulator->growth);
  hbase_plan_event_queue_clear (&emulator->events);
  G_OBJECT_CLASS (hbase_plan_emulator_parent_class)->finalize (object);
}

static void
hbase_plan_emulator_init (HBasePlanEmulator *emulator)
{
  emulator->regions = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_region_state_free);
  emulator->live = g_ptr_array_new ();
  emulator->growth = g_array_new (FALSE, FALSE, sizeof (HBasePlanGrowth));
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT] = HBASE_PLAN_NEVER;
  hbase_plan_event_queue_init (&emulator->events);
}

static void
hbase_plan_emulator_class_init (HBasePlanEmulatorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS;

  object_class->set_property = set_property;
  object_class->get_property = get_property;
  object_class->constructed = constructed;
  object_class->finalize = finalize;
  /**
   * HBasePlanEmulator:settings:
   *
   * The settings of HBase.
   */
  properties[PROP_SETTINGS]
      = g_param_spec_object ("settings", NULL, NULL, HBASE_PLAN_TYPE_EMULATION_SETTINGS, flags);
  /**
   * HBasePlanEmulator:row-size:
   *
   * The bytes that a row takes in a store file: for each of its cells those of the row key, the family, the
   * qualifier and the value, and 20.
   */
  properties[PROP_ROW_SIZE]
      = g_param_spec_uint64 ("row-size", NULL, NULL, 1, G_GUINT64_CONSTANT (1) << 32, 1000, flags);
  /**
   * HBasePlanEmulator:cells:
   *
   * The number of cells in a row. Each takes additional memory in a memstore.
   */
  properties[PROP_CELLS] = g_param_spec_uint ("cells", NULL, NULL, 1, 1000000, 1, flags);
  /**
   * HBasePlanEmulator:rate:
   *
   * The rows that are written a second, while nothing blocks the writers.
   */
  properties[PROP_RATE] = g_param_spec_double ("rate", NULL, NULL, 1e-6, 1e12, 10000, flags);
  /**
   * HBasePlanEmulator:servers:
   *
   * The number of region servers.
   */
  properties[PROP_SERVERS] = g_param_spec_uint ("servers", NULL, NULL, 1, 10000, 1, flags);
  /**
   * HBasePlanEmulator:heap-size:
   *
   * The size of a region server's heap, in bytes: 8 GiB by default.
   */
  properties[PROP_HEAP_SIZE] = g_param_spec_uint64 ("heap-size", NULL, NULL, 1 << 20, G_MAXINT64,
                                                    G_GUINT64_CONSTANT (8) << 30, flags);
  /**
   * HBasePlanEmulator:throughput:
   *
   * The bytes that a flush writes a second, and that a compaction writes at most: 200 MiB by default.
   */
  properties[PROP_THROUGHPUT]
      = g_param_spec_uint64 ("throughput", NULL, NULL, 1, G_MAXINT64, G_GUINT64_CONSTANT (200) << 20, flags);
  /**
   * HBasePlanEmulator:seed:
   *
   * The seed of the random numbers: jitters, and the stochastic balancer.
   */
  properties[PROP_SEED] = g_param_spec_uint64 ("seed", NULL, NULL, 0, G_MAXUINT64, 0, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

/**
 * hbase_plan_emulator_new:
 * @settings: the settings of HBase
 *
 * Makes an emulator of a table with one region on one server. Other properties are set by g_object_new().
 *
 * Returns: (transfer full): the emulator
 */
HBasePlanEmulator *
hbase_plan_emulator_new (HBasePlanEmulationSettings *settings)
{
  g_return_val_if_fail (HBASE_PLAN_IS_EMULATION_SETTINGS (settings), NULL);

  return g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", settings, NULL);
}

/* ---- memory and regions ---- */

static double
get_row_heap (HBasePlanEmulator *emulator)
{
  return (double) emulator->row_size + (double) CELL_OVERHEAD * emulator->n_cells;
}

static double
get_server_limit (HBasePlanEmulator *emulator)
{
  return (double) emulator->heap_size * emulator->values->global_memstore_size;
}

static double
draw (HBasePlanEmulator *emulator)
{
  return hbase_plan_random_draws_next_double (&emulator->draws);
}

static Server *
server_of (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  return &emulator->servers[region->server];
}

static gboolean
is_live (const HBasePlanRegionState *region)
{
  return region->split_at == HBASE_PLAN_NEVER;
}

static HBasePlanRegionState *
get_live (HBasePlanEmulator *emulator, guint i)
{
  return g_ptr_array_index (emulator->live, i);
}

/* The index of the live region in which a key lies. */
static guint
find_live (HBasePlanEmulator *emulator, GBytes *key)
{
  guint first = 0, end = emulator->live->len;

  while (end - first > 1)
    {
      guint middle = first + (end - first) / 2;

      if (g_bytes_compare (get_live (emulator, middle)->start, key) <= 0)
        first = middle;
      else
        end = middle;
    }
  return first;
}

static HBasePlanRegionState *
add_region (HBasePlanEmulator *emulator, guint parent, GBytes *start, GBytes *end, guint server)
{
  HBasePlanRegionState *region
      = hbase_plan_region_state_new (emulator->regions->len + 1, parent, start, end, server, emulator->now);

  region->max_file_size = hbase_plan_split_policy_add_jitter (emulator->values, draw (emulator));
  g_ptr_array_add (emulator->regions, region);
  return region;
}

/* Once there are too many, every other one is removed. */
static void
record_growth (HBasePlanEmulator *emulator)
{
  HBasePlanGrowth growth
      = { emulator->now, emulator->live->len, emulator->figures[HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES] };

  g_array_append_val (emulator->growth, growth);
  if (emulator->growth->len < MAX_GROWTH)
    return;
  for (guint i = 0; i < MAX_GROWTH / 2; i++)
    g_array_index (emulator->growth, HBasePlanGrowth, i)
        = g_array_index (emulator->growth, HBasePlanGrowth, 2 * i);
  g_array_set_size (emulator->growth, MAX_GROWTH / 2);
}

static void
add_event (HBasePlanEmulator *emulator, double delay, HBasePlanEventType type, HBasePlanRegionState *region)
{
  hbase_plan_event_queue_add (&emulator->events, emulator->now + delay, type,
                              region != NULL ? region->number - 1 : 0,
                              region != NULL ? region->compaction_serial : 0);
}

/* ---- compactions ---- */

static gboolean maybe_split (HBasePlanEmulator *emulator, HBasePlanRegionState *region);
static void start_compactions (HBasePlanEmulator *emulator, Server *server);

static guint
count_files_of_fullest_store (HBasePlanEmulator *emulator, const Server *server)
{
  guint max = 0;

  for (guint i = 0; i < emulator->live->len; i++)
    if (server_of (emulator, get_live (emulator, i)) == server)
      max = MAX (max, get_live (emulator, i)->files->len);
  return max;
}

static void
begin_compaction (HBasePlanEmulator *emulator, HBasePlanRegionState *region, double bytes)
{
  Server *server = server_of (emulator, region);
  double throughput = hbase_plan_compaction_policy_get_throughput (
      emulator->values, count_files_of_fullest_store (emulator, server));

  region->is_compacting = TRUE;
  region->wants_major = FALSE;
  *(region->is_large ? &server->n_large : &server->n_small) += 1;
  emulator->n_working++;
  add_event (emulator, bytes / fmin (throughput, (double) emulator->throughput) * 1000,
             HBASE_PLAN_EVENT_COMPACTED, region);
}

/* The region with the most files among those that wait for a thread for small, or for large, compactions. */
static HBasePlanRegionState *
find_waiting (Server *server, gboolean is_large)
{
  HBasePlanRegionState *found = NULL;

  for (guint i = 0; i < server->waiting->len; i++)
    {
      HBasePlanRegionState *region = g_ptr_array_index (server->waiting, i);

      if (region->is_large == is_large && (found == NULL || region->files->len > found->files->len))
        found = region;
    }
  return found;
}

static void
stop_waiting (Server *server, HBasePlanRegionState *region)
{
  g_ptr_array_remove (server->waiting, region);
  region->wants_compaction = FALSE;
}

/* As CompactSplit does, all begin with the threads for small compactions, and a large one changes over. */
static void
start_compaction (HBasePlanEmulator *emulator, Server *server, HBasePlanRegionState *region)
{
  double bytes = hbase_plan_region_state_select (region, emulator->values);

  if (region->compaction.n == 0)
    {
      stop_waiting (server, region);
      region->wants_major = FALSE;
    }
  else if (!region->is_large && bytes > (double) emulator->values->compaction_throttle)
    region->is_large = TRUE;
  else
    {
      stop_waiting (server, region);
      begin_compaction (emulator, region, bytes);
    }
}

static void
start_compactions (HBasePlanEmulator *emulator, Server *server)
{
  HBasePlanRegionState *region;

  while (server->n_small < emulator->values->n_small_compactions
         && (region = find_waiting (server, FALSE)) != NULL)
    start_compaction (emulator, server, region);
  while (server->n_large < emulator->values->n_large_compactions
         && (region = find_waiting (server, TRUE)) != NULL)
    start_compaction (emulator, server, region);
}

static gboolean
needs_compaction (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  return region->files->len >= emulator->values->min_files || hbase_plan_region_state_has_references (region);
}

static void
request_compaction (HBasePlanEmulator *emulator, HBasePlanRegionState *region, gboolean is_major)
{
  Server *server = server_of (emulator, region);

  if (!emulator->values->compaction_enabled || region->is_compacting
      || (!is_major && !needs_compaction (emulator, region)))
    return;
  region->wants_major |= is_major;
  if (region->wants_compaction)
    return;
  region->wants_compaction = TRUE;
  region->is_large = FALSE;
  g_ptr_array_add (server->waiting, region);
  start_compactions (emulator, server);
}

static void
release_compaction (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);

  region->is_compacting = FALSE;
  region->compaction_serial++;
  *(region->is_large ? &server->n_large : &server->n_small) -= 1;
  emulator->n_working--;
}

/* ---- flushes ---- */

static void
begin_flush (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);

  g_queue_remove (&server->flushes, region);
  hbase_plan_region_state_begin_flush (region);
  server->n_flushing++;
  emulator->n_working++;
  add_event (emulator, region->snapshot.bytes / (double) emulator->throughput * 1000,
             HBASE_PLAN_EVENT_FLUSHED, region);
}

static void
end_flush (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_FLUSHES]++;
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES] += region->snapshot.bytes;
  server_of (emulator, region)->heap
      -= hbase_plan_region_state_end_flush (region, emulator->now, MAX_SAMPLES_PER_FILE);
}

/* Flushes a region that is closed to be split or moved. */
static void
flush_at_once (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  g_queue_remove (&server_of (emulator, region)->flushes, region);
  if (region->active.samples->len == 0)
    return;
  hbase_plan_region_state_begin_flush (region);
  end_flush (emulator, region);
}

static gboolean
has_too_many_files (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  return region->files->len > emulator->values->blocking_store_files;
}

/* Whether a region whose flush was requested can't be flushed yet. */
static gboolean
must_wait (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  double due = region->flush_requested + (double) emulator->values->blocking_wait;

  if (region->is_flushing)
    return TRUE;
  if (!has_too_many_files (emulator, region) || emulator->now >= due - ROUNDING)
    return FALSE;
  if (!region->has_flush_due)
    {
      region->has_flush_due = TRUE;
      add_event (emulator, due - emulator->now, HBASE_PLAN_EVENT_FLUSH_DUE, region);
      request_compaction (emulator, region, FALSE);
    }
  return TRUE;
}

static void
start_flushes (HBasePlanEmulator *emulator, Server *server)
{
  GList *next;

  for (GList *link = server->flushes.head; link != NULL && server->n_flushing < emulator->values->n_flushers;
       link = next)
    {
      HBasePlanRegionState *region = link->data;

      next = link->next;
      if (!must_wait (emulator, region))
        begin_flush (emulator, region);
    }
}

static void
request_flush (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);

  if (region->is_flush_requested || region->active.samples->len == 0)
    return;
  region->is_flush_requested = TRUE;
  region->flush_requested = emulator->now;
  g_queue_push_tail (&server->flushes, region);
  start_flushes (emulator, server);
}

/* The region of a server with the largest memstore. */
static HBasePlanRegionState *
find_largest_memstore (HBasePlanEmulator *emulator, const Server *server, gboolean with_few_files)
{
  HBasePlanRegionState *found = NULL;

  for (guint i = 0; i < emulator->live->len; i++)
    {
      HBasePlanRegionState *region = get_live (emulator, i);

      if (server_of (emulator, region) == server && !region->is_flushing && region->active.heap > 0
          && !(with_few_files && has_too_many_files (emulator, region))
          && (found == NULL || region->active.heap > found->active.heap))
        found = region;
    }
  return found;
}

/* MemStoreFlusher.flushOneForGlobalPressure(), in each thread that is free. */
static void
relieve_memory (HBasePlanEmulator *emulator, Server *server)
{
  double low_mark = get_server_limit (emulator) * emulator->values->global_memstore_lower_limit;

  while (server->heap > low_mark && server->n_flushing < emulator->values->n_flushers)
    {
      HBasePlanRegionState *any = find_largest_memstore (emulator, server, FALSE);
      HBasePlanRegionState *flushable = find_largest_memstore (emulator, server, TRUE);

      if (any == NULL)
        return;
      if (flushable == NULL || any->active.heap > 2 * flushable->active.heap)
        flushable = any;
      emulator->figures[HBASE_PLAN_EMULATION_FIGURE_PRESSURE_FLUSHES]++;
      begin_flush (emulator, flushable);
    }
}

/* ---- logs ---- */

static double
get_log_size (HBasePlanEmulator *emulator)
{
  const HBasePlanEmulationValues *values = emulator->values;
  double block
      = values->log_block_size > 0 ? (double) values->log_block_size : 2.0 * (double) values->dfs_block_size;

  return fmax (1, block * values->log_roll_multiplier);
}

static double
get_max_logs (HBasePlanEmulator *emulator)
{
  if (emulator->values->max_log_files >= 0)
    return (double) emulator->values->max_log_files;
  return fmax (32, floor (2 * get_server_limit (emulator) / get_log_size (emulator)));
}

/* The oldest log that has rows of a region that aren't in a store file. */
static guint64
get_oldest_log (const HBasePlanRegionState *region)
{
  guint64 log = region->active.samples->len > 0 ? region->active.log : G_MAXUINT64;

  return region->snapshot.samples->len > 0 ? MIN (log, region->snapshot.log) : log;
}

/* AbstractFSWAL.findRegionsToForceFlush(): the regions of the oldest log are flushed. */
static void
limit_logs (HBasePlanEmulator *emulator, Server *server)
{
  guint64 oldest = server->log;

  for (guint i = 0; i < emulator->live->len; i++)
    if (server_of (emulator, get_live (emulator, i)) == server)
      oldest = MIN (oldest, get_oldest_log (get_live (emulator, i)));
  if ((double) (server->log - oldest) <= get_max_logs (emulator))
    return;
  for (guint i = 0; i < emulator->live->len; i++)
    {
      HBasePlanRegionState *region = get_live (emulator, i);

      if (server_of (emulator, region) != server || region->is_flush_requested || region->active.log != oldest
          || region->active.samples->len == 0)
        continue;
      emulator->figures[HBASE_PLAN_EMULATION_FIGURE_LOG_FLUSHES]++;
      request_flush (emulator, region);
    }
}

static void
write_log (HBasePlanEmulator *emulator, Server *server, double bytes)
{
  server->log_bytes += bytes;
  if (server->log_bytes < get_log_size (emulator)
      && emulator->now - server->log_rolled < (double) emulator->values->log_roll_period)
    return;
  server->log++;
  server->log_bytes = 0;
  server->log_rolled = emulator->now;
  limit_logs (emulator, server);
}

/* ---- splits and moves ---- */

/* Ends what is going on in a region that is closed. */
static void
close_region (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);

  flush_at_once (emulator, region);
  region->is_flush_requested = FALSE;
  if (region->is_compacting)
    release_compaction (emulator, region);
  if (region->wants_compaction)
    stop_waiting (server, region);
}

static void
split (HBasePlanEmulator *emulator, HBasePlanRegionState *region, GBytes *key)
{
  g_autoptr (GBytes) split_key = g_bytes_ref (key);
  guint index = find_live (emulator, region->start);
  Server *server = server_of (emulator, region);
  HBasePlanRegionState *lower, *upper;

  close_region (emulator, region);
  lower = add_region (emulator, region->number, region->start, split_key, region->server);
  upper = add_region (emulator, region->number, split_key, region->end, region->server);
  hbase_plan_region_state_refer (region, lower, FALSE);
  hbase_plan_region_state_refer (region, upper, TRUE);
  region->split_at = emulator->now;
  g_ptr_array_set_size (region->files, 0);
  emulator->live->pdata[index] = lower;
  g_ptr_array_insert (emulator->live, (int) index + 1, upper);
  if (emulator->figures[HBASE_PLAN_EMULATION_FIGURE_SPLITS]++ == 0)
    emulator->figures[HBASE_PLAN_EMULATION_FIGURE_FIRST_SPLIT] = emulator->now;
  record_growth (emulator);
  request_compaction (emulator, lower, FALSE);
  request_compaction (emulator, upper, FALSE);
  start_compactions (emulator, server);
}

static guint
count_regions_on (HBasePlanEmulator *emulator, guint server)
{
  guint n = 0;

  for (guint i = 0; i < emulator->live->len; i++)
    n += get_live (emulator, i)->server == server;
  return n;
}

/* HStore.hasReferences() also counts files that were compacted, until they are archived. */
static gboolean
has_references_of_any_age (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  return hbase_plan_region_state_has_references (region) || emulator->now < region->references_archived;
}

/* Splits the region if its policy says so. Returns whether it was split. */
static gboolean
maybe_split (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  double bytes = hbase_plan_region_state_get_store_bytes (region);
  GBytes *key;

  if (!is_live (region) || region->is_flushing || has_references_of_any_age (emulator, region)
      || bytes <= hbase_plan_split_policy_get_size (emulator->values, region->max_file_size,
                                                    count_regions_on (emulator, region->server)))
    return FALSE;
  key = hbase_plan_region_state_find_split_key (region, (double) emulator->values->block_size);
  region->is_unsplittable = key == NULL;
  if (key != NULL)
    split (emulator, region, key);
  return key != NULL;
}

static void
move (HBasePlanEmulator *emulator, HBasePlanRegionState *region, guint server)
{
  close_region (emulator, region);
  /* HStore.close() archives files that were compacted. */
  region->references_archived = 0;
  region->server = server;
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_MOVES]++;
  request_compaction (emulator, region, FALSE);
}

static void
balance (HBasePlanEmulator *emulator)
{
  guint n = emulator->live->len;
  g_autofree HBasePlanBalancedRegion *balanced = g_new0 (HBasePlanBalancedRegion, n);

  for (guint i = 0; i < n; i++)
    {
      balanced[i].server = get_live (emulator, i)->server;
      balanced[i].bytes = hbase_plan_region_state_get_store_bytes (get_live (emulator, i));
    }
  hbase_plan_balancer_balance (emulator->values, balanced, n, emulator->n_servers, &emulator->draws);
  for (guint i = 0; i < n; i++)
    if (balanced[i].server != get_live (emulator, i)->server && !get_live (emulator, i)->is_flushing)
      move (emulator, get_live (emulator, i), balanced[i].server);
  for (guint i = 0; i < emulator->n_servers; i++)
    start_compactions (emulator, &emulator->servers[i]);
}

/* ---- events ---- */

static void
on_flushed (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);

  server->n_flushing--;
  emulator->n_working--;
  end_flush (emulator, region);
  if (!maybe_split (emulator, region))
    {
      request_compaction (emulator, region, FALSE);
      if (region->active.heap > (double) emulator->values->flush_size)
        request_flush (emulator, region);
    }
  start_flushes (emulator, server);
  relieve_memory (emulator, server);
}

/* The time of the next run of CompactedHFilesDischarger, which runs from the start of the server on. */
static double
get_next_archiving (HBasePlanEmulator *emulator)
{
  double interval = (double) emulator->values->archive_interval;

  return (floor (emulator->now / interval) + 1) * interval;
}

/* CompactSplit compacts a store again that still blocks flushes; others may be split. */
static void
on_compacted (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  Server *server = server_of (emulator, region);
  double before = region->compacted_bytes;

  release_compaction (emulator, region);
  if (hbase_plan_region_state_has_references (region))
    region->references_archived = get_next_archiving (emulator);
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_COMPACTIONS]++;
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_MAJOR_COMPACTIONS] += region->compaction.is_major;
  hbase_plan_region_state_end_compaction (region, emulator->now, MAX_SAMPLES_PER_FILE);
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES] += region->compacted_bytes - before;
  if (hbase_plan_region_state_has_references (region)
      || region->files->len >= emulator->values->blocking_store_files)
    request_compaction (emulator, region, FALSE);
  else
    maybe_split (emulator, region);
  start_flushes (emulator, server);
  start_compactions (emulator, server);
}

static void
on_memstore_old (HBasePlanEmulator *emulator, HBasePlanRegionState *region)
{
  double age = emulator->now - region->first_write;
  double limit = (double) emulator->values->optional_flush_interval;

  region->has_memstore_old = FALSE;
  if (!is_live (region) || region->first_write == HBASE_PLAN_NEVER)
    return;
  if (age >= limit - ROUNDING)
    request_flush (emulator, region);
  else
    {
      region->has_memstore_old = TRUE;
      add_event (emulator, limit - age, HBASE_PLAN_EVENT_MEMSTORE_OLD, region);
    }
}

/* The jitter of a region is the same each time, as in HBase that of the same files. */
static double
get_major_period (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  HBasePlanRandomDraws draws
      = hbase_plan_counter_random_draws (hbase_plan_counter_random_init (emulator->seed, 1), region->number);
  double jitter
      = emulator->values->major_compaction_jitter * (1 - 2 * hbase_plan_random_draws_next_double (&draws));

  return (double) emulator->values->major_compaction_period * (1 + jitter);
}

static gboolean
needs_major_compaction (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  const HBasePlanEmulatedFile *oldest = region->files->len > 0 ? g_ptr_array_index (region->files, 0) : NULL;

  return emulator->values->major_compaction_period > 0 && oldest != NULL
         && emulator->now - oldest->written > get_major_period (emulator, region)
         && !(region->files->len == 1 && oldest->is_major);
}

static void
check_compactions (HBasePlanEmulator *emulator)
{
  for (guint i = 0; i < emulator->live->len; i++)
    request_compaction (emulator, get_live (emulator, i),
                        needs_major_compaction (emulator, get_live (emulator, i)));
}

static double
get_check_interval (HBasePlanEmulator *emulator)
{
  return (double) emulator->values->wake_frequency * (double) emulator->values->compaction_check_multiplier;
}

static void
handle_next_event (HBasePlanEmulator *emulator)
{
  HBasePlanEvent event = hbase_plan_event_queue_take (&emulator->events);
  HBasePlanRegionState *region = g_ptr_array_index (emulator->regions, event.region);

  emulator->now = fmax (emulator->now, event.time);
  switch (event.type)
    {
    case HBASE_PLAN_EVENT_FLUSHED:
      on_flushed (emulator, region);
      break;
    case HBASE_PLAN_EVENT_COMPACTED:
      if (region->is_compacting && region->compaction_serial == event.serial)
        on_compacted (emulator, region);
      break;
    case HBASE_PLAN_EVENT_FLUSH_DUE:
      region->has_flush_due = FALSE;
      start_flushes (emulator, server_of (emulator, region));
      break;
    case HBASE_PLAN_EVENT_MEMSTORE_OLD:
      on_memstore_old (emulator, region);
      break;
    case HBASE_PLAN_EVENT_CHECK_COMPACTION:
      check_compactions (emulator);
      record_growth (emulator);
      add_event (emulator, get_check_interval (emulator), HBASE_PLAN_EVENT_CHECK_COMPACTION, NULL);
      break;
    case HBASE_PLAN_EVENT_BALANCE:
      balance (emulator);
      add_event (emulator, (double) emulator->values->balancer_period, HBASE_PLAN_EVENT_BALANCE, NULL);
      break;
    }
}

static void
advance (HBasePlanEmulator *emulator, double time)
{
  const HBasePlanEvent *event;

  while ((event = hbase_plan_event_queue_peek (&emulator->events)) != NULL && event->time <= time)
    handle_next_event (emulator);
  emulator->now = fmax (emulator->now, time);
}

/* ---- writes ---- */

static void
add_first_regions (HBasePlanEmulator *emulator)
{
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0);
  guint n = emulator->splits != NULL ? emulator->splits->len : 0;

  for (guint i = 0; i <= n; i++)
    g_ptr_array_add (emulator->live,
                     add_region (emulator, 0, i > 0 ? g_ptr_array_index (emulator->splits, i - 1) : empty,
                                 i < n ? g_ptr_array_index (emulator->splits, i) : empty,
                                 i % emulator->n_servers));
}

static void
start (HBasePlanEmulator *emulator)
{
  if (emulator->servers != NULL)
    return;
  emulator->servers = g_new0 (Server, emulator->n_servers);
  for (guint i = 0; i < emulator->n_servers; i++)
    emulator->servers[i].waiting = g_ptr_array_new ();
  emulator->draws = hbase_plan_counter_random_draws (hbase_plan_counter_random_init (emulator->seed, 0), 0);
  add_first_regions (emulator);
  record_growth (emulator);
  add_event (emulator, get_check_interval (emulator), HBASE_PLAN_EVENT_CHECK_COMPACTION, NULL);
  if (emulator->n_servers > 1)
    add_event (emulator, (double) emulator->values->balancer_period, HBASE_PLAN_EVENT_BALANCE, NULL);
}

/* What blocks writes to a region: the figure that counts the time; −1: nothing. */
static int
find_obstacle (HBasePlanEmulator *emulator, const HBasePlanRegionState *region)
{
  if (hbase_plan_region_state_get_heap (region)
      > (double) emulator->values->flush_size * (double) emulator->values->block_multiplier)
    return HBASE_PLAN_EMULATION_FIGURE_REGION_STALLS;
  if (server_of (emulator, region)->heap > get_server_limit (emulator))
    return HBASE_PLAN_EMULATION_FIGURE_SERVER_STALLS;
  return -1;
}

/* Lets time pass until the region of a key accepts rows. */
static HBasePlanRegionState *
wait_for_region (HBasePlanEmulator *emulator, GBytes *key)
{
  while (TRUE)
    {
      HBasePlanRegionState *region = get_live (emulator, find_live (emulator, key));
      int obstacle = find_obstacle (emulator, region);
      double before = emulator->now;

      if (obstacle < 0)
        return region;
      request_flush (emulator, region);
      relieve_memory (emulator, server_of (emulator, region));
      handle_next_event (emulator);
      region->stalled += emulator->now - before;
      emulator->figures[obstacle] += emulator->now - before;
    }
}

static void
write_rows (HBasePlanEmulator *emulator, HBasePlanRegionState *region, GBytes *key, guint64 n_rows)
{
  Server *server = server_of (emulator, region);
  double bytes = (double) (n_rows * emulator->row_size), heap = (double) n_rows * get_row_heap (emulator);

  if (region->active.samples->len == 0)
    {
      region->active.log = server->log;
      region->first_write = emulator->now;
    }
  hbase_plan_key_samples_add (region->active.samples, key, bytes);
  region->active.bytes += bytes;
  region->active.heap += heap;
  region->n_rows += n_rows;
  server->heap += heap;
  server->n_rows += (double) n_rows;
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_ROWS] += (double) n_rows;
  emulator->figures[HBASE_PLAN_EMULATION_FIGURE_WRITTEN_BYTES] += bytes;
  if (!region->has_memstore_old && emulator->values->optional_flush_interval > 0)
    {
      region->has_memstore_old = TRUE;
      add_event (emulator,
                 (double) emulator->values->optional_flush_interval + draw (emulator) * MAX_FLUSH_DELAY,
                 HBASE_PLAN_EVENT_MEMSTORE_OLD, region);
    }
  write_log (emulator, server, bytes);
  if (region->active.heap > (double) emulator->values->flush_size)
    request_flush (emulator, region);
  relieve_memory (emulator, server);
}

/**
 * hbase_plan_emulator_set_splits:
 * @emulator: an emulator
 * @splits: (element-type GBytes): the split keys
 * @error: location of an error, or NULL
 *
 * Splits the table before the first row is written. Its regions are given to the servers in turn.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT if a key is empty, the keys aren't in ascending order, or rows
 * were written before.
 *
 * Returns: whether the keys were set
 */
gboolean
hbase_plan_emulator_set_splits (HBasePlanEmulator *emulator, GPtrArray *splits, GError **error)
{
  g_return_val_if_fail (HBASE_PLAN_IS_EMULATOR (emulator), FALSE);
  g_return_val_if_fail (splits != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!hbase_object_check_property (emulator, "settings", emulator->settings, error))
    return FALSE;
  if (emulator->servers != NULL)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "the table already has rows; set the split keys before");
      return FALSE;
    }
  if (!hbase_elements_check (splits->pdata, splits->len, error))
    return FALSE;
  for (guint i = 0; i < splits->len; i++)
    if (g_bytes_get_size (g_ptr_array_index (splits, i)) == 0
        || (i > 0 && g_bytes_compare (g_ptr_array_index (splits, i - 1), g_ptr_array_index (splits, i)) >= 0))
      {
        hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                         "split key %u is empty, or isn't greater than the one before it", i + 1);
        return FALSE;
      }
  g_clear_pointer (&emulator->splits, g_ptr_array_unref);
  emulator->splits = g_ptr_array_copy (splits, (GCopyFunc) (GCallback) g_bytes_ref, NULL);
  g_ptr_array_set_free_func (emulator->splits, (GDestroyNotify) g_bytes_unref);
  return TRUE;
}

/**
 * hbase_plan_emulator_get_sample_rows:
 * @emulator: an emulator
 *
 * Returns the number of rows for which a key may stand: so many that a memstore of the flush size has 256
 * keys.
 *
 * Returns: the number, at least 1
 */
guint64
hbase_plan_emulator_get_sample_rows (HBasePlanEmulator *emulator)
{
  double limit;

  g_return_val_if_fail (HBASE_PLAN_IS_EMULATOR (emulator), 1);

  if (emulator->values == NULL)
    return 1;
  limit = fmin ((double) emulator->values->flush_size, get_server_limit (emulator));
  return (guint64) fmax (1, limit / get_row_heap (emulator) / SAMPLES_PER_FLUSH);
}

/**
 * hbase_plan_emulator_write:
 * @emulator: an emulator
 * @key: a row key
 * @n_rows: the number of rows for which the key stands; see [method@HBasePlan.Emulator.get_sample_rows]
 * @error: location of an error, or NULL
 *
 * Writes rows. Virtual time advances by the time that writing them takes, and by the time for which HBase
 * blocks the writer, because a memstore is full.
 *
 * Fails with %HBASE_ERROR_INVALID_ARGUMENT if the key is empty, or stands for no row or for too many.
 *
 * Returns: whether the rows were written
 */
gboolean
hbase_plan_emulator_write (HBasePlanEmulator *emulator, GBytes *key, guint64 n_rows, GError **error)
{
  guint64 max;

  g_return_val_if_fail (HBASE_PLAN_IS_EMULATOR (emulator), FALSE);
  g_return_val_if_fail (key != NULL, FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!hbase_object_check_property (emulator, "settings", emulator->settings, error))
    return FALSE;
  max = hbase_plan_emulator_get_sample_rows (emulator);
  if (g_bytes_get_size (key) == 0 || n_rows == 0 || n_rows > max)
    {
      hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                       "a key can't be empty, and stands for 1 to %" G_GUINT64_FORMAT
                       " rows with these settings, not for %" G_GUINT64_FORMAT,
                       max, n_rows);
      return FALSE;
    }
  start (emulator);
  advance (emulator, emulator->now + (double) n_rows / emulator->rate * 1000);
  write_rows (emulator, wait_for_region (emulator, key), key, n_rows);
  return TRUE;
}

/**
 * hbase_plan_emulator_flush:
 * @emulator: an emulator
 *
 * Requests the flush of all memstores, as the shell's `flush` does. No time passes.
 */
void
hbase_plan_emulator_flush (HBasePlanEmulator *emulator)
{
  g_return_if_fail (HBASE_PLAN_IS_EMULATOR (emulator));

  for (guint i = 0; i < emulator->live->len; i++)
    request_flush (emulator, get_live (emulator, i));
}

static gboolean
is_quiet (HBasePlanEmulator *emulator)
{
  for (guint i = 0; emulator->servers != NULL && i < emulator->n_servers; i++)
    if (emulator->servers[i].flushes.length > 0)
      return FALSE;
  return emulator->n_working == 0;
}

/**
 * hbase_plan_emulator_wait:
 * @emulator: an emulator
 *
 * Lets virtual time pass until no flush, compaction or split is in progress.
 */
void
hbase_plan_emulator_wait (HBasePlanEmulator *emulator)
{
  g_return_if_fail (HBASE_PLAN_IS_EMULATOR (emulator));

  while (!is_quiet (emulator))
    handle_next_event (emulator);
}

/* ---- report ---- */

static HBasePlanEmulatedRegion *
describe_region (const HBasePlanRegionState *state)
{
  HBasePlanEmulatedRegion *region = hbase_plan_emulated_region_new (state->number, state->start, state->end);
  double *figures = region->figures;

  figures[HBASE_PLAN_REGION_FIGURE_PARENT] = state->parent;
  figures[HBASE_PLAN_REGION_FIGURE_SERVER] = state->server;
  figures[HBASE_PLAN_REGION_FIGURE_BORN] = state->born;
  figures[HBASE_PLAN_REGION_FIGURE_SPLIT] = state->split_at;
  figures[HBASE_PLAN_REGION_FIGURE_ROWS] = (double) state->n_rows;
  figures[HBASE_PLAN_REGION_FIGURE_STORE_BYTES] = hbase_plan_region_state_get_store_bytes (state);
  figures[HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES] = state->active.bytes + state->snapshot.bytes;
  figures[HBASE_PLAN_REGION_FIGURE_FILES] = state->files->len;
  figures[HBASE_PLAN_REGION_FIGURE_FLUSHES] = state->n_flushes;
  figures[HBASE_PLAN_REGION_FIGURE_COMPACTED_BYTES] = state->compacted_bytes;
  figures[HBASE_PLAN_REGION_FIGURE_STALLED] = state->stalled;
  return region;
}

static void
add_region_figures (double *figures,
                    const HBasePlanRegionState *region,
                    const HBasePlanEmulatedRegion *described)
{
  const double *own = described->figures;

  figures[HBASE_PLAN_EMULATION_FIGURE_NEVER_SPLIT] += region->parent == 0 && is_live (region);
  if (!is_live (region))
    return;
  figures[HBASE_PLAN_EMULATION_FIGURE_STORE_BYTES] += own[HBASE_PLAN_REGION_FIGURE_STORE_BYTES];
  figures[HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES] += own[HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES];
  figures[HBASE_PLAN_EMULATION_FIGURE_FILES] += own[HBASE_PLAN_REGION_FIGURE_FILES];
  figures[HBASE_PLAN_EMULATION_FIGURE_UNSPLITTABLE] += region->is_unsplittable;
  figures[HBASE_PLAN_EMULATION_FIGURE_DEAD_REGIONS]
      += own[HBASE_PLAN_REGION_FIGURE_STORE_BYTES] + own[HBASE_PLAN_REGION_FIGURE_MEMSTORE_BYTES] == 0;
}

static guint
find_hottest_server (HBasePlanEmulator *emulator)
{
  guint hottest = 0;

  for (guint i = 1; emulator->servers != NULL && i < emulator->n_servers; i++)
    if (emulator->servers[i].n_rows > emulator->servers[hottest].n_rows)
      hottest = i;
  return hottest;
}

static guint
find_hottest_region (HBasePlanEmulator *emulator)
{
  const HBasePlanRegionState *hottest = NULL;

  for (guint i = 0; i < emulator->regions->len; i++)
    {
      const HBasePlanRegionState *region = g_ptr_array_index (emulator->regions, i);

      if (hottest == NULL || region->n_rows > hottest->n_rows)
        hottest = region;
    }
  return hottest != NULL ? hottest->number : 0;
}

static void
add_totals (HBasePlanEmulator *emulator, double *figures)
{
  double flushed = figures[HBASE_PLAN_EMULATION_FIGURE_FLUSHED_BYTES],
         rows = figures[HBASE_PLAN_EMULATION_FIGURE_ROWS];
  guint server = find_hottest_server (emulator);

  figures[HBASE_PLAN_EMULATION_FIGURE_TIME] = emulator->now;
  figures[HBASE_PLAN_EMULATION_FIGURE_REGIONS] = emulator->live->len;
  figures[HBASE_PLAN_EMULATION_FIGURE_WRITE_AMPLIFICATION]
      = flushed > 0 ? (flushed + figures[HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES]) / flushed : 0;
  figures[HBASE_PLAN_EMULATION_FIGURE_HOTTEST_REGION] = find_hottest_region (emulator);
  figures[HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER] = server;
  figures[HBASE_PLAN_EMULATION_FIGURE_HOTTEST_SERVER_SHARE]
      = rows > 0 ? emulator->servers[server].n_rows / rows : 0;
}

/**
 * hbase_plan_emulator_report:
 * @emulator: an emulator
 *
 * Describes what happened until now.
 *
 * Returns: (transfer full): the report
 */
HBasePlanEmulationReport *
hbase_plan_emulator_report (HBasePlanEmulator *emulator)
{
  GPtrArray *regions;
  HBasePlanEmulationReport *report;

  g_return_val_if_fail (HBASE_PLAN_IS_EMULATOR (emulator), NULL);

  record_growth (emulator);
  regions = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_plan_emulated_region_unref);
  report = hbase_plan_emulation_report_new (emulator->settings, regions, g_array_copy (emulator->growth));
  memcpy (report->figures, emulator->figures, sizeof report->figures);
  for (guint i = 0; i < emulator->regions->len; i++)
    {
      g_ptr_array_add (regions, describe_region (g_ptr_array_index (emulator->regions, i)));
      add_region_figures (report->figures, g_ptr_array_index (emulator->regions, i),
                          g_ptr_array_index (regions, i));
    }
  add_totals (emulator, report->figures);
  return report;
}
