/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests the public interface on a real HBase: its tables, its errors, and gateways that are stopped and
 * started. */

static const char *const modes
    = "binary compact framed compact-framed nonblocking http https binary-readonly";
/* One gateway for each protocol and framing. */
static const char *const gateways[] = { "binary", "compact", "framed", "compact-framed" };

static Fixture *fixture;

static void
set_up (void)
{
  fixture = fixture_start (modes);
}

static void
tear_down (void)
{
  fixture_stop (fixture);
}

static HBaseConnection *
connect_to (const char *mode)
{
  g_autofree char *uri = fixture_uri (fixture, mode);

  return api_connect (uri);
}

static HBaseTable *
table_at (const char *mode, const char *name)
{
  g_autoptr (HBaseConnection) connection = connect_to (mode);

  return hbase_table_new (connection, name);
}

/* Creates a table; the object keeps its connection. */
static HBaseTable *
new_table (const char *mode, const char *name)
{
  g_autoptr (HBaseConnection) connection = connect_to (mode);

  api_create (connection, name);
  return hbase_table_new (connection, name);
}

/* ---- calls and their errors ---- */

START_TEST (a_table_is_created_disabled_enabled_and_dropped)
{
  g_autofree char *name = g_strdup_printf ("life%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) again = api_descriptor (name);
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) twice = NULL, enabled = NULL, disabled = NULL, gone = NULL, error = NULL;

  ck_assert_int_eq (api_get_state (admin, name), HBASE_TABLE_STATE_AVAILABLE);
  ck_assert (!hbase_admin_create_table (admin, again, NULL, NULL, &twice));
  assert_reported (twice, HBASE_ERROR_TABLE_EXISTS, name);
  ck_assert (!hbase_admin_delete_table (admin, name, HBASE_DELETE_TABLE_NONE, NULL, &enabled));
  assert_reported (enabled, HBASE_ERROR_TABLE_NOT_DISABLED, name);
  assert_works (hbase_admin_disable_table (admin, name, NULL, &error), error);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &disabled));
  assert_reported (disabled, HBASE_ERROR_TABLE_DISABLED, name);
  assert_works (hbase_admin_enable_table (admin, name, NULL, &error), error);
  api_write (table, "r", "v");
  assert_works (hbase_admin_delete_table (admin, name, HBASE_DELETE_TABLE_DISABLE, NULL, &error), error);
  ck_assert (!hbase_admin_delete_table (admin, name, HBASE_DELETE_TABLE_DISABLE, NULL, &gone));
  assert_reported (gone, HBASE_ERROR_TABLE_NOT_FOUND, name);
}
END_TEST

/* The class of an exception of HBase's servers is named, that of the gateway's client isn't. The text has the
 * class, the message and the stack trace. */
START_TEST (errors_keep_what_hbase_reported)
{
  g_autofree char *name = g_strdup_printf ("details%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseTable) none = table_at (gateways[_i], "no-such-table");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("no_such_namespace:t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) created = NULL, missing = NULL, family = NULL;

  ck_assert (!hbase_admin_create_table (admin, descriptor, NULL, NULL, &created));
  ck_assert_pstr_eq (hbase_error_get_java_class (created),
                     "org.apache.hadoop.hbase.NamespaceNotFoundException");
  ck_assert (g_str_has_prefix (hbase_error_get_details (created), hbase_error_get_java_class (created)));
  ck_assert_ptr_nonnull (strstr (hbase_error_get_details (created), "\n\tat org.apache"));
  ck_assert_ptr_null (hbase_table_get (none, get, NULL, &missing));
  ck_assert_ptr_null (hbase_error_get_java_class (missing));
  ck_assert_str_eq (hbase_error_get_details (missing), "no-such-table");
  hbase_query_add_family (HBASE_QUERY (get), "x");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &family));
  ck_assert_pstr_eq (hbase_error_get_java_class (family),
                     "org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException");
}
END_TEST

