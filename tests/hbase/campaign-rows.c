/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "campaign.h"

/* Single rows, which many callers change and read. A write's trace in the row is a column of its own, so that
 * it is seen whatever the servers' clocks are; only which value is the newest depends on them. */

static const char *const kinds[] = { "register", "counter", "appends", "checked" };

#define APPENDED "%04x"
#define APPENDED_LENGTH 4
#define MAX_AT_ONCE 4

/* Rows are spread over the regions: the first region's key has 00 to 54. */
static char *
row_key (guint kind, guint row)
{
  return g_strdup_printf ("%02x-%s",
                          (kind * CAMPAIGN_ROWS_EACH + row) * 255 / (CAMPAIGN_N_KINDS * CAMPAIGN_ROWS_EACH),
                          kinds[kind]);
}

/* ---- writes ---- */

static HBasePut *
put_of (const char *key, guint write, const char *value_column, const char *previous)
{
  HBasePut *put = hbase_put_new_utf8 (key);
  g_autofree char *number = g_strdup_printf ("%u", write), *column = g_strdup_printf ("w%u", write);

  hbase_put_add_utf8 (put, "f", value_column, number);
  hbase_put_add_utf8 (put, "g", column, previous);
  return put;
}

static gboolean
mutate (HBaseTable *table, HBasePut *put, GError **error)
{
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();

  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  return hbase_table_mutate_row (table, mutations, NULL, error);
}

static void
put_register (CampaignWorker *worker, HBaseTable *table, History *history, const char *key)
{
  guint write = history_begin (history);
  g_autoptr (HBasePut) put = put_of (key, write, "value", "x");
  g_autoptr (GError) error = NULL;

  /* Executed twice, it has a later time, and nothing else. */
  hbase_mutation_set_idempotent (HBASE_MUTATION (put), campaign_draw (worker, 4) == 0);
  if (campaign_draw (worker, 2) == 0)
    hbase_table_put (table, put, NULL, &error);
  else
    mutate (table, put, &error);
  history_end (history, write, campaign_outcome (worker->round, error));
}

static gint64
number_in (CampaignRound *round, HBaseRow *row)
{
  g_autoptr (GError) error = NULL;
  gint64 number = 0;

  if (!hbase_row_is_empty (row) && !hbase_row_get_counter (row, "f:n", &number, &error))
    campaign_find (round, "a counter can't be read: %s", error->message);
  return number;
}

/* An empty row says that the increment was executed, but not with which result: docs/deviations.md. */
static gboolean
has_result (CampaignWorker *worker, HBaseRow *row)
{
  if (hbase_row_is_empty (row))
    g_atomic_int_inc (&worker->round->n_forgotten);
  return !hbase_row_is_empty (row);
}

static void
increment (CampaignWorker *worker, HBaseTable *table, History *history, const char *key)
{
  g_autoptr (HBaseIncrement) change = hbase_increment_new_utf8 (key);
  guint write = history_begin (history);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = NULL;
  HistoryOutcome outcome;

  hbase_increment_add_utf8 (change, "f", "n", 1);
  row = hbase_table_increment (table, change, NULL, &error);
  outcome = campaign_outcome (worker->round, error);
  if (outcome == HISTORY_ACKNOWLEDGED && has_result (worker, row))
    history_end_with_number (history, write, number_in (worker->round, row));
  else
    history_end (history, write, outcome);
}

static GArray *
appended_in (CampaignRound *round, HBaseRow *row)
{
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:list");
  gsize length = text != NULL ? strlen (text) : 0;
  GArray *writes = g_array_new (FALSE, FALSE, sizeof (guint));

  if (length % APPENDED_LENGTH != 0)
    campaign_find (round, "half of an append is in “%s”", text);
  for (gsize i = 0; i + APPENDED_LENGTH <= length; i += APPENDED_LENGTH)
    {
      g_autofree char *digits = g_strndup (text + i, APPENDED_LENGTH);
      guint write = (guint) g_ascii_strtoull (digits, NULL, 16);

      g_array_append_val (writes, write);
    }
  return writes;
}

