/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-retry-private.h"
#include "hbase-scan-internal-private.h"
#include "hbase-wire-tables.h"
#include "scan-reading.h"

/* How many rows scans request at a time, and which scanners they leave open. */

/* ---- widths ---- */

static void
learn_row_width (gpointer learned, gsize width)
{
  *(gsize *) learned = width;
}

/* A few selected columns say nothing about the width of whole rows. */
START_TEST (the_width_of_whole_rows_is_measured)
{
  for (guint narrow = 0; narrow < 2; narrow++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
      gsize learned = 0;
      HBaseScanRequest request
          = { .table = "t", .scan = scan, .learn_row_width = learn_row_width, .learn_data = &learned };
      HBaseScanOperation *operation;

      fill_table (gateway);
      if (narrow)
        hbase_query_add_family (HBASE_QUERY (scan), "f");
      operation = hbase_scan_operation_new (gateway->protocol, &request);
      fake_gateway_drive (gateway, (HBaseOperation *) operation);
      ck_assert (hbase_scan_operation_has_row (operation));
      ck_assert_int_eq (learned > 0, !narrow);
      hbase_operation_free (operation);
    }
}
END_TEST

/* ---- too many rows at a time, or no gateway ---- */

START_TEST (fewer_rows_are_requested_after_too_large_a_reply)
{
  for (guint variant = 0; variant < 4; variant++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (variant & 1, variant & 2 ? 20 : 0, variant & 2 ? 0 : 40, 0);
      g_autofree char *expected = NULL;
      g_autofree char *rows = NULL;

      fill_table (gateway);
      expected = read_all (gateway, scan);
      gateway->max_rows = 2;
      rows = read_all (gateway, scan);
      ck_assert_str_eq (rows, expected);
    }
}
END_TEST

/* The first rows, regions, openScanner, getScannerRows, and the one that fails. */
static FakeFault
fail_second_get_rows (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return gateway->n_calls == 5 ? FAKE_LOST_AFTER : FAKE_FINE;
}

static void
one_too_many (FakeGateway *gateway, GPtrArray *pieces)
{
  FakePiece *more = g_memdup2 (pieces->pdata[0], sizeof (FakePiece));

  g_ptr_array_add (pieces, more);
}

static FakeFault
refuse_connection (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return FAKE_UNREACHABLE;
}

/* Each run makes as many attempts, for rows and for regions. */
START_TEST (without_a_gateway_each_run_tries_again)
{
  for (guint lanes = 1; lanes < 3; lanes++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
      HBaseScanRequest request = { .table = "t", .scan = scan };
      HBaseScanOperation *operation;

      hbase_scan_set_parallelism (scan, lanes, TRUE);
      operation = hbase_scan_operation_new (gateway->protocol, &request);
      gateway->fault = refuse_connection;
      for (guint i = 1; i < 4; i++)
        {
          ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_FAIL);
          ck_assert_uint_eq (gateway->n_calls, i * HBASE_RETRY_ROUNDS);
        }
      hbase_operation_free (operation);
    }
}
END_TEST

/* As with a filter that accepts few rows. */
START_TEST (fewer_rows_are_requested_after_a_timeout)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 20, 0, 0);
  g_autofree char *expected = NULL;
  g_autofree char *rows = NULL;

  fill_table (gateway);
  expected = read_all (gateway, scan);
  gateway->max_rows = 5;
  gateway->is_slow = TRUE;
  gateway->n_calls = 0;
  rows = read_all (gateway, scan);
  ck_assert_str_eq (rows, expected);
}
END_TEST

START_TEST (a_single_row_that_is_too_large_is_an_error)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
  g_autofree char *rows = NULL;
  g_autoptr (GError) error = NULL;

  fill_table (gateway);
  gateway->max_rows = 1;
  gateway->tamper = one_too_many;
  rows = read_scan (gateway, scan, hbase_slice (NULL, 0), 0, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_TOO_LARGE);
  ck_assert_ptr_nonnull (strstr (error->message, "“t”"));
}
END_TEST

/* ---- one call, or a scanner ---- */

