/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

/* This tests tables that gather asynchronous gets and puts: how many requests they send, and that each caller
 * gets what it would get from a call alone. */

#define MANY 1000

static HBaseTable *
gathering_table (guint max_gathered)
{
  HBaseTable *table = api_table ();

  hbase_table_set_max_gathered (table, max_gathered);
  return table;
}

static guint64
count_of (HBaseTable *table, const char *name)
{
  return api_get_count (hbase_connection_get_statistics (hbase_table_get_connection (table)), name);
}

static void
fill_table (HBaseTable *table, guint n)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);

      g_ptr_array_add (puts, api_put (text, text));
    }
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
}

/* ---- calls ---- */

static void
begin_get (HBaseTable *table, const char *row, GCancellable *cancellable, GAsyncResult **result)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);

  hbase_table_get_async (table, get, cancellable, api_done, result);
  hbase_query_add_family (HBASE_QUERY (get), "added too late");
}

static void
begin_bad_get (HBaseTable *table, const char *row, GAsyncResult **result)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);

  hbase_query_add_family (HBASE_QUERY (get), "none");
  hbase_table_get_async (table, get, NULL, api_done, result);
}

static void
begin_put (HBaseTable *table, const char *row, const char *value, gint64 timestamp, GAsyncResult **result)
{
  g_autoptr (HBasePut) put = api_put (row, value);

  if (timestamp > 0)
    hbase_mutation_set_timestamp (HBASE_MUTATION (put), timestamp);
  hbase_table_put_async (table, put, NULL, api_done, result);
  hbase_put_add_utf8 (put, "added too late", "q", "v");
}

/* Takes the result. */
static void
assert_got (HBaseTable *table, GAsyncResult **result, const char *expected)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get_finish (table, held, &error);
  g_autofree char *value = NULL;

  *result = NULL;
  ck_assert_no_error (error);
  value = hbase_row_dup_value_utf8 (row, "f:q");
  ck_assert_pstr_eq (value, expected);
}

static GError *
get_error (HBaseTable *table, GAsyncResult **result)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  GError *error = NULL;

  *result = NULL;
  ck_assert_ptr_null (hbase_table_get_finish (table, held, &error));
  ck_assert_ptr_nonnull (error);
  return error;
}

static void
assert_put (HBaseTable *table, GAsyncResult **result)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  g_autoptr (GError) error = NULL;

  *result = NULL;
  assert_works (hbase_table_put_finish (table, held, &error), error);
}

static GError *
put_error (HBaseTable *table, GAsyncResult **result)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  GError *error = NULL;

  *result = NULL;
  ck_assert (!hbase_table_put_finish (table, held, &error));
  ck_assert_ptr_nonnull (error);
  return error;
}

static void
assert_value (HBaseTable *table, const char *row, const char *expected)
{
  g_autofree char *value = api_read (table, row);

  ck_assert_pstr_eq (value, expected);
}

/* Begins gets of the rows 0 to n − 1, and checks each result; returns how many requests were sent. */
static guint64
get_many (HBaseTable *table, guint n)
{
  g_autofree GAsyncResult **results = g_new0 (GAsyncResult *, n);
  guint64 before = count_of (table, "exchanges");

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      begin_get (table, row, NULL, &results[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      assert_got (table, &results[i], row);
    }
  return count_of (table, "exchanges") - before;
}

/* ---- how many requests are sent ---- */

START_TEST (nothing_is_gathered_by_default)
{
  g_autoptr (HBaseTable) table = api_table ();

  ck_assert_uint_eq (hbase_table_get_max_gathered (table), 1);
  fill_table (table, 10);
  ck_assert_uint_eq (get_many (table, 10), 10);
}
END_TEST

START_TEST (gets_of_one_iteration_are_one_request)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);

  fill_table (table, MANY);
  ck_assert_uint_eq (get_many (table, MANY), 1);
  ck_assert_uint_eq (get_many (table, MANY - 1), 1);
  ck_assert_uint_eq (get_many (table, 1), 1);
  hbase_table_set_max_gathered (table, 300);
  ck_assert_uint_eq (get_many (table, MANY), 4);
  hbase_table_set_max_gathered (table, 1);
  ck_assert_uint_eq (get_many (table, 20), 20);
}
END_TEST