/* HBase answers a call for several rows as if their regions were being moved. */
START_TEST (a_disabled_table_is_reported_for_several_rows)
{
  g_autofree char *name = g_strdup_printf ("disabled%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL, read = NULL, written = NULL;

  for (guint i = 0; i < 2; i++)
    {
      g_ptr_array_add (gets, hbase_get_new_utf8 (i == 0 ? "a" : "b"));
      g_ptr_array_add (puts, api_put (i == 0 ? "a" : "b", "v"));
    }
  assert_works (hbase_admin_disable_table (admin, name, NULL, &error), error);
  ck_assert_ptr_null (hbase_table_get_multiple (table, gets, NULL, &read));
  assert_reported (read, HBASE_ERROR_TABLE_DISABLED, name);
  ck_assert (!hbase_table_put_multiple (table, puts, NULL, &written));
  assert_reported (written, HBASE_ERROR_OUTCOME_UNKNOWN, "disabled");
}
END_TEST

/* The causes within the exceptions of batches and of exhausted retries are found. */
START_TEST (a_wrapped_cause_is_found)
{
  g_autofree char *name = g_strdup_printf ("wrapped%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("r");
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (GPtrArray) puts = g_ptr_array_new ();
  g_autoptr (GError) batch = NULL, width = NULL;

  hbase_put_add_utf8 (put, "x", "q", "v");
  g_ptr_array_add (puts, put);
  ck_assert (!hbase_table_put_multiple (table, puts, NULL, &batch));
  ck_assert_error (batch, HBASE_ERROR, HBASE_ERROR_FAMILY_NOT_FOUND);
  ck_assert (g_str_has_prefix (hbase_error_get_details (batch), "Failed 1 action"));
  ck_assert_ptr_nonnull (strstr (hbase_error_get_java_class (batch), "NoSuchColumnFamilyException"));
  api_write (table, "r", "not a counter");
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  ck_assert_ptr_null (hbase_table_increment (table, increment, NULL, &width));
  assert_reported (width, HBASE_ERROR_REMOTE, "only values of 8 bytes can be incremented");
  ck_assert_pstr_eq (hbase_error_get_java_class (width), "org.apache.hadoop.hbase.DoNotRetryIOException");
}
END_TEST

static void
assert_next_fails (HBaseTable *table, const char *family, HBaseError code)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  if (family != NULL)
    hbase_query_add_family (HBASE_QUERY (scan), family);
  cursor = hbase_table_scan (table, scan);
  ck_assert_ptr_null (hbase_table_cursor_next (cursor, NULL, &error));
  assert_reported (error, code, hbase_table_get_name (table));
}

static void
assert_puts_fail (HBaseTable *table, const char *family, HBaseError code)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r\xff");
  g_autoptr (GPtrArray) puts = g_ptr_array_new ();
  g_autoptr (GError) one = NULL, many = NULL;

  hbase_put_add_utf8 (put, family, "q", "v");
  g_ptr_array_add (puts, put);
  ck_assert (!hbase_table_put (table, put, NULL, &one));
  assert_reported (one, code, "r\\xFF");
  ck_assert (!hbase_table_put_multiple (table, puts, NULL, &many));
  assert_reported (many, code, hbase_table_get_name (table));
}

START_TEST (missing_objects_are_named)
{
  g_autofree char *name = g_strdup_printf ("missing%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseTable) none = table_at (gateways[_i], "no-such-table");
  g_autoptr (HBaseTable) nowhere = table_at (gateways[_i], "no_such_namespace:t");
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (hbase_table_get_connection (table));
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("no_such_namespace:t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r\x01");
  g_autoptr (GError) got = NULL, family = NULL, created = NULL;

  ck_assert_ptr_null (hbase_table_get (none, get, NULL, &got));
  assert_reported (got, HBASE_ERROR_TABLE_NOT_FOUND, "r\\x01");
  assert_puts_fail (none, "f", HBASE_ERROR_TABLE_NOT_FOUND);
  assert_next_fails (none, NULL, HBASE_ERROR_TABLE_NOT_FOUND);
  assert_next_fails (nowhere, NULL, HBASE_ERROR_TABLE_NOT_FOUND);
  hbase_query_add_family (HBASE_QUERY (get), "x");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &family));
  assert_reported (family, HBASE_ERROR_FAMILY_NOT_FOUND, name);
  assert_puts_fail (table, "x", HBASE_ERROR_FAMILY_NOT_FOUND);
  assert_next_fails (table, "x", HBASE_ERROR_FAMILY_NOT_FOUND);
  ck_assert (!hbase_admin_create_table (admin, descriptor, NULL, NULL, &created));
  assert_reported (created, HBASE_ERROR_NAMESPACE_NOT_FOUND, "no_such_namespace");
  api_write (table, "r", "v");
}
END_TEST

