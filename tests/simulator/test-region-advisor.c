/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-list-key-generator.h"
#include "hbase-plan-field-key-generator.h"
#include "hbase-plan-region-advisor.h"
#include "hbase-plan-simulator.h"

#include "check-main.h"

#define GIB (G_GUINT64_CONSTANT (1) << 30)
#define HASHED "salt:md5-hex(8,id),id:uint64"

/* ---- simulations ---- */

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

static HBasePlanSimulation *
run (HBaseKeyGenerator *keys, GPtrArray *splits, guint64 n_puts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (keys, splits, n_puts);
  HBasePlanSimulation *simulation = hbase_plan_simulator_run (simulator, NULL, &error);

  ck_assert_no_error (error);
  return simulation;
}

/* Simulates 20,000 puts whose ids ascend. */
static HBasePlanSimulation *
simulate (const char *text, GPtrArray *splits)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (text);
  g_autoptr (HBasePlanFieldKeyGenerator) keys = hbase_plan_field_key_generator_new (schema, 1);

  hbase_plan_field_key_generator_define (keys, "id=sequence(1)", NULL);
  return run (HBASE_KEY_GENERATOR (keys), splits, 20000);
}

static GPtrArray *
new_keys (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

/* An array of the keys of a NULL-terminated list. */
static GPtrArray *
keys_of (const char *first, ...)
{
  GPtrArray *keys = new_keys ();
  va_list others;

  va_start (others, first);
  for (const char *key = first; key != NULL; key = va_arg (others, const char *))
    g_ptr_array_add (keys, hbase_bytes_from_escaped (key, NULL));
  va_end (others);
  return keys;
}

static HBasePlanSimulation *
simulate_keys (GPtrArray *keys, GPtrArray *splits)
{
  g_autoptr (HBaseListKeyGenerator) generator = hbase_list_key_generator_new (keys);

  return run (HBASE_KEY_GENERATOR (generator), splits, keys->len);
}

/* Adds `n` keys, a letter from `first` to `last` and a number of four digits: the letters take turns if
 * `is_even`, and ascend otherwise. */
static void
add_keys (GPtrArray *keys, guint n, char first, char last, gboolean is_even)
{
  guint n_letters = (guint) (last - first) + 1;

  for (guint i = 0; i < n; i++)
    {
      guint letter = is_even ? i % n_letters : i * n_letters / n;
      g_autofree char *key = g_strdup_printf ("%c%04u", first + (char) letter, i * 7919 % 10000);

      if (!is_even)
        g_snprintf (key + 1, 5, "%04u", i);
      g_ptr_array_add (keys, g_bytes_new (key, strlen (key)));
    }
}

/* ---- advice ---- */

static HBasePlanRegionAdvice *
advise (HBasePlanRegionAdvisor *advisor)
{
  g_autoptr (GError) error = NULL;
  HBasePlanRegionAdvice *advice = hbase_plan_region_advisor_run (advisor, &error);

  ck_assert_no_error (error);
  return advice;
}

/* The target of most tests: five servers, 20,000 rows/s of 300 bytes. */
static HBasePlanRegionAdvisor *
new_advisor (HBasePlanSimulation *simulation)
{
  return g_object_new (HBASE_PLAN_TYPE_REGION_ADVISOR, "simulation", simulation, "rate", 20000.0, "row-size",
                       (guint64) 300, "servers", 5, NULL);
}

/* Returns the number of recommendations on a topic that change something, and the last one. */
static guint
count_changes (HBasePlanRegionAdvice *advice,
               HBasePlanRegionTopic topic,
               HBasePlanRegionRecommendation **last)
{
  g_autoptr (GPtrArray) list = hbase_plan_region_advice_list (advice);
  guint n = 0;

  for (guint i = 0; i < list->len; i++)
    if (hbase_plan_region_recommendation_get_topic (list->pdata[i]) == topic
        && hbase_plan_region_recommendation_is_change (list->pdata[i]))
      {
        n++;
        if (last != NULL)
          *last = list->pdata[i];
      }
  return n;
}

static void
assert_change (HBasePlanRegionAdvice *advice, HBasePlanRegionTopic topic, const char *text, const char *basis)
{
  HBasePlanRegionRecommendation *recommendation = NULL;

  ck_assert_uint_eq (count_changes (advice, topic, &recommendation), 1);
  ck_assert_ptr_nonnull (strstr (hbase_plan_region_recommendation_get_advice (recommendation), text));
  ck_assert_ptr_nonnull (strstr (hbase_plan_region_recommendation_get_basis (recommendation), basis));
}

static HBasePlanEmulationSettings *
settings_of (const char *descriptor)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePlanSiteSettings) site = hbase_plan_site_settings_new ();
  HBasePlanEmulationSettings *settings;

  hbase_plan_site_settings_add_descriptor (site, "table", descriptor, &error);
  ck_assert_no_error (error);
  settings = hbase_plan_emulation_settings_new (site, &error);
  ck_assert_no_error (error);
  return settings;
}

