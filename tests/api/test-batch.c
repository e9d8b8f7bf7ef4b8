/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* This tests HBaseBatch. */

static HBaseBatch *
batch_of (HBaseTable *table, guint max_count, guint parallelism)
{
  return g_object_new (HBASE_TYPE_BATCH, "table", table, "max-count", max_count, "parallelism", parallelism,
                       NULL);
}

static void
add_put (HBaseBatch *batch, const char *row, const char *value)
{
  g_autoptr (HBasePut) put = api_put (row, value);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
}

static void
add_bad_put (HBaseBatch *batch, const char *row)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  hbase_put_add_utf8 (put, "x", "q", "v");
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
}

static void
flush (HBaseBatch *batch)
{
  g_autoptr (GError) error = NULL;

  assert_works (hbase_batch_flush (batch, NULL, &error), error);
}

static guint64
count_of (HBaseBatch *batch, const char *name)
{
  return api_get_count (hbase_batch_get_statistics (batch), name);
}

static void
assert_value (HBaseTable *table, const char *row, const char *expected)
{
  g_autofree char *value = api_read (table, row);

  ck_assert_pstr_eq (value, expected);
}

START_TEST (changes_are_written_by_a_flush)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBasePut) put = api_put ("p", "1");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("d");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("i");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("a");
  g_autoptr (GError) error = NULL;

  api_write (table, "d", "old");
  api_write (table, "a", "b");
  hbase_increment_add (increment, "f", BYTES ("q"), 0x61);
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("c"));
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
  hbase_put_add_utf8 (put, "no such family", "q", "added too late to be written");
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (delete_), NULL, &error), error);
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (increment), NULL, &error), error);
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (append), NULL, &error), error);
  assert_value (table, "p", NULL);
  flush (batch);
  assert_value (table, "p", "1");
  assert_value (table, "d", NULL);
  assert_value (table, "a", "bc");
  ck_assert_uint_eq (count_of (batch, "written"), 4);
  ck_assert_ptr_eq (hbase_batch_get_table (batch), table);
}
END_TEST

START_TEST (a_change_that_fails_is_named_and_others_are_written)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (GBytes) row = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("row%03u", i);

      if (i == 500)
        add_bad_put (batch, name);
      else
        add_put (batch, name, "v");
    }
  ck_assert (!hbase_batch_flush (batch, NULL, &error));
  assert_reported (error, HBASE_ERROR_FAMILY_NOT_FOUND, "row500");
  ck_assert_uint_eq (count_of (batch, "written"), 999);
  ck_assert_uint_eq (count_of (batch, "failed"), 1);
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 1);
  ck_assert_uint_eq (hbase_batch_failure_get_index (failures->pdata[0]), 500);
  ck_assert_mem_eq (hbase_batch_failure_get_row (failures->pdata[0], &length), "row500", 6);
  ck_assert_uint_eq (length, 6);
  row = hbase_batch_failure_ref_row (failures->pdata[0]);
  ck_assert_uint_eq (g_bytes_get_size (row), 6);
  assert_reported (hbase_batch_failure_get_error (failures->pdata[0]), HBASE_ERROR_FAMILY_NOT_FOUND,
                   "row500");
  flush (batch);
  assert_value (table, "row999", "v");
}
END_TEST

static void
count_progress (HBaseBatch *batch, guint64 n_written, guint64 n_failed, guint *n_emissions)
{
  ck_assert_uint_eq (n_written, count_of (batch, "written"));
  ck_assert_uint_eq (n_failed, count_of (batch, "failed"));
  ++*n_emissions;
}

START_TEST (an_addition_to_a_full_batch_flushes_it)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 2, 2);
  guint n_emissions = 0;

  g_signal_connect (batch, "progress", G_CALLBACK (count_progress), &n_emissions);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u", i);

      ck_assert_uint_eq (n_emissions, 0);
      add_put (batch, name, "v");
    }
  ck_assert_uint_eq (n_emissions, 1);
  ck_assert_uint_eq (count_of (batch, "written"), 4);
  assert_value (table, "3", "v");
  assert_value (table, "4", NULL);
  flush (batch);
  ck_assert_uint_eq (n_emissions, 2);
}
END_TEST

static HBaseBatch *
batch_of_bytes (HBaseTable *table, guint64 max_bytes)
{
  return g_object_new (HBASE_TYPE_BATCH, "table", table, "max-bytes", max_bytes, "parallelism", 1, NULL);
}

