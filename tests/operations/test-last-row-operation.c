/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "fake-gateway.h"
#include "hbase-error.h"
#include "hbase-last-row-operation-private.h"
#include "test-seed.h"

#define MAX_LENGTH 12
#define DOWNWARD_FIRST "\x7f\xff\xff\xff\xff\xff\xff\xff"

/* ---- a table, and reading its last row ---- */

static void
put_row (FakeGateway *gateway, gconstpointer key, gsize length)
{
  fake_gateway_put (gateway, hbase_slice (key, length), "f", "q", HBASE_SLICE_LITERAL ("v"));
  fake_gateway_put (gateway, hbase_slice (key, length), "f", "r", HBASE_SLICE_LITERAL ("w"));
}

/* Returns the key of the row found; NULL: no row, or an error. The row must have all its cells. */
static GBytes *
find_last (
    FakeGateway *gateway, HBaseScan *scan, const char *schema_text, HBaseLastRowMethod method, GError **error)
{
  g_autoptr (HBaseKeySchema) schema = schema_text != NULL ? hbase_key_schema_new (schema_text, NULL) : NULL;
  g_autoptr (HBaseScan) everything = hbase_scan_new ();
  HBaseTarget target = { gateway->protocol, "t", schema };
  g_autoptr (HBaseOperation) operation
      = hbase_last_row_operation_new (target, scan != NULL ? scan : everything, method);
  g_autoptr (HBaseRow) row = NULL;

  if (fake_gateway_drive (gateway, operation) != HBASE_DONE)
    {
      g_propagate_error (error, g_error_copy (operation->error));
      return NULL;
    }
  ck_assert (hbase_operation_take (operation, &row, error));
  if (hbase_row_is_empty (row))
    return NULL;
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 2);
  return hbase_row_ref_key (row);
}

static GBytes *
find_without_error (FakeGateway *gateway, HBaseScan *scan, const char *schema_text, HBaseLastRowMethod method)
{
  g_autoptr (GError) error = NULL;
  GBytes *key;

  gateway->n_calls = gateway->n_whole_rows = 0;
  key = find_last (gateway, scan, schema_text, method, &error);
  ck_assert_no_error (error);
  return key;
}

static void
assert_key (GBytes *found, HBaseSlice expected)
{
  ck_assert_int_eq (found != NULL, expected.data != NULL);
  ck_assert (hbase_slice_equal (hbase_slice_of_bytes (found), expected));
}

static HBaseSlice
last_of (FakeGateway *gateway)
{
  guint n = fake_gateway_get_n_rows (gateway);

  return n > 0 ? fake_gateway_get_key (gateway, n - 1) : hbase_slice (NULL, 0);
}

/* ---- bisection against brute force ---- */

/* Keys are similar: they have few different bytes, among them the least and the greatest. */
static guint8
draw_byte (GRand *rand, guint alphabet)
{
  const guint8 few[] = { 0x00, 0xff, 0x80, 0x7f, 0x01, 0xfe };

  return alphabet < G_N_ELEMENTS (few) ? few[g_rand_int_range (rand, 0, (gint32) alphabet + 1)]
                                       : (guint8) g_rand_int (rand);
}

static void
fill_randomly (FakeGateway *gateway, GRand *rand, guint length, gboolean fixed)
{
  guint n_rows = (guint) g_rand_int_range (rand, 0, 30), alphabet = (guint) g_rand_int_range (rand, 0, 7);

  for (guint i = 0; i < n_rows; i++)
    {
      guint8 key[MAX_LENGTH];
      gsize n = fixed ? length : (gsize) g_rand_int_range (rand, 1, (gint32) length + 1);

      for (gsize k = 0; k < n; k++)
        key[k] = draw_byte (rand, alphabet);
      put_row (gateway, key, n);
    }
}

static gsize
longest_key (FakeGateway *gateway)
{
  gsize longest = 0;

  for (guint i = 0; i < fake_gateway_get_n_rows (gateway); i++)
    longest = MAX (longest, fake_gateway_get_key (gateway, i).length);
  return longest;
}

/* The number of calls allowed. */
static gsize
bound (FakeGateway *gateway, gboolean fixed)
{
  if (fake_gateway_get_n_rows (gateway) == 0)
    return 1;
  return (fixed ? 8 * longest_key (gateway) + 1 : 9 * longest_key (gateway)) + 1;
}