START_TEST (rows_are_written_read_and_deleted)
{
  g_autofree char *name = g_strdup_printf ("rows%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autofree char *longest = g_strnfill (32767, 'r');
  g_autoptr (HBasePut) put = api_put ("r", "second"), timestamped = hbase_put_new_utf8 ("d");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("d");
  g_autofree char *value = NULL, *far = NULL, *deleted = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = TRUE;

  /* The gateway knows the location of the table's region from then on. */
  api_write (table, "r", "first");
  api_write (table, longest, "far");
  assert_works (hbase_table_check_and_put (table, "f", BYTES ("q"), NULL, 0, put, &applied, NULL, &error),
                error);
  ck_assert (!applied);
  assert_works (
      hbase_table_check_and_put (table, "f", BYTES ("q"), BYTES ("first"), put, &applied, NULL, &error),
      error);
  ck_assert (applied);
  hbase_put_add_with_timestamp (timestamped, "f", BYTES ("q"), BYTES ("v"), 1000);
  assert_works (hbase_table_put (table, timestamped, NULL, &error), error);
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  value = api_read (table, "r");
  far = api_read (table, longest);
  deleted = api_read (table, "d");
  ck_assert_str_eq (value, "second");
  ck_assert_str_eq (far, "far");
  ck_assert_ptr_null (deleted);
}
END_TEST

START_TEST (rows_are_checked_and_deleted)
{
  g_autofree char *name = g_strdup_printf ("checked%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GArray) before = NULL, after = NULL;
  g_autoptr (GError) error = NULL;
  gboolean applied = TRUE;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), 1000);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  g_ptr_array_add (gets, hbase_get_new_utf8 ("missing"));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("r"));
  before = hbase_table_exists_multiple (table, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (before->len, 2);
  ck_assert (!g_array_index (before, gboolean, 0) && g_array_index (before, gboolean, 1));
  assert_works (
      hbase_table_check_and_delete (table, "f", BYTES ("q"), BYTES ("w"), delete_, &applied, NULL, &error),
      error);
  ck_assert (!applied);
  assert_works (
      hbase_table_check_and_delete (table, "f", BYTES ("q"), BYTES ("v"), delete_, &applied, NULL, &error),
      error);
  ck_assert (applied);
  after = hbase_table_exists_multiple (table, gets, NULL, &error);
  ck_assert_no_error (error);
  ck_assert (!g_array_index (after, gboolean, 0) && !g_array_index (after, gboolean, 1));
}
END_TEST

static gboolean
mutate_if (HBaseTable *table, HBaseCompareOperator operator, const char * value, HBaseRowMutations *mutations)
{
  g_autoptr (GError) error = NULL;
  gboolean applied = FALSE;

  assert_works (hbase_table_check_and_mutate (table, "f", BYTES ("n"), operator, (const guint8 *) value,
                                              value != NULL ? strlen (value) : 0, mutations, &applied, NULL,
                                              &error),
                error);
  return applied;
}

START_TEST (a_rows_mutations_are_checked_and_executed)
{
  g_autofree char *name = g_strdup_printf ("mutated%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) before = hbase_put_new_utf8 ("r"), put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;
  g_autofree char *old = NULL, *new = NULL;

  /* The put is visible beside the delete, as its timestamp is the greater one. */
  hbase_put_add_with_timestamp (before, "f", BYTES ("q"), BYTES ("old"), 1000);
  hbase_put_add_utf8 (before, "f", "n", "5");
  assert_works (hbase_table_put (table, before, NULL, &error), error);
  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("new"), 1001);
  hbase_delete_add_column_with_timestamp (delete_, "f", BYTES ("q"), 1000);
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (delete_));
  ck_assert (!mutate_if (table, HBASE_COMPARE_OPERATOR_LESS, "5", mutations));
  ck_assert (!mutate_if (table, HBASE_COMPARE_OPERATOR_GREATER, "6", mutations));
  ck_assert (!mutate_if (table, HBASE_COMPARE_OPERATOR_EQUAL, NULL, mutations));
  old = api_read (table, "r");
  ck_assert_str_eq (old, "old");
  ck_assert (mutate_if (table, HBASE_COMPARE_OPERATOR_LESS, "6", mutations));
  new = api_read (table, "r");
  ck_assert_str_eq (new, "new");
  ck_assert (mutate_if (table, HBASE_COMPARE_OPERATOR_GREATER_OR_EQUAL, "5", mutations));
  ck_assert (mutate_if (table, HBASE_COMPARE_OPERATOR_NOT_EQUAL, NULL, mutations));
  assert_works (hbase_table_mutate_row (table, mutations, NULL, &error), error);
}
END_TEST

static void
await_expiry (HBaseTable *table, const char *row, const char *column)
{
  g_autofree char *value = g_strdup ("");

  while (value != NULL)
    {
      g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
      g_autoptr (GError) error = NULL;
      g_autoptr (HBaseRow) found = hbase_table_get (table, get, NULL, &error);

      ck_assert_no_error (error);
      g_free (value);
      value = hbase_row_dup_value_utf8 (found, column);
    }
}

