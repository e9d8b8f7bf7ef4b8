/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "api/api.h"
#include "hbase-plan.h"
#include "hbase/fixture.h"

/* This compares the emulation of regions with a real HBase: the same keys are written into both, with small
 * memstores and regions, and the regions, flushes and compactions are compared. The test prints the figures.
 *
 * HBase flushes, compacts and splits when the test says so, after each batch of rows, and the next batch is
 * written when that is done. How fast the machine is changes nothing. In the emulation the rows come so
 * slowly that whatever follows from a flush is done before the next one. */

#define N_ROWS 150000
/* Rows a second, in the emulation. */
#define RATE 100
#define VALUE_SIZE 900
#define BATCH 100
#define FLUSH_SIZE "1048576"

/* Regions of 6 MiB, which are 96 blocks. */
static const char *const settings[][2] = {
  { "hbase.hregion.max.filesize", "6291456" },
  { "hbase.hregion.max.filesize.jitter", "0" },
  { "hbase.hstore.compaction.min.size", "1048576" },
  { "hbase.increasing.policy.initial.size", "2097152" },
  { "hbase.hfile.compaction.discharger.interval", "200" },
  /* HBase's defaults, where the fixture lets nothing be compacted by itself. */
  { "hbase.hstore.compaction.min", "3" },
  { "hbase.hstore.compaction.max", "10" },
  { "hbase.hstore.blockingStoreFiles", "16" },
};

/* What one of them did with the same keys. */
typedef struct {
  GPtrArray *starts; /* of GBytes: the start keys of the regions but the first */
  double n_flushes, compacted_bytes;
  GBytes *hot; /* the start key of the region with the most rows since it was opened */
} Outcome;

static Fixture *fixture;

static void
outcome_clear (Outcome *outcome)
{
  g_ptr_array_unref (outcome->starts);
  g_bytes_unref (outcome->hot);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Outcome, outcome_clear)

static void
set_up (void)
{
  /* HBase itself flushes nothing. */
  g_autoptr (GString) options = g_string_new ("-Dhbase.hregion.memstore.flush.size=1073741824");

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_string_append_printf (options, " -D%s=%s", settings[i][0], settings[i][1]);
  g_setenv ("FIXTURE_JAVA_OPTIONS", options->str, TRUE);
  fixture = fixture_start ("compact");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

/* ---- keys ---- */

typedef guint64 (*KeyFunc) (guint64 i);

static guint64
ascending (guint64 i)
{
  return i;
}

/* The finalizer of MurmurHash3. */
static guint64
scattered (guint64 i)
{
  i = (i ^ i >> 33) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  i = (i ^ i >> 33) * G_GUINT64_CONSTANT (0xc4ceb9fe1a85ec53);
  return i ^ i >> 33;
}

static GBytes *
make_key (guint64 number)
{
  guint64 bytes = GUINT64_TO_BE (number);

  return g_bytes_new (&bytes, sizeof bytes);
}

/* ---- HBase ---- */

static GPtrArray *
make_puts (KeyFunc key_of, guint64 first)
{
  static guint8 value[VALUE_SIZE];
  GPtrArray *puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint64 i = first; i < first + BATCH; i++)
    {
      g_autoptr (GBytes) key = make_key (key_of (i));
      HBasePut *put = hbase_put_new_bytes (key);

      hbase_put_add (put, "f", (const guint8 *) "q", 1, value, sizeof value);
      g_ptr_array_add (puts, put);
    }
  return puts;
}

/* Flushes memstores as soon as they are full. */
static void
write_rows (HBaseTable *table, KeyFunc key_of, guint64 first, guint64 n)
{
  for (guint64 i = first; i < first + n; i += BATCH)
    {
      g_autoptr (GPtrArray) puts = make_puts (key_of, i);
      g_autoptr (GError) error = NULL;

      assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
      fixture_query (fixture, "fill %s " FLUSH_SIZE, hbase_table_get_name (table));
    }
}

static GPtrArray *
get_starts (HBaseTable *table)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, &error);
  GPtrArray *starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  ck_assert_no_error (error);
  for (guint i = 0; i < regions->len; i++)
    {
      gsize length;
      const guint8 *key = hbase_region_get_start_key (regions->pdata[i], &length);

      if (length > 0)
        g_ptr_array_add (starts, g_bytes_new (key, length));
    }
  return starts;
}