/* ---- new tables ---- */

START_TEST (even_keys_get_two_regions_a_server_with_the_stepping_policy)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = advise (advisor);
  g_autoptr (GPtrArray) splits = hbase_plan_region_advice_get_splits (advice);
  g_autoptr (HBasePlanSimulation) again = simulate (HASHED, splits);

  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 10);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_salts (advice), 0);
  ck_assert_uint_eq (hbase_plan_region_advice_get_region_size (advice), 10 * GIB);
  ck_assert_uint_eq (splits->len, 9);
  for (guint i = 0; i < 10; i++)
    ck_assert_double_eq_tol (hbase_plan_simulation_get_region_share (again, i), 0.1, 0.025);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_REGIONS, "create the table with 10 regions",
                 "SteppingSplitPolicy would split them at 256.0 MiB");
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SPLITS, "at these 9 keys", "sampled keys");
}
END_TEST

START_TEST (advice_that_was_followed_changes_nothing)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = advise (advisor), next = NULL;
  g_autoptr (GPtrArray) splits = hbase_plan_region_advice_get_splits (advice), kept = NULL;
  g_autoptr (HBasePlanSimulation) again = simulate (HASHED, splits);
  g_autofree char *text = NULL;

  ck_assert (hbase_plan_region_advice_has_changes (advice));
  g_object_set (advisor, "simulation", again, NULL);
  next = advise (advisor);
  kept = hbase_plan_region_advice_get_splits (next);
  text = hbase_plan_region_advice_to_text (next);
  ck_assert (!hbase_plan_region_advice_has_changes (next));
  ck_assert_uint_eq (kept->len, 9);
  ck_assert_ptr_nonnull (strstr (text, "\nleave the table as it is\n"));
}
END_TEST

START_TEST (ascending_keys_get_a_salt_for_each_region)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate ("id:uint64", NULL), again = NULL;
  g_autoptr (HBaseKeySchema) salted = schema_of ("salt:phoenix(10),id:uint64");
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = advise (advisor), next = NULL;
  g_autoptr (GPtrArray) splits = hbase_plan_region_advice_get_splits (advice);

  ck_assert_uint_eq (hbase_plan_region_advice_get_n_salts (advice), 10);
  ck_assert_uint_eq (splits->len, 9);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SALTS, "salt:phoenix(10)", "20.0 % would be even");
  again = simulate ("salt:phoenix(10),id:uint64", splits);
  g_object_set (advisor, "simulation", again, "schema", salted, NULL);
  next = advise (advisor);
  ck_assert (!hbase_plan_region_advice_has_changes (next));
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_salts (next), 10);
}
END_TEST

START_TEST (too_few_salts_become_more)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("salt:phoenix(2),id:uint64");
  g_autoptr (HBasePlanSimulation) simulation = simulate ("salt:phoenix(2),id:uint64", NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;

  g_object_set (advisor, "schema", schema, NULL);
  advice = advise (advisor);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SALTS, "use 10 salts instead of 2", "of 5 servers");
}
END_TEST