/* Without a coprocessor for it, HBase ignores who may read the cells. */
START_TEST (cells_expire_after_their_time_to_live)
{
  g_autofree char *name = g_strdup_printf ("expiring%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBasePut) kept = api_put ("kept", "v"), expiring = api_put ("put", "v");
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 ("increment");
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("append");
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 ("deleted");
  g_autoptr (HBaseRow) raised = NULL, longer = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL;

  hbase_mutation_set_time_to_live (HBASE_MUTATION (kept), G_MAXINT32);
  hbase_mutation_set_cell_visibility (HBASE_MUTATION (kept), "secret");
  hbase_mutation_set_attribute (HBASE_MUTATION (kept), "name", BYTES ("value"));
  assert_works (hbase_table_put (table, kept, NULL, &error), error);
  hbase_mutation_set_time_to_live (HBASE_MUTATION (expiring), 1);
  assert_works (hbase_table_put (table, expiring, NULL, &error), error);
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  hbase_mutation_set_time_to_live (HBASE_MUTATION (increment), 1);
  hbase_mutation_set_cell_visibility (HBASE_MUTATION (increment), "secret");
  raised = hbase_table_increment (table, increment, NULL, &error);
  ck_assert_no_error (error);
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("v"));
  hbase_mutation_set_time_to_live (HBASE_MUTATION (append), 1);
  hbase_mutation_set_cell_visibility (HBASE_MUTATION (append), "secret");
  longer = hbase_table_append (table, append, NULL, &error);
  ck_assert_no_error (error);
  hbase_mutation_set_attribute (HBASE_MUTATION (delete_), "name", BYTES ("value"));
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
  await_expiry (table, "put", "f:q");
  await_expiry (table, "increment", "f:q");
  await_expiry (table, "append", "f:q");
  value = api_read (table, "kept");
  ck_assert_str_eq (value, "v");
}
END_TEST

START_TEST (gets_have_options)
{
  static const guint8 key_only[] = "\x0a\x2corg.apache.hadoop.hbase.filter.KeyOnlyFilter\x12\x02\x08";
  g_autofree char *name = g_strdup_printf ("options%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBasePut) put = hbase_put_new_utf8 ("r");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (HBaseRow) row = NULL, keys = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *value = NULL, *empty = NULL;

  for (guint i = 0; i < 8; i++)
    {
      g_autofree char *qualifier = g_strdup_printf ("%u", i / 2);

      hbase_put_add_utf8 (put, i % 2 == 0 ? "f" : "g", qualifier, qualifier);
    }
  assert_works (hbase_table_put (table, put, NULL, &error), error);
  hbase_get_set_store_limit (get, 2);
  hbase_get_set_store_offset (get, 1);
  hbase_query_set_attribute (HBASE_QUERY (get), "name", BYTES ("value"));
  hbase_query_set_authorizations (HBASE_QUERY (get), (const char *const[]){ "public", NULL });
  hbase_query_set_cache_blocks (HBASE_QUERY (get), FALSE);
  hbase_query_set_consistency (HBASE_QUERY (get), HBASE_CONSISTENCY_TIMELINE);
  hbase_query_set_replica (HBASE_QUERY (get), 0);
  row = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (row), 4);
  value = hbase_row_dup_value_utf8 (row, "g:2");
  ck_assert_str_eq (value, "2");
  hbase_query_set_filter_bytes (HBASE_QUERY (get), key_only, sizeof key_only);
  keys = hbase_table_get (table, get, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_uint_eq (hbase_row_get_n_cells (keys), 4);
  empty = hbase_row_dup_value_utf8 (keys, "g:2");
  ck_assert_str_eq (empty, "");
}
END_TEST

/* HBase's own client can't locate the region of so long a row. */
START_TEST (a_row_key_too_long_for_hbase_is_refused)
{
  g_autofree char *name = g_strdup_printf ("toolong%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autofree char *longest = g_strnfill (32767, 'r');
  g_autoptr (HBasePut) put = api_put (longest, "v");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (longest);
  g_autoptr (GError) written = NULL, got = NULL;

  ck_assert (!hbase_table_put (table, put, NULL, &written));
  assert_reported (written, HBASE_ERROR_INVALID_ARGUMENT, "use a shorter one");
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &got));
  assert_reported (got, HBASE_ERROR_INVALID_ARGUMENT, "use a shorter one");
  api_write (table, "r", "v");
}
END_TEST