/* As many rows as fit into a reply are read by one call, and not one more. */
START_TEST (rows_that_just_fit_cost_one_call)
{
  static const struct {
    gsize row_width;
    guint limit, lanes;
  } fits[] = {
    { 0, 2048, 0 },
    { 1024, 2048, 8 },
    { 2 * 1024 * 1024, 2, 0 },
    { 64 * 1024, 32, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (fits); i++)
    for (guint more = 0; more < 2; more++)
      {
        g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
        g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, fits[i].limit + more, 0);
        HBaseScanRequest request = { .table = "t", .scan = scan, .row_width = fits[i].row_width };
        HBaseScanCounts counts;
        g_autoptr (GError) error = NULL;
        g_autofree char *rows = NULL;

        fill_table (gateway);
        hbase_scan_set_parallelism (scan, fits[i].lanes, TRUE);
        rows = read_request (gateway, &request, &counts, &error);
        ck_assert_no_error (error);
        ck_assert_uint_eq (count_lines (rows), MIN (fits[i].limit + more, N_ROWS));
        ck_assert_uint_eq (gateway->n_opened, 0); /* few rows are left after the first ones */
        ck_assert_uint_eq (counts.calls, gateway->n_calls);
        if (more)
          ck_assert_uint_gt (counts.calls, 1);
        else
          ck_assert_uint_eq (counts.calls, 1);
      }
}
END_TEST

/* A limit equal to the rows of three replies: no further request is sent. */
START_TEST (a_full_reply_that_reaches_the_limit_is_the_last)
{
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (reversed != 0, 10, 30, 0);
      HBaseScanRequest request = { .table = "t", .scan = scan, .row_width = 1024 * 1024 };
      HBaseScanCounts counts;
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = NULL;

      fill_table (gateway);
      rows = read_request (gateway, &request, &counts, &error);
      ck_assert_uint_eq (count_lines (rows), 30);
      /* openScanner, and the lookup of regions. A reversed range resumes at its last row. */
      ck_assert_uint_eq (counts.calls, 3 + reversed + 2);
      ck_assert_uint_eq (gateway->last_caching, 10);
      ck_assert_uint_eq (gateway->last_limit, 20 + reversed);
    }
}
END_TEST

/* ---- ranges ---- */

typedef struct {
  gboolean reversed;
  const char *start, *stop;
  guint lanes;
  const char *splits, *ranges;
} Cut;

/* ~ is what is appended to a key below another one. */
static const Cut cuts[] = {
  { FALSE, "", "", 4, "row12 row30", "-row12 row12-row30 row27\\x00-row30 row30- row45\\x00- " },
  { FALSE, "row05", "", 4, "row12 row30", "row05-row12 row12-row30 row27\\x00-row30 row30- row45\\x00- " },
  { FALSE, "row12", "", 4, "row12 row30", "row12-row30 row27\\x00-row30 row30- row45\\x00- " },
  { FALSE, "row13", "row40", 4, "row12 row30", "row13-row30 row30-row40 " },
  { FALSE, "", "row30", 4, "row12 row30", "-row12 row12-row30 row27\\x00-row30 " },
  { FALSE, "row31", "row40", 4, "row12 row30", "row31-row40 " },
  { TRUE, "", "", 4, "row12 row30", "-row3/~ row39\\x02-row3/~ row3/~-row11~ row12\\x02-row11~ row11~- " },
  { TRUE, "row45", "", 4, "row12 row30",
    "row45-row3/~ row30-row3/~ row3/~-row11~ row12\\x02-row11~ row11~- " },
  { TRUE, "row40", "row13", 4, "row12 row30", "row40-row3/~ row3/~-row13 " },
  { TRUE, "row40", "row31", 4, "row12 row30", "row40-row31 " },
  { FALSE, "", "", 1, "row12 row30", "- row15\\x00-row30 row30- " },
  { FALSE, "", "", 0, "row12 row30", "- row15\\x00-row30 row30- " },
  { FALSE, "", "row30", 1, "row12 row30", "-row30 row15\\x00-row30 " },
  { TRUE, "", "", 1, "row12 row30", "- row39\\x02-row3/~ row3/~-row11~ row11~- " },
  { TRUE, "row45", "row12", 1, "row12 row30", "row45-row12 row30-row3/~ row3/~-row12 " },
  { FALSE, "", "", 100, NULL, "- row15\\x00- " },
};