START_TEST (bytes_fill_a_batch)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of_bytes (table, 2000);
  g_autofree char *value = g_strnfill (1000, 'v');

  add_put (batch, "a", value);
  ck_assert (hbase_batch_is_ready (batch));
  add_put (batch, "b", value);
  ck_assert_uint_eq (count_of (batch, "written"), 0);
  ck_assert (!hbase_batch_is_ready (batch));
  add_put (batch, "c", value);
  ck_assert_uint_eq (count_of (batch, "written"), 2);
  flush (batch);
}
END_TEST

/* Even one that is larger than a request. */
START_TEST (a_batch_that_is_ready_takes_any_change_without_a_request)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of_bytes (table, 2000);

  for (gsize length = 0; length < 4000; length += 37)
    {
      g_autofree char *value = g_strnfill (length, 'v');
      guint64 written = count_of (batch, "written");
      gboolean is_ready = hbase_batch_is_ready (batch);

      add_put (batch, "r", value);
      ck_assert_int_eq (is_ready, count_of (batch, "written") == written);
    }
  flush (batch);
}
END_TEST

START_TEST (failures_that_are_not_taken_stop_additions)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 2, 1);
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (GError) added = NULL, flushed = NULL;

  add_bad_put (batch, "a");
  add_bad_put (batch, "b");
  ck_assert (!hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &added));
  assert_reported (added, HBASE_ERROR_FAMILY_NOT_FOUND, "2 changes of the batch failed; the first: ");
  ck_assert (!hbase_batch_flush (batch, NULL, &flushed));
  assert_reported (flushed, HBASE_ERROR_FAMILY_NOT_FOUND, "2 changes of the batch failed; the first: ");
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 2);
  add_put (batch, "d", "v");
  flush (batch);
  assert_value (table, "d", "v");
  assert_value (table, "r", NULL);
}
END_TEST

static void
add_two (HBaseBatch *batch, guint64 n_written, guint64 n_failed, gboolean *is_done)
{
  if (*is_done)
    return;
  *is_done = TRUE;
  add_put (batch, "r", "2");
  add_put (batch, "r", "3");
}

/* The signal is emitted by the flush that makes space for the last put. */
START_TEST (handlers_of_progress_may_fill_the_batch)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 2, 1);
  gboolean is_done = FALSE;

  g_signal_connect (batch, "progress", G_CALLBACK (add_two), &is_done);
  add_put (batch, "r", "0");
  add_put (batch, "r", "1");
  add_put (batch, "r", "4");
  ck_assert (is_done);
  ck_assert_uint_eq (count_of (batch, "added"), 5);
  ck_assert_uint_eq (count_of (batch, "written"), 4);
  assert_value (table, "r", "3");
  flush (batch);
  assert_value (table, "r", "4");
}
END_TEST

START_TEST (an_invalid_change_is_not_added)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBasePut) empty = hbase_put_new_utf8 ("r");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GError) error = NULL, cancelled = NULL;

  ck_assert (!hbase_batch_add (batch, HBASE_MUTATION (empty), NULL, &error));
  assert_reported (error, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  g_cancellable_cancel (cancellable);
  ck_assert (!hbase_batch_add (batch, HBASE_MUTATION (put), cancellable, &cancelled));
  ck_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  ck_assert_uint_eq (count_of (batch, "added"), 0);
}
END_TEST

START_TEST (a_change_too_large_for_a_frame_is_not_added)
{
  g_autofree char *value = g_strnfill (3000000, 'v');
  g_autoptr (HBasePut) put = api_put ("r", value);
  g_autoptr (HBaseConnection) framed = api_connect ("thrift://127.0.0.1:1/?framing=framed");
  g_autoptr (HBaseTable) far = hbase_table_new (framed, "t"), near = api_table ();
  g_autoptr (HBaseBatch) refusing = hbase_batch_new (far), batch = hbase_batch_new (near);
  g_autoptr (GError) error = NULL;

  ck_assert (!hbase_batch_add (refusing, HBASE_MUTATION (put), NULL, &error));
  assert_reported (error, HBASE_ERROR_TOO_LARGE, "table “t”, row “r”: a put takes up to ");
  add_put (batch, "a", "small");
  add_put (batch, "r", value);
  flush (batch);
  assert_value (near, "r", value);
}
END_TEST

START_TEST (changes_of_a_row_keep_their_order)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 10, 3);

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i % 7), *value = g_strdup_printf ("%u", i);

      add_put (batch, row, value);
    }
  flush (batch);
  assert_value (table, "0", "98");
  assert_value (table, "1", "99");
  assert_value (table, "2", "93");
}
END_TEST