START_TEST (a_read_only_gateway_is_reported)
{
  g_autoptr (HBaseTable) table = new_table ("binary", "readonly");
  g_autoptr (HBaseTable) there = table_at ("binary-readonly", "readonly");
  g_autoptr (HBasePut) put = api_put ("r", "w");
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;

  api_write (table, "r", "v");
  ck_assert (!hbase_table_put (there, put, NULL, &error));
  assert_reported (error, HBASE_ERROR_READ_ONLY, "another");
  value = api_read (there, "r");
  ck_assert_str_eq (value, "v");
}
END_TEST

/* ---- scans ---- */

#define N_ROWS 600

/* Creates it with three regions. An empty region can be split at once; one with files of a split can't. */
static HBaseTable *
filled_table (const char *mode, const char *name)
{
  HBaseTable *table = new_table (mode, name);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GError) error = NULL;

  fixture_command (fixture, "split %s row150", name);
  fixture_command (fixture, "split %s row450", name);
  for (guint i = 0; i < N_ROWS; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);

      g_ptr_array_add (puts, api_put (key, key));
    }
  assert_works (hbase_table_put_multiple (table, puts, NULL, &error), error);
  return table;
}

static guint
number_of (HBaseRow *row)
{
  g_autofree char *key = hbase_row_dup_key_escaped (row), *value = hbase_row_dup_value_utf8 (row, "f:q");

  ck_assert_str_eq (key, value);
  return (guint) g_ascii_strtoull (key + 3, NULL, 10);
}

typedef void (*Event) (guint n_seen);

static void
walk (HBaseTable *table, gboolean reversed, guint limit, guint caching, Event event)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  HBaseRow *row;
  guint n = 0;

  hbase_scan_set_reversed (scan, reversed);
  hbase_scan_set_limit (scan, limit);
  hbase_scan_set_caching (scan, caching);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      ck_assert_uint_eq (number_of (row), reversed ? N_ROWS - 1 - n : n);
      hbase_row_unref (row);
      n++;
      if (event != NULL)
        event (n);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (n, limit > 0 ? MIN (limit, N_ROWS) : N_ROWS);
}

static const char *upheaved;

/* The regions that a scan is reading, and those before it, are split and merged meanwhile. */
static void
split_and_merge_regions (guint n_seen)
{
  if (n_seen % 150 == 50)
    fixture_command (fixture, "flush %s", upheaved);
  if (n_seen == 200)
    fixture_command (fixture, "split %s row300", upheaved);
  if (n_seen == 350)
    fixture_command (fixture, "compact %s", upheaved);
}

START_TEST (scans_return_each_row_once)
{
  static const guint limits[] = { 0, 1, 13, 299, 301, N_ROWS + 1 };
  g_autofree char *name = g_strdup_printf ("scan%d", _i);
  g_autoptr (HBaseTable) table = filled_table (gateways[_i], name);

  upheaved = name;
  walk (table, _i % 2, 0, 10, split_and_merge_regions);
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    for (guint reversed = 0; reversed < 2; reversed++)
      {
        walk (table, reversed, limits[i], 0, NULL);
        walk (table, reversed, limits[i], 7, NULL);
      }
}
END_TEST

/* The fixture waits until each store has one file. */
START_TEST (a_table_of_many_files_is_compacted)
{
  g_autoptr (HBaseTable) table = new_table ("binary", "files");

  for (guint i = 0; i < 12; i++)
    {
      api_write (table, "r", "v");
      fixture_command (fixture, "flush files");
    }
  fixture_command (fixture, "compact files");
}
END_TEST

static HBaseTable *
table_at_both (const char *name)
{
  g_autofree char *uri
      = g_strdup_printf ("thrift://127.0.0.1:%u,127.0.0.1:%u/?framing=framed",
                         fixture_port (fixture, "framed"), fixture_port (fixture, "nonblocking"));
  g_autoptr (HBaseConnection) connection = api_connect (uri);

  return hbase_table_new (connection, name);
}

/* The second gateway that is stopped is certainly the one that the scanner is open at. */
static void
stop_and_start (guint n_seen)
{
  static const char *const both[] = { "framed", "nonblocking" };

  if (n_seen == 100 || n_seen == 300)
    fixture_command (fixture, "stop %s", both[n_seen / 200]);
  if (n_seen == 200 || n_seen == 400)
    fixture_command (fixture, "start %s", both[n_seen / 200 - 1]);
}

START_TEST (a_cursor_survives_a_restart_of_its_gateway)
{
  g_autofree char *name = g_strdup_printf ("outlives%d", _i);
  g_autoptr (HBaseTable) filled = filled_table ("binary", name);
  g_autoptr (HBaseTable) table = table_at_both (name);
  g_autoptr (GVariant) statistics = NULL;
  guint64 opened = 0;

  walk (table, _i, 0, 8, stop_and_start);
  statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  ck_assert (g_variant_lookup (statistics, "opened", "t", &opened));
  ck_assert_uint_ge (opened, 2);
}
END_TEST

