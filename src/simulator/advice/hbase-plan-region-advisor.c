/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-plan-region-advisor.h"

#include <math.h>

#include "hbase-error-private.h"
#include "hbase-object-private.h"
#include "hbase-plan-region-decision-private.h"

/* This file implements HBasePlanRegionAdvisor: its properties. hbase-plan-region-decision.c makes the
 * decisions. */

#define DEFAULT_HEAP (G_GUINT64_CONSTANT (8) << 30)

/**
 * HBasePlanRegionAdvisor:
 *
 * Recommends regions, splits, salts, region size and split policy for a target: rows a second, bytes, and
 * region servers. It starts from a simulation of the keys, or of those that an existing table has.
 *
 * Each recommendation says which figures and settings of HBase it rests on:
 *
 * - **Regions**: as many as have the target size together if each is filled to 80 % of `MAX_FILESIZE`
 *   (`hbase.hregion.max.filesize`, 10 GiB) less half of `hbase.hregion.max.filesize.jitter` (0.25); a
 *   multiple of the servers; and not so few that the split policy splits them at a smaller size:
 *   `SteppingSplitPolicy` splits the only region of a table on a server at twice
 *   `hbase.hregion.memstore.flush.size` (128 MiB). If a policy needs more than twice the regions,
 *   `ConstantSizeRegionSplitPolicy` is recommended.
 * - **Memory**: each region that is written to has a memstore for each column family, which is flushed at
 *   `hbase.hregion.memstore.flush.size` if all of them fit into the heap ×
 *   `hbase.regionserver.global.memstore.size` (0.4) × `hbase.regionserver.global.memstore.size.lower.limit`
 *   (0.95). Otherwise larger regions are recommended, of up to 50 GiB, and then more servers.
 * - **Salts**: if one server gets half as much again of the writes as with random keys, in windows of a 16th
 *   of the sampled keys, whatever the splits are: one salt for each region, up to 256.
 * - **Splits**: quantiles of the sampled keys, as short as possible.
 * - **For an existing table**: its regions that will be larger than the limit, or that get more of the newest
 *   quarter of the writes than a server should, and the keys at which to split them; regions without rows;
 *   and when HBase will split the first one.
 *
 * ```c
 * g_autoptr (HBasePlanFieldKeyGenerator) keys = hbase_plan_field_key_generator_new (schema, 1);
 * g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (HBASE_KEY_GENERATOR (keys), NULL,
 * 100000); g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulator_run (simulator, NULL, &error);
 * g_autoptr (HBasePlanRegionAdvisor) advisor = NULL;
 * g_autoptr (HBasePlanRegionAdvice) advice = NULL;
 * g_autofree char *text = NULL;
 *
 * if (simulation == NULL)
 *   return FALSE;
 * advisor = hbase_plan_region_advisor_new (simulation);
 * g_object_set (advisor, "rate", 20000.0, "row-size", (guint64) 300, "servers", 5, NULL);
 * advice = hbase_plan_region_advisor_run (advisor, &error);
 * if (advice == NULL)
 *   return FALSE;
 * text = hbase_plan_region_advice_to_text (advice);
 * g_print ("%s", text);
 * ```
 */
struct _HBasePlanRegionAdvisor {
  GObject parent_instance;
  HBasePlanSimulation *simulation, *written;
  HBasePlanEmulationSettings *settings;
  HBaseKeySchema *schema;
  double rate;
  guint64 size, row_size, heap_size;
  guint n_servers, n_families;
  gboolean exists;
};

enum {
  PROP_SIMULATION = 1,
  PROP_WRITTEN,
  PROP_SETTINGS,
  PROP_SCHEMA,
  PROP_RATE,
  PROP_SIZE,
  PROP_ROW_SIZE,
  PROP_HEAP_SIZE,
  PROP_SERVERS,
  PROP_FAMILIES,
  PROP_EXISTS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

static const gsize members[N_PROPERTIES] = {
  [PROP_SIMULATION] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, simulation),
  [PROP_WRITTEN] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, written),
  [PROP_SETTINGS] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, settings),
  [PROP_SCHEMA] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, schema),
  [PROP_RATE] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, rate),
  [PROP_SIZE] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, size),
  [PROP_ROW_SIZE] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, row_size),
  [PROP_HEAP_SIZE] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, heap_size),
  [PROP_SERVERS] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, n_servers),
  [PROP_FAMILIES] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, n_families),
  [PROP_EXISTS] = G_STRUCT_OFFSET (HBasePlanRegionAdvisor, exists),
};

