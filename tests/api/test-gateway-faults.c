/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "api.h"
#include "relay.h"

/* This tests gateways that are killed, don't respond, or send half a reply or another one: the real engine,
 * through a relay. Reads succeed all the same; if a write may have been executed, the error says so; what was
 * acknowledged is stored, and later calls succeed. */

#define N_MODES 4

/* Most of these calls fail: the budget of repetitions, which would end soon, isn't tested here. */
static HBaseConnection *
connect_with_budget (const char *uri)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri, "retry-budget", 10000, NULL);

  ck_assert_no_error (error);
  return connection;
}

/* The row "acknowledged" is in it. */
static HBaseTable *
table_after (Relay *relay, int mode)
{
  g_autofree char *uri = relay_uri (relay, mode);
  g_autoptr (HBaseConnection) connection = connect_with_budget (uri);
  HBaseTable *table;

  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
  api_write (table, "acknowledged", "v");
  return table;
}

static void
assert_value (HBaseTable *table, const char *row, const char *expected)
{
  g_autofree char *value = api_read (table, row);

  ck_assert_pstr_eq (value, expected);
}

static void
assert_goes_on (HBaseTable *table)
{
  assert_value (table, "acknowledged", "v");
  api_write (table, "later", "v");
  assert_value (table, "later", "v");
}

static guint64
bytes_received (HBaseTable *table)
{
  g_autoptr (GVariant) statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  guint64 bytes = 0;

  ck_assert (g_variant_lookup (statistics, "bytes-received", "t", &bytes));
  return bytes;
}

/* ---- the calls of a table ---- */

typedef gboolean (*Call) (HBaseTable *table, const char *row, GError **error);

/* Whether the calls that write may be executed twice. */
static gboolean are_idempotent;

static gboolean
call_get (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  g_autoptr (HBaseRow) found = hbase_table_get (table, get, NULL, error);

  return found != NULL;
}

static gboolean
call_get_multiple (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GPtrArray) rows = NULL;

  g_ptr_array_add (gets, hbase_get_new_utf8 (row));
  g_ptr_array_add (gets, hbase_get_new_utf8 ("missing"));
  rows = hbase_table_get_multiple (table, gets, NULL, error);
  return rows != NULL && rows->len == 2;
}

static gboolean
call_exists (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  gboolean exists = FALSE;

  return hbase_table_exists (table, get, &exists, NULL, error) && exists;
}

static gboolean
call_exists_multiple (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (GPtrArray) gets = g_ptr_array_new_with_free_func (hbase_query_unref);
  g_autoptr (GArray) exist = NULL;

  g_ptr_array_add (gets, hbase_get_new_utf8 ("missing"));
  g_ptr_array_add (gets, hbase_get_new_utf8 (row));
  exist = hbase_table_exists_multiple (table, gets, NULL, error);
  return exist != NULL && exist->len == 2 && !g_array_index (exist, gboolean, 0)
         && g_array_index (exist, gboolean, 1);
}

static gboolean
call_put (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBasePut) put = api_put (row, "w");

  hbase_mutation_set_idempotent (HBASE_MUTATION (put), are_idempotent);
  return hbase_table_put (table, put, NULL, error);
}

static gboolean
call_put_multiple (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  g_ptr_array_add (puts, api_put (row, "w"));
  hbase_mutation_set_idempotent (HBASE_MUTATION (puts->pdata[0]), are_idempotent);
  return hbase_table_put_multiple (table, puts, NULL, error);
}

static gboolean
call_check_and_put (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBasePut) put = api_put (row, "w");

  hbase_mutation_set_idempotent (HBASE_MUTATION (put), are_idempotent);
  return hbase_table_check_and_put (table, "f", BYTES ("q"), NULL, 0, put, NULL, NULL, error);
}

static HBaseRowMutations *
mutations_of (const char *row)
{
  HBaseRowMutations *mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = api_put (row, "w");

  hbase_mutation_set_idempotent (HBASE_MUTATION (put), are_idempotent);
  hbase_mutation_set_idempotent (HBASE_MUTATION (put), are_idempotent);
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  return mutations;
}

static gboolean
call_mutate_row (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseRowMutations) mutations = mutations_of (row);

  return hbase_table_mutate_row (table, mutations, NULL, error);
}