static void
note_method (HBaseConnection *connection,
             const char *method,
             const char *table,
             guint64 bytes_sent,
             guint64 bytes_received,
             gint64 duration,
             guint attempts,
             const GError *error,
             gpointer data)
{
  g_ptr_array_add (data, g_strdup (method));
}

START_TEST (a_gathered_request_is_one_call_and_one_alone_is_a_get)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (GPtrArray) methods = g_ptr_array_new_with_free_func (g_free);
  gulong handler;

  fill_table (table, 2);
  handler = g_signal_connect (connection, "call-finished", G_CALLBACK (note_method), methods);
  get_many (table, 2);
  get_many (table, 1);
  while (methods->len < 2)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_str_eq (methods->pdata[0], "getMultiple");
  ck_assert_str_eq (methods->pdata[1], "get");
  g_signal_handler_disconnect (connection, handler);
}
END_TEST

START_TEST (requests_stay_below_the_frame_limit)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autofree char *long_row = g_strnfill (30000, 'r');
  GAsyncResult *results[100] = { NULL };
  guint64 before;

  api_write (table, long_row, "v");
  before = count_of (table, "exchanges");
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    begin_get (table, long_row, NULL, &results[i]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    assert_got (table, &results[i], "v");
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 2);
}
END_TEST

START_TEST (blocking_calls_are_never_gathered)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (GAsyncResult) result = NULL;
  guint64 before;

  fill_table (table, 2);
  before = count_of (table, "exchanges");
  begin_get (table, "0", NULL, &result);
  assert_value (table, "1", "1");
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 1);
  ck_assert_ptr_null (result);
  assert_got (table, &result, "0");
}
END_TEST

typedef struct {
  HBaseTable *table;
  guint n_left, n_begun;
} Chain;

static void begin_next (Chain *chain);

static void
chain_done (GObject *source, GAsyncResult *result, gpointer data)
{
  Chain *chain = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get_finish (HBASE_TABLE (source), result, &error);

  ck_assert_no_error (error);
  ck_assert (!hbase_row_is_empty (row));
  chain->n_left--;
  begin_next (chain);
}

static void
begin_next (Chain *chain)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("0");

  if (chain->n_begun == 1000)
    return;
  chain->n_begun++;
  chain->n_left++;
  hbase_table_get_async (chain->table, get, NULL, chain_done, chain);
}

START_TEST (gets_from_callbacks_are_gathered)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  Chain chain = { table, 0, 0 };
  guint64 before;

  fill_table (table, 1);
  before = count_of (table, "exchanges");
  for (guint i = 0; i < 100; i++)
    begin_next (&chain);
  while (chain.n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  ck_assert_uint_eq (chain.n_begun, 1000);
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 10);
}
END_TEST

/* ---- each caller's own result ---- */

START_TEST (gets_with_different_options_are_one_request)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (HBaseGet) columns = hbase_get_new_utf8 ("0"), filtered = hbase_get_new_utf8 ("1"),
                       versions = hbase_get_new_utf8 ("2");
  GAsyncResult *results[4] = { NULL };
  guint64 before;

  fill_table (table, 3);
  hbase_query_add_column (HBASE_QUERY (columns), "f", BYTES ("none"));
  hbase_query_set_filter_text (HBASE_QUERY (filtered), "ValueFilter(=,'binary:1')");
  hbase_query_set_max_versions (HBASE_QUERY (versions), 3);
  before = count_of (table, "exchanges");
  hbase_table_get_async (table, columns, NULL, api_done, &results[0]);
  hbase_table_get_async (table, filtered, NULL, api_done, &results[1]);
  hbase_table_get_async (table, versions, NULL, api_done, &results[2]);
  begin_get (table, "missing", NULL, &results[3]);
  assert_got (table, &results[0], NULL);
  assert_got (table, &results[1], "1");
  assert_got (table, &results[2], "2");
  assert_got (table, &results[3], NULL);
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 1);
}
END_TEST