/* So does each request of a single lane, after that for the first rows. */
START_TEST (each_lane_reads_a_region)
{
  const Cut *cut = &cuts[_i];
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (cut->reversed, 0, 0, 0);
  g_autofree char *expected = NULL, *rows = NULL;

  fill_table (gateway);
  hbase_scan_set_start (scan, (const guint8 *) cut->start, strlen (cut->start));
  hbase_scan_set_stop (scan, (const guint8 *) cut->stop, strlen (cut->stop));
  expected = read_all (gateway, scan);
  hbase_scan_set_parallelism (scan, cut->lanes, TRUE);
  gateway->splits = cut->splits;
  gateway->ranges = g_string_new (NULL);
  rows = read_all (gateway, scan);
  g_string_replace (gateway->ranges, "\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF", "~", 0);
  ck_assert_str_eq (gateway->ranges->str, cut->ranges);
  ck_assert_str_eq (rows, expected);
  g_string_free (gateway->ranges, TRUE);
}
END_TEST

/* The included stop is the first row of the region that begins at “row30”, or, in reverse, where the scan
 * comes to the region before that. */
static const struct {
  gboolean reversed;
  const char *stop, *ranges;
} included_stops[] = {
  { FALSE, "row30", "-row12 row12-row30 row30-row30\\x00 " },
  { FALSE, "row29", "-row12 row12-row29\\x00 " },
  { TRUE, "row30", "-row3/~ " },
  { TRUE, "row3/\377\377\377\377\377\377\377\377",
    "-row3/~ row3/~-row3/\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFE~ " },
};

/* The filter, of which the library knows nothing, may remember rows: a scan that read a region by two
 * requests would be refused as interrupted. */
START_TEST (a_scan_isnt_interrupted_at_an_included_stop)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (included_stops[_i].reversed, 0, 0, 0);
  const char *stop = included_stops[_i].stop;
  g_autofree char *expected = NULL, *rows = NULL;

  fill_table (gateway);
  hbase_scan_set_stop (scan, (const guint8 *) stop, strlen (stop));
  hbase_scan_set_stop_inclusive (scan, TRUE);
  hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "filter", 6);
  expected = read_all (gateway, scan);
  hbase_scan_set_parallelism (scan, 3, TRUE);
  gateway->splits = "row12 row30";
  gateway->ranges = g_string_new (NULL);
  rows = read_all (gateway, scan);
  g_string_replace (gateway->ranges, "\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF\\xFF", "~", 0);
  ck_assert_str_eq (gateway->ranges->str, included_stops[_i].ranges);
  ck_assert_str_eq (rows, expected);
  g_string_free (gateway->ranges, TRUE);
}
END_TEST

/* More lanes than regions don't slow down those that read. */
START_TEST (lanes_without_a_region_cost_nothing)
{
  static const guint lanes[] = { 1, 3, 100, 100000, G_MAXUINT };
  guint64 n_calls = 0;

  for (guint i = 0; i < G_N_ELEMENTS (lanes); i++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
      HBaseScanRequest request = { .table = "t", .scan = scan, .row_width = 100 * 1024 };
      HBaseScanCounts counts;
      g_autoptr (GError) error = NULL;
      g_autofree char *rows = NULL;

      fill_table (gateway);
      hbase_scan_set_parallelism (scan, lanes[i], FALSE);
      rows = read_request (gateway, &request, &counts, &error);
      ck_assert_no_error (error);
      ck_assert_uint_eq (count_lines (rows), N_ROWS);
      if (lanes[i] == 1)
        n_calls = counts.calls;
      else
        ck_assert_uint_eq (counts.calls, n_calls);
    }
}
END_TEST