static gboolean
call_check_and_mutate (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseRowMutations) mutations = mutations_of (row);

  return hbase_table_check_and_mutate (table, "f", BYTES ("q"), HBASE_COMPARE_OPERATOR_EQUAL, NULL, 0,
                                       mutations, NULL, NULL, error);
}

/* It has a timestamp of its own: a delete masks what is put within the same millisecond. */
static void
write_timestamped (HBaseTable *table, const char *row)
{
  g_autoptr (HBasePut) put = hbase_put_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  hbase_put_add_with_timestamp (put, "f", BYTES ("q"), BYTES ("v"), 1000);
  assert_works (hbase_table_put (table, put, NULL, &error), error);
}

static gboolean
call_delete (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);

  hbase_mutation_set_idempotent (HBASE_MUTATION (delete_), are_idempotent);
  return hbase_table_delete (table, delete_, NULL, error);
}

static gboolean
call_delete_multiple (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (GPtrArray) deletes = g_ptr_array_new_with_free_func (hbase_mutation_unref);

  g_ptr_array_add (deletes, hbase_delete_new_utf8 (row));
  hbase_mutation_set_idempotent (HBASE_MUTATION (deletes->pdata[0]), are_idempotent);
  return hbase_table_delete_multiple (table, deletes, NULL, error);
}

static gboolean
call_check_and_delete (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);

  hbase_mutation_set_idempotent (HBASE_MUTATION (delete_), are_idempotent);
  return hbase_table_check_and_delete (table, "f", BYTES ("q"), BYTES ("v"), delete_, NULL, NULL, error);
}

static gboolean
call_increment (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseIncrement) increment = hbase_increment_new_utf8 (row);
  g_autoptr (HBaseRow) counted = NULL;

  hbase_mutation_set_idempotent (HBASE_MUTATION (increment), are_idempotent);
  hbase_increment_add (increment, "f", BYTES ("q"), 1);
  counted = hbase_table_increment (table, increment, NULL, error);
  return counted != NULL;
}

static gboolean
call_append (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseAppend) append = hbase_append_new_utf8 (row);
  g_autoptr (HBaseRow) appended = NULL;

  hbase_mutation_set_idempotent (HBASE_MUTATION (append), are_idempotent);
  hbase_append_add (append, "f", BYTES ("q"), BYTES ("w"));
  appended = hbase_table_append (table, append, NULL, error);
  return appended != NULL;
}

static gboolean
call_scan (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (HBaseRow) found = NULL;

  hbase_scan_set_start (scan, (const guint8 *) row, strlen (row));
  cursor = hbase_table_scan (table, scan);
  found = hbase_table_cursor_next (cursor, NULL, error);
  return found != NULL;
}

static gboolean
call_get_regions (HBaseTable *table, const char *row, GError **error)
{
  g_autoptr (GPtrArray) regions = hbase_table_get_regions (table, NULL, error);

  return regions != NULL && regions->len == 1;
}

static const Call reads[] = { call_get, call_get_multiple, call_exists, call_exists_multiple };
static const Call deletes[] = { call_delete, call_check_and_delete, call_delete_multiple };
static const Call writes[]
    = { call_put, call_put_multiple, call_check_and_put, call_mutate_row, call_check_and_mutate };

/* ---- lost exchanges ---- */

/* The second one comes last: its delete masks every put with the same timestamp. */
static const RelayDeed losses[] = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY };

START_TEST (a_read_survives_lost_exchanges)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);

  for (guint i = 0; i < G_N_ELEMENTS (reads) * G_N_ELEMENTS (losses); i++)
    {
      g_autoptr (GError) error = NULL;

      relay_tell (relay, 0, 2, losses[i % 2]);
      assert_works (reads[i / 2](table, "acknowledged", &error), error);
      ck_assert_int_eq (relay->log->faults, 2 * ((int) i + 1));
    }
  assert_goes_on (table);
}
END_TEST

START_TEST (a_write_without_a_response_is_in_doubt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);

  for (guint i = 0; i < G_N_ELEMENTS (writes) * G_N_ELEMENTS (losses); i++)
    {
      g_autofree char *row = g_strdup_printf ("doubt\xff%u", i);
      g_autofree char *shown = g_strdup_printf ("doubt\\xFF%u", i);
      g_autoptr (GError) error = NULL;

      relay_tell (relay, 0, 1, losses[i % 2]);
      ck_assert (!writes[i / 2](table, row, &error));
      assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“t”");
      if (writes[i / 2] != call_put_multiple)
        assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, shown);
      assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "read before you write again");
      ck_assert_int_eq (relay->log->faults, (int) i + 1);
      assert_value (table, row, losses[i % 2] == RELAY_LOSE_REPLY ? "w" : NULL);
    }
  assert_goes_on (table);
}
END_TEST