static void
append (CampaignWorker *worker, HBaseTable *table, History *history, const char *key)
{
  gint64 begin = history_now ();
  guint write = history_begin (history);
  g_autofree char *text = g_strdup_printf (APPENDED, write);
  g_autoptr (HBaseAppend) change = hbase_append_new_utf8 (key);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = NULL;
  HistoryOutcome outcome;

  hbase_append_add_utf8 (change, "f", "list", text);
  row = hbase_table_append (table, change, NULL, &error);
  outcome = campaign_outcome (worker->round, error);
  if (outcome == HISTORY_ACKNOWLEDGED && has_result (worker, row))
    {
      g_autoptr (GArray) writes = appended_in (worker->round, row);

      if (writes->len == 0 || g_array_index (writes, guint, writes->len - 1) != write)
        campaign_find (worker->round, "an append returned a value that doesn't end with what it appended");
      history_saw (history, begin, writes);
    }
  history_end (history, write, outcome);
}

/* Returns NULL if the row can't be read. */
static HBaseRow *
get_row (CampaignWorker *worker, HBaseTable *table, const char *key)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (key);
  g_autoptr (GError) error = NULL;
  HBaseRow *row = hbase_table_get (table, get, NULL, &error);

  campaign_has_read (worker->round, error);
  return row;
}

/* What wasn't applied may have been: a gateway that sends the change again finds the value of its own first
 * attempt, and responds that the condition doesn't hold. */
static HistoryOutcome
check_and_change (CampaignWorker *worker, HBaseTable *table, const char *head, HBasePut *put)
{
  const guint8 *value = (const guint8 *) head;
  gsize length = head != NULL ? strlen (head) : 0;
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;
  HistoryOutcome outcome;

  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  /* checkAndMutate can't require that there is no value. */
  if (head == NULL || campaign_draw (worker, 2) == 0)
    hbase_table_check_and_put (table, "f", BYTES ("head"), value, length, put, &applied, NULL, &error);
  else
    hbase_table_check_and_mutate (table, "f", BYTES ("head"), HBASE_COMPARE_OPERATOR_EQUAL, value, length,
                                  mutations, &applied, NULL, &error);
  outcome = campaign_outcome (worker->round, error);
  return outcome == HISTORY_ACKNOWLEDGED && !applied ? HISTORY_UNKNOWN : outcome;
}

static void
change_checked (CampaignWorker *worker, HBaseTable *table, History *history, const char *key)
{
  g_autoptr (HBaseRow) row = get_row (worker, table, key);
  g_autofree char *head = NULL;
  g_autoptr (HBasePut) put = NULL;
  guint write;

  if (row == NULL)
    return;
  head = hbase_row_dup_value_utf8 (row, "f:head");
  write = history_begin (history);
  put = put_of (key, write, "head", head != NULL ? head : "none");
  history_end (history, write, check_and_change (worker, table, head, put));
}

typedef void (*ChangeRow) (CampaignWorker *worker, HBaseTable *table, History *history, const char *key);

static const ChangeRow changes[] = { put_register, increment, append, change_checked };

void
campaign_change_row (gpointer data)
{
  CampaignWorker *worker = data;
  guint kind = campaign_draw (worker, CAMPAIGN_N_KINDS), row = campaign_draw (worker, CAMPAIGN_ROWS_EACH);
  g_autoptr (HBaseTable) table = campaign_table (worker, 0);
  g_autofree char *key = row_key (kind, row);
  History *history = worker->round->histories[kind][row];

  if (history_get_n_writes (history) < CAMPAIGN_MAX_WRITES)
    changes[kind](worker, table, history, key);
  else
    campaign_read_rows (worker);
}

/* ---- batches ---- */

/* Adds a change of that kind to the batch. */
static gboolean
add_to_batch (HBaseBatch *batch, CampaignRowKind kind, const char *key, guint write, GError **error)
{
  g_autofree char *text = g_strdup_printf (APPENDED, write);
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (key);
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 (key);
  g_autoptr (HBasePut) put = put_of (key, write, "value", "x");

  hbase_increment_add_utf8 (increment, "f", "n", 1);
  hbase_append_add_utf8 (append, "f", "list", text);
  if (kind == CAMPAIGN_COUNTER)
    return hbase_batch_add (batch, HBASE_MUTATION (increment), NULL, error);
  if (kind == CAMPAIGN_APPENDS)
    return hbase_batch_add (batch, HBASE_MUTATION (append), NULL, error);
  return hbase_batch_add (batch, HBASE_MUTATION (put), NULL, error);
}

