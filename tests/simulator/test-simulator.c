/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <math.h>

#include "hbase-bytes.h"
#include "hbase-error.h"
#include "hbase-list-key-generator.h"
#include "hbase-partition-splits.h"
#include "hbase-plan-field-key-generator.h"
#include "hbase-plan-simulator.h"
#include "hbase-sampled-splits.h"
#include "hbase-schema-key-generator.h"

#include "check-main.h"
#include "test-seed.h"

static HBaseKeyGenerator *
generator_of (const char *text, const char *definition)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, &error);
  HBasePlanFieldKeyGenerator *generator;

  ck_assert_no_error (error);
  generator = hbase_plan_field_key_generator_new (schema, 1);
  hbase_plan_field_key_generator_define (generator, definition, &error);
  ck_assert_no_error (error);
  return HBASE_KEY_GENERATOR (generator);
}

/* An array of the keys of a NULL-terminated list. */
static GPtrArray *
keys_of (const char *first, ...)
{
  GPtrArray *keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  va_list others;

  va_start (others, first);
  for (const char *key = first; key != NULL; key = va_arg (others, const char *))
    g_ptr_array_add (keys, hbase_bytes_from_escaped (key, NULL));
  va_end (others);
  return keys;
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

static GPtrArray *
sampled_splits (const char *text, guint64 n_samples, guint n_regions)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new (text, NULL);
  g_autoptr (HBaseSchemaKeyGenerator) keys = hbase_schema_key_generator_new (schema, 2);
  g_autoptr (HBaseSampledSplits) calculator
      = hbase_sampled_splits_new (HBASE_KEY_GENERATOR (keys), n_samples);

  return hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (calculator), n_regions, NULL, NULL);
}

/* The reference run of md5-hex(8) + int64 with fewer puts. The share of a region differs from 1/10 by the
 * error of two splits, and by that of its puts: five standard deviations of both are allowed. */
START_TEST (a_hash_prefix_spreads_puts_evenly)
{
  const guint64 n_samples = 200000, n_puts = 200000;
  const double deviation = sqrt (0.1 * 0.9 / (double) n_samples + 0.1 * 0.9 / (double) n_puts);
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("salt:md5-hex(8,id),id:int64", "id=sequence(1)");
  g_autoptr (GPtrArray) splits = sampled_splits ("salt:md5-hex(8,id),id:int64", n_samples, 10);
  g_autoptr (HBasePlanSimulation) simulation = run (keys, splits, n_puts);

  ck_assert_uint_eq (hbase_plan_simulation_get_n_regions (simulation), 10);
  for (guint i = 0; i < 10; i++)
    ck_assert_double_eq_tol (hbase_plan_simulation_get_region_share (simulation, i), 0.1, 5 * deviation);
  ck_assert_double_lt (hbase_plan_simulation_get_gini (simulation), 0.02);
  ck_assert_double_lt (hbase_plan_simulation_get_busiest_share (simulation), 0.2);
}
END_TEST

START_TEST (partitions_are_exactly_even)
{
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("part:modulo(20,id),id:uint64", "id=sequence");
  g_autoptr (HBasePartitionSplits) calculator = hbase_partition_splits_new ();
  g_autoptr (GPtrArray) splits
      = hbase_split_calculator_calculate (HBASE_SPLIT_CALCULATOR (calculator), 20, NULL, NULL);
  g_autoptr (HBasePlanSimulation) simulation = run (keys, splits, 100000);

  for (guint i = 0; i < 20; i++)
    {
      ck_assert_uint_eq (hbase_plan_simulation_get_region_puts (simulation, i), 5000);
      ck_assert_double_eq (hbase_plan_simulation_get_region_ratio (simulation, i), 1);
      ck_assert_uint_eq (hbase_plan_simulation_get_region_bytes (simulation, i), 5000 * 16);
    }
  ck_assert_double_eq (hbase_plan_simulation_get_gini (simulation), 0);
}
END_TEST