START_TEST (a_delete_without_a_response_is_in_doubt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);

  for (guint i = 0; i < G_N_ELEMENTS (losses) * G_N_ELEMENTS (deletes); i++)
    {
      g_autofree char *row = g_strdup_printf ("doomed %u", i / 2);
      g_autofree char *shown = g_strdup_printf ("“%s”", row);
      g_autoptr (GError) error = NULL;

      write_timestamped (table, row);
      relay_tell (relay, 0, 1, losses[i % 2]);
      ck_assert (!deletes[i / 2](table, row, &error));
      assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN,
                       deletes[i / 2] != call_delete_multiple ? shown : "“t”");
      assert_value (table, row, losses[i % 2] == RELAY_LOSE_REPLY ? NULL : "v");
    }
  assert_goes_on (table);
}
END_TEST

START_TEST (statistics_count_what_is_sent_again)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, 0);
  g_autofree char *address = relay_address (relay);
  g_autoptr (GVariant) statistics = NULL, gateways = NULL, gateway = NULL;
  g_autoptr (GError) error = NULL;
  const char *name = NULL, *state = NULL;
  guint64 retries = 0, failures = 0;

  relay_tell (relay, 0, 1, RELAY_LOSE_REPLY);
  assert_works (call_get (table, "acknowledged", &error), error);
  statistics = hbase_connection_get_statistics (hbase_table_get_connection (table));
  ck_assert (g_variant_lookup (statistics, "retries", "t", &retries));
  gateways = g_variant_lookup_value (statistics, "gateways", G_VARIANT_TYPE ("aa{sv}"));
  ck_assert_uint_eq (g_variant_n_children (gateways), 1);
  gateway = g_variant_get_child_value (gateways, 0);
  ck_assert (g_variant_lookup (gateway, "name", "&s", &name));
  ck_assert (g_variant_lookup (gateway, "state", "&s", &state));
  ck_assert (g_variant_lookup (gateway, "failures", "t", &failures));
  ck_assert_str_eq (name, address);
  ck_assert_str_eq (state, "up");
  ck_assert_uint_eq (retries, 1);
  ck_assert_uint_eq (failures, 1);
}
END_TEST

/* ---- replies that are cut off ---- */

static guint
reply_length (HBaseTable *table, Call call, const char *row)
{
  guint64 before = bytes_received (table);
  g_autoptr (GError) error = NULL;

  assert_works (call (table, row, &error), error);
  return (guint) (bytes_received (table) - before);
}

static void
cut_next (Relay *relay, guint cut)
{
  g_atomic_int_set (&relay->log->cut, (gint) cut);
  relay_tell (relay, 0, 1, RELAY_CUT);
}

START_TEST (a_reply_to_a_read_is_cut_at_any_byte)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);
  gint faults = 0;

  for (guint i = 0; i < G_N_ELEMENTS (reads); i++)
    {
      guint length = reply_length (table, reads[i], "acknowledged");

      ck_assert_uint_gt (length, 10);
      for (guint cut = 0; cut < length; cut++)
        {
          g_autoptr (GError) error = NULL;

          cut_next (relay, cut);
          assert_works (reads[i](table, "acknowledged", &error), error);
          ck_assert_int_eq (relay->log->faults, ++faults);
        }
    }
  assert_goes_on (table);
}
END_TEST

START_TEST (a_reply_to_a_write_is_cut_at_any_byte)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);

  for (guint i = 0; i < G_N_ELEMENTS (writes); i++)
    {
      guint length = reply_length (table, writes[i], "measured");

      for (guint cut = 0; cut < length; cut++)
        {
          g_autofree char *row = g_strdup_printf ("%u:%u", i, cut);
          g_autoptr (GError) error = NULL;

          cut_next (relay, cut);
          ck_assert (!writes[i](table, row, &error));
          assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“t”");
          assert_value (table, row, "w");
        }
    }
  assert_goes_on (table);
}
END_TEST

/* ---- replies to other calls, and no replies ---- */

