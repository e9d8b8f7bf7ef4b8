/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "hbase/campaign-state.h"
#include "hbase/campaign.h"

/* Rounds of the campaign on a real HBase, until a round finds something, or for HBASE_TEST_CAMPAIGN_SECONDS
 * or HBASE_TEST_CAMPAIGN_ROUNDS. With a file HBASE_TEST_CAMPAIGN_STATE they go on where they ended. A round's
 * seed as HBASE_TEST_SEED begins with that round. */

#define DEFAULT_SECONDS 120
#define ROUNDS_A_CLUSTER 20 /* then another HBase is started */
#define MAX_PACE_US 500000
/* Between two steps of a worker: its rows take a limited number of writes, which are to meet all changes. */
#define MAX_PAUSE_US 30000
#define FINAL_TIMEOUT_MS 120000

/* ---- what workers use ---- */

guint
campaign_draw (CampaignWorker *worker, guint n)
{
  return (guint) g_rand_int_range (worker->rand, 0, (gint32) n);
}

HBaseTable *
campaign_table (CampaignWorker *worker, guint table)
{
  static const guint timeouts[] = { 1000, 5000, 20000 }, attempts[] = { 400, 2000, 20000 };
  CampaignRound *round = worker->round;
  HBaseConnection *connection = round->connections[campaign_draw (worker, CAMPAIGN_CONNECTIONS)];
  HBaseTable *made = hbase_table_new (connection, round->tables[table]);

  hbase_table_set_timeout (made, (int) timeouts[campaign_draw (worker, G_N_ELEMENTS (timeouts))]);
  hbase_table_set_attempt_timeout (made, (int) attempts[campaign_draw (worker, G_N_ELEMENTS (attempts))]);
  if (round->stop)
    g_object_set (made, "timeout", FINAL_TIMEOUT_MS, "attempt-timeout", FINAL_TIMEOUT_MS, NULL);
  return made;
}

void
campaign_find (CampaignRound *round, const char *format, ...)
{
  g_autofree char *finding = NULL;
  va_list arguments;

  va_start (arguments, format);
  finding = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_printerr ("seed %u: %s\n", round->seed, finding);
  g_mutex_lock (&round->lock);
  if (round->finding == NULL)
    round->finding = g_steal_pointer (&finding);
  g_mutex_unlock (&round->lock);
}

/* What a fault of servers, gateways or connections may cause. */
static gboolean
is_expected (const GError *error)
{
  static const HBaseError codes[] = {
    HBASE_ERROR_UNREACHABLE,  HBASE_ERROR_TIMED_OUT,          HBASE_ERROR_OUTCOME_UNKNOWN,
    HBASE_ERROR_UNAVAILABLE,  HBASE_ERROR_CONNECTION_REFUSED, HBASE_ERROR_CONNECTION_LOST,
    HBASE_ERROR_RETRY_BUDGET,
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, HBASE_ERROR, (int) codes[i]))
      return TRUE;
  return FALSE;
}

static void
count_error (CampaignRound *round, const GError *error)
{
  if (!is_expected (error))
    campaign_find (round, "unexpected error: %s", error->message);
  g_mutex_lock (&round->lock);
  if (error->domain == HBASE_ERROR && error->code < CAMPAIGN_MAX_ERROR)
    round->errors[error->code]++;
  g_mutex_unlock (&round->lock);
}

HistoryOutcome
campaign_outcome (CampaignRound *round, const GError *error)
{
  HistoryOutcome outcome = error == NULL ? HISTORY_ACKNOWLEDGED
                           : g_error_matches (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN)
                               ? HISTORY_UNKNOWN
                               : HISTORY_REFUSED;

  if (error != NULL)
    count_error (round, error);
  g_mutex_lock (&round->lock);
  round->counts.acknowledged += outcome == HISTORY_ACKNOWLEDGED;
  round->counts.unknown += outcome == HISTORY_UNKNOWN;
  round->counts.refused += outcome == HISTORY_REFUSED;
  g_mutex_unlock (&round->lock);
  return outcome;
}

gboolean
campaign_has_read (CampaignRound *round, const GError *error)
{
  if (error != NULL)
    count_error (round, error);
  g_mutex_lock (&round->lock);
  round->counts.reads += error == NULL;
  round->counts.failed_reads += error != NULL;
  g_mutex_unlock (&round->lock);
  return error == NULL;
}

GHashTable *
campaign_flush (CampaignWorker *worker, HBaseBatch *batch)
{
  GHashTable *errors = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_error_free);
  gboolean flushed = hbase_batch_flush (batch, NULL, NULL);
  g_autoptr (GPtrArray) failures = hbase_batch_take_failures (batch);

  if (flushed != (failures->len == 0))
    campaign_find (worker->round, "a flush with %u failures returned %d", failures->len, flushed);
  for (guint i = 0; i < failures->len; i++)
    g_hash_table_insert (errors,
                         GUINT_TO_POINTER ((guint) hbase_batch_failure_get_index (failures->pdata[i])),
                         g_error_copy (hbase_batch_failure_get_error (failures->pdata[i])));
  return errors;
}