G_DEFINE_FINAL_TYPE (HBasePlanRegionAdvisor, hbase_plan_region_advisor, G_TYPE_OBJECT)

/* The mean number of bytes that a put writes in the simulation. */
static double
get_simulated_row_size (HBasePlanSimulation *simulation)
{
  double bytes = 0;

  for (guint i = 0; i < hbase_plan_simulation_get_n_regions (simulation); i++)
    bytes += (double) hbase_plan_simulation_get_region_bytes (simulation, i);
  return bytes / (double) hbase_plan_simulation_get_puts (simulation);
}

/* Fills in what is given. */
static void
begin (HBasePlanRegionDecision *decision, HBasePlanRegionAdvisor *self, HBasePlanEmulationSettings *settings)
{
  double row_size = self->row_size > 0 ? (double) self->row_size : get_simulated_row_size (self->simulation);
  double now = self->exists ? (double) hbase_plan_simulation_get_puts (self->simulation) * row_size : 0;

  *decision = (HBasePlanRegionDecision){ .simulation = self->simulation,
                                         .written = self->written,
                                         .schema = self->schema,
                                         .exists = self->exists,
                                         .rate = self->rate,
                                         .row_size = row_size,
                                         .now = now };
  decision->plan = (HBasePlanRegionPlan){ .values = hbase_plan_emulation_settings_get_values (settings),
                                          .n_servers = self->n_servers,
                                          .n_families = self->n_families,
                                          .heap_size = (double) self->heap_size,
                                          .target = fmax ((double) self->size, now) };
}

static gboolean
check (HBasePlanRegionAdvisor *self, GError **error)
{
  if (!hbase_object_check_property (self, "simulation", self->simulation, error))
    return FALSE;
  if (hbase_plan_simulation_get_puts (self->simulation) > 0
      && (self->written == NULL || hbase_plan_simulation_get_puts (self->written) > 0))
    return TRUE;
  return hbase_error_set (error, HBASE_ERROR_INVALID_ARGUMENT,
                          "there are no puts in the simulation: nothing is known of the keys");
}

/**
 * hbase_plan_region_advisor_run:
 * @advisor: an advisor
 * @error: return location for an error
 *
 * Computes what to recommend. The call doesn't change the simulations.
 *
 * Errors: %HBASE_ERROR_INVALID_ARGUMENT if [property@HBasePlan.RegionAdvisor:simulation] is missing, or a
 * simulation has no puts.
 *
 * Returns: (transfer full): the advice
 */
HBasePlanRegionAdvice *
hbase_plan_region_advisor_run (HBasePlanRegionAdvisor *advisor, GError **error)
{
  g_autoptr (HBasePlanEmulationSettings) settings = NULL;
  g_auto (HBasePlanRegionDecision) decision = { 0 };

  g_return_val_if_fail (HBASE_PLAN_IS_REGION_ADVISOR (advisor), NULL);

  if (!check (advisor, error))
    return NULL;
  settings = advisor->settings != NULL ? g_object_ref (advisor->settings)
                                       : hbase_plan_emulation_settings_new (NULL, NULL);
  begin (&decision, advisor, settings);
  hbase_plan_region_decision_make (&decision);
  hbase_plan_region_decision_describe (&decision);
  return g_steal_pointer (&decision.advice);
}

/* ---- the object ---- */

static void
hbase_plan_region_advisor_get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  hbase_object_get_member (object, members[id], value);
}

static void
hbase_plan_region_advisor_set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  hbase_object_set_member (object, members[id], value, spec);
}

static void
hbase_plan_region_advisor_finalize (GObject *object)
{
  HBasePlanRegionAdvisor *self = HBASE_PLAN_REGION_ADVISOR (object);

  g_clear_object (&self->simulation);
  g_clear_object (&self->written);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->schema, hbase_key_schema_unref);
  G_OBJECT_CLASS (hbase_plan_region_advisor_parent_class)->finalize (object);
}

