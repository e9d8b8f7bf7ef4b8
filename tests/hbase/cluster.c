/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "cluster.h"

#define MAX_READERS 4
#define MAX_PROCESSES (CLUSTER_MAX_WRITERS + MAX_READERS)
#define MAX_ROWS 1000000 /* a writer; more than one can write in the time */
#define N_UNCHANGED_ROWS 600U
#define PAGE_ROWS 70
/* Gateways may have a wrong location of a region that was moved and then split, for two minutes. */
#define TIMEOUT_MS 300000

typedef struct {
  gint64 counter;
  gint is_retired;
} Written;

/* Memory that the processes share. */
typedef struct {
  gint stop;
  gint reversed; /* whether scans may be reversed */
  gint n_done[MAX_PROCESSES];
  guint64 n_in_doubt[CLUSTER_MAX_WRITERS];
  guint64 n_resumes[MAX_READERS];
  Written written[CLUSTER_MAX_WRITERS][MAX_ROWS];
} Work;

struct _Cluster {
  Fixture *fixture;
  Work *work;
  const char *rows; /* the table that is being written to */
  guint n_writers, n_readers;
  pid_t processes[MAX_PROCESSES];
};

/* ---- tables ---- */

static HBaseTable *
table_at (Cluster *cluster, const char *mode, const char *name)
{
  g_autofree char *uri = fixture_uri (cluster->fixture, mode);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  HBaseTable *table = hbase_table_new (connection, name);

  g_object_set (table, "timeout", TIMEOUT_MS, NULL);
  return table;
}

HBaseTable *
cluster_table (Cluster *cluster, const char *name)
{
  return table_at (cluster, "binary", name);
}

static HBaseTable *
table_of_process (Cluster *cluster, guint process, const char *name)
{
  return table_at (cluster, process % 2 == 0 ? "binary" : "compact-patient", name);
}

static void
create_table (gpointer cluster, guint unused)
{
  g_autoptr (HBaseTable) table = cluster_table (cluster, ((Cluster *) cluster)->rows);

  api_create (hbase_table_get_connection (table), ((Cluster *) cluster)->rows);
}

void
cluster_create_table (Cluster *cluster, const char *name)
{
  cluster->rows = name;
  await_process (begin_process (create_table, cluster, 0));
  fixture_command (cluster->fixture, "move %s x 2", name); /* done before any gateway has located it */
}

static char *
unchanged_key (guint number)
{
  return g_strdup_printf ("row%05u", number);
}

static GPtrArray *
unchanged_puts (void)
{
  GPtrArray *puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  for (guint i = 0; i < N_UNCHANGED_ROWS; i++)
    {
      g_autofree char *key = unchanged_key (i);
      HBasePut *put = api_put (key, key);

      hbase_put_add_utf8 (put, "g", "a", key);
      g_ptr_array_add (puts, put);
    }
  return puts;
}

/* Creates it with three regions, on the second server before any gateway has located them. */
static void
create_unchanged_table (gpointer data, guint unused)
{
  Cluster *cluster = data;
  g_autoptr (HBaseTable) table = cluster_table (cluster, CLUSTER_UNCHANGED);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (CLUSTER_UNCHANGED);
  g_autoptr (GPtrArray) splits = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) puts = unchanged_puts ();
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i < 3; i++)
    g_ptr_array_add (splits,
                     g_bytes_new_take (unchanged_key (i * N_UNCHANGED_ROWS / 3), strlen ("row00000")));
  assert_works (hbase_admin_create_table (admin, descriptor, splits, NULL, &error), error);
  for (guint i = 0; i < 3; i++)
    fixture_command (cluster->fixture, "move " CLUSTER_UNCHANGED " row%05u 2", i * N_UNCHANGED_ROWS / 3);
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

Cluster *
cluster_start (guint n_servers)
{
  Cluster *cluster = g_new0 (Cluster, 1);
  g_autofree char *modes = g_strdup_printf ("servers=%u %s", n_servers, CLUSTER_MODES);

  cluster->fixture = fixture_start (modes);
  await_process (begin_process (create_unchanged_table, cluster, 0));
  return cluster;
}

void
cluster_stop (Cluster *cluster)
{
  fixture_stop (cluster->fixture);
  g_free (cluster);
}

Fixture *
cluster_get_fixture (Cluster *cluster)
{
  return cluster->fixture;
}

/* ---- writers ---- */

static HBaseTable *
growing (Cluster *cluster, guint process)
{
  HBaseTable *table = table_of_process (cluster, process, cluster->rows);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);

  return api_add_key_schema (table, schema);
}

static void
retire_in_the_end (HBasePrepender *prepender, gint64 counter)
{
  guint64 key = GUINT64_TO_BE ((guint64) counter);
  g_autoptr (GError) error = NULL;

  while (!hbase_prepender_retire (prepender, (const guint8 *) &key, sizeof key, NULL, &error))
    {
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      g_clear_error (&error);
    }
}

