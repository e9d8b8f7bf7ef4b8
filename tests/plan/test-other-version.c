/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <hbase-plan.h>
#include <string.h>

#include "check-main.h"
#include "hbase-private-functions-private.h"

/* This tests that HBasePlan ends the process, and says why, where the library that it finds is of another
 * version. The function of that library is the one here: a program's own ones come before those of libraries.
 * */

const HBasePrivateFunctions *
hbase_private_functions (void)
{
  static const HBasePrivateFunctions functions = { .version = "7.8.9", .size = 24 };

  return &functions;
}

static void
end_if_it_is_the_version (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  gboolean is_error = (level & G_LOG_LEVEL_ERROR) != 0;

  test_child_end (is_error && strstr (message, "7.8.9") != NULL && strstr (message, PACKAGE_VERSION) != NULL);
}

START_TEST (nothing_of_another_version_is_called)
{
  g_autoptr (HBaseKeySchema) schema = hbase_key_schema_new ("id:uint64", NULL);
  g_autoptr (HBasePlanFieldKeyGenerator) keys = NULL;

  g_log_set_handler ("HBasePlan", G_LOG_LEVEL_MASK | G_LOG_FLAG_FATAL, end_if_it_is_the_version, NULL);
  keys = hbase_plan_field_key_generator_new (schema, 1);
  hbase_plan_field_key_generator_define (keys, "id=none", NULL);
  ck_abort_msg ("it was called");
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *versions = tcase_create ("versions");

  tcase_add_exit_test (versions, nothing_of_another_version_is_called, 0);
  suite_add_tcase (suite, versions);
}

TEST_MAIN_FORKED ("other version", fill)
