/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "fake-gateway.h"
#include "hbase-page-plan-private.h"
#include "test-seed.h"

/* Pages of a table whose rows are put and deleted, compared with a sorted array. Keys are numbers of three
 * digits. */

#define N_KEYS 60

typedef struct {
  FakeGateway *gateway;
  gboolean there[N_KEYS];
  HBasePagePlan plan;
  gboolean reversed;
  guint low, high; /* the scan's rows are low … high − 1 */
} World;

static void
world_set (World *world, guint number, gboolean there)
{
  g_autofree char *key = g_strdup_printf ("%03u", number);

  if (there && !world->there[number])
    fake_gateway_put (world->gateway, hbase_slice_text (key), "f", "q", hbase_slice_text ("v"));
  else if (!there && world->there[number])
    fake_gateway_delete (world->gateway, hbase_slice_text (key));
  world->there[number] = there;
}

static void
set_bound (HBaseScan *scan, guint number, void (*set) (HBaseScan *scan, const guint8 *row, gsize length))
{
  g_autofree char *key = g_strdup_printf ("%03u", number);

  set (scan, (const guint8 *) key, 3);
}

/* A range of rows, or all of them, or those with a prefix. */
static HBaseScan *
draw_scan (World *world, GRand *rand)
{
  HBaseScan *scan = hbase_scan_new ();
  guint kind = (guint) g_rand_int_range (rand, 0, 3);

  world->reversed = g_rand_boolean (rand);
  hbase_scan_set_reversed (scan, world->reversed);
  world->low = kind == 0 ? 0 : kind == 1 ? 20 : (guint) g_rand_int_range (rand, 0, 20);
  world->high = kind == 0 ? N_KEYS : kind == 1 ? 30 : (guint) g_rand_int_range (rand, 40, N_KEYS);
  if (kind == 1)
    hbase_scan_set_prefix (scan, (const guint8 *) "02", 2);
  else if (kind == 2)
    {
      set_bound (scan, world->reversed ? world->high - 1 : world->low, hbase_scan_set_start);
      set_bound (scan, world->reversed ? world->low - 1 : world->high, hbase_scan_set_stop);
    }
  return scan;
}

static void
world_begin (World *world, GRand *rand)
{
  g_autoptr (HBaseScan) scan = NULL;

  *world = (World){ .gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY) };
  scan = draw_scan (world, rand);
  if (world->reversed && world->low == 0)
    hbase_scan_set_stop (scan, NULL, 0);
  for (guint i = 0; i < N_KEYS; i++)
    world_set (world, i, g_rand_boolean (rand));
  hbase_page_plan_init (&world->plan, "t", scan, (guint) g_rand_int_range (rand, 1, 9));
}

static void
world_end (World *world)
{
  hbase_page_plan_clear (&world->plan);
  fake_gateway_free (world->gateway);
}

static HBaseSlice
bytes_key (gconstpointer row)
{
  return hbase_slice_of_bytes ((GBytes *) row);
}

/* Returns the keys of the page's rows (element-type GBytes). */
static GPtrArray *
read_page (World *world, const HBasePagePosition *place, HBasePageBounds *ends)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  HBaseScanRequest request = hbase_page_plan_request (&world->plan, place);
  g_autoptr (HBaseOperation) operation
      = (HBaseOperation *) hbase_scan_operation_new (world->gateway->protocol, &request);
  HBaseScanOperation *scan = (HBaseScanOperation *) operation;
  HBaseBlock *block;
  guint row;

  world->gateway->n_calls = 0;
  while (!hbase_scan_operation_has_ended (scan))
    {
      ck_assert_int_eq (fake_gateway_drive (world->gateway, operation), HBASE_DONE);
      while (hbase_scan_operation_take (scan, &block, &row))
        {
          HBaseSlice key = hbase_block_row_key (block, row);

          g_ptr_array_add (rows, g_bytes_new (key.data, key.length));
          hbase_block_unref (block);
        }
    }
  hbase_page_plan_finish (&world->plan, place, rows, bytes_key, ends);
  return rows;
}

static guint
number_of (GBytes *key)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (key, NULL), g_bytes_get_size (key));

  return (guint) g_ascii_strtoull (text, NULL, 10);
}

/* ---- the model ---- */

/* Stores the scan's rows after a number (G_MAXUINT: all), in the direction, in `numbers`; at most `n`. */
static guint
model_rows (World *world, gboolean backward, GBytes *from, guint n, guint *numbers)
{
  gboolean down = backward != world->reversed;
  int step = down ? -1 : 1, at = down ? (int) world->high - 1 : (int) world->low;
  guint found = 0;

  if (from != NULL)
    at = (int) number_of (from) + step;
  for (; at >= (int) world->low && at < (int) world->high && found < n; at += step)
    if (world->there[at])
      numbers[found++] = (guint) at;
  return found;
}