static void
prepend_until_stopped (gpointer data, guint process)
{
  Cluster *cluster = data;
  Work *work = cluster->work;
  g_autoptr (HBaseTable) table = growing (cluster, process);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  for (guint i = 0; i < MAX_ROWS && !g_atomic_int_get (&work->stop); i++)
    {
      g_autofree char *text = g_strdup_printf ("%u of %u", i, process);
      g_autoptr (HBasePrependRequest) comment = comment_new (text);
      Written *written = &work->written[process][i];

      prepend_in_the_end (prepender, comment, &work->n_in_doubt[process]);
      written->counter = counter_of (comment);
      ck_assert (i == 0 || written->counter < written[-1].counter);
      if (i % 7 == 6)
        {
          retire_in_the_end (prepender, written->counter);
          written->is_retired = TRUE;
        }
      g_atomic_int_inc (&work->n_done[process]);
    }
}

/* ---- readers ---- */

/* `how` is how it was read, for messages. */
static void
assert_unchanged_row (HBaseRow *row, guint index, gboolean reversed, const char *how)
{
  g_autofree char *key = unchanged_key (reversed ? N_UNCHANGED_ROWS - 1 - index : index);
  g_autofree char *value = hbase_row_dup_value_utf8 (row, "f:q");
  g_autofree char *other = hbase_row_dup_value_utf8 (row, "g:a");

  ck_assert_msg (g_strcmp0 (value, key) == 0 && g_strcmp0 (other, key) == 0,
                 "%s: “%s” and “%s” in place of “%s”", how, value, other, key);
}

static HBaseScan *
unchanged_scan (GRand *rand, gboolean reversed, char **how)
{
  HBaseScan *scan = hbase_scan_new ();
  guint caching = (guint) g_rand_int_range (rand, 1, 100), lanes = g_rand_int_range (rand, 0, 3) == 0 ? 3 : 1;

  hbase_scan_set_reversed (scan, reversed);
  hbase_scan_set_caching (scan, caching);
  hbase_scan_set_parallelism (scan, lanes, TRUE);
  *how = g_strdup_printf ("a %s scan of %u lanes, %u rows a call", reversed ? "reversed" : "forward", lanes,
                          caching);
  return scan;
}

static void
scan_all (HBaseTable *table, GRand *rand, gboolean reversed, guint64 *n_resumes)
{
  g_autofree char *how = NULL;
  g_autoptr (HBaseScan) scan = unchanged_scan (rand, reversed, &how);
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; n++)
    {
      assert_unchanged_row (row, n, reversed, how);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_msg (n == N_UNCHANGED_ROWS, "%s: %u rows in place of %u", how, n, N_UNCHANGED_ROWS);
  *n_resumes += api_get_count (hbase_table_cursor_get_statistics (cursor), "resumes");
}

/* Opens the next page by a token, with an iterator of its own. */
static HBasePage *
open_page (HBaseTable *table, HBaseScan *scan, const char *token)
{
  g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, PAGE_ROWS);
  g_autoptr (GError) error = NULL;
  HBasePage *page = hbase_page_iterator_open (pages, token, NULL, &error);

  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (page);
  return page;
}

static void
page_all (HBaseTable *table, gboolean reversed)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autofree char *token = NULL;
  guint n = 0;

  hbase_scan_set_reversed (scan, reversed);
  do
    {
      g_autoptr (HBasePage) page = open_page (table, scan, token);

      for (guint i = 0; i < hbase_page_get_n_rows (page); i++)
        assert_unchanged_row (hbase_page_get_row (page, i), n++, reversed,
                              reversed ? "reversed pages" : "pages");
      g_free (token);
      token = g_strdup (hbase_page_get_next_token (page));
    }
  while (token != NULL);
  ck_assert_uint_eq (n, N_UNCHANGED_ROWS);
}

static void
read_until_stopped (gpointer data, guint process)
{
  Cluster *cluster = data;
  Work *work = cluster->work;
  guint64 *n_resumes = &work->n_resumes[process - cluster->n_writers];
  g_autoptr (HBaseTable) table = table_of_process (cluster, process, CLUSTER_UNCHANGED);
  g_autoptr (GRand) rand = g_rand_new_with_seed (process);

  while (!g_atomic_int_get (&work->stop))
    {
      gboolean reversed = g_atomic_int_get (&work->reversed) && g_rand_boolean (rand);

      if (g_rand_int_range (rand, 0, 3) == 0)
        page_all (table, reversed);
      else
        scan_all (table, rand, reversed, n_resumes);
      g_atomic_int_inc (&work->n_done[process]);
    }
}

