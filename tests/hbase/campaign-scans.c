/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "campaign.h"

/* Rows that are put and deleted, alone and by batches, while others scan and page through them. Those with an
 * even index are written with timestamps and may be deleted: so no server's clock hides a delete. The others
 * have the servers' times, and stay. */

#define MAX_ROWS 2500
#define BATCH_ROWS 20
#define PUT_TIMESTAMP 1
#define DELETE_TIMESTAMP 2

/* ---- writes ---- */

static HBasePut *
put_of (Lifetimes *lifetimes, guint row)
{
  g_autofree char *key = g_strdup_printf ("%08x", lifetimes_get_key (lifetimes, row));
  HBasePut *put = api_put (key, key);

  hbase_put_add_utf8 (put, "g", "a", key);
  if (row % 2 == 0)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), PUT_TIMESTAMP);
  return put;
}

void
campaign_put_row (gpointer data)
{
  CampaignWorker *worker = data;
  Lifetimes *lifetimes = worker->round->lifetimes;
  g_autoptr (HBaseTable) table = campaign_table (worker, 1);
  g_autoptr (HBasePut) put = NULL;
  g_autoptr (GError) error = NULL;
  guint row;

  if (lifetimes_get_n_rows (lifetimes) >= MAX_ROWS)
    {
      campaign_scan (worker);
      return;
    }
  row = lifetimes_begin_put (lifetimes, worker->rand);
  put = put_of (lifetimes, row);
  hbase_table_put (table, put, NULL, &error);
  lifetimes_end_put (lifetimes, row, campaign_outcome (worker->round, error));
}

void
campaign_put_batch (gpointer data)
{
  CampaignWorker *worker = data;
  Lifetimes *lifetimes = worker->round->lifetimes;
  g_autoptr (HBaseTable) table = campaign_table (worker, 1);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GHashTable) errors = NULL;
  guint rows[BATCH_ROWS], n = 1 + campaign_draw (worker, BATCH_ROWS);

  if (lifetimes_get_n_rows (lifetimes) >= MAX_ROWS)
    {
      campaign_page (worker);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (HBasePut) put = NULL;
      g_autoptr (GError) error = NULL;

      rows[i] = lifetimes_begin_put (lifetimes, worker->rand);
      put = put_of (lifetimes, rows[i]);
      if (!hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error))
        campaign_find (worker->round, "a batch refused a put: %s", error->message);
    }
  errors = campaign_flush (worker, batch);
  for (guint i = 0; i < n; i++)
    lifetimes_end_put (lifetimes, rows[i],
                       campaign_outcome (worker->round, g_hash_table_lookup (errors, GUINT_TO_POINTER (i))));
}

void
campaign_delete_row (gpointer data)
{
  CampaignWorker *worker = data;
  Lifetimes *lifetimes = worker->round->lifetimes;
  g_autoptr (HBaseTable) table = campaign_table (worker, 1);
  guint n = lifetimes_get_n_rows (lifetimes), row = n > 1 ? campaign_draw (worker, n / 2) * 2 : 0;
  g_autoptr (HBaseDelete) change = NULL;
  g_autofree char *key = NULL;
  g_autoptr (GError) error = NULL;

  if (n < 2 || !lifetimes_begin_delete (lifetimes, row))
    return;
  key = g_strdup_printf ("%08x", lifetimes_get_key (lifetimes, row));
  change = hbase_delete_new_utf8 (key);
  hbase_mutation_set_timestamp (HBASE_MUTATION (change), DELETE_TIMESTAMP);
  hbase_table_delete (table, change, NULL, &error);
  lifetimes_end_delete (lifetimes, row, campaign_outcome (worker->round, error));
}

/* ---- scans ---- */

typedef struct {
  guint32 first, last;
  gboolean reversed;
  gint64 begin;
  char *how;
  GArray *keys;
} Reading;

static void
reading_clear (Reading *reading)
{
  g_free (reading->how);
  g_array_unref (reading->keys);
}

static void
add_row (CampaignRound *round, Reading *reading, HBaseRow *row)
{
  g_autofree char *key = hbase_row_dup_key_utf8 (row), *value = hbase_row_dup_value_utf8 (row, "f:q"),
                  *other = hbase_row_dup_value_utf8 (row, "g:a");
  guint32 number = (guint32) g_ascii_strtoull (key, NULL, 16);

  if (g_strcmp0 (key, value) != 0 || g_strcmp0 (key, other) != 0)
    campaign_find (round, "%s: row %s has “%s” and “%s”", reading->how, key, value, other);
  g_array_append_val (reading->keys, number);
}