/* ---- workers ---- */

static const struct {
  const char *name;
  guint n;
  void (*step) (gpointer worker);
} jobs[] = {
  { "changes of rows", 3, campaign_change_row },
  { "changes at once", 1, campaign_change_rows_at_once },
  { "batches of changes", 1, campaign_change_rows_by_batch },
  { "reads of rows", 2, campaign_read_rows },
  { "puts", 1, campaign_put_row },
  { "batches", 1, campaign_put_batch },
  { "deletes", 1, campaign_delete_row },
  { "scans", 1, campaign_scan },
  { "pages", 1, campaign_page },
  { "prepends", 2, campaign_prepend },
  { "reads of the list", 1, campaign_read_list },
  { "ids", 2, campaign_take_id },
};

static gpointer
work (gpointer data)
{
  CampaignWorker *worker = data;

  while (!g_atomic_int_get (&worker->round->stop))
    {
      worker->step (worker);
      g_atomic_int_inc (&worker->n_done);
      g_usleep (campaign_draw (worker, MAX_PAUSE_US));
    }
  if (worker->state != NULL)
    worker->free_state (worker->state);
  return NULL;
}

static CampaignWorker *
worker_new (CampaignRound *round, guint job, guint number)
{
  CampaignWorker *worker = g_new0 (CampaignWorker, 1);

  worker->round = round;
  worker->name = jobs[job].name;
  worker->step = jobs[job].step;
  worker->number = number;
  worker->rand = g_rand_new_with_seed (g_rand_int (round->rand));
  return worker;
}

static void
worker_free (gpointer data)
{
  CampaignWorker *worker = data;

  g_rand_free (worker->rand);
  g_free (worker);
}

static GPtrArray *
start_workers (CampaignRound *round)
{
  GPtrArray *workers = g_ptr_array_new_with_free_func (worker_free);

  for (guint job = 0; job < G_N_ELEMENTS (jobs); job++)
    for (guint i = 0; i < jobs[job].n; i++)
      g_ptr_array_add (workers, worker_new (round, job, i));
  for (guint i = 0; i < workers->len; i++)
    ((CampaignWorker *) workers->pdata[i])->thread = g_thread_new ("worker", work, workers->pdata[i]);
  return workers;
}

/* Waits until each worker has made a step, but not for one that waits for what was done to its server. */
static void
await_steps (GPtrArray *workers)
{
  gint64 until = g_get_monotonic_time () + MAX_PACE_US;

  for (guint i = 0; i < workers->len; i++)
    {
      CampaignWorker *worker = workers->pdata[i];
      gint n = g_atomic_int_get (&worker->n_done);

      while (g_atomic_int_get (&worker->n_done) == n && g_get_monotonic_time () < until)
        g_usleep (1000);
    }
}

static void
stop_workers (CampaignRound *round, GPtrArray *workers)
{
  g_atomic_int_set (&round->stop, TRUE);
  for (guint i = 0; i < workers->len; i++)
    g_thread_join (((CampaignWorker *) workers->pdata[i])->thread);
}

/* ---- tables ---- */

static void
create_table (CampaignRound *round, guint table, const char *const *splits)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (round->connections[CAMPAIGN_CONNECTIONS - 1]);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (round->tables[table]);
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GError) error = NULL;

  for (; *splits != NULL; splits++)
    g_ptr_array_add (keys, g_bytes_new_static (*splits, strlen (*splits)));
  assert_works (hbase_admin_create_table (admin, descriptor, keys->len > 0 ? keys : NULL, NULL, &error),
                error);
}

static void
create_tables (CampaignRound *round)
{
  static const char *const splits[][4] = { { "55", "aa" }, { "40", "80", "c0" }, { NULL } };
  static const char *const names[] = { "rows", "scanned", "list" };
  g_autoptr (HBaseSequence) sequence = NULL;
  g_autoptr (HBaseTable) table = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      round->tables[i] = g_strdup_printf ("%s-%u", names[i], round->seed);
      create_table (round, i, splits[i]);
    }
  table = hbase_table_new (round->connections[CAMPAIGN_CONNECTIONS - 1], round->tables[0]);
  sequence = g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "ids", "family", "f", NULL);
  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
}