START_TEST (a_reply_to_another_call_is_refused)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);
  g_autoptr (GError) got = NULL, written = NULL;

  api_write (table, "other", "another's value");
  assert_value (table, "other", "another's value");
  relay_tell (relay, 0, 1, RELAY_STALE);
  ck_assert (!call_get (table, "acknowledged\x01", &got));
  assert_reported (got, HBASE_ERROR_PROTOCOL, "“t”");
  assert_reported (got, HBASE_ERROR_PROTOCOL, "“acknowledged\\x01”");
  assert_value (table, "other", "another's value");
  relay_tell (relay, 0, 1, RELAY_STALE);
  ck_assert (!call_put (table, "r", &written));
  assert_reported (written, HBASE_ERROR_OUTCOME_UNKNOWN, "“r”");
  ck_assert_int_eq (relay->log->faults, 2);
  assert_value (table, "r", "w");
  assert_goes_on (table);
}
END_TEST

/* Waits until the gateway has executed a put for whose reply nobody waits. */
static void
await_row (HBaseTable *table, const char *row)
{
  gboolean is_there = FALSE;

  while (!is_there)
    {
      g_autofree char *value = api_read (table, row);

      is_there = value != NULL;
    }
}

static const RelayDeed silences[] = { RELAY_HOLD_REQUEST, RELAY_HOLD_REPLY };

START_TEST (a_silent_gateway_has_reads_repeated_and_writes_in_doubt)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i % N_MODES);
  RelayDeed silence = silences[_i / N_MODES];
  g_autoptr (GError) got = NULL, written = NULL;

  g_object_set (table, "attempt-timeout", 150, NULL);
  relay_tell (relay, 0, 1, silence);
  assert_works (call_get (table, "acknowledged", &got), got);
  relay_await_one_connection (relay);
  relay_tell (relay, 0, 1, silence);
  ck_assert (!call_put (table, "r", &written));
  assert_reported (written, HBASE_ERROR_OUTCOME_UNKNOWN, "0.15 s");
  /* The relay may be slower than the timeout. */
  while (g_atomic_int_get (&relay->log->faults) < 2)
    g_thread_yield ();
  g_object_set (table, "attempt-timeout", 20000, NULL);
  if (silence == RELAY_HOLD_REPLY)
    await_row (table, "r");
  assert_value (table, "r", silence == RELAY_HOLD_REPLY ? "w" : NULL);
  assert_goes_on (table);
}
END_TEST

/* ---- gateways that are killed ---- */

static void
write_until_it_dies (Relay *relay, HBaseTable *table, guint round)
{
  g_autoptr (GError) error = NULL, refused = NULL;
  guint n = 0;

  relay_tell (relay, round, 1, RELAY_DIE);
  while (error == NULL)
    {
      g_autofree char *row = g_strdup_printf ("%u:%u", round, n++);

      call_put (table, row, &error);
    }
  assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“t”");
  ck_assert_uint_eq (n, round + 1);
  relay_kill (relay); /* waits until the table doesn't exist any more */
  ck_assert (!call_put (table, "refused", &refused));
  assert_reported (refused, HBASE_ERROR_CONNECTION_REFUSED, "127.0.0.1");
}

START_TEST (writes_that_a_killed_gateway_acknowledged_are_kept)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-relay-XXXXXX", NULL);
  Relay *relay = relay_new (directory);
  g_autoptr (HBaseTable) table = table_after (relay, _i);

  for (guint round = 0; round < 4; round += 2)
    {
      write_until_it_dies (relay, table, round);
      relay_start (relay);
      for (guint n = 0; n <= round; n++)
        {
          g_autofree char *row = g_strdup_printf ("%u:%u", round, n);

          assert_value (table, row, "w");
        }
      assert_value (table, "refused", NULL);
    }
  assert_goes_on (table);
  relay_free (relay);
  relay_remove_data (directory);
}
END_TEST

