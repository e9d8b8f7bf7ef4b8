/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>

#include "expectation.h"
#include "hbase-scan-operation-private.h"
#include "network.h"
#include "random-keys.h"

/* Some readers scan a table while another program puts and deletes its rows; each of what came is held against what
 * could. Besides, nobody who closed his scan, or dropped it, leaves a scanner open, if nothing went wrong. */

#define MAX_READERS 3
#define MAX_ROWS 40
#define MAX_SPLITS 4
#define SALTS 4

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  Model *model;
  HBaseKeySchema *salts; /* NULL: keys have none */
  GPtrArray *readers;
} ScanHistory;

typedef struct {
  ScanHistory *history;
  Expectation expectation;
  HBaseScan *scan;
  HBaseScanOperation *operation; /* NULL: the reader has what it wants */
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
reader_say_farewell (Reader *reader)
{
  HBaseRequest farewell;

  while (hbase_scan_operation_take_farewell (reader->operation, &farewell))
    network_post (reader->history->network, &farewell);
}

/* As a cursor's finalizer does. */
static void
reader_drop (Reader *reader)
{
  hbase_scan_operation_begin_close (reader->operation);
  reader_say_farewell (reader);
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
  HBaseScanRequest request = { .table = world_get_table (history->world),
                               .scan = reader->scan,
                               .salts = history->salts,
                               .limit = expected->limit > 0 ? expected->limit - expected->n_rows : 0,
                               .after = hbase_slice_of_bytes (expected->last),
                               .row_width = one_in (history, 2) ? 0 : 1 + g_rand_int (history->rand) % 100000 };

  reader->operation = hbase_scan_operation_new (network_get_protocol (history->network), &request);
  reader_run (reader);
}

/* What was read of a row in pieces, or came in no order, can't be gone on with by another operation. */
static gboolean
reader_may_open_again (const Reader *reader)
{
  const Expectation *expected = &reader->expectation;
  gboolean has_enough = expected->limit > 0 && expected->n_rows == expected->limit;

  return !has_enough && !expected->unordered && expected->n_cells == 0;
}

/* On with it in one of the ways there are. */
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
  HBaseBlock *block;
  guint index;

  while (hbase_scan_operation_take (reader->operation, &block, &index))
    {
      expectation_check_row (&reader->expectation, block, index);
      hbase_block_unref (block);
    }
}

static void
reader_ran (gpointer data, HBaseNext next, GError *error)
{
  g_autoptr (GError) why = error;
  Reader *reader = data;

  promise (why == NULL || g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED)
                     || g_error_matches (why, HBASE_ERROR, HBASE_ERROR_TIMED_OUT),
                 "a scan failed: %s", why != NULL ? why->message : "");
  reader_say_farewell (reader);
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

static Reader *
reader_new (ScanHistory *history)
{
  Reader *reader = g_new0 (Reader, 1);
  Expectation *expected = &reader->expectation;

  reader->history = history;
  expectation_init (expected, history->model, history->rand, history->salts != NULL);
  reader->scan = expectation_make_scan (expected);
  hbase_scan_set_caching (reader->scan, (guint) g_rand_int_range (history->rand, 0, 7));
  if (one_in (history, 3))
    {
      expected->unordered = one_in (history, 2);
      hbase_scan_set_lanes (reader->scan, (guint) g_rand_int_range (history->rand, 2, 5), !expected->unordered);
    }
  reader_open (reader);
  return reader;
}

static void
reader_free (gpointer data)
{
  Reader *reader = data;

  hbase_scan_unref (reader->scan);
  expectation_clear (&reader->expectation);
  g_free (reader);
}

/* ---- the history ---- */

static GBytes *
new_key (ScanHistory *history)
{
  guint8 salt = (guint8) g_rand_int_range (history->rand, 0, SALTS);
  g_autoptr (GBytes) unsalted = NULL;
  GByteArray *key;

  if (history->salts == NULL)
    return random_key (history->rand, 1, 4, HBASE_MAX_ROW_LENGTH);
  unsalted = random_key (history->rand, 1, 3, HBASE_MAX_ROW_LENGTH - 1);
  key = g_byte_array_append (g_byte_array_new (), &salt, 1);
  g_byte_array_append (key, g_bytes_get_data (unsalted, NULL), (guint) g_bytes_get_size (unsalted));
  return g_byte_array_free_to_bytes (key);
}

static void
put (ScanHistory *history)
{
  g_autoptr (GBytes) key = new_key (history);
  HBaseSlice slice = hbase_slice_of_bytes (key);
  ModelRow *row = model_put (history->model, slice);
  g_autofree char *value
      = g_strdup_printf ("%u", g_array_index (row->spells, Spell, row->spells->len - 1).write);

  world_put (history->world, slice, row->n_cells, value);
}

static void
delete (ScanHistory *history)
{
  guint n = model_get_n_rows (history->model);
  ModelRow *row;

  if (n == 0)
    return;
  row = model_get_row (history->model, (guint) g_rand_int_range (history->rand, 0, (gint32) n));
  if (model_delete (history->model, hbase_slice_of_bytes (row->key)))
    world_delete (history->world, hbase_slice_of_bytes (row->key));
}

static void
go_through (ScanHistory *history, gint32 calm)
{
  while (network_step (history->network))
    {
      if (one_in (history, calm))
        put (history);
      if (one_in (history, calm))
        delete (history);
    }
}

static GPtrArray *
choose_splits (GRand *rand)
{
  GPtrArray *splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  guint n = (guint) g_rand_int_range (rand, 0, MAX_SPLITS);

  for (guint8 i = 0; i < n; i++)
    {
      GBytes *key = random_short_key (rand, 1, 2);

      if (g_ptr_array_find_with_equal_func (splits, key, g_bytes_equal, NULL))
        g_bytes_unref (key);
      else
        g_ptr_array_add (splits, key);
    }
  return splits;
}

static void
go (ScanHistory *history)
{
  guint n_rows = (guint) g_rand_int_range (history->rand, 0, MAX_ROWS);
  guint n_readers = (guint) g_rand_int_range (history->rand, 1, MAX_READERS + 1);

  for (guint i = 0; i < n_rows; i++)
    put (history);
  for (guint i = 0; i < n_readers; i++)
    g_ptr_array_add (history->readers, reader_new (history));
  go_through (history, g_rand_int_range (history->rand, 4, 60));
  network_settle (history->network);
  promise (!network_is_faultless (history->network) || world_get_n_scanners (history->world) == 0,
           "a scanner is left open on a gateway");
}

static void
history_of_some_scans (World *world, GRand *rand, const char *schema)
{
  ScanHistory history = { .world = world, .rand = rand };
  g_autoptr (GPtrArray) splits = choose_splits (rand);

  world_begin_history (world, splits);
  history.salts = schema != NULL ? hbase_key_schema_new (schema, NULL) : NULL;
  history.network = network_new (world, rand);
  history.model = model_new ();
  history.readers = g_ptr_array_new_with_free_func (reader_free);
  go (&history);
  g_ptr_array_unref (history.readers);
  model_free (history.model);
  network_free (history.network);
  g_clear_pointer (&history.salts, hbase_key_schema_unref);
}

void
history_of_scans (World *world, GRand *rand)
{
  history_of_some_scans (world, rand, NULL);
}

void
history_of_salted_scans (World *world, GRand *rand)
{
  history_of_some_scans (world, rand, "salt:random(4),id:bytes");
}
