/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "test-seed.h"

#include "hbase-error.h"
#include "hbase-records-private.h"

#define CASES 20000

static HBaseSlice
slice_of (GBytes *bytes)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (bytes, &length);

  return hbase_slice (data, length);
}

static HBaseKeySchema *
schema_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseKeySchema *schema = hbase_key_schema_new (text, &error);

  ck_assert_no_error (error);
  return schema;
}

/* ---- scans, compared with a check of each row ---- */

/* Unsalted keys of each schema have 4 bytes. Tests use few values of these bytes, so that scans find rows. */
static const char *const schemas[] = {
  "salt:random(4),high:uint16,low:uint16",
  "salt:phoenix(16),high:uint16,low:uint16",
  "salt:md5-hex(8,high),high:uint16,low:uint16",
  "salt:one-of(a,b,c),high:uint8,more:md5-hex(2,high),low:uint8,last:uint16",
  "high:uint16,salt:random(4),low:uint16",
  "high:uint8,salt:phoenix(5),next:uint8,more:random(3),low:uint16",
  "high:uint16,low:uint16,salt:random(4)",
  "high:uint16,low:uint16,salt:md5-hex(1,high)",
  "high:uint8,salt:one-of(aa,zz),next:uint8,low:uint16,last:phoenix(5)",
  "high:uint8,salt:random(4),next:bytes",
  "high:uint32",
};

static void
random_key (GRand *rand, guint8 *key)
{
  static const guint8 bytes[] = { 0, 1, 0x7f, 0xfe, 0xff };

  for (guint i = 0; i < 4; i++)
    key[i] = bytes[g_rand_int_range (rand, 0, G_N_ELEMENTS (bytes))];
}

/* Returns the length of a bound, which is mostly a prefix of a key, or empty. */
static gsize
random_length (GRand *rand)
{
  gint32 length = g_rand_int_range (rand, -2, 5);

  return (gsize) MAX (length, 0);
}

static HBaseScan *
random_scan (GRand *rand)
{
  HBaseScan *scan = hbase_scan_new ();
  guint8 key[4];

  random_key (rand, key);
  hbase_scan_set_start (scan, key, random_length (rand));
  if (g_rand_boolean (rand)) /* otherwise it often begins like the start */
    random_key (rand, key);
  else
    key[g_rand_int_range (rand, 0, 4)]++;
  hbase_scan_set_stop (scan, key, random_length (rand));
  if (g_rand_int_range (rand, 0, 3) == 0)
    hbase_scan_set_prefix (scan, key, random_length (rand));
  hbase_scan_set_reversed (scan, g_rand_boolean (rand));
  hbase_scan_set_start_inclusive (scan, g_rand_boolean (rand));
  hbase_scan_set_stop_inclusive (scan, g_rand_boolean (rand));
  return scan;
}

static gboolean
scan_has (HBaseScan *scan, HBaseSlice key)
{
  HBaseScanBounds bounds;

  return hbase_scan_get_bounds (scan, &bounds)
         && hbase_scan_bounds_contain (&bounds, hbase_scan_get_reversed (scan), key);
}

static void
assert_row_is_met (HBaseScan *scan, GPtrArray *scans, HBaseKeySchema *schema, const guint8 *key, guint32 draw)
{
  g_autoptr (GBytes) row = hbase_key_schema_salt_with_random (schema, key, 4, draw, NULL);
  guint met = 0;

  for (guint i = 0; i < scans->len; i++)
    met += scan_has (scans->pdata[i], slice_of (row));
  ck_assert_msg (met == (guint) scan_has (scan, hbase_slice (key, 4)),
                 "%s: %02x%02x%02x%02x is in %u of %u scans, and in the whole: %d",
                 hbase_key_schema_get_text (schema), key[0], key[1], key[2], key[3], met, scans->len,
                 scan_has (scan, hbase_slice (key, 4)));
}

