/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"

/* This tests the asynchronous forms of the calls in test-table.c; their arguments are freed before the calls
 * are done. */

static void
put_async (HBaseTable *table, const char *row, const char *value)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBasePut) put = api_put (row, value);

  hbase_table_put_async (table, put, NULL, api_done, &result);
  hbase_put_add_utf8 (put, "no such family", "q", "added too late to be written");
  g_clear_pointer (&put, hbase_mutation_unref);
  ck_assert_ptr_null (result);
  assert_works (hbase_table_put_finish (table, api_wait (&result), &error), error);
  ck_assert_no_error (error);
}

static char *
get_async (HBaseTable *table, const char *row)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  g_autoptr (HBaseRow) found = NULL;

  hbase_table_get_async (table, get, NULL, api_done, &result);
  g_clear_pointer (&get, hbase_query_unref);
  found = hbase_table_get_finish (table, api_wait (&result), &error);
  ck_assert_no_error (error);
  return hbase_row_dup_value_utf8 (found, "f:q");
}

START_TEST (put_and_get)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autofree char *value = NULL, *none = NULL;

  put_async (table, "r", "v");
  value = get_async (table, "r");
  none = get_async (table, "s");
  ck_assert_str_eq (value, "v");
  ck_assert_ptr_null (none);
}
END_TEST

START_TEST (put_multiple_and_get_multiple)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GAsyncResult) written = NULL, read = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (puts, api_put ("a", "1"));
  g_ptr_array_add (puts, api_put ("b", "2"));
  hbase_table_put_multiple_async (table, puts, NULL, api_done, &written);
  assert_works (hbase_table_put_multiple_finish (table, api_wait (&written), &error), error);
  ck_assert_no_error (error);
  g_ptr_array_add (gets, hbase_get_new_utf8 ("b"));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("missing"));
  hbase_table_get_multiple_async (table, gets, NULL, api_done, &read);
  rows = hbase_table_get_multiple_finish (table, api_wait (&read), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (rows->len, 2);
  ck_assert (!hbase_row_is_empty (rows->pdata[0]));
  ck_assert (hbase_row_is_empty (rows->pdata[1]));
}
END_TEST

START_TEST (exists_and_delete)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GAsyncResult) seen = NULL, deleted = NULL;
  g_autoptr (GError) error = NULL;
  gboolean exists = FALSE;

  put_async (table, "r", "v");
  hbase_table_exists_async (table, get, NULL, api_done, &seen);
  assert_works (hbase_table_exists_finish (table, api_wait (&seen), &exists, &error), error);
  ck_assert_no_error (error);
  ck_assert (exists);
  hbase_table_delete_async (table, delete_, NULL, api_done, &deleted);
  assert_works (hbase_table_delete_finish (table, api_wait (&deleted), &error), error);
  ck_assert_no_error (error);
}
END_TEST

START_TEST (check_and_put)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GAsyncResult) first = NULL, second = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  hbase_table_check_and_put_async (table, "f", BYTES ("q"), NULL, 0, put, NULL, api_done, &first);
  assert_works (hbase_table_check_and_put_finish (table, api_wait (&first), &applied, &error), error);
  ck_assert (applied);
  hbase_table_check_and_put_async (table, "f", BYTES ("q"), NULL, 0, put, NULL, api_done, &second);
  assert_works (hbase_table_check_and_put_finish (table, api_wait (&second), &applied, &error), error);
  ck_assert (!applied);
  ck_assert_no_error (error);
}
END_TEST

START_TEST (exists_multiple_and_check_and_delete)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GAsyncResult) seen = NULL, deleted = NULL;
  g_autoptr (GArray) exist = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  put_async (table, "r", "v");
  g_ptr_array_add (gets, hbase_get_new_utf8 ("missing"));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("r"));
  hbase_table_exists_multiple_async (table, gets, NULL, api_done, &seen);
  exist = hbase_table_exists_multiple_finish (table, api_wait (&seen), &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (exist->len, 2);
  ck_assert (!g_array_index (exist, gboolean, 0) && g_array_index (exist, gboolean, 1));
  hbase_table_check_and_delete_async (table, "f", BYTES ("q"), BYTES ("v"), delete_, NULL, api_done,
                                      &deleted);
  assert_works (hbase_table_check_and_delete_finish (table, api_wait (&deleted), &applied, &error), error);
  ck_assert (applied);
}
END_TEST

