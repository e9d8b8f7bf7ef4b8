/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase-wire-tables.h"
#include "scan-reading.h"
#include "test-seed.h"

/* Scans of a gateway that fails at every possible step. */

/* ---- without failures ---- */

static const guint limits[] = { 0, 1, 2, 5, 55, 56, 57, 58, 100 };
static const guint cachings[] = { 0, 1, 2, 7, 57, 58, 1000 };

START_TEST (limits_are_exact)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_COMPACT);

  fill_table (gateway);
  for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
    for (guint c = 0; c < G_N_ELEMENTS (cachings); c++)
      for (guint variant = 0; variant < 4; variant++)
        {
          g_autoptr (HBaseScan) scan = scan_new (variant & 1, cachings[c], limits[l], 0);
          guint expected = limits[l] > 0 ? MIN (limits[l], N_ROWS) : N_ROWS;
          g_autofree char *rows = NULL;

          gateway->ignores_limit = (variant & 2) != 0;
          rows = read_all (gateway, scan);
          ck_assert_uint_eq (count_lines (rows), expected);
          ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
        }
}
END_TEST

static guint
count_pieces (guint batch)
{
  return (N_CELLS + batch - 1) / batch;
}

/* HBase counts partial rows wrongly, and reports that more rows follow when none does. */
START_TEST (limits_are_exact_for_partial_rows)
{
  for (guint l = 0; l < G_N_ELEMENTS (limits); l++)
    for (guint c = 0; c < G_N_ELEMENTS (cachings); c++)
      for (guint batch = 1; batch <= N_CELLS + 1; batch++)
        for (guint variant = 0; variant < 4; variant++)
          {
            g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_COMPACT);
            g_autoptr (HBaseScan) scan = scan_new (variant & 1, cachings[c], limits[l], batch);
            guint expected = limits[l] > 0 ? MIN (limits[l], N_ROWS) : N_ROWS;
            HBaseScanCounts counts;
            g_autofree char *rows = NULL;

            fill_table (gateway);
            gateway->hides_cells = (variant & 2) != 0;
            rows = read_and_count (gateway, scan, &counts);
            ck_assert_uint_eq (count_lines (rows), count_pieces (batch) * expected);
            ck_assert_uint_eq (counts.rows, expected);
            ck_assert_uint_eq (counts.cells, N_CELLS * expected);
            ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
          }
}
END_TEST

START_TEST (a_limit_that_fits_costs_one_call)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 10, 0);
  g_autofree char *rows = NULL;

  fill_table (gateway);
  rows = read_all (gateway, scan);
  ck_assert_uint_eq (count_lines (rows), 10);
  ck_assert_uint_eq (gateway->n_calls, 1);
  ck_assert_uint_eq (gateway->n_opened, 0);
  ck_assert_uint_eq (gateway->last_num_rows, 10);
  ck_assert_uint_eq (gateway->last_caching, 10);
}
END_TEST

START_TEST (the_next_request_is_sent_ahead)
{
  static const HBaseWireMethodId methods[]
      = { HBASE_WIRE_METHOD_GET_ALL_REGION_LOCATIONS, HBASE_WIRE_METHOD_GET_SCANNER_ROWS,
          HBASE_WIRE_METHOD_GET_SCANNER_ROWS };
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 10, 0, 0);
  HBaseScanRequest request = { .table = "t", .scan = scan };
  HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, &request);
  HBaseLane *lane = &((HBaseOperation *) operation)->lanes[0];
  Reading reading = { g_string_new (NULL), 0 };

  fill_table (gateway);
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
      ck_assert_uint_eq (gateway->last_num_rows, 10);
      ck_assert_int_eq (lane->state, HBASE_LANE_SENDING);
      ck_assert_ptr_eq (lane->request.method, &hbase_wire_methods[methods[i]]);
      ck_assert_uint_eq (lane->request.channel, i == 0 ? 0 : gateway->channel);
      take_all (operation, &reading);
    }
  hbase_operation_free (operation);
  g_string_free (reading.rows, TRUE);
}
END_TEST