static guint
count_writes (const char *name, GBytes *row)
{
  g_autoptr (GString) escaped = g_string_new (NULL);
  gsize length;
  const guint8 *bytes = g_bytes_get_data (row, &length);

  for (gsize i = 0; i < length; i++)
    g_string_append_printf (escaped, "\\x%02X", bytes[i]);
  return fixture_query (fixture, "writes %s %s", name, escaped->str);
}

/* The start key of the region with the most writes since it was opened; for the first region a zero byte. */
static GBytes *
find_hot_region (const char *name, GPtrArray *starts)
{
  g_autoptr (GBytes) first = g_bytes_new ("", 1);
  GBytes *hot = first;

  for (guint i = 0; i < starts->len; i++)
    if (count_writes (name, starts->pdata[i]) > count_writes (name, hot))
      hot = starts->pdata[i];
  return g_bytes_ref (hot);
}

static void
run_hbase (const char *name, KeyFunc key_of, Outcome *outcome)
{
  g_autofree char *uri = fixture_uri (fixture, "compact");
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, name);
  g_autoptr (GError) error = NULL;
  guint n_flushes = fixture_query (fixture, "metric flushTime");
  guint compacted = fixture_query (fixture, "metric compactedOutputBytes");

  hbase_admin_create_table (admin, descriptor, NULL, NULL, &error);
  ck_assert_no_error (error);
  write_rows (table, key_of, 0, N_ROWS);
  fixture_query (fixture, "fill %s 0", name);
  outcome->starts = get_starts (table);
  outcome->n_flushes = fixture_query (fixture, "metric flushTime") - n_flushes;
  outcome->compacted_bytes = fixture_query (fixture, "metric compactedOutputBytes") - compacted;
  /* The last region may be new, and without rows. */
  write_rows (table, key_of, N_ROWS, BATCH);
  outcome->hot = find_hot_region (name, outcome->starts);
}

/* ---- the emulation ---- */

static HBasePlanEmulator *
make_emulator (void)
{
  g_autoptr (GString) text = g_string_new (
      "<configuration>"
      "<property><name>hbase.hregion.memstore.flush.size</name><value>" FLUSH_SIZE "</value></property>");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();
  g_autoptr (HBasePlanEmulationSettings) emulated = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    g_string_append_printf (text, "<property><name>%s</name><value>%s</value></property>", settings[i][0],
                            settings[i][1]);
  g_string_append (text, "</configuration>");
  bytes = g_bytes_new (text->str, text->len);
  hbase_plan_site_settings_add_xml (site, "settings", bytes, &error);
  ck_assert_no_error (error);
  emulated = hbase_plan_emulation_settings_new (site, &error);
  ck_assert_no_error (error);
  /* 30: the key, the family, the qualifier, and 20. */
  return g_object_new (HBASE_PLAN_TYPE_EMULATOR, "settings", emulated, "row-size",
                       (guint64) (VALUE_SIZE + 30), "rate", (double) RATE, NULL);
}

static void
emulate_writes (HBasePlanEmulator *emulator, KeyFunc key_of, guint64 first, guint64 n)
{
  for (guint64 i = first; i < first + n; i++)
    {
      g_autoptr (GBytes) key = make_key (key_of (i));

      ck_assert (hbase_plan_emulator_write (emulator, key, 1, NULL));
    }
}

/* Adds the start keys of the regions that weren't split; of these the one with the most rows is hot. */
static void
describe_regions (HBasePlanEmulationReport *report, Outcome *outcome)
{
  g_autoptr (GPtrArray) regions = hbase_plan_emulation_report_get_regions (report);
  double most = 0;

  for (guint i = 0; i < regions->len; i++)
    {
      g_autoptr (GBytes) start = hbase_plan_emulated_region_get_start_key (regions->pdata[i]);
      double rows = hbase_plan_emulated_region_get_figure (regions->pdata[i], HBASE_PLAN_REGION_FIGURE_ROWS);

      if (hbase_plan_emulated_region_get_figure (regions->pdata[i], HBASE_PLAN_REGION_FIGURE_SPLIT) >= 0)
        continue;
      if (g_bytes_get_size (start) > 0)
        g_ptr_array_add (outcome->starts, g_bytes_ref (start));
      if (rows > most)
        {
          most = rows;
          g_clear_pointer (&outcome->hot, g_bytes_unref);
          outcome->hot = g_bytes_ref (start);
        }
    }
}

