/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "campaign.h"

/* A list that several prependers extend, whose rows in doubt are settled or cancelled, and a sequence. */

#define GUARD "g"
#define RETIRED 'r'
#define TOMBSTONE 'b'

static HBaseTable *
list_table (CampaignWorker *worker)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);

  return api_add_key_schema (campaign_table (worker, 2), schema);
}

/* ---- prepends ---- */

static HBasePrependRequest *
request_of (CampaignRound *round, guint write)
{
  g_autofree char *text = g_strdup_printf ("%u", write);
  HBasePrependRequest *request = comment_new (text);

  g_mutex_lock (&round->lock);
  g_hash_table_insert (round->tokens, hbase_prepend_request_ref_token (request), GUINT_TO_POINTER (write));
  g_mutex_unlock (&round->lock);
  return request;
}

/* Counts the result of a call; returns whether the row is no longer in doubt. If the outcome of a cancel was
 * unknown, a later call may fail because the row is cancelled. */
static gboolean
is_final (CampaignRound *round, HBasePrependRequest *request, gboolean cancelling, const GError *error)
{
  HBasePrependState state = hbase_prepend_request_get_state (request);
  HistoryOutcome outcome;

  if (cancelling && state == HBASE_PREPEND_STATE_CANCELLED
      && g_error_matches (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT))
    return TRUE;
  outcome = campaign_outcome (round, error);

  if (outcome == HISTORY_ACKNOWLEDGED && state != HBASE_PREPEND_STATE_WRITTEN
      && state != HBASE_PREPEND_STATE_CANCELLED)
    campaign_find (round, "a prepend was successful, but its state is %d", (int) state);
  return state == HBASE_PREPEND_STATE_WRITTEN || state == HBASE_PREPEND_STATE_CANCELLED;
}

static gboolean
try_again (CampaignWorker *worker,
           HBasePrepender *prepender,
           HBasePrependRequest *request,
           gboolean *cancelling)
{
  g_autoptr (GError) error = NULL;
  gboolean is_new = hbase_prepend_request_get_state (request) == HBASE_PREPEND_STATE_NEW;
  guint how = is_new ? 0 : campaign_draw (worker, 4);

  *cancelling |= how == 3;
  if (how == 3)
    hbase_prepender_cancel (prepender, request, NULL, &error);
  else if (how == 2)
    hbase_prepender_settle (prepender, request, NULL, &error);
  else
    hbase_prepender_prepend (prepender, request, NULL, &error);
  return is_final (worker->round, request, *cancelling, error);
}

static void
retire (CampaignWorker *worker, HBasePrepender *prepender, HBasePrependRequest *request)
{
  gsize length;
  const guint8 *key = hbase_prepend_request_get_row (request, &length);
  g_autoptr (GError) error = NULL;

  hbase_prepender_retire (prepender, key, length, NULL, &error);
  campaign_outcome (worker->round, error);
}

static HBasePrepender *
prepender_of (CampaignWorker *worker)
{
  if (worker->state == NULL || campaign_draw (worker, 20) == 0)
    {
      g_autoptr (HBaseTable) table = list_table (worker);

      g_clear_object (&worker->state);
      worker->state = hbase_prepender_new (table);
      worker->free_state = g_object_unref;
    }
  return worker->state;
}

static HistoryOutcome
outcome_of (HBasePrependRequest *request)
{
  switch (hbase_prepend_request_get_state (request))
    {
    case HBASE_PREPEND_STATE_WRITTEN:
      return HISTORY_ACKNOWLEDGED;
    case HBASE_PREPEND_STATE_NEW:
    case HBASE_PREPEND_STATE_CANCELLED:
      return HISTORY_REFUSED;
    default:
      return HISTORY_UNKNOWN;
    }
}

/* A row that is still in doubt after some calls remains so. */
void
campaign_prepend (gpointer data)
{
  CampaignWorker *worker = data;
  HBasePrepender *prepender = prepender_of (worker);
  History *list = worker->round->list;
  guint write = history_begin (list);
  g_autoptr (HBasePrependRequest) request = request_of (worker->round, write);
  gboolean cancelling = FALSE;
  HistoryOutcome outcome;

  for (guint i = 0; i < 4; i++)
    if (try_again (worker, prepender, request, &cancelling))
      break;
  outcome = outcome_of (request);
  history_end (list, write, outcome);
  if (outcome == HISTORY_ACKNOWLEDGED && campaign_draw (worker, 8) == 0)
    retire (worker, prepender, request);
}

/* ---- reads ---- */