/* Most ranges end with their first rows: these cost one call, and no scanner. */
START_TEST (the_first_rows_cost_one_call)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
  g_autofree char *rows = NULL;

  fill_table (gateway);
  hbase_scan_set_prefix (scan, (const guint8 *) "row0", 4);
  rows = read_all (gateway, scan);
  ck_assert_uint_eq (count_lines (rows), 12);
  ck_assert_uint_eq (gateway->n_calls, 1);
  ck_assert_uint_eq (gateway->last_num_rows, 16); /* the width of rows is still unknown */
}
END_TEST

static const struct {
  const char *text;
  guint n_calls[2]; /* of a reversed scan: [1] */
} prefix_filters[] = {
  { "PrefixFilter('row0')", { 1, 1 } },
  { "PrefixFilter('row0') AND KeyOnlyFilter()", { 1, 1 } },
  { "ValueFilter(=,'binary:v') AND PrefixFilter('row0')", { 2, 3 } },
  { "PrefixFilter('row') AND PrefixFilter('row0')", { 2, 3 } },
  { "PrefixFilter('') AND PrefixFilter('row0')", { 2, 3 } },
  { "(KeyOnlyFilter() AND PrefixFilter('row0')) AND KeyOnlyFilter()", { 1, 1 } },
  { "PrefixFilter('row0') AND PageFilter(100)", { 1, 1 } },
};

/* Only the regions of the prefix are asked; a reversed scan also asks the one that begins right behind it. If
 * another filter may leave out many rows, the regions must be known. */
START_TEST (a_prefix_filter_bounds_the_scan)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (_i % 2, 0, 0, 0);
  g_autofree char *rows = NULL;

  fill_table (gateway);
  gateway->splits = "row0 row1";
  hbase_query_set_filter_text (HBASE_QUERY (scan), prefix_filters[_i / 2].text);
  rows = read_all (gateway, scan);
  ck_assert_uint_eq (count_lines (rows), 12);
  ck_assert_uint_eq (gateway->n_calls, prefix_filters[_i / 2].n_calls[_i % 2]);
}
END_TEST

START_TEST (equal_bounds_contain_no_row)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);

  fill_table (gateway);
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = scan_new (reversed, 0, 0, 0);
      g_autofree char *rows = NULL;

      hbase_scan_set_start (scan, (const guint8 *) "row03", 5);
      hbase_scan_set_stop (scan, (const guint8 *) "row03", 5);
      rows = read_all (gateway, scan);
      ck_assert_str_eq (rows, "");
    }
  ck_assert_uint_eq (gateway->n_calls, 0);
}
END_TEST

START_TEST (a_prefix_bounds_both_directions)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);

  fill_table (gateway);
  /* The row at which a reversed scan of this prefix begins, and which doesn't belong to it. */
  fake_gateway_put (gateway, HBASE_SLICE_LITERAL ("row1"), "f", "q", HBASE_SLICE_LITERAL ("v"));
  for (guint reversed = 0; reversed < 2; reversed++)
    for (guint limit = 0; limit < 6; limit++)
      {
        g_autoptr (HBaseScan) scan = scan_new (reversed, 2, limit, 0);
        g_autofree char *rows = NULL;

        hbase_scan_set_prefix (scan, (const guint8 *) "row0", 4);
        rows = read_all (gateway, scan);
        ck_assert_uint_eq (count_lines (rows), limit > 0 ? limit : 12);
        ck_assert (g_str_has_prefix (rows, reversed ? "row09" : "row00"));
      }
}
END_TEST

/* ---- with failures ---- */

typedef struct {
  guint first, second; /* calls, counted from 1 */
  FakeFault fault;
  guint n_closes; /* closeScanner calls that failed */
} Plan;