static void
run_emulation (KeyFunc key_of, Outcome *outcome)
{
  g_autoptr (HBasePlanEmulator) emulator = make_emulator ();
  g_autoptr (HBasePlanEmulationReport) report = NULL;

  emulate_writes (emulator, key_of, 0, N_ROWS);
  hbase_plan_emulator_flush (emulator);
  hbase_plan_emulator_wait (emulator);
  emulate_writes (emulator, key_of, N_ROWS, BATCH);
  report = hbase_plan_emulator_report (emulator);
  outcome->starts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  describe_regions (report, outcome);
  outcome->n_flushes = hbase_plan_emulation_report_get_figure (report, HBASE_PLAN_EMULATION_FIGURE_FLUSHES);
  outcome->compacted_bytes
      = hbase_plan_emulation_report_get_figure (report, HBASE_PLAN_EMULATION_FIGURE_COMPACTED_BYTES);
}

/* ---- comparison ---- */

static double
count_before (GPtrArray *starts, GBytes *key)
{
  guint n = 0;

  for (guint i = 0; i < starts->len; i++)
    n += g_bytes_compare (starts->pdata[i], key) <= 0;
  return (double) n / starts->len;
}

/* The greatest distance between the two distributions of boundaries (Kolmogorov and Smirnov). */
static double
get_distance (GPtrArray *a, GPtrArray *b)
{
  double distance = 0;

  for (guint i = 0; i < a->len; i++)
    distance = fmax (distance, fabs (count_before (a, a->pdata[i]) - count_before (b, a->pdata[i])));
  for (guint i = 0; i < b->len; i++)
    distance = fmax (distance, fabs (count_before (a, b->pdata[i]) - count_before (b, b->pdata[i])));
  return distance;
}

static void
check_outcomes (const char *name, const Outcome *real, const Outcome *emulated)
{
  g_print (
      "%s keys: %u regions, %u emulated; distance of their boundaries %.3f; %.0f flushes, %.0f emulated; "
      "%.0f bytes compacted, %.0f emulated\n",
      name, real->starts->len + 1, emulated->starts->len + 1, get_distance (real->starts, emulated->starts),
      real->n_flushes, emulated->n_flushes, real->compacted_bytes, emulated->compacted_bytes);
  ck_assert_uint_ge (real->starts->len, 15);
  ck_assert_double_le (fabs ((double) real->starts->len - emulated->starts->len),
                       0.2 * (real->starts->len + 1));
  ck_assert_double_eq_tol (emulated->n_flushes, real->n_flushes, 0.2 * real->n_flushes);
  ck_assert_double_eq_tol (emulated->compacted_bytes, real->compacted_bytes, 0.25 * real->compacted_bytes);
}

START_TEST (even_keys_have_the_regions_of_hbase)
{
  g_auto (Outcome) real = { NULL }, emulated = { NULL };

  run_hbase ("even", scattered, &real);
  run_emulation (scattered, &emulated);
  check_outcomes ("even", &real, &emulated);
  ck_assert_double_le (get_distance (real.starts, emulated.starts), 0.05 + 1.0 / real.starts->len);
}
END_TEST

static void
assert_last (GPtrArray *starts, GBytes *start)
{
  for (guint i = 0; i < starts->len; i++)
    ck_assert_int_le (g_bytes_compare (starts->pdata[i], start), 0);
}

START_TEST (ascending_keys_have_the_regions_of_hbase)
{
  g_auto (Outcome) real = { NULL }, emulated = { NULL };

  run_hbase ("ascending", ascending, &real);
  run_emulation (ascending, &emulated);
  check_outcomes ("ascending", &real, &emulated);
  assert_last (real.starts, real.hot);
  assert_last (emulated.starts, emulated.hot);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("emulation");

  tcase_set_timeout (tests, 1200);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, even_keys_have_the_regions_of_hbase);
  tcase_add_test (tests, ascending_keys_have_the_regions_of_hbase);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("emulation-hbase", fill)