START_TEST (ascending_keys_are_a_hot_spot_though_all_regions_get_as_many)
{
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("id:uint32", "id=sequence");
  g_autoptr (GPtrArray) splits = keys_of ("\\x00\\x01", "\\x00\\x02", "\\x00\\x03", NULL);
  g_autoptr (HBasePlanSimulation) simulation = run (keys, splits, 4 * 65536);

  for (guint i = 0; i < 4; i++)
    ck_assert_uint_eq (hbase_plan_simulation_get_region_puts (simulation, i), 65536);
  ck_assert_double_eq (hbase_plan_simulation_get_gini (simulation), 0);
  ck_assert_double_eq (hbase_plan_simulation_get_busiest_share (simulation), 1);
  ck_assert_double_gt (hbase_plan_simulation_get_mean_busiest_share (simulation), 0.95);
  ck_assert_uint_eq (hbase_plan_simulation_get_window (simulation), 4096);
}
END_TEST

/* Adds chunks in order that were computed in another order. */
START_TEST (the_order_in_which_chunks_are_computed_does_not_matter)
{
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("salt:random(4),id:uint64", "id=zipf(1000)");
  g_autoptr (GPtrArray) splits = keys_of ("\\x01", "\\x02", NULL);
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (keys, splits, 10007);
  g_autoptr (HBasePlanSimulation) whole = hbase_plan_simulator_run (simulator, NULL, NULL);
  g_autoptr (HBasePlanSimulation) simulation = hbase_plan_simulation_new (splits);
  guint n_chunks = (guint) hbase_plan_simulator_get_n_chunks (simulator);
  g_autofree HBasePlanSimulationChunk **chunks = g_new0 (HBasePlanSimulationChunk *, n_chunks);
  g_autofree char *one = NULL, *other = NULL;

  ck_assert (hbase_plan_simulator_is_parallel (simulator));
  for (guint i = n_chunks; i-- > 0;)
    chunks[i] = hbase_plan_simulator_run_chunk (simulator, i, NULL, NULL);
  ck_assert (!hbase_plan_simulation_add_chunk (simulation, chunks[1], NULL));
  for (guint i = 0; i < n_chunks; i++)
    {
      ck_assert (hbase_plan_simulation_add_chunk (simulation, chunks[i], NULL));
      hbase_plan_simulation_chunk_unref (chunks[i]);
    }
  one = hbase_plan_simulation_to_json (whole);
  other = hbase_plan_simulation_to_json (simulation);
  ck_assert_str_eq (one, other);
  ck_assert_uint_eq (hbase_plan_simulation_get_puts (simulation), 10007);
}
END_TEST

START_TEST (the_report_has_the_classic_form)
{
  g_autoptr (GPtrArray) puts = keys_of ("a", "b", "b\\x00", "c", "c", "d", "\\xff", NULL);
  g_autoptr (HBaseListKeyGenerator) keys = hbase_list_key_generator_new (puts);
  g_autoptr (GPtrArray) splits = keys_of ("b", "c", "c\\x00", NULL);
  g_autoptr (HBasePlanSimulation) simulation = run (HBASE_KEY_GENERATOR (keys), splits, 0);
  g_autofree char *text = hbase_plan_simulation_to_text (simulation);
  g_autofree char *csv = hbase_plan_simulation_to_csv (simulation);
  g_autofree char *json = hbase_plan_simulation_to_json (simulation);

  ck_assert_str_eq (text, ":1:1.0\nb:2:2.0\nc:2:2.0\nc\\x00:2:2.0\ntotal requests:7\n");
  ck_assert_str_eq (csv, "region,start,puts,share,ratio,bytes\r\n0,\"\",1,0.142857,1.0,1\r\n"
                         "1,\"b\",2,0.285714,2.0,3\r\n2,\"c\",2,0.285714,2.0,2\r\n"
                         "3,\"c\\x00\",2,0.285714,2.0,2\r\n");
  ck_assert_ptr_nonnull (
      strstr (json, "{\"start\":\"c\\\\x00\",\"puts\":2,\"share\":0.285714,\"ratio\":2.0,"));
}
END_TEST