static FakeFault
fault_by_plan (FakeGateway *gateway, const HBaseWireMethod *method)
{
  Plan *plan = gateway->data;

  if (gateway->n_calls != plan->first && gateway->n_calls != plan->second)
    return FAKE_FINE;
  plan->n_closes += method == &hbase_wire_methods[HBASE_WIRE_METHOD_CLOSE_SCANNER];
  return plan->fault;
}

static const FakeFault read_faults[] = { FAKE_LOST_BEFORE, FAKE_LOST_AFTER,      FAKE_LATE_2,
                                         FAKE_FORGETFUL,   FAKE_REFUSED_FOR_NOW, FAKE_TIME_OVER };

/* A failure at each call, and at each two consecutive calls: the same rows are returned, once each. */
static void
check_every_fault_in (HBaseWireProtocol protocol, HBaseScan *scan, const char *splits)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (protocol);
  g_autofree char *expected = NULL, *in_regions = NULL;
  Plan plan;
  guint n_calls;

  fill_table (gateway);
  expected = read_all (gateway, scan);
  gateway->splits = splits;
  gateway->n_calls = 0;
  in_regions = read_all (gateway, scan);
  ck_assert_str_eq (in_regions, expected);
  n_calls = gateway->n_calls;
  gateway->fault = fault_by_plan;
  gateway->data = &plan;
  for (guint f = 0; f < G_N_ELEMENTS (read_faults); f++)
    for (guint first = 1; first <= n_calls; first++)
      for (guint distance = 0; distance < 4; distance++)
        {
          g_autofree char *rows = NULL;

          plan = (Plan){ first, first + distance, read_faults[f], 0 };
          gateway->n_calls = gateway->n_faults = 0;
          rows = read_all (gateway, scan);
          ck_assert_uint_ge (gateway->n_faults, 1);
          ck_assert_str_eq (rows, expected);
          /* If the channel wasn't lost, no scanner stays open, except one whose closeScanner was refused. */
          if (plan.fault == FAKE_TIME_OVER || plan.fault == FAKE_REFUSED_FOR_NOW)
            ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway),
                               plan.fault == FAKE_REFUSED_FOR_NOW ? plan.n_closes : 0);
          g_hash_table_remove_all (gateway->scanners);
        }
}

static void
check_every_fault (HBaseWireProtocol protocol, HBaseScan *scan)
{
  check_every_fault_in (protocol, scan, NULL);
  check_every_fault_in (protocol, scan, "row12 row30 row31");
}

START_TEST (every_failure_forward)
{
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 7, 0, 0);

  check_every_fault (HBASE_WIRE_PROTOCOL_BINARY, scan);
}
END_TEST

START_TEST (every_failure_reversed)
{
  g_autoptr (HBaseScan) scan = scan_new (TRUE, 7, 50, 0);

  check_every_fault (HBASE_WIRE_PROTOCOL_COMPACT, scan);
}
END_TEST

START_TEST (every_failure_of_partial_rows)
{
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = scan_new (reversed, 7, 50, 2);

      check_every_fault (HBASE_WIRE_PROTOCOL_BINARY, scan);
    }
}
END_TEST

START_TEST (every_failure_of_one_call)
{
  for (guint reversed = 0; reversed < 2; reversed++)
    {
      g_autoptr (HBaseScan) scan = scan_new (reversed, 0, 30, 0);

      check_every_fault (HBASE_WIRE_PROTOCOL_BINARY, scan);
    }
}
END_TEST

/* ---- a row that is changed between its parts ---- */

static const char wide_row[] = "a b c@1 c@2 c@3 d e@1 e@2 f g ";

static void
put_wide_row (FakeGateway *gateway, const char *qualifiers)
{
  g_auto (GStrv) words = g_strsplit (qualifiers, " ", -1);

  fake_gateway_delete (gateway, HBASE_SLICE_LITERAL ("m"));
  for (guint i = 0; *words[i] != '\0'; i++)
    fake_gateway_put (gateway, HBASE_SLICE_LITERAL ("m"), "f", words[i], HBASE_SLICE_LITERAL ("v"));
}

