/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "hbase-error.h"
#include "hbase-plan-balancer-private.h"
#include "hbase-plan-compaction-policy-private.h"
#include "hbase-plan-emulator.h"
#include "hbase-plan-key-samples-private.h"
#include "hbase-plan-split-policy-private.h"

#include "check-main.h"
#include "test-seed.h"

#define MIB 1048576.0

static HBasePlanEmulationValues
default_values (void)
{
  g_autoptr (HBasePlanEmulationSettings) settings = hbase_plan_emulation_settings_new (NULL, NULL);

  return *hbase_plan_emulation_settings_get_values (settings);
}

/* ---- policies ---- */

typedef struct {
  double mib[12];   /* 0: the end */
  guint references; /* how many of the first are references */
  gboolean wants_major;
  gint64 max_files, max_mib, blocking;
  guint first, n;
  gboolean is_major;
} SelectionCase;

/* With at least 3 files, a ratio of 1.2, and 128 MiB as the least size to which the ratio applies. */
static const SelectionCase selections[] = {
  /* Too few files. */
  { { 100, 100 }, 0, FALSE, 10, 0, 16, 0, 0, FALSE },
  /* The most files are chosen: 500 isn't larger than 1.2 × 480. */
  { { 500, 160, 160, 160 }, 0, FALSE, 10, 0, 16, 0, 4, TRUE },
  /* 1000 is larger than 1.2 × 480. */
  { { 1000, 160, 160, 160 }, 0, FALSE, 10, 0, 16, 1, 3, FALSE },
  /* As many files for fewer bytes: the last three, although all are in the ratio. */
  { { 30, 20, 20, 10 }, 0, FALSE, 3, 0, 16, 1, 3, FALSE },
  /* Less than 128 MiB together: the ratio doesn't matter. */
  { { 100, 1, 1 }, 0, FALSE, 10, 0, 16, 0, 3, TRUE },
  /* 300 is larger than 1.2 × 30, and the store isn't full. */
  { { 300, 20, 10 }, 0, FALSE, 10, 0, 16, 0, 0, FALSE },
  /* The same, in a store that may be stuck: the smallest sequence. */
  { { 9000, 3000, 900, 300 }, 0, FALSE, 10, 0, 4, 1, 3, FALSE },
  /* Files above the maximum are left out at the old end. */
  { { 1000, 200, 200, 200 }, 0, FALSE, 10, 900, 16, 1, 3, FALSE },
  /* References are compacted whatever their ratio, as many as a compaction may have. */
  { { 5000, 1 }, 2, FALSE, 10, 0, 16, 0, 2, TRUE },
  { { 5, 4, 3, 2, 1 }, 5, FALSE, 4, 0, 16, 0, 4, FALSE },
  { { 5000, 10, 10, 10 }, 0, TRUE, 10, 0, 16, 0, 4, TRUE },
  /* A periodic major compaction of as many files as a compaction may have becomes a minor one. */
  { { 5000, 10, 10, 10 }, 0, TRUE, 4, 0, 16, 1, 3, FALSE },
};

START_TEST (the_exploring_policy_selects_the_files_that_hbase_selects)
{
  const SelectionCase *c = &selections[_i];
  HBasePlanEmulationValues values = default_values ();
  HBasePlanStoreFileSize files[12] = { { 0 } };
  HBasePlanCompactionSelection selection;
  guint n = 0;

  values.max_files = c->max_files;
  values.blocking_store_files = c->blocking;
  if (c->max_mib > 0)
    values.max_compact_size = c->max_mib << 20;
  for (; c->mib[n] > 0; n++)
    files[n] = (HBasePlanStoreFileSize){ c->mib[n] * MIB, n < c->references };
  selection = hbase_plan_compaction_policy_select (&values, files, n, c->wants_major);
  ck_assert_uint_eq (selection.n, c->n);
  ck_assert_uint_eq (selection.first, c->first);
  ck_assert_int_eq (selection.is_major, c->is_major);
}
END_TEST

START_TEST (throughput_grows_with_the_files_of_the_fullest_store)
{
  HBasePlanEmulationValues values = default_values ();

  ck_assert_double_eq (hbase_plan_compaction_policy_get_throughput (&values, 3), 50 * MIB);
  ck_assert_double_eq_tol (hbase_plan_compaction_policy_get_throughput (&values, 9),
                           50 * MIB * (1 + 6 / 13.0), 1);
  ck_assert_double_eq (hbase_plan_compaction_policy_get_throughput (&values, 16), 100 * MIB);
  ck_assert (isinf (hbase_plan_compaction_policy_get_throughput (&values, 17)));
}
END_TEST

typedef struct {
  HBasePlanSplitPolicy policy;
  guint n_regions;
  double mib; /* −1: never */
} SplitCase;