/* …nor are they visited for each row. */
START_TEST (lanes_without_a_region_take_no_part)
{
  for (guint n_regions = 1; n_regions < 4; n_regions++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
      HBaseScanRequest request = { .table = "t", .scan = scan };
      HBaseScanOperation *operation;

      fill_table (gateway);
      gateway->splits = n_regions == 1 ? NULL : n_regions == 2 ? "row12" : "row12 row30";
      hbase_scan_set_parallelism (scan, 100, TRUE);
      operation = hbase_scan_operation_new (gateway->protocol, &request);
      ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
      ck_assert_uint_eq (operation->n_readers, n_regions);
      hbase_operation_free (operation);
    }
}
END_TEST

/* ---- dropped scans ---- */

START_TEST (a_dropped_scan_leaves_no_scanner_open)
{
  for (guint n_runs = 1; n_runs < 7; n_runs++)
    for (guint closes = 0; closes < 3; closes++)
      {
        g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
        g_autoptr (HBaseScan) scan = scan_new (FALSE, 5, 0, 0);
        HBaseScanRequest request = { .table = "t", .scan = scan };
        HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, &request);
        Reading reading = { g_string_new (NULL), 0 };

        fill_table (gateway);
        gateway->fault = closes == 2 && n_runs > 2 ? fail_second_get_rows : NULL;
        for (guint i = 0; i < n_runs; i++)
          {
            fake_gateway_drive (gateway, (HBaseOperation *) operation);
            take_all (operation, &reading);
          }
        if (gateway->n_faults > 0)
          g_hash_table_remove (gateway->scanners,
                               GUINT_TO_POINTER (0)); /* unreachable, until the gateway forgets it */
        /* The first run ends with the first rows, while the regions are looked up. */
        ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), n_runs > 1 ? 1 : 0);
        hbase_scan_operation_begin_close (operation);
        ck_assert (hbase_scan_operation_is_open (operation));
        if (closes > 0)
          ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
        else
          answer_late_reply (gateway, operation);
        ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
        hbase_operation_free (operation);
        g_string_free (reading.rows, TRUE);
      }
}
END_TEST

/* The first rows, regions, openScanner. */
static FakeFault
time_out_while_opening (FakeGateway *gateway, const HBaseWireMethod *method)
{
  return gateway->n_calls == 3 ? FAKE_TIME_OVER : FAKE_FINE;
}

START_TEST (a_scanner_that_was_being_opened_is_closed)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 5, 0, 0);
  HBaseScanRequest request = { .table = "t", .scan = scan };
  HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, &request);
  Reading reading = { g_string_new (NULL), 0 };

  fill_table (gateway);
  gateway->fault = time_out_while_opening;
  ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
  take_all (operation, &reading);
  ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_WAIT);
  hbase_scan_operation_begin_close (operation);
  ck_assert (hbase_scan_operation_is_open (operation));
  ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
  ck_assert_uint_eq (gateway->n_opened, 1);
  ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
  hbase_operation_free (operation);
  g_string_free (reading.rows, TRUE);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("sizes");

  tcase_add_test (tests, the_width_of_whole_rows_is_measured);
  tcase_add_test (tests, fewer_rows_are_requested_after_too_large_a_reply);
  tcase_add_test (tests, without_a_gateway_each_run_tries_again);
  tcase_add_test (tests, fewer_rows_are_requested_after_a_timeout);
  tcase_add_test (tests, a_single_row_that_is_too_large_is_an_error);
  tcase_add_test (tests, rows_that_just_fit_cost_one_call);
  tcase_add_test (tests, a_full_reply_that_reaches_the_limit_is_the_last);
  tcase_add_loop_test (tests, each_lane_reads_a_region, 0, G_N_ELEMENTS (cuts));
  tcase_add_loop_test (tests, a_scan_isnt_interrupted_at_an_included_stop, 0, G_N_ELEMENTS (included_stops));
  tcase_add_test (tests, lanes_without_a_region_cost_nothing);
  tcase_add_test (tests, lanes_without_a_region_take_no_part);
  tcase_add_test (tests, a_dropped_scan_leaves_no_scanner_open);
  tcase_add_test (tests, a_scanner_that_was_being_opened_is_closed);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("scan sizes", fill)
