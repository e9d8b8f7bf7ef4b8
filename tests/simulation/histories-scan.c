/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "histories.h"

#include <gio/gio.h>
#include <stdlib.h>

#include "hbase-bytes.h"
#include "hbase-scan-operation-private.h"
#include "model.h"
#include "network.h"
#include "random-keys.h"

/* Some readers scan a table while another program puts and deletes its rows. What a scan promises:
 *
 *  1. Rows come in strict order, none twice, none from outside.
 *  2. A row that is there from the scan's beginning on, untouched, comes exactly once.
 *  3. Each row is of one moment, which isn't before the scan's beginning.
 *  4. As many rows come as were asked for, unless there are fewer.
 *  5. Nobody who closed his scan, or dropped it, leaves a scanner open, if nothing went wrong.
 */

#define MAX_READERS 3
#define MAX_ROWS 40

typedef struct {
  World *world;
  GRand *rand;
  Network *network;
  Model *model;
  GPtrArray *readers;
} ScanHistory;

typedef struct {
  ScanHistory *history;
  HBaseScan *scan;
  gboolean reversed;
  GBytes *start, *stop, *prefix; /* NULL: not said */
  guint limit;                   /* 0: none */
  HBaseScanOperation *operation; /* NULL: the reader has what it wants */
  guint64 since;
  GBytes *last;                  /* the last row that came; NULL: none did */
  guint n_rows;
  gboolean closing;
} Reader;

static gboolean
one_in (ScanHistory *history, gint32 n)
{
  return g_rand_int_range (history->rand, 0, n) == 0;
}

/* ---- what should come ---- */

static int
compare (GBytes *key, GBytes *other)
{
  return hbase_slice_compare (hbase_slice_of_bytes (key), hbase_slice_of_bytes (other));
}

static gboolean
has_prefix (GBytes *key, GBytes *prefix)
{
  HBaseSlice all = hbase_slice_of_bytes (key), head = hbase_slice_of_bytes (prefix);

  return all.length >= head.length && memcmp (all.data, head.data, head.length) == 0;
}

static gboolean
is_wanted (const Reader *reader, GBytes *key)
{
  int sign = reader->reversed ? -1 : 1;

  if (reader->start != NULL && sign * compare (key, reader->start) < 0)
    return FALSE;
  if (reader->stop != NULL && sign * compare (key, reader->stop) >= 0)
    return FALSE;
  return reader->prefix == NULL || has_prefix (key, reader->prefix);
}

static gboolean
comes_after (const Reader *reader, GBytes *key, GBytes *other)
{
  return other == NULL || (reader->reversed ? -1 : 1) * compare (key, other) > 0;
}

/* `until` NULL: to the end. */
static void
check_none_skipped (const Reader *reader, GBytes *until)
{
  Model *model = reader->history->model;

  for (guint i = 0; i < model_get_n_rows (model); i++)
    {
      ModelRow *row = model_get_row (model, i);
      g_autofree char *text = NULL;

      if (!is_wanted (reader, row->key) || !comes_after (reader, row->key, reader->last)
          || (until != NULL && !comes_after (reader, until, row->key)))
        continue;
      text = hbase_bytes_to_text (hbase_slice_of_bytes (row->key).data, MIN (g_bytes_get_size (row->key), 40));
      promise (!model_row_stayed (row, reader->since), "row “%s” was there all the time, and didn't come",
                     text);
    }
}

static void
check_cells (const Reader *reader, ModelRow *row, const HBaseBlock *block, guint index)
{
  guint first = block->rows[index].first_cell, write = 0;

  promise (hbase_block_row_n_cells (block, index) == row->n_cells, "a row came that isn't whole");
  for (guint i = 0; i < row->n_cells; i++)
    {
      HBaseCellView cell;
      g_autofree char *value = NULL;

      hbase_block_cell (block, first + i, &cell);
      value = g_strndup ((const char *) cell.value.data, cell.value.length);
      promise (i == 0 || (guint) atoi (value) == write, "a row came that was never so: of two writes");
      write = (guint) atoi (value);
    }
  promise (model_row_was (row, write, reader->since), "a row came as it was before the scan began");
}

static void
check_row (Reader *reader, const HBaseBlock *block, guint index)
{
  HBaseSlice slice = hbase_block_row_key (block, index);
  g_autoptr (GBytes) key = g_bytes_new (slice.data, slice.length);
  ModelRow *row = model_find (reader->history->model, slice);

  promise (row != NULL, "a row came that never was");
  promise (is_wanted (reader, key), "a row came that is outside what was asked for");
  promise (comes_after (reader, key, reader->last), "a row came out of order, or twice");
  check_none_skipped (reader, key);
  check_cells (reader, row, block, index);
  g_clear_pointer (&reader->last, g_bytes_unref);
  reader->last = g_steal_pointer (&key);
  reader->n_rows++;
  promise (reader->limit == 0 || reader->n_rows <= reader->limit, "more rows came than the limit says");
}