START_TEST (dead_regions_have_no_ratio)
{
  g_autoptr (GPtrArray) puts = keys_of ("a", NULL);
  g_autoptr (HBaseListKeyGenerator) keys = hbase_list_key_generator_new (puts);
  g_autoptr (GPtrArray) splits = keys_of ("b", "c", NULL);
  g_autoptr (HBasePlanSimulation) simulation = run (HBASE_KEY_GENERATOR (keys), splits, 0);
  g_autofree char *text = hbase_plan_simulation_to_text (simulation);

  ck_assert_str_eq (text, ":1:-\nb:0:-\nc:0:-\ntotal requests:1\n");
  ck_assert_uint_eq (hbase_plan_simulation_get_n_dead_regions (simulation), 2);
  ck_assert_double_eq_tol (hbase_plan_simulation_get_gini (simulation), 2.0 / 3, 1e-9);
}
END_TEST

/* Every key is in the region in which a linear search finds it. */
START_TEST (keys_are_counted_in_their_regions)
{
  g_autoptr (GPtrArray) splits = keys_of ("a", "a\\x00", "abcdefgh", "abcdefgh\\x00", "abcdefghi", "b", NULL);
  g_autoptr (GPtrArray) puts = keys_of ("A", "a", "aa", "abcdefg", "abcdefgh", "abcdefgh\\x00\\x00",
                                        "abcdefgha", "abcdefghi", "abcdefghj", "b", "ba", NULL);
  const guint expected[] = { 1, 1, 2, 1, 2, 2, 2 };
  g_autoptr (HBaseListKeyGenerator) keys = hbase_list_key_generator_new (puts);
  g_autoptr (HBasePlanSimulation) simulation = run (HBASE_KEY_GENERATOR (keys), splits, 0);

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    ck_assert_uint_eq (hbase_plan_simulation_get_region_puts (simulation, i), expected[i]);
}
END_TEST

static void
assert_fails (HBaseKeyGenerator *keys, GPtrArray *splits, guint64 n_puts, const char *message)
{
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (keys, splits, n_puts);
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_plan_simulator_run (simulator, NULL, &error));
  ck_assert_ptr_nonnull (error);
  ck_assert_msg (strstr (error->message, message) != NULL, "%s", error->message);
}

START_TEST (wrong_input_is_explained)
{
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("id:uint8", "id=sequence");
  g_autoptr (GPtrArray) twice = keys_of ("a", "b", "b", NULL), descending = keys_of ("b", "a", NULL);
  g_autoptr (GPtrArray) empty = keys_of ("", NULL);

  assert_fails (keys, twice, 10, "split key 3, “b”, occurs twice");
  assert_fails (keys, descending, 10, "split key 2, “a”, is less than “b” before it");
  assert_fails (keys, empty, 10, "split key 1 has 0 bytes");
  assert_fails (keys, NULL, 0, "the number of puts must be at least 1");
  assert_fails (keys, NULL, 1000, "put 256: key field “id”: 256 is above 255");
}
END_TEST