static const SplitCase split_sizes[] = {
  { HBASE_PLAN_SPLIT_POLICY_STEPPING, 1, 256 },       { HBASE_PLAN_SPLIT_POLICY_STEPPING, 2, 10240 },
  { HBASE_PLAN_SPLIT_POLICY_INCREASING, 1, 256 },     { HBASE_PLAN_SPLIT_POLICY_INCREASING, 2, 2048 },
  { HBASE_PLAN_SPLIT_POLICY_INCREASING, 3, 6912 },    { HBASE_PLAN_SPLIT_POLICY_INCREASING, 4, 10240 },
  { HBASE_PLAN_SPLIT_POLICY_INCREASING, 101, 10240 }, { HBASE_PLAN_SPLIT_POLICY_CONSTANT_SIZE, 1, 10240 },
  { HBASE_PLAN_SPLIT_POLICY_DISABLED, 1, -1 },
};

START_TEST (split_policies_have_the_sizes_of_hbase)
{
  const SplitCase *c = &split_sizes[_i];
  HBasePlanEmulationValues values = default_values ();
  double size;

  values.split_policy = c->policy;
  size = hbase_plan_split_policy_get_size (&values, (double) values.max_file_size, c->n_regions);
  ck_assert_double_eq (size, c->mib < 0 ? INFINITY : c->mib * MIB);
  values.split_enabled = FALSE;
  ck_assert (isinf (hbase_plan_split_policy_get_size (&values, 1, c->n_regions)));
}
END_TEST

START_TEST (an_initial_size_replaces_twice_the_flush_size)
{
  HBasePlanEmulationValues values = default_values ();

  values.initial_split_size = 1000;
  ck_assert_double_eq (hbase_plan_split_policy_get_size (&values, 1e12, 1), 1000);
  values.split_policy = HBASE_PLAN_SPLIT_POLICY_INCREASING;
  ck_assert_double_eq (hbase_plan_split_policy_get_size (&values, 1e12, 3), 27000);
}
END_TEST

START_TEST (jitter_changes_the_size_by_an_eighth_at_most)
{
  HBasePlanEmulationValues values = default_values ();

  ck_assert_double_eq (hbase_plan_split_policy_add_jitter (&values, 0.5), 10240 * MIB);
  ck_assert_double_eq (hbase_plan_split_policy_add_jitter (&values, 0), 8960 * MIB);
  ck_assert_double_eq (hbase_plan_split_policy_add_jitter (&values, 1), 11520 * MIB);
}
END_TEST

static guint
count_on (const HBasePlanBalancedRegion *regions, guint n, guint server)
{
  guint found = 0;

  for (guint i = 0; i < n; i++)
    found += regions[i].server == server;
  return found;
}

START_TEST (balancers_give_each_server_about_as_many_regions)
{
  HBasePlanEmulationValues values = default_values ();
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (hbase_plan_counter_random_init (1, 0), 0);
  HBasePlanBalancedRegion regions[40];

  values.balancer = _i;
  for (guint i = 0; i < 40; i++)
    regions[i] = (HBasePlanBalancedRegion){ .server = i < 30 ? 0 : 1, .bytes = 1e9 };
  hbase_plan_balancer_balance (&values, regions, 40, 4, &draws);
  for (guint i = 0; i < 4; i++)
    ck_assert_int_le (ABS ((int) count_on (regions, 40, i) - 10), 1);
}
END_TEST

START_TEST (a_balanced_cluster_is_left_as_it_is)
{
  HBasePlanEmulationValues values = default_values ();
  HBasePlanRandomDraws draws = hbase_plan_counter_random_draws (hbase_plan_counter_random_init (1, 0), 0);
  HBasePlanBalancedRegion regions[9];

  values.balancer = _i;
  for (guint i = 0; i < 9; i++)
    regions[i] = (HBasePlanBalancedRegion){ .server = i % 3, .bytes = 1e9 };
  hbase_plan_balancer_balance (&values, regions, 9, 3, &draws);
  for (guint i = 0; i < 9; i++)
    ck_assert_uint_eq (regions[i].server, i % 3);
}
END_TEST

/* ---- samples of keys ---- */

static void
add_key (GArray *samples, guint number, double bytes)
{
  g_autofree char *text = g_strdup_printf ("%06u", number);
  g_autoptr (GBytes) key = g_bytes_new (text, 6);

  hbase_plan_key_samples_add (samples, key, bytes);
}

static guint
number_of (GBytes *key)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (key, NULL), g_bytes_get_size (key));

  return (guint) g_ascii_strtoull (text, NULL, 10);
}

