/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <string.h>

#include "check-main.h"
#include "hbase-plan-compatibility-private.h"

/* This tests that HBasePlan uses the private functions of its own version of the library only. */

static void
assert_refused (const HBasePrivateFunctions *functions, const char *part)
{
  g_autofree char *problem = hbase_plan_compatibility_check (functions);

  ck_assert_ptr_nonnull (problem);
  ck_assert_msg (strstr (problem, part) != NULL, "“%s” doesn't say “%s”", problem, part);
  ck_assert_msg (strstr (problem, PACKAGE_VERSION) != NULL, "“%s” doesn't say this version", problem);
  ck_assert_ptr_null (strchr (problem, '\n'));
}

START_TEST (functions_of_the_same_version_are_used)
{
  ck_assert_ptr_null (hbase_plan_compatibility_check (hbase_private_functions ()));
}
END_TEST

START_TEST (another_version_is_refused_and_both_are_reported)
{
  HBasePrivateFunctions functions = *hbase_private_functions ();

  functions.version = "7.8.9";
  assert_refused (&functions, "7.8.9");
}
END_TEST

START_TEST (another_development_version_is_refused_by_the_size)
{
  HBasePrivateFunctions functions = *hbase_private_functions ();

  functions.size = 24;
  assert_refused (&functions, "24 bytes");
}
END_TEST

START_TEST (no_function_is_missing_in_the_table)
{
  const HBasePrivateFunctions *functions = hbase_private_functions ();

#define ASSERT_THERE(function) ck_assert_ptr_eq ((gpointer) functions->function, (gpointer) function);
  HBASE_PRIVATE_FUNCTIONS (ASSERT_THERE)
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *versions = tcase_create ("versions");

  tcase_add_test (versions, functions_of_the_same_version_are_used);
  tcase_add_test (versions, another_version_is_refused_and_both_are_reported);
  tcase_add_test (versions, another_development_version_is_refused_by_the_size);
  tcase_add_test (versions, no_function_is_missing_in_the_table);
  suite_add_tcase (suite, versions);
}

TEST_MAIN ("compatibility", fill)