START_TEST (a_simulation_can_be_cancelled)
{
  g_autoptr (HBaseKeyGenerator) keys = generator_of ("id:uint64", "id=sequence");
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (keys, NULL, G_MAXUINT32);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (hbase_plan_simulator_run (simulator, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

START_TEST (keys_of_other_generators_are_read_in_order)
{
  g_autoptr (GPtrArray) puts = keys_of ("a", "b", NULL);
  g_autoptr (HBaseListKeyGenerator) keys = hbase_list_key_generator_new (puts);
  g_autoptr (HBasePlanSimulator) simulator = hbase_plan_simulator_new (HBASE_KEY_GENERATOR (keys), NULL, 0);
  g_autoptr (HBasePlanSimulationChunk) chunk = NULL;
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_plan_simulator_is_parallel (simulator));
  ck_assert_ptr_null (hbase_plan_simulator_run_chunk (simulator, 1, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  g_clear_error (&error);
  chunk = hbase_plan_simulator_run_chunk (simulator, 0, NULL, &error);
  ck_assert_uint_eq (hbase_plan_simulation_chunk_get_puts (chunk), 2);
  ck_assert_ptr_null (hbase_plan_simulator_run_chunk (simulator, 1, NULL, &error));
  ck_assert_no_error (error);
}
END_TEST

/* A key of few different bytes, so that many have the same beginning as a split, or are one. */
static GBytes *
draw_key (GRand *rand)
{
  guint8 bytes[12];
  gsize length = (gsize) g_rand_int_range (rand, 1, sizeof bytes + 1);

  for (gsize i = 0; i < length; i++)
    bytes[i] = (guint8) (i < 7 ? 'a' : g_rand_int_range (rand, 0, 3));
  bytes[g_rand_int_range (rand, 0, (gint32) length)] = 0xff;
  return g_bytes_new (bytes, length);
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return g_bytes_compare (*(GBytes *const *) a, *(GBytes *const *) b);
}

/* Ascending, each once. */
static GPtrArray *
draw_splits (GRand *rand, guint n)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  for (guint i = 0; i < n; i++)
    g_ptr_array_add (splits, draw_key (rand));
  g_ptr_array_sort (splits, compare_keys);
  for (guint i = splits->len; i-- > 1;)
    if (g_bytes_equal (splits->pdata[i], splits->pdata[i - 1]))
      g_ptr_array_remove_index (splits, i);
  return splits;
}

static void
check_region (HBasePlanSimulation *simulation, GPtrArray *keys, GPtrArray *splits, guint region)
{
  guint n = 0;

  for (guint i = 0; i < keys->len; i++)
    n += (region == 0 || g_bytes_compare (keys->pdata[i], splits->pdata[region - 1]) >= 0)
         && (region == splits->len || g_bytes_compare (keys->pdata[i], splits->pdata[region]) < 0);
  ck_assert_uint_eq (hbase_plan_simulation_get_region_puts (simulation, region), n);
}

START_TEST (random_keys_are_counted_in_their_regions)
{
  g_autoptr (GRand) rand = test_rand_new ("simulator");

  for (guint n = test_times (50); n > 0; n--)
    {
      g_autoptr (GPtrArray) splits = draw_splits (rand, (guint) g_rand_int_range (rand, 0, 40));
      g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
      g_autoptr (HBaseListKeyGenerator) generator = NULL;
      g_autoptr (HBasePlanSimulation) simulation = NULL;

      for (guint i = 0; i < 200; i++)
        g_ptr_array_add (keys, draw_key (rand));
      generator = hbase_list_key_generator_new (keys);
      simulation = run (HBASE_KEY_GENERATOR (generator), splits, 0);
      for (guint i = 0; i <= splits->len; i++)
        check_region (simulation, keys, splits, i);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *simulator = tcase_create ("simulator");

  tcase_add_test (simulator, a_hash_prefix_spreads_puts_evenly);
  tcase_add_test (simulator, partitions_are_exactly_even);
  tcase_add_test (simulator, ascending_keys_are_a_hot_spot_though_all_regions_get_as_many);
  tcase_add_test (simulator, the_order_in_which_chunks_are_computed_does_not_matter);
  tcase_add_test (simulator, the_report_has_the_classic_form);
  tcase_add_test (simulator, dead_regions_have_no_ratio);
  tcase_add_test (simulator, keys_are_counted_in_their_regions);
  tcase_add_test (simulator, random_keys_are_counted_in_their_regions);
  tcase_add_test (simulator, wrong_input_is_explained);
  tcase_add_test (simulator, a_simulation_can_be_cancelled);
  tcase_add_test (simulator, keys_of_other_generators_are_read_in_order);
  suite_add_tcase (suite, simulator);
}

TEST_MAIN ("simulator", fill)
