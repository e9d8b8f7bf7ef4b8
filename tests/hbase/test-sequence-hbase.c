/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/api.h"
#include "hbase/fixture.h"
#include "processes.h"

/* This tests increments, appends and sequences on a real HBase, while a gateway is stopped and started. */

#define PROCESSES 4
#define IDS 500

static const char *const gateways[] = { "binary", "compact-framed" };

static Fixture *fixture;

typedef struct {
  gint n_done;
  gint64 ids[PROCESSES * IDS];
  guint64 unknown[PROCESSES];
} Shared;

static void
set_up (void)
{
  fixture = fixture_start ("binary compact-framed");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseTable *
table_at (const char *mode, const char *name)
{
  g_autofree char *uri = fixture_uri (fixture, mode);
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  return hbase_table_new (connection, name);
}

static void
make_table (const char *name)
{
  g_autoptr (HBaseTable) table = table_at ("binary", name);

  api_create (hbase_table_get_connection (table), name);
}

/* ---- increments and appends ---- */

START_TEST (increments_and_appends_work)
{
  g_autofree char *name = g_strdup_printf ("changes%d", _i);
  g_autoptr (HBaseTable) table = table_at (gateways[_i], name);
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r");
  g_autoptr (HBaseRow) quiet = NULL;
  g_autoptr (GError) error = NULL;

  make_table (name);
  hbase_increment_add (increment, "f", BYTES ("n"), -3);
  hbase_append_add (append, "f", BYTES ("text"), BYTES ("ab"));
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (HBaseRow) raised = hbase_table_increment (table, increment, NULL, &error);
      g_autoptr (HBaseRow) longer = hbase_table_append (table, append, NULL, &error);
      gint64 expected = (gint64) GUINT64_TO_BE ((guint64) (-3 * (gint64) i));
      g_autofree char *text = NULL;
      gsize length;

      ck_assert_no_error (error);
      ck_assert_mem_eq (hbase_row_get_value (raised, "f", BYTES ("n"), &length), &expected, 8);
      text = hbase_row_dup_value_utf8 (longer, "f:text");
      ck_assert_str_eq (text, i == 1 ? "ab" : "abab");
    }
  hbase_mutation_set_return_results (HBASE_MUTATION (increment), FALSE);
  quiet = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (hbase_row_is_empty (quiet));
  hbase_increment_add (increment, "f", BYTES ("text"), 1);
  ck_assert_ptr_null (hbase_table_increment (table, increment, NULL, &error));
  ck_assert_ptr_nonnull (strstr (error->message, name));
}
END_TEST

/* ---- a sequence ---- */

static HBaseSequence *
sequence_at (const char *mode, guint block)
{
  g_autoptr (HBaseTable) table = table_at (mode, "ids");

  return g_object_new (HBASE_TYPE_SEQUENCE, "table", table, "name", "users", "family", "f", "block-size",
                       block, NULL);
}

static void
create_sequence (gpointer unused, guint number)
{
  g_autoptr (HBaseSequence) sequence = NULL;
  g_autoptr (GError) error = NULL;

  make_table ("ids");
  sequence = sequence_at ("binary", 1);
  assert_works (hbase_sequence_create (sequence, NULL, &error), error);
}

/* Each process has blocks of another size, so that some processes send often. */
static void
take_ids (gpointer data, guint process)
{
  Shared *shared = data;
  g_autoptr (HBaseSequence) sequence = sequence_at ("compact-framed", 1 + 7 * process);
  g_autoptr (GVariant) statistics = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < IDS;)
    if (hbase_sequence_next (sequence, &shared->ids[process * IDS + i], NULL, &error))
      {
        g_atomic_int_inc (&shared->n_done);
        i++;
      }
    else /* the only gateway is stopped for longer than a call waits */
      {
        ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CONNECTION_REFUSED);
        g_clear_error (&error);
      }
  statistics = hbase_sequence_get_statistics (sequence);
  ck_assert (g_variant_lookup (statistics, "lost-increments", "t", &shared->unknown[process]));
}

static int
compare_ids (const void *a, const void *b)
{
  gint64 one = *(const gint64 *) a, other = *(const gint64 *) b;

  return (one > other) - (one < other);
}

START_TEST (no_id_is_given_twice_while_a_gateway_restarts)
{
  Shared *shared = share_memory (sizeof *shared);
  pid_t children[PROCESSES];
  gint64 lost = 0;

  /* A process with threads must not fork. */
  await_process (begin_process (create_sequence, NULL, 0));
  for (guint i = 0; i < PROCESSES; i++)
    children[i] = begin_process (take_ids, shared, i);
  for (gint n = 50; n < PROCESSES * IDS / 2; n += 300)
    {
      while (g_atomic_int_get (&shared->n_done) < n)
        g_usleep (1000);
      fixture_command (fixture, "stop compact-framed");
      fixture_command (fixture, "start compact-framed");
    }
  for (guint i = 0; i < PROCESSES; i++)
    {
      await_process (children[i]);
      lost += (gint64) (shared->unknown[i] + 1) * (1 + 7 * i); /* and what it had left when it ended */
    }
  qsort (shared->ids, PROCESSES * IDS, sizeof *shared->ids, compare_ids);
  for (guint i = 1; i < PROCESSES * IDS; i++)
    ck_assert_int_gt (shared->ids[i], shared->ids[i - 1]);
  ck_assert_int_le (shared->ids[PROCESSES * IDS - 1], PROCESSES * IDS + lost);
  munmap (shared, sizeof *shared);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("sequences");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 180);
  tcase_add_test (tests, no_id_is_given_twice_while_a_gateway_restarts);
  tcase_add_loop_test (tests, increments_and_appends_work, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("sequence-hbase", fill)