START_TEST (bisection_finds_the_last_of_any_rows)
{
  g_autoptr (GRand) rand = test_rand_new ("last-row/bisection");

  for (guint round = 0; round < test_times (1500); round++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (GBytes) found = NULL;
      gboolean fixed = round % 2 == 0;

      fill_randomly (gateway, rand, 1 + round % MAX_LENGTH, fixed);
      found = find_without_error (gateway, NULL, NULL, HBASE_LAST_ROW_METHOD_BISECTION);
      assert_key (found, last_of (gateway));
      ck_assert_uint_le (gateway->n_calls, bound (gateway, fixed));
      ck_assert_uint_le (gateway->n_whole_rows, 2 * longest_key (gateway) + 1);
    }
}
END_TEST

/* Sets of keys for which the bound is tight: it is reached. */
START_TEST (bisection_takes_at_most_the_documented_calls)
{
  const guint8 least[MAX_LENGTH] = { 0 };
  guint8 key[MAX_LENGTH];

  for (gsize length = 1; length <= MAX_LENGTH; length++)
    {
      g_autoptr (FakeGateway) fixed = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (FakeGateway) stairs = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (GBytes) found = NULL;
      g_autoptr (GBytes) found_above = NULL;

      put_row (fixed, least, length);
      found = find_without_error (fixed, NULL, NULL, HBASE_LAST_ROW_METHOD_BISECTION);
      assert_key (found, hbase_slice (least, length));
      ck_assert_uint_eq (fixed->n_calls, 8 * length + 2);
      memset (key, 0, sizeof key);
      for (gsize n = 1; n <= length; n++)
        put_row (stairs, key, n);
      found_above = find_without_error (stairs, NULL, NULL, HBASE_LAST_ROW_METHOD_BISECTION);
      assert_key (found_above, hbase_slice (key, length));
      ck_assert_uint_eq (stairs->n_calls, 9 * length + 1);
    }
}
END_TEST

static HBaseScan *
random_range (GRand *rand, guint alphabet)
{
  HBaseScan *scan = hbase_scan_new ();
  guint8 bytes[3][3];
  gsize lengths[3];
  int order;

  for (guint i = 0; i < 3; i++)
    {
      lengths[i] = (gsize) g_rand_int_range (rand, 0, i == 2 ? 3 : 4);
      for (guint k = 0; k < 3; k++)
        bytes[i][k] = draw_byte (rand, alphabet);
    }
  hbase_scan_set_start (scan, bytes[0], lengths[0]);
  hbase_scan_set_stop (scan, bytes[1], lengths[1]);
  hbase_scan_set_prefix (scan, bytes[2], lengths[2]);
  /* A range that starts after its stop is refused. */
  order = hbase_slice_compare (hbase_slice (bytes[0], lengths[0]), hbase_slice (bytes[1], lengths[1]));
  hbase_scan_set_reversed (scan, lengths[0] > 0 && lengths[1] > 0 ? order > 0 : g_rand_boolean (rand));
  return scan;
}

static HBaseSlice
last_in_range (FakeGateway *gateway, HBaseScan *scan)
{
  g_autoptr (HBaseScan) forward = hbase_scan_copy_reversed (scan, FALSE, 0);
  HBaseScanBounds bounds;
  HBaseSlice last = { NULL, 0 };

  if (!hbase_scan_get_bounds (forward, &bounds))
    return last;
  for (guint i = 0; i < fake_gateway_get_n_rows (gateway); i++)
    if (hbase_scan_bounds_contain (&bounds, FALSE, fake_gateway_get_key (gateway, i)))
      last = fake_gateway_get_key (gateway, i);
  return last;
}

START_TEST (all_methods_find_the_same_row_of_a_range)
{
  g_autoptr (GRand) rand = test_rand_new ("last-row/ranges");
  guint n_found = 0;

  for (guint round = 0; round < test_times (1500); round++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (HBaseScan) scan = random_range (rand, 3);
      HBaseSlice expected;

      fill_randomly (gateway, rand, 4, FALSE);
      expected = last_in_range (gateway, scan);
      n_found += expected.data != NULL;
      for (guint method = HBASE_LAST_ROW_METHOD_AUTO; method <= HBASE_LAST_ROW_METHOD_BISECTION; method++)
        {
          g_autoptr (GBytes) found = find_without_error (gateway, scan, NULL, (HBaseLastRowMethod) method);

          assert_key (found, expected);
          ck_assert_uint_le (gateway->n_calls, method == HBASE_LAST_ROW_METHOD_BISECTION ? 37 : 1);
        }
    }
  ck_assert_uint_gt (n_found, 0);
}
END_TEST

/* ---- the methods chosen by auto ---- */