START_TEST (keys_may_have_no_salts)
{
  g_autoptr (HBaseTable) stored = api_table ();
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:random(4),name:text", NULL);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (hbase_table_get_connection (stored), "t", schema);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("ada");
  g_autoptr (GError) error = NULL;

  add_put (batch, "ada", "1");
  add_put (batch, "bob", "2");
  flush (batch);
  add_put (batch, "ada", "3");
  flush (batch);
  assert_value (table, "ada", "3");
  assert_value (table, "bob", "2");
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (delete_), NULL, &error), error);
  flush (batch);
  assert_value (table, "ada", NULL);
}
END_TEST

/* A delete is two changes: the row may be stored with either salt. */
START_TEST (max_count_limits_the_changes_of_all_salts)
{
  g_autoptr (HBaseTable) stored = api_table ();
  HBaseConnection *connection = hbase_table_get_connection (stored);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("salt:one-of(a,b),id:uint8", &error);
  g_autoptr (HBaseTable) table = hbase_table_new_unsalted (connection, "t", schema);
  g_autoptr (HBaseBatch) batch = batch_of (table, 4, 1);
  guint64 before = api_get_count (hbase_connection_get_statistics (connection), "exchanges");

  for (guint i = 0; i < 4; i++)
    {
      const char row[] = { (char) ('0' + i), '\0' };
      g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);

      assert_works (hbase_batch_add (batch, HBASE_MUTATION (delete_), NULL, &error), error);
    }
  flush (batch);
  ck_assert_uint_eq (api_get_count (hbase_connection_get_statistics (connection), "exchanges") - before, 2);
}
END_TEST

START_TEST (changes_that_are_never_flushed_are_reported)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) lost = hbase_batch_new (table), discarded = hbase_batch_new (table);

  add_put (lost, "a", "v");
  add_put (discarded, "a", "v");
  hbase_batch_discard (discarded);
  g_clear_object (&discarded);
  g_test_expect_message ("HBase", G_LOG_LEVEL_WARNING, "*“t”: 1 changes of a batch are lost*");
  g_clear_object (&lost);
  g_test_assert_expected_messages ();
  assert_value (table, "a", NULL);
}
END_TEST

/* ---- the main context ---- */

/* A program may iterate a context without making it the thread-default one. */
START_TEST (changes_are_sent_in_the_context_of_the_batch)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (HBaseBatch) batch = NULL;

  g_main_context_push_thread_default (context);
  batch = hbase_batch_new (table);
  g_main_context_pop_thread_default (context);
  hbase_batch_set_interval (batch, 1);
  for (guint i = 0; i < 2; i++)
    {
      add_put (batch, "a", "v");
      while (api_get_count (hbase_batch_get_statistics (batch), "written") == i)
        g_main_context_iteration (context, TRUE);
    }
  assert_value (table, "a", "v");
}
END_TEST

/* ---- asynchronous calls ---- */

static void
add_put_async (HBaseBatch *batch, const char *row, const char *value, GAsyncResult **result)
{
  g_autoptr (HBasePut) put = api_put (row, value);

  hbase_batch_add_async (batch, HBASE_MUTATION (put), NULL, api_done, result);
}

START_TEST (asynchronous_additions_wait_for_space)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 2, 1);
  GAsyncResult *results[50] = { NULL };
  g_autoptr (GAsyncResult) flushed = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autofree char *row = g_strdup_printf ("%u", i % 3), *value = g_strdup_printf ("%u", i);

      add_put_async (batch, row, value, &results[i]);
    }
  hbase_batch_flush_async (batch, NULL, api_done, &flushed);
  assert_works (hbase_batch_flush_finish (batch, api_wait (&flushed), &error), error);
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      assert_works (hbase_batch_add_finish (batch, api_wait (&results[i]), &error), error);
      g_object_unref (results[i]);
    }
  assert_value (table, "1", "49");
  assert_value (table, "0", "48");
  ck_assert_uint_eq (count_of (batch, "written"), 50);
}
END_TEST

START_TEST (other_changes_are_added_asynchronously)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("d");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("i");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("a");
  g_autoptr (GAsyncResult) deleted = NULL, incremented = NULL, appended = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "d", "old");
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("c"));
  hbase_batch_add_async (batch, HBASE_MUTATION (delete_), NULL, api_done, &deleted);
  hbase_batch_add_async (batch, HBASE_MUTATION (increment), NULL, api_done, &incremented);
  hbase_batch_add_async (batch, HBASE_MUTATION (append), NULL, api_done, &appended);
  assert_works (hbase_batch_add_finish (batch, api_wait (&deleted), &error), error);
  assert_works (hbase_batch_add_finish (batch, api_wait (&incremented), &error), error);
  assert_works (hbase_batch_add_finish (batch, api_wait (&appended), &error), error);
  flush (batch);
  assert_value (table, "d", NULL);
  assert_value (table, "a", "c");
}
END_TEST