START_TEST (reduced_samples_keep_sum_ends_and_quantiles)
{
  g_autoptr (GArray) samples = hbase_plan_key_samples_new ();
  guint n = 10000;

  for (guint i = 0; i < n; i++)
    add_key (samples, (i * 7919) % n, 10);
  hbase_plan_key_samples_sort (samples, 100);
  ck_assert_uint_le (samples->len, 100);
  ck_assert_double_eq_tol (hbase_plan_key_samples_sum (samples), 10.0 * n, 1e-6);
  ck_assert_uint_eq (number_of (g_array_index (samples, HBaseKeySample, 0).key), 0);
  ck_assert_uint_eq (number_of (g_array_index (samples, HBaseKeySample, samples->len - 1).key), n - 1);
  ck_assert_int_le (ABS ((int) number_of (hbase_plan_key_samples_find_mid_key (samples, 10)) - 5000), 100);
}
END_TEST

START_TEST (the_mid_key_is_the_first_of_the_middle_block)
{
  g_autoptr (GArray) samples = hbase_plan_key_samples_new ();

  for (guint i = 0; i < 10; i++)
    add_key (samples, i, 100);
  /* 1000 bytes in blocks of 300: 4 blocks, of which number 2 begins at byte 600. */
  ck_assert_uint_eq (number_of (hbase_plan_key_samples_find_mid_key (samples, 300)), 6);
  /* One block: its first key, at which HBase doesn't split. */
  ck_assert_uint_eq (number_of (hbase_plan_key_samples_find_mid_key (samples, 5000)), 0);
}
END_TEST

/* ---- histories ---- */

#define P(name, value) "<property><name>" name "</name><value>" value "</value></property>"

/* 1 MiB memstores; no jitter, no periodic flush; regions of 16 MiB; files are archived 5 times a second. */
#define SMALL                                                                                                \
  P ("hbase.hregion.memstore.flush.size", "1048576")                                                         \
  P ("hbase.hregion.max.filesize", "16777216")                                                               \
  P ("hbase.hregion.max.filesize.jitter", "0")                                                               \
  P ("hbase.hstore.compaction.min.size", "1048576")                                                          \
  P ("hbase.hfile.compaction.discharger.interval", "200")                                                    \
  P ("hbase.regionserver.optionalcacheflushinterval", "-1")

static HBasePlanEmulationSettings *
settings_of (const char *properties)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();
  g_autofree char *text = g_strdup_printf ("<configuration>%s</configuration>", properties);
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  HBasePlanEmulationSettings *settings;

  hbase_plan_site_settings_add_xml (site, "test.xml", bytes, &error);
  ck_assert_no_error (error);
  settings = hbase_plan_emulation_settings_new (site, &error);
  ck_assert_no_error (error);
  return settings;
}

/* Rows of 908 bytes and one cell: 1000 bytes in memory. */
static HBasePlanEmulator *
emulator_of (const char *properties, double rate, guint n_servers)
{
  g_autoptr (HBasePlanEmulationSettings) settings = settings_of (properties);

  return g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", settings, "row-size", (guint64) 908, "rate",
                       rate, "servers", n_servers, NULL);
}

typedef guint64 (*KeyFunc) (guint64 i);

static guint64
ascending (guint64 i)
{
  return i;
}

static guint64
scattered (guint64 i)
{
  return hbase_plan_counter_random_at (hbase_plan_counter_random_init (7, 7), i);
}

static guint64
constant (guint64 i G_GNUC_UNUSED)
{
  return 5;
}

static void
write_keys (HBasePlanEmulator *emulator, guint64 n_rows, KeyFunc key_of)
{
  guint64 step = hbase_plan_emulator_get_sample_rows (emulator);

  for (guint64 i = 0; i < n_rows; i += step)
    {
      g_autoptr (GError) error = NULL;
      guint64 number = GUINT64_TO_BE (key_of (i));
      g_autoptr (GBytes) key = g_bytes_new (&number, sizeof number);

      ck_assert (hbase_plan_emulator_write (emulator, key, MIN (step, n_rows - i), &error));
      ck_assert_no_error (error);
    }
}

static double
figure (HBasePlanEmulationReport *report, HBasePlanEmulationFigure figure)
{
  return hbase_plan_emulation_report_get_figure (report, figure);
}

#define FIGURE(name) figure (report, HBASE_PLAN_EMULATION_FIGURE_##name)

/* A memstore is flushed by the sample with which it exceeds 1 MiB: of 4 rows each, the 263rd, which is
 * 1052 rows. 10 × 1052 rows are 10 flushes. Without compactions they are 10 files. */