/* Two gateways of one database: calls go to the one that runs. */
START_TEST (another_gateway_takes_over)
{
  g_autofree char *directory = g_dir_make_tmp ("hbase-relay-XXXXXX", NULL);
  Relay *first = relay_new (directory), *second = relay_new (directory);
  g_autoptr (HBaseTable) alone = table_after (first, 0);
  g_autofree char *a = relay_address (first), *b = relay_address (second);
  g_autofree char *uri = g_strdup_printf ("thrift://%s,%s/", a, b);
  g_autoptr (HBaseConnection) connection = api_connect (uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 6; i++)
    {
      relay_kill (i % 2 == 0 ? first : second);
      /* The outcome of what was sent to the killed one may be unknown; that of later calls isn't. */
      assert_value (table, "acknowledged", "v");
      api_write (table, "r", i % 2 == 0 ? "even" : "odd");
      assert_value (table, "r", i % 2 == 0 ? "even" : "odd");
      relay_start (i % 2 == 0 ? first : second);
    }
  relay_kill (first);
  relay_kill (second);
  ck_assert (!call_get (table, "acknowledged", &error));
  assert_reported (error, HBASE_ERROR_CONNECTION_REFUSED, a);
  assert_reported (error, HBASE_ERROR_CONNECTION_REFUSED, b);
  relay_free (first);
  relay_free (second);
  relay_remove_data (directory);
}
END_TEST

/* ---- admin ---- */

typedef gboolean (*Change) (HBaseAdmin *admin, GError **error);

static gboolean
change_create (HBaseAdmin *admin, GError **error)
{
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor ("new");

  return hbase_admin_create_table (admin, descriptor, NULL, NULL, error);
}

static gboolean
change_disable (HBaseAdmin *admin, GError **error)
{
  return hbase_admin_disable_table (admin, "new", NULL, error);
}

static gboolean
change_enable (HBaseAdmin *admin, GError **error)
{
  return hbase_admin_enable_table (admin, "new", NULL, error);
}

static gboolean
change_drop (HBaseAdmin *admin, GError **error)
{
  return hbase_admin_delete_table (admin, "new", HBASE_DELETE_TABLE_DISABLE, NULL, error);
}

static const Change changes[] = { change_create, change_disable, change_enable, change_disable, change_drop };
static const HBaseTableState states[]
    = { HBASE_TABLE_STATE_AVAILABLE, HBASE_TABLE_STATE_DISABLED, HBASE_TABLE_STATE_AVAILABLE,
        HBASE_TABLE_STATE_DISABLED, HBASE_TABLE_STATE_MISSING };

static const RelayDeed deeds[]
    = { RELAY_LOSE_REQUEST, RELAY_LOSE_REPLY, RELAY_CUT, RELAY_STALE, RELAY_HOLD_REQUEST, RELAY_HOLD_REPLY };

/* The library looks the table up, and sends the change again if necessary; in a second round the first such
 * lookup fails, too. (A new channel has no stale reply.) */
START_TEST (changes_of_tables_complete_over_gateway_failures)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i % N_MODES);
  HBaseConnection *connection = hbase_table_get_connection (table);
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  RelayDeed deed = deeds[_i / N_MODES];

  g_object_set (connection, "attempt-timeout", relay_is_silence (deed) ? 60 : 20000, NULL);
  g_atomic_int_set (&relay->log->cut, 9);
  for (guint i = 0; i < 2 * G_N_ELEMENTS (changes); i++)
    {
      guint change = i % G_N_ELEMENTS (changes), n = 1 + i / G_N_ELEMENTS (changes);
      gint faults = relay->log->faults;
      g_autoptr (GError) error = NULL;

      /* Creating a table begins with a lookup, a read like any other. */
      relay_tell (relay, changes[change] == change_create, deed == RELAY_STALE ? 1 : n, deed);
      assert_works (changes[change](admin, &error), error);
      ck_assert_int_gt (relay->log->faults, faults);
      relay_tell (relay, 0, 0, RELAY_PASS);
      /* A change that is late, and was repeated, mustn't be executed after the next one. */
      relay_await_one_connection (relay);
      ck_assert_int_eq (api_get_state (admin, "new"), states[change]);
    }
  g_object_set (connection, "attempt-timeout", 20000, NULL);
  assert_goes_on (table);
}
END_TEST

/* ---- many puts in one call ---- */

/* Some are sent from where they are packed, some have outgrown that, and some are too short for it. */
static HBasePut *
put_of_size (guint i, gsize size)
{
  g_autofree char *row = g_strdup_printf ("row-%04u", i);
  g_autofree char *value = g_strnfill (size, (char) ('a' + i % 26));

  return api_put (row, value);
}

static gsize
nth_size (guint i)
{
  static const gsize sizes[] = { 1, 200, 300, 600, 700, 5000 };

  return sizes[i % G_N_ELEMENTS (sizes)];
}

