/* SPDX-License-Identifier: LGPL-2.1-or-later */

/* This tests loading libsoup where that can't be done. The program has a function of libsoup 2. */

#include "config.h"

#include <gmodule.h>

#include "hbase-soup-private.h"
#include "io-test.h"

#include "check-main.h"

G_MODULE_EXPORT void soup_uri_new (void);

void
soup_uri_new (void)
{
}

static void
assert_not_found (const char *file, const char *text)
{
  g_autoptr (GError) error = NULL;
  HBaseSoup soup;

  ck_assert (!hbase_soup_find (&soup, file, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_msg (strstr (error->message, text) != NULL, "%s", error->message);
}

START_TEST (a_library_that_is_not_installed_is_reported)
{
  assert_not_found ("libhbase-not-installed.so.0", "libhbase-not-installed.so.0");
}
END_TEST

START_TEST (a_library_without_the_functions_is_reported)
{
  assert_not_found ("libgio-2.0.so.0", "soup_auth_manager_get_type");
}
END_TEST

/* It would end the process. */
START_TEST (libsoup_is_not_loaded_beside_its_predecessor)
{
  g_autoptr (HBasePool) pool = io_pool_new ("http://127.0.0.1:1/", 1);
  g_autoptr (GError) error = NULL;

  ck_assert (!io_get (pool, "a", 20000, 0, &error));
  ck_assert_error (error, HBASE_ERROR, HBASE_ERROR_UNSUPPORTED);
  ck_assert_msg (strstr (error->message, "this process uses libsoup 2") != NULL, "%s", error->message);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("libsoup");

  tcase_add_test (tests, a_library_that_is_not_installed_is_reported);
  tcase_add_test (tests, a_library_without_the_functions_is_reported);
  tcase_add_test (tests, libsoup_is_not_loaded_beside_its_predecessor);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("libsoup", fill)