static void
check_page (World *world, const HBasePagePosition *place, GPtrArray *rows, const HBasePageBounds *ends)
{
  guint numbers[N_KEYS], n = world->plan.size;
  guint found = model_rows (world, place->backward, place->from, n + 1, numbers), shown = MIN (found, n);

  ck_assert_uint_eq (rows->len, shown);
  for (guint i = 0; i < shown; i++)
    ck_assert_uint_eq (number_of (rows->pdata[i]), numbers[place->backward ? shown - 1 - i : i]);
  ck_assert_int_eq (place->backward ? ends->has_previous : ends->has_next, found > n);
  ck_assert_int_eq (place->backward ? ends->has_next : ends->has_previous, place->from != NULL);
  ck_assert_int_eq (ends->first != NULL, shown > 0);
  if (shown > 0)
    {
      ck_assert (g_bytes_equal (ends->first, rows->pdata[0]));
      ck_assert (g_bytes_equal (ends->last, rows->pdata[shown - 1]));
    }
  ck_assert_uint_le (world->gateway->n_calls, 1);
}

static void
move_position (HBasePagePosition *place, gboolean backward, GBytes *from)
{
  hbase_page_position_clear (place);
  *place = (HBasePagePosition){ backward, from != NULL ? g_bytes_ref (from) : NULL };
}

/* Moves to the next or previous page, or to the first or last one. */
static void
move_to_random_page (HBasePagePosition *place, const HBasePageBounds *ends, GRand *rand)
{
  gboolean backward = g_rand_boolean (rand);

  if (backward ? ends->has_previous && ends->first != NULL : ends->has_next && ends->last != NULL)
    move_position (place, backward, backward ? ends->first : ends->last);
  else
    move_position (place, backward, NULL);
}

/* Each page has the rows of the sorted array at its moment; positions are rows that were seen, which may have
 * been deleted. */
START_TEST (pages_have_the_rows_of_a_sorted_array)
{
  g_autoptr (GRand) rand = test_rand_new ("page-plan/sorted-array");

  for (guint history = 0; history < test_times (2000); history++)
    {
      g_auto (HBasePagePosition) place = { FALSE, NULL };
      World world;

      world_begin (&world, rand);
      for (guint turn = 0; turn < 12; turn++)
        {
          g_auto (HBasePageBounds) ends = { NULL };
          g_autoptr (GPtrArray) rows = read_page (&world, &place, &ends);

          check_page (&world, &place, rows, &ends);
          move_to_random_page (&place, &ends, rand);
          for (guint i = 0; i < 4; i++)
            world_set (&world, (guint) g_rand_int_range (rand, 0, N_KEYS), g_rand_boolean (rand));
        }
      world_end (&world);
    }
}
END_TEST

/* Rows that exist all the time are met once on the way from one end to the other, whatever else changes. */
static void
walk (World *world, gboolean backward, GRand *rand)
{
  g_auto (HBasePagePosition) place = { backward, NULL };
  guint met[N_KEYS] = { 0 };
  gboolean stayed[N_KEYS], more = TRUE;

  memcpy (stayed, world->there, sizeof stayed);
  while (more)
    {
      g_auto (HBasePageBounds) ends = { NULL };
      g_autoptr (GPtrArray) rows = read_page (world, &place, &ends);

      for (guint i = 0; i < rows->len; i++)
        met[number_of (rows->pdata[i])]++;
      more = backward ? ends.has_previous : ends.has_next;
      if (more)
        move_position (&place, backward, backward ? ends.first : ends.last);
      for (guint i = 0; i < 6; i++)
        {
          guint number = (guint) g_rand_int_range (rand, 0, N_KEYS);

          world_set (world, number, g_rand_boolean (rand));
          stayed[number] = FALSE;
        }
    }
  for (guint i = 0; i < N_KEYS; i++)
    ck_assert_msg (stayed[i] && i >= world->low && i < world->high ? met[i] == 1 : met[i] <= 1,
                   "row %u was met %u times", i, met[i]);
}

START_TEST (rows_that_stay_are_met_once)
{
  g_autoptr (GRand) rand = test_rand_new ("page-plan/rows-that-stay");

  for (guint history = 0; history < test_times (1000); history++)
    {
      World world;

      world_begin (&world, rand);
      walk (&world, history % 2 == 0, rand);
      world_end (&world);
    }
}
END_TEST