/* ---- pages ---- */

START_TEST (a_page_is_opened_through_another_gateway)
{
  g_autoptr (HBaseTable) filled = filled_table ("binary", "pages");
  g_autofree char *token = NULL;
  guint n = 0;

  for (guint i = 0; i == 0 || token != NULL; i++)
    {
      g_autoptr (HBaseTable) table = table_at (gateways[i % G_N_ELEMENTS (gateways)], "pages");
      g_autoptr (HBaseScan) scan = hbase_scan_new ();
      g_autoptr (HBasePageIterator) pages = hbase_page_iterator_new (table, scan, 37);
      g_autoptr (HBasePage) page = NULL;
      g_autoptr (GError) error = NULL;

      assert_works (hbase_page_iterator_seek (pages, token, &error), error);
      page = hbase_page_iterator_next (pages, NULL, &error);
      ck_assert_no_error (error);
      for (guint row = 0; row < hbase_page_get_n_rows (page); row++)
        ck_assert_uint_eq (number_of (hbase_page_get_row (page, row)), n++);
      g_free (token);
      token = g_strdup (hbase_page_get_next_token (page));
    }
  ck_assert_uint_eq (n, N_ROWS);
}
END_TEST

/* ---- prepender ---- */

#define N_WRITERS 4
#define N_EACH 60

/* Shared by the writers: what was reported to each. */
typedef struct {
  guint64 keys[N_WRITERS][N_EACH];
  gint n_done;
} Reported;

static guint64
number_in (const guint8 *key, gsize length)
{
  guint64 big;

  ck_assert_uint_eq (length, sizeof big);
  memcpy (&big, key, sizeof big);
  return GUINT64_FROM_BE (big);
}

/* Repeats the get until the row exists. */
static guint64
prepend_one (HBasePrepender *prepender, const char *text)
{
  g_autoptr (HBasePut) cells = hbase_put_new (NULL, 0);
  g_autoptr (HBasePrependRequest) comment = NULL;
  g_autoptr (GError) error = NULL;
  const guint8 *key;
  gsize length;

  hbase_put_add_utf8 (cells, "f", "text", text);
  comment = hbase_prepend_request_new (cells);
  if (!hbase_prepender_prepend (prepender, comment, NULL, &error))
    {
      ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_OUTCOME_UNKNOWN);
      g_clear_error (&error);
      assert_works (hbase_prepender_settle (prepender, comment, NULL, &error), error);
    }
  key = hbase_prepend_request_get_row (comment, &length);
  return number_in (key, length);
}

static HBaseTable *
growing_table (const char *name)
{
  HBaseTable *table = table_at_both (name);
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:downward", NULL);

  return api_add_key_schema (table, schema);
}

static void
write_comments (guint writer, Reported *reported)
{
  g_autoptr (HBaseTable) table = growing_table ("comments");
  g_autoptr (HBasePrepender) prepender = hbase_prepender_new (table);

  for (guint i = 0; i < N_EACH; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u:%u", writer, i);

      reported->keys[writer][i] = prepend_one (prepender, text);
      g_atomic_int_inc (&reported->n_done);
    }
}

/* Each comment exists once, at the key that was reported to its writer, and no key is left out. */
static void
assert_reports_are_true (HBaseTable *table, const Reported *reported)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;
  guint64 expected = G_MAXINT64;
  HBaseRow *row;

  hbase_scan_set_reversed (scan, TRUE);
  cursor = hbase_table_scan (table, scan);
  while ((row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL)
    {
      g_autofree char *text = hbase_row_dup_value_utf8 (row, "f:text");
      guint writer, i;
      gsize length;
      const guint8 *key = hbase_row_get_key (row, &length);

      ck_assert_uint_eq (number_in (key, length), expected--);
      ck_assert_int_eq (sscanf (text, "%u:%u", &writer, &i), 2);
      ck_assert_uint_eq (reported->keys[writer][i], expected + 1);
      hbase_row_unref (row);
    }
  ck_assert_no_error (error);
  ck_assert_uint_eq (G_MAXINT64 - expected, N_WRITERS * N_EACH);
}

static void
await_writers (const pid_t *writers)
{
  for (guint i = 0; i < N_WRITERS; i++)
    {
      int status;

      ck_assert_int_eq (waitpid (writers[i], &status, 0), writers[i]);
      ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
    }
}