START_TEST (a_memstore_is_flushed_when_it_exceeds_the_flush_size)
{
  g_autoptr (HBasePlanEmulator) emulator
      = emulator_of (SMALL P ("hbase.regionserver.compaction.enabled", "false")
                         P ("hbase.regionserver.region.split.policy", "DisabledRegionSplitPolicy"),
                     1000, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  ck_assert_uint_eq (hbase_plan_emulator_get_sample_rows (emulator), 4);
  write_keys (emulator, 10520, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (FIGURE (FLUSHES), 10);
  ck_assert_double_eq (FIGURE (FILES), 10);
  ck_assert_double_eq (FIGURE (STORE_BYTES), 10520 * 908);
  ck_assert_double_eq (FIGURE (MEMSTORE_BYTES), 0);
  ck_assert_double_eq (FIGURE (WRITE_AMPLIFICATION), 1);
  ck_assert_double_eq (FIGURE (REGIONS), 1);
  ck_assert_double_eq (FIGURE (FIRST_SPLIT), -1);
}
END_TEST

/* Files 1 2 3 → one of 3; then 4 5 6: [3 1 1 1] isn't in the ratio for 3 ≤ 1.2 × 2 with two, but it is
 * with three: after flush 5 the files are [3 1 1], of which 3 > 2.4, and none is compacted; after flush 6,
 * [3 1 1 1] has 3 ≤ 3.6: one file of 6. After flush 9: [6 1 1 1] has 6 > 3.6, so the last three: [6 3]; so
 * compactions wrote 3 + 6 + 3. */
START_TEST (compactions_follow_the_history_computed_by_hand)
{
  g_autoptr (HBasePlanEmulator) emulator
      = emulator_of (SMALL P ("hbase.regionserver.region.split.policy", "DisabledRegionSplitPolicy"), 100, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 9 * 1052, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (FIGURE (FLUSHES), 9);
  ck_assert_double_eq (FIGURE (COMPACTIONS), 3);
  ck_assert_double_eq (FIGURE (MAJOR_COMPACTIONS), 2);
  ck_assert_double_eq (FIGURE (COMPACTED_BYTES), 12 * 1052 * 908);
  ck_assert_double_eq (FIGURE (FILES), 2);
  ck_assert_double_eq_tol (FIGURE (WRITE_AMPLIFICATION), 21.0 / 9, 1e-9);
}
END_TEST

/* The first split is at twice the flush size, after the third flush: two are 1.82 MiB. */
START_TEST (the_stepping_policy_splits_one_region_early_and_others_at_the_maximum)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 100, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL, later = NULL;

  write_keys (emulator, 3 * 1052, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (FIGURE (SPLITS), 1);
  ck_assert_double_ge (FIGURE (FIRST_SPLIT), 3 * 1052 / 100 * 1000);
  write_keys (emulator, 16000, scattered);
  hbase_plan_emulator_wait (emulator);
  later = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (figure (later, HBASE_PLAN_EMULATION_FIGURE_REGIONS), 2);
}
END_TEST

/* The first split is after the third flush, at 31.56 s. Its key is the first row of block 7 of the first
 * file's 15, about the 505th, so that the upper half has 2,651 of the 3,156 rows, and gets all further ones.
 * With 15 more flushes of 1,052 rows it has 18,431, and with the 16th, at 199.88 s, more than the 18,477 of
 * 16 MiB. But its references, which were compacted away at once, may be archived at 205 s only: then it is
 * split after the next flush, at 210.4 s. A flush takes 5 ms. */
static const struct {
  const char *interval;
  double split;
} archivings[] = {
  { P ("hbase.hfile.compaction.discharger.interval", "1000"), 199880 },
  { P ("hbase.hfile.compaction.discharger.interval", "205000"), 210400 },
};

START_TEST (a_daughter_is_split_once_its_references_are_archived)
{
  g_autofree char *properties = g_strconcat (SMALL, archivings[_i].interval, NULL);
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (properties, 100, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autoptr (GPtrArray) regions = NULL;

  write_keys (emulator, 21 * 1052, ascending);
  report = hbase_plan_emulator_report (emulator);
  regions = hbase_plan_emulation_report_get_regions (report);
  ck_assert_double_eq (FIGURE (SPLITS), 2);
  ck_assert_double_eq_tol (FIGURE (FIRST_SPLIT), 31560, 5);
  ck_assert_double_eq_tol (
      hbase_plan_emulated_region_get_figure (regions->pdata[2], HBASE_PLAN_REGION_FIGURE_SPLIT),
      archivings[_i].split, 5);
}
END_TEST

START_TEST (ascending_keys_leave_halves_that_never_grow)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 1000, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autoptr (GPtrArray) regions = NULL;

  write_keys (emulator, 200000, ascending);
  hbase_plan_emulator_flush (emulator);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  regions = hbase_plan_emulation_report_get_regions (report);
  ck_assert_double_gt (FIGURE (REGIONS), 10);
  for (guint i = 0; i < regions->len; i++)
    {
      HBasePlanEmulatedRegion *region = regions->pdata[i];
      g_autoptr (GBytes) end = hbase_plan_emulated_region_get_end_key (region);

      /* Only the table's last region gets rows; the lower half of each split gets no other ones. */
      if (g_bytes_get_size (end) > 0)
        ck_assert_double_eq (hbase_plan_emulated_region_get_figure (region, HBASE_PLAN_REGION_FIGURE_ROWS),
                             0);
    }
}
END_TEST

START_TEST (a_region_of_one_key_cannot_be_split)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 1000, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 20000, constant);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (FIGURE (REGIONS), 1);
  ck_assert_double_eq (FIGURE (UNSPLITTABLE), 1);
  ck_assert_double_eq (FIGURE (NEVER_SPLIT), 1);
}
END_TEST

START_TEST (dead_regions_are_counted)
{
  static const guint8 high[] = { 0xf0 }, higher[] = { 0xf8 };
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 1000, 2);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_ptr_array_add (splits, g_bytes_new_static (high, 1));
  g_ptr_array_add (splits, g_bytes_new_static (higher, 1));
  ck_assert (hbase_plan_emulator_set_splits (emulator, splits, NULL));
  write_keys (emulator, 100, ascending);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_eq (FIGURE (REGIONS), 3);
  ck_assert_double_eq (FIGURE (DEAD_REGIONS), 2);
  ck_assert_double_eq (FIGURE (HOTTEST_REGION), 1);
  ck_assert_double_eq (FIGURE (HOTTEST_SERVER_SHARE), 1);
  ck_assert_double_eq (FIGURE (MEMSTORE_BYTES), 100 * 908);
}
END_TEST