START_TEST (auto_reads_the_constant_key)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
  g_autoptr (GBytes) found = NULL;
  g_autoptr (GBytes) fallen_back = NULL;
  g_autoptr (GBytes) none = NULL;

  put_row (gateway, DOWNWARD_FIRST, 8);
  put_row (gateway, "\x7f\xff\xff\xff\xff\xff\xff\xfe", 8);
  gateway->refuses_reversed = TRUE;
  found = find_without_error (gateway, NULL, "id:downward", HBASE_LAST_ROW_METHOD_AUTO);
  assert_key (found, HBASE_SLICE_LITERAL (DOWNWARD_FIRST));
  ck_assert_uint_eq (gateway->n_calls, 1);

  fake_gateway_delete (gateway, HBASE_SLICE_LITERAL (DOWNWARD_FIRST));
  gateway->refuses_reversed = FALSE;
  fallen_back = find_without_error (gateway, NULL, "id:downward", HBASE_LAST_ROW_METHOD_AUTO);
  assert_key (fallen_back, HBASE_SLICE_LITERAL ("\x7f\xff\xff\xff\xff\xff\xff\xfe"));
  ck_assert_uint_eq (gateway->n_calls, 2);
  none = find_without_error (gateway, NULL, "id:downward", HBASE_LAST_ROW_METHOD_CONSTANT);
  ck_assert_ptr_null (none);
  ck_assert_uint_eq (gateway->n_calls, 1);
}
END_TEST