/* With 25 regions and 10 salts, a region in the middle of a salt gets no more rows when the ids exceed it. */
START_TEST (a_table_with_more_regions_than_salts_gets_more_salts)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("salt:phoenix(10),id:uint64");
  g_autoptr (HBasePlanSimulation) simulation = simulate ("salt:phoenix(10),id:uint64", NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;

  g_object_set (advisor, "schema", schema, "size", 7 * 23 * GIB, NULL);
  advice = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_salts (advice), 25);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SALTS, "use 25 salts instead of 10",
                 "none of the newest quarter");
}
END_TEST

/* 80 % of 10 GiB × (1 − 0.25 / 2) are 7 GiB. */
START_TEST (the_number_of_regions_follows_from_the_size)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL, larger = NULL;

  g_object_set (advisor, "size", 7 * 23 * GIB, NULL);
  advice = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 25);
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_REGION_SIZE, NULL), 0);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_REGIONS, "25 regions, 5 on each server",
                 "fill 23.0 regions to 80 % of 8.8 GiB");
  g_object_set (advisor, "size", 7 * 26 * GIB, NULL);
  larger = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (larger), 30);
}
END_TEST

/* A heap of 8 GiB has memory for 24 memstores of 128 MiB: 8 GiB × 0.4 × 0.95. */
START_TEST (regions_become_larger_if_there_is_no_memory_for_their_memstores)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL, largest = NULL;

  g_object_set (advisor, "size", 7 * 240 * GIB, NULL);
  advice = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 120);
  ck_assert_uint_eq (hbase_plan_region_advice_get_region_size (advice), 20 * GIB);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_REGION_SIZE, "MAX_FILESIZE to 21474836480 (20.0 GiB)",
                 "5 servers have memory for the memstores of 120");
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_MEMORY, NULL), 0);
  g_object_set (advisor, "size", 7 * 1200 * GIB, NULL);
  largest = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_region_size (largest), 50 * GIB);
  assert_change (largest, HBASE_PLAN_REGION_TOPIC_MEMORY, "use 10 servers", "memstore.size 0.4");
}
END_TEST

START_TEST (settings_of_the_table_count)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanEmulationSettings) increasing = settings_of (
      "t, {TABLE_ATTRIBUTES => {METADATA => {'SPLIT_POLICY' => 'IncreasingToUpperBoundRegionSplitPolicy'}}}");
  g_autoptr (HBasePlanEmulationSettings) small
      = settings_of ("t, {TABLE_ATTRIBUTES => {MAX_FILESIZE => '1073741824 B (1GB)'}}");
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL, other = NULL;

  g_object_set (advisor, "settings", increasing, NULL);
  advice = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 5);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_POLICY, "ConstantSizeRegionSplitPolicy",
                 "IncreasingToUpperBoundRegionSplitPolicy splits a region at 256.0 MiB");
  g_object_set (advisor, "settings", small, "size", 7 * GIB, NULL);
  other = advise (advisor);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (other), 10);
  ck_assert_uint_eq (hbase_plan_region_advice_get_region_size (other), GIB);
}
END_TEST

START_TEST (a_small_sample_gives_no_splits)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;
  g_autoptr (GPtrArray) splits = NULL;

  g_object_set (advisor, "size", 7 * 100 * GIB, NULL);
  advice = advise (advisor);
  splits = hbase_plan_region_advice_get_splits (advice);
  ck_assert_uint_eq (splits->len, 0);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 100);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SPLITS, "--splits=sampled:100",
                 "fewer than 256 for each region");
}
END_TEST

/* ---- existing tables ---- */

/* The advice on a table with these splits, whose rows were written in the order of the keys. */
static HBasePlanRegionAdvice *
advise_on_table (GPtrArray *keys, GPtrArray *splits, guint64 row_size, guint n_servers)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate_keys (keys, splits);
  g_autoptr (HBasePlanRegionAdvisor) advisor = hbase_plan_region_advisor_new (simulation);

  g_object_set (advisor, "exists", TRUE, "row-size", row_size, "servers", n_servers, "rate", 100.0, NULL);
  return advise (advisor);
}