/* The cells of the wide row, as they were put. */
static void
take_cells (HBaseScanOperation *operation, GString *cells, guint *n_pieces)
{
  HBaseBlock *block;
  guint row;

  for (; hbase_scan_operation_take (operation, &block, &row); hbase_block_unref (block))
    {
      gboolean is_wide = hbase_slice_equal (hbase_block_row_key (block, row), HBASE_SLICE_LITERAL ("m"));

      *n_pieces += is_wide;
      for (guint i = 0; is_wide && i < hbase_block_row_n_cells (block, row); i++)
        {
          HBaseCellView cell;

          hbase_block_cell (block, block->rows[row].first_cell + i, &cell);
          g_string_append_len (cells, (const char *) cell.qualifier.data, (gssize) cell.qualifier.length);
          if (cell.timestamp < 1000)
            g_string_append_printf (cells, "@%c", (char) (1000 - cell.timestamp));
          g_string_append_c (cells, ' ');
        }
    }
}

/* After `n` parts the row is changed, and the gateway forgets its scanners. */
static char *
read_while_row_changes (HBaseScan *scan, guint n, const char *changed)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  HBaseScanRequest request = { .table = "t", .scan = scan };
  HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, &request);
  GString *cells = g_string_new (NULL);
  guint n_pieces = 0;

  fake_gateway_put (gateway, HBASE_SLICE_LITERAL ("l"), "f", "q", HBASE_SLICE_LITERAL ("v"));
  fake_gateway_put (gateway, HBASE_SLICE_LITERAL ("n"), "f", "q", HBASE_SLICE_LITERAL ("v"));
  put_wide_row (gateway, wide_row);
  while (!hbase_scan_operation_has_ended (operation))
    {
      ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_DONE);
      take_cells (operation, cells, &n_pieces);
      if (n_pieces != n || changed == NULL)
        continue;
      put_wide_row (gateway, changed);
      g_hash_table_remove_all (gateway->scanners);
      changed = NULL;
    }
  ck_assert_uint_eq (hbase_scan_operation_get_counts (operation)->rows, 3);
  answer_late_reply (gateway, operation);
  hbase_operation_free (operation);
  return g_string_free (cells, FALSE);
}

/* As many cells of the old row as were read, and those of the changed row that follow them. */
static char *
expect_cells (guint n_read, const char *changed)
{
  g_auto (GStrv) old = g_strsplit (wide_row, " ", -1), new = g_strsplit (changed, " ", -1);
  GString *cells = g_string_new (NULL);

  for (guint i = 0; i < n_read; i++)
    g_string_append_printf (cells, "%s ", old[i]);
  for (guint i = 0; *new[i] != '\0'; i++)
    if (strcmp (new[i], old[n_read - 1]) > 0)
      g_string_append_printf (cells, "%s ", new[i]);
  return g_string_free (cells, FALSE);
}

