/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api/prepending.h"
#include "hbase/fixture.h"
#include "processes.h"

/* This tests prepending, cancelling and retiring on a real HBase, while gateways are stopped and started and
 * the region server stalls. In a stall gateways give up a call and send it again; both are executed, and the
 * second one's response is `false`. */

#define PROCESSES 8
#define ROWS 250
#define RESTARTS 10
#define STALL_US (2200 * 1000) /* longer than a gateway waits for a response, which is 1.5 s */

static Fixture *fixture;
static const char *const gateways[] = { "binary-detour", "detour-binary" };

typedef struct {
  gint n_done;
  gint n_allowed; /* so that the writers aren't done before the failures */
  gint64 counters[PROCESSES][ROWS];
  guint64 misreported_refusals[PROCESSES], lost[PROCESSES], in_doubt[PROCESSES];
} Shared;

static void
set_up (void)
{
  fixture = fixture_start ("binary-detour detour-binary compact");
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseTable *
table_at (const char *uri, const char *name)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);

  return hbase_table_new_with_key_schema (connection, name, schema);
}

/* Through a gateway that doesn't fail. */
static HBaseTable *
table_undisturbed (const char *name)
{
  g_autofree char *uri = fixture_uri (fixture, "compact");

  return table_at (uri, name);
}

/* Through two gateways, both of which fail; half of the processes prefer the second one. */
static HBaseTable *
table_disturbed (const char *name, guint process)
{
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,127.0.0.1:%u/", fixture_port (fixture, gateways[process % 2]),
                         fixture_port (fixture, gateways[(process + 1) % 2]));

  return table_at (uri, name);
}

static void
make_table (gpointer name, guint number)
{
  g_autoptr (HBaseTable) table = table_undisturbed (name);

  api_create (hbase_table_get_connection (table), name);
}

/* ---- many writers while gateways and servers fail ---- */

static void
record_statistics (Shared *shared, guint process, HBasePrepender *prepender)
{
  g_autoptr (GVariant) statistics = hbase_prepender_get_statistics (prepender);

  ck_assert (
      g_variant_lookup (statistics, "misreported-refusals", "t", &shared->misreported_refusals[process]));
  ck_assert (g_variant_lookup (statistics, "lost-puts", "t", &shared->lost[process]));
}

static void
await_number (gint *number, gint n)
{
  while (g_atomic_int_get (number) < n)
    g_usleep (1000);
}

static void
prepend_rows (gpointer data, guint process)
{
  Shared *shared = data;
  g_autoptr (HBaseTable) table = table_disturbed ("rows", process);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  gint64 before = G_MAXINT64;

  /* Some have short timeouts: their requests are still on the way when they find out the outcome. */
  if (process % 4 == 3)
    g_object_set (table, "attempt-timeout", 700, "timeout", 1800, NULL);
  for (guint i = 0; i < ROWS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u of %u", i, process);
      g_autoptr (HBasePrependRequest) comment = comment_new (text);

      await_number (&shared->n_allowed, g_atomic_int_get (&shared->n_done) + 1);
      prepend_in_the_end (prepender, comment, &shared->in_doubt[process]);
      shared->counters[process][i] = counter_of (comment);
      ck_assert (i == 0 || counter_of (comment) < before);
      before = counter_of (comment);
      record_statistics (shared, process, prepender);
      g_atomic_int_inc (&shared->n_done);
    }
}

/* All rows exist, contiguous, each at the key reported to its writer, with its content. */
static void
check_rows (gpointer data, guint number)
{
  Shared *shared = data;
  g_autoptr (HBaseTable) table = table_undisturbed ("rows");

  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), PROCESSES * ROWS);
  for (guint process = 0; process < PROCESSES; process++)
    for (guint i = 0; i < ROWS; i++)
      {
        gint64 key = (gint64) GUINT64_TO_BE ((guint64) shared->counters[process][i]);
        g_autoptr (HBaseGet) get = hbase_get_new ((const guint8 *) &key, sizeof key);
        g_autoptr (GError) error = NULL;
        g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
        g_autofree char *expected = g_strdup_printf ("%u of %u", i, process);
        g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text");

        ck_assert_no_error (error);
        ck_assert_str_eq (text, expected);
      }
}