/* All rows, or those of a range whose bounds are inclusive. Where regions are split and merged no scan is
 * reversed: HBase 2.6.1 itself loses rows then. */
static HBaseScan *
draw_scan (CampaignWorker *worker, Reading *reading, const char *what)
{
  HBaseScan *scan = hbase_scan_new ();
  guint32 one = g_rand_int (worker->rand), other = g_rand_int (worker->rand);
  gboolean whole = campaign_draw (worker, 2) == 0;
  g_autofree char *first = NULL, *last = NULL;

  reading->first = whole ? 0 : MIN (one, other);
  reading->last = whole ? G_MAXUINT32 : MAX (one, other);
  reading->reversed = !worker->round->with_splits && campaign_draw (worker, 3) == 0;
  reading->how = g_strdup_printf ("%s%s from %08x to %08x", reading->reversed ? "reversed " : "", what,
                                  reading->first, reading->last);
  reading->keys = g_array_new (FALSE, FALSE, sizeof (guint32));
  reading->begin = history_now ();
  first = g_strdup_printf ("%08x", reading->reversed ? reading->last : reading->first);
  last = g_strdup_printf ("%08x", reading->reversed ? reading->first : reading->last);
  hbase_scan_set_reversed (scan, reading->reversed);
  hbase_scan_set_start_utf8 (scan, first);
  hbase_scan_set_stop_utf8 (scan, last);
  hbase_scan_set_stop_inclusive (scan, TRUE);
  return scan;
}

static void
record (CampaignRound *round, Reading *reading)
{
  lifetimes_saw (round->lifetimes, reading->begin, reading->how, reading->first, reading->last,
                 reading->reversed, reading->keys);
  g_mutex_lock (&round->lock);
  round->counts.rows += reading->keys->len;
  g_mutex_unlock (&round->lock);
}

void
campaign_scan (gpointer data)
{
  CampaignWorker *worker = data;
  g_autoptr (HBaseTable) table = campaign_table (worker, 1);
  guint lanes = campaign_draw (worker, 3) == 0 ? 3 : 1, caching = 1 + campaign_draw (worker, 200);
  g_autofree char *what = g_strdup_printf ("scan of %u lanes, %u rows a call,", lanes, caching);
  Reading reading;
  g_autoptr (HBaseScan) scan = draw_scan (worker, &reading, what);
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  hbase_scan_set_caching (scan, caching);
  hbase_scan_set_parallelism (scan, lanes, TRUE);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      add_row (worker->round, &reading, row);
      hbase_row_unref (row);
    }
  if (campaign_has_read (worker->round, error))
    record (worker->round, &reading);
  reading_clear (&reading);
}

/* Opens the page by its token as another process would: through any connection, with an iterator of its
 * own. A page that can't be read is opened again. */
static HBasePage *
open_page (CampaignWorker *worker, HBaseScan *scan, guint page_rows, const char *token, GError **error)
{
  g_autoptr (HBaseTable) table = campaign_table (worker, 1);
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, page_rows);
  HBasePage *page = hbase_page_iterator_open (pages, token, NULL, error);

  campaign_has_read (worker->round, *error);
  return page;
}

void
campaign_page (gpointer data)
{
  CampaignWorker *worker = data;
  guint page_rows = 20 + campaign_draw (worker, 100), n_failures = 0;
  g_autofree char *what = g_strdup_printf ("pages of %u rows", page_rows), *token = NULL;
  Reading reading;
  g_autoptr (HBaseScan) scan = draw_scan (worker, &reading, what);

  do
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (HBasePage) page = open_page (worker, scan, page_rows, token, &error);

      if (page == NULL)
        continue;
      for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
        add_row (worker->round, &reading, hbase_page_get_row (page, i));
      n_failures = 0;
      g_free (token);
      token = g_strdup (hbase_page_get_next_token (page));
      if (token == NULL)
        break;
    }
  while (++n_failures < 5);
  if (token == NULL && n_failures == 0)
    record (worker->round, &reading);
  reading_clear (&reading);
}