/* 4 MiB in memory may wait for a flush; more block the writers, if they are faster than the disk. */
START_TEST (writers_wait_for_full_memstores)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 1e9, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 50000, scattered);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_gt (FIGURE (REGION_STALLS), 0);
  ck_assert_double_eq (FIGURE (SERVER_STALLS), 0);
  ck_assert_double_le (FIGURE (MEMSTORE_BYTES), 10 * 5 * MIB);
  /* All the time but that of 50,000 rows at 10⁹ a second was waiting. */
  ck_assert_double_eq_tol (FIGURE (TIME), FIGURE (REGION_STALLS) + 0.05, 0.01);
}
END_TEST

START_TEST (writers_wait_for_full_servers)
{
  g_autoptr (HBasePlanEmulationSettings) settings
      = settings_of (P ("hbase.regionserver.region.split.policy", "DisabledRegionSplitPolicy"));
  g_autoptr (HBasePlanEmulator) emulator
      = g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", settings, "row-size", (guint64) 908, "rate", 1e9,
                      "heap-size", (guint64) 20 << 20, NULL);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 50000, scattered);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_gt (FIGURE (SERVER_STALLS), 0);
  ck_assert_double_gt (FIGURE (PRESSURE_FLUSHES), 0);
  ck_assert_double_le (FIGURE (MEMSTORE_BYTES), 8 * MIB);
}
END_TEST

START_TEST (a_flush_waits_for_compactions_of_too_many_files)
{
  g_autoptr (HBasePlanEmulator) emulator
      = emulator_of (SMALL P ("hbase.regionserver.compaction.enabled", "false")
                         P ("hbase.regionserver.region.split.policy", "DisabledRegionSplitPolicy")
                             P ("hbase.hstore.blockingStoreFiles", "5"),
                     1e6, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 20 * 1052, scattered);
  report = hbase_plan_emulator_report (emulator);
  /* After 6 files each flush waits for 90 s, during which 4 MiB are written: 6 + 4 + 4 of 20 MiB, and the
   * third memstore is never full. */
  ck_assert_double_eq_tol (FIGURE (REGION_STALLS), 180000, 1000);
  ck_assert_double_lt (FIGURE (FLUSHES), 12);
}
END_TEST

/* With 2 logs of 128 KiB, a region whose memstore isn't full is flushed. */
START_TEST (old_logs_are_flushed)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (
      P ("hbase.regionserver.maxlogs", "2") P ("hbase.regionserver.hlog.blocksize", "262144"), 1000, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  write_keys (emulator, 100000, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  ck_assert_double_gt (FIGURE (LOG_FLUSHES), 10);
  ck_assert_double_le (FIGURE (MEMSTORE_BYTES), 3 * MIB);
}
END_TEST

START_TEST (an_old_memstore_is_flushed)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of ("", 0.01, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (GBytes) key = g_bytes_new ("k", 1);

      ck_assert (hbase_plan_emulator_write (emulator, key, 1, NULL));
    }
  report = hbase_plan_emulator_report (emulator);
  /* 10,000 s: after one hour, and up to 5 minutes, each time. */
  ck_assert_double_eq (FIGURE (FLUSHES), 2);
}
END_TEST

