/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include <gio/gio.h>
#include <hbase-glib.h>
#include <string.h>

#include "check-main.h"

/* Functions that the tests of the public interface share: an in-memory database with a table `t` of the
 * families `f` and `g`. */

#define BYTES(text) (const guint8 *) (text), strlen (text)

/* For a call that returns a boolean: prints the error if it fails. */
#define assert_works(call, error)                                                                            \
  G_STMT_START                                                                                               \
  {                                                                                                          \
    gboolean works = (call);                                                                                 \
    ck_assert_no_error (error);                                                                              \
    ck_assert (works);                                                                                       \
  }                                                                                                          \
  G_STMT_END

/* Checks that the error has this code and that its message, of one line, matches. */
static inline void
assert_reported (const GError *error, HBaseError code, const char *word)
{
  ck_assert_error (error, HBASE_ERROR, code);
  ck_assert_msg (strstr (error->message, word) != NULL, "“%s” doesn't say “%s”", error->message, word);
  ck_assert_ptr_null (strchr (error->message, '\n'));
}

static inline HBaseConnection *
api_connect (const char *uri)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection = hbase_connection_new (uri, &error);

  ck_assert_no_error (error);
  ck_assert_ptr_nonnull (connection);
  return connection;
}

static inline HBaseConnection *
api_connect_with_channels (const char *uri, guint max_channels)
{
  g_autoptr (GError) error = NULL;
  HBaseConnection *connection
      = g_initable_new (HBASE_TYPE_CONNECTION, NULL, &error, "uri", uri, "max-channels", max_channels, NULL);

  ck_assert_no_error (error);
  return connection;
}

/* Connects to a gateway that never responds: a call on it lasts until it times out, or is cancelled. */
static inline HBaseConnection *
api_connect_to_silence (GSocketListener *listener)
{
  g_autoptr (GError) error = NULL;
  guint16 port = g_socket_listener_add_any_inet_port (listener, NULL, &error);
  g_autofree char *uri = g_strdup_printf ("thrift://127.0.0.1:%u/", port);

  ck_assert_no_error (error);
  return api_connect (uri);
}

static inline HBaseTableDescriptor *
api_descriptor (const char *name)
{
  HBaseTableDescriptor *descriptor = hbase_table_descriptor_new (name);
  g_autoptr (HBaseFamilyDescriptor) f = hbase_family_descriptor_new ("f");
  g_autoptr (HBaseFamilyDescriptor) g = hbase_family_descriptor_new ("g");

  hbase_table_descriptor_add_family (descriptor, f);
  hbase_table_descriptor_add_family (descriptor, g);
  return descriptor;
}

static inline void
api_create (HBaseConnection *connection, const char *name)
{
  g_autoptr (HBaseAdmin) admin = hbase_admin_new (connection);
  g_autoptr (HBaseTableDescriptor) descriptor = api_descriptor (name);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_admin_create_table (admin, descriptor, NULL, NULL, &error), error);
  ck_assert_no_error (error);
}

static inline HBaseTableState
api_get_state (HBaseAdmin *admin, const char *table)
{
  g_autoptr (GError) error = NULL;
  HBaseTableState state = HBASE_TABLE_STATE_MISSING;

  assert_works (hbase_admin_get_table_state (admin, table, &state, NULL, &error), error);
  ck_assert_no_error (error);
  return state;
}

/* The table keeps its connection. */
static inline HBaseTable *
api_table (void)
{
  g_autoptr (HBaseConnection) connection = api_connect ("local::memory:");

  api_create (connection, "t");
  return hbase_table_new (connection, "t");
}

/* Returns a count of statistics, which are taken. */
static inline guint64
api_get_count (GVariant *statistics /* (transfer full) */, const char *name)
{
  g_autoptr (GVariant) held = statistics;
  guint64 count;

  ck_assert_msg (g_variant_lookup (statistics, name, "t", &count), "no %s", name);
  return count;
}

/* Returns a handle of the same table with this key schema and the same timeout, in place of the one that is
 * taken. */
static inline HBaseTable *
api_add_key_schema (HBaseTable *table /* (transfer full) */, HBaseKeySchema *schema)
{
  g_autoptr (HBaseTable) held = table;
  HBaseTable *added = hbase_table_new_with_key_schema (hbase_table_get_connection (table),
                                                       hbase_table_get_name (table), schema);

  hbase_table_set_timeout (added, hbase_table_get_timeout (table));
  return added;
}

static inline HBasePut *
api_put (const char *row, const char *value)
{
  HBasePut *put = hbase_put_new_utf8 (row);

  hbase_put_add_utf8 (put, "f", "q", value);
  return put;
}

static inline void
api_write (HBaseTable *table, const char *row, const char *value)
{
  g_autoptr (HBasePut) put = api_put (row, value);
  g_autoptr (GError) error = NULL;

  assert_works (hbase_table_put (table, put, NULL, &error), error);
  ck_assert_no_error (error);
}

/* Returns the value of f:q in that row; NULL if there is none. */
static inline char *
api_read (HBaseTable *table, const char *row)
{
  g_autoptr (HBaseGet) get = hbase_get_new_utf8 (row);
  g_autoptr (GError) error = NULL;
  g_autoptr (HBaseRow) found = hbase_table_get (table, get, NULL, &error);

  ck_assert_no_error (error);
  return hbase_row_dup_value_utf8 (found, "f:q");
}

/* For asynchronous calls: api_done() is their callback, with a location for the result; api_wait() iterates
 * until the result is set. */
static inline void
api_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static inline GAsyncResult *
api_wait (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (g_main_context_get_thread_default (), TRUE);
  return *result;
}