START_TEST (a_bad_get_fails_alone)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (HBaseGet) invalid = hbase_get_new_utf8 ("");
  g_autoptr (GError) unknown = NULL, checked = NULL;
  GAsyncResult *results[4] = { NULL };
  guint64 before;

  fill_table (table, 2);
  before = count_of (table, "exchanges");
  begin_get (table, "0", NULL, &results[0]);
  begin_bad_get (table, "bad", &results[1]);
  begin_get (table, "1", NULL, &results[2]);
  hbase_table_get_async (table, invalid, NULL, api_done, &results[3]);
  assert_got (table, &results[0], "0");
  unknown = get_error (table, &results[1]);
  assert_got (table, &results[2], "1");
  checked = get_error (table, &results[3]);
  assert_reported (unknown, HBASE_ERROR_FAMILY_NOT_FOUND, "bad");
  assert_reported (checked, HBASE_ERROR_INVALID_ARGUMENT, "row");
  /* The one together, and the three alone. */
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 4);
}
END_TEST

START_TEST (an_error_of_the_table_is_that_of_each_call)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (HBaseTable) none = hbase_table_new (hbase_table_get_connection (table), "none");
  g_autoptr (GError) first = NULL, second = NULL;
  g_autoptr (GError) third = NULL, fourth = NULL;
  GAsyncResult *results[4] = { NULL };

  hbase_table_set_max_gathered (none, 10);
  begin_get (none, "a", NULL, &results[0]);
  begin_get (none, "b", NULL, &results[1]);
  begin_put (none, "c", "v", 0, &results[2]);
  begin_put (none, "d", "v", 0, &results[3]);
  first = get_error (none, &results[0]);
  second = get_error (none, &results[1]);
  third = put_error (none, &results[2]);
  fourth = put_error (none, &results[3]);
  assert_reported (first, HBASE_ERROR_TABLE_NOT_FOUND, "table “none”, row “a”: ");
  assert_reported (second, HBASE_ERROR_TABLE_NOT_FOUND, "table “none”, row “b”: ");
  assert_reported (third, HBASE_ERROR_TABLE_NOT_FOUND, "table “none”, row “c”: ");
  assert_reported (fourth, HBASE_ERROR_TABLE_NOT_FOUND, "table “none”, row “d”: ");
  ck_assert_ptr_nonnull (hbase_error_get_details (second));
}
END_TEST

START_TEST (a_handle_without_properties_reports_that)
{
  g_autoptr (HBaseTable) table = g_object_new (HBASE_TYPE_TABLE, "max-gathered", 10, NULL);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  begin_get (table, "r", NULL, &result);
  error = get_error (table, &result);
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "connection");
}
END_TEST

/* ---- puts ---- */

START_TEST (puts_of_one_iteration_are_one_request)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  GAsyncResult *results[100] = { NULL };
  guint64 before = count_of (table, "exchanges");

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      begin_put (table, row, row, 0, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    assert_put (table, &results[i]);
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 1);
  get_many (table, G_N_ELEMENTS (results));
}
END_TEST

START_TEST (puts_of_one_row_stay_in_order)
{
  g_autoptr (HBaseTable) table = gathering_table (4);
  GAsyncResult *results[40] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *value = g_strdup_printf ("%u", i);

      begin_put (table, i % 2 == 0 ? "even" : "odd", value, 0, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    assert_put (table, &results[i]);
  assert_value (table, "even", "38");
  assert_value (table, "odd", "39");
}
END_TEST

START_TEST (a_bad_put_fails_alone)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (HBasePut) bad = hbase_put_new_utf8 ("bad"), empty = hbase_put_new_utf8 ("empty");
  g_autoptr (GError) unknown = NULL, checked = NULL;
  GAsyncResult *results[4] = { NULL };

  hbase_put_add_utf8 (bad, "none", "q", "v");
  begin_put (table, "a", "1", 0, &results[0]);
  hbase_table_put_async (table, bad, NULL, api_done, &results[1]);
  begin_put (table, "b", "2", 0, &results[2]);
  hbase_table_put_async (table, empty, NULL, api_done, &results[3]);
  assert_put (table, &results[0]);
  unknown = put_error (table, &results[1]);
  assert_put (table, &results[2]);
  checked = put_error (table, &results[3]);
  assert_reported (unknown, HBASE_ERROR_FAMILY_NOT_FOUND, "bad");
  assert_reported (checked, HBASE_ERROR_INVALID_ARGUMENT, "empty");
  assert_value (table, "a", "1");
  assert_value (table, "b", "2");
}
END_TEST

