/* SPDX-License-Identifier: LGPL-2.1-or-later */

#include "config.h"

#include "check-main.h"
#include "conformity.h"

/* The embedded engine answers what HBase answers, in both protocols. */

static char *
uri_of (const char *name)
{
  return g_strdup ("local::memory:");
}

static const ConformityTarget targets[] = { { "memory", uri_of }, { NULL, NULL } };

static void
fill (Suite *suite)
{
  TCase *tests = tcase_create ("engine");

  tcase_set_timeout (tests, 60);
  conformity_fill (tests, targets);
  suite_add_tcase (suite, tests);
}

TEST_MAIN ("conformity", fill)