START_TEST (a_position_outside_the_scan_is_refused)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_auto (HBasePagePlan) plan = { NULL };
  const char *const rows[] = { "019", "02", "020", "029", "02\xff", "03", "" };
  const gboolean inside[] = { FALSE, TRUE, TRUE, TRUE, TRUE, FALSE, FALSE };

  hbase_scan_set_prefix (scan, (const guint8 *) "02", 2);
  hbase_page_plan_init (&plan, "t", scan, 3);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (guint backward = 0; backward < 2; backward++)
      {
        g_auto (HBasePagePosition) place = { (gboolean) backward, g_bytes_new (rows[i], strlen (rows[i])) };

        ck_assert_msg (hbase_page_plan_has_position (&plan, &place) == inside[i], "row %s", rows[i]);
      }
}
END_TEST

START_TEST (invalid_sizes_are_refused)
{
  const guint sizes[] = { 0, 1, G_MAXINT32 - 2, G_MAXINT32 - 1, G_MAXUINT };
  g_autoptr (HBaseScan) scan = hbase_scan_new ();

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_auto (HBasePagePlan) plan = { NULL };
      g_autoptr (GError) error = NULL;
      gboolean good = i == 1 || i == 2;

      hbase_page_plan_init (&plan, "t", scan, sizes[i]);
      ck_assert_int_eq (hbase_page_plan_check (&plan, &error), good);
      if (!good)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
    }
}
END_TEST

/* Each page is a new scan: a filter that remembers rows would give other results. */
START_TEST (filters_that_remember_rows_are_refused)
{
  const struct {
    const char *filter;
    gboolean good;
  } cases[] = {
    { "PrefixFilter('r')", TRUE },
    { "PageFilter(5)", TRUE },
    { "PrefixFilter('r') AND PageFilter(5)", TRUE },
    { "PrefixFilter('r') OR PageFilter(5)", FALSE },
    { "WHILE PrefixFilter('r')", FALSE },
    { "ColumnCountGetFilter(3)", FALSE },
    { "PrefixFilter('r') AND ColumnCountGetFilter(3)", FALSE },
    { "PrefixFilter(", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_auto (HBasePagePlan) plan = { NULL };
      g_autoptr (GError) error = NULL;

      hbase_query_set_filter_text (HBASE_QUERY (scan), cases[i].filter);
      hbase_page_plan_init (&plan, "t", scan, 10);
      ck_assert_msg (hbase_page_plan_check (&plan, &error) == cases[i].good, "%s", cases[i].filter);
      if (!cases[i].good)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
    }
}
END_TEST

/* A page before a row is read in reverse. */
START_TEST (forward_only_filters_are_read_forward)
{
  const struct {
    const char *filter;
    gboolean good;
  } cases[] = {
    { NULL, TRUE },
    { "ColumnPrefixFilter('a') AND FamilyFilter(=,'binary:f')", TRUE },
    { "SKIP (ColumnPrefixFilter('a') OR InclusiveStopFilter('a'))", TRUE },
    { "ColumnPrefixFilter('a') AND (PrefixFilter('a') OR PrefixFilter('b'))", TRUE },
    { "InclusiveStopFilter('a')", FALSE },
    { "KeyOnlyFilter() AND (KeyOnlyFilter() AND InclusiveStopFilter('a'))", FALSE },
    { "PrefixFilter('a') OR (KeyOnlyFilter() AND ColumnRangeFilter('a',true,'b',true))", FALSE },
    { "MultipleColumnPrefixFilter('a') OR ValueFilter(=,'binary:x')", FALSE },
    { "ColumnPaginationFilter(2,1) AND ColumnPrefixFilter('b')", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint backward = 0; backward < 2; backward++)
      {
        g_autoptr (HBaseScan) scan = hbase_scan_new ();
        g_auto (HBasePagePlan) plan = { NULL };
        const HBasePagePosition place = { (gboolean) backward, NULL };
        g_autoptr (GError) error = NULL;
        gboolean good = !backward || cases[i].good;

        hbase_query_set_filter_text (HBASE_QUERY (scan), cases[i].filter);
        hbase_page_plan_init (&plan, "t", scan, 10);
        ck_assert_msg (hbase_page_plan_check_direction (&plan, &place, &error) == good, "%s",
                       cases[i].filter);
        if (!good)
          ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
      }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("page plan");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, pages_have_the_rows_of_a_sorted_array);
  tcase_add_test (tests, rows_that_stay_are_met_once);
  tcase_add_test (tests, a_position_outside_the_scan_is_refused);
  tcase_add_test (tests, invalid_sizes_are_refused);
  tcase_add_test (tests, filters_that_remember_rows_are_refused);
  tcase_add_test (tests, forward_only_filters_are_read_forward);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("page plan", fill)