/* Returns the scans of row keys; none if no row can be in the range. */
static GPtrArray *
list_scans (HBaseScan *scan, HBaseKeySchema *schema, GError **error)
{
  HBaseScanBounds bounds;
  gsize head_length;
  gboolean in_order;

  return hbase_scan_get_bounds (scan, &bounds)
             ? hbase_scan_list_salted (scan, schema, &head_length, &in_order, error)
             : g_ptr_array_new ();
}

START_TEST (scans_of_row_keys_have_the_rows_of_a_scan_of_unsalted_ones)
{
  g_autoptr (GRand) rand = test_rand_new ("salting");
  guint refused = 0, done = 0, times = test_times (CASES);

  for (guint n = 0; n < times; n++)
    {
      g_autoptr (HBaseKeySchema) schema = schema_of (schemas[n % G_N_ELEMENTS (schemas)]);
      g_autoptr (HBaseScan) scan = random_scan (rand);
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) scans = list_scans (scan, schema, &error);
      guint8 key[4];

      refused += scans == NULL;
      done += scans != NULL && scans->len > 0;
      if (scans == NULL)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
      for (guint i = 0; scans != NULL && i < 50; i++)
        {
          random_key (rand, key);
          assert_row_is_met (scan, scans, schema, key, g_rand_int (rand));
        }
    }
  ck_assert_uint_gt (done, times / 4);
  ck_assert_uint_gt (refused, times / 50);
}
END_TEST

static guint
count_scans (const char *schema_text, const char *prefix, gsize length, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = schema_of (schema_text);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GPtrArray) scans = NULL;

  hbase_scan_set_prefix (scan, (const guint8 *) prefix, length);
  scans = list_scans (scan, schema, error);
  return scans != NULL ? scans->len : 0;
}

START_TEST (there_is_one_scan_a_salt_that_is_not_told)
{
  g_autoptr (GError) error = NULL;

  ck_assert_uint_eq (count_scans ("salt:random(4),id:uint32", "", 0, &error), 4);
  ck_assert_uint_eq (count_scans ("salt:md5-hex(8,id),id:uint16,n:uint16", "\0\x01", 2, &error), 1);
  ck_assert_uint_eq (count_scans ("salt:md5-hex(3,id),id:uint16,n:uint16", "\0", 1, &error), 4096);
  ck_assert_uint_eq (count_scans ("id:uint16,salt:random(4),n:uint16", "\0\x01", 2, &error), 4);
  ck_assert_uint_eq (count_scans ("id:uint16,salt:random(4),n:uint16", "\0", 1, &error), 1);
  ck_assert_no_error (error);
  ck_assert_uint_eq (count_scans ("salt:md5-hex(4,id),id:uint16,n:uint16", "\0", 1, &error), 0);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (a_range_that_a_salt_parts_is_refused)
{
  g_autoptr (HBaseKeySchema) schema = schema_of ("id:uint16,salt:random(4),n:uint16");
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GPtrArray) whole = NULL, parted = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_start (scan, (const guint8 *) "\0\x01", 2);
  hbase_scan_set_stop (scan, (const guint8 *) "\0\x03", 2);
  whole = list_scans (scan, schema, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (whole->len, 1);
  hbase_scan_set_stop (scan, (const guint8 *) "\0\x03\0", 3);
  parted = list_scans (scan, schema, &error);
  ck_assert_ptr_null (parted);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (error->message, "several values of a field before a salt"));
}
END_TEST

/* ---- copies ---- */

static GBytes *
written (void (*write) (gpointer record, HBaseWireWriter *writer), gpointer record)
{
  HBaseWireWriter writer;

  hbase_wire_writer_init (&writer, HBASE_WIRE_PROTOCOL_BINARY, 64);
  hbase_wire_begin_struct (&writer);
  write (record, &writer);
  return hbase_wire_writer_end (&writer);
}

/* Checks that a copy with a salted key is encoded to the same bytes as a record that was made for that
 * key. */