void
campaign_change_rows_by_batch (gpointer data)
{
  CampaignWorker *worker = data;
  g_autoptr (HBaseTable) table = campaign_table (worker, 0);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GHashTable) errors = NULL;
  History *histories[CAMPAIGN_CHECKED];
  guint writes[CAMPAIGN_CHECKED];

  if (history_get_n_writes (worker->round->histories[CAMPAIGN_REGISTER][0]) >= CAMPAIGN_MAX_WRITES)
    {
      campaign_read_rows (worker);
      return;
    }
  for (guint kind = 0; kind < CAMPAIGN_CHECKED; kind++)
    {
      guint row = campaign_draw (worker, CAMPAIGN_ROWS_EACH);
      g_autofree char *key = row_key (kind, row);
      g_autoptr (GError) error = NULL;

      histories[kind] = worker->round->histories[kind][row];
      writes[kind] = history_begin (histories[kind]);
      if (!add_to_batch (batch, kind, key, writes[kind], &error))
        campaign_find (worker->round, "a batch refused a change: %s", error->message);
    }
  errors = campaign_flush (worker, batch);
  for (guint kind = 0; kind < CAMPAIGN_CHECKED; kind++)
    history_end (histories[kind], writes[kind],
                 campaign_outcome (worker->round, g_hash_table_lookup (errors, GUINT_TO_POINTER (kind))));
}

/* ---- asynchronous puts ---- */

typedef struct {
  CampaignWorker *worker;
  History *history;
  guint write;
  guint *n_left;
} AsyncPut;

static void
end_put (GObject *table, GAsyncResult *result, gpointer data)
{
  g_autofree AsyncPut *call = data;
  g_autoptr (GError) error = NULL;

  hbase_table_put_finish (HBASE_TABLE (table), result, &error);
  history_end (call->history, call->write, campaign_outcome (call->worker->round, error));
  --*call->n_left;
}

static void
begin_put (CampaignWorker *worker, HBaseTable *table, guint row, guint *n_left)
{
  g_autofree char *key = row_key (CAMPAIGN_REGISTER, row);
  AsyncPut *call = g_new0 (AsyncPut, 1);
  g_autoptr (HBasePut) put = NULL;

  call->worker = worker;
  call->history = worker->round->histories[CAMPAIGN_REGISTER][row];
  call->write = history_begin (call->history);
  call->n_left = n_left;
  put = put_of (key, call->write, "value", "x");
  ++*n_left;
  hbase_table_put_async (table, put, NULL, end_put, call);
}

void
campaign_change_rows_at_once (gpointer data)
{
  CampaignWorker *worker = data;
  g_autoptr (HBaseTable) table = campaign_table (worker, 0);
  g_autoptr (GMainContext) context = g_main_context_new ();
  guint n_left = 0;

  g_main_context_push_thread_default (context);
  for (guint i = 0; i < MAX_AT_ONCE; i++)
    {
      guint row = campaign_draw (worker, CAMPAIGN_ROWS_EACH);

      if (history_get_n_writes (worker->round->histories[CAMPAIGN_REGISTER][row]) < CAMPAIGN_MAX_WRITES)
        begin_put (worker, table, row, &n_left);
    }
  while (n_left > 0)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
}

/* ---- reads ---- */

/* Returns the writes whose traces the row has. */
static GArray *
cells_in (HBaseRow *row)
{
  GArray *cells = g_array_new (FALSE, FALSE, sizeof (HistoryCell));

  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      HBaseCell *cell = hbase_row_get_cell (row, i);
      g_autofree char *column = hbase_cell_dup_column_escaped (cell), *previous = NULL;
      HistoryCell found = { .timestamp = hbase_cell_get_timestamp (cell) };
      const char *value;
      gsize length;

      if (!g_str_has_prefix (column, "g:w"))
        continue;
      found.write = (guint) g_ascii_strtoull (column + strlen ("g:w"), NULL, 10);
      value = (const char *) hbase_cell_get_value (cell, &length);
      previous = g_strndup (value, length);
      found.previous
          = g_ascii_isdigit (*previous) ? (guint) g_ascii_strtoull (previous, NULL, 10) : G_MAXUINT;
      g_array_append_val (cells, found);
    }
  return cells;
}