START_TEST (many_puts_arrive_whole)
{
  g_autoptr (Relay) relay = relay_new (NULL);
  g_autoptr (HBaseTable) table = table_after (relay, _i);
  g_autoptr (GPtrArray) puts = g_ptr_array_new_with_free_func (hbase_mutation_unref);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 1500; i++)
    g_ptr_array_add (puts, put_of_size (i, nth_size (i)));
  hbase_table_put_multiple_async (table, puts, NULL, api_done, &result);
  for (guint i = 0; i < puts->len; i++)
    hbase_put_add_utf8 (puts->pdata[i], "f", "q", "added too late to be written");
  g_ptr_array_set_size (puts, 0);
  assert_works (hbase_table_put_multiple_finish (table, api_wait (&result), &error), error);
  for (guint i = 0; i < 1500; i += 7)
    {
      g_autofree char *row = g_strdup_printf ("row-%04u", i);
      g_autofree char *value = g_strnfill (nth_size (i), (char) ('a' + i % 26));

      assert_value (table, row, value);
    }
}
END_TEST

/* ---- gateways that are killed ---- */

/* When the gateway's process is killed. */
typedef enum {
  PHASE_CONNECT,      /* before the call */
  PHASE_REQUEST,      /* when the request begins to arrive; it isn't executed */
  PHASE_BEFORE_REPLY, /* when it has been executed */
  PHASE_REPLY,        /* after three bytes of the reply */
  N_PHASES,
} Phase;

static const RelayDeed deeds_of_phases[N_PHASES]
    = { [PHASE_REQUEST] = RELAY_DIE_BEFORE, [PHASE_BEFORE_REPLY] = RELAY_DIE, [PHASE_REPLY] = RELAY_DIE_CUT };

static void
kill_at (Relay *relay, Phase phase)
{
  g_atomic_int_set (&relay->log->cut, 3);
  if (phase == PHASE_CONNECT)
    relay_kill (relay);
  else
    relay_tell (relay, 0, 1, deeds_of_phases[phase]);
}

#define MAX_RELAYS 3

/* Gateways of one database. A test kills the first one, which is the one that a new connection uses first. */
typedef struct {
  char *directory;
  Relay *relays[MAX_RELAYS];
  char *uri;
} Gateways;

static Gateways
gateways_new (guint n)
{
  Gateways gateways = { .directory = g_dir_make_tmp ("hbase-XXXXXX", NULL) };
  GString *uri = g_string_new ("thrift://");
  g_autoptr (HBaseConnection) connection = NULL;
  g_autoptr (HBaseTable) table = NULL;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *address = NULL;

      gateways.relays[i] = relay_new (gateways.directory);
      address = relay_address (gateways.relays[i]);
      g_string_append_printf (uri, "%s%s", i > 0 ? "," : "", address);
    }
  g_string_append_c (uri, '/');
  gateways.uri = g_string_free (uri, FALSE);
  connection = api_connect (gateways.uri);
  api_create (connection, "t");
  table = hbase_table_new (connection, "t");
  api_write (table, "acknowledged", "v");
  return gateways;
}

static void
gateways_clear (Gateways *gateways)
{
  for (guint i = 0; i < MAX_RELAYS; i++)
    g_clear_pointer (&gateways->relays[i], relay_free);
  relay_remove_data (gateways->directory);
  g_free (gateways->directory);
  g_free (gateways->uri);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Gateways, gateways_clear)