static HBaseTable *
table_behind (Relay *relay)
{
  g_autofree char *uri = relay_uri (relay, 1);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  HBaseTable *table;

  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
  hbase_table_set_max_gathered (table, MANY);
  return table;
}

START_TEST (after_a_loss_each_put_is_handled_by_its_own_rules)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_behind (relay);
  GAsyncResult *results[4] = { NULL };

  /* Puts without timestamps are sent first. */
  relay_tell (relay, 0, 2, RELAY_LOSE_REPLY);
  begin_put (table, "a", "1", 0, &results[0]);
  begin_put (table, "b", "2", 7, &results[1]);
  begin_put (table, "c", "3", 0, &results[2]);
  begin_put (table, "d", "4", 7, &results[3]);
  for (guint i = 0; i < G_N_ELEMENTS (results); i += 2)
    {
      g_autoptr (GError) error = put_error (table, &results[i]);

      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      assert_put (table, &results[i + 1]);
    }
  ck_assert_int_eq (g_atomic_int_get (&relay->log->faults), 2);
  assert_value (table, "b", "2");
  assert_value (table, "d", "4");
}
END_TEST

START_TEST (gets_are_repeated_after_a_loss)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_behind (relay);

  fill_table (table, 10);
  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  ck_assert_uint_eq (get_many (table, 10), 1);
  ck_assert_int_eq (g_atomic_int_get (&relay->log->faults), 1);
}
END_TEST

/* ---- salts ---- */