START_TEST (a_constant_key_belongs_to_its_prefix)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GBytes) found = NULL;
  g_autoptr (GBytes) above = NULL;
  g_autoptr (GError) error = NULL;

  put_row (gateway, "\0\0\0\1" DOWNWARD_FIRST, 12);
  put_row (gateway, "\0\0\0\2" DOWNWARD_FIRST, 12);
  hbase_scan_set_prefix (scan, (const guint8 *) "\0\0\0\1", 4);
  found = find_without_error (gateway, scan, "post:uint32,id:downward", HBASE_LAST_ROW_METHOD_CONSTANT);
  assert_key (found, HBASE_SLICE_LITERAL ("\0\0\0\1" DOWNWARD_FIRST));
  /* With a scan that stops before it, or one of all posts, the key isn't constant. */
  above = find_without_error (gateway, NULL, "post:uint32,id:downward", HBASE_LAST_ROW_METHOD_AUTO);
  assert_key (above, HBASE_SLICE_LITERAL ("\0\0\0\2" DOWNWARD_FIRST));
  ck_assert_uint_eq (gateway->n_calls, 1);
  hbase_scan_set_stop (scan, (const guint8 *) "\0\0\0\1\1", 5);
  ck_assert_ptr_null (
      find_without_error (gateway, scan, "post:uint32,id:downward", HBASE_LAST_ROW_METHOD_AUTO));
  ck_assert_ptr_null (
      find_last (gateway, scan, "post:uint32,id:downward", HBASE_LAST_ROW_METHOD_CONSTANT, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

START_TEST (no_method_but_constant_needs_a_schema)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
  g_autoptr (GError) no_schema = NULL;
  g_autoptr (GError) other_schema = NULL;

  ck_assert_ptr_null (find_last (gateway, NULL, NULL, HBASE_LAST_ROW_METHOD_CONSTANT, &no_schema));
  ck_assert_error (no_schema, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_ptr_nonnull (strstr (no_schema->message, "table “t”"));
  ck_assert_ptr_null (find_last (gateway, NULL, "id:uint64", HBASE_LAST_ROW_METHOD_CONSTANT, &other_schema));
  ck_assert_error (other_schema, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
  ck_assert_uint_eq (gateway->n_calls, 0);
}
END_TEST

START_TEST (auto_bisects_where_reversed_scans_are_refused)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
  g_autoptr (GBytes) found = NULL;
  g_autoptr (GError) error = NULL;

  put_row (gateway, "row1", 4);
  put_row (gateway, "row2", 4);
  gateway->refuses_reversed = TRUE;
  found = find_without_error (gateway, NULL, NULL, HBASE_LAST_ROW_METHOD_AUTO);
  assert_key (found, HBASE_SLICE_LITERAL ("row2"));
  ck_assert_uint_le (gateway->n_calls, 1 + 8 * 4 + 2);
  ck_assert_ptr_null (find_last (gateway, NULL, NULL, HBASE_LAST_ROW_METHOD_REVERSE, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
}
END_TEST

/* ---- faults ---- */

typedef struct {
  guint at; /* the call that fails, counted from 1 */
  FakeFault fault;
} Plan;

static FakeFault
fault_by_plan (FakeGateway *gateway, const HBaseWireMethod *method)
{
  const Plan *plan = gateway->data;

  return gateway->n_calls == plan->at ? plan->fault : FAKE_FINE;
}

static const FakeFault faults[] = { FAKE_LOST_BEFORE, FAKE_LOST_AFTER, FAKE_REFUSED_FOR_NOW, FAKE_REFUSED };

/* Either the right row, or HBase's error. */
START_TEST (a_failure_anywhere_gives_the_row_or_an_error)
{
  const HBaseSlice high = HBASE_SLICE_LITERAL (DOWNWARD_FIRST),
                   low = HBASE_SLICE_LITERAL ("\0\0\0\0\0\0\0\0");
  guint n_met = 0;

  for (guint method = HBASE_LAST_ROW_METHOD_AUTO; method <= HBASE_LAST_ROW_METHOD_CONSTANT; method++)
    for (guint f = 0; f < G_N_ELEMENTS (faults); f++)
      for (guint at = 1; at <= 8 * 8 + 2; at++)
        {
          g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
          Plan plan = { at, faults[f] };
          HBaseSlice last = method == HBASE_LAST_ROW_METHOD_BISECTION ? low : high;
          g_autoptr (GError) error = NULL;
          g_autoptr (GBytes) found = NULL;

          put_row (gateway, last.data, last.length);
          gateway->fault = fault_by_plan;
          gateway->data = &plan;
          found = find_last (gateway, NULL, "id:downward", (HBaseLastRowMethod) method, &error);
          n_met += gateway->n_faults;
          if (gateway->n_faults > 0 && faults[f] == FAKE_REFUSED)
            ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_REMOTE);
          else
            assert_key (found, last);
        }
  ck_assert_uint_gt (n_met, 200);
}
END_TEST

/* Others write and delete during the search: the row that is found isn't before one that existed all the
 * time. */
typedef struct {
  GRand *rand;
  guint left; /* the number of changes left */
} Rival;

static FakeFault
change_rows (FakeGateway *gateway, const HBaseWireMethod *method)
{
  Rival *rival = gateway->data;
  guint8 key[4];

  if (rival->left == 0)
    return FAKE_FINE;
  rival->left--;
  for (guint i = 0; i < sizeof key; i++)
    key[i] = draw_byte (rival->rand, 3);
  if (g_rand_boolean (rival->rand))
    put_row (gateway, key, (gsize) g_rand_int_range (rival->rand, 1, 5));
  else if (fake_gateway_get_n_rows (gateway) > 0)
    {
      HBaseSlice last = last_of (gateway);
      g_autoptr (GBytes) held = g_bytes_new (last.data, last.length);

      if (!hbase_slice_equal (last, HBASE_SLICE_LITERAL ("\x80\x80")))
        fake_gateway_delete (gateway, hbase_slice_of_bytes (held));
    }
  return FAKE_FINE;
}

START_TEST (a_row_that_stays_is_found)
{
  g_autoptr (GRand) rand = test_rand_new ("last-row/changes");

  for (guint round = 0; round < test_times (1000); round++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
      Rival rival = { rand, 40 };
      g_autoptr (GBytes) found = NULL;

      fill_randomly (gateway, rand, 4, FALSE);
      put_row (gateway, "\x80\x80", 2);
      gateway->fault = change_rows;
      gateway->data = &rival;
      found = find_without_error (gateway, NULL, NULL, HBASE_LAST_ROW_METHOD_BISECTION);
      ck_assert_ptr_nonnull (found);
      ck_assert_int_ge (hbase_slice_compare (hbase_slice_of_bytes (found), HBASE_SLICE_LITERAL ("\x80\x80")),
                        0);
    }
}
END_TEST

/* A peer that returns a row before the requested key, or after a key where there was none. */
static void
answer_the_first_row (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 0 && gateway->n_calls > 1)
    ((FakePiece *) pieces->pdata[0])->key = fake_gateway_get_key (gateway, 0);
}

START_TEST (rows_outside_the_range_are_refused)
{
  for (guint method = HBASE_LAST_ROW_METHOD_AUTO; method <= HBASE_LAST_ROW_METHOD_CONSTANT; method++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (GError) error = NULL;

      put_row (gateway, "a", 1);
      put_row (gateway, DOWNWARD_FIRST, 8);
      fake_gateway_put (gateway, HBASE_SLICE_LITERAL ("\1"), "f", "q", HBASE_SLICE_LITERAL ("v"));
      gateway->tamper = answer_the_first_row;
      hbase_scan_set_start (scan, (const guint8 *) "a", 1);
      gateway->n_calls = method != HBASE_LAST_ROW_METHOD_BISECTION;
      ck_assert_ptr_null (find_last (gateway, scan, "id:downward", (HBaseLastRowMethod) method, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
    }
}
END_TEST

static void
repeat_second_row (FakeGateway *gateway, GPtrArray *pieces)
{
  ck_assert_uint_eq (pieces->len, 2);
  *(FakePiece *) pieces->pdata[0] = *(FakePiece *) pieces->pdata[1];
}

/* A reversed scan of a prefix begins at the row right after it, which is requested, too, as it may exist.
 * Here it doesn't; and the row before the last one comes in place of that. */
START_TEST (a_row_in_place_of_the_last_one_is_refused)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new ((HBaseWireProtocol) _i);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (GError) error = NULL;

  put_row (gateway, "a1", 2);
  put_row (gateway, "a2", 2);
  gateway->tamper = repeat_second_row;
  hbase_scan_set_prefix (scan, (const guint8 *) "a", 1);
  ck_assert_ptr_null (find_last (gateway, scan, NULL, HBASE_LAST_ROW_METHOD_REVERSE, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
}
END_TEST

/* HBase sends rows out of place while regions move: one twice, or one that is before the range. */
static const HBaseLastRowMethod all_methods[]
    = { HBASE_LAST_ROW_METHOD_AUTO, HBASE_LAST_ROW_METHOD_REVERSE, HBASE_LAST_ROW_METHOD_BISECTION,
        HBASE_LAST_ROW_METHOD_CONSTANT };

static void
misorder_for_a_while (FakeGateway *gateway, GPtrArray *pieces)
{
  guint *left = gateway->data;

  if (*left == 0 || pieces->len == 0)
    return;
  (*left)--;
  if (pieces->len > 1)
    repeat_second_row (gateway, pieces);
  else
    ((FakePiece *) pieces->pdata[0])->key = fake_gateway_get_key (gateway, 0);
}

static GBytes *
find_misordered (FakeGateway *gateway, HBaseLastRowMethod method, guint *left, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  put_row (gateway, "\1", 1);
  put_row (gateway, "a\1", 2);
  put_row (gateway, "a" DOWNWARD_FIRST, 9);
  gateway->tamper = misorder_for_a_while;
  gateway->data = left;
  hbase_scan_set_prefix (scan, (const guint8 *) "a", 1);
  return find_last (gateway, scan, "post:uint8,id:downward", method, error);
}

START_TEST (misordered_replies_are_requested_again)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_methods); i++)
    {
      g_autoptr (FakeGateway) brief = fake_gateway_new ((HBaseWireProtocol) _i);
      g_autoptr (FakeGateway) lasting = fake_gateway_new ((HBaseWireProtocol) _i);
      guint few = 3, many = 4;
      g_autoptr (GError) none = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) found = find_misordered (brief, all_methods[i], &few, &none);

      ck_assert_no_error (none);
      assert_key (found, HBASE_SLICE_LITERAL ("a" DOWNWARD_FIRST));
      ck_assert_uint_eq (few, 0);
      ck_assert_ptr_null (find_misordered (lasting, all_methods[i], &many, &error));
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
      ck_assert_uint_eq (many, 0);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("last row");

  tcase_add_loop_test (tcase, bisection_finds_the_last_of_any_rows, 0, 2);
  tcase_add_loop_test (tcase, bisection_takes_at_most_the_documented_calls, 0, 2);
  tcase_add_loop_test (tcase, all_methods_find_the_same_row_of_a_range, 0, 2);
  tcase_add_loop_test (tcase, auto_reads_the_constant_key, 0, 2);
  tcase_add_loop_test (tcase, a_constant_key_belongs_to_its_prefix, 0, 2);
  tcase_add_loop_test (tcase, no_method_but_constant_needs_a_schema, 0, 2);
  tcase_add_loop_test (tcase, auto_bisects_where_reversed_scans_are_refused, 0, 2);
  tcase_add_loop_test (tcase, a_failure_anywhere_gives_the_row_or_an_error, 0, 2);
  tcase_add_loop_test (tcase, a_row_that_stays_is_found, 0, 2);
  tcase_add_loop_test (tcase, rows_outside_the_range_are_refused, 0, 2);
  tcase_add_loop_test (tcase, a_row_in_place_of_the_last_one_is_refused, 0, 2);
  tcase_add_loop_test (tcase, misordered_replies_are_requested_again, 0, 2);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("last row operation", fill)