START_TEST (major_compactions_are_periodic)
{
  g_autoptr (HBasePlanEmulator) on = emulator_of ("", 0.1, 1);
  g_autoptr (HBasePlanEmulator) off = emulator_of (P ("hbase.hregion.majorcompaction", "0"), 0.1, 1);
  HBasePlanEmulator *emulators[] = { on, off };
  double n[2];

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HBasePlanEmulationReport) report = NULL;

      /* 116 days; hourly flushes of few rows. */
      write_keys (emulators[i], 1000000, scattered);
      report = hbase_plan_emulator_report (emulators[i]);
      n[i] = FIGURE (MAJOR_COMPACTIONS);
    }
  ck_assert_double_gt (n[0], n[1]);
}
END_TEST

START_TEST (regions_move_to_other_servers)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (
      _i == 0 ? SMALL : SMALL P ("hbase.master.loadbalancer.class", "SimpleLoadBalancer"), 100, 3);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autoptr (GPtrArray) regions = NULL;
  guint counts[3] = { 0 };

  write_keys (emulator, 300000, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  regions = hbase_plan_emulation_report_get_regions (report);
  for (guint i = 0; i < regions->len; i++)
    if (hbase_plan_emulated_region_get_figure (regions->pdata[i], HBASE_PLAN_REGION_FIGURE_SPLIT) < 0)
      counts[(guint) hbase_plan_emulated_region_get_figure (regions->pdata[i],
                                                            HBASE_PLAN_REGION_FIGURE_SERVER)]++;
  ck_assert_double_gt (FIGURE (MOVES), 0);
  for (guint i = 0; i < 3; i++)
    ck_assert_double_eq_tol (counts[i], FIGURE (REGIONS) / 3, FIGURE (REGIONS) * 0.2 + 1);
}
END_TEST