START_TEST (a_table_with_even_regions_is_left)
{
  g_autoptr (GPtrArray) keys = new_keys (), splits = keys_of ("g", "n", "t", NULL), kept = NULL;
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;

  add_keys (keys, 4000, 'a', 'z', TRUE);
  advice = advise_on_table (keys, splits, 300, 4);
  kept = hbase_plan_region_advice_get_splits (advice);
  ck_assert (!hbase_plan_region_advice_has_changes (advice));
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 4);
  ck_assert_uint_eq (kept->len, 3);
}
END_TEST

/* 4,000 rows of 10 MiB, 31 GiB of them in the second region. */
START_TEST (a_region_that_is_too_large_is_split_at_its_quantiles)
{
  g_autoptr (GPtrArray) keys = new_keys (), splits = keys_of ("g", NULL), at = NULL, all = NULL;
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;
  HBasePlanRegionRecommendation *recommendation = NULL;

  add_keys (keys, 4000, 'g', 'j', TRUE);
  add_keys (keys, 100, 'a', 'f', TRUE);
  advice = advise_on_table (keys, splits, 8 << 20, 1);
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, &recommendation), 1);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, "split region 2, from “g”, in 5",
                 "should have at most 8.8 GiB");
  at = hbase_plan_region_recommendation_get_keys (recommendation);
  all = hbase_plan_region_advice_get_splits (advice);
  ck_assert_uint_eq (at->len, 4);
  ck_assert_uint_eq (all->len, 5);
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 6);
  for (guint i = 1; i < all->len; i++)
    ck_assert_int_lt (g_bytes_compare (all->pdata[i - 1], all->pdata[i]), 0);
}
END_TEST

START_TEST (a_region_that_gets_the_newest_writes_is_split)
{
  g_autoptr (GPtrArray) keys = new_keys (), splits = keys_of ("g", "n", "t", NULL), at = NULL;
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;
  HBasePlanRegionRecommendation *recommendation = NULL;

  add_keys (keys, 1000, 'a', 'z', TRUE);
  add_keys (keys, 3000, 'h', 'k', TRUE);
  advice = advise_on_table (keys, splits, 300, 4);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, "split region 2, from “g”, in 4 at these keys",
                 "100.0 % of the newest writes");
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, &recommendation), 1);
  at = hbase_plan_region_recommendation_get_keys (recommendation);
  ck_assert_mem_eq (g_bytes_get_data (at->pdata[0], NULL), "i", 1);
}
END_TEST

START_TEST (a_region_with_ascending_keys_is_not_split)
{
  g_autoptr (GPtrArray) keys = new_keys (), splits = keys_of ("g", "n", "t", NULL);
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;

  add_keys (keys, 1000, 'a', 'z', TRUE);
  add_keys (keys, 3000, 'h', 'k', FALSE);
  advice = advise_on_table (keys, splits, 300, 4);
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_SPLIT_REGION, NULL), 0);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_SALTS, "in a new table: splits don't help", "of 4 servers");
  ck_assert_uint_eq (hbase_plan_region_advice_get_n_regions (advice), 4);
}
END_TEST

/* The rows of a scan are in the order of their keys, and say nothing about the order of the writes. */
START_TEST (another_simulation_has_the_order_of_the_writes)
{
  g_autoptr (GPtrArray) keys = new_keys (), sorted = new_keys (), splits = keys_of ("g", "n", "t", NULL);
  g_autoptr (HBasePlanSimulation) scanned = NULL, written = NULL;
  g_autoptr (HBasePlanRegionAdvisor) advisor = NULL;
  g_autoptr (HBasePlanRegionAdvice) advice = NULL, wrong = NULL;

  add_keys (keys, 4000, 'a', 'z', TRUE);
  add_keys (sorted, 4000, 'a', 'z', FALSE);
  scanned = simulate_keys (sorted, splits);
  written = simulate_keys (keys, splits);
  advisor = hbase_plan_region_advisor_new (scanned);
  g_object_set (advisor, "exists", TRUE, "servers", 4, NULL);
  wrong = advise (advisor);
  ck_assert (hbase_plan_region_advice_has_changes (wrong));
  g_object_set (advisor, "written", written, NULL);
  advice = advise (advisor);
  ck_assert (!hbase_plan_region_advice_has_changes (advice));
}
END_TEST