START_TEST (a_row_changed_between_its_parts_loses_no_cell)
{
  static const char *const changes[] = {
    "a b c@1 c@2 c@3 d e@1 e@2 f g ",   "b c@1 c@2 c@3 d e@1 e@2 f g ",   "c@2 c@3 d e@1 e@2 f g ",
    "A a b c@1 c@2 c@3 d e@1 e@2 f g ", "a b c@0 c@1 c@2 d e@1 e@2 f g ", "a b c@1 c@3 d e@0 e@1 f g ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (changes); i++)
    for (guint batch = 1; batch <= 4; batch++)
      for (guint n = 1; n * batch < 10; n++)
        for (guint reversed = 0; reversed < 2; reversed++)
          {
            g_autoptr (HBaseScan) scan = scan_new (reversed != 0, 1, 0, batch);
            g_autofree char *cells = read_while_row_changes (scan, n, changes[i]);
            g_autofree char *expected = expect_cells (n * batch, changes[i]);

            ck_assert_str_eq (cells, expected);
          }
}
END_TEST

/* The row after which a scan resumes may have been deleted, and new ones inserted: rows that stay are
 * returned once each. */
START_TEST (a_scan_resumes_after_a_deleted_row)
{
  for (guint variant = 0; variant < 8; variant++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      gboolean reversed = variant & 1, gone = variant & 2;
      g_autoptr (HBaseScan) scan = scan_new (reversed, variant & 4 ? 2 : 0, 0, 0);
      g_autofree char *rows = NULL;
      g_autoptr (GError) error = NULL;

      fill_table (gateway);
      if (gone)
        fake_gateway_delete (gateway, HBASE_SLICE_LITERAL ("row27"));
      rows = read_scan (gateway, scan, HBASE_SLICE_LITERAL ("row27"), 4, &error);
      ck_assert_no_error (error);
      ck_assert_uint_eq (count_lines (rows), 4);
      ck_assert_msg (g_str_has_prefix (rows, reversed ? "row24" : "row27\1"), "%s", rows);
    }
}
END_TEST

START_TEST (nothing_follows_the_greatest_key)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 0, 0, 0);
  g_autofree guint8 *last = g_malloc (HBASE_MAX_ROW_LENGTH);
  g_autofree char *rows = NULL;
  g_autoptr (GError) error = NULL;

  memset (last, 0xff, HBASE_MAX_ROW_LENGTH);
  rows = read_scan (gateway, scan, hbase_slice (last, HBASE_MAX_ROW_LENGTH), 0, &error);
  ck_assert_no_error (error);
  ck_assert_str_eq (rows, "");
  ck_assert_uint_eq (gateway->n_calls, 0);
}
END_TEST

/* ---- a peer that sends wrong rows ---- */

static void
swap_rows (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 4)
    {
      gpointer third = pieces->pdata[3];

      pieces->pdata[3] = pieces->pdata[4];
      pieces->pdata[4] = third;
    }
}

static void
repeat_row (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 4)
    *(FakePiece *) pieces->pdata[4] = *(FakePiece *) pieces->pdata[3];
}

static void
insert_wrong_row (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 1)
    ((FakePiece *) pieces->pdata[1])->key = HBASE_SLICE_LITERAL ("stray");
}

/* The beginning of keys that a reversed scan of the prefix `row` passes, as it doesn't know the key right
 * before that. */
#define PAST_END "rov\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377\377"

static void
swap_rows_past_end (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len <= 4)
    return;
  ((FakePiece *) pieces->pdata[pieces->len - 2])->key = HBASE_SLICE_LITERAL (PAST_END "1");
  ((FakePiece *) pieces->pdata[pieces->len - 1])->key = HBASE_SLICE_LITERAL (PAST_END "2");
}

static void
empty_key (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 0)
    ((FakePiece *) pieces->pdata[0])->key = HBASE_SLICE_LITERAL ("");
}

typedef void (*ChangePieces) (FakeGateway *gateway, GPtrArray *pieces);

static const ChangePieces misorders[] = { swap_rows, repeat_row, insert_wrong_row, swap_rows_past_end };

static HBaseScan *
scan_some (guint variant)
{
  HBaseScan *scan = scan_new (variant & 1, 0, variant & 2 ? 8 : 0, variant & 4 ? 2 : 0);

  hbase_scan_set_prefix (scan, (const guint8 *) "row", 3);
  return scan;
}

static void
misorder_once (FakeGateway *gateway, GPtrArray *pieces)
{
  ChangePieces tamper = misorders[*(guint *) gateway->data];

  tamper (gateway, pieces);
  gateway->tamper = pieces->len > 4 ? NULL : gateway->tamper;
}