static void
drop_tables (CampaignRound *round)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (round->connections[CAMPAIGN_CONNECTIONS - 1]);

  for (guint i = 0; i < G_N_ELEMENTS (round->tables); i++)
    {
      g_autoptr (GError) error = NULL;

      assert_works (hbase_admin_disable_table (admin, round->tables[i], NULL, &error), error);
      assert_works (hbase_admin_delete_table (admin, round->tables[i], HBASE_DELETE_TABLE_NONE, NULL, &error),
                    error);
    }
}

/* ---- a round ---- */

static void
connect_all (CampaignRound *round)
{
  for (guint i = 0; i < CAMPAIGN_CONNECTIONS; i++)
    {
      g_autofree char *uri
          = i == 0 ? cluster_changes_uri (round->fixture) : fixture_uri (round->fixture, cluster_gateways[i]);

      round->connections[i] = api_connect (uri);
    }
}

static CampaignRound *
round_new (Fixture *fixture, guint32 seed)
{
  static const HistoryKind kinds[] = { HISTORY_SET, HISTORY_COUNTER, HISTORY_LIST, HISTORY_LIST };
  static const char *const names[] = { "register", "counter", "appends", "checked row" };
  CampaignRound *round = g_new0 (CampaignRound, 1);

  round->seed = seed;
  round->fixture = fixture;
  round->rand = g_rand_new_with_seed (seed);
  round->with_splits = g_rand_boolean (round->rand);
  for (guint kind = 0; kind < CAMPAIGN_N_KINDS; kind++)
    for (guint i = 0; i < CAMPAIGN_ROWS_EACH; i++)
      {
        g_autofree char *name = g_strdup_printf ("%s %u", names[kind], i);

        round->histories[kind][i] = history_new (kinds[kind], name);
      }
  round->lifetimes = lifetimes_new ();
  round->list = history_new (HISTORY_LIST, "list");
  round->tokens = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  round->ids = g_hash_table_new (NULL, NULL);
  g_mutex_init (&round->lock);
  return round;
}

static void
round_free (CampaignRound *round)
{
  for (guint kind = 0; kind < CAMPAIGN_N_KINDS; kind++)
    for (guint i = 0; i < CAMPAIGN_ROWS_EACH; i++)
      history_free (round->histories[kind][i]);
  for (guint i = 0; i < CAMPAIGN_CONNECTIONS; i++)
    g_clear_object (&round->connections[i]);
  for (guint i = 0; i < G_N_ELEMENTS (round->tables); i++)
    g_free (round->tables[i]);
  lifetimes_free (round->lifetimes);
  history_free (round->list);
  g_hash_table_unref (round->tokens);
  g_hash_table_unref (round->ids);
  g_rand_free (round->rand);
  g_free (round->finding);
  g_mutex_clear (&round->lock);
  g_free (round);
}

/* Reads everything, through each connection at some time. */
static void
read_all (CampaignRound *round)
{
  static void (*const readers[]) (gpointer worker)
      = { campaign_read_rows, campaign_scan, campaign_page, campaign_read_list };

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    {
      CampaignWorker *worker = worker_new (round, 0, 0);

      for (guint j = 0; j < (i == 0 ? 30 : 4); j++)
        readers[i](worker);
      worker_free (worker);
    }
}

static void
check_all (CampaignRound *round)
{
  g_autofree char *scans = lifetimes_check (round->lifetimes), *list = history_check (round->list);

  for (guint kind = 0; kind < CAMPAIGN_N_KINDS; kind++)
    for (guint i = 0; i < CAMPAIGN_ROWS_EACH; i++)
      {
        g_autofree char *wrong = history_check (round->histories[kind][i]);

        if (wrong != NULL)
          campaign_find (round, "%s", wrong);
      }
  if (scans != NULL)
    campaign_find (round, "%s", scans);
  if (list != NULL)
    campaign_find (round, "%s", list);
}

/* HBase forgets results only if it replays a log. */
static void
check_forgotten (CampaignRound *round, guint n_crashes)
{
  if (round->n_forgotten > 0 && n_crashes == 0)
    campaign_find (round, "%d increments and appends returned nothing, though no server had crashed",
                   round->n_forgotten);
}

/* For the first tables, whose keys are hexadecimal digits; and for the list. */
static char *
draw_row (GRand *rand, guint table)
{
  guint n = (guint) g_rand_int_range (rand, 0, 512);

  if (table < 2)
    return g_strdup_printf ("%02x", n % 256);
  return g_strdup_printf ("\\x7f\\xff\\xff\\xff\\xff\\xff\\x%02x\\x%02x", 0xff - (n >> 8), 0xff - (n & 0xff));
}