START_TEST (bad_writes_are_refused)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 100, 1);
  g_autoptr (GBytes) empty = g_bytes_new (NULL, 0), key = g_bytes_new ("k", 1);
  g_autoptr (GPtrArray) splits = g_ptr_array_new ();
  struct {
    GBytes *key;
    guint64 n;
  } bad[] = { { empty, 1 }, { key, 0 }, { key, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert (!hbase_plan_emulator_write (emulator, bad[i].key, bad[i].n, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
    }
  g_ptr_array_add (splits, key);
  g_ptr_array_add (splits, key);
  ck_assert (!hbase_plan_emulator_set_splits (emulator, splits, NULL));
  g_ptr_array_set_size (splits, 1);
  ck_assert (hbase_plan_emulator_set_splits (emulator, splits, NULL));
  ck_assert (hbase_plan_emulator_write (emulator, key, 1, NULL));
  ck_assert (!hbase_plan_emulator_set_splits (emulator, splits, NULL));
}
END_TEST

/* ---- properties ---- */

static gboolean
lies_in (GBytes *key, GBytes *start, GBytes *end)
{
  return g_bytes_compare (start, key) < 0 && (g_bytes_get_size (end) == 0 || g_bytes_compare (key, end) < 0);
}

/* A daughter's keys lie within its parent's, and one of its bounds is the split key. */
static void
check_daughter (HBasePlanEmulatedRegion *region, HBasePlanEmulatedRegion *parent)
{
  g_autoptr (GBytes) start = hbase_plan_emulated_region_get_start_key (region);
  g_autoptr (GBytes) end = hbase_plan_emulated_region_get_end_key (region);
  g_autoptr (GBytes) parent_start = hbase_plan_emulated_region_get_start_key (parent);
  g_autoptr (GBytes) parent_end = hbase_plan_emulated_region_get_end_key (parent);
  gboolean is_lower = g_bytes_equal (start, parent_start);

  ck_assert (is_lower || g_bytes_equal (end, parent_end));
  ck_assert (lies_in (is_lower ? end : start, parent_start, parent_end));
  ck_assert_double_eq (hbase_plan_emulated_region_get_figure (region, HBASE_PLAN_REGION_FIGURE_BORN),
                       hbase_plan_emulated_region_get_figure (parent, HBASE_PLAN_REGION_FIGURE_SPLIT));
}

static void
check_report (HBasePlanEmulationReport *report, guint64 n_rows)
{
  g_autoptr (GPtrArray) regions = hbase_plan_emulation_report_get_regions (report);
  double rows = 0, live = 0;

  for (guint i = 0; i < regions->len; i++)
    {
      HBasePlanEmulatedRegion *region = regions->pdata[i];
      guint parent = (guint) hbase_plan_emulated_region_get_figure (region, HBASE_PLAN_REGION_FIGURE_PARENT);

      ck_assert_uint_eq (hbase_plan_emulated_region_get_number (region), i + 1);
      if (parent > 0)
        check_daughter (region, regions->pdata[parent - 1]);
      rows += hbase_plan_emulated_region_get_figure (region, HBASE_PLAN_REGION_FIGURE_ROWS);
      live += hbase_plan_emulated_region_get_figure (region, HBASE_PLAN_REGION_FIGURE_SPLIT) < 0;
    }
  ck_assert_double_eq (rows, (double) n_rows);
  ck_assert_double_eq (live, FIGURE (REGIONS));
  ck_assert_double_eq (FIGURE (WRITTEN_BYTES), (double) n_rows * 908);
  ck_assert_double_eq_tol (FIGURE (STORE_BYTES) + FIGURE (MEMSTORE_BYTES), FIGURE (WRITTEN_BYTES), 1);
  ck_assert_double_eq (FIGURE (REGIONS), FIGURE (SPLITS) + 1);
}

static char *
draw_settings (HBasePlanRandomDraws *draws)
{
  static const char *const policies[] = { "DisabledRegionSplitPolicy", "ConstantSizeRegionSplitPolicy",
                                          "IncreasingToUpperBoundRegionSplitPolicy", "SteppingSplitPolicy" };
  guint numbers[8];

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    numbers[i] = (guint) hbase_plan_random_scale (hbase_plan_random_draws_next (draws), 1000);
  return g_strdup_printf (
      P ("hbase.hregion.memstore.flush.size", "%u") P ("hbase.hregion.max.filesize", "%u")
          P ("hbase.hstore.compaction.min", "%u") P ("hbase.hstore.compaction.max", "%u")
              P ("hbase.hstore.blockingStoreFiles", "%u") P ("hbase.hstore.compaction.ratio", "1.%u")
                  P ("hbase.regionserver.region.split.policy", "%s") P ("hbase.regionserver.maxlogs", "%u")
                      P ("hbase.hstore.compaction.min.size", "%u"),
      1048576 + numbers[0] * 2000, 2097152 + numbers[1] * 20000, 2 + numbers[2] % 4, 6 + numbers[3] % 6,
      3 + numbers[4] % 20, numbers[5], policies[numbers[6] % 4], 2 + numbers[7] % 40, numbers[2] * 3000);
}

START_TEST (any_settings_keep_bytes_and_order)
{
  static const KeyFunc keys[] = { ascending, scattered, constant };
  g_autoptr (GRand) rand = test_rand_new ("any_settings_keep_bytes_and_order");
  guint64 seed = test_rand_uint64 (rand);
  guint n = test_times (60);

  for (guint i = 0; i < n; i++)
    {
      HBasePlanRandomDraws draws
          = hbase_plan_counter_random_draws (hbase_plan_counter_random_init (seed, 0), i);
      g_autofree char *properties = draw_settings (&draws);
      g_autoptr (HBasePlanEmulator) emulator
          = emulator_of (properties, exp (2 + 12 * hbase_plan_random_draws_next_double (&draws)), 1 + i % 3);
      g_autoptr (HBasePlanEmulationReport) during = NULL, after = NULL;

      write_keys (emulator, 50000, keys[i % 3]);
      during = hbase_plan_emulator_report (emulator);
      check_report (during, 50000);
      hbase_plan_emulator_flush (emulator);
      hbase_plan_emulator_wait (emulator);
      after = hbase_plan_emulator_report (emulator);
      check_report (after, 50000);
      ck_assert_double_eq (figure (after, HBASE_PLAN_EMULATION_FIGURE_MEMSTORE_BYTES), 0);
    }
}
END_TEST

START_TEST (even_keys_are_split_evenly)
{
  g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 10000, 1);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autoptr (GPtrArray) regions = NULL;

  write_keys (emulator, 400000, scattered);
  hbase_plan_emulator_wait (emulator);
  report = hbase_plan_emulator_report (emulator);
  regions = hbase_plan_emulation_report_get_regions (report);
  ck_assert_double_ge (FIGURE (REGIONS), 16);
  ck_assert_uint_ge (regions->len, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GBytes) start = hbase_plan_emulated_region_get_start_key (regions->pdata[i]);

      /* The first split is in the middle: 0x80 ± 5 %. */
      if (i == 2)
        ck_assert_int_le (ABS (*(const guint8 *) g_bytes_get_data (start, NULL) - 0x80), 13);
    }
}
END_TEST

START_TEST (the_same_keys_give_the_same_report)
{
  g_autofree char *texts[2] = { NULL };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (HBasePlanEmulator) emulator = emulator_of (SMALL, 20000, 3);
      g_autoptr (HBasePlanEmulationReport) report = NULL;

      write_keys (emulator, 100000, scattered);
      report = hbase_plan_emulator_report (emulator);
      texts[i] = hbase_plan_emulation_report_to_json (report);
    }
  ck_assert_str_eq (texts[0], texts[1]);
  g_free (texts[1]);
}
END_TEST

/* ---- reports ---- */

