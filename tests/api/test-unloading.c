/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gio/gio.h>
#include <gmodule.h>
#include <hbase-glib.h>

#include "check-main.h"

/* This tests the library in a program that loads it, closes it, and loads it again, as applications do with
 * their plug-ins. The types that it has registered stay. */

typedef GObject *(*NewConnection) (const char *uri, GError **error);
typedef GObject *(*NewAdmin) (GObject *connection);
typedef gboolean (*GetTableState) (
    GObject *admin, const char *name, HBaseTableState *state, GCancellable *cancellable, GError **error);

static gpointer
find (GModule *library, const char *name)
{
  gpointer function = NULL;

  ck_assert_msg (g_module_symbol (library, name, &function), "%s", g_module_error ());
  return function;
}

static GObject *
connect (GModule *library)
{
  NewConnection new_connection = (NewConnection) find (library, "hbase_connection_new");
  g_autoptr (GError) error = NULL;
  GObject *connection = new_connection ("local::memory:", &error);

  ck_assert_no_error (error);
  return connection;
}

/* This loads the module with the generated code, which registers types of its own. */
static void
call (GModule *library, GObject *connection)
{
  NewAdmin new_admin = (NewAdmin) find (library, "hbase_admin_new");
  GetTableState get_table_state = (GetTableState) find (library, "hbase_admin_get_table_state");
  g_autoptr (GError) error = NULL;
  g_autoptr (GObject) admin = new_admin (connection);
  HBaseTableState state = HBASE_TABLE_STATE_AVAILABLE;

  get_table_state (admin, "t", &state, NULL, &error);
  ck_assert_no_error (error);
  ck_assert_int_eq (state, HBASE_TABLE_STATE_MISSING);
}

/* _i: calls are made before it is closed, too. */
START_TEST (a_library_that_was_closed_can_be_loaded_again)
{
  g_autofree char *file
      = g_build_filename (g_getenv ("top_builddir"), "src/.libs/libhbase-glib-1.0.so.0", NULL);

  for (guint i = 0; i < 2; i++)
    {
      GModule *library = g_module_open (file, G_MODULE_BIND_LOCAL);
      g_autoptr (GObject) connection = NULL;

      ck_assert_msg (library != NULL, "%s", g_module_error ());
      connection = connect (library);
      if (_i == 1 || i == 1)
        call (library, connection);
      g_clear_object (&connection);
      ck_assert (g_module_close (library));
    }
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("unloading");

  tcase_add_loop_test (tests, a_library_that_was_closed_can_be_loaded_again, 0, 2);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("unloading", fill)