/* Called when nothing else runs. */
static void
read_in_all_ways (gpointer data, guint process)
{
  g_autoptr (HBaseTable) table = table_of_process (data, process, CLUSTER_UNCHANGED);
  g_autoptr (GRand) rand = g_rand_new_with_seed (process);
  guint64 n_resumes = 0;

  for (guint reversed = 0; reversed < 2; reversed++)
    {
      scan_all (table, rand, reversed == 1, &n_resumes);
      page_all (table, reversed == 1);
    }
}

/* ---- what the table contains finally ---- */

/* Returns the texts of the rows by their counters; that of a retired row is empty. */
static GHashTable *
expected_texts (Cluster *cluster)
{
  GHashTable *texts = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, g_free);

  for (guint process = 0; process < cluster->n_writers; process++)
    for (guint i = 0; i < (guint) cluster->work->n_done[process]; i++)
      {
        Written *written = &cluster->work->written[process][i];
        char *text = written->is_retired ? g_strdup ("") : g_strdup_printf ("%u of %u", i, process);

        ck_assert_msg (g_hash_table_insert (texts, &written->counter, text), "two rows have one key");
      }
  return texts;
}

static void
assert_text (HBaseRow *row, GHashTable *texts)
{
  gsize length;
  const guint8 *key = hbase_row_get_key (row, &length);
  gint64 counter = counter_in (key, length);
  g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text");

  ck_assert_str_eq (text != NULL ? text : "", g_hash_table_lookup (texts, &counter));
}

static void
check_rows (gpointer data, guint unused)
{
  Cluster *cluster = data;
  g_autoptr (HBaseTable) table = cluster_table (cluster, cluster->rows);
  g_autoptr (GHashTable) texts = expected_texts (cluster);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = hbase_table_scan (table, scan);
  g_autoptr (GError) error = NULL;
  HBaseRow *row;

  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), g_hash_table_size (texts));
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      assert_text (row, texts);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
}

/* ---- all of it ---- */

void
cluster_begin_work (Cluster *cluster, const char *name, guint n_writers, guint n_readers)
{
  cluster_create_table (cluster, name);
  cluster->work = share_memory (sizeof *cluster->work);
  ck_assert (n_writers <= CLUSTER_MAX_WRITERS && n_readers <= MAX_READERS);
  cluster->n_writers = n_writers;
  cluster->n_readers = n_readers;
  for (guint i = 0; i < n_writers + n_readers; i++)
    cluster->processes[i]
        = begin_process (i < n_writers ? prepend_until_stopped : read_until_stopped, cluster, i);
}

void
cluster_allow_reversed (Cluster *cluster)
{
  g_atomic_int_set (&cluster->work->reversed, TRUE);
}

static void
await_progress_of (Cluster *cluster, guint process, gint n)
{
  while (g_atomic_int_get (&cluster->work->n_done[process]) < n)
    {
      ck_assert_msg (waitpid (cluster->processes[process], NULL, WNOHANG) == 0, "process %u has ended",
                     process);
      g_usleep (1000);
    }
}

void
cluster_await_progress (Cluster *cluster, guint n)
{
  gint goals[MAX_PROCESSES];

  for (guint i = 0; i < cluster->n_writers + cluster->n_readers; i++)
    goals[i] = g_atomic_int_get (&cluster->work->n_done[i]) + (gint) n;
  for (guint i = 0; i < cluster->n_writers + cluster->n_readers; i++)
    await_progress_of (cluster, i, goals[i]);
}

static void
print_summary (Cluster *cluster)
{
  guint64 n_rows = 0, n_in_doubt = 0, n_read = 0, n_resumes = 0;

  for (guint i = 0; i < cluster->n_writers; i++)
    {
      n_rows += (guint64) cluster->work->n_done[i];
      n_in_doubt += cluster->work->n_in_doubt[i];
    }
  for (guint i = 0; i < cluster->n_readers; i++)
    {
      n_read += (guint64) cluster->work->n_done[cluster->n_writers + i];
      n_resumes += cluster->work->n_resumes[i];
    }
  g_print ("%" G_GUINT64_FORMAT " rows written, %" G_GUINT64_FORMAT
           " times in doubt; all read %" G_GUINT64_FORMAT " times, with %" G_GUINT64_FORMAT " resumes\n",
           n_rows, n_in_doubt, n_read, n_resumes);
}

void
cluster_end_work (Cluster *cluster)
{
  g_atomic_int_set (&cluster->work->stop, TRUE);
  for (guint i = 0; i < cluster->n_writers + cluster->n_readers; i++)
    await_process (cluster->processes[i]);
  await_process (begin_process (check_rows, cluster, 0));
  for (guint i = 0; i < 2; i++)
    await_process (begin_process (read_in_all_ways, cluster, i));
  print_summary (cluster);
  munmap (cluster->work, sizeof *cluster->work);
}