static void
stall (void)
{
  fixture_command (fixture, "hold");
  g_usleep (STALL_US);
  fixture_command (fixture, "release");
}

static void
restart (const char *gateway)
{
  fixture_command (fixture, "stop %s", gateway);
  fixture_command (fixture, "start %s", gateway);
}

static guint64
sum (const guint64 *numbers)
{
  guint64 all = 0;

  for (guint i = 0; i < PROCESSES; i++)
    all += numbers[i];
  return all;
}

/* Lets the writers continue to the end of this part and of the next one. */
static void
go_on (Shared *shared, guint part)
{
  const guint part_rows = PROCESSES * ROWS / (2 * RESTARTS + 2);

  g_atomic_int_set (&shared->n_allowed, (gint) ((part + 2) * part_rows));
  await_number (&shared->n_done, (gint) ((part + 1) * part_rows));
}

/* Restarts and stalls, spread over the time in which the rows are written. They aren't simultaneous: a
 * gateway that is stopped sends no `false` responses any more. Stalls are repeated until one has caught a put
 * that is executed afterwards, which is what they are for. */
static void
make_failures (Shared *shared)
{
  for (guint i = 0; i < RESTARTS; i++)
    {
      go_on (shared, 2 * i);
      if (i % 3 == 0 || sum (shared->misreported_refusals) == 0)
        stall ();
      go_on (shared, 2 * i + 1);
      restart (gateways[i % 2]);
    }
  g_atomic_int_set (&shared->n_allowed, G_MAXINT);
}

START_TEST (each_row_is_written_once_over_an_unreliable_connection)
{
  Shared *shared = share_memory (sizeof *shared);
  pid_t children[PROCESSES];

  await_process (begin_process (make_table, (gpointer) "rows", 0));
  for (guint i = 0; i < PROCESSES; i++)
    children[i] = begin_process (prepend_rows, shared, i);
  make_failures (shared);
  for (guint i = 0; i < PROCESSES; i++)
    await_process (children[i]);
  await_process (begin_process (check_rows, shared, 0));
  g_print ("%d rows: %" G_GUINT64_FORMAT " puts lost, %" G_GUINT64_FORMAT
           " misreported refusals, %" G_GUINT64_FORMAT " times in doubt\n",
           PROCESSES * ROWS, sum (shared->lost), sum (shared->misreported_refusals), sum (shared->in_doubt));
  /* Otherwise the failures tested nothing. */
  ck_assert_uint_gt (sum (shared->misreported_refusals), 0);
  ck_assert_uint_gt (sum (shared->lost), 0);
  munmap (shared, sizeof *shared);
}
END_TEST

/* ---- rows that must not be written ---- */

static void
assert_only_guard (HBaseTable *table, const guint8 *key, gsize length, const char *state)
{
  g_autoptr (HBaseGet) get = hbase_get_new (key, length);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get (table, get, NULL, &error);
  const guint8 *guard;
  gsize guard_length;

  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 1);
  guard = hbase_row_get_value (row, "g", NULL, 0, &guard_length);
  ck_assert_uint_eq (guard_length, HBASE_PREPEND_TOKEN_LENGTH + 1);
  ck_assert_int_eq (guard[HBASE_PREPEND_TOKEN_LENGTH], *state);
}

/* Right after it was written, often within the same millisecond. */
static void
retire_rows (gpointer name, guint beside)
{
  g_autoptr (HBaseTable) table = table_undisturbed (name);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  guint before;

  before = count_contiguous (table, G_MAXINT64);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
      g_autoptr (HBasePrependRequest) comment = NULL;
      g_autoptr (GError) error = NULL;
      const guint8 *key;
      gsize length;

      hbase_put_add_utf8 (cells, "f", "text", "hello");
      if (beside)
        hbase_put_add_utf8 (cells, "g", "beside", "hello");
      comment = hbase_prepend_request_new (cells);
      assert_works (hbase_prepender_prepend (prepender, comment, NULL, &error), error);
      key = hbase_prepend_request_get_row (comment, &length);
      for (guint times = 0; times < 2; times++)
        {
          assert_works (hbase_prepender_retire (prepender, key, length, NULL, &error), error);
          assert_only_guard (table, key, length, "r");
        }
    }
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), before + 100);
}

