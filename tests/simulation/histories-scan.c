/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "changing-table.h"
#include "expectation.h"
#include "hbase-scan-operation-private.h"
#include "network.h"

/* Several readers scan a table while another program puts and deletes its rows; each row received is compared
 * with what was possible. In some histories the table's regions are split and merged. If nothing failed, no
 * reader that closed or dropped its scan leaves a scanner open. */

#define MAX_READERS 3
/* In that many steps the regions change once, on average. */
#define CALM_OF_REGIONS 15

typedef struct {
  GRand *rand;
  Network *network;
  ChangingTable table;
  gboolean regions_change;
  gboolean of_a_family; /* the readers request the cells of one family only */
  GPtrArray *readers;
} ScanHistory;

typedef struct {
  ScanHistory *history;
  Expectation expectation;
  HBaseScan *scan;
  HBaseScanOperation *operation; /* NULL: the reader has finished */
  guint n_faults_left;           /* when that was opened */
  gboolean closing;
} Reader;

static gboolean
one_in (ScanHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

/* ---- a reader ---- */

static void reader_ran (gpointer data, HBaseNext next, GError *error);

static void
reader_run (Reader *reader)
{
  network_begin (reader->history->network, (HBaseOperation *) reader->operation, reader_ran, reader);
}

static void
reader_drop (Reader *reader)
{
  hbase_operation_free (reader->operation);
  reader->operation = NULL;
}

static void
reader_close (Reader *reader)
{
  reader->closing = TRUE;
  hbase_scan_operation_begin_close (reader->operation);
  if (hbase_scan_operation_is_open (reader->operation))
    reader_run (reader);
  else
    reader_drop (reader);
}

static void
reader_open (Reader *reader)
{
  ScanHistory *history = reader->history;
  const Expectation *expected = &reader->expectation;
  HBaseScanRequest request
      = { .table = world_get_table (history->table.world),
          .scan = reader->scan,
          .salts = history->table.salts,
          .limit = expected->limit > 0 ? expected->limit - expected->n_rows : 0,
          .after = hbase_slice_of_bytes (expected->last),
          .row_width = one_in (history, 2) ? 0 : 1 + g_rand_int (history->rand) % 100000 };

  reader->n_faults_left = network_get_n_faults_left (history->network);
  reader->operation = hbase_scan_operation_new (network_get_protocol (history->network), &request);
  reader_run (reader);
}

/* A partially read row, or an unordered scan, can't be continued by another operation. */
static gboolean
reader_may_open_again (const Reader *reader)
{
  const Expectation *expected = &reader->expectation;
  gboolean has_enough = expected->limit > 0 && expected->n_rows == expected->limit;

  return !has_enough && !expected->unordered && expected->n_cells == 0 && expected->page == 0;
}

/* Continues in a random way. */
static void
reader_go_on (Reader *reader)
{

  if (one_in (reader->history, 40))
    reader_drop (reader);
  else if (one_in (reader->history, 40))
    reader_close (reader);
  else if (one_in (reader->history, 20) && reader_may_open_again (reader))
    {
      reader_drop (reader);
      reader_open (reader);
    }
  else
    reader_run (reader);
}

static void
reader_take (Reader *reader)
{
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func ((GDestroyNotify) hbase_row_unref);

  hbase_scan_operation_take_rows (reader->operation, NULL, rows);
  for (guint i = 0; i < rows->len; i++)
    expectation_check_row (&reader->expectation, rows->pdata[i]);
}

/* A scan whose filter remembers rows isn't continued; nor is one whose gateway keeps sending wrong rows. */
static gboolean
may_fail_permanently (const Reader *reader, const GError *why)
{
  ScanHistory *history = reader->history;

  return (g_error_matches (why, HBASE_ERROR, HBASE_ERROR_PROTOCOL)
          && world_has_sent_wrong_rows (history->table.world))
         || (g_error_matches (why, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED) && reader->expectation.page > 0
             && network_get_n_faults_left (history->network) < reader->n_faults_left);
}

static void
reader_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Reader *reader = data;
  gboolean failed = why != NULL && may_fail_permanently (reader, why);

  promise (why == NULL || failed || g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED)
               || g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT),
           "a scan failed: %s", why != NULL ? why->message : "");
  if (failed)
    {
      world_note (reader->history->table.world,
                  why->code == HBASE_ERROR_UNSUPPORTED ? "not continued" : "not accepted");
      reader_drop (reader);
      return;
    }
  if (!reader->closing)
    reader_take (reader);
  if (reader->closing && next == HBASE_DONE)
    reader_drop (reader);
  else if (!reader->closing && hbase_scan_operation_has_ended (reader->operation))
    {
      expectation_check_end (&reader->expectation);
      reader_close (reader);
    }
  else if (reader->closing)
    reader_run (reader);
  else
    reader_go_on (reader);
}