static void
check_end (Reader *reader)
{
  if (reader->limit == 0 || reader->n_rows < reader->limit)
    check_none_skipped (reader, NULL);
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
  HBaseScanRequest request = { .table = world_get_table (history->world),
                               .scan = reader->scan,
                               .limit = reader->limit > 0 ? reader->limit - reader->n_rows : 0,
                               .after = hbase_slice_of_bytes (reader->last),
                               .row_width = one_in (history, 2) ? 0 : 1 + g_rand_int (history->rand) % 100000 };

  reader->operation = hbase_scan_operation_new (network_get_protocol (history->network), &request);
  reader_run (reader);
}

/* On with it in one of the ways there are. */
static void
reader_go_on (Reader *reader)
{
  gboolean has_enough = reader->limit > 0 && reader->n_rows == reader->limit;

  if (one_in (reader->history, 40))
    reader_drop (reader);
  else if (one_in (reader->history, 40))
    reader_close (reader);
  else if (one_in (reader->history, 20) && !has_enough)
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
      check_row (reader, block, index);
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
      check_end (reader);
      reader_close (reader);
    }
  else if (reader->closing)
    reader_run (reader);
  else
    reader_go_on (reader);
}

static GBytes *
choose_bound (ScanHistory *history)
{
  Model *model = history->model;
  guint n = model_get_n_rows (model);

  if (one_in (history, 2))
    return NULL;
  if (n > 0 && one_in (history, 2))
    return g_bytes_ref (model_get_row (model, (guint) g_rand_int_range (history->rand, 0, (gint32) n))->key);
  return random_key (history->rand, 1, 3);
}

static void
set_bytes (HBaseScan *scan, void (*set) (HBaseScan *, const guint8 *, gsize), GBytes *bytes)
{
  HBaseSlice slice = hbase_slice_of_bytes (bytes);

  if (bytes != NULL)
    set (scan, slice.data, slice.length);
}

static Reader *
reader_new (ScanHistory *history)
{
  Reader *reader = g_new0 (Reader, 1);

  reader->history = history;
  reader->scan = hbase_scan_new ();
  reader->reversed = one_in (history, 2);
  reader->start = choose_bound (history);
  reader->stop = choose_bound (history);
  reader->prefix = one_in (history, 3) ? random_short_key (history->rand, 1, 2) : NULL;
  reader->limit = one_in (history, 2) ? (guint) g_rand_int_range (history->rand, 1, MAX_ROWS) : 0;
  reader->since = model_get_moment (history->model);
  set_bytes (reader->scan, hbase_scan_set_start, reader->start);
  set_bytes (reader->scan, hbase_scan_set_stop, reader->stop);
  set_bytes (reader->scan, hbase_scan_set_prefix, reader->prefix);
  hbase_scan_set_reversed (reader->scan, reader->reversed);
  hbase_scan_set_limit (reader->scan, reader->limit);
  hbase_scan_set_caching (reader->scan, (guint) g_rand_int_range (history->rand, 0, 7));
  reader_open (reader);
  return reader;
}

static void
reader_free (gpointer data)
{
  Reader *reader = data;

  hbase_scan_unref (reader->scan);
  g_clear_pointer (&reader->start, g_bytes_unref);
  g_clear_pointer (&reader->stop, g_bytes_unref);
  g_clear_pointer (&reader->prefix, g_bytes_unref);
  g_clear_pointer (&reader->last, g_bytes_unref);
  g_free (reader);
}

/* ---- the history ---- */

static void
put (ScanHistory *history)
{
  g_autoptr (GBytes) key = random_key (history->rand, 1, 4);
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

void
history_of_scans (World *world, GRand *rand)
{
  ScanHistory history = { .world = world, .rand = rand };
  guint n_rows = (guint) g_rand_int_range (rand, 0, MAX_ROWS);
  guint n_readers = (guint) g_rand_int_range (rand, 1, MAX_READERS + 1);

  world_begin_history (world);
  history.network = network_new (world, rand);
  history.model = model_new ();
  history.readers = g_ptr_array_new_with_free_func (reader_free);
  for (guint i = 0; i < n_rows; i++)
    put (&history);
  for (guint i = 0; i < n_readers; i++)
    g_ptr_array_add (history.readers, reader_new (&history));
  go_through (&history, g_rand_int_range (rand, 4, 60));
  network_settle (history.network);
  promise (!network_is_faultless (history.network) || world_get_n_scanners (world) == 0,
                 "a scanner is left open on a gateway");
  g_ptr_array_unref (history.readers);
  model_free (history.model);
  network_free (history.network);
}