START_TEST (an_asynchronous_flush_reports_failures)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBasePut) empty = hbase_put_new_utf8 ("r");
  g_autoptr (GAsyncResult) added = NULL, flushed = NULL;
  g_autoptr (GError) invalid = NULL, error = NULL;

  hbase_batch_add_async (batch, HBASE_MUTATION (empty), NULL, api_done, &added);
  ck_assert (!hbase_batch_add_finish (batch, api_wait (&added), &invalid));
  assert_reported (invalid, HBASE_ERROR_INVALID_ARGUMENT, "table “t”");
  add_bad_put (batch, "bad");
  hbase_batch_flush_async (batch, NULL, api_done, &flushed);
  ck_assert (!hbase_batch_flush_finish (batch, api_wait (&flushed), &error));
  assert_reported (error, HBASE_ERROR_FAMILY_NOT_FOUND, "bad");
}
END_TEST

typedef struct {
  GSocketListener *listener;
  GCancellable *stop;
} Closer;

/* Closes each connection when a request begins to arrive. */
static gpointer
close_connections (gpointer data)
{
  Closer *closer = data;

  for (;;)
    {
      g_autoptr (GSocketConnection) accepted
          = g_socket_listener_accept (closer->listener, NULL, closer->stop, NULL);
      char byte;

      if (accepted == NULL)
        return NULL;
      g_input_stream_read (g_io_stream_get_input_stream (G_IO_STREAM (accepted)), &byte, 1, NULL, NULL);
    }
}

/* _i: the cancellable is reset before the main loop runs. */
START_TEST (waiting_can_be_cancelled)
{
  g_autoptr (GSocketListener) silence = g_socket_listener_new ();
  g_autoptr (HBaseConnection) connection = api_connect_to_silence (silence);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseBatch) batch = batch_of (table, 1, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new (), stop = g_cancellable_new ();
  Closer closer = { silence, stop };
  g_autoptr (HBasePut) put = api_put ("c", "v");
  g_autoptr (GAsyncResult) sent = NULL, buffered = NULL, waiting = NULL, flushed = NULL;
  g_autoptr (GError) error = NULL, cancelled = NULL, pending = NULL, unknown = NULL;
  g_autoptr (GPtrArray) failures = NULL;
  GThread *thread;

  g_object_set (table, "timeout", 0, "attempt-timeout", 0, NULL);
  add_put_async (batch, "a", "v", &sent);
  add_put_async (batch, "b", "v", &buffered);
  hbase_batch_add_async (batch, HBASE_MUTATION (put), cancellable, api_done, &waiting);
  assert_works (hbase_batch_add_finish (batch, api_wait (&sent), &error), error);
  assert_works (hbase_batch_add_finish (batch, api_wait (&buffered), &error), error);
  ck_assert_ptr_null (waiting);
  ck_assert (!hbase_batch_flush (batch, NULL, &pending));
  ck_assert_error (pending, G_IO_ERROR, G_IO_ERROR_PENDING);
  g_cancellable_cancel (cancellable);
  if (_i)
    g_cancellable_reset (cancellable);
  ck_assert (!hbase_batch_add_finish (batch, api_wait (&waiting), &cancelled));
  ck_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  thread = g_thread_new ("closer", close_connections, &closer);
  hbase_batch_flush_async (batch, NULL, api_done, &flushed);
  ck_assert (!hbase_batch_flush_finish (batch, api_wait (&flushed), &unknown));
  g_cancellable_cancel (stop);
  g_thread_join (thread);
  assert_reported (unknown, HBASE_ERROR_OUTCOME_UNKNOWN, "2 changes of the batch failed; the first: ");
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 2);
}
END_TEST

/* Each flush sends two changes; those that are called after the failures aren't added. */
START_TEST (failures_stop_additions_that_wait)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = batch_of (table, 2, 1);
  GAsyncResult *results[50] = { NULL };
  g_autoptr (GPtrArray) failures = NULL;
  guint n_added = 0;

  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");

      hbase_put_add_utf8 (put, "x", "q", "v");
      hbase_batch_add_async (batch, HBASE_MUTATION (put), NULL, api_done, &results[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (results); i++)
    {
      n_added += hbase_batch_add_finish (batch, api_wait (&results[i]), NULL);
      g_object_unref (results[i]);
    }
  ck_assert_uint_eq (n_added, 4);
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 2);
  ck_assert_uint_eq (count_of (batch, "added"), 4);
  hbase_batch_discard (batch);
}
END_TEST

