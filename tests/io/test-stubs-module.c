/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "hbase-error.h"
#include "hbase-stubs-module-private.h"

/* The module with the generated code where it can't be loaded. */

static void
assert_not_found (const char *file, const char *text)
{
  g_autoptr (GError) error = NULL;

  ck_assert_ptr_null (hbase_stubs_module_find (file, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_msg (strstr (error->message, text) != NULL, "%s", error->message);
}

START_TEST (a_module_that_is_not_installed_is_reported)
{
  assert_not_found ("/nowhere/hbase-stubs.so", "/nowhere/hbase-stubs.so");
}
END_TEST

START_TEST (another_module_is_reported)
{
  assert_not_found ("libgio-2.0.so.0", "hbase_wire_arguments_table_name");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tcase = tcase_create ("stubs module");

  tcase_add_test (tcase, a_module_that_is_not_installed_is_reported);
  tcase_add_test (tcase, another_module_is_reported);
  suite_add_tcase (suite, tcase);
}

TEST_MAIN ("stubs module", fill)