/* A gateway is stopped whenever some more comments exist, so that it is stopped while comments are
 * written. */
static void
stop_and_start_meanwhile (const Reported *reported)
{
  for (gint n = 60; n < N_WRITERS * N_EACH; n += 80)
    {
      while (g_atomic_int_get (&reported->n_done) < n)
        g_usleep (1000);
      fixture_command (fixture, "stop framed");
      fixture_command (fixture, "start framed");
    }
}

/* The table is created by a process of its own: a process with threads must not fork. */
static void
make_table (const char *name)
{
  pid_t maker = fork ();
  int status;

  if (maker == 0)
    {
      g_object_unref (new_table ("binary", name));
      _exit (0);
    }
  ck_assert_int_eq (waitpid (maker, &status, 0), maker);
  ck_assert (WIFEXITED (status) && WEXITSTATUS (status) == 0);
}

START_TEST (four_processes_prepend_while_a_gateway_restarts)
{
  Reported *reported
      = mmap (NULL, sizeof *reported, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t writers[N_WRITERS];
  g_autoptr (HBaseTable) table = NULL;

  make_table ("comments");
  for (guint i = 0; i < N_WRITERS; i++)
    if ((writers[i] = fork ()) == 0)
      {
        write_comments (i, reported);
        _exit (0);
      }
  stop_and_start_meanwhile (reported);
  await_writers (writers);
  table = growing_table ("comments");
  assert_reports_are_true (table, reported);
  munmap (reported, sizeof *reported);
}
END_TEST

/* ---- gateways of other protocols ---- */

static const char *const strange_gateways[]
    = { "binary", "compact", "framed", "compact-framed", "nonblocking", "http", "https" };
static const char *const languages[]
    = { "protocol=binary&framing=none", "protocol=compact&framing=none", "protocol=binary&framing=framed",
        "protocol=compact&framing=framed" };

static void
assert_suggests_protocol (const char *mode, const char *uri)
{
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  /* Gateways that send nothing, or close the connection, are tried until the timeout. */
  g_object_set (table, "timeout", 2000, "attempt-timeout", 900, NULL);
  ck_assert_ptr_null (hbase_table_get (table, get, NULL, &error));
  if (!g_error_matches (error, HBASE_ERROR, HBASE_ERROR_TIMED_OUT))
    ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_PROTOCOL);
  assert_reported (error, (HBaseError) error->code, "does it speak the URI's protocol and framing?");
  if (strcmp (mode, "http") == 0)
    assert_reported (error, HBASE_ERROR_PROTOCOL, "HTTP");
}

START_TEST (a_gateway_of_another_protocol_is_reported)
{
  const char *mode = strange_gateways[_i];
  gboolean is_http = g_str_has_prefix (mode, "http");
  g_autofree char *right = fixture_uri (fixture, mode);

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      g_autofree char *uri
          = g_strdup_printf ("thrift://127.0.0.1:%u/?%s", fixture_port (fixture, mode), languages[i]);

      if (is_http || strcmp (uri, right) != 0)
        assert_suggests_protocol (mode, uri);
    }
}
END_TEST

/* One put of 1,000 has a family that the table hasn't: each gateway reports only that some failed. */
START_TEST (a_batch_writes_all_but_the_refused_change)
{
  g_autofree char *name = g_strdup_printf ("batch%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GPtrArray) failures = NULL;
  g_autoptr (GError) refused = NULL, error = NULL;
  HBaseRow *row;
  guint n_rows = 0;

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *key = g_strdup_printf ("row%03u", i);
      g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);

      hbase_put_add_utf8 (put, i == 500 ? "x" : "f", "q", "v");
      assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
    }
  ck_assert (!hbase_batch_flush (batch, NULL, &refused));
  assert_reported (refused, HBASE_ERROR_FAMILY_NOT_FOUND, "row500");
  failures = hbase_batch_take_failures (batch);
  ck_assert_uint_eq (failures->len, 1);
  ck_assert_uint_eq (hbase_batch_failure_get_index (failures->pdata[0]), 500);
  cursor = hbase_table_scan (table, scan);
  for (; (row = hbase_table_cursor_next (cursor, NULL, &error)) != NULL; hbase_row_unref (row))
    n_rows++;
  ck_assert_no_error (error);
  ck_assert_uint_eq (n_rows, 999);
}
END_TEST

/* Puts of one row in a batch are executed in their order, as is an append after them; requests of the largest
 * size are accepted by framed gateways. */