START_TEST (mutate_row_and_check_and_mutate)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = api_put ("r", "v");
  g_autoptr (GAsyncResult) first = NULL, second = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = TRUE;

  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_table_mutate_row_async (table, mutations, NULL, api_done, &first);
  assert_works (hbase_table_mutate_row_finish (table, api_wait (&first), &error), error);
  hbase_table_check_and_mutate_async (table, "f", BYTES ("q"), HBASE_COMPARE_OPERATOR_GREATER, BYTES ("v"),
                                      mutations, NULL, api_done, &second);
  assert_works (hbase_table_check_and_mutate_finish (table, api_wait (&second), &applied, &error), error);
  ck_assert (!applied);
}
END_TEST

START_TEST (invalid_arguments_are_reported_to_the_callback)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_table_put_async (table, put, NULL, api_done, &result);
  ck_assert_ptr_null (result);
  ck_assert (!hbase_table_put_finish (table, api_wait (&result), &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_INVALID_ARGUMENT);
}
END_TEST

#define MANY 100

static void
count (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = hbase_table_get_finish (HBASE_TABLE (source), result, &error);

  ck_assert_no_error (error);
  ck_assert (!hbase_row_is_empty (row));
  ++*(guint *) user_data;
}

START_TEST (many_calls_share_the_channels)
{
  g_autoptr (HBaseConnection) connection = api_connect_with_channels ("local::memory:", 2);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  guint done = 0;

  api_create (connection, "t");
  api_write (table, "r", "v");
  for (guint i = 0; i < MANY; i++)
    hbase_table_get_async (table, get, NULL, count, &done);
  while (done < MANY)
    g_main_context_iteration (NULL, TRUE);
}
END_TEST

static gpointer
in_a_context_of_its_own (gpointer data)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autofree char *value = NULL;

  g_main_context_push_thread_default (context);
  put_async (data, "r", "v");
  value = get_async (data, "r");
  ck_assert_str_eq (value, "v");
  g_main_context_pop_thread_default (context);
  return NULL;
}

START_TEST (threads_receive_results_in_their_own_contexts)
{
  g_autoptr (HBaseTable) table = api_table ();
  GThread *threads[4];

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("caller", in_a_context_of_its_own, table);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_thread_join (threads[i]);
  ck_assert (!g_main_context_pending (NULL));
}
END_TEST

static void
wait_for_call (GCancellable *cancellable, GAsyncResult **result)
{
  api_wait (result);
}

/* _i, bits: the handler is connected before the call begins; the call is gathered with others. */
START_TEST (a_handler_of_the_cancellable_may_wait_for_the_call)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autoptr (GError) error = NULL;

  hbase_table_set_max_gathered (table, _i & 2 ? 10 : 1);
  if (_i & 1)
    g_signal_connect (cancellable, "cancelled", G_CALLBACK (wait_for_call), &result);
  hbase_table_get_async (table, get, cancellable, api_done, &result);
  if (!(_i & 1))
    g_signal_connect (cancellable, "cancelled", G_CALLBACK (wait_for_call), &result);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_nonnull (result);
  row = hbase_table_get_finish (table, result, &error);
  ck_assert (row != NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

static void
begin_get (GCancellable *cancellable, HBaseTable *table)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  hbase_table_get_async (table, get, cancellable, api_done, &result);
  ck_assert_ptr_null (hbase_table_get_finish (table, api_wait (&result), &error));
  ck_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* _i: the call is gathered with others. */
START_TEST (a_handler_of_the_cancellable_may_begin_a_call_with_it)
{
  g_autoptr (HBaseTable) table = api_table ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  hbase_table_set_max_gathered (table, _i == 1 ? 10 : 1);
  g_signal_connect (cancellable, "cancelled", G_CALLBACK (begin_get), table);
  g_cancellable_cancel (cancellable);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("table-async");

  tcase_add_test (tests, put_and_get);
  tcase_add_test (tests, put_multiple_and_get_multiple);
  tcase_add_test (tests, exists_and_delete);
  tcase_add_test (tests, check_and_put);
  tcase_add_test (tests, mutate_row_and_check_and_mutate);
  tcase_add_test (tests, exists_multiple_and_check_and_delete);
  tcase_add_test (tests, invalid_arguments_are_reported_to_the_callback);
  tcase_add_test (tests, many_calls_share_the_channels);
  tcase_add_test (tests, threads_receive_results_in_their_own_contexts);
  tcase_add_loop_test (tests, a_handler_of_the_cancellable_may_wait_for_the_call, 0, 4);
  tcase_add_loop_test (tests, a_handler_of_the_cancellable_may_begin_a_call_with_it, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("table-async", fill)