START_TEST (reports_have_text_json_and_picture)
{
  g_autoptr (HBasePlanEmulator) emulator
      = emulator_of (SMALL P ("hbase.rootdir", "/x") P ("hbase.typo", "1"), 1000, 2);
  g_autoptr (HBasePlanEmulationReport) report = NULL;
  g_autofree char *text = NULL, *json = NULL, *svg = NULL;
  g_autoptr (HBasePlanPicture) picture = NULL;
  guint n_regions = 0;
  double bytes = 0;

  write_keys (emulator, 30000, scattered);
  report = hbase_plan_emulator_report (emulator);
  text = hbase_plan_emulation_report_to_text (report);
  ck_assert_ptr_nonnull (strstr (text, "rows                         30000\n"));
  ck_assert_ptr_nonnull (strstr (text, "settings without effect on the emulation:\n  hbase.rootdir = /x"));
  ck_assert_ptr_nonnull (strstr (text, "(misspelt?):\n  hbase.typo = 1  [test.xml:1]"));
  ck_assert_ptr_nonnull (
      strstr (text, "  hbase.hstore.blockingStoreFiles = 16 files  [HBase 2.6, HStore.java]"));
  json = hbase_plan_emulation_report_to_json (report);
  ck_assert_ptr_nonnull (strstr (json, "\"rows\": 30000,"));
  ck_assert (g_str_has_suffix (json, "  ]\n}\n"));
  svg = hbase_plan_emulation_report_to_svg (report);
  picture = hbase_plan_emulation_report_to_picture (report);
  ck_assert_ptr_nonnull (strstr (hbase_plan_picture_get_title (picture), " at the end, "));
  ck_assert_ptr_nonnull (strstr (svg, hbase_plan_picture_get_title (picture)));
  ck_assert (hbase_plan_emulation_report_get_growth (report, 0, &n_regions, &bytes));
  ck_assert_uint_eq (n_regions, 1);
  ck_assert (!hbase_plan_emulation_report_get_growth (report, 1e12, &n_regions, &bytes));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *policies = tcase_create ("policies");
  TCase *samples = tcase_create ("samples");
  TCase *histories = tcase_create ("histories");
  TCase *invariants = tcase_create ("properties");

  tcase_add_loop_test (policies, the_exploring_policy_selects_the_files_that_hbase_selects, 0,
                       G_N_ELEMENTS (selections));
  tcase_add_test (policies, throughput_grows_with_the_files_of_the_fullest_store);
  tcase_add_loop_test (policies, split_policies_have_the_sizes_of_hbase, 0, G_N_ELEMENTS (split_sizes));
  tcase_add_test (policies, an_initial_size_replaces_twice_the_flush_size);
  tcase_add_test (policies, jitter_changes_the_size_by_an_eighth_at_most);
  tcase_add_loop_test (policies, balancers_give_each_server_about_as_many_regions, 0, 2);
  tcase_add_loop_test (policies, a_balanced_cluster_is_left_as_it_is, 0, 2);
  suite_add_tcase (suite, policies);
  tcase_add_test (samples, reduced_samples_keep_sum_ends_and_quantiles);
  tcase_add_test (samples, the_mid_key_is_the_first_of_the_middle_block);
  suite_add_tcase (suite, samples);
  tcase_add_test (histories, a_memstore_is_flushed_when_it_exceeds_the_flush_size);
  tcase_add_test (histories, compactions_follow_the_history_computed_by_hand);
  tcase_add_test (histories, the_stepping_policy_splits_one_region_early_and_others_at_the_maximum);
  tcase_add_loop_test (histories, a_daughter_is_split_once_its_references_are_archived, 0,
                       G_N_ELEMENTS (archivings));
  tcase_add_test (histories, ascending_keys_leave_halves_that_never_grow);
  tcase_add_test (histories, a_region_of_one_key_cannot_be_split);
  tcase_add_test (histories, dead_regions_are_counted);
  tcase_add_test (histories, writers_wait_for_full_memstores);
  tcase_add_test (histories, writers_wait_for_full_servers);
  tcase_add_test (histories, a_flush_waits_for_compactions_of_too_many_files);
  tcase_add_test (histories, old_logs_are_flushed);
  tcase_add_test (histories, an_old_memstore_is_flushed);
  tcase_add_test (histories, major_compactions_are_periodic);
  tcase_add_loop_test (histories, regions_move_to_other_servers, 0, 2);
  tcase_add_test (histories, bad_writes_are_refused);
  suite_add_tcase (suite, histories);
  tcase_set_timeout (invariants, 300);
  tcase_add_test (invariants, any_settings_keep_bytes_and_order);
  tcase_add_test (invariants, even_keys_are_split_evenly);
  tcase_add_test (invariants, the_same_keys_give_the_same_report);
  tcase_add_test (invariants, reports_have_text_json_and_picture);
  suite_add_tcase (suite, invariants);
}

TEST_MAIN ("emulator", fill)