START_TEST (regions_without_rows_are_reported)
{
  g_autoptr (GPtrArray) keys = new_keys (), splits = keys_of ("g", "n", "zz", NULL), empty = NULL;
  g_autoptr (HBasePlanRegionAdvice) advice = NULL;
  HBasePlanRegionRecommendation *recommendation = NULL;

  add_keys (keys, 1000, 'a', 'z', TRUE);
  advice = advise_on_table (keys, splits, 300, 1);
  assert_change (advice, HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS, "merge", "1 of 4 regions have no rows");
  ck_assert_uint_eq (count_changes (advice, HBASE_PLAN_REGION_TOPIC_EMPTY_REGIONS, &recommendation), 1);
  empty = hbase_plan_region_recommendation_get_keys (recommendation);
  ck_assert_uint_eq (empty->len, 1);
  ck_assert_mem_eq (g_bytes_get_data (empty->pdata[0], NULL), "zz", 2);
}
END_TEST

/* ---- reports and bad input ---- */

START_TEST (json_has_the_target_and_all_recommendations)
{
  g_autoptr (HBasePlanSimulation) simulation = simulate (HASHED, NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvice) advice = advise (advisor);
  g_autofree char *json = hbase_plan_region_advice_to_json (advice);

  ck_assert (g_str_has_prefix (json,
                               "{\"rate\":20000,\"bytes\":0,\"row_size\":300,\"servers\":5,\"change\":true,"
                               "\"regions\":10,\"salts\":0,\"region_size\":10737418240,\"splits\":[\""));
  ck_assert_ptr_nonnull (
      strstr (json, "{\"topic\":\"next-split\",\"change\":false,\"advice\":\"HBase splits"));
  ck_assert (g_str_has_suffix (json, "]}]}"));
}
END_TEST

START_TEST (a_simulation_without_puts_is_refused)
{
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulation_new (NULL);
  g_autoptr (HBasePlanRegionAdvisor) advisor = new_advisor (simulation);
  g_autoptr (HBasePlanRegionAdvisor) bare = g_object_new (HBASE_PLAN_TYPE_REGION_ADVISOR, NULL);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_plan_region_advisor_run (advisor, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "no puts"));
  g_clear_error (&error);
  ck_assert_ptr_null (hbase_plan_region_advisor_run (bare, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "simulation"));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *designs = tcase_create ("new tables");
  TCase *tables = tcase_create ("existing tables");
  TCase *reports = tcase_create ("reports");

  tcase_add_test (designs, even_keys_get_two_regions_a_server_with_the_stepping_policy);
  tcase_add_test (designs, advice_that_was_followed_changes_nothing);
  tcase_add_test (designs, ascending_keys_get_a_salt_for_each_region);
  tcase_add_test (designs, too_few_salts_become_more);
  tcase_add_test (designs, a_table_with_more_regions_than_salts_gets_more_salts);
  tcase_add_test (designs, the_number_of_regions_follows_from_the_size);
  tcase_add_test (designs, regions_become_larger_if_there_is_no_memory_for_their_memstores);
  tcase_add_test (designs, settings_of_the_table_count);
  tcase_add_test (designs, a_small_sample_gives_no_splits);
  tcase_add_test (tables, a_table_with_even_regions_is_left);
  tcase_add_test (tables, a_region_that_is_too_large_is_split_at_its_quantiles);
  tcase_add_test (tables, a_region_that_gets_the_newest_writes_is_split);
  tcase_add_test (tables, a_region_with_ascending_keys_is_not_split);
  tcase_add_test (tables, another_simulation_has_the_order_of_the_writes);
  tcase_add_test (tables, regions_without_rows_are_reported);
  tcase_add_test (reports, json_has_the_target_and_all_recommendations);
  tcase_add_test (reports, a_simulation_without_puts_is_refused);
  suite_add_tcase (suite, designs);
  suite_add_tcase (suite, tables);
  suite_add_tcase (suite, reports);
}

TEST_MAIN ("region advisor", fill)