static gint64
timestamp_of (HBaseRow *row, const char *wanted)
{
  for (guint i = 0; i < hbase_row_get_n_cells (row); i++)
    {
      HBaseCell *cell = hbase_row_get_cell (row, i);
      g_autofree char *column = hbase_cell_dup_column_escaped (cell);

      if (g_str_equal (column, wanted))
        return hbase_cell_get_timestamp (cell);
    }
  return -1;
}

static GArray *
writes_of (GArray *cells)
{
  GArray *writes = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < cells->len; i++)
    g_array_append_val (writes, g_array_index (cells, HistoryCell, i).write);
  return writes;
}

/* Returns the writes of a register, or the changes of a checked row in their order; NULL if something is
 * wrong. */
static GArray *
writes_in (CampaignRound *round, CampaignRowKind kind, HBaseRow *row, History *history)
{
  const char *column = kind == CAMPAIGN_REGISTER ? "f:value" : "f:head";
  g_autoptr (GArray) cells = cells_in (row);
  g_autofree char *value = hbase_row_dup_value_utf8 (row, column), *wrong = NULL;
  guint newest = value != NULL ? (guint) g_ascii_strtoull (value, NULL, 10) : G_MAXUINT;
  GArray *writes = NULL;

  if (kind == CAMPAIGN_CHECKED)
    writes = history_follow_chain (cells, newest, &wrong);
  else if (cells->len > 0 || value != NULL)
    wrong = history_check_newest (cells, newest, timestamp_of (row, column));
  if (wrong != NULL)
    campaign_find (round, "%s: %s", history_get_name (history), wrong);
  return kind == CAMPAIGN_REGISTER ? writes_of (cells) : writes;
}

static void
record_row (CampaignRound *round, CampaignRowKind kind, History *history, gint64 begin, HBaseRow *row)
{
  g_autoptr (GArray) writes = NULL;

  if (kind == CAMPAIGN_COUNTER)
    history_saw_number (history, begin, number_in (round, row));
  else if (kind == CAMPAIGN_APPENDS)
    writes = appended_in (round, row);
  else
    writes = writes_in (round, kind, row, history);
  if (writes != NULL)
    history_saw (history, begin, writes);
}

static GPtrArray *
get_all (HBaseTable *table, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);

  for (guint kind = 0; kind < CAMPAIGN_N_KINDS; kind++)
    for (guint row = 0; row < CAMPAIGN_ROWS_EACH; row++)
      {
        g_autofree char *key = row_key (kind, row);

        g_ptr_array_add (gets, hbase_get_new_utf8 (key));
      }
  return hbase_table_get_multiple (table, gets, NULL, error);
}

static void
read_all_rows (CampaignWorker *worker, HBaseTable *table)
{
  gint64 begin = history_now ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) rows = get_all (table, &error);

  if (!campaign_has_read (worker->round, error))
    return;
  for (guint i = 0; i < rows->len; i++)
    {
      guint kind = i / CAMPAIGN_ROWS_EACH, row = i % CAMPAIGN_ROWS_EACH;

      record_row (worker->round, kind, worker->round->histories[kind][row], begin, rows->pdata[i]);
    }
}

void
campaign_read_rows (gpointer data)
{
  CampaignWorker *worker = data;
  guint kind = campaign_draw (worker, CAMPAIGN_N_KINDS), row = campaign_draw (worker, CAMPAIGN_ROWS_EACH);
  g_autoptr (HBaseTable) table = campaign_table (worker, 0);
  g_autofree char *key = row_key (kind, row);
  gint64 begin = history_now ();
  g_autoptr (HBaseRow) found = NULL;

  if (campaign_draw (worker, 4) == 0)
    {
      read_all_rows (worker, table);
      return;
    }
  found = get_row (worker, table, key);
  if (found != NULL)
    record_row (worker->round, kind, worker->round->histories[kind][row], begin, found);
}