/* As HBase itself does sometimes, while regions move. */
START_TEST (wrong_rows_are_requested_again)
{
  for (guint how = 0; how < G_N_ELEMENTS (misorders); how++)
    for (guint variant = 0; variant < 8; variant++)
      {
        g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
        g_autoptr (HBaseScan) scan = scan_some (variant);
        g_autofree char *expected = NULL, *rows = NULL;
        HBaseScanCounts counts;

        fill_table (gateway);
        expected = read_all (gateway, scan);
        gateway->tamper = misorder_once;
        gateway->data = &how;
        rows = read_and_count (gateway, scan, &counts);
        ck_assert_ptr_null (gateway->tamper);
        ck_assert_msg (g_str_equal (rows, expected), "%u, %u: %.400s", how, variant, rows);
        ck_assert_uint_eq (counts.rejected, 1);
        ck_assert_uint_eq (counts.resumes, 1);
        ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
      }
}
END_TEST

/* The rows before the error are right; and no later run returns rows. */
static void
check_refusal (FakeGateway *gateway, HBaseScan *scan, ChangePieces tamper, guint64 n_again)
{
  HBaseScanRequest request = { .table = "t", .scan = scan };
  HBaseScanOperation *operation = hbase_scan_operation_new (gateway->protocol, &request);
  g_autofree char *expected = read_all (gateway, scan);
  Reading reading = { g_string_new (NULL), 0 };

  gateway->tamper = tamper;
  while (fake_gateway_drive (gateway, (HBaseOperation *) operation) == HBASE_DONE)
    {
      ck_assert (!hbase_scan_operation_has_ended (operation));
      take_all (operation, &reading);
    }
  ck_assert_error (((HBaseOperation *) operation)->error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert (g_str_has_prefix (expected, reading.rows->str));
  ck_assert_uint_eq (hbase_scan_operation_get_counts (operation)->rejected, n_again);
  gateway->tamper = NULL;
  ck_assert_int_eq (fake_gateway_drive (gateway, (HBaseOperation *) operation), HBASE_FAIL);
  ck_assert_error (((HBaseOperation *) operation)->error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert (!hbase_scan_operation_has_ended (operation) && !hbase_scan_operation_has_row (operation));
  answer_late_reply (gateway, operation);
  ck_assert_uint_eq (fake_gateway_get_n_scanners (gateway), 0);
  hbase_operation_free (operation);
  g_string_free (reading.rows, TRUE);
}

START_TEST (repeated_wrong_rows_are_a_permanent_error)
{
  for (guint variant = 0; variant < 8; variant++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_some (variant & ~2u);

      fill_table (gateway);
      for (guint how = 0; how < G_N_ELEMENTS (misorders); how++)
        check_refusal (gateway, scan, misorders[how], 3);
      check_refusal (gateway, scan, empty_key, 0);
      /* It can't be continued. */
      hbase_scan_set_batch_size (scan, 0);
      hbase_query_set_filter_bytes (HBASE_QUERY (scan), (const guint8 *) "filter", 6);
      check_refusal (gateway, scan, swap_rows, 0);
    }
}
END_TEST

/* The first region's scanner returns a row of the next one, as if there were none in between. */
static void
skip_to_next_region (FakeGateway *gateway, GPtrArray *pieces)
{
  if (gateway->n_opened == 0 || pieces->len <= 4)
    return;
  ((FakePiece *) pieces->pdata[pieces->len - 1])->key = HBASE_SLICE_LITERAL ("row15");
  gateway->tamper = NULL;
}

/* The second region has a row of the first one, which would come after all rows of that. */
static void
return_to_last_region (FakeGateway *gateway, GPtrArray *pieces)
{
  if (pieces->len > 0
      && hbase_slice_equal (((FakePiece *) pieces->pdata[0])->key, HBASE_SLICE_LITERAL ("row12")))
    ((FakePiece *) pieces->pdata[0])->key = HBASE_SLICE_LITERAL ("row11");
}

START_TEST (rows_of_other_regions_are_refused)
{
  g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
  g_autoptr (HBaseScan) scan = scan_new (FALSE, 5, 0, 0);
  g_autofree char *expected = NULL, *rows = NULL, *some = NULL;
  g_autoptr (GError) error = NULL;
  HBaseScanCounts counts;

  fill_table (gateway);
  expected = read_all (gateway, scan);
  gateway->splits = "row12";
  gateway->n_opened = 0;
  gateway->tamper = skip_to_next_region;
  rows = read_and_count (gateway, scan, &counts);
  ck_assert_ptr_null (gateway->tamper);
  ck_assert_str_eq (rows, expected);
  ck_assert_uint_eq (counts.rejected, 1);
  gateway->tamper = return_to_last_region;
  some = read_scan (gateway, scan, hbase_slice (NULL, 0), 0, &error);
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  ck_assert (g_str_has_prefix (expected, some));
}
END_TEST

typedef struct {
  FakePiece piece;
  guint n_replies;
  gboolean is_new;
} Straggler;

/* The second reply has a row that comes before the last one of the first reply: one that was in it, or
 * another one. */
static void
delay_row (FakeGateway *gateway, GPtrArray *pieces)
{
  Straggler *straggler = gateway->data;

  straggler->n_replies++;
  if (straggler->n_replies == 1)
    straggler->piece = *(FakePiece *) pieces->pdata[2];
  if (straggler->is_new)
    straggler->piece.key = HBASE_SLICE_LITERAL ("row25");
  if (straggler->n_replies == 2)
    *(FakePiece *) pieces->pdata[0] = straggler->piece;
}

START_TEST (only_a_row_of_the_last_reply_may_be_repeated)
{
  for (guint variant = 0; variant < 8; variant++)
    {
      g_autoptr (FakeGateway) gateway = fake_gateway_new (HBASE_WIRE_PROTOCOL_BINARY);
      g_autoptr (HBaseScan) scan = scan_new (variant & 1, 40, 0, variant & 4 ? 5 : 0);
      HBaseScanRequest request = { .table = "t", .scan = scan };
      Straggler straggler = { .is_new = (variant & 2) != 0 };
      g_autofree char *expected = NULL, *rows = NULL;
      HBaseScanCounts counts;
      g_autoptr (GError) error = NULL;

      fill_table (gateway);
      expected = read_all (gateway, scan);
      gateway->tamper = delay_row;
      gateway->data = &straggler;
      rows = read_request (gateway, &request, &counts, &error);
      ck_assert_uint_gt (straggler.n_replies, 1);
      ck_assert_uint_eq (counts.rejected, straggler.is_new ? 0 : 1);
      if (straggler.is_new)
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
      else
        ck_assert_str_eq (rows, expected);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("scan");

  tcase_set_timeout (tests, 60);
  tcase_add_test (tests, limits_are_exact);
  tcase_add_test (tests, limits_are_exact_for_partial_rows);
  tcase_add_test (tests, a_limit_that_fits_costs_one_call);
  tcase_add_test (tests, the_next_request_is_sent_ahead);
  tcase_add_test (tests, the_first_rows_cost_one_call);
  tcase_add_loop_test (tests, a_prefix_filter_bounds_the_scan, 0, 2 * G_N_ELEMENTS (prefix_filters));
  tcase_add_test (tests, equal_bounds_contain_no_row);
  tcase_add_test (tests, a_prefix_bounds_both_directions);
  tcase_add_test (tests, every_failure_forward);
  tcase_add_test (tests, every_failure_reversed);
  tcase_add_test (tests, every_failure_of_partial_rows);
  tcase_add_test (tests, every_failure_of_one_call);
  tcase_add_test (tests, a_row_changed_between_its_parts_loses_no_cell);
  tcase_add_test (tests, a_scan_resumes_after_a_deleted_row);
  tcase_add_test (tests, nothing_follows_the_greatest_key);
  tcase_add_test (tests, wrong_rows_are_requested_again);
  tcase_add_test (tests, rows_of_other_regions_are_refused);
  tcase_add_test (tests, only_a_row_of_the_last_reply_may_be_repeated);
  tcase_add_test (tests, repeated_wrong_rows_are_a_permanent_error);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("scan operation", fill)