static void
print_round (CampaignRound *round, ClusterChanges *changes)
{
  g_autofree char *summary = cluster_changes_take_summary (changes);
  GEnumClass *codes = g_type_class_ref (HBASE_TYPE_ERROR);

  g_print ("seed %u: %s; writes: %u acknowledged, %u unknown, %u refused; reads: %u, and %u failed; %u rows; "
           "%d results forgotten;",
           round->seed, summary, round->counts.acknowledged, round->counts.unknown, round->counts.refused,
           round->counts.reads, round->counts.failed_reads, round->counts.rows, round->n_forgotten);
  for (guint i = 0; i < CAMPAIGN_MAX_ERROR; i++)
    if (round->errors[i] > 0)
      g_print (" %s %u", g_enum_get_value (codes, (gint) i)->value_nick, round->errors[i]);
  g_print ("\n");
  g_type_class_unref (codes);
}

/* Returns FALSE if something was found. */
static gboolean
run_round (Fixture *fixture, ClusterChanges *changes, guint32 seed, CampaignCounts *counts)
{
  CampaignRound *round = round_new (fixture, seed);
  guint n_changes = 3 + (guint) g_rand_int_range (round->rand, 0, 5);
  guint n_crashes = cluster_changes_get_crashes (changes);
  const ClusterTarget target
      = { round->rand, G_N_ELEMENTS (round->tables), round->tables, draw_row, round->with_splits };
  GPtrArray *workers;
  gboolean is_right;

  connect_all (round);
  create_tables (round);
  workers = start_workers (round);
  for (guint i = 0; i < n_changes; i++)
    {
      await_steps (workers);
      cluster_change (changes, &target);
    }
  await_steps (workers);
  stop_workers (round, workers);
  read_all (round);
  check_all (round);
  check_forgotten (round, cluster_changes_get_crashes (changes) - n_crashes);
  print_round (round, changes);
  *counts = round->counts;
  is_right = round->finding == NULL;
  if (is_right)
    drop_tables (round);
  g_ptr_array_unref (workers);
  round_free (round);
  return is_right;
}

/* ---- the campaign ---- */

/* A round that found something has a seed, but doesn't count. */
static void
record_round (CampaignState *state, const CampaignCounts *counts, gboolean is_right)
{
  campaign_state_add (state, "seed", 1);
  campaign_state_add (state, is_right ? "rounds" : "findings", 1);
  campaign_state_add (state, "acknowledged", counts->acknowledged);
  campaign_state_add (state, "unknown", counts->unknown);
  campaign_state_add (state, "refused", counts->refused);
  campaign_state_add (state, "reads", counts->reads);
  campaign_state_add (state, "failed-reads", counts->failed_reads);
  campaign_state_add (state, "rows", counts->rows);
  campaign_state_save (state);
}

/* Returns FALSE if something was found. */
static gboolean
run_cluster (CampaignState *state, guint64 *n_rounds, gint64 until)
{
  ClusterChanges *changes;
  Fixture *fixture = cluster_changes_start (&changes);
  gboolean is_right = TRUE;

  for (guint i = 0; i < ROUNDS_A_CLUSTER && is_right && *n_rounds > 0 && g_get_monotonic_time () < until; i++)
    {
      CampaignCounts counts;

      is_right = run_round (fixture, changes, (guint32) campaign_state_get (state, "seed"), &counts);
      record_round (state, &counts, is_right);
      --*n_rounds;
    }
  cluster_changes_free (changes);
  fixture_stop (fixture);
  return is_right;
}

static void
print_sum (CampaignState *state)
{
  g_print ("campaign: %" G_GUINT64_FORMAT " rounds, %" G_GUINT64_FORMAT
           " acknowledged writes, %" G_GUINT64_FORMAT " unknown, %" G_GUINT64_FORMAT
           " reads, %" G_GUINT64_FORMAT " rows scanned\n",
           campaign_state_get (state, "rounds"), campaign_state_get (state, "acknowledged"),
           campaign_state_get (state, "unknown"), campaign_state_get (state, "reads"),
           campaign_state_get (state, "rows"));
}

START_TEST (responses_are_consistent)
{
  guint64 seconds = campaign_number ("HBASE_TEST_CAMPAIGN_SECONDS", DEFAULT_SECONDS),
          n_rounds = campaign_number ("HBASE_TEST_CAMPAIGN_ROUNDS", G_MAXUINT64);
  gint64 until = g_get_monotonic_time () + (gint64) seconds * G_USEC_PER_SEC;
  gboolean is_right = TRUE;
  CampaignState state;

  campaign_state_load (&state, "campaign", "HBASE_TEST_CAMPAIGN_STATE");
  while (is_right && n_rounds > 0 && g_get_monotonic_time () < until)
    is_right = run_cluster (&state, &n_rounds, until);
  print_sum (&state);
  campaign_state_clear (&state);
  ck_assert_msg (is_right, "the last round found something");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("campaign");

  tcase_set_timeout (tests, 0);
  tcase_add_test (tests, responses_are_consistent);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("campaign-long", fill)
