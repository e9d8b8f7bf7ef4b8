/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include <gmodule.h>

#include "check-main.h"

#include "hbase-md5-private.h"

/* This file tests the sums where nettle isn't installed. */

/* The program's function is used instead of GLib's. */
GModule *
g_module_open (const char *file_name G_GNUC_UNUSED, GModuleFlags flags G_GNUC_UNUSED)
{
  return NULL;
}

START_TEST (sums_are_the_same_without_nettle)
{
  static const guint8 expected[HBASE_MD5_LENGTH]
      = { 0x90, 0x01, 0x50, 0x98, 0x3C, 0xD2, 0x4F, 0xB0, 0xD6, 0x96, 0x3F, 0x7D, 0x28, 0xE1, 0x7F, 0x72 };
  guint8 sum[HBASE_MD5_LENGTH] = { 0 };

  hbase_md5 (HBASE_SLICE_LITERAL ("abc"), sum);
  ck_assert_mem_eq (sum, expected, sizeof expected);
}
END_TEST

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("md5");

  tcase_add_test (tests, sums_are_the_same_without_nettle);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("md5", fill)