/* Returns FALSE for a tombstone. */
static gboolean
find_write (CampaignRound *round, const guint8 *guard, gsize length, guint *write)
{
  static const guint8 nobody[HBASE_PREPEND_TOKEN_LENGTH];
  g_autoptr (GBytes) token = g_bytes_new (guard, MIN (length, HBASE_PREPEND_TOKEN_LENGTH));
  gpointer number;
  gboolean found;

  if (length == 2 * HBASE_PREPEND_TOKEN_LENGTH + 1 && guard[HBASE_PREPEND_TOKEN_LENGTH] == TOMBSTONE
      && memcmp (guard, nobody, sizeof nobody) == 0)
    return FALSE;
  g_mutex_lock (&round->lock);
  found = g_hash_table_lookup_extended (round->tokens, token, NULL, &number);
  g_mutex_unlock (&round->lock);
  if (!found)
    campaign_find (round, "the list has a row with an unknown token");
  *write = found ? GPOINTER_TO_UINT (number) : 0;
  return found;
}

static void
check_content (CampaignRound *round, HBaseRow *row, guint write, gboolean is_retired)
{
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text"), *expected = g_strdup_printf ("%u", write);

  if (g_strcmp0 (text, is_retired ? NULL : expected) != 0)
    campaign_find (round, "the list's row %u has “%s”%s", write, text != NULL ? text : "nothing",
                   is_retired ? ", though it is retired" : "");
}

/* Prepends the row's write: the scan returns the newest row first. */
static void
add_row (CampaignRound *round, GArray *writes, HBaseRow *row, gint64 *expected)
{
  gsize length;
  const guint8 *key = hbase_row_get_key (row, &length), *guard;
  gint64 counter = counter_in (key, length);
  guint write;

  if (*expected >= 0 && counter != *expected)
    campaign_find (round, "the list has %" G_GINT64_FORMAT " in place of %" G_GINT64_FORMAT, counter,
                   *expected);
  *expected = counter + 1;
  guard = hbase_row_get_value (row, GUARD, NULL, 0, &length);
  if (guard == NULL)
    campaign_find (round, "the list's row %" G_GINT64_FORMAT " has no guard", counter);
  else if (find_write (round, guard, length, &write))
    {
      check_content (round, row, write,
                     length == HBASE_PREPEND_TOKEN_LENGTH + 1
                         && guard[HBASE_PREPEND_TOKEN_LENGTH] == RETIRED);
      g_array_append_val (writes, write);
    }
}

static void
reverse (GArray *writes)
{
  for (guint i = 0; i < writes->len / 2; i++)
    {
      guint *one = &g_array_index (writes, guint, i),
            *other = &g_array_index (writes, guint, writes->len - 1 - i), held = *one;

      *one = *other;
      *other = held;
    }
}

void
campaign_read_list (gpointer data)
{
  CampaignWorker *worker = data;
  CampaignRound *round = worker->round;
  g_autoptr (HBaseTable) table = list_table (worker);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GArray) writes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GError) error = NULL;
  gint64 begin = history_now (), expected = -1;
  HBaseRow *row;

  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      add_row (round, writes, row, &expected);
      hbase_row_unref (row);
    }
  if (!campaign_has_read (round, error))
    return;
  if (expected > 0 && expected - 1 != G_MAXINT64)
    campaign_find (round, "the list ends at %" G_GINT64_FORMAT, expected - 1);
  reverse (writes);
  history_saw (round->list, begin, writes);
}

/* ---- a sequence ---- */

static HBaseSequence *
sequence_of (CampaignWorker *worker)
{
  if (worker->state == NULL)
    {
      g_autoptr (HBaseTable) table = campaign_table (worker, 0);

      worker->state = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", "f",
                                    "block-size", worker->number == 0 ? 1 : 8, NULL);
      worker->free_state = g_object_unref;
    }
  return worker->state;
}

void
campaign_take_id (gpointer data)
{
  CampaignWorker *worker = data;
  CampaignRound *round = worker->round;
  g_autoptr (GError) error = NULL;
  gboolean is_new = TRUE;
  gint64 id;

  if (!hbase_sequence_next (sequence_of (worker), &id, NULL, &error))
    {
      campaign_outcome (round, error);
      return;
    }
  campaign_outcome (round, NULL);
  g_mutex_lock (&round->lock);
  is_new = g_hash_table_add (round->ids, GSIZE_TO_POINTER ((gsize) id));
  g_mutex_unlock (&round->lock);
  if (!is_new)
    campaign_find (round, "the sequence returned %" G_GINT64_FORMAT " twice", id);
}