START_TEST (a_flush_that_is_cancelled_already_keeps_the_changes)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL, other = NULL;

  add_put (batch, "a", "v");
  g_cancellable_cancel (cancellable);
  ck_assert (!hbase_batch_flush (batch, cancellable, &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_value (table, "a", NULL);
  assert_works (hbase_batch_flush (batch, NULL, &other), other);
  assert_value (table, "a", "v");
}
END_TEST

START_TEST (changes_of_a_closed_connection_fail)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (GError) error = NULL;

  add_put (batch, "a", "v");
  ck_assert (hbase_connection_close (hbase_table_get_connection (table), NULL, NULL));
  ck_assert (!hbase_batch_flush (batch, NULL, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_CLOSED);
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 1);
  ck_assert_error (hbase_batch_failure_get_error (failures->pdata[0]), HBASE_ERROR, HBASE_ERROR_CLOSED);
}
END_TEST

START_TEST (changes_are_sent_after_the_interval)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);

  hbase_batch_set_interval (batch, 1);
  add_put (batch, "a", "v");
  while (count_of (batch, "written") == 0)
    g_main_context_iteration (NULL, TRUE);
  assert_value (table, "a", "v");
  ck_assert_uint_eq (hbase_batch_get_interval (batch), 1);
}
END_TEST

/* No other addition starts the timer. */
START_TEST (an_interval_applies_to_changes_that_were_added_before)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);

  add_put (batch, "a", "v");
  hbase_batch_set_interval (batch, 3600 * 1000);
  hbase_batch_set_interval (batch, 1);
  while (count_of (batch, "written") == 0)
    g_main_context_iteration (NULL, TRUE);
  assert_value (table, "a", "v");
}
END_TEST

START_TEST (properties_have_defaults)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);

  ck_assert_uint_eq (hbase_batch_get_max_count (batch), 1000);
  ck_assert_uint_eq (hbase_batch_get_max_bytes (batch), 2000000);
  ck_assert_uint_eq (hbase_batch_get_parallelism (batch), 4);
  ck_assert_uint_eq (hbase_batch_get_interval (batch), 0);
  hbase_batch_set_max_count (batch, 7);
  ck_assert_uint_eq (hbase_batch_get_max_count (batch), 7);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *blocking = tcase_create ("blocking"), *asynchronous = tcase_create ("asynchronous");

  tcase_add_test (blocking, changes_are_written_by_a_flush);
  tcase_add_test (blocking, a_change_that_fails_is_named_and_others_are_written);
  tcase_add_test (blocking, an_addition_to_a_full_batch_flushes_it);
  tcase_add_test (blocking, bytes_fill_a_batch);
  tcase_add_test (blocking, a_batch_that_is_ready_takes_any_change_without_a_request);
  tcase_add_test (blocking, failures_that_are_not_taken_stop_additions);
  tcase_add_test (blocking, handlers_of_progress_may_fill_the_batch);
  tcase_add_test (blocking, an_invalid_change_is_not_added);
  tcase_add_test (blocking, a_change_too_large_for_a_frame_is_not_added);
  tcase_add_test (blocking, changes_of_a_row_keep_their_order);
  tcase_add_test (blocking, keys_may_have_no_salts);
  tcase_add_test (blocking, max_count_limits_the_changes_of_all_salts);
  tcase_add_test (blocking, changes_that_are_never_flushed_are_reported);
  tcase_add_test (blocking, changes_are_sent_in_the_context_of_the_batch);
  tcase_add_test (blocking, a_flush_that_is_cancelled_already_keeps_the_changes);
  tcase_add_test (blocking, changes_of_a_closed_connection_fail);
  tcase_add_test (blocking, properties_have_defaults);
  suite_add_tcase (suite, blocking);
  tcase_add_test (asynchronous, asynchronous_additions_wait_for_space);
  tcase_add_test (asynchronous, other_changes_are_added_asynchronously);
  tcase_add_test (asynchronous, an_asynchronous_flush_reports_failures);
  tcase_add_loop_test (asynchronous, waiting_can_be_cancelled, 0, 2);
  tcase_add_test (asynchronous, failures_stop_additions_that_wait);
  tcase_add_test (asynchronous, changes_are_sent_after_the_interval);
  tcase_add_test (asynchronous, an_interval_applies_to_changes_that_were_added_before);
  suite_add_tcase (suite, asynchronous);
}

TEST_MAIN ("batch", fill)