/* Makes the call while the gateway is killed, by a connection that has used it before. */
static gboolean
call_and_kill (Gateways *gateways, Call call, const char *row, Phase phase, GError **error)
{
  g_autoptr (HBaseConnection) connection = connect_with_budget (gateways->uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  gint exchanges = g_atomic_int_get (&gateways->relays[0]->log->exchanges);
  gboolean done;

  assert_value (table, "acknowledged", "v");
  ck_assert_int_eq (g_atomic_int_get (&gateways->relays[0]->log->exchanges), exchanges + 1);
  kill_at (gateways->relays[0], phase);
  done = call (table, row, error);
  if (gateways->relays[1] == NULL)
    relay_start (gateways->relays[0]);
  assert_goes_on (table);
  if (gateways->relays[1] != NULL)
    relay_start (gateways->relays[0]);
  return done;
}

static const Call all_writes[]
    = { call_put,    call_put_multiple, call_check_and_put,   call_mutate_row,       call_check_and_mutate,
        call_append, call_delete,       call_delete_multiple, call_check_and_delete, call_increment };
#define N_PUTS 6    /* the first ones, which write w */
#define N_DELETES 3 /* the next ones */

/* Whatever is killed, another gateway takes the reads over. If there is none, the error says so, after some
 * rounds; therefore not all calls are tried. */
START_TEST (a_read_survives_a_gateway_that_is_killed)
{
  Phase phase = (Phase) (_i / 2);
  guint n = _i % 2 == 0 ? 1 : MAX_RELAYS;
  g_auto (Gateways) gateways = gateways_new (n);
  static const Call all[]
      = { call_get, call_scan, call_get_multiple, call_exists, call_exists_multiple, call_get_regions };

  for (guint i = 0; i < (n == 1 ? 2 : G_N_ELEMENTS (all)); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean done = call_and_kill (&gateways, all[i], "acknowledged", phase, &error);

      if (n == 1)
        assert_reported (error, HBASE_ERROR_CONNECTION_REFUSED, "“t”");
      else
        assert_works (done, error);
    }
}
END_TEST

/* Reads all rows of the table by a scanner, a row for each request. */
static void
assert_scans (HBaseTable *table)
{
  static const char *const rows[] = { "acknowledged", "later", "row 0", "row 1", "row 2" };
  g_autoptr (HBaseScan) scan = hbase_scan_new ();
  g_autoptr (HBaseTableCursor) cursor = NULL;
  g_autoptr (GError) error = NULL;

  hbase_scan_set_caching (scan, 1);
  cursor = hbase_table_scan (table, scan);
  for (guint i = 0; i <= G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (HBaseRow) row = hbase_table_cursor_next (cursor, NULL, &error);
      g_autofree char *key = row != NULL ? hbase_row_dup_key_utf8 (row) : NULL;

      ck_assert_no_error (error);
      ck_assert_pstr_eq (key, i < G_N_ELEMENTS (rows) ? rows[i] : NULL);
    }
  assert_works (hbase_table_cursor_close (cursor, NULL, &error), error);
}

/* Kills the gateway in the exchange after so many others of a scan. Returns whether the scan had that one. */
static gboolean
scan_and_kill (Gateways *gateways, Phase phase, guint n_before)
{
  Relay *relay = gateways->relays[0];
  g_autoptr (HBaseConnection) connection = connect_with_budget (gateways->uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");
  gint faults = g_atomic_int_get (&relay->log->faults);

  assert_value (table, "acknowledged", "v");
  g_atomic_int_set (&relay->log->cut, 3);
  relay_tell (relay, n_before, 1, deeds_of_phases[phase]);
  assert_scans (table);
  if (g_atomic_int_get (&relay->log->faults) == faults)
    return FALSE;
  relay_start (relay);
  return TRUE;
}

static void
write_rows (const Gateways *gateways)
{
  g_autoptr (HBaseConnection) connection = api_connect (gateways->uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  api_write (table, "later", "v");
  api_write (table, "row 0", "v");
  api_write (table, "row 1", "v");
  api_write (table, "row 2", "v");
}

/* It is killed while it opens the scanner, returns rows, or closes the scanner. */
START_TEST (a_scan_survives_a_gateway_that_is_killed)
{
  g_auto (Gateways) gateways = gateways_new (MAX_RELAYS);
  guint n_killed = 0;

  write_rows (&gateways);
  while (scan_and_kill (&gateways, (Phase) _i, n_killed))
    n_killed++;
  ck_assert_uint_ge (n_killed, 1 + 5 + 1);
}
END_TEST

static void
assert_written (Gateways *gateways, guint i, const char *row, guint n_times)
{
  g_autoptr (HBaseConnection) connection = api_connect (gateways->uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  if (all_writes[i] == call_append && n_times == 2)
    assert_value (table, row, "ww");
  else if (i < N_PUTS)
    assert_value (table, row, n_times > 0 ? "w" : NULL);
  else if (i < N_PUTS + N_DELETES)
    assert_value (table, row, n_times > 0 ? NULL : "v");
  else
    {
      g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
      g_autoptr (HBaseRow) found = hbase_table_get (table, get, NULL, NULL);

      gint64 counted = 0;

      if (n_times > 0)
        ck_assert (hbase_row_get_counter (found, "f:q", &counted, NULL));
      ck_assert_int_eq (counted, n_times);
    }
}

static void
prepare (Gateways *gateways, guint i, const char *row)
{
  g_autoptr (HBaseConnection) connection = api_connect (gateways->uri);
  g_autoptr (HBaseTable) table = hbase_table_new (connection, "t");

  if (i >= N_PUTS && i < N_PUTS + N_DELETES)
    write_timestamped (table, row);
}

START_TEST (a_write_to_a_gateway_that_is_killed_is_in_doubt)
{
  Phase phase = (Phase) (_i / 2);
  guint n = _i % 2 == 0 ? 1 : MAX_RELAYS;
  g_auto (Gateways) gateways = gateways_new (n);

  for (guint i = 0; i < G_N_ELEMENTS (all_writes); i += n == 1 && phase == PHASE_CONNECT ? 6 : 1)
    {
      g_autofree char *row = g_strdup_printf ("row %u", i);
      g_autoptr (GError) error = NULL;
      gboolean done;

      prepare (&gateways, i, row);
      done = call_and_kill (&gateways, all_writes[i], row, phase, &error);
      if (phase != PHASE_CONNECT)
        assert_reported (error, HBASE_ERROR_OUTCOME_UNKNOWN, "“t”");
      else if (n == 1)
        assert_reported (error, HBASE_ERROR_CONNECTION_REFUSED, "“t”");
      else
        assert_works (done, error);
      assert_written (&gateways, i, row, phase == PHASE_CONNECT ? n > 1 : phase > PHASE_REQUEST);
    }
}
END_TEST

/* What was executed before its reply was lost is executed once more. */
START_TEST (an_idempotent_write_survives_a_gateway_that_is_killed)
{
  Phase phase = (Phase) _i;
  g_auto (Gateways) gateways = gateways_new (MAX_RELAYS);

  for (guint i = 0; i < G_N_ELEMENTS (all_writes); i++)
    {
      g_autofree char *row = g_strdup_printf ("row %u", i);
      g_autoptr (GError) error = NULL;
      gboolean done;

      prepare (&gateways, i, row);
      are_idempotent = TRUE;
      done = call_and_kill (&gateways, all_writes[i], row, phase, &error);
      are_idempotent = FALSE;
      assert_works (done, error);
      assert_written (&gateways, i, row, phase > PHASE_REQUEST ? 2 : 1);
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("gateway faults");

  tcase_set_timeout (tests, 60);
  tcase_add_loop_test (tests, a_read_survives_lost_exchanges, 0, N_MODES);
  tcase_add_test (tests, statistics_count_what_is_sent_again);
  tcase_add_loop_test (tests, a_read_survives_a_gateway_that_is_killed, 0, 2 * N_PHASES);
  tcase_add_loop_test (tests, a_scan_survives_a_gateway_that_is_killed, PHASE_REQUEST, N_PHASES);
  tcase_add_loop_test (tests, a_write_to_a_gateway_that_is_killed_is_in_doubt, 0, 2 * N_PHASES);
  tcase_add_loop_test (tests, an_idempotent_write_survives_a_gateway_that_is_killed, 0, N_PHASES);
  tcase_add_loop_test (tests, a_write_without_a_response_is_in_doubt, 0, N_MODES);
  tcase_add_loop_test (tests, a_delete_without_a_response_is_in_doubt, 0, N_MODES);
  tcase_add_loop_test (tests, a_reply_to_a_read_is_cut_at_any_byte, 0, N_MODES);
  tcase_add_loop_test (tests, a_reply_to_a_write_is_cut_at_any_byte, 0, N_MODES);
  tcase_add_loop_test (tests, a_reply_to_another_call_is_refused, 0, N_MODES);
  tcase_add_loop_test (tests, a_silent_gateway_has_reads_repeated_and_writes_in_doubt, 0,
                       N_MODES * G_N_ELEMENTS (silences));
  tcase_add_loop_test (tests, writes_that_a_killed_gateway_acknowledged_are_kept, 0, N_MODES);
  tcase_add_test (tests, another_gateway_takes_over);
  tcase_add_loop_test (tests, changes_of_tables_complete_over_gateway_failures, 0,
                       N_MODES * G_N_ELEMENTS (deeds));
  tcase_add_loop_test (tests, many_puts_arrive_whole, 0, N_MODES);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("gateway faults", fill)