static void
hbase_plan_region_advisor_class_init (HBasePlanRegionAdvisorClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_CONSTRUCT | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->get_property = hbase_plan_region_advisor_get_property;
  object_class->set_property = hbase_plan_region_advisor_set_property;
  object_class->finalize = hbase_plan_region_advisor_finalize;

  /**
   * HBasePlanRegionAdvisor:simulation:
   *
   * The simulation of puts to the table, with the splits that it has or might have. It is required.
   */
  properties[PROP_SIMULATION]
      = g_param_spec_object ("simulation", NULL, NULL, HBASE_PLAN_TYPE_SIMULATION, flags);
  /**
   * HBasePlanRegionAdvisor:written:
   *
   * A simulation of some of the same keys in the order in which they are written, if those of
   * [property@HBasePlan.RegionAdvisor:simulation] are in another, as the rows that a scan returns are. %NULL,
   * the default, says that the keys are written in the order in which they were simulated.
   */
  properties[PROP_WRITTEN] = g_param_spec_object ("written", NULL, NULL, HBASE_PLAN_TYPE_SIMULATION, flags);
  /**
   * HBasePlanRegionAdvisor:settings:
   *
   * The settings of HBase. %NULL, the default, stands for the defaults of HBase 2.6.
   */
  properties[PROP_SETTINGS]
      = g_param_spec_object ("settings", NULL, NULL, HBASE_PLAN_TYPE_EMULATION_SETTINGS, flags);
  /**
   * HBasePlanRegionAdvisor:schema:
   *
   * The key schema, whose salts are counted; %NULL by default.
   */
  properties[PROP_SCHEMA] = g_param_spec_boxed ("schema", NULL, NULL, HBASE_TYPE_KEY_SCHEMA, flags);
  /**
   * HBasePlanRegionAdvisor:rate:
   *
   * The rows that will be written in a second. 0, the default, says that this isn't known.
   */
  properties[PROP_RATE] = g_param_spec_double ("rate", NULL, NULL, 0, 1e12, 0, flags);
  /**
   * HBasePlanRegionAdvisor:size:
   *
   * The bytes that the table will have in its store files, without HDFS's replicas. 0, the default, says that
   * this isn't known; an existing table will have at least the size that it has.
   */
  properties[PROP_SIZE] = g_param_spec_uint64 ("size", NULL, NULL, 0, G_MAXINT64, 0, flags);
  /**
   * HBasePlanRegionAdvisor:row-size:
   *
   * The bytes of a row in store files. 0, the default, stands for the mean number of bytes of a put in the
   * simulation.
   */
  properties[PROP_ROW_SIZE] = g_param_spec_uint64 ("row-size", NULL, NULL, 0, G_MAXINT64, 0, flags);
  /**
   * HBasePlanRegionAdvisor:heap-size:
   *
   * The size of a region server's heap, in bytes: 8 GiB by default.
   */
  properties[PROP_HEAP_SIZE]
      = g_param_spec_uint64 ("heap-size", NULL, NULL, 1 << 20, G_MAXINT64, DEFAULT_HEAP, flags);
  /**
   * HBasePlanRegionAdvisor:servers:
   *
   * The number of region servers: 1 by default.
   */
  properties[PROP_SERVERS] = g_param_spec_uint ("servers", NULL, NULL, 1, 10000, 1, flags);
  /**
   * HBasePlanRegionAdvisor:families:
   *
   * The number of column families to which rows are written: 1 by default.
   */
  properties[PROP_FAMILIES] = g_param_spec_uint ("families", NULL, NULL, 1, 1000, 1, flags);
  /**
   * HBasePlanRegionAdvisor:exists:
   *
   * Whether the table exists, and the simulation has its rows and its regions: then the advice is which of
   * them to split. Otherwise, by default, it is how to create the table.
   */
  properties[PROP_EXISTS] = g_param_spec_boolean ("exists", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
hbase_plan_region_advisor_init (HBasePlanRegionAdvisor *self)
{
}

/**
 * hbase_plan_region_advisor_new:
 * @simulation: a simulation
 *
 * Makes an advisor for a new table on one server.
 *
 * Returns: (transfer full): the advisor
 */
HBasePlanRegionAdvisor *
hbase_plan_region_advisor_new (HBasePlanSimulation *simulation)
{
  return g_object_new (HBASE_PLAN_TYPE_REGION_ADVISOR, "simulation", simulation, NULL);
}