/* Limits the rows of each region by a filter. Often the stop is a key at which a region begins. */
static void
limit_rows_of_regions (ScanHistory *history, Expectation *expected)
{
  const GPtrArray *splits = history->table.splits;

  expectation_set_page (expected, (guint) g_rand_int_range (history->rand, 1, 5), splits);
  if (splits->len == 0 || one_in (history, 2))
    return;
  g_clear_pointer (&expected->stop, g_bytes_unref);
  expected->stop = g_bytes_ref (splits->pdata[g_rand_int_range (history->rand, 0, (gint32) splits->len)]);
}

static Reader *
reader_new (ScanHistory *history)
{
  Reader *reader = g_new0 (Reader, 1);
  Expectation *expected = &reader->expectation;

  reader->history = history;
  expectation_init (expected, history->table.model, history->rand, history->table.salts != NULL);
  if (history->table.salts == NULL && !history->regions_change && one_in (history, 6))
    limit_rows_of_regions (history, expected);
  reader->scan = expectation_make_scan (expected);
  if (history->of_a_family)
    hbase_query_add_family (HBASE_QUERY (reader->scan), "f");
  hbase_scan_set_caching (reader->scan, (guint) g_rand_int_range (history->rand, 0, 7));
  /* In reverse a region's first row is read with the region before it, whose filter accepts one row more. */
  if (one_in (history, 3) && !(expected->page > 0 && expected->reversed))
    {
      expected->unordered = one_in (history, 2);
      hbase_scan_set_parallelism (reader->scan, (guint) g_rand_int_range (history->rand, 2, 5),
                                  !expected->unordered);
    }
  reader_open (reader);
  return reader;
}

static void
reader_free (gpointer data)
{
  Reader *reader = data;

  hbase_query_unref (reader->scan);
  expectation_clear (&reader->expectation);
  g_free (reader);
}

/* ---- the history ---- */

static void
go (ScanHistory *history)
{
  guint n_readers = (guint) g_rand_int_range (history->rand, 1, MAX_READERS + 1);

  for (guint i = 0; i < n_readers; i++)
    g_ptr_array_add (history->readers, reader_new (history));
  while (network_step (history->network))
    {
      changing_table_change (&history->table);
      if (history->regions_change && one_in (history, CALM_OF_REGIONS))
        world_change_regions (history->table.world);
    }
  network_settle (history->network);
  promise (!network_is_faultless (history->network) || world_get_n_scanners (history->table.world) == 0,
           "a scanner is left open on a gateway");
}

static void
history_of_some_scans (World *world, GRand *rand, gboolean salted, gboolean regions_change)
{
  ScanHistory history = { .rand = rand, .regions_change = regions_change };

  changing_table_init (&history.table, world, rand, salted);
  if (regions_change)
    world_let_regions_change (world, history.table.splits);
  history.of_a_family = g_rand_boolean (rand);
  if (g_rand_boolean (rand))
    world_let_gateways_send_wrong_rows (world, history.of_a_family);
  history.network = network_new (world, rand);
  history.readers = g_ptr_array_new_with_free_func (reader_free);
  go (&history);
  g_ptr_array_unref (history.readers);
  network_free (history.network);
  changing_table_clear (&history.table);
}

void
history_of_scans (World *world, GRand *rand)
{
  history_of_some_scans (world, rand, FALSE, FALSE);
}

void
history_of_scans_of_changing_regions (World *world, GRand *rand)
{
  history_of_some_scans (world, rand, FALSE, TRUE);
}

void
history_of_salted_scans (World *world, GRand *rand)
{
  history_of_some_scans (world, rand, TRUE, FALSE);
}