START_TEST (rows_without_salts_are_gathered)
{
  g_autoptr (HBaseTable) stored = api_table ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", &error);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  GAsyncResult *results[20] = { NULL };
  guint64 before;

  hbase_table_set_max_gathered (table, MANY);
  before = count_of (table, "exchanges");
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      begin_put (table, row, row, 0, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    assert_put (table, &results[i]);
  /* One looks up the stored keys. */
  ck_assert_uint_eq (count_of (table, "exchanges") - before, 2);
  ck_assert_uint_eq (get_many (table, G_N_ELEMENTS (results)), 1);
}
END_TEST

START_TEST (a_row_that_is_stored_twice_fails_alone)
{
  g_autoptr (HBaseTable) stored = api_table ();
  g_autoptr (GError) error = NULL, duplicate = NULL, invalid = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:one-of(a,b),id:uint8", &error);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  GAsyncResult *results[3] = { NULL };

  hbase_table_set_max_gathered (table, MANY);
  api_write (stored, "a1", "1");
  api_write (stored, "b1", "1");
  api_write (stored, "a2", "2");
  begin_get (table, "1", NULL, &results[0]);
  begin_get (table, "2", NULL, &results[1]);
  begin_get (table, "too long", NULL, &results[2]);
  duplicate = get_error (table, &results[0]);
  assert_got (table, &results[1], "2");
  invalid = get_error (table, &results[2]);
  ck_assert_error (duplicate, HBASE_ERROR, HBASE_ERROR_DUPLICATE_KEY);
  ck_assert_error (invalid, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
}
END_TEST

/* ---- cancellation, time, close ---- */

START_TEST (a_cancelled_call_ends_and_others_dont)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (GCancellable) before = g_cancellable_new (), after = g_cancellable_new ();
  g_autoptr (GError) first = NULL, second = NULL;
  GAsyncResult *results[3] = { NULL };

  fill_table (table, 3);
  g_cancellable_cancel (before);
  begin_get (table, "0", before, &results[0]);
  begin_get (table, "1", after, &results[1]);
  begin_get (table, "2", NULL, &results[2]);
  g_cancellable_cancel (after);
  assert_got (table, &results[2], "2");
  first = get_error (table, &results[0]);
  second = get_error (table, &results[1]);
  ck_assert_error (first, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_error (second, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

static HBaseTable *
silent_table (GSocketListener *listener)
{
  g_autoptr (HBaseConnection) connection = api_connect_to_silence (listener);
  HBaseTable *table = hbase_table_new (connection, "t");

  hbase_table_set_max_gathered (table, MANY);
  return table;
}

static gpointer
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

START_TEST (a_request_is_cancelled_with_its_last_call)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  g_autoptr (GCancellable) first = g_cancellable_new (), second = g_cancellable_new ();
  GAsyncResult *results[2] = { NULL };

  begin_get (table, "0", first, &results[0]);
  begin_get (table, "1", second, &results[1]);
  while (count_of (table, "acquired") == 0)
    g_main_context_iteration (NULL, TRUE);
  g_cancellable_cancel (first);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = get_error (table, &results[i]);

      ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      if (i > 0)
        break;
      ck_assert_ptr_null (results[1]);
      ck_assert_uint_eq (count_of (table, "acquired"), 1);
      g_thread_join (g_thread_new ("cancel", cancel, second));
    }
  while (count_of (table, "acquired") > 0)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

/* A put that wasn't sent within its time has another error: then all is done again, with twice the time. */
START_TEST (calls_of_other_timeouts_end_at_theirs)
{
  g_autoptr (GSocketListener) listener = g_socket_listener_new ();
  g_autoptr (HBaseTable) table = silent_table (listener);
  gboolean was_sent = FALSE;

  for (guint timeout = 20; !was_sent; timeout *= 2)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) first = NULL, second = NULL, last = NULL;
      g_autofree char *words = g_strdup_printf ("%u ms", timeout);
      GAsyncResult *results[3] = { NULL };

      hbase_table_set_timeout (table, (int) timeout);
      begin_get (table, "0", NULL, &results[0]);
      begin_put (table, "1", "v", 0, &results[1]);
      hbase_table_set_timeout (table, 600000);
      begin_get (table, "2", cancellable, &results[2]);
      first = get_error (table, &results[0]);
      second = put_error (table, &results[1]);
      assert_reported (first, HBASE_ERROR_TIMED_OUT, words);
      was_sent = g_error_matches (second, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      ck_assert (was_sent || g_error_matches (second, HBASE_ERROR, HBASE_ERROR_TIMED_OUT));
      ck_assert_ptr_null (results[2]);
      g_cancellable_cancel (cancellable);
      last = get_error (table, &results[2]);
      ck_assert_error (last, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}
END_TEST

START_TEST (a_closed_connection_fails_each_call)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (GError) first = NULL, second = NULL, error = NULL;
  GAsyncResult *results[2] = { NULL };

  begin_get (table, "0", NULL, &results[0]);
  begin_put (table, "1", "v", 0, &results[1]);
  assert_works (hbase_connection_close (hbase_table_get_connection (table), NULL, &error), error);
  first = get_error (table, &results[0]);
  second = put_error (table, &results[1]);
  ck_assert_error (first, HBASE_ERROR, HBASE_ERROR_CLOSED);
  ck_assert_error (second, HBASE_ERROR, HBASE_ERROR_CLOSED);
}
END_TEST

START_TEST (calls_keep_their_table_alive)
{
  HBaseTable *table = gathering_table (MANY);
  GAsyncResult *results[2] = { NULL };

  fill_table (table, 2);
  begin_get (table, "0", NULL, &results[0]);
  begin_get (table, "1", NULL, &results[1]);
  g_object_add_weak_pointer (G_OBJECT (table), (gpointer *) &table);
  g_object_unref (table);
  ck_assert_ptr_nonnull (table);
  assert_got (table, &results[0], "0");
  assert_got (table, &results[1], "1");
  while (table != NULL)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

/* ---- contexts and threads ---- */

static gpointer
get_in_a_context_of_its_own (gpointer table)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  GAsyncResult *results[100] = { NULL };

  g_main_context_push_thread_default (context);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      begin_get (table, row, NULL, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i);

      assert_got (table, &results[i], row);
    }
  g_main_context_pop_thread_default (context);
  return NULL;
}

START_TEST (each_context_gathers_its_own_calls)
{
  g_autoptr (HBaseTable) table = gathering_table (30);
  GThread *threads[4];

  fill_table (table, 100);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("caller", get_in_a_context_of_its_own, table);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}
END_TEST

static gpointer
begin_gets (gpointer data)
{
  Chain *chain = data;

  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("0");

      hbase_table_get_async (chain->table, get, NULL, chain_done, chain);
    }
  return NULL;
}

/* The threads' calls belong to the default context, which this thread iterates meanwhile. */
START_TEST (threads_share_the_default_context)
{
  g_autoptr (HBaseTable) table = gathering_table (30);
  Chain chain = { table, 400, 1000 };
  GThread *threads[4];

  fill_table (table, 1);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("caller", begin_gets, &chain);
  while (chain.n_left > 0)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
}
END_TEST

typedef struct {
  GAsyncResult *other;
  gboolean is_done;
} Nested;

static void
wait_for_other (GObject *source, GAsyncResult *result, gpointer data)
{
  Nested *nested = data;

  assert_got (HBASE_TABLE (source), &nested->other, "1");
  nested->is_done = TRUE;
}

START_TEST (a_callback_may_wait_for_a_call_of_the_same_request)
{
  g_autoptr (HBaseTable) table = gathering_table (MANY);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("0");
  Nested nested = { NULL, FALSE };

  fill_table (table, 2);
  hbase_table_get_async (table, get, NULL, wait_for_other, &nested);
  begin_get (table, "1", NULL, &nested.other);
  while (!nested.is_done)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

static void
wait_after_error (GObject *source, GAsyncResult *result, gpointer data)
{
  Nested *nested = data;
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_table_get_finish (HBASE_TABLE (source), result, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_KEY);
  assert_got (HBASE_TABLE (source), &nested->other, "2");
  nested->is_done = TRUE;
}

/* The request fails because of an invalid key. Alone, that call ends at once. */
START_TEST (a_callback_may_wait_for_a_call_that_is_made_alone)
{
  g_autoptr (HBaseTable) stored = api_table ();
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:one-of(a,b),id:uint8", &error);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("too long");
  Nested nested = { NULL, FALSE };

  hbase_table_set_max_gathered (table, MANY);
  api_write (stored, "a2", "2");
  hbase_table_get_async (table, get, NULL, wait_after_error, &nested);
  begin_get (table, "2", NULL, &nested.other);
  while (!nested.is_done)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("gathering");

  tcase_add_test (tests, nothing_is_gathered_by_default);
  tcase_add_test (tests, gets_of_one_iteration_are_one_request);
  tcase_add_test (tests, a_gathered_request_is_one_call_and_one_alone_is_a_get);
  tcase_add_test (tests, requests_stay_below_the_frame_limit);
  tcase_add_test (tests, blocking_calls_are_never_gathered);
  tcase_add_test (tests, gets_from_callbacks_are_gathered);
  tcase_add_test (tests, gets_with_different_options_are_one_request);
  tcase_add_test (tests, a_bad_get_fails_alone);
  tcase_add_test (tests, an_error_of_the_table_is_that_of_each_call);
  tcase_add_test (tests, a_handle_without_properties_reports_that);
  tcase_add_test (tests, puts_of_one_iteration_are_one_request);
  tcase_add_test (tests, puts_of_one_row_stay_in_order);
  tcase_add_test (tests, a_bad_put_fails_alone);
  tcase_add_test (tests, after_a_loss_each_put_is_handled_by_its_own_rules);
  tcase_add_test (tests, gets_are_repeated_after_a_loss);
  tcase_add_test (tests, rows_without_salts_are_gathered);
  tcase_add_test (tests, a_row_that_is_stored_twice_fails_alone);
  tcase_add_test (tests, a_cancelled_call_ends_and_others_dont);
  tcase_add_test (tests, a_request_is_cancelled_with_its_last_call);
  tcase_add_test (tests, calls_of_other_timeouts_end_at_theirs);
  tcase_add_test (tests, a_closed_connection_fails_each_call);
  tcase_add_test (tests, calls_keep_their_table_alive);
  tcase_add_test (tests, each_context_gathers_its_own_calls);
  tcase_add_test (tests, threads_share_the_default_context);
  tcase_add_test (tests, a_callback_may_wait_for_a_call_of_the_same_request);
  tcase_add_test (tests, a_callback_may_wait_for_a_call_that_is_made_alone);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("gathering", fill)
