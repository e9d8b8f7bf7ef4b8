/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "api/api.h"
#include "hbase/fixture.h"

/* This tests connections to a real HBase: gateways that close idle connections, and timestamps of the
 * client. */

static const char *const gateways[] = { "binary", "compact", "framed", "compact-framed" };
static const char *const modes = "binary compact framed compact-framed binary-impatient";

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

static HBaseTable *
new_table (const char *mode, const char *name, gboolean client_timestamps)
{
  g_autofree char *uri = fixture_uri (fixture, mode);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseConnection) connection = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri,
                                                           "client-timestamps", client_timestamps, NULL);

  ck_assert_no_error (error);
  api_create (connection, name);
  return hbase_table_new (connection, name);
}

/* ---- idle connections ---- */

/* Connects to the gateway, and blocks until it hangs up: a connection that became idle before is closed,
 * too. */
static void
await_hang_up (const char *mode)
{
  struct sockaddr_in address = { .sin_family = AF_INET,
                                 .sin_port = htons ((guint16) fixture_port (fixture, mode)),
                                 .sin_addr.s_addr = htonl (INADDR_LOOPBACK) };
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  char byte;

  ck_assert_int_eq (connect (fd, (struct sockaddr *) &address, sizeof address), 0);
  ck_assert_int_eq (recv (fd, &byte, 1, 0), 0);
  close (fd);
}

static guint64
count_of (HBaseTable *table, const char *name)
{
  return api_get_count (hbase_connection_get_statistics (hbase_table_get_connection (table)), name);
}

/* Not even a write, which is never sent twice, meets the closed connection. */
START_TEST (idle_connections_are_renewed)
{
  g_autoptr (HBaseTable) table = new_table ("binary-impatient", "idle", FALSE);

  for (guint i = 0; i < 3; i++)
    {
      guint64 renewed;

      api_write (table, "r", "v");
      renewed = count_of (table, "renewed");
      /* The first time it may hang up a moment before it closes the other one. */
      await_hang_up ("binary-impatient");
      await_hang_up ("binary-impatient");
      api_write (table, "r", "w");
      ck_assert_uint_eq (count_of (table, "renewed"), renewed + 1);
    }
  ck_assert_uint_eq (count_of (table, "dropped"), 0);
}
END_TEST

/* ---- client timestamps ---- */

static void
delete_column (HBaseTable *table, const char *row)
{
  g_autoptr (HBaseDelete) delete_ = hbase_delete_new_utf8 (row);
  g_autoptr (GError) error = NULL;

  hbase_delete_add_column (delete_, "f", BYTES ("q"));
  assert_works (hbase_table_delete (table, delete_, NULL, &error), error);
}

START_TEST (a_put_after_a_delete_is_never_hidden)
{
  g_autofree char *name = g_strdup_printf ("timestamps%d", _i);
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, TRUE);

  for (guint i = 0; i < 100; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i), *value = NULL, *none = NULL;

      api_write (table, "r", "before");
      delete_column (table, "r");
      api_write (table, "r", text);
      value = api_read (table, "r");
      ck_assert_pstr_eq (value, text);
      delete_column (table, "r");
      none = api_read (table, "r");
      ck_assert_ptr_null (none);
    }
}
END_TEST

/* Deletes and puts of one row in one batch, and of one column in one step. */
START_TEST (changes_keep_their_order)
{
  g_autofree char *name = g_strdup_printf ("order%d", _i), *value = NULL, *replaced = NULL;
  g_autoptr (HBaseTable) table = new_table (gateways[_i], name, TRUE);
  g_autoptr (HBaseBatch) batch = hbase_batch_new (table);
  g_autoptr (HBaseRowMutations) mutations = hbase_row_mutations_new ();
  g_autoptr (HBasePut) put = api_put ("r", "new");
  g_autoptr (HBaseDelete) column = hbase_delete_new_utf8 ("r");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("%u", i);
      g_autoptr (HBasePut) one = api_put ("r", text);
      g_autoptr (HBaseDelete) row = hbase_delete_new_utf8 ("r");

      assert_works (hbase_batch_add (batch, HBASE_MUTATION (row), NULL, &error), error);
      assert_works (hbase_batch_add (batch, HBASE_MUTATION (one), NULL, &error), error);
    }
  assert_works (hbase_batch_flush (batch, NULL, &error), error);
  value = api_read (table, "r");
  ck_assert_pstr_eq (value, "19");
  hbase_delete_add_column (column, "f", BYTES ("q"));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (column));
  hbase_row_mutations_add (mutations, HBASE_MUTATION (put));
  assert_works (hbase_table_mutate_row (table, mutations, NULL, &error), error);
  replaced = api_read (table, "r");
  ck_assert_pstr_eq (replaced, "new");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("connections");

  tcase_set_timeout (tests, 120);
  tcase_add_unchecked_fixture (tests, set_up, tear_down);
  tcase_add_test (tests, idle_connections_are_renewed);
  tcase_add_loop_test (tests, a_put_after_a_delete_is_never_hidden, 0, G_N_ELEMENTS (gateways));
  tcase_add_loop_test (tests, changes_keep_their_order, 0, G_N_ELEMENTS (gateways));
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("connections to HBase", fill)