START_TEST (a_batch_keeps_the_order_of_a_row)
{
  g_autofree char *name = g_strdup_printf ("order%d", _i), *large = g_strnfill (100000, 'v');
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 ("r7");
  g_autofree char *value = NULL;
  g_autoptr (GError) error = NULL;

  hbase_append_add (append, "f", BYTES ("q"), BYTES ("!"));
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *row = g_strdup_printf ("r%u", i % 10), *large_row = g_strdup_printf ("large%u", i);
      g_autofree char *text = g_strdup_printf ("%u", i);
      g_autoptr (HBasePut) put = api_put (row, text), large_put = api_put (large_row, large);

      assert_works (hbase_batch_add (batch, HBASE_MUTATION (put), NULL, &error), error);
      assert_works (hbase_batch_add (batch, HBASE_MUTATION (large_put), NULL, &error), error);
    }
  assert_works (hbase_batch_add (batch, HBASE_MUTATION (append), NULL, &error), error);
  assert_works (hbase_batch_flush (batch, NULL, &error), error);
  value = api_read (table, "r7");
  ck_assert_pstr_eq (value, "47!");
}
END_TEST

static void
assert_async (HBaseTable *table, GAsyncResult **result, gboolean is_get, const char *value)
{
  g_autoptr (GAsyncResult) held = api_wait (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) row = NULL;
  g_autofree char *found = NULL;

  if (is_get)
    row = hbase_table_get_finish (table, held, &error);
  else
    hbase_table_put_finish (table, held, &error);
  if (value == NULL)
    {
      assert_reported (error, HBASE_ERROR_FAMILY_NOT_FOUND, "bad");
      return;
    }
  ck_assert_no_error (error);
  found = is_get ? hbase_row_dup_value_utf8 (row, "f:q") : NULL;
  ck_assert (!is_get || g_strcmp0 (found, value) == 0);
}

#define N_GATHERED 300

/* Puts, and then gets, which are sent as one request each; one of them has a family that the table hasn't,
 * and each gateway reports only that some failed. */
START_TEST (gathered_calls_have_results_of_their_own)
{
  g_autofree char *name = g_strdup_printf ("gathered%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name);
  GAsyncResult *results[N_GATHERED] = { NULL };

  hbase_table_set_max_gathered (table, 1000);
  for (guint is_get = 0; is_get < 2; is_get++)
    {
      for (guint i = 0; i < N_GATHERED; i++)
        {
          g_autofree char *text = g_strdup_printf ("%u", i);
          const char *key = i == 100 ? "bad" : text;
          g_autoptr (HBasePut) put = hbase_put_new_utf8 (key);
          g_autoptr (HBaseGet) get = hbase_get_new_utf8 (key);

          results[i] = NULL;
          hbase_put_add_utf8 (put, i == 100 ? "x" : "f", "q", text);
          hbase_query_add_family (HBASE_QUERY (get), i == 100 ? "x" : "f");
          if (is_get)
            hbase_table_get_async (table, get, NULL, api_done, &results[i]);
          else
            hbase_table_put_async (table, put, NULL, api_done, &results[i]);
        }
      for (guint i = 0; i < N_GATHERED; i++)
        {
          g_autofree char *text = g_strdup_printf ("%u", i);

          assert_async (table, &results[i], is_get, i == 100 ? NULL : text);
        }
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("client");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_loop_test (tests, a_table_is_created_disabled_enabled_and_dropped, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, missing_objects_are_named, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, errors_keep_what_hbase_reported, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_disabled_table_is_reported_for_several_rows, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_wrapped_cause_is_found, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, rows_are_written_read_and_deleted, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, rows_are_checked_and_deleted, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, gets_have_options, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, cells_expire_after_their_time_to_live, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_rows_mutations_are_checked_and_executed, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_row_key_too_long_for_hbase_is_refused, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_batch_writes_all_but_the_refused_change, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, a_batch_keeps_the_order_of_a_row, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, gathered_calls_have_results_of_their_own, 0, G_N_ELEMENTS (gateways));
  tcase_add_test (tests, a_read_only_gateway_is_reported);
  tcase_add_loop_test (tests, scans_return_each_row_once, 0, G_N_ELEMENTS (gateways));
  tcase_add_test (tests, a_table_of_many_files_is_compacted);
  tcase_add_loop_test (tests, a_cursor_survives_a_restart_of_its_gateway, 0, 2);
  tcase_add_test (tests, a_page_is_opened_through_another_gateway);
  tcase_add_test (tests, four_processes_prepend_while_a_gateway_restarts);
  tcase_add_loop_test (tests, a_gateway_of_another_protocol_is_reported, 0, G_N_ELEMENTS (strange_gateways));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("client on HBase", fill)