static void
assert_same (void (*write) (gpointer record, HBaseWireWriter *writer), gpointer a, gpointer b)
{
  g_autoptr (GBytes) of_a = written (write, a);
  g_autoptr (GBytes) of_b = written (write, b);

  ck_assert (g_bytes_equal (of_a, of_b));
}

static void
write_get (gpointer get, HBaseWireWriter *writer)
{
  hbase_get_write (get, writer);
}

static void
write_delete (gpointer delete_, HBaseWireWriter *writer)
{
  hbase_mutation_write (HBASE_MUTATION (delete_), writer);
}

static void
write_put (gpointer put, HBaseWireWriter *writer)
{
  hbase_mutation_write (HBASE_MUTATION (put), writer);
}

static HBaseGet *
a_get (const char *row, gsize length)
{
  HBaseGet *get = hbase_get_new ((const guint8 *) row, length);

  hbase_query_add_column (HBASE_QUERY (get), "f", (const guint8 *) "q", 1);
  hbase_query_add_family (HBASE_QUERY (get), "g");
  hbase_query_set_max_versions (HBASE_QUERY (get), 3);
  hbase_query_set_time_range (HBASE_QUERY (get), 1, 2);
  hbase_query_set_filter_text (HBASE_QUERY (get), "KeyOnlyFilter()");
  return get;
}

static HBaseDelete *
a_delete (const char *row, gsize length)
{
  HBaseDelete *delete_ = hbase_delete_new ((const guint8 *) row, length);

  hbase_delete_set_delete_type (delete_, HBASE_DELETE_TYPE_COLUMN);
  hbase_delete_add_column (delete_, "f", (const guint8 *) "q", 1);
  hbase_delete_add_column_with_timestamp (delete_, "f", (const guint8 *) "r", 1, 5);
  hbase_mutation_set_durability (HBASE_MUTATION (delete_), HBASE_DURABILITY_FSYNC_WAL);
  return delete_;
}

static HBasePut *
a_put (const char *row, gsize length)
{
  HBasePut *put = hbase_put_new ((const guint8 *) row, length);

  hbase_put_add_utf8 (put, "f", "q", "v");
  hbase_mutation_set_timestamp (HBASE_MUTATION (put), 7);
  hbase_mutation_set_durability (HBASE_MUTATION (put), HBASE_DURABILITY_SKIP_WAL);
  return put;
}

START_TEST (a_copy_to_another_key_has_all_settings)
{
  HBaseSlice key = HBASE_SLICE_LITERAL ("\2k");
  g_autoptr (HBaseGet) get = a_get ("k", 1);
  g_autoptr (HBaseDelete) delete_ = a_delete ("k", 1);
  g_autoptr (HBasePut) put = a_put ("k", 1);
  g_autoptr (HBaseGet) moved_get = hbase_get_copy_to (get, key);
  g_autoptr (HBaseDelete) moved_delete = hbase_mutation_copy_to (HBASE_MUTATION (delete_), key);
  g_autoptr (HBasePut) moved_put = hbase_mutation_copy_to (HBASE_MUTATION (put), key);
  g_autoptr (HBaseGet) expected_get = a_get ("\2k", 2);
  g_autoptr (HBaseDelete) expected_delete = a_delete ("\2k", 2);
  g_autoptr (HBasePut) expected_put = a_put ("\2k", 2);

  assert_same (write_get, moved_get, expected_get);
  assert_same (write_delete, moved_delete, expected_delete);
  assert_same (write_put, moved_put, expected_put);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("salting");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, scans_of_row_keys_have_the_rows_of_a_scan_of_unsalted_ones);
  tcase_add_test (tests, there_is_one_scan_a_salt_that_is_not_told);
  tcase_add_test (tests, a_range_that_a_salt_parts_is_refused);
  tcase_add_test (tests, a_copy_to_another_key_has_all_settings);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("salting", fill)