START_TEST (retired_rows_keep_their_guards)
{
  g_autofree char *name = g_strdup_printf ("retired%d", _i);

  await_process (begin_process (make_table, name, 0));
  await_process (begin_process (retire_rows, name, (guint) _i));
  fixture_command (fixture, "compact %s", name);
  await_process (begin_process (retire_rows, name, (guint) _i));
}
END_TEST

/* What was under way when its writer gave up meets the fence. */
static void
cancel_rows (gpointer name, guint number)
{
  g_autoptr (HBaseTable) table = table_disturbed (name, number);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) first = comment_new ("first");
  g_autoptr (HBasePrependRequest) comment = comment_new ("doubtful");
  g_autoptr (GError) error = NULL;
  guint n;

  assert_works (hbase_prepender_prepend (prepender, first, NULL, &error), error);
  g_object_set (table, "attempt-timeout", 1000, "timeout", 2000, NULL);
  fixture_command (fixture, "hold");
  ck_assert (!hbase_prepender_prepend (prepender, comment, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  g_clear_error (&error);
  ck_assert (!hbase_prepender_cancel (prepender, comment, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
  g_clear_error (&error);
  fixture_command (fixture, "release");
  g_object_set (table, "attempt-timeout", 10000, "timeout", 20000, NULL);
  assert_works (hbase_prepender_cancel (prepender, comment, NULL, &error), error);
  ck_assert (hbase_prepend_request_is_cancelled (comment) != hbase_prepend_request_is_settled (comment));
  n = count_contiguous (table, G_MAXINT64);
  ck_assert_uint_eq (n, 2);
}

START_TEST (cancelled_rows_are_reported)
{
  await_process (begin_process (make_table, (gpointer) "cancelled", 0));
  await_process (begin_process (cancel_rows, (gpointer) "cancelled", 0));
}
END_TEST

/* ---- rows that another process has settled meanwhile ---- */

static gint64
settle_resumed (HBasePrepender *prepender, const guint8 *row, gsize length)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (cells, "f", "text", "doubtful");
  comment = hbase_prepend_request_new_resumed (cells, (const guint8 *) "sixteen 'bytes'\n",
                                               HBASE_PREPEND_TOKEN_LENGTH, row, length, &error);
  ck_assert_no_error (error);
  assert_works (hbase_prepender_settle (prepender, comment, NULL, &error), error);
  return counter_of (comment);
}

/* Both by the key in doubt, which another row has taken, and by the token alone. */
static void
settle_again (gpointer name, guint number)
{
  g_autoptr (HBaseTable) table = table_undisturbed (name);
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);
  g_autoptr (HBasePrependRequest) first = comment_new ("first");
  g_autoptr (GError) error = NULL;
  gsize length;
  const guint8 *row;

  assert_works (hbase_prepender_prepend (prepender, first, NULL, &error), error);
  row = hbase_prepend_request_get_row (first, &length);
  for (guint i = 0; i < 3; i++)
    prepend_one (prepender, "another");
  for (guint i = 0; i < 2; i++)
    {
      ck_assert_int_eq (settle_resumed (prepender, row, length), G_MAXINT64 - 4);
      ck_assert_int_eq (settle_resumed (prepender, NULL, 0), G_MAXINT64 - 4);
      prepend_one (prepender, "another");
    }
  ck_assert_uint_eq (count_contiguous (table, G_MAXINT64), 7);
}

START_TEST (settled_rows_are_found)
{
  await_process (begin_process (make_table, (gpointer) "settled", 0));
  await_process (begin_process (settle_again, (gpointer) "settled", 0));
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("prepending");

  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_set_timeout (tests, 180);
  tcase_add_test (tests, each_row_is_written_once_over_an_unreliable_connection);
  tcase_add_loop_test (tests, retired_rows_keep_their_guards, 0, 2);
  tcase_add_test (tests, cancelled_rows_are_reported);
  tcase_add_test (tests, settled_rows_are_found);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("prepend-hbase", fill)
